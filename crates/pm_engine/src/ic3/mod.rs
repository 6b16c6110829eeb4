//! IC3 over the transition system, bit by bit (`pm_ic3`).
//!
//! The goals are the open properties and the places where the model is not exact. First all are asked about together; when that
//! takes too long, one after the other, with the lemmas that are there. Executions end at their first violation: a step in which
//! something bad happens leads to the end, so that a property is asked about only as the first one that fails: of known
//! violations in its own step those before it have not happened.
//!
//! An invariant is checked by another solver, and its certificate from the program, before anything is entered as proved; a trace becomes an execution of the
//! interpreter before anything is entered as violated.

mod facts;
mod stand_ins;

use crate::certificate::Certificate;
use crate::engine::{Engine, Progress, Stage};
use crate::id::EngineId;
use crate::inductive;
use crate::ledger::{Ledger, Status, UnknownReason, never_to_reach, no_such_path};
use crate::models::{reduction_share, refused, share, system, with_contracts};
use crate::path::{Inputs, walk};
use crate::proof::check_proof;
use crate::replay::confirm;
use crate::task::Task;
use pm_base::Span;
use pm_ic3::{
    Circuit, CircuitMap, Clauses, Ic3, Ic3Options, Latch, Reduced, Relation, Same, Trace, check_invariant, cone_only,
    reduce,
};
use pm_invariants::{self as invariants, Lemma};
use pm_ir::{Program, PropId};
use pm_model::netlist::{Netlist, Unfit};
use pm_model::{BadKind, Origin, Reduction, Reductions, System};
use pm_solve::aig::NodeId;
use pm_solve::{Backend, Limit, Limits, Lit, thread_time};
use pm_term::{Substitution, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use stand_ins::StandIns;
use std::time::{Duration, Instant};

/// All goals together get this part of the time that is left, and at most so much, before they are asked about one by one.
const TOGETHER: (u32, Duration) = (3, Duration::from_secs(120));

/// Invariants are looked for by other means when the search alone took so much processor time: that may cost as much again.
const BARE: Duration = Duration::from_secs(5);

/// Of eight circuits of programs, counterexamples to generalisation made six slower, up to two times, and one solvable.
const SEARCH: Ic3Options = Ic3Options { ctg_depth: 0, max_ctgs: 3 };

/// With contracts the search gets one of so many parts of the time.
const CONTRACTS: u32 = 2;

/// With stand-ins the search gets this part of the time that is left, and at most so much, before it goes on without.
const WITH_STAND_INS: (u32, Duration) = (3, Duration::from_secs(60));

/// The first share of a single goal; it doubles from turn to turn.
const SINGLE: Duration = Duration::from_secs(2);

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Of the transition system; by default the engine's own.
    pub reductions: Option<Reductions>,
}

impl Engine for Options {
    fn id(&self) -> EngineId {
        EngineId::IC3
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        let mut ledger = task.ledger(self.id());
        let brief = task.within(task.limits.part(CONTRACTS));
        if let Some((mut system, lemmas)) = with_contracts(&brief) {
            ledger.missing_bodies = system.missing_bodies.clone();
            let mut origin = pm_invariants::reduce(&mut system, Reductions::NONE, &brief.limits);
            let mut prover = Prover::new(&brief, self, (&mut system, &mut origin), &mut ledger);
            prover.seeds = Some(lemmas.absolute.into_iter().chain(lemmas.relative).collect());
            let _ = prover.run(progress);
            ledger.forget_open();
        }
        if let Err(reason) = self.check_both(task, &mut ledger, progress) {
            ledger.leave_open(task.asked(), &reason);
        }
        ledger
    }
}

