//! Reads the lines and words of a block.

use super::{Reader, bbox, language};
use crate::geometry::Rect;
use crate::page::{NodeKind, Own};
use crate::read::markup::Element;
use crate::read::ocr::{
    Baseline, Font, HYPHENS, Line, Part, PartDetail, SOFT, around, baseline, divide, place_loose,
    points, sort_by_rank, words_of_text,
};

impl Reader<'_> {
    /// The lines of a block, with or without text.
    pub(super) fn lines(&self, block: Element<'_>) -> Vec<Part> {
        let lines = block.named("TextLine").collect();
        let lines = sort_by_rank(lines, |line| self.ranks.of(*line));
        let font = self.font(block, None);
        let lines = lines.into_iter().take_while(|_| self.room.take());
        let mut lines: Vec<Part> = lines
            .filter_map(|line| self.line(line, font.as_ref()))
            .collect();
        lines.shrink_to_fit();
        lines
    }

    /// A line, unless it has neither text nor a place.
    fn line(&self, element: Element<'_>, font: Option<&Font>) -> Option<Part> {
        let place = bbox(element);
        let font = self.font(element, font);
        let mut words: Vec<Part> = Vec::new();
        let contents: Vec<Element<'_>> = element.children().collect();
        let contents = sort_by_rank(contents, |e| self.ranks.of(*e));
        for child in contents {
            match child.name() {
                "String" => self.string(child, font.as_ref(), place, &mut words),
                "HYP" => hyphen(child, &mut words),
                _ => {}
            }
        }
        let of_words = words.iter().filter_map(|w| w.bbox).reduce(Rect::union);
        place_loose(&mut words, place.or(of_words));
        let direction = element.attribute("BASEDIRECTION").unwrap_or_default();
        let rtl = direction == "rtl" || is_right_to_left(&words);
        let said = element.attribute("BASELINE").unwrap_or_default().trim();
        let (through, bends) = match said.parse::<f32>() {
            Ok(y) if y.is_finite() => {
                let x = place.or(of_words).map_or(0.0, |b| b.x0);
                (Baseline::Through { x, y, angle: 0.0 }, Vec::new())
            }
            _ if matches!(direction, "ttb" | "btt") => (Baseline::Vertical, Vec::new()),
            _ => baseline(points(said), rtl),
        };
        let line = Line {
            baseline: through,
            bends,
            size: None,
        };
        let mut part = Part::line(line, place, words);
        self.set_common(&mut part, element);
        if part.parts.is_empty() && !part.has_place() {
            part.bbox = around(&points(said));
            if !part.has_place() {
                return None;
            }
        }
        part.set(
            Own::Dir,
            matches!(direction, "ltr" | "rtl").then_some(direction),
        );
        Some(part)
    }

    /// A word, or several if the string contains blanks.
    fn string(
        &self,
        element: Element<'_>,
        font: Option<&Font>,
        line: Option<Rect>,
        out: &mut Vec<Part>,
    ) {
        let Some(content) = element.attribute("CONTENT").map(str::trim) else {
            return;
        };
        let place = bbox(element);
        let font = self.font(element, font);
        let confidence = element
            .number("WC")
            .map(|c| (c * 100.0).round().clamp(0.0, 100.0) as u8);
        let text = divided(element, content);
        let words = text.split_whitespace().count();
        // If the only string of a line has several words and no box, the words share the line's box.
        let whole = place.or(line.filter(|_| words > 1));
        let (mut glyphs, mut others) = (Vec::new(), Vec::new());
        if words == 1 {
            glyphs.extend(element.named("Glyph").filter_map(bbox));
            let said = element.named("ALTERNATIVE");
            let said = said.map(|a| a.text().trim().replace('\t', " "));
            others.extend(said.filter(|a| !a.is_empty()));
        }
        for mut part in words_of_text(&text, whole, &self.room) {
            if words == 1 {
                part.bbox = place;
            }
            if let PartDetail::Word(word) = &mut part.detail {
                word.confidence = confidence;
                word.human = element.attribute("CS") == Some("true");
                word.font.clone_from(&font);
                if glyphs.len() == word.text.chars().count() {
                    word.characters = std::mem::take(&mut glyphs);
                }
            }
            part.set(Own::Lang, language(element));
            self.set_id(&mut part, element);
            let headword = |tag: &str| self.head.ours && tag == "role_headword";
            if element.attribute("TAGREFS").is_some_and(headword) {
                part.kind = NodeKind::known("headword");
            }
            if !others.is_empty() {
                part.set(Own::Readings, Some(others.join("\t")));
            }
            out.push(part);
        }
    }

    /// The font of an element: its own style attributes, its referenced styles, or the inherited font.
    fn font(&self, element: Element<'_>, around: Option<&Font>) -> Option<Font> {
        let refs = element.attribute("STYLEREFS").unwrap_or_default();
        let named = refs
            .split_ascii_whitespace()
            .find_map(|id| self.head.styles.get(id));
        let mut font = named.or(around).cloned();
        if let Some(style) = element.attribute("STYLE") {
            let has = |word: &str| style.split_ascii_whitespace().any(|s| s.starts_with(word));
            let own = font.get_or_insert_default();
            own.bold |= has("bold");
            own.italic |= has("italic");
        }
        font.filter(|font| *font != Font::default())
    }
}

/// The text of a word. In the first part of a divided word the hyphen becomes a soft hyphen.
fn divided(element: Element<'_>, content: &str) -> String {
    if element.attribute("SUBS_TYPE") == Some("HypPart1")
        && let Some(stem) = HYPHENS.iter().find_map(|h| content.strip_suffix(h))
        && !stem.is_empty()
    {
        return format!("{stem}{SOFT}");
    }
    content.to_owned()
}

/// Appends the hyphen at the end of a line to its last word.
fn hyphen(element: Element<'_>, words: &mut [Part]) {
    let Some(part) = words.last_mut() else {
        return;
    };
    let own = bbox(element).filter(|b| b.width() > 0.0 && b.height() > 0.0);
    if let (Some(bbox), Some(own)) = (&mut part.bbox, own) {
        *bbox = bbox.union(own);
    }
    if let Some(word) = part.as_word() {
        divide(word);
    }
}

fn is_right_to_left(words: &[Part]) -> bool {
    words.iter().any(|part| match &part.detail {
        PartDetail::Word(word) => crate::bidi::has_right_to_left(&word.text),
        _ => false,
    })
}
