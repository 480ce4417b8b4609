//! Writes JSON lines: one object per row, with every column.

use std::io::{self, Write};
use std::slice;

use super::buffer::{Specials, TextBuffer};
use partie_record::shown::write_json;
use partie_table::column::{Cells, Row};
use partie_table::columns::Selection;
use partie_table::value::{Day, Digest, Instant, List, Pairs, Words};

/// Bytes buffered before a write.
const BUFFER_BYTES: usize = 64 << 10;

/// A table as JSON lines.
pub(super) struct Table<W> {
    out: W,
    columns: Selection,
    /// The column names in the form that precedes a value: `"name":`.
    keys: Vec<Vec<u8>>,
    buffer: TextBuffer,
}

impl<W: Write> Table<W> {
    pub(super) fn new<R: Row>(out: W, columns: Selection) -> Self {
        let keys = columns.columns::<R>().iter().map(|column| format!("\"{}\":", column.name).into_bytes()).collect();
        Self { out, columns, keys, buffer: TextBuffer::new(BUFFER_BYTES + (8 << 10)) }
    }

    pub(super) fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        self.buffer.byte(b'{');
        self.columns.cells(row, &mut JsonlCells { keys: self.keys.iter(), buffer: &mut self.buffer });
        // Every value ends with a comma; the last comma becomes a brace.
        self.buffer.end_with(b'}');
        self.buffer.byte(b'\n');
        if self.buffer.written().len() >= BUFFER_BYTES {
            self.out.write_all(self.buffer.written())?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes all rows of a game; returns their number.
    pub(super) fn rows_of_game<R: Row>(&mut self, mut rows: impl Iterator<Item = R>) -> io::Result<u64> {
        rows.try_fold(0, |count, row| self.row(&row).map(|()| count + 1))
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(self.buffer.written())?;
        Ok(self.out)
    }
}

/// Writes the cells of a row to the buffer, each after its column name.
struct JsonlCells<'b> {
    keys: slice::Iter<'b, Vec<u8>>,
    buffer: &'b mut TextBuffer,
}

impl JsonlCells<'_> {
    #[inline(always)]
    fn key(&mut self) {
        if let Some(key) = self.keys.next() {
            self.buffer.bytes(key);
        }
    }

    #[inline(always)]
    fn nothing(&mut self) {
        self.buffer.bytes(b"null,");
    }

    /// Writes a value that is JSON already.
    fn json(&mut self, value: Option<String>) {
        self.key();
        self.buffer.bytes(value.as_deref().unwrap_or("null").as_bytes());
        self.buffer.byte(b',');
    }

    /// Writes a text that needs no escapes in JSON.
    #[inline(always)]
    fn quoted(&mut self, text: &[u8]) {
        self.buffer.byte(b'"');
        self.buffer.text(text, b'"');
        self.buffer.byte(b',');
    }

    #[inline(never)]
    fn value(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let special = Specials::of(bytes);
        if !(special.odd | special.quote) && memchr::memchr(b'\\', bytes).is_none() {
            return self.quoted(bytes);
        }
        let mut json = Vec::with_capacity(bytes.len() + 8);
        // Writing a text to a vector cannot fail.
        let _ = write_json(&mut json, &text);
        self.buffer.bytes(&json);
        self.buffer.byte(b',');
    }
}

impl Cells for JsonlCells<'_> {
    #[inline]
    fn text(&mut self, value: Option<&str>) {
        self.key();
        match value {
            Some(value) => self.value(value),
            None => self.nothing(),
        }
    }

    #[inline]
    fn name(&mut self, value: Option<&'static str>) {
        self.key();
        match value {
            Some(name) => self.quoted(name.as_bytes()),
            None => self.nothing(),
        }
    }

    #[inline]
    fn int(&mut self, value: Option<i64>) {
        self.key();
        match value {
            Some(value) => self.buffer.number(value, b','),
            None => self.nothing(),
        }
    }

    #[inline]
    fn hash(&mut self, value: Option<u64>) {
        self.key();
        match value {
            Some(value) => self.quoted(&Digest(value).digits()),
            None => self.nothing(),
        }
    }

    #[inline]
    fn day(&mut self, value: Option<Day>) {
        self.key();
        match value {
            Some(value) => self.quoted(&value.digits()),
            None => self.nothing(),
        }
    }

    #[inline]
    fn instant(&mut self, value: Option<Instant>) {
        self.key();
        match value {
            Some(value) => self.quoted(&value.digits()),
            None => self.nothing(),
        }
    }

    fn words(&mut self, value: Option<Words<'_>>) {
        self.json(value.map(words_json));
    }

    fn pairs(&mut self, value: Option<&Pairs<'_>>) {
        self.json(value.map(pairs_json));
    }

    fn list(&mut self, value: Option<List<'_>>) {
        self.key();
        match value {
            None => self.nothing(),
            Some(List([])) => self.buffer.bytes(b"[],"),
            Some(List(elements)) => {
                self.buffer.byte(b'[');
                self.buffer.list(elements, b"null", b',');
                self.buffer.end_with(b']');
                self.buffer.byte(b',');
            }
        }
    }
}

/// A list of words as JSON.
pub(super) fn words_json(words: Words<'_>) -> String {
    let words: Vec<&str> = words.iter().collect();
    // Serializing texts cannot fail.
    serde_json::to_string(&words).unwrap_or_default()
}

/// A map from names to texts as a JSON object.
pub(super) fn pairs_json(pairs: &Pairs<'_>) -> String {
    let mut json = Vec::new();
    json.push(b'{');
    for (index, (name, value)) in pairs.0.iter().enumerate() {
        if index > 0 {
            json.push(b',');
        }
        // Writing a text to a vector cannot fail.
        let _ = write_json(&mut json, name);
        json.push(b':');
        let _ = write_json(&mut json, value);
    }
    json.push(b'}');
    String::from_utf8(json).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_what_a_reader_of_json_takes_them_for() {
        let texts = ["plain", "", "a\"b", "a\\b", "é 日本", "2\nlines\t\u{0}", "a\u{202e}\u{7f}"];
        let list = [5, -7, List::UNKNOWN, 61_000, i32::MAX];
        let mut buffer = TextBuffer::new(1);
        let mut line = JsonlCells { keys: [].iter(), buffer: &mut buffer };
        texts.into_iter().for_each(|text| line.text(Some(text)));
        [Some(&list[..]), Some(&[]), None].into_iter().for_each(|list| line.list(list.map(List)));
        line.int(Some(-1));
        line.hash(Some(255));
        line.name(None);
        let json = format!("[{}0]", String::from_utf8_lossy(buffer.written()));
        let expected = serde_json::json!([
            texts[0],
            texts[1],
            texts[2],
            texts[3],
            texts[4],
            texts[5],
            texts[6],
            [5, -7, null, 61_000, i32::MAX],
            [],
            null,
            -1,
            "00000000000000ff",
            null,
            0
        ]);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).ok(), Some(expected));
        assert!(json.contains(r"a\u202e\u007f"), "{json}");
    }
}
