//! Artifacts (14.8.2.2): what is on the page but not in the document. Running heads and page
//! numbers among them are distinguished from decoration; and text is, that somebody only forgot to tag.

use super::build::Draft;
use super::content::Dealt;
use super::labels::reads_as_page_number;
use super::lines::Text;
use super::owner::Owner;
use crate::geometry::Rect;
use crate::line::{TextLine, lines};
use crate::model::{Content, Detail, Glyph, Name, Node, NodeKind, Own};

/// The share of the page's height, at its top and at its bottom, where running heads are.
const MARGIN: f32 = 1.0 / 7.0;

/// The smallest type that is there to be read, in points.
const LEGIBLE: f32 = 4.0;

/// Artifacts of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Artifact {
    /// `Type` of table 330.
    pub kind: Option<String>,
    /// `Subtype` of table 330, or what place and text suggest where the file says nothing.
    pub subtype: Option<String>,
    pub glyphs: Vec<u32>,
}

/// The artifacts of a page: those before its content, and those behind.
#[derive(Clone, Debug, Default)]
pub(super) struct Artifacts {
    pub before: Vec<Artifact>,
    pub after: Vec<Artifact>,
    /// The glyphs of what is called an artifact and is text.
    pub text: Vec<u32>,
    /// The glyphs of what can be read beside the text.
    pub beside: Vec<u32>,
    /// There is a watermark with letters.
    pub watermark: bool,
}

/// Something that was marked as an artifact.
pub(super) struct Mark<'a> {
    pub kind: Option<&'a str>,
    pub subtype: Option<&'a str>,
    /// `Attached`: the edges of the page it belongs to.
    pub attached: Option<&'a str>,
    pub glyphs: Vec<u32>,
}

/// Where on the page an artifact is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Region {
    Top,
    Bottom,
    Elsewhere,
}

/// Lines of running heads or feet that are said to be, or seem to be, the same: they are looked at
/// together, as they are often drawn in pieces.
#[derive(Default)]
struct Heads<'a> {
    kind: Option<&'a str>,
    glyphs: Vec<u32>,
}

