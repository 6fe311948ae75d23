//! The complete tree of some pages: each row with the place of its parent.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::browse::data::{self, Details, Key, Names, Row, View};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

/// Most rows in one file. A page has a row for each word, at most some thousand.
const MOST_ROWS: usize = 200_000;

#[derive(Serialize)]
pub(super) struct Tree {
    /// All rows, parents before children.
    rows: Vec<PlacedRow>,
    names: Arc<Names>,
}

#[derive(Serialize)]
struct PlacedRow {
    #[serde(flatten)]
    row: Row,
    /// The index of its parent among all rows.
    parent: Option<usize>,
}

impl Tree {
    /// Reads all rows of the tree.
    ///
    /// # Errors
    ///
    /// Those of reading the pages; [`Diagnostic::limit`] if there are too many rows.
    pub(super) fn new(view: &View) -> Result<Self> {
        let mut rows: Vec<PlacedRow> = Vec::new();
        // The rows whose children are not read yet; the next one is last.
        let mut open: Vec<(Option<usize>, Option<Key>)> = vec![(None, None)];
        while let Some((parent, key)) = open.pop() {
            let room = MOST_ROWS - rows.len();
            let below = data::rows(view, key, 0, room)?;
            if below.total > room {
                let why = format!(
                    "--pages: the trees of the pages have more than {MOST_ROWS} rows, the most for one \
                     file; choose fewer pages"
                );
                return Err(Diagnostic::limit(why));
            }
            for row in below.rows {
                if row.kids > 0 {
                    open.push((Some(rows.len()), Some(row.key)));
                }
                rows.push(PlacedRow { row, parent });
            }
        }
        let names = data::names(view);
        Ok(Self { rows, names })
    }

    /// The details of the rows that belong to a page.
    pub(super) fn elements(&self, view: &View, page: u32) -> Result<BTreeMap<String, Details>> {
        let of_page = self
            .rows
            .iter()
            .filter(|placed| placed.row.page == Some(page));
        of_page
            .map(|PlacedRow { row, .. }| Ok((row.key.to_string(), data::element(view, row.key)?)))
            .collect()
    }
}
