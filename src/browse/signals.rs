//! The user's wish to end the server: Ctrl-C, and what other systems send.

use std::io;

use tokio::sync::mpsc::{self, Receiver};

/// Gets something when the server is to end.
///
/// # Errors
///
/// When the system does not let a program watch for that.
#[cfg(unix)]
pub(super) fn watch() -> io::Result<Receiver<()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (send, receive) = mpsc::channel(1);
    for kind in [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ] {
        let mut signals = signal(kind)?;
        let send = send.clone();
        tokio::spawn(async move {
            signals.recv().await;
            let _ = send.send(()).await;
        });
    }
    Ok(receive)
}

/// Gets something when the server is to end.
///
/// # Errors
///
/// None here.
#[cfg(not(unix))]
pub(super) fn watch() -> io::Result<Receiver<()>> {
    let (send, receive) = mpsc::channel(1);
    tokio::spawn(async move {
        let _ = tokio::signal::ctrl_c().await;
        let _ = send.send(()).await;
    });
    Ok(receive)
}
