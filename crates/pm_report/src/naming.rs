//! Names of objects, of places in them, and of addresses: `a[3]`, `s.f`, `&x`, `heap@12`.
//!
//! The interpreter tells which objects there are. What it knows no type of (heap blocks) gets the type of the first pointer
//! that refers to its start.

use crate::Context;
use crate::shadow::Shadow;
use crate::values::{hex, string};
use pm_base::Span;
use pm_interp::{ObjectInfo, ObjectKind, ObjectRef};
use pm_ir::{GlobalInit, GlobalKind, StorageKind};
use pm_types::{ArrayLen, Field, IntKind, TypeId, TypeKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Lines that one store may give.
const MAX_PARTS: usize = 16;
/// Lifetimes that are kept in mind; locals of a long run have many.
const MAX_OBJECTS: usize = 1 << 16;

pub struct Objects<'a> {
    pub ctx: Context<'a>,
    by_base: BTreeMap<u64, ObjectInfo>,
    by_object: FxHashMap<ObjectRef, ObjectInfo>,
    /// Name and, once known, type of dynamic objects.
    dynamic: FxHashMap<ObjectRef, (String, Option<TypeId>)>,
    /// Allocations by place, so that several at one line differ.
    allocations: FxHashMap<String, u32>,
    /// The C text of the store that is described: it tells which member of a union is meant.
    pub store_text: String,
}

/// A place inside an object.
struct Place {
    path: String,
    ty: TypeId,
    /// Bytes from the start of the named part.
    rest: u64,
}

impl<'a> Objects<'a> {
    pub fn new(ctx: Context<'a>) -> Self {
        Objects {
            ctx,
            by_base: BTreeMap::new(),
            by_object: FxHashMap::default(),
            dynamic: FxHashMap::default(),
            allocations: FxHashMap::default(),
            store_text: String::new(),
        }
    }

    /// An object was seen; `site` is where the user's code was at that moment.
    pub fn see(&mut self, info: &ObjectInfo, site: Span) {
        let word = match info.kind {
            ObjectKind::Heap => "heap",
            ObjectKind::Alloca => "alloca",
            ObjectKind::Vla => "vla",
            ObjectKind::Static => "static",
            ObjectKind::Global(_) | ObjectKind::Func(_) | ObjectKind::Slot(..) | ObjectKind::Mapped => "",
        };
        if !word.is_empty() && !self.dynamic.contains_key(&info.object) {
            let line = self.ctx.loc(site).map_or(0, |l| l.line);
            let name = format!("{word}@{line}");
            let count = self.allocations.entry(name.clone()).or_insert(0);
            *count += 1;
            let name = if *count == 1 { name } else { format!("{name}#{count}") };
            self.dynamic.insert(info.object, (name, None));
        }
        if self.by_object.len() > MAX_OBJECTS {
            self.by_object.clear();
        }
        self.by_object.insert(info.object, *info);
        self.by_base.insert(info.base, *info);
    }

    pub fn info(&self, object: ObjectRef) -> Option<ObjectInfo> {
        self.by_object.get(&object).copied()
    }

    /// Does the object belong to the user's program?
    pub fn is_users(&self, info: &ObjectInfo) -> bool {
        match info.kind {
            ObjectKind::Global(g) => self.ctx.program.globals[g].kind == GlobalKind::User,
            ObjectKind::Slot(f, s) => {
                let func = &self.ctx.program.funcs[f];
                !func.is_model && func.slots[s].name.is_some() && func.slots[s].kind != StorageKind::Temp
            }
            ObjectKind::Heap | ObjectKind::Alloca | ObjectKind::Vla | ObjectKind::Mapped => true,
            ObjectKind::Func(_) | ObjectKind::Static => false,
        }
    }

    fn name_and_type(&self, info: &ObjectInfo) -> (String, Option<TypeId>) {
        let program = self.ctx.program;
        match info.kind {
            ObjectKind::Global(g) => {
                let global = &program.globals[g];
                (self.ctx.names.name(global.name).to_string(), Some(global.cty.ty))
            }
            ObjectKind::Slot(f, s) => {
                let slot = &program.funcs[f].slots[s];
                let name = slot.name.map_or_else(|| "temporary".into(), |n| self.ctx.names.name(n).to_string());
                (name, slot.cty.map(|c| c.ty))
            }
            ObjectKind::Func(f) => (self.ctx.func_name(f).to_string(), None),
            ObjectKind::Mapped => (format!("mmio@0x{:x}", info.base), None),
            ObjectKind::Heap | ObjectKind::Alloca | ObjectKind::Vla | ObjectKind::Static => {
                let known = self.dynamic.get(&info.object).cloned();
                known.unwrap_or_else(|| ("heap".into(), None))
            }
        }
    }

