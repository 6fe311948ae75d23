//! Interprets content streams operator by operator, and checks every colour space, font, image and graphics
//! state used. Resources that no operator uses are not checked (ISO 19005-2, 6.2.2, and the notes on "used
//! for rendering").

mod colour;
mod marked;
mod objects;
mod rules;
mod state;
mod tags;
mod text;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::colour::Colours;
use super::entries::nearest_with;
use super::fonts::{Fonts, is_font};
use super::lexical::Atom;
use super::raw_file::each_atom;
use super::rule::catalogue;
use super::run::{Run, Where};
use super::structure::Tree;
use super::tagging::Tagging;
use super::{annotation, graphics};
use objects::is_x_object;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::content::operators::inline_image::InlineImage;
use pdfa2hocr_core::content::operators::{self, Nesting, Operation, Operator, Side, Visitor};
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::lexer::{Token, name};
use pdfa2hocr_core::pdf::{ColourSpace, Dict, Object, ObjectIdentifier, Page, Resources};
use rules::{OPERATOR, OperatorFacts, STREAM, StreamFacts, TRANSPARENT, TransparentFacts};
use state::{Paint, Scope, State, find, reference};
use tags::{DRAWN_FORM, Drawn, MarkedSequence};

/// Interprets the content of pages.
pub(super) struct Executor<'r, 'd> {
    pub run: &'r mut Run<'d>,
    pub colours: Colours,
    pub fonts: Fonts<'d>,
    state: State<'d>,
    nesting: Nesting<State<'d>>,
    /// Forms, patterns and glyph procedures already interpreted on this page.
    done: HashSet<(ObjectIdentifier, Option<[u8; 4]>, Tagging)>,
    /// Forms, patterns, procedures and images already met on any page.
    ever: HashSet<ObjectIdentifier>,
    current: OpenStream,
    transparent: bool,
    /// The glyph procedures of Type 3 fonts that paint with transparency.
    transparent_glyphs: HashSet<ObjectIdentifier>,
    /// The structure tree, if the flavour requires one.
    tree: Option<&'r Tree<'d>>,
    /// The current content is the appearance of an annotation, which the structure tree has only as a whole.
    in_appearance: bool,
    /// The tagging around the current stream.
    outside: Tagging,
    drawn: HashMap<ObjectIdentifier, Drawn>,
}

/// A stream while it is interpreted.
#[derive(Default)]
struct OpenStream {
    named: StreamFacts,
    /// The open marked-content sequences.
    marked: Vec<MarkedSequence>,
    /// The operators that begin a sequence without `EMC`, by offset.
    unclosed: HashSet<usize>,
    /// Number of open arrays.
    arrays: usize,
    /// The offset of the first hexadecimal string that has other characters.
    bad_string: Option<usize>,
    /// There are operators that are not defined.
    has_unknown: bool,
}

impl<'r, 'd> Executor<'r, 'd> {
    /// `has_lang` is true if the catalog declares the language.
    pub(super) fn new(run: &'r mut Run<'d>, tree: Option<&'r Tree<'d>>, has_lang: bool) -> Self {
        Self {
            run,
            colours: Colours::default(),
            fonts: Fonts::default(),
            state: State::new(),
            nesting: Nesting::default(),
            done: HashSet::new(),
            ever: HashSet::new(),
            current: OpenStream::default(),
            transparent: false,
            transparent_glyphs: HashSet::new(),
            tree,
            in_appearance: false,
            outside: Tagging {
                has_lang,
                ..Tagging::default()
            },
            drawn: HashMap::new(),
        }
    }

    /// Checks rules that need all pages.
    pub(super) fn finish(self) {
        self.fonts.finish(self.run);
        let mut drawn: Vec<(ObjectIdentifier, Drawn)> = self.drawn.into_iter().collect();
        drawn.compact_sort_by_key(|(id, _)| (id.obj_number, id.gen_number));
        for (id, drawn) in drawn {
            self.run.check(DRAWN_FORM, &drawn, id);
        }
    }

