//! Scores whether a grid of cells is a table. With lines around the cells little doubt remains. With fewer
//! lines or none, the columns must look like cells: short, aligned, with numbers and heads, and not like a
//! list of entries with page numbers. The weights are fitted (`weights`).

use super::draft::Ruling;
use super::evidence::Evidence;
use super::weights;
use crate::layout::scale::Share;
use crate::layout::score::{Held, Score};

/// Limits of the features. Each counts for a table, or against it, by a fitted weight. Lengths are in ems, shares are 0 to
/// 1, and letters are those of a line of a cell, on average.
struct FeatureLimits {
    /// Least share of filled cells of a full table.
    full: f32,
    /// Least share of filled cells in a column of boxes.
    full_boxes: f32,
    /// Least share of filled cells, without which a table without lines is in doubt.
    sparse: f32,
    /// Least share of filled cells, without which a grid can be a drawing.
    empty: f32,
    /// Least share of cells in line with those of their column, if all are said to be.
    in_line: f32,
    /// The same for many full rows.
    many_in_line: f32,
    /// Least share of cells in line, with the heads; fewer count against a table.
    mostly_in_line: f32,
    /// Least share of boxes in line.
    boxes_in_line: f32,
    /// Least share of cells in line that shows numbers in a grid with few filled cells.
    numbers_in_line: f32,
    /// Most letters of the labels of drawings.
    single_letters: f32,
    /// Most letters of short cells.
    short: f32,
    /// Most letters of cells that are not of some length.
    some_length: f32,
    /// Most letters of cells that are not long lines.
    long_line: f32,
    /// Most letters of cells between lines along the text, and in a form.
    sentence: f32,
    /// Most letters of a box with a line of text. Prose whose lines are shaded one by one has more.
    long_entry: f32,
    /// Least share of text in long cells, if most of it is.
    mostly_long: f32,
    /// The same between lines along the text.
    partly_long: f32,
    /// Least share of long cells in columns of text between ruled lines. Tables can have one column of long texts.
    long_cells: f32,
    /// Most lines of a cell, on average, in rows that are far apart.
    single_line: f32,
    /// Most lines of a cell, on average, that do not wrap.
    unwrapped: f32,
    /// Most lines in a box, on average.
    box_lines: f32,
    /// Most lines in a cell of a form, on average.
    form_lines: f32,
    /// Least height of rows in a column of boxes with a line of text each.
    box_height: f32,
    /// Largest ratio of the heights of such boxes.
    even: f32,
    /// Largest ratio of the distances between even rows.
    even_pitch: f32,
    /// Least distance between rows without ruled lines. Rows of formulas are closer.
    nearest: f32,
    /// Least distance between rows of one line that are further apart than lines of text.
    far: f32,
    /// Least distance between the last line of a row and the first line of the next, if margins of cells are between
    /// them. Paragraphs are nearer.
    set_apart: f32,
    /// Least gap between columns, if only a word space is not between them: that of a typewriter is 0.6.
    word_space: f32,
    /// Least gap between columns of rows that are set apart.
    gap: f32,
    /// Least gap of wide gaps.
    wide_gap: f32,
    /// Least gap between two columns that are far apart.
    far_gap: f32,
    /// Most columns of a table with few, and most rows of a table without several.
    few_columns: usize,
    few_rows: usize,
    /// Least number of boxes in a column of them.
    boxes: usize,
    /// Least number of rows of a table with many rows.
    many_rows: usize,
    /// Least number of full rows, if there are many.
    many_full_rows: usize,
    /// Least share of rows with several cells, if all are said to have.
    all_full: Share,
    /// Largest share of cells with leaders, except beside several columns of numbers.
    leaders: f32,
    /// Largest number of cells with leaders per row. More are entries side by side, or dots far apart.
    most_leaders: f32,
    /// Largest shares of cells that begin with a small letter: of few, and of fewer than most.
    small: [f32; 2],
    /// Largest share of cells with bullets.
    bullets: f32,
    /// Least ratio of the lengths of lines in two columns that are unlike.
    unlike: f32,
    /// Least share of rows whose cells have as many lines.
    same_lines: f32,
    /// Least share of the area of the cells that text fills; less is a drawing with labels.
    room: f32,
    /// Least share of the text inside its cells; less is a drawing with labels, too.
    within: f32,
    /// Least share of the rows of boxes in running text beside which the line goes on.
    beside: f32,
    /// Least share of the lines of a text that the next word does not fit in.
    full_lines: f32,
    /// Least share of these lines that go on with a small letter.
    going_on: f32,
    /// The same for a column of long lines, which is beside a table.
    going_on_beside: f32,
    /// Least share of filled cells in a first row of heads, and in a first column of names.
    named: f32,
    /// The same for heads over one row.
    all_named: f32,
    /// Least share of the text of a form in its heads and names.
    labels: f32,
}

