//! Our own JSON: what is written is read again as the same record, whatever format it came from, and goes on
//! to other formats byte for byte as the record itself does.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::common::extra;
use crate::own_games::{made, real};
use partie_convert::{JsonConverter, ShogiConverter, ShogiTarget};
use partie_input::Undeclared;
use partie_notation::csa::Version;
use partie_notation::{ReadOutcome, formats, json};
use partie_record::span::Span;
use partie_record::{Encoding, Format, ItemKind, Movetext, Record};
use partie_replay::{Options, Replayed, Replayer, Text, Wanted};

/// What a record says, place by place, without offsets. Lines are numbered in the order in which they open.
fn contents(bytes: &[u8], record: &Record) -> String {
    let text = |span: Span| span.of(bytes).escape_ascii().to_string();
    let mut all = format!("{:?} {:?} {:?}\n", record.format, record.movetext, record.outcome);
    for tag in &record.tags {
        writeln!(all, "tag {} | {} | {}", text(tag.name), text(tag.value), text(tag.span)).unwrap();
    }
    for (heading, span) in &record.headings {
        writeln!(all, "heading {heading:?} {}", text(*span)).unwrap();
    }
    for span in &record.setup {
        writeln!(all, "setup {}", text(*span)).unwrap();
    }
    let mut numbers = vec![0];
    for item in &record.items {
        if item.kind == ItemKind::Open {
            numbers.push(item.line);
        }
        let line = numbers.iter().position(|line| *line == item.line).unwrap();
        writeln!(all, "{:?} {line} {}", item.kind, text(item.span)).unwrap();
    }
    writeln!(all, "lines {} result {:?} {}", record.lines.len(), record.result.map(text), record.has_moves).unwrap();
    let mut notes: Vec<String> = record.notes.iter().map(|note| format!("note {}", note.code.as_str())).collect();
    notes.sort();
    all + &notes.join("\n")
}

/// What replay says of a record, without places.
fn verdict(replayed: &Replayed, replayer: &mut Replayer) -> String {
    let findings = std::mem::take(&mut replayer.collector.findings);
    let mut codes: Vec<String> =
        findings.iter().map(|finding| format!("{} {:?}", finding.code.as_str(), finding.ply)).collect();
    codes.sort();
    let Replayed { kind, status, plies, end, verdict, recorded, .. } = replayed;
    format!("{kind:?} {status:?} {plies} {end:?} {verdict:?} {recorded:?} {codes:?}")
}

fn encoding_of(bytes: &[u8], record: &Record) -> Encoding {
    match record.encoding {
        // Its text was decoded.
        Some(_) => Encoding::Utf8,
        None => {
            formats::encoding(bytes, record).unwrap_or_else(|| Undeclared::default().encoding(record.span.of(bytes)))
        }
    }
}

struct Tools {
    replayer: Replayer,
    json: JsonConverter,
    shogi: Vec<ShogiConverter>,
}

impl Tools {
    fn new() -> Self {
        let targets = [
            ShogiTarget::Kif,
            ShogiTarget::Ki2,
            ShogiTarget::Csa(Version::V30),
            ShogiTarget::Usi,
            ShogiTarget::Jkf,
            ShogiTarget::Psn(partie_notation::psn::Style::Hodges),
        ];
        Self {
            replayer: Replayer::new(Options::default(), Wanted { infos: true, ..Wanted::default() }),
            json: JsonConverter::new(),
            shogi: targets.into_iter().map(|target| ShogiConverter::new(target, Encoding::Utf8)).collect(),
        }
    }

    /// The record as JSON, what replay says, and every shogi target's text.
    fn all(&mut self, bytes: &[u8], last: bool, record: &Record) -> (Vec<u8>, String, Vec<String>) {
        let text = Text { bytes: record.text(bytes), encoding: encoding_of(bytes, record), last };
        let replayed = self.replayer.replay_to(text, record, false, &mut self.json);
        let said = verdict(&replayed, &mut self.replayer);
        let mut line = Vec::new();
        self.json.finish(text, record, &mut line);
        let mut texts = Vec::new();
        if record.format.is_shogi() {
            for converter in &mut self.shogi {
                self.replayer.replay_to(text, record, false, converter);
                self.replayer.collector.findings.clear();
                let mut out = String::new();
                writeln!(out, "{:?}", converter.finish(&mut out.clone())).unwrap();
                let mut written = String::new();
                self.replayer.replay_to(text, record, false, converter);
                self.replayer.collector.findings.clear();
                converter.finish(&mut written);
                texts.push(out + &written);
            }
        }
        (line, said, texts)
    }
}

