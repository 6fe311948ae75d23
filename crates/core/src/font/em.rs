//! Estimates the em of a Type 3 font by its glyphs, if nothing else gives it.
//!
//! The font matrix of a Type 3 font may scale glyph space arbitrarily: in bitmap fonts one unit of text space
//! is often one dot. Input: the measures of the glyphs. Output: the em in the same units.

use super::encoding::Predefined;
use super::standard14::Standard;

/// A glyph, measured in the units of its font.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// Its character, if it has one.
    pub letter: Option<char>,
    pub width: f32,
    /// The height of the drawn glyph.
    pub height: f32,
}

/// Minimum number of letters that give the em.
const ENOUGH: usize = 4;
/// The mean width of letters, in ems.
const MEAN_WIDTH: f32 = 0.5;
/// The mean height of letters, in ems.
const MEAN_HEIGHT: f32 = 0.6;

/// The em of a font with these glyphs, in its own units; `None` if they have no extent. Letters are compared
/// with those of Times and Helvetica. With fewer than [`ENOUGH`] letters, the median glyph is treated as a
/// letter.
pub(super) fn by_glyphs(glyphs: &[Measure]) -> Option<f32> {
    let letters = glyphs
        .iter()
        .filter(|glyph| glyph.width > 0.0)
        .filter_map(|glyph| Some((glyph.width, usual_width(glyph.letter?)?)));
    let (count, of_font, usual) = letters.fold((0, 0.0, 0.0), |(n, a, b), (width, usual)| {
        (n + 1, a + width, b + usual)
    });
    if count >= ENOUGH {
        return Some(of_font / usual).filter(|em| em.is_finite());
    }
    let mut ems: Vec<f32> = glyphs.iter().filter_map(em_of_one).collect();
    let middle = ems.len() / 2;
    if ems.is_empty() {
        return None;
    }
    let (_, em, _) = ems.select_nth_unstable_by(middle, f32::total_cmp);
    Some(*em)
}

/// The em of the font if this glyph is as wide and as high as an average letter.
fn em_of_one(glyph: &Measure) -> Option<f32> {
    let (wide, high) = (glyph.width / MEAN_WIDTH, glyph.height / MEAN_HEIGHT);
    let em = match (wide > 0.0, high > 0.0) {
        (true, true) => (wide + high) / 2.0,
        (true, false) => wide,
        (false, true) => high,
        (false, false) => return None,
    };
    em.is_finite().then_some(em)
}

/// The mean width of a letter or digit in Times and Helvetica, in ems.
fn usual_width(letter: char) -> Option<f32> {
    let code = u8::try_from(letter)
        .ok()
        .filter(u8::is_ascii_alphanumeric)?;
    let name = Predefined::Standard.name(code)?;
    let of = |font: Standard| font.width(name);
    Some((of(Standard::TimesRoman)? + of(Standard::Helvetica)?) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measures(glyphs: &[(char, f32, f32)]) -> Vec<Measure> {
        let measure = |&(c, width, height)| Measure {
            letter: (c != '?').then_some(c),
            width,
            height,
        };
        glyphs.iter().map(measure).collect()
    }

    #[test]
    fn letters_tell_the_em() {
        // Computer Modern at 12 points on a printer of 300 dots an inch.
        let cmr12 = [
            ('a', 24.0, 0.0),
            ('i', 13.0, 0.0),
            ('m', 40.0, 0.0),
            ('n', 27.0, 0.0),
            ('T', 35.0, 0.0),
            ('?', 400.0, 0.0),
        ];
        let em = by_glyphs(&measures(&cmr12)).unwrap();
        assert!((48.0..52.0).contains(&em), "{em}");
        // Only wide ones, only narrow ones.
        let wide = [
            ('M', 45.0, 0.),
            ('W', 50.0, 0.),
            ('m', 40.0, 0.),
            ('w', 36.0, 0.),
        ];
        let narrow = [
            ('i', 13.0, 0.),
            ('l', 13.0, 0.),
            ('t', 19.0, 0.),
            ('f', 15.0, 0.),
        ];
        for letters in [wide, narrow] {
            let em = by_glyphs(&measures(&letters)).unwrap();
            assert!((45.0..65.0).contains(&em), "{em}");
        }
    }

    #[test]
    fn without_letters_the_middle_glyph_does() {
        let unknown = [('?', 39.0, 2.0), ('?', 25.0, 30.0), ('?', 0.0, 36.0)];
        let em = by_glyphs(&measures(&unknown));
        assert_eq!(em, Some(50.0));
        assert_eq!(by_glyphs(&measures(&[('a', 0.0, 0.0)])), None);
        assert_eq!(by_glyphs(&[]), None);
    }
}
