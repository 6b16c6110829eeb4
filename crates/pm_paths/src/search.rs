//! The search: decisions, their consequences, and the way back from contradictions.

use crate::analyse::Analysis;
use crate::arrays;
use crate::backwards::Backwards;
use crate::forwards::Forwards;
use crate::graph::{Edge, Graph, Kind};
use crate::narrow::{Parts, narrow};
use crate::nogoods::Nogoods;
use crate::options::{Options, Strategy};
use crate::statistics::Statistics;
use crate::store::{Conflict, NONE, Reason, Store, is_tracked};
use crate::theories::Theories;
use pm_solve::{Answer, Limit, Limits, Solver, thread_time};
use pm_term::domain::Abs;
use pm_term::{Evaluator, Op, TermId, Terms, Value};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Events of one word, after which its domain must become much smaller to count.
const STEPS: u32 = 8;
/// Steps, and nodes that are visited, between looks at the limits.
const LOOK: u64 = 256;
const LOOK_AT_NODES: u64 = 10_000;
/// Contradictions of a backward search that has the choice, before it goes forwards.
const PATIENCE: u64 = 100;
/// Comparisons of two words that make a precondition strong.
const STRONG: usize = 3;
/// Contradictions of a search that has the choice, before the exact solver is asked the question as a whole.
const ENOUGH: u64 = 20_000;

/// A search over the graph of all questions that were asked so far.
pub struct Search {
    options: Options,
    pub(crate) graph: Graph,
    pub(crate) store: Store,
    nogoods: Nogoods,
    /// Nodes whose definition may say something new.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// Bools that were given a value, whose nogoods were not looked at.
    assigned: Vec<Edge>,
    /// By element: the reads that were found to be of it.
    reads: FxHashMap<u32, Vec<u32>>,
    /// By node: the value that a Bool had last.
    phases: Vec<bool>,
    theories: Theories,
    /// The one that decides.
    exact: Solver,
    /// What holds for ever, and how much of it that one knows: where domains suffice it is told nothing.
    facts: Vec<TermId>,
    told: usize,
    /// The solution of the last answer, where domains gave it.
    point: Option<Evaluator>,
    limits: Limits,
    /// Nodes that were visited since the last look at the limits.
    visited: u64,
    pub statistics: Statistics,
    /// Nothing is possible any more.
    contradictory: bool,
}

/// Which way it goes at the moment.
enum Way {
    Backwards(Backwards),
    Forwards(Forwards),
}

impl Way {
    fn next(&mut self, search: &Search) -> Option<Edge> {
        match self {
            Way::Backwards(way) => way.next(search),
            Way::Forwards(way) => way.next(search),
        }
    }

    fn new_level(&mut self) {
        match self {
            Way::Backwards(way) => way.new_level(),
            Way::Forwards(way) => way.new_level(),
        }
    }

    fn back_to(&mut self, level: u32) {
        match self {
            Way::Backwards(way) => way.back_to(level),
            Way::Forwards(way) => way.back_to(level),
        }
    }
}

impl Search {
    /// A search that asks `exact` at the end of paths.
    pub fn new(options: Options, exact: Solver) -> Search {
        Search {
            theories: Theories::new(&options.store),
            options,
            graph: Graph::default(),
            store: Store::default(),
            nogoods: Nogoods::default(),
            queue: VecDeque::new(),
            is_queued: Vec::new(),
            assigned: Vec::new(),
            reads: FxHashMap::default(),
            phases: Vec::new(),
            exact,
            facts: Vec::new(),
            told: 0,
            point: None,
            limits: Limits::default(),
            visited: 0,
            statistics: Statistics::default(),
            contradictory: false,
        }
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Makes a Bool true for ever.
    pub fn assert(&mut self, terms: &Terms, t: TermId) {
        self.facts.push(t);
        let edge = self.add(terms, t);
        self.fix(edge);
    }

    /// Whether a Bool can be true.
    pub fn decide(&mut self, terms: &Terms, t: TermId) -> Answer {
        self.statistics.questions += 1;
        self.point = None;
        let began = thread_time();
        let root = self.add(terms, t);
        let end = self.begin(root);
        let presolved = thread_time();
        self.statistics.presolving += presolved.saturating_sub(began);
        let answer = match end {
            Some(answer) => answer,
            None => self.run(terms, root),
        };
        self.statistics.search += thread_time().saturating_sub(presolved);
        answer
    }

    /// The value of a term in the solution of the last answer.
    pub fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        match &mut self.point {
            Some(point) => Some(point.eval(terms, t)),
            None => self.exact.value(terms, t),
        }
    }

