//! What `proofmark cover` and `proofmark testcomp` are asked for.

use super::{CheckArgs, JobsArgs, LimitArgs, ProgramArgs, SvcompModel, parse_seconds, svcomp_program};
use clap::{Args, ValueEnum};
use pm_cover::{Criterion, Form};
use pm_driver::competition;
use pm_lower::{CheckOptions, Cycles, LowerOptions};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
Examples:
  proofmark cover controller.c                        MC/DC: what is covered, by how many tests
  proofmark cover controller.c --criterion branch -o tests
                                                      write the tests into the new directory `tests`
  proofmark cover fuel.c --function step --state init --criterion mcdc -o tests --confirm
                                                      tests of a step function, and what clang says of them
  proofmark cover fuel.c --requirements fuel.req --criterion requirement -o tests
                                                      tests of requirements
  proofmark cover parser.c --error                    inputs that reach an error (reach_error, an error label)
  make -C tests check                                 build the tests and run them

A test is a list of inputs: what the __VERIFIER_nondet functions, functions without a body, parameters (of structures, and
of objects behind pointers, each member) and --input variables give, in order. It ends with the program, or where the program asks for one more input. Each goal is
COVERED (by tests that the interpreter has run), UNREACHABLE (proved, as by `proofmark check`), or UNKNOWN (with the
reason).

