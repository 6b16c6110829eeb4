//! Values of terms under an assignment of the inputs.
//!
//! Iterative, with a memo table that lives as long as the [`Evaluator`]: evaluate many terms under one assignment with one
//! evaluator. Inputs without a value are zero.

use crate::array_value::ArrayValue;
use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A value of any sort; Bools are one bit wide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bits(Bits),
    Array(Rc<ArrayValue>),
}

impl Value {
    pub fn bits(&self) -> &Bits {
        match self {
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("the value is an array"),
        }
    }

    pub fn array(&self) -> &ArrayValue {
        match self {
            Value::Array(array) => array,
            Value::Bits(_) => panic!("the value is not an array"),
        }
    }

    pub fn is_true(&self) -> bool {
        !self.bits().is_zero()
    }

    /// Zero, or the array of zeros.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bits(Bits::zero(1)),
            Sort::Bv(width) => Value::Bits(Bits::zero(width)),
            Sort::Array { index, elem } => Value::Array(Rc::new(ArrayValue::new(index, Bits::zero(elem)))),
        }
    }
}

/// Evaluates terms under one assignment.
#[derive(Default)]
pub struct Evaluator {
    inputs: FxHashMap<SymbolId, Value>,
    /// By node; values of the regular terms.
    memo: Vec<Option<Value>>,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Gives an input its value; forgets what was computed.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        self.inputs.insert(symbol, value);
        self.memo.clear();
    }

    pub fn set_bits(&mut self, symbol: SymbolId, value: Bits) {
        self.set(symbol, Value::Bits(value));
    }

    pub fn eval(&mut self, terms: &Terms, t: TermId) -> Value {
        self.memo.resize(terms.len(), None);
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            if self.memo[top.node()].is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let missing = |arg: &TermId| self.memo[arg.node()].is_none();
            stack.extend(terms.args(top).iter().copied().map(TermId::regular).filter(missing));
            if stack.len() == before {
                let value = self.apply(terms, top);
                self.memo[top.node()] = Some(value);
                stack.pop();
            }
        }
        self.value(t)
    }

    pub fn eval_bits(&mut self, terms: &Terms, t: TermId) -> Bits {
        self.eval(terms, t).bits().clone()
    }

    pub fn eval_bool(&mut self, terms: &Terms, t: TermId) -> bool {
        self.eval(terms, t).is_true()
    }

    /// The value of a term whose node was evaluated.
    fn value(&self, t: TermId) -> Value {
        let Some(value) = &self.memo[t.node()] else { unreachable!("arguments are evaluated first") };
        if t.is_complemented() { Value::Bits(value.bits().not()) } else { value.clone() }
    }

    fn bits(&self, t: TermId) -> Bits {
        self.value(t).bits().clone()
    }

    fn apply(&self, terms: &Terms, t: TermId) -> Value {
        let args = terms.args(t);
        let bits = |at: usize| self.bits(args[at]);
        Value::Bits(match terms.op(t) {
            Op::Const => terms.const_bits(t).unwrap_or_else(|| unreachable!("a constant has a value")),
            Op::Symbol => return self.input(terms, t),
            Op::Not => unreachable!("regular terms only"),
            Op::Neg => bits(0).neg(),
            Op::Ite => return self.value(if bits(0).is_zero() { args[2] } else { args[1] }),
            Op::Eq => Bits::from_bool(self.value(args[0]) == self.value(args[1])),
            Op::Extract => {
                let lo = terms.extract_lo(t);
                bits(0).extract(lo + terms.width(t) - 1, lo)
            }
            Op::Zext => bits(0).zext(terms.width(t)),
            Op::Sext => bits(0).sext(terms.width(t)),
            Op::ConstArray => {
                return Value::Array(Rc::new(ArrayValue::new(terms.array_widths(t).0, bits(0))));
            }
            Op::Select => self.value(args[0]).array().get(&bits(1)).clone(),
            Op::Store => return self.store(args[0], bits(1), bits(2)),
            op => Bits::apply(op, &bits(0), &bits(1)),
        })
    }

    fn input(&self, terms: &Terms, t: TermId) -> Value {
        let given = terms.symbol_id(t).and_then(|symbol| self.inputs.get(&symbol));
        given.cloned().unwrap_or_else(|| Value::default_of(terms.sort(t)))
    }

    fn store(&self, array: TermId, index: Bits, elem: Bits) -> Value {
        let Value::Array(array) = self.value(array) else { unreachable!("sorts are checked") };
        let mut array = (*array).clone();
        array.set(index, elem);
        Value::Array(Rc::new(array))
    }
}
