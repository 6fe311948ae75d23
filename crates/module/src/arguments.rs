//! Finds the arguments that a module reads from `args` in its source.
//!
//! A module declares an argument by reading it by name: `args["rows"]`, `args.get("rows", "2")` or `"rows" in
//! args`. Any other use of `args`, such as `print(args)` or `args.get(name)`, may read every argument.

use std::collections::BTreeSet;

use starlark::syntax::ast::{Argument, AstExpr, AstLiteral, BinOp, Expr};

use super::sources::{self, Origin};
use super::stack::{STACK, with_stack};
use super::{ARGS, Limits};
use pdfa2hocr_core::diagnostics::Result;

/// The names of the arguments that a module reads; `None` if it may read any.
pub type Arguments = Option<BTreeSet<String>>;

/// Returns the arguments read by a module with this text, and by the files that it loads.
///
/// # Errors
///
/// The errors of reading the module.
pub fn of(origin: &Origin, text: String) -> Result<Arguments> {
    with_stack(&origin.name(), STACK, || {
        let files = sources::read(origin, text, &Limits::default())?;
        let mut found = Some(BTreeSet::new());
        for file in &files {
            file.ast.statement().visit_expr(|e| add(&mut found, e));
        }
        Ok(found)
    })
}

/// Adds the arguments that an expression reads.
fn add(found: &mut Arguments, expression: &AstExpr) {
    match (read_name(expression), &expression.node) {
        (Some((name, others)), _) => {
            if let Some(names) = found {
                names.insert(name.to_owned());
            }
            others.iter().for_each(|e| add(found, e));
        }
        (None, Expr::Identifier(name)) if name.node.ident == ARGS => *found = None,
        _ => expression.visit_expr(|e| add(found, e)),
    }
}

/// Returns the name of the argument that an expression reads, and its subexpressions that may read others.
fn read_name(expression: &AstExpr) -> Option<(&str, Vec<&AstExpr>)> {
    match &expression.node {
        Expr::Index(parts) => {
            let (of, name) = &**parts;
            Some((literal(name).filter(|_| is_args(of))?, Vec::new()))
        }
        Expr::Op(name, BinOp::In | BinOp::NotIn, of) => {
            Some((literal(name).filter(|_| is_args(of))?, Vec::new()))
        }
        Expr::Call(function, given) => {
            let Expr::Dot(of, method) = &function.node else {
                return None;
            };
            let (first, others) = given.args.split_first()?;
            let Argument::Positional(name) = &first.node else {
                return None;
            };
            let name = literal(name).filter(|_| is_args(of) && method.node == "get")?;
            Some((name, others.iter().map(|a| a.node.expr()).collect()))
        }
        _ => None,
    }
}

fn is_args(expression: &AstExpr) -> bool {
    matches!(&expression.node, Expr::Identifier(name) if name.node.ident == ARGS)
}

fn literal(expression: &AstExpr) -> Option<&str> {
    match &expression.node {
        Expr::Literal(AstLiteral::String(text)) => Some(&text.node),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Arguments {
        of(&Origin::Text("test.star".into()), text.to_owned()).unwrap()
    }

    fn named(names: &[&str]) -> Arguments {
        Some(names.iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn names_that_a_module_reads_are_its_arguments() {
        let text = r#"
ROWS = int(args.get("rows", args.get("lines", "2")))
NEAR = args["near"] if "near" in args else "8"
def custom_processing(page, style = args.get("style")):
    if "quiet" not in args:
        print(f"{args_of(page)}", [args["deep"] for x in page.children], "args")
def args_of(page):
    page.args = 3
    return page.args
"#;
        let names = ["deep", "lines", "near", "quiet", "rows", "style"];
        assert_eq!(arguments(text), named(&names));
        assert_eq!(arguments("def custom_processing(page): pass"), named(&[]));
    }

    #[test]
    fn a_module_that_uses_all_of_args_may_read_any() {
        for text in [
            "print(args)",
            "a = args",
            "a = args.get(name)",
            "a = args[name]",
            "a = args.items()",
            "a = args.get(\"x\", args)",
            "a = f\"{args}\"",
            "a = [n for n in args]",
            "def f(a = args): pass",
        ] {
            let text = format!("name = \"n\"\nb = args[\"b\"]\n{text}\n");
            assert_eq!(arguments(&text), None, "{text}");
        }
    }
}
