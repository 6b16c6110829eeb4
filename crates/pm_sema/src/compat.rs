//! Compatible and composite types (C11 6.2.7), within a unit by identity of records and across units by structure.

use crate::types::{ArrayLen, FnType, IntKind, QualType, RecordId, TypeId, TypeKind, TypeTable};
use rustc_hash::FxHashSet;

/// Whether records and enums of the two types come from the same unit (then only the same record is compatible).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Units {
    Same,
    Different,
}

pub fn compatible(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    a == b || Compare { types, units: Units::Same, assumed: FxHashSet::default() }.types(a, b)
}

/// Compatibility of declarations of two units.
pub fn compatible_across(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    a == b || Compare { types, units: Units::Different, assumed: FxHashSet::default() }.types(a, b)
}

/// Whether a call through one function type works with a definition of the other: the same shapes of values.
pub fn same_shape(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Function(f), TypeKind::Function(g)) => {
            same_shape(types, f.ret.ty, g.ret.ty)
                && (!f.prototyped
                    || !g.prototyped
                    || (f.variadic == g.variadic
                        && f.params.len() == g.params.len()
                        && f.params.iter().zip(&g.params).all(|(p, q)| same_shape(types, p.ty, q.ty))))
        }
        (TypeKind::Void, TypeKind::Void) => true,
        (TypeKind::Record(_), TypeKind::Record(_)) => types.size_of(a) == types.size_of(b),
        _ => {
            let shape = |t| (types.as_int(t).is_some() || types.is_pointer(t), types.as_float(t), types.size_of(t));
            types.is_scalar(a) && types.is_scalar(b) && shape(a) == shape(b)
        }
    }
}

/// Whether calls by the declaration can be made ones of the definition, as they are where a linker brings them together: arguments and results are
/// in the same registers, and of integers the lower bits are those of the narrower type. (Upper bits of a wider result would be anything.)
pub fn adaptable(types: &TypeTable, declared: TypeId, defined: TypeId) -> bool {
    let (TypeKind::Function(f), TypeKind::Function(g)) = (types.kind(declared), types.kind(defined)) else {
        return false;
    };
    let is_bool = |t| matches!(types.kind(t), TypeKind::Int(IntKind::Bool));
    let is_int = |t| types.as_int(t).is_some_and(|f| f.bits <= 64) && !is_bool(t);
    // Elsewhere integers of several widths are not passed in the same places.
    let widths = |a, b| types.model.is_x86() || types.size_of(a) == types.size_of(b);
    let fits = |a, b| same_shape(types, a, b) || is_int(a) && is_int(b) && widths(a, b);
    let result = matches!(types.kind(f.ret.ty), TypeKind::Void)
        || fits(f.ret.ty, g.ret.ty) && types.size_of(f.ret.ty) <= types.size_of(g.ret.ty);
    let params = !f.prototyped
        || (f.variadic == g.variadic || g.variadic)
            && f.params.len() == g.params.len()
            && f.params.iter().zip(&g.params).all(|(p, q)| fits(p.ty, q.ty));
    g.prototyped && result && params
}

struct Compare<'a> {
    types: &'a TypeTable,
    units: Units,
    /// Pairs of records that are being compared: assumed equal.
    assumed: FxHashSet<(RecordId, RecordId)>,
}

