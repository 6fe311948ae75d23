//! Replaces `signals` on systems without these signals.

/// Does nothing.
pub(super) fn watch() {}

/// Does nothing.
#[cfg(feature = "validate")]
pub(super) fn set_unreadable(_: u8) {}

/// Whether there is a standard output. Always true here: writing to a missing one fails.
pub(super) fn has_stdout() -> bool {
    true
}
