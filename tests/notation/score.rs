//! Printed scores: every game of the shared books has exactly its printed moves, in order, and every byte belongs
//! to something.

use crate::common;
use std::fs;

use crate::own_games::{PRINTED, counted, real};
use crate::score_support::{bare, covered, moves, records};
use partie_notation::letters::Letters;
use partie_notation::{fen, formats, kober, san, spell};
use partie_record::span::Span;
use partie_record::{Format, Heading, ItemKind, Language, Movetext, Outcome, Record, RecordClass};
use partie_rules::{Rules, Side};

/// A row of `manifest.csv`, as far as it is compared.
struct Row {
    id: String,
    status: String,
    first: usize,
}

fn manifest() -> (std::path::PathBuf, Vec<Row>) {
    let folder = real("chess/descriptive");
    let mut reader = csv::Reader::from_path(folder.join("manifest.csv")).unwrap();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        Row { id: row[0].to_owned(), status: row[2].to_owned(), first: row[5].parse().unwrap() }
    });
    let rows = rows.collect();
    (folder, rows)
}

#[test]
fn every_printed_game_has_its_moves() {
    let (folder, rows) = manifest();
    let mut right = 0;
    let mut plies = 0;
    let mut wrong = Vec::new();
    for row in &rows {
        let text = fs::read(folder.join("games").join(format!("{}.txt", row.id))).unwrap();
        let printed = fs::read_to_string(folder.join("games").join(format!("{}.moves.tsv", row.id))).unwrap();
        let printed: Vec<String> = printed.lines().skip(1).map(|line| bare(line.split('\t').nth(1).unwrap())).collect();
        let records = records(&text);
        covered(&text, &records);
        // The record that holds the first row.
        let from: usize = text.split_inclusive(|byte| *byte == b'\n').take(row.first - 1).map(<[u8]>::len).sum();
        let record = records.iter().find(|record| {
            let inside = record.span.from as usize <= from && from < record.span.to as usize;
            inside && record.has_moves
        });
        let read: Vec<String> = record.map(|record| moves(&text, record).map(bare).collect()).unwrap_or_default();
        plies += read.len();
        if read == printed {
            right += 1;
            continue;
        }
        let at = read.iter().zip(&printed).position(|(a, b)| a != b).unwrap_or(read.len().min(printed.len()));
        wrong.push(format!(
            "{} {}: {} moves of {}, at {at}: {:?} for {:?}",
            row.id,
            row.status,
            read.len(),
            printed.len(),
            read.get(at),
            printed.get(at)
        ));
    }
    println!("{right} of {} games, {plies} plies", rows.len());
    assert!(wrong.is_empty(), "{right} of {}\n{}", rows.len(), wrong.join("\n"));
}

/// What the reader makes of a text of one record: moves, codes of notes, the result.
fn one(text: &str) -> (Vec<String>, Vec<&'static str>, Option<Outcome>) {
    let bytes = text.as_bytes();
    let records = records(bytes);
    covered(bytes, &records);
    assert_eq!(records.len(), 1, "{text}");
    let record = &records[0];
    let moves = moves(bytes, record).map(bare).collect();
    (moves, record.notes.iter().map(|note| note.code.as_str()).collect(), record.outcome)
}

fn headings(text: &str, record: &Record) -> Vec<(Heading, String)> {
    let read =
        |(heading, span): &(Heading, Span)| (*heading, String::from_utf8_lossy(span.of(text.as_bytes())).into_owned());
    record.headings.iter().map(read).collect()
}

#[test]
fn other_scores_of_a_file_are_records_of_their_own() {
    let (folder, rows) = manifest();
    let mut scores = 0;
    for row in &rows {
        let text = fs::read_to_string(folder.join("games").join(format!("{}.txt", row.id))).unwrap();
        let records = records(text.as_bytes());
        // A row 1 of White at the beginning of a line, but for those inside of footnotes.
        let mut depth = 0i32;
        let mut begins = 0;
        for line in text.lines() {
            let trimmed = line.trim_start();
            let numbered = trimmed.starts_with("1. ") || row.id.starts_with("bird") && trimmed.starts_with("1 ");
            begins += usize::from(numbered && depth == 0 && !trimmed.contains(", or "));
            depth += line.matches('[').count() as i32 - line.matches(']').count() as i32;
            depth = depth.max(0);
        }
        let whole = records.iter().filter(|record| !record.notes.iter().any(|note| note.code.as_str() == "N051"));
        assert_eq!(whole.count(), begins, "{}", row.id);
        scores += records.len();
    }
    println!("{scores} scores in {} files", rows.len());
    assert_eq!(scores, counted(177, PRINTED));
}

/// The moves as the rules play them, in SAN.
fn replayed(cells: &[&str]) -> Vec<String> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut position = fen::read_fen(start, false).setup.position().expect("a position").0;
    let play = |cell: &&str| {
        let short = san::read_move(cell.as_bytes())
            .ok()
            .filter(|(rest, _)| rest.is_empty())
            .map(|(_, written)| written.pattern);
        let long = || kober::read_move(cell.as_bytes()).map(|read| read.written.pattern);
        let pattern = long().or(short).unwrap_or_else(|| panic!("{cell} is not read"));
        let found = position.resolve(&pattern);
        let partie_rules::Resolution::Unique(mv) = found else { panic!("{cell}: {found:?}") };
        let san = spell::san(&position, mv, Letters::ENGLISH).to_string();
        position.play(mv);
        san
    };
    cells.iter().map(play).collect()
}

#[test]
fn fractions_are_read_into_the_order_of_play() {
    let text = include_str!("../support/score/fractions.cases");
    let mut count = 0;
    for block in text.split("%%\n").skip(1) {
        let (cells, rest) = block.split_once('\n').unwrap();
        let (san, table) = rest.split_once('\n').unwrap();
        let cells: Vec<&str> = cells.trim_start_matches("cells: ").split('|').collect();
        let records = records(table.as_bytes());
        covered(table.as_bytes(), &records);
        assert_eq!(records.len(), 1, "{table}");
        let read: Vec<&str> = moves(table.as_bytes(), &records[0]).collect();
        assert_eq!(read, cells, "{table}");
        let played: Vec<String> = san.trim_start_matches("san: ").split(' ').map(str::to_owned).collect();
        assert_eq!(replayed(&read), played, "{table}");
        assert!(records[0].notes.is_empty(), "{:?}", records[0].notes);
        let algebraic = cells.contains(&"Nf3") || cells.contains(&"Nc3") || cells.contains(&"Bc4");
        assert_eq!(records[0].movetext, if algebraic { Movetext::Algebraic } else { Movetext::Kober }, "{table}");
        assert_eq!(formats::sniff(table.as_bytes()), Format::Score, "{table}");
        count += 1;
    }
    assert_eq!(count, 30);
}

