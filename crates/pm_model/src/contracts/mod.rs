//! Contracts of recursive functions: how a system says what a call does without executing it.
//!
//! A function that calls itself has a location of its own, which is reached with each tuple of arguments that any call passes. At
//! a call an execution moves there, and its caller is forgotten; or the call is over, with any outcome that the function's contract
//! allows. At each return from that location the contract must hold ([`BadKind::Inexact`] where it does not). So a system with contracts has
//! more executions than the program, and proofs about it are proofs about the program (docs/soundness.md); its violations are none.

mod apply;
mod closed;

pub use apply::{apply, broken, instance};
pub use closed::{are_useful, written};

#[allow(unused_imports)] // named in the text above
use crate::system::BadKind;
use pm_base::Span;
use pm_ir::{FuncId, Ty};
use pm_term::TermId;

/// All of a system; empty where nothing recursive is called.
#[derive(Default)]
pub struct Contracts {
    pub functions: Vec<Contract>,
    /// Those of one location in the order of execution.
    pub calls: Vec<Call>,
    pub returns: Vec<Return>,
    /// What [`apply`] has put into the system.
    pub posts: Vec<Post>,
}

pub struct Contract {
    pub func: FuncId,
    /// Of the function; no two contracts of a system have the same.
    pub name: String,
    pub span: Span,
    /// Where it begins.
    pub location: u32,
    /// Arguments, and written globals before the call.
    pub ins: Vec<Formal>,
    /// The result, and written globals behind the call.
    pub outs: Vec<Formal>,
}

/// What a contract speaks of: a symbol that stands for a value of each call.
pub struct Formal {
    pub name: String,
    pub ty: Option<Ty>,
    pub term: TermId,
    /// Of an out that is a global: the in that is the same global before the call.
    pub before: Option<usize>,
}

/// A call that is over.
pub struct Call {
    /// Index of the function.
    pub contract: usize,
    pub location: u32,
    pub guard: TermId,
    /// An input of the step: the call is over. It is in the guard of all that follows.
    pub taken: TermId,
    pub ins: Vec<TermId>,
    /// Inputs of the step.
    pub outs: Vec<TermId>,
}

pub struct Return {
    pub contract: usize,
    pub location: u32,
    pub guard: TermId,
    pub ins: Vec<TermId>,
    pub outs: Vec<TermId>,
}

/// A part of a contract: holds at each return.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Post {
    pub contract: usize,
    /// Over the formals.
    pub fact: TermId,
}

impl Contract {
    /// The formals, ins first.
    pub fn formals(&self) -> impl Iterator<Item = &Formal> {
        self.ins.iter().chain(&self.outs)
    }
}
