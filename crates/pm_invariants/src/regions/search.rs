//! From region to region, and beside them executions on values.

use super::lazy::Lazy;
use super::line::{Line, Range, lines};
use super::{Effort, Rows};
use crate::block::Block;
use crate::lemma::Path;
use pm_model::{BadKind, System};
use pm_solve::Limits;
use pm_term::domain::Abs;
use pm_term::{Bits, SymbolId, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

/// Regions of all locations together.
const REGIONS: usize = 100_000;
/// Regions that one step from one region leads to under one condition.
const SPREAD: usize = 64;
/// Conditions that a step is split into.
const CASES: usize = 2_000;
/// Of these at once.
const PIECES: usize = 12;
/// Joins before bounds jump to those of the region.
const PATIENCE: u32 = 3;
/// Values of all executions, and bounds of all regions: memory.
const VALUES: usize = 8_000_000;
const BOUNDS: usize = 4_000_000;
/// So many conditions in a row that no cut decides: this is no program for regions.
const UNDECIDED: usize = 2_000;
/// Nodes of all steps together: larger ones are not looked at.
const NODES: usize = 1_000_000;
/// More variables and inputs than that are not looked at.
const SYMBOLS: usize = 600;

pub enum End {
    /// Nothing bad can happen in the regions that are reached.
    Safe,
    /// The inputs of an execution to something bad.
    Bad(Path),
    /// It did not come to an end with so many regions.
    Cut {
        regions: usize,
    },
    Open,
}

/// How much regions say.
#[derive(Clone, Default)]
pub struct View {
    /// Variables that they say nothing of.
    pub left_out: FxHashSet<usize>,
    /// Of numbers, they tell classes alone.
    pub is_coarse: bool,
}

struct Region {
    location: u32,
    /// Of the variables that are followed there.
    bounds: Box<[Range]>,
    joins: u32,
    is_queued: bool,
    /// Inputs by which its steps differ.
    inputs: Vec<Box<[u64]>>,
    /// Executions that came here.
    visits: Vec<usize>,
    seen: FxHashSet<Box<[u64]>>,
}

/// An execution on values that came to a region.
struct Visit {
    region: usize,
    values: Box<[u64]>,
    /// The visit before, and the place of the step's inputs in its region's list.
    from: Option<(usize, usize)>,
    /// Inputs of the region that were tried.
    tried: usize,
    /// Executions that came to the region before.
    rank: usize,
}

struct Place {
    step: Lazy,
    /// Variables that are followed there.
    vars: Vec<usize>,
    /// The symbols that the step reads: node and number of the line.
    symbols: Rc<FxHashMap<u32, usize>>,
    /// Of these, the variables: node and place in `vars`.
    known: Vec<(u32, usize)>,
    /// By class.
    regions: FxHashMap<Box<[u32]>, usize>,
}

impl Place {
    fn new(system: &System, block: Block, vars: Vec<usize>) -> Place {
        let of_vars = block.reads.iter().map(|(node, v)| (*node, *v as usize));
        let of_inputs = block.inputs.iter().map(|(node, i)| (*node, system.vars.len() + *i as usize));
        let symbols = of_vars.clone().chain(of_inputs).collect();
        let known = of_vars.filter_map(|(node, v)| Some((node, vars.iter().position(|x| *x == v)?))).collect();
        Place { step: Lazy::new(block), vars, symbols: Rc::new(symbols), known, regions: FxHashMap::default() }
    }

    /// The line of the symbol at a node.
    fn line<'l>(&self, lines: &'l [Option<Line>], node: u32) -> Option<&'l Line> {
        lines[*self.symbols.get(&node)?].as_ref()
    }
}

pub struct Search<'a> {
    system: &'a System,
    limits: &'a Limits,
    /// Of variables, then of inputs.
    lines: Vec<Option<Line>>,
    places: Vec<Place>,
    regions: Vec<Region>,
    queue: VecDeque<usize>,
    visits: Vec<Visit>,
    /// Visits with inputs to try, those in places that are new first.
    walk: BinaryHeap<Reverse<(usize, usize)>>,
    effort: Effort,
    /// Joins before bounds jump to those of the region; without it they are those from the first.
    patience: u32,
    walks: bool,
    may_fail: bool,
    undecided: usize,
}

/// A limit is met, or the program is none for regions.
struct Stop;

/// What a step does under one condition.
struct Outcome {
    target: usize,
    values: Vec<Range>,
}

