//! Predefined CMaps (ISO 32000-1, 9.7.5.2) and character collections (9.7.3), from `hayro-cmap`; also
//! Adobe-KR, which is newer. Maps codes to CIDs, and CIDs to text.

use std::sync::{LazyLock, Mutex, OnceLock};

use hayro_cmap::{BfString, CMapName, CidFamily, WritingMode, load_embedded};

use super::data;
use super::text::{CodeText, TextId, Texts, is_text};
use crate::lock::lock;

/// A predefined CMap, which maps character codes to CIDs.
#[derive(Debug)]
pub(super) struct Predefined {
    name: Vec<u8>,
    cmap: hayro_cmap::CMap,
    /// Whether the codes of this CMap are Unicode (UTF-16).
    unicode: bool,
}

/// The predefined CMaps used so far, unpacked on first use. There are only sixty, so the list stays short.
static UNPACKED: Mutex<Vec<&'static Predefined>> = Mutex::new(Vec::new());

impl Predefined {
    /// The CMap of that name.
    pub(super) fn named(name: &[u8]) -> Option<&'static Self> {
        let mut unpacked = lock(&UNPACKED);
        if let Some(known) = unpacked.iter().find(|cmap| cmap.name == name) {
            return Some(known);
        }
        let data = load_embedded(CMapName::from_bytes(stand_in(name)))?;
        let cmap = hayro_cmap::CMap::parse(data, load_embedded)?;
        let cmap = Box::leak(Box::new(Self {
            name: name.to_vec(),
            cmap,
            unicode: name.starts_with(b"Uni"),
        }));
        unpacked.push(cmap);
        Some(cmap)
    }

    /// The length of the first code of `string`, in bytes; 0 if the string ends before the code does.
    pub(super) fn code_len(&self, string: &[u8]) -> usize {
        let mut code = 0;
        for (len, &byte) in (1..=4u8).zip(string) {
            code = code << 8 | u32::from(byte);
            if self.cmap.lookup_cid_code(code, len).is_some() {
                return usize::from(len);
            }
        }
        // Without a character, the row gives the length. CMaps of mixed lengths have codes of one byte below
        // 0x80; longer codes begin with a higher byte.
        let single = [&b"RKSJ"[..], b"EUC", b"B5", b"GBK", b"GBpc", b"KSC"]
            .iter()
            .any(|part| self.name.windows(part.len()).any(|w| w == *part));
        match string {
            [] => 0,
            [first, ..] if single && *first < 0x80 => 1,
            [_] => 0,
            _ => 2,
        }
    }

    /// The CID of a code of `len` bytes.
    pub(super) fn cid(&self, code: u32, len: usize) -> Option<u32> {
        self.cmap.lookup_cid_code(code, u8::try_from(len).ok()?)
    }

    /// The character of a code, if the codes are Unicode.
    pub(super) fn text_of_code(&self, code: u32, len: usize) -> Option<char> {
        if !self.unicode {
            return None;
        }
        let c = if len == 4 {
            // A surrogate pair.
            let units = [(code >> 16) as u16, code as u16];
            char::decode_utf16(units).next()?.ok()
        } else {
            char::from_u32(code)
        };
        c.filter(|&c| is_text(c))
    }

    /// The text of a CID in a CMap that gives Unicode: `Adobe-Japan1-UCS2` and similar ones.
    pub(super) fn text_of_cid(&self, cid: u32) -> Option<CodeText<'static>> {
        let ordering = self.name.strip_prefix(b"Adobe-")?.strip_suffix(b"-UCS2")?;
        Collection::named(b"Adobe", ordering)?.text(cid)
    }

    pub(super) fn vertical(&self) -> bool {
        self.cmap.metadata().writing_mode == Some(WritingMode::Vertical)
    }

    /// The character collection of the CIDs.
    pub(super) fn collection(&self) -> Option<&'static Collection> {
        let collection = self.cmap.metadata().character_collection.as_ref()?;
        Collection::of(&collection.family)
    }
}

/// The CMap that replaces one which is not available. Those of JIS X 0213:2004 (ISO 32000-2, table 116) have
/// other shapes for the same characters.
fn stand_in(name: &[u8]) -> &[u8] {
    match name {
        b"UniJIS2004-UTF16-H" => b"UniJIS-UTF16-H",
        b"UniJIS2004-UTF16-V" => b"UniJIS-UTF16-V",
        name => name,
    }
}

/// A character collection: the text of every CID (9.10.2, the `…-UCS2` CMaps).
#[derive(Debug)]
pub(super) struct Collection {
    /// The source from which the blocks are unpacked.
    cmap: Option<hayro_cmap::CMap>,
    /// [`BLOCK`] CIDs each, unpacked on first use: documents use about a hundred of the characters.
    blocks: Vec<OnceLock<Block>>,
}

