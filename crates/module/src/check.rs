//! Checks a module without running it: names that do not exist, and functions that the program cannot call.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

use starlark::analysis::AstModuleLint;
use starlark::codemap::Span;
use starlark::environment::Module as Environment;
use starlark::syntax::AstModule;
use starlark::syntax::ast::{AssignTarget, AstExpr, AstStmt, Expr, Parameter, Stmt};
use starlark::values::dict::AllocDict;
use starlark::values::list::AllocList;

use super::safe::{guard, rewrite::LineError};
use super::session::Session;
use super::sources::Origin;
use super::{
    BEGIN, COLLECT, Limits, MAIN, Module, STACK, Shared, error, globals, root, sources, with_stack,
};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::page::Page;
use pdfa2hocr_core::suggest::did_you_mean;

/// The engine's lints about names.
const ABOUT_NAMES: [&str; 3] = [
    "using-undefined",
    "using-unassigned",
    "using-maybe-undefined",
];

/// Maximum findings of each kind: every one is compared with all existing names.
const MOST: usize = 100;

/// Checks a module, named as in [`Module::read`], and the files that it loads, without running them. Returns
/// the findings in the order of files and lines.
///
/// # Errors
///
/// [`Diagnostic::file`](pdfa2hocr_core::diagnostics::DiagnosticKind::File) if it cannot be read.
pub fn check(module: &Path, args: &[(String, String)]) -> Result<Vec<Diagnostic>> {
    let origin = Origin::named(module)?;
    let text = origin.text()?;
    let (name, limits) = (origin.name(), Limits::default());
    let found = with_stack(&name, STACK, || {
        let files = sources::read(&origin, text, &limits)?;
        let globals: HashSet<String> = globals(args)
            .names()
            .map(|name| name.as_str().to_owned())
            .filter(|name| !name.starts_with(guard::PREFIX))
            .collect();
        let attributes = attributes();
        let mut found = Vec::new();
        for file in &files {
            let names = self::names(&file.ast, &globals, &attributes);
            let at_line = |(line, what): LineError| error::at_line(&file.name, line, &what);
            found.extend(names.into_iter().map(at_line));
        }
        if found.is_empty() {
            found.extend(Module::of_files(&name, &files, args, limits).err());
        }
        Ok(found)
    });
    Ok(found.unwrap_or_else(|error| vec![error]))
}

/// The attributes of all values that modules can meet.
fn attributes() -> BTreeSet<String> {
    let document = ["name", "page_count", "languages", "metadata", "mapping"];
    let look = ["family", "size", "bold", "italic", "share"];
    let mut names: BTreeSet<String> = document
        .iter()
        .chain(&look)
        .map(|&n| n.to_owned())
        .collect();
    let shared = Arc::new(Shared::new("", None));
    let session = Session::new(Limits::default(), shared, Page::default(), true);
    Environment::with_temp_heap(|environment| {
        let heap = environment.heap();
        let node = heap.alloc(root(&session));
        let mut values = vec![
            heap.alloc(""),
            heap.alloc(AllocList([0; 0])),
            heap.alloc(AllocDict([(0, 0); 0])),
            node,
        ];
        values.extend(node.get_attr("attributes", heap).ok().flatten());
        names.extend(values.iter().flat_map(|value| value.dir_attr()));
        // Sets have methods that dictionaries do not have.
        let set = [
            "add",
            "difference",
            "intersection",
            "issubset",
            "issuperset",
            "union",
        ];
        names.extend(set.map(str::to_owned));
    });
    names
}

/// Unknown variables and attributes with their lines (from 1), in order. `globals` are the names that every
/// module has, `attributes` those of all kinds of values.
fn names(
    ast: &AstModule,
    globals: &HashSet<String>,
    attributes: &BTreeSet<String>,
) -> Vec<LineError> {
    let mut found: Vec<LineError> = ast
        .lint(Some(globals))
        .into_iter()
        .filter(|lint| ABOUT_NAMES.contains(&lint.short_name.as_str()))
        .take(MOST)
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
    let unknown = own
        .used
        .iter()
        .filter(|(_, name)| !own.known.contains(*name));
    for (span, name) in unknown.take(MOST) {
        let line = ast.file_span(*span).resolve_span().begin.line + 1;
        let hint = did_you_mean(name, own.known.iter().map(String::as_str));
        found.push((line, format!("nothing has an attribute \"{name}\"{hint}")));
    }
    found.sort();
    found.dedup();
    found
}

/// The attributes that a module uses, and those that exist.
struct Attributes<'a> {
    known: BTreeSet<String>,
    used: Vec<(Span, &'a str)>,
}

impl<'a> Attributes<'a> {
    /// Collects attributes that are assigned.
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
                // Fields that the module defines are known too.
                let names = arguments.args.iter().filter_map(|a| a.node.name());
                self.known.extend(names.map(str::to_owned));
            }
            _ => {}
        }
        expression.visit_expr(|e| self.expression(e));
    }
}

/// Checks that `begin`, `collect` and the main function accept the arguments of their calls.
pub(super) fn parameters(ast: &AstModule, name: &str) -> Result<()> {
    let mut functions = Vec::new();
    let mut see = |statement: &AstStmt| {
        if let Stmt::Def(def) = &statement.node {
            let taken = def
                .params
                .iter()
                .filter(|p| matches!(p.node, Parameter::Normal(_, _, None)))
                .count();
            let line = ast.file_span(def.name.span).resolve_span().begin.line + 1;
            functions.push((def.name.node.ident.clone(), taken, line));
        }
    };
    match &ast.statement().node {
        Stmt::Statements(all) => all.iter().for_each(see),
        _ => see(ast.statement()),
    }
    let collects = functions.iter().any(|(function, ..)| function == COLLECT);
    let main: &[&str] = if collects {
        &["page", "collected"]
    } else {
        &["page"]
    };
    for (function, taken, line) in &functions {
        let wanted = match function.as_str() {
            MAIN => main,
            COLLECT => &["page"],
            BEGIN => &["document"],
            _ => continue,
        };
        if *taken != wanted.len() {
            let why = match (function.as_str(), taken) {
                (MAIN, 2) => format!("{MAIN}(page, collected) needs a function {COLLECT}(page)"),
                _ => format!("write {function}({}): it is given that", wanted.join(", ")),
            };
            return Err(error::at_line(name, *line, &why));
        }
    }
    Ok(())
}
