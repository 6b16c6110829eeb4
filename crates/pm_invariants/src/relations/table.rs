//! What variables, views and constants of one width were in the executions that were tried, at one location.

use super::super::affine::{self, Equation};
use super::super::intervals::Analysis;
use super::super::samples::{Sample, Samples};
use super::super::scaled::Scaled;
use super::{Facts, Rows};
use pm_ir::Ty;
use pm_model::System;
use pm_term::domain::{MAX_WIDTH, mask, signed};
use pm_term::{Bits, Evaluator, Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Narrower ones are flags: they are looked at as such, elsewhere.
const NARROWEST: u32 = 8;
/// Variables, views and constants of a table.
const VARIABLES: usize = 12;
const VIEWS: usize = 5;
const CONSTANTS: usize = 4;
/// Operators in a view.
const LARGEST: u32 = 10;
/// Rows that a table needs to say anything.
const FEWEST: usize = 8;
/// Bits of numbers that equations are looked for with: what is larger may have wrapped around.
const SMALL: u32 = 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Variable,
    /// A term of the program over variables.
    View,
    Constant,
}

pub struct Column {
    pub term: TermId,
    pub kind: Kind,
    pub is_unsigned: bool,
    pub values: Vec<i64>,
}

pub struct Table {
    pub width: u32,
    pub columns: Vec<Column>,
    pub rows: usize,
}

/// The tables of a location, one for each width.
pub fn tables(
    system: &mut System,
    analysis: &Analysis,
    (plain, scaled): (&Samples, &Scaled),
    location: usize,
) -> Vec<Table> {
    let live: Vec<usize> = system.locations[location].live.iter().map(|v| *v as usize).collect();
    let width = |v: usize| match system.terms.sort(system.vars[v].now) {
        Sort::Bv(w) if (NARROWEST..=MAX_WIDTH).contains(&w) && v != System::PC => Some(w),
        Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
    };
    let vars: Vec<(usize, u32)> = live.into_iter().filter_map(|v| Some((v, width(v)?))).collect();
    let mut widths: Vec<u32> = vars.iter().map(|v| v.1).collect();
    widths.sort_unstable();
    widths.dedup();
    let own = system.vars.len();
    // The constants of a plain sample are what they are.
    let real: Vec<u64> = scaled.consts.iter().map(|&c| system.terms.const_u64(c).unwrap_or(0)).collect();
    let with_consts = |s: &Sample| s[..own].iter().chain(&real).copied().collect::<Sample>();
    let mut samples: Vec<Sample> = plain.at[location].iter().map(with_consts).collect();
    samples.extend(scaled.at[location].iter().map(|s| s[..own + real.len()].to_vec()));
    if samples.len() < FEWEST {
        return Vec::new();
    }
    let views = views(system, analysis, location, &vars, scaled);
    let mut out = Vec::new();
    for w in widths {
        let mut table = Table { width: w, columns: Vec::new(), rows: samples.len() };
        for &(v, _) in vars.iter().filter(|v| v.1 == w) {
            let is_unsigned = matches!(system.vars[v].ty, Some(Ty::Int(f)) if !f.signed);
            table.add(system.vars[v].now, Kind::Variable, is_unsigned, samples.iter().map(|s| s[v]), VARIABLES);
        }
        for &view in views.iter().filter(|v| system.terms.width(**v) == w) {
            let values: Vec<u64> = samples.iter().map(|s| value(system, &vars, s, view)).collect();
            table.add(view, Kind::View, false, values.into_iter(), VIEWS);
        }
        for (i, &c) in scaled.consts.iter().enumerate().filter(|(_, c)| system.terms.width(**c) == w) {
            table.add(c, Kind::Constant, true, samples.iter().map(|s| s[own + i]), CONSTANTS);
        }
        out.push(table);
    }
    out
}

/// What a term is in a sample.
fn value(system: &System, vars: &[(usize, u32)], sample: &Sample, t: TermId) -> u64 {
    let mut eval = Evaluator::new();
    for &(v, w) in vars {
        let bits = Bits::from_u128(w, sample[v].into());
        system.terms.symbol_id(system.vars[v].now).into_iter().for_each(|s| eval.set_bits(s, bits.clone()));
    }
    eval.eval(&system.terms, t).bits().to_u128().unwrap_or(0) as u64
}

/// The program's terms over the variables of a location: multiples, quotients, remainders, sums.
fn views(
    system: &mut System,
    analysis: &Analysis,
    location: usize,
    vars: &[(usize, u32)],
    scaled: &Scaled,
) -> Vec<TermId> {
    let mut operators: FxHashMap<usize, u32> = vars.iter().map(|&(v, _)| (system.vars[v].now.node(), 0)).collect();
    let widths: FxHashSet<u32> = vars.iter().map(|v| v.1).collect();
    let (mut out, mut low) = (Vec::new(), Vec::new());
    let terms = &system.terms;
    // What the location computes, then what others do.
    let mut roots: Vec<TermId> = analysis.roots(location).to_vec();
    let bads =
        |here: bool| system.bad.iter().filter(move |b| (b.location as usize == location) == here).map(|b| b.cond);
    roots.extend(bads(true));
    let own: FxHashSet<usize> = terms.cone(&roots).into_iter().map(TermId::node).collect();
    roots.extend((0..system.locations.len()).flat_map(|l| analysis.roots(l)));
    roots.extend(bads(false));
    for t in terms.cone(&roots) {
        if let Some(size) = size(terms, t, &operators, scaled) {
            operators.entry(t.node()).or_insert(size);
        }
        for &arg in terms.args(t).iter() {
            let Some(&size) = operators.get(&arg.node()).filter(|s| **s > 0) else { continue };
            let Sort::Bv(width) = terms.sort(arg) else { continue };
            if widths.contains(&width) {
                out.push((!own.contains(&arg.node()), size, arg));
            } else if let Some(&(_, of)) = low_bits(terms, arg.regular(), vars, system) {
                low.push((arg.regular(), of));
            }
        }
    }
    for (t, width) in low {
        out.push((false, 2, system.terms.zext(t, width)));
    }
    out.sort_unstable();
    let mut seen = FxHashSet::default();
    out.into_iter().map(|(_, _, t)| t).filter(|t| seen.insert(t.regular())).collect()
}