    /// Interprets a page and the appearances of its annotations.
    pub(super) fn page(&mut self, page: &Page<'d>) {
        let dict = page.dict();
        self.state = State::new();
        self.nesting = Nesting::default();
        self.done.clear();
        self.transparent = false;
        let group = dict.get::<Dict<'d>>("Group");
        let resources = |node: &Dict<'d>| {
            let resources = node.get::<Dict<'d>>("Resources")?;
            Some(Rc::new(Resources::new(resources)))
        };
        let own = resources(dict);
        let scope = Scope {
            page: own.clone().or_else(|| {
                let above = dict.get::<Dict<'d>>("Parent")?;
                resources(&nearest_with(&above, "Resources")?)
            }),
            own,
            is_inner: false,
            sequences: self.sequences_of(dict).into(),
        };
        if let Some(group) = &group {
            self.run.check(graphics::GROUP, group, group);
        }
        let saved = self.blend_in(group.as_ref(), true, &scope);
        let budget = self.run.budget;
        let data = page.content(budget, &mut Warnings::new());
        self.stream(None, &data, &scope, dict.into());
        let outside = self.outside;
        self.in_appearance = true;
        for annotation in annotation::of_page(dict) {
            self.outside = self.tagging_of(&annotation);
            self.transparent |= self.run.flavour().part() == 4 && graphics::blends(&annotation);
            for appearance in annotation::appearances(&annotation) {
                self.state = State::new();
                self.form(&appearance, &scope);
            }
        }
        self.in_appearance = false;
        self.outside = outside;
        let facts = TransparentFacts {
            transparent: self.transparent,
            has_blending_space: group
                .and_then(|group| group.get::<Object<'d>>("CS"))
                .is_some_and(|cs| {
                    let space = self.space(&cs, &scope);
                    !matches!(space, ColourSpace::Unknown | ColourSpace::IccBased(None))
                }),
        };
        self.run.check(TRANSPARENT, &facts, dict);
        (self.run.context.blending, self.run.context.blending_profile) = saved;
    }

    fn place(&self, offset: usize) -> Where {
        let form = self.nesting.form().filter(|f| f.obj_number != 0);
        Where::in_content(form, offset)
    }

    /// Interprets one content stream; `form` is its form XObject, if it has one.
    fn stream(
        &mut self,
        form: Option<ObjectIdentifier>,
        data: &[u8],
        scope: &Scope<'d>,
        place: Where,
    ) {
        let mut opened = OpenStream::default();
        if self.run.flavour().needs_structure() {
            opened.unclosed = marked::unclosed(data);
        }
        let outer = std::mem::replace(&mut self.current, opened);
        match form {
            Some(form) => operators::run_form(self, form, data, scope),
            None => operators::run(self, data, scope),
        }
        let stream = std::mem::replace(&mut self.current, outer);
        // Damaged data has such bytes everywhere; its operators are reported.
        if let Some(offset) = stream.bad_string.filter(|_| !stream.has_unknown) {
            let string = Atom::Hexadecimal {
                digits: 0,
                foreign: 2,
            };
            self.run.check(
                super::file::WRITTEN,
                &string,
                Where::in_content(form, offset),
            );
        }
        self.run.check(STREAM, &stream.named, place);
    }

