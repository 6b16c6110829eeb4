//! Calls that a contract answers, instead of the body of the function.
//!
//! A function that calls itself cannot be inlined to its end. The policy may name it ([`crate::Policy::contract`]): then each call of it
//! splits the execution. Either it moves to the beginning of the function, a cut point of its own that is reached with these
//! arguments, where the caller is forgotten. Or the call is over: its outcome is any (symbols), and what is executed from there on is
//! recorded with the call, so that the client can say later which outcomes there are. [`ContractCall::taken`] is the symbol that
//! decides; everything behind the call has it in its guard.
//!
//! The ins of a call are its arguments and the written globals as they are before it; its outs are the result and these globals as they are behind it.
//! An activation that was begun at its cut point keeps the ins to its return as registers of its own.

use crate::control::context::{Activation, Context, ContextKind, Mark};
use crate::control::instance::Instance;
use crate::control::options::LoopName;
use crate::control::suspend::Suspended;
use crate::exec::Executor;
use crate::record::events::Stands;
use crate::state::State;
use crate::state::guard::Guard;
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::pvec::PVec;
use crate::state::value::{Ptr, Value, Word};
use pm_base::Span;
use pm_ir::{FuncId, GlobalId, Ty, VarId};
use pm_term::{Sort, TermId};
use std::rc::Rc;

/// Keys of the registers that keep the ins of an activation begin here.
pub const INS: u32 = 1 << 31;
/// There are at most so many.
const MAX_INS: u32 = 1 << 20;

/// Of symbols that belong to one call: which.
const TAKEN: u32 = 0;
const FIRST_OUT: u32 = 1;

/// The globals that a call of the function may write. All are scalars that hold no pointers.
pub type Written = Rc<[GlobalId]>;

/// A call that is over.
#[derive(Clone, Debug)]
pub struct ContractCall {
    pub func: FuncId,
    /// The condition under which an execution comes to the call.
    pub guard: TermId,
    /// The symbol that says that the call is over. Else the execution moved into the function.
    pub taken: TermId,
    pub ins: Vec<TermId>,
    /// Symbols.
    pub outs: Vec<TermId>,
}

/// The end of an activation that was begun at the function's own cut point.
#[derive(Clone, Debug)]
pub struct ContractReturn {
    pub func: FuncId,
    pub guard: TermId,
    pub ins: Vec<TermId>,
    pub outs: Vec<TermId>,
}

/// A register that keeps an in.
pub(crate) fn is_in(key: u32) -> bool {
    (INS..INS + MAX_INS).contains(&key)
}

