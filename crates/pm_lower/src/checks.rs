//! The pass that adds the checked properties: assertions before the instructions that could go wrong.
//!
//! What an instruction stands for is its [`Role`]; what is looked for is in the options. Within library models only
//! pointers and bounds are checked. No assertion is made for what cannot fail: constant operands in range, accesses to
//! known places of live objects, and addresses that a bounds check of the same block vouches for.

use crate::coverage;
use crate::function::RawFunction;
use crate::program::Cx;
use crate::results::{After, End};
use crate::uninit::Definite;
use crate::{CheckOptions, ShlOverflow};
use pm_base::num::IntFormat;
use pm_base::{Idx, IndexVec, Span, Symbol};
use pm_ir::uses::{inst_operands, term_operand};
use pm_ir::{
    Base, BinOp, Block, Callee, CmpOp, FuncId, Function, GlobalId, Inst, InstKind, Operand, PropId, Property,
    PropertyKind, Role, Rvalue, StorageKind, TermKind, Terminator, Ty, UnOp, Var, VarId,
};
use rustc_hash::FxHashMap;

/// Of the flag for ends without a result.
const BYTE: IntFormat = IntFormat::new(8, false);

/// Counts the properties of a function name and kind, for their ids.
#[derive(Default)]
pub(crate) struct Numbers(FxHashMap<(Symbol, PropertyKind), u32>);

pub(crate) fn add_checks(cx: &mut Cx<'_>, id: FuncId, raw: RawFunction) -> Function {
    let on = checks_at(cx, &raw, raw.span);
    let definite = on.uninitialised.then(|| Definite::new(&raw));
    let pointer_size = cx.hir.types.pointer_size();
    let mut checker = Checker {
        cx,
        id,
        on,
        raw,
        pointer_size,
        insts: Vec::new(),
        known: FxHashMap::default(),
        checked: FxHashMap::default(),
        definite,
        scratch: Vec::new(),
    };
    let blocks = checker.blocks();
    let mut raw = checker.raw;
    coverage::publish(cx, id, &mut raw);
    Function {
        name: raw.name,
        params: raw.params,
        ret: raw.ret,
        variadic: raw.variadic,
        vars: raw.vars,
        slots: raw.slots,
        blocks,
        unwind_bounds: raw.unwind_bounds,
        is_model: raw.is_model,
        stub: raw.stub,
        span: raw.span,
    }
}

/// Within library models no pragmas of the program hold.
fn checks_at(cx: &Cx<'_>, raw: &RawFunction, span: Span) -> CheckOptions {
    if raw.is_model {
        let all = cx.opts.checks;
        CheckOptions { bounds: all.bounds, pointer: all.pointer, ..CheckOptions::none() }
    } else {
        cx.checks_at(span)
    }
}

struct Checker<'c, 'p> {
    cx: &'c mut Cx<'p>,
    id: FuncId,
    /// At the instruction that is looked at.
    on: CheckOptions,
    raw: RawFunction,
    pointer_size: u64,
    /// Of the block under construction.
    insts: Vec<Inst>,
    /// Pointers into objects that are certainly alive.
    known: FxHashMap<VarId, Known>,
    /// Pointers that passed a check in this block, with the size of the access and whether it was a write.
    checked: FxHashMap<VarId, (u64, bool)>,
    definite: Option<Definite>,
    /// Bools for composite conditions.
    scratch: Vec<VarId>,
}

/// What is known of a pointer.
#[derive(Clone, Copy)]
struct Known {
    /// So many bytes from there on lie in the object.
    bytes: u64,
    writable: bool,
    /// Into an object that is always initialised.
    is_initialised: bool,
}

