//! The tags of a game: values that replay needs, and findings about them.

use super::collect::Collector;
use super::dates::{self, Day};
use super::odd_tags::{OddTag, OddTags};
use super::odds::Squares;
use super::results;
use super::text::Text;
use partie_notation::shogi_headers::Field;
use partie_notation::{Prose, TimeControl, formats, hex, hex_fen};
use partie_record::book::{self, Books, Month};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::{Message, list, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Heading, Movetext, Outcome, ROSTER, Record, Tag, TagKind, Termination};

#[derive(Clone, Copy, Debug, Default)]
pub struct GameTags<'a> {
    /// The outcome in the Result tag; `None` if its value is no result.
    pub result: Option<Outcome>,
    pub result_tag: Option<Tag>,
    /// The last month in which the game can have been played: from Date or UTCDate, else the year of EventDate.
    pub date: Option<Month>,
    pub termination: Option<Termination>,
    pub time_control: Option<TimeControl>,
    pub fen: Option<Tag>,
    /// True if the FEN has the rows of the hexagonal board.
    pub has_hex_rows: bool,
    pub setup: Option<&'a [u8]>,
    pub variant: Option<&'a [u8]>,
    pub ply_count: Option<Tag>,
    pub eco: Option<Tag>,
    /// The rule books that the record names, or the rule book of the server on which the game was played.
    pub books: Books,
    /// True if the rule book of chess follows from the Site or Source tag.
    pub is_book_of_site: bool,
    /// The squares of the pieces given as odds, such as `a1,f7`.
    pub odds: Option<&'a [u8]>,
}

/// Returns the names of the first and the second player, as written.
pub fn players(bytes: &[u8], record: &Record) -> [Option<Span>; 2] {
    match record.format.is_shogi() {
        true => [Field::First, Field::Second].map(|field| {
            let of = formats::info(record.format).shogi.field;
            let tag = record.tags.iter().find(|tag| of(tag.name.of(bytes)) == Some(field));
            tag.map(|tag| tag.value)
        }),
        false => [("White", Heading::White), ("Black", Heading::Black)].map(|(name, heading)| {
            let tag = record.tag(bytes, name).map(|tag| tag.value);
            tag.or_else(|| record.headings.iter().find(|(kind, _)| *kind == heading).map(|(_, span)| *span))
        }),
    }
}

/// The game that a Variant tag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Standard,
    /// Chess960.
    Chess960,
    /// Gliński's hexagonal chess.
    Hex,
    /// A game that is not judged.
    Unknown,
}

impl<'a> GameTags<'a> {
    /// Reads the tags in one pass.
    pub fn of_record(bytes: &'a [u8], record: &Record) -> Self {
        let mut head = Self::default();
        let (mut event, mut utc, mut site, mut source) = (None, None, None, None);
        for tag in &record.tags {
            let Some(kind) = tag.kind else { continue };
            let value = tag.value.of(bytes);
            match kind {
                TagKind::Result => {
                    head.result_tag.get_or_insert(*tag);
                    head.result = head.result.or_else(|| results::of_tag(value));
                }
                TagKind::Date => head.date = month(value),
                TagKind::EventDate => event = month(value).map(|began| Month { month: 12, ..began }),
                TagKind::UtcDate => utc = month(value),
                TagKind::Termination => head.termination = Termination::parse(value),
                TagKind::TimeControl => head.time_control = TimeControl::of_tag(value),
                TagKind::Fen => {
                    head.fen.get_or_insert(*tag);
                    head.has_hex_rows |= hex_fen::has_rows(value);
                }
                TagKind::SetUp => head.setup = Some(value.trim_ascii()),
                TagKind::Variant => head.variant = Some(value.trim_ascii()),
                TagKind::PlyCount => head.ply_count = Some(*tag),
                TagKind::Eco => {
                    head.eco.get_or_insert(*tag);
                }
                TagKind::Site if value != b"?" => site = Some(value),
                TagKind::Source => source = Some(value),
                TagKind::Rules => head.books = named(value).unwrap_or_default(),
                TagKind::Odds => head.odds = Some(value.trim_ascii()),
                _ => {}
            }
        }
        head.date = head.date.or(utc).or(event);
        // Source names the server only if Site is missing; otherwise it names the origin of the record.
        if head.books.chess.is_none() {
            head.books.chess = site.or(source).and_then(book::of_site);
            head.is_book_of_site = head.books.chess.is_some();
        }
        if head.odds.is_none() {
            let given = record.headings.iter().find(|(heading, _)| *heading == Heading::Odds);
            head.odds = given.map(|(_, span)| span.of(bytes));
        }
        head
    }

