//! The parts of a simple font from which its codes are read.

use super::descriptor::Descriptor;
use super::encoding::Encoding;
use super::program::Face;
use super::standard14::Standard;
use super::to_unicode::ToUnicode;

/// The parts of a font from which its codes are read.
pub(super) struct Source<'s> {
    /// Without a subset tag.
    pub name: &'s str,
    /// Whether `Subtype` is `TrueType`; the program's kind overrules it.
    pub truetype: bool,
    pub type3: bool,
    pub descriptor: &'s Descriptor,
    pub encoding: &'s Encoding<'s>,
    pub to_unicode: Option<&'s ToUnicode>,
    /// Whether the font has a `ToUnicode` entry, even if it is unusable.
    pub has_to_unicode: bool,
    pub face: Option<&'s Face<'s>>,
    pub standard: Option<Standard>,
    /// The standard font that gives widths if nothing else does.
    pub substitute: Standard,
    /// `Widths`, in text space.
    pub widths: [Option<f32>; 256],
}

impl Source<'_> {
    /// The width of a code in the dictionary, in text space.
    pub(super) fn given_width(&self, code: u8) -> Option<f32> {
        self.widths.get(usize::from(code)).copied().flatten()
    }
}

/// The source of the name of a code's glyph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Origin {
    /// From `Differences`.
    Difference,
    /// From an encoding that the file names or the standard prescribes.
    Encoding,
    /// From the program's own encoding.
    Program,
    /// From an encoding that is assumed without evidence.
    Assumed,
}
