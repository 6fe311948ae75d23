//! The places of quotations in several documents, ranked by likeness, as text and JSON.

use serde::Serialize;

use super::quotations::Quotation;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::locate::{Difference, Found, Hit, Place};
use pdfa2hocr_core::visible::visible;

/// Maximum number of exact places of a quotation.
const MAX_LOCATED: usize = 1000;
/// Maximum number of similar places of a quotation.
const MAX_NEAR: usize = 5;

/// The places of a quotation.
#[derive(Debug, Serialize)]
pub(super) struct Places {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub quote: String,
    pub located: Vec<PlaceIn>,
    pub near: Vec<PlaceIn>,
}

/// A place in a document.
#[derive(Debug, Serialize)]
pub(super) struct PlaceIn {
    /// The document as the user names it.
    pub file: String,
    #[serde(flatten)]
    pub hit: Hit,
}

impl Places {
    pub(super) fn new(quotation: Quotation) -> Self {
        Self {
            id: quotation.id,
            quote: quotation.text,
            located: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Adds the places in a further document, and keeps the most similar ones. Equally similar places keep the order
    /// of the documents. The places in one document keep its order.
    pub(super) fn add(&mut self, file: &str, found: Found) {
        let is_first = self.located.is_empty();
        let place = |hit| PlaceIn {
            file: file.to_owned(),
            hit,
        };
        self.located.extend(found.located.into_iter().map(place));
        if !is_first {
            self.located
                .compact_sort_by(|a, b| b.hit.score.total_cmp(&a.hit.score));
        }
        self.located.truncate(MAX_LOCATED);
        match self.located.is_empty() {
            true => {
                self.near.extend(found.near.into_iter().map(place));
                self.near
                    .compact_sort_by(|a, b| b.hit.score.total_cmp(&a.hit.score));
                self.near.truncate(MAX_NEAR);
            }
            false => self.near.clear(),
        }
    }

    /// The places as a line of JSON.
    pub(super) fn json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// The places as lines of text. `names_files` is whether there are several documents.
    pub(super) fn text(&self, names_files: bool) -> String {
        let mut out = String::new();
        for (kind, places) in [("located", &self.located), ("near", &self.near)] {
            for PlaceIn { file, hit } in places {
                let score = hit.score;
                out.push_str(&format!("{kind} {score:.2}"));
                if names_files {
                    out.push_str(&format!(" in {}", visible(file)));
                }
                out.push_str(&format!(": {}\n", visible(&hit.text)));
                hit.differs
                    .iter()
                    .for_each(|difference| push_difference(difference, &mut out));
                hit.places
                    .iter()
                    .for_each(|place| push_place(place, &mut out));
            }
        }
        if out.is_empty() {
            out.push_str("not there\n");
        }
        out
    }
}

fn push_difference(difference: &Difference, out: &mut String) {
    let (quoted, printed) = (visible(&difference.quoted), visible(&difference.printed));
    out.push_str(&format!("  quoted “{quoted}”, printed “{printed}”\n"));
}

fn push_place(place: &Place, out: &mut String) {
    let page = place.page.to_string();
    let label = place.label.as_deref().filter(|label| *label != page);
    let label = label.map_or_else(String::new, |label| format!(" ({})", visible(label)));
    for [x0, y0, x1, y1] in &place.boxes {
        out.push_str(&format!(
            "  page {page}{label}: {x0:.1} {y0:.1} {x1:.1} {y1:.1}\n"
        ));
    }
}
