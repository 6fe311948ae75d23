//! `ToUnicode` for fonts of an existing file that have none (ISO 32000-1, 9.10.3).

use std::collections::BTreeMap;

use super::objects::{Objects, reference, utf16};
use crate::page::{CodeTexts, Entries, ObjectNumber, OriginalFont, dictionary};

/// Maximum number of characters in a section of a CMap.
const MOST: usize = 100;

/// The fonts without `ToUnicode`, with the texts of the codes that pages show.
#[derive(Default)]
pub(super) struct BareFonts(BTreeMap<ObjectNumber, (Entries, CodeTexts)>);

impl BareFonts {
    pub(super) fn add(&mut self, fonts: &[OriginalFont]) {
        for font in fonts {
            let own = self.0.entry(font.object);
            let (_, texts) = own.or_insert_with(|| (font.entries.clone(), CodeTexts::new()));
            texts.extend(font.texts.clone());
        }
    }

    /// Writes the fonts with their maps.
    pub(super) fn end(&self, objects: &mut Objects) {
        for (id, (entries, texts)) in &self.0 {
            let map = objects.reserve();
            objects.compressed(map, cmap(texts).as_bytes(), |_| {});
            let mut entries = entries.clone();
            entries.push((b"ToUnicode".to_vec(), reference(map)));
            objects.add_object(*id, dictionary(&entries));
        }
    }
}

/// The CMap of codes, which may have several lengths.
fn cmap(texts: &CodeTexts) -> String {
    let mut out = "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n\
        /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n\
        /CMapName/Adobe-Identity-UCS def/CMapType 2 def\n"
        .to_owned();
    let mut lengths: Vec<u8> = texts.keys().map(|(length, _)| *length).collect();
    lengths.dedup();
    out.push_str(&format!("{} begincodespacerange\n", lengths.len()));
    for length in &lengths {
        let digits = usize::from(*length) * 2;
        out.push_str(&format!(
            "<{}><{}>\n",
            "0".repeat(digits),
            "F".repeat(digits)
        ));
    }
    out.push_str("endcodespacerange\n");
    let texts: Vec<_> = texts.iter().collect();
    for texts in texts.chunks(MOST) {
        out.push_str(&format!("{} beginbfchar\n", texts.len()));
        for ((length, code), text) in texts {
            let digits = usize::from(*length) * 2;
            out.push_str(&format!("<{code:0digits$X}><{}>\n", utf16(text)));
        }
        out.push_str("endbfchar\n");
    }
    out.push_str("endcmap CMapName currentdict/CMap defineresource pop end end\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_their_lengths() {
        let texts = [((1, 0x41), "A"), ((1, 0xfb), "fi"), ((2, 0x3), "\u{1d400}")];
        let texts = texts.map(|(code, text)| (code, text.to_owned()));
        let map = cmap(&CodeTexts::from(texts));
        for part in [
            "2 begincodespacerange\n<00><FF>\n<0000><FFFF>\nend",
            "3 beginbfchar\n<41><0041>\n<FB><00660069>\n<0003><D835DC00>\nend",
        ] {
            assert!(map.contains(part), "{map}");
        }
    }
}
