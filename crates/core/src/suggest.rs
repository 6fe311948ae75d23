//! Suggests a known name for a misspelt one, by edit distance.
//!
//! `strsim` has no distance that stops at a limit, without which the detection of running heads would be
//! slow.

/// ` (did you mean "…"?)` with the name most similar to `wrong`, or an empty string.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    closest(wrong, names)
        .map(|name| format!(" (did you mean \"{name}\"?)"))
        .unwrap_or_default()
}

/// The name most similar to `wrong`, if one is similar enough.
pub fn closest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Up to a third of the letters may be wrong; otherwise it is another word.
    let most = (wrong.chars().count() / 3).clamp(1, 4);
    names
        .into_iter()
        .filter_map(|name| Some((distance_up_to(wrong, name, most)?, name)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A list of names for people: `"a", "b" or "c"`.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|n| format!("\"{n}\"")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The error for an unknown name: `"x" is not a format: write "a", "b" or "c"`.
pub fn unknown(name: &str, what: &str, names: &[&str]) -> String {
    let hint = did_you_mean(name, names.iter().copied());
    let list = list(names.iter().copied());
    format!("\"{name}\" is not {what}{hint}: write {list}")
}

/// The number of letters to insert, delete or change to turn `a` into `b` (Levenshtein).
pub fn distance(a: &str, b: &str) -> usize {
    distance_up_to(a, b, usize::MAX).unwrap_or(usize::MAX)
}

/// The [`distance`], if it is at most `most`. It mostly stops early for texts that differ more.
pub(crate) fn distance_up_to(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    // The common beginning and end are not compared.
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(same..)?, b.get(same..)?);
    let behind = a.iter().rev().zip(b.iter().rev());
    let same = behind.take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(..a.len() - same)?, b.get(..b.len() - same)?);
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        let mut least = left;
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let above = *cell;
            left = (diagonal + usize::from(x != y))
                .min(above + 1)
                .min(left + 1);
            diagonal = above;
            *cell = left;
            least = least.min(left);
        }
        // Later letters cannot make it lower.
        if least > most {
            return None;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().filter(|&distance| distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_told_from_another_word() {
        let names = ["bbox", "baseline", "x_wconf"];
        assert_eq!(
            did_you_mean("basline", names),
            " (did you mean \"baseline\"?)"
        );
        assert_eq!(did_you_mean("bbxo", ["bbo"]), " (did you mean \"bbo\"?)");
        assert_eq!(did_you_mean("poly", names), "");
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance_up_to("kitten", "sitting", 3), Some(3));
        assert_eq!(distance_up_to("kitten", "sitting", 2), None);
        assert_eq!(distance_up_to("", "abc", 2), None);
    }

    #[test]
    fn names_are_listed_as_people_list_them() {
        assert_eq!(list(["a"]), "\"a\"");
        assert_eq!(list(["a", "b", "c"]), "\"a\", \"b\" or \"c\"");
    }
}
