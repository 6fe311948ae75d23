//! Scores whether a grid of cells is a table. With lines around the cells little doubt remains. With fewer
//! lines or none, the columns must look like cells: short, aligned, with numbers and heads, and not like a
//! list of entries with page numbers. The weights are fitted (`weights`).

use super::draft::Ruling;
use super::evidence::Evidence;
use super::weights;
use crate::layout::fitted::FittedScore;

/// Lowest share of the cells' area that text fills (`ROOM`) and lowest share of the text inside its cells
/// (`WITHIN`); below these the grid is a drawing with labels.
const ROOM: f32 = 0.04;
const WITHIN: f32 = 0.8;

/// Smallest share of the rows of boxes in running text beside which the line goes on.
const BESIDE: f32 = 0.5;

/// Smallest shares of the lines of a text that the next word does not fit in, and of those that go on with a small
/// letter.
const FULL: f32 = 0.6;
const GOING_ON: f32 = 0.35;

/// Smallest distance between rows without ruled lines, in ems. Rows of formulas are closer.
const NEAREST: f32 = 0.9;

/// Smallest distance between rows of one line that are further apart than lines of text, in ems.
const FAR: f32 = 1.6;

/// Smallest distance between the last line of a row and the first line of the next, in ems, if margins of cells are
/// between them. Paragraphs are nearer.
const SET_APART: f32 = 2.5;

/// Largest number of cells with leaders per row. More are entries side by side, or dots far apart.
const MOST_LEADERS: f32 = 1.5;

/// Lowest height of rows in a column of boxes with a line of text each, in ems.
const BOX: f32 = 1.3;

/// Most letters a line of such boxes.
const LONG_ENTRY: f32 = 50.0;

/// Smallest ratio of the lengths of lines in two columns that are unlike.
const UNLIKE: f32 = 2.5;

/// Smallest share of long cells in columns of text between ruled lines. Tables can have one column of long texts.
const LONG_CELLS: f32 = 0.25;

/// Columns are nearer than this if only a word space is between them, in ems: that of a typewriter is 0.6.
const WORD_SPACE: f32 = 0.65;

/// The name of the feature of [`Evidence::is_form`].
const FORM: &str = "heads and names of rows as in a form";