#[test]
fn fixtures_are_scores() {
    for (name, plies, games) in
        [("opera", 33, 1), ("columns", 16, 2), ("bohemian", 10, 1), ("fraction", 12, 1), ("four_columns", 47, 1)]
    {
        let text = fs::read(common::root().join(format!("fixtures/kober/{name}.txt"))).unwrap();
        assert_eq!(formats::sniff(&text), Format::Score, "{name}");
        let records = records(&text);
        covered(&text, &records);
        assert_eq!(records.len(), games, "{name}");
        assert_eq!(moves(&text, &records[0]).count(), plies, "{name}");
        assert!(records.iter().all(|record| record.notes.is_empty()), "{name}: {:?}", records[0].notes);
    }
}

#[test]
fn four_columns_are_played_left_half_first() {
    let text = fs::read_to_string(common::root().join("fixtures/kober/four_columns.txt")).unwrap();
    let records = records(text.as_bytes());
    let read: Vec<&str> = moves(text.as_bytes(), &records[0]).collect();
    assert_eq!(read[0], "P to K4");
    assert_eq!(read[22..26], ["Q takes P", "R to QKt square", "Q to R4", "B to Kt3"]);
    assert_eq!(read[46], "B takes Kt mate");
    assert_eq!(
        headings(&text, &records[0]),
        [(Heading::White, "ANDERSSEN".to_owned()), (Heading::Black, "DUFRESNE".to_owned())]
    );
}

#[test]
fn rows_in_all_their_forms() {
    let game = ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-Kt5", "P-QR3"];
    let forms = [
        "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n",
        "1 P-K4  P-K4\r\n2 Kt-KB3  Kt-QB3\r\n3 B-Kt5  P-QR3\r\n",
        "  1. P-K4     1. P-K4\n  2. Kt-KB3   2. Kt-QB3\n  3. B-Kt5    3. P-QR3",
        "   1. P-K4       P-K4\n   2. Kt-KB3\n\nSome words on it: 2. P-Q4, or even 2. P-KB4.\n\n   2. ...        Kt-QB3\n   3. B-Kt5      P-QR3\n",
        "   1. P-K4       P-K4\n   2. Kt-KB3\n\nSome words.\n\n   2. ........   Kt-QB3\n   3. B-Kt5\n\nMore.\n\n                    P-QR3\n",
        "   1. P-K4       P-K4\n   2. Kt-KB3\n\n[Illustration]\n\n   2 ........    Kt-QB3\n   3. B-Kt5\n\n   ...           P-QR3\n",
        "   1. P-K4 [A]   P-K4[B]\n   2. Kt-KB3     Kt-QB3 {12}\n{13} /*  3. B-Kt5      P-QR3 */\n\n[Footnote A: 1. P-Q4.]\n\n[Footnote B: 1. ... P-QB4 [the Sicilian]\nis sharper.]\n",
        "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3\n",
    ];
    for form in forms {
        let (moves, notes, _) = one(form);
        assert_eq!(moves, game, "{form}");
        assert!(notes.is_empty(), "{notes:?} {form}");
    }
}

#[test]
fn wrong_numbers_lose_no_move() {
    let row = |number: u32| format!("  {number}. R-K1       {number}. R-Q1\n");
    let table = |numbers: &[u32]| numbers.iter().map(|number| row(*number)).collect::<String>();
    for (numbers, moves, notes) in [
        (&[1u32, 2, 3, 4][..], 8, &[][..]),
        (&[1, 2, 4, 5], 8, &["N050"]),
        (&[1, 2, 2, 4], 6, &["N050", "N050"]),
        (&[7, 8, 9], 6, &["N051"]),
        (&[1, 2, 8, 4, 5], 10, &["N050"]),
    ] {
        let (read, found, _) = one(&table(numbers));
        assert_eq!(read.len(), moves, "{numbers:?}");
        assert_eq!(found, notes, "{numbers:?}");
    }
    // A doubled row with other moves is a wrong number.
    let (read, found, _) = one("  1. P-K4   1. P-K4\n  2. P-Q4   2. PxP\n  2. QxP   2. Kt-QB3\n  4. Q-K3   4. P-Q3\n");
    assert_eq!((read.len(), found), (8, vec!["N050"]));
    // A cell that cannot be read is kept as a move.
    let (read, found, _) = one("  1. P-K4     P-K4\n  2. Kt-KBis   Kt-QB3\n  3. B-Kt5    KBis\n");
    assert_eq!((read.len(), found.len()), (6, 0));
}

#[test]
fn ends_in_words() {
    let rows = "  1. P-KB3      P-K4\n  2. P-KKt4     ";
    for (end, outcome) in [
        ("Q-R5ch\n      Resigns.\n", Outcome::SecondWins),
        ("Q-R5 mate\n      And wins.\n", Outcome::SecondWins),
        ("Resigns.\n", Outcome::FirstWins),
        ("Q-R5ch\n\n   White resigns.\n", Outcome::SecondWins),
        ("P-Q4\n   Drawn by perpetual check.\n", Outcome::Draw),
        ("P-Q4\n   and mates in three moves.\n", Outcome::SecondWins),
        ("P-Q4\n   And White mates in 12 moves.\n", Outcome::FirstWins),
        ("P-Q4   1/2-1/2\n", Outcome::Draw),
    ] {
        let (_, notes, found) = one(&format!("{rows}{end}"));
        assert_eq!(found, Some(outcome), "{end}");
        assert!(notes.is_empty());
    }
    for end in ["Q-R5ch\n  And Black must win.\n", "P-Q4\n   And wins the Queen.\n", "P-Q4\n  The game is equal.\n"] {
        assert_eq!(one(&format!("{rows}{end}")).2, None, "{end}");
    }
}

