//! Moves of hexagonal chess as texts: the grammar run against the reader, and everything that is
//! written read back.

#[allow(dead_code, reason = "the other grammars use the rest")]
use crate::grammar_support::{Dice, Grammar, Sampler, mutate};
use partie_notation::Expected;
use partie_notation::hex::{self, Firsts, HexToken, Named, WrongCell};
use partie_notation::letters::{LANGUAGES, Letters};
use partie_notation::san::{CheckMark, Form};
use partie_record::span::Span;
use partie_rules::Rules;
use partie_rules::hex::{Role, Roles};

use crate::hex_support::{Random, cell, position};

const HEX: &str = include_str!("../../grammars/hex.abnf");
/// The moves by their forms, and those of the fast path.
const FORMS: &str = include_str!("../grammars/hex-forms.abnf");
/// Characters that mutants are made with.
const BYTES: &[u8] = b"abcdefghiijkl0123456789NBRQKPABCDEFGHIJKLnbrqkpOx-:=/()+#!?.tmsi\xe2\x80\xa0\xa1";

fn read(text: &str) -> Option<HexToken> {
    hex::read_with(text.as_bytes(), Letters::ENGLISH).ok().map(|(_, written)| written)
}

fn wrong(text: &str) -> Option<WrongCell<'_>> {
    match hex::read_with(text.as_bytes(), Letters::ENGLISH) {
        Err(nom::Err::Error(error)) => WrongCell::of(&error),
        other => panic!("{text} {other:?}"),
    }
}

/// What the fast path says, the text followed by a blank and enough bytes.
fn fast(text: &[u8], letters: &Letters) -> Option<HexToken> {
    let mut padded = text.to_vec();
    padded.extend_from_slice(b" 12. b1-b2 g7-g6+");
    hex::parse_fast(&padded, Span::new(0, text.len()), &Firsts::of(letters)).map(hex::FastHex::written)
}

#[test]
fn moves_and_their_mutants() {
    let grammar = Grammar::new(&[HEX, FORMS]);
    let whole = grammar.rule("hex-move");
    let starts = [("hex-long", Form::Long), ("hex-coordinates", Form::Coordinates), ("hex-short", Form::San)];
    let starts = starts.map(|(name, form)| (grammar.rule(name), form));
    let plain = grammar.rule("hex-fast-move");
    let mut sampler = Sampler::new(&grammar, 1, 12, 40);
    let mut dice = Dice(2);
    let (mut sentences, mut mutants, mut accepted, mut ones) = (0, 0, 0, 0);
    let mut compare = |text: &[u8]| -> bool {
        let shown = || text.escape_ascii().to_string();
        let forms: Vec<Form> =
            starts.iter().filter(|(start, _)| grammar.accepts::<1>(*start, text)).map(|(_, form)| *form).collect();
        let written = hex::read_with(text, Letters::ENGLISH).ok().map(|(rest, written)| {
            assert!(rest.is_empty(), "{}", shown());
            written
        });
        let move_ = fast(text, Letters::ENGLISH);
        assert_eq!(move_.is_some(), grammar.accepts::<1>(plain, text), "{}", shown());
        if move_.is_some() {
            assert_eq!(move_, written, "{}", shown());
        }
        assert_eq!(!forms.is_empty(), grammar.accepts::<1>(whole, text), "{}", shown());
        match &written {
            Some(written) if written.l_for_one => ones += 1,
            Some(written) => assert_eq!(forms, [written.written.form], "{}", shown()),
            None => assert!(forms.is_empty(), "{} is not read: {forms:?}", shown()),
        }
        written.is_some()
    };
    for start in starts.map(|(start, _)| start).into_iter().chain([plain, whole]) {
        for _ in 0..60_000 {
            let text = sampler.sentence(start);
            if text.len() > 30 {
                continue;
            }
            sentences += 1;
            assert!(compare(&text), "{}", text.escape_ascii());
            let mutant = mutate(&text, BYTES, &mut dice);
            mutants += 1;
            accepted += usize::from(compare(&mutant));
        }
    }
    let (rules, branches) = sampler.unused(None);
    assert!(rules.is_empty() && branches == 0, "never used: {rules:?}, {branches}");
    assert!(sentences > 200_000 && accepted * 4 < mutants * 3, "{sentences} {mutants} {accepted}");
    println!("{sentences} moves, {mutants} mutants of which {accepted} are moves, {ones} with an l for a 1");
}

