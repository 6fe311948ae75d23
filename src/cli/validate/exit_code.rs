//! The exit codes of `validate`, which are those of other validators.

use pdfa2hocr_core::diagnostics::{DiagnosticKind, Error};

/// Exit code if a file does not conform.
pub(super) const SOME_DO_NOT: u8 = 1;
/// Exit code if the arguments are invalid.
const WRONG_ARGUMENTS: u8 = 2;
/// Exit code if a file cannot be read or reached a limit.
pub(super) const UNREADABLE: u8 = 7;
/// Exit code if a file needs a password.
const ENCRYPTED: u8 = 8;

/// The more important exit code of two files: faults found come before files that could not be checked.
pub(super) fn first_that_fits(one: u8, other: u8) -> u8 {
    let order = [SOME_DO_NOT, ENCRYPTED, UNREADABLE];
    let first = order.into_iter().find(|code| [one, other].contains(code));
    first.unwrap_or(0)
}

/// The exit code for an error.
pub(super) fn error_code(error: &Error) -> u8 {
    match error.kind {
        DiagnosticKind::Argument => WRONG_ARGUMENTS,
        DiagnosticKind::Password => ENCRYPTED,
        _ => UNREADABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_wins_over_what_could_not_be_looked_at() {
        assert_eq!(first_that_fits(0, 0), 0);
        assert_eq!(first_that_fits(UNREADABLE, SOME_DO_NOT), SOME_DO_NOT);
        assert_eq!(first_that_fits(SOME_DO_NOT, ENCRYPTED), SOME_DO_NOT);
        assert_eq!(first_that_fits(UNREADABLE, ENCRYPTED), ENCRYPTED);
        assert_eq!(first_that_fits(UNREADABLE, 0), UNREADABLE);
    }
}
