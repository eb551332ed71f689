"""From a published treebank to train, dev and test files in normal form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rightmost.corpora.corpus import Corpus, FoundDocuments
from rightmost.corpora.manifest import FILE, Manifest, SplitFile, installed_version
from rightmost.corpora.output import alone, check_free, prepared_folder, write_splits
from rightmost.corpora.registry import corpus_named
from rightmost.errors import BadUsage, CorpusError

REMEDY = "complete the source, or prepare what there is with --incomplete"


def prepare(
    corpus: str | Corpus,
    source: str | Path,
    out: str | Path,
    *,
    incomplete: bool = False,
    force: bool = False,
) -> Manifest:
    """Writes the treebank in `source` to the folder `out`, all or nothing, and returns its manifest.

    A source that lacks something is refused, unless `incomplete`: then the manifest's warnings name it. An `out`
    that holds a prepared corpus is replaced only with `force`.
    """
    corpus = corpus if isinstance(corpus, Corpus) else corpus_named(corpus)
    source, out = Path(source), Path(out)
    if out.exists() and source.exists() and out.samefile(source):
        raise BadUsage(f"{out}: both the source and the output; name another folder for the output")
    with alone(out):
        check_free(out, splits=corpus.splits, force=force)
        return _written(corpus, source, out, incomplete=incomplete)


def _written(corpus: Corpus, source: Path, out: Path, *, incomplete: bool) -> Manifest:
    found = corpus.find(source)
    _check_found(corpus, found, source, incomplete=incomplete)
    with prepared_folder(out) as folder:
        splits, skipped = write_splits(corpus.trees(found), folder, corpus.splits)
        wrong = _wrong_counts(corpus, splits)
        if wrong and not incomplete:
            raise CorpusError(f"{source}: not a complete {corpus.name} corpus: {'; '.join(wrong)}: {REMEDY}")
        if not any(file.trees for file in splits.values()):
            raise CorpusError(f"{source}: no tree in it holds a word; there is nothing to prepare")
        empty = [f"{split} is empty" for split, file in splits.items() if not file.trees]
        manifest = Manifest(
            corpus=corpus.name,
            rightmost=installed_version(),
            source_files=len(found.documents),
            skipped_trees=skipped,
            warnings=(*found.missing, *wrong, *empty),
            splits=splits,
        )
        (folder / FILE).write_text(manifest.to_json(), encoding="utf-8", newline="\n")
    return manifest


def _check_found(corpus: Corpus, found: FoundDocuments, source: Path, *, incomplete: bool) -> None:
    missing = "; ".join(found.missing)
    if not found.documents:
        raise CorpusError(f"{source}: nothing of {corpus.name} to prepare: {missing or 'no documents'}: check the path")
    if missing and not incomplete:
        raise CorpusError(f"{source}: not a complete {corpus.name} corpus: {missing}: {REMEDY}")


def _wrong_counts(corpus: Corpus, splits: Mapping[str, SplitFile]) -> tuple[str, ...]:
    """Where the number of trees is not the published one, in words."""
    if corpus.counts is None:
        return ()
    return tuple(
        f"{split} holds {splits[split].trees:,} trees, {count:,} expected"
        for split, count in corpus.counts.items()
        if splits[split].trees != count
    )
