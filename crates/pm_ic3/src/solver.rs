//! A small CDCL solver made for IC3's questions: very many, each small, each about one frame of one circuit.
//!
//! In the style of MiniSat (watched literals, first unique implication point, activities, phases), with three differences:
//!
//! - **Tags instead of activation literals.** A clause carries the highest frame in which it holds. A question about frame f sees
//!   the clauses whose tag is at least f; a learnt clause gets the least tag of what it was derived from. Pushing a lemma to
//!   the next frame changes one word, all frames share one copy of the transition relation and what was learnt about it, and
//!   nothing ever has to be rebuilt because of dead activation literals.
//! - **A temporary clause.** The negation of the cube that a question is about holds in that question only; what is learnt from it
//!   goes with it.
//! - **Domains.** A question about a few outputs of a circuit is decided by their cone: a variable outside is neither decided nor
//!   propagated. Gates outside follow from those inside, so this is exact for circuits; lemmas that reach outside are ignored,
//!   which can only make a satisfiable answer weaker (block.rs says why that is harmless).
//!
//! Levels: 0 holds what is true in every question (tag `ALWAYS`), 1 what follows in this frame, the others the assumptions and
//! decisions. A fact of level 1 keeps the tag of its derivation, so that learnt clauses can leave it out.
//!
//! Why not a back end of `pm_solve`: docs/decisions/0007-ic3-has-its-own-crate-and-solver.md.

mod analyse;
mod clauses;
mod heap;
mod justify;
mod search;

use crate::code::Code;
use heap::Heap;

/// The highest frame in which a clause holds. Frame i is i + 1; 0 is for clauses that are gone.
pub(crate) type Tag = u32;
const DEAD: Tag = 0;
/// Frame 0: the initial states.
pub(crate) const INIT: Tag = 1;
/// In every frame, but not when a predecessor is lifted: constraints and invariants.
pub(crate) const STATE: Tag = u32::MAX - 2;
/// In every question: the gates.
pub(crate) const ALWAYS: Tag = u32::MAX - 1;
const TEMPORARY: Tag = u32::MAX;

/// What holds where both hold.
fn meet(a: Tag, b: Tag) -> Tag {
    if a == TEMPORARY || b == TEMPORARY { TEMPORARY } else { a.min(b) }
}

/// Where a clause begins in the arena.
type ClauseRef = u32;
const NO_REASON: ClauseRef = u32::MAX;

/// Which variables a question is about.
#[derive(Clone, Copy)]
pub(crate) enum Domain<'a> {
    All,
    Vars(&'a [u32]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Sat,
    Unsat,
    Limit(pm_solve::Limit),
}

#[derive(Clone, Copy)]
struct Watch {
    /// The clause; the highest bit is set for clauses of two literals that always hold, whose body need not be read.
    clause: u32,
    /// Some other literal of the clause: if it is true, or outside the domain, the clause need not be read.
    blocker: Code,
}

const BINARY: u32 = 1 << 31;

/// A clause that its owner wants to change later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handle(u32);

#[derive(Clone, Copy)]
enum Place {
    Clause(ClauseRef),
    /// A clause of one literal lives in `unit_tags`.
    Unit(Code),
    /// The empty clause: frames without states.
    Empty,
    /// Holds anyway.
    Gone,
}

