//! `proofmark dimspec`: solves reachability problems that were written by anybody.

use crate::STACK_BYTES;
use crate::args::{DimspecArgs, DimspecMode};
use crate::check::limits;
use crate::exit::{ExitCode, internal_error};
use crate::output::shown;
use crate::watchdog::{Watchdog, in_time};
use pm_base::visible;
use pm_ic3::dimspec::{Problem, read};
use pm_ic3::{Ic3, Ic3Options, Incremental, Outcome, Relation, Step, Trace, check_invariant, check_trace};
use pm_solve::{Backend, Limit, Limits};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::time::Instant;

/// What is known in the end; paths and invariants have been checked again.
enum Verdict {
    Reachable(Trace),
    Unreachable,
    Unknown(Limit),
    /// Proofmark's own claim did not pass its check.
    Broken(String),
}

pub fn dimspec(args: &DimspecArgs) -> ExitCode {
    let limits = limits(args.limits.timeout, args.limits.memlimit);
    let start = Instant::now();
    let watchdog = Watchdog::start(&limits);
    let spec = match File::open(&args.file).map_err(Into::into).and_then(|f| read(BufReader::new(f))) {
        Ok(spec) => spec,
        Err(e) => {
            eprintln!("proofmark: {}: {}", shown(&args.file), visible(&e.to_string()));
            return ExitCode::INPUT;
        }
    };
    let problem = Problem::new(&spec);
    drop(watchdog);
    let work = || match args.mode {
        DimspecMode::Incremental => search(&problem.relation, &limits),
        DimspecMode::Ic3 => prove(&problem.relation, &limits),
    };
    let late = |limit: Option<Limit>| limit.map(|limit| tell(&problem, &Verdict::Unknown(limit), args.quiet));
    let (verdict, work) = in_time(&limits, STACK_BYTES, work, late);
    if args.stats {
        eprintln!("{work}, {:.3} s", start.elapsed().as_secs_f64());
    }
    tell(&problem, &verdict, args.quiet)
}

fn tell(problem: &Problem, verdict: &Verdict, quiet: bool) -> ExitCode {
    match print(problem, verdict, quiet) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("proofmark: cannot write to standard output: {e}");
            ExitCode::INTERNAL
        }
        _ => exit_code(verdict),
    }
}

fn search(relation: &Relation, limits: &Limits) -> (Verdict, String) {
    let mut search = Incremental::new(relation, Backend::CaDiCaL);
    let verdict = loop {
        match search.step(limits) {
            Step::NotYet => {}
            Step::Reached(trace) => break confirmed(relation, trace, Backend::BatSat),
            Step::Exhausted => break Verdict::Unreachable,
            Step::Unknown(limit) => break Verdict::Unknown(limit),
        }
    };
    (verdict, format!("{} steps", search.depth()))
}

fn prove(relation: &Relation, limits: &Limits) -> (Verdict, String) {
    let mut ic3 = Ic3::new(relation, Ic3Options::default());
    let verdict = match ic3.solve(&[0], limits) {
        Outcome::Unsafe(trace) => confirmed(relation, trace, Backend::CaDiCaL),
        Outcome::Unknown(limit) => Verdict::Unknown(limit),
        Outcome::Safe(invariant) => {
            match check_invariant(relation, &invariant, &[0], Backend::CaDiCaL, &Limits::default()) {
                Ok(()) => Verdict::Unreachable,
                Err(refusal) => Verdict::Broken(refusal.to_string()),
            }
        }
    };
    let stats = ic3.stats();
    (verdict, format!("{} frames, {} lemmas, {} questions", stats.frames, stats.lemmas, stats.questions))
}

fn confirmed(relation: &Relation, trace: Trace, backend: Backend) -> Verdict {
    match check_trace(relation, &trace, backend, &Limits::default()) {
        Ok(()) => Verdict::Reachable(trace),
        Err(refusal) => Verdict::Broken(refusal.to_string()),
    }
}

fn print(problem: &Problem, verdict: &Verdict, quiet: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match verdict {
        Verdict::Unreachable => writeln!(out, "unreachable")?,
        Verdict::Unknown(limit) => writeln!(out, "unknown: {limit}")?,
        Verdict::Broken(_) => {}
        Verdict::Reachable(trace) => {
            let steps = trace.states.len() - 1;
            writeln!(out, "reachable in {steps} step{}", if steps == 1 { "" } else { "s" })?;
            for (k, state) in problem.states(trace).enumerate().filter(|_| !quiet) {
                write!(out, "state {k}:")?;
                state.iter().try_for_each(|lit| write!(out, " {}", lit.to_dimacs()))?;
                writeln!(out, " 0")?;
            }
        }
    }
    out.flush()
}

fn exit_code(verdict: &Verdict) -> ExitCode {
    match verdict {
        Verdict::Reachable(_) => ExitCode::VIOLATED,
        Verdict::Unreachable => ExitCode::OK,
        Verdict::Unknown(_) => ExitCode::INCONCLUSIVE,
        Verdict::Broken(why) => internal_error(&format!("the result did not pass its check: {why}")),
    }
}
