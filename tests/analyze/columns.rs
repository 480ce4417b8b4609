//! Columns that are asked for: each of them alone is what it is among all, in the order that was asked for, and nothing
//! else of a run changes.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{partie, root};
use crate::tables::parts;
use partie_table::column::Row;
use partie_table::{FindingRow, GameRow, MoveRow};

/// Games with clocks, evaluations, times that are stated, openings, null moves and an end that is not played.
const CLOCKS: &str = "\
[Site \"https://lichess.org/abcd1234\"]\n[White \"A \\\"B\\\"\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1700\"]\n[Date \"2024.01.31\"]
[UTCDate \"2024.01.31\"]\n[UTCTime \"10:30:00\"]\n[TimeControl \"180+2\"]\n[Result \"1-0\"]\n
1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... c5 { [%eval 0.3] [%clk 0:02:59] } 2. Nf3 { [%eval 0.1] [%clk 0:00:09] }
2... d6 { [%eval #-3] [%clk 0:00:00] } 1-0\n
[TimeControl \"1/864000\"]\n
1. e4 { [%eval 0.2] [%clk 240:00:00] } 1... c5 { [%eval 0.25] [%clk 239:00:00] } 2. Nf3 { [%clk 238:00:00] } *\n
[TimeControl \"1/8640000\"]\n
1. e4 { [%eval 0.2] [%clk 2400:00:00] } 1... c5 { [%emt 0:00:05] [%clk 2399:00:00] } 2. Nf3 { [%clk 2398:00:00] } *\n
[Variant \"Chess960\"]\n[FEN \"nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1\"]\n
1. e4 {[%emt 0:00:12]} e5 2. -- Nf6 3. Ke5 Ke7 *\n\n";

fn analyse(inputs: &[&Path], out: &Path, arguments: &[&str]) -> Output {
    let mut command = partie();
    command.args(["analyze", "-q", "-j", "1", "-o"]).arg(out).args(arguments).args(inputs).output().expect("it runs")
}

/// The cells of a table that was written as CSV, by row, the heading first.
fn cells(out: &Path, table: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for part in parts(&out.join(table)) {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(part).expect("a part");
        let part = reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect());
        rows.extend(part.skip(usize::from(!rows.is_empty())));
    }
    rows
}

/// Games of all kinds, some of them broken.
fn folder(path: &Path) {
    fs::create_dir(path).expect("a folder");
    fs::write(path.join("clocks.pgn"), CLOCKS).expect("written");
    for name in ["club.pgn", "hex/evening.pgn", "shogi/league.kifu", "shogi/handicap.kifu", "shogi/draft.csa"] {
        let from = root().join("fixtures").join(name);
        fs::copy(&from, path.join(from.file_name().expect("a name"))).expect("copied");
    }
}

#[test]
fn a_column_alone_is_what_it_is_among_all() {
    let here = tempfile::tempdir().expect("a folder");
    let (games, all) = (here.path().join("games"), here.path().join("all"));
    folder(&games);
    assert_eq!(
        analyse(&[&games], &all, &["--format", "csv", "--moves", "--columns", "+tags,+moves,+moves.san,+moves.fen"])
            .status
            .code(),
        Some(1)
    );
    let summary = fs::read(all.join("summary.json")).expect("a summary");
    let full = cells(&all, "games");
    assert_eq!((full.len() > 10, full[0].len()), (true, GameRow::COLUMNS.len()));
    let [findings, moves] = ["findings", "moves"].map(|table| cells(&all, table));
    for (place, column) in GameRow::COLUMNS.iter().enumerate() {
        let out = here.path().join(column.name);
        let done = analyse(&[&games], &out, &["--format", "csv", "--columns", column.name]);
        assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(1), ""));
        let expected: Vec<Vec<String>> = full.iter().map(|row| vec![row[place].clone()]).collect();
        assert_eq!(cells(&out, "games"), expected, "{}", column.name);
        assert_eq!(cells(&out, "findings"), findings, "{}", column.name);
        assert!(fs::read(out.join("summary.json")).expect("a summary") == summary, "{}", column.name);
    }
    for (place, column) in MoveRow::COLUMNS.iter().enumerate() {
        let out = here.path().join("moves").join(column.name);
        let list = format!("plies,moves.{}", column.name);
        assert_eq!(
            analyse(&[&games], &out, &["--format", "csv", "--moves", "--columns", &list]).status.code(),
            Some(1)
        );
        let expected: Vec<Vec<String>> = moves.iter().map(|row| vec![row[place].clone()]).collect();
        assert_eq!(cells(&out, "moves"), expected, "{}", column.name);
    }
    for (place, column) in FindingRow::COLUMNS.iter().enumerate() {
        let out = here.path().join("findings").join(column.name);
        let list = format!("plies,findings.{}", column.name);
        assert_eq!(analyse(&[&games], &out, &["--format", "csv", "--columns", &list]).status.code(), Some(1));
        let expected: Vec<Vec<String>> = findings.iter().map(|row| vec![row[place].clone()]).collect();
        assert_eq!(cells(&out, "findings"), expected, "{}", column.name);
    }
}

/// A list out of the order of the schema, with columns of a game behind those of a ply.
const LIST: &str = "plies,games.first_player,final,moves.game_key,moves.coordinates,moves.source,moves.ply,moves.game";

#[test]
fn columns_stand_in_the_order_that_was_asked_for() {
    let here = tempfile::tempdir().expect("a folder");
    let out = |format: &str| here.path().join(format);
    let club = root().join("fixtures/club.pgn");
    for format in ["csv", "jsonl"] {
        let done = analyse(&[&club], &out(format), &["--format", format, "--moves", "--columns", LIST]);
        assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let (csv, jsonl) = (out("csv"), out("jsonl"));
    let games = cells(&csv, "games");
    assert_eq!(games[0], ["plies", "first_player", "final"]);
    assert_eq!(games[1][..2], ["13", "Aldous, Miriam"]);
    let moves = cells(&csv, "moves");
    assert_eq!(moves[0], ["game_key", "coordinates", "source", "ply", "game"]);
    assert_eq!([&moves[2][0], &moves[2][1], &moves[2][3], &moves[2][4]], ["1", "e7e5", "2", "1"]);
    assert!(moves[2][2].ends_with("club.pgn"));
    assert_eq!(cells(&csv, "findings")[0].len(), FindingRow::COLUMNS.len());
    let games = fs::read_to_string(&parts(&jsonl.join("games"))[0]).expect("a part");
    assert!(games.starts_with("{\"plies\":13,\"first_player\":\"Aldous, Miriam\",\"final\":\""), "{games}");
    let moves = fs::read_to_string(&parts(&jsonl.join("moves"))[0]).expect("a part");
    let second = moves.lines().nth(1).expect("a line");
    assert!(second.starts_with("{\"game_key\":1,\"coordinates\":\"e7e5\",\"source\":\""), "{second}");
    assert!(second.ends_with("\",\"ply\":2,\"game\":1}"), "{second}");
}

/// Columns that are written only where they are named: what CSV and JSON lines have is what stands in the record.
#[test]
fn columns_on_request_are_what_the_record_says() {
    let here = tempfile::tempdir().expect("a folder");
    let out = |format: &str| here.path().join(format);
    let (clean, evening) = (root().join("fixtures/clean.pgn"), root().join("fixtures/hex/evening.pgn"));
    let kif = here.path().join("a.kif");
    fs::write(&kif, "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n")
        .expect("written");
    for format in ["csv", "jsonl"] {
        let columns = "tags,plies,moves,source,moves.source,moves.san,moves.fen";
        let done =
            analyse(&[&clean, &evening, &kif], &out(format), &["--format", format, "--moves", "--columns", columns]);
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let (csv, jsonl) = (out("csv"), out("jsonl"));
    let lines = |table: &str| -> Vec<serde_json::Value> {
        let texts = parts(&jsonl.join(table)).into_iter().map(|part| fs::read_to_string(part).expect("a part"));
        let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
        lines.map(|line| serde_json::from_str(&line).expect("JSON")).collect()
    };
    let (games, moves) = (lines("games"), lines("moves"));
    for (row, cells) in games.iter().zip(cells(&csv, "games").iter().skip(1)) {
        assert_eq!(row["moves"].as_array().map(Vec::len), row["plies"].as_u64().map(|plies| plies as usize));
        let json = |cell: &str| serde_json::from_str::<serde_json::Value>(cell).expect("JSON in CSV");
        assert_eq!((json(&cells[0]), json(&cells[2])), (row["tags"].clone(), row["moves"].clone()));
    }
    let names = |game: &serde_json::Value| ["White", "先手"].map(|name| game["tags"][name].as_str().map(str::to_owned));
    assert!(games.iter().any(|game| names(game)[1].as_deref() == Some("甲")));
    assert!(games.iter().any(|game| names(game)[0].is_some()));
    // Moves as people write them, and positions, are those that converting writes.
    let column = |rows: &[serde_json::Value], name: &str| -> Vec<String> {
        rows.iter().map(|row| row[name].as_str().expect("a text").to_owned()).collect()
    };
    let convert = |arguments: &[&str], input: &Path| {
        let output = partie().arg("convert").args(arguments).arg(input).output().expect("runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let is_of =
        |row: &&serde_json::Value, source: &str| row["source"].as_str().is_some_and(|path| path.ends_with(source));
    let of = |source: &str| moves.iter().filter(|row| is_of(row, source)).cloned().collect::<Vec<_>>();
    let bare = ["-q", "--to", "pgn", "--strip", "comments,nags,variations", "--no-move-numbers", "--tags", "Event"];
    for (input, source, to) in [(&clean, "clean.pgn", "fen"), (&evening, "evening.pgn", "fen"), (&kif, "a.kif", "sfen")]
    {
        let rows = of(source);
        assert!(!rows.is_empty() && rows.len() < moves.len());
        let positions = convert(&["-q", "--every", "--to", to], input);
        let mut left: Vec<&str> = positions.lines().collect();
        for fen in column(&rows, "fen") {
            let fen = fen.trim_start_matches("sfen ");
            let at = left.iter().position(|line| line.trim_start_matches("sfen ") == fen);
            left.remove(at.unwrap_or_else(|| panic!("{fen} in {positions}")));
        }
        // The last position of each game is before no move.
        assert_eq!(left.len(), games.iter().filter(|game| is_of(game, source)).count());
        if to == "fen" {
            let written = convert(&bare, input);
            let tokens = written.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_ascii_whitespace);
            let tokens: Vec<&str> = tokens.filter(|token| !["1-0", "0-1", "1/2-1/2", "*"].contains(token)).collect();
            assert_eq!(column(&rows, "san"), tokens);
        } else {
            assert_eq!(column(&rows, "san"), ["▲７六歩(77)", "△３四歩(33)", "▲２二角成(88)", "△同　銀(31)"]);
        }
    }
}

/// Another engine reads lists and maps, and is told the types.
#[cfg(feature = "parquet")]
#[test]
fn lists_and_maps_of_parquet_are_read_by_others() {
    let Some(python) = crate::common::python_with("duckdb") else { return };
    let here = tempfile::tempdir().expect("a folder");
    let club = root().join("fixtures/club.pgn");
    for format in ["parquet", "csv"] {
        let out = here.path().join(format);
        assert_eq!(analyse(&[&club], &out, &["--columns", "+tags,+moves", "--format", format]).status.code(), Some(1));
    }
    fs::write(here.path().join("ask.py"), ASK).expect("written");
    let asked = std::process::Command::new(python).arg("ask.py").current_dir(here.path()).output().expect("runs");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    assert_eq!(String::from_utf8_lossy(&asked.stdout), "True True\n");
}

#[cfg(feature = "parquet")]
const ASK: &str = r#"
import duckdb, json
con = duckdb.connect()
rows = con.execute("SELECT tags['White'] = first_player AND len(moves) = plies, moves FROM 'parquet/games/*/*.parquet' ORDER BY game").fetchall()
SQL = {"string": "VARCHAR", "byte": "TINYINT", "short": "SMALLINT", "integer": "INTEGER", "long": "BIGINT", "date": "DATE", "timestamp": "TIMESTAMPTZ"}
fields = json.load(open("csv/schema.json"))["games"]["fields"]
types = ", ".join(f"'{field['name']}': '{SQL[field['type']]}'" for field in fields)
same = con.execute("SELECT moves FROM read_csv('csv/games/*/*.csv', columns = {" + types + "}) ORDER BY game").fetchall()
print(all(row[0] for row in rows), [json.loads(row[0]) for row in same] == [row[1] for row in rows])
"#;

#[cfg(feature = "parquet")]
#[test]
fn a_table_of_parquet_has_only_these() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let here = tempfile::tempdir().expect("a folder");
    let out = here.path().join("out");
    let club = root().join("fixtures/club.pgn");
    assert_eq!(analyse(&[&club], &out, &["--moves", "--columns", LIST]).status.code(), Some(1));
    let names = |table: &str| -> Vec<String> {
        let file = fs::File::open(&parts(&out.join(table))[0]).expect("a part");
        let reader = SerializedFileReader::new(file).expect("a table");
        let fields = reader.metadata().file_metadata().schema().get_fields();
        fields.iter().map(|field| field.name().to_owned()).collect()
    };
    assert_eq!(names("games"), ["plies", "first_player", "final"]);
    assert_eq!(names("moves"), ["game_key", "coordinates", "source", "ply", "game"]);
    assert_eq!(names("findings").len(), FindingRow::COLUMNS.len());
    let file = fs::File::open(&parts(&out.join("games"))[0]).expect("a part");
    let rows = SerializedFileReader::new(file).expect("a table").into_iter().map(|row| row.expect("a row").to_string());
    let first = rows.into_iter().next().expect("a row");
    assert!(first.starts_with("{plies: 13, first_player: \"Aldous, Miriam\", final: \""), "{first}");
}

#[cfg(feature = "parquet")]
#[test]
fn a_moment_has_its_zone() {
    use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let here = tempfile::tempdir().expect("a folder");
    let out = here.path().join("out");
    let club = root().join("fixtures/club.pgn");
    assert_eq!(analyse(&[&club], &out, &["--columns", "utc_start"]).status.code(), Some(1));
    let file = fs::File::open(&parts(&out.join("games"))[0]).expect("a part");
    let reader = SerializedFileReader::new(file).expect("a table");
    let column = &reader.metadata().file_metadata().schema().get_fields()[0];
    let kind = column.get_basic_info();
    assert_eq!((column.name(), kind.converted_type()), ("utc_start", ConvertedType::TIMESTAMP_MILLIS));
    assert_eq!(kind.logical_type_ref(), Some(&LogicalType::timestamp(true, TimeUnit::MILLIS)));
}

#[test]
fn a_plan_remembers_its_columns() {
    let here = tempfile::tempdir().expect("a folder");
    let (out, plan) = (here.path().join("out"), here.path().join("plan.jsonl"));
    let club = root().join("fixtures/club.pgn");
    let run = |arguments: &[&str]| {
        let done = partie().args(["analyze", "-q"]).args(arguments).output().expect("it runs");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let [club, out, plan] = [&club, &out, &plan].map(|path| path.to_str().expect("a path"));
    assert_eq!(run(&[club, "--write-plan", plan, "--columns", "games.plies, eco"]).0, Some(0));
    let (status, said) = run(&["--plan", plan, "-o", out, "--columns", "eco,plies"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("--format parquet --columns plies,eco\n"), "{said}");
    assert_eq!(run(&["--plan", plan, "-o", out, "--task", "0", "--columns", "plies,eco"]).0, Some(1));
    assert_eq!(run(&["--join", out, "--columns", "plies,eco"]).0, Some(1));
}

#[test]
fn a_page_says_which_column_it_lacks() {
    let here = tempfile::tempdir().expect("a folder");
    let club = root().join("fixtures/club.pgn");
    let formats: &[&str] = if cfg!(feature = "parquet") { &["csv", "jsonl", "parquet"] } else { &["csv", "jsonl"] };
    for format in formats {
        let report = |name: &str, columns: &str| {
            let out = here.path().join(format!("{name}-{format}"));
            assert_eq!(analyse(&[&club], &out, &["--format", format, "--columns", columns]).status.code(), Some(1));
            let page = out.join("report.html");
            let done = partie().arg("report").arg(&out).arg("-o").arg(&page).output().expect("it runs");
            (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
        };
        let (status, said) = report("lacks", "source,game,plies,n_errors");
        assert_eq!(status, Some(2));
        assert!(said.contains("cannot read the table games: ") && said.contains(" has no column final; "), "{said}");
        assert_eq!(report("has", "final,source,game,plies,n_errors").0, Some(0));
    }
}
