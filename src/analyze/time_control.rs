//! What a record says of the time for thinking: as the standards of PGN and CSA have it, as KIF has it, or in words
//! where they are regular. What is not understood whole is not understood at all. Not for judging it.

/// Time for thinking, as far as it is understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeControl {
    /// Seconds of the first period.
    pub(super) base: Option<i32>,
    /// The greatest increment, in seconds.
    pub(super) increment: Option<i32>,
    /// The class, where nothing but that is said.
    pub(super) class: Option<&'static str>,
}

/// Words that say of a class only.
const CLASSES: [(&str, &str); 9] = [
    ("ultrabullet", "ultrabullet"),
    ("bullet", "bullet"),
    ("blitz", "blitz"),
    ("rapid", "rapid"),
    ("classical", "classical"),
    ("classic", "classical"),
    ("standard", "classical"),
    ("correspondence", "correspondence"),
    ("daily", "correspondence"),
];

/// Words between the times that change nothing.
const BETWEEN: [&str; 44] = [
    "a",
    "added",
    "additional",
    "all",
    "an",
    "and",
    "are",
    "at",
    "beginning",
    "by",
    "chess",
    "control",
    "death",
    "each",
    "end",
    "finish",
    "first",
    "followed",
    "for",
    "from",
    "game",
    "gamewith",
    "in",
    "is",
    "next",
    "of",
    "on",
    "one",
    "player",
    "plus",
    "remaining",
    "remainder",
    "rest",
    "start",
    "starting",
    "sudden",
    "the",
    "then",
    "time",
    "to",
    "until",
    "whole",
    "with",
    "per",
];

/// Words that say that a time is added for each move.
const ADDED: [&str; 7] = ["increment", "increments", "inc", "bonus", "fischer", "extra", "cumulative"];

impl TimeControl {
    /// Of a value of ASCII.
    pub(super) fn of(value: &[u8]) -> Self {
        if let Some((hours, rest)) = split(value, b':')
            && hours.iter().all(u8::is_ascii_digit)
            && hours.len() == 2
        {
            // CSA: `00:25+10`; what follows the plus is for each move and no increment.
            let minutes = rest.split(|byte| *byte == b'+').next().and_then(seconds);
            let base = seconds(hours).zip(minutes).map(|(hours, minutes)| hours * 3600 + minutes * 60);
            return Self { base, ..Self::default() };
        }
        let standard = Self::standard(value);
        if standard.base.is_some() || !value.iter().any(u8::is_ascii_alphabetic) && !value.contains(&b'\'') {
            return standard;
        }
        str::from_utf8(value).map(words).unwrap_or_default()
    }

    /// Of a value that is not ASCII.
    pub(super) fn of_text(text: &str) -> Self {
        let base = japanese(text);
        if base.is_some() {
            return Self { base, ..Self::default() };
        }
        let plain: String = text
            .chars()
            .map(|c| match c {
                '’' | '‘' | '′' | '´' => '\'',
                '”' | '“' | '″' => '"',
                '–' | '—' | '\u{a0}' => ' ',
                c => c,
            })
            .collect();
        if plain.is_ascii() { words(&plain) } else { Self::default() }
    }

    /// `40/9000:3600+30` and the like, PGN 9.6.1.
    fn standard(value: &[u8]) -> Self {
        let (mut base, mut increment) = (None, None);
        for (index, period) in value.split(|byte| *byte == b':').enumerate() {
            let period = match split(period, b'/') {
                Some((moves, rest)) if seconds(moves.trim_ascii()).is_some() => rest,
                Some(_) => return Self::default(),
                None => period,
            };
            let (first, plus) = split(period, b'+').map_or((period, None), |(first, plus)| (first, Some(plus)));
            if index == 0 {
                base = seconds(first.strip_prefix(b"*").unwrap_or(first).trim_ascii());
            }
            let plus = match plus.map(<[u8]>::trim_ascii) {
                None | Some(b"") => Some(0),
                Some(plus) => seconds(plus),
            };
            if plus.is_none() {
                return Self::default();
            }
            if base.is_some() {
                increment = increment.max(plus);
            }
        }
        Self { base, increment, class: None }
    }
}

/// A lexeme of a value in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lexeme<'a> {
    Number(i32),
    Word(&'a str),
    Mark(u8),
}

/// The next lexeme of a text, and what follows it.
fn lexeme(text: &str) -> Option<(Lexeme<'_>, &str)> {
    let first = *text.as_bytes().first()?;
    let end = |is: fn(&u8) -> bool| text.bytes().position(|byte| !is(&byte)).unwrap_or(text.len());
    if first.is_ascii_digit() {
        let (digits, rest) = text.split_at(end(u8::is_ascii_digit));
        return Some((Lexeme::Number(seconds(digits.as_bytes())?), rest));
    }
    if first.is_ascii_alphabetic() {
        let (word, rest) = text.split_at(end(u8::is_ascii_alphabetic));
        return Some((Lexeme::Word(word), rest));
    }
    if let Some(rest) = text.strip_prefix("''") {
        return Some((Lexeme::Mark(b'"'), rest));
    }
    Some((Lexeme::Mark(first), &text[1..]))
}

