//! The steps of the page analysis that work on its [state](super::state).
//!
//! [`skew`] turns the page upright, and [`drawing_order`] decides whether its drawing order can be read. [`pictures`]
//! collects the images of each direction of writing, [`tables`] finds tables, [`divide`] cuts the page at its gutters, and
//! [`side_by_side`] splits blocks of lines beside each other. Lines are put into [`reading_order`], [`turned_text`] is
//! inserted between the blocks, and footnotes are moved after their columns ([`note_order`]). [`text_columns`] finds where
//! short texts end, and [`hanging`] the indent of entries.

pub(super) mod divide;
pub(super) mod drawing_order;
pub(super) mod hanging;
pub(super) mod note_order;
pub(super) mod pictures;
pub(super) mod reading_order;
pub(super) mod side_by_side;
pub(super) mod skew;
pub(super) mod tables;
pub(super) mod text_columns;
pub(super) mod turned_text;
