//! What code outside of the program wrote in a counterexample, in terms that a C program can repeat: by function, number of the call, and
//! argument or global.

use crate::Context;
use pm_base::Span;
use pm_interp::{Havoc, ObjectInfo, ObjectKind};
use pm_ir::{FuncId, Function, GlobalKind, Stub, Ty, VarId};
use pm_types::{TypeId, TypeKind, TypeTable};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Fills memory that its caller names.
pub const MEMORY: &str = "__VERIFIER_nondet_memory";

pub struct Write {
    pub function: String,
    pub call: u64,
    pub to: To,
    pub bytes: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq)]
pub enum To {
    /// A distance from where this argument points; hidden ones count.
    Argument(usize, i64),
    /// A distance from the beginning.
    Global(String, u64),
    Errno,
}

#[derive(Default)]
pub struct Writes {
    pub all: Vec<Write>,
    /// The types that nondeterministic functions return which have no scalar one.
    pub records: BTreeMap<String, TypeId>,
    /// Those of them whose type is not known where they are called.
    pub untyped: BTreeSet<String>,
    /// Events of `records` and [`MEMORY`].
    pub named: usize,
    /// What cannot be repeated, and why.
    pub lost: BTreeSet<String>,
    calls: FxHashMap<FuncId, u64>,
    calls_by_name: FxHashMap<String, u64>,
    size: usize,
}

impl Writes {
    /// More bytes are not kept.
    const MAX: usize = 1 << 20;

    pub fn on_call(&mut self, callee: FuncId, func: &Function) {
        if func.stub == Stub::Function {
            *self.calls.entry(callee).or_insert(0) += 1;
        }
    }

    /// A function without a body, called with these arguments, has written.
    pub fn by_stub(
        &mut self,
        ctx: Context<'_>,
        func: FuncId,
        args: &FxHashMap<VarId, u128>,
        info: &ObjectInfo,
        havoc: &Havoc<'_>,
    ) {
        let name = ctx.func_name(func).to_string();
        let call = self.calls.get(&func).map_or(0, |n| n - 1);
        let Some(to) = place(ctx, &ctx.program.funcs[func], args, info, havoc) else {
            self.lost.insert(format!("what {name} writes through pointers that it finds in memory"));
            return;
        };
        let pointer = ctx.program.types.pointer_size();
        self.keep(&name, call, &to, havoc, pointer);
    }

    /// A nondeterministic function of the program's text has given memory its contents.
    pub fn by_name(&mut self, ctx: Context<'_>, info: &ObjectInfo, havoc: &Havoc<'_>, span: Span) {
        let text = ctx.sources.snippet(span, 200);
        let name = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default().to_string();
        if !name.starts_with("nondet_") && !name.starts_with("__VERIFIER_nondet_") {
            return;
        }
        if name != MEMORY {
            let Some(ty) = type_of(ctx, info, havoc) else {
                let place = ctx.place(span);
                self.lost.insert(format!("the struct that {name} returns at {place}, whose type is not known there"));
                self.untyped.insert(name);
                return;
            };
            self.records.insert(name.clone(), ty);
        }
        let call = *self.calls_by_name.entry(name.clone()).and_modify(|n| *n += 1).or_insert(0);
        self.named += 1;
        self.keep(&name, call, &To::Argument(0, 0), havoc, ctx.program.types.pointer_size());
    }

    /// Keeps all but the pointers, whose values are others in each run.
    fn keep(&mut self, function: &str, call: u64, to: &To, havoc: &Havoc<'_>, pointer: u64) {
        self.size += havoc.bytes.len();
        if self.size > Self::MAX {
            self.lost.insert(format!("what {function} writes: it is too much"));
            return;
        }
        let mut from = 0;
        for at in havoc.pointers.iter().copied().chain([havoc.bytes.len() as u64]) {
            if from < at {
                let bytes = havoc.bytes[from as usize..at as usize].to_vec();
                self.all.push(Write { function: function.to_string(), call, to: moved(to, from), bytes });
            }
            from = at + pointer;
        }
    }
}

fn moved(to: &To, by: u64) -> To {
    match to {
        To::Argument(i, distance) => To::Argument(*i, distance + by as i64),
        To::Global(name, distance) => To::Global(name.clone(), distance + by),
        To::Errno => To::Errno,
    }
}

