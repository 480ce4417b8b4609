//! Properties of positions: what is written of those that random play reaches is read back, and any text is answered.

use std::cell::Cell as Counter;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::hex_support::texts::comes_back;
use partie_notation::hex::Firsts;
use partie_notation::hex_fen::{self, Dialect};
use partie_notation::letters::{LANGUAGES, Letters};
use partie_notation::{Rule, fen};
use partie_record::finding::Code;
use partie_rules::{Rules as _, Side, chess, hex};

/// Start positions of chess: the usual one, two of Chess960 with rooks beside the king, one with many promotions.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1",
    "bbrnkrnq/pppppppp/8/8/8/8/PPPPPPPP/BBRNKRNQ w FCfc - 0 1",
    "4k2r/PPP2ppp/8/3pP3/3Pp3/8/ppp2PPP/4K2R b Kk - 9 40",
];

const HEX_START: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
/// Files of the start position from the top, as one program prints it.
const FILES_DOWN: &str = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1";
const FILES_UP: &str = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6";

/// Runs a property on the same cases in every run.
fn holds<S: Strategy>(cases: u32, strategy: &S, property: impl Fn(S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(strategy, |value| {
        property(value);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Which of the legal moves is played at each ply.
fn choices(plies: usize) -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), plies)
}

fn accepts(rules: &[Rule], name: &str, text: &str) -> bool {
    rules.iter().find(|rule| rule.name == name).is_some_and(|rule| (rule.accepts)(text.as_bytes()))
}

#[test]
fn chess_positions_come_back() {
    let (positions, passed) = (Counter::new(0), Counter::new(0));
    holds(150, &(select(&STARTS[..]), choices(150)), |(start, choices)| {
        let mut position = fen::read_fen(start, true).setup.position().unwrap().0;
        for choice in choices {
            chess_position_comes_back(&position);
            positions.set(positions.get() + 1);
            passed.set(passed.get() + usize::from(position.en_passant().is_some()));
            let legal = position.legal();
            let Some(mv) = (!legal.is_empty()).then(|| *choice.get(&legal)) else { break };
            position.play(mv);
        }
    });
    assert!(positions.get() > 10_000 && passed.get() > 20, "{} {}", positions.get(), passed.get());
    println!("{} positions of chess, {} with an en passant square", positions.get(), passed.get());
}

fn chess_position_comes_back(position: &chess::Position) {
    let text = fen::write(position);
    assert!(accepts(fen::RULES, "fen", &text), "{text}");
    let read = fen::read_fen(&text, true);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    let (again, claims) = read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert!(claims.is_empty(), "{text}: {claims:?}");
    assert!(again.same_for_repetition(position), "{text}");
    assert_eq!((again.zobrist(), again.checkers()), (position.zobrist(), position.checkers()), "{text}");
    assert_eq!((again.number(), again.halfmove_clock()), (position.number(), position.halfmove_clock()), "{text}");
    assert_eq!(fen::write(&again), text);
    // The same in other blanks, and with a zero that is passed over.
    let lenient = format!("\t{} ", text.replacen(' ', "0 \n", 1).replace(' ', "  "));
    let lenient = fen::read_fen(&lenient, true);
    assert!(lenient.faults.is_empty(), "{text}: {:?}", lenient.faults);
    assert_eq!(shown(&lenient.setup), shown(&read.setup), "{text}");
    // Without its counters.
    let fields: Vec<&str> = text.split(' ').collect();
    let short = fen::read_fen(&fields[..4].join(" "), true);
    let codes: Vec<Code> = short.faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, [Code::H018, Code::H018], "{text}");
    assert_eq!(shown(&short.setup), shown(&chess::Setup { halfmove_clock: 0, number: 1, ..read.setup }), "{text}");
}

fn shown(setup: &chess::Setup) -> String {
    format!("{setup:?}")
}

#[test]
fn hexagonal_positions_come_back() {
    let (positions, passed) = (Counter::new(0), Counter::new(0));
    holds(60, &choices(160), |choices| {
        let mut position = hex::Position::start();
        for choice in choices {
            hexagonal_position_comes_back(&position);
            positions.set(positions.get() + 1);
            passed.set(passed.get() + usize::from(position.passed().is_some()));
            let legal = position.legal();
            let Some(mv) = (!legal.is_empty()).then(|| *choice.get(&legal)) else { break };
            position.play(mv);
        }
    });
    assert!(positions.get() > 5_000 && passed.get() > 100, "{} {}", positions.get(), passed.get());
    println!("{} hexagonal positions, {} with an en passant cell", positions.get(), passed.get());
}

