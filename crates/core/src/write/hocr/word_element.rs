//! The element of a word, to be written again for the next word of the same style: only the number, the box
//! and the text differ.
//!
//! ```text
//! <span class="ocrx_word" id="word_1_ 7 " title="bbox 40 50 60 70 ; x_wconf 95"> text </span>
//! before                              between                     behind              end
//! ```

use std::ops::Range;

use super::title::push_bbox;
use crate::blocks::Pixels;
use crate::mapping::{Action, Elements, Property};
use crate::page::Style;
use crate::write::number::push_integer;
use crate::write::xml::Xml;

/// The places of what differs between the elements of words, as byte ranges of the output.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The number in the id.
    pub number: Range<usize>,
    /// The edges of the box in the title, with the spaces before them.
    pub bbox: Range<usize>,
    pub text: Range<usize>,
}

/// The element of the previous word.
pub(super) struct WordElement<'a> {
    elements: &'a Elements,
    style: Style<'a>,
    /// Number of elements around it, which is the indent.
    level: usize,
    /// The index of the counter for its id.
    pub counter: usize,
    before: String,
    between: String,
    behind: String,
    end: String,
}

impl<'a> WordElement<'a> {
    /// Takes the element from the output, where it begins at `start` and ends with its text and what marks it as bold
    /// or italic. `None` if more than number, box and text depends on the word.
    pub(super) fn of(
        elements: &'a Elements,
        style: Style<'a>,
        level: usize,
        (xml, start): (&Xml, usize),
        places: &Places,
    ) -> Option<Self> {
        let [element] = elements.chain.as_slice() else {
            return None;
        };
        let has = |property| elements.properties.contains(&property);
        let is_fixed = element.opening.is_some() && element.flat.outer.is_empty();
        if !is_fixed || !has(Property::Bbox) || has(Property::XBboxes) {
            return None;
        }
        let mut end = xml.written(places.text.end..xml.len()).to_owned();
        end.push_str("</");
        element.tag.push_tag(1, &mut end);
        end.push('>');
        Some(Self {
            elements,
            style,
            level,
            counter: element.id.as_ref()?.counter,
            before: xml.written(start..places.number.start).to_owned(),
            between: xml.written(places.number.end..places.bbox.start).to_owned(),
            behind: xml.written(places.bbox.end..places.text.start).to_owned(),
            end,
        })
    }

    /// Whether the action for a word is this element.
    pub(super) fn is_of(&self, action: &Action, level: usize) -> bool {
        let is_same = |elements: &Elements| std::ptr::eq(elements, self.elements);
        level == self.level && matches!(action, Action::Elements(own) if is_same(own))
    }

    pub(super) fn has_style(&self, style: Style<'_>) -> bool {
        self.style.is_same(style)
    }

    /// Writes the element for another word.
    pub(super) fn write<'t>(
        &self,
        number: u32,
        bbox: Pixels,
        texts: impl Iterator<Item = &'t str>,
        xml: &mut Xml,
    ) {
        let out = xml.content();
        out.push_str(&self.before);
        push_integer(number, out);
        out.push_str(&self.between);
        push_bbox(bbox, out);
        out.push_str(&self.behind);
        texts.for_each(|text| xml.text(text));
        xml.content().push_str(&self.end);
    }
}
