//! Fitted weights of the decisions about tables. `benches/zoo/fit_tables.py` computes them from the fit part of the
//! zoo and from pages of two benchmarks; `--check` compares them with this file.

use crate::layout::fitted::Weights;

/// The features of columns of cells between white space, or between lines along the text.
#[rustfmt::skip]
pub(super) static OPEN: Weights<61> = [
    ("columns", -4.87),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("lines between the rows", 2.07),
    ("a line between all rows", 0.23),
    ("long texts between lines", -3.63),
    ("neither heads nor numbers", -2.43),
    ("columns of numbers", 0.00),
    ("three columns of numbers or more", 0.21),
    ("bold heads", 1.59),
    ("heads set off by a line", 1.26),
    ("several columns", 0.00),
    ("two columns", 0.00),
    ("several rows", 1.16),
    ("all cells are filled", 0.18),
    ("all cells are in line", 0.00),
    ("one row of several cells", 0.00),
    ("few cells are filled", -3.86),
    ("few cells are in line", -1.16),
    ("long lines", -2.72),
    ("lines of some length", -0.41),
    ("most text is in long cells", -1.88),
    ("short cells", 1.23),
    ("two rows", -1.44),
    ("many rows", 0.13),
    ("a line above", 0.00),
    ("a line below", 0.00),
    ("lines above and below", 0.94),
    ("a caption", 2.36),
    ("most cells begin small", -0.74),
    ("few cells begin small", 0.00),
    ("bullets", -2.49),
    ("wide gaps", -0.52),
    ("a gap of a word space", -1.16),
    ("uneven rows", -0.32),
    ("cells of several lines", 0.73),
    ("justified text", -3.02),
    ("rows too near to each other", -3.11),
    ("signs between the sides of formulas", -9.00),
    ("a listing", -6.00),
    ("it counts as a list does", -5.08),
    ("most cells end with a sentence", 0.00),
    ("many columns", 0.00),
    ("numbers but for names", 1.02),
    ("all rows have several cells", 1.10),
    ("four columns or more", 0.00),
    ("columns of unlike length", 1.44),
    ("cells of as many lines", -1.58),
    ("all cells below the heads are in line", 1.36),
    ("lines between some columns", 0.00),
    ("an empty corner above names", 1.71),
    ("some rows are shaded", 0.00),
    ("smaller than the text", 1.29),
    ("two rows with heads", 0.57),
    ("two columns of words", 0.00),
    ("wide gaps in two rows without heads", -1.51),
    ("bold heads over full rows of short cells", 1.81),
];

/// The features of a grid with lines around the cells.
#[rustfmt::skip]
pub(super) static GRID: Weights<14> = [
    ("lines around the cells", 3.23),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("columns of numbers", 1.24),
    ("heads", -0.34),
    ("one row of several cells", -6.84),
    ("few cells are filled", -8.36),
    ("long texts", -5.50),
    ("little text for its cells", -5.50),
    ("text across its lines", -5.51),
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
