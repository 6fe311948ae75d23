//! Inputs that are not regular files: pipes are read with a limit of size and of time, devices are refused.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Largest input that is read from a pipe, in bytes.
const LARGEST: u64 = 4 << 30;

/// Longest wait for the next bytes of a pipe.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Bytes that are read at once, and how many of such parts wait at most.
const PART: usize = 1 << 20;
const WAITING: usize = 4;

/// The kinds of file that a path can lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Regular,
    Pipe,
    /// A device or a socket. Some, such as `/dev/zero`, never end.
    Device,
}

impl Kind {
    pub(super) fn of(metadata: &Metadata) -> Self {
        if metadata.is_file() {
            return Self::Regular;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if metadata.file_type().is_fifo() {
                return Self::Pipe;
            }
        }
        Self::Device
    }
}

/// Reads a pipe that has a name, such as `/dev/stdin` or `<(command)`.
///
/// A thread of its own opens and reads the pipe, because both can wait forever. If the wait is too long, that
/// thread is left behind.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
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
            Ok(Err(error)) => return Err(super::source::reason(&error)),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = LONGEST_WAIT.as_secs();
                return Err(format!(
                    "it is a pipe, and nothing came from it for {seconds} seconds"
                ));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
        if bytes.len() as u64 > LARGEST {
            let gigabytes = LARGEST >> 30;
            return Err(format!(
                "more than {gigabytes} GB came from the pipe; save it to a file and name that"
            ));
        }
    }
}
