//! Memory against arrays of bytes: random writes, copies, fills and joins, at constant and symbolic offsets and of constant and symbolic
//! lengths, compared for every value of the symbols.

use crate::exec::Executor;
use crate::state::State;
use crate::state::value::{OFFSET_BITS, Ptr, Value};
use crate::{ObjectId, SymexOptions};
use pm_base::{IndexVec, Interner, Random, Span};
use pm_ir::*;
use pm_term::{Bits, Evaluator, Sort, TermId};
use pm_types::{DataModel, TypeKind, TypeTable};

/// Of the globals: two small ones and one that becomes an array term when it is accessed at symbolic offsets.
const SIZES: [u64; 3] = [16, 16, 160];
/// Values of the symbolic index.
const INDICES: u64 = 4;

/// Values of the symbols: an index, a decision, a byte.
#[derive(Clone, Copy)]
struct Values {
    index: u64,
    decision: bool,
    byte: u8,
}

fn all_values() -> Vec<Values> {
    let of = |i: u64| Values { index: i % INDICES, decision: i / INDICES % 2 == 1, byte: [0, 0xa5][(i / 8) as usize] };
    (0..16).map(of).collect()
}

/// The contents of the globals, for each of the values.
type Model = Vec<Vec<Vec<u8>>>;

/// A number that may depend on the index: `first + step * index`.
#[derive(Clone, Copy)]
struct Number {
    first: u64,
    step: u64,
}

impl Number {
    fn at(self, v: Values) -> usize {
        (self.first + self.step * v.index) as usize
    }
}

struct Bench<'p> {
    ex: Executor<'p>,
    random: Random,
    index: TermId,
    decision: TermId,
    byte: TermId,
}

fn program(names: &mut Interner) -> Program {
    let mut types = TypeTable::new(DataModel::Lp64);
    let cty = types.intern(TypeKind::Void).into();
    let mut globals = IndexVec::new();
    for (i, size) in SIZES.into_iter().enumerate() {
        let init = if i == 1 { GlobalInit::Data((1..=12).collect()) } else { GlobalInit::Zero };
        let (name, relocs, read_only) = (names.intern("g"), Vec::new(), false);
        let (volatility, kind, span) = (Volatility::Plain, GlobalKind::User, Span::NONE);
        globals.push(Global { name, cty, size, align: 8, init, relocs, read_only, volatility, kind, span });
    }
    Program {
        types,
        globals,
        funcs: IndexVec::new(),
        entry: FuncId(0),
        props: IndexVec::new(),
        coverage: Default::default(),
    }
}

fn initial() -> Model {
    let image = |i: usize, at: u64| if i == 1 && at < 12 { at as u8 + 1 } else { 0 };
    let one = || SIZES.iter().enumerate().map(|(i, size)| (0..*size).map(|at| image(i, at)).collect()).collect();
    all_values().iter().map(|_| one()).collect()
}

