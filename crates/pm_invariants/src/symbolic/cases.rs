//! The cases of a term: sums that it is equal to, each under a condition of an abstract state and what is observed in a step.
//!
//! What cannot be told is a free choice: the abstraction has at least the steps of the system. Without a table of conditions (blind) the
//! cases are those under any condition, which is how quantities are found.

use super::bdd::{Bdd, Bdds};
use super::order::Levels;
use super::quantity::{Quantities, Quantity};
use pm_model::form::Form;
use pm_term::domain::mask;
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More cases of one term are taken as one unknown.
const CASES: usize = 128;

pub type Case = (Bdd, Form);

/// What is not decided by the quantities.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Atom {
    /// The form is 0.
    Zero(Form),
    Less(Op, Form, Form),
    Any(TermId),
}

pub struct Cases<'t, 'b> {
    pub terms: &'t mut Terms,
    pub quantities: &'t Quantities,
    sight: Option<Sight<'t, 'b>>,
    numbers: FxHashMap<TermId, Rc<[Case]>>,
    conds: FxHashMap<TermId, Bdd>,
    atoms: FxHashMap<Atom, Bdd>,
}

struct Sight<'t, 'b> {
    bdds: &'t mut Bdds<'b>,
    levels: &'t mut Levels,
}

impl<'t, 'b> Cases<'t, 'b> {
    /// Cases without conditions.
    pub fn blind(terms: &'t mut Terms, quantities: &'t Quantities) -> Self {
        Self::with(terms, quantities, None)
    }

    pub fn new(
        terms: &'t mut Terms,
        quantities: &'t Quantities,
        bdds: &'t mut Bdds<'b>,
        levels: &'t mut Levels,
    ) -> Self {
        Self::with(terms, quantities, Some(Sight { bdds, levels }))
    }

    fn with(terms: &'t mut Terms, quantities: &'t Quantities, sight: Option<Sight<'t, 'b>>) -> Self {
        let (numbers, conds, atoms) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Cases { terms, quantities, sight, numbers, conds, atoms }
    }

