//! Reads a colour space with all its parts (ISO 32000-1, 8.6) as a tree.

use serde::Serialize;

use super::value::Value;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{ColourSpace, Dict, Name, Object, Stream, items, stream, utf16};

/// Maximum nesting of colour spaces.
const MAX_DEPTH: usize = 8;
/// Maximum inks listed for a DeviceN space; the limit of PDF is 32 (annex C).
const MAX_INKS: usize = 64;
/// Bytes of the header of an ICC profile (ICC.1:2010, 7.2).
const PROFILE_HEADER: usize = 128;
/// Maximum tags of a profile that are searched for its description.
const MAX_TAGS: usize = 100;

/// A colour space.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Colours {
    /// The family: `DeviceRGB`, `ICCBased`, ….
    pub family: String,
    /// Number of colour components; unknown for patterns.
    pub components: Option<usize>,
    /// Further properties as names and values, for people.
    pub facts: Vec<(&'static str, String)>,
    /// The spaces inside it, each with its role.
    pub parts: Vec<(&'static str, Colours)>,
}

impl Colours {
    /// Reads the colour space of an image.
    pub(crate) fn read(space: &Object<'_>, budget: &Budget) -> Self {
        Self::read_at(space, budget, 0)
    }

    fn read_at(space: &Object<'_>, budget: &Budget, depth: usize) -> Self {
        let mut colours = Self {
            components: ColourSpace::read(space, &|_| None).components(),
            ..Self::default()
        };
        let array = match space {
            Object::Name(name) => {
                colours.family = long_name(name).to_owned();
                return colours;
            }
            Object::Array(array) if depth < MAX_DEPTH => array,
            _ => return colours,
        };
        let entries: Vec<Object<'_>> = items(array).take(5).collect();
        let Some(Object::Name(family)) = entries.first() else {
            return colours;
        };
        colours.family = long_name(family).to_owned();
        let entry = |at: usize| entries.get(at);
        let part = |at: usize| {
            entry(at).map_or_else(Self::default, |o| Self::read_at(o, budget, depth + 1))
        };
        match (colours.family.as_str(), entry(1)) {
            ("CalGray" | "CalRGB" | "Lab", Some(Object::Dict(dict))) => {
                for key in ["WhitePoint", "BlackPoint", "Gamma", "Matrix", "Range"] {
                    colours.fact_of(dict, key);
                }
            }
            ("ICCBased", Some(Object::Stream(profile))) => {
                colours.facts = profile_facts(profile, budget);
                if let Some(alternate) = profile.dict().get::<Object<'_>>("Alternate") {
                    let alternate = Self::read_at(&alternate, budget, depth + 1);
                    colours.parts.push(("Alternate", alternate));
                }
            }
            ("Indexed", _) => {
                if let Some(Object::Number(highest)) = entry(2) {
                    let count = highest.as_i64().saturating_add(1).to_string();
                    colours.facts.push(("Colours", count));
                }
                colours.parts.push(("Base", part(1)));
            }
            ("Separation", Some(Object::Name(ink))) => {
                colours.fact("Ink", String::from_utf8_lossy(ink).into_owned());
                colours.parts.push(("Alternate", part(2)));
                colours.function(entry(3));
            }
            ("DeviceN", Some(Object::Array(inks))) => {
                let inks = items(inks).take(MAX_INKS).filter_map(Object::into_name);
                let inks: Vec<_> = inks
                    .map(|n| String::from_utf8_lossy(&n).into_owned())
                    .collect();
                colours.fact("Inks", inks.join(", "));
                colours.parts.push(("Alternate", part(2)));
                colours.function(entry(3));
                if let Some(Object::Dict(attributes)) = entry(4) {
                    colours.fact_of(attributes, "Subtype");
                    let process = attributes.get::<Dict<'_>>("Process");
                    if let Some(space) = process.and_then(|p| p.get::<Object<'_>>("ColorSpace")) {
                        let process = Self::read_at(&space, budget, depth + 1);
                        colours.parts.push(("Process", process));
                    }
                }
            }
            ("Pattern", Some(_)) => colours.parts.push(("Below", part(1))),
            _ => {}
        }
        colours
    }

    fn fact(&mut self, name: &'static str, value: String) {
        self.facts.push((name, value));
    }

    fn fact_of(&mut self, dict: &Dict<'_>, key: &'static str) {
        if let Some(value) = dict.get::<Object<'_>>(key) {
            self.fact(key, Value::of(&value).short(100));
        }
    }

    /// Describes the function from tints to the alternate space.
    fn function(&mut self, function: Option<&Object<'_>>) {
        let dict = match function {
            Some(Object::Dict(dict)) => dict,
            Some(Object::Stream(stream)) => stream.dict(),
            _ => return,
        };
        let kind = match dict.get::<u8>("FunctionType") {
            Some(0) => "sampled",
            Some(2) => "exponential",
            Some(3) => "stitching",
            Some(4) => "PostScript calculator",
            _ => return,
        };
        self.fact("Tint transform", kind.to_owned());
    }
}

/// The full name of a family; inline images use abbreviations.
fn long_name(name: &[u8]) -> &str {
    match name {
        b"G" => "DeviceGray",
        b"RGB" => "DeviceRGB",
        b"CMYK" => "DeviceCMYK",
        b"I" => "Indexed",
        other => std::str::from_utf8(other).unwrap_or("unknown"),
    }
}

