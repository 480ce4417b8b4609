//! Reads the games of a slice, one after another.

use super::{Text, languages};
use partie_input::{Elision, Rest, Slice, Undeclared};
use partie_notation::pgn::{self, Noise};
use partie_notation::{ReadOutcome, formats, iccf, score};
use partie_record::finding::{Code, Finding};
use partie_record::span::{self, LineEnds, Span};
use partie_record::{Encoding, Format, Movetext, ParseNote, Record};

/// A game as it was read.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    pub text: Text<'a>,
    /// The slice that contains the game.
    pub slice: &'a Slice,
    /// Number of the game in the slice, from 0.
    pub index: u64,
    /// The slice as text, if the game was decoded from another encoding.
    pub source: Option<Text<'a>>,
    /// The encoding of the source.
    pub encoding: Encoding,
    pub record: &'a Record,
    /// True if the game contains printable ASCII only.
    pub plain: bool,
    /// True if bytes outside ASCII decided the encoding.
    pub odd: bool,
    /// Offset in the slice of the game's first byte that is not blank.
    pub start: usize,
}

/// Properties of a record that the caller gives, so that they are not detected.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadingHints {
    pub encoding: Option<Encoding>,
    /// The notation of the moves.
    pub movetext: Option<Movetext>,
    /// True if the piece letters, and so the language, are given.
    pub letters: bool,
}

impl ReadingHints {
    /// Sets the notation of a record's moves. A detected language is kept, unless one is given, and so are lines of
    /// coordinates.
    fn apply_to(self, bytes: &[u8], record: &mut Record) {
        let Some(movetext) = self.movetext.filter(|_| !record.format.is_shogi()) else { return };
        let found = match (movetext, record.movetext) {
            (Movetext::Descriptive(_), Movetext::Descriptive(_)) => !self.letters,
            (_, Movetext::Coordinates) => true,
            _ => false,
        };
        if !found {
            record.movetext = movetext;
        }
        if movetext == Movetext::Iccf && record.decoded.is_empty() {
            iccf::reinterpret_as_iccf(bytes, record);
        }
    }
}

pub trait Choice: Send + Sync {
    /// Creates a chooser for one thread.
    fn chooser(&self) -> Box<dyn Chooser>;
}

/// Chooses games, one after another.
pub trait Chooser: Send {
    /// True if a game is chosen.
    fn chooses(&mut self, slice: &Slice, game: &Game<'_>) -> bool;
    /// Resets the chooser after a panic.
    fn renew(&mut self);
}

/// Implements `Debug` with the trait's name only: derived implementations would add code for each field, 20 KB gzipped,
/// to the WebAssembly module.
macro_rules! debug_by_name {
    ($($name:ident)*) => {$(
        impl std::fmt::Debug for dyn $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    )*};
}
debug_by_name! { Choice Chooser }

/// Reads the records of a slice, one after another: the only loop over games.
#[derive(Debug)]
pub struct SliceReader<'a> {
    slice: &'a Slice,
    at: usize,
    rest: Rest,
    noise: Option<Noise>,
}

impl<'a> SliceReader<'a> {
    /// Starts at byte `at` of the slice.
    pub fn new(slice: &'a Slice, at: usize) -> Self {
        Self { slice, at, rest: Rest::Nothing, noise: None }
    }

    pub const fn slice(&self) -> &'a Slice {
        self.slice
    }

    /// Returns the offset of the next record's first byte that is not blank; the end of the slice if nothing is left.
    pub fn start(&self) -> usize {
        let rest = self.slice.bytes.get(self.at..).unwrap_or_default();
        self.at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// Reads the next record into `record`; false if there is none.
    pub fn read_next(&mut self, record: &mut Record) -> bool {
        let Self { slice, at, .. } = *self;
        let bytes = &slice.bytes;
        if at >= bytes.len() {
            return false;
        }
        let last = slice.last || slice.cut_short;
        match formats::read_own(slice.format, bytes, at, last, record) {
            ReadOutcome::Game(end) => {
                if slice.cut_short && end >= bytes.len() {
                    // The text of a decoded record differs from the slice.
                    let span = if record.decoded.is_empty() { Span::new(at, end) } else { record.span };
                    record.notes.push(ParseNote { code: Code::B007, span, other: None });
                }
                self.at = end;
                if last && end >= bytes.len() {
                    self.noise = Noise::after(bytes, record);
                }
                return true;
            }
            ReadOutcome::Incomplete => self.rest = Rest::LastGame(at),
            ReadOutcome::Text(_) if last && slice.format == Format::Pgn => {
                self.noise = pgn::noise_at_end(bytes, at, record);
            }
            // The text may be the beginning of a game in the next slice.
            ReadOutcome::Text(_) if !last => self.rest = Rest::LastGame(at),
            ReadOutcome::Text(_) => {}
            ReadOutcome::End => {}
        }
        self.at = bytes.len();
        false
    }

    /// Continues at byte `at`, where a record begins.
    pub const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the end of the last record.
    pub const fn end(&self) -> usize {
        self.at
    }

    /// Returns the noise after the last record, including elided bytes; known at the end of the slice.
    pub fn noise(&self) -> Option<Noise> {
        let noise = self.noise?;
        let left_out = |elision: &&Elision| (noise.span.from as usize) < elision.at;
        let more = self.slice.elided.iter().filter(left_out).map(|elision| elision.bytes).sum::<u64>();
        Some(Noise { bytes: noise.bytes + more, ..noise })
    }

    /// Returns the last record, if it may continue after the slice; known at the end of the slice.
    pub const fn rest(&self) -> Rest {
        self.rest
    }
}

