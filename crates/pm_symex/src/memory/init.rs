//! Which bytes and registers have a value, for programs that ask (`--uninitialised-check`).
//!
//! Every object has a shadow then: an object of the same size whose bytes are 0 where the object's byte was given a value
//! and 0xff where it is indeterminate. A shadow is read, written, copied and joined like any other object, so that
//! symbolic indices, unions and copies of records need no rules of their own. A register that is asked for has a flag
//! among the registers. `pm_interp` decides what counts as giving a value.

use crate::exec::Executor;
use crate::state::State;
use crate::state::cells::Cells;
use crate::state::object::{Content, Fill, Object, ObjectId, ObjectKind};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_ir::*;
use pm_term::TermId;

/// What a program asks.
pub(crate) struct Asked {
    /// Some instruction asks for bytes in memory.
    pub memory: bool,
    /// By function: the variables that are asked for.
    pub vars: Vec<Vec<VarId>>,
}

impl Asked {
    pub fn new(program: &Program) -> Asked {
        let mut memory = false;
        let mut vars = vec![Vec::new(); program.funcs.len()];
        for (func, asked) in program.funcs.iter().zip(&mut vars) {
            for inst in func.blocks.iter().flat_map(|b| &b.insts) {
                let (InstKind::Assert { cond: value, .. } | InstKind::Assign { value, .. }) = &inst.kind else {
                    continue;
                };
                match value {
                    Rvalue::IsInit { .. } => memory = true,
                    Rvalue::IsInitVar(v) if !asked.contains(v) => asked.push(*v),
                    _ => {}
                }
            }
        }
        Asked { memory, vars }
    }
}

