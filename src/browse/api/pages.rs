//! Answers requests for pages: their layers, characters and output, what was found in their text, the words in a
//! font, the words to review, the verdicts on their tags, and the differences of two analyses.

use std::sync::Arc;

use axum::Router;
use serde::Deserialize;

use super::get::{of_document, of_item};
use super::{By, Search, most};
use crate::browse::analysis_key::{AnalysisKey, RoadName};
use crate::browse::answer::Failure;
use crate::browse::documents::Opened;
use crate::browse::{App, data};
use crate::inspect::Key;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/pages/{index}", of_item(layers))
        .route("/{id}/pages/{index}/characters", of_item(characters))
        .route("/{id}/pages/{index}/output", of_item(output))
        .route("/{id}/pages/{index}/differences", of_item(differences))
        .route("/{id}/differences", of_document(differences_of_pages))
        .route("/{id}/search", of_document(search))
        .route("/{id}/font-words", of_document(font_words))
        .route("/{id}/review", of_document(review))
        .route("/{id}/tags", of_document(verdicts))
}

fn layers(opened: &Opened, index: u32, by: By) -> Result<data::Layers, Failure> {
    Ok(data::layers(&*opened.view(by.analysis)?, index)?)
}

fn characters(opened: &Opened, index: u32, by: By) -> Result<data::Characters, Failure> {
    Ok(data::characters(&*opened.view(by.analysis)?, index)?)
}

/// An analysis and an output format.
#[derive(Deserialize)]
struct As {
    analysis: Option<AnalysisKey>,
    format: String,
}

fn output(opened: &Opened, index: u32, wanted: As) -> Result<data::Output, Failure> {
    let format = wanted.format.parse().map_err(Failure::bad_request)?;
    Ok(data::output(
        &*opened.view(wanted.analysis)?,
        index,
        format,
    )?)
}

/// Two analyses to compare. For all pages, `from` is the page at which to continue.
#[derive(Deserialize)]
struct Pair {
    a: Option<AnalysisKey>,
    b: Option<AnalysisKey>,
    #[serde(default)]
    from: u32,
}

fn differences(opened: &Opened, index: u32, of: Pair) -> Result<data::Differences, Failure> {
    let (a, b) = (opened.view(of.a)?, opened.view(of.b)?);
    Ok(data::differences(&a, &b, index)?)
}

fn differences_of_pages(opened: &Opened, of: Pair) -> Result<data::OfPages, Failure> {
    let (a, b) = (opened.view(of.a)?, opened.view(of.b)?);
    Ok(data::of_pages(&a, &b, of.from)?)
}

fn search(opened: &Opened, wanted: Search) -> Result<data::Found, Failure> {
    let (view, count) = (opened.view(wanted.analysis)?, most(wanted.count));
    Ok(data::find(&view, &wanted.q, wanted.from, count)?)
}

/// A font, by the key of its object or by its name, and the place from which its words are listed.
#[derive(Deserialize)]
struct OfFont {
    analysis: Option<AnalysisKey>,
    font: Option<String>,
    name: Option<String>,
    #[serde(default)]
    from: u32,
    #[serde(default)]
    word: usize,
    count: Option<usize>,
}

fn font_words(opened: &Opened, of: OfFont) -> Result<data::FontWords, Failure> {
    let font = match (of.font, of.name) {
        (Some(key), _) => {
            let key: Key = key.parse().map_err(Failure::bad_request)?;
            let id = key.id().map(|id| (id.obj_number, id.gen_number));
            let id = id.ok_or_else(|| Failure::bad_request("the font has no object".to_owned()))?;
            data::WantedFont::Object(id)
        }
        (None, Some(name)) => data::WantedFont::Name(name),
        (None, None) => return Err(Failure::bad_request("no font is given".to_owned())),
    };
    let (view, from) = (opened.view(of.analysis)?, (of.from, of.word));
    Ok(data::font_words(&view, &font, from, most(of.count))?)
}

/// Some pages, from the one at which to continue.
#[derive(Deserialize)]
pub(super) struct PagesFrom {
    analysis: Option<AnalysisKey>,
    #[serde(default)]
    pub from: u32,
    pub count: Option<usize>,
}

fn review(opened: &Opened, pages: PagesFrom) -> Result<data::Review, Failure> {
    let (view, count) = (opened.view(pages.analysis)?, most(pages.count));
    Ok(data::review(&view, pages.from, count)?)
}

fn verdicts(opened: &Opened, pages: PagesFrom) -> Result<data::Verdicts, Failure> {
    let document = opened.document(Some(RoadName::Tags))?;
    Ok(data::verdicts(&document, pages.from, most(pages.count)))
}
