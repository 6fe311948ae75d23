//! What a worker may use. The system sees to it: beyond its memory a worker gets none, and aborts; beyond
//! its time it is ended by a signal.

use std::io;

/// What a worker may use; `None` is as much as there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Bytes of memory that it takes for itself. What is mapped, as inputs are, is not counted, nor are
    /// the stacks of its threads.
    pub memory: Option<u64>,
    /// Seconds of processor time, of all its threads, for each piece of work.
    pub cpu: Option<u64>,
}

/// What a piece of work takes besides its memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Load {
    /// Bytes of the file that is mapped.
    pub input: u64,
    pub threads: usize,
    /// Bytes that the stacks of its threads have room for, of which little is used.
    pub stacks: usize,
}

impl Limits {
    /// Whether this system has them.
    ///
    /// # Errors
    ///
    /// When it has not.
    pub(crate) fn check(&self) -> io::Result<()> {
        if cfg!(unix) || *self == Self::default() {
            return Ok(());
        }
        Err(io::Error::other(
            "this system cannot limit the memory and the processor time of a process",
        ))
    }
}

/// Bytes as people write them.
pub(crate) fn amount(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = |shift: u32| bytes > 0 && bytes.trailing_zeros() >= shift;
    let unit = units.into_iter().find(|(shift, _)| whole(*shift));
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(shift, name)| format!("{} {name}", bytes >> shift),
    )
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};

    use super::{Limits, Load, io};

    /// The allocator's setting for the addresses that it takes at once, as it starts: a gigabyte, which
    /// the system counts as used.
    const RESERVE: &str = "MIMALLOC_ARENA_RESERVE";
    /// Bytes of addresses that a thread takes besides its memory and its stack: the C library's arena.
    const OF_A_THREAD: u64 = 128 << 20;
    /// The same for the program, its libraries and tables.
    const OF_THE_PROGRAM: u64 = 512 << 20;

    impl Limits {
        /// Prepares this process for them; no picture of its memory is left behind where it dies. Called
        /// before anything else is done: it may begin the program anew.
        ///
        /// # Errors
        ///
        /// When the system does not have them.
        pub(crate) fn prepare(&self) -> io::Result<()> {
            let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
            // What the allocator takes as it starts would count, and where the system refuses it a part
            // of that, it crashes.
            if self.memory.is_some() && std::env::var_os(RESERVE).is_none_or(|r| r != "0") {
                return Err(Command::new(std::env::current_exe()?)
                    .args(std::env::args_os().skip(1))
                    .env(RESERVE, "0")
                    .exec());
            }
            self.begin(Load::default())
        }

        /// A piece of work begins.
        ///
        /// # Errors
        ///
        /// When the system does not have the limits.
        pub(crate) fn begin(&self, load: Load) -> io::Result<()> {
            if let Some(seconds) = self.cpu {
                let used = getrusage(UsageWho::RUSAGE_SELF)?;
                let used = used.user_time().tv_sec() + used.system_time().tv_sec() + 1;
                let used = u64::try_from(used).unwrap_or_default();
                restrict(Resource::RLIMIT_CPU, used.saturating_add(seconds))?;
            }
            let Some(memory) = self.memory else {
                return Ok(());
            };
            let memory = memory.saturating_add(load.stacks as u64);
            // Linux counts what can be written; addresses alone say little there, and have a wider bound.
            if cfg!(target_os = "linux") {
                restrict(Resource::RLIMIT_DATA, memory)?;
            }
            let threads = OF_A_THREAD.saturating_mul(load.threads as u64);
            let room = [OF_THE_PROGRAM, threads, load.input];
            let all = room.into_iter().fold(memory, u64::saturating_add);
            restrict(Resource::RLIMIT_AS, all)
        }
    }

    /// Has the system hold this process to so much, or to less if it does already.
    fn restrict(resource: Resource, most: u64) -> io::Result<()> {
        let (_, hard) = getrlimit(resource)?;
        Ok(setrlimit(resource, most.min(hard), hard)?)
    }
}

#[cfg(not(unix))]
impl Limits {
    /// Refuses limits, which this system does not have.
    ///
    /// # Errors
    ///
    /// When there are any.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        self.check()
    }

    /// Nothing is to be done.
    ///
    /// # Errors
    ///
    /// None.
    pub(crate) fn begin(&self, _: Load) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn bytes_are_written_as_people_do() {
        for (bytes, expected) in [
            (1 << 30, "1 GiB"),
            (1536 << 20, "1536 MiB"),
            (1000, "1000 bytes"),
            (0, "0 bytes"),
            (3 << 10, "3 KiB"),
        ] {
            assert_eq!(amount(bytes), expected);
        }
    }
}
