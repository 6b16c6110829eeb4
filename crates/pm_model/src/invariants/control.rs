//! Control states: the variables that are only ever assigned constants, and each other, taken together.
//!
//! Programs of control keep their modes in such variables. Each has a handful of values, and of the combinations few are
//! reachable, which no fact about one or two of them says. They are enumerated with a solver: from a combination at a location,
//! where do steps lead? All other variables are left open, so what was seen when no question is left is an
//! invariant, and by the way it was found an inductive one. The nearest combinations come first: where one lets something bad
//! happen, the inputs that led there are a short execution to try.

use super::lemma::{Lemma, Lemmas, Path};
use crate::{BadKind, System};
use pm_solve::{Answer, Limits, Solver};
use pm_term::{NodeSet, Op, Sort, Substitution, SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constants that are assigned to one variable.
const VALUES: usize = 64;
/// Combinations at all locations together.
const STATES: usize = 20_000;
/// Conflicts of one question.
const CONFLICTS: u64 = 5_000;
/// Terms that the search may make.
const NODES: usize = 5_000_000;
/// More variables than that are not looked at.
const VARIABLES: usize = 500;

/// What the control variables can be at each location, if that is found within the limits, and what bad may happen there.
pub fn enumerate(system: &mut System, limits: &Limits) -> Lemmas {
    let control = control_variables(system);
    if control.is_empty() || control.len() > VARIABLES {
        return Lemmas::default();
    }
    let mut search = Search::new(system, &control, limits);
    let is_complete = search.run().is_some();
    let suspects = std::mem::take(&mut search.suspects);
    let absolute = if is_complete { search.lemmas() } else { Vec::new() };
    Lemmas { absolute, suspects, ..Lemmas::default() }
}

/// The variables, without the program counter, whose next values are constants or values of such variables.
pub fn control_variables(system: &System) -> Vec<usize> {
    let mut control: FxHashMap<TermId, usize> = FxHashMap::default();
    for (i, var) in system.vars.iter().enumerate().skip(System::PC + 1) {
        match system.terms.sort(var.now) {
            Sort::Bool | Sort::Bv(1..=64) => drop(control.insert(var.now, i)),
            Sort::Bv(_) | Sort::Array { .. } => {}
        }
    }
    loop {
        let is_value = |t: TermId| control.contains_key(&t);
        let stays = |(_, i): &(&TermId, &usize)| takes_few_values(&system.terms, system.vars[**i].next, &is_value);
        let kept: FxHashMap<TermId, usize> = control.iter().filter(stays).map(|(t, i)| (*t, *i)).collect();
        if kept.len() == control.len() {
            break;
        }
        control = kept;
    }
    let mut vars: Vec<usize> = control.into_values().collect();
    vars.sort_unstable();
    vars
}

/// The cases of a value are few constants, truth values, or what `is_value` accepts.
fn takes_few_values(terms: &Terms, value: TermId, is_value: &dyn Fn(TermId) -> bool) -> bool {
    let mut seen = NodeSet::default();
    let mut constants: FxHashSet<TermId> = FxHashSet::default();
    let mut work = vec![value];
    while let Some(t) = work.pop() {
        if terms.is_bool(t) || is_value(t) {
            continue;
        }
        match terms.op(t) {
            Op::Const => {
                if constants.insert(t) && constants.len() > VALUES {
                    return false;
                }
            }
            Op::Ite => {
                if seen.insert(t) {
                    let cases = terms.args(t);
                    work.extend([cases[1], cases[2]]);
                }
            }
            _ => return false,
        }
    }
    true
}

/// Values of the control variables that are live at a location, in their order.
type Row = Box<[u64]>;

/// A combination of values at a location, and how it was reached.
struct Node {
    location: u32,
    row: Row,
    /// The node before and the inputs of the step; `None` for the first.
    from: Option<(usize, Inputs)>,
}

type Inputs = FxHashMap<SymbolId, Value>;

/// What is left of a step where the control variables are known; by variable.
struct Rest {
    after: FxHashMap<usize, TermId>,
    /// Properties that may be violated, with their places in the system's list.
    bad: Vec<(usize, TermId)>,
}

struct Search<'a> {
    system: &'a mut System,
    limits: &'a Limits,
    /// By location, the live ones as indices of `vars`.
    control: Vec<Vec<usize>>,
    /// All of them, and the program counter.
    wanted: Vec<usize>,
    /// By location: what becomes of those, once it was asked for.
    steps: Vec<Vec<TermId>>,
    seen: Vec<FxHashSet<Row>>,
    /// In the order in which they were found, which is that of their distance.
    nodes: Vec<Node>,
    suspects: Vec<Path>,
    suspected: FxHashSet<usize>,
}

