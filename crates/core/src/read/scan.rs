//! Finds the page images that files name. The names are not trusted: images are searched only below the
//! folder of the naming file and below a folder that the user gives.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::beside;
use super::document::OcrDocument;
use super::named_images::Reference;
use crate::page::ScanFile;

/// File extensions that are tried in place of the named one: files often name the master image, and only a
/// copy in another format exists.
const ENDINGS: [&str; 11] = [
    "tif", "tiff", "png", "jpg", "jpeg", "jp2", "jpx", "j2k", "jb2", "jbig2", "pdf",
];

impl OcrDocument {
    /// The scan of a page, counted from 0: in `folder`, if given, or beside the file that names it.
    ///
    /// # Errors
    ///
    /// The reason, if no image is found.
    pub fn scan(&self, index: u32, folder: Option<&Path>) -> Result<ScanFile, String> {
        let named = self.named_images(index);
        let first = named.references.first();
        let first = first.ok_or("the file names no image of the page")?;
        let Some(path) = find(&named.references, folder) else {
            let name = base_name(&first.name);
            return Err(match folder {
                None => format!(
                    "its image {name} is not in the folder of the file; --scan-dir DIR names another"
                ),
                Some(_) => format!(
                    "its image {name} is neither in the folder of --scan-dir nor in that of the file"
                ),
            });
        };
        let is = |ending: &str| {
            path.extension()
                .is_some_and(|e| e.eq_ignore_ascii_case(ending))
        };
        let several = ["tif", "tiff", "jb2", "jbig2", "pdf"].into_iter().any(is);
        if named.is_shared && named.frame > 0 && !several {
            return Err("the file names one image for several pages".to_owned());
        }
        Ok(ScanFile {
            frame: named.frame,
            size: named.size,
            pixel: named.pixel,
            path,
        })
    }
}

/// The first of some images that exists: in `folder`, then beside the naming file; by its own name, then with
/// another extension.
fn find(references: &[Reference], folder: Option<&Path>) -> Option<PathBuf> {
    // References are relative to a file, so a file name is appended.
    let folder = folder.map(|folder| folder.join("list"));
    let places = |reference: &'_ Reference| {
        let beside = reference.base.clone();
        folder.iter().cloned().chain([beside]).collect::<Vec<_>>()
    };
    for other_ending in [false, true] {
        for reference in references {
            for base in places(reference) {
                let names = names(&reference.name, other_ending);
                let found = names.iter().find_map(|name| beside::find(&base, name).ok());
                if let Some(path) = found.filter(|path| is_picture(path)) {
                    return Some(path);
                }
            }
        }
    }
    None
}

/// The names by which an image is searched.
fn names(name: &str, other_ending: bool) -> Vec<String> {
    let mut names = vec![name.trim().to_owned(), base_name(name).to_owned()];
    names.extend(iiif_name(name));
    names.retain(|name| !name.is_empty());
    names.dedup();
    if !other_ending {
        return names;
    }
    let mut others = Vec::new();
    for name in names.iter().skip(usize::from(names.len() > 1)) {
        // Identifiers may contain dots that do not begin an extension.
        let stem = name
            .rsplit_once('.')
            .filter(|(_, ending)| ENDINGS.iter().any(|e| e.eq_ignore_ascii_case(ending)));
        let stem = stem.map_or(name.as_str(), |(stem, _)| stem);
        for ending in ENDINGS {
            others.push(format!("{stem}.{ending}"));
            others.push(format!("{stem}.{}", ending.to_ascii_uppercase()));
        }
    }
    others
}

/// The last part of a path of any system, or of a URL.
fn base_name(name: &str) -> &str {
    let name = name.trim();
    let name = match name.contains("://") {
        true => name.split(['?', '#']).next().unwrap_or_default(),
        false => name,
    };
    name.rsplit(['/', '\\'])
        .find(|part| !part.is_empty())
        .unwrap_or_default()
}

/// The identifier in a IIIF Image API URL: the part before region, size, rotation and quality, or before
/// `info.json`.
fn iiif_name(address: &str) -> Option<String> {
    const QUALITIES: [&str; 6] = ["default", "native", "color", "gray", "grey", "bitonal"];
    let (_, path) = address.trim().split_once("://")?;
    let path = path.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').collect();
    let (last, before) = parts.split_last()?;
    let quality = last.split('.').next()?;
    let identifier = match QUALITIES.contains(&quality) {
        true => before.len().checked_sub(4).and_then(|at| before.get(at)),
        false if *last == "info.json" => before.last(),
        false => None,
    }?;
    let identifier = beside::decoded(identifier);
    Some(base_name(&identifier).to_owned()).filter(|name| !name.is_empty())
}

/// Whether a file begins with the signature of an image format or of PDF.
fn is_picture(path: &Path) -> bool {
    let mut head = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok()
        && matches!(
            head,
            [0xFF, 0xD8, 0xFF, ..]
                | [0x89, b'P', b'N', b'G', ..]
                | [b'I', b'I', 42, 0, ..]
                | [b'M', b'M', 0, 42, ..]
                | [0x97, b'J', b'B', b'2', ..]
                | [0, 0, 0, 12, b'j', b'P', ..]
                | [0xFF, 0x4F, 0xFF, 0x51, ..]
                | [b'%', b'P', b'D', b'F', ..]
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_found_below_the_folder_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        let scans = folder.path().join("scans");
        for path in [&inner, &scans, &inner.join("img")] {
            std::fs::create_dir_all(path).unwrap();
        }
        let png = b"\x89PNG\r\n\x1A\n";
        for path in [
            "secret.png",
            "inner/img/a 1.png",
            "inner/b.png",
            "scans/c.TIF",
        ] {
            std::fs::write(folder.path().join(path), png).unwrap();
        }
        std::fs::write(inner.join("text.png"), "no picture").unwrap();
        let found = |name: &str, scan_dir: bool| {
            let reference = Reference {
                base: inner.join("page.xml"),
                name: name.to_owned(),
            };
            let scans = Some(scans.as_path()).filter(|_| scan_dir);
            let found = find(&[reference], scans)?;
            found
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        for (name, file) in [
            ("img/a 1.png", "a 1.png"),
            ("img/a%201.png", "a 1.png"),
            ("b.png", "b.png"),
            ("/tmp/elsewhere/b.png", "b.png"),
            ("C:\\Scans\\b.png", "b.png"),
            ("http://example.org/b.png?size=1", "b.png"),
            (
                "https://example.org/iiif/2/x%2Fb.png/full/full/0/default.jpg",
                "b.png",
            ),
            ("https://example.org/iiif/b/info.json", "b.png"),
            ("b.jp2", "b.png"),
            ("../MASTER/b.jp2", "b.png"),
        ] {
            assert_eq!(found(name, false).as_deref(), Some(file), "{name}");
        }
        for name in [
            "../secret.png",
            "secret.png",
            "none.png",
            "text.png",
            "",
            "..",
            "img",
            "c.tif",
        ] {
            assert_eq!(found(name, false), None, "{name}");
        }
        assert_eq!(found("c.tif", true).as_deref(), Some("c.TIF"));
        assert_eq!(found("b.png", true).as_deref(), Some("b.png"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret.png", inner.join("link.png")).unwrap();
            std::os::unix::fs::symlink("/dev/zero", inner.join("zero.png")).unwrap();
            assert_eq!(found("link.png", false), None);
            assert_eq!(found("zero.png", false), None);
        }
    }
}
