//! Support for repairs in chess and hexagonal chess.

use std::borrow::Cow;

use super::repairable::{Material, PlayedMove, Repairable};
use super::signs::{Evidence, Sign, Weights};
use partie_notation::moves::{Algebraic, ChessNotation, Descriptive, HexNotation, MoveOf, Node};
use partie_notation::san::{CheckMark, Form};
use partie_notation::{Packed, hex as hex_text, spell};
use partie_openings::is_on_the_way;
use partie_rules::chess::{MoveKind, Role, Square};
use partie_rules::hex::Cell;
use partie_rules::{Rules as _, Side, chess, hex};

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

/// Rates the placement of a piece on a file and a rank, seen from its side. `few` is true if few pieces are left.
fn placed(role: Role, (file, rank): (u8, u8), few: bool) -> i32 {
    let (file, rank) = (i32::from(file), i32::from(rank));
    // 0 at the rim to 3 in the center.
    let middle = file.min(7 - file).min(rank.min(7 - rank));
    match role {
        Role::Pawn => rank * rank + 6 * file.min(7 - file),
        Role::Knight => 15 * middle + if rank == 0 { -15 } else { 0 },
        Role::Bishop => 6 * middle + if rank == 0 { -15 } else { 0 },
        Role::Rook => 2 * file.min(7 - file) + if rank == 6 { 10 } else { 0 },
        Role::Queen => 3 * middle,
        Role::King if few => 10 * middle,
        Role::King => -15 * rank + 8 * (file - 3).abs(),
    }
}

impl Material for chess::Position {
    fn gain(mv: chess::Move) -> i32 {
        gain(mv.captured, mv.promotion)
    }

    fn visit_gaining(&self, visit: &mut dyn FnMut(chess::Move)) {
        self.visit_gaining(visit);
    }

    fn captures(mv: chess::Move) -> bool {
        mv.captured.is_some()
    }

    fn is_known(&self) -> bool {
        is_on_the_way(self.zobrist())
    }

    fn placement(position: &Self, mv: chess::Move) -> i32 {
        if mv.kind == MoveKind::Castling {
            return 40;
        }
        let side = position.turn();
        let few = (position.occupied()).count_ones() < 14;
        let worth = |at: Square| {
            let rank = if side == Side::First { at.rank() } else { 7 - at.rank() };
            placed(mv.role, (at.file(), rank), few)
        };
        worth(mv.to) - worth(mv.from)
    }

    fn way(mv: chess::Move) -> (Option<Square>, Square) {
        (Some(mv.from), mv.to)
    }

    fn coordinates(mv: chess::Move, chess960: bool) -> Packed {
        spell::uci_or_dashes(mv, chess960)
    }
}

impl Material for hex::Position {
    fn gain(mv: hex::Move) -> i32 {
        gain(mv.captured, mv.promotion)
    }

    fn visit_gaining(&self, visit: &mut dyn FnMut(hex::Move)) {
        self.visit_gaining(visit);
    }

    fn captures(mv: hex::Move) -> bool {
        mv.captured.is_some()
    }

    fn way(mv: hex::Move) -> (Option<Cell>, Cell) {
        (Some(mv.from), mv.to)
    }

    fn coordinates(mv: hex::Move, _: bool) -> Packed {
        hex_text::coordinates_packed(mv)
    }
}

/// Fitted to damaged games that are not used to measure the repairs. The weight of a mate was set by hand.
const WEIGHTS: Weights = [
    1.0, 0.3, 0.7, 0.05, 0.28, 0.01, 0.8, 0.72, 0.53, 0.12, -0.6, 0.19, -0.08, 0.12, -0.4, 0.16, 0.15, 0.02, -0.1, 1.0,
];

/// Implemented for each notation of chess and hexagonal chess by name, as their crate may add notations of other games.
pub trait ChessRepairable: ChessNotation<Rules: Material> {
    /// [`Repairable::common_letters`].
    fn common_letters(&self, _: MoveOf<Self>, _: &str) -> [Option<char>; 3] {
        [None; 3]
    }
    /// [`Repairable::may_reply`].
    fn may_reply(_: &Self::Token, _: &Node<Self>) -> bool {
        true
    }
}

