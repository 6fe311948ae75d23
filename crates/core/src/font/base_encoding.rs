//! The encoding that `Differences` of a simple font modifies (ISO 32000-1, 9.6.6).

use super::encoding::Predefined;
use super::program::Face;
use super::source::{Origin, Source};
use super::standard14::Standard;

/// The encoding under `Differences`: the one that the file names, or the default of 9.6.6. `None` means that
/// of the program. `built_in` returns whether the program has an encoding.
pub(super) fn base_encoding(
    source: &Source<'_>,
    built_in: impl FnOnce() -> bool,
) -> Option<(Predefined, Origin)> {
    let symbols = match source.standard {
        Some(Standard::Symbol) => Some(Predefined::Symbol),
        Some(Standard::ZapfDingbats) => Some(Predefined::ZapfDingbats),
        _ => None,
    };
    if let Some(symbols) = symbols {
        // These two fonts have no Latin letters, so a Latin encoding is an error of the writer.
        return match (source.encoding.base, source.face) {
            (Some(base @ (Predefined::Symbol | Predefined::ZapfDingbats)), _) => {
                Some((base, Origin::Encoding))
            }
            _ if built_in() => None,
            _ => Some((symbols, Origin::Encoding)),
        };
    }
    if let Some(base) = source.encoding.base {
        // A Latin encoding of a pictorial font says nothing about its pictures.
        let origin = if is_pictorial(source.name) {
            Origin::Assumed
        } else {
            Origin::Encoding
        };
        return Some((base, origin));
    }
    if source.type3 || built_in() {
        return None;
    }
    let truetype = source.truetype || source.face.is_some_and(Face::is_sfnt);
    let standard = if truetype {
        // 9.6.6 prescribes StandardEncoding for nonsymbolic TrueType fonts, but writers that omit the
        // encoding mean that of Windows. The two differ in quotes and accents.
        Predefined::WinAnsi
    } else {
        Predefined::Standard
    };
    // "For a font program that is not embedded, and for a nonsymbolic font: StandardEncoding". `Differences`
    // of Type 1 fonts always refer to it, because they need a base.
    let prescribed = source.descriptor.nonsymbolic()
        || !truetype && (source.standard.is_some() || source.encoding.has_differences());
    if source.descriptor.symbolic() && !prescribed {
        // Codes without names: the program's character maps decide, if there is a program.
        return (source.face.is_none()).then_some((standard, Origin::Assumed));
    }
    let origin = if prescribed {
        Origin::Encoding
    } else {
        Origin::Assumed
    };
    Some((standard, origin))
}

/// Whether a font name is that of a pictorial font, whose codes are those of letters.
pub(super) fn is_pictorial(name: &str) -> bool {
    let name: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    [
        "wingdings",
        "webdings",
        "dingbats",
        "marlett",
        "mtextra",
        "msoutlook",
        "fontawesome",
        "symbol",
        "bullets",
    ]
    .iter()
    .any(|pictures| name.contains(pictures))
}
