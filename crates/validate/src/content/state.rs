//! The part of the graphics state that rules need, and the lookup of resources.

use std::rc::Rc;

use crate::graphics::Transparency;
use crate::run::Noted;
use pdfa2hocr_core::pdf::{ColourSpace, Dict, Object, ObjectIdentifier, Resources};

/// The current fill or stroke colour.
#[derive(Clone)]
pub(crate) struct Paint<'d> {
    pub space: Rc<ColourSpace<'d>>,
    /// The indirect object of the space, if it is one.
    pub object: Option<ObjectIdentifier>,
    /// The faults of painting with this colour under the current conditions; `None` if not checked yet.
    pub broken: Option<Rc<[Noted]>>,
    /// The current pattern.
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

/// The resources of a stream and of its page, in which names are looked up (7.8.3).
#[derive(Clone, Default)]
pub(crate) struct Scope<'d> {
    pub own: Option<Rc<Resources<'d>>>,
    /// The resources of the page, its own or inherited.
    pub page: Option<Rc<Resources<'d>>>,
    /// The stream is a form, pattern or glyph procedure.
    pub is_inner: bool,
    /// The elements of marked-content sequences, by MCID.
    pub sequences: Rc<[Option<usize>]>,
}

impl<'d> Scope<'d> {
    /// The scope of a stream drawn within this one, with these resources of its own.
    pub(crate) fn inner(&self, own: Option<Dict<'d>>, sequences: Vec<Option<usize>>) -> Self {
        Self {
            own: own.map(|r| Rc::new(Resources::new(r))),
            page: self.page.clone(),
            is_inner: true,
            sequences: sequences.into(),
        }
    }
}

/// The object identifier of a resource that is an indirect object.
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

/// A resource, and whether it belongs to the stream itself.
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
