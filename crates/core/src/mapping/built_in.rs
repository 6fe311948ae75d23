//! The mapping files that are compiled in.

/// The built-in mappings, by name.
pub(super) const BUILT_IN: [(&str, &str); 8] = [
    ("layout", include_str!("../../../../mappings/layout.json")),
    ("tagged", include_str!("../../../../mappings/tagged.json")),
    ("html", include_str!("../../../../mappings/html.json")),
    (
        "tesseract",
        include_str!("../../../../mappings/tesseract.json"),
    ),
    ("strict", include_str!("../../../../mappings/strict.json")),
    (
        "layout-2011",
        include_str!("../../../../mappings/layout-2011.json"),
    ),
    (
        "tagged-2011",
        include_str!("../../../../mappings/tagged-2011.json"),
    ),
    (
        "finereader-2011",
        include_str!("../../../../mappings/finereader-2011.json"),
    ),
];
