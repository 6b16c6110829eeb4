//! The check of a proof by unwinding: what it has shown counts, whatever a limit leaves open.
//!
//! Claims that are easy come first, and help with the question that all of them rest on: that every loop ends and nothing is inexact. Once that is
//! shown each property is entered when its last claim is. Claims that are hard are asked one by one, with ever more patience.

use super::Bmc;
use super::violations::SINGLE_CONFLICTS;
use crate::id::EngineId;
use crate::ledger::Status;
use pm_ir::PropId;
use pm_solve::Limit;
use pm_symex::Execution;
use rustc_hash::FxHashSet;

impl Bmc<'_> {
    pub(super) fn run_check(&mut self) -> Result<(), Limit> {
        let (aside, bound) = (self.loops_to_follow(), self.growing.most());
        self.choose_solver();
        let mut execution = self.execute(&aside)?;
        let mut hard = self.ask_in_groups(&execution, bound)?;
        if self.is_finished() || self.meets_gap(&execution)? {
            return Ok(());
        }
        if !self.ends(&mut execution)? {
            self.set_so_far(bound);
            return Ok(());
        }
        let mut conflicts = SINGLE_CONFLICTS;
        loop {
            self.enter_shown(&hard, &execution);
            if hard.is_empty() {
                return Ok(());
            }
            conflicts = conflicts.saturating_mul(4);
            hard = self.ask_each(hard, &execution, (bound, conflicts))?;
        }
    }

    /// Whether no execution goes beyond the bounds.
    fn ends(&mut self, execution: &mut Execution) -> Result<bool, Limit> {
        let front = std::mem::take(&mut execution.suspended);
        let goes_on = !self.still_open(front, execution)?.is_empty() || !self.open_loops(execution)?.is_empty();
        Ok(!goes_on && self.cuts_long_paths(execution)?.is_none())
    }

    /// What has no claim that is left holds.
    fn enter_shown(&mut self, left: &[usize], execution: &Execution) {
        let left: FxHashSet<PropId> = left.iter().map(|c| execution.claims[*c].prop).collect();
        let shown: Vec<PropId> = self.program.props.ids().filter(|p| self.is_open(*p) && !left.contains(p)).collect();
        shown.into_iter().for_each(|p| self.ledger.decide(p, Status::Proved { by: EngineId::BMC }));
    }

    /// Asks claims one by one; those that are left.
    fn ask_each(
        &mut self,
        claims: Vec<usize>,
        execution: &Execution,
        (bound, conflicts): (u32, u64),
    ) -> Result<Vec<usize>, Limit> {
        let mut left = Vec::new();
        for claim in claims {
            while let Some(one) = self.still_asked(&[claim], execution) {
                match self.any_of(&one, execution, Some(conflicts))? {
                    Some(true) => self.confirm_one(&one, execution, bound),
                    Some(false) => break,
                    None => {
                        left.push(claim);
                        break;
                    }
                }
            }
        }
        Ok(left)
    }
}
