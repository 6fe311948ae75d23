//! Writes the tree of pages as JSON, before any mapping.
//!
//! The schema is `docs/page-tree.schema.json`. Boxes and points are in points from the page's top left
//! corner, so they do not depend on a resolution. Each page also gives its size in the pixels of the other
//! formats.

use serde::{Serialize, Serializer};

use super::number::rounded;
use super::{Options, Writer, WrittenPage, languages};
use crate::address::allowed;
use crate::blocks;
use crate::geometry::Rect;
use crate::page::{
    Attribute, Detail, DocumentInfo, Metadata, Node, Own, Page, PageFrame, Step, Style,
};

/// Maximum nesting of groups: deeper groups are replaced by their children. JSON parsers are recursive and
/// often fail at some hundred levels.
const DEEPEST: usize = 60;

#[derive(Debug)]
pub(super) struct Json(pub Options);

impl Writer for Json {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let head = Head {
            generator: concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION")),
            version: 1,
            document: OfDocument {
                name: some(&document.name),
                metadata: &document.metadata,
                languages: languages::of_document(document, self.0.lang.as_deref()),
                page_count: document.page_count,
                recogniser: document.recogniser.as_deref(),
            },
        };
        let mut out = text(&head);
        // The pages follow in the same object.
        out.pop();
        out.push_str(",\"pages\":[\n");
        out
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let (page, frame) = (page.model(), page.frame());
        let root = &page.tree[page.tree.root()];
        let text = text(&OfPage {
            index: page.index,
            label: root.own(Own::Label),
            recogniser: root.own(Own::Recogniser),
            width: rounded(page.content.width),
            height: rounded(page.content.height),
            pixels: [frame.width_px, frame.height_px],
            dpi: [rounded(frame.dpi_x), rounded(frame.dpi_y)],
            image: OfImage::of(frame),
            tree: self.tree(page),
        });
        WrittenPage::new(text, page.count_words())
    }

    fn between(&self) -> &'static str {
        ",\n"
    }

    fn tail(&self) -> String {
        "\n]}\n".to_owned()
    }
}

impl Json {
    fn tree<'a>(&'a self, page: &'a Page) -> OfNode<'a> {
        let tree = &page.tree;
        let mut open = vec![OfNode::default()];
        for step in tree.walk(tree.root()) {
            match step {
                Step::Enter(id) => open.push(self.node(page, &tree[id])),
                Step::Leave(_) => {
                    let depth = open.len();
                    let node = open.pop().unwrap_or_default();
                    let Some(parent) = open.last_mut() else {
                        continue;
                    };
                    let group = node.text.is_none() && node.line.is_none();
                    if depth > DEEPEST && group && !node.children.is_empty() {
                        parent.children.extend(node.children);
                    } else {
                        parent.children.push(node);
                    }
                }
            }
        }
        let root = open.pop().and_then(|mut outer| outer.children.pop());
        root.unwrap_or_default()
    }

    fn node<'a>(&'a self, page: &'a Page, node: &'a Node) -> OfNode<'a> {
        let attribute = |a: &'a Attribute| {
            // A module can set any address.
            let may = a.name != Own::Href.into() || allowed(&a.value).is_some();
            may.then_some(OfAttribute {
                name: a.name.as_str(),
                value: &a.value,
            })
        };
        let mut out = OfNode {
            kind: node.kind.as_str(),
            bbox: bbox(node.bbox),
            attributes: node.attributes.iter().filter_map(attribute).collect(),
            ..OfNode::default()
        };
        match &node.detail {
            Detail::None => {}
            Detail::Line(line) => {
                out.line = Some(OfLine {
                    origin: [rounded(line.origin.x), rounded(line.origin.y)],
                    angle: rounded(line.angle),
                    size: rounded(line.size),
                    vertical: line.vertical,
                });
            }
            Detail::Word(glyphs) => {
                let mut text = String::new();
                page.push_text(glyphs, &mut text);
                out.text = Some(text);
                let style = Style::of(page, glyphs);
                out.style = Some(OfStyle {
                    confidence: style.confidence,
                    font: style.font.map(|f| self.0.families.of(f)),
                    size: rounded(style.size),
                    bold: style.bold,
                    italic: style.italic,
                });
            }
            Detail::Image(index) => {
                let image = page.content.images.get(*index as usize);
                out.samples = image.map(|i| [i.samples.0, i.samples.1]);
            }
        }
        out
    }
}

