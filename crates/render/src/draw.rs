//! Draws pages, images and glyphs as pictures.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use hayro::hayro_interpret::InterpreterSettings;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use super::glyph_sheet::with_sheet;
use super::image;
use super::packed::{as_jpeg, packed};
use super::refusal::Refusal;
use super::samples::Samples;
use super::size::pixels;
use super::wanted::Wanted;
use pdfa2hocr_core::pdf::{Document, ObjectIdentifier};

/// Time to draw a part of a page above which the whole page is drawn for the next part.
const SLOW: Duration = Duration::from_millis(100);
/// Resolution of a sheet of glyphs, in pixels per point.
const GLYPHS: f32 = 2.0;

/// Draws the pages of a document. Its cache of glyphs and images never shrinks.
pub(super) struct Painter<'a> {
    document: &'a Document,
    cache: RenderCache<'a>,
    settings: InterpreterSettings,
    /// The page of the last part, if drawing that took long.
    slow: RefCell<Option<SlowPage>>,
}

/// A page whose parts are cut out of one picture, because a large image on it is decoded each time.
struct SlowPage {
    index: u32,
    scale: f32,
    /// The whole page, drawn for the second part.
    picture: Option<Samples>,
}

impl<'a> Painter<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            document,
            cache: RenderCache::new(),
            settings: InterpreterSettings::default(),
            slow: RefCell::default(),
        }
    }

    /// Draws a picture as a PNG file; a page for storage may be a JPEG.
    pub fn draw(&self, wanted: Wanted) -> Result<Vec<u8>, Refusal> {
        let samples = match wanted {
            Wanted::Page { page, .. } => self.page(page, wanted.scale())?,
            Wanted::KeptPage { page, .. } => return packed(&self.page(page, wanted.scale())?),
            Wanted::JpegPage { page, quality, .. } => {
                return as_jpeg(&self.page(page, wanted.scale())?, quality);
            }
            Wanted::Part { page, area, .. } => self.part(page, wanted.scale(), area)?,
            Wanted::Image { number, generation } => {
                let id = ObjectIdentifier::new(number, generation);
                image::samples(self.document, id)?
            }
            Wanted::Glyphs { number, generation } => {
                let font = ObjectIdentifier::new(number, generation);
                let sheet = with_sheet(self.document, font)?;
                Painter::new(&sheet).page(0, GLYPHS)?
            }
        };
        samples.png()
    }

    fn page(&self, index: u32, scale: f32) -> Result<Samples, Refusal> {
        let page = self.document.page(index).ok_or_else(missing)?;
        let (width, height) = page.size();
        let (columns, rows) = pixels((width, height), scale);
        let transform = Affine::scale_non_uniform(
            f64::from(columns) / f64::from(width),
            f64::from(rows) / f64::from(height),
        );
        self.drawn(index, transform, (columns, rows))
    }

    /// Draws a part of a page, which is in pixels.
    fn part(&self, index: u32, scale: f32, area: [u32; 4]) -> Result<Samples, Refusal> {
        let mut slow = self.slow.borrow_mut();
        let known = slow
            .as_mut()
            .filter(|page| (page.index, page.scale) == (index, scale));
        let Some(known) = known else {
            *slow = None;
            let began = Instant::now();
            let drawn = self.drawn_part(index, scale, area)?;
            if began.elapsed() > SLOW {
                *slow = Some(SlowPage {
                    index,
                    scale,
                    picture: None,
                });
            }
            return Ok(drawn);
        };
        if known.picture.is_none() {
            known.picture = self.whole_page(index, scale)?;
        }
        let part = known.picture.as_ref().and_then(|page| page.cropped(area));
        part.map_or_else(|| self.drawn_part(index, scale, area), Ok)
    }

    /// Draws a page as a whole, to cut parts out of it; `None` if it is too large.
    pub(super) fn whole_page(&self, index: u32, scale: f32) -> Result<Option<Samples>, Refusal> {
        let whole = self.whole(index, scale);
        whole
            .map(|area| self.drawn_part(index, scale, area))
            .transpose()
    }

    /// The whole page in pixels; `None` if it is too large for one picture at this scale.
    fn whole(&self, index: u32, scale: f32) -> Option<[u32; 4]> {
        let size = self.document.page(index)?.size();
        let side = |points: f32| (points * scale).ceil() as u32;
        let (columns, rows) = (side(size.0), side(size.1));
        let fits = pixels(size, scale);
        let fits = (u32::from(fits.0) + 1, u32::from(fits.1) + 1);
        (columns <= fits.0 && rows <= fits.1).then_some([0, 0, columns, rows])
    }

    fn drawn_part(&self, index: u32, scale: f32, area: [u32; 4]) -> Result<Samples, Refusal> {
        let [x0, y0, x1, y1] = area;
        let side = |start: u32, end: u32| u16::try_from(end.saturating_sub(start).max(1));
        let too_large = |_| Refusal::Unreadable("the part is too large".into());
        let columns = side(x0, x1).map_err(too_large)?;
        let rows = side(y0, y1).map_err(too_large)?;
        let scaled = Affine::scale(f64::from(scale));
        let moved = Affine::translate((-f64::from(x0), -f64::from(y0)));
        self.drawn(index, moved * scaled, (columns, rows))
    }

    /// Draws a page in page space under a transform, in a picture of this size.
    fn drawn(
        &self,
        index: u32,
        transform: Affine,
        (columns, rows): (u16, u16),
    ) -> Result<Samples, Refusal> {
        let page = self.document.page(index).ok_or_else(missing)?;
        let drawn = self.document.page_to_draw(index).ok_or_else(missing)?;
        // hayro's own transform ignores /UserUnit.
        let m = page.matrix();
        let transform = transform * Affine::new([m.a, m.b, m.c, m.d, m.e, m.f]);
        let mut context = RenderContext::new(columns, rows);
        let quality = RenderSettings::default();
        render_into(
            drawn,
            &self.cache,
            &self.settings,
            &quality,
            &mut context,
            transform,
        );
        context.flush();
        let mut pixmap = Pixmap::new(columns, rows);
        let on_white = RasterizerSettings {
            target_init: TargetInit::Clear(WHITE),
            ..RasterizerSettings::default()
        };
        context.render_with(&mut pixmap, &mut Resources::default(), on_white);
        // Release memory before the picture is packed.
        drop(context);
        Ok(opaque(&pixmap))
    }
}

fn missing() -> Refusal {
    Refusal::Unreadable("the page cannot be found in the file".into())
}

/// The pixels of a drawn page, which has no transparency.
fn opaque(pixmap: &Pixmap) -> Samples {
    let pixels = pixmap.data();
    let size = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    if pixels.iter().all(|p| p.r == p.g && p.g == p.b) {
        let grey = pixels.iter().map(|p| p.r).collect();
        return Samples::new(png::ColorType::Grayscale, size, grey);
    }
    let rgb = pixels.iter().flat_map(|p| [p.r, p.g, p.b]).collect();
    Samples::new(png::ColorType::Rgb, size, rgb)
}
