//! Types as C writes them, for messages and traces.

use crate::types::{ArrayLen, FloatKind, FnType, IntKind, QualType, Quals, TypeId, TypeKind, TypeTable};
use pm_base::Interner;

/// The type as a C type name, e.g. `int *(*)[3]`.
pub fn type_name(types: &TypeTable, names: &Interner, ty: QualType) -> String {
    declaration(types, names, ty, String::new())
}

/// `inner` declared with the type: C's inside-out syntax, built from the inside.
fn declaration(types: &TypeTable, names: &Interner, ty: QualType, inner: String) -> String {
    match types.kind(ty.ty) {
        TypeKind::Pointer(to) => {
            let inner = format!("*{}{inner}", qualifiers(ty.quals));
            let wrap = matches!(types.kind(to.ty), TypeKind::Array { .. } | TypeKind::Function(_));
            declaration(types, names, *to, if wrap { format!("({inner})") } else { inner })
        }
        TypeKind::Array { elem, len } => {
            let len = match len {
                ArrayLen::Const(n) => n.to_string(),
                ArrayLen::Unknown => String::new(),
                ArrayLen::Vla(_) | ArrayLen::Star => "*".to_string(),
            };
            declaration(types, names, *elem, format!("{inner}[{len}]"))
        }
        TypeKind::Function(f) => {
            let params = parameters(types, names, f);
            declaration(types, names, f.ret, format!("{inner}({params})"))
        }
        _ => {
            let base = base_name(types, names, ty.ty);
            let quals = qualifiers(ty.quals);
            let gap = if inner.is_empty() || inner.starts_with('[') { "" } else { " " };
            format!("{quals}{base}{gap}{inner}")
        }
    }
}

fn parameters(types: &TypeTable, names: &Interner, f: &FnType) -> String {
    if !f.prototyped {
        return String::new();
    }
    let mut list: Vec<String> = f.params.iter().map(|p| type_name(types, names, *p)).collect();
    if f.variadic {
        list.push("...".to_string());
    }
    if list.is_empty() { "void".to_string() } else { list.join(", ") }
}

fn qualifiers(q: Quals) -> String {
    let mut out = String::new();
    for (set, word) in
        [(q.is_const, "const "), (q.is_volatile, "volatile "), (q.is_restrict, "restrict "), (q.is_atomic, "_Atomic ")]
    {
        if set {
            out.push_str(word);
        }
    }
    out
}

fn base_name(types: &TypeTable, names: &Interner, ty: TypeId) -> String {
    match types.kind(ty) {
        TypeKind::Void => "void".to_string(),
        TypeKind::Int(k) => int_name(*k).to_string(),
        TypeKind::Float(k) => float_name(*k).to_string(),
        TypeKind::Enum(e) => tagged("enum", types.enums[*e].tag.map(|t| names.name(t))),
        TypeKind::Record(r) => {
            let record = &types.records[*r];
            tagged(if record.is_union { "union" } else { "struct" }, record.tag.map(|t| names.name(t)))
        }
        TypeKind::BitInt(f) => format!("{}:{}", if f.signed { "signed" } else { "unsigned" }, f.bits),
        TypeKind::Error => "<error>".to_string(),
        TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function(_) => {
            type_name(types, names, QualType::from(ty))
        }
    }
}

fn tagged(word: &str, tag: Option<&str>) -> String {
    match tag {
        Some(tag) => format!("{word} {tag}"),
        None => format!("{word} <anonymous>"),
    }
}

pub fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

pub fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float16 => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}
