//! What in the moves before explains why a move is illegal: when a man left or was captured, when a right was lost,
//! how a pawn came to its square. Not for what the position itself shows (see `explain`).

use super::game::{Parts, Special, Western};
use super::reason::Reason;
use crate::finding::Code;
use crate::notation::spell;
use crate::replay::player::{Case, Player, place_of};
use crate::rules::chess::Role;
use crate::rules::{Fault, Side, Wing};
use crate::span::Span;

/// The moves that led to the position, for saying when something happened.
pub(super) struct Path<'a, G: Western> {
    pub(super) player: &'a Player<G>,
    pub(super) case: &'a Case<'a, G>,
    /// The item that is being judged.
    pub(super) upto: usize,
}

impl<G: Western> Path<'_, G> {
    pub(super) fn place(&self, ply: u32) -> Option<Span> {
        place_of(self.case.record, self.upto, ply)
    }

    /// The last ply at which `found` holds, with the move's text as written.
    pub(super) fn last(&self, found: impl Fn(Parts<G::Square>) -> bool) -> Option<(u32, String)> {
        let index = self.player.moves.iter().rposition(|mv| found(G::parts(*mv)))?;
        let ply = index as u32 + 1;
        Some((ply, self.text(ply)))
    }

    /// A move's text as written.
    fn text(&self, ply: u32) -> String {
        self.place(ply).map(|span| self.case.text.show(span)).unwrap_or_default()
    }
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king's side",
        Wing::Queen => "queen's side",
    }
}

pub(super) fn no_such_piece<G: Western>(
    kind: Option<Role>,
    position: &G,
    path: &Path<'_, G>,
    written: &G::Text,
) -> Reason<G::Square> {
    let own = position.turn();
    let Some(role) = kind else {
        return Reason::new(Code::L002, format!("{} has no man that could move so", spell::side(own)));
    };
    if position.count(own, role) != 0 && G::marks(written).origin {
        let reason = Reason::new(Code::L002, format!("{} has no {role} where the move looks for it", spell::side(own)));
        return reason;
    }
    if role == Role::Pawn && position.count(own, role) != 0 {
        return Reason::new(Code::L002, format!("{} has no pawn on that file", spell::side(own)));
    }
    let reason = Reason::new(Code::L002, format!("{} has no {role}", spell::side(own)));
    // The capture of the last one: made by the other side, at an even distance from here.
    let len = path.player.moves.len();
    let index = (0..len)
        .rev()
        .find(|index| (len - index) % 2 == 1 && G::parts(path.player.moves[*index]).captured == Some(role));
    match index {
        Some(index) => {
            let ply = index as u32 + 1;
            let text = path.text(ply);
            let message = format!("{}; the last one was captured by {text}, ply {ply}", reason.message);
            Reason { message, ..reason }.since(Some((ply, "captured here".into())))
        }
        None => reason,
    }
}

pub(super) fn right_lost<G: Western>(
    wing: Wing,
    rook: G::Square,
    position: &G,
    path: &Path<'_, G>,
) -> Reason<G::Square> {
    let own = position.turn();
    let king = position.king_of(own);
    let len = path.player.moves.len();
    let first = (0..len).find(|&index| {
        let mv = G::parts(path.player.moves[index]);
        let own_move = (len - index).is_multiple_of(2);
        own_move && (mv.from == rook || mv.role == Role::King && mv.from != mv.to) || !own_move && mv.to == rook
    });
    let Some(index) = first else {
        return Reason::new(
            Code::L021,
            format!("the right to castle on the {} is not in the start position", wing_name(wing)),
        )
        .mark(king, false, "has no right");
    };
    let ply = index as u32 + 1;
    let mv = G::parts(path.player.moves[index]);
    let what = if mv.role == Role::King && mv.to != rook {
        "the king moved"
    } else if mv.from == rook {
        "the rook moved"
    } else {
        "the rook was captured"
    };
    let text = path.text(ply);
    Reason::new(
        Code::L021,
        format!("the right to castle on the {} was lost at ply {ply}: {what} ({text})", wing_name(wing)),
    )
    .mark(king, false, "has lost the right")
    .mark(rook, false, "its rook")
    .since(Some((ply, format!("{what} here"))))
}

/// King or rook are not where castling needs them: the ply at which they left.
pub(super) fn nothing_to_castle<G: Western>(
    wing: Wing,
    king: bool,
    position: &G,
    path: &Path<'_, G>,
    written: &G::Text,
) -> Reason<G::Square> {
    let side = wing_name(wing);
    let told = |what: String| Reason::new(Code::L020, format!("there is nothing to castle with on the {side}: {what}"));
    let Some(ply) = left_home(king, position.turn(), path, written) else {
        return told(if king { "the king is not on its home square" } else { "no rook stands at home" }.to_owned());
    };
    let text = path.text(ply);
    let own_move = (path.player.moves.len() - ply as usize) % 2 == 1;
    let what = match (king, own_move) {
        (true, _) => format!("the king left its home square at ply {ply} ({text})"),
        (false, true) => format!("the rook left its home square at ply {ply} ({text})"),
        (false, false) => format!("the rook was captured at ply {ply} ({text})"),
    };
    told(what).since(Some((ply, if own_move { "left here" } else { "captured here" }.to_owned())))
}

/// The last ply from which on the king, or the rook, was not at home for castling; nothing if it never was.
fn left_home<G: Western>(king: bool, own: Side, path: &Path<'_, G>, written: &G::Text) -> Option<u32> {
    let pattern = G::pattern_of(written);
    // What is missing in a position: the king, else the rook.
    let missing = |position: &G| {
        let mut position = position.clone();
        if position.turn() != own {
            position.pass();
        }
        let faults = position.faults(pattern);
        faults.iter().find_map(|fault| match fault {
            Fault::NothingToCastle { king, .. } => Some(*king),
            _ => None,
        })
    };
    let mut position = path.case.start.clone();
    let (mut before, mut left) = (missing(&position), None);
    for (index, mv) in path.player.moves.iter().enumerate() {
        position = position.after_moves(std::slice::from_ref(mv));
        let now = missing(&position);
        // While the king is away nothing is said of the rook.
        if now == Some(king) && before != now && (king || before.is_none()) {
            left = Some(index as u32 + 1);
        }
        before = now;
    }
    left
}

/// A pawn that cannot be taken en passant: its double step was earlier, or it came to its square otherwise.
pub(super) fn no_en_passant<G: Western>(pawn: G::Square, at: G::Square, path: &Path<'_, G>) -> Reason<G::Square> {
    let Some((ply, text)) = path.last(|mv| mv.to == pawn) else {
        return Reason::new(
            Code::L026,
            format!("nothing stands on {at}, and the pawn on {pawn} has not just made a double step"),
        )
        .mark(pawn, true, "no double step");
    };
    if G::parts(path.player.moves[ply as usize - 1]).special != Special::DoubleStep {
        return Reason::new(
            Code::L026,
            format!(
                "nothing stands on {at}, and the pawn on {pawn} came there with {text} at ply {ply}, by no double step"
            ),
        )
        .mark(pawn, true, "no double step")
        .since(Some((ply, "it came here".into())));
    }
    Reason::new(
        Code::L025,
        format!("the pawn on {pawn} could be captured en passant only on the next move; its double step {text} was ply {ply}"),
    )
    .mark(pawn, true, "passed earlier")
    .since(Some((ply, "the double step".into())))
}
