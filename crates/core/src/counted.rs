//! Numbers of things, as people say them.

/// `1 page`, `2 pages`, `0 entries`; the thing is given in the singular.
pub fn counted(count: usize, thing: &str) -> String {
    match thing.strip_suffix('y') {
        _ if count == 1 => format!("1 {thing}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {thing}s"),
    }
}

/// The form of a verb that goes with that number of things.
pub fn verb<'a>(count: usize, one: &'a str, several: &'a str) -> &'a str {
    if count == 1 { one } else { several }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_several() {
        let pages = [0, 1, 2].map(|n| counted(n, "page"));
        assert_eq!(pages, ["0 pages", "1 page", "2 pages"]);
        let entries = [1, 3].map(|n| counted(n, "entry"));
        assert_eq!(entries, ["1 entry", "3 entries"]);
        assert_eq!([1, 0].map(|n| verb(n, "is", "are")), ["is", "are"]);
    }
}
