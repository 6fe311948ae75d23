//! Shows text (9.4.3, 9.4.4): turns strings into positioned glyphs, and moves the text matrix.

use super::axes::Axes;
use super::glyphless;
use super::interpreter::Interpreter;
use super::state::PageFont;
use super::visibility::{self, Window};
use crate::diagnostics::Diagnostic;
use crate::font::CodeText;
use crate::geometry::{Matrix, Point, Rect, least, most};
use crate::page::{Content, Glyph, Run, TextSpan};
use crate::pdf::lexer::{RawString, Token};

/// Moves the line matrix and sets the text matrix to it: `Td`.
pub(super) fn move_line(ip: &mut Interpreter<'_>, x: f64, y: f64) {
    ip.line_matrix = Matrix::translation(x, y).then(ip.line_matrix);
    ip.text_matrix = ip.line_matrix;
}

/// Moves to the next line: `T*`.
pub(super) fn next_line(ip: &mut Interpreter<'_>) {
    let leading = ip.state.text.leading;
    move_line(ip, 0.0, -leading);
}

/// Shows the string of `Tj`, `'` and `"`.
pub(super) fn show_operand(ip: &mut Interpreter<'_>, operand: &Token<'_>) -> Option<()> {
    let Token::String(raw) = operand else {
        return None;
    };
    if let Some(mut pen) = Pen::take(ip) {
        pen.show(ip, *raw);
        pen.leave(ip);
    }
    Some(())
}

/// Shows the array of `TJ`: strings, and numbers in thousandths of the em that move backwards.
pub(super) fn show_array(ip: &mut Interpreter<'_>, operands: &[Token<'_>]) {
    let text = &ip.state.text;
    let (size, scale) = (text.size, text.scale);
    let vertical = text.font.as_ref().is_some_and(|f| f.font.vertical());
    let spread = !takes_spacing_back(operands, text.char_spacing / size);
    let mut pen = None;
    for operand in operands {
        match operand {
            Token::Number(n) => {
                let back = -n / 1000.0 * size;
                let (x, y) = if vertical {
                    (0.0, back)
                } else {
                    (back * scale, 0.0)
                };
                ip.text_matrix = Matrix::translation(x, y).then(ip.text_matrix);
            }
            Token::String(raw) => {
                if pen.is_none() {
                    pen = Pen::take(ip).map(|pen| Pen { spread, ..pen });
                }
                if let Some(pen) = &mut pen {
                    pen.show(ip, *raw);
                }
            }
            _ => {}
        }
    }
    if let Some(pen) = pen {
        pen.leave(ip);
    }
}

