//! Builds the transition system of a program.
//!
//! The program is executed from its entry to its cut points, and from each cut point to the next, until the states that arrive
//! are covered by those the cut points were executed from (see [`pm_symex::Cuts`]). Constants are followed across cut points on the way: what is a variable was seen with two
//! values. Then every block is executed once more, and its arrivals are the edges of the system.

use crate::automaton::{Automaton, Edge};
use crate::contracts::{Call, Contract, Contracts, Formal, Return};
use crate::naming::Naming;
use crate::options::Options;
use crate::policy::Steps;
use crate::system::{Assumption, Bad, BadKind, Location, Pool, StateVar, Step, System};
use pm_base::{Interner, Span};
use pm_ir::loops::find_loops;
use pm_ir::{FuncId, Program, PropId, Ty};
use pm_solve::Limit;
use pm_symex::{
    Around, Cut, CutError, Cuts, Event, Execution, Executor, Instance, Leaf, LoopName, NODE_BITS, ObjectId,
    POINTER_BITS, Part, Suspended,
};
use pm_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Why a program has no transition system.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub what: String,
    pub span: Span,
    /// A limit was met.
    pub limit: Option<Limit>,
}

pub fn build(program: &Program, names: &Interner, options: &Options) -> Result<System, Refusal> {
    let mut executor = Executor::new(program, names, options.symex.clone());
    executor.ignored = options.ignored.clone();
    executor.execute_in_steps();
    if options.pools {
        executor.use_pools();
    }
    let mut builder = Builder {
        program,
        names,
        options,
        ex: executor,
        cuts: Cuts::new(program),
        points: Vec::new(),
        by_instance: FxHashMap::default(),
        policy: Steps::new(program, options),
        entered: false,
    };
    loop {
        if !builder.close()? {
            builder.restart();
        } else if let Some(blocks) = builder.blocks()? {
            return builder.assemble(blocks);
        }
    }
}

struct Builder<'a> {
    program: &'a Program,
    names: &'a Interner,
    options: &'a Options,
    ex: Executor<'a>,
    cuts: Cuts,
    /// Location `i + 2` of the system.
    points: Vec<Point>,
    by_instance: FxHashMap<Instance, usize>,
    policy: Steps<'a>,
    /// The entry was executed.
    entered: bool,
}

struct Point {
    cut: Cut,
    /// Was not executed since it last changed.
    open: bool,
}

/// Executions from one point to another.
struct Arrival {
    guard: TermId,
    /// Index of the point.
    target: usize,
    /// Of the target's variables.
    values: Vec<Option<TermId>>,
}

/// What one block does.
struct Block {
    arrivals: Vec<Arrival>,
    execution: Execution,
    /// Objects whose contents from before the block the first events stand for.
    carried: Vec<ObjectId>,
}

/// A location's number in the system.
fn location(point: usize) -> u32 {
    point as u32 + 2
}

/// The location that a block begins at: the entry is the first.
fn begins_at(block: usize) -> u32 {
    if block == 0 { System::ENTRY } else { location(block - 1) }
}

impl<'a> Builder<'a> {
    // ---- all arrivals ----------------------------------------------------------------------------------------------

    /// Executes until nothing new arrives. `false`: something was learnt that changes what was executed before (a loop must be cut
    /// that was not, sizes vary, addresses become integers), so that all begins anew.
    fn close(&mut self) -> Result<bool, Refusal> {
        self.policy.grew = false;
        let learnt = self.ex.learnt();
        let next = |b: &Self| if b.entered { b.points.iter().position(|p| p.open).map(Some) } else { Some(None) };
        while let Some(from) = next(self) {
            match from {
                None => self.entered = true,
                Some(i) => self.points[i].open = false,
            }
            let (mut execution, carried) = self.execute(from)?;
            if self.policy.grew || self.ex.learnt() != learnt {
                return Ok(false);
            }
            self.arrive(&mut execution)?;
            self.promote(from, &carried, &execution);
            if let Some(last) = self.points.last().filter(|_| self.points.len() > self.options.max_locations) {
                let span = self.loop_span(last.cut.name);
                return Err(Refusal { what: "too many cut points".into(), span, limit: None });
            }
        }
        Ok(self.ex.learnt() == learnt)
    }

