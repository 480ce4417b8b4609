//! Texts of moves, numbers and words in whatever format the record has.

use crate::finding::{Code, Finding, Severity};
use crate::notation::kanji::Script;
use crate::notation::{csa, japanese, jkf, kif, psn, usi};
use crate::record::{Format, Terminal};
use crate::replay::context::{GameContext, LineState, TokenRef};
use crate::replay::line_replayer::LineReplayer;
use crate::rules::shogi::{Flank, Motion, Pattern, Position, Square};
use crate::rules::{Game as _, Resolution, Side};

/// A move as it is written, in any format.
#[derive(Clone, Debug)]
pub(in crate::replay) struct ShogiToken {
    pub(super) pattern: Pattern,
    /// Whose move it is, if the text says so.
    pub(super) side: Option<Side>,
}

/// Reads a move; nothing if it is none.
#[inline]
pub(super) fn read(format: Format, token: &[u8], script: Script, previous: Option<Square>) -> Option<ShogiToken> {
    match format {
        Format::Csa => {
            csa::read_move(token).ok().map(|written| ShogiToken { pattern: written.pattern, side: Some(written.side) })
        }
        Format::Usi => usi::read_move(token).ok().map(|pattern| ShogiToken { pattern, side: None }),
        Format::Psn => psn::read_move(token).ok().map(|pattern| ShogiToken { pattern, side: None }),
        Format::Jkf => jkf::read_move(token, previous)
            .ok()
            .map(|written| ShogiToken { pattern: written.pattern, side: written.side }),
        _ => japanese::read_move(token, script, previous)
            .ok()
            .map(|written| ShogiToken { pattern: written.pattern, side: written.side }),
    }
}

/// The word that ends a record.
pub(super) fn terminal(format: Format, word: &[u8], script: Script) -> Option<(Terminal, Option<Side>)> {
    match format {
        Format::Csa => csa::terminal(word),
        Format::Jkf => jkf::terminal(word),
        Format::Usi => usi::terminal(word).map(|terminal| (terminal, None)),
        Format::Psn => psn::terminal(word),
        _ => kif::terminal(word, script).map(|terminal| (terminal, None)),
    }
}

/// Relative words of KI2 that tell nothing apart, as no other piece could go there.
#[cold]
pub(super) fn words(
    replayer: &mut LineReplayer<Position>,
    context: &GameContext<'_, Position>,
    frame: &LineState<Position>,
    place: TokenRef,
    written: &ShogiToken,
) {
    let Some(kind) = written.pattern.kind else { return };
    let rivals = frame.position.pseudo_legal_to(kind, written.pattern.to).count_ones();
    let bare = Pattern { flank: None, motion: None, ..written.pattern.clone() };
    // 直 and the like may still be written where one piece only is legal.
    if rivals != 1 || !matches!(frame.position.resolve(&bare), Resolution::Unique(_)) {
        return;
    }
    let line = frame.line;
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
        let message = format!(
            "{} says more than is needed: without {word} it means the same",
            context.text.show(place.item.span)
        );
        let mut finding = Finding::new(Code::N040, place.item.span, message).at_ply(frame.ply + 1);
        finding.line = line;
        finding
    });
}
