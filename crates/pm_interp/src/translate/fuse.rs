//! Several IR instructions, one op.
//!
//! match: assertions that an operation cannot fail, then the operation: the op itself takes the exact path when it fails,
//! and that path executes the assertions first. result: one op.
//! match: a temporary that holds a comparison and is used by the branch behind it alone. result: compare-and-branch.
//! match: a temporary address, assertions about it, an access through it. result: an access with base and index.

use super::Translator;
use super::select::Place;
use crate::code::{At, Op, Range, Reg};
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::uses::rvalue_operands;
use pm_ir::{BinOp, Block, BlockId, CmpOp, Inst, InstKind, Operand, Rvalue, TermKind, Ty, UnOp, VarId};

/// How an access gets its address.
enum Address<'a> {
    Direct(&'a Operand),
    /// Pointer and constant bytes.
    Offset(&'a Operand, &'a Operand),
    /// Pointer, index, element size, and whether the index needs no extension (else it is an `i32`).
    Index(&'a Operand, &'a Operand, u16, bool),
}

/// What is accessed: a load into a variable, or the stored value.
enum Access<'a> {
    Load(VarId),
    Store(&'a Operand),
}

impl<'a> Translator<'_, 'a> {
    /// Fuses the instructions from `i` on and returns how many are covered.
    pub(super) fn fused(&mut self, insts: &'a [Inst], i: usize, at: u32) -> Option<usize> {
        self.range = Range { first: at, count: 0 };
        self.memory(insts, i, at).or_else(|| self.arithmetic(insts, i, at))
    }

    /// Assertions about an operation, and the operation.
    fn arithmetic(&mut self, insts: &'a [Inst], i: usize, at: u32) -> Option<usize> {
        let asserts = insts[i..].iter().map_while(assertion).take(4).count();
        let InstKind::Assign { dst, value } = &insts.get(i + asserts)?.kind else { return None };
        if asserts == 0 || !insts[i..i + asserts].iter().filter_map(assertion).all(|c| implied(c, value)) {
            return None;
        }
        let op = match value {
            Rvalue::Unary { op: UnOp::Neg, ty: Ty::Int(f), a } => {
                let zero = self.int_constant(0);
                let op = checked_op(BinOp::Sub, *f)?;
                op(dst.0, zero, self.operand(a))
            }
            Rvalue::Binary { op, ty: Ty::Int(f), a, b } if overflow_checked(insts[i..i + asserts].iter()) => {
                let op = checked_op(*op, *f)?;
                op(dst.0, self.operand(a), self.operand(b))
            }
            _ => {
                let start = self.code.ops.len();
                let op = self.select(dst.0, value);
                if op.is_none() {
                    self.code.ops.truncate(start);
                    self.code.ranges.truncate(start);
                }
                op?
            }
        };
        self.range = Range { first: at, count: asserts as u32 + 1 };
        self.emit(op);
        self.set_flag(*dst);
        Some(asserts + 1)
    }

    /// An address, assertions about it, and an access.
    fn memory(&mut self, insts: &'a [Inst], i: usize, at: u32) -> Option<usize> {
        let (address, temp) = self.address(&insts[i]);
        let first_assert = i + usize::from(temp.is_some());
        let asserts = insts.get(first_assert..)?.iter().map_while(assertion).take(6).count();
        let access = insts.get(first_assert + asserts)?;
        let (ty, ptr, what) = match &access.kind {
            InstKind::Assign { dst, value: Rvalue::Load { ty, ptr } } => (*ty, ptr, Access::Load(*dst)),
            InstKind::Store { ty, ptr, value } => (*ty, ptr, Access::Store(value)),
            _ => return None,
        };
        let checks = || insts[first_assert..first_assert + asserts].iter().filter_map(assertion);
        if asserts == 0 && temp.is_none() || !checks().all(|c| self.access_implies(c, ty, ptr, &what)) {
            return None;
        }
        if let Some(t) = temp
            && !self.only_address(t, ptr, &insts[first_assert..=first_assert + asserts])
        {
            return None;
        }
        let init = checks().any(|c| matches!(c, Rvalue::IsInit { .. }));
        let start = self.code.ops.len();
        let Some(op) = self.access(address.unwrap_or(Address::Direct(ptr)), ty, &what, init) else {
            self.code.ops.truncate(start);
            self.code.ranges.truncate(start);
            return None;
        };
        let count = first_assert + asserts + 1 - i;
        self.range = Range { first: at, count: count as u32 };
        self.emit(op);
        if let Access::Load(dst) = what {
            self.set_flag(dst);
        }
        Some(count)
    }

    /// The address that an instruction computes into a temporary.
    fn address(&self, inst: &'a Inst) -> (Option<Address<'a>>, Option<VarId>) {
        let InstKind::Assign { dst, value } = &inst.kind else { return (None, None) };
        if !self.is_temp(*dst) {
            return (None, None);
        }
        match value {
            Rvalue::PtrAdd { ptr, bytes: bytes @ Operand::Int(..) } => (Some(Address::Offset(ptr, bytes)), Some(*dst)),
            Rvalue::Index { ptr, index, index_ty, elem_size, .. } => {
                let wide = match (index_ty.bits, index_ty.signed) {
                    (32, true) => false,
                    (64, _) | (1..=63, false) => true,
                    _ => return (None, None),
                };
                let Ok(size) = u16::try_from(*elem_size) else { return (None, None) };
                (Some(Address::Index(ptr, index, size, wide)), Some(*dst))
            }
            _ => (None, None),
        }
    }

    /// Is the temporary the address of the access, and used by nothing but these instructions?
    fn only_address(&self, temp: VarId, ptr: &Operand, range: &[Inst]) -> bool {
        if *ptr != Operand::Var(temp) {
            return false;
        }
        let mut inside = 0;
        let mut visit = |o: &Operand| inside += u32::from(*o == Operand::Var(temp));
        for inst in range {
            match &inst.kind {
                InstKind::Assert { cond: r, .. } | InstKind::Assign { value: r, .. } => rvalue_operands(r, &mut visit),
                InstKind::Store { ptr, value, .. } => [ptr, value].into_iter().for_each(&mut visit),
                _ => return false,
            }
        }
        // A value that is the address itself would need it in its register.
        let stored = matches!(range.last().map(|i| &i.kind),
            Some(InstKind::Store { value, .. }) if *value == Operand::Var(temp));
        !stored && inside == self.uses[temp.0 as usize]
    }

    /// Does a successful access imply the condition?
    fn access_implies(&self, cond: &Rvalue, ty: Ty, ptr: &Operand, what: &Access) -> bool {
        let size = ty.access_size(self.world.mem.ptr_size);
        match cond {
            Rvalue::AccessOk { ptr: p, size: Operand::Int(_, n), write } => {
                p == ptr && *n <= u128::from(size) && (!*write || matches!(what, Access::Store(_)))
            }
            Rvalue::IsInit { ptr: p, size: n } => p == ptr && *n == size && matches!(what, Access::Load(_)),
            Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Ptr, a, b: Operand::Abs(0) } => a == ptr,
            _ => false,
        }
    }

    fn access(&mut self, address: Address, ty: Ty, what: &Access, init: bool) -> Option<Op> {
        let (p, off): Place = match address {
            Address::Direct(ptr) => self.place(ptr),
            Address::Offset(ptr, bytes) => self.offset_place(ptr, bytes)?,
            Address::Index(ptr, index, size, wide) => {
                let (p, index) = (self.operand(ptr), self.operand(index));
                return self.indexed(p, index, size, ty, what, At::new(wide, init));
            }
        };
        match what {
            Access::Load(d) => self.load(d.0, ty, p, off, init),
            Access::Store(value) => {
                let value = self.operand(value);
                self.store_op(ty, p, value, off)
            }
        }
    }

    fn indexed(&mut self, p: Reg, index: Reg, size: u16, ty: Ty, what: &Access, how: At) -> Option<Op> {
        let bits = match ty {
            Ty::Int(f) => f.bits,
            Ty::Float(FloatFormat::F32) => 32,
            Ty::Float(FloatFormat::F64) => 64,
            Ty::Float(_) | Ty::Ptr => return None,
        };
        match what {
            Access::Load(d) => {
                let op = match bits {
                    8 => Op::LoadAt8,
                    16 => Op::LoadAt16,
                    32 => Op::LoadAt32,
                    64 => Op::LoadAt64,
                    _ => return None,
                };
                Some(op(d.0, p, index, size, how))
            }
            Access::Store(value) => {
                let op = match bits {
                    1 | 8 => Op::StoreAt8,
                    16 => Op::StoreAt16,
                    32 => Op::StoreAt32,
                    64 => Op::StoreAt64,
                    _ => return None,
                };
                Some(op(p, index, self.operand(value), size, how))
            }
        }
    }

    /// A comparison in the last instruction of a block, and the branch on it.
    pub(super) fn compare_and_branch(&mut self, block: &'a Block, i: usize, first: u32, next: Option<BlockId>) -> bool {
        let TermKind::Branch { cond: Operand::Var(c), then, els } = &block.term.kind else { return false };
        let InstKind::Assign { dst, value: Rvalue::Cmp { op, ty, a, b } } = &block.insts[i].kind else { return false };
        let dead = self.is_temp(*dst) && self.uses[dst.0 as usize] == 1;
        if !self.settings.fuse || dst != c || i + 1 != block.insts.len() || !dead {
            return false;
        }
        self.range = Range { first: first + i as u32, count: 2 };
        let Some((compare, a, b)) = self.comparison(*op, *ty, a, b) else { return false };
        let steps = self.range.first + 2 - self.counted;
        let Some(branches) = compare.branches(a, b, [then.0, els.0], steps as u16) else { return false };
        self.branch(branches, *then, *els, next);
        true
    }
}

