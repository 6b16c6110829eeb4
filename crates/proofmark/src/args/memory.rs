//! What memory there is: `--mmio ADDR:SIZE[:ram]`, ranges of memory-mapped registers, and whether `malloc` may fail.

use super::{CheckArgs, ProgramArgs};
use clap::Args;
use pm_driver::mapped::{MappedRange, parse};
use pm_lower::{CheckOptions, LowerOptions};

#[derive(Args)]
pub struct MemoryArgs {
    /// Memory-mapped registers: SIZE bytes at ADDR, of which each read gives any value, e.g. 0x40000000:1024; with `:ram` behind
    /// it, memory that keeps what was written. May be given again.
    #[arg(long, value_name = "ADDR:SIZE[:ram]", value_parser = parse)]
    pub mmio: Vec<MappedRange>,
    /// malloc and its like never return null.
    #[arg(long, overrides_with = "malloc_may_fail")]
    pub no_malloc_may_fail: bool,
    /// malloc and its like can return null (the default).
    #[arg(long, overrides_with = "no_malloc_may_fail")]
    pub malloc_may_fail: bool,
}

impl MemoryArgs {
    /// How the program is lowered: with the standard checks, but for what is said otherwise.
    pub fn lowering(&self, program: &ProgramArgs, checks: &CheckArgs) -> LowerOptions {
        let malloc_may_fail = !self.no_malloc_may_fail;
        LowerOptions { malloc_may_fail, ..program.lowering(checks, CheckOptions::standard()) }
    }
}
