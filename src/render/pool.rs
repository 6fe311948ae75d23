//! Who wants a picture, and which processes draw it.
//!
//! The pages of a document are drawn by two processes at most, which are started when something is
//! asked for and end when nothing is for a while. What is drawn is kept for a while, and while nobody
//! waits, the pages beside the one that is looked at are drawn.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::cache::{Cache, Key};
use super::process::{Original, Process};
use super::protocol::Request;
use super::refusal::Refusal;

/// Processes of a document.
const MOST_PROCESSES: usize = 2;
/// Pictures that are waited for.
const MOST_JOBS: usize = 500;
/// Pages that could not be drawn and are remembered.
const MOST_FAILED: usize = 1000;
/// How long a process is kept that has nothing to do.
const IDLE: Duration = Duration::from_secs(60);

/// A picture as a PNG file, or why there is none.
pub(crate) type Picture = Result<Arc<[u8]>, Refusal>;

/// Who is waiting for a picture.
pub(crate) trait Asker: Send {
    /// Whether the picture is still wanted: who scrolls through a book stays on few of its pages.
    fn waits(&self) -> bool;

    /// Takes the picture. It must not take long.
    fn take(self: Box<Self>, picture: Picture);
}

/// What is drawn first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// A page that may be looked at next.
    Ahead,
    /// One of many small pictures.
    Thumbnail,
    /// A page that is looked at.
    Page,
}

/// Draws the pages of a document.
pub(crate) struct Drawer {
    shared: Arc<Shared>,
    page_count: u32,
}

struct Shared {
    original: Original,
    queue: Mutex<Queue>,
    /// There is something to do, or nothing ever more.
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    drawing: Vec<Job>,
    cache: Cache,
    /// By page, the smallest scale that it could not be drawn with.
    failed: HashMap<u32, (u32, Refusal)>,
    workers: usize,
    idle: usize,
    closed: bool,
}

struct Job {
    key: Key,
    urgency: Urgency,
    askers: Vec<Box<dyn Asker>>,
}

impl Drawer {
    /// For a document that has so many pages.
    pub(crate) fn new(original: Original, page_count: u32) -> Self {
        let shared = Arc::new(Shared {
            original,
            queue: Mutex::default(),
            wake: Condvar::new(),
        });
        Self { shared, page_count }
    }

    /// Has a page drawn, from 0, with so many pixels a point; at once where it is known.
    pub(crate) fn ask(&self, page: u32, scale: f32, urgency: Urgency, asker: Box<dyn Asker>) {
        // A cast saturates; what is not a number becomes 0.
        let scale = (scale * 1000.0) as u32;
        let key = Key { page, scale };
        let mut queue = self.shared.queue();
        if urgency == Urgency::Page {
            queue.jobs.retain(|job| job.urgency != Urgency::Ahead);
        }
        if let Some(known) = queue.known(key) {
            asker.take(known);
        } else if queue.jobs.len() >= MOST_JOBS {
            asker.take(Err(Refusal::Busy));
        } else {
            queue.want(key, urgency, Some(asker));
        }
        if urgency == Urgency::Page {
            let beside = [
                page.checked_add(1),
                page.checked_sub(1),
                page.checked_add(2),
            ];
            let beside = beside.into_iter().flatten();
            for page in beside.filter(|page| *page < self.page_count) {
                let key = Key { page, scale };
                if !queue.cache.has(key) && !queue.failed.contains_key(&page) {
                    queue.want(key, Urgency::Ahead, None);
                }
            }
        }
        let missing = queue.jobs.len().saturating_sub(queue.idle);
        let room = MOST_PROCESSES.saturating_sub(queue.workers);
        for _ in 0..missing.min(room) {
            let shared = Arc::clone(&self.shared);
            match thread::Builder::new().spawn(move || shared.work()) {
                Ok(_) => queue.workers += 1,
                Err(error) if queue.workers == 0 => {
                    let why = Refusal::NoProcess(crate::diagnostics::io_reason(&error));
                    for job in std::mem::take(&mut queue.jobs) {
                        job.give(&Err(why.clone()));
                    }
                }
                Err(_) => {}
            }
        }
        drop(queue);
        self.shared.wake.notify_all();
    }
}

