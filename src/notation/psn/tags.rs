//! The tags of PSN: their fields, and the start position that they state.

use std::borrow::Cow;

use super::tokens::result;
use crate::shogi_format::{HeaderRead, StatedByTag};
use crate::shogi_headers::Field;
use crate::{SetupFault, sfen};
use partie_record::Record;
use partie_record::finding::Code;
use partie_record::message::quoted;
use partie_record::say;
use partie_rules::shogi::{Handicap, Setup};

/// The tag for headers that have no tag of their own: `[KIF "key：value"]`.
pub(super) const OTHER: &str = "KIF";

/// Names of tags and their fields; of several names for a field, the first one is written.
const NAMES: [(&str, Field); 22] = [
    ("Sente", Field::First),
    ("Gote", Field::Second),
    ("Black", Field::First),
    ("White", Field::Second),
    ("Event", Field::Event),
    ("Site", Field::Site),
    ("Date", Field::Date),
    ("EndDate", Field::EndDate),
    ("Opening", Field::Opening),
    ("Joseki", Field::Opening),
    ("TimeControl", Field::TimeControl),
    ("Byoyomi", Field::Byoyomi),
    ("Title", Field::Title),
    ("Source", Field::Source),
    ("Remark", Field::Remark),
    ("Rules", Field::Rules),
    ("MaxMoves", Field::MaxMoves),
    ("Handicap", Field::Handicap),
    ("Annotator", Field::Author),
    ("Tournament", Field::Event),
    ("Venue", Field::Site),
    ("Place", Field::Site),
];

pub fn field(name: &[u8]) -> Option<Field> {
    NAMES.iter().find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(name)).map(|(_, field)| *field)
}

/// The tag name that is written for a field, if any.
pub(super) fn name(field: Field) -> Option<&'static str> {
    NAMES.iter().find(|(_, known)| *known == field).map(|(name, _)| *name)
}

/// True for a tag that gives the start position or the end of the game.
pub(super) fn is_structure(name: &[u8]) -> bool {
    ["FEN", "SFEN", "SetUp", "Handicap", "Result", "Termination", "Variant"]
        .iter()
        .any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

/// The termination that the tag Result gives.
pub(crate) fn result_of_tag(bytes: &[u8], record: &Record) -> Option<StatedByTag> {
    let tag = record.tag(bytes, "Result")?;
    let (terminal, loser) = result(tag.value.of(bytes))?;
    Some((terminal, loser, tag.value))
}

/// A value with its escapes resolved.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut escaped = false;
    for character in value.chars() {
        if character == '\\' && !escaped {
            escaped = true;
            continue;
        }
        if escaped && !matches!(character, '"' | '\\') {
            text.push('\\');
        }
        escaped = false;
        text.push(character);
    }
    if escaped {
        text.push('\\');
    }
    text
}

/// The header in a tag; `None` for tags of the start position and of the end of the game.
pub(crate) fn header<'a>(name: Cow<'a, str>, value: Cow<'a, str>, handicap: bool) -> Option<HeaderRead<'a>> {
    let value: Cow<'a, str> = if value.contains('\\') { unescaped(&value).into() } else { value };
    if name == OTHER {
        let (name, value) = value.split_once('：')?;
        let (name, value) = (name.to_owned(), value.to_owned());
        return Some(HeaderRead { field: Field::named(&name), name: name.into(), value: value.into() });
    }
    if is_structure(name.as_bytes()) {
        return None;
    }
    Some(HeaderRead::translated(field(name.as_bytes()), name, value, handicap))
}

