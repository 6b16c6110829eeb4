//! States that wait at one place become one.

use crate::exec::Executor;
use crate::exec::statics::image_bits;
use crate::state::guard::Guard;
use crate::state::object::Fill;
use crate::state::{State, forks};
use pm_ir::*;

impl Executor<'_> {
    /// Joins states that arrive at one place, those that forked last first: so each join ends a decision, and conditions
    /// stay those of single branches.
    pub(crate) fn join_all(&mut self, states: Vec<State>, func: Option<FuncId>) -> Option<State> {
        let states = if states.len() > 2 { by_forks(states) } else { states };
        let mut open: Vec<State> = Vec::new();
        for state in states {
            while let [.., a, b] = &open[..]
                && a.guard.common_depth(&b.guard) >= b.guard.common_depth(&state.guard)
            {
                self.join_last(&mut open, func);
            }
            open.push(state);
        }
        while open.len() > 1 {
            self.join_last(&mut open, func);
        }
        open.pop()
    }

    fn join_last(&mut self, open: &mut Vec<State>, func: Option<FuncId>) {
        if let (Some(b), Some(mut a)) = (open.pop(), open.pop()) {
            self.join(&mut a, b, func);
            open.push(a);
        }
    }

    pub(crate) fn join(&mut self, into: &mut State, other: State, func: Option<FuncId>) {
        let flow = func.map(|f| self.flow(f));
        // Addresses of slots: where one was not declared its object is not alive.
        let vars = func.map_or(0, |f| self.program.funcs[f].vars.len() as u32);
        let keep = |key: u32| flow.as_ref().is_none_or(|f| !f.block_local.get(key as usize).copied().unwrap_or(false));
        let Executor { terms, events, program, foreign, .. } = self;
        let pointer_size = program.types.pointer_size() as u8;
        let conflicts = into.join(
            other,
            terms,
            keep,
            |key| key >= vars,
            |terms, fill, off, len| {
                let width = u32::from(len) * 8;
                Some(match fill {
                    Fill::Zero => terms.zero(width),
                    Fill::Ones => terms.ones(width),
                    Fill::Image(g) => terms.bv(width, image_bits(program, g, off, len)),
                    // It may be a pointer to anything, which is found out byte for byte.
                    Fill::Event(e) if len == pointer_size && events.is_stub(e) => return None,
                    Fill::Event(e) => {
                        let symbol = events.bits(e, off.into(), width, terms);
                        if events.is_stub(e) {
                            foreign.add(symbol);
                        }
                        symbol
                    }
                })
            },
        );
        for c in conflicts {
            self.join_shapes(into, c);
        }
    }
}

/// In an order in which states that forked last are neighbours.
fn by_forks(states: Vec<State>) -> Vec<State> {
    let guards: Vec<&Guard> = states.iter().map(|s| &s.guard).collect();
    let order = forks::by_forks(&guards);
    let mut states: Vec<Option<State>> = states.into_iter().map(Some).collect();
    order.into_iter().filter_map(|i| states[i].take()).collect()
}
