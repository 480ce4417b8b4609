"""Distributed work: a plan of tasks that can be sent to other machines, and the rows of one task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _partie
from ._api import Options, Source, asked, words

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._partie import Table

__all__ = ["Task", "plan", "run"]


@dataclass(frozen=True)
class Task:
    """A unit of work: files, members of an archive, or a shard of a file. It can be pickled."""

    number: int
    """Its number in the plan, from 0: the upper half of ``game_key``."""
    names: tuple[str, ...]
    """The names of its sources."""
    parts: tuple[tuple[Any, ...], ...]
    """Its sources, as ``run`` expects them."""

    def __repr__(self) -> str:
        first, *others = self.names
        more = f" and {len(others)} more" if others else ""
        shard = self.parts[0][4]
        at = f" from game {shard[5] + 1}" if shard and shard[2] else ""
        return f"<Task {self.number}: {first}{at}{more}>"


def plan(source: Source, *, size: int = 64 << 20, **options: Unpack[Options]) -> list[Task]:
    """Cuts sources into tasks of about ``size`` bytes, whose rows need no merging.

    A task is some files, a member of an archive, or a shard of a file or file opener (``fsspec.open("s3://...")``). The source
    is read once from its beginning, without judging, to find the game where each shard begins; a source compressed as a
    whole is one task.

    >>> import partie
    >>> partie.plan(b"[Event \\"a\\"]\\n\\n1. e4 *\\n\\n" * 10_000, size=100_000)
    [<Task 0: <bytes>>, <Task 1: <bytes> from game 5957>]
    """
    tasks = _partie.plan(source, size, asked(options))
    return [
        Task(number, tuple(part[2] for part in parts), tuple(tuple(part) for part in parts))
        for number, parts in enumerate(tasks)
    ]


def run(
    task: Task,
    table: str = "games",
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    *,
    threads: int | None = 1,
    **options: Unpack[Options],
) -> Table:
    """The rows of a task in a table, ``games``, ``moves`` or ``findings``. All tasks together give the rows of the whole.

    >>> import partie
    >>> tasks = partie.plan("1. e4 *\\n\\n1. d4 *\\n")
    >>> partie.run(tasks[0], columns=["game", "plies"])
    <partie.Table games of <str>: 2 columns>
    """
    parts = [tuple(part) for part in task.parts]
    keywords = asked(options, where=where, threads=threads, infos=False)
    return _partie.Table.of_task(table, (task.number, parts), words(columns), keywords)
