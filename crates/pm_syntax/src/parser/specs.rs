//! Declaration specifiers (C11 6.7.1 to 6.7.5) in any order, as C allows.

use super::names::Name;
use super::{Parse, Parser, verifier};
use crate::ast::{AlignAs, BuiltinSpec, DeclSpecs, Quals, SpecsId, Storage, TypeSpec};
use crate::token::{Token, TokenKind};
use pm_base::{Diagnostic, Symbol};

/// Where specifiers stand: decides what an unknown name can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Declaration,
    Param,
    Member,
    TypeName,
}

/// The type specifiers read so far.
enum Base {
    None,
    Builtin(BuiltinSpec),
    Other(TypeSpec),
    /// A name that is no type, reported; what follows replaces it.
    Unknown,
}

struct Reader {
    specs: DeclSpecs,
    base: Base,
    /// Any specifier or qualifier was read.
    any: bool,
}

impl Parser<'_> {
    pub(super) fn decl_specifiers(&mut self) -> Parse<SpecsId> {
        self.specifiers(Place::Declaration)
    }
    pub(super) fn param_specifiers(&mut self) -> Parse<SpecsId> {
        self.specifiers(Place::Param)
    }
    pub(super) fn member_specifiers(&mut self) -> Parse<SpecsId> {
        self.specifiers(Place::Member)
    }
    /// Of a type name.
    pub(super) fn specifier_qualifiers(&mut self) -> Parse<SpecsId> {
        self.specifiers(Place::TypeName)
    }

    /// Does a type name start at the current token?
    pub(super) fn starts_type_name(&self) -> bool {
        self.token_starts_type_name(self.tok)
    }

    pub(super) fn token_starts_type_name(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Ident => self.names.is_typedef(token.symbol()),
            kind => kind.starts_type_name(),
        }
    }

    /// Does a declaration start at the current token? An unknown name that must be a type counts.
    pub(super) fn starts_declaration(&mut self) -> bool {
        match self.kind() {
            TokenKind::Ident => {
                self.names.is_typedef(self.tok.symbol()) || self.is_unknown_type(Place::Declaration, false)
            }
            kind => kind.starts_specifiers(),
        }
    }

    fn specifiers(&mut self, place: Place) -> Parse<SpecsId> {
        let opened = self.open();
        let lo = self.tok.lo;
        let mut reader = Reader {
            specs: DeclSpecs {
                storage: None,
                thread_local: false,
                inline: false,
                noreturn: false,
                quals: Quals::default(),
                base: TypeSpec::Missing,
                unqualified: false,
                attrs: Vec::new(),
                alignas: Vec::new(),
                span: self.tok.span(),
            },
            base: Base::None,
            any: false,
        };
        while self.specifier(&mut reader, place)? {
            reader.any = true;
        }
        let Reader { mut specs, base, any } = reader;
        specs.base = match base {
            Base::None => TypeSpec::Missing,
            Base::Builtin(builtin) => TypeSpec::Builtin(builtin),
            Base::Other(spec) => spec,
            Base::Unknown => TypeSpec::Builtin(BuiltinSpec { int: 1, ..BuiltinSpec::default() }),
        };
        // C89's implicit int: `const x` says enough of a parameter or a member.
        let implicit = place == Place::Declaration || (any && matches!(place, Place::Param | Place::Member));
        if matches!(specs.base, TypeSpec::Missing) && !implicit {
            return Err(self.expected_type());
        }
        if any {
            specs.span = self.span_from(lo);
        }
        self.close(opened, 1)?;
        Ok(self.ast.specs.push(specs))
    }

    fn expected_type(&mut self) -> super::Fail {
        let found = self.found();
        self.error_here(format!("expected a type, found {found}"))
    }

    /// Reads one specifier; false where none stands here.
    fn specifier(&mut self, reader: &mut Reader, place: Place) -> Parse<bool> {
        use TokenKind::*;
        let token = self.tok;
        match token.kind {
            KwTypedef | KwExtern | KwStatic | KwAuto | KwRegister => return self.storage(reader, place),
            KwThreadLocal => reader.specs.thread_local = true,
            KwInline => reader.specs.inline = true,
            KwNoreturn => reader.specs.noreturn = true,
            KwConst => reader.specs.quals.is_const = true,
            KwVolatile => reader.specs.quals.is_volatile = true,
            KwRestrict => reader.specs.quals.is_restrict = true,
            KwAtomic => {
                if self.peek(1).kind == LParen {
                    return self.atomic_type(reader);
                }
                reader.specs.quals.is_atomic = true;
            }
            KwExtension => {}
            KwAttribute => {
                self.attributes(&mut reader.specs.attrs)?;
                return Ok(true);
            }
            LBracket if !reader.any && self.peek(1).kind == LBracket => {
                self.attributes(&mut reader.specs.attrs)?;
                return Ok(true);
            }
            KwAlignas => return self.alignas(reader),
            KwStruct | KwUnion => {
                let spec = self.record_spec()?;
                return self.other_type(reader, TypeSpec::Record(Box::new(spec)), token);
            }
            KwEnum => {
                let spec = self.enum_spec()?;
                return self.other_type(reader, TypeSpec::Enum(Box::new(spec)), token);
            }
            KwTypeof | KwTypeofUnqual => return self.typeof_spec(reader),
            KwAutoType => {
                self.bump();
                return self.other_type(reader, TypeSpec::AutoType, token);
            }
            KwDecimal => {
                self.fail(Diagnostic::unsupported(token.span(), "decimal floating point is not supported"));
                reader.base = Base::Unknown;
            }
            KwBitInt => {
                let text = "integers of a given width ('_BitInt', '_ExtInt') are not supported";
                self.fail(Diagnostic::unsupported(token.span(), text));
                reader.base = Base::Unknown;
                self.bump();
                if self.eat(LParen) && !self.skip_parens() {
                    return Err(self.error_here("expected ')' after the width of a '_BitInt'"));
                }
                return Ok(true);
            }
            Ident => return self.typedef_name(reader, place),
            _ => return self.builtin(reader),
        }
        self.bump();
        Ok(true)
    }

    fn storage(&mut self, reader: &mut Reader, place: Place) -> Parse<bool> {
        if matches!(place, Place::Member | Place::TypeName) {
            let found = self.found();
            return Err(self.error_here(format!("a storage class cannot stand here, found {found}")));
        }
        let token = self.bump();
        let storage = match token.kind {
            TokenKind::KwTypedef => Storage::Typedef,
            TokenKind::KwExtern => Storage::Extern,
            TokenKind::KwStatic => Storage::Static,
            TokenKind::KwAuto => Storage::Auto,
            _ => Storage::Register,
        };
        match reader.specs.storage {
            Some((old, at)) if old != storage => {
                let message = "more than one storage class in a declaration";
                self.fail(Diagnostic::error(token.span(), message).note(at, "the first is here"));
            }
            Some((_, at)) => {
                let message = "the storage class is written twice";
                self.fail(Diagnostic::error(token.span(), message).note(at, "the first is here"));
            }
            None => reader.specs.storage = Some((storage, token.span())),
        }
        Ok(true)
    }

    fn atomic_type(&mut self, reader: &mut Reader) -> Parse<bool> {
        let token = self.bump();
        self.bump();
        let (ty, _) = self.type_name()?;
        self.expect(TokenKind::RParen, "')' after the type of _Atomic")?;
        self.other_type(reader, TypeSpec::Atomic(ty), token)
    }

    fn alignas(&mut self, reader: &mut Reader) -> Parse<bool> {
        self.bump();
        self.expect(TokenKind::LParen, "'(' after _Alignas")?;
        let alignas = if self.starts_type_name() {
            AlignAs::Type(self.type_name()?.0)
        } else {
            AlignAs::Expr(self.const_expr()?)
        };
        self.expect(TokenKind::RParen, "')' after the alignment")?;
        reader.specs.alignas.push(alignas);
        Ok(true)
    }

    fn typeof_spec(&mut self, reader: &mut Reader) -> Parse<bool> {
        let token = self.bump();
        self.expect(TokenKind::LParen, "'(' after typeof")?;
        let spec = if self.starts_type_name() {
            TypeSpec::TypeofType(self.type_name()?.0)
        } else {
            TypeSpec::TypeofExpr(self.expr()?)
        };
        self.expect(TokenKind::RParen, "')' after the operand of typeof")?;
        reader.specs.unqualified |= token.kind == TokenKind::KwTypeofUnqual;
        self.other_type(reader, spec, token)
    }

    /// Sets the type to one that cannot be combined with another.
    fn other_type(&mut self, reader: &mut Reader, spec: TypeSpec, token: Token) -> Parse<bool> {
        if !matches!(reader.base, Base::None | Base::Unknown) {
            self.two_types(token);
        }
        reader.base = Base::Other(spec);
        Ok(true)
    }

    fn two_types(&mut self, token: Token) {
        let message = "two or more data types in the declaration specifiers";
        self.fail(Diagnostic::error(token.span(), message).hint("is a ';' missing before this?"));
    }

    fn typedef_name(&mut self, reader: &mut Reader, place: Place) -> Parse<bool> {
        if !matches!(reader.base, Base::None) {
            return Ok(false);
        }
        let symbol = self.tok.symbol();
        if self.names.is_typedef(symbol) {
            let unknown = self.unknown_types.contains(&symbol);
            reader.base = if unknown { Base::Unknown } else { Base::Other(TypeSpec::Typedef(symbol)) };
            self.bump();
            return Ok(true);
        }
        if !self.is_unknown_type(place, reader.any) {
            return Ok(false);
        }
        self.report_unknown_type(symbol);
        reader.base = Base::Unknown;
        self.bump();
        Ok(true)
    }

    /// The current name is no typedef name; can it be meant as anything but a type?
    fn is_unknown_type(&mut self, place: Place, after_specifiers: bool) -> bool {
        let next = self.peek(1).kind;
        match place {
            Place::TypeName => true,
            Place::Member => {
                !matches!(next, TokenKind::Semi | TokenKind::Colon | TokenKind::Comma) || !after_specifiers
            }
            Place::Param if !after_specifiers => true,
            Place::Param => matches!(next, TokenKind::Ident | TokenKind::Star),
            // In a block, a variable before another name is rather an expression without its ';'.
            Place::Declaration if self.names.scopes() > 0 && self.names.get(self.tok.symbol()) == Name::Ordinary => {
                after_specifiers && next == TokenKind::Ident
            }
            Place::Declaration => match next {
                TokenKind::Ident => true,
                TokenKind::Star => after_specifiers || self.names.scopes() == 0 || self.looks_like_pointer(),
                // `foo_t const x`, but not `f() int x; {…}` nor `x __attribute__((…));`
                kind => kind.starts_specifiers() && kind != TokenKind::KwAttribute,
            },
        }
    }

    /// In a block: `name * other` with an unknown name and then `;`, `=` or `,` is a declaration whose type is unknown.
    fn looks_like_pointer(&mut self) -> bool {
        self.peek(2).kind == TokenKind::Ident
            && matches!(self.peek(3).kind, TokenKind::Semi | TokenKind::Assign | TokenKind::Comma)
    }

    fn report_unknown_type(&mut self, symbol: Symbol) {
        if self.unknown_types.insert(symbol) {
            let name = self.lexer.interner.name(symbol);
            let diagnostic = match verifier::refused_name(name) {
                Some(message) => Diagnostic::unsupported(self.tok.span(), message),
                None => Diagnostic::error(self.tok.span(), format!("unknown type name '{name}'"))
                    .hint("declare it with typedef, or include the header that does"),
            };
            self.fail(diagnostic);
        }
        self.names.declare(symbol, Name::Typedef);
    }

    fn builtin(&mut self, reader: &mut Reader) -> Parse<bool> {
        let token = self.tok;
        let mut spec = match reader.base {
            Base::Builtin(spec) => spec,
            _ => BuiltinSpec::default(),
        };
        if !count_keyword(&mut spec, token.kind) {
            return Ok(false);
        }
        if matches!(reader.base, Base::Other(_)) {
            self.two_types(token);
        }
        reader.base = Base::Builtin(spec);
        self.bump();
        Ok(true)
    }
}

