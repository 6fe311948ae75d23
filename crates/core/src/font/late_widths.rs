//! The widths of a Type 1 program for the codes to which the dictionary gives none.
//!
//! Subsets have the widths of all codes that they use, and parsing a program takes longer than all else about its
//! font. So it is parsed when one of the other codes is shown.

use std::sync::OnceLock;

use super::program::{Face, Program};
use super::widths::sane;

/// The glyph names of codes, and the program that has their widths.
#[derive(Debug)]
pub(super) struct LateWidths {
    /// In the order of the codes.
    names: Vec<(u8, Box<str>)>,
    program: Box<[u8]>,
    /// In the order of `names`, in text space.
    widths: OnceLock<Vec<f32>>,
}

impl LateWidths {
    pub(super) fn new(program: &[u8], names: Vec<(u8, Box<str>)>) -> Self {
        Self {
            names,
            program: program.into(),
            widths: OnceLock::new(),
        }
    }

    /// The width of a code, in text space; 0 if the program does not have its glyph.
    pub(super) fn get(&self, code: u8) -> f32 {
        let widths = self.widths.get_or_init(|| {
            let program = Program::of(&self.program);
            let face = program.face();
            face.map_or_else(Vec::new, |face| self.read(&face))
        });
        let at = self.names.binary_search_by_key(&code, |(code, _)| *code);
        let width = at.ok().and_then(|at| widths.get(at));
        width.copied().unwrap_or(0.0)
    }

    fn read(&self, face: &Face<'_>) -> Vec<f32> {
        let glyphs = face.names();
        let width = |name: &str| face.advance(*glyphs.get(name)?).and_then(sane);
        let names = self.names.iter();
        names.map(|(_, name)| width(name).unwrap_or(0.0)).collect()
    }
}
