//! Permitted nesting of structure types (ISO/TS 32005, table 5). `nesting.txt` has 1,636 cases, each with its
//! own id.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use crate::flavour::Flavours;
use crate::rule::{Id, Info, Severity};
use crate::run::Run;
use pdfa2hocr_core::page::heading_level;
use pdfa2hocr_core::pdf::Dict;

/// The number of children of a type that a parent may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Never,
    /// None, if the parent also has content or inline elements.
    Alone,
    Once,
    /// At most once, if the parent groups other elements.
    OnceGrouping,
    One,
    /// The parent has no content of its own.
    Empty,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "never" => Self::Never,
            "alone" => Self::Alone,
            "once" => Self::Once,
            "once-grouping" => Self::OnceGrouping,
            "one" => Self::One,
            "empty" => Self::Empty,
            _ => return None,
        })
    }

    /// The message of a case.
    fn message(self, parent: &str, child: &str) -> String {
        match self {
            Self::Never => {
                format!(
                    "{parent} must not hold {child}; put it elsewhere, or change one of both types"
                )
            }
            Self::Alone => format!(
                "{parent} holds content or inline elements, and {child}; use a type that groups"
            ),
            Self::Once | Self::OnceGrouping => {
                format!("{parent} holds more than one {child}; merge them")
            }
            Self::One => {
                format!("{parent} does not hold exactly one {child}; put all into one")
            }
            Self::Empty => format!("{parent} holds content itself; put it into an element"),
        }
    }
}

/// A case of the table.
struct Case {
    child: &'static str,
    kind: Kind,
    info: Info,
    /// The type of object that veraPDF checks: the forbidden child, or else the parent.
    object: String,
}

impl Case {
    /// A case whose id has this test number. Its texts are kept until the program ends, as those of all rules.
    fn new(parent: &str, child: &'static str, kind: Kind, test: u16) -> Self {
        let id = Id {
            flavours: Flavours::TAGGED2,
            clause: format!("Table 5. {parent}-{child}").leak(),
            test,
        };
        Self {
            child,
            kind,
            info: Info {
                ids: vec![id].leak(),
                severity: Severity::Error,
                message: kind.message(parent, child).leak(),
            },
            object: match parent {
                _ if kind == Kind::Never && child != parent => format!("SE{child}"),
                "StructTreeRoot" => "PDStructTreeRoot".into(),
                parent => format!("SE{parent}"),
            },
        }
    }
}

/// The cases of each parent type.
static CASES: LazyLock<BTreeMap<&str, Vec<Case>>> = LazyLock::new(|| {
    let mut cases: BTreeMap<&str, Vec<Case>> = BTreeMap::new();
    for line in include_str!("nesting.txt").lines() {
        let mut words = line.split_whitespace();
        let (Some(parent), Some(kind)) = (words.next(), words.next().and_then(Kind::named)) else {
            continue;
        };
        let children: Vec<&str> = match kind {
            Kind::Empty => vec!["content"],
            _ => words.collect(),
        };
        let of_parent = cases.entry(parent).or_default();
        for child in children {
            // Captions have two cases in elements that may group other elements.
            let again = of_parent.iter().any(|case| case.child == child);
            of_parent.push(Case::new(parent, child, kind, 1 + u16::from(again)));
        }
    }
    cases
});

/// The type of object of the case with this id, such as `Table 5. P-Sect` 1.
pub(crate) fn object_of(clause: &str, test: u16) -> Option<&'static str> {
    let (parent, _) = clause.strip_prefix("Table 5. ")?.split_once('-')?;
    let is_it = |id: &Id| id.clause == clause && id.test == test;
    let mut cases = CASES.get(parent)?.iter();
    let case = cases.find(|case| case.info.ids.iter().any(is_it))?;
    Some(&case.object)
}

