//! The exit codes of the program.

use pdfa2hocr_core::diagnostics::DiagnosticKind;

/// The exit codes of the program; every other kind of diagnostic is a warning.
pub(super) fn exit_code(kind: DiagnosticKind) -> u8 {
    match kind {
        DiagnosticKind::Argument => 1,
        DiagnosticKind::Structure => 3,
        DiagnosticKind::Objects => 4,
        DiagnosticKind::Password => 5,
        DiagnosticKind::Module => 6,
        DiagnosticKind::Several => 7,
        DiagnosticKind::Conformance => 11,
        DiagnosticKind::Limit => 10,
        // Like a shell for a program ended by Ctrl-C.
        DiagnosticKind::Interrupted => 130,
        _ => 2,
    }
}
