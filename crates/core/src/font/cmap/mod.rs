//! CMaps embedded in the file, which map character codes to CIDs (ISO 32000-1, 9.7.5) and to Unicode
//! (9.10.3).
//!
//! They are read as tokens, not interpreted as PostScript. A misplaced token is skipped, and reading
//! continues.

mod map;
mod parse;

use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, Warnings};
use crate::pdf::{Dict, Name, Object, Stream, stream};

use map::Base;
pub(super) use map::{CMap, code_value};

/// Maximum number of CMaps chained by `usecmap`.
const DEPTH: usize = 8;

impl CMap {
    /// Reads the CMap of a stream and the CMaps it refers to.
    pub(super) fn read(stream: &Stream<'_>, budget: &Budget, warnings: &mut Warnings) -> Self {
        Self::read_at_depth(stream, budget, warnings, 0)
    }

    fn read_at_depth(
        stream: &Stream<'_>,
        budget: &Budget,
        warnings: &mut Warnings,
        depth: usize,
    ) -> Self {
        let data = stream::decode(stream, budget, warnings);
        let mut cmap = Self::parse(&data);
        let dict = stream.dict();
        if let Some(mode) = dict.get::<i32>("WMode") {
            cmap.vertical = Some(mode == 1);
        }
        if let Some(info) = dict.get::<Dict<'_>>("CIDSystemInfo") {
            cmap.collection = cmap.collection.or_else(|| collection_of(&info));
        }
        match dict.get::<Object<'_>>("UseCMap") {
            Some(Object::Name(name)) => cmap.use_named(&name),
            Some(Object::Stream(base)) if depth < DEPTH => {
                let base = Self::read_at_depth(&base, budget, warnings, depth + 1);
                cmap.base = Some(Base::Embedded(Box::new(base)));
            }
            Some(Object::Stream(_)) => {
                let id = stream.obj_id();
                let text = format!("more than {DEPTH} CMaps build on each other");
                let warning = Diagnostic::limit(text);
                warnings.push(warning.in_object(id.obj_number, id.gen_number));
            }
            _ => {}
        }
        cmap
    }

    /// Reads the program of a CMap.
    pub(super) fn parse(data: &[u8]) -> Self {
        parse::Parser::default().run(data)
    }
}

