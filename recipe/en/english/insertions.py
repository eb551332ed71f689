"""What people put into sentences and treebanks hardly have: speakers, those spoken to, chat words, numbers, absolutes.

Each function gives the tree with it, or as it is where there is no place for it; the same tree always gets the same.
"""

from __future__ import annotations

from random import Random

from rightmost.trees.tree import Leaf, Tree, category, first_word

CLAUSES = frozenset({"S", "SQ", "SBARQ"})
BROKEN = frozenset({"VP", "SQ", "SBARQ"})  # phrases within which a speaker is named
QUOTES = frozenset({"``", "''"})  # tags
MARKS = QUOTES | {",", ":", "."}
APOSTROPHES = frozenset("'’")
_CONVERSED = "i you we it that this they there he she what who how where why do does did are is can"
CONVERSED = frozenset(_CONVERSED.split())
SAID = ("said", "said", "said", "asked", "replied", "cried", "answered", "returned", "exclaimed", "continued")
QUOTATION_MARKS = (("``", "''"), ('"', '"'), ("“", "”"))
CHAT_WORDS = ("lol", "haha", "lmao", "omg", "imo", "imho", "tbh", "ngl", "smh")


def _phrases(label: str, insides: str) -> list[Tree]:
    return [Tree.from_string(f"({label} {inside})") for inside in insides.splitlines()]


SPOKEN_TO = _phrases(
    "NP",
    """\
(NN sir)
(NN madam)
(NN man)
(NN dude)
(NNS guys)
(NN mate)
(NN buddy)
(NN doctor)
(NN honey)
(NNS folks)
(NNS gentlemen)
(NNP Mum)
(NNP Tom)
(NNP Mary)
(NNP Lucy)
(NNP Captain)
(NNP Mr.) (NNP Hale)
(NNP Miss) (NNP Grey)
(PRP$ my) (NN dear)
(PRP$ my) (NN friend)
(PRP$ my) (NN lord)
(PRP$ my) (NN child)
(PRP$ my) (JJ dear) (NN fellow)
(JJ old) (NN boy)""",
)
SPEAKERS = _phrases(
    "NP",
    """\
(PRP he)
(PRP she)
(PRP I)
(DT the) (NN doctor)
(DT the) (NN captain)
(DT the) (NN stranger)
(DT the) (NN boy)
(DT the) (JJ old) (NN man)
(DT the) (JJ young) (NN lady)
(PRP$ her) (NN mother)
(PRP$ my) (NN friend)
(NNP Tom)
(NNP Mary)
(NNP Mr.) (NNP Hale)
(NNP Sir) (NNP Hugh)
(NNP Lady) (NNP Grey)""",
)
ABSOLUTES = _phrases(
    "S",
    """\
(NP (PRP$ his) (NN head)) (VP (VBN bowed))
(NP (PRP$ his) (NNS arms)) (VP (VBN crossed))
(NP (PRP$ his) (NN work)) (VP (VBN finished))
(NP (PRP$ his) (NNS hands)) (VP (VBN clasped) (PP (IN behind) (NP (PRP$ his) (NN back))))
(NP (PRP$ his) (NN hat)) (VP (VBN pulled) (PP (IN over) (NP (PRP$ his) (NNS eyes))))
(NP (PRP$ her) (NNS eyes)) (VP (VBN closed))
(NP (PRP$ her) (NNS lips)) (VP (VBN parted))
(NP (PRP$ her) (NN hand)) (VP (VBN raised))
(NP (PRP$ her) (NNS eyes)) (VP (VBN fixed) (PP (IN on) (NP (DT the) (NN door))))
(NP (PRP$ her) (NN face)) (VP (VBN turned) (PP (TO to) (NP (DT the) (NN wall))))""",
)


def with_vocative(tree: Tree) -> Tree:
    """A clause with somebody who is spoken to at its end.

    >>> str(with_vocative(Tree.from_string("(S (NP (PRP I)) (VP (VBP see)) (. .))")))
    '(S (NP (PRP I)) (VP (VBP see)) (, ,) (NP (NNS folks)) (. .))'
    """
    if not _is_conversation(tree):
        return tree
    return Tree(tree.label, [*tree.children[:-1], Leaf(",", ","), _chance(tree).choice(SPOKEN_TO), tree.children[-1]])


def with_chat_word(tree: Tree) -> Tree:
    """A clause with the likes of `lol` behind it, and no mark.

    >>> str(with_chat_word(Tree.from_string("(S (NP (PRP I)) (VP (VBP see)) (. .))")))
    '(S (NP (PRP I)) (VP (VBP see)) (INTJ (UH imo)))'
    """
    if not _is_conversation(tree):
        return tree
    return Tree(tree.label, [*tree.children[:-1], Tree("INTJ", [Leaf(_chance(tree).choice(CHAT_WORDS), "UH")])])


