//! The options of `proofmark export`.

use super::{CheckArgs, ProgramArgs, parse_seconds, parse_size};
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
    /// malloc and its like never return null.
    #[arg(long)]
    pub no_malloc_may_fail: bool,
    /// Stop after this time, e.g. 900s.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<u64>,
    /// Limit of Proofmark's own memory, e.g. 4g.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memlimit: Option<u64>,
    #[command(flatten)]
    pub checks: CheckArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Block {
    /// One basic block.
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