/// The texts of consecutive CIDs.
#[derive(Debug, Default)]
struct Block {
    ids: Vec<Option<TextId>>,
    texts: Texts,
}

/// Upper limit of CIDs in a collection: Adobe-GB1 has 30,572.
const MAX_CIDS: u32 = 1 << 15;

/// Number of CIDs unpacked at once.
const BLOCK: u32 = 1 << 8;

static JAPAN1: LazyLock<Collection> = LazyLock::new(|| Collection::load(&CidFamily::AdobeJapan1));
static GB1: LazyLock<Collection> = LazyLock::new(|| Collection::load(&CidFamily::AdobeGB1));
static CNS1: LazyLock<Collection> = LazyLock::new(|| Collection::load(&CidFamily::AdobeCNS1));
static KOREA1: LazyLock<Collection> = LazyLock::new(|| Collection::load(&CidFamily::AdobeKorea1));
static KR: LazyLock<Collection> =
    LazyLock::new(|| Collection::of_rows(include_str!("data/adobe_kr.txt")));

impl Block {
    /// The texts of the CIDs from `first` on.
    fn unpack(cmap: &hayro_cmap::CMap, first: u32) -> Self {
        let mut texts = Texts::default();
        let ids = (first..first.saturating_add(BLOCK))
            .map(|cid| match cmap.lookup_bf_string(cid)? {
                BfString::Char(c) => is_text(c).then_some(TextId::Char(c)),
                BfString::String(s) => texts.add(&s),
            })
            .collect();
        Self { ids, texts }
    }
}

impl Collection {
    /// The collection with that registry and ordering, if it is one of Adobe's five.
    pub(super) fn named(registry: &[u8], ordering: &[u8]) -> Option<&'static Self> {
        if (registry, ordering) == (b"Adobe", b"KR") {
            return Some(&KR);
        }
        Self::of(&CidFamily::from_registry_ordering(registry, ordering))
    }

    fn of(family: &CidFamily) -> Option<&'static Self> {
        match family {
            CidFamily::AdobeJapan1 => Some(&JAPAN1),
            CidFamily::AdobeGB1 => Some(&GB1),
            CidFamily::AdobeCNS1 => Some(&CNS1),
            CidFamily::AdobeKorea1 => Some(&KOREA1),
            CidFamily::AdobeIdentity | CidFamily::Custom { .. } => None,
        }
    }

    fn load(family: &CidFamily) -> Self {
        let cmap = family
            .ucs2_cmap()
            .and_then(load_embedded)
            .and_then(|data| hayro_cmap::CMap::parse(data, load_embedded));
        Self {
            cmap,
            blocks: (0..MAX_CIDS / BLOCK).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Reads rows of a CID, a tab, and one character for it and for each following CID. A second tab means
    /// that all the rest is the text of that one CID.
    fn of_rows(data: &'static str) -> Self {
        let mut blocks: Vec<Block> = (0..MAX_CIDS / BLOCK).map(|_| Block::default()).collect();
        let mut set = |cid: usize, text: &str| {
            if let Some(Block { ids, texts }) = blocks.get_mut(cid / BLOCK as usize) {
                ids.resize(cid % BLOCK as usize, None);
                ids.push(texts.add(text).filter(|_| text.chars().all(is_text)));
            }
        };
        for row in data::rows(data) {
            let mut fields = row.split('\t');
            let first = fields.next().and_then(|cid| cid.parse().ok());
            let (Some(first), Some(each)) = (first, fields.next()) else {
                continue;
            };
            let mut cid: usize = first;
            for c in each.chars() {
                set(cid, c.encode_utf8(&mut [0; 4]));
                cid += 1;
            }
            if let Some(text) = fields.next() {
                set(cid, text);
            }
        }
        Self {
            cmap: None,
            blocks: blocks.into_iter().map(OnceLock::from).collect(),
        }
    }

    /// The text of a CID.
    pub(super) fn text(&self, cid: u32) -> Option<CodeText<'_>> {
        let (number, index) = (cid / BLOCK, cid % BLOCK);
        let block = self.blocks.get(usize::try_from(number).ok()?)?;
        let block = block.get_or_init(|| match &self.cmap {
            Some(cmap) => Block::unpack(cmap, number * BLOCK),
            None => Block::default(),
        });
        let id = *block.ids.get(usize::try_from(index).ok()?)?;
        Some(block.texts.get(id?))
    }
}

