//! Answers requests for the objects of a document: fonts, images, objects, operators, metadata, attachments.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use super::most;
use crate::browse::App;
use crate::browse::answer::{Answer, Failure};
use crate::inspect::{Inspector, Key, Window, fonts, images, metadata, objects, operators};
use pdfa2hocr_core::diagnostics;

/// Longest time for which a request reads pages to find the resources they use. The next request continues.
const READING: Duration = Duration::from_secs(3);
/// Most bytes of a stream in one answer.
const MOST_BYTES: usize = 64 << 10;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/fonts", get(font_list))
        .route("/{id}/fonts/{key}", get(font))
        .route("/{id}/fonts/{key}/codes", get(font_codes))
        .route("/{id}/images", get(image_list))
        .route("/{id}/images/{key}", get(image))
        .route("/{id}/images/{key}/file", get(image_file))
        .route("/{id}/objects", get(object_list))
        .route("/{id}/objects/{key}", get(object))
        .route("/{id}/objects/{key}/stream", get(object_stream))
        .route("/{id}/pages/{page}/operators", get(operator_list))
        .route("/{id}/metadata", get(metadata))
        .route("/{id}/attachments/{index}", get(attachment))
}

/// The requested part of a long list.
#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    from: usize,
    count: Option<usize>,
    /// The text to search.
    q: Option<String>,
    /// The codes of a font to list; all by default.
    #[serde(default)]
    show: fonts::Which,
}

impl Part {
    /// The part as a window of list rows.
    fn rows(&self) -> Window {
        Window {
            from: self.from,
            count: most(self.count),
        }
    }

    /// The part as a window of stream bytes.
    fn bytes(&self) -> Window {
        Window {
            from: self.from,
            count: self.count.unwrap_or(MOST_BYTES).min(MOST_BYTES),
        }
    }
}

impl App {
    /// Runs a job with the inspector of a document.
    async fn inspect<T: Send + 'static>(
        &self,
        id: usize,
        job: impl FnOnce(&Inspector) -> diagnostics::Result<T> + Send + 'static,
    ) -> Result<T, Failure> {
        self.with_document(id, move |opened| Ok(job(opened.inspector()?)?))
            .await
    }
}

/// Parses the key of an object in an address.
fn key(text: &str) -> Result<Key, Failure> {
    text.parse().map_err(Failure::bad_request)
}

async fn font_list(State(app): State<Arc<App>>, Path(id): Path<usize>) -> Answer<fonts::Listing> {
    let list = |inspector: &Inspector| Ok(fonts::list(inspector, READING));
    app.inspect(id, list).await.map(Json)
}

async fn font(
    State(app): State<Arc<App>>,
    Path((id, font)): Path<(usize, String)>,
) -> Answer<fonts::Details> {
    let key = key(&font)?;
    let details = move |inspector: &Inspector| fonts::details(inspector, key, READING);
    app.inspect(id, details).await.map(Json)
}

async fn font_codes(
    State(app): State<Arc<App>>,
    Path((id, font)): Path<(usize, String)>,
    Query(part): Query<Part>,
) -> Answer<fonts::Codes> {
    let key = key(&font)?;
    let codes =
        move |inspector: &Inspector| fonts::codes(inspector, key, part.rows(), part.show, READING);
    app.inspect(id, codes).await.map(Json)
}

async fn image_list(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(part): Query<Part>,
) -> Answer<images::Listing> {
    let window = part.rows();
    let list = move |inspector: &Inspector| Ok(images::list(inspector, window, READING));
    app.inspect(id, list).await.map(Json)
}

async fn image(
    State(app): State<Arc<App>>,
    Path((id, image)): Path<(usize, String)>,
) -> Answer<images::Details> {
    let key = key(&image)?;
    let details = move |inspector: &Inspector| images::details(inspector, key, READING);
    app.inspect(id, details).await.map(Json)
}

/// The image as stored in the document, in a complete image file.
async fn image_file(
    State(app): State<Arc<App>>,
    Path((id, image)): Path<(usize, String)>,
) -> Result<Response, Failure> {
    let key = key(&image)?;
    let file = move |inspector: &Inspector| images::file(inspector, key);
    let (extension, data) = app.inspect(id, file).await?;
    Ok(download(&format!("image-{key}.{extension}"), data))
}

async fn object_list(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(part): Query<Part>,
) -> Answer<objects::Listing> {
    let list = move |inspector: &Inspector| {
        let window = part.rows();
        Ok(objects::list(inspector, window, part.q.as_deref()))
    };
    app.inspect(id, list).await.map(Json)
}

async fn object(
    State(app): State<Arc<App>>,
    Path((id, object)): Path<(usize, String)>,
) -> Answer<objects::Details> {
    let key = key(&object)?;
    let details = move |inspector: &Inspector| objects::details(inspector, key);
    app.inspect(id, details).await.map(Json)
}

async fn object_stream(
    State(app): State<Arc<App>>,
    Path((id, object)): Path<(usize, String)>,
    Query(part): Query<Part>,
) -> Answer<objects::Data> {
    let key = key(&object)?;
    let window = part.bytes();
    let data = move |inspector: &Inspector| objects::data(inspector, key, window);
    app.inspect(id, data).await.map(Json)
}

async fn operator_list(
    State(app): State<Arc<App>>,
    Path((id, page)): Path<(usize, u32)>,
    Query(part): Query<Part>,
) -> Answer<operators::Listing> {
    let window = part.rows();
    let list = move |inspector: &Inspector| operators::list(inspector, page, window);
    app.inspect(id, list).await.map(Json)
}

async fn metadata(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
) -> Answer<metadata::Metadata> {
    let read = |inspector: &Inspector| Ok(metadata::read(inspector));
    app.inspect(id, read).await.map(Json)
}

async fn attachment(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, usize)>,
) -> Result<Response, Failure> {
    let read = move |inspector: &Inspector| metadata::attachment(inspector, index);
    let (name, data) = app.inspect(id, read).await?;
    Ok(download(&name, data))
}

/// A download that the browser saves and never displays, because its content is controlled by the document.
pub(super) fn download(name: &str, data: Vec<u8>) -> Response {
    (download_headers(name), data).into_response()
}

/// The headers of a download.
pub(super) fn download_headers(name: &str) -> [(HeaderName, String); 2] {
    [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, disposition(name)),
    ]
}

/// The header with the name of a file, in UTF-8 (RFC 6266, 4.3; RFC 8187, 3.2).
fn disposition(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut encoded = String::new();
    for byte in name.bytes().take(200) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    if encoded.is_empty() {
        encoded.push_str("attachment");
    }
    format!("attachment; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_cannot_leave_their_header() {
        assert_eq!(
            disposition("../a\r\nX: ż\".pdf"),
            "attachment; filename*=UTF-8''a%0D%0AX%3A%20%C5%BC%22.pdf"
        );
        assert_eq!(disposition("a/"), "attachment; filename*=UTF-8''attachment");
    }
}