impl Artifacts {
    /// Sorts artifacts by type and subtype, line by line: one sequence may hold the head and the foot
    /// of a page, and its bullets. Lines without subtype that are said to be of the pagination, or whose
    /// type is not said either, as office programs write running heads, are a `Header` or `Footer` when
    /// they are attached to that edge of the page, or are in the outermost [`MARGIN`] and not beside
    /// what is not an artifact: that would be a leader, or the number of a line. Those heads and feet,
    /// also where the file says that they are, that are a number only are the `PageNum`. Any other line
    /// that is said to be nothing else either is text when it has letters: "cosmetic typographical or
    /// design elements" (table 330) have none, while forms have the labels of their fields so. What can
    /// be read beside the text, whatever its type, is a side note.
    pub(super) fn new(draft: &Draft<'_>, marks: Vec<Mark<'_>>) -> Self {
        let mut found = Self::default();
        let body = draft.parts.items_below(None, &draft.parts.top).into_iter();
        let body = body.filter_map(|(item, _)| draft.dealt.glyphs.get(item as usize));
        let body = bbox_of(draft.content, body.flatten());
        // By place: those that the file calls so, and those that it does not.
        let mut said: [Heads<'_>; 2] = Default::default();
        let mut seen: [Heads<'_>; 2] = Default::default();
        for mark in marks {
            let heads = match mark.subtype {
                Some("Header") => Some(&mut said[0]),
                Some("Footer") => Some(&mut said[1]),
                _ => None,
            };
            if let Some(heads) = heads {
                heads.kind = heads.kind.or(mark.kind);
                heads.glyphs.extend(mark.glyphs);
                continue;
            }
            if mark.subtype == Some("Watermark") {
                found.watermark |= has_letters(draft.content, &mark.glyphs);
            }
            for line in lines_of(draft, &mark.glyphs) {
                let region = region(draft.content, mark.attached, &line, body);
                let head = mark.subtype.is_none() && matches!(mark.kind, None | Some("Pagination"));
                match region {
                    Region::Top | Region::Bottom if head => {
                        let heads = &mut seen[usize::from(region == Region::Bottom)];
                        heads.kind = heads.kind.or(mark.kind);
                        heads.glyphs.extend(line);
                    }
                    Region::Elsewhere
                        if head && mark.kind.is_none() && has_letters(draft.content, &line) =>
                    {
                        found.text.extend(line);
                    }
                    Region::Elsewhere
                        if mark.subtype.is_none() && is_beside(draft.content, &line, body) =>
                    {
                        found.beside.extend(line);
                    }
                    _ => found.add(region, mark.kind, mark.subtype, line),
                }
            }
        }
        for heads in [said, seen] {
            for (heads, region) in heads.into_iter().zip([Region::Top, Region::Bottom]) {
                found.add_heads(draft, region, heads.kind, &heads.glyphs);
            }
        }
        found
    }

    fn add_heads(&mut self, draft: &Draft<'_>, region: Region, kind: Option<&str>, glyphs: &[u32]) {
        for line in lines_of(draft, glyphs) {
            let text: String = line
                .iter()
                .filter_map(|&g| draft.content.glyphs.get(g as usize))
                .map(|g| draft.content.text_of(g))
                .collect();
            let subtype = match region {
                _ if reads_as_page_number(&text) => "PageNum",
                Region::Top => "Header",
                Region::Bottom | Region::Elsewhere => "Footer",
            };
            self.add(region, kind, Some(subtype), line);
        }
    }

    fn add(&mut self, region: Region, kind: Option<&str>, subtype: Option<&str>, glyphs: Vec<u32>) {
        let list = match (subtype, region) {
            (Some("Header"), _) | (Some("PageNum" | "Bates"), Region::Top) => &mut self.before,
            _ => &mut self.after,
        };
        let known = list
            .iter_mut()
            .find(|a| a.kind.as_deref() == kind && a.subtype.as_deref() == subtype);
        match known {
            Some(artifact) => artifact.glyphs.extend(glyphs),
            None => list.push(Artifact {
                kind: kind.map(str::to_owned),
                subtype: subtype.map(str::to_owned),
                glyphs,
            }),
        }
    }
}

/// The lines that glyphs make.
fn lines_of(draft: &Draft<'_>, glyphs: &[u32]) -> Vec<Vec<u32>> {
    let mut order = Vec::new();
    let glyphs = glyphs.iter().copied();
    let found = lines(
        draft.content,
        draft.frames,
        glyphs,
        draft.params,
        &mut order,
    );
    let range = |line: &TextLine| line.glyphs.start as usize..line.glyphs.end as usize;
    let line = |line| order.get(range(line)).unwrap_or_default().to_vec();
    found.iter().map(line).collect()
}

/// Whether a line is beside what is not an artifact, at its left or its right, and can be read.
fn is_beside(content: &Content, glyphs: &[u32], body: Rect) -> bool {
    let bbox = bbox_of(content, glyphs);
    let beside = bbox.x1 <= body.x0 || bbox.x0 >= body.x1;
    let within = bbox.y1 > body.y0 && bbox.y0 < body.y1;
    let glyphs = glyphs
        .iter()
        .filter_map(|&g| content.glyphs.get(g as usize));
    let mut inked = glyphs.filter(|g| !g.space && g.text.len > 0);
    let is_read = |g: &Glyph| {
        let run = content.run_of(g);
        let text = content.text_of(g);
        run.visible && run.size >= LEGIBLE && text.chars().all(char::is_alphanumeric)
    };
    // A letter alone is a bullet.
    let text: String = inked.clone().map(|g| content.text_of(g)).collect();
    let bullet = text.chars().count() == 1 && text.chars().all(char::is_alphabetic);
    beside && within && !bullet && inked.any(is_read)
}

fn has_letters(content: &Content, glyphs: &[u32]) -> bool {
    let mut glyphs = glyphs
        .iter()
        .filter_map(|&g| content.glyphs.get(g as usize));
    glyphs.any(|glyph| content.text_of(glyph).contains(char::is_alphabetic))
}

/// `body` is around what is not an artifact.
pub(super) fn region(
    content: &Content,
    attached: Option<&str>,
    line: &[u32],
    body: Rect,
) -> Region {
    match attached {
        Some("Top") => return Region::Top,
        Some("Bottom") => return Region::Bottom,
        _ => {}
    }
    let bbox = bbox_of(content, line);
    let middle = (bbox.y0 + bbox.y1) / 2.0;
    let margin = content.height * MARGIN;
    // All of it, not its middle: writing that is turned goes over the page.
    if bbox.y1 <= margin && middle <= body.y0 {
        Region::Top
    } else if bbox.y0 >= content.height - margin && middle >= body.y1 {
        Region::Bottom
    } else {
        Region::Elsewhere
    }
}

/// Around these glyphs.
fn bbox_of<'a>(content: &Content, glyphs: impl IntoIterator<Item = &'a u32>) -> Rect {
    glyphs
        .into_iter()
        .filter_map(|&g| content.glyphs.get(g as usize))
        .fold(Rect::EMPTY, |r, g| r.union(g.bbox))
}

/// The artifacts that marked content says, in drawing order.
pub(super) fn marked<'a>(content: &'a Content, dealt: &Dealt) -> Vec<Mark<'a>> {
    // For each sequence, which of the marks is its own.
    let mut of_sequence: Vec<Option<usize>> = vec![None; content.marked.len()];
    let mut marks: Vec<Mark<'a>> = Vec::new();
    for (index, glyph) in (0u32..).zip(&content.glyphs) {
        let Some(marked) = content.run_of(glyph).marked else {
            continue;
        };
        let Some(&Owner::Artifact(sequence)) = dealt.owners.get(marked as usize) else {
            continue;
        };
        if dealt.hyphens.contains_key(&index) {
            continue;
        }
        let Some(slot) = of_sequence.get_mut(sequence as usize) else {
            continue;
        };
        let mark = *slot.get_or_insert_with(|| {
            let said = said(content, sequence);
            marks.push(said);
            marks.len() - 1
        });
        if let Some(mark) = marks.get_mut(mark) {
            mark.glyphs.push(index);
        }
    }
    marks
}

