//! `--images`: the folder that scans of pages are saved in.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use md5::{Digest, Md5};

use super::output::{Output, write_error};
use crate::convert::Images;
use crate::diagnostics::{Diagnostic, Kind, Result};
use crate::image::ImageFile;
use crate::write::PageImage;

/// A folder for the scans of one document. It is made when there is one.
pub struct Folder {
    path: PathBuf,
    /// What the files' names begin with.
    stem: String,
    /// The folder as the output names it.
    name: String,
}

impl Folder {
    /// `output` is the file that will name the scans, or `-`; `input` gives them their own names
    /// when it has none.
    pub fn new(path: &Path, output: &Path, input: &str) -> Self {
        let written = output.as_os_str() != "-";
        let named = if written { output } else { Path::new(input) };
        let stem = named.file_stem().unwrap_or_default().to_string_lossy();
        // Names are found from where the output is.
        let from = match output.parent() {
            Some(folder) if written => folder,
            _ => Path::new(""),
        };
        Self {
            path: path.to_owned(),
            stem: match stem.as_ref() {
                "" => "page".to_owned(),
                stem => stem.to_owned(),
            },
            name: relative(path, from),
        }
    }
}

impl Images for Folder {
    fn save(&self, index: u32, image: &ImageFile<'_>) -> Result<PageImage> {
        fs::create_dir_all(&self.path).map_err(|e| {
            let message = format!("cannot write {}: {e}", self.path.display());
            Diagnostic::new(Kind::File, message)
        })?;
        let number = u64::from(index) + 1;
        let file = format!("{}-{number:04}.{}", self.stem, image.extension);
        let mut output = Output::create(&self.path.join(&file))?;
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

/// The path of a folder from another, with slashes, as links in documents have them; as it is where
/// none leads there.
fn relative(path: &Path, from: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(Path::new(".").join(path));
    let found = match (absolute(path), absolute(from)) {
        (Ok(path), Ok(from)) => pathdiff::diff_paths(path, from),
        _ => None,
    };
    let found = found.as_deref().unwrap_or(path);
    let parts = found.components().map(|c| c.as_os_str().to_string_lossy());
    match found.is_absolute() {
        true => found.to_string_lossy().into_owned(),
        false => parts.collect::<Vec<_>>().join("/"),
    }
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
            let saved = Folder::new(&images, &output, "in.pdf").save(11, &image);
            let saved = saved.unwrap();
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
        let unnamed = Folder::new(Path::new("x/y"), Path::new("-"), "z/in.pdf");
        assert_eq!(
            (unnamed.name.as_str(), unnamed.stem.as_str()),
            ("x/y", "in")
        );
        let nothing = Folder::new(Path::new("x"), Path::new("-"), "");
        assert_eq!(nothing.stem, "page");
    }
}
