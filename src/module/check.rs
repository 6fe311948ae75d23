//! Names in a module that do not exist.

use std::collections::{BTreeSet, HashSet};

use starlark::analysis::AstModuleLint;
use starlark::codemap::Span;
use starlark::syntax::AstModule;
use starlark::syntax::ast::{AssignTarget, AstExpr, AstStmt, Expr, Stmt};

use super::rewrite::LineError;
use crate::suggest::did_you_mean;

/// Findings of the engine's own check that are about names.
const ABOUT_NAMES: [&str; 3] = [
    "using-undefined",
    "using-unassigned",
    "using-maybe-undefined",
];

/// Variables and attributes that are used and do not exist, with their lines, from 1, in order.
/// `globals` are the names that every module has, `attributes` those of all kinds of values.
pub(super) fn names(
    ast: &AstModule,
    globals: &HashSet<String>,
    attributes: &BTreeSet<String>,
) -> Vec<LineError> {
    let mut found: Vec<LineError> = ast
        .lint(Some(globals))
        .into_iter()
        .filter(|lint| ABOUT_NAMES.contains(&lint.short_name.as_str()))
        .map(|lint| {
            let line = lint.location.resolve_span().begin.line + 1;
            let name = &lint.original;
            let what = match lint.short_name.as_str() {
                "using-undefined" => {
                    let hint = did_you_mean(name, globals.iter().map(String::as_str));
                    format!("there is no \"{name}\"{hint}")
                }
                "using-unassigned" => format!("\"{name}\" is used before it is set"),
                _ => format!("\"{name}\" may be used before it is set"),
            };
            (line, what)
        })
        .collect();
    let mut own = Attributes {
        known: attributes.clone(),
        used: Vec::new(),
    };
    own.targets(ast.statement());
    ast.statement().visit_expr(|e| own.expression(e));
    for (span, name) in own.used {
        if !own.known.contains(name) {
            let line = ast.file_span(span).resolve_span().begin.line + 1;
            let hint = did_you_mean(name, own.known.iter().map(String::as_str));
            found.push((line, format!("nothing has an attribute \"{name}\"{hint}")));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The attributes that a module uses, and those that there are.
struct Attributes<'a> {
    known: BTreeSet<String>,
    used: Vec<(Span, &'a str)>,
}

impl<'a> Attributes<'a> {
    /// Attributes that are set.
    fn targets(&mut self, statement: &'a AstStmt) {
        if let Stmt::Assign(assign) = &statement.node
            && let AssignTarget::Dot(_, name) = &assign.lhs.node
        {
            self.used.push((name.span, &name.node));
        }
        statement.visit_stmt(|s| self.targets(s));
    }

    fn expression(&mut self, expression: &'a AstExpr) {
        match &expression.node {
            Expr::Dot(_, name) => self.used.push((name.span, &name.node)),
            Expr::Call(function, arguments) if matches!(&function.node, Expr::Identifier(f) if f.node.ident == "struct") =>
            {
                // Fields that the module makes are as good as those of the host.
                let names = arguments.args.iter().filter_map(|a| a.node.name());
                self.known.extend(names.map(str::to_owned));
            }
            _ => {}
        }
        expression.visit_expr(|e| self.expression(e));
    }
}
