//! What converting asks of chess and hexagonal chess alike: how a move and a position are written.

use super::options::Style;
use partie_notation::letters::Letters;
use partie_notation::moves::{Algebraic, MoveNotation as _};
use partie_notation::spell::{self, Names};
use partie_notation::{descriptive, fen, hex, hex_fen, iccf, kober};
use partie_rules::chess::Origins;
use partie_rules::{Rules, chess, hex as hex_rules};

pub(super) trait MoveText: Rules {
    /// How moves are written where nobody says how.
    const DEFAULT_STYLE: Style;

    /// The number of the move, from 1.
    fn number(&self) -> u32;
    /// Adds a move without check mark. `king_takes_rook` says how castling is written in coordinates.
    fn spell(&self, out: &mut Vec<u8>, mv: Self::Move, names: &Names, style: (Style, bool));
    /// The move in SAN without check mark, packed in a `u64` with its length, where its kind and target say enough.
    #[inline(always)]
    fn unambiguous(&self, _mv: Self::Move, _names: &Names) -> Option<(u64, usize)> {
        None
    }
    /// Adds a move of a notation that marks checks itself, with its mark.
    fn marked(&self, _out: &mut Vec<u8>, _mv: Self::Move, _style: Style, _origins: &Origins) {}
    /// On which side of the board each piece began.
    fn origins(&self) -> Origins {
        Origins::default()
    }
    fn follow(_origins: &mut Origins, _mv: Self::Move) {}
    /// Whether a text of SAN means that illegal move, and no legal one.
    fn reads_as(&self, _token: &[u8], _mv: Self::Move, _letters: &'static Letters) -> bool {
        false
    }
    fn fen(&self) -> String;
    /// The same where nothing but the FEN says what is played.
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
