//! Groups glyphs to lines, and splits lines into words; used for tagged and untagged pages.
//!
//! 0. [`settle_marks`] joins separate accents with their letters, and puts Indic clusters into reading order.
//!    [`collapse_repeated`] removes copies of text drawn several times at one place. [`turn_stacked`] finds
//!    vertical writing that consists of horizontal glyphs.
//! 1. [`Frames::new`] finds the directions of writing on the page. All later steps treat every line as
//!    upright ([`Frame`]).
//! 2. [`lines`] splits a sequence of glyphs in drawing order between neighbours that are not side by side.
//! 3. [`Words`] splits a line at white space and gaps and, on request, at word boundaries of a language
//!    ([`Segmenter`]).
//! 4. [`logical`] puts words of right-to-left scripts, and their glyphs, into reading order.
//! 5. `baseline` determines position and type size of the line.
//!
//! [`lines`] uses the rules of pdfminer.six (`layout.py`: `group_objects`, `LTTextLineHorizontal`) for tags,
//! columns and the classic layout; the default layout forms its own lines. Upright text follows pdfminer
//! exactly, except for its errors:
//!
//! - pdfminer supports only horizontal lines, so rotated text becomes one line for each glyph. Here every
//!   direction has its own frame.
//! - pdfminer measures word gaps between the boxes of slanted glyphs, which overlap, and so never splits such
//!   words. Here the slant is ignored ([`Frame::extent`]).
//! - pdfminer measures a gap from the last drawn glyph. After an accent that is set back over its letter, it
//!   splits the word. Here gaps are measured from the furthest end so far.
//! - pdfminer includes white space at line ends in the line's box, which may then overlap the next column.
//!   Here the box ends with the words.
//! - pdfminer treats letterspacing (`Tc`) as gaps and splits at every letter. Here only the additional
//!   distance counts.
//! - pdfminer has one margin for all gaps. It splits formulas after slanted letters, and words with
//!   individually spaced letters. Here the margin depends on the line's own spaces ([`gaps`]).
//! - pdfminer splits a line at every piece of ruby drawn with it. Here line and ruby are two lines (`ruby`).
//! - pdfminer ignores backward jumps, and so joins a word with a copy drawn over it (`thethe`). Here a
//!   backward jump separates words.
//! - pdfminer keeps the characters of a line in drawing order. Here a character drawn later is read at its
//!   position (`position`).

mod accents;
mod baseline;
mod clusters;
mod copies;
#[cfg(test)]
pub(crate) mod drawn_line;
mod drop_cap;
mod frame;
pub(crate) mod gaps;
mod late_accents;
mod leaders;
pub mod logical;
mod marks;
mod places;
mod plain_line;
mod position;
mod repeated;
mod ruby;
mod segment;
mod shadows;
mod stacked;
mod strokes;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod trim;
mod words;

use std::ops::Range;

use crate::geometry::{Rect, least};
use crate::page::Content;

pub(crate) use baseline::baseline;
pub use frame::Frames;
pub(crate) use frame::{Frame, Reach, letter_spacing};
pub use marks::settle_marks;
pub(crate) use position::{interleave, order_by_position};
pub use repeated::collapse_repeated;
pub use segment::Segmenter;
pub use stacked::turn_stacked;
pub(crate) use trim::trim_lines;
pub(crate) use words::{Words, bbox_of};

/// Step 0: joins marks with their letters, removes copies, and finds letters that are one above the other.
pub fn settle(content: &mut Content) {
    settle_marks(content);
    collapse_repeated(content);
    turn_stacked(content);
}

