//! The findings of the validator, with the places of faults on pages as far as they can be found.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::pages::SeenPage;
use super::tree::Key;
use super::view::View;
use crate::inspect::{self, Inspector, Window, operators};
use crate::web::bbox::{Corners, object_key, place, rounded};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::{Array, MaybeRef, Source};
use pdfa2hocr_validate::{Fault, Flavour, Options, Report, Severity};

/// Most faults that are listed of each rule.
const PLACES: usize = 100;

/// Limits for analysing pages to find places: number of pages and time. Beyond them faults have a page but no
/// box.
const PAGES: usize = 200;
const LONGEST: Duration = Duration::from_secs(3);

/// Most operators of a page that are read.
const OPERATORS: usize = 50_000;

/// Most pages whose operators are kept.
const KEPT: usize = 8;

/// The validation reports of one document; each flavour is checked once.
#[derive(Default)]
pub(in crate::browse) struct Checks(Mutex<HashMap<Option<Flavour>, Check>>);

type Check = Arc<OnceLock<Result<Arc<[Report]>>>>;

/// A report with the places of its faults.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Faults {
    flavour: &'static str,
    /// The names of all flavours.
    flavours: Vec<&'static str>,
    /// Whether the file declares conformance with it.
    claimed: bool,
    conforms: bool,
    findings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct Finding {
    clause: &'static str,
    test: u16,
    severity: Severity,
    message: &'static str,
    count: usize,
    faults: Vec<PlacedFault>,
}

#[derive(Debug, Serialize)]
pub(in crate::browse) struct PlacedFault {
    /// The page index, from 0.
    pub page: Option<u32>,
    object: Option<String>,
    offset: Option<u64>,
    found: String,
    pub bbox: Option<Corners>,
    /// The structure element that it concerns.
    element: Option<Key>,
}

impl Checks {
    /// The report for a flavour; without one, for the flavour that the document declares.
    pub(in crate::browse) fn faults(
        &self,
        source: &Source,
        view: &View,
        inspector: &Inspector,
        flavour: Option<Flavour>,
    ) -> Result<Faults> {
        let check = {
            let mut checks = lock(&self.0);
            Arc::clone(checks.entry(flavour).or_default())
        };
        let reports = check.get_or_init(|| {
            let options = Options {
                flavours: flavour.into_iter().collect(),
                password: view.document().pipeline().options().password.clone(),
                max_faults: PLACES,
            };
            Ok(pdfa2hocr_validate::validate(source, &options)?.into())
        });
        let reports = reports.clone()?;
        let Some(report) = reports.first() else {
            return Err(Diagnostic::argument(
                "there is nothing to check the file against",
            ));
        };
        let mut places = Places::new(view, inspector);
        Ok(Faults {
            flavour: report.flavour,
            flavours: Flavour::ALL.map(Flavour::name).into(),
            claimed: report.claimed,
            conforms: report.conforms,
            findings: report
                .findings
                .iter()
                .map(|f| finding(f, &mut places))
                .collect(),
        })
    }
}

fn finding(finding: &pdfa2hocr_validate::Finding, places: &mut Places<'_>) -> Finding {
    Finding {
        clause: finding.clause,
        test: finding.test,
        severity: finding.severity,
        message: finding.message,
        count: finding.count,
        faults: finding
            .faults
            .iter()
            .map(|fault| places.find(fault))
            .collect(),
    }
}

/// Finds the places of faults on pages.
pub(in crate::browse) struct Places<'a> {
    view: &'a View,
    inspector: &'a Inspector,
    /// The drawing operators of pages.
    operators: HashMap<u32, Vec<Drawing>>,
    begun: Instant,
    read: usize,
    /// The pages of annotations and of page dictionaries, by their objects.
    objects: OnceLock<HashMap<(u32, i32), u32>>,
}

/// An operator that draws something.
struct Drawing {
    /// The form XObject whose stream contains it; `None` for the stream of the page.
    form: Option<inspect::Key>,
    /// The byte range from its first operand to its end, in the decoded stream.
    bytes: RangeInclusive<u64>,
    bbox: Corners,
}

impl<'a> Places<'a> {
    pub(in crate::browse) fn new(view: &'a View, inspector: &'a Inspector) -> Self {
        Self {
            view,
            inspector,
            operators: HashMap::new(),
            begun: Instant::now(),
            read: 0,
            objects: OnceLock::new(),
        }
    }

