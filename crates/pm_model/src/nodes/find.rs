//! The guesses that are inductive together (Houdini), and of these the ones that exclude what is bad.

use super::atoms::{Atom, Names, Scene};
use super::clauses::{self, Clause};
use super::{bound, indices, states};
use crate::System;
use crate::automaton::Edge;
use crate::invariants::edges;
use crate::invariants::{Analysis, Lemma};
use pm_solve::{Activation, Answer, Limits, Solver};
use pm_term::{Evaluator, Sort, Substitution, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of a pool that are looked at in one model.
const NODES: usize = 10;
/// Instances that one model adds.
const INSTANCES: usize = 400;
/// Conflicts of one question.
const CONFLICTS: u64 = 200_000;

/// Guesses about two nodes at a location.
struct Context {
    location: u32,
    pools: [usize; 2],
    atoms: Vec<Atom>,
    guesses: Vec<Guess>,
}

struct Guess {
    clause: Clause,
    fact: TermId,
    /// A symbol that switches its instances on.
    switch: TermId,
    /// It was not refuted.
    holds: bool,
    instances: FxHashSet<[TermId; 2]>,
}

/// Steps from one location.
struct Ground {
    solver: Solver,
    /// Switches on that nothing bad happens in the step.
    fine: Activation,
    /// Switches on what holds here; `None` where that has changed.
    known: Option<Activation>,
    /// Edges that begin here.
    edges: Vec<usize>,
    /// Terms for nodes, by pool.
    nodes: Vec<Vec<TermId>>,
}

/// A state before a step, with the nodes of interest by pool.
struct Model {
    values: Vec<Value>,
    eval: Evaluator,
    nodes: Vec<Vec<(u64, TermId)>>,
}

struct Search<'a> {
    system: &'a mut System,
    limits: &'a Limits,
    edges: Vec<Edge>,
    along: Vec<Substitution>,
    contexts: Vec<Context>,
    grounds: Vec<Ground>,
    bound: Vec<[TermId; 2]>,
    /// What fails after an edge, by edge and fact.
    failures: FxHashMap<(usize, TermId), TermId>,
}

/// Facts about nodes that are inductive and exclude everything bad; `None` where none are found.
pub fn find(system: &mut System, limits: &Limits) -> Option<Vec<Lemma>> {
    let mut search = Search::new(system, limits);
    search.drop_what_fails()?;
    search.needed()
}

impl<'a> Search<'a> {
    fn new(system: &'a mut System, limits: &'a Limits) -> Self {
        let analysis = Analysis::new(system);
        let edges = edges::collect(system);
        let bound = bound(system);
        let states = states::collect(system, &analysis, limits);
        let mut search = Search {
            system,
            limits,
            along: Vec::new(),
            contexts: Vec::new(),
            grounds: Vec::new(),
            bound,
            failures: FxHashMap::default(),
            edges,
        };
        search.begin();
        for (location, states) in states.iter().enumerate().skip(2) {
            search.guess(&analysis, location as u32, states);
        }
        search
    }

    fn begin(&mut self) {
        self.along = self.edges.iter().map(|e| e.along(&self.system.vars)).collect();
        let starts: Vec<u32> = self.edges.iter().map(|e| e.from).collect();
        for location in 0..self.system.locations.len() as u32 {
            let edges: Vec<usize> = (0..starts.len()).filter(|e| starts[*e] == location).collect();
            let next: Vec<TermId> = edges.iter().flat_map(|e| self.edges[*e].terms()).collect();
            let mut nodes = indices::indices(self.system, location, &next);
            nodes.iter_mut().zip(&self.bound).for_each(|(n, b)| n.splice(0..0, *b).for_each(drop));
            let mut solver = Solver::new(&pm_solve::Options { light: true, ..pm_solve::Options::default() });
            solver.set_limits(Limits { conflicts: Some(CONFLICTS), ..self.limits.clone() });
            let here = self.system.at_location(location);
            solver.assert(&self.system.terms, here);
            let fine = solver.new_activation();
            for bad in 0..self.system.bad.len() {
                if self.system.bad[bad].location == location {
                    let not = self.system.terms.not(self.system.bad[bad].cond);
                    solver.assert_if(&self.system.terms, fine, not);
                }
            }
            self.grounds.push(Ground { solver, fine, known: None, edges, nodes });
        }
    }

