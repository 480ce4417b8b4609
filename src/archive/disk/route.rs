//! Destinations of written games: standard output, one file, one file per input, or files for groups of games.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::batch::Batch;
use super::confined::{confine, make_folder_of};
use super::names::{UNKNOWN, is_input, safe, stem, with_ending};
use super::packed::{PackedFile, Unwritten};
use crate::file_messages;
use partie_record::count;
use partie_record::shown::shown_path;

/// Maximum number of output files that are open at once.
const MAX_OPEN_FILES: usize = 64;

/// How games are split into the files of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    Inputs,
    /// Maximum number of games per file.
    Games(u64),
    /// One file per value of a tag.
    Values,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Standard,
    File(PathBuf),
    /// Files of a folder.
    Folder(PathBuf, Split),
}

impl Place {
    /// The output folder, if there is one; a walk skips it.
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Folder(folder, _) => Some(folder.clone()),
            Self::Standard | Self::File(_) => None,
        }
    }

    /// Describes what an interrupted run leaves on disk; `complete` is the number of complete files.
    pub fn kept(&self, complete: u64) -> String {
        match self {
            Self::Standard => String::new(),
            // A pipe does not keep its bytes.
            Self::File(path) if path.metadata().is_ok_and(|data| !data.is_file()) => String::new(),
            Self::File(path) => format!("; {} is unchanged", shown_path(path)),
            Self::Folder(..) if complete == 0 => "; no file was complete".to_owned(),
            Self::Folder(folder, _) => {
                let files = count(complete, "file was complete and is", "files were complete and are");
                format!("; {files} kept in {}", shown_path(folder))
            }
        }
    }
}

/// The reason why games are not written.
#[derive(Debug)]
pub enum Refusal {
    System(Unwritten),
    /// The output is one of the inputs.
    Input(PathBuf),
    /// The target can contain only one record.
    Single,
    /// A temporary file cannot be written or read.
    Temporary(io::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(unwritten) => write!(to, "{unwritten}"),
            Self::Temporary(error) => write!(to, "{}", file_messages::unwritten("a temporary file", error)),
            Self::Input(path) => {
                write!(
                    to,
                    "error[X003]: the output {} is one of the inputs; nothing is written to it",
                    shown_path(path)
                )
            }
            Self::Single => {
                write!(
                    to,
                    "error: a file of JKF holds one game, and there are more: nothing is written; name a folder with --out-dir"
                )
            }
        }
    }
}

impl From<Unwritten> for Refusal {
    fn from(unwritten: Unwritten) -> Self {
        Self::System(unwritten)
    }
}

/// Extension, separator and record limit of output files.
#[derive(Clone, Debug, Default)]
pub struct FileForm {
    /// The file extension.
    pub ending: &'static str,
    /// The text between two games.
    pub separator: String,
    /// True if a file can contain only one record.
    pub single: bool,
}

/// The outputs of a run.
pub struct Route<O> {
    pub place: Place,
    inputs: Vec<PathBuf>,
    /// The inputs that no output may replace: all except folders that contain the output folder.
    kept: Vec<PathBuf>,
    /// The file extension.
    pub ending: &'static str,
    separator: Vec<u8>,
    /// True if a file can contain only one record.
    single: bool,
    /// Standard output, which remembers its own errors.
    pub standard: O,
    /// The only record for standard output, held until the run ends, because a second record is refused.
    held: Vec<u8>,
    current: Option<PackedFile>,
    /// Complete files of a folder.
    complete: Batch,
    /// Games in the current output.
    games: u64,
    /// The path of the current input without extensions, and the number of files made from that input.
    stem: PathBuf,
    files: u64,
    taken: HashSet<PathBuf>,
    values: BTreeMap<String, PackedFile>,
    /// The key in `values` for each value.
    keys: HashMap<String, String>,
    open: VecDeque<String>,
}

