//! A proof that an execution refutes is never swallowed: what is needed to look into it goes into a directory.

use crate::compile::Compiled;
use crate::output::{new_dir, shown};
use pm_engine::evidence::Refutation;
use pm_engine::{Ledger, Limits};
use pm_ir::Ty;
use pm_report::trace::{Style, record};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Tells of a refuted proof, and where the evidence is.
pub fn tell(c: &Compiled, ledger: &Ledger, limits: &Limits) {
    let Some(refutation) = ledger.audit.as_ref().and_then(|a| a.refuted.as_deref()) else { return };
    let id = &c.program.props[refutation.prop].id;
    eprintln!("proofmark: internal error: [{id}]: {}", refutation.describe());
    match write(c, refutation, limits) {
        Ok(dir) => eprintln!("proofmark: please report this mistake of Proofmark's, with the files in {}", shown(&dir)),
        Err(e) => eprintln!("proofmark: please report this mistake of Proofmark's; its files cannot be written: {e}"),
    }
}

/// The program as it was read, what the execution was given, and what is said of it: by the proof, and by the interpreter.
fn write(c: &Compiled, refutation: &Refutation, limits: &Limits) -> std::io::Result<PathBuf> {
    let dir = new_dir("audit")?;
    for (number, text) in units(c).into_iter().enumerate() {
        fs::write(dir.join(format!("unit-{number}.i")), text)?;
    }
    fs::write(dir.join("inputs.txt"), inputs(refutation))?;
    fs::write(dir.join("report.txt"), report(c, refutation, limits, &dir))?;
    let proofs: String = refutation.proofs.iter().map(|p| p.write(&[])).collect();
    fs::write(dir.join("proofs.txt"), proofs)?;
    Ok(dir)
}

/// The preprocessed sources that functions of the program stand in.
fn units(c: &Compiled) -> Vec<&[u8]> {
    let mut units: Vec<&[u8]> = Vec::new();
    for func in c.program.funcs.iter().filter(|f| !f.is_model && f.has_body() && !f.span.is_none()) {
        let text = c.session.sources.text(func.span.lo);
        if !units.iter().any(|u| u.as_ptr() == text.as_ptr()) {
            units.push(text);
        }
    }
    units
}

/// What `proofmark run --inputs` reads.
fn inputs(refutation: &Refutation) -> String {
    let mut out = String::new();
    for (_, ty, value) in &refutation.execution.inputs {
        let _ = match ty {
            Ty::Float(f) => writeln!(out, "{}", f.to_text(*value)),
            Ty::Int(_) | Ty::Ptr => writeln!(out, "{value}"),
        };
    }
    for (event, bytes) in &refutation.execution.contents {
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let _ = writeln!(out, "@{event} {hex}");
    }
    out
}

