//! Events: inputs and indeterminate contents, which a counterexample supplies; and gaps, where the execution is not exact.
//!
//! A symbol belongs to its site, so that each run has the same ones.

use crate::control::context::Mark;
use crate::control::instance::Instance;
use crate::exec::{Executor, Site};
use crate::record::event::{Event, EventKind};
use crate::record::execution::Gap;
use crate::state::State;
use crate::state::object::ObjectId;
use crate::state::value::{POINTER_BITS, Ptr, Value, sort_of};
use pm_base::{Span, Symbol};
use pm_ir::*;
use pm_term::{Sort, TermId};
use rustc_hash::FxHashMap;

impl Executor<'_> {
    /// What begins now belongs to an object at a cut point.
    pub(crate) fn stand_at_cut(&mut self, instance: Instance, object: ObjectId) {
        self.here = Site { instance, block: object, inst: u32::MAX - 1 };
    }

    pub(crate) fn mark(&self, state: &State) -> Mark {
        Mark { guard: state.guard.clone(), inputs: self.inputs }
    }

    pub(crate) fn event(&mut self, kind: EventKind, guard: TermId, span: Span) -> u32 {
        self.inputs += u64::from(matches!(kind, EventKind::Input { .. }));
        self.out.events.push(Event { kind, guard, span, contents: FxHashMap::default(), arrays: Vec::new() });
        self.event_site.push(self.here);
        (self.out.events.len() - 1) as u32
    }

    /// What comes now depends on something that is not known.
    pub(crate) fn count_input(&mut self) {
        self.inputs += 1;
    }

    /// An event whose contents nobody reads.
    pub(crate) fn unread_event(&mut self, guard: TermId, span: Span) {
        if self.out.events.len() > self.settled
            && let Some(Event { kind: EventKind::Unread { count }, guard: last, .. }) = self.out.events.last_mut()
            && *last == guard
        {
            *count += 1;
            return;
        }
        self.event(EventKind::Unread { count: 1 }, guard, span);
    }

    // ---- symbols ---------------------------------------------------------------------------------------------------

    /// The `part`-th symbol of a call that a contract answers.
    pub(crate) fn symbol(&mut self, at: Site, part: u32, name: &str, sort: Sort) -> TermId {
        let terms = &mut self.terms;
        *self.symbol_at.entry((at, u64::MAX - 2, part)).or_insert_with(|| terms.fresh(name, sort))
    }

    /// The symbol for `width` indeterminate bits at an offset.
    pub(crate) fn event_bits(&mut self, event: u32, off: u64, width: u32) -> TermId {
        let site = self.event_site[event as usize];
        let terms = &mut self.terms;
        let term = *self.symbol_at.entry((site, off, width)).or_insert_with(|| terms.fresh("undef", Sort::Bv(width)));
        self.out.events[event as usize].contents.insert((off, width), term);
        if self.is_foreign_event(event) {
            self.foreign.add(term);
        }
        term
    }

    pub(crate) fn event_array(&mut self, event: u32, index: u32, width: u32) -> TermId {
        let site = self.event_site[event as usize];
        let terms = &mut self.terms;
        let sort = Sort::Array { index, elem: width };
        // Whoever copies the contents may have an index of another width: no offset is as large as these numbers.
        let kind = u64::MAX - 16 - u64::from(index);
        let symbol = *self.symbol_at.entry((site, kind, width)).or_insert_with(|| terms.fresh("undef", sort));
        let arrays = &mut self.out.events[event as usize].arrays;
        if !arrays.contains(&(symbol, width / 8)) {
            arrays.push((symbol, width / 8));
        }
        if self.is_foreign_event(event) {
            self.foreign.add(symbol);
        }
        symbol
    }

    pub(crate) fn input(&mut self, state: &State, source: Symbol, ty: Ty, span: Span) -> Value {
        let name = self.names.name(source);
        let sort = self.symbol_sort(ty);
        let terms = &mut self.terms;
        let value = *self.symbol_at.entry((self.here, u64::MAX, 0)).or_insert_with(|| terms.fresh(name, sort));
        self.event(EventKind::Input { source, ty, value }, state.guard.term(), span);
        if self.runs_stub() {
            self.foreign.add(value);
            if ty == Ty::Ptr {
                return Value::Ptr(self.foreign_result(value));
            }
        }
        self.value_of_symbol(value, ty)
    }

    /// What an access reads that is not valid; the `part`-th of this instruction.
    pub(crate) fn invalid_read(&mut self, source: Symbol, guard: TermId, ty: Ty, part: u32, span: Span) -> Value {
        let sort = self.symbol_sort(ty);
        let terms = &mut self.terms;
        let value =
            *self.symbol_at.entry((self.here, u64::MAX - 1, part)).or_insert_with(|| terms.fresh("invalid", sort));
        self.event(EventKind::Input { source, ty, value }, guard, span);
        self.value_of_symbol(value, ty)
    }

    /// What a device answers.
    pub(crate) fn asked(&mut self, source: Symbol, guard: TermId, ty: Ty, object: u32, span: Span) -> Value {
        let sort = self.symbol_sort(ty);
        let terms = &mut self.terms;
        let value =
            *self.symbol_at.entry((self.here, u64::MAX - 2, object)).or_insert_with(|| terms.fresh("device", sort));
        self.event(EventKind::Input { source, ty, value }, guard, span);
        self.value_of_symbol(value, ty)
    }

    /// A pointer that nobody made points to no object of the program: it is an address, null or another.
    fn value_of_symbol(&mut self, symbol: TermId, ty: Ty) -> Value {
        if ty != Ty::Ptr {
            return Value::Term(symbol);
        }
        Value::Ptr(self.any_address(symbol))
    }

    /// The sort of a symbol for a value of this type.
    fn symbol_sort(&self, ty: Ty) -> Sort {
        if ty == Ty::Ptr { Sort::Bv(self.pointer_size as u32 * 8) } else { sort_of(ty) }
    }

    /// A value of which nothing is known and which no counterexample supplies.
    pub(crate) fn fresh(&mut self, ty: Ty) -> Value {
        let sort = self.symbol_sort(ty);
        let symbol = self.terms.fresh("unknown", sort);
        self.value_of_symbol(symbol, ty)
    }

    pub(crate) fn zero(&mut self, ty: Ty) -> Value {
        match sort_of(ty) {
            Sort::Bool => Value::Term(TermId::FALSE),
            Sort::Bv(POINTER_BITS) if ty == Ty::Ptr => Value::Ptr(Ptr::null(&mut self.terms)),
            Sort::Bv(width) => Value::Term(self.terms.zero(width)),
            Sort::Array { .. } => Value::Term(TermId::FALSE),
        }
    }

    // ---- gaps ------------------------------------------------------------------------------------------------------

    pub(crate) fn gap(&mut self, state: &State, span: Span, reason: &'static str) {
        self.gap_if(state.guard.term(), span, reason);
    }

    pub(crate) fn gap_if(&mut self, cond: TermId, span: Span, reason: &'static str) {
        if cond != TermId::FALSE {
            let claims = self.out.claims.len();
            self.out.gaps.push(Gap { cond, span, reason, claims });
        }
    }
}
