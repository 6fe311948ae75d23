//! Finds the lines of a page that are headings.

use std::cell::LazyCell;

use super::colours::{Colours, colour_of, is_other};
use super::drawn::Drawn;
use super::features::{self, Candidate, LARGE, LARGER, LARGEST, MAX_ROWS, MIN_SCORE};
use super::levels::level;
use super::numbering;
use super::same_style::{Others, SameStyle};
use super::style::{Fonts, Look};
use super::surroundings::Surroundings;
use crate::geometry::Rect;
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::paragraph_lines::ParagraphLines;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::MIN_LENGTH;
use crate::layout::state::{PageBlock, PageState, Refusal};
use crate::layout::tables::table::Part;

/// The mark of a note is raised, and smaller than this share of the title.
const NOTE_MARK: f32 = 0.75;

/// Largest distance between the number of a chapter and its title, in ems of the text.
const CHAPTER_GAP: f32 = 1.0;

/// Largest white space between the lines of a title, in ems of the title, their largest overlap, and the largest distance
/// of their left edges or of their middles.
const TITLE_GAP: f32 = 0.6;
const TITLE_OVERLAP: f32 = 0.5;
const TITLE_EDGE: f32 = 0.5;

/// Finds headings on one page.
pub(super) struct Finder<'p, 'c> {
    page: &'p PageState<'c>,
    fonts: Fonts,
    colours: Colours,
    /// Most of the page is bold.
    bold: bool,
    /// The size of the largest text, in points.
    largest: f32,
    /// The boxes of tables, each in its frame.
    tables: Vec<Rect>,
    /// The frames (text directions) with prose. A few lines in another direction are a stamp or an axis
    /// label, and never a heading.
    prose: Vec<u32>,
    /// The part of the page that was read so far.
    place: Place,
    /// The lines that were scored and are not headings.
    pub refused: Vec<Refusal>,
    /// The scores of the lines of each style; and those of the time before, if the page is read again.
    scored: SameStyle,
    before: Option<SameStyle>,
}

/// A part of a page, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Neither a title nor prose was read.
    Top,
    /// A title was read, but no prose. Names of authors are here.
    UnderTitle,
    /// Prose was read.
    Text,
}

impl<'p, 'c> Finder<'p, 'c> {
    pub(super) fn new(page: &'p PageState<'c>, blocks: &[PageBlock]) -> Self {
        let pieces = &page.pieces.pieces;
        let main = page.texts.first().map(|text| text.number);
        let is_prose = |block: &&PageBlock| {
            let lines = block.text();
            lines.is_some_and(|lines| lines.len() > MAX_ROWS)
        };
        // Drop caps and single marks do not count.
        let largest = pieces
            .iter()
            .filter(|piece| piece.inked > 2)
            .map(|piece| piece.size);
        let tables = blocks.iter().filter(|block| block.text().is_none());
        let prose = blocks.iter().filter(is_prose).map(|block| block.frame);
        let mut prose: Vec<u32> = prose.chain(main).collect();
        prose.sort_unstable();
        prose.dedup();
        Self {
            page,
            fonts: Fonts::of(page.content, &page.pieces),
            colours: Colours::of(page.content, &page.pieces),
            bold: pieces.iter().filter(|p| p.bold).count() * 2 > pieces.len(),
            largest: largest.fold(0.0, f32::max),
            tables: tables.map(PageBlock::cell).collect(),
            prose,
            place: Place::Top,
            refused: Vec::new(),
            scored: SameStyle::default(),
            before: None,
        }
    }

    /// Prepares to read the page again, with the scores of this time. Returns `false` where they do not disagree.
    pub(super) fn begin_again(&mut self) -> bool {
        let is_mixed = self.scored.is_mixed(MIN_SCORE);
        if is_mixed {
            self.before = Some(std::mem::take(&mut self.scored));
            self.refused.clear();
            self.place = Place::Top;
        }
        is_mixed
    }

