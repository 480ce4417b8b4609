"""Findings and repairs: objects of the core, with the names in ``docs/schema/``."""

from __future__ import annotations

import base64
import html
import importlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, overload

from . import _partie

__all__ = ["Cause", "Edit", "Finding", "Findings", "Fix", "Fixed", "Repair", "Repairs"]

_COLOURS = {"error": "#b3261e", "warning": "#8a5a00", "info": "#3b5b8c"}


class _Object:
    """A JSON object of the core."""

    __slots__ = ("_data",)

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """The object as the command prints it."""
        return dict(self._data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Object) and type(self) is type(other) and self._data == other._data

    def __hash__(self) -> int:
        return hash(json.dumps(self._data, sort_keys=True))


class Cause(_Object):
    """A cause of a finding."""

    __slots__ = ()

    @property
    def message(self) -> str:
        """Its text: ``pins it``."""
        return str(self._data["message"])

    @property
    def square(self) -> str | None:
        """The square or cell of the cause."""
        return self._data.get("square")

    @property
    def ply(self) -> int | None:
        """The ply of the cause, from 1."""
        return self._data.get("ply")

    @property
    def line(self) -> int | None:
        """Its line in the source, from 1."""
        return self._data.get("line")

    @property
    def column(self) -> int | None:
        """The column, in characters, from 1."""
        return self._data.get("column")

    def __repr__(self) -> str:
        return f"<Cause {self.message}>"


class Fix(_Object):
    """A replacement for the token of a finding."""

    __slots__ = ()

    @property
    def token(self) -> str:
        """The text."""
        return str(self._data["token"])

    @property
    def grade(self) -> str:
        """``certain``, ``likely`` or ``guess``."""
        return str(self._data["grade"])

    def __repr__(self) -> str:
        return f"<Fix {self.grade} {self.token}>"


class Finding(_Object):
    """A problem or a remark about a game, or about a source as a whole."""

    __slots__ = ()

    @classmethod
    def _of_json(cls, line: str) -> Finding:
        return cls(json.loads(line))

    @property
    def code(self) -> str:
        """``L010``: a letter and three digits; ``partie.explain`` returns its page."""
        return str(self._data["code"])

    @property
    def name(self) -> str:
        """The code's name."""
        return str(self._data["name"])

    @property
    def severity(self) -> str:
        """``error``, ``warning`` or ``info``."""
        return str(self._data["severity"])

    @property
    def message(self) -> str:
        """What is wrong, and why: one sentence."""
        return str(self._data["message"])

    @property
    def help(self) -> str | None:
        """What to do."""
        return self._data.get("help")

    @property
    def basis(self) -> str | None:
        """The article of the rule book, or of the standard."""
        return self._data.get("basis")

    @property
    def rules(self) -> str:
        """The rule book that the game was judged under."""
        return str(self._data.get("rules", ""))

    @property
    def path(self) -> str:
        """The source."""
        return str(self._data["path"])

    @property
    def game(self) -> int | None:
        """The number of the game in its source, from 1; ``None`` if the finding is about the source."""
        return self._data.get("game")

    @property
    def ply(self) -> int | None:
        """The ply of the finding, from 1; 0 before the first move."""
        return self._data.get("ply")

    @property
    def variation(self) -> int:
        """The line of the game: 0 for the main line, then the variations in their order."""
        return int(self._data.get("variation", 0))

    @property
    def line(self) -> int:
        """Its line in the source, from 1."""
        return int(self._data["line"])

    @property
    def column(self) -> int:
        """The column, in characters, from 1."""
        return int(self._data["column"])

    @property
    def span(self) -> tuple[int, int]:
        """Bytes of the unpacked source, from and to."""
        begin, end = self._data["span"]
        return int(begin), int(end)

    @property
    def token(self) -> str | None:
        """The text of the span."""
        return self._data.get("token")

    @property
    def position(self) -> str | None:
        """The position before the move: FEN, SFEN or hexagonal FEN."""
        return self._data.get("position")

    @property
    def causes(self) -> list[Cause]:
        """The causes of the finding."""
        return [Cause(cause) for cause in self._data.get("causes", ())]

    @property
    def fixes(self) -> list[Fix]:
        """Replacements for the token."""
        return [Fix(fix) for fix in self._data.get("fixes", ())]

    @property
    def count(self) -> int:
        """The number of occurrences in its game, if the code is reported once per game."""
        return int(self._data.get("count", 1))

    def svg(self) -> str | None:
        """The board before the move as SVG, with the squares of the causes marked; ``None`` without a position."""
        squares = [cause.square for cause in self.causes if cause.square]
        return self.position and _partie.board(self.position, squares)

    def __str__(self) -> str:
        game = "" if self.game is None else f"game {self.game}: "
        return f"{self.path}:{self.line}:{self.column}: {self.severity}[{self.code}] {game}{self.message}"

    def __repr__(self) -> str:
        return f"<Finding {self.code} {self.path}:{self.line}:{self.column} {self.message}>"

    def _repr_html_(self) -> str:
        svg = self.svg()
        # As a picture it has the width that it is given, and no style of the page reaches it.
        picture = svg and base64.b64encode(svg.encode()).decode()
        board = f"<img width=260 alt='board' src='data:image/svg+xml;base64,{picture}'>" if picture else ""
        colour = _COLOURS.get(self.severity, "inherit")
        place = f"{self.path}, line {self.line}, column {self.column}"
        if self.game is not None:
            place += f", game {self.game}"
        rows = [
            f'<b style="color:{colour}">{html.escape(self.severity)} {html.escape(self.code)}</b> {html.escape(place)}',
            html.escape(self.message),
        ]
        rows += [html.escape(text) for text in (self.help, self.basis) if text]
        words = "".join(f"<p style='margin:.3em 0'>{row}</p>" for row in rows)
        return (
            "<div style='display:flex;gap:1em;align-items:flex-start;margin:.5em 0'>"
            f"{board}<div>{words}</div></div>"
        )


