//! The transition system of a program: what all proof engines work on.
//!
//! What steps do is told by the automaton; next values, bad conditions and reached properties are the same as terms over all locations, and derived from it
//! ([`System::flatten`]).
//!
//! A state is a program counter over cut points and the values of the variables that live there. One step goes from a cut
//! point to the next, through everything between them. The system is total and functional: state and inputs determine the
//! next state. It begins in exactly one state. An execution that ends (return of the entry function, a false assumption,
//! `abort`) goes to the location [`System::END`] and stays there, where nothing is bad.
//!
//! ```text
//!   pc = ENTRY ──▶ pc = head of loop 1 ⟲ ──▶ … ──▶ pc = END ⟲
//! ```

use crate::automaton::Automaton;
use crate::contracts::Contracts;
use crate::reduce::Cell;
use pm_base::Span;
use pm_ir::{FuncId, PropId, Ty};
use pm_symex::{Around, Event, Leaf, LoopName, ObjectKind, Part};
use pm_term::{TermId, Terms};

pub struct System {
    pub terms: Terms,
    /// `vars[0]` is the program counter.
    pub vars: Vec<StateVar>,
    /// Symbols that have another value in each step.
    pub inputs: Vec<TermId>,
    /// By the program counter's value.
    pub locations: Vec<Location>,
    /// The steps between them.
    pub automaton: Automaton,
    /// What must never happen. The conditions are over variables and inputs and contain the program counter.
    pub bad: Vec<Bad>,
    /// For each property the condition under which a step reaches it: derived.
    pub reached: Vec<(PropId, TermId)>,
    /// Assumptions that the program makes.
    pub assumed: Vec<Assumption>,
    /// Functions without body that are called.
    pub missing_bodies: Vec<(FuncId, Span)>,
    /// Of recursive functions, where the model was asked for with contracts.
    pub contracts: Contracts,
    /// Of heap objects, where the model was asked for with pools.
    pub pools: Vec<Pool>,
    /// The pointers at each location, where there are pools: object and offset, variables or constants.
    pub pointers: Vec<Vec<(TermId, TermId)>>,
    /// By the numbers that pointers have.
    pub objects: Vec<ObjectKind>,
    /// Where cells are in place of arrays: what these are, and the variables (indices) that are chosen in the first step, with their largest values.
    pub cells: Vec<Cell>,
    pub prophecies: Vec<(usize, u64)>,
}

/// The variables (indices) of a pool: all heap objects of a size (see `pm_symex`'s `pool.rs`).
#[derive(Clone, Debug)]
pub struct Pool {
    /// The number that pointers to its nodes have.
    pub object: u32,
    /// How many nodes were made.
    pub count: u32,
    /// Which nodes are alive: an array.
    pub alive: u32,
    /// What they hold: arrays, and whether they are of pointers.
    pub fields: Vec<(u32, bool)>,
    /// Symbols for any two nodes: facts may speak of them, and hold for all their values.
    pub bound: [TermId; 2],
}

/// An assumption, with the conditions under which a step reaches and passes it.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    pub span: Span,
    pub reached: TermId,
    pub passed: TermId,
}

#[derive(Clone)]
pub struct StateVar {
    /// As an engineer would write it: `x`, `state.mode`, `buf[3]`, with the function in front where it is a local: `main::i`.
    pub name: String,
    /// The C value behind it; `None` for the program counter, parts of pointers, whole arrays.
    pub ty: Option<Ty>,
    pub span: Span,
    /// The symbol of its value now: a Bool, a bit-vector or an array.
    pub now: TermId,
    /// A constant.
    pub init: TermId,
    /// Over variables and inputs: derived.
    pub next: TermId,
    /// What of the program's state it is; `None` where a reduction made it.
    pub place: Option<(Leaf, Part)>,
}

/// A cut point.
pub struct Location {
    /// `ENTRY`, `END`, the loop with the calls around it, or a function with a contract.
    pub name: String,
    pub of: Option<LoopName>,
    pub span: Span,
    /// The calls around it, and those loops around it that are not cut.
    pub around: Vec<Around>,
    /// The variables (indices into `vars`) that mean something here.
    pub live: Vec<u32>,
    pub step: Step,
}

/// What happens between this cut point and the next.
#[derive(Default)]
pub struct Step {
    /// Inputs and indeterminate contents of the step in the order of execution, with their guards: a path of the system
    /// becomes a counterexample by stringing together the events of its steps.
    pub events: Vec<Event>,
}

#[derive(Clone)]
pub struct Bad {
    pub location: u32,
    pub kind: BadKind,
    /// At the location one of the parts holds: derived.
    pub cond: TermId,
    pub span: Span,
    /// The loop or recursion that goes on beyond its bound.
    pub beyond: Option<LoopName>,
    /// Each place of the step where it may happen, numbered in the order of execution: conditions without the program counter.
    pub parts: Vec<(u32, TermId)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BadKind {
    /// The property is violated.
    Violation(PropId),
    /// The model is not exact from here on: a proof must show that this does not happen.
    Inexact(String),
}

impl System {
    pub const PC: usize = 0;
    /// Value of the program counter in the initial state.
    pub const ENTRY: u32 = 0;
    /// Where executions end.
    pub const END: u32 = 1;

    /// The program counter is at a location.
    pub fn at_location(&mut self, location: u32) -> TermId {
        let pc = self.vars[System::PC].now;
        let width = self.terms.width(pc);
        let here = self.terms.bv(width, location.into());
        self.terms.eq(pc, here)
    }

    /// A bad condition happens before all those of its step at which executions `end`.
    pub fn first(&mut self, bad: usize, end: &dyn Fn(usize) -> bool) -> TermId {
        let location = self.bad[bad].location;
        let others = (0..self.bad.len()).filter(|&i| i != bad && self.bad[i].location == location && end(i));
        let mut ends: Vec<(u32, TermId)> = others.flat_map(|i| self.bad[i].parts.iter().copied()).collect();
        if ends.is_empty() {
            return self.bad[bad].cond;
        }
        ends.sort_unstable();
        let mut ends = ends.into_iter().peekable();
        let mut alive = TermId::TRUE;
        let mut all = Vec::new();
        for (number, cond) in self.bad[bad].parts.clone() {
            while let Some((_, ended)) = ends.next_if(|e| e.0 < number) {
                let goes_on = self.terms.not(ended);
                alive = self.terms.and(alive, goes_on);
            }
            all.push(self.terms.and(cond, alive));
        }
        let (here, any) = (self.at_location(location), self.terms.or_all(&all));
        self.terms.and(here, any)
    }

    /// Of the bad conditions that are `asked` for, the one that happens first in a step.
    pub fn earliest(&self, asked: &dyn Fn(usize) -> bool, holds: &mut dyn FnMut(TermId) -> bool) -> Option<usize> {
        let happens = (0..self.bad.len()).filter(|&i| asked(i) && holds(self.bad[i].cond)).collect::<Vec<_>>();
        let mut number = |i: &usize| self.bad[*i].parts.iter().find(|p| holds(p.1)).map_or(u32::MAX, |p| p.0);
        happens.into_iter().min_by_key(|i| number(i))
    }
}