/// A feature: its name, and whether it holds.
type Held = (&'static str, bool);

impl Evidence {
    /// Whether the grid is a table.
    pub(crate) fn is_table(&self) -> bool {
        self.score().sum >= 0.0
    }

    /// The features for and against a table, with the sum of their weights.
    pub(super) fn score(&self) -> FittedScore {
        match (self.columns, self.ruling) {
            (1, _) => FittedScore::of(&weights::COLUMN, &self.of_column()),
            (_, Ruling::Grid) => FittedScore::of(&weights::GRID, &self.of_grid()),
            _ => FittedScore::of(&weights::OPEN, &self.of_open()),
        }
    }

    /// Features of texts that are not tables, with weights that exceed all others.
    fn refusals(&self) -> [Held; 5] {
        // A table with several numeric columns may have leaders between names and numbers.
        let leaders = self.leaders > 0.3 && self.numeric < 2 || self.leaders > MOST_LEADERS;
        [
            ("one row", self.rows < 2),
            ("leaders", leaders),
            (
                "single letters as in a drawing",
                self.letters.min(self.letters_below) < 1.5 && self.numeric == 0,
            ),
            (
                "sentences go on from column to column",
                self.prose.is_running(),
            ),
            ("headlines over justified text", self.prose.is_headed()),
        ]
    }

    /// Features of a column of boxes.
    fn of_column(&self) -> [Held; 8] {
        let even = self.uneven <= 2.0 && self.lowest >= BOX;
        let entries = self.filled >= 0.9 && self.aligned >= 0.7 && self.lines <= 1.5;
        // Prose whose lines are shaded one by one has long lines.
        let entries = entries && self.letters <= LONG_ENTRY;
        let boxes =
            self.rows >= 4 && even && entries && self.within >= WITHIN && self.letters >= 1.5;
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
    fn of_grid(&self) -> [Held; 16] {
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
                self.long >= 0.5 && self.long_cells >= LONG_CELLS,
            ),
            ("little text for its cells", self.room < ROOM),
            ("text across its lines", self.within < WITHIN),
            ("lines of text go on beside it", self.goes_on >= BESIDE),
            ("a curve or a slanted line in it", self.look.drawn),
        ]
    }

    /// Features of cells between lines along the text, or between white space only.
    fn of_open(&self) -> [Held; 70] {
        let along = self.ruling == Ruling::Along;
        // Lines between all rows are not between columns of text.
        let apart = along && self.each_ruled;
        let few = self.columns <= 3;
        let plain = self.numeric == 0 && !self.headed;
        let far = self.pitch >= FAR && self.lines <= 1.2;
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
            (FORM, along && self.is_form()),
            ("lines between the rows", along),
            ("a line between all rows", apart),
            (
                "long texts between lines",
                along && (self.letters > 40.0 || self.long >= 0.3),
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
                plain && self.unlike < UNLIKE && !far && !self.each_ruled,
            ),
            ("three columns of numbers or more", self.numeric > 2),
            (
                "three full columns of numbers in line",
                self.numeric > 2 && self.filled >= 0.95 && self.aligned_below >= 0.95,
            ),
            ("bold heads", self.headers.bold > 0),
            ("heads set off by a line", self.headers.set_off > 0),
            ("several rows", self.rows > 3),
            ("all cells are filled", self.filled >= 0.95),
            ("one row of several cells", self.full_rows < 2),
            ("few cells are filled", self.filled < 0.6),
            (
                "few cells are in line",
                self.rows > 2 && self.aligned < 0.8 && self.aligned_below < 0.95,
            ),
            ("long lines", self.letters > 25.0 && !apart),
            ("lines of some length", self.letters > 16.0),
            ("most text is in long cells", self.long >= 0.5 && !apart),
            ("short cells", self.letters < 10.0),
            ("two rows", self.rows == 2),
            ("a line above", self.line_above),
            ("a line below", self.line_below),
            ("lines above and below", self.line_above && self.line_below),
            ("a caption", self.captioned),
            ("most cells begin small", self.small > 0.5),
            ("few cells begin small", self.small < 0.15),
            ("bullets", self.bullets > 0.3),
            ("wide gaps", self.narrowest > 2.0),
            ("a gap of a word space", self.narrowest < WORD_SPACE),
            ("uneven rows", self.uneven_pitch > 1.6 && self.lines <= 1.4),
            ("cells of several lines", self.lines > 1.4),
            ("justified text", self.prose.is_justified() && !apart),
            ("rows too near to each other", self.pitch < NEAREST),
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
                10 * self.full_rows >= 9 * self.rows,
            ),
            ("columns of unlike length", self.unlike >= UNLIKE),
            ("cells of as many lines", self.same_lines > 0.5),
            (
                "all cells below the heads are in line",
                self.aligned_below >= 0.95,
            ),
            ("an empty corner above names", self.corner),
            ("some rows are shaded", self.look.shaded),
            ("smaller than the text", self.look.smaller),
            (
                "bold heads over full rows in line",
                self.headers.bold > 0
                    && self.rows > 2
                    && (self.columns > 2 || self.letters <= 16.0)
                    && self.filled >= 0.95
                    && self.aligned_below >= 0.95,
            ),
            (
                "bold heads over full rows of short cells",
                self.headers.bold > 0
                    && self.columns > 2
                    && self.letters < 16.0
                    && self.filled >= 0.95
                    && self.aligned_below >= 0.95,
            ),
            ("full lines", self.full_lines.full >= FULL),
            (
                "sentences go on from row to row",
                self.prose.is_running_down(),
            ),
            ("full lines go on", self.full_lines.going_on >= GOING_ON),
            ("a curve or a slanted line in it", self.look.drawn),
            ("code on backgrounds", self.look.code),
            ("larger than the text", self.look.larger),
            ("all text is bold", self.look.bold),
            (
                "names centred below a title",
                self.look.authors && self.numeric == 0,
            ),
            ("ten rows or more", self.rows >= 10),
            (
                "many full rows of unlike columns in line",
                self.full_rows >= 8
                    && self.columns > 3
                    && self.unlike >= UNLIKE
                    && self.aligned_below >= 0.9,
            ),
            (
                "full rows in line, set apart from each other",
                self.row_gap >= SET_APART
                    && self.rows > 2
                    && self.narrowest > 1.3
                    && !self.look.larger
                    && self.full_lines.going_on < GOING_ON
                    && 10 * self.full_rows >= 9 * self.rows
                    && self.aligned_below >= 0.95
                    && self.bullets <= 0.3,
            ),
            (
                "two columns far apart without numbers",
                self.columns == 2
                    && self.numeric == 0
                    && self.headers.set_off == 0
                    && self.narrowest > 10.0,
            ),
        ]
    }

    /// Whether so few cells are filled that the grid can be a drawing: it has neither column heads with row
    /// names nor numeric columns.
    fn is_empty_grid(&self) -> bool {
        let named = self.first_row >= 0.6 && self.first_column >= 0.6 && self.rows > 2;
        let numbers = self.numeric > 1 && self.full_rows > 2 && self.aligned >= 0.6;
        self.filled < 0.3 && !numbers && !(named && self.within >= WITHIN)
    }

    /// Whether only the heads and row names have text, as in a blank form.
    fn is_form(&self) -> bool {
        let named = self.first_row.max(self.first_column) >= 0.6;
        let drawing = self.within < WITHIN || self.letters < 1.5;
        let short = self.lines <= 3.0 && self.letters <= 40.0;
        // Below heads of all columns one row to fill in is enough.
        let rows = self.rows >= 3 || self.rows == 2 && self.columns >= 3 && self.first_row >= 0.99;
        rows && self.full_rows >= 1 && self.labels >= 0.9 && named && short && !drawing
    }
}
