//! Options of bounded model checking: how far loops are unwound, in which order, and by which solver.

use super::solver::{SolverChoice, SolverName};
use clap::{Args, ValueEnum};
use pm_engine::bmc::{self, Strategy, Unwinding};
use pm_engine::{LoopName, Script, SolverOptions};
use rustc_hash::FxHashMap;
use std::path::PathBuf;

#[derive(Args)]
pub struct UnwindArgs {
    /// Unwind every loop N times, no more; with --incremental-loop, every other loop.
    #[arg(long, value_name = "N")]
    pub unwind: Option<u32>,
    /// Bounds of single loops, by the names of --show-loops, e.g. main.0:10,copy.1:4.
    #[arg(long, value_name = "LOOP:N", value_delimiter = ',', value_parser = parse_loop_bound)]
    pub unwindset: Vec<(String, u32)>,
    /// Start with N unwindings.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind_min: Option<u32>,
    /// Stop at N unwindings.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind_max: Option<u32>,
    /// Follow this loop (a name of --show-loops) iteration by iteration; nothing before it is executed again.
    #[arg(long, value_name = "LOOP")]
    pub incremental_loop: Option<String>,
    /// Which loops are unwound first; by default all together, and one alone where no other is open.
    #[arg(long, value_enum, value_name = "STRATEGY", conflicts_with_all = ["unwind", "incremental_loop", "no_incremental"])]
    pub unwinding_strategy: Option<UnwindingStrategy>,
    /// Start anew at each bound, or with --k-induction at each k (for comparison).
    #[arg(long, conflicts_with_all = ["unwind", "incremental_loop"])]
    pub no_incremental: bool,
    /// For step cases: go on as long as the newest iteration violates a property, and stop when it does not.
    #[arg(long, requires = "incremental_loop", conflicts_with = "stop_on_fail")]
    pub stop_when_unsat: bool,
    /// Report for each loop with a bound whether the bound was enough, as property function.unwind.N; without bounds all loops are unwound to their ends.
    #[arg(long, overrides_with = "no_unwinding_assertions")]
    pub unwinding_assertions: bool,
    /// Do not ask whether loops can go on beyond --unwind: what is not violated holds up to the bound.
    #[arg(long, overrides_with = "unwinding_assertions")]
    pub no_unwinding_assertions: bool,
    /// Cut paths after N instructions of the IR.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UnwindingStrategy {
    /// Each loop to its end before what follows it.
    OneLoop,
    /// All loops together.
    AllLoops,
}

#[derive(Args)]
pub struct SolverArgs {
    /// Approximate products and quotients, and reads of arrays, and refine them where an answer depends on it.
    #[arg(long, conflicts_with_all = ["refine_arithmetic", "refine_arrays"])]
    pub refine: bool,
    /// Approximate products and quotients only.
    #[arg(long)]
    pub refine_arithmetic: bool,
    /// Approximate reads of arrays only.
    #[arg(long)]
    pub refine_arrays: bool,
    /// Leave questions about floats to the SAT solver: without this, bmc also splits the ranges of inputs into boxes.
    #[arg(long)]
    pub no_boxes: bool,
    /// Accepted for scripts that were written for CBMC, with a note: formulas are always sliced.
    #[arg(long)]
    pub slice_formula: bool,
    /// Write the last query as CNF.
    #[arg(long, value_name = "FILE")]
    pub dimacs: Option<PathBuf>,
    /// Write all that is asked of the solver as SMT-LIB 2.
    #[arg(long, value_name = "FILE", visible_alias = "outfile")]
    pub smt2: Option<PathBuf>,
}

impl UnwindArgs {
    /// Combinations in which an option would have no effect.
    pub fn validate(&self) -> Result<(), String> {
        if self.unwind.is_some() && self.incremental_loop.is_none() && self.grows() {
            return Err("--unwind fixes the bound: --unwind-min and --unwind-max have no effect with it".into());
        }
        if let (Some(min), Some(max)) = (self.unwind_min, self.unwind_max)
            && min > max
        {
            return Err(format!("--unwind-min {min} is above --unwind-max {max}"));
        }
        match &self.incremental_loop {
            Some(name) if self.unwindset.iter().any(|(l, _)| l == name) => {
                Err(format!("--incremental-loop {name} has no bound but --unwind-max: --unwindset has no effect on it"))
            }
            _ => Ok(()),
        }
    }

