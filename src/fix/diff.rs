//! A unified diff of a file from its known changes, written while the file is read. No texts are compared.

use std::collections::VecDeque;
use std::ops::Range;

/// Maximum number of unchanged lines shown before and after a change.
const MAX_CONTEXT_LINES: usize = 3;

/// A span of the bytes that are fed, and the bytes that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub span: Range<usize>,
    pub bytes: Vec<u8>,
}

/// The diff of one file.
#[derive(Debug, Default)]
pub struct Diff {
    path: String,
    /// True once the names of the file are written.
    named: bool,
    /// Number of lines before the current line, in the old and the new text.
    lines: [u64; 2],
    /// The current line in the old and the new text, as far as it is known, and whether they differ.
    old: Vec<u8>,
    new: Vec<u8>,
    changed: bool,
    /// The last unchanged lines.
    before: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
}

/// Changes that are close to each other, with the lines around them.
#[derive(Debug, Default)]
struct Hunk {
    /// Number of lines before the hunk, in the old and the new text.
    start: [u64; 2],
    lines: [u64; 2],
    body: Vec<u8>,
    /// Lines after the last change of the hunk.
    tail: Vec<Vec<u8>>,
}

impl Hunk {
    fn line(&mut self, sign: u8, line: &[u8]) {
        self.lines[0] += u64::from(sign != b'+');
        self.lines[1] += u64::from(sign != b'-');
        self.body.push(sign);
        self.body.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            self.body.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

impl Diff {
    pub fn new(path: &str) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }

    /// Takes the next bytes of the file, with their changes in order. Appends complete hunks to `out`.
    pub fn feed(&mut self, bytes: &[u8], changes: &[Change], out: &mut Vec<u8>) {
        let mut at = 0;
        for Change { span, bytes: new } in changes {
            self.unchanged(&bytes[at..span.start], out);
            self.old.extend_from_slice(&bytes[span.clone()]);
            self.new.extend_from_slice(new);
            self.changed = true;
            self.line_end(out);
            at = span.end;
        }
        self.unchanged(&bytes[at..], out);
    }

    /// Counts lines of the file that are not fed.
    pub fn skip(&mut self, lines: u64) {
        self.lines.iter_mut().for_each(|count| *count += lines);
    }

    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if !self.old.is_empty() || !self.new.is_empty() {
            self.block(out);
        }
        self.close(out);
    }

    fn unchanged(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        while !bytes.is_empty() {
            let whole = self.old.is_empty() && self.new.is_empty();
            if whole && self.hunk.is_none() {
                bytes = self.pass(bytes);
            }
            if bytes.is_empty() {
                return;
            }
            let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
            let (line, rest) = bytes.split_at(end);
            self.old.extend_from_slice(line);
            self.new.extend_from_slice(line);
            self.line_end(out);
            bytes = rest;
        }
    }

