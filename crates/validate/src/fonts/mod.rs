//! Rules about the fonts that show text: dictionaries, font programs and glyphs (ISO 19005-1, 6.3; ISO
//! 19005-2, 6.2.11; ISO 19005-4, 6.2.10; ISO 14289-1, 7.21; ISO 14289-2, 8.4.5).

mod cmap;
mod dictionary;
mod glyph;
mod subset;
mod truetype;
mod used;

use std::collections::{HashMap, HashSet};

use super::entries::{Identity, entry};
use super::names::NAMES;
use super::rule::catalogue;
use super::run::{Run, Where};
use super::tagging::Tagging;
use dictionary::{FONT, FontFacts, has_differences, is_plain};
use glyph::{GLYPH, GlyphUse};
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::font::Inspection;
use pdfa2hocr_core::pdf::{Dict, ObjectIdentifier, Stream, name_of};
use truetype::{ENCODING, SYMBOLIC, TRUETYPE, TrueTypeFacts};
use used::{Used, descendant};

/// The mode, tagging and place of a shown string.
#[derive(Clone, Copy)]
pub(super) struct Showing {
    /// The text rendering mode (`Tr`).
    pub mode: u8,
    pub tagging: Tagging,
    pub place: Where,
}

/// The fonts in use, each opened once.
#[derive(Default)]
pub(super) struct Fonts<'d> {
    used: HashMap<Identity, Used<'d>>,
}

impl<'d> Fonts<'d> {
    /// Checks the codes of a string, each once, and a font on its first use. Returns the glyph procedures of
    /// a Type 3 font on its first use.
    pub(super) fn show(
        &mut self,
        run: &mut Run<'_>,
        dict: &Dict<'d>,
        string: &[u8],
        shown: Showing,
    ) -> Vec<Stream<'d>> {
        let rendered = shown.mode != 3;
        let used = self.used.entry(Identity::of(dict)).or_insert_with(|| {
            let inspection = Inspection::read(dict, run.budget);
            Used {
                dict: dict.clone(),
                has_exact_widths: inspection.has_exact_widths(),
                inspection,
                name: name_of(dict, "BaseFont").unwrap_or_default(),
                embedded: is_embedded(dict),
                invisible: true,
                codes: HashSet::new(),
            }
        });
        if used.codes.is_empty() || (rendered && used.invisible) {
            check_font(run, dict, &used.inspection, rendered, used.codes.is_empty());
            used.invisible = !rendered;
        }
        let mut procedures = Vec::new();
        if used.codes.is_empty()
            && let Some(all) = dict.get::<Dict<'d>>("CharProcs")
        {
            let mut names: Vec<_> = all.keys().collect();
            names.compact_sort_by(|a, b| a.as_ref().cmp(b.as_ref()));
            procedures.extend(
                names
                    .iter()
                    .filter_map(|n| all.get::<Stream<'d>>(n.as_ref())),
            );
        }
        for mut glyph in used.inspection.glyphs(string) {
            // The glyphs of a program that is damaged, or in a font file of the wrong kind, are unknown.
            let is_known =
                used.embedded && used.inspection.has_intact_program() || used.inspection.is_type3();
            if used.inspection.has_program() && !is_known {
                (glyph.present, glyph.program_width) = (None, None);
                glyph.notdef &= used.inspection.is_simple();
            }
            // The widths of Type 1 and CFF programs are fixed-point numbers.
            if !used.has_exact_widths {
                glyph.program_width = glyph.program_width.map(whole);
            }
            if !used
                .codes
                .insert((glyph.code, glyph.len, (rendered, shown.tagging)))
            {
                continue;
            }
            let facts = GlyphUse {
                font: used.name.clone(),
                rendered,
                tagging: shown.tagging,
                drawn: used.inspection.is_type3(),
                glyph,
            };
            run.check(GLYPH, &facts, shown.place);
        }
        procedures
    }

