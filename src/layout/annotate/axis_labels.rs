//! Short labels at equal distances, one beside or below the other, are one block: the scale of an axis,
//! the heads of the columns of a drawing.
//!
//! ```text
//!   30 ]        10    20    30    40
//!   20 ]        [                  ]
//!   10 ]
//! ```

use crate::layout::heuristics;
use crate::layout::page::{PageBlock, PageState};
use crate::layout::regions::rows::RowLine;
use crate::layout::result::Decision;
use crate::layout::scale::is_on_line;
use crate::layout::tables::Part;

/// A label is no wider than this, in ems.
const WIDEST: f32 = 6.0;

/// Labels are no further from each other than this, in ems …
const FARTHEST: f32 = 15.0;

/// … and their distances differ by no more than this share.
const UNEVEN: f32 = 0.1;

/// The least number of labels: two distances that are the same.
const LEAST: usize = 3;

/// Labels whose sizes differ by more than this factor are not of one series.
const LIKE_SIZE: f32 = 1.1;

/// A label further below the one before it than this, in ems, is in another row.
const NEXT_ROW: f32 = 0.5;

/// How a series continues.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// Along the line, by this many points from middle to middle.
    Along(f32),
    /// From baseline to baseline.
    Down(f32),
}

impl Step {
    /// The step between two labels, if they can be of one series.
    fn between(a: &RowLine, b: &RowLine) -> Option<Self> {
        let size = a.size.min(b.size);
        let wide = |line: &RowLine| line.cell.width() > WIDEST * line.size;
        if a.size.max(b.size) > LIKE_SIZE * size || wide(a) || wide(b) {
            return None;
        }
        let middle = |line: &RowLine| (line.cell.x0 + line.cell.x1) / 2.0;
        let (along, down) = (middle(b) - middle(a), b.baseline - a.baseline);
        let over = a.cell.x0 < b.cell.x1 && b.cell.x0 < a.cell.x1;
        let step = if is_on_line((a.baseline, a.size), (b.baseline, b.size)) && !over {
            Self::Along(along)
        } else if over && down > size {
            Self::Down(down)
        } else {
            return None;
        };
        (step.length() <= FARTHEST * size).then_some(step)
    }

    fn length(self) -> f32 {
        match self {
            Self::Along(by) | Self::Down(by) => by.abs(),
        }
    }

    fn is_like(self, other: Self) -> bool {
        let ((Self::Along(a), Self::Along(b)) | (Self::Down(a), Self::Down(b))) = (self, other)
        else {
            return false;
        };
        (a - b).abs() <= UNEVEN * a.abs()
    }
}

/// Joins the blocks of each frame that are labels of one series.
pub(crate) fn join(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        text.blocks = joined(std::mem::take(&mut text.blocks));
    }
}

fn joined(blocks: Vec<PageBlock>) -> Vec<PageBlock> {
    let mut out: Vec<PageBlock> = Vec::with_capacity(blocks.len());
    let mut rest = blocks.into_iter();
    while !rest.as_slice().is_empty() {
        let count = length(rest.as_slice().iter().map(label));
        out.extend(rest.next());
        let others = rest.by_ref().take(count.saturating_sub(1));
        let others = others.flat_map(|block| match block.part {
            Part::Text(lines) => lines,
            Part::Table(_) => Vec::new(),
        });
        let others: Vec<RowLine> = others.collect();
        if let Some(block) = out.last_mut()
            && let Part::Text(lines) = &mut block.part
            && !others.is_empty()
        {
            lines.extend(others);
            *lines = rows(std::mem::take(lines));
            let why = format!("{count} short labels at equal distances");
            block
                .decisions
                .push(Decision::new(heuristics::AXIS_LABELS, why));
        }
    }
    out
}

/// The only line of a block that may be one of several labels.
fn label(block: &PageBlock) -> Option<&RowLine> {
    match block.text()? {
        [line] if block.role.is_none() => Some(line),
        _ => None,
    }
}

/// How many blocks from the first on are labels of one series; `label` gives the only line of a block
/// that may be a label.
fn length<'a>(mut labels: impl Iterator<Item = Option<&'a RowLine>>) -> usize {
    let Some(mut last) = labels.next().flatten() else {
        return 0;
    };
    let mut step = None;
    let mut count = 1;
    for label in labels {
        let Some((label, next)) = label.and_then(|l| Some((l, Step::between(last, l)?))) else {
            break;
        };
        if step.is_some_and(|step: Step| !step.is_like(next)) {
            break;
        }
        step = Some(next);
        last = label;
        count += 1;
    }
    if count < LEAST { 0 } else { count }
}

/// The lines of a series, with the rows that they have in it.
fn rows(labels: Vec<RowLine>) -> Vec<RowLine> {
    let mut row = 0;
    let mut above: Option<f32> = None;
    let number = |line: RowLine| {
        if above.is_some_and(|above| line.baseline - above > NEXT_ROW * line.size) {
            row += 1;
        }
        above = Some(line.baseline);
        RowLine { row, ..line }
    };
    labels.into_iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use crate::layout::testing::dump;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// The dump of a page with these labels, in type of 8 points.
    fn analysed(labels: &[(f32, f32, &str)]) -> String {
        let mut pen = Pen::new();
        let run = pen.run(8.0, 0.0);
        for &(x, y, label) in labels {
            pen.write(run, x, y, label);
        }
        dump(&analyse(0, pen.content, &LayoutParams::default()))
    }

    #[test]
    fn the_labels_of_an_axis_are_one_block() {
        insta::assert_snapshot!(analysed(&[
            (50.0, 100.0, "30"),
            (50.0, 140.0, "20"),
            (50.0, 180.0, "10"),
            (80.0, 200.0, "100"),
            (140.0, 200.0, "200"),
            (200.0, 200.0, "300"),
            (260.0, 200.0, "400"),
        ]), @r"
        page
          textbox
            textline 30
            textline 20
            textline 10
          textbox
            textline 100
            textline 200
            textline 300
            textline 400
        ");
    }

    #[test]
    fn what_stands_at_distances_of_its_own_is_no_series() {
        insta::assert_snapshot!(analysed(&[
            (50.0, 100.0, "one"),
            (50.0, 140.0, "two"),
            (50.0, 200.0, "three"),
        ]), @r"
        page
          textbox
            textline one
          textbox
            textline two
          textbox
            textline three
        ");
    }
}
