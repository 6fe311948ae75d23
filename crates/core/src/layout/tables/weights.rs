//! Fitted weights of the decisions about tables. `benches/zoo/fit_tables.py` computes them from the fit part of the
//! zoo and from pages of two benchmarks; `--check` compares them with this file.

use crate::layout::fitted::Weights;

/// The features of columns of cells between white space, or between lines along the text.
#[rustfmt::skip]
pub(super) static OPEN: Weights<61> = [
    ("columns", -8.61),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("lines between the rows", 0.00),
    ("a line between all rows", 1.67),
    ("long texts between lines", -3.51),
    ("neither heads nor numbers", -1.75),
    ("columns of numbers", 0.00),
    ("three columns of numbers or more", 0.21),
    ("bold heads", 1.17),
    ("heads set off by a line", 2.03),
    ("several columns", 0.03),
    ("two columns", -0.04),
    ("several rows", 3.12),
    ("all cells are filled", 0.00),
    ("all cells are in line", 0.37),
    ("one row of several cells", -0.26),
    ("few cells are filled", -4.92),
    ("few cells are in line", -1.74),
    ("long lines", -3.91),
    ("lines of some length", 0.00),
    ("short cells", 1.85),
    ("two rows", -0.84),
    ("many rows", 0.00),
    ("a line above", 0.00),
    ("a line below", 0.03),
    ("lines above and below", 2.61),
    ("a caption", 2.00),
    ("most cells begin small", -0.93),
    ("few cells begin small", 0.12),
    ("bullets", -3.00),
    ("wide gaps", -0.62),
    ("uneven rows", -1.31),
    ("cells of several lines", 0.99),
    ("justified text", -3.03),
    ("rows too near to each other", -2.17),
    ("signs between the sides of formulas", -9.02),
    ("a listing", -6.00),
    ("it counts as a list does", -6.55),
    ("most cells end with a sentence", 0.00),
    ("many columns", 0.00),
    ("numbers but for names", 2.78),
    ("all rows have several cells", 0.28),
    ("four columns or more", 0.23),
    ("columns of unlike length", 1.63),
    ("cells of as many lines", 0.00),
    ("all cells below the heads are in line", 2.68),
    ("lines between some columns", 0.00),
    ("lines between all columns", 0.00),
    ("words over columns of numbers", 0.00),
    ("an empty corner above names", 0.00),
    ("some rows are shaded", 0.00),
    ("smaller than the text", 1.38),
    ("two rows with heads", 1.24),
    ("two columns of words", 0.00),
    ("wide gaps in two rows", -2.25),
    ("bold heads over full rows of short cells", 2.32),
];

/// The features of a grid with lines around the cells.
#[rustfmt::skip]
pub(super) static GRID: Weights<14> = [
    ("lines around the cells", 4.32),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("columns of numbers", 0.54),
    ("heads", -0.84),
    ("one row of several cells", -7.35),
    ("few cells are filled", -8.77),
    ("long texts", -5.50),
    ("little text for its cells", -5.50),
    ("text across its lines", -5.52),
];

/// The features of a column of boxes; they are not fitted.
#[rustfmt::skip]
pub(super) static COLUMN: Weights<8> = [
    ("one column", -9.00),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("boxes with a line of text each", 9.00),
];

/// The features of two lines of one table row.
#[rustfmt::skip]
pub(super) static MERGE: Weights<17> = [
    ("two lines", -2.92),
    ("near to the line above", 2.39),
    ("far from the line above", -0.32),
    ("too far for a cell", -1.94),
    ("a name of a row", 0.25),
    ("no name of a row", -0.25),
    ("all cells are filled", 0.17),
    ("small initials", 1.36),
    ("numbers", -2.76),
    ("nothing above", 1.33),
    ("full lines above", 2.12),
    ("half of the cells are empty", 0.64),
    ("fewer cells than above", 1.71),
    ("more cells than above", -0.14),
    ("no name above either", 0.62),
    ("even lines", -1.35),
    ("some small initials", 1.08),
];