impl Bench<'_> {
    // ---- operations ------------------------------------------------------------------------------------------------

    /// An object, and where in it `len` bytes begin.
    fn place(&mut self, len: u64) -> (usize, Number) {
        let object = self.random.below(SIZES.len() as u64) as usize;
        let last = SIZES[object] - len;
        let step = self.random.pick(&[0, 0, 1, 2, 4, 8]);
        let step = if step * (INDICES - 1) > last { 0 } else { step };
        (object, Number { first: self.random.below(last - step * (INDICES - 1) + 1), step })
    }

    fn number(&mut self, n: Number) -> TermId {
        let wide = self.ex.terms.zext(self.index, OFFSET_BITS);
        let step = self.ex.terms.bv(OFFSET_BITS, n.step.into());
        let scaled = self.ex.terms.mul(wide, step);
        let first = self.ex.terms.bv(OFFSET_BITS, n.first.into());
        self.ex.terms.add(scaled, first)
    }

    fn pointer(&mut self, object: usize, at: Number) -> Ptr {
        let base = Ptr::new(&mut self.ex.terms, object as ObjectId + 1, 0);
        Ptr { off: self.number(at), ..base }
    }

    fn store(&mut self, state: &mut State, model: &mut Model) {
        let len = self.random.pick(&[1u64, 2, 4, 8]);
        let (object, at) = self.place(len);
        let constant = self.random.flip().then(|| self.random.draw() as u8);
        let byte = constant.map_or(self.byte, |c| self.ex.terms.bv(8, c.into()));
        let value = self.ex.terms.repeat(byte, len);
        let ptr = self.pointer(object, at);
        self.ex.store(state, ptr, Ty::int(len as u8 * 8, false), Value::Term(value), Span::NONE);
        for (v, bytes) in all_values().into_iter().zip(model) {
            bytes[object][at.at(v)..][..len as usize].fill(constant.unwrap_or(v.byte));
        }
    }

    /// A number of bytes, and the most that it can be.
    fn length(&mut self) -> (Number, u64) {
        let step = self.random.pick(&[0, 0, 1, 2]);
        let first = self.random.below(10);
        (Number { first, step }, first + step * (INDICES - 1))
    }

    fn fill(&mut self, state: &mut State, model: &mut Model) {
        let (size, most) = self.length();
        let (object, at) = self.place(most);
        let (ptr, bytes) = (self.pointer(object, at), self.number(size));
        self.ex.fill(state, ptr, self.byte, bytes, Span::NONE);
        for (v, bytes) in all_values().into_iter().zip(model) {
            bytes[object][at.at(v)..][..size.at(v)].fill(v.byte);
        }
    }

    fn copy(&mut self, state: &mut State, model: &mut Model) {
        let (size, most) = self.length();
        let ((to, dst), (from, src)) = (self.place(most), self.place(most));
        let (d, s, bytes) = (self.pointer(to, dst), self.pointer(from, src), self.number(size));
        self.ex.copy(state, d, s, bytes, Span::NONE);
        for (v, bytes) in all_values().into_iter().zip(model) {
            let read = bytes[from][src.at(v)..][..size.at(v)].to_vec();
            bytes[to][dst.at(v)..][..read.len()].copy_from_slice(&read);
        }
    }

    fn operation(&mut self, state: &mut State, model: &mut Model) {
        match self.random.below(4) {
            0 => self.fill(state, model),
            1 => self.copy(state, model),
            _ => self.store(state, model),
        }
    }

    /// Two paths part, do something of their own and meet.
    fn fork(&mut self, state: &mut State, model: &mut Model) {
        let mut other = state.clone();
        let no = self.ex.terms.not(self.decision);
        state.guard = state.guard.and(&mut self.ex.terms, self.decision);
        other.guard = other.guard.and(&mut self.ex.terms, no);
        let mut theirs = model.clone();
        (0..self.random.below(3)).for_each(|_| self.operation(state, model));
        (0..self.random.below(3)).for_each(|_| self.operation(&mut other, &mut theirs));
        self.ex.join(state, other, None);
        for (i, _) in all_values().iter().enumerate().filter(|(_, v)| !v.decision) {
            model[i] = std::mem::take(&mut theirs[i]);
        }
    }

    // ---- comparison ------------------------------------------------------------------------------------------------

    fn evaluator(&self, v: Values) -> Evaluator {
        let mut evaluator = Evaluator::new();
        let values = [(self.index, v.index), (self.decision, v.decision.into()), (self.byte, v.byte.into())];
        for (symbol, value) in values {
            let width = if symbol == self.decision { 1 } else { self.ex.terms.width(symbol) };
            let id = self.ex.terms.symbol_id(symbol).expect("a symbol");
            evaluator.set_bits(id, Bits::from_u128(width, value.into()));
        }
        evaluator
    }

    /// Loads some scalars; returns how many of the comparisons the execution is exact for.
    fn compare(&mut self, state: &mut State, model: &Model) -> usize {
        let mut loads = Vec::new();
        for _ in 0..12 {
            let len = self.random.pick(&[1u64, 2, 4, 8]);
            let (object, at) = self.place(len);
            let ptr = self.pointer(object, at);
            let value = self.ex.load(state, ptr, Ty::int(len as u8 * 8, false), Span::NONE);
            let Value::Term(value) = value else { panic!("no pointers here") };
            loads.push((object, at, len as usize, value));
        }
        let mut exact = 0;
        for (v, bytes) in all_values().into_iter().zip(model) {
            let mut evaluator = self.evaluator(v);
            let gaps = &self.ex.out.gaps;
            if gaps.iter().any(|g| evaluator.eval_bool(&self.ex.terms, g.cond)) {
                continue;
            }
            for (object, at, len, value) in &loads {
                let got = evaluator.eval_bits(&self.ex.terms, *value).to_u128().expect("at most 8 bytes");
                let want = bytes[*object][at.at(v)..][..*len].iter().rev().fold(0, |n, b| n << 8 | u128::from(*b));
                assert_eq!(got, want, "{len} bytes at {} of object {object}, index {}", at.at(v), v.index);
                exact += 1;
            }
        }
        exact
    }
}

#[test]
fn memory_is_an_array_of_bytes() {
    let mut names = Interner::new();
    let program = program(&mut names);
    let (mut exact, mut rounds) = (0, 0);
    for seed in 0..300 {
        let mut ex = Executor::new(&program, &names, SymexOptions::default());
        let index = ex.terms.fresh("index", Sort::Bv(2));
        let (decision, byte) = (ex.terms.fresh("decision", Sort::Bool), ex.terms.fresh("byte", Sort::Bv(8)));
        let mut state = ex.initial_state();
        let mut bench = Bench { ex, random: Random::new(seed), index, decision, byte };
        let mut model = initial();
        for _ in 0..4 {
            match bench.random.below(3) {
                0 => bench.fork(&mut state, &mut model),
                _ => bench.operation(&mut state, &mut model),
            }
        }
        exact += bench.compare(&mut state, &model);
        rounds += 1;
    }
    let all = rounds * 12 * all_values().len();
    assert!(exact * 10 > all * 9, "{exact} of {all} loads were exact");
}
