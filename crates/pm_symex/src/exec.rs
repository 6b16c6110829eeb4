//! The executor: runs a program from its entry, joining states where they meet.

use crate::across::Across;
use crate::context::{Activation, Context, ContextKind, Iteration, Mark, Place};
use crate::contract::{ContractCall, ContractReturn, Written};
use crate::event::{Event, EventKind};
use crate::exposed::Exposed;
use crate::flow::Flow;
use crate::guard::{Fork, Guard};
use crate::init::Asked;
use crate::instance::{Begins, Instance};
use crate::memory::SOME_LIMIT;
use crate::object::{Cell, Content, Fill, Object, ObjectId, ObjectInfo, ObjectKind};
use crate::options::{LoopName, Policy, SymexOptions, Verdict};
use crate::printf::Request;
use crate::pvec::PVec;
use crate::ranges::Ranges;
use crate::skeleton::Skeleton;
use crate::state::State;
use crate::suspend::Suspended;
use crate::value::{OFFSET_BITS, POINTER_BITS, Ptr, Value, Word, sort_of};
use pm_base::{Idx, Interner, Span, Symbol};
use pm_ir::*;
use pm_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// `cond` is the condition under which an execution reaches the assertion and violates it.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub prop: PropId,
    pub cond: TermId,
    pub span: Span,
    /// Events before it: the counterexample's inputs are among the first `events`.
    pub events: usize,
}

/// `cond`: the loop would go on beyond its bound.
#[derive(Clone, Copy, Debug)]
pub struct Unwinding {
    pub name: LoopName,
    pub cond: TermId,
    pub count: u32,
}

/// Under `cond` the execution is not exact from here on.
#[derive(Clone, Debug)]
pub struct Gap {
    pub cond: TermId,
    pub span: Span,
    pub reason: &'static str,
    /// Claims before it.
    pub claims: usize,
}

/// What one run found.
#[derive(Default)]
pub struct Execution {
    pub claims: Vec<Claim>,
    pub unwindings: Vec<Unwinding>,
    pub gaps: Vec<Gap>,
    pub events: Vec<Event>,
    /// Assertions and coverage goals that were reached, with the condition.
    pub reached: FxHashMap<PropId, TermId>,
    pub covered: Vec<Claim>,
    /// Assumptions of the program, by their place: the conditions under which they are reached, and passed.
    pub assumed: FxHashMap<Span, [TermId; 2]>,
    /// Functions without body that were called.
    pub missing_bodies: Vec<(FuncId, Span)>,
    /// Calls that a contract answered, in the order of execution, and returns of activations that began at their own cut point.
    pub calls: Vec<ContractCall>,
    pub returns: Vec<ContractReturn>,
    /// Executions that the policy set aside.
    pub suspended: Vec<Suspended>,
    /// Where the policy stopped everything, to go on later.
    pub paused: Option<Unwinding>,
    /// Conditions of paths that reached the depth of [`SymexOptions::depth`].
    pub too_long: Vec<TermId>,
    /// Ended before everything was executed.
    pub aborted: bool,
    pub steps: u64,
}

impl Execution {
    /// Adds what a later part of the same run found; its events are all there are.
    pub fn extend(&mut self, later: Execution, terms: &mut Terms) {
        let before = self.claims.len();
        self.claims.extend(later.claims);
        self.unwindings.extend(later.unwindings);
        self.gaps.extend(later.gaps.into_iter().map(|g| Gap { claims: before + g.claims, ..g }));
        self.events = later.events;
        for (prop, cond) in later.reached {
            let all = self.reached.entry(prop).or_insert(TermId::FALSE);
            *all = terms.or(*all, cond);
        }
        self.covered.extend(later.covered);
        for (span, conds) in later.assumed {
            note_assumed(&mut self.assumed, terms, span, conds);
        }
        self.missing_bodies.extend(later.missing_bodies);
        self.calls.extend(later.calls);
        self.returns.extend(later.returns);
        self.suspended.extend(later.suspended);
        self.paused = later.paused;
        self.too_long.extend(later.too_long);
        self.aborted |= later.aborted;
        self.steps += later.steps;
    }
}

fn note_assumed(all: &mut FxHashMap<Span, [TermId; 2]>, terms: &mut Terms, span: Span, conds: [TermId; 2]) {
    let known = all.entry(span).or_insert([TermId::FALSE; 2]);
    known.iter_mut().zip(conds).for_each(|(known, cond)| *known = terms.or(*known, cond));
}

/// One instruction in one instance: the key of everything that must be the same in each run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub instance: Instance,
    pub block: u32,
    pub inst: u32,
}

pub struct Executor<'p> {
    pub(crate) program: &'p Program,
    pub(crate) names: &'p Interner,
    pub terms: Terms,
    pub objects: Vec<ObjectInfo>,
    pub(crate) pointer_size: u64,
    flows: Vec<Option<Rc<Flow>>>,
    pub(crate) object_at: FxHashMap<Site, ObjectId>,
    symbol_at: FxHashMap<(Site, u64, u32), TermId>,
    pub(crate) options: SymexOptions,
    /// Properties that nobody asks for: an execution that violates one ends there, unreported.
    pub ignored: FxHashSet<PropId>,
    /// Elements of the largest array that the index was used for.
    pub(crate) index_ranges: FxHashMap<TermId, u64>,
    /// The pointers whose addresses are these terms.
    pub(crate) pointer_of: FxHashMap<TermId, Ptr>,
    pub(crate) skeleton: Skeleton,
    /// The instruction made a pointer of an address that could lie in any of many objects.
    pub(crate) lost_address: bool,
    /// Places of formats in read-only objects that were seen to write nothing.
    pub(crate) plain_formats: FxHashSet<Ptr>,
    pub(crate) across: Across,
    /// What the function may write at whose cut point the step began.
    pub(crate) written: Option<Written>,
    pub(crate) exposed: Exposed,
    pub(crate) ranges: Ranges,
    /// The next block to enter is the one where the execution stopped.
    pub(crate) resumes: bool,
    /// What is asked about indeterminate values.
    pub(crate) asked: Asked,
    next_base: u64,
    first_func: ObjectId,
    pub(crate) first_mapped: ObjectId,

    // of the run
    pub(crate) stack: Vec<Context>,
    /// For each function, the entries of its active calls.
    pub(crate) activations: Vec<Vec<Mark>>,
    /// Inputs that were asked for so far.
    inputs: u64,
    pub(crate) out: Execution,
    pub(crate) event_site: Vec<Site>,
    /// Events that others know of: they do not change any more.
    pub(crate) settled: usize,
    pub(crate) here: Site,
    /// Executed so far, over all runs.
    blocks: u64,
    /// Terms that there were when it was last asked whether to go on.
    terms_when_asked: usize,
}