#[derive(Default)]
pub(crate) struct Solver {
    /// Clauses: length and flags, tag, handle or activity, literals.
    arena: Vec<u32>,
    /// Where clauses that do not always hold begin to occur.
    base_end: Option<usize>,
    wasted: usize,
    /// By literal: clauses to look at when it becomes true.
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<ClauseRef>,
    /// The tag of a fact of level 1.
    fact_tags: Vec<Tag>,
    phases: Vec<bool>,
    /// The value follows from those of other variables: is not decided as long as these can be.
    is_gate: Vec<bool>,
    trail: Vec<Code>,
    /// Where the levels from 1 on begin in the trail.
    limits: Vec<usize>,
    head: usize,
    heap: Heap,
    heap_ready: bool,
    /// The highest tag at which a literal is known to be true, `DEAD` if none.
    unit_tags: Vec<Tag>,
    /// Literals with such a tag.
    units: Vec<Code>,
    learnts: Vec<ClauseRef>,
    max_learnts: usize,
    clause_increment: f32,
    temporaries: Vec<ClauseRef>,
    handles: Vec<Place>,
    /// The root is a contradiction.
    contradiction: bool,
    /// The highest frame that is known to be empty.
    empty_up_to: Tag,
    /// How much of the root's trail has been used to simplify tagged clauses.
    root_done: usize,
    frame: Tag,
    in_domain: Vec<bool>,
    domain: Vec<u32>,
    all: bool,
    seen: Vec<bool>,
    learnt: Vec<Code>,
    learnt_tag: Tag,
    /// By literal: the assumptions that failed.
    failed: Vec<bool>,
    core: Vec<Code>,
    pub(crate) stats: Stats,
}

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Stats {
    pub(crate) questions: u64,
    pub(crate) conflicts: u64,
    pub(crate) decisions: u64,
    pub(crate) propagations: u64,
}

impl Solver {
    pub(crate) fn new(vars: usize) -> Self {
        let mut solver =
            Solver { max_learnts: 4000, clause_increment: 1.0, frame: ALWAYS, all: true, ..Solver::default() };
        (0..vars).for_each(|_| solver.new_var());
        solver
    }

    pub(crate) fn new_var(&mut self) {
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([0, 0]);
        self.unit_tags.extend([DEAD, DEAD]);
        self.failed.extend([false, false]);
        self.levels.push(0);
        self.reasons.push(NO_REASON);
        self.fact_tags.push(ALWAYS);
        self.phases.push(false);
        self.is_gate.push(false);
        self.in_domain.push(false);
        self.seen.push(false);
        self.heap.add_var();
    }

    pub(crate) fn vars(&self) -> usize {
        self.levels.len()
    }

    /// After `Sat`, until the next question or clause; `None` outside the domain.
    pub(crate) fn value(&self, lit: Code) -> Option<bool> {
        match self.values[lit.index()] {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// Whether all questions give the variable the same value, as far as propagation tells.
    pub(crate) fn is_fixed(&mut self, var: u32) -> bool {
        self.reset();
        self.settle_root();
        self.values[2 * var as usize] != 0
    }

    pub(crate) fn set_gate(&mut self, var: u32) {
        self.is_gate[var as usize] = true;
    }

    /// After `Unsat`: whether the assumption was needed.
    pub(crate) fn has_failed(&self, lit: Code) -> bool {
        self.failed[lit.index()]
    }

    fn level(&self) -> usize {
        self.limits.len()
    }

    fn enqueue(&mut self, lit: Code, reason: ClauseRef) {
        let var = lit.var();
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[var] = self.limits.len() as u32;
        self.reasons[var] = reason;
        if self.limits.len() == 1 && reason != NO_REASON {
            self.fact_tags[var] = self.derived_tag(lit, reason);
        }
        self.trail.push(lit);
    }

    /// The tag of a fact of level 1 that a clause implies.
    fn derived_tag(&self, lit: Code, reason: ClauseRef) -> Tag {
        let others = self.literals(reason).iter().filter(|&&l| l != lit.0).map(|&l| Code(l).var());
        others.filter(|&v| self.levels[v] == 1).fold(self.tag(reason), |tag, v| meet(tag, self.fact_tags[v]))
    }

    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let start = self.limits[level];
        for i in (start..self.trail.len()).rev() {
            let lit = self.trail[i];
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.phases[lit.var()] = !lit.is_negated();
            if self.heap_ready {
                self.heap.insert(lit.var() as u32);
            }
        }
        self.trail.truncate(start);
        self.limits.truncate(level);
        self.head = start;
    }

    /// Ends a question: its model, its temporary clause and its domain go.
    fn reset(&mut self) {
        if self.level() > 0 {
            self.heap_ready = false;
            self.heap.clear();
            self.backtrack(0);
        }
        for i in 0..self.temporaries.len() {
            self.kill(self.temporaries[i]);
        }
        self.temporaries.clear();
        for &var in &self.domain {
            self.in_domain[var as usize] = false;
        }
        self.domain.clear();
        self.all = true;
        self.frame = ALWAYS;
    }
}

#[cfg(test)]
mod tests;
