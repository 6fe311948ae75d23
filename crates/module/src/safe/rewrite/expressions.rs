//! Prints expressions of a guarded module; each becomes an operand that is valid in any context.

use std::fmt::Write;

use starlark::syntax::ast::{Argument, AstExpr, AstLiteral, BinOp, Clause, Expr, ForClause};

use super::{ENTRIES, Printer, Result, made};
use crate::safe::guard;
use crate::safe::methods::METHODS;
use crate::safe::syntax::{is_short, named};

impl Printer {
    pub(super) fn expression(&mut self, expression: &AstExpr) -> Result {
        if self.brackets > 0 {
            self.reach(expression.span);
        }
        match &expression.node {
            Expr::Identifier(name) => {
                self.push(&name.node.ident);
                Ok(())
            }
            Expr::Literal(literal) => self.literal(expression, literal),
            Expr::Tuple(items) => self.bracketed("()", |p| p.list(items, Self::expression)),
            Expr::List(items) => self.bracketed("[]", |p| p.list(items, Self::expression)),
            Expr::Dict(items) if items.len() > ENTRIES => self.call(guard::TABLE, |p| {
                p.bracketed("[]", |p| p.list(items, Self::tuple))
            }),
            Expr::Dict(items) => self.call(guard::MADE, |p| {
                p.bracketed("{}", |p| p.list(items, Self::pair))
            }),
            Expr::Dot(object, name) if METHODS.contains(name.node.as_str()) => {
                self.call(guard::ATTRIBUTE, |p| p.object_and_name(object, &name.node))
            }
            Expr::Dot(object, name) => {
                self.expression(object)?;
                let _ = write!(self.out, ".{}", name.node);
                Ok(())
            }
            Expr::Call(function, arguments) => match &function.node {
                Expr::Dot(object, name) if METHODS.contains(name.node.as_str()) => {
                    self.call(guard::METHOD, |p| {
                        p.object_and_name(object, &name.node)?;
                        p.push(", ");
                        p.list(&arguments.args, |p, a| p.argument(&a.node))
                    })
                }
                _ => self.call(guard::ROOM, |p| {
                    p.expression(function)?;
                    p.call("", |p| p.list(&arguments.args, |p, a| p.argument(&a.node)))
                }),
            },
            Expr::Index(pair) => self.index(&pair.0, &pair.1),
            Expr::Index2(three) => {
                self.expression(&three.0)?;
                self.bracketed("[]", |p| {
                    p.list(&[&three.1, &three.2], |p, e| p.expression(e))
                })
            }
            Expr::Slice(object, from, to, step) => self.call(guard::SLICE, |p| {
                p.expression(object)?;
                for bound in [from, to, step] {
                    p.push(", ");
                    match bound {
                        Some(bound) => p.expression(bound)?,
                        None => p.push("None"),
                    }
                }
                Ok(())
            }),
            Expr::Lambda(lambda) => self.call("", |p| {
                p.push("lambda ");
                p.parameters(&lambda.params)?;
                p.push(": ");
                let made = named(&lambda.params).map(made).unwrap_or_default();
                p.after("", &made, |p| p.tolled(&lambda.body))
            }),
            Expr::Not(operand) => self.unary("not ", operand),
            Expr::Minus(operand) => self.unary("-", operand),
            Expr::Plus(operand) => self.unary("+", operand),
            Expr::BitNot(operand) => self.unary("~", operand),
            Expr::Op(left, op, right) => self.binary(left, *op, right),
            Expr::If(parts) => {
                let (condition, yes, no) = &**parts;
                self.call("", |p| {
                    p.expression(yes)?;
                    p.push(" if ");
                    p.expression(condition)?;
                    p.push(" else ");
                    p.expression(no)
                })
            }
            Expr::ListComprehension(item, first, clauses) => self.bracketed("[]", |p| {
                p.tolled(item)?;
                p.clauses(first, clauses)
            }),
            Expr::DictComprehension(item, first, clauses) => self.call(guard::TABLE, |p| {
                p.bracketed("[]", |p| {
                    p.tuple(item)?;
                    p.clauses(first, clauses)
                })
            }),
            Expr::FString(parts) => self.call(guard::METHOD, |p| {
                p.string(&parts.format.node);
                p.push(", \"format\", ");
                p.list(&parts.expressions, Self::expression)
            }),
        }
    }

    pub(super) fn object_and_name(&mut self, object: &AstExpr, name: &str) -> Result {
        self.expression(object)?;
        let _ = write!(self.out, ", \"{name}\"");
        Ok(())
    }

