//! The data of a document that the browser shows: pages in layers, trees, elements, search results, faults.
//! This module is independent of HTTP.
//!
//! Boxes are `[x0, y0, x1, y1]` in points from the upper left corner of the visible page, y downwards,
//! rounded to hundredths. Pages are counted from 0.

mod characters;
mod chosen;
mod compare;
mod confidence;
mod edit;
mod element;
#[cfg(feature = "validate")]
mod faults;
mod find;
mod find_words;
mod folded;
mod font;
mod font_words;
mod layers;
mod names;
mod on_page;
mod output;
mod pages;
mod review;
mod runs;
mod script;
mod tags;
#[cfg(test)]
mod tests;
mod tree;
mod view;
mod warned;

pub(super) use characters::{Characters, characters};
pub(super) use compare::{Differences, OfPages, differences, of_pages};
pub(super) use edit::{edit, x_height_at};
pub(super) use element::{Details, element};
#[cfg(feature = "validate")]
pub(super) use faults::{Checks, Faults, Places};
pub(super) use find::{Found, find};
pub(super) use find_words::find_words;
pub(super) use font_words::{FontWords, WantedFont, font_words};
pub(super) use layers::{Layers, layers};
pub(super) use names::Names;
pub(super) use output::{Output, output};
pub(super) use review::{Review, review};
pub(super) use script::Place;
pub(super) use tags::{Verdicts, verdicts};
pub(super) use tree::{Key, Path, Row, Rows, SearchedRows, names, path, rows, search};
pub(super) use view::View;
