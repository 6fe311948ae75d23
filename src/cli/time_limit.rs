//! `--time-limit`: ends a conversion that takes too long.

use std::process::exit;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::errors::exit_code;
use super::terminal;
use pdfa2hocr_core::diagnostics::DiagnosticKind;
use pdfa2hocr_core::lock::lock;

/// Watches the time. A thread cannot be stopped from outside, so it ends the program.
#[derive(Debug, Default)]
pub(super) struct TimeLimit {
    /// Locked while complete files are moved to their destinations.
    putting: Arc<Mutex<()>>,
}

impl TimeLimit {
    /// Ends the program after this many seconds and removes incomplete files; 0 means no limit.
    pub(super) fn start(seconds: u64) -> Self {
        let limit = Self::default();
        if seconds > 0 {
            let putting = Arc::clone(&limit.putting);
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_secs(seconds));
                let _putting = lock(&putting);
                // On other systems the next run removes them.
                #[cfg(unix)]
                super::temporary::remove_all();
                terminal::say(
                    "pdfa2hocr: the conversion took longer than --time-limit allows; its output is not written",
                );
                exit(exit_code(DiagnosticKind::Limit).into());
            });
        }
        limit
    }

    /// Moves files to their destinations: the time limit ends the program before or after, never during this.
    pub(super) fn put<T>(&self, put: impl FnOnce() -> T) -> T {
        let _putting = lock(&self.putting);
        put()
    }
}
