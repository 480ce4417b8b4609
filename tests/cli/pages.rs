//! The examples of `src/record/pages/findings/`: each page shows a record that has its finding, and the
//! same record put right, which has not and has no error either.

use crate::common;
use partie_record::finding::{CATALOGUE, Code, Severity};

/// Pages whose bad record is not found because of the tool, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Codes of the catalogue that no check gives yet; their pages have no examples.
const TO_COME: &[&str] = &[];

/// What a bad record has beside its fault, because the one brings the other about.
const COMPANY: &[(&str, &[&str])] = &[
    ("L006", &["H015"]),
    ("S005", &["S008"]),
    ("S010", &["R011"]),
    ("S011", &["R011"]),
    ("S014", &["R011"]),
    ("H003", &["H001"]),
    ("L001", &["N020", "N022"]),
    ("L006", &["H015"]),
    ("N031", &["D001", "D002"]),
    ("R012", &["D006"]),
    ("D002", &["D001"]),
    ("D004", &["D003"]),
    ("R014", &["D022"]),
    ("L050", &["L034"]),
    ("R050", &["K003"]),
    ("K011", &["L011"]),
    ("K013", &["L022"]),
    ("K015", &["L003"]),
];

struct Block {
    good: bool,
    rules: Option<String>,
    record: Vec<u8>,
}

/// `\xNN`, `\u{XXXX}`, `\r`, `\n`, `\t`, `\\`; `\{5000*.}` is so many dots.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        let used = match rest.as_bytes().first() {
            Some(b'x') => {
                out.push(u8::from_str_radix(&rest[1..3], 16).expect("two hexadecimal digits"));
                3
            }
            Some(b'u') => {
                let end = rest.find('}').expect("a closing brace");
                let code = u32::from_str_radix(&rest[2..end], 16).expect("a code point");
                let c = char::from_u32(code).expect("a character");
                out.extend_from_slice(c.to_string().as_bytes());
                end + 1
            }
            Some(b'r') => {
                out.push(b'\r');
                1
            }
            Some(b'n') => {
                out.push(b'\n');
                1
            }
            Some(b't') => {
                out.push(b'\t');
                1
            }
            Some(b'\\') => {
                out.push(b'\\');
                1
            }
            Some(b'{') => {
                let end = rest.find('}').expect("a closing brace");
                let (count, text) = rest[1..end].split_once('*').expect("a number and a text");
                out.extend_from_slice(text.repeat(count.parse().expect("a number")).as_bytes());
                end + 1
            }
            other => panic!("an unknown escape: {other:?}"),
        };
        rest = &rest[used..];
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find("\n```").map(|at| at + 1) {
        let (head, body) = rest[at + 3..].split_once('\n').expect("a line");
        let end = body.find("\n```").expect("the block ends");
        let text = &body[..=end];
        let mut words: Vec<&str> = head.split_whitespace().collect();
        // The first word is the language of the block, for readers.
        if words.len() < 2 {
            rest = &body[end + 4..];
            continue;
        }
        words.remove(0);
        let good = match words.first() {
            Some(&"good") => true,
            Some(&"bad") => false,
            other => panic!("a block is good or bad, not {other:?}"),
        };
        let escaped = words.contains(&"escaped");
        blocks.push(Block {
            good,
            rules: words.iter().find_map(|word| word.strip_prefix("rules=").map(str::to_owned)),
            record: if escaped { unescape(text) } else { text.as_bytes().to_vec() },
        });
        rest = &body[end + 4..];
    }
    blocks
}

/// Code and severity of each finding, as the command gives them, and games.
fn findings(block: &Block) -> (Vec<(String, String)>, u64) {
    let mut arguments = vec!["validate", "--format", "jsonl", "-j", "1"];
    if let Some(rules) = &block.rules {
        arguments.extend(["--rules", rules]);
    }
    arguments.push("-");
    let output = common::feed(&arguments, &block.record);
    let (mut found, mut games) = (Vec::new(), 0);
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        match value["type"].as_str() {
            Some("finding") => found.push((text("code"), text("severity"))),
            Some("summary") => games = value["games"].as_u64().unwrap(),
            other => panic!("a line of type {other:?}"),
        }
    }
    (found, games)
}

