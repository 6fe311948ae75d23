//! Text operators: checks the glyphs shown and interprets the glyph procedures of Type 3 fonts (ISO 32000-1,
//! 9.4, 9.6.5).

use std::borrow::Cow;

use super::Executor;
use super::state::Scope;
use crate::fonts::Showing;
use pdfa2hocr_core::content::operators::Side;
use pdfa2hocr_core::pdf::lexer::Token;

impl<'d> Executor<'_, 'd> {
    /// Shows the strings of a text operator.
    pub(super) fn show(&mut self, operands: &[Token<'_>], scope: &Scope<'d>, at: usize) {
        let mode = self.state.mode;
        if matches!(mode, 0 | 2 | 4 | 6) {
            self.transparent |= self.state.transparency.fills();
            self.paint(Side::Fill, scope, at);
        }
        if matches!(mode, 1 | 2 | 5 | 6) {
            self.transparent |= self.state.transparency.strokes();
            self.paint(Side::Stroke, scope, at);
        }
        let Some(font) = self.state.font.clone() else {
            return;
        };
        let place = self.place(at);
        let shown = Showing {
            mode,
            tagging: self.tagging(),
            place,
        };
        let strings = operands.iter().filter_map(|operand| match operand {
            Token::String(raw) => Some(raw.decode()),
            _ => None,
        });
        let mut strings: Vec<Cow<'_, [u8]>> = strings.collect();
        if strings.is_empty() {
            // The font counts as used even if no glyph is shown.
            strings.push(Cow::Borrowed(b""));
        }
        let mut procedures = Vec::new();
        for string in &strings {
            procedures.extend(self.fonts.show(self.run, &font, string, shown));
        }
        for procedure in procedures {
            let inner = scope.inner(font.get("Resources"), self.sequences_of(procedure.dict()));
            self.state.font = None;
            let around = std::mem::take(&mut self.transparent);
            self.nested(&procedure, &inner);
            if std::mem::replace(&mut self.transparent, around) {
                self.transparent_glyphs.insert(procedure.obj_id());
            }
            self.state.font = Some(font.clone());
        }
        // All procedures are checked, but only those of visible glyphs are part of the page.
        if !matches!(mode, 3 | 7) && !self.transparent_glyphs.is_empty() {
            self.transparent |= strings.iter().flat_map(|s| s.iter()).any(|&code| {
                let procedure = self.fonts.procedure(&font, code);
                procedure.is_some_and(|id| self.transparent_glyphs.contains(&id))
            });
        }
    }
}
