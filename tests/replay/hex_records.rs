//! Recorded games of hexagonal chess, read from their files and replayed by finding alone.

use crate::common;
use crate::own_games::{counted, hex_games, is_own, real};
use std::io::Read;
use std::path::PathBuf;

use partie_notation::hex::{self, Firsts, WrongCell};
use partie_notation::letters::{LANGUAGES, Letters};
use partie_notation::san::CheckMark;
use partie_notation::{ReadOutcome, hex_fen, pgn};
use partie_record::span::Span;
use partie_record::{ItemKind, Outcome, Record};
use partie_rules::hex::Position;
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules};

use crate::hex_support::texts::comes_back;

#[test]
fn tags_and_results_of_lists_kept_by_hand() {
    let text = "# A list\n=====\n[White Some Body]  ; seated first\n[Result 0-1]\n\n1.b1-b2 b7-b6 remi\n\n\
                =====\n[Event \"two\"] ; it rained\n[White \"B\"]\n\n1.b1-b3 e7-e5 \u{17a}-\u{17a}\n\n[White C]\n\n1.e10 3/4-1/4\n";
    let games = records(text.as_bytes());
    let results: Vec<_> = games.iter().map(|game| game.result.map(Outcome::token)).collect();
    assert_eq!(results, [Some("1/2-1/2"), Some("1/2-1/2"), Some("3/4-1/4")]);
    let whites: Vec<_> = games.iter().map(|game| game.tag("White")).collect();
    assert_eq!(whites, ["Some Body", "B", "C"]);
    assert_eq!((games[0].tag("Result").as_str(), games[1].tag("Event").as_str()), ("0-1", "two"));
    let moves: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(moves, [2, 2, 1]);
    let odd: Vec<_> = games.iter().map(|game| game.odd.join(" ")).collect();
    assert_eq!(odd, ["H003 H003", "", "H003"], "only the quotes are missed");
    // Without tags the moves tell.
    assert_eq!(records(b"1. De1-d2 Sf11-e9 2. Sf1-g2 De10-c6 *\n").len(), 1);
}

/// The bytes of a file of the shared data, decompressed.
fn bytes(name: &str) -> Option<Vec<u8>> {
    let path = format!("hex/{name}");
    let path: PathBuf = match name.split(['_', '.']).next() {
        Some("real" | "legal" | "faulty" | "fault") if !name.contains("defective") => real(&path),
        _ => common::shared(&path)?,
    };
    let file = std::fs::File::open(&path).unwrap();
    let mut bytes = Vec::new();
    if name.ends_with(".zst") {
        zstd::Decoder::new(file).unwrap().read_to_end(&mut bytes).unwrap();
    } else {
        let mut file = file;
        file.read_to_end(&mut bytes).unwrap();
    }
    Some(bytes)
}

/// Plies of the games of the repository.
fn own_plies() -> usize {
    hex_games().iter().map(|game| game.moves.len()).sum()
}

/// One game of a file: its moves, without and with their suffixes, and its other parts.
struct Recorded {
    moves: Vec<Vec<u8>>,
    suffixes: Vec<(usize, Vec<u8>)>,
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    result: Option<Outcome>,
    odd: Vec<&'static str>,
}

