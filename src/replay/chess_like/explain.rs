//! From an illegal or ambiguous move to a finding: the fault, its reason, its origin in the game, and fixes.

use std::fmt::Display;

use super::game::{ChessDialect, ChessLike as _};
use super::history::{self, Path};
use super::letters::LOOKED_AT;
use super::look_ahead::{self, Reach};
use super::reason::Reason;
use super::resolve;
use crate::context::{GameContext, MoveContext};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::letters::LANGUAGES;
use partie_notation::moves::{MoveOf, Node, SquareOf, WrongCell};
use partie_notation::san::Form;
use partie_notation::spell;
use partie_record::finding::{Cause, Code, Finding, Fix, Grade, Mark, Severity};
use partie_record::message::{Arg, Message, list, moved, piece, ply as at_ply, side, square};
use partie_record::say;
use partie_record::{Item, ItemKind};
use partie_rules::chess::Role;
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules as _, Side};

/// True if a token begins with a piece letter that English does not use.
pub(super) fn is_foreign_letter<N: ChessDialect>(notations: &[N], token: &[u8], memory: &N::Memory) -> bool {
    match token.first() {
        // After a lowercase letter (a square), only a promotion can name a piece.
        // `O` may be a piece letter instead of castling.
        Some(first) if *first == b'O' || first.is_ascii_lowercase() && token.contains(&b'=') => {
            notations.iter().any(|notation| resolve::read(notation, token, memory).is_some())
                && notations.first().is_some_and(|english| resolve::read(english, token, memory).is_none())
        }
        Some(b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'0' | b'o' | b'a'..=b'h') | None => false,
        Some(_) => notations.iter().any(|notation| resolve::read(notation, token, memory).is_some()),
    }
}

/// True if an illegal move of the main line begins with `P`, but the notation does not read it as a pawn letter
/// (`Ph1-i3`).
pub(super) fn has_unmarked_pawn_letter<N: ChessDialect>(at: MoveContext<'_, N>, written: &N::Token) -> bool {
    at.line.number == 0
        && at.token.item.span.of(at.context.text.bytes).first() == Some(&b'P')
        && !N::marks(written).pawn_letter
}

/// True if an illegal move may name another piece in other languages. Either the side to move lacks the piece of the
/// English letter, or an earlier move promotes.
pub(super) fn may_name_another<N: ChessDialect>(at: MoveContext<'_, N>) -> bool {
    // An earlier promotion may be misread, and with it the moves of the promoted piece.
    let promotes = |item: &Item| {
        item.line == 0 && item.kind == ItemKind::Move && item.span.of(at.context.text.bytes).contains(&b'=')
    };
    if at.context.record.items.iter().take(at.token.next).any(promotes) {
        return true;
    }
    let letter = at.token.item.span.of(at.context.text.bytes).first().copied();
    let role = letter.filter(u8::is_ascii_uppercase).and_then(Role::from_letter);
    let board = &at.line.position.board;
    role.is_some_and(|role| board.count(at.line.position.turn(), role) == 0)
}

/// True if one of the first moves of the record has a foreign letter. Computed once a game.
pub(super) fn has_foreign_letters<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
) -> bool {
    let notation = &replayer.notation;
    *replayer.state.strange_tokens.get_or_insert_with(|| {
        let notations = in_all_letters(notation);
        let moves = context.record.items.iter().filter(|item| item.kind == ItemKind::Move);
        moves
            .take(LOOKED_AT)
            .any(|item| is_foreign_letter(&notations, item.span.of(context.text.bytes), &context.start.memory))
    })
}

/// The notation with the letters of each language.
pub(super) fn in_all_letters<N: ChessDialect>(notation: &N) -> Vec<N> {
    LANGUAGES.iter().map(|letters| notation.with_letters(letters)).collect()
}

pub(super) fn label<N: ChessDialect>(context: &GameContext<'_, N>, position: &Node<N>, item: Item) -> Arg {
    moved(spell::numbered(position.number(), position.turn() == Side::First, &context.text.show(item.span)))
}

