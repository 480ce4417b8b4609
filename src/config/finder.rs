//! Finds the configuration of a file: the nearest one in its folder or above, or the one that `--config` names. Only
//! this module reads the disk.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::config_error::ConfigError;
use super::document::{self, ForFiles};
use super::keys::KEYS;
use super::pattern::Pattern;
use super::settings::Settings;
use super::value::{Value, Values};

/// File names of a configuration. In a folder, the first one that exists is used.
pub const NAMES: [&str; 2] = [".partie.toml", "partie.toml"];
const MAX_CONFIG_BYTES: u64 = 1 << 20;
/// Prefix of the environment variables.
const VARIABLE: &str = "PARTIE_";

/// A configuration, merged with those that it extends.
#[derive(Debug, Default)]
struct Config {
    folder: PathBuf,
    values: Values,
    files: Vec<ForFiles>,
    exclude: Vec<Pattern>,
}

/// Finds the settings of files.
#[derive(Debug, Default)]
pub struct Finder {
    /// The configuration that `--config` names, if any.
    named: Option<Arc<Config>>,
    /// True with `--isolated`: no folder is searched for a configuration.
    isolated: bool,
    /// Values from environment variables and from `--config`, which override those of files.
    over: Values,
    /// The configuration that applies in each folder: its own, or the nearest one above.
    folders: HashMap<PathBuf, Option<Arc<Config>>>,
    /// Absolute paths of folders with links resolved, by the paths as given; `None` for a missing folder.
    real_folders: HashMap<PathBuf, Option<PathBuf>>,
    /// Settings by the folder of the configuration and the indices of its matching `[files]` tables.
    known: HashMap<(PathBuf, Vec<usize>), Arc<Settings>>,
}

impl Finder {
    /// Creates a finder for `--config` and `--isolated`. Each text of `given` is a path, or keys and values in TOML.
    /// `variable` reads an environment variable.
    ///
    /// # Errors
    /// The error in a variable or a given configuration.
    pub fn new(
        given: &[String],
        isolated: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let mut finder = Self { isolated, ..Self::default() };
        if !isolated {
            for key in KEYS.iter().filter(|key| !key.name.contains('.') && !matches!(key.name, "extend" | "exclude")) {
                let name = format!("{VARIABLE}{}", key.name.to_uppercase().replace('-', "_"));
                let Some(value) = variable(&name).filter(|value| !value.is_empty()) else { continue };
                let value = match key.kind.is_list() {
                    true => Value::List(value.split(',').map(|part| part.trim().to_owned()).collect()),
                    false => Value::Text(value),
                };
                let read = document::read_document(&format!("{} = {value}", key.name), &format!("${name}"));
                finder.over.extend(read.map_err(|error| ConfigError { at: None, ..error })?.values);
            }
        }
        for given in given {
            if given.contains('=') && !Path::new(given).exists() {
                let read = document::read_document(given, "--config")?;
                if read.extend.is_some() {
                    let message = "extend belongs into a file".to_owned();
                    return Err(ConfigError { place: "--config".to_owned(), at: None, message });
                }
                if !read.files.is_empty() {
                    let message = "tables for files belong into a file".to_owned();
                    return Err(ConfigError { place: "--config".to_owned(), at: None, message });
                }
                finder.over.extend(read.values);
            } else {
                if finder.named.is_some() {
                    let message = "there is one configuration before it; it can extend others".to_owned();
                    return Err(ConfigError { place: given.clone(), at: None, message });
                }
                finder.named = Some(Arc::new(open(Path::new(given), None, &mut Vec::new())?));
            }
        }
        Ok(finder)
    }

    /// Clears the caches, as files may have changed.
    pub fn forget(&mut self) {
        self.folders.clear();
        self.real_folders.clear();
        self.known.clear();
    }

    /// Returns the settings of a file or folder, and true if it is excluded.
    ///
    /// # Errors
    /// The error in the configuration of that path.
    pub fn settings(&mut self, path: &Path) -> Result<(Arc<Settings>, bool), ConfigError> {
        let (whole, is_folder) = self.absolute(path);
        let folder = if is_folder { whole.clone() } else { whole.parent().map(Path::to_owned).unwrap_or_default() };
        let config = match (&self.named, self.isolated) {
            (Some(named), _) => Some(Arc::clone(named)),
            (None, true) => None,
            (None, false) => self.upwards(&folder)?,
        };
        let Some(config) = config else {
            let key = (PathBuf::new(), Vec::new());
            let settings = self.known.entry(key).or_insert_with(|| Arc::new(Settings::new(self.over.clone())));
            return Ok((Arc::clone(settings), false));
        };
        let below = whole.strip_prefix(&config.folder).unwrap_or(&whole);
        let fitting = |(index, files): (usize, &ForFiles)| files.pattern.fits(below).then_some(index);
        let tables: Vec<usize> = config.files.iter().enumerate().filter_map(fitting).collect();
        let settings = self.known.entry((config.folder.clone(), tables)).or_insert_with_key(|(_, tables)| {
            let mut values = config.values.clone();
            for index in tables {
                values.extend(config.files[*index].values.clone());
            }
            values.extend(self.over.clone());
            Arc::new(Settings::new(values))
        });
        let excluded = self.over.get("exclude").map_or_else(
            || config.exclude.iter().any(|pattern| pattern.fits(below)),
            |(value, _)| patterns(value).iter().any(|pattern| pattern.fits(below)),
        );
        Ok((Arc::clone(settings), excluded))
    }

