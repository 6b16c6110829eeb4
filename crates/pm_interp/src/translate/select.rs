//! One IR instruction, one op: `None` where only the exact path will do.

use super::Translator;
use crate::code::{Op, Reg};
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::{Base, BinOp, CmpOp, Operand, Rvalue, Ty, UnOp};

/// A base register and a constant offset.
pub(super) type Place = (Reg, i32);

impl Translator<'_, '_> {
    pub(super) fn select(&mut self, d: Reg, rvalue: &Rvalue) -> Option<Op> {
        match rvalue {
            Rvalue::Use(a) => Some(Op::Move(d, self.operand(a))),
            Rvalue::Unary { op, ty, a } => self.unary(d, *op, *ty, a),
            Rvalue::Binary { op, ty, a, b } => self.binary(d, *op, *ty, a, b),
            Rvalue::Shift { left, ty, a, count, count_ty } if count_ty.bits <= 64 => {
                let op = match (left, ty.bits, ty.signed) {
                    (true, 32, _) => Op::Shl32,
                    (true, 64, _) => Op::Shl64,
                    (false, 32, true) => Op::ShrS32,
                    (false, 64, true) => Op::ShrS64,
                    (false, 32, false) => Op::ShrU32,
                    (false, 64, false) => Op::ShrU64,
                    _ => return None,
                };
                Some(op(d, self.operand(a), self.operand(count)))
            }
            Rvalue::Cmp { op, ty, a, b } => {
                let (op, a, b) = self.comparison(*op, *ty, a, b)?;
                Some(op.value(d, a, b))
            }
            Rvalue::Cast { from, to, a } => self.cast(d, *from, *to, a),
            Rvalue::PtrAdd { ptr, bytes } => Some(match self.offset_place(ptr, bytes) {
                Some((base, off)) => Op::Lea(d, base, off),
                None => Op::PtrAdd(d, self.operand(ptr), self.operand(bytes)),
            }),
            Rvalue::Index { ptr, index, index_ty, elem_size, .. } => {
                let size = u16::try_from(*elem_size).ok()?;
                let op = match (index_ty.bits, index_ty.signed) {
                    (32, true) => Op::IndexS32,
                    (64, _) | (1..=63, false) => Op::Index,
                    _ => return None,
                };
                Some(op(d, self.operand(ptr), self.operand(index), size))
            }
            Rvalue::Load { ty, ptr } => {
                let (p, off) = self.place(ptr);
                self.load(d, *ty, p, off, false)
            }
            _ => None,
        }
    }

    fn unary(&mut self, d: Reg, op: UnOp, ty: Ty, a: &Operand) -> Option<Op> {
        let sign = match ty {
            Ty::Float(FloatFormat::F32) => 1 << 31,
            Ty::Float(FloatFormat::F64) => 1 << 63,
            _ => 0,
        };
        match (op, ty) {
            (UnOp::Neg, Ty::Int(f)) => {
                let zero = self.int_constant(0);
                let op = match f.bits {
                    32 => Op::Sub32,
                    64 => Op::Sub64,
                    _ => return None,
                };
                Some(op(d, zero, self.operand(a)))
            }
            (UnOp::Not, Ty::Int(f)) if f.bits <= 64 => {
                let mask = self.int_constant(f.mask() as u64);
                Some(Op::Xor(d, self.operand(a), mask))
            }
            (UnOp::FNeg, _) if sign != 0 => {
                let sign = self.int_constant(sign);
                Some(Op::Xor(d, self.operand(a), sign))
            }
            (UnOp::FAbs, _) if sign != 0 => {
                let rest = self.int_constant(sign - 1);
                Some(Op::And(d, self.operand(a), rest))
            }
            (UnOp::Sqrt, Ty::Float(FloatFormat::F64)) => Some(Op::SqrtF64(d, self.operand(a))),
            _ => None,
        }
    }

    fn binary(&mut self, d: Reg, op: BinOp, ty: Ty, a: &Operand, b: &Operand) -> Option<Op> {
        let op = match ty {
            Ty::Int(f) => int_op(op, f)?,
            Ty::Float(FloatFormat::F32) => match op {
                BinOp::Add => Op::AddF32,
                BinOp::Sub => Op::SubF32,
                BinOp::Mul => Op::MulF32,
                BinOp::Div => Op::DivF32,
                _ => return None,
            },
            Ty::Float(FloatFormat::F64) => match op {
                BinOp::Add => Op::AddF64,
                BinOp::Sub => Op::SubF64,
                BinOp::Mul => Op::MulF64,
                BinOp::Div => Op::DivF64,
                _ => return None,
            },
            Ty::Float(_) | Ty::Ptr => return None,
        };
        Some(op(d, self.operand(a), self.operand(b)))
    }

