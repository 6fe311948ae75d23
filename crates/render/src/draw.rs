//! Draws pages, images and glyphs as pictures.

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

/// Resolution of a sheet of glyphs, in pixels per point.
const GLYPHS: f32 = 2.0;

/// Draws the pages of a document. Its cache of glyphs and images never shrinks.
pub(super) struct Painter<'a> {
    document: &'a Document,
    cache: RenderCache<'a>,
    settings: InterpreterSettings,
}

impl<'a> Painter<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            document,
            cache: RenderCache::new(),
            settings: InterpreterSettings::default(),
        }
    }

    /// Draws a picture as a PNG file; a page for storage may be a JPEG.
    pub fn draw(&self, wanted: Wanted) -> Result<Vec<u8>, Refusal> {
        let samples = match wanted {
            Wanted::Page { page, .. } => self.page(page, wanted.scale())?,
            Wanted::KeptPage { page, .. } => return packed(&self.page(page, wanted.scale())?),
            Wanted::JpegPage { page, .. } => return as_jpeg(&self.page(page, wanted.scale())?),
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
        let missing = || Refusal::Unreadable("the page cannot be found in the file".into());
        let page = self.document.page(index).ok_or_else(missing)?;
        let drawn = self.document.page_to_draw(index).ok_or_else(missing)?;
        let (width, height) = page.size();
        let (columns, rows) = pixels((width, height), scale);
        // hayro's own transform ignores /UserUnit.
        let m = page.matrix();
        let transform = Affine::scale_non_uniform(
            f64::from(columns) / f64::from(width),
            f64::from(rows) / f64::from(height),
        ) * Affine::new([m.a, m.b, m.c, m.d, m.e, m.f]);
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
