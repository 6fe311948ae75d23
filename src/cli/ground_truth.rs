//! `--format ground-truth`: pictures of lines with their text, to train text recognition.
//!
//! The output is a METS file that lists the pages. A folder beside it has the pages as PAGE XML, and for each page
//! and each line a picture; the text of a line is in a file with the name of its picture:
//!
//! ```text
//! book.truth.xml
//! book_truth/0007.xml  0007.png  0007_001.png  0007_001.gt.txt  0007_002.png …
//! ```

use std::sync::Mutex;

use super::beside::Beside;
use super::canvas::canvas;
use super::claims::Claims;
use super::destination::Destination;
use super::output_file::OutputFile;
use super::page_files::PageFolder;
use super::temporary::Temporary;
use crate::convert::{Observer, Target};
use crate::document::Document;
use crate::viewer::Canvas;
use pdfa2hocr_core::blocks::{Line, Page};
use pdfa2hocr_core::corrections::PageState;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::lock::{lock, unlocked};
use pdfa2hocr_core::page::{Decoding, DocumentInfo, PageFrame, PageImage};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::{PageFiles, Writer, WrittenPage};
use pdfa2hocr_render::{Refusal, Wanted, pixels};

/// Suffix of the folder's name, after the name of the file.
const FOLDER: &str = "_truth";
/// Points around a line in its picture. Boxes of lines end where the font does, and accents may be higher.
const MARGIN: f32 = 1.0;

/// The files of a conversion.
pub(super) struct GroundTruth {
    pages: PageFolder,
    lines: Option<Lines>,
    /// A temporary copy of the document for drawing, if it has no file of its own.
    copy: Option<Temporary>,
}

impl GroundTruth {
    /// # Errors
    ///
    /// Those of [`PageFolder::with_folder`] and [`Beside::new`]; [`Diagnostic::argument`] for standard output.
    pub(super) fn create(place: &Destination, claims: &Claims) -> Result<Self> {
        let folder = Beside::new(place, FOLDER, "earlier lines", is_name, claims)?;
        if folder.is_none() {
            return Err(no_folder());
        }
        Ok(Self {
            pages: PageFolder::with_folder(place, folder)?,
            lines: None,
            copy: None,
        })
    }
}

impl OutputFile for GroundTruth {
    fn target(&mut self, document: &Document, source: &Source) -> Result<Target<'_>> {
        let canvas = canvas(document, source, &mut self.copy)?;
        let lines = self.lines.insert(Lines {
            files: self.pages.files(document, true).ok_or_else(no_folder)?,
            document: document.clone(),
            canvas,
            warnings: Mutex::default(),
        });
        Ok(Target::with_writer(lines, &mut self.pages.out))
    }

    fn check(&mut self, observer: &mut dyn Observer) -> Result<()> {
        let Some(lines) = self.lines.take() else {
            return self.pages.check(observer);
        };
        for warning in unlocked(lines.warnings).iter() {
            observer.warning(warning);
        }
        self.pages.complete(lines.files)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Box::new(self.pages).finish()
    }
}

fn no_folder() -> Diagnostic {
    let why = "--format ground-truth: name a file for the list of pages, beside which the pictures get a folder";
    Diagnostic::argument(why)
}

/// Writes the lines of pages.
struct Lines {
    files: PageFiles,
    document: Document,
    canvas: Canvas,
    warnings: Mutex<Warnings>,
}

impl Lines {
    /// Whether the text of a line is known to be right: a person has typed or checked all of it, or has marked the
    /// page as done. Without corrections, the user vouches for all lines.
    fn is_true(&self, page: &Page, line: &Line<'_>) -> bool {
        let Some(corrections) = &self.document.options().corrections else {
            return true;
        };
        let mut glyphs = line.words().iter().flat_map(|word| word.glyphs());
        corrections.state(page.number()) == PageState::Done
            || glyphs.all(|glyph| glyph.decoding == Decoding::Person)
    }

    /// Writes the pictures and texts of a page's lines, and returns the page with these lines; `None` without any.
    fn add(&self, page: &Page) -> std::result::Result<Option<Page>, Refusal> {
        let is_wanted = |line: &Line<'_>| !line.words().is_empty() && self.is_true(page, line);
        let wanted: Vec<Line<'_>> = page.lines().filter(is_wanted).collect();
        if wanted.is_empty() {
            return Ok(None);
        }
        let none = || Refusal::Unreadable("the pages of the document have no pictures".to_owned());
        let (drawer, _) = self.canvas.as_ref().ok_or_else(none)?;
        let size = (page.width(), page.height());
        let area = Rect::new(0.0, 0.0, size.0, size.1);
        let scale = page.frame().dpi_x.max(page.frame().dpi_y) / 72.0;
        let (width, height) = pixels(size, scale);
        let scale = f32::from(width) / size.0.max(1.0);
        let name = format!("{:04}", page.number().get());
        let image = format!("{name}.png");
        self.files
            .store(&image, &drawer.draw(Wanted::page(page.index(), scale))?);
        for (line, number) in wanted.iter().zip(1..) {
            let name = format!("{name}_{number:03}");
            let part = line.bbox().grown(MARGIN).intersection(area).into();
            let picture = drawer.draw(Wanted::part(page.index(), scale, part))?;
            self.files.store(&format!("{name}.png"), &picture);
            let text = line.text() + "\n";
            let name = format!("{name}.gt.txt");
            self.files.store(&name, text.as_bytes());
        }
        let nodes: Vec<_> = wanted.iter().map(|line| line.node()).collect();
        let frame = PageFrame {
            width_px: u32::from(width),
            height_px: u32::from(height),
            dpi_x: f32::from(width) / size.0.max(1.0) * 72.0,
            dpi_y: f32::from(height) / size.1.max(1.0) * 72.0,
            area,
            image: Some(PageImage {
                name: image,
                md5: None,
            }),
        };
        Ok(Some(
            page.of_lines(|line| nodes.contains(&line.node()), frame),
        ))
    }
}

impl Writer for Lines {
    fn head(&self, document: &DocumentInfo, pages: usize) -> String {
        self.files.head(document, pages)
    }

    fn page(&self, page: &Page) -> WrittenPage {
        match self.add(page) {
            Ok(Some(page)) => return self.files.page(&page),
            Ok(None) => {}
            Err(why) => {
                let message = format!("the page has no lines with pictures: {why}");
                let warning = Diagnostic::new(DiagnosticKind::Image, message);
                lock(&self.warnings).push(warning.on_page(page.index()));
            }
        }
        WrittenPage::new(String::new(), 0)
    }

    fn tail(&self) -> String {
        self.files.tail()
    }
}

/// Whether a file name can be one in the folder.
fn is_name(name: &str) -> bool {
    let stem = name.strip_suffix(".gt.txt").or(name.strip_suffix(".png"));
    let is_number = |part: &str| part.len() >= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    PageFiles::is_name(name) || stem.is_some_and(|stem| stem.split('_').all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_known() {
        for name in ["0001.xml", "0001.png", "0012_001.png", "0012_1001.gt.txt"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "notes.png",
            "0001.txt",
            "0001_a.png",
            "photo_001.png",
            ".png",
        ] {
            assert!(!is_name(name), "{name}");
        }
    }
}
