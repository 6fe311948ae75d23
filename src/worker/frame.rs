//! Frames: how many bytes, what they are, and the bytes.

use std::io::{self, Read, Write};

/// Bytes of a frame at most. Longer data goes in several.
const LARGEST: usize = 64 << 20;

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A JSON object: a request, or the answer to it.
    Json = b'J' as isize,
    /// A part of what a request or an answer comes with.
    Data = b'D' as isize,
    /// A JSON value that says how far the work is.
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

/// What is sent at once.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub kind: Kind,
    pub payload: Vec<u8>,
}

impl Frame {
    /// Writes a frame: the number of bytes (32 bits, little endian), a letter for their kind, and the
    /// bytes.
    ///
    /// # Errors
    ///
    /// When it is too large, or nobody reads it.
    pub(crate) fn write(out: &mut impl Write, kind: Kind, payload: &[u8]) -> io::Result<()> {
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

    /// Writes data of any length.
    ///
    /// # Errors
    ///
    /// When nobody reads it.
    pub(crate) fn write_data(out: &mut impl Write, data: &[u8]) -> io::Result<()> {
        data.chunks(LARGEST)
            .try_for_each(|part| Self::write(out, Kind::Data, part))
    }

    /// Reads a frame; `None` at the end. Memory is taken only for bytes that come.
    ///
    /// # Errors
    ///
    /// When there is something else, or only the beginning of a frame.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
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
