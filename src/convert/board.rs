//! The text of moves and positions, for chess and hexagonal chess.

use super::options::Style;
use partie_notation::letters::Letters;
use partie_notation::moves::{Algebraic, MoveNotation as _};
use partie_notation::spell::{self, Names};
use partie_notation::{descriptive, fen, hex, hex_fen, iccf, kober};
use partie_rules::chess::Origins;
use partie_rules::{Rules, chess, hex as hex_rules};

pub(super) trait MoveText: Rules {
    /// The move style if the user names none.
    const DEFAULT_STYLE: Style;

    /// The move number, from 1.
    fn number(&self) -> u32;
    /// Writes a move without its check mark. `king_takes_rook` selects the notation of castling in coordinates.
    fn spell(&self, out: &mut Vec<u8>, mv: Self::Move, names: &Names, style: (Style, bool));
    /// The move in SAN without check mark, packed in a `u64`, and its length; `None` if it may need disambiguation.
    #[inline(always)]
    fn unambiguous(&self, _mv: Self::Move, _names: &Names) -> Option<(u64, usize)> {
        None
    }
    /// Writes a move with its check mark, in a notation with its own check marks.
    fn marked(&self, _out: &mut Vec<u8>, _mv: Self::Move, _style: Style, _origins: &Origins) {}
    /// The side of the board on which each piece began.
    fn origins(&self) -> Origins {
        Origins::default()
    }
    fn follow(_origins: &mut Origins, _mv: Self::Move) {}
    /// True if a SAN token is read as this illegal move and as no legal one.
    fn reads_as(&self, _token: &[u8], _mv: Self::Move, _letters: &'static Letters) -> bool {
        false
    }
    fn fen(&self) -> String;
    /// The FEN for output without tags: it also encodes unusual castling rooks.
    fn fen_alone(&self) -> String {
        self.fen()
    }
}

impl MoveText for chess::Position {
    const DEFAULT_STYLE: Style = Style::San;

    #[inline(always)]
    fn number(&self) -> u32 {
        self.number()
    }

    #[inline(always)]
    fn spell(&self, out: &mut Vec<u8>, mv: Self::Move, names: &Names, (style, king_takes_rook): (Style, bool)) {
        match style {
            Style::San => spell::bare_to(out, self, mv, names),
            Style::Long => spell::long_to(out, mv, names),
            Style::Coordinates => spell::uci_to(out, mv, king_takes_rook),
            Style::Iccf => iccf::write(out, mv, king_takes_rook),
            Style::Descriptive(_) | Style::Kober => {}
        }
    }

    #[inline(always)]
    fn unambiguous(&self, mv: Self::Move, names: &Names) -> Option<(u64, usize)> {
        names.brief(mv)
    }

    fn marked(&self, out: &mut Vec<u8>, mv: Self::Move, style: Style, origins: &Origins) {
        match style {
            Style::Descriptive(style) => descriptive::write(out, self, origins, mv, &style),
            Style::Kober => kober::write(out, self, mv, Letters::CZECH),
            Style::San | Style::Long | Style::Coordinates | Style::Iccf => {}
        }
    }

    fn origins(&self) -> Origins {
        Origins::of(self)
    }

    fn follow(origins: &mut Origins, mv: Self::Move) {
        origins.play(mv);
    }

    fn reads_as(&self, token: &[u8], mv: Self::Move, letters: &'static Letters) -> bool {
        let written = Algebraic::new(letters).parse(token, &());
        written.is_some_and(|written| self.clone().force(&written.pattern) == Some(mv))
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn fen_alone(&self) -> String {
        fen::write_alone(self)
    }
}

impl MoveText for hex_rules::Position {
    const DEFAULT_STYLE: Style = Style::Long;

    #[inline(always)]
    fn number(&self) -> u32 {
        self.number()
    }

    #[inline(always)]
    fn spell(&self, out: &mut Vec<u8>, mv: Self::Move, names: &Names, (style, _): (Style, bool)) {
        match style {
            Style::San => hex::bare_to(out, self, mv, names),
            Style::Long => hex::long_to(out, mv, names),
            Style::Coordinates => hex::coordinates_to(out, mv),
            Style::Descriptive(_) | Style::Kober | Style::Iccf => {}
        }
    }

    fn fen(&self) -> String {
        hex_fen::write(self)
    }
}
