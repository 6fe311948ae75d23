//! Content streams to positioned glyphs, images, ruled lines and marked content.
//!
//! Here coordinates are turned over once and for all: what comes out is in page space (points,
//! origin at the top left of the page as it is shown), after the crop box, `/Rotate` and
//! `/UserUnit`.

mod actual_text;
mod annotation;
mod axes;
mod colour;
mod field;
mod glyphless;
mod interpreter;
mod letterspacing;
mod marked;
pub(crate) mod operators;
mod path;
mod soft_hyphens;
mod state;
mod text;
mod visibility;
pub(crate) mod watch;
mod xobject;

use std::collections::BTreeMap;

use crate::budget::Budget;
use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::font::Fonts;
use crate::model::{Content, Decoding};
use crate::pdf::Page;
use crate::pdf::lexer::name;

use interpreter::Interpreter;
use state::PageFont;

pub(crate) use actual_text::{known, note_contradiction, replace_text, stand_in};
pub use visibility::Shown;
use watch::Watch;

/// Everything that is drawn on a page, in drawing order: its content, then its annotations.
/// Text that cannot be seen is left out, unless [`Shown::all_text`] wants it: what lies off the page,
/// is clipped away, white on white, or in a hidden layer. Text that is there to be found, as that
/// of a scan's layer is (render mode 3), stays.
pub fn read(
    page: &Page<'_>,
    fonts: &Fonts,
    shown: Shown<'_>,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Content {
    carry_out(page, fonts, shown, budget, warnings, None)
}

/// The same, with someone who looks on.
pub(crate) fn watch(
    page: &Page<'_>,
    fonts: &Fonts,
    shown: Shown<'_>,
    budget: &Budget,
    warnings: &mut Warnings,
    watch: &mut dyn Watch,
) {
    carry_out(page, fonts, shown, budget, warnings, Some(watch));
}

fn carry_out(
    page: &Page<'_>,
    fonts: &Fonts,
    shown: Shown<'_>,
    budget: &Budget,
    warnings: &mut Warnings,
    watch: Option<&mut dyn Watch>,
) -> Content {
    let data = page.content(budget, warnings);
    let (content, fonts) = {
        let mut interpreter = Interpreter::new(page, fonts, shown, budget, warnings);
        if let Some(watch) = watch {
            interpreter.watch = Some(watch);
        }
        // Room for all but a few pages; what is not used of it costs nothing.
        let likely = (data.len() / 2).min(1 << 13);
        interpreter.out.glyphs.reserve(likely);
        interpreter.out.text.reserve(likely);
        operators::run(&mut interpreter, &data, page.resources());
        annotation::draw(&mut interpreter, page);
        let fonts = interpreter.take_fonts();
        (interpreter.finish(), fonts)
    };
    report_unknown(&content, &fonts, warnings);
    content
}

/// One warning a font with characters that have no Unicode value, and no text in place of them.
fn report_unknown(content: &Content, fonts: &[(Vec<u8>, PageFont)], warnings: &mut Warnings) {
    let mut unknown: BTreeMap<u32, usize> = BTreeMap::new();
    for glyph in &content.glyphs {
        if glyph.decoding == Decoding::Unknown {
            let run = content.runs.get(glyph.run as usize);
            *unknown.entry(run.map_or(0, |run| run.font)).or_default() += 1;
        }
    }
    for (font, count) in unknown {
        let used = fonts.iter().find(|(_, used)| used.index == font);
        let font = match (used, content.fonts.get(font as usize)) {
            (Some((key, used)), _) => used.font.label(&name(key), None),
            // Set by a graphics state.
            (None, facts) => format!("font {}", facts.map_or("", |f| &f.name)),
        };
        warnings.push(Diagnostic::new(
            DiagnosticKind::Unicode,
            format!(
                "{} of {font} {} no Unicode value and {} written as U+FFFD",
                counted(count, "character"),
                verb(count, "has", "have"),
                verb(count, "is", "are")
            ),
        ));
    }
}
