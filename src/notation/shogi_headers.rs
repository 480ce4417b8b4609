//! Headers of shogi records: native names and their common meanings.
//!
//! Values are not parsed here. A header that is not in the table is kept as written.

use super::kanji;

/// The meaning of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// 棋戦
    Event,
    /// 場所
    Site,
    /// 開始日時, 対局日: date and time of the beginning.
    Date,
    /// 終了日時
    EndDate,
    /// 先手 or 下手: `Side::First`, even in handicap games, where 上手 moves first.
    First,
    /// 後手 or 上手
    Second,
    /// 先手省略名
    FirstShort,
    /// 後手省略名
    SecondShort,
    /// 戦型
    Opening,
    /// 持ち時間
    TimeControl,
    /// 先手持ち時間
    FirstTimeControl,
    /// 後手持ち時間
    SecondTimeControl,
    /// 秒読み
    Byoyomi,
    /// 消費時間: time used by both.
    TimeSpent,
    /// 表題
    Title,
    /// 掲載
    Source,
    /// 備考
    Remark,
    /// 手合割
    Handicap,
    /// 規則: the rule book.
    Rules,
    /// 最大手数
    MaxMoves,
    /// 持将棋: the rule of impasse.
    Impasse,
    /// 作品番号
    ProblemNumber,
    /// 作品名
    ProblemName,
    /// 作者
    Author,
    /// 発表誌
    Publication,
    /// 発表年月
    PublicationDate,
    /// 出典
    Reference,
    /// 手数: the number of moves of a problem.
    Length,
    /// 完全性
    Soundness,
    /// 分類
    Category,
    /// 受賞
    Award,
}

/// Names in KIF and KI2; of several names for a field, the first one is written.
const NAMES: [(&str, Field); 46] = [
    ("棋戦", Field::Event),
    ("場所", Field::Site),
    ("開始日時", Field::Date),
    ("対局日", Field::Date),
    ("対局日時", Field::Date),
    ("終了日時", Field::EndDate),
    ("先手", Field::First),
    ("下手", Field::First),
    ("後手", Field::Second),
    ("上手", Field::Second),
    ("先手省略名", Field::FirstShort),
    ("下手省略名", Field::FirstShort),
    ("後手省略名", Field::SecondShort),
    ("上手省略名", Field::SecondShort),
    ("戦型", Field::Opening),
    ("戦形", Field::Opening),
    ("持ち時間", Field::TimeControl),
    ("持時間", Field::TimeControl),
    ("先手持ち時間", Field::FirstTimeControl),
    ("下手持ち時間", Field::FirstTimeControl),
    ("後手持ち時間", Field::SecondTimeControl),
    ("上手持ち時間", Field::SecondTimeControl),
    ("秒読み", Field::Byoyomi),
    ("消費時間", Field::TimeSpent),
    ("表題", Field::Title),
    ("掲載", Field::Source),
    ("備考", Field::Remark),
    ("手合割", Field::Handicap),
    ("手合", Field::Handicap),
    ("手合い割", Field::Handicap),
    ("手合割り", Field::Handicap),
    ("規則", Field::Rules),
    ("ルール", Field::Rules),
    ("最大手数", Field::MaxMoves),
    ("持将棋", Field::Impasse),
    ("作品番号", Field::ProblemNumber),
    ("作品名", Field::ProblemName),
    ("作者", Field::Author),
    ("発表誌", Field::Publication),
    ("発表年月", Field::PublicationDate),
    ("出典", Field::Reference),
    ("手数", Field::Length),
    ("完全性", Field::Soundness),
    ("分類", Field::Category),
    ("受賞", Field::Award),
    ("受賞歴", Field::Award),
];

/// Suffixes of 手合割 that mark a mating problem.
const PROBLEMS: [&str; 4] = ["詰将棋", "詰め将棋", "つめ将棋", "詰め物"];

