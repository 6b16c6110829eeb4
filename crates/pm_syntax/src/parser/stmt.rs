//! Statements and blocks (C11 6.8), with GNU's labels, case ranges and statement attributes.

use super::decl::Declared;
use super::{Parse, Parser};
use crate::ast::{BlockItem, ExprId, ExprKind, ForInit, StmtId, StmtKind};
use crate::token::TokenKind;
use pm_base::{Diagnostic, Span};

/// What a statement stands in: only in a block may a declaration follow a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Block,
    /// The body of `if`, a loop, `switch`.
    Body,
}

impl Parser<'_> {
    /// `{ … }` with its own scope.
    pub(super) fn compound(&mut self) -> Parse<StmtId> {
        let opened = self.open();
        let brace = self.expect(TokenKind::LBrace, "'{'")?;
        self.names.push();
        let mut items = Vec::new();
        while !matches!(self.tok.kind, TokenKind::RBrace | TokenKind::Eof) {
            let mark = self.mark();
            let lo = self.tok.lo;
            match self.block_item() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => {}
                Err(_) => {
                    self.reset(mark);
                    self.skip_statement();
                    let span = self.span_from(lo);
                    items.push(BlockItem::Stmt(self.stmt(StmtKind::Error, span)));
                }
            }
        }
        self.unused_unwinds(self.tok.lo);
        self.names.pop();
        self.closing_brace(brace.span())?;
        self.close(opened, 1)?;
        let span = self.span_from(brace.lo);
        Ok(self.stmt(StmtKind::Compound(items), span))
    }

    fn block_item(&mut self) -> Parse<Option<BlockItem>> {
        loop {
            match self.kind() {
                TokenKind::Ident if self.peek(1).kind != TokenKind::Colon && self.starts_declaration() => {
                    return self.block_declaration().map(Some);
                }
                TokenKind::KwStaticAssert => return Ok(Some(BlockItem::StaticAssert(self.static_assert()?))),
                TokenKind::KwLabel => return self.local_labels().map(Some),
                TokenKind::KwExtension => {
                    let next = self.peek(1);
                    let is_assert = next.kind == TokenKind::KwStaticAssert;
                    if is_assert || next.kind.starts_specifiers() || self.token_starts_type_name(next) {
                        self.bump();
                        continue;
                    }
                }
                TokenKind::KwAttribute | TokenKind::LBracket => return self.attributed_item(),
                kind if kind.starts_specifiers() => return self.block_declaration().map(Some),
                _ => {}
            }
            return Ok(Some(BlockItem::Stmt(self.statement(Within::Block)?)));
        }
    }

    /// Attributes start a statement (`__attribute__((fallthrough));`) or a declaration.
    fn attributed_item(&mut self) -> Parse<Option<BlockItem>> {
        let lo = self.tok.lo;
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        if self.prev_hi <= lo {
            let found = self.found();
            return Err(self.error_here(format!("expected a statement, found {found}")));
        }
        let is_label = self.at(TokenKind::Ident) && self.peek(1).kind == TokenKind::Colon;
        if !is_label && self.starts_declaration() {
            let mut item = self.block_declaration()?;
            let specs = match &mut item {
                BlockItem::Decl(decl) => Some(decl.specs),
                BlockItem::Function(function) => Some(function.specs),
                BlockItem::Stmt(_) | BlockItem::StaticAssert(_) | BlockItem::LocalLabels(_) => None,
            };
            if let Some(specs) = specs {
                self.ast.specs[specs].attrs.append(&mut attrs);
            }
            return Ok(Some(item));
        }
        Ok(Some(BlockItem::Stmt(self.statement(Within::Block)?)))
    }

    fn local_labels(&mut self) -> Parse<BlockItem> {
        self.bump();
        let mut labels = Vec::new();
        loop {
            let label = self.expect(TokenKind::Ident, "a label after __label__")?;
            labels.push((label.symbol(), label.span()));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_semi("the declaration of labels");
        Ok(BlockItem::LocalLabels(labels))
    }

    fn statement(&mut self, within: Within) -> Parse<StmtId> {
        self.enter()?;
        let stmt = self.statement_at(within)?;
        self.leave();
        Ok(stmt)
    }

    fn statement_at(&mut self, within: Within) -> Parse<StmtId> {
        use TokenKind::*;
        let unwind = if self.lexer.pragmas.unwinds.is_empty() { None } else { self.take_unwind() };
        let lo = self.tok.lo;
        match self.kind() {
            LBrace => self.compound(),
            Semi => {
                self.bump();
                let span = self.span_from(lo);
                Ok(self.stmt(StmtKind::Empty, span))
            }
            KwIf => self.if_statement(),
            KwWhile => self.while_statement(unwind),
            KwDo => self.do_statement(unwind),
            KwFor => self.for_statement(unwind),
            KwSwitch => self.switch_statement(),
            KwCase => self.case_statement(within),
            KwDefault => {
                self.bump();
                self.expect(Colon, "':' after 'default'")?;
                self.labelled(lo, within, |body| StmtKind::Default { body })
            }
            KwGoto => self.goto_statement(),
            KwBreak | KwContinue => {
                let kind = if self.bump().kind == KwBreak { StmtKind::Break } else { StmtKind::Continue };
                self.expect_semi(if matches!(kind, StmtKind::Break) { "'break'" } else { "'continue'" });
                let span = self.span_from(lo);
                Ok(self.stmt(kind, span))
            }
            KwReturn => {
                self.bump();
                let value = if self.at(Semi) { None } else { Some(self.expr()?) };
                self.expect_semi("the return statement");
                let span = self.span_from(lo);
                Ok(self.stmt(StmtKind::Return(value), span))
            }
            KwAsm => self.asm_statement(),
            KwAttribute => {
                self.attributes(&mut Vec::new())?;
                self.statement_at(within)
            }
            LBracket if self.peek(1).kind == LBracket => {
                self.attributes(&mut Vec::new())?;
                self.statement_at(within)
            }
            KwElse => Err(self.error_here("'else' without a previous 'if'")),
            KwStaticAssert => self.misplaced_declaration(),
            Ident if self.peek(1).kind == Colon => {
                let name = self.bump().symbol();
                self.bump();
                self.attributes_after_label()?;
                self.labelled(lo, within, |body| StmtKind::Label { name, body })
            }
            Ident if self.names.is_typedef(self.tok.symbol()) => self.misplaced_declaration(),
            kind if kind.starts_specifiers() => self.misplaced_declaration(),
            _ => {
                let e = self.expr()?;
                self.expect_semi("the expression");
                let span = self.span_from(lo);
                Ok(self.stmt(StmtKind::Expr(e), span))
            }
        }
    }

    fn misplaced_declaration(&mut self) -> Parse<StmtId> {
        let message = "a declaration cannot stand here, only a statement";
        let span = self.tok.span();
        Err(self.fail(Diagnostic::error(span, message).hint("put braces around it")))
    }

    /// Attributes of a label say nothing about its meaning. Before a declaration they belong to that.
    fn attributes_after_label(&mut self) -> Parse<()> {
        if self.at(TokenKind::KwAttribute) {
            self.attributes(&mut Vec::new())?;
        }
        Ok(())
    }

    /// What follows a label: a statement, or in a block nothing or a declaration, which then is the next item.
    fn labelled(&mut self, lo: u32, within: Within, kind: impl FnOnce(StmtId) -> StmtKind) -> Parse<StmtId> {
        let opened = self.open();
        let is_label = self.at(TokenKind::Ident) && self.peek(1).kind == TokenKind::Colon;
        let nothing = match self.kind() {
            TokenKind::RBrace | TokenKind::KwStaticAssert => within == Within::Block,
            TokenKind::KwAttribute => false,
            TokenKind::KwExtension => {
                let next = self.peek(1);
                within == Within::Block && (next.kind.starts_specifiers() || self.token_starts_type_name(next))
            }
            _ => within == Within::Block && !is_label && self.starts_declaration(),
        };
        let body = if nothing { self.empty_stmt() } else { self.statement(within)? };
        self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok(self.stmt(kind(body), span))
    }

    fn case_statement(&mut self, within: Within) -> Parse<StmtId> {
        let lo = self.bump().lo;
        let e = self.const_expr()?;
        let hi = if self.eat(TokenKind::Ellipsis) { Some(self.const_expr()?) } else { None };
        self.expect(TokenKind::Colon, "':' after the case's value")?;
        self.labelled(lo, within, |body| StmtKind::Case { lo: e, hi, body })
    }

    fn goto_statement(&mut self) -> Parse<StmtId> {
        let lo = self.bump().lo;
        let kind = if self.eat(TokenKind::Star) {
            StmtKind::GotoComputed(self.expr()?)
        } else {
            StmtKind::Goto(self.expect(TokenKind::Ident, "a label after 'goto'")?.symbol())
        };
        self.expect_semi("the goto statement");
        let span = self.span_from(lo);
        Ok(self.stmt(kind, span))
    }

    /// `( condition )`. After an error in it the body is still read.
    fn condition(&mut self, open: &str) -> Parse<ExprId> {
        self.expect(TokenKind::LParen, open)?;
        let lo = self.tok.lo;
        let mark = self.mark();
        let condition = self.expr().and_then(|e| self.expect(TokenKind::RParen, "')' after the condition").map(|_| e));
        condition.or_else(|fail| {
            self.reset(mark);
            if !self.skip_parens() && !self.at(TokenKind::LBrace) {
                return Err(fail);
            }
            let span = self.span_from(lo);
            Ok(self.leaf(ExprKind::Error, span))
        })
    }

    fn body(&mut self) -> Parse<StmtId> {
        self.statement(Within::Body)
    }

    fn if_statement(&mut self) -> Parse<StmtId> {
        let opened = self.open();
        let lo = self.bump().lo;
        let cond = self.condition("'(' after 'if'")?;
        let then = self.body()?;
        let els = if self.eat(TokenKind::KwElse) { Some(self.body()?) } else { None };
        self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok(self.stmt(StmtKind::If { cond, then, els }, span))
    }

    fn while_statement(&mut self, unwind: Option<u32>) -> Parse<StmtId> {
        let opened = self.open();
        let lo = self.bump().lo;
        let cond = self.condition("'(' after 'while'")?;
        self.contract_clauses();
        let body = self.body()?;
        self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok(self.stmt(StmtKind::While { cond, body, unwind }, span))
    }

    fn do_statement(&mut self, unwind: Option<u32>) -> Parse<StmtId> {
        let opened = self.open();
        let lo = self.bump().lo;
        let body = self.body()?;
        self.expect(TokenKind::KwWhile, "'while' after the body of 'do'")?;
        let cond = self.condition("'(' after 'while'")?;
        self.contract_clauses();
        self.expect_semi("the do-while statement");
        self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok(self.stmt(StmtKind::DoWhile { body, cond, unwind }, span))
    }

    fn switch_statement(&mut self) -> Parse<StmtId> {
        let opened = self.open();
        let lo = self.bump().lo;
        let value = self.condition("'(' after 'switch'")?;
        let body = self.body()?;
        self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok(self.stmt(StmtKind::Switch { value, body }, span))
    }

    fn for_statement(&mut self, unwind: Option<u32>) -> Parse<StmtId> {
        let opened = self.open();
        let lo = self.bump().lo;
        self.expect(TokenKind::LParen, "'(' after 'for'")?;
        self.names.push();
        let mark = self.mark();
        let (init, cond, step) = match self.for_header() {
            Ok(header) => header,
            Err(fail) => {
                self.reset(mark);
                if !self.skip_parens() && !self.at(TokenKind::LBrace) {
                    return Err(fail);
                }
                (ForInit::None, None, None)
            }
        };
        self.contract_clauses();
        let body = self.body()?;
        self.names.pop();
        self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok(self.stmt(StmtKind::For { init, cond, step, body, unwind }, span))
    }

    fn for_header(&mut self) -> Parse<(ForInit, Option<ExprId>, Option<ExprId>)> {
        while self.at(TokenKind::KwExtension) {
            self.bump();
        }
        let init = if self.eat(TokenKind::Semi) {
            ForInit::None
        } else if self.starts_declaration() {
            self.for_declaration()?
        } else {
            let e = self.expr()?;
            self.expect(TokenKind::Semi, "';' after the first part of 'for'")?;
            ForInit::Expr(e)
        };
        let cond = if self.at(TokenKind::Semi) { None } else { Some(self.expr()?) };
        self.expect(TokenKind::Semi, "';' after the condition of 'for'")?;
        let step = if self.at(TokenKind::RParen) { None } else { Some(self.expr()?) };
        self.expect(TokenKind::RParen, "')' after the parts of 'for'")?;
        Ok((init, cond, step))
    }

    fn for_declaration(&mut self) -> Parse<ForInit> {
        match self.declaration()? {
            Declared::Decl(decl) => Ok(ForInit::Decl(decl)),
            Declared::Function(function) => {
                let message = "a function cannot be defined inside 'for (...)'";
                Err(self.fail(Diagnostic::error(function.span, message)))
            }
        }
    }

    // ---- #pragma proofmark unwind --------------------------------------------------------------------------------

    /// The bound for the loop at the current token, or behind its labels; the last of several counts.
    fn take_unwind(&mut self) -> Option<u32> {
        use TokenKind::*;
        let is_loop = matches!(self.tok.kind, KwWhile | KwDo | KwFor);
        let is_label = matches!(self.tok.kind, KwCase | KwDefault) || (self.at(Ident) && self.peek(1).kind == Colon);
        if is_label {
            return None;
        }
        let mut bound = None;
        while let Some(&(span, n)) = self.lexer.pragmas.unwinds.front().filter(|u| u.0.lo < self.tok.lo) {
            self.lexer.pragmas.unwinds.pop_front();
            if is_loop {
                bound = Some(n);
            } else {
                self.warn_unused_unwind(span);
            }
        }
        bound
    }

    /// Warns of the pragmas before `offset` that no loop has taken.
    pub(super) fn unused_unwinds(&mut self, offset: u32) {
        while let Some(&(span, _)) = self.lexer.pragmas.unwinds.front().filter(|u| u.0.lo < offset) {
            self.lexer.pragmas.unwinds.pop_front();
            self.warn_unused_unwind(span);
        }
    }

    fn warn_unused_unwind(&mut self, span: Span) {
        let message = "'#pragma proofmark unwind' has no effect: no loop follows it";
        self.lexer.warn(span, message);
    }
}
