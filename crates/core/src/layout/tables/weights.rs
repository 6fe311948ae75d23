//! Fitted weights of the decisions about tables. `benches/zoo/fit_tables.py` computes them from the fit part of the
//! zoo and from pages of two benchmarks; `--check` compares them with this file.

use crate::layout::fitted::Weights;

/// The features of columns of cells between white space, or between lines along the text.
#[rustfmt::skip]
pub(super) static OPEN: Weights<57> = [
    ("columns", -10.42),
    ("one row", -9.00),
    ("leaders", -9.00),
    ("single letters as in a drawing", -9.00),
    ("sentences go on from column to column", -9.00),
    ("headlines over justified text", -6.00),
    ("heads and names of rows as in a form", 13.00),
    ("lines between the rows", 0.00),
    ("a line between all rows", 2.39),
    ("long texts between lines", -3.58),
    ("neither heads nor numbers", -1.12),
    ("columns of numbers", 0.00),
    ("three columns of numbers or more", 0.29),
    ("bold heads", 1.75),
    ("heads set off by a line", 2.57),
    ("several columns", 0.24),
    ("two columns", -0.30),
    ("several rows", 3.45),
    ("all cells are filled", 0.31),
    ("all cells are in line", 0.49),
    ("one row of several cells", -0.57),
    ("few cells are filled", -5.29),
    ("few cells are in line", -0.61),
    ("long lines", -2.84),
    ("lines of some length", -0.39),
    ("short cells", 2.01),
    ("two rows", -1.07),
    ("many rows", 0.06),
    ("a line above", 0.00),
    ("a line below", 0.00),
    ("lines above and below", 2.41),
    ("a caption", 1.81),
    ("most cells begin small", -0.69),
    ("few cells begin small", 0.53),
    ("bullets", -1.34),
    ("wide gaps", -0.44),
    ("uneven rows", -0.83),
    ("cells of several lines", 1.71),
    ("justified text", -3.04),
    ("rows too near to each other", -2.43),
    ("signs between the sides of formulas", -9.05),
    ("a listing", -6.00),
    ("it counts as a list does", -6.96),
    ("most cells end with a sentence", 0.00),
    ("many columns", 0.00),
    ("numbers but for names", 2.98),
    ("all rows have several cells", 0.00),
    ("four columns or more", 0.00),
    ("columns of unlike length", 2.16),
    ("cells of as many lines", -0.38),
    ("all cells below the heads are in line", 3.46),
    ("lines between some columns", 0.00),
    ("some rows are shaded", 0.00),
    ("smaller than the text", 1.47),
    ("two rows with heads", 0.62),
    ("two columns of words", 0.00),
    ("wide gaps in two rows", -1.52),
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
    ("heads", -0.86),
    ("one row of several cells", -7.50),
    ("few cells are filled", -8.77),
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
