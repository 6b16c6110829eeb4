//! The meaning of every [`Rvalue`], written for clarity: all arithmetic goes through `pm_base::num`.
//!
//! The machine's fast instructions are shortcuts of what stands here; whenever one of them meets something unusual it
//! leaves the instruction to this module. Choices where C and the IR leave room: signed arithmetic wraps, `MIN / -1` too;
//! a shift count outside `0..bits`, a division by zero and a float that does not fit its integer are undefined.

use crate::code::FuncCode;
use crate::halt::{Run, malformed, undefined};
use crate::memory::{Object, Origin};
use crate::value::Value;
use crate::world::World;
use pm_base::num::{FloatFormat, IntFormat, RoundingMode};
use pm_base::{Idx, Span};
use pm_ir::{Base, BinOp, Callee, CmpOp, FuncId, Operand, Rvalue, Ty, UnOp, VarId};

/// The registers of the active function.
#[derive(Clone, Copy)]
pub(crate) struct Regs<'f> {
    pub code: &'f FuncCode<'f>,
    pub values: &'f [Value],
}

impl Regs<'_> {
    pub fn var(&self, v: VarId) -> Value {
        self.values[v.index()]
    }
}

impl World<'_> {
    pub fn operand(&self, regs: Regs, op: &Operand) -> Value {
        match *op {
            Operand::Var(v) => regs.var(v),
            Operand::Addr(Base::Slot(s), off) => self.offset(regs.values[regs.code.slot_reg(s) as usize], off),
            Operand::Int(..) | Operand::Float(..) | Operand::Addr(..) | Operand::Abs(_) => self.constant(op),
        }
    }

    /// The value of an operand that is the same in every frame.
    pub fn constant(&self, op: &Operand) -> Value {
        match *op {
            Operand::Int(f, v) => Value::from_bits(f.wrap(v)),
            Operand::Float(_, v) => Value::from_bits(v),
            Operand::Addr(Base::Global(g), off) => self.offset(self.globals[g.index()], off),
            Operand::Addr(Base::Func(f), off) => self.offset(self.funcs[f.index()], off),
            Operand::Abs(a) => self.absolute(a & self.mem.ptr_mask),
            Operand::Var(_) | Operand::Addr(Base::Slot(_), _) => Value::default(),
        }
    }

    fn offset(&self, p: Value, bytes: i64) -> Value {
        Value { lo: p.lo.wrapping_add(bytes as u64) & self.mem.ptr_mask, hi: p.hi }
    }

    /// An absolute address belongs to an object only in a memory-mapped range.
    fn absolute(&self, address: u64) -> Value {
        let range = self.mapped.iter().find(|(base, size, _)| address >= *base && address - base <= *size);
        Value { lo: address, hi: range.map_or(0, |r| r.2) }
    }

    /// The pattern of an operand.
    pub fn pattern(&self, regs: Regs, ty: Ty, op: &Operand) -> u128 {
        self.operand(regs, op).pattern(ty)
    }

    fn int(&self, regs: Regs, f: IntFormat, op: &Operand) -> u128 {
        self.pattern(regs, Ty::Int(f), op)
    }

    fn float(&self, regs: Regs, f: FloatFormat, op: &Operand) -> u128 {
        self.pattern(regs, Ty::Float(f), op)
    }

    /// A value of the program's `size_t`.
    pub fn size(&self, regs: Regs, op: &Operand) -> u64 {
        self.operand(regs, op).lo & self.mem.ptr_mask
    }

    pub fn eval(&mut self, regs: Regs, rvalue: &Rvalue, span: Span) -> Run<Value> {
        let value = match rvalue {
            Rvalue::Use(a) => return Ok(self.operand(regs, a)),
            Rvalue::Unary { op, ty, a } => return unary(*op, *ty, self.pattern(regs, *ty, a)),
            Rvalue::Binary { op, ty, a, b } => {
                binary(*op, *ty, self.pattern(regs, *ty, a), self.pattern(regs, *ty, b))?
            }
            Rvalue::Shift { left, ty, a, count, count_ty } => {
                let n = shift_count(*ty, *count_ty, self.int(regs, *count_ty, count))?;
                let a = self.int(regs, *ty, a);
                if *left { ty.shl(a, n).value } else { ty.shr(a, n) }
            }
            Rvalue::Cmp { op, ty, a, b } => {
                return Ok(Value::bool(compare(*op, *ty, self.pattern(regs, *ty, a), self.pattern(regs, *ty, b))));
            }
            Rvalue::Cast { from, to, a } => return self.cast(*from, *to, self.operand(regs, a)),
            Rvalue::Fma { ty, a, b, c } => {
                ty.fma(self.float(regs, *ty, a), self.float(regs, *ty, b), self.float(regs, *ty, c))
            }
            Rvalue::Scalbn { ty, a, n } => {
                ty.scale(self.float(regs, *ty, a), self.int(regs, IntFormat::new(32, true), n) as i32)
            }
            Rvalue::PtrAdd { ptr, bytes } => {
                return Ok(self.offset(self.operand(regs, ptr), self.operand(regs, bytes).lo as i64));
            }
            Rvalue::Index { ptr, index, index_ty, elem_size, count: _ } => {
                let index = index_ty.to_i128(self.int(regs, *index_ty, index)) as i64;
                let p = self.operand(regs, ptr);
                let bytes = index.wrapping_mul(*elem_size as i64);
                let at = Value { lo: p.lo.wrapping_add(bytes as u64), hi: p.hi };
                return Ok(self.mem.in_address_space(p, at));
            }
            Rvalue::PtrDiff { a, b, elem_size } => {
                let format = self.mem.ptr_int(true);
                let bytes = self.operand(regs, a).lo.wrapping_sub(self.operand(regs, b).lo) & self.mem.ptr_mask;
                match format.div(u128::from(bytes), format.wrap(u128::from(*elem_size))) {
                    Some(w) => w.value,
                    None => return undefined("difference of pointers to objects of size 0"),
                }
            }
            Rvalue::Load { ty, ptr } => {
                let p = self.operand(regs, ptr);
                if self.open_addresses && *ty != Ty::Ptr && self.mem.has_pointer(p, ty.access_size(self.mem.ptr_size)) {
                    return undefined("the bytes of a pointer are read, and where objects lie is open");
                }
                return match self.mem.load(*ty, p) {
                    Some(v) => Ok(v),
                    None => self.bad_load(*ty, p, span),
                };
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
            | Rvalue::NoLeak { .. } => return Ok(Value::bool(self.predicate(regs, rvalue)?)),
            Rvalue::ObjectSize { ptr } => {
                let p = self.operand(regs, ptr);
                self.mem.resolve(p).map_or(0, |o| u128::from(self.mem.len_of(o)))
            }
            Rvalue::PtrOffset { ptr } => {
                let p = self.operand(regs, ptr);
                u128::from(p.lo.wrapping_sub(self.object(p).map_or(0, |o| o.base)) & self.mem.ptr_mask)
            }
            Rvalue::PtrObject { ptr } => u128::from(self.operand(regs, ptr).hi & self.mem.ptr_mask),
        };
        Ok(Value::from_bits(value))
    }

    /// The entry that a pointer belongs to, alive or not.
    fn object(&self, p: Value) -> Option<&Object> {
        self.mem.objects.get((p.hi & crate::memory::INDEX_MASK) as usize)
    }

    fn predicate(&mut self, regs: Regs, rvalue: &Rvalue) -> Run<bool> {
        Ok(match rvalue {
            Rvalue::NoOverflow { op, ty, a, b } => {
                no_overflow(*op, *ty, self.int(regs, *ty, a), self.int(regs, *ty, b))?
            }
            Rvalue::NoShlOverflow { ty, a, count, count_ty } => {
                let count = count_ty.to_i128(self.int(regs, *count_ty, count));
                let n = u32::try_from(count).ok().filter(|n| *n < u32::from(ty.bits));
                n.is_some_and(|n| !ty.shl(self.int(regs, *ty, a), n).overflow)
            }
            Rvalue::Fits { from, to, a } => match from {
                Ty::Int(f) => to.fits(self.int(regs, *f, a), *f),
                Ty::Float(f) => f.to_int(self.float(regs, *f, a), *to).is_some(),
                Ty::Ptr => to.fits(self.pattern(regs, Ty::Ptr, a), self.mem.ptr_int(false)),
            },
            Rvalue::InBounds { index, index_ty, count, inclusive } => {
                let index = self.int(regs, *index_ty, index);
                let end = u128::from(*count) + u128::from(*inclusive);
                !index_ty.is_negative(index) && index < end
            }
            Rvalue::AccessOk { ptr, size, write } => {
                self.mem.access_ok(self.operand(regs, ptr), self.size(regs, size), *write)
            }
            Rvalue::Printable { format, args } => {
                self.is_printable(self.operand(regs, format), self.operand(regs, args))?
            }
            Rvalue::PtrAddOk { ptr, bytes } => self.ptr_add_ok(self.operand(regs, ptr), self.operand(regs, bytes)),
            Rvalue::FreeOk { ptr } => {
                let p = self.operand(regs, ptr);
                p.lo == 0 || self.mem.is_live_heap_start(p)
            }
            Rvalue::CallOk { ptr, sig } => {
                self.callee(self.operand(regs, ptr)).is_some_and(|f| sig.fits(&self.program.funcs[f]))
            }
            // All addresses without an object, null among them, count as one.
            Rvalue::SameObject { a, b } => self.operand(regs, a).hi == self.operand(regs, b).hi,
            Rvalue::IsDynamic { ptr } => {
                let p = self.operand(regs, ptr);
                self.mem.resolve(p).is_some() && self.mem.meta(p.hi).is_some_and(|m| m.origin == Origin::Heap)
            }
            Rvalue::IsInitVar(v) => match regs.code.flag_of(*v) {
                Some(flag) => regs.values[flag as usize].lo != 0,
                None => true,
            },
            Rvalue::IsInit { ptr, size } => {
                let p = self.operand(regs, ptr);
                match self.mem.is_init(p, *size) {
                    Some(init) => init,
                    // The read will give an input.
                    None if self.lenient.is_some() => true,
                    None => return self.bad_access("read", p, *size, false),
                }
            }
            Rvalue::NoLeak { reachable_ok } => self.mem.live_heap == 0 || (*reachable_ok && self.lost().is_empty()),
            _ => return malformed(),
        })
    }

    /// A pointer to no living object can only stay where it is.
    fn ptr_add_ok(&self, p: Value, bytes: Value) -> bool {
        let format = self.mem.ptr_int(true);
        let bytes = format.to_i128(bytes.pattern(Ty::Int(format)));
        let Some(object) = self.mem.resolve(p) else { return bytes == 0 };
        let offset = i128::from(p.lo) - i128::from(object.base) + bytes;
        (0..=i128::from(self.mem.len_of(object))).contains(&offset)
    }

    /// The function at whose start `p` points.
    pub fn callee(&self, p: Value) -> Option<FuncId> {
        let object = self.mem.resolve(p)?;
        match self.mem.meta(p.hi)?.origin {
            Origin::Func(f) if p.lo == object.base => Some(f),
            _ => None,
        }
    }

    /// The types of a call's arguments as far as they are known.
    pub fn argument_types(&self, func: FuncId, how: &Callee) -> Vec<Ty> {
        match how {
            Callee::Indirect(_, sig) => sig.params.clone(),
            Callee::Direct(_) => {
                let f = &self.program.funcs[func];
                f.params.iter().filter_map(|p| f.vars.get(*p)).map(|v| v.ty).collect()
            }
        }
    }

    pub fn cast(&mut self, from: Ty, to: Ty, v: Value) -> Run<Value> {
        let a = v.pattern(from);
        let address = self.mem.ptr_int(false);
        Ok(match (from, to) {
            (Ty::Int(f), Ty::Int(t)) => Value::from_bits(t.convert(a, f)),
            (Ty::Int(f), Ty::Float(t)) => Value::from_bits(t.from_int(a, f)),
            (Ty::Int(f), Ty::Ptr) => self.pointer(address.convert(a, f) as u64),
            (Ty::Float(f), Ty::Int(t)) => match f.to_int(a, t) {
                Some(v) => Value::from_bits(v),
                None => return undefined(format!("the value {} does not fit the integer type", f.to_text(a))),
            },
            (Ty::Float(f), Ty::Float(t)) => Value::from_bits(t.from_float(a, f)),
            (Ty::Ptr, Ty::Int(t)) => Value::from_bits(t.convert(a, address)),
            (Ty::Ptr, Ty::Ptr) => v,
            (Ty::Float(_), Ty::Ptr) | (Ty::Ptr, Ty::Float(_)) => return malformed(),
        })
    }

    /// The pointer with this address.
    pub fn pointer(&mut self, address: u64) -> Value {
        Value { lo: address, hi: if address == 0 { 0 } else { self.mem.lookup(address) } }
    }

    /// A value of type `ty` from its pattern.
    pub fn value_of(&mut self, ty: Ty, pattern: u128) -> Value {
        match ty {
            Ty::Int(f) => Value::from_bits(f.wrap(pattern)),
            Ty::Float(f) => Value::from_bits(pattern & crate::value::float_mask(f)),
            Ty::Ptr => self.pointer(pattern as u64 & self.mem.ptr_mask),
        }
    }
}

