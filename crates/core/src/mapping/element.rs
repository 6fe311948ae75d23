//! The output of a rule: elements with tag, class and fixed attributes.

use super::property::Property;
use crate::address::allowed;
use crate::page::{Name, Node};
use crate::suggest::did_you_mean;

/// One or more nested elements, the outermost first.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    pub chain: Vec<Element>,
    /// Properties in output order. They belong to the innermost element, except that all elements have
    /// `bbox`, and the facts of a page belong to the `ocr_page`.
    pub properties: Vec<Property>,
    /// Text of the innermost element before the content of the node. Words have none.
    pub text: Option<Template>,
}

impl Elements {
    /// The default elements of a page.
    pub(super) fn of_page() -> Self {
        Self {
            chain: Element::new("div", Some("ocr_page")).into_iter().collect(),
            properties: vec![
                Property::Image,
                Property::Imagemd5,
                Property::Bbox,
                Property::Ppageno,
                Property::ScanRes,
            ],
            text: None,
        }
    }

    /// The pieces of the text of the innermost element; `None` without text.
    pub fn text<'a>(&'a self, node: &'a Node) -> Option<impl Iterator<Item = &'a str>> {
        self.text.as_ref()?.pieces(node)
    }
}

/// An element of the output.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// `$` is replaced by the depth (1 to 6) among nodes of the same kind.
    pub tag: Pattern,
    /// `*` is replaced by one `sub` for each enclosing node of the same kind, but by two at most:
    /// `ocr_subsubsection` is the deepest class of hOCR.
    pub class: Option<Pattern>,
    /// The output of [`push_opening`](Self::push_opening), unless it depends on the depth.
    pub opening: Option<String>,
    pub attributes: Vec<Written>,
    /// The restrictions of the mapping's `flat`.
    pub flat: Flat,
    /// Prefix and counter of the id; elements without class have none.
    pub id: Option<Id>,
}

/// The restrictions of `flat` for a class. Classes are given as numbers; see
/// [`Mapping::flat_classes`](super::Mapping::flat_classes).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flat {
    /// The number of the class, if it must not contain some others.
    pub own: Option<usize>,
    /// The classes that must not contain it.
    pub outer: Vec<usize>,
}

/// A further attribute of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub name: String,
    pub value: Template,
    /// The value is an address and must be allowed (`crate::address`).
    pub address: bool,
}

/// Attributes whose value is an address (HTML, including obsolete attributes that browsers support).
const ADDRESSES: [&str; 13] = [
    "action",
    "background",
    "cite",
    "codebase",
    "data",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "manifest",
    "poster",
    "src",
    "usemap",
];
/// Attributes with several addresses or a whole document: values from nodes are rejected.
const NO_PLACE: [&str; 4] = ["archive", "ping", "srcdoc", "srcset"];

impl Written {
    /// Creates an attribute. The error describes the problem with the value.
    pub fn new(name: &str, value: &str) -> Result<Self, String> {
        let address = ADDRESSES.contains(&name);
        let mut value = Template::new(value);
        value.style = name == "style";
        match value.fixed() {
            Some(fixed) if address && allowed(fixed).is_none() => {
                return Err(format!(
                    "\"{fixed}\" is not an address that is written: write one of http, https or mailto, or a relative one"
                ));
            }
            // Content of a document must never become executable.
            None if name.starts_with("on") || NO_PLACE.contains(&name) => {
                return Err(
                    "no attribute of a node can be used here, because browsers would run what a document says: leave out what is in braces"
                        .into(),
                );
            }
            _ => {}
        }
        Ok(Self {
            name: name.to_owned(),
            value,
            address,
        })
    }
}

/// An attribute value in which `{RowSpan}` is replaced by that attribute of the node.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    pieces: Vec<Piece>,
    /// The value is a `style`, in which only [plain words](is_plain) of a node are allowed.
    style: bool,
}

/// Whether a value is safe in a `style` declaration: it can neither end it nor load a resource.
fn is_plain(value: &str) -> bool {
    let ok = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '%' | '#' | ',');
    value.chars().all(ok)
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    /// The value of an attribute of the node.
    Attribute(Name),
}

impl Template {
    pub(super) fn new(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, name, after)) = placeholder(rest) {
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            pieces.push(Piece::Attribute(Name::named(name)));
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Self {
            pieces,
            style: false,
        }
    }

    /// The attributes of the node that are used.
    pub fn attributes(&self) -> impl Iterator<Item = &Name> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Attribute(name) => Some(name),
            Piece::Text(_) => None,
        })
    }

    /// The value, if it does not depend on the node.
    fn fixed(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The pieces of the value for a node; `None` if the node lacks one of the attributes.
    pub fn pieces<'a>(&'a self, node: &'a Node) -> Option<impl Iterator<Item = &'a str>> {
        let piece = move |piece: &'a Piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Attribute(name) => node
                .attribute(name)
                .filter(|value| !self.style || is_plain(value)),
        };
        let all = self.pieces.iter().all(|p| piece(p).is_some());
        all.then(|| self.pieces.iter().filter_map(piece))
    }
}

