//! Collects the shapes that divide the text of a page: ruled lines and pictures.

use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::line::Frame;
use crate::page::Content;

/// Limits for ruled lines that divide text.
struct RuleLimits {
    /// Least ratio of a rule's length to its thickness. The background of a space between words has less.
    slenderness: f32,
    /// Least length of a rule along the text, in ems.
    min_along: f32,
    /// Least length of a rule across the text, in ems.
    min_across: f32,
    /// Most rules that are collected; a page has fewer that separate anything.
    max_count: usize,
    /// Most curves and slanted lines that are collected.
    max_curves: usize,
    /// Least width or height of a curve, in ems. Bullets and ticks have less.
    min_curve: f32,
}

const RULE: RuleLimits = RuleLimits {
    slenderness: 6.0,
    min_along: 2.0,
    min_across: 0.8,
    max_count: 20_000,
    max_curves: 2000,
    min_curve: 0.8,
};

/// Largest thickness of ruled lines, in points.
pub(crate) const THIN: f32 = 3.0;

/// The shapes that divide the text of a frame, in that frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    /// Images, and ruled lines along the text. They end a strip that they cross.
    pub barriers: Vec<Rect>,
    /// Ruled lines across the text, from left to right. They separate columns.
    pub rules: Vec<Rect>,
    /// Backgrounds of a part of the page.
    pub shades: Vec<Rect>,
    /// The boxes around curves and slanted lines. Boxes with rounded corners are around text.
    pub curves: Vec<Rect>,
}

impl Shapes {
    /// Collects ruled lines and images; `em` is the size of most of the frame's text.
    pub(crate) fn of(content: &Content, frame: Frame, em: f32, images: &[Rect]) -> Self {
        let mut shapes = Self::default();
        for fill in &content.fills {
            let r = frame.enter_rect(fill.bbox);
            if r.height() <= THIN && r.width() >= RULE.min_along * em {
                shapes.barriers.push(r);
            } else if r.width() <= THIN
                && r.height() >= (RULE.min_across * em).max(RULE.slenderness * r.width())
                && shapes.rules.len() < RULE.max_count
            {
                shapes.rules.push(r);
            } else if r.width() > THIN && r.height() > THIN && shapes.shades.len() < RULE.max_count
            {
                shapes.shades.push(r);
            }
        }
        // The sides of a frame with mitred corners are thin, and their ends are slanted.
        let is_curve = |r: &Rect| {
            r.width().max(r.height()) >= RULE.min_curve * em && r.width().min(r.height()) > THIN
        };
        let drawings = content.drawings.iter();
        let slanted = drawings.filter(|drawing| drawing.slanted && !drawing.rounded);
        let curves = slanted.map(|drawing| frame.enter_rect(drawing.bbox));
        shapes.curves = curves.filter(is_curve).take(RULE.max_curves).collect();
        shapes.rules.compact_sort_by(|a, b| a.x0.total_cmp(&b.x0));
        shapes.barriers.extend_from_slice(images);
        shapes
    }
}
