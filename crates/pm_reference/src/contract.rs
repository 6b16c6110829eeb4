//! Recursive functions by contracts: what holds where a function begins, and what holds of its outcome.
//!
//! A call of such a function is not executed where it stands. Its body is gone through once for all calls in it that follow: from the state of the call with symbols for the arguments and
//! for all that differs between these calls, where the facts of its beginning hold. A call in the body, and the call itself, has any outcome that the contract allows, with symbols for
//! all that the function changes. To be shown: the facts of the beginning, of each call; the contract, of each return. By induction on the length of an execution (docs/soundness.md) that covers all of them.
//!
//! A local of an active call is nothing that a later call knows: a pointer to it cannot be used.

use crate::exec::{Executor, Run, TooHard};
use crate::state::State;
use crate::steps::Results;
use crate::value::{Register, Value};
use crate::widen::Wide;
use pm_base::Idx;
use pm_ir::{BlockId, FuncId, GlobalId, Ty};
use pm_term::{Sort, Substitution, TermId};
use rustc_hash::FxHashMap;

/// What a proof says of a recursive function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    pub func: FuncId,
    pub names: FxHashMap<String, (Sort, Formal)>,
    /// SMT-LIB.
    pub posts: Vec<String>,
}

/// What a contract speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formal {
    Argument(u32),
    Result,
    /// A global, when the call begins and behind it.
    Before(GlobalId),
    After(GlobalId),
}

/// A body that is gone through for all calls.
pub struct Body {
    func: FuncId,
    pub args: Vec<Value>,
    pub begin: State,
    /// The states of calls in it.
    calls: Vec<State>,
}

/// What is known of a function that has a contract.
#[derive(Clone, Default)]
pub struct Known {
    /// What differs where it begins.
    begins: Wide,
    /// What it changes.
    changes: Wide,
}

/// The state behind a call, and its result; `None` where it never returns.
type Outcome = Option<(State, Option<Value>)>;

/// How often what differs may turn out to be more.
const ROUNDS: u32 = 50;

