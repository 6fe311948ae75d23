//! The rules of one mapping file.

use super::element::Elements;
use super::rule::{Action, Rule};

/// The parsed content of one file.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// Line and name.
    pub extends: Option<(usize, String)>,
    pub otherwise: Option<Action>,
    /// Classes, each with those that must not contain it.
    pub flat: Option<Vec<(String, Vec<String>)>>,
    pub page: Vec<Rule<Elements>>,
    /// Kinds with their rules; each kind occurs once.
    pub kinds: Vec<(String, Vec<Rule<Action>>)>,
    /// Warnings about probable mistakes.
    pub doubts: Vec<LineError>,
}

/// A line, and a message about its key.
pub(super) type LineError = (usize, String);
