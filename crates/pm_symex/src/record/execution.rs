//! What a run of the executor found: claims about properties, loops that went on, and where the execution is not exact.

use crate::control::contract::{ContractCall, ContractReturn};
use crate::control::options::LoopName;
use crate::control::suspend::Suspended;
use crate::record::event::Event;
use pm_base::Span;
use pm_ir::*;
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// What one run found.
#[derive(Default)]
pub struct Execution {
    pub claims: Vec<Claim>,
    pub unwindings: Vec<Unwinding>,
    pub gaps: Vec<Gap>,
    pub events: Vec<Event>,
    /// Assertions and coverage goals that were reached, with the condition.
    pub reached: FxHashMap<PropId, TermId>,
    pub covered: Vec<Claim>,
    /// Assumptions of the program, by their place: the conditions under which they are reached, and passed.
    pub assumed: FxHashMap<Span, [TermId; 2]>,
    /// Functions without body that were called.
    pub missing_bodies: Vec<(FuncId, Span)>,
    /// Calls that a contract answered, in the order of execution, and returns of activations that began at their own cut point.
    pub calls: Vec<ContractCall>,
    pub returns: Vec<ContractReturn>,
    /// Executions that the policy set aside.
    pub suspended: Vec<Suspended>,
    /// Where the policy stopped everything, to go on later.
    pub paused: Option<Unwinding>,
    /// Conditions of paths that reached the depth of [`crate::SymexOptions::depth`].
    pub too_long: Vec<TermId>,
    /// Ended before everything was executed.
    pub aborted: bool,
    pub steps: u64,
}

/// `cond` is the condition under which an execution reaches the assertion and violates it.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub prop: PropId,
    pub cond: TermId,
    pub span: Span,
    /// Events before it: the counterexample's inputs are among the first `events`.
    pub events: usize,
}

/// `cond`: the loop would go on beyond its bound.
#[derive(Clone, Copy, Debug)]
pub struct Unwinding {
    pub name: LoopName,
    pub cond: TermId,
    pub count: u32,
}

/// Under `cond` the execution is not exact from here on.
#[derive(Clone, Debug)]
pub struct Gap {
    pub cond: TermId,
    pub span: Span,
    pub reason: &'static str,
    /// Claims before it.
    pub claims: usize,
}

impl Execution {
    /// Adds what a later part of the same run found; its events are all there are.
    pub fn extend(&mut self, later: Execution, terms: &mut Terms) {
        let before = self.claims.len();
        self.claims.extend(later.claims);
        self.unwindings.extend(later.unwindings);
        self.gaps.extend(later.gaps.into_iter().map(|g| Gap { claims: before + g.claims, ..g }));
        self.events = later.events;
        for (prop, cond) in later.reached {
            let all = self.reached.entry(prop).or_insert(TermId::FALSE);
            *all = terms.or(*all, cond);
        }
        self.covered.extend(later.covered);
        for (span, conds) in later.assumed {
            note_assumed(&mut self.assumed, terms, span, conds);
        }
        self.missing_bodies.extend(later.missing_bodies);
        self.calls.extend(later.calls);
        self.returns.extend(later.returns);
        self.suspended.extend(later.suspended);
        self.paused = later.paused;
        self.too_long.extend(later.too_long);
        self.aborted |= later.aborted;
        self.steps += later.steps;
    }
}

pub(crate) fn note_assumed(all: &mut FxHashMap<Span, [TermId; 2]>, terms: &mut Terms, span: Span, conds: [TermId; 2]) {
    let known = all.entry(span).or_insert([TermId::FALSE; 2]);
    known.iter_mut().zip(conds).for_each(|(known, cond)| *known = terms.or(*known, cond));
}