impl<O: Write> Route<O> {
    /// Routes games to `place`, without overwriting an input; `standard` is standard output.
    pub fn new(place: Place, inputs: Vec<PathBuf>, form: FileForm, standard: O) -> Self {
        let FileForm { ending, separator, single } = form;
        Self {
            place,
            kept: inputs.clone(),
            inputs,
            ending,
            separator: separator.into_bytes(),
            single,
            standard,
            held: Vec::new(),
            current: None,
            complete: Batch::default(),
            games: 0,
            stem: PathBuf::new(),
            files: 0,
            taken: HashSet::new(),
            values: BTreeMap::new(),
            keys: HashMap::new(),
            open: VecDeque::new(),
        }
    }

    /// True if games must be passed to [`Self::game`] one by one.
    pub fn separates_games(&self) -> bool {
        let split = matches!(self.place, Place::Folder(_, Split::Games(_) | Split::Values));
        split || self.single || !self.separator.is_empty()
    }

    /// True if the output is a folder.
    pub const fn is_folder(&self) -> bool {
        matches!(self.place, Place::Folder(..))
    }

    /// True if no file contains games of two inputs.
    pub const fn has_files_of_inputs(&self) -> bool {
        matches!(self.place, Place::Folder(_, Split::Inputs | Split::Games(_)))
    }

    /// Opens the single output file, or creates the output folder, before any input is read.
    pub fn start(&mut self) -> Result<(), Refusal> {
        match &self.place {
            Place::Standard => {}
            Place::File(path) => {
                let path = path.clone();
                self.current = Some(self.create(&path)?);
            }
            Place::Folder(folder, _) => {
                fs::create_dir_all(folder).map_err(Unwritten::of(folder))?;
                let target = folder.canonicalize().map_err(Unwritten::of(folder))?;
                let folder_of = |input: &PathBuf| input.canonicalize().ok().filter(|input| input.is_dir());
                // The next run would read the output files as inputs.
                if self.inputs.iter().filter_map(folder_of).any(|input| input == target) {
                    return Err(Refusal::Input(folder.clone()));
                }
                // A walk of a folder that contains the output folder skips the output folder.
                self.kept.retain(|input| !folder_of(input).is_some_and(|input| target.starts_with(input)));
            }
        }
        Ok(())
    }

    fn create(&self, path: &Path) -> Result<PackedFile, Refusal> {
        if is_input(path, &self.kept) {
            return Err(Refusal::Input(path.to_owned()));
        }
        Ok(PackedFile::create(path)?)
    }

    /// Begins an input. Its first game creates the output file, so an input without written games has no file.
    pub fn begin(&mut self, path: &Path) {
        if let Place::Folder(_, split) = self.place {
            self.stem = stem(path, &self.inputs);
            if split != Split::Values {
                (self.files, self.games) = (0, 0);
            }
        }
    }

    /// Creates the next file of the current input.
    fn next_file(&mut self, numbered: bool) -> Result<PackedFile, Refusal> {
        let Place::Folder(folder, _) = &self.place else { return Err(Refusal::Single) };
        self.files += 1;
        self.games = 0;
        let base = folder.join(&self.stem);
        let named = |number: u64| {
            let mut name = base.as_os_str().to_owned();
            name.push(format!("-{number}"));
            with_ending(Path::new(&name), self.ending)
        };
        let mut path = if numbered { named(self.files) } else { with_ending(&base, self.ending) };
        // Inputs in different folders may have the same name.
        let mut number = self.files + 1;
        while !self.taken.insert(path.clone()) {
            path = named(number);
            number += 1;
        }
        make_folder_of(folder, &path).map_err(Unwritten::of(&path))?;
        self.create(&path)
    }

    /// Adds games that need not be separated.
    pub fn games(&mut self, text: &[u8]) -> Result<(), Refusal> {
        if self.is_folder() && self.current.is_none() {
            self.next(false)?;
        }
        match &mut self.current {
            Some(file) => file.write(text)?,
            None if self.single => self.held.extend_from_slice(text),
            // Standard output remembers its error and reports it when the run ends.
            None => self.standard.write_all(text).unwrap_or_default(),
        }
        Ok(())
    }

