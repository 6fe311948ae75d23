//! Rules about annotations (ISO 19005-1, 6.5; ISO 19005-2, 6.3; ISO 19005-4, 6.3).

use super::entries::{Entries, dicts, entry, inherited, present};
use super::rule::{Rule, catalogue, described, dictionaries, rules};
use super::run::Run;
use super::{action, graphics};
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::{Array, Dict, Name, Object, Stream, name_of, numbers};

/// An annotation.
struct AnnotationFacts<'a> {
    dict: Dict<'a>,
    subtype: String,
    /// `FT` of the widget's field, its own or inherited.
    field_type: Option<String>,
    flags: Option<i32>,
    /// Keys of the appearance dictionary.
    appearance: Option<Vec<String>>,
    normal: Normal,
}

/// The type of `/N` in the appearance dictionary.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Normal {
    Stream,
    /// A dictionary with this many appearance streams.
    States(usize),
    None,
}

described! { AnnotationFacts<'_>: |f| format!("{} annotation", f.subtype) }

impl<'a> AnnotationFacts<'a> {
    fn read(dict: &Dict<'a>) -> Self {
        let appearance = dict.get::<Dict<'a>>("AP");
        Self {
            subtype: name_of(dict, "Subtype").unwrap_or_default(),
            field_type: inherited(dict, "FT")
                .and_then(Object::into_name)
                .map(|n| n.as_str().to_owned()),
            flags: dict.get::<i32>("F"),
            normal: match appearance.as_ref().and_then(|a| a.get::<Object<'_>>("N")) {
                Some(Object::Stream(_)) => Normal::Stream,
                Some(Object::Dict(states)) => {
                    let shown = |key: &Name<'_>| states.get::<Stream<'_>>(key.as_ref()).is_some();
                    Normal::States(states.keys().filter(shown).count())
                }
                _ => Normal::None,
            },
            appearance: appearance.map(|a| a.keys().map(|k| k.as_str().to_owned()).collect()),
            dict: dict.clone(),
        }
    }

    fn has_flags(&self, set: i32, clear: i32) -> bool {
        self.flags.is_some_and(|f| f & set == set && f & clear == 0)
    }

    fn only_normal(&self) -> bool {
        self.appearance.as_deref().is_some_and(|keys| keys == ["N"])
    }

    fn is_button(&self) -> bool {
        self.subtype == "Widget" && self.field_type.as_deref() == Some("Btn")
    }

    /// The flags with the names of those that are set, for reports.
    fn flags_described(&self) -> String {
        let Some(flags) = self.flags else {
            return format!("{} annotation without F", self.subtype);
        };
        let names = [
            (INVISIBLE, "Invisible"),
            (HIDDEN, "Hidden"),
            (PRINT, "Print"),
            (NO_VIEW, "NoView"),
            (TOGGLE_NO_VIEW, "ToggleNoView"),
        ];
        let set = names.iter().filter(|(flag, _)| flags & flag != 0);
        let set: Vec<&str> = set.map(|(_, name)| *name).collect();
        let set = if set.is_empty() {
            "none of these".into()
        } else {
            set.join(", ")
        };
        format!("{} annotation, F {flags}: {set}", self.subtype)
    }

    fn normal_described(&self) -> String {
        let normal = match self.normal {
            Normal::Stream => "a stream".into(),
            Normal::States(count) => counted(count, "state"),
            Normal::None => "neither a stream nor states".into(),
        };
        format!("{} annotation, N with {normal}", self.subtype)
    }

    /// Whether the rectangle has neither width nor height.
    fn is_empty(&self) -> bool {
        rect(&self.dict).is_some_and(|[x0, y0, x1, y1]| x0 == x1 && y0 == y1)
    }

    fn has_colour(&self) -> bool {
        ["C", "IC"].iter().any(|key| {
            self.dict
                .get::<Array<'_>>(key)
                .is_some_and(|c| c.raw_iter().count() > 0)
        })
    }
}

// Bits of `F` (ISO 32000-1, table 165).
pub(super) const INVISIBLE: i32 = 1;
pub(super) const HIDDEN: i32 = 1 << 1;
const PRINT: i32 = 1 << 2;
pub(super) const NO_VIEW: i32 = 1 << 5;
pub(super) const TOGGLE_NO_VIEW: i32 = 1 << 8;

/// Whether parts 2 and 3 allow this type of ISO 32000-1, table 169.
fn is_common(subtype: &str) -> bool {
    const TYPES: &str = "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline \
        Squiggly StrikeOut Stamp Caret Ink Popup Widget PrinterMark TrapNet Watermark Redact";
    TYPES.split_whitespace().any(|name| name == subtype)
}

const ANNOTATION: &[Rule<AnnotationFacts<'_>>] = rules! { AnnotationFacts<'_>:
    [A1 "6.5.2" 1] "an annotation is of a type that PDF/A-1 does not allow; remove it" =>
        |a, _| is_common(&a.subtype)
            && !matches!(a.subtype.as_str(), "Polygon" | "PolyLine" | "Caret" | "Watermark" | "Redact");
    [A23 "6.3.1" 1] "an annotation is of a type that is not allowed; 3D, Sound, Screen and Movie are not" =>
        |a, _| is_common(&a.subtype) || a.subtype == "FileAttachment";
    [A4PLAIN "6.3.1" 1] "an annotation is of a type that is not allowed; Sound, Screen, Movie, 3D, RichMedia and FileAttachment are not" =>
        |a, _| is_common(&a.subtype) || a.subtype == "Projection";
    [A4F "6.3.1" 1] "an annotation is of a type that is not allowed; Sound, Screen, Movie, 3D and RichMedia are not" =>
        |a, _| is_common(&a.subtype) || matches!(a.subtype.as_str(), "Projection" | "FileAttachment");
    [A4E "6.3.1" 1] "an annotation is of a type that is not allowed; Sound, Screen and Movie are not" =>
        |a, _| is_common(&a.subtype)
            || matches!(a.subtype.as_str(), "Projection" | "FileAttachment" | "3D" | "RichMedia");
    [A1 "6.5.3" 1] "an annotation has CA other than 1; flatten transparency" =>
        |a, _| a.dict.get::<Object<'_>>("CA").and_then(Object::into_number).is_none_or(|n| n.as_f64() == 1.0), |a| entry(&a.dict, "CA");
    [A1 "6.5.3" 2] "an annotation is not printed, or hidden: F must have Print and neither Hidden, Invisible nor NoView; set F to 4" =>
        |a, _| a.has_flags(PRINT, INVISIBLE | HIDDEN | NO_VIEW), |a| a.flags_described();
    [A1 "6.5.3" 3] "an annotation has a colour C or IC, and the file has no PDF/A output intent in RGB; add one, or remove the colour" =>
        |a, c| !a.has_colour() || c.output().is_some_and(|p| &p.space == b"RGB "), |a| present(&a.dict, &["C", "IC"]);
    [A23 "6.3.2" 1] "an annotation has no flags F; add 4 for Print" =>
        |a, _| a.subtype == "Popup" || a.flags.is_some(), |a| format!("{} annotation without F", a.subtype);
    [A4 "6.3.2" 1] "an annotation that takes up room has no flags F; add 4 for Print" =>
        |a, _| a.is_empty() || a.subtype == "Popup" || a.flags.is_some(), |a| format!("{} annotation without F", a.subtype);
    [A23 "6.3.2" 2, A4 "6.3.2" 2] "an annotation is not printed, or hidden: F must have Print and neither Hidden, Invisible, NoView nor ToggleNoView; set F to 4" =>
        |a, _| a.flags.is_none() || a.has_flags(PRINT, INVISIBLE | HIDDEN | NO_VIEW | TOGGLE_NO_VIEW), |a| a.flags_described();
    [A23 "6.3.3" 1] "an annotation has no appearance dictionary; add one, so that all programs show the same" =>
        |a, _| a.is_empty() || matches!(a.subtype.as_str(), "Popup" | "Link") || a.appearance.is_some();
    [A4 "6.3.3" 1] "an annotation has no appearance dictionary; add one, so that all programs show the same" =>
        |a, _| a.is_empty() || matches!(a.subtype.as_str(), "Popup" | "Link" | "Projection") || a.appearance.is_some();
    [A1 "6.5.3" 4, A23 "6.3.3" 2, A4 "6.3.3" 2] "the appearance dictionary of an annotation has entries other than N; remove them" =>
        |a, _| a.appearance.is_none() || a.only_normal(), |a| format!("AP with {}", a.appearance.as_deref().unwrap_or_default().join(", "));
    [A1 "6.5.3" 5, A23 "6.3.3" 3, A4 "6.3.3" 3] "the appearance N of a button is not a dictionary of states; write one appearance for each state" =>
        |a, _| !a.only_normal() || !a.is_button() || matches!(a.normal, Normal::States(1..)), |a| a.normal_described();
    [A1 "6.5.3" 6, A23 "6.3.3" 4, A4 "6.3.3" 4] "the appearance N of an annotation that is not a button is not a stream; write one appearance stream" =>
        |a, _| !a.only_normal() || a.is_button() || a.normal == Normal::Stream, |a| a.normal_described();
};

dictionaries! {
    /// A widget: the part of a form field that is seen.
    Widget: "Widget annotation";
}

const WIDGET: &[Rule<Widget>] = rules! { Widget:
    [A1 "6.6.1" 3] "a form field has an action A; remove it" => |d, _| !d.has("A"), |d| entry(d, "A");
    [A1 "6.6.2" 1] "a widget has additional actions AA; remove them" => |d, _| !d.has("AA"), |d| entry(d, "AA");
    [A23 "6.4.1" 1] "a widget has an action A or additional actions AA; remove them" =>
        |d, _| !d.has("A") && !d.has("AA"), |d| present(d, &["A", "AA"]);
    [A1 "6.9" 2] "a form field has no appearance dictionary; add one that shows its value" =>
        |d, _| d.has("AP"), |_| "no AP".into();
    [A4 "6.4.1" 1] "a widget has an action A; remove it" => |d, _| !d.has("A"), |d| entry(d, "A");
};

/// `Rect` of an annotation.
pub(super) fn rect(annotation: &Dict<'_>) -> Option<[f64; 4]> {
    numbers::<4>(&annotation.get::<Array<'_>>("Rect")?)
}

/// The annotations of a page.
pub(super) fn of_page<'a>(page: &Dict<'a>) -> Vec<Dict<'a>> {
    dicts(page, "Annots")
}

