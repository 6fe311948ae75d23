//! Showing text (9.4.3, 9.4.4).

use super::glyphless;
use super::interpreter::Interpreter;
use super::visibility;
use crate::diagnostics::{Diagnostic, Kind};
use crate::geometry::{Matrix, Point, Rect};
use crate::model::{Decoding, Glyph, Run, TextSpan};
use crate::pdf::lexer::Token;

/// `Td`: the line matrix moves, and the text matrix with it.
pub(super) fn move_line(ip: &mut Interpreter<'_>, x: f64, y: f64) {
    ip.line_matrix = Matrix::translation(x, y).then(ip.line_matrix);
    ip.text_matrix = ip.line_matrix;
}

/// `T*`.
pub(super) fn next_line(ip: &mut Interpreter<'_>) {
    let leading = ip.state.text.leading;
    move_line(ip, 0.0, -leading);
}

/// The string of `Tj`, `'` and `"`.
pub(super) fn show_operand(ip: &mut Interpreter<'_>, operand: &Token<'_>) -> Option<()> {
    let Token::String(raw) = operand else {
        return None;
    };
    let mut string = std::mem::take(&mut ip.string);
    string.clear();
    raw.decode_into(&mut string);
    show(ip, &string);
    ip.string = string;
    Some(())
}

/// The array of `TJ`: strings, and numbers in thousandths of the em that move backwards.
pub(super) fn show_array(ip: &mut Interpreter<'_>, operands: &[Token<'_>]) {
    for operand in operands {
        if let Token::Number(n) = operand {
            let text = &ip.state.text;
            let vertical = text.font.as_ref().is_some_and(|f| f.font.vertical());
            let back = -n / 1000.0 * text.size;
            let (x, y) = if vertical {
                (0.0, back)
            } else {
                (back * text.scale, 0.0)
            };
            ip.text_matrix = Matrix::translation(x, y).then(ip.text_matrix);
        } else {
            show_operand(ip, operand);
        }
    }
}

/// The axes of text space on the page, for one string.
struct Axes {
    /// Along the writing direction; unit vector.
    direction: Point,
    /// Towards the ascenders; unit vector.
    up: Point,
    /// Length of the em along the writing direction, in points.
    em_along: f32,
    /// Length of the em along `up`, in points.
    em_up: f32,
}

impl Axes {
    /// `None` when the text has no extent.
    fn new(m: Matrix, size: f64, scale: f64, vertical: bool) -> Option<Self> {
        let (x, x_length) = unit(m.a * size * scale, m.b * size * scale)?;
        let (y, y_length) = unit(m.c * size, m.d * size)?;
        Some(if vertical {
            // Written downwards, so `up` is what is on the left of that: to the right.
            Self {
                direction: Point::new(0.0 - y.x, 0.0 - y.y),
                up: x,
                em_along: y_length,
                em_up: x_length,
            }
        } else {
            Self {
                direction: x,
                up: y,
                em_along: x_length,
                em_up: y_length,
            }
        })
    }
}

/// The vector's direction and length. Directions within a thousandth of an axis are put on it,
/// so that rounding in the file cannot turn upright text.
fn unit(x: f64, y: f64) -> Option<(Point, f32)> {
    const SNAP: f64 = 1e-3;
    let length = x.hypot(y);
    if !length.is_finite() || length < 1e-6 {
        return None;
    }
    let (mut x, mut y) = (x / length, y / length);
    if x.abs() < SNAP {
        (x, y) = (0.0, y.signum());
    } else if y.abs() < SNAP {
        (x, y) = (x.signum(), 0.0);
    }
    Some((Point::new(x as f32, y as f32), length as f32))
}

