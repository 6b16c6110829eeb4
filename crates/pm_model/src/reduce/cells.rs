//! Arrays by a few of their cells, at indices that are chosen in advance (prophecies).
//!
//! A *prophecy* is a variable that an input chooses in the first step and that never changes. A *cell* `c` of an array `A` stands for
//! `A[t]`, where the index `t` is a term over prophecies (and variables that never change), or over variables if an element is computed from one
//! of the same array that a step before it computed. The arrays go: a read `A[e]` becomes
//! `e == t ? c : any`, and the next value of `c` is what the next `A` holds at `t`.
//!
//! A bad condition that reads `A[f(x)]` becomes *bad and (x = w or x is out of w's range)*, where the prophecy `w` stands for `x` and there is a
//! cell at `f(w)`: who violates the property knows where, and chose `w` accordingly. So every execution of the program is one of the new system for
//! each choice of prophecies, and every violation is one for some choice: what is proved here holds in the program. The converse is not true, so
//! nothing that is found here is a counterexample. (docs/soundness.md has the argument in full.)
//!
//! Where properties read no array, cells are of prefix sums ([`prefix`]), if there are any, or are at indices that never change and that the program stores
//! at: a loop that looks for an element ends there.

use super::linear::{Linear, Places};
use super::prefix;
use super::shape::{bits_of, is_cast, leaves, match_index, stores_and_reads};
use crate::automaton::{Automaton, Edge};
use crate::system::{StateVar, System};
use pm_base::Span;
use pm_ir::Ty;
use pm_term::{NodeSet, Op, Sort, Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Prophecies for one bad condition.
const MAX_LEAVES: usize = 4;
/// Cells of one array.
const MAX_CELLS: usize = 4;
/// Cells of all arrays.
const MAX_ALL: usize = 24;

/// Bits of an index whose array is small: not worth cells if no property reads it.
const SMALL: u32 = 8;

/// What the reduction made of a system.
pub struct Cells {
    /// Variables (indices) that are chosen in the first step, and the largest value that is.
    pub prophecies: Vec<(usize, u64)>,
    pub cells: Vec<Cell>,
    /// What the properties say of the cells at the prophecies, over variables.
    pub claims: Vec<TermId>,
    /// The system as it was.
    pub concrete: Concrete,
}

/// One element of an array.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The array (index of a variable, which is of no use any more).
    pub array: usize,
    /// Over prophecies and other variables.
    pub index: TermId,
    /// The variable that holds the element.
    pub var: usize,
}

/// The steps, the inputs and the bad conditions before arrays went.
pub struct Concrete {
    pub automaton: Automaton,
    /// Of so many variables.
    pub next: Vec<TermId>,
    pub inputs: Vec<TermId>,
    /// By location: something bad happens in its step.
    pub bad: Vec<TermId>,
}

impl Concrete {
    pub fn of(system: &mut System) -> Concrete {
        let mut bad = vec![TermId::FALSE; system.locations.len()];
        for i in 0..system.bad.len() {
            let (location, claim) = (system.bad[i].location as usize, system.claim(i));
            bad[location] = system.terms.or(bad[location], claim);
        }
        let next = system.vars.iter().map(|v| v.next).collect();
        Concrete { automaton: system.automaton.clone(), next, inputs: system.inputs.clone(), bad }
    }
}

/// Puts cells in place of arrays. `None`, and the system as it was, if no property reads an array, there are no sums over one, and no loop ends by one.
pub fn cells(system: &mut System) -> Option<Cells> {
    let arrays = arrays(system);
    if arrays.is_empty() {
        return None;
    }
    let mut plan = Plan::new(system, arrays);
    for bad in 0..plan.system.bad.len() {
        plan.prophesy(bad);
    }
    if plan.cells.is_empty() {
        return of_sums(system).or_else(|| at_marks(system));
    }
    plan.close();
    plan.follow();
    Some(plan.carry_out())
}

