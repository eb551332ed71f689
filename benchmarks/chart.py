"""A chart parser in the manner of Kitaev and Klein (2018), to measure ours against: the same encoder, other decisions.

    python benchmarks/chart.py train --encoder FOLDER --train FILE... --output FOLDER [--minutes 7] [--batch 96]
    python benchmarks/chart.py score --chart FOLDER --model en --test FILE...

Every label of every span has a score, the best tree is found by CKY, and learnt with a max-margin loss. A unary chain
is one label; no label at all scores 0, so that binary trees stand for all others. F1 is evalb's, with the gold tags put
into the trees of both parsers.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from statistics import mean

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F

import rightmost
from device import DEVICE
from rightmost.encoding.batches import EncoderInput, encoder_input, sent_together
from rightmost.encoding.subwords import Window
from rightmost.errors import BadUsage, ModelError
from rightmost.evaluation.evalb import evaluate
from rightmost.model.build import build
from rightmost.model.model_config import ModelConfig
from rightmost.model.vocabulary import NO_LABEL, Vocabulary
from rightmost.outcome import run
from rightmost.training.data.prefetch import prefetched
from rightmost.training.data.sampler import Sampler, micro_batches
from rightmost.training.run.optimiser import set_learning_rate
from rightmost.training.run.schedule import Plateau, learning_rate_share
from rightmost.training.training_config import OptimiserConfig
from rightmost.trees.tree import Leaf, Span, Step, Tree
from rightmost.trees.unary import collapse, expand
from sentences import gold_trees

HIDDEN = 256
MOST_WORDS = 120  # of a sentence to learn from
MOST_CELLS = 1 << 18  # of the charts that are filled together in parsing
DROPOUT = {"word_dropout": 0.2, "relu_dropout": 0.1, "residual_dropout": 0.1, "attention_dropout": 0.1}
OPTIMISER = OptimiserConfig(learning_rate=1e-3, encoder_learning_rate=1.5e-4, warmup_steps=100, schedule="cosine")

Numbers = npt.NDArray[np.int64]


@cache
def spans_of(words: int) -> Numbers:  # (2, spans)
    """The left and right ends of all spans of a sentence, in the order in which brackets open: first the whole."""
    left, place = np.triu_indices(words)
    return np.stack([left, words + left - place])


@dataclass(frozen=True)
class Example:
    """A sentence cut into pieces, and the label that each of its spans has in the gold tree."""

    windows: Sequence[Window]
    gold: Numbers  # (spans,)


@dataclass(frozen=True)
class Batch:
    """Sentences side by side. Words, fenceposts and spans are numbered through, sentence by sentence."""

    input: EncoderInput
    lengths: Tensor  # (sentences,)
    posts: Tensor  # (2, posts) the words before and after each fencepost, from 1; 0 is beyond the sentence
    spans: Tensor  # (4, spans) sentence, left end, right end, gold label

    def to(self, device: torch.device) -> Batch:
        return Batch(self.input.to(device), *sent_together([self.lengths, self.posts, self.spans], device))

    @property
    def whole(self) -> Tensor:  # (sentences,)
        """The span of each whole sentence."""
        sizes = self.lengths * (self.lengths + 1) // 2
        return sizes.cumsum(0) - sizes


class ChartParser(nn.Module):
    """An encoder, and a score for every label of every span."""

    def __init__(self, config: ModelConfig, vocabulary: Vocabulary) -> None:
        super().__init__()
        network = build(config, vocabulary)  # of which the encoder alone is used
        self.config, self.vocabulary, self.subwords = config, vocabulary, network.subwords
        self.encoder = network.encoder
        self.beyond = nn.Parameter(torch.zeros(1, config.width))
        self.narrow = nn.Linear(config.width, HIDDEN)
        self.label = nn.Sequential(nn.LayerNorm(HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(vocabulary.labels)))

    def prepare(self, words: Sequence[str], brackets: Iterable[Span] = ()) -> Example:
        table = np.full((len(words), len(words) + 1), NO_LABEL)
        for left, right, label in brackets:
            table[left, right] = self.vocabulary.label_number(label)
        return Example(self.subwords.windows(words), table[tuple(spans_of(len(words)))])

    def collate(self, examples: Sequence[Example]) -> Batch:
        windows, styles = [example.windows for example in examples], [0] * len(examples)
        input = encoder_input(windows, self.subwords, attention_window=self.config.positions, styles=styles)
        lengths = np.array(input.lengths)
        words, ends = np.arange(1, lengths.sum() + 1), lengths.cumsum()
        posts = np.stack([np.insert(words, ends - lengths, 0), np.insert(words, ends, 0)])
        sentence = np.repeat(np.arange(len(lengths)), lengths * (lengths + 1) // 2)
        left, right = np.concatenate([spans_of(length) for length in input.lengths], axis=1)
        spans = np.stack([sentence, left, right, np.concatenate([example.gold for example in examples])])
        return Batch(input, *map(torch.from_numpy, (lengths, posts, spans)))

    def forward(self, batch: Batch) -> Tensor:  # (spans, 1 + labels)
        """The scores of no label, which is not for whole sentences, and of every label."""
        device = batch.lengths.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            encoded = self.encoder(batch.input)
        words = torch.cat([self.beyond, encoded.float()])
        before, after = [words.index_select(0, each) for each in batch.posts]
        # Every second number of either: the first half of a word's is all content, the other all position.
        posts = self.narrow(torch.cat([before[:, 0::2], after[:, 1::2]], dim=1))
        sentence, left, right, _ = batch.spans
        first = ((batch.lengths + 1).cumsum(0) - (batch.lengths + 1)).index_select(0, sentence)
        # The map of a difference is the difference of the maps, and there are fewer posts than spans.
        spans = posts.index_select(0, first + right) - posts.index_select(0, first + left) + self.narrow.bias
        scores = F.pad(self.label(spans), (1, 0))
        scores[batch.whole, NO_LABEL] = -torch.inf
        return scores

    def loss(self, batch: Batch) -> Tensor:
        """By how much the best tree, each wrong label of it worth 1 more, beats the gold tree; the sentences' mean."""
        scores = self(batch)
        gold = batch.spans[3][:, None]
        rivals = scores + torch.ones_like(scores).scatter(1, gold, 0.0)
        best = best_scores(rivals.max(dim=1).values, batch)
        hinge: Tensor = best.sum() - scores.gather(1, gold).sum()
        return hinge / len(best)

    @torch.no_grad()
    def parse(self, sentences: Sequence[Sequence[Leaf]]) -> list[Tree]:
        """The best tree of each sentence."""
        lengths = np.array([len(leaves) for leaves in sentences])
        trees: dict[int, Tree] = {}
        for numbers in micro_batches(np.argsort(lengths), lengths**2, tokens=MOST_CELLS):
            batch = self.collate([self.prepare([leaf.word for leaf in sentences[number]]) for number in numbers])
            batch = batch.to(self.beyond.device)
            scores, labels = self(batch).max(dim=1)
            chosen = torch.where(in_best_trees(scores, batch), labels, NO_LABEL).cpu().numpy()
            for number, labels in zip(numbers.tolist(), np.split(chosen, batch.whole.tolist()[1:])):
                trees[number] = tree_of(labels, sentences[number], self.vocabulary)
        return [trees[number] for number in range(len(sentences))]


