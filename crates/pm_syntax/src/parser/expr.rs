//! Expressions (C11 6.5): precedence climbing for the binary operators, recursion for the rest.

use super::{Parse, Parser};
use crate::ast::{BinaryOp, ExprId, ExprKind, TypeNameId, UnaryOp};
use crate::token::TokenKind;
use pm_base::Span;

impl Parser<'_> {
    /// A full expression, commas included.
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let mut lhs = self.assign_expr()?;
        while self.eat(TokenKind::Comma) {
            let rhs = self.assign_expr()?;
            let span = self.span_from(lo);
            lhs = self.expr2(lhs, rhs, ExprKind::Comma { lhs, rhs }, span)?;
        }
        self.reach = self.reach.max(self.height(lhs));
        Ok(lhs)
    }

    pub(super) fn assign_expr(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let mut lhs = self.cond_expr()?;
        if let Some(op) = assign_op(self.tok.kind) {
            self.bump();
            self.enter()?;
            let rhs = self.assign_expr()?;
            self.leave();
            let span = self.span_from(lo);
            lhs = self.expr2(lhs, rhs, ExprKind::Assign { op, lhs, rhs }, span)?;
        }
        self.reach = self.reach.max(self.height(lhs));
        Ok(lhs)
    }

    /// An expression without assignments and commas, as the grammar wants for constants.
    pub(super) fn const_expr(&mut self) -> Parse<ExprId> {
        let e = self.cond_expr()?;
        self.reach = self.reach.max(self.height(e));
        Ok(e)
    }

    fn cond_expr(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let cond = self.implication()?;
        if !self.at(TokenKind::Question) {
            return Ok(cond);
        }
        self.bump();
        self.enter()?;
        let then = if self.at(TokenKind::Colon) { None } else { Some(self.expr()?) };
        self.expect(TokenKind::Colon, "':' of the conditional expression")?;
        let els = self.cond_expr()?;
        self.leave();
        let below = self.height(cond).max(self.height(els)).max(then.map_or(0, |e| self.height(e)));
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::Cond { cond, then, els }, span)
    }

    /// Binary operators of precedence `min` and up, left to right.
    pub(super) fn binary(&mut self, min: u8) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let mut lhs = self.cast_expr()?;
        loop {
            let (precedence, op) = match binary_op(self.tok.kind) {
                Some(found) if found.0 >= min && !self.at_implication() => found,
                _ => return Ok(lhs),
            };
            self.bump();
            let rhs = self.binary(precedence + 1)?;
            let span = self.span_from(lo);
            lhs = self.expr2(lhs, rhs, ExprKind::Binary { op, lhs, rhs }, span)?;
        }
    }

    pub(super) fn expr2(&mut self, a: ExprId, b: ExprId, kind: ExprKind, span: Span) -> Parse<ExprId> {
        let below = self.height(a).max(self.height(b));
        self.expr_over(below, kind, span)
    }

    /// Casts and unary operators; every nesting of expressions passes here, so it counts the depth.
    pub(super) fn cast_expr(&mut self) -> Parse<ExprId> {
        self.enter()?;
        let e = match self.kind() {
            TokenKind::LParen => {
                let next = self.peek(1);
                if self.token_starts_type_name(next) { self.cast_or_literal()? } else { self.postfix_expr()? }
            }
            TokenKind::Ident | TokenKind::Int => self.postfix_expr()?,
            _ => self.unary_expr()?,
        };
        self.leave();
        Ok(e)
    }

    /// `(type) e` or `(type) {…}`
    fn cast_or_literal(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let (ty, height) = self.parenthesised_type()?;
        if self.at(TokenKind::LBrace) {
            return self.compound_literal(ty, height, lo);
        }
        let arg = self.cast_expr()?;
        let below = self.height(arg).max(height);
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::Cast { ty, arg }, span)
    }

    pub(super) fn parenthesised_type(&mut self) -> Parse<(TypeNameId, u32)> {
        self.expect(TokenKind::LParen, "'(' before the type")?;
        let ty = self.type_name()?;
        self.expect(TokenKind::RParen, "')' after the type")?;
        Ok(ty)
    }

    fn compound_literal(&mut self, ty: TypeNameId, height: u32, lo: u32) -> Parse<ExprId> {
        let opened = self.open();
        let init = self.init_list()?;
        let below = self.close(opened, 0)?.max(height);
        let span = self.span_from(lo);
        let e = self.expr_over(below, ExprKind::CompoundLiteral { ty, init }, span)?;
        self.postfix_ops(e, lo)
    }

    fn unary_expr(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let op = match self.kind() {
            TokenKind::Plus => UnaryOp::Plus,
            TokenKind::Minus => UnaryOp::Minus,
            TokenKind::Tilde => UnaryOp::BitNot,
            TokenKind::Bang => UnaryOp::Not,
            TokenKind::Amp => UnaryOp::AddrOf,
            TokenKind::Star => UnaryOp::Deref,
            TokenKind::PlusPlus => UnaryOp::PreInc,
            TokenKind::MinusMinus => UnaryOp::PreDec,
            TokenKind::KwExtension => UnaryOp::Extension,
            TokenKind::KwSizeof | TokenKind::KwAlignof | TokenKind::KwGnuAlignof => return self.size_or_align(),
            TokenKind::KwReal | TokenKind::KwImag => {
                self.bump();
                let arg = self.cast_expr()?;
                let span = self.span_from(lo);
                return self.expr_over(self.height(arg), ExprKind::ComplexPart(arg), span);
            }
            TokenKind::AmpAmp => {
                self.bump();
                let label = self.expect(TokenKind::Ident, "a label after '&&'")?;
                let span = self.span_from(lo);
                return Ok(self.leaf(ExprKind::LabelAddr(label.symbol()), span));
            }
            _ => return self.postfix_expr(),
        };
        self.bump();
        let arg = self.cast_expr()?;
        let span = self.span_from(lo);
        self.expr_over(self.height(arg), ExprKind::Unary { op, arg }, span)
    }

    /// `sizeof`, `_Alignof` and `__alignof__`, of a type or an expression.
    fn size_or_align(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let lo = keyword.lo;
        let gnu = keyword.kind == TokenKind::KwGnuAlignof;
        let is_sizeof = keyword.kind == TokenKind::KwSizeof;
        let next = if self.at(TokenKind::LParen) { self.peek(1) } else { self.tok };
        let arg = if self.at(TokenKind::LParen) && self.token_starts_type_name(next) {
            let arg_lo = self.tok.lo;
            let (ty, height) = self.parenthesised_type()?;
            if !self.at(TokenKind::LBrace) {
                let kind = if is_sizeof { ExprKind::SizeofType(ty) } else { ExprKind::AlignofType { ty, gnu } };
                let span = self.span_from(lo);
                return self.expr_over(height, kind, span);
            }
            self.compound_literal(ty, height, arg_lo)?
        } else {
            self.unary_operand()?
        };
        let kind = if is_sizeof { ExprKind::SizeofExpr(arg) } else { ExprKind::AlignofExpr { arg, gnu } };
        let span = self.span_from(lo);
        self.expr_over(self.height(arg), kind, span)
    }

    /// The operand of `sizeof`: a unary expression, so `sizeof (x) + 1` is a sum; a cast cannot start here.
    fn unary_operand(&mut self) -> Parse<ExprId> {
        self.enter()?;
        let e = self.unary_expr()?;
        self.leave();
        Ok(e)
    }

    fn postfix_expr(&mut self) -> Parse<ExprId> {
        let lo = self.tok.lo;
        let e = self.primary()?;
        self.postfix_ops(e, lo)
    }

    fn postfix_ops(&mut self, mut e: ExprId, lo: u32) -> Parse<ExprId> {
        loop {
            e = match self.kind() {
                TokenKind::LParen => self.call(e, lo)?,
                TokenKind::LBracket => {
                    self.bump();
                    let index = self.expr()?;
                    self.expect(TokenKind::RBracket, "']' after the index")?;
                    let span = self.span_from(lo);
                    self.expr2(e, index, ExprKind::Index { base: e, index }, span)?
                }
                TokenKind::Dot | TokenKind::Arrow => {
                    let arrow = self.bump().kind == TokenKind::Arrow;
                    let what = if arrow { "a member's name after '->'" } else { "a member's name after '.'" };
                    let field = self.expect(TokenKind::Ident, what)?;
                    let kind = ExprKind::Member { base: e, field: field.symbol(), arrow, field_span: field.span() };
                    let span = self.span_from(lo);
                    self.expr_over(self.height(e), kind, span)?
                }
                TokenKind::PlusPlus | TokenKind::MinusMinus => {
                    let plus = self.bump().kind == TokenKind::PlusPlus;
                    let op = if plus { UnaryOp::PostInc } else { UnaryOp::PostDec };
                    let span = self.span_from(lo);
                    self.expr_over(self.height(e), ExprKind::Unary { op, arg: e }, span)?
                }
                _ => return Ok(e),
            };
        }
    }

    fn call(&mut self, callee: ExprId, lo: u32) -> Parse<ExprId> {
        self.bump();
        let mut below = self.height(callee);
        let mut args = Vec::new();
        if !self.at(TokenKind::RParen) {
            loop {
                let arg = self.assign_expr()?;
                below = below.max(self.height(arg));
                args.push(arg);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RParen, "')' or ',' after the argument")?;
        let span = self.span_from(lo);
        self.expr_over(below, ExprKind::Call { callee, args }, span)
    }
}

