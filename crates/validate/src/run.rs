//! One check of one file: applies rules to objects and keeps their findings.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::context::Context;
use super::flavour::Flavour;
use super::raw_file::RawFile;
use super::report::{Fault, Finding};
use super::rule::{Info, Rule, Subject};
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::fnv;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::{Dict, Document, ObjectIdentifier, References};

/// The state of a check.
pub(super) struct Run<'d> {
    pub document: &'d Document,
    pub references: &'d References<'d>,
    /// The file as it is, before anything was mended.
    pub bytes: &'d [u8],
    /// Budget for everything decoded in this check.
    pub budget: &'d Budget,
    pub context: Context,
    /// The index of the current page, from 0.
    pub page: Option<u32>,
    /// Maximum number of faults kept for each rule; the others are only counted.
    max_faults: usize,
    findings: BTreeMap<(&'static str, u16), Finding>,
    /// Faults found in objects by rule, object and hash: an object can be met several times but counts once.
    met: HashSet<(&'static str, u16, ObjectIdentifier, u64)>,
    /// The current content stream was already interpreted for another page; faults of rules already broken
    /// are skipped.
    pub again: bool,
    /// Faults in content, while they are recorded.
    noted: Option<Vec<Noted>>,
    /// Number of times an object passed a rule.
    pub passed: u64,
    /// Repairs without which the content could not be read.
    pub repairs: Vec<String>,
    /// Byte offsets of objects in the file, by object number.
    offsets: HashMap<u32, u64>,
}

impl<'d> Run<'d> {
    pub(super) fn new(
        references: &'d References<'d>,
        bytes: &'d [u8],
        budget: &'d Budget,
        flavour: Flavour,
        max_faults: usize,
    ) -> Self {
        Self {
            document: references.document,
            references,
            bytes,
            budget,
            context: Context {
                flavour,
                document_output: None,
                page_output: None,
                blending: None,
                blending_profile: None,
            },
            page: None,
            max_faults,
            findings: BTreeMap::new(),
            met: HashSet::new(),
            again: false,
            noted: None,
            passed: 0,
            repairs: Vec::new(),
            offsets: HashMap::new(),
        }
    }

    /// Sets the offsets of objects, which reports include.
    pub(super) fn locate(&mut self, raw_file: &RawFile<'_>) {
        self.offsets = raw_file
            .live()
            .map(|o| (o.number, o.offset as u64))
            .collect();
    }

    pub(super) fn flavour(&self) -> Flavour {
        self.context.flavour
    }

    /// Reports a fault of a rule that is not a function.
    pub(super) fn note(&mut self, info: &'static Info, place: impl Into<Where>, found: String) {
        self.fault(info, place.into(), found);
    }

    /// Applies a table of rules to an object at this place.
    pub(super) fn check<S: Subject>(
        &mut self,
        rules: &'static [Rule<S>],
        object: &S::Of<'_>,
        place: impl Into<Where>,
    ) {
        let place = place.into();
        for rule in rules {
            if rule.info.id(self.flavour()).is_none() {
                continue;
            }
            if (rule.holds)(object, &self.context) {
                self.passed += 1;
                continue;
            }
            let found = rule
                .found
                .map_or_else(|| S::describe(object), |f| f(object));
            self.fault(&rule.info, place, found);
        }
    }

    /// Starts to record the faults in content; returns the faults recorded so far for the surrounding
    /// content.
    pub(super) fn begin_noting(&mut self) -> Option<Vec<Noted>> {
        self.noted.replace(Vec::new())
    }

    /// Returns the faults recorded since then, and restores the outer record.
    pub(super) fn end_noting(&mut self, outer: Option<Vec<Noted>>) -> Vec<Noted> {
        std::mem::replace(&mut self.noted, outer).unwrap_or_default()
    }

    /// Reports recorded faults again, at another place.
    pub(super) fn repeat(&mut self, noted: &[Noted], place: Where) {
        for Noted(info, found) in noted {
            self.fault(info, place, found.clone());
        }
    }

    /// Records a fault.
    fn fault(&mut self, info: &'static Info, place: Where, found: String) {
        let Some(id) = info.id(self.flavour()) else {
            return;
        };
        let key = (id.clause, id.test);
        if place.in_content {
            if let Some(noted) = &mut self.noted {
                noted.push(Noted(info, found.clone()));
            }
            // The same content on another page is the same fault, unless it is new there.
            if self.again && self.findings.contains_key(&key) {
                return;
            }
        } else if let Some(object) = place.object {
            let found = found.bytes().map(u64::from).fold(fnv::SEED, fnv::mix);
            if !place.many && !self.met.insert((id.clause, id.test, object, found)) {
                return;
            }
        }
        let finding = self.findings.entry(key);
        let finding = finding.or_insert_with(|| Finding {
            clause: id.clause,
            test: id.test,
            severity: info.severity,
            message: info.message,
            count: 0,
            faults: Vec::new(),
        });
        finding.count += 1;
        if finding.faults.len() >= self.max_faults {
            return;
        }
        let known = place.object.and_then(|id| self.offsets.get(&id.obj_number));
        let page = self.page;
        let fault = Fault {
            page: page.map(PageNumber::of),
            page_object: page
                .and_then(|index| self.document.page(index)?.dict().obj_id())
                .map(numbers),
            object: place.object.map(numbers),
            offset: place.offset.or(known.copied()),
            in_content: place.in_content,
            found,
        };
        if !finding.faults.contains(&fault) {
            finding.faults.push(fault);
        }
    }

    /// Records a repair of content, the first one on each page.
    pub(super) fn repaired(&mut self, repair: &str) {
        let page = self.page.map(PageNumber::of);
        let repair = page.map_or_else(
            || repair.to_owned(),
            |page| format!("page {page}: {repair}"),
        );
        if self.repairs.last() != Some(&repair) {
            self.repairs.push(repair);
        }
    }

    /// The findings, sorted by clause.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.findings.into_values().collect();
        findings.sort_by_cached_key(|f| (clause_numbers(f.clause), f.test));
        findings
    }
}

fn numbers(id: ObjectIdentifier) -> (u32, i32) {
    (id.obj_number, id.gen_number)
}

/// The numbers of a clause as a sort key, so that `6.2.10` follows `6.2.9`.
pub(super) fn clause_numbers(clause: &str) -> Vec<u32> {
    clause
        .split('.')
        .map(|n| n.parse().unwrap_or(u32::MAX))
        .collect()
}

/// A recorded fault in content, without its place.
pub(super) struct Noted(&'static Info, String);

/// The place of a fault.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Where {
    /// The object, or the form that contains the content.
    object: Option<ObjectIdentifier>,
    offset: Option<u64>,
    /// The offset is in the content of the page, or of the form.
    in_content: bool,
    /// Equal faults at this place are counted separately.
    many: bool,
}

impl Where {
    /// A place for one of several equal faults in an object.
    pub(super) fn each_in(dict: &Dict<'_>) -> Self {
        Self {
            many: true,
            ..dict.into()
        }
    }

    /// Byte offset in the file.
    pub(super) fn offset(offset: usize) -> Self {
        Self {
            offset: Some(offset as u64),
            ..Self::default()
        }
    }

    /// Byte offset in the content of a form, or of the page.
    pub(super) fn in_content(form: Option<ObjectIdentifier>, offset: usize) -> Self {
        Self {
            object: form,
            offset: Some(offset as u64),
            in_content: true,
            many: false,
        }
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
        Self {
            object: Some(id),
            ..Self::default()
        }
    }
}
