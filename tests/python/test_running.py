"""Signals, threads, memory, and the command that a wheel brings."""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import time

import partie
import pyarrow as pa
import pytest
from conftest import FIXTURES, run

CLUB = str(FIXTURES / "club.pgn")


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_validations_take_no_more_memory():
    def some():
        for _ in range(200):
            partie.validate(CLUB)
            pa.table(partie.games(CLUB))
            list(partie.read(CLUB))

    some()
    before = resident()
    for _ in range(4):
        some()
    assert resident() - before < 16 << 20


def test_eight_threads_read_at_once(real):
    def work(number):
        made = (partie.games, partie.moves, partie.findings)[number % 3](real, threads=1 + number % 3)
        return number % 3, pa.table(made).num_rows

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(work, range(24), timeout=120))
    assert len(set(rows)) == 3


def test_a_file_object_is_read_while_others_hold_the_lock(real):
    import io

    polars = pytest.importorskip("polars")
    with open(real, "rb") as file:
        assert polars.DataFrame(partie.games(file)).height == pa.table(partie.games(real)).num_rows
    data = pathlib.Path(real).read_bytes()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        heights = pool.map(lambda _: polars.DataFrame(partie.games(io.BytesIO(data))).height, range(8), timeout=120)
        assert len(set(heights)) == 1


BUSY = """
import sys, time, partie, pyarrow
source = sys.argv[1]
class Endless:
    name = "endless.pgn"
    text = open(source, "rb").read()
    def read(self, size): return self.text
print("begun", flush=True)
begun = time.perf_counter()
try:
    {call}
except BaseException as error:
    print(type(error).__name__, flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "pyarrow.table(partie.moves([source] * 2000))",
        "__import__('polars').DataFrame(partie.moves([source] * 2000))",
        "partie.validate([source] * 20000)",
        "[None for _ in partie.read(Endless())]",
        "partie.fix([source] * 500, write='likely')",
        "__import__('duckdb').from_arrow(partie.moves([source] * 2000)).fetchall()",
    ],
)
def test_ctrl_c_ends_the_work(real, call):
    process = subprocess.Popen([sys.executable, "-c", BUSY.replace("{call}", call), real], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(1.0)
    begun = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=30)
    took = time.perf_counter() - begun
    said = process.stdout.read() + process.stderr.read()
    assert said.strip(), "the work came to its end before the signal"
    # 200 ms are the aim; a loaded machine has more to do.
    assert took < 2.0, (took, said)


def test_the_command_of_the_wheel_is_the_command(script, program):
    for arguments in [["--version"], ["validate", CLUB], ["validate", "--format", "jsonl", CLUB], ["nothing"], [], ["validate", "nothing.pgn"],
                      ["convert", "--to", "uci", str(FIXTURES / "clean.pgn")], ["explain", "L010"]]:
        ours, theirs = run([script, *arguments]), run([program, *arguments])
        assert ours.returncode == theirs.returncode, arguments
        assert ours.stdout == theirs.stdout, arguments
    assert run([sys.executable, "-m", "partie", "--version"]).stdout == run([program, "--version"]).stdout


def test_the_command_hears_a_pipe_that_nobody_reads(script, program, real):
    for command in (script, program):
        done = run(["sh", "-c", f"'{command}' validate --format jsonl '{real}' | head -n 1; exit 0"])
        assert b"Traceback" not in done.stderr and b"panicked" not in done.stderr
        full = run(["sh", "-c", f"'{command}' explain L010 > /dev/full"])
        assert full.returncode == 2, full


def test_the_command_ends_at_ctrl_c(script, program, real):
    for command in (script, program):
        process = subprocess.Popen([command, "analyze", "--moves", *[real] * 400], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        begun = time.perf_counter()
        process.wait(timeout=30)
        assert time.perf_counter() - begun < 2
        assert b"Traceback" not in process.stderr.read()


def test_arguments_of_any_bytes_are_names(script, program, tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff\xfe.pgn"
    pathlib.Path(os.fsdecode(name)).write_bytes(b"1. e4 *\n")
    assert run([script, "validate", name]).returncode == run([program, "validate", name]).returncode
