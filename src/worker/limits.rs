//! What a worker may use. The system sees to it: beyond its memory a worker gets none, and aborts; beyond
//! its time it is ended by a signal.

use std::io;

/// What a worker may use; `None` is as much as there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Bytes of memory that it takes for itself. What is mapped, as inputs are, is not counted.
    pub memory: Option<u64>,
    /// Seconds of processor time, of all its threads, for each piece of work.
    pub cpu: Option<u64>,
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

    use nix::sys::resource::{
        RLIM_INFINITY, Resource, UsageWho, getrlimit, getrusage, rlim_t, setrlimit,
    };

    use super::{Limits, io};

    /// The allocator's setting for the addresses that it takes at once, as it starts: a gigabyte, which
    /// the system counts as used.
    const RESERVE: &str = "MIMALLOC_ARENA_RESERVE";
    /// Bytes of addresses that a thread takes besides its memory (the C library's arena and the stack).
    const OF_A_THREAD: u64 = 160 << 20;
    /// The same for the program, its libraries and tables.
    const OF_THE_PROGRAM: u64 = 512 << 20;

    impl Limits {
        /// Sets them for this process, for good; no picture of its memory is left behind where it dies.
        /// Called before anything else is done: it may begin the program anew.
        ///
        /// # Errors
        ///
        /// When the system does not have them.
        pub(crate) fn set(&self) -> io::Result<()> {
            let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
            let Some(memory) = self.memory else {
                return Ok(());
            };
            // Where the system refuses it a part of what it takes at once, the allocator crashes.
            if std::env::var_os(RESERVE).is_none_or(|reserve| reserve != "0") {
                return Err(Command::new(std::env::current_exe()?)
                    .args(std::env::args_os().skip(1))
                    .env(RESERVE, "0")
                    .exec());
            }
            // Linux counts what is written to by itself; addresses alone say little there.
            #[cfg(target_os = "linux")]
            restrict(Resource::RLIMIT_DATA, memory)?;
            #[cfg(not(target_os = "linux"))]
            restrict(Resource::RLIMIT_AS, memory)?;
            Ok(())
        }

        /// A piece of work begins, with an input of this many bytes and on this many threads.
        ///
        /// # Errors
        ///
        /// When the system does not have the limits.
        pub(crate) fn begin(&self, input: u64, threads: usize) -> io::Result<()> {
            if let Some(seconds) = self.cpu {
                let used = getrusage(UsageWho::RUSAGE_SELF)?;
                let used = used.user_time().tv_sec() + used.system_time().tv_sec() + 1;
                let used = u64::try_from(used).unwrap_or_default();
                restrict(Resource::RLIMIT_CPU, used.saturating_add(seconds))?;
            }
            // What is not counted as memory has its bound, too.
            if let (Some(memory), true) = (self.memory, cfg!(target_os = "linux")) {
                let threads = OF_A_THREAD.saturating_mul(threads as u64);
                let room = [OF_THE_PROGRAM, threads, input];
                let all = room.into_iter().fold(memory, u64::saturating_add);
                restrict(Resource::RLIMIT_AS, all)?;
            }
            Ok(())
        }
    }

    /// Has the system hold this process to so much, or to less if it does already.
    fn restrict(resource: Resource, most: u64) -> io::Result<()> {
        let (_, hard) = getrlimit(resource)?;
        let most = rlim_t::try_from(most).unwrap_or(RLIM_INFINITY);
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
    pub(crate) fn set(&self) -> io::Result<()> {
        self.check()
    }

    /// Nothing is to be done.
    ///
    /// # Errors
    ///
    /// None.
    pub(crate) fn begin(&self, _: u64, _: usize) -> io::Result<()> {
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
