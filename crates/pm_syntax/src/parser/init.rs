//! Initialisers (C11 6.7.9), with GNU's ranges and its old designators `field: value` and `[index] value`.

use super::{Parse, Parser};
use crate::ast::{Designator, Init, InitItem, InitList};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn init(&mut self) -> Parse<Init> {
        if self.at(TokenKind::LBrace) {
            return Ok(Init::List(self.init_list()?));
        }
        Ok(Init::Expr(self.assign_expr()?))
    }

    pub(super) fn init_list(&mut self) -> Parse<InitList> {
        let lo = self.tok.lo;
        self.expect(TokenKind::LBrace, "'{' before the initialisers")?;
        self.enter()?;
        let opened = self.open();
        let mut items = Vec::new();
        let mut longest = 0;
        while !self.at(TokenKind::RBrace) {
            let designators = self.designators()?;
            longest = longest.max(designators.len());
            let init = self.init()?;
            items.push(InitItem { designators, init });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RBrace, "'}' or ',' after the initialiser")?;
        self.close(opened, 1 + longest)?;
        self.leave();
        Ok(InitList { items, span: self.span_from(lo) })
    }

    fn designators(&mut self) -> Parse<Vec<Designator>> {
        let mut out = Vec::new();
        match self.kind() {
            TokenKind::Ident if self.peek(1).kind == TokenKind::Colon => {
                let name = self.bump();
                self.bump();
                out.push(Designator::Field(name.symbol(), name.span()));
                return Ok(out);
            }
            TokenKind::LBracket | TokenKind::Dot => {}
            _ => return Ok(out),
        }
        loop {
            match self.kind() {
                TokenKind::Dot => {
                    self.bump();
                    let name = self.expect(TokenKind::Ident, "a member's name after '.'")?;
                    out.push(Designator::Field(name.symbol(), name.span()));
                }
                TokenKind::LBracket => {
                    let designator = self.index_designator()?;
                    out.push(designator);
                }
                TokenKind::Assign => {
                    self.bump();
                    return Ok(out);
                }
                _ if matches!(out.as_slice(), [Designator::Index(_) | Designator::Range(..)]) => return Ok(out),
                _ => {
                    let found = self.found();
                    return Err(self.error_here(format!("expected '=' after the designator, found {found}")));
                }
            }
        }
    }

    fn index_designator(&mut self) -> Parse<Designator> {
        self.bump();
        let lo = self.const_expr()?;
        let designator = if self.eat(TokenKind::Ellipsis) {
            Designator::Range(lo, self.const_expr()?)
        } else {
            Designator::Index(lo)
        };
        self.expect(TokenKind::RBracket, "']' after the index")?;
        Ok(designator)
    }
}
