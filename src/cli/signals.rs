//! Handles signals: a mapped file that can no longer be read, the limit of file sizes, and requests to end.
//! Incomplete files are removed in every case. Also records before `main` whether there is a standard output.
//!
//! The unsafe code here is listed in docs/architecture.md.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use nix::libc;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, raise, sigaction};

use super::temporary;

/// The message if a mapped file became shorter.
const SHRANK: &[u8] =
    b"pdfa2hocr: the input shrank, or could not be read on, while it was being read\n";

/// The exit code in that case.
static UNREADABLE: AtomicU8 = AtomicU8::new(2);

/// Sets the exit code for mapped files that can no longer be read.
#[cfg(feature = "validate")]
pub(super) fn set_unreadable(code: u8) {
    UNREADABLE.store(code, Ordering::Relaxed);
}

/// Installs the handlers; called once, at the start.
pub(super) fn watch() {
    let handled = |handler| SigAction::new(handler, SaFlags::SA_ONSTACK, SigSet::empty());
    let reset = SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND;
    let end = SigAction::new(SigHandler::Handler(end), reset, SigSet::empty());
    // SAFETY: the two handlers only call functions that are async-signal-safe (signal-safety(7)): unlink,
    // write, sched_yield, raise, _exit, and a try-lock by compare-and-swap. They allocate nothing. No other
    // part of the program needs these signals while the handlers are set; ctrlc, for batches, replaces them.
    unsafe {
        // A file at the size limit then gives an error on write, like a full disk.
        let _ = sigaction(Signal::SIGXFSZ, &handled(SigHandler::SigIgn));
        let _ = sigaction(Signal::SIGBUS, &handled(SigHandler::Handler(unreadable)));
        for signal in [
            Signal::SIGHUP,
            Signal::SIGINT,
            Signal::SIGTERM,
            Signal::SIGXCPU,
        ] {
            // Keeps a signal ignored if the parent ignored it, like nohup.
            if let Ok(before) = sigaction(signal, &end)
                && matches!(before.handler(), SigHandler::SigIgn)
            {
                let _ = sigaction(signal, &before);
            }
        }
    }
}

/// Called if a mapped file is read beyond its current end.
extern "C" fn unreadable(_: libc::c_int) {
    temporary::remove_all();
    let code = UNREADABLE.load(Ordering::Relaxed);
    // SAFETY: both calls take only plain values and valid bytes.
    unsafe {
        libc::write(libc::STDERR_FILENO, SHRANK.as_ptr().cast(), SHRANK.len());
        libc::_exit(code.into());
    }
}

/// Removes incomplete files and raises the signal again, which ends the program after this returns.
extern "C" fn end(signal: libc::c_int) {
    temporary::remove_all();
    if let Ok(signal) = Signal::try_from(signal) {
        let _ = raise(signal);
    }
}

/// Whether the program was started without a standard output, as by `>&-`.
static NO_STDOUT: AtomicBool = AtomicBool::new(false);

/// Whether there is a standard output.
pub(super) fn has_stdout() -> bool {
    !NO_STDOUT.load(Ordering::Relaxed)
}

/// Records whether standard output is open. Must run before `main`: Rust then opens `/dev/null` for closed
/// descriptors 0 to 2, as do programs that start others (Python's `subprocess.DEVNULL`), so the difference is
/// lost.
extern "C" fn look_at_stdout() {
    // SAFETY: the call takes and returns plain numbers.
    let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
    NO_STDOUT.store(flags == -1, Ordering::Relaxed);
}

// SAFETY: the section has functions that the system calls before `main`; this one needs nothing that Rust or
// the C library sets up later.
#[used]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = look_at_stdout;
