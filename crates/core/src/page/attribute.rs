//! Named facts about nodes, and their source.
//!
//! A tagged document gives its elements attributes with any names (ISO 32000-1, 14.7.5). The program adds its
//! own attributes, which rules and writers trust, to the same nodes. So a name is either one of the program's
//! [`Own`] or a document's; [`Name::of_document`] keeps them apart.

use std::borrow::Cow;
use std::fmt;

/// The names of the program's own attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Own {
    /// `S` of an element, as in the file.
    Type,
    /// The language of the file or element (BCP 47).
    Lang,
    /// The language that a module sets.
    ModuleLang,
    /// Alternative text.
    Alt,
    /// The replacement text of the content (`/ActualText`).
    ActualText,
    /// The expansion of an abbreviation.
    Expansion,
    /// The title of an element (`/T`).
    Title,
    /// `ID` of an element.
    Id,
    /// The level of a heading, from 1.
    Level,
    /// The common value of the parts of one element.
    Group,
    /// The content of an element, if its type does not tell: `blocks` or `lines`.
    Holds,
    /// Whether a list is numbered.
    Ordered,
    /// The target of a link.
    Href,
    /// The name of an element's beginning, as a link target.
    Anchor,
    /// A formula in MathML.
    MathMl,
    /// The anchors of a cell's header cells.
    Headers,
    /// Set on content without an element.
    Untagged,
    /// Set on groups that are one block.
    Block,
    /// The role of a paragraph, by its tags or by page analysis: a caption, a note.
    Role,
    /// The confidence of page analysis in a role it guessed, in percent.
    Certainty,
    /// The text of a word before normalization.
    Raw,
    /// Set on a word that continues on the next line although it has no hyphen.
    Divided,
    /// The direction of the text: `ltr` or `rtl`.
    Dir,
    /// The page label in the document.
    Label,
    /// The number of a page in its source document, from 0, if it differs from the number here.
    Number,
    /// Alternative readings of a word by OCR, the best first, separated by tabs.
    Readings,
    /// The outline of a region that is not a rectangle: `x,y x,y …` in page space.
    Points,
    /// A curved baseline: `x,y x,y …` in page space.
    Baseline,
    /// The box in an OCR file, in its unit, if it does not contain its content.
    Given,
}

impl Own {
    /// All names.
    pub const ALL: [Self; 29] = [
        Self::Type,
        Self::Lang,
        Self::ModuleLang,
        Self::Alt,
        Self::ActualText,
        Self::Expansion,
        Self::Title,
        Self::Id,
        Self::Level,
        Self::Group,
        Self::Holds,
        Self::Ordered,
        Self::Href,
        Self::Anchor,
        Self::MathMl,
        Self::Headers,
        Self::Untagged,
        Self::Block,
        Self::Role,
        Self::Certainty,
        Self::Raw,
        Self::Divided,
        Self::Dir,
        Self::Label,
        Self::Number,
        Self::Readings,
        Self::Points,
        Self::Baseline,
        Self::Given,
    ];

    /// The name in mappings, modules and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Type => "S",
            Self::Lang => "Lang",
            Self::ModuleLang => "lang",
            Self::Alt => "Alt",
            Self::ActualText => "ActualText",
            Self::Expansion => "E",
            Self::Title => "T",
            Self::Id => "ID",
            Self::Level => "level",
            Self::Group => "group",
            Self::Holds => "holds",
            Self::Ordered => "ordered",
            Self::Href => "href",
            Self::Anchor => "anchor",
            Self::MathMl => "mathml",
            Self::Headers => "headers",
            Self::Untagged => "untagged",
            Self::Block => "block",
            Self::Role => "role",
            Self::Certainty => "certainty",
            Self::Raw => "raw",
            Self::Divided => "divided",
            Self::Dir => "dir",
            Self::Label => "label",
            Self::Number => "number",
            Self::Readings => "readings",
            Self::Points => "points",
            Self::Baseline => "baseline",
            Self::Given => "given",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.name() == name)
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
