//! Changes of options that may make corrections unnecessary.

use crate::convert::{Options, Road};
use pdfa2hocr_core::corrections::{Entry, File, Operation, PagesOf};
use pdfa2hocr_core::layout::Method;
use pdfa2hocr_core::layout::columns::ColumnCount;
use pdfa2hocr_core::page_number::PageNumber;

/// Numbers of columns that are tried.
const COLUMNS: [Option<ColumnCount>; 5] = [
    None,
    Some(ColumnCount::Exactly(2)),
    Some(ColumnCount::Exactly(3)),
    Some(ColumnCount::Exactly(4)),
    Some(ColumnCount::Automatic),
];
/// Word margins that are tried, in widths of a character; the default is 0.1.
const WORD_MARGINS: [f32; 5] = [0.05, 0.07, 0.15, 0.2, 0.3];

/// Distance in points within which gutters of two pages are the same.
const SAME_GUTTER: f32 = 12.0;
/// Maximum number of gutters that are tried.
const GUTTERS: usize = 8;

/// A change of options.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Candidate {
    /// `-p`
    Geometry,
    /// `-p -c`, or without `-c`
    Columns(Option<ColumnCount>),
    /// `--layout`
    Layout(Method),
    /// `--word-margin`
    WordMargin(f32),
    /// The gutters of one page on all pages.
    Gutters(Entry),
}

impl Candidate {
    /// The candidates that differ from these options. Gutters are those of single pages in the file.
    pub(super) fn all(base: &Options, file: &File) -> Vec<Self> {
        let mut all = Vec::new();
        if base.road != Road::Geometry {
            all.push(Self::Geometry);
        }
        let current = base.columns.as_ref().map(|columns| columns.count);
        let counts = COLUMNS.into_iter().filter(|count| current != *count);
        all.extend(counts.map(Self::Columns));
        let other = match base.layout.method {
            Method::Pdfminer => Method::Regions,
            _ => Method::Pdfminer,
        };
        all.push(Self::Layout(other));
        let margin = base.layout.line.word_margin;
        let margins = WORD_MARGINS.into_iter();
        let differs = |tried: &f32| (tried - margin).abs() > f32::EPSILON;
        all.extend(margins.filter(differs).map(Self::WordMargin));
        all.extend(gutters(file).into_iter().cloned().map(Self::Gutters));
        all
    }

    /// Changes the options.
    pub(super) fn apply(&self, options: &mut Options) {
        match self {
            Self::Geometry => options.road = Road::Geometry,
            Self::Columns(count) => {
                options.road = Road::Geometry;
                let of = options.columns.take().unwrap_or_default();
                options.columns = count.map(|count| {
                    let mut columns = of;
                    columns.count = count;
                    columns
                });
            }
            Self::Layout(method) => options.layout.method = *method,
            Self::WordMargin(margin) => options.layout.line.word_margin = *margin,
            Self::Gutters(_) => {}
        }
    }

    /// The correction that has the effect of the candidate, if it is not an option.
    pub(super) fn entry(&self) -> Option<Entry> {
        let Self::Gutters(entry) = self else {
            return None;
        };
        let mut entry = entry.clone();
        entry.page = Some(PageNumber::FIRST);
        if let Operation::Gutters { pages, .. } = &mut entry.operation {
            *pages = PagesOf::Following;
        }
        Some(entry)
    }

    /// The option on the command line, or the change of the file of corrections.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Geometry => "-p".to_owned(),
            Self::Columns(Some(ColumnCount::Exactly(count))) => format!("-p -c {count}"),
            Self::Columns(Some(_)) => "-p -c auto".to_owned(),
            Self::Columns(None) => "-p without -c".to_owned(),
            Self::Layout(Method::Pdfminer) => "--layout classic".to_owned(),
            Self::Layout(_) => "--layout regions".to_owned(),
            Self::WordMargin(margin) => format!("--word-margin {margin}"),
            Self::Gutters(entry) => {
                let page = entry.page.unwrap_or(PageNumber::FIRST);
                format!("the gutters of page {page} on all pages")
            }
        }
    }
}

/// The operations with gutters of single pages, without those that have the gutters of an earlier one.
fn gutters(file: &File) -> Vec<&Entry> {
    let mut found: Vec<(&Entry, Vec<f32>)> = Vec::new();
    for (entry, _, operation) in file.in_effect() {
        let Operation::Gutters {
            at,
            pages: PagesOf::This,
        } = operation
        else {
            continue;
        };
        let middles: Vec<f32> = at.iter().map(|[x0, _, x1, _]| (x0 + x1) / 2.0).collect();
        let is_same = |(_, other): &(&Entry, Vec<f32>)| {
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < SAME_GUTTER;
            other.len() == middles.len() && other.iter().zip(&middles).all(near)
        };
        if found.len() < GUTTERS && !found.iter().any(is_same) {
            found.push((entry, middles));
        }
    }
    found.into_iter().map(|(entry, _)| entry).collect()
}
