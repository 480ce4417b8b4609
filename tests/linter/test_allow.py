"""What a record allows in it, with a reason: not shown, counted, kept in the forms for programs, and never unseen."""

import json
import time

import pytest

HEAD = '[Event "x"]\n[Site "?"]\n[Date "1998.01.02"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n'
KIF = "手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1 ７六歩(77)\n{0}   2 ４四歩(33)\n"
CSA = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n{0}-4344FU\n-3334FU\n"


def rows(out):
    return [row for row in map(json.loads, out.splitlines()) if row["type"] == "finding"]


CASES = [
    ("a.pgn", HEAD + "\n{0}1. e4 Ke5 *\n", "% ", "L003", "@ 1b "),
    ("above.pgn", "{0}" + HEAD + "\n1. e4 Ke5 *\n", "% ", "no-such-move", ""),
    ("behind.pgn", HEAD + "\n1. e4\n{0}Ke5 *\n", "% ", "l003,R001", "@ 2 "),
    ("fen.pgn", HEAD + '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 40"]\n\n{0}40... Ke5 *\n', "% ", "L003", "@ 40b "),
    ("a.kif", KIF, "*", "{code}", "@ 2 "),
    ("b.kif", "{0}" + KIF.replace("{0}", ""), "#", "{code}", ""),
    ("a.csa", CSA, "'", "{code}", "@3 "),
    ("b.csa", CSA, "'*", "{code}", ""),
    ("s.txt", "White: Mr. A. Black: Mr. B. (1880)\n\n[{0}]\n\n1. P-K4 P-K4 2. K-K3 Kt-QB3 3. B-B4 B-B4\n", "", "{code}", ""),
]


