//! 持ち時間 and 秒読み as people and programs write them: `各6時間`, `10分+30秒`, `15分、切れたら1手30秒`. CSA has forms of its own.

use super::control::TimeControl;

/// The purpose of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Main,
    Byoyomi,
    Increment,
    /// 考慮時間, 猶予: any other purpose.
    Other,
}

/// A time in milliseconds, and its purpose.
#[derive(Clone, Copy, Debug)]
struct Amount {
    time: u64,
    /// The last unit, after which a smaller one may follow: `1時間` and `30分`.
    unit: u64,
    purpose: Purpose,
}

/// Words for the purpose of the next time, or of the last one if no number follows.
const WORDS: [(&str, Purpose); 13] = [
    ("秒読み", Purpose::Byoyomi),
    ("秒読", Purpose::Byoyomi),
    ("一手", Purpose::Byoyomi),
    ("1手", Purpose::Byoyomi),
    ("１手", Purpose::Byoyomi),
    // `30秒将棋`
    ("将棋", Purpose::Byoyomi),
    ("加算", Purpose::Increment),
    ("増加", Purpose::Increment),
    ("追加", Purpose::Increment),
    ("考慮", Purpose::Other),
    ("猶予", Purpose::Other),
    ("残り", Purpose::Other),
    ("持ち時間", Purpose::Main),
];

/// Words for the end of the main time. They do not describe the time before them; the time after them is 秒読み.
const OVER: [&str; 8] = ["切れたら", "切れると", "切れれば", "切れ後", "使い切", "使いき", "使い果た", "なくなっ"];

const UNITS: [(&str, u64); 4] = [("時間", 3_600_000), ("時", 3_600_000), ("分", 60_000), ("秒", 1000)];

/// Parses the value of a header with main time and possibly more.
pub(super) fn read_japanese(value: &str) -> Option<TimeControl> {
    let mut reading = Reading::default();
    reading.whole(value);
    let of = |purpose| move |amount: &&Amount| amount.purpose == purpose;
    let mut mains = reading.amounts.iter().filter(of(Purpose::Main));
    let first = |purpose| reading.amounts.iter().find(of(purpose)).map(|amount| amount.time);
    let (main, more) = (mains.next().map(|amount| amount.time), mains.next().is_some());
    let mut byoyomi = first(Purpose::Byoyomi);
    if reading.sudden_death {
        byoyomi = byoyomi.or(Some(0));
    }
    // Only 秒読み: there is no main time.
    let base = main.or_else(|| (byoyomi.is_some() || reading.none).then_some(0))?;
    let has_more = reading.has_more || more || first(Purpose::Other).is_some();
    Some(TimeControl {
        base: Some(base),
        increment: first(Purpose::Increment),
        byoyomi,
        has_more,
        ..TimeControl::default()
    })
}

/// Parses the value of the header 秒読み; a bare number is in seconds.
pub(super) fn byoyomi(value: &str) -> Option<TimeControl> {
    let mut reading = Reading::default();
    reading.whole(value);
    let time = match reading.amounts.as_slice() {
        [] => number(value.trim()).filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number.saturating_mul(1000)),
        [amount, ..] => Some(amount.time),
    };
    let time = time.or(reading.none.then_some(0))?;
    Some(TimeControl { byoyomi: Some(time), has_more: reading.has_more, ..TimeControl::default() })
}

#[derive(Debug, Default)]
struct Reading {
    amounts: Vec<Amount>,
    /// Purpose of the next time, if a word or a sign defines it.
    next: Option<Purpose>,
    /// True if the last time directly precedes this place.
    joined: bool,
    /// フィッシャー: added time is an increment, wherever the word is.
    fischer: bool,
    /// なし
    none: bool,
    /// 切れ負け
    sudden_death: bool,
    has_more: bool,
}

impl Reading {
    fn whole(&mut self, value: &str) {
        let mut rest = value;
        while let Some(character) = rest.chars().next() {
            rest = self.step(rest).unwrap_or(&rest[character.len_utf8()..]);
        }
        if self.fischer {
            let added = self.amounts.iter_mut().skip(1);
            added.filter(|amount| amount.purpose != Purpose::Other).for_each(|it| it.purpose = Purpose::Increment);
        }
    }

