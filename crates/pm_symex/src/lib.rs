//! Symbolic execution of the IR: the heart of every engine.
//!
//! In: a [`pm_ir::Program`] and a [`Policy`] that decides how far loops and recursion are followed. Out: [`Claim`]s (when
//! is a property violated, as a term), the events that a counterexample must supply, and the places where the execution
//! is not exact. It must not know: engines, solvers, C syntax.
//!
//! States that arrive at one block are merged, at a cost of what differs between them. Everything that is constant stays
//! constant: a program without inputs is executed like by an interpreter.

mod access;
mod across;
mod address;
mod call;
mod compare;
mod constant;
mod context;
mod contract;
mod cut;
mod event;
mod exec;
mod execution;
mod exposed;
mod float;
mod flow;
mod foreign;
mod guard;
mod init;
mod instance;
mod join;
mod layout;
mod leak;
mod leaves;
mod liveness;
mod mapped;
mod memory;
mod object;
mod operand;
mod options;
mod pieces;
mod pool;
mod predicate;
mod printf;
mod pvec;
mod ranges;
mod rvalue;
mod skeleton;
mod state;
mod suspend;
mod text;
mod undefined;
mod value;

pub use contract::{ContractCall, ContractReturn, INS, Written};
pub use cut::{Around, Cut, CutError, Cuts};
pub use event::{Event, EventKind};
pub use exec::Executor;
pub use execution::{Claim, Execution, Gap, Unwinding};
pub use instance::Instance;
pub use layout::Layout;
pub use leaves::{Leaf, Part};
pub use object::{ObjectId, ObjectInfo, ObjectKind};
pub use options::{LoopName, Policy, SymexOptions, Verdict};
pub use pool::NODE_BITS;
pub use suspend::Suspended;
pub use value::{OBJECT_BITS, OFFSET_BITS, POINTER_BITS, Ptr, Value, Word};
