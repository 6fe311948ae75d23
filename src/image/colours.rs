//! What the samples of an image mean, as far as image files can say it (8.6).

use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::pdf::{Array, Name, Object, Stream, StringObject, items, stream};

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
    pub fn of(space: &Object<'_>, budget: &Budget, warnings: &mut Warnings) -> Option<Self> {
        if let Object::Name(name) = space {
            return Self::device(name);
        }
        let array = space.clone().into_array()?;
        let mut parts = items(&array);
        let family = parts.next()?.into_name()?;
        match family.as_ref() {
            b"Indexed" | b"I" => palette(&array, budget, warnings),
            b"Separation" => match parts.next()?.into_name()?.as_ref() {
                b"Black" | b"All" => Some(Self::Tint),
                _ => None,
            },
            _ => Self::plain(&family, parts.next().as_ref()),
        }
    }

    /// Of a space that is no device's own, but has components like one.
    fn plain(family: &Name<'_>, dictionary: Option<&Object<'_>>) -> Option<Self> {
        match family.as_ref() {
            b"CalGray" => Some(Self::Grey),
            b"CalRGB" => Some(Self::Rgb),
            b"ICCBased" => {
                let Object::Stream(profile) = dictionary? else {
                    return None;
                };
                match profile.dict().get::<i32>("N")? {
                    1 => Some(Self::Grey),
                    3 => Some(Self::Rgb),
                    4 => Some(Self::Cmyk),
                    _ => None,
                }
            }
            _ => Self::device(family),
        }
    }

    fn device(name: &Name<'_>) -> Option<Self> {
        match name.as_ref() {
            b"DeviceGray" | b"G" => Some(Self::Grey),
            b"DeviceRGB" | b"RGB" => Some(Self::Rgb),
            b"DeviceCMYK" | b"CMYK" => Some(Self::Cmyk),
            _ => None,
        }
    }

    /// Samples a pixel.
    pub fn count(&self) -> u16 {
        match self {
            Self::Grey | Self::Tint | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }
}

/// `[/Indexed base hival lookup]` (8.6.6.3).
fn palette(array: &Array<'_>, budget: &Budget, warnings: &mut Warnings) -> Option<Colours> {
    let mut parts = items(array).skip(1);
    let base = match parts.next()? {
        Object::Name(name) => Colours::device(&name)?,
        Object::Array(array) => {
            let mut parts = items(&array);
            let family = parts.next()?.into_name()?;
            Colours::plain(&family, parts.next().as_ref())?
        }
        _ => return None,
    };
    let lookup = match parts.nth(1)? {
        Object::String(text) => lookup_string(&text),
        Object::Stream(stream) => lookup_stream(&stream, budget, warnings),
        _ => return None,
    };
    match base {
        Colours::Rgb => Some(Colours::Palette(lookup)),
        Colours::Grey => Some(Colours::Palette(
            lookup.into_iter().flat_map(|v| [v; 3]).collect(),
        )),
        _ => None,
    }
}

fn lookup_string(text: &StringObject<'_>) -> Vec<u8> {
    text.as_bytes().to_vec()
}

fn lookup_stream(stream: &Stream<'_>, budget: &Budget, warnings: &mut Warnings) -> Vec<u8> {
    stream::decode(stream, budget, warnings).into_owned()
}