/// Parameters for forming lines and words. All are shares of a glyph's *cell*: as long as its advance, as
/// high as the em (`Frame::cell`).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LineParams {
    /// Two glyphs are on one line if the gap between them is smaller than this share of the longer one's
    /// length.
    ///
    /// ```text
    /// +---+        +-----+
    /// | a |        |  b  |
    /// +---+        +-----+
    ///     |<------>|       < char_margin * max(length a, length b)
    /// ```
    pub char_margin: f32,
    /// Two glyphs are on one line if their vertical overlap is larger than this share of the smaller height.
    ///
    /// ```text
    /// +---+ - - - -
    /// | a | - - +-----+ -
    /// |   |     |  b  |  |  > line_overlap * min(height a, height b)
    /// +---+ - - |     | -
    ///           +-----+
    /// ```
    pub line_overlap: f32,
    /// A gap ends a word if it is larger than this share of the following glyph's length or height, whichever
    /// is larger. In lines with wide spaces it must be larger (`gaps`).
    ///
    /// ```text
    /// +---+   +-----+
    /// | a |   |  b  |
    /// +---+   +-----+
    ///     |<->|       > word_margin * max(length b, height b)
    /// ```
    pub word_margin: f32,
}

impl Default for LineParams {
    /// The defaults of pdfminer.
    fn default() -> Self {
        Self {
            char_margin: 2.0,
            line_overlap: 0.5,
            word_margin: 0.1,
        }
    }
}

/// The glyphs of one line, in drawing order.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// Range in the list of glyphs filled by [`lines`].
    pub glyphs: Range<u32>,
    /// Index of the line's frame in [`Frames`].
    pub frame: u32,
    /// Bounding box of the cells of all glyphs, in the line's frame; used for further grouping.
    pub cell: Rect,
    /// Bounding box of all glyphs except white space, in page space.
    pub bbox: Rect,
    /// Whether the line has glyphs other than white space.
    pub inked: bool,
}

impl TextLine {
    /// Whether the cell has a positive, finite area. Lines of glyphs without advance and lines with invalid
    /// coordinates do not.
    pub fn has_area(&self) -> bool {
        let (w, h) = (self.cell.x1 - self.cell.x0, self.cell.y1 - self.cell.y0);
        w > 0.0 && h > 0.0 && w.is_finite() && h.is_finite()
    }
}

/// Splits a sequence of glyphs, usually in drawing order, into lines. Only neighbours are compared, so the
/// time is linear, and text drawn elsewhere in between is never included. Lines split by ruby are joined. The
/// glyphs are appended to `order`, and the lines are ranges of it. Lines with right-to-left letters are in
/// visual order (`logical`), others in order of position (`position`).
pub fn lines(
    content: &Content,
    frames: &Frames,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LineParams,
    order: &mut Vec<u32>,
) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut last_cell = Rect::EMPTY;
    let mut spacing = 0.0;
    let mut goes_back = false;
    for index in glyphs {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            continue;
        };
        let Some(run) = content.runs.get(glyph.run as usize) else {
            continue;
        };
        let frame = frames.number(glyph.run);
        let cell = frames.get(frame).cell(glyph, run);
        let inked = !glyph.space && glyph.text.len > 0;
        let ink = if glyph.space { Rect::EMPTY } else { glyph.bbox };
        let position = order.len() as u32;
        order.push(index);
        match lines.last_mut() {
            Some(line) if line.frame == frame && beside(last_cell, cell, spacing, params) => {
                goes_back |= inked && cell.x0 + cell.x1 < 2.0 * last_cell.x0;
                // A mark without advance is at its letter.
                if cell.width() > 0.0 {
                    last_cell = cell;
                }
                line.glyphs.end = position + 1;
                line.cell = line.cell.union(cell);
                line.bbox = line.bbox.union(ink);
                line.inked |= inked;
            }
            _ => {
                last_cell = cell;
                lines.push(TextLine {
                    glyphs: position..position + 1,
                    frame,
                    cell,
                    bbox: ink,
                    inked,
                });
            }
        }
        spacing = letter_spacing(run);
    }
    ruby::join_around_ruby(content, params, order, &mut lines);
    logical::join_lines(content, frames, &mut lines, order, params);
    if goes_back {
        position::order_lines(content, frames, &lines, order);
    }
    lines
}

