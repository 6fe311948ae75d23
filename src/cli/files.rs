//! The output files of a conversion, which are created together and put in place together.

use super::claims::Claims;
use super::destination::Destination;
use super::kind::Kind;
use super::maps::Maps;
use super::output::Output;
use super::page_files::PageFolder;
use super::time_limit::TimeLimit;
#[cfg(feature = "browse")]
use super::viewer::ViewerFile;
use crate::convert::{Observer, Options, Target};
use crate::document::Document;
use pdfa2hocr_core::diagnostics::Result;
#[cfg(not(feature = "browse"))]
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::Format;

/// Writes a document to all destinations, or to none if it fails.
///
/// # Errors
///
/// Those of [`Files`] and of the conversion.
pub(super) fn write(
    source: &Source,
    options: Options,
    places: &[(Kind, Destination)],
    making: &Making<'_>,
    time_limit: &TimeLimit,
    observer: &mut dyn Observer,
) -> Result<()> {
    let mut files = Files::create(places, making)?;
    let document = Document::with_observer(source, options, observer)?;
    document.write_all(&mut files.targets(&document, source)?, observer)?;
    time_limit.put(|| files.finish(observer))
}

/// Output files that are created together and finished together.
pub(super) struct Files(Vec<File>);

enum File {
    /// A file, and its map if requested.
    Plain(Format, Output, Option<Output>),
    Pages(PageFolder),
    #[cfg(feature = "browse")]
    Viewer(ViewerFile),
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
            Kind::Plain(Format::Page) => Ok(File::Pages(PageFolder::create(place, making.claims)?)),
            Kind::Plain(format) => {
                let map = making.maps.of(*format).map(Output::create);
                Ok(File::Plain(
                    *format,
                    Output::create(place)?,
                    map.transpose()?,
                ))
            }
            #[cfg(feature = "browse")]
            Kind::Viewer => {
                let file = ViewerFile::create(place, making.claims, making.shape)?;
                Ok(File::Viewer(file))
            }
            #[cfg(not(feature = "browse"))]
            Kind::Viewer => Err(Diagnostic::argument(
                "--format viewer: this program was built without what draws pages",
            )),
        };
        Ok(Self(places.iter().map(create).collect::<Result<_>>()?))
    }

    /// The writers for the conversion of a document.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if the pages cannot be drawn.
    pub(super) fn targets(
        &mut self,
        document: &Document,
        source: &Source,
    ) -> Result<Vec<Target<'_>>> {
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
    pub(super) fn finish(mut self, observer: &mut dyn Observer) -> Result<()> {
        #[cfg(not(feature = "browse"))]
        let _ = observer;
        for file in &mut self.0 {
            match file {
                File::Plain(_, out, map) => {
                    out.check()?;
                    map.as_mut().map_or(Ok(()), Output::check)?;
                }
                File::Pages(pages) => pages.check()?,
                #[cfg(feature = "browse")]
                File::Viewer(viewer) => viewer.check(&mut *observer)?,
            }
        }
        self.0.into_iter().try_for_each(|file| match file {
            File::Plain(_, out, map) => {
                out.finish()?;
                map.map_or(Ok(()), Output::finish)
            }
            File::Pages(pages) => pages.finish(),
            #[cfg(feature = "browse")]
            File::Viewer(viewer) => viewer.finish(),
        })
    }
}
