//! What the checks ask: overflow, bounds, accesses, lifetimes, as terms that are true where all is well.

use crate::exec::Executor;
use crate::state::State;
use crate::state::object::{Content, FAR, ObjectKind};
use crate::state::value::{OFFSET_BITS, Ptr};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    pub(crate) fn predicate(&mut self, state: &mut State, value: &Rvalue, span: Span) -> TermId {
        match value {
            Rvalue::NoOverflow { op, ty, a, b } => {
                let (a, b) = (self.term_operand(state, a), self.term_operand(state, b));
                if let (Some(x), Some(y)) = (self.terms.const_u64(a), self.terms.const_u64(b)) {
                    return self.terms.bool_const(no_overflow(*op, *ty, x.into(), y.into()));
                }
                self.no_overflow(*op, ty.signed, a, b)
            }
            Rvalue::NoShlOverflow { ty, a, count, count_ty } => {
                let (a, n) = (self.term_operand(state, a), self.term_operand(state, count));
                self.no_shl_overflow(*ty, a, n, *count_ty)
            }
            Rvalue::Fits { from, to, a } => self.fits(state, *from, *to, a),
            Rvalue::InBounds { index, index_ty, count, inclusive } => {
                let index = self.index_term(state, index, *index_ty);
                let count = count + u64::from(*inclusive);
                if let Some(index) = self.terms.const_u64(index) {
                    return self.terms.bool_const(index < count);
                }
                let count = self.terms.bv(OFFSET_BITS, count.into());
                self.terms.ult(index, count)
            }
            Rvalue::AccessOk { ptr, size, write } => {
                let ptr = self.ptr_operand(state, ptr);
                let size = self.size_operand(state, size);
                self.access_holds(state, ptr, size, *write, span)
            }
            Rvalue::Printable { format, args } => {
                let (format, args) = (self.ptr_operand(state, format), self.ptr_operand(state, args));
                self.printable(state, format, args, span)
            }
            Rvalue::PtrAddOk { ptr, bytes } => {
                let ptr = self.ptr_operand(state, ptr);
                self.no_node(ptr.obj);
                let bytes = self.term_operand(state, bytes);
                let bytes = self.terms.sext(bytes, OFFSET_BITS);
                let off = self.terms.add(ptr.off, bytes);
                let size = self.object_size(state, ptr, span);
                self.terms.ule(off, size)
            }
            Rvalue::FreeOk { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.free_ok(state, ptr, span)
            }
            Rvalue::CallOk { ptr, sig } => {
                let ptr = self.ptr_operand(state, ptr);
                self.over_targets(state, ptr, span, |ex, _, t| {
                    let ok = ex.objects.func(t.obj).is_some_and(|f| ex.callable(f, sig));
                    let zero = ex.terms.zero(OFFSET_BITS);
                    if ok { ex.terms.eq(t.off, zero) } else { TermId::FALSE }
                })
            }
            Rvalue::SameObject { a, b } => {
                let (a, b) = (self.ptr_operand(state, a), self.ptr_operand(state, b));
                [a, b].into_iter().for_each(|p| self.no_node(p.obj));
                let foreign = [a, b].map(|p| self.foreign_gap(state, p.obj, span));
                let same = self.terms.eq(a.obj, b.obj);
                self.terms.or_all(&[foreign[0], foreign[1], same])
            }
            Rvalue::IsDynamic { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.over_targets(state, ptr, span, |ex, _, t| {
                    let heap = t.obj != 0 && ex.objects[t.obj as usize].kind == ObjectKind::Heap;
                    ex.terms.bool_const(heap)
                })
            }
            Rvalue::IsInitVar(v) => self.is_init_var(state, *v),
            Rvalue::IsInit { ptr, size } => {
                let ptr = self.ptr_operand(state, ptr);
                self.is_init(state, ptr, *size, span)
            }
            Rvalue::NoLeak { reachable_ok: false } => self.no_leak(state),
            Rvalue::NoLeak { reachable_ok: true } => self.no_lost(state, span),
            Rvalue::ObjectSize { .. } | Rvalue::PtrOffset { .. } | Rvalue::PtrObject { .. } => {
                self.part_of_pointer(state, value, span)
            }
            // Values, which `rvalue.rs` makes.
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
            | Rvalue::Load { .. } => TermId::TRUE,
        }
    }

    /// Size, offset or number of the object that a pointer points to.
    fn part_of_pointer(&mut self, state: &mut State, value: &Rvalue, span: Span) -> TermId {
        let (Rvalue::ObjectSize { ptr } | Rvalue::PtrOffset { ptr } | Rvalue::PtrObject { ptr }) = value else {
            return TermId::TRUE;
        };
        let (ptr, bits) = (self.ptr_operand(state, ptr), self.pointer_size as u32 * 8);
        if matches!(value, Rvalue::ObjectSize { .. }) {
            let size = self.object_size(state, ptr, span);
            return self.terms.truncate(size, bits);
        }
        self.no_node(ptr.obj);
        if matches!(value, Rvalue::PtrOffset { .. }) {
            return self.terms.truncate(ptr.off, bits);
        }
        self.foreign_gap(state, ptr.obj, span);
        self.terms.zext(ptr.obj, bits)
    }

    fn no_overflow(&mut self, op: BinOp, signed: bool, a: TermId, b: TermId) -> TermId {
        let overflow = match (op, signed) {
            (BinOp::Add, true) => self.terms.saddo(a, b),
            (BinOp::Add, false) => self.terms.uaddo(a, b),
            (BinOp::Sub, true) => self.terms.ssubo(a, b),
            (BinOp::Sub, false) => self.terms.usubo(a, b),
            (BinOp::Mul, true) => self.terms.smulo(a, b),
            (BinOp::Mul, false) => self.terms.umulo(a, b),
            (_, true) => self.terms.sdivo(a, b),
            (_, false) => TermId::FALSE,
        };
        self.terms.not(overflow)
    }

    /// Nothing is shifted out, and the sign stays that of a value that is not negative.
    fn no_shl_overflow(&mut self, ty: IntFormat, a: TermId, n: TermId, count_ty: IntFormat) -> TermId {
        let shifted = self.shift(true, ty, a, n, count_ty);
        let back = self.shift(false, ty, shifted, n, count_ty);
        let kept = self.terms.eq(back, a);
        let negative = self.terms.is_negative(a);
        let positive = self.terms.not(negative);
        let sign = self.terms.is_negative(shifted);
        let no_sign = self.terms.not(sign);
        self.terms.and_all(&[kept, positive, no_sign])
    }

    /// An access may happen, seen at once where everything is constant.
    fn access_holds(&mut self, state: &mut State, ptr: Ptr, size: TermId, write: bool, span: Span) -> TermId {
        let constants = [ptr.obj, ptr.off, size].map(|t| self.terms.const_u64(t));
        if let [Some(obj), Some(off), Some(len)] = constants
            && self.plainly_inside(state, obj as u32, off, len)
            && !(write && self.objects[obj as usize].read_only)
        {
            return TermId::TRUE;
        }
        self.access_ok(state, ptr, size, write, span)
    }

    pub(crate) fn fits(&mut self, state: &State, from: Ty, to: IntFormat, a: &Operand) -> TermId {
        let a = self.term_operand(state, a);
        match from {
            Ty::Int(f) => {
                let width = u32::from(f.bits.max(to.bits)) + 1;
                let wide = self.resize(a, f, width);
                let (lo, hi) = (to.to_i128(to.min()), to.max());
                let lo = self.terms.bv_signed(width, lo);
                let hi = self.terms.bv(width, hi);
                let (x, y) = (self.terms.sle(lo, wide), self.terms.sle(wide, hi));
                self.terms.and(x, y)
            }
            Ty::Float(f) => self.float_fits(f, a, to),
            Ty::Ptr => TermId::TRUE,
        }
    }

    fn free_ok(&mut self, state: &mut State, ptr: Ptr, span: Span) -> TermId {
        self.over_targets(state, ptr, span, |ex, state, t| {
            let zero = ex.terms.zero(OFFSET_BITS);
            let start = ex.terms.eq(t.off, zero);
            if t.obj == 0 {
                return start;
            }
            let heap = ex.objects[t.obj as usize].kind == ObjectKind::Heap;
            if let Some(pool) = ex.pool_in(state, t.obj) {
                return ex.node_starts(&pool, t);
            }
            match state.object(t.obj) {
                Some(o) if heap => ex.terms.and(o.alive, start),
                _ => TermId::FALSE,
            }
        })
    }

    pub(crate) fn object_size(&mut self, state: &mut State, ptr: Ptr, span: Span) -> TermId {
        self.foreign_gap(state, ptr.obj, span);
        let mut result = self.terms.zero(OFFSET_BITS);
        match self.targets(state, ptr) {
            Some(targets) => {
                for t in targets {
                    let size = self.objects[t.obj as usize].size;
                    result = self.terms.ite(t.guard, size, result);
                }
            }
            None => self.gap(state, span, "a pointer that can point to too many objects"),
        }
        result
    }

    /// The disjunction over a pointer's targets of what `f` says of each.
    fn over_targets(
        &mut self,
        state: &mut State,
        ptr: Ptr,
        span: Span,
        mut f: impl FnMut(&mut Self, &State, crate::pointers::targets::Target) -> TermId,
    ) -> TermId {
        let Some(targets) = self.targets(state, ptr) else {
            self.gap(state, span, "a pointer that can point to too many objects");
            return TermId::TRUE;
        };
        let mut result = self.foreign_gap(state, ptr.obj, span);
        for t in targets {
            if self.foreign.object() == Some(t.obj) {
                continue;
            }
            let ok = f(self, state, t);
            let here = self.terms.and(t.guard, ok);
            result = self.terms.or(result, here);
        }
        result
    }

    // ---- accesses --------------------------------------------------------------------------------------------------

    pub(crate) fn access_ok(&mut self, state: &mut State, ptr: Ptr, size: TermId, write: bool, span: Span) -> TermId {
        let ok = self.over_targets(state, ptr, span, |ex, state, t| ex.target_ok(state, t, size, write));
        let zero = self.terms.zero(OFFSET_BITS);
        let nothing = self.terms.eq(size, zero);
        self.terms.or(ok, nothing)
    }

    fn target_ok(&mut self, state: &State, t: crate::pointers::targets::Target, size: TermId, write: bool) -> TermId {
        let Some(object) = state.object(t.obj) else { return TermId::FALSE };
        if let Content::Pool(pool) = &object.content {
            let pool = pool.clone();
            return self.node_ok(&pool, t, size);
        }
        let info = &self.objects[t.obj as usize];
        if write && info.read_only {
            return TermId::FALSE;
        }
        let (alive, bytes) = (object.alive, info.size);
        // off <= bytes && size <= bytes - off, unsigned: no sum can wrap.
        let inside = self.terms.ule(t.off, bytes);
        let room = self.terms.sub(bytes, t.off);
        let enough = self.terms.ule(size, room);
        self.terms.and_all(&[alive, inside, enough])
    }

    /// Is the access valid? Where it is not, what follows is inexact, unless the executor is lenient.
    pub(crate) fn valid_access(&mut self, state: &mut State, ptr: Ptr, len: u64, write: bool, span: Span) -> TermId {
        let size = self.terms.bv(OFFSET_BITS, len.into());
        self.valid_range(state, ptr, size, write, span)
    }

    /// As [`Executor::valid_access`], for a number of bytes that need not be constant.
    pub(crate) fn valid_range(&mut self, state: &mut State, ptr: Ptr, size: TermId, write: bool, span: Span) -> TermId {
        let ok = self.access_ok(state, ptr, size, write, span);
        if self.options.lenient.is_none() {
            let bad = self.terms.not(ok);
            let path = state.guard.term();
            let cond = self.terms.and(path, bad);
            if cond != TermId::FALSE && !self.skeleton.excludes(&self.terms, path, bad) {
                self.gap_if(cond, span, "an access that is not valid");
            }
        } else {
            self.gap_at_number(state, ptr, span);
        }
        ok
    }

    /// A live object with a constant size that holds the range: the common case.
    pub(crate) fn plainly_inside(&self, state: &State, id: u32, off: u64, len: u64) -> bool {
        let Some(object) = state.object(id) else { return false };
        let info = &self.objects[id as usize];
        let size = info.const_size.map(|s| s.min(FAR)).filter(|_| !self.is_pool(id) && info.device.is_none());
        object.alive == TermId::TRUE && size.is_some_and(|s| off.checked_add(len).is_some_and(|e| e <= s))
    }
}

fn no_overflow(op: BinOp, f: IntFormat, x: u128, y: u128) -> bool {
    match op {
        BinOp::Add => !f.add(x, y).overflow,
        BinOp::Sub => !f.sub(x, y).overflow,
        BinOp::Mul => !f.mul(x, y).overflow,
        _ => f.div(x, y).is_none_or(|w| !w.overflow),
    }
}
