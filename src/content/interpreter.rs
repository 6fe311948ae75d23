//! The interpreter of the reader: applies each operator to the graphics state and records text, images, fills
//! and marked content in page space.

use std::collections::HashMap;
use std::sync::Arc;

use super::actual_text::Replacement;
use super::colour::{FillColour, White};
use super::operators::inline_image::InlineImage;
use super::operators::{Fault, Nesting, Operands, Operation, Operator, Side, Visitor};
use super::path::Path;
use super::state::{GraphicsState, PageFont};
use super::visibility::{self, Ground, Shown};
use super::watch::{self, Watch};
use super::{letterspacing, marked, path, soft_hyphens, text, xobject};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::font::Fonts;
use crate::geometry::{Matrix, Rect};
use crate::page::Content;
use crate::pdf::lexer::{Token, name};
use crate::pdf::{Dict, Object, ObjectIdentifier, Page, Resources, items};

/// Maximum number of graphics states, and of colour spaces, cached by name. No real page needs more.
const MOST_KEPT: usize = 64;

pub(super) struct Interpreter<'e> {
    pub fonts: &'e Fonts,
    pub budget: &'e Budget,
    pub warnings: &'e mut Warnings,
    pub out: Content,
    pub shown: Shown<'e>,
    /// The areas that white text contrasts with.
    pub ground: Ground,
    /// Runs of visible white text, in ascending order.
    pub standing_out: Vec<u32>,
    /// The number of marked-content sequences around the hidden layer that is being drawn.
    pub hidden_from: Option<usize>,
    /// The visible page, in page space.
    pub visible: Rect,
    pub state: GraphicsState,
    pub nesting: Nesting<GraphicsState>,
    /// `Tm`.
    pub text_matrix: Matrix,
    /// `Tlm`.
    pub line_matrix: Matrix,
    /// The open marked-content sequences: indices in [`Content::marked`], `None` beyond the limits.
    pub marked: Vec<Option<u32>>,
    pub replacement: Option<Replacement>,
    pub path: Path,
    /// The rectangle that was filled last, with its colour.
    pub filled: Option<(Rect, FillColour)>,
    /// Fonts of the page: the address of their dictionary, their resource key, and the font.
    page_fonts: Vec<(usize, Vec<u8>, PageFont)>,
    /// Graphics states with the same keys: some producers name one before every path.
    page_states: Vec<(usize, Vec<u8>, ExtendedState)>,
    /// Colour spaces with the same keys: some producers name one before every colour.
    page_spaces: Vec<(usize, Vec<u8>, White)>,
    pub forms_drawn: usize,
    /// Decoded form streams, for forms that are drawn repeatedly.
    pub form_data: HashMap<ObjectIdentifier, Arc<[u8]>>,
    /// Whether the page has reached the limit of glyphs or text.
    pub full: bool,
    /// Buffer for the decoded string that is being shown.
    pub string: Vec<u8>,
    /// The observer of operators, if any.
    pub watch: Option<&'e mut dyn Watch>,
}