    /// The comparison with its operands in the order that the op wants.
    pub(super) fn comparison(&mut self, op: CmpOp, ty: Ty, a: &Operand, b: &Operand) -> Option<(Compare, Reg, Reg)> {
        let (op, a, b) = match op {
            CmpOp::Gt => (CmpOp::Lt, b, a),
            CmpOp::Ge => (CmpOp::Le, b, a),
            CmpOp::Eq | CmpOp::Ne | CmpOp::Lt | CmpOp::Le => (op, a, b),
        };
        let less = op == CmpOp::Lt;
        let compare = match (ty, op) {
            (Ty::Int(f), _) if f.bits > 64 => return None,
            (Ty::Int(_) | Ty::Ptr, CmpOp::Eq) => Compare::Eq,
            (Ty::Int(_) | Ty::Ptr, CmpOp::Ne) => Compare::Ne,
            (Ty::Int(f), _) if f.signed => match (f.bits, less) {
                (32, true) => Compare::LtS32,
                (32, false) => Compare::LeS32,
                (64, true) => Compare::LtS64,
                (64, false) => Compare::LeS64,
                _ => return None,
            },
            (Ty::Int(_) | Ty::Ptr, CmpOp::Lt) => Compare::LtU,
            (Ty::Int(_) | Ty::Ptr, _) => Compare::LeU,
            (Ty::Float(FloatFormat::F32), CmpOp::Eq) => Compare::EqF32,
            (Ty::Float(FloatFormat::F32), CmpOp::Ne) => Compare::NeF32,
            (Ty::Float(FloatFormat::F32), _) if less => Compare::LtF32,
            (Ty::Float(FloatFormat::F32), _) => Compare::LeF32,
            (Ty::Float(FloatFormat::F64), CmpOp::Eq) => Compare::EqF64,
            (Ty::Float(FloatFormat::F64), CmpOp::Ne) => Compare::NeF64,
            (Ty::Float(FloatFormat::F64), _) if less => Compare::LtF64,
            (Ty::Float(FloatFormat::F64), _) => Compare::LeF64,
            (Ty::Float(_), _) => return None,
        };
        Some((compare, self.operand(a), self.operand(b)))
    }

    fn cast(&mut self, d: Reg, from: Ty, to: Ty, a: &Operand) -> Option<Op> {
        use FloatFormat::{F32, F64};
        let address = IntFormat::new((8 * self.world.mem.ptr_size) as u8, false);
        let a = self.operand(a);
        Some(match (from, to) {
            (Ty::Int(f), Ty::Int(t)) => return self.int_cast(d, f, t, a),
            (Ty::Ptr, Ty::Int(t)) => return self.int_cast(d, address, t, a),
            (Ty::Ptr, Ty::Ptr) => Op::Move(d, a),
            (Ty::Int(IntFormat { bits: 32, signed: true }), Ty::Float(F64)) => Op::S32ToF64(d, a),
            (Ty::Int(IntFormat { bits: 64, signed: true }), Ty::Float(F64)) => Op::S64ToF64(d, a),
            (Ty::Int(IntFormat { bits: 32, signed: false }), Ty::Float(F64)) => Op::U32ToF64(d, a),
            (Ty::Int(IntFormat { bits: 32, signed: true }), Ty::Float(F32)) => Op::S32ToF32(d, a),
            (Ty::Float(F64), Ty::Int(IntFormat { bits: 32, signed: true })) => Op::F64ToS32(d, a),
            (Ty::Float(F64), Ty::Int(IntFormat { bits: 64, signed: true })) => Op::F64ToS64(d, a),
            (Ty::Float(F64), Ty::Int(IntFormat { bits: 32, signed: false })) => Op::F64ToU32(d, a),
            (Ty::Float(F32), Ty::Int(IntFormat { bits: 32, signed: true })) => Op::F32ToS32(d, a),
            (Ty::Float(F32), Ty::Float(F64)) => Op::F32ToF64(d, a),
            (Ty::Float(F64), Ty::Float(F32)) => Op::F64ToF32(d, a),
            (Ty::Float(x), Ty::Float(y)) if x == y => Op::Move(d, a),
            (Ty::Int(_) | Ty::Float(_), _) | (Ty::Ptr, Ty::Float(_)) => return None,
        })
    }