    fn restart(&mut self) {
        self.points.clear();
        self.by_instance.clear();
        self.cuts = Cuts::new(self.program);
        self.entered = false;
    }

    fn promote(&mut self, from: Option<usize>, carried: &[ObjectId], execution: &Execution) {
        if let Some(point) = from.map(|i| &mut self.points[i]) {
            point.open |= self.cuts.promote(&mut self.ex, &mut point.cut, carried, &execution.events);
        }
    }

    /// Runs the entry (`None`) or a point.
    fn execute(&mut self, point: Option<usize>) -> Result<(Execution, Vec<ObjectId>), Refusal> {
        self.policy.begin();
        let (execution, carried) = match point {
            None => (self.ex.run(&mut self.policy), Vec::new()),
            Some(i) => self.ex.run_cut(&self.points[i].cut, &mut self.policy),
        };
        if execution.aborted {
            let limit = self.policy.aborted.unwrap_or(Limit::Time);
            return Err(Refusal { what: limit.to_string(), span: Span::NONE, limit: Some(limit) });
        }
        self.refuse_misuse()?;
        Ok((execution, carried))
    }

    fn arrive(&mut self, execution: &mut Execution) -> Result<(), Refusal> {
        self.ex.reopen(execution);
        for s in std::mem::take(&mut execution.suspended) {
            if s.guard() == TermId::FALSE {
                continue;
            }
            self.arrive_one(&s)?;
        }
        self.ex.close(execution);
        Ok(())
    }

    /// The point of an arriving state, which covers it from now on.
    fn arrive_one(&mut self, s: &Suspended) -> Result<usize, Refusal> {
        if let Some(&i) = self.by_instance.get(&s.instance()) {
            let changed = self.cuts.arrive(&mut self.ex, &mut self.points[i].cut, s);
            self.points[i].open |= changed.map_err(|e| self.refuse(e, s.name))?;
            return Ok(i);
        }
        let cut = self.cuts.begin(&mut self.ex, s).map_err(|e| self.refuse(e, s.name))?;
        self.by_instance.insert(s.instance(), self.points.len());
        self.points.push(Point { cut, open: true });
        Ok(self.points.len() - 1)
    }

    fn refuse(&self, e: CutError, at: LoopName) -> Refusal {
        let span = if e.span.is_none() { self.loop_span(at) } else { e.span };
        Refusal { what: e.what.to_string(), span, limit: None }
    }

    fn refuse_misuse(&self) -> Result<(), Refusal> {
        let what = "an order or a number of pointers to heap objects of which there are many";
        match self.ex.misuses_nodes() {
            true => Err(Refusal { what: what.into(), span: Span::NONE, limit: None }),
            false => Ok(()),
        }
    }

    fn loop_span(&self, name: LoopName) -> Span {
        let func = &self.program.funcs[name.func];
        find_loops(func).iter().find(|l| Some(l.head) == name.head).map_or(func.span, |l| l.span)
    }

    // ---- the system ------------------------------------------------------------------------------------------------

    /// Executes every block once more, for its edges. `None`: the cuts do not cover all that arrives yet.
    fn blocks(&mut self) -> Result<Option<Vec<Block>>, Refusal> {
        let learnt = self.ex.learnt();
        let mut blocks = Vec::new();
        for from in std::iter::once(None).chain((0..self.points.len()).map(Some)) {
            let block = self.block(from)?;
            self.promote(from, &block.carried, &block.execution);
            blocks.push(block);
        }
        if self.policy.grew || self.ex.learnt() != learnt {
            self.restart();
            return Ok(None);
        }
        Ok(self.points.iter().all(|p| !p.open).then_some(blocks))
    }