def best_scores(scores: Tensor, batch: Batch) -> Tensor:  # (spans,) -> (sentences,)
    """What the best binary tree over each sentence scores, all spans of one width at a time (CKY)."""
    sentence, left, right, _ = batch.spans
    words = max(batch.input.lengths)
    spans = scores.new_zeros(len(batch.lengths), words, words + 1).index_put((sentence, left, right - left), scores)
    from_left = torch.zeros_like(spans)  # (sentences, left end, width)
    from_right = torch.zeros_like(spans)  # (sentences, right end - 1, words - width): right parts as left ones grow
    for width in range(1, words + 1):
        best = spans[:, : words - width + 1, width]
        if width > 1:
            halves = from_left[:, : words - width + 1, 1:width] + from_right[:, width - 1 :, words - width + 1 : words]
            best = best + halves.max(dim=2).values
        from_left[:, : words - width + 1, width] = best
        from_right[:, width - 1 :, words - width] = best
    return from_left[:, 0].gather(1, batch.lengths[:, None])[:, 0]


def in_best_trees(scores: Tensor, batch: Batch) -> Tensor:  # (spans,) bool
    """Which spans the best trees have: those whose scores the trees' scores depend on."""
    with torch.enable_grad():
        scores = scores.detach().requires_grad_()
        (slope,) = torch.autograd.grad(best_scores(scores, batch).sum(), scores)
    return slope > 0


def tree_of(labels: Numbers, leaves: Sequence[Leaf], vocabulary: Vocabulary) -> Tree:
    """The tree whose brackets are the spans that have a label."""
    opening: defaultdict[int, list[Step]] = defaultdict(list)
    closing: Counter[int] = Counter()
    for place in labels.nonzero()[0]:
        left, right = spans_of(len(leaves))[:, place].tolist()
        opening[left].append((vocabulary.labels[labels[place] - 1], 1))
        closing[right] += 1
    steps = [step for place, leaf in enumerate(leaves) for step in (*opening[place], (leaf, -closing[place + 1]))]
    return expand(Tree.from_flat(tuple(steps)))


