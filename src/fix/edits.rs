//! Edits of one game's bytes: tests whether they are compatible, and applies them.

use super::repair::SliceEdit;
use partie_record::finding::Grade;
use partie_record::span::Span;

/// Edits that do not overlap, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    list: Vec<SliceEdit>,
}

/// True if spans overlap or are equal, so that the result of both edits is ambiguous.
fn overlap(a: Span, b: Span) -> bool {
    a.from < b.to && b.from < a.to || a == b
}

/// Returns the less sure of two grades.
pub(super) const fn lower(a: Grade, b: Grade) -> Grade {
    if a as u8 > b as u8 { a } else { b }
}

impl Edits {
    pub(super) fn list(&self) -> &[SliceEdit] {
        &self.list
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Shifts all spans by this many bytes.
    pub(super) fn moved(mut self, by: u32) -> Vec<SliceEdit> {
        for edit in &mut self.list {
            edit.span = Span { from: edit.span.from + by, to: edit.span.to + by };
        }
        self.list
    }

    /// Sets the grade of all edits, and the move number of each.
    pub(super) fn graded(mut self, grade: Grade, numbers: Vec<String>) -> Self {
        for (edit, number) in self.list.iter_mut().zip(numbers) {
            (edit.grade, edit.number) = (grade, number);
        }
        self
    }

    /// Adds an edit of the original text. Returns false if it changes no byte or overlaps another edit.
    pub(super) fn add(&mut self, edit: SliceEdit, bytes: &[u8]) -> bool {
        let same = edit.span.of(bytes) == edit.bytes || edit.span.to as usize > bytes.len();
        if same || self.list.iter().any(|other| overlap(other.span, edit.span)) {
            return false;
        }
        let place =
            self.list.partition_point(|other| (other.span.from, other.span.to) < (edit.span.from, edit.span.to));
        self.list.insert(place, edit);
        true
    }

    /// Adds several edits. Stops and returns false at the first one that cannot be added.
    pub(super) fn add_all(&mut self, others: &[SliceEdit], bytes: &[u8]) -> bool {
        others.iter().all(|edit| self.add(edit.clone(), bytes))
    }

    /// Returns the text with all edits applied.
    pub(super) fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len() + 64);
        let mut at = 0;
        for edit in &self.list {
            out.extend_from_slice(bytes.get(at..edit.span.from as usize).unwrap_or_default());
            out.extend_from_slice(&edit.bytes);
            at = edit.span.to as usize;
        }
        out.extend_from_slice(bytes.get(at..).unwrap_or_default());
        out
    }

    /// Adds an edit of the edited text. If it touches bytes that another edit wrote, both become one edit.
    pub(super) fn add_after(&mut self, edit: SliceEdit, bytes: &[u8]) -> bool {
        let applied = self.apply(bytes);
        if edit.span.of(&applied) == edit.bytes {
            return false;
        }
        // Growth of the text before each edit, for converting its place to the edited text.
        let mut gained = 0_i64;
        let (mut before, mut touched) = (0_i64, Vec::new());
        let mut whole = edit.span;
        for (index, other) in self.list.iter().enumerate() {
            let from = (i64::from(other.span.from) + gained) as u32;
            let new = Span { from, to: from + other.bytes.len() as u32 };
            let gain = other.bytes.len() as i64 - other.span.len() as i64;
            // Two insertions at one place of the original text become one edit: the place alone does not order them.
            let is_beside = edit.span.is_empty()
                && other.span.is_empty()
                && (new.from..=new.to).contains(&edit.span.from)
                && !other.bytes.is_empty();
            if is_beside
                || overlap(new, edit.span)
                || new.is_empty() && new.from > edit.span.from && new.to < edit.span.to
            {
                touched.push((index, gain));
                whole = Span { from: whole.from.min(new.from), to: whole.to.max(new.to) };
            } else if new.from < edit.span.from || new.to <= edit.span.from {
                before += gain;
            }
            gained += gain;
        }
        let inside: i64 = touched.iter().map(|(_, gain)| gain).sum();
        let old =
            Span { from: (i64::from(whole.from) - before) as u32, to: (i64::from(whole.to) - before - inside) as u32 };
        let head = Span { from: whole.from, to: edit.span.from };
        let tail = Span { from: edit.span.to, to: whole.to };
        let text = [head.of(&applied), &edit.bytes, tail.of(&applied)].concat();
        let kept = self.list.clone();
        let mut merged = SliceEdit { span: old, bytes: text, ..edit };
        for (index, _) in touched.into_iter().rev() {
            let first = self.list.remove(index);
            let grade = lower(first.grade, merged.grade);
            merged = SliceEdit { span: merged.span, bytes: merged.bytes, grade, ..first };
        }
        // The merged edit may restore the original bytes.
        let done = merged.span.of(bytes) == merged.bytes || self.add(merged, bytes);
        if !done {
            self.list = kept;
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::finding::{Code, Severity};
    use partie_record::say;
    use partie_repair::Operation;

    fn edit(from: usize, to: usize, text: &str) -> SliceEdit {
        SliceEdit {
            code: Code::N010,
            severity: Severity::Warning,
            message: say!("blank-line-missing"),
            operation: Operation::Replace,
            ply: None,
            number: String::new(),
            span: Span::new(from, to),
            bytes: text.as_bytes().to_vec(),
            grade: Grade::Certain,
        }
    }

    #[test]
    fn edits_that_overlap_do_not_go_together() {
        let text = b"one two three";
        let mut edits = Edits::default();
        assert!(
            edits.add(edit(4, 7, "2"), text) && edits.add(edit(0, 0, "> "), text) && edits.add(edit(7, 7, "!"), text)
        );
        assert!(!edits.add(edit(5, 9, "x"), text) && !edits.add(edit(7, 7, "?"), text));
        assert!(!edits.add(edit(8, 13, "three"), text), "nothing changes");
        assert_eq!(edits.apply(text), b"> one 2! three");
    }

    /// A later edit of the edited text gives the same result as an edit of the original text.
    #[test]
    fn later_edits_are_edits_of_the_first_text() {
        let text = b"one two three four";
        let mut first = Edits::default();
        assert!(first.add(edit(4, 7, "second"), text) && first.add(edit(8, 8, "and "), text));
        assert!(first.add(edit(14, 18, ""), text));
        let applied = first.apply(text);
        for from in 0..=applied.len() {
            for to in from..=applied.len() {
                let mut edits = first.clone();
                let wanted = [&applied[..from], b"NEW", &applied[to..]].concat();
                assert!(edits.add_after(edit(from, to, "NEW"), text), "{from}..{to}");
                let made = edits.apply(text);
                assert_eq!(made, wanted, "{from}..{to}: {}", String::from_utf8_lossy(&made));
            }
        }
    }
}