impl Executor<'_> {
    /// The number of a function's contract.
    pub fn contract_of(&self, func: FuncId) -> Option<usize> {
        self.facts.as_ref()?.claim.contracts.iter().position(|c| c.func == func)
    }

    /// A call whose outcome is what the contract says.
    pub fn call_by_contract(&mut self, contract: usize, func: FuncId, args: &[Value], state: State) -> Run<Outcome> {
        let pointer = |v: &Value| matches!(v, Value::Ptr(_));
        let f = &self.program.funcs[func];
        if args.iter().any(pointer) || f.ret == Some(Ty::Ptr) || args.len() != f.params.len() {
            return Err(TooHard::at("a pointer in a contract", self.here));
        }
        self.show_beginning(func, args, &state);
        match self.bodies.iter_mut().find(|b| b.func == func) {
            Some(body) => body.calls.push(state.clone()),
            None => self.show_body(contract, func, &state)?,
        }
        let changes = self.known.get(&func).map_or_else(Wide::default, |k| k.changes.clone());
        let mut after = self.widen(&state, &changes);
        let value = f.ret.map(|ty| self.any_value(ty));
        for post in self.posts(contract, args, value, (&state, &after)).into_iter().flatten() {
            let Some(next) = self.assume(after, post, false) else { return Ok(None) };
            after = next;
        }
        Ok(Some((after, value)))
    }

    /// Goes through the body once, for all calls.
    fn show_body(&mut self, contract: usize, func: FuncId, state: &State) -> Run<()> {
        let here = self.here;
        let mark = Results::of(self);
        for _ in 0..ROUNDS {
            let mut known = self.known.get(&func).cloned().unwrap_or_default();
            let begin = self.widen(state, &known.begins);
            let f = &self.program.funcs[func];
            let args: Vec<Value> = f.params.iter().map(|p| self.any_value(f.vars[*p].ty)).collect();
            let Some(begin) = self.beginning(func, &args, begin) else { return Ok(()) };
            let (body, result) = self.go_through(func, args.clone(), begin.clone())?;
            let mut grew = false;
            for call in &body.calls {
                grew |= self.cover_objects(&mut known.begins, &begin, call, here, true)?;
                self.demand_pointers(&known.begins, call);
            }
            self.demand_pointers(&known.begins, state);
            if let Some((after, value)) = &result {
                grew |= self.cover_objects(&mut known.changes, &begin, after, here, false)?;
                self.demand_pointers(&known.changes, after);
                for post in self.posts(contract, &args, *value, (&begin, after)) {
                    self.show_one(post, after, f.span);
                }
            }
            self.known.insert(func, known);
            if !grew {
                return Ok(());
            }
            mark.restore(self);
        }
        Err(TooHard::at("what a recursive function changes", here))
    }

    fn go_through(&mut self, func: FuncId, args: Vec<Value>, begin: State) -> Run<(Body, Outcome)> {
        self.bodies.push(Body { func, args: args.clone(), begin: begin.clone(), calls: Vec::new() });
        let base = std::mem::replace(&mut self.base, self.calls.len());
        let passes = std::mem::take(&mut self.passes);
        let result = self.enter(func, &args, begin)?;
        (self.base, self.passes) = (base, passes);
        let body = self.bodies.pop().ok_or(TooHard::Terms)?;
        Ok((body, result))
    }

    /// The parts of a contract, of one call; `None` where one speaks of what is not there.
    fn posts(
        &mut self,
        contract: usize,
        args: &[Value],
        result: Option<Value>,
        (before, after): (&State, &State),
    ) -> Vec<Option<TermId>> {
        let posts = self.facts.as_ref().map(|f| f.posts[contract].clone()).unwrap_or_default();
        let bits = |v: Value| if let Value::Bits(t) = v { Some(t) } else { None };
        let mut out = Vec::new();
        for post in posts {
            let mut values = Substitution::new();
            let mut is_whole = true;
            for id in self.terms.symbols_of(&[post]) {
                let symbol = self.terms.symbol_term(id);
                let formal = self.facts.as_ref().and_then(|f| f.formals.get(&symbol).copied());
                let value = formal.and_then(|(sort, formal)| {
                    let value = match formal {
                        Formal::Argument(i) => args.get(i as usize).copied().and_then(bits),
                        Formal::Result => result.and_then(bits),
                        Formal::Before(g) => self.global_value(before, g),
                        Formal::After(g) => self.global_value(after, g),
                    };
                    self.of_sort(value?, sort)
                });
                match value {
                    Some(value) => values.replace(symbol, value),
                    None => is_whole = false,
                }
            }
            out.push(is_whole.then(|| self.terms.substitute(post, &mut values)));
        }
        out
    }

    pub fn global_value(&mut self, state: &State, global: GlobalId) -> Option<TermId> {
        let id = self.global(global);
        let object = self.constants.get(&id).or_else(|| state.object(id)).cloned()?;
        let size = self.objects[id as usize].size;
        let bytes: Vec<TermId> = (0..size.min(16)).map(|i| self.byte_in(state, &object, i)).collect();
        (!bytes.is_empty()).then(|| self.concat(&bytes))
    }

    /// The point at the beginning of a function.
    fn beginning_of(&self, func: FuncId) -> Option<usize> {
        let points = &self.facts.as_ref()?.claim.points;
        points.iter().position(|p| p.head.is_none() && p.calls.last().is_some_and(|c| c.func == func))
    }

    /// The facts of a function's beginning, of a call.
    fn facts_at_beginning(&mut self, func: FuncId, args: &[Value], state: &State) -> Vec<Option<TermId>> {
        let point = self.beginning_of(func);
        let f = &self.program.funcs[func];
        let mut inside = State { regs: vec![None; f.vars.len()], slots: Vec::new(), ..state.clone() };
        for (param, value) in f.params.iter().zip(args) {
            inside.regs[param.index()] = Some(Register { value: *value, init: TermId::TRUE });
        }
        let base = std::mem::replace(&mut self.base, self.calls.len());
        self.calls.push(func);
        self.sites.push((BlockId::new(0), 0));
        self.callers.push((state.regs.clone(), state.slots.clone()));
        self.bodies.push(Body { func, args: args.to_vec(), begin: state.clone(), calls: Vec::new() });
        let facts = point.and_then(|p| self.facts.as_ref().map(|f| f.facts[p].clone())).unwrap_or_default();
        let facts = self.facts_in(point, &inside, &facts);
        self.bodies.pop();
        self.callers.pop();
        self.sites.pop();
        self.calls.pop();
        self.base = base;
        facts
    }

    fn show_beginning(&mut self, func: FuncId, args: &[Value], state: &State) {
        let span = self.here;
        for fact in self.facts_at_beginning(func, args, state) {
            self.show_one(fact, state, span);
        }
    }

    /// The state where the facts of the function's beginning hold. A fact that cannot be read is never shown, either.
    fn beginning(&mut self, func: FuncId, args: &[Value], mut state: State) -> Option<State> {
        for fact in self.facts_at_beginning(func, args, &state).into_iter().flatten() {
            state = self.assume(state, fact, false)?;
        }
        Some(state)
    }
}
