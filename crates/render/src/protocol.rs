//! The messages between the program and the drawing worker. The first request is an [`Opening`], every other
//! one a [`Request`].

use std::io::{self, Write};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::wanted::Wanted;
use pdfa2hocr_core::page::ScanFile;
use pdfa2hocr_worker::{End, Frame, Kind, Process, Watch};

/// Maximum size of a picture, in bytes; it exceeds that of its pixels.
const LARGEST: usize = 256 << 20;

/// The parameters for opening the file.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Opening {
    pub password: String,
    /// `None` if each request has a scan in a separate file.
    pub version: Option<Version>,
}

/// A request for a picture.
#[derive(Debug, Deserialize, Serialize)]
pub struct Request {
    pub wanted: Wanted,
    /// The scan of the page, if the document itself is not drawn.
    pub scan: Option<ScanFile>,
}

/// The size and time of a file, which detect changes.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Version {
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

/// The end of a reply; also confirms that the file is open.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    /// The picture precedes this.
    Done,
    Changed,
    Unreadable(String),
}

/// A picture, as a PNG or JPEG file; empty after opening the file.
pub type Reply = Result<Vec<u8>, Refusal>;

/// Writes a reply.
pub(super) fn reply(out: &mut impl Write, reply: &Reply) -> io::Result<()> {
    let answer = match reply {
        Ok(picture) => {
            Frame::write_data(out, picture)?;
            Answer::Done
        }
        Err(Refusal::Changed) => Answer::Changed,
        Err(why) => Answer::Unreadable(why.to_string()),
    };
    Frame::write(out, Kind::Json, &serde_json::to_vec(&answer)?)
}

/// Sends a request, and waits for the reply.
pub(super) fn ask(process: &mut Process, request: &impl Serialize, watch: &Watch<'_>) -> Reply {
    let request = serde_json::to_vec(request).map_err(|_| Refusal::Damaged)?;
    process.send(Kind::Json, &request);
    replied(|| process.receive(watch))
}

fn replied(mut next: impl FnMut() -> Result<Frame, End>) -> Reply {
    let mut picture = Vec::new();
    loop {
        let frame = next()?;
        if frame.kind == Kind::Data && picture.len() + frame.payload.len() <= LARGEST {
            picture.extend(frame.payload);
            continue;
        }
        return match serde_json::from_slice(&frame.payload) {
            Ok(Answer::Done) => Ok(picture),
            Ok(Answer::Changed) => Err(Refusal::Changed),
            Ok(Answer::Unreadable(why)) => Err(Refusal::Unreadable(why)),
            Err(_) => Err(Refusal::Damaged),
        };
    }
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
        let mut next = || Ok(Frame::read(&mut from).unwrap().unwrap());
        for one in replies {
            assert_eq!(replied(&mut next), one);
        }
    }

    #[test]
    fn a_picture_that_is_cut_off_is_none() {
        let mut frames = vec![b"half".to_vec()];
        let next = || {
            let payload = frames.pop().ok_or(End::Crash("killed".into()))?;
            let kind = Kind::Data;
            Ok(Frame { kind, payload })
        };
        assert_eq!(replied(next), Err(Refusal::Damaged));
        let noise = Frame {
            kind: Kind::Json,
            payload: b"noise".to_vec(),
        };
        let mut noise = Some(noise);
        let next = || noise.take().ok_or(End::Time);
        assert_eq!(replied(next), Err(Refusal::Damaged));
    }
}
