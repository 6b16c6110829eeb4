//! What a function under test is given (`proofmark cover`): each value in a parameter is an input of its own.
//!
//! A structure is given member by member. A pointer to an object points to one that the harness makes: with new values before each call where it points to `const`, the function is
//! not called again and again, or `--input` names it; else the object begins as zeros and keeps what the function writes, as a state or an output does. Pointers to anything else,
//! and pointers in structures, are null; where a parameter was declared as an array of a length, it points to so many elements. Bit-fields and unions are given byte by byte.

use crate::function::FnLower;
use crate::program::scalar_ty;
use pm_base::num::IntFormat;
use pm_base::{Diagnostic, Severity, Span};
use pm_ir::coverage::{InputValue, Parameter};
use pm_ir::{Base, Global, GlobalId, GlobalInit, GlobalKind, InstKind, Operand, Role, Ty, Volatility};
use pm_sema::hir::{self, Body};
use pm_sema::types::{ArrayLen, QualType, TypeId, TypeKind, TypeTable};

/// Values of an object that are inputs.
const MOST: usize = 4096;
const BYTE: IntFormat = IntFormat::new(8, false);

/// A value in an object: its name in C, and its place.
struct Member {
    name: String,
    at: u64,
    ty: Ty,
}

impl FnLower<'_, '_> {
    /// Makes the objects that pointers of the entry point to.
    pub fn make_parameters(&mut self, body: &Body) {
        for &id in &body.params {
            let local = &body.locals[id];
            let name = local.name.map_or_else(String::new, |n| self.cx.session.interner.name(n).to_string());
            let object = self.pointed(local).map(|ty| self.parameter_object(&name, ty.ty, local.span));
            let again = self.cx.opts.cycles.as_ref();
            let changes = self.pointed(local).is_some_and(|ty| ty.quals.is_const)
                || again.is_none_or(|c| c.inputs.contains(&name));
            let values = match object {
                Some(id) if changes => {
                    let ty = self.cx.globals[id].cty.ty;
                    self.input_values(ty, &format!("(*{name})"), local.span)
                }
                Some(_) => Vec::new(),
                None if scalar_ty(self.types(), local.ty.ty).is_none() => {
                    self.input_values(local.ty.ty, &name, local.span)
                }
                None => Vec::new(),
            };
            self.cx.coverage.parameters.push(Parameter { name, ty: local.ty.ty, object, values });
        }
    }

    /// What the pointer points to, where that is an object that can be made.
    fn pointed(&self, local: &hir::Local) -> Option<QualType> {
        let types = self.types();
        let TypeKind::Pointer(to) = types.kind(local.ty.ty) else { return None };
        let array = local.array.filter(|a| types.size_of(*a).is_some_and(|s| s > 0));
        let to = QualType { ty: array.unwrap_or(to.ty), quals: to.quals };
        let is_object =
            types.size_of(to.ty).is_some_and(|s| s > 0) && !matches!(types.kind(to.ty), TypeKind::Pointer(_));
        is_object.then_some(to)
    }

    fn parameter_object(&mut self, name: &str, ty: TypeId, span: Span) -> GlobalId {
        let symbol = self.cx.session.interner.intern(&format!("pm_parameter_{name}"));
        let (size, align) = (self.size_of(ty), self.types().align_of(ty));
        let (init, volatility) = (GlobalInit::Zero, Volatility::Plain);
        let (relocs, kind) = (Vec::new(), GlobalKind::User);
        self.cx.globals.push(Global {
            name: symbol,
            cty: ty.into(),
            size,
            align,
            init,
            relocs,
            read_only: false,
            volatility,
            kind,
            span,
        })
    }

    /// The values in an object, as inputs.
    pub fn input_values(&mut self, ty: TypeId, name: &str, span: Span) -> Vec<InputValue> {
        let mut members = Vec::new();
        let names = |field: pm_base::Symbol| self.cx.session.interner.name(field).to_string();
        add_members(self.types(), &names, ty, Member { name: name.to_string(), at: 0, ty: Ty::Ptr }, &mut members);
        if members.len() > MOST {
            let text = format!("only the first {MOST} values in `{name}' are inputs of tests; the others are zero");
            self.cx.session.diags.push(Diagnostic::warning(span, text));
            members.truncate(MOST);
        }
        let mut value = |m: Member| {
            // `(*in).level` is `in->level`.
            let shown =
                m.name.strip_prefix("(*").and_then(|n| n.split_once(").")).map(|(p, rest)| format!("{p}->{rest}"));
            let source = self.cx.session.interner.intern(&shown.unwrap_or(m.name));
            InputValue { source, at: m.at, ty: m.ty }
        };
        members.into_iter().filter(|m| m.ty != Ty::Ptr).map(&mut value).collect()
    }

