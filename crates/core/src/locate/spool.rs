//! Bytes that are written once and read again, in memory while they are few, then in a temporary file. The file
//! has no name, so nothing of it is left when the program ends.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes held in memory before they are written to the file.
const HELD: usize = 4 << 20;

#[derive(Default)]
pub(super) struct Spool {
    file: Option<File>,
    /// Number of bytes in the file.
    written: u64,
    /// The bytes after those in the file.
    held: Vec<u8>,
    /// The folder for temporary files cannot be written; all bytes stay in memory.
    without_file: bool,
}

impl Spool {
    /// The first bytes of a file, which can only be read.
    pub(super) fn of_file(file: File, bytes: u64) -> Self {
        Self {
            file: Some(file),
            written: bytes,
            ..Self::default()
        }
    }

    /// Appends bytes; returns their offset.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        if self.held.len() + bytes.len() > HELD && !self.without_file {
            self.write_held()?;
        }
        let offset = self.written + self.held.len() as u64;
        self.held.extend_from_slice(bytes);
        Ok(offset)
    }

    fn write_held(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            self.file = temporary().ok();
        }
        let Some(file) = &mut self.file else {
            self.without_file = true;
            return Ok(());
        };
        file.write_all(&self.held)?;
        self.written += self.held.len() as u64;
        self.held.clear();
        Ok(())
    }

    /// Reads bytes that were appended together. No bytes can be appended afterwards.
    pub(super) fn read(&mut self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let Some(held) = offset.checked_sub(self.written) else {
            let mut bytes = vec![0; length];
            if let Some(file) = &mut self.file {
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(&mut bytes)?;
            }
            return Ok(bytes);
        };
        let start = usize::try_from(held).unwrap_or(usize::MAX);
        let bytes = self.held.get(start..start.saturating_add(length));
        Ok(bytes.unwrap_or_default().to_vec())
    }
}

#[cfg(feature = "spool")]
fn temporary() -> io::Result<File> {
    tempfile::tempfile()
}

/// The library without the command line has no crate for temporary files.
#[cfg(not(feature = "spool"))]
fn temporary() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_from_the_file_and_from_memory() {
        let mut spool = Spool::default();
        let parts: Vec<Vec<u8>> = (0..5).map(|n| vec![n; HELD / 2 + 1]).collect();
        let offsets: Vec<u64> = parts.iter().map(|p| spool.append(p).unwrap()).collect();
        // Without the feature, all bytes stay in memory.
        assert_eq!(spool.held.len() <= HELD, cfg!(feature = "spool"));
        for (part, offset) in parts.iter().zip(offsets).rev() {
            assert!(spool.read(offset, part.len()).unwrap() == *part);
        }
    }
}
