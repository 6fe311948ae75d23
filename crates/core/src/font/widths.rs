//! Widths in font dictionaries (ISO 32000-1, 9.6.2 and 9.7.4.3). Reads `Widths`, `W` and `W2` into text space
//! (1 = the em).

use super::ranges::Ranges;
use crate::geometry::Point;
use crate::pdf::{Array, Dict, Object};

/// Maximum number of ranges in a `W` or `W2` array; those of real fonts have under 70,000.
const RANGES: usize = 1 << 20;

/// The width if it is plausible.
pub(super) fn sane(width: f32) -> Option<f32> {
    is_sane(width).then_some(width)
}

/// Whether a width is plausible: no glyph is a hundred times as wide as the em.
fn is_sane(width: f32) -> bool {
    width.is_finite() && width.abs() <= 100.0
}

/// Reads `Widths` of a simple font, by code. `scale` converts glyph space to text space.
pub(super) fn simple(font: &Dict<'_>, scale: f32) -> [Option<f32>; 256] {
    let mut widths = [None; 256];
    let Some(array) = font.get::<Array<'_>>("Widths") else {
        return widths;
    };
    let first = font.get::<i32>("FirstChar").unwrap_or(0);
    for (code, object) in (i64::from(first)..256).zip(array.iter::<Object<'_>>()) {
        if let Ok(code) = usize::try_from(code)
            && let Some(slot) = widths.get_mut(code)
            && let Object::Number(width) = object
        {
            *slot = sane(width.as_f32() * scale);
        }
    }
    widths
}

/// Widths of a CIDFont's glyphs, by CID: `W` and `DW`.
#[derive(Debug)]
pub(super) struct Horizontal {
    widths: Ranges<f32>,
    default: f32,
}

impl Horizontal {
    /// The widths as written in the dictionary, even those that are not plausible.
    pub(super) fn written(font: &Dict<'_>) -> Self {
        let default = font.get::<f32>("DW").filter(|width| width.is_finite());
        let widths = font.get::<Array<'_>>("W");
        let widths = widths.map_or_else(Vec::new, |w| read_ranges(&w, f32::is_finite));
        let widths = widths.into_iter().map(|(low, high, [w])| (low, high, w));
        Self {
            widths: Ranges::new(widths),
            default: default.map_or(1.0, |width| width / 1000.0),
        }
    }

    /// Reads the widths of the dictionary. `program` gives widths by CID if the dictionary has neither `W`
    /// nor `DW`.
    pub(super) fn read(font: &Dict<'_>, program: impl FnOnce() -> Option<Vec<f32>>) -> Self {
        let default = font.get::<f32>("DW").and_then(|w| sane(w / 1000.0));
        let written = font
            .get::<Array<'_>>("W")
            .map(|array| read_ranges(&array, is_sane));
        let widths = match (written, default) {
            (Some(written), _) => written
                .into_iter()
                .map(|(low, high, [w])| (low, high, w))
                .collect(),
            (None, Some(_)) => Vec::new(),
            (None, None) => (0..)
                .zip(program().unwrap_or_default())
                .collect::<Vec<_>>()
                .into_iter()
                .map(|(cid, w)| (cid, cid, w))
                .collect(),
        };
        Self {
            widths: Ranges::new(widths),
            default: default.unwrap_or(1.0),
        }
    }

    pub(super) fn get(&self, cid: u32) -> f32 {
        self.widths
            .get(cid)
            .map_or(self.default, |(width, _)| width)
    }
}

/// The placement of a glyph in vertical writing (9.7.4.3, figure 40).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertical {
    /// `w1y`, the displacement to the next glyph in text space; negative, because text runs downwards.
    pub advance: f32,
    /// The position vector `v`: from the horizontal origin of the glyph to the vertical one.
    pub origin: Point,
}

/// Metrics for vertical writing, by CID: `W2` and `DW2`.
#[derive(Debug)]
pub(super) struct VerticalWidths {
    metrics: Ranges<[f32; 3]>,
    /// `v_y` and `w1_y` of CIDs outside `metrics`.
    default: [f32; 2],
}

impl VerticalWidths {
    pub(super) fn read(font: &Dict<'_>) -> Self {
        let mut default = [0.88, -1.0];
        if let Some(array) = font.get::<Array<'_>>("DW2") {
            for (slot, value) in default.iter_mut().zip(array.iter::<f32>()) {
                *slot = sane(value / 1000.0).unwrap_or(*slot);
            }
        }
        let written = font
            .get::<Array<'_>>("W2")
            .map_or_else(Vec::new, |array| read_ranges(&array, is_sane));
        Self {
            metrics: Ranges::new(written),
            default,
        }
    }

    /// The metrics of a glyph whose horizontal width is `width`.
    pub(super) fn get(&self, cid: u32, width: f32) -> Vertical {
        let [y, advance] = self.default;
        match self.metrics.get(cid) {
            Some(([advance, x, y], _)) => Vertical {
                advance,
                origin: Point::new(x, y),
            },
            None => Vertical {
                advance,
                origin: Point::new(width / 2.0, y),
            },
        }
    }
}

