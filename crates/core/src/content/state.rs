//! The graphics state (ISO 32000-1, 8.4), as far as text and ruled lines depend on it.

use std::sync::Arc;

use super::colour::FillColour;
use crate::font::Font;
use crate::geometry::{Matrix, Rect};

#[derive(Clone)]
pub(super) struct GraphicsState {
    /// The matrix from user space to page space.
    pub ctm: Matrix,
    /// In units of user space.
    pub line_width: f64,
    pub fill: FillColour,
    /// The box of the clipping path (8.5.4), in page space.
    pub clip: Rect,
    /// `ca` of the last ExtGState: 0 is invisible.
    pub fill_alpha: f32,
    pub text: TextState,
}

/// The text state (9.3).
#[derive(Clone, Default)]
pub(super) struct TextState {
    /// `Tc`, in unscaled text space.
    pub char_spacing: f64,
    /// `Tw`, in unscaled text space.
    pub word_spacing: f64,
    /// `Tz` / 100.
    pub scale: f64,
    /// `TL`, in unscaled text space.
    pub leading: f64,
    pub font: Option<PageFont>,
    /// `Tfs`.
    pub size: f64,
    /// `Tr`.
    pub render_mode: u8,
    /// `Ts`, in unscaled text space.
    pub rise: f64,
}

/// A font in use on the page.
#[derive(Clone)]
pub(super) struct PageFont {
    pub font: Arc<Font>,
    /// Its index in the page's list of fonts.
    pub index: u32,
}

impl GraphicsState {
    pub(super) fn new(ctm: Matrix) -> Self {
        Self {
            ctm,
            line_width: 1.0,
            fill: FillColour::default(),
            clip: Rect::new(f32::MIN, f32::MIN, f32::MAX, f32::MAX),
            fill_alpha: 1.0,
            text: TextState {
                scale: 1.0,
                ..TextState::default()
            },
        }
    }
}
