//! Parsers for the values of options.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use pdfa2hocr_core::layout::Method;
use pdfa2hocr_core::layout::columns::{ColumnCount, ColumnOrder};
use pdfa2hocr_core::layout::heuristics::{self, Heuristic};
use pdfa2hocr_core::normalize::Form;

/// `--viewer-as`.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ViewerAs {
    /// One file up to 20 MB
    Auto,
    /// One file
    File,
    /// A file with a folder beside it
    Folder,
}

/// `--images-as`.
#[cfg(feature = "render")]
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ImagesAs {
    /// Without loss
    Png,
    /// Smaller
    Jpeg,
}

#[cfg(feature = "browse")]
impl From<ViewerAs> for crate::viewer::Shape {
    fn from(shape: ViewerAs) -> Self {
        match shape {
            ViewerAs::Auto => Self::Fitting,
            ViewerAs::File => Self::OneFile,
            ViewerAs::Folder => Self::Folder,
        }
    }
}

/// `--jobs`.
pub(super) fn parse_jobs(text: &str) -> std::result::Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "write a number of threads, at least 1".into())
}

pub(super) fn parse_method(text: &str) -> std::result::Result<Method, String> {
    match text {
        "regions" => Ok(Method::Regions),
        "classic" => Ok(Method::Pdfminer),
        _ => Err("write regions or classic".into()),
    }
}

/// `--without`.
pub(super) fn parse_heuristic(text: &str) -> std::result::Result<Heuristic, String> {
    Heuristic::named(text).ok_or_else(|| {
        let names: Vec<&str> = heuristics::ALL.iter().map(|own| own.name).collect();
        format!("write one of {}", names.join(", "))
    })
}

/// The value of `--boxes-flow`. A type of its own, because clap reads an `Option` as an optional argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow(pub Option<f32>);

/// `NAME=VALUE`.
pub(super) fn parse_setting(text: &str) -> std::result::Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE, like imprint=Linde".into()),
    }
}

pub(super) fn parse_form(text: &str) -> std::result::Result<Form, String> {
    Form::named(text).ok_or_else(|| "write nfc, nfkc or none".into())
}

pub(super) fn parse_size(text: &str) -> std::result::Result<(u32, u32), String> {
    let side = |s: &str| s.parse().ok().filter(|n| (1..=1_000_000).contains(n));
    text.split_once(['x', 'X'])
        .and_then(|(w, h)| Some((side(w)?, side(h)?)))
        .ok_or_else(|| "write it as WIDTHxHEIGHT in pixels, like 2480x3508".into())
}

pub(super) fn parse_dpi(text: &str) -> std::result::Result<f32, String> {
    text.parse()
        .ok()
        .filter(|n| (1.0..=100_000.0).contains(n))
        .ok_or_else(|| "write a number of pixels an inch, like 300".into())
}

pub(super) fn parse_folder(text: &str) -> std::result::Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err("there is no such folder".into()),
    }
}

pub(super) fn parse_share(text: &str) -> std::result::Result<f32, String> {
    text.parse()
        .ok()
        .filter(|n| (0.0..=1000.0).contains(n))
        .ok_or_else(|| "write a number from 0 on, like 0.5".into())
}

pub(super) fn parse_flow(text: &str) -> std::result::Result<Flow, String> {
    if text == "none" {
        return Ok(Flow(None));
    }
    text.parse()
        .ok()
        .filter(|n| (-1.0..=1.0).contains(n))
        .map(|n| Flow(Some(n)))
        .ok_or_else(|| "write a number from -1 to 1, or none".into())
}

pub(super) fn parse_columns(text: &str) -> std::result::Result<ColumnCount, String> {
    if text == "auto" {
        return Ok(ColumnCount::Automatic);
    }
    text.parse()
        .ok()
        .filter(|n| (2..=100).contains(n))
        .map(ColumnCount::Exactly)
        .ok_or_else(|| "write a number of columns from 2 on, or auto".into())
}

pub(super) fn parse_order(text: &str) -> std::result::Result<ColumnOrder, String> {
    match text {
        "auto" => Ok(ColumnOrder::Automatic),
        "ltr" => Ok(ColumnOrder::LeftToRight),
        "rtl" => Ok(ColumnOrder::RightToLeft),
        _ => Err("write ltr, rtl or auto".into()),
    }
}

pub(super) fn parse_parts(text: &str) -> std::result::Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=100).contains(n))
        .ok_or_else(|| "write a number from 1 to 100".into())
}

/// Lower limit of `--memory-limit` in bytes; even small documents need more.
const MIN_MEMORY: u64 = 64 << 20;

/// `--memory-limit`.
pub(super) fn parse_memory(text: &str) -> std::result::Result<u64, String> {
    parse_bytes(text)
        .filter(|bytes| *bytes >= MIN_MEMORY)
        .ok_or_else(|| "write a size from 64M on, like 1G".into())
}

/// `--max-input`.
pub(super) fn parse_input(text: &str) -> std::result::Result<u64, String> {
    parse_bytes(text)
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "write a size like 500M or 8G".into())
}

/// A number of bytes with a unit: 70000, 500M, 8GB, 1GiB.
fn parse_bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let (digits, unit) = text.split_at(digits.len());
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" => Some(0),
        "K" | "KB" | "KIB" => Some(10),
        "M" | "MB" | "MIB" => Some(20),
        "G" | "GB" | "GIB" => Some(30),
        "T" | "TB" | "TIB" => Some(40),
        _ => None,
    };
    let count: Option<u64> = digits.parse().ok();
    count
        .zip(shift)
        .and_then(|(count, shift)| count.checked_mul(1 << shift))
}

#[cfg(test)]
mod tests {
    use super::parse_memory;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("1G", Some(1 << 30)),
            ("64MiB", Some(64 << 20)),
            ("70000000", Some(70_000_000)),
            ("2tb", Some(2 << 40)),
            ("1", None),
            ("63M", None),
            ("G", None),
            ("-1G", None),
            ("1.5G", None),
            ("99999999999999T", None),
        ] {
            assert_eq!(parse_memory(text).ok(), bytes, "{text}");
        }
    }
}
