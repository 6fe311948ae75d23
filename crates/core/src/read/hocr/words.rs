//! Reads words, and the markup of their letters.

use super::reader::{Reader, class, set_common};
use super::title::{Properties, properties};
use crate::geometry::Rect;
use crate::page::{NodeKind, Own};
use crate::read::markup::{Child, Element};
use crate::read::ocr::{Font, Part, PartDetail, Word};

/// Classes of elements in a word: letters if they have a box, else alternative readings.
const LETTERS: [&str; 4] = ["ocrx_cinfo", "ocr_cinfo", "ocr_glyph", "ocr_symbol"];

/// The style that the surrounding elements give to words.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    bold: bool,
    italic: bool,
}

impl Marks {
    pub(super) fn within(self, element: Element<'_>) -> Self {
        let is = |tags: &[&str], name| {
            tags.contains(&element.name()) || class(element, &[name]).is_some()
        };
        Self {
            bold: self.bold || is(&["strong", "b"], "ocrx_bold"),
            italic: self.italic || is(&["em", "i"], "ocrx_italic"),
        }
    }
}

impl Reader {
    /// A word, unless it has no text.
    pub(super) fn word(&self, element: Element<'_>, marks: Marks) -> Option<Part> {
        let mut read = Reading {
            marks: marks.within(element),
            ..Reading::default()
        };
        read.add(element, false);
        let own = properties(element);
        let mut characters = own.boxes("x_bboxes");
        if read.text.trim().is_empty() {
            read.text = read.letters;
            if characters.is_empty() {
                characters = read.boxes;
            }
        }
        let text = read.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() || !self.room.take_word(&text) {
            return None;
        }
        let inner = element
            .below()
            .find(|e| class(*e, &["xocr_word", "ocrx_word"]).is_some());
        let inner = inner.map(properties).unwrap_or_default();
        let bbox = own.bbox().or(inner.bbox());
        let word = Word {
            confidence: self.confidence(&own).or_else(|| self.confidence(&inner)),
            human: own.get("x_source") == Some("human"),
            font: font(&own, read.marks),
            characters,
            text,
        };
        let mut part = Part {
            detail: PartDetail::Word(word),
            ..Part::new(NodeKind::WORD, bbox)
        };
        set_common(&mut part, element, self.ours);
        if element.attribute("data-kind") == Some("headword") {
            part.kind = NodeKind::known("headword");
        }
        part.set(Own::Raw, own.string("x_raw"));
        if !read.others.is_empty() {
            part.set(Own::Readings, Some(read.others.join("\t")));
        }
        Some(part)
    }

    /// The confidence in percent.
    fn confidence(&self, properties: &Properties<'_>) -> Option<u8> {
        let percent = |c: f32| Some(c.round().clamp(0.0, 100.0) as u8);
        if let Some(c) = properties.number("x_wconf") {
            // Later versions of Tesseract compute percentages in this way.
            return percent(if self.certainties { 100.0 + 5.0 * c } else { c });
        }
        if let Some(c) = properties.number("x_conf") {
            return percent(c);
        }
        let all = properties.numbers("x_confs");
        let sum: f32 = all.iter().sum();
        // Confidences of characters may be from 0 to 1.
        let scale = if all.iter().all(|&c| c <= 1.0) {
            100.0
        } else {
            1.0
        };
        if all.is_empty() {
            None
        } else {
            percent(sum / all.len() as f32 * scale)
        }
    }
}

/// The data read of a word.
#[derive(Default)]
struct Reading {
    text: String,
    marks: Marks,
    /// Readings other than the first.
    others: Vec<String>,
    /// The letters that have an element of their own.
    letters: String,
    boxes: Vec<Rect>,
}

impl Reading {
    /// Adds the content of an element. With `as_letters`, its text belongs to letters.
    fn add(&mut self, element: Element<'_>, as_letters: bool) {
        for child in element.contents() {
            match child {
                Child::Text(text) if as_letters => self.letters.push_str(text.trim()),
                Child::Text(text) => self.text.push_str(text),
                Child::Element(other) if other.is("del") => {
                    let other = other.text();
                    if !other.trim().is_empty() {
                        self.others.push(other.trim().replace('\t', " "));
                    }
                }
                Child::Element(letter) if class(letter, &LETTERS).is_some() => {
                    // An element without a box is an alternative reading of a letter.
                    if let [own] = *properties(letter).boxes("x_bboxes") {
                        self.boxes.push(own);
                        self.add(letter, true);
                    }
                }
                Child::Element(child) => {
                    self.marks = self.marks.within(child);
                    self.add(child, as_letters);
                }
            }
        }
    }
}

fn font(properties: &Properties<'_>, marks: Marks) -> Option<Font> {
    let name = properties.string("x_font").unwrap_or_default();
    let size = properties.number("x_fsize").filter(|&s| s > 0.0);
    let known = !name.is_empty() || size.is_some() || marks.bold || marks.italic;
    known.then(|| Font {
        name: name.to_owned(),
        size,
        bold: marks.bold,
        italic: marks.italic,
        ..Font::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::read::markup::html;
    use crate::read::ocr::Room;

    fn read(word: &str) -> (String, usize, Option<String>) {
        let markup = html::parse(word);
        let reader = Reader {
            ours: false,
            certainties: false,
            room: Room::new(&Limits::default()),
        };
        let element = markup.root().child("span").unwrap();
        let mut part = reader.word(element, Marks::default()).unwrap();
        let others = part
            .attributes
            .iter()
            .find(|a| a.name == Own::Readings.into());
        let others = others.map(|a| a.value.clone());
        let word = part.as_word().unwrap();
        (word.text.clone(), word.characters.len(), others)
    }

    #[test]
    fn letters_with_boxes_are_the_word_and_guesses_are_not() {
        // Tesseract's output with hocr_char_boxes, and with lstm_choice_mode.
        let boxes = "<span class='ocrx_word' title='bbox 0 0 9 9'>\n \
            <strong><span class='ocrx_cinfo' title='x_bboxes 0 0 4 9; x_conf 99'>a</span>\n\
            <span class='ocrx_cinfo' title='x_bboxes 5 0 9 9; x_conf 99'>b</span></strong>\n</span>";
        assert_eq!(read(boxes), ("ab".into(), 2, None));
        let choices = "<span class='ocrx_word' title='bbox 0 0 9 9'>ab\n \
            <span class='ocr_symbol'><span class='ocrx_cinfo' title='x_confs 95'>a</span>\n\
            <span class='ocrx_cinfo' title='x_confs 1'>o</span></span></span>";
        assert_eq!(read(choices), ("ab".into(), 0, None));
        let readings = "<span class='ocrx_word'><span class='alternatives'><ins class='alt'>one</ins>\
            <del class='alt'>ono</del><del class='alt'>onc</del></span></span>";
        assert_eq!(read(readings), ("one".into(), 0, Some("ono\tonc".into())));
    }
}
