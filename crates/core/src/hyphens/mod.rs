//! Classifies hyphens at line ends: one that only divides a word becomes U+00AD, one that is part of the word
//! is kept. Readers can then join divided words.
//!
//! ```text
//!   the vocabulary of the dictio-      nary: U+00AD, "dictionary" is on this page
//!   nary; the dictionary of well-      known: stays, "well-known" is on the next
//!   known words
//! ```
//!
//! Korean words are divided without a hyphen. Their first part gets the attribute `divided` ([`hangul`]).
//!
//! [`PageWords`] summarises a page: its words, and the starts of its first lines, because a word can continue
//! on the next page. [`settle`] uses the summaries of the page and its neighbours.

mod hangul;
mod verdict;
mod vocabulary;

use std::ops::Range;

use crate::page::{Detail, NodeId, NodeKind, Own, Page, SOFT_HYPHEN, Step, is_hyphen};
use hangul::LineEnds;
use verdict::{Around, Counts};
use vocabulary::{Vocabulary, WordKind};

/// Maximum lines searched for the rest of a word at the end of a paragraph. Headings, captions, notes and
/// running heads can be in between.
const AHEAD: usize = 12;

/// The evidence of a page for classifying hyphens on it and on neighbouring pages.
#[derive(Clone, Debug, Default)]
pub struct PageWords {
    words: Vocabulary,
    /// The first words of its first lines.
    starts: Vec<String>,
    counts: Counts,
    /// Whether any of its lines ends with a hyphen.
    divides: bool,
    /// Its line ends beside Korean letters.
    hangul: LineEnds,
    /// Whether soft hyphens also occur within lines, where they have no special meaning.
    soft_inside: bool,
}

/// A line of a page: position, and first and last word. Words split by the rules of a language count as one,
/// with adjacent punctuation.
struct PageLine {
    /// The paragraph or table cell.
    parent: Option<NodeId>,
    first: Range<u32>,
    last: Range<u32>,
    /// The node of the last word or of its last piece.
    node: NodeId,
}

impl PageLine {
    fn begin(node: NodeId, glyphs: &Range<u32>) -> Self {
        Self {
            parent: None,
            first: glyphs.clone(),
            last: glyphs.clone(),
            node,
        }
    }

    /// Adds the next word, which may be a piece of the previous one. Otherwise returns the previous word.
    fn take(&mut self, page: &Page, node: NodeId, glyphs: &Range<u32>) -> Option<Range<u32>> {
        self.node = node;
        if !page.is_glued(&self.last, node) {
            return Some(std::mem::replace(&mut self.last, glyphs.clone()));
        }
        if self.first == self.last {
            self.first.end = glyphs.end;
        }
        self.last.end = glyphs.end;
        None
    }
}

/// The lines of a page, except those of headers, footers and artifacts, and all of its words.
#[derive(Default)]
struct PageText {
    lines: Vec<PageLine>,
    /// Words split by the rules of a language count as one.
    words: Vec<Range<u32>>,
    /// See [`PageWords::soft_inside`].
    soft_inside: bool,
}

impl PageText {
    fn of(page: &Page) -> Self {
        let tree = &page.tree;
        let mut out = Self::default();
        let mut open: Option<PageLine> = None;
        // The header, footer or artifact around the current node, and the line around that.
        let mut outside: Option<(NodeId, Option<PageLine>)> = None;
        // Normalisation keeps soft hyphens at line ends only.
        let is_soft = |text: &str| text.contains(SOFT_HYPHEN);
        for step in tree.walk(tree.root()) {
            match step {
                Step::Enter(id) => {
                    let Detail::Word(glyphs) = &tree[id].detail else {
                        if outside.is_none() && is_outside(&tree[id].kind) {
                            outside = Some((id, open.take()));
                        }
                        continue;
                    };
                    out.soft_inside |= tree[id].own(Own::Raw).is_some_and(is_soft)
                        && !page.texts(glyphs).any(is_soft);
                    match &mut open {
                        Some(line) => out.words.extend(line.take(page, id, glyphs)),
                        None => open = Some(PageLine::begin(id, glyphs)),
                    }
                }
                Step::Leave(id) => {
                    if let Detail::Line(_) = &tree[id].detail
                        && let Some(mut line) = open.take()
                    {
                        out.words.push(line.last.clone());
                        if outside.is_none() {
                            line.parent = tree.parent(id);
                            out.lines.push(line);
                        }
                    }
                    if let Some((_, around)) = outside.take_if(|(own, _)| *own == id) {
                        out.words.extend(open.map(|line| line.last));
                        open = around;
                    }
                }
            }
        }
        out.words.extend(open.map(|line| line.last));
        out
    }
}

