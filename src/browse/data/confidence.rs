//! The source of the confidence of a page's words. Only a program that recognised the text can measure
//! it, and only if it gives words different values; all other values follow from the source of the text.

use serde::Serialize;

use pdfa2hocr_core::blocks::{Page, Word};
use pdfa2hocr_core::page::{Decoding, Page as Model};

/// The confidence of a page's words as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Confidence {
    /// Whether recognised words of the page have different values, or there is only one.
    pub measured: bool,
    /// The value of all words, in percent, if several have the same.
    pub same: Option<u8>,
}

impl Confidence {
    pub(super) fn of(page: &Page) -> Self {
        let (mut all, mut recognised) = (Values::default(), Values::default());
        for word in page.words() {
            let confidence = word.style().confidence;
            all.add(confidence);
            if is_recognised(&word) {
                recognised.add(confidence);
            }
        }
        Self {
            measured: recognised.differ || recognised.count == 1,
            same: all.first.filter(|_| !all.differ && all.count > 1),
        }
    }

    /// The origin of the confidence of a word of the page: `measured`, or `same` if all words of the page have the
    /// same value. Otherwise the source of its characters, as the standard names it, or `text layer`.
    pub(super) fn basis(self, page: &Page, word: &Word<'_>) -> &'static str {
        match is_recognised(word) {
            true if self.measured => "measured",
            true => "same",
            false => source(page.model(), word),
        }
    }
}

/// Statistics of a sequence of values.
#[derive(Default)]
struct Values {
    count: usize,
    first: Option<u8>,
    differ: bool,
}

impl Values {
    fn add(&mut self, value: u8) {
        self.count += 1;
        self.differ |= *self.first.get_or_insert(value) != value;
    }
}

fn is_recognised(word: &Word<'_>) -> bool {
    let mut glyphs = word.glyphs();
    glyphs.any(|glyph| matches!(glyph.decoding, Decoding::Recognised(_)))
}

/// The source of the character with the lowest confidence.
fn source(model: &Model, word: &Word<'_>) -> &'static str {
    let of = |glyph: &pdfa2hocr_core::page::Glyph| {
        let is_layer = !model.content.run_of(glyph).visible;
        (
            glyph.decoding.confidence(is_layer),
            is_layer,
            glyph.decoding,
        )
    };
    let least = word
        .glyphs()
        .map(of)
        .min_by_key(|(confidence, ..)| *confidence);
    match least {
        Some((confidence, true, decoding)) if confidence < decoding.confidence(false) => {
            "text layer"
        }
        Some((.., decoding)) => decoding.source(),
        None => Decoding::Unknown.source(),
    }
}
