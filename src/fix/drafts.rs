//! Converts findings of a game to edits that change no move: marks, numbers, tags, white space. The fixer tries them.

use super::alone::Found;
use super::repair::SliceEdit;
use partie_convert::encode_as;
use partie_notation::formats;
use partie_record::finding::{Code, Finding, Grade, Selection, Severity};
use partie_record::message::text as said;
use partie_record::span::Span;
use partie_record::{Encoding, Format, ItemKind, ROSTER, Record, Tag, say};
use partie_repair::Operation;
use partie_replay::games::Game;
use partie_replay::{GameTags, Played};
use partie_rules::{Rules, Side};

/// Selects the findings to fix.
#[derive(Clone, Debug, Default)]
pub struct Rulings {
    pub selection: Selection,
    /// Also fixes style findings.
    pub style: bool,
    /// Does not fix findings that the record allows.
    pub allows: bool,
}

/// Codes for the writing of a move that does not contradict the board: a matter of style.
const STYLE: [Code; 4] = [Code::N003, Code::N004, Code::N012, Code::N015];
/// Codes whose fix would change a fact of the game, such as that a check was not announced.
const FACTS: [Code; 1] = [Code::N013];
/// Codes unrelated to moves, which are fixed even if the main line breaks.
const BESIDE: [Code; 10] = [
    Code::H001,
    Code::H003,
    Code::H004,
    Code::H005,
    Code::H007,
    Code::H019,
    Code::C004,
    Code::R011,
    Code::S007,
    Code::S016,
];

/// Codes that may indicate lost moves. Their fix is then a guess, as it would hide the loss.
const LOSS: [Code; 3] = [Code::H005, Code::N041, Code::R011];

/// A span, and the text that replaces it.
struct Draft {
    span: Span,
    text: String,
    grade: Grade,
    operation: Operation,
}

impl Draft {
    fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into(), grade: Grade::Certain, operation: Operation::Replace }
    }

    fn insert(at: u32, text: String) -> Self {
        Self { operation: Operation::Insert, ..Self::replace(Span { from: at, to: at }, text) }
    }
}

/// Returns edits of the game's bytes, in the order of the findings; some may overlap. `broken` is true if the main line
/// breaks.
pub(super) fn drafts(found: Found<'_>, rulings: &Rulings, broken: bool) -> Vec<SliceEdit> {
    let record = found.game.record;
    let mut edits = Vec::new();
    let counts = |code: Code| rulings.selection.counts(code) && (!broken || BESIDE.contains(&code));
    for finding in found.findings.iter().filter(|finding| counts(finding.code)) {
        for draft in of_finding(found, finding, rulings) {
            edits.extend(placed(found, finding, draft));
        }
    }
    if counts(Code::H001)
        && let Some((finding, draft)) = missing_result(found, record)
    {
        edits.extend(placed(found, &finding, draft));
    }
    edits
}

/// True if a game may have drafts, so that it must be replayed alone.
pub(super) fn may_have_drafts(game: &Game<'_>, findings: &[Finding]) -> bool {
    let special = |finding: &Finding| {
        is_loss(finding) || matches!(finding.code, Code::R010 | Code::R001 | Code::H019 | Code::S007)
    };
    let certain = |finding: &Finding| finding.fixes.iter().any(|fix| fix.grade == Grade::Certain);
    findings.iter().any(|finding| special(finding) || certain(finding) || is_reading(finding))
        || lacks_result_tag(game.text.bytes, game.record)
}

