//! The tree of some pages, whole: every row, and where it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::browse::data::{self, Details, Key, Names, Row, View};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};

/// Rows of the trees of one file. A page has a row for each word, and some thousand words at most.
const MOST_ROWS: usize = 200_000;

#[derive(Serialize)]
pub(super) struct Tree {
    /// Each behind the one that it is in.
    rows: Vec<PlacedRow>,
    names: Arc<Names>,
}

#[derive(Serialize)]
struct PlacedRow {
    #[serde(flatten)]
    row: Row,
    /// The place of the row that it is in among all rows.
    parent: Option<usize>,
}

impl Tree {
    /// # Errors
    ///
    /// Those of reading the pages; [`DiagnosticKind::Limit`] for more rows than a file holds.
    pub(super) fn new(view: &View) -> Result<Self> {
        let mut rows: Vec<PlacedRow> = Vec::new();
        // The rows whose children are to come, the first of them last.
        let mut open: Vec<(Option<usize>, Option<Key>)> = vec![(None, None)];
        while let Some((parent, key)) = open.pop() {
            let room = MOST_ROWS - rows.len();
            let below = data::rows(view, key, 0, room)?;
            if below.total > room {
                let why = format!(
                    "--pages: the trees of the pages have more than {MOST_ROWS} rows, the most for one \
                     file; choose fewer pages"
                );
                return Err(Diagnostic::new(DiagnosticKind::Limit, why));
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

    /// What is known of the rows that belong to a page.
    ///
    /// # Errors
    ///
    /// Those of reading the pages.
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
