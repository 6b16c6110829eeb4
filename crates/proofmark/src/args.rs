//! The command line's grammar: one definition a flag feeds parser, help and messages.

mod checks;
mod cover;
mod export;
mod generalisation;
mod induction;
mod macros;
mod memory;
mod paths;
mod reductions;
mod solver;
mod unwinding;

pub use checks::CheckArgs;
pub use cover::{Compiler, CoverCommand, CriterionName, Format, TestcompArgs};
pub use export::{Block, ExportArgs, ExportFormat};
pub use generalisation::GeneralisationArgs;
pub use induction::InductionArgs;
pub use macros::MacroArgs;
pub use memory::MemoryArgs;
pub use paths::PathArgs;
pub use reductions::ReductionArgs;
pub use solver::SolverChoice;
pub use unwinding::{SolverArgs, UnwindArgs};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use pm_base::DataModel;
use pm_base::target::{TARGETS, target_by_name};
use pm_driver::compile_commands::Sources;
use pm_driver::flags::Flags;
use pm_driver::mapped::MappedRange;
use pm_engine::{EngineId, auto};
use pm_lower::{Demands, EntryArgs, LowerOptions, NondetVolatile};
use pm_syntax::preprocess::{HeaderDir, PpOptions};
use std::path::PathBuf;

/// A model checker for C.
#[derive(Parser)]
#[command(name = "proofmark", version, about, max_term_width = 100)]
#[command(after_help = "\
Examples:
  proofmark check controller.c --trace            find violations, and show how they come about
  proofmark run controller.c --inputs trace.txt   execute it, with checks of each step
  proofmark show properties controller.c          list what is checked, with stable ids
  proofmark show ir --32 -I include *.c           the program as Proofmark reads it

`proofmark FILES...` means `proofmark check FILES...`.

Exit codes: 0 all is well (run: the program's own code), 10 a property is violated, 5 inconclusive or
a limit was reached, 1 usage, 2 input not accepted, 6 internal error or an output file that cannot be
written, 7 no such property, 8 a certificate that leaves out properties.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Check a program: find violations, or show that there are none.
    Check(Box<CheckCommand>),
    /// Check one SV-COMP property and print its verdict line.
    Svcomp(SvcompArgs),
    /// Make tests that cover a program: statements, branches, conditions, MC/DC; and show what no test can cover.
    Cover(Box<CoverCommand>),
    /// Make a test suite for one Test-Comp property.
    Testcomp(TestcompArgs),
    /// Execute a program concretely, with all checks of undefined behaviour on; stop at the first violation.
    Run(RunArgs),
    /// Print the program as Proofmark reads it: its IR, loops, properties or transition system.
    Show(ShowArgs),
    /// Check a certificate from the program alone, with a solver whose proofs are checked.
    Certify(CertifyCommand),
    /// Write the program's transition system for other tools.
    Export(ExportArgs),
    /// Check proofs of the SAT solver that `--proof` kept, or any formula with its LRAT proof.
    Lrat(LratArgs),
    /// Solve a reachability problem in the DimSpec format.
    Dimspec(DimspecArgs),
}

#[derive(Args)]
#[command(after_help = "\
Exit codes: 0 accepted, 2 refused, with the reason. Of LRAT's steps, those by reverse unit propagation are accepted.")]
pub struct LratArgs {
    /// A directory that `--proof` wrote, or a formula in DIMACS.
    #[arg(value_name = "DIR|FORMULA")]
    pub formula: PathBuf,
    /// The formula's proof, LRAT as text or in binary form.
    pub proof: Option<PathBuf>,
}

#[derive(Args)]
pub struct CertifyCommand {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The certificate, as `--certificate` wrote it. Program and options must be those of that run.
    #[arg(long, value_name = "FILE")]
    pub certificate: PathBuf,
    /// Ask for this property only, as in that run (may be given several times).
    #[arg(long, value_name = "ID")]
    pub property: Vec<String>,
    /// The certificate is one of `proofmark svcomp` with this property: a property file or its base name.
    #[arg(long, value_name = "PROPERTY", conflicts_with_all = ["MemoryArgs", "property"])]
    pub svcomp: Option<PathBuf>,
    /// Keep the proofs of the SAT solver in DIR, which must be new or empty, for `proofmark lrat` and other checkers of LRAT.
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub audit: AuditArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub checks: CheckArgs,
}

