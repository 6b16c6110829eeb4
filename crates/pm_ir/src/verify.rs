//! Checks that a program is well formed: what every consumer may rely on.
//!
//! Ids are in range, blocks exist, operands have the types that their instruction says, calls fit their callee. A broken
//! rule is a bug of the producer, so the messages speak of the IR, not of C.

use crate::*;
use pm_base::Idx;
use pm_base::num::IntFormat;

/// All broken rules, at most a few dozen; empty for a well-formed program.
pub fn verify(program: &Program) -> Vec<String> {
    let mut errors = Vec::new();
    if program.entry.index() >= program.funcs.len() || !program.funcs[program.entry].has_body() {
        errors.push("the entry function has no body".to_string());
    }
    for global in program.globals.iter() {
        for r in &global.relocs {
            let width = program.types.pointer_size();
            if r.offset.checked_add(width).is_none_or(|end| end > global.size) || !base_exists(program, None, r.base) {
                errors.push(format!("bad relocation at offset {} of a global", r.offset));
            }
        }
    }
    for (id, func) in program.funcs.iter_ids() {
        let mut v = Verifier { program, func, id, at: String::new(), errors: &mut errors };
        v.function();
        if errors.len() > 30 {
            break;
        }
    }
    errors
}

/// Integers have 1 to 128 bits.
fn has_width(ty: Ty) -> bool {
    match ty {
        Ty::Int(f) => (1..=128).contains(&f.bits),
        Ty::Float(_) | Ty::Ptr => true,
    }
}

fn base_exists(program: &Program, func: Option<&Function>, base: Base) -> bool {
    match base {
        Base::Global(g) => g.index() < program.globals.len(),
        Base::Func(f) => f.index() < program.funcs.len(),
        Base::Slot(s) => func.is_some_and(|f| s.index() < f.slots.len()),
    }
}

struct Verifier<'a> {
    program: &'a Program,
    func: &'a Function,
    id: FuncId,
    at: String,
    errors: &'a mut Vec<String>,
}

