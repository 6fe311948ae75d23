//! Colour spaces (8.6), as far as it takes to tell white from the rest and to know how many
//! components a sample of an inline image has.

use crate::pdf::lexer::{Token, name};
use crate::pdf::{Dict, Object, Resources, Stream, items};

/// The non-stroking colour.
#[derive(Clone, Debug, Default)]
pub(super) struct FillColour {
    /// The colour is white.
    pub white: bool,
    /// What white is in the current colour space.
    space: White,
    /// The components that were given last, with their number; `None` where they do not tell the colour.
    components: Option<([f64; 4], usize)>,
}

/// What the components of white are in a colour space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum White {
    /// All 1: grey, RGB, calibrated and ICC spaces with 1 or 3 components.
    #[default]
    Ones,
    /// All 0: CMYK.
    Zeros,
    /// Not told by components: patterns, inks, indexed colours.
    Unknown,
}

impl FillColour {
    /// `g`, `rg`, `k`: a device space and its colour.
    pub fn device(components: &[f64]) -> Self {
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

    /// `cs`.
    pub fn in_space(space: &[u8], resources: &Resources<'_>) -> Self {
        let space = match components(space, resources) {
            Some(1 | 3) => White::Ones,
            Some(4) => White::Zeros,
            _ => White::Unknown,
        };
        // The initial colour is black, or the first of a palette.
        Self {
            white: false,
            space,
            components: None,
        }
    }

    /// `sc` and `scn`.
    pub fn set(&mut self, operands: &[Token<'_>]) {
        let values = operands.iter().map(|t| match t {
            Token::Number(v) => *v,
            _ => f64::NAN,
        });
        self.white = !operands.is_empty() && is_white(self.space, values.clone());
        self.components = kept(values);
    }

    /// Whether it is known to be the same as another.
    pub fn is_same(&self, other: &Self) -> bool {
        self.space != White::Unknown
            && self.space == other.space
            && self.components.is_some()
            && self.components == other.components
    }
}

/// At most four components, all of them numbers, and how many they are.
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

/// Components of a colour space named in a content stream, when they are additive or CMYK; `None`
/// for special spaces and for unknown ones.
fn components(space: &[u8], resources: &Resources<'_>) -> Option<u8> {
    let space = name(space);
    device_components(&space).or_else(|| {
        let object = resources.color_spaces.get::<Object<'_>>(space.as_ref())?;
        object_components(object)
    })
}

/// Bits a sample of an inline image's colour space takes are `BitsPerComponent` times this.
pub(super) fn samples_per_pixel(image: &Dict<'_>, resources: &Resources<'_>) -> Option<usize> {
    let space = image
        .get::<Object<'_>>("CS")
        .or_else(|| image.get::<Object<'_>>("ColorSpace"))?;
    let count = match &space {
        Object::Name(n) => device_components(n)
            .or_else(|| object_components(resources.color_spaces.get::<Object<'_>>(n.as_ref())?)),
        _ => None,
    };
    match count {
        Some(n) => Some(usize::from(n)),
        None => is_indexed(&space, resources).then_some(1),
    }
}

fn is_indexed(space: &Object<'_>, resources: &Resources<'_>) -> bool {
    let array = match space {
        Object::Array(array) => Some(array.clone()),
        Object::Name(n) => resources
            .color_spaces
            .get::<Object<'_>>(n.as_ref())
            .and_then(Object::into_array),
        _ => None,
    };
    let family = array.and_then(|a| items(&a).next()?.into_name());
    family.is_some_and(|f| matches!(f.as_ref(), b"I" | b"Indexed" | b"Separation"))
}

fn device_components(name: &[u8]) -> Option<u8> {
    match name {
        b"DeviceGray" | b"G" | b"CalGray" => Some(1),
        b"DeviceRGB" | b"RGB" | b"CalRGB" => Some(3),
        b"DeviceCMYK" | b"CMYK" => Some(4),
        _ => None,
    }
}

fn object_components(space: Object<'_>) -> Option<u8> {
    match space {
        Object::Name(name) => device_components(&name),
        Object::Array(array) => {
            let mut items = items(&array);
            let family = items.next()?.into_name()?;
            match family.as_ref() {
                b"ICCBased" => {
                    let profile: Stream<'_> = items.next()?.into_stream()?;
                    profile.dict().get::<u8>("N")
                }
                other => device_components(other),
            }
        }
        _ => None,
    }
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
        let mut colour = FillColour::in_space(b"DeviceRGB", &Resources::new(Dict::empty()));
        assert!(!colour.white);
        colour.set(&[Token::Number(1.0), Token::Number(1.0), Token::Number(1.0)]);
        assert!(colour.white);
        colour.set(&[Token::Name(b"P1")]);
        assert!(!colour.white);
    }

    #[test]
    fn the_same_colour_is_told_by_its_components() {
        let red = FillColour::device(&[1.0, 0.0, 0.0]);
        assert!(red.is_same(&FillColour::device(&[1.0, 0.0, 0.0])));
        assert!(!red.is_same(&FillColour::device(&[1.0, 0.0, 0.1])));
        assert!(!red.is_same(&FillColour::device(&[1.0])));
        let black = FillColour::device(&[0.0, 0.0, 0.0, 1.0]);
        assert!(!black.is_same(&FillColour::device(&[0.0, 0.0, 0.0])));
        let mut pattern = FillColour::in_space(b"Pattern", &Resources::new(Dict::empty()));
        pattern.set(&[Token::Name(b"P1")]);
        assert!(!pattern.is_same(&pattern.clone()));
    }
}