    fn block(&mut self, point: Option<usize>) -> Result<Block, Refusal> {
        let (mut execution, carried) = self.execute(point)?;
        let mut arrivals = Vec::new();
        self.ex.reopen(&mut execution);
        for s in std::mem::take(&mut execution.suspended) {
            if s.guard() == TermId::FALSE {
                continue;
            }
            let target = self.arrive_one(&s)?;
            let values = self.cuts.values(&mut self.ex, &self.points[target].cut, &s);
            let values = values.map_err(|e| self.refuse(e, s.name))?;
            arrivals.push(Arrival { guard: s.guard(), target, values });
        }
        self.ex.close(&mut execution);
        Ok(Block { arrivals, execution, carried })
    }

    fn assemble(mut self, blocks: Vec<Block>) -> Result<System, Refusal> {
        self.refuse_misuse()?;
        let keys: BTreeMap<(Leaf, Part), ()> =
            self.points.iter().flat_map(|p| p.cut.variables()).map(|key| (key, ())).collect();
        let index: BTreeMap<(Leaf, Part), u32> = keys.into_keys().zip(1..).collect();
        let vars = self.variables(&index);
        let locations = self.locations(&index);
        let (pointers, pools) = (self.pointers(), self.pools(&index));
        let targets: Vec<Vec<u32>> =
            self.points.iter().map(|p| p.cut.variables().iter().map(|key| index[key]).collect()).collect();
        let mut system = System {
            terms: std::mem::take(&mut self.ex.terms),
            automaton: automaton(&blocks, &targets, locations.len()),
            vars,
            inputs: Vec::new(),
            locations,
            bad: blocks.iter().enumerate().flat_map(|(i, b)| bad(begins_at(i), &b.execution)).collect(),
            reached: Vec::new(),
            assumed: Vec::new(),
            missing_bodies: missing_bodies(&blocks),
            contracts: self.contracts(),
            pools,
            pointers,
            objects: self.ex.objects.iter().map(|o| o.kind).collect(),
            cells: Vec::new(),
            prophecies: Vec::new(),
        };
        tell_calls(&mut system, &blocks);
        system.flatten();
        system.assumed = assumed(&mut system, &blocks);
        for (i, block) in blocks.into_iter().enumerate() {
            let events: Vec<Event> = block.execution.events.into_iter().skip(block.carried.len()).collect();
            system.locations[begins_at(i) as usize].step = Step { events };
        }
        system.inputs = system.find_inputs();
        Ok(system)
    }

    /// The program counter and the variables in the order of `index`.
    fn variables(&mut self, index: &BTreeMap<(Leaf, Part), u32>) -> Vec<StateVar> {
        let width = (usize::BITS - (self.points.len() + 1).leading_zeros()).max(1);
        let terms = &mut self.ex.terms;
        let pc = terms.fresh("pc", Sort::Bv(width));
        let init = terms.bv(width, System::ENTRY.into());
        let mut vars =
            vec![StateVar { name: "pc".into(), ty: None, span: Span::NONE, now: pc, init, next: pc, place: None }];
        for &(leaf, part) in index.keys() {
            let Some(now) = self.cuts.symbol_of(leaf, part) else { continue };
            let init = zero(&mut self.ex.terms, now);
            let naming = Naming { program: self.program, names: self.names, objects: &self.ex.objects };
            let (name, ty, span) = naming.describe(leaf, part);
            let ty = ty.filter(|ty| is_like(*ty, self.ex.terms.sort(now)));
            vars.push(StateVar { name, ty, span, now, init, next: now, place: Some((leaf, part)) });
        }
        distinguish(&mut vars);
        vars
    }

    fn pointers(&mut self) -> Vec<Vec<(TermId, TermId)>> {
        let mut all = vec![Vec::new(); 2];
        for point in &self.points {
            all.push(point.cut.pointers(&mut self.ex.terms));
        }
        all
    }

