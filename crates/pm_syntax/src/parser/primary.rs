//! Primary expressions: names, literals, parentheses, statement expressions, `_Generic` and the builtins whose arguments
//! are no expressions.

use super::{Parse, Parser};
use crate::ast::{Designator, ExprId, ExprKind, GenericArm, IntLit, StrPrefix};
use crate::literal::{self, Complaint};
use crate::token::{Token, TokenKind};
use pm_base::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parse<ExprId> {
        let token = self.tok;
        match token.kind {
            TokenKind::Ident => {
                if self.names.is_typedef(token.symbol()) {
                    let found = self.found();
                    return Err(self.error_here(format!("expected an expression, found the type name {found}")));
                }
                self.bump();
                Ok(self.leaf(ExprKind::Ident(token.symbol()), token.span()))
            }
            TokenKind::Int => self.int(),
            TokenKind::Float => self.float(),
            TokenKind::Char => self.character(),
            TokenKind::Str => self.string_literal(),
            TokenKind::LParen => self.parenthesised(),
            TokenKind::KwFuncName => {
                self.bump();
                Ok(self.leaf(ExprKind::FuncName, token.span()))
            }
            TokenKind::KwGeneric => self.generic(),
            TokenKind::KwOffsetof => self.offsetof(),
            TokenKind::KwVaArg => self.va_arg(),
            TokenKind::KwConvertVector => self.convert_vector(),
            TokenKind::KwTypesCompatible => self.types_compatible(),
            TokenKind::KwChooseExpr => self.choose_expr(),
            TokenKind::KwForall | TokenKind::KwExists => self.quantifier(),
            _ => {
                let found = self.found();
                Err(self.error_here(format!("expected an expression, found {found}")))
            }
        }
    }

    fn parenthesised(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        if self.at(TokenKind::LBrace) {
            return self.statement_expr(lo);
        }
        let e = self.expr()?;
        self.expect(TokenKind::RParen, "')' after the expression")?;
        Ok(e)
    }

    fn statement_expr(&mut self, lo: u32) -> Parse<ExprId> {
        let opened = self.open();
        let body = self.compound()?;
        let below = self.close(opened, 0)?;
        self.expect(TokenKind::RParen, "')' after the statement expression")?;
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::StmtExpr(body), span)
    }

    // ---- literals ------------------------------------------------------------------------------------------------

    /// Reports what is wrong with a literal and goes on: the tree has some value for it.
    fn complain(&mut self, complaint: Complaint, span: Span) {
        if complaint.warning {
            self.lexer.warn(span, &complaint.message);
        } else if complaint.unsupported {
            self.fail(Diagnostic::unsupported(span, complaint.message));
        } else {
            self.fail(Diagnostic::error(span, complaint.message));
        }
    }

    fn int(&mut self) -> Parse<ExprId> {
        let span = self.tok.span();
        let text = self.lexer.spelling(span);
        let kind = match literal::int(&text) {
            Ok(lit) => ExprKind::Int(lit),
            Err(complaint) => {
                self.complain(complaint, span);
                ExprKind::Error
            }
        };
        self.bump();
        Ok(self.leaf(kind, span))
    }

    fn float(&mut self) -> Parse<ExprId> {
        let span = self.tok.span();
        let text = self.lexer.spelling(span);
        let kind = match literal::check_float(&text) {
            Ok(()) => ExprKind::Float,
            Err(complaint) => {
                self.complain(complaint, span);
                ExprKind::Error
            }
        };
        self.bump();
        Ok(self.leaf(kind, span))
    }

    fn character(&mut self) -> Parse<ExprId> {
        let token = self.tok;
        let prefix = token.prefix();
        let text = self.lexer.spelling(token.span());
        let (value, complaint) = literal::character(&text, prefix);
        if let Some(complaint) = complaint {
            self.complain(complaint, token.span());
        }
        self.bump();
        Ok(self.leaf(ExprKind::Char { value, prefix }, token.span()))
    }

    /// One or more adjacent string literals.
    pub(super) fn string_literal(&mut self) -> Parse<ExprId> {
        let first = self.bump();
        let mut units = Vec::new();
        if !self.at(TokenKind::Str) {
            self.decode_string(first, first.prefix(), &mut units);
            let kind = ExprKind::Str { units: units.into_boxed_slice(), prefix: first.prefix() };
            return Ok(self.leaf(kind, first.span()));
        }
        let mut parts = vec![first];
        while self.at(TokenKind::Str) {
            parts.push(self.bump());
        }
        let prefix = self.joined_prefix(&parts);
        for &part in &parts {
            self.decode_string(part, prefix, &mut units);
        }
        let span = self.span_from(first.lo);
        Ok(self.leaf(ExprKind::Str { units: units.into_boxed_slice(), prefix }, span))
    }

    fn decode_string(&mut self, token: Token, prefix: StrPrefix, units: &mut Vec<u32>) {
        let text = self.lexer.spelling(token.span());
        if let Err(complaint) = literal::decode(&text, prefix, units) {
            self.complain(complaint, token.span());
        }
    }

    /// All prefixes must be the same; plain literals adapt.
    fn joined_prefix(&mut self, parts: &[Token]) -> StrPrefix {
        let mut prefix = StrPrefix::None;
        for part in parts {
            let own = part.prefix();
            if prefix == StrPrefix::None {
                prefix = own;
            } else if own != StrPrefix::None && own != prefix {
                let message = "string literals with different prefixes cannot be joined";
                self.fail(Diagnostic::error(part.span(), message));
            }
        }
        prefix
    }

    // ---- forms with types ----------------------------------------------------------------------------------------

    fn generic(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        let opened = self.open();
        self.expect(TokenKind::LParen, "'(' after _Generic")?;
        let control = self.assign_expr()?;
        self.expect(TokenKind::Comma, "',' after the controlling expression")?;
        let mut arms = Vec::new();
        loop {
            let arm = self.generic_arm()?;
            arms.push(arm);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, "')' or ',' after the association")?;
        let below = self.close(opened, 0)?;
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::Generic { control, arms }, span)
    }

    fn generic_arm(&mut self) -> Parse<GenericArm> {
        let lo = self.tok.lo;
        let ty = if self.eat(TokenKind::KwDefault) { None } else { Some(self.type_name()?.0) };
        self.expect(TokenKind::Colon, "':' after the association's type")?;
        let value = self.assign_expr()?;
        Ok(GenericArm { ty, value, span: self.span_from(lo) })
    }

    fn offsetof(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        let opened = self.open();
        self.expect(TokenKind::LParen, "'(' after __builtin_offsetof")?;
        let (ty, _) = self.type_name()?;
        self.expect(TokenKind::Comma, "',' after the type")?;
        let first = self.expect(TokenKind::Ident, "a member's name")?;
        let mut path = vec![Designator::Field(first.symbol(), first.span())];
        loop {
            match self.kind() {
                TokenKind::Dot => {
                    self.bump();
                    let field = self.expect(TokenKind::Ident, "a member's name after '.'")?;
                    path.push(Designator::Field(field.symbol(), field.span()));
                }
                // `a->m` is `a[0].m` where `a` is an array.
                TokenKind::Arrow => {
                    let arrow = self.bump().span();
                    let zero = IntLit { decimal: true, ..IntLit::default() };
                    path.push(Designator::Index(self.expr_over(0, ExprKind::Int(zero), arrow)?));
                    let field = self.expect(TokenKind::Ident, "a member's name after '->'")?;
                    path.push(Designator::Field(field.symbol(), field.span()));
                }
                TokenKind::LBracket => {
                    self.bump();
                    path.push(Designator::Index(self.expr()?));
                    self.expect(TokenKind::RBracket, "']' after the index")?;
                }
                _ => break,
            }
        }
        self.expect(TokenKind::RParen, "')' after the member")?;
        let below = self.close(opened, path.len())?;
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::Offsetof { ty, path }, span)
    }

    fn va_arg(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        self.expect(TokenKind::LParen, "'(' after __builtin_va_arg")?;
        let list = self.assign_expr()?;
        self.expect(TokenKind::Comma, "',' after the argument list")?;
        let (ty, height) = self.type_name()?;
        self.expect(TokenKind::RParen, "')' after the type")?;
        let below = self.height(list).max(height);
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::VaArg { list, ty }, span)
    }

    fn convert_vector(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        self.expect(TokenKind::LParen, "'(' after __builtin_convertvector")?;
        let arg = self.assign_expr()?;
        self.expect(TokenKind::Comma, "',' after the vector")?;
        let (ty, height) = self.type_name()?;
        self.expect(TokenKind::RParen, "')' after the type")?;
        let below = self.height(arg).max(height);
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::ConvertVector { arg, ty }, span)
    }

    fn types_compatible(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        self.expect(TokenKind::LParen, "'(' after __builtin_types_compatible_p")?;
        let (lhs, left) = self.type_name()?;
        self.expect(TokenKind::Comma, "',' after the first type")?;
        let (rhs, right) = self.type_name()?;
        self.expect(TokenKind::RParen, "')' after the second type")?;
        let span = self.span_from(lo);
        self.expr_over(left.max(right), ExprKind::TypesCompatible { lhs, rhs }, span)
    }

    fn choose_expr(&mut self) -> Parse<ExprId> {
        let lo = self.bump().lo;
        self.expect(TokenKind::LParen, "'(' after __builtin_choose_expr")?;
        let cond = self.assign_expr()?;
        self.expect(TokenKind::Comma, "',' after the condition")?;
        let then = self.assign_expr()?;
        self.expect(TokenKind::Comma, "',' after the first choice")?;
        let els = self.assign_expr()?;
        self.expect(TokenKind::RParen, "')' after the second choice")?;
        let below = self.height(cond).max(self.height(then)).max(self.height(els));
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::ChooseExpr { cond, then, els }, span)
    }
}
