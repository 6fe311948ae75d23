//! The drawing process, seen from the one that started it.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::protocol::{Opening, Reply, Version, replied, send};
use super::refusal::Refusal;
use super::wanted::Wanted;
use crate::diagnostics::io_reason;

/// How long a picture may take. Pages of real documents take up to a third of a second.
pub(super) const LONGEST: Duration = Duration::from_secs(10);
/// Pictures that a process draws before another takes its place, as what it holds only grows.
const MOST_PICTURES: usize = 50;
/// Bytes of what a process has said when it ends.
const LAST_WORDS: u64 = 4096;

/// The file that is drawn.
pub(crate) struct Original {
    path: PathBuf,
    password: String,
    version: Version,
}

impl Original {
    /// A file that is being opened.
    ///
    /// # Errors
    ///
    /// When it is not there any more.
    pub(crate) fn new(path: &Path, password: &str) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            password: password.to_owned(),
            version: Version::of(&fs::metadata(path)?),
        })
    }
}

/// A process that has the file open. It ends when this is dropped.
pub(super) struct Process {
    child: Child,
    requests: ChildStdin,
    replies: Receiver<Reply>,
    drawn: usize,
}

impl Process {
    /// Starts one, which opens the file.
    pub(super) fn start(original: &Original) -> Result<Self, Refusal> {
        let none = |error: io::Error| Refusal::NoProcess(io_reason(&error));
        let mut command = Command::new(std::env::current_exe().map_err(none)?);
        command
            .arg("draw-pages")
            .arg("--")
            .arg(&original.path)
            .env_remove("PDFA2HOCR_PASSWORD")
            // What the allocator sets aside counts as used; and where the system refuses it a part of
            // that, it crashes instead of saying so.
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // Ctrl-C is for the process that started it.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command.spawn().map_err(none)?;
        let (Some(mut requests), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(none(io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, replies) = mpsc::channel();
        let reader = move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(reply)) = replied(&mut output) {
                if sender.send(reply).is_err() {
                    break;
                }
            }
        };
        let opening = Opening {
            password: original.password.clone(),
            version: original.version,
        };
        let started = thread::Builder::new().spawn(reader);
        let sent = started.and_then(|_| send(&mut requests, &opening, &[]));
        let mut process = Self {
            child,
            requests,
            replies,
            drawn: 0,
        };
        sent.map_err(none)?;
        match process.wait() {
            Ok(_) => Ok(process),
            // No page is to blame.
            Err(why) if why.is_its_own() => Err(Refusal::Unopened),
            Err(why) => Err(why),
        }
    }

    /// Draws something. After an error that is its own, this process is of no use.
    pub(super) fn draw(&mut self, wanted: Wanted) -> Reply {
        self.drawn += 1;
        // Why nothing can be sent to it shows when it is waited for.
        let _ = send(&mut self.requests, &wanted, &[]);
        self.wait()
    }

    /// Whether it has drawn enough.
    pub(super) fn is_worn(&self) -> bool {
        self.drawn >= MOST_PICTURES
    }

    fn wait(&mut self) -> Reply {
        match self.replies.recv_timeout(LONGEST) {
            Ok(reply) => reply,
            Err(RecvTimeoutError::Timeout) => Err(Refusal::Time),
            Err(RecvTimeoutError::Disconnected) => Err(self.cause_of_death()),
        }
    }

    /// Why it ended by itself.
    fn cause_of_death(&mut self) -> Refusal {
        let mut words = Vec::new();
        if let Some(errors) = self.child.stderr.take() {
            // Its end closes the pipe.
            let _ = errors.take(LAST_WORDS).read_to_end(&mut words);
        }
        let words = String::from_utf8_lossy(&words);
        let said = |what: &str| words.contains(what);
        if said("memory allocation of") {
            Refusal::Memory
        } else if said("shrank") {
            Refusal::Changed
        } else {
            Refusal::Damaged
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
