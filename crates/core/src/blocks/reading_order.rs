//! The reading order of a page, for formats that store it apart from the elements: groups of elements that
//! the file lists side by side.

use super::block::{Block, Paragraph};
use super::cells::{Cell, Cells};
use crate::page::{NodeId, Own, Page};

/// The kind of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// A column, or another area of several paragraphs.
    Area,
    Quotation,
    Contents,
    List,
    /// An ordered list.
    NumberedList,
    Item,
    /// Numbers of rows and columns.
    Table(u32, u32),
    Row,
    Cell(Option<Cell>),
}

impl Group {
    /// The group of an area that is written as `pieces` elements.
    pub(crate) fn of_area(block: &Block<'_>, page: &Page, pieces: usize) -> Option<Self> {
        let node = &page.tree[block.node()];
        match (node.kind.as_str(), node.own(Own::Role)) {
            ("BlockQuote", Some("blockquote")) => Some(Self::Quotation),
            ("TOC", Some("toc")) => Some(Self::Contents),
            _ => (pieces > 1).then_some(Self::Area),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<T> {
    Begin(Group),
    Member(T),
    End,
}

/// Members and groups in reading order. Groups are never empty.
#[derive(Clone, Debug)]
pub(crate) struct ReadingOrder<T> {
    pub steps: Vec<Step<T>>,
    /// The open groups, each with the number of its node or row.
    open: Vec<(Group, u32)>,
}

impl<T> Default for ReadingOrder<T> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<T> ReadingOrder<T> {
    /// Begins a block, with a group for its content if one is given.
    pub(crate) fn begin(&mut self, group: Option<Group>) {
        self.steps.extend(group.map(Step::Begin));
    }

    /// Ends the block and the groups that are open in it.
    pub(crate) fn end(&mut self, group: Option<Group>) {
        self.within(&[]);
        self.steps.extend(group.map(|_| Step::End));
    }

    pub(crate) fn member(&mut self, member: T) {
        self.steps.push(Step::Member(member));
    }

    /// Begins and ends lists, rows and cells so that the next member belongs to this paragraph.
    pub(crate) fn paragraph(&mut self, paragraph: &Paragraph<'_>, page: &Page, cells: &Cells) {
        let mut groups = Vec::new();
        if let Some((row, number)) = paragraph.cell {
            let node = paragraph.cell_node(page);
            let cell = node.and_then(|id| cells.get(id)).copied();
            groups.extend([(Group::Row, row), (Group::Cell(cell), number)]);
        }
        for id in paragraph.lists(page) {
            let node = &page.tree[id];
            let group = match (node.kind.as_str(), node.own(Own::Ordered)) {
                ("LI", _) => Group::Item,
                (_, Some("true")) => Group::NumberedList,
                _ => Group::List,
            };
            groups.push((group, NodeId::number(id)));
        }
        self.within(&groups);
    }

    /// Ends the open groups that are not in `groups`, and begins those that are not open.
    fn within(&mut self, groups: &[(Group, u32)]) {
        let same = self.open.iter().zip(groups).take_while(|(a, b)| a == b);
        let same = same.count();
        for _ in self.open.drain(same..) {
            self.steps.push(Step::End);
        }
        for (group, of) in groups.iter().skip(same) {
            self.steps.push(Step::Begin(*group));
            self.open.push((*group, *of));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_opened_once_and_closed() {
        let mut order = ReadingOrder::default();
        order.begin(Some(Group::Table(2, 2)));
        for (at, groups) in [
            &[(Group::Row, 1), (Group::Cell(None), 1)][..],
            &[(Group::Row, 1), (Group::Cell(None), 2)],
            &[(Group::Row, 2), (Group::Cell(None), 3)],
            &[(Group::Row, 2), (Group::Cell(None), 3)],
            &[],
        ]
        .into_iter()
        .enumerate()
        {
            order.within(groups);
            order.member(at);
        }
        order.end(Some(Group::Table(2, 2)));
        // A list that is itself a block does not group what follows.
        order.begin(None);
        order.within(&[(Group::List, 1), (Group::Item, 2)]);
        order.member(5);
        order.end(None);
        order.member(6);
        let mut out = String::new();
        for step in order.steps {
            match step {
                Step::Begin(group) => {
                    let name = format!("{group:?}");
                    let name = name.split('(').next().unwrap_or_default();
                    out.push_str(&format!("{name}("));
                }
                Step::Member(at) => out.push_str(&at.to_string()),
                Step::End => out.push(')'),
            }
        }
        assert_eq!(
            out,
            "Table(Row(Cell(0)Cell(1))Row(Cell(23))4)List(Item(5))6"
        );
    }
}
