//! `select` and `--where`: the same games as SQL over the tables, byte for byte, whatever threads and slices.

use std::fs;
use std::path::Path;
use std::process::Command;

use partie_input::Slice;
use partie_notation::{formats, pgn};
use partie_record::{Format, Record};
use partie_replay::Options;
use partie_replay::game_worker::{GameEvent, each};
use partie_replay::games::{Choice as _, ReadingHints, SliceReader};
use partie_select::{Meaning, NAMES, Query, QueryChoice};

use crate::common::{extra, partie, python_with, root};
use crate::own_games::{counted, real};

const GAMES: &str = "% a line before the games\n\n[Event \"A\"]\n[White \"O'Kelly\"]\n[Black \"Ängström\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {a comment} 1-0\n\n\n[Event \"B\"]\n[White \"Tal\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n[Date \"1960.05.??\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 (2. Bf4) e6 1/2-1/2\n\n[Event \"C\"]\n[White \"Tal\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\ntail";

fn select(arguments: &[&str], folder: &Path) -> (String, Option<i32>, String) {
    let output = partie().arg("select").args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), output.status.code(), text(&output.stderr))
}

#[test]
fn what_is_chosen_stands_as_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    let begins: Vec<usize> = ["[Event \"B\"]", "[Event \"C\"]"].map(|tag| GAMES.find(tag).unwrap()).to_vec();
    let parts = [&GAMES[..begins[0]], &GAMES[begins[0]..begins[1]], &GAMES[begins[1]..]];
    let cases: &[(&str, &[usize])] = &[
        ("white = 'O''Kelly'", &[0]),
        ("white ~ '^Tal$'", &[1, 2]),
        ("not white = 'Tal'", &[0]),
        ("elo_min > 2400", &[1]),
        ("elo_min is null", &[0, 2]),
        ("not (elo_min > 2400)", &[]),
        ("year = 1960 or outcome = 1", &[0, 1]),
        ("date = '1960-05-01'", &[1]),
        ("black ~* 'ANGSTROM'", &[0]),
        ("tag.event in ('A', 'C')", &[0, 2]),
        ("TAG.Event NOT IN ('A') AND PLIES > 1", &[1, 2]),
        ("plies = 4", &[1]),
        ("finding(L) and white = 'Tal'", &[2]),
        ("status = 'error'", &[2]),
        ("n_variations > 0", &[1]),
        ("moves('e4 e5')", &[0, 2]),
        ("moves('1. d4 d5 2. c4')", &[1]),
        ("position('*/*/*/*/4P3/5N2/*/* b')", &[0]),
        ("position('8/8/8/8/8/8/8/8')", &[]),
        ("position('rnbqkbnr/ppp2ppp/????????/3p????/*/*/PP2PPPP/*')", &[1]),
        ("after('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9')", &[0, 2]),
        ("material('KQR2B2N2P8 KQR2B2N2P8', 4)", &[1]),
        ("material('KQR2B2N2P0-7 K*Q*R*B*N*P*')", &[]),
        ("opening('queen''s gambit')", &[1]),
        ("player = 'Tal' and result != '*'", &[1]),
    ];
    for (expression, wanted) in cases {
        let all: String = wanted.iter().map(|index| parts[*index]).collect();
        let rest: String = (0..3).filter(|index| !wanted.contains(index)).map(|index| parts[index]).collect();
        for chunk in ["7", "100", "65536"] {
            let (text, exit, said) = select(&["-q", expression, "--chunk", chunk, "a.pgn"], folder.path());
            assert_eq!(
                (text.as_str(), exit),
                (all.as_str(), Some(i32::from(wanted.is_empty()))),
                "{expression} {said}"
            );
            let (text, ..) = select(&["-qv", expression, "--chunk", chunk, "a.pgn"], folder.path());
            assert_eq!(text, rest, "not {expression}");
        }
        let (count, ..) = select(&["-qc", expression, "a.pgn"], folder.path());
        assert_eq!(count.trim(), wanted.len().to_string(), "{expression}");
    }
}