impl Recorded {
    fn tag(&self, name: &str) -> String {
        let tag = self.tags.iter().find(|(tag, _)| tag == name.as_bytes());
        tag.map(|(_, value)| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
    }
}

fn records(bytes: &[u8]) -> Vec<Recorded> {
    let (mut games, mut at, mut record) = (Vec::new(), 0, Record::default());
    while let ReadOutcome::Game(end) = pgn::read_record(bytes, at, true, &mut record) {
        at = end;
        let mut game = Recorded {
            moves: Vec::new(),
            suffixes: Vec::new(),
            tags: record.tags.iter().map(|tag| (tag.name.of(bytes).to_vec(), tag.value.of(bytes).to_vec())).collect(),
            result: record.result.and_then(|span| Outcome::parse(span.of(bytes))),
            odd: record.notes.iter().map(|note| note.code.as_str()).collect(),
        };
        for item in record.items.iter().filter(|item| item.line == 0) {
            let text = item.span.of(bytes).to_vec();
            match item.kind {
                ItemKind::Move => game.moves.push(text),
                ItemKind::Suffix => game.suffixes.push((game.moves.len(), text)),
                ItemKind::Junk | ItemKind::Skipped | ItemKind::Null => {
                    panic!("{:?} {}", item.kind, text.escape_ascii())
                }
                _ => {}
            }
        }
        games.push(game);
    }
    games
}

/// Replays by reading and finding alone. The position, the number of plies, and the marks that are not true.
fn replay(game: &Recorded, letters: &Letters) -> (Position, usize, usize) {
    let firsts = Firsts::of(letters);
    let (mut position, mut plies, mut marks) = (Position::start(), 0, 0);
    for (index, text) in game.moves.iter().enumerate() {
        let Ok((_, mut written)) = hex::read_with(text, letters) else { break };
        let mut padded = text.clone();
        padded.resize(text.len() + 16, b' ');
        if let Some(usual) = hex::parse_fast(&padded, Span::new(0, text.len()), &firsts) {
            assert_eq!(usual.written(), written, "{}", text.escape_ascii());
        }
        for (_, word) in game.suffixes.iter().filter(|(after, _)| *after == index + 1) {
            written.append_word(word);
        }
        let Resolution::Unique(mv) = position.resolve(&written.written.pattern) else { break };
        position.play(mv);
        plies += 1;
        let check = written.written.check != CheckMark::None;
        marks += usize::from(check != position.in_check() || written.written.pattern.captures != mv.captured.is_some());
    }
    (position, plies, marks)
}

/// Rows of a table, by the columns' names.
fn rows(text: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(text).into_owned();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn legal_games_replay_to_their_final_positions() {
    let Some(table) = bytes("legal.csv") else { return };
    let table = rows(&table);
    for code in ["sk", "en"] {
        let games = records(&bytes(&format!("legal_{code}.hgn.zst")).unwrap());
        assert_eq!((games.len(), table.len()), counted((3_000, 3_000), (232, 232)));
        let mut all = 0;
        for (game, row) in games.iter().zip(&table) {
            assert_eq!(game.tag("GameId"), row[0]);
            assert!(game.odd.is_empty(), "{} {:?}", row[0], game.odd);
            let (position, plies, marks) = replay(game, Letters::find(code).unwrap());
            assert_eq!((plies, game.moves.len(), marks), (row[1].parse().unwrap(), plies, 0), "{}", row[0]);
            assert_eq!(hex_fen::write(&position), row[8], "{}", row[0]);
            assert_eq!(game.result.map(Outcome::token), Some(&*row[2]), "{}", row[0]);
            all += plies;
        }
        assert!(all == 380_954 || all < own_plies(), "{all}");
    }
}

#[test]
fn played_games_replay_to_their_final_positions() {
    let Some(table) = bytes("real.csv") else { return };
    let table = rows(&table);
    for code in ["sk", "en", "hu"] {
        let games = records(&bytes(&format!("real_{code}.hgn")).unwrap());
        assert_eq!((games.len(), table.len()), (234, 234));
        let (mut all, mut short) = (0, 0);
        for (game, row) in games.iter().zip(&table) {
            assert_eq!(game.tag("GameId"), row[0]);
            let (position, plies, _) = replay(game, Letters::find(code).unwrap());
            assert_eq!((plies, game.moves.len()), (row[1].parse().unwrap(), plies), "{code} {}", row[0]);
            assert_eq!(hex_fen::write(&position), row[5], "{code} {}", row[0]);
            // The table takes the draw in a wrong code page for none.
            let recorded = if (code, &*row[0]) == ("hu", "R0131") { "1/2-1/2" } else { &*row[2] };
            assert_eq!(game.result.map(Outcome::token), Some(recorded), "{code} {}", row[0]);
            all += plies;
            let moves = || game.moves.iter().map(Vec::as_slice);
            short += usize::from(hex::looks_like(moves()));
            // Everything that was played is written and read again, in every language.
            if code == "hu" {
                let mut position = Position::start();
                for text in &game.moves {
                    let (_, written) = hex::read_with(text, Letters::find(code).unwrap()).unwrap();
                    let Resolution::Unique(mv) = position.resolve(&written.written.pattern) else { break };
                    for set in &LANGUAGES {
                        comes_back(&position, mv, set, &Firsts::of(set));
                    }
                    position.play(mv);
                }
            }
        }
        assert_eq!(all, counted(17_801, own_plies()));
        assert_eq!(short, 234, "{code}: told from chess by their moves");
    }
}

#[test]
fn defective_games_go_as_far_as_the_table_says() {
    let Some(table) = bytes("real_defective.csv") else { return };
    let table = rows(&table);
    let games = records(&bytes("real_defective_hu.hgn").unwrap());
    assert_eq!((games.len(), table.len()), (29, 29));
    for (game, row) in games.iter().zip(&table) {
        let (position, plies, _) = replay(game, Letters::find("hu").unwrap());
        if row[0] == "D001" {
            // The table has a torn `Vf`, but the file says Vf4, which is legal.
            assert_eq!((plies, game.moves[110].as_slice()), (111, &b"Vf4"[..]));
            continue;
        }
        assert_eq!(plies + 1, row[1].parse::<usize>().unwrap(), "{}", row[0]);
        assert_eq!(game.moves[plies], row[2].as_bytes(), "{}", row[0]);
        assert_eq!(hex_fen::write(&position), row[4], "{}", row[0]);
    }
}

#[test]
fn faulty_games_stop_where_and_why_the_table_says() {
    let (Some(table), Some(codes)) = (bytes("faulty.csv"), bytes("fault_codes.tsv")) else { return };
    let codes = String::from_utf8(codes).unwrap();
    let wanted = |kind: &str| {
        let line = codes.lines().map(|line| line.split('\t').collect::<Vec<_>>()).find(|line| line[0] == kind);
        line.unwrap()[1].split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut reasons = 0;
    let table = rows(&table);
    for (column, code) in [(3, "sk"), (4, "en")] {
        let letters = Letters::find(code).unwrap();
        let games = records(&bytes(&format!("faulty_{code}.hgn")).unwrap());
        assert_eq!(games.len(), table.len());
        assert!(games.len() == 600 || is_own(), "{}", games.len());
        let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
        for (game, row) in games.iter().zip(&table) {
            let (position, plies, _) = replay(game, letters);
            let at = row[2].parse::<usize>().unwrap();
            let text = &game.moves[at - 1];
            assert_eq!(text, row[column].as_bytes(), "{}", row[0]);
            let read = hex::read_with(text, letters);
            let wrong = match &read {
                Err(nom::Err::Error(error)) => WrongCell::of(error),
                _ => None,
            };
            let kind = row[1].as_str();
            let fits = match kind {
                "bad_cell" => {
                    let no_j = row[5].starts_with('j');
                    let file = row[5].as_bytes().first().copied();
                    match wrong {
                        Some(WrongCell::NoJFile(cell)) => no_j && cell == row[5].as_bytes(),
                        Some(WrongCell::BeyondFile(cell)) => !no_j && cell == row[5].as_bytes(),
                        None => file > Some(b'l'),
                    }
                }
                "truncated_token" => read.is_err() && wrong.is_none(),
                "ocr_l_for_1" => read.as_ref().is_ok_and(|(_, written)| written.l_for_one) && plies >= at,
                _ => read.as_ref().is_ok_and(|(_, written)| !written.l_for_one),
            };
            assert!(fits, "{} {kind} {}: {read:?}", row[0], text.escape_ascii());
            // Wrong marks, results and claims do not stop the moves.
            let stops = !matches!(
                kind,
                "missing_capture_mark"
                    | "false_check_mark"
                    | "false_mate_mark"
                    | "wrong_result"
                    | "ocr_l_for_1"
                    | "stalemate_claimed_false"
                    | "false_threefold"
                    | "false_fifty"
                    | "false_capture_mark"
            );
            assert!(if stops { plies + 1 == at } else { plies >= at }, "{} {kind} {at} {plies}", row[0]);
            if stops
                && position.has_legal_move()
                && let Ok((_, written)) = &read
            {
                let faults = position.illegal_reasons(&written.written.pattern);
                let first = reason(&faults[0]);
                assert!(
                    first.iter().any(|code| wanted(kind).iter().any(|one| one == code)),
                    "{} {kind} {faults:?}",
                    row[0]
                );
                reasons += 1;
            }
            *kinds.entry(kind).or_default() += 1;
        }
        assert_eq!(kinds.len(), counted(27, 3));
    }
    assert!(reasons > counted(600, 200), "{reasons}");
    println!("{reasons} reasons compared");
}

/// The code of a reason; en passant without the history is either of two.
fn reason(fault: &IllegalReasonOf<Position>) -> &'static [&'static str] {
    match fault {
        IllegalReason::OtherSide => &["L001"],
        IllegalReason::WrongOrigin { .. } => &["L068"],
        IllegalReason::NoSuchMove { .. } => &["L003"],
        IllegalReason::Blocked { .. } => &["L004"],
        IllegalReason::OwnPiece { .. } => &["L005"],
        IllegalReason::KingCapture { .. } => &["L006"],
        IllegalReason::NoEnPassant { .. } => &["L025", "L026"],
        IllegalReason::DoubleStep { .. } => &["L030"],
        IllegalReason::PromotionMissing { .. } => &["L031"],
        IllegalReason::PromotionPiece { .. } => &["L032"],
        IllegalReason::PromotionRank { .. } => &["L033"],
        IllegalReason::CapturesNothing { .. } => &["L034"],
        IllegalReason::CapturesStraight { .. } => &["L035"],
        IllegalReason::KingIntoCheck { .. } => &["L012"],
        IllegalReason::Pinned { .. } => &["L010"],
        IllegalReason::CheckNotParried { .. } => &["L011"],
        _ => &[],
    }
}

/// Prints what a move costs; judges nothing, as machines differ.
#[test]
fn how_long_it_takes() {
    let Some(bytes) = bytes("legal_sk.hgn.zst") else { return };
    let games = records(&bytes);
    let letters = Letters::find("sk").unwrap();
    let firsts = Firsts::of(letters);
    let mut text = Vec::new();
    let mut spans = Vec::new();
    for token in games.iter().flat_map(|game| &game.moves) {
        spans.push(Span::new(text.len(), text.len() + token.len()));
        text.extend_from_slice(token);
        text.push(b' ');
    }
    text.extend_from_slice(&[b' '; 16]);
    let time = |name: &str, run: &dyn Fn() -> usize| {
        let mut best = f64::MAX;
        let mut count = 0;
        for _ in 0..3 {
            let start = std::time::Instant::now();
            count = std::hint::black_box(run());
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{name}: {:.1} ns a move, {count} of {}", best * 1e9 / spans.len() as f64, spans.len());
    };
    time("usual", &|| spans.iter().filter(|span| hex::parse_fast(&text, **span, &firsts).is_some()).count());
    time("read_with", &|| spans.iter().filter(|span| hex::read_with(span.of(&text), letters).is_ok()).count());
    time("records", &|| {
        let (mut at, mut record, mut moves) = (0, Record::default(), 0);
        while let ReadOutcome::Game(end) = pgn::read_record(&bytes, at, true, &mut record) {
            at = end;
            moves += record.items.iter().filter(|item| item.kind == ItemKind::Move).count();
        }
        moves
    });
    let counts: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    time("usual and the moves", &|| {
        let (mut at, mut plies) = (0, 0);
        for count in &counts {
            let mut position = Position::start();
            for span in &spans[at..at + count] {
                let Some(usual) = hex::parse_fast(&text, *span, &firsts) else { break };
                let Some(role) = usual.role.or_else(|| position.role(usual.from)) else { break };
                let mv = match usual.promotion {
                    None => position.unique_move(role, usual.from.bit(), usual.to),
                    Some(_) => match position.resolve(&usual.written().written.pattern) {
                        Resolution::Unique(mv) => Some(mv),
                        _ => None,
                    },
                };
                let Some(mv) = mv else { break };
                position.play(mv);
                plies += 1;
            }
            at += count;
        }
        plies
    });
}

#[test]
fn games_from_the_net_are_read_whole() {
    for (name, plies, tags) in [
        ("Bodor_Hexodus_1999.pgn", &[53][..], 3),
        ("Schenkerik_Hexodus_1999.pgn", &[80], 3),
        ("Mackowiak_Hexodus_1999.pgn", &[74], 3),
        ("HalfFinalEuropeanChampionship_1999.pgn", &[53, 80, 74], 9),
        ("FoolsMate.pgn", &[7], 4),
        ("YouTube_HexagonalChess.pgn", &[3], 7),
        ("YouTube_MangoTownPlays.pgn", &[62, 128, 63], 7),
    ] {
        let Some(bytes) = bytes(name) else { return };
        let games = records(&bytes);
        assert_eq!(games.len(), plies.len(), "{name}");
        assert_eq!(games[0].tags.len(), tags, "{name}");
        for (game, wanted) in games.iter().zip(plies) {
            let (_, count, _) = replay(game, Letters::ENGLISH);
            assert_eq!(count, *wanted, "{name}");
            assert_eq!(game.moves.len() - count, if name.contains("HexagonalChess") { 20 } else { 0 }, "{name}");
            let glued = name.contains("1999");
            assert_eq!(game.result, glued.then_some(Outcome::Unknown), "{name}");
            let moves = || game.moves.iter().map(Vec::as_slice);
            assert!(hex::looks_like(moves()), "{name}");
            let odd: Vec<_> = game.odd.iter().filter(|code| **code != "H003").collect();
            println!("{name}: {odd:?}");
            if glued {
                assert!(
                    game.tag("White").len() > 5 && Outcome::parse(game.tag("Result").as_bytes()).is_some(),
                    "{name}"
                );
            }
        }
    }
}
