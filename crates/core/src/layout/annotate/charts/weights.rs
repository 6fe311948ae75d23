//! Fitted weights of charts. `benches/zoo/fit_charts.py` computes them; `--check` compares them with this file.

/// The name and weight of each feature; the first is the constant.
#[rustfmt::skip]
pub(super) const WEIGHTS: [(&str, f32); 24] = [
    ("every drawing", 2.55),
    ("one shape", -1.22),
    ("many shapes", 0.40),
    ("all shapes are straight", -1.44),
    ("most shapes are curved or slanted", 0.53),
    ("thin lines", -0.73),
    ("few labels", -0.13),
    ("many labels", -0.73),
    ("some numbers", 0.00),
    ("many numbers", 0.83),
    ("long labels", -1.89),
    ("labels inside shapes", -0.48),
    ("labels beside the shapes", -0.42),
    ("one or two rows of labels", 0.13),
    ("labels in rows", -0.41),
    ("shapes cover much", 0.50),
    ("a scale", 1.62),
    ("a caption", 0.49),
    ("text between the shapes", -3.50),
    ("turned labels", 0.00),
    ("all text of the page", 0.00),
    ("an image", 0.12),
    ("lines of prose", -4.00),
    ("invisible labels on an image", 0.00),
];
