//! Files of recognised text as one document. Each page is read by itself when it is requested, so that memory
//! does not grow with the number of pages.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::format::Format;
#[cfg(feature = "html")]
use super::hocr;
use super::image_header::Resolution;
use super::markup::xml::Piece;
use super::ocr::{self, Room, Sheet, Unit};
use super::scan::Reference;
use super::{alto, beside, end, mets, page, text, tsv};
use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warnings};
use crate::limits::Limits;
use crate::page::{DocumentInfo, Page};
use crate::pdf::Source;

/// Maximum size of a file in bytes: positions in it are 32-bit numbers.
const MOST_BYTES: usize = 1 << 30;
/// Bytes at the beginning of a file that are searched for the name of the program that wrote it.
const HEAD: usize = 64 << 10;
/// Bytes of memory that pages being read may need, in addition to [`MEMORY_PER_BYTE`].
const MEMORY: usize = 50 << 20;
/// Bytes of memory that pages being read may need for each byte of the document's files.
const MEMORY_PER_BYTE: usize = 4;
/// Maximum number of queued pages per thread.
const PAGES_PER_THREAD: usize = 4;
/// Unreadable pages of a list that are reported one by one; more are only counted.
const MOST_REPORTED: usize = 5;

/// Facts from a file's head, before its first page.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub info: DocumentInfo,
    /// Whether this program wrote the file.
    pub ours: bool,
    /// Whether this program wrote it with the mapping for analysed pages.
    pub analysed: bool,
}

/// The data that all pages of a file share, by format.
enum Shared {
    #[cfg(feature = "html")]
    Hocr,
    Alto(Arc<alto::Head>),
    Page,
    Tsv(Box<tsv::Columns>),
}

/// An opened file.
struct File {
    /// The file's content in UTF-8.
    source: Source,
    shared: Shared,
    head: Head,
    /// Whether the file ends too early.
    is_cut: bool,
    /// The images of its page, as the METS file names them.
    #[cfg_attr(not(feature = "render"), allow(dead_code))]
    images: Vec<Reference>,
}

/// The image of a page, as files name it.
#[cfg_attr(not(feature = "render"), allow(dead_code))]
#[derive(Default)]
pub(super) struct NamedImages {
    /// References from the page's own file, then from METS files.
    pub references: Vec<Reference>,
    /// Whether one name stands for the images of all pages of the file.
    pub is_shared: bool,
    /// The index of the page in its file.
    pub frame: u32,
    /// Width and height of the page in points.
    pub size: (f32, f32),
    /// Width and height of a pixel in points, if the file does not give the size of the page.
    pub pixel: Option<(f32, f32)>,
}

/// A document of recognised text, from one file or several.
pub(crate) struct OcrDocument {
    files: Vec<File>,
    /// For each page, the index of its file and its byte range in it.
    pages: Vec<(usize, Range<usize>)>,
    /// Pixels per inch for files that do not give a resolution.
    dpi: Option<f32>,
}

impl OcrDocument {
    /// Whether the source is a file of recognised text, or a folder with one.
    pub(crate) fn recognises(source: &Source) -> bool {
        let is_text = |source: &Source| Format::of(source.bytes()).is_some();
        is_text(source) || source.files().iter().any(is_text)
    }

    /// Whether another program wrote the file, as far as the format records that.
    pub(crate) fn is_of_others(source: &Source) -> bool {
        let head = source.bytes().get(..source.bytes().len().min(HEAD));
        let ours = memchr::memmem::find(head.unwrap_or_default(), b"pdfa2hocr").is_some();
        !ours && !matches!(Format::of(source.bytes()), None | Some(Format::Tsv))
    }

    /// The page and image files that METS files list and that exist.
    #[cfg(feature = "cli")]
    pub(crate) fn listed_files(source: &Source) -> Vec<PathBuf> {
        let files = match source.files() {
            [] => std::slice::from_ref(source),
            files => files,
        };
        let mut listed = Vec::new();
        for list in files {
            if Format::of(list.bytes()) != Some(Format::Mets) || list.bytes().len() > MOST_BYTES {
                continue;
            }
            let list = in_utf8(list);
            let text = std::str::from_utf8(list.bytes()).unwrap_or_default();
            let base = Path::new(list.name());
            for page in mets::pages(Piece::first(text), &mut Warnings::new()) {
                let named = page.texts.iter().chain(&page.images);
                listed.extend(named.filter_map(|href| beside::find(base, href).ok()));
            }
        }
        listed
    }

