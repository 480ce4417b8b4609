//! Cutting archives: whatever the size of the slices, the number of threads and the
//! compression, the output is the same, and every byte belongs to something.

use crate::common;
use std::fs;
use std::io::Write;

use crate::archive_support::{Member, WORDS, member, zip};
use crate::common::{Game, feed, run_in};
use crate::own_games::real;
use partie_input::{CHUNK, Guess};
use partie_notation::{ReadOutcome, pgn};
use partie_record::span::Span;
use partie_record::{Encoding, Record};
use partie_replay::Options;

/// What still depends on where the file was cut, or is wrong, with the reason; left out of comparisons.
const EXCEPTIONS: &[(&str, &str)] =
    &[("text", "text after the last game is not told where it comes in a slice of its own")];

fn excepted(name: &str) -> bool {
    EXCEPTIONS.iter().any(|(excepted, _)| *excepted == name)
}

fn tags(event: &str) -> String {
    format!("[Event \"{event}\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n")
}

/// Games in every state that is found in files, in an order that sets traps for a cutter.
fn parts() -> Vec<Vec<u8>> {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
    let head = tags("plain");
    let text = |text: String| text.into_bytes();
    vec![
        text(format!("{head}\n{moves} *\n\n")),
        text("[Event \"blank\"]\n\n[Site \"lines\"]\n\n\n[Result \"*\"]\n\n1. d4 d5 *\n\n".to_owned()),
        text(format!("{head}\n1. e4 {{in a comment\n[Event \"no game\"]\n[Site \"x\"]\n1. d4 *\n}} e5 2. Nf3 *\n\n")),
        text(format!("{head}\n1. e4 {{in a comment\n\n[Event \"no game\"]\n\n1. d4 *\n}} e5 2. Nf3 *\n\n")),
        text(format!("{head}\n1. e4 {{never closed e5 2. Nf3 *\n\n")),
        text(format!("{head}\n1. e4 ; a {{ to the end of the line\ne5 ; [Event \"no\"]\n2. Nf3 *\n\n")),
        text(format!("{head}\n1. e4 (1. d4 d5 (1... Nf6 2. c4 e5 2. Nf3 *\n\n")),
        text(format!("{head}\n1. e4 (1. d4 {{ ) }} d5 (1... Nf6)) e5\n\n2. Nf3 {{blank line above}} *\n\n")),
        text(format!("{head}\n{moves} *\n\n").replace('\n', "\r\n")),
        text(format!("{head}\n1. e4 {{a\n\n[Event \"no\"]\n}} e5 *\n\n").replace('\n', "\r\n")),
        text(format!("{head}\n{moves} *\n\n").replace('\n', "\r")),
        text("1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n1. c4 0-1\n".to_owned()),
        text(format!("1. b3 *{head}\n1. f4 1-0[Event \"glued\"]\n[Result \"1-0\"]\n\n1. g3 g6 1-0\n{head}\n*\n")),
        format!("{head}[Annotator \"Réti\"]\n\n1. e4 {{ť – ♘}} e5 *\n\n").into_bytes(),
        [head.as_bytes(), b"[Annotator \"R\xe9ti, M\xfcller\"]\n\n1. e4 {caf\xe9} e5 *\n\n"].concat(),
        text(format!("\n\n  \n% an escape line\n{head}\n1. e4 e5 2. Ke3 Ke7 *\n\nsome words of text\n\n")),
        text(format!("{head}\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 $1 !? e5 +- $300 1-0 2. d4\n\n")),
        text(format!("{head}\n")),
        text(format!(
            "{head}[Annotator \"A line\nend\"]\n[Broken\n[Event \"\"]\n\n{moves} 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5\n7. Bb3 d5 8. dxe5 Be6 9. c3 (9. Nbd2 Nc5 10. c3 d4 {{a {{nested}} brace}}) (9. Qe2) 9... Bc5 10. Nbd2 O-O\n11. Bc2 Nxf2 12. Rxf2 f6 13. exf6 Bxf2+ 14. Kxf2 Qxf6 15. Nf1 Ne5 16. Be3 Rae8 *\n\n"
        )),
        text(format!(
            "{head}\n1. e4 {{[%clk 0:05:00]}} e5 {{[%clk 0:05:00] [%eval 0.2]}} 2. Nf3 {{[Event \"x\"]}} Nc6 3. a3 a3 *\n\n\n\n"
        )),
        text(format!(
            "{head}[Variant \"Atomic\"]\n\n1. e4 e5 2. Qh5 *\n\n{head}\n1. e4 ) ) e5 ( 2. Nf3 }} Nc6 <x> *\n\n"
        )),
        text(format!("{head}[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O {{to the end")),
    ]
}

