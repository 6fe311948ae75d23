//! Lists known differences between pictures and pages, so that they are not mistaken for faults of the
//! document.

use std::collections::{BTreeSet, HashSet};

use pdfa2hocr_core::counted::{counted, verb};
use pdfa2hocr_core::font;
use pdfa2hocr_core::pdf::{
    Array, Dict, Document, Name, Object, Page, Stream, StringObject, field_and_ancestors,
    is_hidden, items, numbers, text_string,
};

/// Maximum number of forms and annotation appearances examined.
const MAX_FORMS: usize = 1000;
/// Maximum number of annotations examined on a page.
const MAX_ANNOTATIONS: usize = 10_000;
/// Maximum number of fonts, layers or forms examined in one dictionary of resources.
const MAX_NAMES: usize = 1000;
/// Maximum number of names in one line.
const MAX_NAMED: usize = 5;

/// The character collections of Chinese, Japanese and Korean (9.7.5.2).
const CJK: [&str; 5] = ["CNS1", "GB1", "Japan1", "Korea1", "KR"];

/// The known differences of a page's picture, a line each; `index` is from 0.
pub fn lacks(document: &Document, index: u32) -> Vec<String> {
    let Some(page) = document.page(index) else {
        return Vec::new();
    };
    let mut found = Found::default();
    found.look_into(&page);
    found.look_at_annotations(&page);
    let mut said = found.said();
    let drawn = document.page_to_draw(index);
    let drawn = drawn.map(|page| page.intersected_crop_box());
    if drawn.is_some_and(|crop| crop.width() <= 0.0 || crop.height() <= 0.0) {
        said.insert(
            0,
            "nothing is drawn: the page's CropBox shows nothing of it".to_owned(),
        );
    }
    said
}

#[derive(Default)]
struct Found {
    /// Names of fonts whose glyphs are missing.
    blank: BTreeSet<String>,
    /// Names of fonts that are replaced by others.
    replaced: BTreeSet<String>,
    /// Whether there are visibility expressions.
    expressions: bool,
    /// Number of fields with a value but without an appearance.
    fields: usize,
    /// Number of links with a border.
    links: usize,
}

impl Found {
    /// Examines the resources of a page, and of the forms that it draws.
    fn look_into(&mut self, page: &Page<'_>) {
        let of_page = page.resources();
        self.look_at_fonts(&of_page.fonts);
        self.look_at_layers(&of_page.properties);
        let mut forms: Vec<Stream<'_>> = streams(&of_page.x_objects).collect();
        let mut seen = HashSet::new();
        while let Some(form) = forms.pop() {
            let dict = form.dict();
            let is_new = dict.obj_id().is_none_or(|id| seen.insert(id));
            if !is_new || seen.len() > MAX_FORMS {
                continue;
            }
            self.look_at_layer(dict.get::<Dict<'_>>("OC"));
            let Some(resources) = dict.get::<Dict<'_>>("Resources") else {
                continue;
            };
            let named = |kind: &str| resources.get::<Dict<'_>>(kind).unwrap_or_default();
            self.look_at_fonts(&named("Font"));
            self.look_at_layers(&named("Properties"));
            let room = MAX_FORMS.saturating_sub(forms.len());
            forms.extend(streams(&named("XObject")).take(room));
        }
    }

