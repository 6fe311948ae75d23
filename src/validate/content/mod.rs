//! What pages draw: content streams are carried out operator by operator, and every colour space,
//! font, image and graphics state that is used is shown to its rules. What only stands in the
//! resources is not looked at (ISO 19005-2, 6.2.2, and the notes on "used for rendering").

mod rules;
mod state;

use std::collections::HashSet;
use std::rc::Rc;

use super::annotation;
use super::colour::{Colours, Space};
use super::fonts::Fonts;
use super::graphics;
use super::run::{Run, Where};
use crate::content::inline_image;
use crate::diagnostics::{Place, Warnings};
use crate::pdf::lexer::{Lexer, Token, name};
use crate::pdf::{
    Array, Dict, FromBytes, Name, Object, ObjectIdentifier, Page, Resources, Stream, items, stream,
};
pub use rules::catalogue;
use rules::{
    OPERATOR, OperatorFacts, STREAM, StreamFacts, TRANSPARENT, TransparentFacts, is_known,
};
use state::{Paint, Scope, Shown, State, find, inherited_resources};

/// Carries out the content of pages.
pub struct Executor<'r, 'd> {
    pub run: &'r mut Run<'d>,
    pub colours: Colours,
    pub fonts: Fonts<'d>,
    state: State<'d>,
    forms: Vec<ObjectIdentifier>,
    /// Forms, patterns and procedures carried out on this page.
    done: HashSet<(ObjectIdentifier, Option<[u8; 4]>)>,
    operators: usize,
    transparent: bool,
    /// How many soft masks are being drawn: their colours only become alpha values.
    in_mask: usize,
}

impl<'r, 'd> Executor<'r, 'd> {
    pub fn new(run: &'r mut Run<'d>) -> Self {
        Self {
            run,
            colours: Colours::default(),
            fonts: Fonts::default(),
            state: State::new(),
            forms: Vec::new(),
            done: HashSet::new(),
            operators: 0,
            transparent: false,
            in_mask: 0,
        }
    }

    /// Checks what is only known when all pages have been seen.
    pub fn finish(self) {
        self.fonts.finish(self.run);
    }

    /// Carries out a page, and the appearances of its annotations.
    pub fn page(&mut self, page: &Page<'d>) {
        let dict = page.dict();
        self.state = State::new();
        self.done.clear();
        self.operators = 0;
        self.transparent = false;
        let group = dict.get::<Dict<'d>>("Group");
        let scope = Scope {
            own: dict
                .get::<Dict<'d>>("Resources")
                .map(|r| Rc::new(Resources::new(r))),
            outer: inherited_resources(dict).map(|r| Rc::new(Resources::new(r))),
        };
        if let Some(group) = &group {
            self.run.check(graphics::GROUP, group, dict);
        }
        let saved = self.blend_in(group.as_ref(), true, &scope);
        let limits = self.run.limits;
        let data = page.content(&limits, &mut Warnings::new());
        self.stream(&data, &scope, dict.into());
        for appearance in annotation::appearances(dict) {
            self.state = State::new();
            self.form(
                &appearance,
                &Scope {
                    own: None,
                    outer: None,
                },
            );
        }
        let facts = TransparentFacts {
            transparent: self.transparent,
            has_blending_space: group.is_some_and(|g| g.contains_key("CS")),
        };
        self.run.check(TRANSPARENT, &facts, dict);
        (self.run.context.blending, self.run.context.blending_profile) = saved;
    }

    /// Uses the colour space of a group, and takes it over for blending; returns what was in force
    /// before.
    fn blend_in(
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

    fn space(&self, object: &Object<'d>, scope: &Scope<'d>) -> Space<'d> {
        let limits = self.run.limits;
        // Defaults are those of the stream's own resources, where it has any.
        let nearest = Scope {
            outer: scope.own.is_none().then(|| scope.outer.clone()).flatten(),
            own: scope.own.clone(),
        };
        let named = |key: &[u8]| find(&nearest, |r| &r.color_spaces, key).map(|(o, _)| o);
        Space::read(object, &named, &limits)
    }

    fn place(&self, offset: usize) -> Where {
        let form = self.forms.last().filter(|f| f.obj_number != 0);
        Where(Place {
            page: self.run.page,
            object: form.map(|f| (f.obj_number, f.gen_number)),
            offset: Some(offset as u64),
        })
    }