fn shift_count(ty: IntFormat, count_ty: IntFormat, count: u128) -> Run<u32> {
    let n = count_ty.to_i128(count);
    if (0..i128::from(ty.bits)).contains(&n) && !(count_ty.bits == 128 && n < 0) {
        return Ok(n as u32);
    }
    undefined(format!("shift of a {}-bit value by {n}", ty.bits))
}

fn unary(op: UnOp, ty: Ty, a: u128) -> Run<Value> {
    match ty {
        Ty::Int(f) => int_unary(op, f, a),
        Ty::Float(f) => float_unary(op, f, a),
        Ty::Ptr => malformed(),
    }
}

fn int_unary(op: UnOp, f: IntFormat, a: u128) -> Run<Value> {
    let bits = u32::from(f.bits);
    Ok(Value::from_bits(match op {
        UnOp::Neg => f.neg(a).value,
        UnOp::Not => f.wrap(!a),
        UnOp::Bswap => f.wrap(a.swap_bytes() >> (128 - bits.next_multiple_of(8))),
        UnOp::Clz => f.wrap(u128::from(a.leading_zeros() - (128 - bits))),
        UnOp::Ctz => f.wrap(u128::from(a.trailing_zeros().min(bits))),
        UnOp::Popcount => f.wrap(u128::from(a.count_ones())),
        _ => return malformed(),
    }))
}