#[test]
fn headings_of_all_kinds() {
    let rows = "\n  1. P-K4      P-K4\n  2. P-KB4     PxP\n";
    for (above, expected) in [
        ("GAME No. 3\n\n   White: Spielmann. Black: Prokes.\n", "Event=GAME No. 3;White=Spielmann;Black=Prokes"),
        (
            "   (Remove White's Q. R. from the Board.)\n\n   WHITE. (Mr. S.)    BLACK. (Mr. ----.)",
            "Odds=Remove White's Q. R. from the Board.;White=Mr. S.;Black=Mr. ----.",
        ),
        ("  White           Black\n  MASON         H. E. BIRD", "White=MASON;Black=H. E. BIRD"),
        ("   Emanuel Lasker.     Capablanca.\n", "White=Emanuel Lasker;Black=Capablanca"),
        ("White: A. Name\nBlack: B. Name\n", "White=A. Name;Black=B. Name"),
        ("   WHITE.        BLACK.", ""),
        ("This is prose, which says something of the game and is not indented at all.\n", ""),
    ] {
        let text = format!("{above}{rows}");
        let records = records(text.as_bytes());
        covered(text.as_bytes(), &records);
        let found: Vec<String> =
            headings(&text, &records[0]).into_iter().map(|(heading, text)| format!("{heading:?}={text}")).collect();
        assert_eq!(found.join(";"), expected, "{above}");
        assert_eq!(moves(text.as_bytes(), &records[0]).count(), 4);
    }
}

#[test]
fn written_scores_with_tags_variations_and_words_of_the_players() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Notation \"descriptive-en-tight\"]\n\n1. P-K4 P-K4 (1... P-QB4 2. Kt-KB3 (2. P-QB3) P-Q3) 2. Kt-KB3 $1 {a comment\nover two lines} Kt-QB3\n3. B-Kt5 (ch.) P-QR3 ; the rest\n[%kober demand]\n4. B-R4 Kt-B3 1-0\n\n[White \"C\"]\n[Notation \"descriptive-en-tight\"]\n\n1. P-Q4 *\n";
    let bytes = text.as_bytes();
    assert_eq!(formats::sniff(bytes), Format::Score);
    let records = records(bytes);
    covered(bytes, &records);
    assert_eq!(records.len(), 2);
    let read: Vec<String> = moves(bytes, &records[0]).map(bare).collect();
    assert_eq!(read, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-Kt5(ch)", "P-QR3", "B-R4", "Kt-B3"]);
    assert_eq!((records[0].tags.len(), records[0].lines.len(), records[1].tags.len()), (3, 3, 2));
    assert!(records[0].notes.is_empty(), "{:?}", records[0].notes);
    assert_eq!(records[0].outcome, Some(Outcome::FirstWins));
    let said = |word: &str| {
        records[0].items.iter().any(|item| item.kind == ItemKind::Comment && item.span.of(bytes) == word.as_bytes())
    };
    assert!(said("[%kober demand]"));
}

#[test]
fn formats_are_told_apart() {
    // A book of which a modern transcript begins with a picture.
    let prose = "The game was played in the coffee house until the lamps were put out.\n".repeat(200);
    let preface = format!("[Illustration: A portrait]\n\nPREFACE.\n\n{prose}\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n");
    for (text, format) in [
        ("1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n", Format::Pgn),
        ("1. e2e4 e7e5 2. g1f3 b8c6\n", Format::Pgn),
        ("[Event \"x\"]\n\n1. e4 e5 *\n", Format::Pgn),
        ("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n", Format::Score),
        ("1. P-K4 P-K4", Format::Score),
        ("1. e2e4 | 1. e7e5\n2. Jg1f3 |\n", Format::Score),
        ("1. e2—e4  e7—e5\n2. S g1—f3  S b8—c6\n", Format::Score),
        ("1. P4R P4R\n2. C3FR C3FD\n3. F5CD P3TD\n", Format::Score),
        ("1. P4R P4R\n2. C3AR C3AD\n3. A5CD P3TD\n", Format::Score),
        ("Notes.\n\n1 apple\n2 pears\n", Format::Pgn),
        ("[Illustration]\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n", Format::Score),
        (&preface, Format::Score),
        ("", Format::Pgn),
        // Rows of SAN below a heading in words, however the numbers are typed.
        ("White: A   Black: B\n\n1  d4      d5\n2  c4      dxc4\n1-0\n", Format::Score),
        ("Novak - Kral\n1. d4 d5\n2. c4 dxc4\n", Format::Score),
        ("A. Novak vs B. Kral\r\nBrno, 3 March 2011\r\n\r\n1\td4\td5\r\n2\tc4\tdxc4\r\n3\te4\r\n", Format::Score),
        ("12.5.2019\n\n1) d4 d5\n2) c4 O-O\n", Format::Score),
        ("Novak - Kral\n1. d4 d5 2. c4 dxc4\n3. e4 e5 4. Nf3\n", Format::Score),
        // Without a heading, in running lines without players, below a comment or beside tags they are PGN.
        ("1 d4 d5\n2 c4 dxc4\n", Format::Pgn),
        ("A lesson\n1. d4 d5 2. c4 dxc4\n3. e4 e5 4. Nf3\n", Format::Pgn),
        ("{Novak - Kral}\n1. d4 d5\n2. c4 dxc4\n", Format::Pgn),
        ("; Novak - Kral\n1. d4 d5\n2. c4 dxc4\n", Format::Pgn),
        ("% Novak - Kral\n1. d4 d5\n2. c4 dxc4\n", Format::Pgn),
        ("A foreword\n1. d4 d5\n2. c4 dxc4\n\n[Event \"x\"]\n\n1. e4 *\n", Format::Pgn),
        ("Scores\n1 a4 a5\n3 b4 b5\n", Format::Pgn),
    ] {
        assert_eq!(formats::sniff(text.as_bytes()), format, "{text}");
    }
}

#[test]
fn records_that_begin_in_another() {
    let rows = |from: u32, to: u32| (from..=to).map(|row| format!("  {row}. R-K1       R-Q1\n")).collect::<String>();
    let text = format!(
        "GAME No. 1\n\n{}\nGAME No. 2\n\nMoves 1-8 as in Game No. 1.\n\n{}\nInstead of this, better\n\n{}",
        rows(1, 8),
        rows(9, 12),
        rows(10, 11)
    );
    let records = records(text.as_bytes());
    covered(text.as_bytes(), &records);
    let counts: Vec<usize> = records.iter().map(|record| moves(text.as_bytes(), record).count()).collect();
    assert_eq!(counts, [16, 8, 4]);
    assert!(records[0].notes.is_empty());
    assert!(records[1..].iter().all(|record| record.notes.len() == 1 && record.notes[0].code.as_str() == "N051"));
}

#[test]
fn variations_and_parentheses() {
    let text = "  1. P-K4     P-K4\n  2. Kt-KB3 (2. P-KB4 PxP) 2. Kt-QB3\n  3. B-Kt5 (ch.)   P-QR3 (best)\n  4. B-R4 (4. BxKt\n";
    let records = records(text.as_bytes());
    covered(text.as_bytes(), &records);
    assert_eq!(records[0].lines.len(), 2);
    assert_eq!(moves(text.as_bytes(), &records[0]).count(), 7);
}

