//! CFF programs: names, widths and outlines of their glyphs, in bounded time.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use rustc_hash::FxHashSet;
use skrifa::GlyphId;
use skrifa::outline::OutlinePen;
use skrifa::raw::model::Error;
use skrifa::raw::ps::Sid;
use skrifa::raw::ps::cff::index::Index;
use skrifa::raw::ps::cff::{CffFontRef, Subfont};
use skrifa::raw::ps::charstring::{
    self, CharstringContext, CharstringKind, NopFilterSink, TransformSink,
};

/// Bytes of subroutines that may be run for the widths and outlines of one program. Each call costs the
/// length of the subroutine. Beyond the limit, glyphs have neither width nor outline. Real programs need some
/// megabytes, as the width comes first in a glyph.
const WORK: usize = 32 << 20;

/// The name of the glyph for characters without one.
const NOTDEF: Sid = Sid::new(0);

/// A CFF program.
pub(super) struct Cff<'p> {
    pub font: CffFontRef<'p>,
    /// Values shared by the glyphs of a group, by the group's number. They can be as long as the file, so
    /// they are read once, not once a glyph.
    groups: RefCell<HashMap<u16, Option<Subfont>>>,
    /// The unused part of [`WORK`].
    left: Cell<usize>,
}

impl<'p> Cff<'p> {
    pub(super) fn open(data: &'p [u8], upem: Option<i32>) -> Option<Self> {
        Some(Self {
            font: CffFontRef::new_cff(data, 0, upem).ok()?,
            groups: RefCell::default(),
            left: Cell::new(WORK),
        })
    }

    /// The width of a glyph for an em of `size`; `None` if the glyph is broken or [`WORK`] is used up.
    pub(super) fn advance(&self, glyph: GlyphId, size: f32) -> Option<f32> {
        self.evaluate(glyph, |program, group, charstring| {
            let width = match charstring::evaluate_width(program, None, charstring).ok()? {
                Some(width) => width + group.nominal_width(),
                None => group.default_width()?,
            };
            let transform = self.font.transform(group, Some(size));
            Some(transform.transform_h_metric(width).to_f32().max(0.0))
        })
    }

    /// Draws a glyph for an em of `size`; `None` if it is broken or [`WORK`] is used up.
    pub(super) fn draw(&self, glyph: GlyphId, size: f32, pen: &mut impl OutlinePen) -> Option<()> {
        self.evaluate(glyph, |program, group, charstring| {
            let mut pen = NopFilterSink::new(pen);
            let transform = self.font.transform(group, Some(size));
            let mut pen = TransformSink::new(&mut pen, transform);
            charstring::evaluate(program, None, charstring, &mut pen)
                .ok()
                .map(drop)
        })
    }

    /// Calls `run` with a glyph's subroutines, its group and its program.
    fn evaluate<T>(
        &self,
        glyph: GlyphId,
        run: impl FnOnce(&Counted<'_, Callable<'_>>, &Subfont, &[u8]) -> Option<T>,
    ) -> Option<T> {
        let number = self.font.subfont_index(glyph)?;
        let mut groups = self.groups.borrow_mut();
        let group = groups
            .entry(number)
            .or_insert_with(|| self.font.subfont(number, &[]).ok());
        let group = group.as_ref()?;
        let subroutines = match group.subrs_offset() {
            0 => Index::Empty,
            offset => Index::new(self.font.data().get(offset as usize..)?, false).ok()?,
        };
        let charstrings = self.font.charstrings();
        let program = (
            self.font.data(),
            charstrings,
            self.font.global_subrs(),
            &subroutines,
        );
        let counted = Counted {
            program: &program,
            left: &self.left,
        };
        let charstring = charstrings.get(usize::try_from(glyph.to_u32()).ok()?)?;
        run(&counted, group, charstring)
    }

