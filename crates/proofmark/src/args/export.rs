//! The options of `proofmark export`.

use super::{CheckArgs, LimitArgs, MemoryArgs, ProgramArgs, ReductionArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
pub struct ExportArgs {
    /// What to write.
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What one step of the system executes.
    #[arg(long, value_enum, default_value_t = Block::Large)]
    pub block: Block,
    /// Where to write it; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Ask as SV-COMP does for this property, e.g. unreach-call.
    #[arg(long, value_name = "PROPERTY")]
    pub svcomp: Option<String>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub reductions: ReductionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub checks: CheckArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Block {
    /// One basic block with effects; tests, constants and copies belong to the edges.
    Small,
    /// Everything from one loop to the next.
    Large,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Four formulas in CNF, see `proofmark dimspec`.
    Dimspec,
    /// The word level, with arrays.
    Btor2,
    /// The bit level, binary; one output for each property.
    Aiger,
    /// SMT-LIB 2 with the annotations of VMT-LIB.
    Smt2,
    /// The cut points and the steps between them, for Graphviz.
    Dot,
}