    /// A pointer of this type refers to the start of the object.
    fn learn_type(&mut self, info: &ObjectInfo, pointee: TypeId) {
        let types = &self.ctx.program.types;
        let is_raw = matches!(types.kind(pointee), TypeKind::Int(IntKind::Char | IntKind::UChar | IntKind::SChar));
        let fits = types.size_of(pointee).is_some_and(|s| s > 0 && s <= info.size);
        if let Some((_, ty)) = self.dynamic.get_mut(&info.object)
            && (ty.is_none() || ty.is_some_and(|t| types.size_of(t) == Some(1)))
            && fits
            && !(is_raw && ty.is_some())
        {
            *ty = Some(pointee);
        }
    }

    /// An address as C writes it.
    pub fn pointer(&mut self, address: u64, pointee: Option<TypeId>) -> String {
        if address == 0 {
            return "NULL".into();
        }
        let below = self.by_base.range(..=address).next_back().map(|(_, i)| *i);
        let Some(info) = below.filter(|i| address - i.base <= i.size) else { return format!("0x{address:x}") };
        let offset = address - info.base;
        if let (0, Some(ty)) = (offset, pointee) {
            self.learn_type(&info, ty);
        }
        let text = match info.kind {
            ObjectKind::Func(f) => self.ctx.func_name(f).to_string(),
            ObjectKind::Global(g) if self.ctx.program.globals[g].kind == GlobalKind::Str => self.literal(&info, offset),
            _ => self.address_in(&info, offset, pointee),
        };
        match (info.alive, info.kind) {
            (true, _) | (_, ObjectKind::Func(_)) => text,
            (false, ObjectKind::Heap) => format!("{text} (freed)"),
            (false, _) => format!("{text} (dead)"),
        }
    }

    fn literal(&self, info: &ObjectInfo, offset: u64) -> String {
        let ObjectKind::Global(g) = info.kind else { return String::new() };
        let GlobalInit::Data(data) = &self.ctx.program.globals[g].init else { return "\"\"".into() };
        let mut bytes = data.to_vec();
        bytes.push(0);
        let text = string(&bytes).unwrap_or_else(|| hex(&bytes));
        if offset == 0 { text } else { format!("{text} + {offset}") }
    }

    fn address_in(&self, info: &ObjectInfo, offset: u64, pointee: Option<TypeId>) -> String {
        let (name, ty) = self.name_and_type(info);
        let plain = |off: u64| if off == 0 { format!("&{name}") } else { format!("(char *)&{name} + {off}") };
        let Some(ty) = ty else { return plain(offset) };
        let place = self.dynamic_cell(info, ty, offset);
        let Place { path, ty, rest } = self.descend(place, 1, pointee);
        if rest == 0 {
            return format!("&{name}{path}");
        }
        // One past the end of a part, as `&a[4]`, is found by descend; what is left is the middle of something.
        if self.ctx.program.types.size_of(ty) == Some(rest) && path.is_empty() {
            return format!("&{name} + 1");
        }
        plain(offset)
    }

    /// Blocks that hold several objects of their type are arrays.
    fn dynamic_cell(&self, info: &ObjectInfo, ty: TypeId, offset: u64) -> Place {
        let size = self.ctx.program.types.size_of(ty).unwrap_or(0);
        let dynamic = matches!(info.kind, ObjectKind::Heap | ObjectKind::Alloca | ObjectKind::Vla);
        if dynamic && size > 0 && info.size >= 2 * size {
            return Place { path: format!("[{}]", offset / size), ty, rest: offset % size };
        }
        Place { path: String::new(), ty, rest: offset }
    }

    /// Goes to the smallest part that holds `size` bytes; stops at a part of the wanted type.
    fn descend(&self, mut place: Place, size: u64, wanted: Option<TypeId>) -> Place {
        let is_void = wanted.is_some_and(|t| matches!(self.ctx.program.types.kind(t), TypeKind::Void));
        loop {
            if place.rest == 0 && (wanted == Some(place.ty) || is_void) {
                return place;
            }
            match self.child(&place, size) {
                Some(child) => place = child,
                None => return place,
            }
        }
    }

