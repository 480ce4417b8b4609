//! Time controls of records: the tag of PGN, the statements of CSA, 持ち時間 and 秒読み, and regular phrases. Clock checks and
//! tables share this parser. A value that is not understood completely is not used at all. Clocks are compared with it
//! in `replay`.

mod control;
mod grammar;
mod japanese;
mod words;
mod write;

#[cfg(debug_assertions)]
pub use grammar::RULES;

pub use self::control::{Period, Periods, TimeControl};
use crate::text::whole;

/// Words of engines and servers for a game without a time limit.
const UNLIMITED: [&str; 5] = ["inf", "infinite", "unlimited", "none", "untimed"];

impl TimeControl {
    /// Parses the PGN tag: `300+2`, `40/9000:3600`, `90 minutes + 30 seconds`; `-` and `inf` mean no control and `?` an
    /// unknown one. `None` if the value is not understood.
    pub fn of_tag(value: &[u8]) -> Option<Self> {
        let value = value.trim_ascii();
        if matches!(value, b"" | b"-" | b"?") {
            return Some(Self::default());
        }
        match standard(value) {
            Some(control) => control,
            // The sign for seconds may be a quote, which is escaped in a tag.
            None => words_of(&str::from_utf8(value).ok()?.replace("\\\"", "\"")),
        }
    }

    /// The standard form of a value in words; `None` if it already has the standard form, or is more than a time and an
    /// increment.
    pub fn in_standard_form(value: &[u8]) -> Option<String> {
        let value = value.trim_ascii();
        if standard(value).is_some() {
            return None;
        }
        let control = Self::of_tag(value)?;
        let base = control.base.filter(|base| base % 1000 == 0)? / 1000;
        let form = match control.increment.unwrap_or_default() {
            0 => base.to_string(),
            increment if increment % 1000 == 0 => format!("{base}+{}", increment / 1000),
            _ => return None,
        };
        (Self::of_tag(form.as_bytes()) == Some(control)).then_some(form)
    }

    /// Parses the values of a shogi record: 持ち時間 or the CSA form, and a separate 秒読み. `None` if they are not
    /// understood.
    pub fn of_shogi(main: Option<&str>, byoyomi: Option<&str>) -> Option<Self> {
        let main = main.map(str::trim).filter(|main| !main.is_empty());
        let control = match main {
            Some(main) => {
                Some(stated(main.as_bytes()).or_else(|| japanese::read_japanese(main)).or_else(|| in_words(main))?)
            }
            None => None,
        };
        let Some(each) = byoyomi.and_then(japanese::byoyomi) else { return control };
        let control = control.unwrap_or_default();
        Some(Self { byoyomi: each.byoyomi, has_more: control.has_more || each.has_more, ..control })
    }

    /// The KIF words for a value in CSA form; `None` if it is in words, or cannot be expressed in words.
    pub fn csa_in_words(value: &str) -> Option<String> {
        stated(value.trim().as_bytes())?.in_words()
    }

    /// Parses the values for each side of a shogi record: for both players, for the first, for the second, and 秒読み.
    pub fn of_sides([both, first, second]: [Option<&str>; 3], byoyomi: Option<&str>) -> [Option<Self>; 2] {
        if first.is_none() && second.is_none() {
            return [Self::of_shogi(both, byoyomi); 2];
        }
        [first, second].map(|own| Self::of_shogi(own.or(both), byoyomi))
    }
}

/// Parses the standard forms; `Some(None)` if the form is standard but its numbers are implausible.
fn standard(value: &[u8]) -> Option<Option<TimeControl>> {
    whole(value, grammar::clock_control)
        .map(Some)
        .or_else(|| whole(value, grammar::pgn_control))
        .or_else(|| whole(value, grammar::server_control))
}

/// Parses the CSA forms, which programs also write into KIF.
fn stated(value: &[u8]) -> Option<TimeControl> {
    whole(value, grammar::csa_limit).or_else(|| whole(value, grammar::csa_seconds))
}

#[cold]
fn words_of(value: &str) -> Option<TimeControl> {
    if UNLIMITED.iter().any(|word| word.eq_ignore_ascii_case(value)) {
        return Some(TimeControl::default());
    }
    words::read_words(value).or_else(|| japanese::read_japanese(value))
}