    /// Opens a document and finds its pages. `dpi` is the resolution in pixels per inch for files without
    /// one.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Structure`] when there are no pages, [`DiagnosticKind::Limit`] when the file is too
    /// large.
    pub(crate) fn open(
        source: &Source,
        dpi: Option<f32>,
        limits: &Limits,
    ) -> Result<(Self, Warnings)> {
        let mut opening = Opening {
            limits,
            files: Vec::new(),
            pages: Vec::new(),
            warnings: Warnings::new(),
            listed: HashMap::new(),
            bytes: 0,
            files_beyond: 0,
            pages_beyond: 0,
        };
        match source.files() {
            [] => opening.add(source)?,
            files => opening.add_all(files)?,
        }
        opening.report_limits();
        let Opening {
            files,
            pages,
            mut warnings,
            ..
        } = opening;
        if pages.is_empty() {
            let of_file = warnings.iter().find(|w| w.kind == DiagnosticKind::Mended);
            let why = of_file.map_or("the file has no pages", |why| &why.message);
            return Err(Diagnostic::new(DiagnosticKind::Structure, why));
        }
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
    pub(crate) fn threads(&self, most: usize) -> usize {
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
    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The document's metadata, from its first file.
    pub(crate) fn info(&self) -> DocumentInfo {
        let first = self.files.first();
        first.map(|file| file.head.info.clone()).unwrap_or_default()
    }

    /// The name of the mapping that suits the pages: `layout` or `tagged`.
    pub(crate) fn mapping(&self) -> &'static str {
        let analysed = self.files.first().is_some_and(|file| file.head.analysed);
        if analysed { "layout" } else { "tagged" }
    }

    /// Whether this program wrote all files, so that their text needs no further analysis.
    pub(crate) fn is_ours(&self) -> bool {
        self.files.iter().all(|file| file.head.ours)
    }

    /// The format of its first file.
    #[cfg(feature = "browse")]
    pub(crate) fn format_name(&self) -> &'static str {
        match self.files.first().map(|file| &file.shared) {
            #[cfg(feature = "html")]
            Some(Shared::Hocr) => "hocr",
            Some(Shared::Alto(_)) => "alto",
            Some(Shared::Page) => "page",
            Some(Shared::Tsv(_)) => "tsv",
            None => "mets",
        }
    }

    /// Width and height of a page, counted from 0, in points.
    pub(crate) fn size(&self, index: u32) -> Option<(f32, f32)> {
        let limits = Limits::default();
        let page = self.page(index, &limits, &mut Warnings::new())?;
        Some((page.content.width, page.content.height))
    }

    /// Reads a page, counted from 0, as the file describes it.
    pub(crate) fn page(
        &self,
        index: u32,
        limits: &Limits,
        warnings: &mut Warnings,
    ) -> Option<Page> {
        let sheet = self.sheet(index, limits, warnings)?;
        Some(ocr::build(sheet, index, self.dpi, limits, warnings))
    }

    /// The image of a page, counted from 0, as files name it.
    #[cfg_attr(not(feature = "render"), allow(dead_code))]
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
        let frame = sheet.number.or(frame).unwrap_or(0);
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

    fn sheet(&self, index: u32, limits: &Limits, warnings: &mut Warnings) -> Option<Sheet> {
        let room = Room::new(limits);
        let (file, range) = self.pages.get(index as usize)?;
        let file = self.files.get(*file)?;
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
            Shared::Tsv(columns) => tsv::sheet(text, columns, &room),
        };
        sheet.dpi = sheet.dpi.or_else(|| of_image(file.source.name(), &sheet));
        Some(sheet)
    }
}

/// Finds the pages of a document.
struct Opening<'l> {
    limits: &'l Limits,
    files: Vec<File>,
    pages: Vec<(usize, Range<usize>)>,
    warnings: Warnings,
    /// The files that lists name, and whether each is recognised text.
    listed: HashMap<PathBuf, bool>,
    /// Total size of all files.
    bytes: u64,
    /// Files and pages that were skipped because of a limit.
    files_beyond: usize,
    pages_beyond: usize,
}

/// The result of looking for a page of a list.
enum Found {
    Text(Source),
    /// Its file was already read for an earlier page.
    Again,
    /// The reason why it is not read, with the reference.
    Missing(String),
}

