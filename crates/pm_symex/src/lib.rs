//! Symbolic execution of the IR: the heart of every engine.
//!
//! In: a [`pm_ir::Program`] and a [`Policy`] that decides how far loops and recursion are followed. Out: [`Claim`]s (when
//! is a property violated, as a term), the events that a counterexample must supply, and the places where the execution
//! is not exact. It must not know: engines, solvers, C syntax.
//!
//! States that arrive at one block are merged, at a cost of what differs between them. Everything that is constant stays
//! constant: a program without inputs is executed like by an interpreter.
//!
//! `state` is the data: path conditions, registers, objects. `control` says where states go and meet, `values` computes, `pointers` says where
//! pointers point and what their addresses are, `memory` reads and writes objects, `library` has what is too wide for IR; `record` is what a
//! run hands on. `exec` ties them together, and `cut` executes from cut point to cut point.

mod control;
mod cut;
mod exec;
mod library;
mod memory;
mod pointers;
mod record;
mod state;
mod values;

pub use control::contract::{ContractCall, ContractReturn, INS, Written};
pub use control::instance::Instance;
pub use control::options::{Decision, LoopName, Policy, SymexOptions};
pub use control::suspend::Suspended;
pub use cut::leaves::{Leaf, Part};
pub use cut::{Around, Cut, CutError, Cuts};
pub use exec::Executor;
pub use memory::pool::NODE_BITS;
pub use pointers::layout::Layout;
pub use record::event::{Event, EventKind};
pub use record::execution::{Claim, Execution, Gap, Unwinding};
pub use record::profile;
pub use state::object::{ObjectId, ObjectInfo, ObjectKind};
pub use state::value::{OBJECT_BITS, OFFSET_BITS, POINTER_BITS, Ptr, Value, Word};
