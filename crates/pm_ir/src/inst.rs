//! Instructions: three-address code over typed variables.
//!
//! A [`VarId`] is a scalar local whose address nobody takes: a register. Everything else lives in memory: globals
//! ([`GlobalId`]) and slots ([`SlotId`]), reached by `Load`, `Store`, `Copy`, `Fill`. An [`Rvalue`] has no side effect and
//! no control flow; its operands are variables and constants.

use crate::{FuncId, Function, GlobalId, PropId, SlotId, VarId};
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{Span, Symbol, define_id};

define_id!(BlockId, "block");

/// The type of a scalar value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    Int(IntFormat),
    Float(FloatFormat),
    Ptr,
}

impl Ty {
    /// The type of conditions: an unsigned integer of one bit.
    pub const BOOL: Ty = Ty::Int(IntFormat::new(1, false));

    pub fn int(bits: u8, signed: bool) -> Ty {
        Ty::Int(IntFormat::new(bits, signed))
    }

    /// Bytes that an access of this type reads or writes.
    pub fn access_size(self, pointer_size: u64) -> u64 {
        match self {
            Ty::Int(f) => u64::from(f.bits).div_ceil(8),
            Ty::Float(f) => u64::from(f.bits() / 8),
            Ty::Ptr => pointer_size,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Var(VarId),
    /// A pattern of the format (a bit pattern of at most `bits` bits).
    Int(IntFormat, u128),
    Float(FloatFormat, u128),
    /// The address of an object plus a constant number of bytes.
    Addr(Base, i64),
    /// A pointer made of a constant: 0 is null, others are absolute addresses (memory-mapped registers).
    Abs(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    Global(GlobalId),
    Slot(SlotId),
    Func(FuncId),
}

impl Operand {
    pub const NULL: Operand = Operand::Abs(0);
    pub const TRUE: Operand = Operand::Int(IntFormat::new(1, false), 1);
    pub const FALSE: Operand = Operand::Int(IntFormat::new(1, false), 0);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    // Int -> same Int
    Neg,
    Not,
    Bswap,
    // Int -> same Int; the count
    Clz,
    Ctz,
    Popcount,
    // Float -> same Float
    FNeg,
    FAbs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// ties away from zero
    Round,
    /// to nearest, ties to even
    Rint,
    // Float -> bool
    IsNan,
    IsInf,
    IsFinite,
    /// Neither zero, subnormal, infinite nor NaN.
    IsNormal,
    SignBit,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    // Int (wrapping) and Float
    Add,
    Sub,
    Mul,
    /// Int: truncated, division by zero is undefined.
    Div,
    Rem,
    // Int only
    And,
    Or,
    Xor,
    // shifts are `Rvalue::Shift`: their count has a type of its own
    // Float only
    Fmod,
    Remainder,
    Copysign,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Side-effect free expressions. `ty` is the operands' type unless said otherwise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rvalue {
    Use(Operand),
    Unary {
        op: UnOp,
        ty: Ty,
        a: Operand,
    },
    Binary {
        op: BinOp,
        ty: Ty,
        a: Operand,
        b: Operand,
    },
    /// `a << count` or `a >> count` (arithmetic where `ty` is signed). `count_ty` is the type of the count.
    Shift {
        left: bool,
        ty: IntFormat,
        a: Operand,
        count: Operand,
        count_ty: IntFormat,
    },
    /// Result bool. On pointers: addresses are compared; order is by address, too.
    Cmp {
        op: CmpOp,
        ty: Ty,
        a: Operand,
        b: Operand,
    },
    /// Int-int (extend by the source's sign or truncate), int-float, float-int (towards zero), float-float, ptr-int (the
    /// address, truncated or extended with zeros), int-ptr.
    Cast {
        from: Ty,
        to: Ty,
        a: Operand,
    },
    /// `a * b + c`, rounded once.
    Fma {
        ty: FloatFormat,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// `a * 2^n`, n an i32
    Scalbn {
        ty: FloatFormat,
        a: Operand,
        n: Operand,
    },
    /// Pointer plus bytes (a signed integer of pointer width).
    PtrAdd {
        ptr: Operand,
        bytes: Operand,
    },
    /// Address of element `index` (of type `index_ty`) of an array of `count` elements (`None`: not known here).
    Index {
        ptr: Operand,
        index: Operand,
        index_ty: IntFormat,
        elem_size: u64,
        count: Option<u64>,
    },
    /// `(a - b) / elem_size` as a signed integer of pointer width.
    PtrDiff {
        a: Operand,
        b: Operand,
        elem_size: u64,
    },
    /// Reads memory. An `Int` of n bits reads ceil(n/8) bytes (of `Ty::BOOL` the value is `byte != 0`), x87 reads 10 bytes.
    Load {
        ty: Ty,
        ptr: Operand,
    },

    // predicates of checks and intrinsics; all bool unless said otherwise
    /// The mathematical result of the operation fits `ty`. Div and Rem: false only for `MIN / -1`.
    NoOverflow {
        op: BinOp,
        ty: IntFormat,
        a: Operand,
        b: Operand,
    },
    /// `a << count` loses no bits and `a` is not negative, for a signed `ty` (see `IntFormat::shl`).
    NoShlOverflow {
        ty: IntFormat,
        a: Operand,
        count: Operand,
        count_ty: IntFormat,
    },
    /// The integer (or truncated float) `a` of type `from` has a value of type `to`.
    Fits {
        from: Ty,
        to: IntFormat,
        a: Operand,
    },
    /// `index` is in `0..count`, or `0..=count` where `inclusive` (an address one past the end that is not dereferenced).
    InBounds {
        index: Operand,
        index_ty: IntFormat,
        count: u64,
        inclusive: bool,
    },
    /// All of `size` (size_t) bytes at `ptr` lie in one live object, which may be written where `write`. True for size 0.
    AccessOk {
        ptr: Operand,
        size: Operand,
        write: bool,
    },
    /// All that formatted output reads is there: the format and the strings up to their ends, and an argument for each conversion,
    /// which is one. `args` points to the arguments.
    Printable {
        format: Operand,
        args: Operand,
    },
    /// `ptr + bytes` stays within the object or one past its end.
    PtrAddOk {
        ptr: Operand,
        bytes: Operand,
    },
    /// Null, or the start of a live heap object.
    FreeOk {
        ptr: Operand,
    },
    /// Points to the start of a function that can be called with this signature.
    CallOk {
        ptr: Operand,
        sig: Box<Signature>,
    },
    SameObject {
        a: Operand,
        b: Operand,
    },
    IsDynamic {
        ptr: Operand,
    },
    /// The variable has been given a value since its declaration.
    IsInitVar(VarId),
    /// All of `size` bytes at `ptr` have been given values.
    IsInit {
        ptr: Operand,
        size: u64,
    },
    /// No heap object is alive, or, where `reachable_ok`, none is lost: alive and not reachable through pointers from
    /// globals, variables and objects of active functions, and other reachable heap objects.
    NoLeak {
        reachable_ok: bool,
    },
    /// Size in bytes of the object that `ptr` points into; size_t (0 where it points to none).
    ObjectSize {
        ptr: Operand,
    },
    /// Offset in bytes of `ptr` in its object; signed, of pointer width.
    PtrOffset {
        ptr: Operand,
    },
    /// A number for the object; size_t.
    PtrObject {
        ptr: Operand,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// Of the fixed parameters; a hidden result pointer comes first, the pointer to variable arguments last.
    pub params: Vec<Ty>,
    pub ret: Option<Ty>,
    pub variadic: bool,
    /// `false`: called without a prototype; parameters are what the call passes, and an `int` may be what a narrower one was promoted to.
    pub prototyped: bool,
}

impl Signature {
    /// Can this function be called so? Register classes and widths must agree, and as many arguments are passed as there are parameters. Of a call
    /// without a prototype, integers are cut to the width of their parameters ([`Signature::passes`]).
    pub fn fits(&self, func: &Function) -> bool {
        let result = match (func.ret, self.ret) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(has), Some(wants)) => same_class(has, wants),
        };
        let variadic = if self.prototyped { func.variadic == self.variadic } else { !func.variadic };
        let mut pairs = func.params.iter().map(|p| func.vars.get(*p)).zip(&self.params);
        let params = pairs.all(|(param, arg)| param.is_some_and(|p| self.passes(*arg, p.ty)));
        result && variadic && func.params.len() == self.params.len() && params
    }

    fn passes(&self, arg: Ty, param: Ty) -> bool {
        let promoted = match (arg, param) {
            (Ty::Int(arg), Ty::Int(param)) => {
                !self.prototyped && arg.bits == INT_BITS && (8..INT_BITS).contains(&param.bits)
            }
            _ => false,
        };
        promoted || same_class(arg, param)
    }
}

/// Of `int` on all machines: what narrower integers are promoted to (C11 6.5.2.2p6).
const INT_BITS: u8 = 32;

fn same_class(a: Ty, b: Ty) -> bool {
    match (a, b) {
        (Ty::Int(a), Ty::Int(b)) => a.bits == b.bits,
        (Ty::Float(a), Ty::Float(b)) => a == b,
        (Ty::Ptr, Ty::Ptr) => true,
        (Ty::Int(_) | Ty::Float(_) | Ty::Ptr, _) => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocKind {
    /// Lives until freed.
    Heap,
    /// `alloca`: lives until the function returns.
    Alloca,
    /// A variable length array: lives until `Release`, or until the function returns.
    Vla,
    /// An object that a library function returns: it never ends, and nobody may free it.
    Static,
}

/// Why an execution is not exact from here on: addresses of heap objects are only known to be aligned for every type. A concrete run aligns them for more.
pub const WIDE_ALIGNMENT: &str = "the alignment of an object of aligned_alloc and its like";

#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    pub kind: InstKind,
    pub span: Span,
    /// What the instruction stands for in C decides which checks it gets.
    pub role: Role,
}

/// Why an instruction is there, as far as the check pass must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Written by the user: gets all checks.
    #[default]
    User,
    /// Glue of lowering (pointer scaling, bit-field masks, copies of parameters): no checks.
    Glue,
    /// A conversion by an explicit cast: no `conversion` check of integers.
    ExplicitCast,
    /// An address that is computed but not used for an access here (`&a[n]`): one past the end is allowed.
    AddressOnly,
    /// The read of a read-modify-write of a bit-field: may read indeterminate bytes.
    MergeRead,
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    Assign {
        dst: VarId,
        value: Rvalue,
    },
    Store {
        ty: Ty,
        ptr: Operand,
        value: Operand,
    },
    /// As memmove; `size` is a size_t.
    Copy {
        dst: Operand,
        src: Operand,
        size: Operand,
    },
    /// `byte` is a u8.
    Fill {
        dst: Operand,
        byte: Operand,
        size: Operand,
    },
    /// The slot's lifetime begins; its contents are indeterminate.
    Decl(SlotId),
    /// The slot's lifetime ends.
    Dead(SlotId),
    /// The variable becomes indeterminate.
    DeclVar(VarId),
    Alloc {
        dst: VarId,
        size: Operand,
        kind: AllocKind,
        zeroed: bool,
    },
    /// Ends a heap object; null does nothing.
    Free {
        ptr: Operand,
    },
    /// Ends a variable length array.
    Release {
        ptr: Operand,
    },
    /// An arbitrary value of the type. `source` is the C function (`__VERIFIER_nondet_int`) or variable it comes from.
    Nondet {
        dst: VarId,
        ty: Ty,
        source: Symbol,
    },
    /// Arbitrary bytes.
    Havoc {
        ptr: Operand,
        size: Operand,
        by: Writer,
    },
    /// Where `cond` (a bool) holds, what the program does from here on is not known. A concrete run goes on.
    Inexact {
        cond: Operand,
        why: &'static str,
    },
    Assume {
        cond: Operand,
    },
    Assert {
        cond: Rvalue,
        prop: PropId,
    },
    /// Coverage goal.
    Cover {
        cond: Operand,
        prop: PropId,
    },
    Call {
        dst: Option<VarId>,
        callee: Callee,
        args: Vec<Operand>,
    },
    /// printf family: formats with the variable arguments at `args` (see `pm_lower`), writes to `stream` (null: stdout).
    /// `dst`: the count.
    Print {
        dst: Option<VarId>,
        stream: Operand,
        format: Operand,
        args: Operand,
    },
    /// vsnprintf: into `buffer` of `size` (size_t) bytes.
    Format {
        dst: Option<VarId>,
        buffer: Operand,
        size: Operand,
        format: Operand,
        args: Operand,
    },
}

/// Who makes bytes arbitrary, which decides about the pointers among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writer {
    /// Something in the program (an intrinsic, inline assembly): what is a pointer afterwards points to no object.
    Program,
    /// A function without a body that is given no pointers to pointers: those in memory stay as they are.
    Data,
    /// A function without a body: pointers may point to anything. A concrete run keeps those that do not become null.
    Pointers,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand, Box<Signature>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Terminator {
    pub kind: TermKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TermKind {
    Goto(BlockId),
    /// `cond` is a bool.
    Branch {
        cond: Operand,
        then: BlockId,
        els: BlockId,
    },
    /// First matching range wins; ranges are patterns of `ty`, compared by its signedness.
    Switch {
        value: Operand,
        ty: IntFormat,
        cases: Vec<SwitchCase>,
        default: BlockId,
    },
    Return(Option<Operand>),
    /// The program ends with this exit code (an i32).
    Stop(Operand),
    /// Control never comes here (after a call that does not return, after a failed assertion).
    Unreachable,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SwitchCase {
    pub lo: u128,
    pub hi: u128,
    pub target: BlockId,
}

impl TermKind {
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            TermKind::Goto(b) => vec![*b],
            TermKind::Branch { then, els, .. } => vec![*then, *els],
            TermKind::Switch { cases, default, .. } => {
                cases.iter().map(|c| c.target).chain(std::iter::once(*default)).collect()
            }
            TermKind::Return(_) | TermKind::Stop(_) | TermKind::Unreachable => vec![],
        }
    }
}