impl Options {
    /// First with variables in place of hard operations, where there are such; what is open then is asked about without.
    fn check_both(&self, task: &Task, ledger: &mut Ledger, progress: &mut dyn Progress) -> Result<(), UnknownReason> {
        let (mut system, mut origin) = self.reduced(task)?;
        ledger.missing_bodies = system.missing_bodies.clone();
        let stand_ins = StandIns::introduce(&mut system);
        if !stand_ins.is_empty() {
            let first = task.within(task.limits.share(WITH_STAND_INS));
            let mut prover = Prover::new(&first, self, (&mut system, &mut origin), ledger);
            prover.stand_ins = stand_ins;
            if prover.run(progress).is_ok() {
                return Ok(());
            }
            ledger.forget_open();
            (system, origin) = self.reduced(task)?;
        }
        Prover::new(task, self, (&mut system, &mut origin), ledger).run(progress)
    }

    fn reduced(&self, task: &Task) -> Result<(System, Origin), UnknownReason> {
        let mut system = system(task, false).map_err(|refusal| refused(&refusal))?;
        let wanted = self.reductions.unwrap_or_default();
        let origin = pm_invariants::reduce(&mut system, wanted, &reduction_share(&task.limits));
        Ok((system, origin))
    }
}

/// What must not be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Any place where the model is not exact.
    Inexact,
    Property(PropId),
}

/// A bit of a variable has a value: variable, bit, value.
type StateLit = (u32, u32, bool);

struct Prover<'a> {
    program: &'a Program,
    /// Reduced.
    system: &'a mut System,
    origin: &'a mut Origin,
    ledger: &'a mut Ledger,
    task: &'a Task<'a>,
    options: &'a Options,
    /// The invariant that excludes the places where the model is not exact, once it is known.
    inexact_excluded: Option<Vec<Vec<StateLit>>>,
    /// Clauses of the last circuit's frames.
    lemmas: Vec<Vec<StateLit>>,
    /// Invariants that were found by other means, once they were looked for.
    seeds: Option<Vec<Lemma>>,
    /// The system that certificates are checked with: built anew.
    again: Option<System>,
    /// Variables of the system that are none of the program.
    stand_ins: StandIns,
}

/// The circuit of the open goals and what stands for what in it.
struct Model {
    netlist: Netlist,
    /// The whole circuit: what is claimed is claimed of this one.
    relation: Relation,
    /// By latch of the netlist: its literal in the relation.
    lits: Vec<Option<Lit>>,
    /// Invariants that were found by other means, with their literals now and after a step in the relation.
    seeds: Vec<(Lemma, Lit)>,
    reduced: Reduced,
    /// Of the reduced circuit.
    small: Relation,
    map: CircuitMap,
    /// By bad set of the relation.
    goals: Vec<Goal>,
    /// Bad sets behind those of the goals: properties that may turn out to be never reached.
    reached: Vec<PropId>,
}