/// The end of the part that has text after its game.
const TEXT: &[u8] = b"some words of text\n\n";

fn nasty() -> Vec<u8> {
    parts().concat()
}

/// Each trap last in the file, where nothing closes it, and all of them in turn.
fn rotations() -> Vec<Vec<u8>> {
    let parts = parts();
    (0..parts.len()).map(|first| [&parts[first..], &parts[..first]].concat().concat()).collect()
}

fn through(bytes: &[u8], jobs: usize, chunk: usize) -> Vec<Game> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let mut games = Vec::new();
    common::run(file.path(), jobs, chunk, &Options::default(), |game| games.push(game));
    games
}

fn compare_games(bytes: &[u8], wanted: &[Game], seen: &[Game], what: &str) {
    let follows = |last: &Game| pgn::read_record(bytes, last.to as usize, true, &mut Record::default());
    let text = seen.last().is_some_and(|last| matches!(follows(last), ReadOutcome::Text(_)));
    let out = |games: &[Game]| -> String {
        // The last game is compared up to the text.
        let last = games.len() - usize::from(excepted("text") && text);
        let told =
            |game: &Game| format!("{:?} {}\n", (game.from, game.line, game.replayed.status), game.replayed.plies);
        games[..last].iter().map(Game::text).chain(games[last..].iter().map(told)).collect()
    };
    compare(&out(wanted), &out(seen), what);
}

fn compare(wanted: &str, seen: &str, what: &str) {
    if let Some((line, (a, b))) = wanted.lines().zip(seen.lines()).enumerate().find(|(_, (a, b))| a != b) {
        panic!("{what}: line {}\n  {a}\n  {b}", line + 1);
    }
    assert_eq!(wanted.lines().count(), seen.lines().count(), "{what}: one is longer");
}

#[test]
fn every_size_of_slice_gives_the_same() {
    let bytes = nasty();
    assert!(bytes.len() > 3000);
    let wanted = through(&bytes, 1, CHUNK);
    assert!(wanted.iter().map(|game| game.text().lines().count()).sum::<usize>() > 40);
    for chunk in 1..=200 {
        compare_games(&bytes, &wanted, &through(&bytes, 1, chunk), &format!("slices of {chunk}"));
    }
    for chunk in [1, 30, 333, 1500, 2500] {
        compare_games(&bytes, &wanted, &through(&bytes, 3, chunk), &format!("slices of {chunk}, three threads"));
    }
}

#[test]
fn every_order_of_traps_gives_the_same() {
    for (first, bytes) in rotations().into_iter().enumerate() {
        let wanted = through(&bytes, 1, CHUNK);
        for chunk in [1, 9, 17, 40, 64, 111, 150, 700, 1900] {
            compare_games(
                &bytes,
                &wanted,
                &through(&bytes, 1, chunk),
                &format!("from part {first}, slices of {chunk}"),
            );
        }
    }
}

#[test]
fn every_beginning_of_a_file_gives_the_same() {
    let bytes = nasty();
    for end in (1..bytes.len()).step_by(7) {
        let wanted = through(&bytes[..end], 1, CHUNK);
        for chunk in [1, 50] {
            compare_games(
                &bytes[..end],
                &wanted,
                &through(&bytes[..end], 1, chunk),
                &format!("the first {end} bytes, slices of {chunk}"),
            );
        }
    }
}