    /// Whether any of them is there that bounded model checking alone has, bounds of the source apart.
    pub fn is_given(&self) -> bool {
        self.unwind.is_some()
            || self.grows()
            || !self.unwindset.is_empty()
            || self.incremental_loop.is_some()
            || self.unwinding_strategy.is_some()
            || self.depth.is_some()
    }

    fn grows(&self) -> bool {
        self.unwind_min.is_some() || self.unwind_max.is_some()
    }

    /// `unwindset` are the bounds of loops that --unwindset names, `followed` is the loop that --incremental-loop names.
    pub fn options(&self, unwindset: FxHashMap<LoopName, u32>, followed: Option<LoopName>) -> bmc::Options {
        bmc::Options {
            unwind: self.unwind,
            unwindset,
            unwind_min: self.unwind_min.unwrap_or(1),
            unwind_max: self.unwind_max,
            strategy: self.strategy(followed),
            unwinding: self.unwinding(),
            growing: None,
            paths: None,
        }
    }

    fn strategy(&self, followed: Option<LoopName>) -> Strategy {
        match (followed, self.unwinding_strategy) {
            (Some(name), _) => Strategy::Loop { name, stop_when_unsat: self.stop_when_unsat },
            (_, Some(UnwindingStrategy::OneLoop)) => Strategy::OneLoop,
            (_, Some(UnwindingStrategy::AllLoops)) => Strategy::AllLoops,
            _ if self.no_incremental => Strategy::Restart,
            _ => Strategy::Auto,
        }
    }

    /// Without a bound all loops are unwound to their ends: there is nothing to report or to leave out.
    fn unwinding(&self) -> Unwinding {
        let bounded = self.unwind.is_some() || !self.unwindset.is_empty();
        match (self.unwinding_assertions && bounded, self.no_unwinding_assertions && bounded) {
            (true, _) => Unwinding::Report,
            (_, true) => Unwinding::Skip,
            _ => Unwinding::Ask,
        }
    }
}

impl SolverArgs {
    pub fn is_given(&self) -> bool {
        self.smt2.is_some()
            || self.no_boxes
            || self.refine
            || self.refine_arithmetic
            || self.refine_arrays
            || self.dimacs.is_some()
    }

    /// Combinations in which an option would have no effect.
    pub fn validate(&self, choice: &SolverChoice) -> Result<(), String> {
        choice.validate()?;
        let refines = self.refine || self.refine_arithmetic || self.refine_arrays;
        match &choice.solver {
            Some(SolverName::Smt(smt)) if refines => {
                Err(format!("{} is told everything at once: --refine has no effect on it", smt.name()))
            }
            Some(SolverName::Smt(smt)) if self.dimacs.is_some() => {
                Err(format!("{} has no clauses for --dimacs; --smt2 writes what it is asked", smt.name()))
            }
            _ => Ok(()),
        }
    }

    pub fn options(&self, choice: &SolverChoice) -> SolverOptions {
        let keep_clauses = self.dimacs.is_some();
        let script = self.smt2.as_ref().map(|_| Script::new(choice.encoding()));
        let mut options = SolverOptions { keep_clauses, script, no_boxes: self.no_boxes, ..choice.options() };
        options.blast.refine_arithmetic = self.refine || self.refine_arithmetic;
        if self.refine || self.refine_arrays {
            options.blast.arrays = pm_engine::ArrayLimits::LAZY;
        }
        options
    }
}

/// `main.0:10`
fn parse_loop_bound(text: &str) -> Result<(String, u32), String> {
    let bad = || "expected a loop and its bound, e.g. main.0:10".to_string();
    let (name, bound) = text.rsplit_once(':').ok_or_else(bad)?;
    Ok((name.to_string(), bound.parse().map_err(|_| bad())?))
}
