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
pub(crate) mod digest;
mod explain;
mod families;
pub(crate) mod flow;
mod format;
pub(crate) mod hocr;
mod html;
mod json;
mod languages;
mod loss;
pub(crate) mod map;
mod markdown;
mod mets;
mod number;
mod outline;
mod page_xml;
mod pdfminer;
mod plain;
mod reference;
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

pub(crate) use explain::{PagePicture, explain};
pub use families::Families;
pub use format::Format;
#[cfg(feature = "cli")]
pub(crate) use format::without_ending;
pub(crate) use loss::Losses;
pub use map::{Span, TextSource};
pub(crate) use page_xml::PageFiles;
pub use segment_params::{Marks, SegmentParams};
pub(crate) use single::single;
pub use writer::{Join, Options, Writer, WrittenPage};
