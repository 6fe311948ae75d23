//! A worker process as seen by its owner.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::frame::{Frame, Kind};
use super::kept::{Failure, Fate};
use super::limits::{Limits, RESERVE};
use super::program::program;

/// Interval for checking whether the owner has cancelled the work.
const SOON: Duration = Duration::from_millis(50);
/// Maximum time for a process to end after it closed its output.
const DYING: Duration = Duration::from_secs(5);
/// Maximum bytes of a process's last error output.
const LAST_WORDS: usize = 4096;
/// Maximum frames that are read in advance.
const AHEAD: usize = 4;

/// The reason why a worker died or was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The owner cancelled the work.
    Stopped,
    /// It exceeded the time limit.
    Time,
    /// It exceeded its processor time.
    CpuTime,
    /// It ran out of memory.
    Memory,
    /// It exited with this code and last line of output.
    Exit(i32, String),
    /// A signal or another external event ended it.
    Crash(String),
}

impl Failure for End {
    fn fate(&self) -> Fate {
        match self {
            // Another worker would need the same time.
            Self::Stopped | Self::Time | Self::CpuTime => Fate::Died,
            Self::Memory | Self::Exit(..) | Self::Crash(_) => Fate::DiedOfSomething,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("it was stopped"),
            Self::Time => f.write_str("it took too long"),
            Self::CpuTime => f.write_str("it took too much processor time"),
            Self::Memory => f.write_str("it needs more memory than it can have"),
            Self::Exit(code, said) if said.is_empty() => {
                write!(f, "it ended with exit code {code}")
            }
            Self::Exit(_, said) => f.write_str(said),
            Self::Crash(status) => write!(f, "it crashed ({status})"),
        }
    }
}

/// Conditions that end a wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'a> {
    pub until: Option<Instant>,
    /// Set when the owner cancels the work.
    pub stop: Option<&'a AtomicBool>,
}

/// A worker process. It is killed when this is dropped.
pub struct Process {
    child: Child,
    requests: ChildStdin,
    frames: Receiver<Frame>,
    /// Returns its last error output.
    errors: Option<JoinHandle<Vec<u8>>>,
}

impl Process {
    /// Starts this program as a worker with these arguments and its limits.
    ///
    /// # Errors
    ///
    /// If the system cannot start the process or its threads.
    pub fn start(arguments: &[OsString], limits: Limits) -> io::Result<Self> {
        Self::start_program(&program()?, arguments, limits)
    }

    /// Starts another program with the same command `worker`: callers of the library are not the program.
    ///
    /// # Errors
    ///
    /// As [`Process::start`].
    pub fn start_program(
        program: &Path,
        arguments: &[OsString],
        limits: Limits,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg("worker");
        if let Some(bytes) = limits.memory {
            // Without it, the worker would start itself again.
            command.env(RESERVE, "0");
            command.arg(format!("--memory-limit={bytes}"));
        }
        if let Some(seconds) = limits.cpu {
            command.arg(format!("--cpu-limit={seconds}"));
        }
        command
            .args(arguments)
            // Passwords are sent with requests.
            .env_remove("PDFA2HOCR_PASSWORD")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // Ctrl-C goes to the owner, which ends its workers.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(requests), Some(output), Some(errors)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (send, frames) = sync_channel(AHEAD);
        let mut process = Self {
            child,
            requests,
            frames,
            errors: None,
        };
        let read = move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(frame)) = Frame::read(&mut output) {
                if send.send(frame).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(read)?;
        process.errors = Some(thread::Builder::new().spawn(move || last_words(errors))?);
        Ok(process)
    }

    pub fn send(&mut self, kind: Kind, payload: &[u8]) {
        // An error appears when the answer is read.
        let _ = Frame::write(&mut self.requests, kind, payload);
    }

    /// Returns the next frame of the answer.
    ///
    /// # Errors
    ///
    /// If there is none. The process is then unusable.
    pub fn receive(&mut self, watch: &Watch<'_>) -> Result<Frame, End> {
        loop {
            if watch.stop.is_some_and(|stop| stop.load(Ordering::SeqCst)) {
                return Err(End::Stopped);
            }
            let left = watch
                .until
                .map(|until| until.saturating_duration_since(Instant::now()));
            let pause = match (left, watch.stop) {
                (Some(left), None) => left,
                (Some(left), Some(_)) => left.min(SOON),
                (None, _) => SOON,
            };
            match self.frames.recv_timeout(pause) {
                Ok(frame) => return Ok(frame),
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left <= pause) => {
                    return Err(End::Time);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.end()),
            }
        }
    }

    /// Determines why the process ended.
    fn end(&mut self) -> End {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if begun.elapsed() < DYING => thread::sleep(Duration::from_millis(1)),
                _ => return End::Crash("its answer cannot be read".into()),
            }
        };
        let words = self.errors.take().and_then(|errors| errors.join().ok());
        cause(status, &String::from_utf8_lossy(&words.unwrap_or_default()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the end of a process's error output. Reading all of it keeps the process from blocking.
pub fn last_words(mut from: impl Read) -> Vec<u8> {
    let mut last = VecDeque::new();
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        last.extend(buffer.get(..count).unwrap_or_default());
        last.drain(..last.len().saturating_sub(LAST_WORDS));
    }
    last.into()
}

/// Determines the cause of death from exit status and error output.
fn cause(status: ExitStatus, words: &str) -> End {
    // The message of Rust's runtime before it aborts.
    if words.contains("memory allocation of") {
        return End::Memory;
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if status.signal() == Some(nix::libc::SIGXCPU) {
            return End::CpuTime;
        }
    }
    let Some(code) = status.code() else {
        return End::Crash(status.to_string());
    };
    let line = words.lines().rfind(|line| !line.is_empty());
    let line = line.unwrap_or_default();
    End::Exit(
        code,
        line.strip_prefix("pdfa2hocr: ").unwrap_or(line).into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_the_last() {
        let said = [vec![b'a'; 10_000], b"end".to_vec()].concat();
        let words = last_words(said.as_slice());
        assert_eq!(words.len(), LAST_WORDS);
        assert!(words.ends_with(b"aend"));
    }

    #[cfg(unix)]
    #[test]
    fn ends_are_told_apart() {
        use std::os::unix::process::ExitStatusExt;
        let of = |status, words| cause(ExitStatus::from_raw(status), words);
        assert_eq!(of(6, "memory allocation of 8 bytes failed\n"), End::Memory);
        assert_eq!(of(nix::libc::SIGXCPU, ""), End::CpuTime);
        assert!(matches!(of(9, ""), End::Crash(why) if why.contains("SIGKILL")));
        let shrank = of(2 << 8, "pdfa2hocr: the input shrank\n");
        assert_eq!(shrank, End::Exit(2, "the input shrank".into()));
        assert_eq!(shrank.to_string(), "the input shrank");
    }
}
