//! Serializes paths, digests and notes as JSON.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A path; in JSON a string, or `{"bytes": "..."}` with hexadecimal digits if it is not UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathText(pub PathBuf);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form<'a> {
    Text(std::borrow::Cow<'a, str>),
    Bytes { bytes: String },
}

impl Serialize for PathText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match self.0.to_str() {
            Some(text) => Form::Text(text.into()),
            None => Form::Bytes { bytes: hex(self.0.as_os_str().as_encoded_bytes()) },
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PathText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Text(text) => Ok(Self(PathBuf::from(text.into_owned()))),
            Form::Bytes { bytes } => {
                let bytes = unhex(&bytes).ok_or_else(|| serde::de::Error::custom("bytes of a path"))?;
                Ok(Self(PathBuf::from(from_bytes(bytes))))
            }
        }
    }
}

impl From<&Path> for PathText {
    fn from(path: &Path) -> Self {
        Self(path.to_owned())
    }
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(windows)]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// A 128-bit digest; in JSON 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digest(pub u128);

impl Digest {
    /// Computes the XXH3-128 of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_128(bytes))
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}

/// A note for the journal, stored as JSON text: thousands are in memory, where JSON values would be ten times larger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note(Box<str>);

impl Note {
    /// Serializes a note.
    ///
    /// # Errors
    /// If the value cannot be serialized as JSON.
    pub fn of<T: Serialize>(noted: &T) -> serde_json::Result<Self> {
        Ok(Self(serde_json::to_string(noted)?.into()))
    }

    /// Parses the note as a value. A missing note counts as `null`.
    ///
    /// # Errors
    /// If the note has another type.
    pub fn value<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(if self.0.is_empty() { "null" } else { &self.0 })
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = if self.0.is_empty() { "null" } else { &self.0 };
        serde_json::from_str::<&RawValue>(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Box::<RawValue>::deserialize(deserializer)?.into()))
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = digits.chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?));
    pairs.collect()
}