/// Cells of prefix sums: no property reads an array, but what it reads may be a sum over one.
fn of_sums(system: &mut System) -> Option<Cells> {
    let sums = prefix::introduce(system);
    if sums.is_empty() {
        return None;
    }
    let arrays = arrays(system);
    let mut plan = Plan::new(system, arrays);
    plan.demands = vec![Vec::new(); plan.system.bad.len()];
    for sum in &sums {
        plan.sums.push(plan.system.vars[sum.var].now.node());
        for &index in &sum.fixed {
            plan.cells.push((sum.var, index));
        }
    }
    plan.fixed = plan.cells.len();
    for sum in &sums {
        plan.cells.extend(sum.moving.iter().map(|&index| (sum.var, index)));
    }
    Some(plan.carry_out())
}

/// Cells where the program stores at an index that never changes: no property reads an array, but a loop may end at such an element.
fn at_marks(system: &mut System) -> Option<Cells> {
    let arrays = arrays(system);
    let deciding: Vec<TermId> = reads(&system.terms, system.vars[System::PC].next).into_iter().map(|r| r.0).collect();
    let mut plan = Plan::new(system, arrays);
    let mut marked: Vec<usize> =
        deciding.into_iter().flat_map(|array| bases(&plan.system.terms, &plan.arrays, array)).collect();
    marked.sort_unstable();
    marked.dedup();
    marked.retain(
        |&v| matches!(plan.system.terms.sort(plan.system.vars[v].now), Sort::Array { index, .. } if index > SMALL),
    );
    for array in marked {
        let (stores, _) = stores_and_reads(&plan.system.terms, plan.system.vars[array].next);
        for index in stores {
            if leaves(&plan.system.terms, index).into_iter().all(|leaf| plan.is_frozen(leaf)) {
                plan.add_cell(array, index);
            }
        }
    }
    if plan.cells.is_empty() {
        return None;
    }
    plan.demands = vec![Vec::new(); plan.system.bad.len()];
    plan.fixed = plan.cells.len();
    Some(plan.carry_out())
}

/// The variables that are arrays, by the nodes of their symbols.
fn arrays(system: &System) -> FxHashMap<usize, usize> {
    let is_array = |v: &usize| system.terms.sort(system.vars[*v].now).is_array();
    (0..system.vars.len()).filter(is_array).map(|v| (system.vars[v].now.node(), v)).collect()
}

/// What a bad condition demands: leaves of its indices have the values of prophecies.
type Demand = Vec<(TermId, Slot)>;

/// A prophecy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot {
    symbol: TermId,
    width: u32,
    /// Its largest value: indices of arrays are not negative, and no larger than the array or one of its dimensions.
    last: u64,
}

struct Plan<'s> {
    system: &'s mut System,
    /// Variables by the node of their symbol.
    arrays: FxHashMap<usize, usize>,
    slots: Vec<Slot>,
    /// By bad condition.
    demands: Vec<Demand>,
    /// Arrays and indices.
    cells: Vec<(usize, TermId)>,
    /// So many of them are at prophecies; the others move with the variables of their indices.
    fixed: usize,
    /// Nodes of arrays whose elements at indices that are chosen are chosen elements.
    sums: Vec<usize>,
}

impl<'s> Plan<'s> {
    fn new(system: &'s mut System, arrays: FxHashMap<usize, usize>) -> Self {
        Plan { system, arrays, slots: Vec::new(), demands: Vec::new(), cells: Vec::new(), fixed: 0, sums: Vec::new() }
    }

