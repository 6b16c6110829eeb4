//! The stack of contexts: which calls and iterations are under way, and where in them states wait.
//!
//! Invariant: `entries` of a function are the marks of its calls on the stack, from the bottom. So a stack is changed only here; what waits in a
//! context is changed through [`Stack::top_mut`] and [`Stack::waiting`].

use super::context::{Activation, Context, ContextKind, Mark};
use super::flow::Flow;
use crate::state::State;
use pm_base::Idx;
use pm_ir::{BlockId, FuncId};

pub(crate) struct Stack {
    contexts: Vec<Context>,
    /// By function.
    entries: Vec<Vec<Mark>>,
}

/// Where states wait that come to a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub context: usize,
    pub block: BlockId,
    /// Its position among the others.
    pub order: u32,
    /// The block is the loop's head: for its next iteration.
    pub next: bool,
}

impl std::ops::Deref for Stack {
    type Target = [Context];

    fn deref(&self) -> &[Context] {
        &self.contexts
    }
}

impl Stack {
    pub fn new(funcs: usize) -> Stack {
        Stack { contexts: Vec::new(), entries: vec![Vec::new(); funcs] }
    }

    pub fn clear(&mut self) {
        self.contexts.clear();
        self.entries.iter_mut().for_each(Vec::clear);
    }

    /// These contexts are the running ones.
    pub fn install(&mut self, contexts: Vec<Context>) {
        self.clear();
        contexts.into_iter().for_each(|c| self.push(c));
    }

    pub fn push(&mut self, context: Context) {
        if let ContextKind::Call(a) = &context.kind {
            self.entries[context.func.index()].push(a.entry.clone());
        }
        self.contexts.push(context);
    }

    pub fn pop(&mut self) -> Option<Context> {
        let top = self.contexts.pop()?;
        if let ContextKind::Call(_) = top.kind {
            self.entries[top.func.index()].pop();
        }
        Some(top)
    }

    pub fn top_mut(&mut self) -> Option<&mut Context> {
        self.contexts.last_mut()
    }

    /// The calls and iterations alone, without what waits in them.
    pub fn frames(&self) -> Vec<Context> {
        self.contexts.iter().map(Context::frame_only).collect()
    }

    // ---- questions -------------------------------------------------------------------------------------------------

    /// The function that is executed.
    pub fn running(&self) -> Option<FuncId> {
        self.contexts.last().map(|c| c.func)
    }

    /// Where the calls of a function that are under way began.
    pub fn entries(&self, func: FuncId) -> &[Mark] {
        &self.entries[func.index()]
    }

    /// The activation of the running function, with its height.
    pub fn activation_mut(&mut self) -> Option<(usize, &mut Activation)> {
        self.contexts.iter_mut().enumerate().rev().find_map(|(at, c)| match &mut c.kind {
            ContextKind::Call(a) => Some((at, &mut **a)),
            ContextKind::Loop(_) => None,
        })
    }

    /// Is the block the head of a loop that the running function is in? Then its next iteration begins there, also from inside of
    /// another loop that shares blocks with it.
    pub fn is_open(&self, target: BlockId, flow: &Flow) -> bool {
        let Some(number) = flow.loop_at[target.index()] else { return false };
        let mut loops = self.contexts.iter().rev().map_while(|c| match &c.kind {
            ContextKind::Loop(it) => Some(it.loop_number),
            ContextKind::Call(_) => None,
        });
        loops.any(|n| n == number)
    }

    // ---- states that wait ------------------------------------------------------------------------------------------

    /// Where a state waits that goes to a block of the running function: in the innermost context that the block belongs to.
    pub fn waits_at(&self, target: BlockId, flow: &Flow) -> Option<Waiting> {
        let order = flow.order[target.index()];
        let place = |context: usize, next: bool| Some(Waiting { context, block: target, order, next });
        let is_open = self.is_open(target, flow);
        self.contexts.iter().enumerate().rev().find_map(|(context, c)| match &c.kind {
            ContextKind::Call(_) => place(context, false),
            ContextKind::Loop(it) if flow.loops[it.loop_number as usize].head == target => place(context, true),
            ContextKind::Loop(it) if is_open || !flow.is_in_loop(it.loop_number, target) => None,
            ContextKind::Loop(_) => place(context, false),
        })
    }

