//! The meaning of an image's samples, as far as image files can represent it (8.6).

use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::pdf::{ColourSpace, Object, stream};

/// The meaning of samples.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Colours {
    /// One sample a pixel, from black to white.
    Grey,
    /// One sample a pixel, from white to black: the tint of a black ink.
    Tint,
    Rgb,
    Cmyk,
    /// Indices into a palette of RGB colours.
    Palette(Vec<u8>),
}

impl Colours {
    /// The meaning in the colour space of an image; `None` if no image file supports it.
    pub(super) fn of(space: &Object<'_>, budget: &Budget, warnings: &mut Warnings) -> Option<Self> {
        match ColourSpace::read(space, &|_| None) {
            ColourSpace::Indexed { base, lookup } => {
                let lookup = match lookup? {
                    Object::String(text) => text.as_bytes().to_vec(),
                    Object::Stream(stream) => {
                        stream::decode(&stream, budget, warnings).into_owned()
                    }
                    _ => return None,
                };
                match Self::plain(&base)? {
                    Self::Rgb => Some(Self::Palette(lookup)),
                    Self::Grey => Some(Self::Palette(
                        lookup.into_iter().flat_map(|v| [v; 3]).collect(),
                    )),
                    _ => None,
                }
            }
            ColourSpace::Separation(ink) => match ink.name.as_ref() {
                b"Black" | b"All" => Some(Self::Tint),
                _ => None,
            },
            space => Self::plain(&space),
        }
    }

    /// The meaning in a space whose components have the meaning of a device space.
    fn plain(space: &ColourSpace<'_>) -> Option<Self> {
        match space {
            ColourSpace::DeviceGray | ColourSpace::CalGray => Some(Self::Grey),
            ColourSpace::DeviceRgb | ColourSpace::CalRgb => Some(Self::Rgb),
            ColourSpace::DeviceCmyk => Some(Self::Cmyk),
            ColourSpace::IccBased(_) => match space.components()? {
                1 => Some(Self::Grey),
                3 => Some(Self::Rgb),
                4 => Some(Self::Cmyk),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number of samples a pixel.
    pub(super) fn count(&self) -> u16 {
        match self {
            Self::Grey | Self::Tint | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }
}
