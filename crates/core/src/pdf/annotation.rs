//! Flags of annotations (12.5.3), and the ancestors of form fields (12.7.3.1).

use hayro_syntax::object::Dict;

/// `/F` bits of table 165 that hide an annotation, always or on screens.
const HIDDEN: i32 = 1 << 1 | 1 << 5;

/// Maximum number of parents from which a field inherits.
const MAX_ANCESTORS: usize = 32;

/// Whether an annotation is hidden, always or on screens.
pub fn is_hidden(annotation: &Dict<'_>) -> bool {
    annotation.get::<i32>("F").unwrap_or(0) & HIDDEN != 0
}

/// A field, then its parents, the nearest first.
pub fn field_and_ancestors<'a>(field: &Dict<'a>) -> impl Iterator<Item = Dict<'a>> {
    std::iter::successors(Some(field.clone()), |field| field.get::<Dict<'a>>("Parent"))
        .take(MAX_ANCESTORS)
}
