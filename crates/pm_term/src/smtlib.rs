//! Terms as SMT-LIB 2 text, over bit-vectors (logic QF_ABV) or over integers (`integers.rs`).
//!
//! Shared nodes become `define-fun`s without parameters, named `$` and their node number, in dependency order; nodes that
//! are used once are written in place, to a bounded depth, so that neither writer nor reader recurses deeply. A printer
//! remembers what it has declared and defined: for an incremental solver, each batch holds only what is new.

mod integers;

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{SymbolId, TermId, Terms};
use crate::walk::NodeSet;
use integers::Integers;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Nodes nested deeper than this are defined even if they are used once.
const MAX_NESTING: u8 = 8;

/// What a bit-vector is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// A bit-vector.
    #[default]
    Bits,
    /// A mathematical integer, with its range and where it wraps around.
    Integers,
}

/// What a logic must have for all that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theories {
    pub arrays: bool,
    /// Products and quotients of two integers that are no constants.
    pub nonlinear: bool,
}

#[derive(Default)]
pub struct SmtPrinter {
    symbols: FxHashMap<SymbolId, String>,
    names: FxHashSet<String>,
    /// Nodes that have a `define-fun`.
    defined: NodeSet,
    theories: Theories,
    /// Where bit-vectors are written as integers.
    integers: Option<Integers>,
}

/// How the nodes of one batch are written.
#[derive(Default)]
struct Batch {
    uses: FxHashMap<usize, u32>,
    nesting: FxHashMap<usize, u8>,
}

impl SmtPrinter {
    pub fn new() -> SmtPrinter {
        SmtPrinter::default()
    }

    pub fn of(encoding: Encoding) -> SmtPrinter {
        let integers = (encoding == Encoding::Integers).then(Integers::default);
        SmtPrinter { integers, ..SmtPrinter::default() }
    }

    /// What was needed so far.
    pub fn theories(&self) -> Theories {
        self.theories
    }

    /// Declarations and definitions that the roots need and that were not written yet; of integers also assertions, of the
    /// values that there are.
    pub fn prepare(&mut self, terms: &Terms, roots: &[TermId], out: &mut String) {
        // Roots are named, whatever else uses them.
        self.prepare_for(terms, roots, 2, out);
    }

    /// The same, for who writes each root once: those that nobody else uses are written in place.
    pub fn share(&mut self, terms: &Terms, roots: &[TermId], out: &mut String) {
        self.prepare_for(terms, roots, 1, out);
    }

    fn prepare_for(&mut self, terms: &Terms, roots: &[TermId], uses: u32, out: &mut String) {
        let mut seen = self.defined.clone();
        let mut nodes = Vec::new();
        terms.visit(roots, &mut seen, |t| nodes.push(t));
        let mut batch = Batch::default();
        let args = nodes.iter().flat_map(|&t| terms.args(t).to_vec());
        args.for_each(|arg| *batch.uses.entry(arg.node()).or_default() += 1);
        roots.iter().for_each(|root| *batch.uses.entry(root.node()).or_default() += uses);
        if let Some(integers) = &mut self.integers {
            integers.choose_signs(terms, &nodes);
        }
        for t in nodes {
            self.prepare_node(terms, &mut batch, t, out);
        }
    }

    fn prepare_node(&mut self, terms: &Terms, batch: &mut Batch, t: TermId, out: &mut String) {
        self.theories.arrays |= terms.sort(t).is_array();
        let has_range = self.integers.as_mut().is_some_and(|integers| integers.enter(terms, t));
        self.theories.nonlinear |= self.integers.is_some() && integers::is_nonlinear(terms, t);
        match terms.op(t) {
            Op::Const => {}
            Op::Symbol => self.declare(terms, t, out),
            _ => {
                let args = terms.args(t);
                let depth = args.iter().map(|arg| batch.nesting.get(&arg.node()).copied().unwrap_or(0)).max();
                let depth = depth.unwrap_or(0) + 1;
                if batch.uses[&t.node()] > 1 || depth >= MAX_NESTING || has_range {
                    let (sort, text) = (self.sort(terms.sort(t)), self.body(terms, t));
                    let _ = writeln!(out, "(define-fun ${} () {sort} {text})", t.node());
                    self.defined.insert(t);
                    if has_range {
                        self.write_range(terms, t, out);
                    }
                } else {
                    batch.nesting.insert(t.node(), depth);
                }
            }
        }
    }

