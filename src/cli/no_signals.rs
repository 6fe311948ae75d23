//! Systems without the signals that this program knows of, in place of `signals`.

/// Nothing is watched for.
pub(super) fn watch() {}

/// Sets nothing.
#[cfg(feature = "validate")]
pub(super) fn set_unreadable(_: u8) {}

/// Whether there is a standard output: here one that is missing fails when it is written to.
pub(super) fn has_stdout() -> bool {
    true
}