    /// What waits there.
    pub fn waiting(&mut self, at: Waiting) -> &mut Vec<State> {
        let Context { kind, pending, .. } = &mut self.contexts[at.context];
        match kind {
            ContextKind::Loop(it) if at.next => &mut it.next,
            _ => &mut pending.entry(at.order).or_insert_with(|| (at.block, Vec::new())).1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::context::Iteration;
    use crate::control::instance::Instance;
    use crate::state::guard::Guard;
    use pm_base::{IndexVec, Interner, Random, Span};
    use pm_ir::*;

    /// Where each block goes: a loop at 1 with a loop at 2 in it; 5 is behind both.
    const EDGES: [&[u32]; 6] = [&[1], &[2, 5], &[3, 4], &[2], &[1], &[]];
    const OUTER: [u32; 4] = [1, 2, 3, 4];
    const INNER: [u32; 2] = [2, 3];

    fn flow() -> Flow {
        let mut blocks = IndexVec::new();
        for targets in EDGES {
            let kind = match *targets {
                [a, b] => TermKind::Branch { cond: Operand::FALSE, then: BlockId(a), els: BlockId(b) },
                [a] => TermKind::Goto(BlockId(a)),
                _ => TermKind::Return(None),
            };
            blocks.push(Block { insts: Vec::new(), term: Terminator { kind, span: Span::NONE } });
        }
        let (params, ret, vars, slots) = (Vec::new(), None, IndexVec::new(), IndexVec::new());
        let (name, span) = (Interner::new().intern("f"), Span::NONE);
        let (variadic, unwind_bounds, is_model, stub) = (false, Vec::new(), false, Stub::No);
        Flow::new(&Function { name, params, ret, variadic, vars, slots, blocks, unwind_bounds, is_model, stub, span })
    }

    fn mark(inputs: u64) -> Mark {
        Mark { guard: Guard::always(), inputs }
    }

    fn call(func: u32, inputs: u64) -> Context {
        let activation = Box::new(Activation::at(mark(inputs)));
        Context::new(ContextKind::Call(activation), FuncId(func), Instance::ROOT)
    }

    fn iteration(func: u32, head: u32, flow: &Flow) -> Context {
        let loop_number = flow.loop_at[head as usize].expect("a head");
        let it = Iteration { loop_number, count: 0, entry: mark(0), next: Vec::new() };
        Context::new(ContextKind::Loop(Box::new(it)), FuncId(func), Instance::ROOT)
    }

    #[test]
    fn states_wait_in_the_innermost_context_of_their_block() {
        let flow = flow();
        let mut stack = Stack::new(1);
        for heads in [&[][..], &[1], &[1, 2]] {
            stack.install(vec![call(0, 0)]);
            heads.iter().for_each(|h| stack.push(iteration(0, *h, &flow)));
            for block in 0..EDGES.len() as u32 {
                let inside: Vec<&[u32]> = heads.iter().map(|h| if *h == 1 { &OUTER[..] } else { &INNER }).collect();
                let context = inside.iter().rposition(|body| body.contains(&block)).map_or(0, |i| i + 1);
                let next = context > 0 && heads[context - 1] == block;
                let order = flow.order[block as usize];
                let block = BlockId(block);
                assert_eq!(stack.waits_at(block, &flow), Some(Waiting { context, block, order, next }), "{heads:?}");
                assert_eq!(stack.is_open(block, &flow), heads.contains(&block.0));
            }
        }
    }

    #[test]
    fn what_waits_is_found_again() {
        let flow = flow();
        let mut stack = Stack::new(1);
        stack.install(vec![call(0, 0), iteration(0, 1, &flow)]);
        assert!(stack.iter().all(Context::is_idle));
        for block in [1, 3, 5, 3] {
            let at = stack.waits_at(BlockId(block), &flow).expect("a place");
            stack.waiting(at).push(State::empty());
        }
        assert!(!stack.iter().any(Context::is_idle));
        let counts = [1, 3, 5].map(|b| {
            let at = stack.waits_at(BlockId(b), &flow).expect("a place");
            stack.waiting(at).len()
        });
        assert_eq!(counts, [1, 2, 1]);
        assert!(stack.frames().iter().all(Context::is_idle), "frames have no states");
    }

    #[test]
    fn entries_are_those_of_the_calls_on_the_stack() {
        const FUNCS: u32 = 3;
        let flow = flow();
        let mut random = Random::new(3);
        let mut stack = Stack::new(FUNCS as usize);
        for step in 0..2000 {
            match random.below(5) {
                0 | 1 => stack.push(call(random.below(FUNCS.into()) as u32, step)),
                2 => stack.push(iteration(random.below(FUNCS.into()) as u32, 1, &flow)),
                3 => drop(stack.pop()),
                _ => {
                    let mut frames = stack.frames();
                    frames.truncate(random.below(9) as usize);
                    stack.install(frames);
                }
            }
            for func in (0..FUNCS).map(FuncId) {
                let calls = stack.iter().filter(|c| c.func == func).filter_map(|c| match &c.kind {
                    ContextKind::Call(a) => Some(a.entry.inputs),
                    ContextKind::Loop(_) => None,
                });
                let entries: Vec<u64> = stack.entries(func).iter().map(|m| m.inputs).collect();
                assert_eq!(entries, calls.collect::<Vec<u64>>());
            }
            assert_eq!(stack.running(), stack.last().map(|c| c.func));
            let innermost = stack.iter().rposition(|c| matches!(c.kind, ContextKind::Call(_)));
            assert_eq!(stack.activation_mut().map(|(at, _)| at), innermost);
        }
    }
}
