"""The oracle: the one action sequence that builds a tree (the paper's Theorems 1 and 2).

Algorithm 1 finds it by undoing last actions. Read forwards, its rule gives the node that each word belongs to. Cut the
tree after word i: a node whose first child is a leaf is there once that leaf is, and any other node once its second
child has begun. So let P be the parent of word i, and N the lowest node in which word i begins a child that is not
the first:

- the parent label is P's if word i is P's first child, else None;
- the target is the number of non-first edges from the root down to N: N's ancestors that are there already;
- the new label is N's if word i begins N's second child and the first is a node (juxtapose), else None (attach).
"""

from __future__ import annotations

from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.trees.tree import Leaf, Tree, as_tree, checked_tree
from rightmost.trees.unary import collapse


class _Node:
    """A node on the path to the current word."""

    __slots__ = ("children", "first_is_node", "label", "non_first_edges")

    def __init__(self, label: str, non_first_edges: int) -> None:
        self.label = label
        self.non_first_edges = non_first_edges  # on the path from the root to this node
        self.children = 0  # so far
        self.first_is_node = False


def oracle(tree: Tree) -> list[Action]:
    """The actions that build the tree, one a word, in time linear in the tree. Unary chains are collapsed first.

    >>> arthur = Tree.from_string(
    ...     "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))"
    ... )
    >>> print(*oracle(arthur))
    attach(0,NP) juxtapose(0,VP,S) attach(1,NP) juxtapose(2,PP,NP) attach(3,NP) attach(4,None)
    """
    actions: list[Action] = []
    path: list[_Node] = []
    host: _Node | None = None  # the lowest node in which the coming word begins a child that is not the first
    for item, change in collapse(checked_tree(tree)).flat:
        parent = path[-1] if path else None
        begins_first_child = parent is not None and parent.children == 0
        if parent is not None:
            if not begins_first_child:
                host = parent
            parent.children += 1
        if type(item) is Leaf:
            parent_label = parent.label if parent is not None and begins_first_child else None
            actions.append(_action(host, parent_label))
            host = None
            del path[len(path) + change :]
        else:
            if parent is not None and begins_first_child:
                parent.first_is_node = True
            edges = 0 if parent is None else parent.non_first_edges + (not begins_first_child)
            path.append(_Node(item, edges))
    return actions


def _action(host: _Node | None, parent_label: str | None) -> Action:
    if host is None:  # the first word of all
        return attach(0, parent_label)
    if host.first_is_node and host.children == 2:
        return juxtapose(host.non_first_edges, parent_label, host.label)
    return attach(host.non_first_edges, parent_label)


def undo_last_action(tree: Tree) -> tuple[Action, Tree | None]:
    """Algorithm 1's step: the last action of a tree without unary chains, and the tree before it (None: empty).

    The oracle above does not use it; it is the paper's own statement of the rule, kept to be read and tested against.

    >>> print(*undo_last_action(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")))
    juxtapose(0,VP,S) (NP (NNP Arthur))
    """
    chain = rightmost_chain(tree)
    if len(chain[-1].children) > 1:
        last_subtree_parent, parent_label = len(chain) - 1, None
    else:
        last_subtree_parent, parent_label = len(chain) - 2, chain[-1].label
    if last_subtree_parent < 0:
        return attach(0, parent_label), None
    *siblings, _ = chain[last_subtree_parent].children
    if len(siblings) == 1 and isinstance(siblings[0], Tree):
        action = juxtapose(last_subtree_parent, parent_label, chain[last_subtree_parent].label)
        before: Tree | Leaf = siblings[0]
    else:
        action = attach(last_subtree_parent, parent_label)
        before = Tree(chain[last_subtree_parent].label, siblings)
    for node in reversed(chain[:last_subtree_parent]):
        before = Tree(node.label, [*node.children[:-1], before])
    return action, as_tree(before)


def rightmost_chain(tree: Tree) -> list[Tree]:
    """The internal nodes met from the root by always going to the last child, root first."""
    chain = [tree]
    while isinstance(last := chain[-1].children[-1], Tree):
        chain.append(last)
    return chain