    fn add(&mut self, terms: &Terms, t: TermId) -> Edge {
        self.back_to(0, None);
        let root = self.graph.add(terms, t);
        self.store.extend(terms, &self.graph);
        self.is_queued.resize(self.graph.len(), false);
        self.phases.resize(self.graph.len(), false);
        self.statistics.nodes = self.graph.len() as u64;
        root
    }

    /// Makes a Bool true at level 0.
    fn fix(&mut self, edge: Edge) {
        match self.store.truth(edge) {
            Some(true) => {}
            Some(false) => self.contradictory = true,
            None => {
                self.set_true(edge, Reason::Decision);
                self.contradictory |= self.propagate().is_err();
            }
        }
    }

    /// Assumes the root, at level 1; the answer, where its consequences have it. What was learnt without a decision has its consequences first, at level 0: above it they
    /// would be taken back and not drawn again.
    fn begin(&mut self, root: Edge) -> Option<Answer> {
        loop {
            self.contradictory |= self.propagate().is_err();
            let known = self.store.truth(root);
            if self.contradictory || known == Some(false) {
                return Some(Answer::Unsat);
            }
            self.store.new_level();
            if known.is_none() {
                self.set_true(root, Reason::Decision);
            }
            let Err(conflict) = self.propagate() else { return None };
            self.resolve(&conflict, None);
        }
    }

    fn run(&mut self, terms: &Terms, root: Edge) -> Answer {
        let mut way = self.way(root, self.options.strategy);
        let (mut steps, first) = (0u64, self.statistics.backjumps);
        loop {
            steps += 1;
            if steps.is_multiple_of(LOOK) || self.visited > LOOK_AT_NODES {
                self.visited = 0;
                if let Some(limit) = self.limits.exceeded() {
                    return Answer::Unknown(limit);
                }
            }
            let backjumps = self.statistics.backjumps - first;
            if self.limits.conflicts.is_some_and(|most| backjumps > most) {
                return Answer::Unknown(Limit::Conflicts);
            }
            if backjumps > PATIENCE && self.options.strategy == Strategy::Auto && matches!(way, Way::Backwards(_)) {
                self.back_to(1, Some(&mut way));
                way = self.way(root, Strategy::Cpbpv);
            }
            if backjumps > ENOUGH && self.options.strategy == Strategy::Auto {
                self.back_to(0, None);
                return self.ask_exact(terms, &[self.term(terms, root)]);
            }
            let Some(decision) = way.next(self) else {
                match self.end_of_path(terms, root) {
                    Ok(answer) => return answer,
                    Err(conflict) => {
                        if !self.resolve_under(&conflict, root, &mut way) {
                            return Answer::Unsat;
                        }
                        continue;
                    }
                }
            };
            self.statistics.visited += 1;
            self.store.new_level();
            way.new_level();
            self.set_true(decision, Reason::Decision);
            let mut consequences = self.propagate();
            if consequences.is_err() {
                self.statistics.cut += 1;
            }
            while let Err(conflict) = consequences {
                if !self.resolve_under(&conflict, root, &mut way) {
                    return Answer::Unsat;
                }
                consequences = self.propagate();
            }
        }
    }

    fn way(&self, root: Edge, strategy: Strategy) -> Way {
        match strategy {
            Strategy::Cpbpv => Way::Forwards(Forwards::new(&self.graph, root)),
            Strategy::Auto if self.has_strong_precondition() => Way::Forwards(Forwards::new(&self.graph, root)),
            Strategy::Dpvs | Strategy::Auto => Way::Backwards(Backwards::new(self, root, self.options.order)),
        }
    }

