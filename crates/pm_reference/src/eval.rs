//! The meaning of every [`Rvalue`], as terms.
//!
//! What the interpreter calls undefined (a division by zero, a shift by too much) is demanded not to happen: where no check excludes it,
//! the execution is not followed, and the proof not confirmed.

use crate::exec::{Executor, Info, ObjectKind, Run};
use crate::state::{ObjectId, State};
use crate::value::{GONE, OBJECT_BITS, Ptr, Value};
use pm_base::Idx;
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::{Base, BinOp, CmpOp, FuncId, Operand, Rvalue, Signature, Ty, UnOp};
use pm_term::TermId;
use pm_term::fp::{FpFormat, RoundingMode};

/// Pointers so far outside of their objects are still ordered by their offsets.
const NEAR: u64 = 4096;

impl Executor<'_> {
    pub fn operand(&mut self, state: &State, op: &Operand) -> Value {
        match *op {
            Operand::Var(v) => match state.regs[v.index()] {
                Some(register) => register.value,
                None => self.any_value(self.func().vars[v].ty),
            },
            Operand::Int(f, v) => Value::Bits(self.terms.bv(f.bits.into(), f.wrap(v))),
            Operand::Float(f, v) => Value::Bits(self.terms.bv(f.bits(), v)),
            Operand::Addr(base, off) => {
                let obj = match base {
                    Base::Global(g) => self.terms.bv(OBJECT_BITS, self.global(g).into()),
                    Base::Func(f) => self.terms.bv(OBJECT_BITS, self.function(f).into()),
                    Base::Slot(s) => state.slots[s.index()],
                };
                Value::Ptr(Ptr { obj, off: self.terms.bv_signed(self.pointer_bits, off.into()) })
            }
            Operand::Abs(a) => {
                Value::Ptr(Ptr { obj: self.terms.zero(OBJECT_BITS), off: self.terms.bv(self.pointer_bits, a.into()) })
            }
        }
    }

    pub fn bits(&mut self, state: &State, op: &Operand) -> TermId {
        match self.operand(state, op) {
            Value::Bits(t) => t,
            Value::Ptr(p) => p.off,
        }
    }

    pub fn ptr(&mut self, state: &State, op: &Operand) -> Ptr {
        match self.operand(state, op) {
            Value::Ptr(p) => p,
            Value::Bits(off) => Ptr { obj: self.terms.zero(OBJECT_BITS), off },
        }
    }

    /// A truth value.
    pub fn is_true(&mut self, state: &State, op: &Operand) -> TermId {
        let bits = self.bits(state, op);
        self.terms.bit(bits, 0)
    }

    /// Extends or cuts an integer of this format.
    pub fn resize(&mut self, t: TermId, from: IntFormat, width: u32) -> TermId {
        match width {
            w if w <= u32::from(from.bits) => self.terms.truncate(t, w),
            w if from.signed => self.terms.sext(t, w),
            w => self.terms.zext(t, w),
        }
    }

    fn bool_value(&mut self, t: TermId) -> Value {
        Value::Bits(self.terms.bool_to_bv(t, 1))
    }

    pub fn eval(&mut self, state: &State, rvalue: &Rvalue) -> Run<Value> {
        let bits = match rvalue {
            Rvalue::Use(a) => return Ok(self.operand(state, a)),
            Rvalue::Unary { op, ty, a } => {
                let a = self.bits(state, a);
                self.unary(*op, *ty, a)
            }
            Rvalue::Binary { op, ty, a, b } => {
                let (a, b) = (self.bits(state, a), self.bits(state, b));
                match ty {
                    Ty::Float(f) => self.float_binary(*op, *f, a, b),
                    Ty::Int(_) | Ty::Ptr => self.int_binary(state, *op, matches!(ty, Ty::Int(f) if f.signed), a, b),
                }
            }
            Rvalue::Shift { left, ty, a, count, count_ty } => {
                let (a, count) = (self.bits(state, a), self.bits(state, count));
                let (ok, by) = self.shift_count(*ty, count, *count_ty);
                self.demand(state, ok, "a shift by too much");
                self.shift(*left, *ty, a, by)
            }
            Rvalue::Cmp { op, ty, a, b } => {
                let holds = self.compare(state, *op, *ty, (a, b))?;
                return Ok(self.bool_value(holds));
            }
            Rvalue::Cast { from, to, a } => {
                let a = self.operand(state, a);
                return Ok(self.cast(state, *from, *to, a));
            }
            Rvalue::Fma { ty, a, b, c } => {
                let (a, b, c) = (self.bits(state, a), self.bits(state, b), self.bits(state, c));
                let mode = self.terms.fp_rounding(RoundingMode::NearestEven);
                self.terms.fp_fma(format(*ty), mode, a, b, c)
            }
            Rvalue::Scalbn { ty, a, n } => {
                let (a, n) = (self.bits(state, a), self.bits(state, n));
                let mode = self.terms.fp_rounding(RoundingMode::NearestEven);
                self.terms.fp_scale(format(*ty), mode, a, n)
            }
            Rvalue::PtrAdd { ptr, bytes } => {
                let (p, bytes) = (self.ptr(state, ptr), self.bits(state, bytes));
                return Ok(Value::Ptr(Ptr { obj: p.obj, off: self.terms.add(p.off, bytes) }));
            }
            Rvalue::Index { ptr, index, index_ty, elem_size, count: _ } => {
                let (p, index) = (self.ptr(state, ptr), self.bits(state, index));
                let index = self.resize(index, *index_ty, self.pointer_bits);
                return Ok(Value::Ptr(self.element(p, index, *elem_size)));
            }
            Rvalue::PtrDiff { a, b, elem_size } => {
                let (a, b) = (self.ptr(state, a), self.ptr(state, b));
                self.difference(state, a, b, *elem_size)
            }
            Rvalue::Load { ty, ptr } => {
                let p = self.ptr(state, ptr);
                return self.load(state, *ty, p);
            }
            Rvalue::ObjectSize { ptr } => {
                let p = self.ptr(state, ptr);
                self.object_size(state, p)?
            }
            Rvalue::PtrOffset { ptr } => self.ptr(state, ptr).off,
            Rvalue::PtrObject { ptr } => {
                self.demand(state, TermId::FALSE, "the number of an object");
                let p = self.ptr(state, ptr);
                self.resize(p.obj, IntFormat::new(32, false), self.pointer_bits)
            }
            Rvalue::NoOverflow { .. }
            | Rvalue::NoShlOverflow { .. }
            | Rvalue::Fits { .. }
            | Rvalue::InBounds { .. }
            | Rvalue::AccessOk { .. }
            | Rvalue::Printable { .. }
            | Rvalue::PtrAddOk { .. }
            | Rvalue::FreeOk { .. }
            | Rvalue::CallOk { .. }
            | Rvalue::SameObject { .. }
            | Rvalue::IsDynamic { .. }
            | Rvalue::IsInitVar(_)
            | Rvalue::IsInit { .. }
            | Rvalue::NoLeak { .. } => {
                let holds = self.predicate(state, rvalue)?;
                return Ok(self.bool_value(holds));
            }
        };
        Ok(Value::Bits(bits))
    }

    fn compare(&mut self, state: &State, op: CmpOp, ty: Ty, (a, b): (&Operand, &Operand)) -> Run<TermId> {
        if ty == Ty::Ptr {
            let (a, b) = (self.ptr(state, a), self.ptr(state, b));
            return self.compare_pointers(state, op, a, b);
        }
        let (a, b) = (self.bits(state, a), self.bits(state, b));
        Ok(match ty {
            Ty::Float(f) => self.compare_floats(op, f, a, b),
            Ty::Int(_) | Ty::Ptr => self.compare_ints(op, matches!(ty, Ty::Int(f) if f.signed), a, b),
        })
    }

    fn element(&mut self, p: Ptr, index: TermId, elem_size: u64) -> Ptr {
        let size = self.terms.bv(self.pointer_bits, elem_size.into());
        let mut bytes = self.terms.mul(index, size);
        if self.pointer_bits < 64 {
            // An element that is too far away for the address space is at no place of the object.
            let far = self.terms.smulo(index, size);
            let most = self.terms.bv(self.pointer_bits, (1 << (self.pointer_bits - 1)) - 1);
            bytes = self.terms.ite(far, most, bytes);
        }
        Ptr { obj: p.obj, off: self.terms.add(p.off, bytes) }
    }

    /// In elements.
    fn difference(&mut self, state: &State, a: Ptr, b: Ptr, elem_size: u64) -> TermId {
        let (same, foreign) = (self.terms.eq(a.obj, b.obj), self.is_foreign(a.obj));
        let known = self.terms.not(foreign);
        let same = self.terms.and(same, known);
        self.demand_not_gone(state, a);
        self.demand(state, same, "the difference of pointers into different objects");
        self.demand(state, if elem_size == 0 { TermId::FALSE } else { TermId::TRUE }, "objects of size 0");
        let bytes = self.terms.sub(a.off, b.off);
        let size = self.terms.bv(self.pointer_bits, elem_size.into());
        self.terms.sdiv(bytes, size)
    }

    /// What an assertion asks, as a truth value.
    pub fn condition(&mut self, state: &State, rvalue: &Rvalue) -> Run<TermId> {
        match self.eval(state, rvalue)? {
            Value::Bits(t) => Ok(self.terms.bit(t, 0)),
            Value::Ptr(p) => Ok(self.terms.bit(p.off, 0)),
        }
    }

    fn predicate(&mut self, state: &State, rvalue: &Rvalue) -> Run<TermId> {
        Ok(match rvalue {
            Rvalue::NoOverflow { op, ty, a, b } => {
                let (a, b) = (self.bits(state, a), self.bits(state, b));
                self.no_overflow(*op, ty.signed, a, b)
            }
            Rvalue::NoShlOverflow { ty, a, count, count_ty } => {
                let (a, count) = (self.bits(state, a), self.bits(state, count));
                let (ok, by) = self.shift_count(*ty, count, *count_ty);
                let fits = self.shl_fits(*ty, a, by);
                self.terms.and(ok, fits)
            }
            Rvalue::Fits { from, to, a } => {
                let value = self.operand(state, a);
                self.fits(state, *from, *to, value)
            }
            Rvalue::InBounds { index, index_ty, count, inclusive } => {
                let index = self.bits(state, index);
                // Wide enough for index and count, and one bit for the sign.
                let width = u32::from(index_ty.bits).max(65) + 1;
                let index = self.resize(index, *index_ty, width);
                let end = self.terms.bv(width, u128::from(*count) + u128::from(*inclusive));
                self.terms.ult(index, end)
            }
            Rvalue::AccessOk { ptr, size, write } => {
                let (p, size) = (self.ptr(state, ptr), self.bits(state, size));
                self.access_ok(state, p, size, *write)?
            }
            Rvalue::Printable { format, args } => {
                let (format, args) = (self.ptr(state, format), self.ptr(state, args));
                self.printable(state, format, args)?
            }
            Rvalue::PtrAddOk { ptr, bytes } => {
                let (p, bytes) = (self.ptr(state, ptr), self.bits(state, bytes));
                self.ptr_add_ok(state, p, bytes)?
            }
            Rvalue::FreeOk { ptr } => {
                let p = self.ptr(state, ptr);
                let (null, heap) = (self.is_null(p), self.is_heap_start(state, p)?);
                self.terms.or(null, heap)
            }
            Rvalue::CallOk { ptr, sig } => {
                let p = self.ptr(state, ptr);
                let callees = self.callees(state, p, sig)?;
                let conds: Vec<TermId> = callees.into_iter().map(|(_, cond)| cond).collect();
                self.terms.or_all(&conds)
            }
            Rvalue::SameObject { a, b } => {
                let (a, b) = (self.ptr(state, a), self.ptr(state, b));
                for p in [a, b] {
                    self.targets(state, p)?;
                }
                self.terms.eq(a.obj, b.obj)
            }
            Rvalue::IsDynamic { ptr } => {
                let p = self.ptr(state, ptr);
                self.any_target(state, p, |ex, t| match ex.objects[t.id as usize].kind {
                    ObjectKind::Heap => ex.alive(state, t.id),
                    _ => TermId::FALSE,
                })?
            }
            Rvalue::IsInitVar(v) => state.regs[v.index()].map_or(TermId::FALSE, |r| r.init),
            Rvalue::IsInit { ptr, size } => {
                let p = self.ptr(state, ptr);
                self.all_init(state, p, *size)?
            }
            Rvalue::NoLeak { reachable_ok } => {
                let heap = state.objects.iter().filter(|o| self.objects[o.0 as usize].kind == ObjectKind::Heap);
                let alive: Vec<TermId> = heap.map(|o| o.1.alive).collect();
                let any = self.terms.or_all(&alive);
                let none = self.terms.not(any);
                if *reachable_ok {
                    self.demand(state, none, "which heap objects are reachable");
                }
                none
            }
            // Values, which `eval` makes.
            Rvalue::Use(_)
            | Rvalue::Unary { .. }
            | Rvalue::Binary { .. }
            | Rvalue::Shift { .. }
            | Rvalue::Cmp { .. }
            | Rvalue::Cast { .. }
            | Rvalue::Fma { .. }
            | Rvalue::Scalbn { .. }
            | Rvalue::PtrAdd { .. }
            | Rvalue::Index { .. }
            | Rvalue::PtrDiff { .. }
            | Rvalue::Load { .. }
            | Rvalue::ObjectSize { .. }
            | Rvalue::PtrOffset { .. }
            | Rvalue::PtrObject { .. } => TermId::FALSE,
        })
    }

    // ---- integers --------------------------------------------------------------------------------------------------

    fn unary(&mut self, op: UnOp, ty: Ty, a: TermId) -> TermId {
        match ty {
            Ty::Float(f) => self.float_unary(op, f, a),
            Ty::Int(_) | Ty::Ptr => self.int_unary(op, a),
        }
    }

    fn int_unary(&mut self, op: UnOp, a: TermId) -> TermId {
        let width = self.terms.width(a);
        match op {
            UnOp::Neg => self.terms.neg(a),
            UnOp::Not => self.terms.not(a),
            UnOp::Bswap => {
                let bytes = width.div_ceil(8);
                let wide = self.terms.zext(a, 8 * bytes);
                let mut swapped = self.terms.extract(wide, 7, 0);
                for i in 1..bytes {
                    let byte = self.terms.extract(wide, 8 * i + 7, 8 * i);
                    swapped = self.terms.concat(swapped, byte);
                }
                self.terms.truncate(swapped, width)
            }
            // Bit by bit, the one that decides last.
            UnOp::Clz => self.first_set(a, 0..width, |b| width - 1 - b),
            UnOp::Ctz => self.first_set(a, (0..width).rev(), |b| b),
            UnOp::Popcount => {
                let mut count = self.terms.zero(width);
                for b in 0..width {
                    let bit = self.terms.extract(a, b, b);
                    let bit = self.terms.zext(bit, width);
                    count = self.terms.add(count, bit);
                }
                count
            }
            UnOp::FNeg
            | UnOp::FAbs
            | UnOp::Sqrt
            | UnOp::Floor
            | UnOp::Ceil
            | UnOp::Trunc
            | UnOp::Round
            | UnOp::Rint
            | UnOp::IsNan
            | UnOp::IsInf
            | UnOp::IsFinite
            | UnOp::IsNormal
            | UnOp::SignBit => a,
        }
    }

    /// What `number` says of the last of these bits that is set; the width if none is.
    fn first_set(&mut self, a: TermId, bits: impl Iterator<Item = u32>, number: impl Fn(u32) -> u32) -> TermId {
        let width = self.terms.width(a);
        let mut result = self.terms.bv(width, width.into());
        for b in bits {
            let (set, count) = (self.terms.bit(a, b), self.terms.bv(width, number(b).into()));
            result = self.terms.ite(set, count, result);
        }
        result
    }

    fn int_binary(&mut self, state: &State, op: BinOp, signed: bool, a: TermId, b: TermId) -> TermId {
        if matches!(op, BinOp::Div | BinOp::Rem) {
            let ok = self.terms.nonzero(b);
            self.demand(state, ok, "a division by zero");
        }
        match (op, signed) {
            (BinOp::Add, _) => self.terms.add(a, b),
            (BinOp::Sub, _) => self.terms.sub(a, b),
            (BinOp::Mul, _) => self.terms.mul(a, b),
            (BinOp::And, _) => self.terms.and(a, b),
            (BinOp::Or, _) => self.terms.or(a, b),
            (BinOp::Xor, _) => self.terms.xor(a, b),
            (BinOp::Div, true) => self.terms.sdiv(a, b),
            (BinOp::Div, false) => self.terms.udiv(a, b),
            (BinOp::Rem, true) => self.terms.srem(a, b),
            (BinOp::Rem, false) => self.terms.urem(a, b),
            (BinOp::Fmod | BinOp::Remainder | BinOp::Copysign, _) => a,
        }
    }

    /// Whether a count is below the width, and the count as a number of that width.
    fn shift_count(&mut self, ty: IntFormat, count: TermId, count_ty: IntFormat) -> (TermId, TermId) {
        // One more bit than any count or width needs: a negative count is a large number.
        let width = u32::from(count_ty.bits.max(ty.bits)).max(8) + 1;
        let wide = self.resize(count, count_ty, width);
        let end = self.terms.bv(width, ty.bits.into());
        let ok = self.terms.ult(wide, end);
        (ok, self.terms.truncate(wide, ty.bits.into()))
    }

    fn shift(&mut self, left: bool, ty: IntFormat, a: TermId, by: TermId) -> TermId {
        match (left, ty.signed) {
            (true, _) => self.terms.shl(a, by),
            (false, true) => self.terms.ashr(a, by),
            (false, false) => self.terms.lshr(a, by),
        }
    }

    /// `a << by` is what it is in numbers, and `a` is not negative, where that matters.
    fn shl_fits(&mut self, ty: IntFormat, a: TermId, by: TermId) -> TermId {
        if !ty.signed {
            return TermId::TRUE;
        }
        let width = u32::from(ty.bits);
        let (wide, far) = (self.resize(a, ty, 2 * width), self.terms.zext(by, 2 * width));
        let exact = self.terms.shl(wide, far);
        let cut = self.terms.truncate(exact, width);
        let back = self.resize(cut, ty, 2 * width);
        let same = self.terms.eq(exact, back);
        let negative = self.terms.is_negative(a);
        let positive = self.terms.not(negative);
        self.terms.and(same, positive)
    }

    /// The result in numbers has a pattern: computed with more bits, it is the same.
    fn no_overflow(&mut self, op: BinOp, signed: bool, a: TermId, b: TermId) -> TermId {
        let width = self.terms.width(a);
        let format = IntFormat::new(width as u8, signed);
        let wide = if op == BinOp::Mul { 2 * width } else { width + 2 };
        let (x, y) = (self.resize(a, format, wide), self.resize(b, format, wide));
        let exact = match op {
            BinOp::Add => self.terms.add(x, y),
            BinOp::Sub => self.terms.sub(x, y),
            BinOp::Mul => self.terms.mul(x, y),
            BinOp::Div | BinOp::Rem if signed => {
                let (min, ones) = (self.terms.bv(width, format.min()), self.terms.ones(width));
                let (smallest, minus) = (self.terms.eq(a, min), self.terms.eq(b, ones));
                let overflow = self.terms.and(smallest, minus);
                return self.terms.not(overflow);
            }
            BinOp::Div
            | BinOp::Rem
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Fmod
            | BinOp::Remainder
            | BinOp::Copysign => return TermId::TRUE,
        };
        let cut = self.terms.truncate(exact, width);
        let back = self.resize(cut, format, wide);
        self.terms.eq(exact, back)
    }

    fn fits(&mut self, state: &State, from: Ty, to: IntFormat, value: Value) -> TermId {
        match (from, value) {
            (Ty::Float(f), Value::Bits(a)) => {
                let mode = self.terms.fp_rounding(RoundingMode::TowardZero);
                self.terms.fp_to_int(format(f), mode, a, to.bits.into(), to.signed).fits
            }
            (Ty::Int(f), Value::Bits(a)) => {
                let width = u32::from(f.bits.max(to.bits)) + 1;
                let wide = self.resize(a, f, width);
                let cut = self.terms.truncate(wide, to.bits.into());
                let back = self.resize(cut, to, width);
                self.terms.eq(wide, back)
            }
            (_, value) => {
                let address = IntFormat::new(self.pointer_bits as u8, false);
                let Value::Bits(a) = self.cast(state, Ty::Ptr, Ty::Int(address), value) else { return TermId::FALSE };
                self.fits(state, Ty::Int(address), to, Value::Bits(a))
            }
        }
    }

    fn compare_ints(&mut self, op: CmpOp, signed: bool, a: TermId, b: TermId) -> TermId {
        match (op, signed) {
            (CmpOp::Eq, _) => self.terms.eq(a, b),
            (CmpOp::Ne, _) => self.terms.ne(a, b),
            (CmpOp::Lt, true) => self.terms.slt(a, b),
            (CmpOp::Le, true) => self.terms.sle(a, b),
            (CmpOp::Gt, true) => self.terms.slt(b, a),
            (CmpOp::Ge, true) => self.terms.sle(b, a),
            (CmpOp::Lt, false) => self.terms.ult(a, b),
            (CmpOp::Le, false) => self.terms.ule(a, b),
            (CmpOp::Gt, false) => self.terms.ult(b, a),
            (CmpOp::Ge, false) => self.terms.ule(b, a),
        }
    }

    fn cast(&mut self, state: &State, from: Ty, to: Ty, value: Value) -> Value {
        let mode = |ex: &mut Self, mode| ex.terms.fp_rounding(mode);
        Value::Bits(match (from, to, value) {
            (Ty::Int(f), Ty::Int(t), Value::Bits(a)) => self.resize(a, f, t.bits.into()),
            (Ty::Int(f), Ty::Float(t), Value::Bits(a)) => {
                let nearest = mode(self, RoundingMode::NearestEven);
                self.terms.fp_from_int(format(t), nearest, a, f.signed)
            }
            // No object: addresses do not become integers.
            (Ty::Int(f), Ty::Ptr, Value::Bits(a)) => {
                let off = self.resize(a, f, self.pointer_bits);
                return Value::Ptr(Ptr { obj: self.terms.zero(OBJECT_BITS), off });
            }
            (Ty::Float(f), Ty::Int(t), Value::Bits(a)) => {
                let truncate = mode(self, RoundingMode::TowardZero);
                let result = self.terms.fp_to_int(format(f), truncate, a, t.bits.into(), t.signed);
                self.demand(state, result.fits, "a float that does not fit its integer type");
                result.value
            }
            (Ty::Float(f), Ty::Float(t), Value::Bits(a)) => {
                let nearest = mode(self, RoundingMode::NearestEven);
                self.terms.fp_convert(format(f), format(t), nearest, a)
            }
            (Ty::Ptr, Ty::Int(t), Value::Ptr(p)) => {
                let none = self.terms.zero(OBJECT_BITS);
                let is_number = self.terms.eq(p.obj, none);
                self.demand(state, is_number, "the address of an object as a number");
                self.resize(p.off, IntFormat::new(self.pointer_bits as u8, false), t.bits.into())
            }
            (_, _, value) => return value,
        })
    }

    // ---- pointers --------------------------------------------------------------------------------------------------

    pub fn is_null(&mut self, p: Ptr) -> TermId {
        let null = self.null();
        let (obj, off) = (self.terms.eq(p.obj, null.obj), self.terms.eq(p.off, null.off));
        self.terms.and(obj, off)
    }

    /// The start of a living heap object.
    pub fn is_heap_start(&mut self, state: &State, p: Ptr) -> Run<TermId> {
        let zero = self.terms.zero(self.pointer_bits);
        let start = self.terms.eq(p.off, zero);
        self.any_target(state, p, |ex, t| match ex.objects[t.id as usize].kind {
            ObjectKind::Heap => {
                let alive = ex.alive(state, t.id);
                ex.terms.and(alive, start)
            }
            _ => TermId::FALSE,
        })
    }

    /// It points into an object, or not further than so many bytes outside of it; a living one where that is asked for.
    fn is_near(&mut self, state: &State, p: Ptr, far: u64, must_live: bool) -> Run<TermId> {
        let mut any = TermId::FALSE;
        for t in self.known_targets(state, p)? {
            let size = self.objects[t.id as usize].size;
            let width = self.pointer_bits;
            let shift = self.terms.bv(width, far.into());
            let end = self.terms.bv(width, u128::from(size) + 2 * u128::from(far));
            let off = self.terms.add(p.off, shift);
            let near = self.terms.ule(off, end);
            let alive = if must_live { self.alive(state, t.id) } else { TermId::TRUE };
            let here = self.terms.and_all(&[t.cond, near, alive]);
            any = self.terms.or(any, here);
        }
        Ok(any)
    }

    /// One of two pointers into different objects may be at the end of its object only where the other is not at a start.
    fn unless_they_touch(&mut self, state: &State, a: Ptr, b: Ptr, both: TermId) -> Run<TermId> {
        let zero = self.terms.zero(self.pointer_bits);
        let mut apart = both;
        for (p, other) in [(a, b), (b, a)] {
            let inside = self.any_target(state, p, |ex, t| {
                let Info { kind, size, .. } = ex.objects[t.id as usize];
                // An allocation of no bytes has an address of its own.
                let size = if kind == ObjectKind::Heap { size.max(1) } else { size };
                let end = ex.terms.bv(ex.pointer_bits, size.into());
                ex.terms.ult(p.off, end)
            })?;
            let further = self.terms.ne(other.off, zero);
            let fine = self.terms.or(inside, further);
            apart = self.terms.and(apart, fine);
        }
        // Literals may share bytes.
        let constant = |ex: &mut Self, p| {
            ex.any_target(state, p, |ex, t| if ex.is_constant(t.id) { TermId::TRUE } else { TermId::FALSE })
        };
        let both = [constant(self, a)?, constant(self, b)?];
        let both = self.terms.and_all(&both);
        let share = self.terms.not(both);
        Ok(self.terms.and(apart, share))
    }

    fn is_constant(&self, id: ObjectId) -> bool {
        let Info { kind, read_only, .. } = self.objects[id as usize];
        kind == ObjectKind::Global && read_only
    }

    pub fn demand_not_gone(&mut self, state: &State, p: Ptr) {
        let gone = self.terms.bv(OBJECT_BITS, GONE.into());
        let is_gone = self.terms.eq(p.obj, gone);
        let known = self.terms.not(is_gone);
        self.demand(state, known, "a pointer to an object of an earlier pass of a loop");
    }

    /// Objects are apart from each other and from null. What an address of none is equal to, or one far outside, or that
    /// of an object that is gone, is not followed; nor whether the end of one object is the start of another.
    fn compare_pointers(&mut self, state: &State, op: CmpOp, a: Ptr, b: Ptr) -> Run<TermId> {
        let (same, equal) = (self.terms.eq(a.obj, b.obj), self.terms.eq(a.off, b.off));
        self.demand_not_gone(state, a);
        self.demand_not_gone(state, b);
        if matches!(op, CmpOp::Eq | CmpOp::Ne) {
            let (null_a, null_b) = (self.is_null(a), self.is_null(b));
            if same != TermId::TRUE {
                let near = [self.is_near(state, a, 0, false)?, self.is_near(state, b, 0, false)?];
                let live = [self.is_near(state, a, 0, true)?, self.is_near(state, b, 0, true)?];
                // Neither is null one that code outside of the program made.
                let made = [a, b].map(|p| self.is_foreign(p.obj));
                let (not_a, not_b) = (self.terms.or(near[0], made[0]), self.terms.or(near[1], made[1]));
                let first = self.terms.and(null_a, not_b);
                let second = self.terms.and(null_b, not_a);
                let both = self.terms.and(live[0], live[1]);
                let both = self.unless_they_touch(state, a, b, both)?;
                let known = self.terms.or_all(&[same, first, second, both]);
                self.demand(state, known, "pointers to different objects that are compared");
            }
            let equal = self.terms.and(same, equal);
            return Ok(if op == CmpOp::Eq { equal } else { self.terms.not(equal) });
        }
        let none = self.terms.zero(OBJECT_BITS);
        let numbers = self.terms.eq(a.obj, none);
        let near = [self.is_near(state, a, NEAR, false)?, self.is_near(state, b, NEAR, false)?];
        let both = self.terms.and(near[0], near[1]);
        let fits = self.terms.or(numbers, both);
        let known = self.terms.and(same, fits);
        self.demand(state, known, "the order of pointers to different objects");
        // Of objects offsets may be below zero; of numbers there are no signs.
        let by_number = self.compare_ints(op, false, a.off, b.off);
        let by_offset = self.compare_ints(op, true, a.off, b.off);
        Ok(self.terms.ite(numbers, by_number, by_offset))
    }

    /// A pointer to no living object can only stay where it is.
    fn ptr_add_ok(&mut self, state: &State, p: Ptr, bytes: TermId) -> Run<TermId> {
        let width = self.pointer_bits + 2;
        let (off, by) = (self.terms.sext(p.off, width), self.terms.sext(bytes, width));
        let sum = self.terms.add(off, by);
        let zero = self.terms.zero(self.pointer_bits);
        let mut ok = self.terms.eq(bytes, zero);
        for t in self.targets(state, p)? {
            let alive = self.alive(state, t.id);
            let here = self.terms.and(t.cond, alive);
            let len = self.terms.bv(width, self.objects[t.id as usize].size.into());
            let inside = self.terms.ule(sum, len);
            ok = self.terms.ite(here, inside, ok);
        }
        Ok(ok)
    }

    /// The functions at whose start a pointer may point and that can be called with this signature.
    pub fn callees(&mut self, state: &State, p: Ptr, sig: &Signature) -> Run<Vec<(FuncId, TermId)>> {
        let zero = self.terms.zero(self.pointer_bits);
        let start = self.terms.eq(p.off, zero);
        let mut callees = Vec::new();
        for t in self.targets(state, p)? {
            if let ObjectKind::Func(f) = self.objects[t.id as usize].kind
                && sig.fits(&self.program.funcs[f])
            {
                callees.push((f, self.terms.and(t.cond, start)));
            }
        }
        Ok(callees)
    }

    // ---- floats ----------------------------------------------------------------------------------------------------

    fn float_unary(&mut self, op: UnOp, f: FloatFormat, a: TermId) -> TermId {
        let f = format(f);
        let integral = |ex: &mut Self, mode| {
            let mode = ex.terms.fp_rounding(mode);
            ex.terms.fp_round_to_integral(f, mode, a)
        };
        let holds = match op {
            UnOp::FNeg => return self.terms.fp_neg(f, a),
            UnOp::FAbs => return self.terms.fp_abs(f, a),
            UnOp::Sqrt => {
                let mode = self.terms.fp_rounding(RoundingMode::NearestEven);
                return self.terms.fp_sqrt(f, mode, a);
            }
            UnOp::Floor => return integral(self, RoundingMode::Down),
            UnOp::Ceil => return integral(self, RoundingMode::Up),
            UnOp::Trunc => return integral(self, RoundingMode::TowardZero),
            UnOp::Round => return integral(self, RoundingMode::NearestAway),
            UnOp::Rint => return integral(self, RoundingMode::NearestEven),
            UnOp::IsNan => self.terms.fp_is_nan(f, a),
            UnOp::IsInf => self.terms.fp_is_infinite(f, a),
            UnOp::IsFinite => self.terms.fp_is_finite(f, a),
            UnOp::IsNormal => self.terms.fp_is_normal(f, a),
            UnOp::SignBit => self.terms.fp_is_negative(f, a),
            UnOp::Neg | UnOp::Not | UnOp::Bswap | UnOp::Clz | UnOp::Ctz | UnOp::Popcount => return a,
        };
        self.terms.bool_to_bv(holds, 1)
    }

    fn float_binary(&mut self, op: BinOp, f: FloatFormat, a: TermId, b: TermId) -> TermId {
        let f = format(f);
        let mode = self.terms.fp_rounding(RoundingMode::NearestEven);
        match op {
            BinOp::Add => self.terms.fp_add(f, mode, a, b),
            BinOp::Sub => self.terms.fp_sub(f, mode, a, b),
            BinOp::Mul => self.terms.fp_mul(f, mode, a, b),
            BinOp::Div => self.terms.fp_div(f, mode, a, b),
            BinOp::Fmod => self.terms.fp_fmod(f, a, b),
            BinOp::Remainder => self.terms.fp_remainder(f, a, b),
            BinOp::Copysign => self.terms.fp_copysign(f, a, b),
            BinOp::Rem | BinOp::And | BinOp::Or | BinOp::Xor => a,
        }
    }

    fn compare_floats(&mut self, op: CmpOp, f: FloatFormat, a: TermId, b: TermId) -> TermId {
        let f = format(f);
        match op {
            CmpOp::Eq => self.terms.fp_eq(f, a, b),
            CmpOp::Ne => {
                let equal = self.terms.fp_eq(f, a, b);
                self.terms.not(equal)
            }
            CmpOp::Lt => self.terms.fp_lt(f, a, b),
            CmpOp::Le => self.terms.fp_le(f, a, b),
            CmpOp::Gt => self.terms.fp_lt(f, b, a),
            CmpOp::Ge => self.terms.fp_le(f, b, a),
        }
    }
}

fn format(f: FloatFormat) -> FpFormat {
    match f {
        FloatFormat::F16 => FpFormat::HALF,
        FloatFormat::F32 => FpFormat::SINGLE,
        FloatFormat::F64 => FpFormat::DOUBLE,
        FloatFormat::X87 => FpFormat::X87,
        FloatFormat::F128 => FpFormat::QUAD,
    }
}