impl<'a> Prover<'a> {
    fn new(
        task: &'a Task<'a>,
        options: &'a Options,
        (system, origin): (&'a mut System, &'a mut Origin),
        ledger: &'a mut Ledger,
    ) -> Prover<'a> {
        Prover {
            program: task.program,
            system,
            origin,
            ledger,
            task,
            options,
            inexact_excluded: None,
            lemmas: Vec::new(),
            seeds: None,
            again: None,
            stand_ins: StandIns::default(),
        }
    }

    fn run(&mut self, progress: &mut dyn Progress) -> Result<(), UnknownReason> {
        loop {
            let goals = self.open_goals();
            self.settle_trivial(&goals)?;
            if goals.iter().all(|g| *g == Goal::Inexact) || self.is_done() {
                return Ok(());
            }
            self.tell(progress, &goals);
            let model = self.model(&goals)?;
            self.round(&model, progress)?;
        }
    }

    fn is_done(&self) -> bool {
        self.task.has_enough(self.ledger)
    }

    fn tell(&self, progress: &mut dyn Progress, goals: &[Goal]) {
        let undecided = goals.len();
        let decided = self.program.props.len().saturating_sub(undecided);
        progress.stage(&Stage { bound: 0, open_loops: 0, decided, undecided, clauses: 0 });
    }

    /// What is neither decided nor known to be beyond us.
    fn open_goals(&self) -> Vec<Goal> {
        let inexact = |b: &pm_model::Bad| matches!(b.kind, BadKind::Inexact(_));
        let first = (self.inexact_excluded.is_none() && self.system.bad.iter().any(inexact)).then_some(Goal::Inexact);
        let is_open = |p: &PropId| {
            matches!(self.ledger.status[*p], Status::Unknown(UnknownReason::NotChecked)) && !self.ledger.is_decided(*p)
        };
        first.into_iter().chain(self.checked().into_iter().filter(is_open).map(Goal::Property)).collect()
    }

    fn checked(&self) -> Vec<PropId> {
        self.task.asked().collect()
    }

    /// Properties without a bad condition hold.
    fn settle_trivial(&mut self, goals: &[Goal]) -> Result<(), UnknownReason> {
        if goals.contains(&Goal::Inexact) {
            return Ok(());
        }
        let property = |g: &Goal| if let Goal::Property(p) = *g { Some(p) } else { None };
        let props: Vec<PropId> = goals.iter().filter_map(property).collect();
        let trivial: Vec<PropId> =
            props.into_iter().filter(|p| self.cond(Goal::Property(*p)) == TermId::FALSE).collect();
        if trivial.is_empty() {
            return Ok(());
        }
        let clauses = self.inexact_excluded.clone().unwrap_or_default();
        let certificate = self.certificate(&trivial, &clauses, Vec::new());
        self.certify(certificate)?;
        for prop in trivial {
            self.ledger.decide(prop, Status::Proved { by: EngineId::IC3 });
        }
        Ok(())
    }

    fn is_of(&self, bad: usize, goal: Goal) -> bool {
        match (&self.system.bad[bad].kind, goal) {
            (BadKind::Inexact(_), Goal::Inexact) => true,
            (BadKind::Violation(p), Goal::Property(q)) => *p == q,
            (BadKind::Inexact(_), Goal::Property(_)) | (BadKind::Violation(_), Goal::Inexact) => false,
        }
    }

    /// It belongs to a property that is violated.
    fn is_known(&self, bad: usize) -> bool {
        let violated = |p: &PropId| matches!(self.ledger.status[*p], Status::Violated(_));
        matches!(&self.system.bad[bad].kind, BadKind::Violation(p) if violated(p))
    }

    fn cond(&mut self, goal: Goal) -> TermId {
        let bads = (0..self.system.bad.len()).filter(|&i| self.is_of(i, goal));
        let bads: Vec<usize> = bads.collect();
        let ends: Vec<bool> = (0..self.system.bad.len()).map(|i| self.is_known(i)).collect();
        let conds: Vec<TermId> = bads.into_iter().map(|i| self.system.first(i, &|e| ends[e])).collect();
        self.system.terms.or_all(&conds)
    }

    // ---- the circuit ----------------------------------------------------------------------------------------------

    fn model(&mut self, goals: &[Goal]) -> Result<Model, UnknownReason> {
        let mut roots: Vec<TermId> = goals.iter().map(|g| self.cond(*g)).collect();
        let reached = self.reached(&mut roots);
        let pc_next = self.pc_next();
        let seeds = self.usable_seeds(pc_next, &roots);
        let before = roots.len();
        self.add_seeds(pc_next, &seeds, &mut roots);
        let netlist = Netlist::new(self.system, pc_next, &roots, &self.task.limits).map_err(|u| self.unfit(&u))?;
        let latches = netlist.circuit_latches();
        let circuit = netlist.circuit(&latches);
        let (mut relation, map) = Relation::from_circuit(&circuit);
        let mut lits = vec![None; netlist.latches.len()];
        relation.latches.iter().zip(&map.latches).for_each(|(latch, &i)| lits[i] = Some(latch.now));
        let seeds = claim(&mut relation, before, &seeds);
        let known = &netlist.roots[before..before + (netlist.roots.len() - before) / 2];
        let circuit = Circuit { bad: &netlist.roots[..goals.len()], invariants: known, ..circuit };
        let reduced = match self.options.reductions.unwrap_or_default().contains(Reduction::Latches) {
            true => reduce(&circuit, &self.task.limits)?,
            false => cone_only(&circuit),
        };
        self.origin.note_latches(reduced.stands_for.iter().filter(|s| **s != Same::Itself).count());
        let (small, map) = Relation::from_circuit(&reduced.circuit());
        Ok(Model { netlist, relation, lits, seeds, reduced, small, map, goals: goals.to_vec(), reached })
    }

    /// The seeds that speak only of what the conditions depend on.
    fn usable_seeds(&self, pc_next: TermId, roots: &[TermId]) -> Vec<Lemma> {
        let Some(seeds) = self.seeds.as_ref().filter(|s| !s.is_empty()) else { return Vec::new() };
        let terms = &self.system.terms;
        let vars = Netlist::cone(self.system, pc_next, roots);
        let known: FxHashSet<SymbolId> =
            vars.iter().filter_map(|&v| terms.symbol_id(self.system.vars[v].now)).collect();
        let usable = |l: &&Lemma| terms.symbols_of(&[l.fact]).iter().all(|s| known.contains(s));
        seeds.iter().filter(usable).copied().collect()
    }

    /// Adds the seeds as they are now, and then all of them as they are after a step.
    fn add_seeds(&mut self, pc_next: TermId, seeds: &[Lemma], roots: &mut Vec<TermId>) {
        let now: Vec<TermId> = seeds.iter().map(|l| l.term(self.system)).collect();
        let mut step = Substitution::new();
        for (i, var) in self.system.vars.iter().enumerate() {
            step.replace(var.now, if i == System::PC { pc_next } else { var.next });
        }
        roots.extend_from_slice(&now);
        roots.extend(now.iter().map(|&t| self.system.terms.substitute(t, &mut step)));
    }

    /// Looks for invariants by other means, once.
    fn find_seeds(&mut self) {
        let lemmas = invariants::find(self.system, &share(&self.task.limits));
        self.seeds = Some(lemmas.absolute.into_iter().chain(lemmas.relative).collect());
    }

    /// Adds the conditions under which properties are reached that ought to be.
    fn reached(&mut self, roots: &mut Vec<TermId>) -> Vec<PropId> {
        let expected = never_to_reach(self.program);
        let mut conds: FxHashMap<PropId, Vec<TermId>> = FxHashMap::default();
        for (prop, cond) in &self.system.reached {
            conds.entry(*prop).or_default().push(*cond);
        }
        let props = self.checked().into_iter().filter(|p| !expected.contains(p));
        let props: Vec<PropId> = props.filter(|p| !self.ledger.is_decided(*p)).collect();
        for prop in &props {
            roots.push(self.system.terms.or_all(conds.get(prop).map_or(&[], |c| c)));
        }
        props
    }

    /// The next value of the program counter: after something bad, the end.
    fn pc_next(&mut self) -> TermId {
        let conds: Vec<TermId> = self.system.bad.iter().map(|b| b.cond).collect();
        let terms = &mut self.system.terms;
        let bad = terms.or_all(&conds);
        let pc = &self.system.vars[System::PC];
        let end = terms.bv(terms.width(pc.now), System::END.into());
        terms.ite(bad, end, pc.next)
    }

    fn unfit(&self, unfit: &Unfit) -> UnknownReason {
        let (what, span) = match *unfit {
            Unfit::Limit(limit) => return limit.into(),
            Unfit::ArrayState { var } => {
                let var = &self.system.vars[var];
                (format!("array state: `{}`", var.name), var.span)
            }
            Unfit::ArrayComparison => ("a comparison of arrays".to_string(), Span::NONE),
        };
        UnknownReason::Inexact { what, span }
    }

    // ---- solving --------------------------------------------------------------------------------------------------

    /// Asks until something is decided that changes the goals.
    fn round(&mut self, model: &Model, progress: &mut dyn Progress) -> Result<(), UnknownReason> {
        let mut ic3 = Ic3::new(&model.small, SEARCH);
        let old = model.clauses(&self.lemmas);
        ic3.start_from(&old, &self.task.limits)?;
        let all: Vec<usize> = (0..model.goals.len()).collect();
        let limits = match (&self.seeds, all.len()) {
            (None, _) => self.until(BARE),
            (Some(_), 1) => self.task.limits.clone(),
            (Some(_), _) => self.task.limits.share(TOGETHER),
        };
        let begin = thread_time();
        let mut outcome = self.ask(model, &mut ic3, &all, &limits);
        while self.seeds.is_none() && matches!(outcome, Ok(Answer::Later)) {
            let left = BARE.saturating_sub(thread_time().saturating_sub(begin));
            if left.is_zero() {
                break;
            }
            outcome = self.ask(model, &mut ic3, &all, &self.until(left));
        }
        self.lemmas = model.state_lits(&ic3.lemmas(), &model.small_latches());
        match outcome? {
            Answer::Decided => Ok(()),
            Answer::Later if self.seeds.is_none() => {
                self.find_seeds();
                Ok(())
            }
            Answer::Later => self.one_by_one(model, &mut ic3, progress),
        }
    }

    /// Each goal by itself, in turns that get longer.
    fn one_by_one(&mut self, model: &Model, ic3: &mut Ic3, progress: &mut dyn Progress) -> Result<(), UnknownReason> {
        let mut share = SINGLE;
        loop {
            for index in 0..model.goals.len() {
                self.tell(progress, &model.goals[index..]);
                let answer = self.ask(model, ic3, &[index], &self.until(share));
                self.lemmas = model.state_lits(&ic3.lemmas(), &model.small_latches());
                if answer? == Answer::Decided {
                    return Ok(());
                }
            }
            share *= 2;
        }
    }

    fn ask(&mut self, model: &Model, ic3: &mut Ic3, goals: &[usize], limits: &Limits) -> Result<Answer, UnknownReason> {
        match ic3.solve(goals, limits) {
            pm_ic3::Outcome::Safe(invariant) => self.enter_proved(model, goals, &invariant),
            pm_ic3::Outcome::Unsafe(trace) => self.confirm(model, &trace),
            pm_ic3::Outcome::Unknown(Limit::Time) if self.task.limits.exceeded().is_none() => Ok(Answer::Later),
            pm_ic3::Outcome::Unknown(limit) => Err(limit.into()),
        }
    }

    fn until(&self, share: Duration) -> Limits {
        self.task.limits.until(Instant::now() + share)
    }

    // ---- verdicts -------------------------------------------------------------------------------------------------

    /// Checks the invariant and enters what it excludes.
    fn enter_proved(&mut self, model: &Model, goals: &[usize], found: &Clauses) -> Result<Answer, UnknownReason> {
        let invariant = &model.whole_invariant(found);
        let limits = &self.task.limits;
        if let Err(refusal) = check_invariant(&model.relation, invariant, goals, Backend::CaDiCaL, limits) {
            if let pm_ic3::Refusal::Limit(limit) = refusal {
                return Err(limit.into());
            }
            return Err(UnknownReason::Rejected { what: refusal.to_string() });
        }
        let is_inexact = |i: &usize| model.goals[*i] == Goal::Inexact;
        let mut clauses = model.state_lits(invariant, &model.relation_latches());
        if goals.iter().any(is_inexact) {
            self.inexact_excluded = Some(clauses.clone());
        } else if model.goals.contains(&Goal::Inexact) {
            // Nothing is a proof before this is: it comes first.
            return Ok(Answer::Later);
        }
        let unreachable = self.never_reached(model, invariant);
        let property = |i: &usize| if let Goal::Property(p) = model.goals[*i] { Some(p) } else { None };
        let proved: Vec<PropId> = goals.iter().filter_map(property).collect();
        clauses.extend(self.inexact_excluded.iter().flatten().cloned());
        let seeds: Vec<Lemma> = model.seeds.iter().map(|(lemma, _)| *lemma).collect();
        let certificate = self.certificate(&proved, &clauses, seeds);
        self.certify(certificate)?;
        for prop in proved {
            if !self.ledger.status[prop].is_final() {
                let is_reached = !unreachable.contains(&prop);
                let status = if is_reached {
                    Status::Proved { by: EngineId::IC3 }
                } else {
                    Status::Unreachable { by: EngineId::IC3 }
                };
                self.ledger.decide(prop, status);
            }
        }
        Ok(Answer::Decided)
    }

    /// Keeps a certificate that passes the check from the program.
    fn certify(&mut self, mut certificate: Certificate) -> Result<(), UnknownReason> {
        if certificate.properties.is_empty() {
            return Ok(());
        }
        match check_proof(self.task, &mut self.again, &certificate) {
            Ok(checked) => {
                certificate.checked = Some(checked);
                self.ledger.certify(self.ledger.certificates.iter().cloned().chain([certificate]).collect());
                Ok(())
            }
            Err(refused) => Err(refused.reason()),
        }
    }

    /// The proof as facts about variables. Executions end at whatever it does not speak of.
    fn certificate(&mut self, proved: &[PropId], clauses: &[Vec<StateLit>], seeds: Vec<Lemma>) -> Certificate {
        let mut lemmas = seeds;
        lemmas.extend(facts::facts(self.system, clauses));
        lemmas.iter_mut().for_each(|l| l.fact = self.stand_ins.put_back(self.system, l.fact));
        let lemmas = self.origin.lemmas(self.system, &lemmas);
        let brief = self.task.within(self.until(SINGLE));
        inductive::certificate(&brief, (self.system, self.origin), &lemmas, proved, EngineId::IC3)
    }

    /// Properties that no state of the (checked) invariant reaches.
    fn never_reached(&self, model: &Model, invariant: &Clauses) -> Vec<PropId> {
        let first = model.goals.len();
        let bads: Vec<usize> = (first..first + model.reached.len()).collect();
        let cheap = self.until(SINGLE);
        let excluded = pm_ic3::excluded(&model.relation, invariant, &bads, Backend::CaDiCaL, &cheap);
        model.reached.iter().zip(excluded).filter(|(_, excluded)| *excluded).map(|(prop, _)| *prop).collect()
    }

    /// Replays a trace; what the interpreter sees is entered.
    fn confirm(&mut self, model: &Model, trace: &Trace) -> Result<Answer, UnknownReason> {
        let path = model.inputs(self.system, trace);
        let known: Vec<bool> = (0..self.system.bad.len()).map(|i| self.is_known(i)).collect();
        let walk = self.origin.with_whole(self.system, |s| walk(s, &path, &|bad| !known[bad], &self.task.reading));
        let Some(bad) = walk.visits.last().and_then(|v| v.bad) else {
            return Err(no_such_path());
        };
        let goal = model.goals[trace.bad];
        if let BadKind::Inexact(what) = &self.system.bad[bad].kind
            && goal == Goal::Inexact
        {
            let (what, span) = (what.clone(), self.system.bad[bad].span);
            return Err(UnknownReason::Inexact { what, span });
        }
        if let Goal::Property(prop) = goal
            && !self.system.contracts.functions.is_empty()
        {
            // What breaks it need not be an execution.
            self.ledger.status[prop] = Status::Unknown(no_such_path());
            return Ok(Answer::Decided);
        }
        match (confirm(self.task, self.ledger, walk.counterexample), goal) {
            (Ok(_), _) => {}
            (Err(reason), _) if !self.stand_ins.is_empty() => return Err(reason),
            (Err(reason), Goal::Property(prop)) => self.ledger.status[prop] = Status::Unknown(reason),
            (Err(reason), Goal::Inexact) => return Err(reason),
        }
        Ok(Answer::Decided)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// The goals have changed.
    Decided,
    /// The share of time was used up.
    Later,
}

