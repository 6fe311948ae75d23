//! The output files of a conversion, which are created together and put in place together.

use std::path::Path;

use super::claims::Claims;
use super::destination::Destination;
#[cfg(feature = "browse")]
use super::ground_truth::GroundTruth;
use super::kind::Kind;
use super::maps::Maps;
use super::output::Output;
use super::output_file::OutputFile;
use super::page_files::PageFolder;
use super::relative::relative;
use super::time_limit::TimeLimit;
#[cfg(feature = "browse")]
use super::viewer::ViewerFile;
use crate::convert::{Observer, Options, Target, sha256};
use crate::document::Document;
#[cfg(not(feature = "browse"))]
use pdfa2hocr_core::diagnostics::Diagnostic;
use pdfa2hocr_core::diagnostics::{DiagnosticKind, Result};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::{self, Format};

/// Writes a document to all destinations, or to none if it fails. If one format fails, the others are
/// written.
pub(super) fn write(
    source: &Source,
    mut options: Options,
    places: &[(Kind, Destination)],
    making: &Making<'_>,
    time_limit: &TimeLimit,
    observer: &mut dyn Observer,
) -> Result<()> {
    let files = Files::create(places, making)?;
    complete(&mut options.write, source, places);
    let document = Document::with_observer(source, options, observer)?;
    files.write(&document, source, time_limit, observer)
}

/// Adds the options that depend on the source and on the names of the outputs. Returns `false` if there is none.
pub(super) fn complete(
    options: &mut write::Options,
    source: &Source,
    places: &[(Kind, Destination)],
) -> bool {
    options.tei_file = tei_file(places);
    if options.front_matter {
        options.source_digest = Some(format!("sha256:{}", sha256(source)));
    }
    options.tei_file.is_some() || options.front_matter
}

/// The reference from a Lex-0 file to the TEI file that is written with it.
fn tei_file(places: &[(Kind, Destination)]) -> Option<String> {
    let of = |format| places.iter().find(|(kind, _)| *kind == Kind::Plain(format));
    let ((_, tei), (_, lex0)) = (of(Format::Tei)?, of(Format::Lex0)?);
    let is_file = matches!(tei, Destination::File { .. });
    is_file.then(|| relative(tei.path(), lex0.path().parent().unwrap_or(Path::new(""))))
}

/// Output files that are created together and finished together.
pub(super) struct Files(Vec<Box<dyn OutputFile>>);

/// A single file, and its map if requested.
struct Plain {
    format: Format,
    out: Output,
    map: Option<Output>,
}

impl OutputFile for Plain {
    fn target(&mut self, _: &Document, _: &Source) -> Result<Target<'_>> {
        #[cfg(feature = "sqlite")]
        let is_database = matches!(self.out, Output::Database { .. });
        let mut target = Target::new(self.format, &mut self.out);
        #[cfg(feature = "sqlite")]
        if is_database {
            target = target.with_blocks_of_rows();
        }
        if let Some(map) = &mut self.map {
            target = target.mapped(map);
        }
        Ok(target.spooled(|| Ok(Box::new(tempfile::tempfile()?))))
    }

    fn check(&mut self, _: &mut dyn Observer) -> Result<()> {
        self.out.check()?;
        self.map.as_mut().map_or(Ok(()), Output::check)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.out.finish()?;
        self.map.map_or(Ok(()), Output::finish)
    }
}

/// The settings for output files that are not options of the library.
pub(super) struct Making<'a> {
    pub claims: &'a Claims,
    pub maps: Maps,
    #[cfg(feature = "browse")]
    pub shape: crate::viewer::Shape,
}

impl Files {
    /// # Errors
    ///
    /// Those of [`Output::create`], [`Output::database`] and [`ViewerFile::create`]; then no file is created.
    pub(super) fn create(places: &[(Kind, Destination)], making: &Making<'_>) -> Result<Self> {
        let create = |(kind, place): &(Kind, Destination)| -> Result<Box<dyn OutputFile>> {
            Ok(match kind {
                Kind::Plain(Format::Page) => Box::new(PageFolder::create(place, making.claims)?),
                Kind::Plain(format) => Box::new(Plain {
                    format: *format,
                    out: match format {
                        Format::Sqlite => Output::database(place)?,
                        _ => Output::create(place)?,
                    },
                    map: making.maps.of(*format).map(Output::create).transpose()?,
                }),
                #[cfg(feature = "browse")]
                Kind::Viewer => Box::new(ViewerFile::create(place, making.claims, making.shape)?),
                #[cfg(feature = "browse")]
                Kind::GroundTruth => Box::new(GroundTruth::create(place, making.claims)?),
                #[cfg(not(feature = "browse"))]
                Kind::Viewer | Kind::GroundTruth => {
                    return Err(Diagnostic::argument(format!(
                        "--format {kind}: this program was built without what draws pages"
                    )));
                }
            })
        };
        Ok(Self(places.iter().map(create).collect::<Result<_>>()?))
    }

    /// Writes a document to the files. A file whose format fails is removed, and the others are
    /// written.
    pub(super) fn write(
        mut self,
        document: &Document,
        source: &Source,
        time_limit: &TimeLimit,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        let files = self.0.iter_mut();
        let targets = files.map(|file| file.target(document, source));
        let mut targets = targets.collect::<Result<Vec<_>>>()?;
        let written = document.write_all(&mut targets, observer);
        if written
            .as_ref()
            .is_err_and(|error| error.kind != DiagnosticKind::Several)
        {
            return written;
        }
        let complete: Vec<bool> = targets.iter().map(|t| t.failure().is_none()).collect();
        drop(targets);
        let mut complete = complete.into_iter();
        self.0.retain(|_| complete.next().unwrap_or_default());
        time_limit.put(|| self.finish(observer))?;
        written
    }

    /// Puts all files in place, or none if an existing file must stay.
    fn finish(mut self, observer: &mut dyn Observer) -> Result<()> {
        for file in &mut self.0 {
            file.check(&mut *observer)?;
        }
        self.0.into_iter().try_for_each(|file| file.finish())
    }
}