impl<'a> Search<'a> {
    fn new(system: &'a mut System, control: &[usize], limits: &'a Limits) -> Self {
        let live = |l: &crate::Location| control.iter().copied().filter(|v| l.live.contains(&(*v as u32))).collect();
        let mut control: Vec<Vec<usize>> = system.locations.iter().map(live).collect();
        control[System::ENTRY as usize].clear();
        control[System::END as usize].clear();
        let mut wanted: Vec<usize> = control.iter().flatten().copied().collect();
        wanted.push(System::PC);
        wanted.sort_unstable();
        wanted.dedup();
        let seen = vec![FxHashSet::default(); control.len()];
        let nodes = vec![Node { location: System::ENTRY, row: Row::default(), from: None }];
        let (suspects, suspected) = (Vec::new(), FxHashSet::default());
        let steps = vec![Vec::new(); control.len()];
        Search { system, limits, control, wanted, steps, seen, nodes, suspects, suspected }
    }

    /// Until there is nothing new; `None` where a limit is met.
    fn run(&mut self) -> Option<()> {
        let most = self.system.terms.len() + NODES;
        let mut next = 0;
        while next < self.nodes.len() {
            let rest = self.rest(next);
            self.suspect(next, &rest)?;
            self.successors(next, &rest)?;
            next += 1;
            if self.nodes.len() > STATES || self.system.terms.len() > most || self.limits.exceeded().is_some() {
                return None;
            }
        }
        Some(())
    }

    /// With so much known, little is left of the terms.
    fn rest(&mut self, node: usize) -> Rest {
        let Node { location, row, .. } = &self.nodes[node];
        let System { terms, vars, bad, automaton, .. } = &mut *self.system;
        let mut here = Substitution::new();
        for (&v, &value) in self.control[*location as usize].iter().zip(row) {
            let now = vars[v].now;
            let value = constant(terms, now, value);
            here.replace(now, value);
        }
        let step = &mut self.steps[*location as usize];
        if step.is_empty() {
            step.extend(self.wanted.iter().map(|&v| automaton.value_at(terms, vars, *location, v)));
        }
        let after = step.iter().map(|t| terms.substitute(*t, &mut here));
        let after = self.wanted.iter().copied().zip(after).collect();
        let violations = bad.iter().enumerate().filter(|(_, b)| b.location == *location);
        let violations =
            violations.filter(|(i, b)| matches!(b.kind, BadKind::Violation(_)) && !self.suspected.contains(i));
        let bad = violations.map(|(i, b)| {
            let parts: Vec<TermId> = b.parts.iter().map(|p| terms.substitute(p.1, &mut here)).collect();
            (i, terms.or_all(&parts))
        });
        let bad = bad.filter(|(_, t)| *t != TermId::FALSE).collect();
        Rest { after, bad }
    }

    fn solver(&self) -> Solver {
        let mut solver = Solver::new(&pm_solve::Options::default());
        solver.set_limits(Limits { conflicts: Some(CONFLICTS), ..self.limits.clone() });
        solver
    }

    /// Whether something bad can happen in a step from here that was not suspected before.
    fn suspect(&mut self, node: usize, rest: &Rest) -> Option<()> {
        let mut open = rest.bad.clone();
        let mut solver = self.solver();
        while !open.is_empty() {
            let conds: Vec<TermId> = open.iter().map(|(_, t)| *t).collect();
            let any = self.system.terms.or_all(&conds);
            match solver.check(&self.system.terms, &[any]) {
                Answer::Unsat => break,
                Answer::Sat => {}
                Answer::Unknown(_) => return None,
            }
            let terms = &self.system.terms;
            let (hit, left) = open.into_iter().partition(|(_, t)| solver.value_bool(terms, *t) == Some(true));
            open = left;
            let hit: Vec<(usize, TermId)> = hit;
            if hit.is_empty() {
                return None;
            }
            let last = inputs(terms, &mut solver, &conds);
            self.suspected.extend(hit.iter().map(|(i, _)| *i));
            self.suspects.push(self.path(node, last));
        }
        Some(())
    }

    /// The inputs from the beginning to a step from this node.
    fn path(&self, mut node: usize, last: Inputs) -> Path {
        let mut path = vec![last];
        while let Some((before, inputs)) = &self.nodes[node].from {
            path.push(inputs.clone());
            node = *before;
        }
        path.reverse();
        path
    }

