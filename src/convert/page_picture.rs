//! The picture of a page in a PDF that is written: the file of its scan, the image of a page in a PDF of scans, or
//! the content of an existing page.

use std::sync::Arc;

use super::frame;
use super::input::Input;
use pdfa2hocr_core::blocks::{Page, Word};
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warnings};
use pdfa2hocr_core::font::Fonts;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::page::{Content, Embedded, OriginalFile, OriginalPage, PageScan, ScanFile};
use pdfa2hocr_core::pdf::{self, Object, ObjectIdentifier, OptionalContent, Source};
use pdfa2hocr_core::{content, image, original};

use super::pipeline::Pipeline;
use pdfa2hocr_core::write::PdfImages;
#[cfg(feature = "render")]
use pdfa2hocr_render::{Drawer, Original, SCAN_IMAGE, Wanted};

/// Largest difference between the proportions of an image and those of its page that rounding explains.
const SAME_RATIO: f32 = 0.02;

impl Pipeline {
    /// The file that is written again, if the input is a PDF.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] if it must not be changed, or has tags that are not to be replaced, or if only some
    /// of its pages are chosen.
    pub(super) fn original_file(&self) -> Result<Option<OriginalFile>> {
        let Input::Pdf(pdf) = &self.input else {
            return Ok(None);
        };
        if self.pages.len() != pdf.page_count() {
            let why = "a PDF is tagged with all its pages";
            return Err(Diagnostic::argument(why).about(Setting::Pages));
        }
        let is_tagged = pdf
            .catalog()
            .is_some_and(|catalog| catalog.contains_key("StructTreeRoot"));
        if is_tagged && !self.options.write.replace_tags {
            let why = "the PDF has tags already; \"pdfa2hocr tags\" checks them";
            return Err(Diagnostic::argument(why).about(Setting::ReplaceTags));
        }
        original::file(pdf).map(Some)
    }

    /// Adds the picture of a page for a PDF: its scan, or the content of an existing page. A page without one has a
    /// warning.
    pub(super) fn add_picture(&self, page: &mut Page, budget: &Budget) {
        let added = match &self.input {
            Input::Ocr(_) if self.options.write.pdf_images == PdfImages::None => Ok(()),
            Input::Ocr(ocr) => ocr
                .scan(page.index(), self.options.scan_dir.as_deref())
                .and_then(|file| of_file(&file, self.options.write.pdf_images, budget))
                .map(|scan| page.scan = Some(Arc::new(scan)))
                .map_err(|why| format!("its image is not in the PDF: {why}")),
            Input::Pdf(pdf) => self
                .original_page(pdf, page.index())
                .map(|original| page.original = Some(Arc::new(original)))
                .ok_or_else(|| "it cannot be written again, and has no tags".to_owned()),
            Input::Pdfminer(_) => Ok(()),
        };
        let is_recognised = matches!(self.input, Input::Ocr(_));
        let misfits = is_recognised.then(|| misfits(page)).into_iter().flatten();
        for message in added.err().into_iter().chain(misfits) {
            let warning = Diagnostic::new(DiagnosticKind::Image, message);
            page.warnings.push(warning);
        }
    }

    fn original_page(&self, pdf: &pdf::Document, index: u32) -> Option<OriginalPage> {
        // Each page has the budget of a document of one page: a part of it must not be lost.
        let limits = self.options.limits;
        let budget = Budget::new(limits, limits.of_document(self.bytes, 1));
        original::page(pdf, &pdf.page(index)?, &self.fonts, self.shown(), &budget)
    }
}

/// Lists the faults of a recognised page: an image with other proportions, and words that are not on it.
fn misfits(page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    let (width, height) = (page.width(), page.height());
    if let Some(scan) = &page.scan {
        let (across, down) = (scan.image.width, scan.image.height);
        let ratio = (across as f32 * height) / (down as f32 * width).max(1.0);
        if (ratio - 1.0).abs() > SAME_RATIO {
            found.push(format!(
                "its image ({across} by {down} pixels) has other proportions than the page, so text may be beside its place"
            ));
        }
    }
    let area = Rect::new(0.0, 0.0, width, height);
    let is_outside = |word: &Word<'_>| word.bbox().intersection(area).is_empty();
    let outside = page.words().filter(is_outside).count();
    if outside > 0 {
        let words = counted(outside, "word");
        found.push(format!(
            "{words} outside the page cannot be seen in the PDF"
        ));
    }
    found
}

