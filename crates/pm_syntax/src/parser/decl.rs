//! Declarations and function definitions (C11 6.7, 6.9), K&R definitions and implicit `int` among them.

use super::declarator::Naming;
use super::names::Name;
use super::{Parse, Parser};
use crate::ast::{
    Attr, BlockItem, Decl, DeclPart, Declarator, FunctionDef, InitDeclarator, Item, Params, SpecsId, StmtId, Storage,
    TypeSpec,
};
use crate::token::TokenKind;
use pm_base::Diagnostic;

pub(super) enum Declared {
    Decl(Decl),
    Function(FunctionDef),
}

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) {
        while !self.at(TokenKind::Eof) {
            let mark = self.mark();
            match self.item() {
                Ok(Some(item)) => self.ast.items.push(item),
                Ok(None) => {}
                Err(_) => {
                    self.reset(mark);
                    self.skip_item();
                }
            }
            self.reach = 0;
        }
        self.unused_unwinds(u32::MAX);
    }

    /// Skips the rest of a file-scope item after an error.
    fn skip_item(&mut self) {
        self.skip_statement();
        if self.eat(TokenKind::RBrace) {
            self.eat(TokenKind::Semi);
        }
    }

    fn item(&mut self) -> Parse<Option<Item>> {
        while self.eat(TokenKind::KwExtension) {}
        if self.esbmc_definition() {
            return Ok(None);
        }
        match self.kind() {
            TokenKind::Semi => {
                self.bump();
                return Ok(None);
            }
            TokenKind::KwAsm => return self.file_asm().map(Some),
            TokenKind::KwStaticAssert => return Ok(Some(Item::StaticAssert(self.static_assert()?))),
            TokenKind::RBrace => {
                self.error_here("unmatched '}'");
                self.bump();
                return Ok(None);
            }
            TokenKind::Ident | TokenKind::Star | TokenKind::LParen | TokenKind::LBracket => {}
            kind if kind.starts_specifiers() => {}
            _ => {
                let found = self.found();
                return Err(self.error_here(format!("expected a declaration, found {found}")));
            }
        }
        Ok(Some(match self.declaration()? {
            Declared::Decl(decl) => Item::Decl(decl),
            Declared::Function(function) => Item::Function(function),
        }))
    }

    pub(super) fn block_declaration(&mut self) -> Parse<BlockItem> {
        Ok(match self.declaration()? {
            Declared::Decl(decl) => BlockItem::Decl(decl),
            Declared::Function(function) => BlockItem::Function(Box::new(function)),
        })
    }

    /// A declaration with its `;`, or a function definition.
    pub(super) fn declaration(&mut self) -> Parse<Declared> {
        let lo = self.tok.lo;
        let specs = self.decl_specifiers()?;
        if self.eat(TokenKind::Semi) {
            return Ok(Declared::Decl(Decl { specs, declarators: Vec::new(), span: self.span_from(lo) }));
        }
        // Most declarations have one.
        let mut declarators = Vec::with_capacity(1);
        let name_kind = self.declared_kind(specs);
        loop {
            let mut attrs = Vec::new();
            self.attributes(&mut attrs)?;
            let mut declarator = self.declarator(Naming::Required)?;
            self.declarator_tail(&mut declarator, attrs)?;
            if let Some(name) = declarator.name {
                self.names.declare(name, name_kind);
                self.unknown_types.remove(&name);
            }
            if declarators.is_empty() && self.starts_body(&declarator) {
                return Ok(Declared::Function(self.function(specs, declarator, lo)?));
            }
            if declarators.is_empty() {
                self.check_has_type(specs, &declarator)?;
            }
            let init = if self.eat(TokenKind::Assign) { Some(self.init()?) } else { None };
            declarators.push(InitDeclarator { declarator, init });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_semi("the declaration");
        Ok(Declared::Decl(Decl { specs, declarators, span: self.span_from(lo) }))
    }

    fn declared_kind(&self, specs: SpecsId) -> Name {
        match self.ast.specs[specs].storage {
            Some((Storage::Typedef, _)) => Name::Typedef,
            _ => Name::Ordinary,
        }
    }

    /// Without any specifier, `x;` and `f();` declare an `int` at file scope; what looks like anything else is none.
    fn check_has_type(&mut self, specs: SpecsId, declarator: &Declarator) -> Parse<()> {
        let spec = &self.ast.specs[specs];
        let bare =
            matches!(spec.base, TypeSpec::Missing) && spec.storage.is_none() && spec.span.lo == declarator.span.lo;
        let ends = matches!(self.tok.kind, TokenKind::Semi | TokenKind::Assign | TokenKind::Comma);
        if bare && !ends {
            let found = self.found();
            return Err(self.error_here(format!("expected a declaration: no type, and {found} after the name")));
        }
        Ok(())
    }

    /// `asm("label")` and attributes behind a declarator; `attrs` stood before it.
    fn declarator_tail(&mut self, declarator: &mut Declarator, mut attrs: Vec<Attr>) -> Parse<()> {
        self.attributes(&mut attrs)?;
        declarator.asm_label = self.asm_label()?;
        self.attributes(&mut attrs)?;
        declarator.attrs.append(&mut attrs);
        Ok(())
    }

    /// Does a function body, or the declarations of K&R parameters, follow this declarator?
    fn starts_body(&mut self, declarator: &Declarator) -> bool {
        match declarator.parts.first() {
            Some(DeclPart::Function(params)) => {
                self.at(TokenKind::LBrace) || (matches!(params, Params::Names(_)) && self.starts_declaration())
            }
            _ => false,
        }
    }

    fn function(&mut self, specs: SpecsId, declarator: Declarator, lo: u32) -> Parse<FunctionDef> {
        self.names.push();
        self.declare_params(&declarator);
        let mut kr_decls = Vec::new();
        while !self.at(TokenKind::LBrace) {
            if self.at(TokenKind::Eof) || !self.starts_declaration() {
                let found = self.found();
                return Err(self.error_here(format!("expected '{{' before the function's body, found {found}")));
            }
            match self.declaration()? {
                Declared::Decl(decl) => kr_decls.push(decl),
                Declared::Function(inner) => {
                    let message = "a function cannot be defined among the declarations of parameters";
                    return Err(self.fail(Diagnostic::error(inner.span, message)));
                }
            }
        }
        let body = self.function_body()?;
        self.names.pop();
        Ok(FunctionDef { specs, declarator, kr_decls, body, span: self.span_from(lo) })
    }

    fn function_body(&mut self) -> Parse<StmtId> {
        self.enter()?;
        let body = self.compound()?;
        self.leave();
        Ok(body)
    }

    fn declare_params(&mut self, declarator: &Declarator) {
        match declarator.parts.first() {
            Some(DeclPart::Function(Params::Prototype { params, .. })) => {
                for name in params.iter().filter_map(|p| p.declarator.name) {
                    self.names.declare(name, Name::Ordinary);
                }
            }
            Some(DeclPart::Function(Params::Names(names))) => {
                for &(name, _) in names {
                    self.names.declare(name, Name::Ordinary);
                }
            }
            _ => {}
        }
    }
}
