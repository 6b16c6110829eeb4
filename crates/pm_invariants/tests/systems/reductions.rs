//! A reduced system does what the system did that it was made of: the same inputs lead to the same locations and the same bad conditions.

use crate::compile::compile;

use pm_base::{Random, Session};
use pm_invariants::reduce;
use pm_ir::Program;
use pm_lower::CheckOptions;
use pm_model::{BlockSize, Options, Reduction, Reductions, System, build, end_early, start_late};
use pm_solve::Limits;
use pm_term::{Bits, Evaluator, Sort, SymbolId, Value};

const CHECKS: CheckOptions = CheckOptions { assertions: true, ..CheckOptions::none() };

const PROGRAMS: [&str; 4] = [
    // Copies, a constant that only the copies show, what nobody reads, two loops.
    "unsigned nondet_uint(void);
     int main(void) {
        unsigned a = 0, b = 0, mode = 3, odd = 1, first = nondet_uint() % 16, unread = 0;
        while (nondet_uint() % 4 && a < 1000) {
            unsigned k = nondet_uint(); if (a != b) mode = k; if ((k * k & 3) == 2) odd = k;
            a += 2; b += 2; unread += first;
            __CPROVER_assert(a != 24 || mode != 3 || odd != 1, \"reached\");
            __CPROVER_assert(first < 14, \"sometimes\");
        }
        unsigned n = first;
        while (nondet_uint() % 8) { n = n < 100 ? n + 1 : 0; __CPROVER_assert(n != 20, \"second\"); }
        return 0;
     }",
    // An array of few bits.
    "unsigned nondet_uint(void);
     int main(void) {
        unsigned char a[80] = {0}, last = 0;
        while (nondet_uint() % 16) {
            unsigned i = nondet_uint() % 80;
            a[i] += 3; last = a[i];
            __CPROVER_assert(a[nondet_uint() % 80] != 9 || last != 6, \"nine\");
        }
        return last;
     }",
    // Functions, pointers, a state machine.
    "unsigned nondet_uint(void);
     static void step(int *state, int *count) {
        switch (*state) { case 0: *state = nondet_uint() % 2; break;
                          case 1: ++*count; *state = *count > 5 ? 2 : 0; break;
                          default: *state = 0; *count = 0; }
     }
     int main(void) {
        int s = 0, c = 0, t = 0, *p = &s;
        for (;;) { step(p, &c); if (nondet_uint() % 3 == 0) { t = c; p = nondet_uint() % 2 ? &s : &t; }
                   __CPROVER_assert(c != 4 || t != 3, \"c\"); }
     }",
    // Nested loops: what is dead in one is not in the other.
    "unsigned nondet_uint(void);
     int main(void) {
        unsigned sum = 0, i, j, n = nondet_uint() % 5, seen = 0;
        for (i = 0; i < n; i++) {
            unsigned local = 2 * i;
            for (j = 0; j < local + nondet_uint() % 3; j++) { sum += j; seen |= sum & 4; }
            __CPROVER_assert(sum != 3, \"three\");
        }
        while (nondet_uint() % 5) { seen += 2; __CPROVER_assert(seen < 9, \"nine\"); }
        return 0;
     }",
];

fn system(session: &Session, program: &Program, block: BlockSize) -> System {
    let options = Options { block, ..Options::default() };
    build(program, &session.interner, &options).unwrap_or_else(|r| panic!("{}", r.what))
}

fn initial(system: &System) -> Vec<Value> {
    let mut eval = Evaluator::new();
    system.vars.iter().map(|v| eval.eval(&system.terms, v.init)).collect()
}

fn evaluator(system: &System, state: &[Value], inputs: &[(SymbolId, Value)]) -> Evaluator {
    let mut eval = Evaluator::new();
    for (var, value) in system.vars.iter().zip(state) {
        system.terms.symbol_id(var.now).into_iter().for_each(|s| eval.set(s, value.clone()));
    }
    inputs.iter().for_each(|(s, v)| eval.set(*s, v.clone()));
    eval
}

/// The bad conditions that hold, and the state after the step.
fn step(system: &System, state: &[Value], inputs: &[(SymbolId, Value)]) -> (Vec<bool>, Vec<Value>) {
    let mut eval = evaluator(system, state, inputs);
    let bad = system.bad.iter().map(|b| eval.eval_bool(&system.terms, b.cond)).collect();
    (bad, system.vars.iter().map(|v| eval.eval(&system.terms, v.next)).collect())
}

fn inputs(system: &System, random: &mut Random) -> Vec<(SymbolId, Value)> {
    let mut out = Vec::new();
    for &input in &system.inputs {
        let (Some(symbol), Sort::Bv(width)) = (system.terms.symbol_id(input), system.terms.sort(input)) else {
            continue;
        };
        let value = u128::from(random.draw() % [4, 100, 1 << 30][random.draw() as usize % 3]);
        out.push((symbol, Value::Bits(Bits::from_u128(width, value & ((1u128 << width.min(64)) - 1)))));
    }
    out
}

fn agrees(text: &str, set: Reductions, block: BlockSize) -> usize {
    let (session, program) = compile(text.to_string(), CHECKS);
    let mut reduced = system(&session, &program, block);
    let mut origin = reduce(&mut reduced, set, &Limits::default());
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mut small = initial(&reduced);
        let mut large = origin.with_whole(&mut reduced, |whole| initial(whole));
        for _ in 0..40 {
            let given = origin.with_whole(&mut reduced, |whole| inputs(whole, &mut random));
            let (seen, next) = step(&reduced, &small, &given);
            let (expected, after) = origin.with_whole(&mut reduced, |whole| step(whole, &large, &given));
            assert_eq!(seen, expected, "{set:?}: {text}");
            assert_eq!(next[System::PC], after[System::PC], "{set:?}: {text}");
            if seen.contains(&true) {
                break;
            }
            (small, large) = (next, after);
        }
    }
    origin.used().iter().map(|u| u.count).sum()
}

#[test]
fn each_reduction_alone() {
    for r in Reduction::ALL {
        let done: usize = PROGRAMS.iter().map(|text| agrees(text, Reductions::NONE.with(r), BlockSize::Large)).sum();
        assert_eq!(done > 0, r != Reduction::Latches, "{r:?} has something to do in some program");
    }
}

#[test]
fn all_together() {
    let mut small = 0;
    for text in PROGRAMS {
        assert!(agrees(text, Reductions::ALL, BlockSize::Large) > 0);
        small += agrees(text, Reductions::ALL.without(Reduction::Widths), BlockSize::Small);
        assert_eq!(agrees(text, Reductions::NONE, BlockSize::Large), 0);
    }
    assert!(small > 0);
}

/// Executions that end where nothing bad can follow have met the same bad conditions. How many locations were given up?
fn ends_agree(text: &str, block: BlockSize) -> usize {
    let (session, program) = compile(text.to_string(), CHECKS);
    let whole = system(&session, &program, block);
    let mut ended = system(&session, &program, block);
    let count = end_early(&mut ended);
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let (mut a, mut b) = (initial(&whole), initial(&ended));
        for _ in 0..60 {
            let given = inputs(&whole, &mut random);
            let (seen, next) = step(&ended, &a, &given);
            let (expected, after) = step(&whole, &b, &given);
            assert_eq!(seen, expected, "{text}");
            if seen.contains(&true) {
                break;
            }
            (a, b) = (next, after);
        }
    }
    count
}

#[test]
fn executions_end_early() {
    for text in PROGRAMS {
        ends_agree(text, BlockSize::Large);
        ends_agree(text, BlockSize::Small);
    }
    let way_out = "unsigned nondet_uint(void);
     int main(void) {
        unsigned x = 0, y;
        while (nondet_uint() % 8) { x += nondet_uint() % 3; __CPROVER_assert(x != 4, \"four\"); }
        y = x * 3;
        while (nondet_uint() % 8) y += x;
        return y;
     }";
    // The end itself, and the second loop.
    assert_eq!(ends_agree(way_out, BlockSize::Large), 2);
}

/// The state in which a system starts late is the one that the whole system comes to without a violation, whatever the inputs are. After
/// how many steps, and is something bad there?
fn starts_agree(text: &str, block: BlockSize) -> (usize, bool) {
    let (session, program) = compile(text.to_string(), CHECKS);
    let whole = system(&session, &program, block);
    let mut late = system(&session, &program, block);
    let count = start_late(&mut late);
    let start = initial(&late);
    let mut is_bad = false;
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let mut state = initial(&whole);
        for _ in 0..count {
            let (bad, next) = step(&whole, &state, &inputs(&whole, &mut random));
            assert!(!bad.contains(&true), "{text}");
            state = next;
        }
        assert_eq!(state, start, "{text}");
        is_bad = step(&whole, &state, &inputs(&whole, &mut random)).0.contains(&true);
    }
    (count, is_bad)
}

#[test]
fn executions_start_late() {
    let counts = |end: &str| {
        format!(
            "unsigned nondet_uint(void);
             int main(void) {{
                unsigned x = 0, n = 0, k;
                do {{ x += n; n++; }} while (x != 12497500);
                {end}
             }}"
        )
    };
    let reads = counts("while (nondet_uint()) { x++; __CPROVER_assert(x != 9000, \"far\"); } return 0;");
    assert_eq!(starts_agree(&reads, BlockSize::Large), (5001, false));
    assert!(starts_agree(&reads, BlockSize::Small).0 >= 5001);
    let fails = counts("for (k = 0; k * k != x; k++) __CPROVER_assert(k != 7, \"seven\"); return 0;");
    assert_eq!(starts_agree(&fails, BlockSize::Large), (5008, true));
    for text in PROGRAMS {
        starts_agree(text, BlockSize::Large);
        starts_agree(text, BlockSize::Small);
    }
}
