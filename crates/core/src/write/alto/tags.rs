//! `LayoutTag`s: the roles of blocks, groups and words. Readers use the tags of blocks as block types.

use std::collections::BTreeSet;

use crate::blocks::{
    BlockRole, ParagraphKind,
    reading_order::{Group, Step},
};
use crate::write::xml::Xml;

pub(super) const HEADWORD: &str = "role_headword";

/// Built-in tags: id and label.
const TAGS: [(&str, &str); 23] = [
    ("role_header", "running head"),
    ("role_footer", "running foot"),
    ("role_pageno", "page number"),
    ("role_row", "table row"),
    ("role_cell", "table cell"),
    ("role_list", "list"),
    ("role_numbered_list", "numbered list"),
    ("role_item", "list item"),
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

/// Maximum number of tags for other role names in a file; further names get no tag.
const MOST_OTHERS: usize = 100_000;

/// Meaning of a tag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tag {
    /// A built-in tag, by its id.
    Own(&'static str),
    /// A role name that has no built-in tag.
    Other(String),
    /// Numbers of rows and columns.
    Table(u32, u32),
    /// Row and column (from 0), row span and column span; whether it is a header cell.
    Cell([u32; 4], bool),
}

impl Tag {
    /// Tag of a group; an area has none.
    pub(super) fn of_group(group: Group) -> Option<Self> {
        Some(match group {
            Group::Area => return None,
            Group::Quotation => Self::Own("role_blockquote"),
            Group::Contents => Self::Own("role_toc"),
            Group::List => Self::Own("role_list"),
            Group::NumberedList => Self::Own("role_numbered_list"),
            Group::Item => Self::Own("role_item"),
            Group::Row => Self::Own("role_row"),
            Group::Table(rows, columns) => Self::Table(rows, columns),
            Group::Cell(None) => Self::Own("role_cell"),
            Group::Cell(Some(cell)) => Self::Cell(
                [cell.row, cell.column, cell.row_span, cell.column_span],
                cell.is_header,
            ),
        })
    }

    pub(super) fn id(&self) -> String {
        match self {
            Self::Own(id) => (*id).to_owned(),
            Self::Other(name) => id(name),
            Self::Table(rows, columns) => format!("table_{rows}_{columns}"),
            Self::Cell([row, column, rows, columns], header) => {
                let name = if *header { "header_cell" } else { "cell" };
                format!("{name}_{row}_{column}_{rows}_{columns}")
            }
        }
    }

    /// Label and, for a table or cell, a description with its numbers, which count from 1.
    fn says(&self) -> (&str, Option<String>) {
        match self {
            Self::Own(id) => {
                let known = TAGS.iter().find(|(known, _)| known == id);
                (known.map_or(*id, |(_, label)| *label), None)
            }
            Self::Other(name) => (name, None),
            Self::Table(rows, columns) => ("table", Some(format!("rows {rows} columns {columns}"))),
            Self::Cell([row, column, rows, columns], header) => {
                let label = if *header {
                    "table header cell"
                } else {
                    "table cell"
                };
                let (row, column) = (row.saturating_add(1), column.saturating_add(1));
                let place = format!("row {row} column {column} rows {rows} columns {columns}");
                (label, Some(place))
            }
        }
    }
}

/// The tags of a file besides the built-in ones.
#[derive(Debug, Default)]
pub(super) struct Tags(BTreeSet<Tag>);

impl Tags {
    /// Returns the id of another role name, or `None` if the file has too many.
    pub(super) fn other(&mut self, name: &str) -> Option<String> {
        let tag = Tag::Other(name.to_owned());
        let id = tag.id();
        self.add(tag).then_some(id)
    }

    /// Adds the tags of groups.
    pub(super) fn add_groups<T>(&mut self, steps: &[Step<T>]) {
        for step in steps {
            if let Step::Begin(group) = step
                && let Some(tag) = Tag::of_group(*group)
            {
                self.add(tag);
            }
        }
    }

    pub(super) fn extend(&mut self, others: Self) {
        for tag in others.0 {
            self.add(tag);
        }
    }

    fn add(&mut self, tag: Tag) -> bool {
        let room = self.0.len() < MOST_OTHERS;
        match tag {
            Tag::Own(_) => true,
            // Groups refer to every such tag, so the limit does not apply.
            Tag::Table(..) | Tag::Cell(..) => {
                self.0.insert(tag);
                true
            }
            other if room => {
                self.0.insert(other);
                true
            }
            other => self.0.contains(&other),
        }
    }

    /// Writes all tags of a file.
    pub(super) fn write(&self, xml: &mut Xml) {
        let own = TAGS.iter().map(|(id, _)| Tag::Own(id));
        for tag in own.chain(self.0.iter().cloned()) {
            let (label, description) = tag.says();
            xml.open(2, "LayoutTag");
            xml.attribute("ID", &tag.id());
            xml.attribute("LABEL", label);
            xml.optional("DESCRIPTION", description);
            xml.end_void();
        }
    }
}

/// Returns the tag of a paragraph by its kind and its block's role. Role names without a built-in tag are
/// added to `tags`.
pub(super) fn of(kind: ParagraphKind<'_>, block: BlockRole, tags: &mut Tags) -> Option<String> {
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
        ParagraphKind::Other(name) => return tags.other(name),
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

/// Returns an id that is unique to the name.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ours_has_a_tag_of_its_own() {
        let mut tags = Tags::default();
        let mut of = |kind, block| of(kind, block, &mut tags);
        let main = of(ParagraphKind::Other("Main:Zone"), BlockRole::Text);
        assert_eq!(main.as_deref(), Some("type_Main.3A.Zone"));
        let heading = of(ParagraphKind::Heading(9), BlockRole::Text);
        assert_eq!(heading.as_deref(), Some("role_heading_6"));
        let foot = of(ParagraphKind::Text, BlockRole::Footer);
        assert_eq!(foot.as_deref(), Some("role_footer"));
        assert_eq!(of(ParagraphKind::Text, BlockRole::Text), None);
        let mut xml = Xml::default();
        tags.write(&mut xml);
        let end = "<LayoutTag ID=\"type_Main.3A.Zone\" LABEL=\"Main:Zone\"/>";
        assert!(xml.finish().ends_with(end));
    }
}
