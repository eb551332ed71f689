"""The settings of a network: the `[model]` table of a training config, and the `model` part of a model folder."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Share = Field(default=0.0, ge=0.0, lt=1.0)


class ModelConfig(BaseModel):
    """Sizes and kinds. Widths are whole: half is content, half position (Kitaev and Klein 2018)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    encoder: str  # a Hugging Face name or folder; `tiny` is a small random one, for tests
    pooling: Literal["last", "first", "mean"] = "last"
    layer_mix: bool = False  # a learned mix of all the encoder's layers, instead of its last
    letter_case: bool = False  # tells the network the case of each word's letters, for encoders that do not see it
    styles: tuple[str, ...] = ()  # annotation styles it can tell apart; the training data's, see data.train
    style: str | None = None  # the one it parses in unless told otherwise; None for no style in particular
    style_dropout: float = Share  # the share of sentences learnt from without being told their style
    prefix_mark: int = Field(default=0, ge=0, le=8)  # how many masks follow the words of an unfinished sentence
    width: int = Field(default=1024, gt=0)
    attention_layers: int = Field(default=2, ge=0)
    attention_heads: int = Field(default=8, gt=0)
    head_width: int = Field(default=64, gt=0)
    feedforward: int = Field(default=2048, gt=0)
    positions: int = Field(default=250, ge=4)
    gcn: Literal["separate", "vanilla"] = "separate"
    gcn_layers: int = Field(default=2, gt=0)
    decoder: Literal["graph", "sequence", "in-order"] = "graph"
    labels_given_target: bool = False  # labels see where the word goes, which in the paper they do not
    piece_dropout: float = Share  # the share of subwords hidden from the encoder behind its mask, while learning
    word_dropout: float = Share
    tag_dropout: float = Share
    relu_dropout: float = Share
    residual_dropout: float = Share
    attention_dropout: float = Share
    label_smoothing: float = Share  # the share of a decision's weight, while learning, spread over all possible choices
    gold_tags: bool = False
    tag_head: bool = True

    @model_validator(mode="after")
    def _halves(self) -> ModelConfig:
        for name in ("width", "head_width", "feedforward"):
            if getattr(self, name) % 4:
                raise ValueError(f"{name} is {getattr(self, name)}; it must divide by 4, since it is halved twice")
        if self.labels_given_target and self.decoder != "graph":
            raise ValueError(f"labels_given_target is for the graph decoder, and decoder is {self.decoder!r}")
        if self.style is not None and self.style not in self.styles:
            raise ValueError(f"style is {self.style!r}; it must be one of styles ({', '.join(self.styles) or 'none'})")
        return self
