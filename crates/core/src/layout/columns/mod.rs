//! Divides a page into columns: lines to one text box for each column.
//!
//! 1. `rows` turns the lines of the prevailing direction upright and joins them into rows.
//! 2. `profile` finds strips that stay white from row to row: the `gutters`.
//! 3. `pieces` assigns each line to a column, cuts it in two, or lets it span several columns.
//! 4. `sections` splits the page at spanning lines. Between them columns follow each other, and in each the
//!    pieces of one printed line are joined.
//!
//! ```text
//!        +---------------------+
//!        | a heading           |  1   spanning lines
//!        +----------+----------+
//!        |          :          |
//!        |    2     :    3     |      a column each, and the gutter between them
//!        |          :          |
//!        +----------+----------+
//!        |          17         |  4   a page number below the gutter
//!        +---------------------+
//! ```
//!
//! The rules derive from the tool of 2011. It took the widest gaps of each row, and of these the gap that
//! most rows of a third of the page share. Its constants are fields of [`ColumnParams`] with the same meaning
//! and default. Differences:
//!
//! - A gutter is a strip that stays white in most rows, not the widest gap of some row. Rows that cross the
//!   gutter or have a wider gap elsewhere do not matter.
//! - Slanted pages are straightened by the slope of their lines first.
//! - A line across a gutter with nothing beside it spans the columns, instead of being cut.
//! - Gutters that the page does not have are not invented: it gets fewer columns, or none.
//!
//! The gutters of the page analysis ([`regions::gutters`](super::regions::gutters)), constrained to the
//! number of columns, were tried instead. Dictionaries and papers give the same result, and pages with fewer
//! columns than requested get fewer invented ones. Rows are more reliable in these cases:
//!
//! - The requested columns are table cells, or rules cross them. The analysis looks for gaps that do not
//!   divide cells, and removes ruled tables first.
//! - Short lines are drawn across both columns without a break, or marks are in the gutter. The analysis
//!   first joins pieces drawn without a wide gap, and cannot cut them.
//! - With [`ColumnCount::Automatic`], a figure in one column has its own gutter. The analysis divides parts
//!   of the page, so all rows would have to be counted again.

mod gutters;
mod pieces;
mod profile;
mod rows;
mod sections;
#[cfg(test)]
mod tests;

use super::pdfminer::boxes::Boxes;
use crate::bidi;
use crate::counted::{counted, verb};
use crate::geometry::Rect;
use crate::line::{Frames, TextLine};
use crate::page::Content;

/// The number of columns of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnCount {
    /// As many as the page has, possibly one.
    Automatic,
    /// This many, at least 2; fewer if the page does not have them.
    Exactly(u32),
}

/// The order in which columns are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnOrder {
    /// From right to left if most letters of the page are of a right-to-left script.
    #[default]
    Automatic,
    /// From left to right.
    LeftToRight,
    /// From right to left.
    RightToLeft,
}

/// The parameters of dividing a page into columns.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ColumnParams {
    /// The number of columns.
    pub count: ColumnCount,
    /// The order of columns.
    pub order: ColumnOrder,
    /// Two lines are in one row if the height of one is within the other's. They also are if they overlap by
    /// more than this share of the upper one's height.
    pub row_overlap: f32,
    /// Most lines that may be joined to the first of a row.
    pub row_joins: usize,
    /// The number of equal parts into which the height of the page is divided. The position of a gutter may
    /// differ slightly between parts.
    pub parts: usize,
    /// The page is not divided if more than this share of its rows have fewer characters than the page has
    /// columns.
    pub short_rows: f32,
    /// A character in the gutter belongs to the left if no space between it and the text there exceeds this,
    /// in points.
    pub affinity_gap: f32,
    /// It also belongs to the left if no such space exceeds this share of the largest space to the text on
    /// the right.
    pub affinity_share: f32,
    /// Pieces in one column are one printed line if they overlap by more than this share of the height of
    /// each.
    pub join_overlap: f32,
    /// Least evidence of a gutter, as a share of the height of all rows: the height of the rows in which it
    /// is white, minus [`ColumnParams::crossing`] times that of the rows that cross it.
    pub evidence: f32,
    /// The same for [`ColumnCount::Automatic`].
    pub automatic_evidence: f32,
    /// The number of white rows that cancel one row that crosses a gutter.
    pub crossing: f32,
    /// Least width of a column, as a share of the width of all text.
    pub least_width: f32,
    /// For [`ColumnCount::Automatic`]: least width of a gutter without a rule in it, in line heights. In
    /// monospaced type, spaces of neighbouring lines are often aligned.
    pub least_gutter: f32,
    /// For [`ColumnCount::Automatic`]: least length of continuous text on both sides of a gutter in a row
    /// that supports it, in line heights. Table cells are mostly shorter.
    pub text_run: f32,
    /// For [`ColumnCount::Automatic`]: least share of a column's width that its rows fill on average. Columns
    /// of tables fill less.
    pub fill: f32,
}

