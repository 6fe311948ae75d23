//! What a worker is asked for.

use std::io;
use std::process::exit;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::frame::Frame;

/// The frames that standard input brings. When it ends, so does this process, also while it works: who
/// asked is gone then.
///
/// # Errors
///
/// When the system gives no thread.
pub(crate) fn requests() -> io::Result<Receiver<io::Result<Frame>>> {
    // An owner asks when it has its answer: there is nothing to read ahead but the end.
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