impl Opening<'_> {
    /// Adds the files that are recognised text. If one is a METS file, only the METS files are added.
    fn add_all(&mut self, files: &[Source]) -> Result<()> {
        let formats: Vec<Option<Format>> = files.iter().map(|f| Format::of(f.bytes())).collect();
        let lists = formats.contains(&Some(Format::Mets));
        for (file, format) in files.iter().zip(formats) {
            match format {
                Some(Format::Mets) => self.add(file)?,
                Some(_) if !lists => self.add(file)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, source: &Source) -> Result<()> {
        let Some(format) = Format::of(source.bytes()) else {
            let why = "this is not a file of recognised text";
            return Err(Diagnostic::new(DiagnosticKind::Structure, why));
        };
        if source.bytes().len() > MOST_BYTES {
            let why = "the file is larger than 1 GB; divide it";
            return Err(Diagnostic::new(DiagnosticKind::Limit, why));
        }
        let bytes = self.bytes.saturating_add(source.bytes().len() as u64);
        if bytes > self.limits.ocr_bytes {
            self.files_beyond += 1;
            return Ok(());
        }
        self.bytes = bytes;
        let original = source.bytes();
        let source = in_utf8(source);
        let text = std::str::from_utf8(source.bytes()).unwrap_or_default();
        if format == Format::Mets {
            let missing = end::missing(format, text, 0);
            if let Some(missing) = &missing {
                let read = "the pages that it lists before that are read";
                let cut_off = end::warning(source.name(), original, missing, read);
                self.warnings.push(cut_off);
            }
            let list = Piece {
                is_cut: missing.is_some(),
                ..Piece::first(text)
            };
            return self.add_listed(source.name(), list);
        }
        let before = |pages: &[Range<usize>]| {
            let end = pages.first().map_or(text.len(), |page| page.start);
            text.get(..end).unwrap_or_default()
        };
        let mut head = Head::default();
        let (shared, mut pages) = match format {
            #[cfg(feature = "html")]
            Format::Hocr => {
                let pages = hocr::pages(text);
                head = hocr::head(before(&pages));
                (Shared::Hocr, pages)
            }
            Format::Alto => {
                let pages = alto::pages(text);
                let read = alto::head(before(&pages), &mut self.warnings);
                head.ours = read.ours;
                head.info.name = read.image.clone().filter(|_| read.ours).unwrap_or_default();
                head.info.metadata.created.clone_from(&read.created);
                (Shared::Alto(Arc::new(read)), pages)
            }
            Format::Tsv => {
                let columns = tsv::Columns::of(text);
                let pages = tsv::pages(text, &columns);
                (Shared::Tsv(Box::new(columns)), pages)
            }
            // A PAGE file holds exactly one page.
            Format::Page => {
                let page = alto::pages(text);
                head = page::head(before(&page));
                (Shared::Page, std::iter::once(0..text.len()).collect())
            }
            #[cfg(not(feature = "html"))]
            Format::Hocr => {
                let why =
                    "this is hOCR, which this build of the program cannot read (feature html)";
                return Err(Diagnostic::new(DiagnosticKind::Structure, why));
            }
            Format::Mets => return Ok(()),
        };
        let last = pages.last().map_or(0, |page| page.start);
        let missing = end::missing(format, text, last);
        if let Some(missing) = &missing {
            let read = end::read(pages.len());
            let cut_off = end::warning(source.name(), original, missing, &read);
            self.warnings.push(cut_off);
        }
        let room = self.limits.ocr_pages.saturating_sub(self.pages.len());
        self.pages_beyond += pages.len().saturating_sub(room);
        pages.truncate(room);
        let number = self.files.len();
        self.pages
            .extend(pages.into_iter().map(|page| (number, page)));
        self.files.push(File {
            source,
            shared,
            head,
            is_cut: missing.is_some(),
            images: Vec::new(),
        });
        Ok(())
    }

    /// Adds the pages of a METS file: of each page the first file that can be read, unless it was added
    /// before.
    fn add_listed(&mut self, name: &str, list: Piece<'_>) -> Result<()> {
        let before = self.pages.len();
        let pages = mets::pages(list, &mut self.warnings);
        let count = pages.len();
        let mut again = 0;
        let mut missing: Vec<String> = Vec::new();
        for (number, mets::ListedPage { texts, images }) in (1..).zip(pages) {
            match self.find(name, &texts) {
                Found::Text(source) => {
                    let files = self.files.len();
                    self.add(&source)?;
                    let image = |image: String| Reference {
                        base: name.into(),
                        name: image,
                    };
                    if let Some(file) = self.files.get_mut(files) {
                        file.images = images.into_iter().map(image).collect();
                    }
                }
                Found::Again => again += 1,
                Found::Missing(why) => missing.push(format!("page {number} ({why})")),
            }
        }
        let name = if name.is_empty() { "the list" } else { name };
        if again > 0 {
            let (pages, are) = (counted(again, "page"), verb(again, "is", "are"));
            let why = format!(
                "{name}: {pages} of {count} that it lists {are} in files of pages before; each file is \
                 read once"
            );
            self.warnings
                .push(Diagnostic::new(DiagnosticKind::Page, why));
        }
        if missing.is_empty() {
            return Ok(());
        }
        let first = missing.get(..MOST_REPORTED).unwrap_or(&missing);
        let mut list = first.join(", ");
        if let Some(more @ 1..) = missing.len().checked_sub(MOST_REPORTED) {
            list = format!("{list}, and {}", counted(more, "other"));
        }
        if self.pages.is_empty() {
            let why = format!("none of the pages that {name} lists can be read: {list}");
            return Err(Diagnostic::new(DiagnosticKind::Structure, why));
        }
        let (pages, are) = (missing.len(), verb(missing.len(), "is", "are"));
        let read = self.pages.len() - before;
        let why = format!(
            "{name}: {pages} of the {} that it lists {are} left out: {list}; {} {} read",
            counted(count, "page"),
            counted(read, "page"),
            verb(read, "is", "are"),
        );
        self.warnings
            .push(Diagnostic::new(DiagnosticKind::Page, why));
        Ok(())
    }

    /// Finds the first readable file of a page.
    fn find(&mut self, list: &str, texts: &[String]) -> Found {
        let mut why = None;
        for href in texts {
            let reason = match beside::find(Path::new(list), href) {
                Err(refused) => refused.reason().to_owned(),
                Ok(path) => match self.listed.get(&path) {
                    Some(true) => return Found::Again,
                    Some(false) => NO_TEXT.to_owned(),
                    None => {
                        let read = text_of(&path);
                        self.listed.insert(path, read.is_ok());
                        match read {
                            Ok(source) => return Found::Text(source),
                            Err(reason) => reason,
                        }
                    }
                },
            };
            why.get_or_insert_with(|| format!("{href}: {reason}"));
        }
        Found::Missing(why.unwrap_or_default())
    }

    /// Reports how much was skipped because of each limit.
    fn report_limits(&mut self) {
        let limits = self.limits;
        let mut report = |count: usize, thing: &str, limit: String| {
            if count > 0 {
                let (things, are) = (counted(count, thing), verb(count, "is", "are"));
                let why =
                    format!("{things} {are} left out: a document of recognised text has {limit}");
                self.warnings
                    .push(Diagnostic::new(DiagnosticKind::Limit, why));
            }
        };
        let pages = format!("at most {}", counted(limits.ocr_pages, "page"));
        report(self.pages_beyond, "page", pages);
        let bytes = format!("files of at most {} bytes together", limits.ocr_bytes);
        report(self.files_beyond, "file", bytes);
    }
}

/// The reason for skipping a file in another format.
const NO_TEXT: &str = "it is not recognised text";

/// Opens a file that a list names.
///
/// # Errors
///
/// The reason, if the file cannot be read.
fn text_of(path: &Path) -> std::result::Result<Source, String> {
    let source = Source::map(path).map_err(|error| error.message)?;
    match Format::of(source.bytes()) {
        // Lists of lists might be endless.
        None | Some(Format::Mets) => Err(NO_TEXT.to_owned()),
        Some(_) if source.bytes().len() > MOST_BYTES => Err("it is larger than 1 GB".to_owned()),
        Some(_) => Ok(source),
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

/// The file in UTF-8, without a byte order mark.
fn in_utf8(source: &Source) -> Source {
    match text::decode(source.bytes()) {
        Cow::Borrowed(text) if text.len() == source.bytes().len() => source.clone(),
        text => Source::from(text.into_owned().into_bytes()).named(source.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// The small files of the fixtures, and of the corpus if it exists.
    fn files() -> Vec<PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
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
        let Ok((document, _)) = OcrDocument::open(&source, None, &Limits::default()) else {
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
        let (document, _) = OcrDocument::open(&source, None, &limits).unwrap();
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
            let (document, warnings) = OcrDocument::open(&several, Some(300.0), &limits).unwrap();
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
            OcrDocument::open(&source, None, &Limits::default())
                .unwrap()
                .0
        };
        assert_eq!(document(100, 1000).threads(16), 16);
        assert_eq!(document(1, 20_000_000).threads(16), 1);
        let several = document(8, 2_000_000).threads(16);
        assert!((1..4).contains(&several), "{several}");
    }
}
