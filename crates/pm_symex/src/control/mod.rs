//! Where executions go: calls, loops, joins, and what a policy decides about them.
//!
//! `block.rs` executes a block to its end, `edges.rs` says where its states wait, `contexts.rs` begins and ends calls and iterations
//! (`context.rs` and `stack.rs` are their data, `call.rs` chooses what is called, `contract.rs` answers without a body), `meet.rs` joins what waits at one
//! place, `suspend.rs` sets executions aside. `flow.rs`, `liveness.rs` and `undefined.rs` know a function's graph.

pub(crate) mod block;
pub(crate) mod call;
pub(crate) mod context;
pub(crate) mod contexts;
pub(crate) mod contract;
pub(crate) mod edges;
pub(crate) mod flow;
pub(crate) mod instance;
pub(crate) mod liveness;
pub(crate) mod meet;
pub(crate) mod options;
pub(crate) mod pulse;
pub(crate) mod stack;
pub(crate) mod suspend;
pub(crate) mod undefined;
