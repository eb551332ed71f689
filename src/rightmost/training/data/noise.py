"""Sloppy text: words as people type them, over trees that stay as they are. To learn from, and to measure the loss on.

Functions of words give equally many words, none empty that was not. Functions of trees leave words out, or make one of
two; few change another word for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, TypeAlias

from rightmost.trees.tree import Leaf, Tree, as_tree, category

Words: TypeAlias = tuple[str, ...]

#: What a corpus to learn from can be put through; see data.train.
Noise = Literal[
    "lower-case",
    "capitals",
    "headline",
    "telegram",
    "no-final-punctuation",
    "no-apostrophes",
    "fused-negatives",
    "old-spelling",
    "no-subject",
    "short",
    "curly",
    "typos",
]

FINAL = "."  # the tag of full stops, question and exclamation marks
CLOSING = frozenset({"''", "-RRB-"})  # tags that may stand after it
CAPITALS = 0.6  # the largest share of a sentence's words that get one
ARTICLES = frozenset({"the", "a", "an"})
PASSIVE = frozenset({"is", "are", "was", "were"})
FINITE = frozenset({"VBD", "VBP", "VBZ"})
NEVER_ALONE = PASSIVE | {"'m", "'re", "'s", "am", "became", "become", "becomes", "seem", "seemed", "seems"}
NEGATIVES = frozenset({"n't", "n’t"})
TYPOS = 0.1  # the share of words that get one, in what is learnt from
FEWEST_LETTERS = 4  # in a word that gets a typo: shorter ones become other words

_NEAR_DAYS = re.compile(r"\b([Tt])o(day|night|morrow)\b")
_DASHES = {"-": "–", "--": "—", "---": "—"}
_RANGE = re.compile(r"(?<=\d)-(?=\d)")


def lower_cased(words: Sequence[str]) -> Words:
    """The words in small letters.

    >>> lower_cased(["Arthur", "is", "King"])
    ('arthur', 'is', 'king')
    """
    return tuple([word.lower() for word in words])


def upper_cased(words: Sequence[str]) -> Words:
    """The words in capitals."""
    return tuple([word.upper() for word in words])


def headline(words: Sequence[str]) -> Words:
    """The words as headlines have them, a capital to each.

    >>> headline(["Dragon", "burns", "royal", "granary", "n't", "n’t"])
    ('Dragon', 'Burns', 'Royal', 'Granary', "n't", 'n’t')
    """
    return tuple([_capitalised(word) for word in words])


def with_capitals(words: Sequence[str]) -> Words:
    """The words with capitals, as in titles and for emphasis: many, or just one; the same words always get the same.

    >>> with_capitals("Arthur is the king of all the brave knights".split())
    ('Arthur', 'is', 'the', 'king', 'Of', 'all', 'the', 'brave', 'knights')
    """
    choose = Random(" ".join(words))
    share = CAPITALS * choose.random()
    return tuple([_capitalised(word) if choose.random() < share else word for word in words])


def _capitalised(word: str) -> str:
    return word[0].upper() + word[1:] if word[:1].isalpha() and word not in NEGATIVES else word


def without_apostrophes(words: Sequence[str]) -> Words:
    """The words without apostrophes; one that is nothing else stays.

    >>> without_apostrophes(["is", "n't", "Arthur", "'s", "'"])
    ('is', 'nt', 'Arthur', 's', "'")
    """
    return tuple([word.replace("'", "").replace("’", "") or word for word in words])


def in_old_spelling(words: Sequence[str]) -> Words:
    """The words as novels used to have them.

    >>> in_old_spelling(["Come", "to-night", "or", "tomorrow"])
    ('Come', 'to-night', 'or', 'to-morrow')
    """
    return tuple([_NEAR_DAYS.sub(r"\1o-\2", word) for word in words])


def curly(words: Sequence[str]) -> Words:
    """The words as a word processor prints them: curly quotes and apostrophes, long dashes, an ellipsis.

    >>> print(*curly(["``", "It", "is", "n't", "--", "1990-95", "...", "''", '"', "so", '"', "-LRB-"]))
    “ It is n’t — 1990–95 … ” “ so ” -LRB-
    """
    made = []
    is_open = False
    for word in words:
        if word in {'"', "``", "''"}:
            is_open = word == "``" or (word == '"' and not is_open)
            made.append("“" if is_open else "”")
        elif word in _DASHES:
            made.append(_DASHES[word])
        else:
            plain = word.replace("``", "“").replace("''", "”").replace("`", "‘").replace("'", "’")
            made.append(_RANGE.sub("–", plain.replace("...", "…")))
    return tuple(made)


def with_typos(words: Sequence[str], random: Random, *, share: float) -> Words:
    """The words, each with the probability `share` of a slip: two letters swapped, or one left out.

    Only words of letters have slips, and at least four of them; first letters stay.
    """
    return tuple([_slipped(word, random) if random.random() < share else word for word in words])


def _slipped(word: str, random: Random) -> str:
    if len(word) < FEWEST_LETTERS or not word.isalpha():
        return word
    swaps = [place for place in range(1, len(word) - 1) if word[place] != word[place + 1]]
    if swaps and random.random() < 0.5:
        place = random.choice(swaps)
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    place = random.randrange(1, len(word))
    return word[:place] + word[place + 1 :]


def with_some_typos(words: Sequence[str]) -> Words:
    """The words with a slip here and there; the same words always have the same.

    >>> with_some_typos("Arthur rides through the forest with his loyal servant".split())
    ('Arthur', 'rides', 'through', 'the', 'forest', 'with', 'his', 'loya', 'servant')
    """
    return with_typos(words, Random(" ".join(words)), share=TYPOS)


def over_words(change: Callable[[Sequence[str]], Words]) -> Callable[[Tree], Tree]:
    """The same for a tree's words: brackets and tags stay.

    >>> str(over_words(lower_cased)(Tree.from_string("(NP (NNP Arthur))")))
    '(NP (NNP arthur))'
    """

    def changed(tree: Tree) -> Tree:
        return tree.with_leaves(map(Leaf, change(tree.words), tree.tags))

    return changed


def without_final_punctuation(tree: Tree) -> Tree:
    """The tree without its last full stop, question or exclamation mark, closing quotes and brackets aside.

    What stood over nothing else goes too, and so does a node that is left with one child of its own label. A tree of
    nothing else, or that ends in none, is given back as it is.

    >>> str(without_final_punctuation(Tree.from_string("(S (S (VP (VB Go))) (X (. !)) ('' ''))")))
    "(S (S (VP (VB Go))) ('' ''))"
    >>> str(without_final_punctuation(Tree.from_string("(S (S (VP (VB Go))) (. .))")))
    '(S (VP (VB Go)))'
    """
    leaves = tree.leaves
    last = next((place for place in reversed(range(len(leaves))) if leaves[place].tag not in CLOSING), None)
    if last is None or leaves[last].tag != FINAL or len(leaves) == 1:
        return tree
    place = iter(range(len(leaves)))

    def kept(leaf: Leaf) -> Tree | Leaf | None:
        return None if next(place) == last else leaf

    left = tree.fold(kept, _closed_up)
    return tree if left is None else as_tree(left)


def _closed_up(label: str, children: list[Tree | Leaf | None]) -> Tree | Leaf | None:
    """A node of what is left of its children: none where nothing is; its only child, where that has the label too."""
    left = [child for child in children if child is not None]
    if not left:
        return None
    only = left[0]
    is_double = len(left) == 1 < len(children) and isinstance(only, Tree) and only.label == label
    return only if is_double else Tree(label, left)


def with_fused_negatives(tree: Tree) -> Tree:
    """The tree with `dont` and the like as one word.

    >>> str(with_fused_negatives(Tree.from_string("(VP (VBP do) (RB n't) (VP (VB go)))")))
    '(VP (VBP dont) (VP (VB go)))'
    """
    return tree.rebuilt(_with_fused_negative)


def _with_fused_negative(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    made: list[Tree | Leaf] = []
    for child in children:
        match made[-1:], child:
            case [Leaf(word=verb, tag=tag)], Leaf(word=word) if word in NEGATIVES and verb.isalpha():
                made[-1] = Leaf(f"{verb}nt", tag)
            case _:
                made.append(child)
    return Tree(label, made)


def without_subject(tree: Tree) -> Tree:
    """The tree without a pronoun that is its subject and its first word, as in diaries and reviews.

    >>> str(without_subject(Tree.from_string("(S (NP (PRP I)) (ADVP (RB really)) (VP (VBD tried)) (. !))")))
    '(S (ADVP (RB Really)) (VP (VBD tried)) (. !))'
    >>> joined = "(S (S (NP (PRP I)) (VP (VBD tried))) (CC but) (S (NP (PRP it)) (VP (VBD broke))) (. .))"
    >>> str(without_subject(Tree.from_string(joined)))
    '(S (S (VP (VBD Tried))) (CC but) (S (NP (PRP it)) (VP (VBD broke))) (. .))'
    """
    match tree:
        case Tree(label="S", children=(Tree(label="S") as first, *rest)):
            return Tree(tree.label, [_without_first_pronoun(first), *rest])
    return _without_first_pronoun(tree)


def _without_first_pronoun(clause: Tree) -> Tree:
    match clause:
        case Tree(label="S", children=(Tree(label="NP", children=(Leaf(tag="PRP"),)), Tree(), *_)):
            left = Tree(clause.label, clause.children[1:])
            if left.words[0].isalpha():  # no one leaves the `I` of `I'm` out alone
                return _begun(left)
    return clause


def shortened(tree: Tree) -> Tree:
    """The sentence without what stands after its verb, where that is nothing but prepositional phrases and adverbs.

    >>> said = "(S (NP (NNP Arthur)) (VP (VBZ rides) (ADVP (RB home)) (PP (IN with) (NP (PRP$ his) (NNS men)))) (. .))"
    >>> str(shortened(Tree.from_string(said)))
    '(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))'
    """
    match tree:
        case Tree(
            label="S",
            children=(
                Tree(label="NP") as subject,
                Tree(label="VP", children=(Leaf(word=word, tag=tag) as verb, Tree(), *_)) as phrase,
                Leaf(tag=".") as mark,
            ),
        ):
            loose = all(category(child) in {"PP", "ADVP"} for child in phrase.children[1:])
            if loose and tag in FINITE and word.lower().replace("’", "'") not in NEVER_ALONE:
                return Tree(tree.label, [subject, Tree(phrase.label, [verb]), mark])
    return tree


def telegraphic(tree: Tree) -> Tree:
    """The clause as headlines and telegrams have it: no articles, `to` for `will`, no `is` before a participle.

    >>> said = "(S (NP (DT The) (NNS knights)) (VP (MD will) (VP (VB get) (NP (DT a) (JJ new) (NN horse)))) (. .))"
    >>> str(telegraphic(Tree.from_string(said)))
    '(S (NP (NNS Knights)) (VP (TO to) (VP (VB get) (NP (JJ new) (NN horse)))) (. .))'
    """
    if tree.label != "S":
        return tree
    made = Tree(tree.label, [_telegraphic_verb(child) for child in tree.rebuilt(_without_articles).children])
    return made if made.words[0] == tree.words[0] else _begun(made)


def _without_articles(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    if label != "NP":
        return Tree(label, children)
    return _closed_up(label, [None if _is_article(child) else child for child in children]) or Tree(label, children)


def _is_article(child: Tree | Leaf) -> bool:
    return isinstance(child, Leaf) and child.tag == "DT" and child.word.lower() in ARTICLES


def _telegraphic_verb(child: Tree | Leaf) -> Tree | Leaf:
    match child:
        case Tree(label="VP", children=(Leaf(word=word), Tree(label="VP") as verb)):
            if word.lower() == "will":
                return Tree("VP", [Leaf("to", "TO"), verb])
            if word.lower() in PASSIVE and category(verb.children[0]) == "VBN":
                return verb
    return child


def _begun(tree: Tree) -> Tree:
    """The tree with a capital to its first word."""
    first, *others = tree.leaves
    return tree.with_leaves([Leaf(_capitalised(first.word), first.tag), *others])


_NOISES: dict[Noise, Callable[[Tree], Tree]] = {
    "lower-case": over_words(lower_cased),
    "capitals": over_words(with_capitals),
    "headline": over_words(headline),
    "telegram": telegraphic,
    "no-final-punctuation": without_final_punctuation,
    "no-apostrophes": over_words(without_apostrophes),
    "fused-negatives": with_fused_negatives,
    "old-spelling": over_words(in_old_spelling),
    "no-subject": without_subject,
    "short": shortened,
    "curly": over_words(curly),
    "typos": over_words(with_some_typos),
}


def noisy(tree: Tree, noises: Sequence[Noise]) -> Tree:
    """The tree after these noises, one after the other.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))")
    >>> str(noisy(tree, ["lower-case", "no-final-punctuation"]))
    '(S (NP (NNP arthur)) (VP (VBZ rides)))'
    """
    for noise in noises:
        tree = _NOISES[noise](tree)
    return tree
