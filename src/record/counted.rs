//! Formatting of numbers and names for sentences.

/// Formats a number with thousands separators.
pub fn format_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The form of a noun or verb that a number requires.
pub const fn plural<'a>(number: u64, one: &'a str, many: &'a str) -> &'a str {
    if number == 1 { one } else { many }
}

/// A number with its noun in the right form; `no` for zero.
pub fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        n => count_with_zero(n, one, many),
    }
}

/// A number with its noun in the right form, also `0 games`: for numbers that readers compare.
pub fn count_with_zero(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", format_thousands(number), plural(number, one, many))
}

/// Joins names with commas, the last with `and`.
pub fn and(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_marks_and_plurals() {
        assert_eq!(format_thousands(1_496_244), "1,496,244");
        let all = [0, 1, 2_000].map(|number| count(number, "guess", "guesses"));
        assert_eq!(all, ["no guesses", "1 guess", "2,000 guesses"]);
        assert_eq!([0, 1].map(|number| count_with_zero(number, "guess", "guesses")), ["0 guesses", "1 guess"]);
    }
}
