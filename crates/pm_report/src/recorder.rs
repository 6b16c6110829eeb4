//! Watches a run and keeps its steps, as [`crate::trace`] describes them.
//!
//! What happens inside library models is hidden, but their stores to the user's objects are not: they are collected while
//! the model runs and appear as one step when it returns. Memory stays bounded: of a long run the first and the last steps
//! are kept.

use crate::Context;
use crate::naming::Objects;
use crate::observers::Observers;
use crate::shadow::Shadow;
use crate::trace::{Input, Step, StepKind, Style};
use crate::values::decimal;
use crate::writes::Writes;
use pm_base::{Span, Symbol};
use pm_interp::{Havoc, ObjectInfo, ObjectRef, Tracer};
use pm_ir::loops::{Bodies, Loop, find_loops};
use pm_ir::{BlockId, FuncId, Function, PropId, StorageKind, Stub, TermKind, Ty, VarId};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Objects whose bytes are remembered to see what changes.
const MAX_SHADOWS: usize = 1 << 16;
/// Characters of C text in a step.
const SNIPPET: usize = 60;

pub struct Recorder<'a> {
    ctx: Context<'a>,
    style: Style,
    objects: Objects<'a>,
    frames: Vec<Frame>,
    shadows: FxHashMap<ObjectRef, Shadow>,
    /// Bytes that a library model stored into the user's objects, as ranges.
    dirty: Vec<(ObjectInfo, u64, u64)>,
    loops: FxHashMap<FuncId, Rc<Loops>>,
    /// An iteration that begins; the next decision tells it.
    pending_loop: Option<(String, u64, Span)>,
    /// The input that the next assignment of this place gives a variable.
    fresh_input: Option<Span>,
    pub inputs: Vec<Input>,
    pub writes: Writes,
    /// Of the first call of a function of the user.
    pub arguments: Option<Vec<u128>>,
    /// The library function that the user called and that runs.
    pub model: Rc<Cell<Option<FuncId>>>,
    pub head: Vec<Step>,
    pub tail: VecDeque<Step>,
    pub left_out: u64,
    observers: Observers,
}

/// The loops of a function.
struct Loops {
    all: Vec<Loop>,
    bodies: Bodies,
    of_head: FxHashMap<BlockId, usize>,
}

impl Loops {
    fn new(func: &Function) -> Loops {
        let all = find_loops(func);
        let of_head = all.iter().enumerate().map(|(i, l)| (l.head, i)).collect();
        Loops { all, bodies: Bodies::new(func), of_head }
    }
}

struct Frame {
    func: FuncId,
    /// Where the caller called it.
    call: Span,
    /// Functions of the user around it and itself, without the entry.
    depth: u32,
    block: BlockId,
    vars: FxHashMap<VarId, u128>,
    /// Head and iteration of the loops that control is in, innermost last.
    loops: Vec<(usize, u64)>,
}

impl Frame {
    fn new(func: FuncId, call: Span, depth: u32) -> Frame {
        Frame { func, call, depth, block: BlockId(0), vars: FxHashMap::default(), loops: Vec::new() }
    }
}

impl<'a> Recorder<'a> {
    pub fn new(ctx: Context<'a>, prop: PropId, style: Style) -> Self {
        Recorder {
            ctx,
            observers: Observers::new(ctx, prop),
            style,
            objects: Objects::new(ctx),
            frames: vec![Frame::new(ctx.program.entry, Span::NONE, 0)],
            shadows: FxHashMap::default(),
            dirty: Vec::new(),
            loops: FxHashMap::default(),
            pending_loop: None,
            fresh_input: None,
            inputs: Vec::new(),
            writes: Writes::default(),
            arguments: None,
            model: Rc::new(Cell::new(Some(ctx.program.entry))),
            head: Vec::new(),
            tail: VecDeque::new(),
            left_out: 0,
        }
    }

    /// The run is over: what a model did before it stopped is entered.
    pub fn finish(&mut self) {
        self.flush_stores();
        self.flush_loop();
    }

    // ---- where control is -----------------------------------------------------------------------------------------

    fn is_model(&self, func: FuncId) -> bool {
        self.ctx.program.funcs[func].is_model
    }

    fn top(&self) -> FuncId {
        self.frames.last().map_or(self.ctx.program.entry, |f| f.func)
    }

    fn is_hidden(&self) -> bool {
        self.is_model(self.top())
    }

