//! The naive evaluation that the tests trust: plain machine arithmetic up to 64 bits, written without the library's
//! own value type, for many assignments at a time.

use crate::op::Op;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The values of a term, one an assignment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Table {
    Bits(Rc<Vec<u64>>),
    Arrays(Rc<Vec<Vec<u64>>>),
}

impl Table {
    /// Of all assignments, and of all elements.
    pub fn all(&self) -> Vec<u64> {
        match self {
            Table::Bits(values) => values.to_vec(),
            Table::Arrays(arrays) => arrays.concat(),
        }
    }

    fn bits(&self, at: usize) -> u64 {
        match self {
            Table::Bits(values) => values[at],
            Table::Arrays(_) => panic!("an array"),
        }
    }

    fn array(&self, at: usize) -> &Vec<u64> {
        match self {
            Table::Arrays(values) => &values[at],
            Table::Bits(_) => panic!("not an array"),
        }
    }

    pub fn first_difference(&self, other: &Table) -> usize {
        let differs = |&at: &usize| self.show(at) != other.show(at);
        (0..self.len()).find(differs).unwrap_or(0)
    }

    fn len(&self) -> usize {
        match self {
            Table::Bits(values) => values.len(),
            Table::Arrays(values) => values.len(),
        }
    }

    pub fn show(&self, at: usize) -> String {
        match self {
            Table::Bits(values) => format!("{:#x}", values[at]),
            Table::Arrays(values) => format!("{:x?}", values[at]),
        }
    }
}

/// Values of inputs by name, and of the terms that were evaluated.
#[derive(Clone, Default)]
pub(crate) struct Tables {
    inputs: FxHashMap<String, Table>,
    count: usize,
    memo: FxHashMap<usize, Table>,
}

impl Tables {
    pub fn new(count: usize) -> Tables {
        Tables { count, ..Tables::default() }
    }

    pub fn input(&mut self, name: &str, values: Vec<u64>) {
        assert_eq!(values.len(), self.count);
        self.inputs.insert(name.into(), Table::Bits(Rc::new(values)));
    }

    pub fn array_input(&mut self, name: &str, values: Vec<Vec<u64>>) {
        assert_eq!(values.len(), self.count);
        self.inputs.insert(name.into(), Table::Arrays(Rc::new(values)));
    }

    pub fn show_inputs(&self, at: usize) -> String {
        self.inputs.iter().map(|(name, table)| format!("{name}={} ", table.show(at))).collect()
    }

    pub fn value(&mut self, terms: &Terms, t: TermId, at: usize) -> u64 {
        self.table(terms, t).bits(at)
    }

    pub fn table(&mut self, terms: &Terms, t: TermId) -> Table {
        if t.is_complemented() {
            let Table::Bits(values) = self.table(terms, t.regular()) else { panic!("complement of an array") };
            let mask = mask(terms.width(t));
            return Table::Bits(Rc::new(values.iter().map(|value| !value & mask).collect()));
        }
        if let Some(table) = self.memo.get(&t.node()) {
            return table.clone();
        }
        let args: Vec<Table> = terms.args(t).iter().map(|&arg| self.table(terms, arg)).collect();
        let table = self.compute(terms, t, &args);
        self.memo.insert(t.node(), table.clone());
        table
    }

