//! Sizes, alignments and record layout, equal to gcc's on x86.
//!
//! ILP32 and LP64 follow the System V rules as gcc's `stor-layout.c` implements them (`PCC_BITFIELD_TYPE_MATTERS`), LLP64
//! the Microsoft rules as gcc has them for mingw. All positions are computed in bits as `u128`, so nothing overflows;
//! what is larger than half the address space is refused.

use crate::types::{ArrayLen, BitRange, Field, FloatKind, QualType, RecordLayout, TypeId, TypeKind, TypeTable};
use pm_base::{DataModel, Span, Symbol};

impl TypeTable {
    /// Size in bytes; `None` for incomplete types, functions, void and variable length arrays.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Error => None,
            TypeKind::Int(k) => Some(u64::from(self.int_format(*k).bits).div_ceil(8)),
            TypeKind::Float(k) => Some(self.float_size(*k)),
            TypeKind::BitInt(f) => Some(if f.bits <= 64 { 8 } else { 16 }),
            TypeKind::Enum(e) => {
                let def = self.enums[*e].def.as_ref()?;
                Some(u64::from(self.int_format(def.underlying).bits).div_ceil(8))
            }
            TypeKind::Pointer(_) => Some(self.pointer_size()),
            TypeKind::Array { elem, len: ArrayLen::Const(n) } => self.size_of(elem.ty)?.checked_mul(*n),
            TypeKind::Array { .. } => None,
            TypeKind::Record(r) => self.layout_of(*r).map(|l| l.size),
        }
    }

    /// The distance of neighbours under pointer arithmetic: as [`Self::size_of`], and 1 for void and functions (GNU).
    pub fn stride_of(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            _ => self.size_of(ty),
        }
    }

    /// Least alignment of objects of the type (C11's `_Alignof`); 1 for what has none.
    pub fn align_of(&self, ty: TypeId) -> u32 {
        let align = self.natural_align(ty);
        if self.model == DataModel::Ilp32 && align == 8 && self.is_capped_on_i386(ty) { 4 } else { align }
    }

    /// GNU's `__alignof__`: what gcc would like; differs for 8-byte scalars on ILP32.
    pub fn natural_align(&self, ty: TypeId) -> u32 {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } => self.natural_align(elem.ty),
            TypeKind::Record(r) => self.layout_of(*r).map_or(1, |l| l.align),
            TypeKind::Float(FloatKind::LongDouble) if self.model == DataModel::Ilp32 => 4,
            _ => self.size_of(ty).map_or(1, |s| s.clamp(1, 16) as u32),
        }
    }

    /// gcc's `ADJUST_FIELD_ALIGN` on i386: `double` and 64-bit integers are aligned to 4 in structures.
    fn is_capped_on_i386(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } => self.is_capped_on_i386(elem.ty),
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::BitInt(_) => true,
            _ => false,
        }
    }

    fn float_size(&self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble if self.model == DataModel::Ilp32 => 12,
            FloatKind::LongDouble | FloatKind::Float128 => 16,
        }
    }

    /// The largest object: half the address space.
    pub fn max_object_size(&self) -> u64 {
        match self.model {
            DataModel::Ilp32 => i32::MAX as u64,
            DataModel::Lp64 | DataModel::Llp64 => i64::MAX as u64,
        }
    }
}

/// A member as it was declared.
pub struct FieldSpec {
    pub name: Option<Symbol>,
    pub ty: QualType,
    pub span: Span,
    /// From `aligned` and `_Alignas` on the member; 0 is none.
    pub align: u32,
    /// The typedef through which it was declared has this alignment; 0 is none.
    pub type_align: u32,
    pub packed: bool,
    pub width: Option<u32>,
}

pub struct RecordAttrs {
    pub is_union: bool,
    pub packed: bool,
    /// From `aligned`; 0 is none.
    pub align: u32,
    /// From `#pragma pack`; 0 is none.
    pub pragma_pack: u32,
    /// Microsoft bit-field rules.
    pub ms: bool,
}

/// Places the members. The error is the span of the member with which the record became too large.
pub fn lay_out(types: &TypeTable, attrs: &RecordAttrs, specs: Vec<FieldSpec>) -> Result<RecordLayout, Span> {
    let limit = u128::from(types.max_object_size()) * 8;
    let mut p = Placer::new(types, attrs);
    let mut fields = Vec::with_capacity(specs.len());
    let mut flexible = false;
    for spec in specs {
        let at = p.place(&spec);
        if p.end > limit || at > limit {
            return Err(spec.span);
        }
        flexible = is_flexible(types, spec.ty.ty);
        fields.push(finish_field(spec, at));
    }
    let align = p.align / 8;
    let size = p.end.div_ceil(8).next_multiple_of(u128::from(align));
    Ok(RecordLayout { fields, size: size as u64, align, flexible })
}

fn is_flexible(types: &TypeTable, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Array { len: ArrayLen::Unknown, .. } => true,
        TypeKind::Record(r) => types.layout_of(*r).is_some_and(|l| l.flexible),
        _ => false,
    }
}

fn finish_field(spec: FieldSpec, at: u128) -> Field {
    let bits = spec.width.map(|w| BitRange { start: (at % 8) as u8, width: w as u8 });
    Field { name: spec.name, ty: spec.ty, offset: (at / 8) as u64, bits, span: spec.span }
}

