//! Escaping for HTML and XML.

/// Appends a character, escaped for XML 1.0; characters that XML forbids become U+FFFD.
pub fn push_escaped(out: &mut String, character: char) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\t' | '\n' | '\r' => out.push(character),
        '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
        _ => out.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut out = String::new();
        "a<b> & \"c\" 'd' \u{1}\u{ffff}玉".chars().for_each(|character| push_escaped(&mut out, character));
        assert_eq!(out, "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \u{fffd}\u{fffd}玉");
    }
}
