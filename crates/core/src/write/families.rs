//! Font families given by the user, for fonts whose file does not name one.

use std::collections::HashMap;
use std::path::Path;

use crate::diagnostics::{Error, Result};
use crate::mapping::text_file;
use crate::page::FontFacts;

/// Font families by PostScript font name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Families(HashMap<String, String>);

impl Families {
    /// Reads a file with one font a line: PostScript name, TAB, family.
    ///
    /// # Errors
    ///
    /// [`File`] if the file cannot be read; [`Argument`], with the line number, if a line has no TAB or nothing
    /// on one side of it.
    ///
    /// [`File`]: crate::diagnostics::DiagnosticKind::File
    /// [`Argument`]: crate::diagnostics::DiagnosticKind::Argument
    pub fn read(path: &Path) -> Result<Self> {
        let text = text_file::read(path, "the font families")?;
        Self::parse(&text).map_err(|(line, message)| {
            let message = format!("{}:{line}: {message}", path.display());
            Error::argument(message)
        })
    }

    fn parse(text: &str) -> std::result::Result<Self, (usize, String)> {
        let mut families = HashMap::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match line.split_once('\t').map(|(n, f)| (n.trim(), f.trim())) {
                Some((name, family)) if !name.is_empty() && !family.is_empty() => {
                    families.insert(name.to_owned(), family.to_owned());
                }
                _ => {
                    let message = format!(
                        "\"{}\": write the font's PostScript name, a TAB and its family",
                        line.trim()
                    );
                    return Err((index + 1, message));
                }
            }
        }
        Ok(Self(families))
    }

    /// Returns the family of a font: from the user, otherwise from the font, otherwise the font name.
    pub(super) fn of<'a>(&'a self, font: &'a FontFacts) -> &'a str {
        match self.0.get(&font.name) {
            Some(family) => family,
            None if font.family.is_empty() => &font.name,
            None => &font.family,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::DiagnosticKind;

    fn font(name: &str, family: &str) -> FontFacts {
        FontFacts {
            name: name.to_owned(),
            family: family.to_owned(),
            ..FontFacts::default()
        }
    }

    #[test]
    fn the_users_family_goes_before_the_fonts_own() {
        let families = Families::parse("F12\tTimes New Roman\r\n\nF13\t Arial\n").unwrap();
        assert_eq!(families.of(&font("F12", "X")), "Times New Roman");
        assert_eq!(families.of(&font("F13", "")), "Arial");
        assert_eq!(families.of(&font("F14", "Courier")), "Courier");
        assert_eq!(families.of(&font("F14", "")), "F14");
    }

    #[test]
    fn a_wrong_line_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("fonts");
        std::fs::write(&path, "F1\tTimes\nF2 Arial\n").unwrap();
        let error = Families::read(&path).unwrap_err();
        assert_eq!(error.kind, DiagnosticKind::Argument);
        assert_eq!(
            error.message,
            format!(
                "{}:2: \"F2 Arial\": write the font's PostScript name, a TAB and its family",
                path.display()
            )
        );
        let missing = Families::read(&dir.path().join("none")).unwrap_err();
        assert_eq!(missing.kind, DiagnosticKind::File);
    }
}