    fn look_at_fonts(&mut self, fonts: &Dict<'_>) {
        for name in fonts.keys().take(MAX_NAMES) {
            if let Some(font) = fonts.get::<Dict<'_>>(&*name) {
                self.look_at_font(&font);
            }
        }
    }

    fn look_at_font(&mut self, font: &Dict<'_>) {
        let descendants = font.get::<Array<'_>>("DescendantFonts");
        let descendant = descendants.and_then(|fonts| items(&fonts).next()?.into_dict());
        let described = descendant.as_ref().unwrap_or(font);
        let descriptor = described.get::<Dict<'_>>("FontDescriptor");
        let embedded = descriptor.is_some_and(|descriptor| {
            let programs = ["FontFile", "FontFile2", "FontFile3"];
            programs.iter().any(|key| descriptor.contains_key(key))
        });
        if embedded || font.get::<Name<'_>>("Subtype").as_deref() == Some(b"Type3") {
            return;
        }
        let name = font.get::<Name<'_>>("BaseFont");
        let name = name.map(|name| String::from_utf8_lossy(&name).into_owned());
        let name = name.unwrap_or_else(|| "a font without a name".to_owned());
        let collection = descendant
            .and_then(|font| font.get::<Dict<'_>>("CIDSystemInfo"))
            .and_then(|info| info.get::<StringObject<'_>>("Ordering"));
        let collection = collection.map(|ordering| text_string(&ordering));
        if collection.is_some_and(|ordering| CJK.contains(&ordering.as_str())) {
            self.blank.insert(name);
        } else if !font::is_standard(&name) {
            self.replaced.insert(name);
        }
    }

    fn look_at_layers(&mut self, properties: &Dict<'_>) {
        for name in properties.keys().take(MAX_NAMES) {
            self.look_at_layer(properties.get::<Dict<'_>>(&*name));
        }
    }

    fn look_at_layer(&mut self, layer: Option<Dict<'_>>) {
        self.expressions |= layer.is_some_and(|layer| layer.contains_key("VE"));
    }

    fn look_at_annotations(&mut self, page: &Page<'_>) {
        let list = page.dict().get::<Array<'_>>("Annots");
        let annotations = list.iter().flat_map(items).take(MAX_ANNOTATIONS);
        for annotation in annotations.filter_map(Object::into_dict) {
            let hidden = is_hidden(&annotation);
            if hidden || annotation.contains_key("AP") {
                continue;
            }
            match annotation.get::<Name<'_>>("Subtype").as_deref() {
                Some(b"Widget") => {
                    let mut fields = field_and_ancestors(&annotation);
                    self.fields += usize::from(fields.any(|field| field.contains_key("V")));
                }
                Some(b"Link") => self.links += usize::from(has_border(&annotation)),
                _ => {}
            }
        }
    }

    fn said(self) -> Vec<String> {
        let mut said = Vec::new();
        if !self.blank.is_empty() {
            let fonts = list(&self.blank);
            said.push(format!(
                "text in {fonts} is not drawn: fonts of Chinese, Japanese and Korean have to be embedded"
            ));
        }
        if !self.replaced.is_empty() {
            let fonts = list(&self.replaced);
            said.push(format!(
                "text in {fonts} is drawn in another font: it is not embedded"
            ));
        }
        if self.expressions {
            let why = "layers with a visibility expression (/VE) are drawn whatever it says";
            said.push(why.to_owned());
        }
        if self.fields > 0 {
            let (fields, are) = (
                counted(self.fields, "form field"),
                verb(self.fields, "is", "are"),
            );
            said.push(format!("{fields} without an appearance {are} not drawn"));
        }
        if self.links > 0 {
            let what = verb(
                self.links,
                "the border of a link is",
                "the borders of links are",
            );
            said.push(format!("{what} not drawn"));
        }
        said
    }
}

fn streams<'a>(dict: &Dict<'a>) -> impl Iterator<Item = Stream<'a>> {
    let names: Vec<_> = dict.keys().take(MAX_NAMES).collect();
    names
        .into_iter()
        .filter_map(|name| dict.get::<Stream<'a>>(&*name))
}

/// Whether a link has a visible border (12.5.4).
fn has_border(link: &Dict<'_>) -> bool {
    let style = link.get::<Dict<'_>>("BS");
    let width = match style {
        Some(style) => style.get::<f32>("W").unwrap_or(1.0),
        None => {
            let border = link.get::<Array<'_>>("Border");
            border
                .and_then(|b| numbers::<3>(&b))
                .map_or(0.0, |[_, _, width]| width as f32)
        }
    };
    width > 0.0
}

/// Formats the first few names.
fn list(names: &BTreeSet<String>) -> String {
    let named: Vec<&str> = names.iter().map(String::as_str).take(MAX_NAMED).collect();
    let more = names.len().saturating_sub(MAX_NAMED);
    match more {
        0 => named.join(", "),
        _ => format!("{} and {}", named.join(", "), counted(more, "other font")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::pdf::Source;

    fn of(fixture: &str) -> Vec<String> {
        let path = format!("{}/../../fixtures/{fixture}", env!("CARGO_MANIFEST_DIR"));
        let (document, _) = Document::open(&Source::open(path).unwrap(), "").unwrap();
        lacks(&document, 0)
    }

    #[test]
    fn what_is_lacking_is_named() {
        for (fixture, lack) in [
            ("content/field-values.pdf", "without an appearance"),
            ("visibility/layers.pdf", "/VE"),
        ] {
            let found = of(fixture);
            assert!(
                found.iter().any(|line| line.contains(lack)),
                "{fixture}: {found:?}"
            );
        }
    }

    #[test]
    fn fonts_of_cjk_that_are_not_embedded_are_blank_and_others_replaced() {
        let font = |kind: &str| {
            format!(
                "<</Type/Font/Subtype/{kind}/BaseFont/Some#20Font/DescendantFonts\
                 [<</CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)>>>>]>>"
            )
        };
        let mut found = Found::default();
        for (name, text) in [("Type0", font("Type0")), ("Type3", font("Type3"))] {
            let dict = <Dict<'_> as pdfa2hocr_core::pdf::FromBytes>::from_bytes(text.as_bytes());
            let dict = dict.unwrap_or_else(|| panic!("{name}"));
            found.look_at_font(&dict);
        }
        let simple = b"<</Type/Font/Subtype/TrueType/BaseFont/Palatino>>";
        let standard = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>";
        for font in [&simple[..], standard] {
            let dict = <Dict<'_> as pdfa2hocr_core::pdf::FromBytes>::from_bytes(font).unwrap();
            found.look_at_font(&dict);
        }
        assert_eq!(found.blank, BTreeSet::from(["Some Font".to_owned()]));
        assert_eq!(found.replaced, BTreeSet::from(["Palatino".to_owned()]));
        assert_eq!(found.said().len(), 2);
    }

    #[test]
    fn nothing_is_said_of_a_page_that_is_drawn_whole() {
        assert_eq!(of("showcase/herald.pdf"), Vec::<String>::new());
    }
}
