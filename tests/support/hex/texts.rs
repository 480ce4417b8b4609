//! What is written of a move of hexagonal chess is read back.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use partie_notation::hex::{self, Firsts};
use partie_notation::letters::Letters;
use partie_notation::san::{CheckMark, Form};
use partie_record::span::Span;
use partie_rules::hex::{Move, Position, Role};
use partie_rules::{Resolution, Rules};

/// The move is found again in everything that is written of it.
pub fn comes_back(position: &Position, mv: Move, letters: &Letters, firsts: &Firsts) -> usize {
    let texts = [hex::long(position, mv, letters), hex::san(position, mv, letters), hex::coordinates(mv)];
    let mut after = position.clone();
    after.play(mv);
    let check = match (after.in_check(), after.has_legal_move()) {
        (false, _) => CheckMark::None,
        (true, true) => CheckMark::Check,
        (true, false) => CheckMark::Mate,
    };
    for (index, text) in texts.iter().enumerate() {
        let read = hex::read_with(text.as_bytes(), letters);
        let Ok((_, written)) = &read else { panic!("{} {text} {read:?}", letters.code) };
        let pattern = &written.written.pattern;
        assert_eq!(position.resolve(pattern), Resolution::Unique(mv), "{} {text}", letters.code);
        let noted =
            written.l_for_one || written.capitals || written.written.bare_promotion || written.captured.is_some();
        assert!(!noted, "{} {text}", letters.code);
        assert_eq!(written.written.form, [Form::Long, Form::San, Form::Coordinates][index], "{text}");
        if index < 2 {
            assert_eq!(pattern.captures, mv.captured.is_some(), "{text}");
            assert_eq!(written.written.check, check, "{text}");
        }
    }
    let mut padded = texts[0].clone().into_bytes();
    padded.extend_from_slice(&[b' '; 16]);
    let quick = hex::parse_fast(&padded, Span::new(0, texts[0].len()), firsts);
    // Letters beyond ASCII are read in the general way.
    assert_eq!(quick.is_some(), texts[0].is_ascii(), "{}", texts[0]);
    if let Some(quick) = quick {
        let role = quick.role.unwrap_or(Role::Pawn);
        let said = (role, quick.from, quick.to, quick.promotion, quick.captures, quick.check);
        assert_eq!(said, (mv.role, mv.from, mv.to, mv.promotion, mv.captured.is_some(), check), "{}", texts[0]);
    }
    texts[1].len()
}