impl Checker<'_, '_> {
    fn blocks(&mut self) -> IndexVec<pm_ir::BlockId, Block> {
        let mut blocks = IndexVec::with_capacity(self.raw.blocks.len());
        for b in 0..self.raw.blocks.len() {
            let block = std::mem::take(&mut self.raw.blocks[pm_ir::BlockId::new(b)]);
            self.known.clear();
            self.checked.clear();
            if let Some(d) = &mut self.definite {
                d.enter(b);
            }
            let mut insts = block.insts.into_iter();
            while let Some(inst) = insts.next() {
                self.inst(inst, insts.as_slice());
            }
            let term = block.term.unwrap_or(Terminator { kind: TermKind::Unreachable, span: self.raw.span });
            if let Some(Operand::Var(v)) = term_operand(&term.kind) {
                self.initialised_var(*v, term.span);
            }
            // Exactly as long as needed; the buffer serves the next block.
            blocks.push(Block { insts: self.insts.drain(..).collect(), term });
        }
        blocks
    }

    fn inst(&mut self, mut inst: Inst, rest: &[Inst]) {
        self.on = checks_at(self.cx, &self.raw, inst.span);
        self.initialised_operands(&inst);
        let (span, role) = (inst.span, inst.role);
        let mut after = After::Nothing;
        match &mut inst.kind {
            InstKind::Assign { dst, value } => {
                let dst = *dst;
                if let Rvalue::Load { ty, ptr } = value {
                    let changed = *ptr == Operand::Var(dst);
                    let rmw = role == Role::MergeRead || (!changed && is_written_soon(*ptr, *ty, rest));
                    self.load(*ty, *ptr, rmw, role, span);
                }
                let after = self.rvalue(value, role, span);
                self.track(dst, value, role);
                self.insts.push(inst);
                if let Some(after) = after {
                    self.float_result(after, dst, span);
                }
                return;
            }
            InstKind::Store { ty, ptr, .. } => {
                let size = ty.access_size(self.pointer_size);
                self.access(*ptr, size, true, role, span);
            }
            InstKind::Copy { dst, src, size: Operand::Int(_, size) } => {
                let (dst, src, size) = (*dst, *src, *size as u64);
                if Some(dst) != self.raw.result_ptr.map(Operand::Var) {
                    self.access(dst, size, true, role, span);
                }
                self.access(src, size, false, role, span);
            }
            InstKind::Havoc { ptr, size: Operand::Int(_, size), .. } => {
                self.access(*ptr, *size as u64, true, role, span)
            }
            InstKind::Call { dst, callee, args } => {
                let dst = *dst;
                self.call(callee, role, span);
                self.checked.clear();
                self.forget(dst);
                after = self.cx.after_call(dst, callee, args, rest);
            }
            InstKind::Assert { prop, .. } | InstKind::Cover { prop, .. } => {
                if self.raw.no_result == Some(*prop) {
                    match self.cx.results.end(self.id) {
                        End::NotReached => {}
                        End::Harmless => return,
                        End::SetsFlag => {
                            let flag = self.cx.no_result_flag();
                            return self.set_flag(flag, 1, span);
                        }
                    }
                }
                *prop = self.requested(*prop);
            }
            InstKind::Dead(_) | InstKind::Decl(_) | InstKind::Free { .. } | InstKind::Release { .. } => {
                self.checked.clear();
                self.known.clear();
            }
            InstKind::Alloc { dst, .. } | InstKind::Nondet { dst, .. } | InstKind::DeclVar(dst) => {
                let dst = Some(*dst);
                self.forget(dst);
            }
            InstKind::Print { dst, .. } | InstKind::Format { dst, .. } => {
                let dst = *dst;
                self.forget(dst);
            }
            InstKind::Copy { .. }
            | InstKind::Fill { .. }
            | InstKind::Havoc { .. }
            | InstKind::Inexact { .. }
            | InstKind::Assume { .. } => {}
        }
        if let Some(d) = &mut self.definite {
            d.step(&inst.kind);
        }
        self.insts.push(inst);
        match after {
            After::Nothing => {}
            After::Clears(flag) => self.set_flag(flag, 0, span),
            After::Demands(flag) => self.demand_result(flag, span),
        }
    }

    fn set_flag(&mut self, flag: GlobalId, value: u128, span: Span) {
        let (ty, ptr, value) = (Ty::Int(BYTE), Operand::Addr(Base::Global(flag), 0), Operand::Int(BYTE, value));
        self.insts.push(Inst { kind: InstKind::Store { ty, ptr, value }, span, role: Role::Glue });
    }

