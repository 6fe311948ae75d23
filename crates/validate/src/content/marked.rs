//! Marked content (ISO 32000-1, 14.6): applies tags, property lists and structure elements to the content
//! drawn.

use std::collections::HashSet;

use super::Executor;
use super::state::Scope;
use super::tags::{ITEM, ItemFacts, MarkedSequence, SEQUENCE, SequenceFacts};
use crate::annotation::is_signature;
use crate::entries::{Entries, string_of};
use crate::flavour::Flavour;
use crate::private_use;
use crate::structure::LANGUAGE;
use crate::tagging::Tagging;
use pdfa2hocr_core::pdf::lexer::{Lexer, Token, name};
use pdfa2hocr_core::pdf::{Dict, FromBytes, Object};

/// The offsets behind the operators that begin a sequence without `EMC`. Their content does not count as marked.
pub(super) fn unclosed(data: &[u8]) -> HashSet<usize> {
    let mut lexer = Lexer::new(data);
    let mut open = Vec::new();
    while let Some(token) = lexer.next() {
        match token {
            Token::Keyword(b"BMC" | b"BDC") => open.push(lexer.offset()),
            Token::Keyword(b"EMC") => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter().collect()
}

impl<'d> Executor<'_, 'd> {
    /// The tagging of the innermost open sequence.
    pub(super) fn tagging(&self) -> Tagging {
        self.current
            .marked
            .last()
            .map_or(self.outside, |open| open.tagging)
    }

    /// Begins a marked-content sequence.
    pub(super) fn begin(
        &mut self,
        operands: &[Token<'_>],
        has_properties: bool,
        scope: &Scope<'d>,
        at: usize,
    ) {
        let properties = has_properties.then(|| self.properties(operands, scope, at));
        let properties = properties.flatten();
        // Flavours that need no structure tree only require paired sequences.
        let is_too_deep = self.current.marked.len() >= self.run.budget.nesting;
        let is_unclosed = self.current.unclosed.contains(&at);
        if is_too_deep || is_unclosed || !self.run.flavour().needs_structure() {
            let (tag, tagging) = (String::new(), self.tagging());
            return self.current.marked.push(MarkedSequence { tag, tagging });
        }
        let tag = operands.iter().find_map(|operand| match operand {
            Token::Name(tag) => Some(String::from_utf8_lossy(&name(tag)).into_owned()),
            _ => None,
        });
        let mut sequence = SequenceFacts {
            tag: tag.unwrap_or_default(),
            tagging: self.tagging(),
            ..SequenceFacts::default()
        };
        sequence.tagging.artifact |= sequence.tag == "Artifact";
        if let Some(list) = properties {
            sequence.actual_text = list.has("ActualText");
            sequence.alt = list.has("Alt");
            sequence.expansion = list.has("E");
            self.read_list(&list, scope, &mut sequence.tagging, at);
        }
        let place = self.place(at);
        if !self.is_part_of_annotation() {
            self.run.check(SEQUENCE, &sequence, place);
        }
        let SequenceFacts { tag, tagging, .. } = sequence;
        self.current.marked.push(MarkedSequence { tag, tagging });
    }

    /// Adds the entries of a property list, and those of its structure element.
    fn read_list(&mut self, list: &Dict<'_>, scope: &Scope<'d>, tagging: &mut Tagging, at: usize) {
        tagging.replaced |= list.has("ActualText");
        tagging.described |= list.has("Alt");
        if let Some(lang) = string_of(list, "Lang") {
            tagging.has_lang = true;
            let place = self.place(at);
            self.run.check(LANGUAGE, &lang, place);
        }
        if let Some(mcid) = list.get::<i32>("MCID") {
            for form in self.nesting.forms() {
                self.drawn.entry(*form).or_default().numbers_sequences = true;
            }
            let element = usize::try_from(mcid).ok();
            let element = element.and_then(|m| scope.sequences.get(m).copied().flatten());
            self.within(element, tagging);
        }
    }

    /// Adds the entries of an element and of its ancestors.
    pub(super) fn within(&self, element: Option<usize>, tagging: &mut Tagging) {
        let (Some(element), Some(tree)) = (element, self.tree) else {
            return;
        };
        if let Some(element) = tree.get(element) {
            tagging.tagged |= element.rooted;
            let heritage = element.heritage;
            tagging.artifact |= heritage.artifact;
            tagging.has_lang |= heritage.has_lang;
            tagging.replaced |= heritage.replaced;
            tagging.described |= heritage.described;
        }
    }

    /// The tagging around the appearance of an annotation. An annotation outside of all elements is an
    /// artifact; the rules about annotations decide whether that is allowed.
    pub(super) fn tagging_of(&self, annotation: &Dict<'d>) -> Tagging {
        let mut tagging = Tagging {
            signature: is_signature(annotation),
            ..self.outside
        };
        self.within(self.element_of(annotation), &mut tagging);
        tagging.artifact |= !tagging.tagged;
        tagging
    }

    /// The structure element of a whole object (14.7.4.3).
    pub(super) fn element_of(&self, object: &Dict<'_>) -> Option<usize> {
        let key = object.get::<i32>("StructParent")?;
        self.tree?.parent_of(i64::from(key))
    }

    /// The elements of the marked-content sequences of a content stream, by MCID (14.7.4.4).
    pub(super) fn sequences_of(&self, holder: &Dict<'_>) -> Vec<Option<usize>> {
        match (self.tree, holder.get::<i32>("StructParents")) {
            (Some(tree), Some(key)) => tree.sequences_of(i64::from(key)),
            _ => Vec::new(),
        }
    }

    /// The property list of a marked-content operator.
    pub(super) fn properties<'o>(
        &mut self,
        operands: &[Token<'o>],
        scope: &Scope<'d>,
        at: usize,
    ) -> Option<Dict<'o>>
    where
        'd: 'o,
    {
        match operands {
            [.., Token::Name(raw)] => {
                let list = self.named(scope, |r| &r.properties, &name(raw));
                list.and_then(Object::into_dict)
            }
            [.., Token::Dict(bytes)] => {
                let list = Dict::from_bytes(bytes)?;
                let place = self.place(at);
                private_use::check(self.run, &list, &["ActualText", "Alt", "E"], place);
                Some(list)
            }
            _ => None,
        }
    }

    /// In PDF/UA-1 the structure tree has the annotation as a whole, and not the parts of its appearance.
    fn is_part_of_annotation(&self) -> bool {
        self.in_appearance && self.run.flavour() == Flavour::Ua1
    }

    /// Checks drawn content.
    pub(super) fn item(&mut self, operator: &[u8], at: usize) {
        if self.is_part_of_annotation() {
            return;
        }
        let place = self.place(at);
        let facts = ItemFacts {
            operator,
            tag: self.current.marked.last().map(|open| open.tag.as_str()),
            tagging: self.tagging(),
        };
        self.run.check(ITEM, &facts, place);
    }
}
