//! Structures, unions and enumerations (C11 6.7.2.1, 6.7.2.2).

use super::declarator::Naming;
use super::names::Name;
use super::{Parse, Parser};
use crate::ast::{
    Declarator, EnumSpec, Enumerator, FieldDecl, FieldDeclarator, FieldGroup, RecordSpec, SpecsId, StaticAssert,
    StmtKind,
};
use crate::token::TokenKind;
use pm_base::{Diagnostic, Span, Symbol};

impl Parser<'_> {
    pub(super) fn record_spec(&mut self) -> Parse<RecordSpec> {
        let keyword = self.bump();
        let is_union = keyword.kind == TokenKind::KwUnion;
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let tag = self.tag();
        let mut fields = None;
        let mut pragma_pack = 0;
        if self.at(TokenKind::LBrace) {
            self.enter()?;
            let opened = self.open();
            let open_brace = self.bump().span();
            fields = Some(self.members());
            pragma_pack = self.lexer.pragmas.pack_at(self.tok.lo);
            self.closing_brace(open_brace)?;
            self.close(opened, 1)?;
            self.leave();
            self.attributes(&mut attrs)?;
        } else if tag.is_none() {
            let word = if is_union { "union" } else { "struct" };
            let found = self.found();
            return Err(self.error_here(format!("expected a name or '{{' after '{word}', found {found}")));
        }
        Ok(RecordSpec { is_union, tag, fields, attrs, pragma_pack, span: self.span_from(keyword.lo) })
    }

    fn tag(&mut self) -> Option<Symbol> {
        self.at(TokenKind::Ident).then(|| self.bump().symbol())
    }

    /// The `}` that matches the `{` at `open`.
    pub(super) fn closing_brace(&mut self, open: Span) -> Parse<()> {
        if self.eat(TokenKind::RBrace) {
            return Ok(());
        }
        let found = self.found();
        let diagnostic = Diagnostic::error(self.tok.span(), format!("expected '}}', found {found}"));
        Err(self.fail(diagnostic.note(open, "to match this '{'")))
    }

    fn members(&mut self) -> Vec<FieldDecl> {
        let mut fields = Vec::new();
        while !matches!(self.tok.kind, TokenKind::RBrace | TokenKind::Eof) {
            if self.eat(TokenKind::Semi) {
                continue;
            }
            let mark = self.mark();
            match self.member() {
                Ok(field) => fields.push(field),
                Err(_) => {
                    self.reset(mark);
                    self.skip_statement();
                }
            }
        }
        fields
    }

    fn member(&mut self) -> Parse<FieldDecl> {
        if self.at(TokenKind::KwStaticAssert) {
            return Ok(FieldDecl::StaticAssert(self.static_assert()?));
        }
        let lo = self.tok.lo;
        let specs = self.member_specifiers()?;
        let mut declarators = Vec::new();
        if !matches!(self.tok.kind, TokenKind::Semi | TokenKind::RBrace) {
            declarators.reserve_exact(1);
            loop {
                let declarator = self.member_declarator()?;
                declarators.push(declarator);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        // gcc takes a last member without its ';'.
        if !self.at(TokenKind::RBrace) {
            self.expect_semi("the member's declaration");
        }
        Ok(FieldDecl::Field(FieldGroup { specs, declarators, span: self.span_from(lo) }))
    }

    fn member_declarator(&mut self) -> Parse<FieldDeclarator> {
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let mut declarator = if self.at(TokenKind::Colon) {
            let here = self.tok.span();
            Declarator { name: None, parts: Vec::new(), attrs: Vec::new(), asm_label: None, span: here }
        } else {
            self.declarator(Naming::Required)?
        };
        let width = if self.eat(TokenKind::Colon) { Some(self.const_expr()?) } else { None };
        self.attributes(&mut attrs)?;
        declarator.attrs.append(&mut attrs);
        Ok(FieldDeclarator { declarator, width })
    }

    pub(super) fn enum_spec(&mut self) -> Parse<EnumSpec> {
        let keyword = self.bump();
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let tag = self.tag();
        let underlying = self.underlying_type()?;
        let mut enumerators = None;
        if self.at(TokenKind::LBrace) {
            let open_brace = self.bump().span();
            enumerators = Some(self.enumerators()?);
            self.closing_brace(open_brace)?;
            self.attributes(&mut attrs)?;
        } else if tag.is_none() {
            let found = self.found();
            return Err(self.error_here(format!("expected a name or '{{' after 'enum', found {found}")));
        }
        Ok(EnumSpec { tag, underlying, enumerators, attrs, span: self.span_from(keyword.lo) })
    }

    /// `: T` behind `enum e`, which is no bit-field's width where a type begins behind the colon.
    fn underlying_type(&mut self) -> Parse<Option<SpecsId>> {
        if !self.at(TokenKind::Colon) {
            return Ok(None);
        }
        let next = self.peek(1);
        if !self.token_starts_type_name(next) {
            return Ok(None);
        }
        self.bump();
        self.specifier_qualifiers().map(Some)
    }

    fn enumerators(&mut self) -> Parse<Vec<Enumerator>> {
        let mut out = Vec::new();
        if self.at(TokenKind::RBrace) {
            self.error_here("an enumeration needs at least one enumerator");
        }
        while !self.at(TokenKind::RBrace) {
            let name = self.expect(TokenKind::Ident, "an enumerator's name")?;
            self.attributes(&mut Vec::new())?;
            let value = if self.eat(TokenKind::Assign) { Some(self.const_expr()?) } else { None };
            self.names.declare(name.symbol(), Name::Ordinary);
            out.push(Enumerator { name: name.symbol(), value, span: name.span() });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(out)
    }

    /// `_Static_assert(cond, "message");`
    pub(super) fn static_assert(&mut self) -> Parse<StaticAssert> {
        let lo = self.bump().lo;
        self.expect(TokenKind::LParen, "'(' after _Static_assert")?;
        let cond = self.const_expr()?;
        let message = if self.eat(TokenKind::Comma) {
            if !self.at(TokenKind::Str) {
                let found = self.found();
                return Err(self.error_here(format!("expected a string as the message, found {found}")));
            }
            Some(self.string_literal()?)
        } else {
            None
        };
        self.expect(TokenKind::RParen, "')' after the assertion")?;
        self.expect_semi("the assertion");
        Ok(StaticAssert { cond, message, span: self.span_from(lo) })
    }

    /// A statement that stands for nothing.
    pub(super) fn empty_stmt(&mut self) -> crate::ast::StmtId {
        let here = Span::new(self.prev_hi, self.prev_hi);
        self.stmt(StmtKind::Empty, here)
    }
}
