//! The reading order, and groups of related parts, for formats that store references to elements.

use std::collections::HashMap;

use super::sheet::Part;
use super::table::{Cell, beside_cells, rows};
use crate::compact_sort::CompactSort;
use crate::page::{NodeKind, Own};
use crate::read::markup::Element;

/// The kind of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::read) enum Group {
    /// A column, or another area of several blocks.
    Area,
    Quotation,
    Contents,
    /// A list; `true` if it is numbered.
    List(bool),
    Item,
    /// A table, with its numbers of rows and columns.
    Table(u32, u32),
    Cell(Cell),
}

impl Group {
    fn part(self) -> Part {
        let of = |kind| Part::new(NodeKind::known(kind), None);
        match self {
            Self::Area => Part::new(NodeKind::TEXTGROUP, None).in_block(),
            Self::Quotation => {
                let mut part = of("BlockQuote");
                part.set(Own::Role, Some("blockquote"));
                part
            }
            Self::Contents => {
                let mut part = of("TOC");
                part.set(Own::Role, Some("toc"));
                part
            }
            Self::List(counts) => {
                let mut part = of("L");
                part.set(Own::Ordered, counts.then_some("true"));
                part
            }
            Self::Item => of("LI"),
            Self::Table(..) => of("Table"),
            Self::Cell(cell) => cell.part(),
        }
    }

    /// The role that the group already gives to its content.
    fn role(self) -> Option<&'static str> {
        match self {
            Self::Quotation => Some("blockquote"),
            Self::Contents => Some("toc"),
            _ => None,
        }
    }
}

/// The number of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) struct GroupId(usize);

/// The ranks of elements in reading order by their ids, and the groups that contain them.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Ranks {
    places: HashMap<String, (usize, Option<GroupId>)>,
    /// Each group with its parent.
    groups: Vec<(Option<GroupId>, Group)>,
}

impl Ranks {
    /// Appends an element to the order. Returns `false` if it already has a rank.
    pub(in crate::read) fn push(&mut self, id: &str, group: Option<GroupId>) -> bool {
        let next = self.places.len();
        let is_new = !self.places.contains_key(id);
        if is_new {
            self.places.insert(id.to_owned(), (next, group));
        }
        is_new
    }

    /// Adds a group inside another one.
    pub(in crate::read) fn group(&mut self, around: Option<GroupId>, group: Group) -> GroupId {
        self.groups.push((around, group));
        GroupId(self.groups.len() - 1)
    }

    /// The kind of a group.
    pub(in crate::read) fn kind(&self, group: GroupId) -> Option<Group> {
        self.groups.get(group.0).map(|(_, group)| *group)
    }

    pub(in crate::read) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The rank of an element: its own, or that of its first descendant with one.
    pub(in crate::read) fn of(&self, element: Element<'_>) -> Option<usize> {
        self.found(element).map(|(rank, _)| rank)
    }

    /// The group that contains an element.
    pub(in crate::read) fn group_of(&self, element: Element<'_>) -> Option<GroupId> {
        self.found(element)?.1
    }

    fn found(&self, element: Element<'_>) -> Option<(usize, Option<GroupId>)> {
        if self.places.is_empty() {
            return None;
        }
        let own = |e: Element<'_>| {
            let id = e.attribute("ID").or_else(|| e.attribute("id"))?;
            self.places.get(id.trim()).copied()
        };
        let first = || {
            element
                .below()
                .filter_map(own)
                .min_by_key(|(rank, _)| *rank)
        };
        own(element).or_else(first)
    }

    /// A group and its ancestors, the outermost first.
    fn path(&self, group: Option<GroupId>) -> Vec<GroupId> {
        let mut path = Vec::new();
        let mut at = group;
        // Ends because a group's parent always has a smaller index.
        while let Some(id) = at {
            path.push(id);
            at = self.groups.get(id.0).and_then(|(around, _)| *around);
        }
        path.reverse();
        path
    }

    /// Nests parts, in their order, into their groups.
    pub(in crate::read) fn nest(&self, parts: Vec<(Option<GroupId>, Part)>) -> Vec<Part> {
        let mut out = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        for (group, part) in parts {
            let path = self.path(group);
            let same = open.iter().zip(&path).take_while(|(o, id)| o.id == **id);
            let same = same.count();
            close(&mut open, same, &mut out);
            for id in path.into_iter().skip(same) {
                if let Some((_, group)) = self.groups.get(id.0) {
                    open.push(Open {
                        id,
                        group: *group,
                        part: group.part(),
                        cells: Vec::new(),
                    });
                }
            }
            match open.last_mut() {
                Some(around) => around.part.parts.push(part),
                None => out.push(part),
            }
        }
        close(&mut open, 0, &mut out);
        out
    }
}

