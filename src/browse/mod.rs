//! A local server that shows documents in the user's browser.
//!
//! [`Server::run`] waits for requests, and `serve` limits their connections. `guard` admits only the user's own browser. `routes` selects the
//! answer: a static file of the page (`web`), or a function in `api`, one file for each subject. The
//! functions read `documents`, which are opened on the first request; `data` builds the pages, trees and
//! elements. They run in separate threads (`work`), so that no request delays the others.

mod analyses;
mod analysis_key;
mod answer;
mod api;
mod changes;
mod command_line;
mod command_line_document;
mod correcting;
mod corrections;
mod data;
mod documents;
mod doubtful_words;
#[cfg(feature = "validate")]
mod drawn_faults;
mod explained;
mod export;
mod guard;
mod key;
mod routes;
mod serve;
mod warned;
mod work;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Notify;

use crate::convert::Options;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};

pub(crate) use command_line::{CommandLine, Ended, FileFormat, KnownOption, Process, Saved};
use documents::Documents;
#[cfg(feature = "validate")]
pub(crate) use drawn_faults::fault_pages;
pub(crate) use explained::explain;
use export::Exports;
use guard::Guard;
use key::Key;
use work::Work;

/// The settings of a server, with the files that it shows.
pub(crate) struct Server {
    pub files: Vec<PathBuf>,
    /// The options for reading the documents.
    pub options: Options,
    /// The files of corrections. The first one is written; it need not exist. Without any, that beside each
    /// document is written.
    pub corrections: Vec<PathBuf>,
    /// The same as command line arguments.
    pub command_line: Box<dyn CommandLine>,
    /// The port; 0 for any free one.
    pub port: u16,
}

/// The addresses of the server. Both contain a secret.
pub(crate) struct Addresses {
    /// The address that is valid as long as the server runs.
    pub lasting: String,
    /// An address for one request, which redirects to the other. Programs that open browsers show their
    /// arguments to all users of the computer.
    pub once: String,
}

/// The data that all requests share.
struct App {
    documents: Documents,
    work: Work,
    command_line: Box<dyn CommandLine>,
    exports: Exports,
}

impl Server {
    /// Answers requests until Ctrl-C or a termination signal. Calls `started` with the addresses.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if a file does not exist, or the port is in use.
    pub(crate) fn run(self, started: impl FnOnce(&Addresses) -> Result<()>) -> Result<()> {
        let app = Arc::new(App {
            documents: Documents::new(&self.files, &self.options, &self.corrections)?,
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
        // Remaining work ends with the program.
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
    // Only a second handler in one process would fail; there is none.
    let _ = ctrlc::set_handler(move || signalled.notify_one());
    let routes = routes::routes(&app, &token);
    let limits = serve::Limits::default();
    let guarded = Guard::new(port, token, once).around(serve::with_bodies(routes, limits));
    started(&addresses)?;
    // The first document is open when the page requests it.
    let first = Arc::clone(&app);
    tokio::spawn(async move { first.with_document(0, |_| Ok(())).await });
    serve::serve(listener, guarded, limits, end.notified()).await;
    Ok(())
}

fn cannot_start(why: &str) -> Diagnostic {
    Diagnostic::file(format!("cannot wait for the browser: {why}"))
}
