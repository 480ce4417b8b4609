//! The lossless JSON of partie: each line is an object with the whole record.
//!
//! Its texts are in the original format of the record, which the object names. The reader joins them again, so that
//! code for that format can read the record. Not for replaying: the members that replay adds for other programs are not
//! read.

mod format;
mod members;
mod names;
mod read;
mod text;
mod write;

pub(super) use format::FORMAT;
pub use read::{cut, looks_like, next, read_record};
pub use write::{Played, Replay, SourceText, write};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOutcome;
    use partie_record::{Encoding, Record, TagKind};

    fn written(bytes: &[u8], record: &Record) -> Vec<u8> {
        let mut out = Vec::new();
        write(
            &mut out,
            SourceText { bytes, encoding: Encoding::Utf8, last: true, place: None },
            record,
            &Replay::default(),
        );
        out
    }

    #[test]
    fn positions_and_their_board_come_back() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; hmvc 3; id \"a; b\";\n";
        let mut record = Record::default();
        assert_eq!(crate::epd::read_epd(text.as_bytes(), 0, true, &mut record), ReadOutcome::Game(text.len()));
        record.is_hexagonal = true;
        let line = written(text.as_bytes(), &record);
        let mut again = Record::default();
        assert_eq!(read_record(&line, 0, true, &mut again), ReadOutcome::Game(line.len()));
        let bytes = again.decoded.bytes().unwrap_or_default();
        assert_eq!(again.fen().map(|tag| tag.value.of(bytes)), Some(&b"4k3/8/8/8/8/8/4P3/4K3 w - -"[..]));
        let kinds: Vec<Option<TagKind>> = again.tags.iter().map(|tag| tag.kind).collect();
        assert_eq!(kinds, [Some(TagKind::Fen), None, None]);
        assert_eq!(again.tags[2].span.of(bytes), b"id \"a; b\"");
        assert_eq!(crate::epd::counters(bytes, &again), (Some(3), None));
        assert!(again.is_hexagonal && again.format == record.format && again.movetext == record.movetext);
        assert_eq!(String::from_utf8_lossy(&written(bytes, &again)), String::from_utf8_lossy(&line));
    }
}
