//! The programs of Lange's thesis, as automata.

use super::frames::FOR_EVER;
use super::options::{Generalisation, Part};
use super::search::Search;
use crate::cfa::cubes::{Cube, conjuncts};
use crate::cfa::graph::{Command, Target};
use crate::cfa::{Goals, Ground, Outcome, Search as _};
use pm_base::Span;
use pm_model::automaton::Edge;
use pm_model::{Automaton, Location, StateVar, Step, System};
use pm_solve::Limits;
use pm_term::{Bits, Sort, TermId, Terms, Value};

const WIDTH: u32 = 8;
/// The first location that is neither the entry nor the end.
const L1: u32 = 2;

/// A system of variables that are 0 at the entry.
fn system(terms: Terms, vars: &[TermId], locations: u32, edges: Vec<Edge>) -> System {
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

fn edge(from: u32, to: u32, guard: TermId, assignments: Vec<(u32, TermId)>) -> Edge {
    Edge { from, to, guard, assignments }
}

fn search<'a>(system: &'a mut System, goals: &[(u32, TermId)], how: Generalisation) -> Search<'a> {
    let count = system.locations.len();
    let (ended, background) = (vec![TermId::FALSE; count], vec![Vec::new(); count]);
    let goals = Goals { conditions: goals, ended: &ended, background };
    let ground = Ground::new(system, goals, how.has(Part::Split), &pm_solve::Options::default(), Limits::default());
    Search::new(ground, how)
}

fn run(search: &mut Search) -> Outcome {
    search.run(&|_| true, &Limits::default(), &mut |_| {}).unwrap()
}

