//! An invariant over bits as facts about variables, location by location.

use super::StateLit;
use pm_invariants::Lemma;
use pm_model::System;
use pm_term::TermId;

/// What the clauses say at each location; at the end nothing needs to be said.
pub(super) fn facts(system: &mut System, clauses: &[Vec<StateLit>]) -> Vec<Lemma> {
    let mut out = Vec::new();
    for location in (0..system.locations.len() as u32).filter(|l| *l != System::END) {
        for clause in clauses {
            let holds_here =
                |&(var, bit, value): &StateLit| var as usize == System::PC && (location >> bit & 1 == 1) == value;
            if !clause.iter().any(holds_here) {
                let fact = disjunction(system, clause);
                out.push(Lemma { location, fact });
            }
        }
    }
    out
}

/// The literals of a clause that are not about the program counter.
fn disjunction(system: &mut System, clause: &[StateLit]) -> TermId {
    let mut any = Vec::with_capacity(clause.len());
    for &(var, bit, value) in clause.iter().filter(|l| l.0 as usize != System::PC) {
        let now = system.vars[var as usize].now;
        let terms = &mut system.terms;
        let holds = if terms.is_bool(now) {
            now
        } else {
            let one = terms.bv(1, 1);
            let bit = terms.extract(now, bit, bit);
            terms.eq(bit, one)
        };
        any.push(if value { holds } else { terms.not(holds) });
    }
    system.terms.or_all(&any)
}