    fn guess(&mut self, analysis: &Analysis, location: u32, states: &[Vec<Value>]) {
        let pools = self.system.pools.len();
        for first in 0..pools {
            for second in 0..pools {
                let pair = [first, second];
                let atoms = clauses::atoms(self.system, analysis, location, pair, states);
                let guesses = match states.is_empty() {
                    // It seems that nobody comes here.
                    true => vec![Clause { these: 0, those: 0 }],
                    false => clauses::guess(self.system, pair, states, &atoms),
                };
                let names = Names { pools: pair, nodes: [self.bound[first][0], self.bound[second][1]] };
                let terms: Vec<TermId> = atoms.iter().map(|a| names.term(self.system, *a)).collect();
                let mut all = Vec::new();
                for clause in guesses {
                    let mut literals = Vec::new();
                    for (i, &t) in terms.iter().enumerate() {
                        if clause.these >> i & 1 != 0 {
                            literals.push(t);
                        }
                        if clause.those >> i & 1 != 0 {
                            literals.push(self.system.terms.not(t));
                        }
                    }
                    let fact = self.system.terms.or_all(&literals);
                    if fact == TermId::TRUE {
                        continue;
                    }
                    let switch = self.system.terms.fresh("fact", Sort::Bool);
                    all.push(Guess { clause, fact, switch, holds: true, instances: FxHashSet::default() });
                }
                self.contexts.push(Context { location, pools: pair, atoms, guesses: all });
            }
        }
    }

    // ---- Houdini ---------------------------------------------------------------------------------------------------

