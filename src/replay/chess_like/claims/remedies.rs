//! Remedies that the opponent can demand after an illegal move.

use super::super::game::{ChessDialect, ChessLike as _, MoveComponents, Special, TouchedPieces};
use partie_notation::moves::{Node, SquareOf};
use partie_record::finding::Remedy;
use partie_record::message::{Message, list, moved};
use partie_record::say;
use partie_rules::Rules as _;
use partie_rules::chess::Role;

/// Kinds of fault with different remedies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The move does not parry an announced check.
    Announced,
    /// The move does not parry a check that was not announced.
    Unannounced,
    /// The move puts the own king in check.
    IntoCheck,
    Castling,
    Impossible,
}

/// The available remedies, and true if not even a penalty move of the king is possible.
pub(super) fn of<N: ChessDialect>(
    notation: &N,
    position: &Node<N>,
    fault: Fault,
    touched: &TouchedPieces<SquareOf<N>>,
) -> (Vec<Remedy>, bool) {
    let legal = position.legal();
    let list = |wanted: &dyn Fn(&MoveComponents<SquareOf<N>>) -> bool| -> Vec<String> {
        let moves = legal.iter().filter(|mv| wanted(&<N::Rules>::components(**mv)));
        moves.map(|mv| notation.write(position, *mv)).collect()
    };
    let own = |mv: &MoveComponents<SquareOf<N>>| touched.own.contains(&mv.from);
    let king = |mv: &MoveComponents<SquareOf<N>>| mv.role == Role::King && mv.special != Special::Castling;
    let captures = |mv: &MoveComponents<SquareOf<N>>| mv.captured.is_some();
    let mut all: Vec<Remedy> = Vec::new();
    let mut add = |kind: &'static str, moves: Vec<String>| add_to(&mut all, kind, moves);
    let mut nothing = false;
    match fault {
        Fault::Announced => {
            add("interpose", list(&|mv| own(mv) && mv.role != Role::King && !captures(mv)));
            add("capture", list(&|mv| own(mv) && mv.role != Role::King && captures(mv)));
            add("king", list(&king));
        }
        Fault::Unannounced => {
            add("void", list(&|_| true));
        }
        Fault::IntoCheck => {
            if !add("king", list(&king)) {
                add("void", list(&|_| true));
            }
        }
        Fault::Castling => {
            let moves = list(&|mv| own(mv) && mv.special != Special::Castling);
            all.push(Remedy { kind: "stand", moves: Vec::new() });
            // The penalty castling goes in the direction of the attempt: to the side of the touched rook.
            let files = || touched.own.iter().map(|square| square.to_string().into_bytes().first().copied());
            let side = |from: &SquareOf<N>, to: &SquareOf<N>| {
                let file = |square: &SquareOf<N>| square.to_string().into_bytes().first().copied();
                file(to) > file(from) && files().any(|rook| rook > file(from))
                    || file(to) < file(from) && files().any(|rook| rook < file(from))
            };
            add_to(
                &mut all,
                "castle",
                list(&|mv| mv.special == Special::Castling && own(mv) && side(&mv.from, &mv.to)),
            );
            add_to(&mut all, "restore", moves);
        }
        Fault::Impossible => {
            add("void", list(&|_| true));
            let moves = add("touched", list(&|mv| own(mv) && mv.special != Special::Castling));
            let taken = add("taken", list(&|mv| captures(mv) && touched.enemy.iter().any(|at| takes(mv, at))));
            let any = !touched.own.is_empty() || !touched.enemy.is_empty();
            if any && !moves && !taken && !add("king", list(&king)) {
                nothing = true;
                all.push(Remedy { kind: "nothing", moves: Vec::new() });
            }
        }
    }
    (all, nothing)
}

/// Adds a remedy if it has moves. Returns true if it was added.
fn add_to(all: &mut Vec<Remedy>, kind: &'static str, moves: Vec<String>) -> bool {
    let any = !moves.is_empty();
    if any {
        all.push(Remedy { kind, moves });
    }
    any
}

/// True if a capture takes the piece on a square, also en passant.
fn takes<S: Eq + std::fmt::Display>(mv: &MoveComponents<S>, at: &S) -> bool {
    if mv.special != Special::EnPassant {
        return mv.to == *at;
    }
    let (from, to) = (mv.from.to_string(), mv.to.to_string());
    let at = at.to_string();
    at.get(..1) == to.get(..1) && at.get(1..) == from.get(1..)
}

/// The remedies in words; `None` for an empty list.
pub(super) fn words(all: &[Remedy]) -> Option<Message> {
    let one = |remedy: &Remedy| {
        let moves = list(remedy.moves.iter().map(|mv| moved(mv.as_str())));
        match remedy.kind {
            "void" => say!("remedy-void"),
            "touched" => say!("remedy-touched", moves = moves),
            "taken" => say!("remedy-taken", moves = moves),
            "king" => say!("remedy-king", moves = moves),
            "interpose" => say!("remedy-interpose", moves = moves),
            "capture" => say!("remedy-capture", moves = moves),
            "restore" => say!("remedy-restore", moves = moves),
            "castle" => say!("remedy-castle", moves = moves),
            "stand" => say!("remedy-stand"),
            _ => say!("remedy-nothing"),
        }
    };
    (!all.is_empty()).then(|| say!("opponent-may-choose", remedies = list(all.iter().map(one))))
}
