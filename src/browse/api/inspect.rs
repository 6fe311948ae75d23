//! Answers requests for the objects of a document: fonts, images, objects, operators, metadata, attachments.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use super::get::{Nothing, of_document, of_item};
use super::most;
use crate::browse::App;
use crate::browse::answer::Failure;
use crate::browse::documents::Opened;
use crate::inspect::{Key, Window, fonts, images, metadata, objects, operators};

/// Longest time for which a request reads pages to find the resources they use. The next request continues.
const READING: Duration = Duration::from_secs(3);
/// Most bytes of a stream in one answer.
const MOST_BYTES: usize = 64 << 10;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/fonts", of_document(font_list))
        .route("/{id}/fonts/{key}", of_item(font))
        .route("/{id}/fonts/{key}/codes", of_item(font_codes))
        .route("/{id}/images", of_document(image_list))
        .route("/{id}/images/{key}", of_item(image))
        .route("/{id}/images/{key}/file", get(image_file))
        .route("/{id}/objects", of_document(object_list))
        .route("/{id}/objects/{key}", of_item(object))
        .route("/{id}/objects/{key}/stream", of_item(object_stream))
        .route("/{id}/pages/{page}/operators", of_item(operator_list))
        .route("/{id}/metadata", of_document(metadata))
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

fn font_list(opened: &Opened, _: Nothing) -> Result<fonts::Listing, Failure> {
    Ok(fonts::list(opened.inspector()?, READING))
}

fn font(opened: &Opened, key: Key, _: Nothing) -> Result<fonts::Details, Failure> {
    Ok(fonts::details(opened.inspector()?, key, READING)?)
}

fn font_codes(opened: &Opened, key: Key, part: Part) -> Result<fonts::Codes, Failure> {
    let (rows, shown) = (part.rows(), part.show);
    Ok(fonts::codes(
        opened.inspector()?,
        key,
        rows,
        shown,
        READING,
    )?)
}

fn image_list(opened: &Opened, part: Part) -> Result<images::Listing, Failure> {
    Ok(images::list(opened.inspector()?, part.rows(), READING))
}

fn image(opened: &Opened, key: Key, _: Nothing) -> Result<images::Details, Failure> {
    Ok(images::details(opened.inspector()?, key, READING)?)
}

/// The image as stored in the document, in a complete image file.
async fn image_file(
    State(app): State<Arc<App>>,
    Path((id, image)): Path<(usize, String)>,
) -> Result<Response, Failure> {
    let key: Key = image.parse().map_err(Failure::bad_request)?;
    let file = app.with_document(id, move |opened| {
        Ok(images::file(opened.inspector()?, key)?)
    });
    let (extension, data) = file.await?;
    Ok(download(&format!("image-{key}.{extension}"), data))
}

fn object_list(opened: &Opened, part: Part) -> Result<objects::Listing, Failure> {
    let inspector = opened.inspector()?;
    Ok(objects::list(inspector, part.rows(), part.q.as_deref()))
}

fn object(opened: &Opened, key: Key, _: Nothing) -> Result<objects::Details, Failure> {
    Ok(objects::details(opened.inspector()?, key)?)
}

fn object_stream(opened: &Opened, key: Key, part: Part) -> Result<objects::Data, Failure> {
    Ok(objects::data(opened.inspector()?, key, part.bytes())?)
}

fn operator_list(opened: &Opened, page: u32, part: Part) -> Result<operators::Listing, Failure> {
    Ok(operators::list(opened.inspector()?, page, part.rows())?)
}

fn metadata(opened: &Opened, _: Nothing) -> Result<metadata::Metadata, Failure> {
    Ok(metadata::read(opened.inspector()?))
}

async fn attachment(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, usize)>,
) -> Result<Response, Failure> {
    let read = move |opened: &Opened| Ok(metadata::attachment(opened.inspector()?, index)?);
    let (name, data) = app.with_document(id, read).await?;
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