    /// Prophecies and cells for what a bad condition reads. Conditions share prophecies: an execution violates one of them first.
    fn prophesy(&mut self, bad: usize) {
        let cond = self.system.bad[bad].cond;
        // What happens in the first step happens before the choice.
        let is_first = self.system.bad[bad].location == System::ENTRY;
        let reads = if is_first { Vec::new() } else { reads(&self.system.terms, cond) };
        let mut demand: Demand = Vec::new();
        let all = reads.clone();
        for (array, index) in reads {
            let bases = bases(&self.system.terms, &self.arrays, array);
            if bases.is_empty() {
                continue;
            }
            let new: Vec<TermId> = leaves(&self.system.terms, index)
                .into_iter()
                .filter(|l| !self.is_frozen(*l) && demand.iter().all(|(d, _)| d != l))
                .collect();
            if demand.len() + new.len() > MAX_LEAVES {
                continue;
            }
            for leaf in new {
                let width = self.system.terms.width(leaf);
                let last = last_of(&self.system.terms, &all, leaf);
                let taken = demand.iter().filter(|(_, s)| (s.width, s.last) == (width, last)).count();
                let slot = self.slot(width, last, taken);
                demand.push((leaf, slot));
            }
            let mut to = Substitution::new();
            demand.iter().for_each(|(leaf, slot)| to.replace(*leaf, slot.symbol));
            let at = self.system.terms.substitute(index, &mut to);
            bases.into_iter().for_each(|a| self.add_cell(a, at));
        }
        self.demands.push(demand);
    }

    /// The prophecy of this kind with this number.
    fn slot(&mut self, width: u32, last: u64, number: usize) -> Slot {
        let known = self.slots.iter().filter(|s| (s.width, s.last) == (width, last)).nth(number);
        known.copied().unwrap_or_else(|| {
            let symbol = self.system.terms.fresh("prophecy", Sort::Bv(width));
            let slot = Slot { symbol, width, last };
            self.slots.push(slot);
            slot
        })
    }

    fn add_cell(&mut self, array: usize, index: TermId) {
        let of_array = self.cells.iter().filter(|c| c.0 == array).count();
        if !self.cells.contains(&(array, index)) && of_array < MAX_CELLS && self.cells.len() < MAX_ALL {
            self.cells.push((array, index));
        }
    }

    /// A variable that only the first step changes.
    fn is_frozen(&self, t: TermId) -> bool {
        let var = self.system.vars.iter().position(|v| v.now == t);
        var.is_some_and(|v| self.system.automaton.is_frozen(v))
    }

    /// What a cell is computed from needs cells, too.
    fn close(&mut self) {
        let mut done = 0;
        while done < self.cells.len() {
            let (array, at) = self.cells[done];
            done += 1;
            let (now, next) = (self.system.vars[array].now, self.system.vars[array].next);
            let (stores, reads) = stores_and_reads(&self.system.terms, next);
            for &stored in &stores {
                let Some(map) = match_index(&mut self.system.terms, stored, at) else { continue };
                for &(of, index) in reads.iter().filter(|(of, _)| *of != now) {
                    let known = |l: &TermId| map.iter().any(|(from, _)| from == l);
                    let all = leaves(&self.system.terms, index);
                    if !all.iter().all(|l| known(l) || self.is_frozen(*l)) {
                        continue;
                    }
                    let mut to = Substitution::new();
                    map.iter().for_each(|(leaf, t)| to.replace(*leaf, *t));
                    let index = self.system.terms.substitute(index, &mut to);
                    let bases = bases(&self.system.terms, &self.arrays, of);
                    bases.into_iter().for_each(|a| self.add_cell(a, index));
                }
            }
        }
    }

    /// A step that computes an element from others of the same array needs these, too: cells at the indices that are read next.
    fn follow(&mut self) {
        self.fixed = self.cells.len();
        let mut arrays: Vec<usize> = self.cells.iter().map(|c| c.0).collect();
        arrays.dedup();
        for array in arrays {
            let (now, next) = (self.system.vars[array].now, self.system.vars[array].next);
            let (stores, reads) = stores_and_reads(&self.system.terms, next);
            for (_, index) in reads.into_iter().filter(|(of, index)| *of == now && !stores.contains(index)) {
                let all = leaves(&self.system.terms, index);
                if !all.is_empty() && all.iter().all(|l| self.system.vars.iter().any(|v| v.now == *l)) {
                    self.add_cell(array, index);
                }
            }
        }
    }

