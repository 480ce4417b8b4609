"""The forms for programs, of all fixtures, against the schemas that are published; where a registry has none, against the fields of
the specification."""

import json
import subprocess
import sys
import tarfile

import pytest
from conftest import CACHE, ROOT, run, schema_of_store
from jsonschema import Draft7Validator
from lxml import etree


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """All fixtures in all forms, and the rows of `jsonl` beside them."""
    folder = tmp_path_factory.mktemp("reports")
    names = ["sarif", "gitlab", "junit", "rdjson", "jsonl", "github"]
    formats = [word for name in names for word in ("--format", f"{name}={folder / name}")]
    # Beside them what is not part of the project, where it is here: what is broken as people break it, and what is hostile.
    data = ROOT.parent / "shared" / "data"
    more = [path for path in (data / "found3", data / "hostile", data / "natural") if path.exists()]
    if not more:
        print("not run on found, natural and hostile inputs: they are not here")
    status, _, error = run("validate", "-q", "--format", "concise", *formats, ROOT / "fixtures", *more, "nofile")
    assert status == 2 and "nofile" in error
    texts = {name: (folder / name).read_text() for name in names}
    rows = [row for row in map(json.loads, texts["jsonl"].splitlines()) if row["type"] == "finding" and row["severity"] != "info"]
    assert len(rows) > 20
    texts["rows"] = rows
    return texts


def test_sarif(reports):
    sarif = json.loads(reports["sarif"])
    # Draft 7, whose `format`s are asked too.
    errors = list(Draft7Validator(schema_of_store("sarif-2.1.0.json")).iter_errors(sarif))
    assert not errors, errors[:3]
    results = sarif["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == [row["code"] for row in reports["rows"]]
    rules = {rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
    assert rules == {result["ruleId"] for result in results}
    prints = [result["partialFingerprints"]["gameCodeToken/v1"] for result in results]
    assert len(set(prints)) == len(prints), "two findings are known by one print"
    assert any("fixes" in result for result in results) and any("relatedLocations" in result for result in results)


def test_sarif_columns_are_of_utf16(command):
    text = '[Event "x"]\n[Result "*"]\n\n1. e4 {𝄞} Ke5 *\n'
    _, out, _ = command("validate", "--format", "sarif", "-", stdin=text)
    regions = [result["locations"][0]["physicalLocation"].get("region") for result in json.loads(out)["runs"][0]["results"]]
    line = text.splitlines()[3]
    column = len(line[: line.index("Ke5")].encode("utf-16-le")) // 2 + 1
    assert {"startLine": 4, "startColumn": column, "endLine": 4, "endColumn": column + 3} in regions


def test_fixes_are_those_of_fix(command, tmp_path):
    """What code scanning offers to put in changes the file as `fix` does, or not at all."""
    text = (ROOT / "fixtures" / "club.pgn").read_text() + """
[Event "x"]
[Site "?"]
[Date "1998.01.02"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0!? Nf6+? 5. d3 d6
[Event "y"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[Result "*"]

1. e4 Kd7 3. e5 *
"""
    file = tmp_path / "a.pgn"
    file.write_text(text)
    _, out, _ = command("validate", "--format", "sarif", "--min-severity", "info", file)
    lines = text.splitlines(keepends=True)
    at = lambda line, column: len("".join(lines[: line - 1])) + column - 1
    offered = set()
    for result in json.loads(out)["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            if not fix["description"]["text"].startswith("certain"):
                continue
            replacement = fix["artifactChanges"][0]["replacements"][0]
            region = replacement["deletedRegion"]
            span = (at(region["startLine"], region["startColumn"]), at(region["endLine"], region["endColumn"]))
            offered.add((text[slice(*span)], replacement["insertedContent"]["text"]))
    _, out, _ = command("fix", "--format", "jsonl", "--style", file)
    edits = {(edit["was"], edit["text"]) for row in map(json.loads, out.splitlines()) for edit in row.get("edits", [])}
    assert ("0-0!?", "O-O!?") in offered and offered <= edits, (offered, edits)


def test_a_file_that_is_not_read_is_its_own_suite(command, tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 *\n")
    _, out, _ = command("validate", "--format", "junit", "a.pgn", "none.pgn", cwd=tmp_path)
    suites = {suite.get("name"): len(suite.findall("testcase/failure")) for suite in etree.fromstring(out.encode()).findall("testsuite")}
    assert suites == {"a.pgn": 0, "none.pgn": 1}


def test_paths_are_those_of_the_repository(command, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.pgn").write_text("1. e4 Ke5 *\n")
    for name, form in [("GITHUB_WORKSPACE", "github"), ("CI_PROJECT_DIR", "gitlab"), ("GITHUB_WORKSPACE", "sarif")]:
        _, out, _ = command("validate", "--format", form, "a.pgn", cwd=tmp_path / "sub", env={name: str(tmp_path)})
        assert "sub/a.pgn" in out


def test_gitlab(reports):
    # The fields of GitLab's documentation, "Code Quality report format"; no registry has a schema of them.
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "location", "severity"],
            "properties": {
                "description": {"type": "string", "minLength": 1},
                "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "minLength": 16},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "not": {"pattern": r"^\./"}},
                        "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                    },
                },
            },
        },
    }
    rows = json.loads(reports["gitlab"])
    Draft7Validator(schema).validate(rows)
    assert len(rows) == len(reports["rows"])
    prints = [row["fingerprint"] for row in rows]
    assert len(set(prints)) == len(prints)


def test_rdjson(reports):
    # The messages of reviewdog's proto/rdf/reviewdog.proto in JSON; no registry has the schema that it makes of them.
    position = {"type": "object", "properties": {name: {"type": "integer", "minimum": 1} for name in ("line", "column")},
                "additionalProperties": False, "required": ["line"]}
    span = {"type": "object", "properties": {"start": position, "end": position}, "required": ["start"],
            "additionalProperties": False}
    text = {"type": "string"}
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["diagnostics"],
        "properties": {
            "source": {"properties": {"name": text, "url": text}, "additionalProperties": False},
            "severity": text,
            "diagnostics": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["message", "location"],
                "properties": {
                    "message": text,
                    "location": {"properties": {"path": text, "range": span}, "required": ["path"], "additionalProperties": False},
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {"properties": {"value": text, "url": text}, "additionalProperties": False},
                    "suggestions": {"type": "array", "items": {
                        "properties": {"range": span, "text": text}, "required": ["range", "text"], "additionalProperties": False}},
                    "original_output": text,
                },
            }},
        },
    }
    rows = json.loads(reports["rdjson"])
    Draft7Validator(schema).validate(rows)
    assert len(rows["diagnostics"]) == len(reports["rows"])


