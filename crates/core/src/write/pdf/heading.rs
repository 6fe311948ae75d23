//! The structure types of headings (ISO 32000-1, 14.8.4.3.2).

/// The deepest level of headings.
pub(super) const LEVELS: u32 = 6;

/// The type of a heading of a level, from 1.
pub(super) fn heading(level: u32) -> &'static str {
    match level {
        0 | 1 => "H1",
        2 => "H2",
        3 => "H3",
        4 => "H4",
        5 => "H5",
        _ => "H6",
    }
}