/// The image of a file. Its data is kept, if a PDF can contain it, and otherwise decoded by another process.
fn of_file(
    file: &ScanFile,
    wanted: PdfImages,
    budget: &Budget,
) -> std::result::Result<PageScan, String> {
    let source = Source::map(&file.path).map_err(|error| error.message)?;
    let bytes = source.bytes();
    if bytes.starts_with(b"%PDF") {
        return of_pdf(&source, file, budget);
    }
    let image = match image::embed(bytes, file.frame) {
        Some(image) => owned(image),
        None => decoded(file)?,
    };
    let (width, height) = match file.pixel {
        Some((x, y)) => (image.width as f32 * x, image.height as f32 * y),
        None => file.size,
    };
    let image = match smaller(&image, width, wanted) {
        Some(drawing) => drawn(
            &ScanFile {
                size: (width, height),
                pixel: None,
                ..file.clone()
            },
            drawing,
        )?,
        None => image,
    };
    Ok(PageScan {
        image,
        area: Rect::new(0.0, 0.0, width, height),
    })
}

/// The image of a page in a PDF of scans.
fn of_pdf(
    source: &Source,
    file: &ScanFile,
    budget: &Budget,
) -> std::result::Result<PageScan, String> {
    let (pdf, _) = pdf::Document::open(source, "").map_err(|error| error.message)?;
    let page = pdf
        .page(file.frame)
        .ok_or("its page is not in the PDF of scans")?;
    let fonts = Fonts::new(Budget::new(Limits::default(), source.bytes().len()));
    let layers = OptionalContent::read(&pdf);
    let shown = content::Shown {
        all_text: true,
        layers: &layers,
    };
    let content = content::read(&page, &fonts, shown, budget, &mut Warnings::new());
    let scan = of_content(&pdf, &content, budget)?;
    let scan = scan.ok_or("its page in the PDF of scans is not one image")?;
    // The page may have another size there.
    let (across, down) = (
        file.size.0 / content.width.max(1.0),
        file.size.1 / content.height.max(1.0),
    );
    let area = scan.area;
    Ok(PageScan {
        area: Rect::new(
            area.x0 * across,
            area.y0 * down,
            area.x1 * across,
            area.y1 * down,
        ),
        ..scan
    })
}

/// The image of which a page consists, if it is one.
fn of_content(
    pdf: &pdf::Document,
    content: &Content,
    budget: &Budget,
) -> std::result::Result<Option<PageScan>, String> {
    let Some((scan, _)) = frame::scan(content) else {
        return Ok(None);
    };
    if content.images.len() > 1 {
        return Err("the page is put together from several images".to_owned());
    }
    if !scan.upright {
        return Err("it is turned on the page".to_owned());
    }
    let number = scan.object.ok_or("it is in the page's content")?;
    let Some(Object::Stream(stream)) = pdf.object(ObjectIdentifier::new(number, 0)) else {
        return Err("its object cannot be found".to_owned());
    };
    let file = image::file(&stream, budget, &mut Warnings::new()).map_err(|why| why.message)?;
    let image = image::embed(&file.data, 0).ok_or("no PDF can contain its data as it is")?;
    Ok(Some(PageScan {
        image: owned(image),
        area: scan.bbox,
    }))
}

fn owned(image: Embedded<'_>) -> Embedded<'static> {
    Embedded {
        data: image.data.into_owned().into(),
        ..image
    }
}

/// The picture that replaces an image of this width in points, if it is to be smaller.
#[cfg(feature = "render")]
fn smaller(image: &Embedded<'_>, width: f32, wanted: PdfImages) -> Option<Wanted> {
    let own = image.width as f32 / width.max(1.0);
    match wanted {
        PdfImages::Dpi(dpi) if own > dpi / 72.0 => Some(Wanted::kept_page(0, dpi / 72.0)),
        PdfImages::Jpeg(quality) => Some(Wanted::jpeg_of_quality(0, own, quality)),
        _ => None,
    }
}

/// A picture of a file, drawn by another process.
#[cfg(feature = "render")]
fn drawn(file: &ScanFile, wanted: Wanted) -> std::result::Result<Embedded<'static>, String> {
    let found = file.clone();
    let original = Original::Scans(Box::new(move |_| Ok(found.clone())));
    let picture = Drawer::with_processes(original, 0, 1).draw(wanted);
    let picture = picture.map_err(|why| why.to_string())?;
    let image = image::embed(&picture, 0).ok_or("its pixels cannot be read")?;
    Ok(owned(image))
}

/// The pixels of a file whose data a PDF cannot contain.
#[cfg(feature = "render")]
fn decoded(file: &ScanFile) -> std::result::Result<Embedded<'static>, String> {
    let image = drawn(file, Wanted::image(SCAN_IMAGE))?;
    Ok(owned(image::recompressed(image)))
}

#[cfg(not(feature = "render"))]
fn decoded(_: &ScanFile) -> std::result::Result<Embedded<'static>, String> {
    Err("its format needs a build with the feature \"render\"".to_owned())
}

#[cfg(not(feature = "render"))]
fn smaller(_: &Embedded<'_>, _: f32, _: PdfImages) -> Option<std::convert::Infallible> {
    None
}

#[cfg(not(feature = "render"))]
fn drawn(
    _: &ScanFile,
    never: std::convert::Infallible,
) -> std::result::Result<Embedded<'static>, String> {
    match never {}
}
