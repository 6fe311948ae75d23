//! The options of a conversion, of one document or many.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::{Pages, ReadAndWrite, Record, Verbose};
use crate::cli::claims::Claims;
use crate::cli::destination::Destination;
use crate::cli::files::Making;
#[cfg(feature = "render")]
use crate::cli::images::Brush;
use crate::cli::images::Folder;
use crate::cli::kind::Kind;
use crate::cli::maps::Maps;
#[cfg(feature = "render")]
use crate::cli::values::ImagesAs;
use crate::cli::values::ViewerAs;
use crate::convert::{Images, Options};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::pdf::Source;

/// All options of a conversion.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct Conversion {
    #[command(flatten)]
    pages: Pages,

    #[command(flatten)]
    pub(in crate::cli) document: ReadAndWrite,

    /// With --format viewer: write one file, or one with a folder beside it, or which of them fits
    #[arg(
        long,
        value_name = "SHAPE",
        default_value = "auto",
        help_heading = "Output"
    )]
    viewer_as: ViewerAs,

    /// Save the scans of pages in this folder
    ///
    /// They are saved as they are in the document, and boxes are in their pixels. Each page that is a single scanned image gives one file, which the output names. In a batch each
    /// output has its own folder beside it.
    #[arg(long, value_name = "DIR", overrides_with = "images", conflicts_with_all = ["dpi", "resolution"], help_heading = "Output")]
    pub(in crate::cli) images: Option<PathBuf>,

    /// With --images: save a picture of each page that is a scan, which every web browser shows
    ///
    /// Pages are drawn as they are seen, at the resolution of the scan: also those that are put together
    /// from several images, turned, or compressed as JPEG 2000, JBIG2 or CCITT. Boxes are in the pixels
    /// of the picture.
    #[cfg(feature = "render")]
    #[arg(
        long,
        value_name = "FORMAT",
        overrides_with = "images_as",
        requires = "images",
        help_heading = "Output"
    )]
    images_as: Option<ImagesAs>,

    #[command(flatten)]
    pub(in crate::cli) record: Record,

    #[command(flatten)]
    pub(in crate::cli) verbose: Verbose,
}

impl Conversion {
    /// The claims of a conversion of these inputs. `source` has their bytes.
    pub(in crate::cli) fn claims<'p>(
        &self,
        inputs: impl IntoIterator<Item = &'p Path>,
        source: &Source,
    ) -> Claims {
        Claims::of_document(inputs, source, self.files(), self.record.rule(source))
    }

    /// The folder for the scans of a document's pages, named after the first of its outputs.
    pub(in crate::cli) fn images(
        &self,
        claims: &Arc<Claims>,
        places: &[(Kind, Destination)],
        input: &str,
    ) -> Result<Option<Arc<dyn Images>>> {
        let (Some(folder), Some((_, output))) = (&self.images, places.first()) else {
            return Ok(None);
        };
        let scans = Folder::new(claims, folder, output.path(), input)?;
        #[cfg(feature = "render")]
        let scans = match self.images_as {
            Some(kind) => {
                let password = self.document.reading.password.text();
                scans.drawn(Brush::new(kind, Path::new(input), password)?)
            }
            None => scans,
        };
        Ok(Some(Arc::new(scans)))
    }

    /// The settings for formats that are more than text.
    pub(in crate::cli) fn making<'a>(&self, claims: &'a Claims) -> Making<'a> {
        Making {
            claims,
            maps: Maps::default(),
            #[cfg(feature = "browse")]
            shape: self.viewer_as.into(),
        }
    }

    /// The files that affect the conversion, including those that modules load.
    pub(in crate::cli) fn files(&self) -> Vec<PathBuf> {
        let writing = &self.document.writing;
        let named = [&writing.font_mapping, &writing.meta, &writing.alt];
        let mut files = self.document.reading.files();
        files.extend(
            named
                .into_iter()
                .flatten()
                .filter(|file| file.is_file())
                .cloned(),
        );
        files
    }

    /// The options of the conversion without the folder for scans.
    pub(in crate::cli) fn options(&self) -> Result<Options> {
        Ok(Options {
            pages: self.pages.pages.clone(),
            ..self.document.options()?
        })
    }
}
