//! Guesses from samples: relations of variables that held in every execution that was tried.

use super::affine;
use super::intervals::Analysis;
use super::lemma::Lemma;
use super::samples::{self, Contents, Sample, Samples};
use super::views::{Kind, View, Views};
use pm_model::System;
use pm_term::domain::{MAX_WIDTH, mask, signed};
use pm_term::{Sort, TermId};

/// Variables of a location that pairs are made of.
const VARS: usize = 40;
/// Guesses at a location.
const GUESSES: usize = 1500;
/// Thresholds tried beyond what was seen, in each direction.
const NEAR: usize = 3;
/// Values of a variable that is taken for a flag or a state.
const FLAG_VALUES: usize = 8;

pub fn guess(system: &mut System, analysis: &Analysis, views: &Views, samples: &Samples) -> Vec<Lemma> {
    let mut out = Vec::new();
    for l in 0..system.locations.len() {
        let location = l as u32;
        if location == System::END || location == System::ENTRY || samples.at[l].is_empty() {
            continue;
        }
        let own = system.vars.iter().map(|v| v.now);
        let columns: Vec<TermId> = own.chain(views.at[l].iter().map(|v| v.term)).collect();
        let mut guesser = Guesser {
            analysis,
            samples: &samples.at[l],
            contents: &samples.contents[l],
            arrays: samples::arrays(system, l),
            columns,
            views: &views.at[l],
            facts: Vec::new(),
            system,
        };
        guesser.run(l);
        guesser.facts.truncate(GUESSES);
        out.extend(guesser.facts.into_iter().map(|fact| Lemma { location, fact }));
    }
    out
}

pub struct Guesser<'a> {
    pub system: &'a mut System,
    analysis: &'a Analysis,
    pub samples: &'a [Sample],
    pub contents: &'a [Contents],
    /// The variables of the contents.
    pub arrays: Vec<usize>,
    /// What a sample's values are of: the variables, then the views.
    pub columns: Vec<TermId>,
    views: &'a [View],
    facts: Vec<TermId>,
}

