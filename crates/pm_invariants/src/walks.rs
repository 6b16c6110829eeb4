//! How a program walks over its arrays: which variables stand for which prophecy in an access.
//!
//! Where a cell is `a[p][q]` and a step accesses `a[i][j]`, `p` is compared with `i` and `q` with `j`, one dimension and the next. Where a cell is `a[p]` and a
//! step accesses `a[4 * i - 2]`, `p` is compared with `4 * i`.

use pm_model::System;
use pm_model::form::Form;
use pm_model::reduce::{Cells, digits, is_cast, stores_and_reads};
use pm_term::{Op, TermId, Terms};

/// Dimensions of arrays that are looked at.
const MAX_DIMENSIONS: usize = 3;
/// Sums that prophecies are compared with.
const MAX_RAMPS: usize = 12;
/// Variables of a sum.
const MAX_PARTS: usize = 3;
/// Distances from one sum.
const MAX_DISTANCES: usize = 8;
/// The largest factor of a sum.
const MAX_FACTOR: i64 = 64;
/// Bounds of one variable.
const MAX_LIMITS: usize = 3;

/// What prophecies are compared with; variables are given by their indices.
#[derive(Default)]
pub struct Walks {
    /// Prophecies and the variables in their place, by dimension.
    pub grids: Vec<Vec<(usize, usize)>>,
    pub ramps: Vec<Ramp>,
    /// What variables are compared with: variables or constants.
    pub limits: Vec<(usize, TermId)>,
}

/// Accesses at constant distances from a sum.
#[derive(Debug)]
pub struct Ramp {
    pub prophecy: usize,
    /// Variables with factors.
    pub sum: Vec<(usize, i64)>,
    pub distances: Vec<i64>,
}

impl Walks {
    pub fn collect(system: &System, cells: &Cells) -> Walks {
        let mut walks = Walks::default();
        for cell in &cells.cells {
            let Some(own) = Form::roughly(&system.terms, cell.index) else { continue };
            let accessed = accesses(&system.terms, cells, cell.array, system.vars[cell.array].now);
            for access in accessed.iter().filter_map(|&t| Form::roughly(&system.terms, t)) {
                walks.grid(system, cells, &own, &access);
                walks.ramp(system, cells, &own, &access);
            }
        }
        walks.ramps.truncate(MAX_RAMPS);
        walks.bounds(system, cells);
        walks
    }

    fn grid(&mut self, system: &System, cells: &Cells, own: &Form, access: &Form) {
        let (Some(own), Some(access)) = (digits(own, 0), digits(access, 0)) else { return };
        if !(2..=MAX_DIMENSIONS).contains(&own.len()) || own.len() != access.len() {
            return;
        }
        let mut grid = Vec::new();
        for ((p, f, _), (x, g, _)) in own.into_iter().zip(access) {
            match (prophecy(system, cells, p), variable(system, cells, x)) {
                (Some(p), Some(x)) if f == g => grid.push((p, x)),
                _ => return,
            }
        }
        if !self.grids.contains(&grid) {
            self.grids.push(grid);
        }
    }

    fn ramp(&mut self, system: &System, cells: &Cells, own: &Form, access: &Form) {
        let [(leaf, 1)] = own.parts[..] else { return };
        let Some(p) = prophecy(system, cells, leaf) else { return };
        if access.parts.len() > MAX_PARTS {
            return;
        }
        let mut sum = Vec::new();
        for &(leaf, factor) in &access.parts {
            let factor = access.signed(factor);
            match variable(system, cells, leaf) {
                Some(x) if factor.abs() <= MAX_FACTOR => sum.push((x, factor)),
                _ => return,
            }
        }
        sum.sort_unstable();
        // The whole sum, and each of its parts: where an inner loop has ended its variable says nothing.
        let parts: Vec<Vec<(usize, i64)>> = sum.iter().map(|part| vec![*part]).collect();
        let distance = access.signed(access.constant).saturating_sub(own.signed(own.constant));
        for sum in [sum].into_iter().chain(parts).filter(|sum| !sum.is_empty()) {
            let known = self.ramps.iter_mut().find(|r| r.prophecy == p && r.sum == sum);
            match known {
                Some(ramp) if ramp.distances.contains(&distance) || ramp.distances.len() >= MAX_DISTANCES => {}
                Some(ramp) => ramp.distances.push(distance),
                None => self.ramps.push(Ramp { prophecy: p, sum, distances: vec![distance] }),
            }
        }
    }

    /// What the variables of grids are compared with.
    fn bounds(&mut self, system: &System, cells: &Cells) {
        let mut vars: Vec<usize> = self.grids.iter().flatten().map(|g| g.1).collect();
        vars.sort_unstable();
        vars.dedup();
        let terms = &system.terms;
        let compared =
            terms.cone(&cells.concrete.next).into_iter().filter(|&t| matches!(terms.op(t), Op::Slt | Op::Ult));
        for t in compared {
            let args = terms.args(t);
            for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                let own = vars.iter().find(|&&x| is_cast(terms, a, system.vars[x].now));
                let is_limit = terms.is_const(b) || system.vars.iter().any(|v| v.now == b);
                let Some(&x) = own.filter(|_| is_limit) else { continue };
                let known = self.limits.iter().filter(|l| l.0 == x).count();
                if known < MAX_LIMITS && !self.limits.contains(&(x, b)) {
                    self.limits.push((x, b));
                }
            }
        }
    }

    /// Factors of variables: what is done to each so many elements.
    pub fn strides(&self) -> Vec<u64> {
        let factors = self.ramps.iter().flat_map(|r| r.sum.iter().map(|part| part.1.unsigned_abs()));
        let mut out: Vec<u64> = factors.filter(|&f| f > 1).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// Indices at which steps and properties access an array.
fn accesses(terms: &Terms, cells: &Cells, array: usize, symbol: TermId) -> Vec<TermId> {
    let (mut out, reads) = stores_and_reads(terms, cells.concrete.next[array]);
    out.extend(reads.into_iter().filter(|(of, _)| *of == symbol).map(|(_, index)| index));
    out.sort_unstable();
    out.dedup();
    out
}

fn prophecy(system: &System, cells: &Cells, t: TermId) -> Option<usize> {
    cells.prophecies.iter().map(|p| p.0).find(|&p| system.vars[p].now == t)
}

/// A variable of the program.
fn variable(system: &System, cells: &Cells, t: TermId) -> Option<usize> {
    (0..cells.concrete.next.len()).find(|&v| system.vars[v].now == t)
}
