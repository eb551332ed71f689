"""Cross-entropy with label smoothing: a share of the weight is spread over all possible choices."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional as F

IGNORED = -1  # the right answer of a row that is not learnt from


def cross_entropy(scores: Tensor, right: Tensor, *, smoothing: float = 0.0) -> Tensor:
    """Of the right answers (rows,), summed; of scores (rows, classes), those at -inf are impossible. ()

    A `smoothing` of 0.1 gives 0.9 of the weight to the right answer and shares 0.1 among all that are possible.
    """
    scores = scores.float()
    exact = F.cross_entropy(scores, right, ignore_index=IGNORED, reduction="sum")
    if smoothing == 0:
        return exact
    is_possible = scores.isfinite()
    each = scores.log_softmax(dim=1).masked_fill(~is_possible, 0.0).sum(dim=1) / is_possible.sum(dim=1)
    spread = each.masked_fill(right == IGNORED, 0.0).sum()
    return (1 - smoothing) * exact - smoothing * spread
