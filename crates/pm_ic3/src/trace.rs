//! A path from an initial to a bad state.

/// The values of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceState {
    /// By latch of the relation.
    pub latches: Vec<bool>,
    /// By input of the relation.
    pub inputs: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub states: Vec<TraceState>,
    /// Which of the relation's bad sets the last state is in.
    pub bad: usize,
}
