//! Decides terms by a SAT solver: terms become gates, gates become clauses.
//!
//! Terms are encoded when a query first reaches them and never again; learnt clauses stay.

use crate::aig::{Bit, NodeId};
use crate::approximate;
use crate::blackbox::{Function, Precision};
use crate::blast::Blaster;
use crate::circuit;
use crate::cnf::Cnf;
use crate::model::{Model, ReadConflict, Reader};
use crate::sat::{Limit, Limits, Lit, Sat, SatResult};
use crate::solver::{Activation, Answer, Options, Stats, TermSolver};
use pm_term::{Op, TermId, Terms, Value};
use std::rc::Rc;

/// Wrong values of a lazy read before it is encoded write by write.
const PATIENCE: u32 = 3;

pub struct BitSolver {
    blaster: Blaster,
    cnf: Cnf,
    sat: Box<dyn Sat>,
    /// By number of activation.
    activations: Vec<Lit>,
    limits: Limits,
    model: Option<Model>,
    failed: Vec<TermId>,
    failed_activations: Vec<Activation>,
    stats: Stats,
    /// The limit that kept an assertion from being encoded: from then on `Sat` means nothing.
    incomplete: Option<Limit>,
}

impl BitSolver {
    pub fn new(options: &Options) -> Self {
        let mut cnf = Cnf::new(options.cnf);
        if options.keep_clauses {
            cnf.keep_clauses();
        }
        let light = if options.light { options.backend.light() } else { &[] };
        let settings: Vec<(&str, i32)> = options.settings.iter().chain(light).copied().collect();
        BitSolver {
            blaster: Blaster::new(options.blast),
            cnf,
            sat: options.backend.create_with(&settings),
            activations: Vec::new(),
            limits: Limits::default(),
            model: None,
            failed: Vec::new(),
            failed_activations: Vec::new(),
            stats: Stats::default(),
            incomplete: None,
        }
    }

    /// The literal that switches what is asserted under an activation on.
    fn switch(&mut self, activation: Activation) -> Lit {
        while self.activations.len() <= activation.number() {
            self.activations.push(self.sat.new_var());
        }
        self.activations[activation.number()]
    }

    fn value_in(&mut self, terms: &Terms, model: &mut Model, t: TermId) -> Option<Value> {
        if terms.sort(t).is_array() {
            self.blaster.contents(terms, t).ok()?;
            let mut reader = self.reader(terms);
            model.complete(&mut reader);
            return Some(Value::Array(Rc::new(model.array(&mut reader, t))));
        }
        let bits = self.blaster.bits(terms, t).ok()?;
        let mut reader = self.reader(terms);
        model.complete(&mut reader);
        Some(Value::Bits(model.bits(&mut reader, &bits)))
    }

    fn reader<'a>(&'a mut self, terms: &'a Terms) -> Reader<'a> {
        Reader { terms, blaster: &self.blaster, cnf: &self.cnf, sat: &mut *self.sat }
    }

    /// Asks, and sharpens boxes until the answer does not depend on what they leave open.
    fn solve(&mut self, terms: &Terms, lits: &[Lit]) -> Answer {
        loop {
            if let Some(limit) = self.limits.exceeded() {
                return Answer::Unknown(limit);
            }
            self.sharpen_reached();
            match self.solve_small_first(lits) {
                SatResult::Unsat => return Answer::Unsat,
                SatResult::Unknown(limit) => return Answer::Unknown(limit),
                SatResult::Sat => {}
            }
            let mut model = Model::default();
            let wrong = model.complete(&mut self.reader(terms));
            if wrong.is_empty() {
                return self.accept(model);
            }
            if let Err(limit) = self.correct(terms, &mut model, &wrong) {
                return Answer::Unknown(limit);
            }
        }
    }

