//! Guesses about cells of arrays: what holds of a cell while its index is on one side of something.
//!
//! `$1 < i ==> a$1 == 0`: guards compare a prophecy with a variable or a constant, or say what a flag is; consequences compare a cell with
//! anything, are an equation, or are what a property says. Of the implications that hold in all samples those with the weakest guards
//! are guessed.
//!
//! Arrays of several dimensions have guards that say something of each (`$1 == i && $2 < j`); arrays that are filled by several elements at a time have guards
//! `$1 < 4 * i + d`, with the `d` that the samples allow, for all elements or for each fourth.

use super::affine;
use super::lemma::Lemma;
use super::samples::Sample;
use super::scaled::Scaled;
use super::walks::{Ramp, Walks};
use pm_model::System;
use pm_model::form::Form;
use pm_model::reduce::{Cells, is_cast};
use pm_term::domain::{MAX_WIDTH, mask, signed};
use pm_term::{Sort, TermId};

/// Samples that must satisfy a guard.
const FEWEST: usize = 3;
/// Guesses at a location.
const GUESSES: usize = 500;
/// Guards that are conjunctions.
const PAIRS: usize = 2000;
/// Guards of one consequence in whose place a stronger one is guessed, nevertheless.
const WEAKER: usize = 1;
/// Values of a variable that is taken for a flag.
const FLAG_VALUES: usize = 3;
/// Values of a cell that are guessed.
const CELL_VALUES: usize = 12;
/// Guards under which equations are looked for.
const EQUATIONS: usize = 40;
/// Variables that an equation of a cell may have.
const EQUATION_VARS: usize = 4;
/// Scalars of a location that guards and cells are compared with.
const SCALARS: usize = 14;
/// The largest distance of a prophecy from a sum.
const DISTANCE: u64 = 256;
/// Sums of a few variables with small factors have so many bits more.
const RAMP_BITS: u32 = 10;
/// Prophecies up to here are divided by what is no power of two.
const DIVIDED: u64 = 1 << 24;

/// What is guessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// What properties say, equations and values.
    Little,
    /// Everything.
    Much,
}

pub fn guess(system: &mut System, cells: &Cells, samples: &Scaled, walks: &Walks, effort: Effort) -> Vec<Lemma> {
    let mut out = Vec::new();
    for l in 0..system.locations.len() {
        if samples.at[l].len() < FEWEST {
            continue;
        }
        let facts = Guesser::new(system, cells, samples, walks, l).run(effort);
        out.extend(facts.into_iter().map(|fact| Lemma { location: l as u32, fact }));
    }
    out
}

/// Something with a value in each sample.
#[derive(Clone, Copy)]
struct Column {
    term: TermId,
    width: u32,
    at: usize,
}

/// The samples that satisfy something.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Set(Vec<u64>);

impl Set {
    fn of(samples: &[Sample], holds: impl Fn(&Sample) -> bool) -> Set {
        let mut words = vec![0u64; samples.len().div_ceil(64)];
        for (i, s) in samples.iter().enumerate() {
            words[i / 64] |= u64::from(holds(s)) << (i % 64);
        }
        Set(words)
    }

    fn within(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn and(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
}

impl Relation {
    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Relation::Eq => a == b,
            Relation::Ne => a != b,
            Relation::Lt => a < b,
            Relation::Le => a <= b,
        }
    }
}

#[derive(Clone)]
struct Fact {
    term: TermId,
    set: Set,
    kind: Kind,
}

impl Fact {
    fn new(term: TermId, set: Set) -> Fact {
        Fact { term, set, kind: Kind::Single }
    }
}

/// Where a guard comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A comparison.
    Single,
    /// Two of them.
    Pair,
    /// How the program walks over an array.
    Walk,
}

struct Consequence {
    fact: Fact,
    /// The column of the cell that it is about; of claims none.
    cell: Option<usize>,
    /// The cell is equal to something.
    is_value: bool,
}

struct Guard {
    fact: Fact,
    /// What it is about: guards about the same are not put together.
    about: usize,
    side: Side,
}

