//! The kernel: clauses by number, and a step that makes one more.
//!
//! A clause follows if its negation, taken as an assignment, is refuted by unit propagation along the hints. Whatever the hints are, a clause that is accepted is a consequence
//! of those that were added.

use rustc_hash::FxHashMap;
use std::fmt;

/// The number of a clause.
pub type Id = u64;

/// Larger numbers of variables are refused: the assignment has a place for each.
pub const MAX_VARIABLE: i32 = 1 << 26;

/// Why a step is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The number has a clause already.
    Taken(Id),
    /// There is no clause with this number, or not any more.
    Missing(Id),
    /// Two literals of the hint's clause are not false.
    NotUnit(Id),
    /// The hints end, and nothing is contradicted.
    NoConflict,
    /// No literal, or a variable beyond [`MAX_VARIABLE`].
    Literal(i32),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Taken(id) => write!(f, "there is a clause {id} already"),
            Refusal::Missing(id) => write!(f, "there is no clause {id}"),
            Refusal::NotUnit(id) => write!(f, "the hint {id} is no unit clause"),
            Refusal::NoConflict => f.write_str("the clause does not follow from its hints"),
            Refusal::Literal(lit) => write!(f, "{lit} is no literal"),
        }
    }
}

/// Clauses that were added, and clauses that follow from them. Literals are those of DIMACS.
#[derive(Default)]
pub struct Checker {
    clauses: FxHashMap<Id, Box<[i32]>>,
    assignment: Assignment,
}

/// Which literals are false in a step; none between steps.
#[derive(Default)]
struct Assignment {
    is_false: Vec<bool>,
    set: Vec<usize>,
}

impl Checker {
    /// Adds a clause that is given.
    ///
    /// # Errors
    /// The number is taken, or something in the clause is no literal.
    pub fn add(&mut self, id: Id, clause: &[i32]) -> Result<(), Refusal> {
        clause.iter().try_for_each(|lit| self.assignment.admit(*lit))?;
        self.insert(id, clause)
    }

    /// Adds a clause that follows by these hints.
    ///
    /// # Errors
    /// It does not follow, or as for [`add`](Self::add).
    pub fn derive(&mut self, id: Id, clause: &[i32], hints: &[Id]) -> Result<(), Refusal> {
        self.follows(clause, hints)?;
        self.insert(id, clause)
    }

    /// Whether a clause follows by these hints.
    ///
    /// # Errors
    /// It does not.
    pub fn follows(&mut self, clause: &[i32], hints: &[Id]) -> Result<(), Refusal> {
        clause.iter().try_for_each(|lit| self.assignment.admit(*lit))?;
        let answer = self.refute_negation(clause, hints);
        self.assignment.clear();
        answer
    }

    /// Forgets a clause.
    ///
    /// # Errors
    /// There is none with this number.
    pub fn delete(&mut self, id: Id) -> Result<(), Refusal> {
        self.clauses.remove(&id).map(drop).ok_or(Refusal::Missing(id))
    }

    pub fn clause(&self, id: Id) -> Option<&[i32]> {
        self.clauses.get(&id).map(|clause| &**clause)
    }

    fn insert(&mut self, id: Id, clause: &[i32]) -> Result<(), Refusal> {
        if self.clauses.contains_key(&id) {
            return Err(Refusal::Taken(id));
        }
        self.clauses.insert(id, clause.into());
        Ok(())
    }

    fn refute_negation(&mut self, clause: &[i32], hints: &[Id]) -> Result<(), Refusal> {
        for &lit in clause {
            if self.assignment.is_false(-lit) {
                return Ok(());
            }
            self.assignment.falsify(lit);
        }
        for &id in hints {
            let clause = self.clauses.get(&id).ok_or(Refusal::Missing(id))?;
            let mut open = clause.iter().copied().filter(|lit| !self.assignment.is_false(*lit));
            let Some(unit) = open.next() else { return Ok(()) };
            if open.any(|lit| lit != unit) {
                return Err(Refusal::NotUnit(id));
            }
            self.assignment.falsify(-unit);
        }
        Err(Refusal::NoConflict)
    }
}

impl Assignment {
    /// Makes a place for the variable of a literal.
    fn admit(&mut self, lit: i32) -> Result<(), Refusal> {
        if lit == 0 || lit.unsigned_abs() > MAX_VARIABLE.unsigned_abs() {
            return Err(Refusal::Literal(lit));
        }
        let places = place(lit) | 1;
        if places >= self.is_false.len() {
            self.is_false.resize(places + 1, false);
        }
        Ok(())
    }

    fn is_false(&self, lit: i32) -> bool {
        self.is_false[place(lit)]
    }

    fn falsify(&mut self, lit: i32) {
        self.is_false[place(lit)] = true;
        self.set.push(place(lit));
    }

    fn clear(&mut self) {
        for place in self.set.drain(..) {
            self.is_false[place] = false;
        }
    }
}

fn place(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}
