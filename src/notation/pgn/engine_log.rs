//! Logs of the communication between a program and an engine. They contain `position` lines, each with all moves so
//! far, and other commands. A run of positions that continue each other is one game, given by its last position.

use super::bytes::is_blank;
use super::position_line::is_position;
use partie_record::span::{after_line, line_end};

/// Maximum length in bytes of a prompt: the time, arrow or engine name that programs write before a command.
const MAX_PROMPT: usize = 96;

/// Maximum number of lines at the end of a slice that `cut` searches for the start of a game.
const MAX_CUT_LINES: usize = 64;

/// Commands that occur in no other text.
const COMMANDS: [&[u8]; 9] = [
    b"uci",
    b"ucinewgame",
    b"isready",
    b"readyok",
    b"uciok",
    b"ponderhit",
    b"bestmove",
    b"setoption",
    b"copyprotection",
];

/// Words that are commands only if they are alone on their line.
const ALONE: [&[u8]; 5] = [b"stop", b"quit", b"go", b"d", b"eval"];

/// Commands that are recognized by the following word, one of these.
const WITH: [(&[u8], &[&[u8]]); 5] = [
    (
        b"go",
        &[
            b"wtime",
            b"btime",
            b"winc",
            b"binc",
            b"movestogo",
            b"depth",
            b"nodes",
            b"mate",
            b"movetime",
            b"infinite",
            b"ponder",
            b"searchmoves",
        ],
    ),
    (
        b"info",
        &[
            b"depth",
            b"seldepth",
            b"time",
            b"nodes",
            b"pv",
            b"multipv",
            b"score",
            b"currmove",
            b"currmovenumber",
            b"hashfull",
            b"nps",
            b"tbhits",
            b"cpuload",
            b"string",
            b"refutation",
            b"currline",
        ],
    ),
    (b"id", &[b"name", b"author"]),
    (b"option", &[b"name"]),
    (b"debug", &[b"on", b"off"]),
];

/// A line of a log.
#[derive(Clone, Copy)]
enum EngineLine<'a> {
    /// A position, without the prompt before it.
    Position(&'a [u8]),
    Command(&'a [u8]),
}

/// Parses a line of a log.
fn engine_line(line: &[u8]) -> Option<EngineLine<'_>> {
    let line = line.trim_ascii();
    let signs = line.iter().take(MAX_PROMPT).enumerate();
    let ends = signs.filter(|(_, byte)| matches!(byte, b'>' | b'<' | b':' | b']' | b')' | b'|' | b'=' | b'-'));
    let begins = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
    begins.map(|at| line[at..].trim_ascii_start()).find_map(|text| {
        if is_position(text) {
            return Some(EngineLine::Position(text));
        }
        is_command(text).then_some(EngineLine::Command(text))
    })
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty())
}

fn is_command(text: &[u8]) -> bool {
    let mut words = words(text);
    let Some(first) = words.next() else { return false };
    let next = words.next();
    COMMANDS.contains(&first)
        || next.is_none() && ALONE.contains(&first)
        || next.is_some_and(|next| WITH.iter().any(|(word, after)| *word == first && after.contains(&next)))
}

/// The commands between two positions.
#[derive(Clone, Copy, Default)]
struct Between {
    commands: bool,
    /// True if a command begins a new game.
    parts: bool,
    /// True if the engine pondered on a move that may not be played.
    ponders: bool,
}

impl Between {
    fn add(&mut self, command: &[u8]) {
        let mut words = words(command);
        let first = words.next();
        self.commands = true;
        self.parts |= first == Some(b"ucinewgame");
        self.ponders |= first == Some(b"go") && words.any(|word| word == b"ponder");
    }
}

/// True if `next` is the position `before` with further moves, so that both belong to one game.
fn goes_on(before: &[u8], next: &[u8], between: Between) -> bool {
    let listed = |text| words(text).filter(|word| *word != b"moves");
    let (length, after) = (listed(before).count(), listed(next).count());
    let common = listed(before).zip(listed(next)).take_while(|(one, other)| one == other).count();
    let begun = words(before).skip_while(|word| *word != b"moves").nth(1).is_some();
    if between.parts && begun {
        return false;
    }
    // Without commands between them, the lines may be games of an archive, one of which happens to begin another.
    if !between.commands {
        let alone = before.starts_with(b"position") && next.starts_with(b"position startpos");
        return alone && common == length && (1..=2).contains(&after.saturating_sub(length));
    }
    common == length || between.ponders && begun && common + 1 == length && after >= length
}

/// The line at `at` and the offset of the next line; `None` at the end of the text. `Err` if the line may continue
/// after `bytes`.
fn line(bytes: &[u8], at: usize, last: bool) -> Result<Option<(&[u8], usize)>, ()> {
    let end = line_end(bytes, at);
    if end == bytes.len() && !last {
        return Err(());
    }
    Ok((at < bytes.len()).then(|| (&bytes[at..end], after_line(bytes, end))))
}