    /// Returns the recorded result and its span: of the final token, else of the tag.
    pub fn recorded(&self, record: &Record) -> Option<(Outcome, Span)> {
        record.outcome.zip(record.result).or_else(|| Some((self.result?, self.result_tag?.value)))
    }

    /// Returns the game that the Variant tag names. Without the tag, the rows of the FEN decide.
    pub fn variant(&self) -> Variant {
        let Some(value) = self.variant else {
            return if self.has_hex_rows { Variant::Hex } else { Variant::Standard };
        };
        let name: String = value
            .iter()
            .filter(|byte| byte.is_ascii_alphanumeric())
            .map(|byte| byte.to_ascii_lowercase() as char)
            .collect();
        match name.as_str() {
            "" | "standard" | "regular" | "normal" | "chess" | "fromposition" | "classical" | "none" | "classic"
            | "orthodox" => Variant::Standard,
            "chess960"
            | "960"
            | "fischerandom"
            | "fischerrandom"
            | "fischerrandomchess"
            | "fischer960"
            | "freestyle"
            | "freestylechess"
            | "fischerrandomchess960"
            | "chessfischerrandom"
            | "frc"
            | "c960" => Variant::Chess960,
            _ if hex::named(value) == Some(hex::Named::Glinski) => Variant::Hex,
            _ => Variant::Unknown,
        }
    }
}

fn named(value: &[u8]) -> Option<Books> {
    std::str::from_utf8(value).ok().and_then(Books::named)
}

/// Returns the last month that fits a date. Unknown digits count as late as possible, so that a rule applies unless the
/// game was certainly played before it. `None` if even the first digit of the year is unknown.
fn month(value: &[u8]) -> Option<Month> {
    let mut parts = value.trim_ascii().split(|byte| matches!(byte, b'.' | b'-' | b'/'));
    let year = parts.next().filter(|year| year.len() == 4 && year[0].is_ascii_digit())?;
    let year = year.iter().try_fold(0, |sum, byte| Some(sum * 10 + u16::from(latest(*byte, 9)?)))?;
    let month = match parts.next() {
        Some([b'1', ones]) => latest(*ones, 2).map(|ones| 10 + ones),
        Some([b'0', ones]) => latest(*ones, 9),
        Some([ones]) => latest(*ones, 12),
        _ => None,
    };
    Some(Month { year, month: month.filter(|month| (1..=12).contains(month)).unwrap_or(12) })
}

/// Returns a digit of a date; `unknown` for a question mark.
fn latest(byte: u8, unknown: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'?' => Some(unknown),
        _ => None,
    }
}

/// Checks the tags; reports each finding once per game.
pub(super) fn judge(text: Text<'_>, record: &Record, collector: &mut Collector) {
    if wants_roster_and_result(record) {
        missing(text, record, collector);
    }
    if record.tags.len() > 1 {
        duplicates(text, record, collector);
    }
    for tag in &record.tags {
        values(text, &record.tags, tag, collector);
    }
}

/// True if a record must have the tags and the result that PGN requires. Printed scores often break off where the rest
/// is obvious; engine commands have neither; a position has no result.
pub(super) fn wants_roster_and_result(record: &Record) -> bool {
    formats::info(record.format).prose != Prose::Printed
        && record.movetext != Movetext::Coordinates
        && !record.format.is_position_list()
}