/// The finding on a move that no legal move fits.
pub(super) fn illegal<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    at: MoveContext<'_, N>,
    written: &N::Token,
) -> Finding {
    let MoveContext { context, line, token } = at;
    let position = &line.position;
    let mut finding = explain_illegal(replayer, at, written);
    finding.message = say!("illegal", token = label(context, position, token.item), reason = finding.message);
    if finding.code == Code::L031 {
        for role in Role::PROMOTIONS {
            if let Resolution::Unique(mv) = N::candidates(&N::promoting(written, role), position) {
                let token = replayer.notation.write_as(position, mv, form_of(context, &replayer.notation));
                finding.fixes.push(Fix { grade: Grade::Guess, token });
            }
        }
    }
    finding
}

/// Like [`illegal`], but the message gives only the reason.
pub(super) fn explain_illegal<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    at: MoveContext<'_, N>,
    written: &N::Token,
) -> Finding {
    let MoveContext { context, line, token } = at;
    let (position, item, ply) = (&line.position, token.item, line.ply + 1);
    let mut faults = position.illegal_reasons(&N::pattern(written, position));
    // `OtherSide` comes first only if no piece of the mover moves that way. Otherwise the obstacle of the mover's piece
    // is more useful.
    let goes = |fault: &IllegalReasonOf<N::Rules>| {
        !matches!(
            fault,
            IllegalReason::OtherSide
                | IllegalReason::NoSuchPiece { .. }
                | IllegalReason::WrongOrigin { .. }
                | IllegalReason::NoSuchMove { .. }
        )
    };
    if matches!(faults.first(), Some(IllegalReason::OtherSide)) && faults.iter().any(goes) {
        faults.rotate_left(1);
    }
    let path = Path { replayer, context, upto: token.next - 1 };
    let mut reasons: Vec<Reason<SquareOf<N>>> =
        faults.iter().map(|fault| reason(fault, position, &path, written)).collect();
    let first = if reasons.is_empty() { Reason::new(Code::L003, say!("no-such-move")) } else { reasons.remove(0) };
    let basis = match faults.first() {
        Some(IllegalReason::NoSuchMove { kind, .. }) => context.book.basis_of_piece(*kind),
        _ => context.book.basis(first.code),
    };
    let mut finding = Finding::new(first.code, item.span, first.message).at_ply(ply).basis(basis);
    finding.position = Some(position.fen());
    finding.marks = first
        .marks
        .iter()
        .map(|(at, against, note)| Mark { square: at.to_string(), against: *against, note: Some(note.clone()) })
        .collect();
    for (at, _, note) in &first.marks {
        finding.causes.push(Cause { message: note.clone(), square: Some(at.to_string()), ply: None, span: None });
    }
    if let Some((since, message)) = first.since {
        let span = path.place(since);
        finding.causes.push(Cause { message, square: None, ply: Some(since), span });
    }
    for other in reasons.into_iter().filter(|other| other.code != first.code) {
        finding.causes.push(Cause { message: other.message, square: None, ply: None, span: None });
    }
    if let Some(help) = first.help {
        finding.add_help(help);
    }
    finding
}

/// The most frequent form among the first moves of a record; suggestions are written in it, too.
fn form_of<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N) -> Form {
    let mut counts = [0; 3];
    // Called for every finding; the limits are for records that begin with any number of comments.
    for item in context.record.items.iter().take(400).filter(|item| item.kind == ItemKind::Move).take(40) {
        match notation.parse(item.span.of(context.text.bytes), &context.start.memory).map(|text| N::marks(&text).form) {
            Some(Form::San) => counts[0] += 1,
            Some(Form::Long) => counts[1] += 1,
            Some(Form::Coordinates) => counts[2] += 1,
            Some(Form::Own) | None => {}
        }
    }
    let [san, long, coordinates] = counts;
    match () {
        () if coordinates > san.max(long) => Form::Coordinates,
        () if long > san => Form::Long,
        () if san > long => Form::San,
        () if N::STRICT => Form::San,
        () => Form::Long,
    }
}

