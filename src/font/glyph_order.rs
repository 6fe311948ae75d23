//! What glyph indices mean in the fonts that come with Windows and macOS.
//!
//! Composite fonts with `Identity-H` whose program is not in the file, or was stripped of its
//! character map and names, have nothing but glyph indices. Arial, Times New Roman and Courier New
//! begin with the 258 glyphs of the Macintosh's standard order, which format 1 of the `post` table
//! is made of. That order is assumed where the font has one of these names; and as these fonts are
//! as wide as the standard 14, each glyph's width is proof or disproof.

use skrifa::raw::tables::post::DEFAULT_GLYPH_NAMES;

use super::glyph_names;
use super::standard14::Standard;

/// The characters of glyph indices, as far as the widths agree; `width` gives that of a glyph.
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
