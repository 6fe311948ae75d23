//! Named facts of nodes, and whose word they are.
//!
//! A tagged document gives its elements attributes of any name (ISO 32000-1, 14.7.5). What the
//! program itself found out is beside them on the same node, and rules and writers trust it.
//! So a name is either one of the program's [`Own`] or one of a document's, and no value that was
//! read from a file can become the former: see [`Name::of_document`].

use std::borrow::Cow;
use std::fmt;

/// The names that the program gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Own {
    /// `S` of an element, as it is in the file.
    Type,
    /// The language of the file or element (BCP 47).
    Lang,
    /// The language that a module gives.
    ModuleLang,
    /// Alternative text.
    Alt,
    /// The text that stands for the content (`/ActualText`).
    ActualText,
    /// The expansion of an abbreviation.
    Expansion,
    /// The title of an element (`/T`).
    Title,
    /// `ID` of an element.
    Id,
    /// Of headings, from 1.
    Level,
    /// What the parts of one element have in common.
    Group,
    /// What an element holds whose type does not say so: `blocks` or `lines`.
    Holds,
    /// Of lists: whether they count.
    Ordered,
    /// Where a link leads.
    Href,
    /// How links call the place where an element begins.
    Anchor,
    /// Of formulas: what they are in MathML.
    MathMl,
    /// Of cells: the anchors of the cells that head them.
    Headers,
    /// On what no element has.
    Untagged,
    /// On groups that are one block.
    Block,
    /// What a paragraph is besides: a caption, a note, as the tags say or page analysis takes it for.
    Role,
    /// How sure page analysis is of a mark that it guessed, in percent.
    Certainty,
    /// What a word was before it was normalized.
    Raw,
    /// The direction of the text: `ltr` or `rtl`.
    Dir,
    /// How the document calls a page.
    Label,
    /// The number of a page from 0 in the document that it was taken from, where that is another than here.
    Number,
    /// Other readings of a word by the program that recognised it, the best first, with tabs between.
    Readings,
    /// The outline of what is not a rectangle: `x,y x,y …` in page space.
    Points,
    /// A baseline that bends: `x,y x,y …` in page space.
    Baseline,
    /// The box that a file of recognised text gives, in its unit, where that does not hold what is in it.
    Given,
}

impl Own {
    /// All of them.
    pub const ALL: [Self; 28] = [
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
        Self::Dir,
        Self::Label,
        Self::Number,
        Self::Readings,
        Self::Points,
        Self::Baseline,
        Self::Given,
    ];

    /// What mappings, modules and JSON call it.
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

/// The name of an attribute. Two are equal only when they are of one space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(Space);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Space {
    Own(Own),
    /// Never the name of an [`Own`].
    Document(Cow<'static, str>),
}

impl Name {
    /// The name that the user means, who may mean either space.
    pub fn named(name: &str) -> Self {
        match Own::named(name) {
            Some(own) => own.into(),
            None => Self(Space::Document(Cow::Owned(name.to_owned()))),
        }
    }

    /// A name that was read from a file. One that the program gives itself becomes `pdf:href`.
    pub fn of_document(name: String) -> Self {
        Self(Space::Document(Cow::Owned(match Own::named(&name) {
            Some(own) => format!("pdf:{}", own.name()),
            None => name,
        })))
    }

    /// A name of the standard (14.8.5), like `RowSpan`, that documents give, and page analysis as
    /// they do.
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
    /// What it is called.
    pub name: Name,
    /// What it says.
    pub value: String,
}

impl Attribute {
    /// An attribute of this name and value.
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