    fn pools(&mut self, index: &BTreeMap<(Leaf, Part), u32>) -> Vec<Pool> {
        let mut pools = Vec::new();
        for object in self.ex.pools() {
            let var = |leaf: Leaf| index.get(&(leaf, Part::Value)).copied();
            let (Some(count), Some(alive)) = (var(Leaf::Nodes { object }), var(Leaf::Lives { object })) else {
                continue;
            };
            let mut fields = Vec::new();
            for (&(leaf, part), &v) in index {
                if matches!(leaf, Leaf::Field { object: o, .. } if o == object) {
                    let sort = self.cuts.symbol_of(leaf, part).map(|t| self.ex.terms.sort(t));
                    fields.push((v, matches!(sort, Some(Sort::Array { elem: POINTER_BITS, .. }))));
                }
            }
            let first = 2 * pools.len() + 1;
            let bound = [first, first + 1].map(|n| self.ex.terms.symbol(&bound_name(n), Sort::Bv(NODE_BITS)));
            pools.push(Pool { object, count, alive, fields, bound });
        }
        pools
    }

    fn locations(&self, index: &BTreeMap<(Leaf, Part), u32>) -> Vec<Location> {
        let special = |name: &str| Location {
            name: name.into(),
            of: None,
            span: Span::NONE,
            around: Vec::new(),
            live: Vec::new(),
            step: Step::default(),
        };
        let mut locations = vec![special("ENTRY"), special("END")];
        for point in &self.points {
            let mut live: Vec<u32> = point.cut.variables().iter().map(|key| index[key]).collect();
            live.sort_unstable();
            let name = point.cut.name;
            let span = self.loop_span(name);
            locations.push(Location {
                name: self.location_name(&point.cut),
                of: Some(name),
                span,
                around: self.around(&point.cut),
                live,
                step: Step::default(),
            });
        }
        locations
    }

    /// Loops that are cut are around all their iterations alike.
    fn around(&self, cut: &Cut) -> Vec<Around> {
        let mut around = cut.around();
        around.retain(|a| match *a {
            Around::Call { .. } => true,
            Around::Loop { func, number, .. } => {
                let loops = find_loops(&self.program.funcs[func]);
                let head = loops.get(number as usize).map(|l| l.head);
                !self.policy.cut.contains(&LoopName { func, head })
            }
        });
        around
    }

    /// Of the functions that have a location of their own.
    fn contracts(&self) -> Contracts {
        let mut contracts = Contracts::default();
        let mut seen: FxHashMap<String, u32> = FxHashMap::default();
        for (i, point) in self.points.iter().enumerate().filter(|(_, p)| p.cut.name.head.is_none()) {
            let func = point.cut.name.func;
            let f = &self.program.funcs[func];
            let mut name = self.names.name(f.name).to_string();
            let count = seen.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count > 1 {
                name = format!("{name}#{count}");
            }
            let (ins, outs) = self.formals(func);
            contracts.functions.push(Contract { func, name, span: f.span, location: location(i), ins, outs });
        }
        contracts
    }

    /// Names and types; their terms come with the calls.
    fn formals(&self, func: FuncId) -> (Vec<Formal>, Vec<Formal>) {
        let f = &self.program.funcs[func];
        let formal = |name: String, ty: Option<Ty>| Formal { name, ty, term: TermId::TRUE, before: None };
        let mut ins: Vec<Formal> = Vec::new();
        for (i, p) in f.params.iter().enumerate() {
            let var = &f.vars[*p];
            let name = var.name.map_or_else(|| format!("argument {i}"), |n| self.names.name(n).to_string());
            ins.push(formal(name, Some(var.ty)));
        }
        let mut outs: Vec<Formal> = f.ret.map(|ty| formal("result".into(), Some(ty))).into_iter().collect();
        for &global in self.policy.contract_of(func).iter().flat_map(|w| w.iter()) {
            let g = &self.program.globals[global];
            let name = self.names.name(g.name);
            let ty = self.program.types.as_int(g.cty.ty).filter(|f| u64::from(f.bits) == g.size * 8).map(Ty::Int);
            ins.push(formal(name.to_string(), ty));
            outs.push(Formal { before: Some(ins.len() - 1), ..formal(format!("new {name}"), ty) });
        }
        let mut seen = FxHashSet::default();
        for formal in ins.iter_mut().chain(&mut outs) {
            while !seen.insert(formal.name.clone()) {
                formal.name.push('#');
            }
        }
        (ins, outs)
    }