fn hexagonal_position_comes_back(position: &hex::Position) {
    let text = hex_fen::write(position);
    assert!(accepts(hex_fen::RULES, "hex-fen", &text), "{text}");
    let setup = [None, Some(Dialect::Ranks)].map(|dialect| {
        let read = hex_fen::read_hex_fen(&text, dialect);
        assert!(read.faults.is_empty() && read.dialect == Dialect::Ranks, "{text}: {:?}", read.faults);
        read.setup
    });
    assert_eq!(setup[0], setup[1], "{text}");
    let (again, claims) = setup[0].position().unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert!(claims.is_empty(), "{text}: {claims:?}");
    assert_eq!(again.zobrist(), position.zobrist(), "{text}");
    assert_eq!((again.number(), again.halfmove_clock()), (position.number(), position.halfmove_clock()), "{text}");
    assert_eq!(hex_fen::write(&again), text);
    // By files, in both directions.
    let (_, fields) = text.split_once(' ').unwrap();
    for (dialect, up) in [(Dialect::FilesUp, true), (Dialect::FilesDown, false)] {
        let files = format!("{} {fields}", by_files(position, up));
        let read = hex_fen::read_hex_fen(&files, Some(dialect));
        assert!(read.faults.is_empty() && read.setup == setup[0], "{files}: {:?}", read.faults);
    }
}

/// The board file by file, each from the bottom or from the top; every empty cell is a number of its own or in a longer
/// one.
fn by_files(position: &hex::Position, up: bool) -> String {
    let file = |file: u8| {
        let length = hex::Cell::length(file);
        let mut text = String::new();
        let mut empty = 0;
        for place in 1..=length {
            let rank = if up { place } else { length + 1 - place };
            match hex::Cell::at(file, rank).and_then(|at| position.piece_at(at)) {
                None => empty += 1,
                Some((side, role)) => {
                    // A zero is let pass.
                    text.push_str(&empty.to_string());
                    empty = 0;
                    let letter = role.letter();
                    text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        text + &empty.to_string()
    };
    (0..11).map(file).collect::<Vec<_>>().join("/")
}

#[test]
fn hexagonal_moves_come_back() {
    let sets: Vec<(&Letters, Firsts)> = LANGUAGES.iter().map(|set| (set, Firsts::of(set))).collect();
    let (moves, longer) = (Counter::new(0), Counter::new(0));
    holds(25, &vec((any::<Index>(), any::<u8>()), 160), |plies| {
        let mut position = hex::Position::start();
        for (choice, first) in plies {
            let legal = position.legal();
            let Some(played) = (!legal.is_empty()).then(|| *choice.get(&legal)) else { break };
            for (number, mv) in legal.iter().enumerate() {
                let (letters, firsts) = &sets[(number + usize::from(first)) % sets.len()];
                longer.set(longer.get() + usize::from(comes_back(&position, *mv, letters, firsts) > 5));
                moves.set(moves.get() + 1);
            }
            for (letters, firsts) in &sets {
                comes_back(&position, played, letters, firsts);
            }
            position.play(played);
        }
    });
    assert!(moves.get() > 100_000 && longer.get() > 100, "{} {}", moves.get(), longer.get());
    println!("{} moves written in three forms and read back", moves.get());
}

/// What is done to a character of a text.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Remove,
    Insert,
    Replace,
}

fn edits() -> impl Strategy<Value = Vec<(Edit, Index, char)>> {
    let characters: Vec<char> = "KQRBNPkqrbnp/ 0123456789-wbajfl11é♔~".chars().collect();
    let edit = proptest::prop_oneof![1 => Just(Edit::Remove), 1 => Just(Edit::Insert), 2 => Just(Edit::Replace)];
    vec((edit, any::<Index>(), select(characters)), 0..7)
}

#[test]
fn any_text_is_a_hexagonal_fen_or_answered() {
    let read_again = Counter::new(0);
    holds(6_000, &(select(vec![HEX_START, FILES_DOWN, FILES_UP]), edits()), |(text, edits)| {
        let mut text: Vec<char> = text.chars().collect();
        for (edit, at, character) in edits {
            let at = at.index(text.len());
            match edit {
                Edit::Remove => drop(text.remove(at)),
                Edit::Insert => text.insert(at, character),
                Edit::Replace => text[at] = character,
            }
        }
        let text: String = text.into_iter().collect();
        for dialect in [None, Some(Dialect::Ranks), Some(Dialect::FilesUp), Some(Dialect::FilesDown)] {
            let first = hex_fen::read_hex_fen(&text, dialect);
            let Ok((position, _)) = first.setup.position() else { continue };
            let again = hex_fen::read_hex_fen(&hex_fen::write(&position), Some(Dialect::Ranks));
            assert!(again.faults.is_empty(), "{text}");
            assert_eq!(again.setup.pieces, first.setup.pieces, "{text}");
            assert_eq!(again.setup.turn, first.setup.turn, "{text}");
            read_again.set(read_again.get() + 1);
        }
    });
    assert!(read_again.get() > 1_000, "{}", read_again.get());
}
