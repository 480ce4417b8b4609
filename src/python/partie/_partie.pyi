"""The native module of the package."""

from collections.abc import Iterator
from typing import Any, final

from ._objects import Finding, Repairs

__all__ = [
    "Game",
    "GameIterator",
    "Line",
    "Move",
    "Table",
    "__version__",
    "board",
    "command",
    "convert",
    "explain",
    "fix",
    "plan",
    "read",
    "targets",
    "validate",
]

__version__: str

@final
class Move:
    """A move of a record."""

    @property
    def ply(self) -> int:
        """The ply, from 1."""

    @property
    def side(self) -> str:
        """The side that moves: ``first`` (White, 先手) or ``second``."""

    @property
    def token(self) -> str:
        """The move as written."""

    @property
    def san(self) -> str:
        """The move in the usual notation: SAN, the long form in hexagonal chess, ``▲７六歩(77)`` in shogi; empty if it cannot be played."""

    @property
    def coordinates(self) -> str:
        """The move in coordinates: UCI, USI, or cells; empty if it cannot be played."""

    @property
    def position(self) -> str:
        """The position after it: FEN, SFEN or hexagonal FEN; empty if it cannot be played."""

    @property
    def marks(self) -> list[str]:
        """Marks: ``$1``, ``!?``."""

    @property
    def comments(self) -> list[str]:
        """Comments after it."""

    @property
    def clock_ms(self) -> int | None:
        """The clock time after it, in milliseconds."""

    @property
    def spent_ms(self) -> int | None:
        """The time spent on it, in milliseconds, if recorded."""

    @property
    def eval_cp(self) -> int | None:
        """The evaluation after it, in hundredths of a pawn for the first player; a mate from 32,068."""

    @property
    def is_played(self) -> bool:
        """True if the move can be played, so that it has ``san``, ``coordinates`` and ``position``."""

@final
class Line:
    """The main line, or a variation."""

    @property
    def parent(self) -> int | None:
        """The index of the line that it branches from; ``None`` for the main line."""

    @property
    def ply(self) -> int:
        """The ply of its first move, from 1: the ply of the move that it replaces."""

    @property
    def comments(self) -> list[str]:
        """Comments before its first move."""

    @property
    def moves(self) -> list[Move]:
        """Its moves, including those that cannot be played."""

    def __len__(self) -> int: ...

@final
class Game:
    """A game of a text."""

    @property
    def number(self) -> int:
        """Its number in its source, from 1."""

    @property
    def line(self) -> int:
        """The line of its first byte, from 1."""

    @property
    def span(self) -> tuple[int, int]:
        """The range of its bytes in the unpacked source: start and end."""

    @property
    def text(self) -> str:
        """Its text as written."""

    @property
    def format(self) -> str:
        """Its record format."""

    @property
    def encoding(self) -> str:
        """Its encoding."""

    @property
    def kind(self) -> str:
        """``chess``, ``shogi`` or ``hex``."""

    @property
    def rules(self) -> str:
        """The rule book that it was judged under."""

    @property
    def is_broken(self) -> bool:
        """True if it has an error or cannot be judged."""

    @property
    def plies(self) -> int:
        """The number of plies of its main line that can be played."""

    @property
    def players(self) -> tuple[str | None, str | None]:
        """The players as written: the first player, then the second."""

    @property
    def result(self) -> str | None:
        """The result in the record."""

    @property
    def tags(self) -> dict[str, str]:
        """Its tags or headers by name; the first one if a name occurs twice."""

    @property
    def moves(self) -> list[Move]:
        """The moves of its main line, including those that cannot be played."""

    @property
    def lines(self) -> list[Line]:
        """Its lines, the main line first."""

    @property
    def variations(self) -> list[Line]:
        """Its variations, in the order in which they open."""

    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments of its main line, each with the ply that it follows; 0 before the first move."""

    @property
    def clocks(self) -> list[float | None]:
        """The clock time after each ply of the main line, in seconds."""

    @property
    def evals(self) -> list[int | None]:
        """The evaluation after each ply of the main line, in hundredths of a pawn for the first player."""

    @property
    def positions(self) -> list[str]:
        """The positions of its main line, beginning with the start position: FEN, SFEN or hexagonal FEN."""

    @property
    def draws(self) -> list[dict[str, Any]]:
        """Draws that could have been claimed or were automatic, as in ``docs/schema/jsonl.md``."""

    @property
    def findings(self) -> list[Finding]:
        """The findings of the game."""

    @property
    def repairs(self) -> Repairs | None:
        """The repairs of the game, searched for on access; ``None`` if there are none."""

    def fens(self) -> list[str]:
        """The same as ``positions``, under the name used by python-chess."""

    def position(self, ply: int) -> str:
        """The position of the main line after ``ply`` plies: FEN, SFEN or hexagonal FEN."""

    def legal_moves(self, ply: int) -> list[str]:
        """The legal moves after ``ply`` plies, in the usual notation of the game."""

    def json(self) -> str:
        """The JSON object that the command prints for the game (``docs/schema/jsonl.md``)."""

    def convert(self, to: str) -> str:
        """Converts the game to a target, as text."""

    def svg(self, ply: int | None = None) -> str:
        """The board after ``ply`` plies as SVG; by default at the end."""

    def _repr_svg_(self) -> str | None: ...

@final
class GameIterator:
    """Games, one after the other."""

    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

@final
class Table:
    """Rows of games, moves or findings; each stream reads the sources again."""

    def __new__(cls, table: str, source: object, columns: list[str], asked: dict[str, Any]) -> Table: ...
    @staticmethod
    def of_task(
        table: str, task: tuple[int, list[tuple[Any, ...]]], columns: list[str], asked: dict[str, Any]
    ) -> Table:
        """The rows of a task of a plan, given its number, its parts and the columns."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""

    @property
    def problems(self) -> list[str]:
        """Sources skipped by the streams so far, if problems do not end them."""

    def __arrow_c_schema__(self) -> object:
        """The schema as an Arrow capsule."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A stream of batches as an Arrow capsule. Ignores ``requested_schema``: the caller converts."""

def board(position: str, marked: list[str]) -> str | None:
    """The board of a position as SVG, with the marked squares; ``None`` if it is not a position. Its form determines the game."""

def command(arguments: list[bytes]) -> int:
    """Runs the command with these arguments, its name first, and returns its exit status."""

def convert(
    source: object, to: str, asked: dict[str, Any]
) -> tuple[list[tuple[bytes, int, int, list[tuple[int, bool, str]], list[tuple[int, str]]]], bool]:
    """Converts the games of each source to a target."""

def explain(topic: str) -> str:
    """The documentation page of a code, a rule book or a table."""

def fix(
    source: object, write: str | None, only: list[tuple[str, int, str]] | None, asked: dict[str, Any]
) -> tuple[list[tuple[str, bytes, list[str], list[str], int]], bool]:
    """Repairs each source, up to a grade; only the findings in ``only``, if given."""

def plan(source: object, size: int, asked: dict[str, Any]) -> list[list[tuple[Any, ...]]]:
    """Cuts sources into tasks of about ``size`` unpacked bytes."""

def read(source: object, asked: dict[str, Any]) -> GameIterator:
    """The games of the sources in order, judged as they are read."""

def targets() -> list[str]:
    """The names of all targets."""

def validate(source: object, asked: dict[str, Any]) -> tuple[list[str], int]:
    """The findings of the sources in order, each as a line of JSON, and the number of games read."""
