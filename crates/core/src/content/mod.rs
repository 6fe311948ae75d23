//! Reads content streams into positioned glyphs, images, ruled lines and marked content.
//!
//! The result is in page space (points, origin at the top left of the displayed page). The crop box,
//! `/Rotate` and `/UserUnit` are already applied.

mod actual_text;
mod annotation;
mod axes;
mod colour;
mod execute;
mod field;
mod glyphless;
mod ground;
mod interpreter;
mod letterspacing;
mod marked;
pub mod operators;
mod paint;
mod path;
mod report;
mod soft_hyphens;
mod state;
mod text;
mod visibility;
pub mod watch;
mod xobject;

use std::collections::BTreeMap;

use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::font::Fonts;
use crate::page::{Content, Decoding};
use crate::pdf::Page;
use crate::pdf::lexer::name;

use interpreter::Interpreter;
pub use interpreter::Shown;
use state::PageFont;

pub(crate) use actual_text::{known, note_contradiction, replace_text, stand_in};
use watch::Watch;

/// Returns everything drawn on a page, in drawing order: its content, then its annotations. Invisible text is
/// omitted unless [`Shown::all_text`] is set: text off the page, clipped away, white on white, or in a hidden
/// layer. Text for search, such as that of a scan's layer (render mode 3), is kept.
pub fn read(
    page: &Page<'_>,
    fonts: &Fonts,
    shown: Shown<'_>,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Content {
    carry_out(page, fonts, shown, budget, warnings, None)
}

/// Reads a page like [`read`], and reports each operator to an observer.
pub fn watch(
    page: &Page<'_>,
    fonts: &Fonts,
    shown: Shown<'_>,
    budget: &Budget,
    warnings: &mut Warnings,
    watch: &mut dyn Watch,
) -> Content {
    carry_out(page, fonts, shown, budget, warnings, Some(watch))
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
        // Enough for nearly all pages; unused capacity costs nothing.
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

/// Warns once a font about characters without a Unicode value or replacement text.
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
            // The font was set by a graphics state.
            (None, facts) => format!("font {}", facts.map_or("", |f| &f.name)),
        };
        let why =
            format!("{font} has characters without a Unicode value, which are written as U+FFFD");
        warnings.push(Diagnostic::new(DiagnosticKind::Unicode, why).counting(count));
    }
}