    /// What the sides of an equation differ by.
    pub fn differences(&mut self, equation: TermId) -> Vec<Form> {
        let args = self.terms.args(equation);
        let (a, b) = (self.number(args[0]), self.number(args[1]));
        let mut out: Vec<Form> = a.iter().flat_map(|(_, a)| b.iter().map(|(_, b)| a.minus(b))).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The cases of a sum of variables after a step; `None` where they are too many.
    pub fn next(&mut self, form: &Form, vars: &[usize], next: &[TermId]) -> Option<Vec<Case>> {
        let mut sum = vec![(Bdd::TRUE, Form::constant(form.width, form.constant))];
        for (&var, &(_, k)) in vars.iter().zip(&form.parts) {
            let part: Vec<Case> = self.number(next[var]).iter().map(|(g, f)| (*g, f.times(k))).collect();
            sum = self.product(&sum, &part, |a, b| Some(a.plus(b)))?;
        }
        Some(sum)
    }

    /// The condition under which a Bool holds; only with sight.
    pub fn cond(&mut self, t: TermId) -> Bdd {
        if let Some(value) = self.terms.const_bool(t) {
            return if value { Bdd::TRUE } else { Bdd::FALSE };
        }
        if t.is_complemented() {
            let holds = self.cond(t.regular());
            return self.bdds(|b| b.not(holds));
        }
        if let Some(&known) = self.conds.get(&t) {
            return known;
        }
        let cond = self.new_cond(t);
        self.conds.insert(t, cond);
        cond
    }

    fn new_cond(&mut self, t: TermId) -> Bdd {
        let args = self.terms.args(t);
        let is_bool = |c: &Self, at: usize| c.terms.is_bool(args[at]);
        match self.terms.op(t) {
            Op::And => {
                let (a, b) = (self.cond(args[0]), self.cond(args[1]));
                self.bdds(|m| m.and(a, b))
            }
            Op::Or => {
                let (a, b) = (self.cond(args[0]), self.cond(args[1]));
                self.bdds(|m| m.or(a, b))
            }
            Op::Xor => {
                let (a, b) = (self.cond(args[0]), self.cond(args[1]));
                self.bdds(|m| m.xor(a, b))
            }
            Op::Ite => {
                let [c, a, b] = [0, 1, 2].map(|i| self.cond(args[i]));
                self.bdds(|m| m.ite(c, a, b))
            }
            Op::Eq if is_bool(self, 0) => {
                let (a, b) = (self.cond(args[0]), self.cond(args[1]));
                let differ = self.bdds(|m| m.xor(a, b));
                self.bdds(|m| m.not(differ))
            }
            Op::Eq if self.is_number(args[0]) => self.compare(t, |c, a, b| c.zero(t, &a.minus(b))),
            op @ (Op::Ult | Op::Slt) if self.is_number(args[0]) => self.compare(t, |c, a, b| c.less(t, op, a, b)),
            Op::Symbol => match self.quantities.get(&Form::of(1, t)) {
                Some(q) => self.code(q, 1),
                None => self.atom(t, Atom::Any(t)),
            },
            _ => self.atom(t, Atom::Any(t)),
        }
    }

    fn is_number(&self, t: TermId) -> bool {
        matches!(self.terms.sort(t), Sort::Bv(w) if w <= 64)
    }

    /// A comparison, case by case.
    fn compare(&mut self, t: TermId, holds: impl Fn(&mut Self, &Form, &Form) -> Bdd) -> Bdd {
        let args = self.terms.args(t);
        let (a, b) = (self.number(args[0]), self.number(args[1]));
        let mut any = Bdd::FALSE;
        for (ga, fa) in a.iter() {
            for (gb, fb) in b.iter() {
                let given = self.bdds(|m| m.and(*ga, *gb));
                if given != Bdd::FALSE {
                    let here = holds(self, fa, fb);
                    any = self.bdds(|m| {
                        let here = m.and(given, here);
                        m.or(any, here)
                    });
                }
            }
        }
        any
    }

    fn zero(&mut self, t: TermId, difference: &Form) -> Bdd {
        if let Some(value) = difference.as_constant() {
            return if value == 0 { Bdd::TRUE } else { Bdd::FALSE };
        }
        let (form, constant, _) = difference.normalised();
        let atom = Atom::Zero(Form { constant, ..form.clone() });
        let Some(q) = self.quantities.get(&form) else { return self.atom(t, atom) };
        let value = constant.wrapping_neg() & mask(form.width);
        let quantity = &self.quantities.all[q];
        match (quantity.code(value), quantity.other()) {
            (Some(code), _) => self.code(q, code),
            (None, Some(other)) => {
                let (other, choice) = (self.code(q, other), self.atom(t, atom));
                self.bdds(|m| m.and(other, choice))
            }
            (None, None) => Bdd::FALSE,
        }
    }

    fn less(&mut self, t: TermId, op: Op, a: &Form, b: &Form) -> Bdd {
        let (left, right) = (a.as_constant(), b.as_constant());
        let is_less = |x: u64, y: u64| match op {
            Op::Slt => signed(a.width, x) < signed(a.width, y),
            _ => x < y,
        };
        if let (Some(x), Some(y)) = (left, right) {
            return if is_less(x, y) { Bdd::TRUE } else { Bdd::FALSE };
        }
        let atom = Atom::Less(op, a.clone(), b.clone());
        let (form, constant) = if left.is_some() { (b, left) } else { (a, right) };
        let (Some(constant), Some(_), Some(q)) = (constant, form.as_term(), self.quantities.get(form)) else {
            return self.atom(t, atom);
        };
        let Quantity { values, .. } = &self.quantities.all[q];
        let holds = |v: &u64| if left.is_some() { is_less(constant, *v) } else { is_less(*v, constant) };
        let codes: Vec<usize> = (0..values.len()).filter(|i| holds(&values[*i])).collect();
        let mut any = Bdd::FALSE;
        for code in codes {
            let code = self.code(q, code);
            any = self.bdds(|m| m.or(any, code));
        }
        if let Some(other) = self.quantities.all[q].other() {
            let (other, choice) = (self.code(q, other), self.atom(t, atom));
            any = self.bdds(|m| {
                let here = m.and(other, choice);
                m.or(any, here)
            });
        }
        any
    }

    /// The cases of a bit-vector of at most 64 bits; of others they are unknown.
    pub fn number(&mut self, t: TermId) -> Rc<[Case]> {
        if let Some(known) = self.numbers.get(&t) {
            return known.clone();
        }
        let cases = match self.new_number(t) {
            Some(cases) => cases.into(),
            None => Rc::from([(Bdd::TRUE, Form::of(width(self.terms, t), t))]),
        };
        self.numbers.insert(t, Rc::clone(&cases));
        cases
    }

    fn new_number(&mut self, t: TermId) -> Option<Vec<Case>> {
        let width = match self.terms.sort(t) {
            Sort::Bv(width) if width <= 64 => width,
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => return None,
        };
        if let Some(value) = self.terms.const_u64(t) {
            return Some(vec![(Bdd::TRUE, Form::constant(width, value))]);
        }
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Not => Some(self.number(t.regular()).iter().map(|(g, f)| (*g, f.complemented())).collect()),
            Op::Symbol => self.symbol(width, t),
            Op::Ite => self.choice(&[args[0], args[1], args[2]]),
            Op::Add => {
                let (a, b) = (self.number(args[0]), self.number(args[1]));
                self.product(&a, &b, |a, b| Some(a.plus(b)))
            }
            Op::Mul => {
                let (a, b) = (self.number(args[0]), self.number(args[1]));
                self.product(&a, &b, |a, b| match (a.as_constant(), b.as_constant()) {
                    (_, Some(k)) => Some(a.times(k)),
                    (Some(k), None) => Some(b.times(k)),
                    (None, None) => None,
                })
            }
            _ => self.folded(t),
        }
    }