impl<'a> Search<'a> {
    pub fn new(system: &'a mut System, view: &View, effort: Effort, limits: &'a Limits) -> Option<Search<'a>> {
        if system.vars.len() + system.inputs.len() > SYMBOLS || system.bad.is_empty() {
            return None;
        }
        let blocks: Vec<Block> = (0..system.locations.len()).map(|l| Block::with_bad(system, l as u32)).collect();
        if blocks.iter().map(|b| b.nodes.len()).sum::<usize>() > NODES {
            return None;
        }
        let mut roots: Vec<TermId> = blocks.iter().flat_map(|b| b.roots.iter().copied()).collect();
        roots.extend(system.bad.iter().map(|b| b.cond));
        let system: &System = system;
        let lines = lines(system, &roots);
        let mut places = Vec::new();
        for (l, block) in blocks.into_iter().enumerate() {
            let is_followed = |v: &usize| *v != System::PC && lines[*v].is_some() && !view.left_out.contains(v);
            let has_value = |v: &usize| system.terms.const_u64(system.vars[*v].init).is_some();
            let vars: Vec<usize> = match l as u32 {
                System::ENTRY => (0..system.vars.len()).filter(is_followed).filter(has_value).collect(),
                _ => system.locations[l].live.iter().map(|v| *v as usize).filter(is_followed).collect(),
            };
            places.push(Place::new(system, block, vars));
        }
        let (regions, queue, visits, walk) = (Vec::new(), VecDeque::new(), Vec::new(), BinaryHeap::new());
        let (may_fail, undecided, patience) = (false, 0, if view.is_coarse { 0 } else { PATIENCE });
        let walks = view.left_out.is_empty() && !view.is_coarse;
        Some(Search {
            system,
            limits,
            lines,
            places,
            regions,
            queue,
            visits,
            walk,
            effort,
            patience,
            walks,
            may_fail,
            undecided,
        })
    }

    pub fn run(&mut self) -> End {
        let constants = self.system.vars.iter().map(|v| self.system.terms.const_u64(v.init).unwrap_or(0));
        let first: Box<[u64]> = constants.collect();
        let place = |v: &usize| Some(self.lines[*v].as_ref()?.place(first[*v]));
        let values: Vec<Range> =
            self.places[System::ENTRY as usize].vars.iter().filter_map(place).map(|p| (p, p)).collect();
        self.enter(System::ENTRY as usize, &values);
        // Executions need the values of all variables.
        if self.walks {
            self.visit(0, first, None);
        }
        loop {
            let region = self.queue.pop_front();
            let visit = self.walk.pop().map(|Reverse((_, visit))| visit);
            let is_hopeless = self.may_fail && !self.walks;
            if is_hopeless || region.is_none() && (!self.may_fail || visit.is_none()) {
                break;
            }
            if let Some(region) = region
                && self.leave(region).is_err()
            {
                return if self.is_spent() { self.cut() } else { End::Open };
            }
            if let Some(visit) = visit
                && let Some(path) = self.walk_on(visit)
            {
                return End::Bad(path);
            }
            if self.is_spent() || self.limits.exceeded().is_some() {
                return self.cut();
            }
            if self.is_large() {
                return End::Open;
            }
        }
        if self.may_fail { End::Open } else { End::Safe }
    }

    fn is_large(&self) -> bool {
        let vars = self.system.vars.len();
        self.visits.len() * vars > VALUES || self.regions.len() * vars > BOUNDS || self.regions.len() > REGIONS
    }

    fn is_spent(&self) -> bool {
        let work: usize = self.places.iter().map(|p| p.step.work).sum();
        work > self.effort.work() || self.visits.len() > self.effort.visits(self.regions.len())
    }

    fn cut(&self) -> End {
        End::Cut { regions: self.regions.len() }
    }

    pub fn regions(&self) -> usize {
        self.regions.len()
    }

    /// Variables that have more than one value in some region.
    pub fn numbers(&self) -> FxHashSet<usize> {
        let mut out = FxHashSet::default();
        for region in &self.regions {
            let vars = &self.places[region.location as usize].vars;
            out.extend(vars.iter().zip(&region.bounds).filter(|(_, (lo, hi))| lo != hi).map(|(v, _)| *v));
        }
        out
    }

    /// What is reached, by location.
    pub fn rows(self) -> Vec<Rows> {
        let mut out: Vec<Rows> = Vec::new();
        for (l, place) in self.places.iter().enumerate() {
            let column = |v: &usize| Some((self.system.vars[*v].now, self.lines[*v].clone()?));
            let columns = place.vars.iter().filter_map(column).collect();
            out.push(Rows { location: l as u32, columns, rows: Vec::new() });
        }
        for region in self.regions {
            out[region.location as usize].rows.push(region.bounds);
        }
        out.retain(|r| ![System::ENTRY, System::END].contains(&r.location));
        out
    }

    // ---- regions -------------------------------------------------------------------------------------------------

    /// All steps from a region.
    fn leave(&mut self, region: usize) -> Result<(), Stop> {
        self.regions[region].is_queued = false;
        let location = self.regions[region].location as usize;
        let bounds = self.regions[region].bounds.clone();
        let mut cases: Vec<Vec<(u32, Range)>> = vec![Vec::new()];
        let mut done = 0;
        while let Some(case) = cases.pop() {
            done += 1;
            if done > CASES || self.undecided > UNDECIDED || self.is_spent() {
                return Err(Stop);
            }
            self.set_up(location, &bounds, &case);
            match self.outcomes(location) {
                Ok(outcomes) => {
                    let inputs = self.inputs_of(location, &case);
                    self.add_inputs(region, inputs);
                    for outcome in outcomes {
                        self.spread(outcome)?;
                    }
                }
                Err(symbol) => self.split(location, &bounds, case, symbol, &mut cases),
            }
        }
        Ok(())
    }

    /// The values of symbols under a condition.
    fn set_up(&mut self, location: usize, bounds: &[Range], case: &[(u32, Range)]) {
        let Place { step, vars, symbols, known, .. } = &mut self.places[location];
        step.begin();
        for &(node, at) in known.iter() {
            if let Some(line) = &self.lines[vars[at]] {
                step.set(node, line.abs(bounds[at]));
            }
        }
        for &(node, range) in case {
            if let Some(line) = symbols.get(&node).and_then(|s| self.lines[*s].as_ref()) {
                step.set(node, line.abs(range));
            }
        }
    }

    /// What the step does, or the symbol (its node) that decides it.
    fn outcomes(&mut self, location: usize) -> Result<Vec<Outcome>, u32> {
        let (lines, symbols) = (&self.lines, self.places[location].symbols.clone());
        let can_split = |node: u32, value: &Abs| {
            let line = symbols.get(&node).and_then(|s| lines[*s].as_ref());
            line.is_some_and(|line| line.classes(line.range(value)) > 1)
        };
        let mut open = 0;
        let mut targets = Vec::new();
        for (target, guard) in self.places[location].step.block.targets.clone() {
            let step = &mut self.places[location].step;
            match step.value(guard).as_bool() {
                Some(false) => continue,
                Some(true) => {}
                None => match step.blame(guard, true, &can_split) {
                    Some(symbol) => return Err(symbol),
                    None => open += 1,
                },
            }
            targets.push(target as usize);
        }
        for (_, bad) in self.places[location].step.block.bad.clone() {
            let step = &mut self.places[location].step;
            match step.value(bad).as_bool() {
                Some(false) => continue,
                Some(true) => {}
                None => match step.blame(bad, true, &can_split) {
                    Some(symbol) => return Err(symbol),
                    None => open += 1,
                },
            }
            self.may_fail = true;
        }
        let mut outcomes = Vec::new();
        for target in targets.into_iter().filter(|t| *t as u32 != System::END) {
            let mut values = Vec::with_capacity(self.places[target].vars.len());
            for k in 0..self.places[target].vars.len() {
                let v = self.places[target].vars[k];
                let step = &mut self.places[location].step;
                let next = step.block.next[v];
                let value = step.value(next);
                let Some(line) = &lines[v] else { continue };
                if value.as_constant().is_none()
                    && let Some(symbol) = step.blame(next, line.width == 1, &can_split)
                {
                    return Err(symbol);
                }
                values.push(line.range(&value));
            }
            outcomes.push(Outcome { target, values });
        }
        self.undecided = if open == 0 { self.undecided.saturating_sub(1) } else { self.undecided + open };
        Ok(outcomes)
    }

    /// Cases by the classes of a symbol.
    fn split(
        &mut self,
        location: usize,
        bounds: &[Range],
        case: Vec<(u32, Range)>,
        symbol: u32,
        cases: &mut Vec<Vec<(u32, Range)>>,
    ) {
        let place = &self.places[location];
        let Some(line) = place.line(&self.lines, symbol) else { return };
        let of_var = place.known.iter().find(|k| k.0 == symbol).map(|k| bounds[k.1]);
        let now = case.iter().find(|c| c.0 == symbol).map(|c| c.1).or(of_var).unwrap_or(line.all());
        let pieces: Vec<Range> = line.split(now).collect();
        let parts: Vec<Range> = if pieces.len() <= PIECES {
            pieces
        } else {
            let middle = pieces[pieces.len() / 2].0;
            vec![(now.0, middle - 1), (middle, now.1)]
        };
        for part in parts.into_iter().rev() {
            let mut case = case.clone();
            case.retain(|c| c.0 != symbol);
            case.push((symbol, part));
            cases.push(case);
        }
    }

    /// Enters all regions that an outcome lies in.
    fn spread(&mut self, outcome: Outcome) -> Result<(), Stop> {
        let Outcome { target, values } = outcome;
        let mut all: Vec<Vec<Range>> = vec![Vec::with_capacity(values.len())];
        for (k, range) in values.into_iter().enumerate() {
            let Some(line) = &self.lines[self.places[target].vars[k]] else { continue };
            let pieces: Vec<Range> = line.split(range).collect();
            if all.len() * pieces.len() > SPREAD {
                return Err(Stop);
            }
            let more = pieces[1..].iter().flat_map(|p| all.iter().map(|a| [&a[..], &[*p]].concat()));
            let more: Vec<Vec<Range>> = more.collect();
            all.iter_mut().for_each(|a| a.push(pieces[0]));
            all.extend(more);
        }
        all.iter().for_each(|values| self.enter(target, values));
        Ok(())
    }

    fn classes(&self, place: usize, values: impl Iterator<Item = i128>) -> Box<[u32]> {
        let vars = self.places[place].vars.iter();
        vars.zip(values).filter_map(|(v, value)| Some(self.lines[*v].as_ref()?.class(value) as u32)).collect()
    }

    fn enter(&mut self, place: usize, values: &[Range]) {
        let classes = self.classes(place, values.iter().map(|r| r.0));
        let Some(&known) = self.places[place].regions.get(&classes) else {
            let region = self.regions.len();
            let mut bounds: Box<[Range]> = values.into();
            if self.patience == 0 {
                for ((bounds, v), class) in bounds.iter_mut().zip(&self.places[place].vars).zip(&classes) {
                    *bounds = self.lines[*v].as_ref().map_or(*bounds, |l| l.of_class(*class as usize));
                }
            }
            self.places[place].regions.insert(classes, region);
            self.regions.push(Region {
                location: place as u32,
                bounds,
                joins: 0,
                is_queued: true,
                inputs: Vec::new(),
                visits: Vec::new(),
                seen: FxHashSet::default(),
            });
            self.queue.push_back(region);
            return;
        };
        let region = &mut self.regions[known];
        let mut changed = false;
        let jumps = region.joins >= self.patience;
        for (k, (old, new)) in region.bounds.iter_mut().zip(values).enumerate() {
            let grown = (old.0.min(new.0), old.1.max(new.1));
            if grown == *old {
                continue;
            }
            changed = true;
            let whole = self.lines[self.places[place].vars[k]].as_ref().map(|l| l.of_class(classes[k] as usize));
            *old = match whole.filter(|_| jumps) {
                Some(whole) => {
                    (if grown.0 < old.0 { whole.0 } else { old.0 }, if grown.1 > old.1 { whole.1 } else { old.1 })
                }
                None => grown,
            };
        }
        if changed {
            region.joins += 1;
            if !region.is_queued {
                region.is_queued = true;
                self.queue.push_back(known);
            }
        }
    }

    // ---- executions on values ---------------------------------------------------------------------------------------

    /// A value for each input that the step reads, by its place in the block's list.
    fn inputs_of(&self, location: usize, case: &[(u32, Range)]) -> Box<[u64]> {
        let place = &self.places[location];
        let value = |(node, _): &(u32, u32)| {
            let line = place.line(&self.lines, *node);
            line.zip(case.iter().find(|c| c.0 == *node)).map_or(0, |(line, c)| line.pattern(c.1.0))
        };
        place.step.block.inputs.iter().map(value).collect()
    }

    fn add_inputs(&mut self, region: usize, inputs: Box<[u64]>) {
        if !self.regions[region].inputs.contains(&inputs) {
            self.regions[region].inputs.push(inputs);
            for &visit in &self.regions[region].visits {
                self.walk.push(Reverse((self.visits[visit].rank, visit)));
            }
        }
    }

    fn visit(&mut self, region: usize, values: Box<[u64]>, from: Option<(usize, usize)>) {
        let Region { seen, visits, .. } = &mut self.regions[region];
        if !seen.insert(values.clone()) {
            return;
        }
        let (visit, rank) = (self.visits.len(), visits.len());
        visits.push(visit);
        self.visits.push(Visit { region, values, from, tried: 0, rank });
        self.walk.push(Reverse((rank, visit)));
    }

    /// One step of an execution with each of the inputs that make a difference; a path to something bad ends it.
    fn walk_on(&mut self, visit: usize) -> Option<Path> {
        let region = self.visits[visit].region;
        let location = self.regions[region].location as usize;
        while self.visits[visit].tried < self.regions[region].inputs.len() {
            let number = self.visits[visit].tried;
            self.visits[visit].tried += 1;
            self.set_values(location, visit, number);
            let step = &mut self.places[location].step;
            for (i, bad) in step.block.bad.clone() {
                let violates = matches!(self.system.bad[i as usize].kind, BadKind::Violation(_));
                if violates && step.value(bad).as_bool() == Some(true) {
                    return Some(self.path(visit, number));
                }
            }
            if let Some((region, values)) = self.arrives(location) {
                self.visit(region, values, Some((visit, number)));
            }
        }
        None
    }

    fn set_values(&mut self, location: usize, visit: usize, inputs: usize) {
        let Visit { values, region, .. } = &self.visits[visit];
        let inputs = &self.regions[*region].inputs[inputs];
        let step = &mut self.places[location].step;
        step.begin();
        let Block { reads, inputs: of_inputs, .. } = &step.block;
        let mut given: Vec<(u32, usize, u64)> =
            reads.iter().map(|(node, v)| (*node, *v as usize, values[*v as usize])).collect();
        let first = self.system.vars.len();
        given
            .extend(of_inputs.iter().zip(inputs.iter()).map(|((node, i), value)| (*node, first + *i as usize, *value)));
        for (node, symbol, value) in given {
            if let Some(line) = &self.lines[symbol] {
                step.set(node, Abs::constant(line.width, value));
            }
        }
    }

    /// Where the execution goes, if values say it.
    fn arrives(&mut self, location: usize) -> Option<(usize, Box<[u64]>)> {
        let mut there = None;
        for (target, guard) in self.places[location].step.block.targets.clone() {
            if self.places[location].step.value(guard).as_bool()? {
                there = Some(target as usize);
            }
        }
        let there = there.filter(|t| *t as u32 != System::END)?;
        let mut values: Box<[u64]> = vec![0; self.system.vars.len()].into();
        for k in 0..self.places[there].vars.len() {
            let v = self.places[there].vars[k];
            let step = &mut self.places[location].step;
            let next = step.block.next[v];
            values[v] = step.value(next).as_constant()?;
        }
        let vars = &self.places[there].vars;
        let places = vars.iter().filter_map(|v| Some(self.lines[*v].as_ref()?.place(values[*v])));
        let classes = self.classes(there, places);
        let region = *self.places[there].regions.get(&classes)?;
        Some((region, values))
    }

    fn path(&self, visit: usize, last: usize) -> Path {
        let mut path = vec![self.step_inputs(visit, last)];
        let mut at = visit;
        while let Some((before, inputs)) = self.visits[at].from {
            path.push(self.step_inputs(before, inputs));
            at = before;
        }
        path.reverse();
        path
    }

    fn step_inputs(&self, visit: usize, inputs: usize) -> FxHashMap<SymbolId, Value> {
        let region = &self.regions[self.visits[visit].region];
        let (location, inputs) = (region.location as usize, &region.inputs[inputs]);
        let first = self.system.vars.len();
        let of_inputs = self.places[location].step.block.inputs.iter().zip(inputs.iter());
        let value = |((_, i), value): (&(u32, u32), &u64)| {
            let symbol = self.system.terms.symbol_id(self.system.inputs[*i as usize])?;
            let width = self.lines[first + *i as usize].as_ref()?.width;
            Some((symbol, Value::Bits(Bits::from_u128(width, (*value).into()))))
        };
        of_inputs.filter_map(value).collect()
    }
}
