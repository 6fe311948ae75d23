//! Reads an image of the document as a picture, with all its pixels and its own mask.

use hayro::hayro_interpret::font::GlyphRun;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps,
    InterpreterCache, InterpreterSettings, LumaData, SoftMask, interpret,
};
use hayro::hayro_syntax::content::TypedIter;
use hayro::kurbo::{Affine, BezPath, Rect};

use super::refusal::Refusal;
use super::samples::Samples;
use pdfa2hocr_core::pdf::{Dict, Document, MaybeRef, Object, ObjectIdentifier, Resources};

/// Maximum nesting depth searched for images in dictionaries: a page has resources, which have images.
const DEEPEST: usize = 4;

/// The pixels of an image object.
pub fn samples(document: &Document, id: ObjectIdentifier) -> Result<Samples, Refusal> {
    let missing = || Refusal::Unreadable("no page and no image of the file uses this image".into());
    let (holder, name) = holder(document, id).ok_or_else(missing)?;
    // The library draws images from resources; here the dictionary that refers to the image replaces them.
    let resources = Resources {
        ext_g_states: Dict::default(),
        fonts: Dict::default(),
        properties: Dict::default(),
        color_spaces: Dict::default(),
        x_objects: holder,
        patterns: Dict::default(),
        shadings: Dict::default(),
    };
    let name: String = name.iter().map(|byte| format!("#{byte:02x}")).collect();
    let content = format!("/{name} Do");
    let mut context = Context::new(
        Affine::IDENTITY,
        Rect::new(0.0, 0.0, 1.0, 1.0),
        &InterpreterCache::new(),
        document.xref(),
        InterpreterSettings::default(),
    );
    let mut catcher = Catcher(None);
    let operators = TypedIter::new(content.as_bytes());
    interpret(operators, &resources, &mut context, &mut catcher);
    catcher.0.ok_or(Refusal::Damaged)
}

/// A dictionary that refers to an object, and its key there.
fn holder(document: &Document, id: ObjectIdentifier) -> Option<(Dict<'_>, Vec<u8>)> {
    document.objects().find_map(|object| {
        let mut todo = vec![match object {
            Object::Dict(dict) => (dict, DEEPEST),
            Object::Stream(stream) => (stream.dict().clone(), DEEPEST),
            _ => return None,
        }];
        while let Some((dict, deepest)) = todo.pop() {
            for (key, value) in dict.entries() {
                match value {
                    MaybeRef::Ref(reference) if ObjectIdentifier::from(reference) == id => {
                        return Some((dict.clone(), key.to_vec()));
                    }
                    MaybeRef::NotRef(Object::Dict(below)) if deepest > 0 => {
                        todo.push((below, deepest - 1));
                    }
                    _ => {}
                }
            }
        }
        None
    })
}

/// A device that stores the image instead of drawing it.
struct Catcher(Option<Samples>);

impl<'a> Device<'a> for Catcher {
    fn draw_image(&mut self, image: Image<'a, '_>, _: ImageDrawProps<'a>) {
        match image {
            Image::Raster(image) => image.with_rgba(
                |data, alpha| self.0 = Some(Samples::of_image(data, alpha)),
                None,
            ),
            Image::Stencil(stencil) => {
                stencil.with_stencil(|mask, _| self.0 = Some(Samples::of_stencil(mask)), None);
            }
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

impl Samples {
    fn of_image(image: ImageData, alpha: Option<LumaData>) -> Self {
        let (width, height) = (image.width(), image.height());
        // A mask with another size than the image is ignored.
        let alpha = alpha.filter(|mask| (mask.width, mask.height) == (width, height));
        let alpha = alpha.map(|mask| mask.data);
        match (image, alpha) {
            (ImageData::Luma(grey), None) => Self::grey(width, height, grey.data),
            (ImageData::Luma(grey), Some(alpha)) => {
                let pairs = grey.data.iter().zip(&alpha);
                let data = pairs.flat_map(|(grey, alpha)| [*grey, *alpha]).collect();
                Self::new(png::ColorType::GrayscaleAlpha, (width, height), data)
            }
            (ImageData::Rgb(rgb), None) => {
                Self::new(png::ColorType::Rgb, (width, height), rgb.data)
            }
            (ImageData::Rgb(rgb), Some(alpha)) => {
                let pixels = rgb.data.as_chunks::<3>().0.iter().zip(&alpha);
                let data = pixels.flat_map(|([r, g, b], alpha)| [*r, *g, *b, *alpha]);
                Self::new(png::ColorType::Rgba, (width, height), data.collect())
            }
        }
    }

    /// The pixels of a stencil: black on white, the inverse of its mask.
    fn of_stencil(mask: LumaData) -> Self {
        let data = mask.data.into_iter().map(|sample| !sample).collect();
        Self::grey(mask.width, mask.height, data)
    }

    fn grey(width: u32, height: u32, data: Vec<u8>) -> Self {
        Self::new(png::ColorType::Grayscale, (width, height), data)
    }
}
