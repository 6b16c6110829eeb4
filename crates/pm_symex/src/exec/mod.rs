//! The executor: runs a program from its entry, joining states where they meet.
//!
//! It holds the parts and what they share. `inst.rs` executes one instruction, `statics.rs` has the objects that are always there.

mod inst;
pub(crate) mod statics;

use crate::control::contract::Written;
use crate::control::flow::Flow;
use crate::control::instance::Instance;
use crate::control::options::{Policy, SymexOptions};
use crate::control::pulse::Pulse;
use crate::control::stack::Stack;
use crate::cut::across::Across;
use crate::memory::init::Asked;
use crate::memory::large::Ranges;
use crate::pointers::address::Following;
use crate::pointers::exposed::Exposed;
use crate::pointers::foreign::Foreign;
use crate::pointers::layout::Places;
use crate::pointers::skeleton::Skeleton;
use crate::pointers::space::Space;
use crate::record::events::Events;
use crate::record::execution::Execution;
use crate::record::profile;
use crate::state::object::ObjectId;
use crate::state::objects::Objects;
use crate::state::value::Ptr;
use pm_base::num::printf::Piece;
use pm_base::{Idx, Interner};
use pm_ir::*;
use pm_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

pub struct Executor<'p> {
    pub(crate) program: &'p Program,
    pub(crate) names: &'p Interner,
    pub terms: Terms,
    pub objects: Objects,
    pub(crate) pointer_size: u64,
    flows: Vec<Option<Rc<Flow>>>,
    pub(crate) options: SymexOptions,
    /// Properties that nobody asks for: an execution that violates one ends there, unreported.
    pub ignored: FxHashSet<PropId>,
    /// The pointers whose addresses are these terms.
    pub(crate) pointer_of: FxHashMap<TermId, Ptr>,
    pub(crate) skeleton: Skeleton,
    /// Where it is told what is costly.
    pub profile: Option<profile::Shared>,
    /// The instruction made a pointer of an address that could lie in any of many objects.
    pub(crate) lost_address: bool,
    /// Formats in read-only objects that write nothing, by their places.
    pub(crate) printed_formats: FxHashMap<(ObjectId, u64), Rc<[Piece]>>,
    pub(crate) across: Across,
    /// What the function may write at whose cut point the step began.
    pub(crate) written: Option<Written>,
    pub(crate) exposed: Exposed,
    pub(crate) following: Following,
    pub(crate) foreign: Foreign,
    pub(crate) ranges: Ranges,
    /// The next block to enter is the one where the execution stopped.
    pub(crate) resumes: bool,
    /// What is asked about indeterminate values.
    pub(crate) asked: Asked,
    pub(crate) space: Space,
    pub(crate) places: Places,

    // of the run
    pub(crate) stack: Stack,
    pub(crate) out: Execution,
    pub(crate) events: Events,
    pub(crate) here: Site,
    pub(crate) pulse: Pulse,
}

/// One instruction in one instance: the key of everything that must be the same in each run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub instance: Instance,
    pub block: u32,
    pub inst: u32,
}

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program, names: &'p Interner, options: SymexOptions) -> Self {
        let space = Space::new(options.mmio.clone());
        let mut ex = Executor {
            program,
            names,
            terms: Terms::new(),
            objects: Objects::default(),
            pointer_size: program.types.pointer_size(),
            flows: (0..program.funcs.len()).map(|_| None).collect(),
            options,
            ignored: FxHashSet::default(),
            pointer_of: FxHashMap::default(),
            skeleton: Skeleton::default(),
            profile: None,
            lost_address: false,
            printed_formats: FxHashMap::default(),
            across: Across::default(),
            written: None,
            exposed: Exposed::new(),
            following: Following::default(),
            foreign: Foreign::default(),
            ranges: Ranges::default(),
            resumes: false,
            asked: Asked::new(program),
            space,
            places: Places::default(),
            stack: Stack::new(program.funcs.len()),
            out: Execution::default(),
            events: Events::default(),
            here: Site { instance: Instance::ROOT, block: 0, inst: 0 },
            pulse: Pulse::default(),
        };
        ex.create_static_objects();
        ex
    }

    /// Executes the program from its entry.
    pub fn run(&mut self, policy: &mut dyn Policy) -> Execution {
        self.out = Execution::default();
        self.written = None;
        self.across.began_with.clear();
        self.events.clear();
        self.stack.clear();
        let state = self.initial_state();
        self.here = Site { instance: Instance::ROOT, block: 0, inst: 0 };
        let state = self.push_call(self.program.entry, state, Vec::new(), None, None, Vec::new());
        self.enter_block(BlockId(0), state, policy);
        self.work(policy)
    }

    /// Executes what waits on the stack to its end.
    pub(crate) fn work(&mut self, policy: &mut dyn Policy) -> Execution {
        while let Some(top) = self.stack.top_mut() {
            if self.out.aborted {
                self.stack.clear();
                break;
            }
            if self.out.paused.is_some() {
                break;
            }
            let func = top.func;
            let next = top.pending.pop_first();
            let visit = self.begin_visit();
            match next {
                Some((_, (block, states))) => {
                    if let Some(state) = self.join_all(states, Some(func)) {
                        self.enter_block(block, state, policy);
                    }
                }
                None => self.leave_context(policy),
            }
            self.end_visit(visit);
        }
        let events = self.events.take();
        Execution { events, ..std::mem::take(&mut self.out) }
    }

    pub(crate) fn flow(&mut self, func: FuncId) -> Rc<Flow> {
        let program = self.program;
        self.flows[func.index()].get_or_insert_with(|| Rc::new(Flow::new(&program.funcs[func]))).clone()
    }
}
