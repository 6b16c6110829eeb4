//! Constants without terms: what a program computes from constants is computed here, as an interpreter would.
//!
//! Every function says `None` where something is not constant or not plain (results that are not a number, divisions by
//! zero, bytes that were written in another shape, addresses that are no object's); the general path takes over then and
//! gives the same answer where both have one.

use crate::exec::Executor;
use crate::state::State;
use crate::state::cells::Cell;
use crate::state::object::{Content, FAR, Fill, ObjectId};
use crate::state::value::Word;
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::*;
use pm_term::TermId;
use std::rc::Rc;

impl Executor<'_> {
    /// The value of an rvalue whose operands are constants.
    pub(crate) fn constant_rvalue(&self, state: &State, value: &Rvalue) -> Option<Word> {
        match value {
            Rvalue::Use(a) => self.plain_operand(state, a),
            Rvalue::Unary { op, ty, a } => unary(*op, *ty, self.number(state, a)?),
            Rvalue::Binary { op, ty: Ty::Int(f), a, b } => {
                int_binary(*op, *f, self.number(state, a)?, self.number(state, b)?)
            }
            Rvalue::Binary { op, ty: Ty::Float(f), a, b } => {
                float_binary(*op, *f, self.number(state, a)?, self.number(state, b)?)
            }
            Rvalue::Shift { left, ty, a, count, count_ty } => {
                shift(*left, *ty, self.number(state, a)?, self.number(state, count)?, *count_ty)
            }
            Rvalue::Cmp { op, ty: Ty::Int(f), a, b } => {
                let (a, b) = (self.number(state, a)?, self.number(state, b)?);
                small(*f)?;
                Some(Word::bool(if f.signed { compare(*op, signed(*f, a), signed(*f, b)) } else { compare(*op, a, b) }))
            }
            Rvalue::Cmp { op, ty: Ty::Float(f), a, b } => {
                float_compare(*op, *f, self.number(state, a)?, self.number(state, b)?)
            }
            Rvalue::Cmp { op, ty: Ty::Ptr, a, b } => {
                let (a, b) = (self.place(state, a)?, self.place(state, b)?);
                match op {
                    // Into different objects: `layout.rs` decides.
                    CmpOp::Eq | CmpOp::Ne if a.0 != b.0 && a.0 != 0 && b.0 != 0 => None,
                    CmpOp::Eq => Some(Word::bool(a == b)),
                    CmpOp::Ne => Some(Word::bool(a != b)),
                    _ if a.0 == b.0 => Some(Word::bool(compare(*op, a.1 as i64, b.1 as i64))),
                    _ => None,
                }
            }
            Rvalue::Cast { from, to, a } => match (from, to) {
                (Ty::Ptr, Ty::Ptr) => self.plain_operand(state, a),
                (Ty::Ptr, _) | (_, Ty::Ptr) => None,
                _ => cast(*from, *to, self.number(state, a)?),
            },
            Rvalue::PtrAdd { ptr, bytes } => {
                let (obj, off) = self.place(state, ptr).filter(|(obj, _)| !self.is_pool(*obj))?;
                let bytes = self.offset(state, bytes)?;
                Some(Word::Addr { obj, off: off.wrapping_add(bytes) })
            }
            Rvalue::Index { ptr, index, index_ty, elem_size, count: _ } => {
                let (obj, off) = self.place(state, ptr).filter(|(obj, _)| !self.is_pool(*obj))?;
                let index = self.index(state, index, *index_ty)?;
                Some(Word::Addr { obj, off: off.wrapping_add(index.wrapping_mul(*elem_size)) })
            }
            Rvalue::Load { ty, ptr } => {
                let (obj, off) = self.place(state, ptr)?;
                self.constant_load(state, obj, off, *ty)
            }
            Rvalue::NoOverflow { op, ty, a, b } => {
                no_overflow(*op, *ty, self.number(state, a)?, self.number(state, b)?)
            }
            Rvalue::InBounds { index, index_ty, count, inclusive } => {
                let index = self.index(state, index, *index_ty)?;
                Some(Word::bool(index < count + u64::from(*inclusive)))
            }
            Rvalue::AccessOk { ptr, size, write } => {
                let (obj, off) = self.place(state, ptr)?;
                let len = self.number(state, size)?;
                let fine =
                    self.plainly_inside(state, obj, off, len) && !(*write && self.objects[obj as usize].read_only);
                fine.then_some(Word::bool(true))
            }
            _ => None,
        }
    }

    /// A constant of at most 64 bits.
    pub(crate) fn number(&self, state: &State, o: &Operand) -> Option<u64> {
        match *o {
            Operand::Var(v) => match state.regs.get(v.0)? {
                Word::Const { bits, .. } => Some(*bits),
                Word::Addr { .. } | Word::Term(_) | Word::Ptr(_) => None,
            },
            Operand::Int(f, bits) if f.bits <= 64 => Some(bits as u64),
            Operand::Float(f, bits) if f.bits() <= 64 => Some(bits as u64),
            Operand::Int(..) | Operand::Float(..) | Operand::Addr(..) | Operand::Abs(_) => None,
        }
    }

    /// A constant address.
    pub(crate) fn place(&self, state: &State, o: &Operand) -> Option<(ObjectId, u64)> {
        let found = |word: &Word| match *word {
            Word::Addr { obj, off } => Some((obj, off)),
            Word::Const { .. } | Word::Term(_) | Word::Ptr(_) => None,
        };
        match *o {
            Operand::Var(v) => found(state.regs.get(v.0)?),
            Operand::Addr(Base::Global(g), off) => Some((self.objects.of_global(g), off as u64)),
            Operand::Addr(Base::Func(f), off) => Some((self.objects.of_func(f), off as u64)),
            Operand::Addr(Base::Slot(s), off) => {
                let (obj, start) = found(state.regs.get(self.slot_key(s))?)?;
                Some((obj, start.wrapping_add(off as u64)))
            }
            Operand::Abs(0) => Some((0, 0)),
            Operand::Int(..) | Operand::Float(..) | Operand::Abs(_) => None,
        }
    }

    /// An operand that needs no term.
    pub(crate) fn plain_operand(&self, state: &State, o: &Operand) -> Option<Word> {
        match *o {
            Operand::Var(v) => state.regs.get(v.0).copied(),
            Operand::Int(f, bits) if f.bits <= 64 => Some(int(f, bits as u64)),
            Operand::Float(f, bits) if f.bits() <= 64 => Some(Word::Const { width: f.bits() as u8, bits: bits as u64 }),
            Operand::Addr(..) | Operand::Abs(_) => {
                let (obj, off) = self.place(state, o)?;
                Some(Word::Addr { obj, off })
            }
            Operand::Int(..) | Operand::Float(..) => None,
        }
    }

    /// A signed number of bytes of pointer width.
    fn offset(&self, state: &State, o: &Operand) -> Option<u64> {
        let bytes = self.number(state, o)?;
        Some(if self.pointer_size == 4 { i64::from(bytes as u32 as i32) as u64 } else { bytes })
    }

    fn index(&self, state: &State, o: &Operand, ty: IntFormat) -> Option<u64> {
        let index = self.number(state, o)?;
        small(ty)?;
        Some(if ty.signed { signed(ty, index) as u64 } else { index })
    }

    fn constant_load(&self, state: &State, id: ObjectId, off: u64, ty: Ty) -> Option<Word> {
        let len = ty.access_size(self.pointer_size);
        let object = state.object(id)?;
        let size = self.objects[id as usize].const_size.map(|s| s.min(FAR));
        let inside = size.is_some_and(|s| off.checked_add(len).is_some_and(|e| e <= s));
        let Content::Cells { cells, fill } = &object.content else { return None };
        let is_device = self.objects[id as usize].device.is_some();
        if object.alive != TermId::TRUE || !inside || len > 8 || is_device {
            return None;
        }
        let word = match cells.get(off as u32) {
            Some(cell) if u64::from(cell.len) == len => cell.word,
            Some(_) => return None,
            None => {
                let alone = cells.is_empty() || cells.is_plainly_apart(off as u32, len as u8);
                let bits = match fill {
                    Fill::Zero if alone => 0,
                    Fill::Image(global) if alone => self.image_bits(*global, off as u32, len as u8) as u64,
                    Fill::Zero | Fill::Ones | Fill::Image(_) | Fill::Event(_) => return None,
                };
                Word::Const { width: len as u8 * 8, bits }
            }
        };
        match (word, ty) {
            (Word::Addr { .. } | Word::Ptr(_), Ty::Ptr) => Some(word),
            (Word::Const { bits: 0, .. }, Ty::Ptr) => Some(Word::Addr { obj: 0, off: 0 }),
            (Word::Const { bits, .. }, Ty::Int(f)) if f.bits == 1 && !f.signed => Some(Word::bool(bits != 0)),
            (Word::Const { bits, .. }, Ty::Int(f)) => Some(int(f, bits)),
            (Word::Const { .. }, Ty::Float(_)) => Some(word),
            (Word::Term(_), Ty::Int(f)) if u64::from(f.bits) == len * 8 => Some(word),
            (Word::Term(_), Ty::Float(_)) => Some(word),
            (Word::Addr { .. } | Word::Ptr(_) | Word::Term(_) | Word::Const { .. }, _) => None,
        }
    }

    /// Writes a word to a constant address where that only replaces or adds a cell; `None`: nothing was done.
    pub(crate) fn constant_store(&self, state: &mut State, id: ObjectId, off: u64, ty: Ty, word: Word) -> Option<()> {
        let len = ty.access_size(self.pointer_size);
        if !self.plainly_inside(state, id, off, len) {
            return None;
        }
        let word = match (word, ty) {
            (Word::Const { bits, .. }, Ty::Int(_) | Ty::Float(_)) if len <= 8 => {
                Word::Const { width: len as u8 * 8, bits }
            }
            (Word::Addr { .. } | Word::Ptr(_), Ty::Ptr) => word,
            (Word::Term(t), Ty::Int(_) | Ty::Float(_)) if u64::from(self.terms.width(t)) == len * 8 => word,
            (Word::Addr { .. } | Word::Ptr(_) | Word::Term(_) | Word::Const { .. }, _) => return None,
        };
        let cell = Cell { len: len as u8, word };
        let object = Rc::make_mut(&mut state.mem.get_mut(id)?.0);
        let Content::Cells { cells, .. } = &mut object.content else { return None };
        cells.put_apart(off as u32, cell).then_some(())
    }
}