    /// The function that was called had a result.
    fn demand_result(&mut self, flag: GlobalId, span: Span) {
        let (set, ty) = (self.var(Ty::Int(BYTE)), Ty::Int(BYTE));
        self.glue(set, Rvalue::Load { ty, ptr: Operand::Addr(Base::Global(flag), 0) }, span);
        let cond = Rvalue::Cmp { op: CmpOp::Eq, ty, a: Operand::Var(set), b: Operand::Int(BYTE, 0) };
        self.assert(cond, PropertyKind::Unreachable, "the function comes to its end without a result", span);
    }

    // ---- properties -----------------------------------------------------------------------------------------------

    fn property(&mut self, kind: PropertyKind, text: String, span: Span) -> PropId {
        let name = self.raw.label;
        let n = self.cx.numbers.0.entry((name, kind)).or_insert(0);
        *n += 1;
        let name = self.cx.session.interner.name(name);
        let id = format!("{name}.{}.{n}", kind.name());
        let speaks_of_caller = kind == PropertyKind::MemoryLeak || text.starts_with("precondition of");
        let text = if self.raw.is_model && self.raw.label == self.raw.name && !speaks_of_caller {
            format!("{text} in library function {name}")
        } else {
            text
        };
        let text = pm_base::visible(&text).into_owned();
        self.cx.props.push(Property { id, kind, func: self.raw.owner.unwrap_or(self.id), span, text, goes_on: false })
    }

    /// A property whose id says all.
    fn named(&mut self, id: String, kind: PropertyKind, text: String, span: Span) -> PropId {
        let text = pm_base::visible(&text).into_owned();
        self.cx.props.push(Property { id, kind, func: self.id, span, text, goes_on: false })
    }

    /// The property of an assertion that the program itself makes; it may make it at several places.
    fn requested(&mut self, prop: PropId) -> PropId {
        let Some(pending) = self.raw.pending.get_mut(prop.index()) else {
            return self.property(PropertyKind::Assertion, String::new(), Span::NONE);
        };
        if let Some(made) = pending.made {
            return made;
        }
        let (kind, text, span) = (pending.kind, std::mem::take(&mut pending.text), pending.span);
        let goes_on = pending.goes_on;
        let made = match pending.id.take() {
            Some(id) => self.named(id, kind, text, span),
            None => self.property(kind, text, span),
        };
        self.cx.props[made].goes_on = goes_on;
        self.raw.pending[prop.index()].made = Some(made);
        made
    }

    /// `what` is followed by the C text.
    fn assert(&mut self, cond: Rvalue, kind: PropertyKind, what: &str, span: Span) {
        let code = self.cx.session.sources.snippet(span, 100);
        let text = if code.is_empty() { what.to_string() } else { format!("{what} in {code}") };
        let prop = self.property(kind, text, span);
        self.insts.push(Inst { kind: InstKind::Assert { cond, prop }, span, role: Role::Glue });
    }

    fn glue(&mut self, dst: VarId, value: Rvalue, span: Span) {
        self.insts.push(Inst { kind: InstKind::Assign { dst, value }, span, role: Role::Glue });
    }

    fn scratch_var(&mut self, at: usize) -> VarId {
        while self.scratch.len() <= at {
            self.scratch.push(self.raw.vars.push(Var {
                name: None,
                ty: Ty::BOOL,
                cty: None,
                kind: StorageKind::Temp,
                span: self.raw.span,
            }));
        }
        self.scratch[at]
    }

    fn offset_var(&mut self) -> VarId {
        self.var(Ty::Int(self.offset_format()))
    }

    fn offset_format(&self) -> IntFormat {
        IntFormat::new(self.pointer_size as u8 * 8, true)
    }

    fn var(&mut self, ty: Ty) -> VarId {
        self.raw.vars.push(Var { name: None, ty, cty: None, kind: StorageKind::Temp, span: self.raw.span })
    }

