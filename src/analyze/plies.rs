//! The plies of a main line one by one, for the table of moves.

use crate::notation::hex as hex_text;
use crate::notation::{spell, usi};
use crate::rules::{Game, Side, chess, hex, shogi};

/// A move gives check.
pub(super) const CHECK: i32 = 1;
/// A move mates.
pub(super) const MATE: i32 = 2;
/// Castling.
pub(super) const CASTLING: i32 = 4;
/// A capture en passant.
pub(super) const EN_PASSANT: i32 = 8;
/// A drop.
pub(super) const DROP: i32 = 16;
/// A capture.
pub(super) const CAPTURE: i32 = 32;
/// A promotion.
pub(super) const PROMOTION: i32 = 64;

/// One ply.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// Its number, from 1.
    pub ply: u32,
    /// Who moves.
    pub side: Side,
    /// Origin, -1 for a drop.
    pub from: i16,
    /// Target.
    pub to: i16,
    /// The man.
    pub piece: &'static str,
    /// What is captured.
    pub captured: Option<&'static str>,
    /// What it becomes.
    pub promotion: Option<&'static str>,
    /// What else it does, without what it leads to.
    pub flags: i32,
    /// The position before it.
    pub key: u64,
    /// Where its text ends among the texts.
    end: usize,
}

/// The plies of a game.
#[derive(Clone, Debug, Default)]
pub struct Plies {
    plies: Vec<Ply>,
    texts: String,
}

impl Plies {
    /// Forgets them.
    pub fn clear(&mut self) {
        self.plies.clear();
        self.texts.clear();
    }

    /// The plies with their moves in coordinates.
    pub fn iter(&self) -> impl Iterator<Item = (&Ply, &str)> {
        let mut from = 0;
        self.plies.iter().map(move |ply| {
            let text = self.texts.get(from..ply.end).unwrap_or_default();
            from = ply.end;
            (ply, text)
        })
    }

    fn push(&mut self, check: bool, text: &str, ply: Ply) {
        // What a move leads to is known one ply later.
        if check && let Some(last) = self.plies.last_mut() {
            last.flags |= CHECK;
        }
        self.texts.push_str(text);
        self.plies.push(Ply { end: self.texts.len(), ..ply });
    }

    /// The game is over: what the last move led to.
    pub fn finish(&mut self, check: bool, mate: bool) {
        if let Some(last) = self.plies.last_mut() {
            last.flags |= if check { CHECK } else { 0 } | if mate { MATE } else { 0 };
        }
    }

    pub(super) fn chess(&mut self, before: &chess::Position, mv: chess::Move, ply: u32) {
        let special = match mv.kind {
            chess::Kind::Castling => CASTLING,
            chess::Kind::EnPassant => EN_PASSANT,
            _ => 0,
        };
        self.push(
            before.in_check(),
            &spell::uci(mv, true),
            Ply {
                ply,
                side: before.turn(),
                from: mv.from.index() as i16,
                to: mv.to.index() as i16,
                piece: name(mv.role),
                captured: mv.captured.map(name),
                promotion: mv.promotion.map(name),
                flags: special | flag(mv.captured.is_some(), CAPTURE) | flag(mv.promotion.is_some(), PROMOTION),
                key: before.key(),
                end: 0,
            },
        );
    }

    pub(super) fn hex(&mut self, before: &hex::Position, mv: hex::Move, ply: u32) {
        let special = flag(mv.kind == hex::Kind::EnPassant, EN_PASSANT);
        self.push(
            before.in_check(),
            &hex_text::coordinates(mv),
            Ply {
                ply,
                side: before.turn(),
                from: mv.from.index() as i16,
                to: mv.to.index() as i16,
                piece: name(mv.role),
                captured: mv.captured.map(name),
                promotion: mv.promotion.map(name),
                flags: special | flag(mv.captured.is_some(), CAPTURE) | flag(mv.promotion.is_some(), PROMOTION),
                key: before.key(),
                end: 0,
            },
        );
    }

    pub(super) fn shogi(&mut self, before: &shogi::Position, mv: shogi::Move, ply: u32) {
        let special = flag(mv.is_drop(), DROP);
        self.push(
            before.in_check(),
            &usi::text(mv),
            Ply {
                ply,
                side: before.turn(),
                from: mv.from().map_or(-1, |from| from.index() as i16),
                to: mv.to().index() as i16,
                piece: mv.kind().name(),
                captured: mv.captured().map(shogi::Kind::name),
                promotion: mv.promotes().then(|| mv.after().name()),
                flags: special | flag(mv.captured().is_some(), CAPTURE) | flag(mv.promotes(), PROMOTION),
                key: before.key(),
                end: 0,
            },
        );
    }
}

const fn flag(holds: bool, flag: i32) -> i32 {
    if holds { flag } else { 0 }
}

/// The kind's name, as it is displayed.
const fn name(role: chess::Role) -> &'static str {
    match role {
        chess::Role::Pawn => "pawn",
        chess::Role::Knight => "knight",
        chess::Role::Bishop => "bishop",
        chess::Role::Rook => "rook",
        chess::Role::Queen => "queen",
        chess::Role::King => "king",
    }
}