/// Offset of the last position in the first game of the log at `at`. `Ok(None)` if no log begins there, `Err` if more
/// input is needed.
pub(super) fn last_position(bytes: &[u8], at: usize, last: bool) -> Result<Option<usize>, ()> {
    // Text that is not a log is not scanned to the end of its line.
    let head = &bytes[at..bytes.len().min(at + 2 * MAX_PROMPT)];
    if engine_line(&head[..line_end(head, 0)]).is_none() {
        return Ok(None);
    }
    let mut found: Option<(usize, &[u8])> = None;
    let (mut from, mut between) = (at, Between::default());
    while let Some((text, next)) = line(bytes, from, last)? {
        match engine_line(text) {
            Some(EngineLine::Position(position)) => {
                if found.is_some_and(|(_, before)| !goes_on(before, position, between)) {
                    break;
                }
                found = Some((position.as_ptr() as usize - bytes.as_ptr() as usize, position));
                between = Between::default();
            }
            Some(EngineLine::Command(command)) => between.add(command),
            None if text.trim_ascii().is_empty() => {}
            None => break,
        }
        from = next;
    }
    Ok(found.map(|(at, _)| at))
}

/// The end of the commands that follow a position.
pub(super) fn commands_end(bytes: &[u8], at: usize, last: bool) -> Result<usize, ()> {
    let (mut from, mut end) = (at, at);
    while let Some((text, next)) = line(bytes, from, last)? {
        match engine_line(text) {
            Some(EngineLine::Command(_)) => end = next,
            None if text.trim_ascii().is_empty() => {}
            _ => break,
        }
        from = next;
    }
    Ok(end)
}

/// True for a log line other than a position.
#[cfg(test)]
fn is_command_line(line: &[u8]) -> bool {
    matches!(engine_line(line), Some(EngineLine::Command(_)))
}

/// Offset of the last line that begins another game than the log before it; never the first line.
pub(super) fn cut(bytes: &[u8]) -> Option<usize> {
    let mut end = memchr::memrchr(b'\n', bytes)?;
    // The number of lines is bounded, as a line may have a million moves.
    for _ in 0..MAX_CUT_LINES {
        let start = memchr::memrchr(b'\n', &bytes[..end])? + 1;
        if begins_game(&bytes[..start - 1], &bytes[start..end]) == Some(true) {
            return Some(start);
        }
        end = start - 1;
    }
    None
}

/// True for a line of an engine log.
pub(crate) fn is_of_log(line: &[u8]) -> bool {
    engine_line(line).is_some()
}

/// True if `next` is a position that begins another game than the text `before` it; `None` if it is not a position, or
/// if text that is not a log precedes it.
fn begins_game(before: &[u8], next: &[u8]) -> Option<bool> {
    let Some(EngineLine::Position(position)) = engine_line(next) else { return None };
    let mut between = Between::default();
    for text in before.rsplit(|byte| *byte == b'\n') {
        match engine_line(text) {
            Some(EngineLine::Position(before)) => return Some(!goes_on(before, position, between)),
            Some(EngineLine::Command(command)) => between.add(command),
            None if text.trim_ascii().is_empty() => {}
            None => return None,
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_prose() {
        for line in [
            "isready",
            "> go wtime 300000 btime 300000",
            "12:00:01.250 <Engine(1): bestmove e2e4 ponder e7e5",
            "info depth 3 score cp 13 pv e2e4",
            "id name X 1.0",
            "stop",
        ] {
            assert!(is_command_line(line.as_bytes()), "{line}");
        }
        for line in ["go to the next game", "info on the players", "1. e4 e5", "id 17", "stop here", "", "e2e4 e7e5"] {
            assert!(!is_command_line(line.as_bytes()), "{line}");
        }
        assert!(is_of_log(b"[12:01] GUI -> position startpos moves e2e4"));
        assert!(!is_of_log(b"in this position startpos is best"));
    }

    #[test]
    fn each_position_goes_on_with_the_last() {
        let commands = Between { commands: true, ..Between::default() };
        let ponders = Between { ponders: true, ..commands };
        let parts = Between { parts: true, ..commands };
        for (before, next, between, same) in [
            ("position startpos", "position startpos moves e2e4", commands, true),
            ("position startpos moves e2e4", "position startpos moves e2e4 e7e5 g1f3", commands, true),
            ("position startpos moves e2e4", "position startpos moves e2e4", commands, true),
            ("position startpos moves e2e4", "position startpos moves d2d4 d7d5", commands, false),
            ("position startpos moves e2e4 e7e5", "position startpos moves e2e4 c7c5 g1f3", ponders, true),
            ("position startpos moves e2e4 e7e5", "position startpos moves e2e4 c7c5 g1f3", commands, false),
            ("position startpos moves e2e4", "position startpos moves e2e4 e7e5", parts, false),
            ("position startpos", "position startpos moves e2e4 e7e5", parts, true),
            ("position startpos moves e2e4", "position startpos moves e2e4 e7e5", Between::default(), true),
            ("position fen X moves e2e4", "position fen X moves e2e4 e7e5", Between::default(), false),
        ] {
            assert_eq!(goes_on(before.as_bytes(), next.as_bytes(), between), same, "{before} / {next}");
        }
    }
}