    fn child(&self, place: &Place, size: u64) -> Option<Place> {
        let types = &self.ctx.program.types;
        match types.kind(place.ty) {
            TypeKind::Array { elem, len } => {
                let step = types.size_of(elem.ty).filter(|s| *s > 0)?;
                let (index, rest) = (place.rest / step, place.rest % step);
                let within = match len {
                    ArrayLen::Const(n) => index < *n || (index == *n && rest == 0),
                    ArrayLen::Unknown | ArrayLen::Vla(_) | ArrayLen::Star => true,
                };
                (within && rest + size <= step).then(|| Place {
                    path: format!("{}[{index}]", place.path),
                    ty: elem.ty,
                    rest,
                })
            }
            TypeKind::Record(r) => {
                let layout = types.layout_of(*r)?;
                let holds = |f: &&Field| {
                    let len = types.size_of(f.ty.ty).unwrap_or(u64::MAX / 2);
                    f.bits.is_none() && f.offset <= place.rest && place.rest + size <= f.offset.saturating_add(len)
                };
                let exact = |f: &&Field| holds(f) && types.size_of(f.ty.ty) == Some(size);
                let named = |f: &&Field| holds(f) && f.name.is_some_and(|n| self.is_stored(self.ctx.names.name(n)));
                let is_union = types.records[*r].is_union;
                let fields = || layout.fields.iter();
                let meant = fields().find(|f| is_union && named(f));
                let field = meant.or_else(|| fields().find(exact)).or_else(|| fields().find(holds))?;
                let path = match field.name {
                    Some(name) => format!("{}.{}", place.path, self.ctx.names.name(name)),
                    None => place.path.clone(),
                };
                Some(Place { path, ty: field.ty.ty, rest: place.rest - field.offset })
            }
            _ => None,
        }
    }

    /// Is this the name of a member on the left side of the store?
    fn is_stored(&self, member: &str) -> bool {
        let left = self.store_text.split('=').next().unwrap_or("");
        let mut words = left.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|w| w == member)
    }

    /// What a store did, as `place = value` lines. `now` are the object's bytes as far as they are known;
    /// `was` those that the store replaced, where known.
    pub fn store(
        &mut self,
        info: &ObjectInfo,
        offset: u64,
        len: u64,
        now: &Shadow,
        was: &[Option<u8>],
    ) -> Vec<(String, String)> {
        let (name, ty) = self.name_and_type(info);
        let slice = |from: u64, len: u64| now.bytes(from, len);
        let Some(ty) = ty else {
            return vec![(format!("{name} at offset {offset}"), hex(&slice(offset, len)))];
        };
        let cell = self.dynamic_cell(info, ty, offset);
        if cell.rest + len > self.ctx.program.types.size_of(ty).unwrap_or(u64::MAX) && !cell.path.is_empty() {
            let size = self.ctx.program.types.size_of(ty).unwrap_or(1).max(1);
            let text = self.elements(ty, len / size, &slice(offset, len));
            return vec![(format!("{name}[{}..]", offset / size), text)];
        }
        let Place { path, ty, rest } = self.descend(cell, len, None);
        let start = offset - rest;
        let types = &self.ctx.program.types;
        let size = types.size_of(ty).unwrap_or(len);
        if rest == 0 && size == len {
            return vec![(format!("{name}{path}"), self.object(ty, &slice(offset, len)))];
        }
        match types.kind(ty).clone() {
            TypeKind::Record(r) => {
                let record = slice(start, size);
                self.stored_fields(&format!("{name}{path}"), r, &record, was, rest..rest + len)
            }
            TypeKind::Array { elem, .. } => {
                let step = self.ctx.program.types.size_of(elem.ty).unwrap_or(1).max(1);
                let text = self.elements(elem.ty, len / step, &slice(offset, len));
                vec![(format!("{name}{path}[{}..{}]", rest / step, (rest + len - 1) / step), text)]
            }
            _ => vec![(format!("{name}{path}, bytes {rest} to {}", rest + len - 1), hex(&slice(offset, len)))],
        }
    }

    /// The fields that a store into part of a record reaches; of bit-fields those that it changed.
    fn stored_fields(
        &mut self,
        name: &str,
        record: pm_types::RecordId,
        bytes: &[u8],
        was: &[Option<u8>],
        range: std::ops::Range<u64>,
    ) -> Vec<(String, String)> {
        let types = &self.ctx.program.types;
        let Some(layout) = types.layout_of(record) else { return Vec::new() };
        let mut out = Vec::new();
        for field in layout.fields.iter().filter(|f| f.name.is_some()) {
            let reached = match field.bits {
                Some(bits) => {
                    let (lo, width) = (field.offset * 8 + u64::from(bits.start), u64::from(bits.width));
                    (lo..lo + width).any(|bit| range.contains(&(bit / 8)) && changed_bit(bytes, was, range.start, bit))
                }
                None => {
                    let len = types.size_of(field.ty.ty).unwrap_or(0);
                    range.start < field.offset + len && field.offset < range.end
                }
            };
            if reached && out.len() < MAX_PARTS {
                let part = field.name.map_or("", |n| self.ctx.names.name(n));
                let text = self.field(field, bytes);
                out.push((format!("{name}.{part}"), text));
            }
        }
        out
    }
}

/// Did the store that replaced `was` from byte `start` on change this bit?
fn changed_bit(now: &[u8], was: &[Option<u8>], start: u64, bit: u64) -> bool {
    let at = bit / 8;
    let before = at.checked_sub(start).and_then(|i| was.get(i as usize));
    match (now.get(at as usize), before) {
        (Some(now), Some(Some(was))) => (now ^ was) >> (bit % 8) & 1 != 0,
        (Some(_), _) => true,
        (None, _) => false,
    }
}