/// Splits a text at the first `{Name}`.
fn placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (before, from) = text.split_once('{')?;
    let (name, after) = from.split_once('}')?;
    let ok = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    ok.then_some((before, name, after))
}

/// The ids of elements of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Id {
    /// The prefix, e.g. `line` in `line_3_1`.
    pub prefix: String,
    /// Classes with the same prefix share a counter; see [`Mapping::counters`](super::Mapping::counters).
    pub counter: usize,
}

/// A name with an optional placeholder for the depth of the node.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    before: String,
    /// The text after the placeholder, if there is one.
    after: Option<String>,
}

/// Deepest heading tag (`h6`), and most `sub` in a class (`ocr_subsubsection`).
const DEEPEST_TAG: u32 = 6;
const MOST_SUBS: u32 = 2;

impl Pattern {
    fn new(text: &str, mark: char) -> Self {
        match text.split_once(mark) {
            Some((before, after)) => Self {
                before: before.to_owned(),
                after: Some(after.to_owned()),
            },
            None => Self {
                before: text.to_owned(),
                after: None,
            },
        }
    }

    pub fn has_depth(&self) -> bool {
        self.after.is_some()
    }

    /// The name, if it does not depend on the depth.
    pub fn plain(&self) -> Option<&str> {
        self.after.is_none().then_some(self.before.as_str())
    }

    /// Appends a tag; `depth` counts from 1.
    pub fn push_tag(&self, depth: u32, out: &mut String) {
        out.push_str(&self.before);
        if let Some(after) = &self.after {
            // The depth is at most 6, so this is one digit.
            let digit = char::from_digit(depth.clamp(1, DEEPEST_TAG), 10);
            out.extend(digit);
            out.push_str(after);
        }
    }

    /// Appends a class; `depth` counts from 1.
    pub fn push_class(&self, depth: u32, out: &mut String) {
        out.push_str(&self.before);
        if let Some(after) = &self.after {
            for _ in 1..depth.min(MOST_SUBS + 1) {
                out.push_str("sub");
            }
            out.push_str(after);
        }
    }

    /// Returns every class that the pattern can produce.
    pub fn classes(&self) -> impl Iterator<Item = String> + '_ {
        let deepest = if self.has_depth() { MOST_SUBS + 1 } else { 1 };
        (1..=deepest).map(|depth| {
            let mut class = String::new();
            self.push_class(depth, &mut class);
            class
        })
    }
}

/// The elements of HTML that can hold text.
const TAGS: [&str; 75] = [
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "i",
    "ins",
    "kbd",
    "legend",
    "li",
    "main",
    "mark",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "data",
];

