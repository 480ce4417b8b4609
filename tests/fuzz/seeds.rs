//! What mutants are made of: the kept corpus of a target, the fixtures of its formats, and the records that the pages of
//! the findings show.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::targets::Target;
use crate::common::root;

/// Longest seed; of a longer file the beginning is taken.
const LONGEST: usize = 8 << 10;

/// The seeds of a target.
pub(crate) fn of(target: &Target) -> Vec<Vec<u8>> {
    named(target).into_iter().map(|(_, seed)| seed).collect()
}

/// The seeds of a target with where they come from: what is kept first.
pub(crate) fn named(target: &Target) -> Vec<(String, Vec<u8>)> {
    let mut seeds = files(&corpus().join(target.name), |_| true);
    let wanted = |path: &Path| path.extension().is_some_and(|has| target.seeds.iter().any(|seed| has == *seed));
    seeds.extend(files(&root().join("fixtures"), wanted));
    seeds.extend(files(&root().join("tests/cases"), wanted));
    for (page, text) in files(&root().join("src/record/pages/findings"), |_| !target.seeds.is_empty()) {
        seeds.extend(blocks(&String::from_utf8_lossy(&text), target.seeds).map(|block| (page.clone(), block)));
    }
    seeds.iter_mut().for_each(|(_, seed)| seed.truncate(LONGEST));
    seeds
}

/// The folders of the corpus.
pub(crate) fn folders() -> Vec<String> {
    let entries = fs::read_dir(corpus()).expect("the corpus");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn corpus() -> PathBuf {
    root().join("tests/fuzz/corpus")
}

fn files(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<(String, Vec<u8>)> {
    let walk = WalkDir::new(folder).sort_by_file_name();
    let paths = walk.into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let paths = paths.map(walkdir::DirEntry::into_path).filter(|path| wanted(path));
    paths.map(|path| (path.display().to_string(), fs::read(&path).expect("a seed"))).collect()
}

/// The blocks of a page in one of these languages.
fn blocks<'a>(page: &'a str, languages: &'a [&str]) -> impl Iterator<Item = Vec<u8>> + 'a {
    let parts = page.split("\n```").skip(1).step_by(2).filter_map(|part| part.split_once('\n'));
    parts
        .filter(|(head, _)| head.split_whitespace().next().is_some_and(|language| languages.contains(&language)))
        .map(|(_, body)| format!("{body}\n").into_bytes())
}

/// The words of a target, one a line, escaped as in Rust.
pub(crate) fn words(target: &Target) -> Vec<Vec<u8>> {
    let path = root().join("tests/fuzz/words").join(target.words).with_extension("txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(unescape).collect()
}

fn unescape(word: &str) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), word);
    while let Some((before, after)) = rest.split_once('\\') {
        out.extend_from_slice(before.as_bytes());
        let code = |from: usize, to: usize| u32::from_str_radix(&after[from..to], 16).expect("hexadecimal digits");
        let length = match after.as_bytes()[0] {
            b'u' => after.find('}').expect("a brace") + 1,
            b'x' => 3,
            _ => 1,
        };
        match after.as_bytes()[0] {
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'0' => out.push(0),
            b'x' => out.push(code(1, 3) as u8),
            b'u' => out.extend(char::from_u32(code(2, length - 1)).expect("a character").to_string().bytes()),
            other => out.push(other),
        }
        rest = &after[length..];
    }
    out.extend_from_slice(rest.as_bytes());
    out
}