impl PageWords {
    pub fn of(page: &Page) -> Self {
        let PageText {
            lines,
            words: all,
            soft_inside,
        } = PageText::of(page);
        let mut scratch = String::new();
        let starts = lines.iter().take(AHEAD);
        let starts = starts.map(|line| page.text(&line.first, &mut scratch).to_owned());
        let starts = starts.collect();
        let mut divided: Vec<&Range<u32>> = Vec::new();
        let mut counts = Counts {
            lines: u32::try_from(lines.len()).unwrap_or(u32::MAX),
            ..Counts::default()
        };
        for (n, line) in lines.iter().enumerate() {
            if let Some(end) = Ending::of(page, &line.last) {
                counts.ends = counts.ends.saturating_add(u32::from(end.letter));
                divided.push(&line.last);
                divided.extend(lines.get(n + 1).map(|next| &next.first));
            }
        }
        let divides = !divided.is_empty();
        let mut hangul = LineEnds::default();
        if hangul::may_occur(page) {
            for (n, is_bare) in hangul::full_lines(page, &lines) {
                hangul.add(is_bare);
                if is_bare {
                    divided.extend(lines.get(n).map(|line| &line.last));
                    divided.extend(lines.get(n + 1).map(|next| &next.first));
                }
            }
        }
        divided.sort_unstable_by_key(|glyphs| glyphs.start);
        let mut words = Vocabulary::with_capacity(all.len());
        counts.words = u32::try_from(all.len()).unwrap_or(u32::MAX);
        for glyphs in &all {
            let at = divided.binary_search_by_key(&glyphs.start, |g| g.start);
            if at.is_ok() {
                continue;
            }
            let count = match words.add(page.text(glyphs, &mut scratch)) {
                WordKind::Compound => &mut counts.compounds,
                WordKind::Loose => &mut counts.loose,
                WordKind::Plain => continue,
            };
            *count = count.saturating_add(1);
        }
        Self {
            words,
            starts,
            counts,
            divides,
            hangul,
            soft_inside,
        }
    }
}

/// Replaces hyphens at line ends that only divide words. `around` contains the summaries of neighbouring
/// pages and of the page itself. A word whose hyphen was another character than `-` keeps its original form
/// in the attribute `raw`.
pub fn settle<'a>(page: &mut Page, around: impl Iterator<Item = (u32, &'a PageWords)> + Clone) {
    let mut own = around.clone().filter(|(index, _)| *index == page.index);
    let has_none = |words: &PageWords| !words.divides && !words.hangul.may_divide();
    if own.next().is_some_and(|(_, words)| has_none(words)) {
        return;
    }
    let lines = PageText::of(page).lines;
    let next_page = page.index.checked_add(1);
    let mut starts = around
        .clone()
        .filter(|(index, _)| Some(*index) == next_page);
    let starts = starts.next().map_or(&[][..], |(_, words)| &words.starts);
    let seen = |parts: &[&str]| {
        let hash = vocabulary::hash(parts);
        let having = around.clone().filter(|(_, words)| words.words.has(hash));
        having.count()
    };
    let known = Around {
        english: 2 * seen(&["the"]) >= around.clone().count(),
        seen,
        counts: around
            .clone()
            .fold(Counts::default(), |sum, (_, words)| sum.and(words.counts)),
    };
    let hangul = around
        .clone()
        .fold(LineEnds::default(), |sum, (_, words)| sum.and(words.hangul));
    if hangul.may_divide() && hangul::may_occur(page) {
        settle_unhyphenated(page, &lines, hangul, known.seen);
    }
    let soft_inside = around.clone().any(|(_, words)| words.soft_inside);
    let (mut word, mut next) = (String::new(), String::new());
    for (n, line) in lines.iter().enumerate() {
        let Some(Ending { hyphen, .. }) = Ending::of(page, &line.last) else {
            continue;
        };
        if hyphen == SOFT_HYPHEN && !soft_inside {
            continue;
        }
        word.clear();
        page.push_text(&line.last, &mut word);
        let stem = word.strip_suffix(hyphen).unwrap_or_default();
        rest(page, &lines, n, starts, &mut next);
        // OCR programs use `¬` only for hyphens that divide words.
        let is_not_sign = hyphen == '\u{AC}' && stem.ends_with(char::is_alphabetic);
        let divides = is_not_sign || verdict::divides(stem, &next, &known);
        let sign = if divides { SOFT_HYPHEN } else { '-' };
        if divides || hyphen == SOFT_HYPHEN {
            put(page, line, hyphen, sign);
        }
    }
}

