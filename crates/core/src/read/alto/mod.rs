//! ALTO 1 to 4, in any namespace: <https://www.loc.gov/standards/alto/>.

mod head;
mod order;
mod text;

pub(super) use head::{Head, head};

use super::markup::{Element, xml};
use super::ocr::{Part, Ranks, Room, Sheet, around, of_blocks, points, set_type, sort_by_rank};
use crate::diagnostics::Warnings;
use crate::geometry::Rect;
use crate::page::{Attribute, Name, NodeKind, Own};

/// Reads a page.
pub(super) fn sheet(
    piece: xml::Piece<'_>,
    head: &Head,
    room: Room,
    warnings: &mut Warnings,
) -> Sheet {
    let markup = xml::parse(piece, warnings);
    let root = markup.root();
    let page = root.child("Page").unwrap_or(root);
    let mut sheet = Sheet {
        width: page.number("WIDTH"),
        height: page.number("HEIGHT"),
        unit: head.unit,
        dpi: head.dpi,
        index: page
            .number("PHYSICAL_IMG_NR")
            .filter(|n| head.ours && (1.0..1e6).contains(n))
            .map(|n| n as u32 - 1),
        image: head.image.clone(),
        ..Sheet::default()
    };
    let label = page.attribute("PRINTED_IMG_NR");
    sheet.set(Own::Lang, language(page).filter(|l| !l.trim().is_empty()));
    sheet.set(Own::Label, label.filter(|l| !l.trim().is_empty()));
    let spaces = page.children();
    let blocks: Vec<Element<'_>> = spaces
        .flat_map(Element::children)
        .filter(|e| is_block(*e))
        .collect();
    let next = match head.order.is_empty() {
        true => by_next(&blocks),
        false => Ranks::default(),
    };
    let ranks = if next.is_empty() { &head.order } else { &next };
    let reader = Reader { head, ranks, room };
    sheet.parts = reader.blocks(blocks);
    sheet.is_full = reader.room.is_full();
    sheet
}

const BLOCKS: [&str; 4] = [
    "TextBlock",
    "ComposedBlock",
    "Illustration",
    "GraphicalElement",
];

fn is_block(element: Element<'_>) -> bool {
    BLOCKS.contains(&element.name())
}

/// The reading order from the `IDNEXT` attributes of blocks.
fn by_next(blocks: &[Element<'_>]) -> Ranks {
    let mut ranks = Ranks::default();
    let next: std::collections::HashMap<&str, &str> = blocks
        .iter()
        .filter_map(|b| Some((b.attribute("ID")?, b.attribute("IDNEXT")?)))
        .collect();
    if next.is_empty() {
        return ranks;
    }
    let named: std::collections::HashSet<&str> = next.values().copied().collect();
    let ids = || blocks.iter().filter_map(|b| b.attribute("ID"));
    // Each chain is followed from its first block; blocks in a cycle keep their position.
    for start in ids().filter(|id| !named.contains(id)) {
        let mut at = Some(start);
        for _ in 0..=blocks.len() {
            // A block that has a rank ends the chain: the blocks after it have ranks too.
            let Some(id) = at.filter(|id| ranks.push(id, None)) else {
                break;
            };
            at = next.get(id).copied();
        }
    }
    ranks
}

/// The bounding box of an element; `None` without a position. Empty elements often have no size.
fn bbox(element: Element<'_>) -> Option<Rect> {
    let n = |name| element.number(name);
    let (x, y) = (n("HPOS")?, n("VPOS")?);
    let (width, height) = (n("WIDTH").unwrap_or(0.0), n("HEIGHT").unwrap_or(0.0));
    Some(Rect::new(x, y, x + width.max(0.0), y + height.max(0.0)))
}

/// The language of an element: `LANG`, or `language` on blocks in versions 1 to 3.
fn language(element: Element<'_>) -> Option<String> {
    let said = element
        .attribute("LANG")
        .or_else(|| element.attribute("language"))?;
    let first = said.split([' ', ',']).find(|l| !l.is_empty())?;
    Some(super::language::tag(first).into_owned())
}

/// Reads the blocks of a page.
struct Reader<'h> {
    head: &'h Head,
    ranks: &'h Ranks,
    room: Room,
}

