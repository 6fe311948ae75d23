//! Executes the operators of content streams: applies each to the state in [`Interpreter`], and reports those
//! that are unknown or wrong.

use std::ops::Range;

use super::colour::FillColour;
use super::interpreter::Interpreter;
use super::operators::inline_image::InlineImage;
use super::operators::{Fault, Nesting, Operands, Operation, Operator, Side, Visitor};
use super::state::GraphicsState;
use super::{letterspacing, marked, paint, report, soft_hyphens, text, visibility, xobject};
use crate::budget::Budget;
use crate::diagnostics::DiagnosticKind;
use crate::geometry::Matrix;
use crate::page::Content;
use crate::pdf::Resources;
use crate::pdf::lexer::Token;

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
                let first = report::before(self, operator, operands, resources);
                first.map(|first| (operator, first))
            }
            _ => None,
        };
        let carried_out = operator.and_then(|o| self.carry_out(o, operands, resources));
        if let Some((operator, first)) = watched {
            report::after(self, operator, operands, first);
        }
        if carried_out.is_none() {
            self.complain(operation);
        }
    }

    fn inline_image(&mut self, image: Option<&InlineImage>, offset: usize, _: &Resources<'r>) {
        report::inline_image(self, image);
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
    fn token(&mut self, token: &Token<'_>, data: &[u8], place: Range<usize>) {
        if let Some(watch) = &mut self.watch {
            let (offset, written) = (place.start, data.get(place).unwrap_or_default());
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

impl Interpreter<'_> {
    /// Ends open sequences, and returns the content of the page.
    pub(super) fn finish(mut self) -> Content {
        while !self.marked.is_empty() {
            marked::end(&mut self);
        }
        letterspacing::settle(&mut self.out);
        soft_hyphens::settle(&mut self.out);
        visibility::drop_white(&mut self);
        self.out
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
            | Operator::Clip => paint::operator(self, operator, operands)?,
        }
        Some(())
    }
}
