//! Writes places as a page for web browsers, with the pictures of their lines.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use sha2::{Digest, Sha256};

use super::found::{PlaceIn, Places};
use crate::cli::claims::is_pdf;
use crate::document::Document;
use crate::ocr::{Area, Bitmap};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::locate::Place;
use pdfa2hocr_core::write::push_text;
use pdfa2hocr_render::{Drawer, Original, Wanted};

/// Pixels per point of the pictures: 144 dpi.
const SCALE: f32 = 2.0;
/// White space around the lines of a place, in points.
const MARGIN: f32 = 18.0;
/// Maximum height of a picture in points: several lines, but not a whole column.
const TALLEST: f32 = 240.0;

/// The style sheet, which is the only one that the page's content security policy allows.
const STYLE: &str = "\
body { font: 1rem/1.5 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h2 { font-size: 1.1rem; margin-top: 2.5rem }
figure { margin: 1rem 0 }
svg { border: 1px solid #999; display: block; height: auto; margin-bottom: .5rem; max-width: 100% }
rect { fill: #fc06; stroke: #c80 }
";

/// Opens a document that is not a PDF, whose scans are separate files.
type Open<'a> = &'a dyn Fn(&Path) -> Result<Document>;

/// Writes the page. A place whose page cannot be drawn has no picture.
pub(super) fn write(
    all: &[Places],
    password: &str,
    open: Open<'_>,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut drawers = HashMap::new();
    write(&head())?;
    for places in all {
        let mut out = String::from("<section>\n<h2>");
        push_text(&places.quote, &mut out);
        out.push_str("</h2>\n");
        write(&out)?;
        if places.located.is_empty() && places.near.is_empty() {
            write("<p>not there</p>\n")?;
        }
        for (kind, hits) in [("located", &places.located), ("near", &places.near)] {
            for hit in hits {
                let drawer = drawers
                    .entry(hit.file.clone())
                    .or_insert_with(|| drawer(Path::new(&hit.file), password, open));
                write(&place(kind, hit, drawer.as_ref()))?;
            }
        }
        write("</section>\n")?;
    }
    write("</body>\n</html>\n")
}

fn head() -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; \
         style-src 'sha256-{hash}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Places of quotations</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    )
}

fn drawer(file: &Path, password: &str, open: Open<'_>) -> Option<Drawer> {
    let original = match is_pdf(file).unwrap_or(false) {
        true => Original::new(file, password).ok()?,
        false => Original::Scans(open(file).ok()?.find_scans()),
    };
    Some(Drawer::new(original, 0))
}

/// A place with its pictures, one for each page.
fn place(kind: &str, found: &PlaceIn, drawer: Option<&Drawer>) -> String {
    let mut out = String::new();
    for place in &found.hit.places {
        out.push_str("<figure>\n");
        let pictures = drawer.and_then(|drawer| pictures(place, drawer));
        out.push_str(&pictures.unwrap_or_default());
        out.push_str("<figcaption>");
        let score = found.hit.score;
        let page = place.page;
        let label = place
            .label
            .as_deref()
            .filter(|label| *label != page.to_string());
        let label = label.map_or_else(String::new, |label| format!(" ({label})"));
        let caption = format!("{kind} {score:.2}: {}, page {page}{label}: ", found.file);
        push_text(&caption, &mut out);
        push_text(&found.hit.text, &mut out);
        for difference in &found.hit.differs {
            let difference = format!(
                "; quoted “{}”, printed “{}”",
                difference.quoted, difference.printed
            );
            push_text(&difference, &mut out);
        }
        out.push_str("</figcaption>\n</figure>\n");
    }
    out
}

/// Strips of a page with the lines of a place, which are marked; `None` if the page cannot be drawn.
fn pictures(place: &Place, drawer: &Drawer) -> Option<String> {
    let picture = drawer.draw(Wanted::page(place.page.index(), SCALE)).ok()?;
    let page = Bitmap::decode(&picture).ok()?;
    // Large pages are drawn smaller.
    let scale = page.width as f32 / place.size.first()?.max(1.0);
    let strips: Vec<String> = strips(&place.boxes)
        .filter_map(|lines| strip(&page, lines, scale))
        .collect();
    Some(strips.concat())
}

/// The lines that are shown together: those in the other column may be far above.
fn strips(mut lines: &[[f32; 4]]) -> impl Iterator<Item = &[[f32; 4]]> {
    std::iter::from_fn(move || {
        let [_, first, ..] = *lines.first()?;
        let is_near = |line: &&[f32; 4]| line[1] >= first - MARGIN && line[3] - first <= TALLEST;
        let count = lines.iter().take_while(is_near).count().max(1);
        let (strip, rest) = lines.split_at(count);
        lines = rest;
        Some(strip)
    })
}

/// A strip of a page in its full width, with marks on the lines.
fn strip(page: &Bitmap, lines: &[[f32; 4]], scale: f32) -> Option<String> {
    let top = lines
        .iter()
        .map(|line| line[1])
        .fold(f32::INFINITY, f32::min);
    let bottom = lines.iter().map(|line| line[3]).fold(0.0, f32::max);
    let row = |points: f32| ((points * scale).max(0.0) as usize).min(page.height);
    let area = Area {
        x0: 0,
        y0: row(top - MARGIN),
        x1: page.width,
        y1: row(bottom + MARGIN),
    };
    let part = page.cropped(area)?;
    let file = part.encode(SCALE * 72.0).ok()?;
    let (width, height) = (part.width, part.height);
    let mut out = format!(
        "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">\
         <image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{}\"/>",
        width / 2,
        height / 2,
        BASE64_STANDARD.encode(file)
    );
    for [left, top, right, bottom] in lines {
        let (x, y) = (left * scale, top * scale - area.y0 as f32);
        let (width, height) = ((right - left) * scale, (bottom - top) * scale);
        out.push_str(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }
    out.push_str("</svg>\n");
    Some(out)
}
