//! Runs the grammars of SFEN, USI and CSA against the readers.

use partie_notation::{csa, sfen, usi};
use partie_record::finding::Code;
use partie_record::{ItemKind, Record};

use super::support::read_all;
use crate::grammar_support::{Dice, Grammar, Sampler, mutate};

const SFEN: &str = include_str!("../../../grammars/sfen.abnf");
const CANONICAL: &str = include_str!("../../grammars/sfen-canonical.abnf");
const USI: &str = include_str!("../../../grammars/usi.abnf");
const USI_LINE: &str = include_str!("../../grammars/usi-line.abnf");
const CSA: &str = include_str!("../../../grammars/csa.abnf");
const CSA_GAME: &str = include_str!("../../grammars/csa-game.abnf");

/// Every rule and every alternative is used, but for those of `base`.
fn assert_all_used(sampler: &Sampler<'_>, base: Option<&Grammar>) {
    let (rules, branches) = sampler.unused(base);
    assert!(rules.is_empty(), "never used: {rules:?}");
    assert_eq!(branches, 0, "alternatives never taken");
}

#[test]
fn sfens_and_their_mutants() {
    let grammar = Grammar::new(&[SFEN, CANONICAL]);
    let (strict, lenient, short) = (grammar.rule("canonical-sfen"), grammar.rule("sfen"), grammar.rule("short-sfen"));
    let mut sampler = Sampler::new(&grammar, 1, 60, 30);
    let mut dice = Dice(2);
    let alphabet = b"pnlsgbrkPNLSGBRK0123456789/+- \tbwx";
    let codes = |text: &[u8]| -> Vec<Code> {
        sfen::read_sfen(std::str::from_utf8(text).unwrap()).faults.iter().map(|fault| fault.code).collect()
    };
    let (mut mutants, mut accepted) = (0, 0);
    for (start, count) in [(strict, 20_000), (lenient, 20_000), (short, 5_000)] {
        for _ in 0..count {
            let text = sampler.sentence(start);
            let shown = String::from_utf8_lossy(&text).into_owned();
            if start == short {
                assert_eq!(codes(&text), [Code::H018], "{shown}");
            } else {
                assert_eq!(codes(&text), [], "{shown}");
                let read = sfen::read_sfen(&shown);
                let many = read.setup.hands.iter().flatten().any(|held| *held > 99);
                let again = sfen::write(&read.setup, read.ply);
                assert!(many || sfen::read_sfen(&again) == read, "{shown}: {again}");
            }
            let mutant = mutate(&text, alphabet, &mut dice);
            let derived = grammar.accepts::<5>(lenient, &mutant);
            assert_eq!(codes(&mutant).is_empty(), derived, "{:?}", String::from_utf8_lossy(&mutant));
            assert!(derived || !grammar.accepts::<5>(strict, &mutant));
            (mutants, accepted) = (mutants + 1, accepted + usize::from(derived));
        }
    }
    assert_all_used(&sampler, None);
    println!("{mutants} mutants of which {accepted} are SFENs");
}

/// Texts of a rule and their mutants are read exactly if the grammar derives them.
fn exact(grammar: &Grammar, rule: &str, count: usize, alphabet: &[u8], read: impl Fn(&[u8]) -> bool) {
    let rule = grammar.rule(rule);
    let mut sampler = Sampler::new(grammar, 3, 30, 60);
    let mut dice = Dice(4);
    let mut accepted = 0;
    for _ in 0..count {
        let text = sampler.sentence(rule);
        assert!(read(&text), "{}", text.escape_ascii());
        let mutant = mutate(&text, alphabet, &mut dice);
        let derived = grammar.accepts::<2>(rule, &mutant);
        assert_eq!(read(&mutant), derived, "{}", mutant.escape_ascii());
        accepted += usize::from(derived);
    }
    assert!(accepted > 0 && accepted < count);
}

#[test]
fn tokens_and_their_mutants() {
    let usi_grammar = Grammar::new(&[USI]);
    let moves = b"0123456789abcdefghijPLNSGBRK*+- ";
    exact(&usi_grammar, "shogi-move", 50_000, moves, |text| usi::read_move(text).is_ok());
    let grammar = Grammar::new(&[CSA]);
    let letters = b"0123456789+-FUKYEGIAHOTNMR%T._fu ";
    exact(&grammar, "csa-move", 50_000, letters, |text| csa::read_move(text).is_ok());
    exact(&grammar, "csa-time", 20_000, letters, |text| csa::time(text).is_some());
    exact(&grammar, "csa-end", 20_000, letters, |text| csa::terminal(text).is_some());
}

