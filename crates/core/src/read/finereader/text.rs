//! Reads lines: characters to words.

use super::{Reader, bbox, head, turned};
use crate::geometry::Rect;
use crate::page::{Name, Own};
use crate::read::markup::{Child, Element};
use crate::read::ocr::{Baseline, Font, Line, Part, Room, divide, place_loose, words_of_runs};

/// Maximum number of other readings of a word.
const READINGS: usize = 16;

/// The font and language of text.
type Look = (Option<Font>, Option<&'static str>);

impl Reader<'_> {
    /// A line, unless it has neither text nor a place. `lang` is the language of the paragraph.
    pub(super) fn line(
        &self,
        element: Element<'_>,
        lang: Option<&'static str>,
        turn: f32,
    ) -> Option<Part> {
        let place = bbox(element);
        let mut line = Words::new(&self.room);
        // Text without boxes of characters.
        let mut plain: Vec<(String, Look)> = Vec::new();
        for child in element.children() {
            match child.name() {
                "charParams" => line.character(child, &(None, None)),
                "formatting" => {
                    let look = self.look(child, lang);
                    let before = line.count;
                    for inner in child.children() {
                        match inner.name() {
                            "charParams" => line.character(inner, &look),
                            "wordRecVariants" => line.add_variants(inner, &look),
                            _ => {}
                        }
                    }
                    if line.count == before {
                        plain.push((own_text(child), look));
                    }
                }
                _ => {}
            }
        }
        line.end();
        line.end_variants();
        let mut words = line.words;
        if words.is_empty() {
            let styled = words_of_runs(&plain, place, &self.room);
            words.extend(styled.into_iter().map(|(word, look)| dressed(word, look)));
        }
        // FineReader writes the hyphen of a divided word as `¬`.
        if let Some(last) = words.last_mut().and_then(Part::as_word)
            && last.text.chars().count() > 1
            && last.text.ends_with('¬')
        {
            divide(last);
        }
        place_loose(&mut words, place);
        let baseline = match (element.number("baseline"), place) {
            _ if turn != 0.0 => turned(turn, place),
            (Some(y), Some(Rect { x0: x, y0, y1, .. })) if (y0..=y1).contains(&y) => {
                Baseline::Through { x, y, angle: 0.0 }
            }
            _ => Baseline::Unsaid,
        };
        let line = Line {
            baseline,
            ..Line::default()
        };
        let part = Part::line(line, place, words);
        (!part.parts.is_empty() || part.has_place()).then_some(part)
    }

    fn look(&self, formatting: Element<'_>, around: Option<&str>) -> Look {
        let style = formatting.attribute("style");
        let style = style.and_then(|id| self.head.fonts.get(id));
        let font = head::own_font(formatting, style);
        let lang = formatting.attribute("lang").and_then(head::language);
        (
            (font != Font::default()).then_some(font),
            lang.filter(|lang| around != Some(lang)),
        )
    }
}

/// Gives a word its font and language.
fn dressed(mut part: Part, (font, lang): &Look) -> Part {
    if let Some(word) = part.as_word() {
        word.font.clone_from(font);
    }
    part.set(Own::Lang, *lang);
    part
}

/// The text of an element without that of its descendants.
fn own_text(element: Element<'_>) -> String {
    let texts = element.contents().filter_map(|child| match child {
        Child::Text(text) => Some(text),
        Child::Element(_) => None,
    });
    texts.collect()
}

/// The texts of the readings of a word.
fn texts(element: Element<'_>) -> Vec<String> {
    let readings = element.below().filter(|e| e.is("variantText"));
    let text = |reading: Element<'_>| {
        let characters = reading.named("charParams");
        let text: String = characters.map(own_text).collect();
        if text.is_empty() {
            own_text(reading)
        } else {
            text
        }
        .trim()
        .to_owned()
    };
    readings.take(READINGS).map(text).collect()
}

