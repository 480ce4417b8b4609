//! Walks the files of a folder in byte order; memory holds only the names in open folders. A walk can begin and end at
//! given files, so that a task can cover part of a folder. Not for the contents of files.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ignore::{DirEntry, WalkBuilder};

use super::backups;
use super::open::Failure;
use super::passed_over::PassedOver;
use partie_input::Claim;

/// A file found by a walk.
#[derive(Debug)]
pub struct WalkedFile {
    /// The path of the walked folder, joined with the relative path.
    pub path: PathBuf,
    /// Metadata of the file, with links followed.
    pub data: Metadata,
}

/// Options of a walk.
#[derive(Clone, Debug, Default)]
pub struct Walking {
    /// True if files that git ignores are skipped.
    pub gitignore: bool,
    /// True if symbolic links inside a folder are followed. A link that the user named is always followed.
    pub follow: bool,
    /// The output folder of this run, which is skipped.
    pub output: Option<PathBuf>,
    /// Collects the files and links that are skipped.
    pub passed_over: PassedOver,
}

/// Files that identify an output folder of `analyze`, which a walk skips.
const ANALYZE_FILES: [&str; 2] = ["lock", PLAN];
const PLAN: &str = "plan.jsonl";
/// The first bytes of every plan of `analyze`; the name alone proves nothing.
pub const PLAN_HEAD: &[u8] = b"{\"header\":{\"plan\":";
/// Folders of version control whose names have no leading dot, each with a file that identifies it.
const VERSION_CONTROL_FOLDERS: [(&str, &str); 2] = [("CVS", "Entries"), ("_darcs", "format")];

/// True for an output folder of `analyze`.
fn is_own(folder: &Path) -> bool {
    ANALYZE_FILES.iter().all(|name| folder.join(name).is_file()) && begins(&folder.join(PLAN), PLAN_HEAD)
}

fn is_control(folder: &Path) -> bool {
    VERSION_CONTROL_FOLDERS.iter().any(|(name, holds)| folder.ends_with(name) && folder.join(holds).is_file())
}

/// True if a regular file begins with the bytes `with`. Other files are not opened, because reading a pipe may block.
pub fn begins(path: &Path, with: &[u8]) -> bool {
    let mut head = vec![0; with.len()];
    path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == with
}

/// Returns the files of a folder in byte order. Skips hidden files, symbolic links, backups beside their originals,
/// version control folders, files that `.ignore` names, and output folders of `analyze`.
pub fn files(folder: &Path, walking: &Walking) -> impl Iterator<Item = Result<WalkedFile, Failure>> + Send + use<> {
    files_between(folder, walking, None)
}

/// Returns the files of [`files()`] between two inclusive bounds, which are relative to the folder.
pub fn files_between(
    folder: &Path,
    walking: &Walking,
    bounds: Option<(&Path, &Path)>,
) -> impl Iterator<Item = Result<WalkedFile, Failure>> + Send + use<> {
    paths(folder, walking, bounds).map(|path| {
        let path = path?;
        match fs::metadata(&path) {
            Ok(data) => Ok(WalkedFile { path, data }),
            Err(error) => Err(Failure { path, error }),
        }
    })
}

pub(super) fn paths(
    folder: &Path,
    walking: &Walking,
    bounds: Option<(&Path, &Path)>,
) -> impl Iterator<Item = Result<PathBuf, Failure>> + Send + use<> {
    let rules = Rules { hold: true, found: Arc::new(AtomicBool::new(walking.gitignore)) };
    let found = Arc::clone(&rules.found);
    let counted = bounds.is_none().then(|| (folder.to_owned(), walking.clone()));
    let mut counted = counted.into_iter();
    let count_ignored = move || {
        let (folder, walking) = counted.next().filter(|_| found.load(Ordering::Relaxed))?;
        for path in ignored(&folder, &walking) {
            walking.passed_over.ignored(&path);
        }
        None
    };
    ruled(folder, walking, bounds, rules).chain(std::iter::from_fn(count_ignored))
}

