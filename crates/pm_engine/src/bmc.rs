//! Bounded model checking (seed 000, sections 3 and 4; seed 004).
//!
//! All loops are unwound to a bound that grows. Each round executes the program again: hash-consing gives the same terms
//! for the common part, so the solver gets only what is new and keeps what it has learnt. A round asks for any violation,
//! replays it, and asks again without the property that was violated, until no violation is left; then whether any loop
//! can go on beyond its bound. If none can, what is left is proved.

use crate::ledger::{Counterexample, Ledger, LoopBound, Status, UnknownReason, never_to_reach};
use crate::replay::{self, replay};
use pm_base::{Interner, Span, Symbol};
use pm_interp::Outcome;
use pm_ir::{BlockId, FuncId, Function, Program, PropId, Ty};
use pm_solve::{Answer, Limit, Limits, Solver};
use pm_symex::{Claim, EventKind, Execution, Executor, LoopName, Policy, SymexOptions, Verdict};
use pm_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Debug)]
pub struct Options {
    /// A fixed bound for all loops; `None` unwinds incrementally.
    pub unwind: Option<u32>,
    /// Bounds of single loops, as iterations.
    pub unwindset: FxHashMap<LoopName, u32>,
    pub unwind_min: u32,
    pub unwind_max: Option<u32>,
    pub stop_on_fail: bool,
    /// Properties that are not asked for: executions that violate one end there, and nothing is said of them.
    pub ignored: FxHashSet<PropId>,
    /// See [`SymexOptions::lenient`].
    pub lenient: Option<Symbol>,
    /// Memory-mapped ranges: address and bytes.
    pub mmio: Vec<(u64, u64)>,
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            unwind: None,
            unwindset: FxHashMap::default(),
            unwind_min: 1,
            unwind_max: None,
            stop_on_fail: false,
            ignored: FxHashSet::default(),
            lenient: None,
            mmio: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// What the user is shown while it runs.
pub trait Progress {
    fn round(&mut self, bound: u32, decided: usize, open: usize);
}

pub fn check(program: &Program, names: &Interner, options: &Options, progress: &mut dyn Progress) -> Ledger {
    Bmc::new(program, names, options).run(progress)
}

struct Bmc<'a> {
    program: &'a Program,
    names: &'a Interner,
    options: &'a Options,
    executor: Executor<'a>,
    solver: Solver,
    ledger: Ledger,
    /// Properties whose counterexample the interpreter did not confirm.
    doubtful: FxHashSet<PropId>,
    /// Properties that say that their place is not reached (`reach_error()`, the failing side of `assert`): not being
    /// reached is no sign of vacuity for them.
    never_to_reach: FxHashSet<PropId>,
    /// `#pragma proofmark unwind N`
    from_source: FxHashMap<LoopName, u32>,
}

enum Round {
    /// Everything is decided, or nothing more can be.
    Done,
    /// A loop can go on.
    Deeper,
}

impl<'a> Bmc<'a> {
    fn new(program: &'a Program, names: &'a Interner, options: &'a Options) -> Self {
        let mut solver = Solver::new(&pm_solve::Options::default());
        solver.set_limits(options.limits.clone());
        let mut executor =
            Executor::new(program, names, SymexOptions { lenient: options.lenient, mmio: options.mmio.clone() });
        executor.ignored = options.ignored.clone();
        Bmc {
            program,
            names,
            options,
            executor,
            solver,
            ledger: Ledger::new(program, "bmc"),
            doubtful: FxHashSet::default(),
            never_to_reach: never_to_reach(program),
            from_source: bounds_from_source(program),
        }
    }

