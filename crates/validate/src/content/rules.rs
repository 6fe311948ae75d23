//! Rules about operators, the resources they name, and transparency (ISO 19005-1, 6.2.10; ISO 19005-2, 6.2.2
//! and 6.2.10; ISO 19005-4, 6.2.2 and 6.2.9).

use crate::rule::{Rule, catalogue, described, rules};

/// An operator of a content stream.
pub(super) struct OperatorFacts {
    pub name: String,
    pub known: bool,
    /// Number of open `q` operators, including this one.
    pub nesting: usize,
}

described! { OperatorFacts: |o|
    match o.nesting {
        0 => format!("operator {:?}", o.name),
        depth => format!("operator {} at depth {depth}", o.name),
    }
}

pub(super) const OPERATOR: &[Rule<OperatorFacts>] = rules! { OperatorFacts:
    [A1 "6.2.10" 1, A23 "6.2.2" 1, A4 "6.2.2" 1] "a content stream has an operator that PDF does not define, even between BX and EX; remove it" =>
        |o, _| o.known;
    [A1 "6.1.12" 8, A23 "6.1.13" 8] "q is nested deeper than 28 levels; draw with fewer nested groups" => |o, _| o.nesting <= 28;
};

/// The resources that a content stream names.
#[derive(Default)]
pub(super) struct StreamFacts {
    /// Names found in the resources of the page, but not in those of the stream.
    pub inherited: Vec<String>,
    /// Names not found in any resources.
    pub undefined: Vec<String>,
}

described! { StreamFacts: |s| {
    let names: Vec<&str> = s
        .inherited
        .iter()
        .chain(&s.undefined)
        .map(String::as_str)
        .collect();
    format!("resources {}", names.join(", "))
}}

pub(super) const STREAM: &[Rule<StreamFacts>] = rules! { StreamFacts:
    [A23 "6.2.2" 2, A4 "6.2.2" 2] "a content stream uses resources that are not in its own Resources dictionary; give it one" =>
        |s, _| s.inherited.is_empty(), |s| format!("resources {}", s.inherited.join(", "));
    [A4 "6.2.2" 3] "a content stream uses resources that no dictionary defines; add them to its Resources, or remove the operators" =>
        |s, _| s.undefined.is_empty(), |s| format!("resources {}", s.undefined.join(", "));
};

/// Transparency on a page.
pub(super) struct TransparentFacts {
    pub transparent: bool,
    pub has_blending_space: bool,
}

described! { TransparentFacts: |_| "page with transparency".into() }

pub(super) const TRANSPARENT: &[Rule<TransparentFacts>] = rules! { TransparentFacts:
    [A23 "6.2.10" 2, A4 "6.2.9" 2] "a page has transparency, and there is neither an output intent nor a blending colour space; add CS to the page's Group" =>
        |t, c| !t.transparent || t.has_blending_space || c.output().is_some();
};

catalogue![OPERATOR, STREAM, TRANSPARENT];
