//! What a move's text says beside the move: captures, checks, form.

use crate::finding::{Code, Finding, Grade, Severity};
use crate::notation::letters::Letters;
use crate::notation::san::{CheckMark, Form, Written};
use crate::notation::spell;
use crate::replay::collect::Collector;
use crate::replay::player::{Case, Frame, Place, Player};
use crate::replay::replayable::Said;
use crate::replay::text::Text;
use crate::rules::Game as _;
use crate::rules::chess::{Kind, Move, Position, Role};
use crate::span::Span;

/// A move with its text and place.
pub(super) struct Played {
    written: Written,
    mv: Move,
    span: Span,
    ply: u32,
    line: u32,
}

impl Played {
    /// `ahead` is 1 while the move is still to be played in the frame.
    #[inline(never)]
    pub(super) fn new(frame: &Frame<Position>, place: Place, mv: Move, said: Said<'_, Position>, ahead: u32) -> Self {
        let written = match said {
            Said::Usual(usual) => usual.written(),
            Said::Written(written) => written.clone(),
        };
        Self { written, mv, span: place.item.span, ply: frame.ply + ahead, line: frame.line }
    }

    fn say(
        &self,
        code: Code,
        severity: Severity,
        collector: &mut Collector,
        position: &Position,
        letters: &Letters,
        message: impl FnOnce(&str) -> String,
    ) {
        collector.once(code, severity, || {
            let right = spell::san(position, self.mv, letters);
            let mut finding =
                Finding::new(code, self.span, message(&right)).at_ply(self.ply).fix(Grade::Certain, right);
            finding.line = self.line;
            finding
        });
    }
}

/// Whether a move bears nothing but what the standard asks for, its check mark aside.
pub(super) fn is_plain(written: &Written, mv: Move) -> bool {
    written.form == Form::San
        && !(written.zeros | written.bare_promotion | written.origin | written.en_passant | written.pawn_letter)
        && written.pattern.captures == mv.captured.is_some()
}

/// Marks that do not need the position after the move, of a move that is not plain.
#[inline(never)]
pub(super) fn before(player: &mut Player<Position>, case: &Case<'_, Position>, played: &Played, position: &Position) {
    let Played { written, mv, span, .. } = played;
    let (text, letters, long_form) = (case.text, player.state.letters, player.options.long_form);
    let collector = &mut player.collector;
    let shown = || text.show(*span);
    let mut say = |code: Code, severity, message: &dyn Fn(&str) -> String| {
        played.say(code, severity, collector, position, letters, |right| message(right));
    };
    if written.zeros {
        say(Code::N001, Severity::Warning, &|right| {
            format!("castling is written {}, the standard writes {right}", shown())
        });
    }
    if written.form != Form::San && !long_form {
        say(Code::N003, Severity::Warning, &|right| match written.form {
            Form::Coordinates => format!("{} is written in coordinates; the standard writes {right}", shown()),
            _ => format!("{} is the long form of {right}", shown()),
        });
    }
    if written.bare_promotion {
        say(Code::N004, Severity::Warning, &|right| format!("the promotion {} lacks its \"=\": {right}", shown()));
    }
    let says_captures = written.form == Form::San && mv.kind != Kind::Castling;
    if says_captures && written.pattern.captures != mv.captured.is_some() {
        say(Code::N010, Severity::Warning, &|right| match mv.captured {
            Some(role) => format!("{} captures a {role}, the x is missing: {right}", shown()),
            None => format!("{} captures nothing, the x is superfluous: {right}", shown()),
        });
    }
    if written.en_passant && mv.kind != Kind::EnPassant {
        say(Code::N014, Severity::Warning, &|right| {
            format!("{} bears an en passant mark but is none: {right}", shown())
        });
    }
    let over = written.form == Form::San
        && written.origin
        && mv.role != Role::Pawn
        && over_disambiguated(written, *mv, position);
    if over || written.pawn_letter {
        say(Code::N012, Severity::Info, &|right| format!("{} says more than is needed: {right}", shown()));
    }
}

/// Whether less of the origin would do.
fn over_disambiguated(written: &Written, mv: Move, position: &Position) -> bool {
    // The full square is too much where file or rank alone tells the men apart.
    let (file, rank) = (mv.from.file_set(), mv.from.rank_set());
    let full = written.pattern.origin().is_some();
    !position.has_rival(mv, !0) || full && (!position.has_rival(mv, file) || !position.has_rival(mv, rank))
}

/// The check mark against the position after a move that checks or says so. True if it is mate.
#[inline(never)]
pub(super) fn after(
    player: &mut Player<Position>,
    case: &Case<'_, Position>,
    played: &Played,
    position: &Position,
) -> bool {
    let check = position.in_check();
    let mate = check && !position.has_legal_move();
    if check && played.written.check == (if mate { CheckMark::Mate } else { CheckMark::Check }) {
        return mate;
    }
    let before = case.rebuild(&player.moves[..player.moves.len() - 1]);
    wrong(case.text, played, &before, player.state.letters, &mut player.collector, (check, mate));
    mate
}

/// A mark that is missing, or not true.
#[cold]
fn wrong(
    text: Text<'_>,
    played: &Played,
    before: &Position,
    letters: &Letters,
    collector: &mut Collector,
    (check, mate): (bool, bool),
) {
    let untrue = played.written.check == CheckMark::Mate || !check;
    if untrue {
        let real = if check { "the move gives check, but it is no mate" } else { "the move gives no check" };
        return played.say(Code::N011, Severity::Warning, collector, before, letters, |right| {
            format!("the mark of {} is not true: {real}; {right}", text.show(played.span))
        });
    }
    // Bare coordinates never bear marks.
    if played.written.form != Form::Coordinates {
        let what = if mate { "mates" } else { "gives check" };
        played.say(Code::N015, Severity::Info, collector, before, letters, |right| {
            format!("{} {what} and does not say so: {right}", text.show(played.span))
        });
    }
}