#[derive(Args)]
pub struct CheckCommand {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Who does the work.
    #[arg(long, value_name = "NAME", value_parser = engine_parser(), default_value = EngineId::AUTO.name())]
    pub engine: EngineId,
    #[command(flatten)]
    pub jobs: JobsArgs,
    #[command(flatten)]
    pub unwinding: UnwindArgs,
    #[command(flatten)]
    pub solver: SolverChoice,
    #[command(flatten)]
    pub solving: SolverArgs,
    #[command(flatten)]
    pub induction: InductionArgs,
    #[command(flatten)]
    pub reductions: ReductionArgs,
    #[command(flatten)]
    pub generalisation: GeneralisationArgs,
    #[command(flatten)]
    pub paths: PathArgs,
    #[command(flatten)]
    pub audit: AuditArgs,
    /// Stop at the first violation.
    #[arg(long)]
    pub stop_on_fail: bool,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub checks: CheckArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of a check and of its report, which have no effect where something is only listed.
const LISTS_WITHOUT: [&str; 19] = [
    "property",
    "trace",
    "full_trace",
    "harness",
    "junit",
    "json_ui",
    "json_lines",
    "quiet",
    "verbose",
    "profile",
    "engine",
    "UnwindArgs",
    "SolverArgs",
    "SolverChoice",
    "stop_on_fail",
    "mmio",
    "audit",
    "timeout",
    "memlimit",
];

/// What is reported, and how.
#[derive(Args)]
pub struct ReportArgs {
    /// Check this property only (may be given several times): executions end where they violate another one, but for `__CPROVER_assert`.
    #[arg(long, value_name = "ID")]
    pub property: Vec<String>,
    /// List the properties with their ids, and check nothing.
    #[arg(long, conflicts_with_all = LISTS_WITHOUT)]
    pub show_properties: bool,
    /// List the loops with their names, and check nothing.
    #[arg(long, conflicts_with_all = LISTS_WITHOUT)]
    pub show_loops: bool,
    /// Show how each violation comes about: the steps that matter.
    #[arg(long, conflicts_with_all = ["full_trace", "quiet", "json_ui"])]
    pub trace: bool,
    /// Show all steps of each violation, with those of library functions.
    #[arg(long, conflicts_with = "quiet")]
    pub full_trace: bool,
    /// Write the first violation as C functions that, compiled with the program, repeat it.
    #[arg(long, value_name = "FILE.c")]
    pub harness: Option<PathBuf>,
    /// Write the report as JUnit XML, for build servers.
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
    /// Write the proof, for `proofmark certify`.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the proofs of the SAT solver in DIR, which must be new or empty, for `proofmark lrat` and other checkers of LRAT.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["show_properties", "show_loops"])]
    pub proof: Option<PathBuf>,
    /// Print the report as JSON, with traces.
    #[arg(long, conflicts_with_all = ["quiet", "verbose"])]
    pub json_ui: bool,
    /// With --json-ui: one object a line, and each violation when it is found.
    #[arg(long, requires = "json_ui")]
    pub json_lines: bool,
    /// Print violations, what is open, and the verdict.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print each bound, who decided each property, and the properties of library functions.
    #[arg(short, long)]
    pub verbose: bool,
    /// Print where the time went: functions, loops, arrays and properties, with what helps.
    #[arg(long, conflicts_with_all = ["quiet", "json_ui"])]
    pub profile: bool,
}

#[derive(Args)]
pub struct SvcompArgs {
    /// The property file (.prp) or its base name.
    #[arg(long)]
    pub property: PathBuf,
    #[arg(long, value_enum)]
    pub data_model: SvcompModel,
    pub file: PathBuf,
    /// Write the proof, for `proofmark certify`.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the proofs of the SAT solver in DIR, which must be new or empty, for `proofmark lrat` and other checkers of LRAT.
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Stop after this time, e.g. 900s.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<u64>,
    /// Who does the work.
    #[arg(long, value_name = "NAME", value_parser = engine_parser(), default_value = EngineId::AUTO.name())]
    pub engine: EngineId,
    #[command(flatten)]
    pub solver: SolverChoice,
    #[command(flatten)]
    pub jobs: JobsArgs,
    #[command(flatten)]
    pub reductions: ReductionArgs,
    #[command(flatten)]
    pub generalisation: GeneralisationArgs,
    /// Tell on standard error what engines do.
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub paths: PathArgs,
    #[command(flatten)]
    pub audit: AuditArgs,
}

#[derive(Args)]
pub struct LimitArgs {
    /// Stop after this time, e.g. 900s.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<u64>,
    /// Limit of Proofmark's memory, with that of solvers it has started, e.g. 4g; by default what the machine has, or the container.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memlimit: Option<u64>,
}

#[derive(Args)]
pub struct AuditArgs {
    /// Runs of the interpreter on chosen inputs that look for a violation of what is proved, before it is reported; 0: none. By default
    /// as many as a tenth of the time of the proof has room for, and at least 50 or as many as take 0.1 s.
    #[arg(long, value_name = "N")]
    pub audit: Option<u32>,
}

#[derive(Args)]
pub struct JobsArgs {
    /// Engines that `--engine auto` lets work side by side; by default one a processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: Option<u16>,
}

impl JobsArgs {
    pub fn number(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, |n| n.get());
        self.jobs.map_or_else(processors, usize::from)
    }