/// What a guard is good for beside being one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    None,
    /// A prophecy is below something.
    Limit,
    /// A prophecy is one of each so many.
    Residue,
}

impl Guard {
    fn new(fact: Fact, about: usize) -> Guard {
        Guard { fact, about, side: Side::None }
    }
}

/// What goes together with a comparison with a sum: bounds from above, each so many elements.
struct Sides {
    limits: Vec<Fact>,
    residues: Vec<Fact>,
}

impl Sides {
    fn of(guards: &[Guard]) -> Sides {
        let of = |side: Side| guards.iter().filter(|g| g.side == side).map(|g| g.fact.clone()).collect();
        Sides { limits: of(Side::Limit), residues: of(Side::Residue) }
    }

    fn all(&self) -> Vec<&Fact> {
        self.limits.iter().chain(&self.residues).collect()
    }
}

/// Where to compare with a sum, and whether from below: at the program's own distances, and where the first sample is that is not wanted.
fn thresholds(ramp: &Ramp, distances: &[i128], wanted: &Set) -> Vec<(i64, bool)> {
    let mut out = Vec::new();
    for &d in &ramp.distances {
        out.extend([(d, true), (d.saturating_add(1), true), (d, false), (d.saturating_sub(1), false)]);
    }
    let outside = || (0..distances.len()).filter(|&i| !wanted.contains(i)).map(|i| distances[i]);
    let learnt = [outside().min().map(|d| (d, true)), outside().max().map(|d| (d, false))];
    out.extend(learnt.into_iter().flatten().filter_map(|(d, is_below)| Some((i64::try_from(d).ok()?, is_below))));
    out.retain(|(d, _)| d.unsigned_abs() <= DISTANCE);
    out.sort_unstable();
    out.dedup();
    out
}

struct Guesser<'a> {
    system: &'a mut System,
    samples: &'a [Sample],
    walks: &'a Walks,
    /// The largest values of prophecies, by column.
    lasts: &'a [(usize, u64)],
    /// Variables that mean something here.
    live: Vec<usize>,
    prophecies: Vec<Column>,
    cells: Vec<Column>,
    scalars: Vec<Column>,
    consts: Vec<Column>,
    claims: Vec<Column>,
    /// Indices of cells that are no prophecies themselves, of one dimension.
    places: Vec<Column>,
    facts: Vec<TermId>,
    /// Cells (columns) with the samples in which their value is known.
    known: Vec<(usize, Set)>,
}

impl<'a> Guesser<'a> {
    fn new(system: &'a mut System, cells: &'a Cells, samples: &'a Scaled, walks: &'a Walks, location: usize) -> Self {
        let column = |system: &System, term: TermId, at: usize| match system.terms.sort(term) {
            Sort::Bv(width) if width <= MAX_WIDTH => Some(Column { term, width, at }),
            Sort::Bool => Some(Column { term, width: 1, at }),
            Sort::Bv(_) | Sort::Array { .. } => None,
        };
        let live: Vec<usize> = system.locations[location].live.iter().map(|&v| v as usize).collect();
        let (mut prophecies, mut of_cells, mut scalars) = (Vec::new(), Vec::new(), Vec::new());
        for &v in &live {
            let Some(c) = column(system, system.vars[v].now, v) else { continue };
            if cells.prophecies.iter().any(|p| p.0 == v) {
                prophecies.push(c);
            } else if cells.cells.iter().any(|cell| cell.var == v) {
                of_cells.push(c);
            } else if v != System::PC && scalars.len() < SCALARS {
                scalars.push(c);
            }
        }
        let first = system.vars.len();
        let at = |k: usize| first + k;
        let consts: Vec<Column> =
            samples.consts.iter().enumerate().filter_map(|(k, &t)| column(system, t, at(k))).collect();
        let first = first + samples.consts.len();
        let claims = cells.claims.iter().enumerate();
        let claims: Vec<Column> = claims.map(|(k, &term)| Column { term, width: 1, at: first + k }).collect();
        let first = first + claims.len();
        let mut places: Vec<Column> = Vec::new();
        for (k, cell) in cells.cells.iter().enumerate() {
            let width = system.terms.width(cell.index) + 1;
            let is_single = Form::roughly(&system.terms, cell.index).is_some_and(|l| l.parts.len() <= 1);
            if width <= MAX_WIDTH
                && is_single
                && !cells.prophecies.iter().any(|p| is_cast(&system.terms, cell.index, system.vars[p.0].now))
            {
                let term = system.terms.zext(cell.index, width);
                if places.iter().all(|c| c.term != term) {
                    places.push(Column { term, width, at: first + k });
                }
            }
        }
        let samples = &samples.at[location];
        Guesser {
            system,
            samples,
            walks,
            lasts: &cells.prophecies,
            live,
            prophecies,
            cells: of_cells,
            scalars,
            consts,
            claims,
            places,
            facts: Vec::new(),
            known: Vec::new(),
        }
    }

