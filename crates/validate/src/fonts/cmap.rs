//! Rules about the CMaps that encode composite fonts (ISO 19005-1, 6.3.3; ISO 19005-2, 6.2.11.3; ISO 14289-1,
//! 7.21.3).

use crate::context::Context;
use crate::rule::{Rule, Subject, catalogue, described, rules};
use crate::run::Run;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::lexer::{Lexer, RawString, Token};
use pdfa2hocr_core::pdf::{Dict, Object, name_of, stream};

/// The CMap of a Type 0 font.
#[derive(Default)]
struct CMapFacts {
    name: String,
    embedded: bool,
    /// Registry, Ordering and Supplement of the CIDFont.
    font: Option<(String, String, i64)>,
    cmap: Option<(String, String, i64)>,
    dict_mode: i64,
    program_mode: Option<i64>,
    highest_cid: u64,
    /// Name of the CMap in `usecmap` or `UseCMap`.
    base: Option<String>,
    /// `UseCMap` is an embedded CMap.
    embeds_base: bool,
}

described! { CMapFacts: |c| format!("CMap {}", c.name) }

impl CMapFacts {
    /// The character collections of the font and of the CMap, for reports.
    fn collections(&self) -> String {
        let written = |info: &Option<(String, String, i64)>| match info {
            Some((registry, ordering, supplement)) => format!("{registry}-{ordering}-{supplement}"),
            None => "nothing".into(),
        };
        format!(
            "font of {}, CMap {} of {}",
            written(&self.font),
            self.name,
            written(&self.cmap)
        )
    }

    /// PDF 2.0 defines its CMaps up to Supplement 7, earlier versions to lower ones.
    fn least_supplement(&self, context: &Context) -> i64 {
        let is_pdf2 = context.flavour.part() == 4 || context.flavour.is_tagged2();
        if is_pdf2 && !self.embedded { 7 } else { 0 }
    }
}

const CMAP: &[Rule<CMapFacts>] = rules! { CMapFacts:
    [A1 "6.3.3.1" 1] "CIDSystemInfo of a CIDFont and of its CMap do not have the same Registry and Ordering; use the CMap of the font's character collection" =>
        |c, _| is_identity(&c.name) || same_collection(c), |c| c.collections();
    [A23 "6.2.11.3.1" 1, A4 "6.2.10.3.1" 1, UA1 "7.21.3.1" 1, TAGGED2 "8.4.5.3.1" 1] "CIDSystemInfo of a CIDFont and of its CMap do not fit: Registry and Ordering must be the same, Supplement of the font not above that of the CMap; use the CMap of the font's character collection" =>
        |c, context| is_identity(&c.name) || (same_collection(c)
            && matches!((&c.font, &c.cmap), (Some(f), Some(m)) if f.2 <= m.2.max(c.least_supplement(context)))), |c| c.collections();
    [A1 "6.3.3.3" 1] "a CMap other than Identity-H and Identity-V, itself or one that it builds on, is not embedded; embed it" =>
        |c, _| (is_identity(&c.name) || c.embedded) && (c.embeds_base || c.base.as_deref().is_none_or(is_identity)), |c| match &c.base { Some(base) if c.embedded => format!("CMap {} building on {base}", c.name), _ => CMapFacts::describe(c) };
    [A23 "6.2.11.3.3" 1, A4 "6.2.10.3.3" 1, UA1 "7.21.3.3" 1, TAGGED2 "8.4.5.4" 1] "a CMap that is used, itself or by another, is neither predefined nor embedded; embed it" =>
        |c, _| (is_predefined(&c.name) || c.embedded) && (c.embeds_base || c.base.as_deref().is_none_or(is_predefined)), |c| match &c.base { Some(base) if c.embedded => format!("CMap {} building on {base}", c.name), _ => CMapFacts::describe(c) };
    [A1 "6.3.3.3" 2, A23 "6.2.11.3.3" 2, A4 "6.2.10.3.3" 2, UA1 "7.21.3.3" 2, TAGGED2 "8.4.5.4" 2] "WMode in the dictionary of a CMap is not the same as in its program; set it to the value in the program" =>
        |c, _| c.program_mode.is_none_or(|mode| mode == c.dict_mode), |c| format!("CMap {}: WMode {}, in the program {}", c.name, c.dict_mode, c.program_mode.unwrap_or(0));
    [A23 "6.2.11.3.3" 3, A4 "6.2.10.3.3" 3, UA1 "7.21.3.3" 3, TAGGED2 "8.4.5.4" 3] "a CMap builds on another one that is not predefined; embed one CMap with all mappings" =>
        |c, _| c.base.as_deref().is_none_or(is_predefined), |c| format!("CMap {} building on {}", c.name, c.base.as_deref().unwrap_or("none"));
    [A1 "6.1.12" 10, A23 "6.1.13" 10] "a CMap has CIDs above 65535; map its codes to CIDs up to 65535" => |c, _| c.highest_cid <= 65_535, |c| format!("CMap {} with CID {}", c.name, c.highest_cid);
};

