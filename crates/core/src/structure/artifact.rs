//! Sorts the artifacts of a page (14.8.2.2). Input: marked content that the file calls artifacts. Output:
//! running heads, page numbers and decoration, and text that was only not tagged.

use super::content::Dealt;
use super::draft::Draft;
use super::labels::reads_as_page_number;
use super::lines::Text;
use super::owner::Owner;
use crate::geometry::Rect;
use crate::line::{TextLine, lines};
use crate::page::{Content, Detail, Glyph, Name, Node, NodeKind, Own};

/// The zone of running heads at the top and at the bottom, as a share of the page's height.
const MARGIN: f32 = 1.0 / 7.0;

/// Minimum size of legible text, in points.
const LEGIBLE: f32 = 4.0;

/// The artifacts of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Artifact {
    /// `Type` of table 330.
    pub kind: Option<String>,
    /// `Subtype` of table 330; if the file gives none, inferred from position and text.
    pub subtype: Option<String>,
    pub glyphs: Vec<u32>,
}

/// The artifacts of a page, before and after its content.
#[derive(Clone, Debug, Default)]
pub(super) struct Artifacts {
    pub before: Vec<Artifact>,
    pub after: Vec<Artifact>,
    /// The glyphs of artifacts that are text.
    pub text: Vec<u32>,
    /// The glyphs of legible artifacts beside the text.
    pub beside: Vec<u32>,
    /// Whether there is a watermark with letters.
    pub watermark: bool,
}

/// The glyphs of one artifact in the file, with its attributes.
#[derive(Default)]
pub(super) struct Mark<'a> {
    pub kind: Option<&'a str>,
    pub subtype: Option<&'a str>,
    /// `Attached`: the edges of the page to which it is attached.
    pub attached: Option<&'a str>,
    pub glyphs: Vec<u32>,
}

/// The region of the page in which an artifact is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Region {
    Top,
    Bottom,
    Elsewhere,
}

/// Lines of running heads or feet of one kind. They are examined together, because they are often drawn in
/// pieces.
#[derive(Default)]
struct Heads<'a> {
    kind: Option<&'a str>,
    glyphs: Vec<u32>,
}

impl Artifacts {
    /// Sorts artifacts by type and subtype, line by line, because one sequence may contain the head, the foot
    /// and the bullets of a page.
    ///
    /// A line is a `Header` or `Footer` if the file says so. A line without subtype is one if its type is
    /// `Pagination` or missing. Then it must be attached to that edge, or in the outermost [`MARGIN`] without
    /// content beside it. A head or foot that is only a number is a `PageNum`. Other lines without type and
    /// subtype are text if they have letters, such as labels of form fields: "cosmetic typographical or
    /// design elements" (table 330) have none. Legible lines beside the text are side notes, whatever their
    /// type.
    pub(super) fn new(draft: &Draft<'_>, marks: Vec<Mark<'_>>) -> Self {
        let mut found = Self::default();
        let body = draft.parts.items_below(None, &draft.parts.top).into_iter();
        let body = body.filter_map(|(item, _)| draft.dealt.glyphs.get(item as usize));
        let body = bbox_of(draft.content, body.flatten());
        // By position: those with a subtype in the file, and those without.
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

/// The lines that glyphs form.
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

/// Whether a line is legible and beside the body, at its left or right.
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
    // A single letter is a bullet.
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

/// The region of a line. `body` is the box of everything that is not an artifact.
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
    // The whole line must be in the margin, because rotated text can cross the page.
    if bbox.y1 <= margin && middle <= body.y0 {
        Region::Top
    } else if bbox.y0 >= content.height - margin && middle >= body.y1 {
        Region::Bottom
    } else {
        Region::Elsewhere
    }
}

/// The box around glyphs.
fn bbox_of<'a>(content: &Content, glyphs: impl IntoIterator<Item = &'a u32>) -> Rect {
    glyphs
        .into_iter()
        .filter_map(|&g| content.glyphs.get(g as usize))
        .fold(Rect::EMPTY, |r, g| r.union(g.bbox))
}

/// The artifacts in marked content, in drawing order.
pub(super) fn marked<'a>(content: &'a Content, dealt: &Dealt) -> Vec<Mark<'a>> {
    // The index of each sequence's mark.
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

/// The artifact attributes of a sequence, or of the innermost artifact around it that has any.
fn said(content: &Content, sequence: u32) -> Mark<'_> {
    let mut mark = Mark::default();
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
    /// Adds a paragraph of text beside the body.
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

    /// Adds nodes of kind `Artifact` below the page, with attributes `Type` and `Subtype`.
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
