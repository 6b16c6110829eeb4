//! The names of state variables, as an engineer would write them.

use pm_base::{Interner, Span};
use pm_ir::{FuncId, Program, Ty, VarId};
use pm_symex::{INS, Leaf, ObjectId, ObjectInfo, ObjectKind, Part};
use pm_types::{ArrayLen, TypeId, TypeKind};

pub struct Naming<'a> {
    pub program: &'a Program,
    pub names: &'a Interner,
    pub objects: &'a [ObjectInfo],
}

impl Naming<'_> {
    /// Name, type of the value, declaration.
    pub fn describe(&self, leaf: Leaf, part: Part) -> (String, Option<Ty>, Span) {
        let (name, ty, span) = match leaf {
            Leaf::Reg { func, key, .. } => self.register(func, key),
            Leaf::Cell { object, off, len } => self.cell(object, off.into(), len.into()),
            Leaf::Elements { object, .. } => (self.object(object), None, self.objects[object as usize].span),
            Leaf::Nodes { object } => {
                (format!("{}.nodes", self.object(object)), None, self.objects[object as usize].span)
            }
            Leaf::Lives { object } => {
                (format!("{}.alive", self.object(object)), None, self.objects[object as usize].span)
            }
            Leaf::Field { object, off, len } => {
                (format!("{}.{off}:{len}", self.object(object)), None, self.objects[object as usize].span)
            }
            Leaf::Size { object } => {
                (format!("size of {}", self.object(object)), None, self.objects[object as usize].span)
            }
            Leaf::Alive { object } => {
                (format!("{} is alive", self.object(object)), Some(Ty::BOOL), self.objects[object as usize].span)
            }
        };
        match part {
            Part::Value => (name, ty, span),
            Part::Object => (format!("object of {name}"), None, span),
            Part::Offset => (format!("offset of {name}"), None, span),
        }
    }

    fn register(&self, func: FuncId, key: u32) -> (String, Option<Ty>, Span) {
        let f = &self.program.funcs[func];
        let scope = self.names.name(f.name);
        let (vars, slots) = (f.vars.len() as u32, f.slots.len() as u32);
        let plain = |v: u32| f.vars[VarId(v)].name.map_or_else(|| format!("v{v}"), |n| self.names.name(n).to_string());
        if key < vars {
            let var = &f.vars[VarId(key)];
            return (format!("{scope}::{}", plain(key)), Some(var.ty), var.span);
        }
        if key >= INS {
            let param = f.params.get((key - INS) as usize);
            let name = param.map_or_else(|| format!("written global {}", key - INS), |p| plain(p.0));
            return (format!("{scope}::{name} at its beginning"), None, f.span);
        }
        if key < vars + slots {
            return (format!("address of slot {} of {scope}", key - vars), None, f.span);
        }
        let var = key - vars - slots;
        (format!("{scope}::{} has a value", plain(var)), Some(Ty::BOOL), f.span)
    }

    fn object(&self, id: ObjectId) -> String {
        let info = &self.objects[id as usize];
        let name = info.name.map(|n| self.names.name(n)).filter(|n| !n.is_empty());
        match (info.kind, name) {
            (ObjectKind::Slot(f, _), Some(name)) => format!("{}::{name}", self.names.name(self.program.funcs[f].name)),
            (ObjectKind::Shadow, _) => format!("shadow {id}"),
            (_, Some(name)) => name.to_string(),
            (_, None) => format!("object {id}"),
        }
    }

    fn cell(&self, object: ObjectId, off: u64, len: u64) -> (String, Option<Ty>, Span) {
        let info = &self.objects[object as usize];
        let mut name = self.object(object);
        let Some(cty) = info.cty else {
            return (format!("{name}@{off}:{len}"), None, info.span);
        };
        let (mut ty, mut rest) = (cty.ty, off);
        while let Some((path, inner, left)) = self.part(ty, rest, len) {
            name.push_str(&path);
            (ty, rest) = (inner, left);
        }
        if rest == 0 && self.program.types.size_of(ty) == Some(len) {
            return (name, self.scalar(ty), info.span);
        }
        (format!("{name}@{rest}:{len}"), None, info.span)
    }

    /// The member or element that holds `len` bytes at `off`: its name, its type, the offset in it.
    fn part(&self, ty: TypeId, off: u64, len: u64) -> Option<(String, TypeId, u64)> {
        let types = &self.program.types;
        match types.kind(ty) {
            TypeKind::Array { elem, len: count } => {
                let step = types.size_of(elem.ty).filter(|s| *s > 0)?;
                let within = match count {
                    ArrayLen::Const(n) => off / step < *n,
                    ArrayLen::Unknown | ArrayLen::Vla(_) | ArrayLen::Star => true,
                };
                (within && off % step + len <= step).then(|| (format!("[{}]", off / step), elem.ty, off % step))
            }
            TypeKind::Record(r) => {
                let layout = types.layout_of(*r)?;
                let holds = |f: &&pm_types::Field| {
                    let size = types.size_of(f.ty.ty).unwrap_or(0);
                    f.bits.is_none() && f.offset <= off && off + len <= f.offset.saturating_add(size)
                };
                let exact = layout.fields.iter().find(|f| holds(f) && types.size_of(f.ty.ty) == Some(len));
                let field = exact.or_else(|| layout.fields.iter().find(holds))?;
                let path = field.name.map_or_else(String::new, |n| format!(".{}", self.names.name(n)));
                Some((path, field.ty.ty, off - field.offset))
            }
            _ => None,
        }
    }

    fn scalar(&self, ty: TypeId) -> Option<Ty> {
        let types = &self.program.types;
        match types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::BitInt(_) => types.as_int(ty).map(Ty::Int),
            TypeKind::Float(k) => Some(Ty::Float(types.float_format(*k))),
            TypeKind::Pointer(_) => Some(Ty::Ptr),
            TypeKind::Void | TypeKind::Array { .. } | TypeKind::Function(_) | TypeKind::Record(_) | TypeKind::Error => {
                None
            }
        }
    }
}