    fn int_cast(&mut self, d: Reg, from: IntFormat, to: IntFormat, a: Reg) -> Option<Op> {
        if from.bits > 64 || to.bits > 64 {
            return None;
        }
        if to.bits < from.bits {
            let mask = self.int_constant(to.mask() as u64);
            return Some(Op::And(d, a, mask));
        }
        match (from.signed && to.bits > from.bits, to.bits) {
            (false, _) => Some(Op::Move(d, a)),
            (true, 32) => Some(Op::SextTo32(d, a, 64 - from.bits)),
            (true, 64) => Some(Op::SextTo64(d, a, 64 - from.bits)),
            (true, _) => None,
        }
    }

    /// An address operand without the addition that a constant offset would need.
    pub(super) fn place(&mut self, ptr: &Operand) -> Place {
        if let Operand::Addr(base, off) = *ptr
            && let Ok(off) = i32::try_from(off)
        {
            return (self.operand(&Operand::Addr(base, 0)), off);
        }
        (self.operand(ptr), 0)
    }

    /// `ptr + bytes` for constant `bytes`.
    pub(super) fn offset_place(&mut self, ptr: &Operand, bytes: &Operand) -> Option<Place> {
        let Operand::Int(f, v) = *bytes else { return None };
        let off = i32::try_from(f.to_i128(v)).ok()?;
        if let Operand::Addr(Base::Slot(_) | Base::Global(_), _) = ptr {
            let (base, first) = self.place(ptr);
            return Some((base, first.checked_add(off)?));
        }
        Some((self.operand(ptr), off))
    }

    pub(super) fn load(&mut self, d: Reg, ty: Ty, p: Reg, off: i32, init: bool) -> Option<Op> {
        let op = match ty {
            Ty::BOOL => Op::LoadBool,
            Ty::Int(f) => match f.bits {
                8 => Op::Load8,
                16 => Op::Load16,
                32 => Op::Load32,
                64 => Op::Load64,
                _ => return None,
            },
            Ty::Float(FloatFormat::F32) => Op::Load32,
            Ty::Float(FloatFormat::F64) => Op::Load64,
            Ty::Float(_) => return None,
            Ty::Ptr if self.world.mem.ptr_size == 4 => Op::LoadPtr32,
            Ty::Ptr => Op::LoadPtr64,
        };
        Some(op(d, p, off, init))
    }

    pub(super) fn store(&mut self, ty: Ty, ptr: &Operand, value: &Operand) -> Option<Op> {
        let (p, off) = self.place(ptr);
        let value = self.operand(value);
        self.store_op(ty, p, value, off)
    }

    pub(super) fn store_op(&mut self, ty: Ty, p: Reg, value: Reg, off: i32) -> Option<Op> {
        let op = match ty {
            Ty::Int(f) => match f.bits {
                1 | 8 => Op::Store8,
                16 => Op::Store16,
                32 => Op::Store32,
                64 => Op::Store64,
                _ => return None,
            },
            Ty::Float(FloatFormat::F32) => Op::Store32,
            Ty::Float(FloatFormat::F64) => Op::Store64,
            Ty::Float(_) => return None,
            Ty::Ptr if self.world.mem.ptr_size == 4 => Op::StorePtr32,
            Ty::Ptr => Op::StorePtr64,
        };
        Some(op(p, value, off))
    }

    /// The op that checks an assertion's condition.
    pub(super) fn check(&mut self, cond: &Rvalue) -> Option<Op> {
        match cond {
            Rvalue::Use(a) => Some(Op::CheckTrue(self.operand(a))),
            Rvalue::Cmp { op, ty, a, b } => {
                let (op, a, b) = self.comparison(*op, *ty, a, b)?;
                op.check(a, b)
            }
            Rvalue::InBounds { index, index_ty, count, inclusive } => {
                // A negative index has a pattern of at least 2^(bits-1).
                let end = count.checked_add(u64::from(*inclusive))?;
                let fits = index_ty.bits <= 64 && (!index_ty.signed || u128::from(end) <= IntFormat::min(*index_ty));
                let end = fits.then(|| self.int_constant(end))?;
                Some(Op::CheckLtU(self.operand(index), end))
            }
            Rvalue::AccessOk { ptr, size, write } => {
                Some(Op::CheckAccess(self.operand(ptr), self.operand(size), *write))
            }
            Rvalue::IsInitVar(v) => self.code.flag_of(*v).map(Op::CheckTrue),
            _ => None,
        }
    }
}

