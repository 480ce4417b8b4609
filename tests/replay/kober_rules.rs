//! The rules of 1888 beside those of FIDE and of the server: worked cases with the findings of all
//! three books, each also with the colours exchanged; remedies and words; and random games with
//! random illegal moves, which the replay must follow without breaking the board.

use crate::common;
use std::collections::BTreeMap;

use crate::common::Game;
use partie_notation::letters::Letters;
use partie_notation::{fen, san, spell};
use partie_record::finding::{Finding, Severity};
use partie_replay::Status;
use partie_rules::chess::{Position, Role};
use partie_rules::{Resolution, Rules as _};

/// A table with commas between cells and quotes around some.
fn table(text: &str) -> Vec<BTreeMap<String, String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    if !row.is_empty() || !cell.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    let heads = rows.remove(0);
    rows.into_iter().map(|row| heads.iter().cloned().zip(row).collect()).collect()
}

/// A record of the main line, under a book.
fn record(book: &str, start: &str, tags: &str, moves: &str) -> String {
    let mut text = format!("[Rules \"{book}\"]\n");
    if start != "startpos" {
        text.push_str(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n"));
    }
    text.push_str(&tags.replace("] [", "]\n["));
    let result = tags.split("[Result \"").nth(1).map_or("*", |rest| rest.split('"').next().unwrap());
    if !tags.contains("[Result") {
        text.push_str("\n[Result \"*\"]");
    }
    format!("{text}\n\n{moves} {result}\n")
}

fn judge(record: &str) -> Game {
    let mut games = common::judge(record.as_bytes());
    assert_eq!(games.len(), 1, "{record}");
    games.remove(0)
}

/// Ranks counted from the other side.
fn flipped(text: &str) -> String {
    text.chars().map(|c| if ('1'..='8').contains(&c) { char::from(b'1' + b'8' - c as u8) } else { c }).collect()
}

/// The position with the colours exchanged.
fn mirrored_fen(text: &str) -> String {
    let text = if text == "startpos" { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" } else { text };
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let rights = if fields[2] == "-" { "-".to_owned() } else { swap(fields[2]) };
    format!("{} {turn} {rights} {} {} {}", board.join("/"), flipped(fields[3]), fields[4], fields[5])
}

fn mirrored_tags(tags: &str) -> String {
    let result = match tags.split("[Result \"").nth(1).and_then(|rest| rest.split('"').next()) {
        Some("1-0") => "[Result \"0-1\"]",
        Some("0-1") => "[Result \"1-0\"]",
        _ => "",
    };
    let odds = tags.split("[Odds \"").nth(1).and_then(|rest| rest.split('"').next());
    let odds = odds.map(|squares| format!("[Odds \"{}\"]", flipped(squares))).unwrap_or_default();
    format!("{odds} {result}").trim().to_owned()
}

fn listed(findings: &[Finding]) -> Vec<String> {
    let ply = |finding: &Finding| finding.ply.map_or(String::new(), |ply| format!("@{ply}"));
    findings.iter().map(|finding| format!("{}{}", finding.code.as_str(), ply(finding))).collect()
}

/// What is missing of the expected codes, and what is too much: infos and marks may always come.
fn difference(expected: &str, game: &Game) -> Option<String> {
    let found = listed(&game.findings);
    let mut missing = Vec::new();
    let mut wanted = vec![false; found.len()];
    for word in expected.split_whitespace().filter(|word| *word != "-") {
        let fits = |found: &String| found == word || !word.contains('@') && found.split('@').next() == Some(word);
        match found.iter().position(fits) {
            Some(at) => wanted[at] = true,
            None => missing.push(word.to_owned()),
        }
    }
    let more: Vec<&String> = found
        .iter()
        .zip(&game.findings)
        .zip(wanted)
        .filter(|((found, finding), wanted)| !wanted && finding.severity != Severity::Info && !found.starts_with('N'))
        .map(|((found, _), _)| found)
        .collect();
    (!missing.is_empty() || !more.is_empty()).then(|| format!("missing {missing:?}, too much {more:?}, all {found:?}"))
}

#[test]
fn every_case_under_three_books_and_both_colours() {
    let Some(path) = common::shared("chess/descriptive/kober_rules_cases.csv") else { return };
    let rows = table(&std::fs::read_to_string(path).unwrap());
    assert_eq!(rows.len(), 35);
    let mut wrong = Vec::new();
    for row in &rows {
        for book in ["kober", "fide", "server"] {
            let (start, tags, moves) = (&row["start"], &row["tags"], &row["moves"]);
            let plain = record(book, start, tags, moves);
            let mirror = record(book, &mirrored_fen(start), &mirrored_tags(tags), &flipped(moves));
            for (colours, text) in [("as it is", plain), ("mirrored", mirror)] {
                let game = judge(&text);
                if let Some(difference) = difference(&row[book], &game) {
                    wrong.push(format!("{} {book} {colours}: expected {}; {difference}\n{text}", row["id"], row[book]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// The remedies of the first finding that has any, `kind: moves`.
fn remedies(game: &Game) -> Vec<String> {
    let finding = game.findings.iter().find(|finding| !finding.remedies.is_empty());
    let all = finding.map(|finding| finding.remedies.as_slice()).unwrap_or_default();
    all.iter().map(|remedy| format!("{}: {}", remedy.kind, remedy.moves.join(" "))).collect()
}

fn kober(start: &str, moves: &str) -> Game {
    judge(&record("kober", start, "", moves))
}

fn severity(game: &Game, code: &str) -> Option<Severity> {
    game.findings.iter().find(|finding| finding.code.as_str() == code).map(|finding| finding.severity)
}

#[test]
fn an_unanswered_move_lists_its_remedies() {
    let game = kober("startpos", "Nb1-b3");
    assert_eq!(severity(&game, "L003"), Some(Severity::Error));
    let all = remedies(&game);
    assert!(all[0].starts_with("void: ") && all[0].split(' ').count() == 21, "{all:?}");
    assert_eq!(all[1..], ["touched: Na3 Nc3"]);
    // The check was announced, and was not.
    let start = "4k1n1/r7/8/8/8/8/8/R6K w - - 0 1";
    assert_eq!(remedies(&kober(start, "Re1+ Ra6")), ["interpose: Re7", "king: Kd7 Kf7 Kd8 Kf8"]);
    assert_eq!(remedies(&kober(start, "Re1 Ra6")).len(), 1);
    assert!(remedies(&kober(start, "Re1 Ra6"))[0].contains("Ne7"));
    // Castling across an attacked square.
    let all = remedies(&kober("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O"));
    assert_eq!(all[0], "stand: ");
    assert!(all[1].starts_with("restore: ") && all[1].contains("Rg1") && all[1].contains("Ke2"), "{all:?}");
    assert!(!all[1].contains("O-O"), "{all:?}");
    // An enemy piece is touched.
    let all = remedies(&kober("startpos", "e4 d5 d5d4"));
    assert_eq!(all[1..], ["taken: exd5"]);
    // Nothing but a king's move is left, and not even that.
    let all = remedies(&kober("4k3/8/8/8/p7/P7/8/R3K2R w KQ - 0 1", "axb4"));
    assert_eq!(all.len(), 2);
    assert!(all[1].starts_with("king: ") && !all[1].contains('O'), "{all:?}");
}

#[test]
fn no_king_move_as_a_penalty() {
    let start = "1r2k3/8/8/8/8/p7/P6P/K7 w - - 0 1";
    let game = kober(start, "axb3");
    assert!(game.has("L050"), "{:?}", listed(&game.findings));
    assert_eq!(remedies(&game), ["void: h3 h4", "nothing: "]);
    // What cannot be fulfilled binds nobody.
    let game = kober(start, "axb3 {[%kober king]} h4 Kd7");
    assert_eq!(game.replayed.status, Status::Ok, "{:?}", listed(&game.findings));
    // A penalty that was not paid leaves the same penalty.
    let game = kober("4k3/8/8/8/p7/P7/8/R3K2R w KQ - 0 1", "axb4 {[%kober king]} O-O");
    let last = game.findings.iter().find(|finding| finding.ply == Some(2)).unwrap();
    assert_eq!((last.code.as_str(), last.remedies.len(), last.remedies[0].kind), ("L020", 1, "king"));
    assert!(last.remedies[0].moves.iter().all(|text| text.starts_with('K')));
}

#[test]
fn what_was_demanded_is_played_or_not() {
    let fine = kober("startpos", "Nb1-b3 {[%kober touched]} Na3 e5");
    assert_eq!(severity(&fine, "L003"), Some(Severity::Warning));
    assert_eq!((fine.replayed.status, fine.replayed.plies), (Status::Ok, 3));
    let other = kober("startpos", "Nb1-b3 {[%kober touched]} e4");
    assert_eq!(listed(&other.findings).iter().filter(|code| code.starts_with("L003@")).count(), 2);
    assert_eq!(other.replayed.status, Status::Error);
    let answered = kober("startpos", "Nb1-b3 {[%kober touched]} e4 e5");
    assert_eq!(answered.replayed.status, Status::Ok, "{:?}", listed(&answered.findings));
    let void = kober("startpos", "Nb1-b3 {[%kober void]} e4 e5");
    assert_eq!((void.replayed.status, void.replayed.plies), (Status::Ok, 3));
    let taken = kober("startpos", "e4 d5 d5d4 {[%kober taken d5]} exd5 Qxd5");
    assert_eq!((taken.replayed.status, taken.replayed.plies), (Status::Ok, 5), "{:?}", listed(&taken.findings));
    let restored = kober("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O {[%kober restore]} Rg1 Rf8");
    assert_eq!(restored.replayed.status, Status::Ok, "{:?}", listed(&restored.findings));
    let twice = kober("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O {[%kober restore]} O-O");
    assert!(listed(&twice.findings).contains(&"L022@2".to_owned()), "{:?}", listed(&twice.findings));
    let king = kober("4k1n1/r7/8/8/8/8/8/R6K w - - 0 1", "Re1+ Ra6 {[%kober king]} Kd7 Kg2");
    assert_eq!(king.replayed.status, Status::Ok, "{:?}", listed(&king.findings));
    let stands = kober("startpos", "Nb1-b3 {[%kober stand]}");
    assert_eq!(severity(&stands, "K015"), Some(Severity::Info));
}

#[test]
fn a_void_game_is_over() {
    // A game is void for good: what follows is not judged, and a draw that came before stays.
    let void = kober("startpos", "e4 f5 Qh5+ Nc6 Nf3 Zz9 Qh1");
    assert_eq!(listed(&void.findings).iter().filter(|code| code.starts_with('L')).count(), 1);
    assert_eq!(void.replayed.end.name(), "void");
    let text = record("kober", "startpos", "[Result \"*\"]", "e4 f5 Qh5+ Nc6 Nf3");
    assert!(!judge(&text).has("R012"));
    // The reply takes the king: that says so.
    let text = kober("startpos", "e4 f5 Qh5+ Nc6 Qxe8");
    assert!(!text.has("K011") && text.has("L006"), "{:?}", listed(&text.findings));
}

#[test]
fn draws_by_demand_series_and_perpetual_check() {
    let cycle = "Nf3 Nf6 Ng1 Ng8 ";
    let text = |tags: &str, moves: &str| judge(&record("kober", "startpos", tags, moves));
    let won = text("[Result \"1-0\"]", &cycle.repeat(3));
    assert!(won.has("D008") && won.has("R012"), "{:?}", listed(&won.findings));
    let drawn = text("[Result \"1/2-1/2\"]", &cycle.repeat(3));
    assert!(drawn.has("D008") && !drawn.has("R020"));
    assert_eq!(drawn.replayed.end.name(), "repetition");
    let claimed = text("", &format!("{}{{[%kober claim series]}}", cycle.repeat(2)));
    assert!(listed(&claimed.findings).contains(&"D011@8".to_owned()), "{:?}", listed(&claimed.findings));
    let claimed = text("", &format!("{}{{[%kober claim series]}}", cycle.repeat(3)));
    assert!(!claimed.has("D011"));
    let claimed = text("", "e4 e5 {[%kober claim perpetual]}");
    assert!(claimed.has("D011"));
    let stated = text("[Result \"1/2-1/2\"]", &format!("{}{{draw by repetition}}", cycle.repeat(2)));
    assert!(stated.has("D011"), "{:?}", listed(&stated.findings));
    let stated = text("[Result \"1/2-1/2\"]\n[Termination \"fifty moves\"]", "e4 e5");
    assert!(stated.has("D011"));
    // Checks to the end are perpetual; checks that are given up are not.
    let start = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    let checks = |moves: &str| judge(&record("kober", start, "[Result \"1-0\"]", moves));
    let drawn = checks("Qe8+ Kh7 Qh5+ Kg8 Qe8+");
    assert!(drawn.has("D007") && drawn.has("R012"), "{:?}", listed(&drawn.findings));
    let won = checks("Qe8+ Kh7 Qh5+ Kg8 Qg4 Qb1+");
    assert!(won.has("D007") && !won.has("R012"), "{:?}", listed(&won.findings));
    let claimed = checks("Qe8+ Kh7 Qh5+ Kg8 {[%kober claim perpetual]} Qg4 Qb1+");
    assert!(claimed.has("R012") && !claimed.has("D011"), "{:?}", listed(&claimed.findings));
    // A demand in the middle, with a move that was taken back after it.
    let mut moves = "e4 e5 {[%kober demand]} Nb1-b3 {[%kober void]} ".to_owned();
    for _ in 0..25 {
        moves.push_str(cycle);
    }
    assert!(listed(&text("", &moves).findings).contains(&"D005@103".to_owned()));
}

#[test]
fn odds_empty_their_squares() {
    let game = judge(&record("kober", "startpos", "[Odds \"a1\"]", "Nc3 Nf6 b3 e5 Bb2 d6 e3 Be7 Qe2 a6 O-O-O"));
    assert!(game.has("K014") && !game.has("L020"), "{:?}", listed(&game.findings));
    let game =
        judge(&record("kober", "startpos", "[Odds \"a1\"]", "Nc3 Nf6 b3 e5 Bb2 d6 e3 Be7 Qe2 a6 Kd1 b6 Ke1 h6 O-O-O"));
    assert!(!game.has("K014") && game.has("L020"), "the king has moved: {:?}", listed(&game.findings));
    let game = judge(&record("fide", "startpos", "[Odds \"f7\"]", "e4 f5"));
    assert!(game.has("L002") || game.has("L001"), "{:?}", listed(&game.findings));
    let game = judge(&record("kober", "startpos", "[Odds \"e4\"]", "e4"));
    assert!(game.has("H007"));
}

struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

#[test]
fn random_illegal_moves_leave_a_whole_board() {
    const WORDS: &[&str] = &[
        "void",
        "touched",
        "taken c5",
        "taken",
        "king",
        "interpose",
        "capture",
        "restore",
        "stand",
        "demand",
        "claim series",
        "claim perpetual",
        "setup",
    ];
    let mut random = Random(1888);
    let (mut stood, mut back, mut voided, mut stopped) = (0, 0, 0, 0);
    for round in 0..6000 {
        let mut position = Position::start();
        let mut moves = String::new();
        let often = 2 + round % 12;
        for _ in 0..80 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            if random.below(often) == 0 {
                let letters = ["N", "B", "R", "Q", "K", ""];
                let square =
                    |random: &mut Random| format!("{}{}", (b'a' + random.below(8) as u8) as char, 1 + random.below(8));
                let text = match random.below(12) {
                    0 => "O-O".to_owned(),
                    1 => "O-O-O".to_owned(),
                    _ => {
                        let mark = ["", "x", "-"][random.below(3)];
                        format!("{}{}{mark}{}", letters[random.below(6)], square(&mut random), square(&mut random))
                    }
                };
                // Follows what the replay must make of it, but for some that cannot be put on the board.
                let mut after = position.clone();
                let put = match san::read_move(text.as_bytes()) {
                    Ok((_, written)) if position.resolve(&written.pattern) == Resolution::None => {
                        after.force(&written.pattern).is_some()
                    }
                    _ => false,
                };
                if !put && random.below(40) != 0 {
                    continue;
                }
                moves.push_str(&text);
                let word = random.below(2 * WORDS.len());
                if let Some(word) = WORDS.get(word) {
                    moves.push_str(&format!(" {{[%kober {word}]}}"));
                }
                if word >= 8 {
                    position = after;
                }
            } else {
                let mv = legal[random.below(legal.len())];
                moves.push_str(&spell::san(&position, mv, Letters::ENGLISH));
                position.play(mv);
            }
            moves.push(' ');
        }
        let tags = if round % 3 == 0 { "[Variant \"Standard\"]\n[Result \"1-0\"]" } else { "[Variant \"Standard\"]" };
        let text = record("kober", "startpos", tags, &moves);
        let game = judge(&text);
        let has = |code: &str| game.findings.iter().filter(|finding| finding.code.as_str() == code).count();
        stood += has("K015") + has("K013");
        voided += has("K011");
        stopped += usize::from(game.replayed.status == Status::Error);
        back +=
            game.findings.iter().filter(|f| f.help.iter().any(|help| help.to_string().contains("moves again"))).count();
        // Every position that a finding shows can be read back, with both kings and no pawn on the edge.
        for finding in &game.findings {
            let Some(shown) = finding.position.as_deref() else { continue };
            whole(shown, &text);
        }
        let kept = kept(&text);
        whole(&fen::write(&kept), &text);
    }
    println!("{stood} moves stood, {back} were taken back, {voided} games void, {stopped} stopped");
    assert!(stood > 2000 && back > 1000 && voided > 150, "{stood} {back} {voided}");
}

/// The last position of a game.
fn kept(text: &str) -> Position {
    use partie_notation::{ReadOutcome, pgn};
    use partie_record::Record;
    use partie_replay::{Options, Played, Replayer, Text, Wanted};
    let mut record = Record::default();
    assert!(matches!(pgn::read_record(text.as_bytes(), 0, true, &mut record), ReadOutcome::Game(_)));
    let mut replayer = Replayer::new(Options { keep: true, ..Options::default() }, Wanted::default());
    let bytes = text.as_bytes();
    let encoding = partie_record::Encoding::Utf8;
    match replayer.replay(Text { bytes, encoding, last: true }, &record, true).played {
        Played::Chess(line, _) => {
            // Played again from its start, it comes to the same board.
            assert!(line.position_at(u32::MAX).same_for_repetition(&line.last), "{text}");
            assert_eq!(line.position_at(u32::MAX).checkers(), line.last.checkers(), "{text}");
            assert_eq!(line.position_at(u32::MAX).zobrist(), line.last.zobrist(), "{text}");
            line.last
        }
        other => panic!("{other:?}"),
    }
}

fn whole(shown: &str, text: &str) {
    let read = fen::read_fen(shown, false);
    assert!(read.faults.is_empty(), "{shown}: {:?}\n{text}", read.faults);
    let position = read.setup.into_position_lenient();
    for side in [partie_rules::Side::First, partie_rules::Side::Second] {
        assert_eq!(position.pieces(side, Role::King).count_ones(), 1, "{shown}\n{text}");
    }
    assert_eq!(position.of_role(Role::Pawn) & 0xff00_0000_0000_00ff, 0, "{shown}\n{text}");
}

#[test]
fn a_hostile_game_is_judged_in_time() {
    let start = std::time::Instant::now();
    // Illegal moves without end, words without end, a long shuffle without a series.
    let illegal = record("kober", "startpos", "", &"Nb1-b3 ".repeat(20_000));
    judge(&illegal);
    let words = record("kober", "startpos", "", &"e4 {[%kober demand] [%kober claim series]} ".repeat(20_000));
    judge(&words);
    let mut shuffle = String::new();
    for index in 0..100_000u32 {
        shuffle.push_str(if index.count_ones() % 2 == 0 { "Nf3 Nf6 Ng1 Ng8 " } else { "Nc3 Nc6 Nb1 Nb8 " });
    }
    let game = judge(&record("kober", "startpos", "", &shuffle));
    assert_eq!(game.replayed.plies, 400_000);
    assert!(!game.has("D008"));
    println!("{:?}", start.elapsed());
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
