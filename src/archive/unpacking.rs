//! Explains errors of unpacking: whether the file was cut off or is damaged, and where. Not for unpacking.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use partie_input::Compression;

/// Packed bytes, with a flag that is set at their end.
pub(super) struct Packed<R> {
    pub(super) inner: R,
    pub(super) ended: Arc<AtomicBool>,
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        if read == 0 && !out.is_empty() {
            self.ended.store(true, Ordering::Relaxed);
        }
        Ok(read)
    }
}

/// Unpacked bytes, whose errors explain the damage of the packed ones.
pub(super) struct Unpacked<R> {
    pub(super) inner: R,
    pub(super) compression: Compression,
    /// Number of packed bytes that were read.
    pub(super) packed: Arc<AtomicU64>,
    pub(super) ended: Arc<AtomicBool>,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.inner.read(out).map_err(|error| {
            // An error of the system concerns the file itself.
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let (form, bytes) = (self.compression.name(), self.packed.load(Ordering::Relaxed));
            let message = if error.kind() == io::ErrorKind::UnexpectedEof && self.ended.load(Ordering::Relaxed) {
                format!("its {form} data break off after {bytes} bytes, where the file ends: it was cut off")
            } else {
                format!("its {form} data are damaged at or before byte {bytes} ({error})")
            };
            io::Error::new(error.kind(), message)
        })
    }
}
