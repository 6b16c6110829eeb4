//! Reads formulas in DIMACS.

use crate::{Fault, Refusal};

/// Hands each clause to `add`, in order.
///
/// # Errors
/// The text is no formula in DIMACS with as many clauses as its header says, or `add` refuses.
pub fn read_formula(text: &[u8], mut add: impl FnMut(&[i32]) -> Result<(), Refusal>) -> Result<(), Fault> {
    let mut header: Option<(i32, usize)> = None;
    let (mut clause, mut clauses) = (Vec::new(), 0);
    let mut last = 0;
    for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
        last = number + 1;
        let fault = |what| Fault::Formula { line: number + 1, what };
        let line = std::str::from_utf8(line).map_err(|_| fault("not text"))?.trim_ascii();
        if line.starts_with('c') {
            continue;
        }
        if line.starts_with('p') {
            header = match (header, read_header(line)) {
                (None, Some(sizes)) => Some(sizes),
                _ => return Err(fault("not a header `p cnf VARIABLES CLAUSES`")),
            };
            continue;
        }
        for word in line.split_ascii_whitespace() {
            let Some((variables, _)) = header else { return Err(fault("a clause before the header")) };
            let lit: i32 = word.parse().map_err(|_| fault("not a number"))?;
            if lit.unsigned_abs() > variables.unsigned_abs() {
                return Err(fault("a variable beyond those of the header"));
            }
            if lit != 0 {
                clause.push(lit);
                continue;
            }
            add(&clause).map_err(|_| fault("not a clause"))?;
            clause.clear();
            clauses += 1;
        }
    }
    let fault = |what| Err(Fault::Formula { line: last, what });
    match header {
        None => fault("no header"),
        _ if !clause.is_empty() => fault("a clause without an end"),
        Some((_, announced)) if announced != clauses => fault("not as many clauses as the header says"),
        Some(_) => Ok(()),
    }
}

fn read_header(line: &str) -> Option<(i32, usize)> {
    let mut words = line.split_ascii_whitespace();
    let is_cnf = words.next() == Some("p") && words.next() == Some("cnf");
    let variables: i32 = words.next()?.parse().ok()?;
    let clauses = words.next()?.parse().ok()?;
    (is_cnf && variables >= 0 && words.next().is_none()).then_some((variables, clauses))
}
