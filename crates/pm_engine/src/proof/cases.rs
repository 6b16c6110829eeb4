//! Case splits: a question that is hard for a solver as a whole is often easy in each of its cases.

use pm_term::{Op, Substitution, TermId, Terms};

/// The ways in which a condition can hold, as conjunctions; `None` where there are more than `most`. Together they are the
/// condition.
pub fn cases(terms: &mut Terms, condition: TermId, most: usize) -> Option<Vec<TermId>> {
    let mut out = Vec::new();
    // What is to hold still, and what is collected of it.
    let mut work = vec![(vec![condition], TermId::TRUE)];
    while let Some((mut pending, case)) = work.pop() {
        if out.len() + work.len() > most {
            return None;
        }
        let Some(t) = pending.pop() else {
            out.push(case);
            continue;
        };
        if terms.op(t.regular()) != Op::And {
            let case = terms.and(case, t);
            work.push((pending, case));
            continue;
        }
        let parts = terms.args(t.regular());
        if t.is_complemented() {
            for part in [parts[0], parts[1]] {
                let mut pending = pending.clone();
                pending.push(terms.not(part));
                work.push((pending, case));
            }
        } else {
            pending.extend([parts[0], parts[1]]);
            work.push((pending, case));
        }
    }
    Some(out)
}

/// The symbols that have one value where a conjunction holds, with their values.
pub fn values(terms: &Terms, conjunction: TermId) -> Substitution {
    let mut out = Substitution::new();
    let mut work = vec![conjunction];
    while let Some(t) = work.pop() {
        match terms.op(t.regular()) {
            Op::And if !t.is_complemented() => work.extend(terms.args(t).iter().copied()),
            Op::Eq if !t.is_complemented() => {
                let sides = terms.args(t);
                for (symbol, value) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                    if terms.symbol_id(symbol).is_some() && terms.is_const(value) {
                        out.replace(symbol, value);
                    }
                }
            }
            Op::Symbol if terms.is_bool(t) => {
                out.replace(t.regular(), if t.is_complemented() { TermId::FALSE } else { TermId::TRUE });
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

    #[test]
    fn the_cases_are_the_condition() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.symbol(name, Sort::Bool));
        let left = terms.or(a, b);
        let right = terms.or(c, d);
        let condition = terms.and(left, right);
        let split = cases(&mut terms, condition, 4).expect("four cases");
        assert_eq!(split.len(), 4);
        for values in 0u32..16 {
            let mut eval = pm_term::Evaluator::new();
            for (i, t) in [a, b, c, d].into_iter().enumerate() {
                let bit = pm_term::Bits::from_u128(1, (values >> i & 1).into());
                eval.set(terms.symbol_id(t).expect("a symbol"), pm_term::Value::Bits(bit));
            }
            let any = split.iter().any(|t| eval.eval_bool(&terms, *t));
            assert_eq!(any, eval.eval_bool(&terms, condition));
        }
        assert!(cases(&mut terms, condition, 2).is_none());
    }

    #[test]
    fn values_of_a_case() {
        let mut terms = Terms::new();
        let (x, y, b) = (terms.symbol("x", Sort::Bv(8)), terms.symbol("y", Sort::Bv(8)), terms.symbol("b", Sort::Bool));
        let three = terms.bv(8, 3);
        let (is_three, not_b) = (terms.eq(x, three), terms.not(b));
        let less = terms.ult(y, three);
        let case = terms.and_all(&[is_three, not_b, less]);
        let mut known = values(&terms, case);
        assert_eq!([x, y, b].map(|t| terms.substitute(t, &mut known)), [three, y, TermId::FALSE]);
    }
}