fn missing(text: Text<'_>, record: &Record, collector: &mut Collector) {
    // Tags in their common order are found without searching.
    let by_program = record.tags.len() >= ROSTER.len()
        && record.tags.iter().zip(ROSTER).all(|(tag, (name, _))| tag.name.of(text.bytes) == name.as_bytes());
    if by_program {
        return;
    }
    let missing: Vec<&str> = ROSTER
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !record.tags.iter().any(|tag| tag.name.of(text.bytes) == name.as_bytes()))
        .collect();
    if missing.is_empty() {
        return;
    }
    let span = record.tags.first().map_or(record.span, |tag| tag.span);
    collector.add(Code::H001, Severity::Info, || {
        let missing = list(missing.into_iter().map(said));
        Finding::new(Code::H001, span, say!("missing-tags", tags = missing)).help(say!("add-tags"))
    });
}

fn duplicates(text: Text<'_>, record: &Record, collector: &mut Collector) {
    let name = |tag: &Tag| tag.name.of(text.bytes);
    let mut report = |second: &Tag, first: &Tag| {
        collector.add_once_per_game(Code::H002, Severity::Warning, || {
            let [name, first, other] = [second.name, first.value, second.value].map(|span| said(text.show(span)));
            let message = say!("duplicate-tag", tag = name, first = first, second = other);
            Finding::new(Code::H002, second.span, message).help(say!("remove-the-wrong-one"))
        });
    };
    // Names differ if their length or two of their letters differ. Only names that agree in these are compared; more
    // than 256 tags are sorted.
    let mut seen: u128 = 0;
    for (index, tag) in record.tags.iter().enumerate() {
        let wanted = name(tag);
        let [first, .., last] = wanted else { continue };
        let bit = 1 << ((wanted.len() * 29 + usize::from(*first) * 7 + usize::from(*last) * 3) % 128);
        if seen & bit != 0 {
            if index > 256 {
                return many_duplicates(text, record, report);
            }
            let same = |other: &&Tag| other.name.len() == wanted.len() && name(other) == wanted;
            if let Some(first) = record.tags[..index].iter().find(same) {
                report(tag, first);
            }
        }
        seen |= bit;
    }
}

fn many_duplicates(text: Text<'_>, record: &Record, mut report: impl FnMut(&Tag, &Tag)) {
    let name = |tag: &Tag| tag.name.of(text.bytes);
    let mut sorted: Vec<&Tag> = record.tags.iter().collect();
    sorted.sort_by_key(|tag| (name(tag), tag.span.from));
    let mut first = 0;
    for index in 1..sorted.len() {
        if name(sorted[index]) == name(sorted[first]) {
            report(sorted[index], sorted[first]);
        } else {
            first = index;
        }
    }
}

fn values(text: Text<'_>, tags: &[Tag], tag: &Tag, collector: &mut Collector) {
    let Some(kind) = tag.kind else { return };
    let value = tag.value.of(text.bytes);
    match kind {
        TagKind::Date | TagKind::UtcDate | TagKind::EventDate | TagKind::EndDate => date(text, tags, tag, collector),
        TagKind::TimeControl if !TimeControl::of_tag(value).is_some_and(|control| control.is_of_times()) => {
            collector.add_once_per_game(Code::C004, Severity::Warning, || {
                Finding::new(Code::C004, tag.value, say!("time-control", value = said(text.show(tag.value))))
                    .help(say!("write-seconds"))
            });
        }
        TagKind::TimeControl if collector.wants_odd_tags() => time_control(text, tag, value, collector),
        TagKind::FirstRating | TagKind::SecondRating if !is_elo(value) => {
            malformed(text, tag, || say!("elo-is"), collector);
        }
        TagKind::Eco if !is_eco(value) => {
            malformed(text, tag, || say!("eco-is"), collector);
        }
        TagKind::Rules if named(value).is_none() => {
            malformed(text, tag, || say!("no-such-book"), collector);
        }
        TagKind::Odds if Squares::parse(value).is_none() => {
            malformed(text, tag, || say!("odds-are"), collector);
        }
        TagKind::Result => result(text, tag, value, collector),
        _ => {}
    }
}

/// Checks a Result tag, whose value is one of PGN's tokens or another notation for one.
fn result(text: Text<'_>, tag: &Tag, value: &[u8], collector: &mut Collector) {
    let outcome = results::of_tag(value);
    if outcome.is_some_and(|outcome| outcome.token().as_bytes() == value) {
        return;
    }
    let Some(outcome) = outcome else { return malformed(text, tag, || say!("result-is"), collector) };
    if !collector.is_odd(OddTag::Result, tag.value) {
        return;
    }
    collector.add_once_per_game(Code::H007, Severity::Warning, || {
        let (value, right) = (said(text.show(tag.value)), said(outcome.token()));
        Finding::new(Code::H007, tag.value, say!("result-otherwise", value = value, right = right))
            .fix(Grade::Certain, outcome.token())
    });
}

