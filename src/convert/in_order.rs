//! Runs work in parallel and returns the results in order, with few of them waiting.

use std::collections::BTreeMap;
use std::sync::{OnceLock, mpsc};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Stack size of a thread in bytes. Functions of a module can be nested deeply.
pub(super) const STACK: usize = 16 << 20;

/// A thread pool, started when first needed. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

impl Workers {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            pool: OnceLock::new(),
        }
    }

    /// The pool, or `None` if this thread does the work: for a single item or thread, or if no threads can be
    /// started.
    fn pool(&self, count: usize) -> Option<&ThreadPool> {
        if self.threads.min(count) < 2 {
            return None;
        }
        let start = || {
            ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .stack_size(STACK)
                .build()
                .ok()
        };
        self.pool.get_or_init(start).as_ref()
    }

    /// Calls `work` for each item in parallel, and passes the results to `sink` in the order of the items. An
    /// error of `sink` ends it.
    pub(crate) fn in_order<I: Send, T: Send, E>(
        &self,
        items: impl ExactSizeIterator<Item = I>,
        work: impl Fn(I) -> T + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let join = |result, ready: &mut Vec<T>| ready.push(result);
        self.in_stages(Vec::new(), items, work, join, |result| result, sink)
    }

    /// Runs work in two stages. Calls `first` for each item and passes the results in order to `join`, which
    /// adds the items that are ready for the second stage. Calls `second` for these and for those `ready`
    /// from the start, and passes the results in order to `sink`. An error of `sink` ends it.
    ///
    /// At most four results per thread are in progress or waiting, besides those that `join` keeps. Memory
    /// therefore does not grow with the number of items.
    pub(super) fn in_stages<I: Send, A: Send, B: Send, T: Send, E>(
        &self,
        mut ready: Vec<B>,
        items: impl ExactSizeIterator<Item = I>,
        first: impl Fn(I) -> A + Sync,
        mut join: impl FnMut(A, &mut Vec<B>),
        second: impl Fn(B) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(pool) = self.pool(items.len().max(ready.len())) else {
            ready.drain(..).try_for_each(|b| sink(second(b)))?;
            for item in items {
                join(first(item), &mut ready);
                ready.drain(..).try_for_each(|b| sink(second(b)))?;
            }
            return Ok(());
        };
        let (first, second) = (&first, &second);
        let (sender, results) = mpsc::channel();
        // The receiver lives as long as the threads that send.
        let send = &|done| drop(sender.send(done));
        pool.in_place_scope(|scope| {
            let mut todo = items.enumerate();
            let (mut firsts, mut seconds) = (Turns::default(), Turns::default());
            let (mut begun, mut under_way) = (0, 0);
            loop {
                for b in ready.drain(..) {
                    let turn = begun;
                    scope.spawn(move |_| send(Done::Second(turn, second(b))));
                    begun += 1;
                    under_way += 1;
                }
                while under_way < 4 * self.threads
                    && let Some((turn, item)) = todo.next()
                {
                    scope.spawn(move |_| send(Done::First(turn, first(item))));
                    under_way += 1;
                }
                if under_way == 0 {
                    return Ok(());
                }
                match results.recv() {
                    Ok(Done::First(turn, result)) => firsts.add(turn, result),
                    Ok(Done::Second(turn, result)) => seconds.add(turn, result),
                    // Unreachable, because the sender is alive.
                    Err(_) => return Ok(()),
                }
                while let Some(result) = firsts.next() {
                    under_way -= 1;
                    join(result, &mut ready);
                }
                while let Some(result) = seconds.next() {
                    under_way -= 1;
                    sink(result)?;
                }
            }
        })
    }
}

/// A result of the first or the second stage, with its position there.
enum Done<A, T> {
    First(usize, A),
    Second(usize, T),
}

/// Puts results in order.
struct Turns<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self {
            next: 0,
            waiting: BTreeMap::new(),
        }
    }
}

impl<T> Turns<T> {
    fn add(&mut self, turn: usize, result: T) {
        self.waiting.insert(turn, result);
    }

    /// The next result in order, if it is there.
    fn next(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Condvar, Mutex};

    #[test]
    fn results_come_in_order_and_few_wait() {
        let items: Vec<u32> = (0..200).collect();
        for threads in [1, 2, 5] {
            let (started, mut seen) = (AtomicUsize::new(0), Vec::new());
            let result: Result<(), ()> = Workers::new(threads).in_order(
                items.iter().copied(),
                |i| {
                    started.fetch_add(1, Ordering::SeqCst);
                    if i % 7 == 0 {
                        std::thread::yield_now();
                    }
                    i
                },
                |i| {
                    seen.push(i);
                    assert!(started.load(Ordering::SeqCst) <= seen.len() + 4 * threads);
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert_eq!(seen, items);
        }
    }

    #[test]
    fn what_is_joined_comes_in_order_too() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let mut last = None;
            let result: Result<(), ()> = Workers::new(threads).in_stages(
                vec![(100, 1)],
                1..51u32,
                |i| 2 * i,
                // Each item waits for the next; the last is never ready.
                |i, ready| ready.extend(last.replace(i).map(|before| (before, i))),
                |(before, i)| (before, i),
                |pair| {
                    seen.push(pair);
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            let pairs = (1..50).map(|i| (2 * i, 2 * i + 2));
            assert_eq!(
                seen,
                std::iter::once((100, 1)).chain(pairs).collect::<Vec<_>>()
            );
        }
    }

    /// A page that has used its own bytes waits until the pages before it are joined (`budget`).
    #[test]
    fn each_item_can_wait_until_those_before_it_are_joined() {
        let (joined, more) = (Mutex::new(0), Condvar::new());
        let mut seen = Vec::new();
        let result: Result<(), ()> = Workers::new(2).in_stages(
            Vec::new(),
            0..30,
            |i| {
                drop(more.wait_while(joined.lock().unwrap(), |joined| *joined < i));
                i
            },
            |i, ready| {
                *joined.lock().unwrap() += 1;
                more.notify_all();
                ready.push(i);
            },
            |i| i,
            |i| {
                seen.push(i);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert_eq!(seen, (0..30).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_of_the_sink_ends_the_work() {
        let items: Vec<u32> = (0..10_000).collect();
        let started = AtomicUsize::new(0);
        let result = Workers::new(2).in_order(
            items.into_iter(),
            |i| {
                started.fetch_add(1, Ordering::SeqCst);
                i
            },
            |i| if i < 5 { Ok(()) } else { Err("full") },
        );
        assert_eq!(result, Err("full"));
        assert!(started.load(Ordering::SeqCst) < 100);
    }
}
