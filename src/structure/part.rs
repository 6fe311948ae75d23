//! The elements that have something on one page.

use std::collections::HashMap;

use super::element::{ElementId, Structure};
use super::pages::{Item, Pages};
use super::placement::Placement;

/// What is in a part, in the order of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// The number of a part.
    Part(u32),
    /// The number of an item.
    Item(u32),
}

/// The part of an element that is on the page.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub element: ElementId,
    pub place: Placement,
    pub parent: Option<u32>,
    /// How many parts are around it.
    pub depth: u32,
    /// It is a note in lines: its text comes behind them.
    pub apart: bool,
    pub children: Vec<Child>,
}

/// The part of the structure tree that is on a page; parents are before their children.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub parts: Vec<Part>,
    pub top: Vec<Child>,
    /// Some part is [apart](Part::apart).
    pub has_notes: bool,
}

impl Parts {
    /// The parts that lead to these items.
    pub(super) fn new(structure: &Structure, pages: &Pages, items: &[Item]) -> Self {
        let mut this = Self::default();
        let mut known: HashMap<ElementId, u32> = HashMap::new();
        let mut missing = Vec::new();
        for (number, item) in (0u32..).zip(items) {
            let mut parent = None;
            for id in structure.ancestors(item.element) {
                if let Some(&part) = known.get(&id) {
                    parent = Some(part);
                    break;
                }
                missing.push(id);
            }
            for element in missing.drain(..).rev() {
                let part = this.parts.len() as u32;
                let depth = parent.map_or(0, |p: u32| this.parts[p as usize].depth + 1);
                this.parts.push(Part {
                    element,
                    place: pages.place(element),
                    parent,
                    depth,
                    apart: false,
                    children: Vec::new(),
                });
                known.insert(element, part);
                this.add(parent, Child::Part(part));
                parent = Some(part);
            }
            this.add(parent, Child::Item(number));
        }
        this
    }

    fn add(&mut self, parent: Option<u32>, child: Child) {
        match parent {
            Some(parent) => self.parts[parent as usize].children.push(child),
            None => self.top.push(child),
        }
    }

    pub(super) fn get(&self, part: u32) -> &Part {
        &self.parts[part as usize]
    }

    /// What is in a part; in `None`, what is in no part.
    pub(super) fn children(&self, part: Option<u32>) -> &[Child] {
        part.map_or(&self.top, |p| &self.get(p).children)
    }

    /// The notes that are apart from the lines of these children, in order; none in another.
    pub(super) fn notes_below(&self, children: &[Child]) -> Vec<u32> {
        let mut found = Vec::new();
        if !self.has_notes {
            return found;
        }
        let mut todo: Vec<Child> = children.iter().rev().copied().collect();
        while let Some(child) = todo.pop() {
            match child {
                Child::Part(part) if self.get(part).apart => found.push(part),
                Child::Part(part) => todo.extend(self.get(part).children.iter().rev()),
                Child::Item(_) => {}
            }
        }
        found
    }

    /// The innermost part that holds both; `None` when they have none in common.
    pub(super) fn common(&self, mut a: Option<u32>, mut b: Option<u32>) -> Option<u32> {
        while a != b {
            let depth = |p: Option<u32>| p.map_or(0, |p| self.get(p).depth + 1);
            if depth(a) >= depth(b) {
                a = self.get(a?).parent;
            } else {
                b = self.get(b?).parent;
            }
        }
        a
    }

    /// All items of some children of a part, in order, without those of artifacts unless the part
    /// is one, and of notes that are apart: the number of each, and its part.
    pub(super) fn items_below(
        &self,
        part: Option<u32>,
        children: &[Child],
    ) -> Vec<(u32, Option<u32>)> {
        let mut found = Vec::new();
        let mut todo: Vec<(Option<u32>, std::slice::Iter<'_, Child>)> =
            vec![(part, children.iter())];
        while let Some((part, rest)) = todo.last_mut() {
            match rest.next() {
                Some(&Child::Item(item)) => found.push((item, *part)),
                Some(&Child::Part(inner)) => {
                    let is_artifact = |p: u32| self.get(p).place == Placement::Artifact;
                    if (is_artifact(inner) && !part.is_some_and(is_artifact))
                        || self.get(inner).apart
                    {
                        continue;
                    }
                    todo.push((Some(inner), self.get(inner).children.iter()));
                }
                None => {
                    todo.pop();
                }
            }
        }
        found
    }
}
