"""Tiny treebanks of our own, to be laid out as each publisher does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

ARTHUR = """( (S
    (NP-SBJ-1 (NNP Arthur) )
    (VP (VBZ is)
      (NP-PRD
        (NP (NN King) )
        (PP (IN of)
          (NP (DT the) (NNPS Britons) ))))
    (. .) ))
"""
ARTHUR_LINE = (
    "(TOP (S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))) (. .)))"
)
KNIGHTS = "( (S (NP-SBJ (DT The) (NNS knights)) (VP (VBP say) (NP (NP (UH ni)) (SBAR (-NONE- *ICH*-1))))))\n"
KNIGHTS_LINE = "(TOP (S (NP (DT The) (NNS knights)) (VP (VBP say) (NP (UH ni)))))"
KNIGHTS_UNMERGED_LINE = "(TOP (S (NP (DT The) (NNS knights)) (VP (VBP say) (NP (NP (UH ni))))))"
NOTHING = "( (S (NP-SBJ (-NONE- *)) (VP (-NONE- *?*))))\n"


def lay_out(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """`root`, with these files below it."""
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def prepared(out: Path, split: str) -> list[str]:
    """The lines of a split's file."""
    return (out / f"{split}.txt").read_text(encoding="utf-8").splitlines()