/// The handicaps in the words of PSN; of several words, the first one is written.
const HANDICAPS: [(&str, Handicap); 29] = [
    ("Lance", Handicap::Lance),
    ("Right lance", Handicap::RightLance),
    ("Bishop", Handicap::Bishop),
    ("Rook", Handicap::Rook),
    ("Rook & lance", Handicap::RookLance),
    ("Rook and lance", Handicap::RookLance),
    ("Rook lance", Handicap::RookLance),
    ("2 piece", Handicap::Two),
    ("3 piece", Handicap::Three),
    ("4 piece", Handicap::Four),
    ("5 piece", Handicap::Five),
    ("5 piece left", Handicap::LeftFive),
    ("6 piece", Handicap::Six),
    ("7 piece left", Handicap::LeftSeven),
    ("7 piece right", Handicap::RightSeven),
    ("8 piece", Handicap::Eight),
    ("10 piece", Handicap::Ten),
    ("Two piece", Handicap::Two),
    ("Three piece", Handicap::Three),
    ("Four piece", Handicap::Four),
    ("Five piece", Handicap::Five),
    ("Six piece", Handicap::Six),
    ("Eight piece", Handicap::Eight),
    ("Ten piece", Handicap::Ten),
    ("None", Handicap::Even),
    ("Even", Handicap::Even),
    ("No", Handicap::Even),
    ("Hirate", Handicap::Even),
    ("Rook, bishop", Handicap::Two),
];

pub(super) fn handicap(handicap: Handicap) -> &'static str {
    HANDICAPS.iter().find(|(_, known)| *known == handicap).map_or("None", |(name, _)| name)
}

fn handicap_of(value: &[u8]) -> Option<Handicap> {
    let value = value.trim_ascii();
    let value = value.strip_suffix(b"s").unwrap_or(value).to_ascii_lowercase();
    if matches!(&value[..], b"" | b"-" | b"?") {
        return Some(Handicap::Even);
    }
    HANDICAPS.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(&value)).map(|(_, handicap)| *handicap)
}

/// The start position of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupRead {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    pub plies: u32,
    /// Faults in the text of the position.
    pub faults: Vec<SetupFault>,
}

/// Maximum length of an SFEN.
const MAX_SFEN_BYTES: usize = 1000;

/// Reads the start position of a record from the tag `SFEN` or `FEN`, else from `Handicap`; otherwise it is the initial
/// position.
pub fn setup(bytes: &[u8], record: &Record) -> SetupRead {
    let even = || Setup::handicap(Handicap::Even);
    if let Some(tag) = record.tag(bytes, "SFEN").or_else(|| record.tag(bytes, "FEN")) {
        let value = tag.value.of(bytes);
        let Ok(text) = std::str::from_utf8(&value[..value.len().min(MAX_SFEN_BYTES)]) else {
            let faults = vec![SetupFault { code: Code::H010, span: tag.value, message: say!("position-is-no-text") }];
            return SetupRead { setup: even(), plies: 0, faults };
        };
        let read = sfen::read_sfen(text.trim().strip_prefix("sfen ").unwrap_or(text));
        let plies = read.ply.saturating_sub(1);
        let (setup, faults) = read.at(tag.value);
        return SetupRead { setup, plies, faults };
    }
    let Some(tag) = record.tag(bytes, "Handicap") else {
        return SetupRead { setup: even(), plies: 0, faults: Vec::new() };
    };
    match handicap_of(tag.value.of(bytes)) {
        Some(handicap) => SetupRead { setup: Setup::handicap(handicap), plies: 0, faults: Vec::new() },
        None => {
            let shown: String = String::from_utf8_lossy(tag.value.of(bytes)).chars().take(24).collect();
            let message = say!("handicap-not-known", handicap = quoted(shown));
            let faults = vec![SetupFault { code: Code::H031, span: tag.value, message }];
            SetupRead { setup: even(), plies: 0, faults }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_come_back() {
        for (name, meant) in HANDICAPS {
            assert_eq!(handicap_of(name.as_bytes()), Some(meant), "{name}");
            assert_eq!(handicap_of(handicap(meant).as_bytes()), Some(meant));
        }
        assert_eq!(handicap_of(b"6 Pieces"), Some(Handicap::Six));
        assert_eq!(handicap_of(b"Queen"), None);
        assert_eq!(unescaped(r#"a\"b\\c\d\"#), r#"a"b\c\d\"#);
    }
}
