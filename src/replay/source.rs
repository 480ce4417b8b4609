//! How inputs are read: combines the caller's format or movetext, piece letters and encoding.

use super::games::ReadingHints;
use super::options::Options;
use super::source_error::SourceError;
use partie_notation::letters::{LANGUAGES, Letters};
use partie_record::{Encoding, Format, Language, Movetext, UnknownName};

/// Names of movetexts and positions that are accepted besides the record formats.
pub const MOVETEXTS: [&str; 9] = ["san", "long", "uci", "figurine", "descriptive", "kober", "iccf", "hex", "sfen"];

#[derive(Clone, Copy, Debug, Default)]
pub struct Source {
    /// The record format; `None` if it is detected.
    pub format: Option<Format>,
    /// Encoding, movetext and letters, as far as given.
    pub given: ReadingHints,
    letters: Option<&'static Letters>,
    long_form: bool,
    hex: bool,
    /// True if a format or movetext is named, so that files are not tested for being records.
    named: bool,
}

impl Source {
    /// Combines a format or movetext, piece letters and an encoding.
    ///
    /// # Errors
    /// An unknown name, or a language without descriptive notation.
    pub fn new(from: Option<&str>, letters: Option<&str>, encoding: Option<&str>) -> Result<Self, SourceError> {
        let mut source = Self { letters: named_letters(letters)?, ..Self::default() };
        source.given.encoding = named_encoding(encoding)?;
        source.given.letters = letters.is_some();
        match from {
            None => {}
            Some("san" | "long" | "uci" | "hex") => source.given.movetext = Some(Movetext::Algebraic),
            Some("iccf") => source.given.movetext = Some(Movetext::Iccf),
            Some("kober") => source.given.movetext = Some(Movetext::Kober),
            Some("descriptive") => source.given.movetext = Some(Movetext::Descriptive(descriptive(letters)?)),
            Some("figurine") => source.letters = source.letters.or_else(|| Letters::find("figurine")),
            // A bare SFEN is a line of USI without moves.
            Some("sfen") => source.format = Some(Format::Usi),
            Some(other) => source.format = Some(record_format(other)?),
        }
        source.named = from.is_some();
        source.long_form = matches!(from, Some("long" | "uci"));
        source.hex = from == Some("hex");
        Ok(source)
    }

    /// True if a format or movetext is named, so that files are not tested for being records.
    pub const fn is_named(&self) -> bool {
        self.named
    }

    /// Returns the options for a replay.
    pub fn options(&self) -> Options {
        Options { letters: self.letters, long_form: self.long_form, hex: self.hex, ..Options::default() }
    }
}

fn record_format(name: &str) -> Result<Format, UnknownName> {
    let known = || Format::ALL.iter().map(|format| format.name()).chain(MOVETEXTS);
    Format::named(name).ok_or_else(|| UnknownName::new(("format", "formats"), name, known()))
}

/// Returns the language of descriptive notation for a code; English without one.
///
/// # Errors
/// The language has no descriptive notation.
pub fn descriptive(letters: Option<&str>) -> Result<Language, SourceError> {
    let Some(letters) = letters else { return Ok(Language::default()) };
    let language = Language::ALL.into_iter().find(|language| letters == language.code());
    language.ok_or(SourceError::NoDescriptive)
}

/// Returns the piece letters for a code.
///
/// # Errors
/// The code is unknown.
pub fn named_letters(code: Option<&str>) -> Result<Option<&'static Letters>, UnknownName> {
    let Some(code) = code else { return Ok(None) };
    let known = || LANGUAGES.iter().map(|letters| letters.code);
    Letters::find(code).map(Some).ok_or_else(|| UnknownName::new(("piece letters", "letters"), code, known()))
}

/// Returns the encoding with a name.
///
/// # Errors
/// The name is unknown.
pub fn named_encoding(name: Option<&str>) -> Result<Option<Encoding>, UnknownName> {
    let Some(name) = name else { return Ok(None) };
    let encoding = Encoding::find(name).filter(|encoding| *encoding != Encoding::Unknown);
    let known = || Encoding::ALL.iter().map(|encoding| encoding.name());
    encoding.map(Some).ok_or_else(|| UnknownName::new(("encoding", "encodings"), name, known()))
}

/// Returns the encoding with a name, for output.
///
/// # Errors
/// The name is unknown, or it names UTF-16.
pub fn named_output_encoding(name: Option<&str>) -> Result<Option<Encoding>, SourceError> {
    match name {
        Some(name) if Encoding::is_utf16(name) => Err(SourceError::NotWritten(name.to_owned())),
        name => Ok(named_encoding(name)?),
    }
}
