//! The search against all values of small inputs.

use crate::{Options, Order, Search, Strategy};
use pm_solve::{Answer, Solver};
use pm_term::{Bits, Evaluator, Sort, TermId, Terms};

const WIDTH: u32 = 3;

struct Question {
    terms: Terms,
    words: Vec<TermId>,
    bools: Vec<TermId>,
    roots: Vec<TermId>,
}

fn question(random: &mut pm_base::Random) -> Question {
    let mut terms = Terms::new();
    let words: Vec<TermId> = ["x", "y"].map(|n| terms.symbol(n, Sort::Bv(WIDTH))).to_vec();
    let bools: Vec<TermId> = ["p", "q", "r"].map(|n| terms.symbol(n, Sort::Bool)).to_vec();
    let zero = terms.bv(WIDTH, 0);
    let mut cells = terms.const_array(WIDTH, zero);
    let (mut all_words, mut all_bools) = (words.clone(), bools.clone());
    for _ in 0..24 {
        let (a, b) = (random.pick(&all_words), random.pick(&all_words));
        let (p, q) = (random.pick(&all_bools), random.pick(&all_bools));
        let c = terms.bv(WIDTH, u128::from(random.below(1 << WIDTH)));
        let b = if random.below(3) == 0 { c } else { b };
        match random.below(18) {
            16 => cells = terms.store(cells, a, b),
            17 => all_words.push(terms.select(cells, a)),
            0 => all_words.push(terms.add(a, b)),
            1 => all_words.push(terms.mul(a, b)),
            2 => all_words.push(terms.and(a, b)),
            3 => all_words.push(terms.lshr(a, c)),
            4..=6 => all_words.push(terms.ite(p, a, b)),
            7 => all_words.push(terms.udiv(a, b)),
            8 => all_bools.push(terms.ult(a, b)),
            9 => all_bools.push(terms.slt(a, b)),
            10 => all_bools.push(terms.eq(a, b)),
            11 => all_bools.push(terms.and(p, q)),
            12 => all_bools.push(terms.or(p, q)),
            13 => all_bools.push(terms.xor(p, q)),
            14 => {
                let n = terms.not(p);
                all_bools.push(n);
            }
            _ => {
                let (low, high) = (terms.extract(a, 0, 0), terms.extract(b, 2, 1));
                all_words.push(terms.concat(low, high));
            }
        }
    }
    let mut conjunction = all_bools[all_bools.len() - 1];
    let mut roots = Vec::new();
    for i in 0..4 {
        let other = random.pick(&all_bools);
        conjunction = terms.and(conjunction, other);
        roots.push(if i == 2 { terms.not(other) } else { conjunction });
    }
    Question { terms, words, bools, roots }
}

/// Many conditions over few others: what one question has learnt without a decision is known to the next ones.
fn conditions(random: &mut pm_base::Random) -> Question {
    let mut terms = Terms::new();
    let bools: Vec<TermId> = ["p", "q", "r", "s", "t", "u"].map(|n| terms.symbol(n, Sort::Bool)).to_vec();
    let mut all = bools.clone();
    for _ in 0..40 {
        let [a, b, c] = [0; 3].map(|_| random.pick(&all));
        let made = match random.below(6) {
            0 | 1 => terms.and(a, b),
            2 => terms.or(a, b),
            3 => terms.xor(a, b),
            4 => terms.ite(a, b, c),
            _ => terms.not(a),
        };
        all.push(made);
    }
    let roots = (0..8).map(|_| random.pick(&all[20..])).collect();
    Question { terms, words: Vec::new(), bools, roots }
}

fn can_be_true(q: &Question, root: TermId) -> bool {
    let inputs: Vec<TermId> = q.words.iter().chain(&q.bools).copied().collect();
    let bits: u32 = inputs.iter().map(|t| pm_term::scalar_width(&q.terms, *t)).sum();
    (0..1u64 << bits).any(|values| {
        let mut evaluator = Evaluator::new();
        let mut rest = values;
        for t in &inputs {
            let width = pm_term::scalar_width(&q.terms, *t);
            evaluator
                .set_bits(q.terms.symbol_id(*t).unwrap(), Bits::from_u128(width, (rest & ((1 << width) - 1)).into()));
            rest >>= width;
        }
        evaluator.eval(&q.terms, root).is_true()
    })
}

fn agree(questions: u32, mut question: impl FnMut(&mut pm_base::Random) -> Question) -> (u32, u32) {
    let mut random = pm_base::Random::new(11);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..questions as usize {
        let q = question(&mut random);
        let strategy = Strategy::ALL[round % 3];
        let order = Order::ALL[round / 3 % 4];
        let options = Options { strategy, order, ..Options::default() };
        let mut search = Search::new(options, Solver::new(&pm_solve::Options::default()));
        let mut known = TermId::TRUE;
        let Question { mut terms, words, bools, roots } = q;
        for (i, root) in roots.iter().enumerate() {
            let answer = search.decide(&terms, *root);
            let both = terms.and(known, *root);
            let q = Question {
                terms: std::mem::take(&mut terms),
                words: words.clone(),
                bools: bools.clone(),
                roots: Vec::new(),
            };
            let expected = can_be_true(&q, both);
            terms = q.terms;
            assert_eq!(answer, if expected { Answer::Sat } else { Answer::Unsat }, "{strategy:?} {order:?} {round}");
            if expected {
                sat += 1;
                assert!(search.value(&terms, both).unwrap().is_true());
            } else {
                unsat += 1;
            }
            // What is impossible may be told, and assumptions are.
            let fact = if expected { *root } else { terms.not(*root) };
            if i % 2 == 0 {
                search.assert(&terms, fact);
                known = terms.and(known, fact);
            }
        }
    }
    (sat, unsat)
}

#[test]
fn agrees_with_all_values() {
    let (sat, unsat) = agree(1500, question);
    assert!(sat > 1000 && unsat > 500, "{sat} {unsat}");
}

#[test]
fn agrees_where_conditions_are_many() {
    let (sat, unsat) = agree(800, conditions);
    assert!(sat > 1000 && unsat > 500, "{sat} {unsat}");
}
