"""Old findings are counted and not shown, wherever their games went; new ones fail."""

import json
import random
import textwrap

import pytest

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7".split()


def game(number, broken, rng):
    """A game with a finding at a random ply: an illegal move, a wrong result, long forms."""
    moves = list(MOVES)
    result = "*"
    if broken == "illegal":
        moves[rng.randrange(4, 18)] = rng.choice(["Qh8", "Ka5", "Rh6", "Nf7"])
    elif broken == "result":
        result = "1-0"
    elif broken == "long":
        moves[0] = "e2-e4"
    tags = {"Event": f"League {number}", "Site": "?", "Date": "1998.01.02", "Round": str(number), "White": f"White {number}",
            "Black": f"Black {number}", "Result": "1/2-1/2" if broken == "result" else result}
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    text = " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))
    return head, f"{text} {result}"


def text_of(games, width=80):
    return "".join(f"{head}\n{textwrap.fill(moves, width, break_long_words=False, break_on_hyphens=False)}\n\n"
                   for head, moves in games)


def findings(out):
    return [row for row in map(json.loads, out.splitlines()) if row["type"] == "finding"]


@pytest.mark.parametrize("seed", range(3))
def test_games_may_move(command, tmp_path, seed):
    rng = random.Random(seed)
    old = [game(number, rng.choice(["illegal", "result", "long"]), rng) for number in range(100)]
    (tmp_path / "all.pgn").write_text(text_of(old))
    status, out, error = command("validate", "all.pgn", "--format", "jsonl", cwd=tmp_path)
    before = findings(out)
    assert status == 1 and len({row["game"] for row in before}) == 100
    status, out, error = command("validate", "all.pgn", "--baseline", "b.jsonl", "--write-baseline", cwd=tmp_path)
    assert status == 0 and not out, out + error
    # Shuffled, reflowed, in two files, in another folder; five findings that were not there.
    rng.shuffle(old)
    new = [game(200 + number, "illegal", rng) for number in range(3)]
    for index in range(2):
        # Two of them in games that had others: their last move is another one.
        head, moves = old[index]
        old[index] = (head, moves.replace("Nbd7", "Nbe7"))
    mixed = old + new
    rng.shuffle(mixed)
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "one.pgn").write_text(text_of(mixed[:40], 40))
    (tmp_path / "archive" / "two.pgn").write_text(text_of(mixed[40:], 1000))
    status, out, error = command("validate", "archive", "--baseline", "b.jsonl", "--format", "jsonl", cwd=tmp_path)
    shown = [row for row in findings(out) if row["severity"] == "error"]
    planted = 3 + sum("Nbe7" in moves and all(bad not in moves for bad in ("Qh8", "Ka5", "Rh6", "Nf7")) for _, moves in old)
    assert status == 1 and len(shown) == planted, (planted, shown)
    summary = json.loads(out.splitlines()[-1])
    assert summary["errors"] == planted and summary["known"] > 0


def test_gone_entries(command, tmp_path):
    rng = random.Random(1)
    games = [game(number, "illegal", rng) for number in range(3)]
    (tmp_path / "all.pgn").write_text(text_of(games))
    command("validate", "all.pgn", "--baseline", "b", "--write-baseline", cwd=tmp_path)
    (tmp_path / "all.pgn").write_text(text_of(games[:2]))
    status, _, error = command("validate", "all.pgn", "--baseline", "b", cwd=tmp_path)
    assert status == 0 and "1 finding of the baseline b gone" in error, error
    # What is not selected is not gone.
    status, _, error = command("validate", "all.pgn", "--baseline", "b", "--select", "R", cwd=tmp_path)
    assert " gone" not in error
    status, _, error = command("validate", "all.pgn", "--baseline", "b", "--prune-baseline", cwd=tmp_path)
    assert status == 0 and "taken out" in error, error
    status, _, error = command("validate", "all.pgn", "--baseline", "b", cwd=tmp_path)
    assert status == 0 and " gone" not in error
    status, out, _ = command("validate", "all.pgn", "--format", "sarif", "--baseline", "b", cwd=tmp_path)
    assert status == 0 and json.loads(out)["runs"][0]["results"] == []


