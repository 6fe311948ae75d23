//! Fitted weights of the decisions about tables without ruled lines. `benches/zoo/fit_tables.py` computes them from
//! the fit part of the zoo and from pages of two benchmarks; `--check` compares them with this file.

/// The weights of the features of a table, in the order of `in_white` in `features`.
#[rustfmt::skip]
pub(super) const OPEN: [f32; 44] = [
    -5.85, // no lines
    0.00, // columns of numbers
    0.07, // three columns of numbers or more
    2.47, // bold heads
    1.96, // heads set off by a line
    0.27, // several columns
    -0.27, // two columns
    2.66, // several rows
    0.07, // all cells are filled
    0.91, // all cells are in line
    -0.42, // one row of several cells
    -2.54, // few cells are filled
    -1.60, // few cells are in line
    -5.20, // long lines
    -0.43, // lines of some length
    1.92, // short cells
    -0.33, // two rows
    0.00, // many rows
    0.41, // a line above
    0.00, // a line below
    1.12, // lines above and below
    1.40, // a caption
    -2.97, // most cells begin small
    0.09, // few cells begin small
    -0.77, // bullets
    -0.66, // wide gaps
    -1.00, // uneven rows
    0.87, // cells of several lines
    -3.00, // justified text
    -2.64, // rows too near to each other
    -9.00, // signs between the sides of formulas
    -6.00, // a listing
    -5.71, // it counts as a list does
    0.00, // sentences end in cells
    0.00, // most cells end with a sentence
    0.00, // many columns
    1.96, // numbers but for names
    0.00, // mostly numbers
    0.14, // all rows have several cells
    0.03, // all rows have names
    0.00, // all columns have heads
    0.56, // four columns or more
    1.30, // columns of unlike length
    -0.36, // cells of as many lines
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
