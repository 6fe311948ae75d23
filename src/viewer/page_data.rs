//! Converts the text of a page to data: blocks of paragraphs of lines of words in reading order, with the
//! values for placing each word over the picture. Boxes are in points from the upper left corner of the page.

use serde::Serialize;

use pdfa2hocr_core::blocks::{self, BlockRole, Page};
use pdfa2hocr_core::page::{Content, FontFacts};

use crate::web::bbox::{Corners, corners, rounded};

/// Maximum words of a page. The largest newspaper pages have about 20,000.
const WORDS: usize = 50_000;

#[derive(Debug, Serialize)]
pub(super) struct PageData {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// `None` if the page has no picture.
    pub picture: Option<PictureData>,
    /// The reason why an expected picture is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_picture: Option<String>,
    fonts: Vec<FontData>,
    blocks: Vec<Vec<ParagraphData>>,
}

/// The picture of a page.
#[derive(Debug, Serialize)]
pub(super) struct PictureData {
    /// The file extension.
    pub extension: &'static str,
    #[serde(rename = "box")]
    pub area: Corners,
}

#[derive(Debug, PartialEq, Serialize)]
struct FontData {
    serif: bool,
    mono: bool,
    bold: bool,
    italic: bool,
}

#[derive(Debug, Serialize)]
struct ParagraphData {
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<u32>,
    lines: Vec<LineData>,
}

#[derive(Debug, Serialize)]
struct LineData {
    #[serde(rename = "box")]
    bbox: Corners,
    /// Start of the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<[f64; 2]>,
    /// In degrees, counter-clockwise.
    #[serde(skip_serializing_if = "is_zero")]
    angle: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vertical: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rtl: bool,
    words: Vec<WordData>,
}

/// Text, box, size, font index, and 1 if no space precedes the word.
#[derive(Debug, Serialize)]
struct WordData(String, Corners, f64, Option<u32>, u8);

/// Converts a page without its picture.
pub(super) fn page_data(page: &Page) -> PageData {
    let fonts = Fonts::new(&page.model().content);
    let mut left = WORDS;
    let blocks = page.blocks();
    let read = blocks.iter().filter(|b| b.role() != BlockRole::Image);
    let blocks = read.map(|block| {
        let paragraphs = block.paragraphs().iter();
        paragraphs
            .map(|p| paragraph(p, &fonts, &mut left))
            .collect()
    });
    PageData {
        lang: page.lang().map(str::to_owned),
        picture: None,
        no_picture: None,
        blocks: blocks.collect(),
        fonts: fonts.data,
    }
}

fn paragraph(paragraph: &blocks::Paragraph<'_>, fonts: &Fonts, left: &mut usize) -> ParagraphData {
    let mut lines = Vec::new();
    for line in paragraph.lines() {
        let words: Vec<WordData> = line
            .words()
            .iter()
            .take(*left)
            .map(|w| word(w, fonts))
            .collect();
        *left -= words.len();
        if words.is_empty() {
            break;
        }
        let geometry = line.geometry();
        lines.push(LineData {
            bbox: corners(line.bbox()),
            origin: geometry.map(|g| [g.origin.x, g.origin.y].map(rounded)),
            angle: geometry.map_or(0.0, |g| rounded(g.angle)),
            vertical: geometry.is_some_and(|g| g.vertical),
            rtl: line.is_right_to_left(),
            words,
        });
    }
    ParagraphData {
        heading: paragraph.heading(),
        lines,
    }
}

fn word(word: &blocks::Word<'_>, fonts: &Fonts) -> WordData {
    let style = word.style();
    WordData(
        word.text().into_owned(),
        corners(word.bbox()),
        rounded(style.size),
        fonts.of(style.font),
        u8::from(word.is_glued()),
    )
}

/// The fonts of a page without duplicates.
struct Fonts {
    data: Vec<FontData>,
}

impl Fonts {
    fn new(content: &Content) -> Self {
        let mut data = Vec::new();
        for font in &content.fonts {
            let font = FontData::new(font);
            if !data.contains(&font) {
                data.push(font);
            }
        }
        Self { data }
    }

    fn of(&self, font: Option<&FontFacts>) -> Option<u32> {
        let font = FontData::new(font?);
        let at = self.data.iter().position(|other| *other == font)?;
        u32::try_from(at).ok()
    }
}

impl FontData {
    fn new(font: &FontFacts) -> Self {
        Self {
            serif: font.serif,
            mono: font.monospace,
            bold: font.bold,
            italic: font.italic,
        }
    }
}

/// The searchable text of a page: words separated by spaces; words divided at line ends are joined.
/// `book/text.js` finds the words by the same rule.
pub(super) fn text(page: &PageData) -> String {
    let mut text = String::new();
    let paragraphs = page.blocks.iter().flatten();
    let lines = paragraphs.flat_map(|paragraph| &paragraph.lines);
    for WordData(word, _, _, _, glued) in lines.flat_map(|line| &line.words) {
        if text.ends_with('\u{AD}') {
            text.pop();
        } else if *glued == 0 && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

// Serde passes skipped values by reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn first_page(fixture: &str) -> PageData {
        let path = format!("{}/fixtures/{fixture}", env!("CARGO_MANIFEST_DIR"));
        page_data(&Document::open(path).unwrap().page(0).unwrap())
    }

    #[test]
    fn a_page_has_its_words_in_reading_order_with_their_boxes() {
        let page = first_page("layout/two-columns.pdf");
        let text = text(&page);
        assert!(page.blocks.len() > 1, "{text}");
        let words: Vec<_> = page
            .blocks
            .iter()
            .flatten()
            .flat_map(|p| &p.lines)
            .flat_map(|l| &l.words)
            .collect();
        assert!(words.iter().all(|w| w.1[2] > w.1[0] && w.1[3] > w.1[1]));
        assert!(
            words
                .iter()
                .all(|w| w.3.is_some_and(|f| (f as usize) < page.fonts.len()))
        );
        assert_eq!(text.split(' ').count(), words.len());
    }

    #[test]
    fn divided_words_are_searched_whole() {
        let word = |text: &str, glued| WordData(text.into(), [0.0; 4], 0.0, None, glued);
        let line = |words| LineData {
            bbox: [0.0; 4],
            origin: None,
            angle: 0.0,
            vertical: false,
            rtl: false,
            words,
        };
        let page = PageData {
            lang: None,
            picture: None,
            no_picture: None,
            fonts: Vec::new(),
            blocks: vec![vec![ParagraphData {
                heading: None,
                lines: vec![
                    line(vec![word("a", 0), word("dictio\u{AD}", 0)]),
                    line(vec![word("nary", 0), word(",", 1), word("b", 0)]),
                ],
            }]],
        };
        assert_eq!(text(&page), "a dictionary, b");
    }
}
