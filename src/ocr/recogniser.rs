//! Recognises pages of one document.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bitmap::Bitmap;
use super::cache::Cache;
use super::engine::{Content as Kind, Task};
use super::options::{Ocr, OcrMode, Ready};
use super::picture::{Picture, Pictures};
use super::process::Failure;
use super::rules::{self, Rule};
use super::slope::Slope;
use super::turn::Turn;
use super::words::{self, Words};
use super::{figures, languages, text_rows};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Setting, Warnings};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::page::{Content, Image};
use pdfa2hocr_core::pdf::Source;

/// Limits for trying another orientation of a picture.
struct Trials {
    /// Mean confidence in percent from which a result is certain to be upright. That of text read upside down is below
    /// 40.
    certain: f32,
    /// Least number of letters of a certain result.
    min_letters: usize,
}

const TRIALS: Trials = Trials {
    certain: 60.0,
    min_letters: 20,
};

/// Limits for pictures on pages that have text.
struct PartLimits {
    /// Least width and height, in points.
    min_side: f32,
    /// Most pictures of a page.
    max_count: usize,
    /// Largest share of a picture that the page's own words may cover.
    max_covered: f32,
    /// Least resolution in pixels per inch: letters of coarser pictures cannot be read.
    min_dpi: f32,
    /// Least resolution in pixels per inch at which a picture's own pixels are recognised. Coarser ones are drawn at a
    /// higher resolution.
    own_dpi: f32,
    /// Least share of the page from which a picture is recognised as a page, with columns.
    page: f32,
    /// Least mean confidence in percent. Textures and photographs that look like text have less.
    min_confidence: f32,
}

const PART: PartLimits = PartLimits {
    min_side: 36.0,
    max_count: 20,
    max_covered: 0.02,
    min_dpi: 60.0,
    own_dpi: 150.0,
    page: 0.4,
    min_confidence: 60.0,
};

/// Recognises pages of a document.
pub(crate) struct Recogniser {
    ready: Arc<Ready>,
    languages: Vec<String>,
    pictures: Pictures,
    limits: Limits,
    /// Whether the warning about the cache was given.
    is_cache_reported: AtomicBool,
}

/// A picture that the engine has read, and how it was turned.
struct Upright {
    picture: Bitmap,
    words: Words,
    /// The sum of the confidences of its letters.
    score: f32,
    rules: Vec<Rule>,
    /// Quarters by which it was turned clockwise.
    quarter: u8,
}

/// A recognised page: its content in upright space, and the way back to the page.
pub(crate) struct Recognised {
    pub(crate) content: Content,
    /// `None` if the content is in page space.
    pub(crate) turn: Option<Turn>,
}

impl Recogniser {
    /// Prepares for a document in the language of this tag. Returns a warning if the language is assumed.
    pub(crate) fn new(
        ocr: &Ocr,
        source: &Source,
        password: &str,
        language: Option<&str>,
        (threads, limits): (usize, Limits),
    ) -> (Self, Option<Diagnostic>) {
        let ready = Arc::clone(&ocr.0);
        let (languages, is_assumed) = match (&ready.languages, ready.engine.installed()) {
            (Some(own), _) => (own.clone(), false),
            (None, Some(installed)) => languages::choose(language, installed),
            (None, None) => (Vec::new(), false),
        };
        let warning = is_assumed.then(|| {
            let why = match language {
                Some(tag) => {
                    format!("the document's language ({tag}) has no model that is installed")
                }
                None => "the document does not state its language".to_owned(),
            };
            let languages = languages.join("+");
            Diagnostic::new(
                DiagnosticKind::NeedsOcr,
                format!("{why}; its text is recognised with {languages}"),
            )
            .about(Setting::OcrLanguages)
        });
        let program = ready.options.program.as_deref();
        let pictures = Pictures::new(source, password, program, threads);
        let own = Self {
            ready,
            languages,
            pictures,
            limits,
            is_cache_reported: AtomicBool::new(false),
        };
        (own, warning)
    }

    /// The pages that are recognised.
    pub(crate) fn mode(&self) -> OcrMode {
        self.ready.options.mode
    }

    /// Whether unusable text is replaced.
    pub(crate) fn replaces_bad(&self) -> bool {
        self.ready.options.replace_bad
    }

    /// The engine with its version and its languages: `tesseract 5.3.0 (deu+eng)`.
    pub(crate) fn system(&self) -> String {
        let name = self.ready.engine.name();
        match self.languages.as_slice() {
            [] => name.to_owned(),
            languages => format!("{name} ({})", languages.join("+")),
        }
    }

