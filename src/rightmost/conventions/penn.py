"""A tree of any treebank, or of a parser that learned from several, by the Penn Treebank's conventions."""

from __future__ import annotations

from rightmost.conventions.amounts import with_amounts
from rightmost.conventions.asides import with_asides
from rightmost.conventions.clauses import with_joined_clauses
from rightmost.conventions.commas import with_commas_in_asides
from rightmost.conventions.inversion import with_inversions
from rightmost.conventions.list_items import with_list_items
from rightmost.conventions.lone_words import with_phrase_over_lone_word
from rightmost.conventions.marks import with_mark_tags
from rightmost.conventions.postmodifiers import with_flat_postmodifiers
from rightmost.conventions.prepositions import with_prepositions
from rightmost.conventions.rights import with_rights
from rightmost.conventions.small_clauses import with_small_clauses
from rightmost.conventions.titles import with_common_titles
from rightmost.conventions.unlike import with_unlike_coordination
from rightmost.conventions.vocatives import with_vocatives
from rightmost.conventions.wh import with_wh_phrases
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
