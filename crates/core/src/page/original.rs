//! A page of a PDF as it is written, so that it can be written again with marked content. Values of dictionaries are
//! in PDF syntax.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::geometry::{Matrix, Point, Rect};

/// The keys and values of a dictionary, both as bytes of PDF syntax; the keys have no slash.
pub type Entries = Vec<(Vec<u8>, Vec<u8>)>;

/// The dictionary with these entries.
pub fn dictionary(entries: &Entries) -> Vec<u8> {
    let mut out = b"<<".to_vec();
    for (key, value) in entries {
        write_name(key, &mut out);
        out.push(b' ');
        out.extend(value);
    }
    out.extend(b">>");
    out
}

/// Writes a name (7.3.5).
pub fn write_name(name: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for &byte in name {
        if byte.is_ascii_graphic() && !b"#()<>[]{}/%".contains(&byte) {
            out.push(byte);
        } else {
            out.extend(format!("#{byte:02X}").bytes());
        }
    }
}

/// Number and generation of an object.
pub type ObjectNumber = (u32, i32);

/// A file that is continued by an incremental update (ISO 32000-1, 7.5.6).
#[derive(Clone)]
pub struct OriginalFile {
    /// The whole file.
    pub bytes: Arc<dyn AsRef<[u8]> + Send + Sync>,
    /// The first object number that is not used.
    pub next: u32,
    /// The offset of its last cross-reference section.
    pub last_table: usize,
    /// Whether that section is a table rather than a stream.
    pub is_table: bool,
    pub catalog: ObjectNumber,
    /// The entries of the catalog, without its viewer preferences.
    pub catalog_entries: Entries,
    pub viewer_preferences: Entries,
    /// The XMP packet of its metadata.
    pub xmp: Option<String>,
    /// `Info` of the trailer.
    pub info: Option<ObjectNumber>,
    /// The first string of `ID` of the trailer.
    pub id: Option<Vec<u8>>,
}

impl fmt::Debug for OriginalFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OriginalFile").finish_non_exhaustive()
    }
}

/// A page.
#[derive(Clone, Debug)]
pub struct OriginalPage {
    pub object: ObjectNumber,
    /// The entries of its dictionary, without those that are written anew.
    pub entries: Entries,
    /// Its resources, without external objects.
    pub resources: Entries,
    /// The external objects of its resources.
    pub external: Entries,
    /// The matrix from page space to user space.
    pub to_user: Matrix,
    pub content: OriginalContent,
    /// The forms that the page draws, once for each time.
    pub forms: Vec<OriginalForm>,
    pub annotations: Vec<OriginalAnnotation>,
    /// The fonts without `ToUnicode` that the page uses.
    pub fonts: Vec<OriginalFont>,
}

/// A font without `ToUnicode` (9.10.3).
#[derive(Clone, Debug)]
pub struct OriginalFont {
    pub object: ObjectNumber,
    /// The entries of its dictionary.
    pub entries: Entries,
    pub texts: CodeTexts,
}

/// The texts of codes, by the length of a code in bytes and its value.
pub type CodeTexts = BTreeMap<(u8, u32), String>;

/// A form XObject.
#[derive(Clone, Debug)]
pub struct OriginalForm {
    /// The entries of its dictionary, without those that are written anew.
    pub entries: Entries,
    pub resources: Entries,
    pub external: Entries,
    pub content: OriginalContent,
}

/// An annotation (12.5).
#[derive(Clone, Debug)]
pub struct OriginalAnnotation {
    /// `None` for a direct object.
    pub object: Option<ObjectNumber>,
    pub kind: AnnotationKind,
    /// Its area in page space.
    pub bbox: Rect,
    /// The entries of its dictionary, without `StructParent`.
    pub entries: Entries,
}

/// The kind of an annotation, as far as the structure tree distinguishes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    /// A link, with its address if it leaves the document.
    Link(Option<String>),
    /// A field of a form.
    Widget,
    Other,
    /// It belongs to another one, or is hidden.
    Silent,
}

/// A content stream with its operators.
#[derive(Clone, Debug, Default)]
pub struct OriginalContent {
    pub data: Vec<u8>,
    pub operations: Vec<Operation>,
}

/// An operator with its operands.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The bytes from its first operand to its end.
    pub range: Range<usize>,
    pub kind: OperationKind,
}

#[derive(Clone, Debug)]
pub enum OperationKind {
    /// It paints nothing, and may be inside or outside of text objects.
    State,
    BeginText,
    EndText,
    /// It begins or extends a path, or clips.
    Construct,
    /// It ends a path without painting it.
    EndPath,
    PaintPath,
    /// It draws an image or a shading with this box.
    Paint(Rect),
    /// It draws the form with this index.
    Form(usize),
    Text(TextOperation),
    /// It begins a marked-content sequence.
    BeginMarked(SequenceKind),
    EndMarked(SequenceKind),
}

/// The kind of a marked-content sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceKind {
    /// It is left out, because new sequences replace it.
    Replaced,
    /// A layer, which contains new sequences.
    Layer,
    /// A replacement text, which is in one new sequence.
    Text,
}

/// An operator that shows text.
#[derive(Clone, Debug, Default)]
pub struct TextOperation {
    /// For `'` and `"`: the operators that have the same effect before the text is shown.
    pub before: String,
    /// The decoded strings, one behind the other.
    pub codes: Vec<u8>,
    pub pieces: Vec<TextPiece>,
    /// Whether the text is invisible.
    pub invisible: bool,
}

/// An element of the array of `TJ`.
#[derive(Clone, Debug)]
pub enum TextPiece {
    /// A movement in thousandths of the em.
    Move(f64),
    /// A code of this length in bytes, and the place of its glyph if that is known.
    Code(u8, Option<GlyphPlace>),
}

/// The place at which a glyph begins, by which it is found again on the page that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlyphPlace([u32; 2]);

impl GlyphPlace {
    /// The place of a glyph with this origin.
    pub fn of(origin: Point) -> Self {
        // Adding zero makes both zeros equal.
        Self([origin.x, origin.y].map(|v| (v + 0.0).to_bits()))
    }
}
