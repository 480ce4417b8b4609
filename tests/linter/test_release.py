"""A release: the script that makes it, the script that installs it, and the packages' guards."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile

import pytest
from conftest import PARTIE, ROOT

TARGET = "x86_64-unknown-linux-musl"
ADDRESS = "https://git.invalid/club/partie"


def release(*arguments, cwd):
    return subprocess.run([".ci/release", *arguments], cwd=cwd, capture_output=True, text=True)


@pytest.fixture
def clone(tmp_path):
    """The files of the commit to come."""
    folder = tmp_path / "clone"
    files = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")[:-1]
    for file in files:
        if (ROOT / file).is_file() and not file.startswith("tests/corpora/data"):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)
    subprocess.check_call(["git", "init", "-q"], cwd=folder)
    subprocess.check_call(["git", "add", "."], cwd=folder)
    return folder


def test_the_owner_fills_in_one_address_and_raises_one_version(clone):
    before = release("--check", cwd=clone)
    assert before.returncode == 1 and "placeholders" in before.stdout
    assert release("--owner", ADDRESS, "club@git.invalid", cwd=clone).returncode == 0
    assert release("--files", "9.8.7", "2031-02-03", cwd=clone).returncode == 0
    after = release("--check", cwd=clone)
    # The lines of the last version are in its own section, so that nothing is left to move.
    assert after.returncode == 0, after.stdout + after.stderr
    assert json.loads((clone / "src/web/npm/package.json").read_text())["version"] == "9.8.7"
    assert 'partie-core = "9.8"' in (clone / "docs/library.md").read_text()
    assert f"{ADDRESS}/releases/download/v$VERSION" in (clone / ".github/install.sh").read_text()
    assert "uses: club/partie@v9.8.7" in (clone / "docs/linter.md").read_text()
    assert (clone / "CHANGELOG.md").read_text().count("## 9.8.7 - 2031-02-03\n") == 1
    # Cargo accepts the lock file.
    subprocess.check_call(["cargo", "metadata", "--locked", "--format-version", "1"], cwd=clone, stdout=subprocess.DEVNULL)
    # A second run changes the date alone, and a version that was forgotten is named.
    assert release("--files", "9.8.7", "2031-02-04", cwd=clone).returncode == 0
    assert (clone / "CHANGELOG.md").read_text().count("## 9.8.7 - 2031-02-04\n") == 1
    manifest = clone / "src/vscode/package.json"
    manifest.write_text(manifest.read_text().replace('"9.8.7"', '"9.8.6"'))
    assert "src/vscode/package.json: version 9.8.6" in release("--check", cwd=clone).stdout


def test_a_version_without_a_date_is_no_release(clone):
    release("--owner", ADDRESS, "club@git.invalid", cwd=clone)
    release("--files", "9.8.7", cwd=clone)
    ended = release("--check", cwd=clone)
    assert ended.returncode == 1 and "no section 9.8.7 with a date" in ended.stdout
    assert release("--files", "next", cwd=clone).returncode == 2


@pytest.fixture
def released(tmp_path):
    """A folder with an archive of the program, and the script with its sum."""
    script = (ROOT / ".github/install.sh").read_text()
    version = next(line.split("=")[1] for line in script.splitlines() if line.startswith("VERSION="))
    archive = tmp_path / f"partie-{version}-{TARGET}.tar.gz"
    with tarfile.open(archive, "w:gz") as out:
        out.add(PARTIE, f"partie-{version}-{TARGET}/partie")
    sum_ = hashlib.sha256(archive.read_bytes()).hexdigest()
    root = tmp_path / "source"
    (root / ".github").mkdir(parents=True)
    shutil.copy(ROOT / ".github/run", root / ".github/run")
    filled = script.split("SUMS='")[0] + f"SUMS='\n{sum_}  {archive.name}\n'" + script.split("SUMS='")[1].split("'", 1)[1]
    (root / ".github/install.sh").write_text(filled)
    (root / ".github/install.sh").chmod(0o755)
    return root, archive


def install(root, archive, to, target=TARGET):
    env = os.environ | {"PARTIE_ADDRESS": str(archive.parent), "PARTIE_TARGET": target}
    return subprocess.run(["sh", root / ".github/install.sh", to], env=env, capture_output=True, text=True)


def test_the_script_installs_only_the_released_program(released, tmp_path):
    root, archive = released
    ended = install(root, archive, tmp_path / "bin")
    assert ended.returncode == 0, ended.stderr
    assert subprocess.check_output([tmp_path / "bin/partie", "--version"]).startswith(b"partie ")
    assert install(root, archive, tmp_path / "none", "riscv64gc-unknown-linux-gnu").returncode == 2
    archive.write_bytes(archive.read_bytes()[:-1] + b"x")
    assert install(root, archive, tmp_path / "none").returncode == 1 and not (tmp_path / "none").exists()
    archive.unlink()
    assert install(root, archive, tmp_path / "none").returncode == 2


def test_the_action_and_the_hooks_fetch_it_once(released, tmp_path):
    root, archive = released
    env = os.environ | {"PARTIE_ADDRESS": str(archive.parent), "PARTIE_TARGET": TARGET}
    run = lambda: subprocess.run([root / ".github/run", "--version"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert run().stdout.startswith("partie ") and "installed" not in run().stderr
    # Another archive than the released one is never run, and no build takes its place.
    shutil.rmtree(root / "target")
    archive.write_bytes(b"x")
    ended = run()
    assert ended.returncode == 3 and ended.stdout == "" and "has the sum" in ended.stderr
    # Without an archive the source is built.
    archive.unlink()
    ended = run()
    assert ended.returncode != 0 and "builds the program from source" in ended.stderr


def test_npm_packs_nothing_without_the_module(tmp_path):
    package = tmp_path / "npm"
    package.mkdir()
    for name in ("package.json", "prepack.mjs"):
        shutil.copy(ROOT / "src/web/npm" / name, package / name)
    ended = subprocess.run(["npm", "pack", "--dry-run"], cwd=package, capture_output=True, text=True)
    assert ended.returncode != 0 and "partie_web_bg.wasm" in ended.stderr
