//! A query as a list of steps, each an operation on the results of earlier ones, executed on sets of values.
//!
//! Terms that are results of float operations are steps by the note that `pm_term` keeps of them (`Terms::fp_origin`); their
//! circuits are not looked at. What has no step of its own can be anything.

use super::number::{Arithmetic, Format, Numbers, Rounding};
use super::range::Range;
use pm_term::fp::{FpFormat, FpOp};
use pm_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// More terms are too many to execute again and again.
const MAX_STEPS: usize = 20_000;

/// What a step can yield.
#[derive(Clone, Copy, Debug)]
pub(super) enum Set {
    Bits(Range),
    Floats(Format, Numbers),
}

type At = u32;

#[derive(Clone, Copy, Debug)]
enum Step {
    Known(Range),
    Input(usize),
    Any { width: u32 },
    Not { a: At, width: u32 },
    And { a: At, b: At, width: u32 },
    Xor { a: At, b: At, width: u32 },
    Equal { a: At, b: At },
    Choose { cond: At, a: At, b: At },
    Add { a: At, b: At, width: u32 },
    Mul { a: At, b: At, width: u32 },
    Divide { a: At, b: At, width: u32 },
    Remainder { a: At, b: At, width: u32 },
    ShiftLeft { a: At, b: At, width: u32 },
    ShiftRight { a: At, b: At },
    Below { a: At, b: At },
    SignedBelow { a: At, b: At, width: u32 },
    Concat { a: At, b: At, low: u32 },
    Extract { a: At, from: u32, width: u32 },
    Extend { a: At, from: u32, to: u32 },
    Float { op: FpOp, format: Format, a: At, b: At, from: u32, width: u32, complemented: bool },
}

/// An input and how it is used.
pub(super) struct Input {
    pub symbol: SymbolId,
    pub width: u32,
    /// It is an operand of float operations.
    pub format: Option<Format>,
}

pub(super) struct Program {
    steps: Vec<Step>,
    roots: Vec<At>,
    pub inputs: Vec<Input>,
    /// Float operations.
    pub floats: usize,
    values: Vec<Set>,
}

fn format_of(f: FpFormat) -> Option<Format> {
    match f {
        FpFormat::SINGLE => Some(Format::Single),
        FpFormat::DOUBLE => Some(Format::Double),
        _ => None,
    }
}

impl Set {
    fn range(self) -> Range {
        match self {
            Set::Bits(range) => range,
            Set::Floats(format, numbers) => {
                let (lo, hi) = format.range(numbers);
                Range::new(lo, hi)
            }
        }
    }

    fn numbers(self, format: Format) -> Numbers {
        match self {
            Set::Floats(f, numbers) if f == format => numbers,
            Set::Floats(..) | Set::Bits(_) => {
                let range = self.range();
                format.numbers(range.lo, range.hi)
            }
        }
    }

    fn hull(self, other: Set) -> Set {
        match (self, other) {
            (Set::Bits(a), Set::Bits(b)) => Set::Bits(a.hull(b)),
            (Set::Floats(f, a), b) => Set::Floats(f, a.hull(b.numbers(f))),
            (a, Set::Floats(f, b)) => Set::Floats(f, b.hull(a.numbers(f))),
        }
    }
}

/// Makes steps of terms, operands first.
struct Maker<'a> {
    terms: &'a Terms,
    program: Program,
    at: FxHashMap<TermId, At>,
}

