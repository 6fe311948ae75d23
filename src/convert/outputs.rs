//! The output files of a conversion: each format with its file, its map and its temporary storage.

use std::io::{self, BufRead, BufReader, BufWriter, Cursor, ErrorKind, Read, Seek, Write};
use std::ops::Deref;
use std::sync::Arc;

use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, write_error};
use pdfa2hocr_core::mapping::Mapping;
use pdfa2hocr_core::page::DocumentInfo;
use pdfa2hocr_core::write::digest::Digested;
use pdfa2hocr_core::write::{self, Format, Join, Writer, WrittenPage, map};

/// A format and its output.
pub struct Target<'a> {
    writer: TargetWriter<'a>,
    out: &'a mut dyn Write,
    spool: fn() -> io::Result<Box<dyn Spool>>,
    map: Option<&'a mut dyn Write>,
    blocks_of_rows: bool,
    failure: Option<Diagnostic>,
}

enum TargetWriter<'a> {
    BuiltIn(Format),
    Own(&'a dyn Writer),
}

impl<'a> Target<'a> {
    /// A built-in format.
    pub fn new(format: Format, out: &'a mut dyn Write) -> Self {
        Self::of(TargetWriter::BuiltIn(format), out)
    }

    /// A format of your own.
    pub fn with_writer(writer: &'a dyn Writer, out: &'a mut dyn Write) -> Self {
        Self::of(TargetWriter::Own(writer), out)
    }

    fn of(writer: TargetWriter<'a>, out: &'a mut dyn Write) -> Self {
        Self {
            writer,
            out,
            spool: in_memory,
            map: None,
            blocks_of_rows: false,
            failure: None,
        }
    }

    /// Sets the temporary storage of formats whose head summarises the pages ([`Format::Alto`]), until the
    /// last page is written. The default is memory; use a file for large documents.
    #[must_use]
    pub fn spooled(mut self, spool: fn() -> io::Result<Box<dyn Spool>>) -> Self {
        self.spool = spool;
        self
    }

    /// Sets the output of a map of the text: a JSON file with the places of the text on the pages.
    /// [`Format::has_map`] says which formats can have one.
    #[must_use]
    pub fn mapped(mut self, map: &'a mut dyn Write) -> Self {
        self.map = Some(map);
        self
    }

    /// Writes the rows of a database as [blocks](pdfa2hocr_core::write::rows) instead of SQL.
    #[cfg(all(feature = "cli", feature = "sqlite"))]
    #[must_use]
    pub(crate) fn with_blocks_of_rows(mut self) -> Self {
        self.blocks_of_rows = true;
        self
    }

    /// The reason why this file is incomplete, if [`Document::write_all`](crate::Document::write_all) has
    /// written the others and not this one.
    pub fn failure(&self) -> Option<&Diagnostic> {
        self.failure.as_ref()
    }

    /// The format, if its files contain exactly one page.
    pub(super) fn holds_one_page(&self) -> Option<Format> {
        self.format().filter(|format| format.holds_one_page())
    }

    pub(super) fn is_pdf(&self) -> bool {
        self.format() == Some(Format::Pdf)
    }

    /// The format, if it is built in.
    pub(super) fn format(&self) -> Option<Format> {
        match self.writer {
            TargetWriter::BuiltIn(format) => Some(format),
            TargetWriter::Own(_) => None,
        }
    }

    pub(super) fn writer(
        &self,
        mapping: &Arc<Mapping>,
        options: &write::Options,
    ) -> OutputWriter<'a> {
        match self.writer {
            TargetWriter::BuiltIn(format) => {
                let mut options = options.clone();
                options.map |= self.map.is_some();
                options.blocks_of_rows = self.blocks_of_rows;
                OutputWriter::BuiltIn(format.writer(mapping, &options))
            }
            TargetWriter::Own(writer) => OutputWriter::Own(writer),
        }
    }
}

/// The writer of a target.
pub(super) enum OutputWriter<'a> {
    BuiltIn(Box<dyn Writer>),
    Own(&'a dyn Writer),
}

impl<'a> Deref for OutputWriter<'a> {
    type Target = dyn Writer + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::BuiltIn(writer) => &**writer,
            Self::Own(writer) => *writer,
        }
    }
}

fn in_memory() -> io::Result<Box<dyn Spool>> {
    Ok(Box::new(Cursor::new(Vec::new())))
}