    /// Recognises a page, whose own text is ignored. `scan` is the image that the page consists of, if it does, with its
    /// resolution. Returns `None` with a warning if that fails.
    pub(crate) fn page(
        &self,
        index: u32,
        content: &Content,
        scan: Option<(&Image, f32)>,
        warnings: &mut Warnings,
    ) -> Option<Recognised> {
        let read = self
            .pictures
            .page(index, content, scan)
            .map_err(|why| format!("the page cannot be drawn: {why}").into())
            .and_then(|picture| self.picture(&picture, content, warnings));
        read.map_err(|why| warnings.push(self.failed(&why))).ok()
    }

    fn picture(
        &self,
        picture: &Picture,
        content: &Content,
        warnings: &mut Warnings,
    ) -> Result<Recognised, Failure> {
        let threshold = picture.bitmap.threshold();
        let slope = Slope::of(&picture.bitmap, threshold);
        let size = (picture.bitmap.width, picture.bitmap.height);
        let mut best = None;
        let quarters = if slope.is_down { [3, 1, 0] } else { [0, 2, 0] };
        let tries = if slope.is_down { 3 } else { 2 };
        for quarter in quarters.into_iter().take(tries) {
            let is_level = quarter % 2 == u8::from(slope.is_down);
            let mut upright = picture.bitmap.turned(quarter);
            if is_level && slope.angle != 0.0 {
                upright = upright.rotated(-slope.angle);
            }
            let rules = rules::find(&upright, threshold, picture.dpi / 72.0);
            let upright = rules::erased(&upright, threshold, &rules);
            let words = match self.read(&upright, picture.dpi, Kind::Page, warnings) {
                // The text of the other orientation is kept.
                Err(_) if best.is_some() => break,
                words => words?,
            };
            let (letters, confidence) = words.confidence();
            let score = letters as f32 * confidence;
            let is_better = |other: &Upright| score > other.score;
            if best.as_ref().is_none_or(is_better) {
                best = Some(Upright {
                    picture: upright,
                    words,
                    score,
                    rules,
                    quarter,
                });
            }
            let is_certain = confidence >= TRIALS.certain && letters >= TRIALS.min_letters;
            // A blank page is blank in any orientation.
            if is_certain || letters == 0 && !slope.is_down {
                break;
            }
        }
        let Upright {
            picture: upright,
            mut words,
            rules,
            quarter,
            ..
        } = best.ok_or_else(|| "the page has no picture".to_owned())?;
        let is_level = quarter % 2 == u8::from(slope.is_down);
        let angle = if is_level { slope.angle } else { 0.0 };
        let turn = Turn::new(size, picture.area, quarter, angle);
        let scale = picture.dpi / 72.0;
        let figures = figures::find(&upright, threshold, (&words.boxes(), &rules), scale);
        words.mark_bold(&upright, threshold);
        let mut edges = rules::edges(&upright, &words.boxes(), scale);
        // Those in photographs are not borders of text.
        let in_figure = |edge: &Rule| {
            figures
                .iter()
                .any(|figure| figure.contains(edge.bbox().centre()))
        };
        edges.retain(|edge| !in_figure(edge));
        let rules = [rules, edges].concat();
        let mut recognised = words.into_content(&rules, &turn);
        let own = content.images.iter().map(|image| Image {
            bbox: turn.enter(image.bbox),
            ..image.clone()
        });
        let figures = figures.into_iter();
        let figures = figures.map(|figure| Image::at(turn.upright(figure)));
        recognised.images = own.chain(figures).collect();
        if !turn.is_turned {
            turn.move_content(&mut recognised);
            (recognised.width, recognised.height) = (content.width, content.height);
        }
        Ok(Recognised {
            content: recognised,
            turn: turn.is_turned.then_some(turn),
        })
    }

    /// Recognises the pictures of a page that has text, and returns their words in page space. Pictures that the page's
    /// own words cover, and those without rows of letters, are omitted.
    pub(crate) fn parts(
        &self,
        index: u32,
        content: &Content,
        warnings: &mut Warnings,
    ) -> Vec<Content> {
        // The picture of the page, drawn if one of the parts needs it.
        let mut page = None;
        let mut read = Vec::new();
        for image in parts(content) {
            let picture = match self.pictures.image(image, PART.own_dpi) {
                Some(picture) => Some(picture),
                None => {
                    let drawn =
                        page.get_or_insert_with(|| self.pictures.page(index, content, None));
                    match drawn {
                        Ok(page) => page.part(image.bbox),
                        Err(why) => {
                            let why = format!("the page cannot be drawn: {why}").into();
                            warnings.push(self.failed(&why));
                            return read;
                        }
                    }
                }
            };
            let share = image.bbox.area() / (content.width * content.height).max(1.0);
            let kind = if share >= PART.page {
                Kind::Page
            } else {
                Kind::Part
            };
            match picture.map(|picture| self.part(picture, kind, warnings)) {
                Some(Ok(Some(part))) => read.push(part),
                Some(Err(why)) => warnings.push(self.failed(&why)),
                Some(Ok(None)) | None => {}
            }
        }
        read
    }

