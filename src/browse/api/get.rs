//! Routes that answer with data as JSON. Each is a function of the document and the parameters in the address.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::routing::{MethodRouter, get};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::browse::App;
use crate::browse::answer::Failure;
use crate::browse::documents::Opened;

/// A query without parameters.
#[derive(Deserialize)]
pub(super) struct Nothing {}

/// Answers `/{id}/…` with data of a document.
pub(super) fn of_document<Q, T>(job: fn(&Opened, Q) -> Result<T, Failure>) -> MethodRouter<Arc<App>>
where
    Q: DeserializeOwned + Send + 'static,
    T: Serialize + Send + 'static,
{
    get(
        move |State(app): State<Arc<App>>, Path(id): Path<usize>, Query(query): Query<Q>| async move {
            let answer = app.with_document(id, move |opened| job(opened, query));
            answer.await.map(Json)
        },
    )
}

/// Answers `/{id}/KIND/{key}…` with data of a page, an object or another item of a document.
pub(super) fn of_item<K, Q, T>(
    job: fn(&Opened, K, Q) -> Result<T, Failure>,
) -> MethodRouter<Arc<App>>
where
    K: FromStr<Err: Display> + Send + 'static,
    Q: DeserializeOwned + Send + 'static,
    T: Serialize + Send + 'static,
{
    get(
        move |State(app): State<Arc<App>>,
              Path((id, key)): Path<(usize, String)>,
              Query(query): Query<Q>| async move {
            let key = key.parse::<K>();
            let key = key.map_err(|why| Failure::bad_request(why.to_string()))?;
            let answer = app.with_document(id, move |opened| job(opened, key, query));
            answer.await.map(Json)
        },
    )
}