#[test]
fn options_of_select() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("b.pgn"), GAMES.replace("Tal", "Bok")).unwrap();
    let run = |arguments: &[&str]| select(&[&["-q"], arguments].concat(), folder.path());
    assert_eq!(run(&["-c", "white = 'Tal'", "a.pgn", "b.pgn"]).0, "a.pgn:2\nb.pgn:0\n");
    assert_eq!(run(&["-l", "white = 'Tal'", "a.pgn", "b.pgn"]).0, "a.pgn\n");
    let events = |text: &str| text.lines().filter(|line| line.starts_with("[Event ")).count();
    assert_eq!(events(&run(&["white is not null", "--skip", "1", "--first", "3", "a.pgn", "b.pgn"]).0), 3);
    let drawn = |seed: &str| run(&["white is not null", "--sample", "2", "--seed", seed, "a.pgn", "b.pgn"]).0;
    assert_eq!((events(&drawn("3")), drawn("3")), (2, drawn("3")));
    assert!((0..20).map(|seed| drawn(&seed.to_string())).any(|text| text != drawn("3")));
    // A file that ends within a line does not run into the next one.
    assert!(run(&["white is not null", "a.pgn", "b.pgn"]).0.contains("tail\n\n% a line"));
    assert!(run(&["white is not null", "--sort", "event", "a.pgn", "b.pgn"]).0.starts_with("% a line"));
    assert!(!run(&["white is not null", "--sample", "6", "a.pgn", "b.pgn"]).0.starts_with('\n'));
    run(&["white is not null", "--out-dir", "each", "a.pgn", "b.pgn"]);
    for name in ["a.pgn", "b.pgn"] {
        let read = |inside: &str| fs::read(folder.path().join(inside).join(name)).unwrap();
        assert_eq!(read("each"), read("."), "{name}");
    }
    run(&["white is not null", "--out-dir", "out", "--split-by", "White", "a.pgn"]);
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    assert_eq!(read("O'Kelly.pgn").len() + read("Tal.pgn").len(), GAMES.len());
    let order = |sort: &str| -> String {
        let text = run(&["white is not null", "--sort", sort, "a.pgn", "b.pgn"]).0;
        text.lines().filter_map(|line| line.strip_prefix("[Event \"")?.chars().next()).collect()
    };
    assert_eq!([order("event"), order("-event,white"), order("elo_min")], ["AABBCC", "CCBBAA", "BBACAC"]);
    assert_eq!([order("plies,-event"), order("-plies")], ["CCAABB", "BBAACC"]);
    assert_eq!(events(&run(&["white is not null", "--sort", "date", "--skip", "1", "--first", "2", "a.pgn"]).0), 2);
    assert_eq!(run(&["white is not null", "--sort", "player", "a.pgn"]).1, Some(2));
    let lists = [
        ("list.csv", "source,game\na.pgn,2\nb.pgn,1\n"),
        ("list.jsonl", "{\"path\":\"a.pgn\",\"game\":2}\n{\"path\":\"b.pgn\",\"game\":1}\n"),
    ];
    for (name, text) in lists {
        fs::write(folder.path().join(name), text).unwrap();
        let (text, exit, _) = run(&["--list", name, "a.pgn", "b.pgn"]);
        assert_eq!((events(&text), text.contains("[Event \"B\"]"), exit), (2, true, Some(0)));
        assert_eq!(events(&run(&["-v", "--list", name, "a.pgn", "b.pgn"]).0), 4);
    }
    // Of what is not there something is said, and a list may come from a pipe.
    fs::write(folder.path().join("more.csv"), "source,game\n./a.pgn,2\na.pgn,9\nc.pgn,1\n").unwrap();
    let (text, exit, said) = run(&["--list", "more.csv", "a.pgn"]);
    assert_eq!((events(&text), exit), (1, Some(0)));
    assert!(said.contains("2 games of the list are in none of the inputs: a.pgn, game 9"), "{said}");
    let command = format!("cat more.csv | {} select -q --list - a.pgn", partie().get_program().display());
    let piped = Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), text);
    // Values of one file name have files of their own.
    let by = |site: &str| format!("[Event \"A\"]\n[Site \"{site}\"]\n\n1. e4 *\n\n");
    fs::write(folder.path().join("sites.pgn"), ["A/B", "A:B", "a/b", "?", "", "A/B"].map(by).concat()).unwrap();
    run(&["event = 'A'", "--out-dir", "sites", "--split-by", "Site", "sites.pgn"]);
    let mut files: Vec<(String, usize)> = fs::read_dir(folder.path().join("sites"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), events(&fs::read_to_string(entry.path()).unwrap())))
        .collect();
    files.sort();
    assert_eq!(files.iter().map(|(_, games)| *games).collect::<Vec<_>>(), [1, 3, 2], "{files:?}");
    fs::write(folder.path().join("a.kif"), "手合割：平手\n   1 ７六歩(77)\n   2 投了\n").unwrap();
    let (_, _, said) = run(&["plies > 0", "a.pgn", "a.kif"]);
    assert!(said.contains("--out-dir keeps them apart"), "{said}");
    // Hostile and hurried.
    for arguments in [
        &["white = 'x'"][..],
        &["white is not null", "a.pgn", "-o", "b.xz"],
        &["white = 'x'", "none.pgn"],
        &["white =", "a.pgn"],
        &["a.pgn"],
    ] {
        let (text, exit, said) = run(arguments);
        assert!(text.is_empty() && exit == Some(2) && said.starts_with("error"), "{arguments:?} {exit:?} {said}");
    }
    let (_, exit, said) = run(&["white is not null", "-o", "a.pgn", "a.pgn"]);
    assert!(exit == Some(2) && said.contains("X003"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), GAMES);
}