impl<'r> Visitor<Resources<'r>> for Interpreter<'_> {
    type GraphicsState = GraphicsState;

    fn budget(&self) -> &Budget {
        self.budget
    }

    fn nesting(&mut self) -> (&mut Nesting<GraphicsState>, &mut GraphicsState) {
        (&mut self.nesting, &mut self.state)
    }

    fn resources<'s>(&self, resources: &'s Resources<'r>) -> Option<&'s Resources<'s>> {
        Some(resources)
    }

    fn operator(
        &mut self,
        operator: Option<Operator>,
        operation: Operation<'_, '_>,
        resources: &Resources<'r>,
    ) {
        let operands = operation.operands;
        let watched = match operator {
            Some(operator) if self.watch.is_some() => {
                let first = watch::before(self, operator, operands, resources);
                first.map(|first| (operator, first))
            }
            _ => None,
        };
        let carried_out = operator.and_then(|o| self.carry_out(o, operands, resources));
        if let Some((operator, first)) = watched {
            watch::after(self, operator, operands, first);
        }
        if carried_out.is_none() {
            self.complain(operation);
        }
    }

    fn inline_image(&mut self, image: Option<&InlineImage>, offset: usize, _: &Resources<'r>) {
        watch::inline_image(self, image);
        xobject::inline_image(self, image, offset);
    }

    fn begin_marked_content(&mut self, operation: Operation<'_, '_>, resources: &Resources<'r>) {
        let operands = operation.operands.as_slice();
        let begun = match operation.written {
            b"BMC" => marked::begin_with_tag(self, operands),
            _ => marked::begin_with_properties(self, operands, resources),
        };
        if begun.is_none() {
            self.complain(operation);
        }
    }

    fn end_marked_content(&mut self) {
        marked::end(self);
    }

    #[inline]
    fn token(&mut self, token: &Token<'_>, written: &[u8], offset: usize) {
        if let Some(watch) = &mut self.watch {
            watch.token(token, written, offset, self.nesting.form());
        }
    }

    fn restored(&mut self) {
        self.cut();
    }

    fn fault(&mut self, fault: Fault<'_>, offset: usize) {
        let (kind, message) = match fault {
            Fault::BadToken(bytes) => {
                let bytes = String::from_utf8_lossy(bytes);
                (
                    DiagnosticKind::Operator,
                    format!("{bytes:?} has no meaning here"),
                )
            }
            Fault::TooManyOperands => (
                DiagnosticKind::Operator,
                "an operator has too many operands".to_owned(),
            ),
            Fault::TooManyOperators => {
                self.budget.note_cut();
                let most = self.budget.operators;
                (
                    DiagnosticKind::Limit,
                    format!("the page is read up to {most} operators"),
                )
            }
        };
        self.warn(kind, offset, message);
    }
}

/// The relevant entries of an ExtGState (8.4.5).
#[derive(Clone)]
struct ExtendedState {
    /// `LW`.
    line_width: Option<f64>,
    /// `ca`.
    fill_alpha: Option<f32>,
    /// `Font`, with its size.
    font: Option<(PageFont, f64)>,
}

impl<'e> Interpreter<'e> {
    pub(super) fn new(
        page: &Page<'_>,
        fonts: &'e Fonts,
        shown: Shown<'e>,
        budget: &'e Budget,
        warnings: &'e mut Warnings,
    ) -> Self {
        let (width, height) = page.size();
        let visible = Rect::new(0.0, 0.0, width, height);
        Self {
            shown,
            ground: Ground::new(visible),
            standing_out: Vec::new(),
            hidden_from: None,
            fonts,
            budget,
            warnings,
            out: Content {
                width,
                height,
                ..Content::default()
            },
            visible,
            state: GraphicsState::new(page.matrix()),
            nesting: Nesting::default(),
            text_matrix: Matrix::IDENTITY,
            line_matrix: Matrix::IDENTITY,
            marked: Vec::new(),
            replacement: None,
            path: Path::default(),
            filled: None,
            page_fonts: Vec::new(),
            page_states: Vec::new(),
            page_spaces: Vec::new(),
            forms_drawn: 0,
            form_data: HashMap::new(),
            full: false,
            string: Vec::new(),
            watch: None,
        }
    }

    /// The fonts that the page has used so far, with their resource keys.
    pub(super) fn take_fonts(&mut self) -> Vec<(Vec<u8>, PageFont)> {
        let fonts = std::mem::take(&mut self.page_fonts);
        fonts
            .into_iter()
            .map(|(_, key, font)| (key, font))
            .collect()
    }

    pub(super) fn finish(mut self) -> Content {
        while !self.marked.is_empty() {
            marked::end(&mut self);
        }
        letterspacing::settle(&mut self.out);
        soft_hyphens::settle(&mut self.out);
        visibility::drop_white(&mut self);
        self.out
    }

    /// Records that a text object or font ends before the next glyph.
    fn cut(&mut self) {
        let next = self.out.glyphs.len() as u32;
        if self.out.cuts.last().is_none_or(|&last| last < next) {
            self.out.cuts.push(next);
        }
    }

    pub(super) fn warn(&mut self, kind: DiagnosticKind, offset: usize, message: impl Into<String>) {
        let mut warning = Diagnostic::new(kind, message).at_offset(offset as u64);
        if let Some(form) = self.nesting.form() {
            warning = warning.in_object(form.obj_number, form.gen_number);
        }
        self.warnings.push(warning);
    }

    fn complain(&mut self, operation: Operation<'_, '_>) {
        let operator = String::from_utf8_lossy(operation.written);
        let operator: String = operator.chars().take(20).collect();
        self.warn(
            DiagnosticKind::Operator,
            operation.offset,
            format!("operator {operator:?} is unknown or its operands are wrong"),
        );
    }

