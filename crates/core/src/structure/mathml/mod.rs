//! Formulas in MathML: from files associated with elements (ISO 32000-2, 14.13.6), and from elements in the
//! namespace of MathML (14.8.6.3), whose leaves are page content.

mod elements;
mod files;

pub(super) use elements::formulas;
pub(super) use files::Formulas;

/// The URI of MathML's namespace.
pub(super) const NAMESPACE: &str = "http://www.w3.org/1998/Math/MathML";
