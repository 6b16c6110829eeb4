//! Initialisers: designators, brace elision, strings, ranges, overrides (C11 6.7.9 and GNU's extensions).
//!
//! Every initialiser becomes a flat list of stores into the object, which take effect in their order. A designator that
//! names what was initialised before removes the earlier stores, so that they are not evaluated, also where it names only a part of a record's value;
//! where it names a part of what a range with further designators stored the later store overrides the earlier one.

use crate::compat;
use crate::constant::CVal;
use crate::convert::AssignTo;
use crate::cx::{Class, Cx};
use crate::hir::{ConstItem, ConstValue, ExprId, ExprKind, GlobalDef, InitItem, InitValue, LocalInit};
use crate::stores::{MAX_COPIES, Stores};
use crate::types::{ArrayLen, BitRange, QualType, RecordId, TypeId, TypeKind};
use pm_base::{Diagnostic, Span};
use pm_syntax::ast::{self, Designator, Init};

/// The items of a list that are still to be placed.
struct Items<'a> {
    list: &'a [ast::InitItem],
    pos: usize,
    /// The current item's value, where it was analysed to see whether it is a record.
    value: Option<ExprId>,
    /// The item whose designators have led to where it goes.
    led: Option<usize>,
}

impl<'a> Items<'a> {
    fn peek(&self) -> Option<&'a ast::InitItem> {
        self.list.get(self.pos)
    }
    fn skip(&mut self) {
        self.pos += 1;
        self.value = None;
    }
}

const TOO_MANY_COPIES: &str = "nested ranges in an initialiser make too many elements";

impl<'a> Cx<'a> {
    /// Initialiser of an automatic variable: its completed type and the stores.
    pub fn local_init(&mut self, ty: QualType, init: &'a Init) -> Option<(QualType, LocalInit)> {
        let mut sink = Stores::default();
        let ty = self.init_object(ty, init, &mut sink)?;
        Some((ty, self.finish_local(ty, sink)))
    }

    pub fn local_list_init(&mut self, ty: QualType, list: &'a ast::InitList) -> Option<(QualType, LocalInit)> {
        let mut sink = Stores::default();
        let ty = self.init_braced(ty, list, &mut sink)?;
        Some((ty, self.finish_local(ty, sink)))
    }

    fn finish_local(&self, ty: QualType, sink: Stores) -> LocalInit {
        let size = self.types().size_of(ty.ty).unwrap_or(0);
        let whole = !sink.disorder && sink.stored_bits() >= u128::from(size) * 8;
        let items = sink.finish();
        let has_bits = items.iter().any(|i| i.bits.is_some());
        LocalInit { zero: !self.is_scalar(ty.ty) && (!whole || has_bits), items }
    }

    /// Initialiser of an object with static storage: its completed type and the constant.
    pub fn static_object(&mut self, ty: QualType, init: &'a Init) -> Option<(QualType, GlobalDef)> {
        self.in_static(|cx| {
            let mut sink = Stores::default();
            let ty = cx.init_object(ty, init, &mut sink)?;
            cx.finish_static(ty, sink)
        })
    }

