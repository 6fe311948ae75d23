//! Finds the labels around and between the shapes of a chart.

use super::drawings::Drawn;
use crate::geometry::Rect;
use crate::layout::regions::caption_label::is_labelled;
use crate::layout::regions::pieces::Piece;
use crate::layout::regions::rows::RowLine;
use crate::layout::state::PageState;

/// Limits for labels.
struct LabelLimits {
    /// Largest distance of a label from the shapes or other labels, in ems: of words, and of numbers.
    reach: [f32; 2],
    /// Largest distance of the centres of labels of one row, in ems.
    level: f32,
    /// Largest space between neighbouring labels of a row, in ems.
    next: f32,
    /// Largest distance of a caption, in ems.
    caption: f32,
    /// Rounds in which labels are added: of an axis, then its title, then a legend.
    rounds: usize,
    /// Most words of a label.
    max_words: usize,
    /// Fewest words of a line of prose.
    min_prose: usize,
    /// Fewest such lines of a form that is text.
    form_prose: usize,
    /// Largest space between a line of prose and a line of the same paragraph, in ems.
    pitch: f32,
    /// Largest distance between the starts of two lines of a paragraph, in ems.
    start: f32,
    /// Least space between words that are labels of their own, in ems.
    spread: f32,
    /// Largest size of a label, in sizes of the text.
    max_size: f32,
    /// Least share of a label that is inside the region.
    inside: f32,
    /// Fewest labels of a chart, and of a form.
    min_count: [usize; 2],
    /// Largest share of a region that a ruled table covers.
    table: f32,
}

const LABEL: LabelLimits = LabelLimits {
    reach: [1.5, 3.0],
    level: 0.3,
    next: 6.0,
    caption: 3.0,
    rounds: 3,
    max_words: 8,
    min_prose: 9,
    form_prose: 2,
    pitch: 0.8,
    start: 2.0,
    spread: 0.7,
    max_size: 2.0,
    inside: 0.8,
    min_count: [3, 1],
    table: 0.2,
};

/// The labels of a chart.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// The chart with its labels, in page space.
    pub rect: Rect,
    /// The labels, each with the number of its frame.
    pub lines: Vec<(u32, RowLine)>,
    /// A caption is directly above or below.
    pub captioned: bool,
    /// A line of running text is between the shapes.
    pub prose: bool,
    /// No other text is within the box.
    pub alone: bool,
}

/// A line of text, with its box in page space.
struct Line {
    frame: u32,
    line: RowLine,
    rect: Rect,
    words: usize,
    /// It has figures and no letters.
    number: bool,
    /// It is a line of running text, or of a caption.
    is_text: bool,
    /// It is larger than labels are.
    large: bool,
    caption: bool,
    /// Another object than the chart has it.
    foreign: bool,
    taken: bool,
}

