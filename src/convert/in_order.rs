//! Runs work in parallel and returns the results in order, with few of them waiting.

use std::collections::{BTreeMap, VecDeque};
use std::iter::Enumerate;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use pdfa2hocr_core::lock::lock;

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
        items: impl ExactSizeIterator<Item = I> + Send,
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
        items: impl ExactSizeIterator<Item = I> + Send,
        first: impl Fn(I) -> A + Sync,
        mut join: impl FnMut(A, &mut Vec<B>) + Send,
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
        let mut state = State {
            todo: items.enumerate(),
            join,
            firsts: Turns::default(),
            ready: VecDeque::new(),
            begun: 0,
            seconds: Turns::default(),
            results: Vec::new(),
            under_way: 0,
            idle: 0,
            stopped: false,
        };
        state.add_ready(&mut ready);
        let stages = Stages {
            threads: self.threads,
            state: Mutex::new(state),
            work: Condvar::new(),
            results: Condvar::new(),
        };
        let (stages, first, second) = (&stages, &first, &second);
        pool.in_place_scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(move |_| stages.run(first, second));
            }
            let _guard = StopOnPanic(stages);
            while let Some(results) = stages.results() {
                let count = results.len();
                let done = results.into_iter().try_for_each(&mut sink);
                stages.end(count, done.is_err());
                done?;
            }
            Ok(())
        })
    }
}

/// Work in two stages that several threads do. The threads join the results of the first stage themselves, because
/// each switch to another thread costs as much as a small part of a page.
struct Stages<Items, A, B, T, Join> {
    threads: usize,
    state: Mutex<State<Items, A, B, T, Join>>,
    /// Wakes idle threads.
    work: Condvar,
    /// Wakes the thread that takes the results.
    results: Condvar,
}

struct State<Items, A, B, T, Join> {
    todo: Enumerate<Items>,
    join: Join,
    firsts: Turns<A>,
    /// The items for the second stage, with their positions there.
    ready: VecDeque<(usize, B)>,
    /// Number of items that have become ready.
    begun: usize,
    seconds: Turns<T>,
    /// The next results in order.
    results: Vec<T>,
    /// Number of items that are in progress or waiting, besides those that `join` keeps.
    under_way: usize,
    /// Number of threads that wait for work.
    idle: usize,
    /// No further item is begun.
    stopped: bool,
}

impl<Items, A, B, T, Join> State<Items, A, B, T, Join> {
    fn add_ready(&mut self, ready: &mut Vec<B>) {
        for b in ready.drain(..) {
            self.ready.push_back((self.begun, b));
            self.begun += 1;
            self.under_way += 1;
        }
    }
}

impl<I, Items: Iterator<Item = I>, A, B, T, Join: FnMut(A, &mut Vec<B>)>
    Stages<Items, A, B, T, Join>
{
    /// Works until nothing is left to do.
    fn run(&self, first: impl Fn(I) -> A, second: impl Fn(B) -> T) {
        let _guard = StopOnPanic(self);
        let mut ready = Vec::new();
        let mut state = lock(&self.state);
        while !state.stopped {
            if let Some((turn, b)) = state.ready.pop_front() {
                drop(state);
                let result = second(b);
                state = lock(&self.state);
                state.seconds.add(turn, result);
                while let Some(result) = state.seconds.next() {
                    state.results.push(result);
                }
                // At once, because a page can wait until those before it are taken (`budget`).
                if !state.results.is_empty() {
                    self.results.notify_one();
                }
            } else if state.under_way < 4 * self.threads
                && let Some((turn, item)) = state.todo.next()
            {
                state.under_way += 1;
                drop(state);
                let result = first(item);
                state = lock(&self.state);
                state.firsts.add(turn, result);
                while let Some(result) = state.firsts.next() {
                    state.under_way -= 1;
                    (state.join)(result, &mut ready);
                    state.add_ready(&mut ready);
                }
                if state.idle > 0 {
                    self.work.notify_all();
                }
            } else if state.under_way == 0 {
                state.stopped = true;
            } else {
                state.idle += 1;
                state = wait(&self.work, state);
                state.idle -= 1;
            }
        }
        drop(state);
        self.work.notify_all();
        self.results.notify_one();
    }

    /// Waits for the next results. `None` after the last one.
    fn results(&self) -> Option<Vec<T>> {
        let mut state = lock(&self.state);
        loop {
            if !state.results.is_empty() {
                return Some(std::mem::take(&mut state.results));
            }
            if state.stopped {
                return None;
            }
            state = wait(&self.results, state);
        }
    }

    /// Counts results that are taken. If `stops`, no further item is begun.
    fn end(&self, count: usize, stops: bool) {
        let mut state = lock(&self.state);
        state.under_way -= count;
        state.stopped |= stops;
        drop(state);
        self.work.notify_all();
    }
}

/// Ends the work of all threads if the one that owns it panics.
struct StopOnPanic<'a, Items, A, B, T, Join>(&'a Stages<Items, A, B, T, Join>);

impl<Items, A, B, T, Join> Drop for StopOnPanic<'_, Items, A, B, T, Join> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(&self.0.state).stopped = true;
            self.0.work.notify_all();
            self.0.results.notify_one();
        }
    }
}

fn wait<'a, T>(condition: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condition
        .wait(guard)
        .unwrap_or_else(PoisonError::into_inner)
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
    fn each_item_can_wait_until_those_before_it_are_taken() {
        let (taken, more) = (Mutex::new(0), Condvar::new());
        let result: Result<(), ()> = Workers::new(2).in_order(
            0..30,
            |i| drop(more.wait_while(taken.lock().unwrap(), |taken| *taken < i)),
            |()| {
                *taken.lock().unwrap() += 1;
                more.notify_all();
                Ok(())
            },
        );
        assert_eq!((result, taken.into_inner().unwrap()), (Ok(()), 30));
    }

    #[test]
    fn a_panic_ends_the_work() {
        for (work, sink) in [(3, 1000), (1000, 3)] {
            let panics = std::panic::catch_unwind(|| {
                Workers::new(2).in_order(
                    0..100,
                    |i| assert_ne!(i, work, "on purpose"),
                    |()| match sink {
                        3 => panic!("on purpose"),
                        _ => Ok::<(), ()>(()),
                    },
                )
            });
            assert!(panics.is_err());
        }
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