    /// Refutes guesses until the rest is inductive while nothing bad happens; `None` if a limit is met.
    fn drop_what_fails(&mut self) -> Option<()> {
        loop {
            let mut changed = false;
            for location in 0..self.grounds.len() {
                for k in 0..self.grounds[location].edges.len() {
                    let edge = self.grounds[location].edges[k];
                    while self.refute(location, edge)? {
                        changed = true;
                    }
                }
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// Whether a step along the edge refutes something.
    fn refute(&mut self, location: usize, edge: usize) -> Option<bool> {
        let to = self.edges[edge].to;
        let mut facts = Vec::new();
        for context in self.contexts.iter().filter(|c| c.location == to) {
            facts.extend(context.guesses.iter().filter(|g| g.holds).map(|g| g.fact));
        }
        let fails: Vec<TermId> = facts.into_iter().map(|f| self.failure(edge, f)).collect();
        let any = self.system.terms.or_all(&fails);
        let Some(mut model) = self.ask(location, any, true, false)? else { return Some(false) };
        let next = (0..self.system.vars.len()).map(|v| self.edges[edge].value(&self.system.vars, v));
        let next: Vec<Value> = next.map(|t| model.eval.eval(&self.system.terms, t)).collect();
        let mut refuted = false;
        for context in self.contexts.iter_mut().filter(|c| c.location == to) {
            let (system, atoms, pools) = (&*self.system, &context.atoms, context.pools);
            for_pairs(&model.nodes, pools, |nodes, _| {
                let row = clauses::row(&Scene { system, values: &next, pools, nodes }, atoms);
                for g in context.guesses.iter_mut().filter(|g| g.holds && !g.clause.holds(row)) {
                    g.holds = false;
                    refuted = true;
                }
            });
        }
        self.grounds[to as usize].known = None;
        // Else the model is none, which is not this search's to mend.
        refuted.then_some(true)
    }

    /// The edge is taken, and the fact does not hold behind it.
    fn failure(&mut self, edge: usize, fact: TermId) -> TermId {
        if let Some(&known) = self.failures.get(&(edge, fact)) {
            return known;
        }
        let holds = self.system.terms.substitute(fact, &mut self.along[edge]);
        let fails = self.system.terms.not(holds);
        let fails = self.system.terms.and(self.edges[edge].guard, fails);
        self.failures.insert((edge, fact), fails);
        fails
    }

    /// A state at a location in which all facts hold of the nodes of interest, and in which this is true of its step; `Some(None)`: there
    /// is none; `None`: a limit was met. `told`: the solver can be asked which facts were needed.
    fn ask(&mut self, location: usize, t: TermId, fine: bool, told: bool) -> Option<Option<Model>> {
        if t == TermId::FALSE {
            return Some(None);
        }
        loop {
            let (mut assumed, mut active) = (vec![t], Vec::new());
            match told {
                true => assumed.extend(self.switches(location)),
                false => active.push(self.known(location)),
            }
            if fine {
                active.push(self.grounds[location].fine);
            }
            let ground = &mut self.grounds[location];
            match ground.solver.check_with(&self.system.terms, &assumed, &active) {
                Answer::Unsat => return Some(None),
                Answer::Unknown(_) => return None,
                Answer::Sat => {}
            }
            let model = self.model(location);
            if !self.instantiate(location, &model) {
                return Some(Some(model));
            }
        }
    }

    /// The switches of what holds at a location, as far as something was said of it.
    fn switches(&self, location: usize) -> Vec<TermId> {
        let here = self.contexts.iter().filter(|c| c.location as usize == location);
        let used = here.flat_map(|c| &c.guesses).filter(|g| g.holds && !g.instances.is_empty());
        used.map(|g| g.switch).collect()
    }

    /// One switch for all of them.
    fn known(&mut self, location: usize) -> Activation {
        if let Some(known) = self.grounds[location].known {
            return known;
        }
        let solver = &mut self.grounds[location].solver;
        let known = solver.new_activation();
        for context in self.contexts.iter().filter(|c| c.location as usize == location) {
            for g in context.guesses.iter().filter(|g| g.holds) {
                solver.assert_if(&self.system.terms, known, g.switch);
            }
        }
        self.grounds[location].known = Some(known);
        known
    }

    fn model(&mut self, location: usize) -> Model {
        let terms = &self.system.terms;
        let ground = &mut self.grounds[location];
        let mut eval = Evaluator::new();
        let mut values = Vec::new();
        for var in &self.system.vars {
            let value = ground.solver.value(terms, var.now).unwrap_or(Value::default_of(terms.sort(var.now)));
            terms.symbol_id(var.now).into_iter().for_each(|s| eval.set(s, value.clone()));
            values.push(value);
        }
        for &t in self.system.inputs.iter().chain(self.bound.iter().flatten()) {
            if let (Some(value), Some(symbol)) = (ground.solver.value(terms, t), terms.symbol_id(t)) {
                eval.set(symbol, value);
            }
        }
        let mut nodes = Vec::new();
        for all in &ground.nodes {
            let mut mine: Vec<(u64, TermId)> = Vec::new();
            for &t in all {
                let value = eval.eval_bits(terms, t).to_u128().unwrap_or(0) as u64;
                if mine.len() < NODES && mine.iter().all(|(v, _)| *v != value) {
                    mine.push((value, t));
                }
            }
            nodes.push(mine);
        }
        Model { values, eval, nodes }
    }

    /// Adds instances of facts that the model breaks; whether there are any.
    fn instantiate(&mut self, location: usize, model: &Model) -> bool {
        let mut wanted: Vec<(usize, usize, [TermId; 2])> = Vec::new();
        for (c, context) in self.contexts.iter().enumerate().filter(|(_, c)| c.location as usize == location) {
            let (system, pools) = (&*self.system, context.pools);
            for_pairs(&model.nodes, pools, |nodes, terms| {
                let row = clauses::row(&Scene { system, values: &model.values, pools, nodes }, &context.atoms);
                for (g, guess) in context.guesses.iter().enumerate() {
                    if guess.holds && !guess.clause.holds(row) && !guess.instances.contains(&terms) {
                        wanted.push((c, g, terms));
                    }
                }
            });
        }
        wanted.truncate(INSTANCES);
        for (c, g, nodes) in &wanted {
            let context = &mut self.contexts[*c];
            let guess = &mut context.guesses[*g];
            let mut to = Substitution::new();
            to.replace(self.bound[context.pools[0]][0], nodes[0]);
            to.replace(self.bound[context.pools[1]][1], nodes[1]);
            let instance = self.system.terms.substitute(guess.fact, &mut to);
            guess.instances.insert(*nodes);
            let off = self.system.terms.not(guess.switch);
            let instance = self.system.terms.or(off, instance);
            self.grounds[location].solver.assert(&self.system.terms, instance);
        }
        !wanted.is_empty()
    }

    // ---- what is needed --------------------------------------------------------------------------------------------

    /// The facts that exclude what is bad, those that these follow from, and so on; `None` if something bad is not excluded.
    fn needed(&mut self) -> Option<Vec<Lemma>> {
        let mut needed: FxHashSet<(usize, usize)> = FxHashSet::default();
        let mut left: Vec<(usize, usize)> = Vec::new();
        for location in 0..self.grounds.len() {
            let here = self.system.bad.iter().filter(|b| b.location as usize == location);
            let bads: Vec<TermId> = here.map(|b| b.cond).collect();
            for bad in bads {
                self.exclude(location, bad, false, &mut needed, &mut left)?;
            }
        }
        while let Some((c, g)) = left.pop() {
            let (to, fact) = (self.contexts[c].location, self.contexts[c].guesses[g].fact);
            for edge in (0..self.edges.len()).filter(|e| self.edges[*e].to == to).collect::<Vec<_>>() {
                let failure = self.failure(edge, fact);
                self.exclude(self.edges[edge].from as usize, failure, true, &mut needed, &mut left)?;
            }
        }
        let lemma = |&(c, g): &(usize, usize)| {
            let context: &Context = &self.contexts[c];
            Lemma { location: context.location, fact: context.guesses[g].fact }
        };
        let mut lemmas: Vec<Lemma> = needed.iter().map(lemma).collect();
        lemmas.sort_by_key(|l| (l.location, l.fact.node()));
        lemmas.dedup();
        Some(lemmas)
    }

    /// Notes the facts that exclude something; `None` if they do not.
    fn exclude(
        &mut self,
        location: usize,
        t: TermId,
        fine: bool,
        needed: &mut FxHashSet<(usize, usize)>,
        left: &mut Vec<(usize, usize)>,
    ) -> Option<()> {
        if t == TermId::FALSE {
            return Some(());
        }
        if self.ask(location, t, fine, true)?.is_some() {
            return None;
        }
        let core: FxHashSet<TermId> = self.grounds[location].solver.failed_assumptions().iter().copied().collect();
        for (c, context) in self.contexts.iter().enumerate().filter(|(_, c)| c.location as usize == location) {
            for (g, guess) in context.guesses.iter().enumerate() {
                if guess.holds && core.contains(&guess.switch) && needed.insert((c, g)) {
                    left.push((c, g));
                }
            }
        }
        Some(())
    }
}

/// All pairs of nodes of two pools: numbers and terms.
fn for_pairs(nodes: &[Vec<(u64, TermId)>], pools: [usize; 2], mut f: impl FnMut([u64; 2], [TermId; 2])) {
    for &(a, x) in &nodes[pools[0]] {
        for &(b, y) in &nodes[pools[1]] {
            f([a, b], [x, y]);
        }
    }
}