    pub fn is_given(&self) -> bool {
        self.jobs.is_some()
    }
}

/// Reads the name of one of the engines that there are.
fn engine_parser() -> impl TypedValueParser<Value = EngineId> {
    let known = |name: String| auto::engines().map(|(id, _)| id).find(|id| id.name() == name);
    let values = auto::engines().map(|(id, what)| PossibleValue::new(id.name()).help(what));
    PossibleValuesParser::new(values).map(move |name| known(name).unwrap_or(EngineId::AUTO))
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SvcompModel {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

impl SvcompArgs {
    pub fn program(&self) -> ProgramArgs {
        svcomp_program(std::slice::from_ref(&self.file), self.data_model)
    }
}

/// How the competition reads a program.
pub fn svcomp_program(files: &[PathBuf], data_model: SvcompModel) -> ProgramArgs {
    ProgramArgs {
        files: files.to_vec(),
        compile_commands: None,
        requirements: None,
        function: "main".into(),
        include_dirs: Vec::new(),
        macros: MacroArgs::default(),
        includes: Vec::new(),
        cc: "cc".into(),
        dialect: Vec::new(),
        machine: Vec::new(),
        model: ModelArgs { ilp32: data_model == SvcompModel::Ilp32, lp64: false, llp64: false, target: None },
        nondet_static: false,
        nondet_volatile: Vec::new(),
        stub_pure: Vec::new(),
        error_label: vec![pm_driver::competition::ERROR_LABEL.into()],
    }
}

#[derive(Args)]
#[command(after_help = "\
Prints `reachable in N steps` and the states of a path, or `unreachable`, or `unknown: REASON`. A state is a line
`state K: LITERALS 0`, with the literals of the variables that some clause mentions. Exit codes: 10 reachable,
0 unreachable, 5 unknown, 2 not a DimSpec file.")]
pub struct DimspecArgs {
    /// The problem: sections `i`, `u`, `g` and `t`, each `cnf VARIABLES CLAUSES` and its clauses.
    pub file: PathBuf,
    /// How to solve it.
    #[arg(long, value_enum, default_value_t = DimspecMode::Ic3)]
    pub mode: DimspecMode,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Do not print the states.
    #[arg(short, long)]
    pub quiet: bool,
    /// Report steps or frames, questions and time at the end, on standard error.
    #[arg(long)]
    pub stats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DimspecMode {
    /// One step more at a time, in one SAT solver; finds shortest paths, and ends only if there is one.
    Incremental,
    /// Property directed reachability: also shows that there is no path.
    Ic3,
}

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Take nondeterministic values from FILE: one value a line, in the order of the calls.
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub inputs: Option<PathBuf>,
    /// Take nondeterministic values from a random generator (without it and --inputs they are zero).
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop after N instructions of the IR.
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Limit of the program's memory, e.g. 512m or 4g.
    #[arg(long, value_name = "SIZE", default_value = "2g", value_parser = parse_size)]
    pub memlimit: u64,
    /// Memory-mapped registers: SIZE bytes at ADDR, of which each read gives any value, e.g. 0x40000000:1024; with `:ram` behind
    /// it, memory that keeps what was written. May be given again.
    #[arg(long, value_name = "ADDR:SIZE[:ram]", value_parser = pm_driver::mapped::parse)]
    pub mmio: Vec<MappedRange>,
    /// Let malloc and its like return null, too, as a nondeterministic choice.
    #[arg(long, overrides_with = "no_malloc_may_fail")]
    pub malloc_may_fail: bool,
    /// malloc and its like never return null (the default).
    #[arg(long, overrides_with = "malloc_may_fail")]
    pub no_malloc_may_fail: bool,
    /// Report instructions executed, time and memory at the end, on standard error.
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub checks: CheckArgs,
    /// Arguments of the program's main, after `--`.
    #[arg(last = true, value_name = "ARG")]
    pub program_args: Vec<String>,
}

#[derive(Args)]
pub struct ShowArgs {
    /// What to print.
    #[arg(value_enum)]
    pub what: ShowWhat,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub checks: CheckArgs,
    /// Read, analyse and lower only; print nothing (for measuring and testing).
    #[arg(long)]
    pub lower_only: bool,
    #[command(flatten)]
    pub reductions: ReductionArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ShowWhat {
    /// The control-flow IR of all functions.
    Ir,
    /// The loops, with the names that --unwindset takes.
    Loops,
    /// The checked properties with their ids.
    Properties,
    /// The transition system that the proof engines work on: cut points, variables, what must not happen.
    System,
    /// The steps of that system: edges between cut points, with guards and assignments.
    Automaton,
}

/// Which program, and how it is read.
#[derive(Args, Clone)]
pub struct ProgramArgs {
    /// C sources (.c), or preprocessed ones (.i); all of them are linked into one program.
    #[arg(required_unless_present = "compile_commands", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Take the flags of the preprocessor from a compile_commands.json, and without FILE the sources, too.
    #[arg(long, value_name = "DATABASE")]
    pub compile_commands: Option<PathBuf>,
    /// Requirements about the cycles of the program (docs/requirements.md), each the property req.NAME.
    #[arg(long, value_name = "FILE.req")]
    pub requirements: Option<PathBuf>,
    /// The function where execution starts.
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub function: String,
    /// Search headers in DIR.
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<String>,
    #[command(flatten)]
    pub macros: MacroArgs,
    /// Include a header before each file.
    #[arg(long = "include", value_name = "FILE")]
    pub includes: Vec<String>,
    /// The compiler whose preprocessor is used.
    #[arg(long, value_name = "COMMAND", default_value = "cc")]
    pub cc: String,
    /// A flag of the compiler that changes what C means, e.g. -funsigned-char, -fshort-enums, -fpack-struct=4, -fwrapv.
    #[arg(short = 'f', value_name = "FLAG")]
    pub dialect: Vec<String>,
    /// A flag of the compiler that chooses its machine: -m32 and -m64 as --32 and --64 say it.
    #[arg(short = 'm', value_name = "FLAG")]
    pub machine: Vec<String>,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Give globals without `const` arbitrary initial values.
    #[arg(long)]
    pub nondet_static: bool,
    /// Each read of the volatile object NAME gives an arbitrary value, whatever was written there; without NAME of all of them.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "", value_delimiter = ',')]
    pub nondet_volatile: Vec<String>,
    /// Reaching a label of this name is an error.
    #[arg(long, value_name = "LABEL")]
    pub error_label: Vec<String>,
    /// Functions without a body of these names write nothing: they only return a value. `*` stands for anything.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub stub_pure: Vec<String>,
}

#[derive(Args, Clone)]
#[group(multiple = false)]
pub struct ModelArgs {
    /// Data model ILP32: int, long and pointers of 32 bits.
    #[arg(long = "32", visible_alias = "ILP32")]
    pub ilp32: bool,
    /// Data model LP64: long and pointers of 64 bits (the default).
    #[arg(long = "64", visible_alias = "LP64")]
    pub lp64: bool,
    /// Data model LLP64 (Windows): pointers of 64 bits, long of 32.
    #[arg(long = "LLP64")]
    pub llp64: bool,
    /// The machine that the program is compiled for: sizes, alignments, byte order, plain char and enumerations are those of its gcc.
    #[arg(long, visible_alias = "arch", value_name = "NAME", value_parser = target_by_name, long_help = target_help())]
    pub target: Option<DataModel>,
}

fn target_help() -> String {
    let names = TARGETS.map(|(name, _)| name).join(", ");
    format!(
        "The machine that the program is compiled for, one of {names}: sizes, alignments, byte order, plain char and enumerations are those of its gcc"
    )
}

impl ModelArgs {
    pub fn data_model(&self) -> DataModel {
        match self.target {
            Some(target) => target,
            None if self.ilp32 => DataModel::Ilp32,
            None if self.llp64 => DataModel::Llp64,
            None => DataModel::Lp64,
        }
    }

    fn is_given(&self) -> bool {
        self.target.is_some() || self.ilp32 || self.lp64 || self.llp64
    }
}

impl ProgramArgs {
    /// The flags of the command line, and those behind the compiler's name.
    /// The sources; `Err` where a flag of the compiler is not known.
    pub fn sources(&self) -> Result<Sources, String> {
        let (files, database) = (self.files.clone(), self.compile_commands.clone());
        let (flags, preprocessing) = (self.compiler_flags()?, self.preprocessing());
        let (requirements, is_target_given) = (self.requirements.clone(), self.model.is_given());
        Ok(Sources { files, database, flags, preprocessing, requirements, is_target_given })
    }

    fn compiler_flags(&self) -> Result<Vec<String>, String> {
        let own = self.dialect.iter().map(|f| format!("-f{f}")).chain(self.machine.iter().map(|m| format!("-m{m}")));
        let own: Vec<String> = own.collect();
        // A database may name the machine, and then it judges them.
        if self.compile_commands.is_none() {
            own.iter().try_for_each(|f| Flags::of(self.model.data_model()).read_known(f))?;
        }
        let of_cc = self.cc.split_whitespace().skip(1).filter(|w| w.starts_with('-')).map(String::from);
        Ok(of_cc.chain(own).collect())
    }

    /// Objects that `--nondet-volatile` names.
    pub fn volatile_names(&self) -> &[String] {
        if self.nondet_volatile.iter().any(String::is_empty) { &[] } else { &self.nondet_volatile }
    }

    fn volatiles(&self) -> NondetVolatile {
        match (self.nondet_volatile.is_empty(), self.volatile_names()) {
            (true, _) => NondetVolatile::None,
            (false, []) => NondetVolatile::All,
            (false, names) => NondetVolatile::Named(names.to_vec()),
        }
    }

    fn preprocessing(&self) -> PpOptions {
        PpOptions {
            cc: self.cc.clone(),
            include_dirs: self.include_dirs.iter().map(|dir| HeaderDir::first(dir)).collect(),
            macros: self.macros.0.clone(),
            includes: self.includes.clone(),
            data_model: self.model.data_model(),
            ..PpOptions::default()
        }
    }

    pub fn lowering(&self, checks: &CheckArgs, default: pm_lower::CheckOptions) -> LowerOptions {
        LowerOptions {
            entry: self.function.clone(),
            entry_args: EntryArgs::Nondet,
            checks: checks.apply(default),
            demands: Demands::All,
            switches: true,
            malloc_may_fail: false,
            wrapv: false,
            trapv: false,
            nondet_static: self.nondet_static,
            nondet_volatile: self.volatiles(),
            error_labels: self.error_label.clone(),
            stubs_write: true,
            stub_pure: self.stub_pure.clone(),
            coverage: false,
            cycles: None,
        }
    }
}

/// `900s` or `900`
fn parse_seconds(text: &str) -> Result<u64, String> {
    const LONGEST: u64 = 10_000_000_000;
    let digits = text.strip_suffix('s').unwrap_or(text);
    let seconds = digits.parse().map_err(|_| "expected seconds, e.g. 900s".to_string())?;
    if seconds > LONGEST { Err(format!("at most {LONGEST} seconds")) } else { Ok(seconds) }
}

/// `512m`, `4g`, `1000000`
fn parse_size(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let (digits, shift) = match lower.strip_suffix(['k', 'm', 'g']) {
        Some(digits) => (digits, [("k", 10), ("m", 20), ("g", 30)].iter().find(|(s, _)| lower.ends_with(s)).unwrap().1),
        None => (lower.as_str(), 0),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a size such as 512m or 4g".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "the size is too large".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn grammar_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4g"), Ok(4 << 30));
        assert_eq!(parse_size("512M"), Ok(512 << 20));
        assert_eq!(parse_size("10"), Ok(10));
        assert!(parse_size("g").is_err());
        assert!(parse_size("99999999999g").is_err());
    }
}
