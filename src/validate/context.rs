//! What rules know besides the object they look at.

use super::flavour::Flavour;

/// What is in force where a rule looks.
#[derive(Clone, Debug)]
pub struct Context {
    pub flavour: Flavour,
}

impl Context {
    pub fn new(flavour: Flavour) -> Self {
        Self { flavour }
    }
}
