//! Columns: lines to a text box for each column of the page.
//!
//! 1. The lines of the prevailing direction are set upright and joined into `rows`.
//! 2. Strips that stay white from row to row (`profile`) are the `gutters`.
//! 3. Each line goes to a column, is cut in two, or spans several columns (`pieces`).
//! 4. Spanning lines part the page from top to bottom; between them columns follow each other, and
//!    in a column the pieces of one printed line are joined again (`sections`).
//!
//! ```text
//!      +---------------------+
//!      | a heading           |  1   spanning lines
//!      +----------+----------+
//!      |          :          |
//!      |    2     :    3     |      a column each, and the gutter between them
//!      |          :          |
//!      +----------+----------+
//!      |          17         |  4   a page number below the gutter
//!      +---------------------+
//! ```
//!
//! The rules descend from those of the tool of 2011, which looked for the widest gaps in each row
//! and for the one that most rows of a third of the page share. Its constants are
//! fields of [`ColumnParams`] with the same meaning and default. What differs:
//!
//! - A gutter is what stays white in most rows, not the widest gap of some row; so rows in which
//!   the gutter is crossed, or which have a wider gap elsewhere, do no harm.
//! - Slanted pages are set straight by the slope of their lines before anything is measured.
//! - A line across a gutter with nothing beside it spans the columns, instead of being cut.
//! - Gutters that the page does not have are not invented: it gets fewer columns, or none.
//!
//! The gutters of the page analysis ([`regions::gutters`](super::regions::gutters)), with the number
//! of columns as a constraint, were tried in their place. Dictionaries and papers come out the same,
//! and on a page with fewer columns than asked for they invent fewer of them. But they are no gutters
//! of the page, and the rows decide better:
//!
//! - where the columns asked for are the cells of a table, or rules run through them: the analysis
//!   looks for white that does not divide cells, and takes ruled tables out before;
//! - where short lines are drawn in one go over both columns, and where a mark or single characters
//!   are in the gutter: the analysis joins what is drawn without a wide gap first, and cannot cut it;
//! - with [`ColumnCount::Automatic`], where a figure in one column has a gutter of its own: the
//!   analysis divides parts of the page, and the rows of all of it have to be counted again.

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
use crate::line::{Frames, TextLine};
use crate::model::Content;

/// How many columns a page is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnCount {
    /// As many as the page shows, perhaps one.
    Automatic,
    /// This many, 2 at least; fewer where the page does not show them.
    Exactly(u32),
}

/// Which column is read first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnOrder {
    /// From right to left when most letters of the page are of a script written so.
    #[default]
    Automatic,
    /// The leftmost first.
    LeftToRight,
    /// The rightmost first.
    RightToLeft,
}

/// What dividing into columns depends on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ColumnParams {
    /// How many columns a page has.
    pub count: ColumnCount,
    /// In what order they are read.
    pub order: ColumnOrder,
    /// Two lines are in one row when one's height lies within the other's, or when they overlap by
    /// more than this share of the upper one's height.
    pub row_overlap: f32,
    /// How many lines may be joined to the first of a row.
    pub row_joins: usize,
    /// The page's height is cut into this many equal parts, in each of which a gutter may be a
    /// little elsewhere.
    pub parts: usize,
    /// When more than this share of the rows have fewer characters than the page has columns, it
    /// is not divided.
    pub short_rows: f32,
    /// A character in the gutter belongs to the left when no space between it and the text there
    /// is larger than this, in points …
    pub affinity_gap: f32,
    /// … or than this share of the largest space between it and the text on the right.
    pub affinity_share: f32,
    /// Pieces in one column are one printed line when they overlap by more than this share of the
    /// height of each.
    pub join_overlap: f32,
    /// The height of the rows in which a gutter is white, less [`ColumnParams::crossing`] times that
    /// of the rows in which it is crossed, is at least this share of the height of all rows.
    pub evidence: f32,
    /// The same for [`ColumnCount::Automatic`].
    pub automatic_evidence: f32,
    /// How many white rows a row counts in which a gutter is crossed.
    pub crossing: f32,
    /// Least width of a column, as a share of the width of all text.
    pub least_width: f32,
    /// For [`ColumnCount::Automatic`]: least width of a gutter without a rule in it, as a share of
    /// the height of a line. In typewriter faces spaces of neighbouring lines are often aligned.
    pub least_gutter: f32,
    /// For [`ColumnCount::Automatic`]: a row speaks for a gutter when text runs on for this many line
    /// heights on both sides of it. In the cells of tables it seldom does.
    pub text_run: f32,
    /// For [`ColumnCount::Automatic`]: the rows of a column fill at least this share of its width on
    /// average. Those of tables do not.
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

/// A page in columns, in the terms of the other stages: lines over `glyphs`, and boxes of lines in
/// reading order.
#[derive(Debug)]
pub(super) struct Division {
    /// Glyphs (indices in the content), line by line.
    pub glyphs: Vec<u32>,
    pub lines: Vec<TextLine>,
    pub boxes: Boxes,
    pub columns: usize,
}

/// Divides a page whose lines are ranges of `drawn`.
///
/// # Errors
///
/// Says why the page is not divided, or `None` when nobody asked for more columns than it has.
pub(super) fn divide(
    content: &Content,
    frames: &Frames,
    drawn: &[u32],
    lines: &[TextLine],
    line_margin: f32,
    params: &ColumnParams,
) -> Result<Division, Option<String>> {
    let upright = rows::Upright::new(content, frames, drawn, lines);
    let rows = rows::join(&upright, params);
    if let ColumnCount::Exactly(count) = params.count {
        let short = rows.iter().filter(|row| row.inked < count as usize).count();
        if short as f32 > params.short_rows * rows.len() as f32 {
            return Err(Some(format!(
                "{short} of its {} {} fewer than {count} characters",
                counted(rows.len(), "row"),
                verb(short, "has", "have")
            )));
        }
    }
    let gutters = gutters::find(content, &upright, &rows, params);
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
