//! Checks a proof by induction, or by the number of steps, from the program alone.

use super::cases::{cases, values};
use super::claim::claim;
use super::equations::{compares_sums, spread};
use super::{CHECKER, Refused, again_by, nodes, properties};
use crate::certificate::{Abstraction, Certificate, Checked, How, Method, Semantics, node_names};
use crate::models;
use crate::products::{congruences, hard_operations};
use crate::task::Task;
use crate::unroll::{Start, Unroller};
use pm_invariants::{self as invariants, Lemma};
use pm_ir::{Program, PropId};
use pm_model::contracts::Post;
use pm_model::reduce::cells;
use pm_model::{BadKind, System};
use pm_solve::{Answer, Limit, Limits, Solver};
use pm_term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conflicts of the other solver before a proof is checked with a new instance of the same one.
const CHECK: u64 = 100_000;
/// Conflicts of a question before it is asked case by case: at least, and for each case. The most cases of a fact.
const EASY: u64 = 1_000;
const EASY_BY_CASE: u64 = 4;
/// The same where products and quotients make conflicts expensive, which cases leave little of.
const EASY_PRODUCTS: u64 = 50;
/// Conflicts of one of many cases by itself: what is left of the question is small.
const ONE_CASE: u64 = 5_000;
/// So many cases are those of control, which give values to most variables.
const MANY: usize = 32;
const CASES: usize = 20_000;

/// The transition system that a certificate speaks of, with its contracts in it, or with cells in place of arrays.
pub fn system_of(task: &Task, certificate: &Certificate) -> Result<System, Refused> {
    let by_contracts = !certificate.contracts.is_empty();
    let by_nodes = certificate.abstraction == Some(Abstraction::Nodes);
    let built = match &certificate.followed {
        Some(_) if by_nodes || by_contracts => {
            return Err(Refused::Malformed("loops that are followed, with something else".into()));
        }
        Some(followed) => models::following(task, followed),
        None if by_nodes => models::with_pools(task),
        None => models::system(task, by_contracts),
    };
    let mut system = built.map_err(|r| r.limit.map_or(Refused::Inexact(r.what, r.span), Refused::Limit))?;
    if by_nodes && by_contracts {
        return Err(Refused::Malformed("a contract and heap objects as nodes".into()));
    }
    if by_contracts {
        let posts = posts(&mut system, certificate)?;
        pm_model::contracts::apply(&mut system, &posts);
    }
    if certificate.abstraction == Some(Abstraction::Cells) && (by_contracts || cells(&mut system).is_none()) {
        return Err(Refused::Malformed("no property reads an array of the program".into()));
    }
    Ok(system)
}

/// What the certificate says of recursive functions. It is checked like a property.
fn posts(system: &mut System, certificate: &Certificate) -> Result<Vec<Post>, Refused> {
    let mut posts = Vec::new();
    for contract in &certificate.contracts {
        let short: String = contract.function.chars().take(60).collect();
        let wrong = |what: String| Refused::Malformed(format!("contract of `{short}`: {what}"));
        let index = system.contracts.functions.iter().position(|f| f.name == contract.function);
        let index = index.ok_or_else(|| wrong("it is no recursive function that contracts can tell".into()))?;
        let formals = system.contracts.functions[index].formals();
        let names: FxHashMap<String, TermId> = formals.map(|f| (f.name.replace(['|', '\\'], "_"), f.term)).collect();
        for (text, _) in &contract.posts {
            let fact = system.terms.parse(text, &|name| names.get(name).copied()).map_err(wrong)?;
            if !system.terms.is_bool(fact) {
                return Err(wrong("it is not a truth value".into()));
            }
            posts.push(Post { contract: index, fact });
        }
    }
    Ok(posts)
}