/// States that wait at one place before they are joined early.
const MOST_WAITING: usize = 64;

/// Key of the returned value among the registers.
const RETURN: u32 = u32::MAX;

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program, names: &'p Interner, options: SymexOptions) -> Self {
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
            index_ranges: FxHashMap::default(),
            pointer_of: FxHashMap::default(),
            skeleton: Skeleton::default(),
            lost_address: false,
            plain_formats: FxHashSet::default(),
            across: Across::default(),
            written: None,
            exposed: Exposed::new(),
            ranges: Ranges::default(),
            resumes: false,
            asked: Asked::new(program),
            next_base: 0x1_0000,
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

    fn create_static_objects(&mut self) {
        let zero = self.terms.zero(OFFSET_BITS);
        self.objects.push(ObjectInfo {
            kind: ObjectKind::Heap,
            name: None,
            cty: None,
            size: zero,
            const_size: Some(0),
            read_only: true,
            base: 0,
            span: Span::NONE,
            shadow: 0,
        });
        for (id, global) in self.program.globals.iter_ids() {
            let size = self.terms.bv(OFFSET_BITS, global.size.into());
            let object = self.add_object(ObjectKind::Global(id), size, global.span);
            let info = &mut self.objects[object as usize];
            info.name = Some(global.name);
            info.cty = Some(global.cty);
            info.read_only = global.read_only;
        }
        self.first_func = self.objects.len() as ObjectId;
        for (id, func) in self.program.funcs.iter_ids() {
            let size = self.terms.one(OFFSET_BITS);
            let object = self.add_object(ObjectKind::Func(id), size, func.span);
            self.objects[object as usize].name = Some(func.name);
        }
        self.add_mapped();
        for id in 1..self.objects.len() as ObjectId {
            self.add_shadow(id);
        }
    }

    pub(crate) fn add_object(&mut self, kind: ObjectKind, size: TermId, span: Span) -> ObjectId {
        let const_size = self.terms.const_u64(size);
        // Addresses are distinct with a gap between objects; a symbolic size gets a wide one.
        let room = const_size.unwrap_or(1 << 20).saturating_add(16).next_multiple_of(16);
        let base = self.beside_mapped(self.next_base, room);
        self.next_base = base.saturating_add(room);
        let info =
            ObjectInfo { kind, name: None, cty: None, size, const_size, read_only: false, base, span, shadow: 0 };
        self.objects.push(info);
        (self.objects.len() - 1) as ObjectId
    }

    pub(crate) fn function_objects(&self) -> std::ops::Range<ObjectId> {
        self.first_func..self.first_func + self.program.funcs.len() as ObjectId
    }

    pub(crate) fn global_object(&self, g: GlobalId) -> ObjectId {
        g.0 + 1
    }

    pub(crate) fn func_object(&self, f: FuncId) -> ObjectId {
        self.first_func + f.0
    }

    pub(crate) fn func_of_object(&self, id: ObjectId) -> Option<FuncId> {
        self.function_objects().contains(&id).then(|| FuncId(id - self.first_func))
    }

    // ---- a run ----------------------------------------------------------------------------------------------------

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

    fn initial_state(&mut self) -> State {
        let mut state = State { guard: Guard::always(), regs: PVec::default(), mem: PVec::default(), depth: 0 };
        for (id, global) in self.program.globals.iter_ids() {
            self.here = Site { instance: Instance::ROOT, block: id.0, inst: u32::MAX };
            let fill = match global.init {
                GlobalInit::Zero => Fill::Zero,
                GlobalInit::Data(_) => Fill::Image(id),
                GlobalInit::Nondet => Fill::Event(self.event(EventKind::Contents, TermId::TRUE, global.span)),
            };
            let content = Content::Cells { cells: PVec::default(), fill };
            let object = self.global_object(id);
            state.set_object(object, Object { content, alive: TermId::TRUE, unit: 0 });
            self.begin_shadow(&mut state, object, true);
            for r in &global.relocs {
                let ptr = self.base_ptr(&state, r.base, r.addend);
                let word = Word::new(&self.terms, Value::Ptr(ptr));
                let cell = Cell { len: self.pointer_size as u8, word };
                self.write_cell(&mut state, object, r.offset as u32, cell);
            }
        }
        self.begin_mapped(&mut state);
        self.begin_pools(&mut state);
        state
    }

    pub(crate) fn image_len(&self, global: GlobalId) -> u64 {
        match &self.program.globals[global].init {
            GlobalInit::Data(bytes) => bytes.len() as u64,
            GlobalInit::Zero | GlobalInit::Nondet => 0,
        }
    }

    pub(crate) fn image_bits(&self, global: GlobalId, off: u32, len: u8) -> u128 {
        image_bits(self.program, global, off, len)
    }

    // ---- contexts -------------------------------------------------------------------------------------------------

    /// Begins an activation; the state is the one at the beginning of the function.
    pub(crate) fn push_call(
        &mut self,
        func: FuncId,
        mut state: State,
        args: Vec<Word>,
        dst: Option<VarId>,
        back: Option<Place>,
        others: Vec<(FuncId, State)>,
    ) -> State {
        let caller_regs = std::mem::take(&mut state.regs);
        for (param, arg) in self.program.funcs[func].params.iter().zip(&args) {
            state.regs.set(param.0, *arg);
        }
        self.set_flags(&mut state, func);
        let instance = self.here.instance.inner(self.here.block, self.here.inst, Begins::Call(func.0));
        let entry = self.mark(&state);
        self.activations[func.index()].push(entry.clone());
        let activation = Activation {
            entry,
            returned: Vec::new(),
            caller_regs,
            dst,
            back,
            others,
            args,
            joined: None,
            vla: Vec::new(),
        };
        let kind = ContextKind::Call(Box::new(activation));
        self.stack.push(Context { kind, func, pending: BTreeMap::new(), instance });
        state
    }

    /// A state that skipped the call on top of the stack meets those that come back from it.
    pub(crate) fn join_later(&mut self, mut state: State, value: Option<Value>) {
        state.regs = PVec::default();
        if let Some(value) = value {
            let word = Word::new(&self.terms, value);
            state.regs.set(RETURN, word);
        }
        if let Some(Context { kind: ContextKind::Call(a), .. }) = self.stack.last_mut() {
            a.joined = Some(state);
        }
    }

    /// The context on top has nothing left to do.
    fn leave_context(&mut self, policy: &mut dyn Policy) {
        let Some(top) = self.stack.last_mut() else { return };
        match &mut top.kind {
            ContextKind::Loop(iteration) => {
                let (func, states) = (top.func, std::mem::take(&mut iteration.next));
                match self.join_all(states, Some(func)) {
                    Some(state) => {
                        if let Some((head, state)) = self.next_iteration(state, policy) {
                            self.exec_from(Place { block: head, inst: 0 }, state, policy);
                        }
                    }
                    None => {
                        self.stack.pop();
                    }
                }
            }
            ContextKind::Call(_) => self.leave_call(policy),
        }
    }

    /// The state at the back edge of the loop on top of the stack goes on at its head, if the policy lets it.
    fn next_iteration(&mut self, state: State, policy: &mut dyn Policy) -> Option<(BlockId, State)> {
        let top = self.stack.last()?;
        let ContextKind::Loop(it) = &top.kind else { return None };
        let (func, number, count) = (top.func, it.loop_number, it.count + 1);
        let mark = self.mark(&state);
        let concrete = it.entry.same(&mark);
        let head = self.flow(func).loops[number as usize].head;
        let name = LoopName { func, head: Some(head) };
        let guard = state.guard.term();
        match policy.unwind(name, count, concrete, guard, &mut self.terms) {
            Verdict::Abort => self.out.aborted = true,
            Verdict::Cut => {
                self.out.unwindings.push(Unwinding { name, cond: guard, count });
                self.stack.pop();
            }
            Verdict::Suspend => {
                let suspended = self.suspend(state, name, count);
                self.out.suspended.push(suspended);
                self.stack.pop();
            }
            Verdict::Pause => {
                if let Some(Context { kind: ContextKind::Loop(it), .. }) = self.stack.last_mut() {
                    it.next = vec![state];
                }
                self.out.paused = Some(Unwinding { name, cond: guard, count });
            }
            Verdict::Unwind => {
                self.begin_iteration(head, count, &state);
                return Some((head, state));
            }
        }
        None
    }

    /// The loop on top of the stack goes on: its `count` iterations so far are followed by one of its own names.
    pub(crate) fn begin_iteration(&mut self, head: BlockId, count: u32, state: &State) {
        if let Some(top) = self.stack.last_mut() {
            top.instance = top.instance.inner(head.0, u32::MAX, Begins::Iteration);
        }
        self.begin_loop(count, state);
    }

    fn leave_call(&mut self, policy: &mut dyn Policy) {
        let Some(Context { kind: ContextKind::Call(mut a), func, .. }) = self.stack.pop() else { return };
        self.activations[func.index()].pop();
        self.follow_result(func, a.dst);
        let mut result = a.joined.take();
        if let Some(returned) = self.join_all(std::mem::take(&mut a.returned), None) {
            result = Some(match result {
                None => returned,
                Some(mut joined) => {
                    self.join(&mut joined, returned, None);
                    joined
                }
            });
        }
        if let Some((next, state)) = a.others.pop() {
            let state = self.push_call(next, state, a.args.clone(), a.dst, a.back, a.others);
            if let Some(Context { kind: ContextKind::Call(b), .. }) = self.stack.last_mut() {
                b.joined = result;
                b.caller_regs = a.caller_regs;
            }
            return self.enter_block(BlockId(0), state, policy);
        }
        let Some(mut state) = result else { return };
        let value = state.regs.get(RETURN).map(|w| w.value(&mut self.terms));
        let Some(back) = a.back else {
            if self.stack.is_empty() {
                self.return_by_contract(state, func, value);
            }
            return;
        };
        state.regs = a.caller_regs;
        if let Some(dst) = a.dst {
            let ty = self.stack.last().map(|c| self.program.funcs[c.func].vars[dst].ty);
            let value = value.or_else(|| ty.map(|ty| self.fresh(ty)));
            if let Some(value) = value {
                self.assign(&mut state, dst, value);
            }
        }
        self.exec_from(back, state, policy);
    }

    pub(crate) fn flow(&mut self, func: FuncId) -> Rc<Flow> {
        let program = self.program;
        self.flows[func.index()].get_or_insert_with(|| Rc::new(Flow::new(&program.funcs[func]))).clone()
    }

    // ---- edges ----------------------------------------------------------------------------------------------------

    /// A state goes to a block of the running function: it waits in the innermost context that the block belongs to.
    fn goto(&mut self, target: BlockId, state: State) {
        if state.guard.is_false() {
            return;
        }
        let Some(func) = self.stack.last().map(|c| c.func) else { return };
        let flow = self.flow(func);
        let order = flow.order[target.index()];
        for i in (0..self.stack.len()).rev() {
            let mut next_iteration = false;
            match &self.stack[i].kind {
                ContextKind::Call(_) => {}
                ContextKind::Loop(it) => {
                    let l = &flow.loops[it.loop_number as usize];
                    next_iteration = l.head == target;
                    if !next_iteration && !l.blocks.contains(&target) {
                        continue;
                    }
                }
            }
            let context = &mut self.stack[i];
            let waiting = match (&mut context.kind, next_iteration) {
                (ContextKind::Loop(it), true) => &mut it.next,
                _ => &mut context.pending.entry(order).or_insert_with(|| (target, Vec::new())).1,
            };
            waiting.push(state);
            if waiting.len() > MOST_WAITING {
                let states = std::mem::take(waiting);
                self.wait_as_one(i, next_iteration, order, states);
            }
            return;
        }
    }

    /// Joins states that wait at one place of a context.
    fn wait_as_one(&mut self, context: usize, next_iteration: bool, order: u32, states: Vec<State>) {
        let func = self.stack[context].func;
        let joined = self.join_all(states, Some(func));
        let context = &mut self.stack[context];
        match (&mut context.kind, next_iteration, context.pending.get_mut(&order)) {
            (ContextKind::Loop(it), true, _) => it.next.extend(joined),
            (_, _, Some((_, waiting))) => waiting.extend(joined),
            (_, _, None) => {}
        }
    }

    fn join(&mut self, into: &mut State, other: State, func: Option<FuncId>) {
        let flow = func.map(|f| self.flow(f));
        let keep = |key: u32| flow.as_ref().is_none_or(|f| !f.block_local.get(key as usize).copied().unwrap_or(false));
        let Executor { terms, symbol_at, event_site, out, program, .. } = self;
        let conflicts = into.join(other, terms, keep, |terms, fill, off, len| {
            let width = u32::from(len) * 8;
            Some(match fill {
                Fill::Zero => terms.zero(width),
                Fill::Ones => terms.ones(width),
                Fill::Image(g) => terms.bv(width, image_bits(program, g, off, len)),
                Fill::Event(e) => {
                    let at = (event_site[e as usize], u64::from(off), width);
                    let term = *symbol_at.entry(at).or_insert_with(|| terms.fresh("undef", Sort::Bv(width)));
                    out.events[e as usize].contents.insert((off.into(), width), term);
                    term
                }
            })
        });
        for c in conflicts {
            self.join_shapes(into, c);
        }
    }

    /// Joins states that arrive at one place, those that forked last first: so each join ends a decision, and conditions
    /// stay those of single branches.
    fn join_all(&mut self, states: Vec<State>, func: Option<FuncId>) -> Option<State> {
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

    fn enter_block(&mut self, block: BlockId, state: State, policy: &mut dyn Policy) {
        let Some(top) = self.stack.last() else { return };
        let func = top.func;
        let current = match &top.kind {
            ContextKind::Loop(it) => Some(it.loop_number),
            ContextKind::Call(_) => None,
        };
        let flow = self.flow(func);
        let resumes = std::mem::take(&mut self.resumes);
        if !resumes
            && let Some(number) = flow.loop_at[block.index()]
            && current != Some(number)
        {
            if let Some(state) = self.enter_loop(block, number, state, policy) {
                self.exec_from(Place { block, inst: 0 }, state, policy);
            }
            return;
        }
        let is_head = flow.loop_at[block.index()].is_some();
        if !resumes && !is_head && block != BlockId(0) && policy.stops_at(func, block) {
            return self.suspend_at(block, state);
        }
        self.exec_from(Place { block, inst: 0 }, state, policy);
    }

    /// The first iteration of a loop begins, if the policy lets it.
    fn enter_loop(&mut self, head: BlockId, number: u32, state: State, policy: &mut dyn Policy) -> Option<State> {
        let (func, outer) = self.stack.last().map(|c| (c.func, c.instance))?;
        let instance = outer.inner(head.0, u32::MAX, Begins::Loop);
        let it = Iteration { loop_number: number, count: 0, entry: self.mark(&state), next: Vec::new() };
        let kind = ContextKind::Loop(Box::new(it));
        self.stack.push(Context { kind, func, pending: BTreeMap::new(), instance });
        let name = LoopName { func, head: Some(head) };
        match policy.enter(name, instance, state.guard.term()) {
            Verdict::Unwind | Verdict::Pause => return Some(state),
            Verdict::Suspend => {
                let suspended = self.suspend(state, name, 0);
                self.out.suspended.push(suspended);
                self.stack.pop();
            }
            Verdict::Cut => {
                self.out.unwindings.push(Unwinding { name, cond: state.guard.term(), count: 0 });
                self.stack.pop();
            }
            Verdict::Abort => self.out.aborted = true,
        }
        None
    }

    /// Runs from an instruction until the path forks, waits for others or returns.
    fn exec_from(&mut self, mut place: Place, mut state: State, policy: &mut dyn Policy) {
        let Some(mut func) = self.stack.last().map(|c| c.func) else { return };
        let mut flow = self.flow(func);
        let program = self.program;
        'blocks: loop {
            let block = &program.funcs[func].blocks[place.block];
            let instance = self.stack.last().map_or(Instance::ROOT, |c| c.instance);
            for (i, inst) in block.insts.iter().enumerate().skip(place.inst as usize) {
                self.here = Site { instance, block: place.block.0, inst: i as u32 };
                if let InstKind::Call { dst, callee, args } = &inst.kind {
                    self.follow_arguments(callee, args);
                    let back = Place { block: place.block, inst: i as u32 + 1 };
                    let depth = self.stack.len();
                    match self.call(state, *dst, callee, args, back, inst.span, policy) {
                        Some(after) => state = after,
                        None => return,
                    }
                    if self.stack.len() > depth {
                        self.out.steps += u64::from(back.inst - place.inst);
                        func = self.stack[depth].func;
                        flow = self.flow(func);
                        place = Place { block: BlockId(0), inst: 0 };
                        if let Some(number) = flow.loop_at[0] {
                            let Some(inside) = self.enter_loop(BlockId(0), number, state, policy) else { return };
                            state = inside;
                        }
                        continue 'blocks;
                    }
                    if let Callee::Direct(callee) = callee {
                        self.follow_result(*callee, *dst);
                    }
                } else {
                    self.follow_addresses(&state, inst);
                    self.exec_inst(&mut state, inst);
                    self.followed_addresses(&state, inst);
                    if std::mem::take(&mut self.lost_address) {
                        self.gap(&state, inst.span, "an address that is computed bit by bit");
                    }
                }
                if state.guard.is_false() {
                    return;
                }
            }
            self.out.steps += (block.insts.len() + 1) as u64 - u64::from(place.inst);
            state.depth = state.depth.saturating_add(block.insts.len() as u32 + 1);
            if self.options.depth.is_some_and(|d| state.depth > d) {
                self.out.too_long.push(state.guard.term());
                return;
            }
            self.blocks += 1;
            if self.is_time_to_ask() && policy.interrupted() {
                self.out.aborted = true;
                return;
            }
            match self.exec_terminator(state, &block.term, &flow, policy) {
                Some((target, after)) => {
                    place = Place { block: target, inst: 0 };
                    state = after;
                }
                None => return,
            }
        }
    }

    /// The block where the same state goes on at once; `None` where it waits for others or ends.
    fn exec_terminator(
        &mut self,
        state: State,
        term: &Terminator,
        flow: &Flow,
        policy: &mut dyn Policy,
    ) -> Option<(BlockId, State)> {
        match &term.kind {
            TermKind::Goto(target) => return self.straight(*target, state, flow, policy),
            TermKind::Branch { cond, then, els } => {
                let cond = self.bool_operand(&state, cond);
                match self.terms.const_bool(cond) {
                    Some(true) => return self.straight(*then, state, flow, policy),
                    Some(false) => return self.straight(*els, state, flow, policy),
                    None => match state.guard.fork(&mut self.terms, cond) {
                        Fork::Yes => return self.straight(*then, state, flow, policy),
                        Fork::No => return self.straight(*els, state, flow, policy),
                        Fork::Both { yes, no } => {
                            let other = State { guard: no, ..state.clone() };
                            self.goto(*then, State { guard: yes, ..state });
                            self.goto(*els, other);
                        }
                    },
                }
            }
            TermKind::Switch { value, ty, cases, default } => {
                return self.exec_switch(state, value, *ty, cases, *default, flow, policy);
            }
            TermKind::Return(value) => {
                self.follow_return(value.as_ref());
                let value = value.as_ref().map(|v| self.operand(&state, v));
                self.exec_return(state, value);
            }
            TermKind::Stop(_) | TermKind::Unreachable => {}
        }
        None
    }

    /// Every so many blocks, and sooner where they take much work.
    fn is_time_to_ask(&mut self) -> bool {
        const MANY_TERMS: usize = 50_000;
        let due = self.blocks & 0x3ff == 0 || self.terms.len() > self.terms_when_asked + MANY_TERMS;
        if due {
            self.terms_when_asked = self.terms.len();
        }
        due
    }

    /// Goes on at once where nothing waits that could come to the target, too; else the state waits there.
    fn straight(
        &mut self,
        target: BlockId,
        state: State,
        flow: &Flow,
        policy: &mut dyn Policy,
    ) -> Option<(BlockId, State)> {
        loop {
            let top = self.stack.last()?;
            let alone = top.pending.is_empty()
                && match &top.kind {
                    ContextKind::Call(_) => true,
                    ContextKind::Loop(it) => it.next.is_empty(),
                };
            if !alone {
                self.goto(target, state);
                return None;
            }
            let ContextKind::Loop(it) = &top.kind else { break };
            let l = &flow.loops[it.loop_number as usize];
            if l.head == target {
                return self.next_iteration(state, policy);
            }
            if l.blocks.contains(&target) {
                break;
            }
            self.stack.pop();
        }
        let state = match flow.loop_at[target.index()] {
            Some(number) => self.enter_loop(target, number, state, policy)?,
            None if self.stack.last().is_some_and(|c| policy.stops_at(c.func, target)) => {
                self.suspend_at(target, state);
                return None;
            }
            None => state,
        };
        Some((target, state))
    }

    #[allow(clippy::too_many_arguments)]
    fn exec_switch(
        &mut self,
        mut state: State,
        value: &Operand,
        ty: pm_base::num::IntFormat,
        cases: &[SwitchCase],
        default: BlockId,
        flow: &Flow,
        policy: &mut dyn Policy,
    ) -> Option<(BlockId, State)> {
        let value = self.term_operand(&state, value);
        if let Some(v) = self.terms.const_u128(value) {
            let hit = cases.iter().find(|c| !ty.less(v, c.lo) && !ty.less(c.hi, v));
            return self.straight(hit.map_or(default, |c| c.target), state, flow, policy);
        }
        for case in cases {
            let hit = self.in_range(value, ty, case.lo, case.hi);
            if hit == TermId::FALSE {
                continue;
            }
            match state.guard.fork(&mut self.terms, hit) {
                Fork::No => {}
                Fork::Yes => {
                    self.goto(case.target, state);
                    return None;
                }
                Fork::Both { yes, no } => {
                    let taken = State { guard: yes, ..state.clone() };
                    state.guard = no;
                    self.goto(case.target, taken);
                }
            }
        }
        self.goto(default, state);
        None
    }

    fn in_range(&mut self, value: TermId, ty: pm_base::num::IntFormat, lo: u128, hi: u128) -> TermId {
        let width = ty.bits.into();
        let low = self.terms.bv(width, lo);
        if lo == hi {
            return self.terms.eq(value, low);
        }
        let high = self.terms.bv(width, hi);
        let (a, b) = if ty.signed {
            (self.terms.sle(low, value), self.terms.sle(value, high))
        } else {
            (self.terms.ule(low, value), self.terms.ule(value, high))
        };
        self.terms.and(a, b)
    }

    fn exec_return(&mut self, mut state: State, value: Option<Value>) {
        let func = self.stack.last().map_or(self.program.entry, |c| c.func);
        for slot in self.program.funcs[func].slots.ids() {
            if let Some(word) = state.regs.get(self.slot_key(slot)).copied() {
                self.end_slot(&mut state, word);
            }
        }
        let at = self.stack.iter().rposition(|c| matches!(c.kind, ContextKind::Call(_)));
        let Some(at) = at else { return };
        state.regs = self.kept_ins(&state, at);
        if let Some(value) = value {
            let word = Word::new(&self.terms, value);
            state.regs.set(RETURN, word);
        }
        let ContextKind::Call(a) = &mut self.stack[at].kind else { return };
        for id in &a.vla {
            state.mem.remove(*id);
            let shadow = self.objects[*id as usize].shadow;
            if shadow != 0 {
                state.mem.remove(shadow);
            }
        }
        a.returned.push(state);
    }

    // ---- instructions ---------------------------------------------------------------------------------------------

    fn exec_inst(&mut self, state: &mut State, inst: &Inst) {
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let word = self.evaluate(state, value, inst.span);
                self.assign_word(state, *dst, word);
            }
            InstKind::Store { ty, ptr, value } => {
                if !self.asked.memory
                    && let (Some((obj, off)), Some(word)) = (self.place(state, ptr), self.plain_operand(state, value))
                    && self.constant_store(state, obj, off, *ty, word).is_some()
                {
                    return;
                }
                let ptr = self.ptr_operand(state, ptr);
                let value = self.operand(state, value);
                self.store(state, ptr, *ty, value, inst.span);
                self.mark_init(state, ptr, ty.access_size(self.pointer_size), inst.span);
            }
            InstKind::Copy { dst, src, size } => {
                let (dst, src) = (self.ptr_operand(state, dst), self.ptr_operand(state, src));
                let size = self.size_operand(state, size);
                self.copy(state, dst, src, size, inst.span);
                self.copy_init(state, dst, src, size, inst.span);
            }
            InstKind::Fill { dst, byte, size } => {
                let dst = self.ptr_operand(state, dst);
                let byte = self.term_operand(state, byte);
                let size = self.size_operand(state, size);
                self.fill(state, dst, byte, size, inst.span);
                self.mark_range(state, dst, size, inst.span);
            }
            InstKind::Decl(slot) => self.declare(state, *slot, inst.span),
            InstKind::Dead(slot) => {
                if let Some(word) = state.regs.get(self.slot_key(*slot)).copied() {
                    self.end_slot(state, word);
                }
            }
            InstKind::DeclVar(v) => self.declare_var(state, *v, inst.span),
            InstKind::Alloc { dst, size, kind, zeroed } => {
                let size = self.size_operand(state, size);
                let ptr = self.allocate(state, size, *kind, *zeroed, inst.span);
                self.assign(state, *dst, Value::Ptr(ptr));
            }
            InstKind::Free { ptr } | InstKind::Release { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.end_objects(state, ptr);
            }
            InstKind::Nondet { dst, ty, source } => {
                let value = self.input(state, *source, *ty, inst.span);
                self.assign(state, *dst, value);
            }
            InstKind::Havoc { ptr, size } => self.havoc(state, ptr, size, inst.span),
            InstKind::Assume { cond } => {
                let cond = self.bool_operand(state, cond);
                let before = state.guard.term();
                state.guard = state.guard.and(&mut self.terms, cond);
                if !self.in_model() {
                    let conds = [before, state.guard.term()];
                    note_assumed(&mut self.out.assumed, &mut self.terms, inst.span, conds);
                }
            }
            InstKind::Assert { cond, prop } => self.claim(state, cond, *prop, inst.span),
            InstKind::Cover { cond, prop } => {
                let cond = self.bool_operand(state, cond);
                let cond = self.terms.and(state.guard.term(), cond);
                let events = self.out.events.len();
                self.out.covered.push(Claim { prop: *prop, cond, span: inst.span, events });
            }
            InstKind::Print { dst, format, .. } => self.print(state, *dst, format, inst.span),
            InstKind::Format { dst, buffer, size, format, args } => {
                let request = Request { dst: *dst, buffer, size, format, args };
                self.format(state, &request, inst.span);
            }
            InstKind::Call { .. } => {}
        }
    }

    fn claim(&mut self, state: &mut State, cond: &Rvalue, prop: PropId, span: Span) {
        let of_pointers = matches!(cond, Rvalue::AccessOk { .. } | Rvalue::FreeOk { .. } | Rvalue::CallOk { .. });
        let cond = match self.evaluate(state, cond, span) {
            Word::Const { bits, .. } => self.terms.bool_const(bits != 0),
            Word::Term(t) => t,
            Word::Addr { .. } | Word::Ptr(_) => TermId::TRUE,
        };
        if cond == TermId::TRUE && self.out.reached.get(&prop) == Some(&TermId::TRUE) {
            return;
        }
        if self.ignored.contains(&prop) {
            state.guard = state.guard.and(&mut self.terms, cond);
            return;
        }
        let guard = state.guard.term();
        let reached = self.out.reached.entry(prop).or_insert(TermId::FALSE);
        *reached = self.terms.or(*reached, guard);
        let fails = self.terms.not(cond);
        let violated = self.terms.and(guard, fails);
        // A choice among many objects is settled without a solver where decisions alone settle it.
        if violated != TermId::FALSE && !(of_pointers && self.skeleton.excludes(&self.terms, guard, fails)) {
            let events = self.out.events.len();
            self.out.claims.push(Claim { prop, cond: violated, span, events });
        }
        if cond == TermId::FALSE {
            state.guard = state.guard.and(&mut self.terms, TermId::FALSE);
        }
    }

    /// A function of the library is executed.
    fn in_model(&self) -> bool {
        let func = self.stack.last().map_or(self.program.entry, |c| c.func);
        self.program.funcs[func].is_model
    }

    pub(crate) fn slot_key(&self, slot: SlotId) -> u32 {
        let func = self.stack.last().map_or(self.program.entry, |c| c.func);
        self.program.funcs[func].vars.len() as u32 + slot.0
    }

    fn declare(&mut self, state: &mut State, slot: SlotId, span: Span) {
        let Some(func) = self.stack.last().map(|c| c.func) else { return };
        let info = &self.program.funcs[func].slots[slot];
        let (name, cty, bytes) = (info.name, info.cty, info.size);
        let id = match self.object_at.get(&self.here) {
            Some(id) => *id,
            None => {
                let size = self.terms.bv(OFFSET_BITS, bytes.into());
                let id = self.add_object(ObjectKind::Slot(func, slot), size, span);
                self.objects[id as usize].name = name;
                self.objects[id as usize].cty = cty;
                self.object_at.insert(self.here, id);
                id
            }
        };
        self.begins_again(state, id, span);
        self.add_shadow(id);
        self.begin_shadow(state, id, false);
        let event = self.event(EventKind::Contents, state.guard.term(), span);
        let content = Content::Cells { cells: PVec::default(), fill: Fill::Event(event) };
        state.set_object(id, Object { content, alive: TermId::TRUE, unit: 0 });
        let key = self.slot_key(slot);
        state.regs.set(key, Word::Addr { obj: id, off: 0 });
    }

    fn declare_var(&mut self, state: &mut State, var: VarId, span: Span) {
        let Some(func) = self.stack.last().map(|c| c.func) else { return };
        if !self.flow(func).undefined[var.index()] {
            state.regs.remove(var.0);
            self.set_flag(state, var, false);
            return self.unread_event(state.guard.term(), span);
        }
        let ty = self.program.funcs[func].vars[var].ty;
        let event = self.event(EventKind::Contents, state.guard.term(), span);
        let width = ty.access_size(self.pointer_size) as u32 * 8;
        let bits = self.event_bits(event, 0, width);
        let value = match ty {
            Ty::Ptr => Value::Ptr(self.int_to_ptr(bits)),
            _ => match sort_of(ty) {
                Sort::Bool => Value::Term(self.terms.nonzero(bits)),
                Sort::Bv(w) => Value::Term(self.terms.truncate(bits, w)),
                Sort::Array { .. } => Value::Term(bits),
            },
        };
        state.regs.set(var.0, Word::new(&self.terms, value));
        self.set_flag(state, var, false);
    }

    fn allocate(&mut self, state: &mut State, size: TermId, kind: AllocKind, zeroed: bool, span: Span) -> Ptr {
        if let Some(pool) = self.pool_of(kind, size) {
            return self.allocate_node(state, pool, zeroed, span);
        }
        let id = match self.object_at.get(&self.here) {
            Some(id) => *id,
            None => {
                let object_kind = if kind == AllocKind::Heap { ObjectKind::Heap } else { ObjectKind::Stack };
                let id = self.add_object(object_kind, size, span);
                self.object_at.insert(self.here, id);
                id
            }
        };
        self.begins_again(state, id, span);
        self.resize_object(state, id, size);
        self.add_shadow(id);
        self.begin_shadow(state, id, zeroed);
        let fill =
            if zeroed { Fill::Zero } else { Fill::Event(self.event(EventKind::Contents, state.guard.term(), span)) };
        let content = Content::Cells { cells: PVec::default(), fill };
        state.set_object(id, Object { content, alive: TermId::TRUE, unit: 0 });
        if kind != AllocKind::Heap {
            let activation = self.stack.iter_mut().rev().find_map(|c| match &mut c.kind {
                ContextKind::Call(a) => Some(a),
                ContextKind::Loop(_) => None,
            });
            if let Some(a) = activation {
                a.vla.push(id);
            }
        }
        Ptr::new(&mut self.terms, id, 0)
    }

    /// The object of a slot dies.
    fn end_slot(&mut self, state: &mut State, address: Word) {
        match address {
            Word::Addr { obj, .. } => {
                state.mem.remove(obj);
                self.end_shadow(state, obj);
            }
            Word::Ptr(p) => self.end_objects(state, p),
            Word::Const { .. } | Word::Term(_) => {}
        }
    }

    /// The objects that `ptr` points to die.
    fn end_objects(&mut self, state: &mut State, ptr: Ptr) {
        let Some(targets) = self.targets(state, ptr) else {
            return self.gap(state, Span::NONE, "the end of an object that is not known");
        };
        for t in targets {
            if self.is_pool(t.obj) {
                self.end_node(state, t);
            } else if t.guard == TermId::TRUE {
                state.mem.remove(t.obj);
                self.end_shadow(state, t.obj);
            } else {
                let not = self.terms.not(t.guard);
                let alive = state.object(t.obj).map(|o| o.alive);
                if let Some(alive) = alive {
                    let alive = self.terms.and(alive, not);
                    state.update(t.obj, |o| o.alive = alive);
                }
            }
        }
    }

    fn havoc(&mut self, state: &mut State, ptr: &Operand, size: &Operand, span: Span) {
        let ptr = self.ptr_operand(state, ptr);
        let size = self.size_operand(state, size);
        let event = self.event(EventKind::Contents, state.guard.term(), span);
        self.mark_range(state, ptr, size, span);
        let constants = [ptr.obj, ptr.off, size].map(|t| self.terms.const_u64(t));
        if let [Some(obj), Some(0), Some(size)] = constants
            && obj != 0
            && !self.is_pool(obj as ObjectId)
            && self.objects[obj as usize].const_size == Some(size)
        {
            let content = Content::Cells { cells: PVec::default(), fill: Fill::Event(event) };
            return state.update(obj as u32, |o| {
                o.content = content;
                o.unit = 0;
            });
        }
        let Some(size) = self.terms.const_u64(size).filter(|s| *s <= 4096) else {
            return self.havoc_some(state, ptr, size, event, span);
        };
        for i in 0..size {
            let byte = self.event_bits(event, i, 8);
            let at = self.offset_by(ptr, i);
            self.store(state, at, Ty::int(8, false), Value::Term(byte), span);
        }
    }

    /// A symbolic number of bytes.
    fn havoc_some(&mut self, state: &mut State, ptr: Ptr, size: TermId, event: u32, span: Span) {
        let ok = self.valid_range(state, ptr, size, true, span);
        if self.havoc_all_but_end(state, ptr, size, event, span) {
            return;
        }
        let Some(count) = self.largest_target(state, ptr).filter(|n| *n <= SOME_LIMIT) else {
            return self.gap(state, span, "arbitrary contents of a symbolic range");
        };
        for i in 0..count {
            let byte = self.event_bits(event, i, 8);
            self.store_some(state, ptr, i, Value::Term(byte), size, ok, span);
        }
    }

    /// An object of symbolic size up to its last few bytes, as for a string and its NUL.
    fn havoc_all_but_end(&mut self, state: &mut State, ptr: Ptr, size: TermId, event: u32, span: Span) -> bool {
        const MOST: u64 = 16;
        let (Some(id), Some(0)) = (self.terms.const_u64(ptr.obj), self.terms.const_u64(ptr.off)) else { return false };
        if self.is_pool(id as ObjectId) {
            return false;
        }
        let rest = self.terms.sub(self.objects[id as usize].size, size);
        let Some(rest) = self.terms.const_u64(rest).filter(|n| id != 0 && *n <= MOST) else { return false };
        let byte = Ty::int(8, false);
        let ends: Vec<Ptr> = (0..rest).map(|i| self.offset_by(Ptr { off: size, ..ptr }, i)).collect();
        let old: Vec<Value> = ends.iter().map(|at| self.load_targets(state, *at, byte, span)).collect();
        state.update(id as ObjectId, |o| {
            o.content = Content::Cells { cells: PVec::default(), fill: Fill::Event(event) };
            o.unit = 0;
        });
        for (at, value) in ends.into_iter().zip(old) {
            self.store_targets(state, at, byte, value, TermId::TRUE, span);
        }
        true
    }

    // ---- inputs and events ----------------------------------------------------------------------------------------

    /// What begins now belongs to an object at a cut point.
    pub(crate) fn stand_at_cut(&mut self, instance: Instance, object: ObjectId) {
        self.here = Site { instance, block: object, inst: u32::MAX - 1 };
    }

    pub(crate) fn mark(&self, state: &State) -> Mark {
        Mark { guard: state.guard.clone(), inputs: self.inputs }
    }

    pub(crate) fn event(&mut self, kind: EventKind, guard: TermId, span: Span) -> u32 {
        self.inputs += u64::from(matches!(kind, EventKind::Input { .. }));
        self.out.events.push(Event { kind, guard, span, contents: FxHashMap::default(), arrays: Vec::new() });
        self.event_site.push(self.here);
        (self.out.events.len() - 1) as u32
    }

    /// What comes now depends on something that is not known.
    pub(crate) fn count_input(&mut self) {
        self.inputs += 1;
    }

    /// The `part`-th symbol of a call that a contract answers.
    pub(crate) fn symbol(&mut self, at: Site, part: u32, name: &str, sort: Sort) -> TermId {
        let terms = &mut self.terms;
        *self.symbol_at.entry((at, u64::MAX - 2, part)).or_insert_with(|| terms.fresh(name, sort))
    }

    /// An event whose contents nobody reads.
    fn unread_event(&mut self, guard: TermId, span: Span) {
        if self.out.events.len() > self.settled
            && let Some(Event { kind: EventKind::Unread { count }, guard: last, .. }) = self.out.events.last_mut()
            && *last == guard
        {
            *count += 1;
            return;
        }
        self.event(EventKind::Unread { count: 1 }, guard, span);
    }

    /// The symbol for `width` indeterminate bits at an offset.
    pub(crate) fn event_bits(&mut self, event: u32, off: u64, width: u32) -> TermId {
        let site = self.event_site[event as usize];
        let terms = &mut self.terms;
        let term = *self.symbol_at.entry((site, off, width)).or_insert_with(|| terms.fresh("undef", Sort::Bv(width)));
        self.out.events[event as usize].contents.insert((off, width), term);
        term
    }

    pub(crate) fn event_array(&mut self, event: u32, index: u32, width: u32) -> TermId {
        let site = self.event_site[event as usize];
        let terms = &mut self.terms;
        let sort = Sort::Array { index, elem: width };
        let symbol = *self.symbol_at.entry((site, u64::MAX, width)).or_insert_with(|| terms.fresh("undef", sort));
        let arrays = &mut self.out.events[event as usize].arrays;
        if !arrays.contains(&(symbol, width / 8)) {
            arrays.push((symbol, width / 8));
        }
        symbol
    }

    pub(crate) fn input(&mut self, state: &State, source: Symbol, ty: Ty, span: Span) -> Value {
        let name = self.names.name(source);
        let sort = self.symbol_sort(ty);
        let terms = &mut self.terms;
        let value = *self.symbol_at.entry((self.here, u64::MAX, 0)).or_insert_with(|| terms.fresh(name, sort));
        self.event(EventKind::Input { source, ty, value }, state.guard.term(), span);
        self.value_of_symbol(value, ty)
    }

    /// What an access reads that is not valid; the `part`-th of this instruction.
    pub(crate) fn invalid_read(&mut self, source: Symbol, guard: TermId, ty: Ty, part: u32, span: Span) -> Value {
        let sort = self.symbol_sort(ty);
        let terms = &mut self.terms;
        let value =
            *self.symbol_at.entry((self.here, u64::MAX - 1, part)).or_insert_with(|| terms.fresh("invalid", sort));
        self.event(EventKind::Input { source, ty, value }, guard, span);
        self.value_of_symbol(value, ty)
    }

    /// A pointer that nobody made points to no object of the program: it is an address, null or another.
    fn value_of_symbol(&mut self, symbol: TermId, ty: Ty) -> Value {
        if ty != Ty::Ptr {
            return Value::Term(symbol);
        }
        Value::Ptr(self.any_address(symbol))
    }

    /// The sort of a symbol for a value of this type.
    fn symbol_sort(&self, ty: Ty) -> Sort {
        if ty == Ty::Ptr { Sort::Bv(self.pointer_size as u32 * 8) } else { sort_of(ty) }
    }

    /// A value of which nothing is known and which no counterexample supplies.
    pub(crate) fn fresh(&mut self, ty: Ty) -> Value {
        let sort = self.symbol_sort(ty);
        let symbol = self.terms.fresh("unknown", sort);
        self.value_of_symbol(symbol, ty)
    }

    pub(crate) fn zero(&mut self, ty: Ty) -> Value {
        match sort_of(ty) {
            Sort::Bool => Value::Term(TermId::FALSE),
            Sort::Bv(POINTER_BITS) if ty == Ty::Ptr => Value::Ptr(Ptr::null(&mut self.terms)),
            Sort::Bv(width) => Value::Term(self.terms.zero(width)),
            Sort::Array { .. } => Value::Term(TermId::FALSE),
        }
    }

    pub(crate) fn gap(&mut self, state: &State, span: Span, reason: &'static str) {
        self.gap_if(state.guard.term(), span, reason);
    }

    pub(crate) fn gap_if(&mut self, cond: TermId, span: Span, reason: &'static str) {
        if cond != TermId::FALSE {
            let claims = self.out.claims.len();
            self.out.gaps.push(Gap { cond, span, reason, claims });
        }
    }
}

/// In an order in which states that forked last are neighbours.
fn by_forks(states: Vec<State>) -> Vec<State> {
    let mut sorted: Vec<State> = Vec::with_capacity(states.len());
    for state in states {
        let nearest = sorted.iter().enumerate().max_by_key(|(_, s)| s.guard.common_depth(&state.guard));
        sorted.insert(nearest.map_or(0, |(i, _)| i + 1), state);
    }
    sorted
}

/// Initial bytes of a global as one number.
fn image_bits(program: &Program, global: GlobalId, off: u32, len: u8) -> u128 {
    let GlobalInit::Data(bytes) = &program.globals[global].init else { return 0 };
    let byte = |i: u32| bytes.get((off + i) as usize).copied().unwrap_or(0);
    (0..u32::from(len)).rev().fold(0, |v, i| v << 8 | u128::from(byte(i)))
}
