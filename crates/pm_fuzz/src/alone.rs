//! The reference semantics by itself, on files that somebody else says the truth of (`scripts/csmith.py`, `scripts/tacle.py`).

use crate::compile::compile_units;
use crate::tree::Way;
use pm_engine::Limits;
use pm_ir::PropId;
use pm_reference::{Judgement, Settings};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// As the command line's.
const CONFIRMED: u8 = 0;
const REFUTED: u8 = 10;
const UNKNOWN: u8 = 5;
const USAGE: u8 = 2;

/// Prints what it says of the properties of a program of preprocessed files. Exit code: 0 all are confirmed, 10 one is refuted, 5 too hard.
pub fn judge_files(paths: &[PathBuf], way: Way, time: Duration) -> ExitCode {
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok((path.display().to_string(), text))
    };
    let units: Result<Vec<(String, String)>, String> = paths.iter().map(read).collect();
    let program = match units.and_then(|units| compile_units(units, way)) {
        Ok((_, program)) => program,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(USAGE);
        }
    };
    let limits = Limits { deadline: Some(Instant::now() + time), ..Limits::default() };
    let mut all = match pm_reference::unwound(&program, &Settings { limits, ..Settings::default() }) {
        Ok(all) => all,
        Err(why) => {
            println!("too hard: {why}");
            return ExitCode::from(UNKNOWN);
        }
    };
    let asked: Vec<PropId> = program.props.ids().filter(|p| program.props[*p].kind.is_decidable()).collect();
    let (said, code) = match all.judge(&asked, &[]) {
        Judgement::Confirmed | Judgement::ByBoxes => ("confirmed".to_string(), CONFIRMED),
        Judgement::Refuted(p) => (format!("refuted: {}", program.props[p].id), REFUTED),
        Judgement::TooHard(why) => (format!("too hard: {why}"), UNKNOWN),
    };
    println!("{said}");
    ExitCode::from(code)
}
