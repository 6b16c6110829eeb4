//! Record layout, equal to gcc's for the machine.
//!
//! Most machines follow the System V rules as gcc's `stor-layout.c` implements them (`PCC_BITFIELD_TYPE_MATTERS`), ARM with unnamed
//! bit-fields that count, LLP64 the Microsoft rules as gcc has them for mingw. All positions are computed in bits as `u128`, so nothing overflows;
//! what is larger than half the address space is refused.

use crate::types::{ArrayLen, BitRange, Field, QualType, RecordLayout, TypeId, TypeKind, TypeTable};
use pm_base::target::BitFields;
use pm_base::{DataModel, Span, Symbol};

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
    /// The largest alignment that a bit-field of width 0 makes, which `#pragma pack` does not change; 0 is none.
    pub most_of_empty: u32,
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
    /// Microsoft rules: the bit-field that began the unit we are in, and the bits left of that unit.
    run: Option<Run>,
    run_left: u128,
}

/// A bit-field for the Microsoft rules: bits of its type, and its width.
#[derive(Clone, Copy)]
struct Run {
    type_bits: u128,
    width: u128,
}

impl<'a> Placer<'a> {
    fn new(types: &'a TypeTable, attrs: &'a RecordAttrs) -> Self {
        let align = attrs.align.max(1) * 8;
        Placer { types, attrs, pos: 0, end: 0, align, run: None, run_left: 0 }
    }

    /// The bit position of the member.
    fn place(&mut self, f: &FieldSpec) -> u128 {
        if self.attrs.is_union {
            self.place_in_union(f);
            return 0;
        }
        if self.attrs.ms { self.place_ms(f) } else { self.place_sysv(f) }
    }

