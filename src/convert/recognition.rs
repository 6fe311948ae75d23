//! Recognises the text of pages, if requested: decides which, and passes recognised pages to the page analysis.

use std::sync::Arc;

use super::input::Input;
use super::observer::Observer;
use super::{Pipeline, frame, needs_ocr};
use crate::ocr::{OcrMode, Recognised, Recogniser};
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::layout::heuristics::Heuristic;
use pdfa2hocr_core::line;
use pdfa2hocr_core::page::{Content, Decoding, Own, Page};

/// Least share of a page's letters without a known Unicode value at which its text is unusable.
const UNUSABLE: f32 = 0.3;

/// The heuristic that uses the order in which a page was drawn.
const DRAWING_ORDER: &str = "drawing-order";

/// The text of a page.
pub(super) enum Text {
    /// The page's own, with the words of its pictures.
    Own(Content),
    /// Recognised and analysed.
    Recognised(Page),
}

impl Pipeline {
    /// Prepares the recogniser for a PDF.
    pub(super) fn start_recogniser(&mut self, observer: &mut dyn Observer) {
        let (Some(ocr), Input::Pdf(pdf)) = (&self.options.ocr, &self.input) else {
            return;
        };
        let (recogniser, warning) = Recogniser::new(
            ocr,
            &self.source,
            &self.options.password,
            pdf.language().as_deref(),
            (self.options.threads(), self.options.limits),
        );
        if let Some(warning) = warning {
            observer.warning(&warning);
        }
        self.recogniser = Some(Arc::new(recogniser));
    }

    /// Recognises a page, if it needs it. Without a recogniser, or if that fails, returns its own content.
    pub(super) fn recognise(&self, index: u32, content: Content, warnings: &mut Warnings) -> Text {
        // Pages that are only read because their neighbours are requested are not worth the time.
        let is_requested = || self.pages.binary_search(&index).is_ok();
        let Some(recogniser) = self.recogniser.as_ref().filter(|_| is_requested()) else {
            return Text::Own(content);
        };
        let is_whole = match recogniser.mode() {
            OcrMode::All => true,
            OcrMode::Auto => {
                needs_ocr::needs_ocr(&content)
                    || recogniser.replaces_bad() && has_unusable_text(&content)
            }
        };
        if !is_whole {
            let mut content = content;
            for part in recogniser.parts(index, &content, warnings) {
                add(&mut content, part);
            }
            return Text::Own(content);
        }
        let scan = frame::scan(&content).map(|(image, (x, y))| (image, x.max(y)));
        let Some(recognised) = recogniser.page(index, &content, scan, warnings) else {
            return Text::Own(content);
        };
        let mut page = self.recognised_page(index, content, recognised, warnings);
        let root = page.tree.root();
        page.tree[root].add_attribute(Own::Recogniser, recogniser.system());
        Text::Recognised(page)
    }

    /// Analyses recognised text as that of any page, and moves the result to the page.
    fn recognised_page(
        &self,
        index: u32,
        original: Content,
        recognised: Recognised,
        warnings: &mut Warnings,
    ) -> Page {
        let Recognised { mut content, turn } = recognised;
        line::settle(&mut content);
        let mut params = self.options.layout.clone();
        // The order of the engine's blocks is not used.
        params.without.extend(Heuristic::named(DRAWING_ORDER));
        let mut page = self.analysed_with(&params, index, content, warnings);
        if let Some(turn) = turn {
            turn.move_page(&mut page, original);
        }
        page
    }
}

/// Whether the text of a page is unusable: too many letters have no known or only an assumed Unicode value.
fn has_unusable_text(content: &Content) -> bool {
    let letters = content.glyphs.iter().filter(|glyph| !glyph.space);
    let (count, unknown) = letters.fold((0usize, 0usize), |(count, unknown), glyph| {
        let is_unknown = matches!(glyph.decoding, Decoding::Unknown | Decoding::Guess);
        (count + 1, unknown + usize::from(is_unknown))
    });
    count > 0 && unknown as f32 >= UNUSABLE * count as f32
}

/// Adds the words of a picture to the content of a page.
fn add(content: &mut Content, part: Content) {
    let (glyphs, runs, fonts) = (
        content.glyphs.len() as u32,
        content.runs.len() as u32,
        content.fonts.len() as u32,
    );
    // A cut separates them from the text before.
    content.cuts.push(glyphs);
    let text = content.text.len() as u32;
    content.text.push_str(&part.text);
    content
        .glyphs
        .extend(part.glyphs.into_iter().map(|mut glyph| {
            glyph.run += runs;
            glyph.text.start += text;
            glyph
        }));
    let known = part.fonts.len() as u32;
    content.runs.extend(part.runs.into_iter().map(|mut run| {
        if run.font < known {
            run.font += fonts;
        }
        run
    }));
    content.fonts.extend(part.fonts);
    content.fills.extend(part.fills);
}