/// Every record of a text goes to JSON and back; gives their number.
fn comes_back(name: &str, bytes: &[u8], format: Format, tools: &mut Tools) -> u64 {
    let (mut record, mut again) = (Record::default(), Record::default());
    let (mut at, mut count) = (0, 0);
    while let ReadOutcome::Game(end) = formats::read_record(format, bytes, at, true, &mut record) {
        assert!(end > at);
        let (line, said, texts) = tools.all(bytes, true, &record);
        let name = format!("{name} record {count}");
        assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1, "{name}");
        let value: serde_json::Value = if line.windows(4).any(|part| part == b"\\udc") {
            serde_json::Value::Null
        } else {
            serde_json::from_slice(&line).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        assert!(value.is_null() || value["type"] == "record");
        assert_eq!(formats::sniff(&line), Format::Json, "{name}");
        assert_eq!(json::read_record(&line, 0, true, &mut again), ReadOutcome::Game(line.len()), "{name}");
        let text = again.text(&line).to_vec();
        let (wanted, seen) = (contents(record.text(bytes), &record), contents(&text, &again));
        if wanted != seen {
            let at = wanted.lines().zip(seen.lines()).position(|(wanted, seen)| wanted != seen);
            let show = |text: &str| text.lines().nth(at.unwrap_or(0)).unwrap_or("(nothing)").to_owned();
            panic!("{name}: {}\nagain: {}", show(&wanted), show(&seen));
        }
        let (twice, said_again, texts_again) = tools.all(&text, true, &again);
        assert!(twice == line, "{name}:\n{}\n{}", String::from_utf8_lossy(&line), String::from_utf8_lossy(&twice));
        assert_eq!(said, said_again, "{name}");
        for (one, other) in texts.iter().zip(&texts_again) {
            assert!(one == other, "{name}:\n{one}\n---\n{other}");
        }
        (at, count) = (end, count + 1);
    }
    count
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

fn folder(path: &str, most: usize) {
    all_in(path, &real(path), most);
}

fn all_in(path: &str, folder: &Path, most: usize) {
    let mut tools = Tools::new();
    let (mut records, mut count, mut size) = (0, 0, 0);
    let start = Instant::now();
    for file in files(folder) {
        let bytes = match file.extension().and_then(|name| name.to_str()) {
            Some("zst") => zstd::decode_all(fs::File::open(&file).unwrap()).unwrap(),
            Some("tsv" | "csv" | "md" | "py") => continue,
            _ => fs::read(&file).unwrap(),
        };
        let bytes = &bytes[..bytes.len().min(most)];
        let format = formats::sniff(bytes);
        records += comes_back(file.file_name().unwrap().to_str().unwrap(), bytes, format, &mut tools);
        (count, size) = (count + 1, size + bytes.len());
    }
    println!("{path}: {count} files, {size} bytes, {records} records come back, {:?}", start.elapsed());
    assert!(records > 0);
}

#[test]
fn games_of_shogi_come_back() {
    for path in ["shogi/selfplay", "shogi/real-csa", "shogi/peer-fixtures", "shogi/faults", "shogi/openings"] {
        folder(path, 1 << 20);
    }
}

#[test]
fn games_of_chess_come_back() {
    folder("chess", 4 << 20);
}

#[test]
fn games_of_hex_come_back() {
    folder("hex", 1 << 20);
}

#[test]
fn hostile_records_come_back() {
    all_in("damaged games", &made("chess/messy"), 2 << 20);
    if let Some(path) = extra("hostile") {
        all_in("hostile", &path, 2 << 20);
    }
}

#[test]
fn a_record_of_every_kind() {
    let mut tools = Tools::new();
    let games: [(&[u8], Format); 9] = [
        (b"[Event \"a \\\"b\\\"\"]\n[White  \"x\" ]\n[Bad]\n\n{first} 1. e4 $1 (1. d4 {x\ny} (1... d5) *) e5! 2. -- Nf6?? ; rest\n \x01 Zz9 1-0 {after}\n", Format::Pgn),
        (b"[Event \"R\xe9ti\"]\n\n1. e4 {caf\xe9 \xff} e5 1/2-1/2", Format::Pgn),
        (b"1. 5254 5755 2. 7163 1-0", Format::Pgn),
        (b"1. P to K4 P to K4 2. Kt to KB3", Format::Pgn),
        ("手合割：平手\n先手：甲\n*初めに\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:12/00:00:12)+\n*一\n*二\n&印\n   2 投了\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n".as_bytes(), Format::Kif),
        ("   1 ７六歩(77)\n   2 ３四歩".as_bytes(), Format::Kif),
        (b"V2.2\nN+a\n$EVENT:b\nPI\n+\n+7776FU\nT12\n'*x\n%TORYO\n", Format::Csa),
        (b"{\"header\":{\"\\u5148\\u624b\":\"a\\nb\",\"n\":3},\"moves\":[{\"comments\":[\"a\\\"b\",\"\\u0041\"]},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"color\":0,\"piece\":\"FU\"},\"forks\":[[{\"special\":\"TORYO\"}]]}]}", Format::Jkf),
        (b"[Sente \"a\"]\n\n1. P-7f {[%emt 0:00:01]} P-3d!? ($5 1... P-8d Resigns) 2. Zz Foul\n", Format::Psn),
    ];
    for (bytes, format) in games {
        assert_eq!(comes_back(&bytes.escape_ascii().to_string(), bytes, format, &mut tools), 1);
    }
}

fn read(text: &[u8]) -> Record {
    let mut record = Record::default();
    assert_eq!(json::read_record(text, 0, true, &mut record), ReadOutcome::Game(text.len()));
    record
}

#[test]
fn members_in_any_order_and_by_hand() {
    let text = br#"{"items":[{"san":"e4","move":"e4","x":[1]},{"comment":"a\n\u00e9"},{"result":"*"}],"tags":[["White","W"]],"format":"pgn","type":"record","v":1,"more":{"a":[{}]}}"#;
    let record = read(text);
    let bytes = record.text(text);
    let items: Vec<_> = record.items.iter().map(|item| (item.kind, item.span.of(bytes))).collect();
    assert_eq!(
        items,
        [(ItemKind::Move, &b"e4"[..]), (ItemKind::Comment, "{a\né}".as_bytes()), (ItemKind::Result, b"*")]
    );
    assert_eq!(record.value(bytes, "White"), Some(&b"W"[..]));
    assert_eq!(record.format, Format::Pgn);
    // Places are those of the line.
    let place = record.place(record.items[0].span);
    assert_eq!(place.of(text), b"e4");
    assert_eq!(record.place(record.tags[0].value).of(text), b"W");
}

#[test]
fn what_is_no_record_is_junk() {
    for text in [
        &b"{"[..],
        b"[]",
        b"nothing",
        br#"{"v":1}"#,
        br#"{"v":2,"type":"record","format":"pgn"}"#,
        br#"{"v":1,"type":"game","format":"pgn"}"#,
        br#"{"v":1,"type":"record","format":"xyz"}"#,
        br#"{"v":1,"type":"record","format":"pgn","items":[}"#,
        b"{\"v\":1,\"type\":\"record\",\"format\":\"pgn\",\"items\":[{\"move\":\"\xff\"}]}",
        br#"{"v":1,"type":"record","format":"pgn"} x"#,
    ] {
        let record = read(text);
        assert_eq!((record.items.len(), record.items[0].kind), (1, ItemKind::Junk), "{}", text.escape_ascii());
        assert_eq!((record.format, record.notes.len()), (Format::Json, 1));
        assert_eq!(comes_back("junk", text, Format::Json, &mut Tools::new()), 1);
    }
    // Parts of an unexpected shape are junk, the rest stays.
    let record = read(br#"{"v":1,"type":"record","format":"pgn","items":[7,{"move":"e4"},{"what":"x"},[],{"close":")"}],"tags":[["a"],3],"notes":[{"code":"Q"}],"headings":[["x","y"]]}"#);
    assert_eq!(record.items.iter().filter(|item| item.kind == ItemKind::Move).count(), 1);
    assert_eq!(record.items.iter().filter(|item| item.kind == ItemKind::Junk).count(), 8);
}

/// Every cut and many mutants of a line are read without a panic, and again as JSON come back.
#[test]
fn cuts_and_mutants() {
    let mut tools = Tools::new();
    let game = b"[Event \"x\"]\n\n1. e4 {a} (1. d4 (1. c4) d5) e5 2. Nf3 Zz $3 *";
    let mut record = Record::default();
    formats::read_record(Format::Pgn, game, 0, true, &mut record);
    let line = tools.all(game, true, &record).0;
    let mut record = Record::default();
    let mut seed: u64 = 7;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    for round in 0..20_000 {
        let mut text = line.clone();
        if round < line.len() {
            text.truncate(round);
        } else {
            for _ in 0..=next(3) {
                let at = next(text.len());
                match next(3) {
                    0 => text[at] = b"{}[]\",:\\u0d19a"[next(14)],
                    1 => text[at] = next(256) as u8,
                    _ => drop(text.remove(at)),
                }
            }
        }
        let mut at = 0;
        while let ReadOutcome::Game(end) = json::read_record(&text, at, true, &mut record) {
            assert!(end > at);
            let bytes = record.text(&text).to_vec();
            for item in &record.items {
                assert!(item.span.to as usize <= bytes.len() && item.span.from <= item.span.to);
                assert!((item.line as usize) < record.lines.len());
                let place = record.place(item.span);
                assert!(place.to as usize <= end, "{place:?} {}", text.len());
            }
            let spans = record.tags.iter().map(|tag| tag.span).chain(record.notes.iter().map(|note| note.span));
            assert!(spans.chain([record.span]).all(|span| record.place(span).to as usize <= end));
            if record.format != Format::Json || !record.decoded.is_empty() {
                let (again, ..) = tools.all(&bytes, true, &record);
                let mut second = Record::default();
                json::read_record(&again, 0, true, &mut second);
                let own = second.text(&again).to_vec();
                assert_eq!(contents(&bytes, &record), contents(&own, &second), "{}", text.escape_ascii());
            }
            at = end;
        }
    }
}

#[test]
fn deep_and_long_lines_take_linear_time() {
    let head = r#"{"v":1,"type":"record","format":"pgn","items":["#;
    let time = |count: usize, item: &str| {
        let text = format!("{head}{{\"move\":\"e4\"}}{}]}}", format!(",{item}").repeat(count));
        let start = Instant::now();
        let record = read(text.as_bytes());
        (start.elapsed().as_secs_f64(), record)
    };
    for item in [r#"{"open":"("}"#, r#"{"close":")"}"#, "[[[[", r#"{"comment":"\ud800\n"}"#, "{}"] {
        let (once, record) = time(20_000, item);
        let (more, _) = time(200_000, item);
        println!("{item}: {once:.3} s, ten times as many {more:.3} s, {} items", record.items.len());
        assert!(more < once * 40.0 + 0.5, "{item}");
        assert!(record.lines.len() <= 1001);
    }
    let (_, record) = time(5_000, r#"{"open":"("}"#);
    let text = record.decoded.bytes().unwrap().to_vec();
    Tools::new().all(&text, true, &record);
    // Nested values that nobody reads.
    let deep = format!("{head}{}{}]}}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    read(deep.as_bytes());
    let notes = format!(r#"{head}],"notes":[{}{{}}]}}"#, r#"{"code":"S015","in":["items",0,0,9]},"#.repeat(100_000));
    read(notes.as_bytes());
}

#[test]
fn one_record_a_line() {
    let one = r#"{"v":1,"type":"record","format":"pgn","items":[{"move":"e4"}]}"#;
    let text = format!("\u{feff}{one}\r\n\n{one}\n{one}");
    let mut record = Record::default();
    let (mut at, mut count) = (0, 0);
    while let ReadOutcome::Game(end) = json::read_record(text.as_bytes(), at, true, &mut record) {
        assert_eq!(record.items.len(), 1);
        (at, count) = (end, count + 1);
    }
    assert_eq!((count, at), (3, text.len()));
    assert_eq!(json::read_record(one.as_bytes(), 0, false, &mut record), ReadOutcome::Incomplete);
    assert_eq!(json::read_record(b" \n", 0, true, &mut record), ReadOutcome::End);
    assert_eq!(json::cut(text.as_bytes()), Some(text.len() - one.len()));
    assert_eq!(record.movetext, Movetext::Algebraic);
}

/// Records one after the other as JSON.
fn lines_of(bytes: &[u8], format: Format, tools: &mut Tools) -> Vec<u8> {
    let mut record = Record::default();
    let (mut at, mut out) = (0, Vec::new());
    while let ReadOutcome::Game(end) = formats::read_record(format, bytes, at, true, &mut record) {
        let text = Text { bytes: record.text(bytes), encoding: encoding_of(bytes, &record), last: true };
        tools.replayer.replay_to(text, &record, false, &mut tools.json);
        tools.replayer.collector.findings.clear();
        tools.json.finish(text, &record, &mut out);
        at = end;
    }
    out
}

#[test]
fn how_fast_it_is() {
    let path = real("chess/real.pgn.zst");
    let bytes = zstd::decode_all(fs::File::open(path).unwrap()).unwrap();
    let mut tools = Tools::new();
    let start = Instant::now();
    let lines = lines_of(&bytes, Format::Pgn, &mut tools);
    let written = start.elapsed().as_secs_f64();
    let mut record = Record::default();
    let (mut at, mut count) = (0, 0);
    let start = Instant::now();
    while let ReadOutcome::Game(end) = json::read_record(&lines, at, true, &mut record) {
        (at, count) = (end, count + 1);
    }
    let read = start.elapsed().as_secs_f64();
    let mb = |bytes: &[u8]| bytes.len() as f64 / 1e6;
    println!(
        "{count} games: {:.1} MB of PGN replayed and written as {:.1} MB in {written:.2} s, read in {read:.2} s ({:.0} MB/s)",
        mb(&bytes),
        mb(&lines),
        mb(&lines) / read
    );
}

/// What stands first in a record has its place there, also where its opening sign is ours.
#[test]
fn places_lie_in_their_own_record() {
    let tags = r#"{"v":1,"type":"record","format":"pgn","tags":[["White","W"],["Event","E"]],"items":[{"move":"e4"},{"result":"*"}]}"#;
    let comment = r#"{"v":1,"type":"record","format":"pgn","items":[{"comment":"W"},{"move":"e4"},{"result":"*"}]}"#;
    let signed =
        r#"{"v":1,"type":"record","format":"pgn","tags":[["White","W","[ "," \"","\"]"]],"items":[{"move":"e4"}]}"#;
    let japanese = "{\"v\":1,\"type\":\"record\",\"format\":\"kif\",\"tags\":[[\"先手\",\"甲\"]],\"items\":[{\"move\":\"７六歩(77)\"}]}";
    let nothing = r#"{"v":1,"type":"record","format":"pgn"}"#;
    let all = [
        (tags, r#"["White","W"]"#),
        (comment, r#""W""#),
        (signed, r#"[ "," \"","\"]"#),
        (japanese, "先手\",\"甲"),
        (tags, r#"["White","W"]"#),
        (nothing, "{"),
    ];
    let text = all.map(|(line, _)| line).join("\n");
    let mut record = Record::default();
    let mut at = 0;
    for (line, first) in all {
        let start = at;
        let ReadOutcome::Game(end) = json::read_record(text.as_bytes(), at, true, &mut record) else {
            panic!("{line}")
        };
        let tags = record.tags.iter().map(|tag| tag.span);
        let spans: Vec<Span> = tags.chain(record.items.iter().map(|item| item.span)).chain([record.span]).collect();
        for span in &spans {
            let place = record.place(*span);
            assert!(place.from as usize >= start && place.to as usize <= end, "{line}: {place:?}, {start}..{end}");
        }
        let shown = record.place(spans[0]).of(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(shown), first, "{line}");
        at = end;
    }
}
