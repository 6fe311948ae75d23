//! Lists the objects that a page draws one by one, without any analysis: characters, painted paths, images,
//! annotations. Coordinates are in page space, unrounded.

use serde::Serialize;

use super::Inspector;
use pdfa2hocr_core::content::watch::{Act, PaintedPath, Watch, image_box};
use pdfa2hocr_core::content::{self, Shown};
use pdfa2hocr_core::diagnostics::{Result, Warnings};
use pdfa2hocr_core::geometry::{Matrix, Point, Rect};
use pdfa2hocr_core::page::{Content, Glyph};
use pdfa2hocr_core::pdf::{
    Array, Dict, Name, Object, ObjectIdentifier, Page, StringObject, items, numbers, text_string,
};

/// Maximum number of paths and images of a page.
const MAX_DRAWN: usize = 200_000;
/// Maximum number of points in the paths of a page.
const MAX_POINTS: usize = 2_000_000;
/// Maximum number of annotations of a page.
const MAX_ANNOTATIONS: usize = 20_000;

/// The drawn objects of a page.
#[derive(Debug, Serialize)]
pub(crate) struct Graphics {
    /// Degrees clockwise.
    rotation: u16,
    width: f32,
    height: f32,
    /// The media box and the crop box, in page space.
    mediabox: Edges,
    cropbox: Edges,
    chars: Vec<Char>,
    paths: Vec<PathFacts>,
    images: Vec<ImageFacts>,
    annots: Vec<Annotation>,
}

/// Left, top, right, bottom.
type Edges = [f32; 4];

#[derive(Debug, Serialize)]
struct Char {
    text: String,
    fontname: String,
    size: f32,
    bbox: Edges,
    advance: f32,
    upright: bool,
    /// Whether it is seen on the page.
    visible: bool,
    mcid: Option<i64>,
    tag: Option<String>,
}

/// A part of a path, from one `m` or `re` to the next.
#[derive(Debug, Serialize)]
struct PathFacts {
    points: Vec<[f32; 2]>,
    closed: bool,
    curved: bool,
    fill: bool,
    stroke: bool,
    linewidth: f64,
}

