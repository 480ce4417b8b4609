//! Renders messages. In the words of a shape
//!
//! - `{name}` is the argument itself,
//! - `{name:one|many}` is the first form for the number one, otherwise the second. `#` in it is the number, `#,` the
//!   number with thousands separators. With three forms, the first is for zero. A list counts by its length,
//! - `{name:and}`, `{name:or}` and `{name:, }` are lists: with that word before the last element, or with that
//!   separator,
//! - `{{` and `}}` are braces.

use std::fmt::{self, Debug, Display, Formatter};

use super::types::{Arg, Message};
use crate::format_thousands;

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(self, f)
    }
}

impl Debug for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:?})", self.shape(), self.to_string())
    }
}

fn write(message: &Message, f: &mut Formatter<'_>) -> fmt::Result {
    let mut words = message.named.shape.words;
    while let Some(at) = words.find(['{', '}']) {
        f.write_str(&words[..at])?;
        let rest = &words[at + 1..];
        if rest.starts_with(['{', '}']) && rest.as_bytes()[0] == words.as_bytes()[at] {
            f.write_str(&rest[..1])?;
            words = &rest[1..];
            continue;
        }
        let (field, behind) = rest.split_once('}').unwrap_or((rest, ""));
        let (name, form) = field.split_once(':').unwrap_or((field, ""));
        if let Some(arg) = message.arg(name) {
            one(arg, form, f)?;
        }
        words = behind;
    }
    f.write_str(words)
}

fn one(arg: &Arg, form: &str, f: &mut Formatter<'_>) -> fmt::Result {
    if form.contains('|') {
        return counted(number(arg), form, f);
    }
    match arg {
        Arg::Nothing => Ok(()),
        Arg::Text(text) | Arg::Move(text) | Arg::Square(text) => f.write_str(text),
        Arg::Piece(name) | Arg::Side(name) => f.write_str(name),
        Arg::Ply(ply) => write!(f, "{ply}"),
        Arg::Number(number) => write!(f, "{number}"),
        Arg::Message(message) => write(message, f),
        Arg::List(list) => {
            let is_word = form.starts_with(|first: char| first.is_ascii_alphabetic());
            for (index, part) in list.iter().enumerate() {
                match index {
                    0 => {}
                    _ if !is_word => f.write_str(form)?,
                    _ if index + 1 == list.len() => write!(f, " {form} ")?,
                    _ => f.write_str(", ")?,
                }
                one(part, "", f)?;
            }
            Ok(())
        }
    }
}

/// The number of an argument, which selects the form.
fn number(arg: &Arg) -> u64 {
    match arg {
        Arg::Number(number) => number.unsigned_abs(),
        Arg::Ply(ply) => u64::from(*ply),
        Arg::List(list) => list.len() as u64,
        Arg::Nothing => 0,
        _ => 1,
    }
}

fn counted(number: u64, form: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let forms: Vec<&str> = form.split('|').collect();
    let words = match (forms.as_slice(), number) {
        ([none, ..], 0) if forms.len() == 3 => none,
        ([.., one, _], 1) => one,
        ([.., many], _) => many,
        ([], _) => return Ok(()),
    };
    let Some((before, behind)) = words.split_once('#') else { return f.write_str(words) };
    f.write_str(before)?;
    match behind.strip_prefix(',') {
        Some(rest) => write!(f, "{}{rest}", format_thousands(number)),
        None => write!(f, "{number}{behind}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::message::{TABLE, list, ply, side, square, text};
    use crate::say;

    /// The fields of some words: the text between braces.
    fn fields(words: &str) -> Vec<&str> {
        let (mut fields, mut rest) = (Vec::new(), words);
        while let Some(at) = rest.find(['{', '}']) {
            let behind = &rest[at + 1..];
            if behind.as_bytes().first() == Some(&rest.as_bytes()[at]) {
                rest = &behind[1..];
                continue;
            }
            let Some((field, after)) = behind.split_once('}') else { panic!("a brace that nothing closes: {words}") };
            assert!(rest.as_bytes()[at] == b'{', "a brace that nothing opens: {words}");
            fields.push(field);
            rest = after;
        }
        fields
    }

    #[test]
    fn the_table_is_sound() {
        let mut names = BTreeSet::new();
        for shape in &TABLE {
            assert!(names.insert(shape.name), "{} stands twice in the table", shape.name);
            let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            assert!(is_name(shape.name), "{}", shape.name);
            for field in fields(shape.words) {
                let (name, form) = field.split_once(':').unwrap_or((field, ""));
                assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{shape:?}");
                assert!(form.matches('|').count() <= 2, "{shape:?}");
                assert_eq!(field.contains(':'), !form.is_empty(), "{shape:?}");
            }
        }
    }

    #[test]
    fn words_are_put_together() {
        let squares = |names: &[&str]| list(names.iter().map(square));
        let guarded = |names: &[&str]| {
            let piece = say!("piece-on", kind = crate::message::piece("rook"), at = square("a1"));
            say!("guarded", squares = squares(names), piece = piece).to_string()
        };
        assert_eq!(guarded(&["e4"]), "e4 is guarded by the rook on a1");
        assert_eq!(guarded(&["e4", "e5"]), "e4 and e5 are guarded by the rook on a1");
        assert_eq!(guarded(&["e4", "e5", "e6"]), "e4, e5 and e6 are guarded by the rook on a1");
        let seen = |dots: u32| say!("dots-of-white", seen = dots).to_string();
        assert!(seen(0).ends_with("here none") && seen(1).ends_with("here one") && seen(4).ends_with("here 4"));
        let lost = |number: u64| say!("lost-nags", number = number, target = text("kif")).to_string();
        assert_eq!([lost(1), lost(12_345)], ["1 NAG lost in kif", "12,345 NAGs lost in kif"]);
        assert_eq!(say!("nested-brace").to_string().matches('{').count(), 1);
        let whole = |whole| say!("forbidden-byte", token = text("x\u{1b}"), whole = whole).to_string();
        assert_eq!(whole(None), "x<U+001B> cannot occur in a record");
        assert_eq!(whole(Some(say!("so-many-bytes", bytes = 9))), "x<U+001B> cannot occur in a record (9 bytes)");
        let first = say!("perpetual-check-forbidden", mover = side("先手"), ply = ply(7));
        let other = say!("perpetual-check-forbidden", mover = side("先手"), ply = ply(7));
        assert_eq!(first, other);
        assert!(first.bytes() > 0 && first.is("perpetual-check-forbidden") && first.arg("ply") == Some(&ply(7)));
    }
}
