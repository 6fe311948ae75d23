//! The operands that precede an operator.

use crate::geometry::Matrix;
use crate::pdf::lexer::Token;

/// Maximum number of tokens that one operator may have; further ones are dropped, even in TJ.
const MAX: usize = 1 << 16;

/// Collects operands until their operator. Arrays are flat, with their delimiters.
#[derive(Default)]
pub struct Operands<'d> {
    tokens: Vec<Token<'d>>,
}

impl<'d> Operands<'d> {
    /// Adds a token; returns `false` if there are too many.
    pub(crate) fn push(&mut self, token: Token<'d>) -> bool {
        if self.tokens.len() >= MAX {
            return false;
        }
        self.tokens.push(token);
        true
    }

    pub(crate) fn clear(&mut self) {
        self.tokens.clear();
    }

    pub fn as_slice(&self) -> &[Token<'d>] {
        &self.tokens
    }

    /// The last `N` operands, if they are numbers. Earlier ones are ignored.
    pub(crate) fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let last = self.tokens.get(self.tokens.len().checked_sub(N)?..)?;
        let mut out = [0.0; N];
        for (slot, token) in out.iter_mut().zip(last) {
            let Token::Number(value) = token else {
                return None;
            };
            *slot = *value;
        }
        Some(out)
    }

    pub(crate) fn matrix(&self) -> Option<Matrix> {
        let [a, b, c, d, e, f] = self.numbers()?;
        let matrix = Matrix::new(a, b, c, d, e, f);
        matrix.is_finite().then_some(matrix)
    }

    /// The last operand, if it is a name, as written.
    pub fn name(&self) -> Option<&'d [u8]> {
        match self.tokens.last()? {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }
}