    /// New values for what lies at `ptr`.
    pub fn give_values(&mut self, base: Base, values: &[InputValue], span: Span) {
        for value in values {
            let new = self.arbitrary(value.ty, value.source, span);
            let ptr = Operand::Addr(base, value.at as i64);
            self.emit(InstKind::Store { ty: value.ty, ptr, value: new }, span, Role::Glue);
        }
    }

    /// The argument for a parameter of a function under test, where it is no scalar.
    pub fn tested_argument(&mut self, number: usize, local: &hir::Local, span: Span) -> Option<Operand> {
        let Parameter { object, values, .. } = self.cx.coverage.parameters.get(number)?.clone();
        if let Some(object) = object {
            self.give_values(Base::Global(object), &values, span);
            return Some(Operand::Addr(Base::Global(object), 0));
        }
        if scalar_ty(self.types(), local.ty.ty).is_some() {
            return None;
        }
        let slot = self.record_temp(local.ty.ty, span);
        for at in 0..self.size_of(local.ty.ty).min(MOST as u64) {
            let (ptr, value) = (Operand::Addr(Base::Slot(slot), at as i64), Operand::Int(BYTE, 0));
            self.emit(InstKind::Store { ty: Ty::Int(BYTE), ptr, value }, span, Role::Glue);
        }
        self.give_values(Base::Slot(slot), &values, span);
        Some(Operand::Addr(Base::Slot(slot), 0))
    }

    /// Says which objects are taken as states or outputs, although nobody prepares them.
    pub fn tell_of_states(&mut self, span: Span) {
        let coverage = &self.cx.coverage;
        let is_state =
            |p: &&Parameter| p.values.is_empty() && p.object.is_some_and(|o| !coverage.prepared.contains(&o));
        let names: Vec<String> = coverage.parameters.iter().filter(is_state).map(|p| format!("`{}'", p.name)).collect();
        if let [first, ..] = &names[..] {
            let verb = if names.len() == 1 { "points" } else { "point" };
            let text = format!("what {} {verb} to begins as zeros and keeps what is written to it", names.join(", "));
            let hint = format!("--input {} gives new values before each call", first.trim_matches(['`', '\'']));
            self.cx
                .session
                .diags
                .push(Diagnostic { severity: Severity::Note, ..Diagnostic::error(span, text) }.hint(hint));
        }
    }

    /// The object that a pointer of the function before the first cycle points to: the first of the step's of the same type.
    pub fn object_for(&self, ty: TypeId) -> Option<GlobalId> {
        let TypeKind::Pointer(to) = self.types().kind(ty) else { return None };
        let objects = self.cx.coverage.parameters.iter().filter_map(|p| p.object);
        let fits = |o: &GlobalId| {
            let own = self.cx.globals[*o].cty.ty;
            let elem = if let TypeKind::Array { elem, .. } = self.types().kind(own) { elem.ty } else { own };
            own == to.ty || elem == to.ty
        };
        objects.into_iter().find(fits)
    }
}

fn add_members(
    types: &TypeTable,
    names: &impl Fn(pm_base::Symbol) -> String,
    ty: TypeId,
    here: Member,
    out: &mut Vec<Member>,
) {
    if out.len() > MOST {
        return;
    }
    let Member { name, at, .. } = here;
    match types.kind(ty) {
        TypeKind::Array { elem, len: ArrayLen::Const(n) } => {
            let size = types.size_of(elem.ty).unwrap_or(0);
            for i in 0..(*n).min(MOST as u64 + 1) {
                let element = Member { name: format!("{name}[{i}]"), at: at + i * size, ty: Ty::Ptr };
                add_members(types, names, elem.ty, element, out);
            }
        }
        TypeKind::Record(r) if !types.records[*r].is_union => {
            for field in types.layout_of(*r).map_or(&[][..], |l| &l.fields) {
                let own = field.name.map_or_else(|| name.clone(), |f| format!("{name}.{}", names(f)));
                let from = at + field.offset;
                match field.bits {
                    Some(bits) => {
                        let end = from + u64::from(bits.start + bits.width).div_ceil(8);
                        add_bytes(&name, from..end, out);
                    }
                    None => add_members(types, names, field.ty.ty, Member { name: own, at: from, ty: Ty::Ptr }, out),
                }
            }
        }
        TypeKind::Record(_) => add_bytes(&name, at..at + types.size_of(ty).unwrap_or(0), out),
        _ => {
            if let Some(ty) = scalar_ty(types, ty) {
                out.push(Member { name, at, ty });
            }
        }
    }
}

/// Bytes that are not there yet.
fn add_bytes(name: &str, bytes: std::ops::Range<u64>, out: &mut Vec<Member>) {
    for at in bytes.take(MOST) {
        if out.last().is_none_or(|last| last.at < at || last.ty != Ty::Int(BYTE)) {
            out.push(Member { name: format!("{name}.byte{at}"), at, ty: Ty::Int(BYTE) });
        }
    }
}
