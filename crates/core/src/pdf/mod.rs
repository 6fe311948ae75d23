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
pub mod filter;
mod foreign;
mod header;
pub mod lexer;
mod mend;
mod name;
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
pub mod stream;
pub mod syntax;
mod table;
pub mod text_string;
mod update;

pub use annotation::{field_and_ancestors, is_hidden};
pub use array::{items, numbers};
pub use attachment::Attachment;
pub use attachment::attachments;
pub use colour_space::{ColourSpace, DeviceN, Separation};
pub use destination::{Destination, Destinations};
pub use document::Document;
pub use hayro_syntax::object::{
    Array, MaybeRef, Name, Number, ObjectIdentifier, String as StringObject,
};
pub use hayro_syntax::object::{Dict, FromBytes, Object, Stream};
pub use hayro_syntax::page::Resources;
pub use header::{HEAD, looks_like_pdf};
pub use name::{name_of, name_text};
pub use name_number_tree::{name_tree, number_tree};
pub use optional_content::OptionalContent;
pub use outline::{OutlineItem, outline};
pub use page::Page;
pub use page_label::PageLabels;
pub use pipe::FileType;
pub use references::References;
pub use source::Source;
pub use table::{behind_startxref, last_table};
pub use text_string::{text_string, utf16};