    /// Skips whole lines far from any change. Returns the rest, which is not a whole line.
    fn pass<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some(end) = memchr::memrchr(b'\n', bytes) else { return bytes };
        let (lines, rest) = bytes.split_at(end + 1);
        self.skip(memchr::memchr_iter(b'\n', lines).count() as u64);
        let mut last = Vec::new();
        let mut end = lines.len();
        while end > 0 && last.len() < MAX_CONTEXT_LINES {
            let start = memchr::memrchr(b'\n', &lines[..end - 1]).map_or(0, |start| start + 1);
            last.push(lines[start..end].to_vec());
            end = start;
        }
        self.before.extend(last.into_iter().rev());
        self.trim();
        rest
    }

    fn trim(&mut self) {
        let surplus = self.before.len().saturating_sub(MAX_CONTEXT_LINES);
        self.before.drain(..surplus);
    }

    /// Ends the current line if both of its texts end.
    fn line_end(&mut self, out: &mut Vec<u8>) {
        let ends = |text: &[u8]| text.is_empty() || text.ends_with(b"\n");
        if ends(&self.old) && ends(&self.new) {
            self.block(out);
        }
    }

    /// Processes the current line, or several lines if line ends changed.
    fn block(&mut self, out: &mut Vec<u8>) {
        let (old, new) = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
        let changed = std::mem::take(&mut self.changed) && old != new;
        let count = |text: &[u8]| text.split_inclusive(|byte| *byte == b'\n').count() as u64;
        if changed {
            let start = self.lines.map(|lines| lines - self.before.len() as u64);
            let hunk = self.hunk.get_or_insert_with(|| Hunk { start, ..Hunk::default() });
            for line in self.before.drain(..).chain(std::mem::take(&mut hunk.tail)) {
                hunk.line(b' ', &line);
            }
            old.split_inclusive(|byte| *byte == b'\n').for_each(|line| hunk.line(b'-', line));
            new.split_inclusive(|byte| *byte == b'\n').for_each(|line| hunk.line(b'+', line));
        } else if let Some(hunk) = &mut self.hunk {
            hunk.tail.push(old.clone());
            if hunk.tail.len() > 2 * MAX_CONTEXT_LINES {
                self.close(out);
            }
        } else {
            self.before.push_back(old.clone());
            self.trim();
        }
        self.lines[0] += count(&old);
        self.lines[1] += count(&new);
    }

    fn close(&mut self, out: &mut Vec<u8>) {
        let Some(mut hunk) = self.hunk.take() else { return };
        let tail = std::mem::take(&mut hunk.tail);
        tail.iter().take(MAX_CONTEXT_LINES).for_each(|line| hunk.line(b' ', line));
        // None of these lines is in the hunk: the tail has over `2 * MAX_CONTEXT_LINES` lines, or the file ends here.
        self.before = tail.into_iter().skip(MAX_CONTEXT_LINES).collect();
        self.trim();
        if !std::mem::replace(&mut self.named, true) {
            out.extend_from_slice(format!("--- {0}\n+++ {0}\n", self.path).as_bytes());
        }
        let range = |start: u64, lines: u64| match lines {
            0 => format!("{start},0"),
            1 => (start + 1).to_string(),
            _ => format!("{},{lines}", start + 1),
        };
        let (old, new) = (range(hunk.start[0], hunk.lines[0]), range(hunk.start[1], hunk.lines[1]));
        out.extend_from_slice(format!("@@ -{old} +{new} @@\n").as_bytes());
        out.append(&mut hunk.body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(text: &str, changes: &[(Range<usize>, &str)], step: usize) -> String {
        let (mut diff, mut out, mut at) = (Diff::new("a"), Vec::new(), 0);
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let mut to = (at + step).min(bytes.len());
            if let Some((span, _)) = changes.iter().find(|(span, _)| span.start < to && span.end > to) {
                to = span.end;
            }
            let here = changes.iter().filter(|(span, _)| span.start >= at && span.end <= to && span.start < to);
            let here: Vec<Change> = here
                .map(|(span, new)| Change { span: span.start - at..span.end - at, bytes: new.as_bytes().to_vec() })
                .collect();
            diff.feed(&bytes[at..to], &here, &mut out);
            at = to;
        }
        diff.finish(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn hunks_are_those_of_diff() {
        let text: String = (1..=30).map(|line| format!("line {line}\n")).collect();
        let at = |wanted: &str| text.find(wanted).unwrap();
        let (five, eleven, last) = (at("line 5"), at("line 11"), at("line 30"));
        let changes = [(five..five + 6, "five"), (eleven..eleven, "new\n"), (last..last + 8, "end")];
        let wanted = "--- a\n+++ a\n@@ -2,12 +2,13 @@\n line 2\n line 3\n line 4\n-line 5\n+five\n line 6\n line 7\n line 8\n \
                      line 9\n line 10\n+new\n line 11\n line 12\n line 13\n@@ -27,4 +28,4 @@\n line 27\n line 28\n \
                      line 29\n-line 30\n+end\n\\ No newline at end of file\n";
        for step in [1, 7, 64, 1000] {
            assert_eq!(diff(&text, &changes, step), wanted, "in steps of {step}");
        }
        assert_eq!(diff(&text, &[], 7), "");
    }
}
