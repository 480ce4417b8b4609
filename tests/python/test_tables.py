"""Every column of every row is what `partie analyze` writes."""

import pathlib

import partie
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from conftest import FIXTURES, archives, missing, run

TABLES = {"games": partie.games, "moves": partie.moves, "findings": partie.findings}
WHOLE = str(1 << 40)


def analyzed(program: str, folder: pathlib.Path, out: pathlib.Path) -> dict[str, pa.Table]:
    # One task a file, so that numbers, lines and offsets are those of the file.
    done = run([program, "analyze", "-q", "--format", "parquet", "--moves", "--infos", "--task-size", WHOLE, "-o", str(out), str(folder)])
    assert done.returncode in (0, 1, 2), done.stderr
    tables = {}
    for name in TABLES:
        parts = [pq.read_table(path) for path in sorted((out / name).rglob("*.parquet"))]
        tables[name] = pa.concat_tables(parts) if parts else None
    return tables


def plain(table: pa.Table) -> pa.Table:
    """Without the key, which is another one where tasks are cut otherwise, and what differs between readers of Parquet."""
    table = table.drop_columns(["game_key"]).replace_schema_metadata(None)
    order = [(name, "ascending") for name in ("source", "game", "ply", "variation", "line", "column", "code") if name in table.column_names]
    return table.take(pc.sort_indices(table, sort_keys=order))


def compare(program: str, folder: pathlib.Path, out: pathlib.Path) -> int:
    rows = 0
    for name, theirs in analyzed(program, folder, out).items():
        ours = pa.table(TABLES[name](folder, infos=True, on_error="skip"))
        rows += ours.num_rows
        if theirs is None:
            assert ours.num_rows == 0, (folder, name)
            continue
        assert ours.schema.names == theirs.schema.names
        ours, theirs = plain(ours), plain(theirs)
        for one, other in zip(ours.schema, theirs.schema, strict=True):
            assert (one.nullable, str(one.type)) == (other.nullable, str(other.type)), (name, one.name)
        assert ours.num_rows == theirs.num_rows, (folder, name)
        for column in ours.column_names:
            a, b = ours[column].to_pylist(), theirs[column].to_pylist()
            if a != b:
                at = next(index for index, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
                pytest.fail(f"{name}.{column} of {ours['source'][at]} game {ours['game'][at]}: {a[at]!r}, {b[at]!r}")
    return rows


def test_rows_of_the_fixtures_are_those_of_analyze(program, tmp_path):
    assert compare(program, FIXTURES, tmp_path / "out") > 500


def test_rows_of_all_archives_are_those_of_analyze(program, tmp_path):
    folders = archives() or missing("shared/data")
    assert sum(compare(program, folder, tmp_path / folder.name) for folder in folders) > 1_000_000


def test_the_keys_of_games_join_the_tables(real):
    tables = {name: pa.table(make(real, infos=True)) for name, make in TABLES.items()}
    games = tables["games"]
    keys = games["game_key"].to_pylist()
    assert keys == sorted(set(keys))
    for name in ("moves", "findings"):
        joined = tables[name].select(["game_key"]).join(games.select(["game_key", "game"]), "game_key", join_type="inner")
        assert joined.num_rows == tables[name].num_rows > 0


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_rows_do_not_depend_on_threads(real, threads):
    for name, make in TABLES.items():
        assert pa.table(make(real, threads=threads)).equals(pa.table(make(real, threads=3))), name


def test_columns_are_chosen_and_added(real):
    assert partie.games(real, columns=["plies", "first_player"]).columns == ["plies", "first_player"]
    assert partie.games(real, columns="+tags").columns == [*partie.games(real).columns, "tags"]
    assert partie.moves(real, columns=["+san", "+fen"]).columns[-2:] == ["san", "fen"]
    tags = pa.table(partie.games(FIXTURES / "club.pgn", columns=["tags", "san", "castles"][:1]))["tags"].to_pylist()
    assert dict(tags[0])["Event"]
    with pytest.raises(partie.OptionError, match="nearest is first_player"):
        partie.games(real, columns="white")
    with pytest.raises(partie.OptionError):
        partie.games(real, where="plies >")


def test_where_leaves_games_out_and_keeps_their_numbers(real):
    some = pa.table(partie.games(real, columns=["game", "plies"], where="plies > 30"))
    every = pa.table(partie.games(real, columns=["game", "plies"]))
    assert some.to_pylist() == [row for row in every.to_pylist() if row["plies"] > 30]


def test_whoever_speaks_arrow_takes_the_rows(real):
    import duckdb
    import pandas
    import polars

    table = partie.games(real)
    count = pa.table(table).num_rows
    frame = polars.DataFrame(table)
    assert frame.height == count
    assert frame.schema["utc_start"] == polars.Datetime("ms", "UTC")
    assert frame.schema["date"] == polars.Date
    series = polars.from_arrow(table)
    assert len(series) == count
    if isinstance(series, polars.Series):
        assert series.struct.unnest().equals(frame)
    games = table
    assert duckdb.sql("select count(*) from games").fetchall() == [(count,)]
    assert games is table
    assert len(pandas.DataFrame(pa.table(table).to_pandas())) == count
    assert pa.schema(table).metadata == {b"schema_version": b"3"}
    reader = pa.RecordBatchReader.from_stream(table)
    sizes = [batch.num_rows for batch in reader]
    assert len(sizes) > 1 or count < 16_384
    # Whoever takes a batch and leaves ends the work.
    next(iter(pa.RecordBatchReader.from_stream(partie.moves(real))))
