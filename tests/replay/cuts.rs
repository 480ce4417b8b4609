//! Every file of `fixtures/`, in whatever format, cut at every byte: read in two parts it says what it says as a whole,
//! and a file that breaks off there keeps the games that stand before the cut.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use partie_archive::{Failure, Input, Opened, Progress, Reading, Sink, WalkEntry};
use partie_input::{Share, Slice, Worker};
use partie_notation::{Prose, formats};
use partie_record::span::Span;
use partie_record::{Format, Record};
use partie_replay::game_worker::{GameWorker, Games, SliceOut};
use partie_replay::games::{self, Game, ReadingHints};
use partie_replay::{Options, Replayed, Replayer, Wanted};

use crate::common;

/// Cuts of a file that is larger than this are spread evenly.
const MOST: usize = 4096;

/// A game with all that was read and found; places are bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    from: u64,
    /// Blank lines at the end of a file belong to its last game.
    to: u64,
    text: String,
}

struct Reader {
    replayer: Replayer,
}

fn reader() -> GameWorker<Reader> {
    let wanted = Wanted { infos: true, ..Wanted::default() };
    let replayer = Replayer::new(Options::default(), wanted);
    GameWorker::new(Reader { replayer }, ReadingHints::default(), None)
}

impl Games for Reader {
    type Out = Vec<Seen>;

    fn game(&mut self, game: &Game<'_>, seen: &mut Vec<Seen>) {
        let replayed = self.replayer.replay(game.text, game.record, game.plain);
        let mut findings = std::mem::take(&mut self.replayer.collector.findings);
        findings.sort_by_key(|finding| (finding.span.from, finding.code));
        games::place(&mut findings, game.record);
        let offset = |at: u32| game.slice.file_offset(at as usize);
        let at = |span: Span| format!("{}..{}", offset(span.from), offset(span.to));
        let optional = |span: Option<Span>| span.map(at);
        let record = game.record.placed();
        let Replayed { kind, status, rules, plies, end, draws, verdict, recorded, .. } = replayed;
        let mut text = format!("{kind:?} {status:?} {rules} {plies} {end:?} {draws:?} {verdict:?} {recorded:?}\n");
        let mut line = |line: String| text.extend([line.as_str(), "\n"]);
        let Record { format, movetext, has_moves, outcome, encoding, .. } = &record;
        line(format!("{format:?} {movetext:?} {has_moves} {outcome:?} {encoding:?} {:?}", game.encoding));
        // Blank lines before the first game belong to it, unless a slice ends among them.
        line(format!("result {:?}", optional(record.result)));
        record.tags.iter().for_each(|tag| line(format!("tag {} {} {}", at(tag.span), at(tag.name), at(tag.value))));
        record.headings.iter().for_each(|(heading, span)| line(format!("{heading:?} {}", at(*span))));
        record.items.iter().for_each(|item| line(format!("{:?} {} in {}", item.kind, at(item.span), item.line)));
        record.setup.iter().for_each(|span| line(format!("setup {}", at(*span))));
        record.lines.iter().for_each(|of| line(format!("{of:?}")));
        for note in &record.notes {
            line(format!("{:?} {} {:?}", note.code, at(note.span), optional(note.other)));
        }
        for finding in findings {
            let causes: Vec<_> = finding.causes.iter().map(|of| (of.ply, optional(of.span), &of.message)).collect();
            let place = (finding.ply, finding.line, at(finding.span));
            let said = (finding.code, finding.severity, &finding.message, &finding.help);
            line(format!("{said:?} {place:?} {causes:?}"));
        }
        seen.push(Seen { from: game.slice.file_offset(game.start), to: offset(record.span.to), text });
    }

    fn panicked(&mut self, _: &mut Vec<Seen>) {
        panic!("a game panicked");
    }
}

/// All games of a file, and how many slices it came in.
#[derive(Default)]
struct All {
    games: Vec<Seen>,
    slices: usize,
}

