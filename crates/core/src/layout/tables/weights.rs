//! Fitted weights of the decisions about tables. `benches/zoo/fit_tables.py` computes them from the fit part of the
//! zoo and from pages of two benchmarks; `--check` compares them with this file.

use crate::layout::fitted::Weights;

/// The features of columns of cells between white space, or between lines along the text.
#[rustfmt::skip]
pub(super) static OPEN: Weights<59> = [
    ("columns", -8.90),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("lines between the rows", 0.00),
    ("a line between all rows", 1.89),
    ("long texts between lines", -3.51),
    ("neither heads nor numbers", -1.69),
    ("columns of numbers", 0.00),
    ("three columns of numbers or more", 0.12),
    ("bold heads", 1.28),
    ("heads set off by a line", 2.08),
    ("several columns", 0.03),
    ("two columns", -0.03),
    ("several rows", 3.26),
    ("all cells are filled", 0.00),
    ("all cells are in line", 0.60),
    ("one row of several cells", -0.21),
    ("few cells are filled", -4.86),
    ("few cells are in line", -1.68),
    ("long lines", -3.77),
    ("lines of some length", -0.25),
    ("short cells", 1.87),
    ("two rows", -0.90),
    ("many rows", 0.00),
    ("a line above", 0.00),
    ("a line below", 0.13),
    ("lines above and below", 2.48),
    ("a caption", 2.00),
    ("most cells begin small", -1.35),
    ("few cells begin small", 0.17),
    ("bullets", -3.00),
    ("wide gaps", -0.63),
    ("uneven rows", -1.38),
    ("cells of several lines", 1.05),
    ("justified text", -3.03),
    ("rows too near to each other", -2.25),
    ("signs between the sides of formulas", -9.02),
    ("a listing", -6.00),
    ("it counts as a list does", -6.59),
    ("most cells end with a sentence", 0.00),
    ("many columns", 0.00),
    ("numbers but for names", 2.81),
    ("all rows have several cells", 0.28),
    ("four columns or more", 0.38),
    ("columns of unlike length", 1.57),
    ("cells of as many lines", 0.00),
    ("all cells below the heads are in line", 2.69),
    ("lines between some columns", 0.00),
    ("some rows are shaded", 0.00),
    ("smaller than the text", 1.34),
    ("two rows with heads", 1.33),
    ("two columns of words", 0.00),
    ("wide gaps in two rows", -2.22),
    ("a background behind the heads", 0.00),
    ("bold heads over full rows", 0.97),
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
