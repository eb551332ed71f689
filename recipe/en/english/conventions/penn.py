"""A tree of any treebank, or of a parser that learned from several, by the Penn Treebank's conventions."""

from __future__ import annotations

from english.conventions.amounts import with_amounts
from english.conventions.asides import with_asides
from english.conventions.clauses import with_joined_clauses
from english.conventions.commas import with_commas_in_asides
from english.conventions.inversion import with_inversions
from english.conventions.list_items import with_list_items
from english.conventions.lone_words import with_phrase_over_lone_word
from english.conventions.marks import with_mark_tags
from english.conventions.postmodifiers import with_flat_postmodifiers
from english.conventions.prepositions import with_prepositions
from english.conventions.rights import with_rights
from english.conventions.small_clauses import with_small_clauses
from english.conventions.titles import with_common_titles
from english.conventions.unlike import with_unlike_coordination
from english.conventions.vocatives import with_vocatives
from english.conventions.wh import with_wh_phrases

from rightmost.trees.tree import Tree


def in_penn_style(tree: Tree) -> Tree:
    """The tree with marks, asides, questions, amounts, postmodifiers, unlike phrases, titles and the rest as there."""
    for mended in (
        with_mark_tags,
        with_asides,
        with_vocatives,
        with_inversions,
        with_commas_in_asides,
        with_joined_clauses,
        with_wh_phrases,
        with_small_clauses,
        with_amounts,
        with_prepositions,
        with_rights,
        with_list_items,
        with_flat_postmodifiers,
        with_unlike_coordination,
        with_common_titles,
        with_phrase_over_lone_word,
    ):
        tree = mended(tree)
    return tree
