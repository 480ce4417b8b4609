//! The bytes of a file: in memory, or read in parts through a callback.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use partie_core::utf8_form;

/// Bytes of each part that is requested.
const PART_BYTES: u64 = 1 << 20;
/// Number of first bytes that show whether a text is in UTF-16.
const DETECTION_BYTES: u64 = 4;

/// A callback that returns a part of a file.
pub(crate) type Ask = dyn Fn(Range<u64>) -> io::Result<Vec<u8>>;

/// The bytes of a file, in memory or on request.
#[derive(Clone)]
pub(crate) enum FileBytes {
    Held(Arc<Vec<u8>>),
    Asked(u64, Rc<Ask>),
}

impl fmt::Debug for FileBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

impl FileBytes {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Held(bytes) => bytes.len() as u64,
            Self::Asked(len, _) => *len,
        }
    }

    /// Returns a part of the file; a span beyond the end is cut.
    pub(crate) fn part(&self, span: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        let span = span.start.min(self.len())..span.end.min(self.len());
        match self {
            Self::Held(bytes) => {
                let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
                Ok(Cow::Borrowed(bytes.get(place(span.start)..place(span.end)).unwrap_or_default()))
            }
            Self::Asked(_, ask) => match ask(span.clone())? {
                bytes if bytes.len() as u64 == span.end - span.start => Ok(Cow::Owned(bytes)),
                _ => Err(io::Error::other("the file is shorter than it was")),
            },
        }
    }

    /// Creates a reader that starts at the beginning of the file.
    pub(crate) fn reader(&self) -> impl Read + 'static {
        FileReader { file: self.clone(), at: 0, part: Vec::new(), read: 0 }
    }

    /// The UTF-8 form of a UTF-16 file, to which spans refer; `None` for other files.
    pub(crate) fn utf8_form(&self) -> io::Result<Option<Self>> {
        if let Cow::Borrowed(_) = utf8_form(&self.part(0..DETECTION_BYTES)?) {
            return Ok(None);
        }
        let whole = self.part(0..self.len())?;
        Ok(Some(Self::Held(Arc::new(utf8_form(&whole).into_owned()))))
    }
}

struct FileReader {
    file: FileBytes,
    at: u64,
    /// The last requested part; `read` of its bytes were returned.
    part: Vec<u8>,
    read: usize,
}

impl Read for FileReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.read == self.part.len() {
            self.part.clear();
            self.part.extend_from_slice(&self.file.part(self.at..self.at + PART_BYTES)?);
            (self.at, self.read) = (self.at + self.part.len() as u64, 0);
        }
        let read = self.part.get(self.read..).unwrap_or_default().read(out)?;
        self.read += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &'static [u8]) -> FileBytes {
        let ask = |span: Range<u64>| Ok(text[span.start as usize..span.end as usize].to_vec());
        FileBytes::Asked(text.len() as u64, Rc::new(ask))
    }

    #[test]
    fn a_file_is_read_by_parts() {
        static TEXT: [u8; 3 << 20] = [b'x'; 3 << 20];
        let mut read = Vec::new();
        asked(&TEXT[1..]).reader().read_to_end(&mut read).unwrap();
        assert!(read == TEXT[1..]);
    }

    #[test]
    fn parts_end_where_the_file_does() {
        for file in [asked(b"1. e4"), FileBytes::Held(Arc::new(b"1. e4".to_vec()))] {
            assert_eq!(*file.part(3..9).unwrap(), *b"e4");
            assert_eq!(*file.part(7..9).unwrap(), *b"");
        }
    }

    #[test]
    fn spans_of_utf_16_count_its_utf_8_form() {
        let form = asked(b"\xff\xfe1\0.\0").utf8_form().unwrap().unwrap();
        assert_eq!(*form.part(0..9).unwrap(), *b"1.");
        assert!(asked(b"1. e4").utf8_form().unwrap().is_none());
    }
}