/// What a sequence says of itself, or else the artifact around it.
fn said(content: &Content, sequence: u32) -> Mark<'_> {
    let mut mark = Mark {
        kind: None,
        subtype: None,
        attached: None,
        glyphs: Vec::new(),
    };
    let mut next = Some(sequence);
    while let Some(sequence) = next.and_then(|s| content.marked.get(s as usize)) {
        if mark.kind.is_none() && mark.subtype.is_none() {
            mark.kind = sequence.artifact_type.as_deref();
            mark.subtype = sequence.artifact_subtype.as_deref();
            mark.attached = sequence.artifact_attached.as_deref();
        }
        next = sequence.parent;
    }
    mark
}

impl Draft<'_> {
    /// Adds a paragraph of what is beside the text.
    pub(super) fn side_notes(&mut self, glyphs: Vec<u32>) {
        let text = Text {
            parts: vec![None; glyphs.len()],
            glyphs,
            labels: Vec::new(),
        };
        let root = self.tree.root();
        if let Some(id) = self.paragraph(root, None, &text) {
            self.tree[id].add_attribute(Own::Role, "sidenote");
        }
    }

    /// Adds nodes of kind `Artifact` under the page, with attributes `Type` and `Subtype`.
    pub(super) fn artifacts(&mut self, artifacts: Vec<Artifact>) {
        for artifact in artifacts {
            let mut node = Node::new(NodeKind::known("Artifact"), Rect::EMPTY, Detail::None);
            let attributes = [("Type", artifact.kind), ("Subtype", artifact.subtype)];
            for (name, value) in attributes {
                if let Some(value) = value {
                    node.add_attribute(Name::standard(name), value);
                }
            }
            let text = Text {
                parts: vec![None; artifact.glyphs.len()],
                glyphs: artifact.glyphs,
                labels: Vec::new(),
            };
            let root = self.tree.root();
            let id = self.tree.add_child(root, node);
            if self.paragraph(id, None, &text).is_none() {
                self.tree.detach(id);
            }
        }
    }
}
