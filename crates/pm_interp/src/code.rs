//! Translated functions: dense instructions over register indices.
//!
//! A frame's registers are the function's variables, then one pointer per slot, then flags of variables whose
//! initialisation somebody asks about, then constants and scratch registers; `template` is its initial state. An [`Op`]
//! covers a run of IR instructions (its [`Range`]). Where it cannot do its work in the plain way (a failing check, a NaN,
//! an object with side data) it has changed nothing, and the machine executes its range by the exact path of `exec.rs`.

use crate::value::Value;
use pm_base::{Idx, Span};
use pm_ir::{Callee, FuncId, Function, Inst, SlotId, Terminator, VarId};

pub(crate) type Reg = u32;
pub(crate) const NO_REG: Reg = u32::MAX;

/// How an element is accessed; packed, so that an [`Op`] has 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At(u8);

impl At {
    pub fn new(wide: bool, init: bool) -> At {
        At(u8::from(wide) | u8::from(init) << 1)
    }

    /// The index needs no extension; else it is an `i32`.
    pub fn wide(self) -> bool {
        self.0 & 1 != 0
    }

    /// The bytes must be initialised.
    pub fn init(self) -> bool {
        self.0 & 2 != 0
    }
}

const _: () = assert!(size_of::<Op>() == 16);

