"""The rows of all tasks of a plan are those of the whole, wherever it is cut."""

import io
import pickle
import zipfile

import partie
import pyarrow as pa
import pytest
from conftest import FIXTURES, all_fixtures

TABLES = {"games": partie.games, "moves": partie.moves, "findings": partie.findings}


class Opener:
    """What opens a file object, as those of fsspec do."""

    def __init__(self, data: bytes, name: str = "a.pgn"):
        self.data, self.path = data, name

    def open(self):
        return io.BytesIO(self.data)


def rows(tables) -> pa.Table:
    return pa.concat_tables([pa.table(table) for table in tables]).drop_columns(["game_key"])


def same(source, size: int, **options) -> int:
    tasks = pickle.loads(pickle.dumps(partie.plan(source, size=size, **options)))
    for name, make in TABLES.items():
        whole = rows([make(source, infos=True, **options)])
        parts = rows([partie.run(task, name, infos=True, **options) for task in tasks])
        assert parts.equals(whole), (source if isinstance(source, str) else type(source), size, name)
    return len(tasks)


NASTY = (
    "\n\n[Event \"a\"]\n[White \"[Event]\"]\n\n1. e4 {[Event \"quoted\"]\n\n1. d4 *} e5 2. Nf3 (2. f4 {a\n\n[b]} exf4) Nc6 *\r\n\r\n"
    "[Event \"unclosed\"]\r\n\r\n1. e4 { nobody closes this *\r\n\r\n[Event \"c\"]\n\n1. e5 1-0\n\n\n; a line\n% another\n"
    "1. d4 d5 *\n1. c4 *\n\n[Event \"no moves\"]\n[Result \"*\"]\n\n[Event \"tags alone\"]\n\n\x00\x01 junk [Event \"d\"]\n\n1. e4 e5\n\n"
    "[Event \"\u00e9\u010d\"]\n\n1. Nf3 {\u4e00\u4e8c} Nf6 1/2-1/2\n"
)


@pytest.mark.parametrize("text", [NASTY, NASTY * 3, "\ufeff" + NASTY, NASTY.replace("\r", ""), NASTY.replace("\n", "\r\n")])
def test_nasty_text_is_cut_at_every_size(text):
    data = text.encode()
    cuts = {same(data, size) for size in [*range(1, 200, 7), *range(200, len(data) + 50, 61)]}
    assert max(cuts) >= 1


def test_a_long_text_is_cut(real):
    assert same(real, 1 << 20) > 2
    with open(real, "rb") as file:
        assert same(Opener(file.read(), real), 1 << 20) > 2


def test_a_file_that_is_not_utf8_has_one_encoding_in_all_tasks(tmp_path):
    path = tmp_path / "latin.pgn"
    game = '[Event "{n}"]\n[White "J\xf6rg M\xfcller"]\n[Black "P\xe9ter"]\n\n1. e4 {sch\xf6n} e5 *\n\n'
    path.write_bytes(b"".join(game.replace("{n}", str(n)).encode("windows-1252") for n in range(5000)))
    assert same(str(path), 100_000) > 2


def test_frames_are_read_apart(real, tmp_path):
    zstandard = pytest.importorskip("zstandard")
    data = open(real, "rb").read()
    for name, each in [("one.pgn.zst", len(data)), ("many.pgn.zst", 300_000)]:
        path = tmp_path / name
        pack = zstandard.ZstdCompressor().compress
        path.write_bytes(b"".join(pack(data[at : at + each]) for at in range(0, len(data), each)))
        tasks = same(str(path), 500_000)
        assert (tasks > 2) == (name == "many.pgn.zst")
        same(Opener(path.read_bytes(), str(path)), 500_000)


def test_members_and_short_files_are_tasks(tmp_path):
    club = (FIXTURES / "club.pgn").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.pgn", club)
    for number in range(6):
        (tmp_path / f"{number}.pgn").write_bytes(club)
    assert same(str(tmp_path), 2 * len(club)) > 3
    assert same([str(tmp_path / "1.pgn"), str(tmp_path / "2.pgn")], 1 << 20) == 1


def test_all_fixtures_are_cut():
    assert same([str(path) for path in all_fixtures()], 2000, on_error="skip") > 10


def test_what_cannot_be_sent_is_said(real):
    with open(real, "rb") as file, pytest.raises(partie.OptionError, match="cannot be sent"):
        partie.plan(file)
    with pytest.raises(partie.MissingFileError):
        partie.plan("nothing.pgn")
    with pytest.raises(partie.OptionError):
        partie.plan(real, size=0)
    (task,) = partie.plan("1. e4 *\n")
    assert repr(task) == "<Task 0: <str>>"
    with pytest.raises(partie.OptionError, match="the tables are"):
        partie.run(task, "nothing")
    with pytest.raises(partie.MissingFileError, match="fsspec"):
        partie.plan("s3://bucket/a.pgn")


def test_a_file_that_is_another_one_is_said(real, tmp_path):
    path = tmp_path / "gone.pgn"
    data = open(real, "rb").read()
    path.write_bytes(data)
    tasks = partie.plan(str(path), size=1 << 20)
    path.write_bytes(data[100_000:])
    with pytest.raises(Exception, match="plan again"):
        pa.table(partie.run(tasks[1]))


def test_what_is_damaged_has_its_rows_all_the_same(real, tmp_path):
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "cut.pgn.zst"
    packed = zstandard.ZstdCompressor().compress(open(real, "rb").read())
    path.write_bytes(packed[: len(packed) * 3 // 4])
    with pytest.raises(partie.ReadError):
        partie.plan(str(path), size=100_000)
    assert same(str(path), 100_000, on_error="skip") == 1
