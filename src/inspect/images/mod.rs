//! Lists the images drawn on pages, each time they are drawn, in the columns of `pdfimages -list`.

mod details;

use std::time::Duration;

use serde::Serialize;

use super::columns::{Columns, or_empty, yes_or_no};
use super::drawn::ImageSource;
use super::image::{Image, Known};
use super::key::Key;
use super::place::Place;
use super::{Inspector, Window};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page_number::PageNumber;

pub(crate) use details::{Details, details, file};

/// A part of the listing.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    pub total: usize,
    /// Number of pages read so far; `pages` is the number of inspected pages.
    pub pages_read: usize,
    pub pages: usize,
    pub images: Vec<Row>,
}

/// One drawing of an image, or of its mask.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// Page index, from 0.
    pub page: u32,
    /// `None` for an inline image.
    pub key: Option<Key>,
    #[serde(flatten)]
    pub image: Image,
    /// Resolution on the page, in pixels per inch.
    pub x_ppi: Option<u32>,
    pub y_ppi: Option<u32>,
    pub bbox: Option<Place>,
}

/// Lists the images on the inspected pages that can be read in the given time.
pub(crate) fn list(inspector: &Inspector, window: Window, time: Duration) -> Listing {
    let usage = inspector.usage(time);
    let mut known = lock(&inspector.images);
    let (mut total, mut rows) = (0, Vec::new());
    for drawn in &usage.images {
        let mut row = |key: Option<Key>, image: &Image| {
            if window.holds(total) {
                let (width, height) = drawn.size;
                rows.push(Row {
                    page: drawn.page,
                    key,
                    x_ppi: per_inch(image.width, width),
                    y_ppi: per_inch(image.height, height),
                    bbox: drawn.bbox,
                    image: image.clone(),
                });
            }
            total += 1;
        };
        match &drawn.image {
            ImageSource::Inline(image) => row(None, image),
            ImageSource::Object(id) => {
                let known = known
                    .entry(*id)
                    .or_insert_with(|| Known::read(&inspector.document, *id));
                row(Some(Key::from(*id)), &known.image);
                if let Some((id, mask)) = &known.mask {
                    row(Some(Key::from(*id)), mask);
                }
            }
        }
    }
    Listing {
        total,
        pages_read: usage.pages_read,
        pages: inspector.pages.len(),
        images: rows,
    }
}

/// Converts samples over a number of points to samples per inch.
fn per_inch(samples: u32, points: f64) -> Option<u32> {
    let density = (f64::from(samples) * 72.0 / points).round();
    (points > 0.0 && density.is_finite() && density <= f64::from(u32::MAX))
        .then_some(density as u32)
}

impl Listing {
    /// Formats the listing as text.
    pub(crate) fn text(&self) -> String {
        let mut columns = Columns::new(
            "page: | num: | type | width: | height: | color | comp: | bpc: | enc | interp | \
            object ID: | x-ppi: | y-ppi: | size: | ratio:",
        );
        for (number, row) in self.images.iter().enumerate() {
            let image = &row.image;
            let object = row.key.map_or_else(|| "[inline]".to_owned(), Key::listed);
            columns.row([
                PageNumber::of(row.page).to_string(),
                number.to_string(),
                image.kind.name().to_owned(),
                image.width.to_string(),
                image.height.to_string(),
                image.colour_space.clone().unwrap_or_default(),
                or_empty(image.components),
                or_empty(image.bits),
                image.filters.join(","),
                yes_or_no(image.interpolate),
                object,
                or_empty(row.x_ppi),
                or_empty(row.y_ppi),
                image.bytes.to_string(),
                image
                    .ratio
                    .map_or_else(String::new, |ratio| format!("{ratio}%")),
            ]);
        }
        columns.write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::testing::inspector;

    fn images(fixture: &str) -> Vec<Row> {
        list(&inspector(fixture), Window::ALL, Duration::MAX).images
    }

    #[test]
    fn an_image_is_listed_with_its_resolution_on_the_page() {
        let rows = images("scans/group4.pdf");
        let row = &rows[0];
        assert_eq!(row.image.filters, ["CCITTFaxDecode"]);
        assert_eq!(row.image.bits, Some(1));
        assert!(row.x_ppi.is_some() && row.bbox.is_some() && row.key.is_some());
    }

    #[test]
    fn inline_images_have_their_names_in_full() {
        let rows = images("content/inline-images.pdf");
        assert!(rows.iter().any(|row| row.key.is_none()));
        let spaces = rows.iter().filter_map(|r| r.image.colour_space.as_deref());
        assert!(spaces.clone().count() > 0);
        assert!(spaces.clone().all(|space| space.len() > 4));
    }

    #[test]
    fn a_density_is_one_only_where_there_is_room() {
        assert_eq!(per_inch(300, 72.0), Some(300));
        assert_eq!(per_inch(300, 0.0), None);
        assert_eq!(per_inch(u32::MAX, 1e-9), None);
        assert_eq!(per_inch(1, f64::NAN), None);
    }
}
