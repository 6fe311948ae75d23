//! `--time-limit`: the end of a conversion that takes too long.

use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{exit_code, terminal};
use crate::diagnostics::DiagnosticKind;

/// Watches the time of the program. Nothing can stop a thread, so it ends the program.
#[derive(Debug, Default)]
pub(super) struct TimeLimit {
    /// Held while what is whole is put in its place.
    putting: Arc<Mutex<()>>,
}

impl TimeLimit {
    /// Ends the program after this many seconds, unless it has ended by then, and removes what is half
    /// written; 0 never does.
    pub(super) fn start(seconds: u64) -> Self {
        let limit = Self::default();
        if seconds > 0 {
            let putting = Arc::clone(&limit.putting);
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_secs(seconds));
                let _putting = putting.lock().unwrap_or_else(PoisonError::into_inner);
                // Elsewhere the next run removes it.
                #[cfg(unix)]
                super::temporary::remove_all();
                terminal::say(
                    "pdfa2hocr: it took longer than --time-limit allows; what is not whole is not written",
                );
                exit(exit_code(DiagnosticKind::Limit).into());
            });
        }
        limit
    }

    /// Does what puts files in their places: all of it, or the time is over before.
    pub(super) fn put<T>(&self, put: impl FnOnce() -> T) -> T {
        let _putting = self.putting.lock().unwrap_or_else(PoisonError::into_inner);
        put()
    }
}
