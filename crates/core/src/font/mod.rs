//! Reads font dictionaries and gives the text, width and style of the codes of a string (ISO 32000-1, clause
//! 9).
//!
//! [`Font::read`] opens the descriptor and the program, follows the encoding, and stores the facts about
//! every code; [`Font::codes`] only looks them up. Text is found in the order of 9.10.2:
//!
//! 1. the `ToUnicode` CMap (`to_unicode`, `cmap`), unless it is plainly wrong (`to_unicode_check`), or has
//!    less of a ligature than its name (`ligature_names`);
//! 2. the encoding: glyph names of simple fonts through the Adobe Glyph List (`simple`, `encoding`,
//!    `glyph_names`), predefined CMaps and character collections of composite fonts (`composite`,
//!    `predefined`);
//! 3. the embedded program's own names and character maps (`program`, `type1`);
//! 4. an assumed encoding or order of glyphs (`glyph_order`, `letter_widths`, `bare_codes`, `two_maps`),
//!    marked as [`Decoding::Guess`], or U+FFFD, marked as [`Decoding::Unknown`].

mod bare_codes;
mod base_encoding;
mod cff;
mod cmap;
mod code_names;
mod composite;
mod data;
mod descriptor;
mod em;
mod encoding;
mod extents;
mod fonts;
mod glyph_names;
mod glyph_order;
mod inspect;
mod inspect_simple;
mod late_widths;
mod letter_widths;
mod ligature_names;
mod outline;
mod predefined;
mod program;
mod program_facts;
mod program_style;
mod ranges;
mod raw_to_unicode;
mod simple;
mod source;
mod standard14;
mod style;
mod tex_codes;
mod tex_maths;
mod text;
mod to_unicode;
mod to_unicode_check;
mod two_maps;
mod type1;
mod type1_work;
mod type3;
mod widths;

use std::borrow::Cow;
use std::sync::Arc;

use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::page::{Decoding, FontFacts};
use crate::pdf::{Array, Dict, Name};

use composite::Composite;
use descriptor::Descriptor;
use encoding::Encoding;
use extents::Extents;
pub use fonts::Fonts;
pub use inspect::GlyphFacts;
pub use inspect::Inspection;
pub use outline::Outline;
pub use predefined::collection_of_cmap;
use program::{Face, Program};
pub use program_facts::ProgramFacts;
use simple::Simple;
use source::Source;
use standard14::Standard;
pub use standard14::is_standard_14;
pub(crate) use style::facts_of_name;
pub use text::CodeText;
pub(crate) use text::is_text;
use to_unicode::ToUnicode;
use type3::{GlyphSpace, Type3};
pub(crate) use widths::Vertical;

/// Whether it is the name of one of the 14 standard fonts (9.6.2.2).
pub fn is_standard(name: &str) -> bool {
    standard14::Standard::named(name).is_some()
}

/// A font: the texts and widths of its codes, and its style.
#[derive(Debug)]
pub struct Font {
    facts: Arc<FontFacts>,
    type3: Option<DrawnGlyphs>,
    ascent: f32,
    descent: f32,
    extents: Extents,
    codes: Codebook,
}

/// The placement of the glyphs of a Type 3 font in text space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnGlyphs {
    /// The height of the em, in text space.
    pub em: f32,
    /// Whether glyph space, and the text shown with it, runs to the left in text space.
    pub backwards: bool,
}

/// The text and width of each code.
#[derive(Debug)]
enum Codebook {
    Simple(Simple),
    Composite(Box<Composite>),
}

