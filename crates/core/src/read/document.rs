//! Files of recognised text as one document. Each page is read by itself when it is requested, so that memory
//! does not grow with the number of pages.

use std::ops::Range;
use std::path::Path;

use super::file::{File, Shared};
use super::format::Format;
#[cfg(feature = "html")]
use super::hocr;
use super::image_header::Resolution;
use super::markup::xml::Piece;
use super::named_images::{NamedImages, Reference};
use super::ocr::{self, Room, Sheet, Unit};
use super::opening::Opening;
use super::{alto, beside, finereader, logical, page, tei, tsv};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warnings};
use crate::limits::Limits;
use crate::page::{Division, DocumentInfo, Own, Page};
use crate::pdf::Source;

/// Bytes at the beginning of a file that are searched for the name of the program that wrote it.
const HEAD: usize = 64 << 10;
/// Bytes of memory that pages being read may need, in addition to [`MEMORY_PER_BYTE`].
const MEMORY: usize = 50 << 20;
/// Bytes of memory that pages being read may need for each byte of the document's files.
const MEMORY_PER_BYTE: usize = 4;
/// Maximum number of queued pages per thread.
const PAGES_PER_THREAD: usize = 4;

/// A document of recognised text, from one file or several.
pub struct OcrDocument {
    files: Vec<File>,
    /// For each page, the index of its file and its byte range in it.
    pages: Vec<(usize, Range<usize>)>,
    /// Pixels per inch for files that do not give a resolution.
    dpi: Option<f32>,
}

impl OcrDocument {
    /// Whether the source is a file of recognised text, or a folder with one.
    pub fn recognises(source: &Source) -> bool {
        let is_text = |source: &Source| Format::of(source.bytes()).is_some();
        is_text(source) || source.files().iter().any(is_text)
    }

    /// Whether another program wrote the file, as far as the format records that.
    pub fn is_of_others(source: &Source) -> bool {
        let head = source.bytes().get(..source.bytes().len().min(HEAD));
        let ours = memchr::memmem::find(head.unwrap_or_default(), b"pdfa2hocr").is_some();
        !ours && !matches!(Format::of(source.bytes()), None | Some(Format::Tsv))
    }

    /// Opens a document and finds its pages. `dpi` is the resolution in pixels per inch for files without
    /// one. `group` is the name of the group of files that is read if the source is METS.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Structure`] when there are no pages, [`DiagnosticKind::Limit`] when the file is too
    /// large, [`DiagnosticKind::Argument`] when METS has no such group.
    pub fn open(
        source: &Source,
        dpi: Option<f32>,
        group: Option<&str>,
        limits: &Limits,
    ) -> Result<(Self, Warnings)> {
        let mut opening = Opening::new(limits, group);
        match source.files() {
            [] => opening.add(source)?,
            files => opening.add_all(files)?,
        }
        opening.report_limits();
        if let Some(unknown) = opening.unknown.warning() {
            opening.warnings.push(unknown);
        }
        let (pages, mut warnings) = (opening.pages, opening.warnings);
        if pages.is_empty() {
            let of_file = warnings.iter().find(|w| w.kind == DiagnosticKind::Mended);
            let why = of_file.map_or("the file has no pages", |why| &why.message);
            return Err(Diagnostic::structure(why));
        }
        let files = opening.files;
        let mut document = Self { files, pages, dpi };
        document.settle_resolution(limits, &mut warnings);
        Ok((document, warnings))
    }

    /// Sets the resolution if neither the first page nor the user gives it: estimated from letter sizes, else
    /// the default.
    fn settle_resolution(&mut self, limits: &Limits, warnings: &mut Warnings) {
        let first = self.sheet(0, limits, &mut Warnings::new());
        let Some(first) = first.filter(|first| first.dpi.is_none() && self.dpi.is_none()) else {
            return;
        };
        let shown = ocr::shown_resolution(&first);
        let dpi = shown.unwrap_or(ocr::ASSUMED_DPI);
        self.dpi = Some(dpi);
        let by = shown.map_or("", |_| ", by the sizes of its letters");
        let why = match first.unit {
            Unit::Pixel => {
                format!("the file does not say how many pixels an inch has; {dpi} are assumed{by}")
            }
            Unit::PerInch(_) => format!(
                "the file counts in lengths and does not say how many pixels its image has; {dpi} an inch \
                 are assumed"
            ),
        };
        warnings.push(Diagnostic::new(DiagnosticKind::Page, why).about(Setting::InputDpi));
    }

