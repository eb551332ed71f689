"""What `rightmost train` and `python -m rightmost.training` both call."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.ending import advising
from rightmost.errors import BadUsage, Interrupted
from rightmost.training.config_file import read_config, settings_from
from rightmost.training.data.treebank import Treebanks
from rightmost.training.distributed import assembled
from rightmost.training.presets import config_file
from rightmost.training.record.events import Listener, log_event
from rightmost.training.run.experiment import run_seeds, table
from rightmost.training.run.one_run import run

ADVICE = "go on with --resume"  # after Ctrl-C


def train(
    config: str,
    *,
    start_from: str | None = None,
    settings: Sequence[str] = (),
    seeds: int | None = None,
    resume: bool = False,
    output: str | None = None,
    listener: Listener = log_event,
) -> str:
    """Trains by the settings of `config`, a file or a preset.

    The result is a markdown table, empty in all processes but the first.
    """
    if seeds is not None and seeds < 1:
        raise BadUsage(f"--seeds {seeds}: at least 1 is needed")
    chosen = {"start_from": start_from, "output": output}
    given = settings_from(settings) | {key: value for key, value in chosen.items() if value is not None}
    read = read_config(config_file(config), given)
    try:
        with advising(ADVICE), assembled(read.device) as team:
            treebanks = Treebanks.read(read.data)
            if seeds is None:
                results = [run(read, treebanks, team=team, listener=listener, resume=resume)]
            else:
                results = run_seeds(read, treebanks, seeds=seeds, team=team, listener=listener, resume=resume)
            return table(results) if team.leads else ""
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {ADVICE}") from None
