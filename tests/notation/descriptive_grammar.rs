//! Runs `grammars/descriptive.abnf` and `grammars/kober.abnf` against their readers: what a grammar
//! derives is read, and what is one character off is read if and only if the grammar derives it, too.

#![allow(dead_code, reason = "a part of what supports the grammars of records is not needed for moves")]

use crate::grammar_support::{Dice, Grammar, Sampler, mutate};
use partie_notation::descriptive::{prefix, read_move};
use partie_notation::kober;
use partie_record::Language;

const DESCRIPTIVE: &str = include_str!("../../grammars/descriptive.abnf");
const KOBER: &str = include_str!("../../grammars/kober.abnf");

/// Whether a text is read.
type Reads<'a> = &'a dyn Fn(&[u8]) -> bool;

/// Draws sentences of each rule, and compares the reader with the grammar on them and on their mutants.
fn agree(grammar: &Grammar, seed: u64, starts: &[(&str, Reads<'_>)], alphabet: &[u8]) {
    let mut sampler = Sampler::new(grammar, seed, 14, 35);
    let mut dice = Dice(seed + 1);
    let (mut sentences, mut mutants, mut accepted) = (0, 0, 0);
    for (name, reads) in starts {
        let start = grammar.rule(name);
        for _ in 0..60_000 {
            let text = sampler.sentence(start);
            if text.len() > 120 {
                continue;
            }
            sentences += 1;
            assert!(reads(&text), "{name}: {:?} is derived, and not read", String::from_utf8_lossy(&text));
            let mutant = mutate(&text, alphabet, &mut dice);
            let derived = grammar.accepts::<2>(start, &mutant);
            let shown = String::from_utf8_lossy(&mutant);
            assert_eq!(reads(&mutant), derived, "{name}: {shown:?} is read and derived, in that order");
            mutants += 1;
            accepted += usize::from(derived);
        }
    }
    let (rules, branches) = sampler.unused(None);
    assert!(rules.is_empty(), "never used: {rules:?}");
    assert_eq!(branches, 0, "alternatives never taken");
    assert!(sentences > 50_000 * starts.len() && accepted < mutants, "{sentences} {mutants} {accepted}");
    println!("{sentences} moves, {mutants} mutants of which {accepted} are moves");
}

#[test]
fn descriptive_moves_and_their_mutants() {
    let grammar = Grammar::new(&[DESCRIPTIVE]);
    let english = |text: &[u8]| read_move(text, Language::English).is_some();
    let french = |text: &[u8]| read_move(text, Language::French).is_some();
    let spanish = |text: &[u8]| read_move(text, Language::Spanish).is_some();
    let alphabet = b"KQRBNPtDTFACkqrbnpx-=/:()+#!?.,'s_ 0123456789Odthecmaioq \n\xe2\x80\x99\xa0\xc3\x97\xa9Z";
    agree(&grammar, 1, &[("english", &english), ("french", &french), ("spanish", &spanish)], alphabet);
}

#[test]
fn kober_moves_and_their_mutants() {
    let grammar = Grammar::new(&[KOBER]);
    let reads = |text: &[u8]| kober::read_move(text).is_some();
    let alphabet = b"KDVTSJLPBabcdefgh012345678O-:x=+#!?., ~ep\xe2\x80\xa0\xa1\xc2\xb1Z";
    agree(&grammar, 3, &[("kober", &reads)], alphabet);
}

/// Every text of a few characters.
#[test]
fn all_short_moves() {
    let grammar = Grammar::new(&[DESCRIPTIVE]);
    let starts = [("english", Language::English), ("french", Language::French), ("spanish", Language::Spanish)];
    let starts = starts.map(|(name, language)| (grammar.rule(name), language));
    let (mut texts, mut accepted) = (0, 0);
    for (length, alphabet) in [
        (1, &b"KQRBNPtDTFACx-+.,!( 0123456789Osoe"[..]),
        (2, b"KQRBNPtDTFACx-+.,!( 0123456789Osoe"),
        (3, b"KQRBNPtDTFACx-+. 0148Oo"),
        (4, b"KQRBPtDCAx-+. 148O"),
        (5, b"KQBPtDCx-. 48"),
        (6, b"KQBtPxC- 8"),
    ] {
        let mut digits = vec![0usize; length];
        let mut text = vec![alphabet[0]; length];
        'all: loop {
            for (start, language) in starts {
                texts += 1;
                let derived = grammar.accepts::<1>(start, &text);
                assert_eq!(read_move(&text, language).is_some(), derived, "{language:?} {}", text.escape_ascii());
                accepted += usize::from(derived);
            }
            let mut place = 0;
            loop {
                digits[place] += 1;
                if digits[place] < alphabet.len() {
                    text[place] = alphabet[digits[place]];
                    break;
                }
                digits[place] = 0;
                text[place] = alphabet[0];
                place += 1;
                if place == length {
                    break 'all;
                }
            }
        }
    }
    println!("{texts} short texts, {accepted} are moves");
}

/// What follows a move on the page is left, whatever the move.
#[test]
fn a_move_ends_before_what_is_none() {
    let grammar = Grammar::new(&[DESCRIPTIVE]);
    let mut sampler = Sampler::new(&grammar, 5, 14, 30);
    let start = grammar.rule("en-move");
    for round in 0..60_000 {
        let text = sampler.sentence(start);
        let said = read_move(&text, Language::English).expect("derived");
        let end =
            ["[A]", " and wins.", " White resigns.", "  Resigns.", " 41 K to B4", " {160}", "\n12. ...", "; Kt-R4"];
        let tail = end[round % end.len()].as_bytes();
        let whole = [text.as_slice(), tail].concat();
        let (rest, found) = prefix(&whole, Language::English).expect("the same move");
        assert_eq!((found, rest), (said, tail), "{}", String::from_utf8_lossy(&whole));
    }
}