impl Program {
    /// The steps of a conjunction; nothing if they are too many.
    pub(super) fn new(terms: &Terms, roots: &[TermId]) -> Option<Program> {
        let program =
            Program { steps: Vec::new(), roots: Vec::new(), inputs: Vec::new(), floats: 0, values: Vec::new() };
        let mut maker = Maker { terms, program, at: FxHashMap::default() };
        for &root in roots {
            let at = maker.make(root)?;
            maker.program.roots.push(at);
        }
        Some(maker.program)
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether all roots are true on all, or not all on any, of a box.
    pub(super) fn holds(&mut self, ranges: &[(u64, u64)], rounding: Rounding) -> Option<bool> {
        self.values.clear();
        for i in 0..self.steps.len() {
            let value = self.step(self.steps[i], ranges, rounding);
            self.values.push(value);
        }
        let mut known = Some(true);
        for &root in &self.roots {
            match self.bits(root).value() {
                Some(0) => return Some(false),
                Some(_) => {}
                None => known = None,
            }
        }
        known
    }

    fn bits(&self, at: At) -> Range {
        self.values[at as usize].range()
    }

    fn step(&self, step: Step, ranges: &[(u64, u64)], rounding: Rounding) -> Set {
        let bits = |at| self.bits(at);
        Set::Bits(match step {
            Step::Known(range) => range,
            Step::Input(i) => Range::new(ranges[i].0, ranges[i].1),
            Step::Any { width } => Range::full(width.min(64)),
            Step::Not { a, width } => bits(a).not(width),
            Step::And { a, b, width } => bits(a).and(bits(b), width),
            Step::Xor { a, b, width } => bits(a).xor(bits(b), width),
            Step::Equal { a, b } => Range::known(bits(a).equal(bits(b))),
            Step::Choose { cond, a, b } => {
                let (a, b) = (self.values[a as usize], self.values[b as usize]);
                return match bits(cond).value() {
                    Some(0) => b,
                    Some(_) => a,
                    None => a.hull(b),
                };
            }
            Step::Add { a, b, width } => bits(a).add(bits(b), width),
            Step::Mul { a, b, width } => bits(a).mul(bits(b), width),
            Step::Divide { a, b, width } => bits(a).divide(bits(b), width),
            Step::Remainder { a, b, width } => bits(a).remainder(bits(b), width),
            Step::ShiftLeft { a, b, width } => bits(a).shift_left(bits(b), width),
            Step::ShiftRight { a, b } => bits(a).shift_right(bits(b)),
            Step::Below { a, b } => Range::known(bits(a).below(bits(b))),
            Step::SignedBelow { a, b, width } => Range::known(bits(a).signed_below(bits(b), width)),
            Step::Concat { a, b, low } => bits(a).concat(bits(b), low),
            Step::Extract { a, from, width } => bits(a).extract(from, width),
            Step::Extend { a, from, to } => bits(a).extend(from, to),
            Step::Float { op, format, a, b, from, width, complemented } => {
                let result = self.float((op, Arithmetic { format, rounding }), (a, b), (from, width));
                if !complemented {
                    return result;
                }
                result.range().not(width)
            }
        })
    }

    fn float(&self, (op, arithmetic): (FpOp, Arithmetic), (a, b): (At, At), (from, width): (u32, u32)) -> Set {
        let format = arithmetic.format;
        let number = |at: At| self.values[at as usize].numbers(format);
        let truth = |known: Option<bool>| Set::Bits(Range::known(known));
        let x = || number(a);
        let result = match op {
            FpOp::Add => arithmetic.add(x(), number(b)),
            FpOp::Sub => arithmetic.sub(x(), number(b)),
            FpOp::Mul if a == b => arithmetic.square(x()),
            FpOp::Mul => arithmetic.mul(x(), number(b)),
            FpOp::Div => arithmetic.div(x(), number(b)),
            FpOp::Sqrt => arithmetic.sqrt(x()),
            FpOp::Neg => x().negated(),
            FpOp::Abs => x().magnitude(),
            FpOp::Eq if a == b => {
                let n = x();
                return truth(if n.is_none() { Some(false) } else { (!n.nan).then_some(true) });
            }
            FpOp::Eq => return truth(x().equal(number(b))),
            FpOp::Lt => return truth(x().less(number(b))),
            FpOp::Le => return truth(x().less_equal(number(b))),
            FpOp::EqOfNumbers => return truth(ordered(x(), number(b)).and_then(|(x, y)| x.equal(y))),
            FpOp::LtOfNumbers => return truth(ordered(x(), number(b)).and_then(|(x, y)| x.less(y))),
            FpOp::IsNan => {
                let n = x();
                return truth(if n.is_none() { Some(true) } else { (!n.nan).then_some(false) });
            }
            FpOp::IsInfinite => {
                let n = x();
                return truth((!n.is_unbounded() || n.is_none()).then_some(false));
            }
            FpOp::IsZero => return truth(x().equal(Numbers::between(0.0, 0.0))),
            FpOp::IsFinite => {
                let n = x();
                let is_finite = !n.nan && !n.is_unbounded() && !n.is_none();
                return truth(if n.is_none() { Some(false) } else { is_finite.then_some(true) });
            }
            FpOp::Convert(to) => {
                let Some(to) = format_of(to) else { return Set::Bits(Range::full(width)) };
                return Set::Floats(to, Arithmetic { format: to, ..arithmetic }.convert(x()));
            }
            FpOp::FromInt { signed: true } => {
                let (lo, hi) = self.bits(a).signed(from);
                arithmetic.integers(lo.into(), hi.into())
            }
            FpOp::FromInt { signed: false } => {
                let range = self.bits(a);
                arithmetic.integers(range.lo.into(), range.hi.into())
            }
            FpOp::ToInt { signed } => {
                let (least, most) = bounds(width, signed);
                let ints = x().truncated().filter(|(lo, hi)| *lo >= least && *hi <= most);
                return Set::Bits(ints.map_or(Range::full(width), |(lo, hi)| Range::of_ints(lo, hi, width)));
            }
            FpOp::Fits { width, signed } => {
                let (least, most) = bounds(width, signed);
                let ints = x().truncated();
                let fits = |(lo, hi): (i128, i128)| (lo >= least && hi <= most).then_some(true);
                return truth(ints.and_then(fits));
            }
        };
        Set::Floats(format, result)
    }
}

/// Both, if no NaN is among them.
fn ordered(a: Numbers, b: Numbers) -> Option<(Numbers, Numbers)> {
    (!a.nan && !b.nan).then_some((a, b))
}

/// The integers of a type of at most 64 bits.
fn bounds(width: u32, signed: bool) -> (i128, i128) {
    let span = 1i128 << width;
    if signed { (-(span / 2), span / 2 - 1) } else { (0, span - 1) }
}

impl Maker<'_> {
    /// The step of a term; operands first, without recursion.
    fn make(&mut self, root: TermId) -> Option<At> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.at.contains_key(&t) {
                stack.pop();
                continue;
            }
            if self.program.steps.len() > MAX_STEPS {
                return None;
            }
            let operands = self.operands(t);
            let missing = stack.len();
            stack.extend(operands.iter().filter(|o| !self.at.contains_key(o)));
            if stack.len() == missing {
                let step = self.step(t);
                self.at.insert(t, self.program.steps.len() as At);
                self.program.steps.push(step);
                stack.pop();
            }
        }
        self.at.get(&root).copied()
    }

    fn is_narrow(&self, t: TermId) -> bool {
        !self.terms.sort(t).is_array() && self.terms.width(t) <= 64
    }

    /// The float operation behind a term, if it is one that steps know.
    fn float_op(&self, t: TermId) -> Option<(FpOp, Format, [TermId; 2], bool)> {
        let origin = self.terms.fp_origin(t)?;
        let format = format_of(origin.format)?;
        let is_narrow = match origin.op {
            FpOp::Convert(to) => format_of(to).is_some(),
            FpOp::Fits { width, .. } => width <= 64,
            _ => true,
        };
        let is_narrow = is_narrow && self.is_narrow(t) && origin.args.iter().all(|a| self.is_narrow(*a));
        is_narrow.then_some((origin.op, format, origin.args, origin.complemented))
    }

    fn operands(&self, t: TermId) -> Vec<TermId> {
        if !self.is_narrow(t) {
            return Vec::new();
        }
        if let Some((_, _, args, _)) = self.float_op(t) {
            return args.to_vec();
        }
        let args = self.terms.args(t);
        if args.iter().all(|a| self.is_narrow(*a)) { args.to_vec() } else { Vec::new() }
    }

    fn step(&mut self, t: TermId) -> Step {
        let width = if self.terms.sort(t).is_array() { 64 } else { self.terms.width(t) };
        let any = Step::Any { width };
        if !self.is_narrow(t) {
            return any;
        }
        if let Some((op, format, [a, b], complemented)) = self.float_op(t) {
            self.program.floats += 1;
            let (x, y) = (self.at[&a], self.at[&b]);
            if !matches!(op, FpOp::FromInt { .. }) {
                self.note_float(x, format);
                self.note_float(y, format);
            }
            return Step::Float { op, format, a: x, b: y, from: self.terms.width(a), width, complemented };
        }
        if let Some(value) = self.terms.const_u64(t) {
            return Step::Known(Range::point(value));
        }
        if let Some(symbol) = self.terms.symbol_id(t) {
            self.program.inputs.push(Input { symbol, width, format: None });
            return Step::Input(self.program.inputs.len() - 1);
        }
        let args = self.terms.args(t);
        let at: Option<Vec<At>> = args.iter().map(|a| self.at.get(a).copied()).collect();
        let Some(at) = at.filter(|_| args.iter().all(|a| self.is_narrow(*a))) else { return any };
        let of = |i: usize| self.terms.width(args[i]);
        match self.terms.op(t) {
            Op::Not => Step::Not { a: at[0], width },
            Op::And => Step::And { a: at[0], b: at[1], width },
            Op::Xor => Step::Xor { a: at[0], b: at[1], width },
            Op::Eq => Step::Equal { a: at[0], b: at[1] },
            Op::Ite => Step::Choose { cond: at[0], a: at[1], b: at[2] },
            Op::Add => Step::Add { a: at[0], b: at[1], width },
            Op::Mul => Step::Mul { a: at[0], b: at[1], width },
            Op::Udiv => Step::Divide { a: at[0], b: at[1], width },
            Op::Urem => Step::Remainder { a: at[0], b: at[1], width },
            Op::Shl => Step::ShiftLeft { a: at[0], b: at[1], width },
            Op::Lshr => Step::ShiftRight { a: at[0], b: at[1] },
            Op::Ult => Step::Below { a: at[0], b: at[1] },
            Op::Slt => Step::SignedBelow { a: at[0], b: at[1], width: of(0) },
            Op::Concat => Step::Concat { a: at[0], b: at[1], low: of(1) },
            Op::Extract => Step::Extract { a: at[0], from: self.terms.extract_lo(t), width },
            Op::Sext => Step::Extend { a: at[0], from: of(0), to: width },
            Op::Const | Op::Symbol | Op::Or | Op::Implies | Op::Sub | Op::Neg | Op::Zext | Op::Ule | Op::Sle => any,
            Op::Sdiv | Op::Srem | Op::Ashr | Op::Umulo | Op::Smulo => any,
            Op::ConstArray | Op::Select | Op::Store => any,
        }
    }

    /// An input that a float operation takes.
    fn note_float(&mut self, at: At, format: Format) {
        if let Step::Input(i) = self.program.steps[at as usize] {
            self.program.inputs[i].format = Some(format);
        }
    }
}
