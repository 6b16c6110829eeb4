//! Lvalues: a register, or an address with an optional range of bits.
//!
//! Constant offsets are added up while an address is built, so that `g.x[3].y` is one operand, and `p->a.b` one addition.

use crate::expr::Val;
use crate::function::{FnLower, Storage};
use crate::options::NondetVolatile;
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::{Base, InstKind, Operand, Role, Rvalue, Ty, VarId};
use pm_sema::hir::{ExprId, ExprKind};
use pm_sema::types::{ArrayLen, BitRange, TypeId, TypeKind};

#[derive(Clone, Copy)]
pub(crate) enum Place {
    Reg(VarId),
    Mem {
        addr: Addr,
        bits: Option<BitRange>,
    },
    /// An argument that stands for a parameter (see [`Storage::Value`]).
    Value(Operand),
}

/// A pointer plus a constant number of bytes that is not added yet.
#[derive(Clone, Copy)]
pub(crate) struct Addr {
    pub base: Operand,
    pub offset: i64,
}

impl Addr {
    pub fn new(base: Operand) -> Self {
        Addr { base, offset: 0 }
    }
    pub fn plus(self, bytes: i64) -> Self {
        Addr { offset: self.offset.wrapping_add(bytes), ..self }
    }
}

impl From<Addr> for Place {
    fn from(addr: Addr) -> Self {
        Place::Mem { addr, bits: None }
    }
}

/// What an lvalue is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// It is read or written.
    Use,
    /// Only its address is taken.
    Address,
}

impl Access {
    fn role(self) -> Role {
        match self {
            Access::Use => Role::User,
            Access::Address => Role::AddressOnly,
        }
    }
}