    /// First with operands of few bits where products are approximated; if that is what fails, without.
    fn solve_small_first(&mut self, lits: &[Lit]) -> SatResult {
        let small = approximate::activations(&self.blaster);
        if small.is_empty() {
            return self.sat.solve(lits, &self.limits);
        }
        let all: Vec<Lit> = lits.iter().copied().chain(small.iter().map(|(_, lit)| *lit)).collect();
        let result = self.sat.solve(&all, &self.limits);
        if result == SatResult::Unsat && small.iter().any(|(_, lit)| self.sat.failed(*lit)) {
            return self.sat.solve(lits, &self.limits);
        }
        result
    }

    fn accept(&mut self, model: Model) -> Answer {
        let reached = |node: &NodeId| self.cnf.lit_of_node(*node).is_some();
        if self.blaster.unsupported.iter().any(reached) {
            return Answer::Unknown(Limit::Unsupported);
        }
        if let Some(limit) = self.incomplete {
            return Answer::Unknown(limit);
        }
        self.model = Some(model);
        Answer::Sat
    }

    /// Excludes the wrong values of a model.
    fn correct(&mut self, terms: &Terms, model: &mut Model, wrong: &[usize]) -> Result<(), Limit> {
        let mut conflicts = Vec::new();
        for &id in wrong {
            if matches!(self.blaster.boxes[id].function, Function::Read { .. }) {
                conflicts.push((id, model.explain_read(&mut self.reader(terms), id)));
            } else {
                approximate::sharpen(&mut self.blaster, &mut self.cnf, &mut *self.sat, id);
                self.stats.arithmetic_steps += 1;
            }
        }
        for (id, conflict) in conflicts {
            if conflict.is_below_writes() {
                self.blaster.boxes[id].conflicts += 1;
            }
            if self.blaster.boxes[id].conflicts > PATIENCE && conflict.is_below_writes() {
                self.expand_read(terms, id)?;
            } else {
                self.add_lemma(terms, &conflict);
            }
        }
        Ok(())
    }

    fn add_lemma(&mut self, terms: &Terms, conflict: &ReadConflict) {
        let lemma = conflict.lemma(terms, &mut self.blaster);
        let aig = &self.blaster.aig;
        let lits: Vec<Lit> = lemma
            .into_iter()
            .filter(|&bit| bit != Bit::FALSE)
            .map(|bit| self.cnf.implying(aig, &mut *self.sat, bit))
            .collect();
        self.cnf.emit(&mut *self.sat, lits);
        self.stats.array_lemmas += 1;
    }

    /// Encodes a lazy read that is wrong again and again down to some depth, twice as deep each time, so that the number of
    /// models that are tried stays logarithmic in the number of writes.
    fn expand_read(&mut self, terms: &Terms, id: usize) -> Result<(), Limit> {
        let conflicts = self.blaster.boxes[id].conflicts;
        let mut next = Some(id);
        for _ in 0..1u64 << conflicts.min(32) {
            let Some(id) = next.filter(|&id| self.blaster.boxes[id].precision == Precision::None) else { break };
            let (value, below) = self.blaster.expand_read(terms, id)?;
            let same = circuit::equal(&mut self.blaster.aig, &value, &self.blaster.boxes[id].outputs);
            self.cnf.assert(&self.blaster.aig, &mut *self.sat, same);
            self.stats.array_lemmas += 1;
            self.blaster.boxes[id].precision = Precision::Exact;
            next = below.filter(|&below| self.is_lazy_read(terms, below));
            if let Some(below) = next {
                self.blaster.boxes[below].conflicts = self.blaster.boxes[below].conflicts.max(conflicts);
            }
        }
        Ok(())
    }

    /// Whether a box is a read of an array with writes or choices.
    fn is_lazy_read(&self, terms: &Terms, id: usize) -> bool {
        let Function::Read { array, .. } = &self.blaster.boxes[id].function else { return false };
        matches!(terms.op(*array), Op::Store | Op::Ite)
    }

