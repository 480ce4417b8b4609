//! Converting whole texts, and what a record holds, heard apart from the converter.

use std::fs;
use std::path::{Path, PathBuf};

use partie_convert::{Converted, ShogiConverter, ShogiTarget};
use partie_notation::csa::Version;
use partie_notation::shogi_headers::Field;
use partie_notation::{ReadOutcome, TimeControl, csa, formats, jkf, kif, usi};
use partie_record::finding::Severity;
use partie_record::{Encoding, Format, Item, ItemKind, Record};
use partie_replay::{MoveEvent, Options, ReplayVisitor, Replayer, Status, Text, Wanted};
use partie_rules::shogi::Position;
use partie_rules::{chess, hex};

/// All targets, with the formats that read them again.
pub(crate) const TARGETS: [(ShogiTarget, Format); 6] = [
    (ShogiTarget::Kif, Format::Kif),
    (ShogiTarget::Ki2, Format::Ki2),
    (ShogiTarget::Csa(Version::V22), Format::Csa),
    (ShogiTarget::Csa(Version::V30), Format::Csa),
    (ShogiTarget::Jkf, Format::Jkf),
    (ShogiTarget::Usi, Format::Usi),
];

/// What a record holds, place by place: a place is a hash of the moves that lead there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contents {
    /// The main line in USI.
    pub(crate) main: Vec<String>,
    /// Every move of every line: its place, and whether it belongs to the main line.
    pub(crate) moves: Vec<(u64, bool)>,
    /// Times in milliseconds.
    pub(crate) times: Vec<(u64, bool, u64)>,
    /// Lines of comments.
    pub(crate) comments: Vec<(u64, bool, String)>,
    /// Headers by their meaning or, if unknown, by their name.
    pub(crate) headers: Vec<(String, String)>,
    /// Whether a comment stands in a variation before its first move.
    pub(crate) early: bool,
    pub(crate) path: Vec<u64>,
    pub(crate) stack: Vec<(Vec<u64>, bool)>,
    pub(crate) fresh: bool,
    pub(crate) ended: bool,
    pub(crate) format: Format,
}

impl Contents {
    fn place(&self) -> u64 {
        // An end is a place of its own, wherever its word is read.
        self.path.last().copied().unwrap_or(0) ^ u64::from(self.ended)
    }

    pub(crate) fn sorted(mut self) -> Self {
        self.moves.sort_unstable();
        self.moves.dedup();
        self.times.sort_unstable();
        self.comments.sort();
        self.times_by_meaning();
        self.headers.sort();
        self
    }

    /// Replaces headers of time that are understood: CSA has one statement where KIF has two headers in words.
    fn times_by_meaning(&mut self) {
        let value = |name: &str| self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let byoyomi = value("Byoyomi");
        let mut meant = Vec::new();
        for name in ["TimeControl", "FirstTimeControl", "SecondTimeControl"] {
            let Some(main) = value(name) else { continue };
            let control = TimeControl::of_shogi(Some(main), byoyomi).filter(|control| !control.has_more);
            let Some(TimeControl { base, byoyomi, increment, .. }) = control else { return };
            let zero = |time: Option<u64>| if byoyomi.or(increment).is_some() { time.or(Some(0)) } else { time };
            meant.push((name.to_owned(), format!("{base:?} {:?} {:?}", zero(byoyomi), zero(increment))));
        }
        if !meant.is_empty() {
            self.headers.retain(|(name, _)| name != "Byoyomi" && !name.ends_with("TimeControl"));
            self.headers.extend(meant);
        }
    }

    fn header(&mut self, field: Option<Field>, name: &str, value: &str) {
        let name = field.map_or_else(|| name.trim().to_owned(), |field| format!("{field:?}"));
        if !matches!(name.as_str(), "Handicap" | "#KIF" | "V") && !name.starts_with('\'') {
            let date = matches!(name.as_str(), "Date" | "EndDate").then(|| date(value)).flatten();
            self.headers.push((name, date.unwrap_or_else(|| value.trim().replace(['\n', '\r'], " "))));
        }
    }
}

/// A date by its numbers, as CSA shapes them: `2018/5/8(火) 09:00` is `2018/05/08 09:00:00` there.
fn date(value: &str) -> Option<String> {
    let numbers: Vec<u32> = value
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| !run.is_empty())
        .map_while(|run| run.parse().ok())
        .collect();
    match *numbers.as_slice() {
        [year, month, day] => Some(format!("{year}/{month}/{day}")),
        [year, month, day, hour, minute] => Some(format!("{year}/{month}/{day} {hour}:{minute}:0")),
        [year, month, day, hour, minute, second] => Some(format!("{year}/{month}/{day} {hour}:{minute}:{second}")),
        _ => None,
    }
}