#[derive(Debug, Serialize)]
struct ImageFacts {
    bbox: Edges,
    /// Width and height in samples, if the file declares them.
    srcsize: Option<[u32; 2]>,
    bits: Option<u32>,
    object: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Annotation {
    subtype: Option<String>,
    bbox: Edges,
    uri: Option<String>,
    title: Option<String>,
    contents: Option<String>,
}

/// Lists the objects of a page (from 0).
///
/// # Errors
///
/// [`Diagnostic::argument`](pdfa2hocr_core::diagnostics::Diagnostic::argument) if the page does not exist.
pub(crate) fn list(inspector: &Inspector, index: u32) -> Result<Graphics> {
    let page = inspector.page(index)?;
    let shown = Shown {
        all_text: true,
        layers: &inspector.layers,
    };
    let mut collector = Collector::default();
    let mut warnings = Warnings::new();
    let (fonts, budget) = (&inspector.fonts, inspector.budget());
    let content = content::watch(&page, fonts, shown, &budget, &mut warnings, &mut collector);
    let (width, height) = page.size();
    let whole = Rect::new(0.0, 0.0, width, height);
    Ok(Graphics {
        rotation: page.rotation(),
        width,
        height,
        mediabox: edges(page.media_box()),
        cropbox: edges(whole),
        chars: content
            .glyphs
            .iter()
            .map(|glyph| char_of(&content, glyph))
            .collect(),
        paths: collector.paths,
        images: collector.images,
        annots: annotations(&page),
    })
}

fn edges(r: Rect) -> Edges {
    [r.x0, r.y0, r.x1, r.y1]
}

fn char_of(content: &Content, glyph: &Glyph) -> Char {
    let run = content.run_of(glyph);
    let font = content.fonts.get(run.font as usize);
    let marked = run.marked.and_then(|at| content.marked.get(at as usize));
    // The cell of pdfminer is as high as the type size, above the descent.
    let bottom = glyph.origin.moved(run.up, run.descent);
    let top = bottom.moved(run.up, run.size);
    let bbox = match run.vertical {
        true => glyph.bbox,
        false => Rect::around([
            bottom,
            top,
            bottom.moved(run.direction, glyph.advance),
            top.moved(run.direction, glyph.advance),
        ]),
    };
    Char {
        text: content.text_of(glyph).to_owned(),
        fontname: font.map(|font| font.name.clone()).unwrap_or_default(),
        size: run.size,
        bbox: edges(bbox),
        advance: glyph.advance,
        upright: is_upright(run.direction, run.up),
        visible: run.visible,
        mcid: marked.and_then(|marked| marked.mcid),
        tag: marked.map(|marked| marked.tag.clone()),
    }
}

/// Whether text is upright or upside down, and not turned by a quarter or mirrored, as pdfminer decides it.
fn is_upright(direction: Point, up: Point) -> bool {
    let near_zero = |value: f32| if value.abs() < 1e-4 { 0.0 } else { value };
    near_zero(direction.x * -up.y) > 0.0 && near_zero(-direction.y * up.x) <= 0.0
}

fn annotations(page: &Page<'_>) -> Vec<Annotation> {
    let list = page.dict().get::<Array<'_>>("Annots");
    let list = list
        .iter()
        .flat_map(|list| items(list))
        .take(MAX_ANNOTATIONS);
    let annotation = |dict: Dict<'_>| {
        let [x0, y0, x1, y1] = numbers::<4>(&dict.get::<Array<'_>>("Rect")?)?;
        let action = dict.get::<Dict<'_>>("A");
        let subtype = dict.get::<Name<'_>>("Subtype");
        Some(Annotation {
            subtype: subtype.map(|name| String::from_utf8_lossy(&name).into_owned()),
            bbox: edges(page.matrix().apply_rect(x0, y0, x1, y1)),
            uri: action.and_then(|action| text(&action, "URI")),
            title: text(&dict, "T"),
            contents: text(&dict, "Contents"),
        })
    };
    let dicts = list.filter_map(Object::into_dict);
    dicts.filter_map(annotation).collect()
}

fn text(dict: &Dict<'_>, key: &str) -> Option<String> {
    let string = dict.get::<StringObject<'_>>(key)?;
    Some(text_string(&string))
}

/// Collects paths and images.
#[derive(Default)]
struct Collector {
    paths: Vec<PathFacts>,
    images: Vec<ImageFacts>,
    points: usize,
}

impl Collector {
    fn add_image(&mut self, matrix: Matrix, dict: &Dict<'_>, object: Option<ObjectIdentifier>) {
        if self.images.len() >= MAX_DRAWN {
            return;
        }
        let number = |long: &str, short: &str| {
            let value = dict.get::<i32>(long).or_else(|| dict.get::<i32>(short));
            value.and_then(|value| u32::try_from(value).ok())
        };
        let size = number("Width", "W").zip(number("Height", "H"));
        self.images.push(ImageFacts {
            bbox: edges(image_box(matrix)),
            srcsize: size.map(|(width, height)| [width, height]),
            bits: number("BitsPerComponent", "BPC"),
            object: object.map(|id| id.obj_number),
        });
    }

    fn add_path(&mut self, path: &PaintedPath<'_>) {
        for subpath in &path.subpaths {
            self.points += subpath.points.len();
            if self.paths.len() >= MAX_DRAWN || self.points > MAX_POINTS {
                return;
            }
            let point = |p: &Point| [p.x, p.y];
            self.paths.push(PathFacts {
                points: subpath.points.iter().map(point).collect(),
                closed: subpath.closed,
                curved: subpath.curved,
                fill: path.fill,
                stroke: path.stroke,
                linewidth: path.line_width,
            });
        }
    }
}

impl Watch for Collector {
    fn act(&mut self, act: Act<'_>) {
        match act {
            Act::Path(path) => self.add_path(&path),
            Act::Image { image, matrix } => {
                self.add_image(matrix, image.dict(), image.dict().obj_id());
            }
            Act::InlineImage { image, matrix } => {
                let dict = image.dict().unwrap_or_default();
                self.add_image(matrix, &dict, None);
            }
            Act::Font(_) | Act::Text { .. } | Act::Place(_) => {}
        }
    }
}