/// Of printed scores as well, whose rows begin with blanks.
#[test]
fn what_is_chosen_and_what_is_not_are_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let row = |moves: &str| {
        format!("            WHITE.                BLACK.\n    1. P. to K's 4th.     1. P. to K's 4th.\n{moves}\n")
    };
    let more = "    2. K. Kt. to B's 3d.  2. Q. Kt. to B's 3d.\n    3. K. B. to B's 4th.  3. K. B. to B's 4th.\n";
    let text = "Some prose stands here.\n\n".to_owned() + &(row("") + &row(more) + &row("")).repeat(300);
    fs::write(folder.path().join("a.txt"), &text).unwrap();
    for chunk in ["200", "3000", "65536"] {
        let run = |flags: &str| select(&[flags, "plies > 3", "--chunk", chunk, "a.txt"], folder.path()).0;
        let (chosen, others) = (run("-q"), run("-qv"));
        assert_eq!((chosen.len() + others.len(), chosen.is_empty()), (text.len(), false), "{chunk}");
    }
}

/// Whatever the threads and the slices, also where games come late; nothing is lost between what is chosen and what is not.
#[test]
fn threads_and_slices_change_nothing() {
    let path = real("chess/real.pgn.zst");
    let whole = zstd::decode_all(fs::File::open(&path).unwrap()).unwrap();
    for expression in ["black ~ '^K'", "plies > 80 and finding(D)", "material('KRP KR')"] {
        let run = |arguments: &[&str]| {
            let output = partie().args(["select", "-q"]).args(arguments).arg(expression).arg(&path).output().unwrap();
            output.stdout
        };
        let one = run(&["-j", "1"]);
        assert!(!one.is_empty() && one == run(&["-j", "2"]) && one == run(&["-j", "2", "--chunk", "5000"]));
        assert_eq!(one.len() + run(&["-v"]).len(), whole.len(), "{expression}");
    }
}