#[test]
fn the_command_prints_the_same_for_any_cut_and_any_number_of_threads() {
    let bytes = nasty().repeat(40);
    let ignored: Vec<&str> = ["S005", "S006"].into_iter().filter(|code| excepted(code)).collect();
    let ignored = ignored.join(",");
    let forms: [&[&str]; 2] =
        [&["--format", "concise", "--fail-on", "info"], &["--format", "jsonl", "--games", "--moves"]];
    for form in forms {
        let run = |more: &[&str]| {
            let mut arguments = [&["validate", "-q", "--max-findings", "0"], form, more, &["-"]].concat();
            if !ignored.is_empty() {
                arguments.extend(["--ignore", &ignored]);
            }
            let output = feed(&arguments, &bytes);
            assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("UTF-8 whatever goes in")
        };
        let wanted = run(&["-j", "1"]);
        assert!(wanted.lines().count() > 1000);
        compare(&wanted, &run(&[]), "as many threads as there are processors");
        for jobs in ["2", "3"] {
            compare(&wanted, &run(&["-j", jobs]), &format!("{jobs} threads"));
        }
        for (jobs, chunk) in [("1", "1"), ("2", "7"), ("1", "64"), ("3", "64"), ("2", "1000"), ("3", "65536")] {
            compare(&wanted, &run(&["-j", jobs, "--chunk", chunk]), &format!("{jobs} threads, slices of {chunk}"));
        }
    }
}

/// The smallest records that show the exceptions; one that is mended must be taken off the list.
#[test]
fn exceptions_are_still_needed() {
    let tags = "[Event \"a\"]\n[Result \"*\"]\n\n";
    let good = format!("{tags}1. d4 *\n\n").into_bytes();
    let cases: [(&str, Vec<u8>); 4] = [
        (
            "S005",
            [b"[Result \"*\"]\n\n1. e5 {\xe9} *\n\n[Result \"*\"]\n\n1. e4 {", "é".as_bytes(), b"} *\n\n", &good]
                .concat(),
        ),
        ("S006", format!("{tags}1. e5 *\n\n{}", format!("{tags}1. e4 *\n\n").replace('\n', "\r")).into_bytes()),
        ("text", [&good[..], TEXT].concat()),
        ("S014", [tags.as_bytes(), b"1. e4 zzz\n\n", &good].concat()),
    ];
    for (name, bytes) in cases {
        // The format is looked for in more bytes than these.
        let form = ["validate", "-q", "--from", "pgn", "--format", "jsonl", "-j1", "--chunk"];
        let run = |chunk| feed(&[&form[..], &[chunk, "-"]].concat(), &bytes).stdout;
        let depends = ["1", "20", "40"].iter().any(|chunk| run(chunk) != run("65536"));
        assert_eq!(depends, excepted(name), "{name}: does the output depend on the cut? is it an exception?");
    }
    let mut record = Record::default();
    pgn::read_record(b"[Site \"\"a long value\" ], *", 0, true, &mut record);
    let overlap = record.items.first().is_some_and(|item| item.span.from < record.tags[0].span.to);
    assert_eq!(overlap, excepted("H003"), "does the tag overlap what follows? is it an exception?");
}

#[test]
fn compressed_files_are_read_to_their_last_part() {
    let bytes = nasty().repeat(3);
    let (first, second) = bytes.split_at(bytes.len() / 3);
    let gzip = |bytes: &[u8]| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let bzip2 = |bytes: &[u8]| {
        let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let xz = |bytes: &[u8]| {
        let mut packer = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(1)).unwrap();
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).unwrap();
    let skippable = b"\x53\x2a\x4d\x18\x04\0\0\0what".to_vec();
    let packed = [
        ("gzip", gzip(&bytes)),
        ("gzip of two members", [gzip(first), gzip(second)].concat()),
        ("bzip2", bzip2(&bytes)),
        ("bzip2 of two streams", [bzip2(first), bzip2(second)].concat()),
        ("xz", xz(&bytes)),
        ("xz of two streams", [xz(first), xz(second)].concat()),
        ("zstd", zstd(&bytes)),
        ("zstd of two frames", [zstd(first), skippable.clone(), zstd(second)].concat()),
        ("zstd behind a skippable frame", [skippable, zstd(&bytes)].concat()),
        ("zstd of an empty and a full frame", [zstd(b""), zstd(&bytes)].concat()),
    ];
    let arguments = ["validate", "--format", "jsonl", "--games", "-"];
    let wanted = String::from_utf8(feed(&arguments, &bytes).stdout).unwrap();
    for (name, packed) in packed {
        compare(&wanted, &String::from_utf8(feed(&arguments, &packed).stdout).unwrap(), name);
    }
    // A file that breaks off is judged as far as it goes, and said to be broken.
    for torn in [gzip(&bytes), xz(&bytes)] {
        let output = feed(&arguments, &torn[..torn.len() / 2]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("error[X001]"));
        assert!(output.stdout.len() > 1000 || torn.starts_with(b"\xfd7z"));
    }
}

