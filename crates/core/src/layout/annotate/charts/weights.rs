//! Fitted weights of charts. `benches/zoo/fit_charts.py` computes them; `--check` compares them with this file.

/// The name and weight of each feature; the first is the constant.
#[rustfmt::skip]
pub(super) const WEIGHTS: [(&str, f32); 19] = [
    ("every drawing", 1.36),
    ("one shape", -1.33),
    ("all shapes are straight", -1.43),
    ("most shapes are curved or slanted", -0.22),
    ("few labels", -0.22),
    ("many numbers", 0.99),
    ("long labels", -2.89),
    ("labels inside shapes", -0.54),
    ("labels beside the shapes", -0.35),
    ("one or two rows of labels", 0.38),
    ("labels in rows", -0.36),
    ("shapes cover much", 0.33),
    ("a scale", 1.92),
    ("a caption", 1.98),
    ("text between the shapes", -3.75),
    ("an image", 0.19),
    ("drawn as one object", 4.50),
    ("drawn as one object in the type of the text", -3.00),
    ("lines of prose", -3.16),
];