#[test]
fn wrong_expressions_are_shown_where_they_are_wrong() {
    let deep = format!("{}white = 'x'{}", "(".repeat(80), ")".repeat(80));
    let cases: &[(&str, usize, &str)] = &[
        ("", 0, "a column"),
        ("white", 0, "compare it with"),
        ("white = ", 8, "a column"),
        ("white = 'x", 10, "closing quote"),
        ("white = 5", 8, "texts"),
        ("plies = '5'", 8, "numbers"),
        ("plies > 5 and", 10, "must follow and"),
        ("not", 3, "must follow not"),
        ("(plies > 5)and(plies < 9)", 11, "between blanks"),
        ("white = Tal", 8, "single quotes: 'Tal'"),
        ("white = \"Tal\"", 8, "single quotes"),
        ("plies > 5 && year = 1990", 10, "write and"),
        ("plies == 5", 7, "one ="),
        ("plies > 3.5", 9, "whole"),
        ("white like 'T%'", 6, "write ~"),
        ("finding('')", 8, "\"\""),
        ("date > 1990", 7, "year"),
        ("(plies > 5", 10, "closing parenthesis"),
        ("plyes > 5", 0, "plies"),
        ("tags.Event = 'x'", 0, "only tag.NAME"),
        ("white ~ '('", 8, "regular expression"),
        ("plies ~ '5'", 0, "texts only"),
        ("date > '2019'", 7, "2024-02-29"),
        ("finding(Q9)", 8, "no finding"),
        ("draw(often)", 5, "threefold"),
        ("castles('x')", 0, "material"),
        ("position('8/8')", 9, "8 rows"),
        ("position('8/8/8/8/8/8/8/7')", 9, "row 8 has 7"),
        ("position('8/8/8/8/8/8/8/7x')", 9, "character 16"),
        ("material('KX KR')", 9, "KRP KR"),
        ("moves('e4 e4')", 6, "illegal"),
        ("moves('e5x')", 6, ""),
        ("after('8/8/8/8')", 6, "8 rows"),
        ("clocks_ms = 5", 12, "list"),
        ("game = 5", 0, "--list"),
        (&deep, 64, "fewer parentheses"),
    ];
    for (text, at, said) in cases {
        let wrong = Query::parse(text).expect_err(text);
        assert!(wrong.at == *at && wrong.message.contains(said), "{text}: {wrong:?}");
        assert!(wrong.show(text).contains('^'));
    }
    assert!(Query::parse(&format!("{}plies = 1", "not ".repeat(100_000))).is_ok());
}

/// Which games of a file are chosen, by their numbers from 1.
fn chosen(expression: &str, bytes: &[u8]) -> Vec<u32> {
    let query =
        std::sync::Arc::new(Query::parse(expression).unwrap_or_else(|wrong| panic!("{}", wrong.show(expression))));
    let choice = QueryChoice { query, options: Options::default(), given: ReadingHints::default() };
    let (mut chooser, mut number, mut chosen) = (choice.chooser(), 0, Vec::new());
    each(bytes.to_vec(), |met| match met {
        GameEvent::Game(game) => {
            number += 1;
            if chooser.chooses(game.slice, game) {
                chosen.push(number);
            }
        }
        GameEvent::Panicked => panic!("a game panicked"),
        GameEvent::Noise(_) => {}
    });
    chosen
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// The page's short names, with what they are in SQL.
fn names_of_page() -> Vec<(String, Vec<String>)> {
    let page = fs::read_to_string(root().join("docs/where.md")).unwrap();
    let codes = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let (_, table) = page.split_once("| name |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|')).flat_map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        let sql = codes(cells[3]);
        codes(cells[1]).into_iter().map(move |name| (name, sql.clone())).collect::<Vec<_>>()
    });
    rows.collect()
}

