//! Named facts about nodes, and their source.
//!
//! A tagged document gives its elements attributes with any names (ISO 32000-1, 14.7.5). The program adds its
//! own attributes, which rules and writers trust, to the same nodes. So a name is either one of the program's
//! [`Own`] or a document's; [`Name::of_document`] keeps them apart.

use std::borrow::Cow;
use std::fmt;

named! {
    /// The names of the program's own attributes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Own {
        /// `S` of an element, as in the file.
        Type = "S",
        /// The language of the file or element (BCP 47).
        Lang = "Lang",
        /// The language that a module sets.
        ModuleLang = "lang",
        /// Alternative text.
        Alt = "Alt",
        /// The replacement text of the content (`/ActualText`).
        ActualText = "ActualText",
        /// The expansion of an abbreviation.
        Expansion = "E",
        /// The title of an element (`/T`).
        Title = "T",
        /// `ID` of an element.
        Id = "ID",
        /// The level of a heading, from 1.
        Level = "level",
        /// The common value of the parts of one element.
        Group = "group",
        /// The content of an element, if its type does not tell: `blocks` or `lines`.
        Holds = "holds",
        /// Whether a list is numbered.
        Ordered = "ordered",
        /// The depth of a paragraph that begins an item of a list, from 1, by page analysis.
        Item = "item",
        /// Set on a paragraph whose printed lines have a meaning, such as verse or an address, by page analysis.
        Verse = "verse",
        /// The target of a link.
        Href = "href",
        /// The name of an element's beginning, as a link target.
        Anchor = "anchor",
        /// A formula in MathML.
        MathMl = "mathml",
        /// The anchors of a cell's header cells.
        Headers = "headers",
        /// Set on content without an element.
        Untagged = "untagged",
        /// Set on groups that are one block.
        Block = "block",
        /// The role of a paragraph, by its tags or by page analysis: a caption, a note.
        Role = "role",
        /// The confidence of page analysis in a role it guessed, in percent.
        Certainty = "certainty",
        /// The text of a word before normalization.
        Raw = "raw",
        /// Set on a word that continues on the next line although it has no hyphen.
        Divided = "divided",
        /// Set on a word that a person separated from the word before it.
        Apart = "apart",
        /// The direction of the text: `ltr` or `rtl`.
        Dir = "dir",
        /// The page label in the document.
        Label = "label",
        /// The engine that recognised the text of a page in this conversion, with its version and languages.
        Recogniser = "recogniser",
        /// The index of a page in its source document, from 0, if it differs from the index here.
        PageIndex = "number",
        /// Alternative readings of a word by OCR, the best first, separated by tabs.
        Readings = "readings",
        /// The outline of a region that is not a rectangle: `x,y x,y …` in page space.
        Points = "points",
        /// A curved baseline: `x,y x,y …` in page space.
        Baseline = "baseline",
        /// The box in an OCR file, in its unit, if it does not contain its content.
        Given = "given",
    }
}

/// The name of an attribute. Names of the two spaces are never equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(Space);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Space {
    Own(Own),
    /// The name in a document; never the name of an [`Own`].
    Document(Cow<'static, str>),
}

impl Name {
    /// The name that a user gives, which may be of either space.
    pub fn named(name: &str) -> Self {
        match Own::named(name) {
            Some(own) => own.into(),
            None => Self(Space::Document(Cow::Owned(name.to_owned()))),
        }
    }

    /// A name from a file. The name of an [`Own`] gets a prefix: `pdf:href`.
    pub fn of_document(name: String) -> Self {
        Self(Space::Document(Cow::Owned(match Own::named(&name) {
            Some(own) => format!("pdf:{}", own.name()),
            None => name,
        })))
    }

    /// A name of the standard (14.8.5), such as `RowSpan`, which both documents and page analysis use.
    pub const fn standard(name: &'static str) -> Self {
        Self(Space::Document(Cow::Borrowed(name)))
    }

    /// The name without its space.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Space::Own(own) => own.name(),
            Space::Document(name) => name,
        }
    }
}

impl From<Own> for Name {
    fn from(own: Own) -> Self {
        Self(Space::Own(own))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A named fact about a node, for mapping rules, modules and writers.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// The name.
    pub name: Name,
    /// The value.
    pub value: String,
}

impl Attribute {
    /// Creates an attribute with this name and value.
    pub fn new(name: impl Into<Name>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_document_gives_a_name_of_the_programs_own() {
        for own in Own::ALL {
            let of_document = Name::of_document(own.name().to_owned());
            assert_ne!(of_document, own.into());
            assert_ne!(of_document.as_str(), own.name());
            assert_eq!(Name::named(own.name()), own.into());
            assert_ne!(Name::named(of_document.as_str()), own.into());
        }
        let span = Name::of_document("RowSpan".to_owned());
        assert_eq!(span, Name::named("RowSpan"));
        assert_eq!(span, Name::standard("RowSpan"));
    }
}
