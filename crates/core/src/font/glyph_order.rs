//! Characters of glyph indices in the fonts of Windows and macOS.
//!
//! Arial, Times New Roman and Courier New begin with the 258 glyphs of the Macintosh's standard order (`post`
//! table, format 1). Composite fonts with `Identity-H` and without a program, or whose program lacks maps and
//! names, give only glyph indices. If such a font has one of these names, the order is assumed; each width
//! must agree with the standard 14 fonts.

use skrifa::raw::tables::post::DEFAULT_GLYPH_NAMES;

use super::glyph_names;
use super::standard14::Standard;

/// The characters of glyph indices whose width agrees; `width` gives the width of a glyph in ems.
pub(super) fn assumed(font: Standard, width: impl Fn(u32) -> f32) -> Vec<Option<char>> {
    let mut text = String::new();
    (0..)
        .zip(DEFAULT_GLYPH_NAMES)
        .map(|(glyph, name)| {
            let expected = font.width(name)?;
            text.clear();
            let known = (expected - width(glyph)).abs() < 0.002
                && glyph_names::to_unicode(name, false, &mut text);
            text.chars().next().filter(|_| known)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_the_proof() {
        let widths = [(3, 0.25), (36, 0.722), (37, 0.9), (68, 0.444)];
        let width = |glyph| {
            let found = widths.iter().find(|(g, _)| *g == glyph);
            found.map_or(0.1, |(_, w)| *w)
        };
        let chars = assumed(Standard::TimesRoman, width);
        let found: Vec<(usize, char)> = chars
            .iter()
            .enumerate()
            .filter_map(|(glyph, c)| Some((glyph, (*c)?)))
            .collect();
        assert_eq!(found, [(3, ' '), (36, 'A'), (68, 'a')]);
    }
}
