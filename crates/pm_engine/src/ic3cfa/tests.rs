//! The programs of Lange's thesis, as automata.

use super::frames::FOR_EVER;
use super::options::{Generalisation, Part};
use super::search::Search;
use crate::cfa::cubes::{Cube, conjuncts};
use crate::cfa::examples::{L1, WIDTH, edge, ground, pfalse, ptrue, system};
use crate::cfa::graph::{Command, Target};
use crate::cfa::{Outcome, Search as _};
use pm_base::Span;
use pm_model::{StateVar, System};
use pm_solve::Limits;
use pm_term::{Bits, Sort, TermId, Terms, Value};

fn search<'a>(system: &'a mut System, goals: &[(u32, TermId)], how: Generalisation) -> Search<'a> {
    Search::new(ground(system, goals, how.has(Part::Split)), how)
}

fn run(search: &mut Search) -> Outcome {
    search.run(&|_| true, &Limits::default(), &mut |_| {}).unwrap()
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
