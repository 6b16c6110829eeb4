//! The executor: runs a program from its entry, joining states where they meet.
//!
//! It holds the parts and what they share. `inst.rs` executes one instruction, `statics.rs` has the objects that are always there.

mod inst;
pub(crate) mod statics;

use crate::control::context::{Context, Mark};
use crate::control::contract::Written;
use crate::control::flow::Flow;
use crate::control::instance::Instance;
use crate::control::options::{Policy, SymexOptions};
use crate::cut::across::Across;
use crate::memory::init::Asked;
use crate::memory::large::Ranges;
use crate::pointers::address::Following;
use crate::pointers::exposed::Exposed;
use crate::pointers::foreign::Foreign;
use crate::pointers::skeleton::Skeleton;
use crate::record::execution::Execution;
use crate::state::object::{ObjectId, ObjectInfo};
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
    pub objects: Vec<ObjectInfo>,
    pub(crate) pointer_size: u64,
    flows: Vec<Option<Rc<Flow>>>,
    pub(crate) object_at: FxHashMap<Site, ObjectId>,
    pub(crate) symbol_at: FxHashMap<(Site, u64, u32), TermId>,
    pub(crate) options: SymexOptions,
    /// Properties that nobody asks for: an execution that violates one ends there, unreported.
    pub ignored: FxHashSet<PropId>,
    /// The pointers whose addresses are these terms.
    pub(crate) pointer_of: FxHashMap<TermId, Ptr>,
    pub(crate) skeleton: Skeleton,
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
    pub(crate) next_base: u64,
    first_func: ObjectId,
    pub(crate) first_mapped: ObjectId,

    // of the run
    pub(crate) stack: Vec<Context>,
    /// For each function, the entries of its active calls.
    pub(crate) activations: Vec<Vec<Mark>>,
    /// Inputs that were asked for so far.
    pub(crate) inputs: u64,
    pub(crate) out: Execution,
    pub(crate) event_site: Vec<Site>,
    /// Events that others know of: they do not change any more.
    pub(crate) settled: usize,
    pub(crate) here: Site,
    /// Executed so far, over all runs.
    pub(crate) blocks: u64,
    /// Terms that there were when it was last asked whether to go on.
    pub(crate) terms_when_asked: usize,
}

/// One instruction in one instance: the key of everything that must be the same in each run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub instance: Instance,
    pub block: u32,
    pub inst: u32,
}

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program, names: &'p Interner, mut options: SymexOptions) -> Self {
        options.mmio.sort_unstable_by_key(|m| m.address);
        let next_base = options.layout.start(program.types.pointer_size());
        let mut ex = Executor {
            program,
            names,
            terms: Terms::new(),
            objects: Vec::new(),
            pointer_size: program.types.pointer_size(),
            flows: (0..program.funcs.len()).map(|_| None).collect(),
            object_at: FxHashMap::default(),
            symbol_at: FxHashMap::default(),
            options,
            ignored: FxHashSet::default(),
            pointer_of: FxHashMap::default(),
            skeleton: Skeleton::default(),
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
            next_base,
            first_func: 0,
            first_mapped: 0,
            stack: Vec::new(),
            activations: vec![Vec::new(); program.funcs.len()],
            inputs: 0,
            out: Execution::default(),
            event_site: Vec::new(),
            settled: 0,
            here: Site { instance: Instance::ROOT, block: 0, inst: 0 },
            blocks: 0,
            terms_when_asked: 0,
        };
        ex.create_static_objects();
        ex
    }

    /// Executes the program from its entry.
    pub fn run(&mut self, policy: &mut dyn Policy) -> Execution {
        self.out = Execution::default();
        self.written = None;
        self.across.began_with.clear();
        self.event_site.clear();
        self.settled = 0;
        self.stack.clear();
        self.activations.iter_mut().for_each(Vec::clear);
        let state = self.initial_state();
        self.here = Site { instance: Instance::ROOT, block: 0, inst: 0 };
        let state = self.push_call(self.program.entry, state, Vec::new(), None, None, Vec::new());
        self.enter_block(BlockId(0), state, policy);
        self.work(policy)
    }

    /// Executes what waits on the stack to its end.
    pub(crate) fn work(&mut self, policy: &mut dyn Policy) -> Execution {
        while let Some(top) = self.stack.last_mut() {
            if self.out.aborted {
                self.stack.clear();
                break;
            }
            if self.out.paused.is_some() {
                break;
            }
            let func = top.func;
            match top.pending.pop_first() {
                Some((_, (block, states))) => {
                    if let Some(state) = self.join_all(states, Some(func)) {
                        self.enter_block(block, state, policy);
                    }
                }
                None => self.leave_context(policy),
            }
        }
        std::mem::take(&mut self.out)
    }

    pub(crate) fn flow(&mut self, func: FuncId) -> Rc<Flow> {
        let program = self.program;
        self.flows[func.index()].get_or_insert_with(|| Rc::new(Flow::new(&program.funcs[func]))).clone()
    }
}
