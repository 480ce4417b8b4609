//! Escapes text for HTML, and writes the head of a page. Its policy allows only its own style and script, by hash.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use partie_record::{markup, shown};
use sha2::{Digest as _, Sha256};

/// Maximum characters of a text from a file.
const LONGEST: usize = 300;

/// Escapes a text for elements and attributes. Replaces control and direction characters, and cuts long texts.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (index, character) in text.chars().enumerate() {
        if index >= LONGEST {
            out.push('…');
            break;
        }
        push_escaped(&mut out, character);
    }
    out
}

/// The same for a text of several lines, up to `most` bytes.
pub(crate) fn escape_lines(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most) + 16);
    for (at, character) in text.char_indices() {
        if at >= most {
            out.push('…');
            break;
        }
        match character {
            '\n' | '\t' => out.push(character),
            '\r' => {}
            _ => push_escaped(&mut out, character),
        }
    }
    out
}

fn push_escaped(out: &mut String, character: char) {
    match character.is_control() || shown::is_invisible(character) {
        true => out.push(char::REPLACEMENT_CHARACTER),
        false => markup::push_escaped(out, character),
    }
}

pub const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<meta name=\"color-scheme\" content=\"light dark\">
";

/// The page up to the body's content; `title` is escaped. `script` is the one that [`end`] writes.
pub(crate) fn begin(title: &str, style: &str, script: Option<&str>) -> String {
    let scripts = script.map(|script| format!("; script-src {}", hash(script))).unwrap_or_default();
    let policy = format!("default-src 'none'; style-src {}{scripts}", hash(style));
    format!(
        "{HEAD}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{title}</title><style>{style}</style></head><body>\n"
    )
}

/// The page after the body's content.
pub(crate) fn end(script: Option<&str>) -> String {
    let script = script.map(|script| format!("<script type=\"module\">{script}</script>\n")).unwrap_or_default();
    format!("{script}</body></html>\n")
}

/// The hash of a text in the form of a content security policy.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// JSON data for scripts of the page; `<` is escaped, so it cannot end the element.
pub(crate) fn data(id: &str, json: &str) -> String {
    let json = json.replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n")
}

/// The same for a page of many games, compressed to a seventh.
///
/// # Errors
/// Never; writing to memory cannot fail.
pub(crate) fn packed(id: &str, json: &str) -> io::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(json.as_bytes())?;
    let packed = STANDARD.encode(packed.finish()?);
    Ok(format!("<script type=\"application/gzip\" id=\"{id}\">{packed}</script>\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_file_is_markup() {
        let hostile = "\"><img onerror='x'>&\u{202e}\u{0}\u{1b}[31m";
        assert_eq!(escape(hostile), "&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;&amp;\u{fffd}\u{fffd}\u{fffd}[31m");
        assert_eq!(escape(&"x".repeat(9999)).chars().count(), LONGEST + 1);
        assert_eq!(escape_lines("1. e4\r\n<b>\u{7}", 9), "1. e4\n&lt;b…");
    }

    #[test]
    fn data_ends_where_the_page_says() {
        let json = "{\"a\":\"</script><script>alert(1)<!--\"}";
        let shown = data("game", json);
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
        assert!(
            begin("x", "", Some("")).contains(&format!("default-src 'none'; style-src {empty}; script-src {empty}\""))
        );
        assert!(!begin("x", "", None).contains("script"));
    }
}