    /// Adds a game; `value` is its value of the split tag.
    pub fn game(&mut self, text: &[u8], value: &str) -> Result<(), Refusal> {
        match self.place {
            Place::Folder(_, Split::Values) => return self.game_of_value(text, value),
            Place::Folder(_, Split::Games(most)) if self.current.is_none() || self.games >= most => self.next(true)?,
            Place::Folder(_, Split::Inputs) if self.single || self.current.is_none() => self.next(self.files > 0)?,
            Place::Standard | Place::File(_) if self.single && self.games > 0 => {
                self.held.clear();
                return Err(Refusal::Single);
            }
            _ => {}
        }
        if self.games > 0 && !self.separator.is_empty() {
            self.games(&self.separator.clone())?;
        }
        self.games += 1;
        self.games(text)
    }

    /// Adds text that belongs to the last game.
    pub fn rest_of_game(&mut self, text: &[u8], value: &str) -> Result<(), Refusal> {
        match self.place {
            Place::Folder(_, Split::Values) => self.game_of_value(text, value),
            _ => self.games(text),
        }
    }

    fn next(&mut self, numbered: bool) -> Result<(), Refusal> {
        self.end(true)?;
        self.current = Some(self.next_file(numbered)?);
        Ok(())
    }

    /// Returns the key of the file for a value. Values share a file if they differ only in letter case, which some
    /// systems ignore, or if they state nothing (`?`).
    fn file_of_value(&mut self, value: &str) -> Result<String, Refusal> {
        let known = value.trim().to_lowercase();
        if let Some(key) = self.keys.get(&known) {
            return Ok(key.clone());
        }
        let mut name = safe(value);
        if name != UNKNOWN && self.values.contains_key(&name.to_lowercase()) {
            name.push_str(&format!(" {:08x}", xxhash_rust::xxh3::xxh3_64(known.as_bytes()) as u32));
        }
        let key = name.to_lowercase();
        if let Place::Folder(folder, _) = &self.place
            && !self.values.contains_key(&key)
        {
            let path = with_ending(&folder.join(name), self.ending);
            confine(folder, &path).map_err(Unwritten::of(&path))?;
            let file = self.create(&path)?;
            self.values.insert(key.clone(), file);
        }
        self.keys.insert(known, key.clone());
        Ok(key)
    }

    fn game_of_value(&mut self, text: &[u8], value: &str) -> Result<(), Refusal> {
        let files = self.values.len();
        let key = self.file_of_value(value)?;
        let known = self.values.len() == files;
        if !self.open.contains(&key) {
            self.open.push_back(key.clone());
            if self.open.len() > MAX_OPEN_FILES
                && let Some(oldest) = self.open.pop_front()
                && let Some(file) = self.values.get_mut(&oldest)
            {
                file.pause()?;
            }
        }
        let Some(file) = self.values.get_mut(&key) else { return Ok(()) };
        if known && !self.separator.is_empty() {
            file.write(&self.separator)?;
        }
        Ok(file.write(text)?)
    }

    /// Ends the current input. Its output file is kept only if the input was read to its end (`whole`).
    pub fn end(&mut self, whole: bool) -> Result<(), Refusal> {
        if matches!(self.place, Place::Folder(..))
            && let Some(file) = self.current.take()
            && whole
        {
            self.complete.add(file)?;
        }
        Ok(())
    }

    /// Ends the run. Outputs replace older files only if all inputs were read to their ends (`whole`).
    pub fn finish(&mut self, whole: bool) -> Result<(), Refusal> {
        let current = self.current.take();
        let values = std::mem::take(&mut self.values);
        // Standard output remembers its error and reports it when the run ends.
        self.standard.write_all(&std::mem::take(&mut self.held)).unwrap_or_default();
        match current {
            Some(file) if whole => file.commit()?,
            _ => {}
        }
        if whole {
            for file in values.into_values() {
                self.complete.add(file)?;
            }
        }
        Ok(self.complete.finish()?)
    }
}
