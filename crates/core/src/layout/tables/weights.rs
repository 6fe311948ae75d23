//! Fitted weights of the decisions about tables without ruled lines. `benches/zoo/fit_tables.py` computes them from
//! the fit part of the zoo and from pages of two benchmarks; `--check` compares them with this file.

/// The weights of the features of a table, in the order of `in_white` in `features`.
#[rustfmt::skip]
pub(super) const OPEN: [f32; 36] = [
    -1.86, // no lines
    0.29, // columns of numbers
    -0.20, // three columns of numbers or more
    2.01, // bold heads
    -0.37, // heads set off by a line
    -0.54, // several columns
    -1.32, // two columns
    0.89, // several rows
    0.48, // all cells are filled
    -0.46, // all cells are in line
    -1.14, // one row of several cells
    -3.16, // few cells are filled
    -1.43, // few cells are in line
    -2.55, // long lines
    1.09, // lines of some length
    1.06, // short cells
    -1.51, // two rows
    -0.52, // many rows
    -0.01, // a line above
    -0.23, // a line below
    1.57, // lines above and below
    0.99, // a caption
    -1.24, // most cells begin small
    0.68, // few cells begin small
    -1.17, // bullets
    -0.14, // wide gaps
    0.09, // uneven rows
    -0.68, // cells of several lines
    -3.05, // justified text
    -2.50, // rows too near to each other
    -9.00, // signs between the sides of formulas
    -6.00, // a listing
    -5.06, // it counts as a list does
    -1.93, // sentences end in cells
    -0.02, // most cells end with a sentence
    0.31, // many columns
];

/// The weights of the features of two lines of one table row, in the order of `merge`.
#[rustfmt::skip]
pub(super) const MERGE: [f32; 17] = [
    -1.88, // two lines
    1.27, // near to the line above
    -0.49, // far from the line above
    -1.50, // too far for a cell
    -0.52, // a name of a row
    -1.36, // no name of a row
    -0.07, // all cells are filled
    4.24, // small initials
    -1.98, // numbers
    1.58, // nothing above
    1.56, // full lines above
    1.06, // half of the cells are empty
    1.35, // fewer cells than above
    0.06, // more cells than above
    0.53, // no name above either
    -1.66, // even lines
    1.29, // some small initials
];
