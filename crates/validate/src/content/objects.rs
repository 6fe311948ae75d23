//! Graphics states, images and forms (ISO 32000-1, 8.4.5, 8.9, 8.10).

use super::Executor;
use super::colour::device_name;
use super::state::{Scope, find};
use crate::entries::{either, is_true};
use crate::fonts::is_font;
use crate::run::Where;
use crate::tagging::Tagging;
use crate::{graphics, jpx};
use pdfa2hocr_core::content::operators::Side;
use pdfa2hocr_core::content::operators::inline_image::InlineImage;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{Array, ColourSpace, Dict, Name, Object, Stream, items, name_of, stream};

/// Whether a stream has the Subtype of an external object.
pub(super) fn is_x_object(stream: &Stream<'_>) -> bool {
    let subtype = name_of(stream.dict(), "Subtype");
    matches!(subtype.as_deref(), Some("Image" | "Form" | "PS"))
}

impl<'d> Executor<'_, 'd> {
    pub(super) fn extended_state(&mut self, dict: &Dict<'d>, place: Where) {
        graphics::check_extended_state(self.run, dict, place);
        self.state.transparency.set(dict);
        let flag = |key: &str| dict.get::<Object<'_>>(key)?.into_bool();
        let stroke = flag("OP");
        let fill = flag("op").or(stroke);
        self.state.overprint_stroke = stroke.unwrap_or(self.state.overprint_stroke);
        self.state.overprint_fill = fill.unwrap_or(self.state.overprint_fill);
        if let Some(mode) = dict.get::<i32>("OPM") {
            self.state.overprint_mode = mode;
        }
        self.state.fill.broken = None;
        self.state.stroke.broken = None;
        if let Some(font) = dict.get::<Array<'d>>("Font") {
            let font = items(&font).next().and_then(Object::into_dict);
            self.state.font = font.filter(is_font);
        }
    }

    pub(super) fn x_object(&mut self, object: &Stream<'d>, scope: &Scope<'d>, at: usize) {
        let dict = object.dict();
        self.run.check(graphics::X_OBJECT, dict, dict);
        self.transparent |= self.state.transparency.fills();
        match dict.get::<Name<'_>>("Subtype").as_deref() {
            Some(b"Image") => self.image(object, scope, at),
            Some(b"Form") => {
                self.run.check(graphics::FORM, dict, Where::each_in(dict));
                self.drawn.entry(object.obj_id()).or_default().times += 1;
                self.form(object, scope);
            }
            _ => {}
        }
    }

    pub(super) fn image(&mut self, object: &Stream<'d>, scope: &Scope<'d>, at: usize) {
        let dict = object.dict();
        self.item(b"Do", at);
        self.transparent |= dict.get::<Stream<'_>>("SMask").is_some()
            || dict.get::<i32>("SMaskInData").is_some_and(|mode| mode > 0);
        self.run.check(graphics::IMAGE, dict, dict);
        jpx::check(self.run, object);
        // On further pages, the colours of an image are checked only for rules not yet broken.
        let again = self.run.again;
        self.run.again |= !self.ever.insert(object.obj_id());
        self.image_colours(dict, scope, at);
        self.run.again = again;
        for key in ["SMask", "Mask"] {
            let Some(mask) = dict.get::<Stream<'d>>(key) else {
                continue;
            };
            let id = mask.obj_id();
            if self.done.insert((id, None, Tagging::default())) {
                self.run.check(graphics::IMAGE, mask.dict(), mask.dict());
                if key == "Mask" {
                    self.run.check(graphics::MASK, mask.dict(), mask.dict());
                }
                self.intent(mask.dict());
            }
        }
        self.intent(dict);
    }

    /// Checks the rendering intent of an image.
    fn intent(&mut self, image: &Dict<'_>) {
        if let Some(intent) = name_of(image, "Intent") {
            self.run.check(graphics::INTENT, &intent, image);
        }
    }

    /// Checks the colour space of an image; a stencil mask is painted with the fill colour.
    pub(super) fn image_colours(&mut self, dict: &Dict<'d>, scope: &Scope<'d>, at: usize) {
        if let Some(Object::Boolean(true)) = either(dict, "ImageMask", "IM") {
            self.paint(Side::Fill, scope, at);
        } else if let Some(object) = either(dict, "ColorSpace", "CS") {
            let space = match &object {
                Object::Name(n) if device_name(n).is_none() => self.named_space(n, scope),
                _ => self.space(&object, scope),
            };
            let place = self.place(at);
            self.use_space(&space, self.state.overprint_fill, place);
        }
    }

    pub(super) fn inline(&mut self, image: &InlineImage, scope: &Scope<'d>, at: usize) {
        let Some(dict) = image.dict() else { return };
        self.item(b"EI", at);
        self.transparent |= self.state.transparency.fills();
        let place = self.place(at);
        graphics::check_inline(self.run, &dict, image.data_length, place);
        if let Some(Object::Boolean(true)) = either(&dict, "IM", "ImageMask") {
            self.paint(Side::Fill, scope, at);
            return;
        }
        let space = match either(&dict, "CS", "ColorSpace") {
            Some(Object::Name(n)) if device_name(&n).is_none() => {
                match find(scope, |r| &r.color_spaces, &n) {
                    Some(_) => self.known_space(&n, scope),
                    None => ColourSpace::DeviceGray,
                }
            }
            Some(Object::Name(n)) => self.device(device_name(&n).as_deref().unwrap_or(&n), scope),
            // The base of an inline image's palette is a device space.
            Some(Object::Array(array)) => {
                let base = items(&array).nth(1).and_then(Object::into_name);
                match base.and_then(|b| device_name(&b)) {
                    Some(device) => self.space(&Object::Name(device), scope),
                    None => ColourSpace::Unknown,
                }
            }
            // Without a known space, the image is gray.
            _ => ColourSpace::DeviceGray,
        };
        self.use_space(&space, self.state.overprint_fill, place);
    }

    /// Interprets a form, tiling pattern or soft mask.
    pub(super) fn form(&mut self, form: &Stream<'d>, scope: &Scope<'d>) {
        let dict = form.dict();
        let group = dict.get::<Dict<'d>>("Group");
        if let Some(group) = &group {
            self.run.check(graphics::GROUP, group, group);
            self.transparent |= group.get::<Name<'_>>("S").as_deref() == Some(b"Transparency");
        }
        let inner = scope.inner(dict.get("Resources"), self.sequences_of(dict));
        let isolated = group.as_ref().is_some_and(|g| is_true(g, "I"));
        let saved = self.blend_in(group.as_ref(), isolated, &inner);
        self.nested(form, &inner);
        (self.run.context.blending, self.run.context.blending_profile) = saved;
    }

    /// Interprets a stream once for each page, and not recursively.
    pub(super) fn nested(&mut self, form: &Stream<'d>, scope: &Scope<'d>) {
        let id = form.obj_id();
        let mut tagging = self.tagging();
        self.within(self.element_of(form.dict()), &mut tagging);
        let fresh = self.done.insert((id, self.run.context.blending, tagging));
        if !fresh || self.nesting.refusal(id, self.run.budget).is_some() {
            return;
        }
        let data = stream::decode(form, self.run.budget, &mut Warnings::new());
        let saved = self.state.clone();
        let outside = std::mem::replace(&mut self.outside, tagging);
        let again = self.run.again;
        self.run.again |= !self.ever.insert(id);
        self.stream(Some(id), &data, scope, id.into());
        self.run.again = again;
        self.outside = outside;
        self.state = saved;
    }
}