/// Reports a time control that is readable but not in PGN's notation, for callers that apply fixes.
#[cold]
fn time_control(text: Text<'_>, tag: &Tag, value: &[u8], collector: &mut Collector) {
    let Some(right) = TimeControl::in_standard_form(value) else { return };
    collector.add_once_per_game(Code::C004, Severity::Warning, || {
        let (value, shown) = (said(text.show(tag.value)), said(&*right));
        Finding::new(Code::C004, tag.value, say!("time-control-otherwise", value = value, right = shown))
            .fix(Grade::Certain, right)
    });
}

fn malformed(text: Text<'_>, tag: &Tag, wanted: impl FnOnce() -> Message, collector: &mut Collector) {
    collector.add_once_per_game(Code::H007, Severity::Warning, || {
        let (name, value) = (said(text.show(tag.name)), said(text.show(tag.value)));
        Finding::new(Code::H007, tag.value, say!("malformed-value", tag = name, value = value, wanted = wanted()))
    });
}

fn is_elo(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    matches!(value, b"" | b"?" | b"-")
        || value.len() <= 4 && value.iter().all(u8::is_ascii_digit)
        || value.ends_with(b"?") && value.len() <= 5 && value[..value.len() - 1].iter().all(u8::is_ascii_digit)
}

pub(super) fn is_eco(value: &[u8]) -> bool {
    match value.trim_ascii() {
        b"" | b"?" | b"???" | b"-" => true,
        // Some programs add a subcode: B12a, E97/08.
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] => {
            rest.len() <= 3
                && rest.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'/')
        }
        _ => false,
    }
}

fn date(text: Text<'_>, tags: &[Tag], tag: &Tag, collector: &mut Collector) {
    let day = dates::read(tag.value.of(text.bytes));
    if day != Day::Standard {
        odd_date(text, tags, (tag, day), collector);
    }
}

#[cold]
fn odd_date(text: Text<'_>, tags: &[Tag], (tag, day): (&Tag, Day), collector: &mut Collector) {
    let is_told = match odd_day(text.bytes, tags, &day) {
        Some(odd) => collector.is_odd(odd, tag.value),
        None => day != Day::Zero,
    };
    if !is_told {
        return;
    }
    let severity = if matches!(day, Day::Julian(_)) { Severity::Info } else { Severity::Warning };
    collector.add_once_per_game(Code::H004, severity, || {
        let (name, value) = (said(text.show(tag.name)), said(text.show(tag.value)));
        let new = |message| Finding::new(Code::H004, tag.value, message);
        match day {
            Day::Otherwise(right) => {
                new(say!("date-otherwise", tag = name, value = value, right = said(&*right))).fix(Grade::Certain, right)
            }
            Day::Open([one, other]) => {
                let readings = say!("date-open", tag = name, value = value, one = said(&*one), other = said(&*other));
                new(readings).fix(Grade::Guess, one).fix(Grade::Guess, other)
            }
            Day::Zero => new(say!("date-zero", tag = name, value = value)).fix(Grade::Certain, dates::UNKNOWN),
            Day::Julian(march) => {
                new(say!("julian-date", tag = name, value = value)).help(say!("in-calendar-of-today", day = march))
            }
            _ => new(say!("no-date", tag = name, value = value)).help(say!("write-date-so")),
        }
    });
}

/// Returns the kind of an odd date; `None` for a date in PGN's notation, and for a Julian or impossible one.
fn odd_day(bytes: &[u8], tags: &[Tag], day: &Day) -> Option<OddTag> {
    match day {
        Day::Otherwise(_) => Some(OddTag::Date),
        Day::Zero => tags.iter().all(|tag| !is_of_1900(bytes, tag)).then_some(OddTag::Date),
        Day::Open(_) => Some(OddTag::OpenDate),
        Day::Standard | Day::Julian(_) | Day::Impossible => None,
    }
}

