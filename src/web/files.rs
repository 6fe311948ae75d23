//! The files of the web page, compiled into the program. The build script compresses them.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::DeflateDecoder;

/// Paths below `page/`, with the contents.
static FILES: LazyLock<Vec<(&str, &[u8])>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/web.deflate"));
    let mut all = Vec::new();
    // Bytes that the build script has written are valid; a test reads all of them.
    let _ = DeflateDecoder::new(packed.as_slice()).read_to_end(&mut all);
    let mut rest: &[u8] = all.leak();
    std::iter::from_fn(|| next(&mut rest)).collect()
});

/// Takes the first file from the bytes: a line with its path, a line with its length, the content.
fn next(rest: &mut &'static [u8]) -> Option<(&'static str, &'static [u8])> {
    let mut line = || {
        let end = memchr::memchr(b'\n', rest)?;
        let line = std::str::from_utf8(rest.get(..end)?).ok()?;
        *rest = rest.get(end + 1..)?;
        Some(line)
    };
    let name = line()?;
    let length = line()?.parse().ok()?;
    let (content, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some((name, content))
}

/// The content type and the content of a file.
pub(crate) fn file(name: &str) -> Option<(&'static str, &'static [u8])> {
    let (name, bytes) = FILES.iter().find(|(file, _)| *file == name)?;
    Some((content_type(name), bytes))
}

/// The content of a text file.
pub(super) fn text(name: &str) -> Option<&'static str> {
    let (_, bytes) = file(name)?;
    std::str::from_utf8(bytes).ok()
}

/// The style sheets of the page of `browse`, in order of application.
pub(crate) fn styles() -> Vec<&'static str> {
    let linked = text("index.html").unwrap_or_default().split("href=\"page/");
    let names = linked.filter_map(|rest| rest.split('"').next());
    names.filter(|name| name.ends_with(".css")).collect()
}

/// The paths of all files.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_styles_of_the_page_are_known() {
        let styles = styles();
        assert_eq!(styles.first(), Some(&"style/base.css"));
        assert!(styles.len() > 5 && styles.iter().all(|name| text(name).is_some()));
    }

    #[test]
    fn all_files_of_the_page_are_served_with_their_types() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
        let (mut found, mut folders) = (BTreeSet::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap();
                    found.insert(name.to_str().unwrap().to_owned());
                }
            }
        }
        let served: BTreeSet<_> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(served, found);
        for (name, bytes) in FILES.iter() {
            assert_eq!(*bytes, std::fs::read(root.join(name)).unwrap(), "{name}");
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
        }
    }
}