/// An expression, and the same in SQL as the page says it.
fn random(dice: &mut Dice, names: &[(String, Vec<String>)], depth: usize) -> (String, String) {
    if depth > 0 && dice.below(3) > 0 {
        let (one, one_sql) = random(dice, names, depth - 1);
        let (other, other_sql) = random(dice, names, depth - 1);
        return match dice.below(4) {
            0 => (format!("not ({one})"), format!("NOT ({one_sql})")),
            1 => (format!("({one}) or {other}"), format!("(({one_sql}) OR ({other_sql}))")),
            _ => (format!("({one}) and ({other})"), format!("(({one_sql}) AND ({other_sql}))")),
        };
    }
    const TEXTS: [&str; 14] = [
        "first_player",
        "second_player",
        "white",
        "black",
        "player",
        "event",
        "site",
        "round",
        "result",
        "eco",
        "end",
        "status",
        "termination",
        "time_class",
    ];
    const NUMBERS: [&str; 12] = [
        "plies",
        "year",
        "elo_min",
        "elo_max",
        "elo",
        "white_elo",
        "outcome",
        "n_captures",
        "n_errors",
        "date_precision",
        "fifty_ply",
        "opening_ply",
    ];
    let sql_of = |name: &str| {
        let found = names.iter().find(|(known, _)| known == name).map(|(_, sql)| sql.clone());
        found.unwrap_or_else(|| vec![format!("\"{name}\"")])
    };
    let any = |sides: Vec<String>, ask: &dyn Fn(&str) -> String| {
        format!("({})", sides.iter().map(|side| ask(side)).collect::<Vec<_>>().join(" OR "))
    };
    let operator = dice.one(&["=", "!=", "<", "<=", ">", ">="]);
    match dice.below(10) {
        9 => {
            let tag = dice.one(&["White", "ECO", "Event", "WhiteElo", "FEN", "Annotator"]);
            let text = dice.one(&["^K", "[0-9]{4}", "a.*e", "^B", "^.?$", "é"]);
            match dice.below(3) {
                0 => (format!("tag.{tag} is null"), format!("tags['{tag}'] IS NULL")),
                1 => (format!("tag.{tag} {operator} 'K'"), format!("tags['{tag}'] {operator} 'K'")),
                _ => (format!("tag.{tag} ~ '{text}'"), format!("regexp_matches(tags['{tag}'], '{text}')")),
            }
        }
        0 | 1 => {
            let name = dice.one(&NUMBERS);
            let number = [0, 1, -1, 2, 30, 60, 81, 1950, 1985, 2000, 2400, 2600][dice.below(12)];
            (format!("{name} {operator} {number}"), any(sql_of(name), &|side| format!("{side} {operator} {number}")))
        }
        2 => {
            let (name, text) =
                (dice.one(&TEXTS), dice.one(&["Kasparov, Gary", "?", "1-0", "A00", "ok", "checkmate", "B", "é"]));
            let ask = |side: &str| format!("{side} {operator} '{text}'");
            (format!("{name} {operator} '{text}'"), any(sql_of(name), &ask))
        }
        3 => {
            let (name, text) =
                (dice.one(&TEXTS), dice.one(&["^K", "[0-9]{4}", "a.*e", "O''", "ov\\b", "^.$", "(?i)wch|london"]));
            let ask = |side: &str| format!("regexp_matches({side}, '{text}')");
            (format!("{name} ~ '{text}'"), any(sql_of(name), &ask))
        }
        4 => {
            let (name, text) = (dice.one(&TEXTS), dice.one(&["KASPAROV", "é", "munchen", "^al", "ö$"]));
            let ask = |side: &str| format!("regexp_matches(strip_accents({side}), strip_accents('{text}'), 'i')");
            (format!("{name} ~* '{text}'"), any(sql_of(name), &ask))
        }
        5 => {
            let name = dice.one(&[&TEXTS[..], &NUMBERS[..]].concat());
            let not = dice.one(&["", "not "]);
            // Of two columns one is enough, and `not null` is the contrary of that.
            let sql = any(sql_of(name), &|side| format!("{side} IS NULL"));
            (format!("{name} is {not}null"), format!("{not}{sql}"))
        }
        6 => {
            let (name, not) = (dice.one(&["eco", "result", "round", "status"]), dice.one(&["", "not "]));
            let list = dice.one(&["('B90', 'ok')", "('1-0', '1', 'C42')", "('1/2-1/2', 'error', '?')"]);
            (format!("{name} {not}in {list}"), format!("{} {not}IN {list}", sql_of(name)[0]))
        }
        7 => {
            let code = dice.one(&["L", "N", "H", "L036", "R", "S0", "D001"]);
            let sql = format!("game_key IN (SELECT game_key FROM findings WHERE starts_with(code, '{code}'))");
            (format!("finding({code})"), sql)
        }
        _ => {
            let text = dice.one(&["b", "C4", "sicilian", "Queen''s", "A00"]);
            let sql =
                format!("(starts_with(lower(eco), lower('{text}')) OR starts_with(lower(opening), lower('{text}')))");
            (format!("opening('{text}')"), sql)
        }
    }
}

