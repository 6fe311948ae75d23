//! Executes content streams operator by operator (ISO 32000-1, 7.8.2), for the reader of text and the
//! validator.
//!
//! The loop collects operands, saves and restores graphics states, ends marked-content sequences in their own
//! stream, skips inline images, and limits operators and nested forms. A [`Visitor`] defines the effect of
//! each operator.

mod annex_a;
pub mod inline_image;
mod operands;

use std::ops::Range;

use crate::budget::Budget;
use crate::pdf::lexer::{Lexer, Token};
use crate::pdf::{ObjectIdentifier, Resources};

pub use annex_a::{Operator, Side};
use inline_image::InlineImage;
pub(crate) use operands::Operands;

/// An operator and its operands, as in the file.
#[derive(Clone, Copy)]
pub struct Operation<'o, 'd> {
    pub written: &'d [u8],
    pub operands: &'o Operands<'d>,
    /// The position behind the operator, in the decoded stream.
    pub offset: usize,
}

/// An error in a content stream.
#[derive(Clone, Copy, Debug)]
pub enum Fault<'d> {
    /// Bytes that are not a token.
    BadToken(&'d [u8]),
    /// The operands beyond the limit are dropped.
    TooManyOperands,
    /// The rest of the stream is not read.
    TooManyOperators,
}

/// Executes the operators of content streams. `Scope` is the context that names in a stream refer to.
pub trait Visitor<Scope: ?Sized> {
    /// The state that `q` saves and `Q` restores.
    type GraphicsState: Clone;

    fn budget(&self) -> &Budget;

    /// The saved states and open forms, and the current graphics state.
    fn nesting(&mut self) -> (&mut Nesting<Self::GraphicsState>, &mut Self::GraphicsState);

    /// The colour spaces that an inline image may name.
    fn resources<'s>(&self, scope: &'s Scope) -> Option<&'s Resources<'s>>;

    /// Executes an operator; `None` means PDF does not define it.
    fn operator(&mut self, operator: Option<Operator>, operation: Operation<'_, '_>, scope: &Scope);

    /// Draws an inline image; `offset` is behind `BI`. `None` for a stray `BI`.
    fn inline_image(&mut self, image: Option<&InlineImage>, offset: usize, scope: &Scope);

    /// Begins a sequence: `BMC` and `BDC`. Each begun sequence is ended.
    fn begin_marked_content(&mut self, operation: Operation<'_, '_>, scope: &Scope);

    /// `EMC`, or the end of the stream.
    fn end_marked_content(&mut self);

    /// Called for every token, except those of inline images, with its place in the data, which includes the white
    /// space before it. Most visitors do not need its bytes.
    fn token(&mut self, _token: &Token<'_>, _data: &[u8], _place: Range<usize>) {}

    /// `q` has saved a state; `depth` states of this stream are now saved.
    fn saved(&mut self, _depth: usize, _offset: usize) {}

    /// `Q` has restored a state of this stream.
    fn restored(&mut self) {}

    fn fault(&mut self, _fault: Fault<'_>, _offset: usize) {}
}

/// The saved states and open forms of a page during execution.
pub struct Nesting<GraphicsState> {
    saved: Vec<GraphicsState>,
    /// Forms that are being executed, the outermost first.
    forms: Vec<ObjectIdentifier>,
    operators: usize,
}

impl<GraphicsState> Default for Nesting<GraphicsState> {
    fn default() -> Self {
        Self {
            saved: Vec::new(),
            forms: Vec::new(),
            operators: 0,
        }
    }
}

/// The reason not to execute a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    DrawsItself,
    TooDeep,
}

impl<GraphicsState> Nesting<GraphicsState> {
    /// The innermost form that is being executed.
    pub fn form(&self) -> Option<ObjectIdentifier> {
        self.forms.last().copied()
    }

    /// All forms that are being executed, the outermost first.
    pub fn forms(&self) -> &[ObjectIdentifier] {
        &self.forms
    }

