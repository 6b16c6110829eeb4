//! Nogoods: what was found not to go together, as clauses over Bools, of which two literals each are watched.

use crate::graph::Edge;
use crate::store::{Conflict, Reason, Store};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Nogoods {
    clauses: Vec<Box<[Edge]>>,
    /// By literal that has become false: the clauses that watch it.
    watches: FxHashMap<Edge, Vec<u32>>,
}

impl Nogoods {
    pub fn clause(&self, number: u32) -> &[Edge] {
        &self.clauses[number as usize]
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub fn add(&mut self, clause: Vec<Edge>) -> u32 {
        let number = self.clauses.len() as u32;
        for literal in &clause[..2] {
            self.watches.entry(*literal).or_default().push(number);
        }
        self.clauses.push(clause.into());
        number
    }

    /// What follows where a literal has become false; what has become true is said to `derived`.
    ///
    /// # Errors
    /// All literals of a clause are false.
    pub fn falsify(
        &mut self,
        literal: Edge,
        store: &mut Store,
        mut derived: impl FnMut(&mut Store, Edge),
    ) -> Result<(), Conflict> {
        let Some(mut watching) = self.watches.remove(&literal) else { return Ok(()) };
        let mut result = Ok(());
        let mut kept = 0;
        let mut at = 0;
        while at < watching.len() {
            let number = watching[at];
            at += 1;
            match self.visit(number, literal, store) {
                Visit::Moved => continue,
                Visit::Holds => {}
                Visit::Unit(unit) => {
                    store.set_true(unit, Reason::Clause(number));
                    derived(store, unit);
                }
                Visit::Conflict => {
                    result = Err(Conflict::Clause(number));
                    watching[kept] = number;
                    kept += 1;
                    while at < watching.len() {
                        watching[kept] = watching[at];
                        kept += 1;
                        at += 1;
                    }
                    break;
                }
            }
            watching[kept] = number;
            kept += 1;
        }
        watching.truncate(kept);
        self.watches.entry(literal).or_default().extend(watching);
        result
    }

    fn visit(&mut self, number: u32, literal: Edge, store: &Store) -> Visit {
        let clause = &mut self.clauses[number as usize];
        if clause[0] == literal {
            clause.swap(0, 1);
        }
        if store.truth(clause[0]) == Some(true) {
            return Visit::Holds;
        }
        if let Some(other) = (2..clause.len()).find(|i| store.truth(clause[*i]) != Some(false)) {
            clause.swap(1, other);
            self.watches.entry(clause[1]).or_default().push(number);
            return Visit::Moved;
        }
        if store.truth(clause[0]) == Some(false) { Visit::Conflict } else { Visit::Unit(clause[0]) }
    }
}

enum Visit {
    /// Another literal is watched.
    Moved,
    Holds,
    Unit(Edge),
    Conflict,
}