    /// Returns the absolute path, with links resolved if it exists, and true if it is a folder.
    fn absolute(&mut self, path: &Path) -> (PathBuf, bool) {
        let follows = |about: fs::Metadata| about.is_symlink() || about.is_dir();
        let followed = path.symlink_metadata().is_ok_and(follows).then(|| path.canonicalize().ok()).flatten();
        if let Some(whole) = followed {
            let is_folder = whole.is_dir();
            return (whole, is_folder);
        }
        // The links of a folder are resolved once for all its files.
        let in_folder = path.file_name().and_then(|name| Some(self.real_folder(path)?.join(name)));
        (in_folder.or_else(|| std::path::absolute(path).ok()).unwrap_or_else(|| path.to_owned()), false)
    }

    /// Returns the absolute path of a file's folder with links resolved; `None` if the folder does not exist.
    fn real_folder(&mut self, path: &Path) -> Option<&Path> {
        let folder = path.parent()?;
        if !self.real_folders.contains_key(folder) {
            let named = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            self.real_folders.insert(folder.to_owned(), named.canonicalize().ok());
        }
        self.real_folders.get(folder)?.as_deref()
    }

    /// Returns the configuration of a folder, or of the nearest folder above it that has one.
    fn upwards(&mut self, folder: &Path) -> Result<Option<Arc<Config>>, ConfigError> {
        if let Some(found) = self.folders.get(folder) {
            return Ok(found.clone());
        }
        let file = NAMES.iter().map(|name| folder.join(name)).find(|file| file.symlink_metadata().is_ok());
        let found = match (file, folder.parent()) {
            (Some(file), _) => Some(Arc::new(open(&file, Some(folder), &mut Vec::new())?)),
            (None, Some(above)) => self.upwards(above)?,
            (None, None) => None,
        };
        self.folders.insert(folder.to_owned(), found.clone());
        Ok(found)
    }
}

fn patterns(value: &Value) -> Vec<Pattern> {
    let Value::List(list) = value else { return Vec::new() };
    list.iter().filter_map(|text| Pattern::new(text).ok()).collect()
}

/// Reads a configuration file and those that it extends. The file must be inside the folder `tree`; `above` lists the
/// files that extend it.
fn open(path: &Path, tree: Option<&Path>, above: &mut Vec<PathBuf>) -> Result<Config, ConfigError> {
    let place = shown(path);
    let wrong = |message: String| ConfigError { place: place.clone(), at: None, message };
    let whole = path.canonicalize().map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    if tree.is_some_and(|tree| !whole.starts_with(tree)) {
        return Err(wrong("it leads out of its folder".to_owned()));
    }
    if above.contains(&whole) {
        return Err(wrong("it extends itself".to_owned()));
    }
    let about = fs::metadata(&whole).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    if !about.is_file() {
        return Err(wrong("it is no file".to_owned()));
    }
    if about.len() > MAX_CONFIG_BYTES {
        return Err(wrong(format!("it has more than {MAX_CONFIG_BYTES} bytes")));
    }
    let text = fs::read(&whole).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    let text = String::from_utf8(text).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
    let written = document::read_document(&text, &place)?;
    let folder = whole.parent().map(Path::to_owned).unwrap_or_default();
    let mut config = match &written.extend {
        None => Config::default(),
        Some((below, origin)) => {
            above.push(whole.clone());
            let at = |error: ConfigError| match error.place == place {
                true => error,
                false => ConfigError { message: format!("{} (extended by {origin})", error.message), ..error },
            };
            let target = folder.join(below);
            let below = open(&target, Some(&folder), above).map_err(at)?;
            above.pop();
            below
        }
    };
    config.folder = folder;
    config.values.extend(written.values);
    config.files.extend(written.files);
    config.exclude = config.values.get("exclude").map(|(value, _)| patterns(value)).unwrap_or_default();
    Ok(config)
}

/// Formats a path for messages, relative to the working folder if it is below that folder.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    // A resolved path on Windows has a prefix that the working folder lacks.
    let real = here.as_ref().and_then(|here| here.canonicalize().ok());
    let below = [here, real].into_iter().flatten().find_map(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    partie_record::shown::shown_path(below)
}