/// Operands are destination first. Names end in the width and format of the operands; `S` is signed, `U` unsigned (any
/// width up to 64: patterns are zero-extended). Jumps have the number of IR instructions since the last count.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// Always the exact path.
    Slow,
    /// Counts IR instructions where control falls into the next block.
    Steps(u32),
    /// A coverage goal without a condition.
    Mark(u32),
    /// A trace point behind the range.
    Trace,
    Move(Reg, Reg),

    Add32(Reg, Reg, Reg),
    Sub32(Reg, Reg, Reg),
    Mul32(Reg, Reg, Reg),
    Add64(Reg, Reg, Reg),
    Sub64(Reg, Reg, Reg),
    Mul64(Reg, Reg, Reg),
    /// With a preceding assertion that the result fits.
    AddFitS32(Reg, Reg, Reg),
    SubFitS32(Reg, Reg, Reg),
    MulFitS32(Reg, Reg, Reg),
    AddFitS64(Reg, Reg, Reg),
    SubFitS64(Reg, Reg, Reg),
    MulFitS64(Reg, Reg, Reg),
    /// `MIN / -1` takes the exact path, as does a zero divisor.
    DivS32(Reg, Reg, Reg),
    RemS32(Reg, Reg, Reg),
    DivS64(Reg, Reg, Reg),
    RemS64(Reg, Reg, Reg),
    DivU(Reg, Reg, Reg),
    RemU(Reg, Reg, Reg),
    And(Reg, Reg, Reg),
    Or(Reg, Reg, Reg),
    Xor(Reg, Reg, Reg),
    Shl32(Reg, Reg, Reg),
    Shl64(Reg, Reg, Reg),
    ShrS32(Reg, Reg, Reg),
    ShrS64(Reg, Reg, Reg),
    ShrU32(Reg, Reg, Reg),
    ShrU64(Reg, Reg, Reg),

    Eq(Reg, Reg, Reg),
    Ne(Reg, Reg, Reg),
    LtU(Reg, Reg, Reg),
    LeU(Reg, Reg, Reg),
    LtS32(Reg, Reg, Reg),
    LeS32(Reg, Reg, Reg),
    LtS64(Reg, Reg, Reg),
    LeS64(Reg, Reg, Reg),
    EqF32(Reg, Reg, Reg),
    NeF32(Reg, Reg, Reg),
    LtF32(Reg, Reg, Reg),
    LeF32(Reg, Reg, Reg),
    EqF64(Reg, Reg, Reg),
    NeF64(Reg, Reg, Reg),
    LtF64(Reg, Reg, Reg),
    LeF64(Reg, Reg, Reg),

    /// Sign extension; the number is 64 minus the source's width.
    SextTo32(Reg, Reg, u8),
    SextTo64(Reg, Reg, u8),
    S32ToF64(Reg, Reg),
    S64ToF64(Reg, Reg),
    U32ToF64(Reg, Reg),
    S32ToF32(Reg, Reg),
    F64ToS32(Reg, Reg),
    F64ToS64(Reg, Reg),
    F64ToU32(Reg, Reg),
    F32ToS32(Reg, Reg),
    F32ToF64(Reg, Reg),
    F64ToF32(Reg, Reg),

    AddF32(Reg, Reg, Reg),
    SubF32(Reg, Reg, Reg),
    MulF32(Reg, Reg, Reg),
    DivF32(Reg, Reg, Reg),
    AddF64(Reg, Reg, Reg),
    SubF64(Reg, Reg, Reg),
    MulF64(Reg, Reg, Reg),
    DivF64(Reg, Reg, Reg),
    SqrtF64(Reg, Reg),

    PtrAdd(Reg, Reg, Reg),
    /// Pointer plus a constant.
    Lea(Reg, Reg, i32),
    /// Pointer plus index times the number; the index is an `i32`.
    IndexS32(Reg, Reg, Reg, u16),
    /// The same with an index that needs no extension.
    Index(Reg, Reg, Reg, u16),

    /// Destination, pointer, offset, and whether the bytes must be initialised.
    Load8(Reg, Reg, i32, bool),
    Load16(Reg, Reg, i32, bool),
    Load32(Reg, Reg, i32, bool),
    Load64(Reg, Reg, i32, bool),
    LoadBool(Reg, Reg, i32, bool),
    LoadPtr32(Reg, Reg, i32, bool),
    LoadPtr64(Reg, Reg, i32, bool),
    /// Pointer, value, offset.
    Store8(Reg, Reg, i32),
    Store16(Reg, Reg, i32),
    Store32(Reg, Reg, i32),
    Store64(Reg, Reg, i32),
    StorePtr32(Reg, Reg, i32),
    StorePtr64(Reg, Reg, i32),
    /// Destination, pointer, index, element size.
    LoadAt8(Reg, Reg, Reg, u16, At),
    LoadAt16(Reg, Reg, Reg, u16, At),
    LoadAt32(Reg, Reg, Reg, u16, At),
    LoadAt64(Reg, Reg, Reg, u16, At),
    /// Pointer, index, value, element size.
    StoreAt8(Reg, Reg, Reg, u16, At),
    StoreAt16(Reg, Reg, Reg, u16, At),
    StoreAt32(Reg, Reg, Reg, u16, At),
    StoreAt64(Reg, Reg, Reg, u16, At),

    /// Register of the slot's pointer, number of the slot.
    Decl(Reg, u32),
    Dead(u32),
    DeclVar(Reg),
    /// The register becomes 0 (a flag).
    Clear(Reg),
    /// The register becomes 1 (a flag).
    Set(Reg),

    CheckTrue(Reg),
    CheckEq(Reg, Reg),
    CheckNe(Reg, Reg),
    CheckLtU(Reg, Reg),
    CheckLeU(Reg, Reg),
    CheckLtS32(Reg, Reg),
    CheckLeS32(Reg, Reg),
    CheckLtS64(Reg, Reg),
    CheckLeS64(Reg, Reg),
    /// Pointer, size, write.
    CheckAccess(Reg, Reg, bool),

    Jump(u32, u16),
    /// Condition, target; else falls through. The same for all that follow: operands, target.
    BrTrue(Reg, u32, u16),
    BrFalse(Reg, u32, u16),
    BrEq(Reg, Reg, u32, u16),
    BrNe(Reg, Reg, u32, u16),
    BrLtU(Reg, Reg, u32, u16),
    BrLeU(Reg, Reg, u32, u16),
    BrLtS32(Reg, Reg, u32, u16),
    BrLeS32(Reg, Reg, u32, u16),
    BrLtS64(Reg, Reg, u32, u16),
    BrLeS64(Reg, Reg, u32, u16),
    /// Value, index of the table.
    Switch(Reg, u32, u16),
    /// Index of the call site.
    Call(u32, u16),
    Return(Reg, u16),
    Stop(Reg, u16),
}

impl Op {
    /// Does the op count the IR instructions since the last one that does?
    pub fn counts(self) -> bool {
        let other = matches!(self, Op::Steps(_) | Op::Switch(..) | Op::Call(..) | Op::Return(..) | Op::Stop(..));
        other || self.target().is_some()
    }

    /// Sets the target of a jump.
    pub fn retarget(&mut self, to: u32) {
        match self {
            Op::Jump(t, _)
            | Op::BrTrue(_, t, _)
            | Op::BrFalse(_, t, _)
            | Op::BrEq(_, _, t, _)
            | Op::BrNe(_, _, t, _)
            | Op::BrLtU(_, _, t, _)
            | Op::BrLeU(_, _, t, _)
            | Op::BrLtS32(_, _, t, _)
            | Op::BrLeS32(_, _, t, _)
            | Op::BrLtS64(_, _, t, _)
            | Op::BrLeS64(_, _, t, _) => *t = to,
            _ => {}
        }
    }