    fn run(mut self, progress: &mut dyn Progress) -> Ledger {
        let mut bound = self.options.unwind.unwrap_or(self.options.unwind_min);
        loop {
            let decided = self.program.props.ids().filter(|p| self.ledger.is_decided(*p)).count();
            progress.round(bound, decided, self.program.props.len() - decided);
            match self.round(bound) {
                Ok(Round::Done) => break,
                Ok(Round::Deeper) if self.options.unwind.is_some() => break,
                Ok(Round::Deeper) => {
                    let next = next_bound(bound);
                    match self.options.unwind_max {
                        Some(max) if bound >= max => break,
                        Some(max) => bound = next.min(max),
                        None => bound = next,
                    }
                }
                Err(reached) => {
                    self.give_up(reached);
                    break;
                }
            }
        }
        self.ledger
    }

    fn round(&mut self, bound: u32) -> Result<Round, Limit> {
        let mut policy = Bounds { options: self.options, from_source: &self.from_source, bound, aborted: None };
        let execution = self.executor.run(&mut policy);
        if execution.aborted {
            return Err(policy.aborted.unwrap_or(Limit::Time));
        }
        self.ledger.missing_bodies = execution.missing_bodies.clone();
        self.find_violations(&execution, bound)?;
        if self.options.stop_on_fail && self.ledger.violations().next().is_some() {
            return Ok(Round::Done);
        }
        if !self.program.props.ids().any(|p| self.is_open(p)) {
            return Ok(Round::Done);
        }
        if let Some(gap) = self.possible_gap(&execution)? {
            let (what, span) = (gap.reason.to_string(), gap.span);
            self.set_open(|| Status::Unknown(UnknownReason::Inexact { what: what.clone(), span }));
            return Ok(Round::Done);
        }
        self.ledger.cut = self.open_loops(&execution)?;
        if self.ledger.cut.is_empty() {
            self.settle(&execution)?;
            return Ok(Round::Done);
        }
        self.set_open(|| Status::HoldsUpTo { bound });
        let fixed = |name| self.options.unwindset.contains_key(name) || self.from_source.contains_key(name);
        Ok(if self.ledger.cut.iter().all(|l| fixed(&l.name)) { Round::Done } else { Round::Deeper })
    }

    // ---- violations -----------------------------------------------------------------------------------------------

    fn find_violations(&mut self, execution: &Execution, bound: u32) -> Result<(), Limit> {
        loop {
            let open: Vec<Claim> = execution.claims.iter().copied().filter(|c| self.is_open(c.prop)).collect();
            let conds: Vec<TermId> = open.iter().map(|c| c.cond).collect();
            let any = self.executor.terms.or_all(&conds);
            let first = self.before_violations(execution);
            let any = self.executor.terms.and(any, first);
            if !self.satisfiable(any)? {
                return Ok(());
            }
            let terms = &self.executor.terms;
            let hit = open.iter().find(|c| self.solver.value_bool(terms, c.cond) == Some(true)).map(|c| c.prop);
            let Some(prop) = hit else { return Ok(()) };
            self.confirm(execution, prop, bound);
            if self.options.stop_on_fail && self.ledger.violations().next().is_some() {
                return Ok(());
            }
        }
    }

    /// No violation that is known already has happened: an execution ends at its first one.
    fn before_violations(&mut self, execution: &Execution) -> TermId {
        let violated = |c: &&Claim| matches!(self.ledger.status[c.prop], Status::Violated(_));
        let conds: Vec<TermId> = execution.claims.iter().filter(violated).map(|c| c.cond).collect();
        let any = self.executor.terms.or_all(&conds);
        self.executor.terms.not(any)
    }

    fn is_open(&self, prop: PropId) -> bool {
        !self.ledger.is_decided(prop) && !self.doubtful.contains(&prop) && !self.options.ignored.contains(&prop)
    }

    /// Replays the model; what the interpreter sees is entered, for whichever property it is.
    fn confirm(&mut self, execution: &Execution, prop: PropId, bound: u32) {
        let mut c = self.counterexample(execution, bound);
        c.outcome = replay(self.program, self.names, &c);
        match &c.outcome {
            Outcome::Violation { prop: seen, .. } if !self.ledger.is_decided(*seen) => {
                let seen = *seen;
                self.ledger.status[seen] = Status::Violated(Box::new(c));
            }
            other => {
                let outcome = format!("{other:?}").chars().take(300).collect();
                self.ledger.status[prop] = Status::Unknown(UnknownReason::NotReplayed { outcome });
                self.doubtful.insert(prop);
            }
        }
    }

