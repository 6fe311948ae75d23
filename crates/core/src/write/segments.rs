//! Writes pages as segments: text of one font and size on one line, in drawing order, for parsers that know
//! the layout of their documents.
//!
//! A segment ends where a font is set (`Tf`), a graphics state or text object ends (`Q`, `ET`), or the text
//! moves to another line. It does not end at a line just below its start, as in a box with wrapped lines.
//! [`Marks`] show moves within the segment and enclose the facts at its end: `x,y,font,size`. The position is
//! the start of the segment, in points from the lower left corner of the visible page.

use std::fmt::Write;

use super::segment_params::SegmentParams;
use super::{Writer, WrittenPage};
use crate::blocks::{self, hyphen};
use crate::geometry::Point;
use crate::page::{Content, Glyph, Run};

#[derive(Debug)]
pub(super) struct Segments {
    params: SegmentParams,
}

impl Segments {
    pub(super) fn new(params: SegmentParams) -> Self {
        Self { params }
    }
}

impl Writer for Segments {
    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let page = page.model();
        let content = &page.content;
        let mut writer = PageWriter {
            content,
            params: &self.params,
            open: None,
            out: String::with_capacity(content.text.len().saturating_mul(2)),
        };
        let mut cuts = content.cuts.iter().copied().peekable();
        for (glyph, index) in content.glyphs.iter().zip(0u32..) {
            let mut cut = false;
            while cuts.next_if(|&c| c <= index).is_some() {
                cut = true;
            }
            writer.glyph(glyph, cut);
        }
        writer.end();
        WrittenPage::new(writer.out, page.count_words())
    }

    fn between(&self) -> &'static str {
        "\u{c}"
    }
}

/// The segment that is being written.
struct OpenSegment<'a> {
    run: &'a Run,
    /// The start of the segment; `line` is the start of its last line.
    start: Point,
    line: Point,
    /// The end of the text so far.
    pen: Point,
}

struct PageWriter<'a> {
    content: &'a Content,
    params: &'a SegmentParams,
    open: Option<OpenSegment<'a>>,
    out: String,
}

impl<'a> PageWriter<'a> {
    fn glyph(&mut self, glyph: &'a Glyph, cut: bool) {
        let run = self.content.run_of(glyph);
        let marks = self.params.marks;
        let goes_on = self.open.as_ref().filter(|open| {
            !cut && open.run.font == run.font
                && open.run.size == run.size
                && open.run.direction == run.direction
        });
        let mark = goes_on.and_then(|open| self.step(open, glyph.origin));
        match mark {
            None => {
                self.end();
                self.open = Some(OpenSegment {
                    run,
                    start: glyph.origin,
                    line: glyph.origin,
                    pen: glyph.origin,
                });
            }
            Some(mark) => {
                self.out.extend(mark);
                if let Some(open) = self.open.as_mut().filter(|_| mark == Some(marks.box_wrap)) {
                    open.line = glyph.origin;
                }
            }
        }
        if let Some(open) = &mut self.open {
            open.pen = glyph.origin.moved(run.direction, glyph.advance);
        }
        let text = hyphen::printed(self.content.text_of(glyph));
        self.out.extend(text.chars().map(|c| {
            if c.is_control() || marks.has(c) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        }));
    }

    /// Returns the mark for a move to a point, or `None` if a new segment begins there.
    fn step(&self, open: &OpenSegment<'_>, to: Point) -> Option<Option<char>> {
        let params = self.params;
        let away = |from: Point| {
            let by = to - from;
            (by.dot(open.run.direction), by.dot(open.run.up))
        };
        let (along, up) = away(open.pen);
        if up.abs() < params.y_tolerance {
            return Some(if along >= params.x_tolerance {
                Some(params.marks.tab)
            } else if along <= -params.x_tolerance {
                Some(params.marks.comes_before)
            } else {
                None
            });
        }
        // Just below: up to twice the font size lower.
        let (along, up) = away(open.line);
        let under = along.abs() < params.x_tolerance && up < 0.0 && -up < 2.0 * open.run.size;
        under.then_some(Some(params.marks.box_wrap))
    }

    fn end(&mut self) {
        let Some(open) = self.open.take() else { return };
        let marks = self.params.marks;
        let font = self.content.fonts.get(open.run.font as usize);
        let y = self.content.height - open.start.y;
        self.out.push(marks.open);
        // Writing to a string does not fail.
        let _ = write!(self.out, "{:.2},{y:.2},", open.start.x);
        let name = font.map_or("", |f| &f.name).chars();
        self.out
            .extend(name.filter(|c| !marks.has(*c) && *c != ',' && !c.is_control()));
        let _ = write!(self.out, ",{:.2}", open.run.size);
        self.out.push(marks.close);
        self.out.push(marks.end);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Marks;
    use super::*;
    use crate::blocks::testing::{Builder, frame};

    /// Draws texts at positions, each glyph five points wide; `true` means that a graphics state ended before
    /// it.
    fn written(drawn: &[(&str, f32, f32, u32, bool)], params: SegmentParams) -> String {
        let mut b = Builder::new();
        for &(text, x, y, font, cut) in drawn {
            let content = &b.page.content;
            let first = content.glyphs.len();
            if cut {
                b.page.content.cuts.push(first as u32);
            }
            b.glyphs(text, font, 10.0);
            for (i, glyph) in b.page.content.glyphs[first..].iter_mut().enumerate() {
                glyph.origin = Point::new(x + 5.0 * i as f32, y);
            }
        }
        Segments::new(params)
            .page(&b.in_frame(frame(400, 200)))
            .text
    }

    #[test]
    fn moves_are_marked_and_states_cut() {
        let drawn = [
            ("ab", 10.0, 20.0, 0, false),
            ("c", 20.5, 20.5, 0, false),
            ("right", 60.0, 20.0, 0, false),
            ("left", 10.0, 20.0, 0, false),
            ("under", 10.5, 32.0, 0, false),
            ("again", 10.0, 44.0, 0, false),
            ("aside", 50.0, 60.0, 0, false),
            ("font", 75.0, 60.0, 1, false),
            ("state", 95.0, 60.0, 1, true),
        ];
        insta::assert_snapshot!(written(&drawn, SegmentParams::default()), @r"
        abc	right⇤left↵under↵again⟨10.00,80.00,Times,10.00⟩
        aside⟨50.00,40.00,Times,10.00⟩
        font⟨75.00,40.00,Arial Narrow,10.00⟩
        state⟨95.00,40.00,Arial Narrow,10.00⟩
        ");
    }

    #[test]
    fn the_callers_marks_and_tolerances_are_taken() {
        let drawn = [("a<b", 10.0, 20.0, 0, false), ("c", 26.0, 21.5, 0, false)];
        let params = SegmentParams {
            x_tolerance: 0.5,
            y_tolerance: 1.0,
            marks: "|<^~[]".parse().unwrap(),
        };
        let cut = written(&drawn, params.clone());
        assert_eq!(
            cut,
            "a\u{FFFD}b[10.00,80.00,Times,10.00]|c[26.00,78.50,Times,10.00]|"
        );
        let params = SegmentParams {
            y_tolerance: 2.0,
            ..params
        };
        assert_eq!(
            written(&drawn, params),
            "a\u{FFFD}b<c[10.00,80.00,Times,10.00]|"
        );
        assert!("abc".parse::<Marks>().is_err());
        assert!("aabcde".parse::<Marks>().is_err());
        assert_eq!(
            "\\n\\t\u{21E4}\u{21B5}\u{27E8}\u{27E9}".parse(),
            Ok(Marks::default())
        );
    }
}