    /// Carries out one content stream.
    fn stream(&mut self, data: &[u8], scope: &Scope<'d>, place: Where) {
        let mut facts = StreamFacts::default();
        let mut stack: Vec<State<'d>> = Vec::new();
        let mut lexer = Lexer::new(data);
        let mut operands: Vec<Token<'_>> = Vec::new();
        loop {
            let before = lexer.offset();
            let Some(token) = lexer.next() else { break };
            let written = data.get(before..lexer.offset()).unwrap_or_default();
            self.written(&token, written, before);
            match token {
                Token::Keyword(b"true" | b"false" | b"null") => operands.push(token),
                Token::Keyword(operator) => {
                    self.operators += 1;
                    if self.operators > self.run.limits.operators {
                        break;
                    }
                    let at = lexer.offset();
                    match operator {
                        b"q" => {
                            let nesting = stack.len() + 1;
                            if nesting > 28 {
                                let facts = OperatorFacts {
                                    name: "q".into(),
                                    known: true,
                                    nesting,
                                };
                                let place = self.place(at);
                                self.run.check(OPERATOR, &facts, place);
                            }
                            if stack.len() < self.run.limits.nesting {
                                stack.push(self.state.clone());
                            }
                        }
                        b"Q" => {
                            if let Some(state) = stack.pop() {
                                self.state = state;
                            }
                        }
                        b"BI" => self.inline(&mut lexer, scope, &mut facts),
                        _ => self.operator(operator, &operands, scope, &mut facts, at),
                    }
                    operands.clear();
                }
                Token::Bad(_) => {}
                operand if operands.len() < 1 << 16 => operands.push(operand),
                _ => {}
            }
        }
        if let Some(first) = stack.into_iter().next() {
            self.state = first;
        }
        self.run.check(STREAM, &facts, place);
    }

    /// Numbers and strings of content streams have the same limits as others.
    fn written(&mut self, token: &Token<'_>, bytes: &[u8], offset: usize) {
        if let Some(atom) = super::file::atom(token, bytes) {
            let place = self.place(offset);
            self.run.check(super::file::WRITTEN, &atom, place);
        }
    }