#[test]
fn short_names_are_those_of_the_page() {
    let page = names_of_page();
    let of_code: Vec<&str> = NAMES.iter().map(|name| name.name).collect();
    assert_eq!(page.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), of_code);
    for (name, (_, sql)) in NAMES.iter().zip(&page) {
        match name.meaning {
            Meaning::Column(column) => assert_eq!(sql, &[column]),
            Meaning::Either(columns) => assert_eq!(sql, &columns),
            _ => assert_eq!(sql.len(), 1),
        }
    }
}

/// Some of the real games.
fn sample() -> Vec<u8> {
    let real = zstd::decode_all(fs::File::open(real("chess/real.pgn.zst")).unwrap()).unwrap();
    let mut bytes = Vec::new();
    let mut at = 0;
    let mut number = 0;
    while let Some(next) = pgn::section(&real[at..]).map(|found| at + found) {
        if number % 37 == 0 {
            bytes.extend_from_slice(&real[at..next]);
        }
        (at, number) = (next, number + 1);
    }
    bytes
}

#[test]
fn the_same_games_as_in_duckdb() {
    if !cfg!(feature = "parquet") {
        println!("no parquet: skipped");
        return;
    }
    let mut bytes = sample();
    bytes.extend_from_slice(&fs::read(root().join("fixtures/club.pgn")).unwrap());
    let Some(python) = python_with("duckdb") else { return };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.pgn"), &bytes).unwrap();
    let analyzed = partie()
        .args(["analyze", "-q", "--infos", "--columns", "+tags", "-o", "out", "sample.pgn"])
        .current_dir(folder.path())
        .output();
    assert!(matches!(analyzed.unwrap().status.code(), Some(0 | 1)));
    let names = names_of_page();
    let mut dice = Dice(20);
    let asked: Vec<(String, String)> = (0..1000).map(|_| random(&mut dice, &names, 3)).collect();
    let mut script = String::from("import duckdb\ncon = duckdb.connect()\n");
    for table in ["games", "findings"] {
        script.push_str(&format!("con.execute(\"CREATE TABLE {table} AS FROM 'out/{table}/*/*.parquet'\")\n"));
    }
    for (_, sql) in &asked {
        let question = format!("SELECT game FROM games WHERE {sql} ORDER BY game");
        script.push_str(&format!("print(*(row[0] for row in con.execute({question:?}).fetchall()))\n"));
    }
    fs::write(folder.path().join("ask.py"), script).unwrap();
    let answers = Command::new(python).arg("ask.py").current_dir(folder.path()).output().unwrap();
    assert!(answers.status.success(), "{}", String::from_utf8_lossy(&answers.stderr));
    let answers = String::from_utf8(answers.stdout).unwrap();
    let (mut wrong, mut some) = (Vec::new(), 0);
    for ((expression, sql), answer) in asked.iter().zip(answers.lines()) {
        let own: Vec<String> = chosen(expression, &bytes).iter().map(u32::to_string).collect();
        some += usize::from(!own.is_empty());
        if own.join(" ") != answer {
            let (few, theirs) = (own.join(" "), answer);
            wrong.push(format!("{expression}\n  {sql}\n  {few:.80}\n  {theirs:.80}"));
        }
    }
    println!("{} expressions, {some} of them choose games", asked.len());
    assert!(wrong.is_empty() && some > 300, "{} of {}:\n{}", wrong.len(), asked.len(), wrong.join("\n"));
}