#[test]
fn the_forms_that_files_hold() {
    for (text, form, letters) in [
        ("b1-b2", Form::Long, "sk"),
        ("Jc5xe8+", Form::Long, "sk"),
        ("h4xi3", Form::Long, "sk"),
        ("g1f3", Form::Coordinates, "en"),
        ("f10f11q", Form::Coordinates, "sk"),
        ("Qe1c3", Form::San, "en"),
        ("Qc3xBf9#", Form::Long, "en"),
        ("f7g6xP", Form::Long, "en"),
        ("Nf8h5xN+", Form::San, "en"),
        ("Qg10f11xB+", Form::San, "en"),
        ("Hdf8", Form::San, "hu"),
        ("Hh1f4", Form::San, "hu"),
        ("B10f9", Form::San, "hu"),
        ("B4xh3+", Form::San, "hu"),
        ("fxe5", Form::San, "hu"),
        ("ixk?", Form::San, "hu"),
        ("e5ep.", Form::San, "hu"),
        ("c1V", Form::San, "hu"),
        ("c1=V", Form::San, "hu"),
        ("exd1V+", Form::San, "hu"),
        ("f10-f11=D#", Form::Long, "sk"),
        ("Kf1!?", Form::San, "en"),
        ("F5-F6", Form::Long, "en"),
        ("E4F5", Form::Coordinates, "en"),
        ("Крe10-f11", Form::Long, "ru"),
        ("♘h1xi3+", Form::Long, "figurine"),
    ] {
        let letters = Letters::find(letters).unwrap();
        let read = hex::read_with(text.as_bytes(), letters);
        let Ok(([], written)) = read else { panic!("{text} {read:?}") };
        assert_eq!(written.written.form, form, "{text}");
        assert!(!written.l_for_one, "{text}");
        let move_ = fast(text.as_bytes(), letters);
        assert!(move_.is_none_or(|move_| move_ == written), "{text}");
    }
    for text in
        ["", "e", "Vf", "xe5", "Nf", "e4-", "e4x", "g7-g", "Kc5-d", "pawn", "f111", "m5", "1", "N", "e4=", "jadoube"]
    {
        assert!(read(text).is_none(), "{text}");
    }
}