fn report(c: &Compiled, refutation: &Refutation, limits: &Limits, dir: &Path) -> String {
    let (ctx, p) = (c.context(), &c.program.props[refutation.prop]);
    let words: Vec<String> = std::env::args_os().map(|w| w.to_string_lossy().into_owned()).collect();
    let mut out = format!("Proofmark {}\ncommand: {}\n\n", env!("CARGO_PKG_VERSION"), words.join(" "));
    let _ = writeln!(out, "[{}] {} {}\n{}\n", p.id, ctx.place(p.span), p.text, refutation.describe());
    for proof in &refutation.proofs {
        let checked = proof.checked.as_ref().map_or(String::new(), |by| format!("; checked by {}", by.describe()));
        let _ = writeln!(
            out,
            "proof of {} properties by {}: {}{checked}",
            proof.properties.len(),
            proof.engine(),
            proof.describe()
        );
    }
    if !refutation.states.is_empty() {
        let _ = writeln!(
            out,
            "\nwhat the proof says of the execution, and what the interpreter says:\n{}",
            refutation.states
        );
    }
    let trace = record(ctx, refutation.prop, &refutation.execution, Style { full: true }, limits);
    let _ = writeln!(out, "\nthe interpreter's execution, on {}:\n{}", shown(&dir.join("inputs.txt")), trace.text(ctx));
    let _ = writeln!(out, "its end: {:?}", trace.outcome);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command, SvcompModel, svcomp_program};
    use crate::compile::{compile, question};
    use crate::svcomp;
    use clap::Parser;
    use pm_driver::competition;
    use pm_engine::{EngineId, Status, Task, UnknownReason};
    use std::time::Duration;

    const TEST: EngineId = EngineId::new("test");

    /// The ledger of a program after its audit, where each property is said to be proved or, `unreachable`, not to be reached.
    fn audited(name: &str, text: &str, unreachable: bool, runs: Option<u32>) -> (Compiled, Ledger) {
        let path = std::env::temp_dir().join(format!("proofmark-audited-{}-{name}.i", std::process::id()));
        let nondet = "int __VERIFIER_nondet_int(void); void reach_error(void); void __VERIFIER_assume(int);\n";
        fs::write(&path, format!("{nondet}{text}")).unwrap();
        let program = svcomp_program(std::slice::from_ref(&path), SvcompModel::Lp64);
        let checks = competition::checks_of("unreach-call").unwrap();
        let prepared = svcomp::prepare(&program, "unreach-call", checks, &Limits::default());
        fs::remove_file(&path).unwrap();
        let Ok((compiled, _, question)) = prepared else { panic!("{name} is not accepted") };
        let mut ledger = Ledger::new(&compiled.program, TEST);
        for p in compiled.program.props.ids().filter(|p| !question.ignored.contains(p)) {
            ledger.status[p] = if unreachable { Status::Unreachable { by: TEST } } else { Status::Proved { by: TEST } };
        }
        let task = Task { audit: runs, ..question.task(&compiled) };
        pm_engine::audit::audit(&task, &mut ledger, Duration::ZERO);
        drop(task);
        (compiled, ledger)
    }

    fn is_refuted(ledger: &Ledger) -> bool {
        ledger.status.iter().any(|s| matches!(s, Status::Unknown(UnknownReason::Refuted { .. })))
    }

    const VIOLATED: [(&str, &str); 8] = [
        ("always", "int main(void) { reach_error(); }"),
        ("threshold", "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 123456) reach_error(); }"),
        (
            "sum",
            "int main(void) { unsigned x = __VERIFIER_nondet_int(), y = x + 77777; if (y == 123456) reach_error(); }",
        ),
        (
            "two steps",
            "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
             if (x > 1000000 && x < 1000100) if (y == x + 1) reach_error(); }",
        ),
        (
            "assumption",
            "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5000 && x < 5010);
             if (x == 5007) reach_error(); }",
        ),
        (
            "index",
            "int a[10], b[40]; int main(void) { unsigned i = __VERIFIER_nondet_int(); if (i >= 40) return 0;
             if (i < 10) a[i] = 1; int *p = b; p[i] = 7; if (b[30] == 7) reach_error(); }",
        ),
        (
            "reactive",
            "int main(void) { int s = 0; while (1) { int x = __VERIFIER_nondet_int();
             if (s == 0 && x == 71) s = 1; else if (s == 1 && x == 72) s = 2; else if (s == 2 && x == 73) reach_error(); } }",
        ),
        ("memory", "int main(void) { int x, y, *p = &x, *q = &y; if (*p == 71 && *q == 72) reach_error(); }"),
    ];

    #[test]
    fn wrong_proofs_are_refuted() {
        for (name, text) in VIOLATED {
            let runs = if name == "always" { 50 } else { 2000 };
            assert!(is_refuted(&audited(name, text, false, Some(runs)).1), "{name}");
        }
    }

    #[test]
    fn few_runs_find_what_a_constant_decides() {
        for (name, text) in VIOLATED.iter().filter(|(n, _)| ["always", "threshold"].contains(n)) {
            assert!(is_refuted(&audited(name, text, true, None).1), "{name}");
        }
    }

    /// Whether the audit refutes a proof of everything in a program of the file tests; `None` where it is no violated one.
    fn refutes_file(path: &Path, runs: Option<u32>) -> Option<bool> {
        let text = fs::read_to_string(path).ok()?;
        if !text.contains("// expect: violated") || text.contains("// files:") {
            return None;
        }
        let run = text.lines().find_map(|l| l.strip_prefix("// run: ")).unwrap_or_default();
        let flags = run.split(',').next().unwrap_or_default().split_whitespace().skip(1);
        let words = ["proofmark".into(), "check".into(), path.display().to_string()];
        let cli = Cli::try_parse_from(words.into_iter().chain(flags.map(String::from))).ok()?;
        let Command::Check(args) = cli.command else { return None };
        let options = args.memory.lowering(&args.program, &args.checks);
        let mut compiled = compile(&args.program, &options, &Limits::default()).ok()?;
        let question = question(&mut compiled, &args.report.property, &args.memory.mmio).ok()?;
        let mut ledger = Ledger::new(&compiled.program, TEST);
        for p in compiled.program.props.ids().filter(|p| !question.ignored.contains(p)) {
            ledger.status[p] = Status::Proved { by: TEST };
        }
        let task = Task { audit: runs, ..question.task(&compiled) };
        pm_engine::audit::audit(&task, &mut ledger, Duration::ZERO);
        Some(is_refuted(&ledger))
    }

    /// Programs that were proved once although they are violated.
    #[test]
    fn violated_programs_of_the_file_tests_are_refuted() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdict");
        let mut seen = 0;
        for folder in ["joins", "jumps", "ranges"] {
            for file in fs::read_dir(tests.join(folder)).unwrap().flatten() {
                if let Some(refuted) = refutes_file(&file.path(), None) {
                    seen += 1;
                    assert!(refuted, "{}", file.path().display());
                }
            }
        }
        assert!(seen > 8, "{seen}");
    }

    #[test]
    #[ignore = "a measurement: how many violated programs of the file tests few runs refute"]
    fn measure() {
        let mut todo = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdict")];
        let runs = std::env::var("PM_RUNS").ok().and_then(|r| r.parse().ok());
        let (mut refuted, mut missed) = (0, Vec::new());
        while let Some(dir) = todo.pop() {
            for file in fs::read_dir(dir).unwrap().flatten() {
                match file.path().is_dir() {
                    true => todo.push(file.path()),
                    false => match refutes_file(&file.path(), runs) {
                        Some(true) => refuted += 1,
                        Some(false) => missed.push(file.path()),
                        None => {}
                    },
                }
            }
        }
        missed.iter().for_each(|m| println!("missed {}", m.display()));
        println!("{refuted} refuted, {} missed", missed.len());
    }

    #[test]
    fn what_holds_is_not_refuted() {
        let safe = "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 5) reach_error(); }";
        let (compiled, ledger) = audited("safe", safe, false, Some(300));
        let audit = ledger.audit.as_ref().unwrap();
        assert!(!is_refuted(&ledger) && audit.runs == 300 && compiled.program.props.len() == 1);
        let (_, ledger) = audited("off", safe, false, Some(0));
        assert!(!is_refuted(&ledger) && ledger.audit.unwrap().runs == 0);
    }

    #[test]
    fn a_refutation_is_written_down_and_runs_again() {
        let (compiled, ledger) = audited("written", VIOLATED[1].1, false, Some(1000));
        let refutation = ledger.audit.as_ref().unwrap().refuted.as_deref().unwrap();
        let dir = write(&compiled, refutation, &Limits::default()).unwrap();
        assert!(fs::read_to_string(dir.join("inputs.txt")).unwrap().starts_with("123456\n"));
        assert!(fs::read_to_string(dir.join("unit-0.i")).unwrap().contains("x == 123456"));
        let report = fs::read_to_string(dir.join("report.txt")).unwrap();
        assert!(report.contains("proved by test, but the interpreter has an execution that violates it"), "{report}");
        fs::remove_dir_all(&dir).unwrap();
    }
}
