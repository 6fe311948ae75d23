//! What is sent to the drawing process, and its answers: lines of JSON, a picture behind its line.
//! Every line sent to it, but for the first, is what is [`Wanted`](super::wanted::Wanted).

use std::io::{self, BufRead, Read, Write};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;

/// Bytes that a picture may have; more than its pixels have.
const LARGEST: u64 = 256 << 20;
/// Bytes of a line: a password, or why something went wrong.
const LONGEST_LINE: u64 = 64 << 10;

/// The first line: how the file is opened.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Opening {
    pub password: String,
    pub version: Version,
}

/// By which a file is known that has been written anew.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Version {
    pub bytes: u64,
    pub modified: Option<SystemTime>,
}

impl Version {
    pub(super) fn of(file: &std::fs::Metadata) -> Self {
        Self {
            bytes: file.len(),
            modified: file.modified().ok(),
        }
    }
}

/// The line that answers; one also says that the file is open.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Head {
    /// This many bytes follow.
    Picture(u64),
    Changed,
    Unreadable(String),
}

/// A picture, as a PNG or JPEG file; none when the file is open.
pub(super) type Reply = Result<Vec<u8>, Refusal>;

/// Writes a line, and what follows it.
pub(super) fn send(out: &mut impl Write, line: &impl Serialize, data: &[u8]) -> io::Result<()> {
    let mut all = serde_json::to_vec(line)?;
    all.push(b'\n');
    out.write_all(&all)?;
    out.write_all(data)?;
    out.flush()
}

/// Reads a line; `None` at the end.
pub(super) fn receive<T: for<'a> Deserialize<'a>>(
    from: &mut impl BufRead,
) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    from.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}

/// Answers.
pub(super) fn reply(out: &mut impl Write, reply: &Reply) -> io::Result<()> {
    match reply {
        Ok(picture) => send(out, &Head::Picture(picture.len() as u64), picture),
        Err(Refusal::Changed) => send(out, &Head::Changed, &[]),
        Err(why) => send(out, &Head::Unreadable(why.to_string()), &[]),
    }
}

/// Reads an answer; `None` at the end.
pub(super) fn replied(from: &mut impl BufRead) -> io::Result<Option<Reply>> {
    Ok(match receive(from)? {
        None => None,
        Some(Head::Changed) => Some(Err(Refusal::Changed)),
        Some(Head::Unreadable(why)) => Some(Err(Refusal::Unreadable(why))),
        Some(Head::Picture(bytes)) if bytes > LARGEST => {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Some(Head::Picture(bytes)) => {
            let mut picture = Vec::new();
            from.take(bytes).read_to_end(&mut picture)?;
            if picture.len() as u64 != bytes {
                return Ok(None);
            }
            Some(Ok(picture))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_received() {
        let replies: [Reply; 4] = [
            Ok(Vec::new()),
            Ok(b"a\nb".to_vec()),
            Err(Refusal::Changed),
            Err(Refusal::Unreadable("no\nway".into())),
        ];
        let mut sent = Vec::new();
        for one in &replies {
            reply(&mut sent, one).unwrap();
        }
        let mut from = sent.as_slice();
        for one in replies {
            assert_eq!(replied(&mut from).unwrap(), Some(one));
        }
        assert_eq!(replied(&mut from).unwrap(), None);
    }

    #[test]
    fn a_picture_that_is_cut_off_is_none() {
        let mut sent = Vec::new();
        reply(&mut sent, &Ok(b"picture".to_vec())).unwrap();
        sent.pop();
        assert_eq!(replied(&mut sent.as_slice()).unwrap(), None);
        assert!(replied(&mut b"{\"picture\":99999999999}\n".as_slice()).is_err());
        assert!(replied(&mut b"noise\n".as_slice()).is_err());
    }
}
