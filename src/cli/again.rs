//! The command line of this run, in a form that a user can run again. Not for running it.

use std::env;

/// The arguments of this run with another `--format` of its subcommand, quoted for a shell.
pub(super) fn with_form(subcommand: &str, form: &str) -> String {
    let given = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    command(given, subcommand, form)
}

fn command(given: impl Iterator<Item = String>, subcommand: &str, form: &str) -> String {
    let mut words = vec!["partie".to_owned()];
    let (mut given, mut named) = (given, false);
    while let Some(word) = given.next() {
        if word == "--format" {
            given.next();
        } else if !word.starts_with("--format=") {
            words.push(quoted(&word));
            if !named && word == subcommand {
                named = true;
                words.extend(["--format".to_owned(), form.to_owned()]);
            }
        }
    }
    words.join(" ")
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%^".contains(c) || cfg!(windows) && c == '\\';
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false if cfg!(windows) => format!("\"{}\"", word.replace('"', "\"\"")),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::command;

    #[cfg(not(windows))]
    #[test]
    fn the_same_is_given_again() {
        let again = |given: &[&str]| command(given.iter().map(|word| (*word).to_owned()), "fix", "full");
        assert_eq!(again(&["fix", "-q", "a b.pgn"]), "partie fix --format full -q 'a b.pgn'");
        assert_eq!(again(&["fix", "--format", "text", "it's", "fix"]), "partie fix --format full 'it'\\''s' fix");
        assert_eq!(
            again(&["fix", "--format=text", "--where", "white ~ 'B'"]),
            "partie fix --format full --where 'white ~ '\\''B'\\'''"
        );
    }
}