/// Maximum length of a name, in any encoding; no name in the table is longer.
const MAX_NAME_BYTES: usize = 48;

/// Bit set of indexes into `NAMES`, by a hash of the first character.
static BY_FIRST: [u64; 64] = by_first();

const fn slot(first: [u8; 3]) -> usize {
    let [one, two, three] = first;
    (one as usize * 31 + two as usize * 7 + three as usize) % 64
}

const fn by_first() -> [u64; 64] {
    let mut slots = [0; 64];
    let mut at = 0;
    while at < NAMES.len() {
        if let Some(first) = NAMES[at].0.as_bytes().first_chunk() {
            slots[slot(*first)] |= 1 << at;
        }
        at += 1;
    }
    slots
}

/// Names whose first character has the same hash as the first character of `text`.
fn candidates(text: &[u8]) -> impl Iterator<Item = &'static (&'static str, Field)> {
    let mut left = text.first_chunk().map_or(0, |first| BY_FIRST[slot(*first)]);
    std::iter::from_fn(move || {
        let at = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        NAMES.get(at)
    })
}

fn named(name: &[u8]) -> Option<Field> {
    candidates(name).find(|(known, _)| known.as_bytes() == name).map(|(_, field)| *field)
}

impl Field {
    /// The field that a name in any encoding denotes.
    pub fn of(name: &[u8]) -> Option<Self> {
        if name.len() > MAX_NAME_BYTES {
            return None;
        }
        named(name).or_else(|| named(kanji::text(name).as_bytes()))
    }

    /// True if a name in UTF-8 denotes this field.
    pub fn is_named(self, name: &[u8]) -> bool {
        self.find(std::iter::once(name)).is_some()
    }

    /// Index of the first of several names in UTF-8 that denotes this field.
    pub fn find<'a>(self, names: impl Iterator<Item = &'a [u8]> + Clone) -> Option<usize> {
        let known = NAMES.iter().filter(|(_, field)| *field == self).map(|(known, _)| *known);
        known.flat_map(|known| names.clone().position(|name| known.as_bytes() == name)).min()
    }

    /// Length and field of the longest name in the table that begins `input`.
    pub(super) fn prefix(input: &[u8]) -> Option<(usize, Self)> {
        let names = candidates(input).filter(|(name, _)| input.starts_with(name.as_bytes()));
        names.map(|(name, field)| (name.len(), *field)).max_by_key(|(length, _)| *length)
    }

    pub fn named(name: &str) -> Option<Self> {
        named(name.as_bytes())
    }

    /// True for a header that only mating problems (詰将棋) have, or for 手合割 if it can have a value that marks one.
    pub const fn may_mark_problem(self) -> bool {
        matches!(self, Self::Handicap | Self::ProblemNumber | Self::ProblemName | Self::Soundness)
    }

    /// True if a header with this value marks the record as a mating problem.
    pub fn marks_problem(self, value: &str) -> bool {
        match self {
            Self::Handicap => PROBLEMS.iter().any(|name| value.trim().ends_with(name)),
            field => field.may_mark_problem(),
        }
    }

    /// The name to write in KIF.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, field)| *field == self).map_or("", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_mark_a_problem() {
        let marks = |field: Field, value| field.marks_problem(value);
        assert!(marks(Field::Handicap, "詰将棋　　") && marks(Field::Handicap, "５手詰め将棋"));
        assert!(marks(Field::ProblemNumber, "7"));
        assert!(!marks(Field::Handicap, "その他") && !marks(Field::Title, "詰将棋"));
    }

    #[test]
    fn names_and_meanings() {
        assert_eq!(Field::of("対局日".as_bytes()), Some(Field::Date));
        assert_eq!(Field::of("図".as_bytes()), None);
        for (name, field) in NAMES {
            assert_eq!(Field::named(name), Some(field));
            assert_eq!(Field::named(field.name()), Some(field));
            assert!(name.len() <= MAX_NAME_BYTES);
        }
    }
}
