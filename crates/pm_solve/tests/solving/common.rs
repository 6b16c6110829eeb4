//! Random terms, their truth by enumeration, and the check of a model.

pub use pm_base::Random;
use pm_solve::{ArrayLimits, Backend, BlastOptions, Limits, Lit, Options, SatResult, Solver};
use pm_term::{ArrayValue, Bits, Evaluator, Sort, TermId, Terms, Value};
use std::rc::Rc;

/// Eager, lazy, and mixtures that small terms reach.
pub fn array_limits() -> [ArrayLimits; 5] {
    let mixed = |eager_writes, eager_steps, eager_reads| ArrayLimits { eager_writes, eager_steps, eager_reads };
    [ArrayLimits::EAGER, ArrayLimits::LAZY, mixed(0, 3, 2), mixed(1, 0, 1), mixed(2, 5, 0)]
}

pub fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for backend in Backend::ALL {
        for arrays in array_limits() {
            for refine_arithmetic in [false, true] {
                let blast = BlastOptions { arrays, refine_arithmetic, ..BlastOptions::default() };
                all.push(Options { backend, blast, ..Options::default() });
            }
        }
    }
    all
}

/// Inputs: two bit-vectors of `WIDTH` bits and an array of four of them.
const WIDTH: u32 = 2;
const INPUTS: u32 = 2;
const CELLS: u32 = 1 << WIDTH;

/// Bools over the inputs, made of random operators.
pub fn random_goals(random: &mut Random, terms: &mut Terms, count: usize) -> Vec<TermId> {
    let mut vectors: Vec<TermId> = (0..INPUTS).map(|i| terms.symbol(&format!("v{i}"), Sort::Bv(WIDTH))).collect();
    let input = terms.symbol("array", Sort::Array { index: WIDTH, elem: WIDTH });
    let zero = terms.bv(WIDTH, 0);
    let constant = terms.const_array(WIDTH, zero);
    let mut arrays = vec![input, constant];
    let mut bools = vec![TermId::TRUE];
    for _ in 0..20 {
        let (a, b) = (random.pick(&vectors), random.pick(&vectors));
        let (p, q) = (random.pick(&bools), random.pick(&bools));
        let (x, y) = (random.pick(&arrays), random.pick(&arrays));
        match random.below(18) {
            0 => vectors.push(terms.add(a, b)),
            1 => vectors.push(terms.mul(a, b)),
            2 => vectors.push(terms.udiv(a, b)),
            3 => vectors.push(terms.srem(a, b)),
            4 => vectors.push(terms.ite(p, a, b)),
            5 => vectors.push(terms.bv(WIDTH, u128::from(random.below(4)))),
            6..=8 => vectors.push(terms.select(x, a)),
            9..=11 => arrays.push(terms.store(x, a, b)),
            12 => arrays.push(terms.ite(p, x, y)),
            13 => bools.push(terms.ult(a, b)),
            14 => bools.push(terms.eq(a, b)),
            15 => bools.push(terms.and(p, q)),
            16 => bools.push(terms.not(p)),
            _ => vectors.push(wide_product(terms, a, b)),
        }
    }
    let mut goals = Vec::new();
    for _ in 0..count {
        let pick =
            |random: &mut Random, pool: &[TermId]| pool[pool.len() / 2 + random.below(pool.len() as u64 / 2) as usize];
        let (a, b, p) = (pick(random, &vectors), pick(random, &vectors), pick(random, &bools));
        let x = pick(random, &arrays);
        let read = terms.select(x, a);
        let first = terms.ult(read, b);
        let second = terms.ne(a, b);
        let both = terms.and(first, second);
        goals.push(terms.and(both, p));
    }
    goals
}