/// The same records whether a file is read whole or cut where a record begins.
#[test]
fn cuts_change_nothing() {
    let (folder, rows) = manifest();
    for row in rows.iter().filter(|row| row.id.starts_with("bluebook")).step_by(4) {
        let text = fs::read(folder.join("games").join(format!("{}.txt", row.id))).unwrap();
        same_when_cut(&row.id, &text, 701);
    }
    let fraction =
        include_str!("../support/score/fractions.cases").replace("%%", "").replace("cells:", "").replace('|', " ");
    same_when_cut("fractions", fraction.as_bytes(), 23);
    let written = "[White \"A\"]\n[Notation \"descriptive-en-tight\"]\n\n1. P-K4 {over\n\n1. P-K4 P-K4\n} P-K4 2. P-Q4\n(2. P-KB4\nPxP)\n 1-0\n\n";
    same_when_cut("written", written.repeat(5).as_bytes(), 1);
}

/// Compares the records of a text with those of its parts, for cuts of beginnings of all lengths by `step`.
fn same_when_cut(name: &str, text: &[u8], step: usize) {
    let whole: Vec<(u32, u32, usize)> =
        records(text).iter().map(|record| (record.span.from, record.span.to, record.items.len())).collect();
    for at in (0..text.len()).step_by(step) {
        let Some(cut) = formats::cut(Format::Score, &text[..at]) else { continue };
        let mut parts = records(&text[..cut]);
        let first = parts.len();
        parts.extend(records(&text[cut..]));
        let parts: Vec<(u32, u32, usize)> = parts
            .iter()
            .enumerate()
            .map(|(index, record)| {
                let shift = if index < first { 0 } else { cut as u32 };
                (record.span.from + shift, record.span.to + shift, record.items.len())
            })
            .collect();
        assert_eq!(parts, whole, "{name} cut at {cut}");
    }
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    let long = "x".repeat(1 << 21);
    let moves = "P-K4 ".repeat(1 << 17);
    let blank = " ".repeat(1 << 20);
    let texts = [
        "[\n".repeat(300_000),
        "[a ".repeat(200_000),
        "{ 1. P-K4\n".repeat(100_000),
        "1. P-K4 {\n".repeat(100_000),
        "(1. P-K4 ".repeat(50_000),
        "1. P-K4 P-K4\n(1. P-K4 ".repeat(20_000),
        "1 x\n".repeat(300_000),
        "1. 2. 3.\n".repeat(100_000),
        "1. 2. 3.\ne2e4 e2e4\n".repeat(50_000),
        "1. P-K4 P-K4\n".repeat(20_000),
        "1 P-K4 P-K4 7 P-K4 P-K4\n".repeat(20_000),
        (1..100_000).map(|number| format!("{number}. P-K4 P-K4\n")).collect(),
        (1..100_000).map(|number| format!("{number}. P-K4 P-K4 {}. P-K4 P-K4\n", number + 100_000)).collect(),
        "WHITE. BLACK.\n".repeat(100_000),
        "GAME\n\n\n".repeat(100_000),
        "A    B\n".repeat(100_000),
        "A - B\n1 e4 e5\n\n".repeat(5_000),
        "A\n\n\n\n\n\n".repeat(20_000),
        "\u{feff}1. \u{2014}\u{2014}\n".repeat(1000),
        format!("1. P-K4 {long}\n2. P-K4 P-K4\n"),
        format!("1. {moves}\n"),
        format!("1. P-K4{blank}P-K4\n2. P-K4 P-K4\n"),
        "\r".repeat(1 << 20),
        "|".repeat(1 << 20),
        "*".repeat(1 << 19),
    ];
    for (index, text) in texts.iter().enumerate() {
        let start = std::time::Instant::now();
        let _ = formats::sniff(text.as_bytes());
        let found = records(text.as_bytes());
        let _ = formats::cut(Format::Score, text.as_bytes());
        let _ = formats::next(Format::Score, text.as_bytes());
        let spent = start.elapsed();
        println!("{index}: {} records, {spent:?} for {} kB", found.len(), text.len() >> 10);
        assert!(spent.as_secs() < 10, "{index}");
    }
}

#[test]
fn garbage_belongs_to_something() {
    let alphabet =
        "1234567890..   \n\n\t\r\u{2014}[](){}|*/-xPKQRBNt'sdae4:;+#\u{2020}WHITEBLACKFootnote\u{feff}\u{d7}";
    let letters: Vec<char> = alphabet.chars().collect();
    let words = [
        "1. P-K4 ",
        "P-K4\n",
        "2. ",
        "... ",
        "White: A. Black: B.\n",
        "\n\n",
        "Resigns.\n",
        "   Kt to B. 3d  ",
        "[A]",
        "GAME\n",
        "{x}",
        "e2e4",
        "-----\n",
        "1. 2.\n",
        "[White \"x\"]\n",
        "(1. ",
    ];
    let mut state = 7u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..30_000 {
        let mut text = String::new();
        for _ in 0..next(40) {
            match next(3) {
                0 => text.push(letters[next(letters.len())]),
                _ => text.push_str(words[next(words.len())]),
            }
        }
        let read = records(text.as_bytes());
        covered(text.as_bytes(), &read);
        for at in 0..=text.len() {
            if text.is_char_boundary(at) && next(20) == 0 {
                let _ = formats::cut(Format::Score, &text.as_bytes()[..at]);
            }
        }
    }
    let mut bytes = vec![0u8; 1 << 16];
    bytes.iter_mut().for_each(|byte| *byte = next(256) as u8);
    covered(&bytes, &records(&bytes));
}

#[test]
fn movetext_is_told_by_content() {
    for (text, movetext) in [
        ("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n", Movetext::Descriptive(Language::English)),
        ("1. P4R P4R\n2. C3FR C3FD\n3. F5CD P3TD\n", Movetext::Descriptive(Language::French)),
        ("1. P4R P4R\n2. C3AR C3AD\n3. A5CD P3TD\n", Movetext::Descriptive(Language::Spanish)),
        ("1. e2e4 | 1. e7e5\n2. Jg1f3 | 2. Jb8c6\n3. 0-0 |\n", Movetext::Kober),
        ("1. e2—e4  e7—e5\n2. S g1—f3  S b8—c6\n", Movetext::Kober),
        ("1. e4 e5\n2. Nf3 Nc6\n3. O-O Nf6\n", Movetext::Algebraic),
    ] {
        let records = records(text.as_bytes());
        covered(text.as_bytes(), &records);
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(records[0].movetext, movetext, "{text}");
        assert!(moves(text.as_bytes(), &records[0]).count() > 3, "{text}");
    }
}

