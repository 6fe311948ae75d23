//! Assigns the content of a page to the elements that own it, and applies their `ActualText`.

use std::collections::{HashMap, HashSet};

use super::Tags;
use super::attributes::layout_box;
use super::divided_words::hyphens;
use super::mathml::formulas;
use super::owner::{Owner, owners};
use super::pages::What;
use super::part::Parts;
use super::placement::Placement;
use crate::content::{known, note_contradiction, replace_text, stand_in};
use crate::geometry::{Matrix, Rect};
use crate::page::{Content, Glyph};

/// Indices of glyphs and images, by owner.
pub(super) struct Dealt {
    pub owners: Vec<Owner>,
    /// The glyphs of each item, in drawing order.
    pub glyphs: Vec<Vec<u32>>,
    /// The images of each item.
    pub images: Vec<Vec<u32>>,
    /// The box around all paths and images of each item; empty without any.
    pub painted: Vec<Rect>,
    pub untagged_glyphs: Vec<u32>,
    pub untagged_images: Vec<u32>,
    /// Artifacts that are hyphens of divided words, with the item of the word.
    pub hyphens: HashMap<u32, u32>,
    /// The parts whose `ActualText` describes their content instead of replacing it.
    pub described: HashSet<u32>,
    /// MathML of formulas, by part.
    pub formulas: HashMap<u32, String>,
}

impl Dealt {
    /// Assigns the content of a page, and replaces the content of elements by their `ActualText`. `matrix`
    /// converts user space to page space.
    pub(super) fn new(
        tags: &Tags,
        index: u32,
        parts: &Parts,
        content: &mut Content,
        matrix: Matrix,
    ) -> Self {
        let items = tags.pages.of(index);
        let owners = owners(content, items);
        let owner = |marked: Option<u32>| {
            let owner = marked.and_then(|m| owners.get(m as usize));
            owner.copied().unwrap_or(Owner::Nobody)
        };
        let hyphens = hyphens(content, owner);
        let mut glyphs: Vec<Vec<u32>> = vec![Vec::new(); items.len()];
        let mut images: Vec<Vec<u32>> = vec![Vec::new(); items.len()];
        let (mut untagged_glyphs, mut untagged_images) = (Vec::new(), Vec::new());
        for (number, glyph) in (0u32..).zip(&content.glyphs) {
            match owner(content.run_of(glyph).marked) {
                Owner::Item(item) => glyphs[item as usize].push(number),
                Owner::Nobody => untagged_glyphs.push(number),
                Owner::Artifact(_) => {
                    if let Some(&item) = hyphens.get(&number) {
                        glyphs[item as usize].push(number);
                    }
                }
            }
        }
        for &hyphen in hyphens.keys() {
            let soft = content.push_text("\u{AD}");
            if let Some(glyph) = content.glyphs.get_mut(hyphen as usize) {
                glyph.text = soft;
            }
        }
        let mut painted = vec![Rect::EMPTY; items.len()];
        for (sequence, owner) in content.marked.iter().zip(&owners) {
            if let Owner::Item(item) = *owner {
                let around = &mut painted[item as usize];
                *around = around.union(sequence.painted);
            }
        }
        for (number, image) in (0u32..).zip(&content.images) {
            match owner(image.marked) {
                Owner::Item(item) => images[item as usize].push(number),
                Owner::Nobody => {
                    let named = |o: u32| items.iter().position(|i| i.what == What::Object(o));
                    match image.object.and_then(named) {
                        Some(item) => {
                            images[item].push(number);
                            painted[item] = painted[item].union(image.bbox);
                        }
                        None => untagged_images.push(number),
                    }
                }
                Owner::Artifact(_) => {}
            }
        }
        // Formulas need the original glyphs.
        let formulas = formulas(tags, parts, &glyphs, content);
        let mut dealt = Self {
            formulas,
            owners,
            glyphs,
            images,
            painted,
            untagged_glyphs,
            untagged_images,
            hyphens,
            described: HashSet::new(),
        };
        dealt.replace(tags, parts, content, matrix);
        dealt
    }

