//! The answers to requests: data as JSON, or an error of one line.

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::data::Place;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind};

/// The answer to a request for data.
pub(super) type Answer<T> = Result<Json<T>, Failure>;

/// The reason why a request failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub status: StatusCode,
    /// One line for the user: what is wrong, and what to do.
    pub message: String,
    /// The place of the mistake in the user's text, if known.
    place: Place,
}

#[derive(Serialize)]
struct Said<'a> {
    error: &'a str,
    #[serde(flatten)]
    place: &'a Place,
}

/// Longest text of axum's own errors that is passed on, in bytes.
const LONGEST: usize = 1000;

impl Failure {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            place: Place::default(),
        }
    }

    /// Sets the place of the mistake, if none is set.
    pub(super) fn at(mut self, place: Place) -> Self {
        if self.place.script.is_none() {
            self.place = place;
        }
        self
    }

    /// The requested item does not exist.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The request is invalid.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }
}

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        let status = match error.kind {
            DiagnosticKind::Argument => StatusCode::BAD_REQUEST,
            DiagnosticKind::Password => StatusCode::LOCKED,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, error.to_string()).at(Place::from(&error))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let said = Said {
            error: &self.message,
            place: &self.place,
        };
        (self.status, Json(said)).into_response()
    }
}

/// Converts errors of axum, such as an invalid number in an address, to our format.
pub(super) async fn in_our_form(response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(CONTENT_TYPE);
    let is_ours = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_error || is_ours {
        return response;
    }
    let (head, body) = response.into_parts();
    let said: Body = body;
    let said = to_bytes(said, LONGEST).await.unwrap_or_default();
    let message = match String::from_utf8_lossy(&said).lines().next() {
        Some(line) if !line.is_empty() => line.to_owned(),
        _ => head
            .status
            .canonical_reason()
            .unwrap_or("it failed")
            .to_lowercase(),
    };
    let mut response = Failure::new(status, message).into_response();
    for (name, value) in &head.headers {
        response.headers_mut().entry(name).or_insert(value.clone());
    }
    response
}