fn float_unary(op: UnOp, f: FloatFormat, a: u128) -> Run<Value> {
    Ok(match op {
        UnOp::FNeg => Value::from_bits(f.neg(a)),
        UnOp::FAbs => Value::from_bits(if f.is_negative(a) { f.neg(a) } else { a }),
        UnOp::Sqrt => Value::from_bits(f.sqrt(a)),
        UnOp::Floor => Value::from_bits(f.round_to_integral(a, RoundingMode::Down)),
        UnOp::Ceil => Value::from_bits(f.round_to_integral(a, RoundingMode::Up)),
        UnOp::Trunc => Value::from_bits(f.round_to_integral(a, RoundingMode::TowardZero)),
        UnOp::Round => Value::from_bits(f.round_ties_away(a)),
        UnOp::Rint => Value::from_bits(f.round_to_integral(a, RoundingMode::NearestEven)),
        UnOp::IsNan => Value::bool(f.is_nan(a)),
        UnOp::IsInf => Value::bool(f.is_infinite(a)),
        UnOp::IsFinite => Value::bool(!f.is_nan(a) && !f.is_infinite(a)),
        UnOp::IsNormal => Value::bool(f.is_normal(a)),
        UnOp::SignBit => Value::bool(f.is_negative(a)),
        UnOp::Neg | UnOp::Not | UnOp::Bswap | UnOp::Clz | UnOp::Ctz | UnOp::Popcount => return malformed(),
    })
}

