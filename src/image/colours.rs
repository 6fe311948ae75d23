//! What the samples of an image mean, as far as image files can say it (8.6).

use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::pdf::{ColourSpace, Object, stream};

/// What samples are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Colours {
    /// One a pixel, from black to white.
    Grey,
    /// One a pixel, from white to black: the tint of a black ink.
    Tint,
    Rgb,
    Cmyk,
    /// Indices of colours in RGB.
    Palette(Vec<u8>),
}

impl Colours {
    /// Of the colour space of an image; `None` for one that no image file has.
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

    /// Of a space whose components mean what those of a device space mean.
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

    /// Samples a pixel.
    pub(super) fn count(&self) -> u16 {
        match self {
            Self::Grey | Self::Tint | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }
}