    fn carry_out(self) -> Cells {
        let Plan { system, arrays, slots, demands, cells, fixed, sums } = self;
        let concrete = Concrete::of(system);
        let claims = claims(system, &demands);
        let first = add_prophecies(system, &slots);
        let cells = add_cells(system, &cells);
        let mut reader = Reader::new(&arrays, &cells, &system.vars, sums);
        let mut steps = Steps { system, reader: &mut reader, prophecies: &first, cells: &cells, fixed };
        let edges: Vec<Edge> = concrete.automaton.edges().map(|e| steps.edge(e)).collect();
        system.automaton.places.iter_mut().for_each(|p| p.edges.clear());
        edges.into_iter().for_each(|e| system.automaton.add(e));
        demand_all(system, &mut reader, &demands);
        let claims: Vec<TermId> = claims.into_iter().map(|t| reader.term(&mut system.terms, t)).collect();
        system.locations.iter_mut().for_each(|l| l.step.events.clear());
        bring_to_life(system, &first, &cells);
        system.flatten();
        system.inputs = inputs(system);
        let vars: FxHashSet<TermId> = system.vars.iter().map(|v| v.now).collect();
        let claims = claims.into_iter().map(|t| without_inputs(&mut system.terms, t, &vars));
        let claims: Vec<TermId> = claims.collect();
        let symbols = |t: TermId| system.terms.symbols_of(&[t]).into_iter().map(|s| system.terms.symbol_term(s));
        let is_fact = |t: &TermId| !system.terms.is_const(*t) && symbols(*t).all(|s| vars.contains(&s));
        let claims = claims.into_iter().filter(is_fact).collect();
        let prophecies: Vec<(usize, u64)> = first.iter().zip(&slots).map(|(p, s)| (p.var, s.last)).collect();
        (system.cells, system.prophecies) = (cells.clone(), prophecies.clone());
        Cells { prophecies, cells, claims, concrete }
    }
}

/// The largest value that a leaf of the indices has if they do not wrap around, and dimensions keep to their sizes: a guess.
fn last_of(terms: &Terms, reads: &[(TermId, TermId)], leaf: TermId) -> u64 {
    let width = terms.width(leaf);
    let bits = reads.iter().map(|(_, index)| bits_of(terms, *index, leaf)).min().unwrap_or(width);
    let bits = bits.min((width - 1).max(1)).min(63);
    let mut last = (1 << bits) - 1;
    for (_, index) in reads {
        let digits = Linear::of(terms, *index).and_then(|l| l.digits(0)).filter(|digits| digits.len() > 1);
        let own = digits.into_iter().flatten().find(|digit| digit.0 == leaf);
        last = own.map_or(last, |digit| digit.2.min(last));
    }
    last
}

/// All selects below a term, arguments first: array and index.
fn reads(terms: &Terms, t: TermId) -> Vec<(TermId, TermId)> {
    let selects = terms.cone(&[t]).into_iter().filter(|&t| terms.op(t) == Op::Select);
    selects.map(|t| (terms.args(t)[0], terms.args(t)[1])).collect()
}

/// The array variables that an array is made from by stores and choices.
fn bases(terms: &Terms, arrays: &FxHashMap<usize, usize>, array: TermId) -> Vec<usize> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut left = vec![array];
    while let Some(t) = left.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.op(t) {
            Op::Store => left.push(terms.args(t)[0]),
            Op::Ite => left.extend_from_slice(&terms.args(t)[1..]),
            _ => out.extend(arrays.get(&t.node())),
        }
    }
    out.sort_unstable();
    out
}

struct Prophecy {
    var: usize,
    /// What it is chosen to be in the first step.
    input: TermId,
}

fn add_prophecies(system: &mut System, slots: &[Slot]) -> Vec<Prophecy> {
    let mut out = Vec::new();
    for (k, &Slot { symbol: now, width, last }) in slots.iter().enumerate() {
        let bits = 64 - last.max(1).leading_zeros();
        let input = system.terms.fresh("chosen", Sort::Bv(bits));
        let mut input = system.terms.zext(input, width);
        if !(last + 1).is_power_of_two() {
            let (most, zero) = (system.terms.bv(width, last.into()), system.terms.zero(width));
            let fits = system.terms.ule(input, most);
            input = system.terms.ite(fits, input, zero);
        }
        let init = system.terms.zero(width);
        out.push(Prophecy { var: system.vars.len(), input });
        let (name, ty) = (format!("${}", k + 1), number(width));
        system.vars.push(StateVar { name, ty, span: Span::NONE, now, init, next: now, place: None });
    }
    out
}

