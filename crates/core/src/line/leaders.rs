//! Finds leaders: rows of dots between an entry and its page number.
//!
//! ```text
//!  Introduction..........7     three words: the entry, the dots, the number
//! ```
//!
//! Dots that end a sentence, mark an omission or belong to a number are part of their word.

use crate::page::{Content, Dots};

/// The leaders in a word: start and number of glyphs of each.
pub(super) fn in_word(content: &Content, glyphs: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    let dots = |index: &u32| {
        let glyph = content.glyphs.get(*index as usize)?;
        let first = content.first_byte_of(glyph);
        if first.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        Dots::of(content.text_of(glyph))
    };
    // Most words have no dots.
    let glyphs = match glyphs.iter().any(|index| dots(index).is_some()) {
        true => glyphs,
        false => &[],
    };
    let mut glyphs = (0u32..).zip(glyphs).peekable();
    std::iter::from_fn(move || {
        loop {
            let (start, first) = glyphs.next()?;
            let Some(mut all) = dots(first).filter(|all| *all > Dots::default()) else {
                continue;
            };
            let mut end = start + 1;
            while let Some(&(at, glyph)) = glyphs.peek()
                && let Some(more) = dots(glyph)
            {
                all = all.and(more);
                end = at + 1;
                glyphs.next();
            }
            if all.lead() {
                return Some((start, end - start));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    fn cut(text: &str) -> Vec<(u32, u32)> {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 0.0, 100.0, text);
        let glyphs: Vec<u32> = pen.content.glyph_indices().collect();
        in_word(&pen.content, &glyphs).collect()
    }

    #[test]
    fn many_dots_are_a_leader() {
        assert_eq!(cut("Introduction.....7"), [(12, 5)]);
        assert_eq!(cut("1……………4"), [(1, 5)]);
        assert_eq!(cut("a······b______c"), [(1, 6), (8, 6)]);
        assert_eq!(cut("........"), [(0, 8)]);
    }

    #[test]
    fn few_dots_belong_to_their_word() {
        for text in [
            "wait...what",
            "so....Then",
            "他说……好",
            "1.2.3.4.5.6",
            "_init__",
            "",
            "....",
        ] {
            assert_eq!(cut(text), [], "{text}");
        }
    }
}