    // ---- operations -----------------------------------------------------------------------------------------------

    /// Checks before an assignment; says which checks of a float result come after it.
    fn rvalue(&mut self, value: &Rvalue, role: Role, span: Span) -> Option<FloatResult> {
        match value {
            Rvalue::Binary { op, ty: Ty::Int(f), a, b } if role == Role::User => self.int_binary(*op, *f, *a, *b, span),
            Rvalue::Binary { op, ty: Ty::Float(f), a, b } if role == Role::User => {
                if *op == BinOp::Div && self.on.float_div_by_zero {
                    let zero = Operand::Float(*f, 0);
                    let cond = Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Float(*f), a: *b, b: zero };
                    self.assert(cond, PropertyKind::FloatDivisionByZero, "floating-point division by zero", span);
                }
                return self.before_float(&[*a, *b], Ty::Float(*f), Ty::Float(*f), span);
            }
            Rvalue::Unary { op: UnOp::Neg, ty: Ty::Int(f), a } if role == Role::User => {
                self.overflow(BinOp::Sub, *f, Operand::Int(*f, 0), *a, "unary minus", span);
            }
            Rvalue::Shift { left, ty, a, count, count_ty } if role == Role::User => {
                self.shift(*left, *ty, *a, *count, *count_ty, span);
            }
            Rvalue::Cast { from, to, a } => return self.cast(*from, *to, *a, role, span),
            Rvalue::Index { ptr, index, index_ty, elem_size, count } => {
                self.index(*ptr, (*index, *index_ty), *elem_size, *count, role, span);
            }
            Rvalue::Cmp { op: CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge, ty: Ty::Ptr, a, b }
                if role == Role::User =>
            {
                self.same_object(*a, *b, "comparison of pointers into one object", span);
            }
            Rvalue::PtrDiff { a, b, .. } if role == Role::User => {
                self.same_object(*a, *b, "difference of pointers into one object", span);
            }
            Rvalue::PtrAdd { ptr, bytes } if role == Role::User && self.on.pointer_overflow => {
                let cond = Rvalue::PtrAddOk { ptr: *ptr, bytes: *bytes };
                self.assert(cond, PropertyKind::PointerOverflow, "pointer arithmetic stays in the object", span);
            }
            _ => {}
        }
        None
    }

    fn int_binary(&mut self, op: BinOp, f: IntFormat, a: Operand, b: Operand, span: Span) {
        match op {
            BinOp::Add => self.overflow(op, f, a, b, "+", span),
            BinOp::Sub => self.overflow(op, f, a, b, "-", span),
            BinOp::Mul => self.overflow(op, f, a, b, "*", span),
            BinOp::Div | BinOp::Rem => {
                let divisor = if let Operand::Int(_, v) = b { Some(v) } else { None };
                if self.on.div_by_zero && divisor.is_none_or(|v| v == 0) {
                    let cond = Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Int(f), a: b, b: Operand::Int(f, 0) };
                    self.assert(cond, PropertyKind::DivisionByZero, "division by zero", span);
                }
                let can_overflow =
                    divisor.is_none_or(|v| v == f.mask()) && !matches!(a, Operand::Int(_, v) if v != f.min());
                if f.signed && can_overflow {
                    self.overflow(op, f, a, b, if op == BinOp::Div { "/" } else { "%" }, span);
                }
            }
            BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => {}
        }
    }

    fn overflow(&mut self, op: BinOp, f: IntFormat, a: Operand, b: Operand, symbol: &str, span: Span) {
        let (on, kind, sign) = if f.signed {
            let defined = self.cx.opts.wrapv && !matches!(op, BinOp::Div | BinOp::Rem);
            let on = self.on.signed_overflow && (!defined || self.on.defined_overflow);
            (on, PropertyKind::Overflow, "signed")
        } else {
            (self.on.unsigned_overflow, PropertyKind::UnsignedOverflow, "unsigned")
        };
        if on {
            let what = format!("arithmetic overflow on {sign} {symbol}");
            self.assert(Rvalue::NoOverflow { op, ty: f, a, b }, kind, &what, span);
        }
    }

    fn shift(&mut self, left: bool, f: IntFormat, a: Operand, count: Operand, count_ty: IntFormat, span: Span) {
        let bits = u64::from(f.bits);
        let in_range = matches!(count, Operand::Int(c, n) if !c.is_negative(n) && n < u128::from(bits));
        if self.on.undefined_shift && !in_range {
            let cond = Rvalue::InBounds { index: count, index_ty: count_ty, count: bits, inclusive: false };
            self.assert(cond, PropertyKind::UndefinedShift, "shift distance in range", span);
        }
        if left && f.signed {
            self.shl_overflow(f, a, count, count_ty, span);
        }
    }

    fn shl_overflow(&mut self, f: IntFormat, a: Operand, count: Operand, count_ty: IntFormat, span: Span) {
        if self.cx.opts.wrapv && !self.on.defined_overflow {
            return;
        }
        let a = match self.on.shl_overflow {
            ShlOverflow::Off => return,
            ShlOverflow::C11 => a,
            ShlOverflow::Value => self.without_sign(f, a, span),
        };
        let known = |o: Operand| if let Operand::Int(f, bits) = o { Some(f.to_i128(bits)) } else { None };
        if let (Some(value), Some(n)) = (known(a), known(count))
            && (0..i128::from(f.bits)).contains(&n)
            && !f.shl(f.wrap(value as u128), n as u32).overflow
        {
            return;
        }
        let cond = Rvalue::NoShlOverflow { ty: f, a, count, count_ty };
        let what = "arithmetic overflow on signed << (undefined in C11, gcc defines it)";
        self.assert(cond, PropertyKind::Overflow, what, span);
    }

    /// `a`, or `~a` where `a` is negative: either both can be multiplied by a power of two, or none.
    fn without_sign(&mut self, f: IntFormat, a: Operand, span: Span) -> Operand {
        if let Operand::Int(_, bits) = a {
            return Operand::Int(f, if f.is_negative(bits) { f.wrap(!bits) } else { bits });
        }
        let ty = Ty::Int(f);
        let (sign, folded) = (self.var(ty), self.var(ty));
        let int = IntFormat::new(32, true);
        let count = Operand::Int(int, u128::from(f.bits) - 1);
        self.glue(sign, Rvalue::Shift { left: false, ty: f, a, count, count_ty: int }, span);
        self.glue(folded, Rvalue::Binary { op: BinOp::Xor, ty, a, b: Operand::Var(sign) }, span);
        Operand::Var(folded)
    }

    fn cast(&mut self, from: Ty, to: Ty, a: Operand, role: Role, span: Span) -> Option<FloatResult> {
        match (from, to) {
            (Ty::Int(f), Ty::Int(t)) if role == Role::User && self.on.conversion && !always_fits(f, t) => {
                let cond = Rvalue::Fits { from, to: t, a };
                self.assert(cond, PropertyKind::Conversion, "conversion keeps the value", span);
            }
            (Ty::Float(_), Ty::Int(t)) if role != Role::Glue && (self.on.float_to_int || self.on.conversion) => {
                let cond = Rvalue::Fits { from, to: t, a };
                let what = "conversion of a floating-point value to an integer in range";
                self.assert(cond, PropertyKind::Conversion, what, span);
            }
            (Ty::Float(f), Ty::Float(t)) if role != Role::Glue && t < f => {
                return self.before_float(&[a], from, to, span);
            }
            _ => {}
        }
        None
    }

    fn index(
        &mut self,
        ptr: Operand,
        (index, index_ty): (Operand, IntFormat),
        elem_size: u64,
        count: Option<u64>,
        role: Role,
        span: Span,
    ) {
        if role == Role::Glue {
            return;
        }
        if self.on.pointer && !(count.is_some() && self.on.bounds) {
            self.no_wrap_around(index, index_ty, elem_size, span);
        }
        match count {
            Some(count) if self.on.bounds => {
                let inclusive = role == Role::AddressOnly;
                let cond = Rvalue::InBounds { index, index_ty, count, inclusive };
                self.assert(cond, PropertyKind::Bounds, "array index in bounds", span);
            }
            None if self.on.pointer_overflow => {
                let (wide, bytes) = (self.offset_var(), self.offset_var());
                let ty = self.raw.vars[wide].ty;
                let Ty::Int(f) = ty else { return };
                self.glue(wide, Rvalue::Cast { from: Ty::Int(index_ty), to: ty, a: index }, span);
                let size = Operand::Int(f, f.wrap(u128::from(elem_size)));
                self.glue(bytes, Rvalue::Binary { op: BinOp::Mul, ty, a: Operand::Var(wide), b: size }, span);
                let cond = Rvalue::PtrAddOk { ptr, bytes: Operand::Var(bytes) };
                self.assert(cond, PropertyKind::PointerOverflow, "pointer arithmetic stays in the object", span);
            }
            _ => {}
        }
    }

    /// The distance of an element fits 64 bits, the offsets of pointers. With indices of fewer bits it always does.
    fn no_wrap_around(&mut self, index: Operand, index_ty: IntFormat, elem_size: u64, span: Span) {
        let f = IntFormat::new(64, true);
        if elem_size <= 1 || index_ty.bits < f.bits {
            return;
        }
        let size = Operand::Int(f, f.wrap(u128::from(elem_size)));
        let index = match index {
            Operand::Int(from, bits) => Operand::Int(f, f.convert(bits, from)),
            index => {
                let wide = self.var(Ty::Int(f));
                self.glue(wide, Rvalue::Cast { from: Ty::Int(index_ty), to: Ty::Int(f), a: index }, span);
                Operand::Var(wide)
            }
        };
        if let (Operand::Int(_, i), Operand::Int(_, n)) = (index, size)
            && !f.mul(i, n).overflow
        {
            return;
        }
        let cond = Rvalue::NoOverflow { op: BinOp::Mul, ty: f, a: index, b: size };
        self.assert(cond, PropertyKind::PointerOverflow, "pointer arithmetic does not wrap around", span);
    }

    fn same_object(&mut self, a: Operand, b: Operand, what: &str, span: Span) {
        if self.on.pointer && self.on.pointer_compare {
            self.assert(Rvalue::SameObject { a, b }, PropertyKind::Pointer, what, span);
        }
    }

    fn call(&mut self, callee: &Callee, role: Role, span: Span) {
        if let Callee::Indirect(ptr, sig) = callee
            && self.on.pointer
            && role != Role::Glue
        {
            let cond = Rvalue::CallOk { ptr: *ptr, sig: sig.clone() };
            self.assert(cond, PropertyKind::Pointer, "pointer to a function of this type", span);
        }
    }

    // ---- floats ---------------------------------------------------------------------------------------------------

    /// Remembers whether the operands were finite and numbers, before the result overwrites one of them.
    fn before_float(&mut self, operands: &[Operand], ty: Ty, result: Ty, span: Span) -> Option<FloatResult> {
        if !self.on.float_overflow && !self.on.nan {
            return None;
        }
        let (finite, number) = (self.scratch_var(0), self.scratch_var(1));
        let one = self.scratch_var(2);
        self.glue(finite, Rvalue::Use(Operand::TRUE), span);
        self.glue(number, Rvalue::Use(Operand::FALSE), span);
        for &a in operands {
            self.glue(one, Rvalue::Unary { op: UnOp::IsFinite, ty, a }, span);
            self.glue(finite, both(BinOp::And, finite, one), span);
            self.glue(one, Rvalue::Unary { op: UnOp::IsNan, ty, a }, span);
            self.glue(number, both(BinOp::Or, number, one), span);
        }
        Some(FloatResult { were_finite: finite, was_nan: number, ty: result })
    }

    fn float_result(&mut self, r: FloatResult, dst: VarId, span: Span) {
        let (one, ok) = (self.scratch_var(2), self.scratch_var(3));
        let (ty, a) = (r.ty, Operand::Var(dst));
        if self.on.float_overflow {
            self.glue(one, Rvalue::Unary { op: UnOp::IsInf, ty, a }, span);
            self.glue(ok, both(BinOp::And, one, r.were_finite), span);
            let cond = Rvalue::Unary { op: UnOp::Not, ty: Ty::BOOL, a: Operand::Var(ok) };
            self.assert(cond, PropertyKind::FloatOverflow, "floating-point overflow", span);
        }
        if self.on.nan {
            self.glue(one, Rvalue::Unary { op: UnOp::IsNan, ty, a }, span);
            self.glue(one, Rvalue::Unary { op: UnOp::Not, ty: Ty::BOOL, a: Operand::Var(one) }, span);
            self.assert(both(BinOp::Or, one, r.was_nan), PropertyKind::Nan, "NaN", span);
        }
    }

    // ---- memory ---------------------------------------------------------------------------------------------------

    /// `rmw`: a write to the same place follows, which is checked here, before the read.
    fn load(&mut self, ty: Ty, ptr: Operand, rmw: bool, role: Role, span: Span) {
        let size = ty.access_size(self.pointer_size);
        self.access(ptr, size, rmw, role, span);
        if !self.on.uninitialised || role != Role::User || self.is_always_initialised(ty, ptr) {
            return;
        }
        self.assert(Rvalue::IsInit { ptr, size }, PropertyKind::Uninitialised, "initialised value", span);
    }

    /// What is always initialised; and bytes behind pointers, which C allows to be read in any state.
    fn is_always_initialised(&self, ty: Ty, ptr: Operand) -> bool {
        match ptr {
            Operand::Addr(base, _) => self.begins_initialised(base),
            Operand::Var(v) => ty == Ty::int(8, false) || self.known.get(&v).is_some_and(|k| k.is_initialised),
            Operand::Abs(_) | Operand::Int(..) | Operand::Float(..) => true,
        }
    }

    /// Objects that begin with a value, and have one for ever: copies may be indeterminate, where there are copies.
    fn begins_initialised(&self, base: Base) -> bool {
        match base {
            Base::Global(g) => self.cx.globals[g].read_only || !self.cx.has_copies,
            Base::Slot(s) => self.raw.initialised.get(s.index()).copied().unwrap_or(false) && !self.cx.has_copies,
            Base::Func(_) => true,
        }
    }

    fn access(&mut self, ptr: Operand, size: u64, write: bool, role: Role, span: Span) {
        if !self.on.pointer || size == 0 || role == Role::Glue || self.is_known_access(ptr, size, write) {
            return;
        }
        let size_ty = IntFormat::new(self.pointer_size as u8 * 8, false);
        let bytes = Operand::Int(size_ty, size_ty.wrap(u128::from(size)));
        let what = if write { "dereference: pointer valid for writing" } else { "dereference: pointer valid" };
        self.assert(Rvalue::AccessOk { ptr, size: bytes, write }, PropertyKind::Pointer, what, span);
        if let Operand::Var(v) = ptr {
            self.checked.insert(v, (size, write));
        }
    }

    fn is_known_access(&self, ptr: Operand, size: u64, write: bool) -> bool {
        let known = match ptr {
            Operand::Var(v) => {
                if self.checked.get(&v).is_some_and(|(n, w)| *n >= size && (*w || !write)) {
                    return true;
                }
                self.known.get(&v).copied()
            }
            _ => self.known_address(ptr),
        };
        known.is_some_and(|k| k.bytes >= size && (k.writable || !write))
    }

    /// What is known of a constant address.
    fn known_address(&self, ptr: Operand) -> Option<Known> {
        let Operand::Addr(base, offset) = ptr else { return None };
        let (size, writable) = match base {
            Base::Global(g) => (self.cx.globals[g].size, !self.cx.globals[g].read_only),
            Base::Slot(s) => (self.raw.slots[s].size, true),
            Base::Func(_) => return None,
        };
        let offset = u64::try_from(offset).ok()?;
        let is_initialised = self.begins_initialised(base);
        Some(Known { bytes: size.checked_sub(offset)?, writable, is_initialised })
    }

    fn known_of(&self, ptr: Operand) -> Option<Known> {
        match ptr {
            Operand::Var(v) => self.known.get(&v).copied(),
            _ => self.known_address(ptr),
        }
    }

    fn forget(&mut self, dst: Option<VarId>) {
        if let Some(dst) = dst {
            self.known.remove(&dst);
            self.checked.remove(&dst);
        }
    }

    /// What the assignment tells about the pointer it makes.
    fn track(&mut self, dst: VarId, value: &Rvalue, role: Role) {
        let known = match value {
            Rvalue::Use(ptr @ (Operand::Var(_) | Operand::Addr(..))) => self.known_of(*ptr),
            Rvalue::PtrAdd { ptr, bytes: Operand::Int(f, bits) } => self.known_of(*ptr).and_then(|k| {
                let bytes = u64::try_from(f.to_i128(*bits)).ok()?;
                Some(Known { bytes: k.bytes.checked_sub(bytes)?, ..k })
            }),
            Rvalue::Index { ptr, elem_size, count: Some(count), .. } if role == Role::User && self.on.bounds => {
                let array = elem_size.checked_mul(*count);
                let fits = |k: &Known| array.is_some_and(|n| n <= k.bytes);
                self.known_of(*ptr).filter(fits).map(|k| Known { bytes: *elem_size, ..k })
            }
            _ => None,
        };
        self.checked.remove(&dst);
        match known {
            Some(k) => self.known.insert(dst, k),
            None => self.known.remove(&dst),
        };
        if let Some(d) = &mut self.definite {
            d.set(dst, true);
        }
    }

    // ---- registers without a value --------------------------------------------------------------------------------

    fn initialised_operands(&mut self, inst: &Inst) {
        // What is asserted or assumed is computed in the instruction itself.
        let is_condition = matches!(inst.kind, InstKind::Assert { .. } | InstKind::Assume { .. });
        if self.definite.is_none() || (inst.role == Role::Glue && !is_condition) {
            return;
        }
        let mut suspects = Vec::new();
        let definite = self.definite.as_ref();
        inst_operands(&inst.kind, &mut |o: &Operand| {
            if let Operand::Var(v) = o
                && definite.is_some_and(|d| d.is_suspect(*v))
            {
                suspects.push(*v);
            }
        });
        for v in suspects {
            self.initialised_var(v, inst.span);
        }
    }

    fn initialised_var(&mut self, var: VarId, span: Span) {
        if !self.definite.as_ref().is_some_and(|d| d.is_suspect(var)) {
            return;
        }
        let name = self.raw.vars[var].name.map(|n| self.cx.session.interner.name(n).to_string());
        let what = format!("{} has a value", name.as_deref().unwrap_or("variable"));
        self.assert(Rvalue::IsInitVar(var), PropertyKind::Uninitialised, &what, span);
        if let Some(d) = &mut self.definite {
            d.set(var, true);
        }
    }
}

/// The state of a float operation's operands, for the checks of its result.
struct FloatResult {
    were_finite: VarId,
    was_nan: VarId,
    ty: Ty,
}

/// Is the place that is read here written by one of the next instructions, as in `p->n++`?
fn is_written_soon(ptr: Operand, ty: Ty, rest: &[Inst]) -> bool {
    let Operand::Var(pointer) = ptr else { return false };
    for inst in rest.iter().take(6) {
        match &inst.kind {
            InstKind::Assign { dst, .. } if *dst != pointer => {}
            InstKind::Store { ty: stored, ptr: to, .. } => return *to == ptr && *stored == ty,
            _ => return false,
        }
    }
    false
}

fn both(op: BinOp, a: VarId, b: VarId) -> Rvalue {
    Rvalue::Binary { op, ty: Ty::BOOL, a: Operand::Var(a), b: Operand::Var(b) }
}

fn always_fits(from: IntFormat, to: IntFormat) -> bool {
    to.fits(from.min(), from) && to.fits(from.max(), from)
}
