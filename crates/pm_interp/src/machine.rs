//! The machine: frames, calls, and the loop over [`Op`]s.
//!
//! An op that cannot do its work in the plain way leaves the loop, and the IR instructions of its range are executed by the
//! exact path. Frames live on `stack`, so interpreted recursion does not recurse here.

use crate::code::{FuncCode, Item, NO_REG, Op};
use crate::exec::Frame;
use crate::halt::{Halt, Run, undefined};
use crate::memory::{Memory, NoRoom, ObjectId};
use crate::options::RunOptions;
use crate::outcome::{NEVER_REACHED, Outcome, StackEntry};
use crate::skip::{self, Skip};
use crate::trace::Tracer;
use crate::translate::{Settings, translate};
use crate::value::Value;
use crate::world::World;
use pm_base::{Idx, Span};
use pm_ir::{Callee, FuncId, Inst, InstKind, Rvalue, StorageKind, Stub, Ty};
use std::cell::OnceCell;

/// Stacks in outcomes hold at most this many calls, the innermost ones.
const SHOWN_CALLS: usize = 256;

/// A call that is not the innermost one, or the innermost one while the loop does not run.
#[derive(Clone, Copy)]
struct Activation<'c> {
    code: &'c FuncCode<'c>,
    /// The next op.
    pc: usize,
    /// Its first register on the stack.
    base: usize,
    /// First entry of its slot group in the object table.
    slots: u32,
}

/// Why the loop over ops stops.
enum Exit {
    /// The op before `pc` needs the exact path.
    Exact,
    Trace,
    Call(u32),
    Return(u32),
    Stop(u32),
    /// The slice of steps is used up.
    Pause,
}

pub(crate) struct Machine<'m, 'a, 'c> {
    world: &'m mut World<'a>,
    codes: &'c [OnceCell<FuncCode<'a>>],
    /// The same without trace points, for what a watched run skips.
    plain: &'c [OnceCell<FuncCode<'a>>],
    tracer: Option<&'a mut dyn Tracer>,
    frames: Vec<Activation<'c>>,
    stack: Vec<Value>,
    steps: u64,
    max_steps: u64,
    /// Where the oracle is asked next whether the run goes on; at most `max_steps`.
    pause: u64,
    max_depth: u32,
    /// Steps between two looks at limits.
    slice: u64,
    /// Steps between two looks at what could be skipped.
    skip_after: Option<u64>,
    /// Looks in vain since the last one that was not.
    in_vain: u64,
}

/// Looks in vain, at places near each other, before there is a pause again.
const LOOKS: u64 = 12;

/// IR instructions between two questions to the oracle whether to go on.
const SLICE: u64 = 1 << 24;
/// The same where each step is told, which takes longer.
const WATCHED_SLICE: u64 = 1 << 16;