/// The properties stated in an ICC profile.
fn profile_facts(profile: &Stream<'_>, budget: &Budget) -> Vec<(&'static str, String)> {
    let data = stream::decode(profile, budget, &mut Warnings::new());
    let Some(header) = data.get(..PROFILE_HEADER) else {
        return vec![("Profile", "broken".to_owned())];
    };
    let word = |at: usize| {
        let bytes = header.get(at..at + 4).unwrap_or_default();
        String::from_utf8_lossy(bytes).trim().to_owned()
    };
    let byte = |at: usize| header.get(at).copied().unwrap_or(0);
    let mut facts = Vec::new();
    if let Some(text) = description(&data) {
        facts.push(("Description", text));
    }
    facts.extend([
        ("Version", format!("{}.{}", byte(8), byte(9) >> 4)),
        ("Class", word(12)),
        ("Colour space", word(16)),
        ("Connection space", word(20)),
        ("Bytes", data.len().to_string()),
    ]);
    facts
}

/// The `desc` tag of a profile in version 2 or 4 (ICC.1:2001, 6.5.17; ICC.1:2010, 10.13).
fn description(profile: &[u8]) -> Option<String> {
    let number = |at: usize| {
        let bytes = profile.get(at..at.checked_add(4)?)?;
        let value = u32::from_be_bytes(bytes.try_into().ok()?);
        usize::try_from(value).ok()
    };
    let count = number(PROFILE_HEADER)?.min(MAX_TAGS);
    let mut tags = (0..count).map(|n| PROFILE_HEADER + 4 + n * 12);
    let tag = tags.find(|&at| profile.get(at..at + 4) == Some(b"desc"))?;
    let start = number(tag + 4)?;
    let text = match profile.get(start..start.checked_add(4)?)? {
        b"desc" => {
            let length = number(start + 8)?.min(200);
            let text = profile.get(start + 12..start + 12 + length)?;
            String::from_utf8_lossy(text).into_owned()
        }
        b"mluc" => {
            let length = number(start + 20)?.min(400);
            let text = start.checked_add(number(start + 24)?)?;
            let text = profile.get(text..text.checked_add(length)?)?;
            utf16(text, u16::from_be_bytes)
        }
        _ => return None,
    };
    Some(text.trim_end_matches('\0').to_owned())
}

/// The family of a colour space.
pub(super) fn family(space: &Object<'_>) -> Option<String> {
    let name = |name: &Name<'_>| long_name(name).to_owned();
    match space {
        Object::Name(n) => Some(name(n)),
        Object::Array(array) => items(array).next()?.into_name().as_ref().map(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::limits::Limits;
    use pdfa2hocr_core::pdf::FromBytes;

    fn read(space: &str) -> Colours {
        let holder = format!("<</S {space}>>").into_bytes();
        let holder = Dict::from_bytes(&holder).unwrap();
        let object = holder.get::<Object<'_>>("S").unwrap();
        Colours::read(&object, &Budget::new(Limits::default(), 1 << 20))
    }

    #[test]
    fn spaces_are_followed_down_to_their_parts() {
        let colours = read("[/Indexed[/Separation/Spot/DeviceCMYK<</FunctionType 2>>]1<0080>]");
        assert_eq!(
            (colours.family.as_str(), colours.components),
            ("Indexed", Some(1))
        );
        assert_eq!(colours.facts, [("Colours", "2".to_owned())]);
        let (label, base) = &colours.parts[0];
        assert_eq!((*label, base.family.as_str()), ("Base", "Separation"));
        assert_eq!(
            base.facts,
            [
                ("Ink", "Spot".to_owned()),
                ("Tint transform", "exponential".to_owned())
            ]
        );
        assert_eq!(base.parts[0].1.components, Some(4));
        let lab = read("[/Lab<</WhitePoint[0.9 1 0.8]>>]");
        assert_eq!(lab.facts, [("WhitePoint", "[0.9 1 0.8]".to_owned())]);
        assert_eq!(
            read("[/DeviceN[/A/B]/DeviceRGB<<>>]").facts[0].1,
            "A, B".to_owned()
        );
        assert_eq!(read("/G").family, "DeviceGray");
    }

    #[test]
    fn what_is_in_itself_ends() {
        let deep = "[/Pattern".repeat(40) + " /DeviceGray" + &"]".repeat(40);
        let mut depth = 0;
        let mut colours = &read(&deep);
        while let Some((_, below)) = colours.parts.first() {
            depth += 1;
            colours = below;
        }
        assert_eq!(depth, MAX_DEPTH);
    }

    #[test]
    fn profiles_say_what_they_are() {
        let mut profile = vec![0; PROFILE_HEADER];
        profile.extend(1u32.to_be_bytes());
        profile.extend(b"desc");
        profile.extend(144u32.to_be_bytes());
        profile.extend(100u32.to_be_bytes());
        let two = [b"desc\0\0\0\0".as_slice(), &5u32.to_be_bytes(), b"sRGB\0"].concat();
        let text = [profile.clone(), two].concat();
        assert_eq!(description(&text).as_deref(), Some("sRGB"));
        let mut four = b"mluc\0\0\0\0".to_vec();
        for n in [1u32, 12, 0, 4, 28] {
            four.extend(n.to_be_bytes());
        }
        four.extend(b"\0h\0i");
        let text = [profile.clone(), four].concat();
        assert_eq!(description(&text).as_deref(), Some("hi"));
        assert_eq!(description(&profile), None);
    }
}