/// What is neither tag nor item nor text before a game must be white space.
fn covered(bytes: &[u8], name: &str) {
    let mut record = Record::default();
    let mut at = 0;
    loop {
        match pgn::read_record(bytes, at, true, &mut record) {
            ReadOutcome::Game(end) => {
                assert!(end > at && end <= bytes.len(), "{name}: a record from {at} to {end}");
                assert_eq!((record.span.from as usize, record.span.to as usize), (at, end), "{name}");
                whole(bytes, &record, name);
                at = end;
            }
            ReadOutcome::Text(end) => {
                assert_eq!(end, bytes.len(), "{name}: text goes to the end");
                return;
            }
            ReadOutcome::End => {
                assert!(
                    bytes[at..].iter().all(|byte| byte.is_ascii_whitespace() || *byte >= 0xbb),
                    "{name}: from {at}"
                );
                return;
            }
            ReadOutcome::Incomplete => panic!("{name}: unfinished at {at} in the last part of a file"),
        }
    }
}

fn whole(bytes: &[u8], record: &Record, name: &str) {
    let malformed = |span: &Span| record.notes.iter().any(|note| note.code.as_str() == "H003" && note.span == *span);
    let first = |from: u32| record.items.iter().map(|item| item.span.from).find(|at| *at > from);
    let tags = record.tags.iter().map(|tag| match first(tag.span.from) {
        Some(item) if excepted("H003") && malformed(&tag.span) => Span { to: tag.span.to.min(item), ..tag.span },
        _ => tag.span,
    });
    let mut spans: Vec<Span> = tags.chain(record.items.iter().map(|item| item.span)).collect();
    // Escape lines may stand between tags.
    spans.sort();
    assert!(record.items.is_sorted_by_key(|item| item.span) && record.tags.is_sorted_by_key(|tag| tag.span), "{name}");
    let end = record.notes.iter().filter(|note| matches!(note.code.as_str(), "S015" | "H003" | "S006" | "N030"));
    let noted: Vec<Span> = end.map(|note| note.span).collect();
    let mut at = record.span.from;
    for span in spans.iter().copied().chain([Span { from: record.span.to, to: record.span.to }]) {
        assert!(span.from >= at && span.to <= record.span.to, "{name}: {span:?} stands before byte {at}, or outside");
        for place in at..span.from {
            let byte = bytes[place as usize];
            let known = byte.is_ascii_whitespace() || byte == 0x0b;
            if !known && !noted.iter().any(|note| note.from <= place && place < note.to) {
                let near = String::from_utf8_lossy(&bytes[place as usize..(place as usize + 30).min(bytes.len())]);
                panic!("{name}: byte {place} {byte:#04x} belongs to nothing: {near:?}");
            }
        }
        at = span.to;
    }
}

#[test]
fn every_byte_belongs_to_something() {
    covered(&nasty(), "nasty");
    rotations().iter().for_each(|bytes| covered(bytes, "rotated"));
    for folder in ["chess/annotated", "chess/messy", "chess/faults"] {
        for entry in fs::read_dir(real(folder)).unwrap() {
            let path = entry.unwrap().path();
            covered(&fs::read(&path).unwrap(), &path.display().to_string());
        }
    }
}

