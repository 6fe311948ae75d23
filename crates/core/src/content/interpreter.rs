//! The state of reading a page: the graphics state, the resources in use and the content read so far. The
//! functions of the operators change it; `execute` calls them.

use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::actual_text::Replacement;
use super::colour::{FillColour, White};
use super::ground::Ground;
use super::operators::Nesting;
use super::path::Path;
use super::state::{GraphicsState, PageFont};
use super::watch::Watch;
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::font::Fonts;
use crate::geometry::{Matrix, Rect};
use crate::page::Content;
use crate::pdf::lexer::name;
use crate::pdf::{Dict, Object, ObjectIdentifier, OptionalContent, Page, items};

/// Maximum number of graphics states, and of colour spaces, cached by name. No real page needs more.
const MAX_CACHED: usize = 64;

/// Options for reading a page.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Whether invisible text is read, too.
    pub all_text: bool,
    /// The document's layers.
    pub layers: &'a OptionalContent,
}

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
    /// Fonts of the page, by the address of their dictionary and by their resource key. A page can have thousands
    /// of keys.
    page_fonts: FxHashMap<usize, FxHashMap<Vec<u8>, PageFont>>,
    /// The first resource key of each of these fonts.
    font_keys: Vec<(Vec<u8>, PageFont)>,
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
    /// Buffer for the boxes of the path that is being painted.
    pub shapes: Vec<Rect>,
    /// The observer of operators, if any.
    pub watch: Option<&'e mut dyn Watch>,
}

/// The relevant entries of an ExtGState (8.4.5).
#[derive(Clone)]
pub(super) struct ExtendedState {
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
            page_fonts: FxHashMap::default(),
            font_keys: Vec::new(),
            page_states: Vec::new(),
            page_spaces: Vec::new(),
            forms_drawn: 0,
            form_data: HashMap::new(),
            full: false,
            string: Vec::new(),
            shapes: Vec::new(),
            watch: None,
        }
    }

    /// The fonts that the page has used so far, with their first resource keys.
    pub(super) fn take_fonts(&mut self) -> Vec<(Vec<u8>, PageFont)> {
        self.page_fonts.clear();
        std::mem::take(&mut self.font_keys)
    }

    /// Records that a text object or font ends before the next glyph.
    pub(super) fn cut(&mut self) {
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

    /// The components of white in a named colour space, cached by name.
    pub(super) fn white_in(&mut self, spaces: &Dict<'_>, raw_name: &[u8]) -> White {
        let place = spaces.data().as_ptr() as usize;
        let mut known = self.page_spaces.iter();
        if let Some((.., white)) = known.find(|(p, n, _)| *p == place && n == raw_name) {
            return *white;
        }
        let white = White::in_space(raw_name, spaces);
        if self.page_spaces.len() < MAX_CACHED {
            self.page_spaces.push((place, raw_name.to_vec(), white));
        }
        white
    }

    /// The graphics state of that name in the resources, cached by name.
    pub(super) fn extended_state(
        &mut self,
        states: &Dict<'_>,
        raw_name: &[u8],
    ) -> Option<ExtendedState> {
        let place = states.data().as_ptr() as usize;
        let mut known = self.page_states.iter();
        if let Some((.., state)) = known.find(|(p, n, _)| *p == place && n == raw_name) {
            return Some(state.clone());
        }
        let dict = states.get::<Dict<'_>>(name(raw_name).as_ref())?;
        let state = self.read_extended_state(&dict);
        if self.page_states.len() < MAX_CACHED {
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

    pub(super) fn set_extended_state(&mut self, new: ExtendedState) {
        let state = &mut self.state;
        state.line_width = new.line_width.unwrap_or(state.line_width);
        state.fill_alpha = new.fill_alpha.unwrap_or(state.fill_alpha);
        if let Some((font, size)) = new.font {
            state.text.font = Some(font);
            state.text.size = size;
        }
    }

    /// The font of that name in the resources, cached by name.
    pub(super) fn font(&mut self, fonts: &Dict<'_>, raw_name: &[u8]) -> PageFont {
        let place = fonts.data().as_ptr() as usize;
        let known = self.page_fonts.get(&place);
        if let Some(font) = known.and_then(|named| named.get(raw_name)) {
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
        let is_same = |(_, known): &(Vec<u8>, PageFont)| known.index == font.index;
        if !self.font_keys.iter().any(is_same) {
            self.font_keys.push((raw_name.to_vec(), font.clone()));
        }
        let named = self.page_fonts.entry(place).or_default();
        named.insert(raw_name.to_vec(), font.clone());
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
