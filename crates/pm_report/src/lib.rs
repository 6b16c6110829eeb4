//! What users see of verdicts: the summary, traces in C terms, harnesses, JSON, JUnit.
//!
//! `findings.rs` reads the ledger once, for all reports: `summary.rs`, `json_ui.rs` and `junit.rs` write down what it found.
//!
//! In: a [`pm_engine::Ledger`] and the program it speaks of. Out: text. It must not know: how engines work, solvers; it
//! must not print either, only `proofmark` does.

pub mod contents;
pub mod cover;
pub mod findings;
mod hardware;
pub mod harness;
pub mod json;
pub mod json_ui;
pub mod junit;
mod naming;
mod observers;
pub mod profile;
mod recorder;
mod shadow;
pub mod summary;
pub mod trace;
mod values;
pub mod writes;

use pm_base::{Interner, Loc, SourceMap, Span};
use pm_interp::{Outcome, StackEntry};
use pm_ir::loops::find_loops;
use pm_ir::{FuncId, Program, PropId};
use pm_symex::LoopName;

/// The program, and what is needed to speak about it in C.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub program: &'a Program,
    pub names: &'a Interner,
    pub sources: &'a SourceMap,
}

impl<'a> Context<'a> {
    pub fn func_name(&self, func: FuncId) -> &'a str {
        let name = self.names.name(self.program.funcs[func].name);
        if name.starts_with(pm_ir::OBSERVE) {
            return "observer";
        }
        // What a model leaves open about the result of a function is that function's choice.
        let of = ["__pm_result_of_", "__pm_sign_of_", "__pm_value_of_"].iter().find_map(|p| name.strip_prefix(p));
        of.unwrap_or(name)
    }

    pub fn loc(&self, span: Span) -> Option<Loc> {
        self.sources.loc(span.lo)
    }

    /// `file.c:12`
    pub fn place(&self, span: Span) -> String {
        self.loc(span).map_or_else(|| "?".to_string(), |l| format!("{}:{}", l.file, l.line))
    }

    /// `main.0`, or the function's name for a recursion.
    pub fn loop_name(&self, name: LoopName) -> String {
        let func = self.func_name(name.func);
        let Some(head) = name.head else { return format!("{func} (recursion)") };
        let number = find_loops(&self.program.funcs[name.func]).iter().position(|l| l.head == head);
        number.map_or_else(|| func.to_string(), |n| format!("{func}.{n}"))
    }

    /// Where the user looks for a violation: what a library model finds is the mistake of the user's call.
    pub fn violation_site(&self, prop: PropId, outcome: &Outcome) -> StackEntry {
        let p = &self.program.props[prop];
        let at_property = StackEntry { func: p.func, span: p.span };
        let Outcome::Violation { stack, .. } = outcome else { return at_property };
        stack.iter().find(|s| !self.program.funcs[s.func].is_model).copied().unwrap_or(at_property)
    }
}
