//! Fitted weights of charts. `benches/zoo/fit_charts.py` computes them; `--check` compares them with this file.

/// The name and weight of each feature; the first is the constant.
#[rustfmt::skip]
pub(super) const WEIGHTS: [(&str, f32); 19] = [
    ("every drawing", 1.60),
    ("one shape", -1.28),
    ("many shapes", 0.18),
    ("all shapes are straight", -1.57),
    ("most shapes are curved or slanted", 0.49),
    ("few labels", -0.55),
    ("some numbers", 0.04),
    ("many numbers", 0.69),
    ("long labels", -2.61),
    ("labels inside shapes", -0.28),
    ("labels beside the shapes", -0.25),
    ("one or two rows of labels", 0.36),
    ("labels in rows", -0.45),
    ("shapes cover much", 0.30),
    ("a scale", 1.75),
    ("a caption", 1.01),
    ("text between the shapes", -3.71),
    ("an image", 0.14),
    ("lines of prose", -4.00),
];
