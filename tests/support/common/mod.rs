//! What the integration tests share: the data outside of the repository, a worker that
//! judges as the command does, a sink that collects, and the binary itself.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use partie::internal::archive::{
    self, Encoding, Failure, Input, Progress, Reading, Rest, Share, Sink, Slice, Undeclared, WalkEntry, Worker,
};
use partie::internal::finding::Finding;
use partie::internal::notation::{ReadOutcome, pgn};
use partie::internal::record::{Format, Record};
use partie::internal::repair::Effort;
use partie::internal::replay::{Options, Replayed, Replayer, Text, Wanted};
use partie::internal::span::count_lines;

#[path = "../not_run.rs"]
mod not_run;

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A path in the shared data; nothing where it is not at hand, which is said when all tests are done.
#[track_caller]
pub fn shared(path: &str) -> Option<PathBuf> {
    let data = root().join("../shared/data");
    let found = data.join(path);
    if found.exists() {
        return Some(found);
    }
    println!("no {}: skipped", found.display());
    if !data.exists() {
        not_run::note(path);
    }
    None
}

/// The time that this thread has been computing, which other processes do not touch; the clock where it is unknown.
#[cfg(target_os = "linux")]
pub fn computing() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(spent.tv_sec).unwrap_or_default(), u32::try_from(spent.tv_nsec).unwrap_or_default())
}

/// The time that this thread has been computing, which other processes do not touch; the clock where it is unknown.
#[cfg(not(target_os = "linux"))]
pub fn computing() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

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
            let places = finding
                .causes
                .iter()
                .map(|cause| (cause.ply, cause.span.map(|span| (offset(span.from), offset(span.to))), &*cause.message));
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
                finding.help,
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
            match pgn::read(bytes, at, slice.last || slice.cut_short, &mut self.record) {
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
    let files = archive::walk(vec![Input { path: path.to_owned() }], false);
    // Given, as the judge reads PGN: a format is looked for in more bytes than most slices here have.
    let reading = Reading { chunk, format: Some(Format::Pgn), is_record: None };
    archive::run(files, jobs, reading, || Judge::new(options), &mut Each { lines: 0, each });
}

/// The games of a file.
pub fn games(path: &Path, options: &Options) -> Vec<Game> {
    let mut games = Vec::new();
    run(path, 1, archive::CHUNK, options, |game| games.push(game));
    games
}

/// The games of bytes, without the pipeline.
pub fn judge(bytes: &[u8]) -> Vec<Game> {
    let slice = Slice { bytes: bytes.to_vec(), last: true, ..Slice::default() };
    // What was meant is sought where it is asked for.
    let options = Options { search: Effort::BRIEF, ..Options::default() };
    Judge::new(&options).work(&slice, &Share::unbounded()).0.0
}

/// A Python that has a package: the one of `PARTIE_PYTHON`, which must have it; else `python3`, or
/// one of our own beside the build, into which pip installs it. Says so where there is none.
pub fn python_with(package: &str) -> Option<PathBuf> {
    let has = |python: &Path| {
        let asked = Command::new(python).args(["-c", &format!("import {package}")]).output();
        asked.is_ok_and(|output| output.status.success())
    };
    if let Some(python) = std::env::var_os("PARTIE_PYTHON").map(PathBuf::from) {
        assert!(has(&python), "PARTIE_PYTHON={} has no {package}", python.display());
        return Some(python);
    }
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("venv-{package}"));
    let own = venv.join("bin/python");
    if let Some(python) = [Path::new("python3"), &own].into_iter().find(|python| has(python)) {
        return Some(python.to_owned());
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).output();
    let pip = Command::new(&own).args(["-m", "pip", "install", "-q", package]).output();
    if made.is_ok() && pip.is_ok() && has(&own) {
        return Some(own);
    }
    println!("no python3 with {package}, and pip cannot install it: skipped");
    None
}

/// The command, to which arguments are added.
pub fn partie() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
    command.current_dir(root()).env_remove("PARTIE_FORMAT").env("NO_COLOR", "1");
    command
}

/// Runs the command in a folder: its exit status, standard output and standard error.
pub fn run_in(arguments: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = partie().current_dir(folder).args(arguments).output().expect("it runs");
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code(), stdout, stderr)
}

/// Runs the command with `input` as its standard input.
pub fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = partie();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A command that stops early closes the pipe; that is its right.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the binary ends")
    })
}
