//! What an abstract state says: values of quantities, each one of a few or any other.
//!
//! Quantities of the state are the control variables, and sums that the program compares with constants (`token == local + 4` asks
//! for `token - local`) together with the sums that these are after a step. Other sums that are compared, of inputs or of
//! variables nobody follows, are observed only within a step, so that not two different values are assumed of them.

use super::cases::Cases;
use crate::control;
use crate::intervals::Analysis;
use pm_model::System;
use pm_model::form::Form;
use pm_solve::Limits;
use pm_term::domain::mask;
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values that are told apart, of control variables.
const CONTROL_VALUES: usize = 120;
/// Values that are told apart, of others.
const VALUES: usize = 31;
/// Values that are told apart within a step.
const OBSERVED_VALUES: usize = 15;
/// Quantities of the state beside control variables.
const SUMS: usize = 16;
/// Variables in a sum.
const PARTS: usize = 2;

#[derive(Clone, Debug)]
pub struct Quantity {
    /// Normalised, or a Bool as a number of one bit.
    pub form: Form,
    pub values: Vec<u64>,
    /// There are other values.
    pub is_open: bool,
    /// Part of the state.
    pub is_state: bool,
    /// The variables in it, where it is part of the state.
    pub vars: Vec<usize>,
}

impl Quantity {
    /// Codes are the places of the values, then the one for all others.
    pub fn codes(&self) -> usize {
        self.values.len() + usize::from(self.is_open)
    }

    pub fn bits(&self) -> u32 {
        usize::BITS - self.codes().saturating_sub(1).leading_zeros()
    }

    pub fn code(&self, value: u64) -> Option<usize> {
        self.values.iter().position(|v| *v == value)
    }

    /// The code of all other values.
    pub fn other(&self) -> Option<usize> {
        self.is_open.then_some(self.values.len())
    }
}

#[derive(Default)]
pub struct Quantities {
    pub all: Vec<Quantity>,
    pub by_form: FxHashMap<Form, usize>,
}

impl Quantities {
    pub fn find(system: &mut System, analysis: &Analysis, limits: &Limits) -> Option<Quantities> {
        let mut quantities = Quantities::default();
        for v in control::control_variables(system) {
            quantities.add_control(system, v);
        }
        if quantities.all.is_empty() {
            return None;
        }
        quantities.close_control(system);
        let compared = Compared::collect(system, analysis, &quantities, limits)?;
        quantities.add_sums(system, analysis, &compared, limits)?;
        for (form, values) in compared.all {
            if !quantities.by_form.contains_key(&form) && values.len() <= OBSERVED_VALUES {
                let vars = Vec::new();
                quantities.add(Quantity { form, values, is_open: true, is_state: false, vars });
            }
        }
        Some(quantities)
    }

    pub fn get(&self, form: &Form) -> Option<usize> {
        self.by_form.get(form).copied()
    }

    fn add(&mut self, quantity: Quantity) -> usize {
        let index = self.all.len();
        self.by_form.insert(quantity.form.clone(), index);
        self.all.push(quantity);
        index
    }

    fn add_control(&mut self, system: &System, v: usize) {
        let now = system.vars[v].now;
        let (width, values) = match system.terms.sort(now) {
            Sort::Bool => (1, vec![0, 1]),
            Sort::Bv(width) => (width, Vec::new()),
            Sort::Array { .. } => return,
        };
        self.add(Quantity { form: Form::of(width, now), values, is_open: false, is_state: true, vars: vec![v] });
    }

