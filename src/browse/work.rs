//! Runs slow work in separate threads. Only a few run at once, and a request that waits too long gets an
//! error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::App;
use super::answer::Failure;
use super::documents::Opened;

/// Longest time of a request. The work itself continues until it ends or reaches the limits of the library,
/// and occupies a thread until then.
pub(super) const LONGEST: Duration = Duration::from_secs(60);

pub(super) struct Work {
    places: Arc<Semaphore>,
}

impl Work {
    pub(super) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // One more than processors, so that a long job leaves a thread for short ones.
        let places = Arc::new(Semaphore::new(processors + 1));
        Self { places }
    }

    /// Runs a job.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let places = Arc::clone(&self.places);
        let done = timeout(LONGEST, async {
            let place = places.acquire_owned().await;
            spawn_blocking(move || {
                let _place = place;
                catch_unwind(AssertUnwindSafe(job))
            })
            .await
        });
        match done.await {
            Ok(Ok(Ok(answer))) => answer,
            Err(_) => Err(Failure::new(
                StatusCode::GATEWAY_TIMEOUT,
                "this takes too long; ask for less, or try again when other work is done",
            )),
            Ok(_) => Err(Failure::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the document is damaged in a way that stopped its reading",
            )),
        }
    }
}

impl App {
    /// Returns a document, and opens it if necessary.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub(super) async fn opened(&self, id: usize) -> Result<Arc<Opened>, Failure> {
        let entry = self.documents.entry(id)?;
        match entry.if_open() {
            Some(opened) => Ok(opened),
            None => self.work.run(move || entry.open()).await,
        }
    }

    /// Runs a job with a document, which is opened if necessary.
    pub(super) async fn with_document<T: Send + 'static>(
        &self,
        id: usize,
        job: impl FnOnce(&Opened) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let entry = self.documents.entry(id)?;
        self.work.run(move || job(&*entry.open()?)).await
    }
}