    /// The innermost function of the user, where it is (`span` for the active function itself), and the model that it
    /// called, if one is active.
    fn users_place(&self, span: Span) -> (FuncId, Span, Option<FuncId>) {
        let (mut at, mut model) = (span, None);
        for frame in self.frames.iter().rev() {
            if !self.is_model(frame.func) {
                return (frame.func, at, model);
            }
            (at, model) = (frame.call, Some(frame.func));
        }
        (self.top(), span, Some(self.ctx.program.entry))
    }

    fn tell_model(&self) {
        let (_, _, model) = self.users_place(Span::NONE);
        self.model.set(model);
    }

    fn depth(&self) -> u32 {
        self.frames.last().map_or(0, |f| f.depth)
    }

    // ---- steps ----------------------------------------------------------------------------------------------------

    fn push(&mut self, kind: StepKind, span: Span) {
        if !self.style.full && !self.is_of_interest(&kind, span) {
            return;
        }
        self.flush_loop();
        self.keep(kind, span);
    }

    fn keep(&mut self, kind: StepKind, span: Span) {
        let (func, users_span, _) = self.users_place(span);
        let (func, span) = if self.style.full { (self.top(), span) } else { (func, users_span) };
        let step = Step { kind, func, span, depth: self.depth() };
        let (first, last) = self.style.kept();
        if self.head.len() < first {
            self.head.push(step);
            return;
        }
        if self.tail.len() >= last {
            self.tail.pop_front();
            self.left_out += 1;
        }
        self.tail.push_back(step);
    }

    /// Of what watches requirements, the observer that the trace is about: its call, and its state.
    fn is_of_interest(&self, kind: &StepKind, span: Span) -> bool {
        match kind {
            StepKind::Call { callee, .. } if self.observers.shows(*callee) => true,
            StepKind::Assign { is_state: true, .. } => true,
            // The result of a function whose returns are watched.
            StepKind::Assign { lhs, .. } if lhs.starts_with("__pm_") => false,
            _ => {
                let (_, span, _) = self.users_place(span);
                !self.observers.watches(self.ctx, span)
            }
        }
    }

    /// The name of an object of the observer that is shown.
    fn state(&self, info: &ObjectInfo) -> Option<&'a str> {
        let pm_interp::ObjectKind::Global(g) = info.kind else { return None };
        self.observers.state(self.ctx.names.name(self.ctx.program.globals[g].name))
    }

    fn flush_loop(&mut self) {
        if let Some((name, iteration, span)) = self.pending_loop.take() {
            self.keep(StepKind::Iteration { name, iteration }, span);
        }
    }

    fn flush_stores(&mut self) {
        for (info, lo, hi) in std::mem::take(&mut self.dirty) {
            let none = Shadow::default();
            let now = self.shadows.get(&info.object).unwrap_or(&none);
            let span = self.frames.last().map_or(Span::NONE, |f| f.call);
            let state = self.state(&info);
            for (lhs, value) in self.objects.store(&info, lo, hi - lo, now, &[]) {
                let lhs = state.map_or(lhs, |name| format!("observer: {name}"));
                self.push(StepKind::Assign { lhs, value, is_state: state.is_some() }, span);
            }
        }
    }

    fn note_dirty(&mut self, info: ObjectInfo, lo: u64, hi: u64) {
        let touching = |d: &&mut (ObjectInfo, u64, u64)| d.0.object == info.object && lo <= d.2 && hi >= d.1;
        match self.dirty.iter_mut().rev().find(touching) {
            Some(range) => (range.1, range.2) = (range.1.min(lo), range.2.max(hi)),
            None => self.dirty.push((info, lo, hi)),
        }
    }

    // ---- loops ----------------------------------------------------------------------------------------------------

    fn loops_of(&mut self, func: FuncId) -> Rc<Loops> {
        let program = self.ctx.program;
        self.loops.entry(func).or_insert_with(|| Rc::new(Loops::new(&program.funcs[func]))).clone()
    }

    fn enter_block(&mut self, func: FuncId, target: BlockId) {
        let loops = self.loops_of(func);
        let Some(frame) = self.frames.last_mut() else { return };
        let from = std::mem::replace(&mut frame.block, target);
        frame.loops.retain(|(l, _)| loops.bodies.of(&loops.all[*l]).contains(&target));
        let Some(&index) = loops.of_head.get(&target) else { return };
        let iteration = match frame.loops.iter_mut().find(|(l, _)| *l == index) {
            Some((_, n)) if loops.all[index].latches.binary_search(&from).is_ok() => {
                *n += 1;
                *n
            }
            Some((_, n)) => *n,
            None => {
                frame.loops.push((index, 1));
                1
            }
        };
        if !self.is_hidden() || self.style.full {
            self.flush_loop();
            let name = format!("{}.{index}", self.ctx.func_name(func));
            self.pending_loop = Some((name, iteration, loops.all[index].span));
        }
    }
}

