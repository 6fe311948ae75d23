//! Pictures of pages for the engine: the scan's own pixels, or the page drawn.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::NamedTempFile;

use super::bitmap::{Area, Bitmap};
use super::process::on_path;
use pdfa2hocr_core::diagnostics::io_reason;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{Content, Image};
use pdfa2hocr_core::pdf::{ObjectIdentifier, Source};
use pdfa2hocr_render::{Drawer, Original, Wanted};

/// Resolution of pages that are not scans, in pixels per inch.
const DPI: f32 = 300.0;
/// The name of the program.
const PROGRAM: &str = "pdfa2hocr";

/// Draws the pages of a document.
pub(crate) struct Pictures {
    source: Source,
    password: String,
    /// The program that draws, if it is known.
    program: Option<PathBuf>,
    /// The number of processes that may draw.
    processes: usize,
    /// Started with the first picture.
    started: OnceLock<Result<Started, String>>,
}

/// A renderer.
struct Started {
    drawer: Drawer,
    /// The copy of a document that is not a file.
    _copy: Option<NamedTempFile>,
}

impl Started {
    fn new(
        source: &Source,
        password: &str,
        program: Option<&Path>,
        processes: usize,
    ) -> Result<Self, String> {
        let program = match program {
            Some(program) => Some(program.to_owned()),
            None => other_program()?,
        };
        let reason = |e: std::io::Error| io_reason(&e);
        let copy = match is_file(source) {
            true => None,
            false => Some(copy(source).map_err(reason)?),
        };
        let path = match &copy {
            Some(copy) => copy.path(),
            None => Path::new(source.name()),
        };
        let mut original = Original::new(path, password).map_err(reason)?;
        if let Some(program) = program {
            original = original.drawn_by(program);
        }
        Ok(Self {
            // Pages are not drawn ahead.
            drawer: Drawer::with_processes(original, 0, processes),
            _copy: copy,
        })
    }
}

/// A picture, and the part of the page that it shows.
pub(super) struct Picture {
    pub(super) bitmap: Bitmap,
    /// The part, in page space.
    pub(super) area: Rect,
    /// Pixels per inch.
    pub(super) dpi: f32,
}

impl Picture {
    /// The part of the picture that shows a part of the page; `None` if it is outside.
    pub(super) fn part(&self, part: Rect) -> Option<Self> {
        let scale = self.dpi / 72.0;
        let pixel = |points: f32| (points * scale).round().max(0.0) as usize;
        let area = Area {
            x0: pixel(part.x0 - self.area.x0),
            y0: pixel(part.y0 - self.area.y0),
            x1: pixel(part.x1 - self.area.x0).min(self.bitmap.width),
            y1: pixel(part.y1 - self.area.y0).min(self.bitmap.height),
        };
        let point = |pixels: usize| pixels as f32 / scale;
        Some(Self {
            bitmap: self.bitmap.cropped(area)?,
            area: Rect::new(
                self.area.x0 + point(area.x0),
                self.area.y0 + point(area.y0),
                self.area.x0 + point(area.x1),
                self.area.y0 + point(area.y1),
            ),
            dpi: self.dpi,
        })
    }
}

impl Pictures {
    /// Draws with up to `processes` processes of `program`.
    pub(crate) fn new(
        source: &Source,
        password: &str,
        program: Option<&Path>,
        processes: usize,
    ) -> Self {
        Self {
            source: source.clone(),
            password: password.to_owned(),
            program: program.map(Path::to_owned),
            processes,
            started: OnceLock::new(),
        }
    }

    fn started(&self) -> Result<&Started, String> {
        let program = self.program.as_deref();
        let start = || Started::new(&self.source, &self.password, program, self.processes);
        self.started
            .get_or_init(start)
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Draws a page, by its index from 0, with `scale` pixels a point. Returns a PNG.
    ///
    /// # Errors
    ///
    /// The reason, if the page has no picture.
    #[cfg(feature = "cli")]
    pub(crate) fn png(&self, index: u32, scale: f32) -> Result<Vec<u8>, String> {
        let drawn = self.started()?.drawer.draw(Wanted::page(index, scale));
        drawn.map(|png| png.to_vec()).map_err(|why| why.to_string())
    }

    /// The picture of a page. `scan` is the image that the page consists of, with its resolution.
    ///
    /// # Errors
    ///
    /// The reason, if the page has no picture.
    pub(super) fn page(
        &self,
        index: u32,
        content: &Content,
        scan: Option<(&Image, f32)>,
    ) -> Result<Picture, String> {
        // Other shapes may cover the scan, or be part of it.
        let is_alone = content.images.len() == 1
            && content.fills.is_empty()
            && content.drawings.is_empty()
            && !content.runs.iter().any(|run| run.visible);
        if let Some((image, dpi)) = scan
            && let Some(number) = image.object
            && image.upright
            && is_alone
            && let Ok(bitmap) = self.draw(Wanted::image(ObjectIdentifier::new(number, 0)))
        {
            return Ok(Picture {
                bitmap,
                area: image.bbox,
                dpi,
            });
        }
        let dpi = scan.map_or(DPI, |(_, dpi)| dpi);
        let bitmap = self.draw(Wanted::page(index, dpi / 72.0))?;
        Ok(Picture {
            // Large pages are drawn smaller.
            dpi: bitmap.width as f32 / content.width.max(1.0) * 72.0,
            area: Rect::new(0.0, 0.0, content.width, content.height),
            bitmap,
        })
    }

    /// The pixels of an image on a page that has other content, if they are fine enough.
    pub(super) fn image(&self, image: &Image, min_dpi: f32) -> Option<Picture> {
        let number = image.object.filter(|_| image.upright)?;
        let dpi = image.samples.0 as f32 / image.bbox.width().max(1.0) * 72.0;
        if dpi < min_dpi {
            return None;
        }
        let bitmap = self
            .draw(Wanted::image(ObjectIdentifier::new(number, 0)))
            .ok()?;
        Some(Picture {
            bitmap,
            area: image.bbox,
            dpi,
        })
    }

    fn draw(&self, wanted: Wanted) -> Result<Bitmap, String> {
        let png = self
            .started()?
            .drawer
            .draw(wanted)
            .map_err(|why| why.to_string())?;
        Bitmap::decode(&png)
    }
}

/// The program that draws pages; `None` if this process is that program.
fn other_program() -> Result<Option<PathBuf>, String> {
    let own = pdfa2hocr_worker::program().map_err(|e| io_reason(&e))?;
    if own.file_stem().is_some_and(|stem| stem == PROGRAM) {
        return Ok(None);
    }
    on_path(PROGRAM).map(Some).ok_or_else(|| {
        format!("the program {PROGRAM}, which draws pages, is not on the path; install it")
    })
}

/// Whether the document is the file of its name.
fn is_file(source: &Source) -> bool {
    let path = Path::new(source.name());
    let is_long_enough = || {
        std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() == source.bytes().len() as u64)
    };
    !source.name().is_empty()
        && is_long_enough()
        && Source::map(path).is_ok_and(|file| file.bytes() == source.bytes())
}

/// A temporary file with the bytes of a document, for this user only.
fn copy(source: &Source) -> std::io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix("pdfa2hocr-")
        .suffix(".pdf")
        .tempfile()?;
    file.write_all(source.bytes())?;
    Ok(file)
}
