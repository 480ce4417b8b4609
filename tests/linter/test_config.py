"""`partie.toml`: what it says holds, or one clear error says why not; it never writes, runs or leaves its folder."""

import json
import random
import shutil
import tomllib

import pytest
from conftest import FIXTURES, ROOT, run
from jsonschema import Draft7Validator

CODES = ["L", "L010", "pinned", "N", "N003", "R0", "R010", "D", "H001", "S"]
GOOD = {
    "rules": lambda rng: rng.choice(["fide", "server"]),
    "select": lambda rng: rng.sample(CODES, rng.randint(1, 3)),
    "ignore": lambda rng: rng.sample(CODES, rng.randint(1, 3)),
    "fail-on": lambda rng: rng.choice(["error", "warning", "info", "unjudged"]),
    "encoding": lambda rng: rng.choice(["utf-8", "windows-1252"]),
    "letters": lambda rng: rng.choice(["en", "de"]),
    "exclude": lambda rng: [rng.choice(["*.txt", "old", "other/**"])],
}
OF_FILES = ["rules", "select", "ignore", "encoding", "letters"]


def toml(value):
    return json.dumps(value) if not isinstance(value, bool) else str(value).lower()


def keys(rng, names):
    return [f"{name} = {toml(GOOD[name](rng))}" for name in names if rng.random() < 0.4]


def some_config(rng):
    """A configuration, and the files below it: valid, with a slip, or in a circle."""
    lines = keys(rng, list(GOOD))
    below = {}
    if rng.random() < 0.3:
        lines.append('extend = "base/one.toml"')
        below["base/one.toml"] = "\n".join(keys(rng, list(GOOD)))
        slip = rng.random()
        if slip < 0.2:
            below["base/one.toml"] = 'extend = "two.toml"\n'
            below["base/two.toml"] = 'extend = "one.toml"\n'
        elif slip < 0.3:
            below["base/one.toml"] = 'extend = "../partie.toml"\n'
        elif slip < 0.4:
            below["base/one.toml"] = 'extend = "/etc/passwd"\n'
        elif slip < 0.5:
            del below["base/one.toml"]
    if rng.random() < 0.4:
        lines.append("[severity]")
        lines += [f'{code} = "{rng.choice(["error", "warning", "info"])}"' for code in rng.sample(CODES, 2)]
    if rng.random() < 0.4:
        lines.append(f'[files."{rng.choice(["*.pgn", "games/*", "none", "**/a.pgn"])}"]')
        lines += keys(rng, OF_FILES)
    text = "\n".join(lines) + "\n"
    if rng.random() < 0.35:
        # A slip of the hand.
        at = rng.randrange(len(text) + 1)
        text = rng.choice([
            text[:at] + rng.choice("xq=\"[]\n#,.") + text[at:],
            text[:at] + text[at + 1:],
            text.replace("rules", "ruls").replace("ignore", "ignroe"),
            text.replace("[\"", "[1, \""),
            text + "style = true\n",
            text + "[fix]\nstyle = 1\n",
            text + "output = \"x\"\n",
        ])
    return text, below


@pytest.mark.parametrize("seed", range(10))
def test_each_does_what_it_says(tmp_path, seed):
    for number in range(30):
        rng = random.Random(seed * 1000 + number)
        folder = tmp_path / str(number)
        (folder / "games").mkdir(parents=True)
        shutil.copy(FIXTURES / "club.pgn", folder / "games" / "a.pgn")
        text, below = some_config(rng)
        (folder / "partie.toml").write_text(text)
        for name, inner in below.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(inner)
        status, said, error = run("config", "games/a.pgn", cwd=folder)
        found, rows, told = run("validate", "-q", "--format", "jsonl", "games/a.pgn", cwd=folder)
        if status != 0:
            assert status == 2 and not said and len(error.splitlines()) == 1, (text, error)
            assert error.startswith("error: ") and ".toml" in error, (text, error)
            assert found == 2 and told == error, (text, told)
            continue
        holds = tomllib.loads(said)
        flags = ["--isolated"]
        for name, flag in [("rules", "--rules"), ("select", "--select"), ("ignore", "--ignore")]:
            flags += [word for value in holds.get(name, []) for word in (flag, value)]
        for name, flag in [("fail-on", "--fail-on"), ("encoding", "--from-encoding"), ("letters", "--from-letters")]:
            flags += [flag, holds[name]] if name in holds else []
        for code, severity in holds.get("severity", {}).items():
            flags += ["--config", f'severity.{code} = "{severity}"']
        same, wanted, _ = run("validate", "-q", "--format", "jsonl", "games/a.pgn", *flags, cwd=folder)
        assert found == same, (text, said)
        hide = {"hidden": 0}
        assert [json.loads(row) | hide for row in rows.splitlines()] == [json.loads(row) | hide for row in wanted.splitlines()], text


