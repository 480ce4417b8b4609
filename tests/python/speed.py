"""What the tables cost, each beside another way in the same run, medians of five. Usage: speed.py PARTIE GAMES.pgn [BIG.pgn.zst]

PARTIE is the command as it was built with the wheel. BIG is counted in DuckDB, beside `validate` of it.
"""

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

command, plain, *big = sys.argv[1:]
TIMES = 5


def python(code: str) -> tuple[float, str]:
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return time.perf_counter() - begun, done.stdout.strip()


def median(measure) -> float:
    return statistics.median(measure() for _ in range(TIMES))


def analyzed() -> float:
    out = tempfile.mkdtemp()
    code = f"""
import time, polars, subprocess
begun = time.perf_counter()
subprocess.run([{command!r}, 'analyze', '-q', '-j', '1', '--format', 'parquet', '-o', {out!r}, {plain!r}])
polars.read_parquet({out!r} + '/games/**/*.parquet')
print(time.perf_counter() - begun)
"""
    took = float(python(code)[1])
    shutil.rmtree(out)
    return took


def framed(threads: int | None = 1) -> float:
    code = "import time, polars, partie; begun = time.perf_counter(); polars.DataFrame(partie.games({0!r}, threads={1})); print(time.perf_counter() - begun)"
    return float(python(code.format(plain, threads))[1])


def chess() -> float:
    # The mainline and the tags, in a process of its own.
    code = f"""
import time, chess.pgn
begun = time.perf_counter()
with open({plain!r}, encoding='utf-8', errors='replace') as file:
    while (game := chess.pgn.read_game(file)) is not None:
        dict(game.headers), list(game.mainline_moves())
print(time.perf_counter() - begun)
"""
    return float(python(code)[1])


def imported() -> float:
    return float(python("import time; begun = time.perf_counter(); import partie; print(time.perf_counter() - begun)")[1])


ours, theirs = median(framed), median(analyzed)
print(f"frame {ours * 1000:.0f} ms, analyze and read_parquet {theirs * 1000:.0f} ms: {ours / theirs:.2f}")
print(f"import {median(imported) * 1000:.1f} ms")
slow, both = chess(), median(lambda: framed(None))
print(f"python-chess {slow:.1f} s: {slow / ours:.0f} times; on all processors ({both * 1000:.0f} ms) {slow / both:.0f} times")
for path in big:
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = f"""
import duckdb, partie
games = partie.games({path!r})
duckdb.sql('select eco, count(*) from games group by eco').fetchall()
print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])
"""
    _, kilobytes = python(code)
    middle = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([command, "validate", "-q", "--statistics", path], capture_output=True, check=False)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = [after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime for before, after in ((begun, middle), (middle, end))]
    print(f"{path}: resident {int(kilobytes.split()[-1]) / 1024:.0f} MB, CPU {cpu[0]:.1f} s, validate {cpu[1]:.1f} s: {cpu[0] / cpu[1]:.2f}")
