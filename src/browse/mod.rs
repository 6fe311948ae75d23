//! A server on this computer that shows documents in the user's browser.
//!
//! [`Server::run`] waits for requests, whose connections have limits (`serve`). Each goes through `guard`, which lets
//! in only the user's own browser; `routes` says what answers it: a file of the page (`web`), or a function below `api`,
//! one file a subject. They read `documents`, which are opened when they are first asked for; what is
//! shown of one, its pages, trees and elements, is made in `data`. They work on threads of their own
//! (`work`), so that none keeps the others waiting.

mod analyses;
mod analysis_key;
mod answer;
mod api;
mod as_given;
mod changes;
mod command_line;
mod data;
mod documents;
#[cfg(feature = "validate")]
mod drawn_faults;
mod explained;
mod export;
mod guard;
mod key;
mod routes;
mod serve;
mod work;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Notify;

use crate::convert::Options;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};

pub(crate) use command_line::{CommandLine, Ended, FileFormat, KnownOption, Process, Saved};
use documents::Documents;
#[cfg(feature = "validate")]
pub(crate) use drawn_faults::fault_pages;
pub(crate) use explained::explain;
use export::Exports;
use guard::Guard;
use key::Key;
use work::Work;

/// What is shown, and where.
pub(crate) struct Server {
    pub files: Vec<PathBuf>,
    /// How the documents are converted.
    pub options: Options,
    /// The same, as it was said.
    pub command_line: Box<dyn CommandLine>,
    /// 0 for any that is free.
    pub port: u16,
}

/// Where the server is. Both addresses hold a secret.
pub(crate) struct Addresses {
    /// As long as the server runs.
    pub lasting: String,
    /// For one request, which is led to the other: programs that open browsers show their arguments
    /// to everyone on this computer.
    pub once: String,
}

/// What all requests share.
struct App {
    documents: Documents,
    work: Work,
    command_line: Box<dyn CommandLine>,
    exports: Exports,
}

impl Server {
    /// Answers requests until Ctrl-C ends it, or another request of the system's to end. `started` gets its addresses.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when a file is not there, or the port is taken.
    pub(crate) fn run(self, started: impl FnOnce(&Addresses) -> Result<()>) -> Result<()> {
        let app = Arc::new(App {
            documents: Documents::new(&self.files, &self.options)?,
            work: Work::new(),
            command_line: self.command_line,
            exports: Exports::new(),
        });
        let runtime = runtime::Builder::new_multi_thread()
            .enable_io()
            .enable_time()
            .worker_threads(2)
            .build()
            .map_err(|error| cannot_start(&io_reason(&error)))?;
        let ended = runtime.block_on(answer(Arc::clone(&app), self.port, started));
        app.exports.end();
        // What is still at work ends with the program.
        runtime.shutdown_background();
        ended
    }
}

async fn answer(
    app: Arc<App>,
    port: u16,
    started: impl FnOnce(&Addresses) -> Result<()>,
) -> Result<()> {
    let place = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(place).await;
    let listener = listener.map_err(|error| {
        let why = io_reason(&error);
        cannot_start(&format!("{why}; --port 0 takes a port that is free"))
    })?;
    let port = listener.local_addr().map_or(port, |place| place.port());
    let (token, once) = (Key::new()?, Key::new()?);
    let root = format!("http://127.0.0.1:{port}");
    let addresses = Addresses {
        lasting: format!("{root}/{token}/"),
        once: format!("{root}/{once}"),
    };
    let end = Arc::new(Notify::new());
    let signalled = Arc::clone(&end);
    // Only a second handler in one process is refused, and there is none.
    let _ = ctrlc::set_handler(move || signalled.notify_one());
    let routes = routes::routes(&app, &token);
    let limits = serve::Limits::default();
    let guarded = Guard::new(port, token, once).around(serve::with_bodies(routes, limits));
    started(&addresses)?;
    // The first one is open when the page asks for it.
    let first = Arc::clone(&app);
    tokio::spawn(async move { first.with_document(0, |_| Ok(())).await });
    serve::serve(listener, guarded, limits, end.notified()).await;
    Ok(())
}

fn cannot_start(why: &str) -> Diagnostic {
    Diagnostic::new(
        DiagnosticKind::File,
        format!("cannot wait for the browser: {why}"),
    )
}
