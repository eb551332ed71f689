"""The kinds of encoder that may be loaded, and the settings that they may have. A model folder decides nothing else.

Each kind is a class of transformers' own. None of them runs code from a folder, fetches anything, or builds a part by
a name that the settings give.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

#: `model_type` as transformers names it. Each gives a feature for each piece, from the pieces alone.
KINDS = frozenset(
    {
        "albert",
        "bert",
        "bert-generation",
        "big_bird",
        "camembert",
        "convbert",
        "data2vec-text",
        "deberta",
        "deberta-v2",
        "distilbert",
        "electra",
        "ernie",
        "ernie_m",
        "eurobert",
        "flaubert",
        "gpt2",
        "llama",
        "megatron-bert",
        "mistral",
        "mobilebert",
        "modernbert",
        "mpnet",
        "nezha",
        "nomic_bert",
        "nystromformer",
        "qwen2",
        "qwen3",
        "rembert",
        "roberta",
        "roberta-prelayernorm",
        "roformer",
        "smollm3",
        "splinter",
        "xlm",
        "xlm-roberta",
        "xlm-roberta-xl",
        "xlnet",
    }
)
MOST_LAYERS = 200
MOST = 100_000_000  # of any other whole number: more than any vocabulary has
_COUNTS = re.compile("layer|group|block|expert|stage")  # in the name of a setting: how often something is built
NAMES_OF_CODE = ("auto_map", "custom_pipelines", "quantization_config")
_UNUSED = frozenset(
    {"num_labels", "id2label", "label2id", "name_or_path", "trust_remote_code", "code_revision", *NAMES_OF_CODE}
)
_ATTENTION = (None, "eager", "sdpa")  # any other name may be that of a kernel to be fetched


def check_kind(settings: Mapping[str, Any]) -> str:
    """The encoder's kind. ValueError if it is none of those that may be loaded."""
    kind = settings.get("model_type")
    if not isinstance(kind, str) or kind not in KINDS:
        shown = "none" if kind is None else ascii(kind)[:80]
        raise ValueError(f"the encoder's model_type is {shown}; allowed: {', '.join(sorted(KINDS))}")
    return kind


def checked_settings(settings: Any) -> dict[str, Any]:
    """The settings as far as they may shape an encoder. ValueError if one of them goes beyond that."""
    if not isinstance(settings, Mapping):
        raise ValueError("the encoder's settings are no table")
    check_kind(settings)
    for name in NAMES_OF_CODE:
        if settings.get(name):
            raise ValueError(f"the encoder's {name} names code, and code of a model is never run")
    for name, value in settings.items():
        _check_setting(name, value)
    return {
        name: "float32" if name in ("dtype", "torch_dtype") else value
        for name, value in settings.items()
        if name not in _UNUSED and not name.startswith("_")  # transformers' private ones
    }


def _check_setting(name: str, value: Any) -> None:
    if name.startswith("_"):
        return  # it will not be used
    if "implementation" in name and value not in _ATTENTION:
        raise ValueError(f"the encoder's {name} is {ascii(value)[:80]}; allowed: eager, sdpa")
    for number in _numbers(value):
        most = MOST_LAYERS if _COUNTS.search(name) and isinstance(number, int) else MOST
        if not math.isfinite(number) or (isinstance(number, int) and abs(number) > most):
            raise ValueError(f"the encoder's {name} is {number}; {most:,} is the most")


def _numbers(value: Any) -> Iterator[int | float]:
    """All numbers in the value, however deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (int, float)):
            yield each
        elif isinstance(each, (list, tuple)):
            waiting.extend(each)
        elif isinstance(each, Mapping):
            waiting.extend(each.values())


@contextmanager
def offline() -> Iterator[None]:
    """Within the block nothing is fetched: transformers finds what it looks for on this machine, or fails."""
    from huggingface_hub import constants
    from transformers.utils import hub

    # The environment at the time when these were imported: the second is there in older versions of transformers.
    told: list[tuple[Any, str]] = [(constants, "HF_HUB_OFFLINE"), (hub, "_is_offline_mode")]
    before = [(module, name, getattr(module, name)) for module, name in told if hasattr(module, name)]
    for module, name, _ in before:
        setattr(module, name, True)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
