//! `--columns`, and the numbers of the column divider.

use clap::Args as Group;

use super::parse_share;
use crate::layout::columns::{ColumnCount, ColumnOrder, ColumnParams};
use crate::page::PageList;

/// The options of the column divider.
#[derive(Debug, Clone, Group)]
#[command(next_help_heading = "Columns")]
pub(super) struct Columns {
    /// Divide each page into N columns, 2 or more, or into as many as it shows: auto
    #[arg(short, long = "columns", value_name = "N", value_parser = parse_columns)]
    pub(super) columns: Option<ColumnCount>,

    /// Do not divide these pages: 1,4-6
    #[arg(short = 'g', long, value_name = "LIST", requires = "columns")]
    pub(super) ignore_pages: Option<PageList>,

    /// Reading order of columns: ltr, rtl, or auto by the script of the page
    #[arg(long, value_name = "ORDER", value_parser = parse_order, default_value = "auto")]
    column_order: ColumnOrder,

    /// Lines are in one row when they overlap by this share of the upper one's height
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().row_overlap)]
    row_overlap: f32,

    /// At most N lines are joined to the first of a row
    #[arg(long, value_name = "N", default_value_t = ColumnParams::default().row_joins)]
    row_joins: usize,

    /// A gutter may be in a different place in each of N parts of the page's height
    #[arg(long, value_name = "N", value_parser = parse_parts, default_value_t = ColumnParams::default().parts)]
    page_parts: usize,

    /// Do not divide pages with a larger share of rows that have fewer characters than columns
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().short_rows)]
    short_rows: f32,

    /// Characters in a gutter belong to the left column within this distance of its text, in points
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().affinity_gap)]
    affinity_gap: f32,

    /// Characters in a gutter also belong to the left column within this share of the distance to the text on
    /// the right
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().affinity_share)]
    affinity_share: f32,

    /// Join parts of a line that overlap by this share of both heights
    ///
    /// The tool of 2011 had 0.6, and later 0.9.
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().join_overlap)]
    join_overlap: f32,

    /// A gutter is white in this share of the page's rows at least
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().evidence)]
    gutter_evidence: f32,

    /// The same for -c auto
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().automatic_evidence)]
    auto_evidence: f32,

    /// A row that crosses a gutter counts as much against it as N white rows count for it
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().crossing)]
    gutter_crossing: f32,

    /// Columns are at least as wide as this share of the text
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().least_width)]
    column_width: f32,

    /// For -c auto: gutters are at least N line heights wide, unless a rule is in them
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().least_gutter)]
    gutter_width: f32,

    /// For -c auto: text at least this long, in line heights, is on both sides of a gutter
    ///
    /// Cells of tables are shorter as a rule. Rows beside a rule that runs through a gutter speak
    /// against it.
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().text_run)]
    text_run: f32,

    /// For -c auto: the rows of a column fill this share of its width on average; tables do not
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = ColumnParams::default().fill)]
    column_fill: f32,
}

impl Columns {
    /// The parameters of the column divider; `None` without `--columns`.
    pub(super) fn params(&self) -> Option<ColumnParams> {
        Some(ColumnParams {
            count: self.columns?,
            order: self.column_order,
            row_overlap: self.row_overlap,
            row_joins: self.row_joins,
            parts: self.page_parts,
            short_rows: self.short_rows,
            affinity_gap: self.affinity_gap,
            affinity_share: self.affinity_share,
            join_overlap: self.join_overlap,
            evidence: self.gutter_evidence,
            automatic_evidence: self.auto_evidence,
            crossing: self.gutter_crossing,
            least_width: self.column_width,
            least_gutter: self.gutter_width,
            text_run: self.text_run,
            fill: self.column_fill,
        })
    }
}

fn parse_columns(text: &str) -> std::result::Result<ColumnCount, String> {
    if text == "auto" {
        return Ok(ColumnCount::Automatic);
    }
    text.parse()
        .ok()
        .filter(|n| (2..=100).contains(n))
        .map(ColumnCount::Exactly)
        .ok_or_else(|| "write a number of columns from 2 on, or auto".into())
}

fn parse_order(text: &str) -> std::result::Result<ColumnOrder, String> {
    match text {
        "auto" => Ok(ColumnOrder::Automatic),
        "ltr" => Ok(ColumnOrder::LeftToRight),
        "rtl" => Ok(ColumnOrder::RightToLeft),
        _ => Err("write ltr, rtl or auto".into()),
    }
}

fn parse_parts(text: &str) -> std::result::Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=100).contains(n))
        .ok_or_else(|| "write a number from 1 to 100".into())
}