    /// The number of threads that may read pages at a time, at most `most`. It is reduced until their pages
    /// fit into the document's memory budget.
    pub fn threads(&self, most: usize) -> usize {
        let size = |file: &File| file.source.bytes().len();
        let all: usize = self.files.iter().map(size).sum();
        let page = |(file, page): &(usize, Range<usize>)| {
            // Measured bytes of memory for each byte of a page. TSV needs most, because its rows are short.
            let factor = match self.files.get(*file).map(|file| &file.shared) {
                Some(Shared::Tsv(_)) => 20,
                _ => 12,
            };
            page.len().saturating_mul(factor)
        };
        let largest = self.pages.iter().map(page).max().unwrap_or_default();
        let memory = all.saturating_mul(MEMORY_PER_BYTE).saturating_add(MEMORY);
        let by_thread = largest.saturating_mul(PAGES_PER_THREAD);
        memory
            .checked_div(by_thread)
            .map_or(most, |threads| threads.clamp(1, most.max(1)))
    }

    /// The number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The document's metadata, from its first file.
    pub fn info(&self) -> DocumentInfo {
        let first = self.files.first();
        let info = first.map(|file| file.head.info.clone());
        DocumentInfo {
            divisions: self.divisions().collect(),
            ..info.unwrap_or_default()
        }
    }

    /// The name of the mapping that suits the pages: `layout` or `tagged`.
    pub fn mapping(&self) -> &'static str {
        let analysed = self.files.first().is_some_and(|file| file.head.analysed);
        if analysed { "layout" } else { "tagged" }
    }

    /// Whether this program wrote all files, so that their text needs no further analysis.
    pub fn is_ours(&self) -> bool {
        self.files.iter().all(|file| file.head.ours)
    }

    /// The labelled divisions of the logical structure, in order.
    fn divisions(&self) -> impl Iterator<Item = Division> {
        let mut last = None;
        let pages = self.pages.iter().enumerate();
        let first = pages.filter(move |(_, (file, _))| last.replace(*file) != Some(*file));
        first.flat_map(|(page, (file, _))| {
            let headings = self.files.get(*file).map(|file| file.headings.as_slice());
            let page = u32::try_from(page).unwrap_or(u32::MAX);
            let headings = headings.unwrap_or_default().iter();
            headings.map(move |heading| Division {
                level: heading.level,
                label: heading.label.clone(),
                page,
            })
        })
    }

    /// The format of its first file.
    pub fn format_name(&self) -> &'static str {
        match self.files.first().map(|file| &file.shared) {
            #[cfg(feature = "html")]
            Some(Shared::Hocr) => "hocr",
            Some(Shared::Alto(_)) => "alto",
            Some(Shared::Page) => "page",
            Some(Shared::FineReader(_)) => "finereader",
            Some(Shared::Tei(_)) => "tei",
            Some(Shared::Tsv(_)) => "tsv",
            None => "mets",
        }
    }

    /// Width and height of a page, counted from 0, in points.
    pub fn size(&self, index: u32) -> Option<(f32, f32)> {
        let limits = Limits::default();
        let page = self.page(index, &limits, &mut Warnings::new())?;
        Some((page.content.width, page.content.height))
    }

    /// Reads a page, counted from 0, as the file describes it.
    pub fn page(&self, index: u32, limits: &Limits, warnings: &mut Warnings) -> Option<Page> {
        let sheet = self.sheet(index, limits, warnings)?;
        Some(ocr::build(sheet, index, self.dpi, limits, warnings))
    }

    /// The image of a page, counted from 0, as files name it.
    pub(super) fn named_images(&self, index: u32) -> NamedImages {
        let (mut warnings, limits) = (Warnings::new(), Limits::default());
        let sheet = self.sheet(index, &limits, &mut warnings);
        let (Some(sheet), Some((number, _))) = (sheet, self.pages.get(index as usize)) else {
            return NamedImages::default();
        };
        let Some(file) = self.files.get(*number) else {
            return NamedImages::default();
        };
        let listed = file.images.iter().map(|listed| &listed.base);
        let bases = std::iter::once(Path::new(file.source.name()));
        let bases = bases.chain(listed.take(1).map(AsRef::as_ref));
        let bases = bases.filter(|base| !base.as_os_str().is_empty());
        let own = sheet.image.iter().filter(|name| !name.trim().is_empty());
        // Some programs name it relative to the folder of the METS file.
        let own = own.flat_map(|name| {
            bases.clone().map(|base| Reference {
                base: base.to_owned(),
                name: name.clone(),
            })
        });
        let references = own.chain(file.images.iter().cloned()).collect();
        let first = self.pages.iter().position(|(file, _)| file == number);
        let frame = first.and_then(|first| u32::try_from(index as usize - first).ok());
        let frame = sheet.index.or(frame).unwrap_or(0);
        let is_sized = sheet.width.is_some() && sheet.height.is_some() || sheet.unit != Unit::Pixel;
        let is_shared = matches!(file.shared, Shared::Alto(_));
        let page = ocr::build(sheet, index, self.dpi, &limits, &mut warnings);
        let raster = page.content.raster.as_ref().filter(|_| !is_sized);
        NamedImages {
            references,
            is_shared,
            frame,
            size: (page.content.width, page.content.height),
            pixel: raster.map(|raster| (72.0 / raster.dpi_x, 72.0 / raster.dpi_y)),
        }
    }

    /// Offset of the first page of a file.
    fn first_page(&self, file: usize) -> usize {
        let at = self.pages.partition_point(|(other, _)| *other < file);
        self.pages.get(at).map_or(0, |(_, range)| range.start)
    }

    fn sheet(&self, index: u32, limits: &Limits, warnings: &mut Warnings) -> Option<Sheet> {
        let room = Room::new(limits);
        let (number, range) = self.pages.get(index as usize)?;
        let file = self.files.get(*number)?;
        let bytes = file.source.bytes().get(range.clone())?;
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let piece = Piece {
            text,
            offset: range.start,
            is_cut: file.is_cut && range.end == file.source.bytes().len(),
        };
        let mut sheet = match &file.shared {
            #[cfg(feature = "html")]
            Shared::Hocr => hocr::sheet(text, file.head.ours, room),
            Shared::Alto(head) => alto::sheet(piece, head, room, warnings),
            Shared::Page => page::sheet(piece, room, warnings),
            Shared::FineReader(head) => finereader::sheet(piece, head, room, warnings),
            Shared::Tei(head) => {
                let whole = std::str::from_utf8(file.source.bytes()).unwrap_or_default();
                tei::sheet(whole, piece, head, room, warnings)
            }
            Shared::Tsv(columns) => tsv::sheet(text, columns, &room),
        };
        // The facts that METS states are about the first page of a file.
        if range.start == self.first_page(*number) {
            logical::mark(&mut sheet.parts, &file.headings, file.head.ours);
            let has_label = sheet.attributes.iter().any(|a| a.name == Own::Label.into());
            let label = file.label.as_ref().filter(|_| !has_label);
            sheet.set(Own::Label, label);
        }
        sheet.dpi = sheet.dpi.or_else(|| of_image(file.source.name(), &sheet));
        Some(sheet)
    }
}