    /// Executes an operator; `None` if its operands are wrong.
    fn carry_out(
        &mut self,
        operator: Operator,
        operands: &Operands<'_>,
        resources: &Resources<'_>,
    ) -> Option<()> {
        let text = &mut self.state.text;
        match operator {
            // Text showing (9.4.3)
            Operator::ShowText => text::show_operand(self, operands.as_slice().last()?)?,
            Operator::ShowTextAdjusted => text::show_array(self, operands.as_slice()),
            Operator::NextLineShowText => {
                text::next_line(self);
                text::show_operand(self, operands.as_slice().last()?)?;
            }
            Operator::NextLineShowTextSpaced => {
                if let [Token::Number(word), Token::Number(char), _] = operands.as_slice() {
                    (text.word_spacing, text.char_spacing) = (*word, *char);
                }
                text::next_line(self);
                text::show_operand(self, operands.as_slice().last()?)?;
            }
            // Text positioning (9.4.2)
            Operator::MoveText => {
                let [x, y] = operands.numbers()?;
                text::move_line(self, x, y);
            }
            Operator::MoveTextSetLeading => {
                let [x, y] = operands.numbers()?;
                text.leading = -y;
                text::move_line(self, x, y);
            }
            Operator::SetTextMatrix => {
                self.line_matrix = operands.matrix()?;
                self.text_matrix = self.line_matrix;
            }
            Operator::NextLine => text::next_line(self),
            // Text state (9.3)
            Operator::SetCharSpacing => [text.char_spacing] = operands.numbers()?,
            Operator::SetWordSpacing => [text.word_spacing] = operands.numbers()?,
            Operator::SetHorizontalScaling => {
                let [percent] = operands.numbers()?;
                text.scale = percent / 100.0;
            }
            Operator::SetLeading => [text.leading] = operands.numbers()?,
            Operator::SetRise => [text.rise] = operands.numbers()?,
            Operator::SetRenderMode => {
                let [mode] = operands.numbers()?;
                text.render_mode = mode.clamp(0.0, 7.0) as u8;
            }
            Operator::SetFont => {
                let [.., Token::Name(font), Token::Number(size)] = operands.as_slice() else {
                    return None;
                };
                text.size = *size;
                let font = self.font(&resources.fonts, font);
                self.state.text.font = Some(font);
                self.cut();
            }
            // Text objects (9.4.1)
            Operator::BeginText => {
                self.text_matrix = Matrix::IDENTITY;
                self.line_matrix = Matrix::IDENTITY;
            }
            Operator::EndText => self.cut(),
            // Graphics state (8.4.4)
            Operator::Concatenate => self.state.ctm = operands.matrix()?.then(self.state.ctm),
            Operator::SetLineWidth => [self.state.line_width] = operands.numbers()?,
            Operator::SetExtGState => {
                let state = self.extended_state(&resources.ext_g_states, operands.name()?)?;
                self.set_extended_state(state);
            }
            Operator::SetPen | Operator::SetRenderingIntent => {}
            // Colour (8.6.8)
            Operator::SetGray(Side::Fill) => {
                self.state.fill = FillColour::device(&operands.numbers::<1>()?)
            }
            Operator::SetRgb(Side::Fill) => {
                self.state.fill = FillColour::device(&operands.numbers::<3>()?)
            }
            Operator::SetCmyk(Side::Fill) => {
                self.state.fill = FillColour::device(&operands.numbers::<4>()?)
            }
            Operator::SetColourSpace(Side::Fill) => {
                let space = self.white_in(&resources.color_spaces, operands.name()?);
                self.state.fill = FillColour::in_space(space);
            }
            Operator::SetColour(Side::Fill) => self.state.fill.set(operands.as_slice()),
            Operator::SetGray(Side::Stroke)
            | Operator::SetRgb(Side::Stroke)
            | Operator::SetCmyk(Side::Stroke)
            | Operator::SetColourSpace(Side::Stroke)
            | Operator::SetColour(Side::Stroke) => {}
            Operator::Shade => visibility::painted(self, self.state.clip),
            // External objects (8.8)
            Operator::DrawXObject => xobject::draw(self, operands.name()?, resources)?,
            // Marked content (14.6)
            Operator::MarkPoint | Operator::MarkPointWithProperties => {}
            // Compatibility (7.8.2), Type 3 glyphs (9.6.5)
            Operator::Compatibility | Operator::SetGlyphWidth => {}
            // Paths (8.5)
            Operator::MoveTo
            | Operator::LineTo
            | Operator::CurveTo
            | Operator::ClosePath
            | Operator::Rectangle
            | Operator::PaintPath { .. }
            | Operator::EndPath
            | Operator::Clip => path::operator(self, operator, operands)?,
        }
        Some(())
    }