    /// Finds the place of a fault.
    pub(in crate::browse) fn find(&mut self, fault: &Fault) -> PlacedFault {
        let element = fault.object.and_then(|object| self.view.element_of(object));
        let said = fault.page.map(PageNumber::index);
        let of_element = || {
            let (first, _) = self.view.tags()?.pages().extent(element?)?;
            Some(first)
        };
        let of_object = || self.page_of(fault.object?);
        let page = said.or_else(of_element).or_else(of_object);
        PlacedFault {
            page,
            object: fault.object.map(object_key),
            offset: fault.offset,
            found: fault.found.clone(),
            bbox: page.and_then(|page| match fault.offset {
                Some(offset) if said.is_some() => self.drawn_at(fault.object, offset, page),
                _ => self.bbox(fault.object?, page).and_then(place),
            }),
            element: element.map(Key::element),
        }
    }

    /// The box of an object on its page: an annotation, a structure element or an image.
    fn bbox(&mut self, object: (u32, i32), page: u32) -> Option<Rect> {
        if let Some(rect) = self.view.annotation_box(object, page) {
            return Some(rect);
        }
        let seen = self.page(page)?;
        if let (Some(tags), Some(id)) = (self.view.tags(), self.view.element_of(object)) {
            return Some(seen.on_page(tags).elements.get(&id)?.bbox);
        }
        let mut images = seen.page.model().content.images.iter();
        let image = images.find(|image| image.object == Some(object.0))?;
        Some(image.bbox)
    }

    /// The box of the graphics that the operator at `offset` draws, in the stream of the page or of the form
    /// `object`. For other objects, the offset is one in the file.
    fn drawn_at(&mut self, object: Option<(u32, i32)>, offset: u64, page: u32) -> Option<Corners> {
        if let Some(place) = object
            .and_then(|object| self.bbox(object, page))
            .and_then(place)
        {
            return Some(place);
        }
        let form = object.map(|(number, generation)| inspect::Key::Object { number, generation });
        let operators = self.operators(page)?.iter();
        let mut at = operators.filter(|o| o.form == form && o.bytes.contains(&offset));
        at.next().map(|operator| operator.bbox)
    }

    fn operators(&mut self, page: u32) -> Option<&[Drawing]> {
        if !self.operators.contains_key(&page) {
            if self.begun.elapsed() > LONGEST {
                return None;
            }
            let window = Window {
                from: 0,
                count: OPERATORS,
            };
            let listing = operators::list(self.inspector, page, window).ok()?;
            let drawing = listing.operators.into_iter().filter_map(|row| {
                Some(Drawing {
                    form: row.form,
                    bytes: row.offset as u64..=row.end as u64,
                    bbox: row.bbox.map(|bbox| bbox.map(rounded))?,
                })
            });
            if self.operators.len() >= KEPT {
                self.operators.clear();
            }
            self.operators.insert(page, drawing.collect());
        }
        self.operators.get(&page).map(Vec::as_slice)
    }

    fn page(&mut self, index: u32) -> Option<Arc<SeenPage>> {
        self.view.known_page(index).or_else(|| {
            if self.read >= PAGES || self.begun.elapsed() > LONGEST {
                return None;
            }
            self.read += 1;
            self.view.page(index).ok()
        })
    }

    fn page_of(&self, object: (u32, i32)) -> Option<u32> {
        let objects = self.objects.get_or_init(|| self.read_objects());
        objects.get(&object).copied()
    }

    fn read_objects(&self) -> HashMap<(u32, i32), u32> {
        let mut found = HashMap::new();
        let Some(pdf) = self.view.pdf() else {
            return found;
        };
        for index in 0..self.view.page_count() {
            let Some(page) = pdf.page(index) else {
                continue;
            };
            let mut add = |object: (u32, i32)| {
                found.entry(object).or_insert(index);
            };
            if let Some(id) = page.dict().obj_id() {
                add((id.obj_number, id.gen_number));
            }
            let annotations = page.dict().get::<Array<'_>>("Annots");
            for annotation in annotations.iter().flat_map(Array::raw_iter) {
                if let MaybeRef::Ref(reference) = annotation {
                    add((reference.obj_number, reference.gen_number));
                }
            }
        }
        found
    }
}