impl Guesser<'_> {
    fn run(&mut self, location: usize) {
        let live = self.system.locations[location].live.clone();
        let vars: Vec<(usize, u32)> =
            live.iter().filter_map(|&v| Some((v as usize, self.width(v as usize)?))).collect();
        let vars: Vec<(usize, u32)> = vars.into_iter().take(VARS).collect();
        for &(v, w) in &vars {
            self.bounds(v, w);
            self.parity(v, w);
        }
        let own = self.system.vars.len();
        let mut columns = vars.clone();
        columns.extend(self.views.iter().enumerate().map(|(i, v)| (own + i, v.width)));
        let no_sums: Vec<(usize, u32)> =
            columns.iter().copied().filter(|c| self.kind(c.0) != Some(Kind::Sum)).collect();
        self.equations(&no_sums);
        for (i, &(a, w)) in vars.iter().enumerate() {
            for &(b, _) in vars[i + 1..].iter().filter(|(_, other)| *other == w) {
                self.order(a, b, w);
            }
        }
        self.mixed(&columns);
        for &(flag, fw) in &vars {
            for &(v, w) in vars.iter().filter(|(v, _)| *v != flag) {
                self.implications((flag, fw), (v, w));
            }
        }
    }

    fn width(&self, v: usize) -> Option<u32> {
        match self.system.terms.sort(self.system.vars[v].now) {
            Sort::Bv(w) if w <= MAX_WIDTH && v != System::PC => Some(w),
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
        }
    }

    fn now(&self, v: usize) -> TermId {
        self.columns[v]
    }

    /// `None` for variables.
    pub fn kind(&self, column: usize) -> Option<Kind> {
        column.checked_sub(self.system.vars.len()).map(|v| self.views[v].kind)
    }

    fn all(&self, holds: impl Fn(&Sample) -> bool) -> bool {
        self.samples.iter().all(holds)
    }

    pub fn add(&mut self, fact: TermId) {
        if fact != TermId::TRUE {
            self.facts.push(fact);
        }
    }

    /// Bounds by the constants of the program next to what was seen.
    fn bounds(&mut self, v: usize, w: u32) {
        let x = self.now(v);
        let mut limits: Vec<i64> = self.analysis.thresholds(w).iter().map(|&t| signed(w, t)).collect();
        limits.sort_unstable();
        let seen = self.samples.iter().map(|s| signed(w, s[v]));
        let (min, max) = seen.fold((i64::MAX, i64::MIN), |(a, b), s| (a.min(s), b.max(s)));
        let above: Vec<i64> = limits.iter().copied().filter(|&t| t >= max).take(NEAR).collect();
        let below: Vec<i64> = limits.iter().copied().rev().filter(|&t| t <= min).take(NEAR).collect();
        for t in above {
            let k = self.system.terms.bv_signed(w, t.into());
            let fact = self.system.terms.sle(x, k);
            self.add(fact);
        }
        for t in below {
            let k = self.system.terms.bv_signed(w, t.into());
            let fact = self.system.terms.sle(k, x);
            self.add(fact);
        }
        let mut limits: Vec<u64> = self.analysis.thresholds(w).to_vec();
        limits.sort_unstable();
        let max = self.samples.iter().map(|s| s[v]).max().unwrap_or(0);
        for t in limits.into_iter().filter(|&t| t >= max).take(NEAR).collect::<Vec<_>>() {
            let k = self.system.terms.bv(w, t.into());
            let fact = self.system.terms.ule(x, k);
            self.add(fact);
        }
        if self.all(|s| s[v] != 0) {
            let fact = self.system.terms.nonzero(x);
            self.add(fact);
        }
    }

    /// The low bits that never changed.
    fn parity(&mut self, v: usize, w: u32) {
        let first = self.samples[0][v];
        let same = self.samples.iter().fold(u32::MAX, |n, s| n.min((s[v] ^ first).trailing_zeros())).min(w);
        if same > 0 && same < w {
            for bits in [same, 1] {
                let low = self.system.terms.extract(self.now(v), bits - 1, 0);
                let k = self.system.terms.bv(bits, (first & mask(bits)).into());
                let fact = self.system.terms.eq(low, k);
                self.add(fact);
            }
        }
    }

    fn equations(&mut self, vars: &[(usize, u32)]) {
        let mut widths: Vec<u32> = vars.iter().map(|(_, w)| *w).collect();
        widths.sort_unstable();
        widths.dedup();
        for w in widths {
            let of_width: Vec<usize> = vars.iter().filter(|(_, x)| *x == w).map(|(v, _)| *v).collect();
            if of_width.len() < 2 || self.samples.len() < 3 {
                continue;
            }
            // The first samples of loops that wrap later have equations that hold modulo the width.
            let few = (of_width.len() + 4).min(self.samples.len());
            for rows in [self.rows(&of_width, w, self.samples.len()), self.rows(&of_width, w, few)] {
                for e in affine::equations(&rows, of_width.len()) {
                    if self.is_said_narrow(&e, &of_width) {
                        continue;
                    }
                    if self.all(|s| holds(&e, &of_width, w, s)) {
                        let columns: Vec<TermId> = of_width.iter().map(|v| self.columns[*v]).collect();
                        let fact = affine::fact(&mut self.system.terms, &e, &columns, w);
                        self.add(fact);
                    }
                }
            }
        }
    }

    /// Sums of widened terms are hard to decide; their low parts are there, too.
    fn is_said_narrow(&self, e: &affine::Equation, vars: &[usize]) -> bool {
        let used = || vars.iter().zip(e).filter(|(_, k)| **k != 0).map(|(v, _)| *v);
        used().count() > 2 && used().any(|v| self.kind(v) == Some(Kind::Widened))
    }

    fn rows(&self, vars: &[usize], w: u32, count: usize) -> Vec<Vec<i128>> {
        let row = |s: &Sample| vars.iter().map(|&v| i128::from(signed(w, s[v]))).collect();
        self.samples.iter().take(count).map(row).collect()
    }

    pub fn order(&mut self, a: usize, b: usize, w: u32) {
        let (x, y) = (self.now(a), self.now(b));
        let s = |s: &Sample, v: usize| signed(w, s[v]);
        for (i, j, x, y) in [(a, b, x, y), (b, a, y, x)] {
            if self.all(|q| s(q, i) < s(q, j)) {
                let fact = self.system.terms.slt(x, y);
                self.add(fact);
            }
            if self.all(|q| s(q, i) <= s(q, j)) {
                let fact = self.system.terms.sle(x, y);
                self.add(fact);
            }
            if self.all(|q| q[i] <= q[j]) {
                let fact = self.system.terms.ule(x, y);
                self.add(fact);
            }
        }
        if self.all(|q| q[a] != q[b]) {
            let fact = self.system.terms.ne(x, y);
            self.add(fact);
        }
    }

    /// While the flag has a value, the variable has one.
    fn implications(&mut self, (flag, fw): (usize, u32), (v, w): (usize, u32)) {
        if self.facts.len() > GUESSES {
            return;
        }
        let mut values: Vec<u64> = self.samples.iter().map(|s| s[flag]).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() < 2 || values.len() > FLAG_VALUES {
            return;
        }
        for value in values {
            let mut then = self.samples.iter().filter(|s| s[flag] == value).map(|s| s[v]);
            let Some(first) = then.next() else { continue };
            if !then.all(|x| x == first) || self.all(|s| s[v] == first) {
                continue;
            }
            let (x, y) = (self.now(flag), self.now(v));
            let terms = &mut self.system.terms;
            let (k, r) = (terms.bv(fw, value.into()), terms.bv(w, first.into()));
            let (left, right) = (terms.eq(x, k), terms.eq(y, r));
            let fact = terms.implies(left, right);
            self.add(fact);
        }
    }
}

/// Whether an equation holds in a sample, modulo the width.
fn holds(e: &affine::Equation, vars: &[usize], w: u32, s: &Sample) -> bool {
    let product = |(&v, &k): (&usize, &i128)| s[v].wrapping_mul(k as u64);
    let sum = vars.iter().zip(e).map(product).fold(e[vars.len()] as u64, u64::wrapping_add);
    sum & mask(w) == 0
}
