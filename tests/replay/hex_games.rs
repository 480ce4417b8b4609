//! Recorded and random games of hexagonal chess: what is found, what breaks, and that nothing panics.

use crate::own_games::{counted, hex_games, real};
use std::io::Read;

use partie_notation::hex_fen;
use partie_rules::hex::{Cell, Move, Pattern, Position, Role, Roles, Setup, cells};
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules, Side};

use crate::hex_support::{Random, pattern};

#[test]
fn finding_agrees_with_listing_and_every_other_move_has_a_reason() {
    let mut random = Random(91);
    let (mut found, mut reasons) = (0, 0);
    for _ in 0..12 {
        let mut position = Position::start();
        for _ in 0..150 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            for mv in &legal {
                let mut pattern = Pattern::to(Roles::one(mv.role), mv.to);
                (pattern.from, pattern.promotion) = (mv.from.bit(), mv.promotion);
                assert_eq!(position.resolve(&pattern), Resolution::Unique(*mv));
                if mv.promotion.is_none() {
                    assert_eq!(position.unique_move(mv.role, mv.from.bit(), mv.to), Some(*mv));
                    pattern.from = !0;
                    let rivals: Vec<Move> =
                        legal.iter().copied().filter(|other| (other.role, other.to) == (mv.role, mv.to)).collect();
                    assert_eq!(position.has_rival(*mv, !0), rivals.len() > 1);
                    match position.resolve(&pattern) {
                        Resolution::Ambiguous(all) => {
                            assert!(all.len() == rivals.len() && all.is_sorted_by_key(|mv| mv.from));
                        }
                        one => assert_eq!(one, Resolution::Unique(*mv)),
                    }
                }
                found += 1;
            }
            for _ in 0..20 {
                let own: Vec<Cell> = cells(position.of_side(position.turn())).collect();
                let from = own[random.below(own.len() as u64) as usize];
                let to = Cell::new(random.below(91) as u8);
                if legal.iter().any(|mv| (mv.from, mv.to) == (from, to)) {
                    continue;
                }
                let mut pattern = Pattern::to(Roles::ANY, to);
                pattern.from = from.bit();
                assert_eq!(position.resolve(&pattern), Resolution::None);
                assert!(!position.illegal_reasons(&pattern).is_empty(), "{} {from}-{to}", hex_fen::write(&position));
                reasons += 1;
            }
            position.play(legal[random.below(legal.len() as u64) as usize]);
        }
    }
    assert!(found > 50_000 && reasons > 10_000, "{found} {reasons}");
}

#[test]
fn nothing_panics_whatever_stands_on_the_board() {
    let mut random = Random(7);
    for _ in 0..4_000 {
        let mut setup = Setup::empty();
        let density = 1 + random.below(12);
        for piece in &mut setup.pieces {
            if random.below(density) == 0 {
                let side = if random.below(2) == 0 { Side::First } else { Side::Second };
                *piece = Some((side, Role::ALL[random.below(6) as usize]));
            }
        }
        setup.turn = if random.below(2) == 0 { Side::First } else { Side::Second };
        setup.en_passant = Some(Cell::new(random.below(91) as u8));
        (setup.halfmove_clock, setup.number) = (u32::MAX, u32::MAX);
        let _ = setup.position();
        let mut position = setup.into_position_lenient();
        for _ in 0..8 {
            let roles = if random.below(2) == 0 { Roles::ANY } else { Roles::one(Role::ALL[random.below(6) as usize]) };
            let mut pattern = Pattern::to(roles, Cell::new(random.below(91) as u8));
            let mask = |random: &mut Random| u128::from(random.next()) << 64 | u128::from(random.next());
            match random.below(5) {
                0 => pattern.from = mask(&mut random),
                1 => pattern.to = mask(&mut random),
                2 => (pattern.from, pattern.to) = (0, 0),
                3 => pattern.from = Cell::new(random.below(91) as u8).bit(),
                _ => {}
            }
            pattern.promotion = (random.below(4) == 0).then(|| Role::ALL[random.below(6) as usize]);
            let _ = (
                position.resolve(&pattern),
                position.illegal_reasons(&pattern),
                position.has_legal_move(),
                hex_fen::write(&position),
            );
            assert_eq!(position.legal().len() as u32, position.count_legal());
            if position.force(&pattern).is_none() {
                position.play_null_move();
            }
        }
    }
}

/// The moves of a game: numbers, results and comments left out.
fn tokens(game: &str) -> impl Iterator<Item = &str> {
    let moves = game.lines().filter(|line| !line.ends_with(']')).flat_map(str::split_whitespace);
    moves.filter(|token| {
        !token.ends_with('.') && !matches!(*token, "1-0" | "0-1" | "1/2-1/2" | "*" | "3/4-1/4" | "1/4-3/4")
    })
}

fn games(text: &str) -> impl Iterator<Item = &str> {
    text.split("[Event ").skip(1)
}

/// Columns of a table whose cells hold no commas, but for a last one in quotes.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split(',').collect())
}

