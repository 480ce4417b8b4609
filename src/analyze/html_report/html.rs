//! The frame of each page, whose policy allows only its own style and script, and the texts from files in it.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use partie_record::finding::Mark;
use partie_record::{markup, shown};
use partie_replay::diagram;
use partie_rules::GameKind;
use sha2::{Digest as _, Sha256};

/// Maximum characters of a text from a file.
const LONGEST: usize = 300;

/// A text from a file, or one that quotes it: escaped for elements and attributes, without control and direction
/// characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileText<'a> {
    text: &'a str,
    /// The text is cut at the first character from this byte on.
    end: usize,
    keeps_lines: bool,
}

impl<'a> FileText<'a> {
    /// At most [`LONGEST`] characters.
    pub(crate) fn short(text: &'a str) -> Self {
        let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
        Self { text, end, keeps_lines: false }
    }

    /// A line of any length.
    pub(crate) const fn whole(text: &'a str) -> Self {
        Self { text, end: text.len(), keeps_lines: false }
    }

    /// Several lines, up to `most` bytes.
    pub(crate) const fn lines(text: &'a str, most: usize) -> Self {
        Self { text, end: most, keeps_lines: true }
    }
}

impl Render for FileText<'_> {
    fn render_to(&self, out: &mut String) {
        for (at, character) in self.text.char_indices() {
            if at >= self.end {
                out.push('…');
                break;
            }
            match character {
                '\n' | '\t' if self.keeps_lines => out.push(character),
                '\r' if self.keeps_lines => {}
                _ if character.is_control() || shown::is_invisible(character) => out.push(char::REPLACEMENT_CHARACTER),
                _ => markup::push_escaped(out, character),
            }
        }
    }
}

/// The first bytes of every page.
pub const HEAD: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">";

/// A page whose style and scripts `policy` allows.
pub(crate) fn page(title: impl Render, policy: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

/// The policy of a page with a style and perhaps a script.
pub(crate) fn policy(style: &str, script: Option<&str>) -> String {
    let scripts = script.map(|script| format!("; script-src {}", hash(script))).unwrap_or_default();
    format!("default-src 'none'; style-src {}{scripts}", hash(style))
}

/// The hash of a text in the form of a content security policy.
pub(crate) fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

pub(crate) fn module(script: &str) -> Markup {
    html! { script type="module" { (PreEscaped(script)) } }
}

/// JSON data for scripts of the page; `<` is escaped, so it cannot end the element.
pub(crate) fn data(id: &str, json: &str) -> Markup {
    html! { script type="application/json" id=(id) { (PreEscaped(json.replace('<', "\\u003c"))) } }
}

/// The same for a page of many games, compressed to a seventh.
///
/// # Errors
/// Never; writing to memory cannot fail.
pub(crate) fn packed(id: &str, json: &str) -> io::Result<Markup> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(json.as_bytes())?;
    let packed = STANDARD.encode(packed.finish()?);
    Ok(html! { script type="application/gzip" id=(id) { (packed) } })
}

/// The common parts of the boards of some games.
pub(crate) fn grounds(kinds: &[GameKind]) -> Markup {
    html! {
        svg.ground width="0" height="0" aria-hidden="true" {
            @if kinds.iter().any(|kind| *kind != GameKind::Shogi) { (PreEscaped(diagram::figures())) }
            @for kind in GameKind::ALL.into_iter().filter(|kind| kinds.contains(kind)) {
                (PreEscaped(diagram::ground(kind)))
            }
        }
    }
}

/// The board of a position as SVG, with the position as its accessible name; `None` if the text is not a position.
pub(crate) fn board(kind: GameKind, position: &str, marks: &[Mark], name: &str) -> Option<Markup> {
    let label = html! { (name) ": " (FileText::short(position)) };
    diagram::board(kind, position, marks, &label.into_string()).map(PreEscaped)
}

/// Joins parts until `room` bytes are used up; also returns their number.
pub(super) fn fitting(room: usize, mut parts: impl Iterator<Item = Markup>) -> (Markup, usize) {
    let (mut joined, mut number) = (Markup::default(), 0);
    while joined.0.len() < room {
        let Some(part) = parts.next() else { break };
        joined.0 += &part.0;
        number += 1;
    }
    (joined, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: FileText<'_>) -> String {
        text.render().into_string()
    }

    #[test]
    fn nothing_of_a_file_is_markup() {
        let hostile = "\"><img onerror='x'>&\u{202e}\u{0}\u{1b}[31m";
        let escaped = "&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;&amp;\u{fffd}\u{fffd}\u{fffd}[31m";
        assert_eq!(rendered(FileText::short(hostile)), escaped);
        assert_eq!(rendered(FileText::whole(hostile)), escaped);
        let (text, long) = (FileText::short(hostile), "é".repeat(9999));
        assert_eq!(html! { a title=(text) { (text) } }.0, format!("<a title=\"{escaped}\">{escaped}</a>"));
        assert_eq!(rendered(FileText::short(&long)), "é".repeat(LONGEST) + "…");
        assert_eq!(rendered(FileText::whole(&long)), long);
        assert_eq!(rendered(FileText::lines("1. e4\r\n<b>\u{7}", 9)), "1. e4\n&lt;b…");
    }

    #[test]
    fn data_ends_where_the_page_says() {
        let json = "{\"a\":\"</script><script>alert(1)<!--\"}";
        let shown = data("game", json).into_string();
        assert_eq!(shown.matches('<').count(), 2);
        let inside = shown.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</script>")).unwrap().0;
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(inside).unwrap(),
            serde_json::from_str::<serde_json::Value>(json).unwrap()
        );
    }

    #[test]
    fn a_policy_names_style_and_script() {
        // The digest of empty input, as `sha256sum` prints it.
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert_eq!(hash(""), empty);
        let with_script = page("x", &policy("", Some("")), "", &module(""));
        assert!(with_script.starts_with(HEAD));
        assert!(with_script.contains(&format!("default-src 'none'; style-src {empty}; script-src {empty}\"")));
        assert!(!page("x", &policy("", None), "", &Markup::default()).contains("script"));
    }

    #[test]
    fn style_and_script_are_what_the_policy_hashes() {
        let (style, script) = ("a>b{content:\"&'\"}", "if(1<2&&\"'\")x()");
        let page = page("x", &policy(style, Some(script)), style, &module(script));
        assert!(page.contains(&format!("<style>{style}</style>")) && page.contains(&format!(">{script}</script>")));
    }
}