/// The program Ptrue (Alg. 2.3.1), its goal as two cubes, and the literals y >= x, x == 1 and x == 2. y does not wrap around. There may be two
/// edges from the entry, for small and for large x.
fn ptrue(two_ways: bool) -> (System, Vec<(u32, TermId)>, [TermId; 3]) {
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

fn blocked_for_ever(search: &Search, location: u32) -> Vec<Cube> {
    let mut cubes: Vec<Cube> = search.frames.frame(location, FOR_EVER).map(|b| b.cube.clone()).collect();
    cubes.sort_by_key(|c| c.literals().to_vec());
    cubes
}

/// Table 4.1: without generalisation both cubes are blocked as they are.
#[test]
fn frames_without_generalisation() {
    let (mut system, goals, [ge, one, two]) = ptrue(false);
    let mut search = search(&mut system, &goals, Generalisation::NONE);
    assert!(matches!(run(&mut search), Outcome::Safe(_)));
    let mut expected = vec![Cube::new(vec![ge, one]), Cube::new(vec![ge, two])];
    expected.sort_by_key(|c| c.literals().to_vec());
    assert_eq!(blocked_for_ever(&search, L1), expected);
}

/// Table 4.2: generalised, one literal is left of the first cube, which contains the second.
#[test]
fn frames_with_generalisation() {
    for how in [Generalisation::OLD, Generalisation::NEW] {
        let (mut system, goals, [ge, ..]) = ptrue(false);
        let mut search = search(&mut system, &goals, how);
        assert!(matches!(run(&mut search), Outcome::Safe(_)));
        assert_eq!(blocked_for_ever(&search, L1), vec![Cube::new(vec![ge])]);
    }
}

/// Example 5.9.2: what the first edge needs is not tried for the second.
#[test]
fn fewer_calls_with_several_predecessors() {
    let calls = |how: Generalisation| {
        let (mut system, goals, _) = ptrue(true);
        let mut search = search(&mut system, &goals, how);
        assert!(matches!(run(&mut search), Outcome::Safe(_)));
        search.ground.counts.in_generalisation
    };
    assert!(calls(Generalisation::OLD.with(Part::Multiple)) < calls(Generalisation::OLD));
    assert!(calls(Generalisation::NEW) < calls(Generalisation::OLD));
    assert_eq!(calls(Generalisation::NONE), 0);
}

/// The program Pfalse (Alg. 5.1.1): entry, l1 with its loop by way of l2, l3. Its x begins as any number; the goal is x == 3 at l3.
fn pfalse(limit: bool) -> (System, Vec<(u32, TermId)>) {
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

/// Table 5.1: frames of locations that are not reached in so many steps are empty from the beginning.
#[test]
fn improved_initialisation() {
    let reached = |steps: u32, how| {
        let (mut system, goals) = pfalse(false);
        let search = search(&mut system, &goals, how);
        (L1..=L1 + 2).map(|l| search.is_near(l, steps)).collect::<Vec<bool>>()
    };
    assert_eq!(reached(0, Generalisation::NEW), [false, false, false]);
    assert_eq!(reached(1, Generalisation::NEW), [true, false, false]);
    assert_eq!(reached(2, Generalisation::NEW), [true, true, false]);
    assert_eq!(reached(3, Generalisation::NEW), [true, true, true]);
    assert_eq!(reached(0, Generalisation::OLD), [false, false, false]);
    assert_eq!(reached(1, Generalisation::OLD), [true, true, true]);
}

/// What leads to a violation is given as inputs, which an execution on values confirms.
#[test]
fn inputs_of_a_violation() {
    for how in [Generalisation::NONE, Generalisation::OLD, Generalisation::NEW] {
        let (mut system, goals) = pfalse(false);
        let mut search = search(&mut system, &goals, how);
        let Outcome::Unsafe(path) = run(&mut search) else { panic!("there is one") };
        assert_eq!(path.len(), 4);
        let a = search.ground.system.terms.symbol("a", Sort::Bv(WIDTH));
        let symbol = search.ground.system.terms.symbol_id(a).unwrap();
        assert_eq!(path[0][&symbol], Value::Bits(Bits::from_u128(WIDTH, 3)));
    }
}

/// Each number that x may have at the end, or not, where it begins above 4: what is said is what going through all values says.
#[test]
fn commands_back_to_their_own_location() {
    let mut reached = vec![false; 256];
    for begin in 5..=255u32 {
        let mut x = (begin + 1) & 255;
        for _ in 0..8 {
            reached[((x + 255) & 255) as usize] = true;
            x = (x * 4) & 255;
        }
    }
    assert_eq!(reached.iter().filter(|r| !**r).count(), 4);
    for how in [Generalisation::OLD, Generalisation::NEW, Generalisation::NEW.with(Part::Ctg)] {
        for (end, is_reached) in reached.iter().enumerate().take(8) {
            let (mut system, _) = pfalse(true);
            let (x, k) = (system.vars[1].now, system.terms.bv(WIDTH, end as u128));
            let goal = system.terms.eq(x, k);
            let mut search = search(&mut system, &[(L1 + 2, goal)], how);
            assert_eq!(matches!(run(&mut search), Outcome::Unsafe(_)), *is_reached, "{end}");
        }
    }
}

/// Example 5.2.3, and 5.2.8: `assume x >= 0; x := x + 1; (x := 4 * x) [] (assume true); x := x - 1`, of which the precondition of x == 3 has two cubes.
#[test]
fn preconditions_of_commands_without_choices() {
    let mut t = Terms::new();
    let (pc, x, choice) = (t.symbol("pc", Sort::Bv(4)), t.symbol("x", Sort::Bv(WIDTH)), t.symbol("choice", Sort::Bool));
    let (zero, one, three, four) = (t.zero(WIDTH), t.one(WIDTH), t.bv(WIDTH, 3), t.bv(WIDTH, 4));
    let (up, assumed, is_three) = (t.add(x, one), t.sge(x, zero), t.eq(x, three));
    let product = t.mul(up, four);
    let chosen = t.ite(choice, product, up);
    let value = t.sub(chosen, one);
    let var = |now: TermId| StateVar {
        name: String::new(),
        ty: None,
        span: Span::NONE,
        now,
        init: zero,
        next: now,
        place: None,
    };
    let vars = [var(pc), var(x)];
    let whole = edge(L1, L1 + 1, assumed, vec![(1, value)]);
    let commands = whole.commands(&mut t, 2).unwrap();
    assert_eq!(commands.len(), 2, "one for each side of the choice");
    let mut found = Vec::new();
    for c in &commands {
        let target = Target::Location(L1 + 1);
        let mut command = Command::new(&mut t, &vars, c, target, true);
        found.push(command.precondition(&mut t, &Cube::new(vec![is_three])));
    }
    let not = t.not(choice);
    for (side, value) in [(choice, product), (not, up)] {
        let after = t.sub(value, one);
        let reached = t.eq(after, three);
        let conjuncts = conjuncts(&t, reached);
        let cube = Cube::new([assumed, side].into_iter().chain(conjuncts).collect());
        assert!(found.contains(&cube), "{found:?} has no {cube:?}");
    }
}

/// Table 5.2, the program Jain1 (Alg. 5.10.1): y begins at 1, and even numbers are added. Without interpolation the values that lead to 0 are
/// blocked one by one.
#[test]
fn an_equation_is_weakened() {
    let mut t = Terms::new();
    let (y, n) = (t.symbol("y", Sort::Bv(WIDTH)), t.symbol("n", Sort::Bv(WIDTH)));
    let (zero, one, two) = (t.zero(WIDTH), t.one(WIDTH), t.bv(WIDTH, 2));
    let twice = t.mul(n, two);
    let (more, is_zero) = (t.add(y, twice), t.eq(y, zero));
    let low = t.extract(y, 0, 0);
    let low_zero = t.zero(1);
    let even = t.eq(low, low_zero);
    let edges =
        vec![edge(System::ENTRY, L1, TermId::TRUE, vec![(1, one)]), edge(L1, L1, TermId::TRUE, vec![(1, more)])];
    let mut system = system(t, &[y], 3, edges);
    let mut search = search(&mut system, &[(L1, is_zero)], Generalisation::NEW);
    assert!(matches!(run(&mut search), Outcome::Safe(_)));
    assert_eq!(blocked_for_ever(&search, L1), vec![Cube::new(vec![even])]);
    assert!(search.ground.counts.iterations <= 2);
}

/// Example 5.4.3: `assume x >= 0; x := x + 1` assumes x >= 1 of after it (numbers that do not wrap around: the guard says so, too).
#[test]
fn assumed_literals_are_dropped() {
    let mut t = Terms::new();
    let [x, y, a] = ["x", "y", "a"].map(|n| t.symbol(n, Sort::Bv(WIDTH)));
    let one = t.one(WIDTH);
    let up = t.add(x, one);
    let (after, positive, zero) = (t.sge(up, one), t.sge(x, one), t.zero(WIDTH));
    let y_positive = t.sge(y, one);
    let goal = t.and(positive, y_positive);
    let edges =
        vec![edge(System::ENTRY, L1, TermId::TRUE, vec![(1, a), (2, zero)]), edge(L1, L1 + 1, after, vec![(1, up)])];
    let mut system = system(t, &[x, y], 4, edges);
    let how = Generalisation::OLD.with(Part::Assumes);
    let mut search = search(&mut system, &[(L1 + 1, goal)], how);
    assert!(matches!(run(&mut search), Outcome::Safe(_)));
    assert!(search.statistics.assumed > 0);
    assert!(blocked_for_ever(&search, L1 + 1).contains(&Cube::new(vec![y_positive])));
}
