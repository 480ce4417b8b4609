//! Support for repairs in shogi.

use std::borrow::Cow;

use super::repairable::{Material, PlayedMove, Repairable};
use super::signs::{Evidence, Sign, Weights};
use partie_notation::moves::{Node, ShogiNotation};
use partie_notation::{MoveForm, Packed, ShogiToken, csa, formats, usi};
use partie_rules::Rules as _;
use partie_rules::shogi::{Move, PieceType, Position, Square};

const fn value(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Lance => 300,
        PieceType::Knight => 350,
        PieceType::Silver => 550,
        PieceType::Gold
        | PieceType::Tokin
        | PieceType::PromotedLance
        | PieceType::PromotedKnight
        | PieceType::PromotedSilver => 600,
        PieceType::Bishop => 850,
        PieceType::Rook => 1000,
        PieceType::Horse => 1100,
        PieceType::Dragon => 1300,
        PieceType::King => 0,
    }
}

impl Material for Position {
    fn gain(mv: Move) -> i32 {
        let promotes = if mv.promotes() { value(mv.after()) - value(mv.kind()) } else { 0 };
        // A captured piece is lost to one side, and goes to the hand of the other.
        mv.captured().map_or(0, |kind| (value(kind) + value(kind.base())) / 2) + promotes
    }

    fn captures(mv: Move) -> bool {
        mv.captured().is_some()
    }

    fn way(mv: Move) -> (Option<Square>, Square) {
        (mv.from(), mv.to())
    }

    fn coordinates(mv: Move, _: bool) -> Packed {
        usi::packed(mv)
    }
}

/// The word for the target of the previous move.
const SAME: &str = "同";
/// Fitted to damaged games that are not used to measure the repairs. The weight of a mate was set by hand.
const WEIGHTS: Weights = [
    1.0, 0.05, 0.7, 0.05, 0.45, 0.01, 0.1, 0.15, 0.45, 0.07, -0.6, 0.1, -0.05, 0.045, 0.0, 0.3, 0.045, 0.02, 0.08, 1.0,
];

impl Repairable for ShogiNotation {
    const WEIGHTS: Weights = WEIGHTS;
    const EFFORT: u32 = 2;

    fn tidy<'t>(&self, token: &'t str) -> Cow<'t, str> {
        if formats::info(self.format).is_json {
            return Cow::Owned(json_digest(token));
        }
        match formats::info(self.format).shogi.moves {
            // The origin 00 denotes a drop.
            MoveForm::Origins => {
                Cow::Owned(token.replace(['\u{3000}', ' '], "").replace("打(00)", "打").replace("(00)", "打"))
            }
            _ => Cow::Borrowed(token),
        }
    }

    fn visit_texts(&self, node: &Node<Self>, mv: Move, _: &str, visit: &mut dyn FnMut(&str)) {
        if formats::info(self.format).is_json {
            let mut text = String::new();
            csa::spell(&mut text, node.turn(), mv.from(), mv.to(), mv.kind());
            return visit(text.get(1..).unwrap_or_default().trim_start_matches("00"));
        }
        let own = formats::write_move(self.format, &node.board, mv, node.memory);
        visit(&self.tidy(&own));
        if formats::info(self.format).shogi.moves == MoveForm::Origins && node.memory == Some(mv.to()) {
            // 同 is not always written.
            visit(&formats::write_move(self.format, &node.board, mv, None));
        }
    }

    fn written(&self, node: &Node<Self>, mv: Move, _: &[u8]) -> String {
        formats::write_move(self.format, &node.board, mv, node.memory)
    }

    /// If a writer repeats the square of the previous move, 同 is never used, and its absence is no evidence.
    fn meaningless(&self, texts: &mut dyn Iterator<Item = &[u8]>) -> Option<Sign> {
        if !formats::info(self.format).shogi.moves.is_japanese() {
            return None;
        }
        let mut spelled_out = false;
        let mut before = None;
        for text in texts {
            if text.windows(SAME.len()).any(|part| part == SAME.as_bytes()) {
                return None;
            }
            let to = formats::read_move(self.format, text, None).ok().map(|token| token.pattern.to);
            spelled_out |= to.is_some() && to == before;
            before = to;
        }
        spelled_out.then_some(Sign::Origins)
    }

    fn contradictions(&self, (bytes, token): (&[u8], &ShogiToken), played: PlayedMove<'_, Self>) -> Evidence {
        let PlayedMove { before, mv, .. } = played;
        let mut evidence = Evidence::default();
        if token.side.is_some_and(|side| side != before.turn()) {
            evidence.add(Sign::Checks, 1.0);
        }
        // A record that uses 同 uses it for every move to the previous square.
        let same = bytes.windows(SAME.len()).any(|part| part == SAME.as_bytes());
        if formats::info(self.format).shogi.moves.is_japanese() && same != (before.memory == Some(mv.to())) {
            evidence.add(Sign::Origins, 1.0);
        }
        evidence
    }
}

/// Extracts the digits and the piece code of a JSON move, in the order from, to, piece: `7776FU`.
fn json_digest(object: &str) -> String {
    let mut digest = String::new();
    for (key, most) in [("\"from\"", 2), ("\"to\"", 2)] {
        let Some((_, rest)) = object.split_once(key) else { continue };
        let rest = rest.split('}').next().unwrap_or_default();
        digest.extend(rest.chars().filter(char::is_ascii_digit).take(most));
    }
    if let Some((_, rest)) = object.split_once("\"piece\"") {
        let rest = rest.split(',').next().unwrap_or_default();
        digest.extend(rest.chars().filter(char::is_ascii_uppercase));
    }
    digest
}
