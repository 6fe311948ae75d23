//! Groups the glyphs of a page into blocks of lines in reading order.
//!
//! Glyphs become [`pieces`] ([`read_pieces`]), mostly words, joined with the pieces drawn into their gaps ([`interleaved`]).
//! The page is turned upright ([`skew`]), and [`drawing_order`] decides whether its drawing order can be
//! read. The page is divided at its [`gutters`] ([`divide`]), which may [`lean`]. The pieces of each region
//! are put on lines ([`rows`], [`side_by_side`]). Lines are joined into [`blocks`], put into
//! [`reading_order`] and split into [`items`] of lists and [`paragraphs`]; sentences that continue ([`continuation`]) are not split.
//! Short texts end where the longer ones of their column do not ([`text_columns`]).
//! [`turned_text`] is inserted between the blocks, and footnotes are moved after their columns
//! ([`note_order`]).

pub(crate) mod blocks;
pub(crate) mod caption_label;
pub(crate) mod continuation;
pub(crate) mod divide;
pub(crate) mod drawing_order;
pub(crate) mod drawn_runs;
pub(crate) mod edges;
pub(crate) mod gutters;
mod interleaved;
pub(crate) mod items;
mod lean;
pub(crate) mod list_label;
pub(crate) mod note_order;
pub(crate) mod paragraph_lines;
pub(crate) mod paragraphs;
pub(crate) mod pictures;
pub(crate) mod pieces;
pub(crate) mod read_pieces;
pub(crate) mod reading_order;
pub(crate) mod rows;
pub(crate) mod scored_rows;
mod scripts;
pub(crate) mod shapes;
pub(crate) mod side_by_side;
pub(crate) mod skew;
pub(crate) mod text_columns;
pub(crate) mod turned_text;
