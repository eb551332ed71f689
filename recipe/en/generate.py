"""Sentences that SmolLM2 (Apache 2.0) writes on from beginnings: text to parse, and to learn from.

    python recipe/en/beginnings.py ... --output BEGINNINGS
    python recipe/en/generate.py MODEL.gguf BEGINNINGS --output TEXT [--processes 6]

Of each text the sentences are kept that are whole, of 3 to 64 words, most of them with letters and few twice, and
without marks of code or of other scripts. TEXT has one a line, its words separated by spaces, none twice:
`rightmost parse --tokenized --file TEXT` reads it. recipe/en/smollm2.py says where the model is to be had.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import smollm2
import torch
from torch import multiprocessing

from rightmost.errors import BadUsage, RightmostError
from rightmost.files import opened_text, written_atomically
from rightmost.outcome import run
from rightmost.text.sentences import sentence_spans
from rightmost.text.words import word_spans

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FEWEST, MOST = 3, 64  # words of a sentence
PARAGRAPHS = 6  # of each text
NO_PROSE = re.compile(r"[{}<>=|\\^*#_~\[\]]|[^\x00-\u024f\u2010-\u2030\u20ac]|https?:")
ENDED = re.compile(r"[.?!][\"'”’)]*$")
SPEAKER_OR_NUMBER = re.compile(r"^(?:[A-D]?:|[0-9]+\.(?![0-9])) *")


@dataclass(frozen=True)
class Job:
    """One process's work."""

    model: Path
    beginnings: Sequence[tuple[str, str]]
    batch: int
    tokens: int
    seed: int


def read_beginnings(path: Path) -> list[tuple[str, str]]:
    """Each line's heading and first words."""
    pairs = []
    with opened_text(path) as (stream, name):
        for number, line in enumerate(stream, start=1):
            match _json(line):
                case [str() as heading, str() as words]:
                    pairs.append((heading, words))
                case _:
                    raise RightmostError(f'{name}:{number}: expected ["HEADING", "FIRST WORDS"]')
    return pairs


def _json(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def sentences(text: str) -> Iterator[list[str]]:
    """The sentences worth keeping.

    >>> list(sentences("A: Arthur is king. He rides a <b>\\n\\nAnd then he"))
    [['Arthur', 'is', 'king', '.']]
    """
    for paragraph in re.split(r"\n+", text)[:PARAGRAPHS]:
        paragraph = SPEAKER_OR_NUMBER.sub("", paragraph)
        spans = sentence_spans(paragraph)
        for span in spans:
            sentence = paragraph[span.start : span.end]
            words = [sentence[word.start : word.end] for word in word_spans(sentence)]
            if _is_prose(sentence, words) and (span is not spans[-1] or ENDED.search(sentence)):
                yield words


def _is_prose(sentence: str, words: Sequence[str]) -> bool:
    return (
        FEWEST <= len(words) <= MOST
        and not NO_PROSE.search(sentence)
        and sum(any(letter.isalpha() for letter in word) for word in words) >= 0.6 * len(words)
        and len({word.lower() for word in words}) >= 0.5 * len(words)
    )


def causal_model(file: Path) -> tuple[Any, Tokenizer]:
    """The model as it is, to write with, and its tokenizer."""
    from transformers import LlamaConfig, LlamaForCausalLM

    reader, has = smollm2.opened(file)
    layers = has["llama.block_count"]
    config = LlamaConfig(**smollm2.shape(has), num_hidden_layers=layers, tie_word_embeddings=True)
    model = LlamaForCausalLM(config)
    model.model.load_state_dict(smollm2.weights(reader, has, layers))
    return model.eval(), smollm2.tokenizer(has)


def written_on(job: Job) -> list[str]:
    """The sentences of all texts, each as a line."""
    torch.manual_seed(job.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model, tokenizer = causal_model(job.model)
    model = model.to(device, torch.bfloat16)
    edge = tokenizer.token_to_id(smollm2.BOUNDARY)
    pieces = [[edge, *tokenizer.encode("".join(pair), add_special_tokens=False).ids] for pair in job.beginnings]
    order = sorted(range(len(pieces)), key=lambda place: len(pieces[place]))
    lines = []
    for start in range(0, len(order), job.batch):
        places = order[start : start + job.batch]
        longest = max(len(pieces[place]) for place in places)
        before = [longest - len(pieces[place]) for place in places]
        with torch.inference_mode():
            made = model.generate(
                input_ids=torch.tensor([[edge] * n + pieces[p] for n, p in zip(before, places)], device=device),
                attention_mask=torch.tensor([[0] * n + [1] * (longest - n) for n in before], device=device),
                max_new_tokens=job.tokens,
                do_sample=True,
                top_k=0,
                top_p=1.0,
                min_p=0.03,
                pad_token_id=edge,
                eos_token_id=edge,
            )
        for place, row in zip(places, made.tolist()):
            text = tokenizer.decode([piece for piece in row if piece != edge]).lstrip()
            heading = job.beginnings[place][0].lstrip()
            lines += [" ".join(words) for words in sentences(text[len(heading) :].strip())]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="the .gguf file")
    parser.add_argument("beginnings", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=1, help="side by side on the one device")
    parser.add_argument("--batch", type=int, default=512, help="texts at a time, in each process")
    parser.add_argument("--tokens", type=int, default=96, help="of each text")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in ("processes", "batch", "tokens"):
        if getattr(given, name) < 1:
            raise BadUsage(f"--{name} {getattr(given, name)}: at least 1 is needed")
    smollm2.opened(given.model)
    pairs = read_beginnings(given.beginnings)
    random.Random(given.seed).shuffle(pairs)
    jobs = [
        Job(given.model, pairs[number :: given.processes], given.batch, given.tokens, given.seed + number)
        for number in range(given.processes)
    ]
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        lines = dict.fromkeys(chain.from_iterable(pool.map(written_on, jobs)))
    with written_atomically(given.output) as stream:
        stream.writelines(f"{line}\n" for line in lines)
    print(f"{given.output}: {len(lines):,} sentences, {sum(line.count(' ') + 1 for line in lines):,} words")


if __name__ == "__main__":
    run(main)
