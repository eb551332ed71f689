"""A tree as a line of JSON, by docs/schema/tree.json. `rightmost parse --format json` prints such lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rightmost.errors import RightmostError
from rightmost.trees.tree import Leaf, Step, Tree


class TreeRecord(BaseModel):
    """A tree of a sentence: its words, tags and labelled brackets."""

    model_config = ConfigDict(title="Tree", extra="allow", strict=True)

    words: Annotated[list[str], Field(min_length=1, description="The words, as they stand in the text.")]
    tags: Annotated[list[str], Field(min_length=1, description="The part-of-speech tag of each word.")]
    tree: Annotated[str | None, Field(description="The tree in brackets, on one line.")] = None
    spans: Annotated[
        list[tuple[int, int, str]],
        Field(min_length=1, description="[left, right, label] of each phrase over words[left:right], parents first."),
    ]
    log_probability: Annotated[float | None, Field(description="What the parser gave the tree.")] = None
    confidence: Annotated[
        list[float] | None, Field(description="After beam search: each span's share of the beam's probability.")
    ] = None


def to_json(tree: Tree) -> str:
    """One line of JSON: `words`, `tags`, `tree`, `spans`, and `confidence` if the tree has one.

    >>> to_json(Tree.from_string("(NP (NN king))"))
    '{"words":["king"],"tags":["NN"],"tree":"(NP (NN king))","spans":[[0,1,"NP"]]}'
    """
    spans = tree.spans()
    known = tree.confidence
    record = TreeRecord(
        words=list(tree.words),
        tags=list(tree.tags),
        tree=str(tree),
        spans=[(span.left, span.right, span.label) for span in spans],
        confidence=None if known is None else [known[span] for span in spans],
    )
    return record.model_dump_json(exclude_none=True)


def from_json(text: str) -> Tree:
    """The tree of such a line, exactly, from its words, tags and spans. Its confidence comes along.

    >>> str(from_json('{"words": ["king"], "tags": ["NN"], "spans": [[0, 1, "NP"]]}'))
    '(NP (NN king))'
    """
    try:
        record = TreeRecord.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the line"
        raise RightmostError(f"JSON of a tree: {place}: {first['msg']}; docs/schema/tree.json describes it") from None
    if len(record.tags) != len(record.words):
        raise RightmostError(f"JSON of a tree: {len(record.tags)} tags for {len(record.words)} words")
    if record.confidence is not None and len(record.confidence) != len(record.spans):
        raise RightmostError(f"JSON of a tree: {len(record.confidence)} confidences for {len(record.spans)} spans")
    return _tree(record)


def _tree(record: TreeRecord) -> Tree:
    size = len(record.words)
    if record.spans[0][:2] != (0, size):
        raise RightmostError(f"JSON of a tree: the first span is {list(record.spans[0])}; expected one over all words")
    opening: dict[int, list[Step]] = defaultdict(list)
    closing: Counter[int] = Counter()
    for left, right, label in record.spans:
        opening[left].append((label, 1))
        closing[right] += 1
    steps: list[Step] = []
    for place, (word, tag) in enumerate(zip(record.words, record.tags)):
        steps += opening[place]
        steps.append((Leaf(word, tag), -closing[place + 1]))
    tree = Tree.from_flat(tuple(steps))
    if sum(closing.values()) != sum([change > 0 for _, change in steps]) or not _nested(record, tree):
        raise RightmostError("JSON of a tree: spans that are no tree; expected nested ones, parents first")
    if record.confidence is None:
        return tree
    return Tree.from_flat(tree.flat, confidence=dict(zip(tree.spans(), record.confidence)))


def _nested(record: TreeRecord, tree: Tree) -> bool:
    """Whether the brackets that opened and closed are the spans that were given."""
    try:
        return [tuple(span) for span in tree.spans()] == record.spans
    except IndexError:  # more closing brackets than open ones
        return False
