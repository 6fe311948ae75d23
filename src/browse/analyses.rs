//! Keeps the analyses of a document that the user makes in the browser.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::analysis_key::AnalysisKey;
use super::changes::Changes;
use super::data::View;
use pdfa2hocr_core::lock::lock;

/// Most analyses that are kept: the current one, those compared with it, and a few earlier ones.
const KEPT: usize = 6;

/// The user's analyses that were used last.
#[derive(Default)]
pub(super) struct Made(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last: u32,
    /// Ordered by use; the last used is at the end.
    all: VecDeque<Analysis>,
}

/// An analysis that the user made by changing options.
#[derive(Clone)]
pub(super) struct Analysis {
    pub number: u32,
    pub changes: Arc<Changes>,
    pub view: Arc<View>,
}

impl Made {
    /// An analysis by its number, if it is still kept.
    pub(super) fn get(&self, number: u32) -> Option<Analysis> {
        self.find(|analysis| analysis.number == number)
    }

    /// The analysis with these changes, if it is still kept.
    pub(super) fn by(&self, changes: &Changes) -> Option<Analysis> {
        self.find(|analysis| *analysis.changes == *changes)
    }

    /// Removes an analysis, and stops its reading.
    pub(super) fn remove(&self, key: AnalysisKey) {
        let mut kept = lock(&self.0);
        kept.all.retain(|analysis| {
            let stays = analysis.key() != key;
            if !stays {
                analysis.view.document().pipeline().abandon();
            }
            stays
        });
    }

    /// Removes all analyses, because the files of their scripts have changed.
    pub(super) fn clear(&self) {
        let mut kept = lock(&self.0);
        kept.all.clear();
    }

    /// Gives all analyses other corrections.
    pub(super) fn correct(&self, corrected: impl Fn(&Analysis) -> View) {
        for analysis in &mut lock(&self.0).all {
            analysis.view = Arc::new(corrected(analysis));
        }
    }

    fn find(&self, is_wanted: impl Fn(&Analysis) -> bool) -> Option<Analysis> {
        let mut kept = lock(&self.0);
        let at = kept.all.iter().position(is_wanted)?;
        let found = kept.all.remove(at)?;
        kept.all.push_back(found.clone());
        Some(found)
    }

    /// Adds an analysis, and removes the least recently used one if there are too many.
    pub(super) fn add(&self, changes: Changes, view: View) -> Analysis {
        let mut kept = lock(&self.0);
        kept.last = kept.last.wrapping_add(1);
        let analysis = Analysis {
            number: kept.last,
            changes: Arc::new(changes),
            view: Arc::new(view),
        };
        kept.all.push_back(analysis.clone());
        if kept.all.len() > KEPT {
            kept.all.pop_front();
        }
        analysis
    }
}

impl Analysis {
    pub(super) fn key(&self) -> AnalysisKey {
        AnalysisKey::Made(self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn columns(number: usize) -> Changes {
        Changes {
            options: vec![format!("--columns={number}")],
            only: None,
            mapping: None,
            modules: None,
            instead: None,
        }
    }

    #[test]
    fn the_last_analyses_are_kept() {
        let document = Document::open("fixtures/layout/two-columns.pdf").unwrap();
        let made = Made::default();
        let add = |number| made.add(columns(number), View::new(document.clone())).key();
        assert_eq!(add(2).to_string(), "a1");
        assert_eq!(made.by(&columns(2)).unwrap().number, 1);
        for number in 3..KEPT + 2 {
            add(number);
        }
        // An analysis that is used stays.
        assert!(made.get(1).is_some());
        add(KEPT + 2);
        assert!(made.get(1).is_some());
        assert!(made.get(2).is_none());
        assert!(made.by(&columns(3)).is_none());
    }
}
