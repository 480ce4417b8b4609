//! What each game tells of a main line, in the words that all rows share.

use super::identity::{self, Identity};
use super::material;
use crate::notation::hex as hex_text;
use crate::notation::{fen, hex_fen, sfen, spell, usi};
use crate::rules::{Game, GameKind, chess, hex, shogi};

/// What a move does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Origin; [`Step::HAND`] for a drop.
    pub(super) from: u16,
    /// Target.
    pub(super) to: u16,
    /// The number of what the man becomes, or of the man that is dropped, from 1; else 0.
    pub(super) becomes: u8,
    /// Whether it captures.
    pub(super) captures: bool,
    /// Whether it promotes.
    pub(super) promotes: bool,
    /// Whether it is a drop.
    pub(super) drop: bool,
    /// Whether it is castling.
    pub(super) castling: bool,
    /// Whether it is a capture en passant.
    pub(super) en_passant: bool,
    /// Whether the count of moves without capture and pawn move begins anew, or there is no such count.
    pub(super) resets: bool,
}

impl Step {
    /// Stands for the origin of a drop.
    pub(super) const HAND: u16 = 0xffff;
}

/// The kinds of men of a move, as they are displayed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men {
    /// The man.
    pub(super) piece: &'static str,
    /// What is captured.
    pub(super) captured: Option<&'static str>,
    /// What the man becomes.
    pub(super) promotion: Option<&'static str>,
}

/// A game of which rows are made.
pub(super) trait Told: Game {
    /// Which one.
    const KIND: GameKind;
    /// The number of the first move from this position.
    fn first_number(&self) -> u32;
    /// A digest of this start position.
    fn digest(&self) -> u64;
    /// Adds the position after so many plies as text.
    fn text(&self, text: &mut String, plies: u32);
    /// Adds the men.
    fn material(&self, text: &mut String);
    /// What a move does.
    fn step(mv: Self::Move) -> Step;
    /// Its men.
    fn men_of(mv: Self::Move) -> Men;
    /// The move in coordinates.
    fn coordinates(mv: Self::Move) -> String;
}

/// Enters the moves of a game. Null moves have a code of their own, moves that were taken back have
/// none and change nothing.
pub(super) fn identify<G: Told>(moves: &[G::Move], identity: &mut Identity) {
    let moves = moves.iter().filter(|mv| !G::is_taken_back(**mv));
    identity.clear();
    for (place, mv) in identity.moves(moves.clone().count()).zip(moves) {
        let step = G::step(*mv);
        if G::is_null(*mv) { place.put_null() } else { place.put(step.from, step.to, step.becomes) }
    }
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

impl Told for chess::Position {
    const KIND: GameKind = GameKind::Chess;

    fn first_number(&self) -> u32 {
        self.number()
    }

    fn digest(&self) -> u64 {
        identity::chess_start(self)
    }

    fn text(&self, text: &mut String, _: u32) {
        fen::push(text, self);
    }

    fn material(&self, text: &mut String) {
        material::chess(text, self);
    }

    #[inline(always)]
    fn step(mv: chess::Move) -> Step {
        Step {
            from: mv.from.index() as u16,
            to: mv.to.index() as u16,
            becomes: mv.promotion.map_or(0, |role| role.index() as u8 + 1),
            captures: mv.captured.is_some(),
            promotes: mv.promotion.is_some(),
            drop: false,
            castling: mv.kind == chess::Kind::Castling,
            en_passant: mv.kind == chess::Kind::EnPassant,
            resets: mv.captured.is_some() || mv.role == chess::Role::Pawn,
        }
    }

    fn men_of(mv: chess::Move) -> Men {
        Men { piece: name(mv.role), captured: mv.captured.map(name), promotion: mv.promotion.map(name) }
    }

    fn coordinates(mv: chess::Move) -> String {
        spell::uci(mv, true)
    }
}

impl Told for hex::Position {
    const KIND: GameKind = GameKind::Hex;

    fn first_number(&self) -> u32 {
        self.number()
    }

    fn digest(&self) -> u64 {
        identity::hex_start(self)
    }

    fn text(&self, text: &mut String, _: u32) {
        text.push_str(&hex_fen::write(self));
    }

    fn material(&self, text: &mut String) {
        material::hex(text, self);
    }

    #[inline(always)]
    fn step(mv: hex::Move) -> Step {
        Step {
            from: mv.from.index() as u16,
            to: mv.to.index() as u16,
            becomes: mv.promotion.map_or(0, |role| role.index() as u8 + 1),
            captures: mv.captured.is_some(),
            promotes: mv.promotion.is_some(),
            drop: false,
            castling: false,
            en_passant: mv.kind == hex::Kind::EnPassant,
            resets: mv.captured.is_some() || mv.role == chess::Role::Pawn,
        }
    }

    fn men_of(mv: hex::Move) -> Men {
        Men { piece: name(mv.role), captured: mv.captured.map(name), promotion: mv.promotion.map(name) }
    }

    fn coordinates(mv: hex::Move) -> String {
        hex_text::coordinates(mv)
    }
}

impl Told for shogi::Position {
    const KIND: GameKind = GameKind::Shogi;

    fn first_number(&self) -> u32 {
        1
    }

    fn digest(&self) -> u64 {
        identity::shogi_start(self)
    }

    fn text(&self, text: &mut String, plies: u32) {
        text.push_str(&sfen::write(&shogi::Setup::from(self), plies + 1));
    }

    fn material(&self, text: &mut String) {
        material::shogi(text, self);
    }

    #[inline(always)]
    fn step(mv: shogi::Move) -> Step {
        Step {
            from: mv.from().map_or(Step::HAND, |from| from.index() as u16),
            to: mv.to().index() as u16,
            becomes: if mv.is_drop() || mv.promotes() { mv.after().index() as u8 + 1 } else { 0 },
            captures: mv.captured().is_some(),
            promotes: mv.promotes(),
            drop: mv.is_drop(),
            castling: false,
            en_passant: false,
            resets: true,
        }
    }

    fn men_of(mv: shogi::Move) -> Men {
        let captured = mv.captured().map(shogi::Kind::name);
        Men { piece: mv.kind().name(), captured, promotion: mv.promotes().then(|| mv.after().name()) }
    }

    fn coordinates(mv: shogi::Move) -> String {
        usi::text(mv)
    }
}