@pytest.mark.parametrize("name,text,sign,code,place", CASES, ids=[case[0] for case in CASES])
def test_each_format(command, tmp_path, name, text, sign, code, place):
    file = tmp_path / name
    end = "" if "[{0}]" in text else "\n"
    file.write_text(text.replace("{0}", ""))
    _, out, _ = command("validate", "--format", "jsonl", file)
    errors = [row for row in rows(out) if row["severity"] == "error"]
    assert len(errors) == 1, errors
    code = code.replace("{code}", errors[0]["code"])
    line = f"{sign}partie: allow {code} {place}the sheet has it so{end}"
    file.write_text(text.replace("{0}", line))
    status, out, error = command("validate", file)
    assert status == 0 and "1 finding allowed" in error, out + error
    status, out, _ = command("validate", "--format", "jsonl", file)
    allowed = [row for row in rows(out) if "allowed" in row]
    assert status == 0 and [row["allowed"] for row in allowed] == ["the sheet has it so"]
    assert allowed[0]["severity"] == "error" and json.loads(out.splitlines()[-1])["allowed"] == 1
    _, out, _ = command("validate", "--format", "sarif", file)
    suppressed = [result for result in json.loads(out)["runs"][0]["results"] if "suppressions" in result]
    assert [result["suppressions"] for result in suppressed] == [[{"kind": "inSource", "justification": "the sheet has it so"}]]
    assert command("validate", "--no-allow", file)[0] == 1
    # At another place it allows nothing, and that is said.
    file.write_text(text.replace("{0}", f"{sign}partie: allow {code} @ 77 the sheet has it so{end}"))
    status, out, _ = command("validate", "--format", "concise", file)
    assert status == 1 and "A001" in out and "ply 77" in out
    # What is allowed stays as it is.
    file.write_text(text.replace("{0}", line))
    before = file.read_bytes()
    command("fix", "--write=likely", file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("line", [
    "partie: allow L003", "partie: allow", "partie: allow the sheet", "partie: allow Q999 why", "partie: alow L003 why",
    "partie: allow L003 @ soon why", "partie: allow L003, why", "partie:allow @2 L003 why", "Partie: Allow L003 why", "partie allow L003 why",
])
def test_what_allows_nothing(command, tmp_path, line):
    file = tmp_path / "a.pgn"
    file.write_text(f"{HEAD}\n% {line}\n1. e4 Ke5 *\n")
    status, out, _ = command("validate", "--format", "concise", file)
    assert status == 1 and "L003" in out and "A002" in out, out


def test_no_text_silences_its_judge(command, tmp_path):
    """A comment, a tag or the middle of a line is no allowance; what is allowed is counted."""
    file = tmp_path / "a.pgn"
    misplaced = ["1. e4 {partie: allow L003 why} Ke5 *", "; partie: allow L003 why\n1. e4 Ke5 *", "{\n% partie: allow L003 why\n} 1. e4 Ke5 *"]
    for text in misplaced:
        file.write_text(f"{HEAD}\n{text}\n")
        assert "A002" in command("validate", file)[1], text
    for text in ["{\n% partie: allow L003 why\n} 1. e4 Ke5 *", "1. e4 {partie: allow L003 why} Ke5 *", "; partie: allow L003 why\n1. e4 Ke5 *",
                 "1. e4 % partie: allow L003 why\nKe5 *"]:
        file.write_text(f"{HEAD}\n{text}\n")
        assert command("validate", file)[0] == 1, text
    file.write_text(HEAD.replace('"x"', '"x\n% partie: allow L003 why"') + "\n1. e4 Ke5 *\n")
    assert command("validate", file)[0] == 1
    # The same game is broken for whoever asks elsewhere.
    file.write_text(f"{HEAD}\n% partie: allow L003 why\n1. e4 Ke5 *\n")
    assert command("select", "status = 'error'", file)[1] != ""


def test_conversion_keeps_them(command, tmp_path):
    file = tmp_path / "a.pgn"
    file.write_text(f"{HEAD}\n% partie: allow N003 long forms are in the book\n1. e2-e4 e7-e5\n% partie: allow N003 @ 2w and here\n2. Nf3 *\n")
    _, out, _ = command("convert", "--to", "pgn", file)
    lines = out.splitlines()
    assert "% partie: allow N003 long forms are in the book" in lines and "% partie: allow N003 @ 2w and here" in lines
    _, _, error = command("convert", "--to", "uci", file)
    assert "V001" in error
    kif = tmp_path / "a.kif"
    kif.write_text(KIF.replace("{0}", "# partie: allow L003 because\n"))
    for target, sign in [("kif", "*"), ("ki2", "*"), ("csa", "'*")]:
        _, out, _ = command("convert", "--to", target, kif)
        assert f"{sign}partie: allow L003 because" in out, target


def test_a_line_costs_no_more_than_its_bytes(command, tmp_path):
    for text in ["% partie: allow " + "L003," * 60_000 + "L003 " + "x" * 300_000, "{" + "partie:" * 70_000 + "}",
                 "\n".join("% partie: x" for _ in range(20_000)) + "{a}" * 50_000]:
        (tmp_path / "a.pgn").write_text(f"{HEAD}\n{text}\n1. e4 Ke5 *\n")
        began = time.monotonic()
        assert command("validate", "a.pgn", cwd=tmp_path)[0] == 1
        assert time.monotonic() - began < 5


def test_a_place_before_the_game(command, tmp_path):
    game = HEAD + '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 20"]\n\n% partie: allow L003 @ 5w x\n20. Ke5 *\n'
    (tmp_path / "a.pgn").write_text(game)
    assert command("validate", "a.pgn", cwd=tmp_path)[0] == 1


def test_the_end_of_a_reason_stays(command, tmp_path):
    (tmp_path / "a.pgn").write_text(f"{HEAD}\n% partie: allow N003 as printed (see p. 3)\n1. e2-e4 *\n")
    assert "% partie: allow N003 as printed (see p. 3)\n" in command("convert", "--to", "pgn", "a.pgn", cwd=tmp_path)[1]