impl<'m, 'a, 'c> Machine<'m, 'a, 'c>
where
    'a: 'c,
{
    pub fn new(
        world: &'m mut World<'a>,
        [codes, plain]: [&'c [OnceCell<FuncCode<'a>>]; 2],
        options: &RunOptions,
        tracer: Option<&'a mut dyn Tracer>,
    ) -> Self {
        let max_steps = options.max_steps.unwrap_or(u64::MAX);
        let slice = options.skip_after.unwrap_or(SLICE);
        let slice = if tracer.is_some() { slice.min(WATCHED_SLICE) } else { slice };
        Machine {
            world,
            codes,
            plain,
            tracer,
            frames: Vec::new(),
            stack: Vec::new(),
            steps: 0,
            max_steps,
            pause: max_steps.min(slice),
            slice,
            max_depth: options.max_depth.max(1),
            skip_after: options.skip_after,
            in_vain: 0,
        }
    }

    /// Runs the program from its entry; the outcome and the number of executed IR instructions.
    pub fn run(mut self) -> (Outcome, u64) {
        let entry = self.world.program.entry;
        let halt = match self.enter(entry, &[]) {
            Err(halt) => halt,
            Ok(()) => self.execute(),
        };
        (self.outcome(*halt), self.steps)
    }

    /// The outcome of a run that could not start.
    pub fn refuse(mut self, halt: Halt) -> (Outcome, u64) {
        (self.outcome(halt), 0)
    }

    /// The run has used up its slice.
    fn go_on(&mut self) -> Run<()> {
        if self.steps >= self.max_steps || self.world.oracle.interrupted() {
            return Err(Box::new(Halt::StepLimit));
        }
        self.pause = self.max_steps.min(self.steps.saturating_add(self.slice));
        Ok(())
    }

    /// The same at a jump, where a loop may be skipped.
    fn go_on_or_skip(&mut self) -> Run<()> {
        self.go_on()?;
        if self.skip_after.is_some() && !self.skip() {
            self.in_vain += 1;
            if !self.in_vain.is_multiple_of(LOOKS) {
                // Elsewhere in the loop.
                self.pause = self.max_steps.min(self.steps + self.in_vain % LOOKS);
            }
        }
        Ok(())
    }

    /// Skips iterations of the loop that the active function is in; whether it could.
    fn skip(&mut self) -> bool {
        let top = self.top();
        let left = self.max_steps - self.steps;
        let found = match &self.tracer {
            None => skip::skip(self.codes, top.code, top.pc, &self.stack[top.base..], left),
            Some(_) => self.skip_watched(top, left),
        };
        let Some(skip) = found else { return false };
        for (reg, value) in skip.registers {
            self.stack[top.base + reg] = value;
        }
        for mark in skip.marks {
            self.world.marks[mark as usize] = true;
        }
        self.steps += skip.steps;
        self.world.events += skip.events;
        if let Some(tracer) = &mut self.tracer {
            tracer.on_skip(skip.iterations);
        }
        true
    }

    /// The same by the code without trace points, where a block begins.
    fn skip_watched(&self, top: Activation<'c>, left: u64) -> Option<Skip> {
        let block = top.code.starts.iter().position(|start| *start as usize == top.pc)?;
        for (id, _) in self.codes.iter().enumerate().filter(|(_, code)| code.get().is_some()) {
            self.plain[id].get_or_init(|| translate(self.world, FuncId::new(id), Settings::PLAIN));
        }
        let code = self.plain[top.code.id.index()].get()?;
        let mut regs = self.stack[top.base..top.base + code.own].to_vec();
        regs.extend_from_slice(&code.template[code.own..]);
        skip::skip(self.plain, code, code.starts[block] as usize, &regs, left)
    }

    fn execute(&mut self) -> Box<Halt> {
        loop {
            let exit = self.run_ops();
            let done = match exit {
                Exit::Exact => self.exact(),
                Exit::Trace => self.trace(),
                Exit::Call(site) if self.steps >= self.pause => self.go_on().and_then(|()| self.call(site as usize)),
                Exit::Call(site) => self.call(site as usize),
                Exit::Return(reg) => self.leave(reg),
                Exit::Stop(reg) => Err(Box::new(Halt::Exit(self.register(reg).lo as i32))),
                Exit::Pause => self.go_on_or_skip(),
            };
            if let Err(halt) = done {
                return halt;
            }
        }
    }

    fn top(&self) -> Activation<'c> {
        self.frames[self.frames.len() - 1]
    }

    fn register(&self, reg: u32) -> Value {
        self.stack[self.top().base + reg as usize]
    }

    /// Executes the range of the op before `pc` exactly.
    fn exact(&mut self) -> Run<()> {
        let top = self.top();
        let range = top.code.ranges[top.pc - 1];
        let user_place = if top.code.func.is_model { self.user_place() } else { None };
        let (callers, values) = self.stack.split_at_mut(top.base);
        let mut frame = Frame { code: top.code, values, slots: top.slots, depth: self.frames.len() as u32, user_place };
        for item in range.first..range.first + range.count {
            let done = match top.code.items[item as usize] {
                Item::Inst(inst) => {
                    if asks_reachability(inst) {
                        self.world.roots = roots(&self.frames, callers, frame.values);
                    }
                    self.world.exec(&mut frame, inst)
                }
                Item::Term(_) => undefined(NEVER_REACHED),
            };
            if let Err(halt) = done {
                self.steps += top.code.uncounted(top.pc - 1, item);
                self.world.failed_item = Some(item);
                return Err(halt);
            }
        }
        Ok(())
    }

    /// Where the innermost function is that is no library function.
    fn user_place(&self) -> Option<Span> {
        let users = self.frames.iter().rev().find(|f| !f.code.func.is_model)?;
        Some(users.code.span(users.pc.saturating_sub(1)))
    }

    fn trace(&mut self) -> Run<()> {
        let top = self.top();
        let range = top.code.ranges[top.pc - 1];
        let item = top.code.items[range.first as usize];
        let mut frame = Frame {
            code: top.code,
            values: &mut self.stack[top.base..],
            slots: top.slots,
            depth: self.frames.len() as u32,
            user_place: None,
        };
        if let Some(tracer) = &mut self.tracer {
            let tracer: &mut dyn Tracer = &mut **tracer;
            self.world.trace_item(&mut frame, item, tracer);
            // The result of a call is there when its trace point is reached.
            if let Item::Inst(Inst { kind: InstKind::Call { dst: Some(dst), .. }, span, .. }) = item {
                self.world.trace_var(&frame, *dst, *span, tracer);
            }
        }
        Ok(())
    }

    fn call(&mut self, site: usize) -> Run<()> {
        let top = self.top();
        let code = top.code;
        let site = &code.sites[site];
        let callee = match site.callee {
            Callee::Direct(f) => *f,
            Callee::Indirect(_, sig) => {
                let p = self.stack[top.base + site.pointer as usize];
                let Some(f) = self.world.callee(p).filter(|f| sig.fits(&self.world.program.funcs[*f])) else {
                    let result = self.world.bad_call(p, sig, code.span(top.pc - 1))?;
                    if let (Some(value), true) = (result, site.dst != NO_REG) {
                        self.stack[top.base + site.dst as usize] = value;
                    }
                    return Ok(());
                };
                f
            }
        };
        if let Some(tracer) = &mut self.tracer {
            let types = self.world.argument_types(callee, site.callee);
            let values = site.args.iter().map(|r| self.stack[top.base + *r as usize]);
            let args: Vec<(Value, Ty)> = values.zip(types).collect();
            for (value, ty) in &args {
                self.world.trace_pointer(*ty, *value, &mut **tracer);
            }
            let args: Vec<u128> = args.iter().map(|(v, ty)| v.pattern(*ty)).collect();
            tracer.on_call(callee, &args, code.span(top.pc - 1));
        }
        if self.world.program.funcs[callee].has_body() {
            if self.world.program.funcs[callee].stub == Stub::Function {
                self.world.missing_body(callee, code.span(top.pc - 1));
            }
            return self.enter(callee, &site.args).map(|()| self.adapt(callee, site.callee));
        }
        let span = code.span(top.pc - 1);
        self.world.missing_body(callee, span);
        // A call has a result, also where nobody looks at it.
        if let Some(ty) = self.world.program.funcs[callee].ret {
            let name = self.world.program.funcs[callee].name;
            let value = self.world.input(name, ty, span)?;
            if let Some(tracer) = &mut self.tracer {
                tracer.on_input(name, ty, value.pattern(ty), span);
            }
            if site.dst != NO_REG {
                self.stack[top.base + site.dst as usize] = value;
            }
        }
        Ok(())
    }

    /// Converts integer arguments of a call without prototype to the parameters' widths.
    fn adapt(&mut self, callee: FuncId, how: &Callee) {
        let Callee::Indirect(_, sig) = how else { return };
        if sig.prototyped {
            return;
        }
        let base = self.top().base;
        let func = &self.world.program.funcs[callee];
        for (param, from) in func.params.iter().zip(&sig.params) {
            if let (Ty::Int(from), Ty::Int(to)) = (*from, func.vars[*param].ty) {
                let value = &mut self.stack[base + param.index()];
                *value = Value::from_bits(to.convert(value.pattern(Ty::Int(from)), from));
            }
        }
    }

    /// Starts a function with the arguments in these registers of the active frame.
    #[inline]
    fn enter(&mut self, callee: FuncId, args: &[u32]) -> Run<()> {
        if self.frames.len() >= self.max_depth as usize {
            return Err(Box::new(Halt::StackOverflow));
        }
        let codes: &'c [OnceCell<FuncCode<'a>>] = self.codes;
        let code = match codes[callee.index()].get() {
            Some(code) => code,
            None => codes[callee.index()].get_or_init(|| translate(self.world, callee, self.world.settings)),
        };
        let caller = self.frames.last().map_or(0, |f| f.base);
        let base = self.stack.len();
        if base as u64 * 16 > self.world.mem.limit {
            return Err(Box::new(Halt::MemoryLimit { wanted: base as u64 * 16 }));
        }
        let slots = match code.func.slots.len() {
            0 => 0,
            _ => self.world.mem.enter(callee, code.func.slots.as_slice())?,
        };
        self.stack.extend_from_slice(&code.template);
        for (param, arg) in code.func.params.iter().zip(args) {
            self.stack[base + param.index()] = self.stack[caller + *arg as usize];
        }
        self.frames.push(Activation { code, pc: 0, base, slots });
        Ok(())
    }

    /// Ends the active function; its result is in `reg`.
    #[inline]
    fn leave(&mut self, reg: u32) -> Run<()> {
        let top = self.top();
        let value = if reg == NO_REG { Value::default() } else { self.register(reg) };
        let depth = self.frames.len() as u32;
        let count = top.code.func.slots.len();
        if count != 0 {
            self.world.mem.leave(top.code.id, top.slots, count);
        }
        if self.world.dynamic.last().is_some_and(|(d, _)| *d >= depth) {
            self.world.end_dynamic(depth, top.code.span(top.pc - 1));
        }
        if self.frames.len() == 1 {
            return Err(Box::new(Halt::Exit(if reg == NO_REG { 0 } else { value.lo as i32 })));
        }
        self.frames.pop();
        self.stack.truncate(top.base);
        let caller = self.top();
        if let Op::Call(site, _) = caller.code.ops[caller.pc - 1] {
            let dst = caller.code.sites[site as usize].dst;
            if dst != NO_REG {
                self.stack[caller.base + dst as usize] = value;
            }
        }
        Ok(())
    }

    fn outcome(&mut self, halt: Halt) -> Outcome {
        let item = self.world.failed_item.take();
        let stack = self.calls(item);
        let span = stack.first().map_or(Span::NONE, |e| e.span);
        match halt {
            Halt::Exit(code) => Outcome::Exit(code),
            Halt::Violation { prop, reason, notes } => Outcome::Violation { prop, reason, notes, stack },
            Halt::AssumeFailed => Outcome::AssumeFailed { span, stack },
            Halt::Undefined { what, notes } => Outcome::Undefined { what, span, notes, stack },
            Halt::Exhausted { source } => Outcome::InputsExhausted { source, span },
            Halt::StepLimit => Outcome::StepLimit,
            Halt::MemoryLimit { wanted } => Outcome::MemoryLimit { wanted, span, stack },
            Halt::StackOverflow => Outcome::StackOverflow { depth: self.frames.len() as u32, span, stack },
            Halt::Unsupported { what } => Outcome::Unsupported { what, span, stack },
        }
    }

    /// The active calls; `item` is where the innermost one stopped if not at its last op.
    fn calls(&self, item: Option<u32>) -> Vec<StackEntry> {
        let mut calls: Vec<StackEntry> = Vec::new();
        for frame in self.frames.iter().rev().take(SHOWN_CALLS) {
            let item = item.filter(|_| calls.is_empty()).and_then(|i| frame.code.items.get(i as usize));
            let span = item.map_or_else(|| frame.code.span(frame.pc.saturating_sub(1)), |i| i.span());
            calls.push(StackEntry { func: frame.code.id, span });
        }
        calls
    }

    /// Executes ops of the active function until one needs more than its registers and memory.
    fn run_ops(&mut self) -> Exit {
        let Some(frame) = self.frames.last_mut() else { return Exit::Pause };
        let mut pc = frame.pc;
        let mut run = Loop {
            ops: &frame.code.ops,
            regs: &mut self.stack[frame.base..],
            mem: &mut self.world.mem,
            events: &mut self.world.events,
            switches: &frame.code.switches,
            slots: frame.slots as usize,
            steps: self.steps,
            pause: self.pause,
            marks: &mut self.world.marks,
        };
        let exit = run.run(&mut pc);
        self.steps = run.steps;
        frame.pc = pc;
        exit
    }
}

