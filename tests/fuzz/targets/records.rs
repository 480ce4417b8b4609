//! Records: whatever the bytes are, reading and replaying them ends, spans lie inside of them, and what is printed may be
//! shown. A sound game is the same game in every target that holds its moves.

use partie::report::{FORMS, GamePlace, JudgedGame, Placed, TerminalStyle, Totals};
use partie_convert::{Converter, Layout, Newline, OnBroken, Settings, TARGETS, Target, TargetInfo};
use partie_input::{LineIndex, Rest, Slice};
use partie_notation::formats;
use partie_record::finding::{Finding, Severity};
use partie_record::span::Span;
use partie_record::{Encoding, Format, ItemKind, Movetext, Record};
use partie_replay::games::{self, Game, ReadingHints, SliceReader};
use partie_replay::{Options, Replayed, Replayer, Status, Wanted, players};
use partie_rules::GameKind;

use super::{digest, is_shown};

/// Bytes in some format.
pub(crate) fn check(bytes: &[u8], format: Format) {
    let slice = Slice { format, bytes: bytes.to_vec(), last: true, ..Slice::default() };
    let number = digest(bytes);
    for judged in &judge(&slice) {
        print(&slice, judged, number);
        if judged.is_sound() {
            convert(&slice, judged, number);
        }
    }
}

/// Bytes whose format must be found.
pub(crate) fn check_found(bytes: &[u8]) {
    check(bytes, formats::sniff(bytes));
}

/// A game that was replayed, its spans moved to where they stand in the slice.
struct Judged {
    /// Where the reading of it began, and the line ends before that.
    from: (usize, u64),
    span: Span,
    encoding: Encoding,
    format: Format,
    movetext: Movetext,
    players: [Option<Span>; 2],
    findings: Vec<Finding>,
    replayed: Replayed,
    /// Whether it has a null move, which most targets do not hold.
    has_null_move: bool,
    /// Whether the slice holds nothing but ASCII.
    plain: bool,
}

impl Judged {
    fn is_sound(&self) -> bool {
        self.replayed.status == Status::Ok
            && self.replayed.plies > 0
            && !self.has_null_move
            && self.findings.iter().all(|finding| finding.severity == Severity::Info)
    }

    fn moves(&self) -> Option<String> {
        self.replayed.played.coordinates()
    }
}

fn judge(slice: &Slice) -> Vec<Judged> {
    let wanted = Wanted { infos: true, ..Wanted::default() };
    let mut replayer = Replayer::new(Options { keep: true, ..Options::default() }, wanted);
    let (mut record, mut games) = (Record::default(), Vec::new());
    let mut reader = SliceReader::new(slice, 0);
    let plain = games::is_plain(&slice.bytes);
    let (mut at, mut known, mut lines) = (0, 0, 0);
    while reader.read_next(&mut record) {
        assert!(reader.end() > at && reader.end() <= slice.bytes.len(), "a record from {at} to {}", reader.end());
        let game = Game::new(slice, plain, &mut record, ReadingHints::default());
        let replayed = replayer.replay(game.text, game.record, game.plain);
        let mut findings = std::mem::take(&mut replayer.collector.findings);
        findings.sort_by_key(|finding| (finding.span.from, finding.code));
        // Of two games side by side each has its columns of the page on which both stand.
        let start = game.record.page.map_or(at, |page| at.min(game.record.place(page).from as usize));
        check_spans(&game, &findings, (start, reader.end()), slice.bytes.len());
        games::place(&mut findings, game.record);
        let has_null_move = game.record.items.iter().any(|item| item.kind == ItemKind::Null);
        lines += slice.lines(known, at);
        known = at;
        games.push(Judged {
            from: (start, lines - slice.lines(start, at)),
            span: game.record.place(game.record.span).of_slice(),
            encoding: game.encoding,
            format: game.record.format,
            movetext: game.record.movetext,
            players: players(game.text.bytes, game.record)
                .map(|span| span.map(|span| game.record.place(span).of_slice())),
            findings,
            replayed,
            has_null_move,
            plain,
        });
        at = reader.end();
    }
    assert_eq!(reader.rest(), Rest::Nothing, "the last slice is read to its end");
    games
}

/// Everything lies inside of what was read, and in its place inside of the record.
fn check_spans(game: &Game<'_>, findings: &[Finding], (from, to): (usize, usize), source: usize) {
    let (record, length) = (game.record, game.text.bytes.len());

    let inside = |span: Span, what: &str| {
        assert!(span.from <= span.to && span.to as usize <= length, "{what} {span:?} in a text of {length}");
        let placed = record.place(span);
        assert!(placed.from <= placed.to && placed.to as usize <= to, "{what} at {placed:?}, read {from}..{to}");
        assert!(placed.from as usize >= from, "{what} at {placed:?}, read {from}..{to}");
    };
    // Where the reading is resumed may be the next record.
    let near = |span: Span| {
        let placed = record.place(span);
        assert!(placed.from <= placed.to && placed.to as usize <= source, "{placed:?} in {source} bytes");
    };
    // That the next record begins without an empty line is said at its first byte.
    let begins_inside = |span: Span, what: &str| {
        near(span);
        let at = record.place(span).from as usize;
        assert!((from..=to).contains(&at), "{what} at {at}, read {from}..{to}");
    };
    inside(record.span, "record");
    for tag in &record.tags {
        [tag.span, tag.name, tag.value].into_iter().for_each(|span| inside(span, "tag"));
    }
    record.items.iter().for_each(|item| inside(item.span, "item"));
    record.headings.iter().for_each(|(_, span)| inside(*span, "heading"));
    record.setup.iter().for_each(|span| inside(*span, "set-up"));
    record.result.iter().for_each(|span| inside(*span, "result"));
    for note in &record.notes {
        begins_inside(note.span, note.code.as_str());
        note.other.iter().for_each(|span| near(*span));
    }
    assert!(record.items.iter().all(|item| (item.line as usize) < record.lines.len().max(1)), "a line of an item");
    for finding in findings {
        begins_inside(finding.span, finding.code.as_str());
        finding.causes.iter().filter_map(|cause| cause.span).for_each(near);
    }
}

