//! Tokens: kind, place, and the symbol or prefix that belongs to it. 16 bytes, so that they are cheap to copy.

use crate::ast::StrPrefix;
use pm_base::{Span, Symbol};

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    /// The symbol of an identifier or keyword; the prefix of a character constant or string; 0 otherwise.
    data: u32,
    pub lo: u32,
    pub hi: u32,
}

impl Token {
    pub fn new(kind: TokenKind, lo: u32, hi: u32) -> Token {
        Token { kind, data: 0, lo, hi }
    }
    pub fn name(kind: TokenKind, symbol: Symbol, lo: u32, hi: u32) -> Token {
        Token { kind, data: symbol.0, lo, hi }
    }
    pub fn quoted(kind: TokenKind, prefix: StrPrefix, lo: u32, hi: u32) -> Token {
        Token { kind, data: prefix as u32, lo, hi }
    }
    pub fn span(self) -> Span {
        Span::new(self.lo, self.hi)
    }
    /// Of an identifier or keyword only.
    pub fn symbol(self) -> Symbol {
        Symbol(self.data)
    }
    /// Of a character constant or string only.
    pub fn prefix(self) -> StrPrefix {
        const ALL: [StrPrefix; 5] =
            [StrPrefix::None, StrPrefix::Wide, StrPrefix::Utf8, StrPrefix::Utf16, StrPrefix::Utf32];
        ALL.get(self.data as usize).copied().unwrap_or(StrPrefix::None)
    }
}

macro_rules! token_kinds {
    (punctuators { $($p:ident)* } keywords { $($k:ident: $($s:literal)+;)* }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum TokenKind {
            Eof,
            Ident,
            Int,
            Float,
            Char,
            Str,
            $($p,)*
            $($k,)*
        }

        /// Every spelling of every keyword.
        pub const KEYWORDS: &[(&str, TokenKind)] = &[$($(($s, TokenKind::$k),)+)*];
    };
}

token_kinds! {
    punctuators {
        LParen RParen LBracket RBracket LBrace RBrace
        Dot Arrow PlusPlus MinusMinus
        Amp Star Plus Minus Tilde Bang
        Slash Percent Shl Shr Lt Gt Le Ge EqEq Ne Caret Pipe AmpAmp PipePipe
        Question Colon Semi Ellipsis Comma
        Assign StarAssign SlashAssign PercentAssign PlusAssign MinusAssign ShlAssign ShrAssign
        AmpAssign CaretAssign PipeAssign
    }
    keywords {
        // Storage classes and function specifiers.
        KwTypedef: "typedef";
        KwExtern: "extern";
        KwStatic: "static";
        KwAuto: "auto";
        KwRegister: "register";
        KwThreadLocal: "_Thread_local" "__thread";
        KwInline: "inline" "__inline" "__inline__";
        KwNoreturn: "_Noreturn";
        // Qualifiers.
        KwConst: "const" "__const" "__const__";
        KwVolatile: "volatile" "__volatile" "__volatile__";
        KwRestrict: "restrict" "__restrict" "__restrict__";
        KwAtomic: "_Atomic";
        // Type specifiers.
        KwVoid: "void";
        KwBool: "_Bool" "__CPROVER_bool";
        KwChar: "char";
        KwShort: "short";
        KwInt: "int";
        KwLong: "long";
        KwSigned: "signed" "__signed" "__signed__";
        KwUnsigned: "unsigned";
        KwFloat: "float";
        KwDouble: "double";
        KwComplex: "_Complex" "__complex" "__complex__";
        KwInt128: "__int128" "__int128_t";
        KwUint128: "__uint128_t";
        KwVaList: "__builtin_va_list";
        KwFloat16: "_Float16";
        KwFloat32: "_Float32";
        KwFloat64: "_Float64";
        KwFloat32x: "_Float32x";
        KwFloat64x: "_Float64x";
        KwFloat128: "_Float128";
        KwDecimal: "_Decimal32" "_Decimal64" "_Decimal128";
        KwBitInt: "_BitInt" "_ExtInt";
        KwStruct: "struct";
        KwUnion: "union";
        KwEnum: "enum";
        KwTypeof: "typeof" "__typeof" "__typeof__";
        KwTypeofUnqual: "typeof_unqual" "__typeof_unqual" "__typeof_unqual__";
        KwAutoType: "__auto_type";
        KwAlignas: "_Alignas";
        KwAttribute: "__attribute__" "__attribute";
        // Statements.
        KwBreak: "break";
        KwCase: "case";
        KwContinue: "continue";
        KwDefault: "default";
        KwDo: "do";
        KwElse: "else";
        KwFor: "for";
        KwGoto: "goto";
        KwIf: "if";
        KwReturn: "return";
        KwSwitch: "switch";
        KwWhile: "while";
        KwLabel: "__label__";
        KwAsm: "asm" "__asm" "__asm__";
        KwStaticAssert: "_Static_assert";
        // Expressions.
        KwSizeof: "sizeof";
        KwAlignof: "_Alignof";
        KwGnuAlignof: "__alignof__" "__alignof";
        KwGeneric: "_Generic";
        KwExtension: "__extension__";
        KwFuncName: "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__";
        KwReal: "__real__" "__real";
        KwImag: "__imag__" "__imag";
        KwOffsetof: "__builtin_offsetof";
        KwVaArg: "__builtin_va_arg";
        KwConvertVector: "__builtin_convertvector";
        KwTypesCompatible: "__builtin_types_compatible_p";
        KwChooseExpr: "__builtin_choose_expr";
        KwForall: "__CPROVER_forall";
        KwExists: "__CPROVER_exists";
        KwPragma: "_Pragma";
    }
}

impl TokenKind {
    /// True for the keywords that can start declaration specifiers (and, storage classes aside, a type name).
    pub fn starts_specifiers(self) -> bool {
        (TokenKind::KwTypedef as u8..=TokenKind::KwAttribute as u8).contains(&(self as u8))
    }
    /// True for specifiers that can stand in a type name; storage classes and function specifiers cannot.
    pub fn starts_type_name(self) -> bool {
        (TokenKind::KwConst as u8..=TokenKind::KwAttribute as u8).contains(&(self as u8))
    }
    /// True for keywords that can only start a statement.
    pub fn starts_statement(self) -> bool {
        (TokenKind::KwBreak as u8..=TokenKind::KwAsm as u8).contains(&(self as u8))
    }
}
