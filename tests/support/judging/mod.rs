//! A worker that judges as the command does, and a sink that collects.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::io;
use std::path::Path;

use partie_archive::{Failure, Input, Progress, Reading, Sink, WalkEntry};
use partie_input::{Rest, Share, Slice, Undeclared, Worker};
use partie_notation::{ReadOutcome, pgn};
use partie_record::finding::Finding;
use partie_record::span::count_lines;
use partie_record::{Encoding, Format, Record};
use partie_repair::Effort;
use partie_replay::{Options, Replayed, Replayer, Text, Wanted};

#[path = "../place/mod.rs"]
mod place;
pub use place::*;

/// A game as it was judged. Places are in bytes and lines of the whole file.
#[derive(Clone, Debug)]
pub struct Game {
    pub from: u64,
    pub to: u64,
    pub line: u64,
    pub event: Vec<u8>,
    pub findings: Vec<Finding>,
    pub replayed: Replayed,
    /// Place and text of each finding, for comparing.
    pub lines: Vec<String>,
}

impl Game {
    /// Everything that must not depend on where the file was cut.
    pub fn text(&self) -> String {
        let Replayed { status, plies, end, verdict, .. } = &self.replayed;
        let event = String::from_utf8_lossy(&self.event);
        let head =
            format!("[{}, {}) line {} {event:?} {status:?} {plies} {end:?} {verdict:?}", self.from, self.to, self.line);
        format!("{head}\n{}", self.lines.concat())
    }

    pub fn has(&self, code: &str) -> bool {
        self.findings.iter().any(|finding| finding.code.as_str() == code)
    }
}

/// A worker like that of `validate`, which wants everything.
pub struct Judge {
    replayer: Replayer,
    record: Record,
}

impl Judge {
    pub fn new(options: &Options) -> Self {
        let wanted = Wanted { infos: true, ..Wanted::default() };
        Self { replayer: Replayer::new(options.clone(), wanted), record: Record::default() }
    }

    fn game(&mut self, slice: &Slice, plain: bool) -> Game {
        let bytes = &slice.bytes;
        let whole = self.record.span;
        let encoding = if plain { Encoding::Utf8 } else { Undeclared::default().encoding(whole.of(bytes)) };
        let replayed = self.replayer.replay(Text { bytes, encoding, last: slice.last }, &self.record, plain);
        let mut findings = std::mem::take(&mut self.replayer.collector.findings);
        findings.sort_by_key(|finding| (finding.span.from, finding.code));
        let offset = |at: u32| slice.file_offset(at as usize);
        let lines = findings.iter().map(|finding| {
            let places = finding.causes.iter().map(|cause| {
                (cause.ply, cause.span.map(|span| (offset(span.from), offset(span.to))), cause.message.to_string())
            });
            format!(
                "{} {:?} ply {:?} line {} [{}, {}) {} {:?} {:?}\n",
                finding.code.as_str(),
                finding.severity,
                finding.ply,
                finding.line,
                offset(finding.span.from),
                offset(finding.span.to),
                finding.message,
                places.collect::<Vec<_>>(),
                finding.help.iter().map(ToString::to_string).collect::<Vec<_>>(),
            )
        });
        // Blank lines before the first game belong to it, unless a slice ends among them.
        let blank = whole.of(bytes).iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = whole.from as usize + blank;
        Game {
            from: slice.file_offset(start),
            to: offset(whole.to),
            line: count_lines(&bytes[..start]),
            event: self.record.value(bytes, "Event").unwrap_or_default().to_vec(),
            lines: lines.collect(),
            findings,
            replayed,
        }
    }
}

impl Worker for Judge {
    /// The games, and the line ends up to where the next slice goes on.
    type Out = (Vec<Game>, u64);

    fn work(&mut self, slice: &Slice, _: &Share<'_>) -> (Self::Out, Rest) {
        let bytes = &slice.bytes;
        let plain = bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t'));
        let (mut games, mut at, mut rest) = (Vec::new(), 0, Rest::Nothing);
        loop {
            match pgn::read_record(bytes, at, slice.last || slice.cut_short, &mut self.record) {
                ReadOutcome::Game(end) => {
                    assert!(end > at, "a record of no bytes at {at}");
                    games.push(self.game(slice, plain));
                    at = end;
                }
                ReadOutcome::Incomplete => {
                    rest = Rest::LastGame(at);
                    break;
                }
                // Text before a game belongs to it, so that it must be kept for the next slice.
                ReadOutcome::Text(_) if !slice.last && !slice.cut_short => {
                    rest = Rest::LastGame(at);
                    break;
                }
                ReadOutcome::Text(_) | ReadOutcome::End => break,
            }
        }
        let lines = slice.lines(0, rest.start().unwrap_or(bytes.len()));
        ((games, lines), rest)
    }
}

/// Gives each game of each file to a function.
struct Each<F> {
    lines: u64,
    each: F,
}

impl<F: FnMut(Game)> Sink<(Vec<Game>, u64)> for Each<F> {
    fn begin(&mut self, _: WalkEntry, _: Progress) {
        self.lines = 0;
    }

    fn slice(&mut self, _: &Slice, (games, lines): (Vec<Game>, u64)) {
        for mut game in games {
            game.line += self.lines;
            (self.each)(game);
        }
        self.lines += lines;
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        assert!(error.is_none(), "{error:?}");
    }

    fn failed(&mut self, failure: Failure) {
        panic!("{failure:?}");
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// Runs the whole pipeline over a file or folder; every game comes in order.
pub fn run(path: &Path, jobs: usize, chunk: usize, options: &Options, each: impl FnMut(Game)) {
    let files = partie_archive::walk(vec![Input { path: path.to_owned() }], &partie_archive::Walking::default());
    // Given, as the judge reads PGN: a format is looked for in more bytes than most slices here have.
    let reading = Reading { chunk, format: Some(Format::Pgn), is_record: None };
    partie_archive::run(files, jobs, reading, || Judge::new(options), &mut Each { lines: 0, each });
}

/// The games of a file.
pub fn games(path: &Path, options: &Options) -> Vec<Game> {
    let mut games = Vec::new();
    run(path, 1, partie_input::CHUNK, options, |game| games.push(game));
    games
}

/// The games of bytes, without the pipeline.
pub fn judge(bytes: &[u8]) -> Vec<Game> {
    let slice = Slice { bytes: bytes.to_vec(), last: true, ..Slice::default() };
    // What was meant is sought where it is asked for.
    let options = Options { search: Effort::BRIEF, ..Options::default() };
    Judge::new(&options).work(&slice, &Share::unbounded()).0.0
}