impl Verifier<'_> {
    fn function(&mut self) {
        for p in &self.func.params {
            self.require(p.index() < self.func.vars.len(), || format!("parameter {p} does not exist"));
        }
        for (id, var) in self.func.vars.iter_ids() {
            self.require(has_width(var.ty), || format!("{id} has the impossible type {}", var.ty));
        }
        for (id, block) in self.func.blocks.iter_ids() {
            for (i, inst) in block.insts.iter().enumerate() {
                self.at = format!("{id}[{i}]");
                self.inst(&inst.kind);
            }
            self.at = format!("{id} terminator");
            self.terminator(&block.term.kind);
        }
    }

    fn require(&mut self, ok: bool, message: impl FnOnce() -> String) {
        if !ok {
            self.errors.push(format!("{} {}: {}", self.id, self.at, message()));
        }
    }

    fn inst(&mut self, kind: &InstKind) {
        let size_t = self.size_ty();
        match kind {
            InstKind::Assign { dst, value } => {
                let ty = self.rvalue(value);
                self.dst(*dst, ty);
            }
            InstKind::Store { ty, ptr, value } => {
                self.operand(ptr, Ty::Ptr);
                self.operand(value, *ty);
            }
            InstKind::Copy { dst, src, size } => {
                self.operand(dst, Ty::Ptr);
                self.operand(src, Ty::Ptr);
                self.operand(size, size_t);
            }
            InstKind::Fill { dst, byte, size } => {
                self.operand(dst, Ty::Ptr);
                self.operand(byte, Ty::int(8, false));
                self.operand(size, size_t);
            }
            InstKind::Decl(s) | InstKind::Dead(s) => {
                self.require(s.index() < self.func.slots.len(), || format!("{s} does not exist"));
            }
            InstKind::DeclVar(v) => {
                self.require(v.index() < self.func.vars.len(), || format!("{v} does not exist"));
            }
            InstKind::Alloc { dst, size, .. } => {
                self.operand(size, size_t);
                self.dst(*dst, Some(Ty::Ptr));
            }
            InstKind::Free { ptr } | InstKind::Release { ptr } => self.operand(ptr, Ty::Ptr),
            InstKind::Nondet { dst, ty, .. } => self.dst(*dst, Some(*ty)),
            InstKind::Havoc { ptr, size, .. } => {
                self.operand(ptr, Ty::Ptr);
                self.operand(size, size_t);
            }
            InstKind::Assume { cond } | InstKind::Inexact { cond, .. } => self.operand(cond, Ty::BOOL),
            InstKind::Cover { cond, prop } => {
                self.operand(cond, Ty::BOOL);
                self.prop(*prop);
            }
            InstKind::Assert { cond, prop } => {
                let ty = self.rvalue(cond);
                self.require(ty == Some(Ty::BOOL), || "the condition is not a bool".into());
                self.prop(*prop);
            }
            InstKind::Call { dst, callee, args } => self.call(*dst, callee, args),
            InstKind::Print { dst, stream, format, args } => {
                for p in [stream, format, args] {
                    self.operand(p, Ty::Ptr);
                }
                self.optional_dst(*dst, Ty::int(32, true));
            }
            InstKind::Format { dst, buffer, size, format, args } => {
                for p in [buffer, format, args] {
                    self.operand(p, Ty::Ptr);
                }
                self.operand(size, size_t);
                self.optional_dst(*dst, Ty::int(32, true));
            }
        }
    }

    fn call(&mut self, dst: Option<VarId>, callee: &Callee, args: &[Operand]) {
        let (params, ret) = match callee {
            Callee::Direct(f) => {
                let Some(callee) = self.program.funcs.get(*f) else {
                    return self.require(false, || format!("{f} does not exist"));
                };
                // Arguments to a function without body may differ.
                if !callee.has_body() || callee.stub == Stub::Function {
                    (None, callee.ret)
                } else {
                    (Some(callee.params.iter().map(|p| callee.vars[*p].ty).collect::<Vec<_>>()), callee.ret)
                }
            }
            Callee::Indirect(ptr, sig) => {
                self.operand(ptr, Ty::Ptr);
                (Some(sig.params.clone()), sig.ret)
            }
        };
        if let Some(params) = params {
            self.require(params.len() == args.len(), || format!("{} arguments for {}", args.len(), params.len()));
            for (arg, ty) in args.iter().zip(params) {
                self.operand(arg, ty);
            }
        }
        if let Some(dst) = dst {
            self.dst(dst, ret);
        }
    }

    fn terminator(&mut self, kind: &TermKind) {
        for b in kind.successors() {
            self.require(b.index() < self.func.blocks.len(), || format!("{b} does not exist"));
        }
        match kind {
            TermKind::Branch { cond, .. } => self.operand(cond, Ty::BOOL),
            TermKind::Switch { value, ty, .. } => self.operand(value, Ty::Int(*ty)),
            TermKind::Return(value) => match (value, self.func.ret) {
                (Some(v), Some(ty)) => self.operand(v, ty),
                (None, None) => {}
                _ => self.require(false, || "return does not fit the function's type".into()),
            },
            TermKind::Stop(code) => self.operand(code, Ty::int(32, true)),
            TermKind::Goto(_) | TermKind::Unreachable => {}
        }
    }

    fn prop(&mut self, p: PropId) {
        self.require(p.index() < self.program.props.len(), || format!("{p} does not exist"));
    }

    fn dst(&mut self, v: VarId, ty: Option<Ty>) {
        let have = self.func.vars.get(v).map(|x| x.ty);
        self.require(have.is_some() && have == ty, || format!("{v} of type {have:?} is given a {ty:?}"));
    }

    fn optional_dst(&mut self, v: Option<VarId>, ty: Ty) {
        if let Some(v) = v {
            self.dst(v, Some(ty));
        }
    }

    /// `None` where the operand does not exist.
    fn type_of(&self, o: &Operand) -> Option<Ty> {
        match *o {
            Operand::Var(v) => self.func.vars.get(v).map(|x| x.ty),
            Operand::Int(f, bits) => (has_width(Ty::Int(f)) && f.wrap(bits) == bits).then_some(Ty::Int(f)),
            Operand::Float(f, _) => Some(Ty::Float(f)),
            Operand::Addr(base, _) => base_exists(self.program, Some(self.func), base).then_some(Ty::Ptr),
            Operand::Abs(_) => Some(Ty::Ptr),
        }
    }

    fn operand(&mut self, o: &Operand, ty: Ty) {
        let have = self.type_of(o);
        self.require(have == Some(ty), || format!("operand {o:?} has type {have:?}, not {ty}"));
    }

    fn size_ty(&self) -> Ty {
        Ty::int(self.program.types.pointer_size() as u8 * 8, false)
    }

    fn offset_ty(&self) -> Ty {
        Ty::int(self.program.types.pointer_size() as u8 * 8, true)
    }

    /// Checks the operands and returns the type of the value.
    fn rvalue(&mut self, value: &Rvalue) -> Option<Ty> {
        let int = |f: &IntFormat| Ty::Int(*f);
        Some(match value {
            Rvalue::Use(a) => return self.type_of(a),
            Rvalue::Unary { op, ty, a } => {
                self.operand(a, *ty);
                return self.unary(*op, *ty);
            }
            Rvalue::Binary { op, ty, a, b } => {
                self.operand(a, *ty);
                self.operand(b, *ty);
                self.binary(*op, *ty);
                *ty
            }
            Rvalue::Shift { ty, a, count, count_ty, .. } => self.pair((a, int(ty)), (count, int(count_ty)), int(ty)),
            Rvalue::Cmp { ty, a, b, .. } => self.pair((a, *ty), (b, *ty), Ty::BOOL),
            Rvalue::Cast { from, to, a } => {
                self.operand(a, *from);
                let pointers = matches!((from, to), (Ty::Ptr, Ty::Float(_)) | (Ty::Float(_), Ty::Ptr));
                self.require(!pointers, || "cast between pointer and float".into());
                *to
            }
            Rvalue::Fma { ty, a, b, c } => {
                for x in [a, b, c] {
                    self.operand(x, Ty::Float(*ty));
                }
                Ty::Float(*ty)
            }
            Rvalue::Scalbn { ty, a, n } => self.pair((a, Ty::Float(*ty)), (n, Ty::int(32, true)), Ty::Float(*ty)),
            Rvalue::PtrAdd { ptr, bytes } => self.pair((ptr, Ty::Ptr), (bytes, self.offset_ty()), Ty::Ptr),
            Rvalue::Index { ptr, index, index_ty, .. } => self.pair((ptr, Ty::Ptr), (index, int(index_ty)), Ty::Ptr),
            Rvalue::PtrDiff { a, b, elem_size } => {
                self.operand(a, Ty::Ptr);
                self.operand(b, Ty::Ptr);
                self.require(*elem_size > 0, || "difference by elements of size 0".into());
                self.offset_ty()
            }
            Rvalue::Load { ty, ptr } => {
                self.operand(ptr, Ty::Ptr);
                *ty
            }
            Rvalue::NoOverflow { op, ty, a, b } => {
                self.operand(a, int(ty));
                self.operand(b, int(ty));
                let arithmetic = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem);
                self.require(arithmetic, || format!("overflow of {op:?}"));
                Ty::BOOL
            }
            Rvalue::NoShlOverflow { ty, a, count, count_ty } => {
                self.pair((a, int(ty)), (count, int(count_ty)), Ty::BOOL)
            }
            Rvalue::Fits { from, to, a } => {
                self.operand(a, *from);
                self.require(has_width(Ty::Int(*to)), || "an integer type of impossible width".into());
                Ty::BOOL
            }
            Rvalue::InBounds { index, index_ty, .. } => {
                self.operand(index, int(index_ty));
                Ty::BOOL
            }
            Rvalue::AccessOk { ptr, size, .. } => self.pair((ptr, Ty::Ptr), (size, self.size_ty()), Ty::BOOL),
            Rvalue::Printable { format, args } => self.pair((format, Ty::Ptr), (args, Ty::Ptr), Ty::BOOL),
            Rvalue::PtrAddOk { ptr, bytes } => self.pair((ptr, Ty::Ptr), (bytes, self.offset_ty()), Ty::BOOL),
            Rvalue::FreeOk { ptr }
            | Rvalue::CallOk { ptr, .. }
            | Rvalue::IsDynamic { ptr }
            | Rvalue::IsInit { ptr, .. } => {
                self.operand(ptr, Ty::Ptr);
                Ty::BOOL
            }
            Rvalue::SameObject { a, b } => self.pair((a, Ty::Ptr), (b, Ty::Ptr), Ty::BOOL),
            Rvalue::IsInitVar(v) => {
                self.require(v.index() < self.func.vars.len(), || format!("{v} does not exist"));
                Ty::BOOL
            }
            Rvalue::NoLeak { .. } => Ty::BOOL,
            Rvalue::ObjectSize { ptr } | Rvalue::PtrObject { ptr } => {
                self.operand(ptr, Ty::Ptr);
                self.size_ty()
            }
            Rvalue::PtrOffset { ptr } => {
                self.operand(ptr, Ty::Ptr);
                self.offset_ty()
            }
        })
    }

    /// Two operands of these types, and what is made of them.
    fn pair(&mut self, (a, x): (&Operand, Ty), (b, y): (&Operand, Ty), made: Ty) -> Ty {
        self.operand(a, x);
        self.operand(b, y);
        made
    }

    fn unary(&mut self, op: UnOp, ty: Ty) -> Option<Ty> {
        use UnOp::*;
        let (wants_float, result) = match op {
            Neg | Not | Bswap | Clz | Ctz | Popcount => (false, ty),
            FNeg | FAbs | Sqrt | Floor | Ceil | Trunc | Round | Rint => (true, ty),
            IsNan | IsInf | IsFinite | IsNormal | SignBit => (true, Ty::BOOL),
        };
        let fits = if wants_float { matches!(ty, Ty::Float(_)) } else { matches!(ty, Ty::Int(_)) };
        self.require(fits, || format!("{op:?} on {ty}"));
        Some(result)
    }

    fn binary(&mut self, op: BinOp, ty: Ty) {
        use BinOp::*;
        let fits = match op {
            Add | Sub | Mul | Div => matches!(ty, Ty::Int(_) | Ty::Float(_)),
            Rem | And | Or | Xor => matches!(ty, Ty::Int(_)),
            Fmod | Remainder | Copysign => matches!(ty, Ty::Float(_)),
        };
        self.require(fits, || format!("{op:?} on {ty}"));
    }
}
