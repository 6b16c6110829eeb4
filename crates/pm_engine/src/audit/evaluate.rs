//! Values of terms, computed by numbers of the machine.
//!
//! It owes the evaluator of `pm_term`, the rewriter and the bit-blaster nothing but the terms: what these say of a term on some inputs, it says
//! again. Terms of more than 128 bits, and arrays as values, are beyond it. Only what is needed is evaluated: of a choice the side that is taken, of an
//! array the stores on the way to an element.

use pm_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The widest term.
const WIDEST: u32 = 128;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    No,
    Bits(u128),
    /// Not to be told here.
    Beyond,
}

/// The elements of an array; the others are zero.
pub type Elements = FxHashMap<u128, u128>;

/// Evaluates terms of one table. What is not given is zero; where it is given after all, what was computed before is forgotten: executions that
/// exclude each other share symbols. Once all is given, what depends on anything else is not to be told.
pub struct Evaluation<'t> {
    terms: &'t Terms,
    inputs: FxHashMap<SymbolId, u128>,
    arrays: FxHashMap<SymbolId, Elements>,
    /// By node, of regular terms.
    memo: Vec<Known>,
    /// They were not given when something asked for them.
    missed: FxHashSet<SymbolId>,
    /// Something was missed, now or before it was given.
    ever_missed: bool,
    /// All is given.
    complete: bool,
}

enum Frame {
    Term(TermId),
    /// An element of an array, as far as it was followed: the selection, where it is, the index.
    Element(TermId, TermId, u128),
}

/// What to do next with a term.
enum Next {
    Needs(TermId),
    Element(TermId, u128),
    Is(Known),
}