/// Marks words that are divided without a hyphen.
fn settle_unhyphenated(
    page: &mut Page,
    lines: &[PageLine],
    ends: LineEnds,
    seen: impl Fn(&[&str]) -> usize,
) {
    let (mut word, mut next) = (String::new(), String::new());
    for (n, is_bare) in hangul::full_lines(page, lines) {
        let (Some(line), Some(below)) = (lines.get(n), lines.get(n + 1)) else {
            continue;
        };
        word.clear();
        page.push_text(&line.last, &mut word);
        next.clear();
        page.push_text(&below.first, &mut next);
        let (stem, rest) = (vocabulary::bare(&word), vocabulary::bare(&next));
        if is_bare && hangul::divides(stem, rest, ends, &seen) {
            page.tree[line.node].add_attribute(Own::Divided, "true");
        }
    }
}

/// The rest of the word at the end of line `n`: the first word of the next line. If the paragraph ends there,
/// it is the next first word in lower case, possibly on the next page.
fn rest(page: &Page, lines: &[PageLine], n: usize, starts: &[String], out: &mut String) {
    let parent = lines.get(n).and_then(|line| line.parent);
    let behind = lines.get(n + 1..).unwrap_or_default();
    let mut ahead = 0;
    for line in behind.iter().take(AHEAD) {
        out.clear();
        page.push_text(&line.first, out);
        if (ahead == 0 && line.parent == parent) || out.starts_with(char::is_lowercase) {
            return;
        }
        ahead += 1;
    }
    out.clear();
    let mut starts = starts.iter().take(AHEAD - ahead);
    if let Some(start) = starts.find(|start| start.starts_with(char::is_lowercase)) {
        out.push_str(start);
    }
}

/// A hyphen at the end of a line.
struct Ending {
    hyphen: char,
    /// Whether it follows a letter.
    letter: bool,
}

impl Ending {
    /// The final hyphen of a word that has other characters before it.
    fn of(page: &Page, glyphs: &Range<u32>) -> Option<Self> {
        let (mut before, mut last) = (None, None);
        for text in page.texts(glyphs) {
            let mut ends = text.chars().rev();
            if let Some(c) = ends.next() {
                (before, last) = (ends.next().or(last), Some(c));
            }
        }
        let hyphen = last.filter(|c| is_hyphen(*c) || *c == SOFT_HYPHEN)?;
        Some(Self {
            hyphen,
            letter: before?.is_alphabetic(),
        })
    }
}

/// Replaces the hyphen at the end of a line by a sign.
fn put(page: &mut Page, line: &PageLine, hyphen: char, sign: char) {
    let glyphs = page
        .order
        .get(line.last.start as usize..line.last.end as usize);
    let has_text = |&&index: &&u32| {
        let glyph = page.content.glyphs.get(index as usize);
        glyph.is_some_and(|glyph| glyph.text.len > 0)
    };
    let Some(&index) = glyphs.and_then(|glyphs| glyphs.iter().rev().find(has_text)) else {
        return;
    };
    if hyphen != '-'
        && hyphen != sign
        && let Detail::Word(glyphs) = &page.tree[line.node].detail
    {
        let mut value = String::new();
        page.push_text(glyphs, &mut value);
        let node = &mut page.tree[line.node];
        if node.own(Own::Raw).is_none() {
            node.add_attribute(Own::Raw, value);
        }
    }
    let content = &mut page.content;
    let glyph = content.glyphs.get(index as usize);
    let mut text = glyph.map_or_else(String::new, |g| content.text_of(g).to_owned());
    text.pop();
    text.push(sign);
    let text = content.push_text(&text);
    if let Some(glyph) = content.glyphs.get_mut(index as usize) {
        glyph.text = text;
    }
}

