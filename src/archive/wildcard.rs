//! File name patterns, such as `*.pgn` and `20??/*.pgn`, for shells that do not expand them. Not for the contents of
//! files.

use std::path::{Component, Path, PathBuf};

/// True if a path contains a wildcard, and no file has exactly that path.
pub fn is_pattern(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().iter().any(|byte| matches!(byte, b'*' | b'?'))
        && path.symlink_metadata().is_err()
}

/// The files and folders that match a pattern, sorted by name. A hidden name needs a pattern that begins with a dot.
pub fn matching(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in pattern.components() {
        let name = part.as_os_str().to_string_lossy();
        if matches!(part, Component::Normal(_)) && name.contains(['*', '?']) {
            found = found.iter().flat_map(|folder| entries(folder, &name)).collect();
        } else {
            found.iter_mut().for_each(|path| path.push(part));
        }
    }
    found.retain(|path| path.symlink_metadata().is_ok());
    found
}

/// The entries of a folder whose names match a pattern.
fn entries(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(read) else { return Vec::new() };
    let names = entries.flatten().map(|entry| entry.file_name());
    let mut names: Vec<_> = names.filter(|name| fits(&name.to_string_lossy(), pattern)).collect();
    names.sort();
    names.into_iter().map(|name| folder.join(name)).collect()
}

/// True if a name matches a pattern; on Windows, case is ignored.
fn fits(name: &str, pattern: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        if cfg!(windows) { text.chars().flat_map(char::to_lowercase).collect() } else { text.chars().collect() }
    };
    let (name, pattern) = (letters(name), letters(pattern));
    if name.first() == Some(&'.') && pattern.first() != Some(&'.') {
        return false;
    }
    let (mut at, mut read) = (0, 0);
    // The last star of the pattern, and the end of the text that it has matched so far.
    let mut star = None;
    while at < name.len() {
        match pattern.get(read) {
            Some('*') => {
                star = Some((read, at));
                read += 1;
            }
            Some(&letter) if letter == '?' || letter == name[at] => {
                at += 1;
                read += 1;
            }
            _ => match &mut star {
                Some((from, taken)) => {
                    *taken += 1;
                    (at, read) = (*taken, *from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[read..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_names() {
        for (name, pattern, does) in [
            ("a.pgn", "*.pgn", true),
            ("a.pgn", "*", true),
            ("a.pgn", "?.pgn", true),
            ("ab.pgn", "?.pgn", false),
            ("a.pgn.gz", "*.pgn", false),
            ("aXbXc", "a*X?", true),
            ("aXbXcd", "a*X?", false),
            ("", "*", true),
            ("é.pgn", "?.pgn", true),
            (".hidden", "*", false),
            (".hidden", ".h*", true),
        ] {
            assert_eq!(fits(name, pattern), does, "{name} {pattern}");
        }
    }

    #[test]
    fn folders_of_a_pattern_are_looked_into() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["1998/b.pgn", "1998/a.pgn", "1999/c.pgn", "1999/c.txt", "old/d.pgn"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            std::fs::write(path, "").expect("written");
        }
        let of = |pattern: &str| -> Vec<String> {
            let found = matching(&folder.path().join(pattern));
            let names = found.iter().map(|path| path.strip_prefix(folder.path()).expect("inside"));
            names.map(|name| name.to_string_lossy().replace('\\', "/")).collect()
        };
        assert_eq!(of("19??/*.pgn"), ["1998/a.pgn", "1998/b.pgn", "1999/c.pgn"]);
        assert_eq!(of("*/a.pgn"), ["1998/a.pgn"]);
        assert!(of("*.pgn").is_empty() && !is_pattern(&folder.path().join("old")));
    }
}
