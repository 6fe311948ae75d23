//! What is known of a module's statements and expressions before they are run.

use starlark::syntax::ast::{
    AstAssignTarget, AstExpr, AstLiteral, AstParameter, AstStmt, Expr, Parameter,
};

/// Whether evaluating the target a second time has no effect: it calls nothing.
pub(super) fn can_be_repeated(target: &AstAssignTarget) -> bool {
    fn calls(expression: &AstExpr) -> bool {
        let mut found = matches!(expression.node, Expr::Call(..));
        expression.visit_expr(|e| found = found || calls(e));
        found
    }
    let mut found = false;
    target.visit_expr(|e| found = found || calls(e));
    !found
}

/// Statements and expressions in a statement.
pub(super) fn statement_length(statement: &AstStmt) -> usize {
    fn statements(statement: &AstStmt) -> usize {
        let mut length = 1;
        statement.visit_stmt(|s| length += statements(s));
        length
    }
    let mut length = statements(statement);
    statement.visit_expr(|e| length += expression_length(e));
    length
}

/// Expressions in an expression.
pub(super) fn expression_length(expression: &AstExpr) -> usize {
    let mut length = 1;
    expression.visit_expr(|e| length += expression_length(e));
    length
}

/// The name of the parameter that takes all names which have none of their own.
pub(super) fn named(parameters: &[AstParameter]) -> Option<&str> {
    parameters
        .iter()
        .find_map(|parameter| match &parameter.node {
            Parameter::KwArgs(name, _) => Some(name.node.ident.as_str()),
            _ => None,
        })
}

/// Whether an index or key is so short that there is no work in it.
pub(super) fn is_short(expression: &AstExpr) -> bool {
    match &expression.node {
        Expr::Literal(AstLiteral::Int(number)) => number.node.to_string().len() < 4,
        Expr::Literal(AstLiteral::String(text)) => text.node.len() < 100,
        _ => false,
    }
}
