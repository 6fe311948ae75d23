//! The ways in which a document is read as the user changes it in the browser.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::analysis_key::AnalysisKey;
use super::changes::Changes;
use super::data::View;

/// Analyses of the user that are kept: the one that is looked at, those it is compared with, and a few
/// to go back to.
const KEPT: usize = 6;

/// The analyses that the user made, those that were looked at last.
#[derive(Default)]
pub(super) struct Made(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last: u32,
    /// The one that was asked for last is at the end.
    all: VecDeque<Analysis>,
}

/// An analysis that the user made.
#[derive(Clone)]
pub(super) struct Analysis {
    pub number: u32,
    pub changes: Arc<Changes>,
    pub view: Arc<View>,
}

impl Made {
    /// One of them, if it is still there.
    pub(super) fn get(&self, number: u32) -> Option<Analysis> {
        self.find(|analysis| analysis.number == number)
    }

    /// The one that was made by these changes, if it is still there.
    pub(super) fn by(&self, changes: &Changes) -> Option<Analysis> {
        self.find(|analysis| *analysis.changes == *changes)
    }

    /// Lets one go. What is read by it is not read on.
    pub(super) fn remove(&self, key: AnalysisKey) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.all.retain(|analysis| {
            let stays = analysis.key() != key;
            if !stays {
                analysis.view.abandon();
            }
            stays
        });
    }

    /// Lets all go: the files that they were made with have changed.
    pub(super) fn clear(&self) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.all.clear();
    }

    fn find(&self, is_wanted: impl Fn(&Analysis) -> bool) -> Option<Analysis> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.all.iter().position(is_wanted)?;
        let found = kept.all.remove(at)?;
        kept.all.push_back(found.clone());
        Some(found)
    }

    /// Keeps one, and lets go the one that nobody has asked for for longest.
    pub(super) fn add(&self, changes: Changes, view: View) -> Analysis {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
        // What is looked at stays.
        assert!(made.get(1).is_some());
        add(KEPT + 2);
        assert!(made.get(1).is_some());
        assert!(made.get(2).is_none());
        assert!(made.by(&columns(3)).is_none());
    }
}