    /// Notes that a block with this style and place was read.
    pub(super) fn pass(&mut self, look: &Look) {
        let large = look.size >= (LARGEST * self.largest).max(LARGE * self.page.body);
        self.place = match self.place {
            _ if look.rows > MAX_ROWS => Place::Text,
            Place::Top if large => Place::UnderTitle,
            place => place,
        };
    }

    /// The place and style of a block.
    pub(super) fn look(&self, block: &PageBlock) -> Look {
        let lines = block.text().unwrap_or_default();
        Look {
            cell: block.cell(),
            ..Look::of(self.page, &self.fonts, block.frame, lines)
        }
    }

    /// Returns `true` if a block, or its beginning, can be a heading.
    pub(super) fn can_begin(&self, block: &PageBlock) -> bool {
        block.role.is_none() && self.prose.contains(&block.frame)
    }

    /// Splits blocks before paragraphs that can be headings by their number and style. A running head can be near enough to the
    /// first heading to be in one block with it.
    pub(super) fn split_styles(&self, blocks: Vec<PageBlock>) -> Vec<PageBlock> {
        let mut out = Vec::with_capacity(blocks.len());
        for mut block in blocks {
            while let Some(rest) = self.split_style(&mut block) {
                out.push(std::mem::replace(&mut block, rest));
            }
            out.push(block);
        }
        out
    }

    /// Takes away the end of a block from the first paragraph on that stands out from the one before: it is numbered, and
    /// larger or bold, or it is in another colour.
    fn split_style(&self, block: &mut PageBlock) -> Option<PageBlock> {
        if block.paragraphs.len() < 2 || !self.can_begin(block) {
            return None;
        }
        let stands_out = |pair: &[ParagraphLines]| {
            let [above, below] = pair else { return false };
            let is_item = below.item.is_some();
            let lines =
                |own: &ParagraphLines| block.text().and_then(|all| all.get(own.lines.clone()));
            let (Some(above), Some(below)) = (lines(above), lines(below)) else {
                return false;
            };
            let [a, b] =
                [above, below].map(|own| Look::of(self.page, &self.fonts, block.frame, own));
            let numbered = || {
                let text = self.text(below);
                numbering::depth(&text)
                    .or_else(|| numbering::section(&text))
                    .is_some()
            };
            let larger = b.size >= LARGER * a.size;
            let coloured =
                || b.rows == 1 && self.colours.stands_out(b.colour) && is_other(a.colour, b.colour);
            b.rows <= MAX_ROWS
                && ((larger || b.bold && !a.bold) && numbered() || !is_item && coloured())
        };
        let at = block.paragraphs.windows(2).position(stands_out)? + 1;
        let paragraphs = block.paragraphs.split_off(at);
        let start = paragraphs.first()?.lines.start;
        let Part::Text(lines) = &mut block.part else {
            return None;
        };
        let mut rest = PageBlock::of_text(block.frame, lines.split_off(start));
        rest.paragraphs = paragraphs;
        for paragraph in &mut rest.paragraphs {
            let lines = &mut paragraph.lines;
            *lines = lines.start - start..lines.end - start;
        }
        Some(rest)
    }

    /// Joins blocks that are lines of one title. A short last line may be in a gutter below, and so in a block of its
    /// own.
    pub(super) fn join_titles(&self, blocks: Vec<PageBlock>) -> Vec<PageBlock> {
        let mut out: Vec<PageBlock> = Vec::with_capacity(blocks.len());
        for block in blocks {
            match out.last_mut() {
                Some(above) if self.is_title_over(above, &block) => {
                    let Part::Text(lines) = &mut above.part else {
                        continue;
                    };
                    // The rows of a block have different numbers.
                    let after = lines.last().map_or(0, |line| line.row + 1);
                    if let Part::Text(own) = block.part {
                        let row = own.first().map_or(0, |line| line.row);
                        lines.extend(own.into_iter().map(|line| RowLine {
                            row: line.row.saturating_sub(row) + after,
                            ..line
                        }));
                    }
                    above.paragraphs = vec![ParagraphLines::of(0..lines.len())];
                    above.decisions.extend(block.decisions);
                }
                _ => out.push(block),
            }
        }
        out
    }

