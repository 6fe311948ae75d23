//! Describes one image in full.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;

use crate::inspect::Inspector;
use crate::inspect::colour::Colours;
use crate::inspect::drawn::ImageSource;
use crate::inspect::image::{Image, Known};
use crate::inspect::key::Key;
use crate::inspect::value::Value;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Warnings};
use pdfa2hocr_core::image::{self, ImageFile};
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::{Name, Object, Stream};
use pdfa2hocr_core::visible::visible;

/// Maximum number of pages that are listed.
const MAX_PAGES: usize = 20;

/// An image with its colours and EXIF data.
#[derive(Debug, Serialize)]
pub(crate) struct Details {
    pub key: Key,
    #[serde(flatten)]
    pub image: Image,
    /// The first pages, of those read so far, that draw it, from 0.
    pub pages: Vec<u32>,
    pub colours: Option<Colours>,
    pub mask: Option<Key>,
    /// The complete dictionary.
    pub dict: Value,
    /// The extension of a file with the image: `jpg`; `None` if it cannot be saved.
    pub file: Option<&'static str>,
    /// The reason why it cannot be saved.
    pub fault: Option<String>,
    /// The entries of its EXIF data: names and values.
    pub exif: Vec<(String, String)>,
}

/// Returns the stream of an image.
///
/// # Errors
///
/// [`Diagnostic::argument`] if the image does not exist.
fn image_stream(inspector: &Inspector, key: Key) -> Result<Stream<'_>> {
    let object = key.id().and_then(|id| inspector.document.object(id));
    match object {
        Some(Object::Stream(stream))
            if stream.dict().get::<Name<'_>>("Subtype").as_deref() == Some(b"Image") =>
        {
            Ok(stream)
        }
        _ => Err(Diagnostic::argument(format!(
            "object {key} is not an image"
        ))),
    }
}

/// Returns the image as a file, with its extension: unchanged or in a container format.
///
/// # Errors
///
/// [`Diagnostic::argument`] if the image does not exist, [`DiagnosticKind::Image`](crate::DiagnosticKind::Image) if it cannot be saved.
pub(crate) fn file(inspector: &Inspector, key: Key) -> Result<(&'static str, Vec<u8>)> {
    let stream = image_stream(inspector, key)?;
    let ImageFile { extension, data } =
        image::file(&stream, &inspector.budget(), &mut Warnings::new())?;
    Ok((extension, data.into_owned()))
}

/// Describes an image. Its use covers the pages that can be read in the given time.
///
/// # Errors
///
/// [`Diagnostic::argument`] if the image does not exist.
pub(crate) fn details(inspector: &Inspector, key: Key, time: Duration) -> Result<Details> {
    let stream = image_stream(inspector, key)?;
    let budget = inspector.budget();
    let known = Known::read(&inspector.document, stream.obj_id());
    let space = stream.dict().get::<Object<'_>>("ColorSpace");
    let file = image::file(&stream, &budget, &mut Warnings::new());
    let (file, fault, data) = match file {
        Ok(file) => (Some(file.extension), None, file.data),
        Err(error) => (None, Some(error.message), Cow::Borrowed(&[][..])),
    };
    let usage = inspector.usage(time);
    let drawn = usage
        .images
        .iter()
        .filter(|drawn| matches!(drawn.image, ImageSource::Object(id) if id == stream.obj_id()));
    let mut pages: Vec<u32> = drawn.map(|drawn| drawn.page).collect();
    pages.dedup();
    pages.truncate(MAX_PAGES);
    Ok(Details {
        key,
        image: known.image,
        pages,
        colours: space.map(|space| Colours::read(&space, &budget)),
        mask: known.mask.map(|(id, _)| id.into()),
        dict: Value::of_dict(stream.dict()),
        exif: match file {
            Some("jpg") => image::exif(&data),
            _ => Vec::new(),
        },
        file,
        fault,
    })
}

impl Details {
    /// Formats the details as text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |depth: usize, name: &str, value: &str| {
            let indent = "  ".repeat(depth);
            out.push_str(&format!("{indent}{}: {}\n", visible(name), visible(value)));
        };
        let image = &self.image;
        line(0, "Type", image.kind.name());
        line(0, "Size", &format!("{} x {}", image.width, image.height));
        if let Some(bits) = image.bits {
            line(0, "Bits a component", &bits.to_string());
        }
        line(0, "Filters", &image.filters.join(", "));
        line(0, "Bytes", &image.bytes.to_string());
        let number = |&page: &u32| PageNumber::of(page).to_string();
        let pages: Vec<String> = self.pages.iter().map(number).collect();
        line(0, "Pages", &pages.join(", "));
        if let Some(mask) = self.mask {
            line(0, "Mask", &mask.to_string());
        }
        match (self.file, &self.fault) {
            (Some(extension), _) => line(0, "File", extension),
            (None, Some(fault)) => line(0, "File", fault),
            (None, None) => {}
        }
        let mut todo: Vec<(usize, &str, &Colours)> = Vec::new();
        todo.extend(self.colours.as_ref().map(|c| (0, "Colour space", c)));
        while let Some((depth, label, colours)) = todo.pop() {
            line(depth, label, &colours.family);
            for (name, value) in &colours.facts {
                line(depth + 1, name, value);
            }
            let parts = colours.parts.iter().rev();
            todo.extend(parts.map(|(label, part)| (depth + 1, *label, part)));
        }
        for (name, value) in &self.exif {
            line(0, name, value);
        }
        out
    }
}