    fn run(mut self, effort: Effort) -> Vec<TermId> {
        let (strong, weak) = self.consequences();
        let mut guards = self.guards();
        // Cells that no prophecy chose are sums: what they say they say always.
        if self.prophecies.is_empty() && effort == Effort::Little {
            guards.retain(|g| g.fact.term == TermId::TRUE);
        }
        guards.sort_by_key(|g| std::cmp::Reverse(g.fact.set.len()));
        self.equations(&guards);
        let (pairs, grids) = (self.pairs(&guards), self.grids());
        let sides = Sides::of(&guards);
        let singles: Vec<&Fact> = guards.iter().map(|g| &g.fact).collect();
        let all: Vec<&Fact> = singles.iter().copied().chain(&pairs).collect();
        for q in &strong {
            let is_wanted = q.cell.is_none() || effort > Effort::Little;
            let ramps = if is_wanted { self.ramps(&sides, &q.fact.set) } else { Vec::new() };
            let mut guards = if is_wanted { all.clone() } else { singles.clone() };
            guards.splice(singles.len()..singles.len(), grids.iter().filter(|_| is_wanted).chain(&ramps));
            self.imply(&guards, q);
        }
        if effort > Effort::Little {
            weak.iter().for_each(|q| self.imply(&all, q));
        }
        let mut facts = self.facts;
        facts.truncate(GUESSES);
        facts
    }

    fn imply(&mut self, guards: &[&Fact], q: &Consequence) {
        let mut taken: Vec<&Set> = Vec::new();
        let mut known: Vec<Set> = Vec::new();
        for g in guards {
            let allowed = match g.kind {
                Kind::Single => WEAKER,
                Kind::Pair => 0,
                // A claim may hold by chance where nothing was done yet.
                Kind::Walk => {
                    if q.cell.is_none() {
                        usize::MAX
                    } else {
                        WEAKER
                    }
                }
            };
            if !g.set.within(&q.fact.set) || taken.iter().filter(|t| g.set.within(t)).count() > allowed {
                continue;
            }
            // Nothing weaker is said of a cell whose value is known.
            let is_known = |(cell, set): &(usize, Set)| q.cell == Some(*cell) && g.set.within(set);
            if !q.is_value && self.known.iter().any(is_known) {
                continue;
            }
            if q.is_value {
                known.push(g.set.clone());
            }
            let fact = self.system.terms.implies(g.term, q.fact.term);
            if fact != TermId::TRUE && !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
            taken.push(&g.set);
            if g.term == TermId::TRUE {
                break;
            }
        }
        self.known.extend(q.cell.into_iter().flat_map(|c| known.iter().map(move |s| (c, s.clone()))));
    }

    // ---- guards ----------------------------------------------------------------------------------------------------