    /// Whether a block of large type goes on in the one below.
    fn is_title_over(&self, above: &PageBlock, below: &PageBlock) -> bool {
        let is_part = |block: &PageBlock| {
            block.paragraphs.len() == 1
                && block.paragraphs.iter().all(|own| own.item.is_none())
                && self.can_begin(block)
        };
        // Most blocks are not large.
        let is_large = |block: &PageBlock| {
            let first = block.text().and_then(<[RowLine]>::first);
            first.is_some_and(|line| line.size >= LARGE * self.page.body)
        };
        if above.frame != below.frame
            || ![above, below]
                .into_iter()
                .all(|b| is_large(b) && is_part(b))
        {
            return false;
        }
        let (a, b) = (self.look(above), self.look(below));
        let (x, y) = (a.cell, b.cell);
        let white = y.y0 - x.y1;
        let em = a.size;
        let is_below = (-TITLE_OVERLAP * em..TITLE_GAP * em).contains(&white);
        let left = (x.x0 - y.x0).abs() <= TITLE_EDGE * em;
        let centred = (x.x0 + x.x1 - y.x0 - y.x1).abs() <= 2.0 * TITLE_EDGE * em;
        let numbered = below
            .text()
            .is_some_and(|lines| numbering::depth(&self.text(lines)).is_some());
        a.is_like(&b, LARGER)
            && a.rows + b.rows <= MAX_ROWS
            && is_below
            && (left || centred)
            && !numbered
    }

    /// Makes a few lines of one type, larger than the text, one paragraph. Lines of a title end early
    /// although the title goes on.
    pub(super) fn join_title(&self, block: &mut PageBlock) {
        let lines = block.text().unwrap_or_default();
        let rows = lines.chunk_by(|a, b| a.row == b.row).count();
        let alike = |a: &RowLine, b: &RowLine| {
            a.bold == b.bold && a.size.max(b.size) < LARGER * a.size.min(b.size)
        };
        let strikes = |line: &RowLine| line.size >= LARGER * self.page.body;
        let title = rows <= MAX_ROWS
            && lines.first().is_some_and(strikes)
            && lines.is_sorted_by(alike)
            && block.paragraphs.iter().all(|own| own.item.is_none());
        if title {
            block.paragraphs = vec![ParagraphLines::of(0..lines.len())];
        }
    }

    /// Splits off the first lines of a block if they are a heading followed by others.
    pub(super) fn part_heading(
        &mut self,
        block: &mut PageBlock,
        above: Option<&Look>,
    ) -> Option<PageBlock> {
        let (first, rest) = block.paragraphs.split_first()?;
        let first = first.clone();
        let next = rest.first().map_or(first.lines.end, |next| next.lines.end);
        let Part::Text(lines) = &mut block.part else {
            return None;
        };
        let paragraph = lines.get(first.lines.clone())?;
        let mut ends = self.ends(paragraph);
        if !rest.is_empty() {
            ends.push(paragraph.len());
        }
        let item = first.item.is_some();
        let (end, level, why) = ends.into_iter().find_map(|end| {
            let end = first.lines.start + end;
            let below = if end < first.lines.end {
                end..first.lines.end
            } else {
                end..next
            };
            let (own, below) = (lines.get(..end)?, lines.get(below)?);
            let (level, why) = self.beginning(block.frame, own, below, above, item)?;
            Some((end, level, why))
        })?;
        let below = lines.split_off(end);
        let own = std::mem::replace(lines, below);
        block
            .paragraphs
            .retain(|paragraph| paragraph.lines.end > end);
        for paragraph in &mut block.paragraphs {
            let lines = &mut paragraph.lines;
            *lines = lines.start.saturating_sub(end)..lines.end.saturating_sub(end);
        }
        let mut heading = PageBlock::of_text(block.frame, own);
        heading.paragraphs.push(ParagraphLines::of(0..end));
        set(&mut heading, level, why);
        Some(heading)
    }

