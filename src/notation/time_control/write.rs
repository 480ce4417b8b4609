//! Writes time controls in the shogi formats: in words for KIF, in two forms for CSA.

use super::control::TimeControl;

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1000;

impl TimeControl {
    /// The value of 持ち時間: `1時間30分`, `10分+30秒`, `25分切れ負け`, `5分、1手ごとに3秒加算`. `None` if the words would not be read back as
    /// the same control.
    pub fn in_words(&self) -> Option<String> {
        let mut text = self.base.and_then(duration)?;
        match (self.increment.unwrap_or(0), self.byoyomi) {
            (0, None) => {}
            (0, Some(0)) => text.push_str("切れ負け"),
            (0, Some(byoyomi)) => text.extend(["+", &duration(byoyomi)?]),
            (increment, None | Some(0)) => text.extend(["、1手ごとに", &duration(increment)?, "加算"]),
            _ => return None,
        }
        self.is_read_from(&text).then_some(text)
    }

    /// The value of `$TIME_LIMIT`: `00:25+30`, in hours and minutes, with 秒読み in seconds. `None` if it cannot express
    /// the control.
    pub fn as_csa_limit(&self) -> Option<String> {
        let base = self.base.filter(|base| base % MINUTE == 0)?;
        let byoyomi = match self.byoyomi {
            Some(byoyomi) => format!("+{:02}", whole_seconds(byoyomi)?),
            None => String::new(),
        };
        let text = format!("{:02}:{:02}{byoyomi}", base / HOUR, base % HOUR / MINUTE);
        self.is_read_from(&text).then_some(text)
    }

    /// The value of `$TIME` since version 3.0: `1500+30+0`, the total, 秒読み and increment in seconds. `None` if it
    /// cannot express the control.
    pub fn as_csa_seconds(&self) -> Option<String> {
        let [base, byoyomi, increment] = [self.base?, self.byoyomi.unwrap_or(0), self.increment.unwrap_or(0)];
        let text = format!("{}+{}+{}", whole_seconds(base)?, whole_seconds(byoyomi)?, whole_seconds(increment)?);
        self.is_read_from(&text).then_some(text)
    }

    /// True if a header with this value means the same. With 秒読み, a missing increment is 0, and vice versa.
    fn is_read_from(&self, text: &str) -> bool {
        let filled = |control: &Self| {
            let is_full = control.byoyomi.is_some() || control.increment.is_some();
            let zero = |time: Option<u64>| if is_full { time.or(Some(0)) } else { time };
            Self { byoyomi: zero(control.byoyomi), increment: zero(control.increment), ..*control }
        };
        !self.has_more && Self::of_shogi(Some(text), None).is_some_and(|read| filled(&read) == filled(self))
    }
}

fn whole_seconds(time: u64) -> Option<u64> {
    time.is_multiple_of(SECOND).then_some(time / SECOND)
}

/// `1時間30分`, `45秒`; `0分` for zero. `None` for fractions of a second.
fn duration(time: u64) -> Option<String> {
    let seconds = whole_seconds(time)?;
    let parts = [(seconds / 3600, "時間"), (seconds / 60 % 60, "分"), (seconds % 60, "秒")];
    let text: String =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect();
    Some(if text.is_empty() { "0分".to_owned() } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(main: &str, byoyomi: Option<&str>) -> TimeControl {
        TimeControl::of_shogi(Some(main), byoyomi).unwrap_or_default()
    }

    #[test]
    fn statements_of_csa() {
        for (main, byoyomi, limit, seconds) in [
            ("各25分", Some("30秒"), Some("00:25+30"), Some("1500+30+0")),
            ("1時間30分", Some("60秒"), Some("01:30+60"), Some("5400+60+0")),
            ("6時間", None, Some("06:00"), None),
            ("20分切れ負け", None, Some("00:20+00"), Some("1200+0+0")),
            ("90秒+10秒", None, None, Some("90+10+0")),
            ("5分、1手ごとに3秒加算", None, None, Some("300+0+3")),
            ("10分、考慮時間1分10回", None, None, None),
            ("適宜", None, None, None),
        ] {
            let control = control(main, byoyomi);
            assert_eq!(control.as_csa_limit().as_deref(), limit, "{main}");
            assert_eq!(control.as_csa_seconds().as_deref(), seconds, "{main}");
        }
    }

    #[test]
    fn words_of_kif() {
        for (value, words) in [
            ("00:25+30", Some("25分+30秒")),
            ("01:30+60", Some("1時間30分+1分")),
            ("00:20+00", Some("20分切れ負け")),
            ("06:00+", Some("6時間")),
            ("00:00+10", Some("0分+10秒")),
            ("1500+30+0", Some("25分+30秒")),
            ("300+0+3", Some("5分、1手ごとに3秒加算")),
            ("300+10+3", None),
        ] {
            assert_eq!(control(value, None).in_words().as_deref(), words, "{value}");
        }
    }
}