    fn place_in_union(&mut self, f: &FieldSpec) {
        let (align, _) = self.decl_align(f);
        if self.attrs.ms {
            self.align_record_ms(f, align);
        } else {
            self.align_record_sysv(f, align);
        }
        self.end = self.end.max(self.decl_bits(f).next_multiple_of(8));
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

    /// Bits of the member itself.
    fn decl_bits(&self, f: &FieldSpec) -> u128 {
        f.width.map_or_else(|| self.type_bits(f), u128::from)
    }

    /// What alignment the next position has; the start has any.
    fn known_align(&self) -> u128 {
        if self.attrs.is_union || self.pos == 0 { u128::MAX } else { self.pos & self.pos.wrapping_neg() }
    }

    /// Alignment of the member in bits (gcc: `DECL_ALIGN` after `layout_decl`), and whether it stays a bit-field: one
    /// that fills a machine integer at a place fit for it becomes a plain member.
    fn decl_align(&self, f: &FieldSpec) -> (u32, bool) {
        let user = f.align * 8;
        let Some(width) = f.width else { return (self.field_align(f), false) };
        if width == 0 && !self.attrs.ms {
            let most = if self.attrs.most_of_empty == 0 { u32::MAX } else { self.attrs.most_of_empty * 8 };
            return (self.type_align(f).max(user).min(most), true);
        }
        let packed = self.packed(f);
        let whole =
            matches!(width, 8 | 16 | 32 | 64) && !(width > 8 && packed) && self.known_align() >= u128::from(width);
        let mut align = if whole { user.max(width) } else { user.max(1) };
        if user == 0 && packed {
            align = align.min(8);
        } else if user == 0 && self.types.model == DataModel::Ilp32 {
            align = align.min(32);
        }
        (self.cap(align), !whole)
    }

    /// Alignment of a member that is not a bit-field (gcc: `DECL_ALIGN`).
    fn field_align(&self, f: &FieldSpec) -> u32 {
        let natural = if self.packed(f) { 8 } else { self.type_align(f) };
        self.cap(natural.max(f.align * 8))
    }

    fn place_sysv(&mut self, f: &FieldSpec) -> u128 {
        let (align, is_bit_field) = self.decl_align(f);
        self.align_record_sysv(f, align);
        self.pos = self.pos.next_multiple_of(u128::from(align));
        if is_bit_field && f.width != Some(0) && !self.packed(f) && self.attrs.pragma_pack == 0 {
            self.keep_in_unit(f);
        }
        let at = self.pos;
        self.pos += self.decl_bits(f);
        self.end = self.pos;
        at
    }

    /// A bit-field may not span more units of its type's alignment than its type does.
    fn keep_in_unit(&mut self, f: &FieldSpec) {
        let align = u128::from(self.type_align(f));
        let within = self.pos % align;
        if (within + self.decl_bits(f)).div_ceil(align) > self.type_bits(f) / align {
            // gcc counts from the last place that any object may have.
            let most = u32::from(self.types.model.facts().aligned).max(self.attrs.align) * 8;
            let base = self.pos - self.pos % u128::from(most);
            self.pos = base + (self.pos - base).next_multiple_of(align);
        }
    }

    /// Named bit-fields count with their type; unnamed ones do not count, but on ARM.
    fn align_record_sysv(&mut self, f: &FieldSpec, align: u32) {
        if f.width.is_none() {
            self.align = self.align.max(align);
        } else if f.name.is_some() || self.types.model.facts().bit_fields == BitFields::TypedUnnamed {
            let by_type = match (self.attrs.pragma_pack, self.packed(f)) {
                (0, true) => 8,
                _ => self.cap(self.type_align(f)),
            };
            self.align = self.align.max(align).max(by_type);
        }
    }

    /// gcc's `place_field` for `ms_bitfield_layout_p`: bit-fields of one type size share units of that size.
    fn place_ms(&mut self, f: &FieldSpec) -> u128 {
        let (align, _) = self.decl_align(f);
        self.align_record_ms(f, align);
        let misaligned = self.known_align() < u128::from(align);
        let this = f.width.map(|w| Run { type_bits: self.type_bits(f), width: u128::from(w) });
        let mut before = self.run;
        if let Some(run) = self.run {
            let mut realign = misaligned;
            match this {
                Some(b) if b.width != 0 && run.width != 0 && b.type_bits == run.type_bits => {
                    if self.run_left < b.width {
                        self.pos += self.run_left;
                        self.run = this;
                        self.run_left = b.type_bits.saturating_sub(b.width);
                    } else {
                        self.run_left -= b.width;
                        realign = false;
                    }
                }
                _ => {
                    if run.width != 0 {
                        self.pos += self.run_left;
                    } else {
                        before = None;
                    }
                    if this.is_none_or(|b| b.width == 0) {
                        self.run = None;
                    }
                }
            }
            if realign {
                self.pos = self.pos.next_multiple_of(u128::from(align));
            }
        } else if misaligned {
            self.pos = self.pos.next_multiple_of(u128::from(align));
        }
        self.begin_run(f, this, before);
        let at = self.pos;
        self.pos += self.decl_bits(f);
        if self.run.is_none() {
            self.run = this;
        }
        // The unit counts as a whole even when nothing follows.
        let rest = if this.is_some_and(|b| b.width != 0) { self.run_left } else { 0 };
        self.end = self.pos + rest;
        at
    }

    /// A new run of bit-fields of one type size, or a plain member, starts at a place aligned for its type.
    fn begin_run(&mut self, f: &FieldSpec, this: Option<Run>, before: Option<Run>) {
        let begins = match (this, before) {
            (None, _) => true,
            (Some(b), Some(run)) => b.type_bits != run.type_bits,
            (Some(b), None) => b.width != 0,
        };
        if !begins {
            return;
        }
        self.run_left = self.type_bits(f).saturating_sub(self.decl_bits(f));
        let align = self.cap(if self.packed(f) { 8 } else { self.type_align(f).max(8) });
        self.pos = self.pos.next_multiple_of(u128::from(align));
        self.run = None;
    }

    /// Bit-fields count with their type unless packed; those of width 0 only after another bit-field.
    fn align_record_ms(&mut self, f: &FieldSpec, align: u32) {
        let counts = match f.width {
            None => true,
            Some(0) => self.run.is_some_and(|run| run.width != 0),
            Some(_) => !self.packed(f),
        };
        if counts {
            let by_type = if f.width.is_none() && self.packed(f) { align } else { self.type_align(f).max(align) };
            self.align = self.align.max(self.cap(by_type));
        }
    }
}
