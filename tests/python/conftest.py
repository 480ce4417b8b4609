"""What the tests of the package share: the fixtures, the command beside them, and what is missing here."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def missing(what: str) -> None:
    """Skips, saying so; where everything must run, fails."""
    if os.environ.get("PARTIE_NEEDS_DATA"):
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


def all_fixtures() -> list[pathlib.Path]:
    return sorted(path for path in FIXTURES.rglob("*") if path.is_file())


def archives() -> list[pathlib.Path]:
    """The folders of real games that are not part of the project."""
    data = ROOT.parent / "shared" / "data"
    folders = [data / name for name in ("chess", "shogi", "hex", "books", "found", "found3", "natural", "hostile")]
    return [folder for folder in folders if folder.exists()]


@pytest.fixture(scope="session")
def script() -> str:
    """The command that the wheel installed."""
    found = pathlib.Path(sys.executable).parent / "partie"
    return str(found) if found.exists() else shutil.which("partie") or missing("the script partie")


@pytest.fixture(scope="session")
def program() -> str:
    """The command as a program of its own."""
    found = TARGET / "release" / "partie"
    return str(found) if found.exists() else missing(f"{found}")


@pytest.fixture(scope="session")
def real(tmp_path_factory) -> str:
    """Some MB of games, those of the fixtures again and again under other names."""
    text = (FIXTURES / "club.pgn").read_text()
    path = tmp_path_factory.mktemp("real") / "real.pgn"
    with path.open("w") as out:
        for number in range(1500):
            out.write(text.replace('[Event "', f'[Event "{number} ') + "\n")
    return str(path)


def run(command: list[str], **more) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, check=False, **more)
