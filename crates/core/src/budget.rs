//! Budgets for the bytes that a document may decode and draw.
//!
//! A limit on each stream is not enough: a stream of a megabyte that decodes to a hundred can be the content
//! of a thousand pages. So each piece of work has a [`Budget`] for its decoded bytes, and the pages of a
//! document share an [`Account`]. Its size depends on the size of the file and the number of pages
//! ([`Limits::of_document`]).
//!
//! The result must not depend on the order of threads. So each page has bytes of its own, more than most
//! pages need. Beyond them it waits until the pages before it are done and their unused bytes are known. Such
//! pages are read one after the other, and memory holds one of them.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::limits::Limits;
use crate::lock::lock;

/// The number of bytes that one piece of work may decode: a page, all fonts, or the check of a file. Threads
/// can share it. It also contains all other [`Limits`].
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    granted: AtomicUsize,
    used: AtomicUsize,
    /// Something was omitted because a limit was reached.
    cut: AtomicBool,
    /// The account from which a page gets more bytes, and the number of pages before it.
    turn: Option<(Arc<Account>, usize)>,
    asked: AtomicBool,
}

impl Deref for Budget {
    type Target = Limits;

    fn deref(&self) -> &Limits {
        &self.limits
    }
}

impl Budget {
    /// A budget of this many bytes.
    pub fn new(limits: Limits, bytes: usize) -> Self {
        Self {
            limits,
            granted: AtomicUsize::new(bytes),
            used: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            turn: None,
            asked: AtomicBool::new(false),
        }
    }

    /// The budget of a whole document, for the size of its file in bytes and its number of pages.
    pub fn of_document(limits: Limits, file: usize, pages: usize) -> Self {
        Self::new(limits, limits.of_document(file, pages))
    }

    /// Number of bytes left.
    pub fn left(&self) -> usize {
        let granted = self.granted.load(Ordering::Relaxed);
        granted.saturating_sub(self.used())
    }

    /// Number of bytes used so far.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Uses bytes that were decoded or are read again, even beyond the budget.
    pub fn take(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Waits for earlier pages, then adds their unused bytes to this page's budget. Returns `false` if there
    /// are none or it was called before.
    pub fn extend(&self) -> bool {
        let Some((account, turn)) = &self.turn else {
            return false;
        };
        if self.asked.swap(true, Ordering::Relaxed) {
            return false;
        }
        let most = account.left_at(*turn).min(self.limits.page_bytes);
        most > self.granted.fetch_max(most, Ordering::Relaxed)
    }

    /// Uses this many bytes if they are available. Otherwise records that something is omitted, and returns
    /// `false`.
    pub fn try_take(&self, bytes: usize) -> bool {
        let enough = bytes <= self.left() || self.extend() && bytes <= self.left();
        if enough {
            self.take(bytes);
        } else {
            self.note_cut();
        }
        enough
    }

    /// Records that something is omitted because a limit was reached.
    pub fn note_cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Whether something was omitted because a limit was reached.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }
}

/// The bytes used by the pages of a document, in page order.
#[derive(Debug)]
pub struct Account {
    limits: Limits,
    total: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Number of pages that are done.
    done: usize,
    used: usize,
    /// No further pages are read.
    closed: bool,
}

impl Account {
    /// The account of a document with this file size in bytes and number of pages.
    pub fn new(limits: Limits, file: usize, pages: usize) -> Arc<Self> {
        Arc::new(Self {
            limits,
            total: limits.of_document(file, pages),
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// The size of the account in bytes.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The budget of a page; `turn` is its index among the pages read.
    pub fn page(self: &Arc<Self>, turn: usize) -> Budget {
        let own = self.limits.page_own_bytes.min(self.limits.page_bytes);
        Budget {
            turn: Some((Arc::clone(self), turn)),
            ..Budget::new(self.limits, own)
        }
    }

    /// Whether nothing is left for pages begun now. Once true, it stays true.
    pub fn is_empty(&self) -> bool {
        let state = lock(&self.state);
        state.closed || state.used >= self.total
    }

    /// Records that the next page is done and has used this many bytes. Returns `false` if nothing was left
    /// for it, so that its content must be discarded.
    pub fn settle(&self, used: usize) -> bool {
        let mut state = lock(&self.state);
        let counts = state.used < self.total;
        state.used = state.used.saturating_add(used);
        state.done += 1;
        drop(state);
        self.changed.notify_all();
        counts
    }

    /// Closes the account: pages that wait for bytes get none.
    pub fn close(&self) {
        lock(&self.state).closed = true;
        self.changed.notify_all();
    }

    /// Waits until this many pages are done, and returns the number of bytes left.
    fn left_at(&self, turn: usize) -> usize {
        let waits = |state: &mut State| state.done < turn && !state.closed;
        let state = self
            .changed
            .wait_while(lock(&self.state), waits)
            .unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return 0;
        }
        self.total.saturating_sub(state.used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            page_own_bytes: 10,
            page_bytes: 50,
            document_bytes: 80,
            document_bytes_per_byte: 0,
            document_bytes_per_page: 0,
            ..Limits::default()
        }
    }

    #[test]
    fn a_document_has_more_the_larger_it_is() {
        let limits = Limits {
            document_bytes: 1000,
            document_bytes_per_byte: 10,
            document_bytes_per_page: 3,
            ..Limits::default()
        };
        assert_eq!(limits.of_document(5, 7), 1000 + 50 + 21);
        assert_eq!(limits.of_document(usize::MAX, 1), usize::MAX);
    }

    #[test]
    fn a_page_has_some_of_its_own_and_then_what_those_before_it_left() {
        let account = Account::new(limits(), 0, 0);
        let pages: Vec<Budget> = (0..4).map(|turn| account.page(turn)).collect();
        // The second page waits for the first.
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                pages[1].take(10);
                (pages[1].extend(), pages[1].left())
            });
            assert!(pages[0].try_take(45) && !pages[0].try_take(10));
            assert!(pages[0].is_cut());
            assert!(account.settle(pages[0].used()));
            assert_eq!(second.join().unwrap(), (true, 35 - 10));
        });
        pages[1].take(25);
        assert!(!pages[1].extend(), "only once");
        assert!(!account.is_empty());
        assert!(account.settle(pages[1].used()));
        // Nothing is left; the third page used only its own bytes and is discarded.
        assert!(account.is_empty());
        assert!(pages[2].try_take(10));
        assert!(!account.settle(pages[2].used()));
        assert!(!pages[3].try_take(11));
    }

    #[test]
    fn nobody_waits_for_pages_that_are_not_looked_at() {
        let account = Account::new(limits(), 0, 0);
        let page = account.page(7);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| page.try_take(20));
            account.close();
            assert!(!waiting.join().unwrap());
        });
    }
}