impl Default for ColumnParams {
    fn default() -> Self {
        Self {
            count: ColumnCount::Automatic,
            order: ColumnOrder::Automatic,
            row_overlap: 0.25,
            row_joins: 10,
            parts: 3,
            short_rows: 0.1,
            affinity_gap: 0.1,
            affinity_share: 0.25,
            join_overlap: 0.6,
            evidence: 0.05,
            automatic_evidence: 0.2,
            crossing: 2.0,
            least_width: 0.1,
            least_gutter: 0.75,
            text_run: 5.0,
            fill: 0.45,
        }
    }
}

/// A page divided into columns: lines of `glyphs`, and boxes of lines in reading order.
#[derive(Debug)]
pub(super) struct Division {
    /// Glyphs (indices in the content), line by line.
    pub glyphs: Vec<u32>,
    pub lines: Vec<TextLine>,
    pub boxes: Boxes,
    pub columns: usize,
}

/// Divides a page whose lines are ranges of `drawn`, at `fixed` gutters if there are any.
///
/// # Errors
///
/// The reason why the page is not divided, or `None` if no more columns were requested than it has.
pub(super) fn divide(
    content: &Content,
    frames: &Frames,
    drawn: &[u32],
    lines: &[TextLine],
    line_margin: f32,
    params: &ColumnParams,
    fixed: &[Rect],
) -> Result<Division, Option<String>> {
    let upright = rows::Upright::new(content, frames, drawn, lines);
    let rows = rows::join(&upright, params);
    if let (ColumnCount::Exactly(count), []) = (params.count, fixed) {
        let short = rows.iter().filter(|row| row.inked < count as usize).count();
        if short as f32 > params.short_rows * rows.len() as f32 {
            return Err(Some(format!(
                "{short} of its {} {} fewer than {count} characters",
                counted(rows.len(), "row"),
                verb(short, "has", "have")
            )));
        }
    }
    let gutters = match fixed {
        [] => gutters::find(content, &upright, &rows, params),
        _ => gutters::fixed(&upright, fixed),
    };
    if gutters.is_empty() {
        return Err(match params.count {
            ColumnCount::Automatic => None,
            ColumnCount::Exactly(_) => Some(match rows.len() {
                0 => "it has no text".into(),
                n => format!(
                    "no gutter stays white through enough of its {}",
                    counted(n, "row")
                ),
            }),
        });
    }
    let right_to_left = match params.order {
        ColumnOrder::Automatic => bidi::is_mostly_right_to_left(&content.text),
        ColumnOrder::LeftToRight => false,
        ColumnOrder::RightToLeft => true,
    };
    let pieces = pieces::place(&upright, &rows, &gutters, params);
    let sections = sections::Sections {
        upright: &upright,
        frames,
        columns: gutters.len() + 1,
        right_to_left,
        line_margin,
        row_overlap: params.row_overlap,
        join_overlap: params.join_overlap,
    };
    Ok(sections.build(pieces, lines))
}
