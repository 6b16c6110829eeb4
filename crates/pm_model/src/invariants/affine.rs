//! Affine equations that hold in all samples: the null space of the matrix of their values, over the rationals.

/// Coefficients of the columns and, last, of 1: their sum is 0 in every sample.
pub type Equation = Vec<i128>;

/// Coefficients beyond this are no program's invariant.
const LARGEST: i128 = 1 << 20;
/// Variables in an equation.
const MOST: usize = 6;

/// A basis of the equations that all rows satisfy. Nothing where numbers get too large.
pub fn equations(rows: &[Vec<i128>], columns: usize) -> Vec<Equation> {
    // Column 0 is the constant, so that it is a pivot and equations are solved for variables.
    let matrix = rows.iter().map(|r| std::iter::once(1).chain(r.iter().copied()).collect()).collect();
    let Some(echelon) = reduce(matrix, columns + 1) else { return Vec::new() };
    let pivots: Vec<usize> = echelon.iter().map(|r| r.iter().position(|&v| v != 0).unwrap_or(0)).collect();
    let free = (0..=columns).filter(|c| !pivots.contains(c));
    free.filter_map(|f| equation(&echelon, &pivots, f, columns)).collect()
}

/// The equation that gives the free column by the pivots'.
fn equation(echelon: &[Vec<i128>], pivots: &[usize], free: usize, columns: usize) -> Option<Equation> {
    let mut scale = 1i128;
    for (row, &p) in echelon.iter().zip(pivots) {
        if row[free] != 0 {
            let part = row[p] / gcd(row[p], row[free]);
            scale = scale.checked_mul(part / gcd(part, scale))?.abs();
        }
    }
    let mut out = vec![0; columns + 1];
    out[free] = scale;
    for (row, &p) in echelon.iter().zip(pivots) {
        out[p] = -(row[free].checked_mul(scale)? / row[p]);
    }
    let small = out[1..].iter().all(|v| v.abs() <= LARGEST) && out[0].abs() < 1 << 62;
    let sparse = out[1..].iter().filter(|v| **v != 0).count() <= MOST;
    out.rotate_left(1);
    (small && sparse).then_some(out)
}

/// Reduced echelon form with integer rows, without zero rows.
fn reduce(mut rows: Vec<Vec<i128>>, columns: usize) -> Option<Vec<Vec<i128>>> {
    let mut done = 0;
    for c in 0..columns {
        let Some(p) = (done..rows.len()).find(|&r| rows[r][c] != 0) else { continue };
        rows.swap(done, p);
        normalise(&mut rows[done]);
        let pivot = rows[done].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r != done && row[c] != 0 {
                eliminate(row, &pivot, c)?;
            }
        }
        done += 1;
    }
    rows.truncate(done);
    Some(rows)
}

fn eliminate(row: &mut [i128], pivot: &[i128], c: usize) -> Option<()> {
    let g = gcd(row[c], pivot[c]);
    let (a, b) = (pivot[c] / g, row[c] / g);
    for (v, p) in row.iter_mut().zip(pivot) {
        *v = v.checked_mul(a)?.checked_sub(p.checked_mul(b)?)?;
    }
    normalise(row);
    Some(())
}

fn normalise(row: &mut [i128]) {
    let g = row.iter().fold(0, |g, &v| gcd(g, v));
    if g > 1 {
        row.iter_mut().for_each(|v| *v /= g);
    }
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
    }
}