/// Counts a keyword of an arithmetic type; false for any other token.
fn count_keyword(spec: &mut BuiltinSpec, kind: TokenKind) -> bool {
    use TokenKind::*;
    let mut float_n = |n: u8| {
        // Two of them are no type; 255 lets the combination be refused.
        spec.float_n = if spec.float_n == 0 { n } else { u8::MAX };
        true
    };
    let count = match kind {
        KwFloat16 => return float_n(16),
        KwFloat32 => return float_n(32),
        KwFloat64 => return float_n(64),
        KwFloat32x => return float_n(33),
        KwFloat64x => return float_n(65),
        KwFloat128 => return float_n(128),
        KwVoid => &mut spec.void,
        KwBool => &mut spec.bool_,
        KwChar => &mut spec.char_,
        KwShort => &mut spec.short,
        KwInt => &mut spec.int,
        KwLong => &mut spec.long,
        KwSigned => &mut spec.signed,
        KwUnsigned => &mut spec.unsigned,
        KwFloat => &mut spec.float,
        KwDouble => &mut spec.double,
        KwComplex => &mut spec.complex,
        KwInt128 => &mut spec.int128,
        KwVaList => &mut spec.va_list,
        KwUint128 => {
            spec.unsigned = spec.unsigned.saturating_add(1);
            &mut spec.int128
        }
        _ => return false,
    };
    *count = count.saturating_add(1);
    true
}