impl Reader<'_> {
    fn blocks<'m>(&self, elements: Vec<Element<'m>>) -> Vec<Part> {
        let sorted = sort_by_rank(elements, |e| self.ranks.of(*e));
        let mut parts = Vec::new();
        for element in sorted.into_iter().take_while(|_| self.room.take()) {
            let group = self.ranks.group_of(element);
            let mut own = Vec::with_capacity(1);
            self.block(element, &mut own);
            parts.extend(own.into_iter().map(|part| (group, part)));
        }
        self.ranks.nest(parts)
    }

    fn block(&self, element: Element<'_>, out: &mut Vec<Part>) {
        let place = bbox(element);
        match element.name() {
            "TextBlock" => {
                let mut block = Part::new(NodeKind::TEXTBOX, place);
                self.set_common(&mut block, element);
                block.parts = self.lines(element);
                if !block.parts.is_empty() || block.has_place() {
                    out.push(block);
                }
            }
            "ComposedBlock" => {
                let inner = element.children().filter(|e| is_block(*e)).collect();
                let mut parts = self.blocks(inner);
                let kind = element.attribute("TYPE").unwrap_or_default();
                if kind.eq_ignore_ascii_case("table") {
                    match of_blocks(parts) {
                        Ok(rows) => {
                            let mut table = Part::new(NodeKind::known("Table"), place);
                            self.set_common(&mut table, element);
                            table.parts = rows;
                            out.push(table);
                            return;
                        }
                        Err(blocks) => parts = blocks,
                    }
                }
                let kind = match parts.is_empty() {
                    true => NodeKind::TEXTBOX,
                    false => NodeKind::TEXTGROUP,
                };
                let mut group = Part::new(kind, place);
                self.set_common(&mut group, element);
                let alone = match parts.as_slice() {
                    [part] => {
                        let id = |a: &Attribute| a.name == Own::Id.into();
                        part.bbox == place && group.attributes.iter().all(id)
                    }
                    _ => false,
                };
                if alone {
                    out.append(&mut parts);
                } else if parts.is_empty() {
                    out.extend(group.has_place().then_some(group));
                } else {
                    group.set(Own::Block, Some("true"));
                    group.parts = parts;
                    out.push(group);
                }
            }
            "Illustration" => {
                let alt = element.attribute("title").filter(|t| !t.is_empty());
                let kind = match element.attribute("TYPE").map(str::trim) {
                    Some("formula") => Some("Formula"),
                    Some("figure") => Some("Figure"),
                    _ => alt.map(|_| "Figure"),
                };
                let mut image = match kind {
                    Some(kind) => Part::new(NodeKind::known(kind), place),
                    None => Part::image(place),
                };
                image.set(Own::Alt, alt);
                self.set_common(&mut image, element);
                out.push(image);
            }
            // Separators between columns and other graphics.
            _ => {}
        }
    }

    /// Sets the id of a part, unless this program wrote the file: its ids are only numbers.
    fn set_id(&self, part: &mut Part, element: Element<'_>) {
        let id = element.attribute("ID").filter(|_| !self.head.ours);
        part.set(Own::Id, id);
    }

    /// Sets the attributes that blocks and lines share.
    fn set_common(&self, part: &mut Part, element: Element<'_>) {
        part.set(Own::Lang, language(element));
        self.set_id(part, element);
        let outline = element.child("Shape").and_then(|s| s.child("Polygon"));
        part.points = points(
            outline
                .and_then(|p| p.attribute("POINTS"))
                .unwrap_or_default(),
        );
        if part.bbox.is_none() {
            part.bbox = around(&part.points);
        }
        for id in element
            .attribute("TAGREFS")
            .unwrap_or_default()
            .split_ascii_whitespace()
        {
            match self.head.tags.get(id) {
                Some(head::Tag::Type(name)) => {
                    set_type(part, name);
                    break;
                }
                Some(head::Tag::Language(tag)) => part.set(Own::Lang, Some(tag.clone())),
                None => {}
            }
        }
        if let Some(kind) = element
            .attribute("TYPE")
            .filter(|_| element.is("TextBlock"))
        {
            part.set(Name::standard("TYPE"), Some(kind));
        }
    }
}