    fn counterexample(&mut self, execution: &Execution, bound: u32) -> Counterexample {
        let terms = &self.executor.terms;
        let mut inputs = Vec::new();
        let mut contents = Vec::new();
        let mut number = 0;
        for event in &execution.events {
            if self.solver.value_bool(terms, event.guard) != Some(true) {
                continue;
            }
            match event.kind {
                EventKind::Input { source, ty, value } => {
                    let bits = self.solver.value_bits(terms, value).and_then(|b| b.to_u128()).unwrap_or(0);
                    // A pointer's object number is not an address: only null and absolute ones can be told.
                    let bits = if ty == Ty::Ptr { bits & u128::from(u64::MAX) } else { bits };
                    inputs.push((source, ty, bits));
                }
                EventKind::Contents => {
                    let mut bytes: Vec<u8> = Vec::new();
                    for ((off, width), term) in &event.contents {
                        let Some(bits) = self.solver.value_bits(terms, *term).and_then(|b| b.to_u128()) else {
                            continue;
                        };
                        let end = *off as usize + *width as usize / 8;
                        bytes.resize(bytes.len().max(end), 0);
                        bytes[*off as usize..end].copy_from_slice(&bits.to_le_bytes()[..*width as usize / 8]);
                    }
                    if bytes.iter().any(|b| *b != 0) {
                        contents.push((number, bytes));
                    }
                    number += 1;
                }
            }
        }
        let (lenient, mmio) = (self.options.lenient, self.options.mmio.clone());
        let (outcome, max_steps) = (Outcome::StepLimit, replay::STEPS);
        Counterexample { inputs, contents, lenient, mmio, max_steps, outcome, bound }
    }

    // ---- completeness ---------------------------------------------------------------------------------------------

