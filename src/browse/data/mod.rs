//! What the page of the browser shows of a document, as plain data: pages in layers, trees, elements,
//! text that is looked for, faults. Nothing here knows of HTTP.
//!
//! Boxes are `[x0, y0, x1, y1]` in points from the upper left corner of the visible page, y down, rounded
//! to hundredths. Pages count from 0.

mod bbox;
mod characters;
mod chosen;
mod compare;
mod confidence;
mod element;
#[cfg(feature = "validate")]
mod faults;
mod find;
mod font;
mod layers;
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

pub(super) use characters::{Characters, characters};
pub(super) use compare::{Differences, OfPages, differences, of_pages};
pub(super) use element::{Details, element};
#[cfg(feature = "validate")]
pub(super) use faults::{Checks, Faults, Places};
pub(super) use find::{Found, find};
pub(super) use layers::{Layers, layers};
pub(super) use output::{Output, output};
pub(super) use review::{Review, review};
pub(super) use script::Place;
pub(super) use tags::{Verdicts, verdicts};
pub(super) use tree::{Key, Names, Path, Row, Rows, SearchedRows, names, path, rows, search};
pub(super) use view::View;
