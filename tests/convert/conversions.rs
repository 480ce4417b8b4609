//! Conversions by the command. What is made of a file of the data is made once for all tests that ask for it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use crate::common::partie;

/// What came of a conversion.
#[derive(Debug)]
pub(crate) struct Converted {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
}

impl Converted {
    /// The text, where a game could be written.
    pub(crate) fn some(&self) -> Option<&[u8]> {
        (!self.stdout.is_empty() && self.code != Some(2)).then_some(&self.stdout[..])
    }
}

/// Converts a file.
pub(crate) fn converted(path: &Path, arguments: &[&str]) -> Converted {
    let output = partie().args(["convert", "-q"]).args(arguments).arg(path).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{}: {stderr}", path.display());
    assert!(matches!(output.status.code(), Some(0..=2)), "{}: {stderr}", path.display());
    Converted { code: output.status.code(), stdout: output.stdout }
}

/// A path, and words after the command.
type Asked = (PathBuf, Vec<String>);
type Once = Arc<OnceLock<Arc<Converted>>>;

/// The same of a file of the data, which does not change.
pub(crate) fn of_data(path: &Path, arguments: &[&str]) -> Arc<Converted> {
    static MADE: OnceLock<Mutex<HashMap<Asked, Once>>> = OnceLock::new();
    let asked = (path.to_owned(), arguments.iter().map(|word| (*word).to_owned()).collect());
    let once = Arc::clone(MADE.get_or_init(Mutex::default).lock().unwrap().entry(asked).or_default());
    Arc::clone(once.get_or_init(|| Arc::new(converted(path, arguments))))
}

/// The first line in which two texts differ.
pub(crate) fn difference(one: &[u8], two: &[u8]) -> String {
    let (one, two) = (String::from_utf8_lossy(one), String::from_utf8_lossy(two));
    let pair = one.lines().zip(two.lines()).enumerate().find(|(_, (a, b))| a != b);
    format!("{:?}; {} and {} lines", pair, one.lines().count(), two.lines().count())
}

/// Files of a folder with one of the endings, sorted.
pub(crate) fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    files
}
