//! What a run hands on: claims, gaps, and the events that a counterexample must supply.
//!
//! `execution.rs` and `event.rs` are what others see, `events.rs` has the events and symbols of the run, `open.rs` makes values of them.

pub(crate) mod event;
pub(crate) mod events;
pub(crate) mod execution;
pub(crate) mod open;
