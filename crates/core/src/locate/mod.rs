//! Locates a quotation in a document: pages, and a box for each of its lines.
//!
//! ```text
//!   pages ──> folded text     letters and digits only, lower case, without accents; each with its word
//!   quote ──> folded text
//!              │
//!            scan             all places where both differ in few letters (Myers 1999, Hyyrö 2003)
//!              │
//!            align            letter by letter; finds the text for each word of the quotation
//!              │
//!            judge            decides whether the words are the same, or only similar
//! ```
//!
//! The words of all pages are stored in a temporary file. Each pass reads them page by page, so that memory does
//! not grow with the document.
//!
//! White space, hyphens, quotation marks, ligatures, case and accents are ignored. A few letters may be wrong
//! if a typical OCR error explains it, or if the quoted form is not a word. If one word replaces another, the
//! place is similar but not located. The parts of a quotation with omissions are searched one by one ([`gap`]).
//! `docs/locate.md` has the rules.

mod align;
mod fold;
mod gap;
mod index;
mod judge;
mod order;
mod pages;
mod route;
mod scan;
mod slip;
mod spool;
mod stored;
mod text;
mod vocabulary;
mod word;

use serde::Serialize;

use crate::geometry::Rect;
use crate::page_number::PageNumber;

pub use index::Index;
pub use pages::Pages;

/// Maximum letters and digits of a quotation.
pub const LONGEST_QUOTE: usize = 2000;

/// A place where a quotation was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Hit {
    /// Similarity from 0 to 1: the share of letters that need not be changed.
    pub score: f32,
    /// The text of the document at this place.
    pub text: String,
    /// The pages of the place, in order.
    pub places: Vec<Place>,
    /// The words that differ, in order.
    pub differs: Vec<Difference>,
}

/// A difference between the quotation and the document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The quoted word; empty if only the document has a word.
    pub quoted: String,
    /// The printed text; empty if only the quotation has a word.
    pub printed: String,
}

/// The position of a quotation on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The page.
    pub page: PageNumber,
    /// The page label, if the document has page labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The size of the page: width and height in points.
    pub size: [f32; 2],
    /// A box for each line: left, top, right, bottom, in points from the upper left corner.
    pub boxes: Vec<[f32; 4]>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Found {
    /// The quotation.
    pub quote: String,
    /// Exact places, in document order.
    pub located: Vec<Hit>,
    /// Similar places, the best first; only without an exact place.
    pub near: Vec<Hit>,
}

impl Place {
    fn rounded(bbox: Rect) -> [f32; 4] {
        [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(|edge| (edge * 100.0).round() / 100.0)
    }
}