    fn guards(&mut self) -> Vec<Guard> {
        let mut out = vec![Guard::new(Fact::new(TermId::TRUE, Set::of(self.samples, |_| true)), 0)];
        let mut about = 1;
        for p in self.prophecies.clone().into_iter().chain(self.places.clone()) {
            for s in self.scalars.clone().into_iter().chain(self.consts.clone()) {
                if s.width < 8 {
                    continue;
                }
                about += 1;
                let wanted = [
                    (Relation::Lt, false),
                    (Relation::Le, true),
                    (Relation::Eq, false),
                    (Relation::Ne, false),
                    (Relation::Le, false),
                    (Relation::Lt, true),
                ];
                // Constants have their neighbours.
                let wanted = if self.system.terms.is_const(s.term) { &wanted[..4] } else { &wanted[..] };
                for &(relation, turned) in wanted {
                    let (a, b) = if turned { (s, p) } else { (p, s) };
                    let fact = self.compare(relation, a, b);
                    let side = if relation == Relation::Lt && !turned { Side::Limit } else { Side::None };
                    out.push(Guard { fact, about, side });
                }
            }
            about += 1;
            for bit in [0, 1] {
                let low = self.system.terms.extract(p.term, 0, 0);
                let k = self.system.terms.bv(1, bit);
                let term = self.system.terms.eq(low, k);
                let set = Set::of(self.samples, |s| s[p.at] & 1 == bit as u64);
                out.push(Guard::new(Fact::new(term, set), about));
            }
        }
        for p in self.prophecies.clone() {
            about += 1;
            out.extend(self.residues(p).into_iter().map(|fact| Guard { fact, about, side: Side::Residue }));
        }
        for (i, p) in self.prophecies.clone().into_iter().enumerate() {
            for q in self.prophecies.clone().into_iter().skip(i + 1).filter(|q| q.width == p.width) {
                about += 1;
                for (relation, a, b) in [(Relation::Lt, p, q), (Relation::Lt, q, p), (Relation::Eq, p, q)] {
                    let fact = self.compare(relation, a, b);
                    out.push(Guard::new(fact, about));
                }
            }
        }
        for s in self.scalars.clone() {
            about += 1;
            out.extend(self.flags(s).into_iter().map(|fact| Guard::new(fact, about)));
        }
        let all = self.samples.len();
        let is_guard = |g: &Guard| g.fact.term == TermId::TRUE || (FEWEST..all).contains(&g.fact.set.len());
        out.retain(is_guard);
        out
    }

    /// Something of each dimension of an array.
    fn grids(&mut self) -> Vec<Fact> {
        let mut out: Vec<Fact> = Vec::new();
        for grid in &self.walks.grids {
            let mut guards = vec![(0, Fact::new(TermId::TRUE, Set::of(self.samples, |_| true)))];
            for &(p, x) in grid {
                let atoms = self.dimension(p, x);
                let mut more = Vec::new();
                for (count, guard) in &guards {
                    for atom in &atoms {
                        let term = self.system.terms.and(guard.term, atom.term);
                        more.push((count + 1, Fact { term, set: guard.set.and(&atom.set), kind: Kind::Walk }));
                    }
                }
                guards.extend(more);
            }
            let all = self.samples.len();
            let is_guard = |(count, guard): &(usize, Fact)| *count > 1 && (FEWEST..all).contains(&guard.set.len());
            out.extend(guards.into_iter().filter(is_guard).map(|g| g.1));
        }
        out
    }

    /// Where a prophecy is, seen from the variable that takes its place, and from the bounds of that variable.
    fn dimension(&mut self, p: usize, x: usize) -> Vec<Fact> {
        let (Some(p), own) = (self.column(p), self.column(x)) else { return Vec::new() };
        let mut out = Vec::new();
        if let Some(x) = own {
            out.push(self.compare(Relation::Lt, p, x));
            out.push(self.compare(Relation::Eq, p, x));
            out.push(self.compare(Relation::Lt, x, p));
        }
        for &(_, limit) in self.walks.limits.iter().filter(|l| l.0 == x) {
            let known = self.scalars.iter().chain(&self.consts).find(|c| c.term == limit).copied();
            if let Some(limit) = known {
                out.push(self.compare(Relation::Lt, p, limit));
                out.push(self.compare(Relation::Le, limit, p));
            }
        }
        out
    }

    /// A variable that means something here.
    fn column(&self, v: usize) -> Option<Column> {
        let now = self.system.vars[v].now;
        match self.system.terms.sort(now) {
            Sort::Bv(width) if width <= MAX_WIDTH && self.live.contains(&v) => Some(Column { term: now, width, at: v }),
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
        }
    }