impl Font {
    /// Reads a font dictionary. Missing or wrong entries are replaced by the next best source; broken ones
    /// give a warning.
    pub fn read(dict: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> Self {
        let subtype = dict.get::<Name<'_>>("Subtype");
        let subtype: &[u8] = subtype.as_deref().unwrap_or_default();
        let descendant = dict
            .get::<Array<'_>>("DescendantFonts")
            .and_then(|fonts| fonts.iter::<Dict<'_>>().next());
        let mut font = match (subtype, descendant) {
            (b"Type3", _) => Self::type3(dict, budget, warnings),
            (_, Some(descendant)) => Self::composite(dict, &descendant, budget, warnings),
            (b"Type0", None) => {
                let mut warning =
                    Diagnostic::new(DiagnosticKind::Font, "a composite font without a CIDFont");
                if let Some(id) = dict.obj_id() {
                    warning = warning.in_object(id.obj_number, id.gen_number);
                }
                warnings.push(warning);
                Self::composite(dict, &Dict::empty(), budget, warnings)
            }
            _ => Self::simple(dict, subtype == b"TrueType", budget, warnings),
        };
        if let Some(facts) = Arc::get_mut(&mut font.facts) {
            facts.object = dict.obj_id().map(|id| (id.obj_number, id.gen_number));
        }
        font
    }

    /// Type 1 and TrueType fonts (9.6.2, 9.6.3).
    fn simple(dict: &Dict<'_>, truetype: bool, budget: &Budget, warnings: &mut Warnings) -> Self {
        let descriptor_dict = dict.get::<Dict<'_>>("FontDescriptor").unwrap_or_default();
        let descriptor = Descriptor::read(&descriptor_dict);
        let program = Program::read(&descriptor_dict, budget, warnings);
        let face = program.as_ref().and_then(Program::face);
        let facts = facts(dict, &descriptor, face.as_ref());
        let standard = Standard::named(&facts.name);
        let (simple, extents) = Simple::read(&Source {
            name: &facts.name,
            truetype,
            type3: false,
            descriptor: &descriptor,
            encoding: &Encoding::read(dict),
            to_unicode: ToUnicode::read(dict, budget, warnings).as_ref(),
            has_to_unicode: dict.contains_key("ToUnicode"),
            face: face.as_ref(),
            standard,
            substitute: Standard::like(facts.serif, facts.monospace, facts.bold, facts.italic),
            widths: widths::simple(dict, 0.001),
        });
        let (ascent, descent) = descriptor.ascent_descent(face.as_ref(), standard);
        Self {
            facts: Arc::new(facts),
            type3: None,
            ascent,
            descent,
            extents,
            codes: Codebook::Simple(simple),
        }
    }

    /// Type 3 fonts (9.6.5).
    fn type3(dict: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> Self {
        let space = GlyphSpace::of(dict);
        let descriptor_dict = dict.get::<Dict<'_>>("FontDescriptor").unwrap_or_default();
        let mut descriptor = Descriptor::read(&descriptor_dict);
        descriptor.scale_stem(space.across().abs());
        let mut facts = facts(dict, &descriptor, None);
        let widths = widths::simple(dict, space.across());
        let width = |code: u8| widths.get(usize::from(code)).copied().flatten();
        facts.monospace |= letter_widths::are_those_of_a_typewriter(width);
        let encoding = Encoding::read(dict);
        let (simple, _) = Simple::read(&Source {
            name: &facts.name,
            truetype: false,
            type3: true,
            descriptor: &descriptor,
            encoding: &encoding,
            to_unicode: ToUnicode::read(dict, budget, warnings).as_ref(),
            has_to_unicode: dict.contains_key("ToUnicode"),
            face: None,
            standard: None,
            substitute: Standard::Helvetica,
            widths,
        });
        let text = |code| {
            let (text, _, width) = simple.get(code);
            (text, width)
        };
        let measures = Type3::read(dict, space, &encoding, text, budget, warnings);
        let extents = Extents::of_type3(dict, space, &encoding, text, budget, warnings);
        Self {
            facts: Arc::new(facts),
            type3: Some(DrawnGlyphs {
                em: measures.em,
                backwards: space.across() < 0.0,
            }),
            ascent: measures.ascent,
            descent: measures.descent,
            extents,
            codes: Codebook::Simple(simple),
        }
    }

    /// Type 0 fonts (9.7).
    fn composite(
        dict: &Dict<'_>,
        descendant: &Dict<'_>,
        budget: &Budget,
        warnings: &mut Warnings,
    ) -> Self {
        let descriptor_dict = descendant
            .get::<Dict<'_>>("FontDescriptor")
            .unwrap_or_default();
        let descriptor = Descriptor::read(&descriptor_dict);
        let program = Program::read(&descriptor_dict, budget, warnings);
        let face = program.as_ref().and_then(Program::face);
        // The CIDFont's name does not end with the name of a CMap.
        let named = if descendant.contains_key("BaseFont") {
            descendant
        } else {
            dict
        };
        let facts = facts(named, &descriptor, face.as_ref());
        let standard = Standard::named(&facts.name);
        let (ascent, descent) = descriptor.ascent_descent(face.as_ref(), standard);
        let composite =
            Composite::read(dict, descendant, face.as_ref(), standard, budget, warnings);
        Self {
            facts: Arc::new(facts),
            type3: None,
            ascent,
            descent,
            extents: Extents::default(),
            codes: Codebook::Composite(Box::new(composite)),
        }
    }

    /// Name, family and style.
    pub fn facts(&self) -> &Arc<FontFacts> {
        &self.facts
    }

    /// The font's name in warnings: `font Helvetica`. A font without a name, such as Type 3, gets its
    /// resource key, and its object unless `place` already gives it: `Type 3 font /F3 (object 12)`.
    pub fn label(&self, key: &[u8], place: Option<(u32, i32)>) -> String {
        let what = if self.type3.is_some() {
            "Type 3 font"
        } else {
            "font"
        };
        if !self.facts.name.is_empty() {
            return format!("{what} {}", self.facts.name);
        }
        let mut label = match key {
            [] => format!("{what} without a name"),
            key => format!("{what} /{}", String::from_utf8_lossy(key)),
        };
        if let Some((number, _)) = self.facts.object.filter(|&object| place != Some(object)) {
            label.push_str(&format!(" (object {number})"));
        }
        label
    }

    /// Whether text in this font runs downwards: writing mode 1 (9.7.4.3).
    pub fn vertical(&self) -> bool {
        match &self.codes {
            Codebook::Simple(_) => false,
            Codebook::Composite(composite) => composite.is_vertical(),
        }
    }

    /// Height of letters over the baseline, in text space (1 = the em). Never 0: a default replaces
    /// implausible values. In a Type 3 font the em may not be 1; this is then the top of its box in text
    /// space.
    pub fn ascent(&self) -> f32 {
        self.ascent
    }

    /// Depth of letters under the baseline, in text space: negative, except in unusual Type 3 fonts.
    pub fn descent(&self) -> f32 {
        self.descent
    }

    /// The placement of glyphs in text space, if the matrices of the page do not suffice (Type 3).
    pub fn drawn_glyphs(&self) -> Option<DrawnGlyphs> {
        self.type3
    }

    /// Start and end of a letter that is drawn without moving the pen, along the line in text space.
    pub fn extent(&self, code: u32) -> Option<[f32; 2]> {
        self.extents.get(u8::try_from(code).ok()?)
    }

    /// The codes of a string that is shown in this font.
    pub fn codes<'f>(&'f self, string: &'f [u8]) -> Codes<'f> {
        Codes {
            font: self,
            rest: string,
        }
    }
}

/// Name and style of a font dictionary.
fn facts(dict: &Dict<'_>, descriptor: &Descriptor, face: Option<&Face<'_>>) -> FontFacts {
    let name = ["BaseFont", "Name"]
        .iter()
        .find_map(|key| dict.get::<Name<'_>>(key));
    let name = name.as_deref().map(String::from_utf8_lossy);
    let name = name.or_else(|| descriptor.name.as_deref().map(Cow::Borrowed));
    let program = face.map(Face::style).unwrap_or_default();
    style::facts(&name.unwrap_or_default(), descriptor, program)
}

/// One code of a string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Code<'f> {
    pub code: u32,
    /// Its length in the string, in bytes.
    pub len: u8,
    /// U+FFFD if it is not known.
    pub text: CodeText<'f>,
    pub decoding: Decoding,
    /// The horizontal displacement `w0`, in text space (1 = the em); also in vertical fonts.
    pub width: f32,
    /// The placement of the glyph in a font for vertical writing.
    pub vertical: Option<Vertical>,
    /// "Word spacing shall be applied to every occurrence of the single-byte character code 32"
    /// (9.3.3).
    pub word_space: bool,
}

/// Iterates over the codes of a string; made by [`Font::codes`].
#[derive(Clone, Debug)]
pub struct Codes<'f> {
    font: &'f Font,
    rest: &'f [u8],
}

impl<'f> Iterator for Codes<'f> {
    type Item = Code<'f>;

    #[inline]
    fn next(&mut self) -> Option<Code<'f>> {
        match &self.font.codes {
            Codebook::Simple(simple) => {
                let (&code, rest) = self.rest.split_first()?;
                self.rest = rest;
                let (text, decoding, width) = simple.get(code);
                Some(Code {
                    code: u32::from(code),
                    len: 1,
                    text,
                    decoding,
                    width,
                    vertical: None,
                    word_space: code == 32,
                })
            }
            Codebook::Composite(composite) => {
                let (code, rest) = composite_code(composite, self.rest)?;
                self.rest = rest;
                Some(code)
            }
        }
    }
}

/// The first code of a string in a composite font, and the rest of the string. Not inlined, so that the code
/// for simple fonts is short enough to inline into loops.
#[inline(never)]
fn composite_code<'f>(font: &'f Composite, string: &'f [u8]) -> Option<(Code<'f>, &'f [u8])> {
    let (code, len) = font.code(string)?;
    let cid = font.cid(code, len);
    let (text, decoding) = font.text(code, len, cid);
    let width = font.width(cid);
    let code = Code {
        code,
        len: len as u8,
        text,
        decoding,
        width,
        vertical: font.vertical(cid, width),
        word_space: len == 1 && code == 32,
    };
    Some((code, string.get(len..).unwrap_or_default()))
}

#[cfg(test)]
mod tests;