    /// The values that control variables are assigned, through copies, too.
    fn close_control(&mut self, system: &System) {
        let sources: Vec<Sources> = self.all.iter().map(|q| Sources::of(system, q.vars[0], self)).collect();
        let mut work: Vec<(usize, u64)> = Vec::new();
        for (q, s) in sources.iter().enumerate() {
            work.extend(s.constants.iter().map(|c| (q, *c)));
        }
        while let Some((q, value)) = work.pop() {
            let quantity = &mut self.all[q];
            if quantity.is_open || quantity.values.contains(&value) {
                continue;
            }
            if quantity.values.len() >= CONTROL_VALUES {
                quantity.is_open = true;
                work.extend(
                    sources.iter().enumerate().filter(|(_, s)| s.copies.contains(&q)).map(|(to, _)| (to, value)),
                );
                continue;
            }
            quantity.values.push(value);
            work.extend(sources.iter().enumerate().filter(|(_, s)| s.copies.contains(&q)).map(|(to, _)| (to, value)));
        }
        let open: FxHashSet<usize> = (0..self.all.len()).filter(|q| self.all[*q].is_open).collect();
        if !open.is_empty() {
            // Who copies from an open one is open; rare enough not to be told apart.
            self.all.iter_mut().filter(|q| q.form.width > 1).for_each(|q| q.is_open = true);
        }
        self.all.iter_mut().for_each(|q| q.values.sort_unstable());
    }

    /// Sums that are compared, as long as all that they become is known.
    fn add_sums(
        &mut self,
        system: &mut System,
        analysis: &Analysis,
        compared: &Compared,
        limits: &Limits,
    ) -> Option<()> {
        let vars = system.vars.iter().enumerate().skip(System::PC + 1);
        let var_of: FxHashMap<TermId, usize> = vars.map(|(i, v)| (v.now, i)).collect();
        let mut sums = Sums { var_of, list: Vec::new(), by_form: FxHashMap::default() };
        for (form, values) in compared.all.iter().filter(|(f, _)| compared.bad.contains(f)) {
            sums.add(self, form, values);
        }
        let locations = system.locations.len();
        let mut cases = Cases::blind(&mut system.terms, self);
        let mut next = 0;
        while next < sums.list.len() {
            for location in (0..locations).filter(|l| *l as u32 != System::END) {
                sums.follow(&mut cases, analysis.next(location), next);
                if limits.exceeded().is_some() {
                    return None;
                }
            }
            next += 1;
        }
        sums.close();
        for sum in sums.list {
            let Sum { form, values, vars, .. } = sum;
            // A number that counts on and on tells nothing.
            if vars.len() > 1 || values.len() < VALUES {
                self.add(Quantity { form, values, is_open: true, is_state: true, vars });
            }
        }
        Some(())
    }
}

/// Where a control variable's values come from.
struct Sources {
    constants: Vec<u64>,
    /// Other quantities.
    copies: FxHashSet<usize>,
}

impl Sources {
    fn of(system: &System, var: usize, quantities: &Quantities) -> Sources {
        let terms = &system.terms;
        let mut sources = Sources { constants: Vec::new(), copies: FxHashSet::default() };
        let mut seen = FxHashSet::default();
        let mut work = vec![system.vars[var].init, system.vars[var].next];
        while let Some(t) = work.pop() {
            if terms.is_bool(t) || !seen.insert(t) {
                continue;
            }
            if let Some(value) = terms.const_u64(t) {
                sources.constants.push(value);
            } else if terms.op(t) == Op::Ite {
                let args = terms.args(t);
                work.extend([args[1], args[2]]);
            } else if let Some(q) = quantities.get(&Form::of(terms.width(t), t)) {
                sources.copies.insert(q);
            }
        }
        sources
    }
}

/// Sums that are compared for equality, with what they are compared to.
struct Compared {
    all: Vec<(Form, Vec<u64>)>,
    /// Those that bad conditions compare.
    bad: FxHashSet<Form>,
}