    /// Each so many elements.
    fn residues(&mut self, p: Column) -> Vec<Fact> {
        let last = self.lasts.iter().find(|l| l.0 == p.at).map_or(u64::MAX, |l| l.1);
        let mut out = Vec::new();
        for stride in self.walks.strides() {
            if !stride.is_power_of_two() && last > DIVIDED {
                continue;
            }
            for r in 0..stride {
                let terms = &mut self.system.terms;
                let (k, r_term) = (terms.bv(p.width, stride.into()), terms.bv(p.width, r.into()));
                let rest = terms.urem(p.term, k);
                let term = terms.eq(rest, r_term);
                out.push(Fact::new(term, Set::of(self.samples, |s| s[p.at] % stride == r)));
            }
        }
        out
    }

    /// Comparisons of prophecies with sums at a constant distance such that all samples that satisfy them are in a set; where there are too many, together with something else.
    fn ramps(&mut self, sides: &Sides, wanted: &Set) -> Vec<Fact> {
        let mut out: Vec<Fact> = Vec::new();
        let walks = self.walks;
        for ramp in &walks.ramps {
            let sum: Option<Vec<(Column, i64)>> =
                ramp.sum.iter().map(|&(x, factor)| Some((self.column(x)?, factor))).collect();
            let (Some(p), Some(sum)) = (self.column(ramp.prophecy), sum) else { continue };
            let value = |s: &Sample, c: Column| i128::from(signed(c.width, s[c.at]));
            let below = |s: &Sample| sum.iter().map(|&(c, factor)| value(s, c) * i128::from(factor)).sum::<i128>();
            let distances: Vec<i128> = self.samples.iter().map(|s| value(s, p) - below(s)).collect();
            for (at, is_below) in thresholds(ramp, &distances, wanted) {
                let mut set = Set::of(self.samples, |_| false);
                let is_in = |d: i128| if is_below { d < at.into() } else { d > at.into() };
                (0..distances.len()).filter(|&i| is_in(distances[i])).for_each(|i| set.insert(i));
                let term = self.ramp(p, &sum, at, is_below);
                out.extend(self.with_sides(Fact { term, set, kind: Kind::Walk }, &sides.all(), wanted));
            }
        }
        for residue in &sides.residues {
            let fact = Fact { kind: Kind::Walk, ..residue.clone() };
            out.extend(self.with_sides(fact, &sides.limits.iter().collect::<Vec<_>>(), wanted));
        }
        out.sort_by_key(|f| std::cmp::Reverse(f.set.len()));
        out
    }

    /// A guard that is too weak becomes stronger, in several ways.
    fn with_sides(&mut self, guard: Fact, sides: &[&Fact], wanted: &Set) -> Vec<Fact> {
        if guard.set.len() < FEWEST || guard.set.within(wanted) {
            let fits = guard.set.len() >= FEWEST;
            return Some(guard).filter(|_| fits).into_iter().collect();
        }
        let mut out = Vec::new();
        for side in sides {
            let set = guard.set.and(&side.set);
            if set.len() >= FEWEST && set.within(wanted) && set != side.set {
                let term = self.system.terms.and(guard.term, side.term);
                out.push(Fact { term, set, kind: Kind::Walk });
            }
        }
        out
    }

    /// A prophecy is below, or above, a sum plus a constant; nothing wraps around.
    fn ramp(&mut self, p: Column, sum: &[(Column, i64)], distance: i64, is_below: bool) -> TermId {
        let width = sum.iter().map(|(c, _)| c.width).max().unwrap_or(0).max(p.width) + RAMP_BITS;
        let terms = &mut self.system.terms;
        let mut right = terms.bv_signed(width, distance.into());
        for (c, factor) in sum {
            let (x, k) = (terms.sext(c.term, width), terms.bv_signed(width, (*factor).into()));
            let product = terms.mul(x, k);
            right = terms.add(right, product);
        }
        let left = terms.sext(p.term, width);
        if is_below { terms.slt(left, right) } else { terms.slt(right, left) }
    }

