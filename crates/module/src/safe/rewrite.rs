//! Rewrites a module's source with guards around all operations that can create large values.
//!
//! The engine checks its limits only once in a thousand steps. In one step a string can double, or a list can
//! be repeated a billion times. So the module is parsed, and printed again with calls of the
//! [guards](super::guard) instead of such operations; the result is what runs. Statements and expressions
//! keep their lines, so that errors have correct line numbers.

mod expressions;

use std::fmt::Write;

use starlark::codemap::{CodeMap, Span};
use starlark::syntax::AstModule;
use starlark::syntax::ast::{
    AssignOp, AssignTarget, AstAssignTarget, AstExpr, AstParameter, AstStmt, Parameter, Stmt,
};

use super::guard;
use super::syntax::{can_be_repeated, expression_length, named, statement_length};

/// Maximum length of code without a counted toll, in statements and expressions: it takes less than a step.
const STRETCH: usize = 64;
/// Maximum entries of a dictionary literal that is counted after it is created; a guard builds larger ones.
const ENTRIES: usize = 16;

/// A construct that is not allowed: line and reason.
pub(crate) type LineError = (usize, String);
type Result = std::result::Result<(), LineError>;

/// Returns the guarded source of the module file with this `number`.
///
/// # Errors
///
/// If it uses constructs that modules cannot use.
pub(crate) fn guarded(ast: &AstModule, number: usize) -> std::result::Result<String, LineError> {
    let statement = ast.statement();
    let file = ast.file_span(statement.span).file;
    let mut printer = Printer {
        file,
        number,
        out: String::new(),
        line: 0,
        depth: 0,
        brackets: 0,
        first: Vec::new(),
    };
    printer.statement(statement)?;
    printer.out.push('\n');
    Ok(printer.out)
}

struct Printer {
    file: CodeMap,
    number: usize,
    out: String,
    /// The line that is being printed, from 0.
    line: usize,
    /// Nesting depth of statements.
    depth: usize,
    /// Number of open brackets, inside which line breaks are allowed.
    brackets: usize,
    /// Calls to insert at the start of the next statement.
    first: Vec<String>,
}

impl Printer {
    fn line_of(&self, span: Span) -> usize {
        self.file.find_line(span.begin())
    }

    fn refuse(&self, span: Span, why: impl Into<String>) -> LineError {
        (self.line_of(span) + 1, why.into())
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.line += 1;
    }

    /// Prints line breaks up to the line where `span` begins.
    fn reach(&mut self, span: Span) {
        let line = self.line_of(span);
        while self.line < line {
            self.new_line();
        }
    }

    /// Prints an opening bracket, the output of `inside`, and the closing one.
    fn bracketed(&mut self, brackets: &str, inside: impl FnOnce(&mut Self) -> Result) -> Result {
        let (open, close) = brackets.split_at(1);
        self.push(open);
        self.brackets += 1;
        inside(self)?;
        self.brackets -= 1;
        self.push(close);
        Ok(())
    }

    /// Prints `function(`, the output of `inside`, and `)`.
    fn call(&mut self, function: &str, inside: impl FnOnce(&mut Self) -> Result) -> Result {
        self.push(function);
        self.bracketed("()", inside)
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T) -> Result) -> Result {
        for item in items {
            each(self, item)?;
            self.push(", ");
        }
        Ok(())
    }
}

// Statements.
impl Printer {
    fn statement(&mut self, statement: &AstStmt) -> Result {
        if let Stmt::Statements(list) = &statement.node {
            return list.iter().try_for_each(|s| self.statement(s));
        }
        self.begin(statement.span);
        self.body_of(statement)
    }

