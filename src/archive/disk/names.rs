//! Makes safe names for output files, and detects outputs that are inputs.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::file_identity;
use partie_record::shown;

/// Maximum bytes of a file name made of a tag value, and of one component of a path made of an input's path. Systems
/// allow 255 bytes, but a number and an extension follow.
const MAX_NAME_BYTES: usize = 100;
const MAX_PART_BYTES: usize = 200;
/// Maximum bytes of a path made of an input's path.
const MAX_PATH_BYTES: usize = 1000;

/// The file name for tag values that state nothing, such as `?`.
pub(super) const UNKNOWN: &str = "unknown";

const PACKED: [&str; 4] = ["gz", "bz2", "zst", "xz"];

/// Converts text to a file name without characters that are special to a system; the name is never hidden or empty.
pub(super) fn safe(text: &str) -> String {
    let name = cut(cleaned(text), MAX_NAME_BYTES);
    if name.bytes().all(|byte| byte == b'_') { UNKNOWN.to_owned() } else { without_device(name) }
}

/// Makes one component of a path safe. Shortened names stay distinct.
fn safe_part(text: &str) -> String {
    let mut name = cleaned(text);
    if name.len() > MAX_PART_BYTES {
        let digest = digest(text);
        name = cut(name, MAX_PART_BYTES - digest.len()) + &digest;
    }
    if name.is_empty() { UNKNOWN.to_owned() } else { without_device(name) }
}

/// A hash suffix, so that shortened texts with the same beginning stay distinct.
fn digest(text: &str) -> String {
    format!("-{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

/// Replaces characters that are special to a system.
fn cleaned(text: &str) -> String {
    let text = text.trim_matches(|character: char| character.is_whitespace() || character == '.');
    let odd = |at: usize, character: char| {
        character.is_control()
            || shown::is_invisible(character)
            || at == 0 && character == '-'
            || matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
    };
    text.char_indices().map(|(at, character)| if odd(at, character) { '_' } else { character }).collect()
}

/// Shortens a name to at most `longest` bytes, without a dot or space at its end.
fn cut(mut name: String, longest: usize) -> String {
    let end = (0..=longest.min(name.len())).rev().find(|at| name.is_char_boundary(*at));
    name.truncate(end.unwrap_or(0));
    name.truncate(name.trim_end_matches(['.', ' ']).len());
    name
}

/// Changes the names of Windows devices, whatever their extension.
fn without_device(mut name: String) -> String {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let (end, stem) = (stem.len(), stem.to_ascii_lowercase());
    // Windows reads superscript digits as digits.
    let is_digit =
        |rest: &str| matches!(rest, "¹" | "²" | "³") || rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit();
    let numbered = |device: &str| stem.strip_prefix(device).is_some_and(is_digit);
    if DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt") {
        name.insert(end, '_');
    }
    name
}

/// The path of an input relative to the input folder that contains it, without file extensions.
pub(super) fn stem(path: &Path, inputs: &[PathBuf]) -> PathBuf {
    if path.as_os_str() == "-" {
        return PathBuf::from("stdin");
    }
    let root = inputs
        .iter()
        .filter(|input| *input != path && path.starts_with(input))
        .max_by_key(|input| input.as_os_str().len());
    let below = root.and_then(|root| path.strip_prefix(root).ok());
    let named = below.unwrap_or_else(|| Path::new(path.file_name().unwrap_or(OsStr::new("games"))));
    // The name of an archive member may lead out of the folder.
    let mut parts = named.components().filter(|part| matches!(part, Component::Normal(_)));
    let name = PathBuf::from(parts.next_back().map_or(OsStr::new("games"), |part| part.as_os_str()));
    let packed = name.extension().and_then(OsStr::to_str).is_some_and(|ending| PACKED.contains(&ending));
    let name = if packed { name.with_extension("") } else { name };
    let name = safe_part(&name.with_extension("").to_string_lossy());
    let folders: PathBuf = parts.map(|part| safe_part(&part.as_os_str().to_string_lossy())).collect();
    if folders.as_os_str().len() + name.len() < MAX_PATH_BYTES {
        return folders.join(name);
    }
    PathBuf::from(format!("folders{}", digest(&folders.to_string_lossy()))).join(name)
}

/// Appends an extension to a path; dots in the name stay.
pub(super) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = stem.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// True if an existing output file is one of the inputs, or lies in an input folder that would be read.
pub fn is_input(target: &Path, inputs: &[PathBuf]) -> bool {
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

/// The device and file number of an existing regular file.
fn identity(path: &Path) -> Option<(u64, u64)> {
    path.is_file().then(|| file_identity::identity(path).ok()).flatten().map(|file| file.place)
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
            ("LPT1.x", "LPT1_.x"),
            ("nul .a.b", "nul_ .a.b"),
            (". -rf", "_rf"),
            ("1/2-1/2", "1_2-1_2"),
            ("棋聖戦", "棋聖戦"),
        ] {
            assert_eq!(safe(text), name);
        }
        assert!(safe(&"é".repeat(300)).len() <= MAX_NAME_BYTES);
    }

    #[test]
    fn stems_keep_the_folders_below_an_input() {
        let inputs = [PathBuf::from("a"), PathBuf::from("b/x.pgn.zst")];
        assert_eq!(stem(Path::new("a/c/d.e.pgn"), &inputs), Path::new("c/d.e"));
        assert_eq!(stem(Path::new("b/x.pgn.zst"), &inputs), Path::new("x"));
        let below = |member: &str| stem(&Path::new("a/b.zip").join(member), &inputs);
        for (member, name) in [
            ("-rf.pgn", "b.zip/_rf"),
            ("CON.pgn", "b.zip/CON_"),
            ("aux/x.tar.pgn.gz", "b.zip/aux_/x.tar"),
            ("a\u{1b}[2J\u{202e}\u{9b}.pgn", "b.zip/a_[2J__"),
            ("../../.ssh/.x", "b.zip/ssh/x"),
            ("..\\..\\x.pgn", "b.zip/_..\\x".replace('\\', "_").as_str()),
            ("...pgn", "b.zip/unknown"),
        ] {
            assert_eq!(below(member), Path::new(name), "{member:?}");
        }
        // Shortened names stay distinct.
        let [one, other] = ["1", "2"].map(|end| below(&format!("{}{end}.pgn", "é".repeat(200))));
        assert_ne!(one, other);
        assert!(one.file_name().unwrap().len() <= MAX_PART_BYTES && one.starts_with("b.zip"), "{one:?}");
        let [one, other] = ["1", "2"].map(|end| below(&format!("{}{end}/x.pgn", "d/".repeat(9000))));
        assert_ne!(one, other);
        assert!(one.as_os_str().len() < 100 && one.ends_with("x"), "{one:?}");
        assert_eq!(with_ending(Path::new("c/d.e"), "uci"), Path::new("c/d.e.uci"));
    }
}
