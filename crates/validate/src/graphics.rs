//! Rules about graphics states, images, forms and transparency (ISO 19005-1, 6.2.4 to 6.2.9 and
//! 6.4; ISO 19005-2, 6.2.5 to 6.2.10; ISO 19005-4, 6.2.5 to 6.2.9).

use super::entries::{
    Entries, dict_of, either, entry, is_name, is_true, number_of, present, values,
};
use super::rule::{Rule, catalogue, described, dictionaries, rules, texts};
use super::run::{Run, Where};
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::{Dict, Object};

dictionaries! {
    pub(super) State: "ExtGState dictionary";
    pub(super) Image: "image";
    pub(super) Form: "form XObject";
    pub(super) XObject: "XObject";
    /// The group dictionary of a page or a form.
    pub(super) Group: "group" of "S";
}

const STATE: &[Rule<State>] = rules! { State:
    [A1 "6.2.8" 1, A23 "6.2.5" 1, A4 "6.2.5" 1] "a graphics state has a transfer function TR; remove it" =>
        |d, _| !d.has("TR"), |d| entry(d, "TR");
    [A1 "6.2.8" 2, A23 "6.2.5" 2, A4 "6.2.5" 2] "a graphics state has TR2 with a value other than Default; remove it" =>
        |d, _| !d.has("TR2") || is_name(d, "TR2", "Default"), |d| entry(d, "TR2");
    [A23 "6.2.5" 3] "a graphics state has HTP; remove it" => |d, _| !d.has("HTP"), |d| entry(d, "HTP");
    [A4 "6.2.5" 3] "a graphics state has HTO; remove it" => |d, _| !d.has("HTO"), |d| entry(d, "HTO");
    [A1 "6.4" 1] "a graphics state has a soft mask, which PDF/A-1 does not allow; flatten transparency" =>
        |d, _| !d.has("SMask") || is_name(d, "SMask", "None"), |d| entry(d, "SMask");
    [A1 "6.4" 4] "a graphics state has a blend mode other than Normal and Compatible; flatten transparency" =>
        |d, _| !d.has("BM") || is_name(d, "BM", "Normal") || is_name(d, "BM", "Compatible"), |d| entry(d, "BM");
    [A1 "6.4" 5] "a graphics state has a stroke alpha CA other than 1; flatten transparency" =>
        |d, _| number_of(d, "CA").is_none_or(|a| (a - 1.0).abs() < 1e-6), |d| entry(d, "CA");
    [A1 "6.4" 6] "a graphics state has a fill alpha ca other than 1; flatten transparency" =>
        |d, _| number_of(d, "ca").is_none_or(|a| (a - 1.0).abs() < 1e-6), |d| entry(d, "ca");
};

texts! {
    /// A blend mode by its name.
    pub(super) Blend: "blend mode {}";
    /// A rendering intent by its name.
    pub(super) Intent: "rendering intent {}";
    /// A filter of an inline image.
    InlineFilter: "filter {} of an inline image";
}

pub(super) const BLEND: &[Rule<Blend>] = rules! { Blend:
    [A23 "6.2.10" 1, A4 "6.2.9" 1] "a blend mode is not one of those that the PDF standard defines; use Normal or another standard mode" =>
        |mode, _| matches!(mode.as_str(), "Normal" | "Compatible" | "Multiply" | "Screen" | "Overlay"
            | "Darken" | "Lighten" | "ColorDodge" | "ColorBurn" | "HardLight" | "SoftLight"
            | "Difference" | "Exclusion" | "Hue" | "Saturation" | "Color" | "Luminosity");
};

pub(super) const INTENT: &[Rule<Intent>] = rules! { Intent:
    [A1 "6.2.9" 1, A23 "6.2.6" 1, A4 "6.2.4.6" 1] "a rendering intent is not RelativeColorimetric, AbsoluteColorimetric, Perceptual or Saturation; use one of them" =>
        |i, _| matches!(i.as_str(), "RelativeColorimetric" | "AbsoluteColorimetric" | "Perceptual" | "Saturation");
};