/// An element or the root of the tree, with its children.
pub(super) struct Holder<'a> {
    /// Its standard type.
    pub parent: &'a str,
    /// The standard types of the children, with transparent grouping elements replaced by their children.
    pub children: &'a [&'a str],
    /// The parent has content outside of these children.
    pub holds_content: bool,
}

/// The type's name in the table: `Hn` for `H1`, `H2`, ….
fn kind_of(standard: &str) -> &str {
    if heading_level(standard).is_some() {
        "Hn"
    } else {
        standard
    }
}

/// Types for reports, cut after 200 characters.
pub(super) fn listed(types: &[&str]) -> String {
    match types {
        [] => "no element".into(),
        types => types.join(", ").chars().take(200).collect(),
    }
}

impl Holder<'_> {
    fn holds_groups(&self) -> bool {
        const INLINE: &str = "Span Em Strong Sub Ruby RB RP RT Warichu WT WP";
        let is_inline = |kind: &&str| INLINE.split(' ').any(|inline| inline == *kind);
        !self.holds_content && !self.children.iter().any(is_inline)
    }

    /// Reports the cases that count children. See [`check_place`] for children that are forbidden.
    pub(super) fn check(&self, run: &mut Run<'_>, place: &Dict<'_>) {
        let Some(cases) = CASES.get(kind_of(self.parent)) else {
            return;
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for child in self.children {
            *counts.entry(kind_of(child)).or_default() += 1;
        }
        for case in cases {
            let count = counts.get(case.child).copied().unwrap_or(0);
            let breaks = match case.kind {
                Kind::Never => false,
                Kind::Alone => count > 0 && !self.holds_groups(),
                Kind::Once => count > 1,
                Kind::OnceGrouping => count > 1 && self.holds_groups(),
                Kind::One => count != 1,
                Kind::Empty => self.holds_content,
            };
            if breaks {
                let found = format!("{} holding {}", self.parent, listed(self.children));
                run.note(&case.info, place, found);
            }
        }
    }
}

/// Reports an element that its parent, by `P`, must not hold. Both are standard types; grouping elements
/// between them do not count as parents, but are checked as elements.
pub(super) fn check_place(run: &mut Run<'_>, parent: &str, child: &str, place: &Dict<'_>) {
    let cases = CASES.get(kind_of(parent)).into_iter().flatten();
    let forbids = |case: &&Case| case.kind == Kind::Never && case.child == kind_of(child);
    for case in cases.filter(forbids) {
        run.note(&case.info, place, format!("{parent} holding {child}"));
    }
}

/// The descriptions of the cases.
pub(crate) fn catalogue() -> impl Iterator<Item = &'static Info> {
    CASES.values().flatten().map(|case| &case.info)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_every_case_has_an_id_of_its_own() {
        let lines = include_str!("nesting.txt").lines();
        let written = lines.filter(|l| !l.starts_with('#')).map(|l| {
            let words = l.split_whitespace().count();
            if words == 2 { 1 } else { words - 2 }
        });
        let ids = catalogue().flat_map(|info| info.ids);
        let ids: HashSet<(&str, u16)> = ids.map(|id| (id.clause, id.test)).collect();
        assert_eq!(written.sum::<usize>(), ids.len());
        assert_eq!(catalogue().count(), 1636);
        assert_eq!(ids.len(), 1636);
    }

    #[test]
    fn captions_in_what_groups_come_first() {
        let of = |wanted: &str| -> Vec<(Kind, u16)> {
            let cases = CASES.values().flatten();
            let cases = cases.map(|case| (case.kind, case.info.ids[0]));
            let wanted = cases.filter(|(_, id)| id.clause == wanted);
            wanted.map(|(kind, id)| (kind, id.test)).collect()
        };
        let both = [(Kind::OnceGrouping, 1), (Kind::Alone, 2)];
        assert_eq!(of("Table 5. Link-Caption"), both);
        assert_eq!(of("Table 5. P-Document"), [(Kind::Never, 1)]);
    }
}
