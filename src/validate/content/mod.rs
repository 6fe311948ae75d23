//! What pages draw: content streams are carried out operator by operator, and every colour space,
//! font, image and graphics state that is used is shown to its rules. What only stands in the
//! resources is not looked at (ISO 19005-2, 6.2.2, and the notes on "used for rendering").

mod colour;
mod marked;
mod objects;
mod rules;
mod state;
mod tags;
mod text;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::colour::{Colours, Space};
use super::entries::nearest_with;
use super::fonts::Fonts;
use super::rule::Info;
use super::run::{Run, Where};
use super::structure::Tree;
use super::{annotation, graphics};
use crate::diagnostics::{Location, Warnings};
use crate::pdf::lexer::{Lexer, Token, name};
use crate::pdf::{Dict, Name, Object, ObjectIdentifier, Page, Resources};
use colour::device_name;
use marked::MarkedSequence;
use rules::{
    OPERATOR, OperatorFacts, STREAM, StreamFacts, TRANSPARENT, TransparentFacts, is_known,
};
use state::{Paint, Scope, Shown, State, find};
pub use tags::Tagging;
use tags::{DRAWN_FORM, Drawn};

/// Carries out the content of pages.
pub struct Executor<'r, 'd> {
    pub run: &'r mut Run<'d>,
    pub colours: Colours,
    pub fonts: Fonts<'d>,
    state: State<'d>,
    forms: Vec<ObjectIdentifier>,
    /// Forms, patterns and procedures carried out on this page.
    done: HashSet<(ObjectIdentifier, Option<[u8; 4]>, Tagging)>,
    operators: usize,
    transparent: bool,
    /// How many soft masks are being drawn: their colours only become alpha values.
    in_mask: usize,
    /// The structure tree, where the flavour asks for one.
    tree: Option<&'r Tree<'d>>,
    /// What is around the stream that is carried out, and the sequences that are open.
    outside: Tagging,
    marked: Vec<MarkedSequence>,
    drawn: HashMap<ObjectIdentifier, Drawn>,
}

impl<'r, 'd> Executor<'r, 'd> {
    /// `has_lang` says that the catalog tells the language.
    pub fn new(run: &'r mut Run<'d>, tree: Option<&'r Tree<'d>>, has_lang: bool) -> Self {
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
            tree,
            outside: Tagging {
                has_lang,
                ..Tagging::default()
            },
            marked: Vec::new(),
            drawn: HashMap::new(),
        }
    }

    /// Checks what is only known when all pages have been seen.
    pub fn finish(self) {
        self.fonts.finish(self.run);
        let mut drawn: Vec<(ObjectIdentifier, Drawn)> = self.drawn.into_iter().collect();
        drawn.sort_by_key(|(id, _)| (id.obj_number, id.gen_number));
        for (id, drawn) in drawn {
            self.run.check(DRAWN_FORM, &drawn, id);
        }
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
            outer: dict
                .get::<Dict<'d>>("Parent")
                .and_then(|node| nearest_with(&node, "Resources"))
                .and_then(|node| node.get::<Dict<'d>>("Resources"))
                .map(|r| Rc::new(Resources::new(r))),
            sequences: self.sequences_of(dict).into(),
        };
        if let Some(group) = &group {
            self.run.check(graphics::GROUP, group, dict);
        }
        let saved = self.blend_in(group.as_ref(), true, &scope);
        let budget = self.run.budget;
        let data = page.content(budget, &mut Warnings::new());
        self.stream(&data, &scope, dict.into());
        let outside = self.outside;
        for annotation in annotation::of_page(dict) {
            self.outside = self.tagging_of(&annotation);
            for appearance in annotation::appearances(&annotation) {
                self.state = State::new();
                self.form(&appearance, &Scope::default());
            }
        }
        self.outside = outside;
        let facts = TransparentFacts {
            transparent: self.transparent,
            has_blending_space: group.is_some_and(|g| g.contains_key("CS")),
        };
        self.run.check(TRANSPARENT, &facts, dict);
        (self.run.context.blending, self.run.context.blending_profile) = saved;
    }

    fn place(&self, offset: usize) -> Where {
        let form = self.forms.last().filter(|f| f.obj_number != 0);
        Where(Location {
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
        let outer_marks = std::mem::take(&mut self.marked);
        loop {
            let before = lexer.offset();
            let Some(token) = lexer.next() else { break };
            let written = data.get(before..lexer.offset()).unwrap_or_default();
            self.written(&token, written, before);
            match token {
                Token::Keyword(b"true" | b"false" | b"null") => operands.push(token),
                Token::Keyword(operator) => {
                    self.operators += 1;
                    if self.operators > self.run.budget.operators {
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
                            if stack.len() < self.run.budget.nesting {
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
        self.marked = outer_marks;
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
            b"f" | b"F" | b"f*" => {
                self.item(operator, at);
                self.paint(true, scope, at);
            }
            b"S" | b"s" => {
                self.item(operator, at);
                self.paint(false, scope, at);
            }
            b"B" | b"B*" | b"b" | b"b*" => {
                self.item(operator, at);
                self.paint(true, scope, at);
                self.paint(false, scope, at);
            }
            b"sh" => {
                self.item(operator, at);
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
            b"Tj" | b"TJ" | b"'" | b"\"" => {
                self.item(operator, at);
                self.show(operands, scope, at);
            }
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
            b"BMC" | b"BDC" => self.begin(operands, scope, facts, at),
            b"DP" => {
                self.properties(operands, scope, facts, at);
            }
            b"EMC" => {
                self.marked.pop();
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
}

/// What there is to say of the rules.
pub fn catalogue() -> impl Iterator<Item = &'static Info> {
    rules::catalogue().chain(tags::catalogue())
}
