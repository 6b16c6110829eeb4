//! The typed program: what sema promises to lowering.
//!
//! - Every expression has its exact C type; all conversions are explicit `Cast`, `Load`, `Decay` nodes. Operands of
//!   arithmetic have the type of the operation (shift counts keep their own promoted type).
//! - An lvalue is one of `Local`, `Global`, `Str`, `Deref`, `Index`, `Member` (of an lvalue), `CompoundLit`. Its value is
//!   read only by `Load` (scalars and records). `Member` of a record *value* (`f().x`) is a value, too.
//! - `sizeof`, `_Alignof`, `offsetof`, enumerators, `_Generic`, `__builtin_choose_expr`, `__builtin_constant_p`,
//!   `__builtin_types_compatible_p` and constant expressions that C requires to be constant are folded away.
//! - Declarations of all units are linked: one `GlobalId`/`FuncId` an external name.

use crate::types::{BitRange, QualType, TypeId, TypeTable, VlaId};
use pm_base::{IndexVec, Span, Symbol, define_id};
use pm_syntax::switches::Switches;

define_id!(ExprId, "e");
define_id!(StmtId, "s");
define_id!(LocalId, "l");
define_id!(LabelId, "label");
define_id!(GlobalId, "g");
define_id!(FuncId, "f");
define_id!(StrId, "str");

pub struct Program {
    pub types: TypeTable,
    pub globals: IndexVec<GlobalId, Global>,
    pub funcs: IndexVec<FuncId, Func>,
    pub strings: IndexVec<StrId, StrLit>,
    /// Checks that pragmas switch, of all units.
    pub switches: Switches,
}

/// The bytes of a string literal with its terminator, as laid out in memory.
pub struct StrLit {
    pub bytes: Box<[u8]>,
    /// Element type of the array (`char`, `wchar_t`, …).
    pub elem: TypeId,
    /// Equal literals of one unit are one object, as with compilers; `None`: an object of its own (`__func__`).
    pub unit: Option<u32>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    External,
    /// `static`, or a static local.
    Internal,
}

/// An object with static storage duration: file scope variables, static locals, file-scope compound literals.
pub struct Global {
    pub name: Symbol,
    /// Completed by the initialiser or the linker where it was declared `[]`; with an initialised flexible array member a
    /// record of its own, in which that member has its length.
    pub ty: QualType,
    pub linkage: Linkage,
    pub def: GlobalDef,
    /// Alignment in bytes, with attributes.
    pub align: u32,
    pub weak: bool,
    pub thread_local: bool,
    /// For a static local: the function it stands in.
    pub owner: Option<FuncId>,
    pub span: Span,
    /// Declared by a library model, not by the user.
    pub is_model: bool,
}

pub enum GlobalDef {
    /// Declared `extern` and defined nowhere.
    Extern,
    /// Defined without initialiser: zeros.
    Zero,
    /// Everything that no item covers is zero. Items take effect in their order; a later one may override an earlier one.
    Init(Vec<ConstItem>),
}

pub struct ConstItem {
    pub offset: u64,
    pub value: ConstValue,
    /// The item stands `count` times, `stride` bytes apart (range designators); usually 1.
    pub count: u64,
    pub stride: u64,
}