/// Reads `c [v1 v2 …]` and `c_first c_last v`, where a value has `N` numbers.
fn read_ranges<const N: usize>(
    array: &Array<'_>,
    accepts: fn(f32) -> bool,
) -> Vec<(u32, u32, [f32; N])> {
    let mut ranges = Vec::new();
    // The CIDs and numbers read since the last whole entry.
    let mut pending: Vec<f32> = Vec::with_capacity(N + 2);
    for object in array.iter::<Object<'_>>() {
        if ranges.len() >= RANGES {
            break;
        }
        match object {
            Object::Number(n) => {
                pending.push(n.as_f32());
                if let [first, last, values @ ..] = pending.as_slice()
                    && let Ok(values) = <[f32; N]>::try_from(values)
                {
                    if let Some(value) = scaled(values, accepts)
                        && first <= last
                    {
                        ranges.push((*first as u32, *last as u32, value));
                    }
                    pending.clear();
                }
            }
            Object::Array(values) => {
                // Numbers between the first CID and its array are errors; the last number is the CID.
                if let Some(first) = pending.last() {
                    let first = *first as u32;
                    let most = RANGES - ranges.len();
                    each_value(&values, first, most, accepts, &mut ranges);
                }
                pending.clear();
            }
            _ => {}
        }
    }
    ranges
}

fn each_value<const N: usize>(
    values: &Array<'_>,
    first: u32,
    most: usize,
    accepts: fn(f32) -> bool,
    ranges: &mut Vec<(u32, u32, [f32; N])>,
) {
    let mut numbers = values.iter::<f32>();
    for cid in (first..=u32::MAX).take(most) {
        let mut value = [0.0; N];
        for slot in &mut value {
            let Some(number) = numbers.next() else { return };
            *slot = number;
        }
        if let Some(value) = scaled(value, accepts) {
            ranges.push((cid, cid, value));
        }
    }
}

/// Converts thousandths of the em to text space; `None` if a value is not accepted.
fn scaled<const N: usize>(values: [f32; N], accepts: fn(f32) -> bool) -> Option<[f32; N]> {
    let values = values.map(|v| v / 1000.0);
    values.iter().all(|&v| accepts(v)).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_syntax::object::FromBytes;

    fn dict(data: &'static str) -> Dict<'static> {
        Dict::from_bytes(data.as_bytes()).unwrap()
    }

    #[test]
    fn widths_of_a_simple_font() {
        let widths = simple(
            &dict("<</FirstChar 254/LastChar 255/Widths[500 null 700 800]>>"),
            0.001,
        );
        assert_eq!(widths[253..], [None, Some(0.5), None]);
        let widths = simple(&dict("<</FirstChar -1/Widths[1 2 100000000]>>"), 1.0);
        assert_eq!(widths[..2], [Some(2.0), None]);
    }

    #[test]
    fn both_forms_of_w() {
        let font = dict("<</DW 900/W[120[400 325 500]7080 8032 1000 0 2000000000 250]>>");
        let widths = Horizontal::read(&font, || None);
        assert_eq!(widths.get(7081), 0.25);
        let reversed = dict("<</DW 900/W[7 5 250]>>");
        let widths = Horizontal::read(&reversed, || None);
        assert_eq!([5, 6, 7].map(|cid| widths.get(cid)), [0.9; 3]);
        let font = dict("<</DW 900/W[120[400 325 500]7080 8032 1000]>>");
        let widths = Horizontal::read(&font, || None);
        assert_eq!(widths.get(119), 0.9);
        assert_eq!(widths.get(121), 0.325);
        assert_eq!(widths.get(8032), 1.0);
    }

    #[test]
    fn without_w_the_program_is_asked() {
        let widths = Horizontal::read(&dict("<<>>"), || Some(vec![0.5, 0.6]));
        assert_eq!((widths.get(1), widths.get(2)), (0.6, 1.0));
        let widths = Horizontal::read(&dict("<</DW 700>>"), || Some(vec![0.5]));
        assert_eq!(widths.get(0), 0.7);
    }

    #[test]
    fn vertical_metrics() {
        let font = dict("<</DW2[800 -900]/W2[120[-1000 500 772]7080 8032 -500 250 450]>>");
        let widths = VerticalWidths::read(&font);
        let vertical = |advance, x, y| Vertical {
            advance,
            origin: Point::new(x, y),
        };
        assert_eq!(widths.get(120, 1.0), vertical(-1.0, 0.5, 0.772));
        assert_eq!(widths.get(8000, 1.0), vertical(-0.5, 0.25, 0.45));
        assert_eq!(widths.get(1, 0.6), vertical(-0.9, 0.3, 0.8));
    }
}
