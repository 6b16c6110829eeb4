//! Cubes from models: the part of a formula that makes it true in one model, as literals without choices.
//!
//! Of a conjunction both sides are taken, of a disjunction one that holds; a choice is replaced by the side that is taken, and its condition becomes a literal, and so do
//! the places of writes that a read looks at. What is left are comparisons over sums and reads, as the program writes them: one cube of the disjunctive normal form
//! that [`Edge::commands`](pm_model::automaton::Edge::commands) would give, without the conditions that do not matter.

use super::cubes::conjuncts;
use pm_solve::Solver;
use pm_term::{Op, Substitution, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of a cube's terms, and products and quotients among them, at most.
const NODES: usize = 1_000;
const OPERATIONS: usize = 4;

/// The symbols that are variables, and which terms depend on them.
#[derive(Default)]
pub struct State {
    vars: FxHashSet<SymbolId>,
    depends: FxHashMap<TermId, bool>,
}

impl State {
    pub fn new(terms: &Terms, vars: impl Iterator<Item = TermId>) -> State {
        State { vars: vars.filter_map(|v| terms.symbol_id(v)).collect(), depends: FxHashMap::default() }
    }

    pub fn is_input(&self, terms: &Terms, t: TermId) -> bool {
        terms.symbol_id(t).is_some_and(|s| !self.vars.contains(&s))
    }

    /// Whether a term speaks of variables, and not of inputs alone.
    pub fn reads(&mut self, terms: &Terms, t: TermId) -> bool {
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            if self.depends.contains_key(&top) {
                stack.pop();
                continue;
            }
            let args = terms.args(top);
            let before = stack.len();
            stack.extend(args.iter().map(|a| a.regular()).filter(|a| !self.depends.contains_key(a)));
            if stack.len() == before {
                let own = terms.symbol_id(top).is_some_and(|s| self.vars.contains(&s));
                let reads = own || args.iter().any(|a| self.depends[&a.regular()]);
                self.depends.insert(top, reads);
                stack.pop();
            }
        }
        self.depends[&t.regular()]
    }
}

/// Literals over variables and inputs that hold in the solver's model, and imply all of the formulas, which hold there.
pub fn implicant(
    terms: &mut Terms,
    solver: &mut Solver,
    state: &mut State,
    formulas: &[TermId],
) -> Option<Vec<TermId>> {
    let mut search = Implicant {
        terms,
        solver,
        state,
        open: formulas.to_vec(),
        seen: FxHashSet::default(),
        chosen: FxHashMap::default(),
        literals: Vec::new(),
    };
    search.run()?;
    Some(search.literals)
}

struct Implicant<'a> {
    terms: &'a mut Terms,
    solver: &'a mut Solver,
    state: &'a mut State,
    /// Hold in the model, and have to be implied.
    open: Vec<TermId>,
    seen: FxHashSet<TermId>,
    /// Of terms that are no truth values: the same without choices.
    chosen: FxHashMap<TermId, TermId>,
    literals: Vec<TermId>,
}

