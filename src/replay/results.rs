//! Results in the form of Result tags. The token that ends a game is parsed elsewhere.

use partie_record::{Closing, Outcome};

/// Returns the result in the value of a tag; `None` if it is not a result, or is ambiguous.
#[inline]
pub(super) fn of_tag(value: &[u8]) -> Option<Outcome> {
    // Blanks around a result do not matter.
    Outcome::parse(value.trim_ascii()).or_else(|| otherwise(value))
}

/// Returns the result in other spellings, `1 - 0`, `½ : ½`, `0,5–0,5`, or in words, `draw`.
#[cold]
fn otherwise(value: &[u8]) -> Option<Outcome> {
    // Spellings in Latin-1 are already known to `Outcome::parse`.
    let text = std::str::from_utf8(value).ok().filter(|text| text.len() <= 40)?;
    let mut plain = String::new();
    for letter in text.trim().chars() {
        match letter {
            '–' | '—' | '−' | '‐' | '‑' | ':' => plain.push('-'),
            ',' => plain.push('.'),
            '½' => plain.push_str("1/2"),
            _ if letter.is_whitespace() => {}
            _ => plain.extend(letter.to_lowercase()),
        }
    }
    Some(match plain.as_str() {
        "1-0" | "1.0-0.0" | "1-o" | "+--" | "1-0ff" | "1-0f" => Outcome::FirstWins,
        "0-1" | "0.0-1.0" | "o-1" | "--+" | "0-1ff" | "0-1f" => Outcome::SecondWins,
        "1/2-1/2" | "1/2" | "0.5-0.5" | ".5-.5" | "0.5" | ".5" | "=" | "=-=" => Outcome::Draw,
        // `draw`, `tablas`, `White wins`
        _ => return Closing::parse(text, ["", ""])?.outcome(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_result_in_several_ways() {
        for (value, outcome) in [
            ("1-0", Outcome::FirstWins),
            ("1 : 0", Outcome::FirstWins),
            ("0\u{2013}1", Outcome::SecondWins),
            ("0,5 - 0,5", Outcome::Draw),
            ("1/2:1/2", Outcome::Draw),
            ("\u{bd} : \u{bd}", Outcome::Draw),
            ("Draw", Outcome::Draw),
            (" 1/2", Outcome::Draw),
            ("*", Outcome::Unknown),
            (" *", Outcome::Unknown),
            ("1-0 ", Outcome::FirstWins),
        ] {
            assert_eq!(of_tag(value.as_bytes()), Some(outcome), "{value}");
        }
        assert_eq!(of_tag(b" \xbd-\xbd "), Some(Outcome::Draw), "in Latin-1");
        for value in ["0-0", "1-1", "", "?", "2-0", "1/2-0"] {
            assert_eq!(of_tag(value.as_bytes()), None, "{value}");
        }
    }
}