fn reason<N: ChessDialect>(
    fault: &IllegalReasonOf<N::Rules>,
    position: &Node<N>,
    path: &Path<'_, N>,
    written: &N::Token,
) -> Reason<SquareOf<N>> {
    let own = position.turn();
    match fault {
        IllegalReason::OtherSide => {
            let (mover, other) = (side(spell::side(own)), side(spell::side(own.other())));
            Reason::new(Code::L001, say!("other-side", mover = mover, other = other))
        }
        IllegalReason::NoSuchPiece { kind } => history::no_such_piece(*kind, position, path, written),
        IllegalReason::WrongOrigin { from, holds } => {
            let at = square(from);
            let what = match (holds, position.piece_on(*from)) {
                (Some(role), Some((owner, _))) if owner != own => {
                    let owner = side(spell::side(owner));
                    return Reason::new(Code::L001, say!("not-own", kind = piece(role.name()), at = at, owner = owner))
                        .mark(*from, true, say!("mark-not-movers"));
                }
                (Some(role), _) => say!("holds", at = at, kind = piece(role.name())),
                (None, _) => say!("empty-origin", at = at),
            };
            Reason::new(Code::L068, what).mark(*from, false, say!("mark-origin"))
        }
        IllegalReason::NoSuchMove { kind, from, to } => {
            let (kind, to) = (piece(kind.name()), square(to));
            let message = match from.as_slice() {
                [from] => say!("does-not-go", kind = kind, from = square(from), to = to),
                _ => say!("none-goes", kind = kind, to = to, from = list(from.iter().take(4).map(square))),
            };
            let mut reason = Reason::new(Code::L003, message);
            for at in from.iter().take(3) {
                reason = reason.mark(*at, false, say!("mark-does-not-reach"));
            }
            reason
        }
        IllegalReason::Blocked { kind, from, to, by, blocker } => Reason::new(
            Code::L004,
            say!(
                "blocked",
                kind = piece(kind.name()),
                from = square(from),
                to = square(to),
                blocker = piece(blocker.name()),
                by = square(by)
            ),
        )
        .mark(*from, false, say!("mark-cannot-pass"))
        .mark(*by, true, say!("mark-in-the-way")),
        IllegalReason::OwnPiece { at, holds } => Reason::new(
            Code::L005,
            say!("own-piece", owner = side(spell::side(own)), kind = piece(holds.name()), at = square(at)),
        )
        .mark(*at, false, say!("mark-own-piece")),
        IllegalReason::KingCapture { at } => {
            Reason::new(Code::L006, say!("king-capture", at = square(at))).mark(*at, true, say!("mark-king"))
        }
        IllegalReason::NothingToCastle { board_side, king, home } => {
            if !<N::Rules>::HAS_CASTLING {
                return Reason::new(Code::L020, say!("no-castling"));
            }
            let home = if *king { history::king_home(*home, own, path, written) } else { *home };
            history::nothing_to_castle(*board_side, *king, home, path)
        }
        IllegalReason::CastlingRightLost { board_side, rook } => {
            history::right_lost(*board_side, *rook, position, path)
        }
        IllegalReason::CastlingBlocked { by, blocker } => Reason::new(
            Code::L023,
            say!("castling-blocked", blocker = piece(blocker.name()), by = square(by)),
        )
        .mark(*by, true, say!("mark-between")),
        IllegalReason::CastlingOutOfCheck { by, attacker } => {
            Reason::new(Code::L024, say!("castling-out-of-check", attacker = piece(attacker.name()), by = square(by)))
                .mark(*by, true, say!("mark-gives-check"))
        }
        IllegalReason::CastlingThroughCheck { at, by, attacker } => {
            let said = say!("attacked", at = square(at), attacker = piece(attacker.name()), by = square(by));
            Reason::new(Code::L022, said).mark(*at, false, say!("mark-attacked")).mark(*by, true, say!("mark-attacks"))
        }
        IllegalReason::NoEnPassant { pawn, at } => history::no_en_passant(*pawn, *at, path),
        IllegalReason::EnPassantExposes { by, attacker, king } => Reason::new(
            Code::L027,
            say!("en-passant-exposes", king = square(king), attacker = piece(attacker.name()), by = square(by)),
        )
        .mark(*king, false, say!("mark-exposed"))
        .mark(*by, true, say!("mark-attacks-along")),
        IllegalReason::DoubleStep { from } => Reason::new(Code::L030, say!("double-step", from = square(from))).mark(
            *from,
            false,
            say!("mark-not-on-base"),
        ),
        IllegalReason::PromotionMissing { at } => Reason::new(Code::L031, say!("promotion-missing", at = square(at)))
            .help(say!("write-promotion", at = square(at))),
        IllegalReason::PromotionPiece { kind } => {
            Reason::new(Code::L032, say!("promotion-piece", kind = piece(kind.name())))
        }
        IllegalReason::PromotionRank { at } => Reason::new(Code::L033, say!("promotion-rank", at = square(at))),
        IllegalReason::CapturesNothing { at } => {
            Reason::new(Code::L034, say!("captures-nothing", at = square(at))).mark(*at, false, say!("mark-empty"))
        }
        IllegalReason::CapturesStraight { at } => Reason::new(Code::L035, say!("captures-straight", at = square(at)))
            .mark(*at, true, say!("mark-straight-ahead")),
        IllegalReason::KingIntoCheck { at, by, attacker, through } => {
            let (to, attacker, from) = (square(at), piece(attacker.name()), square(by));
            let message = match through {
                true => say!("attacked-through", at = to, attacker = attacker, by = from),
                false => say!("attacked", at = to, attacker = attacker, by = from),
            };
            Reason::new(Code::L012, message).mark(*at, false, say!("mark-attacked")).mark(
                *by,
                true,
                say!("mark-attacks"),
            )
        }
        IllegalReason::Pinned { kind, from, king, by, pinner } => {
            let since = path
                .last(|mv| mv.to == *by || mv.to == *king || mv.from == *from)
                .map(|(ply, _)| (ply, say!("pins-since", ply = at_ply(ply))));
            Reason::new(
                Code::L010,
                say!(
                    "pinned",
                    kind = piece(kind.name()),
                    from = square(from),
                    king = square(king),
                    pinner = piece(pinner.name()),
                    by = square(by)
                ),
            )
            .mark(*from, false, say!("mark-pinned"))
            .mark(*by, true, say!("mark-pins"))
            .since(since)
        }
        IllegalReason::CheckNotParried { king, by } => {
            let by_all = list(by.iter().map(|(at, role)| piece_on(role.name(), at)));
            let mut reason = Reason::new(Code::L011, say!("stays-in-check", king = square(king), by = by_all));
            for (at, _) in by {
                reason = reason.mark(*at, true, say!("mark-gives-check"));
            }
            reason
        }
        // Reasons of other games.
        _ => Reason::new(Code::L003, say!("no-such-move")),
    }
}

