//! The entry points: units are analysed one after the other and linked into one program.

use crate::hir::Program;
use crate::types::TypeTable;
use pm_base::{DataModel, IndexVec, Session, Symbol};
use pm_syntax::ast::Ast;

/// Holds the program while its translation units are added.
pub struct Analyzer {
    program: Program,
}

impl Analyzer {
    pub fn new(_session: &mut Session, model: DataModel) -> Self {
        let program = Program {
            types: TypeTable::new(model),
            globals: IndexVec::new(),
            funcs: IndexVec::new(),
            strings: IndexVec::new(),
        };
        Analyzer { program }
    }

    /// Analyses one translation unit; `is_model` for those of the library models. Errors go to the session.
    pub fn add_unit(&mut self, _session: &mut Session, _ast: &Ast, _is_model: bool) {}

    /// External functions and variables that are referenced but not defined so far (intrinsics left out): the driver may
    /// add units of the library models that define them.
    pub fn undefined(&self) -> Vec<Symbol> {
        Vec::new()
    }

    /// Completes tentative definitions and resolves the intrinsics, after the last unit.
    pub fn finish(self, _session: &mut Session) -> Program {
        self.program
    }
}
