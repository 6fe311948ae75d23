//! The output files of a conversion, which are created together and put in place together.

use std::path::Path;

use super::claims::Claims;
use super::destination::Destination;
#[cfg(feature = "browse")]
use super::ground_truth::GroundTruth;
use super::kind::Kind;
use super::maps::Maps;
use super::output::Output;
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
///
/// # Errors
///
/// Those of [`Files`] and of the conversion.
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
pub(super) struct Files(Vec<File>);

enum File {
    /// A file, and its map if requested.
    Plain(Format, Output, Option<Box<Output>>),
    Pages(Box<PageFolder>),
    #[cfg(feature = "browse")]
    Viewer(ViewerFile),
    #[cfg(feature = "browse")]
    GroundTruth(Box<GroundTruth>),
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
        let create = |(kind, place): &(Kind, Destination)| match kind {
            Kind::Plain(Format::Sqlite) => {
                Ok(File::Plain(Format::Sqlite, Output::database(place)?, None))
            }
            Kind::Plain(Format::Page) => {
                let folder = PageFolder::create(place, making.claims)?;
                Ok(File::Pages(Box::new(folder)))
            }
            Kind::Plain(format) => {
                let map = making.maps.of(*format).map(Output::create);
                Ok(File::Plain(
                    *format,
                    Output::create(place)?,
                    map.transpose()?.map(Box::new),
                ))
            }
            #[cfg(feature = "browse")]
            Kind::Viewer => {
                let file = ViewerFile::create(place, making.claims, making.shape)?;
                Ok(File::Viewer(file))
            }
            #[cfg(feature = "browse")]
            Kind::GroundTruth => Ok(File::GroundTruth(Box::new(GroundTruth::create(
                place,
                making.claims,
            )?))),
            #[cfg(not(feature = "browse"))]
            Kind::Viewer | Kind::GroundTruth => Err(Diagnostic::argument(format!(
                "--format {kind}: this program was built without what draws pages"
            ))),
        };
        Ok(Self(places.iter().map(create).collect::<Result<_>>()?))
    }

    /// Writes a document to the files. A file whose format fails is removed, and the others are
    /// written.
    ///
    /// # Errors
    ///
    /// Those of [`Document::write_all`], [`Output::check`] and [`Output::finish`].
    pub(super) fn write(
        mut self,
        document: &Document,
        source: &Source,
        time_limit: &TimeLimit,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        let mut targets = self.targets(document, source)?;
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

    /// The writers for the conversion of a document.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if the pages cannot be drawn.
    fn targets(&mut self, document: &Document, source: &Source) -> Result<Vec<Target<'_>>> {
        let files = self.0.iter_mut();
        let targets = files.map(|file| match file {
            File::Plain(format, out, map) => {
                #[cfg(feature = "sqlite")]
                let is_database = matches!(out, Output::Database { .. });
                let mut target = Target::new(*format, out);
                #[cfg(feature = "sqlite")]
                if is_database {
                    target = target.with_blocks_of_rows();
                }
                if let Some(map) = map {
                    target = target.mapped(map);
                }
                Ok(target.spooled(|| Ok(Box::new(tempfile::tempfile()?))))
            }
            File::Pages(pages) => pages.target(document),
            #[cfg(feature = "browse")]
            File::Viewer(viewer) => viewer.target(document, source),
            #[cfg(feature = "browse")]
            File::GroundTruth(truth) => truth.target(document, source),
        });
        #[cfg(not(feature = "browse"))]
        let _ = source;
        targets.collect()
    }

    /// Puts all files in place, or none if an existing file must stay.
    ///
    /// # Errors
    ///
    /// Those of [`Output::check`] and [`Output::finish`].
    fn finish(mut self, observer: &mut dyn Observer) -> Result<()> {
        #[cfg(not(feature = "browse"))]
        let _ = observer;
        for file in &mut self.0 {
            match file {
                File::Plain(_, out, map) => {
                    out.check()?;
                    map.as_mut().map_or(Ok(()), |map| map.check())?;
                }
                File::Pages(pages) => pages.check()?,
                #[cfg(feature = "browse")]
                File::Viewer(viewer) => viewer.check(&mut *observer)?,
                #[cfg(feature = "browse")]
                File::GroundTruth(truth) => truth.check(&mut *observer)?,
            }
        }
        self.0.into_iter().try_for_each(|file| match file {
            File::Plain(_, out, map) => {
                out.finish()?;
                map.map_or(Ok(()), |map| map.finish())
            }
            File::Pages(pages) => pages.finish(),
            #[cfg(feature = "browse")]
            File::Viewer(viewer) => viewer.finish(),
            #[cfg(feature = "browse")]
            File::GroundTruth(truth) => truth.finish(),
        })
    }
}