/// Copies are those that are left out where a game is kept once, and what is no copy is what is left.
#[test]
fn openings_and_castles_of_shogi_have_two_names() {
    let mino = "position startpos moves 7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 7a6b 7i7h 5a4b 5i4h 4b3b 4h3h 1c1d 1g1f 6a5b 3h2h \
                5c5d 3i3h 7c7d 6i5h 4a4b\n";
    let yes = |expression: &str| assert_eq!(chosen(expression, mino.as_bytes()), [1], "{expression}");
    let no = |expression: &str| assert_eq!(chosen(expression, mino.as_bytes()), [0u32; 0], "{expression}");
    yes("opening ~ '飛車' and opening ~ 'Rook'");
    yes("opening ~ '^四間飛車$'");
    yes("opening = '四間飛車'");
    yes("opening in ('矢倉', '四間飛車')");
    yes("opening_ja = '四間飛車' and opening('四間')");
    yes("first_castle_kind ~ '美濃' and first_castle_ja ~ '美濃' and first_castle_kind ~ 'Mino'");
    no("opening != '四間飛車'");
    no("not opening ~ '飛車'");
    no("opening not in ('四間飛車')");
    no("opening is null");
    no("first_castle_kind ~ '矢倉'");
}

#[test]
fn copies_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let (clean, club) = (root().join("fixtures/clean.pgn"), root().join("fixtures/club.pgn"));
    let bytes = [&clean, &club, &clean].map(|path| fs::read(path).unwrap()).concat();
    fs::write(folder.path().join("a.pgn"), &bytes).unwrap();
    fs::copy(&club, folder.path().join("b.pgn")).unwrap();
    let select = |expression: &str, more: &[&str]| {
        let output = partie()
            .args(["select", "-q", expression, "a.pgn", "b.pgn"])
            .args(more)
            .current_dir(folder.path())
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let convert = partie()
        .args(["convert", "-q", "--to", "uci", "--drop-duplicates", "a.pgn", "b.pgn"])
        .current_dir(folder.path())
        .output();
    let kept = String::from_utf8(convert.unwrap().stdout).unwrap().lines().count();
    let games = |text: &str| text.matches("[Event ").count();
    let (copies, others) = (select("duplicate", &[]), select("not duplicate", &[]));
    assert_eq!((games(&others), games(&copies)), (kept, 15 + 9 - kept));
    assert_eq!(select("duplicate", &["-v"]), others);
    assert_eq!(select("duplicate or white ~ '.'", &["-c"]), select("white ~ '.'", &["-c"]));
    assert_eq!(
        games(&select("duplicate and white ~ 'Dorrit'", &["--sort", "-plies"])),
        games(&select("white ~ 'Dorrit' and duplicate", &[]))
    );
    let refused =
        partie().args(["validate", "--where", "duplicate", "a.pgn"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

/// The program as Debian has it; runs of it are compared, none of its code is linked.
fn pgn_extract() -> Option<&'static str> {
    let found = ["pgn-extract", "/usr/games/pgn-extract"]
        .into_iter()
        .find(|name| Command::new(name).arg("-h").output().is_ok());
    if found.is_none() {
        println!("no pgn-extract: skipped");
    }
    found
}

/// The words of a row, as a shell would part them; `@FILE{...}` becomes the path of a file with that text.
fn words(row: &str, file: &Path) -> Vec<String> {
    let Some((before, rest)) = row.split_once("@FILE{") else { return row.split(' ').map(str::to_owned).collect() };
    let (text, after) = rest.rsplit_once('}').unwrap();
    fs::write(file, text.replace("\\n", "\n") + "\n").unwrap();
    let whole = format!("{before}{}{after}", file.display());
    whole.split(' ').map(str::to_owned).collect()
}

/// Each row of the table: the options of pgn-extract, and the expression that chooses the same games.
#[test]
fn the_same_games_as_pgn_extract() {
    let Some(program) = pgn_extract() else { return };
    let bytes = sample();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sample.pgn"), &bytes).unwrap();
    let file = folder.path().join("asked");
    let table = include_str!("from_pgn_extract.tsv");
    let names = |text: &[u8]| {
        let lines = text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"[White "));
        lines.map(|line| line.trim_ascii().to_vec()).collect::<Vec<_>>()
    };
    let (mut wrong, mut some) = (Vec::new(), 0);
    for row in table.lines() {
        let (options, expression) = row.split_once('\t').unwrap();
        let arguments = words(options, &file);
        let theirs =
            Command::new(program).arg("-s").args(&arguments).arg("sample.pgn").current_dir(folder.path()).output();
        let own =
            partie().args(["select", "-q", expression, "sample.pgn"]).current_dir(folder.path()).output().unwrap();
        let (theirs, own) = (names(&theirs.unwrap().stdout), names(&own.stdout));
        some += usize::from(!own.is_empty());
        if theirs != own {
            wrong.push(format!("{options}: {} games; {expression}: {}", theirs.len(), own.len()));
        }
    }
    println!("{} questions, {some} with an answer", table.lines().count());
    assert!(wrong.is_empty() && some > counted(60, 55), "{some}\n{}", wrong.join("\n"));
}