    fn operator(
        &mut self,
        operator: &[u8],
        operands: &[Token<'_>],
        scope: &Scope<'d>,
        facts: &mut StreamFacts,
        at: usize,
    ) {
        match operator {
            // Colour (8.6.8)
            b"g" | b"rg" | b"k" | b"G" | b"RG" | b"K" => {
                let family: &[u8] = match operator {
                    b"g" | b"G" => b"DeviceGray",
                    b"rg" | b"RG" => b"DeviceRGB",
                    _ => b"DeviceCMYK",
                };
                let space = Object::Name(Name::new_unescaped(family));
                let paint = Paint::new(self.space(&space, scope));
                let fill = operator.first().is_some_and(u8::is_ascii_lowercase);
                *self.side(fill) = paint;
                self.set(fill, at);
            }
            b"cs" | b"CS" => {
                if let Some(Token::Name(raw)) = operands.last() {
                    let key = name(raw).into_owned();
                    let is_device = matches!(
                        key.as_slice(),
                        b"DeviceGray" | b"DeviceRGB" | b"DeviceCMYK" | b"Pattern"
                    );
                    let space = if is_device {
                        let Some(name) = device_name(&key) else {
                            return;
                        };
                        self.space(&Object::Name(name), scope)
                    } else {
                        let object = self.named(scope, |r| &r.color_spaces, &key, facts);
                        object.map_or(Space::Unknown, |o| self.space(&o, scope))
                    };
                    *self.side(operator == b"cs") = Paint::new(space);
                }
            }
            b"sc" | b"SC" | b"scn" | b"SCN" => {
                let fill = operator.first().is_some_and(u8::is_ascii_lowercase);
                if let Some(Token::Name(raw)) = operands.last() {
                    let key = name(raw).into_owned();
                    let pattern = self.named(scope, |r| &r.patterns, &key, facts);
                    let side = self.side(fill);
                    side.pattern = pattern;
                    side.shown = Shown::No;
                } else {
                    self.set(fill, at);
                }
            }
            // Painting (8.5.3)
            b"f" | b"F" | b"f*" => self.paint(true, scope, at),
            b"S" | b"s" => self.paint(false, scope, at),
            b"B" | b"B*" | b"b" | b"b*" => {
                self.paint(true, scope, at);
                self.paint(false, scope, at);
            }
            b"sh" => {
                if let Some(Token::Name(raw)) = operands.last() {
                    let key = name(raw).into_owned();
                    let shading = self.named(scope, |r| &r.shadings, &key, facts);
                    self.shading(shading, scope, at);
                }
            }
            // Text (9.3, 9.4)
            b"Tf" => {
                if let [.., Token::Name(raw), _] = operands {
                    let key = name(raw).into_owned();
                    let font = self.named(scope, |r| &r.fonts, &key, facts);
                    self.state.font = font.and_then(Object::into_dict);
                }
            }
            b"Tr" => {
                if let Some(Token::Number(mode)) = operands.last() {
                    self.state.mode = mode.clamp(0.0, 7.0) as u8;
                }
            }
            b"Tj" | b"TJ" | b"'" | b"\"" => self.show(operands, scope, at),
            b"gs" => {
                if let Some(Token::Name(raw)) = operands.last() {
                    let key = name(raw).into_owned();
                    let state = self.named(scope, |r| &r.ext_g_states, &key, facts);
                    if let Some(Object::Dict(dict)) = state {
                        self.extended_state(&dict, scope);
                    }
                }
            }
            b"ri" => {
                if let Some(Token::Name(raw)) = operands.last() {
                    let intent = String::from_utf8_lossy(&name(raw)).into_owned();
                    let place = self.place(at);
                    self.run.check(graphics::INTENT, &intent, place);
                }
            }
            b"Do" => {
                if let Some(Token::Name(raw)) = operands.last() {
                    let key = name(raw).into_owned();
                    let object = self.named(scope, |r| &r.x_objects, &key, facts);
                    if let Some(Object::Stream(stream)) = object {
                        self.x_object(&stream, scope, at);
                    }
                }
            }
            b"BDC" | b"DP" => {
                if let [.., Token::Name(raw)] = operands
                    && operands.len() > 1
                {
                    let key = name(raw).into_owned();
                    self.named(scope, |r| &r.properties, &key, facts);
                }
                if let [.., Token::Dict(bytes)] = operands
                    && let Some(dict) = Dict::from_bytes(bytes)
                {
                    let place = self.place(at);
                    graphics::check_actual_text(self.run, &dict, place);
                }
            }
            _ => {
                if !is_known(operator) {
                    let facts = OperatorFacts {
                        name: String::from_utf8_lossy(operator).chars().take(40).collect(),
                        known: false,
                        nesting: 0,
                    };
                    let place = self.place(at);
                    self.run.check(OPERATOR, &facts, place);
                }
            }
        }
    }

    fn side(&mut self, fill: bool) -> &mut Paint<'d> {
        if fill {
            &mut self.state.fill
        } else {
            &mut self.state.stroke
        }
    }