impl Model {
    /// The inputs of a trace's steps.
    fn inputs(&self, system: &System, trace: &Trace) -> Vec<Inputs> {
        let step = |state: &pm_ic3::TraceState| {
            let values = self.leaf_values(state);
            self.netlist.input_values(&system.terms, &|node| values.get(&node).copied().unwrap_or(false))
        };
        trace.states.iter().map(step).collect()
    }

    /// The values of the netlist's inputs and latches.
    fn leaf_values(&self, state: &pm_ic3::TraceState) -> FxHashMap<NodeId, bool> {
        let inputs = self.map.inputs.iter().map(|node| self.reduced.inputs[node]);
        let mut values: FxHashMap<NodeId, bool> = inputs.zip(state.inputs.iter().copied()).collect();
        let mut latches: FxHashMap<usize, bool> = FxHashMap::default();
        for (&latch, &value) in self.map.latches.iter().zip(&state.latches) {
            latches.insert(self.reduced.kept[latch], value);
        }
        for (index, latch) in self.netlist.latches.iter().enumerate() {
            let value = match self.reduced.stands_for[index] {
                Same::Itself => latches.get(&index).copied(),
                Same::Constant(value) => Some(value),
                Same::Latch(leader, negated) => latches.get(&leader).map(|v| *v != negated),
            };
            values.insert(latch.now.node(), value.unwrap_or(latch.init));
        }
        values
    }

