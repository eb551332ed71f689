"""What is measured of each word as it is placed. Bits are in a name that ends in `_bits`.

The parser is discriminative: a surprisal here is that of the parser's action given the words, not that of the word.
"""

from __future__ import annotations

from collections.abc import Mapping

from rightmost.model.history import Numbers
from rightmost.model.vocabulary import NO_LABEL
from rightmost.streaming.choice import Choice, Triple


def measures_of(action: Triple, choice: Choice, *, chain_length: int) -> Mapping[str, float | int | None]:
    """Of the action taken for a word when the chain had that length. None stands where a first word has no choice.

    A node is one whatever number of names its label joins (a unary chain). `attachment_depth` is the place on the
    chain, root 0, that the word is attached to or juxtaposed with; `nodes_closed` leave the chain, `nodes_opened` are
    made.
    """
    target, parent, new = action
    is_first, is_juxtapose = chain_length == 0, new != NO_LABEL
    return {
        "action_surprisal_bits": sum(choice.surprisal),
        "target_surprisal_bits": None if is_first else choice.surprisal[0],
        "parent_surprisal_bits": choice.surprisal[1],
        "new_surprisal_bits": None if is_first else choice.surprisal[2],
        "target_entropy_bits": None if is_first else choice.entropy[0],
        "parent_entropy_bits": choice.entropy[1],
        "new_entropy_bits": None if is_first else choice.entropy[2],
        "chain_length": chain_length,
        "attachment_depth": None if is_first else target,
        "nodes_opened": (parent != NO_LABEL) + is_juxtapose,
        "nodes_closed": 0 if is_first else chain_length - 1 - target + is_juxtapose,
        "juxtapose": None if is_first else int(is_juxtapose),
    }


def chain_length_before(actions: Numbers, word: int) -> int:
    """How long the chain is before a word's action, from the actions of all words (words, 3)."""
    if word < 2:
        return word  # the first word's node is the root
    target, parent, _ = actions[word - 1].tolist()
    length: int = target + 1 + (parent != NO_LABEL)
    return length