    /// The components of white in a named colour space, cached by name.
    fn white_in(&mut self, spaces: &Dict<'_>, raw_name: &[u8]) -> White {
        let place = spaces.data().as_ptr() as usize;
        let mut known = self.page_spaces.iter();
        if let Some((.., white)) = known.find(|(p, n, _)| *p == place && n == raw_name) {
            return *white;
        }
        let white = White::in_space(raw_name, spaces);
        if self.page_spaces.len() < MOST_KEPT {
            self.page_spaces.push((place, raw_name.to_vec(), white));
        }
        white
    }

    /// The graphics state of that name in the resources, cached by name.
    fn extended_state(&mut self, states: &Dict<'_>, raw_name: &[u8]) -> Option<ExtendedState> {
        let place = states.data().as_ptr() as usize;
        let mut known = self.page_states.iter();
        if let Some((.., state)) = known.find(|(p, n, _)| *p == place && n == raw_name) {
            return Some(state.clone());
        }
        let dict = states.get::<Dict<'_>>(name(raw_name).as_ref())?;
        let state = self.read_extended_state(&dict);
        if self.page_states.len() < MOST_KEPT {
            self.page_states
                .push((place, raw_name.to_vec(), state.clone()));
        }
        Some(state)
    }

    fn read_extended_state(&mut self, dict: &Dict<'_>) -> ExtendedState {
        let font = || {
            let Some(Object::Array(array)) = dict.get::<Object<'_>>("Font") else {
                return None;
            };
            let mut items = items(&array);
            let font = items.next().and_then(Object::into_dict)?;
            let size = items.next().and_then(Object::into_number)?;
            Some((self.fonts.get_dict(&font), size.as_f64()))
        };
        ExtendedState {
            line_width: dict.get::<f32>("LW").map(f64::from),
            fill_alpha: dict.get::<f32>("ca"),
            font: font().map(|(font, size)| (self.page_font(font), size)),
        }
    }

    fn set_extended_state(&mut self, new: ExtendedState) {
        let state = &mut self.state;
        state.line_width = new.line_width.unwrap_or(state.line_width);
        state.fill_alpha = new.fill_alpha.unwrap_or(state.fill_alpha);
        if let Some((font, size)) = new.font {
            state.text.font = Some(font);
            state.text.size = size;
        }
    }

    /// The font of that name in the resources, cached by name.
    fn font(&mut self, fonts: &Dict<'_>, raw_name: &[u8]) -> PageFont {
        let place = fonts.data().as_ptr() as usize;
        if let Some((.., font)) = self
            .page_fonts
            .iter()
            .find(|(p, n, _)| *p == place && n == raw_name)
        {
            return font.clone();
        }
        let loaded = self.fonts.get(fonts, &name(raw_name));
        if loaded.is_none() {
            let name = String::from_utf8_lossy(raw_name).into_owned();
            self.warnings.push(Diagnostic::new(
                DiagnosticKind::Font,
                format!("font {name:?} is not in the resources; its text is read as Helvetica's"),
            ));
        }
        // An empty dictionary gives the default font.
        let loaded = loaded.unwrap_or_else(|| self.fonts.get_dict(&Dict::empty()));
        let font = self.page_font(loaded);
        self.page_fonts
            .push((place, raw_name.to_vec(), font.clone()));
        font
    }

    fn page_font(&mut self, font: Arc<crate::font::Font>) -> PageFont {
        let facts = font.facts();
        let known = self.out.fonts.iter().position(|f| Arc::ptr_eq(f, facts));
        let index = known.unwrap_or_else(|| {
            self.out.fonts.push(Arc::clone(facts));
            self.out.fonts.len() - 1
        }) as u32;
        PageFont { font, index }
    }
}
