//! Limits the resources of a worker through the operating system. Allocations beyond the memory limit fail,
//! so the worker aborts. A signal stops it after its processor time.

use std::io;

/// The resource limits of a worker; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum bytes of allocated memory. Mapped files, such as inputs, and thread stacks are not counted.
    pub memory: Option<u64>,
    /// Maximum processor time of all threads, in seconds, for each piece of work.
    pub cpu: Option<u64>,
}

/// Additional address space that a piece of work needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    /// Size of the mapped input file, in bytes.
    pub input: u64,
    pub threads: usize,
    /// Reserved stack space of its threads, in bytes, of which little is used.
    pub stacks: usize,
}

impl Limits {
    /// Checks that this system supports the limits.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn check(&self) -> io::Result<()> {
        if cfg!(unix) || *self == Self::default() {
            return Ok(());
        }
        Err(io::Error::other(
            "this system cannot limit the memory and the processor time of a process",
        ))
    }
}

/// Formats a number of bytes with a unit.
pub fn amount(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = |shift: u32| bytes > 0 && bytes.trailing_zeros() >= shift;
    let unit = units.into_iter().find(|(shift, _)| whole(*shift));
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(shift, name)| format!("{} {name}", bytes >> shift),
    )
}

/// The environment variable for the address space that the allocator reserves at start: by default a gigabyte,
/// which the system counts as used.
pub(crate) const RESERVE: &str = "MIMALLOC_ARENA_RESERVE";

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};

    use super::{Limits, Load, RESERVE, io};
    use crate::program::{arguments, program};

    /// Address space of a thread in addition to memory and stack, in bytes: the arena of the C library.
    const OF_A_THREAD: u64 = 128 << 20;
    /// Address space of the program, its libraries and tables, in bytes.
    const OF_THE_PROGRAM: u64 = 512 << 20;

    impl Limits {
        /// Prepares this process for the limits and disables core dumps. It must be called before anything
        /// else, because it may restart the program.
        ///
        /// # Errors
        ///
        /// If the system does not support the limits.
        pub fn prepare(&self) -> io::Result<()> {
            let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
            // The initial reservation of the allocator would count, and the allocator crashes if part of it
            // fails.
            if self.memory.is_some() && std::env::var_os(RESERVE).is_none_or(|r| r != "0") {
                return Err(Command::new(program()?)
                    .args(arguments())
                    .env(RESERVE, "0")
                    .exec());
            }
            self.begin(Load::default())
        }

        /// Sets the limits for a new piece of work.
        ///
        /// # Errors
        ///
        /// If the system does not support the limits.
        pub fn begin(&self, load: Load) -> io::Result<()> {
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
            // Linux counts writable memory; address space is a poor measure there and gets a wider limit.
            if cfg!(target_os = "linux") {
                restrict(Resource::RLIMIT_DATA, memory)?;
            }
            let threads = OF_A_THREAD.saturating_mul(load.threads as u64);
            let room = [OF_THE_PROGRAM, threads, load.input];
            let all = room.into_iter().fold(memory, u64::saturating_add);
            restrict(Resource::RLIMIT_AS, all)
        }
    }

    /// Sets a limit of the process, or the existing hard limit if that is lower.
    fn restrict(resource: Resource, most: u64) -> io::Result<()> {
        let (_, hard) = getrlimit(resource)?;
        Ok(setrlimit(resource, most.min(hard), hard)?)
    }
}

#[cfg(not(unix))]
impl Limits {
    /// Rejects limits, which this system does not support.
    ///
    /// # Errors
    ///
    /// If any limit is set.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        self.check()
    }

    /// Does nothing.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn begin(&self, _: Load) -> io::Result<()> {
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
