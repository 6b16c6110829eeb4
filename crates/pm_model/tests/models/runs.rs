//! Runs of a program's transition system against runs of the interpreter on the same inputs: the same property is violated,
//! or both go on to the end.

use crate::compile::compile;

use pm_base::{Random, Span, Symbol};
use pm_interp::{Oracle, Outcome, RunOptions};
use pm_ir::{PropId, Ty};
use pm_lower::CheckOptions;
use pm_model::reduce::split_arrays;
use pm_model::{BadKind, BlockSize, Options, Simulator, System};
use pm_symex::SymexOptions;
use std::io::sink;
use std::path::PathBuf;

/// A deterministic stream of inputs, most of them small.
struct Stream {
    random: Random,
    left: u32,
}

impl Stream {
    fn new(seed: u64) -> Stream {
        Stream { random: Random::new(seed), left: 400 }
    }

    fn next(&mut self, ty: Ty) -> Option<u128> {
        self.left = self.left.checked_sub(1)?;
        let x = self.random.draw() >> 20;
        let value = match x % 16 {
            0 => u128::from(x >> 4),
            1 => u128::MAX - u128::from((x >> 4) % 8),
            n if n < 8 => u128::from((x >> 4) % 3),
            _ => u128::from((x >> 4) % 12),
        };
        Some(match ty {
            Ty::Int(f) if f.bits < 128 => value & ((1 << f.bits) - 1),
            Ty::Int(_) | Ty::Float(_) => value,
            Ty::Ptr => 0,
        })
    }
}

impl Oracle for Stream {
    fn nondet(&mut self, _: Symbol, ty: Ty, _: Span) -> Option<u128> {
        self.next(ty)
    }
}

#[derive(PartialEq, Debug)]
enum End {
    /// One of these, in the same step.
    Violated(Vec<PropId>),
    Ended,
    /// The inputs are used up, or the steps.
    Open,
    /// The system does not say what happens.
    Inexact(String),
}

fn run_system(system: &System, seed: u64) -> End {
    let mut stream = Stream::new(seed);
    let mut simulator = Simulator::new(system);
    for _ in 0..2000 {
        let mut exhausted = false;
        let hit = simulator.step(&mut |ty| {
            stream.next(ty).unwrap_or_else(|| {
                exhausted = true;
                0
            })
        });
        if exhausted {
            return End::Open;
        }
        let kinds: Vec<&BadKind> = hit.iter().map(|i| &system.bad[*i].kind).collect();
        let violated: Vec<PropId> = kinds
            .iter()
            .filter_map(|k| match k {
                BadKind::Violation(p) => Some(*p),
                BadKind::Inexact(_) => None,
            })
            .collect();
        if !violated.is_empty() {
            return End::Violated(violated);
        }
        if let Some(BadKind::Inexact(why)) = kinds.first() {
            return End::Inexact(why.clone());
        }
        if simulator.location() == System::END {
            return End::Ended;
        }
    }
    End::Open
}

/// What the first line of a program allows.
struct Allowed {
    /// `// may be inexact`: refused, or not exact in some runs.
    inexact: bool,
    /// `// contents differ`: nothing is said about indeterminate contents.
    violations: bool,
}

/// Runs that differ. With `lenient`, accesses that are not valid go on.
fn check(name: &str, text: String, lenient: bool, block: BlockSize) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let allowed = Allowed { inexact: first == "// may be inexact", violations: first == "// contents differ" };
    let checks = if lenient { CheckOptions::none() } else { CheckOptions::standard() };
    let (mut session, program) = compile(text, checks);
    let lenient = lenient.then(|| session.interner.intern("invalid access"));
    let symex = SymexOptions { lenient, ..SymexOptions::default() };
    let options = Options { symex, block, max_locations: 2000, ..Options::default() };
    let mut system = match pm_model::build(&program, &session.interner, &options) {
        Ok(system) => system,
        Err(refusal) if allowed.inexact => {
            println!("{name}: {}", refusal.what);
            return Vec::new();
        }
        Err(refusal) => return vec![format!("{name}: {}", refusal.what)],
    };
    if block == BlockSize::Small {
        split_arrays(&mut system, 1 << 14);
    }
    let (mut decided, mut inexact) = (0, 0);
    let mut wrong = Vec::new();
    for seed in 0..120 {
        let theirs = run_system(&system, seed);
        let options = RunOptions { max_steps: Some(1_000_000), lenient, ..RunOptions::default() };
        let mut stream = Stream::new(seed);
        let run = pm_interp::run(&program, &session.interner, &options, &mut stream, &mut sink(), &mut sink());
        match (&theirs, &run.outcome) {
            (End::Violated(props), Outcome::Violation { prop, .. }) if props.contains(prop) => decided += 1,
            (End::Ended, Outcome::Exit(_) | Outcome::AssumeFailed { .. }) => decided += 1,
            // Fewer steps of the system than inputs: the interpreter may find more.
            (End::Open, _) => {}
            (End::Inexact(_), _) if allowed.inexact => inexact += 1,
            (End::Violated(_) | End::Ended, _) if allowed.violations => decided += 1,
            (theirs, ours) => wrong.push(format!("{name}, seed {seed}: the system {theirs:?}, the program {ours:?}")),
        }
    }
    wrong.truncate(2);
    if inexact > 0 {
        println!("{name}: {inexact} runs are not exact");
    } else if decided == 0 {
        wrong.push(format!("{name}: no run was decided"));
    }
    wrong
}

#[test]
fn systems_run_as_programs_do() {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("the directory of programs").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable program");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        wrong.extend(check(&name, text.clone(), false, BlockSize::Large));
        wrong.extend(check(&format!("{name} (lenient)"), text.clone(), true, BlockSize::Large));
        wrong.extend(check(&format!("{name} (small blocks)"), text, false, BlockSize::Small));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