fn assertion(inst: &Inst) -> Option<&Rvalue> {
    match &inst.kind {
        InstKind::Assert { cond, .. } => Some(cond),
        _ => None,
    }
}

fn overflow_checked<'a>(mut asserts: impl Iterator<Item = &'a Inst>) -> bool {
    asserts.any(|i| matches!(assertion(i), Some(Rvalue::NoOverflow { op, .. }) if !is_division(*op)))
}

fn is_division(op: BinOp) -> bool {
    matches!(op, BinOp::Div | BinOp::Rem)
}

/// Does the operation take the exact path whenever the condition is false?
fn implied(cond: &Rvalue, value: &Rvalue) -> bool {
    match (cond, value) {
        (Rvalue::NoOverflow { op, ty, a, b }, Rvalue::Binary { op: op2, ty: Ty::Int(ty2), a: a2, b: b2 }) => {
            op == op2 && ty == ty2 && a == a2 && b == b2 && (is_division(*op) || checked_op(*op, *ty).is_some())
        }
        (Rvalue::Cmp { op: CmpOp::Ne, ty, a, b }, Rvalue::Binary { op, ty: ty2, b: divisor, .. }) => {
            let zero = matches!(b, Operand::Int(_, 0));
            is_division(*op) && matches!(ty, Ty::Int(_)) && ty == ty2 && a == divisor && zero
        }
        (Rvalue::NoOverflow { op, ty, a, b }, Rvalue::Unary { op: UnOp::Neg, ty: Ty::Int(ty2), a: a2 }) => {
            *op == BinOp::Sub && ty == ty2 && matches!(a, Operand::Int(_, 0)) && b == a2
        }
        (Rvalue::Fits { from, to, a }, Rvalue::Cast { from: from2, to: Ty::Int(to2), a: a2 }) => {
            matches!(from, Ty::Float(_)) && from == from2 && to == to2 && a == a2
        }
        (Rvalue::InBounds { index, index_ty, count: n, .. }, Rvalue::Shift { ty, count, count_ty, .. }) => {
            index == count && index_ty == count_ty && *n >= u64::from(ty.bits)
        }
        _ => false,
    }
}

fn checked_op(op: BinOp, f: IntFormat) -> Option<fn(Reg, Reg, Reg) -> Op> {
    Some(match (op, f.bits, f.signed) {
        (BinOp::Add, 32, true) => Op::AddFitS32,
        (BinOp::Sub, 32, true) => Op::SubFitS32,
        (BinOp::Mul, 32, true) => Op::MulFitS32,
        (BinOp::Add, 64, true) => Op::AddFitS64,
        (BinOp::Sub, 64, true) => Op::SubFitS64,
        (BinOp::Mul, 64, true) => Op::MulFitS64,
        _ => return None,
    })
}