/// Files that may contain records, but are excluded by ignore rules.
fn ignored(folder: &Path, walking: &Walking) -> impl Iterator<Item = PathBuf> {
    // The main walk already reported links and backups.
    let walking = Walking { passed_over: PassedOver::default(), ..walking.clone() };
    let walk = |hold| ruled(folder, &walking, None, Rules { hold, found: Arc::default() }).filter_map(Result::ok);
    let mut kept = walk(true).peekable();
    walk(false).filter(move |path| kept.next_if_eq(path).is_none() && Claim::of(path) != Claim::Other)
}

/// The use of ignore rules: `hold` is true if they apply, `found` once the walk found one.
struct Rules {
    hold: bool,
    found: Arc<AtomicBool>,
}

fn ruled(
    folder: &Path,
    walking: &Walking,
    bounds: Option<(&Path, &Path)>,
    Rules { hold, found }: Rules,
) -> impl Iterator<Item = Result<PathBuf, Failure>> + Send + use<> {
    let root = folder.to_owned();
    let Walking { gitignore, follow, output, passed_over } = walking.clone();
    let is_output = {
        let output = output.and_then(|folder| folder.canonicalize().ok());
        let passed_over = passed_over.clone();
        move |folder: &Path, is_link: bool| {
            let Some(output) = &output else { return false };
            // Avoids a system call for most paths.
            let may_be = is_link || folder.file_name() == output.file_name();
            let is_output = may_be && folder.canonicalize().is_ok_and(|folder| folder == *output);
            if is_output && folder.read_dir().is_ok_and(|mut files| files.next().is_some()) {
                passed_over.output(folder);
            }
            is_output
        }
    };
    let bounds = bounds.map(|(first, last)| (root.join(first), root.join(last)));
    // Folders that cannot be walked; their failures are reported last.
    let blocked = Arc::new(Mutex::new(Vec::new()));
    let is_walked = {
        let blocked = Arc::clone(&blocked);
        move |folder: &Path| {
            let files: Vec<_> = rules(folder, gitignore).collect();
            found.fetch_or(!files.is_empty(), Ordering::Relaxed);
            let Some((path, _)) = files.into_iter().find(|(_, data)| !data.is_file() && !data.is_dir()) else {
                return true;
            };
            blocked.lock().unwrap_or_else(PoisonError::into_inner).push(path);
            false
        }
    };
    let root_is_walked = is_walked(folder);
    let wanted = move |entry: &DirEntry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if is_folder && (is_output(entry.path(), entry.path_is_symlink()) || !is_walked(entry.path())) {
            return false;
        }
        bounds.as_ref().is_none_or(|(first, last)| lies_between(entry.path(), first, last))
            && !(is_folder && (is_own(entry.path()) || is_control(entry.path())))
    };
    let walk = WalkBuilder::new(folder)
        .follow_links(follow)
        // Compares whole paths: siblings differ only in their names.
        .sort_by_file_path(|a, b| a.as_os_str().cmp(b.as_os_str()))
        // Without `gitignore`, only rules inside the folder apply, so that every machine finds the same files.
        .ignore(hold)
        .parents(hold && gitignore)
        .git_ignore(hold && gitignore)
        .git_exclude(hold && gitignore)
        .git_global(false)
        .require_git(false)
        .filter_entry(wanted)
        .build();
    let within = OnceLock::new();
    let walk = Some(walk).filter(|_| root_is_walked).into_iter().flatten();
    let files = walk.filter_map(move |entry| match entry {
        Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
            let path = entry.into_path();
            let is_default = backups::has_default_suffix(&path);
            match backups::original(&path) {
                Some(original) if is_default || backups::is_earlier(&path, &original) => {}
                _ => return Some(Ok(path)),
            }
            if !is_default {
                passed_over.backup(&path);
            }
            None
        }
        Ok(entry) => {
            // A link to a file inside the folder needs no report: the walk finds that file anyway.
            let leads_out = || {
                let within = within.get_or_init(|| root.canonicalize().ok()).as_ref();
                let target = entry.path().canonicalize().ok();
                !within.zip(target).is_some_and(|(within, target)| target.starts_with(within))
            };
            if entry.path_is_symlink() && entry.depth() > 0 && leads_out() {
                passed_over.link(entry.path());
            }
            None
        }
        Err(error) => {
            let path = path_of(&error).map_or_else(|| root.clone(), Path::to_owned);
            let circle = || io::Error::other("the link leads back into its own folder");
            Some(Err(Failure { path, error: error.into_io_error().unwrap_or_else(circle) }))
        }
    });
    let failure = |path| Failure { path, error: io::Error::other("it is no regular file; its folder is not read") };
    files.chain(std::iter::from_fn(move || {
        blocked.lock().unwrap_or_else(PoisonError::into_inner).pop().map(|path| Err(failure(path)))
    }))
}

