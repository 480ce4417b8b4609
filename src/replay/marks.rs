//! What a move's text says beside the move: captures, checks, form.

use super::collect::Collector;
use super::text::Text;
use crate::finding::{Code, Finding, Grade, Severity};
use crate::notation::letters::Letters;
use crate::notation::san::{CheckMark, Form, Written};
use crate::notation::spell;
use crate::rules::Game as _;
use crate::rules::chess::{Kind, Move, Position, Role};
use crate::span::Span;

/// A move with its text and place.
pub(super) struct Played<'a> {
    pub(super) written: &'a Written,
    pub(super) mv: Move,
    pub(super) span: Span,
    pub(super) ply: u32,
    pub(super) line: u32,
    /// Whether long forms are what is expected.
    pub(super) long_form: bool,
}

impl Played<'_> {
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
pub(super) fn before(
    text: Text<'_>,
    played: &Played<'_>,
    position: &Position,
    letters: &Letters,
    collector: &mut Collector,
) {
    let Played { written, mv, span, .. } = played;
    let shown = || text.show(*span);
    let mut say = |code: Code, severity, message: &dyn Fn(&str) -> String| {
        played.say(code, severity, collector, position, letters, |right| message(right));
    };
    if written.zeros {
        say(Code::N001, Severity::Warning, &|right| {
            format!("castling is written {}, the standard writes {right}", shown())
        });
    }
    if written.form != Form::San && !played.long_form {
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
    text: Text<'_>,
    played: &Played<'_>,
    position: &Position,
    before: impl Fn() -> Position,
    letters: &Letters,
    collector: &mut Collector,
) -> bool {
    let check = position.in_check();
    let mate = check && !position.has_legal_move();
    if check && played.written.check == (if mate { CheckMark::Mate } else { CheckMark::Check }) {
        return mate;
    }
    wrong(text, played, &before(), letters, collector, (check, mate));
    mate
}

/// A mark that is missing, or not true.
#[cold]
fn wrong(
    text: Text<'_>,
    played: &Played<'_>,
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
