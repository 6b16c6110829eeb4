//! Terms over the variables of a location whose values are sampled beside the variables' own.
//!
//! Narrow variables occur as wide ones (an `int` that counts elements, next to sizes and offsets of 64 bits), and the program's
//! own terms over several variables (`length - n`, `rows * columns`, `i % length`) are what its bounds are made of.

use super::intervals::Analysis;
use pm_ir::Ty;
use pm_model::System;
use pm_term::domain::MAX_WIDTH;
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms of the program that are followed at a location.
const TERMS: usize = 10;
/// Operators in such a term.
const LARGEST: u32 = 8;
/// Narrow terms that are also read as wide ones.
const WIDENED: usize = 24;
/// Narrower ones are flags and characters.
const NARROWEST: u32 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A narrow variable as a wide one.
    Widened,
    /// The low part of a wide variable: sums with narrow ones are simple there.
    Narrowed,
    /// Of the program, a sum of variables.
    Sum,
    /// Of the program, with products or quotients.
    Product,
}

#[derive(Clone, Copy, Debug)]
pub struct View {
    pub term: TermId,
    pub width: u32,
    pub kind: Kind,
}

/// By location.
pub struct Views {
    pub at: Vec<Vec<View>>,
}

impl Views {
    pub fn none(system: &System) -> Views {
        Views { at: vec![Vec::new(); system.locations.len()] }
    }

    pub fn collect(system: &mut System, analysis: &Analysis) -> Views {
        let mut at = Vec::with_capacity(system.locations.len());
        for l in 0..system.locations.len() {
            let special = l as u32 == System::END || l as u32 == System::ENTRY;
            at.push(if special { Vec::new() } else { views(system, analysis, l) });
        }
        Views { at }
    }
}

fn views(system: &mut System, analysis: &Analysis, location: usize) -> Vec<View> {
    let live = system.locations[location].live.clone();
    let vars = live.iter().filter_map(|&v| Some((v as usize, width(&system.terms, system.vars[v as usize].now)?)));
    let vars: Vec<(usize, u32)> = vars.filter(|(v, _)| *v != System::PC).collect();
    let mut out = of_the_program(system, analysis, location, &vars);
    out.truncate(TERMS);
    let widest = vars.iter().map(|(_, w)| *w).max().unwrap_or(0);
    let narrow = |w: u32| (NARROWEST..widest).contains(&w);
    let mut widened = Vec::new();
    for &(v, _) in vars.iter().filter(|(_, w)| narrow(*w)) {
        let signed = matches!(system.vars[v].ty, Some(Ty::Int(f)) if f.signed);
        let now = system.vars[v].now;
        let term = if signed { system.terms.sext(now, widest) } else { system.terms.zext(now, widest) };
        widened.push(View { term, width: widest, kind: Kind::Widened });
    }
    for view in out.clone().into_iter().filter(|v| narrow(v.width)) {
        let term = system.terms.sext(view.term, widest);
        widened.push(View { term, width: widest, kind: view.kind });
    }
    widened.truncate(WIDENED);
    out.extend(widened);
    let narrower = vars.iter().map(|(_, w)| *w).filter(|w| narrow(*w)).max();
    for &(v, _) in vars.iter().filter(|(_, w)| *w == widest).take(WIDENED) {
        let Some(width) = narrower else { break };
        let term = system.terms.truncate(system.vars[v].now, width);
        out.push(View { term, width, kind: Kind::Narrowed });
    }
    out
}

fn width(terms: &Terms, t: TermId) -> Option<u32> {
    match terms.sort(t) {
        Sort::Bv(w) if w <= MAX_WIDTH => Some(w),
        Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
    }
}

/// What a term over variables is made of.
#[derive(Clone, Copy)]
struct Made {
    operators: u32,
    /// A variable of it, and whether there are others.
    var: Option<u32>,
    several: bool,
    product: bool,
}

fn of_the_program(system: &System, analysis: &Analysis, location: usize, vars: &[(usize, u32)]) -> Vec<View> {
    let terms = &system.terms;
    let mut made: FxHashMap<usize, Made> = FxHashMap::default();
    for &(v, _) in vars {
        let var = Made { operators: 0, var: Some(v as u32), several: false, product: false };
        made.insert(system.vars[v].now.node(), var);
    }
    let bads = system.bad.iter().filter(|b| b.location as usize == location).map(|b| b.cond);
    let roots: Vec<TermId> = analysis.roots(location).iter().copied().chain(bads).collect();
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    for t in terms.cone(&roots) {
        if let Some(m) = combine(terms, t, &made) {
            made.entry(t.node()).or_insert(m);
        }
        for &arg in terms.args(t).iter() {
            let Some(m) = made.get(&arg.node()).filter(|m| m.operators > 0) else { continue };
            // `b - a - 1` is how `a - b` is made.
            let half = terms.args(arg).iter().any(|a| a.is_complemented()) && !arg.is_complemented();
            let interesting = m.product || m.several && !half;
            let Some(width) = width(terms, arg).filter(|w| *w >= NARROWEST) else { continue };
            if interesting && is_number(terms.op(arg.regular())) && seen.insert(arg) {
                let kind = if m.product { Kind::Product } else { Kind::Sum };
                out.push(View { term: arg, width, kind });
            }
        }
    }
    // Products first: sums are affine combinations of what is there.
    out.sort_by_key(|v| v.kind != Kind::Product);
    out
}

/// A node over variables and constants by numbers' operators.
fn combine(terms: &Terms, t: TermId, made: &FxHashMap<usize, Made>) -> Option<Made> {
    let op = terms.op(t);
    width(terms, t)?;
    if op == Op::Const {
        return Some(Made { operators: 0, var: None, several: false, product: false });
    }
    if !is_number(op) && !matches!(op, Op::Concat | Op::Extract | Op::Sext) {
        return None;
    }
    let mut all = Made { operators: 1, var: None, several: false, product: false };
    let mut variable_args = 0;
    for arg in terms.args(t).iter() {
        let m = made.get(&arg.node())?;
        all.operators += m.operators;
        all.several |= m.several || all.var.is_some() && m.var.is_some() && all.var != m.var;
        all.product |= m.product;
        all.var = all.var.or(m.var);
        variable_args += u32::from(m.var.is_some());
    }
    all.product |= match op {
        Op::Mul => variable_args == 2,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::Lshr | Op::Ashr | Op::Shl => variable_args > 0,
        _ => false,
    };
    (all.operators <= LARGEST).then_some(all)
}

fn is_number(op: Op) -> bool {
    matches!(op, Op::Add | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::Shl | Op::Lshr | Op::Ashr)
}
