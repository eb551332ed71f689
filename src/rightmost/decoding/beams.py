"""Beam search: on a GPU in steps of fixed shapes, elsewhere, and where that has too little room, in ragged ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torch import Tensor

from rightmost.decoding.beam import Beam, ragged_beam_search
from rightmost.gpu.fixed import fits_fixed_search
from rightmost.gpu.fixed_beam import fixed_beam_search_for
from rightmost.model.graph_decoder import GraphDecoder, SequenceDecoder


def beam_search(
    decoder: GraphDecoder | SequenceDecoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], beam: int
) -> list[Beam]:
    """Each sentence's best `beam` action sequences, or all there are, by keeping the best after every word.

    `words` (words, width) are the features of all sentences' words, one sentence after the other.
    """
    return start_beams(decoder, words, positions, lengths=lengths, beam=beam)()


def start_beams(
    decoder: GraphDecoder | SequenceDecoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], beam: int
) -> Callable[[], list[Beam]]:
    """Sends the search on its way; what is returned waits for its result. The CPU does all of it now."""

    def ragged() -> list[Beam]:
        return ragged_beam_search(decoder, words, positions, lengths=lengths, beam=beam)

    if words.is_cuda and isinstance(decoder, GraphDecoder) and fits_fixed_search(decoder, lengths):
        started = fixed_beam_search_for(decoder, words.device, beam=beam).start(words, positions, lengths=lengths)
        return lambda: started() or ragged()
    found = ragged()
    return lambda: found