    /// The level of the first lines of a block, and the reason, if they are a heading.
    fn beginning(
        &mut self,
        frame: u32,
        own: &[RowLine],
        below: &[RowLine],
        above: Option<&Look>,
        item: bool,
    ) -> Option<(u8, String)> {
        let look = Look::of(self.page, &self.fonts, frame, own);
        // A long paragraph is not the number of a chapter either.
        if look.rows > MAX_ROWS {
            return None;
        }
        let next = Look::of(self.page, &self.fonts, frame, below);
        let text = self.text(own);
        let em = self.page.body;
        let chapter = if numbering::is_chapter(&text) {
            let around = Surroundings::of(&next, Some(&look), None, em);
            let title = self.level(below, next, around, false);
            title.map(|(level, _)| (level, chapter_reason(level)))
        } else {
            None
        };
        // Paragraphs of the same style are all text, unless both are numbered.
        let numbered = numbering::depth(&text).is_some() && {
            let row = below.chunk_by(|a, b| a.row == b.row).next();
            row.is_some_and(|row| numbering::depth(&self.text(row)).is_some())
        };
        if next.is_like(&look, LARGER)
            && chapter.is_none()
            && !numbered
            && !features::is_marked(&text)
        {
            return None;
        }
        let around = Surroundings::of(&look, above, Some(&next), em);
        self.level(own, look, around, item).or(chapter)
    }

    /// The numbers of lines before which a heading can end within a paragraph: at the first change of size or
    /// weight, and before the number of the next heading.
    fn ends(&self, lines: &[RowLine]) -> Vec<usize> {
        let mut starts = (1..lines.len()).filter(|&n| match lines.get(n - 1..=n) {
            Some([a, b]) => a.row != b.row,
            _ => false,
        });
        if starts.clone().nth(MAX_ROWS - 1).is_some() {
            return Vec::new();
        }
        let depth = |at: usize| {
            let row = lines.get(at..).unwrap_or_default();
            let row = row.chunk_by(|a, b| a.row == b.row).next()?;
            numbering::depth(&self.text(row))
        };
        // Most paragraphs have one row, or a change of style.
        let numbered = LazyCell::new(|| depth(0).is_some());
        let end = starts.find(|&n| {
            let changes = match lines.get(n - 1..=n) {
                Some([a, b]) => {
                    let ratio = a.size.max(b.size) / a.size.min(b.size).max(MIN_LENGTH);
                    let colours = [a, b].map(|line| colour_of(self.page, line));
                    ratio >= LARGER || a.bold != b.bold || is_other(colours[0], colours[1])
                }
                _ => false,
            };
            changes || *numbered && depth(n).is_some()
        });
        let is_title = |end: &usize| {
            let own = lines.get(..*end).unwrap_or_default();
            !numbering::is_chapter(&self.text(own))
        };
        end.filter(is_title).into_iter().collect()
    }

    /// Marks a block of one paragraph if it is a heading.
    pub(super) fn mark_block(
        &mut self,
        block: &mut PageBlock,
        above: Option<&Look>,
        below: Option<&Look>,
    ) {
        let [paragraph] = block.paragraphs.as_slice() else {
            return;
        };
        let item = paragraph.item.is_some();
        let look = self.look(block);
        if look.rows > MAX_ROWS {
            return;
        }
        let around = Surroundings::of(&look, above, below, self.page.body);
        let lines = block.text().unwrap_or_default();
        if let Some((level, why)) = self.level(lines, look, around, item) {
            set(block, level, why);
        }
    }

