//! `--proof DIR` keeps the proofs of the SAT solver that a verdict rests on; `proofmark lrat` checks them again.
//!
//! The directory has a formula `NUMBER.cnf` (DIMACS) and a proof `NUMBER.lrat` for each answer, and `index.txt`, which is written last: lines of a keyword and a value as in a
//! certificate, for each proof its number, the SHA-256 of both files, and what the proof shows to be impossible.

use crate::args::LratArgs;
use crate::exit::ExitCode;
use crate::output::{shown, write_file};
use crate::sha256::sha256;
use pm_driver::input;
use pm_engine::Ledger;
use pm_lrat::Summary;
use pm_solve::{Kept, proofs};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const FIRST_LINE: &str = "proofmark proofs 1";
const INDEX: &str = "index.txt";

/// Where proofs are kept, if they are.
pub struct Store {
    dir: PathBuf,
    /// The lines of the index so far, one a proof.
    lines: Arc<Mutex<Vec<String>>>,
}

/// From now on proofs are kept in a directory, which must be new or empty.
///
/// # Errors
/// It is not, or it cannot be made.
pub fn keep_in(dir: Option<&PathBuf>) -> Result<Option<Store>, String> {
    let Some(dir) = dir else { return Ok(None) };
    if !dir.exists() {
        fs::create_dir(dir).map_err(|e| format!("cannot make {}: {e}", shown(dir)))?;
    }
    let mut entries = fs::read_dir(dir).map_err(|e| format!("cannot read {}: {e}", shown(dir)))?;
    if entries.next().is_some() {
        return Err(format!("--proof {}: the directory is not empty", shown(dir)));
    }
    let store = Store { dir: dir.clone(), lines: Arc::default() };
    let (dir, lines) = (dir.clone(), store.lines.clone());
    proofs().keep_by(move |kept| keep(&dir, &lines, kept));
    Ok(Some(store))
}

/// Proofs come from several threads.
fn keep(dir: &Path, lines: &Mutex<Vec<String>>, kept: &Kept<'_>) -> Result<(), String> {
    let mut lines = lines.lock().map_err(|_| "a thread broke down while it kept a proof")?;
    let number = format!("{:04}", lines.len() + 1);
    write_file(&dir.join(format!("{number}.cnf")), kept.formula)?;
    write_file(&dir.join(format!("{number}.lrat")), kept.proof)?;
    lines.push(format!("proof {number} {} {} {}", sha256(kept.formula), sha256(kept.proof), kept.what));
    Ok(())
}

impl Store {
    /// Writes the index; `header` says which program and how it was read.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn close(&self, header: &[(String, String)]) -> Result<(), String> {
        let mut text = format!("{FIRST_LINE}\n");
        for (key, value) in header {
            let _ = writeln!(text, "{key} {value}");
        }
        let lines = self.lines.lock().map_err(|_| "a thread broke down while it kept a proof")?;
        lines.iter().for_each(|line| _ = writeln!(text, "{line}"));
        let _ = writeln!(text, "end {}", lines.len());
        write_file(&self.dir.join(INDEX), text)
    }
}

/// Where a proof of the SAT solver is wrong, or could not be kept, nothing is proved.
pub fn distrust(ledger: &mut Ledger) {
    if let Some(fault) = proofs().fault() {
        ledger.distrust(&format!("a proof of the SAT solver: {fault}"));
    }
}

/// How many proofs were checked, for `-v`.
pub fn summary() -> Option<String> {
    let (answers, steps) = (proofs().checked(), proofs().steps());
    (answers > 0).then(|| format!("unsat proofs: checked (LRAT) {answers}, with {steps} steps"))
}

/// `proofmark lrat`
pub fn lrat(args: &LratArgs) -> ExitCode {
    let checked = match &args.proof {
        Some(proof) => check_files(&args.formula, proof).map(|(summary, ..)| vec![summary]),
        None => check_directory(&args.formula),
    };
    match checked {
        Ok(all) => {
            let steps: usize = all.iter().map(|s| s.steps).sum();
            println!("{} proofs, {steps} steps", all.len());
            println!("PROOFS ACCEPTED");
            ExitCode::OK
        }
        Err(message) => {
            eprintln!("proofmark: {message}");
            println!("PROOFS REFUSED");
            ExitCode::INPUT
        }
    }
}

/// Checks all proofs of a directory that `--proof` wrote.
fn check_directory(dir: &Path) -> Result<Vec<Summary>, String> {
    let index = dir.join(INDEX);
    let text = input::read_text(&index).map_err(|e| format!("cannot read {}: {e}", shown(&index)))?;
    let wrong = |what: &str| format!("{}: {what}", shown(&index));
    let mut lines = text.lines();
    if lines.next() != Some(FIRST_LINE) {
        return Err(wrong("this is no index of proofs"));
    }
    let mut checked = Vec::new();
    let mut end = None;
    for line in lines {
        match line.split_once(' ') {
            _ if end.is_some() => return Err(wrong("lines behind the last one")),
            Some(("proof", proof)) => checked.push(check_entry(dir, proof)?),
            Some(("end", count)) => end = Some(count),
            _ => {}
        }
    }
    match end {
        Some(count) if count == checked.len().to_string() => Ok(checked),
        _ => Err(wrong("it ends before all proofs are named")),
    }
}

/// A line of the index: number, sums, and what is shown.
fn check_entry(dir: &Path, line: &str) -> Result<Summary, String> {
    let mut words = line.splitn(4, ' ');
    let (Some(number), Some(formula_sum), Some(proof_sum)) = (words.next(), words.next(), words.next()) else {
        return Err(format!("{}: not a proof: {line}", shown(&dir.join(INDEX))));
    };
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("{}: not a number: {number}", shown(&dir.join(INDEX))));
    }
    let (formula, proof) = (dir.join(format!("{number}.cnf")), dir.join(format!("{number}.lrat")));
    let (summary, sums) = check_files(&formula, &proof)?;
    match sums == [formula_sum, proof_sum] {
        true => Ok(summary),
        false => Err(format!("{}: proof {number} is not the one that was written", shown(&dir.join(INDEX)))),
    }
}

fn check_files(formula: &Path, proof: &Path) -> Result<(Summary, [String; 2]), String> {
    let read = |path: &Path| input::read(path).map_err(|e| format!("cannot read {}: {e}", shown(path)));
    let (clauses, steps) = (read(formula)?, read(proof)?);
    let summary = pm_lrat::check(&clauses, &steps).map_err(|fault| format!("{}: {fault}", shown(proof)))?;
    Ok((summary, [sha256(&clauses), sha256(&steps)]))
}
