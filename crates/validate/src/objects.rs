//! The type of object that veraPDF checks by each rule, as its reports name it: `CosTrailer`, `PDAnnot`.
//! Scripts that read these reports group faults by type.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::flavour::{Flavour, Flavours};
use super::structure;

/// The object types by rule id, for each set of flavours.
static OBJECTS: LazyLock<Vec<(Flavours, HashMap<&str, &str>)>> = LazyLock::new(|| {
    let sets = [
        ("A1", Flavours::A1),
        ("A23", Flavours::A23),
        ("A4", Flavours::A4),
        ("UA1", Flavours::UA1),
        ("TAGGED2", Flavours::TAGGED2),
    ];
    let of_set = |name: &str| {
        let mut objects = HashMap::new();
        for line in include_str!("objects.txt").lines() {
            let mut words = line.split_ascii_whitespace();
            if words.next() == Some(name)
                && let Some(object) = words.next()
            {
                objects.extend(words.map(|id| (id, object)));
            }
        }
        objects
    };
    sets.map(|(name, set)| (set, of_set(name))).into()
});

/// The type of object that a rule of this flavour checks.
pub(super) fn of(flavour: Flavour, clause: &str, test: u16) -> Option<&'static str> {
    let id = format!("{clause}-{test}");
    let (_, objects) = OBJECTS.iter().find(|(set, _)| set.has(flavour))?;
    let written = || objects.get(id.as_str()).copied();
    structure::object_of(clause, test).or_else(written)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::catalogue;

    #[test]
    fn every_rule_has_an_object_and_every_id_is_that_of_a_rule() {
        let mut known = HashSet::new();
        for flavour in Flavour::ALL {
            for id in catalogue().filter_map(|info| info.id(flavour)) {
                let (clause, test) = (id.clause, id.test);
                assert!(
                    of(flavour, clause, test).is_some(),
                    "{flavour} {clause}-{test}"
                );
                let set = OBJECTS.iter().position(|(set, _)| set.has(flavour));
                known.insert((set, format!("{clause}-{test}")));
            }
        }
        for (at, (_, objects)) in OBJECTS.iter().enumerate() {
            for id in objects.keys() {
                assert!(known.contains(&(Some(at), (*id).to_owned())), "{id}");
            }
        }
    }

    #[test]
    fn types_are_those_of_verapdf() {
        assert_eq!(of(Flavour::A1b, "6.1.3", 2), Some("CosTrailer"));
        assert_eq!(of(Flavour::A3u, "6.3.1", 1), Some("PDAnnot"));
        assert_eq!(of(Flavour::Wt1r, "Table 5. P-Sect", 1), Some("SESect"));
        assert_eq!(of(Flavour::Ua2, "Table 5. Link-Caption", 1), Some("SELink"));
        let root = of(Flavour::Ua2, "Table 5. StructTreeRoot-Document", 1);
        assert_eq!(root, Some("PDStructTreeRoot"));
    }
}
