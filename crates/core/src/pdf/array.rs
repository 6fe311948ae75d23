//! The items of arrays.

use hayro_syntax::object::{Array, Null, Object};

/// The items of an array, with references resolved. "A reference to an undefined object … shall be treated as
/// a reference to the null object" (7.3.10); the library's own iterator would end there.
pub fn items<'a>(array: &Array<'a>) -> impl Iterator<Item = Object<'a>> + use<'a> {
    let count = array.raw_iter().count();
    let mut items = array.flex_iter();
    (0..count).map(move |_| items.next().unwrap_or(Object::Null(Null)))
}

/// The first `N` items of an array if they are numbers, with references resolved.
pub fn numbers<const N: usize>(array: &Array<'_>) -> Option<[f64; N]> {
    let mut out = [0.0; N];
    let mut items = items(array);
    for slot in &mut out {
        *slot = items.next()?.into_number()?.as_f64();
    }
    Some(out)
}
