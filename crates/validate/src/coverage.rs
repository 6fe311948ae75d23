//! The requirements that are checked and those that are not, for reports.

use super::flavour::{Flavour, Flavours};
use super::report::{Coverage, Missing};
use super::rule::Info;

/// Requirements of veraPDF's profiles that no rule here checks: flavours, clause, test, reason.
const MISSING: &[(Flavours, &str, u16, &str)] = &[
    (
        Flavours::TAGGED2,
        "8.2.5.20",
        3,
        "whether two links are perceived as one is for people to say",
    ),
    (
        Flavours::TAGGED2,
        "8.9.2.1",
        1,
        "whether an annotation outside of the structure tree is rightly an artifact is for people to say",
    ),
];

/// The coverage of a flavour, of all these rules.
pub(super) fn of(flavour: Flavour, rules: impl Iterator<Item = &'static Info>) -> Coverage {
    let mut checked: Vec<_> = rules
        .filter_map(|info| info.id(flavour))
        .map(|id| (id.clause, id.test))
        .collect();
    checked.sort_unstable();
    checked.dedup();
    Coverage {
        checked: checked.len(),
        missing: MISSING
            .iter()
            .filter(|(flavours, ..)| flavours.has(flavour))
            .map(|&(_, clause, test, reason)| Missing {
                clause,
                test,
                reason,
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn nothing_is_both_checked_and_missing() {
        for flavour in Flavour::ALL {
            for missing in of(flavour, catalogue()).missing {
                let checked = catalogue()
                    .filter_map(|info| info.id(flavour))
                    .any(|id| id.clause == missing.clause && id.test == missing.test);
                assert!(!checked, "{flavour} {}-{}", missing.clause, missing.test);
            }
        }
    }
}
