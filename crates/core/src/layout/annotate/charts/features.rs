//! Scores whether shapes with labels are a chart or a diagram, rather than a table, a form or decorated text.

use std::ops::Range;

use super::drawings::Drawn;
use super::labels::Labels;
use super::weights::WEIGHTS;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::{is_on_line, is_same_size};
use crate::layout::score::Score;
use crate::layout::state::PageState;
use crate::page::Run;

/// Lowest score of a chart.
pub(super) const MIN_SCORE: f32 = 0.0;

/// Limits of the features.
struct Limits {
    /// Share of numbers among the labels.
    many_numbers: f32,
    /// Share of labels of several words.
    long: f32,
    /// Words of a long label, and of a line of prose.
    words: usize,
    prose_words: usize,
    /// Share of lines of prose.
    prose: f32,
    /// Labels of a row of cells.
    cells: usize,
    /// Share of the labels in such rows.
    in_rows: f32,
    /// Share of labels that are inside a shape.
    in_shapes: f32,
    /// Share of the region that shapes cover.
    covered: f32,
    /// Share of the labels outside the shapes.
    outside: f32,
    /// Share of the glyphs of a form that have the type of the text.
    of_text: f32,
    /// Share of curved or slanted shapes if most are.
    slanted: f32,
    /// Difference of two equal steps of a scale, as a share of the larger.
    steps: f32,
    /// Distance of two numbers of a scale that are in line, in ems of the body.
    in_line: f32,
}

const LIMITS: Limits = Limits {
    many_numbers: 0.5,
    long: 0.3,
    words: 4,
    prose_words: 8,
    prose: 0.15,
    cells: 3,
    in_rows: 0.6,
    in_shapes: 0.4,
    covered: 0.4,
    outside: 0.5,
    of_text: 0.5,
    slanted: 0.5,
    steps: 0.1,
    in_line: 0.5,
};

/// The measurements of shapes with labels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    shapes: usize,
    /// Share of the shapes that are curved or slanted.
    slanted: f32,
    labels: usize,
    /// Shares of the labels: numbers, long ones, those inside a shape, those outside all shapes, and those in
    /// rows of several.
    numbers: f32,
    long: f32,
    in_shapes: f32,
    outside: f32,
    in_rows: f32,
    /// The number of rows of several labels.
    rows: usize,
    /// Share of the region that shapes cover.
    covered: f32,
    /// Three numbers at equal steps, along or down the page.
    scale: bool,
    captioned: bool,
    between: bool,
    image: bool,
    form: bool,
    /// Share of the glyphs of a form that have the font and size of the text around it.
    of_text: f32,
    /// Share of the labels that are lines of prose.
    prose: f32,
}

impl Evidence {
    pub(super) fn gather(page: &PageState<'_>, drawn: &Drawn, labels: &Labels) -> Self {
        let all = &page.pieces;
        let count = labels.lines.len();
        let share = |n: usize| n as f32 / count.max(1) as f32;
        let rect = |(frame, cell): (u32, Rect)| page.frames.get(frame).leave_rect(cell);
        let (mut numbers, mut long, mut prose, mut in_shapes, mut outside) = (0, 0, 0, 0, 0);
        for (frame, line) in &labels.lines {
            let mut own = line
                .pieces
                .iter()
                .filter_map(|&i| all.pieces.get(i as usize));
            let is_number = own.all(|piece| {
                let mut text = all.characters(page.content, piece);
                text.any(|c| c.is_ascii_digit())
                    && !all.characters(page.content, piece).any(char::is_alphabetic)
            });
            numbers += usize::from(is_number);
            prose += usize::from(line.pieces.len() >= LIMITS.prose_words);
            long += usize::from(line.pieces.len() >= LIMITS.words);
            let own = rect((*frame, line.cell));
            in_shapes += usize::from(
                drawn
                    .shapes
                    .iter()
                    .any(|shape| shape.contains(own.centre())),
            );
            outside += usize::from(!drawn.rect.contains(own.centre()));
        }
        let main: Vec<_> = labels
            .lines
            .iter()
            .filter(|(frame, _)| Some(*frame) == page.texts.first().map(|t| t.number))
            .map(|(_, line)| line)
            .collect();
        let mut by_row = main.clone();
        by_row.compact_sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
        let rows = by_row.chunk_by(|a, b| is_on_line((a.baseline, a.size), (b.baseline, b.size)));
        let wide: Vec<usize> = rows
            .map(<[_]>::len)
            .filter(|n| *n >= LIMITS.cells)
            .collect();
        let area: f32 = drawn.shapes.iter().map(|shape| shape.area()).sum();
        Self {
            shapes: drawn.shapes.len(),
            slanted: drawn.slanted as f32 / drawn.shapes.len().max(1) as f32,
            labels: count,
            numbers: share(numbers),
            long: share(long),
            in_shapes: share(in_shapes),
            outside: share(outside),
            in_rows: share(wide.iter().sum()),
            rows: wide.len(),
            covered: area / drawn.rect.area().max(1.0),
            scale: has_scale(page, &main),
            captioned: labels.captioned,
            between: labels.prose,
            image: drawn.image,
            form: drawn.form.is_some(),
            of_text: drawn.form.clone().map_or(0.0, |form| like_text(page, form)),
            prose: share(prose),
        }
    }