/// Checks a certificate about this transition system with the solver of the task.
pub fn certify_system(task: &Task, system: &mut System, certificate: &Certificate) -> Result<(), Refused> {
    if certificate.abstraction == Some(Abstraction::Nodes) {
        let Method::Induction { .. } = certificate.method else {
            return Err(Refused::Malformed("not about steps".into()));
        };
        let (facts, proved) = (facts(system, certificate)?, properties(task.program, &certificate.properties)?);
        return nodes::certify(task, system, &facts, &proved);
    }
    let claim = Claim::read(task.program, system, certificate)?;
    let mut checker = Checker { system, task, claim };
    match certificate.method {
        Method::Induction { k } => {
            // Facts need one step, at least, to be carried on.
            checker.base(k.max(1))?;
            checker.step(k.max(1))
        }
        Method::Steps { depth } => {
            let mut side = checker.base(depth)?;
            checker.all_ended(&mut side, depth)
        }
        Method::Unwinding { .. } | Method::Execution | Method::Calls | Method::Nothing => {
            Err(Refused::Malformed("not about steps".into()))
        }
    }
}

/// Checks a proof that was just found: with the other solver or, where that is too hard for it, with a new instance of the engine's.
/// `again` is the transition system that proofs are checked with: built anew, once.
pub fn check_proof(task: &Task, again: &mut Option<System>, certificate: &Certificate) -> Result<Checked, Refused> {
    let system = match again {
        Some(system) => system,
        None => again.insert(system_of(&task.elsewhere(), certificate)?),
    };
    let (other, mine) = (CHECKER, again_by(task));
    let first = task.solved_by(other).within(Limits { conflicts: Some(CHECK), ..task.limits.clone() });
    let again = task.solved_by(mine);
    let by = match certify_system(&first, system, certificate) {
        Err(Refused::Limit(Limit::Conflicts)) => certify_system(&again, system, certificate).map(|()| mine),
        answer => answer.map(|()| other),
    };
    let by = by.map_err(|refused| {
        refused.or_layout(|| {
            let mut system = system_of(task, certificate)?;
            certify_system(&again, &mut system, certificate)
        })
    })?;
    let semantics = Semantics::Waits(Box::new(claim(task.program, system, certificate)));
    Ok(Checked { solver: by.name().into(), how: How::of(by, &certificate.solver), semantics })
}

/// Are there products, quotients or remainders below a term?
fn has_products(terms: &Terms, t: TermId) -> bool {
    let is_product = |t: &TermId| matches!(terms.op(*t), Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem);
    terms.cone(&[t]).iter().any(is_product)
}

/// What is to be shown, as terms of the system.
struct Claim {
    /// With their locations.
    facts: Vec<(u32, TermId)>,
    /// Facts do not hold.
    broken: Vec<TermId>,
    /// Properties are violated, or the model is not exact.
    bad: Vec<TermId>,
    /// Executions end: they have violated what is known to be violated.
    ended: Vec<TermId>,
}

impl Claim {
    fn read(program: &Program, system: &mut System, c: &Certificate) -> Result<Claim, Refused> {
        let proved = properties(program, &c.properties)?;
        let violated = properties(program, &c.violated)?;
        if !proved.is_disjoint(&violated) {
            return Err(Refused::Malformed("a property that is both proved and violated".into()));
        }
        let facts = facts(system, c)?;
        let broken = facts.iter().map(|&(location, fact)| Lemma { location, fact }.violation(system)).collect();
        let mut claim = Claim { facts, broken, bad: Vec::new(), ended: Vec::new() };
        let of = |kind: &BadKind, props: &FxHashSet<PropId>| matches!(kind, BadKind::Violation(p) if props.contains(p));
        let ends: Vec<bool> = system.bad.iter().map(|b| of(&b.kind, &violated)).collect();
        for i in 0..system.bad.len() {
            let is_inexact = matches!(system.bad[i].kind, BadKind::Inexact(_));
            if ends[i] {
                claim.ended.push(system.bad[i].cond);
            } else if is_inexact || of(&system.bad[i].kind, &proved) {
                claim.bad.push(system.first(i, &|e| ends[e]));
            }
        }
        Ok(claim)
    }
}