    fn declare(&mut self, terms: &Terms, t: TermId, out: &mut String) {
        let Some(symbol) = terms.symbol_id(t) else { return };
        if self.symbols.contains_key(&symbol) {
            return;
        }
        let clean: String = terms.symbol_name(symbol).replace(['|', '\\'], "_");
        let mut name = format!("|{clean}|");
        let mut copy = 1;
        while !self.names.insert(name.clone()) {
            copy += 1;
            name = format!("|{clean}#{copy}|");
        }
        let _ = writeln!(out, "(declare-const {name} {})", self.sort(terms.sort(t)));
        self.symbols.insert(symbol, name);
        if self.integers.is_some() && matches!(terms.sort(t), Sort::Bv(_)) {
            self.write_range(terms, t, out);
        }
    }

    fn sort(&self, sort: Sort) -> String {
        match &self.integers {
            None => sort_text(sort),
            Some(_) => integers::sort_text(sort).into(),
        }
    }

    /// Names an input without declaring it. Terms over named inputs are written in place, without definitions.
    pub fn name(&mut self, symbol: SymbolId, name: &str) {
        let clean: String = name.replace(['|', '\\'], "_");
        self.symbols.insert(symbol, format!("|{clean}|"));
    }

    /// The name of a declared input.
    pub fn symbol_text(&self, symbol: SymbolId) -> Option<&str> {
        self.symbols.get(&symbol).map(String::as_str)
    }

    /// The text of a term that is below a prepared root.
    pub fn text(&self, terms: &Terms, t: TermId) -> String {
        if t.is_complemented() {
            return match &self.integers {
                None => self.complement(terms, t.regular()),
                Some(integers) => self.integer_complement(integers, terms, t.regular()),
            };
        }
        match terms.op(t) {
            Op::Const if self.integers.is_none() || terms.is_bool(t) => const_text(terms, t),
            Op::Const => self.integer_const(terms, t),
            Op::Symbol => terms.symbol_id(t).and_then(|symbol| self.symbol_text(symbol)).unwrap_or("?").into(),
            _ if self.defined.contains(t) => format!("${}", t.node()),
            _ => self.body(terms, t),
        }
    }

    /// The complement of a regular term, where possible as the operator that was meant.
    fn complement(&self, terms: &Terms, t: TermId) -> String {
        if !self.defined.contains(t) {
            let args = terms.args(t);
            let arg = |at: usize| self.text(terms, args[at]);
            let flipped = |at: usize| self.text(terms, args[at].flip());
            let derived = match terms.op(t) {
                Op::And if args[0].is_complemented() && args[1].is_complemented() => {
                    let name = if terms.is_bool(t) { "or" } else { "bvor" };
                    Some(format!("({name} {} {})", flipped(0), flipped(1)))
                }
                Op::Add if args[0].is_complemented() => Some(format!("(bvsub {} {})", flipped(0), arg(1))),
                Op::Add if args[1].is_complemented() => Some(format!("(bvsub {} {})", flipped(1), arg(0))),
                Op::Ult => Some(format!("(bvuge {} {})", arg(0), arg(1))),
                Op::Slt => Some(format!("(bvsge {} {})", arg(0), arg(1))),
                _ => None,
            };
            if let Some(text) = derived {
                return text;
            }
        }
        let name = if terms.is_bool(t) { "not" } else { "bvnot" };
        format!("({name} {})", self.text(terms, t))
    }

    /// A regular term as operator and arguments.
    fn body(&self, terms: &Terms, t: TermId) -> String {
        match &self.integers {
            None => self.bits_body(terms, t),
            Some(integers) => self.integer_body(integers, terms, t),
        }
    }