const LIMITS: FeatureLimits = FeatureLimits {
    full: 0.95,
    full_boxes: 0.9,
    sparse: 0.6,
    empty: 0.3,
    in_line: 0.95,
    many_in_line: 0.9,
    mostly_in_line: 0.8,
    boxes_in_line: 0.7,
    numbers_in_line: 0.6,
    single_letters: 1.5,
    short: 10.0,
    some_length: 16.0,
    long_line: 25.0,
    sentence: 40.0,
    long_entry: 50.0,
    mostly_long: 0.5,
    partly_long: 0.3,
    long_cells: 0.25,
    single_line: 1.2,
    unwrapped: 1.4,
    box_lines: 1.5,
    form_lines: 3.0,
    box_height: 1.3,
    even: 2.0,
    even_pitch: 1.6,
    nearest: 0.9,
    far: 1.6,
    set_apart: 2.5,
    word_space: 0.65,
    gap: 1.3,
    wide_gap: 2.0,
    far_gap: 10.0,
    few_columns: 3,
    few_rows: 3,
    boxes: 4,
    many_rows: 10,
    many_full_rows: 8,
    all_full: Share(9, 10),
    leaders: 0.3,
    most_leaders: 1.5,
    small: [0.15, 0.5],
    bullets: 0.3,
    unlike: 2.5,
    same_lines: 0.5,
    room: 0.04,
    within: 0.8,
    beside: 0.5,
    full_lines: 0.6,
    going_on: 0.35,
    going_on_beside: 0.6,
    named: 0.6,
    all_named: 0.99,
    labels: 0.9,
};

/// The name of the feature of [`Evidence::is_form`].
const FORM: &str = "heads and names of rows as in a form";

impl Evidence {
    /// Whether the grid is a table.
    pub(crate) fn is_table(&self) -> bool {
        self.score().sum >= 0.0
    }

    /// The features for and against a table, with the sum of their weights.
    pub(super) fn score(&self) -> Score {
        match (self.columns, self.ruling) {
            (1, _) => Score::of(&weights::COLUMN, &self.of_column()),
            (_, Ruling::Grid) => Score::of(&weights::GRID, &self.of_grid()),
            _ => Score::of(&weights::OPEN, &self.of_open()),
        }
    }

    /// Features of texts that are not tables, with weights that exceed all others.
    fn refusals(&self) -> [Held; 5] {
        // A table with several numeric columns may have leaders between names and numbers.
        let leaders =
            self.leaders > LIMITS.leaders && self.numeric < 2 || self.leaders > LIMITS.most_leaders;
        [
            ("one row", self.rows < 2),
            ("leaders", leaders),
            (
                "single letters as in a drawing",
                self.letters.min(self.letters_below) < LIMITS.single_letters && self.numeric == 0,
            ),
            (
                "sentences go on from column to column",
                self.prose.is_running(),
            ),
            ("headlines over justified text", self.prose.is_headed()),
        ]
    }

    /// Features of a column of boxes.
    fn of_column(&self) -> [Held; weights::COLUMN.len()] {
        let even = self.uneven <= LIMITS.even && self.lowest >= LIMITS.box_height;
        let entries = self.filled >= LIMITS.full_boxes
            && self.aligned >= LIMITS.boxes_in_line
            && self.lines <= LIMITS.box_lines;
        let entries = entries && self.letters <= LIMITS.long_entry;
        let boxes = self.rows >= LIMITS.boxes
            && even
            && entries
            && self.within >= LIMITS.within
            && self.letters >= LIMITS.single_letters;
        let [row, leaders, letters, running, headed] = self.refusals();
        [
            ("one column", true),
            row,
            leaders,
            letters,
            running,
            headed,
            (FORM, self.ruling != Ruling::None && self.is_form()),
            ("boxes with a line of text each", boxes),
        ]
    }

