//! A work that writes what identifies each game, and reading it back with the sums of the join.

#![allow(unreachable_pub, reason = "shared by the files of this test")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use partie_analyze::tasks::{
    Digest, FileEnd, FileStart, Joined, Note, PartFile, Plan, PlanOptions, Running, Table, TaskError, TaskPlace,
    TaskWork, plan, run,
};
use partie_input::Slice;
use partie_record::Format;
use partie_replay::games::Game;

/// Writes one row a game: file, number, lines, offset, digest of its bytes, tags, items, notes.
#[derive(Default)]
pub struct Rows {
    parts: Vec<PartFile>,
    file: String,
    games: u64,
    /// How long each game takes, for accidents.
    slow: Duration,
}

impl TaskWork for Rows {
    fn tables(&self) -> Vec<Table> {
        vec![Table { name: "games", extension: "tsv" }, Table { name: "files", extension: "tsv" }]
    }

    fn begin(&mut self, parts: Vec<PartFile>) -> io::Result<()> {
        self.parts = parts;
        self.games = 0;
        Ok(())
    }

    fn file(&mut self, start: &FileStart<'_>) {
        self.file = start.path.display().to_string();
    }

    fn game(&mut self, place: TaskPlace, game: &Game<'_>) -> io::Result<()> {
        assert!(!game.slice.bytes[game.start..].starts_with(b"[Event \"panic\"]"), "as the test wants it");
        if !self.slow.is_zero() {
            std::thread::sleep(self.slow);
        }
        let record = game.record;
        let bytes = &game.slice.bytes[game.start..record.place(record.span).of_slice().to as usize];
        let codes: Vec<&str> = record.notes.iter().map(|note| note.code.as_str()).collect();
        let (digest, tags, items) = (Digest::of(bytes.trim_ascii_end()), record.tags.len(), record.items.len());
        self.row(place, format_args!("{digest}\t{tags}\t{items}\t{}", codes.join(",")))
    }

    fn panicked(&mut self, place: TaskPlace, _: &Slice) -> io::Result<()> {
        self.row(place, format_args!("panicked"))
    }

    fn file_end(&mut self, format: Format, end: &FileEnd) -> io::Result<()> {
        self.parts[1].add_rows(1);
        let error = end.error.as_ref().map(ToString::to_string);
        writeln!(self.parts[1], "{}\t{}\t{}\t{error:?}", self.file, end.games, format.name())
    }

    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)> {
        Ok((std::mem::take(&mut self.parts), Note::of(&serde_json::json!({ "games": self.games }))?))
    }
}

impl Rows {
    fn row(&mut self, place: TaskPlace, rest: std::fmt::Arguments<'_>) -> io::Result<()> {
        let TaskPlace { number, in_task, lines, offset } = place;
        self.games += 1;
        assert_eq!(in_task, self.games, "each game is given once, in order");
        self.parts[0].add_rows(1);
        writeln!(self.parts[0], "{}\t{number}\t{lines}\t{offset}\t{rest}", self.file)
    }

    /// One that takes its time.
    pub fn slow(slow: Duration) -> Self {
        Self { slow, ..Self::default() }
    }
}

/// A game as a joined table has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub file: String,
    pub game: u64,
    pub line: u64,
    pub offset: u64,
    pub rest: String,
}

pub static GO_ON: AtomicBool = AtomicBool::new(false);

pub fn running(out: &Path, jobs: usize) -> Running<'_> {
    Running { out, jobs, restart: false, stop: &GO_ON, shuffle: None }
}

pub fn cutting(task_size: u64) -> PlanOptions {
    PlanOptions { task_size, ..PlanOptions::default() }
}

/// Plans and runs into a folder.
pub fn analyze(input: &Path, task_size: u64, out: &Path, jobs: usize) -> Result<(Plan, Joined), TaskError> {
    let (plan, failures) = plan(&[input.to_owned()], &cutting(task_size));
    assert!(failures.is_empty(), "{failures:?}");
    let joined = run(&plan, &running(out, jobs), Rows::default, &mut ())?;
    Ok((plan, joined))
}

/// The rows of all parts of `games`, in the order of the input, with what the join adds.
pub fn rows(out: &Path, joined: &Joined) -> Vec<Row> {
    let mut rows = Vec::new();
    for base in &joined.bases {
        let path = out.join("games").join(format!("src={}", base.source)).join(format!("part-{:05}.tsv", base.task));
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(text.lines().count() as u64, base.games);
        for line in text.lines() {
            let mut cells = line.splitn(5, '\t');
            let file = cells.next().unwrap().to_owned();
            let mut number = || cells.next().unwrap().parse::<u64>().unwrap();
            let (game, line, offset) = (base.game + number(), base.line + number(), base.offset + number());
            rows.push(Row { file, game, line, offset, rest: cells.next().unwrap().to_owned() });
        }
    }
    rows
}

/// A folder that is not kept; in memory where the system has such a place, as every part is synced.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

/// Plans, runs and reads back.
pub fn table(input: &Path, task_size: u64) -> (Vec<Row>, Joined, usize) {
    let out = folder();
    let (plan, joined) = analyze(input, task_size, out.path(), 2).unwrap();
    assert_eq!(joined.failures(), 0, "{:?}", joined.entries.iter().flat_map(|entry| entry.lines()).next());
    (rows(out.path(), &joined), joined, plan.tasks.len())
}

/// Everything in a folder but the lock; the journal's lines in the order of the tasks.
pub fn contents(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in walkdir::WalkDir::new(out) {
        let entry = entry.unwrap();
        if !entry.file_type().is_file() || entry.file_name() == "lock" {
            continue;
        }
        let mut bytes = fs::read(entry.path()).unwrap();
        if entry.file_name() == "journal.jsonl" {
            let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
            lines.sort_unstable();
            bytes = lines.join(&b'\n');
        }
        found.insert(entry.path().strip_prefix(out).unwrap().to_owned(), bytes);
    }
    found
}

/// Numbers of no pattern, the same each time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// A game of about a length.
pub fn game(number: usize, length: usize) -> Vec<u8> {
    let mut text = format!("[Event \"game {number}\"]\n[Result \"1/2-1/2\"]\n\n").into_bytes();
    let mut line = text.len();
    while text.len() < length {
        text.extend_from_slice(b"Nf3 Nf6 Ng1 Ng8");
        let long = text.len() - line > 60;
        text.push(if long { b'\n' } else { b' ' });
        line = if long { text.len() } else { line };
    }
    text.extend_from_slice(b"1/2-1/2\n\n");
    text
}

/// Bytes as Zstandard frames of `size` unpacked bytes, with the sizes that pzstd writes or without.
pub fn frames(bytes: &[u8], size: usize, sized: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for part in bytes.chunks(size) {
        let packed = zstd::encode_all(part, 1).unwrap();
        if sized {
            out.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]);
            out.extend((packed.len() as u32).to_le_bytes());
        }
        out.extend(packed);
    }
    out
}
