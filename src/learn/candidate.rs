//! Changes of options that may make corrections unnecessary.

use crate::convert::{Options, Road};
use pdfa2hocr_core::corrections::{Entry, Operation, PagesOf};
use pdfa2hocr_core::layout::Method;
use pdfa2hocr_core::layout::columns::ColumnCount;
use pdfa2hocr_core::page_number::PageNumber;

/// Numbers of columns that are tried.
const COLUMNS: [(&str, Option<ColumnCount>); 5] = [
    ("-p without -c", None),
    ("-p -c 2", Some(ColumnCount::Exactly(2))),
    ("-p -c 3", Some(ColumnCount::Exactly(3))),
    ("-p -c 4", Some(ColumnCount::Exactly(4))),
    ("-p -c auto", Some(ColumnCount::Automatic)),
];
/// Word margins that are tried, in widths of a character; the default is 0.1.
const WORD_MARGINS: [f32; 5] = [0.05, 0.07, 0.15, 0.2, 0.3];

/// Distance in points within which gutters of two pages are the same.
const SAME_GUTTER: f32 = 12.0;
/// Maximum number of gutters that are tried.
const GUTTERS: usize = 8;

/// A change of the user's options, or a correction of all pages.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The option on the command line, or the change of the file of corrections.
    pub name: String,
    /// The options with the change.
    pub(super) options: Options,
    /// The gutters of one page on all pages.
    pub(super) gutters: Option<Entry>,
}

impl Candidate {
    /// The candidates that differ from these options. Gutters are those of single pages among these operations.
    pub(super) fn all(base: &Options, in_effect: &[&Entry]) -> Vec<Self> {
        let mut all = Vec::new();
        let mut add = |name: &str, change: &dyn Fn(&mut Options)| {
            let mut options = base.clone();
            change(&mut options);
            all.push(Self {
                name: name.to_owned(),
                options,
                gutters: None,
            });
        };
        if base.road != Road::Geometry {
            add("-p", &|options| options.road = Road::Geometry);
        }
        for (name, count) in COLUMNS {
            if base.columns.as_ref().map(|columns| columns.count) == count {
                continue;
            }
            add(name, &|options| {
                options.road = Road::Geometry;
                match count {
                    Some(count) => options.columns.get_or_insert_default().count = count,
                    None => options.columns = None,
                }
            });
        }
        let (name, method) = match base.layout.method {
            Method::Pdfminer => ("--layout regions", Method::Regions),
            _ => ("--layout classic", Method::Pdfminer),
        };
        add(name, &|options| options.layout.method = method);
        for margin in WORD_MARGINS {
            if (margin - base.layout.line.word_margin).abs() > f32::EPSILON {
                let name = format!("--word-margin {margin}");
                add(&name, &|options| options.layout.line.word_margin = margin);
            }
        }
        for (entry, page, at) in gutters(in_effect) {
            let (at, pages) = (at.to_vec(), PagesOf::Following);
            all.push(Self {
                name: format!("the gutters of page {page} on all pages"),
                options: base.clone(),
                gutters: Some(Entry {
                    page: Some(PageNumber::FIRST),
                    operation: Operation::Gutters { at, pages },
                    ..entry.clone()
                }),
            });
        }
        all
    }

    /// Whether it changes the number of columns.
    pub(super) fn has_columns(&self) -> bool {
        COLUMNS.iter().any(|(name, _)| self.name == *name)
    }
}

/// The gutters of single pages with their entries, without those that an earlier one has.
fn gutters<'a>(in_effect: &[&'a Entry]) -> Vec<(&'a Entry, PageNumber, &'a [[f32; 4]])> {
    let mut found: Vec<(&Entry, PageNumber, &[[f32; 4]])> = Vec::new();
    for &entry in in_effect {
        let (Some(page), Operation::Gutters { at, pages }) = (entry.page, &entry.operation) else {
            continue;
        };
        if *pages != PagesOf::This {
            continue;
        }
        let middle = |[x0, _, x1, _]: &[f32; 4]| (x0 + x1) / 2.0;
        let is_same = |other: &[[f32; 4]]| {
            let mut both = other.iter().zip(at);
            other.len() == at.len()
                && both.all(|(a, b)| (middle(a) - middle(b)).abs() < SAME_GUTTER)
        };
        if found.len() < GUTTERS && !found.iter().any(|(.., other)| is_same(other)) {
            found.push((entry, page, at));
        }
    }
    found
}
