//! Columns of games that are computed from tags alone, without parsing moves.

use super::column::{Cells, Value};
use super::tags::Tags;
use super::value::Text;
use super::write_row;
use partie_record::TagKind;
use partie_record::{Encoding, Record};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagColumn {
    Text(TagKind),
    Rating(TagKind),
    /// The change of a rating.
    Difference(TagKind),
    Date,
    /// The precision of the date.
    DatePrecision,
    /// Date and time of the start.
    UtcStart,
    /// The time control as written.
    TimeControl,
    /// Byoyomi (秒読み) in seconds.
    Byoyomi,
    Handicap,
    /// The site's identifier of the game.
    GameId,
    Count,
    /// The winner, by the token that ends the moves or else by the tag; in shogi it also depends on the board.
    Outcome,
}

const ALL: &[(&str, TagColumn)] = &[
    ("event", TagColumn::Text(TagKind::Event)),
    ("site", TagColumn::Text(TagKind::Site)),
    ("round", TagColumn::Text(TagKind::Round)),
    ("first_player", TagColumn::Text(TagKind::First)),
    ("second_player", TagColumn::Text(TagKind::Second)),
    ("first_title", TagColumn::Text(TagKind::FirstTitle)),
    ("second_title", TagColumn::Text(TagKind::SecondTitle)),
    ("first_fide_id", TagColumn::Text(TagKind::FirstFideId)),
    ("second_fide_id", TagColumn::Text(TagKind::SecondFideId)),
    ("first_team", TagColumn::Text(TagKind::FirstTeam)),
    ("second_team", TagColumn::Text(TagKind::SecondTeam)),
    ("board", TagColumn::Text(TagKind::Board)),
    ("variant", TagColumn::Text(TagKind::Variant)),
    ("byoyomi", TagColumn::Byoyomi),
    ("result_tag", TagColumn::Text(TagKind::Result)),
    ("termination_tag", TagColumn::Text(TagKind::Termination)),
    ("eco_tag", TagColumn::Text(TagKind::Eco)),
    ("opening_tag", TagColumn::Text(TagKind::Opening)),
    ("handicap", TagColumn::Handicap),
    ("first_rating", TagColumn::Rating(TagKind::FirstRating)),
    ("second_rating", TagColumn::Rating(TagKind::SecondRating)),
    ("rating_diff_first", TagColumn::Difference(TagKind::FirstDiff)),
    ("rating_diff_second", TagColumn::Difference(TagKind::SecondDiff)),
    ("date", TagColumn::Date),
    ("date_precision", TagColumn::DatePrecision),
    ("utc_start", TagColumn::UtcStart),
    ("time_control", TagColumn::TimeControl),
    ("game_id", TagColumn::GameId),
    ("n_tags", TagColumn::Count),
    ("outcome", TagColumn::Outcome),
];

impl TagColumn {
    /// Returns the column with this name, if it depends on tags alone.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(known, _)| *known == name).map(|(_, column)| *column)
    }
}

/// Computes cells from the tags of a record, column by column.
#[derive(Clone, Copy, Debug)]
pub struct TagCells<'a> {
    tags: Tags<'a>,
    record: &'a Record,
}

impl<'a> TagCells<'a> {
    /// The tags of a record whose text is `bytes`.
    pub fn of_record(bytes: &'a [u8], record: &'a Record, encoding: Encoding) -> Self {
        Self { tags: Tags::of_record(bytes, record, encoding), record }
    }

    /// The value of any tag; the case of its name is ignored.
    pub fn tag(&self, name: &str) -> Option<Text<'a>> {
        self.tags.any(self.record, name)
    }

    pub fn ratings(&self) -> [Option<i16>; 2] {
        [TagKind::FirstRating, TagKind::SecondRating].map(|kind| self.tags.rating(kind))
    }

    /// The names of both players, if known.
    pub fn players(&self) -> [Option<Text<'a>>; 2] {
        [TagKind::First, TagKind::Second].map(|kind| self.tags.text(kind))
    }

    /// The FIDE IDs of both players.
    pub fn fide_ids(&self) -> [Option<u64>; 2] {
        [TagKind::FirstFideId, TagKind::SecondFideId]
            .map(|kind| self.tags.text(kind)?.parse().ok().filter(|id| *id > 0))
    }

    pub fn year(&self) -> Option<u16> {
        self.tags.date().map(|(day, _)| day.year)
    }

    /// Visits the cell of a column; returns false if tags do not decide it.
    pub fn put<C: Cells>(&self, column: TagColumn, cells: &mut C) -> bool {
        let tags = &self.tags;
        match column {
            TagColumn::Outcome if self.record.format.is_shogi() => return false,
            TagColumn::Outcome => tags.outcome(self.record).and_then(write_row::outcome).put(cells),
            TagColumn::Text(kind) => tags.text(kind).put(cells),
            TagColumn::Rating(kind) => tags.rating(kind).put(cells),
            TagColumn::Difference(kind) => tags.number(kind).put(cells),
            TagColumn::Date => tags.date().map(|(day, _)| day).put(cells),
            TagColumn::DatePrecision => tags.date().map(|(_, precision)| precision).put(cells),
            TagColumn::UtcStart => tags.utc().put(cells),
            TagColumn::TimeControl => tags.time_control().put(cells),
            TagColumn::Byoyomi => tags.control().byoyomi.and_then(write_row::seconds).put(cells),
            TagColumn::Handicap => tags.handicap().put(cells),
            TagColumn::GameId => tags.game_id().put(cells),
            TagColumn::Count => i32::try_from(self.record.tags.len()).unwrap_or(i32::MAX).put(cells),
        }
        true
    }
}