    /// Whether the parts shared by glyphs can be read: the groups with their subroutines, and the names.
    pub(super) fn is_complete(&self) -> bool {
        let is_readable = |number| {
            let group = self.font.subfont(number, &[]).ok()?;
            match group.subrs_offset() {
                0 => Some(()),
                offset => {
                    let data = self.font.data().get(offset as usize..)?;
                    Index::new(data, false).ok().map(drop)
                }
            }
        };
        let glyphs = (0..self.font.num_glyphs()).map(GlyphId::new);
        let mut groups: Vec<Option<u16>> = glyphs.map(|g| self.font.subfont_index(g)).collect();
        groups.sort_unstable();
        groups.dedup();
        let has_groups = groups
            .into_iter()
            .all(|group| group.and_then(is_readable).is_some());
        let mut names = self.font.charset().into_iter().flat_map(|charset| {
            let all = charset.iter();
            all.take(usize::from(u16::MAX) + 1)
        });
        let has_names = self.font.is_cid() || names.all(|(_, sid)| self.font.string(sid).is_some());
        has_groups && has_names
    }

    /// Whether widths are missing because [`WORK`] was used up.
    pub(super) fn gave_up(&self) -> bool {
        self.left.get() == 0
    }

    /// The text of a string number. Names in PostScript and PDF have at most 127 bytes (C.2). Longer strings
    /// are ignored: all glyphs could share one.
    pub(super) fn name(&self, sid: Sid) -> Option<Cow<'p, str>> {
        const LONGEST: usize = 127;
        let name = self.font.string(sid).filter(|n| n.len() <= LONGEST)?;
        Some(String::from_utf8_lossy(name))
    }

    /// The names of the program's own encoding, by code.
    pub(super) fn encoding(&self) -> Option<Vec<Option<Cow<'p, str>>>> {
        let encoding = self.font.encoding()?;
        let charset = encoding.charset();
        if let Some(predefined) = encoding.predefined() {
            // `map` would search the whole charset for each code.
            let names: FxHashSet<Sid> = charset.iter().map(|(_, sid)| sid).collect();
            let name = |code: u8| {
                let sid = predefined.sid(code).filter(|&sid| sid != NOTDEF)?;
                names.contains(&sid).then(|| self.name(sid)).flatten()
            };
            return Some((0..=255).map(name).collect());
        }
        let name = |code: u8| {
            let glyph = encoding.map(code).filter(|&g| g != GlyphId::NOTDEF)?;
            self.name(charset.string_id(glyph)?)
        };
        Some((0..=255).map(name).collect())
    }

    /// Calls `each` with every glyph that has a name.
    pub(super) fn each_name(&self, mut each: impl FnMut(GlyphId, &str)) {
        // The charset of a CID-keyed font has CIDs for names.
        if self.font.is_cid() {
            return;
        }
        let Some(charset) = self.font.charset() else {
            return;
        };
        for (glyph, sid) in charset.iter().take(usize::from(u16::MAX) + 1) {
            if let Some(name) = self.name(sid) {
                each(glyph, &name);
            }
        }
    }
}

/// The data, the glyph programs, the subroutines of all groups, and those of one group.
type Callable<'c> = (&'c [u8], &'c Index<'c>, &'c Index<'c>, &'c Index<'c>);

/// The subroutines that a glyph program can call, with a limit on the bytes run.
struct Counted<'c, C> {
    program: &'c C,
    left: &'c Cell<usize>,
}

impl<C> Counted<'_, C> {
    fn charge<'s>(&self, called: &'s [u8]) -> Result<&'s [u8], Error> {
        let left = self.left.get().checked_sub(called.len() + 1);
        self.left.set(left.unwrap_or(0));
        left.map(|_| called).ok_or(Error::LimitExceeded)
    }
}

