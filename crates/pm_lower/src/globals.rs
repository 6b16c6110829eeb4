//! Globals and string literals: their ids, initial bytes and relocations.

use crate::program::Cx;
use pm_base::{Diagnostic, Idx, Span};
use pm_ir::{Base, Global, GlobalId, GlobalInit, GlobalKind, Reloc};
use pm_sema::hir::{self, AddrBase, ConstItem, ConstValue, GlobalDef};
use pm_sema::types::{BitRange, QualType};

impl Cx<'_> {
    /// The id of a global, which becomes part of the program by this.
    pub fn global_ref(&mut self, hir_id: hir::GlobalId) -> GlobalId {
        if let Some(id) = self.global_map[hir_id.index()] {
            return id;
        }
        let global = &self.hir.globals[hir_id];
        let id = self.globals.push(Global {
            name: global.name,
            cty: global.ty,
            size: global_size(self, global),
            align: global.align,
            init: GlobalInit::Zero,
            relocs: Vec::new(),
            read_only: self.is_read_only(global.ty),
            kind: if global.is_model { GlobalKind::Model } else { GlobalKind::User },
            span: global.span,
        });
        self.global_map[hir_id.index()] = Some(id);
        self.global_queue.push((hir_id, id));
        id
    }

    fn is_read_only(&self, ty: QualType) -> bool {
        use pm_sema::types::TypeKind;
        let mut ty = ty;
        loop {
            if ty.quals.is_const {
                return !ty.quals.is_volatile;
            }
            match self.hir.types.kind(ty.ty) {
                TypeKind::Array { elem, .. } => ty = *elem,
                _ => return false,
            }
        }
    }

    /// The initial contents of a global that was referred to.
    pub fn fill_global(&mut self, hir_id: hir::GlobalId, id: GlobalId) {
        let global = &self.hir.globals[hir_id];
        let nondet = self.opts.nondet_static && !global.is_model && !self.globals[id].read_only;
        match &global.def {
            GlobalDef::Extern => {
                self.globals[id].init = GlobalInit::Nondet;
                let name = self.session.interner.name(global.name);
                let text = format!("`{name}' is declared but defined nowhere: its contents are taken as arbitrary");
                self.session.diags.push(Diagnostic::warning(global.span, text));
            }
            _ if nondet => self.globals[id].init = GlobalInit::Nondet,
            GlobalDef::Zero => {}
            GlobalDef::Init(items) => {
                let (data, relocs) = self.image(items);
                if !data.is_empty() {
                    self.globals[id].init = GlobalInit::Data(data.into_boxed_slice());
                }
                self.globals[id].relocs = relocs;
            }
        }
    }

    /// Bytes up to the last that is not zero, and the pointers in them.
    fn image(&mut self, items: &[ConstItem]) -> (Vec<u8>, Vec<Reloc>) {
        let mut image = Image::default();
        for item in items {
            for i in 0..item.count {
                let offset = item.offset + i * item.stride;
                match &item.value {
                    ConstValue::Scalar { bits, size } => image.put_scalar(offset, *bits, usize::from(*size)),
                    ConstValue::BitField { range, bits } => image.put_bits(offset, *range, *bits),
                    ConstValue::Bytes { str, len } => image.put_bytes(offset, literal(&self.hir.strings[*str], *len)),
                    ConstValue::Address { base, addend } => {
                        let base = self.base_of(*base);
                        image.relocs.push(Reloc { offset, base, addend: *addend });
                    }
                }
            }
        }
        (image.data, image.relocs)
    }

    fn base_of(&mut self, base: AddrBase) -> Base {
        match base {
            AddrBase::Global(g) => Base::Global(self.global_ref(g)),
            AddrBase::Func(f) => Base::Func(self.func_address(f)),
            AddrBase::Str(s) => Base::Global(self.str_ref(s)),
        }
    }

    /// The object of a string literal. Equal literals share one, as compilers do.
    pub fn str_ref(&mut self, str: hir::StrId) -> GlobalId {
        if let Some(id) = self.str_map[str.index()] {
            return id;
        }
        let lit = &self.hir.strings[str];
        let id = match self.str_of_bytes.get(&*lit.bytes) {
            Some(&id) if self.globals[id].cty.ty == self.str_types[str] => id,
            _ => {
                let cty = self.str_types[str].into();
                let id = self.hidden_global(cty, lit.bytes.to_vec(), Vec::new(), GlobalKind::Str, lit.span);
                self.str_of_bytes.insert(&lit.bytes, id);
                id
            }
        };
        self.str_map[str.index()] = Some(id);
        id
    }

    /// A nameless read-only object: a literal, or the image of a local's initialiser.
    pub fn hidden_global(
        &mut self,
        cty: QualType,
        data: Vec<u8>,
        relocs: Vec<Reloc>,
        kind: GlobalKind,
        span: Span,
    ) -> GlobalId {
        self.globals.push(Global {
            name: self.syms.empty,
            cty,
            size: data.len() as u64,
            align: 16,
            init: GlobalInit::Data(data.into_boxed_slice()),
            relocs,
            read_only: true,
            kind,
            span,
        })
    }
}

/// The first `len` bytes of a literal, without trailing padding that it does not have.
pub(crate) fn literal(lit: &hir::StrLit, len: u64) -> &[u8] {
    &lit.bytes[..lit.bytes.len().min(len as usize)]
}

/// Size of the object: that of its type, or more where a flexible array member is initialised.
fn global_size(cx: &Cx<'_>, global: &hir::Global) -> u64 {
    let types = &cx.hir.types;
    let size = types.size_of(global.ty.ty).unwrap_or(0);
    let GlobalDef::Init(items) = &global.def else { return size };
    let end = |item: &ConstItem| {
        let len = match &item.value {
            ConstValue::Scalar { size, .. } => u64::from(*size),
            ConstValue::BitField { range, .. } => u64::from(range.start + range.width).div_ceil(8),
            ConstValue::Bytes { len, .. } => *len,
            ConstValue::Address { .. } => types.pointer_size(),
        };
        item.offset + item.count.saturating_sub(1) * item.stride + len
    };
    items.iter().map(end).fold(size, u64::max)
}

/// Bytes under construction; what was not written is zero.
#[derive(Default)]
pub(crate) struct Image {
    pub data: Vec<u8>,
    pub relocs: Vec<Reloc>,
}

impl Image {
    fn reserve(&mut self, end: usize) {
        if self.data.len() < end {
            self.data.resize(end, 0);
        }
    }

    pub fn put_bytes(&mut self, offset: u64, bytes: &[u8]) {
        let at = offset as usize;
        self.reserve(at + bytes.len());
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn put_scalar(&mut self, offset: u64, bits: u128, size: usize) {
        let bytes = bits.to_le_bytes();
        let mut padded = [0; 32];
        padded[..16].copy_from_slice(&bytes);
        self.put_bytes(offset, &padded[..size.min(32)]);
    }

    /// Sets the bits of a bit-field and keeps its neighbours.
    pub fn put_bits(&mut self, offset: u64, range: BitRange, bits: u128) {
        for i in 0..u32::from(range.width) {
            let at = u32::from(range.start) + i;
            let byte = offset as usize + at as usize / 8;
            self.reserve(byte + 1);
            let mask = 1 << (at % 8);
            if bits >> i & 1 != 0 {
                self.data[byte] |= mask;
            } else {
                self.data[byte] &= !mask;
            }
        }
    }
}
