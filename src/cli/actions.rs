//! Protects output under GitHub Actions, where the runner executes certain lines as commands: records must not inject
//! such lines.

use std::borrow::Cow;
use std::sync::LazyLock;

/// True if a GitHub Actions runner reads the output.
static IS_READ: LazyLock<bool> = LazyLock::new(|| std::env::var_os("GITHUB_ACTIONS").is_some_and(|is| is == "true"));

/// Escapes runner commands in a text under GitHub Actions; elsewhere returns the text unchanged.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    if *IS_READ { without_commands(text) } else { Cow::Borrowed(text) }
}

/// Escapes commands: `::name` at the beginning of a line (after any white space), or `##[name` anywhere in a line.
fn without_commands(text: &str) -> Cow<'_, str> {
    let begins = |line: &str| line.trim_start().starts_with("::");
    // A lone carriage return also ends a line.
    let ends = ['\n', '\r'];
    if !text.contains("##[") && !text.split(ends).any(begins) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("##[", "<U+0023>#[");
    let lines = text.split_inclusive(ends).map(|line| match begins(line) {
        true => line.replacen(':', "<U+003A>", 1),
        false => line.to_owned(),
    });
    Cow::Owned(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::without_commands;

    #[test]
    fn no_line_is_a_command() {
        for (text, harmless) in [
            ("a ::error::b\n", "a ::error::b\n"),
            ("::error::b\n", "<U+003A>:error::b\n"),
            ("a\n  ::stop-commands::x\n::y", "a\n  <U+003A>:stop-commands::x\n<U+003A>:y"),
            ("a ##[group]b", "a <U+0023>#[group]b"),
            ("a\r::b", "a\r<U+003A>:b"),
        ] {
            assert_eq!(without_commands(text), harmless);
        }
    }
}