    /// A resource by its name, and whose it is.
    fn named(
        &self,
        scope: &Scope<'d>,
        kind: impl for<'x> Fn(&'x Resources<'d>) -> &'x Dict<'d>,
        key: &[u8],
        facts: &mut StreamFacts,
    ) -> Option<Object<'d>> {
        let text = || String::from_utf8_lossy(key).into_owned();
        match find(scope, kind, key) {
            Some((object, true)) => Some(object),
            Some((object, false)) => {
                facts.inherited.push(text());
                Some(object)
            }
            None => {
                facts.undefined.push(text());
                None
            }
        }
    }

    /// Shows a colour space that is used to its rules.
    fn use_space(&mut self, space: &Space<'d>, overprint: bool, place: Where) {
        if self.in_mask == 0 {
            let overprint = (overprint, self.state.overprint_mode);
            self.colours.paint(self.run, space, overprint, place);
        }
    }

    /// Setting a colour counts as using its space, but not yet as overprinting with it.
    fn set(&mut self, fill: bool, at: usize) {
        let place = self.place(at);
        let side = self.side(fill);
        if side.shown == Shown::No {
            side.shown = Shown::Set;
            let space = Rc::clone(&side.space);
            self.use_space(&space, false, place);
        }
    }

    /// Paints with the fill or the stroke colour.
    fn paint(&mut self, fill: bool, scope: &Scope<'d>, at: usize) {
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

    fn shading(&mut self, shading: Option<Object<'d>>, scope: &Scope<'d>, at: usize) {
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

    fn show(&mut self, operands: &[Token<'_>], scope: &Scope<'d>, at: usize) {
        let mode = self.state.mode;
        if matches!(mode, 0 | 2 | 4 | 6) {
            self.paint(true, scope, at);
        }
        if matches!(mode, 1 | 2 | 5 | 6) {
            self.paint(false, scope, at);
        }
        let Some(font) = self.state.font.clone() else {
            return;
        };
        let place = self.place(at);
        let mut procedures = Vec::new();
        for operand in operands {
            if let Token::String(raw) = operand {
                let string = raw.decode();
                procedures.extend(self.fonts.show(self.run, &font, &string, mode, place));
            }
        }
        for procedure in procedures {
            self.procedure(&font, &procedure, scope);
        }
    }

    /// A glyph of a Type 3 font (9.6.5).
    fn procedure(&mut self, font: &Dict<'d>, procedure: &Stream<'d>, scope: &Scope<'d>) {
        let inner = Scope {
            own: font
                .get::<Dict<'d>>("Resources")
                .map(|r| Rc::new(Resources::new(r))),
            outer: scope.own.clone().or_else(|| scope.outer.clone()),
        };
        self.nested(procedure, &inner);
    }

    fn extended_state(&mut self, dict: &Dict<'d>, scope: &Scope<'d>) {
        graphics::check_extended_state(self.run, dict);
        self.transparent |= graphics::is_transparent_state(dict);
        let flag = |key: &str| match dict.get::<Object<'_>>(key) {
            Some(Object::Boolean(value)) => Some(value),
            _ => None,
        };
        let stroke = flag("OP");
        let fill = flag("op").or(stroke);
        self.state.overprint_stroke = stroke.unwrap_or(self.state.overprint_stroke);
        self.state.overprint_fill = fill.unwrap_or(self.state.overprint_fill);
        if let Some(mode) = dict.get::<i32>("OPM") {
            self.state.overprint_mode = mode;
        }
        self.state.fill.shown = Shown::No;
        self.state.stroke.shown = Shown::No;
        if let Some(font) = dict.get::<Array<'d>>("Font") {
            self.state.font = items(&font).next().and_then(Object::into_dict);
        }
        if let Some(mask) = dict.get::<Dict<'d>>("SMask")
            && let Some(group) = mask.get::<Stream<'d>>("G")
        {
            self.in_mask += 1;
            self.form(&group, scope);
            self.in_mask -= 1;
        }
    }

    fn x_object(&mut self, object: &Stream<'d>, scope: &Scope<'d>, at: usize) {
        let dict = object.dict();
        self.run.check(graphics::X_OBJECT, dict, dict);
        match dict.get::<Name<'_>>("Subtype").as_deref() {
            Some(b"Image") => self.image(object, scope, at),
            Some(b"Form") => {
                self.run.check(graphics::FORM, dict, dict);
                self.form(object, scope);
            }
            _ => {}
        }
    }

    fn image(&mut self, object: &Stream<'d>, scope: &Scope<'d>, at: usize) {
        let dict = object.dict();
        self.transparent |= dict.contains_key("SMask")
            || dict.get::<i32>("SMaskInData").is_some_and(|mode| mode > 0);
        self.run.check(graphics::IMAGE, dict, dict);
        super::jpx::check(self.run, object);
        self.image_colours(dict, scope, at);
        if let Some(mask) = dict.get::<Stream<'d>>("SMask")
            && self.done.insert((mask.obj_id(), None))
        {
            self.run.check(graphics::IMAGE, mask.dict(), mask.dict());
        }
        if let Some(Object::Name(intent)) = dict.get::<Object<'_>>("Intent") {
            let intent = String::from_utf8_lossy(&intent).into_owned();
            self.run.check(graphics::INTENT, &intent, dict);
        }
    }

    /// The colour space of an image; a stencil is painted with the fill colour.
    fn image_colours(&mut self, dict: &Dict<'d>, scope: &Scope<'d>, at: usize) {
        let get = |long: &str, short: &str| {
            dict.get::<Object<'d>>(long)
                .or_else(|| dict.get::<Object<'d>>(short))
        };
        if matches!(get("ImageMask", "IM"), Some(Object::Boolean(true))) {
            self.paint(true, scope, at);
        } else if let Some(object) = get("ColorSpace", "CS") {
            let space = self.space(&object, scope);
            let place = self.place(at);
            self.use_space(&space, self.state.overprint_fill, place);
        }
    }

    fn inline(&mut self, lexer: &mut Lexer<'_>, scope: &Scope<'d>, facts: &mut StreamFacts) {
        let at = lexer.offset();
        let empty = Rc::new(Resources::new(Dict::empty()));
        let resources = scope
            .own
            .clone()
            .or_else(|| scope.outer.clone())
            .unwrap_or(empty);
        let Some(image) = inline_image::read(lexer, &resources) else {
            return;
        };
        let bytes = [b"<<", image.entries, b">>"].concat();
        let Some(dict) = Dict::from_bytes(&bytes) else {
            return;
        };
        let place = self.place(at);
        graphics::check_inline(self.run, &dict, place);
        if matches!(
            dict.get::<Object<'_>>("IM")
                .or_else(|| dict.get::<Object<'_>>("ImageMask")),
            Some(Object::Boolean(true))
        ) {
            self.paint(true, scope, at);
            return;
        }
        let space = dict
            .get::<Object<'_>>("CS")
            .or_else(|| dict.get::<Object<'_>>("ColorSpace"));
        let space = match space {
            Some(Object::Name(n)) => match device_name(&n) {
                Some(device) => self.space(&Object::Name(device), scope),
                None => {
                    let object = self.named(scope, |r| &r.color_spaces, &n, facts);
                    object.map_or(Space::Unknown, |o| self.space(&o, scope))
                }
            },
            // The palette of an inline image stands over a device space.
            Some(Object::Array(array)) => {
                let base = items(&array).nth(1).and_then(Object::into_name);
                match base.and_then(|b| device_name(&b)) {
                    Some(device) => self.space(&Object::Name(device), scope),
                    None => Space::Unknown,
                }
            }
            _ => return,
        };
        self.use_space(&space, self.state.overprint_fill, place);
    }

    /// A form, tiling pattern or soft mask.
    fn form(&mut self, form: &Stream<'d>, scope: &Scope<'d>) {
        let dict = form.dict();
        let group = dict.get::<Dict<'d>>("Group");
        if let Some(group) = &group {
            self.run.check(graphics::GROUP, group, dict);
            self.transparent |= group.get::<Name<'_>>("S").as_deref() == Some(b"Transparency");
        }
        let inner = Scope {
            own: dict
                .get::<Dict<'d>>("Resources")
                .map(|r| Rc::new(Resources::new(r))),
            outer: scope.own.clone().or_else(|| scope.outer.clone()),
        };
        let isolated = group
            .as_ref()
            .is_some_and(|g| matches!(g.get::<Object<'_>>("I"), Some(Object::Boolean(true))));
        let saved = self.blend_in(group.as_ref(), isolated, &inner);
        self.nested(form, &inner);
        (self.run.context.blending, self.run.context.blending_profile) = saved;
    }

    /// Carries out a stream once a page, and not inside itself.
    fn nested(&mut self, form: &Stream<'d>, scope: &Scope<'d>) {
        let id = form.obj_id();
        let fresh = self.done.insert((id, self.run.context.blending));
        if !fresh || self.forms.contains(&id) || self.forms.len() >= self.run.limits.form_depth {
            return;
        }
        let data = stream::decode(form, self.run.limits.stream_bytes, &mut Warnings::new());
        let saved = self.state.clone();
        self.forms.push(id);
        self.stream(&data, scope, id.into());
        self.forms.pop();
        self.state = saved;
    }
}

/// A device space by its name or abbreviation, as a name that lives on.
fn device_name(name: &[u8]) -> Option<Name<'static>> {
    let long: &'static [u8] = match name {
        b"DeviceGray" | b"G" => b"DeviceGray",
        b"DeviceRGB" | b"RGB" => b"DeviceRGB",
        b"DeviceCMYK" | b"CMYK" => b"DeviceCMYK",
        b"Pattern" => b"Pattern",
        _ => return None,
    };
    Some(Name::new_unescaped(long))
}
