//! What the page asks for, one file a subject.
//!
//! A function here takes what is in the address, and does its work with
//! [`App::with_document`](super::App::with_document). Numbers of documents and pages count from 0.

mod documents;

use std::sync::Arc;

use axum::Router;

use super::App;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().merge(documents::routes())
}
