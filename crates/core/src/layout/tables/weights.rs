//! Fitted weights of the decisions about tables without ruled lines. `benches/zoo/fit_tables.py` computes them from
//! the fit part of the zoo.

/// The weights of the features of a table, in the order of `in_white` in `features`.
#[rustfmt::skip]
pub(super) const OPEN: [f32; 36] = [
    -1.49, // no lines
    0.13, // columns of numbers
    -0.26, // three columns of numbers or more
    1.76, // bold heads
    -0.40, // heads set off by a line
    -0.38, // several columns
    -1.11, // two columns
    0.77, // several rows
    0.55, // all cells are filled
    -0.82, // all cells are in line
    -1.18, // one row of several cells
    -3.15, // few cells are filled
    -0.98, // few cells are in line
    -2.65, // long lines
    1.03, // lines of some length
    1.20, // short cells
    -1.59, // two rows
    -0.54, // many rows
    -0.06, // a line above
    -0.12, // a line below
    1.70, // lines above and below
    1.02, // a caption
    -1.31, // most cells begin small
    0.80, // few cells begin small
    -1.32, // bullets
    -0.15, // wide gaps
    0.10, // uneven rows
    -0.70, // cells of several lines
    -3.06, // justified text
    -2.30, // rows too near to each other
    -9.00, // signs between the sides of formulas
    -6.00, // a listing
    -5.06, // it counts as a list does
    -1.95, // sentences end in cells
    -0.02, // most cells end with a sentence
    0.28, // many columns
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
