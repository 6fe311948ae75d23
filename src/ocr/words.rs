//! Reads the output of an engine: hOCR, ALTO, PAGE or TSV, with the limits of any file of recognised text.

use std::sync::Arc;

use super::bitmap::Bitmap;
use super::rules::Rule;
use super::turn::Turn;
use super::weight::{self, Measured};
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::geometry::{Matrix, Rect};
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::page::{Content, Decoding, Detail, Fill, FontFacts, Run};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::read::OcrDocument;

/// Least share of a ruled line's length at which a box of a word covers it: the line is part of a letter.
const PART_OF_LETTER: f32 = 0.9;
/// Most letters of a word that may be a ruled line.
const MAX_STROKES: usize = 4;
/// Letters that ruled lines are taken for.
const STROKES: &str = "|_-—–=[](){}!IlT1.,:;'‘’\"~";
/// Letters that spaces between words are taken for.
const DASHES: &str = "-—–_=~";

/// The recognised text of a picture.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Glyphs, runs and fonts; boxes are in pixels of the picture.
    pub(super) content: Content,
    /// The ranges of glyphs of words.
    words: Vec<std::ops::Range<usize>>,
    /// For each word the number of its line.
    lines: Vec<usize>,
}

/// Reads the output for a picture with this many pixels per inch.
///
/// # Errors
///
/// If it has none of the formats.
pub(super) fn read(output: Vec<u8>, dpi: f32, limits: &Limits) -> Result<Words, String> {
    let source = Source::from(output);
    if !OcrDocument::recognises(&source) {
        return Err("its output is not hOCR, ALTO, PAGE or TSV".to_owned());
    }
    let mut warnings = Warnings::new();
    let document = OcrDocument::open(&source, Some(dpi), None, limits);
    // An empty page is not an error.
    let Ok((document, _)) = document else {
        return Ok(Words::default());
    };
    let Some(page) = document.page(0, limits, &mut warnings) else {
        return Ok(Words::default());
    };
    let (mut words, mut lines, mut line) = (Vec::new(), Vec::new(), 0);
    for id in page.tree.below(page.tree.root()) {
        match &page.tree[id].detail {
            Detail::Word(range) => {
                words.push(range.start as usize..range.end as usize);
                lines.push(line);
            }
            Detail::Line(_) => line += 1,
            _ => {}
        }
    }
    let mut content = page.content;
    // In the file, points are computed from pixels by this resolution.
    let (x, y) = content
        .raster
        .take()
        .map_or((dpi, dpi), |raster| (raster.dpi_x, raster.dpi_y));
    scale(&mut content, f64::from(x) / 72.0, f64::from(y) / 72.0);
    Ok(Words {
        content,
        words,
        lines,
    })
}

/// Scales the boxes and sizes of text.
fn scale(content: &mut Content, x: f64, y: f64) {
    let matrix = Matrix::new(x, 0.0, 0.0, y, 0.0, 0.0);
    for glyph in &mut content.glyphs {
        glyph.bbox = matrix.around(glyph.bbox);
        glyph.origin = matrix.apply(f64::from(glyph.origin.x), f64::from(glyph.origin.y));
        glyph.advance *= x as f32;
    }
    for run in &mut content.runs {
        run.size *= y as f32;
        run.ascent *= y as f32;
        run.descent *= y as f32;
    }
    content.width *= x as f32;
    content.height *= y as f32;
}

impl Words {
    /// The number of recognised letters, and their mean confidence in percent.
    pub(super) fn confidence(&self) -> (usize, f32) {
        let letters = self.content.glyphs.iter().filter(|glyph| !glyph.space);
        let (count, sum) = letters.fold((0, 0u64), |(count, sum), glyph| {
            let Decoding::Recognised(confidence) = glyph.decoding else {
                return (count, sum);
            };
            (count + 1, sum + u64::from(confidence))
        });
        (count, sum as f32 / count.max(1) as f32)
    }

    /// The boxes of words, in pixels.
    pub(super) fn boxes(&self) -> Vec<Rect> {
        self.words.iter().map(|word| self.bbox(word)).collect()
    }

    fn bbox(&self, word: &std::ops::Range<usize>) -> Rect {
        let glyphs = self.content.glyphs.get(word.clone()).unwrap_or_default();
        let boxes = glyphs.iter().map(|glyph| glyph.bbox);
        boxes.fold(Rect::EMPTY, Rect::union)
    }

