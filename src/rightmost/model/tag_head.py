"""Part-of-speech tags from the encoder, so that parsing needs no other tagger."""

from __future__ import annotations

from torch import Tensor, nn

from rightmost.model.two_layers import TwoLayers


class TagHead(nn.Module):
    """Part-of-speech tags from the encoder."""

    def __init__(self, width: int, tags: int) -> None:
        super().__init__()
        self.net = TwoLayers(width, 0, width // 4, tags)

    def forward(self, words: Tensor) -> Tensor:  # (words, width) -> (words, tags)
        result: Tensor = self.net(self.net.first(words))
        return result
