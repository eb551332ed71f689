"""Pre-trained encoders from Hugging Face: by name, from a folder, or a tiny random one for tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import torch

from rightmost.encoding.kinds import NAMES_OF_CODE, checked_settings, offline
from rightmost.encoding.subwords import Subwords
from rightmost.encoding.tokenizer import checked_tokenizer_settings
from rightmost.errors import RightmostError
from rightmost.reason import one_line

if TYPE_CHECKING:
    from transformers import PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerBase

    from rightmost.encoding.bert import Bert
    from rightmost.encoding.tokenizer import FileTokenizer

TINY = "tiny"
_LIMIT = 512  # pieces at once, for an encoder that does not state its limit
#: Encoders whose first position is one more than the number of their padding.
_COUNT_FROM_PADDING = {
    "camembert",
    "data2vec-text",
    "mpnet",
    "roberta",
    "roberta-prelayernorm",
    "xlm-roberta",
    "xlm-roberta-xl",
}


def load_transformer(name: str) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The encoder and its tokenizer. A folder is read offline; only a name is fetched. Code of theirs is never run."""
    if name == TINY:
        return transformer_from_config(_tiny_config()), _tiny_tokenizer()
    is_folder = ("/" in name and not _looks_like_a_hub_name(name)) or Path(name).exists()
    if is_folder:
        _check_folder(Path(name))
    try:
        with quiet_transformers(), offline() if is_folder else nullcontext():
            return _transformer(name, is_folder=is_folder), _pretrained_tokenizer(name, is_folder=is_folder)
    except RightmostError:
        raise
    except Exception as error:  # what foreign data makes libraries raise has no end
        raise RightmostError(f"{name}: no encoder could be loaded from there ({one_line(error)})") from None


def _transformer(name: str, *, is_folder: bool) -> PreTrainedModel:
    from transformers import AutoModel, PretrainedConfig

    settings: dict[str, Any] = PretrainedConfig.get_config_dict(name, local_files_only=is_folder)[0]
    checked_settings({key: value for key, value in settings.items() if key not in NAMES_OF_CODE})
    transformer, told = AutoModel.from_pretrained(
        name,
        dtype="float32",
        output_loading_info=True,
        trust_remote_code=False,
        local_files_only=is_folder,
        use_safetensors=True if is_folder else None,
    )
    transformer = _without_pooler(transformer)
    _check_complete(transformer, told["missing_keys"])
    return transformer


def _pretrained_tokenizer(name: str, *, is_folder: bool) -> PreTrainedTokenizerBase:
    from transformers import AutoTokenizer
    from transformers.models.auto.tokenization_auto import get_tokenizer_config

    checked_tokenizer_settings(get_tokenizer_config(name, local_files_only=is_folder))
    only = {"trust_remote_code": False, "local_files_only": is_folder}
    tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(name, **only)
    if _needs_prefix_space(tokenizer):
        tokenizer = AutoTokenizer.from_pretrained(name, add_prefix_space=True, **only)
    return tokenizer


def local_tokenizer(folder: Path) -> PreTrainedTokenizerBase:
    """The tokenizer that the folder's files make up. Nothing is fetched."""
    from transformers import AutoTokenizer

    with quiet_transformers(), offline():
        found: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(
            str(folder), trust_remote_code=False, local_files_only=True
        )
    return found


def transformer_from_settings(settings: Mapping[str, Any]) -> PreTrainedModel:
    """An encoder with those settings, which have been checked, and with random weights."""
    from transformers import AutoConfig  # which takes two seconds

    shape = dict(settings)
    with quiet_transformers(), offline():
        return transformer_from_config(AutoConfig.for_model(shape.pop("model_type"), **shape))


def transformer_from_config(config: PreTrainedConfig) -> PreTrainedModel:
    """An encoder of that shape with random weights."""
    from transformers import AutoModel

    with quiet_transformers():
        return _without_pooler(AutoModel.from_config(config, trust_remote_code=False))


def try_out(transformer: PreTrainedModel | Bert) -> None:
    """Raises if the encoder does not make finite features of a few pieces, one for each, after each of its layers."""
    with torch.no_grad():
        pieces = torch.zeros(1, 4, dtype=torch.long)
        output = transformer.eval()(input_ids=pieces, attention_mask=torch.ones_like(pieces), output_hidden_states=True)
    config = transformer.config
    states = [output.last_hidden_state, *output.hidden_states]
    if len(states) != config.num_hidden_layers + 2 or any(
        state.shape != (1, 4, config.hidden_size) or not state.isfinite().all() for state in states
    ):
        raise ValueError("the encoder does not give each piece the feature that its settings state")


def subwords_for(transformer: PreTrainedModel | Bert, tokenizer: PreTrainedTokenizerBase | FileTokenizer) -> Subwords:
    """The encoder's words-to-pieces, with windows as long as the encoder can read."""
    config = transformer.config
    # XLNet's positions are relative: it has no limit of its own, and gives -1.
    stated = getattr(config, "max_position_embeddings", None) or -1
    offset = max(config.pad_token_id, 1) + 1 if config.model_type in _COUNT_FROM_PADDING else 0  # MPNet's is always 1
    limit = stated - offset if stated > 0 else _LIMIT
    # FileTokenizer has all that Subwords uses.
    subwords = Subwords(cast("PreTrainedTokenizerBase", tokenizer), limit=min(limit, _LIMIT))
    largest = max(*tokenizer.get_vocab().values(), *subwords.special, subwords.mask)
    if largest >= config.vocab_size:
        raise RightmostError(
            f"a piece has the number {largest}, and the encoder knows {config.vocab_size} pieces, from 0"
        )
    return subwords


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
    if not any(folder.glob("*.safetensors")):
        for pickled in sorted(folder.glob("*.bin")):
            raise RightmostError(
                f"{pickled}: a pickle, which may run code when it is opened, and is not read; convert it to "
                "model.safetensors, as transformers' save_pretrained does"
            )
        raise RightmostError(f"{folder}: an encoder folder without weights: expected model.safetensors in it")
    if (folder / "adapter_config.json").exists():
        raise RightmostError(f"{folder}: it has an adapter_config.json; merge the adapter into the encoder first")
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