/// `the knight on f3`
fn piece_on(kind: &'static str, at: impl Display) -> Message {
    say!("piece-on", kind = piece(kind), at = square(at))
}

/// The finding on a move after mate or stalemate.
pub(super) fn after_end<N: ChessDialect>(at: MoveContext<'_, N>) -> Finding {
    let MoveContext { context, line, token } = at;
    let (item, ply) = (token.item, line.ply + 1);
    let (token_text, last) = (moved(context.text.show(item.span)), at_ply(ply - 1));
    let mate = line.position.in_check();
    let message = match mate {
        true => say!("after-mate", token = token_text, ply = last),
        false => say!("after-stalemate", token = token_text, ply = last),
    };
    let mut finding = Finding::new(Code::L040, item.span, message)
        .at_ply(ply)
        .basis(context.book.basis(Code::L040))
        .help(say!("moves-slipped-in"));
    if let Some(span) = ply_span(context.record, token.next - 1, ply - 1) {
        finding.causes.push(Cause {
            message: if mate { say!("mate-here") } else { say!("stalemate-here") },
            square: None,
            ply: Some(ply - 1),
            span: Some(span),
        });
    }
    finding
}

/// The finding on an unreadable token.
pub(super) fn unreadable<N: ChessDialect>(replayer: &LineReplayer<N>, at: MoveContext<'_, N>) -> Finding {
    let MoveContext { context, line, token } = at;
    let (position, item, ply) = (&line.position, token.item, line.ply + 1);
    let rest = &context.record.items[token.next..];
    let last = rest
        .iter()
        .all(|item| !matches!(item.kind, ItemKind::Move | ItemKind::Result | ItemKind::Number | ItemKind::Comment));
    let cut = last
        && context.text.last
        && context.record.result.is_none()
        && context.record.span.to as usize == context.text.bytes.len();
    // Letters are detected from readable moves only, so a wrong cell is tried with every language that reads its piece.
    let token = item.span.of(context.text.bytes);
    let found = replayer.options.letters.is_some()
        || !replayer.notation.letters().is_english()
        || !replayer.notation.seeks_letters();
    let others = LANGUAGES.iter().filter(|set| !found && set.read_role(token).is_some());
    let others = others.map(|letters| replayer.notation.with_letters(letters));
    let mut tried = std::iter::once(replayer.notation.clone()).chain(others);
    let wrong = tried.find_map(|notation| notation.wrong_cell(token));
    let (code, message) = if let Some(wrong) = wrong.filter(|_| !cut) {
        match wrong {
            WrongCell::NoJFile(cell) => {
                let token = label(context, position, item);
                (Code::N070, say!("no-j-file", token = token, cell = square(cell)))
            }
            WrongCell::BeyondFile(cell) => {
                (Code::N072, say!("beyond-file", token = label(context, position, item), cell = square(cell)))
            }
        }
    } else if cut {
        (Code::S014, say!("cut-off", token = label(context, position, item)))
    } else {
        (Code::S015, say!("no-move", token = label(context, position, item)))
    };
    let mut finding = Finding::new(code, item.span, message).at_ply(ply);
    finding.position = Some(position.fen());
    if cut {
        return finding.help(say!("look-for-complete-copy"));
    }
    finding
}

