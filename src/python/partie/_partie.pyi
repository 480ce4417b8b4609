"""The module of Rust."""

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
        """Who moves: ``first`` (White, 先手) or ``second``."""

    @property
    def token(self) -> str:
        """The move as it is written."""

    @property
    def san(self) -> str:
        """The move as people write it: SAN, the long form in hexagonal chess, ``▲７六歩(77)`` in shogi; empty if it cannot be played."""

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
        """The clock after it, in milliseconds."""

    @property
    def spent_ms(self) -> int | None:
        """The time that it took, in milliseconds, if that is written."""

    @property
    def eval_cp(self) -> int | None:
        """The evaluation after it, in hundredths of a pawn for the first player; from 32,068 on a mate."""

    @property
    def is_played(self) -> bool:
        """Whether it can be played; then it has ``san``, ``coordinates`` and ``position``."""

@final
class Line:
    """The main line, or a variation."""

    @property
    def parent(self) -> int | None:
        """The index of the line that it branches from; none of the main line."""

    @property
    def ply(self) -> int:
        """The ply of its first move, from 1: that of the move which it replaces."""

    @property
    def comments(self) -> list[str]:
        """Comments before its first move."""

    @property
    def moves(self) -> list[Move]:
        """Its moves, those that cannot be played among them."""

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
        """The bytes of the unpacked source that it is, from and to."""

    @property
    def text(self) -> str:
        """Its text as it stands."""

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
        """Whether it has an error, or cannot be judged."""

    @property
    def plies(self) -> int:
        """Plies of its main line that replay."""

    @property
    def players(self) -> tuple[str | None, str | None]:
        """The players as they are written, the first one first."""

    @property
    def result(self) -> str | None:
        """The result that it states."""

    @property
    def tags(self) -> dict[str, str]:
        """Its tags or headers by their names; of one that stands twice the first."""

    @property
    def moves(self) -> list[Move]:
        """The moves of its main line, those that cannot be played among them."""

    @property
    def lines(self) -> list[Line]:
        """Its lines, the main line first."""

    @property
    def variations(self) -> list[Line]:
        """Its variations, in the order in which they open."""

    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments of its main line, each with the ply that it stands behind; 0 is before the first move."""

    @property
    def clocks(self) -> list[float | None]:
        """The clock after each ply of the main line, in seconds."""

    @property
    def evals(self) -> list[int | None]:
        """The evaluation after each ply of the main line, in hundredths of a pawn for the first player."""

    @property
    def positions(self) -> list[str]:
        """The positions of its main line, that before the first move first: FEN, SFEN or hexagonal FEN."""

    @property
    def draws(self) -> list[dict[str, Any]]:
        """Draws that could have been claimed or happened, as ``docs/schema/jsonl.md`` has them."""

    @property
    def findings(self) -> list[Finding]:
        """What was found in it."""

    @property
    def repairs(self) -> Repairs | None:
        """What is put right in it, sought when it is asked for; none where nothing can be proposed."""

    def fens(self) -> list[str]:
        """The same as ``positions``, under the name that python-chess taught."""

    def position(self, ply: int) -> str:
        """The position of the main line after so many plies."""

    def legal_moves(self, ply: int) -> list[str]:
        """The moves that can be played after so many plies, as this game writes them."""

    def json(self) -> str:
        """The object that the command prints of it (``docs/schema/jsonl.md``), as JSON."""

    def convert(self, to: str) -> str:
        """The game in a target, as text."""

    def svg(self, ply: int | None = None) -> str:
        """The board after so many plies as a drawing in SVG; without a number, at the end."""

    def _repr_svg_(self) -> str | None: ...

@final
class GameIterator:
    """Games, one after the other."""

    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

@final
class Table:
    """Rows of games, moves or findings, read anew for whoever asks."""

    def __new__(cls, table: str, source: object, columns: list[str], asked: dict[str, Any]) -> Table: ...
    @staticmethod
    def of_task(
        table: str, task: tuple[int, list[tuple[Any, ...]]], columns: list[str], asked: dict[str, Any]
    ) -> Table:
        """The rows of a task of a plan: of its number, what it reads, and the columns."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""

    @property
    def problems(self) -> list[str]:
        """What was passed over by the streams so far, where problems do not end them."""

    def __arrow_c_schema__(self) -> object:
        """The schema as a capsule of Arrow."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A stream of batches as a capsule of Arrow."""

def board(position: str, marked: list[str]) -> str | None:
    """The board of a position, whose form tells its game, as a drawing in SVG with some squares marked; none where it is no position."""

def command(arguments: list[bytes]) -> int:
    """Runs the command with those arguments, its name first; its exit status."""

def convert(
    source: object, to: str, asked: dict[str, Any]
) -> tuple[list[tuple[bytes, int, int, list[tuple[int, bool, str]], list[tuple[int, str]]]], bool]:
    """The games of each source in a target."""

def explain(topic: str) -> str:
    """What a code, a rule book or a table is: the page of the documentation."""

def fix(
    source: object, write: str | None, only: list[tuple[str, int, str]] | None, asked: dict[str, Any]
) -> tuple[list[tuple[str, bytes, list[str], list[str], int]], bool]:
    """Puts each source right, up to a grade; where some findings are named, those alone."""

def plan(source: object, size: int, asked: dict[str, Any]) -> list[list[tuple[Any, ...]]]:
    """Sources as tasks of about so many unpacked bytes."""

def read(source: object, asked: dict[str, Any]) -> GameIterator:
    """The games of sources in their order, judged while they are taken."""

def targets() -> list[str]:
    """The names of all targets."""

def validate(source: object, asked: dict[str, Any]) -> tuple[list[str], int]:
    """Findings of the sources in their order, each as a line of JSON, and how many games were read."""
