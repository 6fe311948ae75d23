//! Rules about the colour spaces used for painting (ISO 32000-1, 8.6) and about output intents (ISO 19005-1,
//! 6.2.2 and 6.2.3; ISO 19005-2, 6.2.3 and 6.2.4; ISO 19005-4, the same).

use std::collections::{HashMap, HashSet};

use super::icc::Profile;
use super::rule::{Rule, catalogue, described, rules};
use super::run::{Run, Where};
use pdfa2hocr_core::pdf::{
    Array, ColourSpace, DeviceN, Dict, Name, Object, ObjectIdentifier, name_text,
};
use pdfa2hocr_core::pdf::{Separation, Stream, items};

/// The family in which a transparency group of this space blends; `None` if it depends on a device.
pub(super) fn blending_family(
    space: &ColourSpace<'_>,
    profile: Option<&Profile>,
) -> Option<[u8; 4]> {
    match space {
        ColourSpace::IccBased(_) => profile.map(|p| p.space),
        ColourSpace::CalRgb => Some(*b"RGB "),
        ColourSpace::CalGray => Some(*b"GRAY"),
        _ => None,
    }
}

/// A device colour space used for painting, by its name.
struct Device;

described! { Device of &'static str: |space| (*space).into() }

const DEVICE: &[Rule<Device>] = rules! { Device:
    [A1 "6.2.3.3" 1, A23 "6.2.4.3" 2] "DeviceRGB is used and the file has no PDF/A output intent with an RGB profile; add one, or set DefaultRGB" =>
        |s, c| *s != "DeviceRGB" || c.defines(*b"RGB ");
    [A4 "6.2.4.3" 2] "DeviceRGB is used and neither the output intent nor the blending space is RGB; add one, or set DefaultRGB" =>
        |s, c| *s != "DeviceRGB" || c.defines(*b"RGB ");
    [A1 "6.2.3.3" 2, A23 "6.2.4.3" 3] "DeviceCMYK is used and the file has no PDF/A output intent with a CMYK profile; add one, or set DefaultCMYK" =>
        |s, c| *s != "DeviceCMYK" || c.defines(*b"CMYK");
    [A4 "6.2.4.3" 3] "DeviceCMYK is used and neither the output intent nor the blending space is CMYK; add one, or set DefaultCMYK" =>
        |s, c| *s != "DeviceCMYK" || c.defines(*b"CMYK");
    [A1 "6.2.3.3" 3, A23 "6.2.4.3" 4, A4 "6.2.4.3" 4] "DeviceGray is used and there is no PDF/A output intent; add one, or set DefaultGray" =>
        |s, c| *s != "DeviceGray" || c.output().is_some();
};

described! { Profile: |p| {
    let text = |b: &[u8; 4]| String::from_utf8_lossy(b).trim().to_owned();
    format!(
        "ICC profile of class {:?}, space {:?}, version {:.1}, N {:?}",
        text(&p.class),
        text(&p.space),
        p.version,
        p.components.unwrap_or_default()
    )
}}

/// The profile of an ICCBased colour space.
const ICC_BASED: &[Rule<Profile>] = rules! { Profile:
    [A1 "6.2.3.2" 1] "an ICCBased colour space has a profile that PDF 1.4 does not allow: its version must be 2; use a profile of version 2" =>
        |p, _| usable(p, 3.0);
    [A23 "6.2.4.2" 1, A4 "6.2.4.2" 1] "an ICCBased colour space has a profile that is not a valid ICC profile up to version 4; use a valid profile" =>
        |p, _| usable(p, 5.0);
};

/// An ICCBased colour space that has no profile.
struct WithoutProfile;

described! { WithoutProfile of (): |()| "ICCBased without a stream".into() }

const WITHOUT_PROFILE: &[Rule<WithoutProfile>] = rules! { WithoutProfile:
    [A1 "6.2.3.2" 1, A23 "6.2.4.2" 1, A4 "6.2.4.2" 1] "an ICCBased colour space has no ICC profile; embed one" =>
        |(), _| false;
};

/// The ICC profile of a colour space or of an output intent.
pub(super) const PROFILE: &[Rule<Profile>] = rules! { Profile:
    [A1 "6.2.3.2" 2] "N of an ICC profile is not the number of components that the profile has; set it to 1 for gray, 3 for RGB and 4 for CMYK" =>
        |p, _| p.components.is_some() && p.components == p.space_components();
};

/// Whether a profile can define a colour space and has a version below `below`.
fn usable(p: &Profile, below: f32) -> bool {
    matches!(&p.class, b"prtr" | b"mntr" | b"scnr" | b"spac")
        && p.space_components().is_some()
        && p.version < below
}

/// The graphics state when an ICC-based CMYK space is used.
pub(super) struct IccCmykUse {
    pub overprint: bool,
    pub overprint_mode: i32,
    pub profile: Profile,
}

described! { IccCmykUse: |u|
    format!(
        "ICCBased CMYK, overprint {}, OPM {}",
        u.overprint, u.overprint_mode
    )
}

const ICC_CMYK: &[Rule<IccCmykUse>] = rules! { IccCmykUse:
    [A23 "6.2.4.2" 2, A4 "6.2.4.2" 2] "overprint mode 1 is set while painting in ICCBased CMYK with overprint; set OPM to 0" =>
        |u, _| !u.overprint || u.overprint_mode == 0;
    [A4 "6.2.4.2" 3] "an ICCBased CMYK colour space has the profile of the output intent or of the blending space; use DeviceCMYK" =>
        |u, c| !c.output().is_some_and(|p| p.id == u.profile.id || p.digest == u.profile.digest)
            && c.blending_profile != Some(u.profile.digest);
};

described! { InksFacts: |i| format!("DeviceN of {}", i.names.join(", ")) }

/// A DeviceN colour space.
pub(super) struct InksFacts {
    names: Vec<String>,
    all_described: bool,
}

const INKS: &[Rule<InksFacts>] = rules! { InksFacts:
    [A1 "6.1.12" 9] "a DeviceN colour space has more than 8 colourants; use at most 8" => |i, _| i.names.len() <= 8;
    [A23 "6.1.13" 9] "a DeviceN colour space has more than 32 colourants; use at most 32" => |i, _| i.names.len() <= 32;
    [A23 "6.2.4.4" 1, A4 "6.2.4.4" 1] "a spot colour of a DeviceN colour space is not in its Colorants dictionary; describe it there" =>
        |i, _| i.all_described;
};

/// A Separation colour space.
pub(super) struct InkFacts {
    name: String,
    consistent: bool,
}

described! { InkFacts: |i| format!("Separation {}", i.name) }

const INK: &[Rule<InkFacts>] = rules! { InkFacts:
    [A23 "6.2.4.4" 2, A4 "6.2.4.4" 2] "Separation colour spaces of the same name have different tint transforms or alternate spaces; use one colour space for both" =>
        |i, _| i.consistent;
};

/// Caches the colour spaces met so far.
#[derive(Default)]
pub(super) struct Colours {
    /// The tint transform and the alternate space of separations as text, by colourant name.
    inks: HashMap<String, String>,
    /// Profiles of ICC-based spaces: most pages use the same ones.
    profiles: HashMap<ObjectIdentifier, Profile>,
    /// The spaces that are indirect objects, with the way they were used.
    used: HashSet<Use>,
}

/// A colour space object; the overprint mode, if overprint is on; the family of the blending space.
type Use = (ObjectIdentifier, Option<i32>, Option<[u8; 4]>);

impl Colours {
    /// Whether a space is used in this way for the first time.
    pub(super) fn is_new(&mut self, used: Use) -> bool {
        self.used.insert(used)
    }

    /// The profile of an ICC-based colour space.
    pub(super) fn profile(&mut self, run: &Run<'_>, stream: &Stream<'_>) -> Profile {
        let read = || Profile::read(stream, run.budget);
        self.profiles
            .entry(stream.obj_id())
            .or_insert_with(read)
            .clone()
    }

    /// Checks a colour space used for painting, and the spaces nested in it.
    pub(super) fn paint(
        &mut self,
        run: &mut Run<'_>,
        space: &ColourSpace<'_>,
        overprint: (bool, i32),
        place: Where,
    ) {
        match space {
            ColourSpace::DeviceGray => run.check(DEVICE, &"DeviceGray", place),
            ColourSpace::DeviceRgb => run.check(DEVICE, &"DeviceRGB", place),
            ColourSpace::DeviceCmyk => run.check(DEVICE, &"DeviceCMYK", place),
            ColourSpace::CalGray
            | ColourSpace::CalRgb
            | ColourSpace::Lab
            | ColourSpace::Pattern(None)
            | ColourSpace::Unknown => {}
            ColourSpace::IccBased(None) => run.check(WITHOUT_PROFILE, &(), place),
            ColourSpace::IccBased(Some(stream)) => {
                let profile = self.profile(run, stream);
                run.check(ICC_BASED, &profile, stream.dict());
                run.check(PROFILE, &profile, stream.dict());
                if profile.components == Some(4) {
                    let facts = IccCmykUse {
                        overprint: overprint.0,
                        overprint_mode: overprint.1,
                        profile,
                    };
                    run.check(ICC_CMYK, &facts, place);
                }
            }
            // An unknown base counts as DeviceGray.
            ColourSpace::Indexed { base, .. } if matches!(**base, ColourSpace::Unknown) => {
                run.check(DEVICE, &"DeviceGray", place);
            }
            ColourSpace::Indexed { base, .. } | ColourSpace::Pattern(Some(base)) => {
                self.paint(run, base, overprint, place);
            }
            ColourSpace::Separation(ink) => {
                self.ink(run, ink, place);
                self.paint(run, &ink.alternate, overprint, place);
            }
            ColourSpace::DeviceN(inks) => {
                self.inks(run, inks, overprint, place);
                self.paint(run, &inks.alternate, overprint, place);
            }
        }
    }

    fn inks(
        &mut self,
        run: &mut Run<'_>,
        inks: &DeviceN<'_>,
        overprint: (bool, i32),
        place: Where,
    ) {
        let attributes = inks.attributes.as_ref();
        let colorants = attributes.and_then(|a| a.get::<Dict<'_>>("Colorants"));
        let process: Vec<Name<'_>> = attributes
            .and_then(|a| a.get::<Dict<'_>>("Process"))
            .and_then(|p| p.get::<Array<'_>>("Components"))
            .map(|c| items(&c).filter_map(Object::into_name).collect())
            .unwrap_or_default();
        let all_described = inks.names.iter().all(|name| {
            matches!(
                name.as_ref(),
                b"None" | b"Cyan" | b"Magenta" | b"Yellow" | b"Black"
            ) || process.contains(name)
                || colorants
                    .as_ref()
                    .is_some_and(|c| c.contains_key(name.as_ref()))
        });
        let facts = InksFacts {
            names: inks.names.iter().map(name_text).collect(),
            all_described,
        };
        run.check(INKS, &facts, place);
        for name in &facts.names {
            run.check(super::names::NAMES, name, place);
        }
        if let Some(colorants) = &colorants {
            for (key, _) in colorants.entries() {
                if let Some(object) = colorants.get::<Object<'_>>(key.as_ref()) {
                    let space = ColourSpace::read(&object, &|_| None);
                    self.paint(run, &space, overprint, place);
                }
            }
        }
    }

    fn ink(&mut self, run: &mut Run<'_>, ink: &Separation<'_>, place: Where) {
        let mut form = String::new();
        for part in [&ink.written_alternate, &ink.tint_transform]
            .into_iter()
            .flatten()
        {
            form.push_str(&super::compare::form(part, run.budget));
            form.push('\n');
        }
        let name = name_text(&ink.name);
        let first = self.inks.entry(name.clone());
        let consistent = first.or_insert_with(|| form.clone()) == &form;
        let facts = InkFacts { name, consistent };
        run.check(INK, &facts, place);
        run.check(super::names::NAMES, &facts.name, place);
    }
}

catalogue![
    DEVICE,
    ICC_BASED,
    WITHOUT_PROFILE,
    PROFILE,
    ICC_CMYK,
    INKS,
    INK
];
