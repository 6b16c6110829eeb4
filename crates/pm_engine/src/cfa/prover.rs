//! From what the search says to what the ledger holds: certificates that are checked, executions that are replayed.
//!
//! All that is open is asked about together; when that takes too long, one property after the other, with what was found so far. Executions end at their first violation.

use super::{Goals, Ground, Kept, Outcome, Strategy};
use crate::certificate::Certificate;
use crate::engine::{Progress, Stage};
use crate::inductive;
use crate::ledger::{Ledger, Status, UnknownReason, never_to_reach, no_such_path};
use crate::models::share;
use crate::path::{Inputs, walk};
use crate::proof::check_proof;
use crate::replay::confirm;
use crate::task::Task;
use pm_invariants::{self as invariants, Lemma, Lemmas};
use pm_ir::PropId;
use pm_model::{BadKind, Origin, System};
use pm_solve::{Limit, Limits, thread_time};
use pm_term::{Substitution, TermId};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// All goals together get this part of the time that is left, and at most so much, before they are asked about one by one.
const TOGETHER: (u32, Duration) = (3, Duration::from_secs(120));
/// Invariants are looked for by other means when the search alone took so much processor time: that may cost as much again.
const BARE: Duration = Duration::from_secs(3);
/// The first share of a single goal; it doubles from turn to turn.
const SINGLE: Duration = Duration::from_secs(2);

pub(super) struct Prover<'a> {
    task: &'a Task<'a>,
    strategy: &'a dyn Strategy,
    /// Reduced.
    system: &'a mut System,
    origin: &'a mut Origin,
    /// Invariants that were found by other means, once they were looked for.
    known: Option<Lemmas>,
    ledger: &'a mut Ledger,
    /// Bad conditions that were shown never to hold.
    excluded: FxHashSet<usize>,
    /// From searches before.
    kept: Vec<Kept>,
    /// The system that certificates are checked with: built anew.
    again: Option<System>,
}