impl Sink<SliceOut<Vec<Seen>>> for All {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, _: &Slice, out: SliceOut<Vec<Seen>>) {
        self.games.extend(out.made);
        self.slices += 1;
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

/// The games of a file as the command reads it, looking for a place to cut after each `chunk` bytes.
fn in_slices(path: &Path, chunk: usize, format: Format) -> All {
    let mut all = All::default();
    let files = partie_archive::walk(vec![Input { path: path.to_owned() }], &partie_archive::Walking::default());
    // Given, as it is looked for in more bytes than these files have.
    let reading = Reading { chunk, format: Some(format), is_record: None };
    partie_archive::run(files, 1, reading, reader, &mut all);
    all
}

/// The games of a file that ends with these bytes.
fn at_once(bytes: &[u8], format: Format) -> Vec<Seen> {
    let slice = Slice { bytes: bytes.to_vec(), last: true, format, ..Slice::default() };
    reader().work(&slice, &Share::unbounded()).0.made
}

/// The files and what they hold.
fn fixtures() -> Vec<(PathBuf, Vec<u8>)> {
    let walk = walkdir::WalkDir::new(common::root().join("fixtures")).sort_by_file_name().into_iter();
    let files = walk.map(Result::unwrap).filter(|entry| entry.file_type().is_file());
    let read = files.map(|entry| {
        let Opened::File(mut source) = Opened::open(entry.path(), true, Arc::default()).unwrap() else {
            panic!("{}", entry.path().display())
        };
        let mut bytes = Vec::new();
        source.reader.read_to_end(&mut bytes).unwrap();
        (entry.into_path(), bytes)
    });
    read.collect()
}

/// Where a file is cut.
fn cuts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    (1..bytes.len()).step_by(bytes.len().div_ceil(MOST).max(1))
}

fn same(wanted: &str, found: &str, what: &str) {
    let pair = wanted.lines().zip(found.lines()).find(|(wanted, found)| wanted != found);
    assert!(wanted == found, "{what}: {pair:?}\n{wanted}\n{found}");
}

/// What was read and found without comments, and without the numbers of items in a line, which count them.
fn without_comments(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("Comment ") && !line.starts_with("Line ")).collect()
}

/// Where each game begins and ends.
fn places(games: &[Seen]) -> Vec<(u64, u64)> {
    games.iter().map(|game| (game.from, game.to)).collect()
}

#[test]
fn a_file_in_two_parts_is_read_as_a_whole() {
    let (mut runs, mut cut) = (0, 0);
    for (path, bytes) in fixtures() {
        let format = formats::sniff(&bytes);
        let whole = in_slices(&path, bytes.len() + 1, format);
        assert_eq!(whole.slices, 1, "{}", path.display());
        for at in cuts(&bytes) {
            let parts = in_slices(&path, at, format);
            let what = format!("{} after {at} bytes", path.display());
            whole.games.iter().zip(&parts.games).for_each(|(wanted, found)| same(&wanted.text, &found.text, &what));
            assert_eq!(places(&whole.games), places(&parts.games), "{what}");
            runs += 1;
            cut += usize::from(parts.slices > 1);
        }
    }
    println!("{runs} runs, {cut} in more than one slice");
    assert!(runs > 10_000 && cut > 1_000, "{runs} {cut}");
}

#[test]
fn a_file_that_breaks_off_keeps_its_whole_games() {
    let (mut runs, mut kept) = (0, 0);
    for (path, bytes) in fixtures() {
        let format = formats::sniff(&bytes);
        let whole = at_once(&bytes, format);
        let info = formats::info(format);
        for at in cuts(&bytes) {
            let games = at_once(&bytes[..at], format);
            let before = if matches!(format, Format::Json | Format::Jkf) {
                // What stands in a string ends before its object does.
                whole.iter().skip(1).take_while(|next| next.from <= at as u64).count()
            } else {
                whole.iter().take_while(|game| game.to <= at as u64).count()
            };
            let what = format!("{} with {at} bytes", path.display());
            assert!(games.len() >= before, "{what}: {} of {before} games", games.len());
            for (index, (wanted, found)) in whole[..before].iter().zip(&games).enumerate() {
                // Printed words belong to the game below them, if one begins there.
                let open = info.prose == Prose::Printed && index + 1 == games.len() && at as u64 > wanted.to;
                let text = |game: &Seen| if open { without_comments(&game.text) } else { game.text.clone() };
                same(&text(wanted), &text(found), &what);
            }
            runs += 1;
            kept += before;
            // Whatever the beginning of a file is taken for.
            let alone = formats::sniff(&bytes[..at]);
            if alone != format {
                at_once(&bytes[..at], alone);
            }
        }
    }
    println!("{runs} files that break off, {kept} games in them");
    assert!(runs > 10_000 && kept > 5_000, "{runs} {kept}");
}

#[test]
fn there_is_a_file_of_every_format() {
    let found: Vec<Format> = fixtures().iter().map(|(_, bytes)| formats::sniff(bytes)).collect();
    let missing: Vec<Format> = Format::ALL.into_iter().filter(|format| !found.contains(format)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
