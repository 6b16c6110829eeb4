//! Initialisers of locals and compound literals.
//!
//! Constants of larger initialisers are not stored one by one: they form a hidden read-only image that is copied.

use crate::fold;
use crate::function::{FnLower, Storage, zero};
use crate::globals::{Image, literal, relocs_of};
use crate::place::{Addr, Place};
use crate::program::scalar_ty;
use pm_base::Span;
use pm_ir::{Base, BinOp, CmpOp, GlobalKind, InstKind, Operand, Role, Rvalue, Ty, UnOp};
use pm_sema::hir::{ExprId, ExprKind, InitItem, InitValue, LocalId, LocalInit, UnaryOp};
use pm_sema::types::{QualType, TypeKind};
use rustc_hash::FxHashMap;

/// From so many constant items on, an image is used.
const IMAGE_ITEMS: usize = 8;
/// Repeated items up to this count are stored one after the other, others in a loop.
const UNROLLED: u64 = 16;
/// Larger images are not made.
const MAX_IMAGE: u64 = 64 << 20;

impl FnLower<'_, '_> {
    pub fn init_local(&mut self, local: LocalId, init: &LocalInit, span: Span) {
        let cty = self.body.locals[local].ty;
        match self.storage(local) {
            Storage::Var(var) => match init.items.first().map(|i| &i.value) {
                Some(InitValue::Expr(e)) => self.value_into(*e, var),
                Some(InitValue::Bytes { .. }) | None => {
                    let value = zero(self.out.vars[var].ty);
                    self.assign(var, Rvalue::Use(value), span, Role::Glue);
                }
            },
            Storage::Slot(slot) => self.init_memory(Operand::Addr(Base::Slot(slot), 0), cty, init, span),
            Storage::Behind(var) => self.init_memory(Operand::Var(var), cty, init, span),
            Storage::None | Storage::Value(_) => {}
        }
    }

    fn init_memory(&mut self, object: Operand, cty: QualType, init: &LocalInit, span: Span) {
        let size = self.size_of(cty.ty);
        let in_image = self.plan_image(init, size);
        if in_image.iter().any(|b| *b) {
            let image = self.build_image(init, &in_image, size, cty, span);
            self.copy(object, image, size, span, Role::Glue);
        } else if init.zero && size > 0 {
            let byte = Operand::Int(pm_base::num::IntFormat::new(8, false), 0);
            let size = self.size_const(size);
            self.emit(InstKind::Fill { dst: object, byte, size }, span, Role::Glue);
        }
        // A range that others override in part comes in pieces, whose expression is evaluated once.
        let mut evaluated = FxHashMap::default();
        for (i, item) in init.items.iter().enumerate() {
            if !in_image.get(i).copied().unwrap_or(false) {
                self.init_item(object, item, &mut evaluated, span);
            }
        }
    }

    /// Which items go into the image; empty for none. Items that follow an overlapping run-time item do not.
    fn plan_image(&mut self, init: &LocalInit, size: u64) -> Vec<bool> {
        let repeated = init.items.iter().any(|i| i.count > UNROLLED);
        if (init.items.len() <= IMAGE_ITEMS && !repeated) || size > MAX_IMAGE {
            return Vec::new();
        }
        let mut stored_end = 0;
        let mut plan = Vec::with_capacity(init.items.len());
        for item in &init.items {
            let constant = match &item.value {
                InitValue::Expr(e) => self.constant_value(*e).is_some(),
                InitValue::Bytes { .. } => true,
            };
            let fits = constant && item.offset >= stored_end;
            if !fits {
                let len = self.size_of(item.ty).max(16);
                stored_end = stored_end.max(item.offset + item.count.saturating_sub(1) * item.stride + len);
            }
            plan.push(fits);
        }
        let constants = init.items.iter().zip(&plan).filter(|(_, fits)| **fits);
        let worth = constants.map(|(i, _)| i.count.min(UNROLLED + 1) as usize).sum::<usize>() > IMAGE_ITEMS;
        if worth { plan } else { Vec::new() }
    }

    fn build_image(&mut self, init: &LocalInit, plan: &[bool], size: u64, cty: QualType, span: Span) -> Operand {
        let mut image = Image::default();
        for (item, _) in init.items.iter().zip(plan).filter(|(_, fits)| **fits) {
            for i in 0..item.count {
                self.put_item(&mut image, item, item.offset + i * item.stride);
            }
        }
        image.data.resize(size as usize, 0);
        let id = self.cx.hidden_global(cty, image.data, relocs_of(image.relocs), GlobalKind::Str, span);
        Operand::Addr(Base::Global(id), 0)
    }

    fn put_item(&mut self, image: &mut Image, item: &InitItem, offset: u64) {
        let expr = match &item.value {
            InitValue::Bytes { str, len } => return image.put_bytes(offset, literal(&self.cx.hir.strings[*str], *len)),
            InitValue::Expr(e) => *e,
        };
        let size = self.size_of(item.ty) as usize;
        match (self.constant_value(expr), item.bits) {
            (Some(Operand::Int(_, bits)), Some(range)) => image.put_bits(offset, range, bits),
            (Some(Operand::Int(_, bits) | Operand::Float(_, bits)), None) => image.put_scalar(offset, bits, size),
            (Some(Operand::Abs(address)), _) => image.put_scalar(offset, u128::from(address), size),
            (Some(Operand::Addr(base, addend)), _) => {
                image.relocs.insert(offset, (base, addend));
            }
            (Some(Operand::Float(..)), Some(_)) | (Some(Operand::Var(_)) | None, _) => {}
        }
    }

