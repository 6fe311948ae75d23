//! Estimates the work of a Type 1 program's subroutines (Adobe Type 1 Font Format, chapter 6). Each can call
//! the next one several times, so ten levels can take exponential time.

use skrifa::raw::ps::charstring::CharstringContext;
use skrifa::raw::ps::type1::Type1Font;

/// Maximum number of bytes that one call may run; fonts with more are not drawn. Subroutines of real fonts
/// run some hundred.
const MAX: usize = 10_000;
/// Maximum call depth, which is that of the interpreter.
const DEEPEST: usize = 10;
/// Number of subroutines examined.
const SUBROUTINES: i32 = 1 << 16;
/// Number of consecutive missing subroutines after which the search ends.
const GAP: usize = 256;

/// Whether no subroutine of a program exceeds [`MAX`].
pub(super) fn is_bounded(font: &Type1Font) -> bool {
    let mut subroutines: Vec<Subroutine> = Vec::new();
    let mut missing = 0;
    for number in 0..SUBROUTINES {
        let data = font.subr(number).ok();
        missing = if data.is_some() { 0 } else { missing + 1 };
        if missing > GAP {
            break;
        }
        subroutines.push(Subroutine::read(data.unwrap_or_default()));
    }
    work(&subroutines) <= MAX
}

/// The largest number of bytes that a call of any of them runs.
fn work(subroutines: &[Subroutine]) -> usize {
    let mut known = vec![0usize; subroutines.len()];
    for _ in 0..DEEPEST {
        let most = known.iter().copied().max().unwrap_or(0);
        let next = subroutines.iter().map(|subroutine| {
            let called = subroutine.calls.iter().map(|call| match call {
                Some(number) => known.get(*number).copied().unwrap_or(0),
                None => most,
            });
            called.fold(subroutine.length, usize::saturating_add)
        });
        known = next.collect();
        if known.iter().any(|&work| work > MAX) {
            break;
        }
    }
    known.into_iter().max().unwrap_or(0)
}

/// A subroutine: its length, and the numbers it calls, or `None` if the number is computed.
#[derive(Debug, PartialEq)]
struct Subroutine {
    length: usize,
    calls: Vec<Option<usize>>,
}

impl Subroutine {
    fn read(data: &[u8]) -> Self {
        const CALL: u8 = 10;
        let mut calls = Vec::new();
        let mut last = None;
        let mut rest = data;
        while let Some((&byte, after)) = rest.split_first() {
            let (number, length) = match byte {
                32..=246 => (Some(i32::from(byte) - 139), 0),
                247..=250 => (high(byte - 247, after, 108), 1),
                251..=254 => (high(byte - 251, after, 108).map(|n| -n), 1),
                255 => (
                    after
                        .get(..4)
                        .and_then(|bytes| Some(i32::from_be_bytes(bytes.try_into().ok()?))),
                    4,
                ),
                CALL => {
                    calls.push(last.and_then(|n: i32| usize::try_from(n).ok()));
                    (None, 0)
                }
                // Operators of two bytes.
                12 => (None, 1),
                _ => (None, 0),
            };
            last = number;
            rest = after.get(length..).unwrap_or_default();
        }
        Self {
            length: data.len(),
            calls,
        }
    }
}

/// A number of two bytes; `least` is added to it.
fn high(first: u8, after: &[u8], least: i32) -> Option<i32> {
    let second = after.first()?;
    Some(i32::from(first) * 256 + i32::from(*second) + least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_with_what_is_before_them() {
        // 5 callsubr, 300 callsubr, -200 callsubr, 1 3 callothersubr pop callsubr, return.
        let program = [
            144, 10, 247, 192, 10, 251, 92, 10, 140, 142, 12, 16, 12, 17, 10, 11,
        ];
        let read = Subroutine::read(&program);
        assert_eq!(read.length, program.len());
        assert_eq!(read.calls, [Some(5), Some(300), None, None]);
        let long = Subroutine::read(&[255, 0, 0, 1, 0, 10, 255, 0]);
        assert_eq!(long.calls, [Some(256)]);
    }

    #[test]
    fn those_that_each_call_the_next_several_times_are_too_much() {
        let chain = |calls: usize, levels: usize| -> Vec<Subroutine> {
            let level = |n: usize| Subroutine {
                length: 2 * calls,
                calls: vec![Some(n + 1); calls],
            };
            (0..levels).map(level).collect()
        };
        assert!(work(&chain(1, 9)) < 50);
        assert!(work(&chain(4, 9)) > MAX);
        // A subroutine that calls the one its operand gives, as the fourth of every font does.
        let caller = Subroutine {
            length: 6,
            calls: vec![None],
        };
        assert_eq!(work(&[caller]), 60);
    }
}