    /// An invariant of the reduced circuit as one of the whole circuit.
    fn whole_invariant(&self, found: &Clauses) -> Clauses {
        let latches = self.small_latches();
        let lit = |l: &Lit| Some(self.lits[*latches.get(&l.var())?]?.negate_if(l.is_negative()));
        let mut clauses = self.reduced.clauses(&|latch| self.lits[latch]);
        self.seeds.iter().for_each(|(_, now)| clauses.push([*now]));
        // A clause that does not fit is left out: the check tells whether it was needed.
        found.iter().filter_map(|c| c.iter().map(lit).collect::<Option<Vec<Lit>>>()).for_each(|c| clauses.push(c));
        clauses
    }

    /// By variable of the reduced relation: the netlist's latch.
    fn small_latches(&self) -> FxHashMap<u32, usize> {
        let latches = self.small.latches.iter().zip(&self.map.latches);
        latches.map(|(l, &i)| (l.now.var(), self.reduced.kept[i])).collect()
    }

    /// By variable of the whole relation: the netlist's latch.
    fn relation_latches(&self) -> FxHashMap<u32, usize> {
        self.lits.iter().enumerate().filter_map(|(i, l)| Some(((*l)?.var(), i))).collect()
    }

    /// Clauses of a relation as clauses over variables.
    fn state_lits(&self, clauses: &Clauses, latch_of: &FxHashMap<u32, usize>) -> Vec<Vec<StateLit>> {
        let lit = |l: &Lit| {
            let latch = &self.netlist.latches[*latch_of.get(&l.var())?];
            Some((latch.var, latch.bit, !l.is_negative()))
        };
        clauses.iter().filter_map(|c| c.iter().map(lit).collect()).collect()
    }