    /// `evaluated`: the values of scalars and the places of records that were computed so far.
    fn init_item(&mut self, object: Operand, item: &InitItem, evaluated: &mut FxHashMap<ExprId, Operand>, span: Span) {
        let addr = Addr::new(object).plus(item.offset as i64);
        match &item.value {
            InitValue::Bytes { str, len } => {
                let len = literal(&self.cx.hir.strings[*str], *len).len() as u64;
                let src = Operand::Addr(Base::Global(self.cx.str_ref(*str)), 0);
                let dst = self.address(addr, span);
                self.copy(dst, src, len, span, Role::Glue);
                self.repeat(addr, item, span, |this, to| {
                    let dst = this.address(to, span);
                    this.copy(dst, src, len, span, Role::Glue);
                });
            }
            InitValue::Expr(e) if scalar_ty(self.types(), item.ty).is_some() => {
                let value = match evaluated.get(e) {
                    Some(value) => *value,
                    None => self.value(*e),
                };
                evaluated.insert(*e, value);
                let (ty, bits) = (item.ty, item.bits);
                let at = self.expr(*e).span;
                self.store(Place::Mem { addr, bits }, ty, value, at);
                self.repeat(addr, item, span, |this, to| this.store(Place::Mem { addr: to, bits }, ty, value, at));
            }
            InitValue::Expr(e) => {
                let first = self.address(addr, span);
                let size = self.size_of(item.ty);
                match evaluated.get(e) {
                    Some(place) => self.copy(first, *place, size, span, Role::Glue),
                    None => self.record_into(*e, first, false),
                }
                evaluated.insert(*e, first);
                self.repeat(addr, item, span, |this, to| {
                    let dst = this.address(to, span);
                    this.copy(dst, first, size, span, Role::Glue);
                });
            }
        }
    }

    /// Runs `write` for the second and further places of an item.
    fn repeat(&mut self, first: Addr, item: &InitItem, span: Span, mut write: impl FnMut(&mut Self, Addr)) {
        if item.count <= UNROLLED {
            for i in 1..item.count {
                write(self, first.plus((i * item.stride) as i64));
            }
            return;
        }
        let offset = self.offset_format();
        let ty = Ty::Int(offset);
        let at = self.temp(ty);
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        let stride = self.offset_const(item.stride as i64);
        self.assign(at, Rvalue::Use(stride), span, Role::Glue);
        self.fall_into(head, span);
        let end = self.offset_const((item.count * item.stride) as i64);
        let more = Rvalue::Cmp { op: CmpOp::Lt, ty, a: Operand::Var(at), b: end };
        let more = self.in_temp(more, Ty::BOOL, span, Role::Glue);
        self.branch(more, body, exit, span);
        self.start(body);
        let ptr = self.address(first, span);
        let here = self.in_temp(Rvalue::PtrAdd { ptr, bytes: Operand::Var(at) }, Ty::Ptr, span, Role::Glue);
        write(self, Addr::new(here));
        let next = Rvalue::Binary { op: BinOp::Add, ty, a: Operand::Var(at), b: stride };
        self.assign(at, next, span, Role::Glue);
        self.goto(head, span);
        self.start(exit);
    }

    /// The value of a constant expression, without emitting anything.
    fn constant_value(&mut self, id: ExprId) -> Option<Operand> {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Const(bits) => Some(self.constant(e.ty.ty, *bits)),
            ExprKind::FuncAddr(f) => Some(Operand::Addr(Base::Func(self.cx.func_address(*f)), 0)),
            ExprKind::Decay(lvalue) | ExprKind::AddrOf(lvalue) => self.constant_address(*lvalue),
            ExprKind::Unary { op: UnaryOp::Neg, arg } => match self.constant_value(*arg)? {
                a @ Operand::Int(..) => fold::unary(UnOp::Neg, a, false),
                a @ Operand::Float(..) => fold::unary(UnOp::FNeg, a, false),
                Operand::Var(_) | Operand::Addr(..) | Operand::Abs(_) => None,
            },
            ExprKind::Cast { arg, .. } => {
                let a = self.constant_value(*arg)?;
                let (from, to) = (self.ty_of(self.expr(*arg).ty.ty), self.ty_of(e.ty.ty));
                if from == to {
                    return Some(a);
                }
                if self.is_bool(e.ty.ty) {
                    return fold::compare(CmpOp::Ne, from, a, zero(from));
                }
                fold::cast(a, from, to, self.size_format(), self.cx.somewhere.conversion)
            }
            _ => None,
        }
    }

    fn constant_address(&mut self, id: ExprId) -> Option<Operand> {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Global(g) => Some(Operand::Addr(Base::Global(self.cx.global_ref(*g)), 0)),
            ExprKind::Str(s) => Some(Operand::Addr(Base::Global(self.cx.str_ref(*s)), 0)),
            ExprKind::Member { base, offset, .. } => plus(self.constant_address(*base)?, *offset as i64),
            ExprKind::Index { base, index } => {
                let TypeKind::Array { elem, len: pm_sema::types::ArrayLen::Const(n) } =
                    *self.types().kind(self.expr(*base).ty.ty)
                else {
                    return None;
                };
                let Some(Operand::Int(f, bits)) = self.constant_value(*index) else { return None };
                let k = f.to_i128(bits);
                if !(0..=i128::from(n)).contains(&k) {
                    return None;
                }
                let stride = self.types().size_of(elem.ty)?;
                plus(self.constant_address(*base)?, (k as i64).wrapping_mul(stride as i64))
            }
            _ => None,
        }
    }
}

fn plus(address: Operand, bytes: i64) -> Option<Operand> {
    match address {
        Operand::Addr(base, offset) => Some(Operand::Addr(base, offset.wrapping_add(bytes))),
        _ => None,
    }
}
