//! A page to a picture.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use super::protocol::Request;
use super::refusal::Refusal;
use super::size::pixels;
use crate::pdf::Document;

/// What draws the pages of a document. Its cache of glyphs and images never shrinks.
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

    /// The page as a PNG file.
    pub(super) fn draw(&self, request: Request) -> Result<Vec<u8>, Refusal> {
        let missing = || Refusal::Unreadable("the page cannot be found in the file".into());
        let page = self.document.page(request.page).ok_or_else(missing)?;
        let drawn = self
            .document
            .page_to_draw(request.page)
            .ok_or_else(missing)?;
        let (width, height) = page.size();
        let (columns, rows) = pixels((width, height), request.scale);
        // hayro's own transform does not know of /UserUnit.
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
        // What it took is given back before the picture is packed.
        drop(context);
        png(&pixmap).map_err(|_| Refusal::Damaged)
    }
}

/// Packs a picture. On this computer, time matters more than size.
fn png(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let pixels = pixmap.data();
    let grey = pixels.iter().all(|p| p.r == p.g && p.g == p.b);
    let (colours, samples): (_, Vec<u8>) = match grey {
        true => (
            png::ColorType::Grayscale,
            pixels.iter().map(|p| p.r).collect(),
        ),
        false => (
            png::ColorType::Rgb,
            pixels.iter().flat_map(|p| [p.r, p.g, p.b]).collect(),
        ),
    };
    let mut file = Vec::new();
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&samples)?;
    writer.finish()?;
    Ok(file)
}
