//! `LayoutTag`s: what blocks, groups and words are. Readers take those of blocks for their types.

use std::collections::BTreeSet;

use crate::write::blocks::{BlockRole, ParagraphKind};
use crate::write::xml::Xml;

pub(super) const LIST: &str = "role_list";
pub(super) const ITEM: &str = "role_item";
pub(super) const TABLE: &str = "role_table";
pub(super) const ROW: &str = "role_row";
pub(super) const CELL: &str = "role_cell";
pub(super) const HEADER_CELL: &str = "role_header_cell";
pub(super) const HEADWORD: &str = "role_headword";

/// The ids of our tags, and what they say.
const TAGS: [(&str, &str); 24] = [
    ("role_header", "running head"),
    ("role_footer", "running foot"),
    ("role_pageno", "page number"),
    (TABLE, "table"),
    (ROW, "table row"),
    (CELL, "table cell"),
    (HEADER_CELL, "table header cell"),
    (LIST, "list"),
    (ITEM, "list item"),
    ("role_heading_1", "heading 1"),
    ("role_heading_2", "heading 2"),
    ("role_heading_3", "heading 3"),
    ("role_heading_4", "heading 4"),
    ("role_heading_5", "heading 5"),
    ("role_heading_6", "heading 6"),
    ("role_title", "title"),
    ("role_caption", "caption"),
    ("role_footnote", "footnote"),
    ("role_sidenote", "sidenote"),
    ("role_blockquote", "quotation"),
    ("role_toc", "table of contents"),
    ("role_formula", "formula"),
    ("role_entry", "dictionary entry"),
    (HEADWORD, "headword"),
];

/// More names than this, of roles that are not ours, no file has tags for.
const MOST_OTHERS: usize = 1000;

/// The tag of a paragraph, by what it is and what its block is; one that is not ours joins the `others`.
pub(super) fn of(
    kind: ParagraphKind<'_>,
    block: BlockRole,
    others: &mut BTreeSet<String>,
) -> Option<String> {
    let of_block = match block {
        BlockRole::Header => Some("role_header"),
        BlockRole::Footer => Some("role_footer"),
        BlockRole::PageNumber => Some("role_pageno"),
        BlockRole::Table | BlockRole::Text | BlockRole::Image => None,
    };
    let own = match kind {
        ParagraphKind::Heading(level) => {
            return Some(format!("role_heading_{}", level.clamp(1, 6)));
        }
        ParagraphKind::Other(name) => return other(name, others),
        ParagraphKind::Text => None,
        ParagraphKind::Title => Some("role_title"),
        ParagraphKind::Caption => Some("role_caption"),
        ParagraphKind::Footnote => Some("role_footnote"),
        ParagraphKind::Sidenote => Some("role_sidenote"),
        ParagraphKind::Quotation => Some("role_blockquote"),
        ParagraphKind::Contents => Some("role_toc"),
        ParagraphKind::Formula => Some("role_formula"),
        ParagraphKind::Entry => Some("role_entry"),
    };
    own.or(of_block).map(str::to_owned)
}

fn other(name: &str, others: &mut BTreeSet<String>) -> Option<String> {
    if !others.contains(name) && others.len() < MOST_OTHERS {
        others.insert(name.to_owned());
    }
    others.contains(name).then(|| id(name))
}

/// An id that no other name has.
fn id(name: &str) -> String {
    let mut id = "type_".to_owned();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => id.push(c),
            c => id.push_str(&format!(".{:X}.", u32::from(c))),
        }
    }
    id
}

/// Writes all tags of a file.
pub(super) fn write(others: &BTreeSet<String>, xml: &mut Xml) {
    let mut tag = |id: &str, label: &str| {
        xml.new_line(2);
        xml.start("LayoutTag");
        xml.attribute("ID", id);
        xml.attribute("LABEL", label);
        xml.end_void();
    };
    for (id, label) in TAGS {
        tag(id, label);
    }
    for name in others {
        tag(&id(name), name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ours_has_a_tag_of_its_own() {
        let mut others = BTreeSet::new();
        let mut of = |kind, block| of(kind, block, &mut others);
        let main = of(ParagraphKind::Other("Main:Zone"), BlockRole::Text);
        assert_eq!(main.as_deref(), Some("type_Main.3A.Zone"));
        let heading = of(ParagraphKind::Heading(9), BlockRole::Text);
        assert_eq!(heading.as_deref(), Some("role_heading_6"));
        let foot = of(ParagraphKind::Text, BlockRole::Footer);
        assert_eq!(foot.as_deref(), Some("role_footer"));
        assert_eq!(of(ParagraphKind::Text, BlockRole::Text), None);
        let mut xml = Xml::default();
        write(&others, &mut xml);
        let end = "<LayoutTag ID=\"type_Main.3A.Zone\" LABEL=\"Main:Zone\"/>";
        assert!(xml.finish().ends_with(end));
    }
}