impl<'t> Evaluation<'t> {
    pub fn new(terms: &'t Terms) -> Evaluation<'t> {
        let memo = vec![Known::No; terms.len()];
        let (inputs, arrays, missed) = (FxHashMap::default(), FxHashMap::default(), FxHashSet::default());
        Evaluation { terms, inputs, arrays, memo, missed, ever_missed: false, complete: false }
    }

    pub fn give(&mut self, symbol: SymbolId, value: u128) {
        self.forget_if_missed(symbol);
        self.inputs.insert(symbol, value);
    }

    pub fn give_array(&mut self, symbol: SymbolId, elements: Elements) {
        self.forget_if_missed(symbol);
        self.arrays.insert(symbol, elements);
    }

    fn forget_if_missed(&mut self, symbol: SymbolId) {
        if self.missed.contains(&symbol) {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.missed.clear();
        self.memo.fill(Known::No);
    }

    /// Nothing more is given. Whether what was computed before may rest on more than what is given.
    pub fn complete(&mut self) -> bool {
        self.complete = true;
        if !self.missed.is_empty() {
            self.forget();
        }
        self.ever_missed
    }

    /// Whether a Bool holds.
    pub fn holds(&mut self, t: TermId) -> Option<bool> {
        self.bits(t).map(|v| v != 0)
    }

    /// The value of a Bool or bit-vector.
    pub fn bits(&mut self, t: TermId) -> Option<u128> {
        let mut stack = vec![Frame::Term(t.regular())];
        while let Some(top) = stack.last_mut() {
            let (term, next) = match *top {
                Frame::Term(term) if self.memo[term.node()] != Known::No => {
                    stack.pop();
                    continue;
                }
                Frame::Term(term) => (term, self.next(term)),
                Frame::Element(select, at, index) => {
                    let (at, next) = self.element(at, index);
                    *top = Frame::Element(select, at, index);
                    (select, next)
                }
            };
            match next {
                Next::Needs(arg) => stack.push(Frame::Term(arg.regular())),
                Next::Element(array, index) => *top = Frame::Element(term, array, index),
                Next::Is(value) => {
                    self.memo[term.node()] = value;
                    stack.pop();
                }
            }
        }
        if let Known::Bits(v) = self.known(t) { Some(v) } else { None }
    }

    fn known(&self, t: TermId) -> Known {
        match self.memo[t.node()] {
            Known::Bits(v) if t.is_complemented() => Known::Bits(!v & self.mask(t)),
            known => known,
        }
    }

    fn width(&self, t: TermId) -> u32 {
        if self.terms.is_bool(t) { 1 } else { self.terms.width(t) }
    }

    fn mask(&self, t: TermId) -> u128 {
        mask(self.width(t))
    }

    fn next(&mut self, t: TermId) -> Next {
        let (op, args) = (self.terms.op(t), self.terms.args(t));
        let is_array = |a: TermId| matches!(self.terms.sort(a), pm_term::Sort::Array { .. });
        if is_array(t) || self.width(t) > WIDEST || op != Op::Select && args.iter().any(|a| is_array(*a)) {
            return Next::Is(Known::Beyond);
        }
        match op {
            Op::Const => Next::Is(self.terms.const_u128(t).map_or(Known::Beyond, Known::Bits)),
            Op::Symbol => {
                let symbol = self.terms.symbol_id(t);
                let given = symbol.and_then(|s| self.inputs.get(&s)).copied();
                let value = given.map_or_else(|| self.not_given(symbol), Known::Bits);
                Next::Is(if let Known::Bits(v) = value { Known::Bits(v & self.mask(t)) } else { value })
            }
            Op::Ite => match self.known(args[0]) {
                Known::No => Next::Needs(args[0]),
                Known::Beyond => self.either(args[1], args[2]),
                Known::Bits(c) => self.same(if c != 0 { args[1] } else { args[2] }),
            },
            Op::And | Op::Or | Op::Implies | Op::Mul => self.absorbing(t, op, [args[0], args[1]]),
            Op::Select => match self.known(args[1]) {
                Known::No => Next::Needs(args[1]),
                Known::Beyond => Next::Is(Known::Beyond),
                Known::Bits(index) => Next::Element(args[0], index),
            },
            _ => {
                let mut values = [0; 2];
                for (i, arg) in args.iter().enumerate() {
                    match self.known(*arg) {
                        Known::No => return Next::Needs(*arg),
                        Known::Beyond => return Next::Is(Known::Beyond),
                        Known::Bits(v) => values[i.min(1)] = v,
                    }
                }
                Next::Is(self.apply(t, op, args[0], values))
            }
        }
    }

    /// What a symbol is that nobody gave.
    fn not_given(&mut self, symbol: Option<SymbolId>) -> Known {
        if self.complete {
            return Known::Beyond;
        }
        self.missed.extend(symbol);
        self.ever_missed = true;
        Known::Bits(0)
    }

    /// One of the two, nobody knows which.
    fn either(&self, a: TermId, b: TermId) -> Next {
        match (self.known(a), self.known(b)) {
            (Known::No, _) => Next::Needs(a),
            (Known::Bits(_), Known::No) => Next::Needs(b),
            (known, other) if known == other => Next::Is(known),
            _ => Next::Is(Known::Beyond),
        }
    }

    /// An operation of which one argument may be enough.
    fn absorbing(&self, t: TermId, op: Op, args: [TermId; 2]) -> Next {
        let all = self.mask(args[0]);
        // For each argument the value that is enough, and what it makes.
        let enough = match op {
            Op::Or => [(all, all); 2],
            Op::Implies => [(0, 1), (1, 1)],
            _ => [(0, 0); 2],
        };
        for (arg, (value, result)) in args.iter().zip(enough) {
            if self.known(*arg) == Known::Bits(value) {
                return Next::Is(Known::Bits(result));
            }
        }
        match args.map(|a| self.known(a)) {
            [Known::No, _] => Next::Needs(args[0]),
            [_, Known::No] => Next::Needs(args[1]),
            [Known::Bits(a), Known::Bits(b)] => Next::Is(self.apply(t, op, args[0], [a, b])),
            _ => Next::Is(Known::Beyond),
        }
    }

    fn same(&self, t: TermId) -> Next {
        match self.known(t) {
            Known::No => Next::Needs(t),
            known => Next::Is(known),
        }
    }

    /// An element of an array: further down, or its value.
    fn element(&mut self, mut at: TermId, index: u128) -> (TermId, Next) {
        loop {
            let args = self.terms.args(at);
            at = match self.terms.op(at) {
                Op::ConstArray => return (at, self.same(args[0])),
                Op::Symbol => {
                    let symbol = self.terms.symbol_id(at);
                    let value = match symbol.and_then(|s| self.arrays.get(&s)) {
                        Some(elements) => Known::Bits(elements.get(&index).copied().unwrap_or(0)),
                        None => self.not_given(symbol),
                    };
                    return (at, Next::Is(value));
                }
                Op::Ite | Op::Store => {
                    let decides = if self.terms.op(at) == Op::Ite { args[0] } else { args[1] };
                    match (self.known(decides), self.terms.op(at)) {
                        (Known::No, _) => return (at, Next::Needs(decides)),
                        (Known::Beyond, _) => return (at, Next::Is(Known::Beyond)),
                        (Known::Bits(c), Op::Ite) => {
                            if c != 0 {
                                args[1]
                            } else {
                                args[2]
                            }
                        }
                        (Known::Bits(i), _) if i == index => return (at, self.same(args[2])),
                        (Known::Bits(_), _) => args[0],
                    }
                }
                _ => return (at, Next::Is(Known::Beyond)),
            };
        }
    }

    fn apply(&self, t: TermId, op: Op, first: TermId, [a, b]: [u128; 2]) -> Known {
        let (width, of) = (self.width(t), self.width(first));
        let (sa, sb) = (signed(a, of), signed(b, of));
        let bool = u128::from;
        Known::Bits(
            mask(width)
                & match op {
                    Op::Not => !a,
                    Op::And => a & b,
                    Op::Or => a | b,
                    Op::Xor => a ^ b,
                    Op::Implies => !a | b,
                    Op::Eq => bool(a == b),
                    Op::Add => a.wrapping_add(b),
                    Op::Sub => a.wrapping_sub(b),
                    Op::Neg => a.wrapping_neg(),
                    Op::Mul => a.wrapping_mul(b),
                    Op::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
                    Op::Urem => a.checked_rem(b).unwrap_or(a),
                    Op::Sdiv if b == 0 => {
                        if sa < 0 {
                            1
                        } else {
                            u128::MAX
                        }
                    }
                    Op::Sdiv => sa.wrapping_div(sb) as u128,
                    Op::Srem if b == 0 => a,
                    Op::Srem => sa.wrapping_rem(sb) as u128,
                    Op::Shl => {
                        if b < u128::from(of) {
                            a << b
                        } else {
                            0
                        }
                    }
                    Op::Lshr => {
                        if b < u128::from(of) {
                            a >> b
                        } else {
                            0
                        }
                    }
                    Op::Ashr => (sa >> b.min(127)) as u128,
                    Op::Concat => a.checked_shl(width - of).unwrap_or(0) | b,
                    Op::Extract => a >> self.terms.extract_lo(t),
                    Op::Zext => a,
                    Op::Sext => sa as u128,
                    Op::Ult => bool(a < b),
                    Op::Ule => bool(a <= b),
                    Op::Slt => bool(sa < sb),
                    Op::Sle => bool(sa <= sb),
                    Op::Umulo => bool(a.checked_mul(b).is_none_or(|p| p > mask(of))),
                    Op::Smulo => bool(sa.checked_mul(sb).is_none_or(|p| signed(p as u128 & mask(of), of) != p)),
                    Op::Const | Op::Symbol | Op::Ite | Op::ConstArray | Op::Select | Op::Store => return Known::Beyond,
                },
        )
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width.clamp(1, 128))
}

fn signed(v: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    (v << unused) as i128 >> unused
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_base::Random;
    use pm_term::{Bits, Evaluator, Sort};

    /// Random terms of a width, with an array.
    struct Pool {
        terms: Terms,
        random: Random,
        width: u32,
        words: Vec<TermId>,
        bools: Vec<TermId>,
        array: TermId,
    }

    impl Pool {
        fn new(seed: u64) -> Pool {
            let mut random = Random::new(seed);
            let width = random.pick(&[1, 7, 8, 32, 64, 100, 128]);
            let mut terms = if random.flip() { Terms::raw() } else { Terms::new() };
            let words = (0..3).map(|i| terms.symbol(&format!("s{i}"), Sort::Bv(width))).collect();
            let array = terms.symbol("a", Sort::Array { index: width, elem: width });
            Pool { terms, random, width, words, bools: vec![TermId::TRUE], array }
        }

        fn grow(&mut self) {
            let (a, b) = (self.random.pick(&self.words), self.random.pick(&self.words));
            let (p, q) = (self.random.pick(&self.bools), self.random.pick(&self.bools));
            let (t, width) = (&mut self.terms, self.width);
            let word = match self.random.below(28) {
                0 => t.add(a, b),
                1 => t.sub(a, b),
                2 => t.mul(a, b),
                3 => t.udiv(a, b),
                4 => t.urem(a, b),
                5 => t.sdiv(a, b),
                6 => t.srem(a, b),
                7 => t.shl(a, b),
                8 => t.lshr(a, b),
                9 => t.ashr(a, b),
                10 => t.and(a, b),
                11 => t.or(a, b),
                12 => t.xor(a, b),
                13 => t.neg(a),
                14 => t.not(a),
                15 => t.ite(p, a, b),
                16 if width <= 64 => {
                    let both = t.concat(a, b);
                    let lo = self.random.below(width.into()) as u32;
                    t.extract(both, lo + width - 1, lo)
                }
                17 if width <= 100 => {
                    let wide = if self.random.flip() { t.sext(a, width + 9) } else { t.zext(a, width + 9) };
                    t.extract(wide, width + 4, 5)
                }
                18 => t.select(self.array, a),
                19 => {
                    self.array = t.store(self.array, a, b);
                    return;
                }
                20 => {
                    let other = t.const_array(width, b);
                    self.array = t.ite(p, self.array, other);
                    return;
                }
                n => {
                    let is = match n {
                        21 => t.ult(a, b),
                        22 => t.sle(a, b),
                        23 => t.slt(a, b),
                        24 => t.umulo(a, b),
                        25 => t.smulo(a, b),
                        26 => t.xor(p, q),
                        _ => t.eq(a, b),
                    };
                    return self.bools.push(is);
                }
            };
            self.words.push(word);
        }
    }

    #[test]
    fn what_is_given_late_counts() {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::Bv(8));
        let seven = terms.bv(8, 7);
        let is_seven = terms.eq(x, seven);
        let mut values = Evaluation::new(&terms);
        assert_eq!(values.holds(is_seven), Some(false));
        values.give(terms.symbol_id(x).unwrap(), 7);
        assert_eq!(values.holds(is_seven), Some(true));
    }

    #[test]
    fn what_nobody_gave_is_not_told() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|n| terms.symbol(n, Sort::Bv(8)));
        let [three, seven] = [3, 7].map(|n| terms.bv(8, n));
        let (is_seven, other) = (terms.eq(x, seven), terms.eq(y, three));
        let (both, one) = (terms.and(is_seven, other), terms.or(is_seven, other));
        for given in [3, 7] {
            let mut values = Evaluation::new(&terms);
            values.give(terms.symbol_id(x).unwrap(), given);
            assert_eq!(values.holds(other), Some(false));
            assert!(values.complete());
            assert_eq!(values.holds(other), None);
            // Where it makes no difference, it is.
            assert_eq!(values.holds(both), (given == 3).then_some(false));
            assert_eq!(values.holds(one), (given == 7).then_some(true));
        }
    }

    #[test]
    fn says_what_the_other_evaluator_says() {
        for seed in 0..400 {
            let mut pool = Pool::new(seed);
            (0..60).for_each(|_| pool.grow());
            let values: Vec<u128> = (0..3)
                .map(|_| match pool.random.below(4) {
                    0 => 0,
                    1 => mask(pool.width) ^ mask(pool.width) >> 1,
                    2 => mask(pool.width),
                    _ => (u128::from(pool.random.draw()) << 64 | u128::from(pool.random.draw())) & mask(pool.width),
                })
                .collect();
            let array = pool.terms.symbol("a", Sort::Array { index: pool.width, elem: pool.width });
            let (mut mine, mut theirs) = (Evaluation::new(&pool.terms), Evaluator::new());
            mine.give_array(pool.terms.symbol_id(array).unwrap(), Elements::default());
            for (symbol, value) in pool.words[..3].iter().filter_map(|t| pool.terms.symbol_id(*t)).zip(&values) {
                mine.give(symbol, *value);
                theirs.set_bits(symbol, Bits::from_u128(pool.width, *value));
            }
            for t in pool.words.iter().chain(&pool.bools) {
                assert_eq!(mine.bits(*t), theirs.eval_bits(&pool.terms, *t).to_u128(), "seed {seed}");
            }
        }
    }

    #[test]
    fn what_is_too_wide_is_not_told() {
        let mut terms = Terms::new();
        let wide = terms.symbol("w", Sort::Bv(200));
        let low = terms.extract(wide, 7, 0);
        assert_eq!(Evaluation::new(&terms).bits(low), None);
    }
}