    /// A variable of few values has one of them.
    fn flags(&mut self, s: Column) -> Vec<Fact> {
        let values = self.values(s.at);
        if values.len() < 2 || values.len() > FLAG_VALUES {
            return Vec::new();
        }
        values.into_iter().map(|v| self.is_value(s, v)).collect()
    }

    fn is_value(&mut self, s: Column, v: u64) -> Fact {
        let terms = &mut self.system.terms;
        let term = if terms.is_bool(s.term) {
            if v == 0 { terms.not(s.term) } else { s.term }
        } else {
            let k = terms.bv(s.width, v.into());
            terms.eq(s.term, k)
        };
        Fact::new(term, Set::of(self.samples, |q| q[s.at] == v))
    }

    fn values(&self, at: usize) -> Vec<u64> {
        let mut values: Vec<u64> = self.samples.iter().map(|s| s[at]).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// A comparison as signed numbers, of any widths.
    fn compare(&mut self, relation: Relation, a: Column, b: Column) -> Fact {
        let width = a.width.max(b.width);
        let terms = &mut self.system.terms;
        let (x, y) = (terms.sext(a.term, width), terms.sext(b.term, width));
        let term = match relation {
            Relation::Eq => terms.eq(x, y),
            Relation::Ne => terms.ne(x, y),
            Relation::Lt => terms.slt(x, y),
            Relation::Le => terms.sle(x, y),
        };
        let set = Set::of(self.samples, |s| relation.holds(signed(a.width, s[a.at]), signed(b.width, s[b.at])));
        Fact::new(term, set)
    }

    fn pairs(&mut self, guards: &[Guard]) -> Vec<Fact> {
        let mut out: Vec<Fact> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        'all: for (i, a) in guards.iter().enumerate() {
            for b in guards[i + 1..].iter().filter(|b| b.about != a.about) {
                let set = a.fact.set.and(&b.fact.set);
                let known = set == a.fact.set || set == b.fact.set || set.len() < FEWEST;
                if known || !seen.insert((set.clone(), a.about)) {
                    continue;
                }
                let term = self.system.terms.and(a.fact.term, b.fact.term);
                out.push(Fact { term, set, kind: Kind::Pair });
                if out.len() >= PAIRS {
                    break 'all;
                }
            }
        }
        out.sort_by_key(|f| std::cmp::Reverse(f.set.len()));
        out
    }

    // ---- consequences ----------------------------------------------------------------------------------------------

    /// Claims and values; what is weaker.
    fn consequences(&mut self) -> (Vec<Consequence>, Vec<Consequence>) {
        let mut out: Vec<Consequence> = Vec::new();
        for c in self.claims.clone() {
            let fact = Fact::new(c.term, Set::of(self.samples, |s| s[c.at] != 0));
            out.push(Consequence { fact, cell: None, is_value: false });
        }
        let mut weaker: Vec<Consequence> = Vec::new();
        let cells = self.cells.clone();
        for (i, &c) in cells.iter().enumerate() {
            let later = cells[i + 1..].iter().copied();
            let others: Vec<Column> = later
                .chain(self.scalars.clone())
                .chain(self.prophecies.clone())
                .chain(self.consts.clone())
                .filter(|s| s.width == c.width)
                .collect();
            let of = |is_value: bool| move |fact: Fact| Consequence { fact, cell: Some(c.at), is_value };
            for s in others {
                out.push(of(true)(self.compare(Relation::Eq, c, s)));
                let relations = [
                    (Relation::Lt, c, s),
                    (Relation::Lt, s, c),
                    (Relation::Le, c, s),
                    (Relation::Le, s, c),
                    (Relation::Ne, s, c),
                ];
                for (relation, a, b) in relations {
                    weaker.push(of(false)(self.compare(relation, a, b)));
                }
            }
            let values = self.values(c.at);
            let mut common: Vec<(usize, u64)> =
                values.into_iter().map(|v| (self.samples.iter().filter(|s| s[c.at] == v).count(), v)).collect();
            common.sort_unstable_by(|a, b| b.cmp(a));
            for (_, v) in common.into_iter().take(CELL_VALUES) {
                out.push(of(true)(self.is_value(c, v)));
            }
            weaker.extend(self.signs(c).into_iter().map(of(false)));
        }
        let some = |q: &Consequence| q.fact.set.len() >= FEWEST && !self.system.terms.is_const(q.fact.term);
        out.retain(some);
        weaker.retain(some);
        (out, weaker)
    }