fn of_finding(found: Found<'_>, finding: &Finding, rulings: &Rulings) -> Vec<Draft> {
    let Found { game, .. } = found;
    let (text, record) = (game.text, game.record);
    let certain = finding.fixes.iter().find(|fix| fix.grade == Grade::Certain).map(|fix| fix.token.as_str());
    match (finding.code, certain) {
        (Code::R001 | Code::R010, _) => return mate(found),
        (Code::H019, _) => return set_up(found, finding).into_iter().collect(),
        (Code::S007, _) => return declaration(found, finding).into_iter().collect(),
        _ => {}
    }
    if is_reading(finding) {
        let readings = finding.fixes.iter();
        return readings.map(|fix| Draft { grade: fix.grade, ..Draft::replace(finding.span, &*fix.token) }).collect();
    }
    let guess = || finding.fixes.first().map(|fix| fix.token.as_str()).filter(|_| is_loss(finding));
    let Some(token) = certain.or_else(guess).filter(|_| !FACTS.contains(&finding.code)) else { return Vec::new() };
    let was = text.decode(finding.span);
    let style = STYLE.contains(&finding.code)
        || finding.severity == Severity::Info
        || finding.code == Code::N010 && !has_capture(&was) && has_capture(token);
    if style && !rulings.style {
        return Vec::new();
    }
    let draft = match finding.code {
        Code::R011 => result_token(record, token),
        Code::S016 => Some(Draft::insert(finding.span.from, gap(text.bytes, finding.span.from as usize).to_owned())),
        Code::N020 | Code::N041 => number(finding.span, finding.span.of(text.bytes), token),
        // Text that leaves the comment becomes moves: the game changes.
        Code::S010 => Some(Draft { grade: Grade::Likely, ..Draft::replace(finding.span, token) }),
        _ => Some(Draft::replace(finding.span, token)),
    };
    let graded = |draft: Draft| Draft { grade: if is_loss(finding) { Grade::Guess } else { draft.grade }, ..draft };
    draft.map(graded).into_iter().collect()
}

/// True if the finding indicates that moves may be lost.
fn is_loss(finding: &Finding) -> bool {
    LOSS.contains(&finding.code) && finding.fixes.iter().any(|fix| fix.grade == Grade::Guess)
}

/// Removes and returns the edits that make the record complete without its lost moves. All get the code and message of
/// the greatest loss: a wrong count precedes a missing result. The [`LOSS`] codes have no other guesses.
pub(super) fn as_complete(drafts: &mut Vec<SliceEdit>) -> Vec<SliceEdit> {
    let is_of_loss = |edit: &mut SliceEdit| edit.grade == Grade::Guess && LOSS.contains(&edit.code);
    let mut loss: Vec<SliceEdit> = drafts.extract_if(.., is_of_loss).collect();
    let first = loss.iter().min_by_key(|edit| edit.code == Code::R011).cloned();
    if let Some(SliceEdit { code, severity, message, .. }) = first {
        for edit in &mut loss {
            (edit.code, edit.severity, edit.message) = (code, severity, message.clone());
        }
    }
    loss
}

/// True if a text may denote several moves in a game that continues: it has a doubtful capture mark, or it is
/// ambiguous. The fix is likely if the rest of the game decides between the moves, otherwise each fix is a guess.
/// Descriptive notation customarily names no more than the rest of the game requires, so L081 counts only as an
/// assumption.
fn is_reading(finding: &Finding) -> bool {
    let is_capture = finding.code == Code::N010 && finding.fixes.first().is_some_and(|fix| fix.grade == Grade::Guess);
    is_capture || finding.code == Code::L036 && finding.severity == Severity::Warning || finding.is_assumption()
}

/// Returns the edit for a missing blank line after a game. A replay of the game alone does not report it.
pub(super) fn behind(game: &Game<'_>, rulings: &Rulings) -> Option<SliceEdit> {
    let (text, record) = (game.text, game.record);
    let end = record.span.to;
    let missing = record.notes.iter().any(|note| note.code == Code::S016 && note.span.from == end);
    if !missing || !rulings.selection.counts(Code::S016) {
        return None;
    }
    Some(SliceEdit {
        code: Code::S016,
        severity: Code::S016.entry().severity,
        message: say!("blank-line-before-next"),
        operation: Operation::Insert,
        ply: None,
        number: String::new(),
        span: record.place(Span { from: end, to: end }).of_slice(),
        bytes: bytes(game, gap(text.bytes, end as usize))?,
        grade: Grade::Certain,
    })
}

/// Returns the missing separator at a place: a blank line, or only a blank before a result directly after a move.
fn gap(bytes: &[u8], at: usize) -> &'static str {
    let (before, after) = bytes.split_at(at.min(bytes.len()));
    let line = before.trim_ascii_end().len();
    let glued = line == before.len() && !before.ends_with(b"]") && !after.starts_with(b"[");
    match before[line..].iter().any(|byte| matches!(byte, b'\n' | b'\r')) || before.is_empty() {
        true => "\n",
        false if glued => " ",
        false => "\n\n",
    }
}

