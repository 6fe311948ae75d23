//! The parts of a file in their written form, and their visitor.

/// A number, name, string, array or dictionary that lexical rules check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Atom<'b> {
    /// A number without a decimal point; `None` if it does not fit into 64 bits.
    Integer(Option<i64>),
    Real(f64),
    /// The bytes after the solidus, with escapes unresolved.
    Name(&'b [u8]),
    /// A literal string; its length in bytes after resolving escapes.
    Literal {
        length: usize,
    },
    Hexadecimal {
        digits: usize,
        /// Number of characters that are neither white space nor digits.
        foreign: usize,
    },
    /// An array with this many elements.
    Array(usize),
    /// A dictionary with this many entries.
    Dict(usize),
}

/// The span of `N G obj … endobj`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObjectSpan {
    pub number: u32,
    pub generation: i32,
    /// Byte offset of the object number.
    pub offset: usize,
    /// There is a single white-space character between the numbers and `obj`, and a line end before and
    /// after.
    pub spaced: bool,
    /// Byte range of the object, without its keywords.
    pub body: (usize, usize),
    pub stream: Option<StreamSpan>,
}

/// The span of `stream … endstream`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct StreamSpan {
    /// Byte offset of the keyword.
    pub offset: usize,
    /// CR LF or LF follows the keyword.
    pub opened: bool,
    /// A line end comes before `endstream`.
    pub closed: bool,
    /// `/Length`, resolved.
    pub declared: Option<u64>,
    /// Number of bytes between the keywords, without line ends; `None` if there is only one line end between
    /// them.
    pub real: Option<u64>,
}

/// A cross-reference table (7.5.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct XrefSpan {
    pub offset: usize,
    /// There is exactly one line end between `xref` and the first subsection.
    pub one_line_end: bool,
    /// The headers of all subsections have a single space.
    pub spaced: bool,
}

/// Receives the parts of the file in the order in which they are read.
pub(crate) trait Visitor {
    /// An atom at this offset; it belongs to the object that is reported next.
    fn atom(&mut self, _: Atom<'_>, _offset: usize) {}
    fn object(&mut self, _: ObjectSpan) {}
    fn xref(&mut self, _: XrefSpan) {}
    /// The byte range of the dictionary after `trailer`.
    fn trailer(&mut self, _: (usize, usize)) {}
    /// Resolves an indirect `/Length` of a stream.
    fn length(&self, _number: u32, _generation: i32) -> Option<u64> {
        None
    }
}