    /// Recognises a picture on a page, if it contains rows of letters.
    fn part(
        &self,
        picture: Picture,
        kind: Kind,
        warnings: &mut Warnings,
    ) -> Result<Option<Content>, Failure> {
        let scale = picture.dpi / 72.0;
        let Some(bitmap) = text_rows::readable(picture.bitmap, scale) else {
            return Ok(None);
        };
        let threshold = bitmap.threshold();
        let rules = rules::find(&bitmap, threshold, scale);
        let bitmap = rules::erased(&bitmap, threshold, &rules);
        let mut words = self.read(&bitmap, picture.dpi, kind, warnings)?;
        if words.confidence().1 < PART.min_confidence {
            return Ok(None);
        }
        let turn = Turn::new((bitmap.width, bitmap.height), picture.area, 0, 0.0);
        words.mark_bold(&bitmap, threshold);
        let rules = [rules, rules::edges(&bitmap, &words.boxes(), scale)].concat();
        let mut content = words.into_content(&rules, &turn);
        turn.move_content(&mut content);
        Ok(Some(content))
    }

    /// Recognises a picture, or takes its text from the cache.
    fn read(
        &self,
        picture: &Bitmap,
        dpi: f32,
        content: Kind,
        warnings: &mut Warnings,
    ) -> Result<Words, Failure> {
        let png = picture.encode(dpi)?;
        let identity = self.ready.engine.identity();
        let languages = self.languages.join("+");
        let kind: &[u8] = match content {
            Kind::Page => b"page",
            Kind::Part => b"part",
        };
        let cache = self.ready.cache.as_ref();
        let facts = [&png, identity.as_bytes(), languages.as_bytes(), kind];
        let cache = cache.map(|cache| (cache, Cache::key(facts)));
        let kept = cache.as_ref().and_then(|(cache, key)| cache.get(key));
        if let Some(output) = kept
            && let Ok(words) = words::read(output, dpi, &self.limits)
        {
            return Ok(words);
        }
        let task = Task {
            png,
            dpi,
            content,
            languages: &self.languages,
            limit: self.ready.options.time_limit,
        };
        let output = self.ready.engine.recognise(task)?;
        if let Some((cache, key)) = cache
            && let Err(error) = cache.put(&key, &output)
            && !self.is_cache_reported.swap(true, Ordering::Relaxed)
        {
            let why = pdfa2hocr_core::diagnostics::io_reason(&error);
            let message =
                format!("the recognised text cannot be kept for later conversions: {why}");
            let warning = Diagnostic::new(DiagnosticKind::NeedsOcr, message);
            warnings.push(warning.about(Setting::OcrCache));
        }
        Ok(words::read(output, dpi, &self.limits)?)
    }

    /// The warning that a page, or a picture on it, has no recognised text.
    fn failed(&self, why: &Failure) -> Diagnostic {
        let name = self.ready.engine.name();
        let message = format!("the text is not recognised by {name}: {why}");
        let warning = Diagnostic::new(DiagnosticKind::Ocr, message);
        match why {
            Failure::Time => warning.about(Setting::OcrTimeLimit),
            _ => warning,
        }
    }
}

/// The images of a page that the page's own words do not cover.
fn parts(content: &Content) -> Vec<&Image> {
    let page = Rect::new(0.0, 0.0, content.width, content.height);
    let mut parts: Vec<&Image> = Vec::new();
    for image in &content.images {
        let bbox = image.bbox.intersection(page);
        let dpi = image.samples.0 as f32 / image.bbox.width().max(1.0) * 72.0;
        let is_large = bbox.width() >= PART.min_side && bbox.height() >= PART.min_side;
        let overlaps = |part: &&Image| part.bbox.intersection(bbox).area() > 0.0;
        let is_new = || !parts.iter().any(overlaps);
        if is_large && dpi >= PART.min_dpi && parts.len() < PART.max_count && is_new() {
            parts.push(image);
        }
    }
    parts.retain(|part| {
        let covered = content.glyphs.iter().filter(|glyph| !glyph.space);
        let covered: f32 = covered
            .map(|glyph| glyph.bbox.intersection(part.bbox).area())
            .sum();
        covered <= PART.max_covered * part.bbox.area()
    });
    parts
}
