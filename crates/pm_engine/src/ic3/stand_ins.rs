//! Variables that stand for products and quotients of state.
//!
//! A hard operation whose operands are variables of the state, such as `x * y / z` where these change rarely, makes each question hard
//! that it takes part in, and lemmas cannot speak of its result. So a new variable takes its place, of which is known only that it
//! keeps its value while the operands keep theirs: the initial value is that of the operation, and when an operand changes, it
//! becomes anything. The system gets more executions by that and loses none: what is proved, with the operation put back into the
//! facts, holds of the program and is checked there (certify.rs knows that equal operands give equal results). A counterexample
//! may be none; then the search begins again without stand-ins.

use crate::products::hard_operations;
use pm_base::Span;
use pm_model::{StateVar, System};
use pm_term::{Substitution, SymbolId, TermId};
use rustc_hash::FxHashMap;

/// With more operations than this, the program is about arithmetic.
const MAX: usize = 8;

#[derive(Default)]
pub(super) struct StandIns {
    /// The new variables' symbols and what they stand for, in terms of the others.
    pairs: Vec<(TermId, TermId)>,
}

impl StandIns {
    /// Puts variables in place of the system's hard operations.
    pub(super) fn introduce(system: &mut System) -> StandIns {
        let mut roots: Vec<TermId> = system.vars.iter().map(|v| v.next).collect();
        roots.extend(system.bad.iter().map(|b| b.cond));
        let vars = system.vars.iter().enumerate();
        let var_of: FxHashMap<SymbolId, usize> =
            vars.filter_map(|(i, v)| Some((system.terms.symbol_id(v.now)?, i))).collect();
        let mut wanted = Vec::new();
        for t in hard_operations(&system.terms, &roots) {
            let symbols = system.terms.symbols_of(&[t]);
            let operands: Option<Vec<usize>> = symbols.iter().map(|s| var_of.get(s).copied()).collect();
            if let Some(operands) = operands.filter(|o| o.iter().all(|&v| is_scalar(system, v))) {
                wanted.push((t, operands));
            }
        }
        if wanted.is_empty() || wanted.len() > MAX {
            return StandIns::default();
        }
        let mut found = StandIns::default();
        let mut replace = Substitution::new();
        for (t, _) in &wanted {
            let sort = system.terms.sort(*t);
            let symbol = system.terms.fresh("result", sort);
            found.pairs.push((symbol, *t));
            replace.replace(*t, symbol);
        }
        system.replace(&mut replace);
        for ((t, operands), &(symbol, _)) in wanted.iter().zip(&found.pairs) {
            add_variable(system, symbol, *t, operands);
        }
        system.flatten();
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The term in terms of the program's variables.
    pub(super) fn put_back(&self, system: &mut System, t: TermId) -> TermId {
        if self.is_empty() {
            return t;
        }
        let mut back = Substitution::new();
        self.pairs.iter().for_each(|&(symbol, t)| back.replace(symbol, t));
        system.terms.substitute(t, &mut back)
    }
}

fn is_scalar(system: &System, var: usize) -> bool {
    var != System::PC && !system.terms.sort(system.vars[var].now).is_array()
}

fn add_variable(system: &mut System, symbol: TermId, stands_for: TermId, operands: &[usize]) {
    let System { terms, vars, automaton, inputs, .. } = system;
    let mut initial = Substitution::new();
    operands.iter().for_each(|&v| initial.replace(vars[v].now, vars[v].init));
    let init = terms.substitute(stands_for, &mut initial);
    let sort = terms.sort(symbol);
    let anything = terms.fresh("any", sort);
    inputs.push(anything);
    let new = vars.len();
    for edge in automaton.edges_mut() {
        let same: Vec<TermId> = operands.iter().map(|&v| terms.eq(vars[v].now, edge.value(vars, v))).collect();
        let same = terms.and_all(&same);
        edge.assign(new, terms.ite(same, symbol, anything));
    }
    let name = format!("result of an operation {new}");
    vars.push(StateVar { name, ty: None, span: Span::NONE, now: symbol, init, next: symbol, place: None });
}