pub enum ConstValue {
    /// The low `size` bytes of `bits` (little endian).
    Scalar {
        bits: u128,
        size: u8,
    },
    BitField {
        range: BitRange,
        bits: u128,
    },
    /// The bytes of a literal, cut or not padded: exactly `len` bytes of it.
    Bytes {
        str: StrId,
        len: u64,
    },
    Address {
        base: AddrBase,
        addend: i64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddrBase {
    Global(GlobalId),
    Func(FuncId),
    Str(StrId),
}

/// Of constructors and destructors that have no number: they are last, or first.
pub const NO_PRIORITY: u16 = u16::MAX;

pub struct Func {
    pub name: Symbol,
    /// A `TypeKind::Function`; of a K&R definition with its parameters' types and `prototyped: false`.
    pub ty: TypeId,
    pub linkage: Linkage,
    pub noreturn: bool,
    /// Its definition is weak; where there is none, a declaration.
    pub weak: bool,
    /// Called before main, in the order of priorities.
    pub constructor: Option<u16>,
    /// Called when the program ends, in the opposite order.
    pub destructor: Option<u16>,
    /// `None`: declared only (or implicitly).
    pub body: Option<Body>,
    pub span: Span,
    /// Defined by a library model.
    pub is_model: bool,
    /// What a call means, where the function has no body and the name of an intrinsic.
    pub intrinsic: Option<Builtin>,
}

pub struct Body {
    pub params: Vec<LocalId>,
    pub locals: IndexVec<LocalId, Local>,
    pub labels: IndexVec<LabelId, Label>,
    pub vlas: Vec<VlaId>,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    /// A `Block`.
    pub root: StmtId,
    /// The closing brace.
    pub end: Span,
}

impl Body {
    pub fn empty() -> Self {
        Body {
            params: Vec::new(),
            locals: IndexVec::new(),
            labels: IndexVec::new(),
            vlas: Vec::new(),
            exprs: IndexVec::new(),
            stmts: IndexVec::new(),
            root: StmtId(0),
            end: Span::NONE,
        }
    }
}

/// A variable with automatic storage: parameter, local, or compound literal.
pub struct Local {
    pub name: Option<Symbol>,
    pub ty: QualType,
    pub align: u32,
    /// Its address is taken (`&x`), or it is not a scalar: it must live in memory.
    pub in_memory: bool,
    /// It lives to the end of the full expression that makes it (C11 6.2.4p8).
    pub is_temporary: bool,
    /// A parameter that was declared as this array, and is a pointer.
    pub array: Option<TypeId>,
    pub span: Span,
}

/// A `goto` label, or a `case`/`default` label (then without a name).
pub struct Label {
    pub name: Option<Symbol>,
    pub span: Span,
}

// ---- expressions ------------------------------------------------------------------------------------------------

pub struct Expr {
    pub kind: ExprKind,
    /// Of an lvalue with the qualifiers of the object; of a value unqualified.
    pub ty: QualType,
    pub span: Span,
}

pub enum ExprKind {
    // lvalues
    Local(LocalId),
    Global(GlobalId),
    Str(StrId),
    /// `*p`
    Deref(ExprId),
    /// `a[i]`: `base` is an array lvalue (then its length can be checked) or a pointer value; `index` an integer value of
    /// its promoted type.
    Index {
        base: ExprId,
        index: ExprId,
    },
    /// `base.field`, the field's place within the record (anonymous members are added up).
    Member {
        base: ExprId,
        offset: u64,
        bits: Option<BitRange>,
        name: Symbol,
    },
    /// A compound literal in a function: initialised where it is evaluated.
    CompoundLit {
        local: LocalId,
        init: LocalInit,
    },

    // values
    /// Pattern of an integer or float; address of a pointer (0 is null).
    Const(u128),
    Load(ExprId),
    /// An array lvalue as pointer to its first element.
    Decay(ExprId),
    AddrOf(ExprId),
    FuncAddr(FuncId),
    /// Conversion of a scalar from its type to this one (`_Bool` by comparison with 0), or of anything to void.
    Cast {
        arg: ExprId,
        explicit: bool,
    },
    Unary {
        op: UnaryOp,
        arg: ExprId,
    },
    Binary {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `ptr + index` or `ptr - index` by elements of the pointee.
    PtrAdd {
        ptr: ExprId,
        index: ExprId,
        negate: bool,
    },
    PtrDiff {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `&&`, `||`: operands are scalar values of any type, the result is `int`.
    And {
        lhs: ExprId,
        rhs: ExprId,
    },
    Or {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `then: None` is GNU's `c ?: b`: the value of `cond`, converted to this type.
    Cond {
        cond: ExprId,
        then: Option<ExprId>,
        els: ExprId,
    },
    Comma {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `rhs` has the type of `lhs`; the value is what was stored.
    Assign {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `lhs op= rhs`: computed in `comp` (lhs is converted to it and the result back); for pointers `comp` is the pointer's
    /// type and `rhs` an integer. For shifts `rhs` keeps its own type.
    CompoundAssign {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        comp: TypeId,
    },
    /// `++`/`--`, computed in `comp` (promoted type, or the pointer type).
    IncDec {
        lhs: ExprId,
        inc: bool,
        post: bool,
        comp: TypeId,
    },
    /// Arguments beyond the prototype are promoted.
    Call {
        callee: Callee,
        args: Vec<ExprId>,
    },
    Builtin {
        op: Builtin,
        args: Vec<ExprId>,
    },
    /// `list` is an lvalue, as in `Builtin::VaStart`.
    VaArg {
        list: ExprId,
    },
    /// `({ … value; })`; `block` is a `Stmt::Block` without its last expression statement, within whose scope `value` is
    /// evaluated.
    StmtExpr {
        block: StmtId,
        value: Option<ExprId>,
    },
    /// Size in bytes of a variably modified type, as `size_t`.
    SizeofVla(TypeId),
}

pub enum Callee {
    Direct(FuncId),
    /// A value of type pointer to function.
    Indirect(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Neg,
    BitNot,
    /// `!x` on any scalar; the result is `int`.
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    /// Comparisons: both operands have one type (arithmetic or pointer), the result is `int`.
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// Operations that are not library functions. `__builtin_memcpy` and its like become calls of `memcpy` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    // integers: the argument has the type that the builtin's suffix says
    Clz,
    Ctz,
    Clrsb,
    Ffs,
    Popcount,
    Parity,
    Bswap,
    /// All bits in the other order.
    BitReverse,
    /// (value, count): the count is taken modulo the width.
    RotateLeft,
    RotateRight,
    /// (a, b) of one type: the nearest value of the type.
    SaturatingAdd,
    SaturatingSub,
    /// (value of an enumeration): it is one of its enumerators.
    EnumInRange,
    /// (a, b, pointer to result); types of a, b and result may differ: exact mathematics, then conversion.
    AddOverflow,
    SubOverflow,
    MulOverflow,
    // floats
    Fabs,
    Copysign,
    Sqrt,
    Fma,
    Floor,
    Ceil,
    Trunc,
    /// ties away from zero
    Round,
    /// current rounding mode (nearest, ties to even)
    Rint,
    Fmod,
    Remainder,
    /// (float, int)
    Scalbn,
    IsNan,
    IsInf,
    /// +1, -1 or 0
    IsInfSign,
    IsFinite,
    IsNormal,
    SignBit,
    IsUnordered,
    // control and memory
    Unreachable,
    Trap,
    Alloca,
    /// (lvalue of the va_list): of `struct __va_list_tag` on LP64 also where a parameter points to it, of `char *` elsewhere.
    VaStart,
    VaEnd,
    VaCopy,
    /// `__builtin_assume(c)`: undefined where `c` is false.
    Promise,
    /// Memory barrier, prefetch, …: no effect.
    Nothing,
    // verification intrinsics; texts are string literals in args where C has them
    Assume,
    /// `__CPROVER_assert(c, "text")`, `__VERIFIER_assert` without body
    Assert,
    /// `assert` without its header: a failed assertion, after which nothing goes on.
    AssertOrAbort,
    /// `__CPROVER_precondition(c, "text")`: asserted at the caller, too.
    Precondition,
    Cover,
    /// Value of this expression's type.
    Nondet,
    HavocObject,
    /// (pointer, size): these bytes, which must be writable, become arbitrary.
    HavocSlice,
    /// (pointer, size)
    ROk,
    WOk,
    ObjectSize,
    PointerOffset,
    PointerObject,
    SameObject,
    IsDynamicObject,
    /// The object that a pointer points into lives.
    IsLiveObject,
    /// (pointer)
    IsWritableObject,
    /// `reach_error()`/`__VERIFIER_error()` without body: reaching it is the violation.
    ReachError,
    Input,
    Output,
    // what library models are made of
    /// `void *__pm_alloc(size_t size, int zeroed)`: a new heap object; never fails.
    PmAlloc,
    /// `void *__pm_alloc_static(size_t size)`: a new object of the library, which lives as long as the program.
    PmAllocStatic,
    /// `void __pm_free(void *p)`: ends a heap object; p must be its start.
    PmFree,
    /// `_Bool __pm_free_ok(void *p)`: null, or the start of a live heap object.
    PmFreeOk,
    /// `void __pm_copy(void *dst, const void *src, size_t n)` as memmove; no checks of its own.
    PmCopy,
    /// `void __pm_fill(void *dst, int byte, size_t n)`; no checks of its own.
    PmFill,
    /// `void __pm_havoc(void *dst, size_t n)`: arbitrary bytes; no checks of its own.
    PmHavoc,
    /// `int __pm_print(void *stream, const char *format, va_list)`: formatted output, result is the count.
    PmPrint,
    /// `int __pm_format(char *dst, size_t size, const char *format, va_list)`: as vsnprintf.
    PmFormat,
    /// `_Bool __pm_printable(const char *format, va_list)`: all that formatted output reads is there.
    PmPrintable,
    /// `void __pm_requirement(_Bool holds, "name", "text")`: the property `req.name`; where it is violated, the program goes on.
    PmRequirement,
    /// `void __pm_stop(int code)`: ends the program here.
    PmStop,
    /// `void __pm_destructors(void)`: calls the program's destructors.
    PmDestructors,
    /// `_Bool __pm_malloc_may_fail(void)`: the option of that name.
    PmMallocMayFail,
    /// `_Bool __pm_overlooks_accesses(void)`: accesses that are not valid end no execution, and nothing is said of them.
    PmOverlooksAccesses,
    /// `_Bool __pm_errno_is_read(void)`: the program itself looks at errno.
    PmErrnoIsRead,
    /// `_Bool __pm_addresses_are_seen(void)`: the program itself compares addresses, or computes with them.
    PmAddressesAreSeen,
    /// `int __pm_comparisons()`: what calls of the program's functions for `qsort` and `bsearch` can do: 0 nothing but compare, 1 also fail, 2 anything.
    PmComparisons,
    /// `void __pm_too_many_applications(void)`: what comes behind it is not exact, equal arguments may give different results.
    PmTooManyApplications,
    /// `_Bool __pm_calls_again(int what)`: more than one call of the program may ask for the same: 0 the environment, 1 random numbers.
    PmCallsAgain,
    /// `void __pm_not_modelled(int what)`: what follows is not exact, for a reason of which `pm_lower` has the text.
    PmNotModelled,
    /// What follows is not exact: the locale is not that of C.
    PmDependsOnLocale,
    /// `void __pm_gap(int reason)`: what follows is not known, and is left out. The reason is a constant, a place in a table of `pm_lower`.
    PmGap,
    /// `_Bool __pm_no_leak(void)`: no live heap object.
    PmNoLeak,
}

// ---- initialisers of locals -------------------------------------------------------------------------------------

/// Applied in order. Where `zero`, the whole object is zeroed first.
pub struct LocalInit {
    pub zero: bool,
    pub items: Vec<InitItem>,
}

pub struct InitItem {
    pub offset: u64,
    pub bits: Option<BitRange>,
    /// Type of the initialised sub-object (a scalar, a record, or a char array for `InitValue::Bytes`).
    pub ty: TypeId,
    pub value: InitValue,
    /// Stored `count` times, `stride` bytes apart; usually 1. The expression is evaluated once.
    pub count: u64,
    pub stride: u64,
}

pub enum InitValue {
    Expr(ExprId),
    /// Exactly `len` bytes of the literal.
    Bytes {
        str: StrId,
        len: u64,
    },
}

// ---- statements -------------------------------------------------------------------------------------------------

pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

pub enum StmtKind {
    Empty,
    Expr(ExprId),
    /// Lifetimes of `locals` (declared directly in this block, VLAs aside) are entries of the block.
    Block {
        locals: Vec<LocalId>,
        stmts: Vec<StmtId>,
    },
    /// The place of the declaration: initialises, or makes the variable indeterminate again.
    Decl {
        local: LocalId,
        init: Option<LocalInit>,
    },
    /// Evaluates the length of a VLA type, once where its declaration is reached. `count` is of type `size_t`.
    VlaLen {
        vla: VlaId,
        count: ExprId,
    },
    /// Declares a local of VLA type: the object lives from here to the end of the block.
    VlaDecl {
        local: LocalId,
    },
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
    /// `init` is in the block around the loop.
    For {
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        unwind: Option<u32>,
    },
    /// Labels of the cases stand in `body` as `Label` statements. Values are patterns of `value`'s type.
    Switch {
        value: ExprId,
        body: StmtId,
        cases: Vec<Case>,
        default: Option<LabelId>,
    },
    Label(LabelId),
    Goto(LabelId),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// Inline assembly: outputs (lvalues) become arbitrary.
    Asm {
        outputs: Vec<ExprId>,
        inputs: Vec<ExprId>,
        clobbers_memory: bool,
    },
}

pub struct Case {
    pub lo: u128,
    pub hi: u128,
    pub label: LabelId,
}