/// Tables derived from the grammar have their cells, in order.
#[test]
fn tables_of_the_grammar() {
    use crate::grammar_support::{Grammar, Sampler};
    let grammar =
        Grammar::new(&[include_str!("../grammars/score-game.abnf"), include_str!("../../grammars/descriptive.abnf")]);
    let mut sampler = Sampler::new(&grammar, 9, 12, 30);
    let [number, cell] = ["number", "cell"].map(|name| grammar.rule(name));
    for round in 0..20_000 {
        let (mut text, mut wanted) = (Vec::new(), Vec::new());
        for row in 1..=3 {
            let put_number = |sampler: &mut Sampler<'_>, text: &mut Vec<u8>| {
                let number = String::from_utf8(sampler.sentence(number)).unwrap();
                text.extend_from_slice(number.replace('#', &row.to_string()).as_bytes());
            };
            put_number(&mut sampler, &mut text);
            for side in 0..2 {
                if side == 1 {
                    text.extend_from_slice(b"      ");
                    if round % 2 == 1 {
                        put_number(&mut sampler, &mut text);
                    }
                }
                let one = sampler.sentence(cell);
                let bare = match one.as_slice() {
                    [head @ .., b'[', _, b']'] => head.to_vec(),
                    all => all.to_vec(),
                };
                wanted.push(bare);
                text.extend_from_slice(&one);
            }
            text.push(b'\n');
        }
        let all = records(&text);
        let found: Vec<Vec<u8>> = all
            .iter()
            .flat_map(|record| &record.items)
            .filter(|item| item.kind == ItemKind::Move)
            .map(|item| item.span.of(&text).to_vec())
            .collect();
        let trimmed = |list: &[Vec<u8>]| -> Vec<String> {
            list.iter().map(|one| String::from_utf8_lossy(one).trim().trim_end_matches('.').to_owned()).collect()
        };
        assert_eq!(trimmed(&found), trimmed(&wanted), "{}", String::from_utf8_lossy(&text));
    }
}

/// A cell that cannot be read stays the move of its number and side, wherever its row is damaged.
#[test]
fn a_cell_that_cannot_be_read_keeps_its_place() {
    const ROWS: [&str; 4] = [
        "  1. P. to K's 4th.            1. P. to K's 4th.",
        "  2. K. Kt. to B's 3d.         2. Q. Kt. to B's 3d.",
        "  3. B. to Q. Kt's 5th. (ch.)  3. P. takes K. P.[A]",
        "  4. Castles.                  4. B. to K's 2d.",
    ];
    for (whole, damaged) in [
        ("P. to K's 4th. ", "P. fo K's 4th. "),
        ("K. Kt. to B's 3d. ", "K. Xt. to B's 3d. "),
        ("Q. Kt. to B's 3d.", ". Kt. to B's 3d."),
        ("Q. Kt. to B's 3d.", "Q. Kt. to B's 3u."),
        ("B. to Q. Kt's 5th.", "B. to Q. Kt's 5tL."),
        ("P. takes K. P.", "P. tbkes K. P."),
        ("P. takes K. P.", "P. ta"),
        ("Castles. ", "Castl^s. "),
        ("Castles. ", "C "),
        ("B. to K's 2d.", "0. to K's 2d."),
        ("B. to K's 2d.", "B. to K's 4#h."),
    ] {
        let text = format!("\n{}\n", ROWS.join("\n")).replacen(whole, damaged, 1);
        let records = records(text.as_bytes());
        covered(text.as_bytes(), &records);
        let read: Vec<&str> = moves(text.as_bytes(), &records[0]).collect();
        assert_eq!((records.len(), read.len()), (1, 8), "{damaged}: {read:?}");
        assert!(records[0].notes.is_empty(), "{damaged}: {:?}", records[0].notes);
        assert!(
            read.iter().any(|cell| damaged.trim().starts_with(cell.trim_end_matches(" (ch.)"))),
            "{damaged}: {read:?}"
        );
    }
}