/// The variable of which a term is the low part, a few bits.
fn low_bits<'v>(terms: &Terms, t: TermId, vars: &'v [(usize, u32)], system: &System) -> Option<&'v (usize, u32)> {
    let is_low = terms.op(t) == Op::Extract && terms.extract_lo(t) == 0 && terms.width(t) < NARROWEST;
    let of = is_low.then(|| terms.args(t)[0].regular())?;
    vars.iter().find(|(v, _)| system.vars[*v].now == of)
}

/// The operators of a node over variables and constants that are not scaled.
fn size(terms: &Terms, t: TermId, known: &FxHashMap<usize, u32>, scaled: &Scaled) -> Option<u32> {
    if !matches!(terms.sort(t), Sort::Bv(w) if w <= MAX_WIDTH) {
        return None;
    }
    let is_scaled = |t: TermId| scaled.consts.contains(&t.regular()) || scaled.consts.contains(&t);
    match terms.op(t) {
        Op::Const => return (!is_scaled(t)).then_some(0),
        // Products and quotients of two unknowns are hard to decide.
        Op::Mul if terms.args(t).iter().all(|a| !terms.is_const(*a)) => return None,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::Shl | Op::Lshr | Op::Ashr
            if !terms.is_const(terms.args(t)[1]) =>
        {
            return None;
        }
        Op::Add | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::Shl | Op::Lshr | Op::Ashr => {}
        Op::Concat | Op::Extract | Op::Sext => {}
        _ => return None,
    }
    let sizes = terms.args(t).iter().map(|a| known.get(&a.node()).copied()).collect::<Option<Vec<u32>>>()?;
    Some(1 + sizes.into_iter().sum::<u32>()).filter(|s| *s <= LARGEST)
}

impl Table {
    /// A column, unless it is another one plus a constant, or there are enough of its kind.
    fn add(&mut self, term: TermId, kind: Kind, is_unsigned: bool, patterns: impl Iterator<Item = u64>, most: usize) {
        let w = self.width;
        let number = |p: u64| if is_unsigned && w < 64 { (p & mask(w)) as i64 } else { signed(w, p) };
        let values: Vec<i64> = patterns.map(number).collect();
        let apart = |c: &Column| c.values[0].wrapping_sub(values[0]) as u64 & mask(w);
        let same = |c: &Column| {
            let by = apart(c);
            c.values.iter().zip(&values).all(|(a, b)| a.wrapping_sub(*b) as u64 & mask(w) == by)
        };
        let enough = self.columns.iter().filter(|c| c.kind == kind).count() >= most;
        if !enough && (kind == Kind::Variable || !self.columns.iter().any(same)) {
            self.columns.push(Column { term, kind, is_unsigned, values });
        }
    }

    pub fn all_rows(&self) -> Vec<usize> {
        (0..self.rows).collect()
    }

    pub fn of_kind(&self, kinds: &[Kind]) -> Vec<usize> {
        (0..self.columns.len()).filter(|c| kinds.contains(&self.columns[*c].kind)).collect()
    }

    pub fn varies(&self, c: usize) -> bool {
        let values = &self.columns[c].values;
        values.iter().any(|v| *v != values[0])
    }

    /// The equations between columns that hold in these rows.
    pub fn equations(&self, columns: &[usize], rows: &Rows) -> Vec<Equation> {
        let is_small = |r: &&usize| columns.iter().all(|c| self.columns[*c].values[**r].unsigned_abs() < 1 << SMALL);
        let row = |r: &usize| columns.iter().map(|c| i128::from(self.columns[*c].values[*r])).collect::<Vec<i128>>();
        let small: Vec<Vec<i128>> = rows.iter().filter(is_small).map(row).collect();
        if small.len() < columns.len() + 3 {
            return Vec::new();
        }
        let mut found = affine::equations(&small, columns.len());
        found.retain(|e| self.holds(e, columns, rows));
        found
    }

    /// Whether an equation holds in these rows, modulo the width.
    pub fn holds(&self, e: &Equation, columns: &[usize], rows: &Rows) -> bool {
        rows.iter().all(|r| {
            let product = |(c, k): (&usize, &i128)| (self.columns[*c].values[*r] as u64).wrapping_mul(*k as u64);
            let sum = columns.iter().zip(e).map(product).fold(e[columns.len()] as u64, u64::wrapping_add);
            sum & mask(self.width) == 0
        })
    }

    pub fn equation(&self, terms: &mut Terms, e: &Equation, columns: &[usize]) -> TermId {
        let summands: Vec<TermId> = columns.iter().map(|c| self.columns[*c].term).collect();
        affine::fact(terms, e, &summands, self.width)
    }

    /// Equations of which views or constants are a part.
    pub fn views_as_equations(&self, terms: &mut Terms, facts: &mut Facts) {
        let columns: Vec<usize> = (0..self.columns.len()).filter(|c| self.varies(*c)).collect();
        for e in self.equations(&columns, &self.all_rows()) {
            let fact = self.equation(terms, &e, &columns);
            facts.add(fact);
        }
    }
}
