//! The executor: instructions, blocks, loops, calls.
//!
//! The blocks of a function are executed in a weak topological order. A block waits for the states of all edges that lead to it, which
//! then become one; a loop is gone through again while states wait in it. A call is executed where it stands.

use crate::contract::{Body, Known};
use crate::facts::{Facts, ObjectName};
use crate::live::{self, live};
use crate::order::{Element, order};
use crate::path::{Path, Paths};
use crate::state::{Object, ObjectId, State};
use crate::value::{Byte, FOREIGN, OBJECT_BITS, Ptr, Register, Value};
use crate::widen::Wide;
use crate::{Settings, Unwound};
use pm_base::num::IntFormat;
use pm_base::{Idx, Span};
use pm_ir::{
    AllocKind, Base, Block, BlockId, Callee, FuncId, Function, GlobalId, GlobalInit, Inst, InstKind, Program, PropId,
    Signature, SlotId, Stub, SwitchCase, TermKind, Ty,
};
use pm_solve::{Answer, Limit, Solver};
use pm_term::{Evaluator, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooHard {
    Limit(Limit),
    /// The formula became too large.
    Terms,
    /// A loop or a recursion goes on beyond the bound.
    Beyond,
    /// Something that this semantics does not follow.
    At {
        what: &'static str,
        span: Span,
    },
}

impl TooHard {
    pub fn at(what: &'static str, span: Span) -> TooHard {
        TooHard::At { what, span }
    }
}

impl std::fmt::Display for TooHard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TooHard::Limit(limit) => write!(f, "{limit}"),
            TooHard::Terms => f.write_str("the formula is too large"),
            TooHard::Beyond => f.write_str("a loop or a recursion that goes on"),
            TooHard::At { what, .. } => f.write_str(what),
        }
    }
}

pub type Run<T> = Result<T, TooHard>;

/// Bytes of the objects that are there from the start and are no arrays.
const STATICS: u64 = 1 << 24;
/// Bits of registers times blocks.
const LIVENESS: usize = 1 << 28;
/// Active calls.
const CALLS: usize = 500;
/// Blocks between two looks at the limits.
const SLICE: u32 = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// The object 0, which is none.
    Nothing,
    Global,
    Func(FuncId),
    Slot(FuncId, SlotId),
    /// `alloca` and variable length arrays.
    Stack,
    Heap,
    /// Made by the library; it never ends.
    Static,
}

/// What never changes about an object.
#[derive(Clone, Copy)]
pub struct Info {
    pub size: u64,
    pub kind: ObjectKind,
    pub read_only: bool,
}

/// What is known about a function before it is executed.
struct Plan {
    order: Vec<Element>,
    live: Vec<Vec<u64>>,
}

/// A function that is being executed.
pub struct Activation {
    func: FuncId,
    plan: Rc<Plan>,
    /// By block: states that arrived there.
    pub waiting: Vec<Vec<State>>,
    pub returned: Vec<(State, Option<Value>)>,
    /// Objects that end with it.
    pub owned: Vec<ObjectId>,
}

