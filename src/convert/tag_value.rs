//! The value of the tag by which games are split; any format's name for the tag is understood.

use partie_notation::shogi_headers::Field;
use partie_notation::{csa, psn};
use partie_record::Record;
use partie_replay::Text;

/// Returns the value of a tag. For shogi records, names of other formats match, too.
pub fn value(text: Text<'_>, record: &Record, name: &str) -> String {
    let tag = record.tag(text.bytes, name).or_else(|| {
        if !record.format.is_shogi() {
            return None;
        }
        let field = match name.to_ascii_lowercase().as_str() {
            "white" => Field::First,
            "black" => Field::Second,
            _ => field(name)?,
        };
        record.tags.iter().find(|tag| self::field(&text.decode(tag.name)) == Some(field))
    });
    tag.map(|tag| text.decode(tag.value).into_owned()).unwrap_or_default()
}

/// The header that a name denotes in any shogi format.
fn field(name: &str) -> Option<Field> {
    csa::field(name).or_else(|| psn::field(name.as_bytes())).or_else(|| Field::named(name))
}
