//! The shape of indices: what they are computed from.

use pm_term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// What an index is a simple function of (sums, products, changes of width): symbols, reads, choices. Arguments first, each once.
pub fn leaves(terms: &Terms, index: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut left = vec![index.regular()];
    while let Some(t) = left.pop() {
        if !seen.insert(t) || terms.is_const(t) {
            continue;
        }
        match terms.op(t) {
            Op::Add | Op::Mul | Op::Shl | Op::Concat | Op::Extract | Op::Sext => {
                left.extend(terms.args(t).iter().rev().map(|a| a.regular()));
            }
            _ => out.push(t),
        }
    }
    out
}

/// A term is a symbol in another width, or in its own.
pub fn is_cast(terms: &Terms, t: TermId, symbol: TermId) -> bool {
    match terms.op(t) {
        Op::Symbol => t == symbol,
        Op::Extract if terms.extract_lo(t) == 0 => is_cast(terms, terms.args(t)[0], symbol),
        Op::Sext => is_cast(terms, terms.args(t)[0], symbol),
        _ => false,
    }
}

/// How many bits a leaf of an index may have if the index does not wrap around: a guess.
pub fn bits_of(terms: &Terms, index: TermId, leaf: TermId) -> u32 {
    let mut least = terms.width(leaf);
    let mut left = vec![(index.regular(), terms.width(index))];
    while let Some((t, bits)) = left.pop() {
        if t == leaf {
            least = least.min(bits);
            continue;
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Extract => left.push((args[0].regular(), bits + terms.extract_lo(t))),
            Op::Sext | Op::Add => left.extend(args.iter().map(|a| (a.regular(), bits))),
            Op::Concat => {
                left.push((args[0].regular(), bits.saturating_sub(terms.width(args[1])).max(1)));
                left.push((args[1].regular(), bits.min(terms.width(args[1]))));
            }
            Op::Mul => {
                let by = args.iter().filter_map(|a| terms.const_u64(*a)).next().unwrap_or(1);
                let less = 63 - by.max(1).leading_zeros();
                left.extend(args.iter().map(|a| (a.regular(), bits.saturating_sub(less).max(1))));
            }
            Op::Shl => left.push((args[0].regular(), bits)),
            _ => {}
        }
    }
    least
}

/// Indices at which an array is stored to, and arrays and indices of the reads below it.
pub fn stores_and_reads(terms: &Terms, array: TermId) -> (Vec<TermId>, Vec<(TermId, TermId)>) {
    let (mut stores, mut reads) = (Vec::new(), Vec::new());
    for t in terms.cone(&[array]) {
        let args = terms.args(t);
        match terms.op(t) {
            Op::Store if !stores.contains(&args[1]) => stores.push(args[1]),
            Op::Select => reads.push((args[0], args[1])),
            _ => {}
        }
    }
    (stores, reads)
}

/// For which terms in place of its leaves a pattern is the index; `None` where that is not plain to see.
pub fn match_index(terms: &mut Terms, pattern: TermId, index: TermId) -> Option<Vec<(TermId, TermId)>> {
    let mut map = Vec::new();
    match_into(terms, pattern, index, &mut map).then_some(map)
}

fn match_into(terms: &mut Terms, pattern: TermId, index: TermId, map: &mut Vec<(TermId, TermId)>) -> bool {
    if pattern.is_complemented() {
        let index = terms.not(index);
        return match_into(terms, pattern.regular(), index, map);
    }
    if terms.is_const(pattern) {
        return pattern == index;
    }
    let (p, i) = (terms.args(pattern), terms.args(index));
    match terms.op(pattern) {
        Op::Add if terms.is_const(p[0]) || terms.is_const(p[1]) => {
            let (x, k) = if terms.is_const(p[1]) { (p[0], p[1]) } else { (p[1], p[0]) };
            let rest = terms.sub(index, k);
            match_into(terms, x, rest, map)
        }
        op @ (Op::Extract | Op::Sext | Op::Concat | Op::Mul | Op::Add | Op::Shl) => {
            let same = terms.op(index) == op
                && p.len() == i.len()
                && p.iter().zip(i.iter()).all(|(a, b)| terms.sort(*a) == terms.sort(*b))
                && (op != Op::Extract || terms.extract_lo(pattern) == terms.extract_lo(index));
            same && p.iter().zip(i.iter()).all(|(a, b)| match_into(terms, *a, *b, map))
        }
        _ => match map.iter().find(|(leaf, _)| *leaf == pattern) {
            Some((_, known)) => *known == index,
            None => {
                map.push((pattern, index));
                true
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

    #[test]
    fn indices_are_matched_through_sums_and_widths() {
        let mut t = Terms::new();
        let (i, w) = (t.symbol("i", Sort::Bv(32)), t.symbol("w", Sort::Bv(32)));
        let one = t.one(32);
        let next = t.add(i, one);
        let (pattern, index) = (t.extract(next, 16, 0), t.extract(w, 16, 0));
        assert_eq!(leaves(&t, pattern), [i]);
        // The sum is of 17 bits already: what matches it is known to 17 bits only, or not at all.
        let found = match_index(&mut t, pattern, index);
        let before = t.sub(w, one);
        assert!(found.is_none_or(|m| m.len() == 1 && (m[0] == (i, before) || t.width(m[0].1) < 32)));
        let plain = t.extract(i, 16, 0);
        assert_eq!(match_index(&mut t, plain, index), Some(vec![(i, w)]));
    }
}
