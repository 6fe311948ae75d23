//! What pages use: the codes that they show in each font, and the images that they draw. Found by
//! carrying out the content of each page, as a conversion does.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::Inspector;
use super::images::Image;
use super::place::{Place, place};
use crate::budget::Budget;
use crate::content::watch::{self, Act, Watch};
use crate::content::{self, Shown};
use crate::diagnostics::Warnings;
use crate::font::Font;
use crate::geometry::Matrix;
use crate::model::Decoding;
use crate::pdf::lexer::Token;
use crate::pdf::{Dict, ObjectIdentifier};

/// Codes that are kept of one font; composite fonts have codes of two bytes.
const MOST_CODES: usize = 1 << 16;
/// Pages that are kept of one font.
const MOST_PAGES: usize = 20;
/// Images that are kept, each as often as it is drawn.
const MOST_IMAGES: usize = 100_000;

/// What is known of the pages that have been read.
pub(super) struct Usage {
    budget: Budget,
    /// How many of [`Inspector::pages`] have been read.
    done: usize,
    /// By [`font_key`].
    fonts: HashMap<usize, FontUsage>,
    /// In the order of the pages, and on each as they are drawn.
    pub images: Vec<Drawn>,
}

/// What is shown in one font.
#[derive(Clone, Debug, Default)]
pub(super) struct FontUsage {
    /// Codes with their lengths in bytes, and where the text of each comes from.
    pub codes: BTreeMap<(u32, u8), Decoding>,
    /// The first pages that show text in it, from 0.
    pub pages: Vec<u32>,
}

/// One drawing of an image.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// From 0.
    pub page: u32,
    pub image: ImageSource,
    pub bbox: Option<Place>,
    /// Across and up, in points.
    pub size: (f64, f64),
}

/// Where an image is.
#[derive(Clone, Debug)]
pub(super) enum ImageSource {
    Object(ObjectIdentifier),
    /// In the content; what its dictionary says.
    Inline(Box<Image>),
}

/// What a font is known by as long as it is open: fonts written in place have no number.
pub(super) fn font_key(font: &Font) -> usize {
    std::ptr::from_ref(font) as usize
}

impl Usage {
    pub(super) fn new(budget: Budget) -> Self {
        Self {
            budget,
            done: 0,
            fonts: HashMap::new(),
            images: Vec::new(),
        }
    }

    /// How many pages have been read.
    pub(super) fn pages_read(&self) -> usize {
        self.done
    }

    /// What is shown in a font.
    pub(super) fn of_font(&self, font: &Font) -> Option<&FontUsage> {
        self.fonts.get(&font_key(font))
    }

    /// Reads further pages, until it is so late.
    pub(super) fn read(&mut self, inspector: &Inspector, end: Option<Instant>) {
        while let Some(&index) = inspector.pages.get(self.done) {
            if end.is_some_and(|end| Instant::now() >= end) {
                return;
            }
            self.done += 1;
            // A page over which a library panics uses what is known of it by then.
            let _ = catch_unwind(AssertUnwindSafe(|| self.read_page(inspector, index)));
        }
    }

    fn read_page(&mut self, inspector: &Inspector, index: u32) {
        let Some(page) = inspector.document.page(index) else {
            return;
        };
        let shown = Shown {
            all_text: true,
            layers: &inspector.layers,
        };
        let budget = Budget::new(
            inspector.limits,
            self.budget.left().min(inspector.limits.page_bytes),
        );
        let mut watcher = Watcher { usage: self, index };
        let mut warnings = Warnings::new();
        let fonts = &inspector.fonts;
        content::watch(&page, fonts, shown, &budget, &mut warnings, &mut watcher);
        self.budget.take(budget.used());
    }
}

struct Watcher<'u> {
    usage: &'u mut Usage,
    index: u32,
}

impl Watcher<'_> {
    fn draw(&mut self, image: ImageSource, matrix: Matrix) {
        if self.usage.images.len() < MOST_IMAGES {
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
                if used.pages.last() != Some(&self.index) && used.pages.len() < MOST_PAGES {
                    used.pages.push(self.index);
                }
                for operand in operands.as_slice() {
                    let Token::String(string) = operand else {
                        continue;
                    };
                    for code in font.codes(&string.decode()) {
                        if used.codes.len() < MOST_CODES {
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
                let image = Image::inline(&dict, image.length());
                self.draw(ImageSource::Inline(Box::new(image)), matrix);
            }
            Act::Font(_) | Act::Place(_) => {}
        }
    }
}
