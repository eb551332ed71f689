"""Sentences to trees with a promised look-ahead: what comes after the words that an action may see cannot change it.

All sentences of a pool take a step side by side. Features of all the words that may be seen come from an encoding of
those words alone; of a word further back than `WORDS_ENCODED`, they stay as they were when it was last encoded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

import torch
from torch import Tensor

from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.engine import even_pools
from rightmost.decoding.greedy import Greedy
from rightmost.decoding.lengths import longest_first
from rightmost.decoding.parse import Leaves, scored_trees
from rightmost.decoding.partial_trees import Found, PartialTrees, Policy
from rightmost.decoding.scored import Scored
from rightmost.decoding.stretch import Stretch, encoded
from rightmost.decoding.systems import MEANS
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.limits import TREES_AT_ONCE
from rightmost.model.network import Network
from rightmost.text.tags import put_right


@torch.inference_mode()
def parse_ahead(
    network: Network, sentences: Sequence[Leaves], *, look_ahead: int, beam: int = 1, keep_tags: bool = False
) -> list[list[Scored]]:
    """The best tree of each sentence, in the sentences' order, as `parse_sentences` gives them."""
    results: list[list[Scored]] = [[] for _ in sentences]
    pools = even_pools(longest_first(list(map(len, sentences))), size=max(1, TREES_AT_ONCE // beam))
    builder = TreeBuilder(network.vocabulary)
    for pool in pools:
        chosen = [sentences[number] for number in pool]
        found, tags = searched_ahead(network, chosen, look_ahead=look_ahead, policy=policy_for(beam))
        leaves: list[tuple[str, str]] = list(chain.from_iterable(chosen))
        if not keep_tags and network.tag_head is not None:
            names, words = network.vocabulary.tags, [word for word, _ in leaves]
            own = map(names.__getitem__, chain.from_iterable(tags))
            leaves = list(zip(words, put_right(words, own, known=names)))
        for number, trees in zip(pool, scored_trees(builder, found, leaves, k=1, beam=beam)):
            results[number] = trees
    return results


def policy_for(beam: int) -> Policy:
    """The search that keeps so many trees."""
    return BeamSearch(beam) if beam > 1 else Greedy()


def searched_ahead(
    network: Network, sentences: Sequence[Leaves], *, look_ahead: int, policy: Policy
) -> tuple[Found, list[list[int]]]:
    """What was found of sentences that come longest first, and the numbers of their words' tags."""
    lengths = [len(sentence) for sentence in sentences]
    tags: list[list[int]] = [[] for _ in sentences]
    trees: PartialTrees | None = None
    for word, features in enumerate(_features_by_step(network, sentences, look_ahead=look_ahead)):
        known = [len(each) for each in features] + [0] * (len(sentences) - len(features))
        if trees is None:
            decoder, positions = network.decoder, network.encoder.position_table
            means = MEANS[decoder.system]
            trees = means.trees(decoder, torch.cat(features), positions, lengths=known, copies=policy.copies)
        else:
            trees.extend(torch.cat(features), known)
        policy.step(trees)
        for own, tag in zip(tags, tag_numbers(network, torch.stack([each[word] for each in features]))):
            own.append(tag)
    assert trees is not None
    return policy.valued(replace(trees.found(), lengths=lengths)), tags


def tag_numbers(network: Network, words: Tensor) -> list[int]:
    """The numbers of the words' best tags, from their features (words, width); none from a model without tags."""
    if network.tag_head is None:
        return []
    numbers: list[int] = network.tag_head(words).argmax(dim=1).tolist()
    return numbers


def _features_by_step(network: Network, sentences: Sequence[Leaves], *, look_ahead: int) -> Iterator[list[Tensor]]:
    """For each word in turn, the features of all words that may be seen, of every sentence that has such a word."""
    features: dict[int, Tensor] = {}
    known_by: dict[int, Stretch] = {}
    for word in range(len(sentences[0])):
        going = [sentence for sentence in sentences if len(sentence) > word]
        stretches = [Stretch.of(word, known=len(sentence), look_ahead=look_ahead) for sentence in going]
        changed = [number for number, stretch in enumerate(stretches) if stretch != known_by.get(number)]
        fresh = encoded(network, [(going[number], stretches[number]) for number in changed])
        for number, own in zip(changed, fresh):
            start = stretches[number].start
            features[number] = torch.cat([features[number][:start], own]) if start else own
            known_by[number] = stretches[number]
        yield [features[number] for number in range(len(going))]
