//! The glyphs of a page to blocks of lines in reading order.
//!
//! Glyphs become [`pieces`], mostly words; the page is turned upright ([`skew`]), and
//! [`drawing_order`] decides whether it was drawn in an order in which it can be read. It is
//! divided at its [`gutters`] ([`divide`]), the pieces of each region are put on lines
//! ([`rows`], [`side_by_side`]), lines are joined to [`blocks`], put into [`reading_order`] and
//! split into [`paragraphs`]; and [`turned_text`] goes between them.

pub mod blocks;
pub mod divide;
pub mod drawing_order;
pub mod drawn_runs;
pub mod gutters;
pub mod paragraphs;
pub mod pieces;
pub mod reading_order;
pub mod rows;
pub mod shapes;
pub mod side_by_side;
pub mod skew;
pub mod turned_text;
