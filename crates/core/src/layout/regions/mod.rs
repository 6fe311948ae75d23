//! Groups the glyphs of a page into lines, blocks and paragraphs.
//!
//! Glyphs become [`pieces`] ([`read_pieces`]), mostly words, joined with the pieces drawn into their gaps ([`interleaved`]).
//! The page is divided at its [`gutters`], which may [`lean`]. The pieces of each region are put on lines ([`rows`]). Lines
//! are joined into [`blocks`] and split into [`items`] of lists and [`paragraphs`]; sentences that continue
//! ([`continuation`]) are not split.

pub(crate) mod blocks;
pub(crate) mod caption_label;
pub(crate) mod continuation;
pub(crate) mod drawn_runs;
pub(crate) mod edges;
pub(crate) mod gutters;
mod interleaved;
pub(crate) mod items;
pub(crate) mod lean;
pub(crate) mod list_label;
pub(crate) mod paragraph_lines;
pub(crate) mod paragraphs;
pub(crate) mod pieces;
pub(crate) mod read_pieces;
mod row_measures;
pub(crate) mod rows;
pub(crate) mod scored_rows;
mod scripts;
pub(crate) mod shapes;
pub(crate) mod wording;