    /// Marks `CHAPTER 7` above a heading as a heading, whatever its type.
    pub(super) fn mark_chapters(&self, blocks: &mut [PageBlock]) {
        for number in (1..blocks.len()).rev() {
            let Some([above, below]) = blocks.get_mut(number - 1..=number) else {
                continue;
            };
            let gap = CHAPTER_GAP * self.page.body;
            let chapter = above.heading.is_none()
                && above.role.is_none()
                && above.frame == below.frame
                && above.cell().y1 <= below.cell().y0 + gap
                && above.text().is_some_and(|lines| {
                    lines.len() == 1 && numbering::is_chapter(&self.text(lines))
                });
            if let (true, Some(level)) = (chapter, below.heading) {
                set(above, level, chapter_reason(level));
            }
        }
    }

    /// The level of lines that are a heading, from 1, and the reason; `None` for text.
    fn level(
        &mut self,
        lines: &[RowLine],
        look: Look,
        surroundings: Surroundings,
        item: bool,
    ) -> Option<(u8, String)> {
        if !(1..=MAX_ROWS).contains(&look.rows) || self.is_cells(lines) {
            return None;
        }
        let ratio = look.size / self.page.body;
        let text = self.text(lines);
        let mut candidate = Candidate {
            text: &text,
            look,
            ratio,
            bold: look.bold && !self.bold,
            other_font: self.fonts.is_other(look.font),
            coloured: self.colours.stands_out(look.colour),
            largest: look.size >= (LARGEST * self.largest).max(LARGER * self.page.body),
            above_text: self.place != Place::Text,
            drawn: self.drawn(lines, &look, &surroundings),
            surroundings,
            under_title: self.place == Place::UnderTitle,
            item,
            others: Others::default(),
        };
        if !candidate.is_hopeful() || !candidate.is_possible() {
            return None;
        }
        let mut score = candidate.weigh();
        let capitals = features::is_capitals(&text);
        match &self.before {
            Some(before) => {
                candidate.others = before.others(&look, capitals, score.sum);
                score = candidate.weigh();
            }
            None => self.scored.add(&look, capitals, score.sum),
        }
        if score.sum < MIN_SCORE {
            self.refused.push(Refusal {
                rect: look.cell,
                frame: look.frame,
                score,
            });
            return None;
        }
        let level = level(ratio, &text);
        let why = format!(
            "heading {level}: {ratio:.2} times the size of the page's text; {} (score {:.1})",
            score.why(),
            score.sum
        );
        Some((level, why))
    }

    /// Returns `true` if the lines are rows of cells. A number, or the letter of an appendix, may be separate from
    /// its title.
    fn is_cells(&self, lines: &[RowLine]) -> bool {
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        rows.any(|row| match row {
            [_] => false,
            [number, _] => {
                let number = self.text(std::slice::from_ref(number));
                !numbering::is_letter(number.trim())
                    && numbering::depth_of_number(number.trim()).is_none()
            }
            _ => true,
        })
    }

    /// Ruled lines around lines.
    fn drawn(&self, lines: &[RowLine], look: &Look, around: &Surroundings) -> Drawn {
        let white = around.below.map(|white| white * self.page.body);
        let mut texts = self.page.texts.iter();
        let text = texts.find(|text| text.number == look.frame);
        text.map_or_else(Drawn::default, |text| {
            Drawn::around(lines, look, white, &self.tables, &text.shapes)
        })
    }

    /// The text of the lines, without the mark of a note at its end.
    fn text(&self, lines: &[RowLine]) -> String {
        let all = &self.page.pieces;
        let mark = lines.last().and_then(|line| {
            let number = line.pieces.last()?;
            let piece = all.pieces.get(*number as usize)?;
            let raised = piece.size < NOTE_MARK * line.size && piece.baseline < line.baseline;
            raised.then_some(*number)
        });
        let pieces = lines.iter().flat_map(|line| &line.pieces);
        let pieces = pieces.filter(|number| mark != Some(**number));
        all.words(self.page.content, pieces)
    }
}