/// Each form prints lines that may be shown; JSON is JSON.
fn print(slice: &Slice, judged: &Judged, number: usize) {
    let lines = LineIndex::new(slice, judged.encoding, judged.from);
    let place = GamePlace {
        path: "fuzz",
        game: 1,
        slice,
        start: Some(judged.from.0),
        lines: &lines,
        encoding: judged.encoding,
        kind: judged.replayed.kind,
        format: judged.format,
        movetext: judged.movetext,
        first: judged.players[0],
        second: judged.players[1],
    };
    for form in FORMS {
        // What is drawn around the source costs more than all the rest, and so do the pages of codes at the end of a report.
        let share = if form.is_complete { 128 } else { 16 };
        if form.name != "jsonl" && !number.is_multiple_of(share) {
            continue;
        }
        let (mut reporter, mut text) = ((form.start)(TerminalStyle { colour: false, width: 80 }), String::new());
        reporter.begin(&mut text);
        reporter.file("fuzz", &mut text);
        let most = if form.is_complete { usize::MAX } else { 20 };
        for finding in judged.findings.iter().take(most) {
            reporter.finding(&Placed::new(place, finding), judged.replayed.rules, &mut text);
        }
        let replayed = &judged.replayed;
        let game = JudgedGame { place, span: judged.span, replayed, played: &replayed.played, moves: true };
        reporter.game(&game, &mut text);
        if number.is_multiple_of(16) {
            reporter.end(&Totals::default(), &mut text);
        }
        for line in text.lines() {
            assert!(is_shown(line), "{}: {line:?}", form.name);
            assert!(form.name != "jsonl" || is_object(line), "no JSON: {line:?}");
        }
    }
}

fn is_object(line: &str) -> bool {
    serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line).is_ok()
}

/// The format in which records of a target are read again; nothing where it holds positions.
fn format_of(target: Target) -> Option<Format> {
    match target.name() {
        "pgn" | "descriptive" | "kober" | "iccf" => Some(Format::Pgn),
        "fen" | "epd" | "sfen" => None,
        name => Format::named(name),
    }
}

/// A game in a target, and again the same moves.
fn convert(slice: &Slice, judged: &Judged, number: usize) {
    let fits = |row: &&TargetInfo| row.supports(judged.replayed.kind) && format_of(row.target).is_some();
    let count = TARGETS.iter().filter(fits).count();
    let Some(row) = TARGETS.iter().filter(fits).nth(number % count.max(1)) else { return };
    let (out, is_cut) = written(slice, judged, row.target);
    if is_cut {
        return;
    }
    let shown = || String::from_utf8_lossy(&out).into_owned();
    assert!(std::str::from_utf8(&out).is_ok(), "{}: {}", row.name, shown());
    let again =
        Slice { format: format_of(row.target).unwrap_or_default(), bytes: out.clone(), last: true, ..Slice::default() };
    let found = judge(&again);
    assert_eq!(found.len(), 1, "{}: one game becomes {}:\n{}", row.name, found.len(), shown());
    assert_eq!(found[0].moves(), judged.moves(), "{}:\n{}", row.name, shown());
    assert_eq!(found[0].replayed.kind, judged.replayed.kind, "{}:\n{}", row.name, shown());
    if row.target != Target::Json && judged.replayed.kind != GameKind::Chess {
        assert_eq!(found[0].replayed.played.last(), judged.replayed.played.last(), "{}:\n{}", row.name, shown());
    }
}

/// A game as it is written in a target, and whether something of its moves is missing.
fn written(slice: &Slice, judged: &Judged, target: Target) -> (Vec<u8>, bool) {
    let settings = Settings {
        target,
        layout: Layout::default(),
        on_broken: OnBroken::Stop,
        every: false,
        encoding: Encoding::Utf8,
        newline: Newline::Lf,
    };
    let mut converter = Converter::new(settings);
    let mut replayer = Replayer::new(Options { moves_only: true, ..Options::default() }, Wanted::default());
    let mut record = Record::default();
    assert!(SliceReader::new(slice, judged.from.0).read_next(&mut record), "the game of the first reading");
    let game = Game::new(slice, judged.plain, &mut record, ReadingHints::default());
    converter.begin();
    replayer.replay_to(game.text, game.record, game.plain, converter.visitor());
    converter.write_source_record(game.text, game.source, game.record);
    let finished = converter.finish();
    (converter.take(), finished.is_none_or(|finished| finished.cut.is_some()))
}