    /// `f.1` for the second loop of `f`, with the calls before it: `main > f.1`; `f()` for the beginning of `f`.
    fn location_name(&self, cut: &Cut) -> String {
        let mut parts: Vec<String> = cut
            .functions()
            .filter(|f| *f != self.program.entry)
            .map(|f| self.names.name(self.program.funcs[f].name).to_string())
            .collect();
        if cut.name.head.is_none() {
            return format!("{}()", self.names.name(self.program.funcs[cut.name.func].name));
        }
        let number = find_loops(&self.program.funcs[cut.name.func]).iter().position(|l| Some(l.head) == cut.name.head);
        if let (Some(last), Some(number)) = (parts.last_mut(), number) {
            last.push_str(&format!(".{number}"));
        } else if let Some(block) = cut.name.head.filter(|_| cut.at_block) {
            parts.push(block.to_string());
        }
        parts.join(" > ")
    }
}

/// The edges and what they reach. `targets` are the variables of the points.
fn automaton(blocks: &[Block], targets: &[Vec<u32>], locations: usize) -> Automaton {
    let mut automaton = Automaton::new(locations);
    for (i, block) in blocks.iter().enumerate() {
        let from = begins_at(i);
        for arrival in &block.arrivals {
            let values = targets[arrival.target].iter().zip(&arrival.values);
            let mut assignments: Vec<(u32, TermId)> =
                values.filter_map(|(var, value)| Some((*var, (*value)?))).collect();
            assignments.sort_unstable_by_key(|a| a.0);
            automaton.add(Edge { from, to: location(arrival.target), guard: arrival.guard, assignments });
        }
        let reached: BTreeMap<PropId, TermId> = block.execution.reached.iter().map(|(p, t)| (*p, *t)).collect();
        automaton.places[from as usize].reached = reached.into_iter().collect();
    }
    automaton
}

/// The calls and returns of functions with contracts, and symbols for what the contracts speak of.
fn tell_calls(system: &mut System, blocks: &[Block]) {
    let System { contracts, terms, .. } = system;
    let Contracts { functions, calls, returns, .. } = contracts;
    let index: FxHashMap<FuncId, usize> = functions.iter().enumerate().map(|(i, c)| (c.func, i)).collect();
    for (i, block) in blocks.iter().enumerate() {
        let location = begins_at(i);
        for c in &block.execution.calls {
            let Some(&contract) = index.get(&c.func) else { continue };
            let (ins, outs) = (c.ins.clone(), c.outs.clone());
            calls.push(Call { contract, location, guard: c.guard, taken: c.taken, ins, outs });
        }
        for r in &block.execution.returns {
            let Some(&contract) = index.get(&r.func) else { continue };
            returns.push(Return { contract, location, guard: r.guard, ins: r.ins.clone(), outs: r.outs.clone() });
        }
    }
    for call in calls.iter() {
        let contract = &mut functions[call.contract];
        let formals = contract.ins.iter_mut().chain(&mut contract.outs);
        for (formal, actual) in formals.zip(call.ins.iter().chain(&call.outs)) {
            if formal.term == TermId::TRUE {
                formal.term = terms.fresh("formal", terms.sort(*actual));
            }
        }
    }
}

/// Something bad in a step; `before` claims are before it in the order of execution.
struct Found {
    kind: BadKind,
    span: Span,
    beyond: Option<LoopName>,
    before: usize,
    cond: TermId,
}

fn found(kind: BadKind, span: Span, before: usize, cond: TermId) -> Found {
    Found { kind, span, beyond: None, before, cond }
}