/// A group to which parts may still be added.
struct Open {
    id: GroupId,
    group: Group,
    part: Part,
    /// The cells, if it is a table.
    cells: Vec<(Cell, Part)>,
}

/// Ends all open groups except the `keep` outermost ones.
fn close(open: &mut Vec<Open>, keep: usize, out: &mut Vec<Part>) {
    while open.len() > keep {
        let Some(mut ended) = open.pop() else { return };
        if let Some(role) = ended.group.role() {
            for part in &mut ended.part.parts {
                let said =
                    |a: &crate::page::Attribute| a.name == Own::Role.into() && a.value == role;
                part.attributes.retain(|a| !said(a));
            }
        }
        if let Group::Table(count, columns) = ended.group {
            let mut beside = std::mem::take(&mut ended.part.parts);
            // A table without cells is written as a block that has only a place.
            if (count, columns) == (0, 0)
                && ended.cells.is_empty()
                && let [place] = beside.as_slice()
                && place.parts.is_empty()
            {
                ended.part.bbox = place.bbox;
                ended.part.points.clone_from(&place.points);
                beside.clear();
            }
            ended.part.parts = beside_cells(beside);
            let cells = std::mem::take(&mut ended.cells);
            ended.part.parts.extend(rows(cells, (count, columns)));
        }
        let table = open
            .iter_mut()
            .rev()
            .find(|o| matches!(o.group, Group::Table(..)));
        match (ended.group, table) {
            (Group::Cell(cell), Some(table)) => table.cells.push((cell, ended.part)),
            _ => match open.last_mut() {
                Some(around) => around.part.parts.push(ended.part),
                None => out.push(ended.part),
            },
        }
    }
}

/// Sorts items by rank; an item without a rank stays after its predecessor.
pub(in crate::read) fn sort_by_rank<T>(
    items: Vec<T>,
    rank: impl Fn(&T) -> Option<usize>,
) -> Vec<T> {
    let mut before = None;
    let mut keyed: Vec<(Option<usize>, T)> = Vec::with_capacity(items.len());
    for item in items {
        before = rank(&item).or(before);
        keyed.push((before, item));
    }
    keyed.compact_sort_by_key(|(rank, _)| *rank);
    keyed.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_rank_stays_behind_what_it_follows() {
        let rank = |item: &&str| item.parse().ok();
        assert_eq!(
            sort_by_rank(vec!["a", "3", "b", "1", "2"], rank),
            ["a", "1", "2", "3", "b"]
        );
    }

    #[test]
    fn members_are_put_into_their_groups() {
        let mut ranks = Ranks::default();
        let list = ranks.group(None, Group::List(true));
        let items = [0, 1].map(|_| ranks.group(Some(list), Group::Item));
        let table = ranks.group(None, Group::Table(1, 2));
        let cell = Cell {
            column: 1,
            rows: 1,
            columns: 1,
            ..Cell::default()
        };
        let cell = ranks.group(Some(table), Group::Cell(cell));
        let block = || Part::new(NodeKind::TEXTBOX, None);
        let groups = [
            Some(items[0]),
            Some(items[0]),
            Some(items[1]),
            None,
            Some(cell),
        ];
        let parts = ranks.nest(groups.map(|g| (g, block())).into());
        fn shape(parts: &[Part]) -> String {
            let one = |p: &Part| match p.parts.as_slice() {
                [] => p.kind.as_str().to_owned(),
                inner => format!("{}({})", p.kind.as_str(), shape(inner)),
            };
            parts.iter().map(one).collect::<Vec<_>>().join(" ")
        }
        assert_eq!(
            shape(&parts),
            "L(LI(textbox textbox) LI(textbox)) textbox Table(TR(TD TD(textbox)))"
        );
    }
}
