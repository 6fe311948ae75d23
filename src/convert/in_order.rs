//! Work done in parallel, with its results in order and only a few of them waiting.

use std::collections::BTreeMap;
use std::sync::mpsc;

use rayon::ThreadPoolBuilder;

/// Stack of a thread: functions of a module call each other.
const STACK: usize = 16 << 20;

/// Does `work` for every item on `threads` threads and hands the results to `sink` in the order
/// of the items, as soon as their turn comes. At most four results a thread are under way or
/// waiting, so memory does not grow with the number of items. An error of `sink` ends it.
pub(super) fn in_order<I: Send, T: Send, E>(
    mut items: impl ExactSizeIterator<Item = I>,
    threads: usize,
    work: impl Fn(I) -> T + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let count = items.len();
    let pool = match threads.min(count) {
        0 | 1 => None,
        // Without threads to be had, this one does the work.
        n => ThreadPoolBuilder::new()
            .num_threads(n)
            .stack_size(STACK)
            .build()
            .ok(),
    };
    let Some(pool) = pool else {
        return items.try_for_each(|item| sink(work(item)));
    };
    let work = &work;
    pool.in_place_scope(|scope| {
        let (sender, results) = mpsc::channel();
        let mut todo = items.enumerate();
        let mut start = || {
            if let Some((turn, item)) = todo.next() {
                let sender = sender.clone();
                // The receiver is gone only when the sink has failed; nobody wants the result then.
                scope.spawn(move |_| drop(sender.send((turn, work(item)))));
            }
        };
        for _ in 0..4 * threads {
            start();
        }
        let mut waiting = BTreeMap::new();
        for turn in 0..count {
            let result = loop {
                if let Some(result) = waiting.remove(&turn) {
                    break result;
                }
                match results.recv() {
                    Ok((turn, result)) => waiting.insert(turn, result),
                    // Every sender lives until it has sent, so this cannot happen before the end.
                    Err(_) => return Ok(()),
                };
            };
            start();
            sink(result)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_order_and_few_wait() {
        let items: Vec<u32> = (0..200).collect();
        for threads in [1, 2, 5] {
            let (started, mut seen) = (AtomicUsize::new(0), Vec::new());
            let result: Result<(), ()> = in_order(
                items.iter().copied(),
                threads,
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
    fn an_error_of_the_sink_ends_the_work() {
        let items: Vec<u32> = (0..10_000).collect();
        let started = AtomicUsize::new(0);
        let result = in_order(
            items.into_iter(),
            2,
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