fn add_cells(system: &mut System, cells: &[(usize, TermId)]) -> Vec<Cell> {
    let mut out = Vec::new();
    for (k, &(array, index)) in cells.iter().enumerate() {
        let (name, span) = (system.vars[array].name.clone(), system.vars[array].span);
        let of_array = cells[..k].iter().filter(|c| c.0 == array).count();
        let at = system.vars.iter().find(|v| is_cast(&system.terms, index, v.now));
        let name = match at {
            Some(at) => format!("{name}[{}]", at.name),
            None => format!("{name}${}", of_array + 1),
        };
        let Sort::Array { elem, .. } = system.terms.sort(system.vars[array].now) else { continue };
        let now = system.terms.fresh("cell", Sort::Bv(elem));
        let mut zero = Substitution::new();
        for v in &system.vars {
            zero.replace(v.now, v.init);
        }
        let at = system.terms.substitute(index, &mut zero);
        let init = system.terms.select(system.vars[array].init, at);
        out.push(Cell { array, index, var: system.vars.len() });
        system.vars.push(StateVar { name, ty: number(elem), span, now, init, next: now, place: None });
    }
    out
}

/// How the value of a prophecy or a cell is shown.
fn number(width: u32) -> Option<Ty> {
    matches!(width, 8 | 16 | 32 | 64).then(|| Ty::int(width as u8, true))
}

/// Prophecies live everywhere after the first step, cells where their arrays do.
fn bring_to_life(system: &mut System, prophecies: &[Prophecy], cells: &[Cell]) {
    for (l, location) in system.locations.iter_mut().enumerate() {
        if l == System::ENTRY as usize || l == System::END as usize {
            continue;
        }
        let of_cells = cells.iter().filter(|c| location.live.contains(&(c.array as u32))).map(|c| c.var as u32);
        let mut new: Vec<u32> = of_cells.collect();
        new.extend(prophecies.iter().map(|p| p.var as u32));
        location.live.retain(|v| !system.terms.sort(system.vars[*v as usize].now).is_array());
        location.live.extend(new);
        location.live.sort_unstable();
    }
}

/// Bad conditions at their prophecies, and what is reached, without arrays.
fn demand_all(system: &mut System, reader: &mut Reader, demands: &[Demand]) {
    let System { terms, automaton, bad, .. } = system;
    for (bad, demand) in bad.iter_mut().zip(demands) {
        let mut all = Vec::new();
        for &(leaf, slot) in demand {
            let leaf = reader.term(terms, leaf);
            let (met, last) = (terms.eq(leaf, slot.symbol), terms.bv(slot.width, slot.last.into()));
            let outside = terms.ugt(leaf, last);
            all.push(terms.or(met, outside));
        }
        let met = terms.and_all(&all);
        for (_, cond) in &mut bad.parts {
            let new = reader.term(terms, *cond);
            *cond = terms.and(new, met);
        }
    }
    let reached = automaton.places.iter_mut().flat_map(|p| &mut p.reached);
    reached.for_each(|r| r.1 = reader.term(terms, r.1));
}

/// For each bad condition that reads arrays: that it does not hold of the prophecies. Guesses for invariants.
fn claims(system: &mut System, demands: &[Demand]) -> Vec<TermId> {
    let mut out = Vec::new();
    for (bad, demand) in demands.iter().enumerate().filter(|(_, d)| !d.is_empty()) {
        let mut to = Substitution::new();
        demand.iter().for_each(|(leaf, slot)| to.replace(*leaf, slot.symbol));
        let claim = system.claim(bad);
        let claim = system.terms.substitute(claim, &mut to);
        out.push(system.terms.not(claim));
    }
    out
}

