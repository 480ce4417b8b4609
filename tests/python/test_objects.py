"""Findings, games, repairs and conversions are what the command prints."""

import doctest
import gzip
import importlib
import io
import json
import pathlib
import subprocess
import sys

import partie
import pytest
from conftest import FIXTURES, all_fixtures, missing, run

CLUB = FIXTURES / "club.pgn"


def objects(text: bytes, kind: str) -> list[dict]:
    return [row for row in map(json.loads, text.decode().splitlines()) if row["type"] == kind]


@pytest.mark.parametrize("name", ["__init__", "_api", "_plan", "_objects"])
def test_examples_hold(name):
    module = partie if name == "__init__" else importlib.import_module(f"partie.{name}")
    assert doctest.testmod(module).failed == 0


def test_findings_are_those_of_the_command(program):
    for path in all_fixtures():
        theirs = objects(run([program, "validate", "-q", "--format", "jsonl", str(path)]).stdout, "finding")
        ours = partie.validate(path, on_error="skip")
        assert [finding.to_dict() for finding in ours] == theirs, path
    whole = partie.validate(FIXTURES, on_error="skip")
    assert len(whole) > 20
    assert sum(whole.counts().values()) == len(whole)


def test_a_finding_says_where_what_and_why():
    (finding,) = partie.validate(CLUB, select="L010", suggest=True)
    assert (finding.code, finding.game, finding.ply, finding.line, finding.token) == ("L010", 3, 16, 32, "Ne5")
    assert "pinned" in finding.message
    assert finding.causes[0].square == "c6"
    assert (finding.fixes[0].token, finding.fixes[0].grade) == ("Ne4", "likely")
    assert finding.svg().startswith("<svg")
    assert "<img" in finding._repr_html_() and "pinned" in finding._repr_html_()
    assert CLUB.read_bytes()[slice(*finding.span)] == b"Ne5"
    found = partie.validate(CLUB)
    assert found.filter("L").counts()["L010"] == 1
    assert found[:3]._repr_html_().count("<img") <= 3
    assert found.to_arrow().num_rows == len(found)


def test_a_game_is_all_that_the_record_has():
    game = next(partie.read(CLUB))
    assert game.tags["Event"]
    assert len(game.moves) == game.plies
    assert game.positions == game.fens() and len(game.fens()) == game.plies + 1
    assert game.position(0).startswith("rnbqkbnr/pppppppp")
    assert game.svg(0).startswith("<svg") and game._repr_svg_().startswith("<svg")
    assert next(partie.read(game.convert("pgn"))).convert("uci") == game.convert("uci")
    with pytest.raises(IndexError):
        game.position(999)
    text = "1. e4 {first [%clk 0:10:00] [%eval 0.3]} (1. d4 d5) e5 {[%clk 0:09:58]} 2. Nf3 *\n"
    game = next(partie.read(text))
    assert game.clocks == [600.0, 598.0, None]
    assert game.evals == [30, None, None]
    assert [[move.san for move in line.moves] for line in game.variations] == [["d4", "d5"]]
    assert game.comments[0][0] == 1 and "first" in game.comments[0][1]
    shogi = next(partie.read("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n"))
    assert shogi.kind == "shogi" and shogi.moves[0].coordinates == "7g7f"
    assert "+7776FU" in shogi.convert("csa")
    with pytest.raises(partie.ConversionError):
        shogi.convert("uci")


def test_draws_are_told():
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n"
    (draw,) = [draw for draw in next(partie.read(moves)).draws if draw["kind"] == "threefold"][:1]
    assert draw["claim"] == "claimable"


def test_select_is_the_expression(program):
    ours = [game.text.strip() for game in partie.select(CLUB, "plies > 20")]
    theirs = run([program, "select", "-q", "plies > 20", str(CLUB)]).stdout.decode()
    assert ours and all(text in theirs for text in ours)


def test_a_text_is_mended_as_the_command_mends_it(program, tmp_path):
    for grade in ("certain", "likely"):
        copy = tmp_path / f"{grade}.pgn"
        copy.write_bytes(CLUB.read_bytes())
        run([program, "fix", "-q", f"--write={grade}", str(copy)])
        fixed = partie.fix(CLUB, write=grade)
        assert fixed.data == copy.read_bytes() != CLUB.read_bytes()
        assert len(fixed.log) > 0
        again = tmp_path / f"{grade}-again.pgn"
        again.write_bytes(CLUB.read_bytes())
        (tmp_path / "log.jsonl").write_text(fixed.log_jsonl().replace(str(CLUB), str(again)))
        done = run([program, "fix", "-q", "--decisions", str(tmp_path / "log.jsonl"), str(again)])
        assert again.read_bytes() == fixed.data, done.stderr.decode()
    rows = objects(run([program, "fix", "-q", "--format", "jsonl", "--moves", str(CLUB)]).stdout, "repair")
    assert [repair.to_dict() for repair in partie.fix(CLUB).repairs] == rows
    assert partie.fix(CLUB).data == CLUB.read_bytes()


