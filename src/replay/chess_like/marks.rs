//! Marks in the text of a move: captures, checks, form.

use super::game::{ChessDialect, ChessLike as _, MoveComponents, Special};
use crate::collect::Collector;
use crate::context::{GameContext, LineState, ParsedToken, TokenRef};
use crate::line_replayer::LineReplayer;
use crate::text::Text;
use partie_notation::moves::{Marks, MoveOf, Node, SquareOf};
use partie_notation::san::{CheckMark, Form};
use partie_record::Movetext;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::{Arg, Message, moved, piece};
use partie_record::say;
use partie_record::span::Span;
use partie_repair::close_captures;
use partie_rules::Rules as _;
use partie_rules::chess::Role;

/// A move with its text and span.
pub(super) struct Played<N: ChessDialect> {
    written: N::Token,
    marks: Marks,
    mv: MoveOf<N>,
    components: MoveComponents<SquareOf<N>>,
    span: Span,
    ply: u32,
    line: u32,
}

impl<N: ChessDialect> Played<N> {
    /// `ahead` is 1 if the move has not been played in the line yet, else 0.
    #[inline(never)]
    pub(super) fn new(
        line: &LineState<N>,
        token: TokenRef,
        mv: MoveOf<N>,
        parsed: ParsedToken<'_, N>,
        ahead: u32,
    ) -> Self {
        let written = match parsed {
            ParsedToken::Fast(fast) => N::expand(fast),
            ParsedToken::Full(written) => written.clone(),
        };
        Self {
            marks: N::marks(&written),
            written,
            mv,
            components: <N::Rules>::components(mv),
            span: token.item.span,
            ply: line.ply + ahead,
            line: line.number,
        }
    }

    fn report_mark(
        &self,
        code: Code,
        collector: &mut Collector,
        (notation, position): (&N, &Node<N>),
        message: impl FnOnce(Arg) -> Message,
    ) {
        self.report_mark_with((code, code.entry().basis), collector, || notation.write(position, self.mv), message);
    }

    /// Reports a capture mark on a move that captures nothing: the mark is needless, or the target is wrong.
    fn report_empty_capture(&self, collector: &mut Collector, (notation, position): (&N, &Node<N>), text: Text<'_>) {
        collector.add_once_per_game(Code::N010, Code::N010.entry().severity, || {
            let shown = text.show(self.span);
            let write = |mv| notation.write(position, mv);
            let close: Vec<String> = close_captures(notation, position, &text.decode(self.span))
                .into_iter()
                .map(|(mv, _)| write(mv))
                .collect();
            let right = write(self.mv);
            let message = say!("capture-mark-superfluous", token = moved(shown), right = moved(right.as_str()));
            let mut finding =
                Finding::new(Code::N010, self.span, message).at_ply(self.ply).basis(Code::N010.entry().basis);
            if let Some(first) = close.first() {
                finding = finding.help(say!("capture-close", right = moved(first.as_str())));
            }
            // If a similar text denotes a legal capture, the mark may be correct.
            let grade = if close.is_empty() { Grade::Certain } else { Grade::Guess };
            finding = close.into_iter().fold(finding, |finding, token| finding.fix(Grade::Guess, token));
            finding = finding.fix(grade, right);
            finding.line = self.line;
            finding
        });
    }

