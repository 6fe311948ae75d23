//! Answers requests for the findings of the validator.

use std::sync::Arc;

use axum::Router;
use serde::Deserialize;

use super::get::of_document;
use crate::browse::App;
use crate::browse::answer::Failure;
use crate::browse::data::Faults;
use crate::browse::documents::Opened;
use pdfa2hocr_validate::Flavour;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/faults", of_document(faults))
}

#[derive(Deserialize)]
struct Wanted {
    flavour: Option<String>,
}

fn faults(opened: &Opened, wanted: Wanted) -> Result<Faults, Failure> {
    let flavour = wanted.flavour.filter(|name| !name.is_empty());
    let flavour = flavour.map(|name| name.parse::<Flavour>()).transpose();
    let flavour = flavour.map_err(Failure::bad_request)?;
    let (view, inspector) = (opened.view(None)?, opened.inspector()?);
    let checks = &opened.checks;
    Ok(checks.faults(&opened.source, &view, inspector, flavour)?)
}
