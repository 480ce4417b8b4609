//! Moves in numbers: the grammar runs against the reader, real games come back, and whatever else is read.

#[allow(dead_code, reason = "each test uses a part of it")]
use std::time::Instant;

use crate::grammar_support::{Dice, Grammar, Sampler, mutate};
use crate::own_games::real;
use partie_notation::{ReadOutcome, formats, iccf, pgn, spell};
use partie_record::{Encoding, Format, ItemKind, Movetext, Record};
use partie_replay::{MoveEvent, Options, ReplayVisitor, Replayer, Status, Text, Wanted};
use partie_rules::{chess, hex, shogi};

const ICCF: &str = include_str!("../../grammars/iccf.abnf");
const ICCF_GAME: &str = include_str!("../grammars/iccf-game.abnf");

#[test]
fn moves_and_their_mutants() {
    let grammar = Grammar::new(&[ICCF]);
    let rule = grammar.rule("iccf-move");
    let mut sampler = Sampler::new(&grammar, 3, 30, 60);
    let mut dice = Dice(4);
    let mut accepted = 0;
    for _ in 0..50_000 {
        let text = sampler.sentence(rule);
        assert!(iccf::read_move(&text).is_ok(), "{}", text.escape_ascii());
        let mutant = mutate(&text, b"0123456789+#!? e", &mut dice);
        let derived = grammar.accepts::<2>(rule, &mutant);
        assert_eq!(iccf::read_move(&mutant).is_ok(), derived, "{}", mutant.escape_ascii());
        assert!(!derived || iccf::length(&mutant) == mutant.len(), "{}", mutant.escape_ascii());
        accepted += usize::from(derived);
    }
    assert!(accepted > 0 && accepted < 50_000);
}

#[test]
fn records_of_the_grammar() {
    let grammar = Grammar::new(&[ICCF, ICCF_GAME]);
    let rule = grammar.rule("iccf-game");
    let mut sampler = Sampler::new(&grammar, 5, 60, 80);
    let mut dice = Dice(6);
    let mut record = Record::default();
    for _ in 0..10_000 {
        let text = sampler.sentence(rule);
        assert_eq!(
            pgn::read_record(&text, 0, true, &mut record),
            ReadOutcome::Game(text.len()),
            "{}",
            text.escape_ascii()
        );
        assert!(record.notes.is_empty(), "{:?} in {}", record.notes, text.escape_ascii());
        assert_eq!(record.movetext, Movetext::Iccf, "{}", text.escape_ascii());
        let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move).count();
        assert_eq!(moves as u32, sampler.last[grammar.rule("iccf-move")], "{}", text.escape_ascii());
        let mutant = mutate(&text, b"0123456789.+-/ {}()[]*\n\"e", &mut dice);
        let mut at = 0;
        while let ReadOutcome::Game(end) = pgn::read_record(&mutant, at, true, &mut record) {
            assert!(end > at);
            at = end;
        }
    }
    let (rules, branches) = sampler.unused(None);
    // A record with such a word is noted.
    assert!(rules == ["iccf-word"] && branches == 0, "never used: {rules:?}, {branches} alternatives");
}

/// Hears a game and writes it in numbers.
#[derive(Default)]
struct Numbers {
    text: Vec<u8>,
    uci: Vec<String>,
    uci_only: bool,
}

impl ReplayVisitor<chess::Position> for Numbers {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, _: &chess::Position) {
        self.text.clear();
        self.uci.clear();
    }

    fn move_(&mut self, event: MoveEvent<'_, chess::Position>) {
        let MoveEvent { item, mv, ply, .. } = event;
        if item.line != 0 {
            return;
        }
        self.uci.push(spell::uci(mv, false));
        if self.uci_only {
            return;
        }
        if ply % 2 == 1 {
            self.text.extend_from_slice(format!("{}. ", ply.div_ceil(2)).as_bytes());
        }
        iccf::write(&mut self.text, mv, false);
        self.text.push(if ply.is_multiple_of(10) { b'\n' } else { b' ' });
    }
}

impl ReplayVisitor<hex::Position> for Numbers {}
impl ReplayVisitor<shogi::Position> for Numbers {}

#[test]
fn real_games_come_back() {
    let path = real("chess/real.pgn.zst");
    let bytes = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
    let mut replayer = Replayer::new(Options::default(), Wanted::default());
    let (mut record, mut again) = (Record::default(), Record::default());
    let (mut at, mut games, mut plies) = (0, 0, 0);
    let start = Instant::now();
    while let ReadOutcome::Game(end) = formats::read_record(Format::Pgn, &bytes, at, true, &mut record) {
        at = end;
        let mut heard = Numbers::default();
        let text = Text { bytes: &bytes, encoding: Encoding::Utf8, last: true };
        let replayed = replayer.replay_to(text, &record, false, &mut heard);
        replayer.collector.findings.clear();
        let usual_start = record.value(&bytes, "FEN").is_none();
        if replayed.status != Status::Ok || heard.uci.is_empty() || !usual_start {
            continue;
        }
        let numbers = [&heard.text[..], b"*\n"].concat();
        assert_eq!(formats::sniff(&numbers), Format::Pgn);
        assert_eq!(pgn::read_record(&numbers, 0, true, &mut again), ReadOutcome::Game(numbers.len()));
        assert_eq!(again.movetext, Movetext::Iccf, "{}", numbers.escape_ascii());
        let mut twice = Numbers { uci_only: true, ..Numbers::default() };
        let text = Text { bytes: &numbers, encoding: Encoding::Utf8, last: true };
        replayer.replay_to(text, &again, true, &mut twice);
        let errors: Vec<_> = replayer
            .collector
            .findings
            .drain(..)
            .filter(|found| found.severity == partie_record::finding::Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{errors:?} in {}", numbers.escape_ascii());
        assert_eq!(heard.uci, twice.uci);
        (games, plies) = (games + 1, plies + heard.uci.len());
    }
    println!("{games} games, {plies} plies come back, {:?}", start.elapsed());
    assert!(games > 1000);
}

#[test]
fn other_movetexts_stay_what_they_are() {
    let mut record = Record::default();
    for text in ["1. e4 e5 *", "1. P-K4 P-K4 *", "1852. e4 *", "1. e2e4 *", "1-0", "1. Jg1f3 *"] {
        pgn::read_record(text.as_bytes(), 0, true, &mut record);
        assert_ne!(record.movetext, Movetext::Iccf, "{text}");
    }
    let long = "1234 ".repeat(200_000);
    let start = Instant::now();
    pgn::read_record(long.as_bytes(), 0, true, &mut record);
    assert!(start.elapsed().as_secs_f64() < 2.0 && record.items.len() == 200_000);
}