    /// The reason not to execute a form inside the open ones, if there is one.
    pub fn refusal(&self, form: ObjectIdentifier, budget: &Budget) -> Option<Refusal> {
        if self.forms.contains(&form) {
            Some(Refusal::DrawsItself)
        } else if self.forms.len() >= budget.form_depth {
            Some(Refusal::TooDeep)
        } else {
            None
        }
    }
}

/// Executes the content stream of a form, a pattern or a glyph procedure, which must not be
/// [refused](Nesting::refusal).
pub fn run_form<Scope: ?Sized, V: Visitor<Scope>>(
    visitor: &mut V,
    form: ObjectIdentifier,
    data: &[u8],
    scope: &Scope,
) {
    visitor.nesting().0.forms.push(form);
    run(visitor, data, scope);
    visitor.nesting().0.forms.pop();
}

/// Executes a content stream. At its end, the graphics states and marked-content sequences that it left open
/// are closed.
pub fn run<Scope: ?Sized, V: Visitor<Scope>>(visitor: &mut V, data: &[u8], scope: &Scope) {
    let outer = visitor.nesting().0.saved.len();
    let mut sequences = 0usize;
    let mut lexer = Lexer::new(data);
    let mut operands = Operands::default();
    loop {
        let before = lexer.offset();
        let Some(token) = lexer.next() else { break };
        let offset = lexer.offset();
        visitor.token(&token, data, before..offset);
        let written = match token {
            Token::Keyword(b"true" | b"false" | b"null") => continue,
            Token::Keyword(operator) => operator,
            Token::Bad(bytes) => {
                visitor.fault(Fault::BadToken(bytes), offset);
                continue;
            }
            operand => {
                if !operands.push(operand) {
                    visitor.fault(Fault::TooManyOperands, offset);
                    operands.clear();
                }
                continue;
            }
        };
        let most = visitor.budget().operators;
        let (nesting, _) = visitor.nesting();
        if nesting.operators >= most {
            visitor.fault(Fault::TooManyOperators, offset);
            break;
        }
        nesting.operators += 1;
        let operation = Operation {
            written,
            operands: &operands,
            offset,
        };
        match *written {
            [b'q'] => {
                let most = visitor.budget().nesting;
                let (nesting, state) = visitor.nesting();
                let depth = nesting.saved.len() + 1 - outer;
                if nesting.saved.len() < most {
                    nesting.saved.push(state.clone());
                }
                visitor.saved(depth, offset);
            }
            [b'Q'] => {
                if restore(visitor, outer) {
                    visitor.restored();
                }
            }
            [b'B', b'I'] => {
                let resources = visitor.resources(scope);
                let image = inline_image::read(&mut lexer, resources, visitor.budget());
                visitor.inline_image(image.as_ref(), offset, scope);
            }
            [b'B', b'M', b'C'] | [b'B', b'D', b'C'] => {
                sequences += 1;
                visitor.begin_marked_content(operation, scope);
            }
            [b'E', b'M', b'C'] => {
                if let Some(rest) = sequences.checked_sub(1) {
                    sequences = rest;
                    visitor.end_marked_content();
                }
            }
            _ => visitor.operator(Operator::parse(written), operation, scope),
        }
        operands.clear();
    }
    for _ in 0..sequences {
        visitor.end_marked_content();
    }
    visitor.nesting().0.saved.truncate(outer + 1);
    restore(visitor, outer);
}