def test_flags_before_variables_before_files(command, tmp_path):
    shutil.copy(FIXTURES / "club.pgn", tmp_path / "a.pgn")
    (tmp_path / "partie.toml").write_text('select = "R010"\n')
    codes = lambda out: {row.get("code") for row in map(json.loads, out.splitlines())} - {None}
    validate = ["validate", "-q", "--format", "jsonl", "a.pgn"]
    assert codes(command(*validate, cwd=tmp_path)[1]) == {"R010"}
    assert codes(command(*validate, cwd=tmp_path, env={"PARTIE_SELECT": "R001"})[1]) == {"R001"}
    assert codes(command(*validate, "--config", 'select = "L"', cwd=tmp_path, env={"PARTIE_SELECT": "R001"})[1]) == {"L010"}
    assert codes(command(*validate, "--select", "N", "--config", 'select = "L"', cwd=tmp_path)[1]) == {"N001", "N003"}
    assert len(codes(command(*validate, "--isolated", cwd=tmp_path, env={"PARTIE_SELECT": "R001"})[1])) > 4
    (tmp_path / "other.toml").write_text('select = "N001"\n')
    assert codes(command(*validate, "--config", "other.toml", cwd=tmp_path)[1]) == {"N001"}
    # The nearest one upwards holds, and a dot comes first.
    (tmp_path / ".partie.toml").write_text('select = "R001"\n')
    assert codes(command(*validate, cwd=tmp_path)[1]) == {"R001"}