/// Bools about elements of arrays that were written and chosen at random.
pub fn random_array_goals(random: &mut Random, terms: &mut Terms, count: usize) -> Vec<TermId> {
    let mut vectors: Vec<TermId> = (0..4).map(|i| terms.symbol(&format!("v{i}"), Sort::Bv(3))).collect();
    let mut arrays = vec![terms.symbol("array", Sort::Array { index: 3, elem: 3 })];
    let condition = terms.symbol("condition", Sort::Bool);
    for _ in 0..6 {
        let (x, y) = (random.pick(&arrays), random.pick(&arrays));
        let (a, b) = (random.pick(&vectors), random.pick(&vectors));
        match random.below(4) {
            0 | 1 => arrays.push(terms.store(x, a, b)),
            2 => arrays.push(terms.ite(condition, x, y)),
            _ => vectors.push(terms.select(x, a)),
        }
    }
    let mut goal = |random: &mut Random| {
        let conjuncts: Vec<TermId> = (0..5)
            .map(|_| {
                let (x, y) = (random.pick(&arrays), random.pick(&arrays));
                let (a, b) = (random.pick(&vectors), random.pick(&vectors));
                let (left, right) = (terms.select(x, a), terms.select(y, b));
                match random.below(4) {
                    0 => terms.eq(left, right),
                    1 => terms.ne(left, right),
                    2 => terms.ult(left, b),
                    _ => terms.ne(a, b),
                }
            })
            .collect();
        terms.and_all(&conjuncts)
    };
    (0..count).map(|_| goal(random)).collect()
}

/// Goes through a product and a quotient that are wide enough to be approximated.
fn wide_product(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let five = terms.bv(20, 5);
    let (wide_a, wide_b) = (terms.sext(a, 20), terms.sext(b, 20));
    let (sum, other) = (terms.add(wide_a, five), terms.xor(wide_b, five));
    let product = terms.mul(sum, other);
    let quotient = terms.udiv(product, sum);
    let both = terms.xor(product, quotient);
    terms.extract(both, 4 + WIDTH - 1, 4)
}

/// Whether some assignment makes the Bool true.
pub fn satisfiable(terms: &Terms, goal: TermId) -> bool {
    let symbols = terms.symbols_of(&[goal]);
    let cells = |&symbol| if terms.sort(terms.symbol_term(symbol)).is_array() { CELLS } else { 1 };
    let width = WIDTH * symbols.iter().map(cells).sum::<u32>();
    (0..1u32 << width).any(|assignment| {
        let mut evaluator = Evaluator::new();
        let mut rest = assignment;
        let mut take = || {
            let value = Bits::from_u128(WIDTH, u128::from(rest) & u128::from(CELLS - 1));
            rest >>= WIDTH;
            value
        };
        for &symbol in &symbols {
            let value = match terms.sort(terms.symbol_term(symbol)) {
                Sort::Array { .. } => {
                    let mut array = ArrayValue::new(WIDTH, Bits::zero(WIDTH));
                    (0..CELLS).for_each(|i| array.set(Bits::from_u128(WIDTH, u128::from(i)), take()));
                    Value::Array(Rc::new(array))
                }
                Sort::Bool | Sort::Bv(_) => Value::Bits(take()),
            };
            evaluator.set(symbol, value);
        }
        evaluator.eval_bool(terms, goal)
    })
}

/// The values of the inputs make the goal true, and every term has the value that follows from them.
pub fn check_model(solver: &mut Solver, terms: &Terms, goal: TermId) {
    let mut evaluator = Evaluator::new();
    for symbol in terms.symbols_of(&[goal]) {
        let value = solver.value(terms, terms.symbol_term(symbol)).expect("there is a model");
        evaluator.set(symbol, value);
    }
    assert!(evaluator.eval_bool(terms, goal));
    for t in terms.cone(&[goal]) {
        assert_eq!(solver.value(terms, t), Some(evaluator.eval(terms, t)), "{t:?}");
    }
}

/// The values of the inputs make the goal true.
pub fn check_goal(solver: &mut Solver, terms: &Terms, goal: TermId) {
    let mut evaluator = Evaluator::new();
    for symbol in terms.symbols_of(&[goal]) {
        evaluator.set(symbol, solver.value(terms, terms.symbol_term(symbol)).expect("there is a model"));
    }
    assert!(evaluator.eval_bool(terms, goal));
}

/// Whether a DIMACS text is satisfiable, by the default back end.
pub fn solve_dimacs(text: &str) -> bool {
    let mut sat = Backend::default().create();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    assert_eq!(header[3].parse(), Ok(lines.clone().count()));
    for _ in 0..header[2].parse::<usize>().expect("a number") {
        sat.new_var();
    }
    for line in lines {
        let literals = line.split(' ').map(|word| word.parse().expect("a literal"));
        let clause: Vec<Lit> = literals.filter_map(Lit::from_dimacs).collect();
        sat.add_clause(&clause);
    }
    sat.solve(&[], &Limits::default()) == SatResult::Sat
}
