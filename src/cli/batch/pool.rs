//! Runs jobs in parallel with a limited number of threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use super::job::Job;
use pdfa2hocr_core::lock::lock;

/// Counts the free threads.
struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    fn take(&self, count: usize) {
        let free = lock(&self.free);
        let free = self.freed.wait_while(free, |free| *free < count);
        *free.unwrap_or_else(PoisonError::into_inner) -= count;
    }

    fn give_back(&self, count: usize) {
        *lock(&self.free) += count;
        self.freed.notify_all();
    }
}

/// Calls `work` for every job with its number of threads, in proportion to its size and at least one. Stops
/// early if `stop` is set.
pub(super) fn each(
    jobs: &[Job],
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(&Job, usize) + Sync,
) {
    let slots = Slots {
        free: Mutex::new(threads),
        freed: Condvar::new(),
    };
    let total: u64 = jobs.iter().map(|j| j.bytes).fold(0, u64::saturating_add);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::SeqCst))
                    && !stop.load(Ordering::SeqCst)
                {
                    let share = share(job.bytes, total, threads);
                    slots.take(share);
                    work(job, share);
                    slots.give_back(share);
                }
            });
        }
    });
}

/// The number of threads for a job, from 1 to all.
fn share(bytes: u64, total: u64, threads: usize) -> usize {
    let share = bytes as f64 / total.max(1) as f64 * threads as f64;
    (share.round() as usize).clamp(1, threads.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_and_processors_are_not_given_twice() {
        let jobs: Vec<Job> = (0..50)
            .map(|n| Job {
                input: n.to_string().into(),
                output: "".into(),
                bytes: if n == 0 { 100 } else { 1 },
            })
            .collect();
        let (at_work, most, done) = (
            AtomicUsize::new(0),
            AtomicUsize::new(0),
            Mutex::new(Vec::new()),
        );
        each(&jobs, 4, &AtomicBool::new(false), |job, threads| {
            let now = at_work.fetch_add(threads, Ordering::SeqCst) + threads;
            most.fetch_max(now, Ordering::SeqCst);
            std::thread::yield_now();
            done.lock().unwrap().push((job.input.clone(), threads));
            at_work.fetch_sub(threads, Ordering::SeqCst);
        });
        let mut done = done.into_inner().unwrap();
        done.sort();
        assert_eq!(done.len(), 50);
        assert!(most.into_inner() <= 4);
        assert_eq!(done[0], ("0".into(), 3), "the large one has more");
        assert_eq!(done[1].1, 1);
    }

    #[test]
    fn nothing_begins_after_a_stop() {
        let jobs = [Job {
            input: "a".into(),
            output: "".into(),
            bytes: 1,
        }];
        each(&jobs, 1, &AtomicBool::new(true), |_, _| panic!("it began"));
    }
}
