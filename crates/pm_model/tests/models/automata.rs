//! The edges of programs and the transition system that is derived from them do the same, whatever reductions made of them.

use crate::compile::compile;
use pm_base::Random;
use pm_lower::CheckOptions;
use pm_model::{BlockSize, Options, Reduction, Reductions, System, build, reduce};
use pm_solve::Limits;
use pm_term::{ArrayValue, Bits, Evaluator, Sort, Value};
use std::rc::Rc;

const CHECKS: CheckOptions = CheckOptions { assertions: true, bounds: true, ..CheckOptions::none() };

const PROGRAMS: [&str; 3] = [
    "unsigned nondet_uint(void);
     int main(void) {
        unsigned a = 0, b = 3, mode = nondet_uint() % 3;
        while (nondet_uint() % 4) {
            switch (mode) { case 0: a += b; break; case 1: b = a ^ 7; if (a > 5) mode = 2; break; default: a = nondet_uint(); }
            if (nondet_uint() % 9 == 0) return 1;
            __CPROVER_assert(a != 24, \"a\");
        }
        while (a < 100) { a += b; if (b == 0) b = 1; __CPROVER_assert(b != 5, \"b\"); }
        return 0;
     }",
    "unsigned nondet_uint(void);
     unsigned char t[200];
     int main(void) {
        unsigned i, n = nondet_uint() % 300, sum = 0;
        for (i = 0; i < n; i++) { t[i % 200] = nondet_uint(); sum += t[i / 2]; }
        for (i = 0; i < n; i++) { __CPROVER_assert(sum >= t[i / 2] || n > 9, \"sum\"); if (t[i / 2] == 3) break; }
        return 0;
     }",
    "int nondet_int(void);
     static int f(int x) { int y = 0; while (y < x && nondet_int()) y += 2; return y; }
     int main(void) { int s = 0, c = 0; for (;;) { s = c ? f(s) : s + 1; c = nondet_int() & 1; __CPROVER_assert(s < 40, \"s\"); } }",
];

fn any(random: &mut Random, sort: Sort) -> Value {
    let bits = |random: &mut Random, width: u32| {
        let value = match random.below(4) {
            0..=1 => random.below(10),
            2 => random.below(64),
            _ => random.draw(),
        };
        Bits::from_u128(width, u128::from(value) & ((1u128 << width.min(64)) - 1))
    };
    match sort {
        Sort::Bool => Value::Bits(bits(random, 1)),
        Sort::Bv(width) => Value::Bits(bits(random, width)),
        Sort::Array { index, elem } => Value::Array(Rc::new(ArrayValue::new(index, bits(random, elem)))),
    }
}

/// In random states, most of which no execution gets to.
fn agrees(system: &mut System) {
    let mut random = Random::new(5);
    let claims: Vec<_> = (0..system.bad.len()).map(|b| system.claim(b)).collect();
    let terms = &system.terms;
    for location in 0..system.locations.len() as u32 {
        for _ in 0..60 {
            let mut eval = Evaluator::new();
            let pc = terms.width(system.vars[System::PC].now);
            let mut state = vec![Value::Bits(Bits::from_u128(pc, location.into()))];
            state.extend(system.vars[1..].iter().map(|v| any(&mut random, terms.sort(v.now))));
            let inputs: Vec<Value> = system.inputs.iter().map(|t| any(&mut random, terms.sort(*t))).collect();
            let symbols = system.vars.iter().map(|v| v.now).chain(system.inputs.iter().copied());
            for (t, value) in symbols.zip(state.iter().chain(&inputs)) {
                terms.symbol_id(t).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            let edges = system.automaton.from(location);
            assert!(edges.iter().filter(|e| eval.eval_bool(terms, e.guard)).count() <= 1, "guards exclude each other");
            let flat: Vec<Value> = system.vars.iter().map(|v| eval.eval(terms, v.next)).collect();
            match system.automaton.step(terms, &mut eval, location, &state) {
                Some(after) => assert!(after == flat),
                None => assert_eq!(flat[System::PC].bits().to_u128(), Some(System::END.into())),
            }
            for (bad, claim) in system.bad.iter().zip(&claims) {
                let expected = bad.location == location && eval.eval_bool(terms, *claim);
                assert_eq!(eval.eval_bool(terms, bad.cond), expected);
            }
        }
    }
}

#[test]
fn edges_and_the_flat_view_agree() {
    for text in PROGRAMS {
        for block in [BlockSize::Large, BlockSize::Small] {
            let (session, program) = compile(text.to_string(), CHECKS);
            let sets = [Reductions::NONE, Reductions::ALL, Reductions::default().without(Reduction::Elements)];
            for set in sets {
                let options = Options { block, ..Options::default() };
                let mut system = build(&program, &session.interner, &options).unwrap_or_else(|r| panic!("{}", r.what));
                reduce(&mut system, set, &Limits::default());
                agrees(&mut system);
            }
        }
    }
}

#[test]
fn edges_and_the_flat_view_agree_with_cells() {
    let (session, program) = compile(PROGRAMS[1].to_string(), CHECKS);
    let mut system = build(&program, &session.interner, &Options::default()).unwrap_or_else(|r| panic!("{}", r.what));
    assert!(pm_model::reduce::cells(&mut system).is_some());
    agrees(&mut system);
}
