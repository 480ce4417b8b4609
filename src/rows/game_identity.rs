//! Which game a record is, wherever it stands and however its lines are broken: what a finding is known by from run to run. Not
//! for copies of a game, whose tags differ (see [`crate::identity`]).
//!
//! XXH3-64 over the values of the roster without the result, and the tokens of the main line without marks, a zero byte behind
//! each. Numbers, comments, variations and white space do not enter.

use xxhash_rust::xxh3::Xxh3;

use partie_record::{ItemKind, Record};
use partie_replay::GamePlace;
use partie_replay::games::SliceReader;

const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];
/// What stands behind a move and is none of it.
const MARKS: &[u8] = b"+#!?";

/// The identity of a game; of what is about a file as a whole, 0.
pub fn game_identity(place: &GamePlace<'_>) -> u64 {
    let mut record = Record::default();
    if place.game == 0 || !SliceReader::new(place.slice, place.start).read(&mut record) {
        return 0;
    }
    let text = record.text(&place.slice.bytes);
    let mut hash = Xxh3::new();
    let mut add = |bytes: &[u8]| {
        hash.update(bytes);
        hash.update(&[0]);
    };
    if record.tag(text, "White").is_some() || record.tag(text, "Event").is_some() {
        ROSTER.iter().for_each(|name| add(record.value(text, name).unwrap_or_default()));
    } else {
        // Headers of shogi have names of their own.
        record.tags.iter().for_each(|tag| add(tag.value.of(text)));
    }
    for item in
        record.items.iter().filter(|item| item.line == 0 && matches!(item.kind, ItemKind::Move | ItemKind::Null))
    {
        let token = item.span.of(text);
        let end = token.iter().rposition(|byte| !MARKS.contains(byte)).map_or(0, |last| last + 1);
        add(&token[..end]);
    }
    hash.digest()
}