/// The resolution in pixels per inch from the header of the page's image, if that file exists. The factor of
/// a scaled page is applied.
fn of_image(base: &str, sheet: &Sheet) -> Option<(f32, f32)> {
    let image = sheet.image.as_deref().filter(|_| !base.is_empty())?;
    let path = beside::find(Path::new(base), image).ok()?;
    let Resolution { dpi: (x, y), width } = Resolution::of(Source::map(&path).ok()?.bytes())?;
    let scaled = match (sheet.unit, sheet.width, width) {
        (Unit::Pixel, Some(page), Some(own)) if own > 0 => page / own as f32,
        _ => 1.0,
    };
    Some((x * scaled, y * scaled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// The small files of the fixtures, and of the corpus if it exists.
    fn files() -> Vec<PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut folders = vec![
            root.join("fixtures/recognised"),
            root.join("../shared/corpus/ocr"),
        ];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                match entry.metadata() {
                    Ok(m) if m.is_dir() => folders.push(path),
                    Ok(m) if m.len() < 60_000 => files.push(path),
                    _ => {}
                }
            }
        }
        files.sort();
        files
    }

    fn read(bytes: Vec<u8>) -> usize {
        let source = Source::from(bytes);
        let Ok((document, _)) = OcrDocument::open(&source, None, None, &Limits::default()) else {
            return 0;
        };
        let pages = 0..document.page_count().min(4) as u32;
        let limits = Limits::default();
        let words = pages.filter_map(|index| {
            let page = document.page(index, &limits, &mut Warnings::new())?;
            Some(page.count_words())
        });
        words.sum()
    }

    #[test]
    fn damage_is_survived() {
        // Knuth's linear congruential generator, so that failures can be repeated.
        let mut seed: u64 = 1;
        let mut random = move |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below.max(1)
        };
        let mut words = 0;
        for path in files() {
            let whole = std::fs::read(&path).unwrap();
            for _ in 0..6 {
                let mut bytes = whole.clone();
                match random(3) {
                    0 => bytes.truncate(random(whole.len())),
                    1 => {
                        let from = random(whole.len());
                        let to = from + random(whole.len() - from);
                        bytes.drain(from..to);
                    }
                    _ => {}
                }
                for _ in 0..random(12) {
                    let at = random(bytes.len());
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = b"<>\"'/&;-0 9\xFFx="[random(14)];
                    }
                }
                words += read(bytes);
            }
        }
        assert!(words > 100, "{words}");
    }

    #[test]
    fn what_is_nested_without_end_is_read_in_bounded_time() {
        const TEI: &str = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body>";
        const SOURCE: &str = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><sourceDoc><surface>";
        let many = |open: &str| open.repeat(20_000);
        for (before, open) in [
            ("<div class='ocr_page'>", "<div class='ocr_carea'>"),
            ("<div class='ocr_page'>", "<p>"),
            (
                "<div class='ocr_page'>",
                "<span class='ocr_line' title='bbox 0 0 9 9'><b>",
            ),
            (
                "<alto><Page WIDTH='1' HEIGHT='1'><PrintSpace>",
                "<ComposedBlock ID='a'>",
            ),
            ("<PcGts><Page>", "<TextRegion id='a'>"),
            ("<mets><structMap>", "<div><fptr FILEID='a'/>"),
            ("<mets><structMap TYPE='LOGICAL'>", "<div LABEL='a'>"),
            ("<document><page charParams=''>", "<block><text><par>"),
            (TEI, "<p><lb/>"),
            (TEI, "<div><pb/>"),
            (TEI, "<note>a<lb/>b"),
            (TEI, "<table><row><cell><lb/>"),
            (SOURCE, "<surface><zone>"),
            (SOURCE, "<zone type='line'>a"),
        ] {
            read(format!("{before}{}", many(open)).into_bytes());
        }
    }

    #[test]
    fn a_page_has_a_bound_of_characters() {
        let line =
            "<TextLine><String CONTENT='abcde' HPOS='1' VPOS='1' WIDTH='9' HEIGHT='9'/></TextLine>";
        let text = format!("<alto><Page><PrintSpace><TextBlock>{}", line.repeat(50));
        let limits = Limits {
            glyphs: 100,
            ..Limits::default()
        };
        let source = Source::from(text.into_bytes());
        let (document, _) = OcrDocument::open(&source, None, None, &limits).unwrap();
        let mut warnings = Warnings::new();
        let page = document.page(0, &limits, &mut warnings).unwrap();
        assert!(page.content.glyphs.len() <= 100);
        assert!(warnings.iter().any(|w| w.kind == DiagnosticKind::Limit));
    }

    #[test]
    fn a_limit_of_all_files_is_named_in_the_warning() {
        let page = "<alto><Page><String CONTENT='a'/></Page><Page/></alto>";
        let file = || Source::from(page.as_bytes().to_vec());
        let open = |limits: Limits| {
            let several = Source::several([file(), file(), file()]);
            let (document, warnings) =
                OcrDocument::open(&several, Some(300.0), None, &limits).unwrap();
            let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            (document.page_count(), warnings)
        };
        assert_eq!(open(Limits::default()), (6, Vec::new()));
        let few_pages = Limits {
            ocr_pages: 3,
            ..Limits::default()
        };
        let why = "3 pages are left out: a document of recognised text has at most 3 pages";
        assert_eq!(open(few_pages), (3, vec![why.to_owned()]));
        let few_bytes = Limits {
            ocr_bytes: 2 * page.len() as u64,
            ..Limits::default()
        };
        let why = format!(
            "1 file is left out: a document of recognised text has files of at most {} bytes together",
            2 * page.len()
        );
        assert_eq!(open(few_bytes), (4, vec![why]));
    }

    #[test]
    fn large_pages_are_read_by_fewer_threads() {
        let document = |pages: usize, bytes: usize| {
            let page = format!("<Page>{}</Page>", " ".repeat(bytes));
            let file = format!("<alto>{}</alto>", page.repeat(pages));
            let source = Source::from(file.into_bytes());
            OcrDocument::open(&source, None, None, &Limits::default())
                .unwrap()
                .0
        };
        assert_eq!(document(100, 1000).threads(16), 16);
        assert_eq!(document(1, 20_000_000).threads(16), 1);
        let several = document(8, 2_000_000).threads(16);
        assert!((1..4).contains(&several), "{several}");
    }
}