#[test]
fn what_is_kept_of_a_text() {
    let said = |text: &str| read(text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!((said("Qc3xBf9#").captured, said("Qc3xBf9#").written.check), (Some(Role::Bishop), CheckMark::Mate));
    assert_eq!(said("f7g6xP").captured, Some(Role::Pawn));
    assert!(said("f7g6xP").written.pattern.captures && said("f7xg6").written.pattern.captures);
    assert!(!said("f7-g6").written.pattern.captures);
    assert_eq!(said("b1-b2").written.pattern.roles, Roles::ANY, "the letter may be left out");
    assert_eq!(said("b2").written.pattern.roles, Roles::one(Role::Pawn));
    assert_eq!(said("fxe").written.pattern.to, cell("e1").file_set());
    assert_eq!(said("N10xf9").written.pattern.from, cell("f10").rank_set());
    assert_eq!(said("N1f9").written.pattern.from, cell("f1").rank_set());
    assert_eq!(said("e1e10").written.pattern.target(), Some(cell("e10")), "as long as it can be");
    assert!(said("c1Q").written.bare_promotion && !said("c2-c1=Q").written.bare_promotion);
    assert!(said("O-O").written.pattern.castling.is_some(), "the rules say that there is none");
    assert!(said("F5-F6").capitals);
    let mut late = said("e5");
    assert_eq!(late.written.pattern.from, cell("e1").file_set());
    late.append_word(b"ep.");
    assert_eq!(late, said("e5ep."));
    assert!(late.written.en_passant && late.written.pattern.from == !cell("e1").file_set());
}

#[test]
fn cells_that_the_board_has_not() {
    for (text, cell) in [
        ("j7-j6", "j7"),
        ("i5-j5", "j5"),
        ("Nj5", "j5"),
        ("Ndj5", "j5"),
        ("f5j6", "j6"),
        ("jxk5", "j"),
        ("jk5", "j"),
        ("J5-J6", "J5"),
        ("ixj", ""),
    ] {
        if cell.is_empty() {
            assert_eq!(wrong(text), None, "{text}");
        } else {
            assert_eq!(wrong(text), Some(WrongCell::NoJFile(cell.as_bytes())), "{text}");
        }
    }
    for (text, cell) in [
        ("k4-c9", "c9"),
        ("f6-k8", "k8"),
        ("Kb1-f0", "f0"),
        ("f11-f12", "f12"),
        ("e11", "e11"),
        ("Na7xb6", "a7"),
        ("F5-F12", "F12"),
        ("e4xl7", "l7"),
    ] {
        assert_eq!(wrong(text), Some(WrongCell::BeyondFile(cell.as_bytes())), "{text}");
        assert_eq!(wrong(text).map(WrongCell::text), Some(cell.as_bytes()));
    }
    for text in ["m5-m6", "jadoube", "g7-g", "Kc5-d", "j", "e4=X", "Nf3x", "R12f5"] {
        assert_eq!(wrong(text), None, "{text}");
    }
    let error = Expected { at: b"", what: "" };
    assert_eq!(WrongCell::of(&error), None);
}

#[test]
fn an_l_that_can_only_be_a_one() {
    for (text, meant) in [
        ("bl-b2", "b1-b2"),
        ("Ngl-i2", "Ng1-i2"),
        ("Kfl-gl", "Kf1-g1"),
        ("klxl2", "k1xl2"),
        ("Ril", "Ri1"),
        ("fl0-fll=Q", "f10-f11=Q"),
        ("fl0fl1q", "f10f11q"),
        ("gl=Q", "g1=Q"),
        ("fl1=N", "f11=N"),
        ("bl", "b1"),
    ] {
        let (read, meant) = (read(text).unwrap_or_else(|| panic!("{text}")), read(meant).unwrap());
        assert!(read.l_for_one && !meant.l_for_one, "{text}");
        assert_eq!(HexToken { l_for_one: false, ..read }, meant, "{text}");
    }
    // Here the other reading is on the board.
    for text in ["kxl", "kl2", "k5-l5", "Nbl2", "Qfl1", "l1", "f1l2"] {
        assert!(read(text).is_some_and(|written| !written.l_for_one), "{text}");
    }
    let other = hex::read_l_as_one(b"Qfl1", Letters::ENGLISH).unwrap();
    assert_eq!(other.written.pattern.target(), Some(cell("f11")));
    assert_eq!(hex::read_l_as_one(b"k5-l5", Letters::ENGLISH), None);
    assert_eq!(hex::read_l_as_one("l".repeat(40).as_bytes(), Letters::ENGLISH), None);
}

#[test]
fn short_forms_are_as_short_as_can_be() {
    for (fen, target, expected) in [
        ("b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1", "f4", "Rcf4 Ndf4 Nhf4 Rif4"),
        ("1/2k/5/7/9/11/11/R10/11/11/R5K4 w - 0 1", "a2", "R1a2 R4a2"),
        ("1/2k/5/7/9/11/11/11/11/11/R5K4 w - 0 1", "a6", "Ra6"),
    ] {
        let position = position(fen);
        let mut legal = position.legal();
        legal.retain(|mv| mv.to == cell(target) && mv.role != Role::Pawn);
        legal.sort_by_key(|mv| mv.from);
        let legal = legal.into_iter();
        let texts: Vec<String> = legal.map(|mv| hex::san(&position, mv, Letters::ENGLISH)).collect();
        assert_eq!(texts.join(" "), expected, "{fen}");
    }
}

#[test]
fn variants_by_their_names() {
    for name in [
        "Glinski",
        "glinski",
        "Gliński",
        "Glinski's Hexagonal Chess",
        "Gli\u{c5}\u{192}ski",
        "Hexagonal chess",
        "Hexagonal",
        "Hexašach",
        "hexasach",
        "Hexašachy",
        "HexChess",
        "hex",
        "Hexagonal (Glinski)",
    ] {
        assert_eq!(hex::named(name.as_bytes()), Some(Named::Glinski), "{name}");
    }
    assert_eq!(hex::named(b"Gli\xf1ski"), Some(Named::Glinski));
    for name in ["McCooey Hexagonal", "Shafran's hexagonal chess"] {
        assert_eq!(hex::named(name.as_bytes()), Some(Named::Other), "{name}");
    }
    for name in ["", "Chess960", "Standard", "atomic", "From Position", "Shafran", "hexapawn", "Horde", "Stockholm"] {
        assert_eq!(hex::named(name.as_bytes()), None, "{name}");
    }
}

#[test]
fn movetexts_by_their_moves() {
    let hex_ = |text: &str| hex::looks_like(text.split(' ').map(str::as_bytes));
    for text in [
        "b1-b2 j7-j6",
        "bl-b2",
        "b1-b3",
        "e1c3 e10c6 b1b2 b7b6",
        "g5 g6 Hdf4 Hdf8 Fd4 Hc6 h5 Hxd4",
        "f5f6 e7e6",
        "h3h4 d7d5",
        "De1-d2 Sf11-e9 Sf1-g2",
        "Qe1c3 Qe10c6 b1b2 b7b6 Bf3b1 e7e6? Qc3xBf9#",
    ] {
        assert!(hex_(text), "{text}");
    }
    for text in [
        "e4 e5 Nf3 Nc6 Bb5 a6",
        "e2e4 e7e5 g1f3",
        "e2-e4 c7-c5",
        "",
        "e9 e5 Nf3",
        "Nl3 d5",
        "e4 e5 Ki3 Nc6 Bb5",
        "Qe2 Kh8 Rg1",
        "O-O O-O",
        "d4 d5 c4",
        "c2c3 c7c6",
        "nonsense",
    ] {
        assert!(!hex_(text), "{text}");
    }
}

#[test]
fn any_bytes_are_answered() {
    let mut random = Random(5);
    let (mut moves, mut wrong) = (0, 0);
    for round in 0..300_000 {
        let length = random.below(14) as usize + usize::from(round % 997 == 0) * 400;
        let any = round % 5 == 0;
        let text: Vec<u8> = (0..length)
            .map(|_| if any { random.below(256) as u8 } else { BYTES[random.below(BYTES.len() as u64) as usize] })
            .collect();
        let letters = &LANGUAGES[round % LANGUAGES.len()];
        match hex::read_with(&text, letters) {
            Ok((rest, _)) => {
                assert!(rest.is_empty());
                moves += 1;
            }
            Err(nom::Err::Error(error)) => wrong += usize::from(WrongCell::of(&error).is_some()),
            Err(other) => panic!("{other:?}"),
        }
        let _ = (hex::read_l_as_one(&text, letters), hex::named(&text), hex::is_whole(&text), fast(&text, letters));
    }
    assert!(moves > 500 && wrong > 500, "{moves} {wrong}");
}