/// Shows a string: a glyph a character code, and the text matrix behind the last.
fn show(ip: &mut Interpreter<'_>, string: &[u8]) {
    let text = &ip.state.text;
    let Some(page_font) = text.font.clone() else {
        return;
    };
    let font = &*page_font.font;
    let (size, scale, rise) = (text.size, text.scale, text.rise);
    let (char_spacing, word_spacing) = (text.char_spacing, text.word_spacing);
    let m = ip.text_matrix.then(ip.state.ctm);
    let vertical = font.vertical();
    let axes = Axes::new(m, size, scale, vertical);
    let run = axes.as_ref().map(|axes| run_of(ip, &page_font, axes));
    let first = ip.out.glyphs.len();
    // Where the next glyph starts, in unscaled text space.
    let (mut x, mut y) = (0.0, 0.0);
    for code in font.codes(string) {
        if let (Some(axes), Some(run)) = (&axes, run) {
            let origin = m.apply(x, y + rise);
            let (advance, bbox) = match code.vertical {
                Some(v) => {
                    let advance = -v.advance * axes.em_along;
                    let left = -v.origin.x * axes.em_up;
                    let right = left + code.width * axes.em_up;
                    (advance, cell(origin, axes, advance, left, right))
                }
                None => {
                    let advance = code.width * axes.em_along;
                    let bottom = font.descent() * axes.em_up;
                    let top = font.ascent() * axes.em_up;
                    (advance, cell(origin, axes, advance, bottom, top))
                }
            };
            let glyph = Glyph {
                bbox,
                origin,
                advance,
                text: TextSpan::default(),
                run,
                decoding: code.decoding,
                space: code.text.is_space(),
            };
            if !push_glyph(ip, glyph, |out| code.text.push_to(out)) {
                return;
            }
            if code.decoding == Decoding::Unknown {
                *ip.unknown.entry(page_font.index).or_default() += 1;
            }
        }
        let spacing = char_spacing + if code.word_space { word_spacing } else { 0.0 };
        match code.vertical {
            Some(v) => y += f64::from(v.advance) * size + spacing,
            None => x += (f64::from(code.width) * size + spacing) * scale,
        }
    }
    if glyphless::is_layer(page_font.font.facts(), ip.state.text.render_mode) {
        glyphless::restore_width(&mut ip.out, first);
    }
    ip.text_matrix = Matrix::translation(x, y).then(ip.text_matrix);
}

/// The upright box around a cell that starts at `origin` and lies between `bottom` and `top` of
/// the baseline.
fn cell(origin: Point, axes: &Axes, advance: f32, bottom: f32, top: f32) -> Rect {
    let start = origin;
    let end = origin.moved(axes.direction, advance);
    Rect::around([
        start.moved(axes.up, bottom),
        start.moved(axes.up, top),
        end.moved(axes.up, bottom),
        end.moved(axes.up, top),
    ])
}

/// Adds a glyph with its text, unless it cannot be seen. False when the page is full.
pub(super) fn push_glyph(
    ip: &mut Interpreter<'_>,
    mut glyph: Glyph,
    text: impl FnOnce(&mut String),
) -> bool {
    if !visibility::is_drawn(ip, glyph.bbox) {
        return true;
    }
    visibility::look_below(ip, &glyph);
    if ip.out.glyphs.len() >= ip.limits.glyphs {
        if ip.out.glyphs.len() == ip.limits.glyphs {
            let most = ip.limits.glyphs;
            ip.warnings.push(Diagnostic::new(
                Kind::Limit,
                format!("the page is read up to {most} characters"),
            ));
        }
        return false;
    }
    let start = ip.out.text.len();
    text(&mut ip.out.text);
    glyph.text = TextSpan {
        start: start as u32,
        len: (ip.out.text.len() - start) as u32,
    };
    ip.out.glyphs.push(glyph);
    true
}

/// The run for text in the present state: the last one when nothing has changed.
fn run_of(ip: &mut Interpreter<'_>, page_font: &super::state::PageFont, axes: &Axes) -> u32 {
    let state = &ip.state;
    let vertical = page_font.font.vertical();
    let (ascent, descent) = if vertical {
        // The baseline of vertical writing runs through the middle of the glyphs.
        (0.5, -0.5)
    } else {
        (page_font.font.ascent(), page_font.font.descent())
    };
    let mode = state.text.render_mode;
    // Downwards is negative in text space, so what spreads vertical writing is below zero.
    let spread = if vertical { -1.0 } else { 1.0 };
    let spacing = (spread * state.text.char_spacing / state.text.size.abs()) as f32;
    let run = Run {
        font: page_font.index,
        size: axes.em_up,
        direction: axes.direction,
        up: axes.up,
        ascent: ascent * axes.em_up,
        descent: descent * axes.em_up,
        letter_spacing: spacing * axes.em_along,
        vertical,
        render_mode: mode,
        visible: !matches!(mode, 3 | 7) && state.fill_alpha > 0.0,
        white: state.fill.white && matches!(mode, 0 | 4),
        marked: ip.marked.iter().rev().find_map(|m| *m),
    };
    // Whether white text stands out is told a string at a time.
    if run.white || ip.out.runs.last() != Some(&run) {
        ip.out.runs.push(run);
    }
    (ip.out.runs.len() - 1) as u32
}