    /// A resource by its name. Records names that are inherited or undefined.
    fn named(
        &mut self,
        scope: &Scope<'d>,
        kind: impl for<'x> Fn(&'x Resources<'d>) -> &'x Dict<'d>,
        key: &[u8],
    ) -> Option<Object<'d>> {
        let text = || String::from_utf8_lossy(key).into_owned();
        match find(scope, kind, key) {
            Some((object, true)) => Some(object),
            Some((object, false)) => {
                self.current.named.inherited.push(text());
                Some(object)
            }
            None => {
                self.current.named.undefined.push(text());
                None
            }
        }
    }

    /// Records a name whose resource is of the wrong kind.
    fn undefine(&mut self, key: &[u8]) {
        let text = String::from_utf8_lossy(key).into_owned();
        self.current.named.undefined.push(text);
    }

    fn set_font(&mut self, key: &[u8], scope: &Scope<'d>) {
        let font = self.named(scope, |r| &r.fonts, key);
        let dict = font.clone().and_then(Object::into_dict).filter(is_font);
        if font.is_some() && dict.is_none() {
            self.undefine(key);
        }
        self.state.font = dict;
    }

    /// A colour space by its name in the resources. An object that is none counts as missing.
    fn named_space(&mut self, key: &[u8], scope: &Scope<'d>) -> ColourSpace<'d> {
        let object = find(scope, |r| &r.color_spaces, key);
        let is_space = |(object, _)| !matches!(self.space(&object, scope), ColourSpace::Unknown);
        if object.is_some_and(|found| !is_space(found)) {
            self.undefine(key);
        }
        self.known_space(key, scope)
    }

    /// A colour space by its name in the resources. Without one, the initial space stays in force.
    fn known_space(&mut self, key: &[u8], scope: &Scope<'d>) -> ColourSpace<'d> {
        let object = self.named(scope, |r| &r.color_spaces, key);
        let space = object.map(|object| self.space(&object, scope));
        match space {
            None | Some(ColourSpace::Unknown) => ColourSpace::DeviceGray,
            Some(space) => space,
        }
    }

    /// Reports an operator that is not defined.
    fn check_unknown(&mut self, written: &[u8], at: usize) {
        self.current.has_unknown = true;
        let facts = OperatorFacts {
            name: String::from_utf8_lossy(written).chars().take(40).collect(),
            known: false,
            nesting: 0,
        };
        self.check_operator(&facts, at);
    }

    /// Checks the written form of a number, string or name.
    fn check_written(&mut self, atom: &Atom<'_>, at: usize) {
        let place = self.place(at);
        self.run.check(super::file::WRITTEN, atom, place);
    }

    /// Checks a single operator.
    fn check_operator(&mut self, facts: &OperatorFacts, at: usize) {
        let place = self.place(at);
        self.run.check(OPERATOR, facts, place);
    }
}

impl<'d> Visitor<Scope<'d>> for Executor<'_, 'd> {
    type GraphicsState = State<'d>;

    fn budget(&self) -> &Budget {
        self.run.budget
    }

    fn nesting(&mut self) -> (&mut Nesting<State<'d>>, &mut State<'d>) {
        (&mut self.nesting, &mut self.state)
    }

    fn resources<'s>(&self, scope: &'s Scope<'d>) -> Option<&'s Resources<'s>> {
        scope.own.as_deref().or(scope.page.as_deref())
    }

    /// Numbers and strings in content streams have the same limits as elsewhere. A delimiter without its other
    /// half counts as an operator.
    fn token(&mut self, token: &Token<'_>, data: &[u8], place: Range<usize>) {
        let (offset, written) = (place.start, data.get(place).unwrap_or_default());
        match token {
            Token::Bad(b"{" | b"}" | b")" | b">") => return self.check_unknown(written, offset),
            // A hexadecimal string that has other characters than digits.
            Token::Bad(b"<") => {
                self.current.bad_string.get_or_insert(offset);
            }
            Token::Dict(entries) => {
                return each_atom(entries, &mut |atom| self.check_written(&atom, offset));
            }
            Token::ArrayStart => self.current.arrays += 1,
            Token::ArrayEnd => match self.current.arrays.checked_sub(1) {
                Some(rest) => self.current.arrays = rest,
                // No rule is about it, but other programs stop reading here.
                None => self
                    .run
                    .repaired("a ] without a [ in the content was skipped"),
            },
            _ => {}
        }
        if let Some(atom) = super::file::atom(token, written) {
            self.check_written(&atom, offset);
        }
    }

    fn saved(&mut self, depth: usize, offset: usize) {
        if depth > 28 {
            let facts = OperatorFacts {
                name: "q".into(),
                known: true,
                nesting: depth,
            };
            self.check_operator(&facts, offset);
        }
    }

    fn inline_image(&mut self, image: Option<&InlineImage>, offset: usize, scope: &Scope<'d>) {
        if let Some(image) = image {
            self.inline(image, scope, offset);
        }
    }

    fn begin_marked_content(&mut self, operation: Operation<'_, '_>, scope: &Scope<'d>) {
        let has_properties = operation.written == b"BDC";
        self.begin(
            operation.operands.as_slice(),
            has_properties,
            scope,
            operation.offset,
        );
    }

    fn end_marked_content(&mut self) {
        self.current.marked.pop();
    }

    fn operator(
        &mut self,
        operator: Option<Operator>,
        operation: Operation<'_, '_>,
        scope: &Scope<'d>,
    ) {
        let Operation {
            written,
            operands,
            offset: at,
        } = operation;
        let Some(operator) = operator else {
            return self.check_unknown(written, at);
        };
        // The resource name that most operators have as operand.
        let key = || operands.name().map(name);
        match operator {
            // Colour (8.6.8)
            Operator::SetGray(side) => self.set_device(side, b"DeviceGray", scope, at),
            Operator::SetRgb(side) => self.set_device(side, b"DeviceRGB", scope, at),
            Operator::SetCmyk(side) => self.set_device(side, b"DeviceCMYK", scope, at),
            Operator::SetColourSpace(side) => {
                if let Some(key) = key() {
                    let space = match key.as_ref() {
                        b"DeviceGray" | b"DeviceRGB" | b"DeviceCMYK" | b"Pattern" => {
                            self.device(&key, scope)
                        }
                        _ => self.named_space(&key, scope),
                    };
                    let object = reference(scope, |r| &r.color_spaces, &key);
                    *self.side(side) = Paint::new(space, object);
                    self.set(side, at);
                }
            }
            // With sc and SC, the space was checked when it was set.
            Operator::SetColour(side) if matches!(written, b"scn" | b"SCN") => {
                self.set_colour(side, key().as_deref(), scope, at);
            }
            // Painting (8.5.3, 8.7.4.2)
            Operator::PaintPath { fill, stroke, .. } => {
                self.item(written, at);
                if fill {
                    self.transparent |= self.state.transparency.fills();
                    self.paint(Side::Fill, scope, at);
                }
                if stroke {
                    self.transparent |= self.state.transparency.strokes();
                    self.paint(Side::Stroke, scope, at);
                }
            }
            Operator::Shade => {
                self.item(written, at);
                self.transparent |= self.state.transparency.fills();
                if let Some(key) = key() {
                    let shading = self.named(scope, |r| &r.shadings, &key);
                    self.shading(shading, scope, at);
                }
            }
            // Text (9.3, 9.4)
            Operator::SetFont => {
                if let [Token::Name(raw), ..] = operands.as_slice() {
                    self.set_font(&name(raw), scope);
                }
            }
            Operator::SetRenderMode => {
                if let Some(Token::Number(mode)) = operands.as_slice().last() {
                    self.state.mode = mode.clamp(0.0, 7.0) as u8;
                }
            }
            Operator::ShowText
            | Operator::ShowTextAdjusted
            | Operator::NextLineShowText
            | Operator::NextLineShowTextSpaced => {
                self.item(written, at);
                self.show(operands.as_slice(), scope, at);
            }
            // Graphics state (8.4.4), external objects (8.8)
            Operator::SetExtGState => {
                if let Some(key) = key()
                    && let Some(Object::Dict(dict)) = self.named(scope, |r| &r.ext_g_states, &key)
                {
                    let object = reference(scope, |r| &r.ext_g_states, &key);
                    let place = object.map_or_else(|| Where::each_in(&dict), Where::from);
                    self.extended_state(&dict, place);
                }
            }
            Operator::SetRenderingIntent => {
                if let Some(key) = key() {
                    let intent = String::from_utf8_lossy(&key).into_owned();
                    let place = self.place(at);
                    self.run.check(graphics::INTENT, &intent, place);
                }
            }
            Operator::DrawXObject => {
                if let Some(key) = key()
                    && let Some(object) = self.named(scope, |r| &r.x_objects, &key)
                {
                    match object {
                        Object::Stream(stream) if is_x_object(&stream) => {
                            self.x_object(&stream, scope, at);
                        }
                        _ => self.undefine(&key),
                    }
                }
            }
            // Marked content (14.6)
            Operator::MarkPointWithProperties => {
                self.properties(operands.as_slice(), scope, at);
            }
            // No rule depends on the others.
            _ => {}
        }
    }
}

catalogue![; rules, tags];
