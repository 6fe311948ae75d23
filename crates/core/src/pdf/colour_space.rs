//! Colour spaces (ISO 32000-1, 8.6): reads their objects into [`ColourSpace`] and counts components, for the
//! reader of content, the export of scans, and the validator.

use super::{Dict, Name, Object, Stream, items};

/// Maximum nesting depth of colour spaces, such as a pattern over an indexed space over a separation; deeper
/// ones are unknown.
const DEEPEST: usize = 8;

/// A colour space.
#[derive(Clone, Debug)]
pub enum ColourSpace<'a> {
    DeviceGray,
    DeviceRgb,
    DeviceCmyk,
    CalGray,
    CalRgb,
    Lab,
    /// With the stream of its ICC profile, if it has one.
    IccBased(Option<Stream<'a>>),
    Indexed {
        base: Box<ColourSpace<'a>>,
        /// The colours of the indices: a string or a stream (8.6.6.3).
        lookup: Option<Object<'a>>,
    },
    Separation(Box<Separation<'a>>),
    DeviceN(Box<DeviceN<'a>>),
    /// With the colour space of uncoloured patterns, if it has one.
    Pattern(Option<Box<ColourSpace<'a>>>),
    /// Not a colour space, or a name that the resources lack.
    Unknown,
}

/// A colour space of one ink (8.6.6.4).
#[derive(Clone, Debug)]
pub struct Separation<'a> {
    pub name: Name<'a>,
    pub alternate: ColourSpace<'a>,
    pub tint_transform: Option<Object<'a>>,
    /// The alternate space as in the file.
    pub written_alternate: Option<Object<'a>>,
}

/// A colour space of several inks (8.6.6.5).
#[derive(Clone, Debug)]
pub struct DeviceN<'a> {
    pub names: Vec<Name<'a>>,
    pub alternate: ColourSpace<'a>,
    pub attributes: Option<Dict<'a>>,
}

/// Looks up the name of a colour space in the `ColorSpace` dictionary of the resources.
pub(super) type NamedColourSpaces<'a, 'n> = &'n dyn Fn(&[u8]) -> Option<Object<'a>>;

impl<'a> ColourSpace<'a> {
    /// Reads a colour space. `Default…` spaces of the resources replace device spaces (8.6.5.6).
    pub fn read(object: &Object<'a>, named: NamedColourSpaces<'a, '_>) -> Self {
        Self::read_at(object, named, 0)
    }

    /// The colour space of a name in a content stream.
    pub(crate) fn of_name(name: &[u8], named: NamedColourSpaces<'a, '_>) -> Self {
        Self::of_name_at(name, named, 0)
    }

    fn read_at(object: &Object<'a>, named: NamedColourSpaces<'a, '_>, depth: usize) -> Self {
        if depth > DEEPEST {
            return Self::Unknown;
        }
        let array = match object {
            Object::Name(name) => return Self::of_name_at(name, named, depth),
            Object::Array(array) => array,
            _ => return Self::Unknown,
        };
        let mut entries = items(array);
        let Some(family) = entries.next().and_then(Object::into_name) else {
            return Self::Unknown;
        };
        let inner = |object: Option<&Object<'a>>| {
            object.map_or(Self::Unknown, |o| Self::read_at(o, named, depth + 1))
        };
        match family.as_ref() {
            b"Lab" => Self::Lab,
            b"ICCBased" => Self::IccBased(match entries.next() {
                Some(Object::Stream(profile)) => Some(profile),
                _ => None,
            }),
            b"Indexed" | b"I" => Self::Indexed {
                base: Box::new(inner(entries.next().as_ref())),
                lookup: entries.nth(1),
            },
            b"Separation" => {
                let name = ink(entries.next());
                let written_alternate = entries.next();
                Self::Separation(Box::new(Separation {
                    name,
                    alternate: inner(written_alternate.as_ref()),
                    tint_transform: entries.next(),
                    written_alternate,
                }))
            }
            b"DeviceN" => Self::DeviceN(Box::new(DeviceN {
                names: match entries.next() {
                    Some(Object::Array(names)) => items(&names).map(|n| ink(Some(n))).collect(),
                    _ => Vec::new(),
                },
                alternate: inner(entries.next().as_ref()),
                attributes: entries.nth(1).and_then(Object::into_dict),
            })),
            b"Pattern" => {
                let below = entries.next();
                Self::Pattern(below.map(|space| Box::new(inner(Some(&space)))))
            }
            other => Self::of_name_at(other, named, depth),
        }
    }

    fn of_name_at(name: &[u8], named: NamedColourSpaces<'a, '_>, depth: usize) -> Self {
        let (device, default): (Self, &[u8]) = match name {
            b"DeviceGray" | b"G" => (Self::DeviceGray, b"DefaultGray"),
            b"DeviceRGB" | b"RGB" => (Self::DeviceRgb, b"DefaultRGB"),
            b"DeviceCMYK" | b"CMYK" => (Self::DeviceCmyk, b"DefaultCMYK"),
            b"CalGray" => return Self::CalGray,
            b"CalRGB" => return Self::CalRgb,
            b"Pattern" => return Self::Pattern(None),
            // The depth limit ends cycles of names.
            _ if depth >= DEEPEST => return Self::Unknown,
            _ => {
                let object = named(name);
                return object.map_or(Self::Unknown, |o| Self::read_at(&o, named, depth + 1));
            }
        };
        match named(default) {
            // A default that is unknown or itself a device space is ignored.
            Some(o) if !matches!(o, Object::Name(_)) && depth < DEEPEST => {
                match Self::read_at(&o, named, depth + 1) {
                    Self::Unknown => device,
                    space => space,
                }
            }
            _ => device,
        }
    }

    /// The number of components of a colour; `None` for patterns and unknown spaces.
    pub fn components(&self) -> Option<usize> {
        match self {
            Self::DeviceGray | Self::CalGray | Self::Indexed { .. } | Self::Separation(_) => {
                Some(1)
            }
            Self::DeviceRgb | Self::CalRgb | Self::Lab => Some(3),
            Self::DeviceCmyk => Some(4),
            Self::IccBased(profile) => profile.as_ref()?.dict().get::<u8>("N").map(usize::from),
            Self::DeviceN(inks) => Some(inks.names.len()),
            Self::Pattern(_) | Self::Unknown => None,
        }
    }
}