/// Whether two cells of one frame are side by side on a line; `letter_spacing` follows the first.
fn beside(a: Rect, b: Rect, letter_spacing: f32, params: &LineParams) -> bool {
    // Same as pdfminer (`voverlap`, `hdistance`), including strictness of comparisons.
    let overlap = if a.y0 <= b.y1 && b.y0 <= a.y1 {
        (a.y0 - b.y1).abs().min((a.y1 - b.y0).abs())
    } else {
        return false;
    };
    let gap = if a.x0 <= b.x1 && b.x0 <= a.x1 {
        0.0
    } else {
        (a.x0 - b.x1).abs().min((a.x1 - b.x0).abs())
    };
    exceeds(overlap, a.height().min(b.height()) * params.line_overlap)
        && exceeds(
            a.width().max(b.width()) * params.char_margin + letter_spacing,
            gap,
        )
}

/// Largest rounding error, as a share of the sum of two numbers, or of 1 point if that is less.
const ROUNDING: f32 = 0.0005;

/// Whether `a` is larger than `b` by more than rounding errors. Gaps in monospaced fonts are often exactly at
/// a margin, because they are multiples of the glyph length.
fn exceeds(a: f32, b: f32) -> bool {
    // A fast test for the frequent case.
    a > b && a > b + ROUNDING * least(1.0, a.abs() + b.abs())
}

#[cfg(test)]
mod tests {
    use super::testing::Pen;
    use super::*;

    /// Returns the text of each line with its angle; bars separate words.
    fn read_with(pen: &Pen, params: &LineParams, segmenter: Option<&Segmenter>) -> Vec<String> {
        let content = &pen.content;
        let frames = Frames::new(content);
        let mut order = Vec::new();
        let lines = lines(
            content,
            &frames,
            content.glyph_indices(),
            params,
            &mut order,
        );
        let mut words = Words::new(content, params, segmenter);
        lines
            .iter()
            .map(|line| {
                let glyphs = &order[line.glyphs.start as usize..line.glyphs.end as usize];
                let frame = frames.get(line.frame);
                let words: Vec<String> = words
                    .of_line(frame, glyphs)
                    .iter()
                    .map(|w| {
                        glyphs[w.start as usize..w.end as usize]
                            .iter()
                            .map(|&g| content.text_of(&content.glyphs[g as usize]))
                            .collect()
                    })
                    .collect();
                let angle = baseline(content, frame, glyphs).map_or(0.0, |l| l.angle);
                format!("{} @{angle:.0}", words.join("|"))
            })
            .collect()
    }

    fn read(pen: &Pen) -> Vec<String> {
        read_with(pen, &LineParams::default(), None)
    }

