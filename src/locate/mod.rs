//! Where a quotation is in a document: pages, and a box for each of its lines.
//!
//! ```text
//!   pages ──> folded text     letters and digits only, small, without accents; which word each is of
//!   quote ──> folded text
//!              │
//!            scan             every place where both differ by few letters (Myers 1999, Hyyrö 2003)
//!              │
//!            align            letter by letter; each word of the quotation has what stands for it
//!              │
//!            judge            the same words, or others that are only near
//! ```
//!
//! White space, hyphens, quotation marks, ligatures, case and accents never count. Letters may be wrong where
//! a program that recognises text errs so, and where what is quoted is no word; one word in place of another
//! is near and not located. `docs/locate.md` has the rules.

mod align;
mod fold;
mod index;
mod judge;
mod route;
mod scan;
mod slip;
mod text;
mod vocabulary;

use serde::Serialize;

use crate::geometry::Rect;

pub(crate) use index::Pages;

/// Letters and digits of a quotation, at most.
pub const LONGEST_QUOTE: usize = 2000;

/// Where a quotation was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Hit {
    /// How alike both are, from 0 to 1: the share of letters that need not be changed.
    pub score: f32,
    /// The text of the document there.
    pub text: String,
    /// The pages that it is on, in their order.
    pub places: Vec<Place>,
    /// The words that differ, in their order.
    pub differs: Vec<Difference>,
}

/// What a quotation has, and the document in its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The word that is quoted; empty where the document has one that is not.
    pub quoted: String,
    /// What is printed; empty where nothing is.
    pub printed: String,
}

/// Where a quotation is on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The page's number, from 1.
    pub page: u32,
    /// A box for each line: left, top, right, bottom, in points from the upper left corner.
    pub boxes: Vec<[f32; 4]>,
}

/// What was found of a quotation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Found {
    /// What was looked for.
    pub quote: String,
    /// Where it is, in the order of the document.
    pub located: Vec<Hit>,
    /// Where something like it is, the nearest first, if it is nowhere.
    pub near: Vec<Hit>,
}

impl Place {
    fn rounded(bbox: Rect) -> [f32; 4] {
        [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(|edge| (edge * 100.0).round() / 100.0)
    }
}
