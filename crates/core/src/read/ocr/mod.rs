//! The page model of all formats of recognised text: regions, lines and words with their boxes in reading
//! order. The readers of the formats build it. Here it is converted to glyphs
//! ([`Content`](crate::page::Content)) and a tree over them, as for pages of a PDF.

mod build;
mod glyphs;
mod kinds;
mod lines;
mod order;
mod points;
mod resolution;
mod room;
mod sheet;
mod table;
mod turned;

pub(super) use build::build;
pub(super) use kinds::set_type;
pub(super) use lines::{
    HYPHENS, SOFT, divide, lines_of_text, place_loose, words_of_runs, words_of_text,
};
pub(super) use order::{Group, GroupId, Ranks, sort_by_rank};
pub(super) use points::{around, baseline, points, turned};
pub(super) use resolution::shown as shown_resolution;
pub(super) use room::Room;
#[cfg(feature = "html")]
pub(super) use sheet::Word;
pub(super) use sheet::{ASSUMED_DPI, Baseline, Font, Line, Part, PartDetail, Sheet, Unit};
pub(super) use table::{Cell, Grid, beside_cells, of_blocks, rows};