fn small(f: IntFormat) -> Option<()> {
    (f.bits <= 64).then_some(())
}

fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits)
}

fn signed(f: IntFormat, bits: u64) -> i64 {
    let shift = 64 - f.bits;
    ((bits << shift) as i64) >> shift
}

/// The low bits as a value of the format.
fn int(f: IntFormat, bits: u64) -> Word {
    let width = if f == IntFormat::new(1, false) { 0 } else { f.bits };
    Word::Const { width, bits: bits & mask(f.bits) }
}

fn single(v: f32) -> Option<Word> {
    (!v.is_nan()).then(|| Word::Const { width: 32, bits: v.to_bits().into() })
}

fn double(v: f64) -> Option<Word> {
    (!v.is_nan()).then(|| Word::Const { width: 64, bits: v.to_bits() })
}

fn compare<T: PartialOrd>(op: CmpOp, a: T, b: T) -> bool {
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Lt => a < b,
        CmpOp::Le => a <= b,
        CmpOp::Gt => a > b,
        CmpOp::Ge => a >= b,
    }
}

fn unary(op: UnOp, ty: Ty, a: u64) -> Option<Word> {
    match (op, ty) {
        (UnOp::Neg, Ty::Int(f)) if f.bits > 1 && f.bits <= 64 => Some(int(f, a.wrapping_neg())),
        (UnOp::Not, Ty::Int(f)) if f.bits <= 64 => Some(int(f, !a)),
        (UnOp::FNeg, Ty::Float(FloatFormat::F32)) => single(-f32::from_bits(a as u32)),
        (UnOp::FNeg, Ty::Float(FloatFormat::F64)) => double(-f64::from_bits(a)),
        (UnOp::FAbs, Ty::Float(FloatFormat::F32)) => single(f32::from_bits(a as u32).abs()),
        (UnOp::FAbs, Ty::Float(FloatFormat::F64)) => double(f64::from_bits(a).abs()),
        (UnOp::Sqrt, Ty::Float(FloatFormat::F32)) => single(f32::from_bits(a as u32).sqrt()),
        (UnOp::Sqrt, Ty::Float(FloatFormat::F64)) => double(f64::from_bits(a).sqrt()),
        _ => None,
    }
}

