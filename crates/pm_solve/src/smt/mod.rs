//! SMT solvers as back ends: programs of others that speak SMT-LIB 2 over pipes.
//!
//! Such a solver is a finder, and nothing that it says is believed: a model is evaluated here before it is an answer (`model.rs`), and "unsatisfiable" is shown again by
//! others where it decides a verdict (`Options::checker`). What it does wrong is noted for the user ([`Smt::troubles`]), and the answer is `Unknown`.
//!
//! Source: Cordeiro, Fischer, Marques-Silva, "SMT-Based Bounded Model Checking for Embedded ANSI-C Software".

mod answer;
mod dialect;
mod model;
mod process;
mod script;
mod session;
mod solver;

pub use dialect::Dialect;
pub(crate) use script::Recorded;
pub use script::Script;
pub(crate) use solver::SmtSolver;

use pm_term::Encoding;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Messages of one kind tell enough.
const MOST_TROUBLES: usize = 8;

/// Which SMT solver, and what it is told.
#[derive(Clone, Debug)]
pub struct Smt {
    dialect: Dialect,
    /// A name or a path.
    program: String,
    encoding: Encoding,
    /// What went wrong, shared by all solvers that are made of this.
    troubles: Arc<Mutex<Vec<String>>>,
}

impl Smt {
    /// The solver of that name, or the program at that path; whether it is there is another question.
    pub fn named(name: &str) -> Smt {
        let known = Dialect::from_name(name);
        let file = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let dialect = known.unwrap_or_else(|| Dialect::of_program(file));
        let program = known.map_or_else(|| name.to_string(), |dialect| dialect.program().into());
        Smt { dialect, program, encoding: Encoding::Bits, troubles: Arc::default() }
    }

    pub fn encoded(self, encoding: Encoding) -> Smt {
        Smt { encoding, ..self }
    }

    /// For messages and certificates.
    pub fn name(&self) -> &'static str {
        self.dialect.name()
    }

    pub fn knows_integers(&self) -> bool {
        self.dialect.knows_integers()
    }

    /// Looks for the program.
    ///
    /// # Errors
    /// It is not there; what to do.
    pub fn find(&self) -> Result<(), String> {
        if self.program.contains('/') {
            let is_there = is_program(Path::new(&self.program));
            return if is_there { Ok(()) } else { Err(format!("{} is no program that can be run", self.program)) };
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        if std::env::split_paths(&path).any(|dir| is_program(&dir.join(&self.program))) {
            return Ok(());
        }
        let how = "install it, or name its program with --solver PATH";
        Err(format!("{} is not on the PATH: {how}", self.program))
    }

    /// What went wrong so far, each thing once.
    pub fn troubles(&self) -> Vec<String> {
        self.troubles.lock().map(|all| all.clone()).unwrap_or_default()
    }

    fn note(&self, what: &str) {
        let text = format!("{}: {what}", self.program);
        if let Ok(mut all) = self.troubles.lock()
            && all.len() < MOST_TROUBLES
            && !all.contains(&text)
        {
            all.push(text);
        }
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}
