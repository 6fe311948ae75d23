//! Saves the scans of pages in a folder (`--images`), optionally as pictures that web browsers show
//! (`--images-as`).

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md5::{Digest, Md5};

use super::claims::Claims;
use super::errors::cannot_write;
use super::existing::Content;
use super::output::Output;
use super::relative::relative;
#[cfg(feature = "render")]
use super::values::ImagesAs;
#[cfg(feature = "render")]
use crate::convert::Drawn;
use crate::convert::Images;
#[cfg(feature = "render")]
use pdfa2hocr_core::diagnostics::io_reason;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::image::ImageFile;
use pdfa2hocr_core::page::PageImage;
use pdfa2hocr_core::page_number::PageNumber;
#[cfg(feature = "render")]
use pdfa2hocr_render::{Drawer, Original, Wanted, pixels};

/// A folder for the scans of one document, created with the first file.
pub(super) struct Folder {
    claims: Arc<Claims>,
    path: PathBuf,
    /// The start of the file names.
    stem: String,
    /// The folder as the output refers to it.
    name: String,
    /// Renders the pages with `--images-as`; otherwise scans are saved unchanged.
    #[cfg(feature = "render")]
    brush: Option<Brush>,
}

/// Renders pages and encodes them as pictures.
#[cfg(feature = "render")]
pub(super) struct Brush {
    /// The renderer, or the reason why nothing can be rendered.
    drawer: std::result::Result<Drawer, String>,
    kind: ImagesAs,
}

#[cfg(feature = "render")]
impl Brush {
    /// Renders the pages of a document that is in a file.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if it comes from standard input.
    pub(super) fn new(kind: ImagesAs, input: &Path, password: &str) -> Result<Self> {
        // Standard input has no path.
        if input.as_os_str().is_empty() {
            return Err(Diagnostic::argument(
                "--images-as: pages are drawn from a file; save the document as one",
            ));
        }
        let original = Original::new(input, password);
        // The page count is only needed to render ahead, which is not done here.
        let drawer = original.map(|original| Drawer::new(original, 0));
        Ok(Self {
            drawer: drawer.map_err(|e| io_reason(&e)),
            kind,
        })
    }

    fn draw(&self, index: u32, size: (f32, f32), dpi: f32) -> std::result::Result<Drawn, String> {
        let scale = dpi / 72.0;
        let (wanted, extension) = match self.kind {
            ImagesAs::Png => (Wanted::page(index, scale), "png"),
            ImagesAs::Jpeg => (Wanted::jpeg_page(index, scale), "jpg"),
        };
        let drawer = self.drawer.as_ref().map_err(Clone::clone)?;
        let data = drawer.draw(wanted).map_err(|why| why.to_string())?;
        let (width, height) = pixels(size, wanted.scale());
        Ok(Drawn {
            file: ImageFile {
                extension,
                data: data.to_vec().into(),
            },
            width: width.into(),
            height: height.into(),
        })
    }
}

impl Folder {
    /// `output` is the file that refers to the scans, or `-`; the files are named after it, or after `input`
    /// if there is none.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if a scan would replace a file that must stay.
    pub(super) fn new(
        claims: &Arc<Claims>,
        path: &Path,
        output: &Path,
        input: &str,
    ) -> Result<Self> {
        let written = output.as_os_str() != "-";
        let named = if written { output } else { Path::new(input) };
        let stem = named.file_stem().unwrap_or_default().to_string_lossy();
        // Names are relative to the folder of the output.
        let from = match output.parent() {
            Some(folder) if written => folder,
            _ => Path::new(""),
        };
        let stem = match stem.as_ref() {
            "" => "page",
            stem => stem,
        };
        let stem = claims.series(path, stem);
        claims.check_folder(path, |name| is_scan(name, &stem))?;
        Ok(Self {
            claims: Arc::clone(claims),
            path: path.to_owned(),
            stem,
            name: relative(path, from),
            #[cfg(feature = "render")]
            brush: None,
        })
    }

    /// The same with rendered pictures of the pages.
    #[cfg(feature = "render")]
    pub(super) fn drawn(self, brush: Brush) -> Self {
        Self {
            brush: Some(brush),
            ..self
        }
    }
}