    /// Gives products and divisions that a query reached for the first time their first step of precision.
    fn sharpen_reached(&mut self) {
        loop {
            let new = self.cnf.take_new_inputs();
            if new.is_empty() {
                return;
            }
            for node in new {
                let Some(id) = self.blaster.box_of(node) else { continue };
                if self.blaster.boxes[id].precision == Precision::None {
                    approximate::sharpen(&mut self.blaster, &mut self.cnf, &mut *self.sat, id);
                }
            }
        }
    }
}

impl TermSolver for BitSolver {
    fn set_limits(&mut self, limits: Limits) {
        self.blaster.limits = limits.clone();
        self.limits = limits;
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn assert(&mut self, terms: &Terms, t: TermId) {
        self.model = None;
        match self.blaster.bit(terms, t) {
            Ok(bit) => self.cnf.assert(&self.blaster.aig, &mut *self.sat, bit),
            Err(limit) => self.incomplete = Some(limit),
        }
    }

    fn new_activation(&mut self) -> Activation {
        self.model = None;
        self.activations.push(self.sat.new_var());
        Activation::new(self.activations.len() - 1)
    }

    fn assert_if(&mut self, terms: &Terms, activation: Activation, t: TermId) {
        self.model = None;
        let on = self.switch(activation);
        match self.blaster.bit(terms, t) {
            Ok(bit) => self.cnf.assert_if(&self.blaster.aig, &mut *self.sat, on, bit),
            Err(limit) => self.incomplete = Some(limit),
        }
    }

    fn check_with(&mut self, terms: &Terms, assumptions: &[TermId], activations: &[Activation]) -> Answer {
        self.stats.checks += 1;
        self.model = None;
        self.failed.clear();
        self.failed_activations.clear();
        let switches: Vec<Lit> = activations.iter().map(|a| self.switch(*a)).collect();
        let mut lits = switches.clone();
        let mut assumed: Vec<(TermId, Lit)> = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            match self.blaster.bit(terms, t) {
                Err(limit) => return Answer::Unknown(limit),
                Ok(Bit::TRUE) => {}
                Ok(Bit::FALSE) => {
                    self.failed.push(t);
                    return Answer::Unsat;
                }
                Ok(bit) => {
                    let lit = self.cnf.implying(&self.blaster.aig, &mut *self.sat, bit);
                    assumed.push((t, lit));
                    lits.push(lit);
                }
            }
        }
        let answer = self.solve(terms, &lits);
        if answer == Answer::Unsat {
            let sat = &mut *self.sat;
            self.failed.extend(assumed.iter().filter(|(_, lit)| sat.failed(*lit)).map(|(t, _)| *t));
            let failed = activations.iter().zip(switches).filter(|(_, lit)| sat.failed(*lit));
            self.failed_activations.extend(failed.map(|(a, _)| *a));
        }
        answer
    }

    fn keep_proof(&mut self, what: &str) {
        self.sat.keep_proof(what);
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }

    fn failed_activations(&self) -> &[Activation] {
        &self.failed_activations
    }

    fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        let mut model = self.model.take()?;
        let value = self.value_in(terms, &mut model, t);
        self.model = Some(model);
        value
    }

    fn stats(&self) -> Stats {
        Stats { gates: self.blaster.aig.len() as u64, sat: self.sat.stats(), ..self.stats }
    }

    /// Only what was added since the solver was made with `keep_clauses` is there. Lazy reads and approximated products are as
    /// precise as the queries so far made them.
    fn write_dimacs(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        out: &mut dyn std::io::Write,
    ) -> std::io::Result<()> {
        self.model = None;
        let mut units: Vec<Lit> = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            let bit = self.blaster.bit(terms, t).map_err(|limit| std::io::Error::other(limit.to_string()))?;
            units.push(self.cnf.implying(&self.blaster.aig, &mut *self.sat, bit));
        }
        let clauses = self.cnf.clauses();
        writeln!(out, "p cnf {} {}", self.sat.stats().vars, clauses.len() + units.len())?;
        for clause in clauses.iter().map(Vec::as_slice).chain(units.iter().map(std::slice::from_ref)) {
            for lit in clause {
                write!(out, "{} ", lit.to_dimacs())?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }
}