impl Compare<'_> {
    fn quals(&mut self, a: QualType, b: QualType) -> bool {
        a.quals.is_const == b.quals.is_const
            && a.quals.is_volatile == b.quals.is_volatile
            && (a.ty == b.ty || self.types(a.ty, b.ty))
    }

    fn types(&mut self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let types = self.types;
        match (types.kind(a), types.kind(b)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Pointer(p), TypeKind::Pointer(q)) => self.quals(*p, *q),
            (TypeKind::Array { elem: p, len: m }, TypeKind::Array { elem: q, len: n }) => {
                lengths_agree(*m, *n) && self.quals(*p, *q)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => self.functions(f, g),
            (TypeKind::Record(r), TypeKind::Record(s)) => self.records(*r, *s),
            (TypeKind::Enum(e), TypeKind::Enum(f)) => {
                self.units == Units::Different && types.enums[*e].tag == types.enums[*f].tag
            }
            (TypeKind::Enum(e), TypeKind::Int(k)) | (TypeKind::Int(k), TypeKind::Enum(e)) => {
                types.enums[*e].def.as_ref().is_some_and(|d| d.underlying == *k)
            }
            _ => false,
        }
    }

    fn functions(&mut self, f: &FnType, g: &FnType) -> bool {
        if f.ret.ty != g.ret.ty && !self.types(f.ret.ty, g.ret.ty) {
            return false;
        }
        match (f.prototyped, g.prototyped) {
            (true, true) => {
                f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && f.params.iter().zip(&g.params).all(|(p, q)| self.types(p.ty, q.ty))
            }
            (false, false) => true,
            (true, false) => self.matches_unprototyped(f, g),
            (false, true) => self.matches_unprototyped(g, f),
        }
    }

    /// `proto` against `()` or a K&R definition: promoted parameters must be as declared.
    fn matches_unprototyped(&mut self, proto: &FnType, old: &FnType) -> bool {
        if old.params.is_empty() {
            return !proto.variadic && proto.params.iter().all(|p| self.is_self_promoting(p.ty));
        }
        !proto.variadic && proto.params.len() == old.params.len()
    }

    fn is_self_promoting(&self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            TypeKind::Float(k) => *k != crate::types::FloatKind::Float,
            _ => self.types.as_int(ty).is_none_or(|f| f.bits >= 32),
        }
    }

    fn records(&mut self, r: RecordId, s: RecordId) -> bool {
        if self.units == Units::Same {
            return false;
        }
        let (a, b) = (&self.types.records[r], &self.types.records[s]);
        if a.is_union != b.is_union || a.tag != b.tag {
            return false;
        }
        let (Some(x), Some(y)) = (&a.layout, &b.layout) else { return true };
        if !self.assumed.insert((r, s)) {
            return true;
        }
        x.size == y.size
            && x.fields.len() == y.fields.len()
            && x.fields.iter().zip(&y.fields).all(|(f, g)| {
                f.name == g.name && f.offset == g.offset && f.bits == g.bits && self.types(f.ty.ty, g.ty.ty)
            })
    }
}

fn lengths_agree(m: ArrayLen, n: ArrayLen) -> bool {
    match (m, n) {
        (ArrayLen::Const(m), ArrayLen::Const(n)) => m == n,
        _ => true,
    }
}

/// The composite of two compatible types: what either knows.
pub fn composite(types: &mut TypeTable, a: TypeId, b: TypeId) -> TypeId {
    if a == b {
        return a;
    }
    let kind = match (types.kind(a).clone(), types.kind(b).clone()) {
        (TypeKind::Pointer(p), TypeKind::Pointer(q)) => TypeKind::Pointer(composite_qual(types, p, q)),
        (TypeKind::Array { elem: p, len: m }, TypeKind::Array { elem: q, len: n }) => {
            let len = match (m, n) {
                (ArrayLen::Const(_), _) => m,
                (_, ArrayLen::Const(_)) => n,
                (ArrayLen::Vla(_), _) => m,
                (_, ArrayLen::Vla(_)) => n,
                _ => m,
            };
            TypeKind::Array { elem: composite_qual(types, p, q), len }
        }
        (TypeKind::Function(f), TypeKind::Function(g)) => TypeKind::Function(composite_fn(types, f, g)),
        _ => return a,
    };
    types.intern(kind)
}

fn composite_qual(types: &mut TypeTable, a: QualType, b: QualType) -> QualType {
    QualType { ty: composite(types, a.ty, b.ty), quals: a.quals }
}

fn composite_fn(types: &mut TypeTable, f: FnType, g: FnType) -> FnType {
    let ret = composite_qual(types, f.ret, g.ret);
    match (f.prototyped, g.prototyped) {
        (true, true) => {
            let params = f.params.iter().zip(&g.params).map(|(p, q)| composite_qual(types, *p, *q)).collect();
            FnType { ret, params, ..f }
        }
        (true, false) => FnType { ret, ..f },
        (false, true) => FnType { ret, ..g },
        (false, false) => {
            let params = if f.params.is_empty() { g.params } else { f.params };
            FnType { ret, params, variadic: f.variadic, prototyped: false }
        }
    }
}
