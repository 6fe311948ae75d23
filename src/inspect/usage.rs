//! Finds the codes that pages show in each font and the images that they draw, by interpreting the content of
//! each page like a conversion.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::drawn::{Drawn, ImageSource};
use super::image::Image;
use super::place::place;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::content::watch::{self, Act, Watch};
use pdfa2hocr_core::content::{self, Shown};
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::font::{Font, Fonts};
use pdfa2hocr_core::geometry::Matrix;
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::page::Decoding;
use pdfa2hocr_core::pdf::lexer::Token;
use pdfa2hocr_core::pdf::{Dict, Document, OptionalContent};

/// Maximum codes recorded for one font; composite fonts can have two-byte codes.
const MAX_CODES: usize = 1 << 16;
/// Maximum pages recorded for one font.
const MAX_PAGES: usize = 20;
/// Maximum drawings of images recorded.
const MAX_IMAGES: usize = 100_000;

/// The document whose pages are read.
pub(super) struct Source<'a> {
    pub document: &'a Document,
    /// The pages to read, from 0.
    pub pages: &'a [u32],
    pub limits: Limits,
    pub fonts: &'a Fonts,
    pub layers: &'a OptionalContent,
}

/// The use of fonts and images on the pages read so far.
pub(super) struct Usage {
    budget: Budget,
    /// Number of [`Source::pages`] read.
    pub pages_read: usize,
    /// By [`font_key`].
    fonts: HashMap<usize, FontUsage>,
    /// In page order, then in drawing order.
    pub images: Vec<Drawn>,
}

/// The use of one font.
#[derive(Clone, Debug, Default)]
pub(super) struct FontUsage {
    /// The codes shown, with their length in bytes, and the source of the text of each.
    pub codes: BTreeMap<(u32, u8), Decoding>,
    /// The first pages that show text in it, from 0.
    pub pages: Vec<u32>,
}

/// Identifies a font while it is open, because direct font dictionaries have no number.
pub(super) fn font_key(font: &Font) -> usize {
    std::ptr::from_ref(font) as usize
}

impl Usage {
    pub(super) fn new(budget: Budget) -> Self {
        Self {
            budget,
            pages_read: 0,
            fonts: HashMap::new(),
            images: Vec::new(),
        }
    }

    /// The use of a font.
    pub(super) fn of_font(&self, font: &Font) -> Option<&FontUsage> {
        self.fonts.get(&font_key(font))
    }

    /// Reads further pages until the deadline.
    pub(super) fn read(&mut self, source: &Source<'_>, end: Option<Instant>) {
        while let Some(&index) = source.pages.get(self.pages_read) {
            if end.is_some_and(|end| Instant::now() >= end) {
                return;
            }
            self.pages_read += 1;
            // If a library panics on a page, the use found up to then is kept.
            let _ = catch_unwind(AssertUnwindSafe(|| self.read_page(source, index)));
        }
    }

    fn read_page(&mut self, source: &Source<'_>, index: u32) {
        let Some(page) = source.document.page(index) else {
            return;
        };
        let shown = Shown {
            all_text: true,
            layers: source.layers,
        };
        let budget = Budget::new(
            source.limits,
            self.budget.left().min(source.limits.page_bytes),
        );
        let mut watcher = Watcher { usage: self, index };
        let mut warnings = Warnings::new();
        content::watch(
            &page,
            source.fonts,
            shown,
            &budget,
            &mut warnings,
            &mut watcher,
        );
        self.budget.take(budget.used());
    }
}

struct Watcher<'u> {
    usage: &'u mut Usage,
    index: u32,
}

impl Watcher<'_> {
    fn draw(&mut self, image: ImageSource, matrix: Matrix) {
        if self.usage.images.len() < MAX_IMAGES {
            self.usage.images.push(Drawn {
                page: self.index,
                image,
                bbox: place(watch::image_box(matrix)),
                size: watch::image_size(matrix),
            });
        }
    }
}

impl Watch for Watcher<'_> {
    fn act(&mut self, act: Act<'_>) {
        match act {
            Act::Text { font, operands, .. } => {
                let used = self.usage.fonts.entry(font_key(font)).or_default();
                if used.pages.last() != Some(&self.index) && used.pages.len() < MAX_PAGES {
                    used.pages.push(self.index);
                }
                for operand in operands.as_slice() {
                    let Token::String(string) = operand else {
                        continue;
                    };
                    for code in font.codes(&string.decode()) {
                        if used.codes.len() < MAX_CODES {
                            used.codes.insert((code.code, code.len), code.decoding);
                        }
                    }
                }
            }
            Act::Image { image, matrix } => {
                self.draw(ImageSource::Object(image.obj_id()), matrix);
            }
            Act::InlineImage { image, matrix } => {
                let dict = image.dict().unwrap_or_else(Dict::empty);
                let image = Image::inline(&dict, image.length);
                self.draw(ImageSource::Inline(Box::new(image)), matrix);
            }
            Act::Font(_) | Act::Path(_) | Act::Place(_) => {}
        }
    }
}