#[test]
fn legal_games_replay_to_their_final_positions() {
    let (path, table) = (real("hex/legal_sk.hgn.zst"), real("hex/legal.csv"));
    let mut text = String::new();
    zstd::Decoder::new(std::fs::File::open(path).unwrap()).unwrap().read_to_string(&mut text).unwrap();
    let table = std::fs::read_to_string(table).unwrap();
    let (mut count, mut plies) = (0, 0);
    for (game, row) in games(&text).zip(rows(&table)) {
        let mut position = Position::start();
        for token in tokens(game) {
            let pattern = pattern(token, true).unwrap_or_else(|| panic!("{} {token}", row[0]));
            let Resolution::Unique(mv) = position.resolve(&pattern) else {
                panic!("{} {token} {:?}", row[0], position.illegal_reasons(&pattern))
            };
            assert_eq!(pattern.captures, mv.captured.is_some(), "{} {token}", row[0]);
            let recurring = position.is_irreversible(mv);
            position.play(mv);
            assert_eq!(recurring, position.halfmove_clock() == 0 || recurring, "{} {token}", row[0]);
            assert_eq!(token.ends_with(['+', '#']), position.in_check(), "{} {token}", row[0]);
            plies += 1;
        }
        assert_eq!(hex_fen::write(&position), row[8], "{}", row[0]);
        assert_eq!(!position.has_legal_move(), matches!(row[3], "checkmate" | "stalemate"), "{}", row[0]);
        count += 1;
    }
    assert!((count, plies) == (3_000, 380_954) || count == counted(3_000, 232), "{count} games, {plies} plies");
}

#[test]
fn played_games_are_legal() {
    let path = real("hex/real_en.hgn");
    let text = std::fs::read_to_string(path).unwrap();
    let (mut count, mut plies) = (0, 0);
    for game in games(&text) {
        let mut position = Position::start();
        for token in tokens(game) {
            let pattern = pattern(token, false).unwrap_or_else(|| panic!("{game} {token}"));
            let Resolution::Unique(mv) = position.resolve(&pattern) else { panic!("{game} {token}") };
            position.play(mv);
            plies += 1;
        }
        count += 1;
    }
    let own: usize = hex_games().iter().map(|game| game.moves.len()).sum();
    assert_eq!((count, plies), (234, counted(17_801, own)));
}

/// The code of a reason; en passant without the history is either of two.
fn codes(fault: &IllegalReasonOf<Position>) -> &'static [&'static str] {
    match fault {
        IllegalReason::OtherSide => &["L001"],
        IllegalReason::NoSuchPiece { .. } => &["L002"],
        IllegalReason::WrongOrigin { .. } => &["L068"],
        IllegalReason::NoSuchMove { .. } => &["L003"],
        IllegalReason::Blocked { .. } => &["L004"],
        IllegalReason::OwnPiece { .. } => &["L005"],
        IllegalReason::KingCapture { .. } => &["L006"],
        IllegalReason::NoEnPassant { .. } => &["L025", "L026"],
        IllegalReason::EnPassantExposes { .. } => &["L027"],
        IllegalReason::DoubleStep { .. } => &["L030"],
        IllegalReason::PromotionMissing { .. } => &["L031"],
        IllegalReason::PromotionPiece { .. } => &["L032"],
        IllegalReason::PromotionRank { .. } => &["L033"],
        IllegalReason::CapturesNothing { .. } => &["L034"],
        IllegalReason::CapturesStraight { .. } => &["L035"],
        IllegalReason::KingIntoCheck { .. } => &["L012"],
        IllegalReason::Pinned { .. } => &["L010"],
        IllegalReason::CheckNotParried { .. } => &["L011"],
        _ => &["L020"],
    }
}

#[test]
fn faulty_games_break_where_and_why_the_table_says() {
    let (path, table) = (real("hex/faulty_sk.hgn"), real("hex/faulty.csv"));
    let (text, table) = (std::fs::read_to_string(path).unwrap(), std::fs::read_to_string(table).unwrap());
    let expected = std::fs::read_to_string(real("hex/fault_codes.tsv")).unwrap();
    let mut judged = 0;
    for (game, row) in games(&text).zip(rows(&table)) {
        let codes_of = expected.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let wanted: Vec<&str> =
            codes_of.clone().find(|line| line[0] == row[1]).map(|line| line[1].split(' ').collect()).unwrap();
        let illegal = wanted.iter().any(|code| code.starts_with("L0") && *code != "L040");
        let last: usize = row[2].parse().unwrap();
        let mut position = Position::start();
        for (ply, token) in (1..).zip(tokens(game)) {
            let pattern = pattern(token, true);
            let found = pattern.as_ref().map(|pattern| position.resolve(pattern));
            if ply == last {
                assert_eq!(token, row[3], "{}", row[0]);
                let before = row.iter().find(|cell| cell.matches('/').count() == 10);
                assert_eq!(before.copied(), Some(&*hex_fen::write(&position)), "{}", row[0]);
            }
            match (found, pattern) {
                (Some(Resolution::Unique(mv)), _) => position.play(mv),
                (Some(Resolution::None), Some(pattern)) => {
                    assert_eq!(ply, last, "{} {token}", row[0]);
                    let faults = position.illegal_reasons(&pattern);
                    let first = codes(&faults[0]);
                    let fits = first.iter().any(|code| wanted.contains(code)) || !position.has_legal_move();
                    assert!(fits, "{} {} {token}: {faults:?}", row[0], row[1]);
                    judged += usize::from(illegal);
                    break;
                }
                (Some(Resolution::Ambiguous(_)), _) => panic!("{} {token} is ambiguous", row[0]),
                _ => {
                    assert_eq!(ply, last, "{} {token} cannot be read", row[0]);
                    break;
                }
            }
            if ply == last {
                let kind = row[1];
                let plain = !illegal || kind == "false_capture_mark";
                assert!(plain, "{} {kind} {token} was legal", row[0]);
                break;
            }
        }
    }
    println!("{judged} reasons compared");
    assert!(judged > counted(300, 100), "{judged}");
}