def test_each_file_by_its_own(command, tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        shutil.copy(FIXTURES / "club.pgn", tmp_path / name / "x.pgn")
    (tmp_path / "partie.toml").write_text('select = "L"\n[files."c"]\nselect = "N001"\n')
    (tmp_path / "b" / "partie.toml").write_text('select = "R010"\nfail-on = "warning"\nseverity.R010 = "warning"\n')
    status, out, error = command("validate", "--format", "jsonl", ".", cwd=tmp_path)
    rows = [json.loads(row) for row in out.splitlines()]
    found = {(row["path"], row["code"], row["severity"]) for row in rows if row["type"] == "finding"}
    assert found == {("./a/x.pgn", "L010", "error"), ("./b/x.pgn", "R010", "warning"), ("./c/x.pgn", "N001", "warning")}
    assert "hidden by the configuration" in error and rows[-1]["hidden"] > 0
    # What one file fails on is not what another does.
    assert command("validate", "b", cwd=tmp_path)[0] == 1 and command("validate", "c", cwd=tmp_path)[0] == 0


def test_what_is_excluded_is_counted(command, tmp_path):
    (tmp_path / "old").mkdir()
    shutil.copy(FIXTURES / "club.pgn", tmp_path / "old" / "x.pgn")
    shutil.copy(FIXTURES / "clean.pgn", tmp_path / "y.pgn")
    (tmp_path / "partie.toml").write_text('exclude = "old"\n')
    status, _, error = command("validate", ".", cwd=tmp_path)
    assert status == 0 and "1 file excluded" in error
    # What is named is read.
    assert command("validate", "old/x.pgn", cwd=tmp_path)[0] == 1
    assert "excluded" in command("config", "old/x.pgn", cwd=tmp_path)[1]


def test_fix_and_convert(command, tmp_path):
    shutil.copy(FIXTURES / "club.pgn", tmp_path / "a.pgn")
    (tmp_path / "partie.toml").write_text('fix.ignore = "L"\nconvert.to = "uci"\n')
    alone = command("fix", "a.pgn", "--isolated", cwd=tmp_path)[1]
    assert "Ne5 -> Ne4" in alone and "Ne5 -> Ne4" not in command("fix", "a.pgn", cwd=tmp_path)[1]
    assert command("convert", "a.pgn", cwd=tmp_path)[1].startswith("e2e4 ")
    assert command("convert", "a.pgn", "--isolated", cwd=tmp_path)[0] == 2


def test_no_way_out(command, tmp_path):
    inner = tmp_path / "club"
    inner.mkdir()
    shutil.copy(FIXTURES / "clean.pgn", inner / "a.pgn")
    (tmp_path / "secret.toml").write_text("password = 1\n")
    for text in ['extend = "../secret.toml"', f'extend = "{tmp_path / "secret.toml"}"', 'extend = "link.toml"', 'extend = "."']:
        (inner / "link.toml").unlink(missing_ok=True)
        (inner / "link.toml").symlink_to(tmp_path / "secret.toml")
        (inner / "partie.toml").write_text(text)
        status, _, error = command("validate", "a.pgn", cwd=inner)
        assert status == 2 and "password" not in error, error
    (inner / "partie.toml").unlink()
    (inner / "partie.toml").symlink_to(tmp_path / "secret.toml")
    status, _, error = command("validate", "a.pgn", cwd=inner)
    assert status == 2 and "leads out" in error
    for text in ["write = true", 'format = "sarif=x"', 'output = "x"', 'baseline = "b"', '[fix]\nwrite = "likely"', '[convert]\noutput = "x"']:
        (inner / "partie.toml").unlink()
        (inner / "partie.toml").write_text(text)
        status, _, error = command("fix", "a.pgn", cwd=inner)
        assert status == 2 and "there is no key" in error


def test_schema(command, tmp_path):
    schema = json.loads(command("config", "--schema")[1])
    assert schema == json.loads((ROOT / "docs" / "schema" / "partie.v1.json").read_text()), "partie config --schema makes it"
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    # What the schema calls good, the command does, and the other way round.
    shutil.copy(FIXTURES / "clean.pgn", tmp_path / "a.pgn")
    agreed = 0
    for seed in range(200):
        text, below = some_config(random.Random(seed))
        try:
            read = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            continue
        if below or "extend" in read:
            continue
        (tmp_path / "partie.toml").write_text(text)
        status, _, error = command("config", "a.pgn", cwd=tmp_path)
        is_valid = validator.is_valid(read)
        # That a name is one of a code, of letters or an encoding is known to the command alone.
        if is_valid:
            assert status == 0 or "no finding has" in error or "unknown" in error or "no pattern" in error, (text, error)
        else:
            assert status == 2, text
        agreed += 1
    assert agreed > 100


def test_a_severity_that_is_lowered_is_counted(command, tmp_path):
    shutil.copy(FIXTURES / "club.pgn", tmp_path / "a.pgn")
    (tmp_path / "partie.toml").write_text('severity.L = "info"\nseverity.R = "info"\n')
    status, _, error = command("validate", "a.pgn", cwd=tmp_path)
    assert status == 0 and "3 findings lowered by the configuration" in error, error


def test_patterns_that_fit_nothing(command, tmp_path):
    for pattern in ["../x", "!x", "a\\\\b"]:
        (tmp_path / "partie.toml").write_text(f'exclude = ["{pattern}"]\n')
        status, _, error = command("config", cwd=tmp_path)
        assert status == 2 and "no pattern" in error, (pattern, error)


def test_a_new_file_in_a_linked_folder(command, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "partie.toml").write_text('select = "L"\n')
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert 'select = ["L"]' in command("config", "link/new.pgn", cwd=tmp_path)[1]


def test_a_linked_file_is_where_it_leads(command, tmp_path):
    for folder, codes in [("real", "L"), ("other", "R")]:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "partie.toml").write_text(f'select = "{codes}"\n')
        shutil.copy(FIXTURES / "club.pgn", tmp_path / folder / f"{folder}.pgn")
    (tmp_path / "other" / "link.pgn").symlink_to(tmp_path / "real" / "real.pgn")
    (tmp_path / "other" / "lost.pgn").symlink_to(tmp_path / "real" / "nowhere.pgn")
    for name, codes in [("link", "L"), ("other", "R"), ("lost", "R")]:
        assert f'select = ["{codes}"]' in command("config", f"other/{name}.pgn", cwd=tmp_path)[1], name
    assert 'select = ["L"]' in command("config", "../real/../real/real.pgn", cwd=tmp_path / "other")[1]