    /// Applies the `ActualText` of elements (14.9.4). "The replacement text is for all that the element
    /// holds", so the outermost one is used. Elements on several pages keep their own text, because the
    /// division of the replacement is unknown. So do groups, such as tables, and elements with an empty
    /// replacement.
    fn replace(&mut self, tags: &Tags, parts: &Parts, content: &mut Content, matrix: Matrix) {
        let mut replaced: Vec<bool> = Vec::with_capacity(parts.parts.len());
        for (number, part) in (0u32..).zip(&parts.parts) {
            if part.parent.is_some_and(|p| replaced[p as usize]) {
                replaced.push(true);
                continue;
            }
            let element = &tags.structure[part.element];
            let text = element.actual_text.as_deref().unwrap_or_default().trim();
            let whole = part.place != Placement::Group || element.standard_type == "Figure";
            let replaces = !text.is_empty() && whole && !tags.pages.is_split(part.element);
            if replaces {
                let items = parts.items_below(Some(number), &part.children);
                let items = items.iter().map(|(item, _)| *item);
                if !self.replace_in(items.clone(), text, content) {
                    let said = layout_box(&element.attributes, matrix);
                    let place = self.place(items.clone(), said, content);
                    let picture = matches!(element.standard_type.as_str(), "Figure" | "Formula");
                    if is_shown(text, content) || (picture && !fits(text, place)) {
                        self.described.insert(number);
                    } else {
                        self.stand_in_for(items, place, text, content);
                    }
                }
            }
            replaced.push(replaces);
        }
    }

    /// Replaces the glyphs of items; returns `false` if there are none.
    fn replace_in(
        &mut self,
        items: impl Iterator<Item = u32> + Clone,
        text: &str,
        content: &mut Content,
    ) -> bool {
        let indices = items
            .clone()
            .filter_map(|i| self.glyphs.get(i as usize))
            .flatten();
        let glyphs: Vec<Glyph> = indices
            .filter_map(|&g| content.glyphs.get(g as usize).copied())
            .collect();
        let letters = |text: &str| -> String { text.split_whitespace().collect() };
        let shown: String = glyphs.iter().map(|g| content.text_of(g)).collect();
        if glyphs.is_empty() {
            return false;
        }
        // If both texts are equal, every glyph keeps its own letters.
        if letters(&shown) == letters(text) {
            return true;
        }
        let Some(text) = known(content, &glyphs, text) else {
            return true;
        };
        note_contradiction(content, &glyphs, &text);
        let start = content.glyphs.len() as u32;
        replace_text(content, &glyphs, &text);
        let mut new = Some(start..content.glyphs.len() as u32);
        for item in items {
            if let Some(list) = self.glyphs.get_mut(item as usize)
                && !list.is_empty()
            {
                *list = new.take().into_iter().flatten().collect();
            }
        }
        true
    }

    /// The place on the page of an element without glyphs: the box of its paths and images, or else its
    /// `BBox`.
    fn place(&self, items: impl Iterator<Item = u32>, said: Rect, content: &Content) -> Rect {
        let painted = items
            .filter_map(|i| self.painted.get(i as usize))
            .fold(Rect::EMPTY, |r, painted| r.union(*painted));
        let place = if painted.area() > 0.0 { painted } else { said };
        place.intersection(Rect::new(0.0, 0.0, content.width, content.height))
    }

    /// Adds glyphs to an element without any: a painted letter, or a formula that is an image.
    fn stand_in_for(
        &mut self,
        mut items: impl Iterator<Item = u32>,
        place: Rect,
        text: &str,
        content: &mut Content,
    ) {
        let start = content.glyphs.len() as u32;
        stand_in(content, place, None, text);
        let new = start..content.glyphs.len() as u32;
        let first = items.next().and_then(|i| self.glyphs.get_mut(i as usize));
        if let Some(list) = first {
            list.extend(new);
        }
    }
}

/// Whether a text can be painted in a place. Letters are wider than `NARROWEST` points, even in images of
/// text.
fn fits(text: &str, place: Rect) -> bool {
    const NARROWEST: f32 = 0.75;
    place.width() > NARROWEST * text.chars().count() as f32
}

/// Whether a page already shows a text: it has several words, and the page contains nearly all of them.
fn is_shown(text: &str, content: &Content) -> bool {
    const FEWEST: usize = 5;
    const MAX: usize = 1000;
    let letters = |text: &str, out: &mut String| {
        out.extend(text.chars().filter(|c| c.is_alphanumeric()));
    };
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace().take(MAX) {
        let mut only = String::new();
        letters(word, &mut only);
        if !only.is_empty() {
            words.push(only);
        }
    }
    if words.len() < FEWEST {
        return false;
    }
    let mut page = String::new();
    for glyph in &content.glyphs {
        letters(content.text_of(glyph), &mut page);
    }
    let shown = words.iter().filter(|w| page.contains(w.as_str())).count();
    10 * shown >= 9 * words.len()
}