impl Implicant<'_> {
    fn run(&mut self) -> Option<()> {
        while let Some(t) = self.open.pop() {
            if !self.seen.insert(t) || t == TermId::TRUE {
                continue;
            }
            let args = self.terms.args(t.regular());
            match (self.terms.op(t.regular()), t.is_complemented()) {
                (Op::And, false) => self.open.extend(args.iter()),
                (Op::And, true) => self.one_of(args[0], args[1])?,
                (Op::Xor, _) => {
                    for side in [args[0], args[1]] {
                        let literal = self.as_it_is(side)?;
                        self.open.push(literal);
                    }
                }
                (Op::Ite, negated) => {
                    let cond = self.as_it_is(args[0])?;
                    let side = if cond == args[0] { args[1] } else { args[2] };
                    self.open.push(cond);
                    self.open.push(if negated { self.terms.not(side) } else { side });
                }
                _ => self.atom(t)?,
            }
        }
        Some(())
    }

    /// The truth value, or its complement, whichever holds.
    fn as_it_is(&mut self, t: TermId) -> Option<TermId> {
        let holds = self.solver.value_bool(self.terms, t)?;
        Some(if holds { t } else { self.terms.not(t) })
    }

    /// One of two that does not hold is the reason: one that is a reason already, or says nothing of variables, if there is such.
    fn one_of(&mut self, a: TermId, b: TermId) -> Option<()> {
        let (not_a, not_b) = (self.terms.not(a), self.terms.not(b));
        let a_fails = self.solver.value_bool(self.terms, not_a)?;
        let b_fails = self.solver.value_bool(self.terms, not_b)?;
        if a_fails && self.seen.contains(&not_a) || b_fails && self.seen.contains(&not_b) {
            return Some(());
        }
        let first = match (a_fails, b_fails) {
            (true, true) => !self.state.reads(self.terms, a) || self.state.reads(self.terms, b) && a.node() < b.node(),
            (a_fails, _) => a_fails,
        };
        self.open.push(if first { not_a } else { not_b });
        Some(())
    }

    fn atom(&mut self, t: TermId) -> Option<()> {
        let regular = t.regular();
        let args = self.terms.args(regular);
        let mut new = Vec::with_capacity(args.len());
        for &arg in args.iter() {
            new.push(self.without_choices(arg)?);
        }
        let atom = if new[..] == args[..] { regular } else { self.terms.rebuild(regular, &new) };
        let literal = if t.is_complemented() { self.terms.not(atom) } else { atom };
        if literal == t {
            self.literals.push(t);
        } else {
            // Simpler than it was; it may be more than one literal.
            self.open.extend(conjuncts(self.terms, literal));
        }
        Some(())
    }

    fn without_choices(&mut self, t: TermId) -> Option<TermId> {
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            if self.chosen.contains_key(&top) {
                stack.pop();
                continue;
            }
            if self.terms.is_bool(top) {
                // A truth value inside a number.
                let literal = self.as_it_is(top)?;
                self.open.push(literal);
                self.chosen.insert(top, self.terms.bool_const(literal == top));
                continue;
            }
            let needed = self.needed(top)?;
            let missing: Vec<TermId> =
                needed.iter().map(|a| a.regular()).filter(|a| !self.chosen.contains_key(a)).collect();
            if missing.is_empty() {
                let new = self.rebuilt(top, &needed);
                self.chosen.insert(top, new);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        Some(self.of(t))
    }

    fn of(&mut self, t: TermId) -> TermId {
        let new = self.chosen[&t.regular()];
        if t.is_complemented() { self.terms.not(new) } else { new }
    }

    /// What a term is made of in this model: of a choice the side that is taken, of a read that meets a write what was written.
    fn needed(&mut self, t: TermId) -> Option<Vec<TermId>> {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Ite => {
                let cond = self.as_it_is(args[0])?;
                self.open.push(cond);
                Some(vec![if cond == args[0] { args[1] } else { args[2] }])
            }
            Op::Select if self.terms.op(args[0]) == Op::Store => {
                let write = self.terms.args(args[0]);
                let same = self.terms.eq(write[1], args[1]);
                let literal = self.as_it_is(same)?;
                self.open.push(literal);
                Some(vec![if literal == same { write[2] } else { self.terms.select(write[0], args[1]) }])
            }
            Op::Select if self.terms.op(args[0]) == Op::Ite => {
                let choice = self.terms.args(args[0]);
                let cond = self.as_it_is(choice[0])?;
                self.open.push(cond);
                let array = if cond == choice[0] { choice[1] } else { choice[2] };
                Some(vec![self.terms.select(array, args[1])])
            }
            _ => Some(args.to_vec()),
        }
    }

    fn rebuilt(&mut self, t: TermId, needed: &[TermId]) -> TermId {
        let new: Vec<TermId> = needed.iter().map(|&a| self.of(a)).collect();
        let args = self.terms.args(t);
        let looks_through = matches!(self.terms.op(t), Op::Ite) || needed.len() != args.len();
        match (looks_through, new[..] == args[..]) {
            (true, _) => new[0],
            (false, true) => t,
            (false, false) => self.terms.rebuild(t, &new),
        }
    }
}

/// What is to be put in place of inputs, so that literals speak of variables alone: what a literal says that an input is equal to, if there is such, or
/// else its value in the model.
pub fn inputs_of(
    terms: &mut Terms,
    solver: &mut Solver,
    state: &State,
    literals: &[TermId],
) -> Option<Vec<(TermId, TermId)>> {
    let symbols = terms.symbols_of(literals);
    let inputs: Vec<TermId> =
        symbols.into_iter().map(|s| terms.symbol_term(s)).filter(|t| state.is_input(terms, *t)).collect();
    let mut values = Vec::with_capacity(inputs.len());
    for &input in &inputs {
        if terms.sort(input).is_array() {
            continue;
        }
        let bits = solver.value_bits(terms, input)?;
        let value = if terms.is_bool(input) { terms.bool_const(!bits.is_zero()) } else { terms.bv_bits(&bits) };
        values.push((input, value));
    }
    Some(values)
}

