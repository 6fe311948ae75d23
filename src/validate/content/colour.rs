//! Colours: which spaces are used, as colours are set and painted with (8.6).

use std::rc::Rc;

use super::Executor;
use super::state::{Paint, Scope, Shown, find};
use crate::pdf::{Dict, Name, Object};
use crate::validate::colour::Space;
use crate::validate::run::Where;

impl<'d> Executor<'_, 'd> {
    /// Uses the colour space of a group, and takes it over for blending; returns what was in force
    /// before.
    pub(super) fn blend_in(
        &mut self,
        group: Option<&Dict<'d>>,
        is_isolated: bool,
        scope: &Scope<'d>,
    ) -> (Option<[u8; 4]>, Option<u64>) {
        let saved = (self.run.context.blending, self.run.context.blending_profile);
        if let Some(object) = group.and_then(|g| g.get::<Object<'d>>("CS")) {
            let space = self.space(&object, scope);
            if matches!(space, Space::Gray | Space::Rgb | Space::Cmyk) {
                self.use_space(&space, false, Where::default());
            }
            // Only isolated groups, and pages, have a blending space of their own (11.4.7).
            if !is_isolated {
                return saved;
            }
            if let Some(family) = space.blending_family() {
                self.run.context.blending = Some(family);
            }
            if let Space::Icc(profile, _) = &space {
                self.run.context.blending_profile = Some(profile.digest);
            }
        }
        saved
    }

    pub(super) fn space(&self, object: &Object<'d>, scope: &Scope<'d>) -> Space<'d> {
        let budget = self.run.budget;
        // Defaults are those of the stream's own resources, where it has any.
        let nearest = Scope {
            outer: scope.own.is_none().then(|| scope.outer.clone()).flatten(),
            own: scope.own.clone(),
            ..Scope::default()
        };
        let named = |key: &[u8]| find(&nearest, |r| &r.color_spaces, key).map(|(o, _)| o);
        Space::read(object, &named, budget)
    }

    pub(super) fn side(&mut self, fill: bool) -> &mut Paint<'d> {
        if fill {
            &mut self.state.fill
        } else {
            &mut self.state.stroke
        }
    }

    /// Shows a colour space that is used to its rules.
    pub(super) fn use_space(&mut self, space: &Space<'d>, overprint: bool, place: Where) {
        if self.in_mask == 0 {
            let overprint = (overprint, self.state.overprint_mode);
            self.colours.paint(self.run, space, overprint, place);
        }
    }

    /// Setting a colour counts as using its space, but not yet as overprinting with it.
    pub(super) fn set(&mut self, fill: bool, at: usize) {
        let place = self.place(at);
        let side = self.side(fill);
        if side.shown == Shown::No {
            side.shown = Shown::Set;
            let space = Rc::clone(&side.space);
            self.use_space(&space, false, place);
        }
    }

    /// Paints with the fill or the stroke colour.
    pub(super) fn paint(&mut self, fill: bool, scope: &Scope<'d>, at: usize) {
        let overprint = if fill {
            self.state.overprint_fill
        } else {
            self.state.overprint_stroke
        };
        let place = self.place(at);
        let side = self.side(fill);
        if side.shown == Shown::Painted {
            return;
        }
        side.shown = Shown::Painted;
        let (space, pattern) = (Rc::clone(&side.space), side.pattern.clone());
        if let Space::Pattern(_) = &*space {
            match pattern {
                Some(Object::Stream(tiling)) => {
                    if tiling.dict().get::<i32>("PaintType") == Some(2) {
                        self.use_space(&space, overprint, place);
                    }
                    self.form(&tiling, scope);
                }
                Some(Object::Dict(shading)) => {
                    if let Some(state) = shading.get::<Dict<'d>>("ExtGState") {
                        self.extended_state(&state, scope);
                    }
                    let inner = shading.get::<Object<'d>>("Shading");
                    self.shading(inner, scope, at);
                }
                _ => {}
            }
            return;
        }
        self.use_space(&space, overprint, place);
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

/// A device space by its name or abbreviation, as a name that lives on.
pub fn device_name(name: &[u8]) -> Option<Name<'static>> {
    let long: &'static [u8] = match name {
        b"DeviceGray" | b"G" => b"DeviceGray",
        b"DeviceRGB" | b"RGB" => b"DeviceRGB",
        b"DeviceCMYK" | b"CMYK" => b"DeviceCMYK",
        b"Pattern" => b"Pattern",
        _ => return None,
    };
    Some(Name::new_unescaped(long))
}