    /// Starts a line for a statement, or prints a semicolon if it shares its line.
    fn begin(&mut self, span: Span) {
        let line = self.line_of(span);
        if self.line < line {
            self.reach(span);
        } else if self.out.ends_with(':') {
            self.push(" ");
            return;
        } else if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.push("; ");
            return;
        }
        self.indent();
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push(' ');
        }
    }

    /// Takes the calls to insert at the start of the body of a loop or function.
    fn first(&mut self, statement: &AstStmt) -> String {
        let calls = match statement.node {
            // These contain the body and cost almost nothing themselves.
            Stmt::Def(_) | Stmt::Statements(_) => Vec::new(),
            _ => std::mem::take(&mut self.first),
        };
        calls.join(" and ")
    }

    fn body_of(&mut self, statement: &AstStmt) -> Result {
        let first = self.first(statement);
        if !first.is_empty()
            && !matches!(
                statement.node,
                Stmt::If(..) | Stmt::IfElse(..) | Stmt::For(_)
            )
        {
            let _ = write!(self.out, "{first}; ");
        }
        match &statement.node {
            Stmt::Break => self.push("break"),
            Stmt::Continue => self.push("continue"),
            Stmt::Pass => self.push("pass"),
            Stmt::Return(None) => self.push("return"),
            Stmt::Return(Some(value)) => self.call("return ", |p| p.expression(value))?,
            Stmt::Expression(value) => self.call("", |p| p.expression(value))?,
            Stmt::Assign(assign) => match &assign.lhs.node {
                AssignTarget::Index(pair) => self.call(guard::STORE, |p| {
                    p.list(&[&assign.rhs, &pair.0, &pair.1], |p, e| p.expression(e))
                })?,
                _ => {
                    self.target(&assign.lhs)?;
                    self.call(" = ", |p| p.expression(&assign.rhs))?;
                }
            },
            Stmt::AssignModify(target, op, value) => self.modify(target, *op, value)?,
            // Lists are printed statement by statement.
            Stmt::Statements(list) => return list.iter().try_for_each(|s| self.statement(s)),
            Stmt::If(condition, body) => {
                self.after("if ", &first, |p| p.expression(condition))?;
                self.suite(body)?;
            }
            Stmt::IfElse(condition, bodies) => {
                self.after("if ", &first, |p| p.expression(condition))?;
                self.suite(&bodies.0)?;
                self.otherwise(&bodies.1)?;
            }
            Stmt::For(over) => {
                self.push("for ");
                self.target(&over.var)?;
                self.push(" in ");
                self.after("", &first, |p| p.over(&over.over))?;
                self.repeated(&over.body, None)?;
            }
            Stmt::Def(def) => {
                let _ = write!(self.out, "def {}", def.name.node.ident);
                self.call("", |p| p.parameters(&def.params))?;
                self.repeated(&def.body, named(&def.params))?;
            }
            Stmt::Load(load) => self.call("load", |p| {
                p.string(&load.module.node);
                for name in &load.args {
                    let _ = write!(p.out, ", {} = ", name.local.node.ident);
                    p.string(&name.their.node);
                }
                Ok(())
            })?,
        }
        Ok(())
    }

    /// Prints an expression after calls that return true.
    fn after(
        &mut self,
        word: &str,
        first: &str,
        inside: impl FnOnce(&mut Self) -> Result,
    ) -> Result {
        self.call(word, |p| {
            if !first.is_empty() {
                let _ = write!(p.out, "{first} and ");
            }
            inside(p)
        })
    }

    /// Prints the body of a loop or function. `named` is the `**` parameter of a function.
    fn repeated(&mut self, body: &AstStmt, named: Option<&str>) -> Result {
        let length = statement_length(body);
        if length > STRETCH {
            self.first.push(format!("{}({length})", guard::TOLL));
        }
        self.first.extend(named.map(made));
        self.suite(body)?;
        if self.first.is_empty() {
            return Ok(());
        }
        Err(self.refuse(body.span, "this only defines functions: add a pass"))
    }

    /// Prints an expression that is evaluated repeatedly, with its toll.
    fn tolled(&mut self, expression: &AstExpr) -> Result {
        let length = expression_length(expression);
        if length <= STRETCH {
            return self.expression(expression);
        }
        let toll = format!("{}({length})", guard::TOLL);
        self.after("", &toll, |p| p.expression(expression))
    }

    fn suite(&mut self, body: &AstStmt) -> Result {
        self.push(":");
        self.depth += 1;
        self.statement(body)?;
        self.depth -= 1;
        Ok(())
    }

    /// Prints an `else:` branch, or `elif` if it is an `if`.
    fn otherwise(&mut self, body: &AstStmt) -> Result {
        match &body.node {
            Stmt::If(..) | Stmt::IfElse(..) if self.line_of(body.span) > self.line => {
                self.reach(body.span);
                self.indent();
                self.push("el");
                self.body_of(body)
            }
            _ => {
                self.new_line();
                self.indent();
                self.push("else");
                self.suite(body)
            }
        }
    }

    /// Prints `target op= value`. If the target can be evaluated twice, the guard checks target and value,
    /// otherwise only the value.
    fn modify(&mut self, target: &AstAssignTarget, op: AssignOp, value: &AstExpr) -> Result {
        match &target.node {
            AssignTarget::Index(pair) => {
                self.expression(&pair.0)?;
                self.bracketed("[]", |p| p.call(guard::KEY, |p| p.expression(&pair.1)))?;
            }
            _ => self.target(target)?,
        }
        let sign = op.to_string();
        self.push(&sign);
        let sign = sign.trim();
        let guard = match op {
            AssignOp::Divide | AssignOp::FloorDivide | AssignOp::RightShift => "",
            AssignOp::Add => guard::MORE,
            _ if can_be_repeated(target) => {
                return self.call(guard::MODIFY, |p| {
                    match &target.node {
                        AssignTarget::Index(pair) => p.index(&pair.0, &pair.1)?,
                        _ => p.target(target)?,
                    }
                    p.push(", ");
                    p.expression(value)?;
                    let _ = write!(p.out, ", \"{}\"", sign.trim_end_matches('='));
                    Ok(())
                });
            }
            AssignOp::Subtract | AssignOp::BitAnd | AssignOp::BitOr | AssignOp::BitXor => {
                guard::NUMBER
            }
            AssignOp::Multiply | AssignOp::Percent | AssignOp::LeftShift => {
                let why = format!(
                    "write this out, as {sign} for what a call gives is not allowed in modules"
                );
                return Err(self.refuse(target.span, why));
            }
        };
        self.call(guard, |p| p.expression(value))
    }

    fn target(&mut self, target: &AstAssignTarget) -> Result {
        match &target.node {
            AssignTarget::Tuple(items) => {
                self.bracketed("()", |p| p.list(items, Self::target))?;
            }
            AssignTarget::Index(pair) => {
                self.call(guard::PLACE, |p| {
                    p.list(&[&pair.0, &pair.1], |p, e| p.expression(e))
                })?;
                self.push(".value");
            }
            AssignTarget::Dot(object, name) => {
                self.expression(object)?;
                let _ = write!(self.out, ".{}", name.node);
            }
            AssignTarget::Identifier(name) => self.push(&name.node.ident),
        }
        Ok(())
    }

    fn parameters(&mut self, parameters: &[AstParameter]) -> Result {
        for (i, parameter) in parameters.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            match &parameter.node {
                Parameter::Slash => self.push("/"),
                Parameter::NoArgs => self.push("*"),
                Parameter::Args(name, _) => self.push(&format!("*{}", name.node.ident)),
                Parameter::KwArgs(name, _) => self.push(&format!("**{}", name.node.ident)),
                Parameter::Normal(name, _, default) => {
                    self.push(&name.node.ident);
                    if let Some(default) = default {
                        self.push("=");
                        self.expression(default)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Prints a call that counts the dictionary of a `**` parameter and returns true.
fn made(name: &str) -> String {
    format!("({}({name}) or True)", guard::MADE)
}