#[test]
fn every_example_shows_what_its_page_says() {
    let mut wrong = Vec::new();
    for entry in CATALOGUE {
        let code = entry.text;
        if code.starts_with(['B', 'P', 'V', 'X']) {
            continue;
        }
        let blocks = blocks(entry.page());
        if TO_COME.contains(&code) {
            if !blocks.is_empty() {
                wrong.push(format!("{code}: has examples and is not to come"));
            }
            continue;
        }
        for good in [true, false] {
            if !blocks.iter().any(|block| block.good == good) {
                wrong.push(format!("{code}: no {} record", if good { "good" } else { "bad" }));
            }
        }
        for block in blocks {
            let (found, games) = findings(&block);
            let has = found.iter().any(|(name, _)| name == code);
            let others = found.iter().filter(|(name, _)| name != code);
            let listed: Vec<String> = others.map(|(name, severity)| format!("{name} {severity}")).collect();
            let listed = listed.join(", ");
            if games == 0 {
                wrong.push(format!("{code}: no game was found"));
            }
            if block.good && (has || found.iter().any(|(_, severity)| severity == "error")) {
                wrong.push(format!("{code}: the good record: has it: {has}; others: {listed}"));
            }
            let excepted = EXCEPTIONS.iter().any(|(name, _)| *name == code);
            if !block.good && has == excepted {
                wrong.push(format!(
                    "{code}: the bad record has {code}: {has}; an exception: {excepted}; others: {listed}"
                ));
            }
            let company = COMPANY.iter().find(|(name, _)| *name == code).map_or(&[][..], |(_, codes)| codes);
            if !block.good && found.iter().any(|(name, _)| name != code && !company.contains(&name.as_str())) {
                wrong.push(format!("{code}: the bad record has more than its fault: {listed}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pages_and_catalogue_have_the_same_codes() {
    let mut pages: Vec<String> = std::fs::read_dir(common::root().join("src/record/pages/findings"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    pages.sort();
    let mut codes: Vec<&str> = CATALOGUE.iter().map(|entry| entry.text).collect();
    codes.sort_unstable();
    assert_eq!(pages, codes);
}

#[test]
fn escapes_are_read() {
    assert_eq!(unescape("a\\x1b\\u{e9}\\r\\n\\t\\\\z\\{3*ab}"), b"a\x1b\xc3\xa9\r\n\t\\zababab");
}

/// Pages that name codes with their severities, beside those of the codes themselves.
fn pages_with_lists(folder: &std::path::Path, pages: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages_with_lists(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

#[test]
fn lists_give_the_severities_of_the_catalogue() {
    let mut pages = vec![common::root().join("README.md")];
    for folder in ["docs", "src/record/pages"] {
        pages_with_lists(&common::root().join(folder), &mut pages);
    }
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in pages {
        let page = std::fs::read_to_string(&path).unwrap();
        let words = |line: &'static str| line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let lines = page.leak().lines().map(|line| words(line).collect::<Vec<_>>());
        for pair in lines.flat_map(|words| words.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()) {
            let (Some(code), severity @ ("error" | "warning" | "info")) = (Code::find(pair[0]), pair[1]) else {
                continue;
            };
            if pair[0] != code.as_str() {
                continue;
            }
            seen += 1;
            let all = [Severity::Error, Severity::Warning, Severity::Info];
            if !all.into_iter().any(|one| one.name() == severity && code.may_be(one)) {
                wrong.push(format!("{}: {} {severity}", path.display(), pair[0]));
            }
        }
    }
    assert!(wrong.is_empty() && seen > 90, "{seen}\n{}", wrong.join("\n"));
}

#[test]
fn lists_of_codes_name_every_severity() {
    for family in "SHLNRDCKBVX".chars() {
        let output = common::partie().args(["explain", &family.to_string()]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let entries: Vec<_> = CATALOGUE.iter().filter(|entry| entry.text.starts_with(family)).collect();
        assert_eq!(text.lines().count(), entries.len());
        for (line, entry) in text.lines().zip(entries) {
            let mut words = line.split_whitespace();
            let names: Vec<&str> = std::iter::once(&entry.severity).chain(entry.also).map(|one| one.name()).collect();
            assert_eq!((words.next(), words.next()), (Some(entry.text), Some(names.join("/").as_str())));
        }
    }
    // What the tool gives where a page shows it.
    for (code, record, severity) in [
        ("H019", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n", "warning"),
        ("H003", "[Site Brno]\n\n1. e4 *\n", "warning"),
        ("H003", "[Site \"Brno\n\n1. e4 *\n", "warning"),
        ("H003", "[Site]\n\n1. e4 *\n", "error"),
        ("N024", "1. e4 -- 2. d4 *\n", "error"),
        ("N024", "1. e4 (1. -- e5) e5 *\n", "info"),
    ] {
        let block = Block { good: false, rules: None, record: record.as_bytes().to_vec() };
        let (found, _) = findings(&block);
        assert!(found.contains(&(code.to_owned(), severity.to_owned())), "{code} {record:?}: {found:?}");
    }
}