    /// Marks the words as bold that are bold in the picture, unless the engine reports the weight of type.
    pub(super) fn mark_bold(&mut self, picture: &Bitmap, threshold: u8) {
        if self.content.fonts.iter().any(|font| font.bold) {
            return;
        }
        let measured = |(word, line): (&std::ops::Range<usize>, &usize)| {
            let first = self.content.glyphs.get(word.start);
            Measured {
                bbox: self.bbox(word),
                size: first.map_or(0.0, |glyph| self.content.run_of(glyph).size),
                letters: word.len(),
                line: *line,
            }
        };
        let words = self.words.iter().zip(&self.lines);
        let measured: Vec<Measured> = words.map(measured).collect();
        let bold = weight::bold(picture, threshold, &measured);
        if !bold.contains(&true) {
            return;
        }
        // The same fonts and runs in bold type, and a bold font for runs without a font.
        let content = &mut self.content;
        let (runs, fonts) = (content.runs.len() as u32, content.fonts.len() as u32);
        let in_bold = |font: FontFacts| Arc::new(FontFacts { bold: true, ..font });
        let own: Vec<_> = content.fonts.iter().map(|f| FontFacts::clone(f)).collect();
        content.fonts.extend(own.into_iter().map(in_bold));
        content.fonts.push(in_bold(FontFacts::default()));
        let own = content.runs.clone();
        content.runs.extend(own.into_iter().map(|run| Run {
            font: run.font.min(fonts) + fonts,
            ..run
        }));
        for (word, _) in self.words.iter().zip(bold).filter(|(_, bold)| *bold) {
            let glyphs = content.glyphs.get_mut(word.clone()).unwrap_or_default();
            glyphs.iter_mut().for_each(|glyph| glyph.run += runs);
        }
    }

    /// Converts boxes from pixels to upright space, and adds ruled lines. Words that are ruled lines are removed, and so
    /// are ruled lines that are parts of letters.
    pub(super) fn into_content(mut self, rules: &[Rule], turn: &Turn) -> Content {
        let boxes = self.boxes();
        let is_stroke = |(word, bbox): &(&std::ops::Range<usize>, &Rect)| {
            let glyphs = self.content.glyphs.get((*word).clone()).unwrap_or_default();
            let text = |glyph| self.content.text_of(glyph).chars();
            let letters = || glyphs.iter().flat_map(text);
            // Engines invent dashes in wide spaces. Those that are printed are wider than high.
            let is_space = letters().all(|c| DASHES.contains(c)) && bbox.height() > bbox.width();
            let is_rule = glyphs.len() <= MAX_STROKES
                && letters().all(|c| STROKES.contains(c))
                && rules
                    .iter()
                    .any(|rule| covers(rule.bbox().grown(1.0), **bbox));
            is_space || is_rule
        };
        let strokes = self.words.iter().zip(&boxes).filter(is_stroke);
        let strokes: Vec<_> = strokes.map(|(word, _)| word.clone()).collect();
        let mut index = 0;
        self.content.glyphs.retain(|_| {
            let is_stroke = strokes.iter().any(|word| word.contains(&index));
            index += 1;
            !is_stroke
        });
        for rule in rules {
            let own = rule.bbox();
            let is_letter = boxes.iter().any(|word| {
                // Underlines are longer than the letters above them, and below their boxes.
                let inner = own.intersection(*word);
                let is_upright = own.height() > own.width();
                is_upright && inner.height() >= PART_OF_LETTER * own.height() && inner.width() > 0.0
            });
            if !is_letter {
                let (bbox, stroked) = (turn.upright(own), true);
                self.content.fills.push(Fill { bbox, stroked });
            }
        }
        scale(&mut self.content, turn.scale.0, turn.scale.1);
        (self.content.width, self.content.height) = turn.size;
        self.content
    }
}

/// Whether a ruled line covers most of a box's width or height, and lies in it.
fn covers(rule: Rect, word: Rect) -> bool {
    let inner = rule.intersection(word);
    let share = |part: f32, whole: f32| whole > 0.0 && part >= 0.7 * whole;
    inner.width() > 0.0
        && inner.height() > 0.0
        && (share(inner.height(), word.height()) && word.width() < word.height()
            || share(inner.width(), word.width()) && word.height() < word.width())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOCR: &str = "<html><head><title></title></head><body><div class='ocr_page' title='bbox 0 0 1000 800; \
        scan_res 300 300'><span class='ocr_line' title='bbox 100 100 400 140; baseline 0 -8'>\
        <span class='ocrx_word' title='bbox 100 100 240 140; x_wconf 90'>Some</span> \
        <span class='ocrx_word' title='bbox 300 90 306 200; x_wconf 30'>|</span></span></div></body></html>";

    fn words() -> Words {
        read(HOCR.into(), 300.0, &Limits::default()).unwrap()
    }

    #[test]
    fn boxes_are_in_pixels_and_confidences_are_kept() {
        let words = words();
        assert_eq!(words.confidence(), (5, 78.0));
        let first = words.content.glyphs.first().unwrap().bbox;
        assert!(
            (first.x0 - 100.0).abs() < 0.01 && (first.y1 - 140.0).abs() < 0.01,
            "{first:?}"
        );
        assert!(read(b"no text".to_vec(), 300.0, &Limits::default()).is_err());
        let empty = "<html><body class='ocr_page'></body></html>";
        assert!(read(empty.into(), 300.0, &Limits::default()).is_ok());
    }

    #[test]
    fn a_word_that_is_a_ruled_line_is_removed() {
        let turn = Turn::new((1000, 800), Rect::new(0.0, 0.0, 240.0, 192.0), 0, 0.0);
        let rule = Rule {
            x0: 302,
            y0: 50,
            x1: 304,
            y1: 400,
        };
        let content = words().into_content(&[rule], &turn);
        assert_eq!(
            content.glyphs.iter().filter(|glyph| !glyph.space).count(),
            4
        );
        assert_eq!(content.fills.len(), 1);
        assert!((content.glyphs[0].bbox.x0 - 24.0).abs() < 0.01);
    }
}