fn is_identity(name: &str) -> bool {
    matches!(name, "Identity-H" | "Identity-V")
}

fn same_collection(c: &CMapFacts) -> bool {
    matches!((&c.font, &c.cmap), (Some(f), Some(m)) if f.0 == m.0 && f.1 == m.1)
}

/// Whether a CMap is predefined (ISO 32000-1, table 118).
fn is_predefined(name: &str) -> bool {
    const NAMES: &str = "Identity-H Identity-V GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H \
        GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H \
        UniGB-UTF16-V B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H \
        ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V \
        83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H \
        Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H Ext-RKSJ-V H V UniJIS-UCS2-H UniJIS-UCS2-V \
        UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V KSC-EUC-H KSC-EUC-V \
        KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H \
        UniKS-UCS2-V UniKS-UTF16-H UniKS-UTF16-V";
    NAMES.split_whitespace().any(|n| n == name)
}

/// Checks the CMap that a Type 0 font names or embeds.
pub(super) fn check(run: &mut Run<'_>, dict: &Dict<'_>, descendant: &Dict<'_>) {
    let info = |d: &Dict<'_>| {
        let info = d.get::<Dict<'_>>("CIDSystemInfo")?;
        let text = |key: &str| match info.get::<Object<'_>>(key)? {
            Object::String(s) => Some(String::from_utf8_lossy(s.as_bytes()).into_owned()),
            _ => None,
        };
        Some((
            text("Registry")?,
            text("Ordering")?,
            i64::from(info.get::<i32>("Supplement").unwrap_or(0)),
        ))
    };
    let font = info(descendant);
    let facts = match dict.get::<Object<'_>>("Encoding") {
        Some(Object::Stream(stream)) => {
            let data = stream::decode(&stream, run.budget, &mut Warnings::new());
            let program = CMapProgram::read(&data);
            let (base, embeds_base) = match stream.dict().get::<Object<'_>>("UseCMap") {
                Some(Object::Name(name)) => (Some(name.as_str().to_owned()), false),
                Some(Object::Stream(base)) => (name_of(base.dict(), "CMapName"), true),
                _ => (program.base, false),
            };
            CMapFacts {
                name: name_of(stream.dict(), "CMapName").unwrap_or_default(),
                embedded: true,
                font,
                cmap: info(stream.dict()).or(program.info),
                dict_mode: i64::from(stream.dict().get::<i32>("WMode").unwrap_or(0)),
                program_mode: Some(program.mode.unwrap_or(0)),
                highest_cid: program.highest_cid,
                base,
                embeds_base,
            }
        }
        Some(Object::Name(name)) => {
            let name = name.as_str().to_owned();
            // PDF 1.4 does not have these CMaps.
            let is_later = run.flavour().part() == 1
                && run.flavour().is_archival()
                && name.contains("-UTF16-");
            let cmap = pdfa2hocr_core::font::collection_of_cmap(&name).filter(|_| !is_later);
            CMapFacts {
                font,
                cmap,
                name,
                ..CMapFacts::default()
            }
        }
        _ => return,
    };
    run.check(CMAP, &facts, dict);
}

/// The declarations in the program of a CMap.
#[derive(Default)]
struct CMapProgram {
    mode: Option<i64>,
    base: Option<String>,
    info: Option<(String, String, i64)>,
    highest_cid: u64,
}

impl CMapProgram {
    fn read(data: &[u8]) -> Self {
        let mut program = Self::default();
        let mut last: Vec<Token<'_>> = Vec::new();
        for token in Lexer::new(data) {
            match token {
                Token::Keyword(b"def") => {
                    if let [.., Token::Name(b"WMode"), Token::Number(mode)] = last.as_slice() {
                        program.mode = Some(*mode as i64);
                    }
                    last.clear();
                }
                Token::Keyword(b"usecmap") => {
                    if let [.., Token::Name(name)] = last.as_slice() {
                        program.base = Some(String::from_utf8_lossy(name).into_owned());
                    }
                    last.clear();
                }
                Token::Keyword(b"endcidrange") => {
                    for range in last.chunks_exact(3) {
                        if let [Token::String(low), Token::String(high), Token::Number(cid)] = range
                        {
                            let span = value(*high).saturating_sub(value(*low));
                            let top = (*cid as u64).saturating_add(span);
                            program.highest_cid = program.highest_cid.max(top);
                        }
                    }
                    last.clear();
                }
                Token::Keyword(b"endcidchar") => {
                    for pair in last.chunks_exact(2) {
                        if let [_, Token::Number(cid)] = pair {
                            program.highest_cid = program.highest_cid.max(*cid as u64);
                        }
                    }
                    last.clear();
                }
                Token::Keyword(word) if word.starts_with(b"begin") => last.clear(),
                other if last.len() < 1 << 16 => last.push(other),
                _ => {}
            }
        }
        program
    }
}

fn value(string: RawString<'_>) -> u64 {
    string
        .decode()
        .iter()
        .take(4)
        .fold(0, |value, &b| value << 8 | u64::from(b))
}

catalogue![CMAP];