def test_what_was_not_read_is_not_gone(command, tmp_path):
    rng = random.Random(3)
    for name in "ab":
        (tmp_path / f"{name}.pgn").write_text(text_of([game(ord(name), "illegal", rng)]))
    command("validate", "a.pgn", "b.pgn", "--baseline", "base", "--write-baseline", cwd=tmp_path)
    before = (tmp_path / "base").read_text()
    _, _, error = command("validate", "a.pgn", "--baseline", "base", cwd=tmp_path)
    assert " gone" not in error
    command("validate", "a.pgn", "--baseline", "base", "--prune-baseline", cwd=tmp_path)
    assert (tmp_path / "base").read_text() == before
    # A game that is in another file now is known, and found there from then on.
    (tmp_path / "b.pgn").rename(tmp_path / "c.pgn")
    status, _, error = command("validate", "a.pgn", "c.pgn", "--baseline", "base", "--prune-baseline", cwd=tmp_path)
    assert status == 0 and '"file":"c.pgn"' in (tmp_path / "base").read_text()
    # One whose player's name was put right, too.
    (tmp_path / "c.pgn").write_text((tmp_path / "c.pgn").read_text().replace("White 98", "White, N."))
    status, out, _ = command("validate", "a.pgn", "c.pgn", "--baseline", "base", "--select", "L", cwd=tmp_path)
    assert status == 0, out
    # Other codes stay when some are written anew; what chooses games writes nothing.
    command("validate", "a.pgn", "c.pgn", "--baseline", "base", "--write-baseline", "--select", "R", cwd=tmp_path)
    assert '"L0' in (tmp_path / "base").read_text()
    status, _, error = command("validate", "a.pgn", "--baseline", "base", "--prune-baseline", "--where", "plies > 1000", cwd=tmp_path)
    assert status == 2 and "--where" in error


def test_no_other_file_is_lost(command, tmp_path):
    (tmp_path / "a.pgn").write_text(text_of([game(1, "illegal", random.Random(1))]))
    before = (tmp_path / "a.pgn").read_text()
    (tmp_path / "empty").write_text("")
    for arguments, word in [
        (["--baseline", "a.pgn"], "no baseline"),
        (["--baseline", "a.pgn", "--write-baseline"], "not written over"),
        (["--baseline", "none"], "--write-baseline makes one"),
        (["--write-baseline"], "--baseline"),
        (["--baseline", "empty"], "no baseline"),
        (["--baseline", "."], "cannot be read"),
    ]:
        status, _, error = command("validate", "a.pgn", *arguments, cwd=tmp_path)
        assert status == 2 and word in error, error
    (tmp_path / "b").write_text('{"v":1,"type":"baseline"}\n{"game":1}\n')
    status, _, error = command("validate", "a.pgn", "--baseline", "b", cwd=tmp_path)
    assert status == 2 and "b:2:" in error
    status, _, error = command("validate", "a.pgn", "nofile", "--baseline", "c", "--write-baseline", cwd=tmp_path)
    assert status == 2 and not (tmp_path / "c").exists()
    assert (tmp_path / "a.pgn").read_text() == before


def test_several_of_one_kind(command, tmp_path):
    """A second finding of the same code and token in one game is a new one."""
    head, moves = game(1, "illegal", random.Random(2))
    one = f"{head}\n1. e4 Nf7 (1... Nf7) *\n\n"
    two = f"{head}\n1. e4 Nf7 (1... Nf7) (1... Nf7) *\n\n"
    (tmp_path / "a.pgn").write_text(one)
    command("validate", "a.pgn", "--baseline", "b", "--write-baseline", cwd=tmp_path)
    assert command("validate", "a.pgn", "--baseline", "b", cwd=tmp_path)[0] == 0
    (tmp_path / "a.pgn").write_text(two)
    status, out, _ = command("validate", "a.pgn", "--baseline", "b", "--format", "jsonl", cwd=tmp_path)
    assert status == 1 and len([row for row in findings(out) if row["severity"] == "error"]) == 1


def test_what_is_said_of_a_file_does_not_name_another_game(command, tmp_path):
    """A finding on the encodings of a file stands at a game of it; neither is taken for the other."""
    one = '[Event "a"]\n[White "Müller"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n\n'.encode()
    two = '[Event "b"]\n[White "Müller"]\n[Black "C"]\n[Result "*"]\n\n1. e4 Ke5 *\n\n'.encode("latin-1")
    clean = b'[Event "c"]\n[White "D"]\n[Black "E"]\n[Result "*"]\n\n1. d4 *\n\n'
    (tmp_path / "a.pgn").write_bytes(one + two)
    command("validate", "a.pgn", "--baseline", "b", "--write-baseline", cwd=tmp_path)
    (tmp_path / "a.pgn").write_bytes(clean + one + two)
    status, out, error = command("validate", "a.pgn", "--baseline", "b", "--format", "jsonl", cwd=tmp_path)
    assert status == 0 and [row["code"] for row in findings(out) if row["severity"] != "info"] == [], out
    assert "broken" not in json.loads(out.splitlines()[-1])


def test_prune_asks_what_each_file_was_asked(command, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.pgn").write_text(text_of([game(ord(name[0]), "illegal", random.Random(name))]))
    command("validate", ".", "--baseline", "b", "--write-baseline", cwd=tmp_path)
    before = (tmp_path / "b").read_text()
    (tmp_path / "partie.toml").write_text('[files."one/**"]\nignore = ["L"]\n')
    command("validate", ".", "--baseline", "b", "--prune-baseline", cwd=tmp_path)
    assert (tmp_path / "b").read_text() == before
    (tmp_path / "partie.toml").write_text('exclude = "one"\n')
    command("validate", ".", "--baseline", "b", "--prune-baseline", cwd=tmp_path)
    assert (tmp_path / "b").read_text() == before
