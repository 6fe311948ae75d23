//! Work that takes time is done on threads of its own. Few do it at once, and who waits too long for
//! one gets an error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::App;
use super::analysis_key::AnalysisKey;
use super::answer::Failure;
use super::data::View;
use super::documents::Opened;

/// How long a request takes at most. The work itself cannot be stopped, and ends by the limits of the
/// library; until then it takes the place of others.
pub(super) const LONGEST: Duration = Duration::from_secs(60);

pub(super) struct Work {
    places: Arc<Semaphore>,
}

impl Work {
    pub(super) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // A long piece of work leaves a place for the short ones.
        let places = Arc::new(Semaphore::new(processors + 1));
        Self { places }
    }

    /// Does something.
    ///
    /// # Errors
    ///
    /// Its own, and when it takes too long or panics.
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
    /// A document, which is opened if it is not yet.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub(super) async fn opened(&self, id: usize) -> Result<Arc<Opened>, Failure> {
        let entry = self.documents.entry(id)?;
        match entry.if_open() {
            Some(opened) => Ok(opened),
            None => self.work.run(move || entry.open()).await,
        }
    }

    /// Does something with a document, which is opened if it is not yet.
    ///
    /// # Errors
    ///
    /// Those of the work, and when the document cannot be opened.
    pub(super) async fn with_document<T: Send + 'static>(
        &self,
        id: usize,
        job: impl FnOnce(&Opened) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let entry = self.documents.entry(id)?;
        self.work.run(move || job(&*entry.open()?)).await
    }

    /// Does something with a document in one of its analyses; `None` is as the command line has it.
    ///
    /// # Errors
    ///
    /// As [`App::with_document`], and when there is no such analysis.
    pub(super) async fn with_view<T: Send + 'static>(
        &self,
        id: usize,
        analysis: Option<AnalysisKey>,
        job: impl FnOnce(&View) -> crate::diagnostics::Result<T> + Send + 'static,
    ) -> Result<T, Failure> {
        let job = move |opened: &Opened| Ok(job(&*opened.view(analysis)?)?);
        self.with_document(id, job).await
    }
}