    pub(super) fn weigh(&self) -> Score {
        Score::of(&WEIGHTS, &self.features())
    }

    /// The features, in the order of [`WEIGHTS`].
    #[rustfmt::skip]
    fn features(&self) -> [(&'static str, bool); WEIGHTS.len()] {
        [
            ("every drawing", true),
            ("one shape", self.shapes == 1),
            ("all shapes are straight", self.slanted <= 0.0),
            ("most shapes are curved or slanted", self.slanted > LIMITS.slanted),
            ("few labels", self.labels < 2 * LIMITS.cells),
            ("many numbers", self.numbers >= LIMITS.many_numbers),
            ("long labels", self.long >= LIMITS.long),
            ("labels inside shapes", self.in_shapes >= LIMITS.in_shapes),
            ("labels beside the shapes", self.outside >= LIMITS.outside),
            ("one or two rows of labels", [1, 2].contains(&self.rows)),
            ("labels in rows", self.rows >= LIMITS.cells && self.in_rows >= LIMITS.in_rows),
            ("shapes cover much", self.covered >= LIMITS.covered),
            ("a scale", self.scale),
            ("a caption", self.captioned),
            ("text between the shapes", self.between),
            ("an image", self.image),
            ("drawn as one object", self.form),
            ("drawn as one object in the type of the text", self.of_text >= LIMITS.of_text),
            ("lines of prose", self.prose >= LIMITS.prose),
        ]
    }
}

/// The share of the glyphs of a form that have the prevailing font of the other text, and about its size.
fn like_text(page: &PageState<'_>, form: Range<u32>) -> f32 {
    let content = page.content;
    let mut fonts = vec![0u32; content.fonts.len()];
    let runs = |glyphs: Range<u32>| {
        let own = content
            .glyphs
            .get(glyphs.start as usize..glyphs.end as usize);
        let own = own.unwrap_or_default().iter();
        own.filter_map(|glyph| content.runs.get(glyph.run as usize))
    };
    for run in runs(0..form.start).chain(runs(form.end..content.glyphs.len() as u32)) {
        if let Some(count) = fonts.get_mut(run.font as usize) {
            *count += 1;
        }
    }
    let most = fonts.iter().enumerate().max_by_key(|(_, count)| **count);
    let usual = most.filter(|(_, count)| **count > 0).map(|(font, _)| font);
    let is_like =
        |run: &&Run| Some(run.font as usize) == usual && is_same_size(run.size, page.body);
    runs(form.clone()).filter(is_like).count() as f32 / form.len().max(1) as f32
}

/// Returns `true` if three numbers in line are at equal distances and have equal steps.
fn has_scale(page: &PageState<'_>, lines: &[&RowLine]) -> bool {
    /// Most labels that are compared.
    const MOST: usize = 200;
    let value = |line: &RowLine| match line.pieces.as_slice() {
        [one] => {
            let piece = page.pieces.pieces.get(*one as usize)?;
            let text: String = page.pieces.characters(page.content, piece).collect();
            let bare = text.trim_end_matches('%').replace(',', "");
            bare.parse::<f32>().ok().filter(|v| v.is_finite())
        }
        _ => None,
    };
    let mut values: Vec<(f32, f32, f32, f32)> = lines
        .iter()
        .take(MOST)
        .filter_map(|line| {
            Some((
                (line.cell.x0 + line.cell.x1) / 2.0,
                line.cell.x1,
                line.baseline,
                value(line)?,
            ))
        })
        .collect();
    let same = |a: f32, b: f32| (a - b).abs() <= LIMITS.steps * a.abs().max(b.abs()).max(1.0);
    let mut found = |key: fn(&(f32, f32, f32, f32)) -> f32,
                     place: fn(&(f32, f32, f32, f32)) -> f32| {
        values.compact_sort_by(|a, b| {
            key(a)
                .total_cmp(&key(b))
                .then(place(a).total_cmp(&place(b)))
        });
        values.windows(3).any(|three| match three {
            [a, b, c] => {
                (key(a) - key(c)).abs() <= LIMITS.in_line * page.body
                    && same(place(b) - place(a), place(c) - place(b))
                    && (place(b) - place(a)).abs() > page.body
                    && same(b.3 - a.3, c.3 - b.3)
                    && a.3 != b.3
            }
            _ => false,
        })
    };
    found(|v| v.1, |v| v.2) || found(|v| v.0, |v| v.2) || found(|v| v.2, |v| v.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_the_names_of_their_features() {
        let names = Evidence::default().features().map(|(name, _)| name);
        assert_eq!(names, WEIGHTS.map(|(name, _)| name));
    }
}