/// The objects that variables of active functions point to. Temporaries are no variables of the program.
fn roots(frames: &[Activation], callers: &[Value], values: &[Value]) -> Vec<ObjectId> {
    let mut roots = Vec::new();
    for frame in frames {
        let regs = callers.get(frame.base..).filter(|r| !r.is_empty()).unwrap_or(values);
        for (v, var) in frame.code.func.vars.iter_ids() {
            if var.ty == Ty::Ptr && var.kind != StorageKind::Temp {
                roots.push(regs[v.index()].hi);
            }
        }
    }
    roots
}

fn asks_reachability(inst: &Inst) -> bool {
    let (InstKind::Assert { cond: value, .. } | InstKind::Assign { value, .. }) = &inst.kind else { return false };
    matches!(value, Rvalue::NoLeak { reachable_ok: true })
}

/// What the loop over ops works on.
struct Loop<'l> {
    ops: &'l [Op],
    regs: &'l mut [Value],
    mem: &'l mut Memory,
    events: &'l mut u64,
    switches: &'l [crate::code::SwitchTable],
    slots: usize,
    steps: u64,
    pause: u64,
    marks: &'l mut [bool],
}

fn s32(v: u64) -> i32 {
    v as i32
}

fn f32v(v: u64) -> f32 {
    f32::from_bits(v as u32)
}

