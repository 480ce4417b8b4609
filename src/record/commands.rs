//! Commands in comments, `[%clk 0:04:31]`: their names and values. Values are parsed elsewhere.

use std::borrow::Cow;

use super::clock::unwrapped;

/// Commands with a time.
const OF_CLOCKS: [&[u8]; 5] = [b"clk", b"emt", b"egt", b"mct", b"timestamp"];

/// A command of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// The name: letters, digits, underscores, and hyphens between letters.
    pub name: &'a [u8],
    /// The text between the name and the closing bracket.
    pub value: &'a [u8],
    /// Byte range in the comment, brackets included.
    pub place: (usize, usize),
}

impl Command<'_> {
    /// True if the value is a time.
    pub fn is_of_clocks(&self) -> bool {
        OF_CLOCKS.contains(&self.name)
    }
}

/// The commands of a comment in order, without unclosed ones.
pub fn commands(comment: &[u8]) -> impl Iterator<Item = Command<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let sign = at + memchr::memchr(b'%', &comment[at..])?;
            at = sign + 1;
            if sign == 0 || comment[sign - 1] != b'[' {
                continue;
            }
            let inner = &comment[at..];
            // If no bracket closes this command, no bracket closes a later one.
            let Some(end) = memchr::memchr(b']', inner) else {
                at = comment.len();
                return None;
            };
            let inner = &inner[..end];
            let is_letter = |at: usize| inner.get(at).is_some_and(u8::is_ascii_alphabetic);
            let is_inside = |(at, byte): (usize, &u8)| {
                byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'-' && is_letter(at + 1)
            };
            let length = inner.iter().enumerate().take_while(|inside| is_inside(*inside)).count();
            let (name, value) = inner.split_at(length);
            return Some(Command { name, value, place: (sign - 1, at + end + 1) });
        }
    })
}

/// Returns the comment with each time on one line: removes line breaks that a program inserted within a time.
pub fn with_whole_clocks(comment: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', comment.as_bytes()).is_none() {
        return comment.into();
    }
    let (mut out, mut copied) = (String::new(), 0);
    for Command { value, place: (_, end), .. } in commands(comment.as_bytes()).filter(Command::is_of_clocks) {
        let from = end - 1 - value.len();
        let Some(whole) = unwrapped(value).filter(|_| from >= copied) else { continue };
        out.push_str(&comment[copied..from]);
        out.push(' ');
        out.push_str(&whole);
        copied = end - 1;
    }
    if copied == 0 {
        return comment.into();
    }
    out.push_str(&comment[copied..]);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_where_its_letters_end() {
        let comment = b"{50% [%clk 0:25:24][%clko 0:26:30] [%emt\n0:01] [%eval";
        let all: Vec<_> = commands(comment).map(|command| (command.name, command.value)).collect();
        assert_eq!(all, [(&b"clk"[..], &b" 0:25:24"[..]), (b"clko", b" 0:26:30"), (b"emt", b"\n0:01")]);
        let (from, to) = commands(comment).next().map(|command| command.place).unwrap_or_default();
        assert_eq!(&comment[from..to], b"[%clk 0:25:24]");
    }

    #[test]
    fn line_breaks_are_no_part_of_a_time() {
        for (comment, whole) in [
            ("[%emt 0:\n00:46] (c5)\nx", "[%emt 0:00:46] (c5)\nx"),
            ("a [%clk\r\n1:02:03] [%emt 0:0\n1:00]", "a [%clk 1:02:03] [%emt 0:01:00]"),
            ("[%clko 0:\n26:30]", "[%clko 0:\n26:30]"),
            ("[%clk-x 0:\n26:30]", "[%clk-x 0:\n26:30]"),
            ("[%clk in\ntime]", "[%clk in\ntime]"),
            ("[%clk 0:01:00]\nx", "[%clk 0:01:00]\nx"),
        ] {
            assert_eq!(with_whole_clocks(comment), whole);
        }
    }
}
