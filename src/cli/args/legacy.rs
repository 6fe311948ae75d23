//! The parameters of older programs: of the column divider of 2011, and of pdfminer.

use clap::Args;

use crate::cli::values::{Flow, parse_flow, parse_parts, parse_share};
use pdfa2hocr_core::layout::columns::{ColumnCount, ColumnOrder, ColumnParams};
use pdfa2hocr_core::layout::pdfminer::GroupParams;
use pdfa2hocr_core::line::LineParams;

/// The numbers of the column divider.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Parameters of the pdfa2hocr of 2011 (with --columns)")]
pub(super) struct ColumnNumbers {
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
    /// The pdfa2hocr of 2011 had 0.6, and later 0.9.
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

impl ColumnNumbers {
    pub(super) fn params(&self, count: ColumnCount, order: ColumnOrder) -> ColumnParams {
        let mut params = ColumnParams::default();
        params.count = count;
        params.order = order;
        params.row_overlap = self.row_overlap;
        params.row_joins = self.row_joins;
        params.parts = self.page_parts;
        params.short_rows = self.short_rows;
        params.affinity_gap = self.affinity_gap;
        params.affinity_share = self.affinity_share;
        params.join_overlap = self.join_overlap;
        params.evidence = self.gutter_evidence;
        params.automatic_evidence = self.auto_evidence;
        params.crossing = self.gutter_crossing;
        params.least_width = self.column_width;
        params.least_gutter = self.gutter_width;
        params.text_run = self.text_run;
        params.fill = self.column_fill;
        params
    }
}

/// The numbers of pdfminer.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Parameters of pdfminer (with --layout classic or --columns)")]
pub(super) struct PdfminerNumbers {
    /// Characters closer than this many character widths are on one line
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = LineParams::default().char_margin)]
    char_margin: f32,

    /// Characters on one line overlap by this share of the lower one's height
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = LineParams::default().line_overlap)]
    line_overlap: f32,

    /// Lines closer than this many line heights are in one box
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = GroupParams::default().line_margin)]
    line_margin: f32,

    /// With --layout classic: order boxes by their position, from -1 (horizontal only) to 1 (vertical only), or none
    #[arg(long, value_name = "N", value_parser = parse_flow, default_value = "0.5", allow_negative_numbers = true)]
    boxes_flow: Flow,
}

impl PdfminerNumbers {
    pub(super) fn line(&self, word_margin: f32) -> LineParams {
        let mut params = LineParams::default();
        params.char_margin = self.char_margin;
        params.line_overlap = self.line_overlap;
        params.word_margin = word_margin;
        params
    }

    pub(super) fn group(&self) -> GroupParams {
        let mut params = GroupParams::default();
        params.line_margin = self.line_margin;
        params.boxes_flow = self.boxes_flow.0;
        params
    }
}
