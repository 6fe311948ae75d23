//! Paths as links from one output to another.

use std::path::Path;

/// The path relative to the folder `from`, with slashes; unchanged if no relative path exists.
pub(super) fn relative(path: &Path, from: &Path) -> String {
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
