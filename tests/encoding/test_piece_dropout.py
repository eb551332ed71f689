from __future__ import annotations

import torch

from model.networks import TREES, network
from rightmost.encoding.piece_dropout import PieceDropout

PIECES = torch.tensor([[2, *range(10, 60), 3], [2, *range(10, 40), 3, *[0] * 20]])
SPECIAL = frozenset({0, 2, 3})


def test_about_its_share_is_hidden_and_never_a_special_piece():
    hide = PieceDropout(0.25, mask=4, kept=SPECIAL)
    torch.manual_seed(0)
    share = 0.0
    for _ in range(100):
        shown = hide(PIECES)
        hidden = shown != PIECES
        assert (shown[hidden] == 4).all()
        assert not hidden[torch.isin(PIECES, torch.tensor(sorted(SPECIAL)))].any()
        share += int(hidden.sum()) / 80 / 100
    assert abs(share - 0.25) < 0.02


def test_nothing_is_hidden_but_while_learning():
    assert torch.equal(PieceDropout(0.9, mask=4, kept=SPECIAL).eval()(PIECES), PIECES)
    assert torch.equal(PieceDropout(0.0, mask=4, kept=SPECIAL)(PIECES), PIECES)


def test_a_network_that_learns_reads_its_encoder_s_mask_and_its_own_special_pieces():
    made = network(piece_dropout=0.5).train()
    shown = []
    made.encoder.transformer.register_forward_pre_hook(lambda *given: shown.append(given[-1]), with_kwargs=True)
    batch = made.input_of([made.subwords.windows(tree.words) for tree in TREES])
    made.encode(batch)
    changed = shown[0]["input_ids"] != batch.pieces
    assert changed.any()
    assert (shown[0]["input_ids"][changed] == made.subwords.mask).all()
    assert not changed[:, 0].any(), "the piece before each sentence"
    made.eval().encode(batch)
    assert torch.equal(shown[1]["input_ids"], batch.pieces)
