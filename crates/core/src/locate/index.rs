//! Searches for quotations in the stored pages of a document, several in each pass.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;

use super::fold::Quote;
use super::gap::{self, PartHit};
use super::order::{Leaders, ORDERS, orders};
use super::route::{self, LikelyPages};
use super::scan::{self, Pattern, Scan};
use super::stored::Stored;
use super::text::{Book, Text};
use super::vocabulary::Vocabulary;
use super::{Found, Hit, LONGEST_QUOTE, align, judge};
use crate::compact_sort::CompactSort;
use crate::diagnostics::{Diagnostic, Result};

/// Maximum number of hits.
const MAX_HITS: usize = 1000;
/// Maximum number of approximate hits; the best ones are returned.
const MAX_NEAR: usize = 5;
/// Number of parts of quotations searched in one pass. Each needs up to 400 kB.
const AT_ONCE: usize = 16;
/// Maximum number of parts of a quotation.
const MAX_PARTS: usize = 16;

/// The text of a document in all its reading orders.
pub struct Index {
    stored: Stored,
    /// The start of each page, and the end of the last one; empty before the first pass.
    starts: Vec<Start>,
    leaders: Leaders,
    vocabulary: Vocabulary,
}

/// The start of a page.
#[derive(Clone, Copy, Default)]
struct Start {
    /// Number of words before it.
    words: usize,
    /// Number of letters before it, in each order.
    letters: [usize; ORDERS],
    /// Whether an order has words on this page.
    has_words: [bool; ORDERS],
    /// Whether the last word before it, in an order, continues on the next line.
    divided: [bool; ORDERS],
}

/// A possible position of a quotation.
struct Candidate {
    same: bool,
    score: f32,
    /// Indices of the first and the last word in the document.
    ends: (usize, usize),
    place: CandidatePlace,
}

/// The place of a candidate. Of most only the end is kept: a frequent word has thousands.
enum CandidatePlace {
    Order { order: usize, end: usize },
    Route(Hit),
}

/// A place in a text that was compared with a quotation.
struct Compared {
    same: bool,
    /// Indices of the first and the last word.
    ends: (usize, usize),
    hit: Hit,
}

/// Some pages in one order.
struct Window {
    book: Book,
    text: Text,
    /// Number of letters of the order before these pages.
    letters: usize,
    /// For each page, the index of its first word in the book and in the document.
    words: Vec<(usize, usize)>,
}

impl Index {
    pub(super) fn new(stored: Stored) -> Self {
        Self {
            stored,
            starts: Vec::new(),
            leaders: Leaders::default(),
            vocabulary: Vocabulary::default(),
        }
    }