    /// Whether many words are compared with one another in what holds before any decision.
    fn has_strong_precondition(&self) -> bool {
        let relates = |number: u32| {
            let node = self.graph.node(number);
            matches!(node.op, Op::Ult | Op::Slt)
                && node.kids().iter().all(|k| self.store.domain(&self.graph, *k).as_constant().is_none())
        };
        let first = self.store.events.iter().take_while(|e| e.level <= 1);
        first.filter(|e| relates(e.node)).take(STRONG).count() == STRONG
    }

    /// Jumps back, and assumes the root again where that was taken back; whether there is anything left to search.
    fn resolve_under(&mut self, conflict: &Conflict, root: Edge, way: &mut Way) -> bool {
        self.resolve(conflict, Some(way));
        if self.store.level() > 0 {
            return !self.contradictory;
        }
        self.begin(root).is_none()
    }

    /// Learns from a conflict and jumps back.
    fn resolve(&mut self, conflict: &Conflict, way: Option<&mut Way>) {
        self.queue_clear();
        let from = self.store.level();
        let Some(learnt) = Analysis::new(&self.graph, &self.store, &self.nogoods).run(conflict) else {
            self.contradictory = true;
            self.back_to(0, way);
            return;
        };
        self.statistics.backjumps += 1;
        self.statistics.jumped += u64::from(from.saturating_sub(learnt.level + 1));
        self.statistics.nogoods += 1;
        self.back_to(learnt.level, way);
        let first = learnt.clause[0];
        if learnt.clause.len() == 1 {
            self.fix_first(first);
        } else {
            let number = self.nogoods.add(learnt.clause);
            self.set_true(first, Reason::Clause(number));
        }
    }

    /// A nogood of one literal holds at level 0.
    fn fix_first(&mut self, first: Edge) {
        self.set_true(first, Reason::Decision);
    }

    fn back_to(&mut self, level: u32, way: Option<&mut Way>) {
        self.queue_clear();
        let (phases, graph) = (&mut self.phases, &self.graph);
        let store = &mut self.store;
        for event in &store.events[store.begin_of(level)..] {
            if graph.node(event.node).kind == Kind::Bool {
                phases[event.node as usize] = store.truth(Edge::new(event.node, false)) == Some(true);
            }
        }
        self.theories.back_to(store, level);
        store.back_to(graph, level);
        if let Some(way) = way {
            way.back_to(level);
        }
    }

    fn queue_clear(&mut self) {
        for node in self.queue.drain(..) {
            self.is_queued[node as usize] = false;
        }
        self.assigned.clear();
    }

    /// The literal that the node of an open Bool is tried as first.
    pub(crate) fn preferred(&self, node: u32) -> Edge {
        Edge::new(node, !self.phases[node as usize])
    }

    // ---- consequences ---------------------------------------------------------------------------------------------

    fn set_true(&mut self, edge: Edge, reason: Reason) {
        self.store.set_true(edge, reason);
        self.assigned.push(edge);
        self.wake(edge.node());
    }

    fn wake(&mut self, node: u32) {
        self.push(node);
        self.wake_users(node);
        for read in self.reads.get(&node).into_iter().flatten() {
            if !std::mem::replace(&mut self.is_queued[*read as usize], true) {
                self.queue.push_back(*read);
            }
        }
    }

    fn wake_users(&mut self, node: u32) {
        let Search { graph, queue, is_queued, .. } = self;
        for user in graph.users(node) {
            if !std::mem::replace(&mut is_queued[user as usize], true) {
                queue.push_back(user);
            }
        }
    }

    fn push(&mut self, node: u32) {
        if !std::mem::replace(&mut self.is_queued[node as usize], true) {
            self.queue.push_back(node);
        }
    }

    /// Draws all consequences that domains show.
    fn propagate(&mut self) -> Result<(), Conflict> {
        self.statistics.domains.tests += 1;
        let result = self.propagate_all();
        if result.is_err() {
            self.statistics.domains.decided += 1;
        } else if !self.theories.is_empty() && self.store.level() > 0 {
            let Search { theories, graph, store, statistics, .. } = self;
            return theories.test(graph, store, statistics).map_err(Conflict::Nodes);
        }
        result
    }