/// `switch (x)` of the whole statement's text.
fn switch_text(text: &str) -> String {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return text[..=at].to_string(),
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.chars().take(SNIPPET).collect()
}

/// Library functions that ask whether they fail.
fn is_allocation(function: &str) -> bool {
    const NAMES: &[&str] =
        &["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "strdup"];
    NAMES.contains(&function)
}

impl Tracer for Recorder<'_> {
    fn on_object(&mut self, info: &ObjectInfo) {
        let (_, site, _) = self.users_place(info.span);
        self.objects.see(info, site);
    }

    fn on_input(&mut self, source: Symbol, ty: Ty, value: u128, span: Span) {
        let (_, place, model) = self.users_place(span);
        let text = self.objects.scalar(None, ty, value);
        let name = self.ctx.names.name(source).to_string();
        let model_name = model.filter(|m| *m != self.ctx.program.entry).map(|m| self.ctx.func_name(m));
        let is_choice = ty == Ty::BOOL && model_name.is_some_and(is_allocation);
        if self.inputs.len() < Input::MAX {
            let text = text.clone();
            self.inputs.push(Input { source, variable: None, model, ty, value, text, span: place, is_choice });
        }
        let kind = match model_name.filter(|_| !self.style.full) {
            Some(_) if is_choice && value == 0 => return,
            Some(model) if is_choice => StepKind::Fails { function: model.to_string() },
            Some(model) => StepKind::Input { source: format!("choice in {model}"), value: text },
            None => StepKind::Input { source: name, value: text },
        };
        self.push(kind, span);
        self.fresh_input = Some(span);
    }

    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, span: Span) {
        let v = &self.ctx.program.funcs[func].vars[var];
        if self.fresh_input.take() == Some(span)
            && let (Some(input), true) = (self.inputs.last_mut(), v.kind != StorageKind::Temp)
        {
            input.variable = v.name;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let changed = frame.vars.insert(var, value) != Some(value);
        // Rendering teaches the names of heap blocks their types, so hidden assignments are rendered, too.
        let is_pointer = v.ty == Ty::Ptr;
        let shown =
            v.name.is_some() && v.kind != StorageKind::Temp && (self.style.full || changed && !self.is_hidden());
        let teaches = is_pointer && v.cty.is_some() && !self.is_hidden();
        if !shown && !teaches {
            return;
        }
        let text = self.objects.scalar(v.cty.map(|c| c.ty), v.ty, value);
        if let (true, Some(name)) = (shown, v.name) {
            let lhs = self.ctx.names.name(name).to_string();
            self.push(StepKind::Assign { lhs, value: text, is_state: false }, span);
        }
    }

    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], span: Span) {
        let Some(info) = self.objects.info(object) else { return };
        if bytes.is_empty() {
            return;
        }
        let hi = offset + bytes.len() as u64;
        if self.shadows.len() > MAX_SHADOWS {
            self.shadows.clear();
        }
        let shadow = self.shadows.entry(object).or_default();
        let len = bytes.len() as u64;
        let first = shadow.get(offset, len).all(|b| b.is_none());
        let changed = shadow.get(offset, len).zip(bytes).any(|(old, new)| old != Some(*new));
        // Only bit-fields need what was there before, and they are in small pieces.
        let was: Vec<Option<u8>> = if len <= 16 { shadow.get(offset, len).collect() } else { Vec::new() };
        shadow.set(offset, bytes);
        let copied_argument = first && self.is_parameter(&info);
        if !self.style.full {
            let state = self.state(&info);
            if !changed || !self.objects.is_users(&info) && state.is_none() || copied_argument {
                return;
            }
            if self.is_hidden() {
                self.note_dirty(info, offset, hi);
                return;
            }
        }
        self.objects.store_text = self.ctx.sources.snippet(span, SNIPPET);
        let none = Shadow::default();
        let now = self.shadows.get(&object).unwrap_or(&none);
        for (lhs, value) in self.objects.store(&info, offset, hi - offset, now, &was) {
            self.push(StepKind::Assign { lhs, value, is_state: false }, span);
        }
        self.objects.store_text.clear();
    }

    fn on_havoc(&mut self, havoc: &Havoc<'_>, span: Span) {
        let Some(info) = self.objects.info(havoc.object) else { return };
        let is_stub = |f: &&Frame| self.ctx.program.funcs[f.func].stub == Stub::Function;
        let caller = self.frames.iter().rev().find(is_stub).map(|f| (f.func, f.vars.clone()));
        match caller {
            Some((func, vars)) => self.writes.by_stub(self.ctx, func, &vars, &info, havoc),
            None if self.frames.last().is_some_and(|f| self.ctx.program.funcs[f.func].stub == Stub::Part) => {
                self.writes
                    .lost
                    .insert("what a function without a body writes to arguments that it does not declare".into());
            }
            None if self.is_hidden() => {}
            None => self.writes.by_name(self.ctx, &info, havoc, span),
        }
    }

    fn on_skip(&mut self, iterations: u64) {
        if let Some((_, iteration)) = self.frames.last_mut().and_then(|f| f.loops.last_mut()) {
            *iteration += iterations;
        }
    }

    fn on_branch(&mut self, func: FuncId, target: BlockId, span: Span) {
        let Some(frame) = self.frames.last() else { return };
        let block = &self.ctx.program.funcs[func].blocks[frame.block];
        let text = self.ctx.sources.snippet(span, SNIPPET);
        // The text of `a && b` stands for both operands: the branch decides only one.
        let partial = text.contains("&&") || text.contains("||") || text.is_empty();
        if !self.style.full && (self.is_hidden() || partial) {
            return;
        }
        let kind = match &block.term.kind {
            TermKind::Branch { then, .. } => {
                StepKind::Branch { text, taken: *then == target, iteration: self.iteration() }
            }
            TermKind::Switch { cases, ty, .. } => {
                let hit = cases.iter().find(|c| c.target == target);
                let label = hit.map_or_else(|| "default".to_string(), |c| format!("case {}", decimal(*ty, c.lo)));
                StepKind::Switch { text: switch_text(&self.ctx.sources.snippet(span, 4 * SNIPPET)), label }
            }
            TermKind::Goto(_) | TermKind::Return(_) | TermKind::Stop(_) | TermKind::Unreachable => return,
        };
        self.push(kind, span);
    }

    fn on_block(&mut self, func: FuncId, target: BlockId) {
        self.enter_block(func, target);
    }

    fn on_call(&mut self, callee: FuncId, args: &[u128], span: Span) {
        let program = self.ctx.program;
        let func = &program.funcs[callee];
        if !func.is_model && self.arguments.is_none() {
            self.arguments = Some(args.to_vec());
        }
        self.writes.on_call(callee, func);
        let shown = self.style.full || !self.is_hidden();
        let mut list = Vec::new();
        let mut frame = Frame::new(callee, span, self.depth() + u32::from(!func.is_model));
        for (i, value) in args.iter().enumerate() {
            let param = func.params.get(i).map(|p| (*p, &func.vars[*p]));
            if let Some((id, _)) = param {
                frame.vars.insert(id, *value);
            }
            if func.variadic && i + 1 == func.params.len() {
                list.push((None, "...".to_string()));
            } else if shown && let Some((_, var)) = param {
                let text = self.objects.scalar(var.cty.map(|c| c.ty), var.ty, *value);
                list.push((var.name.map(|n| self.ctx.names.name(n).to_string()), text));
            }
        }
        if shown {
            self.push(StepKind::Call { callee, args: list }, span);
        }
        if func.has_body() {
            self.flush_loop();
            self.frames.push(frame);
            self.tell_model();
        }
    }

    fn on_return(&mut self, func: FuncId, value: Option<u128>, span: Span) {
        if self.style.full || !self.is_hidden() {
            let f = &self.ctx.program.funcs[func];
            let value = value.zip(f.ret).map(|(v, ty)| self.objects.scalar(None, ty, v));
            self.push(StepKind::Return { value }, span);
        }
        if self.is_hidden() && self.frames.len() >= 2 && !self.is_model(self.frames[self.frames.len() - 2].func) {
            self.flush_stores();
        }
        if self.frames.len() > 1 {
            self.frames.pop();
            self.tell_model();
        }
    }
}

impl Recorder<'_> {
    /// The iteration that a decision begins.
    fn iteration(&mut self) -> Option<(String, u64)> {
        self.pending_loop.take().map(|(name, n, _)| (name, n))
    }

    fn is_parameter(&self, info: &ObjectInfo) -> bool {
        match info.kind {
            pm_interp::ObjectKind::Slot(f, s) => self.ctx.program.funcs[f].slots[s].kind == StorageKind::Param,
            _ => false,
        }
    }
}
