//! Names of output files: safe ones, and whether one is an input.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::shown;

/// Longest name that is made of a tag's value, in bytes.
const LONGEST: usize = 100;

/// The name of a value that says nothing.
pub(super) const UNKNOWN: &str = "unknown";

/// Endings of compressed files.
const PACKED: [&str; 4] = ["gz", "bz2", "zst", "xz"];

/// A file name made of a text: no signs that a system gives a meaning to, never hidden, never empty.
pub(super) fn safe(text: &str) -> String {
    let mut name = String::new();
    for character in text.trim().chars() {
        let odd = character.is_control()
            || shown::is_invisible(character)
            || name.is_empty() && character == '-'
            || matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
        if name.len() + character.len_utf8() > LONGEST {
            break;
        }
        name.push(if odd { '_' } else { character });
    }
    let name = name.trim_matches(['.', ' ']);
    if name.is_empty() || name.bytes().all(|byte| byte == b'_') {
        return UNKNOWN.to_owned();
    }
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    // Windows takes the raised digits for digits.
    let is_digit =
        |rest: &str| matches!(rest, "¹" | "²" | "³") || rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit();
    let numbered = |device: &str| stem.strip_prefix(device).is_some_and(is_digit);
    if DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt") {
        return format!("{name}_");
    }
    name.to_owned()
}

/// The name of an input without its endings, with the folders between it and the input that it was met in.
pub(super) fn stem(path: &Path, inputs: &[PathBuf]) -> PathBuf {
    if path.as_os_str() == "-" {
        return PathBuf::from("stdin");
    }
    let root = inputs
        .iter()
        .filter(|input| *input != path && path.starts_with(input))
        .max_by_key(|input| input.as_os_str().len());
    let below = root.and_then(|root| path.strip_prefix(root).ok());
    // The names of an archive's members may lead anywhere.
    let safe =
        |below: &Path| below.components().filter(|part| matches!(part, Component::Normal(_))).collect::<PathBuf>();
    let name = below.map_or_else(|| PathBuf::from(path.file_name().unwrap_or(OsStr::new("games"))), safe);
    let packed = name.extension().and_then(OsStr::to_str).is_some_and(|ending| PACKED.contains(&ending));
    let name = if packed { name.with_extension("") } else { name };
    name.with_extension("")
}

/// A path with an ending, whatever dots its name has.
pub(super) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = stem.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Whether a file that is to be written is one of the inputs, or lies in a folder that is one and would be read.
pub(super) fn is_input(target: &Path, inputs: &[PathBuf]) -> bool {
    let Some(identity) = identity(target) else { return false };
    inputs.iter().any(|input| {
        if input.as_os_str() == "-" {
            return false;
        }
        let folder = input.is_dir().then(|| input.canonicalize().ok()).flatten();
        match folder {
            Some(folder) => target.canonicalize().is_ok_and(|target| target.starts_with(folder)),
            None => self::identity(input).as_ref() == Some(&identity),
        }
    })
}

/// What tells an existing file from all others.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let data = fs::metadata(path).ok()?;
    data.is_file().then(|| (data.dev(), data.ino()))
}

/// What tells an existing file from all others.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (text, name) in [
            ("Kasparov, Garry", "Kasparov, Garry"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("?", "unknown"),
            ("", "unknown"),
            (" .hidden. ", "hidden"),
            ("con", "con_"),
            ("LPT1.x", "LPT1.x_"),
            ("1/2-1/2", "1_2-1_2"),
            ("棋聖戦", "棋聖戦"),
        ] {
            assert_eq!(safe(text), name);
        }
        assert!(safe(&"é".repeat(300)).len() <= LONGEST);
    }

    #[test]
    fn stems_keep_the_folders_below_an_input() {
        let inputs = [PathBuf::from("a"), PathBuf::from("b/x.pgn.zst")];
        assert_eq!(stem(Path::new("a/c/d.e.pgn"), &inputs), Path::new("c/d.e"));
        assert_eq!(stem(Path::new("b/x.pgn.zst"), &inputs), Path::new("x"));
        assert_eq!(with_ending(Path::new("c/d.e"), "uci"), Path::new("c/d.e.uci"));
    }
}