fn chapter_reason(level: u8) -> String {
    format!("heading {level}: the number of the one below")
}

fn set(block: &mut PageBlock, level: u8, why: String) {
    block.heading = Some(level);
    let decision = Decision::new(heuristics::HEADINGS, why);
    block.decisions.push(decision);
}

#[cfg(test)]
mod tests {
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;
    use crate::page::Own;

    /// The headings of a page on which these lines, 12 points apart, are above five lines of text.
    fn headings(lines: &[(f32, &str)]) -> Vec<String> {
        let mut pen = Pen::new();
        let text = pen.run(10.0, 0.0);
        let mut y = 100.0;
        for (size, line) in lines {
            let run = pen.run(*size, 0.0);
            pen.write(run, 50.0, y, line);
            y += 1.2 * size;
        }
        for _ in 0..5 {
            y += 12.0;
            pen.write(
                text,
                50.0,
                y,
                "some words of a text that go on and on to the next line",
            );
        }
        let page = analyse(0, pen.content, &LayoutParams::default());
        let boxes = page.tree.children(page.tree.root());
        let own = boxes.filter(|id| page.tree[*id].own(Own::Level).is_some());
        own.map(|id| {
            let mut text = String::new();
            page.push_text_below(id, &mut text);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
    }

    #[test]
    fn headings_on_each_other_are_several() {
        let stacked = [(14.0, "3 Owls"), (14.0, "3.1 Snowy owls")];
        assert_eq!(headings(&stacked), ["3 Owls", "3.1 Snowy owls"]);
        let title = [(20.0, "Owls of the"), (20.0, "North")];
        assert_eq!(headings(&title), ["Owls of the North"]);
    }

    #[test]
    fn the_number_of_a_title_can_be_far_from_it() {
        let spaced = [(15.0, "A    Tables of owls")];
        assert_eq!(headings(&spaced), ["A Tables of owls"]);
        let roman = [(15.0, "V     Owls of the north")];
        assert_eq!(headings(&roman), ["V Owls of the north"]);
    }

    #[test]
    fn an_entry_with_leaders_is_no_heading() {
        assert_eq!(headings(&[(14.0, "3 Snowy owls")]).len(), 1);
        assert!(headings(&[(14.0, "3 Snowy owls.............17")]).is_empty());
    }

    /// The number of headings of a page with two coloured, numbered lines over text. If `is_link`, words of the text have the
    /// colour, too.
    fn coloured(is_link: bool) -> usize {
        let mut pen = Pen::new();
        let [black, blue] = [[0; 3], [0, 0, 200]].map(|colour| {
            let run = pen.run(10.0, 0.0);
            pen.content.runs[run as usize].colour = colour;
            run
        });
        let mut y = 100.0;
        for _ in 0..2 {
            pen.write(blue, 50.0, y, "2.1 Owls of the north");
            y += 16.0;
            for _ in 0..5 {
                pen.write(black, 50.0, y, "some words of a text that go on and on");
                let run = if is_link { blue } else { black };
                pen.write(run, 250.0, y, "to the next line");
                y += 12.0;
            }
            y += 24.0;
        }
        let page = analyse(0, pen.content, &LayoutParams::default());
        let nodes = page.tree.children(page.tree.root());
        nodes
            .filter(|id| page.tree[*id].own(Own::Level).is_some())
            .count()
    }

    #[test]
    fn lines_in_a_colour_of_their_own_are_headings_and_links_are_not() {
        assert_eq!(coloured(false), 2);
        assert_eq!(coloured(true), 0);
    }

    #[test]
    fn characters_without_a_unicode_value_are_no_heading() {
        assert!(headings(&[(20.0, "\u{fffd} \u{fffd} \u{fffd}")]).is_empty());
    }
}
