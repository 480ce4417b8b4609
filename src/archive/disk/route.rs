//! Where games that are written go: standard output, one file, a file for each input, or for some games each.

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

/// Files that are open at once.
const OPEN: usize = 64;

/// How the files of a folder are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    Inputs,
    /// So many games in each.
    Games(u64),
    /// One for each value of a tag.
    Values,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Standard,
    File(PathBuf),
    /// Into files of a folder.
    Folder(PathBuf, Split),
}

impl Place {
    /// The folder of its files: a walk does not read it.
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Folder(folder, _) => Some(folder.clone()),
            Self::Standard | Self::File(_) => None,
        }
    }

    /// What holds of it when a run ends before its end and so many files are complete.
    pub fn kept(&self, complete: u64) -> String {
        match self {
            Self::Standard => String::new(),
            // What a pipe took is gone.
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

/// Why something was not written.
#[derive(Debug)]
pub enum Refusal {
    System(Unwritten),
    /// It is one of the inputs.
    Input(PathBuf),
    /// The target holds one record only.
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

/// What files of games look like.
#[derive(Clone, Debug, Default)]
pub struct FileForm {
    /// The ending of their names.
    pub ending: &'static str,
    /// What stands between two games.
    pub separator: String,
    /// Whether a file holds one record only.
    pub single: bool,
}

/// The outputs of a run.
pub struct Route<O> {
    pub place: Place,
    inputs: Vec<PathBuf>,
    /// The inputs that no output may replace: all but folders around the folder of the output.
    kept: Vec<PathBuf>,
    /// The ending of the names of files.
    pub ending: &'static str,
    separator: Vec<u8>,
    /// Whether a file holds one record only.
    single: bool,
    /// Standard output, which remembers itself what went wrong.
    pub standard: O,
    /// The one record for standard output, until it is sure that no other follows.
    held: Vec<u8>,
    current: Option<PackedFile>,
    /// Files of a folder to which nothing is added any more.
    complete: Batch,
    /// Games in the current output.
    games: u64,
    /// Name of the current input, and files made of it.
    stem: PathBuf,
    files: u64,
    taken: HashSet<PathBuf>,
    values: BTreeMap<String, PackedFile>,
    /// The file of each value, by its key.
    keys: HashMap<String, String>,
    open: VecDeque<String>,
}

impl<O: Write> Route<O> {
    /// One to a place, beside which nothing is written to the inputs; `standard` is standard output.
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

    /// Whether games must be told apart.
    pub fn separates_games(&self) -> bool {
        let split = matches!(self.place, Place::Folder(_, Split::Games(_) | Split::Values));
        split || self.single || !self.separator.is_empty()
    }

    /// Whether each input has files of its own.
    pub const fn is_folder(&self) -> bool {
        matches!(self.place, Place::Folder(..))
    }

    /// Whether what comes from two inputs never stands in one file.
    pub const fn has_files_of_inputs(&self) -> bool {
        matches!(self.place, Place::Folder(_, Split::Inputs | Split::Games(_)))
    }

    /// Opens the one output, before anything is read.
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
                // The next run would read its files as inputs.
                if self.inputs.iter().filter_map(folder_of).any(|input| input == target) {
                    return Err(Refusal::Input(folder.clone()));
                }
                // A walk of a folder around it leaves it out.
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

    /// An input begins. Its file is made with its first game, so that there is none where no game is written.
    pub fn begin(&mut self, path: &Path) {
        if let Place::Folder(_, split) = self.place {
            self.stem = stem(path, &self.inputs);
            if split != Split::Values {
                (self.files, self.games) = (0, 0);
            }
        }
    }

    /// The next file of the current input.
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
        // Inputs of the same name in several places.
        let mut number = self.files + 1;
        while !self.taken.insert(path.clone()) {
            path = named(number);
            number += 1;
        }
        make_folder_of(folder, &path).map_err(Unwritten::of(&path))?;
        self.create(&path)
    }

    /// Adds games that need not be told apart.
    pub fn games(&mut self, text: &[u8]) -> Result<(), Refusal> {
        if self.is_folder() && self.current.is_none() {
            self.next(false)?;
        }
        match &mut self.current {
            Some(file) => file.write(text)?,
            None if self.single => self.held.extend_from_slice(text),
            // The standard output keeps its error until the run ends.
            None => self.standard.write_all(text).unwrap_or_default(),
        }
        Ok(())
    }

    /// Adds a game; `value` is that of the tag by which games are split.
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

    /// Adds what belongs to the game that was added last.
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

    /// The file of a value, by the key under which it is known. Two values have one only where they differ by nothing but
    /// capitals, which some systems do not tell, or where both say nothing.
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
            if self.open.len() > OPEN
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

    /// The current input ended; `whole` says that it was read to its end.
    pub fn end(&mut self, whole: bool) -> Result<(), Refusal> {
        if matches!(self.place, Place::Folder(..))
            && let Some(file) = self.current.take()
            && whole
        {
            self.complete.add(file)?;
        }
        Ok(())
    }

    /// Everything is written; `whole` says that it may take the place of what was there.
    pub fn finish(&mut self, whole: bool) -> Result<(), Refusal> {
        let current = self.current.take();
        let values = std::mem::take(&mut self.values);
        // The standard output keeps its error until the run ends.
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
