//! The JavaScript interface: the methods of [`Judging`], with types that wasm-bindgen supports.

#![allow(unsafe_code, reason = "wasm-bindgen generates it")]

use std::io;

use partie_core::{Converted, GameKind, TARGETS};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::judging::Judging;
use super::options::Options;
use super::page_error::PageError;

#[wasm_bindgen]
extern "C" {
    /// A file that is read in parts, as a synchronously read `Blob` returns them.
    #[derive(Debug)]
    pub type PartsOfFile;

    #[wasm_bindgen(method, catch)]
    fn part(this: &PartsOfFile, from: f64, to: f64) -> Result<Vec<u8>, JsValue>;
}

/// A file that is judged in pieces.
#[wasm_bindgen(js_name = "Judge")]
#[derive(Debug)]
pub struct FileJudge {
    judging: Judging,
}

/// A changed game.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Change {
    pub from: f64,
    pub to: f64,
    pub bytes: Vec<u8>,
}

/// Games converted to a target.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Conversion {
    converted: Converted,
}

#[wasm_bindgen(js_class = "Judge")]
impl FileJudge {
    /// Takes the bytes of a file, and options as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>, options: &str) -> Result<Self, PageError> {
        Ok(Self { judging: Judging::new(bytes, Options::parse(options)?)? })
    }

    /// Takes the size of a file in bytes, and an object that returns its parts.
    pub fn asking(size: f64, file: PartsOfFile, options: &str) -> Result<Self, PageError> {
        // JavaScript counts the bytes of files in `f64`.
        let ask = move |span: std::ops::Range<u64>| {
            file.part(span.start as f64, span.end as f64)
                .map_err(|_| io::Error::other("the file cannot be read any more"))
        };
        Ok(Self { judging: Judging::asking(size as u64, ask, Options::parse(options)?)? })
    }

    pub fn piece(&mut self, bytes: u32) -> String {
        self.judging.piece(bytes.into())
    }

    #[wasm_bindgen(js_name = goesOn)]
    pub fn goes_on(&mut self) {
        self.judging.goes_on();
    }

    #[wasm_bindgen(js_name = isOfFile)]
    pub fn is_of_file(&self) -> bool {
        self.judging.is_of_file()
    }

    pub fn summary(&mut self) -> String {
        self.judging.summary()
    }

    pub fn count(&self) -> usize {
        self.judging.count()
    }

    pub fn row(&self, index: usize) -> Option<String> {
        self.judging.row(index)
    }

    pub fn game(&self, index: usize, moves: bool) -> Option<String> {
        self.judging.game_json(index, moves)
    }

    pub fn findings(&self, index: usize) -> Option<String> {
        self.judging.findings_json(index)
    }

    #[wasm_bindgen(js_name = fileFindings)]
    pub fn file_findings(&self) -> String {
        self.judging.file_findings_json()
    }

    pub fn shown(&self, index: usize) -> Option<String> {
        self.judging.shown(index)
    }

    pub fn legal(&self, index: usize, ply: u32) -> String {
        self.judging.legal(index, ply)
    }

    pub fn repairs(&mut self, index: usize) -> Option<String> {
        self.judging.repairs(index)
    }

    pub fn take(&mut self, index: usize, which: usize) -> bool {
        self.judging.take(index, which)
    }

    #[wasm_bindgen(js_name = takeAll)]
    pub fn take_all(&mut self, index: usize, grade: &str) -> usize {
        self.judging.take_all(index, grade)
    }

    pub fn skip(&mut self, index: usize) -> bool {
        self.judging.skip(index)
    }

    #[wasm_bindgen(js_name = readDecisions)]
    pub fn read_decisions(&mut self, rows: &str) -> Result<Vec<usize>, PageError> {
        self.judging.read_decisions(rows)
    }

    pub fn decide(&mut self, index: usize) -> String {
        self.judging.decide(index)
    }

    /// Undoes the edits of a log in each game. Returns the number of undone edits and the other rows, as JSON by the
    /// indexes of the games.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, rows: &str) -> Result<String, PageError> {
        self.judging.take_back(rows)
    }

    #[wasm_bindgen(js_name = decisionRows)]
    pub fn decision_rows(&self) -> String {
        self.judging.decision_rows()
    }

    pub fn steps(&self, index: usize) -> Option<String> {
        self.judging.steps(index)
    }

    pub fn redo(&mut self, steps: &str) -> Result<(), PageError> {
        self.judging.redo(steps)
    }

    pub fn retype(&mut self, index: usize, ply: u32, text: &str) -> Result<(), PageError> {
        self.judging.retype(index, ply, text)
    }

    pub fn undo(&mut self, index: usize) -> bool {
        self.judging.undo(index)
    }

    pub fn text(&self) -> Result<Vec<u8>, PageError> {
        self.judging.text()
    }

    /// The changed games, with their places in the file; `None` for UTF-16, whose text has other bytes than the file.
    pub fn changes(&self) -> Option<Vec<Change>> {
        let change = |(span, bytes): (std::ops::Range<u64>, &[u8])| Change {
            from: span.start as f64,
            to: span.end as f64,
            bytes: bytes.to_vec(),
        };
        self.judging.is_of_file().then(|| self.judging.changes().into_iter().map(change).collect())
    }

    pub fn log(&self) -> String {
        self.judging.log()
    }

    pub fn saying(&self, words: &str, from: usize, to: usize) -> Vec<u32> {
        self.judging.saying(words, from, to)
    }

    pub fn matching(&self, expression: &str, from: usize, to: usize) -> Result<Vec<u32>, PageError> {
        self.judging.matching(expression, from, to)
    }

    pub fn convert(&self, target: &str) -> Result<Conversion, PageError> {
        Ok(Conversion { converted: self.judging.convert(target)? })
    }

    #[wasm_bindgen(js_name = convertGame)]
    pub fn convert_game(&self, index: usize, target: &str) -> Result<Conversion, PageError> {
        Ok(Conversion { converted: self.judging.convert_game(index, target)? })
    }
}

#[wasm_bindgen]
impl Conversion {
    pub fn bytes(&self) -> Vec<u8> {
        self.converted.bytes.clone()
    }

    /// The numbers of games read and written.
    pub fn counts(&self) -> Vec<u32> {
        [self.converted.games, self.converted.written].map(|count| u32::try_from(count).unwrap_or(u32::MAX)).to_vec()
    }

    /// Games that were left out or cut, a line each.
    pub fn issues(&self) -> Vec<String> {
        let issues = self.converted.issues.iter();
        issues.map(|issue| format!("game {}: {}", issue.game, issue.message)).collect()
    }

    /// Content that the target cannot hold.
    pub fn losses(&self) -> Vec<String> {
        self.converted.losses.iter().map(|(count, what)| format!("{count} {what}")).collect()
    }
}

/// The page of a code or of a rule book, as Markdown.
#[wasm_bindgen]
pub fn explain(topic: &str) -> Option<String> {
    partie_core::explain(topic).map(str::to_owned)
}

/// The conversion targets, as `name extension kinds`, a line each.
#[wasm_bindgen]
pub fn targets() -> Vec<String> {
    let line = |info: &partie_core::TargetInfo| {
        let kinds: Vec<&str> = info.games.iter().map(|kind: &GameKind| kind.name()).collect();
        format!("{} {} {}", info.name, info.extension, kinds.join(","))
    };
    TARGETS.iter().map(line).collect()
}

/// The version of partie.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