/// How the function without a body comes to what it writes.
fn place(
    ctx: Context<'_>,
    func: &Function,
    args: &FxHashMap<VarId, u128>,
    info: &ObjectInfo,
    havoc: &Havoc<'_>,
) -> Option<To> {
    let start = info.base + havoc.offset;
    for (i, param) in func.params.iter().enumerate().filter(|(_, p)| func.vars[**p].ty == Ty::Ptr) {
        let value = args.get(param).map_or(0, |v| *v as u64);
        if (info.base..=info.base + info.size).contains(&value) {
            return Some(To::Argument(i, start.wrapping_sub(value) as i64));
        }
    }
    let ObjectKind::Global(g) = info.kind else { return None };
    let global = &ctx.program.globals[g];
    match (global.kind, ctx.names.name(global.name)) {
        (GlobalKind::User, name) => Some(To::Global(name.to_string(), havoc.offset)),
        (GlobalKind::Model, "errno") => Some(To::Errno),
        (GlobalKind::Model | GlobalKind::Str, _) => None,
    }
}

/// The type of what a function has returned, by where it was put.
fn type_of(ctx: Context<'_>, info: &ObjectInfo, havoc: &Havoc<'_>) -> Option<TypeId> {
    let program = ctx.program;
    let whole = match info.kind {
        ObjectKind::Global(g) => Some(program.globals[g].cty),
        ObjectKind::Slot(f, s) => program.funcs[f].slots[s].cty,
        ObjectKind::Func(_)
        | ObjectKind::Heap
        | ObjectKind::Alloca
        | ObjectKind::Vla
        | ObjectKind::Static
        | ObjectKind::Mapped => None,
    };
    part(&program.types, whole?.ty, havoc.offset, havoc.bytes.len() as u64)
}

/// The record of this size at an offset.
fn part(types: &TypeTable, mut ty: TypeId, mut offset: u64, size: u64) -> Option<TypeId> {
    loop {
        match types.kind(ty) {
            TypeKind::Record(_) if offset == 0 && types.size_of(ty) == Some(size) => return Some(ty),
            TypeKind::Record(r) => {
                let fields = &types.layout_of(*r)?.fields;
                let holds = |t: TypeId, at: u64| offset >= at && types.size_of(t).is_some_and(|s| offset < at + s);
                let field = fields.iter().find(|f| f.bits.is_none() && holds(f.ty.ty, f.offset))?;
                (ty, offset) = (field.ty.ty, offset - field.offset);
            }
            TypeKind::Array { elem, .. } => {
                offset %= types.size_of(elem.ty).filter(|s| *s > 0)?;
                ty = elem.ty;
            }
            _ => return None,
        }
    }
}

/// A type as C writes it, without the names of the program; `None` where its layout is not the natural one.
pub fn c_definition(types: &TypeTable, ty: TypeId, scalar: &dyn Fn(Ty) -> &'static str) -> Option<String> {
    declared(types, ty, "", scalar)
}

fn declared(types: &TypeTable, ty: TypeId, name: &str, scalar: &dyn Fn(Ty) -> &'static str) -> Option<String> {
    Some(match types.kind(ty) {
        TypeKind::Pointer(_) => format!("void *{name}"),
        TypeKind::Int(_) | TypeKind::Enum(_) => format!("{} {name}", scalar(Ty::Int(types.as_int(ty)?))),
        TypeKind::Float(_) => format!("{} {name}", scalar(Ty::Float(types.as_float(ty)?))),
        TypeKind::Array { elem, .. } => {
            let count = types.size_of(ty)?.checked_div(types.size_of(elem.ty)?)?;
            declared(types, elem.ty, &format!("{name}[{count}]"), scalar)?
        }
        TypeKind::Record(r) => {
            let layout = types.layout_of(*r)?;
            if layout.flexible || layout.fields.iter().any(|f| f.bits.is_some()) {
                return None;
            }
            let is_union = layout.fields.len() > 1 && layout.fields.iter().all(|f| f.offset == 0);
            let (mut text, mut end, mut align) = (String::new(), 0u64, 1u64);
            for (i, f) in layout.fields.iter().enumerate() {
                let (size, a) = (types.size_of(f.ty.ty)?, u64::from(types.align_of(f.ty.ty)).max(1));
                if !is_union && f.offset != end.next_multiple_of(a) {
                    return None;
                }
                (end, align) = (end.max(f.offset + size), align.max(a));
                text += &format!("{}; ", declared(types, f.ty.ty, &format!("m{i}"), scalar)?);
            }
            if layout.fields.is_empty()
                || layout.size != end.next_multiple_of(align)
                || u64::from(layout.align) != align
            {
                return None;
            }
            format!("{} {{ {text}}} {name}", if is_union { "union" } else { "struct" })
        }
        TypeKind::Void | TypeKind::Function(_) | TypeKind::BitInt(_) | TypeKind::Error => return None,
    })
}
