//! Schedules requests for pictures, and the processes that draw them.
//!
//! A document has a few processes, which start on demand and end when idle. Pictures are cached. When no
//! request waits, the neighbours of the displayed page are drawn ahead.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use super::cache::Cache;
use super::process::{Original, Process};
use super::refusal::Refusal;
use super::wanted::Wanted;
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_worker::Kept;

/// Number of processes for a displayed document.
const PROCESSES: usize = 2;
/// Number of pictures after which a process is replaced, because its memory only grows.
const MAX_PICTURES: usize = 50;
/// Maximum number of waiting requests; further ones are refused.
const MAX_JOBS: usize = 500;
/// Maximum number of failed requests that are remembered.
const MAX_FAILED: usize = 1000;
/// Time after which an idle process ends.
const IDLE: Duration = Duration::from_secs(60);

/// A picture as a PNG or JPEG file, or the reason for its absence.
pub type Picture = Result<Arc<[u8]>, Refusal>;

/// A receiver of a picture.
pub trait Asker: Send {
    /// Whether the picture is still wanted; users who scroll skip most pages.
    fn waits(&self) -> bool;

    /// Receives the picture. It must return quickly.
    fn take(self: Box<Self>, picture: Picture);
}

/// The priority of a request, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// A page that may be displayed next.
    Ahead,
    /// One of many small pictures.
    Thumbnail,
    /// A displayed page.
    Page,
}

/// Draws the pages of a document.
pub struct Drawer {
    shared: Arc<Shared>,
    page_count: u32,
}

struct Shared {
    original: Original,
    /// Maximum number of processes.
    processes: usize,
    queue: Mutex<Queue>,
    /// Signals a new job, or the end of all work.
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    drawing: Vec<Job>,
    cache: Cache,
    /// The smallest scale at which drawing failed, with the reason.
    failed: HashMap<Wanted, (u32, Refusal)>,
    workers: usize,
    idle: usize,
    closed: bool,
}

struct Job {
    wanted: Wanted,
    urgency: Urgency,
    askers: Vec<Box<dyn Asker>>,
}

impl Drawer {
    /// Creates a drawer for a document with this many pages.
    pub fn new(original: Original, page_count: u32) -> Self {
        Self::with_processes(original, page_count, PROCESSES)
    }

    /// The same with a given number of processes, at least one.
    pub fn with_processes(original: Original, page_count: u32, processes: usize) -> Self {
        let shared = Arc::new(Shared {
            original,
            processes: processes.max(1),
            queue: Mutex::default(),
            wake: Condvar::new(),
        });
        Self { shared, page_count }
    }

    /// Draws a picture and waits for it.
    pub fn draw(&self, wanted: Wanted) -> Picture {
        let (sender, picture) = mpsc::channel();
        // With this priority, neighbours are not drawn ahead.
        self.ask(wanted, Urgency::Thumbnail, Box::new(Waiting(sender)));
        picture.recv().unwrap_or(Err(Refusal::Busy))
    }

