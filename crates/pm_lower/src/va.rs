//! Variable arguments: a `va_list` holds the address of the next one.
//!
//! On LP64 `va_list` is an array of one record, whose first bytes hold the pointer; elsewhere it is a pointer itself.

use crate::call::VA_SLOT;
use crate::function::FnLower;
use crate::place::{Access, Addr, Place, is_lvalue};
use pm_base::Span;
use pm_base::target::VaList;
use pm_ir::{InstKind, Operand, Role, Rvalue, Ty};
use pm_sema::hir::{self, ExprId, ExprKind};
use pm_sema::types::{TypeId, TypeKind};

impl FnLower<'_, '_> {
    /// Where the pointer of a `va_list` is kept.
    fn va_place(&mut self, list: ExprId) -> Place {
        let e = self.expr(list);
        let is_pointer_to_record =
            self.types().pointee(e.ty.ty).is_some_and(|p| matches!(self.types().kind(p.ty), TypeKind::Record(_)));
        if is_lvalue(&e.kind) {
            let place = self.place(list, Access::Use);
            if !is_pointer_to_record {
                return place;
            }
            let pointer = self.load(place, e.ty.ty, e.span);
            return Addr::new(self.operand(pointer.rv, Ty::Ptr, e.span, Role::User)).into();
        }
        if is_pointer_to_record {
            return Addr::new(self.value(list)).into();
        }
        Place::Value(self.value(list))
    }

    /// The address of the next argument.
    pub fn va_pointer(&mut self, list: ExprId) -> Operand {
        let span = self.expr(list).span;
        let place = self.va_place(list);
        self.read_va(place, span)
    }

    fn read_va(&mut self, place: Place, span: Span) -> Operand {
        match place {
            Place::Reg(var) => Operand::Var(var),
            Place::Value(op) => op,
            Place::Mem { addr, .. } => {
                let ptr = self.address(addr, span);
                self.in_temp(Rvalue::Load { ty: Ty::Ptr, ptr }, Ty::Ptr, span, Role::User)
            }
        }
    }

    fn write_va(&mut self, place: Place, value: Operand, span: Span) {
        match place {
            Place::Reg(dst) => self.assign(dst, Rvalue::Use(value), span, Role::Glue),
            Place::Value(_) => {}
            Place::Mem { addr, .. } => {
                let ptr = self.address(addr, span);
                self.emit(InstKind::Store { ty: Ty::Ptr, ptr, value }, span, Role::User);
            }
        }
    }

    pub fn va_start(&mut self, list: ExprId, span: Span) {
        let area = self.va_area.map_or(Operand::NULL, Operand::Var);
        let place = self.va_place(list);
        self.write_va(place, area, span);
    }

    /// The list holds no arguments any more (C11 7.16.1.3).
    pub fn va_end(&mut self, list: ExprId, span: Span) {
        let place = self.va_place(list);
        self.write_va(place, Operand::NULL, span);
    }

    pub fn va_copy(&mut self, dst: ExprId, src: ExprId, span: Span) {
        let next = self.va_pointer(src);
        let place = self.va_place(dst);
        self.write_va(place, next, span);
    }

    /// Behind a call of `vprintf` and its like the caller's list is indeterminate (C11 7.16p3). Their models end a list that came by its
    /// address; one that was passed by value ends here.
    pub fn va_passed(&mut self, callee: Option<hir::FuncId>, args: &[ExprId], span: Span) {
        let by_value = self.types().model.facts().va_list != VaList::Array;
        let (true, Some(callee), Some(&list)) = (by_value, callee, args.last()) else { return };
        if !self.takes_list(callee) {
            return;
        }
        let list = self.list_object(list);
        if self.is_repeatable(list) {
            self.va_end(list, span);
        } else if is_lvalue(&self.expr(list).kind) {
            let why = "a list of variable arguments that is passed to a library function and may be used again";
            self.emit(InstKind::Inexact { cond: Operand::TRUE, why }, span, Role::Glue);
        }
    }

    /// `vprintf`, `__isoc99_vsscanf`, …
    fn takes_list(&self, callee: hir::FuncId) -> bool {
        let func = &self.cx.hir.funcs[callee];
        let name = self.cx.session.interner.name(func.name);
        let name = name.strip_suffix("_chk").unwrap_or(name);
        let name = ["__isoc99_", "__isoc23_", "__"].iter().find_map(|p| name.strip_prefix(p)).unwrap_or(name);
        func.is_model && name.starts_with('v') && ["printf", "scanf", "syslog"].iter().any(|end| name.ends_with(end))
    }

    /// What a list that is passed by value is read from.
    fn list_object(&self, mut list: ExprId) -> ExprId {
        while let ExprKind::Load(of) | ExprKind::Cast { arg: of, .. } = self.expr(list).kind {
            list = of;
        }
        list
    }

    /// Is the same object, without any effect, when it is evaluated once more.
    fn is_repeatable(&self, object: ExprId) -> bool {
        match self.expr(object).kind {
            ExprKind::Local(_) | ExprKind::Global(_) => true,
            ExprKind::Member { base, .. } => self.is_repeatable(base),
            ExprKind::Deref(pointer) => match self.expr(pointer).kind {
                ExprKind::Load(of) | ExprKind::AddrOf(of) => self.is_repeatable(of),
                _ => false,
            },
            _ => false,
        }
    }

    /// Steps over an argument of type `ty` and returns its address.
    pub fn va_arg(&mut self, list: ExprId, ty: TypeId, span: Span) -> Addr {
        let place = self.va_place(list);
        let mut here = self.read_va(place, span);
        if matches!(place, Place::Reg(_)) {
            here = self.in_temp(Rvalue::Use(here), Ty::Ptr, span, Role::Glue);
        }
        let size = self.size_of(ty).div_ceil(VA_SLOT).max(1) * VA_SLOT;
        let next = self.address(Addr::new(here).plus(size as i64), span);
        self.write_va(place, next, span);
        Addr::new(here)
    }
}
