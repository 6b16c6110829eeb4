//! Globals and string literals: their ids, initial bytes and relocations.

use crate::program::Cx;
use pm_base::{Diagnostic, Idx, Span};
use pm_ir::{Base, Global, GlobalId, GlobalInit, GlobalKind, Reloc, Volatility};
use pm_sema::builtins::{is_of_verifiers, is_reserved};
use pm_sema::hir::{self, AddrBase, ConstItem, ConstValue, GlobalDef};
use pm_sema::types::{BitRange, QualType};
use std::collections::BTreeMap;

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
            volatility: Volatility::Plain,
            kind: if global.is_model { GlobalKind::Model } else { GlobalKind::User },
            span: global.span,
        });
        self.globals[id].volatility = self.volatility(hir_id);
        self.global_map[hir_id.index()] = Some(id);
        self.global_queue.push((hir_id, id));
        id
    }

    /// Can a test in C give the global a value, where there are to be tests? It must have a symbol of its own, and no pointers.
    fn can_be_given(&self, global: &hir::Global) -> bool {
        let same = || self.hir.globals.iter().filter(|g| g.name == global.name && !g.is_model).count();
        !self.opts.coverage || global.owner.is_none() && same() == 1 && !self.holds_pointers(global.ty)
    }

    fn holds_pointers(&self, ty: QualType) -> bool {
        use pm_sema::types::TypeKind;
        match self.hir.types.kind(ty.ty) {
            TypeKind::Pointer(_) => true,
            TypeKind::Array { elem, .. } => self.holds_pointers(*elem),
            TypeKind::Record(record) => {
                let fields = self.hir.types.layout_of(*record).map_or(&[][..], |l| &l.fields);
                fields.iter().any(|f| self.holds_pointers(f.ty))
            }
            _ => false,
        }
    }

    /// Is a part of the object volatile, and is it a device (`--nondet-volatile NAME`)?
    fn volatility(&mut self, id: hir::GlobalId) -> Volatility {
        let global = &self.hir.globals[id];
        if global.is_model || !self.is_volatile(global.ty) {
            return Volatility::Plain;
        }
        let name = self.session.interner.name(global.name);
        if !self.opts.nondet_volatile.names(name) {
            return Volatility::Own;
        }
        let source = format!("volatile {name}");
        Volatility::Device(self.session.interner.intern(&source))
    }

    fn is_volatile(&self, ty: QualType) -> bool {
        use pm_sema::types::TypeKind;
        let mut open = vec![ty];
        let mut seen = Vec::new();
        while let Some(ty) = open.pop() {
            if ty.quals.is_volatile {
                return true;
            }
            match self.hir.types.kind(ty.ty) {
                TypeKind::Array { elem, .. } => open.push(*elem),
                TypeKind::Record(record) if !seen.contains(record) => {
                    seen.push(*record);
                    let fields = self.hir.types.layout_of(*record).map_or(&[][..], |l| &l.fields);
                    open.extend(fields.iter().map(|f| f.ty));
                }
                _ => {}
            }
        }
        false
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

    /// `extern char end[];`, as linker scripts define them.
    fn has_unknown_size(&self, ty: QualType) -> bool {
        use pm_sema::types::{ArrayLen, TypeKind};
        matches!(self.hir.types.kind(ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. })
    }

    fn refuse_reserved(&mut self, global: &hir::Global) {
        let name = self.session.interner.name(global.name);
        let text = format!("the variable '{name}' of a verifier or compiler is not implemented");
        self.session.diags.push(Diagnostic::unsupported(global.span, text));
    }

    /// The initial contents of a global that was referred to.
    pub fn fill_global(&mut self, hir_id: hir::GlobalId, id: GlobalId) {
        let global = &self.hir.globals[hir_id];
        let nondet =
            self.opts.nondet_static && !global.is_model && !self.globals[id].read_only && self.can_be_given(global);
        match &global.def {
            GlobalDef::Extern if self.somewhere.pointer && self.has_unknown_size(global.ty) => {
                let name = self.session.interner.name(global.name);
                let text = format!("`{name}' is an array of unknown size that nothing defines");
                let hint = format!("accesses to it cannot be checked; add a file that defines `{name}' with its size");
                self.session.diags.push(Diagnostic::unsupported(global.span, text).hint(hint));
            }
            GlobalDef::Extern if global.weak => self.refuse_absent(global.name, global.span),
            GlobalDef::Extern => {
                self.globals[id].init = GlobalInit::Nondet;
                let name = self.session.interner.name(global.name);
                if is_reserved(name) {
                    return self.refuse_reserved(global);
                }
                let text = format!("`{name}' is declared but defined nowhere: its contents are taken as arbitrary");
                self.session.diags.push(Diagnostic::warning(global.span, text));
            }
            _ if !global.is_model && is_of_verifiers(self.session.interner.name(global.name)) => {
                self.refuse_reserved(global);
            }
            _ if nondet => self.globals[id].init = GlobalInit::Nondet,
            GlobalDef::Zero => {}
            GlobalDef::Init(items) if is_too_large(items) => {
                let name = self.session.interner.name(global.name);
                let text = format!(
                    "the initialiser of `{name}' is too large: more than {MAX_DATA} bytes or {MAX_RELOCS} pointers"
                );
                self.session.diags.push(Diagnostic::limit(global.span, text));
            }
            GlobalDef::Init(items) => {
                let image = self.image(items);
                if !image.data.is_empty() {
                    self.globals[id].init = GlobalInit::Data(image.data.into());
                }
                self.globals[id].relocs = relocs_of(image.relocs);
            }
        }
    }

    /// Bytes up to the last that is not zero, and the pointers in them.
    fn image(&mut self, items: &[ConstItem]) -> Image {
        let end = items.iter().map(data_end).max().unwrap_or(0);
        let mut image = Image { data: Vec::with_capacity(end as usize), ..Image::default() };
        for item in items {
            for i in 0..item.count {
                let offset = item.offset + i * item.stride;
                match &item.value {
                    ConstValue::Scalar { bits, size } => image.put_scalar(offset, *bits, usize::from(*size)),
                    ConstValue::BitField { range, bits } => image.put_bits(offset, *range, *bits),
                    ConstValue::Bytes { str, len } => image.put_bytes(offset, literal(&self.hir.strings[*str], *len)),
                    ConstValue::Address { base, addend } => {
                        let base = self.base_of(*base);
                        image.relocs.insert(offset, (base, *addend));
                    }
                }
            }
        }
        image
    }

    fn base_of(&mut self, base: AddrBase) -> Base {
        match base {
            AddrBase::Global(g) => Base::Global(self.global_ref(g)),
            AddrBase::Func(f) => Base::Func(self.func_address(f)),
            AddrBase::Str(s) => Base::Global(self.str_ref(s)),
        }
    }

    /// The object of a string literal. Equal literals of one unit share one, as with compilers; those of others may (C11 6.4.5p7).
    pub fn str_ref(&mut self, str: hir::StrId) -> GlobalId {
        if let Some(id) = self.str_map[str.index()] {
            return id;
        }
        let lit = &self.hir.strings[str];
        let key = lit.unit.map(|unit| (unit, &*lit.bytes));
        let id = match key.and_then(|key| self.str_of_bytes.get(&key)) {
            Some(&id) if self.globals[id].cty.ty == self.str_types[str] => id,
            _ => {
                let cty = self.str_types[str].into();
                let id = self.hidden_global(cty, lit.bytes.to_vec(), Vec::new(), GlobalKind::Str, lit.span);
                self.str_of_bytes.extend(key.map(|key| (key, id)));
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
            align: self.hir.types.align_of(cty.ty),
            init: GlobalInit::Data(data.into_boxed_slice()),
            relocs,
            read_only: true,
            volatility: Volatility::Plain,
            kind,
            span,
        })
    }
}

