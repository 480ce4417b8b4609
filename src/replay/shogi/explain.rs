//! Turns illegal moves into findings, in the words of shogi players.

use crate::context::{GameContext, MoveContext, TokenRef};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::shogi_names::{hand, kif, mark, piece, square};
use partie_notation::{MoveForm, UnreadMove, formats, japanese, kanji, sfen};
use partie_record::finding::{Cause, Code, Finding, Grade, Mark};
use partie_record::message::{Arg, Message, list, moved, piece as kind_of, ply as at_ply, side as said_side, text};
use partie_record::say;
use partie_record::{Format, ItemKind};
use partie_rules::shogi::{Move, Origin, Pattern, PieceType as Piece, Position, Setup, Square};
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules as _, Side};

use partie_notation::ShogiToken;
use partie_notation::moves::ShogiNotation;

/// A reason in words, with the squares to mark.
struct Reason {
    code: Code,
    message: Message,
    marks: Vec<(Square, bool, Message)>,
    help: Option<Message>,
}

impl Reason {
    fn new(code: Code, message: Message) -> Self {
        Self { code, message, marks: Vec::new(), help: None }
    }

    fn mark(mut self, at: Square, against: bool, note: Message) -> Self {
        self.marks.push((at, against, note));
        self
    }

    fn help(mut self, help: Message) -> Self {
        self.help = Some(help);
        self
    }
}

/// Returns the move as written; a JSON object is written in KIF notation.
fn shown(replayer: &LineReplayer<ShogiNotation>, context: &GameContext<'_, ShogiNotation>, token: TokenRef) -> String {
    let format = context.record.format;
    if formats::info(format).is_json
        && let Ok(written) = formats::read_move(format, token.item.span.of(context.text.bytes), replayer.previous())
    {
        return written_text(&written.pattern);
    }
    context.text.show(token.item.span)
}

fn written_text(pattern: &Pattern) -> String {
    let kind = pattern.kind.map_or("", piece);
    let promotes = if pattern.promotes == Some(true) { "成" } else { "" };
    let origin = match pattern.origin {
        Origin::Hand => "打".to_owned(),
        Origin::Square(from) => format!("({}{})", from.file(), from.rank()),
        Origin::Unstated | Origin::File(_) | Origin::Rank(_) => String::new(),
    };
    format!("{}{kind}{promotes}{origin}", square(pattern.to))
}