impl<C: CharstringContext> CharstringContext for Counted<'_, C> {
    fn kind(&self) -> CharstringKind {
        self.program.kind()
    }

    fn seac_components(&self, base: i32, accent: i32) -> Result<[&[u8]; 2], Error> {
        self.program.seac_components(base, accent)
    }

    fn global_subr(&self, index: i32) -> Result<&[u8], Error> {
        self.charge(self.program.global_subr(index)?)
    }

    fn subr(&self, index: i32) -> Result<&[u8], Error> {
        self.charge(self.program.subr(index)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A CFF program of three glyphs, all 600 units wide, two of which have this name. The last one calls the
    /// first of these subroutines.
    fn cff(name: &str, subroutines: &[&[u8]]) -> Vec<u8> {
        let index = |items: &[&[u8]]| {
            let mut out = (items.len() as u16).to_be_bytes().to_vec();
            let mut offset = 1u16;
            out.push(2);
            out.extend(offset.to_be_bytes());
            for item in items {
                offset += item.len() as u16;
                out.extend(offset.to_be_bytes());
            }
            out.extend(items.concat());
            out
        };
        let charset = [&[0][..], &[1, 135, 1, 135]].concat();
        // The width is 100 more than the 500 of the private dictionary; then `endchar`.
        let charstrings = index(&[&[239, 14], &[239, 14], &[32, 29, 239, 14]]);
        let private = [28, 1, 244, 21];
        let mut start = [&[1, 0, 4, 2][..], &index(&[b"F"])].concat();
        let rest = [index(&[name.as_bytes()]), index(subroutines)].concat();
        const TOP: usize = 23;
        let at = start.len() + index(&[&[0; TOP]]).len() + rest.len();
        let number = |value: usize| [&[29][..], &(value as u32).to_be_bytes()].concat();
        let top = [
            number(at),
            vec![15],
            number(at + charset.len()),
            vec![17],
            number(private.len()),
            number(at + charset.len() + charstrings.len()),
            vec![18],
        ]
        .concat();
        start.extend(index(&[&top]));
        [start, rest, charset, charstrings, private.to_vec()].concat()
    }

    #[test]
    fn what_glyphs_share_is_read_once() {
        let data = cff("alpha", &[&[11]]);
        let cff = Cff::open(&data, None).unwrap();
        for glyph in 0..3 {
            assert_eq!(cff.advance(GlyphId::new(glyph), 1000.0), Some(600.0));
        }
        assert_eq!(cff.groups.borrow().len(), 1);
    }

    #[test]
    fn a_program_is_complete_with_its_groups_and_names() {
        let data = cff("alpha", &[&[11]]);
        let is_complete = |data: &[u8]| Cff::open(data, None).is_some_and(|cff| cff.is_complete());
        assert!(is_complete(&data));
        // The private dictionary comes last.
        assert!(!is_complete(&data[..data.len() - 2]));
        let charset = [0, 1, 135, 1, 135];
        let at = data.windows(5).position(|bytes| bytes == charset).unwrap();
        let mut unnamed = data.clone();
        unnamed[at + 4] = 200;
        assert!(!is_complete(&unnamed));
    }

    #[test]
    fn names_that_are_too_long_name_nothing() {
        let names = |name: &str| {
            let data = cff(name, &[&[11]]);
            let mut names = Vec::new();
            let cff = Cff::open(&data, None).unwrap();
            cff.each_name(|_, name| names.push(name.to_owned()));
            names
        };
        assert_eq!(names("alpha"), [".notdef", "alpha", "alpha"]);
        assert_eq!(names(&"a".repeat(127)).len(), 3);
        assert_eq!(names(&"a".repeat(128)), [".notdef"]);
    }

    #[test]
    fn subroutines_that_call_each_other_for_ever_so_long_are_given_up() {
        // Each calls the next three times.
        let calls: Vec<[u8; 7]> = (33..42)
            .map(|next| [next, 29, next, 29, next, 29, 11])
            .collect();
        let mut subroutines: Vec<&[u8]> = calls.iter().map(|call| &call[..]).collect();
        subroutines.push(&[11]);
        let data = cff("alpha", &subroutines);
        let cff = Cff::open(&data, None).unwrap();
        let last = GlyphId::new(2);
        assert_eq!(cff.advance(last, 1000.0), Some(600.0));
        let work = WORK - cff.left.get();
        assert!(work > 100_000);
        cff.left.set(work / 2);
        assert_eq!(cff.advance(last, 1000.0), None);
        assert!(cff.gave_up());
        assert_eq!(cff.advance(GlyphId::new(0), 1000.0), Some(600.0));
    }
}