/// The error for targets that failed while others were written.
///
/// # Errors
///
/// The failure of the only target, or of the first if all failed; otherwise [`DiagnosticKind::Several`].
pub(super) fn failures(targets: &[Target<'_>]) -> Result<()> {
    let failed: Vec<(Option<Format>, &Diagnostic)> = targets
        .iter()
        .filter_map(|target| Some((target.format(), target.failure()?)))
        .collect();
    match failed.as_slice() {
        [] => Ok(()),
        [(_, first), ..] if failed.len() == targets.len() => Err((*first).clone()),
        several => {
            let why = several.iter().map(|(format, why)| match format {
                Some(format) => format!("{format} is not written: {}", why.message),
                None => why.message.clone(),
            });
            let why = why.collect::<Vec<_>>().join("; ");
            let message = format!("{why}; the other formats are written");
            Err(Diagnostic::new(DiagnosticKind::Several, message))
        }
    }
}

/// Temporary storage: it is written, then read from the beginning.
pub trait Spool: Read + Write + Seek {}

impl<T: Read + Write + Seek> Spool for T {}

/// The files that are being written, in the order of their [`Target`]s.
pub(super) struct Outputs<'a, 'o> {
    files: Vec<File<'a, 'o>>,
    document: &'a DocumentInfo,
    pages: usize,
    /// The number of pages written so far.
    written: usize,
}

struct File<'a, 'o> {
    writer: &'a dyn Writer,
    out: Digested<&'a mut (dyn Write + 'o)>,
    /// Joins text that continues from page to page.
    joiner: Option<Box<dyn Join + 'a>>,
    map: Option<Map<'a, 'o>>,
    /// The number of bytes written to `out`.
    ahead: u64,
    /// The pages, until the head is known or the first parts of all pages are written.
    spool: Option<BufWriter<Box<dyn Spool>>>,
    /// The head, until something follows it: a file that [cannot have its format](Writer::complaint) stays empty.
    head: String,
    /// Whether its reader has closed it.
    closed: bool,
    failure: &'a mut Option<Diagnostic>,
}

/// The map of a file.
struct Map<'a, 'o> {
    out: &'a mut (dyn Write + 'o),
    /// The number of bytes of text written so far.
    offset: u64,
    /// Whether it has no spans yet.
    empty: bool,
    /// The spans, until it is known at which offset of the file the text begins.
    spool: Option<BufWriter<Box<dyn Spool>>>,
}

impl<'a, 'o> Outputs<'a, 'o> {
    /// Writes the beginning of each file; `pages` is the number of pages that follow.
    pub(super) fn begin(
        writers: &'a [OutputWriter<'o>],
        targets: &'a mut [Target<'o>],
        document: &'a DocumentInfo,
        pages: usize,
    ) -> io::Result<Self> {
        let files = writers.iter().zip(targets).map(|(writer, target)| {
            let format = target.format();
            let spooled = writer.head_comes_last() || writer.between_parts().is_some();
            let spool = || match spooled {
                true => Ok::<_, io::Error>(Some(BufWriter::new((target.spool)()?))),
                false => Ok(None),
            };
            let (of_file, of_map) = (spool()?, spool);
            let map = match &mut target.map {
                Some(map) => {
                    map.write_all(map::head(document, format.map(Format::name)).as_bytes())?;
                    Some(Map {
                        out: &mut **map,
                        offset: 0,
                        empty: true,
                        spool: of_map()?,
                    })
                }
                None => None,
            };
            Ok(File {
                writer: &**writer,
                out: Digested::new(
                    &mut *target.out,
                    format.is_some_and(Format::ends_with_digest),
                ),
                joiner: writer.joiner(),
                map,
                ahead: 0,
                spool: of_file,
                head: String::new(),
                closed: false,
                failure: &mut target.failure,
            })
        });
        let mut outputs = Self {
            files: files.collect::<io::Result<_>>()?,
            document,
            pages,
            written: 0,
        };
        outputs.each(|_, file| match file.writer.base() {
            Some(base) => file.bytes((*base.bytes).as_ref()),
            None => Ok(()),
        })?;
        outputs.each(|_, file| match file.writer.head_comes_last() {
            true => Ok(()),
            false => file.head(document, pages),
        })?;
        Ok(outputs)
    }

    /// Writes a page, given once for each file.
    pub(super) fn page(&mut self, mut written: Vec<WrittenPage>) -> io::Result<()> {
        let first = self.written == 0;
        self.written += 1;
        self.each(|i, file| {
            if !first {
                file.text(file.writer.between())?;
            }
            let Some(written) = written.get_mut(i) else {
                return Ok(());
            };
            match &mut file.joiner {
                Some(joiner) => {
                    let joined = joiner.page(std::mem::take(written));
                    file.written(&joined)
                }
                None => file.written(written),
            }
        })
    }

    /// Writes the end of each file. A file that cannot have its format fails.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let (document, pages) = (self.document, self.pages);
        for file in &mut self.files {
            if file.failure.is_none() {
                *file.failure = file.writer.complaint();
            }
        }
        self.each(|_, file| {
            if let Some(joiner) = &mut file.joiner {
                let rest = joiner.end();
                file.written(&rest)?;
            }
            if let Some(spool) = file.spool.take() {
                match file.writer.between_parts() {
                    Some(between) => file.ahead(between)?,
                    None => file.head(document, pages)?,
                }
                file.put("")?;
                io::copy(&mut written(spool)?, &mut file.out)?;
            }
            file.put(&file.writer.tail())?;
            file.out.end()?;
            file.out.flush()?;
            match &mut file.map {
                Some(map) => map.finish(file.ahead),
                None => Ok(()),
            }
        })
    }

    /// Calls `work` with each open file. One that cannot be written fails, and the others continue.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::BrokenPipe`] if no file is left.
    fn each(
        &mut self,
        mut work: impl FnMut(usize, &mut File<'a, 'o>) -> io::Result<()>,
    ) -> io::Result<()> {
        for (i, file) in self.files.iter_mut().enumerate() {
            if !file.is_open() {
                continue;
            }
            match work(i, file) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => file.closed = true,
                Err(error) => *file.failure = Some(write_error(&error)),
                Ok(()) => {}
            }
        }
        match self.files.iter().any(File::is_open) {
            true => Ok(()),
            // Stops without an error of its own: each file has its failure.
            false => Err(ErrorKind::BrokenPipe.into()),
        }
    }
}