    fn in_static<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.static_init, true);
        let result = f(self);
        self.static_init = outer;
        result
    }

    fn finish_static(&mut self, ty: QualType, sink: Stores) -> Option<(QualType, GlobalDef)> {
        let ty = match sink.flexible {
            Some(n) => self.with_flexible_length(ty, n),
            None => ty,
        };
        let keep_zeros = sink.disorder;
        let stores = sink.finish();
        let mut items = Vec::with_capacity(stores.len());
        for item in stores {
            self.const_item(item, keep_zeros, &mut items)?;
        }
        Some((ty, GlobalDef::Init(items)))
    }

    pub fn static_compound_literal(&mut self, ty: QualType, list: &'a ast::InitList, align: u32, span: Span) -> ExprId {
        let made = self.in_static(|cx| {
            let mut sink = Stores::default();
            let ty = cx.init_braced(ty, list, &mut sink)?;
            cx.finish_static(ty, sink)
        });
        let Some((ty, def)) = made else { return self.mk_error(span) };
        let g = self.new_unnamed_global(ty, def, align, span);
        self.mk(ExprKind::Global(g), ty, span)
    }

    // ---- constants ----------------------------------------------------------------------------------------------

    /// Zeros are left out unless they may override something.
    fn const_item(&mut self, item: InitItem, keep_zeros: bool, out: &mut Vec<ConstItem>) -> Option<()> {
        let InitItem { offset, bits, ty, value, count, stride } = item;
        let value = match value {
            InitValue::Bytes { str, len } => ConstValue::Bytes { str, len },
            InitValue::Expr(e) if self.is_error(e) => return None,
            InitValue::Expr(e) if self.class(ty) == Class::Record => {
                return self.const_record(e, offset, count, stride, out);
            }
            InitValue::Expr(e) => self.const_scalar(e, ty, bits)?,
        };
        if is_zero(&value) && !keep_zeros {
            return Some(());
        }
        out.push(ConstItem { offset, value, count, stride });
        Some(())
    }

    fn const_scalar(&mut self, e: ExprId, ty: TypeId, bits: Option<BitRange>) -> Option<ConstValue> {
        let span = self.span(e);
        let size = self.types().size_of(ty)? as u8;
        match (self.eval(e), bits) {
            (Some(CVal::Int(v)), Some(range)) => {
                let mask = if range.width >= 128 { u128::MAX } else { (1u128 << range.width) - 1 };
                Some(ConstValue::BitField { range, bits: v & mask })
            }
            (Some(CVal::Int(bits) | CVal::Float(bits)), None) => Some(ConstValue::Scalar { bits, size }),
            (Some(CVal::Addr { base, addend }), None) if u64::from(size) == self.types().pointer_size() => {
                Some(ConstValue::Address { base, addend })
            }
            (Some(_), _) => {
                self.error(span, "initializer element is not computable at load time");
                None
            }
            (None, _) => {
                self.error(span, "initializer element is not constant");
                None
            }
        }
    }

    /// GNU: a compound literal (a constant one) as initialiser of a static record.
    fn const_record(
        &mut self,
        e: ExprId,
        offset: u64,
        count: u64,
        stride: u64,
        out: &mut Vec<ConstItem>,
    ) -> Option<()> {
        let source = match self.body.exprs[e].kind {
            ExprKind::Load(lv) => match self.body.exprs[lv].kind {
                ExprKind::Global(g) if self.an.global_info[g].unnamed => Some(g),
                _ => None,
            },
            _ => None,
        };
        let Some(g) = source else {
            let span = self.span(e);
            self.error(span, "initializer element is not constant");
            return None;
        };
        let GlobalDef::Init(items) = &self.an.program.globals[g].def else { return Some(()) };
        let one_by_one = items.iter().any(|i| i.count > 1);
        if one_by_one && count.saturating_mul(items.len() as u64) > MAX_COPIES {
            let span = self.span(e);
            self.push(Diagnostic::limit(span, TOO_MANY_COPIES));
            return None;
        }
        let rounds = if one_by_one { count } else { 1 };
        for k in 0..rounds {
            for i in items {
                let value = copy_value(&i.value);
                let (count, stride) = if one_by_one { (i.count, i.stride) } else { (count, stride) };
                out.push(ConstItem { offset: offset + k * stride + i.offset, value, count, stride });
            }
        }
        Some(())
    }

    // ---- placing ------------------------------------------------------------------------------------------------

    /// Returns the type, completed where it was `[]`.
    fn init_object(&mut self, ty: QualType, init: &'a Init, sink: &mut Stores) -> Option<QualType> {
        match init {
            Init::List(list) => self.init_braced(ty, list, sink),
            Init::Expr(e) => match self.class(ty.ty) {
                Class::Array => self.init_array_from(ty, *e, sink),
                Class::Error => {
                    self.rvalue(*e);
                    None
                }
                _ => {
                    if !self.require_complete(ty.ty, self.ast_expr(*e).span, "initialised object") {
                        return None;
                    }
                    let value = self.rvalue(*e);
                    let value = self.assign_convert(value, ty, AssignTo::Initialiser);
                    if self.is_error(value) {
                        return None;
                    }
                    sink.push(self.item(0, None, ty.ty, InitValue::Expr(value)), self.types_bits(ty.ty, None));
                    Some(ty)
                }
            },
        }
    }

    fn init_array_from(&mut self, ty: QualType, e: ast::ExprId, sink: &mut Stores) -> Option<QualType> {
        let span = self.ast_expr(e).span;
        if let Some((units, prefix)) = self.string_for(ty.ty, e) {
            let n = self.place_string(ty.ty, 0, units, prefix, span, sink);
            return self.complete_array(ty, n, span);
        }
        if let Some(list) = self.array_literal(ty.ty, e) {
            return self.init_braced(ty, list, sink);
        }
        self.error(span, "invalid initializer: an array needs a brace-enclosed list or a string literal");
        None
    }

    /// GNU: `int a[] = (int[]){1, 2};`
    fn array_literal(&mut self, array: TypeId, e: ast::ExprId) -> Option<&'a ast::InitList> {
        let ast::ExprKind::CompoundLiteral { ty, init } = &self.ast_expr(e).kind else { return None };
        let (ty, _) = self.type_name(*ty);
        compat::compatible(self.types(), ty.ty, array).then_some(init)
    }

    fn init_braced(&mut self, ty: QualType, list: &'a ast::InitList, sink: &mut Stores) -> Option<QualType> {
        sink.root = Some(ty.ty);
        if self.class(ty.ty) == Class::Array {
            let n = self.init_list(ty, 0, None, list, sink);
            return self.complete_array(ty, n, list.span);
        }
        if !self.require_complete(ty.ty, list.span, "initialised object") {
            return None;
        }
        self.init_list(ty, 0, None, list, sink);
        (self.class(ty.ty) != Class::Error).then_some(ty)
    }

    fn complete_array(&mut self, ty: QualType, n: u64, span: Span) -> Option<QualType> {
        let (elem, len) = self.array_parts(ty.ty)?;
        if len != ArrayLen::Unknown {
            return Some(ty);
        }
        let done = self.array_of(elem, ArrayLen::Const(n));
        if self.types().size_of(done).is_none_or(|s| s > self.types().max_object_size()) {
            self.error(span, "size of array is too large");
            return None;
        }
        Some(done.into())
    }

    /// A braced list for an object; of an array the number of elements it reaches.
    fn init_list(
        &mut self,
        ty: QualType,
        offset: u64,
        bits: Option<BitRange>,
        list: &'a ast::InitList,
        sink: &mut Stores,
    ) -> u64 {
        let mut it = Items { list: &list.items, pos: 0, value: None, led: None };
        match self.class(ty.ty) {
            Class::Array => {
                if let [ast::InitItem { designators, init: Init::Expr(e) }] = list.items.as_slice()
                    && designators.is_empty()
                    && let Some((units, prefix)) = self.string_for(ty.ty, *e)
                {
                    return self.place_string(ty.ty, offset, units, prefix, list.span, sink);
                }
                self.fill(ty.ty, offset, &mut it, true, None, sink)
            }
            Class::Record => self.fill(ty.ty, offset, &mut it, true, None, sink),
            Class::Error => 0,
            _ => {
                self.init_braced_scalar(ty, offset, bits, list, sink);
                0
            }
        }
    }

    fn init_braced_scalar(
        &mut self,
        ty: QualType,
        offset: u64,
        bits: Option<BitRange>,
        list: &'a ast::InitList,
        sink: &mut Stores,
    ) {
        let Some(first) = list.items.first() else {
            self.error(list.span, "empty scalar initializer");
            return;
        };
        if !first.designators.is_empty() {
            self.error(list.span, "designator in the initializer of a scalar");
            return;
        }
        match &first.init {
            Init::List(inner) => self.init_braced_scalar(ty, offset, bits, inner, sink),
            Init::Expr(e) => {
                let value = self.rvalue(*e);
                self.place_value(ty, offset, bits, value, sink);
            }
        }
    }

    fn place_value(&mut self, ty: QualType, offset: u64, bits: Option<BitRange>, value: ExprId, sink: &mut Stores) {
        let value = self.assign_convert(value, ty, AssignTo::Initialiser);
        sink.push(self.item(offset, bits, ty.ty, InitValue::Expr(value)), self.types_bits(ty.ty, bits));
    }

    fn item(&self, offset: u64, bits: Option<BitRange>, ty: TypeId, value: InitValue) -> InitItem {
        InitItem { offset, bits, ty, value, count: 1, stride: 0 }
    }

    fn types_bits(&self, ty: TypeId, bits: Option<BitRange>) -> u128 {
        match bits {
            Some(b) => u128::from(b.width),
            None => u128::from(self.types().size_of(ty).unwrap_or(0)) * 8,
        }
    }

    /// Places items into an aggregate, until it is full or, without braces of its own, the next item has designators.
    /// `desig` are what is left of the current item's designators. Of an array the number of elements reached.
    fn fill(
        &mut self,
        ty: TypeId,
        offset: u64,
        it: &mut Items<'a>,
        braced: bool,
        desig: Option<&'a [Designator]>,
        sink: &mut Stores,
    ) -> u64 {
        match *self.kind(ty) {
            TypeKind::Array { elem, len } => self.fill_array((elem, len), offset, it, braced, desig, sink),
            TypeKind::Record(r) => {
                self.fill_record(r, offset, it, braced, desig, sink);
                0
            }
            _ => 0,
        }
    }

    fn fill_array(
        &mut self,
        (elem, len): (QualType, ArrayLen),
        offset: u64,
        it: &mut Items<'a>,
        braced: bool,
        mut desig: Option<&'a [Designator]>,
        sink: &mut Stores,
    ) -> u64 {
        let size = self.types().size_of(elem.ty).unwrap_or(0);
        let limit = match len {
            ArrayLen::Const(n) => n,
            _ => self.types().max_object_size() / size.max(1),
        };
        let (mut i, mut max) = (0u64, 0u64);
        while let Some((ds, designated)) = next_designators(it, braced, &mut desig) {
            let before = it.pos;
            let mut rest = ds;
            let mut last = i;
            if designated {
                let Some((lo, hi)) = self.array_designator(&ds[0], limit) else {
                    it.skip();
                    continue;
                };
                (i, last, rest) = (lo, hi, &ds[1..]);
                it.led = Some(it.pos);
            } else if i >= limit {
                if !braced {
                    break;
                }
                it.skip();
                continue;
            }
            let at = offset + i * size;
            let count = last - i + 1;
            if count > 1 && rest.is_empty() && self.replaces(elem.ty, it) {
                self.clear(sink, at, size.saturating_mul(count));
            }
            let mark = sink.mark();
            self.fill_member(elem, at, None, it, rest, sink);
            if count > 1 {
                if it.pos > before + 1 {
                    let span = sink.last().map_or(Span::NONE, |i| self.item_span(i));
                    self.unsupported(span, "items without braces behind a range in an initialiser are not supported");
                }
                self.repeat(sink, mark, at, count, size);
            }
            i = last + 1;
            max = max.max(i);
            if it.pos == before {
                it.skip(); // nothing fits into elements without size
            }
        }
        max
    }

    /// Does the next item replace a whole element, not only its first members?
    fn replaces(&self, elem: TypeId, it: &Items<'a>) -> bool {
        match it.peek().map(|item| &item.init) {
            Some(Init::List(_)) => true,
            Some(Init::Expr(e)) => self.is_scalar(elem) || self.string_for(elem, *e).is_some(),
            None => false,
        }
    }

    /// First and last index of a designator.
    fn array_designator(&mut self, d: &'a Designator, limit: u64) -> Option<(u64, u64)> {
        let (lo, hi) = match d {
            Designator::Index(e) => (*e, *e),
            Designator::Range(lo, hi) => (*lo, *hi),
            Designator::Field(name, span) => {
                let text = format!("field name '{}' not in record or union initializer", self.name(*name));
                self.error(*span, text);
                return None;
            }
        };
        let span = self.ast_expr(lo).span;
        let first = self.const_int(lo, "array index in initializer")?;
        let last = if lo == hi { first } else { self.const_int(hi, "array index in initializer")? };
        if first < 0 || last < first || last >= i128::from(limit) {
            let text = if last < first {
                "empty index range in initializer"
            } else {
                "array index in initializer exceeds array bounds"
            };
            self.error(span, text);
            return None;
        }
        Some((first as u64, last as u64))
    }

    fn fill_record(
        &mut self,
        r: RecordId,
        offset: u64,
        it: &mut Items<'a>,
        braced: bool,
        mut desig: Option<&'a [Designator]>,
        sink: &mut Stores,
    ) {
        let is_union = self.types().records[r].is_union;
        let Some((count, size)) = self.types().layout_of(r).map(|l| (l.fields.len(), l.size)) else { return };
        let (mut i, mut filled) = (0, false);
        while let Some((ds, designated)) = next_designators(it, braced, &mut desig) {
            let before = it.pos;
            let mut rest = ds;
            if designated {
                let Some((index, direct)) = self.record_designator(r, &ds[0]) else {
                    it.skip();
                    continue;
                };
                i = index;
                it.led = Some(it.pos);
                if direct {
                    rest = &ds[1..];
                }
            } else {
                while i < count && self.is_unnamed_bits(r, i) {
                    i += 1;
                }
                if i >= count || (is_union && filled) {
                    if !braced {
                        break;
                    }
                    it.skip();
                    continue;
                }
            }
            // Another member replaces the one that was initialised before; the same one is gone on with.
            if is_union && sink.active.get(&(offset, r)).is_some_and(|&last| last != i) {
                self.clear(sink, offset, size);
            }
            let Some((ty, at, bits)) =
                self.types().layout_of(r).map(|l| &l.fields[i]).map(|f| (f.ty, f.offset, f.bits))
            else {
                return;
            };
            if matches!(self.kind(ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. }) {
                let nested = sink.root.is_none_or(|root| !matches!(*self.kind(root), TypeKind::Record(o) if o == r));
                self.fill_flexible(ty, offset + at, nested, it, rest, sink);
            } else {
                self.fill_member(ty, offset + at, bits, it, rest, sink);
            }
            if designated && it.pos == before {
                it.skip(); // nothing fits into a member without size
            }
            filled = true;
            if is_union {
                sink.active.insert((offset, r), i);
            }
            i += 1;
        }
    }

    fn is_unnamed_bits(&self, r: RecordId, i: usize) -> bool {
        self.types().layout_of(r).is_some_and(|l| l.fields[i].name.is_none() && l.fields[i].bits.is_some())
    }

    /// Index of the named member, and whether it is a direct one (not within an anonymous member).
    fn record_designator(&mut self, r: RecordId, d: &Designator) -> Option<(usize, bool)> {
        let Designator::Field(name, span) = d else {
            let span = match d {
                Designator::Index(e) | Designator::Range(e, _) => self.ast_expr(*e).span,
                Designator::Field(_, span) => *span,
            };
            self.error(span, "array index in non-array initializer");
            return None;
        };
        let found = self.member_index(r, *name);
        if found.is_none() {
            let ty = self.intern(TypeKind::Record(r));
            let text = format!("'{}' has no member named '{}'", self.show(ty), self.name(*name));
            self.error(*span, text);
        }
        let index = found?;
        Some((index, self.types().layout_of(r)?.fields[index].name.is_some()))
    }

    /// A flexible array member takes elements in static initialisers only.
    fn fill_flexible(
        &mut self,
        ty: QualType,
        offset: u64,
        nested: bool,
        it: &mut Items<'a>,
        rest: &'a [Designator],
        sink: &mut Stores,
    ) {
        let Some(item) = it.peek() else { return };
        let n = match &item.init {
            Init::List(list) if rest.is_empty() => {
                it.skip();
                self.clear(sink, offset, u64::MAX - offset);
                self.init_list(ty, offset, None, list, sink)
            }
            Init::Expr(e) if rest.is_empty() && self.string_for(ty.ty, *e).is_some() => {
                it.skip();
                let span = self.ast_expr(*e).span;
                match self.string_for(ty.ty, *e) {
                    Some((units, prefix)) => self.place_string(ty.ty, offset, units, prefix, span, sink),
                    None => 0,
                }
            }
            _ => self.fill(ty.ty, offset, it, false, (!rest.is_empty()).then_some(rest), sink),
        };
        if n > 0 && (nested || !self.static_init) {
            let span = sink.last().map_or(Span::NONE, |i| self.item_span(i));
            let text = if nested {
                "initialization of flexible array member in a nested context"
            } else {
                "non-static initialization of a flexible array member"
            };
            self.error(span, text);
        }
        sink.flexible = Some(n.max(sink.flexible.unwrap_or(0)));
    }

    /// Places the next item (or several, where braces are left out) into a member or element. What replaces the whole of it
    /// forgets what was there; without braces, items are added to it.
    fn fill_member(
        &mut self,
        ty: QualType,
        offset: u64,
        bits: Option<BitRange>,
        it: &mut Items<'a>,
        rest: &'a [Designator],
        sink: &mut Stores,
    ) {
        let class = self.class(ty.ty);
        let aggregate = matches!(class, Class::Array | Class::Record);
        if !rest.is_empty() {
            if aggregate {
                self.fill(ty.ty, offset, it, false, Some(rest), sink);
            } else {
                self.bad_designator(class, &rest[0]);
                it.skip();
            }
            return;
        }
        let Some(item) = it.peek() else { return };
        let e = match &item.init {
            Init::List(list) => {
                it.skip();
                self.clear_field(sink, offset, ty.ty, bits);
                self.init_list(ty, offset, bits, list, sink);
                return;
            }
            Init::Expr(e) => *e,
        };
        match class {
            Class::Array => {
                if let Some((units, prefix)) = self.string_for(ty.ty, e) {
                    it.skip();
                    let span = self.ast_expr(e).span;
                    self.clear_field(sink, offset, ty.ty, None);
                    self.place_string(ty.ty, offset, units, prefix, span, sink);
                } else {
                    self.fill(ty.ty, offset, it, false, None, sink);
                }
            }
            Class::Record => self.fill_record_member(ty, offset, it, e, sink),
            Class::Error => it.skip(),
            _ => {
                let value = match it.value {
                    Some(v) => v,
                    None => self.rvalue(e),
                };
                it.skip();
                self.clear_field(sink, offset, ty.ty, bits);
                self.place_value(ty, offset, bits, value, sink);
            }
        }
    }

    fn fill_record_member(&mut self, ty: QualType, offset: u64, it: &mut Items<'a>, e: ast::ExprId, sink: &mut Stores) {
        if !matches!(self.ast_expr(e).kind, ast::ExprKind::Str { .. } | ast::ExprKind::Int(_)) {
            let value = match it.value {
                Some(v) => v,
                None => self.rvalue(e),
            };
            let from = self.ty(value);
            if self.is_error(value)
                || (self.class(from) == Class::Record && compat::compatible(self.types(), from, ty.ty))
            {
                it.skip();
                self.clear_field(sink, offset, ty.ty, None);
                return self.place_value(ty, offset, None, value, sink);
            }
            it.value = Some(value);
        }
        let before = it.pos;
        self.fill(ty.ty, offset, it, false, None, sink);
        if it.pos == before && self.types().size_of(ty.ty) != Some(0) {
            it.skip();
        }
    }

    fn bad_designator(&mut self, class: Class, d: &'a Designator) {
        if class == Class::Error {
            return;
        }
        let (span, text) = match d {
            Designator::Field(_, span) => (*span, "field name not in record or union initializer"),
            Designator::Index(e) | Designator::Range(e, _) => {
                (self.ast_expr(*e).span, "array index in non-array initializer")
            }
        };
        self.error(span, text);
    }

    // ---- strings ------------------------------------------------------------------------------------------------

    /// The units of a string literal that can initialise this array as a whole.
    fn string_for(&self, array: TypeId, e: ast::ExprId) -> Option<(&'a [u32], ast::StrPrefix)> {
        let mut x = self.ast_expr(e);
        while let ast::ExprKind::Unary { op: ast::UnaryOp::Extension, arg } = x.kind {
            x = self.ast_expr(arg);
        }
        let ast::ExprKind::Str { units, prefix } = &x.kind else { return None };
        let (elem, _) = self.array_parts(array)?;
        if !matches!(self.kind(elem.ty), TypeKind::Int(_)) {
            return None;
        }
        let unit = self.unit_type(*prefix);
        (self.types().size_of(elem.ty) == self.types().size_of(unit)).then_some((units, *prefix))
    }

    /// Returns the number of elements with the terminator.
    fn place_string(
        &mut self,
        array: TypeId,
        offset: u64,
        units: &'a [u32],
        prefix: ast::StrPrefix,
        span: Span,
        sink: &mut Stores,
    ) -> u64 {
        let Some((elem, len)) = self.array_parts(array) else { return 0 };
        let n = self.wide_units(units, prefix).len() as u64 + 1;
        let take = match len {
            ArrayLen::Const(max) => n.min(max),
            _ => n,
        };
        let e = self.string_literal(units, prefix, span);
        let ExprKind::Str(str) = self.body.exprs[e].kind else { return 0 };
        let size = self.types().size_of(elem.ty).unwrap_or(1);
        let ty = self.array_of(elem, ArrayLen::Const(take));
        let len = take * size;
        if len > 0 {
            sink.push(self.item(offset, None, ty, InitValue::Bytes { str, len }), u128::from(len) * 8);
        }
        n
    }

    // ---- ranges and overrides -----------------------------------------------------------------------------------

    /// Makes the stores since `mark` stand `count` times, `stride` bytes apart, and what is known of unions from `at` on.
    fn repeat(&mut self, sink: &mut Stores, mark: (usize, u32), at: u64, count: u64, stride: u64) {
        let known: Vec<_> =
            sink.active.range((at, RecordId(0))..(at + stride, RecordId(0))).map(|e| (*e.0, *e.1)).collect();
        if count.saturating_mul(known.len() as u64) > MAX_COPIES {
            let span = sink.last().map_or(Span::NONE, |i| self.item_span(i));
            return self.push(Diagnostic::limit(span, TOO_MANY_COPIES));
        }
        if !known.is_empty() {
            for k in 1..count {
                sink.active.extend(known.iter().map(|&((offset, r), member)| ((offset + k * stride, r), member)));
            }
        }
        if let Err(item) = sink.repeat(mark, count, stride) {
            let span = self.item_span(item);
            self.push(Diagnostic::limit(span, TOO_MANY_COPIES));
        }
    }

    fn item_span(&self, item: &InitItem) -> Span {
        match item.value {
            InitValue::Expr(e) => self.span(e),
            InitValue::Bytes { str, .. } => self.an.program.strings[str].span,
        }
    }

    fn clear_field(&mut self, sink: &mut Stores, offset: u64, ty: TypeId, bits: Option<BitRange>) {
        if bits.is_none() {
            return self.clear(sink, offset, self.types().size_of(ty).unwrap_or(0));
        }
        let start = u128::from(offset) * 8 + bits.map_or(0, |b| u128::from(b.start));
        sink.clear(start, start + self.types_bits(ty, bits));
        self.drop_records(sink, start, start + self.types_bits(ty, bits));
    }

    /// Where a designator names a part of what one expression gave a record, gcc drops the whole value, and the rest is zero (DR 413).
    fn drop_records(&self, sink: &mut Stores, from: u128, to: u128) {
        let is_record = |i: &InitItem| matches!(i.value, InitValue::Expr(_)) && self.class(i.ty) == Class::Record;
        sink.drop_overlapped(from, to, is_record);
    }

    /// Forgets what was stored into a part of the object, and which members of unions in it were.
    fn clear(&mut self, sink: &mut Stores, offset: u64, size: u64) {
        let start = u128::from(offset) * 8;
        sink.clear(start, start + u128::from(size) * 8);
        self.drop_records(sink, start, start + u128::from(size) * 8);
        if sink.active.is_empty() {
            return;
        }
        let end = offset.saturating_add(size);
        let inside = |&(at, r): &(u64, RecordId)| self.types().layout_of(r).is_some_and(|l| at + l.size <= end);
        let gone: Vec<_> =
            sink.active.range((offset, RecordId(0))..(end, RecordId(0))).map(|e| *e.0).filter(inside).collect();
        for union in gone {
            sink.active.remove(&union);
        }
    }
}

/// The designators that decide where the next item goes (and whether there are any); `None` where this level ends.
fn next_designators<'a>(
    it: &Items<'a>,
    braced: bool,
    pending: &mut Option<&'a [Designator]>,
) -> Option<(&'a [Designator], bool)> {
    if let Some(ds) = pending.take() {
        return Some((ds, true));
    }
    let item = it.peek()?;
    match (item.designators.is_empty() || it.led == Some(it.pos), braced) {
        (true, _) => Some((&[], false)),
        (false, true) => Some((&item.designators, true)),
        (false, false) => None,
    }
}

fn copy_value(v: &ConstValue) -> ConstValue {
    match *v {
        ConstValue::Scalar { bits, size } => ConstValue::Scalar { bits, size },
        ConstValue::BitField { range, bits } => ConstValue::BitField { range, bits },
        ConstValue::Bytes { str, len } => ConstValue::Bytes { str, len },
        ConstValue::Address { base, addend } => ConstValue::Address { base, addend },
    }
}

fn is_zero(v: &ConstValue) -> bool {
    match v {
        ConstValue::Scalar { bits, .. } | ConstValue::BitField { bits, .. } => *bits == 0,
        ConstValue::Bytes { .. } | ConstValue::Address { .. } => false,
    }
}