    /// A gap that some execution runs into, where properties are still open.
    fn possible_gap<'e>(&mut self, execution: &'e Execution) -> Result<Option<&'e pm_symex::Gap>, Limit> {
        if execution.gaps.is_empty() || !self.program.props.ids().any(|p| self.is_open(p)) {
            return Ok(None);
        }
        let conds: Vec<TermId> = execution.gaps.iter().map(|g| g.cond).collect();
        let any = self.executor.terms.or_all(&conds);
        let first = self.before_violations(execution);
        let any = self.executor.terms.and(any, first);
        if !self.satisfiable(any)? {
            return Ok(None);
        }
        let terms = &self.executor.terms;
        let hit = execution.gaps.iter().find(|g| self.solver.value_bool(terms, g.cond) == Some(true));
        Ok(hit.or(execution.gaps.first()))
    }

    /// Loops that some execution carries beyond their bound.
    fn open_loops(&mut self, execution: &Execution) -> Result<Vec<LoopBound>, Limit> {
        let mut by_name: FxHashMap<LoopName, (Vec<TermId>, u32)> = FxHashMap::default();
        for u in &execution.unwindings {
            let entry = by_name.entry(u.name).or_default();
            entry.0.push(u.cond);
            entry.1 = entry.1.max(u.count);
        }
        let first = self.before_violations(execution);
        let mut names: Vec<LoopName> = by_name.keys().copied().collect();
        names.sort();
        let mut open = Vec::new();
        for name in names {
            let (conds, count) = &by_name[&name];
            let any = self.executor.terms.or_all(conds);
            let any = self.executor.terms.and(any, first);
            if self.satisfiable(any)? {
                open.push(LoopBound { name, count: *count });
            }
        }
        Ok(open)
    }

    /// All loops are complete: what was not violated holds, or is never reached.
    fn settle(&mut self, execution: &Execution) -> Result<(), Limit> {
        let open: Vec<PropId> = self.program.props.ids().filter(|p| self.is_open(*p)).collect();
        let unreached = self.unreached(execution, &open)?;
        for prop in open {
            let vacuous = unreached.contains(&prop) && !self.never_to_reach.contains(&prop);
            self.ledger.status[prop] =
                if vacuous { Status::Unreachable { by: "bmc" } } else { Status::Proved { by: "bmc" } };
        }
        Ok(())
    }

    /// The properties that no execution reaches. Each model tells of all the properties that its execution reaches.
    fn unreached(&mut self, execution: &Execution, props: &[PropId]) -> Result<FxHashSet<PropId>, Limit> {
        let reached = |p: &PropId| execution.reached.get(p).copied().unwrap_or(TermId::FALSE);
        let mut left: Vec<(PropId, TermId)> = props.iter().map(|p| (*p, reached(p))).collect();
        left.retain(|(p, t)| *t != TermId::TRUE && !self.never_to_reach.contains(p));
        loop {
            let conds: Vec<TermId> = left.iter().map(|(_, t)| *t).collect();
            let any = self.executor.terms.or_all(&conds);
            if !self.satisfiable(any)? {
                return Ok(left.into_iter().map(|(p, _)| p).collect());
            }
            let before = left.len();
            let (solver, terms) = (&mut self.solver, &self.executor.terms);
            left.retain(|(_, t)| solver.value_bool(terms, *t) != Some(true));
            if left.len() == before {
                return Ok(FxHashSet::default());
            }
        }
    }

    fn satisfiable(&mut self, t: TermId) -> Result<bool, Limit> {
        if t == TermId::FALSE {
            return Ok(false);
        }
        match self.solver.check(&self.executor.terms, &[t]) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(limit) => Err(limit),
        }
    }

    fn set_open(&mut self, status: impl Fn() -> Status) {
        for prop in self.program.props.ids() {
            if self.is_open(prop) {
                self.ledger.status[prop] = status();
            }
        }
    }

    fn give_up(&mut self, reached: Limit) {
        let reason = match reached {
            Limit::Time => UnknownReason::Timeout,
            Limit::Memory => UnknownReason::Memory,
            Limit::Interrupted => UnknownReason::Interrupted,
            Limit::Conflicts | Limit::Solver | Limit::Unsupported => {
                UnknownReason::Inexact { what: reached.to_string(), span: Span::NONE }
            }
        };
        for prop in self.program.props.ids() {
            if matches!(self.ledger.status[prop], Status::Unknown(UnknownReason::NotChecked)) {
                self.ledger.status[prop] = Status::Unknown(reason.clone());
            }
        }
    }
}

fn bounds_from_source(program: &Program) -> FxHashMap<LoopName, u32> {
    let of = |(func, f): (FuncId, &Function)| {
        let name = move |head: &BlockId| LoopName { func, head: Some(*head) };
        f.unwind_bounds.iter().map(move |(head, n)| (name(head), *n)).collect::<Vec<_>>()
    };
    program.funcs.iter_ids().flat_map(of).collect()
}

/// Small steps first, then in proportion: the work of all rounds stays within a constant of the last one's.
fn next_bound(bound: u32) -> u32 {
    bound + (bound / 2).max(1)
}

struct Bounds<'a> {
    options: &'a Options,
    from_source: &'a FxHashMap<LoopName, u32>,
    bound: u32,
    aborted: Option<Limit>,
}

impl Policy for Bounds<'_> {
    fn unwind(&mut self, name: LoopName, count: u32, concrete: bool, _: TermId, _: &mut Terms) -> Verdict {
        let fixed = self.options.unwindset.get(&name).or_else(|| self.from_source.get(&name)).copied();
        let bound = fixed.unwrap_or(self.bound);
        let forced = fixed.is_some() || self.options.unwind.is_some();
        if count < bound || (concrete && !forced) {
            return if count.is_multiple_of(1024) && self.interrupted() { Verdict::Abort } else { Verdict::Unwind };
        }
        Verdict::Cut
    }

    fn interrupted(&mut self) -> bool {
        self.aborted = self.options.limits.exceeded();
        self.aborted.is_some()
    }
}