impl Compared {
    fn collect(system: &mut System, analysis: &Analysis, quantities: &Quantities, limits: &Limits) -> Option<Compared> {
        let bads: Vec<TermId> = system.bad.iter().map(|b| b.cond).collect();
        let mut roots = bads.clone();
        (0..system.locations.len()).for_each(|l| roots.extend_from_slice(analysis.roots(l)));
        let of_bad: FxHashSet<TermId> = atoms(&system.terms, &bads).into_iter().collect();
        let pc = system.vars[System::PC].now;
        let mut at: FxHashMap<Form, usize> = FxHashMap::default();
        let mut compared = Compared { all: Vec::new(), bad: FxHashSet::default() };
        let mut cases = Cases::blind(&mut system.terms, quantities);
        for atom in atoms(cases.terms, &roots) {
            if limits.exceeded().is_some() {
                return None;
            }
            for difference in cases.differences(atom) {
                let (form, constant, _) = difference.normalised();
                if form.parts.is_empty() || form.parts.iter().any(|p| p.0 == pc) {
                    continue;
                }
                if of_bad.contains(&atom) {
                    compared.bad.insert(form.clone());
                }
                let value = constant.wrapping_neg() & mask(form.width);
                let index = *at.entry(form.clone()).or_insert(compared.all.len());
                if index == compared.all.len() {
                    compared.all.push((form, Vec::new()));
                }
                let values = &mut compared.all[index].1;
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        Some(compared)
    }
}

/// Equations of numbers.
fn atoms(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let is_atom =
        |t: &TermId| terms.op(*t) == Op::Eq && matches!(terms.sort(terms.args(*t)[0]), Sort::Bv(w) if w <= 64);
    terms.cone(roots).into_iter().filter(is_atom).collect()
}

struct Sum {
    form: Form,
    vars: Vec<usize>,
    values: Vec<u64>,
    /// It may become one of these, plus a constant, negated or not.
    from: Vec<(usize, u64, bool)>,
}

struct Sums {
    var_of: FxHashMap<TermId, usize>,
    list: Vec<Sum>,
    by_form: FxHashMap<Form, usize>,
}

impl Sums {
    fn add(&mut self, known: &Quantities, form: &Form, values: &[u64]) -> Option<usize> {
        if let Some(&index) = self.by_form.get(form) {
            return Some(index);
        }
        let vars: Option<Vec<usize>> = form.parts.iter().map(|p| self.var_of.get(&p.0).copied()).collect();
        let vars = vars.filter(|v| v.len() <= PARTS && self.list.len() < SUMS)?;
        let is_simple = form.parts.iter().all(|p| p.1 == 1 || p.1 == mask(form.width));
        if !is_simple || known.get(form).is_some() {
            return None;
        }
        let index = self.list.len();
        self.by_form.insert(form.clone(), index);
        self.list.push(Sum { form: form.clone(), vars, values: values.to_vec(), from: Vec::new() });
        Some(index)
    }

    /// What a sum is after a step.
    fn follow(&mut self, cases: &mut Cases, next: &[TermId], index: usize) {
        let (form, vars) = (self.list[index].form.clone(), self.list[index].vars.clone());
        for (_, after) in cases.next(&form, &vars, next).unwrap_or_default() {
            let (form, constant, is_negated) = after.normalised();
            if let Some(value) = after.as_constant() {
                self.enter(index, value);
            } else if let Some(from) = self.add(cases.quantities, &form, &[])
                && !self.list[index].from.contains(&(from, constant, is_negated))
            {
                self.list[index].from.push((from, constant, is_negated));
            }
        }
    }

    fn enter(&mut self, index: usize, value: u64) -> bool {
        let values = &mut self.list[index].values;
        let is_new = values.len() < VALUES && !values.contains(&value);
        if is_new {
            values.push(value);
        }
        is_new
    }

    /// All values that are reached from the first ones, nearest first, to a limit.
    fn close(&mut self) {
        loop {
            let mut changed = false;
            let before: Vec<Vec<u64>> = self.list.iter().map(|s| s.values.clone()).collect();
            for index in 0..self.list.len() {
                for (from, constant, is_negated) in self.list[index].from.clone() {
                    for &value in &before[from] {
                        let after = shifted(self.list[index].form.width, value, constant, is_negated);
                        changed |= self.enter(index, after);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// The value of a form whose normalised form has a value.
pub fn shifted(width: u32, value: u64, constant: u64, is_negated: bool) -> u64 {
    let sum = value.wrapping_add(constant);
    (if is_negated { sum.wrapping_neg() } else { sum }) & mask(width)
}