/// Whether the numbers of `TJ` compensate `Tc` (`spacing`, in ems) behind most strings. Some programs justify
/// lines with a `Tc` as wide as a space, and undo it inside words.
fn takes_spacing_back(operands: &[Token<'_>], spacing: f64) -> bool {
    if spacing.is_nan() || spacing <= 0.0 {
        return false;
    }
    let (mut strings, mut taken_back) = (0u32, 0u32);
    for operand in operands {
        match operand {
            Token::String(_) => strings += 1,
            Token::Number(n) if *n / 1000.0 >= 0.5 * spacing => taken_back += 1,
            _ => {}
        }
    }
    strings > 2 && 2 * taken_back >= strings
}

/// The common state of the strings of one operator.
struct Pen {
    font: PageFont,
    /// `None` if the text has no extent.
    axes: Option<Axes>,
    /// Index in the list of runs; set by the first string.
    run: Option<u32>,
    /// The extent of a cell of horizontal writing around its baseline.
    beyond: Rect,
    /// Whether the text is painted in white.
    white: bool,
    /// The visible part of the page.
    window: Window,
    /// Whether the text belongs to a layer whose glyphs have wrong widths.
    layer: bool,
    /// Whether `Tc` is not compensated, and so spreads the glyphs.
    spread: bool,
}

impl Pen {
    /// Takes the font out of the text state until [`leave`](Self::leave), because cloning the shared pointer
    /// costs more than a short string. `None` if no font is set.
    fn take(ip: &mut Interpreter<'_>) -> Option<Self> {
        let font = ip.state.text.font.take()?;
        let text = &ip.state.text;
        let m = ip.text_matrix.then(ip.state.ctm);
        let layer = glyphless::is_layer(font.font.facts(), text.render_mode);
        let axes = Axes::new(m, text.size, text.scale, &font.font, layer);
        let away = |axes: &Axes, distance| Point::default().moved(axes.up, distance);
        let beyond = axes.as_ref().map_or(Rect::default(), |axes| {
            Rect::around([away(axes, axes.descent), away(axes, axes.ascent)])
        });
        Some(Self {
            run: None,
            beyond,
            white: is_white(ip),
            window: Window::new(ip),
            layer,
            spread: true,
            axes,
            font,
        })
    }

    /// Returns the font to the text state.
    fn leave(self, ip: &mut Interpreter<'_>) {
        ip.state.text.font = Some(self.font);
    }

    /// Shows a string: adds one glyph for each code and moves the text matrix behind the last.
    fn show(&mut self, ip: &mut Interpreter<'_>, raw: RawString<'_>) {
        if let Some(string) = raw.plain() {
            self.show_codes(ip, string);
            return;
        }
        let mut string = std::mem::take(&mut ip.string);
        string.clear();
        raw.decode_into(&mut string);
        self.show_codes(ip, &string);
        ip.string = string;
    }

    /// Shows the codes of a string. If the page is full, the text matrix does not move.
    fn show_codes(&mut self, ip: &mut Interpreter<'_>, string: &[u8]) {
        let text = &ip.state.text;
        let (size, scale, rise) = (text.size, text.scale, text.rise);
        let (char_spacing, word_spacing) = (text.char_spacing, text.word_spacing);
        let m = ip.text_matrix.then(ip.state.ctm);
        if let Some(axes) = &self.axes
            // The visibility of white text is decided for each string.
            && (self.run.is_none() || self.white)
        {
            self.run = Some(run_of(ip, &self.font, axes, self.spread));
        }
        let first = ip.out.glyphs.len();
        let (mut x, mut y) = (0.0, 0.0);
        let place = self.axes.as_ref().zip(self.run);
        for code in self.font.font.codes(string) {
            if let Some((axes, run)) = place {
                let mut origin = m.apply(x, y + rise);
                if axes.mirrored {
                    origin = origin.moved(axes.direction, -code.width * axes.along);
                }
                let (advance, bbox) = match code.vertical {
                    Some(v) => {
                        let advance = -v.advance * axes.along;
                        let left = -v.origin.x * axes.em;
                        let right = left + code.width * axes.em;
                        let away = |distance| Point::default().moved(axes.up, distance);
                        (
                            advance,
                            cell(
                                origin,
                                axes,
                                advance,
                                Rect::around([away(left), away(right)]),
                            ),
                        )
                    }
                    None => {
                        let mut advance = code.width * axes.along;
                        // The pen stays; the cell is that of the drawing.
                        if code.width == 0.0
                            && let Some(extent) = self.font.font.extent(code.code)
                        {
                            let [start, end] = extent.map(|at| at * axes.along);
                            origin = origin.moved(axes.direction, least(start, end));
                            advance = (end - start).abs();
                        }
                        (advance, cell(origin, axes, advance, self.beyond))
                    }
                };
                if self.window.shows(bbox) {
                    let glyph = Glyph {
                        bbox,
                        origin,
                        advance,
                        text: TextSpan::default(),
                        run,
                        decoding: code.decoding,
                        space: code.text.is_space(),
                    };
                    if self.white {
                        visibility::look_below(ip, &glyph);
                    }
                    let full = ip.out.glyphs.len() >= ip.budget.glyphs
                        || ip.out.text.len() >= ip.budget.text_bytes;
                    if full {
                        warn_of_full_page(ip);
                        return;
                    }
                    push_glyph(&mut ip.out, glyph, code.text);
                }
            }
            let spacing = char_spacing + if code.word_space { word_spacing } else { 0.0 };
            match code.vertical {
                Some(v) => y += f64::from(v.advance) * size + spacing,
                None => x += (f64::from(code.width) * size + spacing) * scale,
            }
        }
        if self.layer {
            glyphless::restore_width(&mut ip.out, first);
        }
        ip.text_matrix = Matrix::translation(x, y).then(ip.text_matrix);
    }
}

/// The upright box around a cell that starts at `origin`, extended by `beyond` around its baseline.
fn cell(origin: Point, axes: &Axes, advance: f32, beyond: Rect) -> Rect {
    let end = origin.moved(axes.direction, advance);
    // NaN coordinates give an empty box.
    Rect::EMPTY.union(Rect {
        x0: least(origin.x, end.x) + beyond.x0,
        y0: least(origin.y, end.y) + beyond.y0,
        x1: most(origin.x, end.x) + beyond.x1,
        y1: most(origin.y, end.y) + beyond.y1,
    })
}

/// Warns that the page has reached the limit of glyphs or text.
#[cold]
fn warn_of_full_page(ip: &mut Interpreter<'_>) {
    let most = ip.out.glyphs.len();
    if !ip.full {
        ip.full = true;
        ip.budget.note_cut();
        ip.warnings.push(Diagnostic::limit(format!(
            "the page is read up to {most} characters"
        )));
    }
}

/// Adds a glyph with its text.
#[inline]
fn push_glyph(out: &mut Content, glyph: Glyph, text: CodeText<'_>) {
    let start = out.text.len();
    text.push_to(&mut out.text);
    let text = TextSpan {
        start: start as u32,
        len: (out.text.len() - start) as u32,
    };
    out.glyphs.push(Glyph { text, ..glyph });
}

/// Whether text is now painted in white.
fn is_white(ip: &Interpreter<'_>) -> bool {
    ip.state.fill.white && matches!(ip.state.text.render_mode, 0 | 4)
}

/// The run for text in the current state: the last one if nothing has changed.
fn run_of(ip: &mut Interpreter<'_>, page_font: &PageFont, axes: &Axes, spread: bool) -> u32 {
    let state = &ip.state;
    let vertical = page_font.font.vertical();
    let mode = state.text.render_mode;
    // Downwards is negative in text space, so positive letterspacing of vertical text has a negative `Tc`.
    let outwards = match (spread, vertical) {
        (false, _) => 0.0,
        (true, false) => 1.0,
        (true, true) => -1.0,
    };
    let spacing = (outwards * state.text.char_spacing / state.text.size.abs()) as f32;
    let run = Run {
        font: page_font.index,
        size: axes.em,
        direction: axes.direction,
        up: axes.up,
        ascent: axes.ascent,
        descent: axes.descent,
        letter_spacing: spacing * axes.along,
        vertical,
        render_mode: mode,
        visible: !matches!(mode, 3 | 7) && state.fill_alpha > 0.0,
        white: is_white(ip),
        colour: state.fill.rgb(),
        marked: ip.marked.iter().rev().find_map(|m| *m),
    };
    // The visibility of white text is decided for each string.
    if run.white || ip.out.runs.last() != Some(&run) {
        ip.out.runs.push(run);
    }
    (ip.out.runs.len() - 1) as u32
}
