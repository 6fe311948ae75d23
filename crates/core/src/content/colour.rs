//! The fill colour (8.6.8), as far as needed to detect white and repeated colours, and to compare those of text.

use crate::pdf::lexer::{Token, name};
use crate::pdf::{ColourSpace, Dict, Object, Resources};

/// The non-stroking colour.
#[derive(Clone, Debug, Default)]
pub(super) struct FillColour {
    /// Whether the colour is white.
    pub white: bool,
    /// The components of white in the current colour space.
    space: White,
    /// The last components and their number; `None` if they are not those of a colour.
    components: Option<([f64; 4], usize)>,
}

/// The components of white in a colour space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum White {
    /// All 1: grey, RGB, calibrated and ICC spaces with 1 or 3 components.
    #[default]
    Ones,
    /// All 0: CMYK.
    Zeros,
    /// Unknown: patterns, inks, indexed colours.
    Unknown,
}

impl White {
    /// The components of white in a colour space named by a content stream.
    pub(super) fn in_space(raw_name: &[u8], spaces: &Dict<'_>) -> Self {
        let named = |key: &[u8]| spaces.get::<Object<'_>>(key);
        let space = ColourSpace::of_name(&name(raw_name), &named);
        match (&space, space.components()) {
            (ColourSpace::DeviceGray | ColourSpace::CalGray, _)
            | (ColourSpace::DeviceRgb | ColourSpace::CalRgb, _)
            | (ColourSpace::IccBased(_), Some(1 | 3)) => Self::Ones,
            (ColourSpace::DeviceCmyk, _) | (ColourSpace::IccBased(_), Some(4)) => Self::Zeros,
            _ => Self::Unknown,
        }
    }
}

impl FillColour {
    /// Sets a device colour space and its colour: `g`, `rg`, `k`.
    pub(super) fn device(components: &[f64]) -> Self {
        let space = if components.len() == 4 {
            White::Zeros
        } else {
            White::Ones
        };
        Self {
            white: is_white(space, components.iter().copied()),
            space,
            components: kept(components.iter().copied()),
        }
    }

    /// Selects a colour space: `cs`.
    pub(super) fn in_space(space: White) -> Self {
        // The initial colour is black, or the first one of a palette.
        Self {
            white: false,
            space,
            components: None,
        }
    }

    /// Sets the colour: `sc` and `scn`.
    pub(super) fn set(&mut self, operands: &[Token<'_>]) {
        let values = operands.iter().map(|t| match t {
            Token::Number(v) => *v,
            _ => f64::NAN,
        });
        self.white = !operands.is_empty() && is_white(self.space, values.clone());
        self.components = kept(values);
    }

    /// The colour as red, green and blue, without colour management; black if it is not known.
    pub(super) fn rgb(&self) -> [u8; 3] {
        let byte = |value: f64| (value.clamp(0.0, 1.0) * 255.0) as u8;
        match (self.space, self.components) {
            (White::Ones, Some(([grey, ..], 1))) => [byte(grey); 3],
            (White::Ones, Some(([red, green, blue, _], 3))) => [red, green, blue].map(byte),
            (White::Zeros, Some(([cyan, magenta, yellow, black], 4))) => {
                [cyan, magenta, yellow].map(|ink| byte((1.0 - ink) * (1.0 - black)))
            }
            _ => [0; 3],
        }
    }

    /// Whether both colours are known to be equal.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.space != White::Unknown
            && self.space == other.space
            && self.components.is_some()
            && self.components == other.components
    }
}

/// Up to four components and their number; `None` if there are more, or one is not a number.
fn kept(values: impl Iterator<Item = f64>) -> Option<([f64; 4], usize)> {
    let mut all = [0.0; 4];
    let mut count = 0;
    for value in values {
        *all.get_mut(count).filter(|_| !value.is_nan())? = value;
        count += 1;
    }
    Some((all, count))
}

fn is_white(space: White, mut components: impl Iterator<Item = f64>) -> bool {
    match space {
        White::Ones => components.all(|v| v >= 0.995),
        White::Zeros => components.all(|v| v <= 0.005),
        White::Unknown => false,
    }
}

/// Number of components of an inline image's pixel. Its colour space is given by name or in place.
pub(super) fn samples_per_pixel(
    image: &Dict<'_>,
    resources: Option<&Resources<'_>>,
) -> Option<usize> {
    let space = image
        .get::<Object<'_>>("CS")
        .or_else(|| image.get::<Object<'_>>("ColorSpace"))?;
    let named = |key: &[u8]| resources?.color_spaces.get::<Object<'_>>(key);
    ColourSpace::read(&space, &named).components()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_in_each_device_space() {
        assert!(FillColour::device(&[1.0]).white);
        assert!(FillColour::device(&[1.0, 1.0, 0.999]).white);
        assert!(FillColour::device(&[0.0, 0.0, 0.0, 0.0]).white);
        assert!(!FillColour::device(&[0.0]).white);
        assert!(!FillColour::device(&[1.0, 1.0, 0.5]).white);
        assert!(!FillColour::device(&[0.0, 0.0, 0.0, 1.0]).white);
        let mut colour = FillColour::in_space(White::in_space(b"DeviceRGB", &Dict::empty()));
        assert!(!colour.white);
        colour.set(&[Token::Number(1.0), Token::Number(1.0), Token::Number(1.0)]);
        assert!(colour.white);
        colour.set(&[Token::Name(b"P1")]);
        assert!(!colour.white);
    }

    #[test]
    fn colours_are_red_green_and_blue_whatever_their_space() {
        assert_eq!(FillColour::device(&[0.0, 0.0, 1.0]).rgb(), [0, 0, 255]);
        assert_eq!(FillColour::device(&[0.5]).rgb(), [127; 3]);
        assert_eq!(FillColour::device(&[1.0, 1.0, 0.0, 0.0]).rgb(), [0, 0, 255]);
        assert_eq!(FillColour::in_space(White::Unknown).rgb(), [0; 3]);
    }

    #[test]
    fn the_same_colour_has_the_same_components() {
        let red = FillColour::device(&[1.0, 0.0, 0.0]);
        assert!(red.is_same(&FillColour::device(&[1.0, 0.0, 0.0])));
        assert!(!red.is_same(&FillColour::device(&[1.0, 0.0, 0.1])));
        assert!(!red.is_same(&FillColour::device(&[1.0])));
        let black = FillColour::device(&[0.0, 0.0, 0.0, 1.0]);
        assert!(!black.is_same(&FillColour::device(&[0.0, 0.0, 0.0])));
        let mut pattern = FillColour::in_space(White::in_space(b"Pattern", &Dict::empty()));
        pattern.set(&[Token::Name(b"P1")]);
        assert!(!pattern.is_same(&pattern.clone()));
    }
}