#[derive(Serialize)]
struct Head<'a> {
    generator: &'static str,
    version: u32,
    document: OfDocument<'a>,
}

#[derive(Serialize)]
struct OfDocument<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(flatten, serialize_with = "known_facts")]
    metadata: &'a Metadata,
    languages: Vec<String>,
    page_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    recogniser: Option<&'a str>,
}

fn known_facts<S: Serializer>(metadata: &Metadata, serializer: S) -> Result<S::Ok, S::Error> {
    let facts = metadata.facts().into_iter();
    serializer.collect_map(facts.filter_map(|(name, fact)| Some((name, fact?))))
}

#[derive(Serialize)]
struct OfPage<'a> {
    index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recogniser: Option<&'a str>,
    width: f32,
    height: f32,
    pixels: [u32; 2],
    dpi: [f32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<OfImage<'a>>,
    tree: OfNode<'a>,
}

#[derive(Serialize)]
struct OfImage<'a> {
    file: &'a str,
    md5: &'a str,
    bbox: Option<[f32; 4]>,
}

impl<'a> OfImage<'a> {
    /// Describes the saved scan of a page.
    fn of(frame: &'a PageFrame) -> Option<Self> {
        let image = frame.image.as_ref()?;
        Some(Self {
            file: &image.name,
            md5: image.md5.as_deref()?,
            bbox: bbox(frame.area),
        })
    }
}

#[derive(Default, Serialize)]
struct OfNode<'a> {
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bbox: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<OfAttribute<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<OfLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(flatten)]
    style: Option<OfStyle<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<OfNode<'a>>,
}

/// An array element, because attribute names can repeat.
#[derive(Serialize)]
struct OfAttribute<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct OfLine {
    origin: [f32; 2],
    angle: f32,
    size: f32,
    vertical: bool,
}

#[derive(Serialize)]
struct OfStyle<'a> {
    confidence: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    font: Option<&'a str>,
    size: f32,
    bold: bool,
    italic: bool,
}

fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn bbox(r: Rect) -> Option<[f32; 4]> {
    (!r.is_empty()).then(|| [r.x0, r.y0, r.x1, r.y1].map(rounded))
}

/// Serialises a value. The types used here cannot fail.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{Builder, frame, sample};
    use serde_json::Value;

    fn written(builder: &Builder) -> Value {
        let json = Json(Options::default());
        let file = json.head(&DocumentInfo::default(), 2)
            + &json.page(&builder.in_frame(frame(400, 200))).text
            + json.between()
            + &json.page(&Builder::new().in_frame(frame(400, 200))).text
            + &json.tail();
        serde_json::from_str(&file).unwrap()
    }

    #[test]
    fn nodes_have_their_boxes_in_points_and_words_their_text() {
        let file = written(&sample());
        let page = &file["pages"][0];
        assert_eq!(page["index"], 2);
        assert_eq!(page["pixels"], serde_json::json!([400, 200]));
        let line = &page["tree"]["children"][0]["children"][0]["children"][0];
        assert_eq!(line["kind"], "textline");
        assert_eq!(line["bbox"], serde_json::json!([10.0, 10.0, 100.0, 22.0]));
        assert_eq!(line["line"]["size"], 10.0);
        let word = &line["children"][0];
        assert_eq!(
            (&word["text"], &word["confidence"]),
            (&"A<B".into(), &95.into())
        );
        assert_eq!(word["font"], "Arial Narrow");
        assert_eq!(file["pages"][1]["tree"]["kind"], "page");
    }

    #[test]
    fn groups_nested_thousands_deep_can_be_read() {
        let mut b = Builder::new();
        for _ in 0..20_000 {
            b.open("textgroup", [0.0, 0.0, 50.0, 50.0]);
        }
        b.word("deep", [0.0, 0.0, 50.0, f32::NAN]);
        assert!(written(&b).to_string().contains("\"deep\""));
    }
}
