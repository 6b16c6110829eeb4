//! Declarators, parameters and type names (C11 6.7.6, 6.7.7).

use super::names::Name;
use super::{Parse, Parser};
use crate::ast::{ArraySize, DeclPart, Declarator, Param, Params, Quals, TypeName, TypeNameId};
use crate::token::TokenKind;
use pm_base::{Diagnostic, Span};

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    Required,
    /// In parameters.
    Optional,
    /// In type names.
    Forbidden,
}

impl Parser<'_> {
    pub(super) fn declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        let opened = self.open();
        let here = Span::new(self.tok.lo, self.tok.lo);
        let mut out = Declarator { name: None, parts: Vec::new(), attrs: Vec::new(), asm_label: None, span: here };
        self.declarator_into(naming, &mut out)?;
        self.close(opened, out.parts.len())?;
        Ok(out)
    }

    pub(super) fn type_name(&mut self) -> Parse<(TypeNameId, u32)> {
        self.enter()?;
        let opened = self.open();
        let lo = self.tok.lo;
        let specs = self.specifier_qualifiers()?;
        let declarator = self.declarator(Naming::Forbidden)?;
        self.leave();
        let height = self.close(opened, 1)?;
        let span = self.span_from(lo);
        Ok((self.ast.type_names.push(TypeName { specs, declarator, span }), height))
    }

    fn declarator_into(&mut self, naming: Naming, out: &mut Declarator) -> Parse<()> {
        let first_pointer = self.pointers.len();
        while self.eat(TokenKind::Star) {
            let quals = self.pointer_quals(out)?;
            self.pointers.push(quals);
        }
        self.direct_declarator(naming, out)?;
        while self.pointers.len() > first_pointer {
            if let Some(quals) = self.pointers.pop() {
                push_part(out, DeclPart::Pointer(quals));
            }
        }
        Ok(())
    }

    /// Qualifiers behind a `*`; attributes there go to the declarator.
    fn pointer_quals(&mut self, out: &mut Declarator) -> Parse<Quals> {
        let mut quals = Quals::default();
        loop {
            match self.kind() {
                TokenKind::KwConst => quals.is_const = true,
                TokenKind::KwVolatile => quals.is_volatile = true,
                TokenKind::KwRestrict => quals.is_restrict = true,
                TokenKind::KwAtomic => quals.is_atomic = true,
                TokenKind::KwAttribute => {
                    self.attributes(&mut out.attrs)?;
                    continue;
                }
                TokenKind::LBracket if self.peek(1).kind == TokenKind::LBracket => {
                    self.attributes(&mut out.attrs)?;
                    continue;
                }
                _ => return Ok(quals),
            }
            self.bump();
        }
    }

    fn direct_declarator(&mut self, naming: Naming, out: &mut Declarator) -> Parse<()> {
        match self.kind() {
            TokenKind::Ident if naming != Naming::Forbidden => {
                let token = self.bump();
                out.name = Some(token.symbol());
                out.span = token.span();
                self.attributes_after_name(out)?;
            }
            TokenKind::LParen if naming == Naming::Required || !self.paren_starts_params() => {
                self.bump();
                self.enter()?;
                self.attributes(&mut out.attrs)?;
                self.declarator_into(naming, out)?;
                self.leave();
                self.expect(TokenKind::RParen, "')' in the declarator")?;
            }
            _ if naming == Naming::Required => return Err(self.missing_name()),
            _ => {}
        }
        self.declarator_suffixes(out)
    }

    /// Only `[[…]]` may stand directly behind the name; GNU attributes come after the suffixes.
    fn attributes_after_name(&mut self, out: &mut Declarator) -> Parse<()> {
        if self.at(TokenKind::LBracket) && self.peek(1).kind == TokenKind::LBracket {
            self.attributes(&mut out.attrs)?;
        }
        Ok(())
    }

    fn missing_name(&mut self) -> super::Fail {
        let found = self.found();
        let is_keyword = self.tok.kind as u8 >= TokenKind::KwTypedef as u8;
        let diagnostic =
            Diagnostic::error(self.tok.span(), format!("expected a name in the declaration, found {found}"));
        let diagnostic = if is_keyword { diagnostic.hint("this is a keyword") } else { diagnostic };
        self.fail(diagnostic)
    }

    /// After `(` in a declarator without a name so far: parameters, or a nested declarator?
    fn paren_starts_params(&mut self) -> bool {
        let next = self.peek(1);
        match next.kind {
            TokenKind::RParen | TokenKind::Ellipsis => true,
            TokenKind::KwAttribute => false,
            TokenKind::Ident => self.names.is_typedef(next.symbol()),
            kind => kind.starts_specifiers(),
        }
    }

    fn declarator_suffixes(&mut self, out: &mut Declarator) -> Parse<()> {
        loop {
            let part = match self.kind() {
                TokenKind::LBracket => self.array_part()?,
                TokenKind::LParen => {
                    self.bump();
                    self.enter()?;
                    let scopes = self.names.scopes();
                    self.names.push();
                    let params = self.params()?;
                    self.names.pop_to(scopes);
                    self.leave();
                    self.contract_clauses();
                    DeclPart::Function(params)
                }
                _ => return Ok(()),
            };
            push_part(out, part);
        }
    }

    fn array_part(&mut self) -> Parse<DeclPart> {
        let lo = self.bump().lo;
        let mut quals = Quals::default();
        let mut is_static = false;
        loop {
            match self.kind() {
                TokenKind::KwStatic => is_static = true,
                TokenKind::KwConst => quals.is_const = true,
                TokenKind::KwVolatile => quals.is_volatile = true,
                TokenKind::KwRestrict => quals.is_restrict = true,
                TokenKind::KwAtomic => quals.is_atomic = true,
                _ => break,
            }
            self.bump();
        }
        let size = match self.kind() {
            TokenKind::RBracket => ArraySize::None,
            TokenKind::Star if self.peek(1).kind == TokenKind::RBracket => {
                self.bump();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.assign_expr()?),
        };
        self.expect(TokenKind::RBracket, "']' after the array's size")?;
        Ok(DeclPart::Array { size, quals, is_static, span: self.span_from(lo) })
    }

    /// Parameters and the closing parenthesis; the opening one is behind us.
    fn params(&mut self) -> Parse<Params> {
        if self.eat(TokenKind::RParen) {
            return Ok(Params::Empty);
        }
        if self.at(TokenKind::KwVoid) && self.peek(1).kind == TokenKind::RParen {
            self.bump();
            self.bump();
            return Ok(Params::Prototype { params: Vec::new(), variadic: false });
        }
        if self.starts_name_list() {
            return self.name_list();
        }
        let mut params = Vec::new();
        let mark = self.mark();
        match self.param_list(&mut params) {
            Ok(variadic) => Ok(Params::Prototype { params, variadic }),
            // What follows the list can still be read.
            Err(fail) => {
                self.reset(mark);
                if self.skip_parens() || self.at(TokenKind::LBrace) {
                    Ok(Params::Prototype { params, variadic: false })
                } else {
                    Err(fail)
                }
            }
        }
    }

    /// True for a list that ends in `...`.
    fn param_list(&mut self, params: &mut Vec<Param>) -> Parse<bool> {
        let mut variadic = false;
        loop {
            if self.at(TokenKind::Ellipsis) {
                let dots = self.bump();
                if params.is_empty() {
                    self.fail(Diagnostic::error(dots.span(), "a parameter must come before '...'"));
                }
                variadic = true;
                break;
            }
            let param = self.param()?;
            params.push(param);
            if self.at(TokenKind::Semi) {
                let message = "forward declarations of parameters are not supported";
                return Err(self.fail(Diagnostic::unsupported(self.tok.span(), message)));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, "')' or ',' after the parameter")?;
        Ok(variadic)
    }

    fn param(&mut self) -> Parse<Param> {
        let lo = self.tok.lo;
        let specs = self.param_specifiers()?;
        let mut declarator = self.declarator(Naming::Optional)?;
        self.attributes(&mut declarator.attrs)?;
        if let Some(name) = declarator.name {
            self.names.declare(name, Name::Ordinary);
        }
        Ok(Param { specs, declarator, span: self.span_from(lo) })
    }

    /// A K&R list: names that are no types, with nothing but commas between them.
    fn starts_name_list(&mut self) -> bool {
        self.at(TokenKind::Ident)
            && !self.names.is_typedef(self.tok.symbol())
            && matches!(self.peek(1).kind, TokenKind::Comma | TokenKind::RParen)
    }

    fn name_list(&mut self) -> Parse<Params> {
        let mut names = Vec::new();
        loop {
            let name = self.expect(TokenKind::Ident, "a parameter's name")?;
            if self.names.is_typedef(name.symbol()) || !matches!(self.tok.kind, TokenKind::Comma | TokenKind::RParen) {
                let message = "a list of parameters' names cannot be mixed with typed parameters";
                let hint = "is the type of an earlier parameter unknown?";
                return Err(self.fail(Diagnostic::error(name.span(), message).hint(hint)));
            }
            names.push((name.symbol(), name.span()));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, "')' after the parameters' names")?;
        Ok(Params::Names(names))
    }
}

/// Most declarators have one part at most: a larger vector would be a waste for each of them.
fn push_part(out: &mut Declarator, part: DeclPart) {
    if out.parts.is_empty() {
        out.parts.reserve_exact(1);
    }
    out.parts.push(part);
}