    /// Writes the text of the document to a file, from which [`Index::load`] restores the index.
    ///
    /// # Errors
    ///
    /// Those of reading the temporary file and of writing.
    pub fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.stored.write(out)
    }

    /// Opens a file that [`Index::save`] wrote.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] for other files, and those of reading.
    pub fn load(file: File) -> io::Result<Self> {
        Stored::read(file).map(Self::new)
    }

    /// Searches for quotations, and passes the result for each to `found`.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if one has no letters, or too many; [`Diagnostic::file`] if the
    /// temporary file cannot be read; those of `found`.
    pub fn find_each(
        &mut self,
        quotes: &[&str],
        found: &mut dyn FnMut(Found) -> Result<()>,
    ) -> Result<()> {
        let mut prepared = Vec::with_capacity(quotes.len());
        for quote in quotes {
            prepared.push(checked(quote)?.len());
        }
        let mut rest = quotes.iter().zip(prepared).peekable();
        while rest.peek().is_some() {
            // The quotations of this pass, with the parts of all of them.
            let (mut these, mut parts) = (Vec::new(), Vec::new());
            while let Some((quote, count)) =
                rest.next_if(|(_, count)| these.is_empty() || parts.len() + count <= AT_ONCE)
            {
                these.push((*quote, count));
                parts.extend(checked(quote)?);
            }
            let mut candidates = Vec::new();
            for (part, scans) in parts.iter().zip(self.scan(&parts)?) {
                candidates.push(self.candidates(part, scans)?);
            }
            self.add_routes(&parts, &mut candidates)?;
            let mut pairs = parts.iter().zip(candidates);
            for (quote, count) in these {
                let of_quote: Vec<_> = pairs.by_ref().take(count).collect();
                found(self.found(quote, of_quote)?)?;
            }
        }
        Ok(())
    }

    /// The result for a quotation, from the candidates of its parts.
    fn found(&mut self, quote: &str, parts: Vec<(&Quote, Vec<Candidate>)>) -> Result<Found> {
        let mut hits = Vec::with_capacity(parts.len());
        let is_whole = parts.len() == 1;
        for (part, candidates) in parts {
            hits.push(self.best(part, candidates, is_whole)?);
        }
        let mut all = gap::chains(hits);
        let has_same = all.iter().any(|part| part.same);
        all.retain(|part| part.same == has_same);
        match has_same {
            true => all.compact_sort_by_key(|part| part.ends),
            false => all.compact_sort_by(|a, b| {
                let score = b.hit.score.total_cmp(&a.hit.score);
                score.then(a.ends.cmp(&b.ends))
            }),
        }
        all.truncate(if has_same { MAX_HITS } else { MAX_NEAR });
        let mut found = Found {
            quote: quote.to_owned(),
            ..Found::default()
        };
        let hits = all.into_iter().map(|part| part.hit);
        match has_same {
            true => found.located = hits.collect(),
            false => found.near = hits.collect(),
        }
        let hits = found.located.iter_mut().chain(&mut found.near);
        for place in hits.flat_map(|hit| &mut hit.places) {
            self.stored.describe(place);
        }
        Ok(found)
    }

    /// Reads all pages once, and returns the state of each search at their end.
    fn scan(&mut self, quotes: &[Quote]) -> Result<Vec<[Scan; ORDERS]>> {
        let is_first = self.starts.is_empty();
        let patterns = quotes.iter().map(|quote| Pattern::new(&quote.letters));
        let mut scans: Vec<(Pattern, [Scan; ORDERS])> =
            patterns.map(|p| (p, Default::default())).collect();
        let mut start = Start::default();
        for at in 0..self.stored.count() {
            let book = self.stored.book([at])?;
            let orders = orders(book.words());
            let before = self.leaders;
            self.leaders = before.after(&orders);
            let text = |order: usize, indices: &Vec<usize>| {
                let divided = start.divided.get(order).copied().unwrap_or(false);
                let leads = self.leaders.leads(order);
                leads.then(|| Text::new(&book, indices, divided))
            };
            let texts: Vec<Option<Text>> = (0..)
                .zip(&orders)
                .map(|(order, of)| text(order, of))
                .collect();
            for (pattern, scans) in &mut scans {
                // An order that leads from this page on was the same as another up to here.
                for order in (0..ORDERS).filter(|&order| self.leaders.leads(order)) {
                    if !before.leads(order)
                        && let Some(scan) = scans.get(before.of(order)).cloned()
                        && let Some(own) = scans.get_mut(order)
                    {
                        *own = scan;
                    }
                }
                for (text, scan) in texts.iter().zip(scans) {
                    if let Some(text) = text {
                        pattern.read(&text.letters, scan);
                    }
                }
            }
            if is_first {
                if let Some(Some(text)) = texts.first() {
                    self.vocabulary.add_page(text);
                }
                start.has_words = orders.each_ref().map(|order| !order.is_empty());
                self.starts.push(start);
            }
            start.pass(&book, &orders, &texts, self.leaders);
        }
        if is_first {
            self.vocabulary.finish();
            start.has_words = Default::default();
            self.starts.push(start);
        }
        Ok(scans.into_iter().map(|(_, scans)| scans).collect())
    }

    /// The candidates for a quotation in all orders.
    fn candidates(&mut self, quote: &Quote, scans: [Scan; ORDERS]) -> Result<Vec<Candidate>> {
        let mut out = Vec::new();
        for (order, scan) in scans.into_iter().enumerate() {
            if !self.leaders.leads(order) {
                continue;
            }
            for end in scan.ends() {
                let found = self.in_order(quote, order, end)?;
                out.extend(found.map(|found| Candidate {
                    same: found.same,
                    score: found.hit.score,
                    ends: found.ends,
                    place: CandidatePlace::Order { order, end },
                }));
            }
        }
        Ok(out)
    }

    /// Evaluates the place that ends before a letter of an order.
    fn in_order(&mut self, quote: &Quote, order: usize, end: usize) -> Result<Option<Compared>> {
        let start = end.saturating_sub(align::reach(quote.letters.len()));
        let window = self.window(order, start..end)?;
        let local = end.saturating_sub(window.letters);
        let found = self.evaluate(quote, (&window.book, &window.text), local);
        Ok(found.map(|mut found| {
            found.ends.0 = window.in_document(found.ends.0);
            found.ends.1 = window.in_document(found.ends.1);
            found
        }))
    }

    /// The pages with a range of letters of an order, and the next page with letters.
    fn window(&mut self, order: usize, letters: Range<usize>) -> Result<Window> {
        let starts = &self.starts;
        let before = |start: &Start| start.letters.get(order).copied().unwrap_or(0);
        let page_of = |letter: usize| {
            starts
                .partition_point(|start| before(start) <= letter)
                .saturating_sub(1)
        };
        let first = page_of(letters.start);
        let last = page_of(letters.end.saturating_sub(1));
        let next = starts
            .get(last + 1)
            .map_or(last, |start| page_of(before(start)));
        let next = next.min(self.stored.count().saturating_sub(1));
        let has_words = |at: &usize| {
            let start = starts.get(*at);
            start.is_some_and(|start| start.has_words.get(order) == Some(&true))
        };
        let pages: Vec<usize> = (first..=next).filter(has_words).collect();
        let start = starts.get(first).copied().unwrap_or_default();
        let (mut words, mut indices, mut maps) = (Vec::new(), Vec::new(), Vec::new());
        for at in pages {
            let mut own = Vec::new();
            self.stored.words(at, &mut own)?;
            let first = words.len();
            let orders = orders(&own);
            let of = orders.get(order).into_iter().flatten();
            indices.extend(of.map(|index| first + index));
            maps.push((first, self.starts.get(at).map_or(0, |start| start.words)));
            words.append(&mut own);
        }
        let book = Book::new(words);
        let divided = start.divided.get(order).copied().unwrap_or(false);
        let text = Text::new(&book, &indices, divided);
        Ok(Window {
            book,
            text,
            letters: start.letters.get(order).copied().unwrap_or(0),
            words: maps,
        })
    }

    /// Aligns and judges the place in a text that ends before a letter.
    fn evaluate(
        &self,
        quote: &Quote,
        (book, text): (&Book, &Text),
        end: usize,
    ) -> Option<Compared> {
        let aligned = align::align(&quote.letters, &text.letters, end)?;
        let range = text.whole_words(aligned.range.clone());
        let verdict = judge::judge(quote, (book, text), &aligned, &range, &self.vocabulary);
        // With the letters that complete its words, a passage may differ too much.
        if !verdict.same && verdict.distance > scan::allowed(quote.letters.len()) {
            return None;
        }
        let mut hit = text.hit(book, &range);
        let length = quote.letters.len().max(aligned.range.len()).max(1) as f32;
        hit.score = (1.0 - verdict.distance as f32 / length).clamp(0.0, 1.0);
        hit.differs = verdict.differs;
        Some(Compared {
            same: verdict.same,
            ends: text.ends(&range),
            hit,
        })
    }

    /// Adds places over paragraphs that are not consecutive, for quotations without an exact place.
    fn add_routes(&mut self, quotes: &[Quote], candidates: &mut [Vec<Candidate>]) -> Result<()> {
        let mut open: Vec<(&Quote, &mut Vec<Candidate>, LikelyPages<'_>)> = quotes
            .iter()
            .zip(candidates)
            .filter(|(_, candidates)| !candidates.iter().any(|candidate| candidate.same))
            .map(|(quote, candidates)| (quote, candidates, LikelyPages::new(quote)))
            .collect();
        if open.is_empty() {
            return Ok(());
        }
        for at in 0..self.stored.count() {
            let book = self.stored.book([at])?;
            let all: Vec<usize> = (0..book.words().len()).collect();
            let text = Text::new(&book, &all, false);
            let pieces = text.pieces(&book);
            let words = pieces.into_iter().flat_map(|p| text.words_in(p.letters));
            let words: Vec<Range<usize>> = words.collect();
            for (_, _, likely) in &mut open {
                likely.add(self.stored.page_index(at), &text, &words);
            }
        }
        for (quote, candidates, likely) in open {
            for page in likely.pages() {
                let pair = self.stored.pair(page);
                let first = self.starts.get(pair.start).map_or(0, |start| start.words);
                let book = self.stored.book(pair)?;
                let Some(text) = route::text(quote, &book) else {
                    continue;
                };
                for end in scan::ends(&quote.letters, &text.letters) {
                    let found = self.evaluate(quote, (&book, &text), end);
                    let found = found.filter(|found| found.same);
                    candidates.extend(found.map(|found| Candidate {
                        same: true,
                        score: found.hit.score,
                        ends: (first + found.ends.0, first + found.ends.1),
                        place: CandidatePlace::Route(found.hit),
                    }));
                }
            }
        }
        Ok(())
    }

    /// Chooses places of a part of a quotation: the exact ones, and similar ones. Of a quotation that `is_whole`,
    /// only as many as are reported.
    fn best(
        &mut self,
        part: &Quote,
        mut all: Vec<Candidate>,
        is_whole: bool,
    ) -> Result<Vec<PartHit>> {
        all.compact_sort_by(|a, b| {
            let score = b.score.total_cmp(&a.score);
            b.same.cmp(&a.same).then(score).then(a.ends.cmp(&b.ends))
        });
        // The same position may be found in several reading orders.
        let mut first = HashSet::new();
        let mut last = HashSet::new();
        all.retain(|candidate| first.insert(candidate.ends.0) & last.insert(candidate.ends.1));
        let count = all.iter().filter(|candidate| candidate.same).count();
        let most = match (is_whole, count) {
            (true, 0) => MAX_NEAR,
            (true, _) => count.min(MAX_HITS),
            (false, _) => MAX_HITS,
        };
        all.truncate(most);
        let mut hits = Vec::with_capacity(all.len());
        for candidate in all {
            let hit = match candidate.place {
                CandidatePlace::Route(hit) => Some(hit),
                CandidatePlace::Order { order, end } => {
                    self.in_order(part, order, end)?.map(|found| found.hit)
                }
            };
            hits.extend(hit.map(|hit| PartHit {
                ends: candidate.ends,
                same: candidate.same,
                letters: part.letters.len(),
                hit,
            }));
        }
        Ok(hits)
    }
}

