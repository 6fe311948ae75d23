//! Runs a program with a time limit: input and output by pipes, no shell, one thread, and its output bounded.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pdfa2hocr_core::diagnostics::io_reason;

/// Most bytes of output that are read. A page of hOCR has about 200 kB; the reader has its own limits.
const MAX_OUTPUT: u64 = 64 << 20;
/// Longest wait for a process that has closed its output.
const ENDING: Duration = Duration::from_secs(5);

/// The reason why a program gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It cannot be started.
    NotStarted(String),
    /// It exceeded the time limit.
    Time,
    /// SIGKILL ended it.
    Killed,
    /// Another signal ended it, or its output was too large.
    Crash(String),
    /// It ended with an exit code, and the last line of its messages.
    Exit(i32, String),
    /// Its files, its pictures or its output cannot be used.
    Other(String),
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotStarted(why) => write!(f, "it cannot be started: {why}"),
            Self::Time => f.write_str("it took too long"),
            Self::Killed => f.write_str("it was killed; if memory is short, use fewer threads"),
            Self::Crash(why) => write!(f, "it crashed ({why})"),
            Self::Other(why) => f.write_str(why),
            Self::Exit(code, said) if said.is_empty() => {
                write!(f, "it ended with exit code {code}")
            }
            Self::Exit(code, said) => write!(f, "it ended with exit code {code}: {said}"),
        }
    }
}

/// A child that is killed when this is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a program with `input` as its standard input, and returns its standard output.
///
/// # Errors
///
/// If it cannot be started, takes longer than `limit`, crashes, or ends with an exit code other than 0.
pub(super) fn run(
    program: &OsStr,
    arguments: &[OsString],
    input: Vec<u8>,
    limit: Duration,
) -> Result<Vec<u8>, Failure> {
    let until = Instant::now() + limit;
    let mut child = start(program, arguments).map_err(|e| Failure::NotStarted(io_reason(&e)))?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut child = Killed(child);
    let (Some(mut to), Some(from), Some(errors)) = pipes else {
        return Err(Failure::Crash("it has no pipes".to_owned()));
    };
    // The threads end when the process closes its pipes, at the latest when it is killed.
    let (send, output) = mpsc::channel();
    let failed = |e: io::Error| Failure::NotStarted(io_reason(&e));
    let spawn = |work: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(work).map_err(failed);
    // A program that does not read all of its input closes the pipe.
    spawn(Box::new(move || drop(to.write_all(&input))))?;
    let (send_errors, messages) = mpsc::channel();
    spawn(Box::new(move || drop(send_errors.send(last_line(errors)))))?;
    spawn(Box::new(move || {
        let mut bytes = Vec::new();
        let read = from.take(MAX_OUTPUT + 1).read_to_end(&mut bytes);
        drop(send.send(read.map(|_| bytes)));
    }))?;
    let left = || until.saturating_duration_since(Instant::now());
    let bytes = match output.recv_timeout(left()) {
        Ok(bytes) => bytes.map_err(|e| Failure::Crash(io_reason(&e)))?,
        Err(RecvTimeoutError::Timeout) => return Err(Failure::Time),
        Err(RecvTimeoutError::Disconnected) => Vec::new(),
    };
    if bytes.len() as u64 > MAX_OUTPUT {
        let why = format!("its output has more than {} MB", MAX_OUTPUT >> 20);
        return Err(Failure::Crash(why));
    }
    let status = wait(&mut child.0, left().max(ENDING))?;
    if status.success() {
        return Ok(bytes);
    }
    let said = messages.recv_timeout(ENDING).unwrap_or_default();
    Err(match status.code() {
        Some(code) => Failure::Exit(code, said),
        None if is_killed(status) => Failure::Killed,
        None => Failure::Crash(status.to_string()),
    })
}

/// Whether SIGKILL ended a process. The system sends it to the largest processes when memory is short.
#[cfg(unix)]
fn is_killed(status: ExitStatus) -> bool {
    const SIGKILL: i32 = 9;
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(SIGKILL)
}

#[cfg(not(unix))]
fn is_killed(_: ExitStatus) -> bool {
    false
}

fn start(program: &OsStr, arguments: &[OsString]) -> io::Result<Child> {
    // The system ends the engine with this program, even if that is killed.
    let mut command = match keeper() {
        Some(keeper) => {
            let mut command = Command::new(keeper);
            command.args(["--pdeathsig", "KILL", "--"]).arg(program);
            command
        }
        None => Command::new(program),
    };
    command
        .args(arguments)
        // One thread, because each page has a process of its own.
        .env("OMP_THREAD_LIMIT", "1")
        .env_remove("PDFA2HOCR_PASSWORD")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// `setpriv` of util-linux, if it is installed: it asks the system for a signal to its process when the parent ends.
fn keeper() -> Option<&'static Path> {
    static KEEPER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        cfg!(target_os = "linux")
            .then(|| on_path("setpriv"))
            .flatten()
    };
    KEEPER.get_or_init(find).as_deref()
}

/// The path of a program: of the first one with this name in the folders of `PATH`, unless the name has a folder.
pub(super) fn on_path(program: &str) -> Option<PathBuf> {
    let is_program = |path: &Path| path.is_file();
    let own = Path::new(program);
    if own.components().count() > 1 {
        return is_program(own).then(|| own.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    let extended = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders)
        // A relative folder would depend on where the program is started.
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&extended))
        .find(|path| is_program(path))
}

fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, Failure> {
    let until = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
            Ok(None) => return Err(Failure::Time),
            Err(error) => return Err(Failure::Crash(io_reason(&error))),
        }
    }
}

/// The last line of the messages of a process. Reads all of them, so that the process does not wait.
fn last_line(from: impl Read) -> String {
    let kept = pdfa2hocr_worker::last_words(from);
    let text = String::from_utf8_lossy(&kept);
    let line = text.lines().rfind(|line| !line.trim().is_empty());
    line.unwrap_or_default().trim().to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limit: u64) -> Result<Vec<u8>, Failure> {
        let arguments = ["-c", script].map(OsString::from);
        let input = vec![b'x'; 1 << 20];
        run(
            OsStr::new("sh"),
            &arguments,
            input,
            Duration::from_millis(limit),
        )
    }

    #[test]
    fn ends_are_distinguished() {
        assert_eq!(
            shell("wc -c; echo $OMP_THREAD_LIMIT", 9000).unwrap(),
            b"1048576\n1\n"
        );
        let failed = shell("echo first >&2; echo second >&2; exit 3", 9000);
        assert_eq!(failed, Err(Failure::Exit(3, "second".to_owned())));
        assert_eq!(shell("kill -9 $$", 9000), Err(Failure::Killed));
        assert!(matches!(
            shell("kill -SEGV $$", 9000),
            Err(Failure::Crash(_))
        ));
        let missing = run(OsStr::new("/nowhere/engine"), &[], Vec::new(), ENDING);
        assert!(matches!(
            missing,
            Err(Failure::NotStarted(_) | Failure::Exit(..))
        ));
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let begun = Instant::now();
        assert_eq!(shell("sleep 60", 200), Err(Failure::Time));
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(on_path("sh").is_some());
        assert_eq!(on_path("no-such-program-here"), None);
        assert_eq!(on_path("/nowhere/sh"), None);
    }
}