def test_junit(reports):
    # The schema of Jenkins' plugin, as the source package of pytest (MIT) has it.
    source = CACHE / "pytest-8.3.4.tar.gz"
    if not source.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.check_call([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", CACHE,
                               "pytest==8.3.4"])
    with tarfile.open(source) as archive:
        schema = etree.XMLSchema(etree.parse(archive.extractfile("pytest-8.3.4/testing/example_scripts/junit-10.xsd")))
    report = etree.fromstring(reports["junit"].encode())
    schema.assertValid(report)
    # A file is a suite, a game a case; what is about a file is one, too.
    games = report.findall("testsuite/testcase")
    errors = {(row["path"], row.get("game")) for row in reports["rows"] if row["severity"] == "error"}
    failed = [case for case in games if case.find("failure") is not None]
    assert len(failed) >= len({error for error in errors if error[1]})
    assert len(report.findall("testsuite")) == len({suite.get("name") for suite in report.findall("testsuite")})


def test_github(reports, command, tmp_path):
    assert {line.split(" ")[0] for line in reports["github"].splitlines()} <= {"::error", "::warning", "::notice"}
    many = "".join(f'[Event "{number}"]\n[Result "*"]\n\n1. e4 Ke5 *\n\n' for number in range(15))
    _, out, _ = command("validate", "--format", "github", "-", stdin=many)
    errors = [line for line in out.splitlines() if line.startswith("::error ")]
    assert len(errors) == 10 and "and 6 more errors" in errors[-1], "ten a level are shown there, and the others summed up"
    # A name, a tag and a comment that would be commands.
    wild = tmp_path / "::error,file=x%::y.pgn"
    wild.write_text('[Event "::set-output name=x::y"]\n[Result "*"]\n\n1. e4 {\n::stop-commands::z\n##[error]x\n} Ke5 *\n')
    _, out, _ = command("validate", "--format", "github", wild.name, cwd=tmp_path)
    assert "file=%3A%3Aerror%2Cfile=x%25%3A%3Ay.pgn," in out
    for form in ["full", "concise", "plain", "jsonl", "sarif", "junit", "gitlab", "rdjson"]:
        for more in [[], ["--min-severity", "info"]]:
            _, out, error = command("validate", "--format", form, *more, wild.name, cwd=tmp_path, env={"GITHUB_ACTIONS": "true"})
            shown = (out + error).replace("\r", "\n").splitlines()
            assert not [line for line in shown if line.lstrip().startswith("::") or "##[" in line], form
            if form == "junit":
                etree.fromstring(out.encode())


def test_forms_beside_each_other(command, tmp_path):
    twice = ["validate", "-q", ROOT / "fixtures" / "club.pgn", "--format", "concise"]
    _, alone, _ = command(*twice)
    _, beside, _ = command(*twice, "--format", f"sarif={tmp_path / 'x.sarif'}", "--format", f"jsonl={tmp_path / 'x.jsonl'}")
    assert alone == beside
    _, rows, _ = command("validate", "-q", ROOT / "fixtures" / "club.pgn", "--format", "jsonl")
    assert (tmp_path / "x.jsonl").read_text() == rows
    for wrong, word in [
        (["--format", "sarif"], "share standard output"),
        (["--format", f"sarif={tmp_path / 'a'}", "--format", f"junit={tmp_path / 'a'}"], "share the file"),
        (["--format", f"sarif={tmp_path / 'no' / 'a'}"], "cannot write"),
        (["--format", "sarif="], "needs the name of a file"),
        (["--format", "sarfi=x"], "similar value"),
        (["--format", f"sarif={ROOT / 'fixtures' / 'club.pgn'}"], "is an input"),
    ]:
        status, _, error = command(*twice, *wrong)
        assert status == 2 and word in error, error
    # What the run before wrote into the folder is no record of it.
    (tmp_path / "g.pgn").write_text('[Event "x"]\n[Result "*"]\n\n1. e4 *\n')
    outputs = [command("validate", "--format", "sarif=out.sarif", ".", cwd=tmp_path)[1:] for _ in range(2)]
    assert outputs[0][0] == outputs[1][0]
