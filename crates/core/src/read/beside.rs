//! Resolves references from one file to another. Only files in the folder of the referring file, or below it,
//! are found.

use std::path::{Component, Path, PathBuf};

/// The reason why a reference is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It leads to another computer.
    Remote,
    /// It leads out of the folder.
    Outside,
    /// The file does not exist.
    Missing,
}

impl Refused {
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Remote => "it is not on this computer, and nothing is loaded from a network",
            Self::Outside => "it is not in the folder of the file that refers to it",
            Self::Missing => "there is no such file",
        }
    }
}

/// The file that `base` refers to by `href`: a path, with or without `file://`, with `/` or `\\`, and
/// percent-encoded or not.
pub(super) fn find(base: &Path, href: &str) -> Result<PathBuf, Refused> {
    let href = href.trim();
    let path = match href.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
            let path = rest.strip_prefix("//").unwrap_or(rest);
            path.strip_prefix("localhost").unwrap_or(path)
        }
        // The letter of a drive.
        Some((drive, _)) if drive.len() == 1 => return Err(Refused::Outside),
        Some((scheme, _))
            if scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'+') =>
        {
            return Err(Refused::Remote);
        }
        _ => href,
    };
    if path.starts_with("//") || path.starts_with("\\\\") {
        return Err(Refused::Remote);
    }
    let mut found = inside(base, path);
    let decoded = decoded(path);
    let others = [
        decoded.clone(),
        path.replace('\\', "/"),
        decoded.replace('\\', "/"),
    ];
    for other in others {
        if found == Err(Refused::Missing) && other != path {
            found = inside(base, &other);
        }
    }
    found
}

fn inside(base: &Path, path: &str) -> Result<PathBuf, Refused> {
    let named = Path::new(path);
    let stays = |c: Component<'_>| !matches!(c, Component::ParentDir | Component::Prefix(_));
    if path.is_empty() || path.contains('\0') || !named.components().all(stays) {
        return Err(Refused::Outside);
    }
    let folder = match base.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let folder = folder.canonicalize().map_err(|_| Refused::Missing)?;
    // Canonical, so that links cannot lead out of the folder. An absolute path replaces the folder.
    let found = folder.join(named).canonicalize();
    let is_absolute = named.has_root();
    match found {
        Ok(found) if !found.starts_with(&folder) => Err(Refused::Outside),
        Ok(found) if found.is_file() => Ok(found),
        Err(_) if is_absolute => Err(Refused::Outside),
        _ => Err(Refused::Missing),
    }
}

/// Decodes percent-encoding (`%20`) in a path.
pub(super) fn decoded(path: &str) -> String {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).and_then(|d| std::str::from_utf8(d).ok());
        let value = digits
            .filter(|_| byte == b'%')
            .and_then(|d| u8::from_str_radix(d, 16).ok());
        out.push(value.unwrap_or(byte));
        rest = behind
            .get(if value.is_some() { 2 } else { 0 }..)
            .unwrap_or_default();
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_reference_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir_all(inner.join("alto")).unwrap();
        std::fs::write(folder.path().join("secret.xml"), "x").unwrap();
        std::fs::write(inner.join("alto/1 a.xml"), "x").unwrap();
        let base = inner.join("mets.xml");
        for href in [
            "alto/1 a.xml",
            "file://./alto/1 a.xml",
            "alto/1%20a.xml",
            "./alto/./1 a.xml",
            "alto\\1 a.xml",
            "file://.\\alto\\1%20a.xml",
            &format!("file://{}", inner.join("alto/1 a.xml").display()),
        ] {
            assert!(find(&base, href).is_ok(), "{href}");
        }
        for (href, why) in [
            ("../secret.xml", Refused::Outside),
            ("alto/../../secret.xml", Refused::Outside),
            ("/etc/passwd", Refused::Outside),
            ("file:///etc/passwd", Refused::Outside),
            ("http://example.org/1.xml", Refused::Remote),
            ("//host/share", Refused::Remote),
            ("%2e%2e/secret.xml", Refused::Outside),
            ("..\\secret.xml", Refused::Outside),
            ("..%5Csecret.xml", Refused::Outside),
            ("C:\\alto\\1 a.xml", Refused::Outside),
            ("\\\\host\\share", Refused::Remote),
            ("/none.xml", Refused::Outside),
            ("none.xml", Refused::Missing),
            ("alto", Refused::Missing),
            ("", Refused::Outside),
        ] {
            assert_eq!(find(&base, href), Err(why), "{href}");
        }
        #[cfg(unix)]
        {
            let link = inner.join("link.xml");
            std::os::unix::fs::symlink("../secret.xml", &link).unwrap();
            assert_eq!(find(&base, "link.xml"), Err(Refused::Outside));
        }
    }
}
