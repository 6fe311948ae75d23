//! Reads bytes into objects: opens, repairs and decrypts files, reads the page tree, and decodes streams
//! within limits.
//!
//! `hayro-syntax` maps the file and parses objects on demand. Files that it refuses are rewritten in memory
//! by `lopdf`, and read again. The object types are those of `hayro-syntax`, because they borrow from the
//! file.

mod annotation;
mod array;
mod attachment;
mod colour_space;
mod destination;
mod document;
mod encryption;
pub(crate) mod filter;
mod foreign;
mod header;
pub(crate) mod lexer;
mod mend;
mod name_number_tree;
mod optional_content;
mod outline;
mod page;
mod page_label;
mod page_tree;
mod pipe;
mod precheck;
mod recover;
mod references;
mod repair;
mod source;
pub(crate) mod stream;
mod table;
mod text_string;
mod update;

pub(crate) use annotation::{field_and_ancestors, is_hidden};
pub(crate) use array::{items, numbers};
pub(crate) use attachment::Attachment;
pub use attachment::attachments;
pub(crate) use colour_space::{ColourSpace, DeviceN, Separation};
pub(crate) use destination::{Destination, Destinations};
pub use document::Document;
pub(crate) use hayro_syntax::object::{
    Array, MaybeRef, Name, Number, ObjectIdentifier, String as StringObject,
};
pub use hayro_syntax::object::{Dict, FromBytes, Object, Stream};
pub(crate) use hayro_syntax::page::Resources;
pub(crate) use header::{HEAD, looks_like_pdf};
pub(crate) use name_number_tree::{name_tree, number_tree};
pub use optional_content::OptionalContent;
pub(crate) use outline::{OutlineItem, outline};
pub(crate) use page::Page;
pub use page_label::PageLabels;
#[cfg(feature = "cli")]
pub(crate) use pipe::FileType;
pub(crate) use references::References;
pub use source::Source;
#[cfg(feature = "validate")]
pub(crate) use table::behind_startxref;
pub(crate) use text_string::text_string;
