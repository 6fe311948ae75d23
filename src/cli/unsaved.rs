//! Uses unsaved texts of mappings and modules instead of the files on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use crate::convert::{ModuleSource, Options};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::mapping::MappingSource;

/// Replaces files by texts: each file is followed by the file that has its text.
///
/// # Errors
///
/// [`Diagnostic::file`] if a text cannot be read.
pub(super) fn put(unsaved: &[PathBuf], options: &mut Options) -> Result<()> {
    for [file, text] in unsaved.as_chunks().0 {
        let text = fs::read_to_string(text).map_err(|error| {
            let why = format!("cannot read {}: {}", text.display(), io_reason(&error));
            Diagnostic::file(why)
        })?;
        if matches!(&options.mapping, MappingSource::Named(name) if Path::new(name) == file) {
            options.mapping = MappingSource::edited(file, &text);
        }
        for module in &mut options.modules {
            if matches!(&module.module, ModuleSource::Named(path) if path == file) {
                module.module = ModuleSource::edited(file, &text);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::ModuleOptions;

    #[test]
    fn a_text_stands_for_the_file_that_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("text");
        fs::write(&text, "new").unwrap();
        let mut options = Options {
            modules: ["a.star", "b.star"].map(ModuleOptions::new).to_vec(),
            ..Options::default()
        };
        put(&["b.star".into(), text.clone()], &mut options).unwrap();
        let names: Vec<String> = options
            .modules
            .iter()
            .map(|module| format!("{:?}", module.module))
            .collect();
        assert!(
            !names[0].contains("new") && names[1].contains("new"),
            "{names:?}"
        );
        let missing = folder.path().join("missing");
        assert!(put(&["b.star".into(), missing], &mut options).is_err());
    }
}
