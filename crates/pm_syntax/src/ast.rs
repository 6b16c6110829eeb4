//! The syntax tree of one translation unit, in arenas.
//!
//! The parser resolves only what C's grammar forces it to: whether a name is a typedef name. Everything else (types,
//! scopes of variables, constant values) is left to `pm_sema`. Trees are at most [`MAX_DEPTH`] deep, so that recursive
//! passes over them need a bounded stack; the parser refuses deeper input with a message.

use crate::switches::Switches;
pub use pm_base::Quals;
use pm_base::{IndexVec, Span, Symbol, define_id};

define_id!(ExprId, "e");
define_id!(StmtId, "s");
define_id!(TypeNameId, "tn");
define_id!(SpecsId, "ds");

/// Deepest nesting of expressions, statements, declarators and initialisers together.
pub const MAX_DEPTH: u32 = 10_000;

#[derive(Default)]
pub struct Ast {
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub type_names: IndexVec<TypeNameId, TypeName>,
    pub specs: IndexVec<SpecsId, DeclSpecs>,
    pub items: Vec<Item>,
    /// Checks that pragmas switch.
    pub switches: Switches,
    /// `#pragma weak NAME [= TARGET]`
    pub weak: Vec<(Symbol, Option<Symbol>, Span)>,
    /// Where the text lies among all sources.
    pub text: std::ops::Range<u32>,
}

pub enum Item {
    Function(FunctionDef),
    Decl(Decl),
    StaticAssert(StaticAssert),
    /// File-scope `asm("...")`.
    Asm(Span),
}

pub struct FunctionDef {
    pub specs: SpecsId,
    /// Its first part is `DeclPart::Function`, except for a typedef'd declarator, which is an error.
    pub declarator: Declarator,
    /// Declarations between the declarator and the body of a K&R definition.
    pub kr_decls: Vec<Decl>,
    /// Always a `Stmt::Compound`.
    pub body: StmtId,
    pub span: Span,
}

/// `specs declarator = init, …;` (no declarators for `struct s {…};`)
pub struct Decl {
    pub specs: SpecsId,
    pub declarators: Vec<InitDeclarator>,
    pub span: Span,
}

pub struct InitDeclarator {
    pub declarator: Declarator,
    pub init: Option<Init>,
}

pub struct StaticAssert {
    pub cond: ExprId,
    pub message: Option<ExprId>,
    pub span: Span,
}

// ---- declaration specifiers -------------------------------------------------------------------------------------

pub struct DeclSpecs {
    pub storage: Option<(Storage, Span)>,
    pub thread_local: bool,
    pub inline: bool,
    pub noreturn: bool,
    pub quals: Quals,
    pub base: TypeSpec,
    /// `base` was written with `typeof_unqual`: its own qualifiers are dropped.
    pub unqualified: bool,
    pub attrs: Vec<Attr>,
    pub alignas: Vec<AlignAs>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

pub enum AlignAs {
    Type(TypeNameId),
    Expr(ExprId),
}

pub enum TypeSpec {
    /// Arithmetic types and void, as the keywords that were written, in any order.
    Builtin(BuiltinSpec),
    Record(Box<RecordSpec>),
    Enum(Box<EnumSpec>),
    Typedef(Symbol),
    TypeofExpr(ExprId),
    TypeofType(TypeNameId),
    /// `_Atomic(T)`
    Atomic(TypeNameId),
    /// `__auto_type`
    AutoType,
    /// No type specifier at all (implicit int).
    Missing,
}

/// How often each keyword stood among the specifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuiltinSpec {
    pub void: u8,
    pub bool_: u8,
    pub char_: u8,
    pub short: u8,
    pub int: u8,
    pub long: u8,
    pub signed: u8,
    pub unsigned: u8,
    pub float: u8,
    pub double: u8,
    pub complex: u8,
    pub int128: u8,
    pub va_list: u8,
    /// `_Float16`, `_Float32`, `_Float64`, `_Float32x`, `_Float64x`, `_Float128`/`__float128`: 16, 32, 64, 33, 65, 128
    pub float_n: u8,
}

pub struct RecordSpec {
    pub is_union: bool,
    pub tag: Option<Symbol>,
    /// `None` for a reference (`struct s`), `Some` for a definition.
    pub fields: Option<Vec<FieldDecl>>,
    pub attrs: Vec<Attr>,
    /// `#pragma pack(n)` in force at the closing brace; 0 is none.
    pub pragma_pack: u8,
    pub span: Span,
}

