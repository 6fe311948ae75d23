//! Answers requests for pictures of pages, images and glyphs.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::browse::answer::Failure;
use crate::browse::documents::Opened;
use crate::browse::work::LONGEST;
use crate::browse::{App, data};
use crate::inspect::Key;
use pdfa2hocr_render::{Asker, Picture, Refusal, Urgency, Wanted};

/// Length of the longer side of a thumbnail, in pixels.
const THUMBNAIL: f32 = 160.0;

/// The x-height of a line's picture in pixels: the default, and the maximum.
const X_HEIGHT: f32 = 30.0;
const MOST_X_HEIGHT: f32 = 100.0;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/pages/{page}/picture.png", get(picture))
        .route("/{id}/pages/{page}/thumbnail.png", get(thumbnail))
        .route("/{id}/pages/{page}/line.png", get(line))
        .route("/{id}/images/{key}/picture.png", get(image))
        .route("/{id}/fonts/{key}/glyphs.png", get(glyphs))
}

#[derive(Deserialize)]
struct Size {
    /// The scale in pixels per point.
    scale: f32,
}

async fn picture(
    State(app): State<Arc<App>>,
    Path(place): Path<(usize, u32)>,
    Query(Size { scale }): Query<Size>,
) -> Result<Response, Failure> {
    page(&app, place, |_| scale, Urgency::Page).await
}

async fn thumbnail(
    State(app): State<Arc<App>>,
    Path(place): Path<(usize, u32)>,
) -> Result<Response, Failure> {
    let scale = |(width, height): (f32, f32)| THUMBNAIL / width.max(height).max(1.0);
    page(&app, place, scale, Urgency::Thumbnail).await
}

/// A part of a page, such as a line, and the height of its letters.
#[derive(Deserialize)]
struct Part {
    /// Left, top, right, bottom in points, separated by commas.
    #[serde(rename = "box")]
    bbox: String,
    /// The x-height in pixels.
    xheight: Option<f32>,
}

async fn line(
    State(app): State<Arc<App>>,
    Path((id, page)): Path<(usize, u32)>,
    Query(part): Query<Part>,
) -> Result<Response, Failure> {
    let numbers: Result<Vec<f32>, _> = part.bbox.split(',').map(str::parse).collect();
    let bbox: Option<[f32; 4]> = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    let is_box = |[x0, y0, x1, y1]: &[f32; 4]| x0 < x1 && y0 < y1;
    let bbox = bbox.filter(is_box).ok_or_else(|| {
        Failure::bad_request("box is left, top, right and bottom in points: box=72,90.5,300,104")
    })?;
    let x_height = part.xheight.unwrap_or(X_HEIGHT).clamp(1.0, MOST_X_HEIGHT);
    let size = move |opened: &Opened| {
        let view = opened.view(None)?;
        Ok(data::x_height_at(&*view.page(page)?, bbox))
    };
    let points = app.with_document(id, size).await?;
    let wanted = Wanted::part(page, x_height / points, bbox);
    drawn(&*app.opened(id).await?, wanted, Urgency::Page).await
}

/// Renders a page with a scale that depends on its size in points.
async fn page(
    app: &App,
    (id, page): (usize, u32),
    scale: impl Fn((f32, f32)) -> f32,
    urgency: Urgency,
) -> Result<Response, Failure> {
    let opened = app.opened(id).await?;
    let size = opened.document(None)?.pipeline().page_size(page);
    let size = size.ok_or_else(|| Failure::not_found("the document has no such page"))?;
    drawn(&opened, Wanted::page(page, scale(size)), urgency).await
}

/// Renders an image with all its pixels.
async fn image(
    State(app): State<Arc<App>>,
    Path((id, image)): Path<(usize, String)>,
) -> Result<Response, Failure> {
    let key: Key = image.parse().map_err(Failure::bad_request)?;
    let missing = || Failure::not_found("the document has no such image");
    let wanted = Wanted::image(key.id().ok_or_else(missing)?);
    drawn(&*app.opened(id).await?, wanted, Urgency::Page).await
}

/// Renders the glyphs of a Type 3 font, in 16 rows of 16 codes.
async fn glyphs(
    State(app): State<Arc<App>>,
    Path((id, font)): Path<(usize, String)>,
) -> Result<Response, Failure> {
    let key: Key = font.parse().map_err(Failure::bad_request)?;
    let missing = || Failure::not_found("the document has no such font");
    let wanted = Wanted::glyphs(key.id().ok_or_else(missing)?);
    drawn(&*app.opened(id).await?, wanted, Urgency::Page).await
}

async fn drawn(opened: &Opened, wanted: Wanted, urgency: Urgency) -> Result<Response, Failure> {
    let (answer, answered) = oneshot::channel();
    let waiting = Box::new(Waiting(answer));
    opened.drawer()?.ask(wanted, urgency, waiting);
    let picture = match timeout(LONGEST, answered).await {
        Ok(Ok(picture)) => picture,
        _ => Err(Refusal::Busy),
    };
    let png = picture.map_err(|why| {
        let status = match why {
            Refusal::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Time => StatusCode::GATEWAY_TIMEOUT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Failure::new(status, why.to_string())
    })?;
    Ok(([(CONTENT_TYPE, "image/png")], Bytes::from_owner(png)).into_response())
}

/// A request, which ends when the browser closes the connection.
struct Waiting(oneshot::Sender<Picture>);

impl Asker for Waiting {
    fn waits(&self) -> bool {
        !self.0.is_closed()
    }

    fn take(self: Box<Self>, picture: Picture) {
        // The receiver may be gone.
        let _ = self.0.send(picture);
    }
}
