//! The graphics state, as far as rules depend on it, and where the names in a content stream lead.

use std::rc::Rc;

use crate::pdf::{ColourSpace, Dict, Object, ObjectIdentifier, Resources};
use crate::validate::graphics::Transparency;
use crate::validate::run::Noted;

/// The colour that is painted with.
#[derive(Clone)]
pub(crate) struct Paint<'d> {
    pub space: Rc<ColourSpace<'d>>,
    /// The object that the space is, which counts once.
    pub object: Option<ObjectIdentifier>,
    /// What painting with it breaks in the present circumstances, when that is known.
    pub broken: Option<Rc<[Noted]>>,
    /// A pattern that is set.
    pub pattern: Option<Object<'d>>,
}

impl<'d> Paint<'d> {
    pub(crate) fn new(space: ColourSpace<'d>, object: Option<ObjectIdentifier>) -> Self {
        Self {
            space: Rc::new(space),
            object,
            broken: None,
            pattern: None,
        }
    }
}

#[derive(Clone)]
pub(crate) struct State<'d> {
    pub fill: Paint<'d>,
    pub stroke: Paint<'d>,
    pub font: Option<Dict<'d>>,
    pub mode: u8,
    pub overprint_fill: bool,
    pub overprint_stroke: bool,
    pub overprint_mode: i32,
    pub transparency: Transparency,
}

impl State<'_> {
    pub(crate) fn new() -> Self {
        Self {
            fill: Paint::new(ColourSpace::DeviceGray, None),
            stroke: Paint::new(ColourSpace::DeviceGray, None),
            font: None,
            mode: 0,
            overprint_fill: false,
            overprint_stroke: false,
            overprint_mode: 0,
            transparency: Transparency::default(),
        }
    }
}

/// Where names lead: the resources of the stream, then those of its page (7.8.3).
#[derive(Clone, Default)]
pub(crate) struct Scope<'d> {
    pub own: Option<Rc<Resources<'d>>>,
    /// Those of the page, or of the nodes above it.
    pub page: Option<Rc<Resources<'d>>>,
    /// The stream is not the page's own.
    pub is_inner: bool,
    /// The elements of marked-content sequences, by their numbers.
    pub sequences: Rc<[Option<usize>]>,
}

impl<'d> Scope<'d> {
    /// That of a stream drawn in this one, with these resources of its own.
    pub(crate) fn inner(&self, own: Option<Dict<'d>>, sequences: Vec<Option<usize>>) -> Self {
        Self {
            own: own.map(|r| Rc::new(Resources::new(r))),
            page: self.page.clone(),
            is_inner: true,
            sequences: sequences.into(),
        }
    }
}

/// The object that a resource is, where it is one by itself.
pub(super) fn reference<'d>(
    scope: &Scope<'d>,
    kind: impl for<'x> Fn(&'x Resources<'d>) -> &'x Dict<'d>,
    key: &[u8],
) -> Option<ObjectIdentifier> {
    let resources = [&scope.own, &scope.page].into_iter().flatten();
    let mut dicts = resources.map(|resources| kind(resources));
    let reference = dicts.find(|dict| dict.contains_key(key))?.get_ref(key)?;
    Some(reference.into())
}

/// A resource, and whether it is the stream's own.
pub(super) fn find<'d>(
    scope: &Scope<'d>,
    kind: impl for<'x> Fn(&'x Resources<'d>) -> &'x Dict<'d>,
    key: &[u8],
) -> Option<(Object<'d>, bool)> {
    let of =
        |resources: &Option<Rc<Resources<'d>>>| kind(resources.as_deref()?).get::<Object<'d>>(key);
    of(&scope.own)
        .map(|o| (o, true))
        .or_else(|| of(&scope.page).map(|o| (o, false)))
}