    /// Features of a grid with lines around the cells. With little text it is a drawing, with long texts the
    /// columns of a page.
    fn of_grid(&self) -> [Held; weights::GRID.len()] {
        let [row, leaders, letters, running, headed] = self.refusals();
        [
            ("lines around the cells", true),
            row,
            leaders,
            letters,
            running,
            headed,
            (FORM, self.is_form()),
            ("columns of numbers", self.numeric > 0),
            ("heads", self.headers.rows() > 0),
            ("one row of several cells", self.full_rows < 2),
            ("few cells are filled", self.is_empty_grid()),
            (
                "long texts",
                self.long >= LIMITS.mostly_long && self.long_cells >= LIMITS.long_cells,
            ),
            ("little text for its cells", self.room < LIMITS.room),
            ("text across its lines", self.within < LIMITS.within),
            (
                "lines of text go on beside it",
                self.goes_on >= LIMITS.beside,
            ),
            ("a curve or a slanted line in it", self.look.drawn),
        ]
    }

    /// Features of cells between lines along the text, or between white space only.
    fn of_open(&self) -> [Held; weights::OPEN.len()] {
        let along = self.ruling == Ruling::Along;
        // Lines between all rows are not between columns of text.
        let apart = along && self.each_ruled;
        let few = self.columns <= LIMITS.few_columns;
        let plain = self.numeric == 0 && !self.headed;
        let far = self.pitch >= LIMITS.far && self.lines <= LIMITS.single_line;
        // Below a single line, a title over a list has names of rows, too.
        let is_form = (apart || along && self.line_above && self.line_below)
            && !self.look.code
            && self.small <= LIMITS.small[1]
            && self.is_form();
        let headed_by_look = self.headers.bold > 0 || self.headers.set_off > 0;
        // A table can have numbered rows below its heads; a table of contents has page numbers.
        let counts = self.counting || self.columns == 2 && self.numbered && !headed_by_look;
        let [row, leaders, letters, running, headed] = self.refusals();
        [
            ("columns", true),
            row,
            leaders,
            letters,
            running,
            headed,
            (FORM, is_form),
            ("a caption in it", self.caption_inside),
            ("lines between the rows", along),
            ("a line between all rows", apart),
            (
                "long texts between lines",
                along && (self.letters > LIMITS.sentence || self.long >= LIMITS.partly_long),
            ),
            (
                "neither heads nor numbers",
                plain && self.columns == 2 && !self.each_ruled,
            ),
            (
                "neither heads nor numbers in many columns",
                plain && self.columns > 2 && !self.each_ruled,
            ),
            (
                "columns alike without heads or numbers",
                plain && self.unlike < LIMITS.unlike && !far && !self.each_ruled,
            ),
            ("three columns of numbers or more", self.numeric > 2),
            (
                "three full columns of numbers in line",
                self.numeric > 2
                    && self.filled >= LIMITS.full
                    && self.aligned_below >= LIMITS.in_line,
            ),
            ("bold heads", self.headers.bold > 0),
            ("heads set off by a line", self.headers.set_off > 0),
            ("several rows", self.rows > LIMITS.few_rows),
            ("all cells are filled", self.filled >= LIMITS.full),
            ("one row of several cells", self.full_rows < 2),
            ("few cells are filled", self.filled < LIMITS.sparse),
            (
                "few cells are in line",
                self.rows > 2
                    && self.aligned < LIMITS.mostly_in_line
                    && self.aligned_below < LIMITS.in_line,
            ),
            ("long lines", self.letters > LIMITS.long_line && !apart),
            ("lines of some length", self.letters > LIMITS.some_length),
            (
                "columns of lines as long as those of a text",
                self.letters > LIMITS.sentence && self.unlike < LIMITS.unlike && !apart,
            ),
            (
                "most text is in long cells",
                self.long >= LIMITS.mostly_long && !apart,
            ),
            ("short cells", self.letters < LIMITS.short),
            ("two rows", self.rows == 2),
            ("a line above", self.line_above),
            ("a line below", self.line_below),
            ("lines above and below", self.line_above && self.line_below),
            ("a caption", self.captioned),
            ("most cells begin small", self.small > LIMITS.small[1]),
            ("few cells begin small", self.small < LIMITS.small[0]),
            ("bullets", self.bullets > LIMITS.bullets),
            ("wide gaps", self.narrowest > LIMITS.wide_gap),
            ("a gap of a word space", self.narrowest < LIMITS.word_space),
            (
                "uneven rows",
                self.uneven_pitch > LIMITS.even_pitch && self.lines <= LIMITS.unwrapped,
            ),
            ("cells of several lines", self.lines > LIMITS.unwrapped),
            ("justified text", self.prose.is_justified() && !apart),
            ("rows too near to each other", self.pitch < LIMITS.nearest),
            ("signs between the sides of formulas", self.relations),
            ("a listing", self.listing),
            ("columns in fonts of their own", self.unlike_fonts),
            ("one typewriter font", self.typewritten),
            ("rows of a line far apart", far),
            ("the axis of a chart", self.axis),
            ("words end below each other", self.flush),
            ("it counts as a list does", few && counts),
            ("numbers but for names", self.numeric + 1 >= self.columns),
            (
                "all rows have several cells",
                LIMITS.all_full.is_reached(self.full_rows, self.rows),
            ),
            ("columns of unlike length", self.unlike >= LIMITS.unlike),
            (
                "cells of as many lines",
                self.same_lines > LIMITS.same_lines,
            ),
            (
                "all cells below the heads are in line",
                self.aligned_below >= LIMITS.in_line,
            ),
            ("an empty corner above names", self.corner),
            ("some rows are shaded", self.look.shaded),
            ("smaller than the text", self.look.smaller),
            (
                "bold heads over full rows in line",
                self.headers.bold > 0
                    && self.rows > 2
                    && (self.columns > 2 || self.letters <= LIMITS.some_length)
                    && self.filled >= LIMITS.full
                    && self.aligned_below >= LIMITS.in_line,
            ),
            (
                "bold heads over full rows of short cells",
                self.headers.bold > 0
                    && self.columns > 2
                    && self.letters < LIMITS.some_length
                    && self.filled >= LIMITS.full
                    && self.aligned_below >= LIMITS.in_line,
            ),
            ("full lines", self.full_lines.full >= LIMITS.full_lines),
            (
                "sentences go on from row to row",
                self.prose.is_running_down(),
            ),
            (
                "full lines go on",
                self.full_lines.going_on >= LIMITS.going_on,
            ),
            (
                "full lines of running text go on in a column",
                self.full_lines.beside >= LIMITS.going_on_beside,
            ),
            ("a curve or a slanted line in it", self.look.drawn),
            ("code on backgrounds", self.look.code),
            ("larger than the text", self.look.larger),
            ("columns in unlike sizes of type", self.look.unlike_sizes),
            ("heads that end with a colon", self.look.colons),
            ("all text is bold", self.look.bold),
            (
                "names centred below a title",
                self.look.authors && self.numeric == 0,
            ),
            ("ten rows or more", self.rows >= LIMITS.many_rows),
            (
                "many full rows of unlike columns in line",
                self.full_rows >= LIMITS.many_full_rows
                    && self.columns > LIMITS.few_columns
                    && self.unlike >= LIMITS.unlike
                    && self.aligned_below >= LIMITS.many_in_line,
            ),
            (
                "full rows in line and apart from each other",
                self.row_gap >= LIMITS.set_apart
                    && self.rows > 2
                    && self.narrowest > LIMITS.gap
                    && !self.look.larger
                    && self.full_lines.going_on < LIMITS.going_on
                    && LIMITS.all_full.is_reached(self.full_rows, self.rows)
                    && self.aligned_below >= LIMITS.in_line
                    && self.bullets <= LIMITS.bullets,
            ),
            ("cells in the middle of their rows", self.centred),
            (
                "a line of text across its side",
                along && self.goes_on > 0.0,
            ),
            (
                "two columns far apart without numbers",
                self.columns == 2
                    && self.numeric == 0
                    && self.headers.set_off == 0
                    && self.narrowest > LIMITS.far_gap,
            ),
        ]
    }

    /// Whether so few cells are filled that the grid can be a drawing: it has neither column heads with row
    /// names nor numeric columns.
    fn is_empty_grid(&self) -> bool {
        let named =
            self.first_row >= LIMITS.named && self.first_column >= LIMITS.named && self.rows > 2;
        let numbers =
            self.numeric > 1 && self.full_rows > 2 && self.aligned >= LIMITS.numbers_in_line;
        self.filled < LIMITS.empty && !numbers && !(named && self.within >= LIMITS.within)
    }

    /// Whether only the heads and row names have text, as in a blank form.
    fn is_form(&self) -> bool {
        let named = self.first_row.max(self.first_column) >= LIMITS.named;
        let drawing = self.within < LIMITS.within || self.letters < LIMITS.single_letters;
        let short = self.lines <= LIMITS.form_lines && self.letters <= LIMITS.sentence;
        // Below heads of all columns one row to fill in is enough.
        let rows = self.rows > 2
            || self.rows == 2 && self.columns > 2 && self.first_row >= LIMITS.all_named;
        rows && self.full_rows >= 1 && self.labels >= LIMITS.labels && named && short && !drawing
    }
}
