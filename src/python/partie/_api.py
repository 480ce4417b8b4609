"""The functions of the package. The core interprets the keywords; ``Options`` documents them for all functions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict, TypeVar, Union, overload, runtime_checkable

from . import _partie
from ._objects import Finding, Findings, Fixed, Repairs

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._partie import Game, Table

__all__ = ["ArrowStream", "Converted", "Options", "Source", "asked", "convert", "explain", "findings", "fix", "games"]
__all__ += ["moves", "read", "select", "targets", "validate", "words"]

One: TypeAlias = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes], IO[str]]
Source: TypeAlias = Union[One, Iterable[One]]
"""A path (a ``str`` without a line break, or a ``Path``) of a file or folder, a text (``bytes``, or a ``str`` with a line break),
a file object, or several of these."""


@runtime_checkable
class ArrowStream(Protocol):
    """An object with the Arrow PyCapsule interface: a table of this package, polars, pyarrow, pandas or DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Options(TypedDict, total=False):
    """Options for reading and judging sources: the keywords of all functions, equivalent to the flags of the command."""

    rules: str | Sequence[str]
    """Rule books to judge under, overriding the record's own: ``fide``, ``server``, ``kober``, ``jsa``, ``glinski``."""
    select: str | Sequence[str]
    """Only findings whose code begins with one of these: ``["L", "R001"]``."""
    ignore: str | Sequence[str]
    """No findings whose code begins with one of these."""
    format: str
    """The record format or the notation of the moves, instead of detecting it: ``pgn``, ``kif``, ``descriptive``."""
    letters: str
    """The piece letters, by the code of their language, instead of detecting them: ``de``."""
    encoding: str
    """The encoding of records other than shogi, instead of detecting it: ``windows-1252``."""
    infos: bool
    """True to include findings of severity info."""
    suggest: bool
    """True to search for repairs of broken lines, which takes forty times the work of judging."""
    on_error: Literal["stop", "skip"]
    """For a file that cannot be read or has no record: raise an exception (``stop``) or skip it (``skip``)."""


T = TypeVar("T")


def _one_or_all(texts: list[T], is_single: bool) -> T | list[T]:
    """The results of all texts; if the source is not a list, the result of its only text."""
    if not is_single:
        return texts
    if len(texts) != 1:
        raise _option(f"the source holds {len(texts)} texts: name it in a list, [source], for a list of results")
    return texts[0]


def words(some: str | Sequence[str] | None) -> list[str]:
    """Converts a word, a sequence or ``None`` to a list."""
    if some is None:
        return []
    return [some] if isinstance(some, str) else list(some)


def asked(
    options: Options,
    *,
    where: str | None = None,
    threads: int | None = None,
    style: bool = False,
    infos: bool = True,
) -> dict[str, Any]:
    """The keywords of all functions, as the native module expects them."""
    unknown = set(options) - Options.__optional_keys__
    if unknown:
        raise TypeError(f"unknown keyword {sorted(unknown)[0]!r}; there are {', '.join(sorted(Options.__optional_keys__))}")
    on_error = options.get("on_error", "stop")
    if on_error not in ("stop", "skip"):
        raise _option(f'on_error is "stop" or "skip", not {on_error!r}')
    return {
        "rules": words(options.get("rules")),
        "where": where,
        "select": words(options.get("select")),
        "ignore": words(options.get("ignore")),
        "format": options.get("format"),
        "letters": options.get("letters"),
        "encoding": options.get("encoding"),
        "infos": options.get("infos", infos),
        "suggest": options.get("suggest", False),
        "style": style,
        "threads": threads,
        "stops": on_error == "stop",
    }


def _option(message: str) -> Exception:
    from ._errors import OptionError

    return OptionError(message)


def validate(source: Source, *, where: str | None = None, **options: Unpack[Options]) -> Findings:
    """Replay every game and report what is wrong, where, and why.

    >>> import partie
    >>> found = partie.validate("1. e4 e5 2. Ke3 *\\n", select="L")
    >>> found[0].message
    '2. Ke3 is illegal: the king on e1 does not go to e3'
    >>> found[0].line, found[0].column, found[0].ply
    (1, 13, 3)
    """
    lines, games = _partie.validate(source, asked(options, where=where))
    return Findings(lines, games)


def read(source: Source, *, where: str | None = None, **options: Unpack[Options]) -> Iterator[Game]:
    """The games of any format, one after the other, judged as they are read.

    >>> import partie
    >>> game = next(partie.read("[White \\"Anna\\"]\\n\\n1. e4 e5 2. Nf3 *\\n"))
    >>> game.tags["White"], [move.san for move in game.moves]
    ('Anna', ['e4', 'e5', 'Nf3'])
    """
    return _partie.read(source, asked(options, where=where))


def select(source: Source, where: str, **options: Unpack[Options]) -> Iterator[Game]:
    """The games that match an expression (``partie explain where``).

    >>> import partie
    >>> [game.plies for game in partie.select("1. e4 *\\n\\n1. d4 d5 *\\n", "plies > 1")]
    [2]
    """
    return _partie.read(source, asked(options, where=where))


def _table(
    name: str, source: Source, columns: str | Sequence[str] | None, asked: dict[str, Any]
) -> Table:
    return _partie.Table(name, source, words(columns), asked)


def games(
    source: Source,
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[Options],
) -> Table:
    """One row per game, as an Arrow stream that is produced on demand (``docs/schema/games.md``).

    ``columns`` selects columns; a plus adds one to the default columns: ``["+tags"]``.

    >>> import partie
    >>> partie.games("1. e4 *\\n", columns=["first_player", "plies"]).columns
    ['first_player', 'plies']
    """
    return _table("games", source, columns, asked(options, where=where, threads=threads, infos=False))


