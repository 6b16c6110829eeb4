//! Random automata of few bits, in which all states and inputs are gone through.

use super::{Automaton, Edge};
use crate::{Location, StateVar, Step, System};
use pm_base::{Random, Span};
use pm_term::{Bits, Evaluator, Op, Sort, TermId, Terms, Value};
use std::collections::{BTreeMap, BTreeSet};

const VARS: usize = 3;
const LOCATIONS: u32 = 5;
const WIDTH: u32 = 2;

/// A location and the values of the variables.
type State = (u32, Vec<u64>);

struct Case {
    system: System,
    random: Random,
}

impl Case {
    fn new(seed: u64) -> Case {
        let mut terms = Terms::new();
        let var = |name: &str, now: TermId, init: TermId| StateVar {
            name: name.into(),
            ty: None,
            span: Span::NONE,
            now,
            init,
            next: now,
            place: None,
        };
        let (pc, entry) = (terms.symbol("pc", Sort::Bv(3)), terms.zero(3));
        let mut vars = vec![var("pc", pc, entry)];
        for i in 0..VARS {
            let name = format!("x{i}");
            vars.push(var(&name, terms.symbol(&name, Sort::Bv(WIDTH)), terms.zero(WIDTH)));
        }
        let inputs = vec![terms.symbol("a", Sort::Bv(WIDTH)), terms.symbol("b", Sort::Bool)];
        let location = |l: u32| {
            let (name, around, live, step) = (format!("l{l}"), Vec::new(), Vec::new(), Step::default());
            Location { name, of: None, span: Span::NONE, around, live, step }
        };
        let system = System {
            terms,
            vars,
            inputs,
            locations: (0..LOCATIONS).map(location).collect(),
            automaton: Automaton::new(LOCATIONS as usize),
            bad: Vec::new(),
            reached: Vec::new(),
            assumed: Vec::new(),
            missing_bodies: Vec::new(),
            contracts: Default::default(),
            pools: Vec::new(),
            pointers: Vec::new(),
            objects: Vec::new(),
            cells: Vec::new(),
            prophecies: Vec::new(),
        };
        let mut case = Case { system, random: Random::new(seed) };
        for from in (0..LOCATIONS).filter(|l| *l != System::END) {
            case.add_edges(from);
        }
        case.system.flatten();
        case
    }

    fn add_edges(&mut self, from: u32) {
        let mut left = TermId::TRUE;
        for _ in 0..1 + self.random.below(3) {
            let cond = self.cond(2);
            let guard = self.system.terms.and(left, cond);
            let not = self.system.terms.not(cond);
            left = self.system.terms.and(left, not);
            let to = 1 + self.random.below(u64::from(LOCATIONS) - 1) as u32;
            let mut edge = Edge { from, to, guard, assignments: Vec::new() };
            for v in 1..=VARS {
                if self.random.below(3) > 0 {
                    edge.assign(v, self.value(3));
                }
            }
            self.system.automaton.add(edge);
        }
    }