/// A term in which choices between something and an input are decided: reads are where the array is.
fn without_inputs(terms: &mut Terms, t: TermId, vars: &FxHashSet<TermId>) -> TermId {
    let mut to = Substitution::new();
    let is_input = |terms: &Terms, t: TermId| terms.op(t.regular()) == Op::Symbol && !vars.contains(&t.regular());
    for node in terms.cone(&[t]) {
        let args = terms.args(node);
        if terms.op(node) == Op::Ite && (is_input(terms, args[1]) || is_input(terms, args[2])) {
            let other = if is_input(terms, args[1]) { args[2] } else { args[1] };
            let other = terms.substitute(other, &mut to);
            to.replace(node, other);
        }
    }
    terms.substitute(t, &mut to)
}

/// Edges without arrays.
struct Steps<'a> {
    system: &'a mut System,
    reader: &'a mut Reader,
    prophecies: &'a [Prophecy],
    cells: &'a [Cell],
    /// So many cells are at prophecies; the others move with the variables of their indices.
    fixed: usize,
}

impl Steps<'_> {
    fn edge(&mut self, concrete: &Edge) -> Edge {
        let terms = &mut self.system.terms;
        let mut edge = concrete.clone();
        edge.assignments.retain(|(_, t)| !terms.sort(*t).is_array());
        edge.change(|t| self.reader.term(terms, t));
        // Where a cell is after the edge: its index over the variables of before.
        let mut moves = edge.along(&self.system.vars);
        let mut chosen = Substitution::new();
        if edge.from == System::ENTRY {
            for prophecy in self.prophecies {
                chosen.replace(self.system.vars[prophecy.var].now, prophecy.input);
            }
            let assigned = edge.assignments.iter().map(|&(v, t)| (v as usize, t));
            for (var, value) in assigned.filter(|(v, _)| self.system.automaton.is_frozen(*v)) {
                chosen.replace(self.system.vars[var].now, value);
            }
            self.prophecies.iter().for_each(|p| edge.assign(p.var, p.input));
        }
        for (k, cell) in self.cells.iter().enumerate() {
            let to = if k < self.fixed { &mut chosen } else { &mut moves };
            let index = self.system.terms.substitute(cell.index, to);
            let array = concrete.value(&self.system.vars, cell.array);
            edge.assign(cell.var, self.reader.read_of(&mut self.system.terms, array, index));
        }
        edge
    }
}

/// Terms without arrays.
struct Reader {
    /// By node of the array's symbol: indices and elements.
    cells: FxHashMap<usize, Vec<(TermId, TermId)>>,
    seen: NodeSet,
    memo: FxHashMap<usize, TermId>,
    reads: FxHashMap<(TermId, TermId), TermId>,
    /// Whether two indices are the same.
    same: FxHashMap<(TermId, TermId), TermId>,
    /// Arrays that are read at choices of indices by choices of elements.
    choosing: Vec<usize>,
}

impl Reader {
    fn new(arrays: &FxHashMap<usize, usize>, cells: &[Cell], vars: &[StateVar], choosing: Vec<usize>) -> Reader {
        let of = |v: usize| cells.iter().filter(|c| c.array == v).map(|c| (c.index, vars[c.var].now)).collect();
        let cells = arrays.iter().map(|(node, &v)| (*node, of(v))).collect();
        let (memo, reads, same) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Reader { cells, seen: NodeSet::default(), memo, reads, same, choosing }
    }

    /// Whether two indices are the same: by their digits, where they are digits; where they are not, and comparing is a matter of products, an input
    /// says so.
    fn same(&mut self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        // One input for both orders: an element that is stored where it was read stays.
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.same.get(&(a, b)) {
            return known;
        }
        let same = match Places::compare(terms, a, b) {
            None => terms.eq(a, b),
            Some(Places { are_digits, same, leaves }) => {
                let otherwise = if leaves > 1 { terms.fresh("same", Sort::Bool) } else { terms.eq(a, b) };
                terms.ite(are_digits, same, otherwise)
            }
        };
        self.same.insert((a, b), same);
        same
    }

    /// A term that is no array.
    fn term(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        self.prepare(terms, t);
        self.get(terms, t)
    }

