//! Players named in sentences above a score. Column headings are read in `heading`. Names are never guessed.

use super::reader::Reader;
use super::sheet::MAX_TITLE;
use partie_record::Heading;
use partie_record::span::Span;

/// Forms of address before the names of two players.
const TITLES: &[&[u8]] = &[b"Messrs. ", b"Messrs ", b"Messrs.\n", b"Messrs.\r\n", b"MM. "];

impl Reader<'_, '_> {
    /// Reads the players named in a sentence: `White: Mr. A. Black: Mr. B.`, `White, A; Black, B.`
    pub(super) fn players_in(&mut self, span: Span) {
        let (from, text) = (span.from as usize, span.of(self.bytes));
        let side = |name: &[u8], at: usize| {
            let found = memchr::memmem::find_iter(&text[at..], name).map(|found| at + found);
            let ends = |found: usize| found + name.len();
            found.map(ends).find(|end| matches!(text.get(*end), Some(b':' | b',')) && text.get(end + 1) == Some(&b' '))
        };
        let Some(white) = side(b"White", 0) else { return };
        let Some(black) = side(b"Black", white) else { return };
        let first = text[white + 1..black - 5].trim_ascii_end();
        let first = first.strip_suffix(b".").or_else(|| first.strip_suffix(b";")).unwrap_or(first);
        let second = &text[black + 1..][..end_of_name(&text[black + 1..])];
        let is_name = |name: &[u8]| name.len() <= MAX_TITLE && name.iter().any(u8::is_ascii_uppercase);
        if is_name(first) && is_name(second) {
            self.player(Heading::White, from + white + 1, from + white + 1 + first.len());
            self.player(Heading::Black, from + black + 1, from + black + 1 + second.len());
        }
    }

    /// Inserts full names from the title before initials from the column headings:
    /// `Between Mr. Morphy and Mr. Harrwitz` over `WHITE. (Mr. M.)`.
    pub(super) fn name_in_full(&mut self) {
        let bytes = self.bytes;
        let headings = &mut self.record.headings;
        let titles = headings.iter().filter(|(heading, _)| *heading == Heading::Event);
        let Some([first, second]) = titles.filter_map(|(_, title)| between(bytes, *title)).next() else { return };
        let initials = [initial(first.of(bytes)), initial(second.of(bytes))];
        let place = |wanted: Heading| headings.iter().position(|(heading, _)| *heading == wanted);
        let (Some(white), Some(black)) = (place(Heading::White), place(Heading::Black)) else { return };
        let heads = [white, black].map(|at| initial_alone(headings[at].1.of(bytes)));
        let (white_name, black_name) = match heads {
            [None, _] | [_, None] => return,
            _ if initials[0] == initials[1] => return,
            heads if heads == initials => (first, second),
            [white, black] if [black, white] == initials => (second, first),
            _ => return,
        };
        // The first name of a side is the player of the record, so full names come before initials.
        headings.splice(0..0, [(Heading::White, white_name), (Heading::Black, black_name)]);
    }
}

fn between(bytes: &[u8], title: Span) -> Option<[Span; 2]> {
    let text = title.of(bytes);
    let word = memchr::memmem::find(text, b"etween ")? + b"etween ".len();
    let title_length = TITLES.iter().find(|title| text[word..].starts_with(title)).map_or(0, |title| title.len());
    let from = word + title_length;
    let and = from + memchr::memmem::find(&text[from..], b" and ")?;
    let other = and + b" and ".len();
    let end = other + end_of_name(&text[other..]);
    let place = |from: usize, to: usize| Span::new(title.from as usize + from, title.from as usize + to);
    (end > other && end - from <= MAX_TITLE).then(|| [place(from, and), place(other, end)])
}

/// The first letter of the last word of a name; `None` if it is not a capital.
fn initial(name: &[u8]) -> Option<u8> {
    name.rsplit(|byte| byte.is_ascii_whitespace()).next()?.first().copied().filter(u8::is_ascii_uppercase)
}

/// The initial in a name without a full surname, such as `Mr. M.`; `None` for any other name.
fn initial_alone(name: &[u8]) -> Option<u8> {
    let last = name.rsplit(|byte| byte.is_ascii_whitespace()).next()?;
    initial(name).filter(|_| matches!(last, [_] | [_, b'.']))
}

/// Length of a name in a sentence. `;`, `(`, a line end, or a full stop after a word of at least four bytes ends it.
fn end_of_name(text: &[u8]) -> usize {
    let stops = text.iter().enumerate().filter(|(_, byte)| matches!(byte, b'.' | b';' | b'(' | b'\n'));
    let ends = |at: usize| {
        text[at] != b'.' || text[..at].rsplit(|byte| *byte == b' ').next().is_some_and(|word| word.len() > 3)
    };
    stops.map(|(at, _)| at).find(|at| ends(*at)).unwrap_or(text.len())
}