/// What may go wrong in a step from a location.
fn bad(location: u32, execution: &Execution) -> Vec<Bad> {
    let end = execution.claims.len();
    let inexact = |reason: &str| BadKind::Inexact(reason.to_string());
    let claims = execution.claims.iter().enumerate();
    let claims = claims.map(|(i, c)| found(BadKind::Violation(c.prop), c.span, i, c.cond));
    let gaps = &execution.gaps;
    let gaps = gaps.iter().map(|g| found(inexact(g.reason), g.span, g.claims, g.cond));
    // What cuts a path comes after all claims of the path.
    const DEEP: &str = "recursion that is deeper than the model follows";
    const ON: &str = "a loop that goes on for longer than the model follows it";
    const LONG: &str = "a path that is longer than the model follows";
    let deep = execution.unwindings.iter().map(|u| {
        let what = if u.name.head.is_some() { ON } else { DEEP };
        Found { beyond: Some(u.name), ..found(inexact(what), Span::NONE, end, u.cond) }
    });
    let long = execution.too_long.iter().map(|c| found(inexact(LONG), Span::NONE, end, *c));
    let mut found: Vec<Found> = gaps.chain(claims).chain(deep).chain(long).collect();
    found.sort_by_key(|f| f.before);
    let mut number: FxHashMap<(BadKind, Span, Option<LoopName>), usize> = FxHashMap::default();
    let mut all: Vec<Bad> = Vec::new();
    for (i, f) in found.into_iter().enumerate().filter(|(_, f)| f.cond != TermId::FALSE) {
        let bad = *number.entry((f.kind.clone(), f.span, f.beyond)).or_insert_with(|| {
            let (kind, span, beyond) = (f.kind, f.span, f.beyond);
            all.push(Bad { location, kind, cond: TermId::FALSE, span, beyond, parts: Vec::new() });
            all.len() - 1
        });
        all[bad].parts.push((i as u32, f.cond));
    }
    all
}

fn assumed(system: &mut System, blocks: &[Block]) -> Vec<Assumption> {
    let mut all: BTreeMap<Span, [TermId; 2]> = BTreeMap::new();
    for (i, block) in blocks.iter().enumerate() {
        let here = system.at_location(begins_at(i));
        for (&span, conds) in &block.execution.assumed {
            let known = all.entry(span).or_insert([TermId::FALSE; 2]);
            for (known, cond) in known.iter_mut().zip(conds) {
                let cond = system.terms.and(here, *cond);
                *known = system.terms.or(*known, cond);
            }
        }
    }
    all.into_iter().map(|(span, [reached, passed])| Assumption { span, reached, passed }).collect()
}

/// Each function once.
fn missing_bodies(blocks: &[Block]) -> Vec<(FuncId, Span)> {
    let mut seen = FxHashSet::default();
    let all = blocks.iter().flat_map(|b| &b.execution.missing_bodies).copied();
    all.filter(|(func, _)| seen.insert(*func)).collect()
}

/// Is a value of the type a term of the sort? (A `_Bool` in memory is a whole byte.)
fn is_like(ty: Ty, sort: Sort) -> bool {
    match (ty, sort) {
        (Ty::BOOL, sort) => sort == Sort::Bool,
        (Ty::Int(f), Sort::Bv(width)) => u32::from(f.bits) == width,
        (Ty::Float(f), Sort::Bv(width)) => f.bits() == width,
        (Ty::Int(_) | Ty::Float(_) | Ty::Ptr, _) => false,
    }
}

fn zero(terms: &mut Terms, like: TermId) -> TermId {
    match terms.sort(like) {
        Sort::Bool => TermId::FALSE,
        Sort::Bv(width) => terms.zero(width),
        Sort::Array { index, elem } => {
            let zero = terms.zero(elem);
            terms.const_array(index, zero)
        }
    }
}

/// Symbols for nodes are `$1` and `$2` for the first pool, and so on.
fn bound_name(number: usize) -> String {
    format!("${number}")
}

/// Variables of one name (locals of one function called twice) get numbers.
fn distinguish(vars: &mut [StateVar]) {
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    for var in vars {
        let count = seen.entry(var.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            var.name = format!("{}#{count}", var.name);
        }
    }
}