fn is_outside(kind: &NodeKind) -> bool {
    matches!(kind.as_str(), "header" | "footer" | "pageno" | "Artifact")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// A page of columns of lines.
    fn page(index: u32, columns: &[&[&str]]) -> Page {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (c, lines) in columns.iter().enumerate() {
            for (n, line) in lines.iter().enumerate() {
                pen.write(run, 50.0 + 250.0 * c as f32, 100.0 + 12.0 * n as f32, line);
            }
        }
        analyse(index, pen.content, &LayoutParams::default())
    }

    /// The words with soft hyphens on consecutive pages.
    fn softened(mut pages: Vec<Page>) -> Vec<String> {
        let pages_words: Vec<(u32, PageWords)> =
            pages.iter().map(|p| (p.index, PageWords::of(p))).collect();
        let mut out = Vec::new();
        for page in &mut pages {
            settle(
                page,
                pages_words.iter().map(|(index, words)| (*index, words)),
            );
            let mut text = String::new();
            page.push_text_below(page.tree.root(), &mut text);
            out.extend(
                text.split(' ')
                    .filter(|w| w.contains(SOFT_HYPHEN))
                    .map(str::to_owned),
            );
        }
        out
    }

    #[test]
    fn a_hyphen_that_divides_a_word_is_soft_and_another_is_not() {
        let first = page(
            0,
            &[&[
                "this is a dictio-",
                "nary of all well-",
                "known and graph-",
                "based words of Ober-",
                "Sachsen until 1914-",
                "1918 and a sing-",
            ]],
        );
        let second = page(
            1,
            &[&[
                "25",
                "CHAPTER",
                "ing bird that is as well-known",
                "as the dictionary is",
            ]],
        );
        assert_eq!(
            softened(vec![first, second]),
            ["dictio\u{AD}", "sing\u{AD}"]
        );
    }

    #[test]
    fn a_word_goes_on_in_the_next_column() {
        let filler = [
            "lines of prose go on and on,",
            "from one end to the other,",
            "until the column ends with a",
        ];
        let left = [&filler[..], &["word that is not yet at its un-"]].concat();
        let right = [&["avoidable end, and goes on there"], &filler[..]].concat();
        assert_eq!(softened(vec![page(0, &[&left, &right])]), ["un\u{AD}"]);
    }

    #[test]
    fn what_was_recognised_for_a_hyphen_is_one_and_is_told() {
        let mut page = page(0, &[&["a dictio\u{AC}", "nary"]]);
        let words = PageWords::of(&page);
        settle(&mut page, [(0, &words)].into_iter());
        let raw = page
            .tree
            .walk(page.tree.root())
            .find_map(|step| match step {
                Step::Enter(id) => page.tree[id].own(Own::Raw),
                Step::Leave(_) => None,
            });
        assert_eq!(raw, Some("dictio\u{AC}"));
    }

    #[test]
    fn soft_hyphens_of_a_file_that_has_no_others_are_judged() {
        let lines = [
            "the stem *weip\u{AD} and the root *bi\u{AD} of",
            "old words, as in *stal\u{AD}",
            "derived",
        ];
        let judged = |lines: &[&str]| {
            let mut page = page(0, &[lines]);
            crate::normalize::normalize(&mut page, crate::normalize::Form::Nfc);
            softened(vec![page])
        };
        assert!(judged(&lines).is_empty());
        assert_eq!(judged(&lines[1..]), ["*stal\u{AD}"]);
    }

    #[test]
    fn a_word_of_a_hyphen_alone_is_left() {
        assert!(softened(vec![page(0, &[&["from a -", "to b"]])]).is_empty());
    }
}
