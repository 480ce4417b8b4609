//! What a repair must know of chess and hexagonal chess.

use std::borrow::Cow;

use super::repairable::{Material, Repairable};
use crate::notation::hex as hex_text;
use crate::notation::moves::{ChessNotation, MoveOf, Node};
use crate::notation::san::{CheckMark, Form};
use crate::notation::spell;
use crate::rules::chess::Role;
use crate::rules::{Rules as _, chess, hex};

/// Hundredths of a pawn.
const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

fn gain(captured: Option<Role>, promotion: Option<Role>) -> i32 {
    captured.map_or(0, value) + promotion.map_or(0, |role| value(role) - value(Role::Pawn))
}

impl Material for chess::Position {
    fn gain(mv: chess::Move) -> i32 {
        gain(mv.captured, mv.promotion)
    }

    fn captures(mv: chess::Move) -> bool {
        mv.captured.is_some()
    }

    fn coordinates(mv: chess::Move, chess960: bool) -> String {
        spell::uci(mv, chess960)
    }
}

impl Material for hex::Position {
    fn gain(mv: hex::Move) -> i32 {
        gain(mv.captured, mv.promotion)
    }

    fn captures(mv: hex::Move) -> bool {
        mv.captured.is_some()
    }

    fn coordinates(mv: hex::Move, _: bool) -> String {
        hex_text::coordinates(mv)
    }
}

/// A capture that is marked and none, or the other way round.
const CAPTURE: f32 = 0.6;
/// A check that is marked and none.
const FALSE_CHECK: f32 = 0.6;
/// A check that is not marked.
const SILENT_CHECK: f32 = 0.5;
/// An origin that need not be named.
const NEEDLESS_ORIGIN: f32 = 0.5;

impl<N: ChessNotation<Rules: Material>> Repairable for N {
    const EFFORT: u32 = N::READING_COST;

    fn tidy<'t>(&self, token: &'t str) -> Cow<'t, str> {
        self.tidy_misprint(token)
    }

    fn texts(&self, node: &Node<Self>, mv: MoveOf<Self>, token: &str) -> Vec<String> {
        self.spellings(node, mv, token.bytes().filter(u8::is_ascii_digit).count() > 1)
    }

    fn written(&self, node: &Node<Self>, mv: MoveOf<Self>, like: &[u8]) -> String {
        match self.parse(like, &node.memory).map(|token| N::marks(&token).form) {
            Some(form) => self.write_as(node, mv, form),
            None => self.write(node, mv),
        }
    }

    fn contradictions(&self, token: &[u8], before: &Node<Self>, mv: MoveOf<Self>, after: &Node<Self>) -> f32 {
        let Some(token) = self.parse(token, &before.memory) else { return 0.0 };
        let marks = N::marks(&token);
        let mut cost = 0.0;
        if marks.form != Form::Coordinates && marks.captures != N::Rules::captures(mv) {
            cost += CAPTURE;
        }
        cost += match (marks.check, after.in_check()) {
            (CheckMark::None, true) => SILENT_CHECK,
            (CheckMark::Check | CheckMark::Mate, false) => FALSE_CHECK,
            (CheckMark::Mate, true) if after.has_legal_move() => FALSE_CHECK,
            _ => 0.0,
        };
        if marks.form == Form::San && marks.origin && N::is_over_disambiguated(&token, before, mv) {
            cost += NEEDLESS_ORIGIN;
        }
        cost
    }
}