/// A halftone and its colourant, if it is one of several.
struct HalftoneFacts<'a> {
    dict: Dict<'a>,
    colourant: Option<String>,
}

described! { HalftoneFacts<'_>: |h| {
    let kind = h.dict.get::<i32>("HalftoneType");
    format!(
        "halftone of type {}",
        kind.map_or("none".into(), |k| k.to_string())
    )
}}

impl HalftoneFacts<'_> {
    fn transfer(&self) -> String {
        let whose = self.colourant.as_deref().unwrap_or("all colourants");
        let function = entry(&self.dict, "TransferFunction");
        format!("halftone for {whose}, {function}")
    }
}

const HALFTONE: &[Rule<HalftoneFacts<'_>>] = rules! { HalftoneFacts<'_>:
    [A23 "6.2.5" 4, A4 "6.2.5" 4] "a halftone is of a type other than 1 and 5; remove it, or use type 1 or 5" =>
        |h, _| matches!(h.dict.get::<i32>("HalftoneType"), Some(1 | 5));
    [A23 "6.2.5" 5, A4 "6.2.5" 5] "a halftone has HalftoneName; remove it" =>
        |h, _| !h.dict.has("HalftoneName"), |h| entry(&h.dict, "HalftoneName");
    [A23 "6.2.5" 6, A4 "6.2.5" 6] "a halftone has a TransferFunction where it must not have one, or lacks a required one; use it only for colourants that are not process colours" =>
        |h, _| match h.colourant.as_deref() {
            Some("Default") => true,
            None | Some("Cyan" | "Magenta" | "Yellow" | "Black") => !h.dict.has("TransferFunction"),
            Some(_) => h.dict.has("TransferFunction"),
        }, |h| h.transfer();
};

pub(super) const X_OBJECT: &[Rule<XObject>] = rules! { XObject:
    [A1 "6.2.4" 2] "an XObject has OPI; remove it" => |d, _| !d.has("OPI"), |d| entry(d, "OPI");
    [A1 "6.2.7" 1, A23 "6.2.9" 3] "an XObject is a PostScript XObject; remove it" => |d, _| !is_name(d, "Subtype", "PS"), |d| entry(d, "Subtype");
    [A1 "6.4" 2] "an XObject has a soft mask, which PDF/A-1 does not allow; flatten transparency" =>
        |d, _| !d.has("SMask") || is_name(d, "SMask", "None"), |d| entry(d, "SMask");
};

pub(super) const IMAGE: &[Rule<Image>] = rules! { Image:
    [A1 "6.2.4" 1, A23 "6.2.8" 1, A4 "6.2.7.1" 1] "an image has Alternates; remove them" =>
        |d, _| !d.has("Alternates"), |d| entry(d, "Alternates");
    [A23 "6.2.8" 2, A4 "6.2.7.1" 2] "an image has OPI; remove it" => |d, _| !d.has("OPI"), |d| entry(d, "OPI");
    [A1 "6.2.4" 3, A23 "6.2.8" 3, A4 "6.2.7.1" 3] "an image has Interpolate true; set it to false or leave it out" =>
        |d, _| !is_true(d, "Interpolate") && !is_true(d, "I"), |d| present(d, &["Interpolate", "I"]);
    [A1 "6.2.4" 4] "an image has a BitsPerComponent other than 1, 2, 4 and 8; convert the image to 8 bits" =>
        |d, _| bits(d).is_none_or(|n| [1.0, 2.0, 4.0, 8.0].contains(&n)), |d| present(d, &["BitsPerComponent", "BPC"]);
    [A23 "6.2.8" 4, A4 "6.2.7.1" 4] "an image has a BitsPerComponent other than 1, 2, 4, 8 and 16; convert the image to 8 bits" =>
        |d, _| bits(d).is_none_or(|n| [1.0, 2.0, 4.0, 8.0, 16.0].contains(&n)), |d| present(d, &["BitsPerComponent", "BPC"]);
};

