//! Fitted weights of the decisions about tables without ruled lines. `benches/zoo/fit_tables.py` computes them from
//! the fit part of the zoo and from pages of two benchmarks; `--check` compares them with this file.

/// The weights of the features of a table, in the order of `in_white` in `features`.
#[rustfmt::skip]
pub(super) const OPEN: [f32; 44] = [
    -6.25, // no lines
    0.00, // columns of numbers
    0.00, // three columns of numbers or more
    2.32, // bold heads
    2.25, // heads set off by a line
    0.21, // several columns
    -0.21, // two columns
    2.75, // several rows
    0.00, // all cells are filled
    0.91, // all cells are in line
    -0.43, // one row of several cells
    -2.61, // few cells are filled
    -1.52, // few cells are in line
    -5.18, // long lines
    -0.64, // lines of some length
    1.99, // short cells
    -0.38, // two rows
    0.00, // many rows
    0.03, // a line above
    0.00, // a line below
    1.46, // lines above and below
    1.47, // a caption
    -1.39, // most cells begin small
    0.31, // few cells begin small
    -0.90, // bullets
    -0.69, // wide gaps
    -1.06, // uneven rows
    1.00, // cells of several lines
    -3.00, // justified text
    -2.55, // rows too near to each other
    -9.01, // signs between the sides of formulas
    -6.00, // a listing
    -5.84, // it counts as a list does
    0.00, // sentences end in cells
    0.00, // most cells end with a sentence
    0.00, // many columns
    2.05, // numbers but for names
    0.00, // mostly numbers
    0.24, // all rows have several cells
    0.07, // all rows have names
    0.00, // all columns have heads
    0.58, // four columns or more
    1.53, // columns of unlike length
    -0.34, // cells of as many lines
];

/// The weights of the features of two lines of one table row, in the order of `merge`.
#[rustfmt::skip]
pub(super) const MERGE: [f32; 17] = [
    -2.92, // two lines
    2.39, // near to the line above
    -0.32, // far from the line above
    -1.94, // too far for a cell
    0.25, // a name of a row
    -0.25, // no name of a row
    0.17, // all cells are filled
    1.36, // small initials
    -2.76, // numbers
    1.33, // nothing above
    2.12, // full lines above
    0.64, // half of the cells are empty
    1.71, // fewer cells than above
    -0.14, // more cells than above
    0.62, // no name above either
    -1.35, // even lines
    1.08, // some small initials
];