    fn bits_body(&self, terms: &Terms, t: TermId) -> String {
        let args = terms.args(t);
        let arg = |at: usize| self.text(terms, args[at]);
        let width = || terms.width(t);
        match terms.op(t) {
            Op::Const | Op::Symbol | Op::Not => self.text(terms, t),
            Op::Extract => {
                let lo = terms.extract_lo(t);
                format!("((_ extract {} {lo}) {})", lo + width() - 1, arg(0))
            }
            op @ (Op::Zext | Op::Sext) => {
                format!("((_ {} {}) {})", op.info().symbol, width() - terms.width(args[0]), arg(0))
            }
            Op::ConstArray => format!("((as const {}) {})", sort_text(terms.sort(t)), arg(0)),
            Op::Umulo => product_text(terms.width(args[0]), "zero_extend", &arg(0), &arg(1)),
            Op::Smulo => product_text(terms.width(args[0]), "sign_extend", &arg(0), &arg(1)),
            op => {
                let name = match op {
                    Op::And if terms.is_bool(t) => "and",
                    Op::Or if terms.is_bool(t) => "or",
                    Op::Xor if terms.is_bool(t) => "xor",
                    _ => op.info().symbol,
                };
                let args: String = args.iter().map(|&arg| format!(" {}", self.text(terms, arg))).collect();
                format!("({name}{args})")
            }
        }
    }
}

impl Terms {
    /// A complete script: logic, declarations, definitions, assertions, `check-sat`.
    pub fn to_smtlib(&self, assertions: &[TermId]) -> String {
        let mut out = String::from("(set-logic QF_ABV)\n");
        let mut printer = SmtPrinter::new();
        printer.prepare(self, assertions, &mut out);
        for &assertion in assertions {
            let _ = writeln!(out, "(assert {})", printer.text(self, assertion));
        }
        out.push_str("(check-sat)\n");
        out
    }
}

/// A sort as SMT-LIB writes it.
pub fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, elem } => format!("(Array (_ BitVec {index}) (_ BitVec {elem}))"),
    }
}

fn const_text(terms: &Terms, t: TermId) -> String {
    match terms.const_bool(t) {
        Some(value) => value.to_string(),
        None => terms.const_bits(t).map(|value| format!("#b{}", value.to_binary())).unwrap_or_default(),
    }
}

/// A product does not fit: the product of the extended operands is not the extension of its low half.
fn product_text(width: u32, extend: &str, a: &str, b: &str) -> String {
    let extended = |text: &str| format!("((_ {extend} {width}) {text})");
    let low = format!("(bvmul {a} {b})");
    format!("(distinct (bvmul {} {}) {})", extended(a), extended(b), extended(&low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_nodes_are_defined_once() {
        let mut t = Terms::new();
        let (x, y) = (t.symbol("x", Sort::Bv(8)), t.symbol("y", Sort::Bv(8)));
        let sum = t.add(x, y);
        let product = t.mul(sum, sum);
        let equal = t.eq(product, x);
        let script = t.to_smtlib(&[equal]);
        let expected = "(set-logic QF_ABV)\n\
            (declare-const |x| (_ BitVec 8))\n\
            (declare-const |y| (_ BitVec 8))\n\
            (define-fun $4 () (_ BitVec 8) (bvadd |x| |y|))\n\
            (define-fun $6 () Bool (= |x| (bvmul $4 $4)))\n\
            (assert $6)\n(check-sat)\n";
        assert_eq!(script, expected);
    }

    #[test]
    fn a_printer_writes_only_what_is_new() {
        let mut t = Terms::new();
        let (x, p) = (t.symbol("x", Sort::Bv(3)), t.symbol("p|q", Sort::Bool));
        let one = t.one(3);
        let next = t.sub(x, one);
        let low = t.ult(next, x);
        let mut printer = SmtPrinter::new();
        let mut out = String::new();
        printer.prepare(&t, &[low], &mut out);
        out.clear();
        let both = t.and(low, p);
        printer.prepare(&t, &[both], &mut out);
        assert!(out.starts_with("(declare-const |p_q| Bool)\n(define-fun $"), "{out}");
        assert_eq!(out.lines().count(), 2, "{out}");
    }
}
