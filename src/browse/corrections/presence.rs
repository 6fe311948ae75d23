//! The tabs of browsers in which a document is open. Each reports itself every few seconds.

use pdfa2hocr_core::lock::lock;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time after its last report until a tab counts as closed: three reports.
const GONE: Duration = Duration::from_secs(15);

/// Most tabs that are counted.
const MOST: usize = 1000;

/// The open tabs, with the time of their last report.
#[derive(Default)]
pub(in crate::browse) struct Presence(Mutex<HashMap<String, Instant>>);

impl Presence {
    /// Records a report. Returns the number of other tabs.
    pub(in crate::browse) fn report(&self, tab: &str, now: Instant) -> usize {
        let mut tabs = lock(&self.0);
        if tabs.len() < MOST {
            tabs.insert(tab.to_owned(), now);
        }
        drop(tabs);
        self.others(Some(tab), now)
    }

    /// The number of open tabs, without this one.
    pub(super) fn others(&self, tab: Option<&str>, now: Instant) -> usize {
        let mut tabs = lock(&self.0);
        tabs.retain(|_, last| now.saturating_duration_since(*last) < GONE);
        tabs.keys()
            .filter(|other| Some(other.as_str()) != tab)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_that_do_not_report_are_closed() {
        let (tabs, begun) = (Presence::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        assert_eq!(tabs.report("a", begun), 0);
        assert_eq!(tabs.report("b", after(4)), 1);
        assert_eq!(tabs.report("a", after(5)), 1);
        assert_eq!(tabs.others(None, after(6)), 2);
        assert_eq!(tabs.report("a", after(20)), 0);
        assert_eq!(tabs.others(Some("c"), after(21)), 1);
    }
}
