//! Static properties of a module's statements and expressions.

use starlark::syntax::ast::{
    AstAssignTarget, AstExpr, AstLiteral, AstParameter, AstStmt, Expr, Parameter,
};

/// Whether the target can be evaluated twice without effect: it contains no calls.
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

/// Number of statements and expressions in a statement.
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

/// Number of expressions in an expression.
pub(super) fn expression_length(expression: &AstExpr) -> usize {
    let mut length = 1;
    expression.visit_expr(|e| length += expression_length(e));
    length
}

/// The name of the `**` parameter.
pub(super) fn named(parameters: &[AstParameter]) -> Option<&str> {
    parameters
        .iter()
        .find_map(|parameter| match &parameter.node {
            Parameter::KwArgs(name, _) => Some(name.node.ident.as_str()),
            _ => None,
        })
}

/// Whether an index or key is a literal so short that its lookup costs nothing.
pub(super) fn is_short(expression: &AstExpr) -> bool {
    match &expression.node {
        Expr::Literal(AstLiteral::Int(number)) => number.node.to_string().len() < 4,
        Expr::Literal(AstLiteral::String(text)) => text.node.len() < 100,
        _ => false,
    }
}
