"""One action in each of many partial trees: a fixed number of gathers and scatters, whose shapes depend on no value.

What is kept of a node is kept up to date, so that nothing has to be found out from the whole tree again. An action at
chain place i makes the chain nodes below it leave: one that leaves from place i + d, and all below it, gets d levels
deeper. So a node's depth below the chain needs no walk, only the place where the path up from it meets the chain.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from rightmost.model.states import (
    ABSENT,
    DEGREE,
    DEPTH,
    DUMMY,
    FIELDS,
    LABEL,
    LEAF_LABEL,
    PLACE,
    RANK,
    RIGHT,
)
from rightmost.model.vocabulary import NO_LABEL


def bare_nodes(trees: int, slots: int, device: torch.device) -> Tensor:
    """Empty trees: the dummy, which is the chain, and slots without a node. (8, trees, slots)"""
    nodes = torch.zeros(FIELDS, trees, slots, dtype=torch.long, device=device)
    nodes[0] = -1
    nodes[DEGREE] = 1
    nodes[DEPTH] = ABSENT
    nodes[DEPTH, :, DUMMY] = 0
    return nodes


def first_word_read(nodes: Tensor, chain: Tensor, label: Tensor) -> None:
    """The first word, under a node with that label (trees,): the root, and all there is of the chain."""
    leaf, parent = DUMMY + 1, DUMMY + 3
    nodes[DEPTH, :, DUMMY] = ABSENT // 2  # still there, never to be seen again
    for table, at_leaf, at_parent in zip(nodes, (parent, 2, 0, LEAF_LABEL, 0, 0, 1, 0), (-1, 2, 0, 0, 0, 0, 0, 0)):
        table[:, leaf], table[:, parent] = at_leaf, at_parent
    nodes[LABEL, :, parent] = label
    chain[:, 0] = parent


def word_read(nodes: Tensor, chain: Tensor, actions: Tensor, *, word: Tensor, slots: Tensor) -> Tensor:
    """A later word, by an action of each tree (trees, 3): the lengths of the chains after it. (trees,)

    `nodes` (8, trees, slots) and `chain` (trees, places) are changed in place. `word` () is the word's number, `slots`
    (3,) are its own.
    """
    target, parent_label, new_label = actions.unbind(1)
    _, new, parent = slots.unbind(0)
    has_parent, has_new = (actions[:, 1:] != NO_LABEL).long().unbind(1)
    at = target[:, None]
    node = chain.gather(1, at)  # (trees, 1) the chain node acted upon
    above, degree, rank, _, left, *_ = nodes.gather(2, node.expand(FIELDS, -1, -1))[..., 0].unbind(0)
    has_above = (above >= 0).long()
    is_new = has_new.bool()
    below = target + has_parent

    # What leaves the chain sinks; its place is now that of the node it hangs from.
    places = nodes[PLACE]
    nodes[DEPTH] += (places - (at - has_new[:, None])).clamp_(min=0)
    torch.minimum(places, at, out=places)

    # A new node takes the old one's place below `above`, and has it for its first child.
    host = torch.where(is_new, new, node[:, 0])
    siblings = torch.where(is_new, 1, degree - 1 - has_above)
    gained = torch.where(is_new, 1 - has_above, 1)
    changed = torch.stack([torch.where(is_new, new, above), degree + gained, rank * (1 - has_new)])
    nodes[: RANK + 1].scatter_(2, node.expand(RANK + 1, -1, -1), changed[:, :, None])

    zero = torch.zeros_like(target)
    word_ = word.expand_as(target)
    _write(
        nodes,
        slots,
        (torch.where(has_parent.bool(), parent, host), above, host),
        (zero + 2, has_above + 3, zero + 3),
        (siblings * (1 - has_parent), rank, siblings),
        (zero + LEAF_LABEL, new_label, parent_label),
        (word_, left, word_),
        (word_, word_, word_),
        (zero + 1, (1 - has_new) * ABSENT, (1 - has_parent) * ABSENT),
        (below, target, target + 1),
    )
    chain.scatter_(1, torch.stack([target, target + 1], dim=1), torch.stack([host, parent.expand_as(host)], dim=1))
    # Below chain nodes the last word is always the last one read. (masked_fill_ would ask the device for its value.)
    nodes[RIGHT] = torch.where(nodes[DEPTH] == 0, word, nodes[RIGHT])
    return below + 1


def _write(nodes: Tensor, slots: Tensor, *tables: tuple[Tensor, Tensor, Tensor]) -> None:
    """Writes a word's leaf, new and parent node: for each table the values (trees,) of the three."""
    values = torch.stack([value for table in tables for value in table])
    nodes.index_copy_(2, slots, values.view(FIELDS, 3, -1).transpose(1, 2))


def word_read_by_one(nodes: Tensor, chain: Tensor, action: Tensor, *, word: int, slot: int) -> Tensor:
    """`word_read` for a single tree on the CPU, where fifty operations on next to nothing would be most of a step.

    The word's own slots begin after `slot`; the three are changed in place and result as there.
    """
    target, parent_label, new_label = action[0].tolist()
    table, places = nodes.numpy()[:, 0], chain.numpy()[0]  # the same memory
    leaf, new, parent = slot + 1, slot + 2, slot + 3
    node = places[target]
    above, degree, rank, _, left, *_ = table[:, node].tolist()
    is_new, has_parent, has_above = new_label != NO_LABEL, parent_label != NO_LABEL, above >= 0
    place = table[PLACE]
    table[DEPTH] += np.maximum(place - (target - is_new), 0)
    np.minimum(place, target, out=place)
    host = new if is_new else node
    siblings = 1 if is_new else degree - 1 - has_above
    if is_new:
        table[: RANK + 1, node] = new, degree + 1 - has_above, 0
    else:
        table[DEGREE, node] += 1
    table[:, leaf : parent + 1] = (
        (parent if has_parent else host, above, host),
        (2, 3 + has_above, 3),
        (0 if has_parent else siblings, rank, siblings),
        (LEAF_LABEL, new_label, parent_label),
        (word, left, word),
        (word, word, word),
        (1, 0 if is_new else ABSENT, 0 if has_parent else ABSENT),
        (target + has_parent, target, target + 1),
    )
    places[target], places[target + 1] = host, parent
    table[RIGHT][table[DEPTH] == 0] = word
    return torch.tensor([target + 1 + has_parent])
