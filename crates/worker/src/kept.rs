//! Keeps a worker for further work, and replaces it after it died or reached its limit.

/// State of the worker after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The worker is alive: the error is its answer.
    Answered,
    /// The worker is dead, and another one would fail too.
    Died,
    /// The worker died, possibly for a reason unrelated to this work.
    DiedOfSomething,
}

/// An error of a piece of work.
pub trait Failure {
    /// The state of the worker.
    fn fate(&self) -> Fate;
}

/// A slot for a worker.
#[derive(Debug)]
pub struct Kept<W> {
    worker: Option<W>,
    /// Number of pieces of work done by the current worker.
    done: usize,
    /// Maximum pieces of work, after which the worker is replaced.
    most: usize,
}

impl<W> Kept<W> {
    /// Creates a slot whose workers each do at most this many pieces of work.
    pub fn new(most: usize) -> Self {
        Self {
            worker: None,
            done: 0,
            most,
        }
    }

    /// Runs work on the current worker, or on a new one from `start`. If the worker dies for an unknown
    /// reason, a new worker tries once more.
    ///
    /// # Errors
    ///
    /// Those of `start` and of `work`.
    pub fn run<T, E: Failure>(
        &mut self,
        start: impl Fn() -> Result<W, E>,
        mut work: impl FnMut(&mut W) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut again = true;
        loop {
            let mut worker = match self.worker.take().filter(|_| self.done < self.most) {
                Some(worker) => worker,
                None => {
                    self.done = 0;
                    start()?
                }
            };
            self.done += 1;
            let result = work(&mut worker);
            match result.as_ref().err().map(Failure::fate) {
                None | Some(Fate::Answered) => self.worker = Some(worker),
                Some(Fate::DiedOfSomething) if again => {
                    again = false;
                    continue;
                }
                Some(_) => {}
            }
            return result;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    impl Failure for Fate {
        fn fate(&self) -> Fate {
            *self
        }
    }

    /// For each piece of work with these results: whether it succeeded, and the number of the worker that did
    /// it.
    fn done(most: usize, ends: &[Option<Fate>]) -> (Vec<bool>, Vec<usize>) {
        let (started, mut by) = (Cell::new(0), Vec::new());
        let start = || {
            started.set(started.get() + 1);
            Ok(started.get())
        };
        let mut kept = Kept::new(most);
        let mut ends = ends.iter();
        let mut results = Vec::new();
        while ends.len() > 0 {
            let result = kept.run(start, |worker| {
                by.push(*worker);
                ends.next().copied().flatten().map_or(Ok(()), Err)
            });
            results.push(result.is_ok());
        }
        (results, by)
    }

    #[test]
    fn a_worker_does_so_much_and_no_more() {
        let (results, by) = done(3, &[None; 7]);
        assert_eq!(results, [true; 7]);
        assert_eq!(by, [1, 1, 1, 2, 2, 2, 3]);
    }

    #[test]
    fn what_a_worker_dies_of_is_tried_once_more() {
        let died = Some(Fate::DiedOfSomething);
        let (results, by) = done(9, &[None, died, None, None]);
        assert_eq!((results, by), (vec![true; 3], vec![1, 1, 2, 2]));
        let (results, by) = done(9, &[died, died, None]);
        assert_eq!((results, by), (vec![false, true], vec![1, 2, 3]));
    }

    #[test]
    fn answers_and_what_takes_too_long_are_not_tried_again() {
        let (results, by) = done(9, &[Some(Fate::Answered), None]);
        assert_eq!((results, by), (vec![false, true], vec![1, 1]));
        let (results, by) = done(9, &[Some(Fate::Died), None]);
        assert_eq!((results, by), (vec![false, true], vec![1, 2]));
    }
}
