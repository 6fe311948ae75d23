//! The data files that are compiled in.

/// The built-in encodings of Symbol and Zapf Dingbats, with the widths.
pub(super) const SYMBOL: &str = include_str!("data/symbol.txt");

pub(super) const ZAPF_DINGBATS: &str = include_str!("data/zapf_dingbats.txt");

/// The rows of a data file, without its comments.
pub(super) fn rows(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.starts_with('#'))
}