    #[test]
    fn glyphs_beside_each_other_are_a_line_and_spaces_part_words() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 50.0, 100.0, "two words");
        pen.write(run, 50.0, 112.0, "next line ");
        assert_eq!(read(&pen), ["two|words @0", "next|line @0"]);
    }

    #[test]
    fn gaps_part_words_and_wide_gaps_part_lines() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 0.0, 100.0, "ab");
        pen.write(run, 10.9, 100.0, "cd");
        pen.write(run, 22.0, 100.0, "ef");
        // A gap of exactly twice the glyph length is not smaller.
        pen.write(run, 42.0, 100.0, "gh");
        pen.write(run, 61.9, 100.0, "ij");
        assert_eq!(read(&pen), ["abcd|ef @0", "gh|ij @0"]);
    }

    #[test]
    fn turned_text_is_read_along_its_direction() {
        let mut pen = Pen::new();
        for angle in [90.0, 180.0, 270.0, 30.0, -45.0] {
            let run = pen.run(10.0, angle);
            pen.write(run, 300.0, 400.0, "turned text");
        }
        assert_eq!(
            read(&pen),
            [
                "turned|text @90",
                "turned|text @180",
                "turned|text @-90",
                "turned|text @30",
                "turned|text @-45"
            ]
        );
    }

    #[test]
    fn vertical_writing_goes_down() {
        let mut pen = Pen::new();
        let run = pen.vertical_run(10.0);
        pen.write(run, 500.0, 50.0, "縦書 き");
        pen.write(run, 480.0, 50.0, "次");
        assert_eq!(read(&pen), ["縦書|き @-90", "次 @-90"]);
    }

    #[test]
    fn directions_that_nearly_agree_share_a_line_and_others_do_not() {
        let mut pen = Pen::new();
        for (x, angle) in [(0.0, 0.0), (5.0, 0.6), (10.0, -0.4), (15.0, 4.0)] {
            let run = pen.run(10.0, angle);
            pen.write(run, x, 100.0, "a");
        }
        assert_eq!(read(&pen), ["aaa @0", "a @4"]);
    }

    #[test]
    fn a_change_of_size_cuts_neither_line_nor_word() {
        let mut pen = Pen::new();
        let large = pen.run(12.0, 0.0);
        let small = pen.run(8.0, 0.0);
        pen.write(large, 0.0, 100.0, "E");
        pen.write(small, 6.0, 100.0, "INE");
        assert_eq!(read(&pen), ["EINE @0"]);
        let content = &pen.content;
        let line = baseline(content, Frame::UPRIGHT, &[0, 1, 2, 3]);
        let line = line.expect("there are glyphs");
        assert_eq!((line.size, line.origin.x, line.origin.y), (8.0, 0.0, 100.0));
    }

    #[test]
    fn an_accent_set_back_over_its_letter_does_not_cut_the_word() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "w", 8.0);
        pen.glyph(run, 3.0, 100.0, "\u{301}", 1.0);
        pen.glyph(run, 8.0, 100.0, "a", 5.0);
        assert_eq!(read(&pen), ["w\u{301}a @0"]);
    }

    #[test]
    fn a_word_drawn_over_itself_is_two_words() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 0.0, 100.0, "the");
        pen.write(run, 0.3, 100.0, "the");
        assert_eq!(read(&pen), ["the|the @0"]);
    }

    #[test]
    fn gaps_are_seen_between_slanted_words() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.content.runs[run as usize].up = crate::geometry::Point::new(0.3, -0.954);
        pen.write(run, 0.0, 100.0, "no");
        pen.write(run, 12.0, 100.0, "un");
        assert_eq!(read(&pen), ["no|un @0"]);
    }

    #[test]
    fn glyphs_without_text_belong_to_the_word_they_stand_in_and_make_none() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "ffi", 5.0);
        pen.glyph(run, 5.0, 100.0, "", 5.0);
        pen.glyph(run, 10.0, 100.0, " ", 5.0);
        pen.glyph(run, 15.0, 100.0, "", 5.0);
        let words = [0u32, 1, 2, 3];
        let params = LineParams::default();
        let mut cut = Words::new(&pen.content, &params, None);
        let found = cut.of_line(Frame::UPRIGHT, &words);
        assert_eq!((found.len(), found.first()), (1, Some(&(0..2))));
    }

    #[test]
    fn a_language_cuts_words_but_never_a_glyph() {
        let thai = Segmenter::new("th").expect("a locale");
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 0.0, 100.0, "สวัสดีชาวโลก");
        pen.write(run, 0.0, 150.0, "end.\u{200B}So");
        pen.glyph(run, 0.0, 200.0, "a", 5.0);
        pen.glyph(run, 5.0, 200.0, "b.", 5.0);
        pen.glyph(run, 10.0, 200.0, "", 5.0);
        pen.glyph(run, 15.0, 200.0, ")", 5.0);
        pen.write(run, 0.0, 250.0, "(a-b+c-");
        let params = LineParams::default();
        assert_eq!(
            read_with(&pen, &params, Some(&thai)),
            [
                "สวัสดี|ชาว|โลก @0",
                "end|.|So @0",
                "ab.|) @0",
                "(|a|-|b|+|c- @0"
            ]
        );
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let mut pen = Pen::new();
        let run = pen.run(f32::NAN, f32::NAN);
        let fine = pen.run(10.0, 0.0);
        pen.write(run, f32::INFINITY, 0.0, "ab");
        pen.write(run, 0.0, f32::NAN, "c");
        pen.write(fine, 0.0, f32::NEG_INFINITY, "d");
        pen.write(fine, 0.0, 100.0, "ok");
        let read = read(&pen);
        let text: String = read.iter().flat_map(|l| l.split('|')).collect();
        for c in ["a", "b", "c", "d", "ok"] {
            assert!(text.contains(c), "{c} is missing in {read:?}");
        }
    }
}