/// The stencil mask of another image.
pub(super) const MASK: &[Rule<Image>] = rules! { Image:
    [A1 "6.2.4" 5, A23 "6.2.8" 5, A4 "6.2.7.1" 5] "an image mask has a BitsPerComponent other than 1; leave it out" =>
        |d, _| bits(d).is_none_or(|n| n == 1.0), |d| present(d, &["BitsPerComponent", "BPC"]);
};

/// `BitsPerComponent`, in inline images `BPC`.
fn bits(image: &Dict<'_>) -> Option<f64> {
    number_of(image, "BitsPerComponent").or_else(|| number_of(image, "BPC"))
}

pub(super) const FORM: &[Rule<Form>] = rules! { Form:
    [A1 "6.2.5" 1] "a form XObject has PS, or Subtype2 PS; remove them" =>
        |d, _| !d.has("PS") && !is_name(d, "Subtype2", "PS"), |d| present(d, &["PS", "Subtype2"]);
    [A23 "6.2.9" 1] "a form XObject has OPI, PS, or Subtype2 PS; remove them" =>
        |d, _| !d.has("PS") && !d.has("OPI") && !is_name(d, "Subtype2", "PS"), |d| present(d, &["OPI", "PS", "Subtype2"]);
    [A4 "6.2.8.1" 1] "a form XObject has OPI; remove it" => |d, _| !d.has("OPI"), |d| entry(d, "OPI");
    [A1 "6.2.6" 1, A23 "6.2.9" 2, A4 "6.2.8.2" 1, UA1 "7.20" 1] "a form XObject is a reference XObject; put the content itself into the file" =>
        |d, _| !d.has("Ref"), |d| entry(d, "Ref");
};

pub(super) const GROUP: &[Rule<Group>] = rules! { Group:
    [A1 "6.4" 3] "a page or form is a transparency group, which PDF/A-1 does not allow; flatten transparency" =>
        |d, _| !is_name(d, "S", "Transparency");
};

/// Checks an extended graphics state, which `gs` sets.
pub(super) fn check_extended_state(run: &mut Run<'_>, dict: &Dict<'_>, place: Where) {
    run.check(STATE, dict, place);
    check_blend_mode(run, dict, place);
    if let Some(Object::Name(intent)) = dict.get::<Object<'_>>("RI") {
        let intent = String::from_utf8_lossy(&intent).into_owned();
        run.check(INTENT, &intent, place);
    }
    if let Some(halftone) = dict.get::<Object<'_>>("HT").as_ref().and_then(dict_of) {
        check_halftone(run, halftone, None, 0);
    }
}

/// Maximum nesting depth of halftones; deeper ones are not checked.
const MAX_DEPTH: usize = 8;

fn check_halftone(run: &mut Run<'_>, dict: &Dict<'_>, colourant: Option<String>, depth: usize) {
    let facts = HalftoneFacts {
        dict: dict.clone(),
        colourant,
    };
    run.check(HALFTONE, &facts, dict);
    if dict.get::<i32>("HalftoneType") != Some(5) || depth >= MAX_DEPTH {
        return;
    }
    for key in dict.keys() {
        let inner = dict.get::<Object<'_>>(key.as_ref());
        if let Some(inner) = inner.as_ref().and_then(dict_of) {
            check_halftone(run, inner, Some(key.as_str().to_owned()), depth + 1);
        }
    }
}

