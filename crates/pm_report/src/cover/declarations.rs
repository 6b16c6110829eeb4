//! Types of the program, as C that needs no header of it: for a test that calls a function with structures.

use pm_ir::Program;
use pm_types::{ArrayLen, FloatKind, IntKind, TypeId, TypeKind};

/// `int name[4]`; members are called by their number. Pointers are `void *`.
pub fn declaration(program: &Program, ty: TypeId, name: &str) -> String {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Array { elem, len: ArrayLen::Const(n) } => declaration(program, elem.ty, &format!("{name}[{n}]")),
        TypeKind::Record(r) => {
            let keyword = if types.records[*r].is_union { "union" } else { "struct" };
            let fields = types.layout_of(*r).map_or(&[][..], |l| &l.fields);
            let member = |(i, f): (usize, &pm_types::Field)| match f.bits {
                Some(b) if b.width == 0 => format!("{} : 0; ", scalar(program, f.ty.ty)),
                Some(b) => format!("{} m{i} : {}; ", scalar(program, f.ty.ty), b.width),
                None => format!("{}; ", declaration(program, f.ty.ty, &format!("m{i}"))),
            };
            let members: String = fields.iter().enumerate().map(member).collect();
            format!("{keyword} {{ {members}}} {name}")
        }
        _ => format!("{} {name}", scalar(program, ty)),
    }
}

/// The name of a type that is no structure.
pub fn scalar(program: &Program, ty: TypeId) -> &'static str {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Int(kind) => int(*kind),
        TypeKind::Enum(e) => types.enums[*e].def.as_ref().map_or("int", |def| int(def.underlying)),
        TypeKind::Float(kind) => match kind {
            FloatKind::Float16 => "_Float16",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
            FloatKind::Float128 => "_Float128",
        },
        TypeKind::BitInt(f) => crate::harness::c_type(pm_ir::Ty::Int(*f)),
        _ => "void *",
    }
}

fn int(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}