    /// What an array holds at an index that has no arrays in it.
    fn read_of(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        self.prepare(terms, array);
        self.read(terms, array, index)
    }

    fn prepare(&mut self, terms: &mut Terms, t: TermId) {
        let mut order = Vec::new();
        terms.visit(&[t], &mut self.seen, |t| order.push(t));
        for t in order {
            if !terms.sort(t).is_array() {
                let new = self.rebuilt(terms, t);
                self.memo.insert(t.node(), new);
            }
        }
    }

    fn rebuilt(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let args = terms.args(t);
        match terms.op(t) {
            Op::Const | Op::Symbol => t,
            Op::Select => {
                let index = self.get(terms, args[1]);
                self.read(terms, args[0], index)
            }
            Op::Eq if terms.sort(args[0]).is_array() => terms.fresh("same", Sort::Bool),
            _ => {
                let mut new = [TermId::FALSE; 3];
                for (slot, &arg) in new.iter_mut().zip(args.iter()) {
                    *slot = self.get(terms, arg);
                }
                if new[..args.len()] == args[..] { t } else { terms.rebuild(t, &new[..args.len()]) }
            }
        }
    }

    fn get(&self, terms: &mut Terms, t: TermId) -> TermId {
        let Some(&new) = self.memo.get(&t.node()) else { unreachable!("arguments are rebuilt first") };
        if t.is_complemented() { terms.not(new) } else { new }
    }

    fn read(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        if let Some(&known) = self.reads.get(&(array, index)) {
            return known;
        }
        let args = terms.args(array);
        let value = match terms.op(array) {
            Op::Store => {
                let (at, elem) = (self.get(terms, args[1]), self.get(terms, args[2]));
                let hit = self.same(terms, at, index);
                match terms.const_bool(hit) {
                    Some(true) => elem,
                    _ => {
                        let below = self.read(terms, args[0], index);
                        terms.ite(hit, elem, below)
                    }
                }
            }
            Op::Ite => {
                let cond = self.get(terms, args[0]);
                let (then, other) = (self.read(terms, args[1], index), self.read(terms, args[2], index));
                terms.ite(cond, then, other)
            }
            Op::ConstArray => self.get(terms, args[0]),
            _ => self.symbol(terms, array, index),
        };
        self.reads.insert((array, index), value);
        value
    }

    fn symbol(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        let Sort::Array { elem, .. } = terms.sort(array) else { return array };
        let cells = self.cells.get(&array.node()).cloned().unwrap_or_default();
        if let Some((_, cell)) = cells.iter().find(|(at, _)| *at == index) {
            return *cell;
        }
        let choice = leaves(terms, index).into_iter().find(|&t| terms.op(t) == Op::Ite);
        if let (true, Some(choice)) = (self.choosing.contains(&array.node()), choice) {
            let args = terms.args(choice);
            let mut at = |branch: TermId| {
                let mut to = Substitution::new();
                to.replace(choice, branch);
                terms.substitute(index, &mut to)
            };
            let (then, other) = (at(args[1]), at(args[2]));
            let (then, other) = (self.read(terms, array, then), self.read(terms, array, other));
            return terms.ite(args[0], then, other);
        }
        let mut value = terms.fresh("read", Sort::Bv(elem));
        for (at, cell) in cells.into_iter().rev() {
            let hit = self.same(terms, at, index);
            value = terms.ite(hit, cell, value);
        }
        value
    }
}

/// The symbols that occur and are no variables.
fn inputs(system: &System) -> Vec<TermId> {
    let vars: FxHashSet<TermId> = system.vars.iter().map(|v| v.now).collect();
    let mut roots: Vec<TermId> = system.vars.iter().map(|v| v.next).collect();
    roots.extend(system.bad.iter().map(|b| b.cond));
    roots.extend(system.reached.iter().map(|r| r.1));
    let symbols = system.terms.symbols_of(&roots).into_iter().map(|s| system.terms.symbol_term(s));
    let mut found: Vec<TermId> = symbols.filter(|t| !vars.contains(t)).collect();
    found.sort_unstable_by_key(|t| t.node());
    found
}
