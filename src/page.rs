//! The page as a tree of nodes, and the content that it comes from: plain data.

pub use pdfa2hocr_core::page::{
    Attribute, Children, Content, Contradiction, Decoding, Detail, DocumentInfo, Fill, Finding,
    FindingKind, FontFacts, Glyph, Image, LineGeometry, MarkedContent, Metadata, Name, Node,
    NodeId, NodeKind, Own, Page, PageFrame, PageImage, PageList, Raster, Run, Step, Style,
    TagFault, TextSpan, Tree, Walk,
};
