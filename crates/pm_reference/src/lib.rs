//! The reference semantics: a second symbolic executor of the IR, which judges proofs that the first one made.
//!
//! In: a program, and how far to follow it. Out: for each property a term that is satisfiable if and only if some execution violates it, and what
//! was not followed. It must not know: `pm_symex`, engines, C syntax.
//!
//! It is as simple as it can be, so that it can be read and believed; that it is slow is no harm. Memory is bytes by object, a pointer
//! is an object and an offset, paths that meet become choices, loops are gone through pass by pass. Nothing is remembered, guessed or skipped. What it does
//! not follow it names with its place ([`TooHard`]), and then it says nothing of the proof.

mod array;
mod contract;
mod eval;
mod exec;
mod facts;
mod instances;
mod live;
mod memory;
mod order;
mod path;
mod print;
mod state;
mod steps;
mod value;
mod widen;

pub use contract::{Contract, Formal};
pub use exec::TooHard;
pub use facts::{CallName, Claim, CutPoint, Name, ObjectName, Part, Place};
pub use steps::{Induction, prove};

use exec::Executor;
use pm_base::IndexVec;
use pm_ir::{Program, PropId};
use pm_solve::boxes::{Boxes, Rounding, Verdict};
use pm_solve::{Answer, Backend, Limit, Limits, Solver};
use pm_term::{TermId, Terms};

#[derive(Clone, Debug)]
pub struct Settings {
    /// An access that is not valid does not end an execution: it reads anything, or writes nothing.
    pub lenient: bool,
    /// Passes through a loop, and calls of a function in itself; `None`: until no execution goes on.
    pub bound: Option<u32>,
    pub backend: Backend,
    pub limits: Limits,
    /// Floats are split into boxes, too. Of what these show there is no proof.
    pub boxes: bool,
    /// Objects of more bytes than this are arrays, of elements with so many bytes where a claim says nothing else.
    pub arrays: (u64, u32),
    /// Nodes of terms.
    pub max_terms: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let (backend, limits) = (Backend::default(), Limits::default());
        Settings {
            lenient: false,
            bound: None,
            backend,
            limits,
            boxes: false,
            arrays: (1 << 16, 1),
            max_terms: 10_000_000,
        }
    }
}

/// All executions of a program up to the bound.
pub struct Unwound {
    pub terms: Terms,
    /// When executions violate a property, as a first violation.
    pub violated: IndexVec<PropId, Vec<TermId>>,
    /// When executions reach a property.
    pub reached: IndexVec<PropId, Vec<TermId>>,
    /// When executions go on beyond the bound.
    pub beyond: Vec<TermId>,
    /// When executions do what is not followed, and what that is.
    pub lost: Vec<(TermId, TooHard)>,
    /// Symbols that may have more values here than in the program.
    pub loose: Vec<(TermId, TooHard)>,
    /// The inputs in the order in which an execution reads them: when it does, and the symbol.
    pub inputs: Vec<(TermId, TermId)>,
    solver: Option<Solver>,
    boxes: bool,
}

/// Steps of boxes, and conflicts of the solver, in turn.
const TURNS: [(u64, u64); 2] = [(3_000_000, 20), (20_000_000, 200)];

/// What this semantics says of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    Confirmed,
    /// The same, by boxes of floats.
    ByBoxes,
    /// An execution violates the property, or reaches what was not to be reached.
    Refuted(PropId),
    TooHard(TooHard),
}

/// Executes a program from its entry.
pub fn unwound(program: &Program, settings: &Settings) -> Result<Unwound, TooHard> {
    Executor::new(program, settings).run()
}

/// Judges that no execution violates the properties `proved`, and none reaches those of `unreached`.
pub fn judge(program: &Program, settings: &Settings, proved: &[PropId], unreached: &[PropId]) -> Judgement {
    match unwound(program, settings) {
        Ok(mut all) => all.judge(proved, unreached),
        Err(why) => Judgement::TooHard(why),
    }
}