/// `Registry`, `Ordering` and `Supplement` of the CIDs of a predefined CMap (table 118).
pub fn collection_of_cmap(name: &str) -> Option<(String, String, i64)> {
    let ordering =
        |ordering: &str, supplement| Some(("Adobe".to_owned(), ordering.to_owned(), supplement));
    match name.strip_suffix("-H").or_else(|| name.strip_suffix("-V")) {
        Some("Identity") => ordering("Identity", 0),
        Some("GB-EUC" | "GBpc-EUC") => ordering("GB1", 0),
        Some("GBK-EUC" | "GBKp-EUC") => ordering("GB1", 2),
        Some("GBK2K" | "UniGB-UCS2") => ordering("GB1", 4),
        Some("UniGB-UTF16") => ordering("GB1", 5),
        Some("B5pc" | "ETen-B5" | "ETenms-B5" | "CNS-EUC") => ordering("CNS1", 0),
        Some("HKscs-B5" | "UniCNS-UCS2") => ordering("CNS1", 3),
        Some("UniCNS-UTF16") => ordering("CNS1", 4),
        Some("83pv-RKSJ" | "90pv-RKSJ" | "Add-RKSJ" | "EUC" | "Ext-RKSJ") => ordering("Japan1", 1),
        Some("90ms-RKSJ" | "90msp-RKSJ") => ordering("Japan1", 2),
        Some("UniJIS-UCS2" | "UniJIS-UCS2-HW") => ordering("Japan1", 4),
        Some("UniJIS-UTF16") => ordering("Japan1", 5),
        Some("KSC-EUC" | "KSCpc-EUC") => ordering("Korea1", 0),
        Some("KSCms-UHC" | "KSCms-UHC-HW" | "UniKS-UCS2") => ordering("Korea1", 1),
        Some("UniKS-UTF16") => ordering("Korea1", 2),
        None if matches!(name, "H" | "V") => ordering("Japan1", 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn shift_jis_mixes_codes_of_one_and_two_bytes() {
        let cmap = Predefined::named(b"90ms-RKSJ-H").unwrap();
        assert!(!cmap.vertical());
        assert_eq!(cmap.code_len(b"A\x82\xA0"), 1);
        assert_eq!(cmap.code_len(b"\x82\xA0A"), 2);
        assert_eq!(cmap.code_len(b"\x82"), 0);
        let cid = cmap.cid(0x82A0, 2).unwrap();
        let text = cmap.collection().unwrap().text(cid);
        assert_eq!(text, Some(CodeText::Char('あ')));
    }

    #[test]
    fn codes_that_are_unicode_are_taken_as_they_are() {
        let cmap = Predefined::named(b"UniGB-UTF16-H").unwrap();
        assert_eq!(cmap.text_of_code(0x4E2D, 2), Some('中'));
        assert_eq!(cmap.text_of_code(0xD840_DC3E, 4), Some('\u{2003E}'));
        assert_eq!(cmap.text_of_code(0xD840, 2), None);
        let other = Predefined::named(b"GBK-EUC-H").unwrap();
        assert_eq!(other.text_of_code(0x4E2D, 2), None);
    }

    #[test]
    fn vertical_cmaps_and_unknown_names() {
        assert!(Predefined::named(b"UniJIS-UCS2-V").unwrap().vertical());
        assert!(Predefined::named(b"Identity-V").unwrap().vertical());
        assert!(Predefined::named(b"UniJIS2004-UTF16-V").unwrap().vertical());
        assert!(Predefined::named(b"Not-A-CMap").is_none());
        assert!(Collection::named(b"Adobe", b"Identity").is_none());
    }

    #[test]
    fn adobe_kr_has_the_syllables_of_today_and_of_old() {
        let collection = Collection::named(b"Adobe", b"KR").unwrap();
        assert_eq!(collection.text(34), Some(CodeText::Char('A')));
        assert_eq!(
            collection.text(12239),
            Some(CodeText::Str("\u{1100}\u{119E}\u{11A8}"))
        );
        assert!(collection.text(22896).is_some() && collection.text(22897).is_none());
        let texts: HashSet<char> = (0..22897)
            .filter_map(|cid| match collection.text(cid) {
                Some(CodeText::Char(c)) => Some(c),
                _ => None,
            })
            .collect();
        assert!(('가'..='힣').all(|c| texts.contains(&c)));
    }

    #[test]
    fn a_cmap_that_gives_unicode_does() {
        let cmap = Predefined::named(b"Adobe-Japan1-UCS2").unwrap();
        assert_eq!(cmap.text_of_cid(34), Some(CodeText::Char('A')));
        assert_eq!(cmap.text_of_cid(u32::MAX), None);
    }
}