fn int_binary(op: BinOp, f: IntFormat, a: u64, b: u64) -> Option<Word> {
    small(f)?;
    let bits = match op {
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        _ if f.bits == 1 => return None,
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div if f.signed => signed(f, a).checked_div(signed(f, b))? as u64,
        BinOp::Rem if f.signed => signed(f, a).checked_rem(signed(f, b))? as u64,
        BinOp::Div => a.checked_div(b)?,
        BinOp::Rem => a.checked_rem(b)?,
        BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => return None,
    };
    Some(int(f, bits))
}

fn no_overflow(op: BinOp, f: IntFormat, a: u64, b: u64) -> Option<Word> {
    small(f)?;
    let fits = if f.signed {
        let (a, b) = (signed(f, a), signed(f, b));
        let result = match op {
            BinOp::Add => a.checked_add(b),
            BinOp::Sub => a.checked_sub(b),
            BinOp::Mul => a.checked_mul(b),
            _ => return None,
        };
        result.is_some_and(|v| signed(f, v as u64) == v)
    } else {
        let result = match op {
            BinOp::Add => a.checked_add(b),
            BinOp::Sub => a.checked_sub(b),
            BinOp::Mul => a.checked_mul(b),
            _ => return None,
        };
        result.is_some_and(|v| v <= mask(f.bits))
    };
    Some(Word::bool(fits))
}

