//! What a run hands on: claims, gaps, and the events that a counterexample must supply.

pub(crate) mod event;
pub(crate) mod events;
pub(crate) mod execution;
