//! Move numbers and their dots.

use crate::finding::{Code, Finding, Grade, Severity};
use crate::replay::collect::Collector;
use crate::replay::text::Text;
use crate::rules::Side;
use crate::span::Span;

/// The number that stands before the next move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pending {
    value: Option<u32>,
    dots: u32,
    span: Span,
    /// Whether the reader of the format judges the numbers itself.
    silent: bool,
}

impl Pending {
    /// Numbers that are compared with the moves, or passed over.
    pub(super) fn new(silent: bool) -> Self {
        Self { silent, ..Self::default() }
    }

    /// Forgets the number that was read last.
    pub(super) fn forget(&mut self) {
        *self = Self::new(self.silent);
    }

    /// Takes in a number with its dots, or dots alone.
    #[inline]
    pub(super) fn number(&mut self, text: Text<'_>, span: Span, collector: &mut Collector) {
        let bytes = span.of(text.bytes);
        // "7." and "31." without a loop.
        let value = match bytes {
            [a @ b'0'..=b'9', b'.'] => Some(u32::from(a - b'0')),
            [a @ b'0'..=b'9', b @ b'0'..=b'9', b'.'] => Some(u32::from(a - b'0') * 10 + u32::from(b - b'0')),
            [a @ b'0'..=b'9', b'.', b'.', b'.'] => Some(u32::from(a - b'0')),
            [a @ b'0'..=b'9', b @ b'0'..=b'9', b'.', b'.', b'.'] => {
                Some(u32::from(a - b'0') * 10 + u32::from(b - b'0'))
            }
            _ => None,
        };
        if value.is_some() {
            let dots = if bytes.len() > 3 { 3 } else { 1 };
            (self.value, self.dots, self.span) = (value, dots, span);
            return;
        }
        self.any_number(text, span, collector);
    }

    fn any_number(&mut self, text: Text<'_>, span: Span, collector: &mut Collector) {
        let bytes = span.of(text.bytes);
        let mut value: u32 = 0;
        let mut digits = 0;
        for byte in bytes {
            match byte {
                b'0'..=b'9' => {
                    digits += 1;
                    value = value.wrapping_mul(10).wrapping_add(u32::from(byte - b'0'));
                }
                b'.' => self.dots += 1,
                _ => {}
            }
        }
        if digits == 0 {
            self.span.to = span.to;
            return;
        }
        let dots = bytes.len() as u32 - digits;
        (self.value, self.dots, self.span) = (Some(value), dots, span);
        if digits > 9 || bytes.first() == Some(&b'-') {
            self.value = None;
            collector.once(Code::N021, Severity::Warning, || {
                Finding::new(Code::N021, span, format!("the move number {} cannot be one", text.show(span)))
            });
        }
    }

    /// Compares with the move that follows. `offset` is the record's own numbering
    /// against the true one, kept from there on.
    #[inline(always)]
    pub(super) fn check(&mut self, number: u32, side: Side, ply: u32, offset: &mut i64, collector: &mut Collector) {
        if let Some(value) = self.value {
            let fits = if side == Side::First { self.dots == 1 } else { self.dots >= 2 };
            if !fits || i64::from(value) != i64::from(number) + *offset {
                self.complain(value, number, side, ply, offset, collector);
            }
            self.value = None;
        }
        self.dots = 0;
    }

    #[cold]
    fn complain(&self, value: u32, number: u32, side: Side, ply: u32, offset: &mut i64, collector: &mut Collector) {
        if self.silent {
            return;
        }
        let dots = self.dots;
        let span = self.span;
        let expected = i64::from(number) + *offset;
        if i64::from(value) != expected {
            *offset = i64::from(value) - i64::from(number);
            collector.once(Code::N020, Severity::Warning, || {
                Finding::new(Code::N020, span, format!("the move number {value} should be {expected}"))
                    .at_ply(ply)
                    .fix(Grade::Certain, expected.to_string())
                    .help("a move before it may be missing or doubled; the record's own numbers are taken from here on")
            });
        }
        let fits = if side == Side::First { dots == 1 } else { dots >= 2 };
        if fits {
            return;
        }
        collector.once(Code::N022, Severity::Warning, || {
            let (who, wanted) = match side {
                Side::First => ("White", "one dot"),
                Side::Second => ("Black", "three dots"),
            };
            let seen = match dots {
                0 => "none".to_owned(),
                1 => "one".to_owned(),
                more => more.to_string(),
            };
            let right = format!("{value}{}", if side == Side::First { "." } else { "..." });
            Finding::new(Code::N022, span, format!("{who} is to move: {wanted} after the move number, here {seen}"))
                .at_ply(ply)
                .fix(Grade::Certain, right)
        });
    }
}
