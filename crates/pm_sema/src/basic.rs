//! The types that C names by keywords or that the language itself uses, interned once.

use crate::types::{
    ArrayLen, BitRange, Field, FloatKind, IntKind, QualType, Quals, Record, RecordLayout, TypeId, TypeKind, TypeTable,
};
use pm_base::target::VaList;
use pm_base::{Interner, Span};

#[derive(Clone)]
pub struct Basic {
    pub error: TypeId,
    pub void: TypeId,
    pub bool_: TypeId,
    pub char_: TypeId,
    pub schar: TypeId,
    pub uchar: TypeId,
    pub short: TypeId,
    pub ushort: TypeId,
    pub int: TypeId,
    pub uint: TypeId,
    pub long: TypeId,
    pub ulong: TypeId,
    pub llong: TypeId,
    pub ullong: TypeId,
    pub int128: TypeId,
    pub uint128: TypeId,
    pub float: TypeId,
    pub double: TypeId,
    pub ldouble: TypeId,
    pub float16: TypeId,
    pub float128: TypeId,
    pub size: TypeId,
    pub ptrdiff: TypeId,
    pub wchar: TypeId,
    pub void_ptr: TypeId,
    pub const_void_ptr: TypeId,
    pub char_ptr: TypeId,
    pub const_char_ptr: TypeId,
    /// `__builtin_va_list`: an array of one record on LP64, a record on ARM, `char *` elsewhere.
    pub va_list: TypeId,
    /// What a `va_list` lvalue is after decay and dereference: the record, or `char *`.
    pub va_object: TypeId,
}

pub const CONST: Quals = Quals { is_const: true, is_volatile: false, is_restrict: false, is_atomic: false };

impl Basic {
    pub fn new(types: &mut TypeTable, names: &mut Interner) -> Self {
        let facts = types.model.facts();
        let mut int = |k| types.intern(TypeKind::Int(k));
        let (long, ulong) = (int(IntKind::Long), int(IntKind::ULong));
        let (llong, ullong) = (int(IntKind::LongLong), int(IntKind::ULongLong));
        let (i, u, ushort, char_) = (int(IntKind::Int), int(IntKind::UInt), int(IntKind::UShort), int(IntKind::Char));
        let (bool_, schar, uchar, short) =
            (int(IntKind::Bool), int(IntKind::SChar), int(IntKind::UChar), int(IntKind::Short));
        let (int128, uint128) = (int(IntKind::Int128), int(IntKind::UInt128));
        let (size, ptrdiff, wchar) = (int(facts.size), int(facts.ptrdiff), int(facts.wchar));
        let void = types.intern(TypeKind::Void);
        let mut pointer = |ty, quals| types.intern(TypeKind::Pointer(QualType { ty, quals }));
        let (void_ptr, const_void_ptr) = (pointer(void, Quals::default()), pointer(void, CONST));
        let (char_ptr, const_char_ptr) = (pointer(char_, Quals::default()), pointer(char_, CONST));
        let va_object = va_object(types, names, u, void_ptr, char_ptr);
        let va_list = match facts.va_list {
            VaList::Array => types.intern(TypeKind::Array { elem: va_object.into(), len: ArrayLen::Const(1) }),
            VaList::Pointer | VaList::Record(_) => va_object,
        };
        let mut float = |k| types.intern(TypeKind::Float(k));
        Basic {
            float: float(FloatKind::Float),
            double: float(FloatKind::Double),
            ldouble: float(FloatKind::LongDouble),
            float16: float(FloatKind::Float16),
            float128: float(FloatKind::Float128),
            error: types.intern(TypeKind::Error),
            void,
            bool_,
            char_,
            schar,
            uchar,
            short,
            ushort,
            int: i,
            uint: u,
            long,
            ulong,
            llong,
            ullong,
            int128,
            uint128,
            size,
            ptrdiff,
            wchar,
            void_ptr,
            const_void_ptr,
            char_ptr,
            const_char_ptr,
            va_list,
            va_object,
        }
    }
}

/// gcc's `struct __va_list_tag` on LP64 (two counters and two pointers), or a record whose first member is what we need of it.
fn va_object(types: &mut TypeTable, names: &mut Interner, uint: TypeId, ptr: TypeId, char_ptr: TypeId) -> TypeId {
    let mut field = |name: &str, ty: TypeId, offset| {
        let bits: Option<BitRange> = None;
        Field { name: Some(names.intern(name)), ty: ty.into(), offset, bits, span: Span::NONE }
    };
    let (tag, size, fields) = match types.model.facts().va_list {
        VaList::Pointer => return char_ptr,
        VaList::Record(size) => ("__va_list", size, vec![field("__ap", ptr, 0)]),
        VaList::Array => {
            let counters = [field("gp_offset", uint, 0), field("fp_offset", uint, 4)];
            let pointers = [field("overflow_arg_area", ptr, 8), field("reg_save_area", ptr, 16)];
            ("__va_list_tag", 24, counters.into_iter().chain(pointers).collect())
        }
    };
    let layout = RecordLayout { fields, size, align: types.pointer_size() as u32, flexible: false };
    let tag = Some(names.intern(tag));
    let record = types.records.push(Record { is_union: false, tag, span: Span::NONE, layout: Some(layout) });
    types.intern(TypeKind::Record(record))
}