/// Restores the last saved state, unless it is one of the first `outer`. Returns whether it did.
fn restore<Scope: ?Sized, V: Visitor<Scope>>(visitor: &mut V, outer: usize) -> bool {
    let (nesting, state) = visitor.nesting();
    if nesting.saved.len() <= outer {
        return false;
    }
    if let Some(last) = nesting.saved.pop() {
        *state = last;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// Records its calls; its graphics state is the number of `w` so far.
    struct Log {
        budget: Budget,
        nesting: Nesting<usize>,
        state: usize,
        lines: Vec<String>,
    }

    impl Visitor<()> for Log {
        type GraphicsState = usize;

        fn budget(&self) -> &Budget {
            &self.budget
        }

        fn nesting(&mut self) -> (&mut Nesting<usize>, &mut usize) {
            (&mut self.nesting, &mut self.state)
        }

        fn resources<'s>(&self, (): &'s ()) -> Option<&'s Resources<'s>> {
            None
        }

        fn operator(&mut self, operator: Option<Operator>, operation: Operation<'_, '_>, (): &()) {
            self.state += usize::from(operator == Some(Operator::SetLineWidth));
            let count = operation.operands.as_slice().len();
            self.lines.push(format!("{operator:?} {count}"));
        }

        fn inline_image(&mut self, image: Option<&InlineImage>, _: usize, (): &()) {
            self.lines.push(format!("image {}", image.is_some()));
        }

        fn begin_marked_content(&mut self, operation: Operation<'_, '_>, (): &()) {
            self.lines
                .push(format!("begin {:?}", operation.operands.name()));
        }

        fn end_marked_content(&mut self) {
            self.lines.push("end".into());
        }

        fn saved(&mut self, depth: usize, _: usize) {
            self.lines.push(format!("saved {depth}"));
        }

        fn restored(&mut self) {
            self.lines.push(format!("restored {}", self.state));
        }

        fn fault(&mut self, fault: Fault<'_>, _: usize) {
            self.lines.push(format!("{fault:?}"));
        }
    }

    fn log(limits: Limits, stream: &[u8]) -> Log {
        let mut log = Log {
            budget: Budget::new(limits, usize::MAX),
            nesting: Nesting::default(),
            state: 0,
            lines: Vec::new(),
        };
        run(&mut log, stream, &());
        log
    }

    #[test]
    fn sequences_end_in_the_stream_that_began_them() {
        // A sequence begins even without a tag, so that its EMC does not end another one.
        let log = log(Limits::default(), b"EMC /P BMC BMC EMC n");
        let none: Option<&[u8]> = None;
        let lines = [
            format!("begin {:?}", Some(b"P")),
            format!("begin {none:?}"),
            "end".into(),
            "Some(EndPath) 0".into(),
            "end".into(),
        ];
        assert_eq!(log.lines, lines);
    }

    #[test]
    fn states_are_restored_and_those_left_open_closed() {
        let mut log = log(Limits::default(), b"Q 1 w q 2 w q 3 w Q q 4 w");
        assert!(log.lines.contains(&"restored 2".to_owned()));
        assert_eq!(log.lines.iter().filter(|l| *l == "saved 2").count(), 2);
        assert_eq!(log.state, 1);
        // A form cannot restore a state that the page has saved.
        log.nesting.saved.push(7);
        let form = ObjectIdentifier::new(5, 0);
        run_form(&mut log, form, b"Q q", &());
        assert_eq!((log.state, log.nesting.saved.len()), (1, 1));
        assert_eq!(log.nesting.form(), None);
    }

    #[test]
    fn limits_end_a_stream() {
        let limits = Limits {
            operators: 3,
            nesting: 1,
            form_depth: 1,
            ..Limits::default()
        };
        let mut log = log(limits, b"q q zz n");
        let lines = ["saved 1", "saved 2", "None 0", "TooManyOperators"];
        assert_eq!(log.lines, lines);
        let [a, b] = [1, 2].map(|number| ObjectIdentifier::new(number, 0));
        assert_eq!(log.nesting.refusal(a, &log.budget), None);
        log.nesting.forms.push(a);
        let refusal = |form| log.nesting.refusal(form, &log.budget);
        assert_eq!(refusal(a), Some(Refusal::DrawsItself));
        assert_eq!(refusal(b), Some(Refusal::TooDeep));
    }

    #[test]
    fn inline_images_are_skipped_and_bad_tokens_reported() {
        let log = log(
            Limits::default(),
            b"1 BI /W 1/H 1/BPC 8/CS/G ID x EI ) true 2 3 re",
        );
        let bad = format!("{:?}", Fault::BadToken(b")"));
        assert_eq!(log.lines, ["image true", &bad, "Some(Rectangle) 2"]);
    }
}
