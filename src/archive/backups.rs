//! Recognizes backups beside their originals during a walk. Not for making backups (see [`crate::disk`]).

use std::collections::HashSet;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::path::{Path, PathBuf};

use partie_input::{BACKUP_SUFFIX, originals};

/// The original of a backup: a file in its folder with the same name minus a suffix; `None` if there is none.
pub(crate) fn original(path: &Path) -> Option<PathBuf> {
    let named = |name: &str| Some(path.with_file_name(name)).filter(|original| is_file(original));
    originals(path.file_name()?.to_str()?).find_map(named)
}

/// True if the folder of a file also contains a file with its name minus `suffix`.
pub(crate) fn has_original(path: &Path, suffix: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(suffix));
    name.is_some_and(|name| !name.is_empty() && is_file(&path.with_file_name(name)))
}

/// True if a backup has the default suffix of `--backup`, which other programs also use only for backups.
pub(crate) fn has_default_suffix(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(BACKUP_SUFFIX.as_bytes())
}

/// Bytes compared at the beginning of two files.
const MAX_COMPARED: u64 = 64 << 10;

/// True if `backup` shares most of its lines, or its beginning and end, with `original`. The name alone proves nothing:
/// `club.pgn.2024` may contain other games.
pub(crate) fn is_earlier(backup: &Path, original: &Path) -> bool {
    let (Some(backup), Some(original)) = (head(backup), head(original)) else { return false };
    // A game in one line shares no line with its correction.
    let equal = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(one, other)| one == other).count();
    let ends = equal(&mut backup.iter().zip(&original)) + equal(&mut backup.iter().rev().zip(original.iter().rev()));
    if ends * 3 >= backup.len() * 2 {
        return true;
    }
    let hasher = RandomState::new();
    let lines = |bytes: &[u8]| -> Vec<u64> {
        let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        lines.map(|line| hasher.hash_one(line)).collect()
    };
    let known: HashSet<u64> = lines(&original).into_iter().collect();
    let lines = lines(&backup);
    let shared = lines.iter().filter(|line| known.contains(line)).count();
    // Games of two rounds share half of their tag lines; a corrected game differs in a line or two.
    shared * 3 >= lines.len() * 2
}

fn head(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_COMPARED).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// True for a regular file, false for a symbolic link.
fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|data| data.is_file())
}