/// Parses a shogi header in words. Added time is 秒読み, unless it is called otherwise.
fn in_words(value: &str) -> Option<TimeControl> {
    let control = words::read_words(value)?;
    let is_byoyomi = control.increment.is_some_and(|increment| increment > 0) && !words::says_increment(value);
    Some(TimeControl {
        byoyomi: if is_byoyomi { control.increment } else { control.byoyomi },
        increment: control.increment.filter(|increment| *increment > 0 && !is_byoyomi),
        ..control
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(control: Option<TimeControl>) -> [Option<u64>; 3] {
        let control = control.unwrap_or_default();
        [control.base, control.increment, control.byoyomi].map(|time| time.map(|time| time / 1000))
    }

    #[test]
    fn the_standard() {
        for (value, base, increment) in [
            ("300+2", 300, 2),
            ("300 + 2", 300, 2),
            ("300+", 300, 0),
            ("40/9000:3600+30", 9000, 30),
            ("40 / 7200 : 3600", 7200, 0),
            ("3600:5", 3600, 0),
            ("600", 600, 0),
            ("*180", 180, 0),
            ("1/86400", 86_400, 0),
            ("10.931+0.109", 10, 0),
            ("40/10", 10, 0),
            ("1:30:00+30", 5400, 30),
            ("5|0", 300, 0),
            ("3|2", 180, 2),
            ("90 | 30", 5400, 30),
            ("240/10+0.1", 10, 0),
            ("80/4", 4, 0),
            ("60+5d", 60, 0),
            ("40/5400+5d:1800+5d", 5400, 0),
        ] {
            assert_eq!(seconds(TimeControl::of_tag(value.as_bytes())), [Some(base), Some(increment), None], "{value}");
        }
        for value in [
            "7200/40",
            "300/40",
            "99999999999",
            "7200/40+30",
            "600|5",
            "5|",
            "|5",
            "60+5x",
            "5:00",
            "40/5:00",
            "40/",
            "90++30",
            "fast",
            "",
            "-",
            "?",
            " ? ",
            "inf",
            "Unlimited",
        ] {
            assert_eq!(seconds(TimeControl::of_tag(value.as_bytes())), [None; 3], "{value}");
        }
        for value in ["-", "inf", "Infinite"] {
            assert_eq!(TimeControl::of_tag(value.as_bytes()), Some(TimeControl::default()), "{value}");
        }
        assert_eq!(TimeControl::of_tag(b"7200/40"), None);
    }

    #[test]
    fn what_clocks_are_judged_by() {
        let of = |value: &str| TimeControl::of_tag(value.as_bytes()).unwrap_or_default();
        let later = |value: &str| -> Vec<_> {
            of(value).periods.begun_by(70).map(|period| (period.after, period.time / 1000)).collect()
        };
        for value in ["300+2", "600", "90 minutes + 30 seconds", "-"] {
            assert_eq!(later(value), [], "{value}");
        }
        for value in ["40/9000:3600", "40/2h, 1h", "2h/40 + 1h", "40 moves in 2 hours, then 1 hour"] {
            assert_eq!(later(value), [(Some(40), 3600)], "{value}");
        }
        for value in ["40/7200:20/3600:900+30", "2h for 40 moves, 1h for 20 moves, then 15 min + 30 sec"] {
            assert_eq!(later(value), [(Some(40), 3600), (Some(60), 900)], "{value}");
        }
        assert_eq!(later("2 hours + 1 hour"), [(None, 3600)]);
        assert_eq!(later("30/600"), [(Some(60), 600)]);
        assert!(of("*180").rises_freely && of("1/60").rises_freely && !of("300+2").rises_freely);
        assert_eq!(of("1/60").per_move, Some(60_000));
        assert_eq!(of("300+2.5").increment, Some(2_500));
        for daily in ["1/86400", "1/432000", "1/259200:1/86400", "1/1d", "3 days per move"] {
            assert!(of(daily).daily, "{daily}");
        }
        for quick in ["1/86399", "1/60", "86400", "40/86400", "1/259200:3600", "*86400", "-", "2 hours"] {
            assert!(!of(quick).daily, "{quick}");
        }
    }

    #[test]
    fn shogi() {
        for (main, byoyomi, times) in [
            (Some("00:25+10"), None, [Some(1500), None, Some(10)]),
            (Some("00:25+00"), None, [Some(1500), None, Some(0)]),
            (Some("00:25+"), None, [Some(1500), None, None]),
            (Some("600+30+0"), None, [Some(600), Some(0), Some(30)]),
            (Some("300+0+10"), None, [Some(300), Some(10), Some(0)]),
            (Some("10分+30秒"), None, [Some(600), None, Some(30)]),
            (Some("１０分＋３０秒"), None, [Some(600), None, Some(30)]),
            (Some("1時間30分"), Some("60秒"), [Some(5400), None, Some(60)]),
            (Some("1時間30分"), Some("1分"), [Some(5400), None, Some(60)]),
            (Some("各6時間"), None, [Some(21_600), None, None]),
            (Some("各4分、使い切ったら1手60秒"), None, [Some(240), None, Some(60)]),
            (Some("各15分、使い切ったら1手60秒未満"), None, [Some(900), None, Some(60)]),
            (Some("各10分、使い切ると1手30秒"), None, [Some(600), None, Some(30)]),
            (Some("各10分を使い切ると1手30秒"), None, [Some(600), None, Some(30)]),
            (Some("1時間(持ち時間を使い切ると1手1分)"), None, [Some(3600), None, Some(60)]),
            (Some("15分切れたら負け"), None, [Some(900), None, Some(0)]),
            (Some("5分(1手ごとに3秒加算)"), None, [Some(300), Some(3), None]),
            (Some("5分、1手指すごとに5秒加算"), None, [Some(300), Some(5), None]),
            (Some("5分、1手毎に5秒加算"), None, [Some(300), Some(5), None]),
            (Some("各6時間、残り10分から秒読み"), None, [Some(21_600), None, None]),
            (Some("各6時間、秒読みあり"), None, [Some(21_600), None, None]),
            (Some("10分 秒読みなし"), None, [Some(600), None, Some(0)]),
            (Some("10分、30秒の秒読み"), None, [Some(600), None, Some(30)]),
            (Some("1.5時間"), None, [Some(5400), None, None]),
            (Some("各１．５時間、１手３０秒"), None, [Some(5400), None, Some(30)]),
            (Some("1時間半"), None, [Some(5400), None, None]),
            (Some("六時間"), Some("60"), [Some(21_600), None, Some(60)]),
            (Some("二時間三十分"), None, [Some(9000), None, None]),
            (Some("15分、切れたら1手30秒"), None, [Some(900), None, Some(30)]),
            (Some("10分 秒読み30秒"), None, [Some(600), None, Some(30)]),
            (Some("10分、30秒の秒読み"), None, [Some(600), None, Some(30)]),
            (Some("一手30秒"), None, [Some(0), None, Some(30)]),
            (Some("10分切れ負け"), None, [Some(600), None, Some(0)]),
            (Some("5分（1手5秒加算）"), None, [Some(300), Some(5), None]),
            (Some("フィッシャー 10分+5秒"), None, [Some(600), Some(5), None]),
            (Some("なし"), Some("30秒"), [Some(0), None, Some(30)]),
            (Some("15 min + 60 sec"), None, [Some(900), None, Some(60)]),
            (Some("15 min + 60 sec byoyomi"), None, [Some(900), None, Some(60)]),
            (Some("15m, byoyomi 60s"), None, [Some(900), None, Some(60)]),
            (Some("各5時間(チェスクロック使用)"), None, [Some(18_000), None, None]),
            (Some("15分＋60秒"), None, [Some(900), None, Some(60)]),
            (Some("15分、1手60秒"), None, [Some(900), None, Some(60)]),
            (Some("15分→60秒"), None, [Some(900), None, Some(60)]),
            (Some("5分+秒読み30秒"), None, [Some(300), None, Some(30)]),
            (Some("1手10秒"), None, [Some(0), None, Some(10)]),
            (Some("初手から1手30秒"), None, [Some(0), None, Some(30)]),
            (Some("30秒将棋"), None, [Some(0), None, Some(30)]),
            (Some("3時間、切れたら1分将棋"), None, [Some(10_800), None, Some(60)]),
            (Some("0分+10秒"), None, [Some(0), None, Some(10)]),
            (Some("各90分、切れると1手60秒未満"), None, [Some(5400), None, Some(60)]),
            (Some("フィッシャールール 5分＋10秒"), None, [Some(300), Some(10), None]),
            (Some("25分+10秒フィッシャー"), None, [Some(1500), Some(10), None]),
            (Some("10分（フィッシャー5秒）"), None, [Some(600), Some(5), None]),
            (Some("5分 + 5秒加算"), None, [Some(300), Some(5), None]),
            (Some("2時間 秒読み1分"), None, [Some(7200), None, Some(60)]),
            (Some("持ち時間各4時間、使い切り後1手1分"), None, [Some(14_400), None, Some(60)]),
            (Some("20分切れ負け"), None, [Some(1200), None, Some(0)]),
            (Some("10 min + 5 sec increment"), None, [Some(600), Some(5), None]),
            (None, Some("30秒"), [None, None, Some(30)]),
            (Some("早指し2(猶予1分)"), None, [None; 3]),
            (Some("適宜"), None, [None; 3]),
        ] {
            assert_eq!(seconds(TimeControl::of_shogi(main, byoyomi)), times, "{main:?} {byoyomi:?}");
        }
        for value in ["10分+30秒(3)", "10分、考慮時間1分10回", "10分、30秒"] {
            assert!(TimeControl::of_shogi(Some(value), None).is_some_and(|control| control.has_more), "{value}");
        }
    }
}
