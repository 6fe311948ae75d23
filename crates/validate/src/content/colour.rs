//! Colour operators: sets colours and checks the spaces used for painting (ISO 32000-1, 8.6).

use std::rc::Rc;

use super::Executor;
use super::state::{Paint, Scope, find};
use crate::colour::blending_family;
use crate::entries::dict_of;
use crate::run::{Noted, Where};
use pdfa2hocr_core::content::operators::Side;
use pdfa2hocr_core::pdf::{ColourSpace, Dict, Name, Object};

impl<'d> Executor<'_, 'd> {
    /// Checks the colour space of a group and, if the group is isolated, makes it the blending space. Returns
    /// the previous blending space.
    pub(super) fn blend_in(
        &mut self,
        group: Option<&Dict<'d>>,
        is_isolated: bool,
        scope: &Scope<'d>,
    ) -> (Option<[u8; 4]>, Option<u64>) {
        let saved = (self.run.context.blending, self.run.context.blending_profile);
        if let Some(object) = group.and_then(|g| g.get::<Object<'d>>("CS")) {
            let space = self.space(&object, scope);
            let place = group.map_or_else(Where::default, Where::from);
            self.use_space(&space, false, place);
            // Only isolated groups and pages have a blending space of their own (11.4.7).
            if !is_isolated {
                return saved;
            }
            let profile = match &space {
                ColourSpace::IccBased(Some(stream)) => Some(self.colours.profile(self.run, stream)),
                _ => None,
            };
            if let Some(family) = blending_family(&space, profile.as_ref()) {
                self.run.context.blending = Some(family);
            }
            if let Some(profile) = profile {
                self.run.context.blending_profile = Some(profile.digest);
            }
        }
        saved
    }

    pub(super) fn space(&self, object: &Object<'d>, scope: &Scope<'d>) -> ColourSpace<'d> {
        // A form, pattern or glyph uses only the default spaces of its own resources.
        let nearest = Scope {
            own: scope.own.clone(),
            page: scope.page.clone().filter(|_| !scope.is_inner),
            ..Scope::default()
        };
        let named = |key: &[u8]| find(&nearest, |r| &r.color_spaces, key).map(|(o, _)| o);
        ColourSpace::read(object, &named)
    }

    /// A device space, or the default space that replaces it in the resources.
    pub(super) fn device(&self, name: &[u8], scope: &Scope<'d>) -> ColourSpace<'d> {
        device_name(name).map_or(ColourSpace::Unknown, |name| {
            self.space(&Object::Name(name), scope)
        })
    }

    /// Sets a colour of a device space: `g`, `rg`, `k` and their stroke variants.
    pub(super) fn set_device(&mut self, side: Side, name: &[u8], scope: &Scope<'d>, at: usize) {
        *self.side(side) = Paint::new(self.device(name, scope), None);
        self.set(side, at);
    }

    /// Sets a colour of the current space, or a pattern by its name: `scn` and `SCN`.
    pub(super) fn set_colour(
        &mut self,
        side: Side,
        key: Option<&[u8]>,
        scope: &Scope<'d>,
        at: usize,
    ) {
        if !matches!(*self.side(side).space, ColourSpace::Pattern(_)) {
            return self.set(side, at);
        }
        let pattern = key.and_then(|key| {
            let pattern = self.named(scope, |r| &r.patterns, key)?;
            if !is_pattern(&pattern) {
                self.undefine(key);
                return None;
            }
            Some(pattern)
        });
        if pattern.is_none() {
            // A missing pattern leaves the initial space, as a missing space does.
            *self.side(side) = Paint::new(ColourSpace::DeviceGray, None);
            return self.set(side, at);
        }
        let paint = self.side(side);
        paint.pattern = pattern;
        paint.broken = None;
        // A pattern counts as used when it is set.
        self.paint(side, scope, at);
    }

    pub(super) fn side(&mut self, side: Side) -> &mut Paint<'d> {
        match side {
            Side::Fill => &mut self.state.fill,
            Side::Stroke => &mut self.state.stroke,
        }
    }

    /// Checks a colour space that is used.
    pub(super) fn use_space(&mut self, space: &ColourSpace<'d>, overprint: bool, place: Where) {
        let overprint = (overprint, self.state.overprint_mode);
        self.colours.paint(self.run, space, overprint, place);
    }

    /// Checks a colour that is set. This counts as using its space, but not as overprinting with it.
    pub(super) fn set(&mut self, side: Side, at: usize) {
        let place = self.place(at);
        self.use_paint(side, false, place);
    }

    /// Checks the space of a colour that is set or painted with. An indirect colour space is checked once
    /// under the same conditions.
    fn use_paint(&mut self, side: Side, overprint: bool, place: Where) {
        let paint = self.side(side);
        let (space, object) = (Rc::clone(&paint.space), paint.object);
        let mode = Some(self.state.overprint_mode).filter(|mode| overprint && *mode != 0);
        let blending = self.run.context.blending;
        let is_new = |object| self.colours.is_new((object, mode, blending));
        if object.is_none_or(is_new) {
            self.use_space(&space, overprint, place);
        }
    }

    /// Checks painting with the fill or the stroke colour.
    pub(super) fn paint(&mut self, side: Side, scope: &Scope<'d>, at: usize) {
        let place = self.place(at);
        let known = self.side(side).broken.clone();
        if let Some(broken) = known {
            return self.run.repeat(&broken, place);
        }
        let broken = self.paint_first(side, scope, at);
        self.side(side).broken = Some(broken.into());
    }

    /// Checks painting with a colour for the first time under the current conditions. Returns the faults,
    /// which repeat with each use.
    fn paint_first(&mut self, side: Side, scope: &Scope<'d>, at: usize) -> Vec<Noted> {
        let overprint = match side {
            Side::Fill => self.state.overprint_fill,
            Side::Stroke => self.state.overprint_stroke,
        };
        let place = self.place(at);
        let paint = self.side(side);
        let (space, pattern) = (Rc::clone(&paint.space), paint.pattern.clone());
        let is_object = paint.object.is_some();
        if let ColourSpace::Pattern(_) = &*space {
            match pattern {
                Some(Object::Stream(tiling)) => {
                    if tiling.dict().get::<i32>("PaintType") == Some(2) {
                        self.use_space(&space, overprint, place);
                    }
                    self.form(&tiling, scope);
                }
                Some(Object::Dict(shading)) => {
                    let inner = shading.get::<Object<'d>>("Shading");
                    self.shading(inner, scope, at);
                }
                _ => {}
            }
            return Vec::new();
        }
        let outer = self.run.begin_noting();
        self.use_paint(side, overprint, place);
        let broken = self.run.end_noting(outer);
        if is_object { Vec::new() } else { broken }
    }

    pub(super) fn shading(&mut self, shading: Option<Object<'d>>, scope: &Scope<'d>, at: usize) {
        let dict = match shading {
            Some(Object::Dict(dict)) => dict,
            Some(Object::Stream(stream)) => stream.dict().clone(),
            _ => return,
        };
        if let Some(object) = dict.get::<Object<'d>>("ColorSpace") {
            let space = self.space(&object, scope);
            let place = self.place(at);
            self.use_space(&space, self.state.overprint_fill, place);
        }
    }
}

/// Whether an object is a tiling or a shading pattern (8.7).
fn is_pattern(object: &Object<'_>) -> bool {
    let kind = dict_of(object).and_then(|dict| dict.get::<i32>("PatternType"));
    matches!(kind, Some(1 | 2))
}

/// The unabbreviated name of a device space, or `Pattern`.
pub(super) fn device_name(name: &[u8]) -> Option<Name<'static>> {
    let long: &'static [u8] = match name {
        b"DeviceGray" | b"G" => b"DeviceGray",
        b"DeviceRGB" | b"RGB" => b"DeviceRGB",
        b"DeviceCMYK" | b"CMYK" => b"DeviceCMYK",
        b"Pattern" => b"Pattern",
        _ => return None,
    };
    Some(Name::new_unescaped(long))
}