impl Unwound {
    fn new(program: &Program) -> Unwound {
        Unwound {
            terms: Terms::new(),
            violated: program.props.iter().map(|_| Vec::new()).collect(),
            reached: program.props.iter().map(|_| Vec::new()).collect(),
            beyond: Vec::new(),
            lost: Vec::new(),
            loose: Vec::new(),
            inputs: Vec::new(),
            solver: None,
            boxes: false,
        }
    }

    /// See [`judge`]. A violation counts where the execution did nothing before that is not followed.
    pub fn judge(&mut self, proved: &[PropId], unreached: &[PropId]) -> Judgement {
        let conds = |of: &IndexVec<PropId, Vec<TermId>>, props: &[PropId]| -> Vec<(TermId, PropId)> {
            props.iter().flat_map(|p| of[*p].iter().map(|t| (*t, *p))).collect()
        };
        let mut bad = conds(&self.violated, proved);
        bad.extend(conds(&self.reached, unreached));
        let open: Vec<TermId> = self.lost.iter().map(|(t, _)| *t).chain(self.beyond.iter().copied()).collect();
        let is_bad = self.terms.or_all(&bad.iter().map(|(t, _)| *t).collect::<Vec<_>>());
        let is_open = self.terms.or_all(&open);
        let Some(solver) = &mut self.solver else { return Judgement::Confirmed };
        let any = self.terms.or(is_bad, is_open);
        if self.boxes && never_by_boxes(&self.terms, any, solver) {
            return Judgement::ByBoxes;
        }
        match solver.check(&self.terms, &[any]) {
            Answer::Unsat => {
                solver.keep_proof("an execution that violates a property, by the reference semantics");
                return Judgement::Confirmed;
            }
            Answer::Unknown(limit) => return Judgement::TooHard(TooHard::Limit(limit)),
            Answer::Sat => {}
        }
        let is_followed = self.terms.not(is_open);
        match solver.check(&self.terms, &[is_bad, is_followed]) {
            Answer::Sat => {
                let hit = bad.iter().find(|(t, _)| solver.value_bool(&self.terms, *t) == Some(true));
                let Some((t, p)) = hit else { return Judgement::TooHard(TooHard::Terms) };
                let symbols = self.terms.cone(&[*t]);
                let loose = self.loose.iter().find(|(any, _)| symbols.contains(&any.regular()));
                loose.map_or(Judgement::Refuted(*p), |(_, why)| Judgement::TooHard(*why))
            }
            Answer::Unknown(limit) => Judgement::TooHard(TooHard::Limit(limit)),
            Answer::Unsat => Judgement::TooHard(self.why_open()),
        }
    }

    /// Something that is not followed and can happen.
    fn why_open(&mut self) -> TooHard {
        let Some(solver) = &mut self.solver else { return TooHard::Terms };
        for (cond, why) in &self.lost {
            match solver.check(&self.terms, &[*cond]) {
                Answer::Sat => return *why,
                Answer::Unsat => {}
                Answer::Unknown(limit) => return TooHard::Limit(limit),
            }
        }
        TooHard::Beyond
    }
}

/// Do boxes show that a condition about floats is never true? Not where it is easy for the solver.
fn never_by_boxes(terms: &Terms, t: TermId, solver: &mut Solver) -> bool {
    let boxes = Boxes::new(terms, &[t], Rounding::Outward).filter(|_| terms.has_floats());
    let (Some(mut boxes), limits) = (boxes, solver.limits().clone()) else { return false };
    for (steps, conflicts) in TURNS {
        match boxes.run(terms, steps, &limits) {
            Ok(Verdict::Unsat) => return true,
            Ok(Verdict::Open) => {}
            // Boxes in which a solution was found are not looked at again.
            Ok(Verdict::Sat(_)) | Err(_) => return false,
        }
        solver.set_limits(Limits { conflicts: Some(conflicts), ..limits.clone() });
        let answer = solver.check(terms, &[t]);
        solver.set_limits(limits.clone());
        if answer != Answer::Unknown(Limit::Conflicts) {
            return false;
        }
    }
    false
}