/// True if the text of a move has a capture mark.
fn has_capture(text: &str) -> bool {
    text.contains(['x', 'X', ':', '×'])
}

/// Inserts the final token after the last item of the game.
fn result_token(record: &Record, token: &str) -> Option<Draft> {
    // After an unclosed or cut-off construct, the inserted text would not be a token.
    let open = record.notes.iter().any(|note| matches!(note.code, Code::S010 | Code::S011 | Code::S014));
    let last = record.items.iter().max_by_key(|item| item.span.to).filter(|_| !open)?;
    // A comment that extends to the end of its line would include the token.
    let gap = if last.kind == ItemKind::LineComment { "\n" } else { " " };
    (record.format == Format::Pgn).then(|| Draft::insert(last.span.to, format!("{gap}{token}")))
}

/// Replaces the digits of a number. The span may also contain dots and blanks, or a sentence.
fn number(span: Span, bytes: &[u8], right: &str) -> Option<Draft> {
    let right: String = right.chars().filter(char::is_ascii_digit).collect();
    let from = bytes.iter().position(u8::is_ascii_digit)?;
    let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let from = span.from as usize + from;
    Some(Draft::replace(Span::new(from, from + length), right))
}

/// Corrects the result tag and the final token if the board shows mate.
fn mate(found: Found<'_>) -> Vec<Draft> {
    let Some(right) = found.facts.mated else { return Vec::new() };
    let (text, record) = (found.game.text, found.game.record);
    let head = GameTags::of_record(text.bytes, record);
    let token = record.outcome.zip(record.result);
    let tag = head.result_tag.and_then(|tag| Some((head.result?, tag.value)));
    let both = [token, tag];
    let wrong = both.iter().flatten().filter(|(outcome, _)| *outcome != right);
    // If no result in the record agrees with the board, the last moves may be wrong.
    let agrees = both.iter().flatten().any(|(outcome, _)| *outcome == right);
    let grade = if agrees { Grade::Certain } else { Grade::Likely };
    wrong.map(|(_, span)| Draft { grade, ..Draft::replace(*span, right.token()) }).collect()
}

/// Adds or corrects the tag that declares a start position.
fn set_up(found: Found<'_>, finding: &Finding) -> Option<Draft> {
    let (text, record) = (found.game.text, found.game.record);
    // A FEN is used only if moves replay from it.
    let meant = !finding.fixes.is_empty() && found.replayed.plies > 0 && record.format == Format::Pgn;
    let fen = record.fen().filter(|_| meant)?;
    Some(match record.tag(text.bytes, "SetUp") {
        Some(tag) => Draft::replace(tag.value, "1"),
        None => Draft::insert(fen.span.from, "[SetUp \"1\"]\n".to_owned()),
    })
}