def moves(
    source: Source,
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[Options],
) -> Table:
    """One row per ply of the main lines (``docs/schema/moves.md``); ``["+san", "+fen"]`` adds the slowest columns.

    >>> import partie
    >>> partie.moves("1. e4 *\\n", columns="ply").columns
    ['ply']
    """
    return _table("moves", source, columns, asked(options, where=where, threads=threads, infos=False))


def findings(
    source: Source,
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[Options],
) -> Table:
    """One row per finding (``docs/schema/findings.md``); with ``infos=True`` also those of severity info.

    >>> import partie
    >>> partie.findings("1. e5 *\\n", columns=["code", "message"]).columns
    ['code', 'message']
    """
    return _table("findings", source, columns, asked(options, where=where, threads=threads, infos=False))


class Converted:
    """Games in another notation."""

    __slots__ = ("data", "games", "issues", "losses", "written")

    def __init__(
        self, data: bytes, games: int, written: int, issues: list[tuple[int, bool, str]], losses: list[tuple[int, str]]
    ) -> None:
        self.data = data
        """The games in the target, in UTF-8."""
        self.games = games
        """The number of games read."""
        self.written = written
        """The number of games written."""
        self.issues = issues
        """Games that are omitted or cut: the number of the game, true if it is omitted, and the reason."""
        self.losses = losses
        """Losses in the target: the number of items, and their kind."""

    def __str__(self) -> str:
        return self.data.decode("utf-8", "replace")

    def __repr__(self) -> str:
        return f"<Converted {self.written} of {self.games} games, {len(self.data)} bytes>"


@overload
def convert(  # type: ignore[overload-overlap]
    source: One, to: str, *, where: str | None = None, **options: Unpack[Options]
) -> Converted: ...
@overload
def convert(
    source: Iterable[One], to: str, *, where: str | None = None, **options: Unpack[Options]
) -> list[Converted]: ...
def convert(
    source: Source, to: str, *, where: str | None = None, **options: Unpack[Options]
) -> Converted | list[Converted]:
    """Convert games to a target (``partie.targets()``). For a list of sources, which may be folders, returns one result per file.

    >>> import partie
    >>> str(partie.convert("1. e4 e5 2. Nf3 *\\n", to="uci"))
    'e2e4 e7e5 g1f3\\n'
    """
    texts, is_single = _partie.convert(source, to, asked(options, where=where))
    return _one_or_all([Converted(*text) for text in texts], is_single)


@overload
def fix(  # type: ignore[overload-overlap]
    source: One,
    *,
    only: Findings | Iterable[Finding] | ArrowStream | None = None,
    write: Literal["certain", "likely"] | None = None,
    where: str | None = None,
    style: bool = False,
    **options: Unpack[Options],
) -> Fixed: ...
@overload
def fix(
    source: Iterable[One],
    *,
    only: Findings | Iterable[Finding] | ArrowStream | None = None,
    write: Literal["certain", "likely"] | None = None,
    where: str | None = None,
    style: bool = False,
    **options: Unpack[Options],
) -> list[Fixed]: ...
def fix(
    source: Source,
    *,
    only: Findings | Iterable[Finding] | ArrowStream | None = None,
    write: Literal["certain", "likely"] | None = None,
    where: str | None = None,
    style: bool = False,
    **options: Unpack[Options],
) -> Fixed | list[Fixed]:
    """Propose repairs of broken games, and apply them to the text up to a grade. For a list of sources, which may be folders,
    returns one result per file. No file is changed.

    ``only`` limits the repairs to findings, or to rows of a table of findings (``source``, ``game``, ``code``).

    >>> import partie
    >>> fixed = partie.fix(b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\\n", write="certain")
    >>> fixed.data
    b'1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\\n'
    >>> fixed.repairs[0].grade, fixed.log[0]["is"]
    ('certain', 'O-O')
    """
    import json

    texts, is_single = _partie.fix(source, write, _only(only), asked(options, where=where, style=style))
    fixed = [
        Fixed(path, data, [Repairs._of_json(line) for line in found], [json.loads(row) for row in log], games)
        for path, data, found, log, games in texts
    ]
    return _one_or_all(fixed, is_single)


def _only(only: Any) -> list[tuple[str, int, str]] | None:
    """The source, game and code of each finding."""
    if only is None:
        return None
    if isinstance(only, Findings) or not hasattr(only, "__arrow_c_stream__"):
        rows = [(one.path, one.game, one.code) for one in only]
    else:
        rows = _rows(only)
    return [(source or "", int(game), code or "") for source, game, code in rows if game is not None]


def _rows(frame: Any) -> list[tuple[Any, Any, Any]]:
    """The columns of a frame of any library."""
    names = list(frame.column_names if hasattr(frame, "column_names") else getattr(frame, "columns", ()))
    if "game" not in names:
        raise _option("rows of only= need a column game; source and code are optional")

    def column(name: str) -> list[Any] | None:
        if name not in names:
            return None
        values = frame[name]
        to_list = next(getattr(values, way) for way in ("to_pylist", "to_list", "tolist") if hasattr(values, way))
        return list(to_list())

    games = column("game") or []
    sources, codes = column("source") or [None] * len(games), column("code") or [None] * len(games)
    return list(zip(sources, games, codes, strict=True))


def explain(topic: str) -> str:
    """The documentation page of a code, a rule book, a table, or ``where``.

    >>> import partie
    >>> partie.explain("L010").splitlines()[0]
    '# L010 pinned'
    """
    return _partie.explain(topic)


def targets() -> list[str]:
    """The names of the targets of ``convert``.

    >>> import partie
    >>> "kif" in partie.targets()
    True
    """
    return _partie.targets()