impl Labels {
    /// The labels around and between some shapes; `None` if there are too few, or if they are a ruled table.
    pub(super) fn around(page: &PageState<'_>, drawn: &Drawn) -> Option<Self> {
        if drawn.image && !has_words(page, drawn.rect) {
            return None;
        }
        let [of_chart, of_form] = LABEL.min_count;
        let least = drawn.form.as_ref().map_or(of_chart, |_| of_form);
        let em = page.body;
        let farthest = LABEL.rounds as f32 * LABEL.reach[1];
        let whole = drawn.rect.union(drawn.panel.unwrap_or(drawn.rect));
        let near = whole.grown(farthest * em);
        let mut lines: Vec<Line> = Vec::new();
        for text in &page.texts {
            let mut tables = text.table_rows.rects();
            let whole = text.frame.enter_rect(drawn.rect);
            if tables.any(|table| table.intersection(whole).area() > LABEL.table * whole.area()) {
                return None;
            }
            let band = text.frame.enter_rect(near);
            let pieces = text.table_rows.pieces(&page.pieces);
            let is_in_band = |i: &u32| {
                let cell = pieces.get(*i as usize).map(|piece| piece.cell);
                cell.is_some_and(|cell| cell.y0 < band.y1 && cell.y1 > band.y0)
            };
            let is_own = |i: &u32| {
                let piece = page.pieces.pieces.get(*i as usize);
                let glyph = piece.and_then(|piece| page.pieces.glyphs_of(piece).first());
                let form = drawn.form.as_ref();
                form.is_none_or(|form| glyph.is_some_and(|glyph| form.contains(glyph)))
            };
            let near = text.pieces.iter().copied().filter(is_in_band);
            let (own, others): (Vec<u32>, Vec<u32>) = near.partition(is_own);
            let rows = text.rows(&page.pieces);
            let own = rows.lines(&own).into_iter().map(|line| (line, false));
            let others = rows.lines(&others).into_iter().map(|line| (line, true));
            for (line, foreign) in own.chain(others) {
                let words = if is_spread(&line, &page.pieces.pieces) {
                    1
                } else {
                    line.pieces.len()
                };
                let rect = text.frame.leave_rect(line.cell);
                let beginning = page.pieces.beginning(page.content, &line.pieces);
                let caption = is_labelled(&beginning);
                let number = beginning.contains(|c: char| c.is_ascii_digit())
                    && !beginning.contains(char::is_alphabetic);
                lines.push(Line {
                    frame: text.number,
                    rect,
                    words,
                    number,
                    is_text: words >= LABEL.min_prose,
                    large: line.size > LABEL.max_size * em,
                    caption,
                    foreign,
                    taken: false,
                    line,
                });
            }
        }
        // A box with a picture and sentences can be a form, too.
        let prose = lines
            .iter()
            .filter(|line| !line.foreign && line.words >= LABEL.min_prose);
        if drawn.form.is_some() && prose.count() >= LABEL.form_prose {
            return None;
        }
        mark_prose(&mut lines, em);
        let mut rect = drawn.rect;
        if let Some(panel) = drawn.panel {
            let mut inside = lines
                .iter()
                .filter(|line| panel.contains(line.rect.centre()));
            if inside.all(|line| !line.is_text && line.words <= LABEL.max_words) {
                rect = rect.union(panel);
            }
        }
        for round in 0..LABEL.rounds {
            // An image has labels on it, if any, and a form has all of its own.
            let on_image = drawn.image && round == 0 || drawn.form.is_some();
            let [of_words, of_numbers] = if on_image {
                [rect; 2]
            } else {
                LABEL.reach.map(|reach| rect.grown(reach * em))
            };
            let rows: Vec<Rect> = lines.iter().filter(|l| l.taken).map(|l| l.rect).collect();
            for line in lines.iter_mut().filter(|line| !line.taken && !line.foreign) {
                let own = line.rect;
                let around = if line.number { of_numbers } else { of_words };
                let inside = own.intersection(around);
                let is_inside = !inside.is_empty() && inside.area() >= LABEL.inside * own.area();
                // Names beside bars are longer than they are near, and one row has the names of all bars.
                let y = own.centre().y;
                let is_beside = y > rect.y0 && y < rect.y1 && gap_along(own, around) <= 0.0;
                let level = |row: &&Rect| (row.centre().y - y).abs() <= LABEL.level * em;
                let row = rows.iter().filter(level);
                let is_next = row
                    .clone()
                    .any(|row| gap_along(own, *row) <= LABEL.next * em);
                let in_row = is_next && row.count() >= of_chart;
                let is_label =
                    !line.is_text && !line.large && !line.caption && line.words <= LABEL.max_words;
                let is_taken = if on_image {
                    is_inside
                } else {
                    is_label && (is_inside || is_beside || in_row)
                };
                if is_taken {
                    line.taken = true;
                    rect = rect.union(own);
                }
            }
            if lines.iter().filter(|line| line.taken).count() < least && on_image {
                return None;
            }
        }
        let around = rect.grown(LABEL.caption * em);
        let captioned = lines
            .iter()
            .any(|line| line.caption && !line.rect.intersection(around).is_empty());
        let mut others = lines
            .iter()
            .filter(|line| !line.taken && rect.contains(line.rect.centre()));
        let prose = others.clone().any(|line| line.is_text);
        let alone = others.next().is_none();
        let taken = lines.into_iter().filter(|line| line.taken);
        let lines: Vec<(u32, RowLine)> = taken.map(|line| (line.frame, line.line)).collect();
        (lines.len() >= least).then_some(Self {
            rect,
            lines,
            captioned,
            prose,
            alone,
        })
    }
}

/// Returns `true` if enough words for labels are on an image. Most images have none, so that no lines need to
/// be put together.
fn has_words(page: &PageState<'_>, image: Rect) -> bool {
    let words = page.texts.iter().flat_map(|text| {
        let rect = text.frame.enter_rect(image);
        let pieces = text.table_rows.pieces(&page.pieces);
        let own = text.pieces.iter().filter_map(|&i| pieces.get(i as usize));
        own.filter(move |piece| rect.contains(piece.cell.centre()))
    });
    let [least, _] = LABEL.min_count;
    words.take(least).count() == least
}

/// The horizontal distance between two rectangles; negative if they overlap.
fn gap_along(a: Rect, b: Rect) -> f32 {
    a.x0.max(b.x0) - a.x1.min(b.x1)
}

/// Returns `true` if the words of a line are far apart, as labels below an axis are.
fn is_spread(line: &RowLine, pieces: &[Piece]) -> bool {
    let cells = line.pieces.iter().filter_map(|&i| pieces.get(i as usize));
    let inked: f32 = cells.map(|piece| piece.cell.width()).sum();
    let gaps = line.pieces.len().saturating_sub(1) as f32;
    gaps > 0.0 && line.cell.width() - inked > LABEL.spread * gaps * line.size
}

/// Marks the short lines of paragraphs and of captions as text: those directly above or below a long line, at
/// the same start.
fn mark_prose(lines: &mut [Line], em: f32) {
    let is_long = |line: &&Line| line.words >= LABEL.min_prose || line.caption;
    let long: Vec<(u32, Rect)> = lines
        .iter()
        .filter(is_long)
        .map(|line| (line.frame, line.rect))
        .collect();
    for line in lines {
        let own = line.rect;
        line.is_text |= long.iter().any(|(frame, rect)| {
            let gap = (own.y0 - rect.y1).max(rect.y0 - own.y1);
            line.frame == *frame
                && gap < LABEL.pitch * em
                && own.x0 < rect.x1
                && rect.x0 < own.x1
                && (own.x0 - rect.x0).abs() < LABEL.start * em
        });
    }
}