/// Where the next member goes; all numbers are bits.
struct Placer<'a> {
    types: &'a TypeTable,
    attrs: &'a RecordAttrs,
    pos: u128,
    end: u128,
    align: u32,
    /// Microsoft rules: type size of the run of bit-fields we are in (0: none), and what is left of its unit.
    run_size: u128,
    run_left: u128,
    /// Microsoft rules: the member before was a bit-field of width other than 0.
    after_bit_field: bool,
}

impl<'a> Placer<'a> {
    fn new(types: &'a TypeTable, attrs: &'a RecordAttrs) -> Self {
        let align = attrs.align.max(1) * 8;
        Placer { types, attrs, pos: 0, end: 0, align, run_size: 0, run_left: 0, after_bit_field: false }
    }

    /// The bit position of the member.
    fn place(&mut self, f: &FieldSpec) -> u128 {
        let at = if self.attrs.ms { self.place_ms(f) } else { self.place_sysv(f) };
        self.end = self.end.max(self.pos);
        if self.attrs.is_union {
            self.pos = 0;
            self.run_size = 0;
            self.run_left = 0;
            return 0;
        }
        at
    }

    fn packed(&self, f: &FieldSpec) -> bool {
        f.packed || self.attrs.packed
    }

    fn cap(&self, align: u32) -> u32 {
        if self.attrs.pragma_pack != 0 { align.min(self.attrs.pragma_pack * 8) } else { align }
    }

    /// Alignment of the member's type in bits, as it counts within records.
    fn type_align(&self, f: &FieldSpec) -> u32 {
        8 * if f.type_align != 0 { f.type_align } else { self.types.align_of(f.ty.ty) }
    }

    fn type_bits(&self, f: &FieldSpec) -> u128 {
        u128::from(self.types.size_of(f.ty.ty).unwrap_or(0)) * 8
    }

    /// Alignment of a member that is not a bit-field (gcc: `DECL_ALIGN`).
    fn field_align(&self, f: &FieldSpec) -> u32 {
        let natural = if self.packed(f) { 8 } else { self.type_align(f) };
        self.cap(natural.max(f.align * 8))
    }

    fn place_sysv(&mut self, f: &FieldSpec) -> u128 {
        let Some(width) = f.width else { return self.place_plain(f) };
        let type_align = self.type_align(f);
        if width == 0 {
            let align = type_align.max(f.align * 8);
            self.pos = self.pos.next_multiple_of(u128::from(align));
            return self.pos;
        }
        let own = self.cap((f.align * 8).max(1));
        self.pos = self.pos.next_multiple_of(u128::from(own));
        if !self.packed(f) && self.attrs.pragma_pack == 0 {
            self.keep_in_unit(f, width, type_align);
        }
        if f.name.is_some() {
            let by_type = if self.attrs.pragma_pack != 0 {
                self.cap(type_align)
            } else if self.packed(f) {
                8
            } else {
                type_align
            };
            self.align = self.align.max(own).max(by_type);
        }
        let at = self.pos;
        self.pos += u128::from(width);
        at
    }

    /// A bit-field may not span more units of its type's alignment than its type does.
    fn keep_in_unit(&mut self, f: &FieldSpec, width: u32, type_align: u32) {
        let align = u128::from(type_align);
        let within = self.pos % align;
        if (within + u128::from(width)).div_ceil(align) > self.type_bits(f) / align {
            self.pos = self.pos.next_multiple_of(align);
        }
    }

    fn place_plain(&mut self, f: &FieldSpec) -> u128 {
        let align = self.field_align(f);
        self.align = self.align.max(align);
        self.pos = self.pos.next_multiple_of(u128::from(align));
        let at = self.pos;
        self.pos += self.type_bits(f);
        at
    }

    fn place_ms(&mut self, f: &FieldSpec) -> u128 {
        let Some(width) = f.width else {
            self.end_run();
            self.after_bit_field = false;
            return self.place_plain(f);
        };
        let width = u128::from(width);
        let size = self.type_bits(f);
        let unit_align = self.cap(if self.packed(f) { 8 } else { self.type_align(f).max(f.align * 8) });
        if width == 0 {
            if self.after_bit_field {
                self.end_run();
                self.align = self.align.max(self.cap(self.type_align(f)));
                self.pos = self.pos.next_multiple_of(u128::from(unit_align));
            }
            self.after_bit_field = false;
            return self.pos;
        }
        self.align = self.align.max(unit_align);
        if self.run_size != size || self.run_left < width || !self.after_bit_field {
            self.end_run();
            self.pos = self.pos.next_multiple_of(u128::from(unit_align));
            self.run_size = size;
            self.run_left = size;
        }
        self.after_bit_field = true;
        let at = self.pos;
        self.pos += width;
        self.run_left -= width.min(self.run_left);
        // In a struct the unit counts as a whole even when nothing follows.
        if !self.attrs.is_union {
            self.end = self.end.max(self.pos + self.run_left);
        }
        at
    }

    /// Uses up the rest of the unit of a run of bit-fields.
    fn end_run(&mut self) {
        self.pos += self.run_left;
        self.run_left = 0;
        self.run_size = 0;
    }
}
