//! Headers of shogi by what they mean.

use partie_notation::shogi_headers::Field;
use partie_record::{Record, Tag};

/// The value of the header of that meaning.
pub(super) fn header<'a>(bytes: &[u8], record: &'a Record, field: Field) -> Option<&'a Tag> {
    record.tags.get(field.find(record.tags.iter().map(|tag| tag.name.of(bytes)))?)
}
