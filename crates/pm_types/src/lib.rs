//! C types, interned: equal ids mean the same type (records and enums are nominal).
//!
//! Front ends make them, and the IR carries them beside its own (`pm_ir::Ty`) for what users see: which members and elements an object has, and
//! how its values are shown. It must not know: syntax, programs.
//!
//! A [`TypeTable`] belongs to one data model. Sizes and alignments follow gcc on x86 for ILP32 (System V i386), LP64
//! (System V x86-64) and LLP64 (Windows x86-64).

mod size;

pub use pm_base::Quals;
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{IndexVec, Span, Symbol, define_id};
use rustc_hash::FxHashMap;

define_id!(TypeId, "ty");
define_id!(RecordId, "rec");
define_id!(EnumId, "enum");
define_id!(
    /// A variable array length; the front end knows how it is computed.
    VlaId,
    "vla"
);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualType {
    pub ty: TypeId,
    pub quals: Quals,
}

impl From<TypeId> for QualType {
    fn from(ty: TypeId) -> Self {
        QualType { ty, quals: Quals::default() }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Void,
    Int(IntKind),
    Float(FloatKind),
    Enum(EnumId),
    Pointer(QualType),
    Array {
        elem: QualType,
        len: ArrayLen,
    },
    Function(FnType),
    Record(RecordId),
    /// The type of a bit-field's value before promotion: exactly its width.
    BitInt(IntFormat),
    /// After an error that was reported; silences follow-ups.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    LongDouble,
    Float128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Const(u64),
    /// `[]`
    Unknown,
    /// `[n]` with a run-time n
    Vla(VlaId),
    /// `[*]` in a prototype
    Star,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FnType {
    pub ret: QualType,
    /// Adjusted parameter types (arrays and functions are pointers).
    pub params: Vec<QualType>,
    pub variadic: bool,
    /// `false` for `()` and K&R declarations.
    pub prototyped: bool,
}

#[derive(Clone)]
pub struct Record {
    pub is_union: bool,
    pub tag: Option<Symbol>,
    pub span: Span,
    /// `None` while incomplete.
    pub layout: Option<RecordLayout>,
}

#[derive(Clone)]
pub struct RecordLayout {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u32,
    /// Ends in a flexible array member.
    pub flexible: bool,
}

#[derive(Clone)]
pub struct Field {
    /// `None` for anonymous structs/unions and unnamed bit-fields.
    pub name: Option<Symbol>,
    pub ty: QualType,
    /// Byte offset; for a bit-field, of the byte that holds its first bit.
    pub offset: u64,
    pub bits: Option<BitRange>,
    pub span: Span,
}

/// The bits of a bit-field, counted from the least significant bit of the byte at the field's offset (little endian).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// 0 to 7
    pub start: u8,
    /// 0 for an unnamed `:0`
    pub width: u8,
}

#[derive(Clone)]
pub struct Enum {
    pub tag: Option<Symbol>,
    pub span: Span,
    /// `None` while incomplete.
    pub def: Option<EnumDef>,
}

#[derive(Clone)]
pub struct EnumDef {
    pub underlying: IntKind,
    /// Values as patterns of the enumerators' type, sign-extended to 128 bits.
    pub enumerators: Vec<(Symbol, i128)>,
}

pub use pm_base::{Abi, DataModel};

#[derive(Clone)]
pub struct TypeTable {
    pub model: DataModel,
    pub abi: Abi,
    kinds: IndexVec<TypeId, TypeKind>,
    map: FxHashMap<TypeKind, TypeId>,
    /// Extra alignment or names of typedef'd variants are not types: they live with the declarations.
    pub records: IndexVec<RecordId, Record>,
    pub enums: IndexVec<EnumId, Enum>,
}

impl TypeTable {
    pub fn new(model: DataModel) -> Self {
        TypeTable {
            model,
            abi: Abi::default(),
            kinds: IndexVec::new(),
            map: FxHashMap::default(),
            records: IndexVec::new(),
            enums: IndexVec::new(),
        }
    }

    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.map.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.map.insert(kind, id);
        id
    }

    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty]
    }

    /// Width and signedness of an integer kind. `_Bool` is one bit.
    pub fn int_format(&self, kind: IntKind) -> IntFormat {
        let long = match self.model {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 | DataModel::Llp64 => 32,
        };
        let (bits, signed) = match kind {
            IntKind::Bool => (1, false),
            IntKind::Char => (8, !self.abi.unsigned_char),
            IntKind::SChar => (8, true),
            IntKind::UChar => (8, false),
            IntKind::Short => (16, true),
            IntKind::UShort => (16, false),
            IntKind::Int => (32, true),
            IntKind::UInt => (32, false),
            IntKind::Long => (long, true),
            IntKind::ULong => (long, false),
            IntKind::LongLong => (64, true),
            IntKind::ULongLong => (64, false),
            IntKind::Int128 => (128, true),
            IntKind::UInt128 => (128, false),
        };
        IntFormat::new(bits, signed)
    }

    pub fn float_format(&self, kind: FloatKind) -> FloatFormat {
        match kind {
            FloatKind::Float16 => FloatFormat::F16,
            FloatKind::Float => FloatFormat::F32,
            FloatKind::Double => FloatFormat::F64,
            FloatKind::LongDouble => FloatFormat::X87,
            FloatKind::Float128 => FloatFormat::F128,
        }
    }

    /// The integer format of an integer, enum or bit-field type.
    pub fn as_int(&self, ty: TypeId) -> Option<IntFormat> {
        match self.kind(ty) {
            TypeKind::Int(k) => Some(self.int_format(*k)),
            TypeKind::BitInt(f) => Some(*f),
            TypeKind::Enum(e) => {
                let kind = self.enums[*e].def.as_ref().map_or(IntKind::UInt, |d| d.underlying);
                Some(self.int_format(kind))
            }
            _ => None,
        }
    }

    pub fn as_float(&self, ty: TypeId) -> Option<FloatFormat> {
        match self.kind(ty) {
            TypeKind::Float(k) => Some(self.float_format(*k)),
            _ => None,
        }
    }

    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.as_int(ty).is_some() || self.as_float(ty).is_some() || self.is_pointer(ty)
    }

    pub fn pointee(&self, ty: TypeId) -> Option<QualType> {
        match self.kind(ty) {
            TypeKind::Pointer(p) => Some(*p),
            _ => None,
        }
    }

    /// Bytes of a pointer.
    pub fn pointer_size(&self) -> u64 {
        match self.model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 | DataModel::Llp64 => 8,
        }
    }

    pub fn layout_of(&self, record: RecordId) -> Option<&RecordLayout> {
        self.records[record].layout.as_ref()
    }
}