impl File<'_, '_> {
    fn head(&mut self, document: &DocumentInfo, pages: usize) -> io::Result<()> {
        let head = self.writer.head(document, pages);
        if let Some(map) = self.map.as_mut().filter(|map| map.spool.is_none()) {
            map.offset += head.len() as u64;
        }
        self.ahead += head.len() as u64;
        self.head = head;
        Ok(())
    }

    fn is_open(&self) -> bool {
        !self.closed && self.failure.is_none()
    }

    /// Writes text directly to the file, not to the spool.
    fn ahead(&mut self, text: &str) -> io::Result<()> {
        self.ahead += text.len() as u64;
        match text.is_empty() {
            true => Ok(()),
            false => self.put(text),
        }
    }

    /// Writes the head, if it is not written yet, and this text.
    fn put(&mut self, text: &str) -> io::Result<()> {
        let head = std::mem::take(&mut self.head);
        self.out.write_all(head.as_bytes())?;
        self.out.write_all(text.as_bytes())
    }

    /// Writes a page, or the result of joining pages.
    fn written(&mut self, page: &WrittenPage) -> io::Result<()> {
        if let Some(map) = &mut self.map
            && !page.spans.is_empty()
        {
            let spans = map::spans(&page.spans, map.offset, map.empty);
            map.empty = false;
            match &mut map.spool {
                Some(spool) => spool.write_all(spans.as_bytes())?,
                None => map.out.write_all(spans.as_bytes())?,
            }
        }
        if self.writer.between_parts().is_some() {
            self.ahead(&page.front)?;
        }
        self.text(&page.text)?;
        match page.data.as_slice() {
            [] => Ok(()),
            data => self.bytes(data),
        }
    }

    /// Writes bytes directly to the file. Formats that are not text have neither map nor spool.
    fn bytes(&mut self, data: &[u8]) -> io::Result<()> {
        self.put("")?;
        self.out.write_all(data)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        if let Some(map) = &mut self.map {
            map.offset += text.len() as u64;
        }
        match &mut self.spool {
            Some(spool) => spool.write_all(text.as_bytes()),
            None if text.is_empty() => Ok(()),
            None => self.put(text),
        }
    }
}

impl Map<'_, '_> {
    /// Writes the remaining spans. If they were spooled, the text begins at the offset `ahead`.
    fn finish(&mut self, ahead: u64) -> io::Result<()> {
        if let Some(spool) = self.spool.take() {
            let spans = BufReader::new(written(spool)?);
            for (at, line) in spans.lines().enumerate() {
                let line = line?;
                let separator = if at > 0 { "\n" } else { "" };
                let line = map::moved(&line, ahead).unwrap_or(line);
                self.out.write_all(separator.as_bytes())?;
                self.out.write_all(line.as_bytes())?;
            }
        }
        self.out.write_all(map::TAIL.as_bytes())?;
        self.out.flush()
    }
}

/// The content of a spool, from its beginning.
fn written(spool: BufWriter<Box<dyn Spool>>) -> io::Result<Box<dyn Spool>> {
    let mut spool = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
    spool.rewind()?;
    Ok(spool)
}
