//! Pages as blocks of paragraphs of lines of words, and as tables, in reading order.
//!
//! A [`Page`] is a page tree with the frame of its pixels and the mapping of the document. All formats except
//! hOCR, and the callers of the library, read its content as blocks. The mapping defines the roles by hOCR
//! class: `ocr_par` is a paragraph, `ocr_carea`, `ocr_header` and similar classes are blocks, and dropped
//! elements are omitted. Elements without a class get their role from the page tree: a line belongs to the
//! paragraph of its parent node. Blocks do not nest, nor do paragraphs; one that begins inside another ends
//! the outer one.

mod baseline;
mod block;
mod cells;
mod collect;
pub(crate) mod hyphen;
mod kind;
mod page;
mod pixels;
pub(crate) mod reading_order;
mod runs;
mod tables;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub(crate) use baseline::{Baseline, baseline};
pub(crate) use block::count_words;
pub use block::{Block, BlockRole, Line, Paragraph, Word};
pub(crate) use cells::{Cell, Cells};
pub(crate) use kind::ParagraphKind;
pub use page::Page;
pub(crate) use pixels::{Pixels, Place, Scale};
pub(crate) use runs::LineRun;
pub(crate) use tables::tables;
pub use tables::{Table, TableCell, TableRow};