impl Executor<'_> {
    /// Are these the arguments that the function has? Calls without a prototype may pass others.
    pub(crate) fn passes_all(&mut self, func: FuncId, args: &[Word]) -> bool {
        let f = &self.program.funcs[func];
        let fits = |(param, arg): (&VarId, &Word)| match arg.value(&mut self.terms) {
            Value::Term(t) => self.terms.sort(t) == crate::state::value::sort_of(f.vars[*param].ty),
            Value::Ptr(_) => false,
        };
        f.params.len() == args.len() && f.params.iter().zip(args).all(fits)
    }

    /// Both ways to go on at a call; the state is the one behind it.
    pub(crate) fn call_by_contract(
        &mut self,
        mut state: State,
        func: FuncId,
        written: &Written,
        args: &[Word],
        dst: Option<VarId>,
        span: Span,
    ) -> State {
        let taken = self.call_symbol(TAKEN, Sort::Bool);
        let mut ins = Vec::with_capacity(args.len() + written.len());
        for arg in args {
            let value = arg.value(&mut self.terms);
            ins.push(self.plain(value));
        }
        ins.extend(self.globals_now(&mut state, written));
        let moves = self.terms.not(taken);
        let mut inside = state.clone();
        inside.guard = inside.guard.and(&mut self.terms, moves);
        self.begin_by_contract(inside, func, args);
        let guard = state.guard.term();
        state.guard = state.guard.and(&mut self.terms, taken);
        let mut outs = Vec::new();
        if let Some(ty) = self.program.funcs[func].ret {
            let result = self.call_symbol(FIRST_OUT, crate::state::value::sort_of(ty));
            outs.push(result);
            if let Some(dst) = dst {
                self.assign(&mut state, dst, Value::Term(result));
            }
        }
        for (i, global) in written.iter().enumerate() {
            let ty = self.global_ty(*global);
            let value = self.call_symbol(FIRST_OUT + 1 + i as u32, crate::state::value::sort_of(ty));
            outs.push(value);
            let object = self.objects.of_global(*global);
            let at = Ptr::new(&mut self.terms, object, 0);
            self.store(&mut state, at, ty, Value::Term(value), span);
        }
        self.events.count_input();
        self.out.calls.push(ContractCall { func, guard, taken, ins, outs });
        state
    }

    /// The execution moves to the function's cut point: what belongs to its callers is not seen there.
    fn begin_by_contract(&mut self, mut state: State, func: FuncId, args: &[Word]) {
        if state.guard.is_false() {
            return;
        }
        state.regs = PVec::default();
        for (param, arg) in self.program.funcs[func].params.iter().zip(args) {
            state.regs.set(param.0, *arg);
        }
        self.set_flags(&mut state, func);
        let mut gone: Vec<ObjectId> = Vec::new();
        state.mem.for_each(|id, _| {
            let info = &self.objects[id as usize];
            if matches!(info.kind, ObjectKind::Slot(..) | ObjectKind::Heap | ObjectKind::Stack | ObjectKind::Static) {
                gone.extend([id, info.shadow]);
            }
        });
        gone.into_iter().filter(|id| *id != 0).for_each(|id| state.mem.remove(id));
        let activation = Activation::at(Mark { guard: Guard::always(), inputs: u64::MAX });
        let kind = ContextKind::Call(Box::new(activation));
        let context = Context::new(kind, func, Instance::of_contract(func.0));
        let name = LoopName { func, head: None };
        self.out.suspended.push(Suspended { stack: vec![context], state, name, count: 0, at_block: false });
    }

    /// An activation begins at its cut point: its ins are kept.
    pub(crate) fn keep_ins(&mut self, state: &mut State, func: FuncId, written: &Written) {
        let program = self.program;
        let f = &program.funcs[func];
        let mut ins = Vec::new();
        for param in &f.params {
            let value = state.regs.get(param.0).map(|w| w.value(&mut self.terms));
            ins.push(value.unwrap_or_else(|| self.zero(f.vars[*param].ty)));
        }
        ins.extend(self.globals_now(state, written).into_iter().map(Value::Term));
        for (i, value) in ins.into_iter().enumerate() {
            let word = Word::new(&self.terms, value);
            state.regs.set(INS + i as u32, word);
        }
    }

    /// The function on the bottom of the stack, where that was begun at its own cut point.
    pub(crate) fn root(&self) -> Option<FuncId> {
        let bottom = self.stack.first()?;
        (bottom.instance == Instance::of_contract(bottom.func.0)).then_some(bottom.func)
    }

    /// The registers that outlive the return of the activation at this height of the stack.
    pub(crate) fn kept_ins(&self, state: &State, at: usize) -> PVec<Word> {
        let mut kept = PVec::default();
        if at == 0 && self.root().is_some() {
            state.regs.for_each(|key, word| {
                if is_in(key) {
                    kept.set(key, *word);
                }
            });
        }
        kept
    }

    /// An activation that was begun at its cut point is over, in this state.
    pub(crate) fn return_by_contract(&mut self, mut state: State, func: FuncId, result: Option<Value>) {
        let Some(written) = self.written.clone() else { return };
        let count = self.program.funcs[func].params.len() + written.len();
        let mut ins = Vec::with_capacity(count);
        for i in 0..count as u32 {
            let Some(word) = state.regs.get(INS + i).copied() else { return };
            let value = word.value(&mut self.terms);
            ins.push(self.plain(value));
        }
        let mut outs = Vec::new();
        if let Some(ty) = self.program.funcs[func].ret {
            let value = result.unwrap_or_else(|| self.fresh(ty));
            outs.push(self.plain(value));
        }
        outs.extend(self.globals_now(&mut state, &written));
        self.out.returns.push(ContractReturn { func, guard: state.guard.term(), ins, outs });
    }

    fn globals_now(&mut self, state: &mut State, written: &Written) -> Vec<TermId> {
        let load = |global: &GlobalId| {
            let (object, ty) = (self.objects.of_global(*global), self.global_ty(*global));
            let value = self.load_at(state, object, 0, ty);
            self.plain(value)
        };
        written.iter().map(load).collect()
    }

    /// The bits of a scalar global.
    fn global_ty(&self, global: GlobalId) -> Ty {
        Ty::int(self.program.globals[global].size as u8 * 8, false)
    }

    fn plain(&mut self, value: Value) -> TermId {
        match value {
            Value::Term(t) => t,
            Value::Ptr(p) => self.address(p),
        }
    }

    /// The symbol of the call that is being executed; the same in each run.
    fn call_symbol(&mut self, part: u32, sort: Sort) -> TermId {
        let name = if part == TAKEN { "is over" } else { "outcome" };
        let symbol = self.symbol_here(Stands::Call(part), name, sort);
        if sort != Sort::Bool {
            self.across.remember(symbol, None);
        }
        symbol
    }
}