/// `Registry` and `Ordering` of a `CIDSystemInfo` dictionary (9.7.3).
pub(super) fn collection_of(info: &Dict<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
    let text = |key: &str| match info.get::<Object<'_>>(key)? {
        Object::String(s) => Some(s.as_bytes().to_vec()),
        // A name instead of a string is accepted.
        Object::Name(name) => Some(Name::as_ref(&name).to_vec()),
        _ => None,
    };
    Some((text("Registry")?, text("Ordering")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::text::CodeText;
    use proptest::prelude::*;

    /// The text of a code of `len` bytes.
    fn text(program: &str, code: u32, len: usize) -> Option<String> {
        let cmap = CMap::parse(program.as_bytes());
        let mut out = String::new();
        cmap.text(code, len)?.push_to(&mut out);
        Some(out)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_string())
    }

    #[test]
    fn characters_and_ranges() {
        let program = "2 beginbfchar <0003> <0020> <0005> <00660066> endbfchar
            3 beginbfrange <0010> <0012> <0041>
            <0020> <0022> [<0061> /eacute <D83DDE00>]
            <0030> <0031> <00410300> endbfrange";
        for (code, wanted) in [
            (3, some(" ")),
            (5, some("ff")),
            (0x10, some("A")),
            (0x12, some("C")),
            (0x13, None),
            (0x20, some("a")),
            (0x21, some("é")),
            (0x22, some("😀")),
            (0x31, some("A\u{301}")),
        ] {
            assert_eq!(text(program, code, 2), wanted, "{code:x}");
        }
    }

    #[test]
    fn a_map_ends_with_its_end() {
        let program = "1 beginbfchar <41> <0627> endbfchar endcmap %%EOF
            1 beginbfrange <41> <42> <0041> endbfrange";
        assert_eq!(text(program, 0x41, 1), some("\u{627}"));
        assert_eq!(text(program, 0x42, 1), None);
        let empty_first = "endcmap 1 beginbfchar <41> <0042> endbfchar";
        assert_eq!(text(empty_first, 0x41, 1), some("B"));
    }

    #[test]
    fn codes_differ_by_their_length_but_are_found_by_value() {
        let program = "2 beginbfchar <20> <0041> <0020> <0042> endbfchar
            1 beginbfchar <41> <0043> endbfchar";
        assert_eq!(text(program, 0x20, 1), some("A"));
        assert_eq!(text(program, 0x20, 2), some("B"));
        assert_eq!(text(program, 0x41, 2), some("C"));
    }

    #[test]
    fn the_last_byte_may_overflow() {
        let program = "1 beginbfrange <00F0> <0120> <00F0> <0200> <0210> <D83DDFFF> endbfrange";
        assert_eq!(text(program, 0x101, 2), some("ā"));
        assert_eq!(text(program, 0x201, 2), some("\u{1F800}"));
    }

    #[test]
    fn what_is_no_text_is_as_good_as_absent() {
        let program = "9 beginbfchar <01> <0000> <02> <> <03> <D800> <04> <FFFD> <05> <41>
            <06> <FEFF0042> <07> <00430000> <08> /g23 <09> 12 <0A> <0044> endbfchar
            1 beginbfrange <10> <20> <0000> endbfrange";
        for code in [1, 2, 3, 4, 8, 9, 0x10, 0x11] {
            assert_eq!(text(program, code, 1), None, "{code:x}");
        }
        assert_eq!(text(program, 5, 1), some("A"));
        assert_eq!(text(program, 6, 1), some("B"));
        assert_eq!(text(program, 7, 1), some("C"));
        assert_eq!(text(program, 10, 1), some("D"));
        assert_eq!(text(program, 0x19, 1), some("\t"));
    }

    #[test]
    fn a_bad_token_costs_only_itself() {
        let program = "beginbfchar ) <01> <0041> >> <02> } <0042> <0102030405> <03> <0043>
            beginbfrange <04> <05> [<0044> endbfrange
            beginbfchar <06> <0046>";
        assert_eq!(text(program, 1, 1), some("A"));
        assert_eq!(text(program, 3, 1), some("C"));
        assert_eq!(text(program, 4, 1), some("D"));
        assert_eq!(text(program, 6, 1), some("F"));
    }

    #[test]
    fn cids_and_metadata() {
        let cmap = CMap::parse(
            b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 1 >> def
            /WMode 1 def
            1 begincodespacerange <00> <80> <8140> <9FFC> endcodespacerange
            2 begincidrange <20> <7E> 231 <8140> <817E> 633 endcidrange
            1 begincidchar <8180> 900 endcidchar
            1 beginnotdefrange <00> <1F> 1 endnotdefrange",
        );
        assert!(cmap.vertical());
        assert_eq!(cmap.collection(), Some((&b"Adobe"[..], &b"Japan1"[..])));
        assert_eq!(cmap.cid(0x21, 1), 232);
        assert_eq!(cmap.cid(0x8141, 2), 634);
        assert_eq!(cmap.cid(0x8180, 2), 900);
        assert_eq!(cmap.cid(0x05, 1), 1);
        assert_eq!(cmap.cid(0x21, 2), 0);
    }

    #[test]
    fn codespace_ranges_cut_a_string() {
        let cmap =
            CMap::parse(b"3 begincodespacerange <00> <7F> <8140> <9FFC> <E0000000> <E0FFFFFF>");
        assert_eq!(cmap.code_len(b"a\x81\x40"), 1);
        assert_eq!(cmap.code_len(b"\x81\x40a"), 2);
        assert_eq!(cmap.code_len(b"\xE0\x01\x02\x03"), 4);
        // The second byte is in no range: the code is as long as the range of the first byte.
        assert_eq!(cmap.code_len(b"\x81\x00"), 2);
        assert_eq!(cmap.code_len(b"\xFF\xFF"), 1);
        assert_eq!(cmap.code_len(b"\x81"), 0);
        assert_eq!(cmap.code_len(b""), 0);
        assert_eq!(CMap::parse(b"").code_len(b"abc"), 2);
    }

    #[test]
    fn a_cmap_builds_on_a_predefined_one() {
        let cmap = CMap::parse(b"/90ms-RKSJ-H usecmap 1 begincidchar <41> 7 endcidchar");
        assert_eq!(cmap.cid(0x41, 1), 7);
        assert_eq!(cmap.cid(0x82A0, 2), 843);
        assert_eq!(cmap.code_len(b"\x82\xA0"), 2);
        let cmap = CMap::parse(b"/Adobe-Japan1-UCS2 usecmap");
        assert_eq!(cmap.text(843, 2), Some(CodeText::Char('あ')));
    }

    #[test]
    fn a_billion_codes_cost_nothing() {
        let program = "1 beginbfrange <00000000> <FFFFFFFF> <0041> <00000000> <FFFFFFFF> <00410042>
            endbfrange 1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange";
        let cmap = CMap::parse(program.as_bytes());
        assert_eq!(cmap.cid(0xFFFF_FFFF, 4), 0xFFFF_FFFF);
        // The second range applies to the codes it may have, the first one to the others.
        assert_eq!(cmap.text(1, 4), Some(CodeText::Str("AC")));
        assert_eq!(cmap.text(0x100, 4), Some(CodeText::Char('\u{141}')));
    }

    proptest! {
        #[test]
        fn any_program_ends(data in prop::collection::vec(any::<u8>(), 0..300), code: u32, len in 0usize..6) {
            let cmap = CMap::parse(&data);
            cmap.text(code, len);
            cmap.cid(code, len);
            prop_assert!(cmap.code_len(&data) <= data.len());
        }

        #[test]
        fn any_tokens_end(
            tokens in prop::collection::vec(
                prop::sample::select(vec![
                    "beginbfrange", "beginbfchar", "begincidrange", "begincodespacerange", "endbfchar",
                    "<00>", "<0041>", "<FFFFFFFF>", "<>", "[", "]", "/a", "12", "-1e", "<<", ">>", "usecmap",
                    "/90ms-RKSJ-V", "def",
                ]),
                0..60,
            ),
            code: u32,
            string in prop::collection::vec(any::<u8>(), 0..6),
        ) {
            let cmap = CMap::parse(tokens.join(" ").as_bytes());
            for len in 0..5 {
                cmap.text(code, len);
                cmap.cid(code, len);
            }
            prop_assert!(cmap.code_len(&string) <= string.len());
        }
    }
}
