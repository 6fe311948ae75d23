//! Remembers the rows that are not a table. The same rows are tried as a band, and again as rows between lines by
//! themselves.

use std::cell::RefCell;
use std::ops::Range;

use crate::layout::tables::plain_text::Rejected;

/// The attempts to find a table among some rows that failed.
#[derive(Default)]
pub(super) struct Attempts(RefCell<Vec<Attempt>>);

/// Rows that are not a table.
struct Attempt {
    rows: Range<usize>,
    /// The smallest gap between columns.
    gap: f32,
    captioned: bool,
    refused: Rejected,
}

impl Attempts {
    /// The rejected candidates of these rows; `None` if the rows were not tried.
    pub(super) fn refused(
        &self,
        (rows, gap): (&Range<usize>, f32),
        captioned: bool,
    ) -> Option<Rejected> {
        let all = self.0.borrow();
        let mut own = all.iter().filter(|own| own.captioned == captioned);
        let own = own.find(|own| own.rows == *rows && own.gap == gap)?;
        Some(own.refused.clone())
    }

    /// Adds rows whose candidates were all rejected.
    pub(super) fn add(&self, (rows, gap): (Range<usize>, f32), captioned: bool, refused: Rejected) {
        self.0.borrow_mut().push(Attempt {
            rows,
            gap,
            captioned,
            refused,
        });
    }
}
