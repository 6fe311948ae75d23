//! Text operators: checks the glyphs shown and interprets the glyph procedures of Type 3 fonts (ISO 32000-1,
//! 9.4, 9.6.5).

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
        let mut procedures = Vec::new();
        if !operands.iter().any(|o| matches!(o, Token::String(_))) {
            // The font counts as used even if no glyph is shown.
            procedures.extend(self.fonts.show(self.run, &font, b"", shown));
        }
        for operand in operands {
            if let Token::String(raw) = operand {
                let string = raw.decode();
                procedures.extend(self.fonts.show(self.run, &font, &string, shown));
            }
        }
        for procedure in procedures {
            let inner = scope.inner(font.get("Resources"), self.sequences_of(procedure.dict()));
            self.state.font = None;
            self.nested(&procedure, &inner);
            self.state.font = Some(font.clone());
        }
    }
}
