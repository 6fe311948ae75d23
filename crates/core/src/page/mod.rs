//! The data model between reading and writing, for tagged and untagged pages.
//!
//! A [`Page`] has its [`Content`] (in drawing order) and a [`Tree`] of nodes over that content (its meaning,
//! in reading order). Everything is in page space: points, origin at the top left corner of the visible page,
//! y downwards.

mod attribute;
mod content;
mod crop;
mod division;
mod document;
mod dots;
mod dump;
mod embedded;
mod finding;
mod frame;
mod glue;
mod hyphen;
mod item_label;
mod original;
mod page_data;
mod page_list;
mod scan_file;
pub mod standard_type;
mod style;
mod tag_fault;
mod tree;

pub use attribute::{Attribute, Name, Own};
pub use content::{
    Content, Contradiction, Decoding, Drawing, DrawnForm, EXACT_FONT, Fill, FontFacts, Glyph,
    Image, MarkedContent, Raster, Run, TextSpan,
};
pub use crop::Part;
pub use division::Division;
pub(crate) use division::{Title, letters};
pub use document::{DocumentInfo, Imprint, Metadata};
pub use dots::Dots;
pub use embedded::{Embedded, ImageColours, ImageFilter, PageScan};
pub use finding::{Finding, FindingKind};
pub use frame::{PageFrame, PageImage};
pub use hyphen::{SOFT_HYPHEN, is_hyphen};
pub(crate) use item_label::{glued_label, is_bullet, is_clear_bullet, may_begin_glued};
pub use original::{
    AnnotationKind, CodeTexts, Entries, GlyphPlace, ObjectNumber, Operation, OperationKind,
    OriginalAnnotation, OriginalContent, OriginalFile, OriginalFont, OriginalForm, OriginalPage,
    SequenceKind, TextOperation, TextPiece, dictionary, write_name,
};
pub use page_data::Page;
pub use page_list::PageList;
pub use scan_file::ScanFile;
pub use standard_type::{
    PDF17_NAMESPACE, PDF20_NAMESPACE, STANDARD_TYPES, StructureLevel, heading_level, is_heading,
    only_groups, standard_type,
};
pub use style::Style;
pub use tag_fault::TagFault;
pub use tree::{Children, Detail, LineGeometry, Node, NodeId, NodeKind, Step, Tree, Walk};
