//! Colour spaces (ISO 32000-1, 8.6) that are used to paint, and rules about them and about output
//! intents (ISO 19005-1, 6.2.2 and 6.2.3; ISO 19005-2, 6.2.3 and 6.2.4; ISO 19005-4, the same).

use std::collections::HashMap;

use super::icc::Profile;
use super::rule::{Rule, Subject, catalogue, rules};
use super::run::Run;
use crate::budget::Budget;
use crate::pdf::{Array, Dict, Name, Object, Stream, items};

/// How deep colour spaces may stand in each other: a pattern over an indexed one over a separation.
const DEEPEST: usize = 8;

/// A colour space.
#[derive(Clone, Debug)]
pub enum Space<'a> {
    Gray,
    Rgb,
    Cmyk,
    CalGray,
    CalRgb,
    Lab,
    Icc(Box<Profile>, Stream<'a>),
    Indexed(Box<Space<'a>>),
    Separation {
        name: String,
        alternate: Box<Space<'a>>,
        tint: Option<Object<'a>>,
        array: Array<'a>,
    },
    DeviceN {
        names: Vec<Vec<u8>>,
        alternate: Box<Space<'a>>,
        attributes: Option<Dict<'a>>,
    },
    Pattern(Option<Box<Space<'a>>>),
    Unknown,
}

/// Where the names of colour spaces lead: the `ColorSpace` dictionary of the resources.
pub type Named<'a, 'n> = &'n dyn Fn(&[u8]) -> Option<Object<'a>>;

impl<'a> Space<'a> {
    /// Reads a colour space. `Default…` spaces of the resources stand for device spaces (8.6.5.6).
    pub fn read(object: &Object<'a>, named: Named<'a, '_>, budget: &Budget) -> Self {
        Self::read_at(object, named, budget, 0)
    }

    fn read_at(object: &Object<'a>, named: Named<'a, '_>, budget: &Budget, depth: usize) -> Self {
        if depth > DEEPEST {
            return Self::Unknown;
        }
        let inner = |o: Option<Object<'a>>| {
            Box::new(o.map_or(Self::Unknown, |o| {
                Self::read_at(&o, named, budget, depth + 1)
            }))
        };
        match object {
            Object::Name(name) => Self::of_name(name, named, budget, depth),
            Object::Array(array) => {
                let mut parts = items(array);
                let Some(family) = parts.next().and_then(Object::into_name) else {
                    return Self::Unknown;
                };
                match family.as_ref() {
                    b"CalGray" => Self::CalGray,
                    b"CalRGB" => Self::CalRgb,
                    b"Lab" => Self::Lab,
                    b"ICCBased" => match parts.next() {
                        Some(Object::Stream(s)) => {
                            Self::Icc(Box::new(Profile::read(&s, budget)), s)
                        }
                        _ => Self::Unknown,
                    },
                    b"Indexed" | b"I" => Self::Indexed(inner(parts.next())),
                    b"Separation" => Self::Separation {
                        name: parts.next().map(name_text).unwrap_or_default(),
                        alternate: inner(parts.next()),
                        tint: parts.next(),
                        array: array.clone(),
                    },
                    b"DeviceN" => Self::DeviceN {
                        names: match parts.next() {
                            Some(Object::Array(names)) => items(&names).map(name_bytes).collect(),
                            _ => Vec::new(),
                        },
                        alternate: inner(parts.next()),
                        attributes: parts.nth(1).and_then(Object::into_dict),
                    },
                    b"Pattern" => Self::Pattern(parts.next().map(|o| inner(Some(o)))),
                    other => Self::of_name(other, named, budget, depth),
                }
            }
            _ => Self::Unknown,
        }
    }

    fn of_name(name: &[u8], named: Named<'a, '_>, budget: &Budget, depth: usize) -> Self {
        let (device, default): (Self, &[u8]) = match name {
            b"DeviceGray" | b"G" => (Self::Gray, b"DefaultGray"),
            b"DeviceRGB" | b"RGB" => (Self::Rgb, b"DefaultRGB"),
            b"DeviceCMYK" | b"CMYK" => (Self::Cmyk, b"DefaultCMYK"),
            b"Pattern" => return Self::Pattern(None),
            // A name that stands for itself would go in a circle.
            _ if depth >= DEEPEST => return Self::Unknown,
            _ => {
                let object = named(name);
                return object.map_or(Self::Unknown, |o| {
                    Self::read_at(&o, named, budget, depth + 1)
                });
            }
        };
        match named(default) {
            // A default that is itself a device space changes nothing.
            Some(o) if !matches!(o, Object::Name(_)) && depth < DEEPEST => {
                Self::read_at(&o, named, budget, depth + 1)
            }
            _ => device,
        }
    }

    /// Whether colours in it come from an ICC profile for CMYK.
    pub fn is_icc_cmyk(&self) -> bool {
        matches!(self, Self::Icc(profile, _) if profile.components == Some(4))
    }

    /// The family that a transparency group in this space blends in, when it does not depend on
    /// a device.
    pub fn blending_family(&self) -> Option<[u8; 4]> {
        match self {
            Self::Icc(profile, _) => Some(profile.space),
            Self::CalRgb => Some(*b"RGB "),
            Self::CalGray => Some(*b"GRAY"),
            _ => None,
        }
    }
}

fn name_bytes(object: Object<'_>) -> Vec<u8> {
    match object {
        Object::Name(name) => name.to_vec(),
        _ => Vec::new(),
    }
}

fn name_text(object: Object<'_>) -> String {
    String::from_utf8_lossy(&name_bytes(object)).into_owned()
}

/// A device colour space that something is painted in.
struct Device;

#[derive(Clone, Copy, Debug, PartialEq)]
enum DeviceSpace {
    Gray,
    Rgb,
    Cmyk,
}

impl Subject for Device {
    type Of<'a> = DeviceSpace;

    fn describe(space: &DeviceSpace) -> String {
        format!("Device{space:?}")
    }
}

const DEVICE: &[Rule<Device>] = rules! { Device:
    [A1 "6.2.3.3" 1, A23 "6.2.4.3" 2] "DeviceRGB is used and the file has no PDF/A output intent with an RGB profile; add one, or set DefaultRGB" =>
        |s, c| *s != DeviceSpace::Rgb || c.defines(*b"RGB ");
    [A4 "6.2.4.3" 2] "DeviceRGB is used and neither the output intent nor the blending space is RGB; add one, or set DefaultRGB" =>
        |s, c| *s != DeviceSpace::Rgb || c.defines(*b"RGB ");
    [A1 "6.2.3.3" 2, A23 "6.2.4.3" 3] "DeviceCMYK is used and the file has no PDF/A output intent with a CMYK profile; add one, or set DefaultCMYK" =>
        |s, c| *s != DeviceSpace::Cmyk || c.defines(*b"CMYK");
    [A4 "6.2.4.3" 3] "DeviceCMYK is used and neither the output intent nor the blending space is CMYK; add one, or set DefaultCMYK" =>
        |s, c| *s != DeviceSpace::Cmyk || c.defines(*b"CMYK");
    [A1 "6.2.3.3" 3, A23 "6.2.4.3" 4, A4 "6.2.4.3" 4] "DeviceGray is used and there is no PDF/A output intent; add one, or set DefaultGray" =>
        |s, c| *s != DeviceSpace::Gray || c.output().is_some();
};

/// The profile of an ICCBased colour space.
struct IccBased;

impl Subject for IccBased {
    type Of<'a> = Profile;

    fn describe(profile: &Profile) -> String {
        profile.describe()
    }
}

const ICC_BASED: &[Rule<IccBased>] = rules! { IccBased:
    [A1 "6.2.3.2" 1] "an ICCBased colour space has a profile that PDF 1.4 does not allow: its version must be 2" =>
        |p, _| usable(p, 3.0);
    [A23 "6.2.4.2" 1, A4 "6.2.4.2" 1] "an ICCBased colour space has a profile that is no valid ICC profile up to version 4" =>
        |p, _| usable(p, 5.0);
};

/// A profile of a colour space or of an output intent.
pub struct AnyProfile;

impl Subject for AnyProfile {
    type Of<'a> = Profile;

    fn describe(profile: &Profile) -> String {
        profile.describe()
    }
}

pub const PROFILE: &[Rule<AnyProfile>] = rules! { AnyProfile:
    [A1 "6.2.3.2" 2] "N of an ICC profile is not the number of components that the profile has" =>
        |p, _| p.components.is_some() && p.components == p.space_components();
};

/// Whether a profile can stand in a colour space, with a version below this.
fn usable(p: &Profile, below: f32) -> bool {
    matches!(&p.class, b"prtr" | b"mntr" | b"scnr" | b"spac")
        && p.space_components().is_some()
        && p.version < below
}

/// The use of an ICCBased CMYK space.
struct IccCmyk;

/// What is in force when one is painted with.
pub struct IccCmykUse {
    pub overprint: bool,
    pub overprint_mode: i32,
    pub profile: Profile,
}

impl Subject for IccCmyk {
    type Of<'a> = IccCmykUse;

    fn describe(u: &IccCmykUse) -> String {
        format!(
            "ICCBased CMYK, overprint {}, OPM {}",
            u.overprint, u.overprint_mode
        )
    }
}

const ICC_CMYK: &[Rule<IccCmyk>] = rules! { IccCmyk:
    [A23 "6.2.4.2" 2, A4 "6.2.4.2" 2] "overprint mode 1 is set while painting in ICCBased CMYK with overprint; set OPM to 0" =>
        |u, _| !u.overprint || u.overprint_mode == 0;
    [A4 "6.2.4.2" 3] "an ICCBased CMYK colour space has the profile of the output intent or of the blending space; use DeviceCMYK" =>
        |u, c| !c.output().is_some_and(|p| p.id == u.profile.id || p.digest == u.profile.digest)
            && c.blending_profile != Some(u.profile.digest);
};

/// DeviceN.
struct Inks;

impl Subject for Inks {
    type Of<'a> = InksFacts;

    fn describe(i: &InksFacts) -> String {
        format!("DeviceN of {}", i.names.join(", "))
    }
}

pub struct InksFacts {
    names: Vec<String>,
    all_described: bool,
}

const INKS: &[Rule<Inks>] = rules! { Inks:
    [A1 "6.1.12" 9] "a DeviceN colour space has more than 8 colourants" => |i, _| i.names.len() <= 8;
    [A23 "6.1.13" 9] "a DeviceN colour space has more than 32 colourants" => |i, _| i.names.len() <= 32;
    [A23 "6.2.4.4" 1, A4 "6.2.4.4" 1] "a spot colour of a DeviceN colour space is not in its Colorants dictionary; describe it there" =>
        |i, _| i.all_described;
};

/// A separation.
struct Ink;

pub struct InkFacts {
    name: String,
    consistent: bool,
}

impl Subject for Ink {
    type Of<'a> = InkFacts;

    fn describe(i: &InkFacts) -> String {
        format!("Separation {}", i.name)
    }
}

const INK: &[Rule<Ink>] = rules! { Ink:
    [A23 "6.2.4.4" 2, A4 "6.2.4.4" 2] "Separation colour spaces of the same name have different tint transforms or alternate spaces" =>
        |i, _| matches!(i.name.as_str(), "All" | "None") || i.consistent;
};

/// Separations seen so far, by name: what their tint transform and alternate space look like.
#[derive(Default)]
pub struct Colours {
    inks: HashMap<String, String>,
}

impl Colours {
    /// Shows a colour space that is painted in to the rules, and those in it.
    pub fn paint<'a>(
        &mut self,
        run: &mut Run<'_>,
        space: &Space<'a>,
        overprint: (bool, i32),
        place: super::run::Where,
    ) {
        match space {
            Space::Gray => run.check(DEVICE, &DeviceSpace::Gray, place),
            Space::Rgb => run.check(DEVICE, &DeviceSpace::Rgb, place),
            Space::Cmyk => run.check(DEVICE, &DeviceSpace::Cmyk, place),
            Space::CalGray | Space::CalRgb | Space::Lab | Space::Pattern(None) | Space::Unknown => {
            }
            Space::Icc(profile, stream) => {
                run.check(ICC_BASED, profile, stream.dict());
                run.check(PROFILE, profile, stream.dict());
                if space.is_icc_cmyk() {
                    let facts = IccCmykUse {
                        overprint: overprint.0,
                        overprint_mode: overprint.1,
                        profile: (**profile).clone(),
                    };
                    run.check(ICC_CMYK, &facts, place);
                }
            }
            Space::Indexed(base) | Space::Pattern(Some(base)) => {
                self.paint(run, base, overprint, place);
            }
            Space::Separation {
                name,
                alternate,
                tint,
                array,
            } => {
                let written = items(array).nth(2);
                self.ink(run, name, written.as_ref(), tint.as_ref(), place);
                run.check(super::names::NAMES, name, place);
                self.paint(run, alternate, overprint, place);
            }
            Space::DeviceN {
                names,
                alternate,
                attributes,
            } => {
                self.inks(run, names, attributes.as_ref(), overprint, place);
                self.paint(run, alternate, overprint, place);
            }
        }
    }

    fn inks(
        &mut self,
        run: &mut Run<'_>,
        names: &[Vec<u8>],
        attributes: Option<&Dict<'_>>,
        overprint: (bool, i32),
        place: super::run::Where,
    ) {
        let colorants = attributes.and_then(|a| a.get::<Dict<'_>>("Colorants"));
        let process: Vec<Vec<u8>> = attributes
            .and_then(|a| a.get::<Dict<'_>>("Process"))
            .and_then(|p| p.get::<Array<'_>>("Components"))
            .map(|c| items(&c).map(name_bytes).collect())
            .unwrap_or_default();
        let all_described = names.iter().all(|name| {
            matches!(
                name.as_slice(),
                b"None" | b"Cyan" | b"Magenta" | b"Yellow" | b"Black"
            ) || process.contains(name)
                || colorants.as_ref().is_some_and(|c| c.contains_key(name))
        });
        let names: Vec<String> = names
            .iter()
            .map(|n| String::from_utf8_lossy(n).into_owned())
            .collect();
        let facts = InksFacts {
            names: names.clone(),
            all_described,
        };
        run.check(INKS, &facts, place);
        for name in &names {
            run.check(super::names::NAMES, name, place);
        }
        let budget = run.budget;
        if let Some(colorants) = &colorants {
            let mut keys: Vec<Name<'_>> = colorants.keys().collect();
            keys.sort_by(|a, b| a.as_ref().cmp(b.as_ref()));
            for key in keys {
                if let Some(object) = colorants.get::<Object<'_>>(key.as_ref()) {
                    let space = Space::read(&object, &|_| None, budget);
                    self.paint(run, &space, overprint, place);
                }
            }
        }
    }

    fn ink(
        &mut self,
        run: &mut Run<'_>,
        name: &str,
        alternate: Option<&Object<'_>>,
        tint: Option<&Object<'_>>,
        place: super::run::Where,
    ) {
        let mut form = String::new();
        for part in [alternate, tint].into_iter().flatten() {
            form.push_str(&super::compare::form(part, run.budget));
            form.push('\n');
        }
        let consistent = self
            .inks
            .entry(name.to_owned())
            .or_insert_with(|| form.clone())
            == &form;
        let facts = InkFacts {
            name: name.to_owned(),
            consistent,
        };
        run.check(INK, &facts, place);
    }
}

catalogue![DEVICE, ICC_BASED, PROFILE, ICC_CMYK, INKS, INK];