    /// A control variable is one of its values.
    fn symbol(&mut self, width: u32, t: TermId) -> Option<Vec<Case>> {
        let form = Form::of(width, t);
        let q = self.quantities.get(&form).filter(|q| self.quantities.all[*q].is_state)?;
        let Quantity { values, .. } = &self.quantities.all[q];
        let mut out = Vec::with_capacity(values.len());
        for (code, &value) in values.iter().enumerate() {
            out.push((self.code(q, code), Form::constant(width, value)));
        }
        if let Some(other) = self.quantities.all[q].other() {
            out.push((self.code(q, other), form));
        }
        Some(out)
    }

    fn choice(&mut self, args: &[TermId; 3]) -> Option<Vec<Case>> {
        let (yes, no) = match self.sight {
            Some(_) => {
                let cond = self.cond(args[0]);
                (cond, self.bdds(|m| m.not(cond)))
            }
            None => (Bdd::TRUE, Bdd::TRUE),
        };
        let mut out = Merge::default();
        for (given, side) in [(yes, args[1]), (no, args[2])] {
            if given == Bdd::FALSE {
                continue;
            }
            for (guard, form) in self.number(side).iter() {
                let guard = self.bdds(|m| m.and(given, *guard));
                self.merge(&mut out, guard, form.clone())?;
            }
        }
        Some(out.cases)
    }

    fn product(&mut self, a: &[Case], b: &[Case], f: impl Fn(&Form, &Form) -> Option<Form>) -> Option<Vec<Case>> {
        let mut out = Merge::default();
        for (ga, fa) in a {
            for (gb, fb) in b {
                let guard = self.bdds(|m| m.and(*ga, *gb));
                if guard != Bdd::FALSE {
                    self.merge(&mut out, guard, f(fa, fb)?)?;
                }
            }
        }
        Some(out.cases)
    }

    /// Any other operation, of constants.
    fn folded(&mut self, t: TermId) -> Option<Vec<Case>> {
        let args = self.terms.args(t);
        let mut rows: Vec<(Bdd, Vec<TermId>)> = vec![(Bdd::TRUE, Vec::new())];
        for &arg in args.iter() {
            if !self.is_number(arg) {
                return None;
            }
            let cases = self.number(arg);
            let mut longer = Vec::new();
            for (given, row) in &rows {
                for (guard, form) in cases.iter() {
                    let value = form.as_constant()?;
                    let guard = self.bdds(|m| m.and(*given, *guard));
                    if guard != Bdd::FALSE {
                        let value = self.terms.bv(form.width, value.into());
                        longer.push((guard, row.iter().copied().chain([value]).collect()));
                    }
                }
            }
            rows = longer;
            if rows.len() > CASES {
                return None;
            }
        }
        let mut out = Merge::default();
        for (guard, row) in rows {
            let result = self.terms.rebuild(t, &row);
            let form = Form::constant(self.terms.width(t), self.terms.const_u64(result)?);
            self.merge(&mut out, guard, form)?;
        }
        Some(out.cases)
    }

    fn merge(&mut self, into: &mut Merge, guard: Bdd, form: Form) -> Option<()> {
        if guard == Bdd::FALSE {
            return Some(());
        }
        match into.at.get(&form) {
            Some(&at) => {
                let before = into.cases[at].0;
                into.cases[at].0 = self.bdds(|m| m.or(before, guard));
            }
            None => {
                into.at.insert(form.clone(), into.cases.len());
                into.cases.push((guard, form));
            }
        }
        (into.cases.len() <= CASES).then_some(())
    }

    // ---- conditions -----------------------------------------------------------------------------------------------

    /// An operation of conditions; blind, all hold.
    pub fn bdds(&mut self, f: impl FnOnce(&mut Bdds) -> Bdd) -> Bdd {
        match &mut self.sight {
            Some(sight) => f(sight.bdds),
            None => Bdd::TRUE,
        }
    }

    /// The quantity has a code now.
    pub fn code(&mut self, quantity: usize, code: usize) -> Bdd {
        match &mut self.sight {
            Some(sight) => sight.levels.code(sight.bdds, quantity, code, false),
            None => Bdd::TRUE,
        }
    }

    /// The quantity has a code after the step.
    pub fn next_code(&mut self, quantity: usize, code: usize) -> Bdd {
        match &mut self.sight {
            Some(sight) => sight.levels.code(sight.bdds, quantity, code, true),
            None => Bdd::TRUE,
        }
    }

    /// A free choice, the same for the same atom.
    fn atom(&mut self, t: TermId, atom: Atom) -> Bdd {
        let Some(sight) = &mut self.sight else { return Bdd::TRUE };
        *self.atoms.entry(atom).or_insert_with(|| sight.bdds.variable(sight.levels.fresh(t)))
    }
}

#[derive(Default)]
struct Merge {
    cases: Vec<Case>,
    at: FxHashMap<Form, usize>,
}

fn width(terms: &Terms, t: TermId) -> u32 {
    match terms.sort(t) {
        Sort::Bv(width) => width,
        Sort::Bool | Sort::Array { .. } => 1,
    }
}

fn signed(width: u32, value: u64) -> i64 {
    let unused = 64 - width;
    (value << unused) as i64 >> unused
}
