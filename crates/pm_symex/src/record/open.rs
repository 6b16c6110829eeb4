//! What C or the environment leaves open, as values: inputs, indeterminate contents, answers of devices; and gaps, where the execution is not
//! exact.

use crate::control::context::Mark;
use crate::control::instance::Instance;
use crate::exec::{Executor, Site};
use crate::record::event::EventKind;
use crate::record::events::Stands;
use crate::record::execution::Gap;
use crate::state::State;
use crate::state::object::ObjectId;
use crate::state::value::{POINTER_BITS, Ptr, Value, sort_of};
use pm_base::{Span, Symbol};
use pm_ir::*;
use pm_term::{Sort, TermId};

impl Executor<'_> {
    /// What begins now belongs to an object at a cut point.
    pub(crate) fn stand_at_cut(&mut self, instance: Instance, object: ObjectId) {
        self.here = Site { instance, block: object, inst: u32::MAX - 1 };
    }

    pub(crate) fn mark(&self, state: &State) -> Mark {
        Mark { guard: state.guard.clone(), inputs: self.events.inputs() }
    }

    pub(crate) fn event(&mut self, kind: EventKind, guard: TermId, span: Span) -> u32 {
        self.events.add(kind, guard, span, self.here)
    }

    // ---- symbols ---------------------------------------------------------------------------------------------------

    pub(crate) fn symbol_here(&mut self, stands: Stands, name: &str, sort: Sort) -> TermId {
        self.events.symbol(self.here, stands, &mut self.terms, name, sort)
    }

    /// The symbol for `width` indeterminate bits at an offset.
    pub(crate) fn event_bits(&mut self, event: u32, off: u64, width: u32) -> TermId {
        let symbol = self.events.bits(event, off, width, &mut self.terms);
        if self.events.is_stub(event) {
            self.foreign.add(symbol);
        }
        symbol
    }

    pub(crate) fn event_array(&mut self, event: u32, index: u32, width: u32) -> TermId {
        let symbol = self.events.elements(event, index, width, &mut self.terms);
        if self.events.is_stub(event) {
            self.foreign.add(symbol);
        }
        symbol
    }

    pub(crate) fn input(&mut self, state: &State, source: Symbol, ty: Ty, span: Span) -> Value {
        let sort = self.symbol_sort(ty);
        let value = self.symbol_here(Stands::Input, self.names.name(source), sort);
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
        let value = self.symbol_here(Stands::Invalid(part), "invalid", sort);
        self.event(EventKind::Input { source, ty, value }, guard, span);
        self.value_of_symbol(value, ty)
    }

    /// What a device answers.
    pub(crate) fn asked(&mut self, source: Symbol, guard: TermId, ty: Ty, object: u32, span: Span) -> Value {
        let sort = self.symbol_sort(ty);
        let value = self.symbol_here(Stands::Device(object), "device", sort);
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
            let cond = self.in_possible_layouts(cond);
            let claims = self.out.claims.len();
            self.out.gaps.push(Gap { cond, span, reason, claims });
        }
    }
}