fn shift(left: bool, f: IntFormat, a: u64, count: u64, count_ty: IntFormat) -> Option<Word> {
    small(f)?;
    small(count_ty)?;
    if count >= u64::from(f.bits) || f.bits == 1 {
        return None;
    }
    Some(int(
        f,
        match (left, f.signed) {
            (true, _) => a << count,
            (false, true) => (signed(f, a) >> count) as u64,
            (false, false) => a >> count,
        },
    ))
}

fn float_binary(op: BinOp, f: FloatFormat, a: u64, b: u64) -> Option<Word> {
    match f {
        FloatFormat::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            match op {
                BinOp::Add => single(a + b),
                BinOp::Sub => single(a - b),
                BinOp::Mul => single(a * b),
                BinOp::Div => single(a / b),
                _ => None,
            }
        }
        FloatFormat::F64 => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            match op {
                BinOp::Add => double(a + b),
                BinOp::Sub => double(a - b),
                BinOp::Mul => double(a * b),
                BinOp::Div => double(a / b),
                _ => None,
            }
        }
        FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128 => None,
    }
}

fn float_compare(op: CmpOp, f: FloatFormat, a: u64, b: u64) -> Option<Word> {
    match f {
        FloatFormat::F32 => Some(Word::bool(compare(op, f32::from_bits(a as u32), f32::from_bits(b as u32)))),
        FloatFormat::F64 => Some(Word::bool(compare(op, f64::from_bits(a), f64::from_bits(b)))),
        FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128 => None,
    }
}

