//! Examples of Lange's thesis as automata, for the tests of what searches them.

use super::{Goals, Ground};
use pm_base::Span;
use pm_model::automaton::Edge;
use pm_model::{Automaton, Location, StateVar, Step, System};
use pm_solve::Limits;
use pm_term::{Sort, TermId, Terms};

pub const WIDTH: u32 = 8;
/// The first location that is neither the entry nor the end.
pub const L1: u32 = 2;

/// A system of variables that are 0 at the entry.
pub fn system(terms: Terms, vars: &[TermId], locations: u32, edges: Vec<Edge>) -> System {
    let mut terms = terms;
    let pc = terms.symbol("pc", Sort::Bv(4));
    let all = [pc].into_iter().chain(vars.iter().copied());
    let var = |terms: &mut Terms, now: TermId| {
        let (name, init) = (format!("{now:?}"), terms.zero(terms.width(now)));
        StateVar { name, ty: None, span: Span::NONE, now, init, next: now, place: None }
    };
    let vars: Vec<StateVar> = all.map(|now| var(&mut terms, now)).collect();
    let location = |l: u32| {
        let (name, around, live, step) = (format!("l{l}"), Vec::new(), Vec::new(), Step::default());
        Location { name, of: None, span: Span::NONE, around, live, step }
    };
    let mut automaton = Automaton::new(locations as usize);
    edges.into_iter().for_each(|e| automaton.add(e));
    let mut system = System {
        terms,
        vars,
        inputs: Vec::new(),
        locations: (0..locations).map(location).collect(),
        automaton,
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
    system.flatten();
    system
}

pub fn edge(from: u32, to: u32, guard: TermId, assignments: Vec<(u32, TermId)>) -> Edge {
    Edge { from, to, guard, assignments }
}

pub fn ground<'a>(system: &'a mut System, goals: &[(u32, TermId)], splits: bool) -> Ground<'a> {
    let count = system.locations.len();
    let (ended, background) = (vec![TermId::FALSE; count], vec![Vec::new(); count]);
    let goals = Goals { conditions: goals, ended: &ended, background };
    Ground::new(system, goals, splits, &pm_solve::Options::default(), Limits::default())
}

/// The program Ptrue (Alg. 2.3.1), its goal as two cubes, and the literals y >= x, x == 1 and x == 2. y does not wrap around. There may be two
/// edges from the entry, for small and for large x.
pub fn ptrue(two_ways: bool) -> (System, Vec<(u32, TermId)>, [TermId; 3]) {
    let mut t = Terms::new();
    let [x, y, a, b] = ["x", "y", "a", "b"].map(|n| t.symbol(n, Sort::Bv(WIDTH)));
    let below = t.slt(b, a);
    let (one, two, ten) = (t.one(WIDTH), t.bv(WIDTH, 2), t.bv(WIDTH, 10));
    let (low, less) = (t.bv_signed(WIDTH, -100), t.sub(y, one));
    let goes_on = t.sgt(y, low);
    let literals = [t.sge(y, x), t.eq(x, one), t.eq(x, two)];
    let goals = [1, 2].map(|i| (L1, t.and(literals[0], literals[i])));
    let is_low = t.slt(a, ten);
    let is_high = t.not(is_low);
    let (low_begin, high_begin) = (t.and(below, is_low), t.and(below, is_high));
    let begins = if two_ways { vec![low_begin, high_begin] } else { vec![below] };
    let mut edges = vec![edge(L1, L1, goes_on, vec![(2, less)])];
    edges.extend(begins.into_iter().map(|guard| edge(System::ENTRY, L1, guard, vec![(1, a), (2, b)])));
    (system(t, &[x, y], 3, edges), goals.to_vec(), literals)
}

/// The program Pfalse (Alg. 5.1.1): entry, l1 with its loop by way of l2, l3. Its x begins as any number; the goal is x == 3 at l3.
pub fn pfalse(limit: bool) -> (System, Vec<(u32, TermId)>) {
    let mut t = Terms::new();
    let (x, a, go) = (t.symbol("x", Sort::Bv(WIDTH)), t.symbol("a", Sort::Bv(WIDTH)), t.symbol("go", Sort::Bool));
    let (zero, one, three, four) = (t.zero(WIDTH), t.one(WIDTH), t.bv(WIDTH, 3), t.bv(WIDTH, 4));
    let begin = if limit { t.ugt(a, four) } else { t.sge(a, zero) };
    let (up, down, product) = (t.add(x, one), t.sub(x, one), t.mul(x, four));
    let stop = t.not(go);
    let is_three = t.eq(x, three);
    let edges = vec![
        edge(System::ENTRY, L1, begin, vec![(1, a)]),
        edge(L1, L1 + 1, TermId::TRUE, vec![(1, up)]),
        edge(L1 + 1, L1 + 1, go, vec![(1, product)]),
        edge(L1 + 1, L1 + 2, stop, vec![(1, down)]),
    ];
    (system(t, &[x], 5, edges), vec![(L1 + 2, is_three)])
}