/// Whether an annotation is the widget of a signature field (ISO 32000-1, 12.7.4.5).
pub(super) fn is_signature(annotation: &Dict<'_>) -> bool {
    let kind = inherited(annotation, "FT").and_then(Object::into_name);
    kind.as_deref() == Some(b"Sig") && name_of(annotation, "Subtype").as_deref() == Some("Widget")
}

/// The appearance streams of an annotation, of all states.
pub(super) fn appearances<'a>(annotation: &Dict<'a>) -> Vec<Stream<'a>> {
    let Some(appearance) = annotation.get::<Dict<'a>>("AP") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for key in ["N", "R", "D"] {
        match appearance.get::<Object<'a>>(key) {
            Some(Object::Stream(stream)) => found.push(stream),
            Some(Object::Dict(states)) => found.extend(
                states
                    .keys()
                    .filter_map(|k| states.get::<Stream<'a>>(k.as_ref())),
            ),
            _ => {}
        }
    }
    found
}

/// Checks the annotations of a page.
pub(super) fn check_page(run: &mut Run<'_>, page: &Dict<'_>) {
    for annotation in of_page(page) {
        let facts = AnnotationFacts::read(&annotation);
        run.check(ANNOTATION, &facts, &annotation);
        if facts.subtype == "Widget" {
            run.check(WIDGET, &annotation, &annotation);
        }
        if run.flavour().part() == 4 {
            graphics::check_blend_mode(run, &annotation, (&annotation).into());
        }
        action::check_of(run, &annotation, action::Owner::Annotation);
    }
}

catalogue![ANNOTATION, WIDGET];