    /// Interprets the next token and returns the rest; `None` if one character is to be skipped.
    fn step<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if let Some(rest) = ["切れ負け", "切負"].iter().find_map(|word| text.strip_prefix(word)) {
            self.sudden_death = true;
            return Some(rest);
        }
        if let Some(rest) = OVER.iter().find_map(|word| text.strip_prefix(word)) {
            self.joined = false;
            self.sudden_death |= words_between(rest).starts_with('負');
            self.next = Some(Purpose::Byoyomi);
            return Some(rest);
        }
        if let Some((purpose, rest)) =
            WORDS.iter().find_map(|(word, purpose)| Some((*purpose, text.strip_prefix(word)?)))
        {
            self.word(purpose, rest);
            return Some(rest);
        }
        if let Some(rest) = text.strip_prefix("フィッシャー") {
            (self.fischer, self.joined) = (true, false);
            return Some(rest);
        }
        if is_none(text) {
            self.none = true;
            return text.strip_prefix("なし").or_else(|| text.strip_prefix("無し"));
        }
        if let Some((count, rest)) = number(text) {
            let (thousandths, rest) = fraction(rest).unwrap_or((0, rest));
            return Some(self.counted(count, thousandths, rest));
        }
        match text.chars().next()? {
            '+' | '＋' | '→' => self.next = Some(Purpose::Byoyomi),
            ' ' | '　' | '間' | 'の' => return None,
            // `10分+30秒(3)`: the number of periods.
            '(' | '（' => {
                let inner = text.strip_prefix(['(', '（']).and_then(number);
                if let Some((count, rest)) = inner.filter(|(_, rest)| rest.starts_with([')', '）'])) {
                    self.has_more |= count > 1;
                    return Some(rest);
                }
            }
            _ => {}
        }
        self.joined = false;
        None
    }

    /// Applies a word to the time that follows, or else to the last one.
    fn word(&mut self, purpose: Purpose, rest: &str) {
        let joined = std::mem::take(&mut self.joined);
        if is_none(rest.trim_start_matches(['は', ' ', '　', '：', ':'])) {
            self.amounts.push(Amount { time: 0, unit: 0, purpose });
            return;
        }
        let rest = words_between(rest);
        if number(rest).is_some() || WORDS.iter().any(|(word, _)| rest.starts_with(word)) {
            self.next = Some(purpose);
            return;
        }
        let alone = self.amounts.len() < 2;
        match self.amounts.last_mut() {
            // `残り10分から秒読み` gives the beginning of 秒読み, not its length.
            Some(last) if last.purpose == Purpose::Other && purpose != Purpose::Other => self.has_more = true,
            // `6時間、秒読みあり`: the length of 秒読み is unknown.
            Some(last)
                if alone && !joined && last.unit > 1000 && matches!(purpose, Purpose::Byoyomi | Purpose::Increment) =>
            {
                self.has_more = true;
            }
            Some(last) => last.purpose = purpose,
            None => self.next = Some(purpose),
        }
    }

    /// Interprets a number with its unit.
    fn counted<'a>(&mut self, count: u64, thousandths: u64, rest: &'a str) -> &'a str {
        let Some((unit, rest)) = UNITS.iter().find_map(|(word, unit)| Some((*unit, rest.strip_prefix(word)?))) else {
            self.has_more |= rest.starts_with('回') && count > 1;
            self.joined = false;
            return rest;
        };
        let (half, rest) = rest.strip_prefix('半').map_or((0, rest), |rest| (unit / 2, rest));
        let time = count.saturating_mul(unit).saturating_add(thousandths * unit / 1000 + half);
        match self.amounts.last_mut() {
            Some(last) if self.joined && self.next.is_none() && unit < last.unit => {
                (last.time, last.unit) = (last.time.saturating_add(time), unit);
            }
            _ => {
                let purpose = self.next.take().unwrap_or(Purpose::Main);
                self.amounts.push(Amount { time, unit, purpose });
            }
        }
        self.joined = true;
        rest
    }
}

/// なし
fn is_none(text: &str) -> bool {
    text.starts_with("なし") || text.starts_with("無し")
}

/// Skips particles between a word and its time: `1手` `指すごとに` `5秒`.
fn words_between(text: &str) -> &str {
    text.trim_start_matches(|character| {
        matches!(character, 'ぁ'..='ん' | '指' | '毎' | '当' | '時' | '間' | ' ' | '　' | '：' | ':')
    })
}

/// The decimal fraction of a number in thousandths, and the rest, which begins with a unit.
fn fraction(text: &str) -> Option<(u64, &str)> {
    let digits = text.strip_prefix(['.', '．'])?;
    let rest = digits.trim_start_matches(|character: char| matches!(character, '0'..='9' | '０'..='９'));
    let length = digits[..digits.len() - rest.len()].chars().count();
    UNITS.iter().find(|(word, _)| rest.starts_with(word)).filter(|_| (1..=3).contains(&length))?;
    let (value, _) = number(digits)?;
    Some((value * 10u64.pow(3 - length as u32), rest))
}

/// A number below ten thousand, in digits of either width or in kanji, and the rest.
fn number(text: &str) -> Option<(u64, &str)> {
    let (mut total, mut last, mut end) = (0u64, None::<u64>, 0);
    for (at, character) in text.char_indices() {
        let digit = match character {
            '0'..='9' => u64::from(character as u32 - '0' as u32),
            '０'..='９' => u64::from(character as u32 - '０' as u32),
            '十' | '百' => {
                let tens = if character == '十' { 10 } else { 100 };
                total = total.saturating_add(last.take().unwrap_or(1).saturating_mul(tens));
                end = at + character.len_utf8();
                continue;
            }
            _ => match "〇一二三四五六七八九".chars().position(|kanji| kanji == character) {
                Some(digit) => digit as u64,
                None => break,
            },
        };
        last = Some(last.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        end = at + character.len_utf8();
    }
    (end > 0).then(|| (total.saturating_add(last.unwrap_or(0)), &text[end..]))
}
