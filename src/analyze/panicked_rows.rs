//! The rows of a game whose judging panicked.

use partie_record::finding::{Code, Severity};
use partie_record::say;
use partie_table::judged::Place;
use partie_table::value::Name;
use partie_table::{FindingRow, GameRow};

const CODE: Code = Code::X099;

/// The row in `games`.
pub(crate) fn game<'a>(place: &Place<'a>) -> GameRow<'a> {
    GameRow {
        source: place.source,
        game: place.game,
        game_key: place.key,
        line: place.line,
        source_offset: place.offset,
        kind: Name("chess"),
        status: Name("unreadable"),
        end: Name("none"),
        verdict: Name("presumed"),
        first_error: Some(Name(CODE.as_str())),
        max_repetition: 1,
        n_errors: 1,
        n_findings: 1,
        ..GameRow::default()
    }
}

/// The row in `findings`.
pub(crate) fn finding<'a>(place: &Place<'a>) -> FindingRow<'a> {
    FindingRow {
        source: place.source,
        game: place.game,
        game_key: place.key,
        line: place.line,
        column: 1,
        source_offset: place.offset,
        kind: Name("chess"),
        code: Name(CODE.as_str()),
        name: Name(CODE.entry().name),
        severity: Name(Severity::Error.name()),
        message: say!("internal-error-in-game").to_string().into(),
        help: Some(say!("report-it-with-game").to_string().into()),
        count: 1,
        ..FindingRow::default()
    }
}