fn facts(system: &mut System, c: &Certificate) -> Result<Vec<(u32, TermId)>, Refused> {
    let mut vars: FxHashMap<String, TermId> =
        system.vars.iter().map(|v| (v.name.replace(['|', '\\'], "_"), v.now)).collect();
    vars.extend(node_names(system));
    let pc = system.vars[System::PC].now;
    let mut out = Vec::new();
    for (i, fact) in c.facts.iter().enumerate() {
        let wrong = |what: String| Refused::Malformed(format!("fact {}: {what}", i + 1));
        let location = system.locations.get(fact.location as usize).filter(|l| l.name == fact.place);
        if location.is_none() {
            // Which loops constants decide may depend on where objects lie.
            let place: String = fact.place.chars().take(60).collect();
            return Err(Refused::Wrong(format!("fact {}: there is no location {} `{place}`", i + 1, fact.location)));
        }
        let t = system.terms.parse(&fact.text, &|name| vars.get(name).copied().filter(|t| *t != pc)).map_err(wrong)?;
        if !system.terms.is_bool(t) {
            return Err(wrong("it is not a truth value".into()));
        }
        out.push((fact.location, t));
    }
    Ok(out)
}

struct Checker<'a> {
    system: &'a mut System,
    /// With the solver that is asked.
    task: &'a Task<'a>,
    claim: Claim,
}

struct Side {
    unroller: Unroller,
    solver: Solver,
}

