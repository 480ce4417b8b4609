//! From a fault to a finding, as a shogi player would say it.

use crate::context::{GameContext, MoveContext, TokenRef};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::shogi_names::{hand, kif, mark, piece, square};
use partie_notation::{MoveForm, UnreadMove, formats, japanese, kanji, sfen};
use partie_record::ItemKind;
use partie_record::finding::{Cause, Code, Finding, Grade, Mark};
use partie_rules::shogi::{Move, Origin, Pattern, PieceType as Piece, Position, Setup, Square};
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules as _, Side};

use partie_notation::ShogiToken;
use partie_notation::moves::ShogiNotation;

/// What a fault says in words, and what it points at.
struct Reason {
    code: Code,
    message: String,
    marks: Vec<(Square, bool, &'static str)>,
    help: Option<String>,
}

impl Reason {
    fn new(code: Code, message: String) -> Self {
        Self { code, message, marks: Vec::new(), help: None }
    }

    fn mark(mut self, at: Square, against: bool, note: &'static str) -> Self {
        self.marks.push((at, against, note));
        self
    }

    fn help(mut self, help: String) -> Self {
        self.help = Some(help);
        self
    }
}

/// The move as it is written; of JSON, where moves are objects, as KIF would write it.
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
fn label(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> String {
    let MoveContext { context, line, token } = at;
    let shown = shown(replayer, context, token);
    let shown = shown.trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖']);
    let signed = formats::info(context.record.format).shogi.moves == MoveForm::Signed;
    let turn = if signed { "" } else { mark(line.position.turn()) };
    format!("{}手目 {turn}{shown}", line.ply + 1)
}

fn sfen_of(position: &Position, ply: u32) -> String {
    sfen::write(&Setup::from(position), ply + 1)
}

fn side(replayer: &LineReplayer<ShogiNotation>, side: Side) -> &'static str {
    partie_notation::shogi_names::side(side, replayer.state.handicap)
}

fn finding(at: MoveContext<'_, ShogiNotation>, code: Code, message: String) -> Finding {
    let MoveContext { context, line, token } = at;
    let mut finding = Finding::new(code, token.item.span, message).at_ply(line.ply + 1).basis(context.book.basis(code));
    finding.line = line.number;
    finding.position = Some(sfen_of(&line.position, line.ply));
    finding
}

/// The finding for a move that no legal move fits, and whether the other side could play it.
pub(super) fn illegal(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    written: &ShogiToken,
) -> (Finding, bool) {
    let MoveContext { line, .. } = at;
    let faults = line.position.illegal_reasons(&written.pattern);
    let mut reasons: Vec<Reason> =
        faults.iter().filter_map(|fault| reason(replayer, fault, &line.position, written)).collect();
    let first =
        if reasons.is_empty() { Reason::new(Code::L003, "no such move exists".into()) } else { reasons.remove(0) };
    let message = format!("{} is illegal: {}", label(replayer, at), first.message);
    let mut finding = finding(at, first.code, message);
    add_marks(&mut finding, &first);
    for other in reasons.into_iter().filter(|other| other.code != first.code) {
        finding.causes.push(Cause { message: other.message.into(), square: None, ply: None, span: None });
    }
    finding.help.extend(first.help.map(Into::into));
    (finding, faults.iter().any(|fault| matches!(fault, IllegalReason::OtherSide)))
}

/// The same where the record itself says that it ends by this foul.
pub(super) fn foul(at: MoveContext<'_, ShogiNotation>, illegal: Finding) -> Finding {
    let said = illegal.message.replacen(" is illegal: ", ": ", 1);
    let mut finding = finding(at, Code::R043, format!("the record ends with a foul, confirmed by the board: {said}"));
    // What else forbids it, and what would be legal instead, is nobody's question.
    finding.causes = illegal.causes.into_iter().filter(|cause| cause.square.is_some()).collect();
    finding.marks = illegal.marks;
    finding
}

fn add_marks(finding: &mut Finding, reason: &Reason) {
    for (at, against, note) in &reason.marks {
        finding.marks.push(Mark { square: at.to_string(), against: *against, note: (*note).to_owned() });
        finding.causes.push(Cause { message: (*note).into(), square: Some(at.to_string()), ply: None, span: None });
    }
}

fn join(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn describe_piece(kind: Piece, at: Square) -> String {
    format!("the {} on {}", piece(kind), square(at))
}

fn reason(
    replayer: &LineReplayer<ShogiNotation>,
    fault: &IllegalReasonOf<Position>,
    position: &Position,
    written: &ShogiToken,
) -> Option<Reason> {
    let own = position.turn();
    let (mover, other) = (side(replayer, own), side(replayer, own.other()));
    let in_hand = || format!("in hand of {mover}: {}", hand(&position.hands()[own.index()]));
    Some(match fault {
        IllegalReason::OtherSide => {
            let first = if replayer.state.handicap { "; in a handicap game 上手 moves first" } else { "" };
            Reason::new(Code::L001, format!("it is {mover}'s move; {other} could play it"))
                .help(format!("a move before it may be missing or doubled{first}"))
        }
        IllegalReason::NoSuchPiece { kind } => {
            let what = kind.map_or("piece that could make this move", piece);
            Reason::new(Code::L002, format!("{mover} has no {what} on the board")).help(in_hand())
        }
        IllegalReason::WrongOrigin { from, holds } => wrong_origin(replayer, position, written, *from, *holds),
        IllegalReason::NoSuchMove { kind, from, to } | IllegalReason::NoSuchWay { kind, from, to } => {
            let list: Vec<String> = from.iter().take(4).map(|at| square(*at)).collect();
            let (kind, to) = (piece(*kind), square(*to));
            let message = match (fault, from.as_slice()) {
                (IllegalReason::NoSuchWay { .. }, _) => {
                    format!("{kind} from {} can go to {to}, but not as the words describe", join(&list))
                }
                (_, [_]) => format!("the {kind} on {} does not go to {to}", list[0]),
                _ => format!("no {kind} goes to {to} (they stand on {})", join(&list)),
            };
            let mut reason = Reason::new(Code::L003, message);
            for at in from.iter().take(3) {
                reason = reason.mark(*at, false, "does not reach it");
            }
            reason
        }
        IllegalReason::Blocked { kind, from, to, by, blocker } => Reason::new(
            Code::L004,
            format!(
                "the path of {} to {} is blocked by {}",
                describe_piece(*kind, *from),
                square(*to),
                describe_piece(*blocker, *by)
            ),
        )
        .mark(*from, false, "cannot pass")
        .mark(*by, true, "stands in the way"),
        IllegalReason::OwnPiece { at, holds } => Reason::new(
            Code::L005,
            format!("{mover}'s own {} stands on {}", piece(*holds), square(*at)),
        )
        .mark(*at, false, "own piece on the target"),
        IllegalReason::KingCapture { at } => {
            Reason::new(Code::L006, format!("the king on {} cannot be captured", square(*at))).mark(*at, true, "a king")
        }
        IllegalReason::KingIntoCheck { at, by, attacker, .. } => {
            Reason::new(Code::L012, format!("{} is attacked by {}", square(*at), describe_piece(*attacker, *by)))
                .mark(*at, false, "attacked")
                .mark(*by, true, "attacks it")
        }
        IllegalReason::Pinned { kind, from, king, by, pinner } => Reason::new(
            Code::L010,
            format!(
                "{} is pinned to the king on {} by {}",
                describe_piece(*kind, *from),
                square(*king),
                describe_piece(*pinner, *by)
            ),
        )
        .mark(*from, false, "pinned")
        .mark(*by, true, "pins it"),
        IllegalReason::CheckNotParried { king, by } => {
            let list: Vec<String> = by.iter().map(|(at, kind)| describe_piece(*kind, *at)).collect();
            let message =
                format!("王手 is not parried: the king on {} stays in check from {}", square(*king), join(&list));
            let mut reason = Reason::new(Code::L011, message);
            for (at, _) in by {
                reason = reason.mark(*at, true, "gives check");
            }
            reason
        }
        IllegalReason::Nifu { pawn } => {
            Reason::new(Code::L060, format!("nifu, another unpromoted pawn of {mover} stands on {}", square(*pawn)))
                .mark(written.pattern.to, false, "second pawn on the file")
                .mark(*pawn, false, "the other pawn")
                .help(
                    free_files(position, own)
                        .map_or_else(in_hand, |files| format!("{}; files free for a pawn: {files}", in_hand())),
                )
        }
        IllegalReason::DropMate { at, king, escapes, pinned } => drop_mate(*at, *king, escapes, pinned),
        IllegalReason::DeadDrop { kind, at } => Reason::new(
            Code::L062,
            format!("a {} dropped on {} could never move", piece(*kind), square(*at)),
        )
        .mark(*at, false, "no way on"),
        IllegalReason::MustPromote { kind, at } => Reason::new(
            Code::L063,
            format!("the {} must promote on {}: it could never move from there", piece(*kind), square(*at)),
        )
        .mark(*at, false, "no way on")
        .help("add 成 (+), if the move was played".into()),
        IllegalReason::NotInHand { kind } => {
            Reason::new(Code::L064, format!("{mover} has no {} in hand", piece(*kind))).help(in_hand())
        }
        IllegalReason::SquareOccupied { at, holds, own } => {
            let whose = if *own { mover } else { other };
            Reason::new(Code::L065, format!("{} is not empty, {whose}'s {} stands there", square(*at), piece(*holds)))
                .mark(*at, !own, "stands there")
        }
        IllegalReason::CannotPromote { kind } => Reason::new(Code::L066, format!("a {} cannot promote", piece(*kind))),
        IllegalReason::NotInZone { from, to } => Reason::new(
            Code::L067,
            format!(
                "the move from {} to {} neither begins nor ends in the zone where pieces promote",
                square(*from),
                square(*to)
            ),
        ),
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
        (Some(kind), Some((owner, _))) if owner != own => {
            Reason::new(Code::L001, format!("the {} on {} is {}'s", piece(kind), square(from), side(replayer, owner)))
                .mark(from, true, "not the mover's")
        }
        (Some(kind), _) => {
            let named = written.pattern.kind.or(written.pattern.after).map_or("piece", piece);
            Reason::new(Code::L068, format!("{} holds a {}, not a {named}", square(from), piece(kind))).mark(
                from,
                false,
                "the written origin",
            )
        }
        (None, _) => Reason::new(Code::L068, format!("nothing stands on {}", square(from))).mark(
            from,
            false,
            "the written origin",
        ),
    }
}

/// Files without an unpromoted pawn of the side.
fn free_files(position: &Position, own: Side) -> Option<String> {
    let taken = |file: u8| {
        (1..=9).any(|rank| Square::at(file, rank).is_some_and(|at| position.piece_at(at) == Some((own, Piece::Pawn))))
    };
    let free: Vec<String> = (1..=9u8)
        .filter(|file| !taken(*file))
        .filter_map(|file| Square::at(file, 1))
        .map(|at| square(at).chars().take(1).collect())
        .collect();
    (!free.is_empty()).then(|| free.join(" "))
}

type Escape = (Square, Square, Piece);

fn drop_mate(at: Square, king: Square, escapes: &[Escape], pinned: &[(Square, Piece, Square)]) -> Reason {
    let mut guards: Vec<(Square, Piece, Vec<String>)> = Vec::new();
    for (to, by, kind) in escapes {
        match guards.iter_mut().find(|(at, ..)| at == by) {
            Some((.., list)) => list.push(square(*to)),
            None => guards.push((*by, *kind, vec![square(*to)])),
        }
    }
    let mut why: Vec<String> = guards
        .iter()
        .map(|(by, kind, list)| {
            let are = if list.len() == 1 { "is" } else { "are" };
            format!("{} {are} guarded by {}", join(list), describe_piece(*kind, *by))
        })
        .collect();
    why.extend(
        pinned
            .iter()
            .map(|(from, kind, by)| format!("{} is pinned from {}", describe_piece(*kind, *from), square(*by))),
    );
    let because = if why.is_empty() { String::new() } else { format!(": {}", join(&why)) };
    let mut reason = Reason::new(
        Code::L061,
        format!("打ち歩詰め, the pawn dropped on {} mates the king on {}{because}", square(at), square(king)),
    )
    .mark(at, false, "mates")
    .mark(king, true, "mated")
    .help("another piece dropped there, or a pawn that moves there, may mate".into());
    for (_, by, _) in escapes.iter().take(3) {
        reason = reason.mark(*by, false, "guards");
    }
    reason
}

/// The finding for a text that names the other side.
pub(super) fn other_side(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    named: Side,
) -> Finding {
    let MoveContext { context, line, token } = at;
    let message = format!(
        "{}手目 {} is illegal: the move is {}'s, but it is {}'s turn",
        line.ply + 1,
        shown(replayer, context, token),
        side(replayer, named),
        side(replayer, line.position.turn())
    );
    finding(at, Code::L001, message).help("a move before it may be missing or doubled")
}

/// The finding for a check that repeats the position once too often, under a book that forbids it.
pub(super) fn perpetual(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    first: u32,
    basis: &'static str,
) -> Finding {
    let MoveContext { line, .. } = at;
    let message = format!(
        "{} is illegal: perpetual check is forbidden; the position would stand for the fourth time, and {} has given check with every move since ply {first}",
        label(replayer, at),
        side(replayer, line.position.turn())
    );
    let mut finding = finding(at, Code::L073, message).help("another move must be played");
    finding.basis = basis;
    finding
}

/// The finding for a move in whose middle the file ends.
pub(super) fn cut_off(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Finding {
    let message = format!("the file ends in the middle of {}", label(replayer, at));
    finding(at, Code::S014, message).help("the file may have been cut off; look for a complete copy")
}

/// The finding for a text that is no move.
pub(super) fn unreadable(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Finding {
    let MoveContext { context, line, .. } = at;
    let token = at.token.item.span.of(context.text.bytes);
    let same = matches!(formats::read_move(context.record.format, token, None), Err(UnreadMove::NoPrevious));
    if same && replayer.previous().is_none() {
        let sign =
            if formats::info(context.record.format).shogi.moves.is_japanese() { "同" } else { "x without a square" };
        let message = format!("{}: {sign} means the square of the move before, and there is none", label(replayer, at));
        return finding(at, Code::L069, message).help("write the square");
    }
    if let Some(bad) = kanji::first_bad(token) {
        let message = format!(
            "{} holds the byte 0x{:02X}, which begins or ends no character of {}",
            label(replayer, at),
            token[bad],
            context.record.encoding.unwrap_or(context.text.encoding).kif_name()
        );
        return finding(at, Code::S001, message).help("the byte is damaged; compare the move with another copy");
    }
    let message = format!("{} cannot be read as a move", label(replayer, at));
    let unread = finding(at, Code::S015, message);
    // A piece with its origin and no square: 同 may have been lost.
    let repair_token = format!(
        "同　{}",
        shown(replayer, context, at.token).trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖', ' ', '　'])
    );
    let fits = japanese::read_move(repair_token.as_bytes(), replayer.previous())
        .is_ok_and(|written| matches!(line.position.resolve(&written.pattern), Resolution::Unique(_)));
    if fits && formats::info(context.record.format).shogi.moves.is_japanese() {
        return unread
            .help("the square is missing; 同, the square of the move before, makes it a legal move")
            .fix(Grade::Likely, repair_token);
    }
    unread
}

/// The finding for a move that fits several pieces.
pub(super) fn ambiguous(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    moves: &[Move],
) -> Finding {
    let list: Vec<String> = moves
        .iter()
        .take(6)
        .map(|mv| mv.from().map_or_else(|| "the one in hand".to_owned(), |from| describe_piece(mv.kind(), from)))
        .collect();
    let message = format!("{} is ambiguous: {} can go there", label(replayer, at), join(&list));
    let cures: Vec<String> = moves.iter().take(6).map(|mv| kif(*mv, replayer.previous())).collect();
    let mut finding = finding(at, Code::L036, message)
        .help(format!("write an origin or a relative word; the moves are {}", join(&cures)));
    for mv in moves.iter().take(6) {
        if let Some(from) = mv.from() {
            finding.marks.push(Mark { square: from.to_string(), against: false, note: "can go there".into() });
        }
    }
    finding
}

/// The finding for a move after mate, or where there is no legal move.
pub(super) fn after_end(replayer: &LineReplayer<ShogiNotation>, at: MoveContext<'_, ShogiNotation>) -> Finding {
    let MoveContext { context, line, token } = at;
    let mated = side(replayer, line.position.turn());
    let what =
        if line.position.in_check() { format!("{mated} was mated") } else { format!("{mated} had no legal move") };
    let message = format!("{} comes after the end: {what} at ply {}", label(replayer, at), line.ply);
    let mut finding = finding(at, Code::L040, message)
        .help("moves of another game or of an analysis may have slipped in; or a move before is misread");
    let before = ply_span(context.record, token.next - 1, line.ply);
    if let Some(span) = before {
        finding.causes.push(Cause {
            message: "the last move".into(),
            square: None,
            ply: Some(line.ply),
            span: Some(span),
        });
    }
    debug_assert!(token.item.kind == ItemKind::Move);
    finding
}