#[test]
fn records_of_the_grammars() {
    let usi_grammar = Grammar::new(&[SFEN, CANONICAL, USI, USI_LINE]);
    let csa_grammar = Grammar::new(&[CSA, CSA_GAME]);
    let mut record = Record::default();
    let mut dice = Dice(5);
    let mut derived_mutants = 0;
    let mut sampler = Sampler::new(&usi_grammar, 6, 60, 80);
    for _ in 0..10_000 {
        let text = sampler.sentence(usi_grammar.rule("usi-line"));
        let mut seen = 0;
        let count = read_all(usi::read_record, &text, &mut record, |record| {
            assert!(record.notes.is_empty(), "{:?} in {}", record.notes, text.escape_ascii());
            seen = record.items.iter().filter(|item| item.kind == ItemKind::Move).count();
        });
        assert_eq!((count, seen as u32), (1, sampler.last[usi_grammar.rule("shogi-move")]), "{}", text.escape_ascii());
        let mutant = mutate(&text, b"0123456789abcdefghi/+-* \n\r#sfenmovPLKG\xff", &mut dice);
        let derived = mutant.len() <= 1000 && usi_grammar.accepts::<16>(usi_grammar.rule("usi-line"), &mutant);
        derived_mutants += usize::from(derived);
        read_all(usi::read_record, &mutant, &mut record, |record| {
            assert!(!derived || record.notes.is_empty(), "{:?} in {}", record.notes, mutant.escape_ascii());
        });
    }
    for rule in ["usi-word", "keyword"] {
        (0..1000).for_each(|_| drop(sampler.sentence(usi_grammar.rule(rule))));
    }
    assert_all_used(&sampler, Some(&Grammar::new(&[SFEN, CANONICAL])));
    let mut sampler = Sampler::new(&csa_grammar, 7, 14, 80);
    let mut drawn = 0;
    while drawn < 10_000 {
        let text = sampler.sentence(csa_grammar.rule("csa-game"));
        if text.len() > 4000 {
            continue;
        }
        drawn += 1;
        let of = |name: &str| sampler.last[csa_grammar.rule(name)] as usize;
        let count = read_all(csa::read_record, &text, &mut record, |record| {
            assert!(record.notes.is_empty(), "{:?} in {}", record.notes, text.escape_ascii());
            let read = |kind| record.items.iter().filter(|item| item.kind == kind).count();
            assert_eq!(read(ItemKind::Move), of("csa-move"), "{}", text.escape_ascii());
            assert_eq!(read(ItemKind::Time), of("csa-time"), "{}", text.escape_ascii());
            assert_eq!(read(ItemKind::Comment), of("remark-line") + of("last-remark"), "{}", text.escape_ascii());
            assert_eq!(read(ItemKind::Result), of("csa-end"), "{}", text.escape_ascii());
            assert_eq!(
                record.tags.len(),
                of("encoding-line") + of("version-line") + of("name-line") + of("information-line")
            );
            csa::setup(&text, record);
        });
        assert_eq!(count, 1, "{}", text.escape_ascii());
        let mutant = mutate(&text, b"\n\r,'/+-%$NPVT0123456789 FUKY\x00\xff*#", &mut dice);
        let derived = mutant.len() <= 1000 && csa_grammar.accepts::<16>(csa_grammar.rule("csa-game"), &mutant);
        derived_mutants += usize::from(derived);
        let count = read_all(csa::read_record, &mutant, &mut record, |record| {
            csa::setup(&mutant, record);
            assert!(!derived || record.notes.is_empty(), "{:?} in {}", record.notes, mutant.escape_ascii());
        });
        assert!(!derived || count == 1, "{count} records in {}", mutant.escape_ascii());
    }
    // What a record without a note does not have to hold.
    for rule in ["statement", "position", "piece-group", "server-line", "server-entry", "server-result", "summary"] {
        (0..1000).for_each(|_| drop(sampler.sentence(csa_grammar.rule(rule))));
    }
    assert_all_used(&sampler, None);
    println!("20,000 records, 20,000 mutants of which {derived_mutants} are records");
}