    /// Requests a picture; a cached one is delivered at once.
    pub fn ask(&self, wanted: Wanted, urgency: Urgency, asker: Box<dyn Asker>) {
        let mut queue = self.shared.queue();
        if urgency == Urgency::Page {
            queue.jobs.retain(|job| job.urgency != Urgency::Ahead);
        }
        if let Some(known) = queue.known(wanted) {
            asker.take(known);
        } else if queue.jobs.len() >= MAX_JOBS {
            asker.take(Err(Refusal::Busy));
        } else {
            queue.want(wanted, urgency, Some(asker));
        }
        if let (Wanted::Page { page, scale }, Urgency::Page) = (wanted, urgency) {
            let beside = [
                page.checked_add(1),
                page.checked_sub(1),
                page.checked_add(2),
            ];
            let beside = beside.into_iter().flatten();
            for page in beside.filter(|page| *page < self.page_count) {
                let wanted = Wanted::Page { page, scale };
                let failed = queue.failed.contains_key(&wanted.least().0);
                if !queue.cache.has(wanted) && !failed {
                    queue.want(wanted, Urgency::Ahead, None);
                }
            }
        }
        let missing = queue.jobs.len().saturating_sub(queue.idle);
        let room = self.shared.processes.saturating_sub(queue.workers);
        for _ in 0..missing.min(room) {
            let shared = Arc::clone(&self.shared);
            match thread::Builder::new().spawn(move || shared.work()) {
                Ok(_) => queue.workers += 1,
                Err(error) if queue.workers == 0 => {
                    let why = Refusal::NoProcess(pdfa2hocr_core::diagnostics::io_reason(&error));
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

/// A thread that waits for a picture.
struct Waiting(mpsc::Sender<Picture>);

impl Asker for Waiting {
    fn waits(&self) -> bool {
        true
    }

    fn take(self: Box<Self>, picture: Picture) {
        // The receiver still exists.
        let _ = self.0.send(picture);
    }
}

impl Drop for Drawer {
    fn drop(&mut self) {
        self.shared.queue().closed = true;
        self.shared.wake.notify_all();
    }
}

impl Queue {
    fn known(&mut self, wanted: Wanted) -> Option<Picture> {
        let (least, scale) = wanted.least();
        if let Some((failed, why)) = self.failed.get(&least)
            && scale >= *failed
        {
            return Some(Err(why.clone()));
        }
        self.cache.get(wanted).map(Ok)
    }

    /// Adds a job, or an asker to an existing one.
    fn want(&mut self, wanted: Wanted, urgency: Urgency, asker: Option<Box<dyn Asker>>) {
        let mut jobs = self.drawing.iter_mut().chain(&mut self.jobs);
        if let Some(job) = jobs.find(|job| job.wanted == wanted) {
            job.urgency = job.urgency.max(urgency);
            job.askers.extend(asker);
            return;
        }
        self.jobs.push_back(Job {
            wanted,
            urgency,
            askers: asker.into_iter().collect(),
        });
    }

    /// Removes the next job from the queue.
    fn next(&mut self) -> Option<Wanted> {
        self.jobs.retain_mut(|job| {
            job.askers.retain(|asker| asker.waits());
            job.urgency == Urgency::Ahead || !job.askers.is_empty()
        });
        let urgency = self.jobs.iter().map(|job| job.urgency).max()?;
        let at = self.jobs.iter().position(|job| job.urgency == urgency)?;
        let job = self.jobs.remove(at)?;
        let wanted = job.wanted;
        self.drawing.push(job);
        Some(wanted)
    }

    fn done(&mut self, wanted: Wanted, picture: &Picture) {
        let (least, scale) = wanted.least();
        match picture {
            // Stored pictures are not requested again.
            Ok(_) if matches!(wanted, Wanted::KeptPage { .. } | Wanted::JpegPage { .. }) => {}
            Ok(picture) => self.cache.put(wanted, Arc::clone(picture)),
            Err(why) if why.is_its_own() && self.failed.len() < MAX_FAILED => {
                let failed = self.failed.entry(least);
                let (failed, _) = failed.or_insert((scale, why.clone()));
                *failed = scale.min(*failed);
            }
            Err(_) => {}
        }
        let done = self.drawing.iter().position(|job| job.wanted == wanted);
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
        lock(&self.queue)
    }

    /// Draws requested pictures until the queue stays empty.
    fn work(&self) {
        let mut process = Kept::new(MAX_PICTURES);
        while let Some(wanted) = self.next() {
            let drawn = self.original.request(wanted).and_then(|request| {
                process.run(
                    || Process::start(&self.original),
                    |process| process.draw(&request),
                )
            });
            let picture = drawn.map(Arc::from);
            self.queue().done(wanted, &picture);
        }
    }

    /// Waits for a job; `None` after [`IDLE`] without one.
    fn next(&self) -> Option<Wanted> {
        let mut queue = self.queue();
        queue.idle += 1;
        let wanted = loop {
            if queue.closed {
                break None;
            }
            if let Some(wanted) = queue.next() {
                break Some(wanted);
            }
            let waited = self.wake.wait_timeout(queue, IDLE);
            let (again, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            queue = again;
            if waited.timed_out() && queue.jobs.is_empty() {
                break None;
            }
        };
        queue.idle -= 1;
        queue.workers -= usize::from(wanted.is_none());
        wanted
    }
}