/// What came of a search.
struct Round {
    /// The bad conditions that it was about, and what it says.
    asked: Vec<usize>,
    outcome: Outcome,
    /// Properties that no state of the invariant reaches.
    unreachable: FxHashSet<PropId>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        task: &'a Task<'a>,
        strategy: &'a dyn Strategy,
        (system, origin): (&'a mut System, &'a mut Origin),
        known: Option<Lemmas>,
        ledger: &'a mut Ledger,
    ) -> Prover<'a> {
        let (excluded, kept) = (FxHashSet::default(), Vec::new());
        Prover { task, strategy, system, origin, known, ledger, excluded, kept, again: None }
    }

    pub(super) fn run(&mut self, progress: &mut dyn Progress) -> Result<(), UnknownReason> {
        loop {
            let open = self.open();
            if self.task.has_enough(self.ledger) || self.open_properties().is_empty() {
                return Ok(());
            }
            let Some(round) = self.search(&open, progress)? else {
                self.find_invariants();
                continue;
            };
            match round.outcome {
                Outcome::Safe(ref facts) => self.enter_proved(&round, facts)?,
                Outcome::Unsafe(ref path) => self.enter_violated(path)?,
                Outcome::Lost => return Err(no_such_path()),
            }
        }
    }

    /// Properties that are to be decided.
    fn open_properties(&self) -> Vec<PropId> {
        let is_open = |p: &PropId| {
            matches!(self.ledger.status[*p], Status::Unknown(UnknownReason::NotChecked)) && !self.ledger.is_decided(*p)
        };
        self.task.asked().filter(is_open).collect()
    }

    /// Bad conditions that are to be excluded: those where the model is not exact, too.
    fn open(&self) -> Vec<usize> {
        let props: FxHashSet<PropId> = self.open_properties().into_iter().collect();
        let is_open = |i: &usize| match &self.system.bad[*i].kind {
            BadKind::Inexact(_) => !self.excluded.contains(i),
            BadKind::Violation(p) => props.contains(p),
        };
        (0..self.system.bad.len()).filter(is_open).collect()
    }

    /// It belongs to a property that is violated.
    fn is_known(&self, bad: usize) -> bool {
        matches!(&self.system.bad[bad].kind, BadKind::Violation(p) if matches!(self.ledger.status[*p], Status::Violated(_)))
    }

    /// The conditions of goals at their locations, and by location where executions end.
    fn conditions(&mut self, open: &[usize]) -> (Vec<(u32, TermId)>, Vec<TermId>) {
        let ends: Vec<bool> = (0..self.system.bad.len()).map(|i| self.is_known(i)).collect();
        let mut goals = Vec::with_capacity(open.len());
        for &bad in open {
            let location = self.system.bad[bad].location;
            let cond = self.system.first(bad, &|e| ends[e]);
            goals.push((location, self.there(location, cond)));
        }
        let mut ended = vec![TermId::FALSE; self.system.locations.len()];
        for bad in (0..ends.len()).filter(|b| ends[*b]) {
            let location = self.system.bad[bad].location as usize;
            let claim = self.system.claim(bad);
            ended[location] = self.system.terms.or(ended[location], claim);
        }
        (goals, ended)
    }

    /// A condition for executions that are at a location.
    fn there(&mut self, location: u32, cond: TermId) -> TermId {
        let pc = self.system.vars[System::PC].now;
        let mut here = Substitution::new();
        here.replace(pc, self.system.terms.bv(self.system.terms.width(pc), location.into()));
        self.system.terms.substitute(cond, &mut here)
    }

    /// Looks for invariants by other means; what may be a violation is executed.
    fn find_invariants(&mut self) {
        let mut found = invariants::find(self.system, &share(&self.task.limits));
        for path in std::mem::take(&mut found.suspects) {
            self.try_path(&path);
        }
        self.known = Some(found);
    }

    /// Searches until something is decided. `None` where it is time to look for invariants.
    fn search(&mut self, open: &[usize], progress: &mut dyn Progress) -> Result<Option<Round>, UnknownReason> {
        let (conditions, ended) = self.conditions(open);
        let reached = self.reached();
        let background = by_location(self.system.locations.len(), self.known.as_ref());
        let is_bare = self.known.is_none();
        let turns = self.turns(open);
        let undecided = self.open_properties().len();
        let decided = self.task.program.props.len() - undecided;
        let (task, strategy) = (self.task, self.strategy);
        let goals = Goals { conditions: &conditions, ended: &ended, background };
        let ground = Ground::new(self.system, goals, strategy.splits(), &task.solver, task.limits.clone());
        let mut search = strategy.search(ground);
        search.start_from(&self.kept);
        let mut tell = |k: u32| progress.stage(&Stage { bound: k, open_loops: 0, decided, undecided, clauses: 0 });
        let mut share = if turns.len() == 1 { None } else { Some(SINGLE) };
        let found = 'found: loop {
            for (turn, wanted) in turns.iter().enumerate() {
                let limits = match share {
                    _ if is_bare => bare(&task.limits),
                    None => task.limits.clone(),
                    Some(_) if turn == 0 => task.limits.share(TOGETHER),
                    Some(share) => task.limits.until(Instant::now() + share),
                };
                match search.run(&|goal| wanted.contains(&open[goal]), &limits, &mut tell) {
                    Ok(outcome) => break 'found Some((wanted.clone(), outcome)),
                    Err(Limit::Time) if task.limits.exceeded().is_none() && is_bare => break 'found None,
                    Err(Limit::Time) if task.limits.exceeded().is_none() => {}
                    Err(limit) => {
                        progress.note(&format!("{}: {}", strategy.id(), search.summary()));
                        return Err(limit.into());
                    }
                }
            }
            share = share.map(|s| s * 2);
        };
        let mut unreachable = FxHashSet::default();
        if matches!(found, Some((_, Outcome::Safe(_)))) {
            for (prop, conditions) in reached {
                let is_excluded = |&(l, c): &(u32, TermId)| search.is_excluded(l, c) == Ok(true);
                if conditions.iter().all(is_excluded) {
                    unreachable.insert(prop);
                }
            }
        }
        self.kept = search.kept();
        progress.note(&format!("{}: {}", strategy.id(), search.summary()));
        Ok(found.map(|(asked, outcome)| Round { asked, outcome, unreachable }))
    }

    /// Which goals are asked about together: all, then those of each property, with the places where the model is not exact.
    fn turns(&self, open: &[usize]) -> Vec<Vec<usize>> {
        let inexact = |i: &usize| matches!(self.system.bad[*i].kind, BadKind::Inexact(_));
        let mut turns = vec![open.to_vec()];
        let props = self.open_properties();
        if props.len() > 1 {
            for p in props {
                let is_of = |i: &usize| matches!(&self.system.bad[*i].kind, BadKind::Violation(q) if *q == p);
                turns.push(open.iter().copied().filter(|i| inexact(i) || is_of(i)).collect());
            }
        }
        turns
    }

    /// Properties that ought to be reached, with the conditions under which steps reach them.
    fn reached(&mut self) -> Vec<(PropId, Vec<(u32, TermId)>)> {
        let expected = never_to_reach(self.task.program);
        let props = self.open_properties().into_iter().filter(|p| !expected.contains(p));
        let places = || self.system.automaton.places.iter().enumerate();
        let conditions = |p: PropId| {
            let here = places().flat_map(|(l, place)| place.reached.iter().map(move |r| (l as u32, r)));
            here.filter(|(_, r)| r.0 == p).map(|(l, r)| (l, r.1)).collect()
        };
        props.map(|p| (p, conditions(p))).collect()
    }

    /// Checks a proof, and enters what it proves.
    fn enter_proved(&mut self, round: &Round, facts: &[Lemma]) -> Result<(), UnknownReason> {
        self.excluded.extend(&round.asked);
        let left: FxHashSet<PropId> =
            self.open().iter().filter(|i| !round.asked.contains(i)).filter_map(|&i| self.property(i)).collect();
        let proved: Vec<PropId> = self.open_properties().into_iter().filter(|p| !left.contains(p)).collect();
        if proved.is_empty() {
            return Ok(());
        }
        let mut certificate = self.certificate(&proved, facts);
        match check_proof(self.task, &mut self.again, &certificate) {
            Ok(checked) => certificate.checked = Some(checked),
            Err(refused) => return Err(refused.reason()),
        }
        self.ledger.certify(self.ledger.certificates.iter().cloned().chain([certificate]).collect());
        for prop in proved {
            let status = match round.unreachable.contains(&prop) {
                true => Status::Unreachable { by: self.strategy.id() },
                false => Status::Proved { by: self.strategy.id() },
            };
            self.ledger.decide(prop, status);
        }
        Ok(())
    }

    fn property(&self, bad: usize) -> Option<PropId> {
        match self.system.bad[bad].kind {
            BadKind::Violation(p) => Some(p),
            BadKind::Inexact(_) => None,
        }
    }

    /// The proof as facts about variables. Executions end at whatever it does not speak of.
    fn certificate(&mut self, proved: &[PropId], facts: &[Lemma]) -> Certificate {
        let lemmas = self.origin.lemmas(self.system, facts);
        let brief = self.task.within(self.task.limits.until(Instant::now() + SINGLE));
        inductive::certificate(&brief, (self.system, self.origin), &lemmas, proved, self.strategy.id())
    }

    /// Replays a path; what the interpreter sees is entered.
    fn enter_violated(&mut self, path: &[Inputs]) -> Result<(), UnknownReason> {
        let known: Vec<bool> = (0..self.system.bad.len()).map(|i| self.is_known(i)).collect();
        let reading = &self.task.reading;
        let walk = self.origin.with_whole(self.system, |s| walk(s, path, &|bad| !known[bad], reading));
        let Some(bad) = walk.visits.last().and_then(|v| v.bad) else {
            return Err(no_such_path());
        };
        let prop = match &self.system.bad[bad].kind {
            BadKind::Violation(prop) => *prop,
            BadKind::Inexact(what) => {
                let (what, span) = (what.clone(), self.system.bad[bad].span);
                return Err(UnknownReason::Inexact { what, span });
            }
        };
        if !self.system.contracts.functions.is_empty() {
            // What breaks it need not be an execution.
            self.ledger.status[prop] = Status::Unknown(no_such_path());
            return Ok(());
        }
        match confirm(self.task, self.ledger, walk.counterexample) {
            Ok(_) => {}
            Err(reason) => self.ledger.status[prop] = Status::Unknown(reason),
        }
        Ok(())
    }

    /// Executes what may be a violation; nothing is lost if it is none.
    fn try_path(&mut self, path: &[Inputs]) {
        let reading = &self.task.reading;
        let walk = self.origin.with_whole(self.system, |s| walk(s, path, &|_| true, reading));
        let is_violation = |b: usize| matches!(self.system.bad[b].kind, BadKind::Violation(_));
        if walk.visits.last().and_then(|v| v.bad).is_some_and(is_violation)
            && self.system.contracts.functions.is_empty()
        {
            let _ = confirm(self.task, self.ledger, walk.counterexample);
        }
    }
}

/// The facts of each location.
fn by_location(locations: usize, lemmas: Option<&Lemmas>) -> Vec<Vec<TermId>> {
    let mut out = vec![Vec::new(); locations];
    for lemma in lemmas.into_iter().flat_map(|l| l.absolute.iter().chain(&l.relative)) {
        out[lemma.location as usize].push(lemma.fact);
    }
    out
}

/// Limits of a search without invariants.
fn bare(limits: &Limits) -> Limits {
    let end = thread_time() + BARE;
    Limits { processor: Some(limits.processor.map_or(end, |own| own.min(end))), ..limits.clone() }
}
