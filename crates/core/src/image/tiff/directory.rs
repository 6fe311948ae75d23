//! The directories of a TIFF file: the fields of an image, and their values.

use std::collections::BTreeMap;

use super::Tag;

/// Maximum number of images searched in a file.
const MAX_IMAGES: usize = 100_000;
/// Maximum number of values read from a field.
const MAX_VALUES: u32 = 1 << 20;

/// A directory, and the file that contains it.
pub struct Directory<'a> {
    bytes: &'a [u8],
    /// Whether numbers begin with their least significant byte.
    pub little: bool,
    /// The types and the values of fields, as in the file.
    fields: BTreeMap<u16, (u16, &'a [u8])>,
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

impl<'a> Directory<'a> {
    /// The first directory; `None` if the file is not a TIFF.
    pub(crate) fn first(bytes: &'a [u8]) -> Option<Self> {
        let empty = Self::empty(bytes);
        let directory = empty.read(empty.long(4)? as usize)?.0;
        (empty.short(2)? == 42).then_some(directory)
    }

    fn empty(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            little: bytes.first() == Some(&b'I'),
            fields: BTreeMap::new(),
        }
    }

    /// The directory of the image with this number, from 0, without thumbnails. If there is only one image,
    /// its directory.
    pub fn of_image(bytes: &'a [u8], frame: u32) -> Result<Self, String> {
        let damaged = || "it is a damaged TIFF".to_owned();
        let empty = Self::empty(bytes);
        let mut at = empty.long(4).ok_or_else(damaged)? as usize;
        let mut first = None;
        let mut count = 0;
        for _ in 0..MAX_IMAGES {
            if at == 0 {
                break;
            }
            let Some((directory, next)) = empty.read(at) else {
                break;
            };
            let small = directory
                .number(Tag::SubfileType)
                .is_some_and(|kind| kind & 1 == 1);
            if !small {
                if count == frame {
                    return Ok(directory);
                }
                count += 1;
                first.get_or_insert(directory);
            }
            at = next;
        }
        match first {
            Some(only) if count == 1 => Ok(only),
            Some(_) => Err(format!(
                "it has {count} images, and not one for page {}",
                frame + 1
            )),
            None => Err(damaged()),
        }
    }

    /// The directory at an offset, and the offset of the next one.
    fn read(&self, at: usize) -> Option<(Self, usize)> {
        let count = usize::from(self.short(at)?);
        let mut fields = BTreeMap::new();
        for number in 0..count {
            let entry = at.checked_add(2 + 12 * number)?;
            let (tag, kind) = (self.short(entry)?, self.short(entry + 2)?);
            let size = match kind {
                1 | 2 | 6 | 7 => 1,
                3 | 8 => 2,
                4 | 9 | 13 => 4,
                5 => 8,
                _ => continue,
            };
            let values = self.long(entry + 4)?.min(MAX_VALUES) as usize;
            let start = match values * size {
                ..=4 => entry + 8,
                _ => self.long(entry + 8)? as usize,
            };
            let end = start.checked_add(values * size)?;
            if let Some(value) = self.bytes.get(start..end) {
                fields.insert(tag, (kind, value));
            }
        }
        let next = self.long(at.checked_add(2 + 12 * count)?).unwrap_or(0);
        let directory = Self {
            bytes: self.bytes,
            little: self.little,
            fields,
        };
        Some((directory, next as usize))
    }

    fn short(&self, at: usize) -> Option<u16> {
        let raw = array(self.bytes, at)?;
        Some(if self.little {
            u16::from_le_bytes(raw)
        } else {
            u16::from_be_bytes(raw)
        })
    }

    fn long(&self, at: usize) -> Option<u32> {
        let raw = array(self.bytes, at)?;
        Some(if self.little {
            u32::from_le_bytes(raw)
        } else {
            u32::from_be_bytes(raw)
        })
    }

    /// All numbers of a field; fractions have two, the upper one first.
    pub fn numbers(&self, tag: Tag) -> Vec<u64> {
        let Some((kind, raw)) = self.fields.get(&(tag as u16)) else {
            return Vec::new();
        };
        let size = match kind {
            3 | 8 => 2,
            4 | 5 | 9 | 13 => 4,
            _ => 1,
        };
        let number = |raw: &[u8]| {
            let digit = |all: u64, byte: &u8| all << 8 | u64::from(*byte);
            match self.little {
                true => raw.iter().rev().fold(0, digit),
                false => raw.iter().fold(0, digit),
            }
        };
        raw.chunks_exact(size).map(number).collect()
    }

    /// The first number of a field.
    pub fn number(&self, tag: Tag) -> Option<u64> {
        self.numbers(tag).first().copied()
    }

    /// The bytes of a field.
    pub fn raw(&self, tag: Tag) -> &'a [u8] {
        self.fields.get(&(tag as u16)).map_or(&[], |(_, raw)| raw)
    }

    /// `count` bytes of the file from `offset`, or fewer at its end.
    pub fn bytes(&self, offset: u64, count: u64) -> &'a [u8] {
        let length = self.bytes.len() as u64;
        let start = offset.min(length);
        let end = start.saturating_add(count).min(length);
        self.bytes
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }
}
