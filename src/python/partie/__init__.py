"""Which games are broken, where, and why: archives of chess, shogi and hexagonal chess as Arrow tables, games, findings, repairs.

>>> import partie
>>> for finding in partie.validate("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Nxf7 *\\n", select="L"):
...     print(finding.ply, finding.message)
7 4. Nxf7 is illegal: no knight goes to f7 (they are on b1 and f3)

``polars.from_arrow(partie.games("lichess.pgn.zst"))`` is a typed frame of an archive.
"""

from ._api import (
    ArrowStream,
    Converted,
    Options,
    Source,
    convert,
    explain,
    findings,
    fix,
    games,
    moves,
    read,
    select,
    targets,
    validate,
)
from ._errors import ConversionError, MissingFileError, NoRecordError, OptionError, PartieError, ReadError
from ._objects import Cause, Edit, Finding, Findings, Fix, Fixed, Repair, Repairs
from ._partie import Game, Line, Move, Table, __version__
from ._plan import Task, plan, run

__all__ = [
    "ArrowStream",
    "Cause",
    "ConversionError",
    "Converted",
    "Edit",
    "Finding",
    "Findings",
    "Fix",
    "Fixed",
    "Game",
    "Line",
    "MissingFileError",
    "Move",
    "NoRecordError",
    "OptionError",
    "Options",
    "PartieError",
    "ReadError",
    "Repair",
    "Repairs",
    "Source",
    "Table",
    "Task",
    "__version__",
    "convert",
    "explain",
    "findings",
    "fix",
    "games",
    "moves",
    "plan",
    "read",
    "run",
    "select",
    "targets",
    "validate",
]