Exit codes: 0 each goal is covered or unreachable, 5 some are unknown, 10 --confirm: the compiler says otherwise, 1 usage,
2 input not accepted, 6 internal error, a compiler that does not run, or files that cannot be written.")]
pub struct CoverCommand {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What is to be covered; several with commas between them.
    #[arg(long, value_enum, value_name = "NAME,...", value_delimiter = ',', default_value = "mcdc")]
    pub criterion: Vec<CriterionName>,
    /// Look for inputs with which the program comes to an error: the same as `--criterion error`.
    #[arg(long, conflicts_with = "criterion")]
    pub error: bool,
    /// When a condition counts as having an effect of its own: it determines the outcome once true and once false, or in two
    /// evaluations that differ in nothing else.
    #[arg(long, value_enum, value_name = "FORM", default_value = "masking")]
    pub mcdc: FormName,
    /// The function of --function is a step: it is called again and again. INIT is called once before.
    #[arg(long, value_name = "INIT")]
    pub state: Option<String>,
    /// The same, without a function that is called before.
    #[arg(long, conflicts_with = "state")]
    pub cyclic: bool,
    /// A global variable that gets new values before each call of the step, or a parameter that points to an object that does (may be given several times).
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub input: Vec<String>,
    /// Write the tests and the report into DIR, which must be new or empty.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// What is written into DIR beside the report: tests in C, each a program; the same as tests of the Unity framework; or a suite in the exchange format of Test-Comp.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "c", requires = "output")]
    pub format: Format,
    /// Build the tests with a compiler that counts coverage, run them, and compare: clang of version 18 or later with its llvm-cov, or gcc with its gcov.
    #[arg(long, value_enum, value_name = "COMPILER", num_args = 0..=1, require_equals = true, default_missing_value = "clang", value_delimiter = ',')]
    pub confirm: Vec<Compiler>,
    /// Print each goal, not only those that are not covered.
    #[arg(short, long)]
    pub verbose: bool,
    /// Print no goals.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Report what each stage took, on standard error.
    #[arg(long)]
    pub stats: bool,
    /// Ask for each goal by a run of its own, without chosen inputs: for comparison.
    #[arg(long, hide = true)]
    pub one_by_one: bool,
    #[command(flatten)]
    pub jobs: JobsArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub checks: CheckArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CriterionName {
    /// Each statement.
    Statement,
    /// Both ways of each `if`, loop and `?:`, and each label of each switch.
    Branch,
    /// Each condition true and false.
    Condition,
    /// Each decision true and false, and each label of each switch.
    Decision,
    /// Decisions, and the effect of each condition of its own.
    Mcdc,
    /// Each assertion is reached.
    Assertion,
    /// Each `__CPROVER_cover` holds once.
    Cover,
    /// Each way through a function, from its entry or the head of a loop to the next head or the end.
    Path,
    /// Each requirement of --requirements: something is due, and it is kept in a cycle in which a program that does otherwise violates it.
    Requirement,
    /// Each call of `reach_error` or `__VERIFIER_error`, and each label of `--error-label`: a test ends there.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormName {
    Masking,
    UniqueCause,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    C,
    Unity,
    Testcomp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Compiler {
    Clang,
    Gcc,
}

impl CoverCommand {
    pub fn criteria(&self) -> Vec<Criterion> {
        let one = |name: &CriterionName| match name {
            CriterionName::Statement => Criterion::Statement,
            CriterionName::Branch => Criterion::Branch,
            CriterionName::Condition => Criterion::Condition,
            CriterionName::Decision => Criterion::Decision,
            CriterionName::Mcdc => Criterion::Mcdc,
            CriterionName::Assertion => Criterion::Assertion,
            CriterionName::Cover => Criterion::Cover,
            CriterionName::Path => Criterion::Path,
            CriterionName::Requirement => Criterion::Requirement,
            CriterionName::Error => Criterion::Error,
        };
        if self.error {
            return vec![Criterion::Error];
        }
        let mut all: Vec<Criterion> = self.criterion.iter().map(one).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub fn form(&self) -> Form {
        match self.mcdc {
            FormName::Masking => Form::Masking,
            FormName::UniqueCause => Form::UniqueCause,
        }
    }

    pub fn cycles(&self) -> Option<Cycles> {
        let is_step = self.cyclic || self.state.is_some();
        is_step.then(|| Cycles { init: self.state.clone(), inputs: self.input.clone() })
    }

    pub fn validate(&self) -> Result<(), String> {
        let is_step = self.cycles().is_some();
        if is_step && self.program.function == "main" {
            return Err("--state and --cyclic are about a step function: name it with --function".into());
        }
        if self.program.requirements.is_none() && self.criteria().contains(&Criterion::Requirement) {
            return Err("the criterion `requirement` is about the file of --requirements".into());
        }
        if !self.input.is_empty() && !is_step {
            return Err("--input is for step functions: it goes with --state or --cyclic".into());
        }
        Ok(())
    }

    pub fn lowering(&self) -> LowerOptions {
        let own = self.program.lowering(&self.checks, CheckOptions::standard());
        LowerOptions { coverage: true, cycles: self.cycles(), ..own }
    }
}

#[derive(Args)]
#[command(after_help = "\
The suite is written when the search ends, also by its time limit. The last lines tell how many goals are covered. Exit codes: as of
`proofmark cover`.")]
pub struct TestcompArgs {
    /// The property: coverage-branches, coverage-error-call, or a property file (.prp) of one of them.
    #[arg(long)]
    pub property: PathBuf,
    #[arg(long, value_enum)]
    pub data_model: SvcompModel,
    pub file: PathBuf,
    /// Write the suite into DIR, which must be new or empty.
    #[arg(short, long, value_name = "DIR", default_value = "test-suite")]
    pub output: PathBuf,
    /// Stop after this time, e.g. 900s.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<u64>,
    #[command(flatten)]
    pub jobs: JobsArgs,
}

impl TestcompArgs {
    /// The same, as a question to `cover`.
    pub fn cover(&self, criterion: CriterionName) -> CoverCommand {
        let mut program = svcomp_program(std::slice::from_ref(&self.file), self.data_model);
        program.error_label.clear();
        CoverCommand {
            program,
            criterion: vec![criterion],
            error: false,
            mcdc: FormName::Masking,
            state: None,
            cyclic: false,
            input: Vec::new(),
            output: Some(self.output.clone()),
            format: Format::Testcomp,
            confirm: Vec::new(),
            verbose: false,
            quiet: true,
            stats: false,
            one_by_one: false,
            jobs: JobsArgs { jobs: self.jobs.jobs },
            limits: LimitArgs { timeout: self.timeout, memlimit: None },
            checks: CheckArgs::default(),
        }
    }

    pub fn lowering(&self, cover: &CoverCommand) -> LowerOptions {
        let checks = competition::coverage_checks();
        let own = LowerOptions { coverage: true, checks, ..cover.program.lowering(&cover.checks, checks) };
        competition::lowering("unreach-call", own)
    }
}
