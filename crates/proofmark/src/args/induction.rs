//! Options of k-induction, by the names that users of other tools know.

use clap::Args;
use pm_engine::kind;
use pm_model::Reductions;

#[derive(Args)]
pub struct InductionArgs {
    /// Prove by k-induction: the same as --engine kind.
    #[arg(long)]
    pub k_induction: bool,
    /// Go to k = N, no further (with --engine kind).
    #[arg(long, value_name = "N")]
    pub max_k_step: Option<u32>,
    /// The states of the step case differ from each other (with --engine kind).
    #[arg(long)]
    pub simple_path: bool,
    /// The base case only: look for violations (with --engine kind).
    #[arg(long, conflicts_with = "inductive_step")]
    pub base_case: bool,
    /// The step case only: what it shows is no proof yet (with --engine kind).
    #[arg(long)]
    pub inductive_step: bool,
}

impl InductionArgs {
    /// Options that only k-induction has were given.
    pub fn is_given(&self) -> bool {
        self.max_k_step.is_some() || self.simple_path || self.base_case || self.inductive_step
    }

    pub fn options(&self, restarts: bool, reductions: Option<Reductions>) -> kind::Options {
        kind::Options {
            max_k: self.max_k_step,
            simple_path: self.simple_path,
            base_case: !self.inductive_step,
            inductive_step: !self.base_case,
            restarts,
            reductions,
        }
    }
}
