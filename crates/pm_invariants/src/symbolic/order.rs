//! The order of levels: what is computed together stands together.
//!
//! Terms are placed on a line and moved to the middle of what they are connected with, again and again (FORCE: Aloul, Markov,
//! Sakallah, GLSVLSI 2003). Quantities and choices stand where their terms are.

use super::bdd::{Bdd, Bdds};
use super::quantity::Quantities;
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// Rounds of moving, at most.
const ROUNDS: usize = 60;
/// Steps of moving in all.
const WORK: usize = 20_000_000;
/// Levels for choices at one term; more stand below everything else.
const CHOICES: u32 = 2;

pub struct Levels {
    /// By quantity, an even one; its code has two levels a bit, for now and for after the step.
    of_quantity: Vec<(u32, u32)>,
    /// By term: those that are left.
    of_term: FxHashMap<TermId, (u32, u32)>,
    below: u32,
}

impl Levels {
    pub fn new(terms: &Terms, quantities: &Quantities, roots: &[TermId]) -> Levels {
        let place = places(terms, roots);
        let mean = |ts: &mut dyn Iterator<Item = TermId>| {
            let (sum, n) = ts.fold((0.0, 0), |(sum, n), t| (sum + place.get(&t).copied().unwrap_or(0.0), n + 1));
            sum / f64::from(n.max(1))
        };
        let mut items: Vec<(f64, Item)> = Vec::new();
        for (i, q) in quantities.all.iter().enumerate() {
            items.push((mean(&mut q.form.parts.iter().map(|p| p.0)), Item::Quantity(i)));
        }
        items.extend(place.iter().filter(|(t, _)| terms.is_bool(**t)).map(|(t, at)| (*at, Item::Choice(*t))));
        items.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut levels =
            Levels { of_quantity: vec![(0, 0); quantities.all.len()], of_term: FxHashMap::default(), below: 0 };
        for (_, item) in items {
            levels.below += match item {
                Item::Quantity(q) => {
                    let bits = quantities.all[q].bits();
                    levels.of_quantity[q] = (levels.below, bits);
                    2 * bits
                }
                Item::Choice(t) => {
                    levels.of_term.insert(t, (levels.below, levels.below + CHOICES));
                    CHOICES
                }
            };
        }
        levels
    }

    /// A level for a choice at a term.
    pub fn fresh(&mut self, t: TermId) -> u32 {
        if let Some((next, end)) = self.of_term.get_mut(&t)
            && next < end
        {
            *next += 1;
            return *next - 1;
        }
        self.below += 1;
        self.below - 1
    }

    /// The quantity has a code, now or after the step.
    pub fn code(&self, bdds: &mut Bdds, quantity: usize, code: usize, next: bool) -> Bdd {
        let (first, bits) = self.of_quantity[quantity];
        let mut all = Bdd::TRUE;
        for bit in (0..bits).rev() {
            let var = bdds.variable(first + 2 * bit + u32::from(next));
            let is_set = code >> (bits - 1 - bit) & 1 == 1;
            all = if is_set { bdds.and(var, all) } else { bdds.and_not(all, var) };
        }
        all
    }

    /// The levels of a quantity's code.
    pub fn of_quantity(&self, quantity: usize, next: bool) -> impl Iterator<Item = u32> + use<> {
        let (first, bits) = self.of_quantity[quantity];
        (0..bits).map(move |bit| first + 2 * bit + u32::from(next))
    }

    /// The quantity whose code has this level.
    pub fn quantity_at(&self, level: u32) -> Option<usize> {
        self.of_quantity.iter().position(|(first, bits)| (*first..*first + 2 * *bits).contains(&level))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Quantity(usize),
    Choice(TermId),
}

/// Where terms stand on the line.
fn places(terms: &Terms, roots: &[TermId]) -> FxHashMap<TermId, f64> {
    let cone = terms.cone(roots);
    let index: FxHashMap<TermId, usize> = cone.iter().enumerate().map(|(i, t)| (*t, i)).collect();
    let edges: Vec<Vec<usize>> = cone.iter().enumerate().map(|(i, t)| edge(terms, &index, i, *t)).collect();
    let ends: usize = edges.iter().map(Vec::len).sum();
    let mut place: Vec<f64> = (0..cone.len()).map(|i| i as f64).collect();
    for _ in 0..ROUNDS.min(WORK / ends.max(1)) {
        place = moved(&edges, &place);
    }
    cone.iter().copied().zip(place).collect()
}

/// A term and its arguments.
fn edge(terms: &Terms, index: &FxHashMap<TermId, usize>, at: usize, t: TermId) -> Vec<usize> {
    let args = terms.args(t);
    let args = args.iter().filter(|a| !terms.is_const(**a)).filter_map(|a| index.get(&a.regular()).copied());
    std::iter::once(at).chain(args).collect()
}

fn moved(edges: &[Vec<usize>], place: &[f64]) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); place.len()];
    for edge in edges.iter().filter(|e| e.len() > 1) {
        let middle = edge.iter().map(|v| place[*v]).sum::<f64>() / edge.len() as f64;
        for &v in edge {
            sums[v].0 += middle;
            sums[v].1 += 1.0;
        }
    }
    let wanted: Vec<f64> = sums.iter().zip(place).map(|(s, p)| if s.1 > 0.0 { s.0 / s.1 } else { *p }).collect();
    let mut order: Vec<usize> = (0..place.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]).then(a.cmp(b)));
    let mut out = vec![0.0; place.len()];
    order.into_iter().enumerate().for_each(|(i, v)| out[v] = i as f64);
    out
}