    fn propagate_all(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(edge) = self.assigned.pop() {
                let mut derived = Vec::new();
                let done = self.nogoods.falsify(edge.not(), &mut self.store, |_, unit| derived.push(unit));
                for unit in derived {
                    self.assigned.push(unit);
                    self.wake(unit.node());
                }
                done?;
            }
            let Some(node) = self.queue.pop_front() else { return Ok(()) };
            self.is_queued[node as usize] = false;
            self.visit(node)?;
        }
    }

    /// What the definition of a node says now.
    fn visit(&mut self, number: u32) -> Result<(), Conflict> {
        if !is_tracked(&self.graph, number) {
            return Ok(());
        }
        self.visited += 1;
        let node = *self.graph.node(number);
        match node.op {
            Op::And if node.kind == Kind::Bool => self.visit_and(number, node.kids()),
            _ if node.kind == Kind::Array => {
                self.wake_users(number);
                Ok(())
            }
            Op::Select => self.visit_read(number),
            _ => self.visit_definition(number),
        }
    }

    fn visit_and(&mut self, number: u32, kids: &[Edge]) -> Result<(), Conflict> {
        let out = Edge::new(number, false);
        let (a, b) = (kids[0], kids[1]);
        let reason = Reason::Definition(number);
        let conflict = Err(Conflict::Definition(number));
        match (self.store.truth(out), self.store.truth(a), self.store.truth(b)) {
            (Some(true), Some(false), _) | (Some(true), _, Some(false)) => return conflict,
            (Some(false), Some(true), Some(true)) => return conflict,
            (Some(true), x, y) => {
                if x.is_none() {
                    self.set_true(a, reason);
                }
                if y.is_none() && self.store.truth(b).is_none() {
                    self.set_true(b, reason);
                }
            }
            (None, Some(false), _) | (None, _, Some(false)) => self.set_true(out.not(), reason),
            (None, Some(true), Some(true)) => self.set_true(out, reason),
            (Some(false), Some(true), None) => self.set_true(b.not(), reason),
            (Some(false), None, Some(true)) => self.set_true(a.not(), reason),
            _ => {}
        }
        Ok(())
    }

    fn visit_definition(&mut self, number: u32) -> Result<(), Conflict> {
        let node = *self.graph.node(number);
        let out = Edge::new(number, false);
        let mut parts = Parts { out: self.store.domain(&self.graph, out), args: [Abs::top(1); 3] };
        for (arg, kid) in parts.args.iter_mut().zip(node.kids()) {
            *arg = self.store.domain(&self.graph, *kid);
        }
        let conflict = || Conflict::Definition(number);
        narrow(node.op, node.lo, &mut parts).map_err(|_| conflict())?;
        let reason = Reason::Definition(number);
        self.enter(out, &parts.out, reason).map_err(|()| conflict())?;
        for (arg, kid) in parts.args.iter().zip(node.kids()) {
            self.enter(*kid, arg, reason).map_err(|()| conflict())?;
        }
        Ok(())
    }

    /// A read whose index is known is the element that it reads.
    fn visit_read(&mut self, number: u32) -> Result<(), Conflict> {
        let read = Edge::new(number, false);
        let Some(found) = arrays::resolve(&self.graph, &self.store, number) else { return Ok(()) };
        self.visited += found.needs.len() as u64;
        let readers = self.reads.entry(found.element.node()).or_default();
        if !readers.contains(&number) {
            readers.push(number);
        }
        self.equate(read, found.element, &found.needs)?;
        self.equate(found.element, read, &found.needs)
    }

    /// What is known of the second is true of the first, because of these nodes.
    fn equate(&mut self, a: Edge, b: Edge, needs: &[u32]) -> Result<(), Conflict> {
        let domain = self.store.domain(&self.graph, b);
        let nodes = || needs.iter().copied().chain([b.node()]).collect::<Vec<u32>>();
        let reason = Reason::List(self.store.lists.len() as u32);
        let before = self.store.events.len();
        let entered = self.enter(a, &domain, reason);
        if self.store.events.len() > before {
            self.store.lists.push(nodes());
        }
        entered.map_err(|()| Conflict::Nodes(nodes().into_iter().chain([a.node()]).collect()))
    }

    /// Enters a domain that is not larger than what is known. `Err`: there is nothing left.
    fn enter(&mut self, edge: Edge, domain: &Abs, reason: Reason) -> Result<(), ()> {
        if self.graph.node(edge.node()).kind == Kind::Bool {
            match (domain.as_bool(), self.store.truth(edge)) {
                (Some(value), None) => self.set_true(edge.not_if(!value), reason),
                (Some(value), Some(known)) if value != known => return Err(()),
                _ => {}
            }
            return Ok(());
        }
        let old = self.store.domain(&self.graph, edge);
        let new = old.meet(domain).ok_or(())?;
        if new == old || !self.is_worth(edge.node(), &old, &new) {
            return Ok(());
        }
        self.store.set_word(edge, &new, reason);
        self.wake(edge.node());
        Ok(())
    }

    /// Domains that become smaller value by value would take for ever.
    fn is_worth(&self, node: u32, old: &Abs, new: &Abs) -> bool {
        let size = |d: &Abs| (d.umax - d.umin).min(d.smax.abs_diff(d.smin));
        let bits = |d: &Abs| (d.zeros | d.ones).count_ones();
        if size(new) <= size(old) / 2 || bits(new) > bits(old) {
            return true;
        }
        let mut at = self.store.last_event(node);
        for _ in 0..STEPS {
            if at == NONE {
                return self.store.level() > 0;
            }
            at = self.store.events[at as usize].before;
        }
        false
    }

    // ---- ends of paths --------------------------------------------------------------------------------------------

    /// Nothing is left to decide: inputs that follow the path, or what of it is impossible.
    fn end_of_path(&mut self, terms: &Terms, root: Edge) -> Result<Answer, Conflict> {
        if self.guess(terms, root) {
            self.statistics.guessed += 1;
            return Ok(Answer::Sat);
        }
        let path: Vec<Edge> = self.decisions();
        let assumed: Vec<TermId> = path.iter().map(|e| self.term(terms, *e)).collect();
        let answer = self.ask_exact(terms, &assumed);
        if answer != Answer::Unsat {
            return Ok(answer);
        }
        self.statistics.exact.decided += 1;
        self.exact.keep_proof("a path in the unwinding");
        let failed: Vec<TermId> = self.exact.failed_assumptions().to_vec();
        let nodes = path.iter().zip(&assumed).filter(|(_, t)| failed.contains(t)).map(|(e, _)| e.node()).collect();
        Err(Conflict::Nodes(nodes))
    }

    fn ask_exact(&mut self, terms: &Terms, assumed: &[TermId]) -> Answer {
        self.statistics.exact.tests += 1;
        self.exact.set_limits(self.limits.clone());
        for fact in &self.facts[self.told..] {
            self.exact.assert(terms, *fact);
        }
        self.told = self.facts.len();
        self.exact.check(terms, assumed)
    }

    /// What was decided, the root included.
    fn decisions(&self) -> Vec<Edge> {
        let decided = self.store.events.iter().filter(|e| e.reason == Reason::Decision);
        decided.map(|e| Edge::new(e.node, self.store.truth(Edge::new(e.node, false)) == Some(false))).collect()
    }

    fn term(&self, terms: &Terms, edge: Edge) -> TermId {
        let t = self.graph.node(edge.node()).term;
        if edge.is_complemented() { terms.negation(t) } else { t }
    }

    /// Takes some value of each domain of an input, and looks whether the root and all facts are true of them.
    fn guess(&mut self, terms: &Terms, root: Edge) -> bool {
        let mut point = Evaluator::new();
        for node in self.graph.slice(root.node()) {
            let symbol = self.graph.node(node).term;
            let Some(id) = terms.symbol_id(symbol) else { continue };
            let edge = Edge::new(node, false);
            let bits = match self.graph.node(node).kind {
                Kind::Bool => u64::from(self.store.truth(edge) == Some(true)),
                Kind::Word => self.store.domain(&self.graph, edge).umin,
                Kind::Array | Kind::Wide => continue,
            };
            point.set_bits(id, pm_term::Bits::from_u128(self.graph.node(node).width, bits.into()));
        }
        let mut holds = |t: TermId| point.eval(terms, t).is_true();
        let is_solution = holds(self.term(terms, root)) && self.facts.iter().all(|t| holds(*t));
        if is_solution {
            self.point = Some(point);
        }
        is_solution
    }
}