fn lexemes(text: &str) -> Option<Vec<Lexeme<'_>>> {
    let (mut lexemes, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let (next, after) = lexeme(rest)?;
        lexemes.push(next);
        rest = after.trim_start();
    }
    Some(lexemes)
}

/// Seconds of a unit.
fn unit(lexeme: Option<&Lexeme<'_>>) -> Option<i32> {
    Some(match lexeme? {
        Lexeme::Mark(b'\'') => 60,
        Lexeme::Mark(b'"') => 1,
        Lexeme::Word(word) => match *word {
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "d" | "day" | "days" => 86_400,
            _ => return None,
        },
        _ => return None,
    })
}

/// A value in words: `90 minutes + 30 seconds`, `40/2h`, `2h for 40 moves`, `G/60;+5`, `Blitz`.
fn words(value: &str) -> TimeControl {
    let text = value.to_ascii_lowercase();
    let class = CLASSES.iter().find(|(word, _)| text.trim().trim_end_matches(" chess") == *word);
    if let Some((_, class)) = class {
        return TimeControl { class: Some(class), ..TimeControl::default() };
    }
    lexemes(&text).and_then(|lexemes| times(&lexemes)).unwrap_or_default()
}

/// A time for a stretch of the game, or one that is added for each move.
#[derive(Clone, Copy, Debug)]
struct Time {
    seconds: i32,
    /// What it was counted in last, so that `1 hour 30` goes on.
    unit: i32,
    added: bool,
}

/// Base and increment, where every lexeme is understood.
fn times(lexemes: &[Lexeme<'_>]) -> Option<TimeControl> {
    let mut times: Vec<Time> = Vec::new();
    // What was said since the last time that bears on the next one: a sign, that it is added, that it goes on.
    let (mut plus, mut added, mut joined, mut delayed) = (false, false, false, false);
    let mut at = 0;
    while let Some(lexeme) = lexemes.get(at) {
        let next = lexemes.get(at + 1);
        at += 1;
        match *lexeme {
            // `40 moves`, `40/`.
            Lexeme::Number(_) if matches!(next, Some(Lexeme::Word("moves" | "move") | Lexeme::Mark(b'/'))) => {
                (at, joined) = (at + 1, false);
            }
            Lexeme::Number(number) => {
                let known = unit(next);
                // `2 hours + 1 hour` are two stretches, and `2 hours + 30 seconds` are none.
                added |= std::mem::take(&mut plus) && known.is_none_or(|unit| unit == 1);
                let before = times.last().copied().filter(|_| joined);
                let unit = match known {
                    Some(unit) => unit,
                    // `1h30`, `90 min + 30`, and the games of an hour of the United States, `G/60`, `40/120`.
                    None if before.is_some_and(|before| before.unit == 3600) => 60,
                    None if added && !times.is_empty() => 1,
                    None if at >= 2 && lexemes[at - 2] == Lexeme::Mark(b'/') && is_american(lexemes) => 60,
                    None => return None,
                };
                at += usize::from(known.is_some());
                let seconds = number.checked_mul(unit)?;
                match times.last_mut() {
                    Some(last) if before.is_some_and(|before| before.unit > unit) && !added => {
                        (last.seconds, last.unit) = (last.seconds.checked_add(seconds)?, unit);
                    }
                    // Seconds after a longer time are what each move adds.
                    last => {
                        let added = added || last.is_some() && unit == 1;
                        if !std::mem::take(&mut delayed) {
                            times.push(Time { seconds, unit, added });
                        }
                    }
                }
                (added, joined) = (false, true);
            }
            Lexeme::Mark(b'+') => (plus, joined) = (true, false),
            Lexeme::Mark(b'.' | b'(' | b')' | b'-') => {}
            Lexeme::Mark(b',' | b';' | b':' | b'/' | b'&') => joined = false,
            Lexeme::Word("move" | "moves") => {
                // `from move 1`; `30 seconds per move` and `30 seconds/move`.
                if matches!(next, Some(Lexeme::Number(_))) {
                    at += 1;
                } else if let Some(last) = times.last_mut().filter(|_| at >= 2 && is_each(lexemes[at - 2])) {
                    last.added = last.seconds < 86_400;
                }
                joined = false;
            }
            Lexeme::Word(word) if ADDED.contains(&word) => {
                // `an increment of 30 seconds` and `30 seconds increment`.
                match times.last_mut().filter(|_| joined) {
                    Some(last) => last.added = true,
                    None => added = true,
                }
                joined = false;
            }
            // A delay adds nothing.
            Lexeme::Word("d" | "delay") => match next {
                Some(Lexeme::Number(_)) => (delayed, added) = (true, true),
                _ => drop(times.pop_if(|last| last.added)),
            },
            Lexeme::Word("g" | "sd") => joined = false,
            Lexeme::Word("and") => {}
            Lexeme::Word(word) if BETWEEN.contains(&word) => joined = false,
            _ => return None,
        }
    }
    let base = times.first().filter(|first| !first.added)?.seconds;
    let increment = times.iter().filter(|time| time.added).map(|time| time.seconds).max();
    Some(TimeControl { base: Some(base), increment: Some(increment.unwrap_or(0)), class: None })
}

/// Whether numbers without a unit are minutes, as the federation of the United States writes them.
fn is_american(lexemes: &[Lexeme<'_>]) -> bool {
    lexemes.windows(2).any(|pair| matches!(pair, [Lexeme::Word("g" | "game" | "sd"), Lexeme::Mark(b'/')]))
}

fn is_each(lexeme: Lexeme<'_>) -> bool {
    matches!(lexeme, Lexeme::Word("per" | "each" | "a" | "every") | Lexeme::Mark(b'/'))
}

fn split(value: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let place = value.iter().position(|byte| *byte == at)?;
    Some((&value[..place], &value[place + 1..]))
}

fn seconds(digits: &[u8]) -> Option<i32> {
    let whole = digits.split(|byte| *byte == b'.').next()?;
    if whole.is_empty() || whole.len() > 7 {
        return None;
    }
    whole.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i32::from(byte - b'0')))
}