/// `/BM`: a name, or the first element of an array.
pub(super) fn blend_mode(dict: &Dict<'_>) -> Option<String> {
    let mode = values(dict.get::<Object<'_>>("BM")).next()?;
    Some(mode.into_name()?.as_str().to_owned())
}

/// Checks the blend mode of a graphics state or an annotation. Under part 4, arrays are skipped.
pub(super) fn check_blend_mode(run: &mut Run<'_>, dict: &Dict<'_>, place: Where) {
    let is_array = matches!(dict.get::<Object<'_>>("BM"), Some(Object::Array(_)));
    if let Some(mode) = blend_mode(dict).filter(|_| !is_array || run.flavour().part() != 4) {
        run.check(BLEND, &mode, place);
    }
}

/// Whether a graphics state or an annotation has a blend mode other than normal.
pub(super) fn blends(dict: &Dict<'_>) -> bool {
    blend_mode(dict).is_some_and(|mode| mode != "Normal" && mode != "Compatible")
}

/// The parameters of the graphics state that make painting transparent (ISO 32000-1, 11.6.4).
#[derive(Clone, Copy, Default)]
pub(super) struct Transparency {
    fill: bool,
    stroke: bool,
    blends: bool,
    masked: bool,
}

impl Transparency {
    /// Applies the entries of a graphics state dictionary.
    pub(super) fn set(&mut self, dict: &Dict<'_>) {
        for (key, is_low) in [("ca", &mut self.fill), ("CA", &mut self.stroke)] {
            *is_low = number_of(dict, key).map_or(*is_low, |alpha| alpha < 1.0);
        }
        if dict.has("BM") {
            self.blends = blends(dict);
        }
        if dict.has("SMask") {
            self.masked = dict.get::<Dict<'_>>("SMask").is_some();
        }
    }

    pub(super) fn fills(self) -> bool {
        self.fill || self.blends || self.masked
    }

    pub(super) fn strokes(self) -> bool {
        self.stroke || self.blends || self.masked
    }
}

/// The data of an inline image: its declared length and its actual length in bytes.
struct InlineData;

described! { InlineData of (Option<f64>, usize): |(declared, real)| {
    let declared = declared.map_or("no L".into(), |n| format!("L {n}"));
    format!(
        "{declared}, the inline image has {}",
        counted(*real, "byte")
    )
}}

const INLINE_DATA: &[Rule<InlineData>] = rules! { InlineData:
    [A4 "6.1.9" 2] "an inline image has no L, or one that is not the number of bytes of its data; set L to the number of bytes" =>
        |(declared, real), _| *declared == Some(*real as f64);
};

const INLINE_FILTER: &[Rule<InlineFilter>] = rules! { InlineFilter:
    [A1 "6.1.10" 2] "an inline image is compressed with LZW; use Flate" =>
        |f, _| !matches!(f.as_str(), "LZW" | "LZWDecode");
    [A23 "6.1.10" 1, A4 "6.1.9" 1] "an inline image has a filter that is not allowed; use Flate or another standard filter except LZW" =>
        |f, _| matches!(f.as_str(), "ASCIIHexDecode" | "ASCII85Decode" | "FlateDecode" | "RunLengthDecode"
            | "CCITTFaxDecode" | "DCTDecode" | "AHx" | "A85" | "Fl" | "RL" | "CCF" | "DCT");
};

/// Checks the dictionary of an inline image.
pub(super) fn check_inline(run: &mut Run<'_>, dict: &Dict<'_>, length: usize, place: Where) {
    run.check(IMAGE, dict, place);
    let declared = number_of(dict, "L").or_else(|| number_of(dict, "Length"));
    run.check(INLINE_DATA, &(declared, length), place);
    for name in values(either(dict, "F", "Filter")).filter_map(Object::into_name) {
        run.check(INLINE_FILTER, &name.as_str().to_owned(), place);
    }
    if let Some(Object::Name(intent)) = dict.get::<Object<'_>>("Intent") {
        run.check(INTENT, &intent.as_str().to_owned(), place);
    }
}

catalogue![
    STATE,
    BLEND,
    INTENT,
    HALFTONE,
    X_OBJECT,
    IMAGE,
    MASK,
    FORM,
    GROUP,
    INLINE_DATA,
    INLINE_FILTER
];