impl Drop for Drawer {
    fn drop(&mut self) {
        self.shared.queue().closed = true;
        self.shared.wake.notify_all();
    }
}

impl Queue {
    fn known(&mut self, key: Key) -> Option<Picture> {
        if let Some((scale, why)) = self.failed.get(&key.page)
            && key.scale >= *scale
        {
            return Some(Err(why.clone()));
        }
        self.cache.get(key).map(Ok)
    }

    /// Adds a job, or somebody who waits for one that is there.
    fn want(&mut self, key: Key, urgency: Urgency, asker: Option<Box<dyn Asker>>) {
        let mut jobs = self.drawing.iter_mut().chain(&mut self.jobs);
        if let Some(job) = jobs.find(|job| job.key == key) {
            job.urgency = job.urgency.max(urgency);
            job.askers.extend(asker);
            return;
        }
        self.jobs.push_back(Job {
            key,
            urgency,
            askers: asker.into_iter().collect(),
        });
    }

    /// Takes the job that is to be done next.
    fn next(&mut self) -> Option<Key> {
        self.jobs.retain_mut(|job| {
            job.askers.retain(|asker| asker.waits());
            job.urgency == Urgency::Ahead || !job.askers.is_empty()
        });
        let urgency = self.jobs.iter().map(|job| job.urgency).max()?;
        let at = self.jobs.iter().position(|job| job.urgency == urgency)?;
        let job = self.jobs.remove(at)?;
        let key = job.key;
        self.drawing.push(job);
        Some(key)
    }

    fn done(&mut self, key: Key, picture: &Picture) {
        match picture {
            Ok(png) => self.cache.put(key, Arc::clone(png)),
            Err(why) if why.is_of_page() && self.failed.len() < MOST_FAILED => {
                let failed = self.failed.entry(key.page);
                let (scale, _) = failed.or_insert((key.scale, why.clone()));
                *scale = key.scale.min(*scale);
            }
            Err(_) => {}
        }
        let done = self.drawing.iter().position(|job| job.key == key);
        if let Some(job) = done.map(|at| self.drawing.swap_remove(at)) {
            job.give(picture);
        }
    }
}

impl Job {
    fn give(self, picture: &Picture) {
        for asker in self.askers {
            asker.take(picture.clone());
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws what is asked for, until nothing is.
    fn work(&self) {
        let mut process = None;
        while let Some(key) = self.next() {
            let picture = self.draw(&mut process, key);
            self.queue().done(key, &picture);
        }
    }

    /// Waits for a job; `None` when there is none for long.
    fn next(&self) -> Option<Key> {
        let mut queue = self.queue();
        queue.idle += 1;
        let key = loop {
            if queue.closed {
                break None;
            }
            if let Some(key) = queue.next() {
                break Some(key);
            }
            let waited = self.wake.wait_timeout(queue, IDLE);
            let (again, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            queue = again;
            if waited.timed_out() && queue.jobs.is_empty() {
                break None;
            }
        };
        queue.idle -= 1;
        queue.workers -= usize::from(key.is_none());
        key
    }

    fn draw(&self, process: &mut Option<Process>, key: Key) -> Picture {
        let mut ready = match process.take().filter(|process| !process.is_worn()) {
            Some(ready) => ready,
            None => Process::start(&self.original)?,
        };
        let request = Request {
            page: key.page,
            scale: key.scale as f32 / 1000.0,
        };
        let drawn = ready.draw(request);
        if !drawn.as_ref().is_err_and(Refusal::is_of_page) {
            *process = Some(ready);
        }
        drawn.map(Arc::from)
    }
}