impl Element {
    /// Creates an element without attributes. The error describes the problem with tag or class.
    pub(super) fn new(tag: &str, class: Option<&str>) -> Result<Self, String> {
        if !TAGS.contains(&tag.replacen('$', "1", 1).as_str()) {
            return Err(format!(
                "\"{tag}\" is not an element of HTML that can hold text{}: write one in small letters, like \"div\" or \"span\"",
                did_you_mean(tag, TAGS)
            ));
        }
        if let Some(class) = class {
            let ok = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '*');
            let start = |c: char| c.is_ascii_alphabetic() || c == '_';
            if !class.starts_with(start) || !class.chars().all(ok) {
                return Err(format!(
                    "\"{class}\" is not a class: write one name of letters, digits, \"_\" and \"-\", like \"ocr_par\""
                ));
            }
            if class.matches('*').count() > 1 {
                return Err(format!("\"{class}\" has more than one \"*\": leave one"));
            }
        }
        let mut element = Self {
            tag: Pattern::new(tag, '$'),
            class: class.map(|class| Pattern::new(class, '*')),
            opening: None,
            attributes: Vec::new(),
            flat: Flat::default(),
            id: None,
        };
        element.set_opening();
        Ok(element)
    }

    /// Sets the id of elements of this class.
    pub(super) fn set_id(&mut self, id: Id) {
        self.id = Some(id);
        self.set_opening();
    }

    fn set_opening(&mut self) {
        if !self.has_depth() {
            let mut opening = String::new();
            self.push_opening(1, &mut opening);
            self.opening = Some(opening);
        }
    }

    /// Appends tag and class of the start tag; `depth` counts from 1.
    pub fn push_name(&self, depth: u32, out: &mut String) {
        self.tag.push_tag(depth, out);
        if let Some(class) = &self.class {
            out.push_str(" class=\"");
            class.push_class(depth, out);
            out.push('"');
        }
    }

    /// Appends the start tag up to the numbers of the id: `span class="ocr_line" id="line_`. `depth` counts
    /// from 1.
    pub fn push_opening(&self, depth: u32, out: &mut String) {
        self.push_name(depth, out);
        if let Some(id) = &self.id {
            out.push_str(" id=\"");
            out.push_str(&id.prefix);
            out.push('_');
        }
    }

    pub fn has_depth(&self) -> bool {
        self.tag.has_depth() || self.class.as_ref().is_some_and(Pattern::has_depth)
    }

    /// Whether this is the `ocr_page` element.
    pub fn is_page(&self) -> bool {
        self.class.as_ref().and_then(Pattern::plain) == Some("ocr_page")
    }

    /// The id prefix of the class: `line` for `ocr_line`; conventionally `block` for `ocr_carea`.
    pub(super) fn id_prefix(&self) -> Option<String> {
        let class = self.class.as_ref()?;
        if class.plain() == Some("ocr_carea") {
            return Some("block".to_owned());
        }
        let mut name = String::new();
        class.push_class(1, &mut name);
        let short = name
            .strip_prefix("ocr_")
            .or_else(|| name.strip_prefix("ocrx_"))
            .filter(|short| short.starts_with(|c: char| c.is_ascii_alphabetic()));
        Some(short.unwrap_or(&name).to_owned())
    }
}

/// Parses a chain of elements: `div.ocr_carea > p.ocr_par`.
pub(super) fn chain(text: &str) -> Result<Vec<Element>, String> {
    text.split('>')
        .map(|step| {
            let step = step.trim();
            if step.is_empty() {
                return Err(format!(
                    "\"{text}\" lacks an element: write tags and classes like \"div.ocr_carea > p.ocr_par\""
                ));
            }
            match step.split_once('.') {
                Some((tag, class)) => Element::new(tag, Some(class)),
                None => Element::new(step, None),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(pattern: &Pattern, depth: u32) -> String {
        let mut out = String::new();
        pattern.push_tag(depth, &mut out);
        out
    }

    #[test]
    fn depth_goes_into_tags_and_classes_as_far_as_hocr_has_names() {
        let heading = Element::new("h$", Some("ocr_par")).unwrap();
        assert_eq!([1, 2, 9].map(|d| tag(&heading.tag, d)), ["h1", "h2", "h6"]);
        let section = Element::new("div", Some("ocr_*section")).unwrap();
        let classes: Vec<String> = section.class.as_ref().unwrap().classes().collect();
        assert_eq!(
            classes,
            ["ocr_section", "ocr_subsection", "ocr_subsubsection"]
        );
        assert_eq!(section.id_prefix().as_deref(), Some("section"));
        let mut out = String::new();
        section.class.unwrap().push_class(20_000, &mut out);
        assert_eq!(out, "ocr_subsubsection");
    }

    #[test]
    fn attributes_of_nodes_go_into_values_and_a_missing_one_leaves_none() {
        let node = super::super::tests::node("TD", &[("RowSpan", "2"), ("T", "a \"b\"")]);
        let value = |text: &str| {
            let template = Template::new(text);
            template
                .pieces(&node)
                .map(|p| p.collect::<Vec<_>>().concat())
        };
        assert_eq!(value("{RowSpan}").as_deref(), Some("2"));
        assert_eq!(value("x-{T}-{RowSpan}!").as_deref(), Some("x-a \"b\"-2!"));
        assert_eq!(value("{ColSpan}"), None);
        assert_eq!(value("{RowSpan} {ColSpan}"), None);
        assert_eq!(value("plain {} {a b}").as_deref(), Some("plain {} {a b}"));
    }

    #[test]
    fn a_chain_is_read_from_the_outside_in() {
        let chain = chain("div.ocr_carea >p.ocr_par").unwrap();
        let prefixes: Vec<_> = chain.iter().filter_map(Element::id_prefix).collect();
        assert_eq!(prefixes, ["block", "par"]);
        assert_eq!(tag(&chain[1].tag, 1), "p");
    }

    #[test]
    fn what_is_no_element_is_refused() {
        for bad in [
            "", "div > ", "Div", "di v", "div.a b", "div.a.b", "h$$", "br", "1a", "p.",
        ] {
            assert!(chain(bad).is_err(), "{bad}");
        }
    }
}
