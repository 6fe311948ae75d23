//! Permitted nesting of structure types (ISO/TS 32005, table 5). `nesting.txt` has 1,636 cases, each with its
//! own id.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::element::listed;
use crate::page::heading_level;
use crate::pdf::Dict;
use crate::validate::flavour::Flavours;
use crate::validate::rule::{Id, Info, Severity};
use crate::validate::run::Run;

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
    fn says(self, parent: &str, child: &str) -> String {
        match self {
            Self::Never => format!("{parent} must not hold {child}"),
            Self::Alone => format!(
                "{parent} holds content or inline elements, and {child}; use a type that groups"
            ),
            Self::Once | Self::OnceGrouping => format!("{parent} holds more than one {child}"),
            Self::One => format!("{parent} does not hold exactly one {child}"),
            Self::Empty => format!("{parent} holds content itself; put it into an element"),
        }
    }
}

/// A case of the table in its written form.
struct Case {
    parent: &'static str,
    child: &'static str,
    kind: Kind,
    clause: String,
    says: String,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut cases = Vec::new();
    for line in include_str!("nesting.txt").lines() {
        let mut words = line.split_whitespace();
        let (Some(parent), Some(kind)) = (words.next(), words.next().and_then(Kind::named)) else {
            continue;
        };
        let children: Vec<&str> = match kind {
            Kind::Empty => vec!["content"],
            _ => words.collect(),
        };
        cases.extend(children.into_iter().map(|child| Case {
            parent,
            child,
            kind,
            clause: format!("Table 5. {parent}-{child}"),
            says: kind.says(parent, child),
        }));
    }
    cases
});

/// The id of each case, in the order of [`CASES`].
static IDS: LazyLock<Vec<Id>> = LazyLock::new(|| {
    let mut seen = HashSet::new();
    let ids = CASES.iter().map(|case| Id {
        flavours: Flavours::TAGGED2,
        clause: &case.clause,
        // Captions have two cases in elements that may group other elements.
        test: if seen.insert(&case.clause) { 1 } else { 2 },
    });
    ids.collect()
});

static INFOS: LazyLock<Vec<Info>> = LazyLock::new(|| {
    let infos = CASES.iter().zip(IDS.iter()).map(|(case, id)| Info {
        ids: std::slice::from_ref(id),
        severity: Severity::Error,
        says: &case.says,
    });
    infos.collect()
});

/// Indices of the cases of each parent type.
static BY_PARENT: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, case) in CASES.iter().enumerate() {
        found.entry(case.parent).or_default().push(at);
    }
    found
});

/// The type of object that veraPDF checks by each case: the forbidden child, or else the parent.
#[cfg(feature = "cli")]
static OBJECTS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let objects = CASES.iter().map(|case| match case.parent {
        _ if case.kind == Kind::Never && case.child != case.parent => format!("SE{}", case.child),
        "StructTreeRoot" => "PDStructTreeRoot".into(),
        parent => format!("SE{parent}"),
    });
    let ids = IDS.iter().map(|id| format!("{}-{}", id.clause, id.test));
    ids.zip(objects).collect()
});

/// The type of object of a case, by its id such as `Table 5. P-Sect-1`.
#[cfg(feature = "cli")]
pub(crate) fn object_of(id: &str) -> Option<&'static str> {
    // Most ids belong to other rules and do not need the table.
    let is_case = id.starts_with("Table ");
    is_case.then(|| OBJECTS.get(id).map(String::as_str))?
}

/// An element or the root of the tree, with its children.
pub(super) struct Holder<'a> {
    /// Its standard type.
    pub parent: &'a str,
    /// The standard types of the children, with transparent grouping elements replaced by their children.
    pub children: &'a [&'a str],
    /// The standard types of these grouping elements, which may be forbidden themselves.
    pub groups: &'a [&'a str],
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

impl Holder<'_> {
    fn holds_groups(&self) -> bool {
        let is_inline = |kind: &&str| {
            matches!(
                *kind,
                "Span"
                    | "Em"
                    | "Strong"
                    | "Sub"
                    | "Ruby"
                    | "RB"
                    | "RP"
                    | "RT"
                    | "Warichu"
                    | "WT"
                    | "WP"
            )
        };
        !self.holds_content && !self.children.iter().any(is_inline)
    }

    /// Reports the cases that apply.
    pub(super) fn check(&self, run: &mut Run<'_>, place: &Dict<'_>) {
        let Some(cases) = BY_PARENT.get(kind_of(self.parent)) else {
            return;
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for child in self.children {
            *counts.entry(kind_of(child)).or_default() += 1;
        }
        for &at in cases {
            let (Some(case), Some(info)) = (CASES.get(at), INFOS.get(at)) else {
                continue;
            };
            let count = counts.get(case.child).copied().unwrap_or(0);
            let breaks = match case.kind {
                Kind::Never => count > 0 || self.groups.contains(&case.child),
                Kind::Alone => count > 0 && !self.holds_groups(),
                Kind::Once => count > 1,
                Kind::OnceGrouping => count > 1 && self.holds_groups(),
                Kind::One => count != 1,
                Kind::Empty => self.holds_content,
            };
            if breaks {
                let held = [self.groups, self.children].concat();
                let found = format!("{} holding {}", self.parent, listed(&held));
                run.note(info, place, found);
            }
        }
    }
}

/// The descriptions of the cases.
pub(crate) fn catalogue() -> impl Iterator<Item = &'static Info> {
    INFOS.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_every_case_has_an_id_of_its_own() {
        let lines = include_str!("nesting.txt").lines();
        let written = lines.filter(|l| !l.starts_with('#')).map(|l| {
            let words = l.split_whitespace().count();
            if words == 2 { 1 } else { words - 2 }
        });
        assert_eq!(written.sum::<usize>(), CASES.len());
        assert_eq!(CASES.len(), 1636);
        let ids: HashSet<(&str, u16)> = IDS.iter().map(|id| (id.clause, id.test)).collect();
        assert_eq!(ids.len(), CASES.len());
    }

    #[test]
    fn captions_in_what_groups_come_first() {
        let of = |wanted: &str| -> Vec<(Kind, u16)> {
            let pairs = CASES.iter().zip(IDS.iter());
            let wanted = pairs.filter(|(case, _)| case.clause == wanted);
            wanted.map(|(case, id)| (case.kind, id.test)).collect()
        };
        let both = [(Kind::OnceGrouping, 1), (Kind::Alone, 2)];
        assert_eq!(of("Table 5. Link-Caption"), both);
        assert_eq!(of("Table 5. P-Document"), [(Kind::Never, 1)]);
    }
}
