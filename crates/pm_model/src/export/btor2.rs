//! BTOR2: one line a node, `state`, `init`, `next` for the variables, `bad` for each goal.
//!
//! Complements are negative numbers. A constant array, which BTOR2 has only as an initial value, is a state that keeps it.

use super::{ExportError, Goal, word};
use crate::system::System;
use pm_term::{NodeSet, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

pub fn write_btor2(system: &System, goals: &[Goal], out: &mut dyn Write) -> Result<(), ExportError> {
    let mut w = Writer { terms: &system.terms, out, line: 0, sorts: FxHashMap::default(), nodes: FxHashMap::default() };
    // Initial values come before the states, as readers demand.
    let mut inits = Vec::new();
    for var in &system.vars {
        let init = match (w.terms.op(var.init), w.terms.args(var.init).first()) {
            (Op::ConstArray, Some(elem)) => *elem,
            _ => var.init,
        };
        inits.push(w.term(init)?);
    }
    for var in &system.vars {
        let sort = w.sort(w.terms.sort(var.now))?;
        let line = w.write(&format!("state {sort} {}", word(&var.name)))?;
        w.nodes.insert(var.now.node(), line);
    }
    for (i, input) in system.inputs.iter().enumerate() {
        let sort = w.sort(w.terms.sort(*input))?;
        let name = w.terms.symbol_id(*input).map_or_else(String::new, |s| word(w.terms.symbol_name(s)));
        let line = match w.terms.sort(*input) {
            // There are no inputs that are arrays; a state without `init` and `next` is one.
            Sort::Array { .. } => w.write(&format!("state {sort} {name}:{i}"))?,
            Sort::Bool | Sort::Bv(_) => w.write(&format!("input {sort} {name}:{i}"))?,
        };
        w.nodes.insert(input.node(), line);
    }
    for (var, init) in system.vars.iter().zip(inits) {
        let sort = w.sort(w.terms.sort(var.now))?;
        let state = w.nodes[&var.now.node()];
        w.write(&format!("init {sort} {state} {init}"))?;
    }
    for var in &system.vars {
        let sort = w.sort(w.terms.sort(var.now))?;
        let next = w.term(var.next)?;
        let state = w.nodes[&var.now.node()];
        w.write(&format!("next {sort} {state} {next}"))?;
    }
    for goal in goals {
        let cond = w.term(goal.cond)?;
        w.write(&format!("bad {cond} {}", word(&goal.name)))?;
    }
    Ok(())
}

struct Writer<'a> {
    terms: &'a Terms,
    out: &'a mut dyn Write,
    line: i64,
    sorts: FxHashMap<String, i64>,
    /// By node of the term.
    nodes: FxHashMap<usize, i64>,
}

impl Writer<'_> {
    fn write(&mut self, text: &str) -> io::Result<i64> {
        self.line += 1;
        writeln!(self.out, "{} {text}", self.line)?;
        Ok(self.line)
    }

    fn named_sort(&mut self, text: String) -> io::Result<i64> {
        if let Some(line) = self.sorts.get(&text) {
            return Ok(*line);
        }
        let line = self.write(&format!("sort {text}"))?;
        self.sorts.insert(text, line);
        Ok(line)
    }

    fn sort(&mut self, sort: Sort) -> io::Result<i64> {
        match sort {
            Sort::Bool => self.named_sort("bitvec 1".into()),
            Sort::Bv(width) => self.named_sort(format!("bitvec {width}")),
            Sort::Array { index, elem } => {
                let (i, e) = (self.sort(Sort::Bv(index))?, self.sort(Sort::Bv(elem))?);
                self.named_sort(format!("array {i} {e}"))
            }
        }
    }

    /// The number of a term, whose nodes are written where they are new.
    fn term(&mut self, t: TermId) -> Result<i64, ExportError> {
        let mut seen = NodeSet::default();
        let mut cone = Vec::new();
        if !self.nodes.contains_key(&t.node()) {
            self.terms.visit(&[t.regular()], &mut seen, |t| cone.push(t));
        }
        for node in cone {
            if !self.nodes.contains_key(&node.node()) {
                let line = self.node(node)?;
                self.nodes.insert(node.node(), line);
            }
        }
        Ok(self.reference(t))
    }

    fn reference(&self, t: TermId) -> i64 {
        let line = self.nodes[&t.node()];
        if t.is_complemented() { -line } else { line }
    }

    /// A regular term whose arguments are written.
    fn node(&mut self, t: TermId) -> Result<i64, ExportError> {
        let terms = self.terms;
        let sort = self.sort(terms.sort(t))?;
        let args = terms.args(t);
        let refs: String = match terms.op(t) {
            Op::Const | Op::Symbol => String::new(),
            _ => args.iter().map(|a| format!(" {}", self.reference(*a))).collect(),
        };
        let simple = |name: &str| format!("{name} {sort}{refs}");
        let text = match terms.op(t) {
            Op::Const => {
                let bits = terms.const_bits(t).map_or_else(|| "0".into(), |b| b.to_binary());
                let bits = terms.const_bool(t).map_or(bits, |b| u8::from(b).to_string());
                format!("const {sort} {bits}")
            }
            // Symbols that are neither variables nor listed inputs do not occur; they would be free.
            Op::Symbol if terms.sort(t).is_array() => format!("state {sort}"),
            Op::Symbol => format!("input {sort}"),
            Op::Not => simple("not"),
            Op::And => simple("and"),
            Op::Or => simple("or"),
            Op::Xor => simple("xor"),
            Op::Implies => simple("implies"),
            Op::Eq => simple("eq"),
            Op::Ite => simple("ite"),
            Op::Add => simple("add"),
            Op::Sub => simple("sub"),
            Op::Neg => simple("neg"),
            Op::Mul => simple("mul"),
            Op::Udiv => simple("udiv"),
            Op::Urem => simple("urem"),
            Op::Sdiv => simple("sdiv"),
            Op::Srem => simple("srem"),
            Op::Shl => simple("sll"),
            Op::Lshr => simple("srl"),
            Op::Ashr => simple("sra"),
            Op::Concat => simple("concat"),
            Op::Extract => {
                let lo = terms.extract_lo(t);
                format!("slice {sort}{refs} {} {lo}", lo + terms.width(t) - 1)
            }
            Op::Zext => format!("uext {sort}{refs} {}", terms.width(t) - terms.width(args[0])),
            Op::Sext => format!("sext {sort}{refs} {}", terms.width(t) - terms.width(args[0])),
            Op::Ult => simple("ult"),
            Op::Ule => simple("ulte"),
            Op::Slt => simple("slt"),
            Op::Sle => simple("slte"),
            Op::Umulo => simple("umulo"),
            Op::Smulo => simple("smulo"),
            Op::Select => simple("read"),
            Op::Store => simple("write"),
            Op::ConstArray if !terms.is_const(args[0]) => {
                return Err(ExportError::Unfit("an array with one symbolic element everywhere".into()));
            }
            Op::ConstArray => {
                let state = self.write(&format!("state {sort}"))?;
                self.write(&format!("init {sort} {state}{refs}"))?;
                self.write(&format!("next {sort} {state} {state}"))?;
                return Ok(state);
            }
        };
        Ok(self.write(&text)?)
    }
}
