//! The routes of all addresses, which begin with the token.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::answer::Failure;
use super::key::Key;
use super::{App, api};
use crate::web;

pub(super) fn routes(app: &Arc<App>, token: &Key) -> Router {
    let below = Router::new()
        .route("/page/{*name}", get(page_file))
        .nest("/api", api::routes())
        .with_state(Arc::clone(app));
    Router::new()
        .route(&format!("/{token}/"), get(index))
        .nest(&format!("/{token}"), below)
}

async fn index() -> Result<Response, Failure> {
    file("index.html")
}

async fn page_file(Path(name): Path<String>) -> Result<Response, Failure> {
    file(&name)
}

/// A static file of the page.
fn file(name: &str) -> Result<Response, Failure> {
    match web::file(name) {
        Some((content_type, bytes)) => Ok(([(CONTENT_TYPE, content_type)], bytes).into_response()),
        None => Err(Failure::not_found("the page has no such file")),
    }
}