/// Returns the ignore files of a folder. The walk reads only regular ones: a pipe or device may block, and a link may
/// lead out of the folder. Git does not follow such links, either.
fn rules(folder: &Path, gitignore: bool) -> impl Iterator<Item = (PathBuf, Metadata)> {
    let names = [Some(".ignore"), Some(".gitignore").filter(|_| gitignore)];
    names.into_iter().flatten().filter_map(move |name| {
        let path = folder.join(name);
        let data = path.symlink_metadata().ok()?;
        Some((path, data))
    })
}

/// True if a path is between `first` and `last`, or is a folder that may contain such a path.
fn lies_between(path: &Path, first: &Path, last: &Path) -> bool {
    let depth = path.components().count();
    let way = |to: &Path| to.components().take(depth).cmp(path.components());
    way(first).is_le() && way(last).is_ge()
}

/// The path in an error.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Partial(all) => all.iter().find_map(path_of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, walk};

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
            // A user's own files: another plan, and a folder of the same name.
            "p/lock",
            "p/plan.jsonl",
            "q/lock/x",
            "q/plan.jsonl",
            "r/lock",
            "r/plan.jsonl/x",
            "s/plan.jsonl",
            "CVS/Entries",
            "CVS/x",
            "CVSx/Entries",
            "b/skip",
            "skip",
        ] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            let plan = name.ends_with("plan.jsonl") && !name.starts_with('p');
            fs::write(path, if plan { "{\"header\":{\"plan\":1,\"tool\":\"" } else { name }).expect("written");
        }
        fs::write(root.join("b/.ignore"), "skip").expect("written");
        #[cfg(unix)]
        std::os::unix::fs::symlink(root, root.join("e/loop")).expect("linked");
        let walked: Vec<PathBuf> = walk(vec![Input { path: root.to_owned() }], &Walking::default())
            .filter_map(Result::ok)
            .map(|met| met.path)
            .collect();
        let all = |from: Option<(&Path, &Path)>| -> Vec<PathBuf> {
            files_between(root, &Walking::default(), from).filter_map(Result::ok).map(|met| met.path).collect()
        };
        assert_eq!(all(None), walked);
        assert_eq!(walked.len(), 8 + 7 + 2);
        assert!(walked.is_sorted(), "byte order");
        for (left_out, kept) in [("o/x", "q/lock/x"), ("CVS/x", "CVSx/Entries"), ("b/skip", "skip")] {
            assert!(!walked.contains(&root.join(left_out)) && walked.contains(&root.join(kept)), "{left_out}");
        }
        for from in 0..walked.len() {
            for to in from..walked.len() {
                let way = |at: usize| walked[at].strip_prefix(root).expect("inside");
                assert_eq!(all(Some((way(from), way(to)))), walked[from..=to]);
            }
        }
        assert_eq!(files(&root.join("none"), &Walking::default()).filter(Result::is_err).count(), 1);
    }
}
