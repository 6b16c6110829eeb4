//! Which iterations no execution gets to: they are not executed.
//!
//! The executor follows all paths whose conditions are not plainly false. Where loops and recursive calls nest, most of those that it follows deep down
//! exist in no execution, and each of them is followed by others. So the solver is asked before another iteration, as long as that takes not much more
//! time than to execute them. What it says is kept: the same iteration comes again with the next bound.

use super::Options;
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
const LONGEST: Duration = Duration::from_secs(1);

/// What is known of iterations, and who is asked. Nothing rests on the answers: whether a loop can go on is asked again of the solver that proofs rest on.
#[derive(Default)]
pub struct Scout {
    /// By condition: whether some execution may get there.
    known: FxHashMap<TermId, bool>,
    /// It knows these conditions alone, and never simplifies the whole formula.
    solver: Option<Solvers>,
}

pub struct Feasible<'a> {
    scout: &'a mut Scout,
    options: &'a Options,
    began: Instant,
    asked: Duration,
}

impl<'a> Feasible<'a> {
    pub fn new(scout: &'a mut Scout, options: &'a Options) -> Self {
        Feasible { scout, options, began: Instant::now(), asked: Duration::ZERO }
    }

    /// Whether it is known that no execution gets there.
    pub fn excludes(&mut self, guard: TermId, terms: &Terms) -> bool {
        if guard == TermId::TRUE {
            return false;
        }
        if let Some(may_be) = self.scout.known.get(&guard) {
            return !may_be;
        }
        if self.asked * SHARE.1 > self.began.elapsed() * SHARE.0 + MOMENT {
            return false;
        }
        let begin = Instant::now();
        let options = self.options;
        let solver = self.scout.solver.get_or_insert_with(|| {
            let mut solver = Solvers::new(options);
            solver.begin_steps(options);
            solver
        });
        solver.set_limits(Limits { conflicts: Some(CONFLICTS), ..options.limits.until(begin + LONGEST) });
        let answer = solver.check(terms, &[guard], &[]);
        self.asked += begin.elapsed();
        self.scout.known.insert(guard, answer != Answer::Unsat);
        answer == Answer::Unsat
    }
}