impl ChessRepairable for Algebraic {
    fn common_letters(&self, mv: MoveOf<Self>, token: &str) -> [Option<char>; 3] {
        if self.is_own_form() || mv.kind == MoveKind::Castling {
            return [None; 3];
        }
        let piece = match mv.role {
            // If both squares are named, the piece may be missing.
            _ if names_both_squares(token) => None,
            Role::Pawn => None,
            role => self.letters().letter(role).chars().next(),
        };
        [Some(char::from(b'a' + mv.to.file())), Some(char::from(b'1' + mv.to.rank())), piece]
    }

    fn may_reply(token: &Self::Token, node: &Node<Self>) -> bool {
        node.board.may_reply(&Self::pattern(token, node))
    }
}

impl ChessRepairable for Descriptive {}

impl ChessRepairable for HexNotation {
    fn may_reply(token: &Self::Token, node: &Node<Self>) -> bool {
        node.board.may_reply(&Self::pattern(token, node))
    }
}

fn names_both_squares(token: &str) -> bool {
    token.bytes().filter(u8::is_ascii_digit).count() > 1
}

impl<N: ChessRepairable> Repairable for N {
    const EFFORT: u32 = N::READING_COST;
    const WEIGHTS: Weights = WEIGHTS;

    fn tidy<'t>(&self, token: &'t str) -> Cow<'t, str> {
        self.tidy_misprint(token)
    }

    fn visit_texts(&self, node: &Node<Self>, mv: MoveOf<Self>, token: &str, visit: &mut dyn FnMut(&str)) {
        self.visit_spellings(node, mv, names_both_squares(token), visit);
    }

    fn common_letters(&self, mv: MoveOf<Self>, token: &str) -> [Option<char>; 3] {
        ChessRepairable::common_letters(self, mv, token)
    }

    fn may_reply(token: &N::Token, node: &Node<Self>) -> bool {
        <N as ChessRepairable>::may_reply(token, node)
    }

    fn written(&self, node: &Node<Self>, mv: MoveOf<Self>, like: &[u8]) -> String {
        match self.parse(like, &node.memory).map(|token| N::marks(&token).form) {
            Some(Form::Own) => self.write_like(node, mv, &String::from_utf8_lossy(like)),
            Some(form) => self.write_as(node, mv, form),
            None => self.write(node, mv),
        }
    }

    fn contradictions(&self, (_, token): (&[u8], &N::Token), played: PlayedMove<'_, Self>) -> Evidence {
        let PlayedMove { before, mv, after } = played;
        let mut evidence = Evidence::default();
        let marks = N::marks(token);
        if marks.form != Form::Coordinates && marks.captures != N::Rules::captures(mv) {
            evidence.add(Sign::Captures, 1.0);
        }
        let wrong = match (marks.check, after.in_check()) {
            (CheckMark::None, true) | (CheckMark::Check | CheckMark::Mate, false) => true,
            (CheckMark::Mate, true) => after.has_legal_move(),
            _ => false,
        };
        evidence.add(Sign::Checks, f32::from(u8::from(wrong)));
        if marks.form == Form::San && marks.origin && N::is_over_disambiguated(token, before, mv) {
            evidence.add(Sign::Origins, 1.0);
        }
        evidence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_notation::fen::read_fen;
    use partie_notation::letters::Letters;

    #[test]
    fn common_letters_stand_in_every_text() {
        for code in ["en", "de", "ru"] {
            let Some(letters) = Letters::find(code) else { panic!("no letters {code}") };
            let notation = Algebraic::new(letters);
            for fen in
                ["r3k2r/1P3ppp/8/3pP3/1q2n3/2N1BN2/PPPQ1PPP/R3K2R w KQkq d6 0 12", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]
            {
                let Ok((position, _)) = read_fen(fen, false).setup.position() else { panic!("{fen}") };
                let node = Node::new(&notation, position);
                for (mv, token) in
                    node.legal().into_iter().flat_map(|mv| ["Nf3", "e2e4", "Ng1-f3"].map(|token| (mv, token)))
                {
                    let common = ChessRepairable::common_letters(&notation, mv, token).into_iter().flatten();
                    notation.visit_texts(&node, mv, token, &mut |text| {
                        assert!(common.clone().all(|letter| text.contains(letter)), "{text} as {token}");
                    });
                }
            }
        }
    }
}
