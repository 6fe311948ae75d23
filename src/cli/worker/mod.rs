//! `pdfa2hocr worker`: converts documents one after the other for the program that started it.
//!
//! `protocol` defines requests and answers, `convert` answers a request.

mod convert;
mod protocol;
#[cfg_attr(not(feature = "arrow"), path = "no_tables.rs")]
mod tables;

use std::io;
#[cfg(feature = "render")]
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use clap::Args;

use super::values::parse_memory;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_worker::{Frame, Kind, Limits, requests};

pub(super) use protocol::{Answer, Request, Text, Wanted};
use protocol::{failed, send};

/// The arguments of the command.
#[derive(Debug, Args)]
pub(super) struct Worker {
    /// Have the system refuse this process more memory
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory_limit: Option<u64>,

    /// Have the system end this process when a document takes more seconds of processor time
    #[arg(long, value_name = "SECONDS")]
    cpu_limit: Option<u64>,

    /// Draw pages of this PDF instead; with -, the scans that requests name
    #[cfg(feature = "render")]
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

impl Worker {
    /// Answers the requests on standard input until it ends.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the system does not support the limits; [`Diagnostic::file`] for
    /// input that is not a request, or if the answers have no reader.
    pub(super) fn run(&self) -> Result<()> {
        let limits = Limits {
            memory: self.memory_limit,
            cpu: self.cpu_limit,
        };
        limits.prepare().map_err(|e| {
            let why = format!("the limits cannot be set: {}", io_reason(&e));
            Diagnostic::argument(why)
        })?;
        #[cfg(feature = "render")]
        if let Some(file) = &self.draw {
            return pdfa2hocr_render::draw_pages(file, &limits);
        }
        let requested = requests().map_err(|e| failed(&io_reason(&e)))?;
        while let Ok(frame) = requested.recv() {
            answer(&frame_of(frame)?, &requested, limits)?;
        }
        Ok(())
    }
}

/// Answers the request in a frame, with the data in the frames after it.
fn answer(frame: &Frame, requested: &Receiver<io::Result<Frame>>, limits: Limits) -> Result<()> {
    let request: Request = serde_json::from_slice(&frame.payload)
        .ok()
        .filter(|_| frame.kind == Kind::Json)
        .ok_or_else(|| failed("standard input is not a request"))?;
    let mut bytes = Vec::new();
    if let Some(length) = request.bytes {
        // Ignores a failed reservation: a document that does not fit fails when it arrives.
        let _ = bytes.try_reserve_exact(usize::try_from(length).unwrap_or_default());
        while (bytes.len() as u64) < length {
            let part = requested
                .recv()
                .map_err(|_| failed("the document is cut off"))?;
            match frame_of(part)? {
                part if part.kind == Kind::Data => bytes.extend(part.payload),
                _ => return Err(failed("a request comes before the document is whole")),
            }
        }
    }
    send(Kind::Json, &convert::answer(&request, bytes, limits))
}

fn frame_of(frame: io::Result<Frame>) -> Result<Frame> {
    frame.map_err(|_| failed("standard input is not a frame"))
}