def test_only_some_findings_are_mended():
    found = partie.validate(CLUB, select=["N001", "L010"])
    chosen = [finding for finding in found if finding.code == "N001"]
    fixed = partie.fix(CLUB, only=chosen, write="likely")
    assert {row["is"] for row in fixed.log} == {"O-O"}
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(partie.findings(CLUB, infos=True))
    frame = table.filter(pyarrow.compute.equal(table["code"], "N001"))
    assert partie.fix(CLUB, only=frame, write="likely").data == fixed.data
    polars = pytest.importorskip("polars")
    assert partie.fix(CLUB, only=polars.DataFrame(frame), write="likely").data == fixed.data
    assert partie.fix(CLUB, only=frame.to_pandas(), write="likely").data == fixed.data
    assert partie.fix(CLUB, only=[], write="likely").data == CLUB.read_bytes()


def test_several_texts_are_a_list(tmp_path):
    assert isinstance(partie.convert(CLUB, "uci"), partie.Converted)
    assert len(partie.convert([CLUB, CLUB], "uci")) == 2
    assert len(partie.fix([FIXTURES / "archive"], on_error="skip")) > 1
    with pytest.raises(partie.OptionError, match="in a list"):
        partie.fix(FIXTURES / "archive", on_error="skip")


def test_sources_are_paths_texts_and_files(tmp_path):
    data = CLUB.read_bytes()
    (tmp_path / "a.pgn").write_bytes(data)
    (tmp_path / "b.pgn.gz").write_bytes(gzip.compress(data))
    count = len(list(partie.read(CLUB)))
    for source in [str(CLUB), CLUB, data, bytearray(data), memoryview(data), data.decode("utf-8", "replace"), io.BytesIO(data),
                   io.StringIO(data.decode("utf-8", "replace")), open(CLUB, "rb"), gzip.open(tmp_path / "b.pgn.gz"), tmp_path / "b.pgn.gz"]:
        assert len(list(partie.read(source))) == count, type(source)
    assert len(list(partie.read(tmp_path))) == 2 * count
    assert len(list(partie.read([CLUB, io.BytesIO(data)]))) == 2 * count


class Raises:
    def read(self, size):
        raise KeyError("of the file object")


WRONG = [
    ("nothing.pgn", partie.MissingFileError, "nothing.pgn"),
    (b"garbage", partie.NoRecordError, "<bytes>"),
    (b"", partie.NoRecordError, "<bytes>"),
    (17, TypeError, "not int"),
    ([17], TypeError, "not int"),
    (None, TypeError, "not NoneType"),
    ([], partie.OptionError, "no source"),
    (Raises(), KeyError, "of the file object"),
]


@pytest.mark.parametrize(("source", "kind", "says"), WRONG, ids=range(len(WRONG)))
def test_bad_input_is_one_exception(source, kind, says):
    with pytest.raises(kind, match=says):
        list(partie.read(source))


def test_files_that_cannot_be_read_are_one_exception(tmp_path):
    whole = gzip.compress(b"[Event \"a\"]\n\n1. e4 *\n\n" * 5000)
    cut = tmp_path / "cut.pgn.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(partie.ReadError, match="cut off"):
        list(partie.read(cut))
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(Exception, match="cut off"):
        pyarrow.table(partie.games(cut))
    table = partie.games(cut, on_error="skip")
    assert pyarrow.table(table).num_rows >= 0 and "cut off" in table.problems[0]
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(Exception, match="no game record"):
        pyarrow.table(partie.games(empty))
    file = open(CLUB, "rb")
    file.close()
    with pytest.raises(ValueError, match="closed"):
        partie.games(file)
    table = partie.games(io.BytesIO(CLUB.read_bytes()))
    pyarrow.table(table)
    with pytest.raises(Exception, match="once"):
        pyarrow.table(table)


@pytest.mark.parametrize(
    "call",
    [
        lambda: partie.validate(CLUB, rules="bughouse"),
        lambda: partie.validate(CLUB, select="Q9"),
        lambda: partie.validate(CLUB, where="plies >"),
        lambda: partie.validate(CLUB, format="nothing"),
        lambda: partie.validate(CLUB, on_error="never"),
        lambda: partie.convert(CLUB, to="nothing"),
        lambda: partie.fix(CLUB, write="guess"),
        lambda: partie.games(CLUB, columns="nothing"),
        lambda: partie.explain("nothing at all"),
    ],
)
def test_options_that_mean_nothing_are_one_exception(call):
    with pytest.raises(partie.OptionError):
        call()


def test_a_keyword_that_is_none_is_a_type_error():
    with pytest.raises(TypeError, match="'rule'"):
        partie.validate(CLUB, rule="fide")


def test_importing_takes_no_time():
    code = "import time; a = time.perf_counter(); import partie; print(time.perf_counter() - a)"
    times = sorted(float(run([sys.executable, "-c", code]).stdout) for _ in range(7))
    assert times[3] < 0.1, times


def test_python_chess_reads_what_is_written():
    code = "import chess.pgn, io, sys; print(sum(1 for _ in iter(lambda: chess.pgn.read_game(sys.stdin), None)))"
    if run([sys.executable, "-c", "import chess.pgn"]).returncode:
        missing("chess")
    games = [game for game in partie.read(CLUB) if not game.is_broken]
    # A process of its own: it is under the GPL.
    text = "\n".join(game.convert("pgn") for game in games)
    assert int(subprocess.run([sys.executable, "-c", code], input=text, text=True, capture_output=True, check=True).stdout) == len(games)
    assert pathlib.Path(partie.__file__).exists() and "chess" not in sys.modules