pub struct Executor<'p> {
    pub program: &'p Program,
    pub settings: &'p Settings,
    pub terms: Terms,
    pub pointer_bits: u32,
    pub objects: Vec<Info>,
    /// Functions, and globals that nobody may write.
    pub constants: FxHashMap<ObjectId, Rc<Object>>,
    /// Where the instruction at hand stands.
    pub here: Span,
    pub paths: Paths,
    plans: FxHashMap<FuncId, Rc<Plan>>,
    /// The active functions, the outermost first.
    pub calls: Vec<FuncId>,
    /// By active call: block and instruction behind it, in the caller.
    pub sites: Vec<(BlockId, u32)>,
    /// By active call: registers and slots of its caller.
    pub callers: Vec<(Vec<Option<Register>>, Vec<TermId>)>,
    /// By loop that is gone through pass by pass: passes that are done.
    pub passes: Vec<u32>,
    /// Behind the instruction at hand.
    at: (BlockId, u32),
    /// What is known of loops that are not gone through pass by pass.
    pub facts: Option<Facts>,
    /// By loop with the calls around it: what it changes, as far as known.
    pub wides: FxHashMap<Vec<u32>, Wide>,
    /// Passes of such a loop that violate nothing, before the one that is looked at.
    pub before: u32,
    /// Functions with contracts whose bodies are gone through, and what is known of them.
    pub bodies: Vec<Body>,
    pub known: FxHashMap<FuncId, Known>,
    /// The call of the innermost of these, among all active ones.
    pub base: usize,
    /// When facts of such loops do not hold.
    pub unshown: Vec<(TermId, TooHard)>,
    /// Facts that hold on a path, also for other numbers than those that they speak of.
    pub general: Vec<(TermId, TermId)>,
    pub solver: Solver,
    /// The last model.
    model: Evaluator,
    blocks: u32,
    pub result: Unwound,
}

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program, settings: &'p Settings) -> Self {
        let options = pm_solve::Options { backend: settings.backend, ..pm_solve::Options::default() };
        let mut solver = Solver::new(&options);
        solver.set_limits(settings.limits.clone());
        Executor {
            program,
            settings,
            terms: Terms::new(),
            pointer_bits: 8 * program.types.pointer_size() as u32,
            objects: vec![Info { size: 0, kind: ObjectKind::Nothing, read_only: true }],
            constants: FxHashMap::default(),
            here: Span::NONE,
            paths: Paths::new(),
            plans: FxHashMap::default(),
            calls: Vec::new(),
            sites: Vec::new(),
            callers: Vec::new(),
            passes: Vec::new(),
            at: (BlockId::new(0), 0),
            facts: None,
            wides: FxHashMap::default(),
            before: 0,
            bodies: Vec::new(),
            known: FxHashMap::default(),
            base: 0,
            unshown: Vec::new(),
            general: Vec::new(),
            solver,
            model: Evaluator::new(),
            blocks: 0,
            result: Unwound::new(program),
        }
    }

    /// Executes the program from its entry.
    pub fn run(mut self) -> Run<Unwound> {
        self.follow()?;
        self.result.terms = self.terms;
        self.result.solver = Some(self.solver);
        self.result.boxes = self.settings.boxes;
        Ok(self.result)
    }

    pub fn follow(&mut self) -> Run<()> {
        let mut state = State { path: Paths::START, regs: Vec::new(), slots: Vec::new(), objects: Vec::new() };
        self.statics(&mut state)?;
        self.call(self.program.entry, &[], state)?;
        Ok(())
    }

    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    /// The function that is executed.
    pub fn func(&self) -> &'p Function {
        &self.program.funcs[self.calls.last().copied().unwrap_or(self.program.entry)]
    }

    // ---- objects ---------------------------------------------------------------------------------------------------

    pub fn function(&self, f: FuncId) -> ObjectId {
        1 + f.0
    }

    pub fn global(&self, g: GlobalId) -> ObjectId {
        1 + self.program.funcs.len() as ObjectId + g.0
    }

    fn statics(&mut self, state: &mut State) -> Run<()> {
        for f in self.program.funcs.ids() {
            self.objects.push(Info { size: 0, kind: ObjectKind::Func(f), read_only: true });
            self.constants.insert(
                self.function(f),
                Rc::new(Object::new(0, |_| Byte::plain(&mut self.terms, TermId::FALSE, TermId::TRUE))),
            );
        }
        let globals = &self.program.globals;
        let mut bytes = 0;
        for (id, global) in globals.iter_ids() {
            self.objects.push(Info { size: global.size, kind: ObjectKind::Global, read_only: global.read_only });
            if let Some(array) = self.static_array(id, global) {
                self.add_static(state, self.global(id), Object::of_array(array));
                continue;
            }
            bytes = global.size.saturating_add(bytes);
            if bytes > STATICS {
                return Err(TooHard::at("large static objects", Span::NONE));
            }
            let size = global.size as usize;
            let zero = self.plain_byte(0);
            let mut object = match &global.init {
                GlobalInit::Zero => Object::filled(size, zero),
                GlobalInit::Data(data) => Object::new(size, |i| self.plain_byte(data.get(i).copied().unwrap_or(0))),
                GlobalInit::Nondet => Object::new(size, |_| self.any_byte(TermId::TRUE)),
            };
            for reloc in &global.relocs {
                let id = match reloc.base {
                    Base::Global(g) => self.global(g),
                    Base::Func(f) => self.function(f),
                    Base::Slot(_) => 0,
                };
                let obj = self.terms.bv(OBJECT_BITS, id.into());
                let off = self.terms.bv_signed(self.pointer_bits, reloc.addend.into());
                let bytes = self.encode(Value::Ptr(Ptr { obj, off }), self.pointer_bits / 8);
                for (i, byte) in bytes.into_iter().enumerate().take_while(|(i, _)| reloc.offset as usize + i < size) {
                    object.set(reloc.offset as usize + i, byte);
                }
            }
            self.add_static(state, self.global(id), object);
        }
        Ok(())
    }

    fn add_static(&mut self, state: &mut State, id: ObjectId, object: Object) {
        match self.objects[id as usize].read_only {
            true => _ = self.constants.insert(id, Rc::new(object)),
            false => state.add_object(id, object),
        }
    }

    fn plain_byte(&mut self, value: u8) -> Byte {
        let val = self.terms.bv(8, value.into());
        Byte::plain(&mut self.terms, val, TermId::TRUE)
    }

    fn new_object(&mut self, state: &mut State, size: u64, kind: ObjectKind, zeroed: bool) -> ObjectId {
        let id = self.objects.len() as ObjectId;
        self.objects.push(Info { size, kind, read_only: false });
        let name = if let ObjectKind::Slot(f, s) = kind { Some(ObjectName::Slot(f, s)) } else { None };
        let object = match self.unit_of(size, name) {
            Some(unit) => Object::of_array(self.new_array(size, unit, zeroed, zeroed)),
            None if zeroed => Object::filled(size as usize, self.plain_byte(0)),
            None => Object::new(size as usize, |_| self.any_byte(TermId::FALSE)),
        };
        state.add_object(id, object);
        id
    }

    // ---- what is not known, and what is not followed -----------------------------------------------------------------

    pub fn fresh(&mut self, width: u32) -> TermId {
        self.terms.fresh("any", Sort::Bv(width))
    }

    /// A value of which nothing is known. A pointer points to no object.
    pub fn any_value(&mut self, ty: Ty) -> Value {
        let bits = match ty {
            Ty::Int(f) => f.bits.into(),
            Ty::Float(f) => f.bits(),
            Ty::Ptr => self.pointer_bits,
        };
        let any = self.fresh(bits);
        match ty {
            Ty::Ptr => Value::Ptr(Ptr { obj: self.terms.zero(OBJECT_BITS), off: any }),
            Ty::Int(_) | Ty::Float(_) => Value::Bits(any),
        }
    }

    /// The same as an input of the program.
    pub fn input(&mut self, state: &State, ty: Ty) -> Value {
        let value = self.any_value(ty);
        let (Value::Bits(symbol) | Value::Ptr(Ptr { off: symbol, .. })) = value;
        self.result.inputs.push((self.paths.all(state.path), symbol));
        value
    }

    /// Executions on which this does not hold are not followed.
    pub fn demand(&mut self, state: &State, holds: TermId, what: &'static str) {
        self.demand_if(state, TermId::TRUE, holds, what);
    }

    pub fn demand_if(&mut self, state: &State, cond: TermId, holds: TermId, what: &'static str) {
        if self.paths.is_known(state.path, holds) {
            return;
        }
        let fails = self.terms.not(holds);
        let lost = self.terms.and_all(&[self.paths.all(state.path), cond, fails]);
        if lost != TermId::FALSE {
            self.result.lost.push((lost, TooHard::at(what, self.here)));
        }
    }

    /// An execution that is not followed any further.
    fn lose(&mut self, state: &State, what: &'static str) -> Run<Option<State>> {
        self.demand(state, TermId::FALSE, what);
        Ok(None)
    }

    /// Goes on where a condition holds; `None` if it never does.
    pub fn assume(&mut self, mut state: State, cond: TermId, is_choice: bool) -> Option<State> {
        state.path = self.paths.push(&mut self.terms, state.path, cond, is_choice)?;
        Some(state)
    }

    fn is_feasible(&mut self, path: Path) -> Run<bool> {
        let all = self.paths.all(path);
        if self.model.eval_bool(&self.terms, all) {
            return Ok(true);
        }
        match self.solver.check(&self.terms, &[all]) {
            Answer::Unsat => {
                self.solver.keep_proof("a path, by the reference semantics");
                Ok(false)
            }
            Answer::Unknown(limit) => Err(TooHard::Limit(limit)),
            Answer::Sat => {
                for symbol in self.terms.symbols_of(&[all]) {
                    let term = self.terms.symbol_term(symbol);
                    if let Some(value) = self.solver.value(&self.terms, term) {
                        self.model.set(symbol, value);
                    }
                }
                Ok(true)
            }
        }
    }

    // ---- control ---------------------------------------------------------------------------------------------------

    /// Calls a function that has a body; where and with which value it returns.
    fn call(&mut self, func: FuncId, args: &[Value], state: State) -> Run<Option<(State, Option<Value>)>> {
        match self.contract_of(func) {
            Some(contract) => self.call_by_contract(contract, func, args, state),
            None => self.enter(func, args, state),
        }
    }

    /// Executes a function's body.
    pub fn enter(&mut self, func: FuncId, args: &[Value], mut state: State) -> Run<Option<(State, Option<Value>)>> {
        let f = &self.program.funcs[func];
        if self.calls.contains(&func) && !self.is_feasible(state.path)? {
            return Ok(None);
        }
        let depth = self.settings.bound.map_or(CALLS, |b| b as usize);
        if self.calls.iter().filter(|c| **c == func).count() > depth || self.calls.len() > CALLS {
            self.result.beyond.push(self.paths.all(state.path));
            return Ok(None);
        }
        let plan = self.plan(func)?;
        let caller = (std::mem::take(&mut state.regs), std::mem::take(&mut state.slots));
        state.regs = vec![None; f.vars.len()];
        state.slots = vec![self.terms.zero(OBJECT_BITS); f.slots.len()];
        for (param, value) in f.params.iter().zip(args) {
            state.regs[param.index()] = Some(Register { value: *value, init: TermId::TRUE });
        }
        self.calls.push(func);
        self.sites.push(self.at);
        self.callers.push(caller);
        let waiting = vec![Vec::new(); f.blocks.len()];
        let mut active = Activation { func, plan: plan.clone(), waiting, returned: Vec::new(), owned: Vec::new() };
        active.waiting[0].push(state);
        self.sequence(&mut active, &plan.order)?;
        let caller = self.callers.pop().unwrap_or_default();
        let result = self.leave(active, caller);
        self.calls.pop();
        self.at = self.sites.pop().unwrap_or(self.at);
        Ok(result)
    }

    /// One state of all that return, with the caller's registers.
    fn leave(
        &mut self,
        active: Activation,
        (regs, slots): (Vec<Option<Register>>, Vec<TermId>),
    ) -> Option<(State, Option<Value>)> {
        let mut states = Vec::new();
        for (mut state, value) in active.returned {
            // The result is the one register that is left.
            state.regs = vec![value.map(|value| Register { value, init: TermId::TRUE })];
            state.slots = Vec::new();
            state.objects.retain(|o| active.owned.binary_search(&o.0).is_err());
            states.push(state);
        }
        let ret = self.program.funcs[active.func].ret;
        let mut state = self.meet(states, |_| ret.unwrap_or(Ty::BOOL))?;
        let value = state.regs[0].map(|r| r.value);
        (state.regs, state.slots) = (regs, slots);
        Some((state, value))
    }

    fn meet(&mut self, states: Vec<State>, ty: impl Fn(usize) -> Ty) -> Option<State> {
        let pointer_bits = self.pointer_bits;
        let mut fresh = |terms: &mut Terms, v: usize| {
            let value = match ty(v) {
                Ty::Int(f) => Value::Bits(terms.fresh("any", Sort::Bv(f.bits.into()))),
                Ty::Float(f) => Value::Bits(terms.fresh("any", Sort::Bv(f.bits()))),
                Ty::Ptr => {
                    Value::Ptr(Ptr { obj: terms.zero(OBJECT_BITS), off: terms.fresh("any", Sort::Bv(pointer_bits)) })
                }
            };
            Register { value, init: TermId::FALSE }
        };
        State::meet_all(&mut self.terms, &mut self.paths, states, &mut fresh)
    }

    fn plan(&mut self, func: FuncId) -> Run<Rc<Plan>> {
        if let Some(plan) = self.plans.get(&func) {
            return Ok(plan.clone());
        }
        let f = &self.program.funcs[func];
        if f.vars.len().saturating_mul(f.blocks.len()) > LIVENESS {
            return Err(TooHard::at("a large function", f.span));
        }
        let order = order(f, &self.heads(func)).ok_or(TooHard::at("loops that are nested too deep", f.span))?;
        let plan = Rc::new(Plan { order, live: live(f) });
        self.plans.insert(func, plan.clone());
        Ok(plan)
    }

    pub fn sequence(&mut self, active: &mut Activation, elements: &[Element]) -> Run<()> {
        for element in elements {
            match element {
                Element::Block(block) => self.block(active, *block)?,
                Element::Loop { head, body, blocks } => match self.cut_point(*head) {
                    Some(point) => self.step(active, (*head, body, blocks), point)?,
                    None => {
                        self.passes.push(0);
                        self.repeat(active, *head, body, blocks)?;
                        self.passes.pop();
                    }
                },
            }
        }
        Ok(())
    }

    /// Goes through a loop while states wait in it.
    fn repeat(&mut self, active: &mut Activation, head: BlockId, body: &[Element], blocks: &[BlockId]) -> Run<()> {
        let mut passes = 0;
        let waits = |active: &Activation| blocks.iter().any(|b| !active.waiting[b.index()].is_empty());
        let mut choices = 0;
        while waits(active) {
            let arrived = self.arrived(active, head);
            match passes {
                0 => choices = arrived.as_ref().map_or(0, |s| self.paths.choices(s.path)),
                _ => {
                    // In every pass but the first, states come over the head.
                    let Some(state) = &arrived else { return Ok(()) };
                    if self.paths.choices(state.path) > choices && !self.is_feasible(state.path)? {
                        return Ok(());
                    }
                }
            }
            if self.settings.bound.is_some_and(|bound| passes > bound) {
                let inside = blocks.iter().flat_map(|b| std::mem::take(&mut active.waiting[b.index()]));
                let beyond: Vec<TermId> = inside.chain(arrived).map(|s| self.paths.all(s.path)).collect();
                self.result.beyond.extend(beyond);
                return Ok(());
            }
            active.waiting[head.index()].extend(arrived);
            self.block(active, head)?;
            self.sequence(active, body)?;
            passes += 1;
            self.passes.last_mut().into_iter().for_each(|p| *p = passes);
        }
        Ok(())
    }

    /// One state of all that wait at a block.
    pub fn arrived(&mut self, active: &mut Activation, block: BlockId) -> Option<State> {
        let states = std::mem::take(&mut active.waiting[block.index()]);
        let f = self.func();
        self.meet(states, |v| f.vars.as_slice()[v].ty)
    }

    /// The last call of a block is one of a function without a body that is declared never to return.
    fn ends_outside(&self, block: &Block) -> bool {
        let call = block.insts.iter().rev().find_map(|i| match i.kind {
            InstKind::Call { callee: Callee::Direct(f), .. } => Some(f),
            _ => None,
        });
        call.is_some_and(|f| !self.program.funcs[f].has_body() || self.program.funcs[f].stub == Stub::Function)
    }

    pub fn block(&mut self, active: &mut Activation, block: BlockId) -> Run<()> {
        let Some(mut state) = self.arrived(active, block) else { return Ok(()) };
        self.look_at_limits()?;
        let code = &self.func().blocks[block];
        for (i, inst) in code.insts.iter().enumerate() {
            (self.here, self.at) = (inst.span, (block, i as u32 + 1));
            match self.inst(active, state, inst)? {
                Some(after) => state = after,
                None => return Ok(()),
            }
        }
        self.here = code.term.span;
        if code.term.kind == TermKind::Unreachable && self.ends_outside(code) {
            return Ok(());
        }
        self.terminator(active, state, &code.term.kind)
    }

    fn look_at_limits(&mut self) -> Run<()> {
        self.blocks += 1;
        if self.terms.len() > self.settings.max_terms {
            return Err(TooHard::Terms);
        }
        match self.settings.limits.exceeded().filter(|_| self.blocks.is_multiple_of(SLICE)) {
            Some(limit) => Err(TooHard::Limit(limit)),
            None => Ok(()),
        }
    }

    fn terminator(&mut self, active: &mut Activation, state: State, kind: &TermKind) -> Run<()> {
        match kind {
            TermKind::Goto(to) => self.jump(active, *to, state),
            TermKind::Branch { cond, then, els } => {
                let cond = self.is_true(&state, cond);
                self.branch(active, state, cond, *then, Some(*els));
            }
            TermKind::Switch { value, ty, cases, default } => {
                let value = self.bits(&state, value);
                let mut left = Some(state);
                for case in cases {
                    let Some(state) = left else { return Ok(()) };
                    let cond = self.is_case(value, *ty, case);
                    left = self.branch(active, state, cond, case.target, None);
                }
                if let Some(state) = left {
                    self.jump(active, *default, state);
                }
            }
            TermKind::Return(value) => {
                let value = value.as_ref().map(|v| self.operand(&state, v));
                active.returned.push((state, value));
            }
            TermKind::Stop(_) => {}
            TermKind::Unreachable => self.demand(&state, TermId::FALSE, "control that never should be here"),
        }
        Ok(())
    }

    /// Jumps where the condition holds; elsewhere jumps to `els`, or is what is left.
    fn branch(
        &mut self,
        active: &mut Activation,
        state: State,
        cond: TermId,
        then: BlockId,
        els: Option<BlockId>,
    ) -> Option<State> {
        let other = self.terms.not(cond);
        let rest = self.assume(state.clone(), other, true);
        if let Some(state) = self.assume(state, cond, true) {
            self.jump(active, then, state);
        }
        match (els, rest) {
            (Some(els), Some(state)) => {
                self.jump(active, els, state);
                None
            }
            (_, rest) => rest,
        }
    }

    fn is_case(&mut self, value: TermId, ty: IntFormat, case: &SwitchCase) -> TermId {
        let width = self.terms.width(value);
        let (lo, hi) = (self.terms.bv(width, case.lo), self.terms.bv(width, case.hi));
        if lo == hi {
            return self.terms.eq(value, lo);
        }
        let (a, b) = match ty.signed {
            true => (self.terms.sle(lo, value), self.terms.sle(value, hi)),
            false => (self.terms.ule(lo, value), self.terms.ule(value, hi)),
        };
        self.terms.and(a, b)
    }

    fn jump(&mut self, active: &mut Activation, to: BlockId, mut state: State) {
        let live = &active.plan.live[to.index()];
        for (v, register) in state.regs.iter_mut().enumerate() {
            if register.is_some() && !live::contains(live, v) {
                *register = None;
            }
        }
        active.waiting[to.index()].push(state);
    }

    // ---- instructions ----------------------------------------------------------------------------------------------

    fn inst(&mut self, active: &mut Activation, mut state: State, inst: &Inst) -> Run<Option<State>> {
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let value = self.eval(&state, value)?;
                assign(&mut state, *dst, value);
            }
            InstKind::Store { ty, ptr, value } => {
                let (p, value) = (self.ptr(&state, ptr), self.operand(&state, value));
                self.store(&mut state, *ty, p, value)?;
            }
            InstKind::Copy { dst, src, size } => {
                let (dst, src, size) = (self.ptr(&state, dst), self.ptr(&state, src), self.bits(&state, size));
                self.copy(&mut state, dst, src, size)?;
            }
            InstKind::Fill { dst, byte, size } => {
                let (dst, byte, size) = (self.ptr(&state, dst), self.bits(&state, byte), self.bits(&state, size));
                self.fill(&mut state, dst, byte, size)?;
            }
            InstKind::Decl(slot) => {
                let kind = self.end_slot(active, &mut state, *slot)?;
                let size = self.func().slots[*slot].size;
                let id = self.new_object(&mut state, size, kind, false);
                active.owned.push(id);
                state.slots[slot.index()] = self.terms.bv(OBJECT_BITS, id.into());
            }
            InstKind::Dead(slot) => {
                self.end_slot(active, &mut state, *slot)?;
            }
            InstKind::DeclVar(v) => {
                let value = self.any_value(self.func().vars[*v].ty);
                state.regs[v.index()] = Some(Register { value, init: TermId::FALSE });
            }
            InstKind::Alloc { dst, size, kind, zeroed } => {
                let size = self.bits(&state, size);
                let Some(size) = self.terms.const_u64(size) else {
                    return self.lose(&state, "an object of symbolic size");
                };
                let object = match kind {
                    AllocKind::Heap => ObjectKind::Heap,
                    AllocKind::Alloca | AllocKind::Vla => ObjectKind::Stack,
                    AllocKind::Static => ObjectKind::Static,
                };
                let id = self.new_object(&mut state, size, object, *zeroed);
                if object == ObjectKind::Stack {
                    active.owned.push(id);
                }
                let ptr = Ptr { obj: self.terms.bv(OBJECT_BITS, id.into()), off: self.null().off };
                assign(&mut state, *dst, Value::Ptr(ptr));
            }
            InstKind::Free { ptr } => {
                let p = self.ptr(&state, ptr);
                self.free(&mut state, p)?;
            }
            InstKind::Release { ptr } => {
                let p = self.ptr(&state, ptr);
                self.release(&mut state, p)?;
            }
            InstKind::Nondet { dst, ty, source: _ } => {
                let mut value = self.input(&state, *ty);
                if let Value::Ptr(p) = value
                    && self.func().stub != Stub::No
                {
                    let obj = self.terms.bv(OBJECT_BITS, FOREIGN.into());
                    value = Value::Ptr(self.null_is_known(Ptr { obj, ..p }));
                }
                assign(&mut state, *dst, value);
            }
            InstKind::Havoc { ptr, size, by } => {
                let (p, size) = (self.ptr(&state, ptr), self.bits(&state, size));
                self.havoc(&mut state, p, size, *by)?;
            }
            InstKind::Inexact { cond, why } => {
                let cond = self.is_true(&state, cond);
                let known = self.terms.not(cond);
                self.demand(&state, known, why);
            }
            InstKind::Assume { cond } => {
                let cond = self.is_true(&state, cond);
                return Ok(self.assume(state, cond, true));
            }
            InstKind::Assert { cond, prop } => {
                let cond = self.condition(&state, cond)?;
                return Ok(self.assert(state, cond, *prop));
            }
            InstKind::Cover { .. } => {}
            InstKind::Call { dst, callee, args } => {
                let args: Vec<Value> = args.iter().map(|a| self.operand(&state, a)).collect();
                let Some((mut after, value)) = self.call_any(state, callee, args)? else { return Ok(None) };
                if let (Some(dst), Some(value)) = (dst, value) {
                    assign(&mut after, *dst, value);
                }
                return Ok(Some(after));
            }
            InstKind::Print { dst, stream: _, format, args: _ } => {
                let format = self.ptr(&state, format);
                let Some(count) = self.printed(&state, format)? else {
                    return self.lose(&state, "a format that is not constant, or has %n");
                };
                if let Some(dst) = dst {
                    assign(&mut state, *dst, Value::Bits(count));
                }
            }
            InstKind::Format { .. } => return self.lose(&state, "formatted output to memory"),
        }
        Ok(Some(state))
    }

    /// The slot's object lives no longer; what kind it was.
    fn end_slot(&mut self, active: &Activation, state: &mut State, slot: SlotId) -> Run<ObjectKind> {
        let old = Ptr { obj: state.slots[slot.index()], off: self.null().off };
        let kind = ObjectKind::Slot(active.func, slot);
        self.end(state, old, TermId::TRUE, kind)?;
        Ok(kind)
    }

    fn free(&mut self, state: &mut State, p: Ptr) -> Run<()> {
        let (null, heap) = (self.is_null(p), self.is_heap_start(state, p)?);
        let ok = self.terms.or(null, heap);
        if !self.settings.lenient {
            self.demand(state, ok, "free of what is no heap object");
        }
        self.end(state, p, heap, ObjectKind::Heap)
    }

    fn release(&mut self, state: &mut State, p: Ptr) -> Run<()> {
        let ok = self.any_target(state, p, |ex, t| match ex.objects[t.id as usize].kind {
            ObjectKind::Stack => ex.alive(state, t.id),
            _ => TermId::FALSE,
        })?;
        if !self.settings.lenient {
            self.demand(state, ok, "the end of an array that is not alive");
        }
        self.end(state, p, ok, ObjectKind::Stack)
    }

    fn assert(&mut self, state: State, cond: TermId, prop: PropId) -> Option<State> {
        let path = self.paths.all(state.path);
        self.result.reached[prop].push(path);
        if !self.paths.is_known(state.path, cond) {
            let fails = self.terms.not(cond);
            let violated = self.terms.and(path, fails);
            if violated != TermId::FALSE {
                self.result.violated[prop].push(violated);
            }
        }
        self.assume(state, cond, false)
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    fn call_any(&mut self, state: State, callee: &Callee, args: Vec<Value>) -> Run<Option<(State, Option<Value>)>> {
        let (ptr, sig) = match callee {
            Callee::Direct(f) => return self.call_one(state, *f, &args),
            Callee::Indirect(ptr, sig) => (self.ptr(&state, ptr), sig),
        };
        let callees = self.callees(&state, ptr, sig)?;
        let conds: Vec<TermId> = callees.iter().map(|(_, cond)| *cond).collect();
        let any = self.terms.or_all(&conds);
        if !self.settings.lenient {
            self.demand(&state, any, "a call of what is no such function");
        }
        // Each callee has its own state, in which the caller's registers are; the results come in one register more.
        let mut after = Vec::new();
        for (f, cond) in callees {
            let Some(state) = self.assume(state.clone(), cond, true) else { continue };
            let args = self.adapted(f, sig, &args);
            after.extend(self.call_one(state, f, &args)?);
        }
        let none = self.terms.not(any);
        if self.settings.lenient
            && let Some(state) = self.assume(state, none, true)
        {
            let value = sig.ret.map(|ty| self.input(&state, ty));
            after.push((state, value));
        }
        let f = self.func();
        let last = f.vars.len();
        let states = after.into_iter().map(|(mut state, value)| {
            state.regs.push(value.map(|value| Register { value, init: TermId::TRUE }));
            state
        });
        let ty = |v: usize| if v == last { sig.ret.unwrap_or(Ty::BOOL) } else { f.vars.as_slice()[v].ty };
        let met = self.meet(states.collect(), ty);
        Ok(met.map(|mut state| {
            let value = state.regs.pop().flatten().map(|r| r.value);
            (state, value)
        }))
    }

    fn call_one(&mut self, state: State, f: FuncId, args: &[Value]) -> Run<Option<(State, Option<Value>)>> {
        let func = &self.program.funcs[f];
        if func.has_body() {
            let here = self.here;
            let after = self.call(f, args, state);
            self.here = here;
            return after;
        }
        let value = func.ret.map(|ty| self.input(&state, ty));
        Ok(Some((state, value)))
    }

    /// Integers of a call without prototype, as wide as the parameters.
    fn adapted(&mut self, f: FuncId, sig: &Signature, args: &[Value]) -> Vec<Value> {
        let func = &self.program.funcs[f];
        let mut args = args.to_vec();
        if sig.prototyped {
            return args;
        }
        for ((param, from), arg) in func.params.iter().zip(&sig.params).zip(&mut args) {
            if let (Ty::Int(from), Ty::Int(to), Value::Bits(a)) = (*from, func.vars[*param].ty, *arg) {
                *arg = Value::Bits(self.resize(a, from, to.bits.into()));
            }
        }
        args
    }
}

fn assign(state: &mut State, dst: pm_ir::VarId, value: Value) {
    state.regs[dst.index()] = Some(Register { value, init: TermId::TRUE });
}