fn shift_by(count: u64, bits: u64) -> Option<u32> {
    (count < bits).then_some(count as u32)
}

impl Loop<'_> {
    fn run(&mut self, at: &mut usize) -> Exit {
        let mut pc = *at;
        let mut steps = self.steps;
        let (ops, regs, mask) = (self.ops, &mut *self.regs, self.mem.ptr_mask);

        macro_rules! lo {
            ($r:expr) => {
                regs[$r as usize].lo
            };
        }
        // Stores a value below 2^64.
        macro_rules! set {
            ($d:expr, $v:expr) => {{
                let v: u64 = $v;
                regs[$d as usize].lo = v;
            }};
        }
        // Leaves the loop for the exact path unless there is a value.
        macro_rules! or_exact {
            ($v:expr) => {
                match $v {
                    Some(v) => v,
                    None => break Exit::Exact,
                }
            };
        }
        macro_rules! int32 {
            ($d:expr, $v:expr) => {
                set!($d, u64::from($v as u32))
            };
        }
        macro_rules! check {
            ($ok:expr) => {
                if !$ok {
                    break Exit::Exact;
                }
            };
        }
        macro_rules! float {
            ($d:expr, $v:expr) => {{
                let v = $v;
                if v.is_nan() {
                    break Exit::Exact;
                }
                set!($d, u64::from(v.to_bits()));
            }};
        }
        macro_rules! at {
            ($p:expr, $off:expr) => {{
                let p = regs[$p as usize];
                Value { lo: p.lo.wrapping_add($off as i64 as u64), hi: p.hi }
            }};
        }
        macro_rules! element {
            ($p:expr, $i:expr, $size:expr, $wide:expr) => {{
                let p = regs[$p as usize];
                let index = if $wide { lo!($i) as i64 } else { i64::from(s32(lo!($i))) };
                let bytes = index.wrapping_mul(i64::from($size));
                Value { lo: p.lo.wrapping_add(bytes as u64), hi: p.hi }
            }};
        }
        macro_rules! load {
            ($t:ty, $n:literal, $d:expr, $p:expr, $init:expr) => {{
                let bytes = or_exact!(self.mem.read_array::<$n>($p, $init));
                set!($d, u64::from(<$t>::from_le_bytes(bytes)));
            }};
        }
        macro_rules! load_ptr {
            ($t:ty, $n:literal, $d:expr, $p:expr, $init:expr) => {{
                let p = $p;
                let bytes = or_exact!(self.mem.read_pointer::<$n>(p, $init));
                let lo = u64::from(<$t>::from_le_bytes(bytes));
                let hi = self.mem.owner_at(p);
                if hi == 0 && lo != 0 {
                    break Exit::Exact;
                }
                regs[$d as usize] = Value { lo, hi };
            }};
        }
        macro_rules! store {
            ($t:ty, $p:expr, $v:expr) => {{
                let value = lo!($v) as $t;
                or_exact!(self.mem.write_array($p, value.to_le_bytes()));
            }};
        }
        macro_rules! store_ptr {
            ($t:ty, $p:expr, $v:expr) => {{
                let (p, value) = ($p, regs[$v as usize]);
                or_exact!(self.mem.write_array(p, (value.lo as $t).to_le_bytes()));
                if value.hi != 0 {
                    self.mem.set_owner(p, value.hi);
                }
            }};
        }
        macro_rules! branch {
            ($cond:expr, $target:expr, $n:expr) => {{
                if $cond {
                    pc = $target as usize;
                }
                steps += u64::from($n);
                if steps >= self.pause {
                    break Exit::Pause;
                }
            }};
        }

        let exit = loop {
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Slow => break Exit::Exact,
                Op::Trace => break Exit::Trace,
                Op::Steps(n) => steps += u64::from(n),
                Op::Mark(prop) => self.marks[prop as usize] = true,
                Op::Move(d, a) => regs[d as usize] = regs[a as usize],

                Op::Add32(d, a, b) => int32!(d, s32(lo!(a)).wrapping_add(s32(lo!(b)))),
                Op::Sub32(d, a, b) => int32!(d, s32(lo!(a)).wrapping_sub(s32(lo!(b)))),
                Op::Mul32(d, a, b) => int32!(d, s32(lo!(a)).wrapping_mul(s32(lo!(b)))),
                Op::Add64(d, a, b) => set!(d, lo!(a).wrapping_add(lo!(b))),
                Op::Sub64(d, a, b) => set!(d, lo!(a).wrapping_sub(lo!(b))),
                Op::Mul64(d, a, b) => set!(d, lo!(a).wrapping_mul(lo!(b))),
                Op::AddFitS32(d, a, b) => int32!(d, or_exact!(s32(lo!(a)).checked_add(s32(lo!(b))))),
                Op::SubFitS32(d, a, b) => int32!(d, or_exact!(s32(lo!(a)).checked_sub(s32(lo!(b))))),
                Op::MulFitS32(d, a, b) => int32!(d, or_exact!(s32(lo!(a)).checked_mul(s32(lo!(b))))),
                Op::AddFitS64(d, a, b) => set!(d, or_exact!((lo!(a) as i64).checked_add(lo!(b) as i64)) as u64),
                Op::SubFitS64(d, a, b) => set!(d, or_exact!((lo!(a) as i64).checked_sub(lo!(b) as i64)) as u64),
                Op::MulFitS64(d, a, b) => set!(d, or_exact!((lo!(a) as i64).checked_mul(lo!(b) as i64)) as u64),
                Op::DivS32(d, a, b) => int32!(d, or_exact!(s32(lo!(a)).checked_div(s32(lo!(b))))),
                Op::RemS32(d, a, b) => int32!(d, or_exact!(s32(lo!(a)).checked_rem(s32(lo!(b))))),
                Op::DivS64(d, a, b) => set!(d, or_exact!((lo!(a) as i64).checked_div(lo!(b) as i64)) as u64),
                Op::RemS64(d, a, b) => set!(d, or_exact!((lo!(a) as i64).checked_rem(lo!(b) as i64)) as u64),
                Op::DivU(d, a, b) => set!(d, or_exact!(lo!(a).checked_div(lo!(b)))),
                Op::RemU(d, a, b) => set!(d, or_exact!(lo!(a).checked_rem(lo!(b)))),
                Op::And(d, a, b) => set!(d, lo!(a) & lo!(b)),
                Op::Or(d, a, b) => set!(d, lo!(a) | lo!(b)),
                Op::Xor(d, a, b) => set!(d, lo!(a) ^ lo!(b)),
                Op::Shl32(d, a, b) => int32!(d, (lo!(a) as u32) << or_exact!(shift_by(lo!(b), 32))),
                Op::Shl64(d, a, b) => set!(d, lo!(a) << or_exact!(shift_by(lo!(b), 64))),
                Op::ShrS32(d, a, b) => int32!(d, s32(lo!(a)) >> or_exact!(shift_by(lo!(b), 32))),
                Op::ShrS64(d, a, b) => set!(d, ((lo!(a) as i64) >> or_exact!(shift_by(lo!(b), 64))) as u64),
                Op::ShrU32(d, a, b) => set!(d, lo!(a) >> or_exact!(shift_by(lo!(b), 32))),
                Op::ShrU64(d, a, b) => set!(d, lo!(a) >> or_exact!(shift_by(lo!(b), 64))),

                Op::Eq(d, a, b) => set!(d, u64::from(lo!(a) == lo!(b))),
                Op::Ne(d, a, b) => set!(d, u64::from(lo!(a) != lo!(b))),
                Op::LtU(d, a, b) => set!(d, u64::from(lo!(a) < lo!(b))),
                Op::LeU(d, a, b) => set!(d, u64::from(lo!(a) <= lo!(b))),
                Op::LtS32(d, a, b) => set!(d, u64::from(s32(lo!(a)) < s32(lo!(b)))),
                Op::LeS32(d, a, b) => set!(d, u64::from(s32(lo!(a)) <= s32(lo!(b)))),
                Op::LtS64(d, a, b) => set!(d, u64::from((lo!(a) as i64) < lo!(b) as i64)),
                Op::LeS64(d, a, b) => set!(d, u64::from(lo!(a) as i64 <= lo!(b) as i64)),
                Op::EqF32(d, a, b) => set!(d, u64::from(f32v(lo!(a)) == f32v(lo!(b)))),
                Op::NeF32(d, a, b) => set!(d, u64::from(f32v(lo!(a)) != f32v(lo!(b)))),
                Op::LtF32(d, a, b) => set!(d, u64::from(f32v(lo!(a)) < f32v(lo!(b)))),
                Op::LeF32(d, a, b) => set!(d, u64::from(f32v(lo!(a)) <= f32v(lo!(b)))),
                Op::EqF64(d, a, b) => set!(d, u64::from(f64::from_bits(lo!(a)) == f64::from_bits(lo!(b)))),
                Op::NeF64(d, a, b) => set!(d, u64::from(f64::from_bits(lo!(a)) != f64::from_bits(lo!(b)))),
                Op::LtF64(d, a, b) => set!(d, u64::from(f64::from_bits(lo!(a)) < f64::from_bits(lo!(b)))),
                Op::LeF64(d, a, b) => set!(d, u64::from(f64::from_bits(lo!(a)) <= f64::from_bits(lo!(b)))),

                Op::SextTo32(d, a, n) => int32!(d, ((lo!(a) << n) as i64 >> n) as u64),
                Op::SextTo64(d, a, n) => set!(d, ((lo!(a) << n) as i64 >> n) as u64),
                Op::S32ToF64(d, a) => set!(d, f64::from(s32(lo!(a))).to_bits()),
                Op::S64ToF64(d, a) => set!(d, (lo!(a) as i64 as f64).to_bits()),
                Op::U32ToF64(d, a) => set!(d, f64::from(lo!(a) as u32).to_bits()),
                Op::S32ToF32(d, a) => set!(d, u64::from((s32(lo!(a)) as f32).to_bits())),
                Op::F64ToS32(d, a) => {
                    let v = f64::from_bits(lo!(a));
                    check!(v > -2147483649.0 && v < 2147483648.0);
                    int32!(d, v as i32);
                }
                Op::F64ToS64(d, a) => {
                    let v = f64::from_bits(lo!(a));
                    check!((-9223372036854775808.0..9223372036854775808.0).contains(&v));
                    set!(d, v as i64 as u64);
                }
                Op::F64ToU32(d, a) => {
                    let v = f64::from_bits(lo!(a));
                    check!(v > -1.0 && v < 4294967296.0);
                    int32!(d, v as u32);
                }
                Op::F32ToS32(d, a) => {
                    let v = f32v(lo!(a));
                    check!((-2147483648.0..2147483648.0).contains(&v));
                    int32!(d, v as i32);
                }
                Op::F32ToF64(d, a) => float!(d, f64::from(f32v(lo!(a)))),
                Op::F64ToF32(d, a) => float!(d, f64::from_bits(lo!(a)) as f32),

                Op::AddF32(d, a, b) => float!(d, f32v(lo!(a)) + f32v(lo!(b))),
                Op::SubF32(d, a, b) => float!(d, f32v(lo!(a)) - f32v(lo!(b))),
                Op::MulF32(d, a, b) => float!(d, f32v(lo!(a)) * f32v(lo!(b))),
                Op::DivF32(d, a, b) => float!(d, f32v(lo!(a)) / f32v(lo!(b))),
                Op::AddF64(d, a, b) => float!(d, f64::from_bits(lo!(a)) + f64::from_bits(lo!(b))),
                Op::SubF64(d, a, b) => float!(d, f64::from_bits(lo!(a)) - f64::from_bits(lo!(b))),
                Op::MulF64(d, a, b) => float!(d, f64::from_bits(lo!(a)) * f64::from_bits(lo!(b))),
                Op::DivF64(d, a, b) => float!(d, f64::from_bits(lo!(a)) / f64::from_bits(lo!(b))),
                Op::SqrtF64(d, a) => float!(d, f64::from_bits(lo!(a)).sqrt()),

                Op::PtrAdd(d, p, b) => {
                    let (p, bytes) = (regs[p as usize], lo!(b));
                    regs[d as usize] = Value { lo: p.lo.wrapping_add(bytes) & mask, hi: p.hi };
                }
                Op::Lea(d, p, off) => {
                    let p = at!(p, off);
                    regs[d as usize] = Value { lo: p.lo & mask, hi: p.hi };
                }
                Op::IndexS32(d, p, i, size) => {
                    let at = element!(p, i, size, false);
                    regs[d as usize] = self.mem.in_address_space(regs[p as usize], at);
                }
                Op::Index(d, p, i, size) => {
                    let at = element!(p, i, size, true);
                    regs[d as usize] = self.mem.in_address_space(regs[p as usize], at);
                }

                Op::Load8(d, p, off, init) => load!(u8, 1, d, at!(p, off), init),
                Op::Load16(d, p, off, init) => load!(u16, 2, d, at!(p, off), init),
                Op::Load32(d, p, off, init) => load!(u32, 4, d, at!(p, off), init),
                Op::Load64(d, p, off, init) => load!(u64, 8, d, at!(p, off), init),
                Op::LoadBool(d, p, off, init) => {
                    let [byte] = or_exact!(self.mem.read_array::<1>(at!(p, off), init));
                    self.mem.read_odd_bool |= byte > 1;
                    set!(d, u64::from(byte != 0));
                }
                Op::LoadPtr32(d, p, off, init) => load_ptr!(u32, 4, d, at!(p, off), init),
                Op::LoadPtr64(d, p, off, init) => load_ptr!(u64, 8, d, at!(p, off), init),
                Op::Store8(p, v, off) => store!(u8, at!(p, off), v),
                Op::Store16(p, v, off) => store!(u16, at!(p, off), v),
                Op::Store32(p, v, off) => store!(u32, at!(p, off), v),
                Op::Store64(p, v, off) => store!(u64, at!(p, off), v),
                Op::StorePtr32(p, v, off) => store_ptr!(u32, at!(p, off), v),
                Op::StorePtr64(p, v, off) => store_ptr!(u64, at!(p, off), v),
                Op::LoadAt8(d, p, i, size, at) => load!(u8, 1, d, element!(p, i, size, at.wide()), at.init()),
                Op::LoadAt16(d, p, i, size, at) => load!(u16, 2, d, element!(p, i, size, at.wide()), at.init()),
                Op::LoadAt32(d, p, i, size, at) => load!(u32, 4, d, element!(p, i, size, at.wide()), at.init()),
                Op::LoadAt64(d, p, i, size, at) => load!(u64, 8, d, element!(p, i, size, at.wide()), at.init()),
                Op::StoreAt8(p, i, v, size, at) => store!(u8, element!(p, i, size, at.wide()), v),
                Op::StoreAt16(p, i, v, size, at) => store!(u16, element!(p, i, size, at.wide()), v),
                Op::StoreAt32(p, i, v, size, at) => store!(u32, element!(p, i, size, at.wide()), v),
                Op::StoreAt64(p, i, v, size, at) => store!(u64, element!(p, i, size, at.wide()), v),

                Op::Decl(d, slot) => {
                    let begun: Result<Value, NoRoom> = self.mem.begin_slot(self.slots + slot as usize);
                    let Ok(value) = begun else { break Exit::Exact };
                    regs[d as usize] = value;
                    *self.events += 1;
                }
                Op::Dead(slot) => self.mem.end_slot(self.slots + slot as usize),
                Op::DeclVar(v) => {
                    regs[v as usize] = Value::default();
                    *self.events += 1;
                }
                Op::Clear(r) => set!(r, 0),
                Op::Set(r) => set!(r, 1),

                Op::CheckTrue(c) => check!(lo!(c) & 1 != 0),
                Op::CheckEq(a, b) => check!(lo!(a) == lo!(b)),
                Op::CheckNe(a, b) => check!(lo!(a) != lo!(b)),
                Op::CheckLtU(a, b) => check!(lo!(a) < lo!(b)),
                Op::CheckLeU(a, b) => check!(lo!(a) <= lo!(b)),
                Op::CheckLtS32(a, b) => check!(s32(lo!(a)) < s32(lo!(b))),
                Op::CheckLeS32(a, b) => check!(s32(lo!(a)) <= s32(lo!(b))),
                Op::CheckLtS64(a, b) => check!((lo!(a) as i64) < lo!(b) as i64),
                Op::CheckLeS64(a, b) => check!(lo!(a) as i64 <= lo!(b) as i64),
                Op::CheckAccess(p, size, write) => {
                    let size = lo!(size) & mask;
                    check!(self.mem.access_ok(regs[p as usize], size, write));
                }

                Op::Jump(target, n) => branch!(true, target, n),
                Op::BrTrue(c, target, n) => branch!(lo!(c) & 1 != 0, target, n),
                Op::BrFalse(c, target, n) => branch!(lo!(c) & 1 == 0, target, n),
                Op::BrEq(a, b, target, n) => branch!(lo!(a) == lo!(b), target, n),
                Op::BrNe(a, b, target, n) => branch!(lo!(a) != lo!(b), target, n),
                Op::BrLtU(a, b, target, n) => branch!(lo!(a) < lo!(b), target, n),
                Op::BrLeU(a, b, target, n) => branch!(lo!(a) <= lo!(b), target, n),
                Op::BrLtS32(a, b, target, n) => branch!(s32(lo!(a)) < s32(lo!(b)), target, n),
                Op::BrLeS32(a, b, target, n) => branch!(s32(lo!(a)) <= s32(lo!(b)), target, n),
                Op::BrLtS64(a, b, target, n) => branch!((lo!(a) as i64) < lo!(b) as i64, target, n),
                Op::BrLeS64(a, b, target, n) => branch!(lo!(a) as i64 <= lo!(b) as i64, target, n),
                Op::Switch(v, table, n) => {
                    let v = regs[v as usize];
                    let target = self.switches[table as usize].target(v);
                    branch!(true, target, n);
                }
                Op::Call(site, n) => {
                    steps += u64::from(n);
                    break Exit::Call(site);
                }
                Op::Return(reg, n) => {
                    steps += u64::from(n);
                    break Exit::Return(reg);
                }
                Op::Stop(reg, n) => {
                    steps += u64::from(n);
                    break Exit::Stop(reg);
                }
            }
        };
        self.steps = steps;
        *at = pc;
        exit
    }
}
