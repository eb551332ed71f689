"""The settings of a training run: one frozen model a table of the TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

from rightmost.model.model_config import ModelConfig
from rightmost.training.data.noise import Noise

#: Validate with this context to have missing files reported among the other faults.
CHECK_FILES = {"check_files": True}


def _found(path: str, info: ValidationInfo) -> str:
    if info.context == CHECK_FILES and not Path(path).is_file():
        why = "a folder, where a file of trees was expected" if Path(path).is_dir() else "no such file"
        raise ValueError(f"{path}: {why}; paths are taken from the folder you run in")
    return path


def _listed(value: Any) -> Any:
    """One alone stands for a list of one."""
    return [value] if isinstance(value, (str, dict)) else value


def _weighted(value: Any) -> Any:
    """A path alone stands for a corpus of weight 1."""
    return {"path": value} if isinstance(value, str) else value


TreeFile = Annotated[str, AfterValidator(_found)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Count = Annotated[int, Field(gt=0)]


TABLE = ConfigDict(frozen=True, extra="forbid", strict=True)


class CorpusConfig(BaseModel):
    """A treebank to train on. Of weight 2, each tree is seen twice an epoch; of 0.5, in every other epoch."""

    model_config = TABLE

    path: TreeFile
    weight: Annotated[Positive, Field(le=1000)] = 1.0
    #: The annotation style of its trees: one of model.styles, for a model that tells styles apart. The one that the
    #: model parses in, unless given.
    style: str | None = None
    #: Its trees are learnt from as sloppy writers would have written them.
    noise: Annotated[tuple[Noise, ...], BeforeValidator(_listed), Field(strict=False)] = ()
    #: Another parser's trees of the same sentences, mistakes and all. The states learnt from are those on the way to
    #: them, and what is learnt is the action that is then best for the trees of `path`.
    followed: TreeFile | None = None

    @model_validator(mode="after")
    def _follows_what_was_written(self) -> CorpusConfig:
        if self.followed is not None and self.noise:
            raise ValueError("followed and noise: give one of them, since noise changes the words of `path` alone")
        return self


class DataConfig(BaseModel):
    """Files of trees. Several development files count alike, whatever their sizes: their mean F1 picks the best."""

    model_config = TABLE

    train: Annotated[
        tuple[Annotated[CorpusConfig, BeforeValidator(_weighted)], ...],
        BeforeValidator(_listed),
        Field(min_length=1, strict=False),
    ]
    dev: Annotated[tuple[TreeFile, ...], BeforeValidator(_listed), Field(min_length=1, strict=False)]
    #: Scored once, by the best model, when training is over.
    test: Annotated[tuple[TreeFile, ...], BeforeValidator(_listed), Field(strict=False)] = ()


class OptimiserConfig(BaseModel):
    """RMSProp decays every weight, as the paper's code does; AdamW only matrices, as is usual."""

    model_config = TABLE

    name: Literal["rmsprop", "adamw"] = "adamw"
    learning_rate: Positive
    #: For the encoder's own weights; the same as the others' unless given.
    encoder_learning_rate: Positive | None = None
    #: Each encoder layer learns this much slower than the one above it.
    layer_decay: Annotated[Positive, Field(le=1)] = 1.0
    weight_decay: Annotated[float, Field(ge=0)] = 0.0
    #: The longest gradient.
    clip: Positive = 10.0
    warmup_steps: Annotated[int, Field(ge=0)] = 0
    #: After warming up. `plateau`: times `factor` when the best F1 is `patience` epochs old. The others end at 0.
    schedule: Literal["plateau", "linear", "cosine", "constant"] = "plateau"
    patience: Count = 5
    factor: Annotated[Positive, Field(lt=1)] = 0.5


class BatchConfig(BaseModel):
    """How large an optimiser step is, over all processes, and how much of it goes through the network at once."""

    model_config = TABLE

    #: One of these two is given.
    sentences: Count | None = None
    tokens: Count | None = None  # subwords
    #: The most subwords, padding included, in one forward pass of one process.
    micro_tokens: Count = 16384
    #: The sentences of so many steps are sorted by length together: less padding, less chance.
    bucket: Count = 1

    @model_validator(mode="after")
    def _one_size(self) -> BatchConfig:
        if (self.sentences is None) == (self.tokens is None):
            raise ValueError("give one of sentences and tokens, the size of an optimiser step")
        return self


class TrainingConfig(BaseModel):
    """A whole training file."""

    model_config = TABLE

    #: May be left out where training starts from a model.
    model: ModelConfig | None = None
    data: DataConfig
    optimiser: OptimiserConfig
    batch: BatchConfig
    #: A trained model to start from: a name or a folder. `--from` sets it.
    start_from: str | None = None
    #: Parts of the network that stay as they are: with encoder and decoder, only the tags' head learns.
    frozen: Annotated[
        tuple[Literal["encoder", "decoder", "tag_head"], ...], BeforeValidator(_listed), Field(strict=False)
    ] = ()
    output: str = "runs/model"
    epochs: Count = 60
    #: The run ends after so many minutes if not before, its learning rate following the clock. Such a run cannot be
    #: repeated to the bit.
    minutes: Positive | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    precision: Literal["float32", "bfloat16"] = "float32"
    device: str = "auto"
    #: Under torchrun: each process takes steps with sentences of its own, and every so many steps all go on from the
    #: mean of their weights (local SGD), instead of sharing gradients at every step. For processes that share a GPU.
    average_every: Count | None = None
    #: Has torch compile the layers of an encoder that is a BERT: half a minute once, then faster steps on a GPU.
    compiled: bool = False
    #: Development F1 is taken so many epochs apart, and at the end.
    evaluate_every: Count = 1
    #: Steps between checkpoints; each epoch ends with one too.
    checkpoint_every: Count = 1000
    #: Steps between lines of metrics.jsonl.
    log_every: Count = 20
    #: Decay of a moving average of the weights, which is then evaluated and saved in their place.
    ema: Annotated[float, Field(gt=0, lt=1)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _encoder_of_the_beginning(cls, tables: Any) -> Any:
        """A model that is started from has an encoder and styles: the table need not name them."""
        match tables:
            case {"start_from": str() as start, "model": {**model}}:
                styles = {"styles": [model["style"]]} if "style" in model else {}
                return {**tables, "model": {"encoder": start, **styles, **model}}
        return tables

    @model_validator(mode="after")
    def _has_a_beginning(self) -> TrainingConfig:
        if self.model is None and self.start_from is None:
            raise ValueError("a [model] table is needed, or a model to start from: --from NAME")
        return self

    def with_changes(self, *, seed: int, output: str) -> TrainingConfig:
        """The same run with another seed, in another folder."""
        return self.model_copy(update={"seed": seed, "output": output})
