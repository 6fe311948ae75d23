//! Serves HTTP connections with limits on time and number: slow requests are aborted. This matters, because
//! every program on this computer can connect, even without the secret part of the address.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::answer::Failure;

/// Maximum size of a request's body in bytes; the largest are texts of mappings and modules.
const LONGEST_BODY: usize = 2 << 20;

/// Delay after the system could not accept a connection, for example because of too many open files.
const AFTER_FAILURE: Duration = Duration::from_millis(200);

/// Limits on the duration of requests and the number of connections.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Maximum time until the head of the next request is complete.
    pub head: Duration,
    /// Maximum time until the body of a request is complete.
    pub body: Duration,
    /// Maximum number of open connections; others wait.
    pub connections: u32,
    /// Maximum time for which unfinished answers delay the shutdown.
    pub last_answers: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            connections: 64,
            last_answers: Duration::from_secs(2),
        }
    }
}

/// Reads the body of each request before it is answered.
pub(super) fn with_bodies(routes: Router, limits: Limits) -> Router {
    let longest = limits.body;
    routes.layer(middleware::from_fn(
        move |request: Request, next: Next| async move {
            let (head, body) = request.into_parts();
            let why = match timeout(longest, to_bytes(body, LONGEST_BODY)).await {
                Ok(Ok(bytes)) => {
                    let request = Request::from_parts(head, Body::from(bytes));
                    return next.run(request).await;
                }
                Ok(Err(_)) => Failure::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    format!(
                        "the request has more than {} MB, or was cut off",
                        LONGEST_BODY >> 20
                    ),
                ),
                Err(_) => Failure::new(
                    StatusCode::REQUEST_TIMEOUT,
                    format!("the request took more than {} seconds", longest.as_secs()),
                ),
            };
            why.into_response()
        },
    ))
}

/// Answers requests until `end`.
pub(super) async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: Limits,
    end: impl Future<Output = ()>,
) {
    let free = Arc::new(Semaphore::new(limits.connections as usize));
    let (ends, is_ending) = watch::channel(());
    let mut end = pin!(end);
    loop {
        let (stream, place) = tokio::select! {
            accepted = accept(&listener, &free) => accepted,
            () = &mut end => break,
        };
        let routes = routes.clone();
        let is_ending = is_ending.clone();
        tokio::spawn(async move {
            answer(stream, routes, limits, is_ending).await;
            drop(place);
        });
    }
    drop(listener);
    drop(ends);
    // Unfinished answers are dropped after this time.
    let _ = timeout(limits.last_answers, free.acquire_many(limits.connections)).await;
}

/// Waits for a free slot, then for the next connection.
async fn accept(
    listener: &TcpListener,
    free: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let place = Arc::clone(free).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            Err(_) => sleep(AFTER_FAILURE).await,
        }
    }
}

/// Answers the requests of a connection. After an error or a timeout, the connection is closed without an
/// answer.
async fn answer(
    stream: TcpStream,
    routes: Router,
    limits: Limits,
    mut is_ending: watch::Receiver<()>,
) {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head);
    let service = TowerToHyperService::new(routes);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = is_ending.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, SocketAddr, TcpStream};
    use std::time::{Duration, Instant};

    use axum::Router;
    use axum::routing::any;
    use tokio::sync::oneshot;

    use super::{Limits, TcpListener, serve, with_bodies};

    const LIMITS: Limits = Limits {
        head: Duration::from_millis(700),
        body: Duration::from_millis(700),
        connections: 2,
        last_answers: Duration::from_millis(100),
    };

    /// Longer than any request may take.
    const LONG: Duration = Duration::from_secs(20);

    /// Runs a server that answers everything with the length of the body.
    fn with_server(test: impl FnOnce(SocketAddr)) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_io()
            .enable_time()
            .worker_threads(1)
            .build()
            .unwrap();
        let place = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = runtime.block_on(TcpListener::bind(place)).unwrap();
        let place = listener.local_addr().unwrap();
        let answer = any(async |body: String| body.len().to_string());
        let routes = with_bodies(Router::new().route("/", answer), LIMITS);
        let (end, is_end) = oneshot::channel::<()>();
        let serving = runtime.spawn(serve(listener, routes, LIMITS, async move {
            let _ = is_end.await;
        }));
        test(place);
        drop(end);
        runtime.block_on(serving).unwrap();
    }

    fn connect(place: SocketAddr) -> TcpStream {
        let stream = TcpStream::connect(place).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Sends bytes one by one until the server closes the connection. Returns the answer.
    fn drip(mut stream: TcpStream, bytes: &[u8]) -> String {
        let start = Instant::now();
        for byte in bytes {
            if stream.write_all(&[*byte]).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
            assert!(start.elapsed() < LONG, "the connection is still open");
        }
        let mut answer = Vec::new();
        // Closing a connection with unread bytes resets it.
        let _ = stream.read_to_end(&mut answer);
        assert!(start.elapsed() < LONG, "the connection is still open");
        String::from_utf8(answer).unwrap()
    }

    #[test]
    fn a_request_in_time_is_answered() {
        with_server(|place| {
            let mut stream = connect(place);
            let request =
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc";
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(
                answer.starts_with("HTTP/1.1 200") && answer.ends_with("\r\n\r\n3"),
                "{answer}"
            );
        });
    }

    #[test]
    fn a_head_that_never_ends_is_given_up() {
        with_server(|place| {
            let head = format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}", "x".repeat(1000));
            assert!(!drip(connect(place), head.as_bytes()).contains("200"));
            assert!(!drip(connect(place), b"").contains("200"));
        });
    }

    #[test]
    fn a_body_that_never_ends_is_given_up() {
        with_server(|place| {
            let mut stream = connect(place);
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n";
            stream.write_all(head.as_bytes()).unwrap();
            // Reads immediately, so that the answer is not lost when the connection is reset.
            let mut reader = stream.try_clone().unwrap();
            let answer = std::thread::spawn(move || {
                let mut answer = [0; 12];
                reader.read_exact(&mut answer).map(|()| answer)
            });
            drip(stream, &[b'x'; 1000]);
            assert_eq!(&answer.join().unwrap().unwrap(), b"HTTP/1.1 408");
        });
    }

    #[test]
    fn connections_that_say_nothing_make_room_for_others() {
        with_server(|place| {
            let silent: Vec<TcpStream> = (0..5).map(|_| connect(place)).collect();
            let mut stream = connect(place);
            let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            stream.write_all(request.as_bytes()).unwrap();
            let start = Instant::now();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            // Two connections are open at once, and each is closed after its time limit.
            assert!(start.elapsed() > LIMITS.head, "{:?}", start.elapsed());
            drop(silent);
        });
    }
}
