//! Affine equations that hold in all samples: the null space of the matrix of their values.
//!
//! Computed modulo a prime, so that no number gets large; the small fractions behind the results are found again by continued fractions.
//! What comes out is a guess like any other.

use pm_term::{TermId, Terms};

/// Coefficients of the columns and, last, of 1: their sum is 0 in every sample.
pub type Equation = Vec<i128>;

/// Coefficients beyond this are no program's invariant.
const LARGEST: i128 = 1 << 20;
/// Variables in an equation.
const MOST: usize = 6;
/// The prime.
const P: i128 = (1 << 61) - 1;

/// A basis of the equations that all rows satisfy.
pub fn equations(rows: &[Vec<i128>], columns: usize) -> Vec<Equation> {
    // Column 0 is the constant, so that it is a pivot and equations are solved for variables.
    let row = |r: &Vec<i128>| std::iter::once(1).chain(r.iter().map(|v| v.rem_euclid(P))).collect();
    let echelon = reduce(rows.iter().map(row).collect(), columns + 1);
    let pivots: Vec<usize> = echelon.iter().map(|r| r.iter().position(|&v| v != 0).unwrap_or(0)).collect();
    let free = (0..=columns).filter(|c| !pivots.contains(c));
    free.filter_map(|f| equation(&echelon, &pivots, f, columns)).collect()
}

/// The sum of the products of these is 0, modulo the width: what is subtracted stands on the other side, for the solver's sake.
pub fn fact(terms: &mut Terms, e: &Equation, columns: &[TermId], w: u32) -> TermId {
    let constant = e[columns.len()];
    let mut sides = [constant.max(0), (-constant).max(0)].map(|k| terms.bv_signed(w, k));
    for (&t, &k) in columns.iter().zip(e).filter(|(_, k)| **k != 0) {
        let side = &mut sides[usize::from(k < 0)];
        let factor = terms.bv_signed(w, k.abs());
        let product = terms.mul(t, factor);
        *side = terms.add(*side, product);
    }
    terms.eq(sides[0], sides[1])
}

/// The equation that gives the free column by the pivots'.
fn equation(echelon: &[Vec<i128>], pivots: &[usize], free: usize, columns: usize) -> Option<Equation> {
    let mut scale = 1i128;
    for (row, _) in echelon.iter().zip(pivots).filter(|(_, p)| **p != 0) {
        let part = denominator(row[free])?;
        scale *= part / gcd(part, scale);
        if scale > LARGEST {
            return None;
        }
    }
    let mut out = vec![0; columns + 1];
    out[free] = scale;
    for (row, &p) in echelon.iter().zip(pivots) {
        out[p] = -signed(row[free] * scale % P);
    }
    let small = out[1..].iter().all(|v| v.abs() <= LARGEST);
    let sparse = out[1..].iter().filter(|v| **v != 0).count() <= MOST;
    out.rotate_left(1);
    (small && sparse).then_some(out)
}

/// Reduced echelon form modulo the prime, pivots 1, without zero rows.
fn reduce(mut rows: Vec<Vec<i128>>, columns: usize) -> Vec<Vec<i128>> {
    let mut done = 0;
    for c in 0..columns {
        let Some(p) = (done..rows.len()).find(|&r| rows[r][c] != 0) else { continue };
        rows.swap(done, p);
        let by = inverse(rows[done][c]);
        rows[done].iter_mut().for_each(|v| *v = *v * by % P);
        let pivot = rows[done].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            let factor = row[c];
            if r != done && factor != 0 {
                row.iter_mut().zip(&pivot).for_each(|(v, p)| *v = (*v - p * factor).rem_euclid(P));
            }
        }
        done += 1;
    }
    rows.truncate(done);
    rows
}

/// Modulo the prime.
fn inverse(v: i128) -> i128 {
    let (mut r, mut next_r) = (P, v);
    let (mut t, mut next_t) = (0, 1);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (t, next_t) = (next_t, t - q * next_t);
    }
    t.rem_euclid(P)
}

/// The denominator of the fraction with small numbers that a residue stands for.
fn denominator(v: i128) -> Option<i128> {
    let (mut r, mut next_r) = (P, v);
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r > LARGEST {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (t, next_t) = (next_t, t - q * next_t);
    }
    (next_t.abs() <= LARGEST).then_some(next_t.abs())
}

/// A residue as a number near 0.
fn signed(v: i128) -> i128 {
    if v > P / 2 { v - P } else { v }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_equations() {
        // y = 3x + 2, z free
        let rows: Vec<Vec<i128>> = (0..6).map(|x| vec![x, 3 * x + 2, x * x]).collect();
        assert_eq!(equations(&rows, 3), [vec![-3, 1, 0, -2]]);
        // a constant column
        assert_eq!(equations(&[vec![5], vec![5]], 1), [vec![1, -5]]);
        // 2a + 3b = 0
        let rows: Vec<Vec<i128>> = (0..4).map(|i| vec![3 * i, -2 * i]).collect();
        assert_eq!(equations(&rows, 2), [vec![2, 3, 0]]);
        // large numbers: c = b - 2a, and a - d = 10^12
        let of = |i: i128| (i * i * 987_654_321 % 1_000_003 + (i << 40), i * 123_456_789_012 % 777_777 - (i << 38));
        let rows = (1..9).map(of).map(|(a, b)| vec![a, b, b - 2 * a, a - 1_000_000_000_000]).collect::<Vec<_>>();
        assert_eq!(equations(&rows, 4), [vec![2, -1, 1, 0, 0], vec![-1, 0, 0, 1, 1_000_000_000_000]]);
    }
}