    /// The clauses all of whose bits are latches of the reduced relation.
    fn clauses(&self, lemmas: &[Vec<StateLit>]) -> Clauses {
        let mut lit_of: FxHashMap<(u32, u32), Lit> = FxHashMap::default();
        for (latch, &i) in self.small.latches.iter().zip(&self.map.latches) {
            let bit = &self.netlist.latches[self.reduced.kept[i]];
            lit_of.insert((bit.var, bit.bit), latch.now);
        }
        let lit = |&(var, bit, value): &StateLit| Some(lit_of.get(&(var, bit))?.negate_if(!value));
        lemmas.iter().filter_map(|c| c.iter().map(lit).collect::<Option<Vec<_>>>()).collect()
    }
}

/// Makes the seeds, which are the bad sets from `first` on, something that an invariant of the relation may speak of. Returns
/// those whose truth is not obvious.
fn claim(relation: &mut Relation, first: usize, seeds: &[Lemma]) -> Vec<(Lemma, Lit)> {
    let mut claimed = Vec::new();
    let mut known: FxHashSet<u32> = relation.latches.iter().map(|l| l.now.var()).collect();
    for (i, &lemma) in seeds.iter().enumerate() {
        let (now, next) = (relation.bad[first + i].get(0)[0], relation.bad[first + seeds.len() + i].get(0)[0]);
        claimed.push((lemma, now));
        if known.insert(now.var()) {
            let next = next.negate_if(now.is_negative());
            relation.latches.push(Latch { now: now.negate_if(now.is_negative()), next, init: None });
        }
    }
    claimed
}