/// Resolves a move that fits several pieces by the rest of its line. Of equally good moves, the one that keeps most
/// marks true is assumed, then the one from the first square (a1 to h1, then a2). `None` if the line breaks after each
/// move within the budget.
pub(super) fn resolve_ambiguity<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    at: MoveContext<'_, N>,
    moves: &[MoveOf<N>],
) -> Option<MoveOf<N>> {
    let MoveContext { context, line, token } = at;
    let LineReplayer { state, notation, .. } = &mut *replayer;
    let ranked = state.look_ahead.farthest(context, notation, (&line.position, moves), token.next);
    let choice = ranked.first().filter(|(_, reach)| reach.whole || reach.cut).map(|(mv, _)| *mv);
    let severity = if choice.is_some() { Severity::Warning } else { Severity::Error };
    let finding = replayer.collector.keeps(Code::L036, severity).then(|| ambiguous(replayer, at, &ranked));
    replayer.collector.add_made(Code::L036, severity, finding);
    choice
}

/// The finding on a move that fits several pieces.
fn ambiguous<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    at: MoveContext<'_, N>,
    ranked: &[(MoveOf<N>, Reach)],
) -> Finding {
    let MoveContext { context, line, token } = at;
    let settled = look_ahead::settles(ranked);
    let (position, item, ply) = (&line.position, token.item, line.ply + 1);
    let notation = &replayer.notation;
    // If the text does not fix the target, one piece may have several targets.
    let mut pieces: Vec<Message> = ranked
        .iter()
        .take(6)
        .map(|(mv, _)| <N::Rules>::components(*mv))
        .map(|mv| piece_on(mv.role.name(), mv.from))
        .collect();
    pieces.dedup();
    let form = form_of(context, notation);
    let cures: Vec<String> = ranked.iter().take(6).map(|(mv, _)| notation.write_as(position, *mv, form)).collect();
    let whole = ranked.iter().filter(|(_, reach)| reach.whole).count();
    let first = moved(cures[0].as_str());
    let decided = match (settled, whole) {
        (true, 1) => say!("only-this-lets-play", mv = first),
        (true, _) => say!("only-this-keeps-marks", number = whole, mv = first),
        (false, 0) if ranked.iter().any(|(_, reach)| reach.cut) => say!("not-followed", mv = first),
        (false, 0) => say!("none-lets-play"),
        (false, _) => match ranked.iter().all(|(_, reach)| reach.plies == 0) {
            true => say!("nothing-decides", mv = first),
            false => say!("some-let-play", number = whole, mv = first),
        },
    };
    let token = label(context, position, item);
    let message = say!("ambiguous-decided", token = token, pieces = list(pieces), decided = decided);
    let mut finding = Finding::new(Code::L036, item.span, message).at_ply(ply).basis(context.book.basis(Code::L036));
    finding.line = line.number;
    finding.position = Some(position.fen());
    for mv in ranked.iter().take(6).map(|(mv, _)| <N::Rules>::components(*mv)) {
        finding.marks.push(Mark { square: mv.from.to_string(), against: false, note: Some(say!("mark-can-go-there")) });
        finding.causes.push(Cause {
            message: say!("mark-can-go-there"),
            square: Some(mv.from.to_string()),
            ply: None,
            span: None,
        });
    }
    let shown = if settled { &cures[..1] } else { cures.as_slice() };
    finding.add_help(say!("write-one-of", moves = list(shown.iter().map(|cure| moved(cure.as_str())))));
    let grade = if settled { Grade::Likely } else { Grade::Guess };
    finding.fixes = cures.into_iter().map(|token| Fix { grade, token }).collect();
    if settled {
        finding.fixes.truncate(1);
    }
    finding
}
