//! What holds in one of two cases: where a variable is negative, a flag is set, a counter has passed a constant.
//!
//! The rows are divided by a comparison; of each part the equations, differences and low bits are guessed that the whole does not have.

use super::Facts;
use super::linear::{SLACK, range};
use super::table::{Kind, Table};
use pm_term::{TermId, Terms};
use rustc_hash::FxHashSet;

/// Rows of a case.
const FEWEST: usize = 4;
/// Ways to divide a table, and guesses of one case.
const CASES: usize = 80;
const GUESSES: usize = 16;
/// Guesses of all.
const ALL: usize = 500;
/// Values of a variable that is taken for a flag.
const FLAG_VALUES: usize = 4;

/// A condition, and the rows in which it holds.
struct Case {
    cond: TermId,
    rows: Vec<usize>,
}

pub fn guess(table: &Table, terms: &mut Terms, facts: &mut Facts) {
    let most = facts.all.len() + ALL;
    for case in cases(table, terms) {
        let before = facts.all.len();
        equations(table, terms, &case, facts);
        differences(table, terms, &case, facts);
        low_bits(table, terms, &case, facts);
        facts.all.truncate(before + GUESSES);
        if facts.all.len() > most {
            break;
        }
    }
}

/// Both sides of each comparison that divides the rows: with zero, then with constants.
fn cases(table: &Table, terms: &mut Terms) -> Vec<Case> {
    let zero = terms.zero(table.width);
    let nothing = vec![0i64; table.rows];
    let vars = table.of_kind(&[Kind::Variable]);
    let mut out: Vec<Case> = Vec::new();
    for &v in &vars {
        flags(table, terms, v, &mut out);
    }
    for &v in &vars {
        divide(table, terms, v, (zero, &nothing), &mut out);
    }
    for c in table.of_kind(&[Kind::Constant]) {
        for &v in &vars {
            let bound = &table.columns[c];
            divide(table, terms, v, (bound.term, &bound.values), &mut out);
        }
    }
    let mut seen = FxHashSet::default();
    out.retain(|c| seen.insert(c.rows.clone()));
    out.truncate(CASES);
    out
}

/// Below, above, equal, and the contrary.
fn divide(table: &Table, terms: &mut Terms, v: usize, (bound, values): (TermId, &[i64]), out: &mut Vec<Case>) {
    let column = &table.columns[v];
    let x = column.term;
    let [below, above] = match column.is_unsigned {
        true => [terms.ult(x, bound), terms.ult(bound, x)],
        false => [terms.slt(x, bound), terms.slt(bound, x)],
    };
    let same = terms.eq(x, bound);
    let sign = |r: usize| column.values[r].cmp(&values[r]) as i8;
    for (cond, wanted) in [(below, -1), (above, 1), (same, 0)] {
        let (yes, no): (Vec<usize>, Vec<usize>) = (0..table.rows).partition(|r| sign(*r) == wanted);
        if yes.len() >= FEWEST && no.len() >= FEWEST {
            out.push(Case { cond: terms.not(cond), rows: no });
            out.push(Case { cond, rows: yes });
        }
    }
}

/// The values of a variable that has few.
fn flags(table: &Table, terms: &mut Terms, v: usize, out: &mut Vec<Case>) {
    let mut values = table.columns[v].values.clone();
    values.sort_unstable();
    values.dedup();
    if values.len() > FLAG_VALUES {
        return;
    }
    for value in values {
        let rows: Vec<usize> = (0..table.rows).filter(|r| table.columns[v].values[*r] == value).collect();
        if rows.len() >= FEWEST && rows.len() < table.rows {
            let k = terms.bv_signed(table.width, value.into());
            out.push(Case { cond: terms.eq(table.columns[v].term, k), rows });
        }
    }
}

fn equations(table: &Table, terms: &mut Terms, case: &Case, facts: &mut Facts) {
    let columns: Vec<usize> = (0..table.columns.len()).filter(|c| table.varies(*c)).collect();
    let all = table.all_rows();
    for e in table.equations(&columns, &case.rows) {
        if !table.holds(&e, &columns, &all) {
            let fact = table.equation(terms, &e, &columns);
            let fact = terms.implies(case.cond, fact);
            facts.add(fact);
        }
    }
}

/// A column is at most another one, or zero, and that is tight.
fn differences(table: &Table, terms: &mut Terms, case: &Case, facts: &mut Facts) {
    let all = table.all_rows();
    let is_constant = |c: usize| table.columns[c].kind == Kind::Constant;
    for x in 0..table.columns.len() {
        for minus in [false, true] {
            let form = [(x, minus)];
            let (least, most) = range(table, &form, &case.rows);
            if least.abs() <= SLACK && least < most && range(table, &form, &all).0 < least && !is_constant(x) {
                let (t, k) = (table.columns[x].term, if minus { -least } else { least });
                let k = terms.bv_signed(table.width, k);
                let fact = if minus { terms.sle(t, k) } else { terms.sle(k, t) };
                let fact = terms.implies(case.cond, fact);
                facts.add(fact);
            }
        }
        for y in (0..table.columns.len()).filter(|y| *y != x && !(is_constant(*y) && is_constant(x))) {
            let form = [(x, false), (y, true)];
            let (least, most) = range(table, &form, &case.rows);
            if least.abs() > SLACK || range(table, &form, &all).0 == least || least == most && x > y {
                continue;
            }
            let (a, b) = (table.columns[x].term, table.columns[y].term);
            let k = terms.bv_signed(table.width, least);
            let fact = match least {
                _ if least == most => {
                    let b = terms.add(b, k);
                    terms.eq(a, b)
                }
                0 => terms.sle(b, a),
                1 => terms.slt(b, a),
                _ => {
                    let b = terms.add(b, k);
                    terms.sle(b, a)
                }
            };
            let fact = terms.implies(case.cond, fact);
            facts.add(fact);
        }
    }
}

/// The lowest bit of a variable, or of its distance from a constant.
fn low_bits(table: &Table, terms: &mut Terms, case: &Case, facts: &mut Facts) {
    let bit = |c: usize, r: usize| table.columns[c].values[r] & 1;
    for x in table.of_kind(&[Kind::Variable]) {
        let same = |rows: &[usize]| rows.iter().all(|r| bit(x, *r) == bit(x, rows[0]));
        if same(&case.rows) && !same(&table.all_rows()) {
            let low = terms.extract(table.columns[x].term, 0, 0);
            let k = terms.bv(1, bit(x, case.rows[0]) as u128);
            let fact = terms.eq(low, k);
            let fact = terms.implies(case.cond, fact);
            facts.add(fact);
        }
        for c in table.of_kind(&[Kind::Constant]) {
            let apart = |r: usize| bit(x, r) ^ bit(c, r);
            let same = |rows: &[usize]| rows.iter().all(|r| apart(*r) == apart(rows[0]));
            if same(&case.rows) && !same(&table.all_rows()) {
                let distance = terms.sub(table.columns[x].term, table.columns[c].term);
                let low = terms.extract(distance, 0, 0);
                let k = terms.bv(1, apart(case.rows[0]) as u128);
                let fact = terms.eq(low, k);
                let fact = terms.implies(case.cond, fact);
                facts.add(fact);
            }
        }
    }
}