impl ReplayVisitor<Position> for Contents {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, _: &Position) {
        *self = Self { format: record.format, ..Self::default() };
        for tag in &record.tags {
            let read = |span: partie_record::span::Span| match record.format {
                Format::Jkf => {
                    let raw = format!("\"{}\"", text.decode(span));
                    jkf::string(raw.as_bytes()).map_or(raw.clone(), |text| text.into_owned())
                }
                _ => text.decode(span).into_owned(),
            };
            let (name, value) = (read(tag.name), read(tag.value));
            let field = if record.format == Format::Csa { csa::field(&name) } else { Field::named(&name) };
            self.header(field, &name, &value);
        }
    }

    fn token(&mut self, text: Text<'_>, item: Item) {
        let main = item.line == 0;
        let bytes = item.span.of(text.bytes);
        match item.kind {
            ItemKind::Open => {
                self.stack.push((self.path.clone(), self.ended));
                self.fresh = true;
            }
            ItemKind::Close => (self.path, self.ended) = self.stack.pop().unwrap_or_default(),
            ItemKind::Result => self.ended = true,
            ItemKind::Time => {
                let spent = match self.format {
                    Format::Csa => csa::time(bytes),
                    Format::Jkf => jkf::time(bytes).map(|time| time.spent_ms),
                    _ => kif::time_cell(bytes).map(|cell| cell.spent_ms),
                };
                let Some(spent) = spent else { return };
                self.times.push((self.place(), main, spent));
            }
            ItemKind::Comment => {
                let decoded = text.decode(item.span);
                let comment = match self.format {
                    Format::Jkf => jkf::string(bytes).unwrap_or_default().into_owned(),
                    Format::Csa => {
                        if let Some((name, value)) = decoded.strip_prefix("'KIF ").and_then(|kif| kif.split_once('='))
                            && self.path.is_empty()
                        {
                            return self.header(Field::named(name), name, value);
                        }
                        let rest = decoded.strip_prefix('\'').unwrap();
                        rest.strip_prefix('*').unwrap_or(rest).to_owned()
                    }
                    _ => decoded.strip_prefix('*').unwrap().to_owned(),
                };
                self.early |= self.fresh;
                // KI2 says only after them that the game ended.
                let place = self.path.last().copied().unwrap_or(0);
                let comment = comment.replace("\r\n", "\n");
                self.comments.extend(comment.split('\n').map(|line| (place, main, line.trim_end().to_owned())));
            }
            _ => {}
        }
    }

    fn move_(&mut self, event: MoveEvent<'_, Position>) {
        let MoveEvent { item, mv, ply, .. } = event;
        let text = usi::text(mv);
        self.path.truncate(ply as usize - 1);
        let mut place = self.path.last().copied().unwrap_or(0xcbf2_9ce4_8422_2325);
        for byte in text.bytes().chain([b' ']) {
            place = (place ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.path.push(place & !1);
        (self.fresh, self.ended) = (false, false);
        self.moves.push((place & !1, item.line == 0));
        if item.line == 0 {
            self.main.push(text);
        }
    }

    fn unplayed(&mut self, _: Text<'_>, _: Item) {}
}

impl ReplayVisitor<chess::Position> for Contents {}
impl ReplayVisitor<hex::Position> for Contents {}

/// A record that was replayed and converted.
pub(crate) struct Out {
    /// Whether it has no finding of error.
    pub(crate) good: bool,
    pub(crate) codes: Vec<String>,
    /// Nothing where it has no start position.
    pub(crate) converted: Option<Converted>,
    pub(crate) text: String,
    pub(crate) contents: Contents,
    pub(crate) has_moves: bool,
}

/// The text of a record of shogi.
pub(crate) fn text_of<'a>(bytes: &'a [u8], record: &'a Record) -> Text<'a> {
    let found = formats::encoding(bytes, record).unwrap();
    let encoding = if record.encoding.is_some() { Encoding::Utf8 } else { found };
    Text { bytes: record.text(bytes), encoding, last: true }
}

/// Converts all records of a text.
pub(crate) fn convert(bytes: &[u8], format: Format, target: ShogiTarget) -> Vec<Out> {
    convert_for(bytes, format, target, Encoding::Utf8)
}

/// The same for another encoding.
pub(crate) fn convert_for(bytes: &[u8], format: Format, target: ShogiTarget, encoding: Encoding) -> Vec<Out> {
    let mut replayer = Replayer::new(Options::default(), Wanted { infos: true, ..Wanted::default() });
    let mut converter = ShogiConverter::new(target, encoding);
    let mut record = Record::default();
    let (mut outs, mut at) = (Vec::new(), 0);
    while let ReadOutcome::Game(end) = formats::read_record(format, bytes, at, true, &mut record) {
        assert!(end > at);
        let heard = text_of(bytes, &record);
        let replayed = replayer.replay_to(heard, &record, false, &mut converter);
        let findings = std::mem::take(&mut replayer.collector.findings);
        let codes = findings.iter().map(|finding| finding.code.as_str().to_owned()).collect();
        let good = replayed.status == Status::Ok && findings.iter().all(|f| f.severity != Severity::Error);
        let mut text = String::new();
        let converted = converter.finish(&mut text);
        let mut contents = Contents::default();
        replayer.replay_to(heard, &record, false, &mut contents);
        replayer.collector.findings.clear();
        outs.push(Out { good, codes, converted, text, contents: contents.sorted(), has_moves: record.has_moves });
        at = end;
    }
    outs
}

/// The one record of a text.
pub(crate) fn one(text: &str, format: Format, target: ShogiTarget) -> Out {
    let mut outs = convert(text.as_bytes(), format, target);
    assert_eq!(outs.len(), 1, "{text}");
    outs.remove(0)
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
