//! Joins short labels at equal distances, beside or below each other, into one block: the scale of an axis,
//! or column headings in a drawing.
//!
//! ```text
//!     30 ]        10    20    30    40
//!     20 ]        [                  ]
//!     10 ]
//! ```

use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::is_on_line;
use crate::layout::state::{PageBlock, PageState};
use crate::layout::tables::table::Part;

/// Limits for the labels of an axis.
struct AxisLimits {
    /// Largest width of a label, in ems.
    max_width: f32,
    /// Largest distance between neighbouring labels, in ems.
    max_step: f32,
    /// Largest difference between successive distances, as a share of the first.
    uneven: f32,
    /// Fewest labels of a series: two equal distances.
    min_count: usize,
    /// Largest ratio between the sizes of labels in one series.
    max_size_ratio: f32,
    /// Labels whose baselines are further apart than this, in ems, are in different rows.
    next_row: f32,
}

const AXIS: AxisLimits = AxisLimits {
    max_width: 6.0,
    max_step: 15.0,
    uneven: 0.1,
    min_count: 3,
    max_size_ratio: 1.1,
    next_row: 0.5,
};

/// The distance between two neighbours of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// Along the line: the distance between their centres, in points.
    Along(f32),
    /// Down the page: the distance between their baselines, in points.
    Down(f32),
}

impl Step {
    /// The step between two labels; `None` if they cannot be of one series.
    fn between(a: &RowLine, b: &RowLine) -> Option<Self> {
        let size = a.size.min(b.size);
        let wide = |line: &RowLine| line.cell.width() > AXIS.max_width * line.size;
        if a.size.max(b.size) > AXIS.max_size_ratio * size || wide(a) || wide(b) {
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
        (step.length() <= AXIS.max_step * size).then_some(step)
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
        (a - b).abs() <= AXIS.uneven * a.abs()
    }
}

/// Joins the blocks of each frame that form a series of labels.
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

/// The only line of a block that may be a label.
fn label(block: &PageBlock) -> Option<&RowLine> {
    match block.text()? {
        [line] if block.role.is_none() => Some(line),
        _ => None,
    }
}

/// The number of blocks from the first that form a series of labels; 0 if too few. `labels` yields the only
/// line of each block that may be a label.
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
    if count < AXIS.min_count { 0 } else { count }
}

/// Renumbers the rows of the lines of a series.
fn rows(labels: Vec<RowLine>) -> Vec<RowLine> {
    let mut row = 0;
    let mut above: Option<f32> = None;
    let number = |line: RowLine| {
        if above.is_some_and(|above| line.baseline - above > AXIS.next_row * line.size) {
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
