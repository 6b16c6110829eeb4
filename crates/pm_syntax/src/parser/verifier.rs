//! What CBMC adds to C's grammar: quantifiers, `==>`, the names of its types, and clauses of contracts, which are refused; as is what ESBMC
//! adds to declarations.

use super::{Parse, Parser};
use crate::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::parser::decl::Declared;
use crate::token::TokenKind;
use pm_base::Diagnostic;

/// Types that are there without a declaration.
pub(super) const TYPES: [&str; 2] = ["__CPROVER_size_t", "__CPROVER_ssize_t"];

const CLAUSES: [&str; 8] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_requires_contract",
    "__CPROVER_ensures_contract",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
];

/// Why a name that is no type is refused where a type should be.
pub(super) fn refused_name(name: &str) -> Option<String> {
    match name {
        "__ESBMC_contract" => Some(format!("contracts are not supported: '{name}'")),
        _ if name.starts_with("__ESBMC_") => Some(format!("'{name}' of ESBMC is not supported")),
        _ => None,
    }
}

impl Parser<'_> {
    /// `DEFINE_ESBMC_OVERFLOW_TYPE(int)` declares functions and their type: it is an error with its place, and is skipped.
    pub(super) fn esbmc_definition(&mut self) -> bool {
        if !(self.at(TokenKind::Ident) && self.peek(1).kind == TokenKind::LParen) {
            return false;
        }
        let span = self.tok.span();
        if &*self.lexer.spelling(span) != b"DEFINE_ESBMC_OVERFLOW_TYPE" {
            return false;
        }
        let text = "'DEFINE_ESBMC_OVERFLOW_TYPE' of ESBMC is not supported";
        self.fail(Diagnostic::unsupported(span, text).hint("'__builtin_add_overflow' and its like are"));
        self.bump();
        self.bump();
        self.skip_parens();
        self.eat(TokenKind::Semi);
        true
    }

    /// `__CPROVER_forall { int i; condition }`
    pub(super) fn quantifier(&mut self) -> Parse<ExprId> {
        let opened = self.open();
        let keyword = self.bump();
        self.expect(TokenKind::LBrace, "'{' after the quantifier")?;
        self.names.push();
        let variable = match self.declaration()? {
            Declared::Decl(decl) => Box::new(decl),
            Declared::Function(f) => {
                return Err(self.fail(Diagnostic::error(f.span, "a quantifier ranges over a variable")));
            }
        };
        let body = self.expr()?;
        self.names.pop();
        self.expect(TokenKind::RBrace, "'}' after the condition of the quantifier")?;
        let below = self.close(opened, 1)?.max(self.height(body));
        let span = self.span_from(keyword.lo);
        let forall = keyword.kind == TokenKind::KwForall;
        self.expr_over(below, ExprKind::Quantifier { forall, variable, body }, span)
    }

    /// `a ==> b` is `!a || b`, looser than `||`.
    pub(super) fn implication(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let mut lhs = self.binary(1)?;
        while self.at_implication() {
            let span = self.span_from(lo);
            self.bump();
            self.bump();
            let rhs = self.binary(1)?;
            let not = self.expr_over(self.height(lhs), ExprKind::Unary { op: UnaryOp::Not, arg: lhs }, span)?;
            let span = self.span_from(lo);
            lhs = self.expr2(not, rhs, ExprKind::Binary { op: BinaryOp::Or, lhs: not, rhs }, span)?;
        }
        Ok(lhs)
    }

    /// `==>`: no expression of C has these tokens in a row.
    pub(super) fn at_implication(&mut self) -> bool {
        self.at(TokenKind::EqEq) && {
            let next = self.peek(1);
            next.kind == TokenKind::Gt && next.lo == self.tok.hi
        }
    }

    /// Contracts of functions and loops: each clause is an error with its place, and is skipped.
    pub(super) fn contract_clauses(&mut self) {
        while self.at(TokenKind::Ident) && self.peek(1).kind == TokenKind::LParen {
            let span = self.tok.span();
            let name = String::from_utf8_lossy(&self.lexer.spelling(span)).into_owned();
            if !CLAUSES.contains(&name.as_str()) {
                return;
            }
            self.fail(Diagnostic::unsupported(span, format!("contracts are not supported: '{name}'")));
            self.bump();
            self.bump();
            if !self.skip_parens() {
                return;
            }
        }
    }
}
