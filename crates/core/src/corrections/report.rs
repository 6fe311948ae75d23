//! The result of each operation, for warnings and for `--corrections-report`.

use serde::Serialize;

use super::entry::{Entry, Id, Operation};
use crate::geometry::Rect;
use crate::page_number::PageNumber;

/// The state of an operation after it was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It changed the page.
    Applied,
    /// The page was already so.
    Needless,
    /// It does not fit the page, which is unchanged.
    Failed,
    /// A later operation of another person has the same anchor and another result.
    Conflict,
}

/// The result of an operation on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The page.
    pub page: PageNumber,
    /// The identifier of the operation.
    pub id: Id,
    /// The name of the operation.
    pub op: &'static str,
    /// The box around its anchors, in page space: left, top, right, bottom.
    #[serde(rename = "box")]
    pub bbox: [f32; 4],
    /// The state.
    pub state: State,
    /// The reason, if it failed or is in conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The identifier of the operation that is in conflict with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Id>,
}

impl Outcome {
    /// The result of an operation: whether it changed the page, or the reason why it failed.
    pub(super) fn new(page: PageNumber, entry: &Entry, result: Result<bool, String>) -> Self {
        let bbox = <[f32; 4]>::from(entry.operation.bbox());
        Self {
            page,
            id: entry.id.clone(),
            op: entry.operation.name(),
            bbox: bbox.map(|side| (side * 10.0).round() / 10.0),
            state: match &result {
                Ok(true) => State::Applied,
                Ok(false) => State::Needless,
                Err(_) => State::Failed,
            },
            reason: result.err(),
            with: None,
        }
    }

    /// The same in conflict with an operation that came later.
    pub(super) fn in_conflict(self, with: &Entry) -> Self {
        let Id(id) = &with.id;
        Self {
            state: State::Conflict,
            reason: Some(format!(
                "{} changed it otherwise ({}, {id})",
                with.by, with.at
            )),
            with: Some(with.id.clone()),
            ..self
        }
    }

    /// The warning about it, unless it was applied or needless.
    pub fn warning(&self) -> Option<String> {
        let [x0, y0, x1, y1] = self.bbox;
        let Id(id) = &self.id;
        let what = match self.state {
            State::Applied | State::Needless => return None,
            State::Failed => "is not applied",
            State::Conflict => "is in conflict with another",
        };
        let why = self.reason.as_deref().unwrap_or_default();
        let op = self.op;
        Some(format!(
            "the correction {id} ({op}) at {x0} {y0} {x1} {y1} {what}: {why}"
        ))
    }
}

impl Operation {
    /// The name in the file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Undo { .. } => "undo",
            Self::Redo { .. } => "redo",
            Self::Progress { .. } => "progress",
            Self::Text { .. } => "text",
            Self::Group { .. } => "group",
            Self::Resize { .. } => "resize",
            Self::Add { .. } => "add",
            Self::Delete { .. } => "delete",
            Self::Gutters { .. } => "gutters",
            Self::Class { .. } => "class",
            Self::Order { .. } => "order",
        }
    }

    /// The box around its anchors, or around the boxes that it sets; empty if it has none.
    pub fn bbox(&self) -> Rect {
        let anchors = self.anchors().iter().map(|anchor| &anchor.bbox);
        let boxes = self.boxes().iter().filter(|_| self.anchors().is_empty());
        let around: Rect = anchors.chain(boxes).map(|&bbox| bbox.into()).collect();
        match around.is_empty() {
            true => Rect::new(0.0, 0.0, 0.0, 0.0),
            false => around,
        }
    }
}
