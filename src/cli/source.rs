//! How inputs are read: what `--from`, piece letters and an encoding mean together.

use partie_archive::Reading;
use partie_notation::letters::{LANGUAGES, Letters};
use partie_record::{Encoding, Format, Language, Movetext, and};
use partie_replay::games::ReadingHints;
use partie_replay::{Options, is_record};

/// What `--from` takes beside the record formats.
pub(super) const MOVETEXTS: [&str; 8] = ["san", "long", "uci", "figurine", "descriptive", "kober", "iccf", "hex"];

/// How inputs are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    /// The record format, if it is given rather than found.
    pub(super) format: Option<Format>,
    pub(super) given: ReadingHints,
    letters: Option<&'static Letters>,
    long_form: bool,
    hex: bool,
    /// Whether somebody said what the inputs are: then files are not asked for it.
    named: bool,
}

impl Source {
    /// Takes the arguments for what they mean.
    ///
    /// # Errors
    /// What is not known, in words.
    pub(super) fn new(from: Option<&str>, letters: Option<&str>, encoding: Option<&str>) -> Result<Self, String> {
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
            Some(other) => source.format = Some(record_format(other)?),
        }
        source.named = from.is_some();
        source.long_form = matches!(from, Some("long" | "uci"));
        source.hex = from == Some("hex");
        Ok(source)
    }

    /// How files are read in slices of about `chunk` bytes.
    pub(super) fn reading(&self, chunk: usize) -> Reading {
        Reading { chunk, format: self.format, is_record: (!self.named).then_some(is_record) }
    }

    /// What a replay must know of it.
    pub(super) fn options(&self) -> Options {
        Options { letters: self.letters, long_form: self.long_form, hex: self.hex, ..Options::default() }
    }
}

fn record_format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).chain(MOVETEXTS).collect();
        format!("unknown format {name:?}; known formats: {}", and(&names))
    })
}

/// The language of descriptive notation of a code; English if there is none.
pub(super) fn descriptive(letters: Option<&str>) -> Result<Language, String> {
    let Some(letters) = letters else { return Ok(Language::default()) };
    let language = Language::ALL.into_iter().find(|language| letters == language.code());
    language.ok_or_else(|| "descriptive notation is known in English, French and Spanish: en, fr or es".to_owned())
}

/// The piece letters of a code.
pub(super) fn named_letters(code: Option<&str>) -> Result<Option<&'static Letters>, String> {
    let Some(code) = code else { return Ok(None) };
    let letters = Letters::find(code);
    letters.map(Some).ok_or_else(|| {
        let known: Vec<&str> = LANGUAGES.iter().map(|letters| letters.code).collect();
        format!("unknown piece letters {code:?}; known letters: {}", and(&known))
    })
}

/// The encoding of a name.
pub(super) fn named_encoding(name: Option<&str>) -> Result<Option<Encoding>, String> {
    let Some(name) = name else { return Ok(None) };
    let known = "utf-8, windows-1252, windows-1250, shift_jis and euc-jp";
    let encoding = Encoding::find(name);
    encoding.map(Some).ok_or_else(|| format!("unknown encoding {name:?}; known encodings: {known}"))
}