    /// Like [`Self::report_mark`], but `right` computes the correct text, and only if the finding is shown.
    fn report_mark_with(
        &self,
        (code, basis): (Code, &'static str),
        collector: &mut Collector,
        right: impl FnOnce() -> String,
        message: impl FnOnce(Arg) -> Message,
    ) {
        collector.add_once_per_game(code, code.entry().severity, || {
            let right = right();
            let message = message(moved(right.as_str()));
            let mut finding =
                Finding::new(code, self.span, message).at_ply(self.ply).basis(basis).fix(Grade::Certain, right);
            // `fix` changes style only on request.
            if matches!(code, Code::N003 | Code::N004) {
                finding.add_help(say!("fix-writes-style"));
            }
            finding.line = self.line;
            finding
        });
    }
}

/// True if the text of a move needs no report, apart from its check mark.
pub(super) fn is_plain<N: ChessDialect>(text: &N::Token, mv: MoveOf<N>) -> bool {
    let marks = N::marks(text);
    let odd = marks.zeros
        | marks.bare_promotion
        | marks.en_passant
        | marks.pawn_letter
        | marks.l_for_one
        | marks.late_capture;
    if odd || N::STRICT && (marks.form != Form::San || marks.origin) || marks.origin && marks.form == Form::San {
        return false;
    }
    let captures = <N::Rules>::components(mv).captured.is_some();
    match marks.form {
        Form::Coordinates => true,
        // In a notation's own form, a capture mark is optional, but other moves must not have one.
        Form::Own => captures || !marks.captures,
        Form::San | Form::Long => marks.captures == captures,
    }
}

/// Reports marks that do not need the position after the move. Called only for moves that are not plain.
#[inline(never)]
pub(super) fn before<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    played: &Played<N>,
    position: &Node<N>,
) {
    let Played { written, marks, mv, components, span, .. } = played;
    let (text, notation, long_form) = (context.text, &replayer.notation, replayer.options.long_form);
    let collector = &mut replayer.collector;
    let token = || moved(text.show(*span));
    let mut report_mark = |code: Code, message: &dyn Fn(Arg) -> Message| {
        played.report_mark(code, collector, (notation, position), message);
    };
    if marks.l_for_one {
        report_mark(Code::N071, &|right| say!("l-for-one", token = token(), right = right));
    }
    if marks.zeros {
        report_mark(Code::N001, &|right| say!("castling-zeros", token = token(), right = right));
    }
    let asked = context.record.movetext == Movetext::Coordinates && marks.form == Form::Coordinates;
    if N::STRICT && !matches!(marks.form, Form::San | Form::Own) && !asked && !long_form {
        report_mark(Code::N003, &|right| match marks.form {
            Form::Coordinates => say!("in-coordinates", token = token(), right = right),
            _ => say!("long-form", token = token(), right = right),
        });
    }
    if N::STRICT && marks.bare_promotion {
        report_mark(Code::N004, &|right| say!("bare-promotion", token = token(), right = right));
    }
    let says_captures =
        (marks.form == Form::San || !N::STRICT && marks.form == Form::Long) && components.special != Special::Castling;
    // In "e5 ep." the en passant mark implies the capture.
    let says_captures = says_captures && (N::STRICT || !marks.en_passant || components.special != Special::EnPassant);
    if says_captures && marks.captures != components.captured.is_some() {
        if let Some(role) = components.captured {
            report_mark(Code::N010, &|right| {
                say!("capture-mark-missing", token = token(), kind = piece(role.name()), right = right)
            });
        }
    } else if marks.late_capture {
        report_mark(Code::N010, &|right| say!("capture-mark-behind", token = token(), right = right));
    }
    if marks.en_passant && components.special != Special::EnPassant {
        report_mark(Code::N014, &|right| say!("en-passant-mark", token = token(), right = right));
    }
    let over = marks.form == Form::San
        && marks.origin
        && components.role != Role::Pawn
        && N::is_over_disambiguated(written, position, *mv);
    if over || marks.pawn_letter {
        report_mark(Code::N012, &|right| say!("more-than-needed", token = token(), right = right));
    }
    if (says_captures || marks.form == Form::Own) && marks.captures && components.captured.is_none() {
        played.report_empty_capture(collector, (notation, position), text);
    }
}

/// Compares the check mark with the position after the move. Returns true for mate.
#[inline(never)]
pub(super) fn after<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    played: &Played<N>,
    position: &Node<N>,
) -> bool {
    let check = position.in_check();
    let mate = check && !position.has_legal_move();
    let open = played.marks.check == CheckMark::Open;
    if open || check && played.marks.check == (if mate { CheckMark::Mate } else { CheckMark::Check }) {
        return mate;
    }
    // After a check that both players overlooked, the game is void and checks need no announcement.
    if replayer.state.claims.is_void(played.ply) {
        return mate;
    }
    report_check_mark(replayer, context, played, (position, check, mate));
    mate
}

/// Reports a missing or wrong check mark.
#[cold]
fn report_check_mark<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    played: &Played<N>,
    (position, check, mate): (&Node<N>, bool, bool),
) {
    let text = context.text;
    let (moves, notation, collector) = (&replayer.moves, &replayer.notation, &mut replayer.collector);
    // Computed only if shown, as this replays the game.
    let right = || notation.write(&context.start.after_moves(&moves[..moves.len() - 1]), played.mv);
    let untrue = played.marks.check == CheckMark::Mate || !check;
    if untrue {
        let real = if check { say!("check-but-not-mate") } else { say!("no-check") };
        let claims = context.book.rules.claims.filter(|_| played.marks.check != CheckMark::Mate);
        let of_queen = claims.and_then(|claims| claims.queen).filter(|_| position.board.attacks_queen());
        let basis = of_queen.or(claims.and_then(|claims| claims.announced));
        let basis = basis.unwrap_or_else(|| context.book.basis(Code::N011));
        return played.report_mark_with((Code::N011, basis), collector, right, |right| {
            say!("check-mark-wrong", token = moved(text.show(played.span)), real = real, right = right)
        });
    }
    // Bare coordinates never have marks.
    if played.marks.form == Form::Coordinates {
        return;
    }
    let announced = context.book.rules.claims.and_then(|claims| claims.announced);
    if let Some(basis) = announced.filter(|_| !mate) {
        return collector.add_once_per_game(Code::N013, Severity::Warning, || {
            let right = right();
            let token = moved(text.show(played.span));
            let message = say!("check-unannounced", token = token, right = moved(right.as_str()));
            let finding = Finding::new(Code::N013, played.span, message).at_ply(played.ply).basis(basis);
            let mut finding = finding.help(say!("may-take-back")).fix(Grade::Certain, right);
            finding.line = played.line;
            finding
        });
    }
    played.report_mark_with((Code::N015, context.book.basis(Code::N015)), collector, right, |right| {
        let token = moved(text.show(played.span));
        match mate {
            true => say!("mate-unmarked", token = token, right = right),
            false => say!("check-unmarked", token = token, right = right),
        }
    });
}
