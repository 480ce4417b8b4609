//! The words for White and Black in the languages of the piece letters. They occur in labels of rows and players,
//! stipulations of problems, and closing words. The text around them is parsed by the callers.

use nom::Parser;
use nom::bytes::complete::{tag, tag_no_case};
use nom::combinator::{opt, value};

use crate::{Expected, Parsed};
use partie_rules::Side;

/// A word for a color, and the contexts in which it is read.
struct Colour {
    word: &'static str,
    at_labels: bool,
    /// The optional article before the word in stipulations; `None` if stipulations do not use the word.
    in_problems: Option<&'static str>,
    in_endings: bool,
}

const fn label(word: &'static str) -> Colour {
    Colour { word, at_labels: true, in_problems: None, in_endings: false }
}

const fn asked(article: &'static str, word: &'static str) -> Colour {
    Colour { in_problems: Some(article), ..label(word) }
}

const fn with_article(article: &'static str, word: &'static str) -> Colour {
    Colour { in_endings: true, ..asked(article, word) }
}

/// Words for White; longer words precede their prefixes.
const WHITE: &[Colour] = &[
    with_article("", "White"),
    with_article("", "Weiss"),
    with_article("", "Weiß"),
    with_article("", "Bílý"),
    label("BÍLÝ"),
    label("Bily"),
    label("Bílé"),
    label("BÍLÉ"),
    label("Biely"),
    with_article("les ", "Blancs"),
    with_article("las ", "Blancas"),
    label("Blanco"),
    label("Blanc"),
    asked("il ", "Bianco"),
    label("Bianchi"),
    label("Białe"),
    label("BIAŁE"),
    label("Biale"),
    label("Biały"),
    label("BIAŁY"),
    label("Bialy"),
    label("Világos"),
    label("VILÁGOS"),
    label("Vilagos"),
    label("Wit"),
    label("Brancas"),
    label("Brancos"),
    label("Branco"),
    label("Vit"),
    label("Белые"),
    label("БЕЛЫЕ"),
    label("Белый"),
    label("БЕЛЫЙ"),
];
const BLACK: &[Colour] = &[
    with_article("", "Black"),
    with_article("", "Schwarz"),
    label("Černý"),
    label("ČERNÝ"),
    label("Cerny"),
    label("Černé"),
    label("ČERNÉ"),
    label("Čierny"),
    label("Cierny"),
    with_article("les ", "Noirs"),
    label("Noir"),
    with_article("las ", "Negras"),
    label("Negro"),
    asked("il ", "Nero"),
    label("Neri"),
    label("Czarne"),
    label("Czarny"),
    label("Sötét"),
    label("SÖTÉT"),
    label("Sotet"),
    label("Zwart"),
    label("Pretas"),
    label("Pretos"),
    label("Preto"),
    label("Svart"),
    label("Чёрные"),
    label("ЧЁРНЫЕ"),
    label("Черные"),
    label("ЧЕРНЫЕ"),
    label("Чёрный"),
    label("ЧЁРНЫЙ"),
    label("Черный"),
    label("ЧЕРНЫЙ"),
    // Sentences use the lowercase form, and only ASCII letters are matched in any case.
    Colour { at_labels: false, ..with_article("", "černý") },
];

const fn of(side: Side) -> &'static [Colour] {
    match side {
        Side::First => WHITE,
        Side::Second => BLACK,
    }
}

fn all() -> impl Iterator<Item = (Side, &'static Colour)> {
    [Side::First, Side::Second].into_iter().flat_map(|side| of(side).iter().map(move |colour| (side, colour)))
}

/// Parses the word for a side in a label. The first letter must match exactly, the other letters in any case.
pub(super) fn at_label<'a>(side: Side) -> impl Fn(&'a [u8]) -> Parsed<'a, Side> {
    move |input| {
        let one = |colour: &Colour| {
            let (first, others) = colour.word.split_at(colour.word.chars().next().map_or(0, char::len_utf8));
            let read: Parsed<'a, Side> = value(side, (tag(first), tag_no_case(others))).parse(input);
            read.ok()
        };
        let alike = |colour: &&Colour| colour.at_labels && colour.word.as_bytes().first() == input.first();
        let mut colours = of(side).iter().filter(alike);
        colours.find_map(one).ok_or(nom::Err::Error(Expected { at: input, what: "a colour" }))
    }
}

/// Parses the word for a side in a stipulation.
pub(super) fn in_problem(input: &[u8]) -> Parsed<'_, Side> {
    let one = |(side, colour): (Side, &Colour)| {
        let words = (opt(tag_no_case(colour.in_problems?)), tag_no_case(colour.word));
        let read: Parsed<'_, Side> = value(side, words).parse(input);
        read.ok()
    };
    all().find_map(one).ok_or(nom::Err::Error(Expected { at: input, what: "a colour" }))
}

/// The side that a closing word names, if any.
pub(super) fn in_ending(word: &[u8]) -> Option<Side> {
    let is_it = |(_, colour): &(Side, &Colour)| colour.in_endings && colour.word.as_bytes().eq_ignore_ascii_case(word);
    all().find(is_it).map(|(side, _)| side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_stand_where_they_are_read() {
        let label = |text: &'static str| {
            let read = at_label(Side::First)(text.as_bytes()).or_else(|_| at_label(Side::Second)(text.as_bytes()));
            read.ok().filter(|(rest, _)| rest.is_empty()).map(|(_, side)| side)
        };
        let problem = |text: &'static str| {
            in_problem(text.as_bytes()).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, side)| side)
        };
        let (white, black) = (Some(Side::First), Some(Side::Second));
        for (text, wanted) in [
            ("WHITE", [white, white, white]),
            ("black", [None, black, black]),
            ("Blancs", [white, white, white]),
            ("les blancs", [None, white, None]),
            ("las blancs", [None, None, None]),
            ("Nero", [black, black, None]),
            ("Noir", [black, None, None]),
            ("Černý", [black, None, None]),
            ("černý", [None, black, black]),
            ("ЧЁРНЫЕ", [black, None, None]),
        ] {
            assert_eq!([label(text), problem(text), in_ending(text.as_bytes())], wanted, "{text}");
        }
    }
}