/// Corrects the encoding that a shogi record declares.
fn declaration(found: Found<'_>, finding: &Finding) -> Option<Draft> {
    let game = found.game;
    let line = finding.span.of(game.text.bytes);
    let from = memchr::memrchr(b'=', line).map_or(0, |sign| sign + 1);
    let name =
        line[from..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')).count();
    let right = match (game.record.format, game.encoding) {
        (Format::Csa, Encoding::ShiftJis) => "SHIFT_JIS",
        (_, encoding) => encoding.kif_name()?,
    };
    let from = finding.span.from as usize + from;
    (name > 0).then(|| Draft::replace(Span::new(from, from + name), right))
}

/// True if a PGN record has tags and a final token, but no Result tag.
fn lacks_result_tag(bytes: &[u8], record: &Record) -> bool {
    record.format == Format::Pgn
        && record.result.is_some()
        && !record.tags.is_empty()
        && record.tag(bytes, "Result").is_none()
}

/// Adds the Result tag with the value of the final token.
fn missing_result(found: Found<'_>, record: &Record) -> Option<(Finding, Draft)> {
    let text = found.game.text;
    let outcome = record.outcome.filter(|_| lacks_result_tag(text.bytes, record))?;
    // The Result tag follows the tags that precede it in the roster.
    let is_before = |tag: &&Tag| {
        let name = tag.name.of(text.bytes);
        ROSTER.iter().any(|(before, _)| before.as_bytes().eq_ignore_ascii_case(name))
    };
    let tag = format!("[Result \"{}\"]", outcome.token());
    let draft = match record.tags.iter().rfind(is_before) {
        Some(last) => Draft::insert(last.span.to, format!("\n{tag}")),
        None => Draft::insert(record.tags.first()?.span.from, format!("{tag}\n")),
    };
    let message = say!("result-tag-missing", result = said(outcome.token()));
    Some((Finding::new(Code::H001, draft.span, message), draft))
}

/// Builds the edit of a draft; `None` if the encoding lacks one of its characters.
fn placed(found: Found<'_>, finding: &Finding, draft: Draft) -> Option<SliceEdit> {
    let bytes = bytes(found.game, &draft.text)?;
    // The ply of other findings is not the ply of an edited move.
    let ply = finding.ply.filter(|_| is_of_move(finding.code));
    let is_number = matches!(finding.code, Code::N020 | Code::N022);
    Some(SliceEdit {
        code: finding.code,
        severity: finding.severity,
        message: finding.message.clone(),
        operation: draft.operation,
        ply,
        number: ply.filter(|_| !is_number).map(|ply| number_at(&found.replayed.played, ply)).unwrap_or_default(),
        span: found.game.record.place(draft.span).of_slice(),
        bytes,
        grade: draft.grade,
    })
}

/// True if the ply of a finding is the ply of the move that its fix changes.
fn is_of_move(code: Code) -> bool {
    matches!(code.as_str().as_bytes().first(), Some(b'L' | b'N' | b'S'))
}

/// Encodes a text for the file of a game, with its line ends, and escaped in JSON.
pub(super) fn bytes(game: &Game<'_>, text: &str) -> Option<Vec<u8>> {
    if !formats::info(game.record.format).is_json {
        return encoded(game, text);
    }
    let quoted = serde_json::to_string(text).ok()?;
    encoded(game, quoted.trim_start_matches('"').strip_suffix('"')?)
}

/// Like `bytes`, for a text that is already JSON in a JSON record: a move, or an element that contains one.
pub(super) fn encoded(game: &Game<'_>, text: &str) -> Option<Vec<u8>> {
    let record = game.record;
    let mut text = text.to_owned();
    if text.contains('\n') {
        text = text.replace('\n', line_end(game));
    }
    let encoding = if record.decoded.is_empty() || game.source.is_some() { game.encoding } else { Encoding::Utf8 };
    let mut bytes = Vec::new();
    encode_as(&text, encoding, &mut bytes).is_empty().then_some(bytes)
}

/// Returns the line end of a game; if it has only one line, the line end of the text around it.
fn line_end(game: &Game<'_>) -> &'static str {
    let (bytes, span) = (game.text.bytes, game.record.span);
    let behind = bytes.get(span.to as usize..).unwrap_or_default();
    let first = |text: &[u8]| {
        let at = memchr::memchr2(b'\r', b'\n', text)?;
        Some(match text.get(at..at + 2) {
            Some(b"\r\n") => "\r\n",
            _ if text[at] == b'\r' => "\r",
            _ => "\n",
        })
    };
    first(span.of(bytes)).or_else(|| first(behind)).or_else(|| first(bytes)).unwrap_or("\n")
}

/// Returns the number before a move, `12...`; in shogi the ply.
pub(super) fn number_at(played: &Played, ply: u32) -> String {
    let chess = |number: u32, turn: Side| {
        let before = ply.saturating_sub(1) + u32::from(turn == Side::Second);
        format!("{}{}", number + before / 2, if before.is_multiple_of(2) { "." } else { "..." })
    };
    match played {
        Played::Chess(line, _) => chess(line.start.number(), line.start.turn()),
        Played::Hex(line) => chess(line.start.number(), line.start.turn()),
        Played::Shogi(_) => ply.to_string(),
        Played::None => format!("ply {ply}"),
    }
}