    fn compute(&self, terms: &Terms, t: TermId, args: &[Table]) -> Table {
        let all = 0..self.count;
        match (terms.op(t), args) {
            (Op::Symbol, _) => {
                let name = terms.symbol_name(terms.symbol_id(t).unwrap());
                self.inputs[name].clone()
            }
            (Op::Store, [array, index, elem]) => Table::Arrays(Rc::new(
                all.map(|at| {
                    let mut array = array.array(at).clone();
                    array[index.bits(at) as usize] = elem.bits(at);
                    array
                })
                .collect(),
            )),
            (Op::ConstArray, [elem]) => {
                let size = 1 << terms.array_widths(t).0;
                Table::Arrays(Rc::new(all.map(|at| vec![elem.bits(at); size]).collect()))
            }
            (Op::Ite, [cond, Table::Arrays(then), Table::Arrays(other)]) => Table::Arrays(Rc::new(
                all.map(|at| if cond.bits(at) == 1 { then[at].clone() } else { other[at].clone() }).collect(),
            )),
            (Op::Select, [array, index]) => {
                Table::Bits(Rc::new(all.map(|at| array.array(at)[index.bits(at) as usize]).collect()))
            }
            (Op::Eq, [Table::Arrays(a), Table::Arrays(b)]) => {
                Table::Bits(Rc::new(all.map(|at| u64::from(a[at] == b[at])).collect()))
            }
            _ => {
                let values = |at: usize| -> Vec<u64> { args.iter().map(|arg| arg.bits(at)).collect() };
                Table::Bits(Rc::new(all.map(|at| scalar(terms, t, &values(at))).collect()))
            }
        }
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed(width: u32, value: u64) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) == 1 { value - (1 << width) } else { value }
}

/// One operator on values of at most 64 bits, as SMT-LIB defines it.
fn scalar(terms: &Terms, t: TermId, args: &[u64]) -> u64 {
    let width = terms.width(t);
    let op = terms.op(t);
    if op == Op::Const {
        return terms.const_u64(t).unwrap();
    }
    let from = terms.width(*terms.args(t).last().unwrap());
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(0);
    let (sa, sb) = (signed(from, a), signed(from, b));
    let wrap = |value: i128| value as u64 & mask(width);
    let fits = |value: i128| signed(from, value as u64 & mask(from)) == value;
    match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Implies => (a ^ 1) | b,
        Op::Eq => u64::from(a == b),
        Op::Ite => {
            if a == 1 {
                b
            } else {
                args[2]
            }
        }
        Op::Add => wrap(sa + sb),
        Op::Sub => wrap(sa - sb),
        Op::Neg => wrap(-sa),
        Op::Mul => a.wrapping_mul(b) & mask(width),
        Op::Udiv => a.checked_div(b).unwrap_or(mask(width)),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::Sdiv if b == 0 => wrap(if sa < 0 { 1 } else { -1 }),
        Op::Sdiv => wrap(sa / sb),
        Op::Srem if b == 0 => a,
        Op::Srem => wrap(sa % sb),
        Op::Shl if b >= u64::from(width) => 0,
        Op::Shl => (a << b) & mask(width),
        Op::Lshr if b >= u64::from(width) => 0,
        Op::Lshr => a >> b,
        Op::Ashr => wrap(sa >> b.min(64)),
        Op::Concat => a << from | b,
        Op::Extract => a >> terms.extract_lo(t) & mask(width),
        Op::Zext => a,
        Op::Sext => wrap(sa),
        Op::Ult => u64::from(a < b),
        Op::Ule => u64::from(a <= b),
        Op::Slt => u64::from(sa < sb),
        Op::Sle => u64::from(sa <= sb),
        Op::Umulo => u64::from(u128::from(a) * u128::from(b) > u128::from(mask(from))),
        Op::Smulo => u64::from(!fits(sa * sb)),
        Op::Const | Op::Symbol | Op::Not | Op::ConstArray | Op::Select | Op::Store => unreachable!("{op:?}"),
    }
}

/// A term as a tree, for messages of failed tests.
pub(crate) fn show(terms: &Terms, t: TermId) -> String {
    let args: String = terms.args(t).iter().map(|&arg| format!(" {}", show(terms, arg))).collect();
    match terms.op(t) {
        Op::Const => format!("{:#x}:{}", terms.const_u64(t).unwrap_or(0), terms.width(t)),
        Op::Symbol => terms.symbol_name(terms.symbol_id(t).unwrap()).into(),
        Op::Extract => format!("(extract[{}+{}]{args})", terms.extract_lo(t), terms.width(t)),
        Op::Sext | Op::Zext => format!("({:?}:{}{args})", terms.op(t), terms.width(t)),
        op => format!("({op:?}{args})"),
    }
}