impl Executor<'_> {
    // ---- registers ------------------------------------------------------------------------------------------------

    /// Gives a register of the running function a value.
    pub(crate) fn assign(&mut self, state: &mut State, dst: VarId, value: Value) {
        let word = Word::new(&self.terms, value);
        self.assign_word(state, dst, word);
    }

    pub(crate) fn assign_word(&mut self, state: &mut State, dst: VarId, word: Word) {
        state.regs.set(dst.0, word);
        self.set_flag(state, dst, true);
    }

    pub(crate) fn set_flag(&mut self, state: &mut State, var: VarId, on: bool) {
        let Some(func) = self.stack.running() else { return };
        if self.asked.vars[func.0 as usize].contains(&var) {
            let key = self.flag_key(func, var);
            state.regs.set(key, Word::bool(on));
        }
    }

    /// Only parameters have a value where a function begins.
    pub(crate) fn set_flags(&mut self, state: &mut State, func: FuncId) {
        for i in 0..self.asked.vars[func.0 as usize].len() {
            let var = self.asked.vars[func.0 as usize][i];
            let on = self.program.funcs[func].params.contains(&var);
            let key = self.flag_key(func, var);
            state.regs.set(key, Word::bool(on));
        }
    }

    pub(crate) fn is_init_var(&self, state: &State, var: VarId) -> TermId {
        let Some(func) = self.stack.running() else { return TermId::TRUE };
        match state.regs.get(self.flag_key(func, var)) {
            Some(Word::Term(flag)) => *flag,
            Some(Word::Const { bits, .. }) => self.terms.bool_const(*bits != 0),
            Some(Word::Addr { .. } | Word::Ptr(_)) | None => TermId::TRUE,
        }
    }

    /// Flags come behind the addresses of the slots.
    fn flag_key(&self, func: FuncId, var: VarId) -> u32 {
        let f = &self.program.funcs[func];
        (f.vars.len() + f.slots.len()) as u32 + var.0
    }

    // ---- memory ---------------------------------------------------------------------------------------------------

    /// Makes the shadow of a new object, or brings its size up to date.
    pub(crate) fn add_shadow(&mut self, id: ObjectId) {
        let info = &self.objects[id as usize];
        if !self.asked.memory || matches!(info.kind, ObjectKind::Func(_)) {
            return;
        }
        let (shadow, size, const_size, read_only) = (info.shadow, info.size, info.const_size, info.read_only);
        if shadow != 0 {
            self.objects[shadow as usize].size = size;
            self.objects[shadow as usize].const_size = const_size;
            return;
        }
        let span = info.span;
        let shadow = self.add_object(ObjectKind::Shadow, size, span);
        self.objects[shadow as usize].read_only = read_only;
        self.objects[id as usize].shadow = shadow;
    }

    /// All bytes of a new object have a value, or none has.
    pub(crate) fn begin_shadow(&mut self, state: &mut State, id: ObjectId, initialised: bool) {
        let shadow = self.objects[id as usize].shadow;
        if shadow != 0 {
            let fill = if initialised { Fill::Zero } else { Fill::Ones };
            let content = Content::Cells { cells: Cells::default(), fill };
            state.set_object(shadow, Object { content, alive: TermId::TRUE });
        }
    }

    pub(crate) fn end_shadow(&mut self, state: &mut State, id: ObjectId) {
        let shadow = self.objects[id as usize].shadow;
        if shadow != 0 {
            state.mem.remove(shadow);
        }
    }

    /// The same place in the shadow; `None` where nobody asks or the pointer can point anywhere.
    fn shadow_of(&mut self, state: &State, ptr: Ptr) -> Option<Ptr> {
        if !self.asked.memory {
            return None;
        }
        let number = |ex: &mut Self, id: ObjectId| ex.terms.bv(OBJECT_BITS, ex.objects[id as usize].shadow.into());
        if let Some(id) = self.terms.const_u64(ptr.obj) {
            return Some(Ptr { obj: number(self, id as ObjectId), off: ptr.off });
        }
        let mut result = Ptr::null(&mut self.terms);
        for t in self.targets(state, ptr)? {
            let there = Ptr { obj: number(self, t.obj), off: t.off };
            result = Ptr::ite(&mut self.terms, t.guard, there, result);
        }
        Some(result)
    }

    /// `len` bytes at `ptr` were written.
    pub(crate) fn mark_init(&mut self, state: &mut State, ptr: Ptr, len: u64, span: Span) {
        let Some(shadow) = self.shadow_of(state, ptr) else { return };
        if self.is_clean(state, shadow) {
            return;
        }
        let ok = match self.options.lenient {
            Some(_) => {
                let size = self.terms.bv(OFFSET_BITS, len.into());
                self.access_ok(state, ptr, size, true, span)
            }
            None => TermId::TRUE,
        };
        let ty = Ty::int(len as u8 * 8, false);
        let zero = self.zero(ty);
        self.store_targets(state, shadow, ty, zero, ok, span);
    }

    /// A range was filled with bytes.
    pub(crate) fn mark_range(&mut self, state: &mut State, ptr: Ptr, size: TermId, span: Span) {
        let Some(shadow) = self.shadow_of(state, ptr) else { return };
        if !self.is_clean(state, shadow) {
            let zero = self.terms.zero(8);
            self.fill(state, shadow, zero, size, span);
        }
    }

    /// Copied bytes are as indeterminate as they were.
    pub(crate) fn copy_init(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, span: Span) {
        let (Some(to), Some(from)) = (self.shadow_of(state, dst), self.shadow_of(state, src)) else { return };
        if !(self.is_clean(state, to) && self.is_clean(state, from)) {
            self.copy(state, to, from, size, span);
        }
    }

    /// Do `size` bytes at `ptr` have a value? A read that is not valid gives one.
    pub(crate) fn is_init(&mut self, state: &mut State, ptr: Ptr, size: u64, span: Span) -> TermId {
        let Some(shadow) = self.shadow_of(state, ptr) else {
            self.gap(state, span, "a pointer that can point to too many objects");
            return TermId::TRUE;
        };
        if self.is_clean(state, shadow) {
            return TermId::TRUE;
        }
        let ty = Ty::int(size as u8 * 8, false);
        let Value::Term(bits) = self.load_targets(state, shadow, ty, span) else { return TermId::TRUE };
        let zero = self.terms.zero(size as u32 * 8);
        let init = self.terms.eq(bits, zero);
        if self.options.lenient.is_none() || init == TermId::TRUE {
            return init;
        }
        let bytes = self.terms.bv(OFFSET_BITS, size.into());
        let ok = self.access_ok(state, ptr, bytes, false, span);
        let bad = self.terms.not(ok);
        self.terms.or(init, bad)
    }

    /// Is every byte of the one object known to have a value?
    fn is_clean(&self, state: &State, shadow: Ptr) -> bool {
        let Some(id) = self.terms.const_u64(shadow.obj) else { return false };
        match state.object(id as ObjectId).map(|o| &o.content) {
            Some(Content::Cells { cells, fill }) => *fill == Fill::Zero && cells.is_empty(),
            Some(Content::Array(_) | Content::Pool(_)) => false,
            None => true,
        }
    }
}
