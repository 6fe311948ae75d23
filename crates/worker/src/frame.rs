//! Reads and writes frames: length, kind and payload.

use std::io::{self, Read, Write};

/// Maximum bytes of a frame; longer data is sent in several.
const LARGEST: usize = 64 << 20;

/// The kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A JSON object: a request or its answer.
    Json = b'J' as isize,
    /// A part of the data of a request or answer.
    Data = b'D' as isize,
    /// A JSON value with the progress of the work.
    Event = b'E' as isize,
}

impl Kind {
    fn of(byte: u8) -> Option<Self> {
        match byte {
            b'J' => Some(Self::Json),
            b'D' => Some(Self::Data),
            b'E' => Some(Self::Event),
            _ => None,
        }
    }
}

/// A unit of transmission.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    pub kind: Kind,
    pub payload: Vec<u8>,
}

impl Frame {
    /// Writes a frame: number of bytes (32 bits, little endian), a letter for the kind, and the bytes.
    ///
    /// # Errors
    ///
    /// If it is too large, or the reader has closed the pipe.
    pub fn write(out: &mut impl Write, kind: Kind, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).ok();
        let length = length.filter(|_| payload.len() <= LARGEST);
        let length = length.ok_or(io::ErrorKind::InvalidInput)?;
        let mut head = [0; 5];
        let (count, letter) = head.split_at_mut(4);
        count.copy_from_slice(&length.to_le_bytes());
        letter.fill(kind as u8);
        out.write_all(&head)?;
        out.write_all(payload)?;
        out.flush()
    }

    /// Writes data of any length in frames.
    ///
    /// # Errors
    ///
    /// If the reader has closed the pipe.
    pub fn write_data(out: &mut impl Write, data: &[u8]) -> io::Result<()> {
        data.chunks(LARGEST)
            .try_for_each(|part| Self::write(out, Kind::Data, part))
    }

    /// Reads a frame; `None` at the end of the input. Memory is allocated only for received bytes.
    ///
    /// # Errors
    ///
    /// If the input is not a frame or ends within one.
    pub fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut head = Vec::new();
        from.take(5).read_to_end(&mut head)?;
        let [a, b, c, d, letter] = *head.as_slice() else {
            return match head.as_slice() {
                [] => Ok(None),
                _ => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        };
        let length = u64::from(u32::from_le_bytes([a, b, c, d]));
        let kind = Kind::of(letter).filter(|_| length <= LARGEST as u64);
        let kind = kind.ok_or(io::ErrorKind::InvalidData)?;
        let mut payload = Vec::new();
        from.take(length).read_to_end(&mut payload)?;
        if payload.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(Self { kind, payload }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut sent = Vec::new();
        Frame::write(&mut sent, Kind::Json, b"{}").unwrap();
        Frame::write(&mut sent, Kind::Event, b"").unwrap();
        Frame::write_data(&mut sent, &vec![7; LARGEST + 1]).unwrap();
        let mut from = sent.as_slice();
        let mut next = || Frame::read(&mut from).unwrap();
        let read = |kind, payload: &[u8]| {
            Some(Frame {
                kind,
                payload: payload.to_vec(),
            })
        };
        assert_eq!(next(), read(Kind::Json, b"{}"));
        assert_eq!(next(), read(Kind::Event, b""));
        assert_eq!(next().unwrap().payload.len(), LARGEST);
        assert_eq!(next(), read(Kind::Data, &[7]));
        assert_eq!(next(), None);
    }

    #[test]
    fn what_is_no_whole_frame_is_an_error() {
        for wrong in [
            &b"\x02\0\0\0J{"[..],
            b"\x02\0\0",
            b"\x02\0\0\0?{}",
            b"\xff\xff\xff\xffJ{}",
        ] {
            assert!(Frame::read(&mut &*wrong).is_err(), "{wrong:?}");
        }
        let long = vec![0; LARGEST + 1];
        assert!(Frame::write(&mut Vec::new(), Kind::Json, &long).is_err());
    }
}
