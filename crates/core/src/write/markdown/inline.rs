//! Writes the words of a paragraph with emphasis, links, code and note references.

use super::super::flow::{NoteNumbers, Separator, Token};
use super::super::map::MappedText;
use super::escape::{self, Place};
use crate::address::allowed;

/// Settings for the words of a part.
pub(super) struct Inline<'a> {
    pub notes: &'a mut NoteNumbers,
    pub keep_lines: bool,
    /// Mark bold, italic and code.
    pub marks: bool,
    /// Leave out bold and italic: all words have it, as in the cell of a total.
    pub uniform: bool,
    /// A number at the start begins a list, as in print.
    pub labels: bool,
    pub prefix: &'a str,
    pub heading: bool,
    pub in_table: bool,
}

/// The look shared by the words of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Look<'a> {
    bold: bool,
    italic: bool,
    code: bool,
    href: Option<&'a str>,
    note: bool,
    raised: bool,
}

/// The tokens of a part, and the range of those that have one look.
struct Run<'a> {
    tokens: &'a [Token],
    separators: &'a [Separator],
    range: std::ops::Range<usize>,
}

impl<'a> Inline<'a> {
    pub(super) fn new(notes: &'a mut NoteNumbers) -> Self {
        Self {
            notes,
            keep_lines: false,
            marks: true,
            uniform: false,
            labels: false,
            prefix: "",
            heading: false,
            in_table: false,
        }
    }

    pub(super) fn write(&mut self, tokens: &[Token], out: &mut MappedText) {
        let separators = self.separators(tokens);
        let looks = self.looks(tokens, &separators);
        let mut at = 0;
        while let Some(look) = looks.get(at) {
            let same = looks.iter().skip(at).take_while(|l| *l == look).count();
            let same = if look.note { 1 } else { same };
            self.separate(separators.get(at).copied(), at == 0, out);
            let run = Run {
                tokens,
                separators: &separators,
                range: at..at + same,
            };
            self.run(&run, *look, out);
            at += same;
        }
    }

    /// The separator before each token.
    fn separators(&self, tokens: &[Token]) -> Vec<Separator> {
        let between = tokens.windows(2).map(|pair| match pair {
            [a, b] => Separator::between(a, b, self.keep_lines),
            _ => Separator::Space,
        });
        std::iter::once(Separator::Space).chain(between).collect()
    }

