//! Guesses about cells of arrays: what holds of a cell while its index is on one side of something.
//!
//! `$1 < i ==> a$1 == 0`: guards compare a prophecy with a variable or a constant, or say what a flag is; consequences compare a cell with
//! anything, are an equation, or are what a property says. Of the implications that hold in all samples those with the weakest guards
//! are guessed.

use super::affine;
use super::domain::{MAX_WIDTH, mask, signed};
use super::lemma::Lemma;
use super::samples::Sample;
use super::scaled::Scaled;
use crate::System;
use crate::reduce::{Cells, is_cast};
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

/// What is guessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// What properties say, equations and values.
    Little,
    /// Everything.
    Much,
}

pub fn guess(system: &mut System, cells: &Cells, samples: &Scaled, effort: Effort) -> Vec<Lemma> {
    let mut out = Vec::new();
    for l in 0..system.locations.len() {
        if samples.at[l].len() < FEWEST {
            continue;
        }
        let facts = Guesser::new(system, cells, samples, l).run(effort);
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

struct Fact {
    term: TermId,
    set: Set,
    is_pair: bool,
}

impl Fact {
    fn new(term: TermId, set: Set) -> Fact {
        Fact { term, set, is_pair: false }
    }
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
}

struct Guesser<'a> {
    system: &'a mut System,
    samples: &'a [Sample],
    prophecies: Vec<Column>,
    cells: Vec<Column>,
    scalars: Vec<Column>,
    consts: Vec<Column>,
    claims: Vec<Column>,
    /// Indices of cells that are no prophecies themselves.
    places: Vec<Column>,
    facts: Vec<TermId>,
    /// Cells (columns) with the samples in which their value is known.
    known: Vec<(usize, Set)>,
}

impl<'a> Guesser<'a> {
    fn new(system: &'a mut System, cells: &Cells, samples: &'a Scaled, location: usize) -> Self {
        let column = |system: &System, term: TermId, at: usize| match system.terms.sort(term) {
            Sort::Bv(width) if width <= MAX_WIDTH => Some(Column { term, width, at }),
            Sort::Bool => Some(Column { term, width: 1, at }),
            Sort::Bv(_) | Sort::Array { .. } => None,
        };
        let live: Vec<usize> = system.locations[location].live.iter().map(|&v| v as usize).collect();
        let (mut prophecies, mut of_cells, mut scalars) = (Vec::new(), Vec::new(), Vec::new());
        for v in live {
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
            if width <= MAX_WIDTH
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
        let pairs = self.pairs(&guards);
        let singles: Vec<&Fact> = guards.iter().map(|g| &g.fact).collect();
        let all: Vec<&Fact> = singles.iter().copied().chain(&pairs).collect();
        for q in &strong {
            let is_claim = q.cell.is_none();
            self.imply(if is_claim || effort > Effort::Little { &all } else { &singles }, q);
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
            let allowed = if g.is_pair { 0 } else { WEAKER };
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
        let mut out = vec![Guard { fact: Fact::new(TermId::TRUE, Set::of(self.samples, |_| true)), about: 0 }];
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
                    (Relation::Le, false),
                    (Relation::Lt, true),
                ];
                // Constants have their neighbours.
                let wanted = if self.system.terms.is_const(s.term) { &wanted[..3] } else { &wanted[..] };
                for &(relation, turned) in wanted {
                    let (a, b) = if turned { (s, p) } else { (p, s) };
                    let fact = self.compare(relation, a, b);
                    out.push(Guard { fact, about });
                }
            }
            about += 1;
            for bit in [0, 1] {
                let low = self.system.terms.extract(p.term, 0, 0);
                let k = self.system.terms.bv(1, bit);
                let term = self.system.terms.eq(low, k);
                let set = Set::of(self.samples, |s| s[p.at] & 1 == bit as u64);
                out.push(Guard { fact: Fact::new(term, set), about });
            }
        }
        for (i, p) in self.prophecies.clone().into_iter().enumerate() {
            for q in self.prophecies.clone().into_iter().skip(i + 1).filter(|q| q.width == p.width) {
                about += 1;
                for (relation, a, b) in [(Relation::Lt, p, q), (Relation::Lt, q, p), (Relation::Eq, p, q)] {
                    let fact = self.compare(relation, a, b);
                    out.push(Guard { fact, about });
                }
            }
        }
        for s in self.scalars.clone() {
            about += 1;
            out.extend(self.flags(s).into_iter().map(|fact| Guard { fact, about }));
        }
        let all = self.samples.len();
        let is_guard = |g: &Guard| g.fact.term == TermId::TRUE || (FEWEST..all).contains(&g.fact.set.len());
        out.retain(is_guard);
        out
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
                out.push(Fact { term, set, is_pair: true });
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
