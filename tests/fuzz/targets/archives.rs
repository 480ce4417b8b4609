//! Files as they lie on a disk: whatever their bytes are, reading them ends, a fault is an error, and games do not depend
//! on where the file was cut.

use std::cell::OnceCell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use partie_archive::{Failure, FrameReader, Frames, Input, Opened, Progress, Reading, Sink, WalkEntry};
use partie_input::{Compression, Rest, Share, Slice, Worker};
use partie_notation::formats;
use partie_record::{ItemKind, Record};
use partie_replay::games::SliceReader;
use tempfile::TempDir;

use super::digest;

/// Bytes that are unpacked of one input: a few packed ones may mean any number.
const MOST_UNPACKED: u64 = 1 << 20;

/// A folder of this thread, in memory where there is such a place.
pub(super) fn folder() -> PathBuf {
    thread_local! {
        static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
    }
    let make = || {
        let memory = Path::new("/dev/shm");
        tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).expect("a temporary folder")
    };
    FOLDER.with(|folder| folder.get_or_init(make).path().to_owned())
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, bytes).expect("written");
    path
}

/// The bytes of a reader, as many as are wanted; and whether it ended without an error.
fn unpacked(reader: impl Read) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    let read = reader.take(MOST_UNPACKED).read_to_end(&mut bytes);
    (bytes, read.is_ok())
}

/// A compressed file.
pub(crate) fn check_compressed(bytes: &[u8]) {
    let path = file("packed", bytes);
    let Ok(source) = partie_archive::open(&path) else { return };
    assert!(!source.changed(), "a file that nobody touched");
    let compression = source.compression;
    let (whole, sound) = unpacked(source.reader);
    let mut source = partie_archive::open(&path).expect("it was opened before");
    let (head, ended) = source.head(1 + digest(bytes) % 5000);
    let head = head.to_vec();
    let (again, same) = unpacked(source.reader);
    assert!(same == sound && (again == whole || !sound), "looking at the beginning changes what is read");
    // How much comes before a fault depends on how much is asked for.
    let common = again.len().min(whole.len());
    assert!(again.starts_with(&head[..head.len().min(again.len())]) && again[..common] == whole[..common]);
    assert!(!ended || head == whole && sound, "the beginning is all there is");
    if compression == Compression::Zstd {
        check_frames(&path, bytes, (&whole, sound));
    }
}

/// Frames follow each other without gaps, and the run of any of them is what the whole file holds there.
fn check_frames(path: &Path, bytes: &[u8], (whole, sound): (&[u8], bool)) {
    let size = bytes.len() as u64;
    let frames: Vec<_> =
        Frames::new(File::open(path).expect("opens"), size).map(|frame| frame.expect("reads")).collect();
    let mut at = 0;
    for frame in &frames {
        assert!(frame.from == at && frame.to > at && frame.to <= size, "{frames:?} of {size}");
        at = frame.to;
    }
    assert_eq!(at, size, "{frames:?}");
    let (Some(frame), true) = (frames.get(digest(bytes) % frames.len().max(1)), sound) else { return };
    let Ok(run) = FrameReader::open(path, frame.from, frame.to, Arc::default()) else { return };
    let (rest, read) = unpacked(run);
    let is_whole = frame.from == 0 && read && !partie_archive::is_wide(whole) && !whole.starts_with(b"\xef\xbb\xbf");
    assert!(!is_whole || partie_archive::is_wide(&rest) || rest == whole, "frames hold something else: {frames:?}");
}

/// An archive of several files.
pub(crate) fn check_zip(bytes: &[u8]) {
    let path = file("several.zip", bytes);
    partie_archive::is_archive(&path);
    let Ok(Opened::Archive(members)) = Opened::open(&path, true, Arc::default()) else { return };
    let mut left = MOST_UNPACKED;
    for (member, source) in members.take(1000).flatten() {
        assert!(member.starts_with(&path) || member.to_string_lossy().starts_with(&*path.to_string_lossy()));
        let read = io::copy(&mut source.reader.take(left), &mut io::sink()).unwrap_or(0);
        left -= read.min(left);
    }
}

/// A file cut anywhere has the games that it has in one piece.
pub(crate) fn check_slices(bytes: &[u8]) {
    let path = file("plain", bytes);
    let whole = games(&path, bytes, partie_input::CHUNK);
    let chunk = 1 + bytes.len() / 64 + digest(bytes) % (bytes.len().max(1) * 2);
    let cut = games(&path, bytes, chunk);
    assert_eq!(whole, cut, "in slices of {chunk}");
}

/// Where each game begins, its tags and its moves. Not where it ends: text behind a result belongs to it only where no
/// other game follows, which a slice cannot know.
type Games = Vec<(u64, usize, usize)>;

fn games(path: &Path, bytes: &[u8], chunk: usize) -> Games {
    let reading = Reading { chunk, format: Some(formats::sniff(bytes)), is_record: None };
    let mut all = All::default();
    let files = partie_archive::walk(vec![Input { path: path.to_owned() }], &partie_archive::Walking::default());
    partie_archive::run(files, 1, reading, Reader::default, &mut all);
    all.games
}

#[derive(Default)]
struct Reader(Record);

impl Worker for Reader {
    type Out = Games;

    fn work(&mut self, slice: &Slice, _: &Share<'_>) -> (Games, Rest) {
        let (mut reader, mut games) = (SliceReader::new(slice, 0), Games::new());
        loop {
            let start = reader.start();
            if !reader.read_next(&mut self.0) {
                break;
            }
            // A result alone is a game where no text follows it in the file, which a slice cannot know.
            if self.0.tags.is_empty() && !self.0.has_moves {
                continue;
            }
            let moves = self.0.items.iter().filter(|item| item.kind == ItemKind::Move).count();
            games.push((slice.file_offset(start), self.0.tags.len(), moves));
        }
        (games, reader.rest())
    }
}

#[derive(Default)]
struct All {
    games: Games,
}

impl Sink<Games> for All {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, _: &Slice, mut out: Games) {
        self.games.append(&mut out);
    }

    fn end(&mut self, _: Option<io::Error>, _: bool) {}

    fn failed(&mut self, _: Failure) {}

    fn stopped(&self) -> bool {
        false
    }
}
