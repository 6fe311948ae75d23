//! Reads inputs that are not regular files: pipes with limits on size and time; devices are refused.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::diagnostics::io_reason;

/// Default limit for the bytes read from a pipe.
pub(super) const LARGEST: u64 = 4 << 30;

/// Longest wait for the next bytes of a pipe.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Bytes that are read at once, and the maximum number of such parts in the queue.
const PART: usize = 1 << 20;
const WAITING: usize = 4;

/// The types of file that a path can lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileType {
    Regular,
    Folder,
    Pipe,
    Socket,
    /// Some, such as `/dev/zero`, never end.
    Device,
}

impl FileType {
    pub fn of(metadata: &Metadata) -> Self {
        if metadata.is_file() {
            return Self::Regular;
        }
        if metadata.is_dir() {
            return Self::Folder;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if metadata.file_type().is_fifo() {
                return Self::Pipe;
            }
            if metadata.file_type().is_socket() {
                return Self::Socket;
            }
        }
        Self::Device
    }

    /// The reason why it cannot be read as a file; `None` for a regular file.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Regular => None,
            Self::Folder => Some("it is a directory, not a file"),
            Self::Pipe => Some("it is a pipe, not a file"),
            Self::Socket => Some("it is a socket, not a file"),
            Self::Device => Some("it is a device, not a file"),
        }
    }

    /// The message about a file in a folder that is skipped; `None` for regular files and folders.
    pub fn reason_to_skip(self, path: &Path) -> Option<String> {
        let why = self.reason().filter(|_| self != Self::Folder)?;
        Some(format!("{} is skipped: {why}", path.display()))
    }
}

/// Formats a number of bytes in its largest whole unit.
fn shown(bytes: u64) -> String {
    let units = [(30, "GB"), (20, "MB"), (10, "kB")];
    let whole = |shift: &u32| bytes > 0 && bytes.trailing_zeros() >= *shift;
    match units.iter().find(|(shift, _)| whole(shift)) {
        Some((shift, unit)) => format!("{} {unit}", bytes >> shift),
        None => format!("{bytes} bytes"),
    }
}

/// The error for more bytes than the limit.
pub(super) fn too_much(from: &str, most: u64) -> String {
    let most = shown(most);
    format!(
        "more than {most} came from {from}, which is the limit; save it to a file and name that"
    )
}

/// The reason why a pipe was not read to its end.
pub(super) enum Failure {
    /// More bytes than the limit.
    TooMuch(String),
    Other(String),
}

/// Reads a named pipe, such as `/dev/stdin` or `<(command)`.
///
/// A separate thread opens and reads the pipe, because both can block forever. After a timeout, that thread
/// is abandoned.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let (sender, parts) = sync_channel::<io::Result<Vec<u8>>>(WAITING);
    let path = path.to_owned();
    std::thread::spawn(move || {
        let mut pipe = match File::open(path) {
            Ok(pipe) => pipe,
            Err(error) => return drop(sender.send(Err(error))),
        };
        loop {
            let mut part = vec![0; PART];
            let read = pipe.read(&mut part).map(|length| {
                part.truncate(length);
                part
            });
            let is_last = read.as_ref().map_or(true, Vec::is_empty);
            if sender.send(read).is_err() || is_last {
                return;
            }
        }
    });
    let mut bytes = Vec::new();
    loop {
        match parts.recv_timeout(LONGEST_WAIT) {
            Ok(Ok(part)) if part.is_empty() => return Ok(bytes),
            Ok(Ok(part)) => bytes.extend_from_slice(&part),
            Ok(Err(error)) => return Err(Failure::Other(io_reason(&error))),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = LONGEST_WAIT.as_secs();
                return Err(Failure::Other(format!(
                    "it is a pipe, and nothing came from it for {seconds} seconds"
                )));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
        if bytes.len() as u64 > most {
            return Err(Failure::TooMuch(too_much("the pipe", most)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn bytes_are_shown_in_their_largest_whole_unit() {
        assert_eq!(shown(4 << 30), "4 GB");
        assert_eq!(shown(1536 << 20), "1536 MB");
        assert_eq!(shown(2048), "2 kB");
        assert_eq!(shown(70_000_001), "70000001 bytes");
        assert_eq!(shown(0), "0 bytes");
    }
}
