//! Marks paragraphs that consist of one formula.

use super::draft::Draft;
use super::lines::Text;
use crate::page::{NodeId, Own};

impl Draft<'_> {
    /// Marks a paragraph whose text is all in one formula, and gives it the MathML.
    pub(super) fn mark_formula(&mut self, id: NodeId, text: &Text) {
        let kind = |part: u32| self.tags.structure[self.parts.get(part).element].kind();
        let formula_of = |part: Option<u32>| {
            let mut around = std::iter::successors(part, |&part| self.parts.get(part).parent);
            around.find(|&part| kind(part) == "Formula")
        };
        let mut formulas = text
            .parts
            .chunk_by(|a, b| a == b)
            .map(|same| formula_of(same.first().copied().flatten()));
        let Some(first) = formulas.next().flatten() else {
            return;
        };
        if self.tree[id].own(Own::Role).is_some() || !formulas.all(|other| other == Some(first)) {
            return;
        }
        self.tree[id].add_attribute(Own::Role, "formula");
        let below = self.tree.below(id).find_map(|inner| {
            let math = self.tree[inner].own(Own::MathMl)?;
            Some((inner, math.to_owned()))
        });
        if let Some((inner, math)) = below {
            let attributes = &mut self.tree[inner].attributes;
            attributes.retain(|attribute| attribute.name != Own::MathMl.into());
            self.tree[id].add_attribute(Own::MathMl, math);
        }
    }
}
