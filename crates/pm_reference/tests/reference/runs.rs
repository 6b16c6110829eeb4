//! Every program of the project's tests is unwound some way. Then the interpreter runs it on random inputs, and the terms are evaluated on the same:
//! they must say that the same property is violated, or that none is.

use crate::compile::compile_file;
use pm_base::{Interner, Random, Span, Symbol};
use pm_interp::{EventKind, Oracle, Outcome, RunOptions};
use pm_ir::{Program, PropId, Ty};
use pm_lower::{CheckOptions, LowerOptions};
use pm_reference::{Settings, TooHard, Unwound, unwound};
use pm_solve::Limits;
use pm_term::{Bits, Evaluator, TermId};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A deterministic stream of inputs, most of them small.
pub struct Stream {
    pub random: Random,
    pub left: u32,
}

impl Oracle for Stream {
    fn nondet(&mut self, _: Symbol, ty: Ty, _: Span) -> Option<u128> {
        self.left = self.left.checked_sub(1)?;
        let x = self.random.draw() >> 20;
        let value = match x % 16 {
            0 => u128::from(x >> 4) << (x % 7 * 8),
            1 => u128::MAX - u128::from((x >> 4) % 8),
            n if n < 8 => u128::from((x >> 4) % 3),
            _ => u128::from((x >> 4) % 12),
        };
        Some(match ty {
            Ty::Int(f) => f.wrap(value),
            Ty::Float(f) => (value << (x % 5 * 12)) & (u128::MAX >> (128 - f.bits())),
            Ty::Ptr => 0,
        })
    }

    fn supplies(&self, kind: EventKind) -> bool {
        kind == EventKind::Stub
    }

    /// Zeros, which is what terms are evaluated with.
    fn contents(&mut self, _: u64, _: EventKind, _: u64) -> Option<Vec<u8>> {
        Some(Vec::new())
    }
}

/// What the terms say of one execution.
#[derive(PartialEq, Debug)]
enum End {
    Violated(Vec<PropId>),
    Fine,
    /// It goes on beyond the bound, or does what is not followed.
    Open,
}

/// The end of the execution with these inputs.
fn end(all: &Unwound, inputs: &[(Symbol, Ty, u128)]) -> End {
    let mut values = Evaluator::new();
    let mut given = inputs.iter();
    for (path, symbol) in &all.inputs {
        if values.eval_bool(&all.terms, *path) {
            let Some((_, _, value)) = given.next() else { break };
            let Some(id) = all.terms.symbol_id(*symbol) else { continue };
            values.set_bits(id, Bits::from_u128(all.terms.width(*symbol), *value));
        }
    }
    let open = all.lost.iter().map(|(t, _)| *t).chain(all.beyond.iter().copied());
    if open.into_iter().any(|t| values.eval_bool(&all.terms, t)) {
        return End::Open;
    }
    let mut holds = |of: &[TermId]| of.iter().any(|t| values.eval_bool(&all.terms, *t));
    let violated: Vec<PropId> = all.violated.iter_ids().filter(|(_, of)| holds(of)).map(|(p, _)| p).collect();
    if violated.is_empty() { End::Fine } else { End::Violated(violated) }
}

#[derive(Default, Debug)]
struct Counts {
    refused: u32,
    too_hard: u32,
    agreed: u32,
    open: u32,
}

fn compare(path: &Path, program: &Program, names: &Interner, settings: &Settings, counts: &mut Counts) {
    let limits = Limits::default().until(Instant::now() + Duration::from_millis(150));
    let settings = Settings { bound: Some(20), limits, max_terms: 100_000, ..settings.clone() };
    let all = match unwound(program, &settings) {
        Ok(all) => all,
        Err(why) => {
            counts.too_hard += 1;
            if std::env::var("PM_SHOW").is_ok() {
                eprintln!("{}: {why} {why:?}", path.display());
            }
            assert!(!matches!(why, TooHard::Beyond));
            return;
        }
    };
    for seed in 0..6 {
        let mut inputs = Stream { random: Random::new(seed + 1), left: 300 };
        match compare_on(program, names, &all, &mut inputs) {
            Ok(true) => counts.agreed += 1,
            Ok(false) => counts.open += 1,
            Err(what) => panic!("{}, seed {seed}: {what}", path.display()),
        }
    }
}

/// Whether the interpreter's run is what the terms say. `Ok(false)`: one of them does not say.
pub fn compare_on(program: &Program, names: &Interner, all: &Unwound, oracle: &mut dyn Oracle) -> Result<bool, String> {
    let options = RunOptions { max_steps: Some(200_000), ..RunOptions::default() };
    let (mut out, mut err) = (std::io::sink(), std::io::sink());
    let run = pm_interp::run(program, names, &options, oracle, &mut out, &mut err);
    let expected = match &run.outcome {
        Outcome::Exit(_) | Outcome::AssumeFailed { .. } => End::Fine,
        Outcome::Violation { prop, .. } => End::Violated(vec![*prop]),
        Outcome::Undefined { .. } => End::Open,
        Outcome::InputsExhausted { .. }
        | Outcome::StepLimit
        | Outcome::MemoryLimit { .. }
        | Outcome::StackOverflow { .. }
        | Outcome::Unsupported { .. } => return Ok(false),
    };
    match end(all, &run.inputs) {
        End::Open if expected != End::Open => Ok(false),
        found if found == expected => Ok(true),
        _ if rests_on_loose(all) => Ok(false),
        found => Err(format!("{found:?}, but with {:?}: {:?}", run.inputs, run.outcome)),
    }
}

/// Does a violation depend on a value of which the semantics only says what it may be?
fn rests_on_loose(all: &Unwound) -> bool {
    let conds: Vec<TermId> = all.violated.iter().flatten().copied().collect();
    let cone = all.terms.cone(&conds);
    all.loose.iter().any(|(any, _)| cone.contains(&any.regular()))
}

pub fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() && path.file_name().is_none_or(|n| n != "parts") {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}

pub fn with_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(work);
    thread.unwrap().join().unwrap();
}

fn compare_folder(folder: &str, least: u32) {
    compare_with(folder, 1, Settings::default(), least);
}

fn compare_with(folder: &str, every: usize, settings: Settings, least: u32) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../").join(folder);
    let checks = CheckOptions { uninitialised: true, ..CheckOptions::standard() };
    with_stack(move || {
        let (mut all, mut counts) = (Vec::new(), Counts::default());
        files(&root, &mut all);
        all.sort();
        let only = std::env::var("PM_FILTER").unwrap_or_default();
        for path in all.iter().step_by(every).filter(|p| p.to_string_lossy().contains(&only)) {
            match compile_file(path, &LowerOptions { checks, ..LowerOptions::default() }) {
                Some((session, program)) => compare(path, &program, &session.interner, &settings, &mut counts),
                None => counts.refused += 1,
            }
        }
        eprintln!("{}: {counts:?}", root.display());
        assert!(counts.agreed >= least || !only.is_empty(), "{counts:?}");
    });
}

#[test]
fn programs_that_run() {
    compare_folder("tests/run", 100);
}

#[test]
fn programs_with_verdicts() {
    compare_folder("tests/verdict", 500);
}

#[test]
fn programs_of_models() {
    compare_folder("crates/pm_model/tests/programs", 30);
}

#[test]
fn arrays_in_place_of_bytes() {
    for unit in [1, 4] {
        let settings = Settings { arrays: (7, unit), ..Settings::default() };
        compare_with("tests/verdict", 3, settings.clone(), 100);
        compare_with("tests/run", 2, settings, 20);
    }
}