    /// The target of a jump.
    pub fn target(self) -> Option<u32> {
        match self {
            Op::Jump(t, _)
            | Op::BrTrue(_, t, _)
            | Op::BrFalse(_, t, _)
            | Op::BrEq(_, _, t, _)
            | Op::BrNe(_, _, t, _)
            | Op::BrLtU(_, _, t, _)
            | Op::BrLeU(_, _, t, _)
            | Op::BrLtS32(_, _, t, _)
            | Op::BrLeS32(_, _, t, _)
            | Op::BrLtS64(_, _, t, _)
            | Op::BrLeS64(_, _, t, _) => Some(t),
            _ => None,
        }
    }
}

/// IR instructions of a function in a row, in the linear numbering of `FuncCode::items`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub first: u32,
    pub count: u32,
}

#[derive(Clone, Copy)]
pub(crate) enum Item<'a> {
    Inst(&'a Inst),
    Term(&'a Terminator),
}

impl Item<'_> {
    pub fn span(self) -> Span {
        match self {
            Item::Inst(i) => i.span,
            Item::Term(t) => t.span,
        }
    }
}

pub(crate) struct CallSite<'a> {
    pub callee: &'a Callee,
    pub dst: Reg,
    /// The pointer of an indirect call.
    pub pointer: Reg,
    pub args: Box<[Reg]>,
}

/// The cases of a switch over keys whose unsigned order is the order of the type.
pub(crate) struct SwitchTable {
    /// Added to the pattern (and masked) to get its key.
    pub bias: u128,
    pub mask: u128,
    pub cases: Cases,
    pub default: u32,
}

pub(crate) enum Cases {
    /// Targets from key `first` on.
    Dense { first: u128, targets: Box<[u32]> },
    /// Disjoint ranges in order.
    Sorted(Box<[(u128, u128, u32)]>),
    /// Overlapping ranges: the first match wins.
    Linear(Box<[(u128, u128, u32)]>),
}

impl SwitchTable {
    pub fn target(&self, value: Value) -> u32 {
        let key = value.all_bits().wrapping_add(self.bias) & self.mask;
        let found = match &self.cases {
            Cases::Dense { first, targets } => {
                key.checked_sub(*first).and_then(|i| targets.get(usize::try_from(i).ok()?)).copied()
            }
            Cases::Sorted(cases) => {
                let i = cases.partition_point(|c| c.1 < key);
                cases.get(i).filter(|c| c.0 <= key).map(|c| c.2)
            }
            Cases::Linear(cases) => cases.iter().find(|c| c.0 <= key && key <= c.1).map(|c| c.2),
        };
        found.unwrap_or(self.default)
    }
}

pub(crate) struct FuncCode<'a> {
    pub id: FuncId,
    pub func: &'a Function,
    pub ops: Vec<Op>,
    /// By op.
    pub ranges: Vec<Range>,
    pub items: Vec<Item<'a>>,
    pub template: Vec<Value>,
    /// Registers before those of constants: the same in each translation of the function.
    pub own: usize,
    /// By block: its first op.
    pub starts: Vec<u32>,
    pub slot_base: Reg,
    /// By variable: the register of its flag; empty where no variable has one.
    pub flags: Vec<Reg>,
    pub sites: Vec<CallSite<'a>>,
    pub switches: Vec<SwitchTable>,
}

impl FuncCode<'_> {
    pub fn slot_reg(&self, slot: SlotId) -> Reg {
        self.slot_base + slot.index() as u32
    }

    pub fn flag_of(&self, var: VarId) -> Option<Reg> {
        self.flags.get(var.index()).copied().filter(|r| *r != NO_REG)
    }

    /// Where the op at `pc` is in the source.
    pub fn span(&self, pc: usize) -> Span {
        let range = self.ranges.get(pc).copied().unwrap_or(Range { first: 0, count: 0 });
        let last = range.first + range.count.max(1) - 1;
        self.items.get(last as usize).map_or(self.func.span, |i| i.span())
    }

    /// IR instructions up to `item`, which is executed at `pc`, that no op has counted yet.
    pub fn uncounted(&self, pc: usize, item: u32) -> u64 {
        let mut first = item.min(self.ranges[pc].first);
        for (op, range) in self.ops[..pc].iter().zip(&self.ranges).rev() {
            if op.counts() {
                let end = range.first + range.count;
                return u64::from(item + 1 - if end <= item { first.max(end) } else { first });
            }
            first = first.min(range.first);
        }
        u64::from(item + 1 - first)
    }
}