/// A book is known however long its preface is, in Latin-1 as in UTF-8.
#[test]
fn a_long_preface_hides_no_book() {
    let preface = "It is of use to none to say of the openings what is said of them everywhere.\n".repeat(800);
    let rows = "\n       WHITE.              BLACK.\n  1. P - K 4       P - Q 4\n  2. P \u{d7} P         Q \u{d7} P\n  3. Q Kt - B 3    Q - Q R 4\n";
    let text = format!("{preface}{rows}");
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let numbered = text.replace("P - Q 4\n", "1. P - Q 4\n");
    for bytes in [text.as_bytes(), &latin, numbered.as_bytes()] {
        assert_eq!(formats::sniff(bytes), Format::Score);
        for length in [0, 1, 20_000, 60_000] {
            assert!(matches!(formats::sniff_partly(&bytes[..length], false), None | Some(Format::Score)), "{length}");
        }
        let games = partie_replay::texts::replay(bytes);
        let played: Vec<u32> = games.iter().filter_map(|game| Some(game.replayed.as_ref()?.plies)).collect();
        assert_eq!(played, [6]);
    }
    let tagged = format!("{preface}\n[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    assert_eq!(formats::sniff(tagged.as_bytes()), Format::Pgn);
}

#[test]
fn scores_in_running_text() {
    let doubled = "GAME.--Between A and B.\nWHITE. (Mr. A.) BLACK. (Mr. B.) 1. P-K4 1. P-K4 2. Kt-KB3 2. Kt-QB3 3. B-Kt5 \
                   3. P-QR3 4. B-R4 4. Resigns And so it ended.\n";
    let (read, notes, outcome) = one(doubled);
    assert_eq!(read, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-Kt5", "P-QR3", "B-R4"]);
    assert_eq!((notes, outcome), (vec![], Some(Outcome::FirstWins)));
    // A number that touches its move, ones that are misread, cells that cannot be read.
    let scanned = "From a newspaper. 1 P-K 4 P-K 4 2 KL-K B 3 Kt-Q B 3\n3 B-Kt 5 P-Q R 3 4B-R 4 Kt-B 3 5, Castles\nR sP! 6 R-K 1 \
                   P-Q Kt 4 9 B-Kt 3 P-Q 3 8 P-B 3 Castles and so on.\n";
    let (read, notes, _) = one(scanned);
    let cells =
        ["P-K4", "P-K4", "KL-KB3", "Kt-QB3", "B-Kt5", "P-QR3", "B-R4", "Kt-B3", "Castles", "RsP", "R-K1", "P-QKt4"];
    assert_eq!(read[..12], cells);
    assert_eq!(read[12..], ["B-Kt3", "P-Q3", "P-B3", "Castles"]);
    // `5,` and the 9 that stands for 7.
    assert_eq!(notes, ["N050", "N050"]);
    let listed = "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5, P-QR3; 4. B-R4, Kt-B3; 5. O-O, B-K2; 6. R-K1, P-QKt4\n";
    assert_eq!(one(listed).0.len(), 12);
    // A sentence that names moves is none.
    let said = "The opening moves are 1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, and White stands well.\n";
    assert!(records(said.as_bytes()).iter().all(|record| !record.has_moves), "{said}");
}

#[test]
fn numbers_as_scans_have_them() {
    let text = "l. P-K4        l. P-K4\nZ. Kt-KB3      2. Kt-QB3\n3. B-Kt5       3- P-QR3\n";
    let (read, notes, _) = one(text);
    assert_eq!(read, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-Kt5", "P-QR3"]);
    assert_eq!(notes, ["N050"; 4]);
    let text = "1. P-K4        P-K4\n2. Kt-KB3      Kt-QB3\nIf 3. B-B4 then Kt-B3.\n\nI. think so.\n";
    assert_eq!(one(text).0.len(), 4);
}

#[test]
fn tables_of_notes_are_notes() {
    let text = "1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n\nIf 3. B-B4 then Kt-B3.\n\n3. B-Kt5  P-QR3\n   (a) 3. B-B4   B-B4\n       4. P-B3   \
                Kt-B3\n4. B-R4   Kt-B3\n";
    assert_eq!(one(text).0, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-Kt5", "P-QR3", "B-R4", "Kt-B3"]);
    let text = "  1. P-K4    1. P-K4\n  2. Kt-KB3\n\n    Or\n\n      2. B-B4      2. Kt-KB3\n      3. P-Q3      3. P-B3\n\n  2. ...     \
                2. Kt-QB3\n";
    assert_eq!(one(text).0, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3"]);
    // A row whose line was broken.
    assert_eq!(one("1. P-K4   P-K4\n2. Kt-KB3\nKt-QB3\n3. B-Kt5  P-QR3\n").0.len(), 6);
}

#[test]
fn classes_of_records() {
    let rows = "1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-Kt5  P-QR3\n";
    let class = |above: &str| records(format!("{above}\n\n{rows}").as_bytes()).last().unwrap().class.name();
    assert_eq!(class("GAME II.--Between Mr. A and Mr. B."), "game");
    assert_eq!(class("GAME II. Played at Paris"), "game");
    assert_eq!(class("WHITE. (A.)   BLACK. (B.)"), "game");
    assert_eq!(class("White: A. Black: B."), "game");
    assert_eq!(class(""), "game");
    assert_eq!(class("VARIATION I."), "analysis");
    assert_eq!(class("THE RUY LOPEZ"), "analysis");
    assert_eq!(
        class("1. P-Q4   P-Q4\n2. P-QB4   P-K3\n\nSECOND VARIATION,\n_Beginning at White's 2d move._"),
        "analysis"
    );
}

#[test]
fn problems_say_what_is_asked() {
    let rank = "|   |   |   |   |   |   |   |   |\n";
    let board = format!("{rank}{}{}", "|   |   | K |   |   | Q |   | K*|\n", rank.repeat(6));
    let class = |above: &str, below: &str| {
        let text = format!("{above}\n{board}{below}\n\n1. Q-Kt7\n");
        records(text.as_bytes()).last().unwrap().class
    };
    for (asked, shown) in [
        ("White to play and mate in two moves.", "White #2"),
        ("No. 5. White mates in 3.", "White #3"),
        ("BLACK TO MOVE AND MATE IN FOUR MOVES", "Black #4"),
        ("White to play and win.", "White +"),
        ("Black to move and draw", "Black ="),
        ("Mate in two.", "? #2"),
        ("Weiß zieht und setzt in drei Zügen matt.", "White #3"),
        ("Matt in 2 Zügen", "? #2"),
        ("Weiss am Zuge gewinnt.", "White +"),
        ("Les blancs jouent et font mat en trois coups.", "White #3"),
        ("Blancas juegan y dan mate en dos jugadas", "White #2"),
        ("Il bianco muove e dà matto in due mosse.", "White #2"),
    ] {
        for class in [class(asked, ""), class("PROBLEM I.", asked)] {
            let RecordClass::Problem(found) = class else { panic!("{asked}: {class:?}") };
            let side = found.side.map_or("?", |side| if side == Side::First { "White" } else { "Black" });
            assert_eq!(format!("{side} {found}"), shown, "{asked}");
        }
    }
    // Words of the end, and what the board does not ask alone.
    for text in ["Drawn.", "White wins.", "Mate.", "White to move his King alone and mate in five moves.", "Draw"] {
        assert!(!matches!(class(text, ""), RecordClass::Problem(_)), "{text}");
    }
}

#[test]
fn players_of_titles_and_sentences() {
    let named = |text: &str| {
        let text = format!("{text}\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n");
        let records = records(text.as_bytes());
        let name = |wanted: Heading| headings(&text, &records[0]).into_iter().find(|(heading, _)| *heading == wanted);
        [Heading::White, Heading::Black].map(|heading| name(heading).map(|(_, name)| name).unwrap_or_default())
    };
    let title = "GAME II.--Between Mr. Morphy and Mr. Harrwitz.\n\n";
    assert_eq!(named(&format!("{title}WHITE. (Mr. M.)   BLACK. (Mr. H.)")), ["Mr. Morphy", "Mr. Harrwitz"]);
    assert_eq!(named(&format!("{title}WHITE. (Mr. H.)   BLACK. (Mr. M.)")), ["Mr. Harrwitz", "Mr. Morphy"]);
    assert_eq!(named(&format!("{title}WHITE. (Mr. X.)   BLACK. (Mr. Y.)")), ["Mr. X.", "Mr. Y."]);
    let sentence = "EXAMPLE 3.--Queen's Gambit. White: F. J. Marshall. Black: J. R. Capablanca. (New York.)\n";
    assert_eq!(named(sentence), ["F. J. Marshall", "J. R. Capablanca"]);
    assert_eq!(named("White, H. N. Pillsbury; Black, Dr E. Lasker.\n"), ["H. N. Pillsbury", "Dr E. Lasker"]);
}

#[test]
fn typed_score_sheets_have_players_and_moves() {
    for (above, expected) in [
        ("White: A   Black: B", "White=A;Black=B"),
        ("White: A. Novak\nBlack: B. Kral", "White=A. Novak;Black=B. Kral"),
        ("Novak - Kral", "White=Novak;Black=Kral"),
        ("Novák – Král", "White=Novák;Black=Král"),
        ("A. Novak vs B. Kral\nBrno, 3 March 2011", "White=A. Novak;Black=B. Kral"),
        ("Brno, 3 March 2011\n\nNovak, Jan v. Kral, Petr", "White=Novak, Jan;Black=Kral, Petr"),
        ("Queen's Gambit - Accepted Variation", ""),
        ("Novak - Kral, Brno", ""),
        ("Novak - Kral - Maly", ""),
        ("a lesson - Kral", ""),
    ] {
        for (first, second) in
            [("1  d4      d5", "2  c4      dxc4"), ("1. d4 d5", "2. c4 dxc4"), ("1)\td4\td5", "2)\tc4\tdxc4")]
        {
            let text = format!("{above}\n\n{first}\n{second}\n1-0\n");
            let records = records(text.as_bytes());
            covered(text.as_bytes(), &records);
            assert_eq!(records.len(), 1, "{text}");
            let players = headings(&text, &records[0]).into_iter().filter(|(heading, _)| *heading != Heading::Event);
            let found: Vec<String> = players.map(|(heading, name)| format!("{heading:?}={name}")).collect();
            assert_eq!(found.join(";"), expected, "{text}");
            let read: Vec<&str> = moves(text.as_bytes(), &records[0]).collect();
            assert_eq!(read, ["d4", "d5", "c4", "dxc4"], "{text}");
            assert_eq!(records[0].outcome, Some(Outcome::FirstWins), "{text}");
            assert!(records[0].notes.is_empty(), "{text}");
        }
    }
}

/// The letters of another language; and rows that follow each other on a line, where the heading names players.
#[test]
fn typed_score_sheets_in_other_forms() {
    for (text, format) in [
        ("Novak - Kral\n\n1  d4  d5\n2  Sf3  Sf6\n1-0\n", Format::Score),
        ("Bílý: Novák   Černý: Král\n\n1  d4  d5\n2  Jf3  Jf6\n1-0\n", Format::Score),
        ("White: A   Black: B\n\n1. d4 d5 2. Nf3 Nf6 1-0\n", Format::Score),
        ("Novak - Kral\n1. d4 d5 2. Cf3 Cf6 1-0\n", Format::Score),
        ("A lesson of last week\n\n1. d4 d5 2. Nf3 Nf6 1-0\n", Format::Pgn),
    ] {
        assert_eq!(formats::sniff(text.as_bytes()), format, "{text}");
        if format == Format::Score {
            let records = records(text.as_bytes());
            assert_eq!(records.len(), 1, "{text}");
            let players = headings(text, &records[0]);
            let named =
                players.iter().filter(|(heading, _)| matches!(heading, Heading::White | Heading::Black)).count();
            assert_eq!((named, moves(text.as_bytes(), &records[0]).count()), (2, 4), "{text}");
            assert!(records[0].notes.is_empty(), "{text}");
        }
    }
}

#[test]
fn every_byte_is_in_one_segment() {
    for name in ["kober/book.txt", "kober/scan.txt", "kober/opera.txt", "kober/four_columns.txt"] {
        let text = fs::read(common::root().join("fixtures").join(name)).unwrap();
        let mut at = 0;
        for record in records(&text) {
            for segment in partie_notation::score::segments(&text, &record) {
                assert_eq!(segment.span.from as usize, at, "{name}: {:?}", segment.kind);
                at = segment.span.to as usize;
            }
            assert_eq!(at, record.span.to as usize, "{name}");
        }
    }
}

#[test]
fn pages_are_those_of_the_last_mark() {
    let text = b"{11}\nrows\n[Pg 12]\n{as here} rows";
    let page = |at: usize| partie_notation::score::page(text, at);
    assert_eq!([page(2), page(6), page(20), page(text.len())], [None, Some(11), Some(12), Some(12)]);
}

#[test]
fn what_notes_and_prose_say_is_no_move_of_the_game() {
    let rows = "   1. P to K 4                    1. P to K 4\n   2. Kt to K B 3                 2. Kt to Q B 3\n   3. B to B 4   \
                3. B to B 4\n";
    let seven = |text: &str| one(&format!("{rows}{text}")).0.len();
    // A quoted move begins a line of a note.
    let quoted = "   4. Castles                        ...\n\n    White may also play here 4. P to B 3, to which Black's best is\n    \
                  4. ... B to Kt 3, and not 4. ... P to B 4.\n\n      ...                         4. P to Q 3\n";
    assert_eq!(seven(quoted), 8);
    // A table in parentheses.
    let aside = "\n(White threatens a subtle thing--\n\n   4. Kt to Kt 5                  4. Kt to R 3\n   5. Q to R 5           \
                 5. Castles\n\n    And wins.)\n\n   4. Castles                     4. Kt to B 3\n";
    assert_eq!(seven(aside), 8);
    assert_eq!(one(&format!("{rows}{aside}")).0[6..], ["Castles", "KttoB3"]);
    // A parenthesis that never closes holds nothing.
    assert_eq!(seven("\n(What follows is known.\n\n   4. Castles                     4. Kt to B 3\n"), 8);
    let note = "1 P-K4 P-K4 2 Kt-KB3 P-Q3 3 P-Q4 B-Kt5 (a weak move; best is\n3 P x P, and if 4 Q x P, Kt-QB3 with equality) 4 P x P \
                B x Kt 5 Q x B P x P 6 B-QB4 Kt-KB3\n";
    assert_eq!(one(note).0.len(), 12);
    // Prose that names both colours names no players.
    let prose =
        "the attack of\nWhite against Black's King. It must be remembered.\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n";
    let records = records(prose.as_bytes());
    assert!(headings(prose, &records[0]).iter().all(|(heading, _)| *heading == Heading::Event), "{records:?}");
    // Text behind the result of a game with tags.
    let licence = "[White \"A\"]\n[Notation \"descriptive-en\"]\n\n1. P-K4 P-K4 2. Kt-KB3 1-0\n\nUpdated editions replace the\nwill be \
                   B. Kt. K.\n";
    assert_eq!(one(licence).0.len(), 3);
}

#[test]
fn games_without_moves_are_records_of_their_own() {
    let rows = "  1. P-K4              P-K4\n  2. Kt-KB3            Kt-QB3\n\n     1-0\n\n\n";
    let game = |number: usize| format!("White: Adam{number}   Black: Brown{number}\n\n{rows}");
    let forfeit = |number: usize| format!("White: Adam{number}   Black: Brown{number}\n\n     0-1\n\n\n");
    for order in ["fg", "gf", "gfg", "ffg", "gff", "gffgf"] {
        let text: String =
            order.bytes().enumerate().map(|(at, kind)| if kind == b'g' { game(at) } else { forfeit(at) }).collect();
        let records = records(text.as_bytes());
        covered(text.as_bytes(), &records);
        assert_eq!(records.len(), order.len(), "{text}");
        for (at, (record, kind)) in records.iter().zip(order.bytes()).enumerate() {
            let names = [(Heading::White, format!("Adam{at}")), (Heading::Black, format!("Brown{at}"))];
            assert_eq!(headings(&text, record), names, "{order}");
            let (plies, outcome) = if kind == b'g' { (4, Outcome::FirstWins) } else { (0, Outcome::SecondWins) };
            assert_eq!(moves(text.as_bytes(), record).count(), plies, "{order}");
            assert_eq!(record.outcome, Some(outcome), "{order}");
        }
    }
    // A result above its own rows makes no second game, nor does one below a heading that only ends a page.
    let (moves, _, outcome) = one("White: Adam   Black: Brown\n1/2-1/2\n\n 1. P-K4   P-K4\n 2. P-Q4   P-Q4\n");
    assert_eq!((moves.len(), outcome), (4, Some(Outcome::Draw)));
}

/// Labels of the players in the languages of the piece letters, one or two on a line, with what parts them.
#[test]
fn labels_of_the_players_are_no_part_of_their_names() {
    for [white, black] in [
        ["White", "Black"],
        ["Weiß", "Schwarz"],
        ["WEISS", "SCHWARZ"],
        ["Bílý", "Černý"],
        ["Biely", "Čierny"],
        ["Blancs", "Noirs"],
        ["Blancas", "Negras"],
        ["Bianco", "Nero"],
        ["BIANCO", "NERO"],
        ["Białe", "Czarne"],
        ["Világos", "Sötét"],
        ["Wit", "Zwart"],
        ["Brancas", "Pretas"],
        ["Vit", "Svart"],
        ["Белые", "Чёрные"],
        ["Белые", "Черные"],
    ] {
        for gap in ["   ", "  ", " ", ", ", " - ", "\n"] {
            for colon in [":", " :"] {
                for [first, second] in [["Müller", "Maier"], ["A. Novak", "Kral, J."], ["A", "B"]] {
                    let text = format!(
                        "{white}{colon} {first}{gap}{black}{colon} {second}\n\n1  e4  c5\n2  Nf3  d6\n3  d4  cxd4\n1-0\n"
                    );
                    let records = records(text.as_bytes());
                    covered(text.as_bytes(), &records);
                    assert_eq!(records.len(), 1, "{text}");
                    let names = [(Heading::White, first.to_owned()), (Heading::Black, second.to_owned())];
                    assert_eq!(headings(&text, &records[0]), names, "{text}");
                    assert_eq!(moves(text.as_bytes(), &records[0]).count(), 6, "{text}");
                }
            }
        }
    }
}

/// Layouts of columns and paragraphs: the same four moves, whatever stands between them.
#[test]
fn cells_have_their_places_in_any_layout() {
    let moves_of = |text: &str| -> Vec<String> {
        let text = format!("            GAME IV.\n\nBird and Morphy.\n\n{text}\nAn instructive ending.\n");
        let records = records(text.as_bytes());
        covered(text.as_bytes(), &records);
        let record = records.iter().find(|record| record.has_moves);
        record.map(|record| moves(text.as_bytes(), record).map(str::to_owned).collect()).unwrap_or_default()
    };
    for (text, expected) in [
        (
            "1. P-K4\n\nP-K4\n\n2. Kt-KB3\n\nP-Q3\n\n3. P-Q4\n\nP-KB4\n",
            ["P-K4", "P-K4", "Kt-KB3", "P-Q3", "P-Q4", "P-KB4"],
        ),
        ("(1) P-K4 P-K4 (2) Kt-KB3\nP-Q3 (3) P-Q4 P-KB4\n", ["P-K4", "P-K4", "Kt-KB3", "P-Q3", "P-Q4", "P-KB4"]),
        ("1. P-K4/P-K4; 2. P-KB4/B-B4; 3.\nB-B4/P-KB4\n", ["P-K4", "P-K4;", "P-KB4", "B-B4;", "B-B4", "P-KB4"]),
        ("1 e2-e4 e7-e5 2 Sg1-f3 Sb8-c6 3\nLf1-b5 a7-a6\n", ["e2-e4", "e7-e5", "Sg1-f3", "Sb8-c6", "Lf1-b5", "a7-a6"]),
        (" 1. e4      e5\n 2. Sf3     d6\n 3. Sc3     fe4:\n", ["e4", "e5", "Sf3", "d6", "Sc3", "fe4:"]),
        (
            " 1. P·K4      P·K4\n 2. Kt·KB3    P·Q3\n 3. P·Q4      P·KB4\n",
            ["P·K4", "P·K4", "Kt·KB3", "P·Q3", "P·Q4", "P·KB4"],
        ),
    ] {
        assert_eq!(moves_of(text), expected, "{text}");
    }
}

/// A cell that cannot be read stays the move that is due there, also where each is a line.
#[test]
fn a_line_that_cannot_be_read_keeps_its_place() {
    let text = "GAME IV.\n\n1. P-K4\n\nP-K4\n\n2. Kt-KB3\n\nP-Q3\n\n3. P-Q4\n\nP-KKK\n\n4. Kt-B3\n\nPxKP\n";
    let records = records(text.as_bytes());
    let found: Vec<&str> = moves(text.as_bytes(), &records[0]).collect();
    assert_eq!(found, ["P-K4", "P-K4", "Kt-KB3", "P-Q3", "P-Q4", "P-KKK", "Kt-B3", "PxKP"]);
}

#[test]
fn one_row_under_a_board_is_a_record() {
    let empty = "  |    |    |    |    |    |    |    |    |\n";
    let board = format!(
        "  |    |    |    |    |    |    | #K |    |\n  |    |    |    |    |    | #P | #P | #P |\n{}\
         \x20 |    |    |    |    |    | ^P | ^P | ^P |\n  |    |    |    | ^R |    |    | ^K |    |\n",
        empty.repeat(4)
    );
    let text = format!("{board}\n          1. R-Q8 mate\n");
    assert_eq!(formats::sniff(text.as_bytes()), Format::Score, "{text}");
    assert_eq!(one(&text).0, ["R-Q8mate"]);
}
