//! Reports words of a move's text that are not needed, or that name the piece otherwise than the format requires.

use super::explain;
use crate::context::MoveContext;
use crate::line_replayer::LineReplayer;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{moved, piece as kind_of, text as said};
use partie_record::say;
use partie_rules::shogi::{Flank, Motion, Pattern, PieceType};
use partie_rules::{Resolution, Rules as _};

use partie_notation::ShogiToken;
use partie_notation::moves::ShogiNotation;
use partie_notation::shogi_names::piece;

/// Reports relative words of KI2 that distinguish nothing, as no other piece could go there.
#[cold]
pub(super) fn words(
    replayer: &mut LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    written: &ShogiToken,
) {
    let MoveContext { context, line, token } = at;
    let Some(kind) = written.pattern.kind else { return };
    let rivals = line.position.pseudo_legal_to(kind, written.pattern.to).count_ones();
    let bare = Pattern { flank: None, motion: None, ..written.pattern.clone() };
    // Relative words are not reported if several pieces reach the target, even if only one of their moves is legal.
    if rivals != 1 || !matches!(line.position.resolve(&bare), Resolution::Unique(_)) {
        return;
    }
    let (line, ply) = (line.number, line.ply + 1);
    replayer.collector.add_once_per_game(Code::N040, Severity::Warning, || {
        let flank = written.pattern.flank.map(|flank| match flank {
            Flank::Left => "左",
            Flank::Right => "右",
            Flank::Straight => "直",
        });
        let motion = written.pattern.motion.map(|motion| match motion {
            Motion::Up => "上",
            Motion::Sideways => "寄",
            Motion::Back => "引",
        });
        let word = format!("{}{}", flank.unwrap_or_default(), motion.unwrap_or_default());
        let message = say!("relative-words", token = moved(context.text.show(token.item.span)), words = said(word));
        let mut finding = Finding::new(Code::N040, token.item.span, message).at_ply(ply);
        finding.line = line;
        finding
    });
}

/// Reports a JKF piece that is named after its promotion.
#[cold]
pub(super) fn named_after_move(
    replayer: &mut LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    kind: PieceType,
) {
    let (number, ply) = (at.line.number, at.line.ply + 1);
    let message = say!("named-after-promotion", token = explain::label(replayer, at), kind = kind_of(piece(kind)));
    replayer.collector.add_once_per_game(Code::L068, Severity::Warning, || {
        let finding = Finding::new(Code::L068, at.token.item.span, message).at_ply(ply);
        Finding { line: number, ..finding.help(say!("write-kind-before")) }
    });
}
