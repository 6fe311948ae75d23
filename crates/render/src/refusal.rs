//! Reasons for a missing picture.

use std::fmt;

use super::limits::{LONGEST, MEMORY};
use pdfa2hocr_worker::{End, Failure, Fate};

/// The reason why a page or an image has no picture, displayed to the user in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It exceeded the time limit.
    Time,
    /// It exceeded the memory limit.
    Memory,
    /// The drawing library failed.
    Damaged,
    /// The file has changed since it was opened.
    Changed,
    /// Opening the file exceeds the time or memory limit of the worker.
    Unopened,
    /// There are too many requests.
    Busy,
    /// The worker process cannot be started.
    NoProcess(String),
    /// The worker cannot open the file, or find the page.
    Unreadable(String),
}

impl Refusal {
    /// Whether the requested content caused the failure, so that a retry would fail again.
    pub(super) fn is_its_own(&self) -> bool {
        matches!(self, Self::Time | Self::Memory | Self::Damaged)
    }
}

impl From<End> for Refusal {
    fn from(end: End) -> Self {
        match end {
            End::Time | End::CpuTime => Self::Time,
            End::Memory => Self::Memory,
            End::Exit(_, said) if said.contains("shrank") => Self::Changed,
            End::Exit(..) | End::Crash(_) | End::Stopped => Self::Damaged,
        }
    }
}

impl Failure for Refusal {
    fn fate(&self) -> Fate {
        match self {
            Self::Time => Fate::Died,
            // Earlier pictures may have left the worker too little memory.
            Self::Memory | Self::Damaged => Fate::DiedOfSomething,
            Self::Changed
            | Self::Unopened
            | Self::Busy
            | Self::NoProcess(_)
            | Self::Unreadable(_) => Fate::Answered,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => write!(
                f,
                "drawing it takes longer than {} seconds",
                LONGEST.as_secs()
            ),
            Self::Memory => write!(
                f,
                "drawing it needs more than {} MB of memory",
                MEMORY >> 20
            ),
            Self::Damaged => f.write_str("it cannot be drawn: something in it is damaged"),
            Self::Changed => f.write_str(
                "the file has changed since it was opened; end pdfa2hocr and start it again",
            ),
            Self::Unopened => f.write_str(
                "the document takes too much time or memory to open for its pages to be drawn",
            ),
            Self::Busy => f.write_str("too many pictures are asked for at once; try again"),
            Self::NoProcess(why) => {
                write!(f, "the process that draws cannot be started: {why}")
            }
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}
