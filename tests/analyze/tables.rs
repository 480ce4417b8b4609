//! Tables and totals: the schema is documented, cells are safe, games are known by their moves,
//! counts are those of `validate`, and the questions of the guide can be asked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{partie, python_with, root};
use crate::own_games::real;
use partie_analyze::broken_texts::TextRow;
use partie_analyze::schema;
use partie_analyze::tables::{TableFormat, Writer};
use partie_input::Slice;
use partie_notation::{ReadOutcome, formats};
use partie_record::Record;
use partie_replay::games::{self, ReadingHints};
use partie_table::column::Row;
use partie_table::columns::Selection;
use partie_table::game_analyzer::{GameAnalyzer, Settings};
use partie_table::judged::Place;
use partie_table::value::{Day, Word};
use partie_table::{FindingRow, GameRow, MoveColumns, MoveRow};

/// Reads the pages of the schema anew instead of comparing them.
const OVERWRITE: &str = "TRYCMD";

#[test]
fn the_schema_is_documented() {
    fn page<R: Row>() {
        let path = root().join("docs/schema").join(format!("{}.md", R::TABLE));
        let written = schema::page::<R>();
        if std::env::var(OVERWRITE).is_ok_and(|value| value == "overwrite") {
            fs::write(&path, &written).expect("the page is written");
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(there == written, "{} is not up to date: run with {OVERWRITE}=overwrite", path.display());
        for (index, column) in R::COLUMNS.iter().enumerate() {
            assert!(!column.about.trim().is_empty(), "{}", column.name);
            assert!(R::COLUMNS[..index].iter().all(|other| other.name != column.name), "{}", column.name);
        }
    }
    page::<GameRow<'_>>();
    page::<FindingRow<'_>>();
    page::<MoveRow<'_>>();
    page::<TextRow<'_>>();
}

/// The rows of the games of some bytes.
fn rows(bytes: &[u8], each: impl FnMut(&GameRow<'_>)) {
    let mut each = each;
    let format = formats::sniff(bytes);
    let slice = Slice { bytes: bytes.to_vec(), last: true, format, ..Slice::default() };
    let mut game_analyzer = GameAnalyzer::new(Settings { moves: Some(MoveColumns::default()), ..Settings::default() });
    let mut record = Record::default();
    let mut at = 0;
    let mut game = 0;
    while let ReadOutcome::Game(end) = formats::read_record(format, &slice.bytes, at, true, &mut record) {
        game += 1;
        game_analyzer.judge(&games::Game::new(&slice, false, &mut record, ReadingHints::default()));
        let place = Place { source: "test", game, key: game, line: 1, offset: at as i64, slice: &slice, start: at };
        let row = game_analyzer.game_row(&place, &record, game_analyzer.judged().expect("a game"));
        assert_eq!(game_analyzer.move_rows(&row).count() as i32, row.plies);
        each(&row);
        at = end;
        if at >= slice.bytes.len() {
            break;
        }
    }
}

fn hashes(bytes: &str) -> (u64, u64) {
    let mut found = Vec::new();
    rows(bytes.as_bytes(), |row| {
        assert_eq!((row.status.0, row.n_errors), ("ok", 0), "{bytes}");
        found.push((row.moves_hash.expect("a hash").0, row.moves_hash_hi.expect("a hash").0));
    });
    assert_eq!(found.len(), 1, "{bytes}");
    found[0]
}

#[test]
fn a_game_is_the_same_in_any_notation() {
    let san = hashes("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1/2-1/2\n");
    for other in [
        "[White \"B\"]\n[Round \"7\"]\n\n1.e4 {best by test} e5 $1 2.Nf3 (2. f4 exf4) 2...Nc6 3.Bb5 a6 4.0-0 Nf6 *\n",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. O-O Ng8-f6 1/2-1/2\n",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. e1g1 g8f6 1/2-1/2\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 *\n",
        "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. Castles Kt-B3 1/2-1/2\n",
    ] {
        assert_eq!(hashes(other), san, "{other}");
    }
    assert_ne!(hashes("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nge7 1/2-1/2\n"), san);
    assert_ne!(hashes("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1/2-1/2\n"), san);
    let kif = hashes(
        "手合割：平手\n先手：甲\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)\n   3 ２二角成(88)   ( 0:01/00:00:02)\n   4 同　銀(31)   ( 0:01/00:00:03)\n   5 ４五角打   ( 0:01/00:00:03)\n   6 投了\n",
    );
    let csa = hashes("V2.2\nN+甲\nPI\n+\n+7776FU\nT1\n-3334FU\n+8822UM\n-3122GI\n+0045KA\n%TORYO\n");
    let usi = hashes("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n");
    assert_eq!((kif, kif), (csa, usi));
}

#[test]
fn prefixes_have_the_hash_of_the_game_that_ends_there() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let (mut short, mut long) = (None, None);
    rows(format!("{} e4 *\n", shuffle.trim()).as_bytes(), |row| long = row.prefix20_hash);
    rows(format!("{} *\n", shuffle.trim()).as_bytes(), |row| {
        assert_eq!((row.plies, row.max_repetition, row.repetition_ply), (20, 6, Some(20)));
        assert!(row.prefix40_hash.is_none());
        short = row.moves_hash;
    });
    assert!(short.is_some());
    assert_eq!(short, long);
}

#[test]
fn a_row_says_what_the_record_says() {
    let pgn = "[Event \"Rated game\"]\n[Site \"https://lichess.org/abcd1234\"]\n[Date \"2024.01.??\"]\n[Round \"-\"]\n[White \"Müller\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[WhiteElo \"1500?\"]\n[BlackElo \"?\"]\n[WhiteRatingDiff \"-5\"]\n[UTCDate \"2024.01.31\"]\n[UTCTime \"10:30:00\"]\n[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n\n1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... f6 { [%clk 0:02:59] } 2. d4 g5 { [%clk 0:02:50] } 3. Qh5# { [%eval #1] } 1-0\n";
    let mut seen = 0;
    rows(pgn.as_bytes(), |row| {
        seen += 1;
        assert_eq!(row.game_id.as_deref(), Some("abcd1234"));
        assert_eq!((row.first_player.as_deref(), row.second_player.as_deref()), (Some("Müller"), None));
        assert_eq!((row.round.as_deref(), row.first_rating, row.second_rating), (None, Some(1500), None));
        assert_eq!((row.rating_diff_first, row.rating_diff_second), (Some(-5), None));
        assert_eq!(row.date.map(|day| day.digits()), Some(*b"2024-01-01"));
        assert_eq!(row.date_precision, Some(2));
        assert_eq!(row.utc_start.map(|moment| moment.digits()), Some(*b"2024-01-31T10:30:00Z"));
        assert_eq!(
            (row.time_base_s, row.time_inc_s, row.time_class.map(|class| class.0)),
            (Some(180), Some(2), Some("blitz"))
        );
        assert_eq!((row.outcome, row.end.0, row.verdict.0), (Some(1), "checkmate", "consistent"));
        assert_eq!((row.plies, row.written_plies, row.n_checks, row.n_captures), (5, 5, 1, 0));
        assert_eq!(row.termination_inferred.map(|name| name.0), Some("checkmate"));
        let unknown = i32::MIN;
        assert_eq!(row.clocks_ms.map(|list| list.0), Some(&[180_000, 179_000, unknown, 170_000][..]));
        assert_eq!(row.evals_cp.map(|list| list.0.0), Some(&[20, unknown, unknown, unknown, 32_767][..]));
        assert_eq!((row.clock_min_first_ms, row.clock_min_second_ms), (Some(180_000), Some(170_000)));
        assert_eq!(row.material_end.map(Word::text), Some("KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"));
        assert_eq!(row.r#final.map(Word::text), Some("rnbqkbnr/ppppp2p/5p2/6pQ/3PP3/8/PPP2PPP/RNB1KBNR b KQkq - 1 3"));
    });
    assert_eq!(seen, 1);
    rows(b"1. e4 e5 2. Ke3 Nc6 *\n", |row| {
        assert_eq!((row.status.0, row.plies, row.written_plies), ("error", 2, 4));
        assert_eq!((row.first_error_ply, row.outcome, row.result_text.as_deref()), (Some(3), None, None));
        assert!(row.first_error.is_some());
    });
}

#[test]
fn a_row_knows_nothing_of_what_a_record_was_taken_for_first() {
    // Without a Variant tag a hexagonal game is replayed as chess before it is known to be none.
    let moves = "1. b1-b2 h7-h5 2. b2-b3 h5-h4 3. i2-i4 b7-b6 *\n";
    let mut seen = Vec::new();
    for variant in ["", "[Variant \"Glinski\"]\n"] {
        rows(format!("[Event \"x\"]\n{variant}\n{moves}").as_bytes(), |row| {
            assert_eq!(row.kind.0, "hex");
            seen.push([row.r#final, row.material_end].map(|cell| cell.map(|word| word.0.to_owned())));
        });
    }
    assert_eq!(seen.len(), 2);
    assert!(seen[0].iter().all(Option::is_some));
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn records_of_json_have_the_rows_of_what_they_were_made_of() {
    // Of both games a tag is escaped, and the second one stops.
    let pgn = "[White \"Müller \\\"M\\\"\"]\n[Black \"Ann\"]\n[WhiteElo \"2100\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
               [White \"Bea\"]\n[Black \"Zoë\"]\n[Result \"0-1\"]\n\n1. e4 {é} e5 2. Ke3 0-1\n";
    let folder = tempfile::tempdir().unwrap();
    let (pgn_path, json) = (folder.path().join("games.pgn"), folder.path().join("games.json"));
    fs::write(&pgn_path, pgn).unwrap();
    let made = run(&["convert", "-q", "--to", "json", "--on-broken", "keep"], &[&pgn_path]);
    let made = if made.stdout.is_empty() { run(&["convert", "-q", "--to", "json"], &[&pgn_path]) } else { made };
    fs::write(&json, &made.stdout).unwrap();
    let table = |input: &Path, out: &str| {
        let out = folder.path().join(out);
        run(&["analyze", "-q", "--format", "jsonl", "-o", out.to_str().unwrap()], &[input]);
        let lines = |table: &str| -> Vec<serde_json::Value> {
            let parts = parts(&out.join(table));
            let text: String = parts.iter().map(|part| fs::read_to_string(part).unwrap()).collect();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        (lines("games"), lines("findings"))
    };
    let ((from_pgn, wrong), (from_json, also)) = (table(&pgn_path, "a"), table(&json, "b"));
    assert_eq!((from_pgn.len(), from_json.len()), (2, 2));
    for (one, other) in from_pgn.iter().zip(&from_json) {
        for column in
            ["first_player", "second_player", "first_rating", "result_tag", "outcome", "moves_hash", "final", "status"]
        {
            assert_eq!(one[column], other[column], "{column}");
        }
    }
    let bytes = fs::metadata(&json).unwrap().len();
    let sum: u64 = from_json.iter().map(|row| row["source_bytes"].as_u64().unwrap()).sum();
    assert!(sum <= bytes && sum + 4 >= bytes, "{sum} of {bytes}");
    assert_eq!(wrong.len(), also.len());
    let text = fs::read_to_string(&json).unwrap();
    let at = also.iter().find(|finding| finding["token"] == "Ke3").expect("the move as it stands");
    let line = text.lines().nth(at["line"].as_u64().unwrap() as usize - 1).unwrap();
    let column = at["column"].as_u64().unwrap() as usize - 1;
    assert!(line.chars().skip(column).collect::<String>().starts_with("Ke3"), "{line}");
}

#[test]
fn the_time_of_the_last_word_is_none_of_a_move() {
    let mut seen = Vec::new();
    for record in [
        "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了         ( 0:00/00:00:00)\n",
        "V2.2\nPI\n+\nT9\n+7776FU\nT5\n%TORYO\nT3\n",
    ] {
        rows(record.as_bytes(), |row| seen.push(row.spent_ms.map(|list| list.0.to_vec())));
    }
    assert_eq!(seen, [Some(vec![5_000]), Some(vec![5_000])]);
    // Before the first move no time is one of a move, and comments of PSN have times as well.
    let psn = "[Sente \"A\"]\n[Gote \"B\"]\n\n1. P7g-7f {[%emt 0:00:12]} 2. P3c-3d {[%emt 0:00:07]}\n";
    let mut psn_times = Vec::new();
    rows(psn.as_bytes(), |row| psn_times.push((row.notation.0, row.spent_ms.map(|list| list.0.to_vec()))));
    assert_eq!(psn_times, [("psn", Some(vec![12_000, 7_000]))]);
}

#[test]
fn players_results_and_dates_of_western_records_of_shogi() {
    let mut seen = Vec::new();
    for tags in [
        "[Sente \"A\"]\n[Gote \"B\"]\n[SenteGrade \"9 Dan\"]\n[Date \"19880307\"]\n[Result \"0-1\"]\n",
        "[White \"B\"]\n[Black \"A\"]\n[Black_grade \"9 Dan\"]\n[Date \"1988/3/7\"]\n[Result \"Gote wins\"]\n",
        "[Result \"0-1\"]\n[Date \"7 Mar 1988\"]\n[Gote \"B\"]\n[Sente \"A\"]\n[SenteTitle \"9 Dan\"]\n",
    ] {
        let record = format!("{tags}1.P2f P8d 2.P2e P8e\n");
        rows(record.as_bytes(), |row| {
            let date = row.date.is_some() && row.date == Day::new(1988, 3, 7);
            let text = |text: &Option<_>| text.as_ref().map(ToString::to_string);
            seen.push((text(&row.first_player), text(&row.second_player), text(&row.first_title), date, row.outcome));
        });
    }
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(seen, vec![(some("A"), some("B"), some("9 Dan"), true, Some(-1)); 3]);
}

#[test]
fn many_findings_on_one_line_have_their_columns() {
    // Each variation is illegal; columns are counted in characters.
    let pgn = format!("1. e4 {{é}} {}*\n", "(Ké5) ".repeat(300));
    let mut game = None;
    let slice = Slice { bytes: format!("\n\n{pgn}").into_bytes(), last: true, ..Slice::default() };
    let mut game_analyzer = GameAnalyzer::new(Settings::default());
    let mut record = Record::default();
    assert!(matches!(formats::read_record(slice.format, &slice.bytes, 0, true, &mut record), ReadOutcome::Game(_)));
    game_analyzer.judge(&games::Game::new(&slice, false, &mut record, ReadingHints::default()));
    let place = Place { source: "test", game: 1, key: 1, line: 3, offset: 2, slice: &slice, start: 2 };
    let row = game_analyzer.game_row(&place, &record, game_analyzer.judged().expect("a game"));
    let line: Vec<char> = pgn.chars().collect();
    let mut findings = 0;
    for finding in game_analyzer.finding_rows(&place, &row) {
        assert_eq!(finding.line, 3);
        let token: Vec<char> = finding.token.as_deref().unwrap_or_default().chars().collect();
        assert!(line[finding.column as usize - 1..].starts_with(&token), "{}: {token:?}", finding.column);
        findings += 1;
        game = Some(finding.game);
    }
    assert!(findings >= 300 && game == Some(1), "{findings}");
}

/// The cells of the only row, by column, as the crate `csv` reads them.
fn cells(row: &GameRow<'_>, format: TableFormat) -> BTreeMap<String, String> {
    let mut writer = Writer::new::<GameRow<'_>>(format, Selection::default(), Vec::new()).expect("a writer");
    writer.row(row).expect("written");
    let (bytes, rows) = writer.finish().expect("finished");
    assert_eq!(rows, 1);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let names: Vec<String> = reader.headers().expect("a heading").iter().map(str::to_owned).collect();
    let record = reader.records().next().expect("a row").expect("as many cells");
    names.into_iter().zip(record.iter().map(str::to_owned)).collect()
}

#[test]
fn no_cell_is_a_formula_unless_asked_for() {
    let pgn = "[Event \"=cmd|' /C calc'!A0\"]\n[Site \"+1\"]\n[White \"@SUM(A1)\"]\n[Black \"a,\\\"b\\\"\"]\n[Round \"-2\"]\n[WhiteRatingDiff \"-5\"]\n\n*\n";
    let mut seen = 0;
    rows(pgn.as_bytes(), |row| {
        seen += 1;
        let safe = cells(row, TableFormat::Csv { raw: false });
        assert_eq!(safe["event"], "'=cmd|' /C calc'!A0");
        assert_eq!((safe["site"].as_str(), safe["first_player"].as_str()), ("'+1", "'@SUM(A1)"));
        assert_eq!((safe["round"].as_str(), safe["rating_diff_first"].as_str()), ("'-2", "-5"));
        assert_eq!((safe["second_player"].as_str(), safe["date"].as_str()), ("a,\"b\"", ""));
        assert_eq!(cells(row, TableFormat::Csv { raw: true })["event"], "=cmd|' /C calc'!A0");
        let hash = &safe["moves_hash"];
        assert!(hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
    });
    assert_eq!(seen, 1);
}

fn run(arguments: &[&str], paths: &[&Path]) -> Output {
    partie().args(arguments).args(paths).output().expect("the binary runs")
}

/// Findings by code; those on whole files are said by `validate` alone.
fn codes_of(summary: &serde_json::Value) -> BTreeMap<&str, u64> {
    let codes = summary["codes"].as_object().expect("codes");
    let of_games =
        codes.iter().filter(|(code, _)| !matches!(code.as_str(), "S005" | "S006" | "S007" | "S008" | "X005"));
    of_games.map(|(code, count)| (code.as_str(), count.as_u64().expect("a count"))).collect()
}

#[test]
fn counts_are_those_of_validate() {
    let games = real("chess/real.pgn.zst");
    let (shogi, hex) = (real("shogi"), real("hex"));
    let paths: [&Path; 3] = [&games, &shogi, &hex];
    let validated = run(&["validate", "-q", "--format", "jsonl", "--max-findings", "1"], &paths);
    let wanted: serde_json::Value = {
        let last = validated.stdout.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).expect("a summary");
        serde_json::from_slice(last).expect("JSON")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let output =
        partie().args(["analyze", "-q", "--format", "csv", "-o"]).arg(&out).args(paths).output().expect("runs");
    assert_eq!(output.status.code(), validated.status.code(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    for key in ["games", "plies", "errors"] {
        assert_eq!(summary[key], wanted[key], "{key}");
    }
    assert_eq!(codes_of(&summary), codes_of(&wanted));
    assert_eq!(summary["kinds"].as_object().expect("kinds").len(), 3);
    // The rows say the same.
    let (mut games, mut plies, mut errors) = (0u64, 0u64, 0u64);
    for part in parts(&out.join("games")) {
        let mut reader = csv::Reader::from_path(part).expect("a table");
        let names = reader.headers().expect("a heading").clone();
        let at = |name: &str| names.iter().position(|column| column == name).expect("a column");
        let (ply, error) = (at("plies"), at("n_errors"));
        for row in reader.records() {
            let row = row.expect("as many cells");
            games += 1;
            plies += row[ply].parse::<u64>().expect("a number");
            errors += row[error].parse::<u64>().expect("a number");
        }
    }
    assert_eq!(
        (Some(games), Some(plies), Some(errors)),
        (wanted["games"].as_u64(), wanted["plies"].as_u64(), wanted["errors"].as_u64())
    );
    let terminal = run(&["analyze", "-q"], &paths);
    let text = String::from_utf8(terminal.stdout).expect("UTF-8");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.contains("openings") && text.contains("lengths"), "{text}");
}

/// The parts of a table.
pub(crate) fn parts(table: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for source in fs::read_dir(table).expect("a table") {
        for part in fs::read_dir(source.expect("an entry").path()).expect("a source") {
            found.push(part.expect("an entry").path());
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The fenced blocks of the guide: their info string and text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some((info.to_owned(), String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

#[test]
fn the_questions_of_the_guide_are_answered() {
    if !cfg!(feature = "parquet") {
        println!("no parquet: skipped");
        return;
    }
    let Some(python) = python_with("duckdb") else { return };
    let page = fs::read_to_string(root().join("docs/analyze.md")).expect("the guide");
    let all = blocks(&page);
    let blocks: Vec<(String, String)> = all.iter().filter(|(info, _)| info.starts_with("sql")).cloned().collect();
    assert!(blocks.len() >= 30, "{}", blocks.len());
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    fs::write(&games, "[White \"A\"]\n[Black \"A\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1700\"]\n[Date \"2020.02.03\"]\n[TimeControl \"60\"]\n\n1. e4 { [%clk 0:01:00] } e5 { [%clk 0:00:15] } 2. Ke3 1-0\n\n[White \"B\"]\n[Black \"C\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").expect("written");
    let kif = folder.path().join("game.kif");
    fs::write(&kif, "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n").expect("written");
    // More pieces than one show that the views add up.
    let real = real("chess/real.pgn.zst");
    let out = folder.path().join("out");
    let mut command = partie();
    command.current_dir(folder.path()).args(["analyze", "-q", "--moves", "-o", "out", "--task-size", "300"]);
    command.args([&games, &kif, &real]);
    let output = command.output().expect("runs");
    assert!(out.join("summary.json").exists(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut asked_alone = 0;
    for (info, text) in &all {
        match info.as_str() {
            "sql views" => fs::write(folder.path().join("views.sql"), text).expect("written"),
            "sh ask" => {
                let command = text.replacen("python3", &python.display().to_string(), 1);
                let asked =
                    Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().expect("a shell");
                assert!(asked.status.success(), "{text}: {}", String::from_utf8_lossy(&asked.stderr));
                asked_alone += usize::from(!asked.stdout.is_empty());
            }
            _ => {}
        }
    }
    assert_eq!(asked_alone, 2);
    let mut script = String::from("import duckdb\ncon = duckdb.connect()\n");
    for (info, text) in &blocks {
        script.push_str(&format!("q = {text:?}\n"));
        if info == "sql views" || info == "sql files" {
            script.push_str("con.execute(q)\n");
        } else {
            script.push_str("print(len(con.execute(q).fetchall()))\n");
        }
    }
    script.push_str(
        "rows = con.execute('SELECT count(*), count(DISTINCT (source, game)), count(DISTINCT game_key) FROM games').fetchone()\n",
    );
    script.push_str("assert rows[0] == rows[1] == rows[2], rows\n");
    let path = folder.path().join("ask.py");
    fs::write(&path, script).expect("written");
    let asked = Command::new(python).arg(&path).current_dir(folder.path()).output().expect("python3");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let answers: Vec<u64> =
        String::from_utf8_lossy(&asked.stdout).lines().filter_map(|line| line.parse().ok()).collect();
    assert_eq!(answers.len() + 2, blocks.len());
    let answered = answers.iter().filter(|rows| **rows > 0).count();
    println!("{} questions asked, {answered} with an answer: {answers:?}", answers.len());
    assert!(answered >= 10, "{answers:?}");
}

/// Games about which the guide asks: a novelty at ply 2 and one at the last ply; an impossible date; wins on time by a
/// bare king and against one; a dead position after a repetition and one that is the end; a fourth occurrence at the
/// end; evaluations that stop, and one of a single ply; the letter of a code written small; two games that break off
/// alike.
const ASKED: &str = r#"
[White "A"]
[Black "B"]
[Date "2024.02.30"]

1. e4 e5 1-0

[White "A"]

1. e4 c5 1-0

[White "A"]
[Black "B"]

1. e4 c5 2. Nf3 1-0

[White "A"]
[Black "B"]
[Termination "Time forfeit"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"]

1. Qd2 Ke7 0-1

[White "A"]
[Black "B"]
[Termination "Time forfeit"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"]

1. Qd2 Ke7 1-0

[White "A"]
[Black "B"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/3q4/K7 w - - 0 1"]

1. Kb1 Kd7 2. Ka1 Ke8 3. Kb1 Kd7 4. Ka1 Ke8 5. Kb1 Qc2+ 6. Kxc2 Kd7 7. Kc3 Ke6 1/2-1/2

[White "A"]
[Black "B"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1"]

1. Kxd2 1/2-1/2

[White "A"]
[Black "B"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 1/2-1/2

[White "A"]
[Black "B"]

1. d4 { [%eval 0.2] } d5 { [%eval 0.2] } 2. c4 e6 3. Nc3 Nf6 *

[White "A"]
[Black "B"]

1. d4 { [%eval 0.2] } *

[White "A"]
[Black "B"]
[ECO "b20"]

1. e4 c5 1/2-1/2

[White "A"]
[Black "B"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Ke4 1-0

[White "A"]
[Black "B"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Kd4 1-0
"#;

const HEX: &str = "[Variant \"Glinski\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. Qe1c3 Qe10c6 *\n";

#[test]
fn the_answers_of_the_guide_are_right() {
    if !cfg!(feature = "parquet") {
        println!("no parquet: skipped");
        return;
    }
    let Some(python) = python_with("duckdb") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("asked.pgn"), ASKED).expect("written");
    fs::write(folder.path().join("hex.pgn"), HEX).expect("written");
    let mut command = partie();
    command.current_dir(folder.path()).args(["analyze", "-q", "--moves", "-o", "out", "asked.pgn", "hex.pgn"]);
    let output = command.output().expect("runs");
    assert!(folder.path().join("out/summary.json").exists(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(root().join("docs/analyze.md")).expect("the guide");
    let (_, views) = blocks(&page).into_iter().find(|(info, _)| info == "sql views").expect("the views");
    let mut script = format!("import duckdb\ncon = duckdb.connect()\ncon.execute({views:?})\n");
    // The hexagonal game is the first of its source, so game 1 stands twice.
    const NOVELTIES: &str = "[(1, 1), (1, 1), (2, 2), (3, 3), (4, 1), (6, 1), (7, 1), (8, 1), (9, 1), (12, 3)]";
    // The number of the question, which of its blocks, the columns to look at, what stands in them.
    let expected = [
        (5, 0, "game", "[(6,), (8,)]"),
        (7, 0, "game", "[(6,)]"),
        (8, 0, "game", "[(4,)]"),
        (12, 0, "game, code", "[(1, 'H004'), (11, 'H007')]"),
        (12, 1, "game", "[(2,)]"),
        (13, 0, "copies", "[]"),
        (15, 0, "game", "[]"),
        (17, 0, "game", "[(9,)]"),
        (29, 0, "game, novelty", NOVELTIES),
        (30, 1, "sum(n)", "[(2,)]"),
    ];
    for (number, block, columns, _) in expected {
        let (_, after) = page.split_once(&format!("\n{number}. ")).expect("the question");
        let (_, question) = blocks(after).swap_remove(block);
        let question = question.trim_end().trim_end_matches(';');
        let question = format!("SELECT {columns} FROM ({question}) ORDER BY ALL");
        script.push_str(&format!("print(con.execute({question:?}).fetchall())\n"));
    }
    let asked = Command::new(python).args(["-c", &script]).current_dir(folder.path()).output().expect("python3");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let text = String::from_utf8_lossy(&asked.stdout);
    let answers: Vec<_> = expected.iter().map(|(number, block, ..)| (number, block)).zip(text.lines()).collect();
    let right: Vec<_> = expected.iter().map(|(number, block, _, right)| ((number, block), *right)).collect();
    assert_eq!(answers, right);
}

#[test]
fn json_lines_hold_every_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    fs::write(&games, "[White \"=A\"]\n\n1. e4 e5 2. Ke3 1-0\n").expect("written");
    let out = folder.path().join("out");
    let output =
        partie().args(["analyze", "-q", "--format", "jsonl", "-o"]).arg(&out).arg(&games).output().expect("runs");
    assert_eq!(output.status.code(), Some(1));
    for (table, columns) in [("games", GameRow::COLUMNS), ("findings", FindingRow::COLUMNS)] {
        let text = fs::read_to_string(&parts(&out.join(table))[0]).expect("a part");
        for line in text.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let object = value.as_object().expect("an object");
            let mut usual = columns.iter().filter(|column| !column.on_request);
            assert_eq!(object.len(), usual.clone().count());
            assert!(usual.all(|column| object.contains_key(column.name)), "{line}");
        }
        assert!(!text.is_empty());
    }
}

/// The values of one column of `games`, of records as JSON lines.
fn column(name: &str, file: &str, text: &str) -> Vec<serde_json::Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, out) = (folder.path().join(file), folder.path().join("out"));
    fs::write(&games, text).expect("written");
    let output =
        partie().args(["analyze", "-q", "--format", "jsonl", "-o"]).arg(&out).arg(&games).output().expect("runs");
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&parts(&out.join("games"))[0]).expect("a part");
    let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    rows.map(|row| row[name].clone()).collect()
}

#[test]
fn games_of_days_are_correspondence() {
    let controls = ["1/86400", "1/259200", "-", "40/9000:3600", "86399", "86400", "300+3", "30"];
    let text: String = controls.map(|control| format!("[TimeControl \"{control}\"]\n\n1. e4 *\n\n")).concat();
    let classes = [
        "correspondence",
        "correspondence",
        "correspondence",
        "classical",
        "classical",
        "correspondence",
        "blitz",
        "bullet",
    ];
    assert_eq!(column("time_class", "a.pgn", &text), classes);
}

#[test]
fn clocks_that_do_not_fit_are_not_known() {
    let text = "1. e4 {[%clk 720:00:00]} e5 {[%clk 596:00:00]} 2. Nf3 { [%clk 719:59:59] } Nc6 *\n";
    assert_eq!(column("clocks_ms", "a.pgn", text), [serde_json::json!([null, 2_145_600_000])]);
    assert_eq!(column("clock_min_first_ms", "a.pgn", text), [serde_json::Value::Null]);
}

#[test]
fn words_of_json_have_no_quotes() {
    let text = r#"{"header":{"手合割":"平手　　"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"TORYO"}]}"#;
    assert_eq!(column("result_text", "a.jkf", text), ["TORYO"]);
    assert_eq!(column("handicap", "a.jkf", text), [serde_json::Value::Null]);
}

#[test]
fn counts_are_as_many_as_they_are() {
    let text = format!("1. e4 {}*\n", "(1. Ke5) ".repeat(33_000));
    assert_eq!(column("n_variations", "a.pgn", &text), [33_000]);
    assert_eq!(column("n_errors", "a.pgn", &text), [33_000]);
}

/// A game with a finding, of that many plies beside its last, illegal move; every third one is the same.
fn numbered(number: usize) -> String {
    let moves = ["Nf3 Nf6 Ng1 Ng8", "Nc3 Nc6 Nb1 Nb8", "Nf3 Nc6 Ng1 Nb8"];
    let plies = moves[number % 3].to_owned() + &format!(" {}", moves[number % 2]).repeat(1 + number % 3 * 3);
    // No king in the center: that would be the signal of a board.
    let end = if number % 4 == 1 { "Qd4" } else { "" };
    format!("[Event \"{number}\"]\n[White \"A\"]\n[Black \"B\"]\n[Date \"2020.02.03\"]\n\n{plies} {end} *\n\n")
}

#[test]
fn tables_join_on_their_files() {
    let Some(python) = python_with("duckdb") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let text: String = (0..60).map(numbered).collect();
    // The same name in different folders; a file that is cut, one in frames, small ones in a pack, one named twice.
    for name in ["a", "b", "many/x", "many/y"] {
        fs::create_dir_all(folder.path().join(name)).expect("a folder");
        let few: String = (0..3).map(numbered).collect();
        let text = if name.starts_with("many") { &few } else { &text };
        fs::write(folder.path().join(name).join("games.pgn"), text).expect("written");
    }
    let frames = text.as_bytes().chunks(700).flat_map(|part| zstd::encode_all(part, 1).expect("packed"));
    fs::write(folder.path().join("packed.pgn.zst"), frames.collect::<Vec<u8>>()).expect("written");
    fs::write(folder.path().join("one.pgn"), numbered(5)).expect("written");
    let inputs = ["a", "b", "many", "packed.pgn.zst", "one.pgn", "one.pgn"];
    let formats: &[&str] = if cfg!(feature = "parquet") { &["csv", "jsonl", "parquet"] } else { &["csv", "jsonl"] };
    let mut script = String::from(JOINS);
    for format in formats {
        for jobs in ["1", "2"] {
            for task_size in ["1500", "1000000"] {
                let out = format!("{format}-{jobs}-{task_size}");
                let mut command = partie();
                command.current_dir(folder.path()).args(["analyze", "-q", "--moves", "--duplicates", "--infos"]);
                command.args(["--format", format, "-j", jobs, "--task-size", task_size, "-o", &out]).args(inputs);
                let output = command.output().expect("runs");
                assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
                let least = if task_size == "1500" { 10 } else { 4 };
                assert!(parts(&folder.path().join(&out).join("games")).len() >= least, "{out}");
                script.push_str(&format!("check({out:?}, {format:?})\n"));
            }
        }
    }
    let asked = Command::new(python).args(["-c", &script]).current_dir(folder.path()).output().expect("python3");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
}

/// Joins each table with each other one on the files as they are, and counts the rows; what is counted of a pair does
/// not depend on the size of tasks, threads or the format.
const JOINS: &str = r#"
import duckdb
con = duckdb.connect()
seen = {}
def check(out, format):
    read = {"csv": "read_csv('{}', nullstr='', all_varchar=true)", "jsonl": "read_json('{}')", "parquet": "read_parquet('{}')"}[format]
    names = ["games", "findings", "moves", "duplicates"]
    table = {n: read.format(f"{out}/{n}/" + ("*/*." if n != "duplicates" else "*.") + format) for n in names}
    one = lambda query: con.execute(query).fetchone()
    # A join of the files themselves; the others read each file once only.
    files = one(f"SELECT count(*) FROM {table['games']} g JOIN {table['findings']} f USING (game_key)")[0]
    for n in names:
        con.execute(f"CREATE OR REPLACE TEMP TABLE {n} AS SELECT * FROM {table[n]}")
        table[n] = n
    rows = {n: one(f"SELECT count(*) FROM {table[n]}")[0] for n in names}
    assert all(rows.values()) and files == rows["findings"], (rows, files)
    assert one(f"SELECT count(DISTINCT game_key) FROM {table['games']}")[0] == rows["games"]
    counts = [rows]
    for left in names:
        for right in names:
            joined = one(f"SELECT count(*) FROM {table[left]} l JOIN {table[right]} r USING (game_key)")[0]
            # What must come out, counted by hand: every pair of rows of one game.
            keys = [con.execute(f"SELECT game_key, count(*) FROM {table[n]} GROUP BY 1").fetchall() for n in (left, right)]
            other = dict(keys[1])
            assert joined == sum(n * other.get(key, 0) for key, n in keys[0]), (out, left, right, joined)
            if "games" in (left, right):
                # Each row of a table has its game.
                assert joined == max(rows[left], rows[right]) if left == right else rows[left if right == "games" else right], (out, left, right, joined)
            counts.append((left, right, joined))
    wrong = f"SELECT count(*) FROM {table['games']} g JOIN {table['moves']} m USING (game_key) WHERE g.source <> m.source OR g.game <> m.game"
    assert one(wrong)[0] == 0, out
    # The same game, and not just one of that number: its plies, its source, both sides of a pair.
    plies = f"SELECT count(*) FROM (SELECT game_key, max(ply::INT) AS last FROM {table['moves']} GROUP BY 1) JOIN {table['games']} g USING (game_key) WHERE last <> g.plies::INT"
    assert one(plies)[0] == 0, out
    pairs = f"SELECT count(*), count_if(d.source = g.source AND d.kept_source = k.source AND d.plies::INT = g.plies::INT) FROM {table['duplicates']} d JOIN {table['games']} g USING (game_key) JOIN {table['games']} k ON k.game_key = d.kept_game_key"
    assert one(pairs) == (rows["duplicates"], rows["duplicates"]), (out, one(pairs))
    same = f"SELECT count(*) FROM {table['duplicates']} d JOIN {table['games']} g USING (game_key) JOIN {table['games']} k ON k.game_key = d.kept_game_key WHERE d.level IN ('exact', 'moves') AND g.moves_hash <> k.moves_hash"
    assert one(same)[0] == 0, out
    assert seen.setdefault("counts", counts) == counts, (out, counts, seen)
"#;

#[test]
fn what_tags_say_stays_in_the_tables() {
    let tags = [
        ("TimeControl", "90 minutes + 30 seconds"),
        ("WhiteFideId", "884189"),
        ("BlackFideId", "0012345"),
        ("WhiteTeam", "X"),
        ("BlackTeam", "Y & Z"),
        ("Board", "3"),
    ];
    let tags: String = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).concat();
    let text = format!("{tags}\n1. e4 *\n\n[TimeControl \"-\"]\n\n1. e4 *\n\n[TimeControl \"as agreed\"]\n\n1. e4 *\n");
    let all = |name: &str| column(name, "a.pgn", &text);
    let first = |name: &str| all(name).swap_remove(0);
    assert_eq!(all("time_control"), ["90 minutes + 30 seconds", "-", "as agreed"]);
    assert_eq!((first("time_base_s"), first("time_inc_s")), (5400.into(), 30.into()));
    assert_eq!(all("time_class")[..2], ["classical", "correspondence"]);
    assert!(all("time_base_s")[2].is_null() && all("time_class")[2].is_null());
    assert_eq!((first("first_fide_id"), first("second_fide_id")), ("884189".into(), "0012345".into()));
    assert_eq!((first("first_team"), first("second_team"), first("board")), ("X".into(), "Y & Z".into(), "3".into()));
    let kif = "手合割：平手\n持ち時間：10分\n秒読み：30秒\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    assert_eq!(
        (column("time_control", "a.kifu", kif), column("byoyomi", "a.kifu", kif)),
        (vec!["10分".into()], vec![30.into()])
    );
}

#[test]
fn what_a_record_of_shogi_knows() {
    let kif = |headers: &str| {
        format!(
            "手合割：平手\n{headers}手数----指手---------消費時間--\n   1 ７六歩(77)\n*45\n   2 ３四歩(33)\n   3 投了\n"
        )
    };
    let of = |name: &str, headers: &str| column(name, "a.kifu", &kif(headers)).swap_remove(0);
    for (control, base, byoyomi, increment) in [
        ("10分+30秒", 600.into(), 30.into(), serde_json::Value::Null),
        ("300+0+10", 300.into(), 0.into(), 10.into()),
        ("各6時間", 21_600.into(), serde_json::Value::Null, serde_json::Value::Null),
    ] {
        let headers = format!("持ち時間：{control}\n");
        let cells = ["time_base_s", "byoyomi", "time_inc_s"].map(|name| of(name, &headers));
        assert_eq!(cells, [base, byoyomi, increment], "{control}");
    }
    let sides = "先手持ち時間：300+0+10\n後手持ち時間：600+0+10\n";
    assert_eq!(of("time_control", sides), "300+0+10 / 600+0+10");
    assert!(of("time_base_s", sides).is_null() && of("time_inc_s", sides) == 10);
    let names = "先手：小川 葵(1178)\n後手：西野 三段\n";
    assert_eq!((of("first_player", names), of("first_rating", names)), ("小川 葵(1178)".into(), 1178.into()));
    assert_eq!((of("second_rating", names), of("second_title", names)), (serde_json::Value::Null, "三段".into()));
    assert_eq!(of("evals_cp", ""), serde_json::json!([45]));
    let csa =
        "V2\nN+A\nN-B\n'black_rate:A+x:3901.0\n'white_rate:B+y:3800.5\nPI\n+\n+7776FU\n'** -25 -3334FU\nT1\n%TORYO\n";
    let of = |name: &str| column(name, "a.csa", csa).swap_remove(0);
    assert_eq!((of("first_rating"), of("second_rating")), (3901.into(), 3800.into()));
    assert_eq!(of("evals_cp"), serde_json::json!([-25]));
}

/// The numbers of a text after a word, marks of thousands left out.
fn number_before(text: &str, what: &str) -> u64 {
    let at = text.find(what).unwrap_or_else(|| panic!("no {what:?} in {text}"));
    let head = text[..at].trim_end();
    let from = head.rfind(|c: char| !c.is_ascii_digit() && c != ',').map_or(0, |at| at + 1);
    if head.ends_with("no") { 0 } else { head[from..].replace(',', "").parse().unwrap_or_else(|_| panic!("{head}")) }
}

#[test]
fn figures_agree_with_each_other() {
    for name in ["chess", "shogi", "hex"] {
        let path = real(name);
        // Under one book, as D010 is any draw by the rules of a server.
        let validated = run(&["validate", "--format", "jsonl", "--rules", "fide"], &[&path]);
        let mut wanted: BTreeMap<(String, String), u64> = BTreeMap::new();
        let (mut of_files, mut summary) = (BTreeMap::new(), serde_json::Value::Null);
        for line in String::from_utf8(validated.stdout).expect("UTF-8").lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
            match text("type").as_str() {
                "finding" => {
                    // Those on whole files are `validate`'s alone.
                    let whole = value["game"].is_null()
                        || matches!(text("code").as_str(), "S005" | "S008")
                        || matches!(text("shape").as_str(), "dates-otherwise" | "results-otherwise");
                    let counts = if whole { &mut of_files } else { &mut wanted };
                    *counts.entry((text("code"), text("severity"))).or_insert(0) += 1;
                }
                _ => summary = value,
            }
        }
        let said = String::from_utf8(validated.stderr).expect("UTF-8");
        let line = said.lines().find(|line| line.contains(" plies in ")).expect("a summary");
        for (key, word) in [("games", " game"), ("errors", " error"), ("warnings", " warning"), ("infos", " info")] {
            let said = if line.contains(word) { number_before(line, word) } else { 0 };
            assert_eq!(Some(said), summary[key].as_u64(), "{name} {key}: {line}");
        }
        let shown = |summary: &serde_json::Value| -> BTreeMap<(String, String), u64> {
            let codes = summary["severities"].as_object().expect("codes").iter();
            let flat = codes.flat_map(|(code, counts)| {
                counts
                    .as_object()
                    .expect("counts")
                    .iter()
                    .map(move |(severity, n)| ((code.clone(), severity.clone()), n))
            });
            flat.map(|(key, n)| (key, n.as_u64().expect("a count"))).collect()
        };
        let mut all = wanted.clone();
        for (key, count) in &of_files {
            *all.entry(key.clone()).or_insert(0) += count;
        }
        let mut told = shown(&summary);
        // A file without a record is told, not listed.
        told.retain(|(code, _), _| code != "X005");
        all.retain(|(code, _), _| code != "X005");
        assert_eq!(told, all, "{name}");
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out");
        let analyze = ["analyze", "-q", "--infos", "--rules", "fide", "-o"];
        let output = partie().args(analyze).arg(&out).arg(&path).output().expect("runs");
        assert!(out.join("summary.json").exists(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read(out.join("summary.json")).expect("a summary");
        let totals: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(shown(&totals), wanted, "{name}");
        for (severity, key) in [("error", "errors"), ("warning", "warnings"), ("info", "infos")] {
            let sum: u64 = wanted.iter().filter(|((_, of), _)| of == severity).map(|(_, n)| n).sum();
            assert_eq!(Some(sum), totals[key].as_u64(), "{name} {key}");
        }
        // One definition of a claim and of a draw.
        let of = |code: &str| wanted.get(&(code.to_owned(), "info".to_owned())).copied().unwrap_or(0);
        let draws = |kind: &str| totals["draws"][kind].as_u64().unwrap_or(0);
        for (kind, code) in
            [("threefold", "D001"), ("fivefold", "D002"), ("fifty", "D003"), ("seventyfive", "D004"), ("dead", "D006")]
        {
            assert_eq!(draws(kind), of(code), "{name} {kind}");
        }
        let claims = totals["claims"].as_u64().expect("a count");
        assert!(
            claims >= draws("threefold").max(draws("fifty")) && claims <= draws("threefold") + draws("fifty"),
            "{claims}"
        );
        if claims > 0 {
            assert_eq!(number_before(line, " games where a draw could have been claimed"), claims);
        }
        let terminal = String::from_utf8(run(&["analyze", "-q", "--rules", "fide"], &[&path]).stdout).expect("UTF-8");
        let page = folder.path().join("report.html");
        let made = partie().arg("report").arg(&out).arg("-o").arg(&page).output().expect("runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let page = fs::read_to_string(&page).expect("a page");
        for (key, word) in [("errors", " error"), ("warnings", " warning"), ("infos", " info")] {
            let heading = terminal.lines().find(|line| line.starts_with("findings")).expect("a line");
            assert_eq!(Some(number_before(heading, word)), totals[key].as_u64(), "{name}: {heading}");
        }
        // The page lists every code under the severities that it has, with its number.
        for ((code, severity), number) in &wanted {
            let opening = format!("<summary><code class=\"{severity}\">{code}</code>");
            let row = page.split(&opening).nth(1).unwrap_or_else(|| panic!("{name}: no {code} {severity}"));
            let shown =
                row.split("<span class=\"n\">").nth(1).and_then(|rest| rest.split('<').next()).expect("a number");
            assert_eq!(shown.replace(',', ""), number.to_string(), "{name} {code} {severity}");
            assert!(row[..row.find("</summary>").expect("its end")].contains(&format!("f-{severity}")));
        }
        assert_eq!(page.matches("<summary><code class=").count(), wanted.len());
        // Nothing is everything beside a rest, nor nothing where there is something.
        let ok = totals["statuses"]["ok"].as_u64().expect("a count");
        let status = terminal.lines().find(|line| line.starts_with("status")).expect("a line");
        assert_eq!(status.contains("(100 %)"), Some(ok) == totals["games"].as_u64(), "{status}");
    }
}

#[test]
fn how_games_ended() {
    let pgn = |end: &str| format!("[Event \"A\"]\n\n1. e4 e5 {end}\n").into_bytes();
    let kif =
        |end: &str| format!("手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n{end}\n").into_bytes();
    for (text, ending) in [
        (pgn("{Black loses on time} 1-0"), Some(("time", "stated"))),
        (pgn("{White resigns} 0-1"), Some(("resignation", "stated"))),
        (pgn("{Weiß gibt auf} 0-1"), Some(("resignation", "stated"))),
        (pgn("1-0"), Some(("resignation", "inferred"))),
        (pgn("1/2-1/2"), Some(("agreement", "inferred"))),
        (pgn("*"), None),
        (b"1. f3 e5 2. g4 Qh4# 0-1\n".to_vec(), Some(("checkmate", "board"))),
        (kif("   2 投了"), Some(("resignation", "stated"))),
        (kif("   2 切れ負け"), Some(("time", "stated"))),
        (kif("   2 反則負け"), Some(("infraction", "stated"))),
        (kif("   2 入玉勝ち"), Some(("impasse", "stated"))),
        (kif("   2 最大手数"), Some(("impasse", "stated"))),
        (kif("   2 不戦敗"), Some(("forfeit", "stated"))),
        (kif("まで1手で先手の勝ち"), Some(("resignation", "inferred"))),
        (kif("まで1手で後手の時間切れにより先手の勝ち"), Some(("time", "stated"))),
        (kif("   2 中断"), None),
        ("V2.2\nPI\n+\n+7776FU\n%TIME_UP\n".into(), Some(("time", "stated"))),
    ] {
        let shown = String::from_utf8_lossy(&text).into_owned();
        rows(&text, |row| {
            let told = row.termination_inferred.zip(row.termination_basis).map(|(name, basis)| (name.0, basis.0));
            assert_eq!(told, ending, "{shown}");
        });
    }
}