/// The first `len` bytes of a literal, without trailing padding that it does not have.
pub(crate) fn literal(lit: &hir::StrLit, len: u64) -> &[u8] {
    &lit.bytes[..lit.bytes.len().min(len as usize)]
}

/// What is not zero at the start of a global is kept byte by byte, up to here.
const MAX_DATA: u64 = 1 << 30;
const MAX_RELOCS: u64 = 1 << 24;

fn is_too_large(items: &[ConstItem]) -> bool {
    let relocs = |i: &ConstItem| if let ConstValue::Address { .. } = i.value { i.count } else { 0 };
    items.iter().any(|i| data_end(i) > MAX_DATA) || items.iter().map(relocs).fold(0, u64::saturating_add) > MAX_RELOCS
}

/// Where the bytes of an item end that are not zero.
fn data_end(item: &ConstItem) -> u64 {
    let len = match &item.value {
        ConstValue::Scalar { bits: 0, .. } | ConstValue::BitField { bits: 0, .. } | ConstValue::Address { .. } => {
            return 0;
        }
        ConstValue::Scalar { size, .. } => u64::from(*size),
        ConstValue::BitField { range, .. } => u64::from(range.start + range.width).div_ceil(8),
        ConstValue::Bytes { len, .. } => *len,
    };
    item.offset + item.count.saturating_sub(1) * item.stride + len
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
    /// Pointers, by offset: what they point to, and the addend.
    pub relocs: BTreeMap<u64, (Base, i64)>,
}

pub(crate) fn relocs_of(relocs: BTreeMap<u64, (Base, i64)>) -> Vec<Reloc> {
    relocs.into_iter().map(|(offset, (base, addend))| Reloc { offset, base, addend }).collect()
}

impl Image {
    fn reserve(&mut self, end: usize) {
        if self.data.len() < end {
            self.data.resize(end, 0);
        }
    }

    /// Later bytes replace what was there, pointers too.
    pub fn put_bytes(&mut self, offset: u64, bytes: &[u8]) {
        while let Some((&pointer, _)) = self.relocs.range(offset..offset + bytes.len() as u64).next() {
            self.relocs.remove(&pointer);
        }
        let at = offset as usize;
        if at >= self.data.len() && bytes.iter().all(|b| *b == 0) {
            return;
        }
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
            let mask = 1 << (at % 8);
            if bits >> i & 1 != 0 {
                self.reserve(byte + 1);
                self.data[byte] |= mask;
            } else if let Some(byte) = self.data.get_mut(byte) {
                *byte &= !mask;
            }
        }
    }
}
