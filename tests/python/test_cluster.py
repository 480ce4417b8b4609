"""Tasks of a plan on Spark with an executor that is killed, and on an object store: the rows of one machine."""

import collections
import contextlib
import hashlib
import itertools
import os
import pathlib
import pickle
import random
import re
import subprocess
import sys
import threading
import time

import partie
import pyarrow as pa
import pyarrow.dataset
import pytest
from conftest import FIXTURES, ROOT, missing, run

TABLES = {"games": partie.games, "moves": partie.moves, "findings": partie.findings}
PATIENCE = 240
"""Seconds that Spark may take before it is given up."""
AT_ONCE = 1 << 20
"""Bytes that the module asks a file object for at once."""


def needed(module: str):
    """A module that this test needs; without it the test says so."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        return missing(f"{module} ({error})")


@pytest.fixture(scope="session")
def month(tmp_path_factory) -> pathlib.Path:
    """8 MB of games: those of the fixtures again and again, with what a server adds, and too various to be packed to nothing."""
    various = random.Random(35)
    games = ["[Event" + game for game in (FIXTURES / "club.pgn").read_text().split("[Event")[1:]]
    path = tmp_path_factory.mktemp("cluster") / "month.pgn"
    with path.open("w", newline="") as out:
        number = 0
        while out.tell() < 8_000_000:
            game = games[number % len(games)].replace('[Event "', f'[Event "{number} ')
            game = game.replace("[Round", f'[GameId "{various.getrandbits(256):064x}"]\n[Round')
            more = f'[WhiteElo "{various.randint(1200, 2700)}"]\n'
            more += f'[UTCDate "2021.03.{number % 28 + 1:02}"]\n[UTCTime "19:{number % 60:02}:07"]\n'
            clock = f"{{[%clk 0:{various.randint(1, 9):02}:00] [%eval 0.{number % 90 + 10}]}}"
            game = game.replace("[Result", more + "[Result").replace("1. e4 e5", f"1. e4 {clock} e5")
            out.write(game)
            number += 1
    return path


def frames(data: bytes, length: int) -> bytes:
    """Packed in a frame for each so many bytes."""
    packer = needed("zstandard").ZstdCompressor()
    return b"".join(packer.compress(data[at : at + length]) for at in range(0, len(data), length))


def table_of(tables, without=("game_key",)) -> pa.Table:
    """Tables as one, without columns that may differ; times in milliseconds."""
    whole = pa.concat_tables([pa.table(table) for table in tables])
    times = {field.name: pa.timestamp("ms", "UTC") for field in whole.schema if pa.types.is_timestamp(field.type)}
    whole = whole.cast(pa.schema([field.with_type(times.get(field.name, field.type)) for field in whole.schema]))
    return whole.drop_columns([name for name in without if name in whole.column_names])


def digest(table: pa.Table) -> str:
    """Of the sorted rows, each with the names of its columns."""
    lines = sorted(repr(row) for row in zip(*(column.to_pylist() for column in table.columns), strict=True))
    return hashlib.sha256("\n".join([repr(table.column_names), *lines]).encode()).hexdigest()


def written(folder: pathlib.Path, table: str) -> pa.Table:
    # What one folder a source says is not in the files.
    return pyarrow.dataset.dataset([str(path) for path in folder.glob(f"{table}/**/*.parquet")]).to_table()


def keys_lead_to_games(games: pa.Table, findings: pa.Table) -> None:
    """The keys of games are all different, and those of findings are theirs."""
    names = ["game_key", "source", "game"]
    place = {row["game_key"]: row for row in games.select(names).to_pylist()}
    assert len(place) == games.num_rows
    assert all(place[row["game_key"]] == row for row in findings.select(names).to_pylist())


# The interpreters of Spark read this before anything else.
KILLING = '''
import os, pathlib, signal
import partie, pyarrow

stage, whole = pathlib.Path(os.environ["STAGE"]), partie.run


def executor():
    """The Java that this process works for."""
    process = os.getpid()
    while process > 1:
        if b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
            return process
        process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return None


def run(task, table="games", *more, **keywords):
    made = whole(task, table, *more, **keywords)
    above = executor()
    if above is None:
        return made
    with open(stage / "begun", "a") as begun:
        begun.write(f"{table} {task.number}\\n")
    try:
        if task.number != (3 if table == "games" else 1):
            return made
        (stage / f"killed-{table}").mkdir()
    except FileExistsError:
        return made
    stream = pyarrow.RecordBatchReader.from_stream(made)

    def rows():
        yield stream.read_next_batch()
        os.kill(above, signal.SIGKILL)
        yield from stream

    return pyarrow.RecordBatchReader.from_batches(stream.schema, rows())


partie.run = run
'''


def test_spark_makes_the_tables_of_one_machine_though_executors_are_killed(month, script, tmp_path):
    needed("pyspark")
    needed("fsspec")
    if not sys.platform.startswith("linux"):
        pytest.skip("seeks the executor in /proc")
    try:
        java = run(["java", "-version"])
    except OSError as error:
        missing(f"java ({error})")
    if java.returncode:
        missing(f"java ({java.stderr.decode()})")
    stage, hook, out = (tmp_path / name for name in ("stage", "hook", "out"))
    stage.mkdir()
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(KILLING)
    options = ["--master", "local-cluster[2,1,1024]"]
    options += ["--conf", "spark.ui.enabled=false", "--conf", "spark.partie.size=1000000"]
    here = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(hook), os.environ.get("PYTHONPATH")])),
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": " ".join([*options, "pyspark-shell"]),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_WORKER_DIR": str(tmp_path / "work"),
        "STAGE": str(stage),
    }
    begin = time.monotonic()
    command = [sys.executable, str(ROOT / "docs/cluster/spark_tables.py"), str(month), str(out)]
    # Java and all below it end with the script, which has a group of its own.
    with (tmp_path / "log").open("wb") as log:
        spark = subprocess.Popen(command, env=here, cwd=tmp_path, stdout=log, stderr=log, start_new_session=True)
        try:
            spark.wait(PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(spark.pid, 9)
            spark.wait()
    log = (tmp_path / "log").read_text(errors="replace")
    assert spark.returncode == 0, log[-5000:]
    assert {path.name for path in stage.iterdir()} == {"begun", "killed-games", "killed-findings"}, log[-5000:]
    begun = collections.Counter((stage / "begun").read_text().splitlines())
    tasks = partie.plan(str(month), size=1_000_000)
    assert len(tasks) > 6
    assert set(begun) == {f"{table} {task.number}" for table in ("games", "findings") for task in tasks}
    assert begun["games 3"] > 1 and begun["findings 1"] > 1, "what was lost is done again"

    # A file below 32 MiB is one piece for the command, so that its rows count from the beginning of the file too.
    one = run([script, "analyze", "--quiet", "--format", "parquet", "-o", str(tmp_path / "one"), str(month)])
    assert one.returncode == 1, one.stderr
    for name in ("games", "findings"):
        by_spark = table_of([written(out, name)])
        whole = table_of([TABLES[name](str(month))])
        assert by_spark.num_rows == whole.num_rows > 9000
        assert digest(by_spark) == digest(whole) == digest(table_of([written(tmp_path / "one", name)])), name
    keys_lead_to_games(written(out, "games"), written(out, "findings"))
    print(f"{len(tasks)} tasks of 2 tables, begun {begun.total()} times, {time.monotonic() - begin:.0f} s")


def test_the_processes_of_the_page_make_the_tables_of_one_machine(month, script, tmp_path, monkeypatch):
    needed("zstandard")
    page = (ROOT / "docs/cluster/README.md").read_text()
    block = re.search(r"```python\n(from concurrent\.futures .*?)```", page, re.DOTALL).group(1)
    small = block.replace('plan("month.pgn.zst")', 'plan("month.pgn.zst", size=1_000_000)')
    assert small != block
    (tmp_path / "tables.py").write_text(small)
    (tmp_path / "month.pgn.zst").write_bytes(frames(month.read_bytes(), 300_000))
    done = run([sys.executable, "tables.py"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    assert len(list(tmp_path.glob("out/games/*.parquet"))) > 6
    one = run([script, "analyze", "--quiet", "--infos", "-o", "one", "month.pgn.zst"], cwd=tmp_path)
    assert one.returncode == 1, one.stderr
    monkeypatch.chdir(tmp_path)
    for name in ("games", "findings"):
        assert digest(table_of([written(tmp_path / "out", name)])) == digest(table_of([TABLES[name]("month.pgn.zst")])), name
        # Infos on both sides.
        infos = table_of([TABLES[name]("month.pgn.zst", infos=True)])
        assert digest(table_of([written(tmp_path / "one", name)])) == digest(infos), name
    keys_lead_to_games(written(tmp_path / "out", "games"), written(tmp_path / "out", "findings"))


class Store:
    """An S3 server on this machine, and the ranges of bytes that were asked for."""

    def __init__(self, server, asked: list[tuple[str, int, int]]):
        self.asked = asked
        self.options = {"key": "k", "secret": "s", "endpoint_url": f"http://127.0.0.1:{server.server_port}"}

    def put(self, name: str, data: bytes) -> None:
        self.filesystem().pipe(f"games/{name}", data)

    def filesystem(self):
        return needed("fsspec").filesystem("s3", **self.options)

    def source(self, name: str):
        """As the page names it: without a cache that reads ahead."""
        return needed("fsspec").open(f"s3://games/{name}", default_cache_type="none", **self.options)

    @contextlib.contextmanager
    def ranges(self):
        """The ranges that are asked for meanwhile: their beginnings and ends."""
        found: list[tuple[int, int]] = []
        self.asked.clear()
        yield found
        found += [(begin, end) for _, begin, end in self.asked]


@pytest.fixture(scope="module")
def store():
    needed("s3fs")
    needed("moto")
    moto = needed("moto.server")
    serving = needed("werkzeug.serving")
    asked: list[tuple[str, int, int]] = []
    server_of_moto = moto.DomainDispatcherApplication(moto.create_backend_app)

    def counting(environ, start):
        def begin(status, headers, *more):
            if environ["REQUEST_METHOD"] == "GET" and "month" in environ["PATH_INFO"]:
                said = {name.lower(): value for name, value in headers}
                # The range as it was answered: bytes 0-99/1000.
                of = said.get("content-range") or f"bytes 0-{int(said['content-length']) - 1}/"
                first, last = map(int, re.match(r"bytes (\d+)-(\d+)/", of).groups())
                asked.append((environ["PATH_INFO"], first, last + 1))
            return start(status, headers, *more)

        return server_of_moto(environ, begin)

    class Quiet(serving.WSGIRequestHandler):
        def log(self, *_):
            pass

    server = serving.make_server("127.0.0.1", 0, counting, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    store = Store(server, asked)
    store.filesystem().mkdir("games")
    yield store
    server.shutdown()
    server.server_close()


def ways(month, store):
    """The archive plain, in several frames, in one frame: its name, its bytes in the store, how many tasks there are at least."""
    data = month.read_bytes()
    for name, packed, tasks in [
        ("month.pgn", data, 4),
        ("month.several.pgn.zst", frames(data, 700_000), 4),
        ("month.one.pgn.zst", frames(data, len(data)), 1),
    ]:
        store.put(name, packed)
        yield name, packed, tasks


def test_an_object_store_gives_the_rows_of_the_local_file(month, store):
    local = {name: table_of([make(str(month), infos=True)], ("game_key", "source")) for name, make in TABLES.items()}
    for name, packed, least in ways(month, store):
        source = store.source(name)
        with store.ranges() as ranges:
            tasks = pickle.loads(pickle.dumps(partie.plan(source, size=2_000_000)))
        assert len(tasks) >= least and (least > 1 or len(tasks) == 1), (name, tasks)
        # A plan reads a source once; how it is packed is looked at first.
        assert sum(end - begin for begin, end in ranges) <= len(packed) + 2 * AT_ONCE, name
        for table, make in TABLES.items():
            with store.ranges() as ranges:
                direct = make(source, infos=True)
                assert table_of([direct], ("game_key", "source")).equals(local[table]), (name, table)
            assert sum(end - begin for begin, end in ranges) <= len(packed) + AT_ONCE, (name, table)
            rows = table_of([partie.run(task, table, infos=True) for task in tasks], ("game_key", "source"))
            assert rows.equals(local[table]), (name, table)
            assert set(pa.table(partie.run(tasks[0], table))["source"].to_pylist()) == {f"s3://games/{name}"}


def test_a_task_reads_its_own_bytes(month, store):
    name, packed, _ = next(ways(month, store))
    tasks = partie.plan(store.source(name), size=2_000_000)
    begins = [pa.table(partie.run(task, columns=["source_offset"]))["source_offset"][0].as_py() for task in tasks]
    assert len(tasks) >= 4 and begins[0] == 0
    for begin, end, task in zip(begins, [*begins[1:], len(packed)], tasks):
        with store.ranges() as ranges:
            rows = pa.table(partie.run(task, columns=["source_offset", "source_bytes"]))
        # Its games are where it says.
        offsets = rows["source_offset"].to_pylist()
        assert offsets == sorted(offsets) and begin == offsets[0] and offsets[-1] < end
        # How the source is packed is seen in its first bytes. White space before its first game belongs to a task, and what is
        # asked for at once may go beyond its end.
        own = sorted(one for one in ranges if one[0] >= begin - 2)
        head = [one for one in ranges if one[0] < begin - 2]
        assert head in ([], [(0, AT_ONCE)]), (task, ranges)
        assert begin - 2 <= own[0][0] <= begin and end <= own[-1][1] <= end + AT_ONCE, (task, ranges)
        assert all(one[1] == follows[0] for one, follows in itertools.pairwise(own)), ("each byte once", task, ranges)
        print(f"{task}: {end - begin} bytes, {sum(last - first for first, last in ranges)} asked for in {len(ranges)} ranges")


def test_a_task_of_frames_reads_from_its_frame_on(month, store):
    _, (name, packed, _), _ = ways(month, store)
    tasks = partie.plan(store.source(name), size=2_000_000)
    firsts = []
    for task in tasks:
        with store.ranges() as ranges:
            pa.table(partie.run(task, columns=["plies"]))
        # Behind the first bytes, which say how it is packed.
        first = min((begin for begin, _ in ranges if begin), default=0) if firsts else 0
        firsts.append(first)
        assert sum(end - begin for begin, end in ranges) <= len(packed) - first + AT_ONCE, (task, ranges)
    # Later tasks begin at later frames, each of which begins with the signature of one.
    assert firsts == sorted(firsts) and len(set(firsts)) == len(firsts), firsts
    assert all(packed[first : first + 4] == b"\x28\xb5\x2f\xfd" for first in firsts)


def test_what_a_store_says_ends_a_task(month, store):
    with pytest.raises(FileNotFoundError):
        partie.plan(store.source("nothing.pgn"))
    store.put("gone.pgn", month.read_bytes())
    task = partie.plan(store.source("gone.pgn"), size=2_000_000)[1]
    store.filesystem().rm("games/gone.pgn")
    with pytest.raises(pa.ArrowException, match="FileNotFoundError"):
        pa.table(partie.run(task))