fn int_op(op: BinOp, f: IntFormat) -> Option<fn(Reg, Reg, Reg) -> Op> {
    Some(match (op, f.bits, f.signed) {
        (_, 65.., _) => return None,
        (BinOp::And, ..) => Op::And,
        (BinOp::Or, ..) => Op::Or,
        (BinOp::Xor, ..) => Op::Xor,
        (BinOp::Div, _, false) => Op::DivU,
        (BinOp::Rem, _, false) => Op::RemU,
        (BinOp::Add, 32, _) => Op::Add32,
        (BinOp::Sub, 32, _) => Op::Sub32,
        (BinOp::Mul, 32, _) => Op::Mul32,
        (BinOp::Add, 64, _) => Op::Add64,
        (BinOp::Sub, 64, _) => Op::Sub64,
        (BinOp::Mul, 64, _) => Op::Mul64,
        (BinOp::Div, 32, true) => Op::DivS32,
        (BinOp::Rem, 32, true) => Op::RemS32,
        (BinOp::Div, 64, true) => Op::DivS64,
        (BinOp::Rem, 64, true) => Op::RemS64,
        _ => return None,
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compare {
    Eq,
    Ne,
    LtU,
    LeU,
    LtS32,
    LeS32,
    LtS64,
    LeS64,
    EqF32,
    NeF32,
    LtF32,
    LeF32,
    EqF64,
    NeF64,
    LtF64,
    LeF64,
}

impl Compare {
    fn value(self, d: Reg, a: Reg, b: Reg) -> Op {
        let op = match self {
            Compare::Eq => Op::Eq,
            Compare::Ne => Op::Ne,
            Compare::LtU => Op::LtU,
            Compare::LeU => Op::LeU,
            Compare::LtS32 => Op::LtS32,
            Compare::LeS32 => Op::LeS32,
            Compare::LtS64 => Op::LtS64,
            Compare::LeS64 => Op::LeS64,
            Compare::EqF32 => Op::EqF32,
            Compare::NeF32 => Op::NeF32,
            Compare::LtF32 => Op::LtF32,
            Compare::LeF32 => Op::LeF32,
            Compare::EqF64 => Op::EqF64,
            Compare::NeF64 => Op::NeF64,
            Compare::LtF64 => Op::LtF64,
            Compare::LeF64 => Op::LeF64,
        };
        op(d, a, b)
    }

    fn check(self, a: Reg, b: Reg) -> Option<Op> {
        let op = match self {
            Compare::Eq => Op::CheckEq,
            Compare::Ne => Op::CheckNe,
            Compare::LtU => Op::CheckLtU,
            Compare::LeU => Op::CheckLeU,
            Compare::LtS32 => Op::CheckLtS32,
            Compare::LeS32 => Op::CheckLeS32,
            Compare::LtS64 => Op::CheckLtS64,
            Compare::LeS64 => Op::CheckLeS64,
            _ => return None,
        };
        Some(op(a, b))
    }

    /// The branch that is taken when the comparison holds, and the one that is taken when it does not.
    pub(super) fn branches(self, a: Reg, b: Reg, targets: [u32; 2], steps: u16) -> Option<[Op; 2]> {
        type Branch = fn(Reg, Reg, u32, u16) -> Op;
        let (holds, fails, swapped): (Branch, Branch, bool) = match self {
            Compare::Eq => (Op::BrEq, Op::BrNe, false),
            Compare::Ne => (Op::BrNe, Op::BrEq, false),
            Compare::LtU => (Op::BrLtU, Op::BrLeU, true),
            Compare::LeU => (Op::BrLeU, Op::BrLtU, true),
            Compare::LtS32 => (Op::BrLtS32, Op::BrLeS32, true),
            Compare::LeS32 => (Op::BrLeS32, Op::BrLtS32, true),
            Compare::LtS64 => (Op::BrLtS64, Op::BrLeS64, true),
            Compare::LeS64 => (Op::BrLeS64, Op::BrLtS64, true),
            _ => return None,
        };
        let (x, y) = if swapped { (b, a) } else { (a, b) };
        Some([holds(a, b, targets[0], steps), fails(x, y, targets[1], steps)])
    }
}
