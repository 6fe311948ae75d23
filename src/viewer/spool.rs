//! A temporary file for pieces of data, written by several threads and read again.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Position of a piece in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    at: u64,
    pub bytes: u64,
}

/// The file and the number of bytes written.
#[derive(Debug)]
pub(super) struct Spool {
    file: File,
    end: u64,
}

impl Spool {
    /// Creates a spool in an empty file.
    pub(super) fn new(file: File) -> Self {
        Self { file, end: 0 }
    }

    pub(super) fn add(&mut self, data: &[u8]) -> io::Result<Piece> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(data)?;
        let piece = Piece {
            at: self.end,
            bytes: data.len() as u64,
        };
        self.end += piece.bytes;
        Ok(piece)
    }

    pub(super) fn get(&mut self, piece: Piece) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(piece.at))?;
        let mut data = Vec::new();
        (&self.file).take(piece.bytes).read_to_end(&mut data)?;
        Ok(data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_what_was_added() {
        let mut spool = Spool::new(tempfile::tempfile().unwrap());
        let [a, none] = [&b"first"[..], b""].map(|data| spool.add(data).unwrap());
        assert_eq!(spool.get(a).unwrap(), b"first");
        let b = spool.add(b"second").unwrap();
        assert_eq!(spool.get(b).unwrap(), b"second");
        assert_eq!(spool.get(none).unwrap(), b"");
        assert_eq!(spool.get(a).unwrap(), b"first");
    }
}