/// Whether preconditions have grown too much to be asked about: in size, or in products and quotients, of which each makes questions harder.
pub fn is_large(terms: &Terms, literals: &[TermId]) -> bool {
    let cone = terms.cone(literals);
    let is_hard = |t: &&TermId| matches!(terms.op(**t), Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem);
    cone.len() > NODES || cone.iter().filter(is_hard).count() > OPERATIONS
}

/// The variables that literals speak of, with their values in the model. `None` where one is an array.
pub fn values_of(terms: &mut Terms, solver: &mut Solver, state: &State, literals: &[TermId]) -> Option<Vec<TermId>> {
    let symbols = terms.symbols_of(literals);
    let vars: Vec<TermId> =
        symbols.into_iter().filter(|s| state.vars.contains(s)).map(|s| terms.symbol_term(s)).collect();
    if vars.iter().any(|v| terms.sort(*v).is_array()) {
        return None;
    }
    let mut out = Vec::with_capacity(vars.len());
    for var in vars {
        let bits = solver.value_bits(terms, var)?;
        let value = if terms.is_bool(var) { terms.bool_const(!bits.is_zero()) } else { terms.bv_bits(&bits) };
        out.push(terms.eq(var, value));
    }
    Some(out)
}

/// The literals with inputs gone: first by equations, which lose nothing, then by values. `values` become what the inputs were replaced by.
pub fn eliminate(
    terms: &mut Terms,
    state: &State,
    literals: &[TermId],
    values: &mut [(TermId, TermId)],
) -> Vec<TermId> {
    let mut literals = literals.to_vec();
    for (input, value) in values.iter_mut() {
        let input = *input;
        let Some(definition) = literals.iter().find_map(|&l| definition(terms, l, input)) else { continue };
        let mut by = Substitution::new();
        by.replace(input, definition);
        literals.iter_mut().for_each(|l| *l = terms.substitute(*l, &mut by));
        *value = definition;
    }
    let mut out = Vec::new();
    let mut by = Substitution::new();
    values.iter().for_each(|&(input, value)| by.replace(input, value));
    for literal in anything(terms, state, &literals) {
        let literal = terms.substitute(literal, &mut by);
        out.extend(conjuncts(terms, literal));
    }
    out
}

/// The literals without those that some value of an input makes true, where the input occurs nowhere else.
fn anything(terms: &Terms, state: &State, literals: &[TermId]) -> Vec<TermId> {
    let mut occurs: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for &literal in literals {
        terms.symbols_of(&[literal]).into_iter().for_each(|s| *occurs.entry(s).or_default() += 1);
    }
    let is_free = |t: TermId| {
        let t = t.regular();
        state.is_input(terms, t) && terms.symbol_id(t).is_some_and(|s| occurs[&s] == 1)
    };
    let can_hold = |l: TermId| {
        let args = terms.args(l.regular());
        // `a == b`, `a != b` or `a <= b`, where one of them is anything.
        let is_loose = matches!((terms.op(l.regular()), l.is_complemented()), (Op::Eq, _) | (Op::Ult | Op::Slt, true));
        is_loose && [(0, 1), (1, 0)].into_iter().any(|(a, b)| is_free(args[a]) && !shares(terms, args[b], args[a]))
    };
    literals.iter().copied().filter(|&l| !can_hold(l)).collect()
}

/// Whether a term speaks of a symbol.
fn shares(terms: &Terms, t: TermId, symbol: TermId) -> bool {
    let symbol = terms.symbol_id(symbol.regular());
    terms.symbols_of(&[t]).into_iter().any(|s| Some(s) == symbol)
}

/// What a literal says that an input is equal to.
fn definition(terms: &mut Terms, literal: TermId, input: TermId) -> Option<TermId> {
    if literal.regular() == input {
        return Some(terms.bool_const(!literal.is_complemented()));
    }
    if literal.is_complemented() || terms.op(literal) != Op::Eq {
        return None;
    }
    let args = terms.args(literal);
    for (one, other) in [(args[0], args[1]), (args[1], args[0])] {
        if one.regular() == input && !shares(terms, other, input) {
            return Some(if one.is_complemented() { terms.not(other) } else { other });
        }
    }
    None
}
