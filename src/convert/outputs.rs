//! Where the formats of one conversion go.

use std::io::{self, BufRead, BufReader, BufWriter, Cursor, ErrorKind, Read, Seek, Write};
use std::sync::Arc;

use crate::mapping::Mapping;
use crate::model::DocumentInfo;
use crate::write::digest::Digested;
use crate::write::{self, Format, Join, Writer, WrittenPage, map};

/// A format, and where it is written to.
pub struct Target<'a> {
    writer: TargetWriter<'a>,
    out: &'a mut dyn Write,
    spool: fn() -> io::Result<Box<dyn Spool>>,
    map: Option<&'a mut dyn Write>,
}

enum TargetWriter<'a> {
    BuiltIn(Format),
    Own(&'a dyn Writer),
}

impl<'a> Target<'a> {
    /// A format that is built in.
    pub fn new(format: Format, out: &'a mut dyn Write) -> Self {
        Self {
            writer: TargetWriter::BuiltIn(format),
            out,
            spool: in_memory,
            map: None,
        }
    }

    /// A format of your own.
    pub fn with_writer(writer: &'a dyn Writer, out: &'a mut dyn Write) -> Self {
        Self {
            writer: TargetWriter::Own(writer),
            out,
            spool: in_memory,
            map: None,
        }
    }

    /// What keeps the pages of a format whose head says what is in them ([`Format::Alto`]), until
    /// the last one is written: a file where documents are large, memory if nothing else is said.
    #[must_use]
    pub fn spooled(mut self, spool: fn() -> io::Result<Box<dyn Spool>>) -> Self {
        self.spool = spool;
        self
    }

    /// Where a map of the text goes: a JSON file that says where its pieces are on the pages. The
    /// formats that can have one are those for which [`Format::has_map`].
    #[must_use]
    pub fn mapped(mut self, map: &'a mut dyn Write) -> Self {
        self.map = Some(map);
        self
    }

    /// The format, if a file of it holds one page.
    pub(super) fn holds_one_page(&self) -> Option<Format> {
        match self.writer {
            TargetWriter::BuiltIn(format) => Some(format).filter(|f| f.holds_one_page()),
            TargetWriter::Own(_) => None,
        }
    }

    /// The format, if it is a built-in one.
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
    ) -> Box<dyn Writer + 'a> {
        match self.writer {
            TargetWriter::BuiltIn(format) if self.map.is_some() => {
                let options = write::Options {
                    map: true,
                    ..options.clone()
                };
                format.writer(mapping, &options)
            }
            TargetWriter::BuiltIn(format) => format.writer(mapping, options),
            TargetWriter::Own(writer) => Box::new(writer),
        }
    }
}

fn in_memory() -> io::Result<Box<dyn Spool>> {
    Ok(Box::new(Cursor::new(Vec::new())))
}

/// Holds what is written to it, to be read again from the beginning.
pub trait Spool: Read + Write + Seek {}

impl<T: Read + Write + Seek> Spool for T {}

/// The files that are being written, in the order of their [`Target`]s.
pub(super) struct Outputs<'a, 'o> {
    files: Vec<File<'a, 'o>>,
    document: &'a DocumentInfo,
    pages: usize,
    /// How many pages have been.
    written: usize,
}

struct File<'a, 'o> {
    writer: &'a dyn Writer,
    out: Digested<&'a mut (dyn Write + 'o)>,
    /// Puts pages together that go on in each other.
    joiner: Option<Box<dyn Join + 'a>>,
    map: Option<Map<'a, 'o>>,
    /// How many bytes have been written to `out`.
    ahead: u64,
    /// The pages, while the head is not known or the first parts of all pages are not written.
    spool: Option<BufWriter<Box<dyn Spool>>>,
    /// Its reader has gone.
    closed: bool,
}

/// The map of a file.
struct Map<'a, 'o> {
    out: &'a mut (dyn Write + 'o),
    /// How many bytes of text have been written.
    offset: u64,
    /// Nothing is in it yet.
    empty: bool,
    /// The spans, while it is not known where in the file the text begins.
    spool: Option<BufWriter<Box<dyn Spool>>>,
}

impl<'a, 'o> Outputs<'a, 'o> {
    /// Writes the beginning of every file. `pages` is how many will follow.
    pub(super) fn begin(
        writers: &'a [Box<dyn Writer + 'o>],
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
                writer: writer.as_ref(),
                out: Digested::new(
                    &mut *target.out,
                    format.is_some_and(Format::ends_with_digest),
                ),
                joiner: writer.joiner(),
                map,
                ahead: 0,
                spool: of_file,
                closed: false,
            })
        });
        let mut outputs = Self {
            files: files.collect::<io::Result<_>>()?,
            document,
            pages,
            written: 0,
        };
        outputs.each(|_, file| match file.writer.head_comes_last() {
            true => Ok(()),
            false => file.head(document, pages),
        })?;
        Ok(outputs)
    }

    /// Writes a page, which is written once a file.
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

    /// Writes the end of every file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let (document, pages) = (self.document, self.pages);
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
                io::copy(&mut written(spool)?, &mut file.out)?;
            }
            file.out.write_all(file.writer.tail().as_bytes())?;
            file.out.end()?;
            file.out.flush()?;
            match &mut file.map {
                Some(map) => map.finish(file.ahead),
                None => Ok(()),
            }
        })
    }

    /// Does something with every file whose reader is there. It is an error when all have gone.
    fn each(
        &mut self,
        mut work: impl FnMut(usize, &mut File<'a, 'o>) -> io::Result<()>,
    ) -> io::Result<()> {
        for (i, file) in self.files.iter_mut().enumerate() {
            if file.closed {
                continue;
            }
            match work(i, file) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => file.closed = true,
                other => other?,
            }
        }
        if self.files.iter().all(|f| f.closed) {
            return Err(ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }
}

impl File<'_, '_> {
    fn head(&mut self, document: &DocumentInfo, pages: usize) -> io::Result<()> {
        let head = self.writer.head(document, pages);
        if let Some(map) = self.map.as_mut().filter(|map| map.spool.is_none()) {
            map.offset += head.len() as u64;
        }
        self.ahead(&head)
    }

    /// Writes what is not in the spool.
    fn ahead(&mut self, text: &str) -> io::Result<()> {
        self.ahead += text.len() as u64;
        self.out.write_all(text.as_bytes())
    }

    /// Writes a page, or what pages have become.
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
        self.text(&page.text)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        if let Some(map) = &mut self.map {
            map.offset += text.len() as u64;
        }
        match &mut self.spool {
            Some(spool) => spool.write_all(text.as_bytes()),
            None => self.out.write_all(text.as_bytes()),
        }
    }
}

impl Map<'_, '_> {
    /// Writes what is left, of a text that begins behind so many bytes if it was spooled.
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

/// What a spool holds, from its beginning.
fn written(spool: BufWriter<Box<dyn Spool>>) -> io::Result<Box<dyn Spool>> {
    let mut spool = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
    spool.rewind()?;
    Ok(spool)
}