/// The operators with their precedence, 1 is the loosest.
fn binary_op(kind: TokenKind) -> Option<(u8, BinaryOp)> {
    Some(match kind {
        TokenKind::PipePipe => (1, BinaryOp::Or),
        TokenKind::AmpAmp => (2, BinaryOp::And),
        TokenKind::Pipe => (3, BinaryOp::BitOr),
        TokenKind::Caret => (4, BinaryOp::BitXor),
        TokenKind::Amp => (5, BinaryOp::BitAnd),
        TokenKind::EqEq => (6, BinaryOp::Eq),
        TokenKind::Ne => (6, BinaryOp::Ne),
        TokenKind::Lt => (7, BinaryOp::Lt),
        TokenKind::Gt => (7, BinaryOp::Gt),
        TokenKind::Le => (7, BinaryOp::Le),
        TokenKind::Ge => (7, BinaryOp::Ge),
        TokenKind::Shl => (8, BinaryOp::Shl),
        TokenKind::Shr => (8, BinaryOp::Shr),
        TokenKind::Plus => (9, BinaryOp::Add),
        TokenKind::Minus => (9, BinaryOp::Sub),
        TokenKind::Star => (10, BinaryOp::Mul),
        TokenKind::Slash => (10, BinaryOp::Div),
        TokenKind::Percent => (10, BinaryOp::Rem),
        _ => return None,
    })
}

/// The operator of an assignment: `Some(None)` is plain `=`.
fn assign_op(kind: TokenKind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        TokenKind::Assign => None,
        TokenKind::StarAssign => Some(BinaryOp::Mul),
        TokenKind::SlashAssign => Some(BinaryOp::Div),
        TokenKind::PercentAssign => Some(BinaryOp::Rem),
        TokenKind::PlusAssign => Some(BinaryOp::Add),
        TokenKind::MinusAssign => Some(BinaryOp::Sub),
        TokenKind::ShlAssign => Some(BinaryOp::Shl),
        TokenKind::ShrAssign => Some(BinaryOp::Shr),
        TokenKind::AmpAssign => Some(BinaryOp::BitAnd),
        TokenKind::CaretAssign => Some(BinaryOp::BitXor),
        TokenKind::PipeAssign => Some(BinaryOp::BitOr),
        _ => return None,
    })
}