def learn(parser: ChartParser, trees: Sequence[Tree], *, batch: int, seed: int, minutes: float, steps: int) -> None:
    """Learns from the trees for so many steps; or, if 0, for some minutes."""
    examples = [parser.prepare(tree.words, collapse(tree).spans()) for tree in trees]
    pieces = np.array([sum(len(window.pieces) for window in example.windows) for example in examples])
    sampler = Sampler(((len(examples), 1.0),), pieces, seed=seed, sentences=batch, tokens=None, bucket=8)
    drawn = (numbers for epoch in count() for numbers in sampler.epoch(epoch))
    batches = prefetched(drawn, lambda numbers: parser.collate([examples[number] for number in numbers]))
    pretrained = list(parser.encoder.transformer.parameters())
    new = [each for name, each in parser.named_parameters() if not name.startswith("encoder.transformer.")]
    rates = OPTIMISER.encoder_learning_rate, OPTIMISER.learning_rate
    groups = [{"params": weights, "full_rate": rate} for weights, rate in zip((pretrained, new), rates)]
    optimiser = torch.optim.AdamW(groups, fused=True)
    parser.train()
    start = time.perf_counter()
    for step, each in enumerate(batches):
        seconds = time.perf_counter() - start
        done = step / steps if steps else seconds / (60 * minutes)
        if done >= 1:
            break
        set_learning_rate(optimiser, learning_rate_share(OPTIMISER, step=step, done=done, plateau=Plateau()))
        optimiser.zero_grad()
        loss = parser.loss(each.to(parser.beyond.device))
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(parser.parameters(), OPTIMISER.clip)
        optimiser.step()
        if step % 50 == 0:
            epochs = step * batch / len(trees)
            print(f"{seconds:.0f} s, {step} steps, {epochs:.1f} epochs: loss {loss.item():.3f}", flush=True)
    parser.eval()


def save(parser: ChartParser, folder: Path) -> None:
    """Writes all but the encoder's tokenizer, for which the encoder's folder must stay where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    save_file({name: tensor.contiguous() for name, tensor in parser.state_dict().items()}, folder / "chart.safetensors")
    settings = {"model": parser.config.model_dump(), "vocabulary": parser.vocabulary.to_json()}
    (folder / "chart.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")


def load(folder: Path) -> ChartParser:
    """The parser in the folder, ready to parse."""
    if not (folder / "chart.json").is_file():
        raise ModelError(f"{folder}: no chart parser here: expected chart.json and chart.safetensors; train one first")
    settings = json.loads((folder / "chart.json").read_text(encoding="utf-8"))
    config = ModelConfig.model_validate(settings["model"])
    parser = ChartParser(config, Vocabulary.from_json(settings["vocabulary"]))
    parser.load_state_dict(load_file(folder / "chart.safetensors"))
    return parser.to(DEVICE).eval()


def train(given: argparse.Namespace) -> None:
    if given.batch < 1 or given.steps < 0 or given.minutes <= 0:
        raise BadUsage("--batch and --minutes must be more than 0, --steps no less")
    if given.output.is_file():
        raise BadUsage(f"--output {given.output}: a file, where a folder was expected")
    trees = [tree for tree in gold_trees(given.train) if len(tree.words) <= MOST_WORDS]
    torch.manual_seed(given.seed)
    config = ModelConfig.model_validate({"encoder": given.encoder, "letter_case": True, **DROPOUT})
    parser = ChartParser(config, Vocabulary.from_trees(trees)).to(DEVICE)
    learn(parser, trees, batch=given.batch, seed=given.seed, minutes=given.minutes, steps=given.steps)
    save(parser, given.output)


def score(given: argparse.Namespace) -> None:
    files = {path: gold_trees([path]) for path in given.test}
    chart, ours = load(given.chart), rightmost.load(given.model)
    print(f"| trees | sentences | chart | {given.model} | difference |\n|---|---|---|---|---|")
    rows: list[tuple[float, float]] = []
    for path, gold in files.items():
        parses = chart.parse([tree.leaves for tree in gold]), list(ours.parse_many([tree.words for tree in gold]))
        one, other = [evaluate(gold, parse, gold_tags=True).f1 for parse in parses]
        rows.append((one, other))
        print(f"| {path} | {len(gold)} | {one:.2f} | {other:.2f} | {other - one:+.2f} |", flush=True)
    one, other = map(mean, zip(*rows))
    print(f"| mean | {sum(map(len, files.values()))} | {one:.2f} | {other:.2f} | {other - one:+.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train")
    training.set_defaults(command=train)
    training.add_argument("--encoder", required=True)
    training.add_argument("--train", nargs="+", required=True)
    training.add_argument("--output", type=Path, required=True)
    training.add_argument("--minutes", type=float, default=7.0)
    training.add_argument("--steps", type=int, default=0, help="instead of minutes")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--batch", type=int, default=96, help="sentences")
    scoring = commands.add_parser("score")
    scoring.set_defaults(command=score)
    scoring.add_argument("--chart", type=Path, required=True)
    scoring.add_argument("--model", default="en")
    scoring.add_argument("--test", nargs="+", required=True)
    given = parser.parse_args()
    given.command(given)


if __name__ == "__main__":
    run(main)