    /// Enters where a step can lead.
    fn successors(&mut self, node: usize, rest: &Rest) -> Option<()> {
        let mut solver = self.solver();
        let roots: Vec<TermId> = rest.after.values().copied().collect();
        let pc = rest.after[&System::PC];
        let end = equals(&mut self.system.terms, pc, System::END.into());
        let mut excluded = self.system.terms.not(end);
        loop {
            solver.assert(&self.system.terms, excluded);
            match solver.check(&self.system.terms, &[]) {
                Answer::Unsat => return Some(()),
                Answer::Sat => {}
                Answer::Unknown(_) => return None,
            }
            let mut value = |v: usize| {
                let bits = solver.value_bits(&self.system.terms, rest.after[&v])?;
                bits.to_u128().map(|v| v as u64)
            };
            let location = value(System::PC)?;
            let vars = self.control.get(location as usize)?;
            let row: Row = vars.iter().map(|v| value(*v)).collect::<Option<_>>()?;
            let mut there = equals(&mut self.system.terms, pc, location);
            for (v, value) in vars.iter().zip(&row) {
                let same = equals(&mut self.system.terms, rest.after[v], *value);
                there = self.system.terms.and(there, same);
            }
            excluded = self.system.terms.not(there);
            if self.seen[location as usize].insert(row.clone()) {
                let from = Some((node, inputs(&self.system.terms, &mut solver, &roots)));
                self.nodes.push(Node { location: location as u32, row, from });
            }
        }
    }

    fn lemmas(mut self) -> Vec<Lemma> {
        let mut out = Vec::new();
        for location in (0..self.control.len()).filter(|l| ![System::ENTRY, System::END].contains(&(*l as u32))) {
            let mut rows: Vec<Row> = std::mem::take(&mut self.seen[location]).into_iter().collect();
            rows.sort_unstable();
            let vars: Vec<TermId> = self.control[location].iter().map(|v| self.system.vars[*v].now).collect();
            let fact = any_of(&mut self.system.terms, &vars, &rows, 0);
            if fact != TermId::TRUE {
                out.push(Lemma { location: location as u32, fact });
            }
        }
        out
    }
}

/// What the model says of the symbols in these terms.
fn inputs(terms: &Terms, solver: &mut Solver, roots: &[TermId]) -> Inputs {
    let symbols = terms.symbols_of(roots).into_iter();
    symbols.filter_map(|s| Some((s, solver.value(terms, terms.symbol_term(s))?))).collect()
}

fn constant(terms: &mut Terms, like: TermId, value: u64) -> TermId {
    match terms.sort(like) {
        Sort::Bool if value == 0 => TermId::FALSE,
        Sort::Bool => TermId::TRUE,
        Sort::Bv(width) => terms.bv(width, value.into()),
        Sort::Array { .. } => unreachable!("arrays are no control variables"),
    }
}

fn equals(terms: &mut Terms, t: TermId, value: u64) -> TermId {
    let value = constant(terms, t, value);
    terms.eq(t, value)
}

/// The variables from `column` on have the values of one of the rows, which are sorted and equal before. Rows that go on alike
/// share their terms, as in a decision diagram.
fn any_of(terms: &mut Terms, vars: &[TermId], rows: &[Row], column: usize) -> TermId {
    let Some(&var) = vars.get(column) else { return if rows.is_empty() { TermId::FALSE } else { TermId::TRUE } };
    let mut by_rest: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
    let mut order = Vec::new();
    for group in rows.chunk_by(|a, b| a[column] == b[column]) {
        let rest = any_of(terms, vars, group, column + 1);
        let here = equals(terms, var, group[0][column]);
        let alike = by_rest.entry(rest).or_default();
        if alike.is_empty() {
            order.push(rest);
        }
        alike.push(here);
    }
    let mut all = Vec::with_capacity(order.len());
    for rest in order {
        let here = terms.or_all(&by_rest[&rest]);
        all.push(terms.and(here, rest));
    }
    terms.or_all(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::modes;
    use pm_term::{Bits, Evaluator, Value};

    #[test]
    fn the_reachable_combinations_are_found() {
        let mut system = modes();
        let lemmas = enumerate(&mut system, &Limits::default()).absolute;
        let [lemma] = lemmas[..] else { panic!("one lemma at the loop, not {}", lemmas.len()) };
        let reachable = [(0, 0), (3, 0), (3, 7), (0, 7)];
        for x in 0..9u128 {
            for y in 0..9 {
                let mut eval = Evaluator::new();
                for (var, value) in system.vars[1..].iter().zip([x, y]) {
                    let symbol = system.terms.symbol_id(var.now).expect("a symbol");
                    eval.set(symbol, Value::Bits(Bits::from_u128(8, value)));
                }
                assert_eq!(eval.eval_bool(&system.terms, lemma.fact), reachable.contains(&(x, y)), "{x} {y}");
            }
        }
    }

    #[test]
    fn counters_are_not_control() {
        assert!(control_variables(&crate::invariants::testing::counter(10)).is_empty());
    }
}
