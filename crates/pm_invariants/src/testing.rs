//! Small systems for tests.

use pm_base::Span;
use pm_ir::PropId;
use pm_model::{Automaton, Bad, BadKind, Edge, Location, StateVar, Step, System};
use pm_term::{Sort, TermId, Terms};

fn location(name: &str, live: Vec<u32>) -> Location {
    Location { name: name.into(), of: None, span: Span::NONE, around: Vec::new(), live, step: Step::default() }
}

fn var(name: &str, now: TermId, init: TermId) -> StateVar {
    StateVar { name: name.into(), ty: None, span: Span::NONE, now, init, next: now, place: None }
}

/// The program counter goes from the entry to the loop at location 2 and stays there; `vars` are 0 before.
fn one_loop(mut terms: Terms, now: &[TermId], next: &[TermId], bad: TermId, inputs: Vec<TermId>) -> System {
    let pc = terms.symbol("pc", Sort::Bv(2));
    let entry = terms.zero(2);
    let mut vars = vec![var("pc", pc, entry)];
    for (i, &now) in now.iter().enumerate() {
        vars.push(var(&format!("x{i}"), now, terms.zero(8)));
    }
    let edge = |from: u32, values: &[TermId]| {
        let assignments = (1..).zip(values.iter().copied()).collect();
        Edge { from, to: 2, guard: TermId::TRUE, assignments }
    };
    let mut automaton = Automaton::new(3);
    automaton.add(edge(System::ENTRY, &vec![terms.zero(8); now.len()]));
    automaton.add(edge(2, next));
    let live: Vec<u32> = (0..vars.len() as u32).collect();
    let locations = vec![location("ENTRY", vec![]), location("END", vec![]), location("main.0", live)];
    let (kind, parts) = (BadKind::Violation(PropId(0)), vec![(0, bad)]);
    let bad = vec![Bad { location: 2, kind, cond: TermId::FALSE, span: Span::NONE, beyond: None, parts }];
    let mut system = System {
        terms,
        vars,
        inputs,
        locations,
        automaton,
        bad,
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

/// `x = 0; for (;;) { assert(x <= bound); x = x < bound && nondet() ? x + 1 : x; }`, of 8 bits.
pub fn counter(bound: u128) -> System {
    let mut t = Terms::new();
    let (x, input) = (t.symbol("x", Sort::Bv(8)), t.symbol("in", Sort::Bool));
    let (k, one) = (t.bv(8, bound), t.one(8));
    let up = t.add(x, one);
    let below = t.ult(x, k);
    let go = t.and(below, input);
    let next = t.ite(go, up, x);
    let bad = t.ugt(x, k);
    one_loop(t, &[x], &[next], bad, vec![input])
}

/// `x = y = 0; for (;;) { assert(y == 3 * x); x++; y += 3; }`, of 8 bits that wrap.
pub fn difference() -> System {
    let mut t = Terms::new();
    let (x, y) = (t.symbol("x", Sort::Bv(8)), t.symbol("y", Sort::Bv(8)));
    let (one, three) = (t.one(8), t.bv(8, 3));
    let (nx, ny) = (t.add(x, one), t.add(y, three));
    let product = t.mul(x, three);
    let bad = t.ne(y, product);
    one_loop(t, &[x, y], &[nx, ny], bad, Vec::new())
}

/// `x = 0; for (;;) { assert(x <= 90 || x % 2 == 0); x += x < 90 ? 1 : x < 200 ? 2 : 0; }`, of 8 bits.
pub fn phases() -> System {
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::Bv(8));
    let [zero, one, two, ninety, end] = [0, 1, 2, 90, 200].map(|k| t.bv(8, k));
    let (early, late) = (t.ult(x, ninety), t.ult(x, end));
    let fast = t.ite(late, two, zero);
    let by = t.ite(early, one, fast);
    let next = t.add(x, by);
    let (above, odd) = (t.ugt(x, ninety), t.bit(x, 0));
    let bad = t.and(above, odd);
    one_loop(t, &[x], &[next], bad, Vec::new())
}

/// `x = y = 0; for (;;) { if (x == 0 && y == 0) x = 3; else if (x == 3 && y == 0) y = 7; else if (y == 7) x = nondet() ? 0 : 3; else y = 5; }`
pub fn modes() -> System {
    let mut t = Terms::new();
    let (x, y, input) = (t.symbol("x", Sort::Bv(8)), t.symbol("y", Sort::Bv(8)), t.symbol("in", Sort::Bool));
    let [zero, three, five, seven] = [0, 3, 5, 7].map(|k| t.bv(8, k));
    let [x0, x3, y0, y7] = [(x, zero), (x, three), (y, zero), (y, seven)].map(|(v, k)| t.eq(v, k));
    let (first, second) = (t.and(x0, y0), t.and(x3, y0));
    let back = t.ite(input, zero, three);
    let moved = t.ite(y7, back, x);
    let nx = t.ite(first, three, moved);
    let other = t.ite(y7, y, five);
    let next = t.ite(second, seven, other);
    let ny = t.ite(first, y, next);
    one_loop(t, &[x, y], &[nx, ny], TermId::FALSE, vec![input])
}

/// `mode = token = local = 0; for (;;) switch (mode) { case 0: token = local = nondet(); mode = 1; case 1, 2: token++; mode++;
/// case 3: assert(token == local + 2); mode = 0; token = local; }`, of 8 bits.
pub fn ring() -> System {
    let mut t = Terms::new();
    let [mode, token, local, input] = ["mode", "token", "local", "in"].map(|n| t.symbol(n, Sort::Bv(8)));
    let [zero, one, two, three] = [0, 1, 2, 3].map(|k| t.bv(8, k));
    let at: Vec<TermId> = [zero, one, two].map(|k| t.eq(mode, k)).to_vec();
    let at_three = t.eq(mode, three);
    let pass = t.ite(at[1], two, three);
    let on = t.ite(at[0], one, pass);
    let next_mode = t.ite(at_three, zero, on);
    let more = t.add(token, one);
    let sent = t.ite(at[0], input, more);
    let next_token = t.ite(at_three, local, sent);
    let next_local = t.ite(at[0], input, local);
    let expected = t.add(local, two);
    let differs = t.ne(token, expected);
    let bad = t.and(at_three, differs);
    one_loop(t, &[mode, token, local], &[next_mode, next_token, next_local], bad, vec![input])
}
