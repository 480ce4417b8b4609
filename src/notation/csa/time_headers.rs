//! Time headers in words: 持ち時間 and 秒読み are separate headers, but one statement of CSA contains both.

use std::ops::Range;

use super::header::{Version, statement};
use crate::TimeControl;
use crate::shogi_headers::Field;

/// A time header; it remains a comment unless one statement can express all time headers.
#[derive(Clone, Debug)]
struct Written {
    field: Field,
    value: String,
    comment: Range<usize>,
}

/// The time headers of one record.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeHeaders {
    written: Vec<Written>,
}

impl TimeHeaders {
    pub(super) fn clear(&mut self) {
        self.written.clear();
    }

    /// Adds a header and the range of its comment.
    pub(super) fn add(&mut self, field: Field, value: &str, comment: Range<usize>) {
        if is_of_time(field) {
            self.written.push(Written { field, value: value.to_owned(), comment });
        }
    }

    /// Returns the statements for these headers: their positions in the order of statements, and their lines. Removes
    /// the comments that they replace. Empty if no statement of the version expresses all headers.
    pub(super) fn statements(&mut self, version: Version, comments: &mut String) -> Vec<(usize, String)> {
        let written = std::mem::take(&mut self.written);
        let value = |field| written.iter().find(|header| header.field == field).map(|header| header.value.as_str());
        let byoyomi = value(Field::Byoyomi);
        let all = |fields: &[Field]| -> Option<Vec<_>> {
            // A second header of the same field would be lost.
            let expected = fields.len() + usize::from(byoyomi.is_some());
            let statement = |field| line(field, TimeControl::of_shogi(Some(value(field)?), byoyomi)?, version);
            if written.len() == expected { fields.iter().map(|field| statement(*field)).collect() } else { None }
        };
        let statements =
            all(&[Field::TimeControl]).or_else(|| all(&[Field::FirstTimeControl, Field::SecondTimeControl]));
        if statements.is_some() {
            written.iter().rev().for_each(|header| comments.replace_range(header.comment.clone(), ""));
        }
        statements.unwrap_or_default()
    }
}

const fn is_of_time(field: Field) -> bool {
    matches!(field, Field::TimeControl | Field::FirstTimeControl | Field::SecondTimeControl | Field::Byoyomi)
}

/// The statement for a time control, in the first form that the version supports and that expresses it.
fn line(field: Field, control: TimeControl, version: Version) -> Option<(usize, String)> {
    [control.as_csa_limit(), control.as_csa_seconds()].into_iter().flatten().find_map(|value| {
        let (place, word) = statement(field, &value, version)?;
        Some((place, format!("{word}:{value}\n")))
    })
}