fn cast(from: Ty, to: Ty, a: u64) -> Option<Word> {
    match (from, to) {
        (Ty::Int(f), Ty::Int(g)) => {
            small(f)?;
            small(g)?;
            Some(int(g, if f.signed { signed(f, a) as u64 } else { a }))
        }
        (Ty::Int(f), Ty::Float(g)) => {
            small(f)?;
            match (g, f.signed) {
                (FloatFormat::F32, true) => single(signed(f, a) as f32),
                (FloatFormat::F32, false) => single(a as f32),
                (FloatFormat::F64, true) => double(signed(f, a) as f64),
                (FloatFormat::F64, false) => double(a as f64),
                (FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128, _) => None,
            }
        }
        (Ty::Float(FloatFormat::F32), Ty::Int(g)) => to_int(f32::from_bits(a as u32).into(), g),
        (Ty::Float(FloatFormat::F64), Ty::Int(g)) => to_int(f64::from_bits(a), g),
        (Ty::Float(FloatFormat::F32), Ty::Float(FloatFormat::F64)) => double(f32::from_bits(a as u32).into()),
        (Ty::Float(FloatFormat::F64), Ty::Float(FloatFormat::F32)) => single(f64::from_bits(a) as f32),
        _ => None,
    }
}

/// Towards zero; only values that fit, and that with room.
fn to_int(v: f64, g: IntFormat) -> Option<Word> {
    small(g)?;
    if g.bits == 1 || !(-9.0e18..9.0e18).contains(&v) {
        return None;
    }
    let whole = v as i64;
    let fits = if g.signed { signed(g, whole as u64) == whole } else { whole >= 0 && whole as u64 <= mask(g.bits) };
    fits.then(|| int(g, whole as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The general path computes with `pm_base::num`, too: every operation on every pair of 4-bit values.
    #[test]
    fn small_integers_as_in_pm_base() {
        let known = |w: Option<Word>| match w {
            Some(Word::Const { bits, .. }) => Some(bits),
            _ => None,
        };
        for is_signed in [false, true] {
            let f = IntFormat::new(4, is_signed);
            for a in 0..16u64 {
                for b in 0..16u64 {
                    let (x, y) = (u128::from(a), u128::from(b));
                    let cases = [
                        (BinOp::Add, Some(f.add(x, y))),
                        (BinOp::Sub, Some(f.sub(x, y))),
                        (BinOp::Mul, Some(f.mul(x, y))),
                        (BinOp::Div, f.div(x, y)),
                        (BinOp::Rem, f.rem(x, y)),
                    ];
                    for (op, want) in cases {
                        assert_eq!(known(int_binary(op, f, a, b)), want.map(|w| w.value as u64), "{op:?} {a} {b}");
                        if let (Some(got), Some(want)) = (known(no_overflow(op, f, a, b)), want) {
                            assert_eq!(got == 0, want.overflow, "{op:?} {a} {b}");
                        }
                    }
                    if b < 4 {
                        let count = IntFormat::new(32, true);
                        assert_eq!(known(shift(true, f, a, b, count)), Some(f.shl(x, b as u32).value as u64));
                        assert_eq!(known(shift(false, f, a, b, count)), Some(f.shr(x, b as u32) as u64));
                    }
                }
                for (bits, is_signed) in [(2, false), (2, true), (8, false), (8, true)] {
                    let g = IntFormat::new(bits, is_signed);
                    let got = known(cast(Ty::Int(f), Ty::Int(g), a));
                    assert_eq!(got, Some(g.convert(a.into(), f) as u64));
                }
            }
        }
    }

    #[test]
    fn floats_that_do_not_fit_are_left_to_the_general_path() {
        assert_eq!(to_int(300.0, IntFormat::new(8, false)), None);
        assert_eq!(to_int(-1.5, IntFormat::new(8, false)), None);
        assert_eq!(to_int(-0.5, IntFormat::new(8, false)), Some(Word::Const { width: 8, bits: 0 }));
        assert_eq!(to_int(f64::NAN, IntFormat::new(32, true)), None);
        assert_eq!(to_int(-128.9, IntFormat::new(8, true)), Some(Word::Const { width: 8, bits: 0x80 }));
        let inf = f64::INFINITY.to_bits();
        assert_eq!(float_binary(BinOp::Sub, FloatFormat::F64, inf, inf), None);
    }
}
