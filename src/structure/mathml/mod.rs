//! Formulas in MathML: as files that their elements are associated with (ISO 32000-2, 14.13.6), and as
//! elements in the namespace of MathML (14.8.6.3), whose leaves are what is on the page.

mod elements;
mod files;

pub(super) use elements::formulas;
pub(super) use files::Formulas;

/// The name of MathML's namespace.
pub(super) const NAMESPACE: &str = "http://www.w3.org/1998/Math/MathML";
