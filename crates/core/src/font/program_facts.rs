//! The facts that an embedded program gives about itself: format, names, licence and embedding rights.

use serde::Serialize;
use skrifa::raw::{FontRef, TableProvider};
use skrifa::string::{LocalizedStrings, StringId};

use super::program::Face;

/// Maximum number of characters kept of a value; licences have some thousand.
const LONGEST: usize = 10_000;

/// A font program as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramFacts {
    /// `Type 1`, `CFF`, `TrueType`, ….
    pub format: &'static str,
    /// Bytes of the decoded program.
    pub bytes: usize,
    pub glyphs: u32,
    pub units_per_em: Option<u32>,
    /// Names, copyright, licence: pairs of a label and its text.
    pub names: Vec<(&'static str, String)>,
    /// The rights to embed the program in a document (`fsType` of OS/2).
    pub embedding: Option<String>,
}

impl Face<'_> {
    /// The facts about the program; `bytes` is its size.
    pub(super) fn facts(&self, bytes: usize) -> ProgramFacts {
        let (format, units_per_em, names, embedding) = match self {
            Self::Type1(program) => {
                let font = program.font();
                let names = font.map(|font| {
                    texts([
                        ("Name", font.name()),
                        ("Full name", font.full_name()),
                        ("Family", font.family_name()),
                        ("Weight", font.weight()),
                        ("Version", font.version()),
                        ("Notice", font.notice()),
                    ])
                });
                let units = font.and_then(|font| u32::try_from(font.upem()).ok());
                ("Type 1", units, names.unwrap_or_default(), None)
            }
            Self::Cff(cff) => {
                let names = cff.font.metadata().map(|meta| {
                    texts([
                        ("Name", meta.name()),
                        ("Full name", meta.full_name()),
                        ("Family", meta.family_name()),
                        ("Weight", meta.weight()),
                        ("Version", meta.version()),
                        ("Notice", meta.notice()),
                        ("Copyright", meta.copyright()),
                    ])
                });
                let format = match cff.font.is_cid() {
                    true => "CFF, CID-keyed",
                    false => "CFF",
                };
                let units = u32::try_from(cff.font.upem()).ok();
                (format, units, names.unwrap_or_default(), None)
            }
            Self::Sfnt { font, cff } => {
                let format = match cff {
                    Some(_) => "OpenType (CFF)",
                    None => "TrueType",
                };
                let units = font.head().ok().map(|head| u32::from(head.units_per_em()));
                let embedding = font.os2().ok().map(|os2| embedding(os2.fs_type()));
                (format, units, name_table(font), embedding)
            }
        };
        ProgramFacts {
            format,
            bytes,
            glyphs: self.glyph_count(),
            units_per_em,
            names,
            embedding,
        }
    }
}

fn texts<const N: usize>(texts: [(&'static str, Option<&str>); N]) -> Vec<(&'static str, String)> {
    let given = texts.into_iter().filter_map(|(what, text)| {
        let text: String = text?.chars().take(LONGEST).collect();
        (!text.is_empty()).then_some((what, text))
    });
    given.collect()
}

/// The strings of the name table, in English if available.
fn name_table(font: &FontRef<'_>) -> Vec<(&'static str, String)> {
    const NAMES: [(&str, StringId); 14] = [
        ("Name", StringId::POSTSCRIPT_NAME),
        ("Full name", StringId::FULL_NAME),
        ("Family", StringId::FAMILY_NAME),
        ("Style", StringId::SUBFAMILY_NAME),
        ("Version", StringId::VERSION_STRING),
        ("Copyright", StringId::COPYRIGHT_NOTICE),
        ("Trademark", StringId::TRADEMARK),
        ("Manufacturer", StringId::MANUFACTURER),
        ("Vendor", StringId::VENDOR_URL),
        ("Designer", StringId::DESIGNER),
        ("Designer's page", StringId::DESIGNER_URL),
        ("Description", StringId::DESCRIPTION),
        ("Licence", StringId::LICENSE_DESCRIPTION),
        ("Licence page", StringId::LICENSE_URL),
    ];
    let named = NAMES.into_iter().filter_map(|(what, id)| {
        let string = LocalizedStrings::new(font, id).english_or_first()?;
        let text: String = string.chars().take(LONGEST).collect();
        let text = text.trim();
        (!text.is_empty()).then(|| (what, text.to_owned()))
    });
    named.collect()
}

/// Describes `fsType` in words (OpenType, OS/2).
fn embedding(fs_type: u16) -> String {
    let mut said = match fs_type & 0xF {
        0 => "installable",
        2 => "restricted: not to be embedded without the owner's permission",
        4 => "preview and print",
        8 => "editable",
        _ => "unclear",
    }
    .to_owned();
    if fs_type & 0x100 != 0 {
        said.push_str(", no subsets");
    }
    if fs_type & 0x200 != 0 {
        said.push_str(", bitmaps only");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_are_said_in_words() {
        assert_eq!(embedding(0), "installable");
        assert_eq!(embedding(0x104), "preview and print, no subsets");
        assert!(embedding(2).starts_with("restricted"));
    }
}
