//! C types, interned: equal ids mean the same type (records and enums are nominal).
//!
//! Front ends make them, and the IR carries them beside its own (`pm_ir::Ty`) for what users see: which members and elements an object has, and
//! how its values are shown. It must not know: syntax, programs.
//!
//! A [`TypeTable`] belongs to one machine (`pm_base::target`). Sizes and alignments are those of gcc for it.

mod proper;
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

pub use pm_base::{Abi, DataModel, IntKind};

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
        let mut types = TypeTable {
            model,
            abi: model.abi(),
            kinds: IndexVec::new(),
            map: FxHashMap::default(),
            records: IndexVec::new(),
            enums: IndexVec::new(),
        };
        types.intern(TypeKind::Void);
        types
    }

    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.map.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.map.insert(kind, id);
        id
    }

    pub fn void(&self) -> TypeId {
        self.map[&TypeKind::Void]
    }

    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty]
    }

    /// Width and signedness of an integer kind. `_Bool` is one bit.
    pub fn int_format(&self, kind: IntKind) -> IntFormat {
        let signed = match kind {
            IntKind::Char => !self.abi.unsigned_char,
            IntKind::SChar | IntKind::Short | IntKind::Int | IntKind::Long | IntKind::LongLong | IntKind::Int128 => {
                true
            }
            IntKind::Bool | IntKind::UChar | IntKind::UShort | IntKind::UInt => false,
            IntKind::ULong | IntKind::ULongLong | IntKind::UInt128 => false,
        };
        IntFormat::new(self.model.int_bits(kind), signed)
    }

    pub fn float_format(&self, kind: FloatKind) -> FloatFormat {
        match kind {
            FloatKind::Float16 => FloatFormat::F16,
            FloatKind::Float => FloatFormat::F32,
            FloatKind::Double => self.model.facts().double,
            FloatKind::LongDouble => self.model.facts().long_double,
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
        u64::from(self.model.facts().pointer / 8)
    }

    /// The format of `int`.
    pub fn int(&self) -> IntFormat {
        self.int_format(IntKind::Int)
    }

    pub fn layout_of(&self, record: RecordId) -> Option<&RecordLayout> {
        self.records[record].layout.as_ref()
    }
}