/// Words of a language as headers of games, until they hold so many letters beside ASCII.
fn headers(words: &[&str], letters: usize, mut pick: impl FnMut(usize) -> usize) -> String {
    let mut text = String::new();
    let mut seen = 0;
    while seen < letters {
        let (white, site) = (words[pick(words.len())], words[pick(words.len())]);
        seen += [white, site].iter().flat_map(|word| word.chars()).filter(|letter| !letter.is_ascii()).count();
        text.push_str(&format!("[Event \"?\"]\n[Site \"{site}\"]\n[White \"{white}\"]\n[Result \"*\"]\n\n1. e4 *\n\n"));
    }
    text
}

/// From ten letters on the right encoding is the likeliest in every language, and from three on hardly any other is taken.
#[test]
fn a_code_page_is_known_by_the_words() {
    let mut state = 12_345_u64;
    let mut pick = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let (mut few, mut unknown, mut wrong) = (0, 0, 0);
    for (language, central, words) in WORDS {
        let (right, other) = match central {
            true => (encoding_rs::WINDOWS_1250, encoding_rs::WINDOWS_1252),
            false => (encoding_rs::WINDOWS_1252, encoding_rs::WINDOWS_1250),
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        for letters in [3, 10, 100] {
            for _ in 0..200 {
                let text = headers(&words, letters, &mut pick);
                let (bytes, _, missing) = right.encode(&text);
                assert!(!missing, "{language}: {text}");
                let seen = Guess::of(&bytes);
                let named = |name: &str| Encoding::find(name).unwrap();
                // Most letters of German are the same in both.
                let same = other.decode_without_bom_handling(&bytes).0 == text;
                let is_likely = same || seen.likely == named(right.name()) || seen.likely.decode(&bytes) == text;
                assert!(is_likely || letters < 10, "{language}, {letters} letters: {text}");
                few += u32::from(letters < 10);
                unknown += u32::from(seen.encoding == Encoding::Unknown);
                wrong += u32::from(!is_likely && seen.encoding != Encoding::Unknown);
            }
        }
    }
    assert!(wrong * 300 < few && unknown * 20 < few, "{wrong} wrong, {unknown} unknown of {few} with three letters");
}

/// What was found of a text in some encoding: the codes, and the names as they are written anew.
fn guessed(bytes: &[u8], more: &[&str]) -> (Vec<String>, String) {
    let found = feed(&[&["validate", "-q", "--format", "jsonl", "--select", "S005,S008", "-"], more].concat(), bytes);
    let found = String::from_utf8(found.stdout).unwrap();
    let codes = found.lines().filter_map(|line| line.split("\"code\":\"").nth(1)).map(|rest| rest[..4].to_owned());
    let input = if more.is_empty() { &[][..] } else { &["--from-encoding", more[1]] };
    let output = feed(&[&["convert", "--to", "pgn", "-"], input].concat(), bytes);
    let said = String::from_utf8_lossy(&output.stderr).matches("S008").count();
    let codes: Vec<String> = codes.collect();
    assert_eq!(said, codes.iter().filter(|code| *code == "S008").count(), "convert says it as often");
    (codes, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_encoding_is_one_of_the_file() {
    let game = |name: &[u8]| [b"[Event \"x\"]\n[White \"", name, b"\"]\n[Result \"*\"]\n\n1. e4 *\n\n"].concat();
    let (codes, text) = guessed(&game(b"S\xf8rensen, J\xf8rgen"), &[]);
    assert!(codes == ["S008"] && text.contains("Sørensen, Jørgen"), "{codes:?} {text}");
    let danish = [
        game(b"S\xf8rensen, J\xf8rgen"),
        game(b"Andr\xe9, H\xe9l\xe8ne"),
        // By itself it would be Czech.
        game(b"Dvo\xf8\xe1k"),
    ];
    let (codes, text) = guessed(&danish.concat(), &[]);
    assert!(codes == ["S008"] && text.contains("Hélène") && text.contains("Dvoøák"), "{codes:?} {text}");
    let (codes, text) = guessed(&danish[2], &[]);
    assert!(codes == ["S008"] && text.contains("Dvořák"), "{codes:?} {text}");
    let (codes, text) = guessed(&danish[2], &["--from-encoding", "windows-1252"]);
    assert!(codes.is_empty() && text.contains("Dvoøák"), "{codes:?} {text}");
    // A game that cannot be in the file's encoding is in the other one: 0x8d is no byte of Windows-1252.
    let (codes, text) = guessed(&[danish.concat(), game(b"Ka\x8dik")].concat(), &[]);
    assert!(codes == ["S008", "S005"] && text.contains("KaŤik"), "{codes:?} {text}");
    // UTF-8 needs no guess.
    let (codes, text) = guessed(&[game("Kříž".as_bytes()), game(b"Kriz")].concat(), &[]);
    assert!(codes.is_empty() && text.contains("Kříž"), "{codes:?} {text}");
    let (codes, text) = guessed(&[game("Kříž".as_bytes()), game(b"S\xf8rensen")].concat(), &[]);
    assert!(codes.contains(&"S005".to_owned()) && text.contains("Sørensen") && text.contains("Kříž"), "{codes:?}");
    // What is UTF-8 says nothing of the rest.
    let western = [game(b"Andr\xe9, H\xe9l\xe8ne"), game("Müller".as_bytes()), game("Muñoz".as_bytes())].concat();
    let (_, text) = guessed(&[western.clone(), western].concat(), &[]);
    assert!(text.contains("Hélène") && text.contains("Müller") && text.contains("Muñoz"), "{text}");
    // Nothing is guessed where both say the same.
    let (codes, text) = guessed(&game(b"M\xfcller"), &[]);
    assert!(codes.is_empty() && text.contains("Müller"), "{codes:?} {text}");
    // A game that is the same text in both does not hide the next one, wherever the slices end.
    let (codes, text) = guessed(&[game(b"M\xfcller"), game(b"S\xf8rensen")].concat(), &[]);
    assert!(codes == ["S008"] && text.contains("Sørensen"), "{codes:?} {text}");
    // The sign would be none behind a letter: the file may be older than both.
    assert_eq!(guessed(&game(b"Mal\x84r, Ren\x82"), &[]).0, ["S008"]);
    for (bytes, name) in [
        (&b"\xd8ystein"[..], "Øystein"),
        (b"H\xf8yer", "Høyer"),
        (b"\xd5im, T\xf5nu", "Õim, Tõnu"),
        (b"Cz\xeastochowa, \xa3\xf3d\x9f", "Częstochowa, Łódź"),
        (b"Dvo\xf8\xe1k, v Brn\xec", "Dvořák, v Brně"),
    ] {
        assert!(guessed(&game(bytes), &[]).1.contains(name), "{name}");
    }
}

/// Wherever the first letter stands, and whether the file is read from a pipe, a file, in tasks or in an archive.
#[test]
fn the_encoding_does_not_depend_on_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = |name: &[u8]| [b"[Event \"x\"]\n[White \"", name, b"\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"].concat();
    let plain = game(b"Kriz");
    let names: [&[u8]; 4] = [b"N\xe6stved", b"Dvo\xf8\xe1k", b"S\xf8rensen", b"J\xf8rgen"];
    let tail: Vec<u8> = names.iter().flat_map(|name| [game(name), plain.repeat(2000)].concat()).collect();
    for before in [0, 3, 5000, 5001] {
        // The last one begins with letters of three bytes that are cut anywhere.
        let comment = if before == 5001 { format!("{{{}}}\n", "中".repeat(250_000)) } else { String::new() };
        let bytes = [comment.as_bytes(), &plain.repeat(before % 5001), &tail].concat();
        fs::write(path.join("a.pgn"), &bytes).unwrap();
        fs::write(path.join("a.zip"), zip(&[member("a.pgn", &bytes)])).unwrap();
        fs::write(path.join("a.pgn.zst"), zstd::encode_all(&bytes[..], 1).unwrap()).unwrap();
        let convert = |more: &[&str], name: &str| {
            let (code, text, stderr) = run_in(&[&["convert", "--to", "pgn", "-q", name], more].concat(), path);
            assert!(code == Some(0) && stderr.matches("S008").count() == 1, "{stderr}");
            text
        };
        let wanted = convert(&["-j", "1"], "a.pgn");
        assert!(wanted.contains("Næstved") && wanted.contains("Sørensen") && wanted.contains("Dvoøák"));
        for (chunk, jobs) in [("1", "1"), ("100", "2"), ("5000", "3"), ("300000", "1")] {
            for name in ["a.pgn", "a.zip", "a.pgn.zst"] {
                assert!(convert(&["-j", jobs, "--chunk", chunk], name) == wanted, "{name}, slices of {chunk}");
            }
            let piped = feed(&["convert", "--to", "pgn", "-q", "-j", jobs, "--chunk", chunk, "-"], &bytes);
            assert!(String::from_utf8(piped.stdout).unwrap() == wanted, "piped, slices of {chunk}");
        }
        for size in ["1000", "40000", "10000000"] {
            let out = format!("out-{before}-{size}");
            let arguments = ["analyze", "a.pgn", "-q", "--format", "csv", "--task-size", size, "-o", &out];
            assert_eq!(run_in(&arguments, path).0, Some(0));
            let mut rows = 0;
            let mut folders = vec![path.join(&out).join("games")];
            while let Some(folder) = folders.pop() {
                for entry in fs::read_dir(folder).unwrap() {
                    let entry = entry.unwrap().path();
                    if entry.is_dir() {
                        folders.push(entry);
                        continue;
                    }
                    rows += fs::read_to_string(entry).unwrap().matches("Dvoøák").count();
                }
            }
            assert_eq!(rows, 1, "tasks of {size}");
        }
    }
}

#[test]
fn members_of_an_archive_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = tags("club") + "\n1. e4 e5 2. Ke3 *\n\n";
    let packed = zstd::encode_all(game.as_bytes(), 1).unwrap();
    let many: Vec<String> = (0..500).map(|number| format!("many/{number}.pgn")).collect();
    let mut members = vec![
        member("b.pgn", game.as_bytes()),
        member("sub/", b""),
        member("sub/notes.txt", b"1. Opening of the meeting\n2. Vote\n"),
        member("sub/c.pgn.zst", &packed),
        Member { method: 0, ..member("../../up.pgn", game.as_bytes()) },
        Member { method: 93, ..member("/root\x1b[31m.pgn", game.as_bytes()) },
    ];
    fs::write(path.join("a.zip"), zip(&members)).unwrap();
    members.extend(many.iter().map(|name| member(name, game.as_bytes())));
    fs::write(path.join("many.zip"), zip(&members)).unwrap();
    let (code, stdout, stderr) = run_in(&["validate", "--format", "concise", "--select", "L", "a.zip"], path);
    assert!(code == Some(1) && stderr.contains("4 games, 8 plies"), "{stderr}");
    for line in ["a.zip/b.pgn:8:", "a.zip/sub/c.pgn.zst:8:", "a.zip/../../up.pgn:8:", "a.zip//root<U+001B>[31m.pgn:8:"]
    {
        assert_eq!(stdout.lines().filter(|seen| seen.starts_with(line)).count(), 1, "{line}: {stdout}");
    }
    let (_, _, stderr) = run_in(&["validate", "-j", "3", "many.zip"], path);
    assert!(stderr.contains("504 games, 1,008 plies"), "{stderr}");
    // Names that lead elsewhere lead nowhere.
    let (code, _, stderr) = run_in(&["convert", "--to", "uci", "--out-dir", "in/out", "a.zip"], path);
    assert_eq!(code, Some(1), "{stderr}");
    for name in ["in/out/b.uci", "in/out/sub/c.uci", "in/out/up.uci"] {
        assert!(path.join(name).is_file(), "{name}");
    }
    assert!(!path.join("up.uci").exists() && !path.join("in/up.uci").exists());
    // As a task, and beside other files.
    fs::write(path.join("z.pgn"), &game).unwrap();
    let (code, _, stderr) = run_in(&["analyze", "a.zip", "z.pgn", "-o", "out", "--format", "csv"], path);
    assert!(code == Some(1) && stderr.contains("5 games"), "{code:?} {stderr}");
    let (code, _, stderr) = run_in(&["analyze", ".", "-o", "out2"], path);
    assert!(code == Some(1) && stderr.contains("513 games"), "{code:?} {stderr}");
    // A document or a program has the same form; its name says that it is something else.
    fs::create_dir(path.join("docs")).unwrap();
    fs::write(path.join("docs/x.docx"), zip(&members)).unwrap();
    fs::write(path.join("docs/y.pgn"), &game).unwrap();
    assert!(run_in(&["validate", "docs"], path).2.contains("1 game, 2 plies"));
    assert!(run_in(&["validate", "docs/x.docx"], path).2.contains("504 games"));
}

#[test]
fn archives_that_are_damaged_hostile_or_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = tags("club") + "\n1. e4 e5 *\n\n";
    let good = member("good.pgn", game.as_bytes());
    let inner = zip(&[good]);
    let cases: [(&str, Vec<u8>, &str, &str); 8] = [
        (
            "damaged",
            zip(&[Member { damaged: true, ..member("bad.pgn", game.as_bytes()) }, good]),
            "checksum",
            "2 games",
        ),
        ("twice", zip(&[good, good]), "the same name", "1 game"),
        ("encrypted", zip(&[Member { encrypted: true, ..member("e.pgn", b"x") }, good]), "encrypted", "1 game"),
        ("method", zip(&[Member { method: 98, ..member("p.pgn", b"x") }, good]), "method 98", "1 game"),
        ("nested", zip(&[member("in.zip", &inner), good]), "an archive in an archive", "1 game"),
        ("torn", inner[..inner.len() - 30].to_vec(), "cannot read torn.zip", ""),
        ("none", zip(&[]), "no game record in none.zip", ""),
        ("notes", zip(&[member("notes.txt", b"1. First\n2. Then\n")]), "no game record in notes.zip", ""),
    ];
    for (name, bytes, said, games) in cases {
        let name = format!("{name}.zip");
        fs::write(path.join(&name), &bytes).unwrap();
        let (code, _, stderr) = run_in(&["validate", &name], path);
        assert!(code == Some(2) && stderr.contains(said) && stderr.contains(games), "{name}: {code:?} {stderr}");
        let (code, _, stderr) = run_in(&["analyze", &name, "-o", &format!("{name}-out")], path);
        assert!(code == Some(2) && stderr.contains(said), "{name}: {code:?} {stderr}");
    }
    // The list of an archive is at its end.
    let output = feed(&["validate", "-"], &inner);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && stderr.contains("name the file"), "{stderr}");
    // A bomb: each member alone would do, and all of them together.
    let bomb = vec![b' '; 300 << 20];
    let names = ["0.pgn", "1.pgn", "2.pgn", "3.pgn", "4.pgn"];
    let whole = zip(&[member(names[0], &bomb)]);
    drop(bomb);
    fs::write(path.join("bomb.zip"), repeated(&whole, &names)).unwrap();
    let (code, _, stderr) = run_in(&["validate", "bomb.zip"], path);
    assert!(code == Some(2) && stderr.contains("error[B004]"), "{code:?} {stderr}");
}

/// An archive whose list names the same member several times.
fn repeated(archive: &[u8], names: &[&str]) -> Vec<u8> {
    let list = archive.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    let end = archive.windows(4).rposition(|four| four == b"PK\x05\x06").unwrap();
    let mut out = archive[..list].to_vec();
    for name in names {
        let mut entry = archive[list..end].to_vec();
        entry.splice(46..46 + name.len(), name.bytes());
        out.extend(entry);
    }
    let mut tail = archive[end..].to_vec();
    tail[8..12].copy_from_slice(&[[names.len() as u8, 0], [names.len() as u8, 0]].concat());
    tail[12..16].copy_from_slice(&((out.len() - list) as u32).to_le_bytes());
    out.extend(tail);
    out
}