/// `6時間`, `10分`, `1時間30分`, `30秒`.
fn japanese(text: &str) -> Option<i32> {
    let (mut total, mut number, mut seen) = (0i32, None::<i32>, false);
    for character in text.chars() {
        let digit = match character {
            '0'..='9' => Some(character as u32 - '0' as u32),
            '０'..='９' => Some(character as u32 - '０' as u32),
            _ => None,
        };
        if let Some(digit) = digit {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as i32));
            continue;
        }
        let unit = match character {
            '時' => 3600,
            '分' => 60,
            '秒' => 1,
            _ => continue,
        };
        total = total.saturating_add(number.take()?.saturating_mul(unit));
        seen = true;
    }
    seen.then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(value: &str) -> (Option<i32>, Option<i32>) {
        let control = if value.is_ascii() { TimeControl::of(value.as_bytes()) } else { TimeControl::of_text(value) };
        (control.base, control.increment)
    }

    #[test]
    fn the_standards() {
        assert_eq!(control("300+2"), (Some(300), Some(2)));
        assert_eq!(control("300 + 2"), (Some(300), Some(2)));
        assert_eq!(control("40/9000:3600+30"), (Some(9000), Some(30)));
        assert_eq!(control("600"), (Some(600), Some(0)));
        assert_eq!(control("1/86400"), (Some(86_400), Some(0)));
        assert_eq!(control("-"), (None, None));
        assert_eq!(control("00:25+10"), (Some(1500), None));
        assert_eq!(control("1時間30分"), (Some(5400), None));
    }

    #[test]
    fn regular_words() {
        for (text, base, increment) in [
            ("90 minutes + 30 seconds", 5400, 30),
            ("90 min. + 30 sec. per move", 5400, 30),
            ("90 min + 30", 5400, 30),
            ("90'+30''", 5400, 30),
            ("90’ + 30”", 5400, 30),
            ("15m+10s", 900, 10),
            ("3 minutes plus 2 seconds increment", 180, 2),
            ("40/2h", 7200, 0),
            ("40/2h, 20/1h, 30 min", 7200, 0),
            ("2h for 40 moves", 7200, 0),
            ("90 min/40 moves + 30 min + 30 sec per move", 5400, 30),
            ("2 hours + 1 hour", 7200, 0),
            ("40 moves in 2 hours + 1 hour", 7200, 0),
            ("2 hours with an increment of 1 minute", 7200, 60),
            ("40 moves in 2 hours", 7200, 0),
            ("1 hour 30 minutes", 5400, 0),
            ("1 hour and 30 minutes + 30 seconds", 5400, 30),
            ("1h30", 5400, 0),
            ("G/60", 3600, 0),
            ("G/90;+30", 5400, 30),
            ("G/90;d5", 5400, 0),
            ("40/120, SD/60", 7200, 0),
            ("40/90, SD/30; +30", 5400, 30),
            ("3 days per move", 259_200, 0),
            ("60 minutes for the whole game", 3600, 0),
            (
                ": 90 minutes for the first 40 moves, followed by 30 minutes for the rest of the gamewith an increment of \
                 30 seconds per move starting from move 1",
                5400,
                30,
            ),
            ("100 minutes for the first 40 moves then 50 minutes for the next 20 moves, 30 seconds per move", 6000, 30),
        ] {
            assert_eq!(control(text), (Some(base), Some(increment)), "{text}");
        }
        for text in [
            "30 seconds per move",
            "blitz, 5 or so",
            "as agreed",
            "90 minutes or less",
            "5 min, see rules",
            "G60x",
            "40/90 + 30 min + 30 sec",
            "90 + 30 sec",
        ] {
            assert_eq!(control(text), (None, None), "{text}");
        }
        assert_eq!(TimeControl::of(b"Blitz").class, Some("blitz"));
        assert_eq!(TimeControl::of(b"rapid chess").class, Some("rapid"));
        assert_eq!(TimeControl::of(b"90 minutes + 30 seconds").class, None);
    }
}