#[test]
fn games_that_are_skimmed_are_those_that_are_read() {
    let mut files = vec![GAMES.as_bytes().to_vec()];
    files.push(zstd::decode_all(fs::File::open(real("chess/real.pgn.zst")).unwrap()).unwrap());
    let own = ["chess/messy", "chess/faults"].map(real);
    for folder in own.into_iter().chain(["found", "hostile"].into_iter().filter_map(extra)) {
        for entry in walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
            files.push(fs::read(entry.path()).unwrap());
        }
    }
    let (mut skimmed, mut all) = (0, 0);
    for bytes in files.iter().filter(|bytes| bytes.len() < 30 << 20 && formats::sniff(bytes) == Format::Pgn) {
        let slice = Slice { format: Format::Pgn, bytes: bytes.clone(), last: true, ..Slice::default() };
        let mut reader = SliceReader::new(&slice, 0);
        let (mut record, mut fast) = (Record::default(), Record::default());
        loop {
            let start = reader.start();
            let next = pgn::skim(bytes, start, &mut fast);
            if !reader.read_next(&mut record) {
                assert!(next.is_none());
                break;
            }
            all += 1;
            let Some(next) = next else { continue };
            skimmed += 1;
            let tags = |record: &Record| record.tags.iter().map(|tag| (tag.name, tag.value)).collect::<Vec<_>>();
            let result = |record: &Record| record.result.map(|span| span.of(bytes).to_vec());
            let shown = String::from_utf8_lossy(&bytes[start..next]).into_owned();
            assert_eq!((reader.start(), tags(&record), result(&record)), (next, tags(&fast), result(&fast)), "{shown}");
        }
    }
    println!("{skimmed} of {all} games are skimmed");
    assert!(skimmed * 10 > all * 9, "{skimmed} of {all}");
}