    /// The glyph procedure of a code in a Type 3 font that was shown.
    pub(super) fn procedure(&self, font: &Dict<'d>, code: u8) -> Option<ObjectIdentifier> {
        let used = self.used.get(&Identity::of(font))?;
        let name = used.inspection.glyph_name(u32::from(code))?;
        let procedures = font.get::<Dict<'d>>("CharProcs")?;
        Some(procedures.get::<Stream<'_>>(name.as_bytes())?.obj_id())
    }

    /// Checks rules that need all text.
    pub(super) fn finish(&self, run: &mut Run<'_>) {
        let mut used: Vec<&Used<'d>> = self.used.values().collect();
        used.compact_sort_by_key(|u| {
            (
                u.dict.obj_id().map(|id| id.obj_number),
                Identity::of(&u.dict),
            )
        });
        for font in used {
            subset::check(run, font);
        }
    }
}

/// Whether a dictionary has the Subtype of a font.
pub(super) fn is_font(dict: &Dict<'_>) -> bool {
    let subtype = name_of(dict, "Subtype");
    let known = ["Type0", "Type1", "MMType1", "TrueType", "Type3"];
    subtype.is_some_and(|subtype| known.contains(&subtype.as_str()))
}

/// A width without the error of a fixed-point number close to a whole one.
fn whole(width: f32) -> f32 {
    let whole = width.round();
    if (width - whole).abs() < 0.03 {
        whole
    } else {
        width
    }
}

/// Whether a font, or its CIDFont, has a font file of its kind.
fn is_embedded(font: &Dict<'_>) -> bool {
    let descendant = descendant(font);
    let described = descendant.as_ref().unwrap_or(font);
    FontFacts::read(described, true, descendant.is_some()).embedded
}

/// Whether this is a Type 0 font without a CIDFont.
fn lacks_descendant(font: &Dict<'_>) -> bool {
    name_of(font, "Subtype").as_deref() == Some("Type0") && descendant(font).is_none()
}

/// Checks the dictionary and the program of a font. `first` is false if the font was checked before as one of
/// invisible text.
fn check_font(
    run: &mut Run<'_>,
    dict: &Dict<'_>,
    inspection: &Inspection<'_>,
    rendered: bool,
    first: bool,
) {
    if lacks_descendant(dict) {
        // Nothing else is known about such a font.
        let mut facts = FontFacts::read(&Dict::default(), rendered, false);
        facts.subtype = "Type0".into();
        run.check(FONT, &facts, dict);
        return cmap::check(run, dict, &Dict::default());
    }
    let descendant = descendant(dict);
    for (dict, is_descendant) in
        std::iter::once((dict, false)).chain(descendant.iter().map(|dict| (dict, true)))
    {
        let mut facts = FontFacts::read(dict, rendered, is_descendant);
        facts.embedded &= inspection.has_intact_program();
        run.check(FONT, &facts, dict);
        if let Some(name) = &facts.name {
            run.check(NAMES, name, dict);
        }
    }
    if !first {
        return;
    }
    let facts = FontFacts::read(dict, rendered, false);
    if facts.subtype == "TrueType" {
        let maps = inspection.character_maps();
        let has_program = maps.is_some() && inspection.has_intact_program();
        let facts = TrueTypeFacts {
            name: facts.name.clone().unwrap_or_default(),
            symbolic: facts.symbolic,
            maps: maps.unwrap_or_default(),
            plain: is_plain(dict),
            encoding: match dict.get::<Dict<'_>>("Encoding") {
                Some(encoding) => entry(&encoding, "BaseEncoding"),
                None => entry(dict, "Encoding"),
            },
            differences: has_differences(dict),
            listed: inspection.differences_are_listed(dict),
        };
        run.check(ENCODING, &facts, dict);
        if has_program {
            run.check(TRUETYPE, &facts, dict);
            run.check(SYMBOLIC, &facts, dict);
        }
    }
    if let Some(descendant) = &descendant {
        cmap::check(run, dict, descendant);
    }
}

catalogue![; dictionary, truetype, subset, cmap, glyph];
