//! Movetext in notations other than SAN: detection by tag or first move, and moves of several words.

use super::Reader;
use super::bytes::is_space;
use crate::{descriptive, iccf};
use partie_record::{Language, Movetext};

impl Reader<'_, '_> {
    /// Detects a notation other than SAN: by a tag such as `[Notation "descriptive-fr"]`, or by the first move.
    pub(super) fn find_movetext(&mut self) {
        let named = self.record.value(self.bytes, "Notation").and_then(Movetext::named);
        if let Some(movetext) = named {
            self.record.movetext = movetext;
            return;
        }
        if iccf::looks_like(self.bytes.get(self.at..).unwrap_or_default()) {
            self.record.movetext = Movetext::Iccf;
            return;
        }
        let Some(first) = self.first_word() else { return };
        // A move in SAN or coordinates begins with a file letter, has a square after its first character, or castles.
        if matches!(first, [b'a'..=b'h', ..] | [_, b'a'..=b'h', b'1'..=b'8', ..] | [b'O' | b'0', ..]) {
            return;
        }
        // Text that is not a game gets here at every word. Therefore one word is checked before all following words are
        // scanned.
        let reads = |language: Language| descriptive::prefix(first, language).is_ok();
        if Language::ALL.into_iter().any(reads)
            && let Some(language) = descriptive::language(first)
            && reads(language)
        {
            self.record.movetext = Movetext::Descriptive(language);
        }
    }

    /// The text from the first word of the movetext on, as far as it is needed to detect the language.
    fn first_word(&self) -> Option<&[u8]> {
        let mut rest = self.bytes.get(self.at..)?;
        loop {
            let from =
                rest.iter().take(256).position(|byte| !is_space(*byte) && !byte.is_ascii_digit() && *byte != b'.')?;
            rest = &rest[from..];
            if rest[0] != b'{' {
                return Some(&rest[..rest.len().min(256)]);
            }
            let end = rest.iter().take(4096).position(|byte| *byte == b'}')?;
            rest = &rest[end + 1..];
        }
    }

    /// Reads numeric moves, move numbers and blanks; stops before anything else.
    pub(super) fn numeric_run(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if is_space(byte) {
                self.at += 1;
                continue;
            }
            let length = iccf::length(&self.bytes[self.at..]);
            if length == 0 {
                return;
            }
            let end = self.at + length;
            if end == self.bytes.len() && !self.last {
                self.unfinished = true;
                return;
            }
            self.push_move(self.at, end);
            self.at = end;
        }
    }

    /// Reads descriptive moves and the blanks between them; stops before anything else.
    pub(super) fn descriptive_run(&mut self, language: Language) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if is_space(byte) {
                self.at += 1;
                continue;
            }
            if !byte.is_ascii_alphanumeric() {
                return;
            }
            let rest = &self.bytes[self.at..];
            // A digit begins a move number; only 0 may begin a move, castling.
            if byte.is_ascii_digit() && byte != b'0' {
                return;
            }
            let Ok((tail, _)) = descriptive::prefix(rest, language) else { return };
            let end = self.bytes.len() - tail.len();
            if tail.is_empty() && !self.last {
                self.unfinished = true;
                return;
            }
            self.push_move(self.at, end);
            self.at = end;
        }
    }
}