impl Checker<'_> {
    fn side(&self, start: Start) -> Side {
        Side { unroller: Unroller::new(self.system, start), solver: self.task.new_solver() }
    }

    /// Any of these holds at a step.
    fn any(&mut self, side: &mut Side, conds: &[TermId], step: u32) -> TermId {
        let at: Vec<TermId> = conds.iter().map(|&t| side.unroller.at(self.system, t, step as usize)).collect();
        self.system.terms.or_all(&at)
    }

    fn never(&mut self, side: &mut Side, t: TermId, what: impl FnOnce() -> String) -> Result<(), Refused> {
        match side.solver.check(&self.system.terms, &[t]) {
            Answer::Unsat => {
                side.solver.keep_proof(&what());
                Ok(())
            }
            Answer::Sat => Err(Refused::Wrong(what())),
            Answer::Unknown(limit) => Err(Refused::Limit(limit)),
        }
    }

    /// As `never`, and case by case where it is hard otherwise. A case that is refuted is a lemma of the solver; that there are no
    /// others follows from the facts, or else is its answer to the question as a whole.
    fn never_by_cases(
        &mut self,
        side: &mut Side,
        t: TermId,
        (cases, known): (&[TermId], &[TermId]),
        what: impl Fn() -> String,
    ) -> Result<(), Refused> {
        let are_many = cases.len() >= MANY;
        let usual = EASY.max(EASY_BY_CASE * cases.len() as u64);
        let first = if are_many && has_products(&self.system.terms, t) { EASY_PRODUCTS } else { usual };
        if let Some(answer) = self.never_briefly(side, t, first, &what) {
            return answer;
        }
        let mut is_asked = first == usual;
        for &case in cases {
            let here = self.system.terms.and(case, t);
            let is_brief = are_many && self.task.limits.conflicts.is_some();
            let answer = self.excluded(case, t, known, if are_many { ONE_CASE } else { EASY });
            // Where a case by itself is no easier than all of them, cases are no help.
            if answer != Answer::Unsat
                && !std::mem::replace(&mut is_asked, true)
                && let Some(answer) = self.never_briefly(side, t, usual, &what)
            {
                return answer;
            }
            match answer {
                Answer::Unsat => {}
                // Another solver is asked before this one spends all that it may.
                Answer::Unknown(limit) if is_brief => return Err(Refused::Limit(limit)),
                Answer::Sat | Answer::Unknown(_) => self.never(side, here, &what)?,
            }
            let none = self.system.terms.not(here);
            side.solver.assert(&self.system.terms, none);
        }
        if are_many && self.are_all(cases, known) { Ok(()) } else { self.never(side, t, what) }
    }

    /// As `never`, with so many conflicts; `None` where they are too few.
    fn never_briefly(
        &mut self,
        side: &mut Side,
        t: TermId,
        conflicts: u64,
        what: impl Fn() -> String,
    ) -> Option<Result<(), Refused>> {
        side.solver.set_limits(Limits { conflicts: Some(conflicts), ..self.task.limits.clone() });
        let answer = self.never(side, t, what);
        side.solver.set_limits(self.task.limits.clone());
        (!matches!(answer, Err(Refused::Limit(Limit::Conflicts)))).then_some(answer)
    }

    /// Where the facts hold, one of the cases does.
    fn are_all(&mut self, cases: &[TermId], known: &[TermId]) -> bool {
        let mut solver = self.task.new_solver();
        solver.set_limits(Limits { conflicts: Some(ONE_CASE), ..self.task.limits.clone() });
        for &fact in known {
            solver.assert(&self.system.terms, fact);
        }
        for &case in cases {
            let not = self.system.terms.not(case);
            solver.assert(&self.system.terms, not);
        }
        let are_all = solver.check(&self.system.terms, &[]) == Answer::Unsat;
        if are_all {
            solver.keep_proof("there is another case");
        }
        are_all
    }

    /// Whether this can hold where the case does, given what is known: with the values of variables most of it is simplified away.
    fn excluded(&mut self, case: TermId, t: TermId, known: &[TermId], conflicts: u64) -> Answer {
        let mut values = values(&self.system.terms, case);
        let rest = self.system.terms.substitute(t, &mut values);
        let mut solver = self.task.new_solver();
        solver.set_limits(Limits { conflicts: Some(conflicts), ..self.task.limits.clone() });
        for &fact in std::iter::once(&case).chain(known) {
            let fact = self.system.terms.substitute(fact, &mut values);
            solver.assert(&self.system.terms, fact);
        }
        let answer = solver.check(&self.system.terms, &[rest]);
        if answer == Answer::Unsat {
            solver.keep_proof("one of the cases");
        }
        answer
    }

    /// What the facts distinguish, at a step; where that is much, also the places without facts.
    fn cases(&mut self, side: &mut Side, step: u32) -> Vec<TermId> {
        let mut all = Vec::new();
        for (location, fact) in self.claim.facts.clone() {
            let here = self.system.at_location(location);
            for case in cases(&mut self.system.terms, fact, CASES).unwrap_or_default() {
                all.push(self.system.terms.and(here, case));
            }
        }
        if all.len() >= MANY {
            all.extend(self.other_places());
        }
        all.into_iter().map(|case| side.unroller.at(self.system, case, step as usize)).collect()
    }

    /// Locations that no fact speaks of, and no location.
    fn other_places(&mut self) -> Vec<TermId> {
        let mut places = Vec::new();
        let mut nowhere = TermId::TRUE;
        for location in 0..self.system.locations.len() as u32 {
            let here = self.system.at_location(location);
            let elsewhere = self.system.terms.not(here);
            nowhere = self.system.terms.and(nowhere, elsewhere);
            if self.claim.facts.iter().all(|f| f.0 != location) {
                places.push(here);
            }
        }
        places.push(nowhere);
        places
    }

    /// The facts hold at a step.
    fn known(&mut self, side: &mut Side, step: u32) -> Vec<TermId> {
        let mut out = Vec::new();
        for broken in self.claim.broken.clone() {
            let broken = side.unroller.at(self.system, broken, step as usize);
            out.push(self.system.terms.not(broken));
        }
        out
    }

    /// None of these holds at a step, from now on.
    fn assume_none(&mut self, side: &mut Side, conds: &[TermId], step: u32) {
        for &t in conds {
            let t = side.unroller.at(self.system, t, step as usize);
            let t = self.system.terms.not(t);
            side.solver.assert(&self.system.terms, t);
        }
    }

    /// Initiation: all holds in the first steps.
    fn base(&mut self, steps: u32) -> Result<Side, Refused> {
        let mut side = self.side(Start::Init);
        let (broken, bad, ended) = (self.claim.broken.clone(), self.claim.bad.clone(), self.claim.ended.clone());
        for step in 0..steps {
            let t = self.any(&mut side, &broken, step);
            self.never(&mut side, t, || format!("a fact does not hold after {step} steps"))?;
            let t = self.any(&mut side, &bad, step);
            self.never(&mut side, t, || format!("a property does not hold after {step} steps"))?;
            self.assume_none(&mut side, &ended, step);
        }
        Ok(side)
    }

    /// Consecution: what held in `k` steps holds in the next; safety: the properties hold then.
    fn step(&mut self, k: u32) -> Result<(), Refused> {
        let mut side = self.side(Start::Any);
        let (broken, bad, ended) = (self.claim.broken.clone(), self.claim.bad.clone(), self.claim.ended.clone());
        for step in 0..k {
            self.assume_none(&mut side, &broken, step);
            self.assume_none(&mut side, &bad, step);
            self.assume_none(&mut side, &ended, step);
        }
        self.add_congruences(&mut side, &broken, k);
        self.add_carried(&mut side, k);
        let (cases, known) = match k.checked_sub(1) {
            Some(before) => (self.cases(&mut side, before), self.known(&mut side, before)),
            None => (Vec::new(), Vec::new()),
        };
        for (i, &fact) in broken.iter().enumerate() {
            let mut t = self.any(&mut side, &[fact], k);
            if compares_sums(&self.system.terms, fact) {
                t = spread(&mut self.system.terms, t);
            }
            self.never_by_cases(&mut side, t, (&cases, &known), || {
                format!("fact {} is not preserved by a step", i + 1)
            })?;
        }
        self.assume_none(&mut side, &broken, k);
        let t = self.any(&mut side, &bad, k);
        self.never(&mut side, t, || "the facts do not imply the properties".into())
    }

    /// Tells the solver that equal operands give equal results where facts speak of products and quotients.
    fn add_congruences(&mut self, side: &mut Side, facts: &[TermId], k: u32) {
        let mut spoken: Vec<TermId> = Vec::new();
        for &fact in facts {
            if !hard_operations(&self.system.terms, &[fact]).is_empty() {
                spoken.extend((0..=k).map(|step| side.unroller.at(self.system, fact, step as usize)));
            }
        }
        for t in congruences(&mut self.system.terms, &spoken) {
            side.solver.assert(&self.system.terms, t);
        }
    }

    /// Tells the solver of equations that steps of a loop carry on, as far as rewriting shows that.
    fn add_carried(&mut self, side: &mut Side, k: u32) {
        for (location, fact) in self.claim.facts.clone() {
            let lemma = Lemma { location, fact };
            let Some(stays) = invariants::stays(self.system, lemma) else { continue };
            let (here, fails) = (self.system.at_location(location), lemma.violation(self.system));
            let holds = self.system.terms.not(fails);
            let before = self.system.terms.and_all(&[here, holds, stays]);
            for step in 0..k as usize {
                let before = side.unroller.at(self.system, before, step);
                let after = side.unroller.at(self.system, holds, step + 1);
                let carried = self.system.terms.implies(before, after);
                side.solver.assert(&self.system.terms, carried);
            }
        }
    }

    fn all_ended(&mut self, side: &mut Side, depth: u32) -> Result<(), Refused> {
        let end = self.system.at_location(System::END);
        let ended = side.unroller.at(self.system, end, depth as usize);
        let goes_on = self.system.terms.not(ended);
        self.never(side, goes_on, || format!("an execution has more than {depth} steps"))
    }
}
