//! Optional content (8.11): the layers that a document hides when it is opened.

use std::collections::HashSet;

use super::{Array, Dict, Document, Name, Object, ObjectIdentifier, items};

/// Maximum number of groups read from a membership dictionary, or operands from one expression.
const MAX_GROUPS: usize = 1000;
/// Maximum depth of visibility expressions. They shall be "acyclic"; real ones have two or three levels.
const DEEPEST: usize = 20;

/// The layers of a document that its default configuration hides.
#[derive(Clone, Debug, Default)]
pub struct OptionalContent {
    hidden: HashSet<ObjectIdentifier>,
}

impl OptionalContent {
    /// Reads `/OCProperties` of the catalog: `/BaseState` of the default configuration `/D` for all groups in
    /// `/OCGs`, and its lists `/ON` and `/OFF` (8.11.4.3).
    pub fn read(document: &Document) -> Self {
        let mut hidden = HashSet::new();
        let properties = document
            .catalog()
            .and_then(|catalog| catalog.get::<Dict<'_>>("OCProperties"));
        let Some(properties) = properties else {
            return Self::default();
        };
        let list = |dict: &Dict<'_>, key: &str| -> Vec<ObjectIdentifier> {
            let array = dict.get::<Array<'_>>(key);
            let ids = array.iter().flat_map(|array| array.raw_iter());
            ids.filter_map(|group| group.as_obj_ref().map(Into::into))
                .collect()
        };
        if let Some(default) = properties.get::<Dict<'_>>("D") {
            if default.get::<Name<'_>>("BaseState").as_deref() == Some(b"OFF") {
                hidden.extend(list(&properties, "OCGs"));
            }
            for group in list(&default, "ON") {
                hidden.remove(&group);
            }
            hidden.extend(list(&default, "OFF"));
        }
        Self { hidden }
    }

    /// Whether a group is hidden, or a membership dictionary by its visibility expression `/VE`, or else its
    /// policy `/P` (8.11.2.2).
    pub fn hides(&self, layer: &Dict<'_>) -> bool {
        if self.hidden.is_empty() {
            return false;
        }
        if layer.get::<Name<'_>>("Type").as_deref() != Some(b"OCMD") {
            return layer.obj_id().is_some_and(|id| self.hidden.contains(&id));
        }
        if let Some(expression) = layer.get::<Array<'_>>("VE")
            && let Some(holds) = self.holds(&expression, DEEPEST)
        {
            return !holds;
        }
        let groups: Vec<bool> = match layer.get::<Object<'_>>("OCGs") {
            Some(Object::Dict(group)) => vec![self.is_on(&group)],
            Some(Object::Array(groups)) => items(&groups)
                .take(MAX_GROUPS)
                .filter_map(Object::into_dict)
                .map(|group| self.is_on(&group))
                .collect(),
            _ => Vec::new(),
        };
        // "If this entry is not present or is an empty array … the membership dictionary shall
        // have no effect on the visibility".
        if groups.is_empty() {
            return false;
        }
        let shown = match layer.get::<Name<'_>>("P").as_deref() {
            Some(b"AllOn") => groups.iter().all(|&on| on),
            Some(b"AnyOff") => groups.contains(&false),
            Some(b"AllOff") => groups.iter().all(|&on| !on),
            _ => groups.contains(&true),
        };
        !shown
    }

    /// Whether a visibility expression is true: an operator (`And`, `Or`, `Not`), then groups and
    /// expressions. `None` if it is not an expression.
    fn holds(&self, expression: &Array<'_>, deepest: usize) -> Option<bool> {
        let deeper = deepest.checked_sub(1)?;
        let mut parts = items(expression).take(MAX_GROUPS);
        let Some(Object::Name(operator)) = parts.next() else {
            return None;
        };
        let mut operands = parts.filter_map(|part| match part {
            Object::Dict(group) => Some(self.is_on(&group)),
            Object::Array(inner) => self.holds(&inner, deeper),
            _ => None,
        });
        match Name::as_ref(&operator) {
            b"And" => Some(operands.all(|on| on)),
            b"Or" => Some(operands.any(|on| on)),
            b"Not" => operands.next().map(|on| !on),
            _ => None,
        }
    }

    fn is_on(&self, group: &Dict<'_>) -> bool {
        group.obj_id().is_none_or(|id| !self.hidden.contains(&id))
    }
}