impl Start {
    /// Advances to the next page.
    fn pass(
        &mut self,
        book: &Book,
        orders: &[Vec<usize>; ORDERS],
        texts: &[Option<Text>],
        leaders: Leaders,
    ) {
        self.words += book.words().len();
        let states = self.letters.iter_mut().zip(&mut self.divided);
        for (order, ((letters, divided), indices)) in states.zip(orders).enumerate() {
            if let Some(Some(text)) = texts.get(leaders.of(order)) {
                *letters += text.letters.len();
            }
            if let Some(last) = indices.last().and_then(|&at| book.words().get(at)) {
                *divided = last.divided;
            }
        }
    }
}

impl Window {
    /// The index in the document of a word of the book.
    fn in_document(&self, word: usize) -> usize {
        let page = self.words.partition_point(|(first, _)| *first <= word);
        let page = page.checked_sub(1).and_then(|page| self.words.get(page));
        page.map_or(word, |(first, in_document)| in_document + (word - first))
    }
}

/// The parts of a quotation, prepared for the search.
fn checked(quote: &str) -> Result<Vec<Quote>> {
    let parts: Vec<Quote> = gap::parts(quote).into_iter().map(Quote::new).collect();
    let wrong = |message: String| Err(Diagnostic::argument(message));
    let count: usize = parts.iter().map(|part| part.letters.len()).sum();
    if count == 0 {
        return wrong("the quotation has no letters and no digits".to_owned());
    }
    if count > LONGEST_QUOTE {
        return wrong(format!(
            "the quotation has {count} letters, and at most {LONGEST_QUOTE} are looked for: look for the \
             beginning of it"
        ));
    }
    if parts.len() > MAX_PARTS {
        return wrong(format!(
            "the quotation has {} omissions, and at most {} are looked for: look for a part of it",
            parts.len() - 1,
            MAX_PARTS - 1
        ));
    }
    Ok(parts)
}
