//! Hints for common mistakes, such as operators of other languages. Unknown names are handled by `bind`.

/// Operators and words of other languages, each with a hint.
const HABITS: [(&str, &str); 13] = [
    ("&&", "write and"),
    ("||", "write or"),
    ("==", "write one ="),
    ("=", "write one ="),
    ("\"", "a text stands in single quotes, as in 'Tal'"),
    ("“", "a text stands in single quotes, as in 'Tal'"),
    ("‘", "a text stands in straight quotes, as in 'Tal'"),
    ("’", "a text stands in straight quotes, as in 'Tal'"),
    ("like", "write ~ with a regular expression, as in white ~ '^Tal'"),
    ("ilike", "write ~* with a regular expression, as in white ~* '^tal'"),
    ("contains", "write ~ with what is looked for, as in white ~ 'Tal'"),
    ("between", "write plies >= 20 and plies <= 40"),
    ("!", "write not"),
];
const NEEDS_MORE: [&str; 3] = ["and", "or", "not"];

/// Returns a hint for a syntax error at byte `at`, or `None` if the mistake is not a known one.
pub(super) fn hint(text: &str, at: usize) -> Option<String> {
    let (before, rest) = text.split_at_checked(at)?;
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let word = rest.split(|character| !is_word(character)).next().unwrap_or_default().to_ascii_lowercase();
    let after = rest.get(word.len()..).unwrap_or_default();
    if before.ends_with(|character: char| character.is_ascii_digit()) {
        if rest.starts_with(['.', ',']) {
            return Some("a number is a whole one".to_owned());
        }
        if rest.starts_with(|character: char| character.is_ascii_digit()) {
            return Some("a number has eighteen digits at most".to_owned());
        }
    }
    // The operator is the failing word itself, or the last word before the error.
    let last =
        if word.is_empty() { before.split_ascii_whitespace().next_back().unwrap_or_default() } else { word.as_str() };
    if let Some(open) = NEEDS_MORE.iter().find(|open| last.eq_ignore_ascii_case(open))
        && after.trim().is_empty()
    {
        return Some(format!("something must follow {open}"));
    }
    if NEEDS_MORE.contains(&word.as_str()) {
        let blank = !before.ends_with(|character: char| character.is_whitespace());
        return Some(format!("{word} stands between blanks")).filter(|_| blank || after.starts_with('('));
    }
    let habit = HABITS.iter().find(|(habit, _)| {
        if habit.starts_with(char::is_alphabetic) { word == *habit } else { rest.starts_with(habit) }
    });
    habit.map(|(_, instead)| (*instead).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_have_an_answer() {
        for (text, at, wanted) in [
            ("a = 'b' && c", 8, "write and"),
            ("a == 'b'", 3, "write one ="),
            ("a = \"b\"", 4, "single quotes"),
            ("a LIKE 'b%'", 2, "write ~ with"),
            ("plies > 3.5", 9, "whole"),
            ("plies > 1234567890123456789", 26, "eighteen digits"),
            ("a is null and", 10, "must follow and"),
            ("not", 3, "must follow not"),
            ("(a is null)and(b is null)", 11, "between blanks"),
        ] {
            let hint = hint(text, at).unwrap_or_default();
            assert!(hint.contains(wanted), "{text}: {hint}");
        }
        assert_eq!(hint("a ? b", 2), None);
        assert_eq!(hint("é", 1), None);
    }
}