/// The name of an ink; empty if it has none.
fn ink(object: Option<Object<'_>>) -> Name<'_> {
    let name = object.and_then(Object::into_name);
    name.unwrap_or_else(|| Name::new_unescaped(b""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::FromBytes;

    fn components(space: &[u8], resources: &[u8]) -> Option<usize> {
        let resources = Dict::from_bytes(resources).unwrap();
        let space = [b"<</S", space, b">>"].concat();
        let holder = Dict::from_bytes(&space).unwrap();
        let object = holder.get::<Object<'_>>("S").unwrap();
        ColourSpace::read(&object, &|key| resources.get(key)).components()
    }

    #[test]
    fn every_family_has_its_components() {
        let cases: [(&[u8], Option<usize>); 12] = [
            (b"/DeviceGray", Some(1)),
            (b"/RGB", Some(3)),
            (b"[/DeviceCMYK]", Some(4)),
            (b"[/CalGray<<>>]", Some(1)),
            (b"[/CalRGB<<>>]", Some(3)),
            (b"[/Lab<<>>]", Some(3)),
            (b"[/I /RGB 1 <000000FFFFFF>]", Some(1)),
            (b"[/Separation/Spot/DeviceCMYK<<>>]", Some(1)),
            (b"[/DeviceN[/Cyan/Spot]/DeviceCMYK<<>>]", Some(2)),
            (b"[/Pattern/DeviceRGB]", None),
            (b"/Missing", None),
            (b"[/ICCBased 1]", None),
        ];
        for (space, count) in cases {
            let shown = String::from_utf8_lossy(space);
            assert_eq!(components(space, b"<<>>"), count, "{shown}");
        }
    }

    #[test]
    fn names_lead_to_the_resources_and_never_in_a_circle() {
        assert_eq!(components(b"/A", b"<</A/B/B[/DeviceRGB]>>"), Some(3));
        assert_eq!(components(b"/A", b"<</A/B/B/A>>"), None);
        assert_eq!(components(b"/A", b"<</A[/Pattern/A]>>"), None);
        // The standard requires default spaces to have the same number of components; the count is still
        // read.
        let default = b"<</DefaultGray[/DeviceN[/A/B]/DeviceGray<<>>]>>";
        assert_eq!(components(b"/DeviceGray", default), Some(2));
        let itself = b"<</DefaultGray/DeviceGray>>";
        assert_eq!(components(b"/DeviceGray", itself), Some(1));
    }
}
