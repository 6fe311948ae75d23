//! Writes pages in the output formats.
//!
//! A file is [`Writer::head`], then [`Writer::page`] for every page, then [`Writer::tail`]. Pages are
//! independent of each other, so several threads can write them, and they are then joined in order.
//! [`Format`] names the formats:
//!
//! - [`hocr`] writes the elements that the [mapping](crate::mapping) defines;
//! - the others write the blocks, paragraphs, lines and words of the page ([`blocks`](crate::blocks)).

mod alto;
mod characters;
pub mod digest;
mod explain;
mod families;
pub(crate) mod flow;
mod format;
mod headings;
pub(crate) mod hocr;
mod html;
mod json;
mod languages;
mod loss;
pub mod map;
mod markdown;
mod meta;
mod mets;
mod number;
mod outline;
mod page_xml;
mod pdf;
mod pdfminer;
mod plain;
mod reference;
pub mod rows;
mod segment_params;
mod segments;
mod single;
mod sqlite;
mod tei;
mod text;
mod text_style;
mod tsv;
mod vertical;
mod writer;
mod xml;

pub use explain::{PagePicture, explain};
pub use families::Families;
pub use format::Format;
pub use format::without_ending;
pub use loss::Losses;
pub use map::{Span, TextSource};
pub use meta::Meta;
pub use page_xml::PageFiles;
pub use pdf::{Conformance, Description, PdfImages};
pub use segment_params::{Marks, SegmentParams};
pub use single::single;
pub use writer::{Join, Options, Writer, WrittenPage};
pub use xml::push_text;