    /// A cell's sign, and its lowest bit.
    fn signs(&mut self, c: Column) -> Vec<Fact> {
        let zero = self.system.terms.zero(c.width);
        let terms = &mut self.system.terms;
        let (le, ge, ne) = (terms.sle(c.term, zero), terms.sge(c.term, zero), terms.ne(c.term, zero));
        let (lt, gt) = (terms.slt(c.term, zero), terms.sgt(c.term, zero));
        let low = terms.bit(c.term, 0);
        let even = terms.not(low);
        let value = |s: &Sample| signed(c.width, s[c.at]);
        vec![
            Fact::new(le, Set::of(self.samples, |s| value(s) <= 0)),
            Fact::new(ge, Set::of(self.samples, |s| value(s) >= 0)),
            Fact::new(ne, Set::of(self.samples, |s| value(s) != 0)),
            Fact::new(lt, Set::of(self.samples, |s| value(s) < 0)),
            Fact::new(gt, Set::of(self.samples, |s| value(s) > 0)),
            Fact::new(low, Set::of(self.samples, |s| s[c.at] & 1 == 1)),
            Fact::new(even, Set::of(self.samples, |s| s[c.at] & 1 == 0)),
        ]
    }

    // ---- equations -------------------------------------------------------------------------------------------------

    /// Cells as sums of the other values.
    fn equations(&mut self, guards: &[Guard]) {
        for c in self.cells.clone() {
            let like = |x: &&Column| x.width == c.width;
            let columns: Vec<Column> =
                self.prophecies.iter().chain(&self.scalars).chain(&self.consts).filter(like).copied().collect();
            let others: Vec<Column> = self.cells.iter().filter(like).filter(|x| x.at != c.at).copied().collect();
            for with_cells in [false, true] {
                let mut columns = columns.clone();
                if with_cells {
                    columns.extend(&others);
                }
                columns.push(c);
                for g in guards.iter().take(EQUATIONS) {
                    self.equation(&columns, &g.fact);
                }
                if others.is_empty() {
                    break;
                }
            }
        }
    }

    /// An equation for the last column where a guard holds.
    fn equation(&mut self, columns: &[Column], guard: &Fact) {
        let row = |s: &Sample| columns.iter().map(|c| i128::from(signed(c.width, s[c.at]))).collect::<Vec<i128>>();
        let rows: Vec<Vec<i128>> =
            (0..self.samples.len()).filter(|&i| guard.set.contains(i)).map(|i| row(&self.samples[i])).collect();
        if rows.len() < columns.len() + 2 {
            return;
        }
        for e in affine::equations(&rows, columns.len()) {
            let used = e[..columns.len()].iter().filter(|k| **k != 0).count();
            if e[columns.len() - 1] == 0 || !(2..=EQUATION_VARS).contains(&used) {
                continue;
            }
            // What holds without the guard is said without it.
            if guard.term != TermId::TRUE && self.samples.iter().all(|s| holds(&e, &row(s))) {
                continue;
            }
            let width = columns[0].width;
            let terms = &mut self.system.terms;
            let mut sum = terms.bv_signed(width, e[columns.len()]);
            for (c, &k) in columns.iter().zip(&e) {
                let k = terms.bv(width, (k as u64 & mask(width)).into());
                let product = terms.mul(c.term, k);
                sum = terms.add(sum, product);
            }
            let zero = terms.zero(width);
            let term = terms.eq(sum, zero);
            let fact = terms.implies(guard.term, term);
            if fact != TermId::TRUE && !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
        }
    }
}

/// Whether values satisfy an equation.
fn holds(e: &affine::Equation, row: &[i128]) -> bool {
    let products = e.iter().zip(row.iter().chain([&1])).map(|(k, v)| k.wrapping_mul(*v));
    products.fold(0, i128::wrapping_add) == 0
}
