//! Moves: `P-7f`, `S7bx8c+`, `G65b`, `xS3`, `Px`, `G*4h`, `N'53`, `+R-5e`.

use super::grammar::psn_move;
use crate::sfen;
use crate::shogi_format::UnreadMove;
use crate::text::whole;
use partie_rules::shogi::{Move, Pattern, Position, Square};
use partie_rules::{Rules as _, Side};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Letters: `P-7f`.
    #[default]
    Hodges,
    /// Digits: `P-76`.
    Hosking,
}

/// Reads a board move: a piece, its origin as far as written, a sign and a square. A drop has a piece, a drop sign and
/// a square. A capture without a square goes to the target of the previous move. Promotion is undefined without `+` or
/// `=`.
///
/// # Errors
/// The reason why the text is not a move.
pub fn read_move(token: &[u8], previous: Option<Square>) -> Result<Pattern, UnreadMove> {
    let written = whole(token, psn_move).ok_or(UnreadMove::Other)?;
    written.pattern(previous).ok_or(UnreadMove::NoPrevious)
}

/// Appends a move played in `before` to `text`. Writes the origin if another piece of its type seems to reach the
/// target, and `=` if a piece does not promote although it may.
pub fn spell(text: &mut String, before: &Position, mv: Move, style: Style) {
    let kind = mv.kind();
    if kind.is_promoted() {
        text.push('+');
    }
    text.push(char::from(sfen::letter_of(kind.base())));
    let Some(from) = mv.from() else {
        text.push('*');
        return push(text, mv.to(), style);
    };
    if before.pseudo_legal_to(kind, mv.to()).count_ones() > 1 {
        push(text, from, style);
    }
    text.push(if mv.captured().is_some() { 'x' } else { '-' });
    push(text, mv.to(), style);
    let zone = |at: Square| if before.turn() == Side::First { at.rank() <= 3 } else { at.rank() >= 7 };
    if mv.promotes() {
        text.push('+');
    } else if kind.promoted().is_some() && (zone(from) || zone(mv.to())) {
        text.push('=');
    }
}

fn push(text: &mut String, at: Square, style: Style) {
    text.push(char::from(b'0' + at.file()));
    text.push(char::from(match style {
        Style::Hodges => b'a' + at.rank() - 1,
        Style::Hosking => b'0' + at.rank(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sfen, usi};
    use partie_rules::Resolution;
    use partie_rules::shogi::{Origin, PieceType};

    #[test]
    fn every_form() {
        let at = |file, rank| Square::at(file, rank).unwrap();
        let read = |text: &'static str| read_move(text.as_bytes(), None).unwrap();
        for text in ["P-7f", "P7f", "P-76", "P76", "Px76"] {
            let pattern = read(text);
            assert_eq!((pattern.kind, pattern.to, pattern.origin), (Some(PieceType::Pawn), at(7, 6), Origin::Unstated));
            assert_eq!(pattern.promotes, None);
        }
        assert_eq!(read("S7bx8c+").origin, Origin::Square(at(7, 2)));
        assert_eq!(read("S72x83+").promotes, Some(true));
        assert_eq!(read("S7283=").promotes, Some(false));
        assert_eq!((read("G*4h").origin, read("N'53").to), (Origin::Hand, at(5, 3)));
        for (text, kind) in [
            ("+R-5e", PieceType::Dragon),
            ("D-5e", PieceType::Dragon),
            ("H5e", PieceType::Horse),
            ("+Nx22", PieceType::PromotedKnight),
        ] {
            assert_eq!(read(text).kind, Some(kind));
        }
        for text in [
            "", "P", "P-", "P-7", "P-7j", "P-07", "X-7f", "+G-7f", "K*5e", "+P*5e", "P*5e+", "P-7f++", "P7g-", "Nf3",
            "Nc6",
        ] {
            assert!(read_move(text.as_bytes(), None).is_err(), "{text}");
        }
    }

    #[test]
    fn as_short_as_it_is_clear() {
        let spelt = |board: &str, mv: &str, style| {
            let position = sfen::read_sfen(board).setup.into_position_lenient();
            let Resolution::Unique(mv) = position.resolve(&usi::read_move(mv.as_bytes()).unwrap()) else {
                panic!("{mv}")
            };
            let mut text = String::new();
            spell(&mut text, &position, mv, style);
            text
        };
        let golds = "k8/9/9/9/4p4/3G1G3/9/9/8K b G 1";
        assert_eq!(spelt(golds, "6f5e", Style::Hodges), "G6fx5e");
        assert_eq!(spelt(golds, "6f6e", Style::Hosking), "G-65");
        assert_eq!(spelt(golds, "G*5d", Style::Hodges), "G*5d");
        let rook = "k8/9/4R4/9/9/9/9/9/8K b - 1";
        assert_eq!(spelt(rook, "5c5e", Style::Hodges), "R-5e=");
        assert_eq!(spelt(rook, "5c5e+", Style::Hosking), "R-55+");
        assert_eq!(spelt("k8/9/4+R4/9/9/9/9/9/8K b - 1", "5c5e", Style::Hodges), "+R-5e");
    }
}