/// Returns the tags that are not in PGN's notation. Empty for shogi, whose formats differ.
pub fn odd_tags(bytes: &[u8], record: &Record) -> OddTags {
    let mut odd = OddTags::default();
    if record.format.is_shogi() {
        return odd;
    }
    for tag in &record.tags {
        let value = tag.value.of(bytes);
        let found = match tag.kind {
            Some(TagKind::Date | TagKind::UtcDate | TagKind::EventDate | TagKind::EndDate) => {
                odd_day(bytes, &record.tags, &dates::read(value))
            }
            Some(TagKind::Result) => {
                let is_odd = results::of_tag(value).is_some_and(|outcome| outcome.token().as_bytes() != value);
                is_odd.then_some(OddTag::Result)
            }
            _ => None,
        };
        if let Some(found) = found {
            odd.add(found, tag.value);
        }
    }
    odd
}

/// True if a tag contains the year 1899 or 1900: then a date of 1899 may be real.
fn is_of_1900(bytes: &[u8], tag: &Tag) -> bool {
    let value = tag.value.of(bytes);
    let is_day = matches!(tag.kind, Some(TagKind::Date | TagKind::UtcDate | TagKind::EventDate | TagKind::EndDate));
    let names = |year: &[u8]| memchr::memmem::find(value, year).is_some();
    (names(b"1899") || names(b"1900")) && !(is_day && dates::read(value) == Day::Zero)
}

/// Compares PlyCount with the replayed plies, for games that were replayed to their end. If moves were lost, a higher
/// count is right, so the tag is not certainly wrong.
pub(super) fn ply_count(text: Text<'_>, record: &Record, head: &GameTags<'_>, plies: u32, collector: &mut Collector) {
    let Some(tag) = head.ply_count else { return };
    let value = text.show(tag.value);
    if value.is_empty() || value == "?" || value.trim().parse() == Ok(plies) {
        return;
    }
    collector.add(Code::H005, Severity::Warning, || {
        let value = said(value);
        let Some(missing) = stated_plies(tag.value.of(text.bytes)).and_then(|stated| missing_plies(stated, plies))
        else {
            let message = say!("ply-count", value = value, plies = plies);
            return Finding::new(Code::H005, tag.value, message).fix(Grade::Certain, plies.to_string());
        };
        let signs: Vec<Message> = signs_of_loss(record).collect();
        let message = match signs.is_empty() {
            true => say!("ply-count-more", value = value, plies = plies, missing = missing),
            false => {
                say!("ply-count-signs", value = value, plies = plies, signs = list(signs), missing = missing)
            }
        };
        Finding::new(Code::H005, tag.value, message)
            .fix(Grade::Guess, plies.to_string())
            .help(say!("compare-before-tag-changes"))
    });
}

/// True if PlyCount equals the replayed plies; `None` without the tag.
pub(super) fn counts_all(text: Text<'_>, head: &GameTags<'_>, plies: u32) -> Option<bool> {
    Some(stated_plies(head.ply_count?.value.of(text.bytes)) == Some(u64::from(plies)))
}

/// Returns the first number in a PlyCount value.
pub fn stated_plies(value: &[u8]) -> Option<u64> {
    let digits = value.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
    let add = |sum: u64, byte: &u8| sum.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
    value.iter().any(u8::is_ascii_digit).then(|| digits.fold(0, add))
}

/// Returns how many plies fewer than stated were replayed; `None` if none are missing.
pub(super) fn missing_plies(stated: u64, plies: u32) -> Option<u64> {
    stated.checked_sub(u64::from(plies)).filter(|missing| *missing > 0)
}

/// Returns signs, besides PlyCount, that moves are missing at the end.
fn signs_of_loss(record: &Record) -> impl Iterator<Item = Message> {
    let has = |code: Code| record.notes.iter().any(|note| note.code == code);
    let signs = [
        record.result.is_none().then(|| say!("sign-no-result")),
        has(Code::S010).then(|| say!("sign-unclosed-comment")),
        has(Code::S011).then(|| say!("sign-unclosed-variation")),
    ];
    signs.into_iter().flatten()
}
