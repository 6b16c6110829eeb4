//! Which iterations no execution gets to: they are not executed.
//!
//! The executor follows all paths whose conditions are not plainly false. Where loops and recursive calls nest, most of those that it follows deep down
//! exist in no execution, and each of them is followed by others. So the solver is asked before another iteration, as long as that takes not much more
//! time than to execute them. What it says is kept: the same iteration comes again with the next bound.

use crate::solvers::Solvers;
use pm_solve::{Answer, Limits};
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// Questions take at most so many of so many parts of the time, and this much more.
const SHARE: (u32, u32) = (3, 4);
const MOMENT: Duration = Duration::from_millis(30);
/// What one question may take.
const CONFLICTS: u64 = 500;
const LONGEST: Duration = Duration::from_secs(2);

/// What is known of the conditions of iterations: whether some execution may get there.
pub type Known = FxHashMap<TermId, bool>;

pub struct Feasible<'a> {
    pub solver: &'a mut Solvers,
    pub known: &'a mut Known,
    pub limits: &'a Limits,
    /// Executions end at violations that are known.
    pub alive: TermId,
    began: Instant,
    asked: Duration,
}

impl<'a> Feasible<'a> {
    pub fn new(solver: &'a mut Solvers, known: &'a mut Known, limits: &'a Limits, alive: TermId) -> Self {
        Feasible { solver, known, limits, alive, began: Instant::now(), asked: Duration::ZERO }
    }

    /// Whether it is known that no execution gets there.
    pub fn excludes(&mut self, guard: TermId, terms: &mut Terms) -> bool {
        if guard == TermId::TRUE {
            return false;
        }
        if let Some(may_be) = self.known.get(&guard) {
            return !may_be;
        }
        if self.asked * SHARE.1 > self.began.elapsed() * SHARE.0 + MOMENT {
            return false;
        }
        let begin = Instant::now();
        let cond = terms.and(guard, self.alive);
        let limits = Limits { conflicts: Some(CONFLICTS), ..self.limits.until(begin + LONGEST) };
        self.solver.set_limits(limits);
        let answer = self.solver.check(terms, &[cond], &[]);
        self.solver.set_limits(self.limits.clone());
        self.asked += begin.elapsed();
        self.known.insert(guard, answer != Answer::Unsat);
        answer == Answer::Unsat
    }
}