pub enum FieldDecl {
    Field(FieldGroup),
    StaticAssert(StaticAssert),
}

/// `specs declarator : width, …;` An anonymous struct or union has no declarators.
pub struct FieldGroup {
    pub specs: SpecsId,
    pub declarators: Vec<FieldDeclarator>,
    pub span: Span,
}

pub struct FieldDeclarator {
    /// Its name is `None` for an unnamed bit-field.
    pub declarator: Declarator,
    pub width: Option<ExprId>,
}

pub struct EnumSpec {
    pub tag: Option<Symbol>,
    /// `enum e : T` (C23).
    pub underlying: Option<SpecsId>,
    pub enumerators: Option<Vec<Enumerator>>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

pub struct Enumerator {
    pub name: Symbol,
    pub value: Option<ExprId>,
    pub span: Span,
}

// ---- attributes -------------------------------------------------------------------------------------------------

/// One `__attribute__((name(args)))`. Names are stored without surrounding underscores (`__packed__` is `packed`).
pub struct Attr {
    pub name: Symbol,
    pub args: Vec<AttrArg>,
    pub span: Span,
}

pub enum AttrArg {
    /// A sole identifier (`mode(SI)`, `format(printf, …)`); underscores are stripped as for names.
    Ident(Symbol),
    Expr(ExprId),
    /// A type name, where the attribute takes one.
    Type(TypeNameId),
}

// ---- declarators ------------------------------------------------------------------------------------------------

/// `parts` go from the name outwards: `*a[3]` is `[Array(3), Pointer]`, `(*f)(int)` is `[Pointer, Function]`.
pub struct Declarator {
    pub name: Option<Symbol>,
    pub parts: Vec<DeclPart>,
    pub attrs: Vec<Attr>,
    /// `asm("label")`
    /// The name that the linker sees.
    pub asm_label: Option<Symbol>,
    /// The name's span, or where it would be.
    pub span: Span,
}

pub enum DeclPart {
    Pointer(Quals),
    Array { size: ArraySize, quals: Quals, is_static: bool, span: Span },
    Function(Params),
}

pub enum ArraySize {
    /// `[]`
    None,
    /// `[*]`
    Star,
    Expr(ExprId),
}

pub enum Params {
    /// `()`: no prototype.
    Empty,
    /// `(void)` has no parameters, too.
    Prototype { params: Vec<Param>, variadic: bool },
    /// K&R identifier list.
    Names(Vec<(Symbol, Span)>),
}

pub struct Param {
    pub specs: SpecsId,
    pub declarator: Declarator,
    pub span: Span,
}

pub struct TypeName {
    pub specs: SpecsId,
    pub declarator: Declarator,
    pub span: Span,
}

// ---- initialisers -----------------------------------------------------------------------------------------------

pub enum Init {
    Expr(ExprId),
    List(InitList),
}

pub struct InitList {
    pub items: Vec<InitItem>,
    pub span: Span,
}

pub struct InitItem {
    pub designators: Vec<Designator>,
    pub init: Init,
}

pub enum Designator {
    Field(Symbol, Span),
    Index(ExprId),
    /// `[lo ... hi]`
    Range(ExprId, ExprId),
}

// ---- expressions ------------------------------------------------------------------------------------------------

pub struct Expr {
    pub kind: ExprKind,
    /// Covers the whole expression, with the parentheses around it left out.
    pub span: Span,
}

pub enum ExprKind {
    /// The spelling is read again by sema for its value: base, suffix and type are decided there.
    Int(IntLit),
    /// The span's text is the literal.
    Float,
    /// A plain constant's `value` is gcc's `int` on x86, as `u32`: one character is sign-extended from 8 bits.
    Char {
        value: u32,
        prefix: StrPrefix,
    },
    /// Adjacent literals are joined; units are bytes for plain strings, code units of the prefix's type otherwise.
    Str {
        units: Box<[u32]>,
        prefix: StrPrefix,
    },
    Ident(Symbol),
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`
    FuncName,
    Unary {
        op: UnaryOp,
        arg: ExprId,
    },
    Binary {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `op` is `None` for plain `=`.
    Assign {
        op: Option<BinaryOp>,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `c ? a : b`; `then` is `None` for GNU's `c ?: b`.
    Cond {
        cond: ExprId,
        then: Option<ExprId>,
        els: ExprId,
    },
    Comma {
        lhs: ExprId,
        rhs: ExprId,
    },
    Cast {
        ty: TypeNameId,
        arg: ExprId,
    },
    CompoundLiteral {
        ty: TypeNameId,
        init: InitList,
    },
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    Index {
        base: ExprId,
        index: ExprId,
    },
    Member {
        base: ExprId,
        field: Symbol,
        arrow: bool,
        field_span: Span,
    },
    SizeofExpr(ExprId),
    SizeofType(TypeNameId),
    AlignofExpr {
        arg: ExprId,
        gnu: bool,
    },
    /// `gnu`: spelled `__alignof__`, which may be larger than C11's `_Alignof` on ILP32.
    AlignofType {
        ty: TypeNameId,
        gnu: bool,
    },
    Generic {
        control: ExprId,
        arms: Vec<GenericArm>,
    },
    StmtExpr(StmtId),
    /// `__CPROVER_forall { int i; condition }`, or `exists`
    Quantifier {
        forall: bool,
        variable: Box<Decl>,
        body: ExprId,
    },
    /// `__builtin_offsetof(type, member-designator)`
    Offsetof {
        ty: TypeNameId,
        path: Vec<Designator>,
    },
    /// `__builtin_convertvector(arg, ty)`
    ConvertVector {
        arg: ExprId,
        ty: TypeNameId,
    },
    VaArg {
        list: ExprId,
        ty: TypeNameId,
    },
    TypesCompatible {
        lhs: TypeNameId,
        rhs: TypeNameId,
    },
    ChooseExpr {
        cond: ExprId,
        then: ExprId,
        els: ExprId,
    },
    /// `&&label`: refused by sema with its place.
    LabelAddr(Symbol),
    /// `__real__ e`, `__imag__ e`: refused by sema.
    ComplexPart(ExprId),
    /// Left after a syntax error; sema says nothing about it.
    Error,
}

/// An integer constant: its value and what was written after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntLit {
    /// Saturated where `too_large`.
    pub value: u128,
    pub decimal: bool,
    pub unsigned: bool,
    /// 0, 1 (`l`) or 2 (`ll`)
    pub longs: u8,
    pub too_large: bool,
    /// GNU `i`/`j` suffix: refused by sema.
    pub imaginary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrPrefix {
    None,
    /// `L`
    Wide,
    /// `u8`
    Utf8,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

pub struct GenericArm {
    /// `None` is `default`.
    pub ty: Option<TypeNameId>,
    pub value: ExprId,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    Not,
    AddrOf,
    Deref,
    PreInc,
    PreDec,
    PostInc,
    PostDec,
    /// `__extension__ e`
    Extension,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

// ---- statements -------------------------------------------------------------------------------------------------

pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

pub enum StmtKind {
    Empty,
    Expr(ExprId),
    Compound(Vec<BlockItem>),
    If {
        cond: ExprId,
        then: StmtId,
        els: Option<StmtId>,
    },
    While {
        cond: ExprId,
        body: StmtId,
        unwind: Option<u32>,
    },
    DoWhile {
        body: StmtId,
        cond: ExprId,
        unwind: Option<u32>,
    },
    For {
        init: ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        unwind: Option<u32>,
    },
    Switch {
        value: ExprId,
        body: StmtId,
    },
    /// `case lo:` or `case lo ... hi:`
    Case {
        lo: ExprId,
        hi: Option<ExprId>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Label {
        name: Symbol,
        body: StmtId,
    },
    Goto(Symbol),
    /// `goto *e`
    GotoComputed(ExprId),
    Break,
    Continue,
    Return(Option<ExprId>),
    Asm(Box<Asm>),
    /// Left after a syntax error.
    Error,
}

// `unwind` above is `#pragma proofmark unwind N` before the loop.

pub enum BlockItem {
    Stmt(StmtId),
    Decl(Decl),
    StaticAssert(StaticAssert),
    /// `__label__ a, b;`
    LocalLabels(Vec<(Symbol, Span)>),
    /// Nested function: refused by sema with its place.
    Function(Box<FunctionDef>),
}

pub enum ForInit {
    None,
    Expr(ExprId),
    Decl(Decl),
}

/// `asm volatile ("…" : outputs : inputs : clobbers)`
pub struct Asm {
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    /// A `"memory"` clobber: everything reachable may change.
    pub clobbers_memory: bool,
    /// `asm goto` labels: refused by sema.
    pub labels: Vec<Symbol>,
    pub span: Span,
}

pub struct AsmOperand {
    /// The constraint string, e.g. `=r`, `+m`.
    pub constraint: String,
    pub expr: ExprId,
}