/// Builds the words of a line from its characters.
struct Words<'r, 'm> {
    words: Vec<Part>,
    /// The number of characters so far.
    count: usize,
    /// The readings of the next word, and its look.
    variants: Option<(Element<'m>, Look)>,
    word: Option<Word>,
    room: &'r Room,
}

/// The current word.
struct Word {
    text: String,
    look: Look,
    boxes: Vec<Rect>,
    /// The sum and number of the confidences of its characters.
    confidence: (f32, f32),
    /// The positions of suspicious characters, from 1.
    suspicious: Vec<String>,
    readings: Vec<String>,
    /// Other characters: the byte range of a character in the text, and its other reading.
    others: Vec<(usize, usize, String)>,
}

impl<'r, 'm> Words<'r, 'm> {
    fn new(room: &'r Room) -> Self {
        Self {
            words: Vec::new(),
            count: 0,
            variants: None,
            word: None,
            room,
        }
    }

    /// Sets the readings of the next word.
    fn add_variants(&mut self, element: Element<'m>, look: &Look) {
        self.end();
        self.end_variants();
        self.variants = Some((element, look.clone()));
    }

    /// Makes a word of the first of several readings that no characters follow.
    fn end_variants(&mut self) {
        let Some((variants, look)) = &self.variants else {
            return;
        };
        let first = variants.below().find(|e| e.is("variantText"));
        let look = look.clone();
        let characters = first.iter().flat_map(|first| first.named("charParams"));
        // A blank would end the variants again.
        for character in characters.filter(|e| !own_text(*e).trim().is_empty()) {
            self.character(character, &look);
        }
        self.variants = None;
        self.end();
    }

    fn character(&mut self, element: Element<'_>, look: &Look) {
        self.count += 1;
        let text = own_text(element);
        let text = text.trim();
        if text.is_empty() {
            self.end();
            return self.end_variants();
        }
        let variants = &mut self.variants;
        let word = self.word.get_or_insert_with(|| Word {
            text: String::new(),
            look: look.clone(),
            boxes: Vec::new(),
            confidence: (0.0, 0.0),
            suspicious: Vec::new(),
            readings: variants
                .take()
                .map(|(variants, _)| texts(variants))
                .unwrap_or_default(),
            others: Vec::new(),
        });
        let start = word.text.len();
        word.text.push_str(text);
        word.boxes.extend(bbox(element));
        // 255 means that the confidence is unknown.
        let said = element.number("charConfidence");
        if let Some(said) = said.filter(|said| (0.0..=100.0).contains(said)) {
            word.confidence.0 += said;
            word.confidence.1 += 1.0;
        }
        if super::is_true(element, "suspicious") {
            let place = word.text.chars().count();
            word.suspicious.push(place.to_string());
        }
        let others = element.child("charRecVariants");
        let others = others.iter().flat_map(|e| e.named("charRecVariant"));
        for other in others.map(own_text).take(READINGS) {
            let other = other.trim();
            if !other.is_empty() && other != text && word.others.len() < READINGS {
                word.others.push((start, word.text.len(), other.to_owned()));
            }
        }
    }

    /// Ends the current word.
    fn end(&mut self) {
        let Some(word) = self.word.take() else { return };
        if !self.room.take_word(&word.text) {
            return;
        }
        let mut readings = word.readings;
        for (start, end, other) in word.others {
            let (before, behind) = (word.text.get(..start), word.text.get(end..));
            if let (Some(before), Some(behind)) = (before, behind) {
                readings.push(format!("{before}{other}{behind}"));
            }
        }
        let mut seen: Vec<String> = Vec::new();
        for reading in readings {
            let reading = reading.replace(['\t', '\n'], " ");
            if !reading.is_empty() && reading != word.text && !seen.contains(&reading) {
                seen.push(reading);
            }
        }
        seen.truncate(READINGS);
        let place = word.boxes.iter().copied().reduce(Rect::union);
        let mut part = dressed(Part::word(word.text, place), &word.look);
        if let Some(own) = part.as_word() {
            let (sum, count) = word.confidence;
            own.confidence = (count > 0.0).then(|| (sum / count).round() as u8);
            if word.boxes.len() == own.text.chars().count() {
                own.characters = word.boxes;
            }
        }
        if !seen.is_empty() {
            part.set(Own::Readings, Some(seen.join("\t")));
        }
        if !word.suspicious.is_empty() {
            part.set(Name::named("suspicious"), Some(word.suspicious.join(" ")));
        }
        self.words.push(part);
    }
}
