//! Attributes: `__attribute__((…))` wherever gcc takes them, `[[…]]` (read and dropped), `asm("label")`.

use super::{Parse, Parser};
use crate::ast::{Attr, AttrArg, ExprKind};
use crate::token::TokenKind;
use pm_base::Symbol;

impl Parser<'_> {
    /// Reads any attributes that stand here.
    pub(super) fn attributes(&mut self, out: &mut Vec<Attr>) -> Parse<()> {
        loop {
            match self.kind() {
                TokenKind::KwAttribute => self.gnu_attributes(out)?,
                TokenKind::LBracket if self.peek(1).kind == TokenKind::LBracket => self.skip_std_attribute()?,
                _ => return Ok(()),
            }
        }
    }

    fn gnu_attributes(&mut self, out: &mut Vec<Attr>) -> Parse<()> {
        self.bump();
        self.expect(TokenKind::LParen, "'((' after __attribute__")?;
        self.expect(TokenKind::LParen, "'((' after __attribute__")?;
        loop {
            if self.is_word() {
                let attr = self.attribute()?;
                out.push(attr);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, "')' after the attributes")?;
        self.expect(TokenKind::RParen, "'))' after the attributes")?;
        Ok(())
    }

    /// Attributes may be named like keywords (`const`).
    fn is_word(&self) -> bool {
        self.at(TokenKind::Ident) || self.tok.kind as u8 >= TokenKind::KwTypedef as u8
    }

    fn attribute(&mut self) -> Parse<Attr> {
        let token = self.bump();
        let name = self.without_underscores(token.symbol());
        let mut args = Vec::new();
        if self.eat(TokenKind::LParen) {
            if !self.at(TokenKind::RParen) {
                args = self.attribute_args()?;
            }
            self.expect(TokenKind::RParen, "')' after the attribute's arguments")?;
        }
        Ok(Attr { name, args, span: self.span_from(token.lo) })
    }

    fn attribute_args(&mut self) -> Parse<Vec<AttrArg>> {
        let mut args = Vec::new();
        loop {
            let arg = self.attribute_arg()?;
            args.push(arg);
            if !self.eat(TokenKind::Comma) {
                return Ok(args);
            }
        }
    }

    fn attribute_arg(&mut self) -> Parse<AttrArg> {
        if self.is_word() && matches!(self.peek(1).kind, TokenKind::Comma | TokenKind::RParen) {
            let is_plain_type = self.tok.kind.starts_type_name();
            if !is_plain_type && !self.at(TokenKind::KwFuncName) {
                let symbol = self.bump().symbol();
                return Ok(AttrArg::Ident(self.without_underscores(symbol)));
            }
        }
        if self.starts_type_name() {
            return Ok(AttrArg::Type(self.type_name()?.0));
        }
        Ok(AttrArg::Expr(self.assign_expr()?))
    }

    /// `__packed__` is `packed`.
    fn without_underscores(&mut self, symbol: Symbol) -> Symbol {
        let name = self.lexer.interner.name(symbol);
        match name.strip_prefix("__").and_then(|n| n.strip_suffix("__")) {
            Some(inner) if !inner.is_empty() => {
                let inner = inner.to_string();
                self.lexer.interner.intern(&inner)
            }
            _ => symbol,
        }
    }

    fn skip_std_attribute(&mut self) -> Parse<()> {
        self.bump();
        let mut open = 0u32;
        loop {
            match self.kind() {
                TokenKind::LBracket => open += 1,
                TokenKind::RBracket => {
                    if open == 0 {
                        self.bump();
                        return Ok(());
                    }
                    open -= 1;
                }
                TokenKind::Eof | TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace => {
                    return Err(self.error_here("expected ']]' after the attributes"));
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// `asm("label")` behind a declarator.
    pub(super) fn asm_label(&mut self) -> Parse<Option<Symbol>> {
        if !self.at(TokenKind::KwAsm) {
            return Ok(None);
        }
        self.bump();
        self.expect(TokenKind::LParen, "'(' after asm")?;
        if !self.at(TokenKind::Str) {
            let found = self.found();
            return Err(self.error_here(format!("expected a string as the assembler name, found {found}")));
        }
        let text = self.string_literal()?;
        self.expect(TokenKind::RParen, "')' after the assembler name")?;
        let ExprKind::Str { units, .. } = &self.ast.exprs[text].kind else { return Ok(None) };
        let name: String = units.iter().filter_map(|&u| char::from_u32(u)).collect();
        Ok(Some(self.lexer.interner.intern(&name)))
    }
}
