//! Folders walked in the same order as [`super::walk()`], holding the names of open folders only,
//! and from any file to any other: for planning and reading packs out of a million files.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use super::open::Failure;

/// A file that was met.
#[derive(Debug)]
pub struct FileMet {
    /// Its path: that of the folder, and the way from there.
    pub path: PathBuf,
    /// What the system knows about it.
    pub data: Metadata,
}

/// Walks the files of a folder in byte order, hidden ones and what `analyze` wrote left out, links followed but
/// never in a circle.
#[derive(Debug)]
pub struct Files {
    levels: Vec<Level>,
    /// The names on the way to the first and to the last file.
    first: Vec<OsString>,
    last: Vec<OsString>,
    failed: Option<Failure>,
}

#[derive(Debug)]
struct Level {
    folder: PathBuf,
    names: IntoIter<OsString>,
    /// Whether the way to the first, or to the last file leads through this folder.
    bounds: (bool, bool),
}

/// What a folder holds into which an archive was analyzed: it is none of the archive that it lies in.
const OWN: [&str; 2] = ["lock", PLAN];
const PLAN: &str = "plan.jsonl";
/// How every plan of an analysis begins; another file may have the same name.
pub const PLAN_HEAD: &[u8] = b"{\"header\":{\"plan\":";

/// Whether a folder is such a one.
pub(super) fn is_own(folder: &Path) -> bool {
    OWN.iter().all(|name| folder.join(name).is_file()) && begins(&folder.join(PLAN), PLAN_HEAD)
}

/// Whether a file begins with those bytes. Nothing but a file is opened: a pipe would not answer.
pub fn begins(path: &Path, with: &[u8]) -> bool {
    let mut head = vec![0; with.len()];
    path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == with
}

impl Files {
    /// All files of a folder.
    pub fn new(folder: &Path) -> Self {
        Self::between(folder, None)
    }

    /// Those from one file to another, both included and given relative to the folder.
    pub fn between(folder: &Path, bounds: Option<(&Path, &Path)>) -> Self {
        let way = |path: &Path| path.iter().map(OsString::from).collect();
        let (first, last) = bounds.map_or_else(Default::default, |(first, last)| (way(first), way(last)));
        let mut files = Self { levels: Vec::new(), first, last, failed: None };
        files.enter(folder.to_owned(), (bounds.is_some(), bounds.is_some()));
        files
    }

    fn enter(&mut self, folder: PathBuf, bounds: (bool, bool)) {
        match self.names(&folder, bounds) {
            Ok(names) => self.levels.push(Level { folder, names: names.into_iter(), bounds }),
            Err(error) => self.failed = Some(Failure { path: folder, error }),
        }
    }

    fn names(&self, folder: &Path, bounds: (bool, bool)) -> io::Result<Vec<OsString>> {
        let depth = self.levels.len();
        let first = self.first.get(depth).filter(|_| bounds.0);
        let last = self.last.get(depth).filter(|_| bounds.1);
        let mut names = Vec::new();
        let mut own = 0;
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            own += usize::from(OWN.iter().any(|own| name == *own));
            let hidden = name.as_encoded_bytes().first() == Some(&b'.');
            if !hidden && first.is_none_or(|first| name >= *first) && last.is_none_or(|last| name <= *last) {
                names.push(name);
            }
        }
        // The names come first: they cost nothing.
        if depth > 0 && own == OWN.len() && is_own(folder) {
            names.clear();
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Whether a link to a folder leads back into one that is being walked.
    fn is_circle(&self, path: &Path) -> bool {
        let Ok(target) = path.canonicalize() else { return true };
        self.levels.iter().any(|level| level.folder.canonicalize().is_ok_and(|folder| folder == target))
    }
}

impl Iterator for Files {
    type Item = Result<FileMet, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(failure) = self.failed.take() {
                return Some(Err(failure));
            }
            let depth = self.levels.len().checked_sub(1)?;
            let level = &mut self.levels[depth];
            let Some(name) = level.names.next() else {
                self.levels.pop();
                continue;
            };
            let on = (
                level.bounds.0 && self.first.get(depth) == Some(&name),
                level.bounds.1 && self.last.get(depth) == Some(&name),
            );
            let path = level.folder.join(&name);
            let data = match fs::metadata(&path) {
                Ok(data) => data,
                Err(error) => return Some(Err(Failure { path, error })),
            };
            if data.is_file() {
                return Some(Ok(FileMet { path, data }));
            }
            if data.is_dir() {
                if path.is_symlink() && self.is_circle(&path) {
                    let error = io::Error::other("the link leads back into its own folder");
                    return Some(Err(Failure { path, error }));
                }
                self.enter(path, on);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Input, walk};

    #[test]
    fn the_order_is_that_of_the_walk_from_any_file_to_any_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        for name in [
            "a",
            "b/c",
            "b/d/e",
            "b.x",
            "b0",
            "d/.hidden",
            "d/z",
            "e/f/g/h",
            "é",
            ".git/x",
            "o/lock",
            "o/plan.jsonl",
            "o/x",
            // Somebody's own: with another plan, and with a folder of such a name.
            "p/lock",
            "p/plan.jsonl",
            "q/lock/x",
            "q/plan.jsonl",
            "r/lock",
            "r/plan.jsonl/x",
            "s/plan.jsonl",
        ] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            let plan = name.ends_with("plan.jsonl") && !name.starts_with('p');
            fs::write(path, if plan { "{\"header\":{\"plan\":1,\"tool\":\"" } else { name }).expect("written");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(root, root.join("e/loop")).expect("linked");
        let walked: Vec<PathBuf> =
            walk(vec![Input { path: root.to_owned() }]).filter_map(Result::ok).map(|met| met.path).collect();
        let paths = |files: Files| files.filter_map(Result::ok).map(|met| met.path).collect::<Vec<_>>();
        assert_eq!(paths(Files::new(root)), walked);
        assert_eq!(walked.len(), 8 + 7);
        assert!(!walked.contains(&root.join("o/x")));
        for from in 0..walked.len() {
            for to in from..walked.len() {
                let way = |at: usize| walked[at].strip_prefix(root).expect("inside");
                assert_eq!(paths(Files::between(root, Some((way(from), way(to))))), walked[from..=to]);
            }
        }
        assert_eq!(Files::new(&root.join("none")).filter(Result::is_err).count(), 1);
    }
}
