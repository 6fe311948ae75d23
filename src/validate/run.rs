//! One check of one file: applies rules to objects and keeps what they find.

use std::collections::{BTreeMap, HashMap};

use super::context::Context;
use super::flavour::Flavour;
use super::report::{Fault, Finding};
use super::rule::{Info, Rule, Subject};
use super::skeleton::Skeleton;
use crate::budget::Budget;
use crate::diagnostics::Location;
use crate::pdf::{Dict, Document, ObjectIdentifier};

/// The state of a check.
pub(super) struct Run<'d> {
    pub document: &'d Document,
    /// The file as it is, before anything was mended.
    pub bytes: &'d [u8],
    /// Of all that is decoded for this check.
    pub budget: &'d Budget,
    pub context: Context,
    /// The page being looked at, from 0.
    pub page: Option<u32>,
    /// Faults kept of each rule; the others are counted.
    max_faults: usize,
    findings: BTreeMap<(&'static str, u16), Finding>,
    /// Objects that obeyed a rule, once for each.
    passed: u64,
    /// Where objects begin in the file.
    offsets: HashMap<u32, u64>,
}

impl<'d> Run<'d> {
    pub(super) fn new(
        document: &'d Document,
        bytes: &'d [u8],
        budget: &'d Budget,
        flavour: Flavour,
        max_faults: usize,
    ) -> Self {
        Self {
            document,
            bytes,
            budget,
            context: Context::new(flavour),
            page: None,
            max_faults,
            findings: BTreeMap::new(),
            passed: 0,
            offsets: HashMap::new(),
        }
    }

    /// Learns where objects begin, to report where faults are.
    pub(super) fn locate(&mut self, skeleton: &Skeleton<'_>) {
        self.offsets = skeleton
            .live()
            .map(|o| (o.number, o.offset as u64))
            .collect();
    }

    pub(super) fn flavour(&self) -> Flavour {
        self.context.flavour
    }

    /// Notes that a rule of a table that is data is broken.
    pub(super) fn note(&mut self, info: &'static Info, place: impl Into<Where>, found: String) {
        let place = self.located(place.into());
        self.fault(info, place, found);
    }

    /// A place with all that is known of it.
    fn located(&self, place: Where) -> Location {
        let mut place = place.0;
        place.page = place.page.or(self.page);
        let known = place.object.and_then(|id| self.offsets.get(&id.0).copied());
        place.offset = place.offset.or(known);
        place
    }

    /// Applies a table of rules to an object that is at this place.
    pub(super) fn check<S: Subject>(
        &mut self,
        rules: &'static [Rule<S>],
        object: &S::Of<'_>,
        place: impl Into<Where>,
    ) {
        let mut place = Some(place.into());
        let mut found: Option<(Location, String)> = None;
        for rule in rules {
            if rule.info.id(self.flavour()).is_none() {
                continue;
            }
            if (rule.holds)(object, &self.context) {
                self.passed += 1;
                continue;
            }
            let (place, text) = found
                .get_or_insert_with(|| {
                    let place = self.located(place.take().unwrap_or_default());
                    (place, S::describe(object))
                })
                .clone();
            self.fault(&rule.info, place, text);
        }
    }

    /// Notes that a rule is broken.
    fn fault(&mut self, info: &'static Info, place: Location, found: String) {
        let Some(id) = info.id(self.flavour()) else {
            return;
        };
        let finding = self
            .findings
            .entry((id.clause, id.test))
            .or_insert_with(|| Finding::new(id, info));
        let fault = Fault::new(place, found);
        if finding.faults.len() < self.max_faults && !finding.faults.contains(&fault) {
            finding.faults.push(fault);
        }
        finding.count += 1;
    }

    /// How many times an object obeyed a rule.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    /// What was found, by clause.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.findings.into_values().collect();
        findings.sort_by_cached_key(|f| (clause_numbers(f.clause), f.test));
        findings
    }
}

/// `6.2.10` after `6.2.9`.
pub(super) fn clause_numbers(clause: &str) -> Vec<u32> {
    clause
        .split('.')
        .map(|n| n.parse().unwrap_or(u32::MAX))
        .collect()
}

/// The place of an object, from whatever has it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Where(pub Location);

impl Where {
    /// Byte offset in the file.
    pub(super) fn offset(offset: usize) -> Self {
        Self(Location {
            offset: Some(offset as u64),
            ..Location::default()
        })
    }
}

impl From<()> for Where {
    fn from((): ()) -> Self {
        Self::default()
    }
}

impl From<&Dict<'_>> for Where {
    fn from(dict: &Dict<'_>) -> Self {
        dict.obj_id().map_or_else(Self::default, Self::from)
    }
}

impl From<ObjectIdentifier> for Where {
    fn from(id: ObjectIdentifier) -> Self {
        Self(Location {
            object: Some((id.obj_number, id.gen_number)),
            ..Location::default()
        })
    }
}

impl From<Location> for Where {
    fn from(place: Location) -> Self {
        Self(place)
    }
}
