"""Pre-trained encoders from Hugging Face: by name, from a folder, or a tiny random one for tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from safetensors import SafetensorError

from rightmost.encoding.subwords import Subwords
from rightmost.errors import RightmostError

if TYPE_CHECKING:
    from transformers import PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerBase

    from rightmost.encoding.bert import Bert
    from rightmost.encoding.tokenizer import FileTokenizer

TINY = "tiny"
_LIMIT = 512  # pieces at once, where an encoder does not say


def load_transformer(name: str) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The encoder and its tokenizer."""
    if name == TINY:
        return transformer_from_config(_tiny_config()), _tiny_tokenizer()
    if ("/" in name and not _looks_like_a_hub_name(name)) or Path(name).exists():
        _check_folder(Path(name))
    from transformers import AutoModel, AutoTokenizer

    try:
        with quiet_transformers():
            transformer, told = AutoModel.from_pretrained(name, dtype="float32", output_loading_info=True)
            transformer = _without_pooler(transformer)
            _check_complete(transformer, told["missing_keys"])
            tokenizer = AutoTokenizer.from_pretrained(name)
            if _needs_prefix_space(tokenizer):
                tokenizer = AutoTokenizer.from_pretrained(name, add_prefix_space=True)
            return transformer, tokenizer
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        reason = str(error).strip().split("\n")[0]
        raise RightmostError(f"{name}: no encoder could be loaded from there ({reason})") from None


def transformer_from_config(config: PreTrainedConfig) -> PreTrainedModel:
    """An encoder of that shape with random weights."""
    from transformers import AutoModel

    with quiet_transformers():
        return _without_pooler(AutoModel.from_config(config))


def subwords_for(transformer: PreTrainedModel | Bert, tokenizer: PreTrainedTokenizerBase | FileTokenizer) -> Subwords:
    """The encoder's words-to-pieces, with windows as long as the encoder can read."""
    config = transformer.config
    # XLNet's positions are relative: it has no limit of its own, and says -1.
    stated = getattr(config, "max_position_embeddings", None) or -1
    offset = 2 if config.model_type in {"roberta", "xlm-roberta", "camembert"} else 0  # they start counting at 2
    limit = stated - offset if stated > 0 else _LIMIT
    # FileTokenizer has all that Subwords uses.
    return Subwords(cast("PreTrainedTokenizerBase", tokenizer), limit=min(limit, _LIMIT))


@contextmanager
def quiet_transformers() -> Iterator[None]:
    """No progress bars or advice from transformers: our library never prints."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


def _without_pooler(model: PreTrainedModel) -> PreTrainedModel:
    """The encoder without the layer that makes one vector of a whole sentence: nothing here uses it."""
    if getattr(model, "pooler", None) is not None:
        model.pooler = None  # type: ignore[assignment]
    return model


def _check_complete(model: PreTrainedModel, missing: Collection[str]) -> None:
    """Raises ValueError if the encoder has weights that were not there to be read, and are random therefore."""
    random = sorted(set(missing) & model.state_dict().keys())
    if random:
        raise ValueError(f"{len(random)} of its weights are missing, {random[0]} among them")


def _needs_prefix_space(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Whether a word by itself would be taken for the middle of one, as RoBERTa's tokenizer does unless told."""
    is_byte_level = "ByteLevel" in str(getattr(getattr(tokenizer, "backend_tokenizer", None), "pre_tokenizer", ""))
    return is_byte_level and getattr(tokenizer, "add_prefix_space", None) is False


def _looks_like_a_hub_name(name: str) -> bool:
    return name.count("/") == 1 and not name.startswith((".", "/", "~")) and not Path(name).parent.exists()


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise RightmostError(f"{folder}: no such encoder folder; give a folder, or a Hugging Face name")
    if not (folder / "config.json").is_file():
        raise RightmostError(f"{folder}: not an encoder folder: it has no config.json")
    if not any(folder.glob("*.safetensors")) and not any(folder.glob("pytorch_model*.bin")):
        raise RightmostError(f"{folder}: an encoder folder without weights: expected model.safetensors in it")

    if not any((folder / name).is_file() for name in ("tokenizer.json", "vocab.txt", "vocab.json", "spiece.model")):
        raise RightmostError(f"{folder}: an encoder folder without a tokenizer: expected tokenizer.json in it")


def _tiny_config() -> PreTrainedConfig:
    from transformers import BertConfig

    return BertConfig(
        vocab_size=130,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=128,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )


def _tiny_tokenizer() -> PreTrainedTokenizerBase:
    """Words cut into single printable ASCII characters; any other is unknown."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    characters = [chr(code) for code in range(33, 127)]
    vocabulary = {token: number for number, token in enumerate([*special, *characters])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    )