impl FnLower<'_, '_> {
    pub fn place(&mut self, id: ExprId, access: Access) -> Place {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Local(local) => {
                self.uses_table(id, *local, e.span);
                match self.storage(*local) {
                    Storage::Var(var) => Place::Reg(var),
                    Storage::Slot(slot) => Addr::new(Operand::Addr(Base::Slot(slot), 0)).into(),
                    Storage::Behind(var) => Addr::new(Operand::Var(var)).into(),
                    Storage::Value(op) => Place::Value(op),
                    Storage::None => Addr::new(Operand::NULL).into(),
                }
            }
            ExprKind::Global(g) => {
                let g = self.cx.global_ref(*g);
                Addr::new(Operand::Addr(Base::Global(g), 0)).into()
            }
            ExprKind::Str(s) => {
                let g = self.cx.str_ref(*s);
                Addr::new(Operand::Addr(Base::Global(g), 0)).into()
            }
            ExprKind::Deref(p) => self.deref(*p, access),
            ExprKind::Index { base, index } => self.index(*base, *index, access, e.span).into(),
            ExprKind::Member { base, offset, bits, .. } => {
                let addr = self.place_addr(*base, access).plus(*offset as i64);
                Place::Mem { addr, bits: *bits }
            }
            ExprKind::CompoundLit { local, init } => {
                self.begin_temporary(*local, e.span);
                self.init_local(*local, init, e.span);
                match self.storage(*local) {
                    Storage::Var(var) => Place::Reg(var),
                    Storage::Slot(slot) => {
                        self.out.initialised[slot.0 as usize] = true;
                        Addr::new(Operand::Addr(Base::Slot(slot), 0)).into()
                    }
                    Storage::None | Storage::Behind(_) | Storage::Value(_) => Addr::new(Operand::NULL).into(),
                }
            }
            // Values of records (`f().x`).
            _ => self.record_addr(id).into(),
        }
    }

    /// The address of an lvalue that is in memory.
    pub fn place_addr(&mut self, id: ExprId, access: Access) -> Addr {
        match self.place(id, access) {
            Place::Mem { addr, .. } => addr,
            Place::Value(op) => Addr::new(op),
            Place::Reg(var) => self.spill(var, self.expr(id).span),
        }
    }

    /// A copy in memory of a register whose address is wanted although nobody may change it there.
    fn spill(&mut self, var: VarId, span: Span) -> Addr {
        let ty = self.out.vars[var].ty;
        let slot = self.temp_slot(self.access_size(ty).next_power_of_two(), 16, None, span);
        let ptr = Operand::Addr(Base::Slot(slot), 0);
        self.emit(InstKind::Store { ty, ptr, value: Operand::Var(var) }, span, Role::Glue);
        Addr::new(ptr)
    }

    fn deref(&mut self, pointer: ExprId, access: Access) -> Place {
        match self.expr(pointer).kind {
            ExprKind::AddrOf(lvalue) => self.place(lvalue, access),
            ExprKind::Decay(array) => self.place_addr(array, access).into(),
            _ => Addr::new(self.value(pointer)).into(),
        }
    }

    fn index(&mut self, base: ExprId, index: ExprId, access: Access, span: Span) -> Addr {
        let base_ty = self.expr(base).ty.ty;
        let (addr, elem, count) = match *self.types().kind(base_ty) {
            TypeKind::Array { elem, len } => (self.place_addr(base, Access::Use), elem.ty, self.known_count(base, len)),
            TypeKind::Pointer(elem) => (Addr::new(self.value(base)), elem.ty, None),
            _ => return Addr::new(Operand::NULL),
        };
        let index_ty = self.expr(index).ty.ty;
        let index = self.value(index);
        self.element(addr, elem, (index, index_ty), count, access, span)
    }

    /// The length of an array that its type vouches for: not that of a flexible member, or of its old forms `[0]`, `[1]`.
    fn known_count(&self, array: ExprId, len: ArrayLen) -> Option<u64> {
        let is_member = matches!(self.expr(array).kind, ExprKind::Member { .. });
        match len {
            ArrayLen::Const(0) => None,
            ArrayLen::Const(1) if is_member => None,
            ArrayLen::Const(n) => Some(n),
            ArrayLen::Unknown | ArrayLen::Vla(_) | ArrayLen::Star => None,
        }
    }

    /// The address of an array's element.
    fn element(
        &mut self,
        addr: Addr,
        elem: TypeId,
        (index, index_ty): (Operand, TypeId),
        count: Option<u64>,
        access: Access,
        span: Span,
    ) -> Addr {
        let Some(stride) = self.types().stride_of(elem) else {
            let base = self.address(addr, span);
            return Addr::new(self.add_elements(base, elem, (index, index_ty), false, access.role(), span));
        };
        if let Operand::Int(f, bits) = index {
            let k = f.to_i128(bits);
            let limit = count.map_or(i128::MAX, |n| i128::from(n) + i128::from(access == Access::Address));
            let checked = count.is_none() && self.cx.somewhere.pointer_overflow;
            if (count.is_none() || (0..limit).contains(&k))
                && !checked
                && let Some(bytes) = self.distance(k, stride)
            {
                return addr.plus(bytes);
            }
        }
        let ptr = self.address(addr, span);
        let Ty::Int(mut index_ty) = self.ty_of(index_ty) else { return addr };
        let mut index = index;
        if count.is_none() {
            (index, index_ty) = self.signed_index(index, index_ty, span);
        }
        let value = Rvalue::Index { ptr, index, index_ty, elem_size: stride, count };
        Addr::new(self.in_temp(value, Ty::Ptr, span, access.role()))
    }

    /// An index of the width of pointers counts backwards where its first bit is set. (Of 64 bits it does so anyway.)
    pub fn signed_index(&mut self, index: Operand, ty: IntFormat, span: Span) -> (Operand, IntFormat) {
        let offset = self.offset_format();
        if ty.signed || ty.bits != offset.bits || offset.bits == 64 {
            return (index, ty);
        }
        let index = self.glue_cast(index, ty, offset);
        (self.operand(index.rv, Ty::Int(offset), span, Role::Glue), offset)
    }

    /// The bytes of so many elements, where that is a distance that pointers of the program can have.
    pub fn distance(&self, elements: i128, size: u64) -> Option<i64> {
        let bits = u32::from(self.offset_format().bits);
        let elements = if elements >> (bits - 1) == 1 { elements - (1 << bits) } else { elements };
        let bytes = elements.checked_mul(i128::from(size))?;
        let limit = 1i128 << (bits - 1);
        (-limit..limit).contains(&bytes).then_some(bytes as i64)
    }

    /// The address as one operand.
    pub fn address(&mut self, addr: Addr, span: Span) -> Operand {
        if addr.offset == 0 {
            return addr.base;
        }
        match addr.base {
            Operand::Addr(base, offset) => Operand::Addr(base, offset.wrapping_add(addr.offset)),
            Operand::Abs(address) => self.abs(address.wrapping_add(addr.offset as u64)),
            ptr => {
                let bytes = self.offset_const(addr.offset);
                self.in_temp(Rvalue::PtrAdd { ptr, bytes }, Ty::Ptr, span, Role::Glue)
            }
        }
    }

    /// The address of an lvalue as a pointer value.
    pub fn address_of(&mut self, id: ExprId) -> Operand {
        let span = self.expr(id).span;
        // A function designator `*f` is the function's address.
        if let ExprKind::Deref(p) = self.expr(id).kind {
            return self.value(p);
        }
        let addr = self.place_addr(id, Access::Address);
        self.address(addr, span)
    }

    /// Does a read of the lvalue give any value (`--nondet-volatile`)?
    pub fn is_arbitrary(&self, lvalue: ExprId) -> bool {
        self.cx.opts.nondet_volatile == NondetVolatile::All && self.expr(lvalue).ty.quals.is_volatile
    }

    /// Reads the scalar that an lvalue of the program denotes. Where any value is read, the access is made all the same: it
    /// must be valid.
    pub fn read(&mut self, lvalue: ExprId, place: Place, ty: TypeId, span: Span) -> Val {
        let val = self.read_any(lvalue, place, ty, span);
        self.read_enum(val, ty, span)
    }

    /// The same, of an enumeration also what is none of its values.
    pub fn read_any(&mut self, lvalue: ExprId, place: Place, ty: TypeId, span: Span) -> Val {
        let val = self.load(place, ty, span);
        if !self.is_arbitrary(lvalue) {
            return val;
        }
        let ir_ty = self.ty_of(ty);
        if !matches!(val.rv, Rvalue::Use(_)) {
            self.in_temp(val.rv, ir_ty, span, val.role);
        }
        let name = self.cx.session.sources.snippet(self.expr(lvalue).span, 60);
        let source = self.cx.session.interner.intern(&format!("volatile {name}"));
        let dst = self.temp(ir_ty);
        self.emit(InstKind::Nondet { dst, ty: ir_ty, source }, span, Role::User);
        let value = Operand::Var(dst);
        match place {
            Place::Mem { bits: Some(range), .. } => Val::op(self.as_stored_in_bits(range, ty, value, span)),
            Place::Mem { bits: None, .. } | Place::Reg(_) | Place::Value(_) => Val::op(value),
        }
    }

    /// Reads a scalar.
    pub fn load(&mut self, place: Place, ty: TypeId, span: Span) -> Val {
        match place {
            Place::Reg(var) => Val::user(Rvalue::Use(Operand::Var(var))),
            Place::Value(op) => Val::user(Rvalue::Use(op)),
            Place::Mem { addr, bits: None } => {
                let ptr = self.address(addr, span);
                Val::user(Rvalue::Load { ty: self.ty_of(ty), ptr })
            }
            Place::Mem { addr, bits: Some(range) } => self.load_bits(addr, range, ty, span),
        }
    }

    /// Writes a scalar.
    pub fn store(&mut self, place: Place, ty: TypeId, value: Operand, span: Span) {
        match place {
            Place::Reg(dst) => self.assign(dst, Rvalue::Use(value), span, Role::User),
            Place::Value(_) => {}
            Place::Mem { addr, bits: None } => {
                let ptr = self.address(addr, span);
                self.emit(InstKind::Store { ty: self.ty_of(ty), ptr, value }, span, Role::User);
            }
            Place::Mem { addr, bits: Some(range) } => self.store_bits(addr, range, ty, value, span),
        }
    }
}

/// Expressions that denote an object.
pub(crate) fn is_lvalue(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Str(_)
            | ExprKind::Deref(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::CompoundLit { .. }
    )
}
