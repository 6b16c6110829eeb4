//! Sizes and alignments, equal to gcc's for the machine.

use crate::{ArrayLen, FloatKind, TypeId, TypeKind, TypeTable};
use pm_base::DataModel;

impl TypeTable {
    /// Size in bytes; `None` for incomplete types, functions, void and variable length arrays.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Error => None,
            TypeKind::Int(k) => Some(u64::from(self.int_format(*k).bits).div_ceil(8)),
            TypeKind::Float(k) => Some(self.float_size(*k)),
            TypeKind::BitInt(f) => Some(u64::from(f.bits).div_ceil(8).next_power_of_two()),
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
            TypeKind::Float(FloatKind::LongDouble) => self.model.facts().long_double_align.into(),
            _ => self.size_of(ty).map_or(1, |s| s.clamp(1, self.model.facts().max_align.into()) as u32),
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
            FloatKind::Float16 => 2,
            FloatKind::Float => 4,
            FloatKind::Double => u64::from(self.model.facts().double.bits() / 8),
            FloatKind::LongDouble => self.model.facts().long_double_size.into(),
            FloatKind::Float128 => 16,
        }
    }

    /// The largest object: half the address space.
    pub fn max_object_size(&self) -> u64 {
        (1 << (self.model.facts().pointer - 1)) - 1
    }
}