class Findings(Sequence[Finding]):
    """The findings of sources, in the order of the sources, games and places."""

    __slots__ = ("_games", "_lines")

    def __init__(self, lines: list[str], games: int) -> None:
        self._lines = lines
        self._games = games

    @property
    def games(self) -> int:
        """The number of games read."""
        return self._games

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> Findings: ...
    def __getitem__(self, index: int | slice) -> Finding | Findings:
        if isinstance(index, slice):
            return Findings(self._lines[index], self._games)
        return Finding._of_json(self._lines[index])

    def __iter__(self) -> Iterator[Finding]:
        return map(Finding._of_json, self._lines)

    def filter(self, code: str = "", severity: str | None = None) -> Findings:
        """The findings whose code begins with ``code``, of this severity."""

        def is_wanted(finding: Finding) -> bool:
            return finding.code.startswith(code) and severity in (None, finding.severity)

        return Findings([line for line, one in zip(self._lines, self, strict=True) if is_wanted(one)], self._games)

    def counts(self) -> dict[str, int]:
        """The number of findings of each code, the most frequent first."""
        counts: dict[str, int] = {}
        for finding in self:
            counts[finding.code] = counts.get(finding.code, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def to_jsonl(self) -> str:
        """The lines of ``partie validate --format jsonl``, without its summary."""
        return "".join(f"{line}\n" for line in self._lines)

    def to_arrow(self) -> Any:
        """The findings as a ``pyarrow.Table``, which needs pyarrow; ``partie.findings`` streams without it."""
        pa: Any = importlib.import_module("pyarrow")
        plain = {
            "path": pa.string(),
            "game": pa.int64(),
            "ply": pa.int32(),
            "variation": pa.int32(),
            "line": pa.int64(),
            "column": pa.int32(),
            "code": pa.string(),
            "name": pa.string(),
            "severity": pa.string(),
            "token": pa.string(),
            "message": pa.string(),
            "help": pa.string(),
            "basis": pa.string(),
            "rules": pa.string(),
            "position": pa.string(),
            "count": pa.int32(),
        }
        rows = [json.loads(line) for line in self._lines]
        columns = {name: pa.array([row.get(name) for row in rows], kind) for name, kind in plain.items()}
        return pa.table(columns)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {code}" for code, count in list(self.counts().items())[:8])
        return f"<Findings: {len(self)} in {self._games} games{': ' if counts else ''}{counts}>"

    def _repr_html_(self) -> str:
        shown = "".join(finding._repr_html_() for finding in self[:10])
        more = f"<p>and {len(self) - 10} more</p>" if len(self) > 10 else ""
        return f"<p>{html.escape(repr(self)[1:-1])}</p>{shown}{more}"


class Edit(_Object):
    """A change of bytes in a text."""

    __slots__ = ()

    @property
    def op(self) -> str:
        """``replace``, ``insert``, ``delete`` or ``swap``."""
        return str(self._data["op"])

    @property
    def code(self) -> str:
        """The code of the finding that it fixes."""
        return str(self._data["code"])

    @property
    def ply(self) -> int | None:
        """The ply of the move, from 1, in the unchanged record."""
        return self._data.get("ply")

    @property
    def line(self) -> int:
        """Its first line in the source, from 1."""
        return int(self._data["line"])

    @property
    def column(self) -> int:
        """The column, in characters, from 1."""
        return int(self._data["column"])

    @property
    def span(self) -> tuple[int, int]:
        """Bytes of the unpacked source, from and to."""
        begin, end = self._data["span"]
        return int(begin), int(end)

    @property
    def was(self) -> str:
        """The text before the edit."""
        return str(self._data["was"])

    @property
    def text(self) -> str:
        """The text after the edit."""
        return str(self._data["text"])

    @property
    def grade(self) -> str:
        """``certain``, ``likely`` or ``guess``."""
        return str(self._data["grade"])

    def __repr__(self) -> str:
        return f"<Edit {self.grade} {self.was or '(nothing)'} -> {self.text or '(nothing)'}>"


class Repair(_Object):
    """Edits of a game that belong together."""

    __slots__ = ()

    @property
    def grade(self) -> str:
        """The lowest grade of its edits."""
        return str(self._data["grade"])

    @property
    def edits(self) -> list[Edit]:
        """The edits, in the order of the text."""
        return [Edit(edit) for edit in self._data["edits"]]

    @property
    def is_whole(self) -> bool:
        """True if the repaired main line replays to its end without an error."""
        return bool(self._data["whole"])

    @property
    def reach(self) -> int:
        """The number of plies of the repaired main line that can be played."""
        return int(self._data["reach"])

    @property
    def margin(self) -> float | None:
        """The lead in evidence over the next alternative; ``None`` if there is none."""
        return self._data.get("margin")

    @property
    def evidence(self) -> list[str]:
        """The evidence for and against it."""
        return list(self._data.get("evidence", ()))

    @property
    def reasons(self) -> list[str]:
        """The same in words: ``one letter away``."""
        return list(self._data.get("reasons", ()))

    @property
    def remarks(self) -> list[str]:
        """Remarks for the reader."""
        return list(self._data.get("remarks", ()))

    def __repr__(self) -> str:
        changes = ", ".join(f"{edit.was or '(nothing)'} -> {edit.text or '(nothing)'}" for edit in self.edits)
        return f"<Repair {self.grade}: {changes}>"


class Repairs(Repair):
    """The repairs of a game: the likeliest one, and the alternatives."""

    __slots__ = ()

    @classmethod
    def _of_json(cls, line: str) -> Repairs:
        return cls(json.loads(line))

    @property
    def path(self) -> str:
        """The source."""
        return str(self._data["path"])

    @property
    def game(self) -> int:
        """The number of the game in its source, from 1."""
        return int(self._data["game"])

    @property
    def others(self) -> list[Repair]:
        """The alternatives, the likeliest first."""
        return [Repair(other) for other in self._data.get("others", ())]


class Fixed:
    """A repaired source."""

    __slots__ = ("data", "games", "log", "path", "repairs")

    def __init__(self, path: str, data: bytes, repairs: list[Repairs], log: list[dict[str, Any]], games: int) -> None:
        self.path = path
        """The source."""
        self.data = data
        """The text after the applied edits, in its encoding; UTF-8 if it was UTF-16."""
        self.repairs = repairs
        """The proposed repairs, one object for each game."""
        self.log = log
        """The applied edits, as in ``partie fix --log``; ``partie fix --decisions`` applies them again."""
        self.games = games
        """The number of games read."""

    def log_jsonl(self) -> str:
        """The log as lines of JSON."""
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self.log)

    def __repr__(self) -> str:
        return f"<Fixed {self.path}: {len(self.repairs)} of {self.games} games, {len(self.log)} edits taken>"