/// Counts the line ends of a slice up to its rest, or to its end; `ends` are those of all its bytes.
pub fn lines(slice: &Slice, rest: Rest, ends: LineEnds) -> u64 {
    match rest.start() {
        None => ends.lines() + slice.lines_left_out(0, slice.bytes.len()),
        Some(at) => slice.lines(0, at),
    }
}

/// Converts the spans of findings from a record's decoded text to the slice.
pub fn place(findings: &mut [Finding], record: &Record) {
    if record.decoded.is_empty() {
        return;
    }
    for finding in findings {
        finding.span = record.place(finding.span).of_slice();
        for cause in &mut finding.causes {
            cause.span = cause.span.map(|span| record.place(span).of_slice());
        }
    }
}

impl<'a> Game<'a> {
    /// Settles a record's notation, letters and encoding with the given hints. `plain` is true if its slice contains
    /// printable ASCII only.
    pub fn new(slice: &'a Slice, plain: bool, record: &'a mut Record, given: ReadingHints) -> Self {
        given.apply_to(&slice.bytes, record);
        if !given.letters {
            record.file_letters =
                languages::of_file(slice, record.text(&slice.bytes), record).map(|letters| letters.code);
        }
        let record = &*record;
        let decoded = !record.decoded.is_empty();
        // Records in JSON are UTF-8 in the slice, whatever encoding their text was detected in, and do not end at the
        // file's end.
        let json = decoded && formats::info(slice.format).is_utf8;
        let last = slice.last || json;
        let bytes = record.text(&slice.bytes);
        // A slice that is not plain still contains mostly plain games.
        let plain = !decoded && (plain || is_plain(record.span.of(bytes)));
        let (encoding, odd) = encoding((bytes, record), plain, given.encoding, &slice.undeclared);
        // Bytes outside ASCII in JSON are in the encoding that it states; if the statement is wrong, the encoding is
        // unknown.
        let is_stated = json && !record.format.is_shogi() && !record.span.of(bytes).is_ascii();
        let encoding = match record.stated_encoding.filter(|_| is_stated) {
            Some(Encoding::Utf8) if encoding != Encoding::Utf8 => Encoding::Unknown,
            Some(stated) => stated,
            None => encoding,
        };
        let text = Text { bytes, encoding: if record.encoding.is_some() { Encoding::Utf8 } else { encoding }, last };
        let source = (decoded && !json).then_some(Text { bytes: &slice.bytes, encoding, last });
        Self { text, slice, index: 0, source, encoding, record, plain, odd: odd && !json, start: 0 }
    }
}

impl Game<'_> {
    /// Returns the page of the book on which a span is, if transcribers marked it. A JSON record states the page of its
    /// first line.
    pub fn page(&self, span: Span) -> Option<u32> {
        if self.slice.format == Format::Json {
            return self.record.source_place.and_then(|place| place.page);
        }
        score::page(&self.slice.bytes, self.record.place(span).from as usize)
    }

    /// Counts the lines of the slice before the line on which a span begins.
    pub fn lines_before(&self, span: Span) -> u64 {
        let before = self.slice.bytes.get(..self.record.place(span).from as usize);
        before.map_or(0, span::count_lines)
    }
}

/// Returns the encoding of a record; true if bytes outside ASCII decided it.
fn encoding(
    (bytes, record): (&[u8], &Record),
    plain: bool,
    given: Option<Encoding>,
    undeclared: &Undeclared,
) -> (Encoding, bool) {
    let whole = record.span.of(bytes);
    match given {
        // Records of shogi are read in the encoding that their bytes show.
        Some(encoding) if !record.format.is_shogi() => (encoding, false),
        _ if plain || whole.is_ascii() => (Encoding::Utf8, false),
        _ => (formats::encoding(bytes, record).unwrap_or_else(|| undeclared.encoding(whole)), true),
    }
}

/// True if all bytes are printable ASCII, tabs or line ends. Written so that it compiles to vector code.
pub fn is_plain(bytes: &[u8]) -> bool {
    bytes.chunks(4096).all(|part| {
        let odd = part.iter().fold(false, |odd, &byte| {
            // As signed numbers, DEL plus one and all bytes outside ASCII are less than a blank, too: one comparison
            // instead of three. A tab is a carriage return with one bit cleared.
            let beside = byte.wrapping_add(1).cast_signed() < 0x21;
            odd | beside & (byte | (b'\t' ^ b'\r') != b'\r') & (byte != b'\n')
        });
        !odd
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_is_what_prints_and_what_parts_it() {
        for byte in 0..=u8::MAX {
            let expected = matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
            // Alone, among plain bytes, and in the second chunk.
            for length in [1, 100, 5000] {
                let mut text = vec![b'e'; length];
                text[length / 2] = b'\r';
                text[length - 1] = byte;
                assert_eq!(is_plain(&text), expected, "{byte}");
            }
        }
    }
}
