"""A progress bar on standard error, for those who ask for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG = 200  # sentences: from here on a bar is worth its line


@contextmanager
def bar(name: str, *, total: int | None, shown: bool) -> Iterator[Callable[[int], None]]:
    """What to call with how many more are done. Unless `shown`, nothing is drawn, and rich is not even imported."""
    if not shown:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # What others print meanwhile is data, which no bar may touch.
    with Progress(*columns, console=console, redirect_stdout=False, redirect_stderr=False) as progress:
        task = progress.add_task(name, total=total)
        yield lambda count: progress.advance(task, count)