    fn value(&mut self, depth: u32) -> TermId {
        if depth == 0 {
            let leaf = self.random.below(VARS as u64 + 2) as usize;
            return match leaf {
                0 => self.system.inputs[0],
                1..=VARS => self.system.vars[leaf].now,
                _ => self.system.terms.bv(WIDTH, self.random.below(4).into()),
            };
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        match self.random.below(5) {
            0 => self.system.terms.add(a, b),
            1 => self.system.terms.mul(a, b),
            2 => self.system.terms.and(a, b),
            _ => {
                let cond = self.cond(depth - 1);
                self.system.terms.ite(cond, a, b)
            }
        }
    }

    fn cond(&mut self, depth: u32) -> TermId {
        let (a, b) = (self.value(depth), self.value(depth));
        match self.random.below(4) {
            0 => self.system.inputs[1],
            1 => self.system.terms.eq(a, b),
            2 => self.system.terms.slt(a, b),
            _ => self.system.terms.ult(a, b),
        }
    }

    /// A fact without inputs.
    fn fact(&mut self) -> TermId {
        let cond = self.cond(2);
        let mut to = pm_term::Substitution::new();
        to.replace(self.system.inputs[0], self.system.vars[1].now);
        to.replace(self.system.inputs[1], TermId::TRUE);
        self.system.terms.substitute(cond, &mut to)
    }
}

fn states() -> impl Iterator<Item = Vec<u64>> {
    (0..1u64 << (WIDTH * VARS as u32)).map(|n| (0..VARS).map(|v| n >> (WIDTH * v as u32) & 3).collect())
}

/// Evaluators for all values of the inputs.
fn evaluators(system: &System, state: &[u64], inputs: &[TermId]) -> Vec<Evaluator> {
    let terms = &system.terms;
    let width = |t: &TermId| if terms.is_bool(*t) { 1 } else { terms.width(*t) };
    let bits: u32 = inputs.iter().map(width).sum();
    let one = |choice: u64| {
        let mut eval = Evaluator::new();
        let mut set = |t: TermId, width: u32, value: u64| {
            terms.symbol_id(t).into_iter().for_each(|s| eval.set_bits(s, Bits::from_u128(width, value.into())));
        };
        system.vars[1..].iter().zip(state).for_each(|(v, value)| set(v.now, WIDTH, *value));
        let mut rest = choice;
        for input in inputs {
            set(*input, width(input), rest & ((1 << width(input)) - 1));
            rest >>= width(input);
        }
        eval
    };
    (0..1 << bits).map(one).collect()
}

fn number(value: &Value) -> u64 {
    value.bits().to_u128().unwrap_or(0) as u64
}

/// The states after one edge, for all inputs.
fn after(system: &System, edge: &Edge, state: &[u64]) -> BTreeSet<Vec<u64>> {
    let inputs = edge.inputs(&system.terms, &system.vars);
    let mut out = BTreeSet::new();
    for mut eval in evaluators(system, state, &inputs) {
        if eval.eval_bool(&system.terms, edge.guard) {
            let value = |v| number(&eval.eval(&system.terms, edge.value(&system.vars, v)));
            out.insert((1..=VARS).map(value).collect());
        }
    }
    out
}

fn successors(system: &System, automaton: &Automaton, state: &State) -> BTreeSet<State> {
    let after = |e: &Edge| after(system, e, &state.1).into_iter().map(|s| (e.to, s)).collect::<Vec<_>>();
    automaton.from(state.0).iter().flat_map(after).collect()
}

fn reachable(system: &System, automaton: &Automaton, from: State) -> BTreeSet<State> {
    let (mut seen, mut open) = (BTreeSet::from([from.clone()]), vec![from]);
    while let Some(state) = open.pop() {
        for next in successors(system, automaton, &state) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn the_flat_view_does_what_the_edges_do() {
    for seed in 0..30 {
        let case = Case::new(seed);
        let system = &case.system;
        let terms = &system.terms;
        for location in 0..LOCATIONS {
            for state in states() {
                for mut eval in evaluators(system, &state, &system.inputs) {
                    let pc = Bits::from_u128(3, location.into());
                    terms.symbol_id(system.vars[0].now).into_iter().for_each(|s| eval.set_bits(s, pc.clone()));
                    let now: Vec<Value> = system.vars.iter().map(|v| eval.eval(terms, v.now)).collect();
                    let flat: Vec<Value> = system.vars.iter().map(|v| eval.eval(terms, v.next)).collect();
                    match system.automaton.step(terms, &mut eval, location, &now) {
                        Some(after) => assert_eq!(after, flat),
                        None => assert_eq!(number(&flat[0]), System::END.into()),
                    }
                }
            }
        }
    }
}

#[test]
fn preconditions_are_those_of_enumeration() {
    for seed in 0..30 {
        let mut case = Case::new(seed);
        let fact = case.fact();
        for edge in case.system.automaton.edges().cloned().collect::<Vec<_>>() {
            let System { terms, vars, .. } = &mut case.system;
            let wep = edge.wep(terms, vars, fact);
            for state in states() {
                let (system, inputs) = (&case.system, &case.system.inputs);
                let holds = |s: &Vec<u64>| evaluators(system, s, &[])[0].eval_bool(&system.terms, fact);
                let expected = after(system, &edge, &state).iter().any(holds);
                let found = evaluators(system, &state, inputs).iter_mut().any(|e| e.eval_bool(&system.terms, wep));
                assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn two_steps_are_one_larger_step() {
    for seed in 0..12 {
        let mut case = Case::new(seed);
        let edges: Vec<Edge> = case.system.automaton.edges().cloned().collect();
        for first in &edges {
            for second in edges.iter().filter(|e| e.from == first.to) {
                let System { terms, vars, .. } = &mut case.system;
                let both = first.then(terms, vars, second);
                assert_eq!((both.from, both.to), (first.from, second.to));
                for state in states() {
                    let system = &case.system;
                    let between = after(system, first, &state);
                    let expected: BTreeSet<Vec<u64>> = between.iter().flat_map(|s| after(system, second, s)).collect();
                    assert_eq!(after(system, &both, &state), expected);
                }
            }
        }
    }
}

#[test]
fn commands_choose_nothing_and_do_the_same() {
    let mut split = 0;
    for seed in 0..30 {
        let mut case = Case::new(seed);
        for edge in case.system.automaton.edges().cloned().collect::<Vec<_>>() {
            let Some(commands) = edge.commands(&mut case.system.terms, 64) else { continue };
            split += usize::from(commands.len() > 1);
            let (system, terms) = (&case.system, &case.system.terms);
            let roots: Vec<TermId> = commands.iter().flat_map(Edge::terms).collect();
            assert!(terms.cone(&roots).into_iter().all(|t| terms.op(t) != Op::Ite));
            for state in states() {
                for mut eval in evaluators(system, &state, &system.inputs) {
                    let is_taken = eval.eval_bool(terms, edge.guard);
                    let taken: Vec<&Edge> = commands.iter().filter(|c| eval.eval_bool(terms, c.guard)).collect();
                    assert_eq!(taken.len(), usize::from(is_taken));
                    for command in taken {
                        for v in 1..=VARS {
                            let [a, b] = [command, &edge].map(|e| eval.eval(terms, e.value(&system.vars, v)));
                            assert_eq!(a, b);
                        }
                    }
                }
            }
        }
    }
    assert!(split > 20);
}

#[test]
fn slices_meet_the_same_conditions() {
    for seed in 0..20 {
        let mut case = Case::new(seed);
        let (location, cond) = (2 + seed as u32 % 3, case.fact());
        let System { terms, vars, automaton, .. } = &case.system;
        let slice = automaton.slice(terms, vars, &[(location, cond)]);
        let meets = |automaton: &Automaton, from: State| {
            let met = |s: &State| s.0 == location && evaluators(&case.system, &s.1, &[])[0].eval_bool(terms, cond);
            reachable(&case.system, automaton, from).iter().any(met)
        };
        for state in states().step_by(5) {
            let from = (System::ENTRY, state);
            assert_eq!(meets(&slice, from.clone()), meets(automaton, from));
        }
    }
}

#[test]
fn who_steps_over_a_location_comes_to_the_same_others() {
    let mut done = 0;
    for seed in 0..20 {
        let mut case = Case::new(seed);
        let mut larger = case.system.automaton.clone();
        let System { terms, vars, .. } = &mut case.system;
        if !larger.bypass(terms, vars, 3) {
            continue;
        }
        done += 1;
        assert!(larger.predecessors(3).is_empty());
        let others = |automaton: &Automaton| {
            let all = reachable(&case.system, automaton, (System::ENTRY, vec![0; VARS]));
            all.into_iter().filter(|s| s.0 != 3).collect::<BTreeSet<State>>()
        };
        assert_eq!(others(&larger), others(&case.system.automaton));
    }
    assert!(done > 3);
}

#[test]
fn text_tells_edges_and_assignments() {
    let case = Case::new(1);
    let mut text = Vec::new();
    super::write_text(&case.system, &|p| format!("p{}", p.0), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines() {
        *lines.entry(line.split_whitespace().next().unwrap_or("")).or_default() += 1;
    }
    assert_eq!(lines["location"], LOCATIONS as usize);
    assert_eq!(lines["variable"], VARS);
    assert_eq!(lines["edge"], case.system.automaton.edges().count());
}