    pub(super) fn argument(&mut self, argument: &Argument) -> Result {
        match argument {
            Argument::Positional(_) => {}
            Argument::Named(name, _) => {
                let _ = write!(self.out, "{}=", name.node);
            }
            Argument::Args(values) => {
                return self.call(&format!("*{}", guard::SPREAD), |p| p.expression(values));
            }
            Argument::KwArgs(values) => {
                return self.call(&format!("**{}", guard::NAMED), |p| p.expression(values));
            }
        }
        self.expression(argument.expr())
    }

    /// Prints `object[index]`.
    pub(super) fn index(&mut self, object: &AstExpr, index: &AstExpr) -> Result {
        if !is_short(index) {
            return self.call(guard::AT, |p| {
                p.list(&[object, index], |p, e| p.expression(e))
            });
        }
        self.expression(object)?;
        self.bracketed("[]", |p| p.expression(index))
    }

    /// Prints a dictionary entry as a tuple.
    pub(super) fn tuple(&mut self, pair: &(AstExpr, AstExpr)) -> Result {
        self.bracketed("()", |p| {
            p.tolled(&pair.0)?;
            p.push(", ");
            p.tolled(&pair.1)
        })
    }

    pub(super) fn pair(&mut self, pair: &(AstExpr, AstExpr)) -> Result {
        match is_short(&pair.0) {
            true => self.expression(&pair.0)?,
            false => self.call(guard::KEY, |p| p.expression(&pair.0))?,
        }
        self.push(": ");
        self.expression(&pair.1)
    }

    pub(super) fn clauses(&mut self, first: &ForClause, others: &[Clause]) -> Result {
        self.for_clause(first)?;
        others.iter().try_for_each(|clause| match clause {
            Clause::For(clause) => self.for_clause(clause),
            Clause::If(condition) => self.call(" if ", |p| p.tolled(condition)),
        })
    }

    pub(super) fn for_clause(&mut self, clause: &ForClause) -> Result {
        self.push(" for ");
        self.target(&clause.var)?;
        self.push(" in ");
        self.over(&clause.over)
    }

    /// Prints the iterable of a loop with its file and line, for engine errors without a position.
    pub(super) fn over(&mut self, over: &AstExpr) -> Result {
        let line = self.line_of(over.span) + 1;
        self.call(guard::LOOP, |p| {
            p.expression(over)?;
            let _ = write!(p.out, ", {}, {line}", p.number);
            Ok(())
        })
    }

    pub(super) fn unary(&mut self, op: &str, operand: &AstExpr) -> Result {
        self.call("", |p| {
            p.push(op);
            p.expression(operand)
        })
    }

    pub(super) fn binary(&mut self, left: &AstExpr, op: BinOp, right: &AstExpr) -> Result {
        let op = op.to_string();
        if ["and", "or", "/", "//", ">>"].contains(&op.trim()) {
            return self.call("", |p| {
                p.expression(left)?;
                p.push(&op);
                p.expression(right)
            });
        }
        self.call(guard::OPERATE, |p| {
            p.list(&[left, right], |p, e| p.expression(e))?;
            let _ = write!(p.out, "\"{}\"", op.trim());
            Ok(())
        })
    }

    pub(super) fn literal(&mut self, expression: &AstExpr, literal: &AstLiteral) -> Result {
        match literal {
            AstLiteral::Int(_) => {
                let digits = literal.to_string();
                if digits.parse::<i64>().is_err() {
                    let why = "modules do not calculate with whole numbers beyond 64 bits";
                    return Err(self.refuse(expression.span, why));
                }
                self.push(&digits);
            }
            AstLiteral::Float(value) if value.node.is_finite() => {
                let _ = write!(self.out, "{:?}", value.node);
            }
            AstLiteral::Float(_) => self.push("1e999"),
            AstLiteral::String(text) => self.string(&text.node),
            AstLiteral::Bytes(_) => {
                return Err(self.refuse(expression.span, "modules have no bytes, only strings"));
            }
            AstLiteral::Ellipsis => {
                return Err(self.refuse(expression.span, "\"...\" means nothing in modules"));
            }
        }
        Ok(())
    }

    pub(super) fn string(&mut self, text: &str) {
        self.push("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => self.out.extend(['\\', c]),
                c if c.is_control() => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(c));
                }
                c => self.out.push(c),
            }
        }
        self.push("\"");
    }
}
