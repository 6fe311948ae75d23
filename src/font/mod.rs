//! stub
use crate::diagnostics::*;
use crate::limits::*;
use crate::model::*;
use crate::pdf::Dict;
use std::sync::Arc;
pub struct Fonts;
pub struct Font {
    facts: Arc<FontFacts>,
}
impl Fonts {
    pub fn new(_: Limits) -> Self {
        Fonts
    }
    pub fn get(&self, _: &Dict<'_>, _: &[u8]) -> Option<Arc<Font>> {
        Some(Arc::new(Font {
            facts: Arc::default(),
        }))
    }
    pub fn get_dict(&self, _: &Dict<'_>) -> Arc<Font> {
        Arc::new(Font {
            facts: Arc::default(),
        })
    }
    pub fn take_warnings(&self) -> Vec<Warning> {
        vec![]
    }
}
impl Font {
    pub fn facts(&self) -> &Arc<FontFacts> {
        &self.facts
    }
    pub fn vertical(&self) -> bool {
        false
    }
    pub fn ascent(&self) -> f32 {
        0.75
    }
    pub fn descent(&self) -> f32 {
        -0.25
    }
    pub fn codes<'f>(&'f self, s: &'f [u8]) -> impl Iterator<Item = Code<'f>> {
        s.iter().map(|b| Code {
            code: *b as u32,
            len: 1,
            text: CodeText::Char(*b as char),
            decoding: Decoding::Guess,
            width: 0.5,
            vertical: None,
            word_space: *b == 32,
        })
    }
}
pub struct Code<'f> {
    pub code: u32,
    pub len: u8,
    pub text: CodeText<'f>,
    pub decoding: Decoding,
    pub width: f32,
    pub vertical: Option<Vertical>,
    pub word_space: bool,
}
#[derive(Clone, Copy)]
pub struct Vertical {
    pub advance: f32,
    pub origin: (f32, f32),
}
#[derive(Clone, Copy)]
pub enum CodeText<'f> {
    Char(char),
    Str(&'f str),
}
impl CodeText<'_> {
    pub fn push_to(self, s: &mut String) {
        match self {
            CodeText::Char(c) => s.push(c),
            CodeText::Str(t) => s.push_str(t),
        }
    }
    pub fn is_space(self) -> bool {
        match self {
            CodeText::Char(c) => c.is_whitespace(),
            CodeText::Str(t) => !t.is_empty() && t.chars().all(char::is_whitespace),
        }
    }
}
