//! Fitted weights of running heads on a page without others. `benches/zoo/fit_running_alone.py` computes them; `--check`
//! compares them with this file.

use crate::layout::score::Weights;

/// The name and weight of each feature; the first is the constant.
#[rustfmt::skip]
pub(super) static ALONE: Weights<32> = [
    ("every row", -2.04),
    ("the number of the page", 0.04),
    ("a number alone", 3.59),
    ("a number at its end", 1.56),
    ("parts and a number", 1.82),
    ("in capitals", 0.73),
    ("at the edge of the page", 2.24),
    ("near the edge", 1.58),
    ("far in", -0.90),
    ("too far in", -1.93),
    ("at the foot", 0.25),
    ("far from the text", 1.49),
    ("off the text", 0.46),
    ("close to the text", -1.16),
    ("spaced as the text", -2.08),
    ("in small type", 1.23),
    ("in smaller type", 0.59),
    ("a head in very large type", -1.61),
    ("at both ends of its line", 0.72),
    ("in parts", -1.04),
    ("in many parts", -0.98),
    ("centred at the edge", 1.96),
    ("at the far side", 0.95),
    ("it begins as a note", -2.49),
    ("it ends as a sentence", -1.48),
    ("as wide as the text", -0.80),
    ("in a table", -2.48),
    ("only numbers", -1.27),
    ("behind another", -2.19),
    ("behind another in the same type", 2.47),
    ("a second number", -2.55),
    ("few rows on the page", -1.44),
];
