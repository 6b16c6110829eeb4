//! Sums and differences of two or three columns that were never below something small, and were there.
//!
//! `k - i - n >= 0` in arithmetic that wraps around: a step that changes two of them together does not change the sum. What two of the parts
//! already say by themselves is not said again.

use super::Facts;
use super::table::{Kind, Table};
use pm_term::domain::signed;
use pm_term::{TermId, Terms};

/// How far from zero a bound may be.
pub const SLACK: i128 = 2;
/// The same for differences.
pub const SLACK_OF_TWO: i128 = 8;
/// Guesses of a table.
const GUESSES: usize = 240;

/// A column, and whether it is subtracted.
pub type Part = (usize, bool);

pub fn guess(table: &Table, terms: &mut Terms, facts: &mut Facts) {
    let rows = table.all_rows();
    let mut found = Vec::new();
    let n = table.columns.len();
    for a in 0..n {
        for b in a + 1..n {
            for signs in 0..4u8 {
                let form = [(a, signs & 1 != 0), (b, signs & 2 != 0)];
                if let Some(least) = bound(table, &form, &rows) {
                    found.push((form.to_vec(), least));
                }
            }
        }
    }
    equal(table, terms, facts);
    let mut three = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for signs in 0..8u8 {
                    let form = [(a, signs & 1 != 0), (b, signs & 2 != 0), (c, signs & 4 != 0)];
                    if let Some(least) = bound(table, &form, &rows) {
                        three.push((form.to_vec(), least));
                    }
                }
            }
        }
    }
    // Those without constants first.
    three.sort_by_key(|(form, _)| form.iter().filter(|p| table.columns[p.0].kind == Kind::Constant).count());
    found.extend(three);
    found.truncate(GUESSES);
    for (form, least) in found {
        let sum = sum(table, terms, &form);
        let least = terms.bv_signed(table.width, least);
        let fact = terms.sle(least, sum);
        facts.add(fact);
    }
}

/// Columns that are always as far from each other.
fn equal(table: &Table, terms: &mut Terms, facts: &mut Facts) {
    let rows = table.all_rows();
    for a in 0..table.columns.len() {
        for b in a + 1..table.columns.len() {
            let (least, most) = range(table, &[(a, false), (b, true)], &rows);
            if least == most {
                let apart = terms.bv_signed(table.width, least);
                let other = terms.add(table.columns[b].term, apart);
                let fact = terms.eq(table.columns[a].term, other);
                facts.add(fact);
            }
        }
    }
}

/// The sum, as it is in the program: it wraps around.
pub fn sum(table: &Table, terms: &mut Terms, form: &[Part]) -> TermId {
    let mut sum = terms.zero(table.width);
    for &(c, minus) in form {
        let t = table.columns[c].term;
        sum = if minus { terms.sub(sum, t) } else { terms.add(sum, t) };
    }
    sum
}

/// The least value, if it is near zero, is not the only one, and does not follow from those of parts.
fn bound(table: &Table, form: &[Part], rows: &[usize]) -> Option<i128> {
    if form.iter().filter(|p| table.columns[p.0].kind != Kind::Constant).count() < 2 {
        return None;
    }
    let slack = if form.len() == 2 { SLACK_OF_TWO } else { SLACK };
    let first = value(table, form, rows[0]);
    if !fits(table, first) || first < -slack {
        return None;
    }
    let (least, most) = range(table, form, rows);
    if least.abs() > slack || least == most || !fits(table, most) {
        return None;
    }
    let follows = (0..form.len()).any(|alone| {
        let rest: Vec<Part> = form.iter().enumerate().filter(|(i, _)| *i != alone).map(|(_, p)| *p).collect();
        let (a, b) = (range(table, &form[alone..=alone], rows).0, range(table, &rest, rows).0);
        a.abs() <= SLACK_OF_TWO && b.abs() <= SLACK_OF_TWO && a + b == least
    });
    (!follows).then_some(least)
}

/// Least and greatest value in some rows.
pub fn range(table: &Table, form: &[Part], rows: &[usize]) -> (i128, i128) {
    let values = rows.iter().map(|r| value(table, form, *r));
    values.fold((i128::MAX, i128::MIN), |(a, b), v| (a.min(v), b.max(v)))
}

fn value(table: &Table, form: &[Part], row: usize) -> i128 {
    let part = |&(c, minus): &Part| {
        let v = i128::from(table.columns[c].values[row]);
        if minus { -v } else { v }
    };
    form.iter().map(part).sum()
}

/// The value is what comes out if it wraps around.
fn fits(table: &Table, v: i128) -> bool {
    i128::from(signed(table.width, v as u64)) == v
}
