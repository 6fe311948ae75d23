//! Reads the requests to a worker.

use std::process::exit;
use std::sync::mpsc::{Receiver, sync_channel};
use std::{io, thread};

use super::frame::Frame;

/// Receives frames from standard input. When that closes, even during work, this process exits, because its
/// owner is gone.
///
/// # Errors
///
/// If the system cannot start a thread.
pub fn requests() -> io::Result<Receiver<io::Result<Frame>>> {
    // The owner sends a request after it has received the previous answer, so only the end of input can be
    // read early.
    let (send, frames) = sync_channel(0);
    let listen = move || {
        let mut input = io::stdin().lock();
        loop {
            let frame = match Frame::read(&mut input) {
                Ok(None) => exit(0),
                Ok(Some(frame)) => Ok(frame),
                Err(error) => Err(error),
            };
            let ends = frame.is_err();
            if send.send(frame).is_err() || ends {
                return;
            }
        }
    };
    thread::Builder::new().name("listen".into()).spawn(listen)?;
    Ok(frames)
}
