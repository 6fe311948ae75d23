//! The glyphs of a page to blocks of lines in reading order.
//!
//! Glyphs become [`pieces`], mostly words, with what is drawn into their gaps ([`interleaved`]); the
//! page is turned upright ([`skew`]), and
//! [`drawing_order`] decides whether it was drawn in an order in which it can be read. It is
//! divided at its [`gutters`] ([`divide`]), which may [`lean`], the pieces of each region are put on lines
//! ([`rows`], [`side_by_side`]), lines are joined to [`blocks`], put into [`reading_order`] and
//! split into [`paragraphs`], neither of which part a sentence ([`edges`]); and [`turned_text`] goes between
//! them. Footnotes come behind the columns that they stand under ([`note_order`]).

pub(crate) mod blocks;
pub(crate) mod divide;
pub(crate) mod drawing_order;
pub(crate) mod drawn_runs;
pub(crate) mod edges;
pub(crate) mod gutters;
mod interleaved;
mod lean;
pub(crate) mod note_order;
pub(crate) mod paragraphs;
pub(crate) mod pieces;
pub(crate) mod reading_order;
pub(crate) mod rows;
pub(crate) mod shapes;
pub(crate) mod side_by_side;
pub(crate) mod skew;
pub(crate) mod turned_text;