impl Images for Folder {
    #[cfg(feature = "render")]
    fn draw(
        &self,
        index: u32,
        size: (f32, f32),
        dpi: f32,
    ) -> Option<std::result::Result<Drawn, String>> {
        let brush = self.brush.as_ref()?;
        Some(brush.draw(index, size, dpi))
    }

    fn save(&self, index: u32, image: &ImageFile<'_>) -> Result<PageImage> {
        fs::create_dir_all(&self.path).map_err(|e| cannot_write(&self.path, &e))?;
        let number = PageNumber::of(index);
        let file = format!("{}-{number:04}.{}", self.stem, image.extension);
        let new_file = self.claims.new_file(Content::Other);
        let place = self.claims.check_file(&self.path.join(&file), new_file)?;
        let mut output = Output::create(&place)?;
        output.write_all(&image.data).map_err(|e| write_error(&e))?;
        output.finish()?;
        let sum = Md5::digest(&image.data);
        Ok(PageImage {
            name: match self.name.as_str() {
                "" => file,
                folder => format!("{folder}/{file}"),
            },
            md5: Some(sum.iter().map(|byte| format!("{byte:02x}")).collect()),
        })
    }
}

/// Whether a file name could be that of a scan made here. Ignores case, as some file systems do.
fn is_scan(name: &str, stem: &str) -> bool {
    let (name, stem) = (name.to_lowercase(), stem.to_lowercase());
    let number = name
        .strip_prefix(&stem)
        .and_then(|rest| rest.strip_prefix('-')?.split_once('.'));
    number.is_some_and(|(n, _)| n.len() >= 4 && n.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_are_named_from_where_the_output_is() {
        let image = ImageFile {
            extension: "jpg",
            data: b"abc"[..].into(),
        };
        let place = tempfile::tempdir().unwrap();
        for (images, output, name) in [
            ("scans", "out.html", "scans/out-0012.jpg"),
            ("scans", "a/out.html", "../scans/out-0012.jpg"),
            ("a/scans", "a/b.c.html", "scans/b.c-0012.jpg"),
            ("a", "a/out.html", "out-0012.jpg"),
            ("a b", "./out", "a b/out-0012.jpg"),
        ] {
            let [images, output] = [images, output].map(|name| place.path().join(name));
            let folder = Folder::new(&Arc::default(), &images, &output, "in.pdf").unwrap();
            let saved = folder.save(11, &image).unwrap();
            assert_eq!(saved.name, name);
            assert_eq!(saved.md5.unwrap(), "900150983cd24fb0d6963f7d28e17f72");
            let path = output.parent().unwrap().join(name);
            assert_eq!(
                fs::read(path).unwrap_or_default(),
                if name.starts_with("..") {
                    Vec::new()
                } else {
                    b"abc".to_vec()
                }
            );
        }
        let unnamed = |images, input| {
            let folder = Folder::new(&Arc::default(), Path::new(images), Path::new("-"), input);
            folder.unwrap()
        };
        let nothing = unnamed("x", "");
        assert_eq!(nothing.stem, "page");
        let unnamed = unnamed("x/y", "z/in.pdf");
        assert_eq!(
            (unnamed.name.as_str(), unnamed.stem.as_str()),
            ("x/y", "in")
        );
    }

    #[test]
    fn documents_that_are_named_alike_do_not_share_scans() {
        let claims = Arc::default();
        let stem = |images, output| {
            let folder = Folder::new(&claims, Path::new(images), Path::new(output), "in.pdf");
            folder.unwrap().stem
        };
        assert_eq!(stem("scans", "out.html"), "out");
        assert_eq!(stem("scans", "in/Out.html"), "Out (2)");
        assert_eq!(stem("./scans", "out.txt"), "out (3)");
        assert_eq!(stem("others", "out.txt"), "out");
        for (name, expected) in [
            ("out-0001.jpg", true),
            ("OUT-12345.JP2", true),
            ("out-001.jpg", false),
            ("out-notes.pdf", false),
            ("outer-0001.jpg", false),
        ] {
            assert_eq!(is_scan(name, "out"), expected, "{name}");
        }
    }
}