fn binary(op: BinOp, ty: Ty, a: u128, b: u128) -> Run<u128> {
    match ty {
        Ty::Int(f) => int_binary(op, f, a, b),
        Ty::Float(f) => float_binary(op, f, a, b),
        Ty::Ptr => malformed(),
    }
}

fn int_binary(op: BinOp, f: IntFormat, a: u128, b: u128) -> Run<u128> {
    let quotient = match op {
        BinOp::Add => return Ok(f.add(a, b).value),
        BinOp::Sub => return Ok(f.sub(a, b).value),
        BinOp::Mul => return Ok(f.mul(a, b).value),
        BinOp::And => return Ok(a & b),
        BinOp::Or => return Ok(a | b),
        BinOp::Xor => return Ok(a ^ b),
        BinOp::Div => f.div(a, b),
        BinOp::Rem => f.rem(a, b),
        BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => return malformed(),
    };
    match quotient {
        Some(w) => Ok(w.value),
        None => undefined("division by zero"),
    }
}

fn float_binary(op: BinOp, f: FloatFormat, a: u128, b: u128) -> Run<u128> {
    Ok(match op {
        BinOp::Add => f.add(a, b),
        BinOp::Sub => f.sub(a, b),
        BinOp::Mul => f.mul(a, b),
        BinOp::Div => f.div(a, b),
        BinOp::Fmod => f.fmod(a, b),
        BinOp::Remainder => f.remainder(a, b),
        BinOp::Copysign if f.is_negative(a) == f.is_negative(b) => a,
        BinOp::Copysign => f.neg(a),
        BinOp::Rem | BinOp::And | BinOp::Or | BinOp::Xor => return malformed(),
    })
}

fn no_overflow(op: BinOp, f: IntFormat, a: u128, b: u128) -> Run<bool> {
    Ok(match op {
        BinOp::Add => !f.add(a, b).overflow,
        BinOp::Sub => !f.sub(a, b).overflow,
        BinOp::Mul => !f.mul(a, b).overflow,
        BinOp::Div => f.div(a, b).is_none_or(|w| !w.overflow),
        BinOp::Rem => f.rem(a, b).is_none_or(|w| !w.overflow),
        BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => return malformed(),
    })
}

fn compare(op: CmpOp, ty: Ty, a: u128, b: u128) -> bool {
    let (equal, less, greater) = match ty {
        Ty::Int(f) => (a == b, f.less(a, b), f.less(b, a)),
        Ty::Float(f) => (f.equal(a, b), f.less(a, b), f.less(b, a)),
        Ty::Ptr => (a == b, a < b, b < a),
    };
    match op {
        CmpOp::Eq => equal,
        CmpOp::Ne => !equal,
        CmpOp::Lt => less,
        CmpOp::Le => less || equal,
        CmpOp::Gt => greater,
        CmpOp::Ge => greater || equal,
    }
}
