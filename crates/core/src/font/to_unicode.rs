//! The `ToUnicode` entry of a font dictionary (ISO 32000-1, 9.10.3): reads it, checks it, and gives the text
//! of codes.

use super::cmap::CMap;
use super::predefined::Predefined;
use super::text::{CodeText, is_text};
use super::to_unicode_check::{self, Fault};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::page::Decoding;
use crate::pdf::{Dict, Object};

/// Maps character codes to text.
#[derive(Debug)]
pub(super) enum ToUnicode {
    CMap(Box<CMap>),
    /// A named CMap that gives Unicode: `Adobe-Japan1-UCS2`.
    Predefined(&'static Predefined),
    /// The name `Identity-H`: the codes are claimed to be Unicode.
    Identity,
}

/// The entry of a code in `ToUnicode`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Said<'f> {
    /// Its text.
    Text(CodeText<'f>),
    /// A fallback if no other source has a text: a private use character of the writer's font, or a code that
    /// may be Unicode.
    Perhaps(CodeText<'f>, Decoding),
    Nothing,
}

impl ToUnicode {
    pub(super) fn read(font: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> Option<Self> {
        match font.get::<Object<'_>>("ToUnicode")? {
            Object::Stream(stream) => {
                let mut cmap = CMap::read(&stream, budget, warnings);
                match to_unicode_check::fault(&cmap) {
                    Some(Fault::Swapped) => cmap.swap_bytes(),
                    Some(Fault::OneCharacter(c)) => {
                        let text = format!(
                            "its ToUnicode map gives {c:?} for nearly all codes, and is not used"
                        );
                        let id = stream.obj_id();
                        let warning = Diagnostic::new(DiagnosticKind::Font, text);
                        warnings.push(warning.in_object(id.obj_number, id.gen_number));
                        return None;
                    }
                    None => {}
                }
                cmap.has_text().then(|| Self::CMap(Box::new(cmap)))
            }
            Object::Name(name) if name.starts_with(b"Identity") => Some(Self::Identity),
            Object::Name(name) => Predefined::named(&name).map(Self::Predefined),
            _ => None,
        }
    }

    /// Whether it maps every code to itself.
    pub(super) fn repeats_codes(&self) -> bool {
        match self {
            Self::CMap(cmap) => to_unicode_check::repeats_codes(cmap),
            Self::Predefined(_) => false,
            Self::Identity => true,
        }
    }

    /// The entry of a code of `len` bytes.
    pub(super) fn text(&self, code: u32, len: usize) -> Said<'_> {
        let text = match self {
            Self::CMap(cmap) => cmap.text(code, len),
            Self::Predefined(cmap) => cmap.text_of_cid(code),
            Self::Identity => {
                let c = char::from_u32(code).filter(|&c| is_text(c));
                return c.map_or(Said::Nothing, |c| {
                    Said::Perhaps(CodeText::Char(c), Decoding::Guess)
                });
            }
        };
        match text {
            None => Said::Nothing,
            Some(text) if text.is_private() => Said::Perhaps(text, Decoding::ToUnicode),
            Some(text) => Said::Text(text),
        }
    }
}