    /// The look of each token. A token without a space before it takes the look of its predecessor, because
    /// emphasis cannot start or end everywhere inside a word.
    fn looks<'t>(&self, tokens: &'t [Token], separators: &[Separator]) -> Vec<Look<'t>> {
        let mut looks: Vec<Look<'t>> = Vec::with_capacity(tokens.len());
        for (token, separator) in tokens.iter().zip(separators) {
            let raised = token.raised && self.marks;
            let emphasis = self.marks && !self.uniform && !raised;
            let own = Look {
                bold: token.bold && emphasis && !self.heading,
                italic: token.italic && emphasis,
                code: token.code && self.marks && !raised,
                // Markdown has no anchors for links inside a document.
                href: token.href.as_deref().filter(|href| !href.starts_with('#')),
                note: token.note.is_some(),
                raised,
            };
            let stays = |look: &Look<'_>| look.note || look.raised;
            let look = match looks.last() {
                Some(before)
                    if *separator == Separator::Nothing && !stays(before) && !stays(&own) =>
                {
                    *before
                }
                _ => own,
            };
            looks.push(look);
        }
        looks
    }

    fn separate(&self, separator: Option<Separator>, first: bool, out: &mut MappedText) {
        match separator {
            _ if first => {}
            Some(Separator::Space) => out.push(' '),
            Some(Separator::Line) => {
                out.push('\n');
                out.push_str(self.prefix);
            }
            Some(Separator::Verse) if self.in_table || self.heading => {
                out.push(' ');
            }
            Some(Separator::Verse) => {
                out.push_str("  \n");
                out.push_str(self.prefix);
            }
            _ => {}
        }
    }

    fn run(&mut self, run: &Run<'_>, look: Look<'_>, out: &mut MappedText) {
        let own = run.tokens.get(run.range.clone()).unwrap_or_default();
        if let [
            Token {
                note: Some(id),
                origin,
                text,
                ..
            },
        ] = own
        {
            let number = self.notes.refer(*id, text);
            return out.from(*origin, |out| out.push_str(&format!("[^{number}]")));
        }
        let address = look.href.and_then(allowed);
        if address.is_some() {
            out.push('[');
        }
        if look.code {
            self.code(run, out);
        } else {
            let says = own.iter().any(|t| t.text.contains(char::is_alphanumeric));
            if look.raised && self.superscripts(own, out) {
                return;
            }
            if look.raised {
                out.push_str("<sup>");
            }
            let mark = match (look.bold && says, look.italic && says) {
                (true, true) => "***",
                (true, false) => "**",
                (false, true) => "*",
                (false, false) => "",
            };
            out.push_str(mark);
            let plain = mark.is_empty() && address.is_none() && !look.raised;
            self.words(run, (plain, address.is_some()), out);
            out.push_str(mark);
            if look.raised {
                out.push_str("</sup>");
            }
        }
        if let Some(address) = address {
            let mut target = "](".to_owned();
            escape::push_address(&address, &mut target);
            target.push(')');
            out.push_str(&target);
        }
    }

    /// Writes raised figures as superscript characters, which need no markup; `false` for other characters.
    fn superscripts(&self, tokens: &[Token], out: &mut MappedText) -> bool {
        let raised = |token: &Token| {
            token
                .text
                .chars()
                .map(superscript)
                .collect::<Option<String>>()
        };
        let Some(texts) = tokens.iter().map(raised).collect::<Option<Vec<String>>>() else {
            return false;
        };
        for (token, text) in tokens.iter().zip(texts) {
            out.from(token.origin, |out| out.push_str(&text));
        }
        true
    }

    /// Writes escaped words. `plain` means that no mark precedes the first one.
    fn words(&self, run: &Run<'_>, (plain, linked): (bool, bool), out: &mut MappedText) {
        let (tokens, separators, first) = (run.tokens, run.separators, run.range.start);
        for at in run.range.clone() {
            let Some(token) = tokens.get(at) else { return };
            let separator = separators.get(at).copied();
            if at > first {
                self.separate(separator, false, out);
            }
            let in_item = at == 1
                && self.labels
                && tokens
                    .first()
                    .is_some_and(|token| escape::number_of_item(&token.text).is_some());
            let on_new_line = matches!(separator, Some(Separator::Line | Separator::Verse));
            let begins = at == 0 || in_item || on_new_line;
            let next = tokens.get(at + 1);
            let place = Place {
                line_start: begins && (plain || at > first) && !self.in_table,
                label: self.labels && at == 0,
                glued: separators.get(at + 1) == Some(&Separator::Nothing),
                bracketed: linked,
                in_table: self.in_table,
                heading: self.heading,
            };
            let hyphen = token.hyphen(next, self.keep_lines);
            out.from(token.origin, |out| {
                escape::push_word(&token.text, place, out);
                out.push_str(hyphen);
            });
        }
    }

    /// Writes words as inline code, with more backticks than any run in them.
    fn code(&self, run: &Run<'_>, out: &mut MappedText) {
        let own = run.tokens.get(run.range.clone()).unwrap_or_default();
        let fence = "`".repeat(longest_fence(own) + 1);
        // Markdown strips one space at each end.
        let edge =
            |token: Option<&Token>, has: fn(&str) -> bool| token.is_some_and(|t| has(&t.text));
        let padded = edge(own.first(), |text| text.starts_with('`'))
            || edge(own.last(), |text| text.ends_with('`'));
        out.push_str(&fence);
        if padded {
            out.push(' ');
        }
        for (at, token) in run.range.clone().zip(own) {
            if at > run.range.start {
                self.separate(run.separators.get(at).copied(), false, out);
            }
            let hyphen = token.hyphen(run.tokens.get(at + 1), self.keep_lines);
            out.from(token.origin, |out| {
                match self.in_table {
                    true => out.push_str(&token.text.replace('|', "\\|")),
                    false => out.push_str(&token.text),
                }
                out.push_str(hyphen);
            });
        }
        if padded {
            out.push(' ');
        }
        out.push_str(&fence);
    }
}

/// The superscript character for a figure or a sign.
fn superscript(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '+' => '⁺',
        '-' | '−' => '⁻',
        _ => return None,
    })
}

/// Length of the longest run of backticks.
fn longest_fence(tokens: &[Token]) -> usize {
    let runs = tokens
        .iter()
        .flat_map(|token| token.text.split(|c| c != '`'));
    runs.map(str::len).max().unwrap_or(0)
}

/// Writes lines of code as a fenced block.
pub(super) fn code_block(tokens: &[Token], prefix: &str, out: &mut MappedText) {
    let fence = "`".repeat(longest_fence(tokens).max(2) + 1);
    out.push_str(&fence);
    for (at, token) in tokens.iter().enumerate() {
        if token.line || at == 0 {
            out.push('\n');
            out.push_str(prefix);
            out.push_str(&" ".repeat(usize::from(token.indent)));
        } else if !token.glued {
            out.push(' ');
        }
        let hyphen = if token.divided { "-" } else { "" };
        out.from(token.origin, |out| {
            out.push_str(&token.text);
            out.push_str(hyphen);
        });
    }
    out.push('\n');
    out.push_str(prefix);
    out.push_str(&fence);
}
