//! What the system says to the program as signals: files that cannot be read on or grow no more, and
//! requests to end. Whichever ends it, what is half written is removed. Also what has to be known
//! before Rust's own code runs.
//!
//! The unsafe code here is listed in docs/architecture.md.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use nix::libc;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, raise, sigaction};

use super::temporary;

/// What is printed when a mapped file has no bytes where it had some.
const SHRANK: &[u8] =
    b"pdfa2hocr: the input shrank, or could not be read on, while it was being read\n";

/// The exit code then.
static UNREADABLE: AtomicU8 = AtomicU8::new(2);

/// Sets the exit code for files that cannot be read on.
#[cfg(feature = "validate")]
pub(super) fn set_unreadable(code: u8) {
    UNREADABLE.store(code, Ordering::Relaxed);
}

/// Takes the signals from here on; called once, at the start.
pub(super) fn watch() {
    let handled = |handler| SigAction::new(handler, SaFlags::SA_ONSTACK, SigSet::empty());
    let reset = SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND;
    let end = SigAction::new(SigHandler::Handler(end), reset, SigSet::empty());
    // SAFETY: what the two handlers call is safe to call in handlers of signals (signal-safety(7)):
    // unlink, write, sched_yield, raise, _exit, and the compare-and-swap of a lock that is only
    // tried. They allocate nothing. No other part of the program needs these signals while the
    // handlers are set; ctrlc, for batches, replaces them.
    unsafe {
        // A file that may grow no more gives an error where it is written, as a full disk does.
        let _ = sigaction(Signal::SIGXFSZ, &handled(SigHandler::SigIgn));
        let _ = sigaction(Signal::SIGBUS, &handled(SigHandler::Handler(unreadable)));
        for signal in [
            Signal::SIGHUP,
            Signal::SIGINT,
            Signal::SIGTERM,
            Signal::SIGXCPU,
        ] {
            // Who started the program may want it to ignore one, as nohup does.
            if let Ok(before) = sigaction(signal, &end)
                && matches!(before.handler(), SigHandler::SigIgn)
            {
                let _ = sigaction(signal, &before);
            }
        }
    }
}

/// A mapped file was read where it has no bytes any more.
extern "C" fn unreadable(_: libc::c_int) {
    temporary::remove_all();
    let code = UNREADABLE.load(Ordering::Relaxed);
    // SAFETY: both only take plain values and bytes that are there.
    unsafe {
        libc::write(libc::STDERR_FILENO, SHRANK.as_ptr().cast(), SHRANK.len());
        libc::_exit(code.into());
    }
}

/// The program is to end: it does so by the signal that it was sent, once this returns.
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

/// Rust opens `/dev/null` for descriptors 0 to 2 that are closed, before `main`, just as others do
/// who start programs (Python's `subprocess.DEVNULL`): afterwards nothing shows which it was. So it
/// is looked at before.
extern "C" fn look_at_stdout() {
    // SAFETY: the call takes and gives plain numbers.
    let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
    NO_STDOUT.store(flags == -1, Ordering::Relaxed);
}

// SAFETY: the section holds functions that the system calls in turn before `main`; this one needs
// nothing of Rust's or the C library's that is set up later.
#[used]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = look_at_stdout;