def with_number(tree: Tree) -> Tree:
    """A sentence with the number of its paragraph, as laws and judgments have it.

    >>> str(with_number(Tree.from_string("(S (NP (DT The) (NNP Court)) (VP (VBZ agrees)) (. .))")))
    '(S (LST (LS 2.)) (NP (DT The) (NNP Court)) (VP (VBZ agrees)) (. .))'
    """
    if not _is_plain(tree) or "LS" in tree.tags or len(tree.children) == 1:
        return tree
    chance = _chance(tree)
    number = str(chance.choice([1, 2, 3, chance.randrange(1, 30), chance.randrange(1, 200)]))
    item = [Leaf(f"{number}.", "LS")] if chance.random() < 0.5 else [Leaf(number, "LS"), Leaf(".", ".")]
    return Tree(tree.label, [Tree("LST", item), *tree.children])


def with_absolute(tree: Tree) -> Tree:
    """A clause about him or her with the likes of `, his head bowed` at its end.

    >>> str(with_absolute(Tree.from_string("(S (NP (PRP He)) (VP (VBD went)) (. .))")))
    '(S (NP (PRP He)) (VP (VBD went) (, ,) (S (NP (PRP$ his) (NN work)) (VP (VBN finished)))) (. .))'
    """
    match tree:
        case Tree(
            label="S", children=(Tree(label="NP") as subject, Tree(label="VP", children=(verb, *rest)), Leaf(tag="."))
        ) if category(verb) == "VBD" and {"S", "SBAR", "VP"}.isdisjoint(map(category, rest)):
            own = {"he": "his", "she": "her"}.get(" ".join(subject.words).lower())
            if own:
                absolute = _chance(tree).choice([each for each in ABSOLUTES if each.words[0] == own])
                return Tree("S", [subject, Tree("VP", [verb, *rest, Leaf(",", ","), absolute]), tree.children[-1]])
    return tree


def with_speaker(tree: Tree) -> Tree:
    """A clause as speech, with its speaker named between two parts of a phrase within it.

    >>> print(*with_speaker(Tree.from_string("(S (NP (PRP I)) (VP (VBP am) (ADJP (JJ glad))) (. .))")).words)
    “ I am , ” her mother said , “ glad . ”
    """
    if not _is_conversation(tree):
        return tree
    path = _right_side(tree)
    ways = [(depth, place) for depth, node in enumerate(path) for place in _breaks(node, is_root=depth == 0)]
    if not ways:
        return tree
    chance = _chance(tree)
    depth, place = chance.choice(ways)
    opening, closing = map(Leaf, chance.choice(QUOTATION_MARKS), ("``", "''"))
    inserted: list[Tree | Leaf] = [Leaf(",", ","), closing, _aside(chance), Leaf(",", ","), opening]
    broken = path[depth]
    made = Tree(broken.label, [*broken.children[:place], *inserted, *broken.children[place:]])
    for node in reversed(path[:depth]):
        last = _last(node)
        made = Tree(node.label, [*node.children[:last], made, *node.children[last + 1 :]])
    return Tree(made.label, [opening, *made.children, closing])


def _right_side(tree: Tree) -> list[Tree]:
    """The tree, the last phrase in it, the last one in that and so on, as far as a speaker may be named there."""
    path = [tree]
    while True:
        match path[-1].children[_last(path[-1])]:
            case Tree(label="VP" | "SQ" | "SBARQ" | "S" | "SBAR") as below:
                path.append(below)
            case _:
                return path


def _last(node: Tree) -> int:
    """The place of its last child that is no mark; 0 if all are."""
    return max((place for place, child in enumerate(node.children) if category(child) not in MARKS), default=0)


def _breaks(node: Tree, *, is_root: bool) -> list[int]:
    """The places of children before which a speaker may be named: in a phrase without marks, but not before `n't`."""
    inside = node.children[:-1] if is_root else node.children
    if node.label not in BROKEN or not MARKS.isdisjoint(map(category, inside)):
        return []
    return [place for place, child in enumerate(inside) if place and APOSTROPHES.isdisjoint(first_word(child))]


def _aside(chance: Random) -> Tree:
    speaker, said = chance.choice(SPEAKERS), Tree("VP", [Leaf(chance.choice(SAID), "VBD")])
    return Tree("PRN", [Tree("SINV", [said, speaker]) if chance.random() < 0.6 else Tree("S", [speaker, said])])


def _is_plain(tree: Tree) -> bool:
    """Whether it is a clause that ends in a mark, with no quotation marks."""
    return tree.label in CLAUSES and category(tree.children[-1]) == "." and QUOTES.isdisjoint(tree.tags)


def _is_conversation(tree: Tree) -> bool:
    """Whether people say the like to each other: one clause, and first a pronoun, an auxiliary or an order."""
    kinds = [category(child) for child in tree.children]
    begins = tree.words[0].lower() in CONVERSED or tree.tags[0] == "VB"
    return _is_plain(tree) and begins and {"CC", "S", ":"}.isdisjoint(kinds) and len(kinds) > 1


def _chance(tree: Tree) -> Random:
    return Random(" ".join(tree.words))