/// `15手目 ▲５五歩打`
pub(super) fn label(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Arg {
    let MoveContext { context, line, token } = at;
    let shown = shown(replayer, context, token);
    let shown = shown.trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖']);
    let signed = formats::info(context.record.format).shogi.moves == MoveForm::Signed;
    let turn = if signed { "" } else { mark(line.position.turn()) };
    moved(format!("{}手目 {turn}{shown}", line.ply + 1))
}

fn sfen_of(position: &Position, ply: u32) -> String {
    sfen::write(&Setup::from(position), ply + 1)
}

fn side(replayer: &LineReplayer<ShogiNotation>, side: Side) -> Arg {
    said_side(partie_notation::shogi_names::side(side, replayer.state.handicap))
}

fn kind(kind: Piece) -> Arg {
    kind_of(piece(kind))
}

fn on(at: Square) -> Arg {
    Arg::Square(square(at).into())
}

fn finding(at: MoveContext<'_, ShogiNotation>, code: Code, message: Message) -> Finding {
    let MoveContext { context, line, token } = at;
    let mut finding = Finding::new(code, token.item.span, message).at_ply(line.ply + 1).basis(context.book.basis(code));
    finding.line = line.number;
    finding.position = Some(sfen_of(&line.position, line.ply));
    finding
}

/// Returns the finding for a move that no legal move fits; true if the other side could play it.
pub(super) fn illegal(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    written: &ShogiToken,
) -> (Finding, bool) {
    let MoveContext { line, .. } = at;
    let faults = line.position.illegal_reasons(&written.pattern);
    let mut reasons: Vec<Reason> =
        faults.iter().filter_map(|fault| reason(replayer, fault, &line.position, written)).collect();
    let first = if reasons.is_empty() { Reason::new(Code::L003, say!("no-such-move")) } else { reasons.remove(0) };
    let message = say!("illegal", token = label(replayer, at), reason = first.message.clone());
    let mut finding = finding(at, first.code, message);
    add_marks(&mut finding, &first);
    for other in reasons.into_iter().filter(|other| other.code != first.code) {
        finding.causes.push(Cause { message: other.message, square: None, ply: None, span: None });
    }
    finding.help.extend(first.help);
    (finding, faults.iter().any(|fault| matches!(fault, IllegalReason::OtherSide)))
}

/// Returns the finding for a foul by which the record itself ends; `illegal` is the finding for the move.
pub(super) fn foul(at: MoveContext<'_, ShogiNotation>, illegal: Finding) -> Finding {
    let [token, reason] = ["token", "reason"].map(|name| illegal.message.arg(name).cloned());
    let mut finding = finding(at, Code::R043, say!("foul-confirmed", token = token, reason = reason));
    // Further reasons and legal alternatives are irrelevant for a foul.
    finding.causes = illegal.causes.into_iter().filter(|cause| cause.square.is_some()).collect();
    finding.marks = illegal.marks;
    finding
}

fn add_marks(finding: &mut Finding, reason: &Reason) {
    for (at, against, note) in &reason.marks {
        finding.marks.push(Mark { square: at.to_string(), against: *against, note: Some(note.clone()) });
        finding.causes.push(Cause { message: note.clone(), square: Some(at.to_string()), ply: None, span: None });
    }
}

fn describe_piece(piece: Piece, at: Square) -> Message {
    say!("piece-on", kind = kind(piece), at = on(at))
}

fn reason(
    replayer: &LineReplayer<ShogiNotation>,
    fault: &IllegalReasonOf<Position>,
    position: &Position,
    written: &ShogiToken,
) -> Option<Reason> {
    let own = position.turn();
    let (mover, other) = (|| side(replayer, own), || side(replayer, own.other()));
    let held = || text(hand(&position.hands()[own.index()]));
    let in_hand = || say!("in-hand", owner = mover(), hand = held());
    Some(match fault {
        IllegalReason::OtherSide => {
            let help = match replayer.state.handicap {
                true => say!("missing-or-doubled-in-handicap"),
                false => say!("missing-or-doubled"),
            };
            Reason::new(Code::L001, say!("other-side", mover = mover(), other = other())).help(help)
        }
        IllegalReason::NoSuchPiece { kind: None } => {
            Reason::new(Code::L002, say!("no-piece-on-board-could", mover = mover())).help(in_hand())
        }
        IllegalReason::NoSuchPiece { kind: Some(piece) } => {
            Reason::new(Code::L002, say!("no-piece-on-board", mover = mover(), kind = kind(*piece))).help(in_hand())
        }
        IllegalReason::WrongOrigin { from, holds } => wrong_origin(replayer, position, written, *from, *holds),
        IllegalReason::NoSuchMove { kind: piece, from, to } | IllegalReason::NoSuchWay { kind: piece, from, to } => {
            let origins = || list(from.iter().take(4).map(|at| on(*at)));
            let (kind, to) = (kind(*piece), on(*to));
            let message = match (fault, from.as_slice()) {
                (IllegalReason::NoSuchWay { .. }, _) => say!("not-as-words", kind = kind, from = origins(), to = to),
                (_, [from]) => say!("does-not-go", kind = kind, from = on(*from), to = to),
                _ => say!("none-goes", kind = kind, to = to, from = origins()),
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
                "path-blocked",
                piece = describe_piece(*kind, *from),
                to = on(*to),
                blocker = describe_piece(*blocker, *by)
            ),
        )
        .mark(*from, false, say!("mark-cannot-pass"))
        .mark(*by, true, say!("mark-in-the-way")),
        IllegalReason::OwnPiece { at, holds } => Reason::new(
            Code::L005,
            say!("own-piece", owner = mover(), kind = kind(*holds), at = on(*at)),
        )
        .mark(*at, false, say!("mark-own-piece")),
        IllegalReason::KingCapture { at } => {
            Reason::new(Code::L006, say!("king-capture", at = on(*at))).mark(*at, true, say!("mark-king"))
        }
        IllegalReason::KingIntoCheck { at, by, attacker, .. } => {
            Reason::new(Code::L012, say!("attacked", at = on(*at), attacker = kind(*attacker), by = on(*by)))
                .mark(*at, false, say!("mark-attacked"))
                .mark(*by, true, say!("mark-attacks"))
        }
        IllegalReason::Pinned { kind: pinned, from, king, by, pinner } => Reason::new(
            Code::L010,
            say!(
                "pinned",
                kind = kind(*pinned),
                from = on(*from),
                king = on(*king),
                pinner = kind(*pinner),
                by = on(*by)
            ),
        )
        .mark(*from, false, say!("mark-pinned"))
        .mark(*by, true, say!("mark-pins")),
        IllegalReason::CheckNotParried { king, by } => {
            let by_all = list(by.iter().map(|(at, kind)| describe_piece(*kind, *at)));
            let message = say!("check-not-parried", king = on(*king), by = by_all);
            let mut reason = Reason::new(Code::L011, message);
            for (at, _) in by {
                reason = reason.mark(*at, true, say!("mark-gives-check"));
            }
            reason
        }
        IllegalReason::Nifu { pawn } => {
            let free = free_files(position, own);
            let help = match free.is_empty() {
                true => in_hand(),
                false => say!("in-hand-and-files", owner = mover(), hand = held(), files = list(free)),
            };
            Reason::new(Code::L060, say!("nifu", owner = mover(), pawn = on(*pawn)))
                .mark(written.pattern.to, false, say!("mark-second-pawn"))
                .mark(*pawn, false, say!("mark-other-pawn"))
                .help(help)
        }
        IllegalReason::DropMate { at, king, escapes, pinned } => drop_mate(*at, *king, escapes, pinned),
        IllegalReason::DeadDrop { kind: dropped, at } => Reason::new(
            Code::L062,
            say!("dead-drop", kind = kind(*dropped), at = on(*at)),
        )
        .mark(*at, false, say!("mark-no-way-on")),
        IllegalReason::MustPromote { kind: moved, at } => {
            Reason::new(Code::L063, say!("must-promote", kind = kind(*moved), at = on(*at)))
                .mark(*at, false, say!("mark-no-way-on"))
                .help(say!("add-promotion"))
        }
        IllegalReason::NotInHand { kind: dropped } => {
            Reason::new(Code::L064, say!("not-in-hand", owner = mover(), kind = kind(*dropped))).help(in_hand())
        }
        IllegalReason::SquareOccupied { at, holds, own } => {
            let whose = if *own { mover() } else { other() };
            Reason::new(Code::L065, say!("square-occupied", at = on(*at), owner = whose, kind = kind(*holds))).mark(
                *at,
                !own,
                say!("mark-stands-there"),
            )
        }
        IllegalReason::CannotPromote { kind: moved } => {
            Reason::new(Code::L066, say!("cannot-promote", kind = kind(*moved)))
        }
        IllegalReason::NotInZone { from, to } => {
            Reason::new(Code::L067, say!("not-in-zone", from = on(*from), to = on(*to)))
        }
        _ => return None,
    })
}

fn wrong_origin(
    replayer: &LineReplayer<ShogiNotation>,
    position: &Position,
    written: &ShogiToken,
    from: Square,
    holds: Option<Piece>,
) -> Reason {
    let own = position.turn();
    match (holds, position.piece_at(from)) {
        (Some(held), Some((owner, _))) if owner != own => {
            Reason::new(Code::L001, say!("not-own", kind = kind(held), at = on(from), owner = side(replayer, owner)))
                .mark(from, true, say!("mark-not-movers"))
        }
        (Some(held), _) => {
            let message = match written.pattern.kind.or(written.pattern.after) {
                Some(named) => say!("holds-not", at = on(from), kind = kind(held), named = kind(named)),
                None => say!("holds-no-piece", at = on(from), kind = kind(held)),
            };
            Reason::new(Code::L068, message).mark(from, false, say!("mark-origin"))
        }
        (None, _) => {
            Reason::new(Code::L068, say!("empty-origin", at = on(from))).mark(from, false, say!("mark-origin"))
        }
    }
}

/// Returns the files without an unpromoted pawn of the side.
fn free_files(position: &Position, own: Side) -> Vec<Arg> {
    let taken = |file: u8| {
        (1..=9).any(|rank| Square::at(file, rank).is_some_and(|at| position.piece_at(at) == Some((own, Piece::Pawn))))
    };
    let free = (1..=9u8).filter(|file| !taken(*file)).filter_map(|file| Square::at(file, 1));
    free.map(|at| text(square(at).chars().take(1).collect::<String>())).collect()
}

type Escape = (Square, Square, Piece);

fn drop_mate(at: Square, king: Square, escapes: &[Escape], pinned: &[(Square, Piece, Square)]) -> Reason {
    let mut guards: Vec<(Square, Piece, Vec<Arg>)> = Vec::new();
    for (to, by, kind) in escapes {
        match guards.iter_mut().find(|(at, ..)| at == by) {
            Some((.., list)) => list.push(on(*to)),
            None => guards.push((*by, *kind, vec![on(*to)])),
        }
    }
    let guarded = guards
        .into_iter()
        .map(|(by, kind, squares)| say!("guarded", squares = list(squares), piece = describe_piece(kind, by)));
    let held =
        pinned.iter().map(|(from, kind, by)| say!("pinned-from", piece = describe_piece(*kind, *from), by = on(*by)));
    let why: Vec<Message> = guarded.chain(held).collect();
    let message = match why.is_empty() {
        true => say!("drop-pawn-mate", at = on(at), king = on(king)),
        false => say!("drop-pawn-mate-because", at = on(at), king = on(king), reasons = list(why)),
    };
    let mut reason = Reason::new(Code::L061, message)
        .mark(at, false, say!("mark-mates"))
        .mark(king, true, say!("mark-mated"))
        .help(say!("other-piece-may-mate"));
    for (_, by, _) in escapes.iter().take(3) {
        reason = reason.mark(*by, false, say!("mark-guards"));
    }
    reason
}

/// Returns the finding for a move whose text names the other side.
pub(super) fn other_side(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    named: Side,
) -> Finding {
    let MoveContext { context, line, token } = at;
    let token = moved(format!("{}手目 {}", line.ply + 1, shown(replayer, context, token)));
    let (named, turn) = (side(replayer, named), side(replayer, line.position.turn()));
    let message = say!("illegal", token = token, reason = say!("out-of-turn", named = named, turn = turn));
    finding(at, Code::L001, message).help(say!("missing-or-doubled"))
}

/// Returns the finding for a check that repeats the position once too often, under a rule book that forbids it.
pub(super) fn perpetual(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    first: u32,
    basis: &'static str,
) -> Finding {
    let MoveContext { line, .. } = at;
    let mover = side(replayer, line.position.turn());
    let reason = say!("perpetual-check-forbidden", mover = mover, ply = at_ply(first));
    let message = say!("illegal", token = label(replayer, at), reason = reason);
    let mut finding = finding(at, Code::L073, message).help(say!("play-another-move"));
    finding.basis = basis;
    finding
}

/// Returns the finding for a move that the end of the file cuts off.
pub(super) fn cut_off(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Finding {
    let message = say!("cut-off", token = label(replayer, at));
    finding(at, Code::S014, message).help(say!("look-for-complete-copy"))
}

/// Returns the finding for an unreadable text.
pub(super) fn unreadable(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Finding {
    let MoveContext { context, line, .. } = at;
    let token = at.token.item.span.of(context.text.bytes);
    let same = matches!(formats::read_move(context.record.format, token, None), Err(UnreadMove::NoPrevious));
    if same && replayer.previous().is_none() {
        let token = label(replayer, at);
        let is_named = formats::info(context.record.format).shogi.moves.is_japanese();
        let message = match is_named || context.record.format == Format::Jkf {
            true => say!("same-square-without-move", token = token),
            false => say!("capture-without-move", token = token),
        };
        return finding(at, Code::L069, message).help(say!("write-the-square"));
    }
    if let Some(bad) = kanji::first_bad(token) {
        let encoding = context.record.encoding.unwrap_or(context.text.encoding);
        let message = say!(
            "damaged-byte",
            token = label(replayer, at),
            byte = text(format!("{:02X}", token[bad])),
            encoding = text(encoding.kif_name().unwrap_or(encoding.name()))
        );
        return finding(at, Code::S001, message).help(say!("compare-with-copy"));
    }
    let message = say!("no-move", token = label(replayer, at));
    let unread = finding(at, Code::S015, message);
    // A piece with its origin and no square: 同 may have been lost.
    let repair_token = format!(
        "同　{}",
        shown(replayer, context, at.token).trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖', ' ', '　'])
    );
    let fits = japanese::read_move(repair_token.as_bytes(), replayer.previous())
        .is_ok_and(|written| matches!(line.position.resolve(&written.pattern), Resolution::Unique(_)));
    if fits && formats::info(context.record.format).shogi.moves.is_japanese() {
        return unread.help(say!("same-square-makes-legal")).fix(Grade::Likely, repair_token);
    }
    unread
}

/// Returns the finding for a move that fits several pieces.
pub(super) fn ambiguous(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    moves: &[Move],
) -> Finding {
    let first = || moves.iter().take(6);
    let pieces =
        first().map(|mv| mv.from().map_or_else(|| say!("one-in-hand"), |from| describe_piece(mv.kind(), from)));
    let message = say!("ambiguous", token = label(replayer, at), pieces = list(pieces));
    let cures = list(first().map(|mv| moved(kif(*mv, replayer.previous()))));
    let mut finding = finding(at, Code::L036, message).help(say!("write-origin-or-word", moves = cures));
    for mv in moves.iter().take(6) {
        if let Some(from) = mv.from() {
            finding.marks.push(Mark {
                square: from.to_string(),
                against: false,
                note: Some(say!("mark-can-go-there")),
            });
        }
    }
    finding
}

/// Returns the finding for a move after mate, or without a legal move.
pub(super) fn after_end(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Finding {
    let MoveContext { context, line, token } = at;
    let mated = side(replayer, line.position.turn());
    let (label, ply) = (label(replayer, at), at_ply(line.ply));
    let message = match line.position.in_check() {
        true => say!("after-end-mated", token = label, side = mated, ply = ply),
        false => say!("after-end-no-move", token = label, side = mated, ply = ply),
    };
    let mut finding = finding(at, Code::L040, message).help(say!("moves-slipped-in"));
    let before = ply_span(context.record, token.next - 1, line.ply);
    if let Some(span) = before {
        finding.causes.push(Cause {
            message: say!("the-last-move"),
            square: None,
            ply: Some(line.ply),
            span: Some(span),
        });
    }
    debug_assert!(token.item.kind == ItemKind::Move);
    finding
}
