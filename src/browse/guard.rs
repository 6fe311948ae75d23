//! Admits only requests of this server's page. Other users of the computer and all sites in the user's
//! browser can reach a local server.
//!
//! - The token in the address is secret. It is not a cookie, because all ports of a host share cookies.
//! - `Host` must be this server. A site whose name is redirected here (DNS rebinding) has another.
//! - `Origin` and `Sec-Fetch-Site` must be this server's page. Requests that change something are POST, which
//!   always has an `Origin`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::answer::{Failure, in_our_form};
use super::key::Key;

/// The headers of each answer. The page has no script and no style in its HTML, and never makes HTML from
/// text.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

pub(super) struct Guard {
    /// The valid values of `Host`.
    hosts: [String; 2],
    token: Key,
    /// The address for opening the browser, and whether it was used.
    once: Key,
    used: AtomicBool,
}

impl Guard {
    pub(super) fn new(port: u16, token: Key, once: Key) -> Self {
        Self {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            token,
            once,
            used: AtomicBool::new(false),
        }
    }

    /// Wraps all routes with this guard.
    pub(super) fn around(self, routes: Router) -> Router {
        let guard = Arc::new(self);
        routes.layer(middleware::from_fn(move |request: Request, next: Next| {
            let guard = Arc::clone(&guard);
            async move {
                let mut response = match guard.admit(&request) {
                    Ok(Admitted::ToToken) => guard.to_token(),
                    Ok(Admitted::Yes) => in_our_form(next.run(request).await).await,
                    Err(refused) => refused.into_response(),
                };
                for (name, value) in HEADERS {
                    let value = HeaderValue::from_static(value);
                    response.headers_mut().insert(name, value);
                }
                response
            }
        }))
    }

    fn admit(&self, request: &Request) -> Result<Admitted, Failure> {
        let headers = request.headers();
        let host = only(headers, &header::HOST)?;
        if !host.is_some_and(|host| self.hosts.iter().any(|own| own == host)) {
            let why = "the address is not this server's; use the one that pdfa2hocr browse printed";
            return Err(Failure::new(StatusCode::MISDIRECTED_REQUEST, why));
        }
        let origin = only(headers, &header::ORIGIN)?;
        let own = origin.map(|origin| {
            let host = origin.strip_prefix("http://").unwrap_or_default();
            self.hosts.iter().any(|own| own == host)
        });
        let reads = [Method::GET, Method::HEAD].contains(request.method());
        if !own.unwrap_or(reads) {
            return Err(forbidden("another site asked for this"));
        }
        let site = only(headers, &HeaderName::from_static("sec-fetch-site"))?;
        if !site.is_none_or(|site| ["same-origin", "none"].contains(&site)) {
            return Err(forbidden(
                "another site led here; copy the address that pdfa2hocr browse printed",
            ));
        }
        let mut segments = request.uri().path().split('/').skip(1);
        let first = segments.next().unwrap_or_default();
        if self.token.is(first) {
            return Ok(Admitted::Yes);
        }
        let opens = self.once.is(first) && segments.next().is_none();
        if opens && reads && !self.used.swap(true, Ordering::SeqCst) {
            return Ok(Admitted::ToToken);
        }
        Err(forbidden(match opens {
            true => "this address works once; use the one that pdfa2hocr browse printed",
            false => "the address lacks its secret part; use the one that pdfa2hocr browse printed",
        }))
    }

    fn to_token(&self) -> Response {
        let place = [(header::LOCATION, format!("/{}/", self.token))];
        (StatusCode::SEE_OTHER, place).into_response()
    }
}

enum Admitted {
    Yes,
    /// Redirects to the address with the token.
    ToToken,
}

fn forbidden(why: &str) -> Failure {
    Failure::new(StatusCode::FORBIDDEN, why)
}

/// The value of a header that may occur once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Failure> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().map(HeaderValue::to_str);
    match (first, values.next()) {
        (None, _) => Ok(None),
        (Some(Ok(value)), None) => Ok(Some(value)),
        _ => Err(Failure::bad_request(format!("{name} cannot be read"))),
    }
}
