//! The files of the page, which are part of the program.

/// Their paths below `page/`, and what is in them.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("page/", $name)).as_slice())),*]
    };
}

static FILES: &[(&str, &[u8])] = &files!["index.html"];

/// The type and the content of a file.
pub(super) fn file(name: &str) -> Option<(&'static str, &'static [u8])> {
    let (name, bytes) = FILES.iter().find(|(file, _)| *file == name)?;
    Some((content_type(name), bytes))
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
    fn all_files_of_the_page_are_served_with_their_types() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/browse/page");
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
        for (name, _) in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
        }
    }
}
